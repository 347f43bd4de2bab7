//! A state that grows by small records. If the program dies, at most the record being written is lost.
//!
//! All records are appended to a journal, `4.journal`. After about 500 games, the state that they add up to
//! is written to `4.snapshot`, with the number of journal bytes that it covers. At startup the program reads
//! the snapshot and the records after those bytes; if the snapshot is damaged, it replays the whole journal.
//! When a journal gets very long, or the state is replaced, a journal with the next number begins; its first
//! record is the state. Every reader and writer locks the folder.
//!
//! After a damaged record the reader scans for the next valid one, so damage costs only the records it hits.
//! The damaged bytes stay in the file and are reported until a snapshot covers them.
//!
//! A program that cannot wait for the lock leaves a note: a separate file, which the next owner of the lock
//! turns into records. The note's number is written with these records, so that a program that finds the note
//! after a crash can tell whether it has already become records.

use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::{self, Kind, NewFile};
use super::frames::{self, GOES_ON, OF_A_NOTE, STATE, framed};
use super::{Broken, Lock, Store, cannot, newer, sealed, set_aside, unsealed};
use words::say;

/// A snapshot is due after this many bytes of records: about 500 games.
const SNAPSHOT_DUE: u64 = 64 << 10;

/// A new journal begins when the current one is this many bytes longer than its state: about 20,000 games,
/// which replay in seconds.
const FULL: u64 = 4 << 20;

/// The prefix of the file names of notes.
const LEFT: &str = "left-";

/// The name that notes are sealed with, which is also their file extension.
const NOTE: &str = "note";

/// A journal in a folder of its own, with the position up to which it has been read.
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    /// The number of the journal, and the number of bytes read from it.
    read: Option<(u64, u64)>,
    /// The number of journal bytes that the snapshot covers.
    snapshot: u64,
    /// The numbers of the notes that were turned into records.
    learned: HashSet<u64>,
}

/// A locked journal.
#[derive(Debug)]
pub struct Held<'a> {
    journal: &'a mut Journal,
    _lock: Lock,
    /// True if there is damage that the snapshot does not cover.
    is_damaged: bool,
    /// True if a learned note could not be deleted.
    keeps_note: bool,
}

/// The state that new records are added to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// No state.
    #[default]
    Empty,
    /// The state that the reader already has.
    Same,
    State(Vec<u8>),
}

/// Changes since the last read, by this program or another.
#[derive(Debug, Default)]
pub struct News {
    pub base: Base,
    /// The new records, oldest first.
    pub records: Vec<Vec<u8>>,
    /// Notes that have not become records yet, oldest first.
    pub notes: Vec<Note>,
    /// One sentence for each damaged file.
    pub damaged: Vec<String>,
}

/// A file left by a program that could not wait for the journal's lock.
#[derive(Debug)]
pub struct Note {
    path: PathBuf,
    number: u64,
    /// The bytes given to [`Journal::leave`].
    pub bytes: Vec<u8>,
}

impl Store {
    /// Returns the journal of this name. Its folder is created when the journal is first locked.
    pub fn journal(&self, name: &str) -> Journal {
        Journal { dir: self.dir.join(name), read: None, snapshot: 0, learned: HashSet::new() }
    }
}

impl Journal {
    /// Locks the journal and reads the changes since the last read. Renames damaged notes.
    ///
    /// # Errors
    /// If the folder or the lock cannot be created, a file cannot be read, or a newer qipan wrote it.
    pub fn hold(&mut self) -> io::Result<(Held<'_>, News)> {
        let lock = self.lock()?;
        disk::sweep(&self.dir, LEFT);
        let news = self.news(true);
        if news.is_err() {
            // After a failed read, start over next time.
            self.forget();
        }
        let news = news?;
        let held =
            Held { journal: self, _lock: lock, is_damaged: !news.damaged.is_empty(), keeps_note: false };
        Ok((held, news))
    }

    /// Reads the whole journal without changing anything. Waits for a writer to finish.
    ///
    /// # Errors
    /// If a file cannot be read, or a newer qipan wrote it.
    pub fn look(&mut self) -> io::Result<News> {
        if !self.is_there()? {
            return Ok(News::default());
        }
        let _lock = Lock::to_read(&self.dir.join(".lock"))?;
        self.forget();
        let news = self.news(false);
        self.forget();
        news
    }

    /// Returns true if the folder exists.
    pub(crate) fn is_there(&self) -> io::Result<bool> {
        match disk::kind(&self.dir).map_err(cannot(say!("read"), &self.dir))? {
            Kind::Nothing => Ok(false),
            Kind::Folder => Ok(true),
            _ => {
                let error = io::Error::new(ErrorKind::NotADirectory, say!("it is not a folder"));
                Err(cannot(say!("read"), &self.dir)(error))
            }
        }
    }

    fn make_folder(&self) -> io::Result<()> {
        // Reject a link in the place of the folder.
        if disk::kind(&self.dir).is_ok_and(|kind| kind == Kind::Link) {
            self.is_there()?;
        }
        Store::at(self.dir.clone()).make_folder()
    }

    fn lock(&self) -> io::Result<Lock> {
        self.make_folder()?;
        Lock::of(&self.dir.join(".lock"), None)
    }

    /// Writes a note for the next owner of the lock, without waiting. Once this returns, the note is durable.
    pub fn leave(&self, note: &[u8]) -> io::Result<()> {
        self.make_folder()?;
        let written = NewFile::beside(&self.dir, LEFT).and_then(|new| {
            let path = new.path().with_extension(NOTE);
            new.replace(&path, &sealed(NOTE, note), true)
        });
        written.map_err(cannot(say!("write to"), &self.dir))
    }

    /// Makes the next read start from the beginning.
    pub(crate) fn forget(&mut self) {
        self.read = None;
    }

    /// Replaces the state.
    ///
    /// # Errors
    /// If the new state cannot be written; the old one is then kept.
    pub fn replace(&mut self, state: &[u8]) -> io::Result<()> {
        let _lock = self.lock()?;
        let next = self.files()?.last().map_or(0, |(number, _)| number + 1);
        self.begin(next, state)
    }

    fn path(&self, number: u64, kind: &str) -> PathBuf {
        self.dir.join(format!("{number}.{kind}"))
    }

    /// Lists the journals and snapshots in the folder with their numbers, in ascending order. Only the last
    /// one is current.
    fn files(&self) -> io::Result<Vec<(u64, PathBuf)>> {
        let names = disk::list(&self.dir).map_err(cannot(say!("read"), &self.dir))?;
        let mut files = Vec::new();
        for name in names {
            if let Some((number, "journal" | "snapshot")) = name.split_once('.')
                && let Ok(number) = number.parse::<u32>()
            {
                files.push((number.into(), self.dir.join(name)));
            }
        }
        files.sort();
        Ok(files)
    }

    /// Reads the changes since the last read. If `holds` is true, renames damaged notes and deletes learned
    /// ones.
    fn news(&mut self, holds: bool) -> io::Result<News> {
        let mut news = self.read(holds)?;
        for (_, number, path) in self.notes()? {
            if self.learned.contains(&number) {
                if holds {
                    disk::remove(&path).map_err(cannot(say!("remove"), &path))?;
                }
                continue;
            }
            let bytes = disk::read(&path).map_err(cannot(say!("read"), &path))?;
            match unsealed(NOTE, bytes) {
                Ok(bytes) => news.notes.push(Note { path, number, bytes }),
                // Leave the note for the newer program.
                Err(Broken::Newer) => {}
                Err(_) if holds => {
                    let (was, is) = (name(&path), name(&set_aside(&path)?));
                    news.damaged.push(say!("{was} was damaged and was renamed to {is}.", was, is));
                }
                Err(_) => news.damaged.push(say!("{name} is damaged.", name = name(&path))),
            }
        }
        Ok(news)
    }

    /// Reads the new records.
    fn read(&mut self, holds: bool) -> io::Result<News> {
        let number = self.files()?.last().map_or(0, |(number, _)| *number);
        let path = self.path(number, "journal");
        let length = disk::length(&path).map_err(cannot(say!("read"), &path))?;
        let mut news = News::default();
        let from = match self.read {
            // A shorter file means that somebody deleted the folder.
            Some((read, bytes)) if read == number && bytes <= length => {
                news.base = Base::Same;
                bytes
            }
            _ => self.read_snapshot(number, &mut news)?,
        };
        let bytes = disk::existing(disk::read_from(&path, from, disk::LONGEST));
        let bytes = bytes.map_err(cannot(say!("read"), &path))?.unwrap_or_default();
        if holds && !bytes.is_empty() {
            // A killed program may have written these bytes without syncing them.
            disk::open_to_write(&path)
                .and_then(|file| disk::sync(&file))
                .and_then(|()| disk::sync_folder(&self.dir))
                .map_err(cannot(say!("write"), &path))?;
        }
        let read = frames::read(&bytes);
        if read.damaged > 0 {
            if news.base == Base::Same {
                // Another window may have reported the damage already and written a snapshot that covers it,
                // so look for one.
                self.forget();
                return self.read(holds);
            }
            let (name, lost) = (name(&path), read.damaged);
            news.damaged.push(say!("{name} is damaged: {lost} bytes of it cannot be read.", name, lost));
        }
        for (kind, bytes) in read.records {
            match kind & !GOES_ON {
                STATE => {
                    news.base = Base::State(bytes.to_vec());
                    news.records.clear();
                }
                OF_A_NOTE => {
                    let number = bytes.try_into().map(u64::from_le_bytes);
                    self.learned.extend(number.ok());
                }
                _ => news.records.push(bytes.to_vec()),
            }
        }
        self.read = Some((number, from + read.end as u64));
        Ok(news)
    }

    /// Loads the snapshot as the base. Returns the number of journal bytes that it covers. Without a valid
    /// snapshot that is 0, because the journal has all records.
    fn read_snapshot(&mut self, number: u64, news: &mut News) -> io::Result<u64> {
        let path = self.path(number, "snapshot");
        self.learned.clear();
        self.snapshot = 0;
        let bytes = disk::existing(disk::read(&path)).map_err(cannot(say!("read"), &path))?;
        let Some(bytes) = bytes else {
            return Ok(0);
        };
        match unsealed(&number.to_string(), bytes) {
            Ok(bytes) if bytes.len() >= 8 => {
                let (place, state) = bytes.split_at(8);
                self.snapshot = place.try_into().map_or(0, u64::from_le_bytes);
                news.base = Base::State(state.to_vec());
            }
            Err(Broken::Newer) => return Err(cannot(say!("read"), &path)(newer())),
            _ => {
                let name = name(&path);
                news.damaged.push(say!("{name} is damaged; the journal is read instead.", name));
            }
        }
        Ok(self.snapshot)
    }

    /// Writes a snapshot with the state after the bytes read so far.
    fn write_snapshot(&mut self, state: &[u8]) -> io::Result<()> {
        let (number, bytes) = self.read.unwrap_or_default();
        let path = self.path(number, "snapshot");
        let snapshot = [&bytes.to_le_bytes(), state].concat();
        let snapshot = sealed(&number.to_string(), &snapshot);
        self.put("snapshot.new", &path, &snapshot)?;
        self.snapshot = bytes;
        Ok(())
    }

    /// Replaces a whole file. Because the file does not list the learned notes, their removal is first made
    /// durable.
    fn put(&self, temporary: &str, path: &Path, bytes: &[u8]) -> io::Result<()> {
        disk::sync_folder(&self.dir).map_err(cannot(say!("write"), path))?;
        // Every writer holds the lock, so an existing file of this name is left over from a killed program.
        NewFile::at(self.dir.join(temporary))
            .and_then(|new| new.replace(path, bytes, true))
            .map_err(cannot(say!("write"), path))
    }

    /// Begins a journal with this number and state, and deletes older journals.
    fn begin(&mut self, number: u64, state: &[u8]) -> io::Result<()> {
        let path = self.path(number, "journal");
        let first = framed(STATE, state);
        self.put("journal.new", &path, &first)?;
        self.read = Some((number, first.len() as u64));
        self.learned.clear();
        // The snapshot helps if the first record gets damaged. Failing to write it loses nothing.
        let _ = self.write_snapshot(state);
        // Older journals do no harm, so errors are ignored.
        for (old, path) in self.files().unwrap_or_default() {
            if old < number {
                let _ = disk::remove(&path);
            }
        }
        Ok(())
    }

    /// Lists the modification time, number and path of each note, oldest first.
    fn notes(&self) -> io::Result<Vec<(SystemTime, u64, PathBuf)>> {
        let mut notes = Vec::new();
        for name in disk::list(&self.dir).map_err(cannot(say!("read"), &self.dir))? {
            let number = name
                .strip_prefix(LEFT)
                .and_then(|rest| rest.strip_suffix(".note"))
                .and_then(|number| u64::from_str_radix(number, 16).ok());
            if let Some(number) = number {
                let path = self.dir.join(name);
                let left = disk::written(&path).map_err(cannot(say!("read"), &path))?;
                notes.extend(left.map(|left| (left, number, path)));
            }
        }
        notes.sort();
        Ok(notes)
    }
}

impl Held<'_> {
    /// Appends records and deletes the note that they were made from. On an error, no record is kept, but the
    /// note is.
    pub fn append(&mut self, records: &[Vec<u8>], of: Option<&Note>) -> io::Result<()> {
        let goes_on = |more: bool| if more { GOES_ON } else { 0 };
        let mut number = Vec::new();
        if let Some(note) = of {
            let kind = OF_A_NOTE | goes_on(!records.is_empty());
            number = framed(kind, &note.number.to_le_bytes());
        }
        let mut frames = Vec::new();
        for (record, n) in records.iter().zip(1..) {
            frames.extend(framed(goes_on(n < records.len()), record));
        }
        let before = self.journal.read;
        // Write the number first: a power failure that kept only the records would let the note become
        // records twice.
        if let Err(error) = self.write(&number).and_then(|()| self.write(&frames)) {
            self.journal.read = before;
            return Err(error);
        }
        if let Some(note) = of {
            self.journal.learned.insert(note.number);
            self.keeps_note |= disk::remove(&note.path).is_err();
        }
        Ok(())
    }

    /// Appends frames after what has been read, and syncs them.
    fn write(&mut self, frames: &[u8]) -> io::Result<()> {
        if frames.is_empty() {
            return Ok(());
        }
        let (number, end) = self.journal.read.unwrap_or_default();
        let path = self.journal.path(number, "journal");
        let cannot_write = || cannot(say!("write"), &path);
        let mut file = disk::open_to_write(&path).map_err(cannot_write())?;
        if disk::length(&path).map_err(cannot_write())? > end {
            // An unfinished record of a killed program was never acknowledged.
            disk::cut(&file, end).map_err(cannot_write())?;
        }
        if end == 0 {
            // The file's name must be durable before its first record.
            disk::sync_folder(&self.journal.dir).map_err(cannot_write())?;
        }
        let written = disk::write_at(&mut file, end, frames).and_then(|()| disk::sync(&file));
        if let Err(error) = written {
            // Remove what was written, so that no later read takes it for a saved record.
            let _ = disk::cut(&file, end);
            return Err(cannot_write()(error));
        }
        self.journal.read = Some((number, end + frames.len() as u64));
        Ok(())
    }

    /// Returns true if it is time for a snapshot.
    pub fn is_snapshot_due(&self) -> bool {
        let (_, bytes) = self.journal.read.unwrap_or_default();
        self.is_damaged || bytes.saturating_sub(self.journal.snapshot) > SNAPSHOT_DUE
    }

    /// Writes the state as a snapshot, or begins a new journal if this one has grown very long.
    ///
    /// # Errors
    /// If the file cannot be written; nothing has then changed.
    pub fn keep_snapshot(&mut self, state: &[u8]) -> io::Result<()> {
        // A snapshot does not list learned notes, so the note would be learned again.
        if self.keeps_note {
            return Ok(());
        }
        let (number, bytes) = self.journal.read.unwrap_or_default();
        match bytes > FULL + state.len() as u64 {
            true => self.journal.begin(number + 1, state),
            false => self.journal.write_snapshot(state),
        }
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
