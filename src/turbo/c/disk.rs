//! The in-memory files of a run, and the undoing of changes to them.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// The maximum size of a file, in bytes.
pub(crate) const LARGEST: usize = 1 << 20;
/// The maximum size of all files together, in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 24;

/// A folder whose files a program can read. The program's own files stay in memory; see
/// [`Machine::written_files`](super::Machine::written_files).
pub trait Folder: Send + Sync {
    /// Returns a file's content, or `None` if the file does not exist. `/` separates the parts of its name.
    ///
    /// # Errors
    /// If the file cannot be read; the error is the reason as a sentence.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Returns the names of the files in the folder, or in its subfolder `within` if that is not empty.
    fn names(&self, within: &str) -> Vec<String>;
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stream {
    pub(crate) file: usize,
    pub(crate) at: usize,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) appends: bool,
    pub(crate) ended: bool,
    /// The character that `ungetc` put back before `at`.
    pub(crate) pushed: Option<u8>,
}

impl Stream {
    /// The position that `ftell` returns: a character that was put back counts as not read.
    pub(crate) fn position(&self) -> usize {
        self.at.saturating_sub(usize::from(self.pushed.is_some()))
    }

    /// Creates a stream at the beginning of a file, for reading and writing.
    pub(crate) fn both_ways(file: usize) -> Stream {
        Stream { file, at: 0, reads: true, writes: true, appends: false, ended: false, pushed: None }
    }
}

/// A file. A removed file keeps its index.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) removed: bool,
    pub(crate) changed: bool,
}

/// The files, and the streams other than the standard ones.
#[derive(Clone, Default)]
pub(crate) struct Files {
    pub(crate) files: Vec<File>,
    /// The indices of the files by their names in capitals.
    by_name: HashMap<String, usize>,
    /// The size of all files, in bytes.
    pub(crate) total: usize,
    pub(crate) streams: Vec<Option<Stream>>,
    /// The source of files that the program did not create.
    pub(crate) folder: Option<Arc<dyn Folder>>,
}

impl Files {
    pub(crate) fn is_same(&self, other: &Files) -> bool {
        self.streams == other.streams && self.files == other.files
    }
}

/// A change to the files, stored as the data needed to undo it.
#[derive(Clone, Debug)]
pub(crate) enum FileChange {
    /// A change of a stream: its number and its old state.
    Stream(usize, Option<Stream>),
    /// A write to a file: the file's index, the offset, the old bytes from there on, and the file's old
    /// length.
    Bytes(usize, usize, Vec<u8>, usize),
    /// A change of a file's flags: the file's index and the old `removed` and `changed`.
    Flags(usize, bool, bool),
    /// The creation of the last file.
    New,
}

impl FileChange {
    pub(crate) fn bytes(&self) -> usize {
        let old = if let FileChange::Bytes(_, _, old, _) = self { old.len() } else { 0 };
        size_of::<FileChange>() + old
    }
}

impl Files {
    pub(crate) fn undo(&mut self, change: FileChange) {
        match change {
            FileChange::Stream(n, stream) => self.streams[n] = stream,
            FileChange::Bytes(n, at, old, length) => {
                let bytes = &mut self.files[n].bytes;
                self.total = self.total - bytes.len() + length;
                bytes.resize(length, 0);
                bytes[at..at + old.len()].copy_from_slice(&old);
            }
            FileChange::Flags(n, removed, changed) => {
                (self.files[n].removed, self.files[n].changed) = (removed, changed);
            }
            FileChange::New => {
                if let Some(file) = self.files.pop() {
                    self.total -= file.bytes.len();
                    self.by_name.remove(&file.name.to_ascii_uppercase());
                }
            }
        }
    }

    /// Adds a file and returns its index.
    pub(crate) fn add(&mut self, file: File) -> usize {
        let n = self.files.len();
        self.total += file.bytes.len();
        self.by_name.insert(file.name.to_ascii_uppercase(), n);
        self.files.push(file);
        n
    }

    /// Returns the index of a file in memory, even of a removed one. Names ignore case, as in DOS.
    pub(crate) fn known(&self, name: &str) -> Option<usize> {
        self.by_name.get(&name.to_ascii_uppercase()).copied()
    }
}

/// Returns the device that DOS has under a name, whatever its extension.
pub(crate) fn device(name: &str) -> Option<&'static str> {
    let stem = name.split('.').next().unwrap_or_default();
    ["CON", "NUL", "PRN"].into_iter().find(|device| device.eq_ignore_ascii_case(stem))
}
