//! A state that grows by small records, kept so that however the program ends, no more than the record in hand is lost.
//!
//! All records stand in a journal, `4.journal`, which is only ever written at its end. Now and then the state that they have led to is
//! written beside it, `4.snapshot`, with the number of bytes of the journal that it stands for. Whoever starts reads the snapshot and the
//! records behind those bytes; a snapshot that the disk has damaged is made again from the journal. A journal that has grown very
//! long, or whose state is replaced by another, is followed by one of the next number, whose first record is the state. Whoever reads or
//! writes holds the lock of the folder.
//!
//! Where a record is damaged the next good one is looked for, byte by byte. So a damaged place costs what stands there and no more.
//! It stays as it is, and is told until there is a snapshot behind it.
//!
//! Whoever cannot wait for the lock leaves a note, a file of its own, and the next holder makes records of it. The number in the note's
//! name is written with these records. So whoever finds the note after a crash knows by the journal whether it is learned.

use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::{self, Kind, New};
use super::frames::{self, GOES_ON, OF_A_NOTE, STATE, framed};
use super::{Broken, Lock, Store, cannot, newer, sealed, set_aside, unsealed};

/// So many bytes of records behind the snapshot are reason for a new one: some 500 games.
const SNAPSHOT_DUE: u64 = 64 << 10;

/// A journal that is this much longer than its state begins anew: some 20,000 games, which are learned again in seconds.
const FULL: u64 = 4 << 20;

/// The file of what is begun and takes long, and the name under which it is sealed.
const PROGRESS: &str = "progress";

/// How the names of notes begin.
const LEFT: &str = "left-";

/// The name under which a note is sealed.
const NOTE: &str = "note";

/// A journal in a folder of its own, and how far its owner has read it.
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    /// The number of the journal that is read, and how many bytes of it.
    read: Option<(u64, u64)>,
    /// How many bytes the snapshot stands for.
    snapshot: u64,
    /// The numbers of the notes that the records were made of.
    learned: HashSet<u64>,
}

/// A journal while nobody else reads or writes it.
#[derive(Debug)]
pub struct Held<'a> {
    journal: &'a mut Journal,
    _lock: Lock,
    /// Has it damage that the snapshot is not behind?
    is_damaged: bool,
    /// Is a note still there that records were made of?
    keeps_note: bool,
}

/// What a state begins with.
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

/// What has come since the last reading, in this program or in another.
#[derive(Debug, Default)]
pub struct News {
    /// What the records are added to.
    pub base: Base,
    /// The records in order.
    pub records: Vec<Vec<u8>>,
    /// What was left and is no record yet, the oldest first.
    pub notes: Vec<Note>,
    /// What is damaged, a sentence each.
    pub damaged: Vec<String>,
}

/// What was left for the next holder of a journal.
#[derive(Debug)]
pub struct Note {
    path: PathBuf,
    number: u64,
    /// What was given to [`Journal::leave`].
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
            // What was read of it is lost.
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

    /// All of it as it stands; nothing is made or changed. Whoever writes is waited for.
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

    /// Has it a folder? Nothing is made by asking.
    pub(crate) fn is_there(&self) -> io::Result<bool> {
        match disk::kind(&self.dir).map_err(cannot("read", &self.dir))? {
            Kind::Nothing => Ok(false),
            Kind::Folder => Ok(true),
            _ => {
                let no_folder = io::Error::new(ErrorKind::NotADirectory, "it is no folder");
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

    /// Leaves a note for the next holder. It waits for nobody, and when it returns the note is kept, whatever happens.
    pub fn leave(&self, note: &[u8]) -> io::Result<()> {
        self.make_folder()?;
        let written = New::beside(&self.dir, LEFT).and_then(|new| {
            let path = new.path().with_extension(NOTE);
            new.replace(&path, &sealed(NOTE, note), true)
        });
        written.map_err(cannot("write to", &self.dir))
    }

    /// What was read does not count: the next news is everything.
    pub(crate) fn forget(&mut self) {
        self.read = None;
    }

    /// Writes a state that has nothing to do with the one before, which is forgotten.
    ///
    /// # Errors
    /// It cannot be written, and all is as before.
    pub fn replace(&mut self, state: &[u8]) -> io::Result<()> {
        let _lock = self.lock()?;
        let next = self.files()?.last().map_or(0, |(number, _)| number + 1);
        self.begin(next, state)?;
        // It was the progress of another.
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

    /// What has come since the last reading. Only who holds the journal sets damaged notes aside, and removes those that are learned.
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
                // It waits for the newer qipan.
                Err(Broken::Newer) => {}
                Err(_) if holds => {
                    let (was, is) = (name(&path), name(&set_aside(&path)?));
                    news.damaged
                        .push(format!("{was} was damaged and is now {is}."));
                }
                Err(_) => news.damaged.push(format!("{} is damaged.", name(&path))),
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
            // Somebody may have removed the folder, and with it what was read.
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
            // A program that was killed may have written it, and not waited until it lasts.
            disk::open_to_write(&path)
                .and_then(|file| disk::sync(&file))
                .and_then(|()| disk::sync_folder(&self.dir))
                .map_err(cannot("write", &path))?;
        }
        let read = frames::read(&bytes);
        if read.damaged > 0 {
            if news.base == Base::Same {
                // Another window may have told it, and made a snapshot behind it.
                self.forget();
                return self.read(holds);
            }
            let (name, lost) = (name(&path), read.damaged);
            let sentence = format!("{name} is damaged: {lost} bytes of it cannot be read.");
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

    /// The snapshot is the base of the news; the byte of the journal that it stands for. Where there is none, or none that is good, the
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
                let sentence = format!("{} is damaged; the journal is read instead.", name(&path));
                news.damaged.push(sentence);
            }
        }
        Ok(self.snapshot)
    }

    /// The state that the journal has led to, as far as it is read.
    fn write_snapshot(&mut self, state: &[u8]) -> io::Result<()> {
        let (number, bytes) = self.read.unwrap_or_default();
        let path = self.path(number, "snapshot");
        let snapshot = [&bytes.to_le_bytes(), state].concat();
        let snapshot = sealed(&number.to_string(), &snapshot);
        self.put("snapshot.new", &path, &snapshot)?;
        self.snapshot = bytes;
        Ok(())
    }

    /// Writes a whole file. It does not say which notes are learned, so these must be gone for good before it is there.
    fn put(&self, temporary: &str, path: &Path, bytes: &[u8]) -> io::Result<()> {
        disk::sync_folder(&self.dir).map_err(cannot("write", path))?;
        // Whoever writes holds the lock, so a file of this name is what a killed program left.
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
        // In case the disk damages the first record. Without it, it is kept all the same.
        let _ = self.write_snapshot(state);
        // What is left of older ones does no harm.
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
    /// Adds records; the note that they were made of is gone then. All of them are kept, or if it fails none, and the note is.
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

    /// Writes frames behind what is read, and waits until they last.
    fn write(&mut self, frames: &[u8]) -> io::Result<()> {
        if frames.is_empty() {
            return Ok(());
        }
        let (number, end) = self.journal.read.unwrap_or_default();
        let path = self.journal.path(number, "journal");
        let cannot_write = || cannot("write", &path);
        let mut file = disk::open_to_write(&path).map_err(cannot_write())?;
        if disk::length(&path).map_err(cannot_write())? > end {
            // A killed program has not finished it, so it was not kept.
            disk::cut(&file, end).map_err(cannot_write())?;
        }
        if end == 0 {
            // Whoever finds records in it can be sure that its name lasts.
            disk::sync_folder(&self.journal.dir).map_err(cannot_write())?;
        }
        let written = disk::write_at(&mut file, end, frames).and_then(|()| disk::sync(&file));
        if let Err(error) = written {
            // It is not to be read later as if it had been kept.
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

    /// Writes what the records so far have led to, and begins a new journal where this one has grown very long.
    ///
    /// # Errors
    /// It cannot be written, and all is as before.
    pub fn keep_snapshot(&mut self, state: &[u8]) -> io::Result<()> {
        // The note would be taken for a new one: the snapshot does not say that it is learned.
        if self.keeps_note {
            return Ok(());
        }
        let (number, bytes) = self.journal.read.unwrap_or_default();
        match bytes > FULL + state.len() as u64 {
            true => self.journal.begin(number + 1, state),
            false => self.journal.write_snapshot(state),
        }
    }

    /// How far somebody had come with what takes long; nothing if nobody was.
    pub(crate) fn progress(&self) -> Vec<u8> {
        let bytes = disk::read(&self.journal.dir.join(PROGRESS)).ok();
        let bytes = bytes.and_then(|bytes| unsealed(PROGRESS, bytes).ok());
        bytes.unwrap_or_default()
    }

    /// Keeps how far one has come. Only time is lost with it, so an error is none.
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
