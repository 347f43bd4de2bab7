//! The C programs that are taught: the original, and the small ones of the other lessons.

use words::phrase;

/// A C program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of its file, as it would be under DOS: `QIPAN.C`.
    pub name: &'static str,
    /// What it is, a phrase.
    about: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Source {
    /// Its text with comments in the language that is spoken: line by line the same program.
    pub fn spoken(&self) -> &'static str {
        let folder = match self.name {
            "QIPAN.C" | "TABLE.C" => "original",
            _ => "lessons/tutor/sources",
        };
        words::text(&format!("{folder}/{}", self.name), self.text)
    }

    /// What it is, in a few words.
    pub fn about(&self) -> &'static str {
        words::told(self.about)
    }
}

/// All of them; the original is the first.
pub static SOURCES: [Source; 11] = [
    Source {
        name: "QIPAN.C",
        about: phrase!("the original: Othello for two players"),
        text: include_str!("../../original/QIPAN.C"),
    },
    Source {
        name: "TABLE.C",
        about: phrase!("QpChange with its eight pieces of code folded into one by a table"),
        text: include_str!("../../original/TABLE.C"),
    },
    Source {
        name: "WUZIQI.C",
        about: phrase!("gomoku: reading a record, and the three judges"),
        text: include_str!("sources/WUZIQI.C"),
    },
    Source {
        name: "UNGUARD.C",
        about: phrase!("gomoku: the first judge without its guard, which is wrong"),
        text: include_str!("sources/UNGUARD.C"),
    },
    Source {
        name: "KEYS.C",
        about: phrase!("how a key arrives: two bytes, and a look that does not wait"),
        text: include_str!("sources/KEYS.C"),
    },
    Source {
        name: "TREE.C",
        about: phrase!("a tree of two moves each: minimax, and what alpha-beta cuts"),
        text: include_str!("sources/TREE.C"),
    },
    Source {
        name: "FOURS.C",
        about: phrase!("gomoku: a win by fours alone"),
        text: include_str!("sources/FOURS.C"),
    },
    Source {
        name: "LASTMOVE.C",
        about: phrase!("Othello: the last moves by alpha-beta"),
        text: include_str!("sources/LASTMOVE.C"),
    },
    Source {
        name: "THREE.C",
        about: phrase!("a book and a weight, and what three short games teach them"),
        text: include_str!("sources/THREE.C"),
    },
    Source {
        name: "BOOK.C",
        about: phrase!("the learner: a result on its way back through the book"),
        text: include_str!("sources/BOOK.C"),
    },
    Source {
        name: "WEIGHT.C",
        about: phrase!("the learner: one weight, moved by one game"),
        text: include_str!("sources/WEIGHT.C"),
    },
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
