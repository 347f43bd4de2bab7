//! Tests of the server, and of the page in real browsers.

mod browser;
mod one_file;
mod page;
mod room;
mod server;
