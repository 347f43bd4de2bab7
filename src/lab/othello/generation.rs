//! The generations of a training run.

/// A generation of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    pub(crate) games: usize,
    /// The search depth in the generation's games, in plies.
    pub(crate) depth: u8,
    /// The weight of the next position's value relative to the search value, from 0 to 1 (λ of TD(λ)). The
    /// result of a game is unbiased, but later mistakes blur it. The deeper a generation searches, the less
    /// it needs the result. In the last generation of 250,000 games, the weights 0.6, 0.85 and 0.95 won by
    /// 1.6, 1.1 and 0.5 discs per game against the previous weights (300 games each, ±1).
    pub(crate) trust: f32,
}

/// The number of games on which the program's own weights were trained.
pub(crate) const GAMES: usize = 500_000;

/// Returns the generations of a training run with this many games in total. Later generations have better
/// teachers and play more games.
pub fn generations(games: usize) -> [Generation; 5] {
    let part = |percent: usize, depth, trust| Generation {
        games: (games.saturating_mul(percent) / 100).max(1),
        depth,
        trust,
    };
    [part(8, 0, 0.95), part(12, 2, 0.95), part(20, 3, 0.9), part(28, 4, 0.6), part(32, 4, 0.6)]
}
