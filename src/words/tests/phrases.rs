//! Phrases: none is missing in a language, and none is unused.

use super::{below, languages, src};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use words::{number, pairs};

/// The value of the string literal at the start of `code`.
fn literal(code: &str) -> Option<String> {
    let mut letters = code.trim_start().strip_prefix('"')?.chars().peekable();
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                '\n' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
                other => text.push(other),
            },
            letter => text.push(letter),
        }
    }
}

/// The phrases that one source marks with `say!` and the like.
fn phrases_of(source: &str) -> Vec<String> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let after = |mark| code.split(mark).skip(1).filter_map(literal).collect::<Vec<_>>();
    ["say!(", "phrase!(", "translate(", "setText("].into_iter().flat_map(after).collect()
}

/// The phrases of the page: the texts of marked elements, and all labels.
fn phrases_of_page(page: &str) -> impl Iterator<Item = String> {
    let text = |mark: &&str| Some(mark.split_once('>')?.1.split_once('<')?.0.to_string());
    let label = |mark: &&str| Some(mark.split_once('"')?.0.to_string());
    let texts = page.split(" data-says").skip(1);
    let labels = page.split("aria-label=\"").skip(1);
    texts.filter_map(move |mark| text(&mark)).chain(labels.filter_map(move |mark| label(&mark)))
}

/// The phrases of a crate, each with a file that contains it.
fn said(of_crate: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for file in below(of_crate, "rs").into_iter().chain(below(of_crate, "js")) {
        let path = file.strip_prefix(src()).unwrap_or(&file).display().to_string();
        for phrase in phrases_of(&std::fs::read_to_string(&file).unwrap()) {
            found.insert(phrase, path.clone());
        }
    }
    for page in below(of_crate, "html") {
        let page = std::fs::read_to_string(page).unwrap();
        found.extend(phrases_of_page(&page).map(|phrase| (phrase, "index.html".to_string())));
    }
    found
}

/// The command line's help: the paragraphs of doc comments, each with and without its full stop.
fn documented(of_crate: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in below(of_crate, "rs") {
        let mut paragraph = Vec::new();
        for line in std::fs::read_to_string(file).unwrap().lines().chain([""]) {
            match line.trim_start().strip_prefix("///").map(str::trim) {
                Some(text) if !text.is_empty() => paragraph.push(text.to_owned()),
                _ => {
                    let whole = paragraph.join(" ");
                    found.insert(whole.trim_end_matches('.').to_owned());
                    found.insert(whole);
                    paragraph.clear();
                }
            }
        }
    }
    found
}

/// The names of a phrase's placeholders.
fn places(phrase: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut rest = phrase;
    while let Some((_, after)) = rest.split_once('{') {
        rest = after;
        if let Some(brace) = rest.strip_prefix('{') {
            rest = brace;
        } else if let Some((name, after)) = rest.split_once('}') {
            found.insert(name);
            rest = after;
        }
    }
    found
}

/// The phrases in the files of one folder, with their translations.
fn translated(folder: &Path) -> Vec<(String, String)> {
    let files = super::entries(folder)
        .into_iter()
        .filter(|file| file.extension().is_some_and(|found| found == "txt"));
    files.flat_map(|file| pairs(&std::fs::read_to_string(file).unwrap()).collect::<Vec<_>>()).collect()
}

#[test]
fn each_language_has_each_phrase_once_with_the_same_placeholders() {
    let mut known: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut numbers: BTreeMap<u32, String> = BTreeMap::new();
    for (of_crate, tag, folder) in languages() {
        let (said, documented) = (said(&of_crate), documented(&of_crate));
        for (phrase, translation) in translated(&folder) {
            if !said.contains_key(&phrase) && !documented.contains(&phrase) {
                wrong.push(format!("{}: unused: {phrase:?}", folder.display()));
            }
            let other = numbers.insert(number(&phrase), phrase.clone());
            if let Some(other) = other.filter(|other| *other != phrase) {
                wrong.push(format!("one number: {other:?} and {phrase:?}"));
            }
            if places(&translation) != places(&phrase) {
                wrong.push(format!("other placeholders: {phrase:?} and {translation:?}"));
            }
            let old = known.insert((tag.clone(), phrase.clone()), translation.clone());
            if old.is_some_and(|old| old != translation) {
                wrong.push(format!("two translations: {phrase:?}"));
            }
        }
    }
    for tag in languages().into_iter().map(|(_, tag, _)| tag).collect::<BTreeSet<_>>() {
        for of_crate in
            super::entries(src()).into_iter().filter(|path| path.is_dir() && !path.ends_with("words"))
        {
            for (phrase, file) in said(&of_crate) {
                if known.get(&(tag.clone(), phrase.clone())).is_none_or(String::is_empty) {
                    let escaped = phrase.replace('\\', "\\\\").replace('\n', "\\n");
                    wrong.push(format!("# {file}, {tag}\n> {escaped}\n\n"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn phrases_of_a_source_are_found() {
    let source = "say!(\"One\"); let a = say!(\n    \"Two {n} \\\n        lines\\\"\", n);\n// say!(\"None\")\nphrase!(\"Three\")";
    assert_eq!(phrases_of(source), ["One", "Two {n} lines\"", "Three"]);
}

#[test]
fn phrases_of_the_page_are_found() {
    let page = "<nav aria-label=\"One\"><a data-says href=\"x\">Two</a><b>Three</b></nav>";
    assert_eq!(phrases_of_page(page).collect::<Vec<_>>(), ["Two", "One"]);
}

#[test]
fn placeholders_are_found_and_doubled_braces_are_not() {
    assert_eq!(places("{a} {{b}} {c}"), BTreeSet::from(["a", "c"]));
}
