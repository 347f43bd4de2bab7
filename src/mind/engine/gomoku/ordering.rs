//! In which order moves are looked at: how likely their shapes make them, and what was good before.

use super::accumulator::Accumulators;
use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;

/// The longest line that is searched, in plies.
pub(super) const MOST_PLIES: usize = 120;

/// What counts how much in the order of moves: a unit of likelihood, a killer, the best answer to the move before, 256 units of history.
const LIKELY: i32 = 16;
const KILLER: i32 = 2900;
const ANSWER: i32 = 1850;
const HISTORY: i32 = 72;

/// How much history changes with a search of one ply; with one of more, by that times the square of the plies.
const REWARD: i32 = 19;

#[derive(Clone, Copy)]
pub(super) struct RankedMove {
    pub(crate) point: Coord,
    pub(crate) score: i32,
    /// How likely it is the best by its shapes.
    pub(crate) likely: i32,
    /// How often it was the best one before, from -16384 to 16384.
    pub(crate) history: i32,
}

impl RankedMove {
    /// One that nothing is known of.
    pub(crate) fn new(point: Coord) -> RankedMove {
        RankedMove {
            point,
            score: 0,
            likely: 0,
            history: 0,
        }
    }
}

/// What was good before, kept from one search to the next.
pub(super) struct MoveMemory {
    /// By side and point: how often a quiet move there was the best one.
    history: [[i32; 400]; 2],
    /// By the side that moves and the point of the move before: the quiet move that was the best answer.
    answers: [[Option<Coord>; 400]; 2],
    /// By ply: the last two quiet moves that were the best.
    killers: [[Option<Coord>; 2]; MOST_PLIES + 2],
    /// What the evaluation carries from position to position.
    pub(crate) accumulators: Accumulators,
}

impl MoveMemory {
    pub(crate) fn new() -> MoveMemory {
        MoveMemory {
            history: [[0; 400]; 2],
            answers: [[None; 400]; 2],
            killers: [[None; 2]; MOST_PLIES + 2],
            accumulators: Accumulators::new(),
        }
    }

    /// A new search begins: what is older counts less.
    pub(crate) fn fade(&mut self) {
        for kept in self.history.iter_mut().flatten() {
            *kept /= 2;
        }
        self.killers = [[None; 2]; MOST_PLIES + 2];
        self.accumulators.forget();
    }
}

/// The best of the moves from the nth on, which takes the nth place.
pub(super) fn pick(moves: &mut [RankedMove], n: usize) -> RankedMove {
    let mut best = n;
    for i in n + 1..moves.len() {
        if moves[i].score > moves[best].score {
            best = i;
        }
    }
    moves.swap(n, best);
    moves[n]
}

impl MoveMemory {
    /// Puts all moves worth looking at into the list: the one that stops five; what helps against an open four; or all near stones.
    pub(crate) fn list(
        &self,
        board: &Board,
        first: Option<Coord>,
        ply: usize,
        moves: &mut Vec<RankedMove>,
    ) {
        moves.clear();
        let (me, you) = (board.to_move(), board.to_move().other());
        if let Some(five) = board.find(you, Class::Five) {
            moves.push(RankedMove::new(five));
            return;
        }
        let points = board.candidates();
        let side = me as usize - 1;
        let killers = self.killers[ply];
        let answer = board
            .last()
            .and_then(|last| self.answers[side][last.index()]);
        let shapes = points.iter().map(|point| (point, board.pairs(point)));
        board.network(me).each_likely(shapes, |point, likely| {
            let history = self.history[side][point.index()];
            let mut score = likely * LIKELY + history * HISTORY / 256;
            if killers.contains(&Some(point)) {
                score += KILLER;
            }
            if answer == Some(point) {
                score += ANSWER;
            }
            if first == Some(point) {
                score = i32::MAX;
            }
            moves.push(RankedMove {
                point,
                score,
                likely,
                history,
            });
        });
    }

    /// The nth quiet move was good enough, and those tried before it were not.
    pub(crate) fn reward(
        &mut self,
        board: &Board,
        ply: usize,
        plies: i32,
        moves: &[RankedMove],
        n: usize,
    ) {
        let point = moves[n].point;
        let side = board.to_move() as usize - 1;
        if self.killers[ply][0] != Some(point) {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = Some(point);
        }
        if let Some(last) = board.last() {
            self.answers[side][last.index()] = Some(point);
        }
        let bonus = (plies * plies).min(400) * REWARD;
        let mut add = |point: Coord, bonus: i32| {
            let kept = &mut self.history[side][point.index()];
            *kept += bonus - *kept * bonus.abs() / 16_384;
        };
        add(point, bonus);
        for m in &moves[..n] {
            add(m.point, -bonus);
        }
    }
}
