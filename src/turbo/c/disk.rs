//! The files of a run, which are in memory, and the undo of their changes.

use std::sync::Arc;

/// The size limit of a file, in bytes.
pub(crate) const LARGEST: usize = 1 << 20;

/// A folder whose files a program can read. The program's own files stay in memory; see
/// [`Machine::written_files`](super::Machine::written_files).
pub trait Folder: Send + Sync {
    /// The content of a file, or `None` if it does not exist. `/` separates the parts of its name.
    ///
    /// # Errors
    /// The reason why the file cannot be read, as a sentence.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String>;

    /// The file names in the folder, or in a folder within it.
    fn names(&self, within: &str) -> Vec<String>;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    pub(crate) file: usize,
    pub(crate) at: usize,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) appends: bool,
    pub(crate) ended: bool,
}

impl Stream {
    /// A stream at the beginning of a file, for reading and writing.
    pub(crate) fn both_ways(file: usize) -> Stream {
        Stream { file, at: 0, reads: true, writes: true, appends: false, ended: false }
    }
}

/// A file; a removed one keeps its index.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) removed: bool,
    pub(crate) changed: bool,
}

/// The files, and the streams after the standard ones.
#[derive(Clone, Default)]
pub(crate) struct Files {
    pub(crate) files: Vec<File>,
    pub(crate) streams: Vec<Option<Stream>>,
    /// The source of files that the program did not create.
    pub(crate) folder: Option<Arc<dyn Folder>>,
}

/// A change of the files, stored as what is needed to undo it.
#[derive(Clone, Debug)]
pub(crate) enum FileChange {
    /// The number of a stream and its old state.
    Stream(usize, Option<Stream>),
    /// A file, an offset, the old bytes from there, and the old length.
    Bytes(usize, usize, Vec<u8>, usize),
    /// A file with its old flags `removed` and `changed`.
    Flags(usize, bool, bool),
    /// The last file was created.
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
                bytes.resize(length, 0);
                bytes[at..at + old.len()].copy_from_slice(&old);
            }
            FileChange::Flags(n, removed, changed) => {
                (self.files[n].removed, self.files[n].changed) = (removed, changed);
            }
            FileChange::New => drop(self.files.pop()),
        }
    }

    /// The index of a file in memory, even a removed one. Names ignore case, as in DOS.
    pub(crate) fn known(&self, name: &str) -> Option<usize> {
        self.files.iter().position(|file| file.name.eq_ignore_ascii_case(name))
    }
}
