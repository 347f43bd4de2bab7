//! What the training of both engines has in common.

use std::path::Path;

/// How much is trained, and where the weights go.
#[derive(Clone, Copy)]
pub(crate) struct Training<'a> {
    pub(crate) games: Option<usize>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) out: &'a Path,
}

impl Training<'_> {
    /// The seed of the first game of a generation; the games after it have the numbers that follow, as far as they differ in
    /// the lower 32 bits.
    pub(crate) fn seed_of(self, generation: u64) -> u64 {
        self.seed << 40 ^ generation << 32
    }
}

/// The positions of games: of those that are to be learned from, and of one in so many, which are held out to measure what
/// was learned.
pub(crate) fn parted<T>(games: Vec<Vec<T>>, one_in: usize) -> [Vec<T>; 2] {
    let [mut learned, mut held_out] = [Vec::new(), Vec::new()];
    for (n, positions) in games.into_iter().enumerate() {
        match n % one_in {
            0 => held_out.extend(positions),
            _ => learned.extend(positions),
        }
    }
    [learned, held_out]
}
