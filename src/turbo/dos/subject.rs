//! What a screen is about, beyond its dots.

/// What a screen is about: for a link that opens it again, for a finger, and for whoever does not see it.
///
/// The machine of DOS knows nothing of this. A console may use it, as the page of a browser does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// What opens it again: a kind of thing and which one, such as `lesson` and its name. Nothing where there is no such thing.
    pub link: Option<(&'static str, String)>,
    /// The board, row by row.
    pub board: String,
    /// Where the cursor or the moving stone is, in words.
    pub place: String,
    /// The moving stone, where there is one; in a text the cursor, whose rows are 16 pixels high.
    pub stone: Option<MovingStone>,
    /// The line of code, from 1 on, where the place is one.
    pub line: Option<usize>,
    /// Do the keys write a text?
    pub is_text: bool,
}

/// A stone that arrows move and Enter drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovingStone {
    /// Its centre, in pixels.
    pub at: (i32, i32),
    /// How far an arrow moves it, in pixels.
    pub pitch: i32,
    /// The centres of the first and the last place of the board: upper left and lower right.
    pub board: [(i32, i32); 2],
}
