//! `qipan engine`: an engine as a player in another program.

use clap::ValueEnum;

use super::{Failure, converse};

/// What to speak.
#[derive(clap::Args)]
pub struct Engine {
    /// nboard and gtp play Othello, gomocup plays gomoku.
    protocol: Protocol,
}

#[derive(Clone, Copy, ValueEnum)]
enum Protocol {
    Nboard,
    Gtp,
    Gomocup,
}

/// Speaks a protocol on standard input and output until it is told to quit.
pub fn run(Engine { protocol }: Engine) -> Result<(), Failure> {
    match protocol {
        Protocol::Nboard => converse::nboard(),
        Protocol::Gtp => converse::gtp(),
        Protocol::Gomocup => converse::gomocup(),
    }
}
