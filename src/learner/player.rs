//! The player that learns: chooses moves, studies a game that is over, and remembers what it found.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::arena::{Mover, Rival, any, by_weights, contest, rival};
use super::book::{Book, Fact, Line};
use super::bytes::Bytes;
use super::history::History;
use super::lesson::{Event, Lesson, Moves, Review, Role};
use super::position::Position;
use super::search::{Effort, best, next};
use super::weights::{Start, Weights};
use crate::engine::othello::{Board, solve};

/// A training game against itself begins with fewer moves of chance than this.
const OPENING: u32 = 12;

/// The games of the match between the weights before and after.
const GUARD_GAMES: u32 = 40;

/// Weights that get fewer points of it, in thousandths, are not kept. It is below one half because a match this short is a matter of
/// luck too.
const GUARD: u16 = 450;

/// The games that measure the strength against each [`Rival`]: more where the result is least clear beforehand.
const STRENGTH_GAMES: [u32; 3] = [40, 40, 100];

/// How many reviews are remembered.
const REVIEWS: usize = 400;

/// The version of [`Learner::to_bytes`]. In the first one the book did not remember which forgotten moves lose.
const VERSION: u8 = 2;

/// A player that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    book: Book,
    weights: Weights,
    /// The weights at the last review.
    reviewed: Weights,
    history: History,
}

impl Learner {
    /// A player that has learned nothing.
    pub fn new(start: Start) -> Learner {
        Learner::with_room(start, Board::ROOM)
    }

    /// The same, with a book of at most so many positions.
    pub fn with_room(start: Start, positions: usize) -> Learner {
        Learner {
            book: Book::new(positions),
            weights: Weights::new(start),
            reviewed: Weights::new(start),
            history: History::default(),
        }
    }

    /// Its book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What has happened so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The square of a move, or `None` where there is none.
    ///
    /// From the book, if the position is in it: among the best moves chance decides, and a move that is proven to lose is only played when
    /// all are. Else by search, which also finds an alternative where all that was played has lost.
    pub fn choose(&self, board: Board, effort: Effort, seed: u64) -> Option<u8> {
        let random = &mut StdRng::seed_from_u64(seed);
        let search = |among, random: &mut StdRng| best(&self.weights, board, among, effort, random);
        let chosen = match board.empties() > effort.exact {
            true => self.book.choose(board, random, search),
            false => None,
        };
        chosen.or_else(|| search(!0, random).map(|found| found.square))
    }

    /// Looks at a finished game: what there is to learn from it, or `None` when it is not a finished game.
    ///
    /// The first position that can be solved is solved. Where the learner has lost it looks for the move to try next time, in each of
    /// its positions before that.
    pub fn study(
        &self,
        moves: Moves,
        role: Role,
        training: bool,
        effort: Effort,
        seed: u64,
    ) -> Option<Lesson> {
        let line = moves.line()?;
        let random = &mut StdRng::seed_from_u64(seed);
        let mut facts = Vec::new();
        for (n, step) in line.steps.iter().enumerate() {
            if role == Role::Nobody {
                break;
            }
            if step.board.empties() <= effort.exact {
                let score = solve(step.board, 0).score as i8;
                facts.push((n, Fact::Solved(score)));
                break;
            }
            if role.plays(step.side) && step.side * line.result < 0 {
                let untried = self.book.untried_beside(step);
                let found = best(&self.weights, step.board, untried, effort, random);
                facts.extend(found.map(|found| (n, Fact::Alternative(found))));
            }
        }
        Some(Lesson {
            moves,
            role,
            training,
            facts,
        })
    }

    /// Learns.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Lesson(lesson) => {
                if let Some(line) = lesson.moves.line() {
                    self.learn(lesson, &line);
                }
            }
            Event::Review(review) => {
                match review.kept {
                    true => self.reviewed = self.weights.clone(),
                    false => self.weights = self.reviewed.clone(),
                }
                let reviews = &mut self.history.reviews;
                reviews.push(*review);
                if reviews.len() > REVIEWS {
                    // Half as many tell the same story.
                    let mut n = 0;
                    reviews.retain(|_| {
                        n += 1;
                        n % 2 == 1
                    });
                }
            }
        }
    }

    fn learn(&mut self, lesson: &Lesson, line: &Line) {
        let positions = self.book.positions();
        self.book.add(line, &lesson.facts);
        let new_positions = self.book.positions().saturating_sub(positions);
        let seen: Vec<(Board, i32)> = line.steps.iter().map(|s| (s.board, s.side)).collect();
        self.weights.learn(&seen, line.result);
        self.history.add(lesson, line, new_positions, &self.book);
    }

    /// Is it time for a review? After ten games, later when a tenth has come to the games before, and always after 500.
    pub fn is_due(&self) -> bool {
        let games = self.history.games();
        let last = self.history.reviews.last();
        last.is_none_or(|last| games - last.games >= (games / 10).clamp(10, 500))
    }

    /// Tries the weights: against those of the last review, and against each [`Rival`].
    pub fn review(&self, seed: u64) -> Review {
        let effort = Effort::TRAINING;
        let now = by_weights(&self.weights, effort);
        let before = by_weights(&self.reviewed, effort);
        let guard = contest(&*now, &*before, GUARD_GAMES, seed).permille();
        let kept = guard >= GUARD;
        let player = if kept { &now } else { &before };
        Review {
            games: self.history.games(),
            guard,
            kept,
            points: strength(&**player),
        }
    }

    /// Plays a game of training, against itself or a rival: the moves, and who the learner was.
    ///
    /// Against itself the game begins with up to eleven moves of chance, so that it does not play the same game all the time.
    pub fn practise(&self, against: Option<Rival>, seed: u64) -> (Moves, Role) {
        let random = &mut StdRng::seed_from_u64(seed);
        let other = against.map(rival);
        let (role, opening) = match (against, seed % 2) {
            (None, _) => (Role::Both, random.random_range(0..OPENING)),
            (Some(_), 0) => (Role::Black, 0),
            (Some(_), _) => (Role::White, 0),
        };
        let (mut board, mut side, mut squares) = (Board::START, 1, Vec::new());
        while board.moves() != 0 {
            let square = match &other {
                Some(rival) if !role.plays(side) => rival(board, random),
                _ if squares.len() < opening as usize => any(board.moves(), random),
                _ => {
                    let chosen = self.choose(board, Effort::TRAINING, random.random());
                    chosen.unwrap_or_else(|| any(board.moves(), random))
                }
            };
            let Some((after, other)) = next(board, square) else {
                break;
            };
            squares.push(square);
            board = after;
            side = if other { -side } else { side };
        }
        (Moves::from_squares(squares), role)
    }

    /// What it knows as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION, (self.weights.start() == Start::Engine).into()];
        for weights in [&self.weights, &self.reviewed] {
            for number in weights.numbers() {
                bytes.extend(number.to_le_bytes());
            }
        }
        self.history.write(&mut bytes);
        self.book.write(&mut bytes);
        bytes
    }

    /// Reads what [`Learner::to_bytes`] wrote.
    ///
    /// # Errors
    /// Why that cannot be, a half sentence.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learner, &'static str> {
        match bytes.first() {
            Some(version @ 1..=VERSION) => {
                let learner = Learner::read(&mut Bytes(&bytes[1..]), *version);
                learner.ok_or("it is damaged")
            }
            Some(0) | None => Err("it is not what a learner knows"),
            Some(_) => Err("a newer qipan wrote it"),
        }
    }

    fn read(bytes: &mut Bytes<'_>, version: u8) -> Option<Learner> {
        let start = match bytes.u8()? {
            0 => Start::Nothing,
            1 => Start::Engine,
            _ => return None,
        };
        let weights = |bytes: &mut Bytes<'_>| {
            let numbers: Option<Vec<f32>> = (0..Weights::count()).map(|_| bytes.f32()).collect();
            Weights::with_numbers(start, numbers?)
        };
        let (now, reviewed) = (weights(bytes)?, weights(bytes)?);
        let history = History::read::<Board>(bytes)?;
        let book = Book::read(bytes, Board::ROOM, version > 1)?;
        bytes.0.is_empty().then_some(Learner {
            book,
            weights: now,
            reviewed,
            history,
        })
    }
}

/// The points of a player against each [`Rival`], in thousandths.
pub fn strength(player: &Mover<'_>) -> [u16; 3] {
    // The same openings each time, so that only the player makes a difference.
    const SEED: u64 = 7;
    let mut points = [0; 3];
    for (n, against) in Rival::ALL.into_iter().enumerate() {
        points[n] = contest(player, &*rival(against), STRENGTH_GAMES[n], SEED).permille();
    }
    points
}
