//! The Othello learner's skill: weights that learn from each game, and occasional trials of the weights.

use std::ops::Range;

use chacha20::ChaCha12Rng;

use super::arena::{Rival, any, by_weights, play, rival};
use super::book::{Book, BookPosition, Fact};
use super::event::Trial;
use super::history::History;
use super::player::{LearnerOf, Skill};
use super::position::{Line, Role};
use super::search::{Effort, SearchContext, ValuedMove, best, next, square};
use super::weights::{Start, Weights};
use crate::bytes::{Bytes, Encoded};
use crate::engine::othello::{Board, solve};

/// The number of games in the match between the new and the old weights.
const GUARD_GAMES: u32 = 40;

/// The lowest score, in thousandths, at which the new weights are kept. It is below one half because luck
/// plays a large part in such a short match.
const GUARD: u16 = 450;

/// The number of games against each [`Rival`]. More games are played against the rival whose result is least
/// certain.
const STRENGTH_GAMES: [u32; 3] = [40, 40, 100];

/// The seed of the games against rivals. It is fixed to make scores comparable.
const STRENGTH_SEED: u64 = 7;

pub type Learner = LearnerOf<LearnedWeights>;

#[derive(Clone, Debug, PartialEq)]
pub struct LearnedWeights {
    weights: Weights,
    /// The weights after the last trial.
    kept: Weights,
}

impl Skill for LearnedWeights {
    type Position = Board;
    type Rival = Rival;
    const NAME: &'static str = "learner";
    const VERSION: u8 = 2;
    const OPENING: Range<u32> = 0..12;

    fn new(start: Start) -> LearnedWeights {
        LearnedWeights { weights: Weights::new(start), kept: Weights::new(start) }
    }

    fn is_exact(board: Board, effort: Effort) -> bool {
        board.empties() <= effort.exact
    }

    fn best(&self, board: Board, [among]: [u64; 1], context: &mut SearchContext<'_>) -> Option<ValuedMove> {
        best(&self.weights, board, among, context)
    }

    /// Solves the first position within reach of an exact search. If the learner lost, searches each of its
    /// positions before that one for the move to try next time.
    fn facts(
        &self,
        book: &Book,
        line: &Line,
        role: Role,
        context: &mut SearchContext<'_>,
    ) -> Vec<(usize, Fact)> {
        let mut facts = Vec::new();
        for (n, turn) in line.turns.iter().enumerate() {
            if (context.stop)() {
                break;
            }
            if LearnedWeights::is_exact(turn.board, context.effort) {
                let score = solve(turn.board, 0).score as i8;
                facts.push((n, Fact::Solved(score)));
                break;
            }
            if role.plays(turn.side) && turn.side * line.result < 0 {
                let untried = book.untried_beside(turn);
                let found = self.best(turn.board, untried, context);
                facts.extend(found.map(|found| (n, Fact::Alternative(found))));
            }
        }
        facts
    }

    fn opening_move(board: Board, random: &mut ChaCha12Rng) -> Option<u8> {
        Some(any(board.moves(), random))
    }

    fn rival_move(against: Rival, board: Board, random: &mut ChaCha12Rng) -> Option<u8> {
        Some(rival(against)(board, random))
    }

    fn openings(book: &Book) -> Vec<BookPosition> {
        book.favourites(54, 4)
    }

    fn learn(&mut self, line: &Line) {
        let seen: Vec<_> = line.turns.iter().map(|turn| (turn.board, turn.side)).collect();
        self.weights.learn(&seen, line.result);
    }

    /// Runs a trial each time the number of games has grown by a tenth, but by at least 10 games and at most
    /// 500.
    fn try_on(&self, history: &History, seed: u64, rest: &dyn Fn()) -> Option<Trial> {
        let games = history.games();
        let last = history.trials.last();
        if last.is_some_and(|last| games.saturating_sub(last.games) < (games / 10).clamp(10, 500)) {
            return None;
        }
        Some(self.trial(games, seed, rest))
    }

    fn settle(&mut self, trial: &Trial) {
        match trial.kept {
            true => self.kept = self.weights.clone(),
            false => self.weights = self.kept.clone(),
        }
    }
}

impl Encoded for LearnedWeights {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push((self.weights.start() == Start::Engine).into());
        let numbers = [&self.weights, &self.kept].map(Weights::numbers);
        numbers.into_iter().flatten().for_each(|number| number.write(bytes));
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<LearnedWeights> {
        let start = match bytes.read::<u8>()? {
            0 => Start::Nothing,
            1 => Start::Engine,
            _ => return None,
        };
        let mut weights = || {
            let numbers = (0..Weights::count()).map(|_| bytes.read());
            Weights::with_numbers(start, numbers.collect::<Option<_>>()?)
        };
        Some(LearnedWeights { weights: weights()?, kept: weights()? })
    }
}

impl LearnedWeights {
    /// Plays the match between the new weights and the old ones, and the matches of the better ones against
    /// each [`Rival`]. `games` is the number of games that the learner has learned from.
    fn trial(&self, games: u32, seed: u64, rest: &dyn Fn()) -> Trial {
        let effort = Effort::TRAINING;
        let now = by_weights(&self.weights, effort);
        let before = by_weights(&self.kept, effort);
        let guard = play(&*now, &*before, GUARD_GAMES, seed, rest).permille();
        let kept = guard >= GUARD;
        let player = if kept { now } else { before };
        let mut points = [0; 3];
        for ((points, against), games) in points.iter_mut().zip(Rival::ALL).zip(STRENGTH_GAMES) {
            *points = play(&*player, &*rival(against), games, STRENGTH_SEED, rest).permille();
        }
        Trial { games, guard, kept, points }
    }
}

impl Learner {
    pub fn weights(&self) -> &Weights {
        &self.skill.weights
    }

    pub fn trial(&self, seed: u64) -> Trial {
        self.skill.trial(self.history.games(), seed, &|| ())
    }

    /// Returns a transcript of the moves from the start to a position, or `None` if the book lacks some of
    /// them.
    pub fn moves_to(&self, position: &BookPosition) -> Option<String> {
        let mut lines = vec![(Board::START, String::new())];
        while let Some((board, line)) = lines.pop() {
            if board.canonical() == position.board {
                return Some(line);
            }
            let deeper = board.empties() > position.board.empties();
            for move_to in Board::cells(board.moves() & !self.book.untried(board)[0]) {
                if let (true, Some((after, _))) = (deeper, next(board, square(move_to))) {
                    lines.push((after, format!("{line}{move_to}")));
                }
            }
        }
        None
    }
}
