#![doc = include_str!("README.md")]

mod disk;
pub mod drafts;
pub mod explorer;
pub mod files;
pub mod folder;
mod frames;
pub mod games;
pub mod installed;
pub mod journal;
pub mod memory;
mod pictures;
pub mod power;
pub mod recent;
#[cfg(windows)]
pub mod registry;
pub mod rules;
mod settings;
// Test-only hooks into the file system calls: faults.rs makes any call fail, crash_model.rs records what
// reaches the disk.
#[cfg(all(test, unix))]
#[path = "tests/crash_model.rs"]
mod crash_model;
#[cfg(test)]
#[path = "tests/faults.rs"]
mod faults;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use disk::{Kind, NewFile};
pub use words::error_text;
use words::{phrase, say};

const VERSION: u32 = 1;

/// The maximum size of a document in bytes; unsaved C programs are the largest documents.
const LONGEST: usize = 16 << 20;

/// The name of the pictures folder in a store given with `--data`.
const PICTURES: &str = "pictures";

/// A folder of documents. Several windows and programs may open the same folder at once.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
    config: PathBuf,
    pictures: PathBuf,
    /// `Some` for an impatient store; true if its last wait for the folder's lock timed out.
    busy: Option<Arc<AtomicBool>>,
}

/// The maximum time that an impatient store waits for the folder's lock, and that Windows may refuse to
/// rename an open file. Both waits normally take milliseconds.
const PATIENCE: Duration = Duration::from_millis(500);

/// The pause between attempts to lock, open, rename or delete a file.
const TICK: Duration = Duration::from_millis(2);

/// The result of reading a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    Missing,
    Text(String),
    /// A damaged document. Its file was renamed to `kept_as`.
    Damaged {
        kept_as: PathBuf,
    },
    /// A document that a newer qipan wrote. It is neither read nor replaced.
    Newer,
}

/// The document of a game in progress, locked against other windows. Once the slot is released,
/// [`Store::abandoned`] lists the game.
#[derive(Debug)]
pub struct Slot {
    store: Store,
    name: String,
    held: Lock,
}

/// A game in progress that no window has locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abandoned {
    pub name: String,
    /// The modification time of the game's document.
    pub saved: SystemTime,
}

impl Store {
    /// Opens the store in `dir`, or in the user's data folder (`$XDG_DATA_HOME/qipan` or the system's
    /// equivalent). Settings are kept in `dir`, or in the user's own settings folder
    /// (`$XDG_CONFIG_HOME/qipan` or the like). Folders are created by the first write.
    ///
    /// # Errors
    /// If `dir` is `None` and the user has no home folder, or if `dir` is an empty path.
    pub fn open(dir: Option<PathBuf>) -> io::Result<Store> {
        let absolute = |dir: PathBuf| std::path::absolute(&dir).map_err(cannot(say!("use the folder"), &dir));
        if let Some(dir) = dir {
            return Ok(Store::at(absolute(dir)?));
        }
        let (Some(data), Some(config)) = (dirs::data_dir(), dirs::config_dir()) else {
            let message = say!("no home folder for games: give a data folder with --data DIR");
            return Err(io::Error::new(ErrorKind::NotFound, message));
        };
        let store = Store::at(absolute(data.join("qipan"))?);
        Ok(Store {
            config: absolute(config.join("qipan"))?,
            pictures: dirs::picture_dir().or_else(dirs::home_dir).unwrap_or_else(|| store.pictures.clone()),
            ..store
        })
    }

    /// Returns a store that keeps settings and pictures in the same folder.
    fn at(dir: PathBuf) -> Store {
        Store { config: dir.clone(), pictures: dir.join(PICTURES), dir, busy: None }
    }

    /// Limits waits for other programs to half a second. A lock that is held longer gives
    /// [`ErrorKind::WouldBlock`]; further calls then fail at once until the lock is free.
    pub fn impatient(mut self) -> Store {
        self.busy = Some(Arc::default());
        self
    }

    /// Reads a document. A damaged one is renamed to `NAME.damaged`, `NAME.damaged-2` and so on, never over
    /// another file.
    ///
    /// # Errors
    /// If the file cannot be read, is over 16 MB, or is damaged and cannot be renamed; or `name` has
    /// characters other than `a` to `z`, digits and hyphens.
    pub fn read(&self, name: &str) -> io::Result<Document> {
        match self.look(name)? {
            Some(document) => Ok(document),
            None => self.read_locked(name, &self.lock()?),
        }
    }

    /// Replaces a document atomically: a crash or power failure leaves either the old or the new text, and
    /// once this returns it is the new one. Renames a damaged document first, as [`Store::read`] does.
    ///
    /// # Errors
    /// If the document cannot be written (full or read-only disk, written by a newer qipan); the old one is
    /// then kept. Also if `name` is invalid or names a slot, which only [`Slot::write`] may write.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        not_a_slot(name)?;
        self.put(name, text, None)
    }

    /// Deletes a document, if there is one.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        not_a_slot(name)?;
        if self.saved(name)?.is_none() {
            return Ok(());
        }
        self.delete(name, &self.lock()?)
    }

    fn delete(&self, name: &str, _folder: &Lock) -> io::Result<()> {
        let path = self.path(name)?;
        let deleted = disk::remove(&path).and_then(|()| disk::sync_folder(&self.dir));
        disk::existing(deleted).map_err(cannot(say!("delete"), &path))?;
        Ok(())
    }

    /// Returns the path of a file in a subfolder of the store. Creates neither the file nor the subfolder.
    pub fn file(&self, folder: &str, name: &str) -> PathBuf {
        self.dir.join(folder).join(name)
    }

    /// Returns a subfolder of the store for the user's own files, creating it if necessary.
    pub fn folder(&self, name: &str) -> io::Result<PathBuf> {
        let folder = Store::at(self.dir.join(name));
        folder.make_folder()?;
        Ok(folder.dir)
    }

    /// Locks the first slot that has no document and is not locked. Creates the folder.
    pub fn slot(&self) -> io::Result<Slot> {
        self.make_folder()?;
        let folder = self.lock()?;
        let mut n = 1;
        loop {
            let name = format!("game-{n}");
            if self.saved(&name)?.is_none()
                && let Some(slot) = self.hold(name, &folder)?
            {
                return Ok(slot);
            }
            n += 1;
        }
    }

    /// Lists the games in progress that no window has locked, newest first. The documents are not read, so
    /// some may turn out to be damaged or too new.
    pub fn abandoned(&self) -> io::Result<Vec<Abandoned>> {
        if !self.is_there()? {
            return Ok(Vec::new());
        }
        let folder = self.lock()?;
        let mut games = Vec::new();
        for name in disk::list(&self.dir).map_err(cannot(say!("read"), &self.dir))? {
            if is_slot(&name)
                && let Some(saved) = self.saved(&name)?
                && self.hold(name.clone(), &folder)?.is_some()
            {
                games.push(Abandoned { name, saved });
            }
        }
        games.sort_by(|a, b| (b.saved, &b.name).cmp(&(a.saved, &a.name)));
        Ok(games)
    }

    /// Lists the names of the files in the folder, in any order.
    pub fn names(&self) -> io::Result<Vec<String>> {
        match self.is_there()? {
            true => disk::list(&self.dir).map_err(cannot(say!("read"), &self.dir)),
            false => Ok(Vec::new()),
        }
    }

    /// Locks the slot of an abandoned game. Returns `None` if another window has locked it or the game is
    /// gone.
    pub fn take(&self, name: &str) -> io::Result<Option<Slot>> {
        if !is_slot(name) {
            return Err(invalid(say!(
                "'{escape_default}' is not a slot",
                escape_default = name.escape_default()
            )));
        }
        if !self.is_there()? {
            return Ok(None);
        }
        let folder = self.lock()?;
        match self.saved(name)? {
            Some(_) => self.hold(name.to_string(), &folder),
            None => Ok(None),
        }
    }

    /// Locks this slot, or returns `None` if another window has it. The caller holds the folder's lock, so
    /// that a window that only lists games is not mistaken for an owner.
    fn hold(&self, name: String, _folder: &Lock) -> io::Result<Option<Slot>> {
        let path = self.lock_of(&name);
        let file = disk::open_to_write(&path).map_err(cannot(say!("lock"), &path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if !IS_ALONE => Err(cannot(say!("lock"), &path)(error)),
            _ => Ok(Some(Slot { store: self.clone(), name, held: Lock(file) })),
        }
    }

    fn lock_of(&self, slot: &str) -> PathBuf {
        self.dir.join(format!("{slot}.lock"))
    }

    /// Returns the time at which a document was last written; `None` if there is no document.
    fn saved(&self, name: &str) -> io::Result<Option<SystemTime>> {
        let path = self.path(name)?;
        disk::written(&path).map_err(cannot(say!("read"), &path))
    }

    /// Returns true if the folder exists.
    fn is_there(&self) -> io::Result<bool> {
        let kind = disk::kind_at_end(&self.dir).map_err(cannot(say!("read"), &self.dir))?;
        Ok(kind != Kind::Nothing)
    }

    /// Replaces a document. `slot` is the slot that the document belongs to, if any.
    fn put(&self, name: &str, text: &str, slot: Option<&Slot>) -> io::Result<()> {
        let path = self.path(name)?;
        self.make_folder()?;
        let folder = self.lock()?;
        if let Some(slot) = slot
            && !slot.is_still_held(&folder)?
        {
            let gone = say!("the folder was deleted, and another window may be using this place now");
            let gone = io::Error::new(ErrorKind::ResourceBusy, gone);
            return Err(cannot(say!("write"), &path)(gone));
        }
        if self.read_locked(name, &folder)? == Document::Newer {
            return Err(cannot(say!("replace"), &path)(newer()));
        }
        self.replace(&path, name, text).map_err(cannot(say!("write"), &path))
    }

    fn replace(&self, path: &Path, name: &str, text: &str) -> io::Result<()> {
        let document = sealed(name, text.as_bytes());
        if document.len() > LONGEST {
            return Err(disk::too_long(LONGEST));
        }
        // Every writer holds the folder's lock, so an existing file of this name is left over from a killed
        // program.
        let new = NewFile::at(self.dir.join(format!("{name}.new")))?;
        new.replace(path, &document, true)
    }

    /// Reads a document without renaming anything; `None` if it is damaged.
    fn look(&self, name: &str) -> io::Result<Option<Document>> {
        let path = self.path(name)?;
        let bytes = disk::existing(disk::read_from(&path, 0, LONGEST));
        Ok(match bytes.map_err(cannot(say!("read"), &path))? {
            None => Some(Document::Missing),
            Some(bytes) => match unsealed(name, bytes) {
                Ok(text) => String::from_utf8(text).ok().map(Document::Text),
                Err(Broken::Newer) => Some(Document::Newer),
                Err(Broken::Damaged) => None,
            },
        })
    }

    /// Reads a document and renames a damaged one. Needs the lock, because otherwise it could rename a good
    /// document that another window has just written.
    fn read_locked(&self, name: &str, _folder: &Lock) -> io::Result<Document> {
        if let Some(document) = self.look(name)? {
            return Ok(document);
        }
        let kept_as = set_aside(&self.path(name)?)?;
        Ok(Document::Damaged { kept_as })
    }

    /// Returns the path of a document. All other files in the folder have a dot in their names.
    fn path(&self, name: &str) -> io::Result<PathBuf> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if name.is_empty() || !name.bytes().all(fits) {
            let name = name.escape_default();
            return Err(invalid(say!("'{name}' is not the name of a document", name)));
        }
        Ok(self.dir.join(name))
    }

    fn make_folder(&self) -> io::Result<()> {
        disk::make_folder(&self.dir).map_err(cannot(say!("make the folder"), &self.dir))
    }

    /// Takes the folder's lock, which is held for a few milliseconds at a time.
    fn lock(&self) -> io::Result<Lock> {
        let patience = self.busy.as_ref().map(|busy| match busy.load(Ordering::Relaxed) {
            true => Duration::ZERO,
            false => PATIENCE,
        });
        let lock = Lock::of(&self.dir.join(".lock"), patience);
        let held = matches!(&lock, Err(error) if error.kind() == ErrorKind::WouldBlock);
        if let Some(busy) = &self.busy {
            busy.store(held, Ordering::Relaxed);
        }
        lock
    }
}

impl Slot {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the document as [`Store::read`] does.
    pub fn read(&self) -> io::Result<Document> {
        self.store.read(&self.name)
    }

    /// Replaces the document as [`Store::write`] does.
    ///
    /// # Errors
    /// If the document cannot be written; the old one is then kept. [`ErrorKind::ResourceBusy`] means that
    /// somebody deleted the folder and the slot is lost; take another.
    pub fn write(&self, text: &str) -> io::Result<()> {
        self.store.put(&self.name, text, Some(self))
    }

    /// Deletes the document, damaged or not. The slot stays locked.
    pub fn clear(&self) -> io::Result<()> {
        if !self.store.is_there()? {
            return Ok(());
        }
        let folder = self.store.lock()?;
        if !self.is_still_held(&folder)? {
            return Ok(());
        }
        self.store.delete(&self.name, &folder)
    }

    /// Returns false if somebody has deleted the lock file, so that others could lock a new one.
    fn is_still_held(&self, _folder: &Lock) -> io::Result<bool> {
        let path = self.store.lock_of(&self.name);
        disk::is_still(&self.held.0, &path).map_err(cannot(say!("read"), &path))
    }
}

/// Returns true if this is the name of a slot's document.
fn is_slot(name: &str) -> bool {
    let number = name.strip_prefix("game-");
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Rejects the name of a slot, which only its owner may write.
fn not_a_slot(name: &str) -> io::Result<()> {
    match is_slot(name) {
        true => Err(invalid(say!("{name} is the document of a slot", name))),
        false => Ok(()),
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// True in a web page, which has its files to itself; browsers have no file locks.
const IS_ALONE: bool = cfg!(target_family = "wasm");

/// A locked file. The lock ends when the value goes out of scope or the process ends.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    /// Unlocks explicitly: a child process that another thread is starting may have inherited the open file.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Waits for the lock of a file, which is created if it is missing. With `patience`, gives up after that
    /// time with [`ErrorKind::WouldBlock`].
    ///
    /// The program never deletes these lock files, because two windows could then lock different files of the
    /// same name. If somebody else deletes a lock file, the loop locks the new one.
    fn of(path: &Path, patience: Option<Duration>) -> io::Result<Lock> {
        let locked = || -> io::Result<Lock> {
            loop {
                let file = Lock(disk::open_to_write(path)?);
                match patience {
                    _ if IS_ALONE => {}
                    None => file.0.lock()?,
                    Some(patience) => file.lock_within(patience)?,
                }
                if disk::is_still(&file.0, path)? {
                    return Ok(file);
                }
            }
        };
        locked().map_err(cannot(say!("lock"), path))
    }

    fn lock_within(&self, patience: Duration) -> io::Result<()> {
        let until = Instant::now() + patience;
        loop {
            match self.0.try_lock() {
                Err(TryLockError::WouldBlock) if Instant::now() < until => sleep(TICK),
                Err(TryLockError::WouldBlock) => {
                    let held = say!("another program holds it");
                    return Err(io::Error::new(ErrorKind::WouldBlock, held));
                }
                Err(TryLockError::Error(error)) => return Err(error),
                Ok(()) => return Ok(()),
            }
        }
    }

    /// Takes a shared lock for reading. Returns `None` if the lock file does not exist, because then nobody
    /// can be writing.
    fn to_read(path: &Path) -> io::Result<Option<Lock>> {
        let file = disk::existing(disk::open_to_read(path)).map_err(cannot(say!("lock"), path))?;
        if let Some(file) = file.as_ref().filter(|_| !IS_ALONE) {
            file.lock_shared().map_err(cannot(say!("lock"), path))?;
        }
        Ok(file.map(Lock))
    }
}

/// Renames a damaged file to the first free name of `NAME.damaged`, `NAME.damaged-2` and so on.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let renamed = || {
        let mut free = path.with_file_name(format!("{name}.damaged"));
        let mut n = 1;
        while disk::kind(&free)? != Kind::Nothing {
            n += 1;
            free = path.with_file_name(format!("{name}.damaged-{n}"));
        }
        disk::rename(path, &free)?;
        disk::sync_folder(disk::folder_of(path))?;
        Ok(free)
    };
    renamed().map_err(cannot(say!("set aside the damaged"), path))
}

/// The reason why the bytes of a sealed file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    Newer,
    Damaged,
}

/// Prepends a line with the name, the format version and a CRC32 over the rest of the line and the bytes.
pub fn sealed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut sealed = first_line(name, VERSION, bytes).into_bytes();
    sealed.push(b'\n');
    sealed.extend(bytes);
    sealed
}

/// Checks the first line and returns the bytes given to [`sealed`].
pub(crate) fn unsealed(name: &str, mut sealed: Vec<u8>) -> Result<Vec<u8>, Broken> {
    let mut lines = sealed.splitn(2, |byte| *byte == b'\n');
    let (Some(line), Some(bytes)) = (lines.next(), lines.next()) else {
        return Err(Broken::Damaged);
    };
    let version = std::str::from_utf8(line)
        .ok()
        .and_then(|line| line.strip_prefix(&format!("qipan {name} ")))
        .and_then(|rest| rest.split(' ').next()?.parse().ok())
        .filter(|version| *version >= VERSION)
        .filter(|version| line == first_line(name, *version, bytes).as_bytes());
    match version {
        Some(VERSION) => Ok(sealed.split_off(line.len() + 1)),
        Some(_) => Err(Broken::Newer),
        None => Err(Broken::Damaged),
    }
}

/// Returns the first line of a sealed file, without the line break.
fn first_line(name: &str, version: u32, text: &[u8]) -> String {
    let line = format!("qipan {name} {version} ");
    let mut crc = crc32fast::Hasher::new();
    crc.update(line.as_bytes());
    crc.update(text);
    format!("{line}{:08x}", crc.finalize())
}

fn newer() -> io::Error {
    io::Error::new(ErrorKind::Unsupported, say!("it was written by a newer qipan"))
}

/// The system's English messages about files that users meet.
const _: [&str; 7] = [
    phrase!("No such file or directory"),
    phrase!("Permission denied"),
    phrase!("No space left on device"),
    phrase!("Read-only file system"),
    phrase!("Is a directory"),
    phrase!("Not a directory"),
    phrase!("File exists"),
];

/// Adds "cannot WHAT PATH" to an error, for a one-line message.
fn cannot(what: &str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| {
        io::Error::new(
            error.kind(),
            say!("cannot {what} {path}: {error}", what, path = path.display(), error = error_text(&error)),
        )
    }
}
