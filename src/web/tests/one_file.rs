//! `qipan.html`, which contains all scripts of the page in one file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The top-level names in a script.
fn names(script: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let text = fs::read_to_string(page.join(format!("{script}.js"))).unwrap();
    let words = ["const", "let", "class", "function"];
    let names = |line: &str| -> Vec<String> {
        let line = line.trim_start_matches("export ");
        let line = line.trim_start_matches("async ");
        let Some((_, rest)) = line.split_once(' ').filter(|(word, _)| words.contains(word)) else {
            return Vec::new();
        };
        // A list of names in brackets, each perhaps behind the name of a field, or one name.
        let is_list = rest.starts_with(['[', '{']);
        let end = if is_list { rest.find(" =") } else { rest.find(|c: char| "( ;={".contains(c)) };
        let parts = rest[..end.unwrap_or(0)].trim_matches(['[', ']', '{', '}', ' ']).split(", ");
        parts.map(|part| part.rsplit(": ").next().unwrap_or(part).to_string()).collect()
    };
    text.lines().flat_map(names).filter(|name| !name.is_empty()).collect()
}

#[test]
fn joined_scripts_have_distinct_names() {
    let build = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/build")).unwrap();
    let lists = build.lines().filter_map(|line| {
        let scripts = line.trim().strip_prefix("joined ")?;
        Some(scripts.split(' ').collect::<Vec<_>>())
    });
    let lists: Vec<Vec<&str>> = lists.collect();
    assert_eq!(lists.len(), 2, "the worker's scripts and the page's scripts");
    for scripts in lists {
        let mut known = BTreeSet::new();
        // `build` generates languages.js.
        for script in scripts.into_iter().filter(|name| *name != "languages") {
            for name in names(script) {
                assert!(known.insert(name.clone()), "{name} in {script}.js is not unique");
            }
        }
    }
}
