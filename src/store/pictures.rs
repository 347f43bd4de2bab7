//! Screenshots and films, saved among the user's own pictures.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk;
use super::files::{is_free, write_file};
use super::{PICTURES, Store, cannot};
use words::say;

impl Store {
    /// Saves a picture under this name and the first free number. Returns its path.
    pub fn keep_picture(&self, name: &str, png: &[u8]) -> io::Result<PathBuf> {
        match self.pictures == self.dir.join(PICTURES) {
            true => drop(self.folder(PICTURES)?),
            false => disk::make_named_folder(&self.pictures).map_err(cannot(say!("make"), &self.pictures))?,
        }
        let path = reserve(&self.pictures, name)?;
        match write_file(&path, png) {
            Ok(()) => Ok(path),
            Err(error) => {
                let _ = disk::remove(&path);
                Err(cannot(say!("write"), &path)(error))
            }
        }
    }
}

/// Creates an empty file under the first free name, so that no other window takes the name.
fn reserve(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let mut number = 0;
    loop {
        number += 1;
        let path = folder.join(format!("{name}-{number:03}.png"));
        if !is_free(&path) {
            continue;
        }
        match disk::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(cannot(say!("write"), &path)(error)),
            Ok(_) => return Ok(path),
        }
    }
}
