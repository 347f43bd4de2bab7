//! `qipan source`: prints a C program that the tutor teaches.

use crate::tutor::sources::{SOURCES, source};
use lexopt::prelude::*;

use super::{Failure, print, usage};

/// Prints the program that is named, or lists all of them.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let mut wanted = None;
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) if wanted.is_none() => wanted = Some(name.string()?),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let Some(name) = wanted else {
        return SOURCES
            .iter()
            .try_for_each(|source| print(&format!("{:12} {}", source.name, source.about)));
    };
    let found = source(&name).ok_or_else(|| {
        let names: Vec<&str> = SOURCES.iter().map(|source| source.name).collect();
        usage(format!(
            "there is no C program '{}'; there are {}",
            name.escape_debug(),
            names.join(", ")
        ))
    })?;
    print(&found.text.trim_end())
}
