//! Who has won a game of gomoku: the three algorithms of the Gomoku text.
//!
//! All of them rest on one fact: only the player who moved last can have won. Each is written as in the text, so
//! that the three can be compared, and each tells a watcher what it does.

use std::fmt;
use std::str::FromStr;

use super::point::{Point, SIZE};
use crate::games::named::{UnknownName, find};
use crate::games::stone::{Outcome, Stone};

/// The ways to find five in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`all_stones`]
    AllStones,
    /// [`last_stone`]
    LastStone,
    /// [`direction_table`]
    DirectionTable,
}

impl Algorithm {
    /// All three, in the order in which the text comes to them.
    pub const ALL: [Algorithm; 3] = [
        Algorithm::AllStones,
        Algorithm::LastStone,
        Algorithm::DirectionTable,
    ];
}

/// What the command line calls it.
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

/// One step of an algorithm, for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It adds this stone to the set of the last player's stones.
    Collect(Point),
    /// It takes up this stone.
    Stone(Point),
    /// It turns to a direction: steps of rows downwards and columns to the right.
    Direction(isize, isize),
    /// The board does not go on far enough in this direction for five.
    Skip,
    /// It looks whether the player has a stone on this point; true if so.
    Look(Point, bool),
    /// It looks for a stone with a number that no point has. Only without the guard of [`all_stones`].
    Off(isize),
    /// It has found this many stones in the direction, without a gap.
    Run(usize),
    /// It has been along a line both ways, and found this many stones besides the last one.
    Line(usize),
    /// It is done; true if there are five.
    Return(bool),
}

/// The player's stones: the text's `pieceSet`.
struct PieceSet([bool; SIZE * SIZE]);

impl PieceSet {
    /// The stones of the player who moved last: every other one, counted from the end.
    fn of_last_player(pieces: &[Point], watch: &mut impl FnMut(Step)) -> PieceSet {
        let mut set = [false; SIZE * SIZE];
        for piece in own_pieces(pieces) {
            watch(Step::Collect(*piece));
            set[piece.number()] = true;
        }
        PieceSet(set)
    }

    /// Is there a stone on p + `steps` * `step`?
    fn has(&self, p: Point, steps: usize, step: isize, watch: &mut impl FnMut(Step)) -> bool {
        // A number below 0 wraps around to one that is too large.
        let at = p.number().wrapping_add_signed(steps as isize * step);
        match self.0.get(at) {
            Some(&stone) => {
                watch(Step::Look(Point::of_number(at), stone));
                stone
            }
            None => {
                watch(Step::Off(at as isize));
                false
            }
        }
    }

    /// How many stones follow p in a direction without a gap, at most `most`.
    fn count(
        &self,
        p: Point,
        (down, right): (isize, isize),
        most: usize,
        watch: &mut impl FnMut(Step),
    ) -> usize {
        let step = down + SIZE as isize * right;
        let run = (1..=most).take_while(|i| self.has(p, *i, step, watch));
        let run = run.count();
        watch(Step::Run(run));
        run
    }

    /// The same, having turned to the direction.
    fn count_along(
        &self,
        p: Point,
        direction: (isize, isize),
        most: usize,
        watch: &mut impl FnMut(Step),
    ) -> usize {
        watch(Step::Direction(direction.0, direction.1));
        self.count(p, direction, most, watch)
    }
}

/// The stones of the player who moved last, in the order in which they were dropped.
fn own_pieces(pieces: &[Point]) -> impl Iterator<Item = &Point> {
    let first = (pieces.len() + 1) % 2;
    pieces[first.min(pieces.len())..].iter().step_by(2)
}

/// Does [`all_stones`] check how far the board goes on in a direction?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// It does, and skips a direction in which there are not four more points.
    On,
    /// It forgets to, and its answers are wrong: only to show what happens then.
    Off,
}

/// Who has won after the last of the pieces, according to the algorithm; a draw on a full board.
///
/// ```
/// use qipan::games::gomoku::{judge, record};
/// use qipan::games::stone::{Outcome, Stone};
/// for algorithm in judge::Algorithm::ALL {
///     let judged = |text| judge::judge(algorithm, &record::parse(text).unwrap(), &mut |_| ());
///     assert_eq!(judged("000110112021303140"), Some(Outcome::Won(Stone::Black)));
///     assert_eq!(judged("0001101120213031"), None);
/// }
/// ```
pub fn judge(
    algorithm: Algorithm,
    pieces: &[Point],
    watch: &mut impl FnMut(Step),
) -> Option<Outcome> {
    let won = match algorithm {
        Algorithm::AllStones => all_stones(pieces, Guard::On, watch),
        Algorithm::LastStone => last_stone(pieces, watch),
        Algorithm::DirectionTable => direction_table(pieces, watch),
    };
    if won {
        Some(Outcome::Won(Stone::of_turn(pieces.len())))
    } else {
        (pieces.len() == SIZE * SIZE).then_some(Outcome::Draw)
    }
}

/// "The five-minute solution": for each stone of the last player, in all eight directions: are the next four there too?
///
/// Without its condition, the guard, a direction would go on into the next column: p - 1 of a point in the first row is
/// the last row of the column before, and 11, 12, 13, 14, 15 would be five in a row.
///
/// ```
/// use qipan::games::gomoku::{judge::{Guard, all_stones}, record};
/// let pieces = record::parse("0beE0ceD0deC0eeB10").unwrap();
/// assert!(!all_stones(&pieces, Guard::On, &mut |_| ()));
/// assert!(all_stones(&pieces, Guard::Off, &mut |_| ()));
/// ```
pub fn all_stones(pieces: &[Point], guard: Guard, watch: &mut impl FnMut(Step)) -> bool {
    let own = PieceSet::of_last_player(pieces, watch);
    let found = own_pieces(pieces).any(|p| {
        watch(Step::Stone(*p));
        let (up, down) = (p.row() >= 4, p.row() <= 10);
        let (left, right) = (p.col() >= 4, p.col() <= 10);
        let mut five = |step: (isize, isize), goes_on: bool| {
            watch(Step::Direction(step.0, step.1));
            if guard == Guard::On && !goes_on {
                watch(Step::Skip);
                return false;
            }
            own.count(*p, step, 4, watch) == 4
        };
        five((-1, 0), up)
            || five((1, 0), down)
            || five((0, -1), left)
            || five((0, 1), right)
            || five((-1, -1), up && left)
            || five((1, 1), down && right)
            || five((-1, 1), up && right)
            || five((1, -1), down && left)
    });
    watch(Step::Return(found));
    found
}

/// "The fifteen-minute solution": only the four lines through the last stone. On each it counts the player's stones both
/// ways, at most four each way and never past the edge; four besides the stone itself are five in a row.
pub fn last_stone(pieces: &[Point], watch: &mut impl FnMut(Step)) -> bool {
    let found = along_four_lines(pieces, watch);
    watch(Step::Return(found));
    found
}

fn along_four_lines(pieces: &[Point], watch: &mut impl FnMut(Step)) -> bool {
    let Some(p) = pieces.last().copied() else {
        return false;
    };
    let own = PieceSet::of_last_player(pieces, watch);
    watch(Step::Stone(p));
    let (up, down) = (p.row().min(4), (14 - p.row()).min(4));
    let (left, right) = (p.col().min(4), (14 - p.col()).min(4));

    let up_right = own.count_along(p, (-1, 1), up.min(right), watch);
    let down_left = own.count_along(p, (1, -1), down.min(left), watch);
    watch(Step::Line(up_right + down_left));
    if up_right + down_left >= 4 {
        return true;
    }

    let up_left = own.count_along(p, (-1, -1), up.min(left), watch);
    let down_right = own.count_along(p, (1, 1), down.min(right), watch);
    watch(Step::Line(up_left + down_right));
    if up_left + down_right >= 4 {
        return true;
    }

    let above = own.count_along(p, (-1, 0), up, watch);
    let below = own.count_along(p, (1, 0), down, watch);
    watch(Step::Line(above + below));
    if above + below >= 4 {
        return true;
    }

    let to_the_left = own.count_along(p, (0, -1), left, watch);
    let to_the_right = own.count_along(p, (0, 1), right, watch);
    watch(Step::Line(to_the_left + to_the_right));
    to_the_left + to_the_right >= 4
}

/// The text's `dx`: the rows that one step in a direction goes down.
const DX: [isize; 8] = [0, 0, 1, -1, 1, -1, 1, -1];
/// The text's `dy`: the columns that it goes to the right. Two neighbours in the table are the two ways of one line.
const DY: [isize; 8] = [1, -1, 0, 0, 1, -1, -1, 1];

/// What the text asks its reader to try: [`last_stone`] with its eight loops folded into one by a table of directions.
pub fn direction_table(pieces: &[Point], watch: &mut impl FnMut(Step)) -> bool {
    let Some(p) = pieces.last().copied() else {
        return false;
    };
    let own = PieceSet::of_last_player(pieces, watch);
    watch(Step::Stone(p));
    let found = (0..8).step_by(2).any(|j| {
        let count = along(&own, p, j, 4, watch) + along(&own, p, j + 1, 4, watch);
        watch(Step::Line(count));
        count >= 4
    });
    watch(Step::Return(found));
    found
}

/// How many of the player's stones follow p in direction j of the table, at most `most`.
fn along(own: &PieceSet, p: Point, j: usize, most: usize, watch: &mut impl FnMut(Step)) -> usize {
    let left_in = |n: usize, step: isize| match step {
        1 => 14 - n,
        -1 => n,
        _ => 14,
    };
    let most = left_in(p.row(), DX[j])
        .min(left_in(p.col(), DY[j]))
        .min(most);
    own.count_along(p, (DX[j], DY[j]), most, watch)
}

/// For each of the four lines through the last stone: that stone, and those of the same player that follow it both ways without
/// a gap. Nothing before the first stone.
pub fn runs(pieces: &[Point]) -> Vec<Vec<Point>> {
    let Some(p) = pieces.last().copied() else {
        return Vec::new();
    };
    let own = PieceSet::of_last_player(pieces, &mut |_| ());
    let run = |j| {
        let mut line = vec![p];
        let mut note = |step| {
            if let Step::Look(point, true) = step {
                line.push(point);
            }
        };
        along(&own, p, j, SIZE, &mut note);
        along(&own, p, j + 1, SIZE, &mut note);
        line
    };
    (0..8).step_by(2).map(run).collect()
}
