//! Notes: the reason that the tutor gives after a line of C has run.

const ENGLISH: &str = include_str!("notes.txt");

struct Note {
    files: &'static str,
    code: &'static str,
    /// The result of the condition, if the note is for one result only.
    branch: Option<bool>,
    sentence: &'static str,
}

/// The notes in the language that is spoken. Each takes two lines: the sources, a piece of code and its
/// result, `yes`, `no` or `ran`; then the sentence.
fn notes() -> impl Iterator<Item = Note> {
    let notes = words::text("tutor/notes.txt", ENGLISH);
    let notes = notes.trim_end().split("\n\n");
    notes.map(|note| parse(note).unwrap_or_else(|| panic!("no note: {note}")))
}

fn parse(note: &'static str) -> Option<Note> {
    let (head, sentence) = note.split_once('\n')?;
    let (files, head) = head.split_once(": ")?;
    let (code, branch) = head.rsplit_once(" => ")?;
    let branch = match branch {
        "yes" => Some(true),
        "no" => Some(false),
        "ran" => None,
        _ => return None,
    };
    Some(Note { files, code, branch, sentence })
}

/// The first note that fits a piece of code that has just run; `branch` is the result of a condition.
pub(crate) fn note(file: &str, code: &str, branch: Option<bool>) -> Option<&'static str> {
    let fits = |note: &Note| {
        let said = note.branch.is_none() || note.branch == branch;
        said && note.files.split(' ').any(|name| name == file) && has(code, note.code)
    };
    notes().find(fits).map(|note| note.sentence)
}

/// Does the code contain a whole piece? `right++` does not contain `t++`.
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
