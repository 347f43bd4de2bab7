//! Files that the user named.

use std::io;
use std::path::{Component, Path};

use lessons::text::decode;

pub use super::disk::list_with_sizes as list;
pub use super::disk::read_named as read_short_file;
use super::disk::{self, Kind, New};
pub use super::disk::{make_named_folder as make_folder, read_at_most as read_short};
use words::say;

/// How the names of new files that will replace others begin.
pub(super) const TEMPORARY: &str = ".qipan-";

/// Writes a file that the user named, or replaces it. Whenever the program or the power fails, the file is either the old or the new one. A
/// pipe or a device is written into.
///
/// # Errors
/// The file cannot be written, and the old one is still there; or the name stands for a symbolic link or something else that is not a file.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, true)
}

/// [`write_file`] for one of many files that are soon written again: a loss of power may leave it empty.
pub fn write_one_of_many(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, false)
}

fn write(path: &Path, bytes: &[u8], lasting: bool) -> io::Result<()> {
    match disk::kind(path)? {
        Kind::Nothing | Kind::File => {}
        Kind::Stream => return disk::write_into(path, bytes),
        // What /dev/stdout leads to is written into, but nothing is written over or through other links.
        Kind::Link if disk::kind_at_end(path)? == Kind::Stream => {
            return disk::write_into(path, bytes);
        }
        Kind::Link => {
            let link = say!("it is a symbolic link");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, link));
        }
        Kind::Folder => {
            let folder = say!("it is a folder");
            return Err(io::Error::new(io::ErrorKind::IsADirectory, folder));
        }
        Kind::Other => return Err(disk::irregular()),
    }
    let folder = disk::folder_of(path);
    New::beside(folder, TEMPORARY)?.replace(path, bytes, lasting)?;
    if lasting {
        disk::sweep(folder, TEMPORARY);
    }
    Ok(())
}

/// All of a file that the user named; links are followed, and a pipe is read to its end.
///
/// # Errors
/// It cannot be read, or is longer than 256 MB.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_short_file(path, disk::LONGEST)
}

/// The longest C source, in bytes.
const LONGEST_SOURCE: usize = 1 << 20;

/// All of a C source that the user named; links are followed. Nothing waits for a pipe or a device.
///
/// # Errors
/// It cannot be read, is not a file, or is longer than 1 MB.
pub fn read_source(path: &Path) -> io::Result<Vec<u8>> {
    match disk::kind_at_end(path)? {
        Kind::File | Kind::Nothing => read_short_file(path, LONGEST_SOURCE),
        Kind::Folder => {
            let folder = say!("it is a folder");
            Err(io::Error::new(io::ErrorKind::IsADirectory, folder))
        }
        _ => {
            let other = say!("it is a pipe or a device, and a source is a file");
            Err(io::Error::new(io::ErrorKind::InvalidInput, other))
        }
    }
}

/// The text of a header that lies beside a source or in a folder there; `None` where there is none.
///
/// # Errors
/// A sentence about why it cannot be read.
pub fn read_header(beside: &Path, name: &str) -> Result<Option<String>, String> {
    let inside = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(name).components().all(inside) {
        return Err(say!(
            "Include file '{escape_debug}' lies outside of the folder of the source",
            escape_debug = name.escape_debug()
        ));
    }
    match read_source(&disk::folder_of(beside).join(name)) {
        Ok(bytes) => Ok(Some(decode(&bytes).0)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(say!(
            "Unable to open include file '{escape_debug}': {error}",
            escape_debug = name.escape_debug(),
            error
        )),
    }
}

/// Is there nothing of this name, not even a link that leads nowhere? A place that cannot be examined counts as free, since writing there
/// will tell why.
pub fn is_free(path: &Path) -> bool {
    !disk::kind(path).is_ok_and(|kind| kind != Kind::Nothing)
}
