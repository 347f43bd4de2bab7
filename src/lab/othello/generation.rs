//! The generations of a training: how the games of each are played.

/// A generation of the training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    pub(crate) games: usize,
    /// How many plies the players of its games look ahead.
    pub(crate) depth: u8,
    /// How much the next position says about the one before it, from 0 to 1; the rest is what looking ahead says (λ of TD(λ)). The end of a
    /// game is the truth, blurred by all mistakes on the way: the further a generation looks ahead itself, the less it needs that truth.
    /// With 0.6, 0.85 and 0.95 in a last generation of the same 250,000 games the weights won 1.6, 1.1 and 0.5 discs a game from those
    /// before, in 300 games each, give or take 1.
    pub(crate) trust: f32,
}

/// How many games the program's own weights have learned from.
pub(crate) const GAMES: usize = 500_000;

/// The generations of a training with this many games in all. The later ones, whose teachers are better, play more of them.
pub fn generations(games: usize) -> [Generation; 5] {
    let part = |percent: usize, depth, trust| Generation {
        games: (games.saturating_mul(percent) / 100).max(1),
        depth,
        trust,
    };
    [
        part(8, 0, 0.95),
        part(12, 2, 0.95),
        part(20, 3, 0.9),
        part(28, 4, 0.6),
        part(32, 4, 0.6),
    ]
}
