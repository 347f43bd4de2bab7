//! The search limit for an external engine.

/// The search limit that the program sends to an external engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Milliseconds of elapsed time.
    Clock(u32),
    /// Milliseconds of processor time. The limit on elapsed time is extended by the ratio of elapsed time to
    /// processor time in the last moves. Only Linux reports processor time; elsewhere this equals
    /// [`Turn::Clock`].
    Processor(u32),
    /// A number of positions, for engines that support `INFO max_node`.
    Nodes(u64),
    /// Milliseconds left for the game, and the increment per move.
    Left(u32, u32),
}
