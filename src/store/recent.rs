//! Recently opened files: a document for each kind of file, with one path per line, newest first.

use std::io;
use std::path::{Path, PathBuf};

use super::{Document, Store, drafts};

const MOST: usize = 8;

/// Returns the recent files of this kind that exist or have a draft, newest first. An unreadable list counts as
/// empty, because little is lost.
pub fn read(store: &Store, kind: &str) -> Vec<PathBuf> {
    let lines = lines(store, &document(kind));
    let files = lines.into_iter().map(PathBuf::from);
    files.filter(|file| file.exists() || drafts::has(store, file)).collect()
}

/// Moves a file to the front of its list, or adds it there. Ignores a path that is not one line of UTF-8.
pub fn note(store: &Store, kind: &str, file: &Path) -> io::Result<()> {
    let Some(path) = path_line(file)? else {
        return Ok(());
    };
    let mut files = lines(store, &document(kind));
    files.retain(|other| *other != path);
    files.insert(0, path);
    files.truncate(MOST);
    store.write(&document(kind), &(files.join("\n") + "\n"))
}

fn document(kind: &str) -> String {
    format!("last-{kind}")
}

/// Returns the lines of a document; none if it is missing or unreadable.
pub(crate) fn lines(store: &Store, document: &str) -> Vec<String> {
    match store.read(document) {
        Ok(Document::Text(text)) => text.lines().map(str::to_string).collect(),
        _ => Vec::new(),
    }
}

/// Returns the absolute path of a file, if it is one line of UTF-8.
pub(crate) fn path_line(file: &Path) -> io::Result<Option<String>> {
    let path = std::path::absolute(file)?;
    let line = path.to_str().filter(|path| !path.contains(['\n', '\r']));
    Ok(line.map(str::to_string))
}
