//! Who has won a game of gomoku: the three algorithms of the Gomoku text.
//!
//! All of them rest on one fact: only the player who moved last can have won. Each is written as in the text, so
//! that the three can be compared.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use super::point::{LARGEST, Point};
use crate::named::{UnknownName, find};
use crate::stone::{Outcome, Stone};

/// The ways to find five in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// For each stone of the last player: are the next four there too, in any of the eight directions?
    AllStones,
    /// Counts along the four lines through the last stone.
    LastStone,
    /// As `LastStone`, with the directions in a table.
    DirectionTable,
}

impl Algorithm {
    /// All three, in the order of the text.
    pub const ALL: [Algorithm; 3] = [
        Algorithm::AllStones,
        Algorithm::LastStone,
        Algorithm::DirectionTable,
    ];
}

/// Its name on the command line.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Algorithm::AllStones => "all-stones",
            Algorithm::LastStone => "last-stone",
            Algorithm::DirectionTable => "direction-table",
        })
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Algorithm, UnknownName> {
        find(&Algorithm::ALL, name, "algorithm")
    }
}

/// The player's stones: the text's `pieceSet`. It counts its lookups.
struct PieceSet {
    /// The points in a row of the board: 15 in the text.
    size: usize,
    stones: [bool; LARGEST * LARGEST],
    looked: Cell<usize>,
}

impl PieceSet {
    /// The stones of the player who moved last: every other one, counted from the end.
    fn of_last_player(size: usize, pieces: &[Point]) -> PieceSet {
        let mut stones = [false; LARGEST * LARGEST];
        for piece in own_pieces(pieces) {
            stones[piece.number(size)] = true;
        }
        PieceSet {
            size,
            stones,
            looked: Cell::new(0),
        }
    }

    /// Is there a stone on p + `steps` * `step`? The caller sees to it that the board reaches that far.
    fn has(&self, p: Point, steps: usize, step: isize) -> bool {
        self.looked.set(self.looked.get() + 1);
        self.stones[p
            .number(self.size)
            .wrapping_add_signed(steps as isize * step)]
    }

    /// How many stones follow p in a direction without a gap, at most `most`.
    fn count(&self, p: Point, (down, right): (isize, isize), most: usize) -> usize {
        let step = down + self.size as isize * right;
        (1..=most).take_while(|i| self.has(p, *i, step)).count()
    }
}

/// The stones of the player who moved last, in the order in which they were dropped.
fn own_pieces(pieces: &[Point]) -> impl Iterator<Item = &Point> {
    let first = (pieces.len() + 1) % 2;
    pieces[first.min(pieces.len())..].iter().step_by(2)
}

/// Who has won after the last of the pieces on a board of `size` x `size` points, according to the algorithm; a draw on a full board.
///
/// ```
/// use games::gomoku::{judge, record};
/// use games::stone::{Outcome, Stone};
/// for algorithm in judge::Algorithm::ALL {
///     let judged = |text| judge::judge(algorithm, 15, &record::parse(text, 15).unwrap());
///     assert_eq!(judged("000110112021303140"), Some(Outcome::Won(Stone::Black)));
///     assert_eq!(judged("0001101120213031"), None);
/// }
/// ```
pub fn judge(algorithm: Algorithm, size: usize, pieces: &[Point]) -> Option<Outcome> {
    judge_counting(algorithm, size, pieces).0
}

/// What [`judge()`] says, and how many points the algorithm looked at.
pub fn judge_counting(
    algorithm: Algorithm,
    size: usize,
    pieces: &[Point],
) -> (Option<Outcome>, usize) {
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

/// Has the player who moved last five in a row?
pub fn has_five(size: usize, pieces: &[Point]) -> bool {
    last_stone(pieces, &PieceSet::of_last_player(size, pieces))
}

/// "The five-minute solution": for each stone of the last player, in all eight directions: are the next four there too?
///
/// Without the conditions that guard it, a direction would run on into the next column: p - 1 of a point in the first row is the last row
/// of the column before, so 11, 12, 13, 14, 15 would be five in a row.
fn all_stones(pieces: &[Point], own: &PieceSet) -> bool {
    // The last row and column from which five go down or to the right: 10 in the text.
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

/// "The fifteen-minute solution": only the four lines through the last stone. On each it counts the player's stones in both directions, at
/// most four in each and never past the edge; four besides the stone itself are five in a row.
fn last_stone(pieces: &[Point], own: &PieceSet) -> bool {
    let Some(p) = pieces.last().copied() else {
        return false;
    };
    // 14 in the text.
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

/// The text's `dx`: the rows that one step in a direction goes down.
const DX: [isize; 8] = [0, 0, 1, -1, 1, -1, 1, -1];
/// The text's `dy`: the columns that it goes to the right. Each pair of neighbours in the table is the two directions of one line.
const DY: [isize; 8] = [1, -1, 0, 0, 1, -1, -1, 1];

/// What the text asks its reader to try: [`last_stone`] with its eight loops folded into one by a table of directions.
fn direction_table(pieces: &[Point], own: &PieceSet) -> bool {
    let Some(p) = pieces.last().copied() else {
        return false;
    };
    (0..8)
        .step_by(2)
        .any(|j| along(own, p, j, 4) + along(own, p, j + 1, 4) >= 4)
}

/// How many of the player's stones follow p in direction j of the table, at most `most`.
fn along(own: &PieceSet, p: Point, j: usize, most: usize) -> usize {
    let last = own.size - 1;
    let left_in = |n: usize, step: isize| match step {
        1 => last - n,
        -1 => n,
        _ => last,
    };
    let most = left_in(p.row(), DX[j])
        .min(left_in(p.col(), DY[j]))
        .min(most);
    own.count(p, (DX[j], DY[j]), most)
}

/// For each of the four lines through the last stone: that stone, and the same player's stones that follow it in both directions without a
/// gap. Empty before the first stone.
pub(crate) fn runs(size: usize, pieces: &[Point]) -> Vec<Vec<Point>> {
    let Some(p) = pieces.last().copied() else {
        return Vec::new();
    };
    let own = PieceSet::of_last_player(size, pieces);
    let run = |j: usize| {
        let mut line = vec![p];
        for j in [j, j + 1] {
            let at = |i: usize| {
                let along = |n: usize, step: isize| n.wrapping_add_signed(step * i as isize);
                Point::new(along(p.row(), DX[j]), along(p.col(), DY[j]))
            };
            line.extend((1..=along(&own, p, j, size)).map(at));
        }
        line
    };
    (0..8).step_by(2).map(run).collect()
}
