//! What the learner of Othello can do besides its book: weights that move with each game, and from time to time a trial of them.

use std::ops::Range;

use chacha20::ChaCha12Rng;

use super::arena::{Mover, Rival, Tally, any, by_weights, play_on, rival};
use super::book::{Book, BookPosition, Fact};
use super::bytes::Bytes;
use super::event::Trial;
use super::history::History;
use super::line::{Line, Role};
use super::player::{LearnerOf, Piece, Skill};
use super::search::{Effort, ValuedMove, best, next, square};
use super::weights::{Start, Weights};
use crate::engine::othello::{Board, solve};

/// How many games the match between the old and the new weights has.
const GUARD_GAMES: u32 = 40;

/// New weights that make fewer points in this match, in thousandths, are not kept. The limit is below one half because so short a match is
/// partly luck.
const GUARD: u16 = 450;

/// How many games measure the strength against each [`Rival`]: most where the result is least certain.
const STRENGTH_GAMES: [u32; 3] = [40, 40, 100];

/// The same openings each time, so that only the player makes a difference.
const STRENGTH_SEED: u64 = 7;

/// The openings that are shown: the empties of their positions, and how many are shown.
const OPENINGS: (u32, usize) = (54, 4);

/// A player of Othello that learns.
pub type Learner = LearnerOf<LearnedWeights>;

/// The weights now, and those that the last trial kept.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedWeights {
    weights: Weights,
    kept: Weights,
}

impl Skill for LearnedWeights {
    type Position = Board;
    type Rival = Rival;
    const NAME: &'static str = "learner";
    const VERSION: u8 = 2;
    const OPENING: Range<u32> = 0..12;

    fn new(start: Start) -> LearnedWeights {
        LearnedWeights {
            weights: Weights::new(start),
            kept: Weights::new(start),
        }
    }

    fn is_exact(board: Board, effort: Effort) -> bool {
        board.empties() <= effort.exact
    }

    fn choose(
        &self,
        board: Board,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<u8> {
        let found = self.best(board, [!0], effort, random, stop);
        found.map(|found| found.square)
    }

    fn best(
        &self,
        board: Board,
        [among]: [u64; 1],
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<ValuedMove> {
        best(&self.weights, board, among, effort, random, stop)
    }

    /// Solves the first position that can be solved. If the learner lost, looks in each of its positions before that one for the move to
    /// try next time.
    fn facts(
        &self,
        book: &Book,
        line: &Line,
        role: Role,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(usize, Fact)> {
        let mut facts = Vec::new();
        for (n, turn) in line.turns.iter().enumerate() {
            if stop() {
                break;
            }
            if LearnedWeights::is_exact(turn.board, effort) {
                let score = solve(turn.board, 0).score as i8;
                facts.push((n, Fact::Solved(score)));
                break;
            }
            if role.plays(turn.side) && turn.side * line.result < 0 {
                let untried = book.untried_beside(turn);
                let found = self.best(turn.board, untried, effort, random, stop);
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
        let (empties, count) = OPENINGS;
        book.favourites(empties, count)
    }

    fn learn(&mut self, line: &Line) {
        let seen: Vec<(Board, i32)> = line.turns.iter().map(|t| (t.board, t.side)).collect();
        self.weights.learn(&seen, line.result);
    }

    /// A trial is due after ten games; later whenever the number of games has grown by a tenth, and after 500 more at the latest.
    fn try_on(&self, history: &History, seed: u64, so_far: &[u8]) -> Option<Piece> {
        let games = history.games();
        let last = history.trials.last();
        if last.is_some_and(|last| games.saturating_sub(last.games) < (games / 10).clamp(10, 500)) {
            return None;
        }
        let begun = Begun::read(so_far).filter(|begun| begun.games == games);
        let mut begun = begun.unwrap_or(Begun::new(games, seed));
        Some(match self.go_on(&mut begun) {
            Some(trial) => Piece::Done(trial),
            None => Piece::SoFar(begun.to_bytes()),
        })
    }

    fn settle(&mut self, trial: &Trial) {
        match trial.kept {
            true => self.kept = self.weights.clone(),
            false => self.weights = self.kept.clone(),
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push((self.weights.start() == Start::Engine).into());
        for weights in [&self.weights, &self.kept] {
            for number in weights.numbers() {
                bytes.extend(number.to_le_bytes());
            }
        }
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<LearnedWeights> {
        let start = match bytes.u8()? {
            0 => Start::Nothing,
            1 => Start::Engine,
            _ => return None,
        };
        let mut weights = || {
            let numbers: Option<Vec<f32>> = (0..Weights::count()).map(|_| bytes.f32()).collect();
            Weights::with_numbers(start, numbers?)
        };
        Some(LearnedWeights {
            weights: weights()?,
            kept: weights()?,
        })
    }
}

/// The games of a piece of a trial, which take some hundredths of a second.
const PIECE: u32 = 10;

/// A trial that has begun: after how many games, with which seed, and the results so far of the match between the weights before and
/// after and of those against each [`Rival`].
struct Begun {
    games: u32,
    seed: u64,
    matches: [Tally; 4],
}

impl Begun {
    fn new(games: u32, seed: u64) -> Begun {
        Begun {
            games,
            seed,
            matches: [Tally::default(); 4],
        }
    }

    fn read(bytes: &[u8]) -> Option<Begun> {
        let mut bytes = Bytes(bytes);
        let mut begun = Begun::new(bytes.u32()?, bytes.u64()?);
        for tally in &mut begun.matches {
            *tally = Tally::read(&mut bytes)?;
        }
        bytes.0.is_empty().then_some(begun)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.games.to_le_bytes().to_vec();
        bytes.extend(self.seed.to_le_bytes());
        self.matches
            .iter()
            .for_each(|tally| tally.write(&mut bytes));
        bytes
    }
}

impl LearnedWeights {
    /// Plays the next games of a trial. `None` when there are more to play after them.
    fn go_on(&self, begun: &mut Begun) -> Option<Trial> {
        let effort = Effort::TRAINING;
        let now = by_weights(&self.weights, effort);
        let before = by_weights(&self.kept, effort);
        let [guard, rivals @ ..] = &mut begun.matches;
        if !play_some(guard, &*now, &*before, GUARD_GAMES, begun.seed) {
            return None;
        }
        let guard = guard.permille();
        let kept = guard >= GUARD;
        let player = if kept { &now } else { &before };
        for ((tally, against), games) in rivals.iter_mut().zip(Rival::ALL).zip(STRENGTH_GAMES) {
            if !play_some(tally, &**player, &*rival(against), games, STRENGTH_SEED) {
                return None;
            }
        }
        Some(Trial {
            games: begun.games,
            guard,
            kept,
            points: rivals.map(Tally::permille),
        })
    }
}

/// Plays the next [`PIECE`] of this many games. True when all had been played before.
fn play_some(
    tally: &mut Tally,
    first: &Mover<'_>,
    second: &Mover<'_>,
    games: u32,
    seed: u64,
) -> bool {
    let from = tally.games();
    let to = games.min(from.saturating_add(PIECE));
    play_on(tally, first, second, from..to, seed);
    from >= games
}

impl Learner {
    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.skill.weights
    }

    /// Tries the weights: against those of the last trial, and against each [`Rival`].
    pub fn trial(&self, seed: u64) -> Trial {
        let mut begun = Begun::new(self.history.games(), seed);
        loop {
            if let Some(trial) = self.skill.go_on(&mut begun) {
                return trial;
            }
        }
    }

    /// The moves from the start to a position of the book, as a transcript, if the book has them.
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
