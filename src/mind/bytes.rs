//! The binary encoding of a learner's memory and of the opening book. Numbers are little-endian.

/// Bytes that are decoded from the front. Reading past the end returns `None`.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn read<T: Encoded>(&mut self) -> Option<T> {
        T::read(self)
    }
}

/// A type that can be encoded. `read` decodes a value, or returns `None` if the bytes are not a valid one.
pub trait Encoded: Sized {
    fn write(&self, bytes: &mut Vec<u8>);

    fn read(bytes: &mut Bytes<'_>) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Encoded for $number {
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn read(bytes: &mut Bytes<'_>) -> Option<$number> {
                let taken = bytes.take(size_of::<$number>())?;
                taken.try_into().ok().map($number::from_le_bytes)
            }
        }
    )*};
}
numbers!(u8 i8 u16 i16 u32 u64 f32);

impl<T: Encoded + Copy + Default, const N: usize> Encoded for [T; N] {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|item| item.write(bytes));
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<[T; N]> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = bytes.read()?;
        }
        Some(items)
    }
}

/// Implements `Encoded` for a struct. The fields are encoded in the given order.
macro_rules! encoded {
    ($type:ty { $($field:ident),* }) => {
        impl $crate::bytes::Encoded for $type {
            fn write(&self, bytes: &mut Vec<u8>) {
                $(self.$field.write(bytes);)*
            }

            fn read(bytes: &mut $crate::bytes::Bytes<'_>) -> Option<Self> {
                Some(Self { $($field: bytes.read()?),* })
            }
        }
    };
}
pub(crate) use encoded;
