//! The store's calls to the file system. Everything that the program reads or writes goes through these few calls, so a test can make each
//! of them fail.
//!
//! In the user's data folder a file is what the program has put there: a symbolic link, a pipe or a device in its place is refused instead
//! of followed or waited for.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf, Prefix};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use super::{PATIENCE, TICK};
use words::say;

/// Begins a call to the file system; tests make it fail.
fn pass() -> io::Result<()> {
    #[cfg(test)]
    super::faults::pass()?;
    Ok(())
}

/// What kind of thing a name stands for.
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

/// What a name stands for; a link is not followed.
pub(crate) fn kind(path: &Path) -> io::Result<Kind> {
    pass()?;
    match is_device(path) {
        true => Ok(Kind::Other),
        false => kind_in(fs::symlink_metadata(path)),
    }
}

/// What a name stands for after all links are followed.
pub(crate) fn kind_at_end(path: &Path) -> io::Result<Kind> {
    pass()?;
    match is_device(path) {
        true => Ok(Kind::Other),
        false => kind_in(fs::metadata(path)),
    }
}

/// Is this no name of a file to Windows? Some are those of devices, in every folder and with every ending, and behind a colon there is a
/// stream of a file.
fn is_device(path: &Path) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    const NUMBERED: [&str; 2] = ["COM", "LPT"];
    let is = |name: &str| {
        let name = name.split('.').next().unwrap_or_default().trim_end();
        let (port, number) = name.split_at_checked(3).unwrap_or_default();
        let is_number = number.len() == 1 && number.bytes().all(|n| matches!(n, b'1'..=b'9'));
        let is_one_of =
            |names: &[&str], name: &str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        is_one_of(&DEVICES, name) || is_number && is_one_of(&NUMBERED, port)
    };
    cfg!(windows)
        && path.components().any(|part| match part {
            Component::Normal(name) => {
                let name = name.to_string_lossy();
                name.contains(':') || is(&name)
            }
            Component::Prefix(drive) => matches!(drive.kind(), Prefix::DeviceNS(_)),
            _ => false,
        })
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

/// When a file was last written, or `None` if there is none.
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
        // The program gives no file a name that is not UTF-8.
        names.extend(entry?.file_name().into_string());
    }
    Ok(names)
}

/// The names in one of the user's folders, with the lengths of files in bytes; folders have no length. Links are followed.
pub fn list_with_sizes(folder: &Path) -> io::Result<Vec<(String, Option<u64>)>> {
    let mut entries = Vec::new();
    for name in list(folder)? {
        // A file that has vanished meanwhile cannot be opened, and a pipe would have to be waited for.
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
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        use windows_sys::Win32::Storage::FileSystem::FILE_FLAG_OPEN_REPARSE_POINT;
        if is_device(path) {
            return Err(irregular());
        }
        options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    }
    let opened = patiently(|| options.open(path), is_held);
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

/// Only a regular file is read or written.
pub(crate) fn irregular() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, say!("it is not a regular file"))
}

/// The most that is read from any file, in bytes. The export of a full learner takes a third of it.
pub(crate) const LONGEST: usize = 256 << 20;

/// All of a file, if it is not longer than [`LONGEST`].
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_from(path, 0, LONGEST)
}

/// A file from a byte on, if no more than `most` bytes follow.
pub(crate) fn read_from(path: &Path, byte: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut file = open(File::options().read(true), path)?;
    pass()?;
    if file.metadata()?.len().saturating_sub(byte) > most as u64 {
        return Err(too_long(most));
    }
    file.seek(SeekFrom::Start(byte))?;
    read_at_most(file, most)
}

/// The error when there are more than this many bytes.
pub(crate) fn too_long(most: usize) -> io::Error {
    let long = say!("it is longer than {most} MB", most = most >> 20);
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

/// All of a file that the user named, whatever kind it is, if it is not longer than `most` bytes.
pub fn read_named(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    pass()?;
    read_at_most(File::open(path)?, most)
}

/// All that there is to read, if it is not more than `most` bytes.
pub fn read_at_most(from: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(too_long(most));
    }
    Ok(bytes)
}

/// Creates a file to be written. Fails where something has this name.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    open(File::options().write(true).create_new(true), path)
}

/// Opens a file to be written or only to be locked, and makes it if it is missing.
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
    // Windows does not delete a file that somebody has open.
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

/// Waits until what was written is on the disk.
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

/// Gives a file another name, replacing any file of that name. Windows may refuse that as long as somebody reads one of them: another
/// window, or a program that looks for viruses.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    pass()?;
    patiently(|| fs::rename(from, to), is_in_use)
}

/// Tries again for a moment what is refused for a reason that may soon be gone.
fn patiently<T>(
    mut call: impl FnMut() -> io::Result<T>,
    passes: impl Fn(&io::Error) -> bool,
) -> io::Result<T> {
    let until = Instant::now() + PATIENCE;
    loop {
        match call() {
            Err(error) if passes(&error) && Instant::now() < until => sleep(TICK),
            result => return result,
        }
    }
}

/// Is a file refused because somebody has it open, and lets nobody else have it? Only Windows does so.
fn is_held(error: &io::Error) -> bool {
    #[cfg(windows)]
    return error.raw_os_error()
        == Some(windows_sys::Win32::Foundation::ERROR_SHARING_VIOLATION.cast_signed());
    #[cfg(not(windows))]
    {
        let _ = error;
        false
    }
}

/// May a new name or a removal be refused because somebody has the file open? Windows then also says that access is denied.
fn is_in_use(error: &io::Error) -> bool {
    is_held(error) || cfg!(windows) && error.kind() == ErrorKind::PermissionDenied
}

/// Deletes a file, or a link.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    pass()?;
    patiently(|| fs::remove_file(path), is_in_use)
}

pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    pass()?;
    fs::remove_dir(path)
}

/// Makes a folder and those above it. By the XDG rules nobody else may read it.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    make(&mut builder, path)
}

/// Makes a folder that the user named, and those above it.
pub fn make_named_folder(path: &Path) -> io::Result<()> {
    make(&mut DirBuilder::new(), path)
}

fn make(builder: &mut DirBuilder, path: &Path) -> io::Result<()> {
    if kind_at_end(path)? == Kind::Folder {
        return Ok(());
    }
    let above = folder_of(path);
    make(builder, above)?;
    pass()?;
    // With `recursive` it is not an error if another program makes the folder meanwhile.
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

/// Makes renames in a folder survive a loss of power.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file, and writes a rename to its journal by itself.
    if cfg!(windows) {
        return Ok(());
    }
    pass()?;
    match sync(&File::open(folder)?) {
        // Some network file systems sync files but not folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Writes into a pipe or a device. A pipe that nobody reads is an error instead of a wait.
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
                io::Error::new(ErrorKind::BrokenPipe, say!("nobody reads the pipe"))
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

/// A new file beside the one that it should replace. It is deleted unless it [replaces](New::replace) the other.
pub(crate) struct New {
    path: PathBuf,
    file: File,
    done: bool,
}

impl New {
    /// A new file of this name, which only the holder of a lock uses, so any file that has the name was left by a killed program.
    pub(crate) fn at(path: PathBuf) -> io::Result<New> {
        match remove(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        New::create(path)
    }

    /// A new file with a free name that begins with `prefix`. It is locked, so that nobody [sweeps](sweep) it away.
    pub(crate) fn beside(folder: &Path, prefix: &str) -> io::Result<New> {
        loop {
            let random: u64 = rand::random();
            match New::create(folder.join(format!("{prefix}{random:016x}.new"))) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                new => {
                    // Where files cannot be locked, nothing is swept away.
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

    /// Writes these bytes and takes the place of another file. If `lasting`, the new file survives a loss of power as soon as this returns.
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

/// A file this old was left by a killed program, because no program takes so long to write one.
const OLD: Duration = Duration::from_secs(3600);

/// Removes the files from [`New::beside`] with this prefix that killed programs have left: old ones that no program holds. Errors are
/// ignored, because the next sweep tries again.
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

/// Reports a limit on the size of files (`ulimit -f`) as an error like that of a full disk, because writing beyond it would end the program
/// by a signal.
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
