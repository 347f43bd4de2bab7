//! Why a line is there: what the tutor says when it has run.

/// A sentence for a piece of code: the source, what the code contains, what a condition gave, the sentence.
type Note = (&'static str, &'static str, Option<bool>, &'static str);

/// The sentences. The first that fits is said.
static NOTES: [Note; 32] = [
    (
        "QIPAN.C",
        "== other",
        Some(true),
        "A stone of the other player: it walks on.",
    ),
    ("QIPAN.C", "== other", Some(false), "Here the walk ends."),
    (
        "QIPAN.C",
        "== own",
        Some(true),
        "An own stone closes the line: all between turn over.",
    ),
    (
        "QIPAN.C",
        "== own",
        Some(false),
        "No own stone: nothing is enclosed.",
    ),
    (
        "QIPAN.C",
        "tries > 64",
        Some(true),
        "The turn is lost. This is how to pass.",
    ),
    (
        "QIPAN.C",
        "y != 80 && Map",
        Some(false),
        "The stone is still at its start, or the cell is taken: this is no try.",
    ),
    (
        "QIPAN.C",
        "CanMove(1) || CanMove(2)",
        Some(false),
        "Neither can move: the game is over.",
    ),
    ("QIPAN.C", "t++", None, "The turn goes to the other player."),
    (
        "QIPAN.C",
        "tries++",
        None,
        "The try has failed, and it counts.",
    ),
    (
        "QIPAN.C",
        "key = bioskey(0)",
        None,
        "The high byte is the key's place on the keyboard, the low byte its character.",
    ),
    (
        "QIPAN.C",
        "initgraph",
        None,
        "The screen has 640 x 480 pixels and 16 colours now.",
    ),
    (
        "QIPAN.C",
        " < 6",
        Some(false),
        "Fewer than two cells are left that way: nothing fits between.",
    ),
    (
        "QIPAN.C",
        " > 1",
        Some(false),
        "Fewer than two cells are left that way: nothing fits between.",
    ),
    (
        "TABLE.C",
        "left < 2",
        Some(true),
        "Fewer than two cells are left that way: nothing fits between.",
    ),
    (
        "TABLE.C",
        "== other",
        Some(true),
        "A stone of the other player: it walks on.",
    ),
    ("TABLE.C", "== other", Some(false), "Here the walk ends."),
    (
        "TABLE.C",
        "== own",
        Some(true),
        "An own stone closes the line: all between turn over.",
    ),
    (
        "TABLE.C",
        "== own",
        Some(false),
        "No own stone: nothing is enclosed.",
    ),
    (
        "WUZIQI.C",
        "!own[",
        Some(true),
        "None of its own: the row ends here.",
    ),
    ("WUZIQI.C", "!own[", Some(false), "One of its own."),
    (
        "WUZIQI.C",
        "count >= 4",
        Some(true),
        "Four besides the stone itself: five in a row.",
    ),
    (
        "WUZIQI.C",
        "count >= 4",
        Some(false),
        "Fewer than four besides the stone itself.",
    ),
    (
        "UNGUARD.C",
        "!own[",
        Some(true),
        "None of its own: the row ends here.",
    ),
    (
        "UNGUARD.C",
        "!own[",
        Some(false),
        "One of its own. But is it the next point of the line?",
    ),
    (
        "LASTMOVE.C",
        "best >= beta",
        Some(true),
        "The opponent would not allow this: the other moves need no look.",
    ),
    (
        "LASTMOVE.C",
        "best > alpha",
        Some(true),
        "Better than what the player has elsewhere.",
    ),
    (
        "LASTMOVE.C",
        "left == 0",
        Some(true),
        "No move: a pass, or the end.",
    ),
    (
        "FOURS.C",
        "five >= 0",
        Some(true),
        "Five: the attack has won.",
    ),
    (
        "FOURS.C",
        "n == 0",
        Some(true),
        "No more fours are allowed: the line is cut short.",
    ),
    (
        "BOOK.C",
        "w == worth[a]",
        Some(true),
        "As before: nothing to carry further.",
    ),
    (
        "BOOK.C",
        "w == worth[a]",
        Some(false),
        "Something new: the positions before it wait.",
    ),
    (
        "BOOK.C",
        "alternative[a]",
        Some(true),
        "The move not played yet promises more.",
    ),
];

/// The sentence for a piece of code that has just run; `branch` is what it gave, if it was a condition.
pub fn note(file: &str, code: &str, branch: Option<bool>) -> Option<&'static str> {
    let fits = |note: &&Note| {
        note.0 == file && has(code, note.1) && (note.2.is_none() || note.2 == branch)
    };
    NOTES.iter().find(fits).map(|note| note.3)
}

/// Does a piece stand in the code, and not in the middle of a name or number? `t++` does not stand in `right++`.
fn has(code: &str, piece: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let ends = |before: Option<char>, first: Option<char>| {
        !(before.is_some_and(is_letter) && first.is_some_and(is_letter))
    };
    code.match_indices(piece).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + piece.len()..]);
        ends(before.chars().next_back(), piece.chars().next())
            && ends(piece.chars().next_back(), after.chars().next())
    })
}
