//! Reasons why a move is good or bad, each proven on the board.

use super::insight::{Insight, Value};
use super::threats::{self, Threat};
use games::othello::Cell;
use games::{Game, Place, gomoku, othello};
use mind::engine::gomoku::{self as gomoku_engine, Coord};
use mind::engine::othello::Board;
use mind::engine::othello::bitboard::bit;
use words::say;

/// The maximum number of empty cells with which parity is given as a reason.
const PARITY: u32 = 20;
const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;
/// The maximum number of moves that a sentence names.
const NAMED: usize = 8;

/// A reason for or against a move. The lines contain the winner's moves only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Gomoku: the move misses a win by fours.
    MissedFours(Vec<Place>),
    /// Gomoku: the opponent could already make five on this point, and still can.
    LeavesFive(Place),
    /// Gomoku: the opponent wins by fours, which was impossible before the move.
    LetsFours(Vec<Place>),
    /// Gomoku: the opponent wins by fours, which was already possible before the move.
    LeavesFours(Vec<Place>),
    /// Gomoku: the opponent wins by force with this move, according to the search.
    LetsWin(Place),
    /// Gomoku: the move makes five.
    Five,
    /// Gomoku: the threats that the move makes.
    Makes(Threat),
    /// Gomoku: the move begins a win by fours.
    Fours(Vec<Place>),
    /// Gomoku: the move wins by force, according to the search.
    Wins,
    /// Gomoku: every other move loses to five or to fours.
    OnlyMove,
    /// Gomoku: the move takes the only point where the opponent could make five.
    StopsFive,
    /// Gomoku: the opponent can no longer make a straight four.
    StopsThree,
    /// Gomoku: the opponent can no longer win by fours.
    StopsFours,
    /// Othello: the opponent can now take this corner.
    Corner(Place),
    /// Othello: the move is in a region with an even number of empty cells, and the better move is in a
    /// region with an odd number.
    Parity {
        /// The number of empty cells in the move's region.
        even: u32,
        better: Place,
        /// The number of empty cells in the better move's region.
        odd: u32,
    },
    /// Othello: the move takes a corner.
    TakesCorner,
    /// Othello: the opponent has to pass.
    Passes,
    /// Othello: the player's lead in discs if both sides play perfectly from here.
    Exact(i32),
}

/// Finds the reasons for and against a gomoku move, for
/// [`Computer::reasons`](super::computer::Computer::reasons).
pub(super) fn of_gomoku(
    game: &gomoku::Game,
    played: Place,
    seen: Option<&Insight>,
    mistake: bool,
    stop: &dyn Fn() -> bool,
) -> Vec<Reason> {
    let board = gomoku_engine::Board::of_game(game);
    let point = Coord::new(played.0, played.1);
    let Some(side) = game.to_move().filter(|side| threats::may_play(&board, *side, point)) else {
        return Vec::new();
    };
    if threats::makes_five(&board, side, point) {
        return vec![Reason::Five];
    }
    let makes = threats::made(&board, side, point).map(Reason::Makes);
    if let Some(line) = threats::wins_by_fours(&board, side, point) {
        let fours = Some(Reason::Fours(places(line)));
        return makes.into_iter().chain(fours).collect();
    }
    let mut found = Vec::new();
    if mistake && let Some(win) = threats::missed_fours(&board, side, point) {
        found.push(Reason::MissedFours(places(win)));
    }
    let five = threats::fives(&board, side.other());
    if let Some(five) = five.into_iter().find(|five| *five != point) {
        found.push(Reason::LeavesFive(five.point().place()));
        return found;
    }
    if let Some(line) = threats::lets_win(&board, side, point) {
        found.push(match threats::fours(&board, side.other()) {
            Some(_) => Reason::LeavesFours(places(line)),
            None => Reason::LetsFours(places(line)),
        });
        return found;
    }
    match seen {
        Some(seen) if seen.value.loses() => {
            // Name only the first move of the line, because the others depend on the answers.
            found.extend(seen.line.get(1).copied().map(Reason::LetsWin));
            return found;
        }
        Some(seen) if seen.value.wins() => found.push(Reason::Wins),
        _ => {}
    }
    if threats::is_only_move(&board, side, point, stop) {
        found.push(Reason::OnlyMove);
    }
    found.extend(makes);
    if threats::stops_five(&board, side, point) {
        found.push(Reason::StopsFive);
    } else if threats::stops_three(&board, side, point) {
        found.push(Reason::StopsThree);
    } else if threats::stops_fours(&board, side, point) {
        found.push(Reason::StopsFours);
    }
    found
}

pub(super) fn of_othello(
    game: &othello::Game,
    played: Place,
    seen: Option<&Insight>,
    better: Option<Place>,
) -> Vec<Reason> {
    // A corner that the better move also gives to the opponent is not a reason.
    let helped = |corner: &Place| better.is_none_or(|better| !gives_corner(game, better, *corner));
    let corner = corner_given(game, played).filter(helped);
    let mut found: Vec<Reason> = corner.map(Reason::Corner).into_iter().collect();
    if let (None, Some(better)) = (corner, better) {
        found.extend(parity_lost(game, played, better));
    }
    found.extend(takes_corner(game, played).then_some(Reason::TakesCorner));
    found.extend(makes_pass(game, played).then_some(Reason::Passes));
    if let Some(seen) = seen.filter(|seen| seen.exact)
        && let Value::Discs(discs) = seen.value
    {
        found.push(Reason::Exact(discs.round() as i32));
    }
    found
}

/// Formats the reasons as sentences.
pub fn words<'r>(reasons: impl IntoIterator<Item = &'r Reason>, before: &dyn Game, played: Place) -> String {
    let (mut phrases, mut words) = (Vec::new(), Vec::new());
    for reason in reasons {
        phrases.extend(reason.phrase(before));
        words.extend(reason.sentence(before, played));
    }
    if !phrases.is_empty() {
        let name = before.name_of(played);
        let reasons = phrases.join(say!(", ||between reasons"));
        words.push(say!("{name} {reasons}.", name, reasons));
    }
    let joined = words.into_iter().reduce(|first, next| say!("{first} {next}", first, next));
    joined.unwrap_or_default()
}

impl Reason {
    /// True if the reason counts against the move.
    pub(crate) fn is_fault(&self) -> bool {
        use Reason::{Corner, LeavesFive, LeavesFours, LetsFours, LetsWin, MissedFours, Parity};
        matches!(
            self,
            MissedFours(_)
                | LeavesFive(_)
                | LetsFours(_)
                | LeavesFours(_)
                | LetsWin(_)
                | Corner(_)
                | Parity { .. }
        )
    }

    /// Formats the reason as a phrase to follow the name of the move, or returns `None` if it needs a
    /// separate sentence.
    fn phrase(&self, before: &dyn Game) -> Option<String> {
        let other = before.player().other().name();
        let line = |places: &[Place]| line(before, places);
        Some(match self {
            Reason::LeavesFive(five) => {
                say!("does not stop {other}'s five on {name_of}", other, name_of = before.name_of(*five))
            }
            Reason::LetsFours(win) => say!("lets {other} win by fours: {line}", other, line = line(win)),
            Reason::LeavesFours(win) => {
                say!("does not stop {other}'s fours: {line}", other, line = line(win))
            }
            Reason::LetsWin(first) => {
                say!("lets {other} win by force with {name_of}", other, name_of = before.name_of(*first))
            }
            Reason::Five => say!("makes five").to_string(),
            Reason::Makes(made) => say!("makes {made_in_words}", made_in_words = made_in_words(*made)),
            Reason::Fours(win) => say!("wins by fours: {line}", line = line(win)),
            Reason::Wins => say!("wins by force").to_string(),
            Reason::OnlyMove => say!("is the only move").to_string(),
            Reason::StopsFive => say!("stops five").to_string(),
            Reason::StopsThree => say!("stops the open three").to_string(),
            Reason::StopsFours => say!("stops {other}'s fours", other),
            Reason::Corner(corner) => {
                say!("lets {other} take the corner {name_of}", other, name_of = before.name_of(*corner))
            }
            Reason::TakesCorner => say!("takes the corner").to_string(),
            Reason::Passes => say!("makes {other} pass", other),
            Reason::MissedFours(_) | Reason::Parity { .. } | Reason::Exact(_) => return None,
        })
    }

    /// Formats the reason as a sentence of its own.
    fn sentence(&self, before: &dyn Game, played: Place) -> Option<String> {
        let name = |place: &Place| before.name_of(*place);
        let player = before.player();
        Some(match self {
            Reason::MissedFours(win) => {
                say!("{player} could win by fours: {line}.", player = player.name(), line = line(before, win))
            }
            Reason::Parity { even, better, odd } => say!(
                "Parity: {name} is in a region of {even} empty cells, {name_2} in one of {odd}.",
                name = name(&played),
                even,
                name_2 = name(better),
                odd
            ),
            Reason::Exact(0) => say!("Exact: a draw.").to_string(),
            Reason::Exact(discs) => {
                let winner = if *discs > 0 { player } else { player.other() };
                say!("Exact: {winner} wins by {discs}.", winner = winner.name(), discs = discs.abs())
            }
            _ => return None,
        })
    }
}

fn line(game: &dyn Game, places: &[Place]) -> String {
    let mut names: Vec<String> = places.iter().map(|place| game.name_of(*place)).collect();
    if names.len() > NAMED {
        names.truncate(NAMED);
        names.push(say!("...").to_string());
    }
    names.join(" ")
}

fn made_in_words(made: Threat) -> &'static str {
    match made {
        Threat::Three => say!("an open three"),
        Threat::DoubleThree => say!("two open threes"),
        Threat::Four => say!("a four"),
        Threat::FourThree => say!("a four and an open three"),
        Threat::TwoFours => say!("two fours"),
        Threat::OpenFour => say!("an open four"),
    }
}

fn places(line: Vec<Coord>) -> Vec<Place> {
    line.into_iter().map(|point| point.point().place()).collect()
}

/// Returns a corner that the move makes available to the opponent.
///
/// ```
/// use games::othello::{Game, Rules};
/// use players::reasons::corner_given;
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
    Board::cells(taken).next().map(Cell::place)
}

fn gives_corner(game: &othello::Game, played: Place, corner: Place) -> bool {
    let corner = bit(Cell { row: corner.0, col: corner.1 });
    corners_given(game, played).is_some_and(|corners| corners & corner != 0)
}

/// Returns all corners that the move makes available to the opponent, as bits, or `None` for an illegal move.
fn corners_given(game: &othello::Game, (row, col): Place) -> Option<u64> {
    let own = Board::new(game.map(), game.to_move()?);
    let before = own.pass().moves();
    let after = own.play(Cell { row, col })?;
    Some(after.moves() & CORNERS & !before)
}

pub fn takes_corner(game: &othello::Game, (row, col): Place) -> bool {
    game.to_move().is_some() && bit(Cell { row, col }) & CORNERS != 0
}

/// True if the opponent has to pass after the move, and the player then has a legal move.
pub fn makes_pass(game: &othello::Game, (row, col): Place) -> bool {
    let board = game.to_move().map(|side| Board::new(game.map(), side));
    let after = board.and_then(|board| board.play(Cell { row, col }));
    after.is_some_and(|after| after.moves() == 0 && after.pass().moves() != 0)
}

/// Proves that a move loses parity. With at most 20 empty cells, the move must be in a region with an even
/// number of empty cells, where the opponent gets the last move, and the better move in a region with an odd
/// number. A region is a set of empty cells connected by sides or corners.
pub fn parity_lost(game: &othello::Game, played: Place, better: Place) -> Option<Reason> {
    let board = Board::new(game.map(), game.to_move()?);
    if board.empties() > PARITY {
        return None;
    }
    let size = |(row, col): Place| region(board.empty(), bit(Cell { row, col })).count_ones();
    let (even, odd) = (size(played), size(better));
    (even > 0 && even % 2 == 0 && odd % 2 == 1).then_some(Reason::Parity { even, better, odd })
}

/// Returns the cells of `empty` that are connected to this cell.
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
