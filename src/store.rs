//! The user's data folder: small texts, kept so that neither a crash nor a second window loses one.
//!
//! A document is a file of its name. Its first line is `qipan NAME 1 CRC32`: the version of the format, and eight
//! hexadecimal digits over the rest of the line and the text, which is all that follows. Later versions keep that line,
//! so that an older program knows a newer document from a damaged one.
//!
//! There is no backup copy. A document is replaced by renaming a complete one over it, so only a failing disk or an
//! editor damages one; an older copy would silently take moves back, and the damaged file is kept and can be read.

use std::fmt;
use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

const VERSION: u32 = 1;

/// A folder of documents. Any number of them may be open on the same folder, in one program or in several.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
}

/// What is found under the name of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// There is none.
    Missing,
    /// The text as it was written.
    Text(String),
    /// It was damaged. The file has another name now, and the document is missing from here on.
    Damaged {
        /// Where the damaged file is.
        kept_as: PathBuf,
        /// What is wrong with it.
        why: Damage,
    },
    /// A newer qipan wrote it. It stays as it is, and cannot be replaced.
    Newer,
}

/// What is wrong with a damaged document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It does not begin as a document of this name.
    FirstLine,
    /// It is not what was written: the checksum is another.
    Checksum,
    /// The text is not UTF-8.
    NotUtf8,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::FirstLine => "the first line is not that of such a document",
            Damage::Checksum => "the checksum is wrong",
            Damage::NotUtf8 => "the text is not UTF-8",
        })
    }
}

impl Store {
    /// The store in this folder, or in the user's data folder: `qipan` in `$XDG_DATA_HOME`, and on Windows and macOS
    /// where programs keep their data there. The folder is made when something is kept, not here.
    ///
    /// # Errors
    /// No folder is given and the user has no home, or the folder's name is empty.
    pub fn open(dir: Option<PathBuf>) -> io::Result<Store> {
        let dir = match dir {
            Some(dir) => dir,
            None => etcetera::base_strategy::choose_native_strategy()
                .map_err(|_| {
                    let message = "no home folder to keep games in; name a folder with --data DIR";
                    io::Error::new(ErrorKind::NotFound, message)
                })?
                .data_dir()
                .join("qipan"),
        };
        let dir = std::path::absolute(&dir).map_err(cannot("use the folder", &dir))?;
        Ok(Store { dir })
    }

    /// Reads a document. A damaged one is set aside: renamed to `NAME.damaged`, or `NAME.damaged-2` and so on, never
    /// over another file.
    ///
    /// ```
    /// # fn main() -> std::io::Result<()> {
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path().to_path_buf();
    /// use qipan::store::{Document, Store};
    /// let store = Store::open(Some(folder))?;
    /// assert_eq!(store.read("settings")?, Document::Missing);
    /// store.write("settings", "theme blue\n")?;
    /// assert_eq!(store.read("settings")?, Document::Text("theme blue\n".to_string()));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// The file cannot be read, or is damaged and cannot be renamed; or the name is not made of `a` to `z`, digits and
    /// hyphens.
    pub fn read(&self, name: &str) -> io::Result<Document> {
        match self.look(name)? {
            Ok(document) => Ok(document),
            Err(_) => self.read_locked(name, &self.lock()?),
        }
    }

    /// Replaces a document. Whenever the program or the power fails, the document is either the old or the new one; when
    /// this returns, it is the new one. What is there and damaged is set aside as by [`Store::read`].
    ///
    /// # Errors
    /// The document cannot be written, and the old one is still there: the disk is full or read-only, or a newer qipan
    /// wrote it. Or the name is not made of `a` to `z`, digits and hyphens.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.path(name)?;
        self.make_folder()?;
        let lock = self.lock()?;
        if self.read_locked(name, &lock)? == Document::Newer {
            let newer = io::Error::new(ErrorKind::Unsupported, "a newer qipan wrote it");
            return Err(cannot("replace", &path)(newer));
        }
        self.replace(&path, name, text)
            .map_err(cannot("write", &path))
    }

    fn replace(&self, path: &Path, name: &str, text: &str) -> io::Result<()> {
        // Whoever writes holds the lock of the folder, so a file of this name is what a killed program left.
        let mut file = tempfile::Builder::new()
            .prefix(&format!("{name}.new"))
            .rand_bytes(0)
            .make_in(&self.dir, |path| File::create(path))?;
        let line = first_line(name, VERSION, text.as_bytes());
        let file_itself = file.as_file_mut();
        file_itself.write_all(format!("{line}\n{text}").as_bytes())?;
        file_itself.sync_all()?;
        file.persist(path)?;
        sync_folder(&self.dir)
    }

    /// What is in the file of a document, which stays where it is.
    fn look(&self, name: &str) -> io::Result<Result<Document, Damage>> {
        let path = self.path(name)?;
        match fs::read(&path) {
            Ok(bytes) => Ok(parse(name, &bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Ok(Document::Missing)),
            Err(error) => Err(cannot("read", &path)(error)),
        }
    }

    /// Reads a document and sets it aside if it is damaged. Without the lock, what is renamed could be a good document
    /// that another window has just put in the place of the damaged one.
    fn read_locked(&self, name: &str, _folder: &Lock) -> io::Result<Document> {
        let why = match self.look(name)? {
            Ok(document) => return Ok(document),
            Err(why) => why,
        };
        let path = self.path(name)?;
        let mut kept_as = self.dir.join(format!("{name}.damaged"));
        let mut n = 1;
        while fs::symlink_metadata(&kept_as).is_ok() {
            n += 1;
            kept_as = self.dir.join(format!("{name}.damaged-{n}"));
        }
        fs::rename(&path, &kept_as)
            .and_then(|()| sync_folder(&self.dir))
            .map_err(cannot("set aside the damaged", &path))?;
        Ok(Document::Damaged { kept_as, why })
    }

    /// The file of a document. All other files of the folder have a point in their names.
    fn path(&self, name: &str) -> io::Result<PathBuf> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if name.is_empty() || !name.bytes().all(fits) {
            let message = format!("'{}' is no name of a document", name.escape_default());
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
        Ok(self.dir.join(name))
    }

    fn make_folder(&self) -> io::Result<()> {
        if self.dir.is_dir() {
            return Ok(());
        }
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        // The XDG rules say that the folder is nobody else's to read.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(&self.dir)
            .and_then(|()| self.dir.parent().map_or(Ok(()), sync_folder))
            .map_err(cannot("make the folder", &self.dir))
    }

    /// The lock of the folder, which is held for a few milliseconds at a time.
    fn lock(&self) -> io::Result<Lock> {
        let path = self.dir.join(".lock");
        let file = open_lock(&path).map_err(cannot("lock", &path))?;
        file.lock().map_err(cannot("lock", &path))?;
        Ok(Lock(file))
    }
}

/// A locked file, until it is dropped or the process ends.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    /// Closing the file is not enough: a program that is just being started by another thread has a copy of it.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Lock files are never deleted: two windows could then hold locks of two files that had the same name.
fn open_lock(path: &Path) -> io::Result<File> {
    File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// The first line of a document, without its end.
fn first_line(name: &str, version: u32, text: &[u8]) -> String {
    let line = format!("qipan {name} {version} ");
    let mut crc = crc32fast::Hasher::new();
    crc.update(line.as_bytes());
    crc.update(text);
    format!("{line}{:08x}", crc.finalize())
}

fn parse(name: &str, file: &[u8]) -> Result<Document, Damage> {
    let end = file.iter().position(|b| *b == b'\n');
    let (line, text) = file.split_at(end.ok_or(Damage::FirstLine)?);
    let text = &text[1..];
    let version = std::str::from_utf8(line)
        .ok()
        .and_then(|line| line.strip_prefix(&format!("qipan {name} ")))
        .and_then(|rest| rest.split(' ').next()?.parse().ok())
        .filter(|version| *version >= VERSION)
        .ok_or(Damage::FirstLine)?;
    if line != first_line(name, version, text).as_bytes() {
        return Err(Damage::Checksum);
    }
    if version > VERSION {
        return Ok(Document::Newer);
    }
    match std::str::from_utf8(text) {
        Ok(text) => Ok(Document::Text(text.to_string())),
        Err(_) => Err(Damage::NotUtf8),
    }
}

/// Makes what was renamed in a folder last through a loss of power.
fn sync_folder(dir: &Path) -> io::Result<()> {
    // Windows opens no folder as a file, and writes a rename to its journal by itself.
    if cfg!(windows) {
        return Ok(());
    }
    match File::open(dir)?.sync_all() {
        // Some network file systems sync files and no folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Puts what failed before an error, for a line that one can show.
fn cannot(what: &str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| {
        io::Error::new(
            error.kind(),
            format!("cannot {what} {}: {error}", path.display()),
        )
    }
}
