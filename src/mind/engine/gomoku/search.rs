//! The alpha-beta search: principal variation search with a transposition table, deepened step by step, and fours searched
//! on at the leaves.
//!
//! It works with what the board knows: whoever has five next wins, a five must be stopped, an open four wins, and
//! against the opponent's open four only the points where the opponent would make a four, and one's own fours, can help.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;
use super::forbidden::forbidden;
use super::ordering::{MOST_PLIES, MoveMemory, RankedMove};
use super::transposition::TranspositionTable;
use super::vcf::vcf_until;
use super::vct::vct_until;
use crate::engine::symmetry::{Symmetry, images};
use games::gomoku::Rules;

/// The value of a win at once; one that takes n plies is worth n less.
pub(crate) const WIN: i32 = 30_000;
/// No evaluation without a win is this large.
pub(super) const DECIDED: i32 = WIN - 1000;
pub(super) const INFINITE: i32 = WIN + 1;

/// How many parts a ply of depth has.
pub(super) const PLY: i32 = 16;

/// By how much less depth every later move is searched, in hundredths of a ply.
const REDUCED: f64 = 29.0;

/// How much is added, multiplied by the logarithms of the depth and of the number of the move. Renju is played best with smaller reductions.
const fn reduced_by_number(rules: Rules) -> f64 {
    match rules {
        Rules::Freestyle | Rules::Standard => 107.0,
        Rules::Renju => 60.0,
    }
}

/// How many positions are searched for a win by fours before the search itself, and then for one by fours and threes.
const FOURS_AT_ROOT: u64 = 20_000;
const THREATS_AT_ROOT: u64 = 10_000;

/// Is there a win by fours against a move that has become the best one? One position in so many is searched for it, from this number on,
/// and again when it has grown to so many times as many.
const ANSWERS: u64 = 20;
const LEAST_ANSWERS: u64 = 100;
const MORE_ANSWERS: u64 = 8;

/// How long to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many plies of every variation are looked at, not counting reductions and extensions.
    pub depth: u32,
    /// The positions.
    pub nodes: u64,
}

impl Limits {
    /// Until it is stopped, or knows everything.
    pub const NONE: Limits = Limits {
        depth: u32::MAX,
        nodes: u64::MAX,
    };

    /// The limits of a player's strength, from 1, which sees little more than fives and fours, to 10. They hold no time, so
    /// that a level plays the same game every time; at half a million positions a second the first five take less than 15 ms for a
    /// move, and the others at most 40, 120, 360, 1000 and 3000 ms.
    ///
    /// # Panics
    /// When there is no such level.
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

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move to play.
    pub best: Coord,
    /// The value for the side to move: a positive one is good, see `WIN` and [`Report::win_in`].
    pub value: i32,
    /// The plies to five, when the side to move wins (positive) or loses (negative) by force.
    pub win_in: Option<i32>,
    /// The plies looked at.
    pub depth: u32,
    /// The positions looked at.
    pub nodes: u64,
    /// The best play of both sides, beginning with `best`.
    pub pv: Vec<Coord>,
}

/// The plies to five that a value means, see [`Report::win_in`].
pub(crate) fn win_in(value: i32) -> Option<i32> {
    match value.abs() > DECIDED {
        true => Some(value.signum() * (WIN - value.abs())),
        false => None,
    }
}

/// What is kept from one search to the next.
pub struct Searcher {
    table: TranspositionTable,
    memory: Box<MoveMemory>,
    /// Those of the threads beside the first.
    beside: Vec<MoveMemory>,
}

impl Searcher {
    /// A searcher with a transposition table of this many megabytes.
    pub fn new(table_megabytes: usize) -> Searcher {
        Searcher {
            table: TranspositionTable::new(table_megabytes),
            memory: Box::new(MoveMemory::new()),
            beside: Vec::new(),
        }
    }

    /// The same with so many threads, which [`Searcher::search`] uses. With more than one the same search need not give the same report.
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Searcher {
        self.beside.resize_with(threads.get() - 1, MoveMemory::new);
        self
    }

    /// Forgets all positions, so that the next search is the same as a first one.
    pub fn forget(&mut self) {
        self.table.clear();
        *self.memory = MoveMemory::new();
        self.beside.fill_with(MoveMemory::new);
    }

    /// The best move of the side to move. `stop` is asked about every hundred positions; `progress` is told what was
    /// found after each depth. The same board, limits and table give the same report as long as nothing stops it. Several threads
    /// search the same, share the table and the positions of the limits, and so find in it what the others have found; the first one reports.
    ///
    /// # Panics
    /// When the board is full.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        self.table.grow_older();
        let (table, done) = (&self.table, AtomicBool::new(false));
        let threads = 1 + self.beside.len() as u64;
        let limits = Limits {
            nodes: limits.nodes.div_ceil(threads),
            ..*limits
        };
        std::thread::scope(|scope| {
            let start = |(n, memory): (usize, _)| {
                let done = &done;
                // A system may deny a thread.
                let thread = std::thread::Builder::new();
                let started = thread.spawn_scoped(scope, move || {
                    let stop = || done.load(Ordering::Relaxed);
                    let mut search = Search::new(table, memory, board.clone(), &limits, &stop);
                    search.help(1 + n as u32 % 2);
                    search.nodes
                });
                started.ok()
            };
            let beside: Vec<_> = self
                .beside
                .iter_mut()
                .enumerate()
                .filter_map(start)
                .collect();
            let mut search = Search::new(table, &mut self.memory, board.clone(), &limits, stop);
            let mut report = search.deepen(progress);
            done.store(true, Ordering::Relaxed);
            report.nodes += beside
                .into_iter()
                .filter_map(|thread| thread.join().ok())
                .sum::<u64>();
            report
        })
    }

    /// What each of the `most` likeliest moves is worth to the side to move, looked at deeper and deeper up to the limits:
    /// for hints. `tell` hears of all moves at once when each was looked at so deep; the last report of each move is returned, the best
    /// move first. A move that was found to win or lose by force is not looked at again. Where the limits or `stop` end it early, moves may
    /// be missing. Of moves that are each other's images on a symmetric board one is searched, and all are worth the same; they can be
    /// more than `most`.
    pub fn values(
        &mut self,
        board: &Board,
        most: usize,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        self.table.grow_older();
        let symmetries = symmetries_of(board);
        let all = |reports: &[Report]| -> Vec<Report> {
            reports
                .iter()
                .flat_map(|report| images_of(report, &symmetries))
                .collect()
        };
        let mut search = Search::new(&self.table, &mut self.memory, board.clone(), limits, stop);
        let mut reports: Vec<Report> = search.forced_win().map(won_by).into_iter().collect();
        search.stopped = stop();
        let moves = search.likeliest(most, reports.first().map(|report| report.best), &symmetries);
        'deepen: for depth in 1..=limits.depth.min(60) {
            for point in &moves {
                let known = reports.iter().position(|report| report.best == *point);
                if known.is_some_and(|n| reports[n].win_in.is_some()) {
                    continue;
                }
                let report = search.value_of(*point, depth);
                if search.stopped {
                    break 'deepen;
                }
                match known {
                    Some(n) => reports[n] = report,
                    None => reports.push(report),
                }
            }
            tell(&all(&reports));
        }
        let mut reports = all(&reports);
        reports.sort_by_key(|report| std::cmp::Reverse(report.value));
        reports
    }
}

fn symmetries_of(board: &Board) -> Vec<Symmetry> {
    Symmetry::of_board(board.size(), |(row, col)| {
        board.stone_at(Coord::new(row, col))
    })
}

fn turned(symmetry: Symmetry, point: Coord) -> Coord {
    let (row, col) = symmetry.image((point.row(), point.col()));
    Coord::new(row, col)
}

/// The reports of all moves that are images of this one.
fn images_of(report: &Report, symmetries: &[Symmetry]) -> Vec<Report> {
    let image = |symmetry: Symmetry| Report {
        best: turned(symmetry, report.best),
        pv: report.pv.iter().map(|p| turned(symmetry, *p)).collect(),
        ..report.clone()
    };
    images(symmetries, image, |report| report.best)
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
    /// How often the line up to each ply was extended by two plies.
    pub(crate) extended: [u8; MOST_PLIES + 2],
    /// Was the position of each ply on a best line, or near one?
    pub(crate) on_line: [bool; MOST_PLIES + 2],
    /// What the move of each ply did.
    pub(crate) classes: [Class; MOST_PLIES + 2],
    /// The best play from each ply on.
    pub(crate) pv: Vec<Vec<Coord>>,
    /// The moves to look at by ply, kept for their room.
    pub(crate) moves: Vec<Vec<RankedMove>>,
    pub(crate) reductions: [[u8; 64]; 64],
    /// Moves at the root that were the best, how many positions were searched for fours against each, and those that win.
    answers: Vec<(Coord, u64, Option<Vec<Coord>>)>,
}

impl<'a> Search<'a> {
    fn new(
        table: &'a TranspositionTable,
        memory: &'a mut MoveMemory,
        board: Board,
        limits: &Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        memory.fade();
        let mut reductions = [[0; 64]; 64];
        let by_number = reduced_by_number(board.rules());
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (n, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = REDUCED + by_number * (depth as f64).ln() * (n as f64).ln();
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
            extended: [0; MOST_PLIES + 2],
            on_line: std::array::from_fn(|ply| ply == 0),
            classes: [Class::Quiet; MOST_PLIES + 2],
            pv: vec![Vec::new(); MOST_PLIES + 2],
            moves: vec![Vec::new(); MOST_PLIES + 2],
            reductions,
            answers: Vec::new(),
        }
    }

    /// `first`, and the moves of the root that a short search likes best, `most` with all their images, of which one stands for all.
    fn likeliest(
        &mut self,
        most: usize,
        first: Option<Coord>,
        symmetries: &[Symmetry],
    ) -> Vec<Coord> {
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
                let images = symmetries.iter().map(|symmetry| turned(*symmetry, point));
                seen.extend(images);
                seen.sort_unstable();
                seen.dedup();
            }
        }
        likeliest
    }

    /// What a move at the root is worth, looked at this many plies deep; before the first ply, whether it wins by force or
    /// lets the opponent do so.
    fn value_of(&mut self, point: Coord, depth: u32) -> Report {
        let five = self.board.class(self.board.to_move(), point) == Class::Five;
        self.play(point, 0);
        let forced = match depth {
            1 if !five && !self.stopped => self.forced_win(),
            _ => None,
        };
        let (value, mut rest) = match forced {
            _ if five => (WIN - 1, Vec::new()),
            Some(win) => (lost_to(&win), win),
            None => {
                let depth = (depth as i32 - 1) * PLY;
                let value = -self.node(-INFINITE, INFINITE, depth, 1, false, None);
                (value, std::mem::take(&mut self.pv[1]))
            }
        };
        self.board.undo();
        rest.insert(0, point);
        Report {
            best: point,
            value,
            win_in: win_in(value),
            depth,
            nodes: self.nodes,
            pv: rest,
        }
    }

    fn deepen(&mut self, progress: &mut dyn FnMut(&Report)) -> Report {
        let me = self.board.to_move();
        let mut moves = self.root_moves();
        let mut report = Report {
            best: moves[0].point,
            value: 0,
            win_in: None,
            depth: 0,
            nodes: 0,
            pv: vec![moves[0].point],
        };
        if self.board.class(me, report.best) == Class::Five {
            return won_by(report.pv);
        }
        if let Some(win) = self.forced_win() {
            report = won_by(win);
            progress(&report);
            return report;
        }
        for depth in 1..=self.limits.depth.min(60) {
            let value = self.aspire(&mut moves, depth as i32, report.value);
            let Some(value) = value else {
                // The first move was searched to its end: a better one is worth having.
                if let Some(best) = self.pv[0].first() {
                    report.best = *best;
                    report.pv = self.pv[0].clone();
                }
                break;
            };
            report.best = self.pv[0][0];
            report.pv = self.pv[0].clone();
            report.value = value;
            report.win_in = win_in(value);
            report.depth = depth;
            report.nodes = self.nodes;
            progress(&report);
            if report.win_in.is_some() || moves.len() == 1 {
                break;
            }
        }
        report.nodes = self.nodes;
        report
    }

    /// Searches beside another thread, from this depth on, and leaves in the table what it finds.
    fn help(&mut self, from: u32) {
        let mut moves = self.root_moves();
        let mut value = 0;
        for depth in from..=self.limits.depth.min(60) {
            match self.aspire(&mut moves, depth as i32, value) {
                Some(found) if moves.len() > 1 => value = found,
                _ => break,
            }
        }
    }

    /// A win by fours, or else by fours and threes.
    fn forced_win(&self) -> Option<Vec<Coord>> {
        let (side, nodes) = (self.board.to_move(), self.limits.nodes);
        let fours = nodes.min(FOURS_AT_ROOT);
        let (win, _) = vcf_until(&self.board, side, fours, self.stop);
        win.or_else(|| {
            let threats = nodes.min(THREATS_AT_ROOT);
            vct_until(&self.board, side, threats, self.stop)
        })
    }

    /// Searches the root with a window around the value of the last depth, which opens until the value is inside. `None`
    /// when the search was stopped.
    fn aspire(&mut self, moves: &mut [RankedMove], depth: i32, last: i32) -> Option<i32> {
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

    /// The moves that can be played, the likely ones first.
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
            // Everything near is forbidden, or nothing helps: any move will do.
            let free = |point: &Coord| self.board.stone_at(*point).is_none();
            let mut free: Vec<Coord> = self.board.points().filter(free).collect();
            free.sort_by_key(|point| forbidden(&self.board, *point).is_some());
            moves.push(RankedMove::new(free[0]));
        }
        moves.sort_by_key(|m| -m.score);
        moves
    }

    /// How the other side wins by fours against the move at the root that was just played. The search may have missed it: it leaves out
    /// moves, and at its leaves the fours that lead to nothing.
    fn fours_against(&mut self, point: Coord) -> Option<Vec<Coord>> {
        let limit = (self.nodes / ANSWERS).min(FOURS_AT_ROOT);
        if limit < LEAST_ANSWERS {
            return None;
        }
        let known = self.answers.iter().find(|known| known.0 == point);
        if let Some((_, asked, fours)) = known
            && (fours.is_some() || limit < MORE_ANSWERS * asked)
        {
            return fours.clone();
        }
        let (fours, _) = vcf_until(&self.board, self.board.to_move(), limit, self.stop);
        self.answers.retain(|known| known.0 != point);
        self.answers.push((point, limit, fours.clone()));
        fours
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
            // The first four are not reduced: what the root misses is found nowhere else.
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
                && let Some(fours) = self.fours_against(point)
            {
                value = lost_to(&fours);
                self.pv[1] = fours;
            }
            self.board.undo();
            if self.stopped {
                break;
            }
            // A move that took long to refute is the likeliest to become the best one at the next depth.
            moves[n].score = (self.nodes - before).min(1 << 30) as i32;
            if value > best {
                best = value;
                if value > low {
                    let mut line = vec![point];
                    line.extend_from_slice(&self.pv[1]);
                    self.pv[0] = line;
                    low = value;
                    moves[n].score = i32::MAX;
                    // What was best before is looked at second next time.
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

/// What a move at the root is worth that the other side answers with this win.
fn lost_to(win: &[Coord]) -> i32 {
    1 + win.len() as i32 - WIN
}

/// A win that was found without a search of all moves.
fn won_by(line: Vec<Coord>) -> Report {
    let plies = line.len() as i32;
    Report {
        best: line[0],
        value: WIN - plies,
        win_in: Some(plies),
        depth: 0,
        nodes: 0,
        pv: line,
    }
}
