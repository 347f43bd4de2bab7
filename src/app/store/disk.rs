//! What the store asks of the file system. Everything that the program reads or writes goes through these few calls, so a test can
//! make each of them fail.
//!
//! In the user's data folder a file is what the program has put there: a symbolic link, a pipe or a device in its place is refused,
//! not followed and not waited for.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A call to the file system begins.
fn pass() -> io::Result<()> {
    #[cfg(test)]
    super::faults::pass()?;
    Ok(())
}

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Nothing,
    File,
    Folder,
    Link,
    /// A pipe, or a device that takes bytes one after the other.
    Stream,
    /// Something else: a socket, a disk.
    Other,
}

impl Kind {
    fn of(data: &Metadata) -> Kind {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if data.file_type().is_fifo() || data.file_type().is_char_device() {
                return Kind::Stream;
            }
        }
        match data.file_type() {
            kind if kind.is_file() => Kind::File,
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_symlink() => Kind::Link,
            _ => Kind::Other,
        }
    }
}

/// What stands under a name, which may be a link.
pub(crate) fn kind(path: &Path) -> io::Result<Kind> {
    pass()?;
    kind_in(fs::symlink_metadata(path))
}

/// What stands where a name leads, by way of links.
pub(crate) fn kind_at_end(path: &Path) -> io::Result<Kind> {
    pass()?;
    kind_in(fs::metadata(path))
}

fn kind_in(data: io::Result<Metadata>) -> io::Result<Kind> {
    match data {
        Ok(data) => Ok(Kind::of(&data)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Kind::Nothing),
        Err(error) => Err(error),
    }
}

pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    pass()?;
    fs::canonicalize(path)
}

/// When a file was written, or nothing if there is none.
pub(crate) fn written(path: &Path) -> io::Result<Option<SystemTime>> {
    pass()?;
    match fs::symlink_metadata(path).and_then(|data| data.modified()) {
        Ok(written) => Ok(Some(written)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

pub(crate) fn list(folder: &Path) -> io::Result<Vec<String>> {
    pass()?;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        // A name that is no text is none of the program's.
        names.extend(entry?.file_name().into_string());
    }
    Ok(names)
}

/// The names in a folder of the user's, and how long the files are; folders have no length. Links are followed.
pub fn list_with_sizes(folder: &Path) -> io::Result<Vec<(String, Option<u64>)>> {
    let mut entries = Vec::new();
    for name in list(folder)? {
        // What vanished meanwhile cannot be opened, and a pipe is not waited for.
        match fs::metadata(folder.join(&name)) {
            Ok(data) if data.is_dir() => entries.push((name, None)),
            Ok(data) if data.is_file() => entries.push((name, Some(data.len()))),
            _ => {}
        }
    }
    Ok(entries)
}

/// Opens a regular file; a link is not followed, and nothing is waited for.
fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    pass()?;
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(flags.bits() as i32);
    }
    let opened = options.open(path);
    match opened.and_then(|file| Ok((file.metadata()?.is_file(), file))) {
        Ok((true, file)) => Ok(file),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(error),
        Err(error) => match fs::symlink_metadata(path) {
            Ok(data) if !data.is_file() => Err(irregular()),
            _ => Err(error),
        },
        Ok((false, _)) => Err(irregular()),
    }
}

/// What is no regular file is not read and not written.
pub(crate) fn irregular() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is no regular file")
}

/// The most that is read of any file, in bytes. What a full learner exports is a third of it.
pub(crate) const LONGEST: usize = 256 << 20;

/// All of a file, if it is not longer than [`LONGEST`].
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_from(path, 0, LONGEST)
}

/// A file from a byte on, if there are not more bytes than that.
pub(crate) fn read_from(path: &Path, byte: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut file = open(File::options().read(true), path)?;
    pass()?;
    if file.metadata()?.len().saturating_sub(byte) > most as u64 {
        return Err(too_long(most));
    }
    file.seek(SeekFrom::Start(byte))?;
    read_at_most(file, most)
}

/// There is more than so many bytes.
pub(crate) fn too_long(most: usize) -> io::Error {
    let long = format!("it is longer than {} MB", most >> 20);
    io::Error::new(ErrorKind::FileTooLarge, long)
}

/// How long a file is, in bytes; 0 if there is none.
pub(crate) fn length(path: &Path) -> io::Result<u64> {
    pass()?;
    match fs::symlink_metadata(path) {
        Ok(data) => Ok(data.len()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// All of a file that the user named, whatever it is, if it is not longer than so many bytes.
pub fn read_named(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    pass()?;
    read_at_most(File::open(path)?, most)
}

/// All that there is to read, if it is not more than so many bytes.
pub(crate) fn read_at_most(from: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(too_long(most));
    }
    Ok(bytes)
}

/// A new file, for its owner to fill. Where there is something of this name it fails.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    open(File::options().write(true).create_new(true), path)
}

/// A file that is made if it is not there, to be written or only to be locked.
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    open(
        File::options().write(true).create(true).truncate(false),
        path,
    )
}

pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open(File::options().read(true), path)
}

pub(crate) fn is_still(file: &File, path: &Path) -> io::Result<bool> {
    pass()?;
    let there = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        there => there?,
    };
    // Windows deletes no file that somebody has open.
    #[cfg(not(unix))]
    return Ok(there.is_file() && file.metadata()?.is_file());
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let here = file.metadata()?;
        Ok((here.dev(), here.ino()) == (there.dev(), there.ino()))
    }
}

pub(crate) fn write(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    fits(file, bytes)?;
    #[cfg(test)]
    super::faults::tear(file, bytes)?;
    file.write_all(bytes)
}

pub(crate) fn write_at(file: &mut File, place: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    write(file, bytes)
}

/// Waits until the disk has what was written.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    pass()?;
    file.sync_all()?;
    #[cfg(all(test, unix))]
    super::crash_model::synced(file);
    Ok(())
}

pub(crate) fn cut(file: &File, length: u64) -> io::Result<()> {
    pass()?;
    file.set_len(length)
}

/// Gives a file another name, over what has it.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    pass()?;
    fs::rename(from, to)
}

/// Deletes a file, or a link.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    pass()?;
    fs::remove_file(path)
}

pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    pass()?;
    fs::remove_dir(path)
}

/// Makes a folder and those above it. The XDG rules say that it is nobody else's to read.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    make(&mut builder, path)
}

/// Makes a folder that the user named, and those above it.
pub(crate) fn make_named_folder(path: &Path) -> io::Result<()> {
    make(&mut DirBuilder::new(), path)
}

fn make(builder: &mut DirBuilder, path: &Path) -> io::Result<()> {
    if kind_at_end(path)? == Kind::Folder {
        return Ok(());
    }
    let above = folder_of(path);
    make(builder, above)?;
    pass()?;
    // With `recursive` it is no error if another program makes the folder meanwhile.
    builder.recursive(true).create(path)?;
    sync_folder(above)
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes what was renamed in a folder last through a loss of power.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows opens no folder as a file, and writes a rename to its journal by itself.
    if cfg!(windows) {
        return Ok(());
    }
    pass()?;
    match sync(&File::open(folder)?) {
        // Some network file systems sync files and no folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Writes into a pipe or a device. A pipe that nobody reads is an error, not a wait.
#[cfg(unix)]
pub(crate) fn write_into(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;
    pass()?;
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
    let mut file = File::options()
        .write(true)
        .custom_flags(flags)
        .open(path)
        .map_err(|error| match error.raw_os_error() {
            Some(raw) if raw == rustix::io::Errno::NXIO.raw_os_error() => {
                io::Error::new(ErrorKind::BrokenPipe, "nobody reads the pipe")
            }
            _ => error,
        })?;
    if Kind::of(&file.metadata()?) != Kind::Stream {
        return Err(irregular());
    }
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    write(&mut file, bytes)
}

#[cfg(not(unix))]
pub(crate) fn write_into(_path: &Path, _bytes: &[u8]) -> io::Result<()> {
    Err(irregular())
}

/// A file beside the one that it is to replace. Unless it [replaces](New::replace) it, it is deleted.
pub(crate) struct New {
    path: PathBuf,
    file: File,
    done: bool,
}

impl New {
    /// Of this name, which only the holder of a lock uses: what has it is what a killed program left.
    pub(crate) fn at(path: PathBuf) -> io::Result<New> {
        match remove(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        New::create(path)
    }

    /// Of a name that nobody has, with this at its beginning. It is locked, so that nobody [sweeps](sweep) it away.
    pub(crate) fn beside(folder: &Path, prefix: &str) -> io::Result<New> {
        loop {
            let random: u64 = rand::random();
            match New::create(folder.join(format!("{prefix}{random:016x}.new"))) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                new => {
                    // Where files cannot be locked nothing is swept away.
                    let _ = new.as_ref().map(|new| new.file.try_lock());
                    return new;
                }
            }
        }
    }

    fn create(path: PathBuf) -> io::Result<New> {
        let file = create_new(&path)?;
        Ok(New {
            path,
            file,
            done: false,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gets these bytes and the name of another file, which is gone then; `lasting`, when this returns, through a loss of power too.
    pub(crate) fn replace(mut self, path: &Path, bytes: &[u8], lasting: bool) -> io::Result<()> {
        write(&mut self.file, bytes)?;
        if lasting {
            sync(&self.file)?;
        }
        rename(&self.path, path)?;
        self.done = true;
        match lasting {
            true => sync_folder(folder_of(path)),
            false => Ok(()),
        }
    }
}

impl Drop for New {
    fn drop(&mut self) {
        if !self.done {
            let _ = remove(&self.path);
        }
    }
}

/// How old a file is at least that a killed program has left: nobody writes for so long.
const OLD: Duration = Duration::from_secs(3600);

/// Removes what killed programs have left of [`New::beside`] with this at the beginning of the name: old files that no program holds. An
/// error is none: the next one tries again.
pub(crate) fn sweep(folder: &Path, prefix: &str) {
    for name in list(folder).unwrap_or_default() {
        let random = name
            .strip_prefix(prefix)
            .and_then(|rest| rest.strip_suffix(".new"));
        let is_hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        if random.is_some_and(|random| random.len() == 16 && random.bytes().all(is_hex)) {
            let _ = remove_if_left(&folder.join(name));
        }
    }
}

fn remove_if_left(path: &Path) -> io::Result<()> {
    let age = written(path)?.and_then(|written| written.elapsed().ok());
    if age.is_some_and(|age| age > OLD) {
        let file = open(File::options().read(true), path)?;
        if file.try_lock().is_ok() {
            remove(path)?;
        }
    }
    Ok(())
}

/// A limit on the size of files (`ulimit -f`) is an error like that of a full disk: whoever writes beyond it gets a signal that ends the
/// program.
#[cfg(unix)]
fn fits(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    use rustix::process::{Resource, getrlimit};
    if let Some(most) = getrlimit(Resource::Fsize).current
        && file.metadata()?.is_file()
        && file.stream_position()? + bytes.len() as u64 > most
    {
        return Err(rustix::io::Errno::FBIG.into());
    }
    Ok(())
}

#[cfg(not(unix))]
fn fits(_file: &mut File, _bytes: &[u8]) -> io::Result<()> {
    Ok(())
}
