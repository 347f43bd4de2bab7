//! A game at the board: Othello or gomoku, as the loops of `Playtoplay` see it.

use std::fmt;

use crate::grid::Grid;
use crate::othello::rules::{Cell, can_move};
use crate::othello::{Dropped, Ply, Rules, TryStep};
use crate::stone::{Lost, Outcome, Stone};
use crate::{gomoku, help, othello};

/// The row from the top and the column from the left of a place, from 0, on either board.
pub type Place = (usize, usize);

/// One of the two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// A game of Othello.
    Othello(othello::Game),
    /// A game of gomoku.
    Gomoku(gomoku::Game),
}

/// What became of a try to drop a stone: is the turn over, and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It was no try.
    Nothing(String),
    /// A failed try: the stone is crossed out.
    Refused(String),
    /// It was one failed try too many: the turn is over.
    Passed(String),
    /// The stone stands, and the turn is over.
    Done(Drop),
}

/// A stone that was dropped: where, in which turn, and what turned over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Where.
    pub place: Place,
    /// The number of the turn.
    pub t: usize,
    /// The stones that turned over. None in gomoku.
    pub turned: Vec<Cell>,
}

impl Game {
    /// A game of Othello from the start.
    pub fn othello(rules: Rules) -> Game {
        Game::Othello(othello::Game::new(rules))
    }

    /// A game of the same kind, by the same rules, from the start.
    pub fn anew(&self) -> Game {
        match self {
            Game::Othello(game) => Game::othello(game.rules()),
            Game::Gomoku(_) => Game::Gomoku(gomoku::Game::default()),
        }
    }

    /// Where its board is on the screen.
    pub fn grid(&self) -> &'static Grid {
        match self {
            Game::Othello(_) => &othello::screen::GRID,
            Game::Gomoku(_) => &gomoku::screen::GRID,
        }
    }

    /// The help page that explains it.
    pub fn help_page(&self) -> usize {
        match self {
            Game::Othello(_) => help::OTHELLO,
            Game::Gomoku(_) => help::GOMOKU,
        }
    }

    /// The number of the turn, from 1.
    pub fn t(&self) -> usize {
        match self {
            Game::Othello(game) => game.t(),
            Game::Gomoku(game) => game.t(),
        }
    }

    /// Who is to move, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Stone> {
        match self {
            Game::Othello(game) => game.to_move(),
            Game::Gomoku(game) => game.to_move(),
        }
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Game::Othello(game) => game.outcome(),
            Game::Gomoku(game) => game.outcome(),
        }
    }

    /// The player who lost before the end on the board, and how.
    pub fn lost(&self) -> Option<(Stone, Lost)> {
        match self {
            Game::Othello(game) => game.lost(),
            Game::Gomoku(game) => game.lost(),
        }
    }

    /// The player to move loses, although the game is not over on the board.
    pub fn lose(&mut self, how: Lost) {
        match self {
            Game::Othello(game) => game.lose(how),
            Game::Gomoku(game) => game.lose(how),
        }
    }

    /// It has begun and is not over: leaving it would lose something.
    pub fn under_way(&self) -> bool {
        self.t() > 1 && self.to_move().is_some()
    }

    /// The player to move tries to drop the stone that stands at (x,y).
    pub fn try_to_drop(&mut self, x: i32, y: i32) -> Tried {
        self.try_to_drop_watched(x, y, &mut |_| ())
    }

    /// [`try_to_drop`](Game::try_to_drop), each step told to `watch`; gomoku tells only of the start.
    pub fn try_to_drop_watched(
        &mut self,
        x: i32,
        y: i32,
        watch: &mut impl FnMut(TryStep),
    ) -> Tried {
        let place = self.grid().place(x, y);
        watch(TryStep::AtStart(place.is_none()));
        let Some((row, col)) = place else {
            return Tried::Nothing("Press ↓ to bring the stone onto the board.".to_string());
        };
        let t = self.t();
        let done = |turned| {
            Tried::Done(Drop {
                place: (row, col),
                t,
                turned,
            })
        };
        let taken = |place: &dyn fmt::Display| format!("There is a stone on {place} already.");
        match self {
            Game::Othello(game) => {
                let cell = Cell { row, col };
                let opponent = Stone::of_turn(game.t()).other().name();
                match game.drop_watched(cell, watch) {
                    Dropped::Occupied => Tried::Nothing(taken(&cell)),
                    Dropped::Failed => Tried::Refused(format!("Nothing turns over at {cell}.")),
                    Dropped::Passed => Tried::Passed(format!(
                        "Too many failed tries: the turn goes to {opponent}."
                    )),
                    Dropped::Flipped(turned) => done(turned),
                }
            }
            Game::Gomoku(game) => {
                let point = gomoku::Point::new(row, col);
                match game.drop(point) {
                    true => done(Vec::new()),
                    false => Tried::Nothing(taken(&point)),
                }
            }
        }
    }

    /// The player to move drops a stone there. False where it cannot be dropped.
    pub fn drop(&mut self, (row, col): Place) -> bool {
        match self {
            Game::Othello(game) => matches!(game.drop(Cell { row, col }), Dropped::Flipped(_)),
            Game::Gomoku(game) => game.drop(gomoku::Point::new(row, col)),
        }
    }

    /// The computer has no move, and the rules have it try until the turn is lost. What there is to say about that.
    pub fn lose_turn(&mut self) -> String {
        let name = Stone::of_turn(self.t()).name();
        if let Game::Othello(game) = self {
            game.lose_turn();
        }
        format!("{name} has no move and tries until the turn is lost.")
    }

    /// The row and column of the stone that was dropped in turn `t`, from 1; `None` for a turn that was lost or has not
    /// come.
    pub fn place_of(&self, t: usize) -> Option<Place> {
        match self {
            Game::Othello(game) => match game.plies().get(t.checked_sub(1)?)? {
                Ply::Drop(cell) => Some((cell.row, cell.col)),
                Ply::Pass => None,
            },
            Game::Gomoku(game) => {
                let point = game.pieces().get(t.checked_sub(1)?)?;
                Some((point.row(), point.col()))
            }
        }
    }

    /// What players call a place: `d3` in Othello, `79` in gomoku.
    pub fn name_of(&self, (row, col): Place) -> String {
        match self {
            Game::Othello(_) => Cell { row, col }.to_string(),
            Game::Gomoku(_) => gomoku::Point::new(row, col).to_string(),
        }
    }

    /// Takes the last move back. False when there is none.
    pub fn undo(&mut self) -> bool {
        match self {
            Game::Othello(game) => game.undo(),
            Game::Gomoku(game) => game.undo(),
        }
    }

    /// Plays the last undone move again. False when there is none.
    pub fn redo(&mut self) -> bool {
        match self {
            Game::Othello(game) => game.redo(),
            Game::Gomoku(game) => game.redo(),
        }
    }

    /// What the player to move should know before the first try, or nothing.
    pub fn warning(&self) -> String {
        match (self, self.to_move()) {
            (Game::Othello(game), Some(stone)) if !can_move(game.map(), stone) => {
                let name = stone.name();
                let tries = game.tries_allowed() + 1;
                format!("{name} has no move. Failed try {tries} passes the turn.")
            }
            _ => String::new(),
        }
    }

    /// Says that the turn changed by itself after the last move, or nothing.
    pub fn passed_by_itself(&self) -> String {
        match (self, self.to_move()) {
            (Game::Othello(game), Some(stone)) if game.plies().last() == Some(&Ply::Pass) => {
                let (name, passed) = (stone.name(), stone.other().name());
                format!("{passed} has no move: the turn goes to {name}.")
            }
            _ => String::new(),
        }
    }
}

/// The state of the game as text, for people and scripts.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Game::Othello(game) => game.fmt(f),
            Game::Gomoku(game) => game.fmt(f),
        }
    }
}
