//! The search below the root: alpha-beta with pruning, reductions and extensions, and a quiescence search of
//! fours at the leaves.

use super::coord::Coord;
use super::evaluation::Class;
use super::forbidden::why_forbidden;
use super::ordering::{MOST_PLIES, RankedMove, pick};
use super::search::{DECIDED, INFINITE, PLY, Search, WIN, win_in};
use super::transposition::{Bound, Entry};
use games::gomoku::Rules;
use games::stone::Stone;

// SPSA (J. Spall, 1992) tuned all these constants together, in games of the engine against itself at 6 ms a
// move. Depths, reductions and extensions are in units of 1/PLY ply, margins in units of the evaluation.

/// The depth below which razoring replaces the search of a position far below alpha with a search of fours.
const RAZORING_DEPTH: i32 = 42;
/// The margin of razoring below alpha: `RAZORING[0]`, plus `RAZORING[1]` for each ply of depth.
const RAZORING: [i32; 2] = [20, 29];

/// The depth below which a position far above beta is not searched (futility pruning).
const FUTILITY_DEPTH: i32 = 20 * PLY;
/// The margin of futility pruning above beta for each ply of depth.
const FUTILITY: i32 = 43;

/// The margin above beta, for each ply of depth, beyond which a node reduces its quiet moves.
const FAIL_HIGH: i32 = 19;
/// The reduction of quiet moves in a node whose evaluation exceeds beta by the margin `FAIL_HIGH`.
const FAIL_HIGH_REDUCTION: i32 = 18;

/// The smallest depth at which a node without a table move is reduced (internal iterative reduction).
const NO_MOVE_DEPTH: i32 = 4 * PLY;
/// The reduction of a node without a table move.
const NO_MOVE_REDUCTION: i32 = 17;

/// The reduction of a PV node whose table entry has a lower depth, in 1/256 of the missing depth.
const SHALLOW_ENTRY: i32 = 72;
/// The maximum reduction of a PV node whose table entry has a lower depth.
const MAX_SHALLOW_ENTRY: i32 = 58;

/// The depth above which a move that raises alpha causes the moves after it to be reduced.
const RAISED_FROM: i32 = 2 * PLY;
/// The depth below which a move that raises alpha causes the moves after it to be reduced.
const RAISED_TO: i32 = 12 * PLY;
/// The reduction of the moves after a move that raises alpha.
const RAISED_REDUCTION: i32 = PLY;

/// The margin of pruning by policy. A move is pruned if its policy is lower than the highest policy by more
/// than `UNLIKELY[0]`, plus `UNLIKELY[1]` for each ply of depth.
const UNLIKELY: [i32; 2] = [330, 95];

/// The number of moves that late-move pruning keeps, as a polynomial in the depth: the coefficients of the
/// powers 0, 1 and 2, in 1/256.
const LATE_MOVES: [i32; 3] = [1008, 18, 26];
/// The percentage of `LATE_MOVES` that is kept if the position is not improving.
const LATE_MOVES_WORSE: i32 = 63;

/// The increase of a late-move reduction if the position is not improving.
const REDUCED_WORSE: i32 = 17;
/// The increase of a late-move reduction in expected cut nodes.
const REDUCED_CUT: i32 = 16;
/// The decrease of a late-move reduction in PV nodes.
const REDUCED_PV: i32 = 20;
/// The decrease of a late-move reduction for threes and stronger moves.
const REDUCED_THREE: i32 = 18;
/// The decrease of a late-move reduction in nodes near a principal variation.
const REDUCED_NEAR_PV: i32 = PLY;
/// The decrease of a late-move reduction for a threat that follows a threat of the same side.
const REDUCED_ATTACK: i32 = 8;
/// The distance above which a point and a stone count as far apart.
const FAR: usize = 4;
/// The increases of a late-move reduction for a defence that blocks no four: the first if the move is far
/// from the opponent's last stone, the second if it is far from the player's own last stone.
const REDUCED_FAR: [i32; 2] = [31, 15];
/// The gap below the highest policy up to which a move's policy does not increase its late-move reduction.
const LIKELY: i32 = 167;
/// The increase of a late-move reduction for each 1024 units by which the policy gap exceeds `LIKELY`.
const REDUCED_LIKELY: i32 = 42;
/// The decrease of a late-move reduction for each 16384 units of history.
const REDUCED_HISTORY: i32 = 31;

/// A reduced move whose value exceeds alpha by more than `DEEPER[0]`, plus `DEEPER[1]` for each ply of
/// reduction, is searched again one ply deeper.
const DEEPER: [i32; 2] = [15, 5];

/// The extensions of the table's move: the first in PV nodes, the second in other nodes.
const TABLE_MOVE_EXTENSION: [i32; 2] = [4, 1];
/// The additional extension of the table's move if it is a four near the player's last stone.
const TABLE_FOUR_EXTENSION: i32 = 4;
/// The extension of a four that follows a four of the same side, in a node that will probably fail high.
const FOURS_EXTENSION: i32 = PLY;

/// The extension of the only answer to a four.
const FORCED_EXTENSION: i32 = 14;

/// The smallest depth of a singular extension.
const SINGULAR_DEPTH: i32 = 6 * PLY;
/// The additional margin of a double extension.
const DOUBLE_MARGIN: i32 = 31;
/// The maximum number of double extensions on the path to a node.
const MAX_DOUBLE: u8 = 10;

/// Only results of a search deeper than this can change whether a node counts as near a principal variation.
const NEAR_PV_DEPTH: i32 = 3 * PLY;

/// Returns the maximum number of moves to search at this depth.
fn most_moves(depth: i32, improving: bool) -> usize {
    let most = LATE_MOVES[0] + LATE_MOVES[1] * depth + LATE_MOVES[2] * depth * depth / 256;
    let percent = if improving { 100 } else { LATE_MOVES_WORSE };
    (most * percent / 100 / 256) as usize
}

/// Returns the reduction of the whole node, which is positive if the table has little information about it.
fn node_reduction(node: &Node, depth: i32) -> i32 {
    let entry = node.entry.filter(|entry| entry.best.is_some());
    match entry {
        _ if node.forced => 0,
        Some(entry) if node.is_pv && depth > PLY => {
            ((depth - entry.depth) * SHALLOW_ENTRY / 256).clamp(0, MAX_SHALLOW_ENTRY)
        }
        None if depth >= NO_MOVE_DEPTH => NO_MOVE_REDUCTION,
        _ => 0,
    }
}

/// Returns the key that changes a position's hash for a search that excludes this move.
fn exclusion_key(point: Coord) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Entry {
    /// Converts the plies of a win to a count from a position this many plies earlier. The search counts the
    /// plies of a win from the root, but the table counts them from the stored position.
    fn seen_earlier(self, plies: i32) -> Entry {
        let value = match win_in(self.value) {
            Some(1..) => self.value - plies,
            Some(_) => self.value + plies,
            None => self.value,
        };
        Entry { value, ..self }
    }

    /// Returns true if the entry makes a search with this window unnecessary.
    fn cuts_off(self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Returns true if the entry's best move should be tested for a singular extension.
    fn may_be_singular(self, depth: i32) -> bool {
        depth >= SINGULAR_DEPTH
            && self.bound != Bound::Upper
            && self.value.abs() < DECIDED
            && self.depth >= depth - 3 * PLY
    }
}

struct Node {
    ply: usize,
    hash: u64,
    is_pv: bool,
    /// True if the node is expected to fail high.
    cut: bool,
    /// The move that a singularity test excludes.
    excluded: Option<Coord>,
    entry: Option<Entry>,
    /// True if the opponent threatens five.
    forced: bool,
    /// True if the opponent threatens five or an open four.
    threatened: bool,
    eval: i32,
    /// True if the evaluation is higher than two plies earlier.
    improving: bool,
}

impl Search<'_> {
    /// Counts a node. Returns true if the search must stop.
    fn poll(&mut self) -> bool {
        if !self.stopped {
            self.nodes += 1;
            let asks = self.nodes.is_multiple_of(128);
            self.stopped = self.nodes >= self.limits.nodes || asks && (self.stop)();
        }
        self.stopped
    }

    /// Plays a move, and prefetches the table's bucket for the position after it.
    #[inline(always)]
    pub(super) fn play(&mut self, point: Coord, ply: usize) {
        self.classes[ply] = self.board.class(self.board.to_move(), point);
        self.table.prefetch(self.board.hash_after(point));
        self.board.play(point);
    }

    /// The basic reduction of the move at index `n`, in units of 1/[`PLY`] ply.
    pub(super) fn reduction(&self, depth: i32, n: usize) -> i32 {
        i32::from(self.reductions[(depth / PLY).clamp(0, 63) as usize][n.min(63)])
    }

    pub(super) fn evaluate(&mut self) -> i32 {
        let value = self.memory.accumulators.evaluate(&self.board);
        value.clamp(-8000, 8000)
    }

    /// Returns the value of a position whose result is decided by the threats on the board, otherwise `None`.
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

    /// Returns the value of a position that needs no search because it is decided, the search must stop, or
    /// the path is too long. Otherwise returns `None`.
    fn terminal_value(&mut self, ply: usize) -> Option<i32> {
        self.pv[ply].clear();
        if self.poll() {
            return Some(0);
        }
        if let Some(value) = self.decided(ply) {
            return Some(value);
        }
        if self.board.is_full() {
            return Some(0);
        }
        (ply >= MOST_PLIES).then(|| self.evaluate())
    }

    /// Searches a position. `cut` marks an expected cut node; `excluded` is the move that a singularity test
    /// excludes.
    pub(super) fn node(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
        excluded: Option<Coord>,
    ) -> i32 {
        if depth < PLY {
            return self.fours(alpha, beta, ply, 0);
        }
        let is_pv = beta - alpha > 1;
        if let Some(value) = self.terminal_value(ply) {
            return value;
        }
        // Mate distance pruning: no value is below a loss here or above a win with the next stone.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let you = self.board.to_move().other();
        let hash = self.board.hash() ^ excluded.map_or(0, exclusion_key);
        let entry = self.table.get(hash).map(|entry| entry.seen_earlier(ply as i32));
        if excluded.is_none() {
            self.near_pv[ply] = is_pv || entry.is_some_and(|entry| entry.near_pv);
        }
        self.near_pv[ply + 1] = false;
        // A PV node is searched even if the table has its value, so that the principal variation is complete.
        if let Some(entry) = entry
            && !is_pv
            && entry.depth >= depth
            && entry.cuts_off(alpha, beta)
        {
            self.reward_entry(entry, beta, ply, depth);
            return entry.value;
        }
        let forced = self.board.count_of(you, Class::Five) > 0;
        let eval = self.static_eval(entry, forced, ply);
        let node = Node {
            ply,
            hash,
            is_pv,
            cut,
            excluded,
            entry,
            forced,
            threatened: forced || self.board.count_of(you, Class::OpenFour) > 0,
            eval,
            improving: ply >= 2 && self.evals[ply] > self.evals[ply - 2],
        };
        if let Some(value) = self.prune(&node, alpha, beta, depth) {
            return value;
        }
        // Without a table move, the move ordering is poor. A shallower search costs less, and finds a good
        // move for the next visit.
        match depth - node_reduction(&node, depth) {
            ..PLY => self.fours(alpha, beta, ply, 0),
            depth => self.search_moves(&node, alpha, beta, depth),
        }
    }

    #[inline(always)]
    fn search_moves(&mut self, node: &Node, mut alpha: i32, beta: i32, mut depth: i32) -> i32 {
        let &Node { ply, is_pv, excluded, forced, .. } = node;
        let me = self.board.to_move();
        let fails_high =
            !is_pv && node.cut && !node.threatened && node.eval >= beta + FAIL_HIGH * depth / PLY;

        let mut moves = std::mem::take(&mut self.moves[ply]);
        let first = node.entry.and_then(|entry| entry.best);
        self.memory.list(&self.board, first, ply, &mut moves);
        let best_policy = moves.iter().map(|m| m.policy).max().unwrap_or(0);
        let most = most_moves(depth, node.improving);
        let mut best = -INFINITE;
        let mut best_move = None;
        let original = alpha;
        let mut tried = 0;
        for n in 0..moves.len() {
            let m = pick(&mut moves, n);
            let point = m.point;
            if Some(point) == excluded {
                continue;
            }
            let class = self.board.class(me, point);
            if me == Stone::Black && why_forbidden(&mut self.board, point).is_some() {
                continue;
            }
            let quiet = !class.is_four();
            // Do not prune while all moves searched so far lose, because the next move may be the defence.
            if !forced && best > -DECIDED {
                let unlikely = best_policy - m.policy > UNLIKELY[0] + UNLIKELY[1] * depth / PLY;
                if tried >= most {
                    break;
                }
                if quiet && unlikely {
                    continue;
                }
            }
            tried += 1;
            let mut extension = match self.extension(node, point, beta, depth) {
                Ok(extension) => extension,
                Err(value) => return value,
            };
            if fails_high && quiet {
                extension -= FAIL_HIGH_REDUCTION;
            } else if fails_high && self.was_four(ply, 2) {
                extension += FOURS_EXTENSION;
            }
            self.double_extensions[ply + 1] = self.double_extensions[ply] + u8::from(extension > PLY);
            let deep = depth - PLY + extension;
            let reduced = match tried > 1 && depth >= 2 * PLY && !forced {
                true => self
                    .late_move_reduction(node, &m, best_policy, depth, tried)
                    .clamp(0, (deep - PLY).max(0)),
                false => 0,
            };
            let depths = (deep, reduced);
            let value = self.search_move(node, point, (alpha, beta), best, depths, tried == 1);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(point);
                    if is_pv {
                        self.update_pv(ply, point);
                    }
                    alpha = value;
                    if value < beta && depth > RAISED_FROM && depth < RAISED_TO && value.abs() < DECIDED {
                        depth -= RAISED_REDUCTION;
                    }
                    if value >= beta {
                        if quiet && !forced {
                            self.memory.reward(&self.board, ply, depth / PLY, &moves, n);
                        }
                        break;
                    }
                }
            }
        }
        self.moves[ply] = moves;
        if tried == 0 {
            // There are no moves, or all defences are forbidden.
            return match (excluded, node.threatened) {
                (Some(_), _) => alpha,
                (None, true) => -(WIN - (ply + 4) as i32),
                (None, false) => 0,
            };
        }
        let result = Entry {
            best: best_move,
            value: best,
            depth,
            bound: bound_of(best, original, beta),
            near_pv: self.near_pv[ply],
        };
        self.store(node.hash, result, ply);
        best
    }

    /// Searches a move to the depth `deep`, first with a reduction. `best` is the value of the best move so
    /// far.
    #[inline(always)]
    fn search_move(
        &mut self,
        node: &Node,
        point: Coord,
        (alpha, beta): (i32, i32),
        best: i32,
        (mut deep, reduced): (i32, i32),
        is_first: bool,
    ) -> i32 {
        let (next, cut) = (node.ply + 1, node.cut);
        self.play(point, node.ply);
        let mut value = alpha + 1;
        if !is_first {
            value = -self.node(-alpha - 1, -alpha, deep - reduced, next, true, None);
            if value > alpha && reduced > 0 {
                if value > alpha + DEEPER[0] + DEEPER[1] * (reduced / PLY) {
                    deep += PLY;
                } else if value < best + deep / PLY {
                    deep -= PLY;
                }
                value = -self.node(-alpha - 1, -alpha, deep, next, !cut, None);
            }
        }
        if value > alpha && (node.is_pv || is_first) {
            value = -self.node(-beta, -alpha, deep, next, !node.is_pv && !cut, None);
        }
        self.board.undo();
        value
    }

    #[inline(always)]
    fn store(&mut self, hash: u64, result: Entry, ply: usize) {
        // After a fail-low, a node becomes near the PV if its parent is. After any other result, it stays
        // near the PV only if its last child is.
        if result.bound == Bound::Upper {
            self.near_pv[ply] |= self.near_pv[ply - 1] && result.depth > NEAR_PV_DEPTH;
        } else if result.depth > NEAR_PV_DEPTH {
            self.near_pv[ply] &= self.near_pv[ply + 1];
        }
        let near_pv = self.near_pv[ply];
        let result = Entry { near_pv, ..result };
        self.table.put(hash, result.seen_earlier(-(ply as i32)));
    }

    /// Computes the evaluation, corrected by the table's value if there is one.
    fn static_eval(&mut self, entry: Option<Entry>, forced: bool, ply: usize) -> i32 {
        let eval = match forced {
            true => -self.evals[ply - 1],
            false => self.evaluate(),
        };
        self.evals[ply] = eval;
        match entry {
            Some(entry) if !forced && entry.cuts_off(eval, eval) => entry.value,
            _ => eval,
        }
    }

    /// Razoring and futility pruning: returns a value without a full search if the evaluation is far outside
    /// the window.
    fn prune(&mut self, node: &Node, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        if node.is_pv || node.threatened || node.excluded.is_some() {
            return None;
        }
        if depth < RAZORING_DEPTH && node.eval + RAZORING[0] + RAZORING[1] * depth / PLY < alpha {
            return Some(self.fours(alpha, beta, node.ply, 0));
        }
        let plies_to_go = depth - if node.improving { PLY } else { 0 };
        let too_good = beta > -DECIDED
            && node.eval < DECIDED
            && depth < FUTILITY_DEPTH
            && node.eval - FUTILITY * plies_to_go / PLY >= beta
            && !(self.was_four(node.ply, 2) && self.was_four(node.ply, 4));
        too_good.then_some(node.eval)
    }

    /// Returns the extension of a move. Returns the position's value as `Err` if a singularity test finds
    /// that other moves fail high too, or if the search was stopped.
    fn extension(&mut self, node: &Node, point: Coord, beta: i32, depth: i32) -> Result<i32, i32> {
        let entry = match node.entry {
            _ if node.forced => return Ok(FORCED_EXTENSION),
            Some(entry) if entry.best == Some(point) => entry,
            _ => return Ok(0),
        };
        if node.excluded.is_some() || !entry.may_be_singular(depth) {
            let four = self.board.class(self.board.to_move(), point).is_four();
            let near = four && self.board.distance(point, 1) <= FAR;
            let more = TABLE_MOVE_EXTENSION[usize::from(!node.is_pv)];
            return Ok(more + if near { TABLE_FOUR_EXTENSION } else { 0 });
        }
        let bar = entry.value - depth / PLY;
        let others = self.node(bar - 1, bar, depth / 2, node.ply, node.cut, Some(point));
        if self.stopped {
            return Err(0);
        }
        let far = !node.is_pv && others < bar - DOUBLE_MARGIN;
        match others < bar {
            true if far && self.double_extensions[node.ply] < MAX_DOUBLE => Ok(2 * PLY),
            true => Ok(PLY),
            false if bar >= beta => Err(bar),
            false if entry.value >= beta => Ok(-PLY),
            false => Ok(0),
        }
    }

    /// Sets the principal variation at this ply to the move, followed by the principal variation of the next
    /// ply.
    fn update_pv(&mut self, ply: usize, point: Coord) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(point);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Returns the reduction of a late move. `tried` is the number of moves searched before it.
    fn late_move_reduction(
        &self,
        node: &Node,
        m: &RankedMove,
        best_policy: i32,
        depth: i32,
        tried: usize,
    ) -> i32 {
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        let class = self.board.class(me, m.point);
        let mut reduced = self.reduction(depth, tried);
        if !node.improving && reduced > PLY {
            reduced += REDUCED_WORSE;
        }
        if node.cut {
            reduced += REDUCED_CUT;
        }
        if node.is_pv {
            reduced -= REDUCED_PV;
        }
        if self.near_pv[node.ply] {
            reduced -= REDUCED_NEAR_PV;
        }
        if class >= Class::Three {
            reduced -= REDUCED_THREE;
        }
        let attacks = |class: Class| class >= Class::Three && class != Class::Forbidden;
        let before = node.ply.checked_sub(2).map(|ply| self.classes[ply]);
        if !node.threatened && before.is_some_and(attacks) && attacks(class) {
            reduced -= REDUCED_ATTACK;
        }
        if node.threatened && !self.board.class(you, m.point).is_four() {
            for (moves_ago, more) in REDUCED_FAR.into_iter().enumerate() {
                if self.board.distance(m.point, moves_ago) > FAR {
                    reduced += more;
                }
            }
        }
        let behind = best_policy - m.policy;
        reduced += ((behind - LIKELY) * REDUCED_LIKELY / 1024).clamp(-PLY, 3 * PLY);
        reduced - m.history * REDUCED_HISTORY / 16_384
    }

    /// Rewards the table's move for a cutoff as if it had been searched.
    fn reward_entry(&mut self, entry: Entry, beta: i32, ply: usize, depth: i32) {
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        if let Some(best) = entry.best
            && entry.value >= beta
            && self.board.stone_at(best).is_none()
            && !self.board.class(me, best).is_four()
            && self.board.count_of(you, Class::Five) == 0
        {
            let plies = depth / PLY;
            self.memory.reward(&self.board, ply, plies, &[RankedMove::new(best)], 0);
        }
    }

    fn was_four(&self, ply: usize, ago: usize) -> bool {
        ply.checked_sub(ago).is_some_and(|ply| self.classes[ply].is_four())
    }

    /// Quiescence search: tries only fours that can be followed by another four. The side to move may also
    /// decline to play one.
    fn fours(&mut self, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        if let Some(value) = self.terminal_value(ply) {
            return value;
        }
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        if let Some(five) = self.board.find(you, Class::Five) {
            self.play(five, ply);
            let value = -self.fours(-beta, -alpha, ply + 1, depth);
            self.board.undo();
            return value;
        }
        let hash = self.board.hash();
        if let Some(entry) = self.table.get(hash).map(|entry| entry.seen_earlier(ply as i32))
            && entry.cuts_off(alpha, beta)
        {
            return entry.value;
        }
        // Neither side has to play a four, so the evaluation is a lower bound (stand pat).
        let mut best = self.evaluate();
        if best >= beta {
            return best;
        }
        let original = alpha;
        alpha = alpha.max(best);
        let mut best_move = None;
        if depth < 16 && !self.board.fours(me).is_empty() {
            let board = &self.board;
            let fours = board.fours(me);
            let continues = |point: &Coord| !board.is_lone_four(me, *point);
            let mut moves: Vec<RankedMove> = fours.iter().filter(continues).map(RankedMove::new).collect();
            moves.sort_by_cached_key(|m| -self.board.urgency(me, m.point));
            for m in &moves {
                if me == Stone::Black && why_forbidden(&mut self.board, m.point).is_some() {
                    continue;
                }
                self.play(m.point, ply);
                // A stone on a point of the class Forbidden does not necessarily make a four.
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
        let bound = bound_of(best, original, beta);
        let result = Entry { best: best_move, value: best, depth: 0, bound, near_pv: false };
        self.table.put(hash, result.seen_earlier(-(ply as i32)));
        best
    }
}

/// Returns the kind of bound that a result is, given the search window.
fn bound_of(best: i32, alpha: i32, beta: i32) -> Bound {
    match best {
        _ if best >= beta => Bound::Lower,
        _ if best > alpha => Bound::Exact,
        _ => Bound::Upper,
    }
}
