//! By which rules gomoku was played in files that do not say so: a document with a line for each file, the last one first.

use std::io;
use std::path::Path;

use super::{Document, Store};
use games::gomoku::Rules;

const DOCUMENT: &str = "rules-of-files";
/// So many files are kept.
const MOST: usize = 200;

/// The rules that somebody has named for this file. Where the document cannot be read it is asked again.
pub fn of(store: &Store, file: &Path) -> Option<Rules> {
    let file = std::path::absolute(file).ok()?;
    let named = |line: &String| {
        let (rules, path) = line.split_once(' ')?;
        (Path::new(path) == file).then(|| rules.parse().ok())?
    };
    lines(store).iter().find_map(named)
}

/// Keeps the rules of a file; with `None` they are asked for again. A file whose name is no text in one line is not kept.
pub fn keep(store: &Store, file: &Path, rules: Option<Rules>) -> io::Result<()> {
    let file = std::path::absolute(file)?;
    let Some(path) = file.to_str().filter(|name| !name.contains(['\n', '\r'])) else {
        return Ok(());
    };
    let mut lines = lines(store);
    lines.retain(|line| line.split_once(' ').is_none_or(|(_, other)| other != path));
    if let Some(rules) = rules {
        lines.insert(0, format!("{rules} {path}"));
    }
    lines.truncate(MOST);
    store.write(DOCUMENT, &(lines.join("\n") + "\n"))
}

fn lines(store: &Store) -> Vec<String> {
    match store.read(DOCUMENT) {
        Ok(Document::Text(text)) => text.lines().map(str::to_string).collect(),
        _ => Vec::new(),
    }
}
