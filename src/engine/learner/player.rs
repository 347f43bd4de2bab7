//! The player that learns: chooses moves, studies a game that is over, and remembers what it found.

use std::collections::VecDeque;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::arena::{Mover, Rival, Tally, any, by_weights, contest, rival};
use super::book::{Book, Choice, Fact, Line, leading_to};
use super::bytes::Bytes;
use super::lesson::{Event, Lesson, Moves, Review, Role};
use super::search::{Effort, best, next};
use super::weights::{Start, Weights};
use crate::engine::othello::evaluation::DISC;
use crate::engine::othello::{Board, solve};

/// Moves of the book that are worth so much less than the best, in discs, are played too, if they win or draw all the same.
const VARIETY: i16 = 2;

/// A training game against itself begins with fewer moves of chance than this.
const OPENING: u32 = 12;

/// The games of the match between the weights before and after.
const GUARD_GAMES: u32 = 40;

/// Weights that get fewer points of it, in thousandths, are not kept. It is below one half because a match this short is a matter of
/// luck too.
const GUARD: u16 = 450;

/// The games that measure the strength against each [`Rival`]: more where the result is least clear beforehand.
const STRENGTH_GAMES: [u32; 3] = [40, 40, 100];

/// How many results and reviews are remembered.
const RESULTS: usize = 400;
const REVIEWS: usize = 400;

/// The version of [`Learner::to_bytes`].
const VERSION: u8 = 1;

/// The last game that was learned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last {
    /// Its moves.
    pub moves: Moves,
    /// Who the learner was.
    pub role: Role,
    /// The result for Black, in discs.
    pub result: i32,
    /// How many positions the book did not know.
    pub new_positions: usize,
    /// Where the learner lost: how many moves were made before the one that it will not make again, and what it plays there
    /// now. `None` when it did not lose, or has yet to search.
    pub next_time: Option<(usize, u8)>,
}

/// What has happened so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The games at the board, those of training and those of others that were learned from.
    pub played: u32,
    /// The games of training.
    pub trained: u32,
    /// The games of others.
    pub read: u32,
    /// The results of the games with the learner on one side.
    pub results: Tally,
    /// The last of them in discs for the learner, the latest at the end.
    pub recent: VecDeque<i8>,
    /// The reviews of the weights.
    pub reviews: Vec<Review>,
    /// The last game.
    pub last: Option<Last>,
}

impl History {
    /// All games.
    pub fn games(&self) -> u32 {
        self.played + self.trained + self.read
    }
}

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
        Learner::with_room(start, Book::LIMIT)
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
        let entry = match board.empties() > effort.exact {
            true => self.book.look_up(board),
            false => None,
        };
        let Some(entry) = entry else {
            return search(!0, random).map(|found| found.square);
        };
        let mut choices = entry.choices;
        choices.retain(|choice| !choice.worth.is_lost());
        let best_value = choices.iter().map(|choice| choice.worth.value).max();
        let loses = best_value.is_none_or(|value| value < 0);
        if loses && choices.iter().all(|c| c.played && !c.has_won()) {
            // All that was played seems to lose, and nothing was found yet that could be tried instead.
            let untried = search(self.book.untried(board), random);
            if let Some(found) = untried
                && best_value.is_none_or(|value| found.value > i32::from(value))
            {
                return Some(found.square);
            }
        }
        let Some(chosen) = best_of(&choices, VARIETY).choose(random).copied() else {
            return search(!0, random).map(|found| found.square);
        };
        let after = next(entry.board, chosen)?.0;
        let same: Vec<u8> = leading_to(board, after.canonical()).collect();
        same.choose(random).copied()
    }

    /// The move that the book alone likes best now.
    fn prefers(&self, board: Board) -> Option<u8> {
        let mut entry = self.book.look_up(board)?;
        entry.choices.retain(|choice| !choice.worth.is_lost());
        let best = *best_of(&entry.choices, 0).first()?;
        let after = next(entry.board, best)?.0;
        leading_to(board, after.canonical()).next()
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
                let played = next(step.board, step.square)?.0.canonical();
                let same = leading_to(step.board, played).fold(0, |mask, s| mask | 1 << s);
                let untried = self.book.untried(step.board) & !same;
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
        let first = lesson.moves.squares().len() - line.steps.len();
        let next_time = line.steps.iter().enumerate().find_map(|(n, step)| {
            let lost = lesson.role.plays(step.side) && step.side * line.result < 0;
            let now = self.prefers(step.board).filter(|_| lost)?;
            let after = |square| next(step.board, square).map(|(after, _)| after.canonical());
            (after(now) != after(step.square)).then_some((first + n, now))
        });
        let history = &mut self.history;
        match (lesson.role, lesson.training) {
            (Role::Nobody, _) => history.read += 1,
            (_, true) => history.trained += 1,
            (_, false) => history.played += 1,
        }
        if let side @ (1 | -1) = i32::from(lesson.role.plays(1)) - i32::from(lesson.role.plays(-1))
        {
            history.results.add(side * line.result);
            history.recent.push_back((side * line.result) as i8);
            if history.recent.len() > RESULTS {
                history.recent.pop_front();
            }
        }
        history.last = Some(Last {
            moves: lesson.moves.clone(),
            role: lesson.role,
            result: line.result,
            new_positions,
            next_time,
        });
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
        let history = &self.history;
        for number in [history.played, history.trained, history.read] {
            bytes.extend(number.to_le_bytes());
        }
        history.results.write(&mut bytes);
        bytes.extend((history.recent.len() as u16).to_le_bytes());
        bytes.extend(history.recent.iter().map(|result| *result as u8));
        bytes.extend((history.reviews.len() as u16).to_le_bytes());
        for review in &history.reviews {
            bytes.push(review.kept.into());
            review.write(&mut bytes);
        }
        let last = history
            .last
            .as_ref()
            .map(Last::to_bytes)
            .unwrap_or_default();
        bytes.extend((last.len() as u16).to_le_bytes());
        bytes.extend(last);
        self.book.write(&mut bytes);
        bytes
    }

    /// Reads what [`Learner::to_bytes`] wrote.
    ///
    /// # Errors
    /// Why that cannot be, a half sentence.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learner, &'static str> {
        match bytes.first() {
            Some(&VERSION) => {}
            Some(VERSION..) => return Err("a newer qipan wrote it"),
            _ => return Err("it is not what a learner knows"),
        }
        Learner::read(&mut Bytes(&bytes[1..])).ok_or("it is damaged")
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Learner> {
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
        let (played, trained, read) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
        let results = Tally::read(bytes)?;
        let recent = bytes.u16()?.into();
        let recent = bytes.take(recent)?.iter().map(|byte| *byte as i8).collect();
        let mut reviews = Vec::new();
        for _ in 0..bytes.u16()? {
            let kept = bytes.u8()? != 0;
            reviews.push(Review::read(bytes, kept)?);
        }
        let last = bytes.u16()?.into();
        let last = bytes.take(last)?;
        let history = History {
            played,
            trained,
            read,
            results,
            recent,
            reviews,
            last: match last {
                [] => None,
                last => Some(Last::from_bytes(last)?),
            },
        };
        let book = Book::read(bytes, Book::LIMIT)?;
        bytes.0.is_empty().then_some(Learner {
            book,
            weights: now,
            reviewed,
            history,
        })
    }
}

/// The squares of the best choices, and of those that are worth up to so many discs less and do not lose: by their results where there
/// are some that have won, else by what they promise.
fn best_of(choices: &[Choice], variety: i16) -> Vec<u8> {
    let won: Vec<Choice> = choices.iter().copied().filter(Choice::has_won).collect();
    let (choices, value): (&[Choice], fn(&Choice) -> i16) = match won.is_empty() {
        false => (&won, |choice| i16::from(choice.worth.known) * DISC as i16),
        true => (choices, |choice| choice.worth.value),
    };
    let Some(best) = choices.iter().map(value).max() else {
        return Vec::new();
    };
    let enough = match best {
        0.. => (best - variety * DISC as i16).max(0),
        _ => best,
    };
    let good = choices.iter().filter(|choice| value(choice) >= enough);
    good.map(|choice| choice.square).collect()
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

impl Last {
    /// The game as a lesson whose only fact is the move of next time.
    fn to_bytes(&self) -> Vec<u8> {
        let (after, square) = self.next_time.map_or((u8::MAX, 0), |(n, s)| (n as u8, s));
        let mut bytes = vec![after, square];
        bytes.extend((self.new_positions as u16).to_le_bytes());
        let lesson = Lesson {
            moves: self.moves.clone(),
            role: self.role,
            training: false,
            facts: Vec::new(),
        };
        bytes.extend(Event::Lesson(lesson).to_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Last> {
        let mut bytes = Bytes(bytes);
        let (after, square, new_positions) = (bytes.u8()?, bytes.u8()?, bytes.u16()?.into());
        let Event::Lesson(Lesson { moves, role, .. }) = Event::from_bytes(bytes.0)? else {
            return None;
        };
        let result = moves.line()?.result;
        let at = usize::from(after);
        let next_time = (at < moves.squares().len() && square < 64).then_some((at, square));
        Some(Last {
            moves,
            role,
            result,
            new_positions,
            next_time,
        })
    }
}
