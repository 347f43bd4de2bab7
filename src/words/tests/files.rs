//! Whole files: each translation is one of the text as it is now.

use super::{below, languages, src};
use std::collections::BTreeSet;

/// The ending of C programs, in which only comments are translated.
const PROGRAMS: &str = "C";

#[test]
fn each_translated_file_is_of_the_english_one_as_it_is_now() {
    let mut wrong = Vec::new();
    for language in languages() {
        for file in below(&language, "txt") {
            let path = file.strip_prefix(&language).unwrap();
            if path.components().count() == 1 {
                continue;
            }
            let Ok(english) = std::fs::read(src().join(path)) else {
                wrong.push(format!("{}: there is no such English file", file.display()));
                continue;
            };
            let first = format!("of {:08x}\n", crc32fast::hash(&english));
            if !std::fs::read_to_string(&file).unwrap().starts_with(&first) {
                wrong.push(format!(
                    "{}: the English text has changed. Look at the translation, then begin it with: {}",
                    file.display(),
                    first.trim()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_folder_is_translated_whole() {
    let mut missing = Vec::new();
    for language in languages() {
        for ending in ["txt", PROGRAMS] {
            let translated = below(&language, ending);
            let folders: BTreeSet<_> = translated
                .iter()
                .map(|file| file.strip_prefix(&language).unwrap().parent().unwrap())
                .filter(|folder| folder.components().count() > 0)
                .collect();
            for folder in folders {
                for file in std::fs::read_dir(src().join(folder)).unwrap() {
                    let file = file.unwrap().path();
                    let path = folder.join(file.file_name().unwrap());
                    let wanted = file.extension().is_some_and(|found| found == ending);
                    if wanted && !language.join(&path).exists() {
                        missing.push(language.join(path).display().to_string());
                    }
                }
            }
        }
    }
    assert!(
        missing.is_empty(),
        "not translated:\n{}",
        missing.join("\n")
    );
}
