//! Decoding of little-endian numbers.

/// Bytes to decode from the front. Reading past the end returns `None`.
pub struct Bytes<'a>(pub(crate) &'a [u8]);

macro_rules! numbers {
    ($($number:ident)*) => {$(
        pub(crate) fn $number(&mut self) -> Option<$number> {
            self.array().map($number::from_le_bytes)
        }
    )*};
}

impl<'a> Bytes<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    numbers!(u8 i8 u16 i16 u32 u64 f32);
}
