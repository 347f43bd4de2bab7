//! The build-script half of the crate: collects a crate's translated files for
//! [`translations!`](crate::translations).

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use super::{number, rows, unescaped};

/// Writes `translations.rs` into `OUT_DIR`, with every file below the `languages` folder of the crate being
/// built. Each folder in `languages` is a language, so a new language needs no code.
///
/// # Panics
/// If called outside a build script, or if a file cannot be read.
pub fn embed() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let mut code = "&[\n".to_string();
    for language in entries(&root.join("languages")) {
        let tag = language.file_name().unwrap().to_str().unwrap();
        for file in files(&language) {
            let path = file.strip_prefix(&language).unwrap().to_str().unwrap().replace('\\', "/");
            let text = fs::read_to_string(&file).unwrap();
            let text = match &*path {
                "README.md" => continue,
                "name.txt" => text,
                _ if !path.contains('/') => numbered(&text),
                _ => text,
            };
            let copy = out.join(format!("{tag}-{}", path.replace('/', "-")));
            fs::write(&copy, text).unwrap();
            writeln!(code, "({tag:?}, {path:?}, include_str!({copy:?})),").unwrap();
        }
    }
    fs::write(out.join("translations.rs"), code + "]").unwrap();
}

/// Returns a phrase file as the program holds it: a line for each phrase, with its [`number`] and its
/// translation. The phrases themselves are already in the code.
pub fn numbered(file: &str) -> String {
    let line = |(english, translation)| format!("{:08x}{translation}\n", number(&unescaped(english)));
    rows(file).map(line).collect()
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// Returns all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => {
                println!("cargo::rerun-if-changed={}", path.display());
                found.push(path);
            }
        }
    }
    found
}

/// Replaces the comments of a C program, in order, with those of another text. Comments that have no
/// replacement stay.
pub fn with_comments(program: &str, comments: &str) -> String {
    let mut replacements =
        comments.split("/*").skip(1).map(|rest| rest.split_once("*/").map_or(rest, |found| found.0));
    let mut whole = String::new();
    for (code, comment) in pieces(program) {
        whole.push_str(code);
        if let Some(comment) = comment {
            whole.extend(["/*", replacements.next().unwrap_or(comment), "*/"]);
        }
    }
    whole
}

/// Returns the comments of a C program, without their delimiters.
pub fn comments(program: &str) -> Vec<&str> {
    pieces(program).into_iter().filter_map(|(_, comment)| comment).collect()
}

/// Splits a C program into pieces of code, each with the comment that follows it.
fn pieces(program: &str) -> Vec<(&str, Option<&str>)> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(next) = program[at..].find(['"', '\'', '/']) {
        at += next;
        let rest = &program[at..];
        if let Some(comment) = rest.strip_prefix("/*") {
            let comment = comment.split_once("*/").map_or(comment, |(inside, _)| inside);
            found.push((&program[start..at], Some(comment)));
            at = (at + comment.len() + 4).min(program.len());
            start = at;
        } else if rest.starts_with('/') {
            at += 1;
        } else {
            at += literal(rest);
        }
    }
    found.push((&program[start..], None));
    found
}

/// Returns the length in bytes of the string or character literal at the start of `code`, quotes included.
fn literal(code: &str) -> usize {
    let quote = code.as_bytes()[0];
    let mut escaped = false;
    let end = code.bytes().skip(1).position(|byte| {
        let ends = byte == quote && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(code.len(), |end| end + 2)
}
