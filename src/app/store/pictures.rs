//! Pictures of the screen: the user's own files, among the user's other pictures.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::{self, Kind};
use super::files::{is_free, write_file};
use super::{PICTURES, Store, cannot};

/// What the pictures are called.
fn names() -> impl Iterator<Item = String> {
    (1..).map(|n: usize| format!("qipan-{n:03}.png"))
}

impl Store {
    /// Keeps a picture under the first number that is free. Returns where it is.
    ///
    /// # Errors
    /// It cannot be written, and nothing is left of it.
    pub fn keep_picture(&self, png: &[u8]) -> io::Result<PathBuf> {
        let old = self.dir.join(PICTURES);
        match old == self.pictures {
            true => drop(self.folder(PICTURES)?),
            false => {
                disk::make_named_folder(&self.pictures).map_err(cannot("make", &self.pictures))?;
                // What cannot be brought over stays where it is.
                let _ = bring(&old, &self.pictures);
            }
        }
        let path = reserve(&self.pictures)?;
        match write_file(&path, png) {
            Ok(()) => Ok(path),
            Err(error) => {
                let _ = disk::remove(&path);
                Err(cannot("write", &path)(error))
            }
        }
    }
}

/// Makes an empty file under the first name that is free, so that no other window takes it.
fn reserve(folder: &Path) -> io::Result<PathBuf> {
    let mut names = names().map(|name| folder.join(name));
    loop {
        let path = names.find(|path| is_free(path));
        let path = path.expect("there are more numbers than files");
        match disk::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(cannot("write", &path)(error)),
            Ok(_) => return Ok(path),
        }
    }
}

/// Brings all pictures from one folder into another, where they get the next free numbers, and removes the folder when it is empty.
fn bring(from: &Path, into: &Path) -> io::Result<()> {
    if disk::kind(from)? != Kind::Folder {
        return Ok(());
    }
    let mut pictures = disk::list(from)?;
    pictures.retain(|name| {
        let number = name.strip_prefix("qipan-");
        let number = number.and_then(|rest| rest.strip_suffix(".png"));
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    });
    pictures.sort_by_key(|name| (name.len(), name.clone()));
    for picture in pictures {
        let path = reserve(into)?;
        if let Err(error) = disk::rename(&from.join(picture), &path) {
            disk::remove(&path)?;
            return Err(error);
        }
    }
    disk::remove_folder(from)
}
