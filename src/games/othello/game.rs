//! An Othello game: turns, tries and moves.

use std::fmt;
use words::{phrase, say};

use super::cell::{Cell, Ply};
use super::position::Position;
use super::rules::{Map, can_move, do_score, legal_moves, turn_over};
use crate::Game as _;
use crate::history::History;
use crate::named::names;
use crate::stone::{Lost, Stone, or};

/// The rules for passing and winning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// The rules of the DOS program: a player without a legal move tries cells until the turn is lost.
    #[default]
    Original,
    /// The standard rules: a player without a legal move passes automatically, and a failed try costs
    /// nothing.
    Standard,
    /// Like the standard rules, but the player with fewer discs wins.
    Reverse,
}

names!(
    Rules,
    say!("rule of Othello"),
    [Original = phrase!("original"), Standard = phrase!("standard"), Reverse = phrase!("reverse")]
);

/// The result of trying to drop a disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// The cell is occupied. This does not count as a failed try.
    Occupied,
    /// The move is illegal, because the disc would turn nothing over.
    Failed,
    /// The disc would turn nothing over, and this was the last permitted try, so the player has lost the
    /// turn.
    Passed,
    /// The disc was dropped and turned these discs over.
    Flipped(Vec<Cell>),
}

/// The error for a game with an illegal ply or with too many failed tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The number of the illegal ply, from 1.
    #[error("{}", say!("ply {why} is against the rules", why = .0))]
    Ply(usize),
    #[error("{}", say!("{why} failed tries are more than the turn can have", why = .0))]
    Tries(usize),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    start: Position,
    pub(super) map: Map,
    pub(super) plies: History<Ply>,
    tries: usize,
    pub(super) lost: Option<(Stone, Lost)>,
}

impl Game {
    /// Creates a game from the standard starting position. [`Game::default`] uses the original rules.
    pub fn new(rules: Rules) -> Game {
        Game { rules, ..Game::default() }
    }

    /// Creates a game from another position. Except by the original rules, a side without a legal move passes at
    /// once.
    pub fn from_position(rules: Rules, mut start: Position) -> Game {
        let side = start.to_move;
        if rules != Rules::Original && !can_move(&start.map, side) && can_move(&start.map, side.other()) {
            start.to_move = side.other();
        }
        Game { rules, start, map: start.map, ..Game::default() }
    }

    pub fn start(&self) -> Position {
        self.start
    }

    /// The current position. After the end of the game, the side to move is the one whose turn would be next.
    pub fn position(&self) -> Position {
        Position { map: self.map, to_move: Stone::of_turn(self.t()) }
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn map(&self) -> &Map {
        &self.map
    }

    pub(super) fn first_turn(&self) -> usize {
        self.start.to_move as usize
    }

    /// The plies so far with their turn numbers.
    pub(crate) fn turns(&self) -> impl Iterator<Item = (usize, Ply)> {
        (self.first_turn()..).zip(self.plies().iter().copied())
    }

    pub fn plies(&self) -> &[Ply] {
        self.plies.done()
    }

    /// Restores a game. The last of the undone plies is the next to redo. `tries` is the number of failed
    /// tries in the current turn.
    pub fn restored(
        rules: Rules,
        start: Position,
        plies: &[Ply],
        undone: &[Ply],
        tries: usize,
    ) -> Result<Game, BadGame> {
        let mut game = Game::from_position(rules, start);
        let all = History::whole(plies, undone);
        for (n, ply) in all.iter().enumerate() {
            match ply {
                // The game has already added this forced pass by itself.
                _ if game.plies().get(n) == Some(ply) => {}
                _ if game.plies().len() != n || game.outcome().is_some() => {
                    return Err(BadGame::Ply(n + 1));
                }
                Ply::Pass => game.lose_turn(),
                Ply::Drop(cell) => match game.drop(*cell) {
                    Dropped::Flipped(_) => {}
                    _ => return Err(BadGame::Ply(n + 1)),
                },
            }
        }
        if game.plies().len() != all.len() {
            return Err(BadGame::Ply(all.len() + 1));
        }
        game.plies = History::new(plies.to_vec(), undone.to_vec());
        game.replay();
        if rules == Rules::Original {
            game.tries = tries;
        }
        match tries <= game.tries_allowed() && !(tries > 0 && game.outcome().is_some()) {
            true => Ok(game),
            false => Err(BadGame::Tries(tries)),
        }
    }

    /// The number of failed tries in the current turn. It is not 0 only by the original rules.
    pub fn tries(&self) -> usize {
        self.tries
    }

    /// The number of failed tries that a turn allows, which is the number of empty cells. One more loses the
    /// turn.
    pub fn tries_allowed(&self) -> usize {
        self.map.empties()
    }

    /// The legal moves, row by row.
    pub fn legal_moves(&self) -> Vec<Cell> {
        let moves = self.to_move().map(|stone| legal_moves(&self.map, stone));
        moves.into_iter().flatten().collect()
    }

    /// Tries to drop a disc for the player to move. A successful drop clears the redo list.
    pub fn drop(&mut self, cell: Cell) -> Dropped {
        if self.map[cell.row][cell.col] != 0 {
            return Dropped::Occupied;
        }
        let t = self.t();
        let turned = turn_over(&mut self.map, cell, t);
        if !turned.is_empty() {
            self.next_turn(Ply::Drop(cell));
            if self.must_pass() {
                self.plies.push(Ply::Pass);
            }
            return Dropped::Flipped(turned);
        }
        if self.rules != Rules::Original {
            return Dropped::Failed;
        }
        self.tries += 1;
        // The description says "exceeds": with 60 empty cells the 61st failed try loses the turn. Some
        // listings of the program test >= and take the turn one try earlier.
        if self.tries > self.tries_allowed() {
            self.next_turn(Ply::Pass);
            return Dropped::Passed;
        }
        Dropped::Failed
    }

    /// True if the rules force the player to pass now.
    pub(super) fn must_pass(&self) -> bool {
        let stuck = |stone| !can_move(&self.map, stone);
        self.rules != Rules::Original && self.to_move().is_some_and(stuck)
    }

    pub(super) fn next_turn(&mut self, ply: Ply) {
        self.plies.push(ply);
        self.tries = 0;
    }

    /// Recomputes the board from the plies.
    pub(super) fn replay(&mut self) {
        self.tries = 0;
        let mut map = self.start.map;
        for (t, ply) in self.turns() {
            if let Ply::Drop(cell) = ply {
                turn_over(&mut map, cell, t);
            }
        }
        self.map = map;
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.map)?;
        writeln!(f, "to move: {}", or(self.to_move(), "nobody"))?;
        let (black, white) = do_score(&self.map);
        writeln!(f, "score: {black} {white}")?;
        if self.tries > 0 {
            writeln!(f, "tries: {} of {}", self.tries, self.tries_allowed())?;
        }
        write!(f, "moves: ")?;
        self.plies().iter().try_for_each(|ply| ply.fmt(f))?;
        write!(f, "\nresult: {}", or(self.outcome(), "none"))
    }
}
