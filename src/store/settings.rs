//! The settings: a text in the folder where the desktop keeps those of its programs, which a person may edit.
//!
//! Unlike a document it has no checksum, and it may be a link to a file somewhere else, for people who keep all their settings in one
//! place.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::{self, Kind, New};
use super::files::TEMPORARY;
use super::{Store, cannot};
use words::say;

const FILE: &str = "settings.conf";

/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 16;

impl Store {
    pub fn settings_file(&self) -> PathBuf {
        self.config.join(FILE)
    }

    /// The text of the settings, if there is one.
    ///
    /// # Errors
    /// It cannot be read, is not UTF-8 text, or is longer than 64 KB.
    pub fn settings(&self) -> io::Result<Option<String>> {
        let file = self.settings_file();
        let text = read(&file).map_err(cannot("read", &file))?;
        Ok(text.map(|text| text.replace("\r\n", "\n")))
    }

    /// Replaces the text of the settings by what `change` makes of it, or of `None` where there is none yet. Its lines end as they did, and
    /// those of a new one as the system ends them. Whenever the program or the
    /// power fails, the text is either the old or the new one.
    ///
    /// # Errors
    /// The old one cannot be read, or the new one cannot be written, and the old one is still there.
    pub fn change_settings(
        &self,
        change: impl FnOnce(Option<&str>) -> String,
    ) -> io::Result<()> {
        let file = self.settings_file();
        self.make_folder()?;
        // Another window may be changing something else.
        let _lock = self.lock()?;
        let found = read(&file).map_err(cannot("read", &file))?;
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
            let new = New::beside(disk::folder_of(&target), TEMPORARY)?;
            new.replace(&target, changed.as_bytes(), true)
        };
        written().map_err(cannot("write", &file))
    }
}

/// The text of a file, which may be a link but not a pipe to wait for.
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
