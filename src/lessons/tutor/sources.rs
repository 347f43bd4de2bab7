//! The C programs of the lessons: the original program and smaller ones.

use std::collections::HashMap;
use words::{phrase, say};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The DOS file name of the source, such as `QIPAN.C`.
    pub name: &'static str,
    about: &'static str,
    pub text: &'static str,
    path: &'static str,
}

/// Defines the rows of [`SOURCES`]. Each has a folder relative to this crate, a file and a description.
macro_rules! sources {
    ($($folder:literal / $name:literal: $about:expr,)*) => {
        [$(Source {
            name: $name,
            about: $about,
            text: include_str!(concat!("../", $folder, "/", $name)),
            path: concat!($folder, "/", $name),
        }),*]
    };
}

impl Source {
    pub fn about(&self) -> &'static str {
        words::translate(self.about)
    }

    /// Returns the text with comments in the current language. The code is the same, line by line.
    pub fn translated(&self) -> &'static str {
        words::text(self.path.trim_start_matches("../"), self.text)
    }
}

pub static SOURCES: [Source; 33] = sources! {
    "../original" / "QIPAN.C": phrase!("the original: Othello for two players"),
    "../original" / "TABLE.C": phrase!("QpChange with a table in place of its eight pieces of code"),
    "tutor/sources" / "POINT.C": phrase!("C from the beginning: points, lines and circles"),
    "tutor/sources" / "SNOWMAN.C": phrase!("C from the beginning: variables"),
    "tutor/sources" / "SKY.C": phrase!("C from the beginning: a choice with if"),
    "tutor/sources" / "HOUSES.C": phrase!("C from the beginning: loops"),
    "tutor/sources" / "CHESS.C": phrase!("C from the beginning: a loop in a loop"),
    "tutor/sources" / "MEADOW.C": phrase!("C from the beginning: functions with parameters"),
    "tutor/sources" / "MONTHS.C": phrase!("C from the beginning: arrays"),
    "tutor/sources" / "STARS.C": phrase!("C from the beginning: random numbers, and time"),
    "tutor/sources" / "ROLL.C": phrase!("C from the beginning: keys move a ball"),
    "tutor/sources" / "TITLE.C": phrase!("C from the beginning: strings"),
    "tutor/sources" / "STONES.C": phrase!("C from the beginning: a board, and the eight directions"),
    "tutor/sources" / "FISH.C": phrase!("C from the beginning: structures"),
    "tutor/sources" / "SPIRAL.C": phrase!("C from the beginning: pointers"),
    "tutor/sources" / "TRAIN.C": phrase!("C from the beginning: a linked list"),
    "tutor/sources" / "BRANCH.C": phrase!("C from the beginning: a function that calls itself"),
    "tutor/sources" / "DOTS.C": phrase!("C from the beginning: a picture in a file"),
    "tutor/sources" / "WUZIQI.C": phrase!("gomoku: reading a record, and the three judges"),
    "tutor/sources" / "UNGUARD.C": phrase!("gomoku: the first judge without its guard, which is wrong"),
    "tutor/sources" / "KEYS.C": phrase!("how a key arrives: two bytes, and a look that does not wait"),
    "tutor/sources" / "TREE.C": phrase!("a tree of two moves each: minimax, and what alpha-beta cuts"),
    "tutor/sources" / "FOURS.C": phrase!("gomoku: a win by fours alone"),
    "tutor/sources" / "LASTMOVE.C": phrase!("Othello: the last moves by alpha-beta"),
    "tutor/sources" / "THREE.C": phrase!("a book and a weight, and what three short games teach them"),
    "tutor/sources" / "BOOK.C": phrase!("the learner: a result on its way back through the book"),
    "tutor/sources" / "WEIGHT.C": phrase!("the learner: one weight, moved by one game"),
    "tutor/sources" / "RANDOM.C": phrase!("a player of Othello: any move"),
    "tutor/sources" / "GREEDY.C": phrase!("a player of Othello: as many discs as it can"),
    "tutor/sources" / "CORNER.C": phrase!("a player of Othello: corners first"),
    "tutor/sources" / "AHEAD.C": phrase!("a player of Othello: it looks three moves ahead"),
    "tutor/sources" / "MATCH.C": phrase!("two players of Othello, and twenty games between them"),
    "tutor/sources" / "LINES.C": phrase!("a player of gomoku: its own lines and the other player's"),
};

/// Finds the program with the given name. Case does not matter, and the extension `.C` is optional.
///
/// ```
/// use lessons::tutor::sources::source;
/// assert!(source("qipan").unwrap().text.contains("int QpChange(int x, int y, int t)"));
/// assert_eq!(source("QIPAN.C"), source("qipan.c"));
/// assert_eq!(source("QIPAN.CPP"), None);
/// ```
pub fn source(name: &str) -> Option<&'static Source> {
    SOURCES.iter().find(|source| {
        let names = [source.name, source.name.trim_end_matches(".C")];
        names.iter().any(|known| known.eq_ignore_ascii_case(name))
    })
}

fn comments(text: &str) -> impl Iterator<Item = &str> {
    let behind = text.split("/*").skip(1);
    behind.filter_map(|rest| Some(rest.split_once("*/")?.0))
}

/// Translates our comments, in a program made from one of our sources, into the current language. Line
/// numbers do not change.
pub(crate) fn retold(program: &str) -> String {
    let pairs = SOURCES.iter().flat_map(|source| comments(source.text).zip(comments(source.translated())));
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
