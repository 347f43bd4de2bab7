//! `qipan engine`: an engine as a player in another program.

use lexopt::prelude::*;

use super::{Failure, converse, usage};

/// Speaks a protocol on standard input and output until it is told to quit.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let mut protocol = None;
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) if protocol.is_none() => protocol = Some(name.string()?),
            arg => return Err(arg.unexpected().into()),
        }
    }
    match protocol.as_deref() {
        Some("nboard") => converse::nboard(),
        Some("gtp") => converse::gtp(),
        Some("gomocup") => converse::gomocup(),
        Some(name) => Err(usage(format!(
            "no protocol is named '{}'; there are nboard, gtp and gomocup",
            name.escape_debug()
        ))),
        None => Err(usage("engine needs a protocol: nboard, gtp or gomocup")),
    }
}
