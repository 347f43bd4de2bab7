//! The files of a run, which live in memory, and what takes a change of them back.

use std::sync::Arc;

/// How large a file can become, in bytes.
pub(crate) const LARGEST: usize = 1 << 20;

/// A folder whose files a program may read. What it writes is in [`Machine::written_files`](super::Machine::written_files).
pub trait Folder: Send + Sync {
    /// The bytes of a file; nothing if there is none. The parts of its name stand between slashes.
    ///
    /// # Errors
    /// A sentence about why it may not or cannot be read.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String>;

    /// The names of the files in the folder itself, or in one that lies in it.
    fn names(&self, within: &str) -> Vec<String>;
}

/// An open file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    pub(crate) file: usize,
    pub(crate) at: usize,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) appends: bool,
    /// Was its end met?
    pub(crate) ended: bool,
}

impl Stream {
    /// A stream at the beginning of a file, which may be read and written.
    pub(crate) fn both_ways(file: usize) -> Stream {
        Stream {
            file,
            at: 0,
            reads: true,
            writes: true,
            appends: false,
            ended: false,
        }
    }
}

/// A file. One that was removed keeps its place.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) removed: bool,
    /// Did the program change it?
    pub(crate) changed: bool,
}

/// The files, and the streams behind those of the machine.
#[derive(Clone, Default)]
pub(crate) struct Files {
    pub(crate) files: Vec<File>,
    pub(crate) streams: Vec<Option<Stream>>,
    /// Where files come from that the program did not make.
    pub(crate) folder: Option<Arc<dyn Folder>>,
}

/// What takes a change of the files back.
#[derive(Clone, Debug)]
pub(crate) enum FileChange {
    /// The stream of this number was like this.
    Stream(usize, Option<Stream>),
    /// A file had these bytes from a place on, and so many in all.
    Bytes(usize, usize, Vec<u8>, usize),
    /// A file had this name, and was removed and changed or not.
    Entry(usize, String, bool, bool),
    /// The last file was not there.
    New,
}

impl FileChange {
    pub(crate) fn bytes(&self) -> usize {
        let kept = match self {
            FileChange::Bytes(_, _, old, _) => old.len(),
            FileChange::Entry(_, name, ..) => name.len(),
            _ => 0,
        };
        size_of::<FileChange>() + kept
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
            FileChange::Entry(n, name, removed, changed) => {
                let file = &mut self.files[n];
                (file.name, file.removed, file.changed) = (name, removed, changed);
            }
            FileChange::New => drop(self.files.pop()),
        }
    }

    /// The file of this name that is in memory, even if it was removed. Capitals and small letters are the same, as in DOS.
    pub(crate) fn known(&self, name: &str) -> Option<usize> {
        let same = |file: &File| file.name.eq_ignore_ascii_case(name);
        self.files.iter().position(same)
    }
}
