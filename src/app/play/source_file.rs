//! A user's C program: its file and its draft.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use words::say;

use super::dialog::sentence;
use super::profile::Profile;
use lessons::text::Text;
use store::drafts;
use store::files::{read_header, read_source, write_file};
use store::{Document, Store};

/// The folder for the user's C programs.
const PROGRAMS: &str = "c";

/// The file and the draft of a program.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    /// `None` if there is no data folder.
    file: Option<PathBuf>,
    store: Option<Store>,
    /// True if the file is in the store's folder, which is created on saving.
    in_store: bool,
    kept: Option<String>,
}

impl SourceFile {
    /// Returns the user's version of a supplied source, in the folder `c` of the store.
    pub(crate) fn of_source(profile: &Profile, name: &str) -> SourceFile {
        let store = profile.store().cloned();
        SourceFile {
            name: name.to_string(),
            file: store.as_ref().map(|store| store.file(PROGRAMS, name)),
            store,
            in_store: true,
            kept: None,
        }
    }

    /// Returns a file that the user named.
    pub fn of_file(profile: &Profile, file: &Path) -> SourceFile {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let ours = SourceFile::of_source(profile, &name);
        let in_store = ours.file.as_deref() == Some(file);
        SourceFile { file: Some(file.to_path_buf()), in_store, ..ours }
    }

    /// True if the file is new: there is nothing to replace, and no draft to restore.
    pub(crate) fn is_new(&self) -> bool {
        let has_draft = |file| self.store.as_ref().is_some_and(|store| drafts::has(store, file));
        self.path().is_none_or(|file| !file.exists() && !has_draft(file))
    }

    /// Drops the draft, because the text has another name now.
    pub(crate) fn drop_draft(&self) {
        if let (Some(store), Some(file)) = (&self.store, &self.file) {
            // A draft that stays is offered again, and nothing is lost.
            let _ = drafts::drop(store, file);
        }
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns the file name without folders.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Reads the text of the file, or takes `ours` for a new file. If there is a draft, applies it as a
    /// change that can be undone. Also returns a note for the user, which is often empty.
    ///
    /// # Errors
    /// If the file exists but is unusable.
    pub fn read(&mut self, ours: &str) -> Result<(Text, String), String> {
        let mut text = match self.file.as_ref().map(|file| read_source(file)) {
            Some(Ok(bytes)) => Text::read(&bytes).map_err(|why| self.cannot(say!("edited"), &why))?,
            Some(Err(error)) if error.kind() != ErrorKind::NotFound => {
                return Err(self.cannot(say!("read"), &error));
            }
            _ => Text::new(ours),
        };
        let mut note = String::new();
        if let (Some(store), Some(file)) = (&self.store, &self.file) {
            match drafts::read(store, file) {
                Ok(Document::Text(draft)) => {
                    text.set(&draft);
                    self.kept = Some(draft);
                    note = say!("Your unsaved text was restored. Ctrl+Z returns to the file.").into();
                }
                Ok(Document::Missing | Document::Newer) => {}
                Ok(Document::Damaged { kept_as }) => {
                    let name = kept_as.file_name().unwrap_or_default();
                    let name = name.to_string_lossy();
                    note = say!("Your unsaved text was damaged and moved to {name}.", name);
                }
                Err(error) => note = sentence(&error),
            }
        }
        Ok((text, note))
    }

    /// Returns the file with another name, which may have a folder.
    pub(crate) fn renamed(&self, profile: &Profile, name: &str) -> SourceFile {
        if self.in_store && !name.contains(['/', '\\']) {
            return SourceFile::of_source(profile, name);
        }
        let folder = self.file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        SourceFile::of_file(profile, &folder.join(name))
    }

    /// Reads a header from the file's folder.
    pub(crate) fn header(&self, name: &str) -> std::io::Result<Option<String>> {
        self.file.as_ref().map_or(Ok(None), |file| read_header(file, name))
    }

    fn cannot(&self, what: &str, why: &impl std::fmt::Display) -> String {
        say!("{name} cannot be {what}: {why}", name = self.name, what, why = store::error_text(why))
    }

    /// Writes the file. Returns a note for the user, also as the error.
    pub(crate) fn save(&mut self, text: &mut Text) -> Result<String, String> {
        let Some(file) = &self.file else {
            return Err(say!("No data folder: give one with --data DIR.").to_string());
        };
        if self.in_store
            && let Some(store) = &self.store
        {
            store.folder(PROGRAMS).map_err(|error| sentence(&error))?;
        }
        write_file(file, &text.bytes()).map_err(|error| {
            let (file, error) = (file.display(), store::error_text(error));
            sentence(&say!("cannot write {file}: {error}", file, error))
        })?;
        text.saved();
        let told = say!("Saved as {file}.", file = file.display());
        self.keep(text)?;
        Ok(told)
    }

    /// Saves the draft if it has changed. The error is a note for the user.
    pub(crate) fn keep(&mut self, text: &Text) -> Result<(), String> {
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
        }
        .map_err(|error| sentence(&error))?;
        self.kept = draft;
        Ok(())
    }
}
