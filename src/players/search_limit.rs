//! Search limits for external engines.

/// The search limit that the program sends to an external engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// Milliseconds of elapsed time.
    Clock(u32),
    /// Milliseconds of processor time. To allow for it, the limit on elapsed time is extended by the ratio of
    /// elapsed time to processor time in the engine's last moves. Only Linux reports processor time; on other
    /// systems this equals [`SearchLimit::Clock`].
    Processor(u32),
    /// A number of positions to search, for engines that support `INFO max_node`.
    Nodes(u64),
    /// Milliseconds left for the whole game, and the increment per move in ms.
    Left(u32, u32),
}
