//! Why a move was a mistake, in one sentence that was checked on the board. Where none of these reasons holds nothing is said.

use crate::engine::gomoku::evaluation::Class;
use crate::engine::gomoku::forbidden::forbidden;
use crate::engine::gomoku::vcf::vcf;
use crate::engine::gomoku::{self as gomoku_engine, Coord};
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::bit;
use crate::games::othello::Cell;
use crate::games::stone::{Outcome, Stone};
use crate::games::{Game, Place, gomoku, othello};

/// How many fours are tried to find a win.
const FOURS: u64 = 20_000;
/// With more empty cells nobody counts them.
const PARITY: u32 = 20;
/// The four corners.
const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;

/// What was wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Gomoku: fours alone would have won. The moves of that win, with the answers between them.
    MissedFours(Vec<Place>),
    /// Othello: the opponent can take this corner now, and could not before.
    Corner(Place),
    /// Othello: the stone was dropped in a region with an even number of empty cells, and this better move is in one with an odd number.
    Parity {
        /// How many cells were empty in the region of the stone.
        even: u32,
        /// The better move.
        better: Place,
        /// How many cells were empty in its region.
        odd: u32,
    },
}

/// The reason that holds for a move, if one does; `better` is a move that is better, if one is known.
pub fn reason(before: &dyn Game, played: Place, better: Option<Place>) -> Option<Reason> {
    if let Some(game) = before.of::<gomoku::Game>() {
        return missed_fours(game, played).map(Reason::MissedFours);
    }
    let game = before.of::<othello::Game>()?;
    let corner = corner_given(game, played);
    // What cannot be helped is no reason.
    let helped = |corner: &Place| better.is_none_or(|better| !gives(game, better, *corner));
    if let Some(corner) = corner.filter(helped) {
        return Some(Reason::Corner(corner));
    }
    parity_lost(game, played, better?)
}

impl Reason {
    /// The sentence about a move in this game.
    pub fn sentence(&self, before: &dyn Game, played: Place) -> String {
        let name = |place: &Place| before.name_of(*place);
        let player = before.player();
        let (own, other) = (player.name(), player.other().name());
        match self {
            Reason::MissedFours(line) => {
                let fours: Vec<String> = line.iter().step_by(2).map(name).collect();
                format!("{own} could win by fours: {}.", fours.join(" "))
            }
            Reason::Corner(corner) => {
                format!(
                    "{} lets {other} take the corner {}.",
                    name(&played),
                    name(corner)
                )
            }
            Reason::Parity { even, better, odd } => format!(
                "Parity: {} is in a region of {even} empty cells, {} in one of {odd}.",
                name(&played),
                name(better)
            ),
        }
    }
}

/// The moves of a win by fours that the player to move had, if the move played gives it away: after it the player does not win by
/// fours any more, whatever the opponent answers.
///
/// ```
/// use qipan::games::gomoku::Game;
/// use qipan::players::reasons::missed_fours;
/// // Black has three in row 7, open at both ends.
/// let game = Game::from_record("570067017702").unwrap();
/// assert!(missed_fours(&game, (14, 14)).is_some());
/// assert_eq!(missed_fours(&game, (7, 8)), None);
/// ```
pub fn missed_fours(game: &gomoku::Game, played: Place) -> Option<Vec<Place>> {
    let side = game.to_move()?;
    let board = gomoku_engine::Board::of_game(game);
    let win = vcf(&board, side, FOURS)?;
    let mut after = game.clone();
    if !(&mut after as &mut dyn Game).play(played) || keeps_fours(&after, side) {
        return None;
    }
    Some(win.into_iter().map(place).collect())
}

fn place(point: Coord) -> Place {
    (point.row(), point.col())
}

/// Does the side, which has just moved, have five, or a four after whose every answer it still wins by fours?
fn keeps_fours(after: &gomoku::Game, side: Stone) -> bool {
    if after.outcome().is_some() {
        return after.outcome() == Some(Outcome::Won(side));
    }
    let mut board = gomoku_engine::Board::of_game(after);
    let other = side.other();
    if board.count_of(other, Class::Five) > 0 {
        return false;
    }
    let five = |point: &Coord| {
        board.stone_at(*point).is_none() && board.class(side, *point) == Class::Five
    };
    let answers: Vec<Coord> = board.points().filter(five).collect();
    match answers[..] {
        [] => false,
        [answer] => {
            if other == Stone::Black && forbidden(&board, answer).is_some() {
                return true;
            }
            board.play(answer);
            vcf(&board, side, FOURS).is_some()
        }
        _ => true,
    }
}

/// A corner that the opponent can take after the move and could not take before it.
///
/// ```
/// use qipan::games::othello::{Game, Rules};
/// use qipan::players::reasons::corner_given;
/// let board = "
///     ........
///     ........
///     .OO.....
///     .X.O....
///     ........
///     ........
///     ........
///     ........ X";
/// let game = Game::from_position(Rules::Standard, board.parse().unwrap());
/// assert_eq!(corner_given(&game, (1, 1)), Some((0, 0)), "b2 lies before c3");
/// assert_eq!(corner_given(&game, (1, 2)), None);
/// ```
pub fn corner_given(game: &othello::Game, played: Place) -> Option<Place> {
    let taken = corners_given(game, played)?;
    let cell = Board::cells(taken).next()?;
    Some((cell.row, cell.col))
}

fn gives(game: &othello::Game, played: Place, corner: Place) -> bool {
    let corner = bit(Cell {
        row: corner.0,
        col: corner.1,
    });
    corners_given(game, played).is_some_and(|corners| corners & corner != 0)
}

/// The corners as bits; none where the move is not legal.
fn corners_given(game: &othello::Game, (row, col): Place) -> Option<u64> {
    let own = Board::new(game.map(), game.to_move()?);
    let before = own.pass().moves();
    let after = own.play(Cell { row, col })?;
    Some(after.moves() & CORNERS & !before)
}

/// The loss of parity, exactly: there are at most 20 empty cells. Empty cells that touch one another, at a side or a corner, are a
/// region. The move is in a region of an even number of cells, so that the opponent gets the last move there if both go on there,
/// and the better move is in a region of an odd number, where the player would get it.
pub fn parity_lost(game: &othello::Game, played: Place, better: Place) -> Option<Reason> {
    let board = Board::new(game.map(), game.to_move()?);
    if board.empties() > PARITY {
        return None;
    }
    let size = |(row, col): Place| region(board.empty(), bit(Cell { row, col })).count_ones();
    let (even, odd) = (size(played), size(better));
    (even > 0 && even % 2 == 0 && odd % 2 == 1).then_some(Reason::Parity { even, better, odd })
}

/// The cells of `empty` that hang together with this one.
fn region(empty: u64, cell: u64) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let mut region = cell & empty;
    loop {
        let row = region | (region << 1 & NOT_A) | (region >> 1 & NOT_H);
        let grown = (row | row << 8 | row >> 8) & empty;
        if grown == region {
            return region;
        }
        region = grown;
    }
}
