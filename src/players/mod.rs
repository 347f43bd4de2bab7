//! Who can sit at the board.
//!
//! A computer player is a function of the game and a seed: the same seed gives the same move, and a game that was taken
//! back or opened again goes on as it would have. It thinks in a thread of its own where time passes by itself.

pub mod analysis;
pub mod contest;
pub mod hints;
pub mod insight;
pub mod job;
pub mod level;
pub mod outside;
pub mod pupil;
mod random;
mod swap2;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use crate::games::stone::Stone;
use crate::games::{Game, Place};
use crate::games::{gomoku, othello};
use crate::records::Heading;
use insight::Insight;
use job::{Job, Seen};
use level::Level;
use outside::{Engine, Outside};
use pupil::Pupil;

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    #[default]
    Human,
    /// The computer of the Reversi text: any legal move. In gomoku, any point near the stones.
    Random,
    /// A level of the engine.
    Level(Level),
    /// The one that learns from its games.
    Learner,
    /// Another program.
    Outside(Outside),
}

impl Player {
    /// Those that are always there, in the order in which a menu offers them.
    pub fn all() -> Vec<Player> {
        let levels = Level::all().map(Player::Level);
        [Player::Human, Player::Random]
            .into_iter()
            .chain(levels)
            .chain([Player::Learner])
            .collect()
    }

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
            Player::Level(level) => level.fmt(f),
            Player::Learner => f.write_str("learner"),
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
        match (name, Level::find(name)) {
            ("human", _) => Ok(Player::Human),
            ("random", _) => Ok(Player::Random),
            ("learner", _) => Ok(Player::Learner),
            (_, Some(level)) => Ok(Player::Level(level)),
            _ => Err(format!(
                "no player is named '{}'; there are human, random, 1 to {}, learner, nboard:COMMAND and gomocup:COMMAND",
                name.escape_debug(),
                level::HIGHEST
            )),
        }
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
    /// How long a computer player may take for a move, in ms: a level plays what it has found by then, another program has
    /// failed.
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

    /// What chance makes of turn `t`.
    fn seed_of(&self, t: usize) -> u64 {
        self.seed.wrapping_add(t as u64)
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
    pub fn computer_to_move(&self, game: &dyn Game) -> bool {
        game.player_to_move()
            .is_some_and(|stone| self.of(stone).is_computer())
    }
}

/// What a computer player does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// It drops a stone there.
    Drop(Place),
    /// It answers the game's question with the choice of this number, from 0.
    Answer(usize),
}

/// A computer's move, or `None` when it has no move; or why it cannot play, a sentence.
pub type Answer = Result<Option<Move>, String>;

/// The row and column where a stone is dropped, if there is a move; or why none can be found.
type Found = Result<Option<Place>, String>;

/// What players have from one move to the next.
#[derive(Default)]
pub struct Engines {
    /// The other programs that play and run already: black's and white's.
    running: [Option<Engine>; 2],
    /// Who plays when the learner does.
    learner: Pupil,
}

impl Engines {
    /// None that runs, and this learner.
    pub fn new(learner: Pupil) -> Engines {
        Engines {
            learner,
            ..Engines::default()
        }
    }
}

/// What a computer player tells while it thinks.
enum Told {
    Insight(Insight),
    Answer(Answer, Option<Engine>),
}

/// A computer player at work. It stops when this is dropped.
pub struct Thinking {
    job: Job<Told>,
    side: usize,
}

impl Thinking {
    /// The player whose turn it is begins to think: in a thread of its own when that is `beside` the program, else it is
    /// done when this returns. `None` when the turn is a person's or nobody's.
    pub fn start(
        seats: &Seats,
        game: &dyn Game,
        beside: bool,
        engines: &mut Engines,
    ) -> Option<Thinking> {
        let stone = game.player_to_move()?;
        if !seats.of(stone).is_computer() {
            return None;
        }
        let side = stone as usize - 1;
        let (seats, game, engine) = (seats.clone(), game.copy(), engines.running[side].take());
        let learner = engines.learner.clone();
        let job = Job::start(beside, move |stop, tell| {
            if let (Some(question), Some(player)) = (game.question(), Some(seats.of(stone))) {
                let answer = match game.of::<gomoku::Game>() {
                    Some(gomoku) => swap2::decide(player, gomoku, &seats, stop),
                    None => seats.seed_of(game.t()) as usize % question.choices.len(),
                };
                return tell(Told::Answer(Ok(Some(Move::Answer(answer))), engine));
            }
            let player = seats.of(stone);
            let (found, engine) = choose(
                player,
                &seats,
                &*game,
                engine,
                &learner,
                stop,
                &mut |insight| {
                    tell(Told::Insight(insight));
                },
            );
            let answer = found.map(|place| place.map(Move::Drop));
            tell(Told::Answer(answer, engine));
        });
        Some(Thinking { job, side })
    }

    /// The answer, once there is one, and what the player has thought meanwhile is told. Another program that goes on
    /// running is among the engines again.
    pub fn answer(&self, engines: &mut Engines, tell: &mut dyn FnMut(Insight)) -> Option<Answer> {
        loop {
            match self.job.look() {
                Seen::Found(Told::Insight(insight)) => tell(insight),
                Seen::Found(Told::Answer(answer, engine)) => {
                    engines.running[self.side] = engine;
                    return Some(answer);
                }
                Seen::Nothing => return None,
                Seen::Done => return Some(Err("The computer has stopped thinking.".to_string())),
            }
        }
    }
}

/// Where the player whose turn it is drops a stone.
fn choose(
    player: &Player,
    seats: &Seats,
    game: &dyn Game,
    engine: Option<Engine>,
    learner: &Pupil,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Insight),
) -> (Found, Option<Engine>) {
    let by_chance = random::choose(game, seats.seed_of(game.t()));
    let (othello, gomoku) = (game.of::<othello::Game>(), game.of::<gomoku::Game>());
    if let (Some(game), false) = (gomoku, *player == Player::Random)
        && let Some(point) = swap2::open(game, seats.seed)
    {
        return (Ok(Some((point.row(), point.col()))), engine);
    }
    // By rules that are not in its book the learner plays as it does where its book ends.
    let without_book = Player::Level(Level::of_the_learner());
    let player = match (player, gomoku) {
        (Player::Learner, Some(_)) if !pupil::begins_as_usual(game) => &without_book,
        _ => player,
    };
    match (player, othello, gomoku) {
        // Where there is no move nobody needs to be asked for one.
        (Player::Outside(who), ..) if by_chance.is_some() => {
            outside::choose(who, engine, game, seats, stop)
        }
        (Player::Level(level), Some(game), _) => {
            let cell = level::othello(*level, game, seats, stop, tell);
            (Ok(cell.map(|cell| (cell.row, cell.col))), engine)
        }
        (Player::Level(level), _, Some(game)) if by_chance.is_some() => {
            let point = level::gomoku(*level, game, seats, stop, tell);
            (Ok(point.map(|point| (point.row(), point.col()))), engine)
        }
        (Player::Learner, Some(_), _) | (Player::Learner, _, Some(_)) => {
            (Ok(learner.choose(game, seats.seed_of(game.t()))), engine)
        }
        // A person is asked at the keyboard.
        (Player::Human, ..) => (Ok(None), engine),
        _ => (Ok(by_chance), engine),
    }
}
