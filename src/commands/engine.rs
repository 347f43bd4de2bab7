//! `qipan engine`: an engine as a player in another program.

use std::num::NonZeroUsize;

use clap::ValueEnum;

use super::{Failure, converse, usage};
use crate::players::cores;

/// What to speak.
#[derive(clap::Args)]
pub struct Engine {
    /// nboard and gtp play Othello, gomocup plays gomoku.
    protocol: Protocol,
    /// With nboard and gtp: how many threads search; by default one per core. gomocup has one.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Protocol {
    Nboard,
    Gtp,
    Gomocup,
}

/// Speaks a protocol on standard input and output until it is told to quit.
pub fn run(Engine { protocol, threads }: Engine) -> Result<(), Failure> {
    let cores = threads.unwrap_or_else(cores::all);
    match protocol {
        Protocol::Nboard => converse::nboard(cores),
        Protocol::Gtp => converse::gtp(cores),
        Protocol::Gomocup if threads.is_some() => Err(usage("--threads is for nboard and gtp")),
        Protocol::Gomocup => converse::gomocup(),
    }
}
