//! Move generation with vectors: four directions at a time with AVX2, two in WebAssembly, and one on other
//! processors.

#[cfg(not(target_feature = "simd128"))]
use super::bitboard;
use crate::engine::cpu::Cpu;
#[cfg(not(target_feature = "simd128"))]
use crate::engine::cpu::Portable;

pub(super) trait MoveFinder: Cpu {
    fn moves(self, own: u64, opponent: u64) -> u64;

    /// The discs that a move on an empty square flips; 0 if the move is illegal.
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::MoveFinder;
    use crate::engine::cpu::Avx2;
    use crate::engine::othello::bitboard::{CROSSABLE, RAYS, STEPS};

    impl MoveFinder for Avx2 {
        #[inline(always)]
        fn moves(self, own: u64, opponent: u64) -> u64 {
            // SAFETY: an Avx2 exists only if the processor has these instructions.
            unsafe { moves(own, opponent) }
        }

        #[inline(always)]
        fn flips(self, own: u64, opponent: u64, square: usize) -> u64 {
            // SAFETY: an Avx2 exists only if the processor has these instructions.
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
        [a as u64 * times, b as u64 * times, c as u64 * times, d as u64 * times]
    }

    /// Combines the four numbers with bitwise OR.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn any(numbers: __m256i) -> u64 {
        let two = _mm_or_si128(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// Implements `bitboard::moves` for four directions at a time.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn moves(own: u64, opponent: u64) -> u64 {
        let step = vector(const { steps(1) });
        let two_steps = _mm256_add_epi64(step, step);
        let discs = _mm256_set1_epi64x(own as i64);
        let crossed = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), vector(CROSSABLE));
        let mut up = _mm256_and_si256(crossed, _mm256_sllv_epi64(discs, step));
        let mut down = _mm256_and_si256(crossed, _mm256_srlv_epi64(discs, step));
        up = _mm256_or_si256(up, _mm256_and_si256(crossed, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(crossed, _mm256_srlv_epi64(down, step)));
        let pairs_up = _mm256_and_si256(crossed, _mm256_sllv_epi64(crossed, step));
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

    /// Implements `bitboard::flips` for four rays at a time. On a descending ray, the first cell that is not
    /// an opponent's disc is the highest such bit. No vector instruction finds a highest bit, so all lower
    /// cells are filled instead.
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

/// Vectors of two 64-bit numbers: the board, and its reflection from top to bottom. An upward direction on
/// one board is a downward direction on the other.
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

    /// Pairs a bitboard with its reflection.
    #[inline(always)]
    fn mirrored(bits: u64) -> v128 {
        let twice = u64x2_splat(bits);
        i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(twice, twice)
    }

    /// Returns the bitwise OR of the first number and the reflected second number.
    #[inline(always)]
    fn any(both: v128) -> u64 {
        u64x2_extract_lane::<0>(both) | u64x2_extract_lane::<1>(both).swap_bytes()
    }

    /// Implements the upward half of `bitboard::moves_along` on the board and its reflection.
    #[inline(always)]
    fn moves_up<const STEP: u32, const TWO_STEPS: u32>(discs: v128, crossed: v128) -> v128 {
        let mut up = v128_and(crossed, u64x2_shl(discs, STEP));
        up = v128_or(up, v128_and(crossed, u64x2_shl(up, STEP)));
        let pairs = v128_and(crossed, u64x2_shl(crossed, STEP));
        up = v128_or(up, v128_and(pairs, u64x2_shl(up, TWO_STEPS)));
        up = v128_or(up, v128_and(pairs, u64x2_shl(up, TWO_STEPS)));
        u64x2_shl(up, STEP)
    }

    #[inline(always)]
    fn moves(own: u64, opponent: u64) -> u64 {
        let (discs, others) = (mirrored(own), mirrored(opponent));
        let inner = v128_and(others, u64x2_splat(INNER));
        let diagonal = v128_or(moves_up::<7, 14>(discs, inner), moves_up::<9, 18>(discs, inner));
        let all = v128_or(diagonal, moves_up::<8, 16>(discs, others));
        // Reflection leaves directions within a row unchanged.
        let in_rows = bitboard::moves_along(1, own, opponent & INNER);
        (any(all) | in_rows) & !(own | opponent)
    }

    /// The three upward rays of each square. Each is paired with the reflection of the square's downward ray.
    static RAYS_UP: [[[u64; 2]; 3]; 64] = {
        let mut rays = [[[0; 2]; 3]; 64];
        let mut square = 0;
        while square < 64 {
            let mut n = 0;
            while n < 3 {
                rays[square][n] = [RAYS[square][n + 1], RAYS[square ^ 56][n + 1]];
                n += 1;
            }
            square += 1;
        }
        rays
    };

    /// Implements `bitboard::flips_up` on the board and its reflection at once.
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
        let (discs, others) = (mirrored(own), mirrored(opponent));
        let [one, two, three] = RAYS_UP[square];
        let first = v128_or(flips_up(one, discs, others), flips_up(two, discs, others));
        let all = v128_or(first, flips_up(three, discs, others));
        let right = bitboard::flips_up(RAYS[square][0], own, opponent);
        any(all) | right | bitboard::flips_down(RAYS[square][4], own, opponent)
    }
}
