//! A state that grows by small records. However the program ends, at most the record being written is lost.
//!
//! All records stand in a journal, `4.journal`, which is only ever written at its end. Now and then the state to which they have led is
//! written beside it, `4.snapshot`, with the number of bytes of the journal that it covers. A program that starts reads the snapshot and
//! the records after those bytes; a snapshot that the disk has damaged is made again from the journal. A journal that has grown very long,
//! or whose state is replaced by another, is followed by one with the next number, whose first record is the state. Every reader and writer
//! holds the lock of the folder.
//!
//! After a damaged record the next good one is looked for, byte by byte, so damage costs only what stands in its place. The damaged bytes
//! stay as they are and are reported until a snapshot covers them.
//!
//! A program that cannot wait for the lock leaves a note, a file of its own, from which the next holder makes records. The number in the
//! note's name is written with these records, so a program that finds the note after a crash can tell from the journal whether it has been
//! learned.

use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::{self, Kind, New};
use super::frames::{self, GOES_ON, OF_A_NOTE, STATE, framed};
use super::{Broken, Lock, Store, cannot, newer, sealed, set_aside, unsealed};
use words::say;

/// This many bytes of records after a snapshot call for a new one: some 500 games.
const SNAPSHOT_DUE: u64 = 64 << 10;

/// A new journal begins when this one is this many bytes longer than its state: some 20,000 games, which can be learned again in seconds.
const FULL: u64 = 4 << 20;

/// The file that holds the progress of something that takes long, and the name under which it is sealed.
const PROGRESS: &str = "progress";

/// How the names of notes begin.
const LEFT: &str = "left-";

/// The name under which a note is sealed.
const NOTE: &str = "note";

/// A journal in a folder of its own, and how far its owner has read it.
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    /// The number of the journal, and how many bytes of it have been read.
    read: Option<(u64, u64)>,
    /// How many bytes of the journal the snapshot covers.
    snapshot: u64,
    /// The numbers of the notes from which records were made.
    learned: HashSet<u64>,
}

/// A journal while nobody else reads or writes it.
#[derive(Debug)]
pub struct Held<'a> {
    journal: &'a mut Journal,
    _lock: Lock,
    /// Does it have damage that the snapshot does not cover?
    is_damaged: bool,
    /// Is a note still there from which records were already made?
    keeps_note: bool,
}

/// The state to which the news is added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// Nothing.
    #[default]
    Empty,
    /// The state that the reader has already.
    Same,
    /// This state.
    State(Vec<u8>),
}

/// What has come since the last reading, from this program or another.
#[derive(Debug, Default)]
pub struct News {
    /// The state to which the records are added.
    pub base: Base,
    /// The records in order.
    pub records: Vec<Vec<u8>>,
    /// The notes that are not records yet, the oldest first.
    pub notes: Vec<Note>,
    /// A sentence for each thing that is damaged.
    pub damaged: Vec<String>,
}

/// A note that was left for the next holder of a journal.
#[derive(Debug)]
pub struct Note {
    path: PathBuf,
    number: u64,
    /// The bytes that were given to [`Journal::leave`].
    pub bytes: Vec<u8>,
}

impl Store {
    /// The journal of this name. The folder is made when it is first held.
    pub fn journal(&self, name: &str) -> Journal {
        Journal {
            dir: self.dir.join(name),
            read: None,
            snapshot: 0,
            learned: HashSet::new(),
        }
    }
}

impl Journal {
    /// Waits until nobody else holds it, and reads what has come since the last time. Damaged notes are set aside.
    ///
    /// # Errors
    /// The folder or the lock cannot be made, a file cannot be read, or a newer qipan wrote it.
    pub fn hold(&mut self) -> io::Result<(Held<'_>, News)> {
        let lock = self.lock()?;
        disk::sweep(&self.dir, LEFT);
        let news = self.news(true);
        if news.is_err() {
            // After an error, what was read cannot be relied on.
            self.forget();
        }
        let news = news?;
        let held = Held {
            journal: self,
            _lock: lock,
            is_damaged: !news.damaged.is_empty(),
            keeps_note: false,
        };
        Ok((held, news))
    }

    /// Everything in the journal as it stands. This makes and changes nothing, but waits for a writer to finish.
    ///
    /// # Errors
    /// A file cannot be read, or a newer qipan wrote it.
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

    /// Does it have a folder? Asking makes none.
    pub(crate) fn is_there(&self) -> io::Result<bool> {
        match disk::kind(&self.dir).map_err(cannot("read", &self.dir))? {
            Kind::Nothing => Ok(false),
            Kind::Folder => Ok(true),
            _ => {
                let no_folder =
                    io::Error::new(ErrorKind::NotADirectory, say!("it is not a folder"));
                Err(cannot("read", &self.dir)(no_folder))
            }
        }
    }

    fn make_folder(&self) -> io::Result<()> {
        // A link in the place of the folder is not followed.
        if disk::kind(&self.dir).is_ok_and(|kind| kind == Kind::Link) {
            self.is_there()?;
        }
        Store::at(self.dir.clone()).make_folder()
    }

    fn lock(&self) -> io::Result<Lock> {
        self.make_folder()?;
        Lock::of(&self.dir.join(".lock"), None)
    }

    /// Leaves a note for the next holder. This waits for nobody. Once it returns, the note is kept, whatever happens.
    pub fn leave(&self, note: &[u8]) -> io::Result<()> {
        self.make_folder()?;
        let written = New::beside(&self.dir, LEFT).and_then(|new| {
            let path = new.path().with_extension(NOTE);
            new.replace(&path, &sealed(NOTE, note), true)
        });
        written.map_err(cannot(say!("write to"), &self.dir))
    }

    /// Forgets what was read, so that the next news is everything.
    pub(crate) fn forget(&mut self) {
        self.read = None;
    }

    /// Writes a new state in place of the old one, which is forgotten.
    ///
    /// # Errors
    /// It cannot be written, and everything is as before.
    pub fn replace(&mut self, state: &[u8]) -> io::Result<()> {
        let _lock = self.lock()?;
        let next = self.files()?.last().map_or(0, |(number, _)| number + 1);
        self.begin(next, state)?;
        // The progress belongs to the old state.
        let _ = disk::remove(&self.dir.join(PROGRESS));
        Ok(())
    }

    fn path(&self, number: u64, kind: &str) -> PathBuf {
        self.dir.join(format!("{number}.{kind}"))
    }

    /// The journals and snapshots of this folder, with their numbers. The greatest number counts.
    fn files(&self) -> io::Result<Vec<(u64, PathBuf)>> {
        let names = disk::list(&self.dir).map_err(cannot("read", &self.dir))?;
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

    /// What has come since the last reading. Only the holder of the journal sets damaged notes aside and removes those that have been
    /// learned.
    fn news(&mut self, holds: bool) -> io::Result<News> {
        let mut news = self.read(holds)?;
        for (_, number, path) in self.notes()? {
            if self.learned.contains(&number) {
                if holds {
                    disk::remove(&path).map_err(cannot("remove", &path))?;
                }
                continue;
            }
            let bytes = disk::read(&path).map_err(cannot("read", &path))?;
            match unsealed(NOTE, bytes) {
                Ok(bytes) => news.notes.push(Note {
                    path,
                    number,
                    bytes,
                }),
                // The note waits for the newer qipan.
                Err(Broken::Newer) => {}
                Err(_) if holds => {
                    let (was, is) = (name(&path), name(&set_aside(&path)?));
                    news.damaged
                        .push(say!("{was} was damaged and is now {is}.", was, is));
                }
                Err(_) => news
                    .damaged
                    .push(say!("{name} is damaged.", name = name(&path))),
            }
        }
        Ok(news)
    }

    /// The records that have come since the last reading.
    fn read(&mut self, holds: bool) -> io::Result<News> {
        let number = self.files()?.last().map_or(0, |(number, _)| *number);
        let path = self.path(number, "journal");
        let length = disk::length(&path).map_err(cannot("read", &path))?;
        let mut news = News::default();
        let from = match self.read {
            // If somebody has removed the folder, what was read is gone with it.
            Some((read, bytes)) if read == number && bytes <= length => {
                news.base = Base::Same;
                bytes
            }
            _ => self.read_snapshot(number, &mut news)?,
        };
        let bytes = match disk::read_from(&path, from, disk::LONGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(cannot("read", &path))?,
        };
        if holds && !bytes.is_empty() {
            // A killed program may have written these bytes without waiting until they were on the disk.
            disk::open_to_write(&path)
                .and_then(|file| disk::sync(&file))
                .and_then(|()| disk::sync_folder(&self.dir))
                .map_err(cannot("write", &path))?;
        }
        let read = frames::read(&bytes);
        if read.damaged > 0 {
            if news.base == Base::Same {
                // Another window may have reported the damage and made a snapshot that covers it.
                self.forget();
                return self.read(holds);
            }
            let (name, lost) = (name(&path), read.damaged);
            let sentence = say!(
                "{name} is damaged: {lost} bytes of it cannot be read.",
                name,
                lost
            );
            news.damaged.push(sentence);
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

    /// Makes the snapshot the base of the news. Returns how many bytes of the journal it covers: 0 where there is no good one, because the
    /// journal has everything.
    fn read_snapshot(&mut self, number: u64, news: &mut News) -> io::Result<u64> {
        let path = self.path(number, "snapshot");
        self.learned.clear();
        self.snapshot = 0;
        let bytes = match disk::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            bytes => bytes.map_err(cannot("read", &path))?,
        };
        match unsealed(&number.to_string(), bytes) {
            Ok(bytes) if bytes.len() >= 8 => {
                let (place, state) = bytes.split_at(8);
                self.snapshot = place.try_into().map_or(0, u64::from_le_bytes);
                news.base = Base::State(state.to_vec());
            }
            Err(Broken::Newer) => return Err(cannot("read", &path)(newer())),
            _ => {
                let sentence = say!(
                    "{name} is damaged; the journal is read instead.",
                    name = name(&path)
                );
                news.damaged.push(sentence);
            }
        }
        Ok(self.snapshot)
    }

    /// Writes the state to which the journal has led as far as it has been read.
    fn write_snapshot(&mut self, state: &[u8]) -> io::Result<()> {
        let (number, bytes) = self.read.unwrap_or_default();
        let path = self.path(number, "snapshot");
        let snapshot = [&bytes.to_le_bytes(), state].concat();
        let snapshot = sealed(&number.to_string(), &snapshot);
        self.put("snapshot.new", &path, &snapshot)?;
        self.snapshot = bytes;
        Ok(())
    }

    /// Writes a whole file. It does not say which notes have been learned, so these must be gone for good before it appears.
    fn put(&self, temporary: &str, path: &Path, bytes: &[u8]) -> io::Result<()> {
        disk::sync_folder(&self.dir).map_err(cannot("write", path))?;
        // Every writer holds the lock, so any file of this name was left by a killed program.
        New::at(self.dir.join(temporary))
            .and_then(|new| new.replace(path, bytes, true))
            .map_err(cannot("write", path))
    }

    /// Writes a journal of this number that begins with a state, and removes those before it.
    fn begin(&mut self, number: u64, state: &[u8]) -> io::Result<()> {
        let path = self.path(number, "journal");
        let first = framed(STATE, state);
        self.put("journal.new", &path, &first)?;
        self.read = Some((number, first.len() as u64));
        self.learned.clear();
        // The snapshot helps if the disk damages the first record. Without a snapshot the state is kept all the same.
        let _ = self.write_snapshot(state);
        // Older journals that cannot be removed do no harm.
        for (old, path) in self.files().unwrap_or_default() {
            if old < number {
                let _ = disk::remove(&path);
            }
        }
        Ok(())
    }

    /// The notes, the oldest first: when each was left, its number and its file.
    fn notes(&self) -> io::Result<Vec<(SystemTime, u64, PathBuf)>> {
        let mut notes = Vec::new();
        for name in disk::list(&self.dir).map_err(cannot("read", &self.dir))? {
            let number = name
                .strip_prefix(LEFT)
                .and_then(|rest| rest.strip_suffix(".note"))
                .and_then(|number| u64::from_str_radix(number, 16).ok());
            if let Some(number) = number {
                let path = self.dir.join(name);
                let left = disk::written(&path).map_err(cannot("read", &path))?;
                notes.extend(left.map(|left| (left, number, path)));
            }
        }
        notes.sort();
        Ok(notes)
    }
}

impl Held<'_> {
    /// Adds records and removes the note from which they were made. When it fails, none of the records is kept, and the note is.
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
        // If a loss of power left the records without the number, the note would be learned again.
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

    /// Writes frames after what has been read, and waits until they are on the disk.
    fn write(&mut self, frames: &[u8]) -> io::Result<()> {
        if frames.is_empty() {
            return Ok(());
        }
        let (number, end) = self.journal.read.unwrap_or_default();
        let path = self.journal.path(number, "journal");
        let cannot_write = || cannot("write", &path);
        let mut file = disk::open_to_write(&path).map_err(cannot_write())?;
        if disk::length(&path).map_err(cannot_write())? > end {
            // A killed program did not finish this record, so it was never kept.
            disk::cut(&file, end).map_err(cannot_write())?;
        }
        if end == 0 {
            // The name must be on the disk before any record is in the file.
            disk::sync_folder(&self.journal.dir).map_err(cannot_write())?;
        }
        let written = disk::write_at(&mut file, end, frames).and_then(|()| disk::sync(&file));
        if let Err(error) = written {
            // The record must not be read later as if it had been kept.
            let _ = disk::cut(&file, end);
            return Err(cannot_write()(error));
        }
        self.journal.read = Some((number, end + frames.len() as u64));
        Ok(())
    }

    /// Is it time for a snapshot?
    pub fn is_snapshot_due(&self) -> bool {
        let (_, bytes) = self.journal.read.unwrap_or_default();
        self.is_damaged || bytes.saturating_sub(self.journal.snapshot) > SNAPSHOT_DUE
    }

    /// Writes the state to which the records so far have led, or begins a new journal when this one has grown very long.
    ///
    /// # Errors
    /// It cannot be written, and everything is as before.
    pub fn keep_snapshot(&mut self, state: &[u8]) -> io::Result<()> {
        // The snapshot does not say that the note has been learned, so the note would be taken for a new one.
        if self.keeps_note {
            return Ok(());
        }
        let (number, bytes) = self.journal.read.unwrap_or_default();
        match bytes > FULL + state.len() as u64 {
            true => self.journal.begin(number + 1, state),
            false => self.journal.write_snapshot(state),
        }
    }

    /// How far something that takes long had come; empty if nothing was begun.
    pub(crate) fn progress(&self) -> Vec<u8> {
        let bytes = disk::read(&self.journal.dir.join(PROGRESS)).ok();
        let bytes = bytes.and_then(|bytes| unsealed(PROGRESS, bytes).ok());
        bytes.unwrap_or_default()
    }

    /// Keeps how far something has come. Losing it costs only time, so errors are ignored.
    pub(crate) fn keep_progress(&self, bytes: &[u8]) {
        let new = New::at(self.journal.dir.join("progress.new"));
        let path = self.journal.dir.join(PROGRESS);
        let _ = new.and_then(|new| new.replace(&path, &sealed(PROGRESS, bytes), false));
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
