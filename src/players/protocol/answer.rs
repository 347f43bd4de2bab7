//! What the engine's side of a protocol does after a line.

/// What to do after a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<Request> {
    /// Nothing.
    Nothing,
    /// Print this.
    Say(String),
    /// Think about this, then tell the conversation what was found.
    Think(Request),
    /// Print this and leave.
    End(String),
}
