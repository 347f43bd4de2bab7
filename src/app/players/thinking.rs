//! A computer player at work.
//!
//! It is a function of the game and a seed: the same seed gives the same move, and a game that was taken back or opened again goes on as
//! it would have. It thinks in a thread of its own where time passes by itself.

use super::cores;
use super::engine_process::{self, Engine, EngineTrouble, InSwap2};
use super::insight::Insight;
use super::job::{Job, Seen};
use super::learner::{Learners, NoMove, begins_as_usual};
use super::level::{self, Level};
use super::player::Player;
use super::seats::Seats;
use super::task::Task;
use super::{random, swap2};
use games::stone::Stone;
use games::{Game, Place, gomoku, othello};
use std::time::Duration;

/// What a computer player does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// It drops a stone there.
    Drop(Place),
    /// It answers the game's question with the choice of this number, from 0.
    Answer(usize),
}

/// Why a computer player cannot play on. As text it is a sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// Another program is in trouble.
    #[error(transparent)]
    Engine(#[from] EngineTrouble),
    /// The learner is.
    #[error(transparent)]
    Learner(#[from] NoMove),
    /// Its thread has failed.
    #[error("The computer has stopped thinking.")]
    Stopped,
}

/// A computer's move, or `None` when it has no move.
pub type Answer = Result<Option<Move>, Trouble>;

/// What players have from one move to the next.
#[derive(Default)]
pub struct Engines {
    /// The other programs that play and run already: black's and white's.
    running: [Option<Engine>; 2],
    /// Who plays when the learner does.
    learner: Learners,
    /// What the last answer brought besides.
    remark: Option<String>,
}

impl Engines {
    /// None that runs, and this learner.
    pub fn new(learner: Learners) -> Engines {
        Engines {
            learner,
            ..Engines::default()
        }
    }

    /// What there is to tell besides the last answer, once: that a program was not able to open the game.
    pub fn take_remark(&mut self) -> Option<String> {
        self.remark.take()
    }

    /// The players have changed sides, and their programs go with them.
    pub fn change_sides(&mut self) {
        self.running.swap(0, 1);
    }

    /// The processor time that the other program of a side has used so far, where the system tells.
    pub fn processor_time(&self, side: Stone) -> Option<Duration> {
        self.running[side as usize - 1].as_ref()?.processor_time()
    }
}

/// What a computer player tells while it thinks.
enum Told {
    Insight(Insight),
    Answer(Answer, Option<Engine>, Option<String>),
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
        let (player, seed) = (seats.of(stone).clone(), seats.seed);
        let (patience, turn) = (seats.patience, seats.turn);
        let (game, learner) = (game.copy(), engines.learner.clone());
        // The players may have changed sides in the opening: the program goes with its player.
        let is_his =
            |engine: &Option<Engine>| engine.as_ref().is_some_and(|e| e.plays_for(&player));
        if !is_his(&engines.running[side]) && is_his(&engines.running[1 - side]) {
            engines.change_sides();
        }
        let mut engine = engines.running[side].take();
        let job = Job::start(beside, move |stop, tell| {
            let (answer, remark) = {
                let tell = &mut |insight| tell(Told::Insight(insight));
                let mut task = Task::new(seed, patience, turn, stop, tell);
                task.threads = cores::of_work(beside);
                let answer = decide(&player, &*game, &mut engine, &learner, &mut task);
                (answer, task.remark)
            };
            tell(Told::Answer(answer, engine, remark));
        });
        Some(Thinking { job, side })
    }

    /// The answer, once there is one, and what the player has thought meanwhile is told. Another program that goes on
    /// running is among the engines again.
    pub fn answer(&self, engines: &mut Engines, tell: &mut dyn FnMut(Insight)) -> Option<Answer> {
        loop {
            match self.job.look() {
                Seen::Found(Told::Insight(insight)) => tell(insight),
                Seen::Found(Told::Answer(answer, engine, remark)) => {
                    engines.running[self.side] = engine;
                    engines.remark = remark;
                    return Some(answer);
                }
                Seen::Nothing => return None,
                Seen::Done => return Some(Err(Trouble::Stopped)),
            }
        }
    }
}

/// What the player whose turn it is does.
fn decide(
    player: &Player,
    game: &dyn Game,
    engine: &mut Option<Engine>,
    learner: &Learners,
    task: &mut Task<'_>,
) -> Answer {
    if let (Player::Outside(who), Some(game)) = (player, game.of::<gomoku::Game>()) {
        match engine_process::in_swap2(who, engine, game, task)? {
            InSwap2::Puts(place) => return Ok(Some(Move::Drop(place))),
            InSwap2::Decides(decision) => {
                let possible = game.possible_decisions();
                let choice = possible.iter().position(|one| *one == decision);
                return Ok(choice.map(Move::Answer));
            }
            InSwap2::Unknown => {
                let name = who.name();
                let does = if game.pieces().is_empty() {
                    "opens"
                } else {
                    "chooses"
                };
                task.remark = Some(format!("{name} does not know swap2: qipan {does} for it."));
            }
            InSwap2::Nothing => {}
        }
    }
    if let Some(question) = game.question() {
        let choice = match game.of::<gomoku::Game>() {
            Some(gomoku) => swap2::decide(player, gomoku, task),
            None => task.seed_of(game.t()) as usize % question.choices.len(),
        };
        return Ok(Some(Move::Answer(choice)));
    }
    let place = choose(player, game, engine, learner, task)?;
    Ok(place.map(Move::Drop))
}

/// Where the player whose turn it is drops a stone.
fn choose(
    player: &Player,
    game: &dyn Game,
    engine: &mut Option<Engine>,
    learner: &Learners,
    task: &mut Task<'_>,
) -> Result<Option<Place>, Trouble> {
    let by_chance = random::choose(game, task.seed_of(game.t()));
    let (othello, gomoku) = (game.of::<othello::Game>(), game.of::<gomoku::Game>());
    if let (Some(game), false) = (gomoku, *player == Player::Random)
        && let Some(point) = swap2::open(game, task.seed)
    {
        return Ok(Some((point.row(), point.col())));
    }
    // By rules that are not in its book the learner plays as it does where its book ends.
    let without_book = Player::Level(Level::of_the_learner());
    let player = match (player, gomoku) {
        (Player::Learner, Some(_)) if !begins_as_usual(game) => &without_book,
        _ => player,
    };
    Ok(match (player, othello, gomoku) {
        // Where there is no move nobody needs to be asked for one.
        (Player::Outside(who), ..) if by_chance.is_some() => {
            Some(engine_process::choose(who, engine, game, task)?)
        }
        (Player::Level(level), Some(game), _) => {
            let cell = level::othello(*level, game, task);
            cell.map(|cell| (cell.row, cell.col))
        }
        (Player::Level(level), _, Some(game)) if by_chance.is_some() => {
            let point = level::gomoku(*level, game, task);
            Some((point.row(), point.col()))
        }
        (Player::Learner, Some(_), _) | (Player::Learner, _, Some(_)) => {
            learner.choose(game, task.seed_of(game.t()), task.patience, task.stop)?
        }
        // A person is asked at the keyboard.
        (Player::Human, ..) => None,
        _ => by_chance,
    })
}
