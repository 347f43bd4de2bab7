//! A state that grows by small records, kept so that however the program ends, no more than the record in hand is lost.
//!
//! A ledger is a folder of snapshots, `4.snapshot`, and journals, `4.journal`: the journal of a number holds the records that came
//! after the snapshot of that number, each with its length and CRC32, and is only ever written at its end. The next snapshot
//! gets the next number and begins a new journal. The one before is kept with its journal, so that a snapshot that a failing disk has
//! damaged can be made again from it. Whoever reads or writes holds the lock of the folder.
//!
//! Whoever cannot wait for the lock leaves a note, a file of its own, and the next holder makes records of it. Meanwhile the note
//! is called `NAME.4.1024.taken`: the number and the length of the journal before its records. Whoever finds it after a crash
//! knows from the journal whether they were written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Lock, Store, VERSION, cannot, first_line, open_lock, replace, sync_folder};

/// No record is longer, in bytes: a length above it is damage, not a record whose end was never written.
const LONGEST: u32 = 1 << 16;

/// The bytes of a record's length and CRC32.
const HEAD: usize = 8;

/// A ledger, and how far its owner has read it.
#[derive(Debug)]
pub struct Ledger {
    dir: PathBuf,
    /// The number of the snapshot that is read, and how many bytes of its journal.
    read: Option<(u64, u64)>,
}

/// A ledger while nobody else reads or writes it.
#[derive(Debug)]
pub struct Held<'a> {
    ledger: &'a mut Ledger,
    _lock: Lock,
}

/// What a state begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// The state that the reader has already.
    Same,
    /// Nothing.
    Empty,
    /// This snapshot.
    Snapshot(Vec<u8>),
}

/// What has come since the last reading, in this program or in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// What the records are added to.
    pub base: Base,
    /// The records in order.
    pub records: Vec<Vec<u8>>,
    /// What was damaged and is set aside, a sentence each.
    pub damaged: Vec<String>,
}

/// What was left for the next holder of a ledger.
#[derive(Debug)]
pub struct Note {
    path: PathBuf,
    /// What was given to [`Ledger::leave`].
    pub bytes: Vec<u8>,
}

/// The name under which a note is sealed.
const NOTE: &str = "note";

impl Store {
    /// The ledger of this name. The folder is made when it is first held.
    pub fn ledger(&self, name: &str) -> Ledger {
        Ledger {
            dir: self.dir.join(name),
            read: None,
        }
    }
}

impl Ledger {
    /// Waits until nobody else holds it.
    ///
    /// # Errors
    /// The folder or the lock cannot be made.
    pub fn hold(&mut self) -> io::Result<Held<'_>> {
        self.make_folder()?;
        let path = self.dir.join(".lock");
        let file = open_lock(&path).map_err(cannot("lock", &path))?;
        file.lock().map_err(cannot("lock", &path))?;
        Ok(Held {
            ledger: self,
            _lock: Lock(file),
        })
    }

    fn make_folder(&self) -> io::Result<()> {
        let folder = Store {
            dir: self.dir.clone(),
        };
        folder.make_folder()
    }

    /// Leaves a note for the next holder. It waits for nobody, and when it returns the note is kept, whatever happens.
    ///
    /// # Errors
    /// The folder or the note cannot be written.
    pub fn leave(&self, note: &[u8]) -> io::Result<()> {
        self.make_folder()?;
        let mut file = tempfile::Builder::new();
        let file = file.prefix("left-").suffix(".new").rand_bytes(12);
        let written = file.tempfile_in(&self.dir).and_then(|new| {
            let path = new.path().with_extension(NOTE);
            replace(&path, new, &sealed(NOTE, note))
        });
        written.map_err(cannot("write to", &self.dir))
    }

    /// What was read does not count: the next news is everything.
    pub fn forget(&mut self) {
        self.read = None;
    }

    fn path(&self, number: u64, kind: &str) -> PathBuf {
        self.dir.join(format!("{number}.{kind}"))
    }

    /// The numbers of the files of a kind, the greatest first.
    fn numbers(&self, kind: &str) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.dir).map_err(cannot("read", &self.dir))? {
            let name = entry.map_err(cannot("read", &self.dir))?.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.strip_suffix(kind)?.strip_suffix('.'));
            numbers.extend(number.and_then(|number| number.parse::<u64>().ok()));
        }
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        Ok(numbers)
    }

    /// The snapshot of this number, or nothing when it is damaged.
    fn snapshot(&self, number: u64) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(number, "snapshot");
        let bytes = fs::read(&path).map_err(cannot("read", &path))?;
        match unsealed(&number.to_string(), bytes) {
            Err(Seal::Newer) => {
                let newer =
                    io::Error::new(ErrorKind::Unsupported, "it was written by a newer qipan");
                Err(cannot("read", &path)(newer))
            }
            Err(Seal::Broken) => Ok(None),
            Ok(snapshot) => Ok(Some(snapshot)),
        }
    }

    /// Renames or copies a damaged file; the sentence that says so.
    fn set_aside(
        &self,
        path: &Path,
        how: fn(&Path, &Path) -> io::Result<()>,
    ) -> io::Result<String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut kept_as = format!("{name}.damaged");
        let mut n = 1;
        while fs::symlink_metadata(self.dir.join(&kept_as)).is_ok() {
            n += 1;
            kept_as = format!("{name}.damaged-{n}");
        }
        how(path, &self.dir.join(&kept_as)).map_err(cannot("set aside the damaged", path))?;
        sync_folder(&self.dir)?;
        Ok(format!("{name} was damaged and is now {kept_as}."))
    }
}

impl Held<'_> {
    /// All that has come since the last call.
    ///
    /// What a killed program had half written is taken away: it was not kept yet.
    ///
    /// # Errors
    /// A file cannot be read, or is damaged and cannot be set aside, or a newer qipan wrote it.
    pub fn news(&mut self) -> io::Result<News> {
        let snapshots = self.ledger.numbers("snapshot")?;
        let journals = self.ledger.numbers("journal")?;
        let current = snapshots
            .iter()
            .chain(&journals)
            .max()
            .copied()
            .unwrap_or(0);
        let mut news = News {
            base: Base::Same,
            records: Vec::new(),
            damaged: Vec::new(),
        };
        let (first, mut from) = match self.ledger.read {
            Some((number, bytes)) if number == current => (current, bytes),
            _ => {
                news.base = Base::Empty;
                let mut first = 0;
                for number in snapshots {
                    if let Some(snapshot) = self.ledger.snapshot(number)? {
                        news.base = Base::Snapshot(snapshot);
                        first = number;
                        break;
                    }
                    let path = self.ledger.path(number, "snapshot");
                    let rename = |from: &Path, to: &Path| fs::rename(from, to);
                    news.damaged.push(self.ledger.set_aside(&path, rename)?);
                }
                (first, 0)
            }
        };
        let mut read = from;
        let later = journals
            .iter()
            .rev()
            .filter(|number| (first..=current).contains(*number));
        for number in later {
            read = self.read_journal(*number, from, *number == current, &mut news)?;
            from = 0;
        }
        self.ledger.read = Some(match journals.contains(&current) {
            true => (current, read),
            false => (current, 0),
        });
        Ok(news)
    }

    /// Reads the records of a journal from a byte on. Returns the byte after the last.
    fn read_journal(
        &self,
        number: u64,
        from: u64,
        is_last: bool,
        news: &mut News,
    ) -> io::Result<u64> {
        let path = self.ledger.path(number, "journal");
        let mut bytes = Vec::new();
        let mut file = File::open(&path).map_err(cannot("read", &path))?;
        file.seek(SeekFrom::Start(from))
            .and_then(|_| file.read_to_end(&mut bytes))
            .map_err(cannot("read", &path))?;
        let (mut good, mut broken) = (0, false);
        while good < bytes.len() {
            match record(number, &bytes[good..]) {
                Ok(record) => {
                    good += HEAD + record.len();
                    news.records.push(record.to_vec());
                }
                Err(why) => {
                    broken = why == Cut::Damaged;
                    break;
                }
            }
        }
        let end = from + good as u64;
        if broken {
            let copy = |from: &Path, to: &Path| fs::copy(from, to).map(drop);
            news.damaged.push(self.ledger.set_aside(&path, copy)?);
        }
        if is_last && good < bytes.len() {
            let file = File::options().write(true).open(&path);
            file.and_then(|file| file.set_len(end).and_then(|()| file.sync_all()))
                .map_err(cannot("mend", &path))?;
        }
        Ok(end)
    }

    /// Adds records. When this returns they are kept, whatever happens; if it fails, none of them is.
    ///
    /// # Errors
    /// [`Held::news`] was not asked before, or the journal cannot be written.
    pub fn append(&mut self, records: &[Vec<u8>]) -> io::Result<()> {
        let (number, bytes) = self.ledger.read.ok_or_else(unread)?;
        let mut new = Vec::new();
        for record in records {
            let length = (record.len() as u32).to_le_bytes();
            new.extend(length);
            new.extend(checksum(number, record).to_le_bytes());
            new.extend(record);
        }
        let path = self.ledger.path(number, "journal");
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(cannot("write", &path))?;
        let written = file.write_all(&new).and_then(|()| file.sync_data());
        let written = match bytes {
            0 => written.and_then(|()| sync_folder(&self.ledger.dir)),
            _ => written,
        };
        if let Err(error) = written {
            // A half-written record would be taken for one that another program is writing.
            let _ = file.set_len(bytes);
            return Err(cannot("write", &path)(error));
        }
        self.ledger.read = Some((number, bytes + new.len() as u64));
        Ok(())
    }

    /// The notes that were left and are not yet records, the oldest first; and what was damaged and is set aside, a sentence each.
    ///
    /// # Errors
    /// [`Held::news`] was not asked before, or a note cannot be read, removed or set aside.
    pub fn notes(&mut self) -> io::Result<(Vec<Note>, Vec<String>)> {
        let (number, bytes) = self.ledger.read.ok_or_else(unread)?;
        let unwritten = format!(".{number}.{bytes}.taken");
        let (mut found, mut damaged) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(&self.ledger.dir).map_err(cannot("read", &self.ledger.dir))? {
            let entry = entry.map_err(cannot("read", &self.ledger.dir))?;
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if name.ends_with(".taken") && !name.ends_with(&unwritten) {
                fs::remove_file(&path).map_err(cannot("remove", &path))?;
            } else if name.ends_with(".note") || name.ends_with(".taken") {
                let left = entry.metadata().and_then(|data| data.modified());
                found.push((left.map_err(cannot("read", &path))?, path));
            }
        }
        found.sort();
        let mut notes = Vec::new();
        for (_, path) in found {
            match unsealed(NOTE, fs::read(&path).map_err(cannot("read", &path))?) {
                Ok(bytes) => notes.push(Note { path, bytes }),
                Err(Seal::Broken) => {
                    let rename = |from: &Path, to: &Path| fs::rename(from, to);
                    damaged.push(self.ledger.set_aside(&path, rename)?);
                }
                // It stays for a newer qipan.
                Err(Seal::Newer) => {}
            }
        }
        Ok((notes, damaged))
    }

    /// Adds the records that were made of a note, and removes the note. If it fails, none of them is kept and the note stays.
    ///
    /// # Errors
    /// [`Held::news`] was not asked before, or the journal cannot be written.
    pub fn append_of(&mut self, note: &Note, records: &[Vec<u8>]) -> io::Result<()> {
        let (number, bytes) = self.ledger.read.ok_or_else(unread)?;
        let name = note.path.file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        let taken = format!("{name}.{number}.{bytes}.taken");
        let taken = self.ledger.dir.join(taken);
        fs::rename(&note.path, &taken)
            .and_then(|()| sync_folder(&self.ledger.dir))
            .map_err(cannot("take", &note.path))?;
        if !records.is_empty() {
            self.append(records)?;
        }
        // Its name says that it is done, unless there was nothing to write.
        match fs::remove_file(&taken) {
            Err(error) if records.is_empty() => Err(cannot("remove", &taken)(error)),
            _ => Ok(()),
        }
    }

    /// How many bytes of records came since the snapshot, as far as they are read.
    pub fn journal_size(&self) -> u64 {
        self.ledger.read.map_or(0, |(_, bytes)| bytes)
    }

    /// Writes what the records so far have led to, and begins a new journal.
    ///
    /// # Errors
    /// It cannot be written; the ledger is as before.
    pub fn compact(&mut self, snapshot: &[u8]) -> io::Result<()> {
        let (current, _) = self.ledger.read.unwrap_or_default();
        self.begin(current + 1, snapshot)?;
        self.remove_before(current);
        Ok(())
    }

    /// Writes a state that has nothing to do with the one before, which is forgotten.
    ///
    /// # Errors
    /// It cannot be written; the ledger is as before.
    pub fn replace(&mut self, snapshot: &[u8]) -> io::Result<()> {
        let numbers = [
            self.ledger.numbers("snapshot")?,
            self.ledger.numbers("journal")?,
        ];
        let next = numbers.concat().into_iter().max().unwrap_or(0) + 1;
        self.begin(next, snapshot)?;
        self.remove_before(next);
        Ok(())
    }

    fn begin(&mut self, number: u64, snapshot: &[u8]) -> io::Result<()> {
        let path = self.ledger.path(number, "snapshot");
        // Whoever writes holds the lock, so a file of this name is what a killed program left.
        let mut beside = tempfile::Builder::new();
        let beside = beside.prefix("snapshot").suffix(".new").rand_bytes(0);
        beside
            .make_in(&self.ledger.dir, |path| File::create(path))
            .and_then(|new| replace(&path, new, &sealed(&number.to_string(), snapshot)))
            .map_err(cannot("write", &path))?;
        self.ledger.read = Some((number, 0));
        Ok(())
    }

    /// What is left of older states does no harm, so errors are ignored.
    fn remove_before(&self, number: u64) {
        for kind in ["snapshot", "journal"] {
            let numbers = self.ledger.numbers(kind).unwrap_or_default();
            for old in numbers.into_iter().filter(|old| *old < number) {
                let _ = fs::remove_file(self.ledger.path(old, kind));
            }
        }
    }
}

fn unread() -> io::Error {
    super::invalid("a ledger is read before it is written".to_string())
}

/// Why a journal cannot be read on.
#[derive(PartialEq, Eq)]
enum Cut {
    /// The end of the record was never written.
    Unfinished,
    /// It is not what was written.
    Damaged,
}

/// The first record of these bytes of a journal.
fn record(number: u64, bytes: &[u8]) -> Result<&[u8], Cut> {
    let (head, rest) = bytes.split_at_checked(HEAD).ok_or(Cut::Unfinished)?;
    let word = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().unwrap_or_default());
    let (length, crc) = (word(0), word(4));
    if length > LONGEST {
        return Err(Cut::Damaged);
    }
    let record = rest.get(..length as usize).ok_or(Cut::Unfinished)?;
    match checksum(number, record) == crc {
        true => Ok(record),
        false => Err(Cut::Damaged),
    }
}

/// A record of one journal is not one of another.
fn checksum(number: u64, record: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(&number.to_le_bytes());
    crc.update(&(record.len() as u32).to_le_bytes());
    crc.update(record);
    crc.finalize()
}

/// Why sealed bytes cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// A newer qipan wrote them.
    Newer,
    /// They are not what was written under this name.
    Broken,
}

/// Bytes after a line with a name, the version of qipan's files and a CRC32, as [documents](super::Document) have it.
pub fn sealed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut sealed = first_line(name, VERSION, bytes).into_bytes();
    sealed.push(b'\n');
    sealed.extend(bytes);
    sealed
}

/// What [`sealed`] was given.
///
/// # Errors
/// Why it cannot be known.
pub fn unsealed(name: &str, mut sealed: Vec<u8>) -> Result<Vec<u8>, Seal> {
    let end = sealed
        .iter()
        .take(200)
        .position(|byte| *byte == b'\n')
        .ok_or(Seal::Broken)?;
    let line = std::str::from_utf8(&sealed[..end]).map_err(|_| Seal::Broken)?;
    let version = line
        .strip_prefix(&format!("qipan {name} "))
        .and_then(|rest| {
            let version: u32 = rest.split(' ').next()?.parse().ok()?;
            (line == first_line(name, version, &sealed[end + 1..])).then_some(version)
        });
    match version.ok_or(Seal::Broken)? {
        VERSION => Ok(sealed.split_off(end + 1)),
        _ => Err(Seal::Newer),
    }
}
