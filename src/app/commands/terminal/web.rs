//! `qipan web`: serves a folder to browsers on this machine, or to a class.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use crate::commands::failure::cannot;
use crate::commands::{Failure, failed, print};
use players::line::own_address;
use web::Server;
use words::say;

#[derive(clap::Args)]
pub(crate) struct Web {
    /// A folder made by `sh src/web/build DIR`, or any other with a page.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The port; 0 selects a free one.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Serve the network, too, and open a room where people at these pages play each other: "In a room" in the
    /// form of a new game. Without an address, use this computer's own and --port. The page with /#room shows
    /// all boards.
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1)]
    lan: Option<Option<SocketAddr>>,
}

/// Prints the address and serves until the program is stopped.
pub(crate) fn run(Web { folder, port, lan }: Web) -> Result<(), Failure> {
    let own = match lan {
        None => Ipv4Addr::LOCALHOST.into(),
        Some(_) => own_address(),
    };
    let address = lan.flatten().unwrap_or(SocketAddr::new(own, port));
    let server = Server::open(&folder, address).map_err(|error| cannot(say!("show"), &folder, error))?;
    let server = if lan.is_some() { server.with_room() } else { server };
    print(&server.address().map_err(failed)?)?;
    server.run().map_err(failed)
}
