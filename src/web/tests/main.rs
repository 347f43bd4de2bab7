//! The server of a folder, and the page in real browsers.

mod browser;
mod one_file;
mod page;
mod server;
