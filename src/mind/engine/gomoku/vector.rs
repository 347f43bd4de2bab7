//! Vector arithmetic for the network. A vector fills one AVX2 register or two WebAssembly registers.

use super::weights::{CLIP, WIDTH};
use crate::engine::cpu::Cpu;
#[cfg(not(target_feature = "simd128"))]
use crate::engine::cpu::Portable;

/// The features of a point, or sums of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Numbers(pub [i16; WIDTH]);

pub(super) const ZERO: Numbers = Numbers([0; WIDTH]);

/// A processor with vector arithmetic.
pub trait Vectors: Cpu {
    type Vector: Vector;

    fn vector(self, numbers: &Numbers) -> Self::Vector;
}

#[cfg(not(target_feature = "simd128"))]
impl Vectors for Portable {
    type Vector = Numbers;

    #[inline(always)]
    fn vector(self, numbers: &Numbers) -> Numbers {
        *numbers
    }
}

/// [`WIDTH`] numbers in one or two registers.
pub trait Vector: Copy {
    fn numbers(self) -> Numbers;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Clips each number to 0..=[`CLIP`].
    fn clip(self) -> Self;
    /// The dot product.
    fn times(self, other: Self) -> i32;
}

#[cfg(not(target_feature = "simd128"))]
impl Vector for Numbers {
    #[inline(always)]
    fn numbers(self) -> Numbers {
        self
    }

    #[inline(always)]
    fn plus(mut self, other: Numbers) -> Numbers {
        for (number, other) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_add(other);
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, other: Numbers) -> Numbers {
        for (number, other) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_sub(other);
        }
        self
    }

    #[inline(always)]
    fn clip(mut self) -> Numbers {
        for number in &mut self.0 {
            *number = (*number).clamp(0, CLIP);
        }
        self
    }

    #[inline(always)]
    fn times(self, other: Numbers) -> i32 {
        let products = self.0.iter().zip(other.0);
        products.map(|(a, b)| i32::from(*a) * i32::from(b)).sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{CLIP, Numbers, Vector, Vectors, WIDTH};
    use crate::engine::cpu::Avx2;

    /// A vector in an AVX2 register. Only an [`Avx2`] creates one, so having one proves that the processor
    /// has AVX2.
    #[derive(Clone, Copy)]
    pub struct Register(__m256i);

    impl Vectors for Avx2 {
        type Vector = Register;

        #[inline(always)]
        fn vector(self, numbers: &Numbers) -> Register {
            // SAFETY: the processor has AVX2, and the numbers have the size and the alignment of a register.
            Register(unsafe { _mm256_load_si256(std::ptr::from_ref(numbers).cast()) })
        }
    }

    // SAFETY of all these blocks: a register proves that the processor has AVX2, and Numbers has its size and
    // alignment.
    impl Vector for Register {
        #[inline(always)]
        fn numbers(self) -> Numbers {
            let mut numbers = Numbers([0; WIDTH]);
            unsafe { _mm256_store_si256(std::ptr::from_mut(&mut numbers).cast(), self.0) };
            numbers
        }

        #[inline(always)]
        fn plus(self, other: Register) -> Register {
            Register(unsafe { _mm256_add_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Register) -> Register {
            Register(unsafe { _mm256_sub_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn clip(self) -> Register {
            Register(unsafe {
                let positive = _mm256_max_epi16(self.0, _mm256_setzero_si256());
                _mm256_min_epi16(positive, _mm256_set1_epi16(CLIP))
            })
        }

        #[inline(always)]
        fn times(self, other: Register) -> i32 {
            unsafe {
                let eight = _mm256_madd_epi16(self.0, other.0);
                let (low, high) = (_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
                let four = _mm_add_epi32(low, high);
                let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b1110>(four));
                _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
            }
        }
    }
}

#[cfg(target_feature = "simd128")]
mod wasm {
    use std::arch::wasm32::*;

    use super::{CLIP, Numbers, Vector, Vectors, WIDTH};
    use crate::engine::cpu::Portable;

    #[derive(Clone, Copy)]
    pub struct Registers(v128, v128);

    impl Vectors for Portable {
        type Vector = Registers;

        #[inline(always)]
        fn vector(self, numbers: &Numbers) -> Registers {
            let halves: *const v128 = std::ptr::from_ref(numbers).cast();
            // SAFETY: the numbers have the size of two registers and their alignment.
            unsafe { Registers(v128_load(halves), v128_load(halves.add(1))) }
        }
    }

    impl Vector for Registers {
        #[inline(always)]
        fn numbers(self) -> Numbers {
            let mut numbers = Numbers([0; WIDTH]);
            let halves: *mut v128 = std::ptr::from_mut(&mut numbers).cast();
            // SAFETY: as above.
            unsafe {
                v128_store(halves, self.0);
                v128_store(halves.add(1), self.1);
            }
            numbers
        }

        #[inline(always)]
        fn plus(self, other: Registers) -> Registers {
            Registers(i16x8_add(self.0, other.0), i16x8_add(self.1, other.1))
        }

        #[inline(always)]
        fn minus(self, other: Registers) -> Registers {
            Registers(i16x8_sub(self.0, other.0), i16x8_sub(self.1, other.1))
        }

        #[inline(always)]
        fn clip(self) -> Registers {
            let (least, most) = (i16x8_splat(0), i16x8_splat(CLIP));
            let clip = |half| i16x8_min(i16x8_max(half, least), most);
            Registers(clip(self.0), clip(self.1))
        }

        #[inline(always)]
        fn times(self, other: Registers) -> i32 {
            let half = i32x4_dot_i16x8(self.0, other.0);
            let four = i32x4_add(half, i32x4_dot_i16x8(self.1, other.1));
            let two = i32x4_add(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
            i32x4_extract_lane::<0>(two) + i32x4_extract_lane::<1>(two)
        }
    }
}
