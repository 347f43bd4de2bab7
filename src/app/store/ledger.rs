//! A state that grows by small records, kept so that however the program ends, no more than the record in hand is lost.
//!
//! A ledger is a folder of snapshots, `4.snapshot`, and journals, `4.journal`: the journal of a number holds the records that came
//! after the snapshot of that number, each with its length and CRC32, and is only ever written at its end. The next snapshot
//! gets the next number and begins a new journal. The one before is kept with its journal, so that a snapshot that a failing disk has
//! damaged can be made again from it. Whoever reads or writes holds the lock of the folder.
//!
//! Where a record of a journal is damaged the next good one is looked for, byte by byte. So a damaged place costs what stands there and
//! no more. Reading changes nothing: who writes next copies the damaged file aside, and then fills the place with the word "damaged",
//! so that it is told once, and what stands behind it stays where it is.
//!
//! Whoever cannot wait for the lock leaves a note, a file of its own, and the next holder makes records of it. While it does the note
//! is called `NAME.4.1024.taken`: the number and the length of the journal before its records. So whoever finds it after a crash
//! knows by the journal whether they were written.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::{self, Kind, New};
use super::{Lock, Store, VERSION, cannot, first_line, free_name};

/// No record is longer, in bytes: a length above it is damage, not a record whose end was never written.
const LONGEST: u32 = 1 << 16;

/// The bytes of a record's length and CRC32.
const HEAD: usize = 8;

/// This bit of a record's length says that it was written together with the next one: without that it was not kept.
const GOES_ON: u32 = 1 << 31;

/// What a damaged place is filled with, again and again, when it was copied aside. It begins with no record's length.
const FILLING: &[u8] = b"damaged ";

/// A ledger, and how far its owner has read it.
#[derive(Debug)]
pub struct Ledger {
    dir: PathBuf,
    /// The number of the snapshot that is read, and how many bytes of its journal.
    read: Option<(u64, u64)>,
    /// What was found damaged and has not been copied aside yet.
    damaged: BTreeSet<PathBuf>,
}

/// A ledger while nobody else reads or writes it.
#[derive(Debug)]
pub struct Held<'a> {
    ledger: &'a mut Ledger,
    /// Who only reads has none where nobody has ever written.
    _lock: Option<Lock>,
    /// Was it read while it was held?
    is_read: bool,
    set_aside: Vec<String>,
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
    /// What is damaged, a sentence each.
    pub damaged: Vec<String>,
}

/// What was left for the next holder of a ledger.
#[derive(Debug)]
pub struct Note {
    path: PathBuf,
    /// What was given to [`Ledger::leave`].
    pub bytes: Vec<u8>,
}

/// The file of what is begun and takes long, and the name under which it is sealed.
const PROGRESS: &str = "progress";

/// How the names of notes begin.
const LEFT: &str = "left-";

/// The name under which a note is sealed.
const NOTE: &str = "note";

impl Store {
    /// The ledger of this name. The folder is made when it is first held.
    pub fn ledger(&self, name: &str) -> Ledger {
        Ledger {
            dir: self.dir.join(name),
            read: None,
            damaged: BTreeSet::new(),
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
        let lock = Lock::of(&self.dir.join(".lock"))?;
        Ok(self.held(Some(lock)))
    }

    fn held(&mut self, lock: Option<Lock>) -> Held<'_> {
        Held {
            ledger: self,
            _lock: lock,
            is_read: false,
            set_aside: Vec::new(),
        }
    }

    /// All of it as it stands, with the notes that were left, and nothing is made or changed. Whoever writes is waited for.
    ///
    /// # Errors
    /// A file cannot be read, or a newer qipan wrote it.
    pub fn look(&self) -> io::Result<(News, Vec<Note>)> {
        let mut news = News {
            base: Base::Empty,
            records: Vec::new(),
            damaged: Vec::new(),
        };
        if !self.is_there()? {
            return Ok((news, Vec::new()));
        }
        let lock = Lock::to_read(&self.dir.join(".lock"))?;
        let mut copy = Ledger {
            dir: self.dir.clone(),
            read: None,
            damaged: BTreeSet::new(),
        };
        let mut held = copy.held(lock);
        news = held.news()?;
        let mut notes = Vec::new();
        for left in held.left()? {
            match held.note(left)? {
                Ok(note) => notes.extend(note),
                Err(path) => news.damaged.push(format!("{} is damaged.", name(&path))),
            }
        }
        Ok((news, notes))
    }

    /// Has it a folder? Nothing is made by asking.
    ///
    /// # Errors
    /// There is something else of that name, or it cannot be told.
    pub fn is_there(&self) -> io::Result<bool> {
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
        let folder = Store::at(self.dir.clone());
        folder.make_folder()
    }

    /// Leaves a note for the next holder. It waits for nobody, and when it returns the note is kept, whatever happens.
    ///
    /// # Errors
    /// The folder or the note cannot be written.
    pub fn leave(&self, note: &[u8]) -> io::Result<()> {
        self.make_folder()?;
        let written = New::beside(&self.dir, LEFT).and_then(|new| {
            let path = new.path().with_extension(NOTE);
            new.replace(&path, &sealed(NOTE, note), true)
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
        for name in disk::list(&self.dir).map_err(cannot("read", &self.dir))? {
            let number = name
                .strip_suffix(kind)
                .and_then(|name| name.strip_suffix('.'));
            numbers.extend(number.and_then(|number| number.parse::<u64>().ok()));
        }
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        Ok(numbers)
    }

    /// The snapshot of this number, or nothing when it is damaged.
    fn snapshot(&self, number: u64) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(number, "snapshot");
        let bytes = disk::read(&path).map_err(cannot("read", &path))?;
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

    /// Renames a damaged file; the sentence that says so.
    fn set_aside(&self, path: &Path) -> io::Result<String> {
        let kept_as = free_name(path, "damaged").and_then(|kept_as| {
            disk::rename(path, &kept_as)?;
            disk::sync_folder(&self.dir)?;
            Ok(kept_as)
        });
        let kept_as = kept_as.map_err(cannot("set aside the damaged", path))?;
        let (was, is) = (name(path), name(&kept_as));
        Ok(format!("{was} was damaged and is now {is}."))
    }

    /// Copies bytes into a new file beside a damaged one.
    fn copy_aside(&self, path: &Path, kept_as: &Path, bytes: &[u8]) -> io::Result<()> {
        let new = New::at(self.dir.join("aside.new"));
        new.and_then(|new| new.replace(kept_as, bytes, true))
            .map_err(cannot("set aside the damaged", path))
    }

    /// Sets everything aside that was found damaged: a snapshot is renamed; a journal is copied, and its damaged places are filled.
    fn mend(&mut self) -> io::Result<Vec<String>> {
        let mut said = Vec::new();
        while let Some(path) = self.damaged.first().cloned() {
            // It may be gone, or somebody else may have mended it.
            if disk::kind(&path).map_err(cannot("read", &path))? == Kind::File {
                said.extend(self.mend_file(&path)?);
            }
            self.damaged.remove(&path);
        }
        Ok(said)
    }

    fn mend_file(&self, path: &Path) -> io::Result<Option<String>> {
        let name = name(path);
        let number = name
            .split('.')
            .next()
            .and_then(|number| number.parse().ok());
        let Some(number) = number.filter(|_| name.ends_with(".journal")) else {
            return self.set_aside(path).map(Some);
        };
        let bytes = disk::read(path).map_err(cannot("read", path))?;
        let read = read_records(number, &bytes);
        if read.damaged.is_empty() {
            return Ok(None);
        }
        let kept_as = free_name(path, "damaged").map_err(cannot("set aside the damaged", path))?;
        self.copy_aside(path, &kept_as, &bytes)?;
        let fill = || {
            let mut file = disk::open_to_mend(path)?;
            for damage in &read.damaged {
                disk::write_at(&mut file, damage.at as u64, &damage.mended)?;
            }
            disk::sync(&file)
        };
        fill().map_err(cannot("mend", path))?;
        let kept_as = self::name(&kept_as);
        Ok(Some(format!(
            "{name} was damaged; as it was it is kept as {kept_as}."
        )))
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl Held<'_> {
    /// All that has come since the last call. Nothing is changed by reading.
    ///
    /// What a program that was killed has written half does not count: it was not kept yet.
    ///
    /// # Errors
    /// A file cannot be read, or a newer qipan wrote it.
    pub fn news(&mut self) -> io::Result<News> {
        let snapshots = self.ledger.numbers("snapshot")?;
        let journals = self.ledger.numbers("journal")?;
        let numbers = snapshots.iter().chain(&journals);
        let current = numbers.max().copied().unwrap_or(0);
        let mut news = News {
            base: Base::Same,
            records: Vec::new(),
            damaged: Vec::new(),
        };
        // Whoever has removed the folder, or a part of it, has removed what was read.
        let goes_on = match self.ledger.read {
            Some((number, bytes)) if number == current => {
                let path = self.ledger.path(current, "journal");
                bytes <= disk::length(&path).map_err(cannot("read", &path))?
            }
            _ => false,
        };
        let (first, mut from) = match self.ledger.read {
            Some((_, bytes)) if goes_on => (current, bytes),
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
                    let name = name(&path);
                    news.damaged
                        .push(format!("{name} is damaged; the one before it is used."));
                    self.ledger.damaged.insert(path);
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
            read = self.read_journal(*number, from, &mut news)?;
            from = 0;
        }
        self.ledger.read = Some(match journals.contains(&current) {
            true => (current, read),
            false => (current, 0),
        });
        self.is_read = true;
        Ok(news)
    }

    /// Reads the records of a journal from a byte on; the byte behind the last.
    fn read_journal(&mut self, number: u64, from: u64, news: &mut News) -> io::Result<u64> {
        let path = self.ledger.path(number, "journal");
        let bytes = disk::read_from(&path, from).map_err(cannot("read", &path))?;
        let read = read_records(number, &bytes);
        news.records.extend(read.records.iter().map(|r| r.to_vec()));
        if !read.damaged.is_empty() {
            let lost: usize = read.damaged.iter().map(|damage| damage.mended.len()).sum();
            let name = name(&path);
            let sentence = format!("{name} is damaged: {lost} bytes of it cannot be read.");
            news.damaged.push(sentence);
            self.ledger.damaged.insert(path);
        }
        Ok(from + read.end as u64)
    }

    /// Before something is written: what is damaged is copied aside, and the end of a record that a killed program did not finish is cut
    /// off. The number of the journal, and its bytes.
    fn before_writing(&mut self) -> io::Result<(u64, u64)> {
        let (number, bytes) = self
            .ledger
            .read
            .filter(|_| self.is_read)
            .ok_or_else(unread)?;
        let said = self.ledger.mend()?;
        self.set_aside.extend(said);
        let path = self.ledger.path(number, "journal");
        if disk::length(&path).map_err(cannot("read", &path))? > bytes {
            let unfinished = disk::read_from(&path, bytes).map_err(cannot("read", &path))?;
            let kept_as = path.with_extension("journal.unfinished");
            self.ledger.copy_aside(&path, &kept_as, &unfinished)?;
            let cut = || {
                let file = disk::open_to_mend(&path)?;
                disk::cut(&file, bytes)?;
                disk::sync(&file)
            };
            cut().map_err(cannot("mend", &path))?;
        }
        Ok((number, bytes))
    }

    /// How far somebody had come with what takes long; nothing if nobody was.
    pub fn progress(&self) -> Vec<u8> {
        let bytes = disk::read(&self.ledger.dir.join(PROGRESS)).ok();
        let bytes = bytes.and_then(|bytes| unsealed(PROGRESS, bytes).ok());
        bytes.unwrap_or_default()
    }

    /// Keeps how far one has come. Only time is lost with it, so an error is none.
    pub fn keep_progress(&self, bytes: &[u8]) {
        let new = New::at(self.ledger.dir.join("progress.new"));
        let path = self.ledger.dir.join(PROGRESS);
        let _ = new.and_then(|new| new.replace(&path, &sealed(PROGRESS, bytes), false));
    }

    /// All records that the journals still hold.
    ///
    /// # Errors
    /// A journal cannot be read.
    pub fn kept(&self) -> io::Result<BTreeSet<Vec<u8>>> {
        let mut kept = BTreeSet::new();
        for number in self.ledger.numbers("journal")? {
            let path = self.ledger.path(number, "journal");
            let bytes = disk::read(&path).map_err(cannot("read", &path))?;
            let found = read_records(number, &bytes);
            kept.extend(found.records.iter().map(|record| record.to_vec()));
        }
        Ok(kept)
    }

    /// What was damaged and was set aside before something was written, a sentence each, once.
    pub fn set_aside(&mut self) -> Vec<String> {
        std::mem::take(&mut self.set_aside)
    }

    /// Adds records. When this returns they are kept, whatever happens; if it fails, none of them is.
    ///
    /// # Errors
    /// [`Held::news`] was not asked before, or the journal cannot be written.
    pub fn append(&mut self, records: &[Vec<u8>]) -> io::Result<()> {
        let (number, bytes) = self.before_writing()?;
        let mut new = Vec::new();
        for (record, n) in records.iter().zip(1..) {
            let goes_on = if n < records.len() { GOES_ON } else { 0 };
            let length = record.len() as u32 | goes_on;
            new.extend(length.to_le_bytes());
            new.extend(checksum(number, length, record).to_le_bytes());
            new.extend(record);
        }
        let path = self.ledger.path(number, "journal");
        let mut file = disk::open_to_append(&path).map_err(cannot("write", &path))?;
        let written = disk::write(&mut file, &new).and_then(|()| disk::sync(&file));
        let written = match bytes {
            0 => written.and_then(|()| disk::sync_folder(&self.ledger.dir)),
            _ => written,
        };
        if let Err(error) = written {
            // What was written half would be taken for a record that another program is writing.
            let _ = disk::cut(&file, bytes);
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
        let (mut notes, mut damaged) = (Vec::new(), Vec::new());
        disk::sweep(&self.ledger.dir, LEFT);
        let unwritten = self.unwritten()?;
        for name in disk::list(&self.ledger.dir).map_err(cannot("read", &self.ledger.dir))? {
            if name.ends_with(".taken") && !name.ends_with(&unwritten) {
                let path = self.ledger.dir.join(name);
                disk::remove(&path).map_err(cannot("remove", &path))?;
            }
        }
        for left in self.left()? {
            match self.note(left)? {
                Ok(note) => notes.extend(note),
                Err(path) => damaged.push(self.ledger.set_aside(&path)?),
            }
        }
        Ok((notes, damaged))
    }

    /// What the name of a note ends in that was taken, and is no records yet.
    fn unwritten(&self) -> io::Result<String> {
        let (number, bytes) = self
            .ledger
            .read
            .filter(|_| self.is_read)
            .ok_or_else(unread)?;
        Ok(format!(".{number}.{bytes}.taken"))
    }

    /// The files of the notes that are no records yet, the oldest first.
    fn left(&self) -> io::Result<Vec<PathBuf>> {
        let unwritten = self.unwritten()?;
        let mut found: Vec<(SystemTime, PathBuf)> = Vec::new();
        for name in disk::list(&self.ledger.dir).map_err(cannot("read", &self.ledger.dir))? {
            if name.ends_with(".note") || name.ends_with(&unwritten) {
                let path = self.ledger.dir.join(name);
                let left = disk::written(&path).map_err(cannot("read", &path))?;
                found.extend(left.map(|left| (left, path)));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Reads a note: nothing when a newer qipan wrote it, for which it stays. The inner error is the path of a damaged one.
    fn note(&self, path: PathBuf) -> io::Result<Result<Option<Note>, PathBuf>> {
        let bytes = disk::read(&path).map_err(cannot("read", &path))?;
        Ok(match unsealed(NOTE, bytes) {
            Ok(bytes) => Ok(Some(Note { path, bytes })),
            Err(Seal::Newer) => Ok(None),
            Err(Seal::Broken) => Err(path),
        })
    }

    /// Adds the records that were made of a note, which is gone then. If it fails none of them is kept, and the note is.
    ///
    /// # Errors
    /// [`Held::news`] was not asked before, or the journal cannot be written.
    pub fn append_of(&mut self, note: &Note, records: &[Vec<u8>]) -> io::Result<()> {
        let (number, bytes) = self.before_writing()?;
        let name = note.path.file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        let taken = format!("{name}.{number}.{bytes}.taken");
        let taken = self.ledger.dir.join(taken);
        disk::rename(&note.path, &taken)
            .and_then(|()| disk::sync_folder(&self.ledger.dir))
            .map_err(cannot("take", &note.path))?;
        if !records.is_empty() {
            self.append(records)?;
        }
        // Its name says that it is done, unless there was nothing to write.
        match disk::remove(&taken) {
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
        let (current, _) = self.before_writing()?;
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
        // As after any snapshot there is one before it, in case the disk damages this one. Without it, it is kept all the same.
        let _ = self.begin(next + 1, snapshot);
        self.remove_before(next);
        // It was the progress of another.
        let _ = disk::remove(&self.ledger.dir.join(PROGRESS));
        Ok(())
    }

    fn begin(&mut self, number: u64, snapshot: &[u8]) -> io::Result<()> {
        let path = self.ledger.path(number, "snapshot");
        // Whoever writes holds the lock, so a file of this name is what a killed program left.
        New::at(self.ledger.dir.join("snapshot.new"))
            .and_then(|new| new.replace(&path, &sealed(&number.to_string(), snapshot), true))
            .map_err(cannot("write", &path))?;
        self.ledger.read = Some((number, 0));
        Ok(())
    }

    /// What is left of older states does no harm, so errors are ignored.
    fn remove_before(&self, number: u64) {
        for kind in ["snapshot", "journal"] {
            let numbers = self.ledger.numbers(kind).unwrap_or_default();
            for old in numbers.into_iter().filter(|old| *old < number) {
                let _ = disk::remove(&self.ledger.path(old, kind));
            }
        }
    }
}

fn unread() -> io::Error {
    super::invalid("a ledger is read before it is written".to_string())
}

/// What is found in the bytes of a journal.
struct Found<'a> {
    records: Vec<&'a [u8]>,
    /// Where there is no record, and nothing that was [filled](FILLING).
    damaged: Vec<Damage>,
    /// Behind the last record, and behind what is damaged: what comes then is a record whose end was never written.
    end: usize,
}

/// A damaged place, and what is to stand there.
struct Damage {
    at: usize,
    mended: Vec<u8>,
}

/// The records of these bytes of a journal. Behind damage it goes on with the next place where a record stands.
fn read_records(number: u64, bytes: &[u8]) -> Found<'_> {
    let mut found = Found {
        records: Vec::new(),
        damaged: Vec::new(),
        end: 0,
    };
    // Behind the last record that does not go on.
    let (mut at, mut whole_records) = (0, 0);
    while at < bytes.len() {
        if let Some((record, goes_on)) = record(number, &bytes[at..]) {
            at += HEAD + record.len();
            found.records.push(record);
            if !goes_on {
                (found.end, whole_records) = (at, found.records.len());
            }
            continue;
        }
        let next = (at + 1..bytes.len()).find(|next| record(number, &bytes[*next..]).is_some());
        let bad = &bytes[at..next.unwrap_or(bytes.len())];
        let filled = bad.iter().zip(FILLING.iter().cycle());
        let filled = filled.take_while(|(byte, filling)| byte == filling).count();
        if filled == bad.len() || next.is_none() && filled >= FILLING.len() {
            at += filled;
            (found.end, whole_records) = (at, found.records.len());
            continue;
        }
        // Only the length may be damaged: the checksum knows the right one.
        let whole = bad.split_at_checked(HEAD).and_then(|(head, record)| {
            let length = record.len() as u32;
            let mut lengths = [length, length | GOES_ON].into_iter();
            let right = |length: &u32| Some(checksum(number, *length, record)) == word(head, 4);
            Some((lengths.find(right).filter(|_| length > 0)?, record))
        });
        let is_unfinished = next.is_none()
            && whole.is_none()
            && word(bad, 0)
                .map(|length| length & !GOES_ON)
                .is_none_or(|length| length <= LONGEST && bad.len() < HEAD + length as usize);
        if is_unfinished {
            break;
        }
        let mended = match whole {
            Some((length, record)) => {
                found.records.push(record);
                length.to_le_bytes().to_vec()
            }
            None => FILLING.iter().copied().cycle().take(bad.len()).collect(),
        };
        found.damaged.push(Damage { at, mended });
        at += bad.len();
        // What was written together with something damaged was kept.
        (found.end, whole_records) = (at, found.records.len());
    }
    found.records.truncate(whole_records);
    found
}

/// The four bytes at this place as a number.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// The record that these bytes begin with, if there is one, and whether it [goes on](GOES_ON).
fn record(number: u64, bytes: &[u8]) -> Option<(&[u8], bool)> {
    let (head, rest) = bytes.split_at_checked(HEAD)?;
    let (length, crc) = (word(head, 0)?, word(head, 4)?);
    let bytes = length & !GOES_ON;
    let record = rest.get(..bytes as usize).filter(|_| bytes <= LONGEST)?;
    (checksum(number, length, record) == crc).then_some((record, length != bytes))
}

/// The good records of a journal or of a damaged copy of one; none if the file is something else.
pub fn salvage(path: &Path, bytes: &[u8]) -> Vec<Vec<u8>> {
    let name = name(path);
    let (number, rest) = name.split_once('.').unwrap_or_default();
    let named = number.parse().ok().filter(|_| rest.starts_with("journal"));
    let found = named
        .or_else(|| number_of(bytes))
        .map(|number| read_records(number, bytes));
    let records = found.map(|found| found.records).unwrap_or_default();
    records.into_iter().map(<[u8]>::to_vec).collect()
}

/// The number of a journal that has got another name: by one of its first records.
fn number_of(bytes: &[u8]) -> Option<u64> {
    /// A number is that of a snapshot, of which there is one for some 500 games.
    const NUMBERS: u64 = 4096;
    let mut at = 0;
    for _ in 0..16 {
        let (length, crc) = (word(bytes, at)?, word(bytes, at + 4)?);
        if length & !GOES_ON > LONGEST {
            return None;
        }
        at += HEAD;
        let end = at + (length & !GOES_ON) as usize;
        let record = bytes.get(at..end)?;
        if let Some(number) = (0..NUMBERS).find(|n| checksum(*n, length, record) == crc) {
            return Some(number);
        }
        at = end;
    }
    None
}

/// A record of one journal is none of another.
fn checksum(number: u64, length: u32, record: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(&number.to_le_bytes());
    crc.update(&length.to_le_bytes());
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
