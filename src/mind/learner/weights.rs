//! The learner's evaluation. It learns the weights of small patterns from the results of games.
//!
//! It is an n-tuple network (Lucas, *Learning to play Othello with n-tuple systems*, 2008): the value of a
//! position is the sum of the weights of its patterns. The patterns are the edges, the corners of nine cells,
//! and all straight lines of three cells, which can learn from few games because they occur in every game
//! (Jaśkowski, *Systematic n-tuple networks for Othello position evaluation*, 2014). Rotations and
//! reflections of a pattern share its weights.
//!
//! The weights are trained by temporal differences, TD(λ) (Samuel 1959; Sutton, *Learning to predict by the
//! methods of temporal differences*, 1988). Training moves the value of each position a small step towards a
//! mean of later values and the result. Positions before a mistake that decided the game are thus blamed less
//! than by regression towards the result alone (λ = 1). A game is used for one step only, so old games need
//! not be kept.

use std::ops::Range;
use std::sync::LazyLock;

use crate::engine::othello::evaluation::DISC;
use crate::engine::othello::{Board, Evaluation};
use crate::engine::symmetry::Symmetry;
use games::named::names;
use games::othello::Cell;

/// The number of phases of a game. Each phase has its own weights.
const PHASES: usize = 3;

/// λ: the share of later positions and the result in a position's target. The value of the next position has
/// the remaining share.
const LAMBDA: f32 = 0.7;

/// The learning rate: the share of a position's error that one game removes.
const RATE: f32 = 0.06;

/// The patterns other than the lines of three cells.
const SHAPES: [&str; 2] = ["a1 b1 c1 d1 e1 f1 g1 h1", "a1 b1 c1 a2 b2 c2 a3 b3 c3"];

/// A pattern in one of its placements.
struct Tuple {
    /// The squares in the order of the digits of the index, lowest first.
    squares: Vec<u8>,
    /// The index of the pattern's first weight.
    first: usize,
}

/// All placements of all patterns, and the number of weights of a phase.
static TUPLES: LazyLock<(Vec<Tuple>, usize)> = LazyLock::new(|| {
    let cell = |name: &str| name.parse::<Cell>().expect("names a cell");
    let shapes = SHAPES.iter().map(|shape| shape.split(' ').map(cell).collect());
    let lines = [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().flat_map(|(down, right)| {
        Cell::all().filter_map(move |cell| {
            let line = (0..3).map(|n| {
                let col = cell.col.checked_add_signed(n * right)?;
                let row = cell.row.checked_add_signed(n * down)?;
                (row < 8 && col < 8).then_some(Cell { row, col })
            });
            line.collect::<Option<Vec<Cell>>>()
        })
    });
    let (mut places, mut first): (Vec<Tuple>, usize) = (Vec::new(), 0);
    for shape in shapes.chain(lines) {
        let images = images(&shape);
        if places.iter().any(|place| place.squares == images[0]) {
            continue;
        }
        places.extend(images.into_iter().map(|squares| Tuple { squares, first }));
        first += 3_usize.pow(shape.len() as u32);
    }
    (places, first)
});

/// Returns the squares of all rotations and reflections of a pattern.
fn images(shape: &[Cell]) -> Vec<Vec<u8>> {
    let image = |symmetry: Symmetry| {
        let squares = shape.iter().map(|cell| symmetry.image(cell.place()));
        squares.map(|(row, col)| (8 * row + col) as u8).collect()
    };
    let mut images = Symmetry::all(8).map(image).to_vec();
    images.sort_unstable();
    images.dedup();
    images
}

/// The evaluation that a learner starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// No knowledge: every position has the value 0.
    #[default]
    Nothing,
    /// The engine's evaluation, to which the learned weights are added.
    Engine,
}

names!(Start, "start", [Nothing = "nothing", Engine = "engine"]);

#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    start: Start,
    numbers: Vec<f32>,
}

impl Weights {
    pub fn new(start: Start) -> Weights {
        Weights { start, numbers: vec![0.0; Weights::count()] }
    }

    /// Returns the value for the player to move, in hundredths of a disc.
    pub fn value(&self, board: Board) -> i32 {
        let weights = &self.numbers[phase(board)];
        let mut sum = 0.0;
        each_pattern(board, |index| sum += weights[index]);
        let base = match self.start {
            Start::Nothing => 0,
            Start::Engine => Evaluation::bundled().evaluate(board),
        };
        (base + (sum * DISC as f32) as i32).clamp(-64 * DISC, 64 * DISC)
    }

    /// Learns from a game: its positions in order, each with the side to move (1 for black, -1 for white),
    /// and the result for black in discs.
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

    pub fn start(&self) -> Start {
        self.start
    }

    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// Creates weights from numbers. Returns `None` if their count is wrong or one is not finite.
    pub fn with_numbers(start: Start, numbers: Vec<f32>) -> Option<Weights> {
        let fit = numbers.len() == Weights::count() && numbers.iter().all(|n| n.is_finite());
        fit.then_some(Weights { start, numbers })
    }

    pub(crate) fn count() -> usize {
        PHASES * TUPLES.1
    }
}

/// Returns the indices of the weights for the position's phase. A new phase starts at 40 empty cells and
/// another at 20.
fn phase(board: Board) -> Range<usize> {
    let phase = match board.empties() {
        41.. => 0,
        21.. => 1,
        _ => 2,
    };
    phase * TUPLES.1..(phase + 1) * TUPLES.1
}

/// Calls `found` with the index of each placement's weight within the phase.
#[inline(always)]
fn each_pattern(board: Board, mut found: impl FnMut(usize)) {
    let mut stones = [0_u8; 64];
    for (square, stone) in stones.iter_mut().enumerate() {
        *stone = (board.own >> square & 1) as u8 + 2 * (board.opponent >> square & 1) as u8;
    }
    for place in &TUPLES.0 {
        let digits = place.squares.iter().rev();
        let index =
            digits.fold(0, |index, square| index * 3 + usize::from(stones[usize::from(*square & 63)]));
        found(place.first + index);
    }
}
