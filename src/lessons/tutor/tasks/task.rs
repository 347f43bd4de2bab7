//! What a task is.

use crate::tutor::lessons::lesson;
use crate::tutor::scene::Scene;
use crate::tutor::sources::source;
use turbo::c::Program;

/// Something to do at the end of a lesson: a change of a C program. What a student's change brings is held against what ours brings.
pub struct Task {
    /// The lesson that it belongs to.
    pub lesson: &'static str,
    /// In place of a change: the stones are to be marked that this scene's call will turn over.
    pub marks: Option<fn() -> Scene>,
    /// The source, as the editor opens it.
    pub file: &'static str,
    /// Our own change: what is replaced wherever it stands, and by what.
    pub(super) ours: &'static [(&'static str, &'static str)],
    /// What must not stand in the program any more; mostly nothing.
    pub(super) without: &'static str,
    /// The calls that are tried. The text of each says what it is.
    pub(super) cases: fn() -> Vec<Scene>,
    pub(super) matters: &'static [Matters],
}

/// Whether a task is solved, and a sentence that says what was seen.
#[derive(Clone)]
pub enum Checked {
    /// It is.
    Right(String),
    /// It is not yet. With it comes the call that shows it, if there is one.
    Wrong(String, Option<Box<Scene>>),
}

/// What most tasks have in common.
pub(super) const PLAIN: Task = Task {
    lesson: "",
    marks: None,
    file: "QIPAN.C",
    ours: &[],
    without: "",
    cases: Vec::new,
    matters: &[],
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matters {
    Returned,
    /// Whether it returns 0.
    Truth,
    /// Whether the call is over or waits for a key.
    End,
    /// A global variable with all its elements.
    Global(&'static str),
    /// An element of a global array.
    Element(&'static str, usize),
    /// The colours of the screen in the middle and in a corner of each cell, and of the places above the board.
    Cells,
    /// The colours of these pixels.
    Pixels(&'static [(i32, i32)]),
    /// How often it looks at the scene's stones. Where it returns something it may stop sooner or later, and this matters no more.
    Looks,
}

impl Task {
    /// What to do, in one to three sentences.
    pub fn text(&self) -> String {
        lesson(self.lesson).map_or(String::new(), |lesson| lesson.section("task"))
    }

    /// What is said of a right change. `{cut}` stands for what `cut` is in the last case, `{cut before}` for what it was.
    pub fn right(&self) -> String {
        lesson(self.lesson).map_or(String::new(), |lesson| lesson.section("right"))
    }

    /// The source as it is before the change.
    pub fn source(&self) -> &'static str {
        source(self.file).map_or("", |source| source.text)
    }

    /// The source with our change.
    pub(super) fn changed(&self) -> Program {
        let mut text = self.source().to_string();
        for (from, to) in self.ours {
            debug_assert!(text.contains(from), "{} has no {from}", self.file);
            text = text.replace(from, to);
        }
        let compiled = Program::compile(self.file, &text);
        compiled.unwrap_or_else(|errors| panic!("{} has errors: {errors:?}", self.file))
    }
}
