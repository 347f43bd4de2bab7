//! What the learner of Othello can do besides its book: weights that move with each game, and now and then a trial of them.

use std::ops::Range;

use chacha20::ChaCha12Rng;

use super::arena::{Mover, Rival, Tally, any, by_weights, contest, play_on, rival};
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

/// Weights that make fewer points in it, in thousandths, are not kept. It is below one half because so short a match is partly
/// luck.
const GUARD: u16 = 450;

/// How many games measure the strength against each [`Rival`]: most where the result is least certain.
const STRENGTH_GAMES: [u32; 3] = [40, 40, 100];

/// The same openings each time, so that only the player makes a difference.
const STRENGTH_SEED: u64 = 7;

/// The openings that are shown: their empty cells, and how many there are.
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
        let found = self.best(board, !0, effort, random, stop);
        found.map(|found| found.square)
    }

    fn best(
        &self,
        board: Board,
        among: u64,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<ValuedMove> {
        best(&self.weights, board, among, effort, random, stop)
    }

    /// The first position that can be solved is solved. If the learner lost, it looks for the move to try next time, in each of
    /// its positions before that.
    fn facts(
        &self,
        book: &Book,
        line: &Line,
        role: Role,
        effort: Effort,
        random: &mut ChaCha12Rng,
    ) -> Vec<(usize, Fact)> {
        let mut facts = Vec::new();
        for (n, turn) in line.turns.iter().enumerate() {
            if LearnedWeights::is_exact(turn.board, effort) {
                let score = solve(turn.board, 0).score as i8;
                facts.push((n, Fact::Solved(score)));
                break;
            }
            if role.plays(turn.side) && turn.side * line.result < 0 {
                let untried = book.untried_beside(turn);
                let found = self.best(turn.board, untried, effort, random, &|| false);
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

    /// After ten games; later when their number has grown by a tenth, and after 500 more at the latest.
    fn trial_due(&self, history: &History, seed: u64) -> Option<Trial> {
        is_due(history).then(|| self.trial(history.games(), seed))
    }

    fn try_on(&self, history: &History, seed: u64, so_far: &[u8]) -> Option<Piece> {
        let games = history.games();
        let begun = Begun::read(so_far).filter(|begun| begun.games == games);
        let begun = begun.unwrap_or(Begun {
            games,
            seed,
            matches: [Tally::default(); 4],
        });
        is_due(history).then(|| self.go_on(begun))
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

/// The games of a piece of a trial: some hundredths of a second.
const PIECE: u32 = 10;

/// A trial that has begun: after how many games, with which seed, and the results so far of the match between the weights before and
/// after and of those against each [`Rival`].
struct Begun {
    games: u32,
    seed: u64,
    matches: [Tally; 4],
}

impl Begun {
    fn read(bytes: &[u8]) -> Option<Begun> {
        let mut bytes = Bytes(bytes);
        let (games, seed) = (bytes.u32()?, bytes.u64()?);
        let mut matches = [Tally::default(); 4];
        for tally in &mut matches {
            *tally = Tally::read(&mut bytes)?;
        }
        bytes.0.is_empty().then_some(Begun {
            games,
            seed,
            matches,
        })
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

/// Is a trial due before the next game?
fn is_due(history: &History) -> bool {
    let games = history.games();
    let last = history.trials.last();
    last.is_none_or(|last| games.saturating_sub(last.games) >= (games / 10).clamp(10, 500))
}

impl LearnedWeights {
    /// Plays the next games of a trial.
    fn go_on(&self, mut begun: Begun) -> Piece {
        let effort = Effort::TRAINING;
        let now = by_weights(&self.weights, effort);
        let before = by_weights(&self.kept, effort);
        let play = |tally: &mut Tally, first: &Mover<'_>, second: &Mover<'_>, all: u32, seed| {
            let from = tally.games();
            let to = all.min(from.saturating_add(PIECE));
            play_on(tally, first, second, from..to, seed);
            from < all
        };
        if play(
            &mut begun.matches[0],
            &*now,
            &*before,
            GUARD_GAMES,
            begun.seed,
        ) {
            return Piece::SoFar(begun.to_bytes());
        }
        let guard = begun.matches[0].permille();
        let kept = guard >= GUARD;
        let player = if kept { &now } else { &before };
        for (n, against) in Rival::ALL.into_iter().enumerate() {
            let rival = rival(against);
            if play(
                &mut begun.matches[n + 1],
                &**player,
                &*rival,
                STRENGTH_GAMES[n],
                STRENGTH_SEED,
            ) {
                return Piece::SoFar(begun.to_bytes());
            }
        }
        Piece::Done(Trial {
            games: begun.games,
            guard,
            kept,
            points: std::array::from_fn(|n| begun.matches[n + 1].permille()),
        })
    }

    /// Tries the weights, after this many games: against those of the last trial, and against each [`Rival`].
    fn trial(&self, games: u32, seed: u64) -> Trial {
        let effort = Effort::TRAINING;
        let now = by_weights(&self.weights, effort);
        let before = by_weights(&self.kept, effort);
        let guard = contest(&*now, &*before, GUARD_GAMES, seed).permille();
        let kept = guard >= GUARD;
        let player = if kept { &now } else { &before };
        Trial {
            games,
            guard,
            kept,
            points: strength(&**player),
        }
    }
}

impl Learner {
    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.skill.weights
    }

    /// Tries the weights: against those of the last trial, and against each [`Rival`].
    pub fn trial(&self, seed: u64) -> Trial {
        self.skill.trial(self.history.games(), seed)
    }

    /// The moves from the start to a position of the book, as a transcript, if the book has them.
    pub fn moves_to(&self, position: &BookPosition) -> Option<String> {
        let mut lines = vec![(Board::START, String::new())];
        while let Some((board, line)) = lines.pop() {
            if board.canonical() == position.board {
                return Some(line);
            }
            let deeper = board.empties() > position.board.empties();
            for move_to in Board::cells(board.moves() & !self.book.untried(board)) {
                if let (true, Some((after, _))) = (deeper, next(board, square(move_to))) {
                    lines.push((after, format!("{line}{move_to}")));
                }
            }
        }
        None
    }
}

/// The points of a player against each [`Rival`], in thousandths.
pub fn strength(player: &Mover<'_>) -> [u16; 3] {
    let mut points = [0; 3];
    for (n, against) in Rival::ALL.into_iter().enumerate() {
        points[n] = contest(player, &*rival(against), STRENGTH_GAMES[n], STRENGTH_SEED).permille();
    }
    points
}
