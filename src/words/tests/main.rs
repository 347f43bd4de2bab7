//! Each language translates everything that the sources say.

mod chinese;
mod files;
mod phrases;
mod programs;
mod speaking;

use std::path::{Path, PathBuf};

/// The folder `src`.
fn src() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The entries of a folder in the order of their names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// A language's folder in one crate: the crate's folder, the language's tag and the language's folder.
fn languages() -> Vec<(PathBuf, String, PathBuf)> {
    let mut found = Vec::new();
    for of_crate in entries(src()).into_iter().filter(|entry| entry.join("languages").exists()) {
        for folder in entries(&of_crate.join("languages")) {
            let tag = folder.file_name().unwrap().to_str().unwrap().to_string();
            found.push((of_crate.clone(), tag, folder));
        }
    }
    assert!(found.len() > 5, "{found:?}");
    found
}

/// All files below a folder with this extension, except tests and translations.
fn below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            if !path.ends_with("tests") && !path.ends_with("languages") {
                found.extend(below(&path, extension));
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found
}

/// The English file that a translated file belongs to: below its crate, or below the folder of the crates.
fn english(of_crate: &Path, path: &Path) -> PathBuf {
    let below_crate = of_crate.join(path);
    if below_crate.exists() { below_crate } else { src().join(path) }
}
