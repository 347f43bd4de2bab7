//! `qipan.html`, which contains all scripts of the page in one file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The top-level names in a script.
fn names(script: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let text = fs::read_to_string(page.join(format!("{script}.js"))).unwrap();
    let words = ["const", "let", "class", "function"];
    let name = |line: &str| {
        let line = line.trim_start_matches("export ");
        let line = line.trim_start_matches("async ");
        let (word, rest) = line.split_once(' ')?;
        let rest = rest.trim_start_matches("* ");
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        (words.contains(&word) && end > 0).then(|| rest[..end].to_string())
    };
    text.lines().filter_map(name).collect()
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
