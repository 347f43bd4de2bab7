//! The root of the search: iterative deepening of a principal variation search with a transposition table.
//!
//! The threats on the board make most searches unnecessary. A side that can make five wins; a single five of
//! the other side must be blocked; an open four wins. If the opponent could make an open four, the search
//! considers only points where either side can make a four.

use std::num::NonZeroUsize;

use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;
use super::forbidden::forbidden;
use super::ordering::{MOST_PLIES, MoveMemory, RankedMove};
use super::transposition::TranspositionTable;
use super::vcf::vcf_until;
use super::vct::vct;
use crate::engine::helpers::search_with_helpers;
use crate::engine::symmetry::{Symmetry, with_images};
use games::gomoku::Rules;

/// The value of a win in 0 plies. A win in n plies is worth n less.
pub(crate) const WIN: i32 = 30_000;
/// Values above this are wins.
pub(super) const DECIDED: i32 = WIN - 1000;
pub(super) const INFINITE: i32 = WIN + 1;

/// The number of depth units per ply.
pub(super) const PLY: i32 = 16;

/// The constant part of a late-move reduction, in hundredths of a ply.
const REDUCTION: f64 = 29.0;

/// The node limit of the VCF search (forced win by fours) before the main search.
const VCF_NODES: u64 = 20_000;
/// The node limit of the VCT search (forced win by fours and threes) before the main search.
const VCT_NODES: u64 = 10_000;

/// The divisor of the number of nodes searched so far, which gives the node limit of a VCF search against a
/// new best move.
const REFUTATION_SHARE: u64 = 20;
/// The smallest node limit with which a VCF search against a new best move runs.
const MIN_REFUTATION_NODES: u64 = 100;
/// The factor by which the node limit must have grown before the VCF search against the same move runs again.
const REFUTATION_GROWTH: u64 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth in plies, before reductions and extensions.
    pub depth: u32,
    pub nodes: u64,
}

impl Limits {
    /// No limits: the search ends when it is stopped or the result is certain.
    pub const NONE: Limits = Limits { depth: u32::MAX, nodes: u64::MAX };

    /// Returns the limits of a level from 1 to 10. Level 1 sees little more than fives and fours.
    ///
    /// The limits do not depend on time, so a level always plays the same game. At half a million nodes a
    /// second, a move takes less than 15 ms up to level 5, and at most 40, 120, 360, 1000 and 3000 ms at
    /// levels 6 to 10.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn level(level: usize) -> Limits {
        const LEVELS: [(u32, u64); 10] = [
            (1, 50),
            (2, 150),
            (3, 600),
            (5, 2_000),
            (7, 7_000),
            (9, 20_000),
            (11, 60_000),
            (13, 180_000),
            (17, 500_000),
            (24, 1_500_000),
        ];
        assert!((1..=LEVELS.len()).contains(&level), "no level {level}");
        let (depth, nodes) = LEVELS[level - 1];
        Limits { depth, nodes }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub best: Coord,
    /// The value for the side to move, in units of 1/[`UNIT`](super::weights::UNIT).
    pub value: i32,
    /// The number of plies to five: positive if the side to move wins by force, negative if it loses by
    /// force.
    pub win_in: Option<i32>,
    /// The depth in plies.
    pub depth: u32,
    pub nodes: u64,
    /// The principal variation, which starts with `best`.
    pub pv: Vec<Coord>,
}

pub(crate) fn win_in(value: i32) -> Option<i32> {
    (value.abs() > DECIDED).then(|| value.signum() * (WIN - value.abs()))
}

/// A searcher for the best move, which keeps its tables from one search to the next.
pub struct Searcher {
    table: TranspositionTable,
    memory: Box<MoveMemory>,
    /// The memory of each helper thread.
    helpers: Vec<MoveMemory>,
}

impl Searcher {
    /// Creates a searcher with a transposition table of this many megabytes.
    pub fn new(table_megabytes: usize) -> Searcher {
        Searcher {
            table: TranspositionTable::new(table_megabytes),
            memory: Box::new(MoveMemory::new()),
            helpers: Vec::new(),
        }
    }

    /// Sets the number of threads of [`Searcher::search`]. With more than one, results vary from run to run.
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Searcher {
        self.helpers.resize_with(threads.get() - 1, MoveMemory::new);
        self
    }

    /// Clears all tables, so that the next search returns the same report as a new searcher.
    pub fn forget(&mut self) {
        self.table.clear();
        *self.memory = MoveMemory::new();
        self.helpers.fill_with(MoveMemory::new);
    }

    /// Finds the best move, and passes the report of each depth to `progress`.
    ///
    /// The search calls `stop` about every hundred nodes and ends when `stop` returns true. With one thread,
    /// the same board, limits and tables always give the same report. Several threads search the same root;
    /// they share the transposition table and the node limit.
    ///
    /// # Panics
    /// If the board is full.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        self.table.increment_age();
        let table = &self.table;
        let threads = 1 + self.helpers.len() as u64;
        let limits = Limits { nodes: limits.nodes.div_ceil(threads), ..*limits };
        let help = |(n, memory), stop: &dyn Fn() -> bool| {
            let mut search = Search::new(table, memory, board.clone(), &limits, stop);
            search.help(1 + n as u32 % 2);
            search.nodes
        };
        let memory = &mut self.memory;
        let lead = || Search::new(table, memory, board.clone(), &limits, stop).deepen(progress);
        let helpers = self.helpers.iter_mut().enumerate();
        let (mut report, nodes) = search_with_helpers(helpers, help, lead);
        report.nodes += nodes;
        report
    }

    /// Evaluates the likeliest moves, at most `most` of them, at increasing depths up to the limits. After
    /// each depth, `progress` gets the reports of all moves. Returns the last report of each move, best move
    /// first.
    ///
    /// A move that wins or loses by force is not searched again. If the search ends early, moves may be
    /// missing. On a symmetric board, only one of several moves that are images of each other is searched,
    /// but all of them are reported, so the result may have more than `most` moves.
    pub fn values(
        &mut self,
        board: &Board,
        most: usize,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        self.table.increment_age();
        let stone_at = |(row, col)| board.stone_at(Coord::new(row, col));
        let symmetries = Symmetry::of_board(board.size(), stone_at);
        let all =
            |reports: &[Report]| with_images(reports, &symmetries, image_of_report, |report| report.best);
        let mut search = Search::new(&self.table, &mut self.memory, board.clone(), limits, stop);
        let mut reports: Vec<Report> = search.forced_win().into_iter().collect();
        search.stopped = stop();
        let moves = search.likeliest(most, reports.first().map(|report| report.best), &symmetries);
        'deepen: for depth in 1..=limits.depth.min(60) {
            for point in &moves {
                let last = reports.iter().position(|report| report.best == *point);
                if last.is_some_and(|n| reports[n].win_in.is_some()) {
                    continue;
                }
                let report = search.value_of(*point, depth);
                if search.stopped {
                    break 'deepen;
                }
                match last {
                    Some(n) => reports[n] = report,
                    None => reports.push(report),
                }
            }
            progress(&all(&reports));
        }
        let mut reports = all(&reports);
        reports.sort_by_key(|report| std::cmp::Reverse(report.value));
        reports
    }
}

fn image(point: Coord, symmetry: Symmetry) -> Coord {
    let (row, col) = symmetry.image((point.row(), point.col()));
    Coord::new(row, col)
}

fn image_of_report(report: &Report, symmetry: Symmetry) -> Report {
    Report {
        best: image(report.best, symmetry),
        pv: report.pv.iter().map(|p| image(*p, symmetry)).collect(),
        ..report.clone()
    }
}

pub(super) struct Search<'a> {
    pub(crate) board: Board,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) memory: &'a mut MoveMemory,
    pub(crate) limits: Limits,
    pub(crate) stop: &'a dyn Fn() -> bool,
    pub(crate) stopped: bool,
    pub(crate) nodes: u64,
    pub(crate) evals: [i32; MOST_PLIES + 2],
    /// The number of double extensions on the path to each ply.
    pub(crate) double_extensions: [u8; MOST_PLIES + 2],
    /// True for each ply whose position is on or near a principal variation.
    pub(crate) near_pv: [bool; MOST_PLIES + 2],
    pub(crate) classes: [Class; MOST_PLIES + 2],
    pub(crate) pv: Vec<Vec<Coord>>,
    /// The move list of each ply, kept to reuse its allocation.
    pub(crate) moves: Vec<Vec<RankedMove>>,
    pub(crate) reductions: [[u8; 64]; 64],
    /// The root moves that have been the best one, each with the node limit of its last VCF refutation search
    /// and the win for the opponent that this search found.
    refutations: Vec<(Coord, u64, Option<Vec<Coord>>)>,
}

impl<'a> Search<'a> {
    fn new(
        table: &'a TranspositionTable,
        memory: &'a mut MoveMemory,
        board: Board,
        limits: &Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        memory.start_search();
        let mut reductions = [[0; 64]; 64];
        // The reduction grows with the logarithm of the depth and the logarithm of the move number. Renju
        // needs smaller reductions.
        let factor = if board.rules() == Rules::Renju { 60.0 } else { 107.0 };
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (n, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = REDUCTION + factor * (depth as f64).ln() * (n as f64).ln();
                *reduction = (plies / 100.0 * f64::from(PLY)) as u8;
            }
        }
        Search {
            board,
            table,
            memory,
            limits: *limits,
            stop,
            stopped: false,
            nodes: 0,
            evals: [0; MOST_PLIES + 2],
            double_extensions: [0; MOST_PLIES + 2],
            near_pv: std::array::from_fn(|ply| ply == 0),
            classes: [Class::Quiet; MOST_PLIES + 2],
            pv: vec![Vec::new(); MOST_PLIES + 2],
            moves: vec![Vec::new(); MOST_PLIES + 2],
            reductions,
            refutations: Vec::new(),
        }
    }

    /// Selects moves for [`Searcher::values`]: the move `first`, and the moves that a short search ranks
    /// highest, up to `most` moves including their images. The result contains one move from each group of
    /// images.
    fn likeliest(&mut self, most: usize, first: Option<Coord>, symmetries: &[Symmetry]) -> Vec<Coord> {
        const SHORT: i32 = 4;
        let mut moves = self.root_moves();
        for depth in 1..=SHORT {
            self.root(&mut moves, -INFINITE, INFINITE, depth * PLY);
        }
        let mut likeliest = Vec::new();
        let mut seen: Vec<Coord> = Vec::new();
        for point in first.into_iter().chain(moves.iter().map(|m| m.point)) {
            if seen.len() >= most {
                break;
            }
            if !seen.contains(&point) {
                likeliest.push(point);
                let images = symmetries.iter().map(|symmetry| image(point, *symmetry));
                seen.extend(images);
                seen.sort_unstable();
                seen.dedup();
            }
        }
        likeliest
    }

    /// Searches a root move to this depth. At depth 1, first looks for a forced win of the opponent.
    fn value_of(&mut self, point: Coord, depth: u32) -> Report {
        let five = self.board.class(self.board.to_move(), point) == Class::Five;
        self.play(point, 0);
        let forced = match depth {
            1 if !five && !self.stopped => self.forced_win(),
            _ => None,
        };
        let (value, mut rest) = match forced {
            _ if five => (WIN - 1, Vec::new()),
            Some(win) => (lost_to(&win.pv), win.pv),
            None => {
                let depth = (depth as i32 - 1) * PLY;
                let value = -self.node(-INFINITE, INFINITE, depth, 1, false, None);
                (value, std::mem::take(&mut self.pv[1]))
            }
        };
        self.board.undo();
        rest.insert(0, point);
        self.report(value, depth, rest)
    }

    fn report(&self, value: i32, depth: u32, pv: Vec<Coord>) -> Report {
        Report { best: pv[0], value, win_in: win_in(value), depth, nodes: self.nodes, pv }
    }

    /// Looks for a forced win, then searches at increasing depths.
    fn deepen(&mut self, progress: &mut dyn FnMut(&Report)) -> Report {
        let me = self.board.to_move();
        let mut moves = self.root_moves();
        let mut report = self.report(0, 0, vec![moves[0].point]);
        if self.board.class(me, report.best) == Class::Five {
            return self.report(WIN - 1, 0, report.pv);
        }
        if let Some(win) = self.forced_win() {
            progress(&win);
            return win;
        }
        for depth in 1..=self.limits.depth.min(60) {
            let value = self.aspiration(&mut moves, depth as i32, report.value);
            let Some(value) = value else {
                // The unfinished depth may already have found a better move.
                if let Some(best) = self.pv[0].first() {
                    report.best = *best;
                    report.pv = self.pv[0].clone();
                }
                break;
            };
            report = self.report(value, depth, self.pv[0].clone());
            progress(&report);
            if report.win_in.is_some() || moves.len() == 1 {
                break;
            }
        }
        report.nodes = self.nodes;
        report
    }

    /// Searches as a helper thread, starting at this depth. The only results are the entries stored in the
    /// shared table.
    fn help(&mut self, from: u32) {
        let mut moves = self.root_moves();
        let mut value = 0;
        for depth in from..=self.limits.depth.min(60) {
            match self.aspiration(&mut moves, depth as i32, value) {
                Some(found) if moves.len() > 1 => value = found,
                _ => break,
            }
        }
    }

    /// Looks for a win by VCF, then by VCT.
    fn forced_win(&self) -> Option<Report> {
        let (side, nodes) = (self.board.to_move(), self.limits.nodes);
        let (win, _) = vcf_until(&self.board, side, nodes.min(VCF_NODES), self.stop);
        let win = win.or_else(|| vct(&self.board, side, nodes.min(VCT_NODES), self.stop))?;
        Some(self.report(WIN - win.len() as i32, 0, win))
    }

    /// Searches the root with a window around the value of the last depth, and widens the window until it
    /// contains the value. Returns `None` if the search was stopped.
    fn aspiration(&mut self, moves: &mut [RankedMove], depth: i32, last: i32) -> Option<i32> {
        let mut width = 28;
        let (mut alpha, mut beta) = match depth {
            ..4 => (-INFINITE, INFINITE),
            _ => (last - width, last + width),
        };
        loop {
            let value = self.root(moves, alpha, beta, depth * PLY);
            if self.stopped {
                return None;
            }
            width *= 3;
            let wide = width > 600;
            if value <= alpha && alpha > -INFINITE {
                alpha = if wide { -INFINITE } else { value - width };
            } else if value >= beta && beta < INFINITE {
                beta = if wide { INFINITE } else { value + width };
            } else {
                return Some(value);
            }
        }
    }

    /// The legal moves to search, best first.
    fn root_moves(&mut self) -> Vec<RankedMove> {
        if self.board.count() == 0 {
            let centre = self.board.size() / 2;
            return vec![RankedMove::new(Coord::new(centre, centre))];
        }
        let me = self.board.to_move();
        if let Some(five) = self.board.find(me, Class::Five) {
            return vec![RankedMove::new(five)];
        }
        let mut moves = Vec::new();
        self.memory.list(&self.board, None, 0, &mut moves);
        moves.retain(|m| forbidden(&self.board, m.point).is_none());
        if moves.is_empty() {
            // Every defence is forbidden. A four of one's own delays the loss; any other move is near stones.
            let free = |point: &Coord| self.board.stone_at(*point).is_none();
            let allowed = |point: &Coord| forbidden(&self.board, *point).is_none();
            let (fours, near) = (self.board.fours(me), self.board.near_stones());
            let mut points: Vec<Coord> = fours.iter().filter(allowed).collect();
            if points.is_empty() {
                points = near.iter().filter(allowed).collect();
            }
            if points.is_empty() {
                let mut free: Vec<Coord> = self.board.points().filter(free).collect();
                free.sort_by_key(|point| !allowed(point));
                points.push(free[0]);
            }
            moves.extend(points.into_iter().map(RankedMove::new));
        }
        moves.sort_by_key(|m| -m.score);
        moves
    }

    /// Looks for a VCF win of the opponent against the root move just played. The main search may miss such a
    /// win, because it prunes moves and tries only some fours at its leaves.
    fn refutation(&mut self, point: Coord) -> Option<Vec<Coord>> {
        let limit = (self.nodes / REFUTATION_SHARE).min(VCF_NODES);
        if limit < MIN_REFUTATION_NODES {
            return None;
        }
        let last = self.refutations.iter().find(|last| last.0 == point);
        if let Some((_, last_limit, win)) = last
            && (win.is_some() || limit < REFUTATION_GROWTH * last_limit)
        {
            return win.clone();
        }
        let (win, _) = vcf_until(&self.board, self.board.to_move(), limit, self.stop);
        self.refutations.retain(|last| last.0 != point);
        self.refutations.push((point, limit, win.clone()));
        win
    }

    fn root(&mut self, moves: &mut [RankedMove], alpha: i32, beta: i32, depth: i32) -> i32 {
        self.pv[0].clear();
        self.evals[0] = self.evaluate();
        let (mut best, mut low) = (-INFINITE, alpha);
        for n in 0..moves.len() {
            let point = moves[n].point;
            let before = self.nodes;
            self.play(point, 0);
            let mut value = low + 1;
            // Do not reduce the first four moves, because nothing corrects a mistake at the root.
            let reduced = match n {
                0..4 => 0,
                _ => self.reduction(depth, n).min(depth - PLY) * 2 / 3,
            };
            if n > 0 {
                value = -self.node(-low - 1, -low, depth - PLY - reduced, 1, true, None);
                if value > low && reduced > 0 {
                    value = -self.node(-low - 1, -low, depth - PLY, 1, false, None);
                }
            }
            if value > low {
                value = -self.node(-beta, -low, depth - PLY, 1, false, None);
            }
            if value > low
                && value.abs() < DECIDED
                && let Some(win) = self.refutation(point)
            {
                value = lost_to(&win);
                self.pv[1] = win;
            }
            self.board.undo();
            if self.stopped {
                break;
            }
            // A move that took many nodes to refute is likely to become the best move at the next depth.
            moves[n].score = (self.nodes - before).min(1 << 30) as i32;
            if value > best {
                best = value;
                if value > low {
                    let mut line = vec![point];
                    line.extend_from_slice(&self.pv[1]);
                    self.pv[0] = line;
                    low = value;
                    moves[n].score = i32::MAX;
                    // Search the previous best move second at the next depth.
                    for m in &mut moves[..n] {
                        m.score = m.score.min(i32::MAX - 1);
                    }
                }
                if value >= beta {
                    break;
                }
            }
        }
        if best > alpha || self.stopped {
            moves.sort_by_key(|m| std::cmp::Reverse(m.score));
        }
        if self.pv[0].is_empty() && !self.stopped {
            self.pv[0] = vec![moves[0].point];
        }
        best
    }
}

/// The value of a root move that this win of the opponent refutes.
fn lost_to(win: &[Coord]) -> i32 {
    1 + win.len() as i32 - WIN
}
