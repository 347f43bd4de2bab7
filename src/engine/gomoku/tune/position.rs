//! What the training needs to know of a position.

use crate::engine::gomoku::board::{Board, Coord};
use crate::engine::gomoku::evaluation::{CODES, Class};
use crate::games::stone::Stone;

/// What the training needs to know of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Who is to move.
    pub(super) mover: Stone,
    /// How often each code comes for the side to move, and, from [`CODES`] on, for the other.
    pub(super) codes: Box<[(u16, u8)]>,
    pub(super) threats: u16,
    /// What became of it for the side to move: 1 a win, 0 a loss.
    pub(super) result: f32,
    /// What the weights are to say of it: the result, which counts the less the later it comes, and what the search found.
    pub(super) target: f32,
    /// The codes of both sides, the mover's first, on each point that a move was looked for on.
    pub(super) moves: Box<[(u16, u16)]>,
    /// Which of them was played.
    pub(super) played: u16,
}

impl Position {
    /// What the training needs of a board, unless one side is about to make five: there is nothing to evaluate then.
    pub(super) fn of(board: &Board, best: Coord) -> Option<Position> {
        let (me, you) = (board.to_move(), board.to_move().other());
        let five = board.count_of(me, Class::Five) + board.count_of(you, Class::Five) > 0;
        if five || board.count_of(me, Class::OpenFour) > 0 || board.two_threats(me).is_some() {
            return None;
        }
        let mut counts = vec![0u8; 2 * CODES];
        let free = |point: &Coord| board.stone_at(*point).is_none();
        for point in board.points().filter(free) {
            for (side, first) in [(me, 0), (you, CODES)] {
                let count = &mut counts[first + usize::from(board.code(side, point))];
                *count = count.saturating_add(1);
            }
        }
        let codes = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let points: Vec<Coord> = match board.count_of(you, Class::OpenFour) {
            0 => board.near_stones(),
            _ => board.fours(me).union(board.fours(you)),
        }
        .iter()
        .collect();
        let played = points.iter().position(|point| *point == best)?;
        let moves = points
            .iter()
            .map(|point| (board.code(me, *point), board.code(you, *point)));
        Some(Position {
            mover: me,
            codes: codes.map(|(code, count)| (code as u16, *count)).collect(),
            threats: board.threats(me) as u16,
            result: 0.5,
            target: 0.5,
            moves: moves.collect(),
            played: played as u16,
        })
    }
}
