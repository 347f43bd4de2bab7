//! A position that a player sets up by hand to start a game from.

use super::gomoku::{LARGEST, SIZE};
use super::othello::rules::{Map, can_move};
use super::stone::Stone;
use super::{Game, Place, gomoku, othello};
use words::say;

/// The stones, the side to move and the rules. The position need not be playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUp {
    Othello(othello::Position, othello::Rules),
    Gomoku(gomoku::Position, gomoku::Rules),
}

impl Default for SetUp {
    fn default() -> SetUp {
        SetUp::Othello(othello::Position::default(), othello::Rules::Standard)
    }
}

/// The reason why no game can begin from a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayable {
    #[error("{}", say!("nobody can move here: the game is over"))]
    NoMoves,
    /// The position would be playable with the other side to move. The message names the `T` key, which
    /// changes the side.
    #[error("{}", say!("{why}; T changes that", why = .0))]
    Turn(gomoku::NoGame),
    #[error(transparent)]
    Gomoku(gomoku::NoGame),
}

impl SetUp {
    /// Returns the current position of a game, or `None` if the editor does not support the game.
    pub fn of(game: &dyn Game) -> Option<SetUp> {
        if let Some(game) = game.of::<othello::Game>() {
            return Some(SetUp::Othello(game.position(), game.rules()));
        }
        let game = game.of::<gomoku::Game>()?;
        let rules = game.setup().rules();
        Some(SetUp::Gomoku(gomoku::Position::of(game), rules))
    }

    /// Returns the starting position of the other game.
    pub fn other_game(&self) -> SetUp {
        match self {
            SetUp::Othello(..) => SetUp::Gomoku(Default::default(), Default::default()),
            SetUp::Gomoku(..) => SetUp::default(),
        }
    }

    pub fn size(&self) -> usize {
        match self {
            SetUp::Othello(..) => 8,
            SetUp::Gomoku(position, _) => position.size(),
        }
    }

    pub fn at(&self, (row, col): Place) -> Option<Stone> {
        match self {
            SetUp::Othello(position, _) => match position.map[row][col] {
                0 => None,
                t => Some(Stone::of_turn(t.into())),
            },
            SetUp::Gomoku(position, _) => position.stone_at(gomoku::Point::new(row, col)),
        }
    }

    /// Sets the contents of a place: a stone, or nothing if `stone` is `None`.
    pub fn put(&mut self, (row, col): Place, stone: Option<Stone>) {
        match self {
            SetUp::Othello(position, _) => {
                position.map[row][col] = stone.map_or(0, |stone| stone as u8);
            }
            SetUp::Gomoku(position, _) => position.set(gomoku::Point::new(row, col), stone),
        }
    }

    /// The number of stones of the given colour.
    pub fn count(&self, of: Stone) -> usize {
        let size = self.size();
        let places = (0..size * size).map(|n| (n / size, n % size));
        places.filter(|place| self.at(*place) == Some(of)).count()
    }

    pub fn to_move(&self) -> Stone {
        match self {
            SetUp::Othello(position, _) => position.to_move,
            SetUp::Gomoku(position, _) => position.to_move,
        }
    }

    pub fn change_turn(&mut self) {
        let other = self.to_move().other();
        match self {
            SetUp::Othello(position, _) => position.to_move = other,
            SetUp::Gomoku(position, _) => position.to_move = other,
        }
    }

    pub fn clear(&mut self) {
        match self {
            SetUp::Othello(position, _) => position.map = Map::EMPTY,
            SetUp::Gomoku(position, _) => *position = gomoku::Position::empty(position.size()),
        }
    }

    /// In gomoku, switches between an empty 15x15 board and an empty 20x20 board. Does nothing in Othello.
    pub fn change_size(&mut self) {
        if let SetUp::Gomoku(position, _) = self {
            *position = gomoku::Position::empty(after(&[SIZE, LARGEST], position.size()));
        }
    }

    /// Restores the standard starting position.
    pub fn start(&mut self) {
        match self {
            SetUp::Othello(position, _) => *position = othello::Position::default(),
            SetUp::Gomoku(..) => self.clear(),
        }
    }

    pub fn rules(&self) -> String {
        match self {
            SetUp::Othello(_, rules) => rules.to_string(),
            SetUp::Gomoku(_, rules) => rules.to_string(),
        }
    }

    /// Switches to the next set of rules, or from the last to the first.
    pub fn change_rules(&mut self) {
        match self {
            SetUp::Othello(_, rules) => *rules = after(&othello::Rules::ALL, *rules),
            SetUp::Gomoku(_, rules) => *rules = after(&gomoku::Rules::ALL, *rules),
        }
    }

    pub fn game(&self) -> Result<Box<dyn Game>, NotPlayable> {
        match self {
            SetUp::Othello(position, rules) => {
                let can = |stone| can_move(&position.map, stone);
                if !Stone::ALL.into_iter().any(can) {
                    return Err(NotPlayable::NoMoves);
                }
                Ok(Box::new(othello::Game::from_position(*rules, *position)))
            }
            SetUp::Gomoku(position, rules) => match position.game(*rules) {
                Ok(game) => Ok(Box::new(game)),
                Err(why @ (gomoku::NoGame::Turn(_) | gomoku::NoGame::First(_))) => {
                    Err(NotPlayable::Turn(why))
                }
                Err(why) => Err(NotPlayable::Gomoku(why)),
            },
        }
    }

    /// The position as text for people and other programs: a line for Othello, a text diagram for gomoku.
    pub fn text(&self) -> String {
        match self {
            SetUp::Othello(position, _) => position.to_string().replace('.', "-"),
            SetUp::Gomoku(position, _) => position.to_string(),
        }
    }
}

/// Returns the value after `one` in the list, or the first value if `one` is the last.
fn after<T: Copy + PartialEq>(all: &[T], one: T) -> T {
    let here = all.iter().position(|other| *other == one);
    all[here.map_or(0, |n| (n + 1) % all.len())]
}
