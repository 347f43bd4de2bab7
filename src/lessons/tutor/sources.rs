//! The C programs that are taught: the original, and the small ones of the other lessons.

use std::collections::HashMap;
use words::{phrase, say};

/// A C program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of its file, as it would be under DOS: `QIPAN.C`.
    pub name: &'static str,
    /// What it is, a phrase.
    about: &'static str,
    /// Its text, with comments in English.
    pub text: &'static str,
    /// Its file below `src`.
    path: &'static str,
}

/// The program in a folder of `src`, and what it is.
macro_rules! source {
    ($folder:literal, $name:literal, $about:expr) => {
        Source {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../", $folder, "/", $name)),
            path: concat!($folder, "/", $name),
        }
    };
}

impl Source {
    /// What it is, in a few words.
    pub fn about(&self) -> &'static str {
        words::told(self.about)
    }

    /// Its text, with comments in the language that is spoken. It is the same program, line by line.
    pub fn told(&self) -> &'static str {
        words::text(self.path, self.text)
    }
}

/// All of them; the original is the first.
pub static SOURCES: [Source; 11] = [
    source!(
        "original",
        "QIPAN.C",
        phrase!("the original: Othello for two players")
    ),
    source!(
        "original",
        "TABLE.C",
        phrase!("QpChange with its eight pieces of code folded into one by a table")
    ),
    source!(
        "lessons/tutor/sources",
        "WUZIQI.C",
        phrase!("gomoku: reading a record, and the three judges")
    ),
    source!(
        "lessons/tutor/sources",
        "UNGUARD.C",
        phrase!("gomoku: the first judge without its guard, which is wrong")
    ),
    source!(
        "lessons/tutor/sources",
        "KEYS.C",
        phrase!("how a key arrives: two bytes, and a look that does not wait")
    ),
    source!(
        "lessons/tutor/sources",
        "TREE.C",
        phrase!("a tree of two moves each: minimax, and what alpha-beta cuts")
    ),
    source!(
        "lessons/tutor/sources",
        "FOURS.C",
        phrase!("gomoku: a win by fours alone")
    ),
    source!(
        "lessons/tutor/sources",
        "LASTMOVE.C",
        phrase!("Othello: the last moves by alpha-beta")
    ),
    source!(
        "lessons/tutor/sources",
        "THREE.C",
        phrase!("a book and a weight, and what three short games teach them")
    ),
    source!(
        "lessons/tutor/sources",
        "BOOK.C",
        phrase!("the learner: a result on its way back through the book")
    ),
    source!(
        "lessons/tutor/sources",
        "WEIGHT.C",
        phrase!("the learner: one weight, moved by one game")
    ),
];

/// The program of this name. Case does not matter, and `.C` can be left out.
///
/// ```
/// use lessons::tutor::sources::source;
/// assert!(source("qipan").unwrap().text.contains("int QpChange(int x, int y, int t)"));
/// assert_eq!(source("QIPAN.C"), source("qipan.c"));
/// assert_eq!(source("QIPAN.CPP"), None);
/// ```
pub fn source(name: &str) -> Option<&'static Source> {
    SOURCES.iter().find(|source| {
        let stem = source.name.trim_end_matches(".C");
        [source.name, stem]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    })
}

/// What stands between the signs of each comment.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    let behind = text.split("/*").skip(1);
    behind.filter_map(|rest| Some(rest.split_once("*/")?.0))
}

/// A program made of ours, with those comments that ours have in the language that is spoken. No line moves.
pub(crate) fn retold(program: &str) -> String {
    let pairs = SOURCES
        .iter()
        .flat_map(|source| comments(source.text).zip(comments(source.told())));
    let yours = format!(" {} ", say!("Yours."));
    let mut known: HashMap<&str, &str> = pairs.collect();
    known.insert(" Yours. ", &yours);
    let mut pieces = program.split("/*");
    let mut told = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (comment, code) = piece.split_once("*/").unwrap_or((piece, ""));
        let comment = known.get(comment).unwrap_or(&comment);
        told.extend(["/*", comment, "*/", code]);
    }
    told
}
