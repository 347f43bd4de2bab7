//! Recently opened files: a document for each kind of file, with one path per line, newest first.

use std::io;
use std::path::{Path, PathBuf};

use super::{Document, Store};

const MOST: usize = 8;

/// The recent files of this kind, newest first. An unreadable list counts as empty; little is lost with it.
pub fn read(store: &Store, kind: &str) -> Vec<PathBuf> {
    match store.read(&document(kind)) {
        Ok(Document::Text(text)) => text.lines().map(PathBuf::from).collect(),
        _ => Vec::new(),
    }
}

/// Moves a file to the front of its list. Paths that are not one line of UTF-8 are ignored.
pub fn note(store: &Store, kind: &str, file: &Path) -> io::Result<()> {
    let file = std::path::absolute(file)?;
    let Some(name) = file.to_str().filter(|name| !name.contains(['\n', '\r'])) else {
        return Ok(());
    };
    let mut files = read(store, kind);
    files.retain(|other| *other != file);
    files.insert(0, PathBuf::from(name));
    files.truncate(MOST);
    let lines: String = files
        .iter()
        .map(|file| format!("{}\n", file.display()))
        .collect();
    store.write(&document(kind), &lines)
}

fn document(kind: &str) -> String {
    format!("last-{kind}")
}
