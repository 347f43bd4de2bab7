//! The [`Game`](crate::Game) trait for Othello.

use std::cmp::Ordering;

use super::cell::{Cell, Ply};
use super::game::{Dropped, Game, Rules};
use super::position::Position;
use super::rules::{can_move, do_score};
use crate::saved::{BadSave, Saved, words};
use crate::stone::{Lost, Outcome, Stone};
use crate::{DropResult, Kind, Place, Placed, Rule};
use words::say;

pub const KIND: Kind = Kind { name: NAME, read: |saved| Ok(Box::new(read(saved)?)) };

const NAME: &str = "othello";

fn read(saved: &Saved<'_>) -> Result<Game, BadSave> {
    let start = saved.value("start")?;
    let (plies, undone) = (saved.values("moves")?, saved.values("undone")?);
    let (rules, tries) = (saved.value("rules")?, saved.value("tries")?);
    Game::restored(rules, start, &plies, &undone, tries).map_err(|error| BadSave::Move(error.to_string()))
}

/// True for a game of reverse Othello.
pub fn is_reverse(game: &dyn crate::Game) -> bool {
    game.of().is_some_and(|game: &Game| game.rules() == Rules::Reverse)
}

impl crate::Game for Game {
    fn name(&self) -> &'static str {
        NAME
    }

    fn copy(&self) -> Box<dyn crate::Game> {
        Box::new(self.clone())
    }

    fn restarted(&self) -> Box<dyn crate::Game> {
        Box::new(Game::from_position(self.rules(), self.start()))
    }

    fn is_set_up(&self) -> bool {
        self.start() != Position::default()
    }

    /// If white moves first, the game starts with turn 2.
    fn t(&self) -> usize {
        self.first_turn() + self.plies().len()
    }

    /// The game ends when neither side can move. This includes a full board and a side without discs.
    fn outcome(&self) -> Option<Outcome> {
        if let Some((stone, _)) = self.lost {
            return Some(Outcome::Won(stone.other()));
        }
        if Stone::ALL.into_iter().any(|stone| can_move(&self.map, stone)) {
            return None;
        }
        let (black, white) = do_score(&self.map);
        let lead = match self.rules() {
            Rules::Reverse => white.cmp(&black),
            Rules::Original | Rules::Standard => black.cmp(&white),
        };
        Some(match lead {
            Ordering::Greater => Outcome::Won(Stone::Black),
            Ordering::Less => Outcome::Won(Stone::White),
            Ordering::Equal => Outcome::Draw,
        })
    }

    fn lost(&self) -> Option<(Stone, Lost)> {
        self.lost
    }

    fn lose(&mut self, how: Lost) {
        self.lost = self.to_move().map(|stone| (stone, how));
    }

    fn moves(&self) -> Vec<Place> {
        let cells = self.legal_moves().into_iter();
        cells.map(Cell::place).collect()
    }

    fn try_to_drop(&mut self, (row, col): Place) -> DropResult {
        let cell = Cell { row, col };
        let stone = Stone::of_turn(self.t());
        match self.drop(cell) {
            Dropped::Occupied => DropResult::Ignored(say!("There is already a disc on {cell}.", cell)),
            Dropped::Failed if !can_move(self.map(), stone) => DropResult::Failed(self.warning()),
            Dropped::Failed => DropResult::Failed(say!("A disc on {cell} would turn nothing over.", cell)),
            Dropped::Passed => DropResult::TurnLost(say!(
                "Too many failed tries: the turn goes to {other}.",
                other = stone.other().name()
            )),
            Dropped::Flipped(turned) => DropResult::Done(Placed {
                place: (row, col),
                stone,
                turned: turned.iter().map(|cell| cell.place()).collect(),
            }),
        }
    }

    fn lose_turn(&mut self) {
        self.next_turn(Ply::Pass);
    }

    fn place_of(&self, t: usize) -> Option<Place> {
        match self.turns().find(|(turn, _)| *turn == t)?.1 {
            Ply::Drop(cell) => Some(cell.place()),
            Ply::Pass => None,
        }
    }

    fn name_of(&self, (row, col): Place) -> String {
        Cell { row, col }.to_string()
    }

    /// Takes back a move, together with the forced pass after it.
    fn undo(&mut self) -> bool {
        if self.lost.take().is_some() {
            return true;
        }
        let Some(last) = self.plies.undo() else {
            return false;
        };
        self.replay();
        if last == Ply::Pass && self.must_pass() {
            return self.undo();
        }
        true
    }

    fn redo(&mut self) -> bool {
        let done = self.plies.redo().is_some();
        self.replay();
        if done && self.must_pass() {
            self.plies.redo();
        }
        done
    }

    fn save(&self) -> Vec<(&'static str, String)> {
        vec![
            ("game", NAME.to_string()),
            ("rules", self.rules().to_string()),
            ("start", self.start().to_string()),
            ("moves", words(self.plies())),
            ("undone", words(self.plies.undone())),
            ("tries", self.tries().to_string()),
        ]
    }

    fn warning(&self) -> String {
        match self.to_move() {
            Some(stone) if !can_move(self.map(), stone) => {
                let (name, tries) = (stone.name(), self.tries_allowed() + 1);
                say!("{name} has no move. Failed try {tries} will pass the turn.", name, tries)
            }
            _ => String::new(),
        }
    }

    fn forced_pass_message(&self) -> String {
        match self.to_move() {
            Some(stone) if self.plies().last() == Some(&Ply::Pass) => {
                let (name, passed) = (stone.name(), stone.other().name());
                say!("{passed} has no move: the turn goes to {name}.", passed, name)
            }
            _ => String::new(),
        }
    }

    fn rule_choices(&self) -> Vec<Rule> {
        vec![Rule::of(say!("Rules"), &Rules::ALL, &self.rules())]
    }

    fn with_rules(&self, chosen: &[usize]) -> Box<dyn crate::Game> {
        Box::new(Game::new(Rules::ALL[chosen[0]]))
    }
}
