//! Iterative deepening: searches to a depth of one ply, then two, and so on up to a limit.

use crate::engine::cpu::this_cpu;
use crate::engine::helpers::search_with_helpers;
use crate::engine::symmetry::{Symmetry, with_images};
use std::num::NonZeroUsize;

use super::bitboard::{Board, cell};
use super::evaluation::{DISC, Evaluation, INFINITE, PatternBoard, parity_correction};
use super::midgame::{CONFIDENCE, PLAYED_OUT, search_node};
use super::search::{InProgress, Search};
use super::transposition::{NO_MOVE, TranspositionTable};
use games::othello::Cell;

/// The size of the [near table](Search::near) in bytes.
const NEAR_BYTES: usize = 1 << 19;

/// Half the width of the aspiration window around the value of the previous depth.
const ASPIRATION: i32 = 2 * DISC;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth in plies, at least 1. If the depth is at least the number of empty cells, the search finds
    /// the exact score, unless `probable_from` applies.
    pub depth: u8,
    /// The maximum number of empty cells with which the game is always solved exactly.
    pub exact_from: u8,
    /// The maximum number of empty cells with which a [selective](Searcher::with_selectivity) search always
    /// reaches the end of the game. The report is not marked exact, because the search stays selective. 0
    /// turns this off; `exact_from` takes precedence.
    ///
    /// With a selectivity of 3, such a search takes a fifth of the time of an exact search with 20 empty
    /// cells, and an eighth with 22.
    pub probable_from: u8,
}

impl Limits {
    /// Limits of a fixed depth, without a special rule for the endgame.
    pub const fn plies(depth: u8) -> Limits {
        Limits { depth, exact_from: 0, probable_from: 0 }
    }
}

/// The result that a search to the end of the game looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    #[default]
    Score,
    /// Only the winner: the sign of the value is exact, but the size is not.
    Winner,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub depth: u8,
    /// The final score or its estimate for the player to move, in hundredths of a disc.
    pub value: i32,
    /// The best move. `None` if there is no legal move.
    pub best: Option<Cell>,
    /// The expected moves of both players without passes, `best` first.
    pub line: Vec<Cell>,
    /// The number of positions visited since the start of the search.
    pub nodes: u64,
    /// True if the value is the score after perfect play.
    pub exact: bool,
}

/// A searcher for the best move.
///
/// A search reports equal results for equal positions and limits, unless it is stopped, uses several threads
/// or [keeps its table](Searcher::with_memory).
pub struct Searcher {
    table: TranspositionTable,
    /// The near table of each thread.
    near: Vec<TranspositionTable>,
    in_progress: InProgress,
    evaluation: Evaluation,
    selectivity: u8,
    goal: Goal,
    keeps_table: bool,
}

impl Searcher {
    /// Creates a searcher with a transposition table of this many megabytes.
    pub fn new(megabytes: usize) -> Searcher {
        Searcher::with_evaluation(megabytes, Evaluation::default())
    }

    /// Creates a searcher with an evaluation other than the bundled one.
    pub fn with_evaluation(megabytes: usize, evaluation: Evaluation) -> Searcher {
        Searcher {
            table: TranspositionTable::new(megabytes << 20),
            near: vec![TranspositionTable::new(NEAR_BYTES)],
            in_progress: InProgress::new(),
            evaluation,
            selectivity: 0,
            goal: Goal::Score,
            keeps_table: false,
        }
    }

    /// Keeps the transposition table from one search to the next. In 200 games at depth 12, this reduced the
    /// time for a move from 11.4 ms to 7.5 ms.
    pub fn with_memory(self) -> Searcher {
        Searcher { keeps_table: true, ..self }
    }

    /// Sets the selectivity of ProbCut from 0 (off) to 4. Exact endgame searches ignore it.
    ///
    /// In matches of 200 games with 32,000 nodes a move, selectivities of 2, 3 and 4 scored 5.1, 5.4 and 5.3
    /// discs more on average than 0, give or take 0.9.
    ///
    /// # Panics
    /// If the selectivity is more than 4.
    pub fn with_selectivity(self, selectivity: u8) -> Searcher {
        assert!(usize::from(selectivity) < CONFIDENCE.len());
        Searcher { selectivity, ..self }
    }

    /// Sets the goal of searches to the end of the game. Finding the winner is faster than finding the score.
    pub fn with_goal(self, goal: Goal) -> Searcher {
        Searcher { goal, ..self }
    }

    /// Sets the number of threads. It does not affect exact scores, only the choice among equally good moves
    /// and the number of nodes.
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Searcher {
        let new = || TranspositionTable::new(NEAR_BYTES);
        self.near.resize_with(threads.get(), new);
        self
    }

    fn begin<'a>(
        &'a mut self,
        board: Board,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> (Team<'a>, Vec<Step>) {
        if !self.keeps_table {
            self.table.clear();
            self.near.iter_mut().for_each(TranspositionTable::clear);
        }
        let (near, helpers) = self.near.split_first().expect("at least one thread");
        let mut search = Search::new(&self.table, near, &self.evaluation, stop);
        search.in_progress = (!helpers.is_empty()).then_some(&self.in_progress);
        let team = Team { search, helpers, goal: self.goal };
        (team, steps(board.empties(), limits, self.selectivity))
    }

    /// Searches at increasing depths up to the limits, and passes the report of each depth to `progress`.
    /// Returns the last report.
    ///
    /// The search calls `stop` every few thousand nodes and ends when `stop` returns true. The search of the
    /// first depth always completes, so the report has a move whenever one is legal.
    pub fn search(
        &mut self,
        board: Board,
        limits: Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        let (mut team, steps) = self.begin(board, limits, stop);
        let (correction, mut last) = (correction_of(board), None);
        for step in steps {
            let Some(report) = search_step(&mut team, board, step, correction, last.as_ref()) else {
                break;
            };
            progress(&report);
            last = Some(report);
        }
        last.expect("the first depth is not stopped")
    }

    /// Solves the position like the function [`solve`]. With [`Goal::Winner`], only the sign of the score is
    /// exact, and the line may be incomplete.
    pub fn solve(&mut self, board: Board) -> Solved {
        let report = self.search(board, Limits::plies(60), &|| false, &mut |_| ());
        Solved { score: report.value / DISC, moves: report.line, nodes: report.nodes }
    }

    /// Evaluates each legal move, at increasing depths up to the limits. After each depth, `progress` gets
    /// the reports of all moves.
    ///
    /// A report describes the position before the move; its `best` is the move. On a symmetric board, only
    /// one of several moves that are images of each other is searched. Returns the deepest report of each
    /// move, best move first.
    pub fn values(
        &mut self,
        board: Board,
        limits: Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        let symmetries = Symmetry::of_board(8, |(row, col)| {
            let n = row * 8 + col;
            (board.own >> n & 1, board.opponent >> n & 1)
        });
        let all =
            |reports: &[Report]| with_images(reports, &symmetries, image_of_report, |report| report.best);
        let (mut team, steps) = self.begin(board, limits, stop);
        let mut reports: Vec<Report> = Vec::new();
        'steps: for step in steps {
            let step = Step { depth: step.depth - 1, ..step };
            let moves: Vec<Cell> = match reports.is_empty() {
                true => Board::cells(board.moves())
                    .filter(|cell| symmetries.iter().all(|s| image(*cell, *s) >= *cell))
                    .collect(),
                false => reports.iter().filter_map(|report| report.best).collect(),
            };
            for (n, best) in moves.into_iter().enumerate() {
                let after = board.play(best).expect("a legal move");
                let last = reports.get(n).map(|report| Report { value: -report.value, ..report.clone() });
                let correction = -correction_of(board);
                let Some(found) = search_step(&mut team, after, step, correction, last.as_ref()) else {
                    break 'steps;
                };
                let line = std::iter::once(best).chain(found.line).collect();
                let report =
                    Report { depth: found.depth + 1, value: -found.value, best: Some(best), line, ..found };
                match reports.get_mut(n) {
                    Some(place) => *place = report,
                    None => reports.push(report),
                }
            }
            reports.sort_by_key(|report| -report.value);
            progress(&all(&reports));
        }
        let mut reports = all(&reports);
        reports.sort_by_key(|report| (-i32::from(report.depth), -report.value));
        reports
    }
}

fn image(at: Cell, symmetry: Symmetry) -> Cell {
    let (row, col) = symmetry.image(at.place());
    Cell { row, col }
}

fn image_of_report(report: &Report, symmetry: Symmetry) -> Report {
    Report {
        best: report.best.map(|at| image(at, symmetry)),
        line: report.line.iter().map(|at| image(*at, symmetry)).collect(),
        ..report.clone()
    }
}

struct Team<'a> {
    search: Search<'a>,
    helpers: &'a [TranspositionTable],
    goal: Goal,
}

impl Team<'_> {
    /// Runs the same search on all threads. Helper threads contribute only through the shared table; the
    /// result is this thread's.
    fn run<T>(&mut self, step: Step, find: impl Fn(&mut Search<'_>) -> T + Sync) -> T {
        if step.depth < SHARED || self.helpers.is_empty() {
            return find(&mut self.search);
        }
        let Search { table, evaluation, in_progress, selectivity, .. } = self.search;
        let help = |near, stop: &dyn Fn() -> bool| {
            let mut search = Search::new(table, near, evaluation, stop);
            (search.in_progress, search.selectivity) = (in_progress, selectivity);
            find(&mut search);
            search.nodes
        };
        let lead = || find(&mut self.search);
        let (result, nodes) = search_with_helpers(self.helpers.iter(), help, lead);
        self.search.nodes += nodes;
        result
    }
}

/// The smallest depth at which helper threads are used. A shallower search would end before they have
/// started.
const SHARED: u32 = 12;

/// One iteration of iterative deepening.
#[derive(Clone, Copy)]
struct Step {
    depth: u32,
    /// An index into [`CONFIDENCE`].
    selectivity: u8,
}

/// Returns the iterations up to a depth or up to the end of the game.
///
/// A search to the end of the game begins with shallower iterations, which find good moves. Then the depth
/// jumps to the end, with lower and lower selectivity, so that the probable result is known before it is
/// proven.
fn steps(empties: u32, limits: Limits, selectivity: u8) -> Vec<Step> {
    let ends_from = |limit: u8| empties <= u32::from(limit);
    let last = if ends_from(limits.exact_from) {
        0
    } else if selectivity > 0 && ends_from(limits.probable_from) {
        selectivity
    } else if ends_from(limits.depth) {
        0
    } else {
        let depths = 1..=u32::from(limits.depth.max(1));
        return depths.map(|depth| Step { depth, selectivity }).collect();
    };
    let prepared = 1..=empties.saturating_sub(LEAP).max(1);
    let prepared = prepared
        .filter(|depth| *depth < empties)
        .map(|depth| Step { depth, selectivity: selectivity.max(PREPARATION) });
    // Before the last jump, search to the end twice with more selectivity.
    let selective = [3, 2].into_iter().filter(|leap| empties > PLAYED_OUT && *leap > last);
    let leaps = selective.chain([last]).map(|selectivity| Step { depth: empties.max(1), selectivity });
    prepared.chain(leaps).collect()
}

/// The number of plies before the end of the game at which the depth jumps to the end.
const LEAP: u32 = 10;

/// The lowest selectivity of the iterations before the jump.
const PREPARATION: u8 = 2;

/// Returns the [`parity_correction`] that is included in the value of a search from this position. Its sign
/// is reversed if the player must pass.
fn correction_of(board: Board) -> i32 {
    match board.moves() {
        0 => -parity_correction(board.empties()),
        _ => parity_correction(board.empties()),
    }
}

/// Runs one iteration and subtracts the parity correction from the value. Depth 0 only evaluates the
/// position. Returns `None` if the search was stopped, which cannot happen in the first iteration, when
/// `last` is `None`.
fn search_step(
    team: &mut Team<'_>,
    board: Board,
    step: Step,
    correction: i32,
    last: Option<&Report>,
) -> Option<Report> {
    let search = &mut team.search;
    if last.is_none() {
        search.disable_stop();
    }
    search.selectivity = step.selectivity;
    let empties = board.empties();
    let to_the_end = step.depth >= empties;
    let exact = to_the_end && step.selectivity == 0;
    let correction = if to_the_end { 0 } else { correction };
    let goal = team.goal;
    let (value, best) = match last {
        Some(_) if to_the_end && goal == Goal::Winner => {
            team.run(step, |search| root(search, board, step.depth, -DISC, DISC))
        }
        Some(last) => team.run(step, |search| aspiration(search, board, step.depth, last.value + correction)),
        None => root(search, board, step.depth, -INFINITE, INFINITE),
    };
    let search = &mut team.search;
    if search.stopped {
        return None;
    }
    search.enable_stop();
    let line = match exact && goal == Goal::Score {
        true => best_line(search, board, value),
        false => expected_line(search, board, best),
    };
    if search.stopped {
        return None;
    }
    Some(Report {
        depth: step.depth.min(empties) as u8,
        value: (value - correction).clamp(-64 * DISC, 64 * DISC),
        best,
        line,
        nodes: search.nodes,
        exact: exact || board.is_over(),
    })
}

/// Searches with a narrow window around a guess, and again with wider windows while the value is outside.
fn aspiration(search: &mut Search<'_>, board: Board, depth: u32, guess: i32) -> (i32, Option<Cell>) {
    // Final scores are even, so round the guess to an even score.
    let (guess, width) = match depth >= board.empties() {
        true => ((guess + DISC).div_euclid(2 * DISC) * 2 * DISC, DISC),
        false => (guess, ASPIRATION),
    };
    let (alpha, beta) = (guess - width, guess + width);
    let (value, best) = root(search, board, depth, alpha, beta);
    let (alpha, beta) = match value {
        low if low <= alpha => (-INFINITE, low + 1),
        high if high >= beta => (high - 1, INFINITE),
        _ => return (value, best),
    };
    let (value, best) = root(search, board, depth, alpha, beta);
    if alpha < value && value < beta {
        return (value, best);
    }
    // The windows may never converge, because a selective search can return a different value each time. Use
    // the full window.
    root(search, board, depth, -INFINITE, INFINITE)
}

fn root(search: &mut Search<'_>, board: Board, depth: u32, alpha: i32, beta: i32) -> (i32, Option<Cell>) {
    let node = PatternBoard::new(board);
    let (value, square) = search_node(this_cpu(), search, &node, alpha, beta, depth);
    (value, (square != NO_MOVE).then(|| cell(square.into())))
}

/// Returns the best move, followed by the best moves of the transposition table.
fn expected_line(search: &Search<'_>, mut board: Board, best: Option<Cell>) -> Vec<Cell> {
    let mut line = Vec::new();
    let mut next = best;
    loop {
        if board.moves() == 0 {
            board = board.pass();
        }
        let stored = search.table.get(board).map(|entry| entry.moves[0]);
        let stored = stored.filter(|square| *square != NO_MOVE);
        next = next.or(stored.map(|square| cell(square.into())));
        let Some(after) = next.and_then(|cell| board.play(cell)) else {
            return line;
        };
        line.extend(next.take());
        board = after;
    }
}

/// Finds the best moves of both players from a position with this exact value. The line is incomplete if the
/// search was stopped.
fn best_line(search: &mut Search<'_>, mut board: Board, mut value: i32) -> Vec<Cell> {
    let mut moves = Vec::new();
    loop {
        if board.moves() == 0 {
            (board, value) = (board.pass(), -value);
        }
        let (_, best) = root(search, board, board.empties(), value - DISC, value + DISC);
        if search.stopped {
            return moves;
        }
        let Some((best, after)) = best.and_then(|best| Some((best, board.play(best)?))) else {
            return moves;
        };
        (board, value) = (after, -value);
        moves.push(best);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The score in discs for the player to move, -64 to 64. Empty cells count for the winner.
    pub score: i32,
    /// The best moves of both players to the end, without passes.
    pub moves: Vec<Cell>,
    pub nodes: u64,
}

/// Finds the score of a position after perfect play. The transposition table has this many megabytes.
///
/// With 20 empty cells this takes a fraction of a second, and each additional cell about doubles the time.
/// See `src/mind/engine/othello/README.md` for measurements.
pub fn solve(board: Board, megabytes: usize) -> Solved {
    Searcher::new(megabytes).solve(board)
}
