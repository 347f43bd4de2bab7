//! The reaction of an engine to a line of a protocol.

/// The reaction of an engine to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<Request> {
    Nothing,
    Say(String),
    /// Search this, then report the result to the conversation.
    Think(Request),
    /// Print this and exit.
    End(String),
}
