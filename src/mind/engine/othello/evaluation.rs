//! What a position is probably worth.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::bitboard::Board;
use super::pattern::{Folding, PatternNumbers, TABLE_LENGTH};
use super::weights::{self, PARTS, STAGE, stage_of};
use crate::engine::carried::Carried;
use crate::engine::packed::BadFile;

/// How many parts a disc has in values.
pub const DISC: i32 = 100;

pub(super) const INFINITE: i32 = 65 * DISC;

/// What a search adds to the estimate of a position for the player to move, in hundredths of a disc.
///
/// Whoever moves last in a search takes the best of many estimates, and so the luckiest. In 3000 tournament games, with 24 empty cells
/// and without this, the values of searches 3 to 7 plies deep were 2.7 to 3.0 discs above the final score when the depth was odd, and
/// 0.1 below it when it was even. With it all lie between 0.4 below and 0.5 above.
pub fn luck(empties: u32) -> i32 {
    (135 - 3 * (empties as i32 - 18).max(0)).max(30)
}

/// Estimates the result of a game from its position.
///
/// The position is cut into overlapping patterns: corners, borders, lines, diagonals. Each way to fill a pattern has a weight
/// that depends on how many cells of the board are empty, and the estimate is the sum of the weights. `qipan tune` has
/// learned them from games of the engine against itself.
///
/// ```
/// use mind::engine::othello::{Board, Evaluation, evaluation::DISC};
/// use games::stone::Stone;
/// // Black has a corner and three stones that stay, White the cell across from another corner.
/// let map = "
///     XXX.....
///     .XOO....
///     ..XXOO..
///     .OOXXO..
///     ..OXXO..
///     ..OOOO..
///     ......O.
///     ........".parse().unwrap();
/// let evaluation = Evaluation::default();
/// assert!(evaluation.evaluate(Board::new(&map, Stone::Black)) > 5 * DISC);
/// assert!(evaluation.evaluate(Board::new(&map, Stone::White)) < -5 * DISC);
/// ```
#[derive(Clone)]
pub struct Evaluation {
    stages: Arc<[Stage]>,
}

struct Stage {
    fillings: Box<[i16; TABLE_LENGTH]>,
    /// By the number of empty cells.
    empties: [i16; STAGE],
    /// [`luck`], the same way.
    luck: [i32; STAGE],
}

/// Those of [`Evaluation::carried`].
impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::carried().clone()
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

impl Evaluation {
    /// The one with the weights that the program carries. They are unpacked at the first call.
    pub fn carried() -> &'static Evaluation {
        static CARRIED: OnceLock<Evaluation> = OnceLock::new();
        Carried::OthelloWeights.once(&CARRIED, |bytes| {
            Evaluation::read(bytes).expect("a test reads the program's own weights")
        })
    }

    /// The evaluation with the weights of a file, of which these are the bytes.
    ///
    /// # Errors
    /// One of [`BadFile`], whichever byte is changed, added or missing.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, BadFile> {
        let folding = Folding::default();
        let weights = weights::read(bytes, folding.count + STAGE)?;
        Ok(Evaluation::new(&folding, &weights))
    }

    /// The weights of all stages, one stage after the other: those of the patterns as `folding` numbers them, then those of
    /// the empty cells.
    pub fn new(folding: &Folding, weights: &[i16]) -> Evaluation {
        let stages = weights.chunks_exact(folding.count + STAGE).zip(0..);
        let stages = stages.map(|(weights, stage)| {
            let (patterns, empties) = weights.split_at(folding.count);
            Stage {
                fillings: folding.table(patterns),
                empties: empties
                    .try_into()
                    .expect("a weight for each number of empty cells"),
                luck: std::array::from_fn(|n| luck((stage * STAGE + n) as u32)),
            }
        });
        Evaluation {
            stages: stages.collect(),
        }
    }

    /// The value from the view of the player to move, in hundredths of a disc: -6400 to 6400. A player without stones has lost 64 to 0;
    /// every other position is estimated, even when the game is over.
    pub fn evaluate(&self, board: Board) -> i32 {
        self.estimate(&PatternBoard::new(board)).0
    }

    /// [`Evaluation::evaluate`] within a search, with its [`luck`].
    #[inline(always)]
    pub(super) fn value(&self, node: &PatternBoard) -> i32 {
        let (estimate, luck) = self.estimate(node);
        (estimate + luck).min(64 * DISC)
    }

    /// What the weights say of a position, and its [`luck`]: none when the score is known.
    #[inline(always)]
    fn estimate(&self, node: &PatternBoard) -> (i32, i32) {
        let board = node.board;
        if board.own == 0 || board.opponent == 0 {
            return (board.score() * DISC, 0);
        }
        let empties = board.empties() as usize;
        let stage = &self.stages[stage_of(empties)];
        let parts = node.numbers.sum(&stage.fillings) + i32::from(stage.empties[empties % STAGE]);
        let estimate = (parts * DISC / PARTS).clamp(-64 * DISC, 64 * DISC);
        (estimate, stage.luck[empties % STAGE])
    }
}

/// A position in a search, with the numbers of its patterns.
#[derive(Clone, Copy)]
pub(super) struct PatternBoard {
    pub(crate) board: Board,
    numbers: PatternNumbers,
}

impl PatternBoard {
    /// One that no search has come to yet.
    #[inline(always)]
    pub(crate) fn new(board: Board) -> PatternBoard {
        PatternBoard {
            board,
            numbers: PatternNumbers::new(board),
        }
    }

    /// The one after a stone on the square that turns these over, as the opponent sees it.
    #[inline(always)]
    pub(crate) fn after(&self, square: usize, flips: u64) -> PatternBoard {
        PatternBoard {
            board: self.board.after(square, flips),
            numbers: self.numbers.after(square, flips),
        }
    }

    /// The same stones with the opponent to move.
    #[inline(always)]
    pub(crate) fn pass(&self) -> PatternBoard {
        PatternBoard {
            board: self.board.pass(),
            numbers: self.numbers.pass(),
        }
    }
}
