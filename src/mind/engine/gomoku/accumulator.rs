//! The network's sums over the board. They are updated move by move, because a stone changes the states of
//! few points (E. Nasu's NNUE for shogi, 2018).

use super::board::Board;
use super::coord::Coords;
use super::network::Network;
use super::vector::{Numbers, Vector, Vectors, ZERO};
use crate::engine::cpu::per_cpu;
use games::gomoku::LARGEST;

const POINTS: usize = LARGEST * LARGEST;

/// The sums of one position for one side to move.
#[derive(Clone, Copy)]
struct Sums {
    /// The hash of the position (see [`Board::hash_at`]), or `None` if the sums have not been computed.
    hash: Option<u64>,
    numbers: Numbers,
}

/// The sums of the positions on the path to the last evaluated position, by side to move and by number of
/// stones.
pub struct Accumulators([Vec<Sums>; 2]);

impl Default for Accumulators {
    fn default() -> Accumulators {
        let none = Sums { hash: None, numbers: ZERO };
        Accumulators([vec![none; POINTS + 1], vec![none; POINTS + 1]])
    }
}

impl Accumulators {
    /// Discards all sums. Call this before searching another game or using another network.
    pub(crate) fn forget(&mut self) {
        for sums in self.0.iter_mut().flatten() {
            sums.hash = None;
        }
    }

    pub fn evaluate(&mut self, board: &Board) -> i32 {
        evaluate(board.network(board.to_move()).cpu, self, board)
    }
}

per_cpu! {
    pub fn evaluate<C: Vectors>(cpu: C, accumulators: &mut Accumulators, board: &Board) -> i32 {
        let (side, now) = (board.to_move(), board.count());
        let network = board.network(side);
        let sums = &mut accumulators.0[side as usize - 1];
        let mut latest = (now.saturating_sub(FAR)..=now).rev();
        let mut from = match latest.find(|n| sums[*n].hash == Some(board.hash_at(*n))) {
            Some(known) => known,
            None => {
                sums[now] = Sums {
                    hash: Some(board.hash_at(now)),
                    numbers: recomputed(cpu, network, board),
                };
                now
            }
        };
        // Compute the parent's sums first, because the parent's other children will need them too.
        for to in [now.saturating_sub(1), now] {
            if from < to {
                let numbers = updated(cpu, network, board, &sums[from].numbers, from, to);
                sums[to] = Sums {
                    hash: Some(board.hash_at(to)),
                    numbers,
                };
                from = to;
            }
        }
        network.value(&sums[now].numbers, board.threats(side))
    }
}

/// The maximum number of moves over which sums are updated. After more moves, they are recomputed from the
/// whole board.
const FAR: usize = 6;

#[inline(always)]
fn recomputed<C: Vectors>(cpu: C, network: &Network, board: &Board) -> Numbers {
    let mut sums = cpu.vector(&ZERO);
    for point in board.points() {
        if board.stone_at(point).is_none() {
            sums = sums.plus(network.point(cpu, board.pairs(point)));
        }
    }
    sums.numbers()
}

/// Derives the sums of the position with `to` stones from the sums of the position with `from` stones.
#[inline(always)]
fn updated<C: Vectors>(
    cpu: C,
    network: &Network,
    board: &Board,
    sums: &Numbers,
    from: usize,
    to: usize,
) -> Numbers {
    let mut sums = cpu.vector(sums);
    let [changed, later] = board.changed(from, to);
    let (mut done, mut changed_later) = (Coords::default(), Coords::default());
    for (point, _) in later {
        changed_later.insert(*point);
    }
    for (point, before) in changed {
        if done.has(*point) {
            continue;
        }
        done.insert(*point);
        sums = sums.minus(network.point(cpu, before.pairs()));
        if changed_later.has(*point) {
            // Later stones have changed this point, so find its state in the position with `to` stones.
            if let Some((_, cell)) = later.iter().find(|(other, _)| other == point) {
                sums = sums.plus(network.point(cpu, cell.pairs()));
            }
        } else if board.stone_at(*point).is_none() {
            sums = sums.plus(network.point(cpu, board.pairs(*point)));
        }
    }
    sums.numbers()
}
