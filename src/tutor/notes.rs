//! Why a line is there: what the tutor says when it has run.

/// A sentence for a piece of code: the source, what the code contains, what a condition gave, the sentence.
type Note = (&'static str, &'static str, Option<bool>, &'static str);

/// The sentences. The first that fits is said.
static NOTES: [Note; 0] = [];

/// The sentence for a piece of code that has just run; `branch` is what it gave, if it was a condition.
pub fn note(file: &str, code: &str, branch: Option<bool>) -> Option<&'static str> {
    let fits = |note: &&Note| {
        note.0 == file && code.contains(note.1) && (note.2.is_none() || note.2 == branch)
    };
    NOTES.iter().find(fits).map(|note| note.3)
}
