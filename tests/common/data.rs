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
