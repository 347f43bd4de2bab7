//! The moves of a record of Othello, played one after the other.

use super::problem::{Problem, WrongMove};
use super::recorded::{Heading, Recorded};
use super::score::Score;
use crate::Game as _;
use crate::othello::{Cell, Dropped, Game, Ply, Position, Rules};
use crate::stone::Stone;

/// How a pass may be written, in either case.
pub(super) const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

pub(super) fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass))
}

/// Plays the moves of a record of Othello. By the standard rules passes may be written or left out.
#[derive(Clone)]
pub(super) struct OthelloReplay {
    pub(super) game: Game,
    moves: usize,
    /// The turn has just passed by itself, and the record has not said so.
    pass_unwritten: bool,
}

impl OthelloReplay {
    pub(super) fn new(rules: Rules, start: Position) -> OthelloReplay {
        OthelloReplay {
            game: Game::from_position(rules, start),
            moves: 0,
            pass_unwritten: false,
        }
    }

    /// Plays a cell or a pass as it is written; `by` is the player where the record names one.
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

    pub(super) fn drop(
        &mut self,
        text: &str,
        cell: Cell,
        by: Option<Stone>,
    ) -> Result<(), Problem> {
        self.moves += 1;
        let Some(stone) = self.game.to_move() else {
            return Err(self.wrong(text, WrongMove::AfterEnd));
        };
        if let Some(by) = by.filter(|by| *by != stone) {
            return Err(self.wrong(text, WrongMove::OutOfTurn(by)));
        }
        match self.game.drop(cell) {
            Dropped::Flipped(_) => {
                self.pass_unwritten = self.game.plies().last() == Some(&Ply::Pass);
                Ok(())
            }
            Dropped::Occupied => Err(self.wrong(text, WrongMove::Occupied)),
            Dropped::Failed | Dropped::Passed => {
                Err(self.wrong(text, WrongMove::TurnsNothing(stone)))
            }
        }
    }

    fn pass(&mut self, text: &str, by: Option<Stone>) -> Result<(), Problem> {
        self.moves += 1;
        let Some(stone) = self.game.to_move() else {
            return Err(self.wrong(text, WrongMove::AfterEnd));
        };
        if self.game.rules() == Rules::Original {
            self.game.lose_turn();
            return Ok(());
        }
        if !self.pass_unwritten {
            return Err(self.wrong(text, WrongMove::CanMove(stone)));
        }
        if let Some(by) = by.filter(|by| *by == stone) {
            return Err(self.wrong(text, WrongMove::CanMove(by)));
        }
        self.pass_unwritten = false;
        Ok(())
    }

    fn wrong(&self, text: &str, why: WrongMove) -> Problem {
        Problem::Move {
            n: self.moves,
            text: text.to_string(),
            why,
        }
    }

    pub(super) fn recorded(self, heading: Heading, score: Option<Score>) -> Recorded {
        Recorded {
            score,
            ..Recorded::new(Box::new(self.game), heading)
        }
    }
}
