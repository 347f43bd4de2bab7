#![doc = include_str!("README.md")]

mod disk;
pub mod drafts;
pub mod files;
pub mod folder;
mod frames;
pub mod games;
pub mod installed;
pub mod journal;
pub mod memory;
mod pictures;
pub mod recent;
#[cfg(windows)]
pub(crate) mod registry;
pub mod rules;
mod settings;
// The code that makes each call to the file system fail lies beside the tests that use it. It is not part of the program.
#[cfg(test)]
#[path = "tests/faults.rs"]
mod faults;
// The model of what a disk may hold after a loss of power lies there, too.
#[cfg(all(test, unix))]
#[path = "tests/crash_model.rs"]
mod crash_model;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use disk::{Kind, New};
use words::say;

const VERSION: u32 = 1;

/// The longest document, in bytes. The longest one is a C program that was typed and not saved.
const LONGEST: usize = 16 << 20;

/// The folder in the store for pictures when `--data` names the store.
const PICTURES: &str = "pictures";

/// A folder of documents. Any number of them may be open on the same folder, in one program or in several.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
    config: PathBuf,
    /// Where pictures of the screen go.
    pictures: PathBuf,
    /// `Some` for a store that does not wait long for the lock of the folder: was the last wait in vain?
    busy: Option<Arc<AtomicBool>>,
}

/// How long an impatient store waits for the lock of the folder, and Windows' rename for a file that is open. Both take a few milliseconds,
/// unless the other program was stopped.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between two tries during that wait.
const TICK: Duration = Duration::from_millis(2);

/// What is found under the name of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// There is no such document.
    Missing,
    /// The text as it was written.
    Text(String),
    /// The document was damaged. Its file has another name now, and the document is missing from here on.
    Damaged {
        /// Where the damaged file is.
        kept_as: PathBuf,
    },
    /// A newer qipan wrote the document. It stays as it is and cannot be replaced.
    Newer,
}

/// The document of a game in progress, which no other window can hold. Dropping it leaves the document to
/// [`Store::abandoned`].
#[derive(Debug)]
pub struct Slot {
    store: Store,
    name: String,
    held: Lock,
}

/// A game in progress that no window holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abandoned {
    /// The document's name, for [`Store::read`] and [`Store::take`].
    pub name: String,
    /// When it was last written.
    pub saved: SystemTime,
}

impl Store {
    /// The store in this folder, or in the user's data folder: `qipan` in `$XDG_DATA_HOME`, or the place for programs' data on Windows and
    /// macOS. The settings are in the folder that is given, or in the user's own for settings: `qipan` in `$XDG_CONFIG_HOME` or the like.
    /// The folders are made only when something is kept.
    ///
    /// # Errors
    /// No folder is given and the user has no home, or the folder's name is empty.
    pub fn open(dir: Option<PathBuf>) -> io::Result<Store> {
        let absolute =
            |dir: PathBuf| std::path::absolute(&dir).map_err(cannot(say!("use the folder"), &dir));
        if let Some(dir) = dir {
            return Ok(Store::at(absolute(dir)?));
        }
        let (Some(data), Some(config)) = (dirs::data_dir(), dirs::config_dir()) else {
            let message = say!("no home folder to keep games in; name a folder with --data DIR");
            return Err(io::Error::new(ErrorKind::NotFound, message));
        };
        let store = Store::at(absolute(data.join("qipan"))?);
        Ok(Store {
            config: absolute(config.join("qipan"))?,
            pictures: dirs::picture_dir()
                .or_else(dirs::home_dir)
                .unwrap_or_else(|| store.pictures.clone()),
            ..store
        })
    }

    /// A store in a folder that also holds the settings and pictures.
    fn at(dir: PathBuf) -> Store {
        Store {
            config: dir.clone(),
            pictures: dir.join(PICTURES),
            dir,
            busy: None,
        }
    }

    /// The same store for code that cannot wait long for other programs. When one of them holds the folder for more than half a second, the
    /// error is [`ErrorKind::WouldBlock`], which then comes at once until the folder is free again.
    pub fn impatient(mut self) -> Store {
        self.busy = Some(Arc::default());
        self
    }

    /// Reads a document. A damaged one is set aside: renamed to `NAME.damaged`, or `NAME.damaged-2` and so on, never
    /// over another file.
    ///
    /// # Errors
    /// The file cannot be read, is longer than 16 MB, or is damaged and cannot be renamed; or the name is not made of `a` to `z`, digits
    /// and hyphens.
    pub fn read(&self, name: &str) -> io::Result<Document> {
        match self.look(name)? {
            Some(document) => Ok(document),
            None => self.read_locked(name, &self.lock()?),
        }
    }

    /// Replaces a document. Whenever the program or the power fails, the document is either the old or the new one;
    /// when this returns, it is the new one. A damaged one is set aside as by [`Store::read`].
    ///
    /// # Errors
    /// The document cannot be written, and the old one is still there: the disk is full or read-only, or a newer qipan
    /// wrote it. Or the name is not made of `a` to `z`, digits and hyphens, or is that of a slot, which only its holder
    /// may write.
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
        match disk::remove(&path).and_then(|()| disk::sync_folder(&self.dir)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            result => result.map_err(cannot("delete", &path)),
        }
    }

    /// The path of a file of the user's own in the store's folder of this name. Asking makes neither.
    pub fn file(&self, folder: &str, name: &str) -> PathBuf {
        self.dir.join(folder).join(name)
    }

    /// The folder of this name in the store, for files that are the user's own. It is made if it is missing.
    pub fn folder(&self, name: &str) -> io::Result<PathBuf> {
        let folder = Store::at(self.dir.join(name));
        folder.make_folder()?;
        Ok(folder.dir)
    }

    /// Takes the first slot that has no document and no holder. This makes the folder.
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

    /// The games in progress that no window holds, the last one written first. They are not read, so some may be damaged or from a newer
    /// qipan.
    pub fn abandoned(&self) -> io::Result<Vec<Abandoned>> {
        if !self.is_there()? {
            return Ok(Vec::new());
        }
        let folder = self.lock()?;
        let mut games = Vec::new();
        for name in disk::list(&self.dir).map_err(cannot("read", &self.dir))? {
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

    /// The names of the files in the folder, in no particular order.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        match self.is_there()? {
            true => disk::list(&self.dir).map_err(cannot("read", &self.dir)),
            false => Ok(Vec::new()),
        }
    }

    /// Takes the slot of an abandoned game. `None` if another window was faster and holds the slot or has ended the game.
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

    /// Takes the slot of this name, or `None` if it is held. The lock of the folder keeps windows that only look from being taken for
    /// holders.
    fn hold(&self, name: String, _folder: &Lock) -> io::Result<Option<Slot>> {
        let path = self.lock_of(&name);
        let file = disk::open_to_write(&path).map_err(cannot("lock", &path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if !IS_ALONE => Err(cannot("lock", &path)(error)),
            _ => Ok(Some(Slot {
                store: self.clone(),
                name,
                held: Lock(file),
            })),
        }
    }

    fn lock_of(&self, slot: &str) -> PathBuf {
        self.dir.join(format!("{slot}.lock"))
    }

    /// When a document was last written, or `None` if there is none.
    fn saved(&self, name: &str) -> io::Result<Option<SystemTime>> {
        let path = self.path(name)?;
        disk::written(&path).map_err(cannot("read", &path))
    }

    /// Is there a folder? Asking makes none.
    fn is_there(&self) -> io::Result<bool> {
        let kind = disk::kind_at_end(&self.dir).map_err(cannot("read", &self.dir))?;
        Ok(kind != Kind::Nothing)
    }

    /// Replaces a document; `slot` is the one that is held if the document is a slot's.
    fn put(&self, name: &str, text: &str, slot: Option<&Slot>) -> io::Result<()> {
        let path = self.path(name)?;
        self.make_folder()?;
        let folder = self.lock()?;
        if let Some(slot) = slot
            && !slot.is_still_held(&folder)?
        {
            let gone =
                say!("the folder was removed meanwhile, and the place may be another game's now");
            let gone = io::Error::new(ErrorKind::ResourceBusy, gone);
            return Err(cannot("write", &path)(gone));
        }
        if self.read_locked(name, &folder)? == Document::Newer {
            return Err(cannot("replace", &path)(newer()));
        }
        self.replace(&path, name, text)
            .map_err(cannot("write", &path))
    }

    fn replace(&self, path: &Path, name: &str, text: &str) -> io::Result<()> {
        let document = sealed(name, text.as_bytes());
        if document.len() > LONGEST {
            return Err(disk::too_long(LONGEST));
        }
        // Every writer holds the lock of the folder, so any file of this name was left by a killed program.
        let new = New::at(self.dir.join(format!("{name}.new")))?;
        new.replace(path, &document, true)
    }

    /// What is in the file of a document, which stays where it is; `None` when it is damaged.
    fn look(&self, name: &str) -> io::Result<Option<Document>> {
        let path = self.path(name)?;
        match disk::read_from(&path, 0, LONGEST) {
            Ok(bytes) => Ok(match unsealed(name, bytes) {
                Ok(text) => String::from_utf8(text).ok().map(Document::Text),
                Err(Broken::Newer) => Some(Document::Newer),
                Err(Broken::Damaged) => None,
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(Document::Missing)),
            Err(error) => Err(cannot("read", &path)(error)),
        }
    }

    /// Reads a document and sets it aside if it is damaged. Without the lock, this could rename a good document that another window has
    /// just put in the place of the damaged one.
    fn read_locked(&self, name: &str, _folder: &Lock) -> io::Result<Document> {
        if let Some(document) = self.look(name)? {
            return Ok(document);
        }
        let kept_as = set_aside(&self.path(name)?)?;
        Ok(Document::Damaged { kept_as })
    }

    /// The file of a document. All other files of the folder have a dot in their names.
    fn path(&self, name: &str) -> io::Result<PathBuf> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if name.is_empty() || !name.bytes().all(fits) {
            let name = name.escape_default();
            return Err(invalid(say!(
                "'{name}' is not the name of a document",
                name
            )));
        }
        Ok(self.dir.join(name))
    }

    fn make_folder(&self) -> io::Result<()> {
        disk::make_folder(&self.dir).map_err(cannot(say!("make the folder"), &self.dir))
    }

    /// The lock of the folder, which is held for a few milliseconds at a time.
    fn lock(&self) -> io::Result<Lock> {
        let patience = self
            .busy
            .as_ref()
            .map(|busy| match busy.load(Ordering::Relaxed) {
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
    /// The name of its document.
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
    /// The document cannot be written, and the old one is still there. [`ErrorKind::ResourceBusy`] means that the folder was removed while
    /// the slot was held: the slot is lost, and the holder needs another.
    pub fn write(&self, text: &str) -> io::Result<()> {
        self.store.put(&self.name, text, Some(self))
    }

    /// Deletes the document, whatever state it is in, because the game is over. The slot is still held.
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

    /// Is the locked file still the one that others would lock? It is not when somebody has removed the folder.
    fn is_still_held(&self, _folder: &Lock) -> io::Result<bool> {
        let path = self.store.lock_of(&self.name);
        disk::is_still(&self.held.0, &path).map_err(cannot("read", &path))
    }
}

/// Is this the name of a slot's document?
fn is_slot(name: &str) -> bool {
    let number = name.strip_prefix("game-");
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Refuses the name of a slot, whose document only its holder may change.
fn not_a_slot(name: &str) -> io::Result<()> {
    match is_slot(name) {
        true => Err(invalid(say!("{name} is the document of a slot", name))),
        false => Ok(()),
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// A page has its files for itself, and no locks.
const IS_ALONE: bool = cfg!(target_family = "wasm");

/// A locked file, until it is dropped or the process ends.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    /// Closing the file is not enough: a program that is just being started by another thread has a copy of it.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Waits for the lock of a file, which is made if it is missing. After `patience`, if there is a limit, the error is
    /// [`ErrorKind::WouldBlock`].
    ///
    /// The program never deletes a file that is locked this way, because two windows could then hold locks of two files of the same name.
    /// When somebody else has deleted it, the new file is the one to lock.
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
        locked().map_err(cannot("lock", path))
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

    /// [`Lock::of`] for somebody who only reads, while others may read, too. `None` where there is no file to lock, because nobody can be
    /// writing there.
    fn to_read(path: &Path) -> io::Result<Option<Lock>> {
        let lock = match disk::open_to_read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => Lock(file.map_err(cannot("lock", path))?),
        };
        if !IS_ALONE {
            lock.0.lock_shared().map_err(cannot("lock", path))?;
        }
        Ok(Some(lock))
    }
}

/// Renames a damaged file to the first free one of the names `NAME.damaged`, `NAME.damaged-2` and so on.
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

/// Why the bytes of a file are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// A newer qipan wrote them.
    Newer,
    /// They are not what was written under this name.
    Damaged,
}

/// The bytes after a line with a name, the version of qipan's files and a CRC32 over the rest of the line and the bytes.
pub fn sealed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut sealed = first_line(name, VERSION, bytes).into_bytes();
    sealed.push(b'\n');
    sealed.extend(bytes);
    sealed
}

/// The bytes that [`sealed`] was given.
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

/// The first line of a document, without its end.
fn first_line(name: &str, version: u32, text: &[u8]) -> String {
    let line = format!("qipan {name} {version} ");
    let mut crc = crc32fast::Hasher::new();
    crc.update(line.as_bytes());
    crc.update(text);
    format!("{line}{:08x}", crc.finalize())
}

fn newer() -> io::Error {
    io::Error::new(
        ErrorKind::Unsupported,
        say!("it was written by a newer qipan"),
    )
}

/// Puts what failed before an error, for a line that can be shown.
fn cannot(what: &str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| {
        io::Error::new(
            error.kind(),
            say!(
                "cannot {what} {path}: {error}",
                what,
                path = path.display(),
                error
            ),
        )
    }
}
