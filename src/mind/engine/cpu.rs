//! The engines compiled twice: for any processor, and for those with AVX2.
//!
//! `cargo build --release` makes a program for every x86-64 processor, and those from before 2013 have no vectors of four
//! 64-bit numbers and no instruction that counts bits. So each function that takes time is generic over a [`Cpu`], and
//! [`per_cpu`] has the compiler translate it for each of them. Which one runs is asked once, by [`this_cpu`], where the
//! work begins.
//!
//! In WebAssembly vectors are not asked for: `src/web/build` has the compiler use them everywhere, and [`Portable`] does.
//!
//! The speed must not depend on link-time optimization. A closure in a function with AVX2 has AVX2 too, but `array::map` and its
//! like are compiled without it, so the closure cannot be inlined into them. So there are no closures in the vector code, and
//! the small functions that a search calls are `#[inline(always)]`.

/// Instructions to compute with.
///
/// A value of such a type is the proof that this processor has its instructions.
pub(super) trait Cpu: Copy {
    /// The same processor, when it is known to have AVX2.
    #[cfg(target_arch = "x86_64")]
    fn avx2(self) -> Option<Avx2>;
}

#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Cpu for Portable {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }
}

/// A processor with AVX2, BMI1 and BMI2, LZCNT and POPCNT: Intel's since 2013 (Haswell), AMD's since 2015 (Excavator).
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self)
    }
}

/// What is known of the processor that runs this program.
#[cfg(target_arch = "x86_64")]
pub(super) type ThisCpu = Option<Avx2>;

/// What is known of the processor that runs this program.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type ThisCpu = Portable;

#[cfg(target_arch = "x86_64")]
impl Cpu for Option<Avx2> {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        self
    }
}

/// The processor that runs this program, with all its instructions.
#[cfg(target_arch = "x86_64")]
pub(super) fn this_cpu() -> ThisCpu {
    let has_all = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    has_all.then_some(Avx2(()))
}

/// The processor that runs this program, with all its instructions.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn this_cpu() -> ThisCpu {
    Portable
}

/// Makes functions that exist once for each kind of processor: those that recurse or are too long to be inlined into their
/// callers.
///
/// `fn name(arguments) -> result = body;` becomes `name(cpu, arguments)`, which calls `body(cpu, arguments)` from a
/// function that is translated for this `cpu`. `body` is generic over the [`Cpu`] and must be `#[inline(always)]`.
macro_rules! per_cpu {
    ($($(#[$attribute:meta])* $vis:vis fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $body:path;)*) => {$(
        $(#[$attribute])*
        #[inline(always)]
        $vis fn $name(cpu: impl $crate::engine::cpu::Cpu, $($argument: $type),*) -> $result {
            fn portable($($argument: $type),*) -> $result {
                $body($crate::engine::cpu::Portable, $($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2(cpu: $crate::engine::cpu::Avx2, $($argument: $type),*) -> $result {
                $body(cpu, $($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            if let Some(cpu) = cpu.avx2() {
                // SAFETY: there is an Avx2 only where the processor has these instructions.
                return unsafe { avx2(cpu, $($argument),*) };
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = cpu;
            portable($($argument),*)
        }
    )*};
}
pub(super) use per_cpu;
