//! All calls to the file system that the store makes. They are few, so that a test can make each of them
//! fail.
//!
//! In the data folder, a symbolic link, pipe or device in the place of a file is rejected; it is never
//! followed or waited for.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf, Prefix};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use super::{PATIENCE, TICK};
use words::say;

/// Called before each file system call; tests make it return an error.
fn fault_point() -> io::Result<()> {
    #[cfg(test)]
    super::faults::fault_point()?;
    Ok(())
}

/// The file type of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Nothing,
    File,
    Folder,
    Link,
    /// A pipe, or a character device.
    Stream,
    /// Anything else, such as a socket or a block device.
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

/// Returns the file type of a path, without following links.
pub(crate) fn kind(path: &Path) -> io::Result<Kind> {
    kind_by(|path| fs::symlink_metadata(path), path)
}

/// Returns the file type of a path after following links.
pub(crate) fn kind_at_end(path: &Path) -> io::Result<Kind> {
    kind_by(|path| fs::metadata(path), path)
}

fn kind_by(metadata: fn(&Path) -> io::Result<Metadata>, path: &Path) -> io::Result<Kind> {
    fault_point()?;
    if is_device(path) {
        return Ok(Kind::Other);
    }
    let data = existing(metadata(path))?;
    Ok(data.map_or(Kind::Nothing, |data| Kind::of(&data)))
}

/// Turns "not found" into `None`.
pub(crate) fn existing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// Returns true for names that Windows reserves for devices, in any folder and with any extension, and for
/// names with a colon, which denote alternate streams.
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

pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    fault_point()?;
    fs::canonicalize(path)
}

/// Returns the time at which a file was last written; `None` if there is no file.
pub(crate) fn written(path: &Path) -> io::Result<Option<SystemTime>> {
    fault_point()?;
    existing(fs::symlink_metadata(path).and_then(|data| data.modified()))
}

/// Returns the size of a file in bytes and the time of its last change; `None` for a folder. Follows links.
pub(crate) fn state(path: &Path) -> io::Result<Option<(u64, SystemTime)>> {
    fault_point()?;
    let data = fs::metadata(path)?;
    let state = || (data.len(), data.modified().unwrap_or(SystemTime::UNIX_EPOCH));
    Ok((!data.is_dir()).then(state))
}

pub(crate) fn list(folder: &Path) -> io::Result<Vec<String>> {
    fault_point()?;
    let mut names = Vec::new();
    // The standard library panics when the system reports an error at the end, after all names were read.
    #[cfg(unix)]
    for entry in rustix::fs::Dir::new(File::open(folder)?)? {
        let entry = entry?;
        let name = entry.file_name().to_str().unwrap_or_default();
        if !["", ".", ".."].contains(&name) {
            names.push(name.to_string());
        }
    }
    #[cfg(not(unix))]
    for entry in fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    // Names that are not UTF-8 were skipped, because the program creates none.
    Ok(names)
}

/// Returns the name of the folder's entry that has this name, perhaps in other case, as in DOS; the name itself if
/// there is none.
pub(crate) fn in_any_case(folder: &Path, name: &str) -> io::Result<String> {
    let names = list(folder)?;
    let exact = names.iter().find(|known| *known == name);
    let same = exact.or_else(|| names.iter().find(|known| known.eq_ignore_ascii_case(name)));
    Ok(same.map_or(name, String::as_str).to_string())
}

/// Lists the names in one of the user's folders, with file sizes in bytes (`None` for folders). Follows
/// links.
pub fn list_with_sizes(folder: &Path) -> io::Result<Vec<(String, Option<u64>)>> {
    let mut entries = Vec::new();
    for name in list(folder)? {
        // Skip files that vanished meanwhile, and pipes, which would block a reader.
        match fs::metadata(folder.join(&name)) {
            Ok(data) if data.is_dir() => entries.push((name, None)),
            Ok(data) if data.is_file() => entries.push((name, Some(data.len()))),
            _ => {}
        }
    }
    Ok(entries)
}

/// Opens a regular file without following links or blocking.
fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    fault_point()?;
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

/// Returns the error for anything but a regular file.
pub(crate) fn irregular() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, say!("it is not a regular file"))
}

/// The maximum number of bytes read from any file. An exported learner has at most a third of that.
pub(crate) const LONGEST: usize = 256 << 20;

/// Reads a whole file of at most [`LONGEST`] bytes.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_from(path, 0, LONGEST)
}

/// Reads a file from the offset `byte` to its end. Fails if that is more than `most` bytes.
pub(crate) fn read_from(path: &Path, byte: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut file = open(File::options().read(true), path)?;
    fault_point()?;
    if file.metadata()?.len().saturating_sub(byte) > most as u64 {
        return Err(too_long(most));
    }
    file.seek(SeekFrom::Start(byte))?;
    read_at_most(file, most)
}

/// Returns the error for a file of more than this many bytes.
pub(crate) fn too_long(most: usize) -> io::Error {
    let long = match most >> 20 {
        0 => say!("it is longer than {most} KB", most = most >> 10),
        most => say!("it is longer than {most} MB", most),
    };
    io::Error::new(ErrorKind::FileTooLarge, long)
}

/// Returns the length of a file in bytes; 0 if there is no file.
pub(crate) fn length(path: &Path) -> io::Result<u64> {
    fault_point()?;
    Ok(existing(fs::symlink_metadata(path))?.map_or(0, |data| data.len()))
}

/// Reads a file that the user named, of any type. Fails if it has more than `most` bytes, or if nobody opens a pipe
/// for writing within two seconds.
pub fn read_named(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    fault_point()?;
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_fifo(&fs::metadata(path)?.file_type()) {
        return read_pipe(path, most);
    }
    read_at_most(File::open(path)?, most)
}

#[cfg(unix)]
fn read_pipe(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;
    const PATIENCE_WITH_PIPES: Duration = Duration::from_secs(2);
    let mut pipe = File::options().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    let (until, mut first) = (Instant::now() + PATIENCE_WITH_PIPES, [0]);
    // The end of the file means that nobody has the other end open yet.
    let begun = loop {
        match pipe.read(&mut first) {
            Ok(0) if Instant::now() < until => sleep(TICK),
            Ok(0) => {
                return Err(io::Error::new(ErrorKind::BrokenPipe, say!("nobody writes to the pipe")));
            }
            Ok(read) => break read,
            Err(error) if error.kind() == ErrorKind::WouldBlock => break 0,
            Err(error) => return Err(error),
        }
    };
    fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
    read_at_most(first[..begun].chain(pipe), most)
}

/// Reads to the end. Fails if that is more than `most` bytes.
pub fn read_at_most(from: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(too_long(most));
    }
    Ok(bytes)
}

/// Creates a file for writing. Fails if the name is taken.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    open(File::options().write(true).create_new(true), path)
}

/// Opens a file for writing or locking, creating it if necessary.
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    open(File::options().write(true).create(true).truncate(false), path)
}

pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open(File::options().read(true), path)
}

pub(crate) fn is_still(file: &File, path: &Path) -> io::Result<bool> {
    fault_point()?;
    let Some(there) = existing(fs::symlink_metadata(path))? else {
        return Ok(false);
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

/// Flushes a file to the disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    fault_point()?;
    file.sync_all()?;
    #[cfg(all(test, unix))]
    super::crash_model::synced(file);
    Ok(())
}

pub(crate) fn cut(file: &File, length: u64) -> io::Result<()> {
    fault_point()?;
    file.set_len(length)
}

/// Renames a file, replacing any file of the new name. Windows may refuse while another program, such as a
/// virus scanner, has one of them open.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault_point()?;
    patiently(|| fs::rename(from, to), is_in_use)
}

/// Retries a call for at most [`PATIENCE`] while `passes` says that the error is temporary.
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

/// Returns true if another program has the file open exclusively, which only Windows allows.
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

/// Returns true if a rename or removal may have failed because the file is open. Windows then also reports
/// "access denied".
fn is_in_use(error: &io::Error) -> bool {
    is_held(error) || cfg!(windows) && error.kind() == ErrorKind::PermissionDenied
}

/// Deletes a file, or a link.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fault_point()?;
    patiently(|| fs::remove_file(path), is_in_use)
}

pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    fault_point()?;
    fs::remove_dir(path)
}

/// Creates a folder and its parents, readable only by the user, as the XDG specification requires.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    make(&mut builder, path)
}

/// Creates a folder that the user named, and its parents.
pub fn make_named_folder(path: &Path) -> io::Result<()> {
    make(&mut DirBuilder::new(), path)
}

fn make(builder: &mut DirBuilder, path: &Path) -> io::Result<()> {
    if kind_at_end(path)? == Kind::Folder {
        return Ok(());
    }
    let above = folder_of(path);
    make(builder, above)?;
    fault_point()?;
    // With `recursive`, this succeeds even if another program creates the folder meanwhile.
    builder.recursive(true).create(path)?;
    sync_folder(above)
}

/// Returns the folder that contains a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes renames in a folder durable.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file, and journals renames itself.
    if cfg!(windows) {
        return Ok(());
    }
    fault_point()?;
    match sync(&File::open(folder)?) {
        // Some network file systems cannot sync folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Writes to a pipe or device. Fails instead of blocking if nobody reads the pipe.
#[cfg(unix)]
pub(crate) fn write_into(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;
    fault_point()?;
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
    let mut file = File::options().write(true).custom_flags(flags).open(path).map_err(|error| match error
        .raw_os_error()
    {
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

/// A new file that will [replace](NewFile::replace) another one. Deleted at the end of its scope if unused.
pub(crate) struct NewFile {
    path: PathBuf,
    file: File,
    replaced: bool,
}

impl NewFile {
    /// Creates a file with this path. Only the owner of a lock may use the path, so an existing file is left
    /// over from a killed program and is deleted.
    pub(crate) fn at(path: PathBuf) -> io::Result<NewFile> {
        existing(remove(&path))?;
        NewFile::create(path)
    }

    /// Creates a file with a free name that begins with `prefix`, and locks it against [`sweep`].
    pub(crate) fn beside(folder: &Path, prefix: &str) -> io::Result<NewFile> {
        loop {
            let random: u64 = rand::random();
            match NewFile::create(folder.join(format!("{prefix}{random:016x}.new"))) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                new => {
                    // Where files cannot be locked, sweeping does nothing either.
                    let _ = new.as_ref().map(|new| new.file.try_lock());
                    return new;
                }
            }
        }
    }

    fn create(path: PathBuf) -> io::Result<NewFile> {
        let file = create_new(&path)?;
        Ok(NewFile { path, file, replaced: false })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the bytes and renames the file to `path`. If `lasting` is true, the result survives a power
    /// failure once this returns.
    pub(crate) fn replace(mut self, path: &Path, bytes: &[u8], lasting: bool) -> io::Result<()> {
        write(&mut self.file, bytes)?;
        if lasting {
            sync(&self.file)?;
        }
        rename(&self.path, path)?;
        self.replaced = true;
        match lasting {
            true => sync_folder(folder_of(path)),
            false => Ok(()),
        }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.replaced {
            let _ = remove(&self.path);
        }
    }
}

/// Files older than this were left by a killed program; no write takes so long.
const OLD: Duration = Duration::from_secs(3600);

/// Deletes leftovers of [`NewFile::beside`] with this prefix: old files that nobody has locked. Ignores
/// errors; the next sweep tries again.
pub(crate) fn sweep(folder: &Path, prefix: &str) {
    for name in list(folder).unwrap_or_default() {
        let random = name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(".new"));
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

/// Checks the limit on file sizes (`ulimit -f`) before a write, because exceeding it would kill the program
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
