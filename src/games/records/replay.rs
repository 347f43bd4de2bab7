//! Replays the moves of a record.

use super::problem::{Problem, WrongMove};
use super::recorded::{Heading, Recorded};
use super::score::Score;
use crate::Game as _;
use crate::gomoku::record::BadRecord;
use crate::gomoku::{self, Point, Refusal};
use crate::othello::{Cell, Dropped, Game, Ply, Position, Rules};
use crate::stone::Stone;

/// The notations for a pass, in lower case.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

pub(super) fn is_pass(text: &str) -> bool {
    leading_pass(text) == Some(text)
}

/// If a text begins with a pass in any notation and case, returns the pass.
pub(super) fn leading_pass(text: &str) -> Option<&str> {
    PASSES.iter().find_map(|pass| {
        let start = text.get(..pass.len())?;
        start.eq_ignore_ascii_case(pass).then_some(start)
    })
}

/// An Othello game whose record is being replayed. By the standard rules, the record may omit passes.
#[derive(Clone)]
pub(super) struct OthelloReplay {
    pub(super) game: Game,
    moves: usize,
    /// True if the game has just added a forced pass, and the record has not written it yet.
    pass_unwritten: bool,
}

impl OthelloReplay {
    pub(super) fn new(rules: Rules, start: Position) -> OthelloReplay {
        OthelloReplay { game: Game::from_position(rules, start), moves: 0, pass_unwritten: false }
    }

    /// Plays a cell or a pass as written in the record. `by` is the player that the record names, if it names
    /// one.
    pub(super) fn play(&mut self, text: &str, by: Option<Stone>) -> Result<(), Problem> {
        if is_pass(text) {
            return self.pass(text, by);
        }
        match text.parse() {
            Ok(cell) => self.drop(text, cell, by),
            Err(_) => {
                self.moves += 1;
                Err(self.wrong(text, WrongMove::NoMove))
            }
        }
    }

    pub(super) fn drop(&mut self, text: &str, cell: Cell, by: Option<Stone>) -> Result<(), Problem> {
        let stone = self.next_player(text)?;
        if let Some(by) = by.filter(|by| *by != stone) {
            return Err(self.wrong(text, WrongMove::OutOfTurn(by)));
        }
        match self.game.drop(cell) {
            Dropped::Flipped(_) => {
                self.pass_unwritten = self.game.plies().last() == Some(&Ply::Pass);
                Ok(())
            }
            Dropped::Occupied => Err(self.wrong(text, WrongMove::Occupied)),
            Dropped::Failed | Dropped::Passed => Err(self.wrong(text, WrongMove::TurnsNothing(stone))),
        }
    }

    fn pass(&mut self, text: &str, by: Option<Stone>) -> Result<(), Problem> {
        let stone = self.next_player(text)?;
        if self.game.rules() == Rules::Original {
            self.game.lose_turn();
            return Ok(());
        }
        if !self.pass_unwritten || by == Some(stone) {
            return Err(self.wrong(text, WrongMove::CanMove(stone)));
        }
        self.pass_unwritten = false;
        Ok(())
    }

    /// Counts a move, and returns the player who makes it.
    fn next_player(&mut self, text: &str) -> Result<Stone, Problem> {
        self.moves += 1;
        let player = self.game.to_move();
        player.ok_or_else(|| self.wrong(text, WrongMove::AfterEnd))
    }

    fn wrong(&self, text: &str, why: WrongMove) -> Problem {
        Problem::Move { n: self.moves, text: text.to_string(), why }
    }

    pub(super) fn recorded(self, heading: Heading, score: Option<Score>) -> Recorded {
        Recorded { score, ..Recorded::new(Box::new(self.game), heading) }
    }
}

/// Parses a point in players' notation: `h8` is the centre of a 15x15 board.
pub(super) fn point(text: &str, size: usize) -> Option<Point> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let col = u32::from(letter).checked_sub(u32::from('a'))? as usize;
    let number: usize = text.get(1..)?.parse().ok()?;
    let digits = text[1..].bytes().all(|byte| byte.is_ascii_digit());
    let fits = digits && col < size && (1..=size).contains(&number);
    fits.then(|| Point::new(size - number, col))
}

/// Drops the next stone of a record. `text` is the move as written, for the error message.
pub(super) fn drop_gomoku(game: &mut gomoku::Game, text: &str, point: Option<Point>) -> Result<(), Problem> {
    let why = match point.map(|point| game.drop(point)) {
        None => WrongMove::NoMove,
        Some(Ok(())) => return Ok(()),
        Some(Err(Refusal::Occupied)) => WrongMove::Occupied,
        Some(Err(Refusal::Forbidden(why))) => WrongMove::Forbidden(why),
        Some(Err(Refusal::Over | Refusal::ToDecide)) => WrongMove::AfterEnd,
    };
    Err(Problem::Move { n: game.t(), text: text.to_string(), why })
}

impl From<BadRecord> for Problem {
    fn from(bad: BadRecord) -> Problem {
        match bad {
            BadRecord::Forbidden(point, n, why) => {
                Problem::Move { n, text: point.to_string(), why: WrongMove::Forbidden(why) }
            }
            bad => Problem::Record(bad),
        }
    }
}
