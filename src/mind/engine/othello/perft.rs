//! Perft: counts the positions that can be reached in a number of plies, the usual test of a move generator's
//! correctness and speed.

use super::bitboard::Board;
use super::vector::MoveFinder;
use crate::engine::cpu::{per_cpu, this_cpu};

/// Counts the positions after this many plies. A pass counts as a ply. A game that ends earlier counts as one
/// position.
///
/// Moves of the last ply are counted without being played. Published counts from the start position reach
/// beyond depth 14, for example by Edax and in the On-Line Encyclopedia of Integer Sequences (A124004).
pub fn perft(board: Board, depth: u8) -> u64 {
    match depth {
        0 => 1,
        _ => count(this_cpu(), board, depth),
    }
}

per_cpu! {
    /// Implements [`perft`] for depths of at least 1.
    fn count<C: MoveFinder>(cpu: C, board: Board, depth: u8) -> u64 {
        let mut moves = cpu.moves(board.own, board.opponent);
        if moves == 0 {
            let passed = board.pass();
            return match (depth, cpu.moves(passed.own, passed.opponent)) {
                (1, _) | (_, 0) => 1,
                _ => count(cpu, passed, depth - 1),
            };
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut positions = 0;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flips = cpu.flips(board.own, board.opponent, square);
            positions += count(cpu, board.after(square, flips), depth - 1);
        }
        positions
    }
}
