//! The settings file, a text file in the user's settings folder that people may edit.
//!
//! It has no checksum, and may be a link, for people who keep all their settings in one place.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::{self, Kind, NewFile};
use super::files::TEMPORARY;
use super::{Store, cannot};
use words::say;

const FILE: &str = "settings.conf";

/// The size limit of the file, in bytes.
const LONGEST: usize = 1 << 16;

impl Store {
    pub fn settings_file(&self) -> PathBuf {
        self.config.join(FILE)
    }

    /// Reads the settings file, with line endings converted to `\n`; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is not UTF-8, or is longer than 64 KB.
    pub fn settings(&self) -> io::Result<Option<String>> {
        let file = self.settings_file();
        let text = read(&file).map_err(cannot(say!("read"), &file))?;
        Ok(text.map(|text| text.replace("\r\n", "\n")))
    }

    /// Replaces the settings atomically with the result of `change`, which gets the old text, if any. Keeps
    /// the file's line endings; a new file gets the system's.
    ///
    /// # Errors
    /// If the old file cannot be read, or the new one cannot be written; the old one is kept.
    pub fn change_settings(&self, change: impl FnOnce(Option<&str>) -> String) -> io::Result<()> {
        let file = self.settings_file();
        self.make_folder()?;
        // Another window may be changing the settings, too.
        let _lock = self.lock()?;
        let found = read(&file).map_err(cannot(say!("read"), &file))?;
        let crlf = found.as_ref().map_or(cfg!(windows), |text| {
            let ends = text.matches('\n').count();
            ends > 0 && text.matches("\r\n").count() == ends
        });
        let lines = found.map(|text| match crlf {
            true => text.replace("\r\n", "\n"),
            false => text,
        });
        let mut changed = change(lines.as_deref());
        if crlf {
            changed = changed.replace('\n', "\r\n");
        }
        let written = || -> io::Result<()> {
            disk::make_folder(&self.config)?;
            let target = match disk::kind(&file)? {
                Kind::Link => disk::target(&file)?,
                _ => file.clone(),
            };
            let new = NewFile::beside(disk::folder_of(&target), TEMPORARY)?;
            new.replace(&target, changed.as_bytes(), true)
        };
        written().map_err(cannot(say!("write"), &file))
    }
}

/// Reads a text file, which may be a link, but not a pipe.
fn read(file: &Path) -> io::Result<Option<String>> {
    match disk::kind_at_end(file)? {
        Kind::Nothing => return Ok(None),
        Kind::File => {}
        _ => return Err(disk::irregular()),
    }
    let text = String::from_utf8(disk::read_named(file, LONGEST)?);
    let not_utf8 = |_| io::Error::new(ErrorKind::InvalidData, say!("it is not UTF-8 text"));
    text.map(Some).map_err(not_utf8)
}
