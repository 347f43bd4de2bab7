//! A computer player at work.
//!
//! It is a function of the game and a seed: the same seed gives the same move, and a game that was taken back or opened again goes on as
//! it would have. It thinks in a thread of its own where time passes by itself.

use super::computer::Computer;
use super::cores;
use super::engine_process::Program;
use super::insight::Insight;
use super::job::{Job, News};
use super::learner::Learners;
use super::level::Level;
use super::moves::{Answer, Move, Trouble};
use super::player::Player;
use super::seats::Seats;
use super::task::Task;
use games::Game;
use games::stone::Stone;
use std::time::Duration;

/// What players have from one move to the next.
#[derive(Default)]
pub struct Engines {
    /// The other programs that play and run already: black's and white's.
    running: [Option<Program>; 2],
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

    /// What came with the last answer, once: that a program could not open the game.
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
enum Message {
    Insight(Insight),
    Answer(Answer, Option<Program>, Option<String>),
}

/// A computer player at work. It stops when this is dropped.
pub struct Thinking {
    job: Job<Message>,
    side: usize,
}

impl Thinking {
    /// The player whose turn it is begins to think: in a thread of its own when that is `beside` the program, else it is
    /// done when this returns. `None` when the turn is a person's or nobody's.
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
        // The players may have changed sides in the opening: the program goes with its player.
        let is_his =
            |running: &Option<Program>| running.as_ref().is_some_and(|p| p.plays_for(&player));
        if !is_his(&engines.running[side]) && is_his(&engines.running[1 - side]) {
            engines.change_sides();
        }
        let mut running = engines.running[side].take();
        let job = Job::start(beside, move |stop, tell| {
            let (answer, remark) = {
                let tell = &mut |insight| tell(Message::Insight(insight));
                let mut task = Task::new(seed, patience, turn, stop, tell);
                task.threads = cores::of_work(beside);
                let answer = decide(
                    computer,
                    &player,
                    &*game,
                    &mut running,
                    &learners,
                    &mut task,
                );
                (answer, task.remark)
            };
            tell(Message::Answer(answer, running, remark));
        });
        Some(Thinking { job, side })
    }

    /// The answer, once there is one. What the player has thought meanwhile is told. A program that goes on running is given back to the
    /// engines.
    pub fn answer(&self, engines: &mut Engines, tell: &mut dyn FnMut(Insight)) -> Option<Answer> {
        loop {
            match self.job.look() {
                News::Found(Message::Insight(insight)) => tell(insight),
                News::Found(Message::Answer(answer, running, remark)) => {
                    engines.running[self.side] = running;
                    engines.remark = remark;
                    return Some(answer);
                }
                News::NotYet => return None,
                News::Done => return Some(Err(Trouble::Stopped)),
            }
        }
    }
}

/// What the player whose turn it is does.
fn decide(
    computer: &dyn Computer,
    player: &Player,
    game: &dyn Game,
    running: &mut Option<Program>,
    learners: &Learners,
    task: &mut Task<'_>,
) -> Answer {
    if let Some(done) = computer.before_it_thinks(player, game, running, task)? {
        return Ok(Some(done));
    }
    // Nobody is asked for a move where there is none.
    if game.moves().is_empty() {
        return Ok(None);
    }
    let seed = task.seed_of(game.t());
    let place = match player {
        // A person is asked at the keyboard.
        Player::Human => None,
        Player::Random => computer.by_chance(game, seed),
        Player::Level(level) => computer.choose(*level, game, task),
        Player::Outside(who) => Some(computer.ask(who, running, game, task)?),
        // Where it knows nothing it plays as it does where its book ends.
        Player::Learner => match computer.learned(learners, game, seed, task.patience, task.stop) {
            Some(place) => place?,
            None => computer.choose(Level::of_the_learner(), game, task),
        },
    };
    Ok(place.map(Move::Drop))
}
