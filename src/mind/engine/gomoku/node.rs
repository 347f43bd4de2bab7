//! Alpha-beta below the root: what is cut off, reduced and extended, and the search of fours at the leaves.

use super::coord::Coord;
use super::evaluation::Class;
use super::forbidden::why_forbidden;
use super::ordering::{MOST_PLIES, RankedMove, pick};
use super::search::{DECIDED, INFINITE, PLY, Search, WIN, win_in};
use super::transposition::{Bound, Known};
use games::gomoku::Rules;
use games::stone::Stone;

// The numbers below were found by games of the engine against itself at 6 ms a move, all at a time (SPSA: J. Spall, 1992). Depths,
// reductions and extensions are in parts of a ply, and margins in the units of the evaluation.

/// Below this depth a position that seems lost by these margins, the second one for each ply, is searched for fours alone.
const RAZOR_DEPTH: i32 = 42;
const RAZOR: [i32; 2] = [20, 29];

/// Below this depth a position that seems too good by this margin for each ply is not searched.
const FUTILITY_DEPTH: i32 = 20 * PLY;
const FUTILITY: i32 = 43;

/// A position that seems too good by this for each ply is searched less deep.
const FAILS_HIGH: i32 = 19;
const FAILS_HIGH_LESS: i32 = 18;

/// From this depth on a position whose best move nobody knows is searched less deep.
const UNKNOWN_DEPTH: i32 = 4 * PLY;
const UNKNOWN_LESS: i32 = 17;

/// On the line that seems best a position is searched less deep by so many of 256 parts of what is known less deep, and by no more than this.
const BEHIND_LESS: i32 = 72;
const BEHIND_MOST: i32 = 58;

/// Between these depths a move that makes the position better leaves less depth for those after it.
const BETTER_FROM: i32 = 2 * PLY;
const BETTER_TO: i32 = 12 * PLY;
const BETTER_LESS: i32 = PLY;

/// A move is left out that is so much less likely than the likeliest, and so much more for each ply.
const UNLIKELY: [i32; 2] = [330, 95];

/// How many moves are looked at, in parts of 256: so many, and more for each part of a ply of depth and for its square divided by 256.
const MOST: [i32; 3] = [1008, 18, 26];
/// How many of a hundred of them when the position gets worse.
const MOST_WORSE: i32 = 63;

/// More reduced where the position gets worse, where it will likely be too good for the other side; less where the window is open, and
/// for a three.
const REDUCED_WORSE: i32 = 17;
const REDUCED_CUT: i32 = 16;
const REDUCED_OPEN: i32 = 20;
const REDUCED_THREE: i32 = 18;
/// Less where the position is or was on the line that seems best, and for a three or four after one.
const REDUCED_ON_LINE: i32 = PLY;
const REDUCED_ATTACK: i32 = 8;
/// More for an answer to an open four that makes nothing of the other side's fours and is far from its last stone; from the own last one.
const FAR: usize = 4;
const REDUCED_FAR: [i32; 2] = [31, 15];
/// Moves less likely than the likeliest by more than this are reduced, the others less, by so much for 1024 units.
const LIKELY: i32 = 167;
const REDUCED_LIKELY: i32 = 42;
/// What 16384 units of history are worth.
const REDUCED_HISTORY: i32 = 31;

/// A reduced move is looked at again a ply deeper where it was better by so much and so much more for each ply of the reduction.
const DEEPER: [i32; 2] = [15, 5];

/// How much deeper the table's move is looked at on the line that seems best and elsewhere, and how much more so a four near the own last
/// stone.
const KNOWN_MORE: [i32; 2] = [4, 1];
const KNOWN_FOUR_MORE: i32 = 4;
/// The same for a four after a four, in a position that will likely be too good for the other side.
const FOURS_MORE: i32 = PLY;

/// How much deeper the only answer to a four is looked at.
const FORCED_MORE: i32 = 14;

/// From this depth on it is looked at whether the best move is the only good one.
const SINGULAR_DEPTH: i32 = 6 * PLY;
/// How much worse the others must be for two plies, and how often that may be in one line.
const SINGULAR_FAR: i32 = 31;
const SINGULAR_MOST: u8 = 10;

/// From more than this depth on it is noted whether a position is near the line that seems best.
const NEAR_LINE: i32 = 3 * PLY;

/// How many moves are looked at so deep.
fn most_moves(depth: i32, improving: bool) -> usize {
    let most = MOST[0] + MOST[1] * depth + MOST[2] * depth * depth / 256;
    let percent = if improving { 100 } else { MOST_WORSE };
    (most * percent / 100 / 256) as usize
}

/// How much less deep a position is searched than was asked for, because of what the table does not know.
fn less_deep(here: &Here, depth: i32) -> i32 {
    let best = here.known.filter(|known| known.best.is_some());
    match best {
        _ if here.forced => 0,
        Some(known) if here.pv_node && depth > PLY => {
            ((depth - known.depth) * BEHIND_LESS / 256).clamp(0, BEHIND_MOST)
        }
        None if depth >= UNKNOWN_DEPTH => UNKNOWN_LESS,
        _ => 0,
    }
}

/// What makes the hash of a position from which a move is left out another one.
fn left_out(point: Coord) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Known {
    /// The same with the value counted from so many plies earlier: the root counts the plies of a win from itself, the table from the position.
    fn seen_earlier(self, plies: i32) -> Known {
        let value = match win_in(self.value) {
            Some(1..) => self.value - plies,
            Some(_) => self.value + plies,
            None => self.value,
        };
        Known { value, ..self }
    }

    /// Does it say what the value is, as far as it matters between these two?
    fn says(self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Was its move good enough, as far as was looked, to ask whether it is the only such one?
    fn may_be_singular(self, depth: i32) -> bool {
        depth >= SINGULAR_DEPTH
            && self.bound != Bound::Upper
            && self.value.abs() < DECIDED
            && self.depth >= depth - 3 * PLY
    }
}

/// A position whose moves are looked at.
struct Here {
    ply: usize,
    hash: u64,
    pv_node: bool,
    /// Will it likely be too good for the other side?
    cut: bool,
    /// A move that is left out, to see what the others are worth.
    without: Option<Coord>,
    known: Option<Known>,
    /// Has the other side a four?
    forced: bool,
    /// Has it one, or could it make an open four?
    threatened: bool,
    /// What the position seems to be worth.
    eval: i32,
    /// Does it seem better than two plies before?
    improving: bool,
}

impl Search<'_> {
    /// Counts a position. Is it time to stop? From then on nothing is counted.
    fn poll(&mut self) -> bool {
        if !self.stopped {
            self.nodes += 1;
            let asks = self.nodes.is_multiple_of(128);
            self.stopped = self.nodes >= self.limits.nodes || asks && (self.stop)();
        }
        self.stopped
    }

    /// Plays the move of a ply and notes what it does, while the memory finds what the table knows of the position after it.
    #[inline(always)]
    pub(super) fn play(&mut self, point: Coord, ply: usize) {
        self.classes[ply] = self.board.class(self.board.to_move(), point);
        self.table.prefetch(self.board.hash_after(point));
        self.board.play(point);
    }

    /// How much less deep the nth move is looked at, in parts of a ply.
    pub(super) fn reduction(&self, depth: i32, n: usize) -> i32 {
        i32::from(self.reductions[(depth / PLY).clamp(0, 63) as usize][n.min(63)])
    }

    /// What the position is worth to the side to move by its shapes.
    pub(super) fn evaluate(&mut self) -> i32 {
        let value = self.memory.accumulators.evaluate(&self.board);
        value.clamp(-8000, 8000)
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

    /// The value of a position that needs no search, or that there is no time or room for.
    fn value_at_once(&mut self, ply: usize) -> Option<i32> {
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

    /// The value of a position between `alpha` and `beta`, searched so deep. `cut`: it will likely be too good for the other side.
    /// `without` is a move that is left out, to see what the others are worth.
    pub(super) fn node(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
        without: Option<Coord>,
    ) -> i32 {
        if depth < PLY {
            return self.fours(alpha, beta, ply, 0);
        }
        let pv_node = beta - alpha > 1;
        if let Some(value) = self.value_at_once(ply) {
            return value;
        }
        // Nothing can be worse here than to have lost, and nothing better than to win with the next stone.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let you = self.board.to_move().other();
        // Without one of its moves the position is worth something else, and must not be found as the whole one.
        let hash = self.board.hash() ^ without.map_or(0, left_out);
        let known = self
            .table
            .get(hash)
            .map(|known| known.seen_earlier(ply as i32));
        if without.is_none() {
            self.on_line[ply] = pv_node || known.is_some_and(|known| known.on_line);
        }
        self.on_line[ply + 1] = false;
        // On the line that seems best even what is known is searched, for the line to be shown whole.
        if let Some(known) = known
            && !pv_node
            && known.depth >= depth
            && known.says(alpha, beta)
        {
            self.reward_known(known, beta, ply, depth);
            return known.value;
        }
        let forced = self.board.count_of(you, Class::Five) > 0;
        let eval = self.seems(known, forced, ply);
        let here = Here {
            ply,
            hash,
            pv_node,
            cut,
            without,
            known,
            forced,
            threatened: forced || self.board.count_of(you, Class::OpenFour) > 0,
            eval,
            improving: ply >= 2 && self.evals[ply] > self.evals[ply - 2],
        };
        if let Some(value) = self.cut_off(&here, alpha, beta, depth) {
            return value;
        }
        // Where the table knows little the moves are in a poor order. A less deep search finds a better one for the next time, and at less cost.
        match depth - less_deep(&here, depth) {
            ..PLY => self.fours(alpha, beta, ply, 0),
            depth => self.look_at_moves(&here, alpha, beta, depth),
        }
    }

    /// The value of a position by its moves.
    #[inline(always)]
    fn look_at_moves(&mut self, here: &Here, mut alpha: i32, beta: i32, mut depth: i32) -> i32 {
        let &Here {
            ply,
            pv_node,
            without,
            forced,
            ..
        } = here;
        let me = self.board.to_move();
        let fails_high = !pv_node
            && here.cut
            && !here.threatened
            && here.eval >= beta + FAILS_HIGH * depth / PLY;

        let mut moves = std::mem::take(&mut self.moves[ply]);
        let first = here.known.and_then(|known| known.best);
        self.memory.list(&self.board, first, ply, &mut moves);
        let likeliest = moves.iter().map(|m| m.likely).max().unwrap_or(0);
        let most = most_moves(depth, here.improving);
        let mut best = -INFINITE;
        let mut best_move = None;
        let original = alpha;
        let mut tried = 0;
        for n in 0..moves.len() {
            let m = pick(&mut moves, n);
            let point = m.point;
            if Some(point) == without {
                continue;
            }
            let class = self.board.class(me, point);
            if me == Stone::Black && why_forbidden(&mut self.board, point).is_some() {
                continue;
            }
            let quiet = !class.is_four();
            // While all moves lose, none is left out: the last one may be the answer.
            if !forced && best > -DECIDED {
                let unlikely = likeliest - m.likely > UNLIKELY[0] + UNLIKELY[1] * depth / PLY;
                if tried >= most {
                    break;
                }
                if quiet && unlikely {
                    continue;
                }
            }
            tried += 1;
            let mut extension = match self.extension(here, point, beta, depth) {
                Ok(extension) => extension,
                Err(value) => return value,
            };
            if fails_high && quiet {
                extension -= FAILS_HIGH_LESS;
            } else if fails_high && self.made_four(ply, 2) {
                extension += FOURS_MORE;
            }
            self.extended[ply + 1] = self.extended[ply] + u8::from(extension > PLY);
            let deep = depth - PLY + extension;
            let reduced = match tried > 1 && depth >= 2 * PLY && !forced {
                true => self
                    .reduced(here, &m, likeliest, depth, tried)
                    .clamp(0, (deep - PLY).max(0)),
                false => 0,
            };
            let depths = (deep, reduced);
            let value = self.worth(here, point, (alpha, beta), best, depths, tried == 1);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(point);
                    if pv_node {
                        self.goes_on(ply, point);
                    }
                    alpha = value;
                    // A second such improvement is rare, so the other moves are only to be refuted.
                    if value < beta
                        && depth > BETTER_FROM
                        && depth < BETTER_TO
                        && value.abs() < DECIDED
                    {
                        depth -= BETTER_LESS;
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
            // Nothing helps, or everything that would is forbidden.
            return match (without, here.threatened) {
                (Some(_), _) => alpha,
                (None, true) => -(WIN - (ply + 4) as i32),
                (None, false) => 0,
            };
        }
        let found = Known {
            best: best_move,
            value: best,
            depth,
            bound: bound_of(best, original, beta),
            on_line: self.on_line[ply],
        };
        self.keep(here.hash, found, ply);
        best
    }

    /// What a move is worth between `alpha` and `beta`, when the best one before it is worth `best`. It is looked at `deep`, but at first less deep
    /// by `reduced`.
    #[inline(always)]
    fn worth(
        &mut self,
        here: &Here,
        point: Coord,
        (alpha, beta): (i32, i32),
        best: i32,
        (mut deep, reduced): (i32, i32),
        is_first: bool,
    ) -> i32 {
        let (next, cut) = (here.ply + 1, here.cut);
        self.play(point, here.ply);
        let mut value = alpha + 1;
        if !is_first {
            // The first move was probably the best one, so the others are only asked whether they are better.
            value = -self.node(-alpha - 1, -alpha, deep - reduced, next, true, None);
            if value > alpha && reduced > 0 {
                // Much better than expected deserves a closer look; hardly better, and none so deep.
                if value > alpha + DEEPER[0] + DEEPER[1] * (reduced / PLY) {
                    deep += PLY;
                } else if value < best + deep / PLY {
                    deep -= PLY;
                }
                value = -self.node(-alpha - 1, -alpha, deep, next, !cut, None);
            }
        }
        if value > alpha && (here.pv_node || is_first) {
            value = -self.node(-beta, -alpha, deep, next, !here.pv_node && !cut, None);
        }
        self.board.undo();
        value
    }

    /// Keeps what was found out about the position of a ply.
    #[inline(always)]
    fn keep(&mut self, hash: u64, found: Known, ply: usize) {
        // A position is near the best line where the one before is and nothing was found against it, and no longer where nothing good
        // follows.
        if found.bound == Bound::Upper {
            self.on_line[ply] |= self.on_line[ply - 1] && found.depth > NEAR_LINE;
        } else if found.depth > NEAR_LINE {
            self.on_line[ply] &= self.on_line[ply + 1];
        }
        let on_line = self.on_line[ply];
        let found = Known { on_line, ..found };
        self.table.put(hash, found.seen_earlier(-(ply as i32)));
    }

    /// What the position seems to be worth, by its shapes or by what the table knows.
    fn seems(&mut self, known: Option<Known>, forced: bool, ply: usize) -> i32 {
        let eval = match forced {
            true => -self.evals[ply - 1],
            false => self.evaluate(),
        };
        self.evals[ply] = eval;
        match known {
            Some(known) if !forced && known.says(eval, eval) => known.value,
            _ => eval,
        }
    }

    /// The value of a position that seems so bad that fours alone are searched, or so good that nothing is.
    fn cut_off(&mut self, here: &Here, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        if here.pv_node || here.threatened || here.without.is_some() {
            return None;
        }
        if depth < RAZOR_DEPTH && here.eval + RAZOR[0] + RAZOR[1] * depth / PLY < alpha {
            return Some(self.fours(alpha, beta, here.ply, 0));
        }
        let plies_to_go = depth - if here.improving { PLY } else { 0 };
        let too_good = beta > -DECIDED
            && here.eval < DECIDED
            && depth < FUTILITY_DEPTH
            && here.eval - FUTILITY * plies_to_go / PLY >= beta
            && !(self.made_four(here.ply, 2) && self.made_four(here.ply, 4));
        too_good.then_some(here.eval)
    }

    /// How much deeper a move is looked at; or the value of the position, where the table's move is not the only one that is too good for
    /// the other side.
    fn extension(&mut self, here: &Here, point: Coord, beta: i32, depth: i32) -> Result<i32, i32> {
        let known = match here.known {
            _ if here.forced => return Ok(FORCED_MORE),
            Some(known) if known.best == Some(point) => known,
            _ => return Ok(0),
        };
        if here.without.is_some() || !known.may_be_singular(depth) {
            let four = self.board.class(self.board.to_move(), point).is_four();
            let near = four && self.board.distance(point, 1) <= FAR;
            let more = KNOWN_MORE[usize::from(!here.pv_node)];
            return Ok(more + if near { KNOWN_FOUR_MORE } else { 0 });
        }
        let bar = known.value - depth / PLY;
        let others = self.node(bar - 1, bar, depth / 2, here.ply, here.cut, Some(point));
        if self.stopped {
            return Err(0);
        }
        let far = !here.pv_node && others < bar - SINGULAR_FAR;
        match others < bar {
            true if far && self.extended[here.ply] < SINGULAR_MOST => Ok(2 * PLY),
            true => Ok(PLY),
            false if bar >= beta => Err(bar),
            false if known.value >= beta => Ok(-PLY),
            false => Ok(0),
        }
    }

    /// Notes that the best play from a ply on is this move and what is best after it.
    fn goes_on(&mut self, ply: usize, point: Coord) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(point);
        before[ply].extend_from_slice(&after[0]);
    }

    /// How much less deep a move is looked at than the first one, the nth that is tried.
    fn reduced(
        &self,
        here: &Here,
        m: &RankedMove,
        likeliest: i32,
        depth: i32,
        tried: usize,
    ) -> i32 {
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        let class = self.board.class(me, m.point);
        let mut reduced = self.reduction(depth, tried);
        if !here.improving && reduced > PLY {
            reduced += REDUCED_WORSE;
        }
        if here.cut {
            reduced += REDUCED_CUT;
        }
        if here.pv_node {
            reduced -= REDUCED_OPEN;
        }
        if self.on_line[here.ply] {
            reduced -= REDUCED_ON_LINE;
        }
        if class >= Class::Three {
            reduced -= REDUCED_THREE;
        }
        let attacks = |class: Class| class >= Class::Three && class != Class::Forbidden;
        let before = here.ply.checked_sub(2).map(|ply| self.classes[ply]);
        if !here.threatened && before.is_some_and(attacks) && attacks(class) {
            reduced -= REDUCED_ATTACK;
        }
        if here.threatened && !self.board.class(you, m.point).is_four() {
            for (moves_ago, more) in REDUCED_FAR.into_iter().enumerate() {
                if self.board.distance(m.point, moves_ago) > FAR {
                    reduced += more;
                }
            }
        }
        let behind = likeliest - m.likely;
        reduced += ((behind - LIKELY) * REDUCED_LIKELY / 1024).clamp(-PLY, 3 * PLY);
        reduced - m.history * REDUCED_HISTORY / 16_384
    }

    /// A move of the table that is good enough is rewarded as if it had been searched.
    fn reward_known(&mut self, known: Known, beta: i32, ply: usize, depth: i32) {
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        if let Some(best) = known.best
            && known.value >= beta
            && self.board.stone_at(best).is_none()
            && !self.board.class(me, best).is_four()
            && self.board.count_of(you, Class::Five) == 0
        {
            let plies = depth / PLY;
            self.memory
                .reward(&self.board, ply, plies, &[RankedMove::new(best)], 0);
        }
    }

    fn made_four(&self, ply: usize, ago: usize) -> bool {
        ply.checked_sub(ago)
            .is_some_and(|ply| self.classes[ply].is_four())
    }

    /// Searches on at a leaf, with fours alone, and only with those that another four could follow; the side to move may also stop there.
    fn fours(&mut self, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        if let Some(value) = self.value_at_once(ply) {
            return value;
        }
        let (me, you) = (self.board.to_move(), self.board.to_move().other());
        if let Some(five) = self.board.find(you, Class::Five) {
            self.play(five, ply);
            let value = -self.fours(-beta, -alpha, ply + 1, depth);
            self.board.undo();
            return value;
        }
        // What is known of a position searched deeper counts here too.
        let hash = self.board.hash();
        if let Some(known) = self
            .table
            .get(hash)
            .map(|known| known.seen_earlier(ply as i32))
            && known.says(alpha, beta)
        {
            return known.value;
        }
        // Nobody must play a four, so the position is worth at least what its shapes are.
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
            let leads_on = |point: &Coord| !board.is_lone_four(me, *point);
            let mut moves: Vec<RankedMove> =
                fours.iter().filter(leads_on).map(RankedMove::new).collect();
            moves.sort_by_cached_key(|m| -self.board.urgency(me, m.point));
            for m in &moves {
                if me == Stone::Black && why_forbidden(&mut self.board, m.point).is_some() {
                    continue;
                }
                self.play(m.point, ply);
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
        let bound = bound_of(best, original, beta);
        let found = Known {
            best: best_move,
            value: best,
            depth: 0,
            bound,
            on_line: false,
        };
        self.table.put(hash, found.seen_earlier(-(ply as i32)));
        best
    }
}

/// What the best value says that was found between these two.
fn bound_of(best: i32, alpha: i32, beta: i32) -> Bound {
    match best {
        _ if best >= beta => Bound::Lower,
        _ if best > alpha => Bound::Exact,
        _ => Bound::Upper,
    }
}
