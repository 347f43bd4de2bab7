//! The levels of the computer, from one that a child beats to the engine's best.

use std::fmt;
use std::sync::atomic::AtomicBool;

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::insight::{Insight, Value};
use super::task::Task;
use games::gomoku::{self, Point};
use games::othello;
use games::othello::Cell;
use mind::engine;
use mind::engine::othello::book::Book;
use mind::engine::othello::{Board, Limits, Report, Searcher, evaluation::DISC};
use mind::learner::Effort;

/// A level, from 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// The highest level.
pub const HIGHEST: u8 = 12;

/// The highest level of gomoku; those above it play as it does.
const GOMOKU_HIGHEST: u8 = 10;

/// What the levels are called, from 1 on.
const NAMES: [&str; HIGHEST as usize] = [
    "greedy", "beginner", "pupil", "casual", "player", "regular", "club", "strong", "expert",
    "master", "champion", "oracle",
];

/// The processor time of a move of each level of Othello, in ms: the mean of a game of the level against itself, on one thread of an AMD
/// EPYC, by `qipan othello --black N --white N --seed 1 --keys "" --dump`, its processor time by its moves, on 2026-11-22.
const COSTS: [u32; HIGHEST as usize] = [1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 20, 170];
/// The same for gomoku, by `qipan gomoku`, on 2026-11-24.
const COSTS_GOMOKU: [u32; HIGHEST as usize] = [1, 1, 1, 1, 1, 2, 6, 14, 57, 200, 200, 200];

/// How a level plays Othello: how far it looks, and how it errs.
struct Skill {
    limits: Limits,
    /// It misjudges a move by up to so many discs.
    error: i32,
    /// In the opening book it plays moves that give away at most so many hundredths of a disc; `None` without a book.
    book: Option<i32>,
    /// It overlooks so many moves of a hundred, as a person does: rather those that turn few stones.
    overlooks: u32,
}

/// Level 2 and those after it.
const SKILLS: [Skill; HIGHEST as usize - 1] = [
    skill(1, [0, 0], 16, 25),
    skill(1, [0, 0], 10, 15),
    skill(1, [4, 0], 5, 8),
    skill(2, [6, 0], 3, 4),
    skill(3, [8, 0], 2, 0),
    skill(4, [10, 0], 0, 0),
    skill(5, [12, 0], 0, 0),
    skill(7, [14, 0], 0, 0),
    with_book(skill(9, [16, 0], 0, 0), 150),
    with_book(skill(12, [16, 22], 0, 0), 125),
    with_book(skill(18, [20, 24], 0, 0), 100),
];

const fn skill(depth: u8, ends: [u8; 2], error: i32, overlooks: u32) -> Skill {
    Skill {
        limits: Limits {
            depth,
            exact_from: ends[0],
            probable_from: ends[1],
        },
        error,
        overlooks,
        book: None,
    }
}

/// The same with the opening book, in which it gives away at most so many hundredths of a disc with a move.
const fn with_book(skill: Skill, error: i32) -> Skill {
    Skill {
        book: Some(error),
        ..skill
    }
}

/// From this depth on, in plies, what looks hopeless is left out.
const SELECTIVE: u8 = 7;

/// The size of the search's table where it looks far, in megabytes.
const MEGABYTES: usize = 16;

impl Level {
    /// The one that a person plays against who has not chosen.
    pub const DEFAULT: Level = Level(3);

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=HIGHEST).map(Level)
    }

    /// The level of this number, if there is one.
    pub fn new(n: u8) -> Option<Level> {
        (1..=HIGHEST).contains(&n).then_some(Level(n))
    }

    /// The one at which the learner plays gomoku out of its book.
    pub(super) fn of_the_learner() -> Level {
        Level(Effort::PLAY.plies as u8)
    }

    /// From 1 to [`HIGHEST`].
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0) - 1]
    }

    /// What a move costs in time, in gomoku or in Othello, in words: as measured once, on one thread.
    pub fn cost(self, gomoku: bool) -> String {
        let costs = if gomoku { &COSTS_GOMOKU } else { &COSTS };
        match costs[usize::from(self.0) - 1] {
            ..10 => "less than 10 ms a move".to_string(),
            ms => format!("about {ms} ms a move"),
        }
    }

    /// The level that a text names: a number or a name, or both as it is written.
    pub fn find(text: &str) -> Option<Level> {
        Level::all().find(|level| {
            text == level.name() || text == level.0.to_string() || text == level.to_string()
        })
    }
}

/// The number and the name: `3-pupil`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.name())
    }
}

/// The cell where a level drops its stone; the same seed gives the same one, if there is time enough. It tells what it thinks of the position.
pub(super) fn othello(level: Level, game: &othello::Game, task: &mut Task<'_>) -> Option<Cell> {
    let stop = task.stop();
    let board = Board::new(game.map(), game.to_move()?);
    let mut random = ChaCha12Rng::seed_from_u64(task.seed_of(game.t()));
    let Some(skill) = usize::from(level.0).checked_sub(2).map(|n| &SKILLS[n]) else {
        return greedy(board, &mut random);
    };
    if let Some((cell, value)) = skill
        .book
        .and_then(|error| Book::carried().choose(board, error, &mut random))
    {
        (task.tell)(from_book(board, cell, value));
        return Some(cell);
    }
    let megabytes = if skill.limits.depth < 7 { 1 } else { MEGABYTES };
    let searcher = Searcher::new(megabytes).with_threads(task.threads);
    let mut searcher = searcher.with_selectivity(match skill.limits.depth {
        ..SELECTIVE => 0,
        SELECTIVE.. => 3,
    });
    if skill.error == 0 {
        let report = searcher.search(board, skill.limits, &stop, &mut |report| {
            (task.tell)(report.into());
        });
        return report.best;
    }
    let reports = searcher.values(board, skill.limits, &stop, &mut |_, _| ());
    let seen: Vec<&Report> = reports
        .iter()
        .filter(|_| !random.random_ratio(skill.overlooks, 100))
        .collect();
    let seen = if seen.is_empty() {
        reports.iter().collect()
    } else {
        seen
    };
    let mut misjudged = |report: &Report| {
        let error = skill.error * DISC;
        report.value + random.random_range(-error..=error)
    };
    let judged = seen
        .into_iter()
        .map(|report| (misjudged(report), report.best));
    judged
        .max_by_key(|(value, _)| *value)
        .and_then(|(_, best)| best)
}

/// What the book says of a move.
fn from_book(board: Board, cell: Cell, value: i32) -> Insight {
    let after = board.play(cell).map(|after| Book::carried().line(after));
    let line = std::iter::once(cell).chain(after.unwrap_or_default());
    Insight {
        depth: 0,
        value: Value::Discs(value as f32 / DISC as f32),
        exact: false,
        nodes: 0,
        line: line.map(|cell| (cell.row, cell.col)).collect(),
    }
}

/// The point where a level drops its stone; the same game gives the same one, if there is time enough. It tells what it thinks of the position.
pub(super) fn gomoku(level: Level, game: &gomoku::Game, task: &mut Task<'_>) -> Point {
    if game.pieces().is_empty() {
        return Point::new(game.size() / 2, game.size() / 2);
    }
    match level.0 {
        1 => misjudged(game, task),
        _ => look(level, game, task).best.point(),
    }
}

/// The point that the first level takes for the best: it sees little more than fours, and misjudges the rest.
fn misjudged(game: &gomoku::Game, task: &mut Task<'_>) -> Point {
    /// So many points come into question.
    const LIKELY: usize = 8;
    /// It sees a win or a loss by force that is so many plies away.
    const SEEN: i32 = 6;
    /// It misjudges a move by up to so much; one that is worth twice as much wins seven games of ten.
    const ERROR: i32 = 100;
    let stop = task.stop();
    let limits = engine::gomoku::Limits {
        depth: 1,
        nodes: 2_000,
    };
    let board = engine::gomoku::Board::of_game(game);
    let mut searcher = engine::gomoku::Searcher::new(1);
    let reports = searcher.values(&board, LIKELY, &limits, &stop, &mut |_| ());
    let mut random = ChaCha12Rng::seed_from_u64(task.seed_of(game.t()));
    let judged = reports.into_iter().map(|report| {
        let value = match report.win_in {
            Some(plies) if plies.abs() <= SEEN => report.value,
            Some(_) => 0,
            None => report.value + random.random_range(-ERROR..=ERROR),
        };
        (value, report.best)
    });
    let judged = judged.max_by_key(|(value, _)| *value);
    let best = judged.map_or_else(
        || {
            let called_off = AtomicBool::new(true);
            let deaf = &mut |_| ();
            let mut task = Task::new(task.seed, 0, task.turn, &called_off, deaf);
            look(Level(1), game, &mut task).best
        },
        |(_, best)| best,
    );
    best.point()
}

/// What the engine of gomoku sees with the eyes of a level, told as it sees more.
///
/// # Panics
/// When the board is full.
pub(super) fn look(
    level: Level,
    game: &gomoku::Game,
    task: &mut Task<'_>,
) -> engine::gomoku::Report {
    let stop = task.stop();
    let limits = engine::gomoku::Limits::level(usize::from(level.0.min(GOMOKU_HIGHEST)));
    let board = engine::gomoku::Board::of_game(game);
    let mut searcher = engine::gomoku::Searcher::new(MEGABYTES);
    searcher.search(&board, &limits, &stop, &mut |report| {
        (task.tell)(report.into());
    })
}

/// One of the cells that turn the most stones over.
fn greedy(board: Board, random: &mut ChaCha12Rng) -> Option<Cell> {
    let moves: Vec<Cell> = Board::cells(board.moves()).collect();
    let turned = |cell: &Cell| board.flips(*cell).count_ones();
    let most = moves.iter().map(turned).max()?;
    let best: Vec<Cell> = moves
        .into_iter()
        .filter(|cell| turned(cell) == most)
        .collect();
    best.choose(random).copied()
}
