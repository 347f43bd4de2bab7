//! Files that the user names.

use std::io::{self, Error, ErrorKind};
use std::path::{Component, Path};

use lessons::text::decode;

pub use super::disk::list_with_sizes as list;
pub use super::disk::read_named as read_short_file;
use super::disk::{self, Kind, NewFile};
pub use super::disk::{make_named_folder as make_folder, read_at_most as read_short};
use words::say;

/// The prefix of temporary files that will replace others.
pub(super) const TEMPORARY: &str = ".qipan-";

/// Writes or replaces a file atomically: a crash or power failure leaves either the old or the new file.
/// Pipes and devices are written to directly.
///
/// # Errors
/// If the file cannot be written (the old one is then kept), or the path is a symbolic link or not a file.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, true)
}

/// Like [`write_file`], but without a sync: a power failure may leave the file empty. Use it for one of many
/// files that are easily written again.
pub fn write_one_of_many(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, false)
}

fn write(path: &Path, bytes: &[u8], lasting: bool) -> io::Result<()> {
    match disk::kind(path)? {
        Kind::Nothing | Kind::File => {}
        Kind::Stream => return disk::write_into(path, bytes),
        // /dev/stdout may be a link to a pipe or a terminal. Other links are neither followed nor replaced.
        Kind::Link if disk::kind_at_end(path)? == Kind::Stream => {
            return disk::write_into(path, bytes);
        }
        Kind::Link => {
            return Err(Error::new(ErrorKind::InvalidInput, say!("it is a symbolic link")));
        }
        Kind::Folder => return Err(Error::new(ErrorKind::IsADirectory, say!("it is a folder"))),
        Kind::Other => return Err(disk::irregular()),
    }
    let folder = disk::folder_of(path);
    NewFile::beside(folder, TEMPORARY)?.replace(path, bytes, lasting)?;
    if lasting {
        disk::sweep(folder, TEMPORARY);
    }
    Ok(())
}

/// Reads a whole file. Follows links, and reads a pipe to its end.
///
/// # Errors
/// If the file cannot be read, or is longer than 256 MB.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_short_file(path, disk::LONGEST)
}

/// The size limit of a C source, in bytes.
const LONGEST_SOURCE: usize = 1 << 20;

/// Reads a C source. Follows links, but rejects pipes and devices, which could block.
///
/// # Errors
/// If the source cannot be read, is not a file, or is longer than 1 MB.
pub fn read_source(path: &Path) -> io::Result<Vec<u8>> {
    match disk::kind_at_end(path)? {
        Kind::File | Kind::Nothing => read_short_file(path, LONGEST_SOURCE),
        Kind::Folder => Err(Error::new(ErrorKind::IsADirectory, say!("it is a folder"))),
        _ => {
            let other = say!("it is a pipe or a device, not a file");
            Err(Error::new(ErrorKind::InvalidInput, other))
        }
    }
}

/// Reads a header in the folder of a source or below it; `None` if there is none. Names are case-insensitive, as
/// in DOS.
///
/// # Errors
/// If the header cannot be read; the message gives the reason.
pub fn read_header(beside: &Path, name: &str) -> io::Result<Option<String>> {
    let inside = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(name).components().all(inside) {
        return Err(Error::other(say!(
            "Include file '{escape_debug}' is outside the folder of the source",
            escape_debug = name.escape_debug()
        )));
    }
    let mut path = disk::folder_of(beside).to_path_buf();
    for part in Path::new(name) {
        let part = part.to_string_lossy();
        path.push(disk::in_any_case(&path, &part).unwrap_or_else(|_| part.into_owned()));
    }
    match read_source(&path) {
        Ok(bytes) => Ok(Some(decode(&bytes).0)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::other(say!(
            "Unable to open include file '{escape_debug}': {error}",
            escape_debug = name.escape_debug(),
            error
        ))),
    }
}

/// Returns true if nothing has this path, not even a dangling link. A path that cannot be examined counts as
/// free: writing there will report the reason.
pub fn is_free(path: &Path) -> bool {
    !disk::kind(path).is_ok_and(|kind| kind != Kind::Nothing)
}
