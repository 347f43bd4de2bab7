//! The rule of the house, where the compiler does not hold it: the order of the folders in `app`, who draws, who waits for a key and who opens
//! files, that no two files use each other, and that documents name what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::data::top;

/// The crates, from the ground up.
const CRATES: [&str; 9] = [
    "words", "turbo", "original", "games", "mind", "lessons", "web", "app", "lab",
];

/// All files of the crates by their module paths, `games::othello::rules` for one.
struct House(BTreeMap<String, File>);

/// A file: where it is, and its lines without comments and tests.
struct File {
    path: PathBuf,
    lines: Vec<String>,
}

/// A path that a line names: the modules on the way to it, and the number of the line.
struct Named {
    path: Vec<String>,
    line: usize,
}

impl House {
    fn read() -> House {
        let mut files = BTreeMap::new();
        let crates = CRATES.map(|name| (name, top().join("src").join(name)));
        for (name, folder) in crates.iter().filter(|(_, folder)| folder.exists()) {
            collect(folder, name, &mut files);
        }
        assert!(files.len() > 250, "{} files", files.len());
        House(files)
    }

    /// The file in which a path ends: that of the longest beginning that is a module.
    fn file_of(&self, path: &[String]) -> Option<&str> {
        (1..=path.len()).rev().find_map(|n| {
            let (found, _) = self.0.get_key_value(&path[..n].join("::"))?;
            Some(found.as_str())
        })
    }

    /// Which files a file uses. What a `mod.rs` only hands on is taken from the file that it comes from.
    fn used_by(&self, module: &str) -> BTreeSet<&str> {
        let mut used = BTreeSet::new();
        for named in self.0[module].names(module) {
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
        let file = &self.0[module];
        let text = file.lines.join("\n").replace("pub(crate) use", "pub use");
        let paths = text.split("pub use ").skip(1);
        let paths = paths.flat_map(|rest| expand(rest.split(';').next().unwrap_or_default()));
        let path = paths
            .filter(|path| path.last().is_some_and(|last| last == item))
            .find_map(|path| resolve(module, file.is_folder(), &path))?;
        self.file_of(&path).filter(|origin| *origin != module)
    }

    /// The lines that have one of these words in the folders that `looked_at` names: where each is, and the line.
    fn lines_with(&self, words: &[&str], looked_at: impl Fn(&str) -> bool) -> Vec<String> {
        let mut found = Vec::new();
        for (module, file) in self.0.iter().filter(|(module, _)| looked_at(module)) {
            for (line, n) in file.lines.iter().zip(1..) {
                // `BadFile::` is not `File::`.
                let begins = |at: usize| !line[..at].ends_with(char::is_alphanumeric);
                let has = |word: &&str| line.match_indices(*word).any(|(at, _)| begins(at));
                if words.iter().any(has) {
                    found.push(format!("{module}, line {n}: {}", line.trim()));
                }
            }
        }
        found
    }
}

fn collect(folder: &Path, module: &str, files: &mut BTreeMap<String, File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "tests" {
                collect(&path, &format!("{module}::{name}"), files);
            }
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let module = match name {
            "mod" | "lib" => module.to_string(),
            name => format!("{module}::{name}"),
        };
        let text = fs::read_to_string(&path).unwrap();
        let code = |line: &str| line.split("//").next().unwrap_or_default().to_string();
        let lines = text
            .lines()
            .take_while(|line| !line.starts_with("#[cfg(test)]"))
            .map(code);
        let lines = lines.collect();
        files.insert(module, File { lines, path });
    }
}

impl File {
    fn is_folder(&self) -> bool {
        self.path.ends_with("mod.rs") || self.path.ends_with("lib.rs")
    }

    /// Every path that begins with a crate, `crate`, `super` or `self`, or is a `use` of a module of its own.
    fn names(&self, module: &str) -> Vec<Named> {
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let own = self.lines.iter().filter_map(|line| {
            let (_, line) = line.rsplit_once("mod ")?;
            Some(format!("{}::", line.strip_suffix(';')?))
        });
        let roots = CRATES.iter().chain(&["crate", "super"]);
        let roots: Vec<String> = roots.map(|root| format!("{root}::")).chain(own).collect();
        let mut named = Vec::new();
        let mut n = 0;
        while n < self.lines.len() {
            let line = n + 1;
            let mut text = self.lines[n].trim_start().to_string();
            let mut name = |path: &[String]| {
                let path = resolve(module, self.is_folder(), path);
                named.extend(path.map(|path| Named { path, line }));
            };
            if text.starts_with("use ") || text.starts_with("pub") && text.contains(" use ") {
                while !text.contains(';') && n + 1 < self.lines.len() {
                    n += 1;
                    text += &self.lines[n];
                }
                // What is handed on is used by whoever takes it.
                if let Some(tree) = text.strip_prefix("use ") {
                    let tree = tree.split(';').next().unwrap_or_default();
                    expand(tree).iter().for_each(|path| name(path));
                }
            } else {
                for root in &roots {
                    for (at, _) in text.match_indices(root.as_str()) {
                        if !text[..at].ends_with(is_path) {
                            let rest = &text[at..];
                            let end = rest.find(|c: char| !is_path(c)).unwrap_or(rest.len());
                            name(&words(&rest[..end]));
                        }
                    }
                }
            }
            n += 1;
        }
        named
    }
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

/// A path from the root of all crates, as a file names it; `None` for one into a crate of somebody else.
fn resolve(module: &str, is_folder: bool, path: &[String]) -> Option<Vec<String>> {
    let mut at = words(module);
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            at.truncate(1);
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        "super" => {
            while let Some(("super", more)) = rest.split_first().map(|(w, m)| (w.as_str(), m)) {
                at.pop();
                rest = more;
            }
        }
        name if CRATES.contains(&name) && at.len() > 1 => at.clear(),
        // A file names its own modules without a root.
        _ if is_folder => {}
        _ => return None,
    }
    Some([at, rest.to_vec()].concat())
}

/// The folders of `app` in the order of its `lib.rs`, each of which uses only those before it.
fn floors() -> Vec<String> {
    let lib = fs::read_to_string(top().join("src/app/lib.rs")).unwrap();
    let floors = lib.lines().filter_map(|line| {
        let (_, name) = line.strip_suffix(';')?.split_once("mod ")?;
        Some(name.to_string())
    });
    floors.collect()
}

fn floor(module: &str) -> &str {
    let mut parts = module.split("::");
    match parts.next() {
        Some("app") => parts.next().unwrap_or_default(),
        _ => "",
    }
}

#[test]
fn each_folder_of_the_program_uses_only_those_before_it() {
    let floors = floors();
    assert!(floors.len() >= 6, "{floors:?}");
    let level = |name: &str| floors.iter().position(|floor| floor == name);
    let mut broken = Vec::new();
    for (module, file) in &House::read().0 {
        for named in file.names(module) {
            if level(floor(&named.path.join("::"))) > level(floor(module))
                && level(floor(module)).is_some()
            {
                let path = named.path.join("::");
                broken.push(format!("{module}, line {}, uses {path}", named.line));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

/// Is this a file of a crate, or of a folder of `app`, before this folder of `app`? The Turbo C machine and the original are not: programs
/// run there, which draw and wait.
fn is_before(folder: &str) -> impl Fn(&str) -> bool {
    let floors = floors();
    let end = floors.iter().position(|floor| floor == folder).unwrap();
    move |module| match module.split("::").next() {
        Some("app") => floors[..end].iter().any(|before| before == floor(module)),
        Some("games" | "mind") => true,
        _ => false,
    }
}

#[test]
fn nothing_draws_before_the_screen() {
    let drawing = ["dos::bgi", "Screen", ".outtextxy(", ".fillellipse("];
    let found = House::read().lines_with(&drawing, is_before("screen"));
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn nothing_waits_for_a_key_before_play() {
    let waiting = [".getkey(", ".key_within(", ".kbhit(", "Console"];
    let found = House::read().lines_with(&waiting, is_before("play"));
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn only_the_store_and_the_laboratory_open_files() {
    // What a page consists of is none of the user's, and what the engines and the Chinese characters need lies beside it. The languages are read when the program is built. The sound server's password lies in a file of the server's own, which is read before there is a store.
    let opens_none = |module: &str| {
        let others = [
            "web",
            "words::build",
            "turbo::dos::pulse",
            "turbo::dos::hanzi",
            "mind::engine::carried",
        ];
        let opens = module.starts_with("lab") || others.contains(&module);
        floor(module) != "store" && !opens
    };
    let found = House::read().lines_with(&["fs::", "File::", "OpenOptions"], opens_none);
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn random_numbers_come_from_a_generator_that_never_changes() {
    let found = House::read().lines_with(&["StdRng", "SmallRng"], |_| true);
    let promised = "--seed promises the same game in all versions: use chacha20::ChaCha12Rng";
    assert!(found.is_empty(), "{promised}\n{}", found.join("\n"));
}

#[test]
fn no_two_files_use_each_other_even_by_way_of_others() {
    let house = House::read();
    let modules = house.0.keys().map(String::as_str);
    let used: BTreeMap<&str, BTreeSet<&str>> = modules
        .map(|module| (module, house.used_by(module)))
        .collect();
    let mut lines = Vec::new();
    for (module, uses) in &used {
        let leads_back = |other: &&&str| leads_to(&used, other, module);
        let circle: Vec<&str> = uses.iter().filter(leads_back).copied().collect();
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
fn nothing_but_crates_lies_beside_main_and_each_has_its_door() {
    for entry in fs::read_dir(top().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            assert!(CRATES.contains(&name), "{name}");
            for file in ["Cargo.toml", "README.md", "lib.rs"] {
                assert!(path.join(file).is_file(), "{name} has no {file}");
            }
        } else {
            assert!(
                [
                    "main.rs",
                    "workshop.rs",
                    "console.rs",
                    "README.md",
                    "README.zh.md"
                ]
                .contains(&name),
                "{name}"
            );
        }
    }
}

/// The README of the program and those at the doors of the folders.
fn readmes() -> Vec<PathBuf> {
    let mut found = vec![top().join("README.md")];
    let mut folders = vec![top().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with("README.md") || path.ends_with("README.zh.md") {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn what_a_readme_names_is_there() {
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
            .map(|path| top().join(path.trim_end_matches('.')));
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

#[test]
fn each_dependency_stands_in_the_table_at_the_door_with_its_reason_and_its_date() {
    let manifest = fs::read_to_string(top().join("Cargo.toml")).unwrap();
    let (_, all) = manifest.split_once("[workspace.dependencies]").unwrap();
    let names = all.lines().take_while(|line| !line.starts_with('['));
    let names = names.filter_map(|line| Some(line.split_once(" = ")?.0.to_string()));
    let expected: BTreeSet<String> = names.filter(|name| !CRATES.contains(&&**name)).collect();
    let door = fs::read_to_string(top().join("src/README.md")).unwrap();
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
    assert_eq!(named, expected);
}

#[test]
fn at_the_top_lies_only_what_belongs_there() {
    const TOP: [&str; 9] = [
        "Cargo.toml",
        "Cargo.lock",
        "README.md",
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "src",
        "tests",
        "benches",
    ];
    let here = fs::read_dir(top()).unwrap();
    let here = here.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let more = here.filter(|name| {
        let belongs = TOP.contains(&name.as_str()) || name == "target" || name.starts_with('.');
        !belongs
    });
    assert_eq!(more.collect::<Vec<String>>(), [""; 0]);
}
