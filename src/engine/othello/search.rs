//! The middle of the game: looking ahead as deep as is asked for, and to the end where that is near.

use super::bitboard::{Board, cell};
use super::evaluation::{DISC, Evaluation, INFINITE};
use super::last::odd_quadrants;
use super::machine::{Compiled, Machine, on_this_machine};
use super::moves::{AllMoves, weighted_mobility};
use super::table::{Known, NOWHERE, Table};
use crate::games::othello::Cell;

/// How many positions are looked at between two questions whether to stop: a few hundred microseconds.
const BETWEEN_STOPS: u64 = 4096;

/// Half the width of the first window around the value that the search one ply less deep has found.
const ASPIRATION: i32 = 2 * DISC;

/// With at least so many plies to go the moves are ordered by what the evaluation says of them.
const EVALUATED: u32 = 3;

/// With at least so many plies to go the table is asked.
const REMEMBERED: u32 = 2;

/// With at least so many plies to go a shallow search may make the deep one needless.
const PROBED: u32 = 3;

/// The standard deviation, in parts of a disc, between the values of two searches of which one looks so many plies further.
///
/// With the trained evaluation it is right within a quarter, in most cases, for depths from 4 to 9 of 2800 positions of
/// tournament games. An evaluation that errs less would allow less.
fn deviation(empties: u32, plies: u32) -> f32 {
    (2.9 - 0.045 * empties as f32) * (plies as f32).sqrt() * DISC as f32
}

/// The same between a search and the end of the game, so many plies further, in positions of so many empty cells: seven tenths of a fit
/// to the values of deeper and less deep searches in those games. It takes 28 ms with 20 empty cells, where the exact score takes 124,
/// and 75 instead of 634 with 22; with the whole deviation it was 43 and 126 ms.
fn deviation_from_the_end(empties: u32, plies: u32) -> f32 {
    let shallow = (empties - plies).max(1) as f32;
    let one_ply = 2.9 * (1.0 - 0.015 * empties as f32) * shallow.powf(-0.3);
    one_ply * (plies as f32).sqrt() * DISC as f32
}

/// From so many empty cells on even a search that leaves moves out plays the end of the game exactly.
const PLAYED_OUT: u32 = 12;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies, at least 1. More than there are empty cells means the end of the game.
    pub depth: u8,
    /// With so many empty cells or fewer the game is played to its end, whatever the depth.
    pub exact_from: u8,
    /// With so many or fewer, but more than that, a [selective](Searcher::with_selectivity) search looks to the end as well,
    /// and leaves moves out there as elsewhere: its report is not exact. 0 where it is not to.
    ///
    /// With a selectivity of 3 that takes a fifth of the time of the exact score with 20 empty cells, and an eighth with 22.
    pub probable_from: u8,
}

/// What a shallow search says of a deep one is wrong by chance. By so many standard deviations it must say that a
/// position is too good or too bad before the deep search is left out: for each selectivity of a [`Searcher`], 0 leaving
/// nothing out.
pub const SURENESS: [f32; 5] = [f32::INFINITY, 2.6, 2.0, 1.5, 1.1];

/// What a search has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many plies it looked ahead.
    pub depth: u8,
    /// From the view of the player to move, in hundredths of a disc: the final score, or what the evaluation makes of it.
    pub value: i32,
    /// Where to drop the stone; `None` where there is no move.
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
/// A search begins with nothing that an earlier one found out, unless it is [told](Searcher::with_memory) to: the same position
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
    table: Table,
    evaluation: Evaluation,
    selectivity: u8,
    remembers: bool,
}

impl Searcher {
    /// One with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Searcher {
        Searcher::with_evaluation(megabytes, Evaluation::default())
    }

    /// One that judges positions by another evaluation.
    pub fn with_evaluation(megabytes: usize, evaluation: Evaluation) -> Searcher {
        Searcher {
            table: Table::new(megabytes << 20),
            evaluation,
            selectivity: 0,
            remembers: false,
        }
    }

    /// The same, but a search takes up what those before it have found out, as in a game one position leads to the next. In 200
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
    /// 5.3 discs better on the average than the one that leaves nothing out, give or take 0.9.
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
    /// When `stop` says so, which is asked every few thousand positions, the deepest report is returned. There is always
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
            let Some(report) = search.look(board, depth, last.as_ref()) else {
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
                let Some(found) = search.look(after, depth - 1, last.as_ref()) else {
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
    // Some plies of the way find good moves to begin with; the rest is a leap to the end.
    let prepared = empties.saturating_sub(LEAP);
    (1..=prepared.max(1))
        .chain([empties].into_iter().filter(|end| *end > 1))
        .collect()
}

/// How many plies before the end of the game the search goes on to the end.
const LEAP: u32 = 10;

/// A search at work.
pub(super) struct Search<'a> {
    /// What it remembers.
    pub table: &'a mut Table,
    /// What a position looks like that it does not search.
    pub evaluation: &'a Evaluation,
    /// It was told to stop: what it returns means nothing.
    pub stopped: bool,
    /// How many positions it looked at.
    pub nodes: u64,
    /// That of the [`Searcher`].
    selectivity: u8,
    /// It leaves moves out at the end of the game, too.
    probable_end: bool,
    stop: &'a dyn Fn() -> bool,
    /// After so many positions it asks whether to stop.
    asks_at: u64,
}

impl<'a> Search<'a> {
    /// A search that has not begun.
    pub fn new(
        table: &'a mut Table,
        evaluation: &'a Evaluation,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        Search {
            table,
            evaluation,
            stopped: false,
            nodes: 0,
            selectivity: 0,
            probable_end: false,
            stop,
            asks_at: BETWEEN_STOPS,
        }
    }

    /// Asks now and then whether to stop.
    #[inline(always)]
    pub fn must_stop(&mut self) -> bool {
        if self.nodes >= self.asks_at {
            self.asks_at = self.nodes + BETWEEN_STOPS;
            self.stopped |= (self.stop)();
        }
        self.stopped
    }

    /// Searches so many plies deep, 0 being the evaluation; `None` when it is stopped.
    fn look(&mut self, board: Board, depth: u32, last: Option<&Report>) -> Option<Report> {
        if last.is_none() {
            self.asks_at = u64::MAX;
        }
        let empties = board.empties();
        let exact = depth >= empties && !self.probable_end;
        let (value, best) = match last {
            Some(last) => self.around(board, depth, last.value),
            None => self.root(board, depth, -INFINITE, INFINITE),
        };
        if self.stopped {
            return None;
        }
        self.asks_at = self.asks_at.min(self.nodes + BETWEEN_STOPS);
        let line = match exact {
            true => self.line(board, value / DISC),
            false => self.expected(board, best),
        };
        if self.stopped {
            return None;
        }
        Some(Report {
            depth: depth.min(empties) as u8,
            value,
            best,
            line,
            nodes: self.nodes,
            exact: exact || board.is_over(),
        })
    }
}

impl Search<'_> {
    /// The value and the best move with a narrow window around a guess first.
    fn around(&mut self, board: Board, depth: u32, guess: i32) -> (i32, Option<Cell>) {
        let (alpha, beta) = (guess - ASPIRATION, guess + ASPIRATION);
        let (value, best) = self.root(board, depth, alpha, beta);
        let (alpha, beta) = match value {
            low if low <= alpha => (-INFINITE, low + 1),
            high if high >= beta => (high - 1, INFINITE),
            _ => return (value, best),
        };
        let (value, best) = self.root(board, depth, alpha, beta);
        if alpha < value && value < beta {
            return (value, best);
        }
        // A search that leaves moves out can find another value each time.
        self.root(board, depth, -INFINITE, INFINITE)
    }

    /// The value, exact when it is between the bounds, and the best move.
    fn root(&mut self, board: Board, depth: u32, alpha: i32, beta: i32) -> (i32, Option<Cell>) {
        let (value, square) =
            on_this_machine!(machine => machine.middle(self, board, alpha, beta, depth));
        (value, (square != NOWHERE).then(|| cell(square.into())))
    }

    /// The best move and those that the table holds for the positions after it.
    fn expected(&self, mut board: Board, best: Option<Cell>) -> Vec<Cell> {
        let mut line = Vec::new();
        let mut next = best;
        loop {
            if board.moves() == 0 {
                board = board.pass();
            }
            let known = self.table.get(board).map(|known| known.moves[0]);
            let known = known.filter(|square| *square != NOWHERE);
            next = next.or(known.map(|square| cell(square.into())));
            let Some(after) = next.and_then(|cell| board.play(cell)) else {
                return line;
            };
            line.extend(next.take());
            board = after;
        }
    }

    /// Is what is known of a position as good as what a search of this depth would find?
    #[inline(always)]
    fn can_trust(&self, known: &Known, depth: u32) -> bool {
        u32::from(known.depth) >= depth && known.selectivity <= self.selectivity
    }

    /// Asks a search of half the depth whether the value is clearly more than `alpha` or clearly not: its bound if so.
    ///
    /// ProbCut (Buro 1995). How far the values of two such searches are apart has been measured: [`deviation`].
    #[inline(always)]
    fn probe<M: Machine>(
        &mut self,
        machine: M,
        board: Board,
        alpha: i32,
        depth: u32,
    ) -> Option<i32> {
        let shallow = depth / 4 * 2 + depth % 2;
        let (empties, plies) = (board.empties(), depth - shallow);
        let deviation = match depth >= empties {
            true => deviation_from_the_end(empties, plies),
            false => deviation(empties, plies),
        };
        let sure = (SURENESS[usize::from(self.selectivity)] * deviation) as i32;
        let at_a_glance = self.evaluation.value(machine, board);
        if at_a_glance > alpha {
            let bound = alpha + 1 + sure;
            let is_more = bound < 64 * DISC
                && machine.middle(self, board, bound - 1, bound, shallow).0 >= bound;
            is_more.then_some(alpha + 1)
        } else {
            let bound = alpha - sure;
            let is_not = bound > -64 * DISC
                && machine.middle(self, board, bound, bound + 1, shallow).0 <= bound;
            is_not.then_some(alpha)
        }
    }

    /// The end of the game for a window in parts of a disc.
    #[inline(always)]
    fn play_out<M: Machine>(
        &mut self,
        machine: M,
        board: Board,
        alpha: i32,
        beta: i32,
    ) -> (i32, u8) {
        let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
        let (score, square) = match beta - alpha {
            1 => {
                let odd = odd_quadrants(board.empty());
                (machine.null_window(self, board, alpha, odd), NOWHERE)
            }
            _ => machine.principal(self, board, alpha, beta),
        };
        (score * DISC, square)
    }
}

/// So many plies ahead: the value, exact between the bounds, and the best square; [`NOWHERE`] for a player without a move and
/// for a null window at the end of the game.
#[inline(always)]
pub(super) fn middle<M: Machine>(
    machine: M,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> (i32, u8) {
    let empties = board.empties();
    if depth >= empties && (empties <= PLAYED_OUT || !search.probable_end) {
        return search.play_out(machine, board, alpha, beta);
    }
    search.nodes += 1;
    if depth == 0 {
        return (search.evaluation.value(machine, board), NOWHERE);
    }
    let known = match depth {
        REMEMBERED.. => search.table.get(board),
        _ => None,
    };
    let before = known.map_or([NOWHERE; 2], |known| known.moves);
    if let Some(known) = known.filter(|known| search.can_trust(known, depth)) {
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return (lower, before[0]);
        }
        if upper <= alpha {
            return (upper, before[0]);
        }
    }
    let mut moves = AllMoves::new(machine, board);
    if moves.is_empty() {
        let value = match machine.moves(board.opponent, board.own) {
            0 => board.score() * DISC,
            _ => -machine.middle(search, board.pass(), -beta, -alpha, depth).0,
        };
        return (value, NOWHERE);
    }
    if beta - alpha == 1
        && depth >= PROBED
        && search.selectivity > 0
        && let Some(value) = search.probe(machine, board, alpha, depth)
    {
        return (value, before[0]);
    }
    if depth > 1 {
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            mv.cost = match before.iter().position(|square| *square == mv.square) {
                Some(place) => place as i32 - 100 * INFINITE,
                None if depth >= EVALUATED => search.evaluation.value(machine, after),
                None => weighted_mobility(machine.moves(after.own, after.opponent)),
            };
        }
    }
    let (mut best, mut best_square) = (-INFINITE, NOWHERE);
    while let Some(mv) = moves.next() {
        let after = board.after(mv.square as usize, mv.flips);
        let lower = alpha.max(best);
        let is_narrow = best > -INFINITE && beta - lower > 1;
        let asked = if is_narrow { lower + 1 } else { beta };
        let mut value = -machine.middle(search, after, -asked, -lower, depth - 1).0;
        if is_narrow && lower < value && value < beta {
            value = -machine.middle(search, after, -beta, -lower, depth - 1).0;
        }
        if search.must_stop() {
            return (alpha, NOWHERE);
        }
        if value > best {
            (best, best_square) = (value, mv.square);
            if best >= beta {
                break;
            }
        }
    }
    if depth >= REMEMBERED {
        let known = Known {
            lower: if best > alpha {
                best as i16
            } else {
                -64 * DISC as i16
            },
            upper: if best < beta {
                best as i16
            } else {
                64 * DISC as i16
            },
            depth: depth as u8,
            selectivity: search.selectivity,
            moves: [best_square, NOWHERE],
        };
        search.table.put(board, known);
    }
    (best, best_square)
}
