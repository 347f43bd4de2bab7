//! The alpha-beta search: principal variation search with a transposition table, deepened step by step, and fours searched
//! on at the leaves.
//!
//! It works with what the board knows: whoever has five next wins, a five must be stopped, an open four wins, and
//! against the opponent's open four only the points where the opponent would make a four, and one's own fours, can help.

use super::board::{Board, Coord};
use super::evaluation::Class;
use super::forbidden::{forbidden, may_be_forbidden, why_forbidden};
use super::transposition::{Bound, Transposition};
use super::vcf::vcf_until;
use super::vct::vct_until;
use crate::games::gomoku::Rules;
use crate::games::stone::Stone;

/// The value of a win at once; one that takes n plies is worth n less.
pub const WIN: i32 = 30_000;
/// No evaluation without a win is this large.
const DECIDED: i32 = WIN - 1000;
const INFINITE: i32 = WIN + 1;
const MOST_PLIES: usize = 120;

/// How many positions are searched for a win by fours before the search itself, and then for one by fours and threes.
const FOURS_AT_ROOT: u64 = 20_000;
const THREATS_AT_ROOT: u64 = 10_000;

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
    /// that a level plays the same game every time.
    ///
    /// # Panics
    /// When there is no such level.
    pub fn level(level: usize) -> Limits {
        const LEVELS: [(u32, u64); 10] = [
            (1, 50),
            (2, 150),
            (3, 500),
            (4, 1_500),
            (5, 4_000),
            (6, 10_000),
            (8, 30_000),
            (10, 100_000),
            (14, 300_000),
            (20, 1_000_000),
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
    /// The value for the side to move: a positive one is good, see [`WIN`] and [`Report::win_in`].
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
pub fn win_in(value: i32) -> Option<i32> {
    match value.abs() > DECIDED {
        true => Some(value.signum() * (WIN - value.abs())),
        false => None,
    }
}

/// What is kept from one search to the next.
pub struct Searcher {
    table: Transposition,
}

impl Searcher {
    /// A searcher with a transposition table of this many megabytes.
    pub fn new(table_megabytes: usize) -> Searcher {
        Searcher {
            table: Transposition::new(table_megabytes),
        }
    }

    /// Forgets all positions, so that the next search is the same as a first one.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The best move of the side to move. `stop` is asked about every thousand positions; `progress` is told what was
    /// found after each depth. The same board, limits and table give the same report as long as nothing stops it.
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
        let mut search = Search::new(board.clone(), &mut self.table, limits, stop);
        search.deepen(progress)
    }

    /// What each of the `most` likeliest moves is worth to the side to move, looked at deeper and deeper up to the limits:
    /// for hints. `tell` hears of each report; the last one of each move is returned, the best move first. A move that was
    /// found to win or lose by force is not looked at again. Where the limits or `stop` end it early, moves may be missing.
    pub fn values(
        &mut self,
        board: &Board,
        most: usize,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(&Report),
    ) -> Vec<Report> {
        self.table.grow_older();
        let mut search = Search::new(board.clone(), &mut self.table, limits, stop);
        let mut reports: Vec<Report> = search.forced_win().map(won_by).into_iter().collect();
        reports.iter().for_each(&mut *tell);
        search.stopped = stop();
        let moves = search.likeliest(most, reports.first().map(|report| report.best));
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
                tell(&report);
                match known {
                    Some(n) => reports[n] = report,
                    None => reports.push(report),
                }
            }
        }
        reports.sort_by_key(|report| std::cmp::Reverse(report.value));
        reports
    }
}

struct Move {
    point: Coord,
    score: i32,
}

struct Search<'a> {
    board: Board,
    table: &'a mut Transposition,
    limits: Limits,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
    nodes: u64,
    /// By side and point: how often a quiet move there was the best one.
    history: Box<[[i32; 400]; 2]>,
    killers: [[Option<Coord>; 2]; MOST_PLIES + 2],
    evals: [i32; MOST_PLIES + 2],
    /// The best play from each ply on.
    pv: Vec<Vec<Coord>>,
    reductions: [[u8; 64]; 64],
}

impl<'a> Search<'a> {
    fn new(
        board: Board,
        table: &'a mut Transposition,
        limits: &Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (n, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.3 + (depth as f64).ln() * (n as f64).ln() / 1.7) as u8;
            }
        }
        Search {
            board,
            table,
            limits: *limits,
            stop,
            stopped: false,
            nodes: 0,
            history: Box::new([[0; 400]; 2]),
            killers: [[None; 2]; MOST_PLIES + 2],
            evals: [0; MOST_PLIES + 2],
            pv: vec![Vec::new(); MOST_PLIES + 2],
            reductions,
        }
    }

    /// `first`, and the moves of the root that a short search likes best, `most` in all.
    fn likeliest(&mut self, most: usize, first: Option<Coord>) -> Vec<Coord> {
        const SHORT: i32 = 4;
        let mut moves = self.root_moves();
        for depth in 1..=SHORT {
            self.root(&mut moves, -INFINITE, INFINITE, depth);
        }
        let others = moves.iter().map(|m| m.point);
        let others = others.filter(|point| Some(*point) != first);
        first.into_iter().chain(others).take(most).collect()
    }

    /// What a move at the root is worth, looked at this many plies deep; before the first ply, whether it wins by force or
    /// lets the opponent do so.
    fn value_of(&mut self, point: Coord, depth: u32) -> Report {
        let five = self.board.class(self.board.to_move(), point) == Class::Five;
        self.board.play(point);
        let forced = match depth {
            1 if !five && !self.stopped => self.forced_win(),
            _ => None,
        };
        let (value, mut rest) = match forced {
            _ if five => (WIN - 1, Vec::new()),
            Some(win) => (1 + win.len() as i32 - WIN, win),
            None => {
                let value = -self.node(-INFINITE, INFINITE, depth as i32 - 1, 1, false);
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
            report.value = WIN - 1;
            report.win_in = Some(1);
            return report;
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

    /// A win by fours, or else by fours and threes.
    fn forced_win(&self) -> Option<Vec<Coord>> {
        let (side, nodes) = (self.board.to_move(), self.limits.nodes);
        let fours = nodes.min(FOURS_AT_ROOT);
        vcf_until(&self.board, side, fours, self.stop).or_else(|| {
            let threats = nodes.min(THREATS_AT_ROOT);
            vct_until(&self.board, side, threats, self.stop)
        })
    }

    /// Searches the root with a window around the value of the last depth, which opens until the value is inside. `None`
    /// when the search was stopped.
    fn aspire(&mut self, moves: &mut [Move], depth: i32, last: i32) -> Option<i32> {
        let mut width = 24;
        let (mut alpha, mut beta) = match depth {
            ..4 => (-INFINITE, INFINITE),
            _ => (last - width, last + width),
        };
        loop {
            let value = self.root(moves, alpha, beta, depth);
            if self.stopped {
                return None;
            }
            width *= 3;
            if value <= alpha && alpha > -INFINITE {
                alpha = if width > 600 {
                    -INFINITE
                } else {
                    value - width
                };
            } else if value >= beta && beta < INFINITE {
                beta = if width > 600 { INFINITE } else { value + width };
            } else {
                return Some(value);
            }
        }
    }

    /// The moves that can be played, the likely ones first.
    fn root_moves(&mut self) -> Vec<Move> {
        if self.board.count() == 0 {
            let centre = self.board.size() / 2;
            return vec![Move {
                point: Coord::new(centre, centre),
                score: 0,
            }];
        }
        let me = self.board.to_move();
        if let Some(five) = self.board.find(me, Class::Five) {
            return vec![Move {
                point: five,
                score: 0,
            }];
        }
        let mut moves = self.moves(None, 0);
        moves.retain(|m| forbidden(&self.board, m.point).is_none());
        if moves.is_empty() {
            // Everything near is forbidden, or nothing helps: any move will do.
            let free = |point: &Coord| self.board.stone_at(*point).is_none();
            let mut free: Vec<Coord> = self.board.points().filter(free).collect();
            free.sort_by_key(|point| forbidden(&self.board, *point).is_some());
            moves.push(Move {
                point: free[0],
                score: 0,
            });
        }
        moves.sort_by_key(|m| -m.score);
        moves
    }

    fn root(&mut self, moves: &mut [Move], alpha: i32, beta: i32, depth: i32) -> i32 {
        self.pv[0].clear();
        self.evals[0] = self.evaluate();
        let (mut best, mut low) = (-INFINITE, alpha);
        for n in 0..moves.len() {
            let point = moves[n].point;
            let before = self.nodes;
            self.board.play(point);
            let mut value = low + 1;
            let reduced = match n {
                0..4 => 0,
                _ => self.reduction(depth, n).min(depth - 1) * 2 / 3,
            };
            if n > 0 {
                value = -self.node(-low - 1, -low, depth - 1 - reduced, 1, true);
                if value > low && reduced > 0 {
                    value = -self.node(-low - 1, -low, depth - 1, 1, false);
                }
            }
            if value > low {
                value = -self.node(-beta, -low, depth - 1, 1, false);
            }
            self.board.undo();
            if self.stopped {
                break;
            }
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

    fn reduction(&self, depth: i32, n: usize) -> i32 {
        i32::from(self.reductions[depth.clamp(0, 63) as usize][n.min(63)])
    }

    fn evaluate(&self) -> i32 {
        let me = self.board.to_move();
        self.board.balance(me).clamp(-8000, 8000)
    }

    /// The value, where the shapes alone decide.
    fn decided(&mut self, ply: usize) -> Option<i32> {
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        let win_after = |plies: usize| WIN - (ply + plies) as i32;
        if self.board.count_of(me, Class::Five) > 0 {
            return Some(win_after(1));
        }
        match self.board.count_of(you, Class::Five) {
            0 => {}
            1 => {
                let lost = me == Stone::Black
                    && self.board.rules() == Rules::Renju
                    && self
                        .board
                        .find(you, Class::Five)
                        .is_some_and(|five| why_forbidden(&mut self.board, five).is_some());
                return lost.then(|| -win_after(2));
            }
            _ => return Some(-win_after(2)),
        }
        if self.board.count_of(me, Class::OpenFour) > 0 {
            return Some(win_after(3));
        }
        self.board.two_threats(me).map(|_| win_after(5))
    }

    /// All moves worth looking at: the one that stops five; what helps against an open four; or all near stones.
    fn moves(&mut self, first: Option<Coord>, ply: usize) -> Vec<Move> {
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        if let Some(five) = self.board.find(you, Class::Five) {
            return vec![Move {
                point: five,
                score: 0,
            }];
        }
        let points = match self.board.count_of(you, Class::OpenFour) {
            0 => self.board.near_stones(),
            _ => self.board.fours(me).union(self.board.fours(you)),
        };
        let killers = self.killers[ply];
        let history = &self.history[me as usize - 1];
        points
            .iter()
            .map(|point| Move {
                point,
                score: if first == Some(point) {
                    i32::MAX
                } else {
                    self.board.urgency(me, point) * 64
                        + history[point.index()] / 8
                        + if killers.contains(&Some(point)) {
                            2000
                        } else {
                            0
                        }
                },
            })
            .collect()
    }

    /// Is it time to stop?
    fn poll(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && (self.stop)() || self.nodes >= self.limits.nodes {
            self.stopped = true;
        }
        self.stopped
    }

    fn node(&mut self, mut alpha: i32, mut beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        let pv_node = beta - alpha > 1;
        if depth <= 0 {
            return self.fours(alpha, beta, ply, 0);
        }
        self.pv[ply].clear();
        if self.poll() {
            return 0;
        }
        if let Some(value) = self.decided(ply) {
            return value;
        }
        if self.board.is_full() {
            return 0;
        }
        if ply >= MOST_PLIES {
            return self.evaluate();
        }
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        let hash = self.board.hash();
        let known = self.table.get(hash);
        let mut depth = depth;
        if let Some(entry) = known {
            let value = from_table(entry.value, ply);
            let enough = i32::from(entry.depth) >= depth
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= beta,
                    Bound::Upper => value <= alpha,
                };
            if enough && !pv_node {
                return value;
            }
        }
        let first = known.and_then(|entry| entry.best);
        let forced = self.board.count_of(you, Class::Five) > 0;
        let threatened = forced || self.board.count_of(you, Class::OpenFour) > 0;

        let eval = self.evaluate();
        self.evals[ply] = if threatened && ply > 0 {
            -self.evals[ply - 1]
        } else {
            eval
        };
        let improving = ply >= 2 && self.evals[ply] > self.evals[ply - 2];
        if !pv_node && !threatened {
            if depth <= 2 && eval + 120 * depth < alpha {
                return self.fours(alpha, beta, ply, 0);
            }
            if depth <= 7
                && beta > -DECIDED
                && eval < DECIDED
                && eval - 55 * (depth - i32::from(improving)) >= beta
            {
                return eval;
            }
        }
        if first.is_none() && depth >= 4 && !forced {
            depth -= 1;
        }

        let mut moves = self.moves(first, ply);
        let mut best = -INFINITE;
        let mut best_move = None;
        let original = alpha;
        let mut tried = 0;
        for n in 0..moves.len() {
            let next = (n..moves.len()).max_by_key(|i| (moves[*i].score, std::cmp::Reverse(*i)));
            if let Some(next) = next {
                moves.swap(n, next);
            }
            let point = moves[n].point;
            let class = self.board.class(me, point);
            if me == Stone::Black
                && may_be_forbidden(&self.board, point)
                && why_forbidden(&mut self.board, point).is_some()
            {
                continue;
            }
            let quiet = !class.is_four();
            if quiet && !forced && !pv_node && best > -DECIDED && !threatened {
                let most = 4 + depth * depth * if improving { 2 } else { 1 };
                if tried as i32 >= most && class < Class::Three {
                    continue;
                }
            }
            tried += 1;
            self.board.play(point);
            let extended = match forced {
                true => depth,
                false => depth - 1,
            };
            let mut value = alpha + 1;
            if tried > 1 {
                let mut reduced = 0;
                if depth >= 2 && !forced {
                    reduced = self.reduction(depth, tried);
                    if cut {
                        reduced += 1;
                    }
                    if !improving {
                        reduced += i32::from(reduced > 0);
                    }
                    if pv_node {
                        reduced -= 1;
                    }
                    if class >= Class::Three || threatened {
                        reduced -= 1;
                    }
                    reduced = reduced.clamp(0, extended - 1);
                }
                value = -self.node(-alpha - 1, -alpha, extended - reduced, ply + 1, true);
                if value > alpha && reduced > 0 {
                    value = -self.node(-alpha - 1, -alpha, extended, ply + 1, !cut);
                }
            }
            if value > alpha && (pv_node || tried == 1) {
                value = -self.node(-beta, -alpha, extended, ply + 1, !pv_node && !cut);
            }
            self.board.undo();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(point);
                    if pv_node {
                        let rest = std::mem::take(&mut self.pv[ply + 1]);
                        let line = &mut self.pv[ply];
                        line.clear();
                        line.push(point);
                        line.extend_from_slice(&rest);
                        self.pv[ply + 1] = rest;
                    }
                    alpha = value;
                    if value >= beta {
                        if quiet && !forced {
                            self.reward(me, ply, depth, &moves, n);
                        }
                        break;
                    }
                }
            }
        }
        if tried == 0 {
            // Nothing helps, or everything that would is forbidden.
            return match threatened {
                true => -(WIN - (ply + 4) as i32),
                false => 0,
            };
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table
            .put(hash, best_move, to_table(best, ply), depth as i8, bound);
        best
    }

    /// A quiet move was good enough, and those tried before it were not.
    fn reward(&mut self, me: Stone, ply: usize, depth: i32, moves: &[Move], n: usize) {
        let point = moves[n].point;
        if self.killers[ply][0] != Some(point) {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = Some(point);
        }
        let history = &mut self.history[me as usize - 1];
        let bonus = (depth * depth).min(400) * 16;
        let mut add = |point: Coord, bonus: i32| {
            let kept = &mut history[point.index()];
            *kept += bonus - *kept * bonus.abs() / 16_384;
        };
        add(point, bonus);
        for m in &moves[..n] {
            add(m.point, -bonus);
        }
    }

    /// Searches on at a leaf, with fours alone; the side to move may also stop there.
    fn fours(&mut self, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        self.pv[ply].clear();
        if self.poll() {
            return 0;
        }
        if let Some(value) = self.decided(ply) {
            return value;
        }
        if self.board.is_full() {
            return 0;
        }
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        if ply >= MOST_PLIES {
            return self.evaluate();
        }
        if let Some(five) = self.board.find(you, Class::Five) {
            self.board.play(five);
            let value = -self.fours(-beta, -alpha, ply + 1, depth);
            self.board.undo();
            return value;
        }
        let hash = self.board.hash();
        if let Some(entry) = self.table.get(hash) {
            let value = from_table(entry.value, ply);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if enough {
                return value;
            }
        }
        let mut best = self.evaluate();
        if best >= beta {
            return best;
        }
        let original = alpha;
        alpha = alpha.max(best);
        let mut best_move = None;
        if depth < 16 && !self.board.fours(me).is_empty() {
            let fours = self.board.fours(me);
            let mut moves: Vec<Move> = fours
                .iter()
                .map(|point| Move {
                    point,
                    score: self.board.urgency(me, point),
                })
                .collect();
            moves.sort_by_key(|m| -m.score);
            for m in &moves {
                if may_be_forbidden(&self.board, m.point)
                    && me == Stone::Black
                    && why_forbidden(&mut self.board, m.point).is_some()
                {
                    continue;
                }
                self.board.play(m.point);
                // A point that may be forbidden need not make a four.
                let value = match self.board.find(me, Class::Five) {
                    Some(_) => -self.fours(-beta, -alpha, ply + 1, depth + 1),
                    None => -INFINITE,
                };
                self.board.undo();
                if self.stopped {
                    return 0;
                }
                if value > best {
                    best = value;
                    if value > alpha {
                        alpha = value;
                        best_move = Some(m.point);
                        if value >= beta {
                            break;
                        }
                    }
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table
            .put(hash, best_move, to_table(best, ply), 0, bound);
        best
    }
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

/// A win is kept by its plies from the position, not from the root.
fn to_table(value: i32, ply: usize) -> i16 {
    (match win_in(value) {
        Some(1..) => value + ply as i32,
        Some(_) => value - ply as i32,
        None => value,
    }) as i16
}

fn from_table(value: i16, ply: usize) -> i32 {
    let value = i32::from(value);
    match win_in(value) {
        Some(1..) => value - ply as i32,
        Some(_) => value + ply as i32,
        None => value,
    }
}
