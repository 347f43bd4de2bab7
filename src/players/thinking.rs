//! A computer player that is choosing a move, in the background unless time is virtual.
//!
//! The move depends only on the game and a seed, so a game continues in the same way after undo or when it is
//! resumed.

use super::c_player::CError;
use super::computer::Computer;
use super::cores;
use super::engine_process::Running;
use super::insight::Insight;
use super::job::{Job, Poll};
use super::learner::Learners;
use super::level::Level;
use super::moves::{Answer, Move, PlayerError};
use super::player::Player;
use super::seats::Seats;
use super::task::Task;
use games::Game;
use games::stone::Stone;
use std::time::{Duration, Instant};

/// The state of the computer players that is kept between moves.
#[derive(Default)]
pub struct Engines {
    /// The running external engines of Black and White.
    running: [Running; 2],
    learner: Learners,
    /// The message that came with the last answer, if any.
    remark: Option<String>,
}

impl Engines {
    pub fn new(learner: Learners) -> Engines {
        Engines { learner, ..Engines::default() }
    }

    /// Returns and removes the message that came with the last answer, for example that an engine could not
    /// open the game.
    pub fn take_remark(&mut self) -> Option<String> {
        self.remark.take()
    }

    /// Swaps the engines after the players have swapped colours.
    pub fn change_sides(&mut self) {
        self.running.swap(0, 1);
    }

    /// The processor time of one side's external engine, if the system reports it.
    pub fn processor_time(&self, side: Stone) -> Option<Duration> {
        self.running[side as usize - 1].as_ref()?.processor_time()
    }
}

enum Message {
    Insight(Insight),
    Answer(Box<(Answer, Running, Option<String>)>),
}

/// A computer player that is choosing a move. The player is stopped when this value is dropped.
pub struct Thinking {
    job: Job<Message>,
    side: usize,
}

impl Thinking {
    /// Starts the player to move. If `beside` is true, the player thinks in the background; otherwise the
    /// player has finished when this function returns. Returns `None` if it is a person's turn or nobody's.
    pub fn start(
        computer: &'static dyn Computer,
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
        let (game, learners) = (game.copy(), engines.learner.clone());
        // If the players swapped colours in the opening, the engine follows its player.
        let is_his = |running: &Running| running.as_ref().is_some_and(|p| p.plays_for(&player));
        if !is_his(&engines.running[side]) && is_his(&engines.running[1 - side]) {
            engines.change_sides();
        }
        let mut running = engines.running[side].take();
        let job = Job::start(beside, move |stop, tell| {
            let mut task = Task {
                seed,
                patience,
                turn,
                threads: cores::of_work(beside),
                since: Instant::now(),
                stop,
                remark: None,
                tell: &mut |insight| tell(Message::Insight(insight)),
            };
            let answer = decide(computer, &player, &*game, &learners, &mut running, &mut task);
            let remark = task.remark;
            tell(Message::Answer(Box::new((answer, running, remark))));
        });
        Some(Thinking { job, side })
    }

    /// Returns the answer if it has arrived, and passes insights to `tell`. Puts a running engine back into
    /// `engines`.
    pub fn answer(&self, engines: &mut Engines, tell: &mut dyn FnMut(Insight)) -> Option<Answer> {
        loop {
            match self.job.look() {
                Poll::Found(Message::Insight(insight)) => tell(insight),
                Poll::Found(Message::Answer(found)) => {
                    let (answer, running, remark) = *found;
                    engines.running[self.side] = running;
                    engines.remark = remark;
                    return Some(answer);
                }
                Poll::NotYet => return None,
                Poll::Done => return Some(Err(PlayerError::Stopped)),
            }
        }
    }
}

/// Makes the decision of the player to move.
fn decide(
    computer: &dyn Computer,
    player: &Player,
    game: &dyn Game,
    learners: &Learners,
    running: &mut Running,
    task: &mut Task<'_>,
) -> Answer {
    if let Some(done) = computer.before_move(player, game, running, task)? {
        return Ok(Some(done));
    }
    // Never ask a player for a move when there is none.
    if game.moves().is_empty() {
        return Ok(None);
    }
    let seed = task.seed_of(game.t());
    let place = match player {
        // People enter their moves at the keyboard.
        Player::Human | Player::Friend => None,
        Player::Random => computer.random_move(game, seed),
        Player::Level(level) => computer.choose(*level, game, task),
        Player::Outside(who) => Some(computer.ask(who, game, running, task)?),
        Player::C(program) => match program.choose(game, seed, task.stop) {
            Err(CError::Cancelled) => None,
            chosen => Some(chosen?),
        },
        // If the learner does not support this kind of game, treat the position as one outside its book.
        Player::Learner => match computer.learned(learners, game, seed, task.patience, task.stop) {
            Some(place) => place?,
            None => computer.choose(Level::OF_THE_LEARNER, game, task),
        },
    };
    Ok(place.map(Move::Drop))
}
