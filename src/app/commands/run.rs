//! `qipan run`: runs a C program.

use std::path::PathBuf;
use std::sync::Arc;

use super::cart;
use super::failure::{cannot, say};
use super::options::Machine;
use super::{Failure, failed};
use crate::play::profile::Profile;
use crate::play::running::{self, ProgramEnd};
use crate::play::session::{Session, Settings};
use crate::play::tutor::{self, SceneView};
use lessons::text::decode;
use lessons::tutor::scene::Scene;
use store::files::{read_header, read_source};
use store::folder::Shared;
use turbo::c::{Folder, Program};
use turbo::dos::encoding::Encoding;
use words::say;

#[derive(clap::Args)]
pub(crate) struct Run {
    /// The C program, of one or more files, or a cart: a picture with a program. Its last output stays on the
    /// screen until a key is pressed.
    #[arg(value_name = "FILE.C", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Step through it in the debugger, forwards and back: F7 into a function, F8 over it, F4 to the cursor,
    /// Shift+F7 back, F6 all values, W what wrote this, F1 help.
    #[arg(long)]
    pub(super) step: bool,
    /// Let the program read and write files in this folder only. Its output is written when it ends. Without
    /// this option its files are in memory.
    #[arg(long = "files", value_name = "DIR", conflicts_with = "step")]
    pub(super) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(super) machine: Machine,
}

/// Compiles the program, and runs it or steps through it.
pub(crate) fn run(asked: Run) -> Result<(), Failure> {
    let program = compile(&asked.files)?;
    if asked.step {
        return step(program, asked.machine);
    }
    let shared = |folder: &PathBuf| {
        let shared = Shared::open(folder).map_err(|error| cannot(say!("open"), folder, error))?;
        Ok(Arc::new(shared))
    };
    let folder = asked.folder.as_ref().map(shared).transpose()?;
    let (ended, files) = to_its_end(&program, asked.machine, folder.clone());
    for (name, bytes) in files {
        if let Some(Err(error)) = folder.as_ref().map(|folder| folder.write(&name, bytes.as_deref())) {
            let name = name.escape_debug();
            return Err(failed(say!("cannot write {escape_debug}: {error}", escape_debug = name, error)));
        }
    }
    ended
}

fn step(program: Program, machine: Machine) -> Result<(), Failure> {
    let title = program.file().to_string();
    let scene = Scene::of_main(program, Vec::new()).map_err(failed)?;
    machine.run(|console| {
        let mut session = Session::with_games(&[], console, Settings::default(), Profile::in_memory());
        tutor::debug(&mut session, &title, &mut SceneView::new(scene), None)
    })
}

/// The files that a program has written or removed.
type Written = Vec<(String, Option<Vec<u8>>)>;

fn to_its_end(
    program: &Program,
    machine: Machine,
    folder: Option<Arc<Shared>>,
) -> (Result<(), Failure>, Written) {
    let (mut fault, mut files) = (None, Vec::new());
    let ran = machine.run(|console| {
        let folder = folder.map(|folder| folder as Arc<dyn Folder>);
        let ran = running::run(console, program, folder);
        let told = program.warnings();
        let new = ran.warnings.iter().filter(|message| !told.contains(message));
        new.for_each(|message| say(&message));
        files = ran.files;
        let ended = ran.ended?;
        let stays = ran.unseen && !matches!(ended, ProgramEnd::Stopped | ProgramEnd::Endless);
        fault = match ended {
            ProgramEnd::Fault(message) => Some(message.to_string()),
            ProgramEnd::Endless => {
                Some(say!("the program ran for long and asked for no key, so it was stopped").to_string())
            }
            _ => None,
        };
        // A scripted run always shows the last frame, so that it can be saved.
        if stays || !console.real_time() {
            console.getkey()?;
        }
        Ok(())
    });
    let ended = ran.and_then(|()| fault.map_or(Ok(()), |fault| Err(Failure::Failed(fault))));
    (ended, files)
}

/// Reads and compiles a program. Messages go to standard error.
fn compile(files: &[PathBuf]) -> Result<Program, Failure> {
    let (mut sources, mut encoding) = (Vec::new(), Encoding::Utf8);
    for file in files {
        let mut bytes = read_source(file).map_err(|error| cannot(say!("read"), file, error))?;
        if cart::is_png(&bytes) {
            let none = || {
                failed(say!(
                    "{file} contains no program; a site that converts pictures removes it",
                    file = file.display()
                ))
            };
            bytes = cart::program(&bytes).ok_or_else(none)?;
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let (text, its) = decode(&bytes);
        sources.push((name.into_owned(), text));
        // An ASCII file is valid in every encoding.
        if encoding == Encoding::Utf8 {
            encoding = its;
        }
    }
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    match Program::build_in(encoding, &sources, &|name| read_header(&files[0], name)) {
        Ok(program) => {
            program.warnings().iter().for_each(|message| say(&message));
            Ok(program)
        }
        Err(messages) => {
            messages.iter().for_each(|message| say(&message));
            Err(Failure::Reported(1))
        }
    }
}
