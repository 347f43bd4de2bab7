//! Installs and uninstalls files for the desktop. Each file ends with a line that contains its checksum, so
//! that files written or changed by others are never replaced or removed.

use std::io;
use std::path::{Path, PathBuf};

use super::cannot;
use super::disk::{self, Kind};
use super::files::write_file;
use words::say;

/// The text before the checksum in the last line.
const MARK: &str = "Written by qipan install, ";

/// The size limit of files that are compared, in bytes.
const LONGEST: usize = 16 << 20;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Files that were written or removed.
    pub done: Vec<PathBuf>,
    /// Files that were kept because others wrote or changed them.
    pub left: Vec<PathBuf>,
}

/// Appends the line that marks a text as qipan's, between the given comment delimiters.
pub fn marked(mut text: Vec<u8>, (begin, end): (&str, &str)) -> Vec<u8> {
    if !text.ends_with(b"\n") {
        text.push(b'\n');
    }
    let sum = crc32fast::hash(&text);
    text.extend(format!("{begin}{MARK}{sum:08x}{end}\n").into_bytes());
    text
}

/// Returns true if [`marked`] made this text and nobody has changed it.
fn is_ours(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else {
        return false;
    };
    let last = text.trim_end_matches('\n').rfind('\n').unwrap_or(0) + 1;
    let (text, line) = text.split_at(last.min(text.len()));
    let sum = crc32fast::hash(text.as_bytes());
    line.contains(&format!("{MARK}{sum:08x}"))
}

/// Writes each file to its path, but keeps files that others wrote or changed.
///
/// # Errors
/// If a file cannot be read or written.
pub fn put(files: &[(PathBuf, Vec<u8>)]) -> io::Result<Done> {
    change(files, There::Same, |file, bytes| {
        let folder = disk::folder_of(file);
        disk::make_named_folder(folder).map_err(cannot(say!("make the folder"), folder))?;
        write_file(file, bytes).map_err(cannot(say!("write"), file))
    })
}

/// Removes files that [`put`] wrote below `folder`, and subfolders that are then empty.
pub fn take_back(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> io::Result<Done> {
    change(files, There::Nothing, |file, _| {
        disk::remove(file).map_err(cannot(say!("remove"), file))?;
        let above = file.ancestors().skip(1);
        let _ = above.take_while(|above| *above != folder).try_for_each(disk::remove_folder);
        Ok(())
    })
}

/// Changes the files that are not as they should be, except those of others.
fn change(
    files: &[(PathBuf, Vec<u8>)],
    wanted: There,
    change: impl Fn(&Path, &[u8]) -> io::Result<()>,
) -> io::Result<Done> {
    let mut result = Done::default();
    for (file, bytes) in files {
        let there = found(file, bytes)?;
        if there == There::Other {
            result.left.push(file.clone());
        } else if there != wanted {
            change(file, bytes)?;
            result.done.push(file.clone());
        }
    }
    Ok(result)
}

#[derive(PartialEq)]
enum There {
    Nothing,
    Same,
    /// A file that another version of this program wrote.
    Older,
    Other,
}

fn found(file: &Path, wanted: &[u8]) -> io::Result<There> {
    match disk::kind(file).map_err(cannot(say!("read"), file))? {
        Kind::Nothing => Ok(There::Nothing),
        Kind::File => {
            let bytes = disk::read_named(file, LONGEST).map_err(cannot(say!("read"), file))?;
            Ok(match bytes == wanted {
                true => There::Same,
                false if is_ours(&bytes) => There::Older,
                false => There::Other,
            })
        }
        _ => Ok(There::Other),
    }
}
