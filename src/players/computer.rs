//! What computes for a game: who plays it, what its moves are worth, and why.

use std::fmt::Debug;
use words::say;

use chacha20::ChaCha12Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::engine_process::{EngineTrouble, Program};
use super::insight::Insight;
use super::job::Stop;
use super::learner::{Learners, NoMove};
use super::level::Level;
use super::moves::{Move, Trouble};
use super::outside::Outside;
use super::player::Player;
use super::reasons::Reason;
use super::task::Task;
use games::stone::Stone;
use games::{Game, Place};
use mind::learner::Role;

/// What is counted in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// What it is called.
    pub name: &'static str,
    /// How many digits after the point it has.
    pub digits: usize,
    /// What the graph shows.
    pub graph: &'static str,
    /// What the graph calls an even position; its other numbers count from there.
    pub even: f32,
    /// A move that gives away this much is a mistake.
    pub mistake: f32,
    /// How far the graph reaches: the first that is enough.
    pub scales: &'static [f32],
    /// What the winner of a game has: `five`.
    pub won: &'static str,
}

impl Unit {
    /// So much of it, with so many digits after the point: `3.2 discs` or `12%`.
    pub fn amount(&self, value: f32, digits: usize) -> String {
        let number = format!("{value:.digits$}");
        match (self.name, number.as_str()) {
            ("%", _) => number + "%",
            (_, "1") => say!("1 disc").to_string(),
            (_, _) => say!("{number} discs", number),
        }
    }
}

/// An engine that looks at the positions of a game.
pub trait Analyst {
    /// What the position is worth to the side, who moves next or would if it could; `less` plies less deep than usual.
    fn look(&mut self, game: &dyn Game, side: Stone, less: u8, stop: &dyn Fn() -> bool) -> Insight;
}

/// What the computer knows of a game. Each is asked only about its own game.
///
/// An [`Analyst`] and a [`Unit`] are enough: the levels, the values of F6 and the review of F7 follow from them.
pub trait Computer: Debug + Sync {
    /// What is counted in the game.
    fn unit(&self) -> &'static Unit;

    /// An engine that has seen no position yet.
    fn analyst(&self) -> Box<dyn Analyst>;

    /// What a move of a level costs, in ms of processor time.
    fn cost(&self, _: Level) -> u32 {
        1
    }

    /// A move by chance, or `None` where there is no move.
    fn by_chance(&self, game: &dyn Game, seed: u64) -> Option<Place> {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        game.moves().choose(&mut random).copied()
    }

    /// What a player does in a turn before it thinks of dropping a stone: it answers the game's question, or follows an opening.
    fn before_it_thinks(
        &self,
        _: &Player,
        game: &dyn Game,
        _running: &mut Option<Program>,
        task: &mut Task<'_>,
    ) -> Result<Option<Move>, Trouble> {
        let choices = game.question().map(|question| question.choices.len());
        let answer = choices.map(|choices| task.seed_of(game.t()) as usize % choices);
        Ok(answer.map(Move::Answer))
    }

    /// Can chance draw an opening that leaves neither side ahead?
    fn has_openings(&self) -> bool {
        false
    }

    /// Where a level drops its stone; the same seed gives the same place, if there is time enough. It tells what it thinks.
    fn choose(&self, _: Level, game: &dyn Game, task: &mut Task<'_>) -> Option<Place> {
        let seen = look_at_each(&mut *self.analyst(), game, &task.stop());
        let better = |best: (Place, Insight), other: (Place, Insight)| match other.1.value.rank()
            > best.1.value.rank()
        {
            true => other,
            false => best,
        };
        let (place, insight) = seen.into_iter().reduce(better)?;
        (task.tell)(insight);
        Some(place)
    }

    /// Where another program drops its stone. A program that has answered is kept in `running`.
    ///
    /// # Errors
    /// The program plays another game, or does not play on.
    fn ask(
        &self,
        who: &Outside,
        _running: &mut Option<Program>,
        _: &dyn Game,
        _: &Task<'_>,
    ) -> Result<Place, EngineTrouble> {
        Err(EngineTrouble::OtherGame(who.name()))
    }

    /// Tells what the likeliest moves are worth to the player to move, deeper and deeper until it is stopped: each time of all moves at
    /// once. If it does not look `beside` the program, somebody waits, and it looks less deep.
    fn values(
        &self,
        game: &dyn Game,
        _beside: bool,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(Vec<(Place, Insight)>),
    ) {
        let seen = look_at_each(&mut *self.analyst(), game, stop);
        if seen.len() == game.moves().len() {
            tell(seen);
        }
    }

    /// The reasons that hold for a move, the weightiest first. `seen` is what an engine says of the move, for whoever makes it; `better`
    /// is a move that is better, if the move is a mistake. `stop` ends what takes long.
    fn reasons(
        &self,
        _before: &dyn Game,
        _played: Place,
        _seen: Option<&Insight>,
        _better: Option<Place>,
        _stop: &dyn Fn() -> bool,
    ) -> Vec<Reason> {
        Vec::new()
    }

    /// The position of an exercise as text, which [`game_at`](super::computers::game_at) reads. `None` in a game without exercises.
    fn position(&self, _: &dyn Game) -> Option<String> {
        None
    }

    /// Does the learner learn from such a game? It must have begun with the usual position, by the usual rules.
    fn learns_from(&self, _: &dyn Game) -> bool {
        false
    }

    /// Does the learner know the board of this game?
    fn knows_board(&self, _: &dyn Game) -> bool {
        true
    }

    /// The learner's move, found within this many ms; without a place if there is none, or when `stop` is set. `None` if the learner does
    /// not know such games.
    fn learned(
        &self,
        _: &Learners,
        _: &dyn Game,
        _seed: u64,
        _ms: u32,
        _stop: &Stop,
    ) -> Option<Result<Option<Place>, NoMove>> {
        None
    }

    /// Teaches the learner a game that is over, in which it had this role: beside the program, or before this returns.
    fn learn(&self, _: &Learners, _: &dyn Game, _: Role, _seed: u64, _beside: bool) {}

    /// What a move of this level costs in time, in words: as measured once, on one thread.
    fn cost_in_words(&self, level: Level) -> String {
        match self.cost(level) {
            ..10 => say!("less than 10 ms a move").to_string(),
            ms => say!("about {ms} ms a move", ms),
        }
    }

    /// How many of a hundred games each level wins against the one below it, from level 2 on; draws count half. Nothing where nobody has
    /// measured that.
    fn wins(&self) -> &'static [u32] {
        &[]
    }

    /// How strong this level is, in words: as measured against the level below it.
    fn strength_in_words(&self, level: Level) -> String {
        let below = level.number() - 1;
        let wins = usize::from(below)
            .checked_sub(1)
            .and_then(|n| self.wins().get(n));
        match wins {
            Some(50) => say!("plays like level {below}", below),
            Some(wins) => say!("beats level {below} in {wins} of 100", below, wins),
            None => String::new(),
        }
    }

    /// Teaches the learner a game in which it had this role, if the game began as usual and is over on the board: beside the program, or
    /// before this returns. The same seed learns the same.
    fn game_over(&self, learners: &Learners, game: &dyn Game, role: Role, seed: u64, beside: bool) {
        if self.learns_from(game) && game.outcome().is_some() && game.lost().is_none() {
            self.learn(learners, game, role, seed, beside);
        }
    }
}

/// What each move is worth to the player to move, as far as there is time to look.
fn look_at_each(
    analyst: &mut dyn Analyst,
    game: &dyn Game,
    stop: &dyn Fn() -> bool,
) -> Vec<(Place, Insight)> {
    let opponent = game.player().other();
    let look = |place: Place| {
        let mut after = game.copy();
        after.play(place);
        let seen = analyst.look(&*after, opponent, 1, stop);
        let seen = Insight {
            value: seen.value.of_move(),
            line: [place].into_iter().chain(seen.line).collect(),
            ..seen
        };
        (place, seen)
    };
    let moves = game.moves().into_iter().take_while(|_| !stop());
    moves.map(look).collect()
}
