//! The searcher: it looks one ply ahead, then two, and so on, as deep as there is time for.

use super::bitboard::{Board, cell};
use super::cpu::this_cpu;
use super::endgame::best_line;
use super::evaluation::{DISC, Evaluation, INFINITE};
use super::midgame::{SURENESS, look_ahead};
use super::search::Search;
use super::transposition::{NOWHERE, TranspositionTable};
use crate::games::othello::Cell;

/// Half the width of the first window around the value that the search one ply shallower has found.
const ASPIRATION: i32 = 2 * DISC;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies, at least 1. More than there are empty cells means the end of the game.
    pub depth: u8,
    /// With this many empties or fewer the game is played to its end, whatever the depth.
    pub exact_from: u8,
    /// With this many or fewer, but more than `exact_from`, a [selective](Searcher::with_selectivity) search looks to the end as well,
    /// and leaves moves out there as elsewhere: its report is not exact. 0 if it should not.
    ///
    /// With a selectivity of 3 that takes a fifth of the time of the exact score with 20 empty cells, and an eighth with 22.
    pub probable_from: u8,
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
/// use qipan::engine::othello::{Board, Limits, Searcher};
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
    evaluation: Evaluation,
    selectivity: u8,
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
            evaluation,
            selectivity: 0,
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

    /// The same, but it leaves out what a shallow search finds clearly too good or too bad: an index into [`SURENESS`].
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

    /// A search of a position, and the depths to search one after the other.
    fn begin<'a>(
        &'a mut self,
        board: Board,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> (Search<'a>, Vec<u32>) {
        if !self.remembers {
            self.table.forget();
        }
        let mut search = Search::new(&mut self.table, &self.evaluation, stop);
        search.selectivity = self.selectivity;
        let empties = board.empties();
        let exact = empties <= u32::from(limits.exact_from);
        search.probable_end =
            !exact && self.selectivity > 0 && empties <= u32::from(limits.probable_from);
        let to_the_end = exact || search.probable_end;
        (search, depths(empties, limits.depth.into(), to_the_end))
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
        let (mut search, depths) = self.begin(board, limits, stop);
        let mut last = None;
        for depth in depths {
            let Some(report) = look(&mut search, board, depth, last.as_ref()) else {
                break;
            };
            progress(&report);
            last = Some(report);
        }
        last.expect("the first depth is not stopped")
    }

    /// The value of each legal move, one ply deep, then two, up to the limits: `progress` is told of each move and
    /// depth. The reports are those of the positions before the move, with the move as `best`.
    ///
    /// Returns the deepest report of each move, the best move first.
    pub fn values(
        &mut self,
        board: Board,
        limits: Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(Cell, &Report),
    ) -> Vec<Report> {
        let (mut search, depths) = self.begin(board, limits, stop);
        let mut reports: Vec<Report> = Vec::new();
        'depths: for depth in depths {
            let moves: Vec<Cell> = match reports.is_empty() {
                true => Board::cells(board.moves()).collect(),
                false => reports.iter().filter_map(|report| report.best).collect(),
            };
            for (n, best) in moves.into_iter().enumerate() {
                let after = board.play(best).expect("a legal move");
                let last = reports.get(n).map(|report| Report {
                    value: -report.value,
                    ..report.clone()
                });
                let Some(found) = look(&mut search, after, depth - 1, last.as_ref()) else {
                    break 'depths;
                };
                let line = std::iter::once(best).chain(found.line).collect();
                let report = Report {
                    depth: found.depth + 1,
                    value: -found.value,
                    best: Some(best),
                    line,
                    ..found
                };
                progress(best, &report);
                match reports.get_mut(n) {
                    Some(place) => *place = report,
                    None => reports.push(report),
                }
            }
            reports.sort_by_key(|report| -report.value);
        }
        reports.sort_by_key(|report| (-i32::from(report.depth), -report.value));
        reports
    }
}

/// The depths to search one after the other, up to a depth or to the end.
fn depths(empties: u32, depth: u32, to_the_end: bool) -> Vec<u32> {
    if !to_the_end && empties > depth {
        return (1..=depth.max(1)).collect();
    }
    // Some plies on the way find good moves to begin with; the rest is a leap to the end.
    let prepared = empties.saturating_sub(LEAP);
    (1..=prepared.max(1))
        .chain([empties].into_iter().filter(|end| *end > 1))
        .collect()
}

/// How many plies before the end of the game the search goes on to the end.
const LEAP: u32 = 10;

/// Searches this many plies deep, 0 being the evaluation; `None` when it is stopped.
fn look(
    search: &mut Search<'_>,
    board: Board,
    depth: u32,
    last: Option<&Report>,
) -> Option<Report> {
    if last.is_none() {
        search.must_not_be_stopped();
    }
    let empties = board.empties();
    let exact = depth >= empties && !search.probable_end;
    let (value, best) = match last {
        Some(last) => aspiration(search, board, depth, last.value),
        None => root(search, board, depth, -INFINITE, INFINITE),
    };
    if search.stopped {
        return None;
    }
    search.may_be_stopped();
    let line = match exact {
        true => best_line(search, board, value / DISC),
        false => expected_line(search, board, best),
    };
    if search.stopped {
        return None;
    }
    Some(Report {
        depth: depth.min(empties) as u8,
        value,
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
    let (alpha, beta) = (guess - ASPIRATION, guess + ASPIRATION);
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
    let (value, square) = look_ahead(this_cpu(), search, board, alpha, beta, depth);
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
