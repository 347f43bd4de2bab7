//! The rule of the house, read off the source: each folder uses only those before it in `lib.rs`, and no two files use each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The tree under `src`: each file by its module path, `games::othello::rules` for one.
struct House {
    /// The folders in the order of `lib.rs`.
    floors: Vec<String>,
    files: BTreeMap<String, File>,
}

/// A file: where it is, and its lines without comments and strings' worth of prose.
struct File {
    path: PathBuf,
    lines: Vec<String>,
}

/// A path that a line names: the modules on the way to it, and the number of the line.
struct Named {
    path: Vec<String>,
    line: usize,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

impl House {
    fn read() -> House {
        let lib = fs::read_to_string(source().join("lib.rs")).unwrap();
        let floors = lib
            .lines()
            .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
            .map(str::to_string)
            .collect();
        let mut files = BTreeMap::new();
        collect(&source(), &mut files);
        House { floors, files }
    }

    fn floor(&self, module: &str) -> Option<usize> {
        let folder = module.split("::").next()?;
        self.floors.iter().position(|floor| floor == folder)
    }

    /// The file in which a path ends: that of the longest beginning that is a module.
    fn file_of(&self, path: &[String]) -> Option<&str> {
        (1..=path.len()).rev().find_map(|n| {
            let module = path[..n].join("::");
            let (found, _) = self.files.get_key_value(&module)?;
            Some(found.as_str())
        })
    }

    /// Which files a file uses. What a `mod.rs` only hands on is taken from the file that it comes from.
    fn used_by(&self, module: &str) -> BTreeSet<&str> {
        let mut used = BTreeSet::new();
        for named in self.files[module].names(module) {
            let Some(mut file) = self.file_of(&named.path) else {
                continue;
            };
            let item = named.path.get(file.split("::").count());
            if let Some(origin) = item.and_then(|item| self.handed_on(file, item)) {
                file = origin;
            }
            if file != module {
                used.insert(file);
            }
        }
        used
    }

    /// The file from which a module hands an item on with `pub use`.
    fn handed_on(&self, module: &str, item: &str) -> Option<&str> {
        let file = &self.files[module];
        let text = file.lines.join("\n");
        let paths = text.split("pub use ").skip(1);
        let paths = paths.flat_map(|rest| expand(rest.split(';').next().unwrap_or_default()));
        let path = paths
            .filter(|path| path.last().is_some_and(|last| last == item))
            .find_map(|path| resolve(module, file.is_folder(), &path))?;
        self.file_of(&path).filter(|origin| *origin != module)
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<String, File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let inside = path.strip_prefix(source()).unwrap().with_extension("");
        let mut module: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        if module.last() == Some(&"mod") {
            module.pop();
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = |line: &str| line.split("//").next().unwrap_or_default().to_string();
        let lines = text
            .lines()
            .take_while(|line| !line.starts_with("#[cfg(test)]"))
            .map(code);
        let file = File {
            lines: lines.collect(),
            path: path.clone(),
        };
        files.insert(module.join("::"), file);
    }
}

impl File {
    fn is_folder(&self) -> bool {
        self.path.ends_with("mod.rs")
    }

    /// Every path that begins with `crate`, `super` or `self`, or is a `use` of a module of its own.
    fn names(&self, module: &str) -> Vec<Named> {
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let own = self.lines.iter().filter_map(|line| {
            let line = line.trim_start_matches("pub ").strip_prefix("mod ")?;
            Some(format!("{}::", line.strip_suffix(';')?))
        });
        let roots = ["crate::", "super::"].map(str::to_string).into_iter();
        let roots: &Vec<String> = &roots.chain(own).collect();
        let mut named = Vec::new();
        let mut n = 0;
        while n < self.lines.len() {
            let line = n + 1;
            let mut text = self.lines[n].clone();
            let trimmed = text.trim_start();
            if trimmed.starts_with("use ") || trimmed.starts_with("pub use ") {
                while !text.contains(';') && n + 1 < self.lines.len() {
                    n += 1;
                    text += &self.lines[n];
                }
                // What is handed on is used by whoever takes it.
                if !trimmed_is_pub(&text) {
                    let tree = text.split("use ").nth(1).unwrap_or_default();
                    let tree = tree.split(';').next().unwrap_or_default();
                    for path in expand(tree) {
                        named.extend(
                            resolve(module, self.is_folder(), &path)
                                .map(|path| Named { path, line }),
                        );
                    }
                }
            } else {
                for root in roots {
                    for (at, _) in text.match_indices(root.as_str()) {
                        let rest = &text[at..];
                        let before = text[..at].chars().next_back();
                        if before.is_some_and(is_path) {
                            continue;
                        }
                        let end = rest.find(|c: char| !is_path(c)).unwrap_or(rest.len());
                        let path: Vec<String> = words(&rest[..end]);
                        named.extend(
                            resolve(module, self.is_folder(), &path)
                                .map(|path| Named { path, line }),
                        );
                    }
                }
            }
            n += 1;
        }
        named
    }
}

fn trimmed_is_pub(text: &str) -> bool {
    text.trim_start().starts_with("pub use ")
}

fn words(path: &str) -> Vec<String> {
    let words = path.split("::").map(str::trim);
    words
        .filter(|w| !w.is_empty())
        .map(str::to_string)
        .collect()
}

/// The paths of a tree of `use`: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((before, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let mut path = words(path);
        path.retain(|word| word != "self" && word != "*" || word == "self" && tree == "self");
        return vec![path];
    };
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts
        .flat_map(|part| {
            let part = if part.trim() == "self" { "" } else { part };
            expand(part)
                .into_iter()
                .map(|path| [words(before), path].concat())
        })
        .collect()
}

/// A path from the root of the crate, as a file names it; `None` for one into another crate.
fn resolve(module: &str, is_folder: bool, path: &[String]) -> Option<Vec<String>> {
    let mut at = words(module);
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => return Some(path[1..].to_vec()),
        "self" => rest = &path[1..],
        "super" => {
            while let Some(("super", more)) = rest.split_first().map(|(w, m)| (w.as_str(), m)) {
                at.pop();
                rest = more;
            }
        }
        // A file names its own modules without a root.
        _ if is_folder => {}
        _ => return None,
    }
    Some([at, rest.to_vec()].concat())
}

#[test]
fn each_folder_uses_only_those_before_it() {
    let house = House::read();
    assert!(house.floors.len() > 10, "{:?}", house.floors);
    let mut broken = Vec::new();
    for (module, file) in &house.files {
        let Some(floor) = house.floor(module) else {
            continue;
        };
        for named in file.names(module) {
            let used = named.path.first().and_then(|folder| house.floor(folder));
            if used.is_some_and(|used| used > floor) {
                let path = file.path.strip_prefix(source()).unwrap().display();
                broken.push(format!(
                    "src/{path}:{} uses {}, which comes after {}",
                    named.line,
                    named.path.join("::"),
                    house.floors[floor]
                ));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn the_original_and_the_c_machine_use_the_machine_only() {
    let house = House::read();
    for own in ["original", "c"] {
        let of_own = |module: &&String| module.split("::").next() == Some(own);
        assert!(house.files.keys().any(|module| of_own(&module)), "{own}");
        for (module, file) in house.files.iter().filter(|(module, _)| of_own(module)) {
            for named in file.names(module) {
                let folder = named.path.first().map_or("", String::as_str);
                assert!(
                    folder == "dos" || folder == own,
                    "{module}, line {}: {:?}",
                    named.line,
                    named.path
                );
            }
        }
    }
}

/// The lines below a folder that have one of these words, but for those of some folders: where each is, and the line.
fn lines_with(words: &[&str], before: &str, but: &[&str]) -> Vec<String> {
    let house = House::read();
    let end = house
        .floors
        .iter()
        .position(|floor| floor == before)
        .unwrap();
    let mut found = Vec::new();
    for (module, file) in &house.files {
        let folder = module.split("::").next().unwrap_or_default();
        let floor = house.floor(module);
        if floor.is_none_or(|floor| floor >= end) || but.contains(&folder) {
            continue;
        }
        for (line, n) in file.lines.iter().zip(1..) {
            if words.iter().any(|word| line.contains(word)) {
                let path = file.path.strip_prefix(source()).unwrap().display();
                found.push(format!("src/{path}:{n}: {}", line.trim()));
            }
        }
    }
    found
}

#[test]
fn nothing_draws_before_the_screen() {
    let drawing = ["dos::bgi", "Screen", ".outtextxy(", ".fillellipse("];
    let found = lines_with(&drawing, "screen", &["dos", "original", "c"]);
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn random_numbers_come_from_a_generator_that_never_changes() {
    let found = lines_with(&["StdRng", "SmallRng"], "commands", &[]);
    let promised = "--seed promises the same game in all versions: use chacha20::ChaCha12Rng";
    assert!(found.is_empty(), "{promised}\n{}", found.join("\n"));
}

#[test]
fn nothing_waits_for_a_key_before_play() {
    let waiting = [".getkey(", ".key_within(", ".kbhit(", "Console"];
    let found = lines_with(&waiting, "play", &["dos", "original", "c"]);
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn no_two_files_use_each_other_even_by_way_of_others() {
    let house = House::read();
    let used: BTreeMap<&str, BTreeSet<&str>> = house
        .files
        .keys()
        .map(|module| (module.as_str(), house.used_by(module)))
        .collect();
    let mut lines = Vec::new();
    for (module, uses) in &used {
        let circle: Vec<&str> = uses
            .iter()
            .copied()
            .filter(|other| leads_to(&used, other, module))
            .collect();
        if !circle.is_empty() {
            lines.push(format!(
                "{module} uses {}, which uses it",
                circle.join(", ")
            ));
        }
    }
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

/// Does a file use another one, be it by way of others?
fn leads_to(used: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            next.extend(&used[module]);
        }
    }
    false
}

#[test]
fn only_the_store_opens_files() {
    // The sound server's password lies in a file of the server's own, which is read before there is a store.
    let elsewhere = ["dos::pulse"];
    let house = House::read();
    let mut lines = Vec::new();
    for (module, file) in &house.files {
        if house.floor(module).is_none()
            || module.split("::").next() == Some("store")
            || elsewhere.contains(&module.as_str())
        {
            continue;
        }
        for (line, n) in file.lines.iter().zip(1..) {
            let opens = ["fs::", "File::", "OpenOptions"];
            // `BadFile::` opens none.
            let is_word = |at: usize| !line[..at].ends_with(char::is_alphanumeric);
            let named = |word: &&str| line.match_indices(*word).any(|(at, _)| is_word(at));
            if opens.iter().any(named) {
                lines.push(format!("{module}, line {n}: {}", line.trim()));
            }
        }
    }
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

#[test]
fn only_main_and_lib_lie_loose_and_every_folder_has_its_door() {
    let house = House::read();
    let entries = fs::read_dir(source())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let loose: BTreeSet<String> = entries
        .filter(|path| path.is_file())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".rs"))
        .collect();
    assert_eq!(loose, ["lib.rs", "main.rs"].map(str::to_string).into());
    for floor in &house.floors {
        let door = source().join(floor).join("README.md");
        assert!(door.is_file(), "{} is missing", door.display());
    }
}

/// The README of the program and those at the doors of the folders.
fn readmes() -> Vec<PathBuf> {
    let mut found = vec![source().with_file_name("README.md")];
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with("README.md") {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn what_a_readme_names_is_there() {
    let root = source().with_file_name("");
    let in_a_path = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let mut missing = Vec::new();
    for readme in readmes() {
        let text = fs::read_to_string(&readme).unwrap();
        let here = readme.parent().unwrap();
        let words = text.split(|c| !in_a_path(c));
        let paths = words
            .filter(|word| {
                ["src/", "tests/", "benches/"]
                    .iter()
                    .any(|folder| word.starts_with(folder))
            })
            .map(|path| root.join(path.trim_end_matches('.')));
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .filter(|(link, _)| !link.starts_with("http"))
            .map(|(link, _)| here.join(link));
        let absent = paths.chain(links).filter(|path| !path.exists());
        missing.extend(absent.map(|path| format!("{}: {}", readme.display(), path.display())));
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

#[test]
fn the_first_readme_is_read_in_a_few_minutes() {
    let readme = fs::read_to_string(&readmes()[0]).unwrap();
    assert!(readme.len() <= 12_000, "{} bytes", readme.len());
}

/// The names that stand before `=` in the sections of Cargo.toml for dependencies of all kinds.
fn dependencies() -> BTreeSet<String> {
    let manifest = fs::read_to_string(source().with_file_name("Cargo.toml")).unwrap();
    let (mut names, mut inside) = (BTreeSet::new(), false);
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.trim_end_matches(']').ends_with("dependencies");
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| inside) {
            names.insert(name.to_string());
        }
    }
    names
}

#[test]
fn each_dependency_stands_in_the_table_at_the_door_with_its_reason_and_its_date() {
    let door = fs::read_to_string(source().join("README.md")).unwrap();
    let (_, table) = door.split_once("| crate | why | since |").unwrap();
    let mut named = BTreeSet::new();
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [names, why, since] = cells[..] else {
            panic!("a row has three cells: {row}")
        };
        let date: Vec<usize> = since.split('-').map(str::len).collect();
        assert!(!why.is_empty() && date == [4, 2, 2], "{row}");
        for name in names.split(", ") {
            assert!(named.insert(name.trim_matches('`').to_string()), "{row}");
        }
    }
    assert_eq!(named, dependencies());
}
