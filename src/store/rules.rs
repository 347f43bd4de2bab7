//! The gomoku rules that the user chose for files that do not state them: a document with one line per file,
//! newest first.

use std::io;
use std::path::Path;

use super::Store;
use super::recent::{lines, path_line};
use games::gomoku::Rules;

const DOCUMENT: &str = "rules-of-files";
const MOST: usize = 200;

/// Returns the rules chosen for a file. Returns `None`, which makes the program ask again, if there are none
/// or the document is unreadable.
pub fn of(store: &Store, file: &Path) -> Option<Rules> {
    let file = std::path::absolute(file).ok()?;
    let named = |line: &String| {
        let (rules, path) = line.split_once(' ')?;
        (Path::new(path) == file).then(|| rules.parse().ok())?
    };
    lines(store, DOCUMENT).iter().find_map(named)
}

/// Stores the rules of a file, or removes them. Ignores a path that is not one line of UTF-8.
pub fn keep(store: &Store, file: &Path, rules: Option<Rules>) -> io::Result<()> {
    let Some(path) = path_line(file)? else {
        return Ok(());
    };
    let mut lines = lines(store, DOCUMENT);
    lines.retain(|line| line.split_once(' ').is_none_or(|(_, other)| other != path));
    if let Some(rules) = rules {
        lines.insert(0, format!("{rules} {path}"));
    }
    lines.truncate(MOST);
    store.write(DOCUMENT, &(lines.join("\n") + "\n"))
}
