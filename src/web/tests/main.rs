//! The server of a folder, and the page in real browsers.

mod browser;
mod page;
mod server;
