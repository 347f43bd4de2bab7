//! Whole files: each translation belongs to the present English text.

use super::{below, english, languages};
use std::collections::BTreeSet;

#[test]
fn translated_files_match_the_present_english_text() {
    let mut wrong = Vec::new();
    for (of_crate, _, language) in languages() {
        for file in below(&language, "txt") {
            let path = file.strip_prefix(&language).unwrap();
            if path.components().count() == 1 {
                continue;
            }
            let Ok(english) = std::fs::read(english(&of_crate, path)) else {
                wrong.push(format!("{}: the English file is missing", file.display()));
                continue;
            };
            let first = format!("of {:08x}\n", crc32fast::hash(&english));
            if !std::fs::read_to_string(&file).unwrap().starts_with(&first) {
                wrong.push(format!(
                    "{}: the English text has changed. Check the translation, then change its first line to: {}",
                    file.display(),
                    first.trim()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_folder_with_one_translated_file_is_translated_completely() {
    let mut missing = Vec::new();
    for (of_crate, _, language) in languages() {
        for extension in ["txt", "C"] {
            let translated = below(&language, extension);
            let paths = translated.iter().map(|file| file.strip_prefix(&language).unwrap());
            let folders: BTreeSet<_> = paths.map(|path| path.parent().unwrap()).collect();
            for folder in folders.into_iter().filter(|folder| folder.components().count() > 0) {
                for file in super::entries(&english(&of_crate, folder)) {
                    let copy = language.join(folder).join(file.file_name().unwrap());
                    if file.extension().is_some_and(|found| found == extension) && !copy.exists() {
                        missing.push(copy.display().to_string());
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "not translated:\n{}", missing.join("\n"));
}
