//! Estimates the final score of a position.

use std::sync::{Arc, OnceLock};

use super::bitboard::Board;
use super::pattern::{Folding, PatternIndices, TABLE_LENGTH};
use super::weights::{self, PARTS, STAGE, stage_of};
use crate::engine::bundled::BundledFile;
use crate::engine::packed::BadFile;

/// One disc, in the unit of values, which is a hundredth of a disc.
pub const DISC: i32 = 100;

pub(super) const INFINITE: i32 = 65 * DISC;

/// The correction for the odd-even effect, in hundredths of a disc. At a leaf, the search adds it to the
/// estimate for the player to move.
///
/// The player who moves last in a search chooses the best of many estimates, so that estimate tends to be too
/// high. In 3000 tournament games, searched from 24 empty cells to depths of 3 to 7, the uncorrected values
/// were 2.7 to 3.0 discs above the final score at odd depths and 0.1 below it at even depths. Corrected
/// values are between 0.4 below and 0.5 above it.
pub fn parity_correction(empties: u32) -> i32 {
    (135 - 3 * (empties as i32 - 18).max(0)).max(30)
}

/// An evaluation, which estimates the final score from overlapping patterns: corners, edges, lines and
/// diagonals.
///
/// Each configuration of a pattern has a weight for each stage of the game, and the estimate is the sum of
/// these weights. `qipan-lab tune` trained the weights on 500,000 games of the engine against itself, in five
/// generations. The first generation learned from perfectly played endgames, the later ones from searches
/// with the weights of the previous generation. The weights of a stage are a least-squares fit to the stage's
/// positions.
#[derive(Clone)]
pub struct Evaluation {
    stages: Arc<[Stage]>,
}

struct Stage {
    patterns: Box<[i16; TABLE_LENGTH]>,
    empties: [i16; STAGE],
    /// The [`parity_correction`] within the stage, by the number of empty cells.
    parity: [i32; STAGE],
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::bundled().clone()
    }
}

impl Evaluation {
    /// Returns the evaluation with the program's own weights. The first call decodes them.
    pub fn bundled() -> &'static Evaluation {
        static EVALUATION: OnceLock<Evaluation> = OnceLock::new();
        BundledFile::OthelloWeights.get_or_parse(&EVALUATION, |bytes| {
            Evaluation::read(bytes).expect("a test reads the bundled weights")
        })
    }

    pub fn read(bytes: &[u8]) -> Result<Evaluation, BadFile> {
        let folding = Folding::default();
        let weights = weights::read(bytes, folding.count + STAGE)?;
        Ok(Evaluation::new(&folding, &weights))
    }

    /// Creates an evaluation from the weights of all stages, one stage after the other. Each stage has the
    /// pattern weights, numbered as in `folding`, followed by a weight for each number of empty cells.
    pub fn new(folding: &Folding, weights: &[i16]) -> Evaluation {
        let stages = weights.chunks_exact(folding.count + STAGE).zip(0..);
        let stages = stages.map(|(weights, stage)| {
            let (patterns, empties) = weights.split_at(folding.count);
            Stage {
                patterns: folding.table(patterns),
                empties: empties.try_into().expect("a weight for each number of empty cells"),
                parity: std::array::from_fn(|n| parity_correction((stage * STAGE + n) as u32)),
            }
        });
        Evaluation { stages: stages.collect() }
    }

    /// Estimates the score for the player to move, in hundredths of a disc, from -6400 to 6400. The result is
    /// exact only if a player has no discs. Any other position is estimated, even if the game is over.
    pub fn evaluate(&self, board: Board) -> i32 {
        self.estimate(&PatternBoard::new(board)).0
    }

    /// Returns the value of a leaf in a search: the estimate plus the [`parity_correction`].
    #[inline(always)]
    pub(super) fn value(&self, node: &PatternBoard) -> i32 {
        let (estimate, correction) = self.estimate(node);
        (estimate + correction).min(64 * DISC)
    }

    /// Returns the estimate and its [`parity_correction`], which is 0 if the score is known.
    #[inline(always)]
    fn estimate(&self, node: &PatternBoard) -> (i32, i32) {
        let board = node.board;
        if board.own == 0 || board.opponent == 0 {
            return (board.score() * DISC, 0);
        }
        let empties = board.empties() as usize;
        let stage = &self.stages[stage_of(empties)];
        let parts = node.indices.sum(&stage.patterns) + i32::from(stage.empties[empties % STAGE]);
        let estimate = (parts * DISC / PARTS).clamp(-64 * DISC, 64 * DISC);
        (estimate, stage.parity[empties % STAGE])
    }
}

/// A position with its pattern indices, which a search updates move by move.
#[derive(Clone, Copy)]
pub(super) struct PatternBoard {
    pub(crate) board: Board,
    indices: PatternIndices,
}

impl PatternBoard {
    #[inline(always)]
    pub(crate) fn new(board: Board) -> PatternBoard {
        PatternBoard { board, indices: PatternIndices::new(board) }
    }

    /// Returns the position after a move that flips these discs, with the opponent to move.
    #[inline(always)]
    pub(crate) fn after(&self, square: usize, flips: u64) -> PatternBoard {
        PatternBoard { board: self.board.after(square, flips), indices: self.indices.after(square, flips) }
    }

    #[inline(always)]
    pub(crate) fn pass(&self) -> PatternBoard {
        PatternBoard { board: self.board.pass(), indices: self.indices.pass() }
    }
}
