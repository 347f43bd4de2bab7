//! A description of the screen for links, touch screens and screen readers.

/// The subject of the screen.
///
/// DOS has no such description, so most consoles ignore it; the browser page uses it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The kind and the name of a link that opens the same screen, such as `lesson` and the name of a lesson.
    pub link: Option<(&'static str, String)>,
    /// The picture as text, row by row.
    pub picture: String,
    /// A text that describes the position of the cursor.
    pub place: String,
    /// The cursor, if the arrow keys move one. In a text, the rows are 16 pixels apart.
    pub cursor: Option<Cursor>,
    /// The number of the current line of code, from 1.
    pub line: Option<usize>,
    /// True while keys type text.
    pub is_text: bool,
    /// True while the compiler's or the machine's messages are shown.
    pub has_messages: bool,
}

/// A cursor that the arrow keys move on a grid. All lengths are in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The centre of the cursor.
    pub at: (i32, i32),
    /// The horizontal distance between neighbouring positions. The vertical distance is the same, except in a
    /// text.
    pub step: i32,
    /// The centres of the upper left and the lower right position.
    pub bounds: [(i32, i32); 2],
}
