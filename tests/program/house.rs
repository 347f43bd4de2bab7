//! Rules about the sources and documents that no compiler checks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::data::{files_below, names_in, top};

/// The Rust files below a folder of `src`, except tests, each with its text.
fn rust_files(folder: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let files = files_below(&top().join("src").join(folder)).into_iter();
    let files = files.filter(|file| {
        file.extension().is_some_and(|ending| ending == "rs")
            && !file.components().any(|part| part.as_os_str() == "tests")
    });
    files.map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        (file, text)
    })
}

/// The Rust files below a folder of `src`, except tests, each with its code: no comments, no unit tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let code = |(file, text): (PathBuf, String)| {
        let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
        let code: String = lines.map(|line| format!("{}\n", line.split("//").next().unwrap())).collect();
        (file, code)
    };
    rust_files(folder).map(code).collect()
}

/// Folders of `src`, and what their code must not contain.
const FORBIDDEN: [(&str, &str); 5] = [
    // Only `store` opens the user's files. The laboratory and the web server have their own.
    ("games mind lessons original turbo players screen app", "fs:: File:: OpenOptions"),
    // Nothing draws before `screen`.
    ("games mind store players", "dos::bgi Screen .outtextxy( .fillellipse("),
    // Nothing waits for a key before `play`.
    ("games mind store players screen", ".getkey( .key_within( .kbhit( Console"),
    ("app/play", "crate::commands"),
    // --seed promises the same game in all versions, so random numbers come from ChaCha12Rng.
    ("games mind lessons original turbo players screen app store lab", "StdRng SmallRng"),
];

/// Files that open no user's file: the password of the sound server, and the weights and characters that lie
/// beside a page.
const EXCEPT: [&str; 3] = ["turbo/dos/pulse.rs", "turbo/dos/hanzi.rs", "mind/engine/bundled.rs"];

#[test]
fn each_folder_keeps_to_its_task() {
    for (folders, words) in FORBIDDEN {
        for (file, code) in folders.split(' ').flat_map(sources) {
            // `BadFile::` is not `File::`.
            let begins = |at: usize| !code[..at].ends_with(char::is_alphanumeric);
            let has = |word: &&str| code.match_indices(*word).any(|(at, _)| begins(at));
            let found: Vec<&str> = words.split(' ').filter(has).collect();
            let is_exempt = EXCEPT.iter().any(|name| file.ends_with(name));
            assert!(found.is_empty() || is_exempt, "{}: {found:?}", file.display());
        }
    }
}

/// The modules at the top of a crate, each with those that it uses.
fn modules(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let folder = top().join("src").join(name);
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, code) in sources(name) {
        let within: Vec<_> = file.strip_prefix(&folder).unwrap().components().collect();
        let module = Path::new(&within[0]).file_stem().unwrap().to_str().unwrap();
        let root = if within.len() == 1 { ["crate::", "super::"] } else { ["crate::"; 2] };
        let used = uses.entry(module.to_string()).or_default();
        for rest in root.iter().flat_map(|root| code.split(root).skip(1)) {
            let end = rest.find(['}', ';']).filter(|_| rest.starts_with('{')).unwrap_or(0);
            let first = |part: &str| {
                part.trim_matches(['{', ' ', '\n'])
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next()
                    .map(str::to_string)
            };
            used.extend(first(rest).into_iter().chain(rest[..end].split(',').filter_map(first)));
        }
        used.remove(module);
    }
    uses
}

#[test]
fn modules_of_a_crate_use_each_other_in_one_direction() {
    for name in names_in(&top().join("src")) {
        let mut left = modules(&name);
        // A module that uses no other one of those left is in no circle.
        while let Some(free) = left.iter().find(|(_, uses)| !uses.iter().any(|used| left.contains_key(used)))
        {
            let free = free.0.clone();
            left.remove(&free);
        }
        left.remove("lib");
        assert!(left.is_empty(), "{name} has a circle among {:?}", left.keys());
    }
}

#[test]
fn each_crate_has_a_manifest_a_readme_and_a_library() {
    for name in names_in(&top().join("src")) {
        let path = top().join("src").join(&name);
        match path.is_dir() {
            true => {
                for file in ["Cargo.toml", "README.md", "lib.rs"] {
                    assert!(path.join(file).is_file(), "{name} has no {file}");
                }
            }
            false => assert!(["main.rs", "README.md", "README.zh.md"].contains(&&*name), "{name}"),
        }
    }
}

/// Cargo would never run them.
#[test]
fn crates_without_a_unit_test_harness_have_no_unit_tests() {
    for name in names_in(&top().join("src")) {
        let manifest = top().join("src").join(&name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap_or_default();
        if !manifest.contains("[lib]\npath = \"lib.rs\"\ntest = false\n") {
            continue;
        }
        for (file, text) in rust_files(&name) {
            assert!(!text.contains("#[cfg(test)]"), "{} has unit tests", file.display());
        }
    }
}

#[test]
fn readmes_name_only_files_that_exist() {
    let in_a_path = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let is_readme = |file: &PathBuf| file.ends_with("README.md") || file.ends_with("README.zh.md");
    let all: Vec<PathBuf> =
        ["src", "tests", "benches"].iter().flat_map(|folder| files_below(&top().join(folder))).collect();
    for readme in [top().join("README.md")].iter().chain(all.iter().filter(|file| is_readme(file))) {
        let text = fs::read_to_string(readme).unwrap();
        let sources = text.split('`').filter(|word| word.ends_with(".rs") && !word.contains('/'));
        for source in sources {
            assert!(all.iter().any(|file| file.ends_with(source)), "{}: {source}", readme.display());
        }
        let words = text.split(|c| !in_a_path(c));
        let roots = ["src/", "tests/", "benches/"];
        let paths = words.filter(|word| roots.iter().any(|root| word.starts_with(root)));
        let paths = paths.map(|path| top().join(path.trim_end_matches('.')));
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        let links = links.filter(|(link, _)| !link.starts_with("http"));
        let links = links.map(|(link, _)| readme.parent().unwrap().join(link));
        for path in paths.chain(links) {
            assert!(path.exists(), "{}: {}", readme.display(), path.display());
        }
    }
}

#[test]
fn the_first_readme_takes_a_few_minutes_to_read() {
    let readme = fs::read_to_string(top().join("README.md")).unwrap();
    assert!(readme.len() <= 12_000, "{} bytes", readme.len());
}

#[test]
fn the_table_of_dependencies_is_complete() {
    let manifest = fs::read_to_string(top().join("Cargo.toml")).unwrap();
    let (_, all) = manifest.split_once("[workspace.dependencies]").unwrap();
    let lines = all.lines().take_while(|line| !line.starts_with('['));
    let foreign = lines.filter(|line| !line.contains("path = ") && !line.starts_with('#'));
    let expected: BTreeSet<&str> = foreign.filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    let readme = fs::read_to_string(top().join("src/README.md")).unwrap();
    let (_, table) = readme.split_once("| crate | why |").unwrap();
    let mut named = BTreeSet::new();
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [names, why] = cells[..] else { panic!("a row has two cells: {row}") };
        assert!(!why.is_empty(), "{row}");
        names.split(", ").for_each(|name| assert!(named.insert(name.trim_matches('`')), "{row}"));
    }
    assert_eq!(named, expected);
}

#[test]
fn the_top_folder_has_only_expected_files() {
    const TOP: [&str; 11] = [
        "Cargo.toml",
        "Cargo.lock",
        "README.md",
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "rustfmt.toml",
        "src",
        "tests",
        "benches",
        "target",
    ];
    let mut names = names_in(top());
    names.retain(|name| !TOP.contains(&&**name) && !name.starts_with('.'));
    assert_eq!(names, [""; 0]);
}
