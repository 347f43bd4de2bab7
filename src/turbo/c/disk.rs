//! The files of a run, which live in memory, and what takes a change of them back.

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

/// The files by their names, and the streams behind those of the machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    pub(crate) files: Vec<(String, Vec<u8>)>,
    pub(crate) streams: Vec<Option<Stream>>,
}

/// What takes a change of the files back.
#[derive(Clone, Debug)]
pub(crate) enum FileChange {
    /// The stream of this number was like this.
    Stream(usize, Option<Stream>),
    /// A file had this name and these bytes from a place on, and so many in all.
    Bytes(usize, String, usize, Vec<u8>, usize),
    /// The last file was not there.
    New,
}

impl FileChange {
    pub(crate) fn bytes(&self) -> usize {
        let kept = match self {
            FileChange::Bytes(_, name, _, old, _) => name.len() + old.len(),
            _ => 0,
        };
        size_of::<FileChange>() + kept
    }
}

impl Files {
    pub(crate) fn undo(&mut self, change: FileChange) {
        match change {
            FileChange::Stream(n, stream) => self.streams[n] = stream,
            FileChange::Bytes(n, name, at, old, length) => {
                let (known, bytes) = &mut self.files[n];
                *known = name;
                bytes.resize(length, 0);
                bytes[at..at + old.len()].copy_from_slice(&old);
            }
            FileChange::New => drop(self.files.pop()),
        }
    }
}
