//! Each language says what the sources say.

mod files;
mod phrases;
mod programs;
mod speaking;

use std::path::{Path, PathBuf};

/// The folder `src`.
fn src() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The folders of the languages.
fn languages() -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(src().join("words/languages"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.sort();
    found
}

/// All files below a folder with this ending, but for the tests'.
fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("tests") && !path.ends_with("languages") {
                found.extend(below(&path, ending));
            }
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}
