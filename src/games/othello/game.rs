//! A game: whose turn it is, the tries, and the moves so far.

use std::fmt;
use std::str::FromStr;
use words::{phrase, say};

use super::cell::{Cell, Ply};
use super::position::Position;
use super::rules::{can_move, legal_moves, turn_over};
use crate::Game as _;
use crate::history::History;
use crate::named::{UnknownName, find};
use crate::stone::{Lost, Stone};
use original::{Map, do_score};

/// How a player without a move passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// As in the DOS program: the player tries until the turn is lost.
    #[default]
    Original,
    /// As in the Reversi text: the turn goes to the opponent by itself, and a failed try costs nothing.
    Standard,
}

impl Rules {
    /// Both, in the order in which a form offers them.
    pub const ALL: [Rules; 2] = [Rules::Original, Rules::Standard];
}

/// Their names on the command line.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Original => phrase!("original"),
            Rules::Standard => phrase!("standard"),
        })
    }
}

impl FromStr for Rules {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Rules, UnknownName> {
        find(&Rules::ALL, name, "rule of Othello")
    }
}

/// What came of a try to drop a stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// The cell holds a stone already: this was no try.
    Occupied,
    /// Nothing would turn over.
    Failed,
    /// Nothing would turn over, and it was one try too many: the turn is the opponent's.
    Passed,
    /// The stone stands, and these stones turned over.
    Flipped(Vec<Cell>),
}

/// Why these plies do not make a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The ply of this number, from 1, is against the rules.
    #[error("{}", say!("ply {why} is against the rules", why = .0))]
    Ply(usize),
    /// No turn can have that many failed tries.
    #[error("{}", say!("{why} failed tries are more than the turn can have", why = .0))]
    Tries(usize),
}

/// A game from its first move on.
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
    /// A game by these rules; [`Game::default`] is one by the original's.
    pub fn new(rules: Rules) -> Game {
        Game {
            rules,
            ..Game::default()
        }
    }

    /// A game from another position. By the standard rules a side that has no move there passes.
    pub fn from_position(rules: Rules, mut start: Position) -> Game {
        let side = start.to_move;
        if rules == Rules::Standard
            && !can_move(&start.map, side)
            && can_move(&start.map, side.other())
        {
            start.to_move = side.other();
        }
        Game {
            rules,
            start,
            map: start.map,
            ..Game::default()
        }
    }

    /// The position it began with.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The stones on the board.
    pub fn map(&self) -> &Map {
        &self.map
    }

    pub(super) fn first_turn(&self) -> usize {
        self.start.to_move as usize
    }

    /// The moves and passes so far, each with the number of its turn.
    pub(crate) fn turns(&self) -> impl Iterator<Item = (usize, Ply)> {
        (self.first_turn()..).zip(self.plies().iter().copied())
    }

    /// The moves and passes so far.
    pub fn plies(&self) -> &[Ply] {
        self.plies.done()
    }

    /// The moves and passes that were taken back, the latest at the end.
    pub(crate) fn undone(&self) -> &[Ply] {
        self.plies.undone()
    }

    /// The game from this start with these moves, with others taken back, and with failed tries in the turn that follows.
    ///
    /// # Errors
    /// The first ply that the rules do not allow, those taken back counted after the others, or more tries than the turn can have.
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
                // The pass has already come by itself.
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

    /// The failed tries in this turn; under the standard rules nobody counts them.
    pub fn tries(&self) -> usize {
        self.tries
    }

    /// How many failed tries a player has in this turn, one for each empty cell; one more loses the turn.
    pub fn tries_allowed(&self) -> usize {
        self.map.empties()
    }

    /// Where the player to move may drop a stone, row by row.
    pub fn legal_moves(&self) -> Vec<Cell> {
        let moves = self.to_move().map(|stone| legal_moves(&self.map, stone));
        moves.into_iter().flatten().collect()
    }

    /// The player to move tries to drop a stone on the cell. A new move forgets the undone ones.
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
        if self.rules == Rules::Standard {
            return Dropped::Failed;
        }
        self.tries += 1;
        // "Exceeds", as the text says: with 60 empty cells the 61st failed try loses the turn. Some listings of
        // this program test >= and take it one try earlier.
        if self.tries > self.tries_allowed() {
            self.next_turn(Ply::Pass);
            return Dropped::Passed;
        }
        Dropped::Failed
    }

    /// Must the turn change by itself now?
    pub(super) fn must_pass(&self) -> bool {
        let stuck = |stone| !can_move(&self.map, stone);
        self.rules == Rules::Standard && self.to_move().is_some_and(stuck)
    }

    pub(super) fn next_turn(&mut self, ply: Ply) {
        self.plies.push(ply);
        self.tries = 0;
    }

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

/// The state of the game as text, for people and scripts.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.map)?;
        match self.to_move() {
            Some(stone) => writeln!(f, "to move: {stone}")?,
            None => writeln!(f, "to move: nobody")?,
        }
        let (black, white) = do_score(&self.map);
        writeln!(f, "score: {black} {white}")?;
        if self.tries > 0 {
            writeln!(f, "tries: {} of {}", self.tries, self.tries_allowed())?;
        }
        write!(f, "moves: ")?;
        self.plies().iter().try_for_each(|ply| ply.fmt(f))?;
        match self.outcome() {
            Some(outcome) => write!(f, "\nresult: {outcome}"),
            None => write!(f, "\nresult: none"),
        }
    }
}
