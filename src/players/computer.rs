//! The computer's side of a game: choosing moves, evaluating them and explaining them.

use std::fmt::Debug;
use words::say;

use chacha20::ChaCha12Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::engine_process::{EngineError, Running};
use super::insight::Insight;
use super::job::Stop;
use super::learner::{Learners, NoMove};
use super::level::Level;
use super::moves::{Answer, Move};
use super::outside::Outside;
use super::player::Player;
use super::reasons::Reason;
use super::task::Task;
use games::stone::Stone;
use games::{Game, Place};
use mind::learner::Role;

/// The unit in which a game's values are displayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub name: &'static str,
    /// The number of decimals in a displayed value.
    pub digits: usize,
    /// The heading of the values beside the board.
    pub values: &'static str,
    /// The title of the graph.
    pub graph: &'static str,
    /// The label on the graph for an even position. The other labels are relative to it.
    pub even: f32,
    /// The smallest loss that is reported as a mistake.
    pub mistake: f32,
    /// The ranges that the graph can have. It uses the first one that is large enough.
    pub scales: &'static [f32],
    /// The words that follow "has" in the announcement of a win, such as "five".
    pub won: &'static str,
}

impl Unit {
    /// Formats a value with its unit, such as `3.2 discs`, `2 points` or `12%`.
    pub fn amount(&self, value: f32, digits: usize) -> String {
        let number = format!("{value:.digits$}");
        match (self.name, number.as_str()) {
            ("%", _) => number + "%",
            ("points", "1") => say!("1 point").to_string(),
            ("points", _) => say!("{number} points", number),
            (_, "1") => say!("1 disc").to_string(),
            (_, _) => say!("{number} discs", number),
        }
    }
}

/// Moves and their values.
pub type Values = Vec<(Place, Insight)>;

/// The learner's move: `Some(Ok(None))` if there is no move or the search was stopped, and `None` if the
/// learner does not support this kind of game.
pub type Learned = Option<Result<Option<Place>, NoMove>>;

/// An engine that evaluates positions of a game.
pub trait Analyst {
    /// Evaluates a position for `side`, which is to move or has to pass. The search is `less` plies shallower
    /// than usual.
    fn look(&mut self, game: &dyn Game, side: Stone, less: u8, stop: &dyn Fn() -> bool) -> Insight;
}

/// The computer's abilities in one game. All methods expect a position of that game.
///
/// A new game needs only [`unit`](Computer::unit) and [`analyst`](Computer::analyst), because the default
/// methods derive levels, values and reviews from these two.
pub trait Computer: Debug + Sync {
    /// The unit for the rules of this game.
    fn unit(&self, game: &dyn Game) -> &'static Unit;

    /// Creates an engine for reviews.
    fn analyst(&self) -> Box<dyn Analyst>;

    /// The processor time of a move at a level, in ms.
    fn cost(&self, _: Level) -> u32 {
        1
    }

    /// Chooses a random move. Returns `None` if there is no move.
    fn random_move(&self, game: &dyn Game, seed: u64) -> Option<Place> {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        game.moves().choose(&mut random).copied()
    }

    /// Makes the decision that precedes the choice of a place, if there is one: the answer to a question of
    /// the game, or a step in an opening rule.
    fn before_move(&self, _: &Player, game: &dyn Game, _: &mut Running, task: &mut Task<'_>) -> Answer {
        let choices = game.question().map(|question| question.choices.len());
        let answer = choices.map(|choices| task.seed_of(game.t()) as usize % choices);
        Ok(answer.map(Move::Answer))
    }

    /// True if the program can create random balanced openings for the game.
    fn has_openings(&self) -> bool {
        false
    }

    /// Chooses a move at this level, and reports its insights to the task. The same seed gives the same move
    /// unless the time runs out.
    fn choose(&self, _: Level, game: &dyn Game, task: &mut Task<'_>) -> Option<Place> {
        let seen = evaluate_moves(&mut *self.analyst(), game, &task.stop());
        let better = |best: (Place, Insight), other: (Place, Insight)| {
            if other.1.value.rank() > best.1.value.rank() { other } else { best }
        };
        let (place, insight) = seen.into_iter().reduce(better)?;
        (task.tell)(insight);
        Some(place)
    }

    /// Asks an external engine for a move. If the engine answers, keeps it running.
    ///
    /// # Errors
    /// If the engine plays another game or fails.
    fn ask(&self, who: &Outside, _: &dyn Game, _: &mut Running, _: &Task<'_>) -> Result<Place, EngineError> {
        Err(EngineError::OtherGame(who.name()))
    }

    /// Reports the values of the likeliest moves at increasing depths until `stop` returns true. Each report
    /// has the values of all these moves. Outside the background the search is shallower, because somebody is
    /// waiting for it.
    fn values(&self, game: &dyn Game, _beside: bool, stop: &dyn Fn() -> bool, tell: &mut dyn FnMut(Values)) {
        let seen = evaluate_moves(&mut *self.analyst(), game, stop);
        if seen.len() == game.moves().len() {
            tell(seen);
        }
    }

    /// Returns the proven reasons for and against a move, the most important first. `seen` is the engine's
    /// insight for the side that moves; `better` is a better move if this one is a mistake. `stop` aborts
    /// long searches.
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

    /// Returns the position as text for an exercise, or `None` if the game has no exercises.
    /// [`game_at`](super::computers::game_at) parses the text.
    fn position(&self, _: &dyn Game) -> Option<String> {
        None
    }

    /// True if the learner may learn from this game, which requires the standard starting position and rules.
    fn learns_from(&self, _: &dyn Game) -> bool {
        false
    }

    /// True if the learner supports this board size.
    fn knows_board(&self, _: &dyn Game) -> bool {
        true
    }

    /// Returns the learner's move, which is found within a time limit in ms.
    fn learned(&self, _: &Learners, _: &dyn Game, _seed: u64, _ms: u32, _stop: &Stop) -> Learned {
        None
    }

    /// Lets the learner learn from a finished game in which it played this role. Learning happens in the
    /// background if `_beside` is true, and otherwise before this returns.
    fn learn(&self, _: &Learners, _: &dyn Game, _: Role, _seed: u64, _beside: bool) {}

    /// A phrase for the time that a move takes at this level.
    fn cost_in_words(&self, level: Level) -> String {
        match self.cost(level) {
            ..10 => say!("less than 10 ms a move").to_string(),
            ms => say!("{ms} ms a move on average", ms),
        }
    }

    /// The results of the levels from 2 on against the level below, as the number of wins in 100 games. A
    /// draw counts as half a win. Empty if not measured.
    fn wins(&self) -> &'static [u32] {
        &[]
    }

    /// A phrase for the strength of a level, measured against the level below.
    fn strength_in_words(&self, level: Level) -> String {
        let below = level.number() - 1;
        let wins = usize::from(below).checked_sub(1).and_then(|n| self.wins().get(n));
        match wins {
            Some(50) => say!("plays like level {below}", below),
            Some(wins) => say!("beats level {below} in {wins} of 100", below, wins),
            None => String::new(),
        }
    }

    /// Lets the learner learn from a game that had the standard starting position and ended on the board.
    /// Learning happens in the background if `beside` is true, and otherwise before this returns. The same
    /// seed gives the same result.
    fn game_over(&self, learners: &Learners, game: &dyn Game, role: Role, seed: u64, beside: bool) {
        if self.learns_from(game) && game.outcome().is_some() && game.lost().is_none() {
            self.learn(learners, game, role, seed, beside);
        }
    }
}

/// Evaluates the moves of the player to move, as many as time allows.
fn evaluate_moves(analyst: &mut dyn Analyst, game: &dyn Game, stop: &dyn Fn() -> bool) -> Values {
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
