//! `qipan web`: serves a folder to browsers on this machine.

use std::path::PathBuf;

use crate::commands::failure::cannot;
use crate::commands::{Failure, failed, print};
use web::Server;
use words::say;

#[derive(clap::Args)]
pub(crate) struct Web {
    /// A folder made by `sh src/web/build DIR`, or any other with a page.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The port on 127.0.0.1; 0 selects a free one.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
}

/// Prints the address and serves until the program is stopped.
pub(crate) fn run(Web { folder, port }: Web) -> Result<(), Failure> {
    let server = Server::open(&folder, port).map_err(|error| cannot(say!("show"), &folder, error))?;
    print(&server.address().map_err(failed)?)?;
    server.run().map_err(failed)
}
