//! The searcher: it looks one ply ahead, then two, and so on, as deep as there is time for.

use crate::engine::cpu::this_cpu;
use crate::engine::symmetry::{Symmetry, images};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::bitboard::{Board, cell};
use super::busy::Busy;
use super::evaluation::{DISC, Evaluation, INFINITE, PatternBoard, luck};
use super::midgame::{PLAYED_OUT, SURENESS, look_ahead};
use super::search::Search;
use super::transposition::{NOWHERE, TranspositionTable};
use games::othello::Cell;

/// The size of the table for positions near the end, in bytes.
const NEAR_BYTES: usize = 1 << 19;

/// Half the width of the first window around the value that the search one ply shallower has found.
const ASPIRATION: i32 = 2 * DISC;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies, at least 1. As many as there are empty cells mean the end of the game, exact unless it is to be a probable one.
    pub depth: u8,
    /// With this many empties or fewer the game is played to its end, whatever the depth.
    pub exact_from: u8,
    /// With this many or fewer, but more than `exact_from`, a [selective](Searcher::with_selectivity) search looks to the end as well,
    /// and leaves moves out there as elsewhere: its report is not exact. 0 if it should not.
    ///
    /// With a selectivity of 3 that takes a fifth of the time of the exact score with 20 empty cells, and an eighth with 22.
    pub probable_from: u8,
}

impl Limits {
    /// So many plies everywhere; the game is played to its end only where they reach it.
    pub const fn plies(depth: u8) -> Limits {
        Limits {
            depth,
            exact_from: 0,
            probable_from: 0,
        }
    }
}

/// What a search to the end of the game is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The score.
    #[default]
    Score,
    /// Who wins. The value is then no more than a bound: that of a player who wins is positive, and the score may be higher.
    Winner,
}

/// What a search has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many plies it looked ahead.
    pub depth: u8,
    /// For the player to move, in hundredths of a disc: the final score, or the evaluation's estimate of it.
    pub value: i32,
    /// Where to drop the stone; `None` when there is no move.
    pub best: Option<Cell>,
    /// The moves that both are expected to play, `best` first; passes are left out.
    pub line: Vec<Cell>,
    /// How many positions were looked at since the search began.
    pub nodes: u64,
    /// The value is the score that neither player can better.
    pub exact: bool,
}

/// Searches for the best move.
///
/// A search does not know what an earlier one found out, unless it is [told](Searcher::with_memory) to: the same position
/// and limits give the same report, if it is not stopped.
///
/// ```
/// use mind::engine::othello::{Board, Limits, Searcher};
/// let mut searcher = Searcher::new(16);
/// let limits = Limits { depth: 6, exact_from: 12, probable_from: 0 };
/// let mut depths = Vec::new();
/// let report = searcher.search(Board::START, limits, &|| false, &mut |report| depths.push(report.depth));
/// assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
/// assert_eq!((report.depth, report.exact), (6, false));
/// assert_eq!(report.best, Some(report.line[0]));
/// ```
pub struct Searcher {
    table: TranspositionTable,
    /// A small one for each thread.
    near: Vec<TranspositionTable>,
    busy: Busy,
    evaluation: Evaluation,
    selectivity: u8,
    goal: Goal,
    remembers: bool,
}

impl Searcher {
    /// One with a transposition table of this many megabytes.
    pub fn new(megabytes: usize) -> Searcher {
        Searcher::with_evaluation(megabytes, Evaluation::default())
    }

    /// One that judges positions by another evaluation.
    pub fn with_evaluation(megabytes: usize, evaluation: Evaluation) -> Searcher {
        Searcher {
            table: TranspositionTable::new(megabytes << 20),
            near: vec![TranspositionTable::new(NEAR_BYTES)],
            busy: Busy::new(),
            evaluation,
            selectivity: 0,
            goal: Goal::Score,
            remembers: false,
        }
    }

    /// The same, but a search starts from what those before it have found out, for in a game one position leads to the next. In 200
    /// games 12 plies deep a move took 7.5 ms instead of 11.4.
    pub fn with_memory(self) -> Searcher {
        Searcher {
            remembers: true,
            ..self
        }
    }

    /// The same, but it leaves out what a shallow search finds clearly too good or too bad: an index into `SURENESS`.
    /// The end of the game is played out all the same, but for [`Limits::probable_from`].
    ///
    /// In 200 games each with the same 32,000 positions a move, those with a selectivity of 2, 3 and 4 were 5.1, 5.4 and
    /// 5.3 discs better on average than the one that leaves nothing out, give or take 0.9.
    ///
    /// # Panics
    /// When there is no such index.
    pub fn with_selectivity(self, selectivity: u8) -> Searcher {
        assert!(usize::from(selectivity) < SURENESS.len());
        Searcher {
            selectivity,
            ..self
        }
    }

    /// The same, but a search to the end of the game has another goal. To find out who wins is quicker than the score.
    pub fn with_goal(self, goal: Goal) -> Searcher {
        Searcher { goal, ..self }
    }

    /// The same, with this many threads. The exact score does not depend on their number, but which of several best moves is found and how
    /// many positions are searched does.
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Searcher {
        let new = || TranspositionTable::new(NEAR_BYTES);
        self.near.resize_with(threads.get(), new);
        self
    }

    /// A search of a position, and its steps.
    fn begin<'a>(
        &'a mut self,
        board: Board,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> (Team<'a>, Vec<Step>) {
        if !self.remembers {
            self.table.forget();
            self.near.iter_mut().for_each(TranspositionTable::forget);
        }
        let (near, others) = self.near.split_first().expect("at least one thread");
        let mut search = Search::new(&self.table, near, &self.evaluation, stop);
        search.busy = (!others.is_empty()).then_some(&self.busy);
        let team = Team {
            search,
            others,
            goal: self.goal,
        };
        (team, steps(board.empties(), limits, self.selectivity))
    }

    /// Searches one ply deep, then two, up to the limits, and tells `progress` of each depth; the last report is also returned.
    ///
    /// `stop` is asked every few thousand positions; when it says so, the deepest report is returned. There is always
    /// one, and its move is legal: the first depth is not stopped.
    pub fn search(
        &mut self,
        board: Board,
        limits: Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        let (mut team, steps) = self.begin(board, limits, stop);
        let (luck, mut last) = (luck_of(board), None);
        for step in steps {
            let Some(report) = look(&mut team, board, step, luck, last.as_ref()) else {
                break;
            };
            progress(&report);
            last = Some(report);
        }
        last.expect("the first depth is not stopped")
    }

    /// Plays the position to its end, as [`solve`] does. With [`Goal::Winner`] only the sign of the score means something, and the
    /// line is as long as it is known.
    pub fn solve(&mut self, board: Board) -> Solved {
        let report = self.search(board, Limits::plies(60), &|| false, &mut |_| ());
        Solved {
            score: report.value / DISC,
            moves: report.line,
            nodes: report.nodes,
        }
    }

    /// The value of each legal move, one ply deep, then two, up to the limits: `progress` is told of all moves at once when each was looked
    /// at so deep. The reports are those of the positions before the move, with the move as `best`. Of moves that are each other's images
    /// on a symmetric board one is searched, and all are worth the same.
    ///
    /// Returns the deepest report of each move, the best move first.
    pub fn values(
        &mut self,
        board: Board,
        limits: Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        let symmetries = symmetries_of(board);
        let all = |reports: &[Report]| -> Vec<Report> {
            reports
                .iter()
                .flat_map(|report| images_of(report, &symmetries))
                .collect()
        };
        let (mut team, steps) = self.begin(board, limits, stop);
        let mut reports: Vec<Report> = Vec::new();
        'steps: for step in steps {
            let step = Step {
                depth: step.depth - 1,
                ..step
            };
            let moves: Vec<Cell> = match reports.is_empty() {
                true => Board::cells(board.moves())
                    .filter(|cell| is_first(*cell, &symmetries))
                    .collect(),
                false => reports.iter().filter_map(|report| report.best).collect(),
            };
            for (n, best) in moves.into_iter().enumerate() {
                let after = board.play(best).expect("a legal move");
                let last = reports.get(n).map(|report| Report {
                    value: -report.value,
                    ..report.clone()
                });
                let luck = -luck_of(board);
                let Some(found) = look(&mut team, after, step, luck, last.as_ref()) else {
                    break 'steps;
                };
                let line = std::iter::once(best).chain(found.line).collect();
                let report = Report {
                    depth: found.depth + 1,
                    value: -found.value,
                    best: Some(best),
                    line,
                    ..found
                };
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

fn symmetries_of(board: Board) -> Vec<Symmetry> {
    let has = |stones: u64, n: usize| stones >> n & 1 == 1;
    Symmetry::of_board(8, |(row, col)| {
        let n = row * 8 + col;
        (has(board.own, n), has(board.opponent, n))
    })
}

fn turned(symmetry: Symmetry, at: Cell) -> Cell {
    let (row, col) = symmetry.image((at.row, at.col));
    Cell { row, col }
}

/// Is it the first of its images, row by row?
fn is_first(at: Cell, symmetries: &[Symmetry]) -> bool {
    symmetries
        .iter()
        .all(|symmetry| turned(*symmetry, at) >= at)
}

/// The reports of all moves that are images of this one.
fn images_of(report: &Report, symmetries: &[Symmetry]) -> Vec<Report> {
    let image = |symmetry: Symmetry| Report {
        best: report.best.map(|at| turned(symmetry, at)),
        line: report.line.iter().map(|at| turned(symmetry, *at)).collect(),
        ..report.clone()
    };
    images(symmetries, image, |report| report.best)
}

/// A search, and what the other threads that join in need.
struct Team<'a> {
    search: Search<'a>,
    others: &'a [TranspositionTable],
    goal: Goal,
}

impl Team<'_> {
    /// Has all threads search the same. What this one finds counts; the others help by what they write into the table.
    fn together<T>(&mut self, step: Step, find: impl Fn(&mut Search<'_>) -> T + Sync) -> T {
        if step.depth < WORTH_SHARING || self.others.is_empty() {
            return find(&mut self.search);
        }
        let Search {
            table,
            evaluation,
            busy,
            selectivity,
            ..
        } = self.search;
        let (found, find) = (&AtomicBool::new(false), &find);
        thread::scope(|scope| {
            // A system may deny a thread.
            let help = |near| {
                let thread = thread::Builder::new();
                let started = thread.spawn_scoped(scope, move || {
                    let stop = || found.load(Relaxed);
                    let mut search = Search::new(table, near, evaluation, &stop);
                    (search.busy, search.selectivity) = (busy, selectivity);
                    find(&mut search);
                    search.nodes
                });
                started.ok()
            };
            let helpers: Vec<_> = self.others.iter().filter_map(help).collect();
            let result = find(&mut self.search);
            found.store(true, Relaxed);
            for helper in helpers {
                self.search.nodes += helper
                    .join()
                    .expect("a thread that searches does not panic");
            }
            result
        })
    }
}

/// Below this many plies a search ends before another thread has begun.
const WORTH_SHARING: u32 = 12;

/// A part of a search: how deep it looks, and how much it leaves out.
#[derive(Clone, Copy)]
struct Step {
    depth: u32,
    /// An index into [`SURENESS`].
    selectivity: u8,
}

/// What to search one after the other, up to a depth or to the end of the game.
///
/// Some plies on the way find good moves to begin with. Then the search leaps to the end, leaving out less and less: what is likely to be
/// best is known before it is proved.
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
    let prepared = prepared.filter(|depth| *depth < empties).map(|depth| Step {
        depth,
        selectivity: selectivity.max(PREPARED),
    });
    let selective = match empties > PLAYED_OUT {
        true => &LEAPS[..],
        false => &[],
    };
    let selective = selective.iter().copied().filter(|leap| *leap > last);
    let leaps = selective.chain([last]).map(|selectivity| Step {
        depth: empties.max(1),
        selectivity,
    });
    prepared.chain(leaps).collect()
}

/// How many plies before the end of the game the search goes on to the end.
const LEAP: u32 = 10;

/// How much the first searches to the end leave out.
const LEAPS: [u8; 2] = [3, 2];

/// How much is left out on the way to the end, at least.
const PREPARED: u8 = 2;

/// The [`luck`] in the value of a search from this position. A player who must pass has the opponent's.
fn luck_of(board: Board) -> i32 {
    match board.moves() {
        0 => -luck(board.empties()),
        _ => luck(board.empties()),
    }
}

/// Searches this many plies deep, 0 being the evaluation, and takes so much luck out of the value; `None` when it is stopped.
fn look(
    team: &mut Team<'_>,
    board: Board,
    step: Step,
    luck: i32,
    last: Option<&Report>,
) -> Option<Report> {
    let search = &mut team.search;
    if last.is_none() {
        search.must_not_be_stopped();
    }
    search.selectivity = step.selectivity;
    let empties = board.empties();
    let to_the_end = step.depth >= empties;
    let exact = to_the_end && step.selectivity == 0;
    // The score has none.
    let luck = if to_the_end { 0 } else { luck };
    let goal = team.goal;
    let (value, best) = match last {
        Some(_) if to_the_end && goal == Goal::Winner => {
            team.together(step, |search| root(search, board, step.depth, -DISC, DISC))
        }
        Some(last) => team.together(step, |search| {
            aspiration(search, board, step.depth, last.value + luck)
        }),
        None => root(search, board, step.depth, -INFINITE, INFINITE),
    };
    let search = &mut team.search;
    if search.stopped {
        return None;
    }
    search.may_be_stopped();
    let line = match exact && goal == Goal::Score {
        true => best_line(search, board, value),
        false => expected_line(search, board, best),
    };
    if search.stopped {
        return None;
    }
    Some(Report {
        depth: step.depth.min(empties) as u8,
        value: (value - luck).clamp(-64 * DISC, 64 * DISC),
        best,
        line,
        nodes: search.nodes,
        exact: exact || board.is_over(),
    })
}

/// The value and the best move with a narrow window around a guess first.
fn aspiration(
    search: &mut Search<'_>,
    board: Board,
    depth: u32,
    guess: i32,
) -> (i32, Option<Cell>) {
    // Scores are even.
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
    // A search that leaves moves out can find another value each time.
    root(search, board, depth, -INFINITE, INFINITE)
}

/// The value, exact when it is between the bounds, and the best move.
fn root(
    search: &mut Search<'_>,
    board: Board,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> (i32, Option<Cell>) {
    let node = PatternBoard::new(board);
    let (value, square) = look_ahead(this_cpu(), search, &node, alpha, beta, depth);
    (value, (square != NOWHERE).then(|| cell(square.into())))
}

/// The best move and those that the table holds for the positions after it.
fn expected_line(search: &Search<'_>, mut board: Board, best: Option<Cell>) -> Vec<Cell> {
    let mut line = Vec::new();
    let mut next = best;
    loop {
        if board.moves() == 0 {
            board = board.pass();
        }
        let known = search.table.get(board).map(|known| known.moves[0]);
        let known = known.filter(|square| *square != NOWHERE);
        next = next.or(known.map(|square| cell(square.into())));
        let Some(after) = next.and_then(|cell| board.play(cell)) else {
            return line;
        };
        line.extend(next.take());
        board = after;
    }
}

/// The best moves of both players from a position that has this value, as far as there was time to find them.
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

/// What a position is worth, and how to play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// In discs from the view of the player to move, -64 to 64. The empty cells are the winner's.
    pub score: i32,
    /// Best moves of both players to the end, passes left out. Empty when the game is over.
    pub moves: Vec<Cell>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// Plays the position to its end, with a transposition table of this many megabytes.
///
/// Twenty empties take a fraction of a second, and each one more takes about twice as long.
///
/// ```
/// use mind::engine::othello::{Board, solve};
/// use games::stone::Stone;
/// let map = "
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXOO
///     XXXXXXO.".parse().unwrap();
/// let solved = solve(Board::new(&map, Stone::Black), 1);
/// assert_eq!(solved.score, 64);
/// assert_eq!(solved.moves, ["h8".parse().unwrap()]);
/// ```
pub fn solve(board: Board, megabytes: usize) -> Solved {
    Searcher::new(megabytes).solve(board)
}
