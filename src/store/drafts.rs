//! Unsaved texts of C files, one document per file.

use std::io;
use std::path::Path;

use super::{Document, Store};

/// Reads the draft of a file. The text is missing if it is another file's.
pub fn read(store: &Store, file: &Path) -> io::Result<Document> {
    let (name, file) = (name(file)?, place(file)?);
    Ok(match store.read(&name)? {
        Document::Text(text) => match text.split_once('\n') {
            Some((of, text)) if of == file => Document::Text(text.to_string()),
            _ => Document::Missing,
        },
        other => other,
    })
}

/// True if the file has a draft, even a damaged one.
pub fn has(store: &Store, file: &Path) -> bool {
    !matches!(read(store, file), Ok(Document::Missing | Document::Newer))
}

pub fn keep(store: &Store, file: &Path, text: &str) -> io::Result<()> {
    store.write(&name(file)?, &format!("{}\n{text}", place(file)?))
}

/// Deletes the draft of a file that was saved.
pub fn drop(store: &Store, file: &Path) -> io::Result<()> {
    store.remove(&name(file)?)
}

/// Returns the absolute path of a file, escaped to fit on one line.
fn place(file: &Path) -> io::Result<String> {
    let place = std::path::absolute(file)?;
    Ok(place.to_string_lossy().escape_debug().to_string())
}

fn name(file: &Path) -> io::Result<String> {
    let place = place(file)?;
    Ok(format!("draft-{:08x}", crc32fast::hash(place.as_bytes())))
}
