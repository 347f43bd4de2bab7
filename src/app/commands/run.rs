//! `qipan run`: runs a C program on the machine.

use std::path::{Path, PathBuf};

use super::failure::say;
use super::options::Machine;
use super::{Failure, failed};
use crate::play::running::{self, Ended};
use crate::store::files::read_file;
use turbo::c::Program;

/// The program to run.
#[derive(clap::Args)]
pub(crate) struct Run {
    /// The C program.
    #[arg(value_name = "FILE.C")]
    file: PathBuf,
    #[command(flatten)]
    machine: Machine,
}

/// Compiles and runs a file.
pub(crate) fn run(Run { file, machine }: Run) -> Result<(), Failure> {
    let program = compile(&file)?;
    let mut fault = None;
    machine.run(|console| {
        let (ended, warnings) = running::run(console, &program);
        warnings.iter().for_each(|message| say(&message));
        if let Ended::Fault(message) = ended? {
            fault = Some(message.to_string());
        }
        Ok(())
    })?;
    fault.map_or(Ok(()), |fault| Err(Failure::Failed(fault)))
}

/// Reads and compiles a source. Its messages go to standard error.
fn compile(file: &Path) -> Result<Program, Failure> {
    let shown = file.display();
    let bytes = read_file(file).map_err(|error| failed(format!("cannot read {shown}: {error}")))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match Program::compile(&name, &String::from_utf8_lossy(&bytes)) {
        Ok(program) => {
            program.warnings().iter().for_each(|message| say(&message));
            Ok(program)
        }
        Err(messages) => {
            messages.iter().for_each(|message| say(&message));
            Err(Failure::Told(1))
        }
    }
}
