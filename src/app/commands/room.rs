//! `qipan room`: all boards of a room.

use super::options::Options;
use super::{Failure, usage};
use crate::play::room;

#[derive(clap::Args)]
pub(crate) struct Room {
    /// The address of the room, such as 192.168.1.5:8080. A page of the room needs none.
    #[arg(value_name = "ADDRESS", default_value = "")]
    address: String,
    #[command(flatten)]
    options: Options,
}

/// Shows the wall until the user presses Esc.
pub(crate) fn run(Room { address, options }: Room) -> Result<(), Failure> {
    let place = room::place(&address).map_err(usage)?;
    options.run(|session| room::watch(session, place))
}
