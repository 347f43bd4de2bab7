//! `qipan web`: shows a folder to the browsers of this machine.

use std::path::PathBuf;

use crate::commands::failure::cannot;
use crate::commands::{Failure, failed, print};
use web::Server;

/// The folder to show.
#[derive(clap::Args)]
pub(crate) struct Web {
    /// A folder that `sh src/web/build DIR` made, or any other with a page.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The port on 127.0.0.1; 0 takes one that is free.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
}

/// Prints the address and answers until the program is stopped.
pub(crate) fn run(Web { folder, port }: Web) -> Result<(), Failure> {
    let server = Server::open(&folder, port).map_err(|error| cannot("show", &folder, error))?;
    print(&server.address().map_err(failed)?)?;
    server.run().map_err(failed)
}
