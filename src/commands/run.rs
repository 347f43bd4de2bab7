//! `qipan run`: runs a C program on the machine.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lexopt::prelude::*;

use super::options::Machine;
use super::{Failure, complain, usage};
use crate::c::{self, Halt, Program, Stop};
use crate::dos::{Console, Key, Quit, Screen};
use crate::store::files::read_text;

/// How many steps a program makes between two looks at the keyboard: some ms.
const BETWEEN: u64 = 100_000;
/// A program that has asked for no key for so long is stopped by Esc.
const DEAF: Duration = Duration::from_secs(1);
/// A script ends a program that goes on without a key or a delay for so many steps.
const MOST_IN_SCRIPT: u64 = 50_000_000;
/// To a program that only looks whether a key waits, a script types one each second of its clock.
const TYPES_EVERY: u64 = 1000;

/// Compiles and runs a file.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut machine, mut file) = (Machine::default(), None);
    while let Some(arg) = args.next()? {
        match arg {
            Value(value) if file.is_none() => file = Some(PathBuf::from(value)),
            Long(name) => {
                let name = name.to_string();
                if !machine.take(&name, &mut args)? {
                    return Err(lexopt::Error::UnexpectedOption(format!("--{name}")).into());
                }
            }
            arg => return Err(arg.unexpected().into()),
        }
    }
    let file = file.ok_or_else(|| usage("run needs the file of a C program"))?;
    let program = compile(&file)?;
    let mut fault = None;
    let ran = machine.run(|console| {
        let mut desk = Desk::new(console);
        match start(&program, &mut desk) {
            Err(Halt::Quit(quit)) => Err(quit),
            Err(Halt::Fault(message)) => {
                fault = Some(message.to_string());
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    });
    ran?;
    match fault {
        Some(fault) => Err(Failure::Failed(fault)),
        None => Ok(()),
    }
}
