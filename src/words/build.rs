//! Finds the languages: each folder of `languages/` is one, so a new one needs no code.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("languages");
    println!("cargo::rerun-if-changed={}", root.display());
    let folders: Vec<_> = entries(&root)
        .into_iter()
        .filter(|path| path.is_dir())
        .collect();
    let mut made = format!("static LANGUAGES: [Language; {}] = [\n", folders.len());
    for folder in folders {
        let tag = folder.file_name().unwrap().to_str().unwrap();
        writeln!(made, "Language::new({tag:?}, &[").unwrap();
        for file in files(&folder) {
            let path = file.strip_prefix(&folder).unwrap().to_str().unwrap();
            let path = path.replace('\\', "/");
            writeln!(made, "({path:?}, include_str!({:?})),", file.display()).unwrap();
        }
        made.push_str("]),\n");
    }
    made.push_str("];\n");
    fs::write(
        Path::new(&env::var("OUT_DIR").unwrap()).join("languages.rs"),
        made,
    )
    .unwrap();
}

/// What lies in a folder, in the order of its names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.sort();
    found
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}
