//! The evaluation that learns: what small patterns of stones are worth, found from the results of games.
//!
//! A position's value is the sum of the weights of its patterns, an n-tuple network (Lucas, *Learning to play Othello with
//! n-tuple systems*, 2008). The patterns are all straight lines of three cells, which learn from few games because each
//! of them is met in every game (Jaśkowski, *Systematic n-tuple networks for Othello position evaluation*, 2014), and for what they
//! cannot say, the whole border and the corner of nine cells. Patterns that turning or mirroring makes equal share their weights.
//!
//! It learns by temporal differences, TD(λ) (Samuel 1959; Sutton, *Learning to predict by the methods of temporal
//! differences*, 1988): the value of each position moves a small step towards a mixture of the values of the positions
//! that came after it and the result. Regression towards the result alone, which is λ = 1, does not notice a mistake that decided
//! the game later on; with the mixture, the positions before such a mistake are blamed less. And one game is enough for a step: no
//! older games have to be kept.

use std::ops::Range;
use std::sync::LazyLock;

use crate::engine::othello::bitboard::bit;
use crate::engine::othello::evaluation::DISC;
use crate::engine::othello::{Board, Evaluation};
use games::othello::Cell;

/// Beginning, middle and end of the game have weights of their own.
const PHASES: usize = 3;

/// λ: how much a position learns from the later positions and the result; the rest is from the next position.
const LAMBDA: f32 = 0.7;

/// The learning rate: the part of the error that one game takes away from a position.
const RATE: f32 = 0.06;

/// The patterns besides the straight lines of three cells.
const SHAPES: [&str; 2] = ["a1 b1 c1 d1 e1 f1 g1 h1", "a1 b1 c1 a2 b2 c2 a3 b3 c3"];

/// A pattern at one place of the board.
struct Tuple {
    /// Its squares: the first counts 1, the second 3, the third 9 and so on.
    squares: Vec<u8>,
    /// Where the weights of its shape begin.
    first: usize,
}

/// All patterns at all places, and the number of weights of a phase.
static TUPLES: LazyLock<(Vec<Tuple>, usize)> = LazyLock::new(|| {
    let mut shapes: Vec<Vec<u64>> = SHAPES.iter().map(|shape| cells(shape)).collect();
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for cell in Cell::all() {
            let line = (0..3).map(|n| {
                let col = cell.col.checked_add_signed(n * right)?;
                let row = cell.row.checked_add_signed(n * down)?;
                (row < 8 && col < 8).then(|| bit(Cell { row, col }))
            });
            shapes.extend(line.collect::<Option<Vec<u64>>>());
        }
    }
    let (mut places, mut first): (Vec<Tuple>, usize) = (Vec::new(), 0);
    for shape in shapes {
        let turned = turned(&shape);
        if places.iter().any(|place| place.squares == turned[0]) {
            continue;
        }
        places.extend(turned.into_iter().map(|squares| Tuple { squares, first }));
        first += 3_usize.pow(shape.len() as u32);
    }
    (places, first)
});

/// The bits of the cells that a text names.
fn cells(text: &str) -> Vec<u64> {
    let cell = |name: &str| name.parse::<Cell>().map(bit).expect("names a cell");
    text.split(' ').map(cell).collect()
}

/// The squares of a shape in all places to which turning and mirroring bring it.
fn turned(shape: &[u64]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new(); 8];
    for bit in shape {
        let board = Board {
            own: *bit,
            opponent: 0,
        };
        for (squares, board) in all.iter_mut().zip(board.symmetries()) {
            squares.push(board.own.trailing_zeros() as u8);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// What a learner begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Nothing but the rules: every position is worth 0.
    #[default]
    Nothing,
    /// The engine's evaluation, which the learned weights correct.
    Engine,
}

/// What the patterns are worth.
///
/// ```
/// use mind::learner::{Start, Weights};
/// use mind::engine::othello::Board;
/// let mut weights = Weights::new(Start::Nothing);
/// assert_eq!(weights.value(Board::START), 0);
/// // A game that was just this position, with Black to move, and that Black won by ten discs.
/// weights.learn(&[(Board::START, 1)], 10);
/// assert!(weights.value(Board::START) > 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    start: Start,
    numbers: Vec<f32>,
}

impl Weights {
    /// Weights that have learned nothing: all zero.
    pub fn new(start: Start) -> Weights {
        Weights {
            start,
            numbers: vec![0.0; Weights::count()],
        }
    }

    /// How much the position is worth to the player to move, in hundredths of a disc.
    pub fn value(&self, board: Board) -> i32 {
        let weights = &self.numbers[phase(board)];
        let mut sum = 0.0;
        each_pattern(board, |index| sum += weights[index]);
        let begun_with = match self.start {
            Start::Nothing => 0,
            Start::Engine => Evaluation::bundled().evaluate(board),
        };
        (begun_with + (sum * DISC as f32) as i32).clamp(-64 * DISC, 64 * DISC)
    }

    /// Learns from a game: its positions in order, each with 1 where Black is to move and -1 where White is, and Black's
    /// result in discs.
    pub fn learn(&mut self, positions: &[(Board, i32)], result: i32) {
        let mut target = result as f32;
        let mut errors = Vec::with_capacity(positions.len());
        for (board, side) in positions.iter().rev() {
            let (value, side) = (self.value(*board) as f32 / DISC as f32, *side as f32);
            errors.push((*board, side * target - value));
            target = LAMBDA * target + (1.0 - LAMBDA) * side * value;
        }
        let step = RATE / TUPLES.0.len() as f32;
        for (board, error) in errors {
            let weights = &mut self.numbers[phase(board)];
            each_pattern(board, |index| weights[index] += step * error);
        }
    }

    /// What it began with.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The numbers, for a file.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// Weights with these numbers, or `None` unless they are `Weights::count` finite numbers.
    pub fn with_numbers(start: Start, numbers: Vec<f32>) -> Option<Weights> {
        let fit = numbers.len() == Weights::count() && numbers.iter().all(|n| n.is_finite());
        fit.then_some(Weights { start, numbers })
    }

    pub(crate) fn count() -> usize {
        PHASES * TUPLES.1
    }
}

/// Where the weights of the position's phase are. The phase changes at 40 and at 20 empties.
fn phase(board: Board) -> Range<usize> {
    let phase = match board.empties() {
        41.. => 0,
        21.. => 1,
        _ => 2,
    };
    phase * TUPLES.1..(phase + 1) * TUPLES.1
}

/// Calls `found` with the index of each pattern's weight within the phase.
#[inline(always)]
fn each_pattern(board: Board, mut found: impl FnMut(usize)) {
    let mut stones = [0_u8; 64];
    for (square, stone) in stones.iter_mut().enumerate() {
        *stone = (board.own >> square & 1) as u8 + 2 * (board.opponent >> square & 1) as u8;
    }
    for place in &TUPLES.0 {
        let digits = place.squares.iter().rev();
        let index = digits.fold(0, |index, square| {
            index * 3 + usize::from(stones[usize::from(*square & 63)])
        });
        found(place.first + index);
    }
}
