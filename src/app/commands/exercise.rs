//! `qipan exercise`: opens an exercise that somebody has sent.

use super::options::Options;
use super::{Failure, usage};
use crate::play::{exercises, menu};
use players::exercises::Exercise;
use turbo::dos::Console;

#[derive(clap::Args)]
pub(crate) struct Sent {
    /// The line that Ctrl+C copies in an exercise.
    #[arg(value_name = "LINE", required = true)]
    line: Vec<String>,
    #[command(flatten)]
    options: Options,
}

/// Opens the exercise that a line encodes, without saving it.
pub(crate) fn run(Sent { line, options }: Sent) -> Result<(), Failure> {
    let exercise = Exercise::sent(&line.join(" ")).map_err(usage)?;
    options.run(|session| {
        menu::draw(session.console.screen(), session.settings.theme);
        exercises::open(session, &exercise)
    })
}
