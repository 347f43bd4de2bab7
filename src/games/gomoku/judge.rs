//! The three algorithms of the Gomoku text for deciding who has won.
//!
//! All of them use the fact that only the player who moved last can have won. Each is written as in the text,
//! so that they can be compared.

use std::cell::Cell;

use super::point::{LARGEST, LINES, Line, Point};
use crate::named::names;
use crate::stone::{Outcome, Stone};
use words::say;

/// An algorithm that tests whether there are five in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Tests each stone of the last player: do four more follow it in any of the eight directions?
    AllStones,
    /// Counts the stones along the four lines through the last stone.
    LastStone,
    /// Like `LastStone`, but takes the directions from a table.
    DirectionTable,
}

names!(
    Algorithm,
    say!("algorithm"),
    [AllStones = "all-stones", LastStone = "last-stone", DirectionTable = "direction-table"]
);

/// The last player's stones, which the text calls `pieceSet`. The set counts its lookups.
struct PieceSet {
    /// The number of rows and columns of the board, which is 15 in the text.
    size: usize,
    stones: [bool; LARGEST * LARGEST],
    looked: Cell<usize>,
}

impl PieceSet {
    fn of_last_player(size: usize, pieces: &[Point]) -> PieceSet {
        let mut stones = [false; LARGEST * LARGEST];
        for piece in own_pieces(pieces) {
            stones[piece.number(size)] = true;
        }
        PieceSet { size, stones, looked: Cell::new(0) }
    }

    /// True if there is a stone at p + `steps` * `step`. The caller must ensure that this point is on the
    /// board.
    fn has(&self, p: Point, steps: usize, step: isize) -> bool {
        self.looked.set(self.looked.get() + 1);
        self.stones[p.number(self.size).wrapping_add_signed(steps as isize * step)]
    }

    /// Counts the stones after p in a direction, up to the first gap, but at most `most`.
    fn count(&self, p: Point, (down, right): (isize, isize), most: usize) -> usize {
        let step = down + self.size as isize * right;
        (1..=most).take_while(|i| self.has(p, *i, step)).count()
    }
}

/// The stones of the player who moved last: every second stone, counted from the end.
fn own_pieces(pieces: &[Point]) -> impl Iterator<Item = &Point> {
    let first = (pieces.len() + 1) % 2;
    pieces[first.min(pieces.len())..].iter().step_by(2)
}

/// Returns the outcome after the last of these stones, on a board of `size` x `size` points. A full board
/// without five in a row is a draw.
pub fn judge(algorithm: Algorithm, size: usize, pieces: &[Point]) -> Option<Outcome> {
    judge_counting(algorithm, size, pieces).0
}

/// Returns the outcome, and the number of points that the algorithm looked up.
pub fn judge_counting(algorithm: Algorithm, size: usize, pieces: &[Point]) -> (Option<Outcome>, usize) {
    let own = PieceSet::of_last_player(size, pieces);
    let won = match algorithm {
        Algorithm::AllStones => all_stones(pieces, &own),
        Algorithm::LastStone => last_stone(pieces, &own),
        Algorithm::DirectionTable => direction_table(pieces, &own),
    };
    let outcome = if won {
        Some(Outcome::Won(Stone::of_turn(pieces.len())))
    } else {
        (pieces.len() == size * size).then_some(Outcome::Draw)
    };
    (outcome, own.looked.get())
}

/// True if the player who moved last has five or more in a row.
pub fn has_five(size: usize, pieces: &[Point]) -> bool {
    last_stone(pieces, &PieceSet::of_last_player(size, pieces))
}

/// The text's "five-minute solution": tests whether four more stones follow any of the last player's stones.
///
/// The guards (`up`, `down`, ...) stop a line at the edge of the board. Without them it would continue in the
/// next column: 15 is the first point of the second column, so 11, 12, 13, 14, 15 would count as five in a
/// row.
fn all_stones(pieces: &[Point], own: &PieceSet) -> bool {
    // The last row or column from which five in a row fit downwards or to the right; 10 in the text.
    let last = own.size - 5;
    own_pieces(pieces).any(|p| {
        let (up, down) = (p.row() >= 4, p.row() <= last);
        let (left, right) = (p.col() >= 4, p.col() <= last);
        let five = |step: (isize, isize)| own.count(*p, step, 4) == 4;
        up && five((-1, 0))
            || down && five((1, 0))
            || left && five((0, -1))
            || right && five((0, 1))
            || up && left && five((-1, -1))
            || down && right && five((1, 1))
            || up && right && five((-1, 1))
            || down && left && five((1, -1))
    })
}

/// The text's "fifteen-minute solution": tests the four lines through the last stone. In each direction it
/// counts at most four of the player's stones, and stops at the edge. Four or more in addition to the last
/// stone make five in a row.
fn last_stone(pieces: &[Point], own: &PieceSet) -> bool {
    let Some(p) = pieces.last().copied() else {
        return false;
    };
    // This is 14 in the text.
    let last = own.size - 1;
    let (up, down) = (p.row().min(4), (last - p.row()).min(4));
    let (left, right) = (p.col().min(4), (last - p.col()).min(4));

    let up_right = own.count(p, (-1, 1), up.min(right));
    let down_left = own.count(p, (1, -1), down.min(left));
    if up_right + down_left >= 4 {
        return true;
    }

    let up_left = own.count(p, (-1, -1), up.min(left));
    let down_right = own.count(p, (1, 1), down.min(right));
    if up_left + down_right >= 4 {
        return true;
    }

    let above = own.count(p, (-1, 0), up);
    let below = own.count(p, (1, 0), down);
    if above + below >= 4 {
        return true;
    }

    let to_the_left = own.count(p, (0, -1), left);
    let to_the_right = own.count(p, (0, 1), right);
    to_the_left + to_the_right >= 4
}

/// The change in the row for each direction; `dx` in the text.
const DX: [isize; 8] = [0, 0, 1, -1, 1, -1, 1, -1];
/// The change in the column for each direction; `dy` in the text. Entries 2n and 2n + 1 are the two
/// directions of one line.
const DY: [isize; 8] = [1, -1, 0, 0, 1, -1, -1, 1];

/// The text's exercise: [`last_stone`] rewritten with one loop over a table instead of eight counts.
fn direction_table(pieces: &[Point], own: &PieceSet) -> bool {
    let Some(p) = pieces.last().copied() else {
        return false;
    };
    (0..8).step_by(2).any(|j| along(own, p, j) + along(own, p, j + 1) >= 4)
}

/// Counts the player's stones after p in direction j, up to the first gap or the edge, but at most four.
fn along(own: &PieceSet, p: Point, j: usize) -> usize {
    let last = own.size - 1;
    let left_in = |n: usize, step: isize| match step {
        1 => last - n,
        -1 => n,
        _ => last,
    };
    let most = left_in(p.row(), DX[j]).min(left_in(p.col(), DY[j])).min(4);
    own.count(p, (DX[j], DY[j]), most)
}

/// The unbroken rows through the last stone, one for each of the four lines. Empty before the first stone.
pub(crate) fn runs(size: usize, pieces: &[Point]) -> Vec<Vec<Point>> {
    let Some(p) = pieces.last().copied() else {
        return Vec::new();
    };
    let own: Vec<&Point> = own_pieces(pieces).collect();
    let run = |line: Line| {
        let along = |way: isize| (1..).map_while(move |n| p.along(size, line, way * n));
        let row = |way| along(way).take_while(|point| own.contains(&point));
        [p].into_iter().chain(row(1)).chain(row(-1)).collect()
    };
    LINES.map(run).to_vec()
}
