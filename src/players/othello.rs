//! The computer player of Othello.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::computer::{Analyst, Computer, Learned, Unit, Values};
use super::cores;
use super::engine_process::{self, EngineError, Running};
use super::insight::{Insight, Value};
use super::job::Stop;
use super::learner::Learners;
use super::level::{HIGHEST, Level};
use super::outside::{Outside, Protocol};
use super::reasons::{self, Reason};
use super::reverse;
use super::task::Task;
use games::othello::{self, Cell, Position, is_reverse};
use games::stone::Stone;
use games::{Game, Place};
use mind::engine::othello::bitboard::cell;
use mind::engine::othello::book::Book;
use mind::engine::othello::{Board, Limits, Report, Searcher, evaluation::DISC};
use mind::learner::{Moves, Role};
use store::memory::Finished;
use words::phrase;

#[derive(Debug)]
pub struct Othello;

fn othello(game: &dyn Game) -> &othello::Game {
    game.of().expect("this computer plays Othello")
}

static DISCS: Unit = Unit {
    name: "discs",
    digits: 1,
    values: phrase!("Discs ahead"),
    graph: phrase!("Black's lead in discs"),
    even: 0.0,
    mistake: 3.0,
    scales: &[8.0, 16.0, 32.0, 64.0],
    won: phrase!("more discs"),
};

/// In reverse Othello, a point is a disc fewer than the opponent has.
static POINTS: Unit = Unit {
    name: "points",
    values: phrase!("Points ahead"),
    graph: phrase!("Black's lead in points"),
    won: phrase!("fewer discs"),
    ..DISCS
};

/// The processor time for a move at each level in ms: the average in a game of the level against itself, on
/// one thread of an AMD EPYC. Measured on 2026-11-22 with `qipan othello --black N --white N --seed 1 --keys
/// "" --dump`.
const COSTS: [u32; HIGHEST as usize] = [1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 20, 170];

/// The number of wins in 100 games against the level below, measured by `qipan-lab match` (60 games at the
/// highest level). README.md has the table.
const WINS: [u32; HIGHEST as usize - 1] = [86, 76, 84, 91, 90, 83, 69, 73, 71, 82, 77];

/// The search limits for move values in the background, where the search can be stopped at any time.
const DEEP: Limits = limits(24, [24, 0]);
/// The search limits for move values while somebody is waiting.
const SHALLOW: Limits = limits(6, [10, 0]);
/// The search limits for each position of a review.
const REVIEW: Limits = limits(8, [14, 0]);

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 16;
/// The size of the transposition table for a review, in megabytes. It is small because a review searches few
/// positions.
const MEGABYTES_OF_REVIEW: usize = 2;

/// The strength of a level.
struct Skill {
    limits: Limits,
    /// The largest error in the level's values, in discs.
    error: i32,
    /// The maximum loss that the level accepts in a book move, in hundredths of a disc. `None` if the level
    /// uses no book.
    book: Option<i32>,
    /// The percentage of moves that the level overlooks.
    overlooks: u32,
}

/// The skills of the levels, from level 2 on.
const SKILLS: [Skill; HIGHEST as usize - 1] = [
    skill(limits(1, [0, 0]), 16, 25),
    skill(limits(1, [0, 0]), 10, 15),
    skill(limits(1, [4, 0]), 5, 8),
    skill(limits(2, [6, 0]), 3, 4),
    skill(limits(3, [8, 0]), 2, 0),
    skill(limits(4, [10, 0]), 0, 0),
    skill(limits(5, [12, 0]), 0, 0),
    skill(limits(7, [14, 0]), 0, 0),
    with_book(limits(9, [16, 0]), 150),
    with_book(limits(12, [16, 22]), 125),
    with_book(limits(18, [20, 24]), 100),
];

const fn limits(depth: u8, [exact_from, probable_from]: [u8; 2]) -> Limits {
    Limits { depth, exact_from, probable_from }
}

const fn skill(limits: Limits, error: i32, overlooks: u32) -> Skill {
    Skill { limits, error, overlooks, book: None }
}

/// Creates a skill that uses the opening book. Each book move may lose up to `error` hundredths of a disc.
const fn with_book(limits: Limits, error: i32) -> Skill {
    Skill { book: Some(error), ..skill(limits, 0, 0) }
}

/// The smallest depth of a selective search, in plies.
const SELECTIVE: u8 = 7;

impl Computer for Othello {
    fn unit(&self, game: &dyn Game) -> &'static Unit {
        if is_reverse(game) { &POINTS } else { &DISCS }
    }

    fn analyst(&self) -> Box<dyn Analyst> {
        Box::new(Searcher::new(MEGABYTES_OF_REVIEW))
    }

    fn cost(&self, level: Level) -> u32 {
        COSTS[usize::from(level.number()) - 1]
    }

    fn wins(&self) -> &'static [u32] {
        &WINS
    }

    fn has_openings(&self) -> bool {
        true
    }

    fn choose(&self, level: Level, game: &dyn Game, task: &mut Task<'_>) -> Option<Place> {
        let board = Board::new(othello(game).map(), game.to_move()?);
        choose_cell(level, board, is_reverse(game), game.t(), task).map(Cell::place)
    }

    fn ask(
        &self,
        who: &Outside,
        game: &dyn Game,
        running: &mut Running,
        task: &Task<'_>,
    ) -> Result<Place, EngineError> {
        if is_reverse(game) {
            return Err(EngineError::OtherGame(who.name()));
        }
        engine_process::ask(who, Protocol::NBoard, running, |program| program.ask_nboard(othello(game), task))
    }

    fn values(&self, game: &dyn Game, beside: bool, stop: &dyn Fn() -> bool, tell: &mut dyn FnMut(Values)) {
        let board = Board::new(othello(game).map(), game.player());
        let limits = if beside { DEEP } else { SHALLOW };
        if is_reverse(game) {
            let found = reverse::insights(board, limits.depth, stop).into_iter();
            return tell(found.filter_map(|found| Some((*found.line.first()?, found))).collect());
        }
        let searcher = Searcher::new(MEGABYTES);
        let mut searcher = searcher.with_threads(cores::of_work(beside));
        searcher.values(board, limits, stop, &mut |reports| {
            let of = |report: &Report| Some((report.best?.place(), report.into()));
            tell(reports.iter().filter_map(of).collect());
        });
    }

    fn reasons(
        &self,
        before: &dyn Game,
        played: Place,
        seen: Option<&Insight>,
        better: Option<Place>,
        _: &dyn Fn() -> bool,
    ) -> Vec<Reason> {
        match is_reverse(before) {
            true => Vec::new(),
            false => reasons::of_othello(othello(before), played, seen, better),
        }
    }

    fn position(&self, game: &dyn Game) -> Option<String> {
        let (map, to_move) = (*othello(game).map(), game.to_move().filter(|_| !is_reverse(game))?);
        Some(Position { map, to_move }.to_string())
    }

    fn learns_from(&self, game: &dyn Game) -> bool {
        !game.is_set_up() && !is_reverse(game)
    }

    fn learned(&self, learners: &Learners, game: &dyn Game, seed: u64, ms: u32, stop: &Stop) -> Learned {
        let to_move = game.to_move().filter(|_| !is_reverse(game))?;
        let board = Board::new(othello(game).map(), to_move);
        let square = learners.square(|memories| &mut memories.othello, board, seed, ms, stop);
        Some(square.map(|square| square.map(|square| cell(square.into()).place())))
    }

    fn learn(&self, learners: &Learners, game: &dyn Game, role: Role, seed: u64, beside: bool) {
        let moves = Moves::new(othello(game).plies());
        let finished = Finished { moves, role, seed };
        learners.learn(|memories| &mut memories.othello, finished, beside);
    }
}

impl Analyst for Searcher {
    fn look(&mut self, game: &dyn Game, side: Stone, less: u8, stop: &dyn Fn() -> bool) -> Insight {
        let limits = Limits { depth: REVIEW.depth - less, ..REVIEW };
        let is_reverse = is_reverse(game);
        let mut search = |board| match is_reverse {
            true => reverse::insights(board, limits.depth, stop).swap_remove(0),
            false => Insight::from(&self.search(board, limits, stop, &mut |_| ())),
        };
        let board = Board::new(othello(game).map(), side);
        let sign = if is_reverse { -1.0 } else { 1.0 };
        match board.moves() {
            _ if board.is_over() => Insight::result(Value::Discs(sign * board.score() as f32)),
            0 => {
                let passed = search(board.pass());
                Insight { value: -passed.value, ..passed }
            }
            _ => search(board),
        }
    }
}

/// Chooses the cell for a level's move in turn `t`.
fn choose_cell(level: Level, board: Board, is_reverse: bool, t: usize, task: &mut Task<'_>) -> Option<Cell> {
    let stop = task.stop();
    let mut random = ChaCha12Rng::seed_from_u64(task.seed_of(t));
    let skill = usize::from(level.number()).checked_sub(2);
    let Some(skill) = skill.map(|n| &SKILLS[n]) else { return greedy(board, is_reverse, &mut random) };
    if let Some((cell, value)) =
        skill.book.filter(|_| !is_reverse).and_then(|error| Book::bundled().choose(board, error, &mut random))
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
    if skill.error == 0 && !is_reverse {
        let report = searcher.search(board, skill.limits, &stop, &mut |report| {
            (task.tell)(report.into());
        });
        return report.best;
    }
    let values: Vec<(Cell, i32)> = match is_reverse {
        true => reverse::values(board, skill.limits.depth, &stop),
        false => {
            let reports = searcher.values(board, skill.limits, &stop, &mut |_| ());
            reports.iter().filter_map(|report| Some((report.best?, report.value))).collect()
        }
    };
    let mut seen: Vec<_> = values.iter().filter(|_| !random.random_ratio(skill.overlooks, 100)).collect();
    // If the level has overlooked every move, let it see all of them.
    if seen.is_empty() {
        seen = values.iter().collect();
    }
    let error = skill.error * DISC;
    let judged = seen.into_iter().map(|(cell, value)| (value + random.random_range(-error..=error), *cell));
    judged.max_by_key(|(value, _)| *value).map(|(_, cell)| cell)
}

/// Returns an insight with the book's value of a move.
fn from_book(board: Board, cell: Cell, value: i32) -> Insight {
    let after = board.play(cell).map(|after| Book::bundled().line(after));
    let line = std::iter::once(cell).chain(after.unwrap_or_default());
    Insight {
        depth: 0,
        value: Value::Discs(value as f32 / DISC as f32),
        exact: false,
        line: line.map(Cell::place).collect(),
    }
}

/// Chooses at random among the moves that flip the most discs, or the fewest in reverse Othello.
fn greedy(board: Board, is_reverse: bool, random: &mut ChaCha12Rng) -> Option<Cell> {
    let mut cells: Vec<Cell> = Board::cells(board.moves()).collect();
    let turned = |cell: &Cell| board.flips(*cell).count_ones();
    let counts = cells.iter().map(turned);
    let wanted = if is_reverse { counts.min() } else { counts.max() }?;
    cells.retain(|cell| turned(cell) == wanted);
    cells.choose(random).copied()
}
