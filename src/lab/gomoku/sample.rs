//! The training data from a position.

use games::stone::Stone;
use mind::engine::gomoku::evaluation::Class;
use mind::engine::gomoku::pattern::Pairs;
use mind::engine::gomoku::{Board, Coord};

/// The training data from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub(crate) mover: Stone,
    /// The free points, grouped by their shapes, with the number of points in each group. The order of a
    /// point's four lines is not kept.
    pub(crate) points: Box<[(Pairs, u8)]>,
    pub(crate) threats: u16,
    /// The result for the side to move: 1 for a win, 0 for a loss.
    pub(crate) result: f32,
    /// The target value: a mix of the discounted result and the search value.
    pub(crate) target: f32,
    /// For each candidate move, the index of its group in `points`.
    pub(crate) moves: Box<[u8]>,
    pub(crate) played: u16,
}

impl Sample {
    /// Returns the data for a board, or `None` if a side is about to make five, because the evaluation is not
    /// used then.
    ///
    /// # Panics
    /// If the board has more than 15 x 15 points.
    pub(crate) fn of(board: &Board, best: Coord) -> Option<Sample> {
        let (me, you) = (board.to_move(), board.to_move().other());
        let five = board.count_of(me, Class::Five) + board.count_of(you, Class::Five) > 0;
        if five || board.count_of(me, Class::OpenFour) > 0 || board.two_threats(me).is_some() {
            return None;
        }
        assert!(board.size() <= 15, "positions are counted in bytes");
        let shapes = |point: Coord| {
            let mut pairs = board.pairs(point);
            pairs.sort_unstable();
            pairs
        };
        let free = board.points().filter(|p| board.stone_at(*p).is_none());
        let mut all: Vec<Pairs> = free.map(shapes).collect();
        all.sort_unstable();
        let same = all.chunk_by(|a, b| a == b);
        let points: Box<[(Pairs, u8)]> = same.map(|same| (same[0], same.len() as u8)).collect();
        let tried: Vec<Coord> = board.candidates().iter().collect();
        let played = tried.iter().position(|point| *point == best)?;
        let kind = |point: &Coord| {
            let pairs = shapes(*point);
            points.partition_point(|(other, _)| *other < pairs) as u8
        };
        Some(Sample {
            mover: me,
            moves: tried.iter().map(kind).collect(),
            points,
            threats: board.threats(me) as u16,
            result: 0.5,
            target: 0.5,
            played: played as u16,
        })
    }
}
