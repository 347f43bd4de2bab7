//! Move ordering: the policy of the network, killers, countermoves and history.

use super::accumulator::Accumulators;
use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;
use super::network::each_policy;

/// The maximum length of a searched path, in plies.
pub(super) const MOST_PLIES: usize = 120;

/// The contribution of a unit of policy to a move's score.
const POLICY: i32 = 16;
/// The bonus of a killer in a move's score.
const KILLER: i32 = 2900;
/// The bonus of a countermove in a move's score.
const COUNTERMOVE: i32 = 1850;
/// The contribution of each 256 units of history to a move's score.
const HISTORY: i32 = 72;

/// The change in history after a cutoff at a depth of one ply. The change grows with the square of the depth.
const REWARD: i32 = 19;

#[derive(Clone, Copy)]
pub(super) struct RankedMove {
    pub(crate) point: Coord,
    /// Moves with a higher score are searched earlier.
    pub(crate) score: i32,
    /// See [`Network::policy`](super::network::Network::policy).
    pub(crate) policy: i32,
    /// The history of the move, from -16384 to 16384.
    pub(crate) history: i32,
}

impl RankedMove {
    pub(crate) fn new(point: Coord) -> RankedMove {
        RankedMove { point, score: 0, policy: 0, history: 0 }
    }
}

/// Swaps the best of the moves from index `n` on into index `n`, and returns it.
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

/// Move ordering statistics and the accumulators, which are kept from one search to the next.
pub(super) struct MoveMemory {
    /// The history of each move, by side and point.
    history: [[i32; 400]; 2],
    /// The last quiet move that refuted a move, by side and the point of the refuted move.
    countermoves: [[Option<Coord>; 400]; 2],
    /// The last two quiet moves that caused a cutoff, by ply.
    killers: [[Option<Coord>; 2]; MOST_PLIES + 2],
    pub(crate) accumulators: Accumulators,
}

impl MoveMemory {
    pub(crate) fn new() -> MoveMemory {
        MoveMemory {
            history: [[0; 400]; 2],
            countermoves: [[None; 400]; 2],
            killers: [[None; 2]; MOST_PLIES + 2],
            accumulators: Accumulators::default(),
        }
    }

    /// Halves the history, and clears the data that are valid for one search only.
    pub(crate) fn start_search(&mut self) {
        for value in self.history.iter_mut().flatten() {
            *value /= 2;
        }
        self.killers = [[None; 2]; MOST_PLIES + 2];
        self.accumulators.forget();
    }

    /// Lists and scores the moves to search: the one that blocks five, or else the
    /// [candidates](Board::candidates). The move `first` gets the highest score.
    pub(crate) fn list(&self, board: &Board, first: Option<Coord>, ply: usize, moves: &mut Vec<RankedMove>) {
        moves.clear();
        let (me, you) = (board.to_move(), board.to_move().other());
        if let Some(five) = board.find(you, Class::Five) {
            moves.push(RankedMove::new(five));
            return;
        }
        let points = board.candidates();
        let side = me as usize - 1;
        let killers = self.killers[ply];
        let countermove = board.last().and_then(|last| self.countermoves[side][last.index()]);
        let shapes = points.iter().map(|point| (point, board.pairs(point)));
        let network = board.network(me);
        each_policy(network.cpu, network, shapes, |point, policy| {
            let history = self.history[side][point.index()];
            let mut score = policy * POLICY + history * HISTORY / 256;
            if killers.contains(&Some(point)) {
                score += KILLER;
            }
            if countermove == Some(point) {
                score += COUNTERMOVE;
            }
            if first == Some(point) {
                score = i32::MAX;
            }
            moves.push(RankedMove { point, score, policy, history });
        });
    }

    /// Updates the statistics after a cutoff by the quiet move at index `n`. The moves before it failed to
    /// cause one.
    pub(crate) fn reward(&mut self, board: &Board, ply: usize, plies: i32, moves: &[RankedMove], n: usize) {
        let point = moves[n].point;
        let side = board.to_move() as usize - 1;
        if self.killers[ply][0] != Some(point) {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = Some(point);
        }
        if let Some(last) = board.last() {
            self.countermoves[side][last.index()] = Some(point);
        }
        let bonus = (plies * plies).min(400) * REWARD;
        let mut add = |point: Coord, bonus: i32| {
            let value = &mut self.history[side][point.index()];
            *value += bonus - *value * bonus.abs() / 16_384;
        };
        add(point, bonus);
        for m in &moves[..n] {
            add(m.point, -bonus);
        }
    }
}
