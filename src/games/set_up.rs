//! A position that somebody sets up by hand, stone by stone, for a game that begins there.

use super::gomoku::{LARGEST, SIZE};
use super::othello::rules::{Map, can_move};
use super::stone::Stone;
use super::{Game, Place, gomoku, othello};
use words::say;

/// The stones and the rules so far. They need not make a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUp {
    /// Of Othello.
    Othello(othello::Position, othello::Rules),
    /// Of gomoku.
    Gomoku(gomoku::Position, gomoku::Rules),
}

/// The start of Othello by the standard rules.
impl Default for SetUp {
    fn default() -> SetUp {
        SetUp::Othello(othello::Position::default(), othello::Rules::Standard)
    }
}

impl SetUp {
    /// The position that a game has reached; `None` for a game whose positions cannot be set up.
    pub fn of(game: &dyn Game) -> Option<SetUp> {
        if let Some(game) = game.of::<othello::Game>() {
            let position = othello::Position {
                map: *game.map(),
                to_move: Stone::of_turn(game.t()),
            };
            return Some(SetUp::Othello(position, game.rules()));
        }
        let game = game.of::<gomoku::Game>()?;
        let rules = game.setup().rules();
        Some(SetUp::Gomoku(gomoku::Position::of(game), rules))
    }

    /// The other game, with its start.
    pub fn other_game(&self) -> SetUp {
        match self {
            SetUp::Othello(..) => SetUp::Gomoku(Default::default(), Default::default()),
            SetUp::Gomoku(..) => SetUp::default(),
        }
    }

    /// The number of places in a row, which is also the number of rows.
    pub fn size(&self) -> usize {
        match self {
            SetUp::Othello(..) => 8,
            SetUp::Gomoku(position, _) => position.size(),
        }
    }

    /// The stone on a place.
    pub fn at(&self, (row, col): Place) -> Option<Stone> {
        match self {
            SetUp::Othello(position, _) => match position.map[row][col] {
                0 => None,
                1 => Some(Stone::Black),
                _ => Some(Stone::White),
            },
            SetUp::Gomoku(position, _) => position.stone_at(gomoku::Point::new(row, col)),
        }
    }

    /// Puts a stone on a place, or empties it.
    pub fn put(&mut self, (row, col): Place, stone: Option<Stone>) {
        match self {
            SetUp::Othello(position, _) => {
                position.map[row][col] = stone.map_or(0, |stone| stone as u8);
            }
            SetUp::Gomoku(position, _) => position.set(gomoku::Point::new(row, col), stone),
        }
    }

    /// How many stones of a colour there are.
    pub fn count(&self, of: Stone) -> usize {
        let size = self.size();
        let places = (0..size * size).map(|n| (n / size, n % size));
        places.filter(|place| self.at(*place) == Some(of)).count()
    }

    /// Who is to move.
    pub fn to_move(&self) -> Stone {
        match self {
            SetUp::Othello(position, _) => position.to_move,
            SetUp::Gomoku(position, _) => position.to_move,
        }
    }

    /// Makes the other side the one to move.
    pub fn change_turn(&mut self) {
        let to_move = match self {
            SetUp::Othello(position, _) => &mut position.to_move,
            SetUp::Gomoku(position, _) => &mut position.to_move,
        };
        *to_move = to_move.other();
    }

    /// Takes all stones away.
    pub fn clear(&mut self) {
        match self {
            SetUp::Othello(position, _) => position.map = Map::EMPTY,
            SetUp::Gomoku(position, _) => *position = gomoku::Position::empty(position.size()),
        }
    }

    /// Changes to the other board of gomoku, 15 x 15 or 20 x 20, and empties it. Othello has only one board.
    pub fn change_size(&mut self) {
        if let SetUp::Gomoku(position, _) = self {
            *position = gomoku::Position::empty(after(&[SIZE, LARGEST], position.size()));
        }
    }

    /// Puts the stones where they usually stand when a game begins.
    pub fn start(&mut self) {
        match self {
            SetUp::Othello(position, _) => *position = othello::Position::default(),
            SetUp::Gomoku(..) => self.clear(),
        }
    }

    /// The rules by which the game will be played, in a word.
    pub fn rules(&self) -> String {
        match self {
            SetUp::Othello(_, rules) => rules.to_string(),
            SetUp::Gomoku(_, rules) => rules.to_string(),
        }
    }

    /// Changes to the next rules, and after the last to the first.
    pub fn change_rules(&mut self) {
        match self {
            SetUp::Othello(_, rules) => *rules = after(&othello::Rules::ALL, *rules),
            SetUp::Gomoku(_, rules) => *rules = after(&gomoku::Rules::ALL, *rules),
        }
    }

    /// The game that begins here.
    ///
    /// # Errors
    /// Why no game can begin here, in a line.
    pub fn game(&self) -> Result<Box<dyn Game>, String> {
        match self {
            SetUp::Othello(position, rules) => {
                let can = |stone| can_move(&position.map, stone);
                if !Stone::ALL.into_iter().any(can) {
                    return Err(say!("nobody can move here: the game is over").to_string());
                }
                Ok(Box::new(othello::Game::from_position(*rules, *position)))
            }
            SetUp::Gomoku(position, rules) => match position.game(*rules) {
                Ok(game) => Ok(Box::new(game)),
                Err(why @ (gomoku::NoGame::Turn(_) | gomoku::NoGame::First(_))) => {
                    Err(say!("{why}; T changes that", why))
                }
                Err(why) => Err(why.to_string()),
            },
        }
    }

    /// The position as other programs and people read it: a line for Othello, a drawn board for gomoku.
    pub fn text(&self) -> String {
        match self {
            SetUp::Othello(position, _) => position.to_string().replace('.', "-"),
            SetUp::Gomoku(position, _) => position.to_string(),
        }
    }
}

/// The value after this one; after the last comes the first.
fn after<T: Copy + PartialEq>(all: &[T], one: T) -> T {
    let here = all.iter().position(|other| *other == one);
    all[here.map_or(0, |n| (n + 1) % all.len())]
}
