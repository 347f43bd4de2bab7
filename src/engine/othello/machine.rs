//! The engine compiled twice: for any processor, and for those with AVX2.
//!
//! `cargo build --release` makes a program for every x86-64 processor, and those of before 2013 have no vectors of four
//! 64-bit numbers and no instruction that counts bits. So each function that takes time exists once as generic code over a
//! [`Machine`], and [`compiled`] has the compiler translate it for each of them. Which one runs is asked once, where
//! the work begins.

use super::bitboard::{self, Board};
use super::endgame;
use super::evaluation::{self, Evaluation};
use super::search::{self, Search};
use super::{last, perft};

/// Instructions to compute with.
///
/// A value of a machine is the proof that this processor has its instructions.
pub(super) trait Machine: Compiled {
    /// [`Board::moves`].
    fn moves(self, own: u64, opponent: u64) -> u64;

    /// [`Board::flips`] of an empty square.
    fn flips(self, own: u64, opponent: u64, square: usize) -> u64;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Machine for Portable {
    #[inline(always)]
    fn moves(self, own: u64, opponent: u64) -> u64 {
        bitboard::moves(own, opponent)
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: usize) -> u64 {
        bitboard::flips(own, opponent, square)
    }
}

/// Runs an expression with the best machine that this processor is: `on_this_machine!(machine => machine.perft(board, 9))`.
macro_rules! on_this_machine {
    ($machine:ident => $run:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($machine) = $crate::engine::othello::machine::Avx2::detect() {
            $run
        } else {
            let $machine = $crate::engine::othello::machine::Portable;
            $run
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let $machine = $crate::engine::othello::machine::Portable;
            $run
        }
    }};
}
pub(super) use on_this_machine;

/// Makes [`Compiled`] of the functions that recurse or are too long to stand in their callers: `name(arguments) -> result = body`
/// calls the generic `body`, which must be `#[inline(always)]`, from a function that is translated for the machine.
macro_rules! compiled {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty = $body:path;)*) => {
        /// The functions that exist once for each machine.
        pub(super) trait Compiled: Copy {
            $(fn $name(self, $($argument: $type),*) -> $result;)*
        }

        impl Compiled for Portable {
            $(fn $name(self, $($argument: $type),*) -> $result {
                $body(self, $($argument),*)
            })*
        }

        #[cfg(target_arch = "x86_64")]
        impl Compiled for Avx2 {
            $(#[inline(always)]
            fn $name(self, $($argument: $type),*) -> $result {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn $name(machine: Avx2, $($argument: $type),*) -> $result {
                    $body(machine, $($argument),*)
                }
                // SAFETY: there is an Avx2 only where the processor has these instructions.
                unsafe { $name(self, $($argument),*) }
            })*
        }
    };
}

compiled! {
    perft(board: Board, depth: u8) -> u64 = perft::count;
    two(search: &mut Search<'_>, board: Board, alpha: i32, squares: [usize; 2]) -> i32 = last::two;
    three(search: &mut Search<'_>, board: Board, alpha: i32, squares: [usize; 3]) -> i32 = last::three;
    four(search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 = last::four;
    five(search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 = last::five;
    fewer(search: &mut Search<'_>, board: Board, alpha: i32) -> i32 = last::fewer;
    shallow(search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 = endgame::shallow;
    null_window(search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 = endgame::null_window;
    principal(search: &mut Search<'_>, board: Board, alpha: i32, beta: i32) -> (i32, u8) = endgame::principal;
    middle(search: &mut Search<'_>, board: Board, alpha: i32, beta: i32, depth: u32) -> (i32, u8) = search::middle;
    look_ahead(evaluation: &Evaluation, board: Board, alpha: i32, beta: i32, depth: u32) -> i32 = evaluation::look_ahead;
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::Avx2;

/// Vectors of four 64-bit numbers: four directions at a time.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::Machine;
    use crate::engine::othello::bitboard::{RAYS, STEPS, WALKABLE};

    /// A processor with AVX2, BMI1 and BMI2, LZCNT and POPCNT: Intel's since 2013 (Haswell), AMD's since 2015 (Excavator).
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(());

    impl Avx2 {
        /// `None` on a processor without these instructions.
        pub(in super::super) fn detect() -> Option<Avx2> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Avx2(()))
        }
    }

    impl Machine for Avx2 {
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
    fn four(numbers: [u64; 4]) -> __m256i {
        let [a, b, c, d] = numbers.map(|n| n as i64);
        _mm256_setr_epi64x(a, b, c, d)
    }

    /// All bits that one of the four numbers has.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn any(four: __m256i) -> u64 {
        let two = _mm_or_si128(
            _mm256_castsi256_si128(four),
            _mm256_extracti128_si256::<1>(four),
        );
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// As in `bitboard::moves`, with the four directions side by side.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn moves(own: u64, opponent: u64) -> u64 {
        let step = four(STEPS.map(u64::from));
        let two_steps = _mm256_add_epi64(step, step);
        let stones = _mm256_set1_epi64x(own as i64);
        let walk = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), four(WALKABLE));
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

        let step = four(STEPS.map(u64::from));
        let mut others = _mm256_andnot_si256(opponent, down);
        let others_own = _mm256_and_si256(others, own);
        for steps in [1, 2, 4] {
            let far = _mm256_srlv_epi64(others, four(STEPS.map(|step| u64::from(step) * steps)));
            others = _mm256_or_si256(others, far);
        }
        let end = _mm256_andnot_si256(_mm256_srlv_epi64(others, step), others_own);
        let before = _mm256_andnot_si256(others, down);
        let flips_down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);

        any(_mm256_or_si256(flips_up, flips_down))
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::othello::table::Table;

    #[test]
    fn vectors_find_the_same_moves_and_flips() {
        // A processor without them has nothing to compare.
        let Some(machine) = Avx2::detect() else {
            return;
        };
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..200_000 {
            let occupied = random.random::<u64>() | random.random::<u64>();
            let own = occupied & random.random::<u64>();
            let opponent = occupied & !own;
            let board = Board { own, opponent };
            assert_eq!(machine.moves(own, opponent), board.moves(), "{board:?}");
            for square in (0..64).filter(|square| occupied & 1 << square == 0) {
                assert_eq!(
                    machine.flips(own, opponent, square),
                    Portable.flips(own, opponent, square),
                    "{} of {board:?}",
                    bitboard::cell(square)
                );
            }
        }
    }

    #[test]
    fn both_machines_solve_in_the_same_way() {
        let Some(machine) = Avx2::detect() else {
            return;
        };
        let evaluation = Evaluation::default();
        let mut random = StdRng::seed_from_u64(2);
        for _ in 0..50 {
            let occupied = random.random::<u64>() | random.random::<u64>() | random.random::<u64>();
            let own = occupied & random.random::<u64>();
            let opponent = occupied & !own;
            let board = Board { own, opponent };
            let (mut first, mut second) = (Table::new(0), Table::new(0));
            let mut one = Search::new(&mut first, &evaluation, &|| false);
            let mut other = Search::new(&mut second, &evaluation, &|| false);
            assert_eq!(
                machine.principal(&mut one, board, -64, 64),
                Portable.principal(&mut other, board, -64, 64),
                "{board:?}"
            );
            assert_eq!(one.nodes, other.nodes, "{board:?}");
        }
    }
}
