//! The folder that a C program may use, with its subfolders. Links are not followed, so nothing outside is
//! read or written.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use turbo::c::Folder;

use super::disk::{self, Kind};
use super::files;
use words::say;

/// The size limit of a file that the program opens, in bytes.
const LONGEST: usize = 1 << 20;

/// A shared folder, by its canonical path.
pub struct Shared(PathBuf);

impl Shared {
    pub fn open(folder: &Path) -> io::Result<Shared> {
        let root = disk::target(folder)?;
        match disk::kind(&root)? {
            Kind::Folder => Ok(Shared(root)),
            _ => Err(io::Error::new(ErrorKind::NotADirectory, say!("it is not a folder"))),
        }
    }

    /// Returns the path and file type of a name in the folder. Names are case-insensitive, as in DOS.
    fn place(&self, name: &str) -> io::Result<(PathBuf, Kind)> {
        let (mut path, mut kind) = (self.0.clone(), Kind::Folder);
        for part in name.split('/') {
            if ["", ".", ".."].contains(&part) || part.contains([':', '\\']) {
                return Err(io::Error::other(say!("it is outside the --files folder")));
            }
            if kind != Kind::Folder {
                return Err(io::Error::other(say!("there is no such folder")));
            }
            path.push(disk::in_any_case(&path, part)?);
            kind = disk::kind(&path)?;
            if !matches!(kind, Kind::Folder | Kind::File | Kind::Nothing) {
                return Err(io::Error::other(say!("it is a link, a pipe or a device")));
            }
        }
        Ok((path, kind))
    }

    /// Saves a file that the program wrote, or removes one that the program deleted (`None`).
    pub fn write(&self, name: &str, bytes: Option<&[u8]>) -> io::Result<()> {
        let (path, kind) = self.place(name)?;
        match bytes {
            Some(bytes) => files::write_file(&path, bytes),
            None if kind == Kind::File => disk::remove(&path),
            None => Ok(()),
        }
    }
}

impl Folder for Shared {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let read = || match self.place(name)? {
            (_, Kind::Folder) => Err(io::Error::other(say!("it is a folder"))),
            (_, Kind::Nothing) => Ok(None),
            (path, _) => disk::read_from(&path, 0, LONGEST).map(Some),
        };
        let why = |error| {
            let name = name.escape_debug();
            io::Error::other(say!("'{escape_debug}' cannot be opened: {error}", escape_debug = name, error))
        };
        read().map_err(why)
    }

    fn names(&self, within: &str) -> Vec<String> {
        let found = match within.trim_end_matches('/') {
            "" => Ok((self.0.clone(), Kind::Folder)),
            within => self.place(within),
        };
        let Ok((folder, Kind::Folder)) = found else {
            return Vec::new();
        };
        let is_file = |name: &String| disk::kind(&folder.join(name)).is_ok_and(|kind| kind == Kind::File);
        let names = disk::list(&folder).unwrap_or_default();
        names.into_iter().filter(is_file).collect()
    }
}
