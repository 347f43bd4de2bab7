//! An engine's reaction to a line from the other program.

/// An engine's reaction to a line from the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<Request> {
    Nothing,
    Say(String),
    /// Search this, then report the result to the protocol's state.
    Think(Request),
    /// Print this and exit.
    End(String),
}
