//! How long another program may think.

/// What a program may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// So many ms by the clock.
    Clock(u32),
    /// So many ms of processor time: by the clock as much more as it got less in its last moves. Where the system does not tell,
    /// which is everywhere but on Linux, it is the clock's.
    Processor(u32),
    /// So many positions; it must know `INFO max_node`.
    Nodes(u64),
    /// What it thinks right of so many ms that are left for the game, where so many come with each move.
    Left(u32, u32),
}
