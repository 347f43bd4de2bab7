//! Paths of test files, and tables in text.

// Each test program uses some of these.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// The project's root folder.
pub fn top() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let top = above.find(|folder| folder.join("Cargo.lock").exists());
    top.expect("the root folder has a lock file")
}

/// A file of `tests/data`.
pub fn data(name: &str) -> PathBuf {
    top().join("tests/data").join(name)
}

/// A file that is not part of the project. If it is missing, this prints a note and the test skips it.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = top().join("../shared/data").join(name);
    if !path.exists() {
        eprintln!("SKIPPED: no file ../shared/data/{name}");
        return None;
    }
    Some(path)
}

/// The sorted contents of a folder; empty if it does not exist.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

pub fn names_in(folder: &Path) -> Vec<String> {
    let name = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().to_string();
    files_in(folder).iter().map(name).collect()
}

/// All files in a folder and its subfolders.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let below = |file: PathBuf| match file.is_dir() {
        true => files_below(&file),
        false => vec![file],
    };
    files_in(folder).into_iter().flat_map(below).collect()
}

/// Parses a table: `=>` separates cells, `\n` is a line break in a cell, and `//` begins a comment line.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    rows.map(|row| {
        let cells: Vec<String> = row.split(" => ").map(|c| c.replace("\\n", "\n")).collect();
        cells.try_into().unwrap_or_else(|_| panic!("not {N} cells: {row}"))
    })
}
