//! Phrases: none is missing in a language, and none is left over.

use super::{below, languages, src};
use std::collections::{BTreeMap, BTreeSet};
use words::pairs;

/// The string literal with which `code` begins, as it is at run time.
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

/// The phrases of one source, by `say!` and `phrase!`; of a script by what it has for them.
fn phrases_of(source: &str) -> Vec<String> {
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    ["say!(", "phrase!(", "told(", "tellIn("]
        .iter()
        .flat_map(|mark| {
            code.split(mark)
                .skip(1)
                .filter_map(literal)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The phrases of the page: the texts of elements that are marked, and all labels.
fn phrases_of_page(page: &str) -> impl Iterator<Item = String> {
    let text = |mark: &&str| Some(mark.split_once('>')?.1.split_once('<')?.0.to_string());
    let label = |mark: &&str| Some(mark.split_once('"')?.0.to_string());
    let texts = page.split(" data-says").skip(1);
    let labels = page.split("aria-label=\"").skip(1);
    texts
        .filter_map(move |mark| text(&mark))
        .chain(labels.filter_map(move |mark| label(&mark)))
}

/// All phrases of the sources, each with a file that says it.
fn said() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let page = src().join("web/page");
    let sources = below(src(), "rs").into_iter().chain(below(&page, "js"));
    for file in sources {
        if file.starts_with(src().join("words")) {
            continue;
        }
        let path = file.strip_prefix(src()).unwrap().display().to_string();
        for phrase in phrases_of(&std::fs::read_to_string(&file).unwrap()) {
            found.insert(phrase, path.clone());
        }
    }
    let page = std::fs::read_to_string(page.join("index.html")).unwrap();
    found.extend(phrases_of_page(&page).map(|phrase| (phrase, "index.html".to_string())));
    found
}

/// What the command line says of itself: the doc comments from which its help is made, a line for each paragraph.
fn documented() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in below(&src().join("app"), "rs") {
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

/// The names of the places of a phrase.
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

/// The phrases of a language, and those that stand twice with two translations.
fn translated(language: &std::path::Path) -> (BTreeMap<String, String>, Vec<String>) {
    let mut all = BTreeMap::new();
    let mut twice = Vec::new();
    for file in below(language, "txt") {
        if file.parent() != Some(language) {
            continue;
        }
        for (english, other) in pairs(&std::fs::read_to_string(file).unwrap()) {
            if all
                .insert(english.clone(), other.clone())
                .is_some_and(|old| old != other)
            {
                twice.push(english);
            }
        }
    }
    (all, twice)
}

#[test]
fn each_language_says_each_phrase_once_with_the_same_places() {
    let said = said();
    let documented = documented();
    for language in languages() {
        let (translated, mut wrong) = translated(&language);
        for (phrase, file) in &said {
            match translated.get(phrase) {
                Some(other) if !other.is_empty() => {
                    if places(other) != places(phrase) {
                        wrong.push(format!("other places: {phrase:?} and {other:?}"));
                    }
                }
                _ => wrong.push(format!(
                    "# {file}\n> {}\n\n",
                    phrase.replace('\\', "\\\\").replace('\n', "\\n")
                )),
            }
        }
        for phrase in translated.keys() {
            if !said.contains_key(phrase) && !documented.contains(phrase) {
                wrong.push(format!("nobody says it any more: {phrase:?}"));
            }
        }
        assert!(
            wrong.is_empty(),
            "{}:\n{}",
            language.display(),
            wrong.join("\n")
        );
    }
}

#[test]
fn the_phrases_of_a_source_are_found() {
    let source = "say!(\"One\"); let a = say!(\n    \"Two {n} \\\n        lines\\\"\", n);\n// say!(\"None\")\nphrase!(\"Three\")";
    assert_eq!(phrases_of(source), ["One", "Two {n} lines\"", "Three"]);
}

#[test]
fn the_phrases_of_the_page_are_found() {
    let page = "<nav aria-label=\"One\"><a data-says href=\"x\">Two</a><b>Three</b></nav>";
    assert_eq!(phrases_of_page(page).collect::<Vec<_>>(), ["Two", "One"]);
}

#[test]
fn places_are_found_and_braces_are_none() {
    assert_eq!(places("{a} {{b}} {c}"), BTreeSet::from(["a", "c"]));
}
