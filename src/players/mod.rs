//! Who can sit at the board.
//!
//! A computer player is a function of the game and a seed: the same seed gives the same move, and a game that was taken
//! back or opened again goes on as it would have. It thinks in a thread of its own where time passes by itself.

pub mod outside;
mod random;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use crate::game::Game;
use crate::records::Heading;
use crate::stone::Stone;
use outside::{Engine, Outside};

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    #[default]
    Human,
    /// The computer of the Reversi text: any legal move. In gomoku, any point near the stones.
    Random,
    /// Another program.
    Outside(Outside),
}

impl Player {
    /// Those that are always there, in the order in which a menu offers them.
    pub const ALL: [Player; 2] = [Player::Human, Player::Random];

    /// Does it move by itself?
    pub fn is_computer(&self) -> bool {
        *self != Player::Human
    }
}

/// What the command line calls it.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Random => f.write_str("random"),
            Player::Outside(Outside { protocol, command }) => match protocol {
                outside::Protocol::NBoard => write!(f, "nboard:{command}"),
                outside::Protocol::Gomocup => write!(f, "gomocup:{command}"),
            },
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(name: &str) -> Result<Player, String> {
        if let Some(outside) = Outside::parse(name) {
            return outside.map(Player::Outside);
        }
        let found = Player::ALL.into_iter().find(|p| p.to_string() == name);
        found.ok_or_else(|| {
            let names = Player::ALL.map(|p| p.to_string()).join(", ");
            format!(
                "no player is named '{}'; there are {names}, nboard:COMMAND and gomocup:COMMAND",
                name.escape_debug()
            )
        })
    }
}

/// Who plays which side, and the seed of what the computer leaves to chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// Who plays black.
    pub black: Player,
    /// Who plays white.
    pub white: Player,
    /// The same seed gives the same moves.
    pub seed: u64,
    /// How long another program may take for a move, in ms.
    pub patience: u32,
}

/// Two people.
impl Default for Seats {
    fn default() -> Seats {
        Seats {
            black: Player::Human,
            white: Player::Human,
            seed: 0,
            patience: 30_000,
        }
    }
}

impl Seats {
    /// Who plays the side.
    pub fn of(&self, stone: Stone) -> &Player {
        match stone {
            Stone::Black => &self.black,
            Stone::White => &self.white,
        }
    }

    /// Who plays the side, to be changed.
    pub fn of_mut(&mut self, stone: Stone) -> &mut Player {
        match stone {
            Stone::Black => &mut self.black,
            Stone::White => &mut self.white,
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

/// The row and column of a computer's move, or `None` when it has no move; or why it cannot play, a sentence.
pub type Answer = Result<Option<(usize, usize)>, String>;

/// The other programs that play and run already: black's and white's.
#[derive(Default)]
pub struct Engines([Option<Engine>; 2]);

/// A computer player at work. It stops when this is dropped.
pub struct Thinking {
    answer: Receiver<(Answer, Option<Engine>)>,
    stop: Arc<AtomicBool>,
    side: usize,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // Another program is to have ended before this one does.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Thinking {
    /// The player whose turn it is begins to think: in a thread of its own when that is `beside` the program, else it is
    /// done when this returns. `None` when the turn is a person's or nobody's.
    pub fn start(
        seats: &Seats,
        game: &Game,
        beside: bool,
        engines: &mut Engines,
    ) -> Option<Thinking> {
        let stone = game.to_move()?;
        if !seats.of(stone).is_computer() {
            return None;
        }
        let side = stone as usize - 1;
        let (done, answer) = channel();
        let (seats, game, engine) = (seats.clone(), game.clone(), engines.0[side].take());
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let think = move || {
            // Nobody waits for the answer any more when the game was left meanwhile.
            let _ = done.send(choose(&seats, &game, engine, &stopped));
        };
        let thread = match beside {
            true => Some(std::thread::spawn(think)),
            false => {
                think();
                None
            }
        };
        Some(Thinking {
            answer,
            stop,
            side,
            thread,
        })
    }

    /// The answer, once there is one. Another program that goes on running is among the engines again.
    pub fn answer(&self, engines: &mut Engines) -> Option<Answer> {
        let (answer, engine) = self.answer.try_recv().ok()?;
        engines.0[self.side] = engine;
        Some(answer)
    }
}

/// The move of the player whose turn it is.
fn choose(
    seats: &Seats,
    game: &Game,
    engine: Option<Engine>,
    stop: &AtomicBool,
) -> (Answer, Option<Engine>) {
    let seed = seats.seed.wrapping_add(game.t() as u64);
    let by_chance = random::choose(game, seed);
    match seats.of(Stone::of_turn(game.t())) {
        // Where there is no move nobody needs to be asked for one.
        Player::Outside(who) if by_chance.is_some() => {
            outside::choose(who, engine, game, seats, stop)
        }
        // A person is asked at the keyboard.
        Player::Human => (Ok(None), engine),
        Player::Random | Player::Outside(_) => (Ok(by_chance), engine),
    }
}
