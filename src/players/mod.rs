//! Who can sit at the board.
//!
//! A computer player is a function of the game and a seed: the same seed gives the same move, and a game that was taken
//! back or opened again goes on as it would have. It thinks in a thread of its own where time passes by itself.

mod random;

use std::fmt;
use std::str::FromStr;
use std::sync::mpsc::{Receiver, channel};

use crate::game::Game;
use crate::records::Heading;
use crate::stone::Stone;

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    #[default]
    Human,
    /// The computer of the Reversi text: any legal move. In gomoku, any point near the stones.
    Random,
}

impl Player {
    /// All of them, in the order in which a menu offers them.
    pub const ALL: [Player; 2] = [Player::Human, Player::Random];

    /// Does it move by itself?
    pub fn is_computer(&self) -> bool {
        *self != Player::Human
    }

    /// The row and column where it drops its stone, or `None` where it cannot.
    fn choose(&self, game: &Game, seed: u64) -> Option<(usize, usize)> {
        match self {
            // A person is asked at the keyboard.
            Player::Human => None,
            Player::Random => random::choose(game, seed),
        }
    }
}

/// What the command line calls it.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Human => "human",
            Player::Random => "random",
        })
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(name: &str) -> Result<Player, String> {
        let found = Player::ALL.into_iter().find(|p| p.to_string() == name);
        found.ok_or_else(|| {
            let names = Player::ALL.map(|p| p.to_string()).join(", ");
            format!(
                "no player is named '{}'; there are {names}",
                name.escape_debug()
            )
        })
    }
}

/// Who plays which side, and the seed of what the computer leaves to chance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// Who plays black.
    pub black: Player,
    /// Who plays white.
    pub white: Player,
    /// The same seed gives the same moves.
    pub seed: u64,
}

impl Seats {
    /// Who plays the side.
    pub fn of(&self, stone: Stone) -> &Player {
        match stone {
            Stone::Black => &self.black,
            Stone::White => &self.white,
        }
    }

    /// Does a person play?
    pub fn has_human(&self) -> bool {
        !self.black.is_computer() || !self.white.is_computer()
    }

    /// Does a computer play?
    pub fn has_computer(&self) -> bool {
        self.black.is_computer() || self.white.is_computer()
    }

    /// What a record says of the players.
    pub fn heading(&self) -> Heading {
        Heading {
            black: self.black.to_string(),
            white: self.white.to_string(),
            ..Heading::default()
        }
    }

    /// Is it the computer's turn?
    pub fn computer_to_move(&self, game: &Game) -> bool {
        game.to_move()
            .is_some_and(|stone| self.of(stone).is_computer())
    }
}

/// A computer player at work.
pub struct Thinking(Receiver<Option<(usize, usize)>>);

impl Thinking {
    /// The player whose turn it is begins to think: in a thread of its own when that is `beside` the program, else it is
    /// done when this returns. `None` when the turn is a person's or nobody's.
    pub fn start(seats: &Seats, game: &Game, beside: bool) -> Option<Thinking> {
        let player = seats.of(game.to_move()?).clone();
        if !player.is_computer() {
            return None;
        }
        let (done, answer) = channel();
        let game = game.clone();
        let seed = seats.seed.wrapping_add(game.t() as u64);
        let think = move || {
            // Nobody waits for the answer any more when the game was left meanwhile.
            let _ = done.send(player.choose(&game, seed));
        };
        match beside {
            true => drop(std::thread::spawn(think)),
            false => think(),
        }
        Some(Thinking(answer))
    }

    /// Once it has decided: the row and column of its move, or `None` when it has no move.
    pub fn answer(&self) -> Option<Option<(usize, usize)>> {
        self.0.try_recv().ok()
    }
}
