//! The large files that the engines carry: inside the program, or in a page beside it, which shows its first picture before they are there.

use std::borrow::Cow;

/// A file that the program carries.
#[derive(Clone, Copy)]
pub(super) enum Carried {
    OthelloWeights,
    OthelloBook,
}

#[cfg(not(target_family = "wasm"))]
impl Carried {
    pub fn bytes(self) -> Cow<'static, [u8]> {
        Cow::Borrowed(match self {
            Carried::OthelloWeights => include_bytes!("othello/weights.bin"),
            Carried::OthelloBook => include_bytes!("othello/book.bin"),
        })
    }
}

#[cfg(target_family = "wasm")]
impl Carried {
    /// Waits for the file, and others go on meanwhile. So nobody may hold a lock that they need.
    pub fn bytes(self) -> Cow<'static, [u8]> {
        let path = match self {
            Carried::OthelloWeights => "/carried/weights.bin",
            Carried::OthelloBook => "/carried/book.bin",
        };
        loop {
            match std::fs::read(path) {
                Ok(bytes) => return bytes.into(),
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        }
    }
}
