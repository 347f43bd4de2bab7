#![doc = include_str!("README.md")]

use std::fmt;

use crate::games::gomoku::{Decision, Forbidden, Opening, Point, Refusal, Setup};
use crate::games::othello::rules::{Cell, can_move};
use crate::games::othello::{Dropped, Ply, Rules, TryStep};
use crate::games::stone::{Lost, Outcome, Stone};
use crate::play::help;
use crate::screen::grid::Grid;

pub mod clock;
pub mod gomoku;
pub mod named;
pub mod othello;
pub mod stone;

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

    /// A game of gomoku from the start.
    pub fn gomoku(setup: Setup) -> Game {
        Game::Gomoku(gomoku::Game::new(setup))
    }

    /// A game of the same kind, by the same rules, from the start.
    pub fn anew(&self) -> Game {
        match self {
            Game::Othello(game) => Game::Othello(game.anew()),
            Game::Gomoku(game) => Game::gomoku(game.setup()),
        }
    }

    /// Did it begin with the usual position, by the rules of its text? The learner knows no others.
    pub fn begins_as_usual(&self) -> bool {
        match self {
            Game::Othello(game) => game.start() == othello::Position::default(),
            Game::Gomoku(game) => game.setup() == gomoku::Setup::default(),
        }
    }

    /// Where its board is on the screen.
    pub fn grid(&self) -> &'static Grid {
        match self {
            Game::Othello(_) => &crate::screen::othello::GRID,
            Game::Gomoku(_) => &crate::screen::gomoku::GRID,
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

    /// The colour of the stone of turn `t`.
    pub fn stone_of_turn(&self, t: usize) -> Stone {
        match self {
            Game::Othello(_) => Stone::of_turn(t),
            Game::Gomoku(game) => game.stone_of_turn(t),
        }
    }

    /// The colour of the next stone, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Stone> {
        match self {
            Game::Othello(game) => game.to_move(),
            Game::Gomoku(game) => game.to_move(),
        }
    }

    /// The player who is to move or to decide, or `None` when the game is over. That is the colour of the next stone but in
    /// the opening Swap2, see [`gomoku::Game::player_to_move`].
    pub fn player_to_move(&self) -> Option<Stone> {
        let stone = self.to_move()?;
        match self {
            Game::Othello(_) => Some(stone),
            Game::Gomoku(game) => game.player_to_move(),
        }
    }

    /// The same, but where the game is over the player who would be next.
    pub fn player(&self) -> Stone {
        let next = self.stone_of_turn(self.t());
        self.player_to_move().unwrap_or(next)
    }

    /// What the player to move may decide about the colours now, instead of dropping a stone. Nothing where there is nothing
    /// to decide.
    pub fn possible_decisions(&self) -> &'static [Decision] {
        match self {
            Game::Othello(_) => &[],
            Game::Gomoku(game) => game.possible_decisions(),
        }
    }

    /// The player who has to decide about the colours does so. False where that is not possible.
    pub fn decide(&mut self, decision: Decision) -> bool {
        match self {
            Game::Othello(_) => false,
            Game::Gomoku(game) => game.decide(decision),
        }
    }

    /// Have the players changed their colours in the opening?
    pub fn swapped(&self) -> bool {
        matches!(self, Game::Gomoku(game) if game.swapped())
    }

    /// Why the player to move must not drop a stone here, in renju.
    pub fn forbidden(&self, row: usize, col: usize) -> Option<Forbidden> {
        match self {
            Game::Othello(_) => None,
            Game::Gomoku(game) => game.forbidden(Point::new(row, col)),
        }
    }

    /// All rows and columns where the player to move must not drop a stone, in renju.
    pub fn all_forbidden(&self) -> Vec<(usize, usize)> {
        match self {
            Game::Othello(_) => Vec::new(),
            Game::Gomoku(game) => {
                let points = game.all_forbidden().into_iter();
                points.map(|point| (point.row(), point.col())).collect()
            }
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
                let opponent = Stone::of_turn(t).other().name();
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
                let point = Point::new(row, col);
                match game.drop(point) {
                    Ok(()) => done(Vec::new()),
                    Err(Refusal::Forbidden(why)) => {
                        Tried::Refused(format!("{point} is forbidden to black: {why}."))
                    }
                    Err(Refusal::ToDecide) => {
                        Tried::Nothing("The colours are to be chosen first.".to_string())
                    }
                    Err(Refusal::Occupied) => Tried::Nothing(taken(&point)),
                    Err(Refusal::Over) => Tried::Nothing("The game is over.".to_string()),
                }
            }
        }
    }

    /// The player to move drops a stone there. False where it cannot be dropped.
    pub fn drop(&mut self, (row, col): Place) -> bool {
        match self {
            Game::Othello(game) => matches!(game.drop(Cell { row, col }), Dropped::Flipped(_)),
            Game::Gomoku(game) => game.drop(Point::new(row, col)).is_ok(),
        }
    }

    /// The computer has no move, and the rules have it try until the turn is lost. What there is to say about that.
    pub fn lose_turn(&mut self) -> String {
        let name = self.stone_of_turn(self.t()).name();
        if let Game::Othello(game) = self {
            game.lose_turn();
        }
        format!("{name} has no move and tries until the turn is lost.")
    }

    /// The row and column of the stone that was dropped in turn `t`, from 1; `None` for a turn that was lost or has not
    /// come.
    pub fn place_of(&self, t: usize) -> Option<Place> {
        match self {
            Game::Othello(game) => match game.turns().find(|(turn, _)| *turn == t)?.1 {
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
            (Game::Gomoku(game), Some(_)) if game.setup().opening() == Opening::Swap2 => {
                match (game.t(), game.decisions()) {
                    (1, _) => "Swap2: the first player puts three stones for both.".to_string(),
                    (4, [Decision::PutTwo]) => {
                        "Swap2: the second player puts two more stones.".to_string()
                    }
                    _ => String::new(),
                }
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
