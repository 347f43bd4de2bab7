//! The files that were opened last: a document for each kind of file, with one path on each line, the latest first.

use std::io;
use std::path::{Path, PathBuf};

use super::{Document, Store};

/// How many are kept of each kind.
const MOST: usize = 8;

/// The files of this kind that were opened last. An unreadable list counts as empty, because little is lost with it.
pub fn read(store: &Store, kind: &str) -> Vec<PathBuf> {
    match store.read(&document(kind)) {
        Ok(Document::Text(text)) => text.lines().map(PathBuf::from).collect(),
        _ => Vec::new(),
    }
}

/// Puts a file at the head of its list. A name that is not a single line of UTF-8 is not kept.
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
