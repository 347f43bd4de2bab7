//! A C program of the user's: its file, and what was typed into it and not saved yet.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use words::say;

use super::dialog::sentence;
use super::keeper::Keeper;
use store::Store;
use store::drafts::{self, Draft};
use store::files::{read_header, read_source, write_file};
use lessons::text::Text;

/// The folder of the store for the user's C programs.
const PROGRAMS: &str = "c";

/// Why a program cannot be read, saved or kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is a file, but nothing that can be done with it.
    #[error("{}", say!("{name} cannot be {what}: {why}", name = .name, what = .what, why = .why))]
    Unusable {
        /// The file's name.
        name: String,
        /// What was wanted: `read` or `edited`.
        what: &'static str,
        /// Why not.
        why: String,
    },
    /// Nobody said where to save.
    #[error("{}", say!("There is no folder for files. Name one with --data DIR."))]
    NoFolder,
    /// The file cannot be written.
    #[error("{}", sentence(&say!("cannot write {file}: {error}", file = .file.display(), error)))]
    NotWritten {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The store cannot keep what was typed.
    #[error("{}", sentence(.0))]
    NotKept(#[from] io::Error),
}

/// Where a program is saved, and where its draft is kept.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    /// The file; `None` where there is no folder for files.
    file: Option<PathBuf>,
    store: Option<Store>,
    /// Does the file lie in the store's folder, which is made when something is saved?
    in_store: bool,
    kept: Option<String>,
}

impl SourceFile {
    /// The user's own version of one of the program's sources, in the folder `c` of the store.
    pub(crate) fn of_source(keeper: &Keeper, name: &str) -> SourceFile {
        let store = keeper.store().cloned();
        SourceFile {
            name: name.to_string(),
            file: store.as_ref().map(|store| store.file(PROGRAMS, name)),
            store,
            in_store: true,
            kept: None,
        }
    }

    /// A file that the user named.
    pub fn of_file(keeper: &Keeper, file: &Path) -> SourceFile {
        let name = file.file_name().unwrap_or_default();
        SourceFile {
            name: name.to_string_lossy().into_owned(),
            file: Some(file.to_path_buf()),
            store: keeper.store().cloned(),
            in_store: false,
            kept: None,
        }
    }

    /// The file, where there is a folder for it.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The file's name without its folders.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The text in the file, or where there is no such file `ours`; then what was typed and not saved, as a change that can be
    /// taken back. With it comes what to tell the user, mostly nothing.
    pub fn read(&mut self, ours: &str) -> Result<(Text, String), Error> {
        let mut text = match self.file.as_ref().map(|file| read_source(file)) {
            Some(Ok(bytes)) => Text::read(&bytes).map_err(|why| self.cannot("edited", &why))?,
            Some(Err(error)) if error.kind() != ErrorKind::NotFound => {
                return Err(self.cannot("read", &error));
            }
            _ => Text::new(ours),
        };
        let mut note = String::new();
        if let (Some(store), Some(file)) = (&self.store, &self.file) {
            match drafts::read(store, file) {
                Ok(Draft::Text(draft)) => {
                    text.set(&draft);
                    self.kept = Some(draft);
                    note = say!("Here is what you typed and did not save. Ctrl+Z takes it back.")
                        .into();
                }
                Ok(Draft::None) => {}
                Ok(Draft::Damaged(kept_as)) => {
                    let name = kept_as.file_name().unwrap_or_default();
                    let name = name.to_string_lossy();
                    note = say!("What was not saved was damaged. It is now in {name}.", name);
                }
                Err(error) => note = sentence(&error),
            }
        }
        Ok((text, note))
    }

    /// A header that lies beside the file.
    pub(crate) fn header(&self, name: &str) -> Result<Option<String>, String> {
        self.file
            .as_ref()
            .map_or(Ok(None), |file| read_header(file, name))
    }

    fn cannot(&self, what: &'static str, why: &impl std::fmt::Display) -> Error {
        Error::Unusable {
            name: self.name.clone(),
            what,
            why: why.to_string(),
        }
    }

    /// Writes the file. Returns what to tell the user.
    pub(crate) fn save(&mut self, text: &mut Text) -> Result<String, Error> {
        let Some(file) = &self.file else {
            return Err(Error::NoFolder);
        };
        if self.in_store
            && let Some(store) = &self.store
        {
            store.folder(PROGRAMS)?;
        }
        write_file(file, &text.bytes()).map_err(|error| Error::NotWritten {
            file: file.clone(),
            error,
        })?;
        text.saved();
        let told = say!("Saved as {file}.", file = file.display());
        self.keep(text)?;
        Ok(told)
    }

    /// Keeps what was typed and not saved, if it has changed since it was kept last.
    pub(crate) fn keep(&mut self, text: &Text) -> Result<(), Error> {
        let (Some(store), Some(file)) = (&self.store, &self.file) else {
            return Ok(());
        };
        let draft = text.is_changed().then(|| text.text());
        if draft == self.kept {
            return Ok(());
        }
        match &draft {
            Some(draft) => drafts::keep(store, file, draft),
            None => drafts::drop(store, file),
        }?;
        self.kept = draft;
        Ok(())
    }
}
