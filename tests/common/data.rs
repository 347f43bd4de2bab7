//! Where the files for the tests are, and how a table in a text is read.

// Each test program uses some of these.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// The folder of the whole project.
pub fn top() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let top = above.find(|folder| folder.join("Cargo.lock").exists());
    top.expect("the lock file lies at the top")
}

/// A file of `tests/data`.
pub fn data(name: &str) -> PathBuf {
    top().join("tests/data").join(name)
}

/// A file that is not shipped with the project; a test that lacks it says so and has nothing more to test.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = top().join("../shared/data").join(name);
    if !path.exists() {
        eprintln!("left out: there is no ../shared/data/{name}");
        return None;
    }
    Some(path)
}

/// What is in a folder, in the order of the names; nothing where there is no folder.
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

/// The files in a folder and in all folders below it.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let below = |file: PathBuf| match file.is_dir() {
        true => files_below(&file),
        false => vec![file],
    };
    files_in(folder).into_iter().flat_map(below).collect()
}

/// The rows of a table in a text, whose cells have arrows between them. A cell has `\n` for a line break; a line that begins with
/// slashes is a comment.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    let rows = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"));
    rows.map(|row| {
        let cells: Vec<String> = row.split(" => ").map(|c| c.replace("\\n", "\n")).collect();
        cells
            .try_into()
            .unwrap_or_else(|_| panic!("not {N} cells: {row}"))
    })
}
