//! Compiles the engines' hot functions twice: for any processor, and for processors with AVX2.
//!
//! `cargo build --release` targets every x86-64 processor. Processors from before 2013 have neither vectors
//! of four 64-bit numbers nor an instruction that counts bits, so each hot function is generic over a
//! [`Cpu`], and [`per_cpu`] compiles it for each kind of processor. The program calls [`this_cpu`] once at
//! the start of a search to choose one.
//!
//! WebAssembly needs no choice: `src/web/build` enables vector instructions for the whole program, and
//! [`Portable`] uses them.
//!
//! The speed must not depend on link-time optimization. A closure in a function with AVX2 is compiled with
//! AVX2 too, but `array::map` and similar functions are compiled without it, so the compiler cannot inline
//! the closure into them. Vector code therefore uses no closures, and the small functions that a search calls
//! are `#[inline(always)]`.

/// An instruction set. Having a value of such a type proves that the processor supports the instructions.
pub trait Cpu: Copy {
    #[cfg(target_arch = "x86_64")]
    fn avx2(self) -> Option<Avx2>;
}

#[derive(Clone, Copy)]
pub struct Portable;

impl Cpu for Portable {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }
}

/// A processor with AVX2, BMI1, BMI2, LZCNT and POPCNT: Intel since 2013 (Haswell), AMD since 2015
/// (Excavator).
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self)
    }
}

/// AVX2 if the processor that runs this program supports it, otherwise `None`.
#[cfg(target_arch = "x86_64")]
pub(super) type ThisCpu = Option<Avx2>;

#[cfg(not(target_arch = "x86_64"))]
pub(super) type ThisCpu = Portable;

#[cfg(target_arch = "x86_64")]
impl Cpu for Option<Avx2> {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        self
    }
}

/// Detects the kind of processor that runs this program.
#[cfg(target_arch = "x86_64")]
pub(super) fn this_cpu() -> ThisCpu {
    let has_all = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    has_all.then_some(Avx2(()))
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn this_cpu() -> ThisCpu {
    Portable
}

/// Defines a function that is compiled once for each kind of processor. Use the macro for functions that
/// recurse or are too long to inline.
///
/// The function must have the form `fn name<C: Trait>(cpu: C, arguments) -> Result { body }`, where `Trait`
/// is a subtrait of [`Cpu`].
macro_rules! per_cpu {
    (
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident<$c:ident: $bound:ident>(
            $cpu:ident: $cpu_type:ident, $($argument:ident: $type:ty),* $(,)?
        ) $(-> $result:ty)? $body:block
    ) => {
        $(#[$attribute])*
        #[inline(always)]
        $vis fn $name(cpu: impl $crate::engine::cpu::Cpu, $($argument: $type),*) $(-> $result)? {
            #[inline(always)]
            fn body<$c: $bound>($cpu: $cpu_type, $($argument: $type),*) $(-> $result)? $body

            fn portable($($argument: $type),*) $(-> $result)? {
                body($crate::engine::cpu::Portable, $($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2(cpu: $crate::engine::cpu::Avx2, $($argument: $type),*) $(-> $result)? {
                body(cpu, $($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            if let Some(cpu) = cpu.avx2() {
                // SAFETY: an Avx2 exists only if the processor has these instructions.
                return unsafe { avx2(cpu, $($argument),*) };
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = cpu;
            portable($($argument),*)
        }
    };
}
pub(super) use per_cpu;
