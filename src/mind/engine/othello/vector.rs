//! How a processor finds moves and flips: one direction after the other, with AVX2 four at a time, or two in WebAssembly.

#[cfg(not(target_feature = "simd128"))]
use super::bitboard;
use crate::engine::cpu::Cpu;
#[cfg(not(target_feature = "simd128"))]
use crate::engine::cpu::Portable;

pub(super) trait MoveFinder: Cpu {
    /// [`Board::moves`](bitboard::Board::moves).
    fn moves(self, own: u64, opponent: u64) -> u64;

    /// [`Board::flips`](bitboard::Board::flips) of an empty square.
    fn flips(self, own: u64, opponent: u64, square: usize) -> u64;
}

#[cfg(not(target_feature = "simd128"))]
impl MoveFinder for Portable {
    #[inline(always)]
    fn moves(self, own: u64, opponent: u64) -> u64 {
        bitboard::moves(own, opponent)
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: usize) -> u64 {
        bitboard::flips(own, opponent, square)
    }
}

/// Vectors of four 64-bit numbers: four directions at a time.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::MoveFinder;
    use crate::engine::cpu::Avx2;
    use crate::engine::othello::bitboard::{RAYS, STEPS, WALKABLE};

    impl MoveFinder for Avx2 {
        #[inline(always)]
        fn moves(self, own: u64, opponent: u64) -> u64 {
            // SAFETY: there is an Avx2 only where the processor has these instructions.
            unsafe { moves(own, opponent) }
        }

        #[inline(always)]
        fn flips(self, own: u64, opponent: u64, square: usize) -> u64 {
            // SAFETY: there is an Avx2 only where the processor has these instructions.
            unsafe { flips(own, opponent, square) }
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn vector([a, b, c, d]: [u64; 4]) -> __m256i {
        _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64)
    }

    const fn steps(times: u64) -> [u64; 4] {
        let [a, b, c, d] = STEPS;
        [
            a as u64 * times,
            b as u64 * times,
            c as u64 * times,
            d as u64 * times,
        ]
    }

    /// All bits that one of the four numbers has.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn any(numbers: __m256i) -> u64 {
        let two = _mm_or_si128(
            _mm256_castsi256_si128(numbers),
            _mm256_extracti128_si256::<1>(numbers),
        );
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// As in `bitboard::moves`, with the four directions side by side.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn moves(own: u64, opponent: u64) -> u64 {
        let step = vector(const { steps(1) });
        let two_steps = _mm256_add_epi64(step, step);
        let stones = _mm256_set1_epi64x(own as i64);
        let walk = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), vector(WALKABLE));
        let mut up = _mm256_and_si256(walk, _mm256_sllv_epi64(stones, step));
        let mut down = _mm256_and_si256(walk, _mm256_srlv_epi64(stones, step));
        up = _mm256_or_si256(up, _mm256_and_si256(walk, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(walk, _mm256_srlv_epi64(down, step)));
        let pairs_up = _mm256_and_si256(walk, _mm256_sllv_epi64(walk, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        for _ in 0..2 {
            let more = _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps));
            up = _mm256_or_si256(up, more);
            let more = _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps));
            down = _mm256_or_si256(down, more);
        }
        let moves = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        any(moves) & !(own | opponent)
    }

    /// As in `bitboard::flips` for the four rays of growing numbers. On the four others the first cell that is not the
    /// opponent's is the highest bit, which no vector instruction finds: there all cells from it on are filled.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn flips(own: u64, opponent: u64, square: usize) -> u64 {
        let rays: *const __m256i = RAYS[square].as_ptr().cast();
        // SAFETY: a square has eight rays of 64 bits, and these loads need no alignment.
        let (up, down) = unsafe { (_mm256_loadu_si256(rays), _mm256_loadu_si256(rays.add(1))) };
        let own = _mm256_set1_epi64x(own as i64);
        let opponent = _mm256_set1_epi64x(opponent as i64);
        let zero = _mm256_setzero_si256();

        let others = _mm256_andnot_si256(opponent, up);
        let end = _mm256_and_si256(others, _mm256_sub_epi64(zero, others));
        let end = _mm256_and_si256(end, own);
        let before = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
        let before = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);
        let flips_up = _mm256_and_si256(before, up);

        let step = vector(const { steps(1) });
        let mut others = _mm256_andnot_si256(opponent, down);
        let others_own = _mm256_and_si256(others, own);
        for far in const { [steps(1), steps(2), steps(4)] } {
            others = _mm256_or_si256(others, _mm256_srlv_epi64(others, vector(far)));
        }
        let end = _mm256_andnot_si256(_mm256_srlv_epi64(others, step), others_own);
        let before = _mm256_andnot_si256(others, down);
        let flips_down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);

        any(_mm256_or_si256(flips_up, flips_down))
    }
}

/// Vectors of two 64-bit numbers: the board, and beside it the board mirrored top to bottom. What goes up in one goes down in the other.
#[cfg(target_feature = "simd128")]
mod wasm {
    use std::arch::wasm32::*;

    use super::MoveFinder;
    use crate::engine::cpu::Portable;
    use crate::engine::othello::bitboard::{self, INNER, RAYS};

    impl MoveFinder for Portable {
        #[inline(always)]
        fn moves(self, own: u64, opponent: u64) -> u64 {
            moves(own, opponent)
        }

        #[inline(always)]
        fn flips(self, own: u64, opponent: u64, square: usize) -> u64 {
            flips(own, opponent, square)
        }
    }

    /// The board, and itself mirrored.
    #[inline(always)]
    fn mirrored(bits: u64) -> v128 {
        let twice = u64x2_splat(bits);
        i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(twice, twice)
    }

    /// All bits that one of the two has, the second mirrored back.
    #[inline(always)]
    fn any(both: v128) -> u64 {
        u64x2_extract_lane::<0>(both) | u64x2_extract_lane::<1>(both).swap_bytes()
    }

    /// As in `bitboard::moves`: the moves up the step in both boards.
    #[inline(always)]
    fn moves_up<const STEP: u32, const TWO_STEPS: u32>(stones: v128, walk: v128) -> v128 {
        let mut up = v128_and(walk, u64x2_shl(stones, STEP));
        up = v128_or(up, v128_and(walk, u64x2_shl(up, STEP)));
        let pairs = v128_and(walk, u64x2_shl(walk, STEP));
        up = v128_or(up, v128_and(pairs, u64x2_shl(up, TWO_STEPS)));
        up = v128_or(up, v128_and(pairs, u64x2_shl(up, TWO_STEPS)));
        u64x2_shl(up, STEP)
    }

    #[inline(always)]
    fn moves(own: u64, opponent: u64) -> u64 {
        let (stones, others) = (mirrored(own), mirrored(opponent));
        let inner = v128_and(others, u64x2_splat(INNER));
        let slanting = v128_or(
            moves_up::<7, 14>(stones, inner),
            moves_up::<9, 18>(stones, inner),
        );
        let all = v128_or(slanting, moves_up::<8, 16>(stones, others));
        // Along a row there is nothing to mirror.
        let in_rows = bitboard::moves_along(1, own, opponent & INNER);
        (any(all) | in_rows) & !(own | opponent)
    }

    /// The three rays of each square that go up the board, and beside each the one that goes down, mirrored.
    static RAYS_UP: [[[u64; 2]; 3]; 64] = {
        let mut rays = [[[0; 2]; 3]; 64];
        let mut square = 0;
        while square < 64 {
            let mut n = 0;
            while n < 3 {
                // Mirrored, the square is in the same column of the row across, and so its ray goes up.
                rays[square][n] = [RAYS[square][n + 1], RAYS[square ^ 56][n + 1]];
                n += 1;
            }
            square += 1;
        }
        rays
    };

    /// As in `bitboard::flips`, on a ray of growing numbers in each of the two boards.
    #[inline(always)]
    fn flips_up([ray, mirrored]: [u64; 2], own: v128, opponent: v128) -> v128 {
        let ray = u64x2(ray, mirrored);
        let others = v128_andnot(ray, opponent);
        let end = v128_and(v128_and(others, i64x2_neg(others)), own);
        let before = i64x2_add(end, i64x2_ne(end, i64x2_splat(0)));
        v128_and(ray, before)
    }

    #[inline(always)]
    fn flips(own: u64, opponent: u64, square: usize) -> u64 {
        let (stones, others) = (mirrored(own), mirrored(opponent));
        let [one, two, three] = RAYS_UP[square];
        let first = v128_or(flips_up(one, stones, others), flips_up(two, stones, others));
        let all = v128_or(first, flips_up(three, stones, others));
        let right = bitboard::flips_up(RAYS[square][0], own, opponent);
        any(all) | right | bitboard::flips_down(RAYS[square][4], own, opponent)
    }
}
