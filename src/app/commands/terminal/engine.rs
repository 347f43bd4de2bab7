//! `qipan engine`: an engine for another program.

use std::num::NonZeroUsize;

use clap::ValueEnum;

use super::converse;
use crate::commands::Failure;
use players::cores;

#[derive(clap::Args)]
pub(crate) struct Engine {
    /// nboard and gtp play Othello, gomocup plays gomoku.
    protocol: Protocol,
    /// Search threads: by default one per core; with gomocup one, unless INFO thread_num sets more.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Protocol {
    Nboard,
    Gtp,
    Gomocup,
}

/// Speaks a protocol on standard input and output.
pub(crate) fn run(Engine { protocol, threads }: Engine) -> Result<(), Failure> {
    let or = |usual: NonZeroUsize| threads.unwrap_or(usual);
    match protocol {
        Protocol::Nboard => converse::nboard(or(cores::all())),
        Protocol::Gtp => converse::gtp(or(cores::all())),
        Protocol::Gomocup => converse::gomocup(or(NonZeroUsize::MIN)),
    }
}
