//! Files that the program puts where the desktop looks for them, and takes back. A list remembers which these are, so that nobody else's
//! file is ever replaced or removed: not one that stood there before, and not one that was changed since.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::disk::{self, Kind};
use super::files::write_file;

/// Where the list is, in the folder that everything is put into.
const LIST: &str = "qipan/installed.txt";

/// The longest file that is compared, in bytes.
const LONGEST: usize = 16 << 20;

/// What happened to each file. All paths are relative to the folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// These were written or removed.
    pub done: Vec<PathBuf>,
    /// These stay as they are: they are somebody else's, or were changed.
    pub left: Vec<PathBuf>,
}

/// A line of the list: a file, or a folder that was made for it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    Folder(PathBuf),
    File(PathBuf, u32),
}

impl Entry {
    fn file(path: &Path, bytes: &[u8]) -> Entry {
        Entry::File(path.to_path_buf(), crc32fast::hash(bytes))
    }

    fn read(line: &str) -> Option<Entry> {
        let (sum, path) = line.split_once(' ')?;
        let inside = |part| matches!(part, Component::Normal(_));
        if !Path::new(path).components().all(inside) {
            return None;
        }
        match sum {
            "folder" => Some(Entry::Folder(path.into())),
            sum => Some(Entry::File(path.into(), u32::from_str_radix(sum, 16).ok()?)),
        }
    }

    fn line(&self) -> String {
        match self {
            Entry::Folder(path) => format!("folder {}\n", path.display()),
            Entry::File(path, sum) => format!("{sum:08x} {}\n", path.display()),
        }
    }
}

/// Puts files into a folder, each with its path there, and remembers them. What an older version has put there and this one does not is
/// taken back.
///
/// # Errors
/// The list or a file cannot be read or written, and what is wrong is named. The list is right then too.
pub fn put(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> io::Result<Done> {
    let mut list = read(folder)?;
    let before = list.clone();
    let (mut done, mut new) = (Done::default(), Vec::new());
    for (path, bytes) in files {
        let wanted = Entry::file(path, bytes);
        match found(folder, path)? {
            There::File(there) if there == wanted => {}
            There::File(there) if !before.contains(&there) => done.left.push(path.clone()),
            There::Other => done.left.push(path.clone()),
            There::Nothing | There::File(_) => {
                list.extend(free_folders(folder, path)?);
                list.insert(wanted);
                new.push((path, bytes));
            }
        }
    }
    // Whenever this ends, all that was written is in the list.
    write(folder, &list)?;
    for (path, bytes) in new {
        let file = folder.join(path);
        file.parent().map_or(Ok(()), disk::make_named_folder)?;
        write_file(&file, bytes).map_err(about(&file))?;
        done.done.push(path.clone());
    }
    let is_kept = |entry: &Entry| match entry {
        Entry::Folder(_) => true,
        Entry::File(path, _) => match files.iter().find(|(file, _)| file == path) {
            Some((_, bytes)) => *entry == Entry::file(path, bytes),
            None => false,
        },
    };
    let (kept, old): (BTreeSet<Entry>, _) = list.into_iter().partition(is_kept);
    for entry in old.iter().filter(|entry| !kept.contains(entry)) {
        if let Entry::File(path, _) = entry
            && matches!(found(folder, path)?, There::File(there) if there == *entry)
        {
            disk::remove(&folder.join(path))?;
        }
    }
    write(folder, &kept)?;
    Ok(done)
}

/// Takes back what [`put`] has put into a folder, but for what was changed since.
///
/// # Errors
/// The list or a file cannot be read or removed, and what is wrong is named.
pub fn take_back(folder: &Path) -> io::Result<Done> {
    let (list, mut done) = (read(folder)?, Done::default());
    if list.is_empty() {
        return Ok(done);
    }
    for entry in &list {
        let Entry::File(path, _) = entry else {
            continue;
        };
        match found(folder, path)? {
            There::Nothing => {}
            There::File(there) if there == *entry => {
                let file = folder.join(path);
                disk::remove(&file).map_err(about(&file))?;
                done.done.push(path.clone());
            }
            There::File(_) | There::Other => done.left.push(path.clone()),
        }
    }
    disk::remove(&folder.join(LIST))?;
    for entry in list.iter().rev() {
        if let Entry::Folder(path) = entry {
            // One with something in it stays.
            let _ = disk::remove_folder(&folder.join(path));
        }
    }
    // So does that of the games, if there are any.
    let _ = folder.join(LIST).parent().map(disk::remove_folder);
    Ok(done)
}

/// What stands at a place.
enum There {
    Nothing,
    File(Entry),
    Other,
}

fn found(folder: &Path, path: &Path) -> io::Result<There> {
    let file = folder.join(path);
    match disk::kind(&file).map_err(about(&file))? {
        Kind::Nothing => Ok(There::Nothing),
        Kind::File => {
            let bytes = disk::read_named(&file, LONGEST).map_err(about(&file))?;
            Ok(There::File(Entry::file(path, &bytes)))
        }
        _ => Ok(There::Other),
    }
}

/// The folders on the way to a file that are not there yet.
fn free_folders(folder: &Path, path: &Path) -> io::Result<Vec<Entry>> {
    let mut free = Vec::new();
    for above in path.ancestors().skip(1) {
        if above != Path::new("") && disk::kind_at_end(&folder.join(above))? == Kind::Nothing {
            free.push(Entry::Folder(above.to_path_buf()));
        }
    }
    Ok(free)
}

fn read(folder: &Path) -> io::Result<BTreeSet<Entry>> {
    let file = folder.join(LIST);
    if disk::kind(&file).map_err(about(&file))? == Kind::Nothing {
        return Ok(BTreeSet::new());
    }
    let bytes = disk::read_named(&file, LONGEST).map_err(about(&file))?;
    let text = String::from_utf8_lossy(&bytes);
    // A line that is damaged names no file.
    Ok(text.lines().filter_map(Entry::read).collect())
}

fn write(folder: &Path, list: &BTreeSet<Entry>) -> io::Result<()> {
    let file = folder.join(LIST);
    // The games lie there too.
    file.parent().map_or(Ok(()), disk::make_folder)?;
    let text: String = list.iter().map(Entry::line).collect();
    write_file(&file, text.as_bytes()).map_err(about(&file))
}

/// The error with the name of the file in it.
fn about(file: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn files(all: &[(&str, &str)]) -> Vec<(PathBuf, Vec<u8>)> {
        let file = |(path, text): &(&str, &str)| (path.into(), text.as_bytes().to_vec());
        all.iter().map(file).collect()
    }

    fn text(folder: &Path, path: &str) -> Option<String> {
        fs::read_to_string(folder.join(path)).ok()
    }

    #[test]
    fn what_was_put_is_taken_back_and_the_folder_is_as_before() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::create_dir(folder.join("icons")).unwrap();
        let all = files(&[("icons/16/a.png", "a"), ("man/b.1", "b")]);
        assert_eq!(put(folder, &all).unwrap().done.len(), 2);
        assert_eq!(text(folder, "man/b.1").unwrap(), "b");
        let again = put(folder, &all).unwrap();
        assert_eq!(again, Done::default(), "all of it is there");
        assert_eq!(take_back(folder).unwrap().done.len(), 2);
        let left: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect();
        assert_eq!(left, ["icons"]);
        assert_eq!(fs::read_dir(folder.join("icons")).unwrap().count(), 0);
        assert_eq!(take_back(folder).unwrap(), Done::default());
    }

    #[test]
    fn a_file_of_somebody_else_is_neither_replaced_nor_removed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        for (path, there) in [("a", "mine"), ("same", "s")] {
            fs::write(folder.join(path), there).unwrap();
        }
        let done = put(folder, &files(&[("a", "yours"), ("same", "s"), ("b", "b")])).unwrap();
        assert_eq!((done.done, done.left), (vec!["b".into()], vec!["a".into()]));
        let done = take_back(folder).unwrap();
        assert_eq!((done.done, done.left), (vec!["b".into()], vec![]));
        assert_eq!(text(folder, "a").unwrap(), "mine");
        assert_eq!(text(folder, "same").unwrap(), "s");
    }

    #[test]
    fn what_was_changed_since_stays() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        put(folder, &files(&[("a", "1"), ("b", "1")])).unwrap();
        fs::write(folder.join("a"), "changed").unwrap();
        let newer = put(folder, &files(&[("a", "2"), ("b", "2")])).unwrap();
        assert_eq!(
            (newer.done, newer.left),
            (vec!["b".into()], vec!["a".into()])
        );
        take_back(folder).unwrap();
        assert_eq!(text(folder, "a").unwrap(), "changed");
        assert_eq!(text(folder, "b"), None);
    }

    #[test]
    fn what_a_newer_version_has_no_more_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        put(folder, &files(&[("old", "1"), ("new", "1")])).unwrap();
        put(folder, &files(&[("new", "2")])).unwrap();
        assert_eq!(text(folder, "old"), None);
        assert_eq!(text(folder, "new").unwrap(), "2");
    }

    #[test]
    fn a_list_that_leads_elsewhere_removes_nothing_there() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("share");
        fs::create_dir_all(inside.join("qipan")).unwrap();
        fs::write(folder.path().join("mine"), "").unwrap();
        fs::write(inside.join(LIST), "00000000 ../mine\nnonsense\n").unwrap();
        assert_eq!(take_back(&inside).unwrap(), Done::default());
        assert!(folder.path().join("mine").exists());
    }
}
