//! The large files that the engines carry: inside the program, or in a page beside it, which shows its first picture before they are there.

use std::borrow::Cow;
use std::sync::OnceLock;

/// A file that the program carries.
#[derive(Clone, Copy)]
pub(super) enum Carried {
    OthelloWeights,
    OthelloBook,
}

impl Carried {
    /// What is in the file. It is read at the first call, by a function that fails on no file of the program's own.
    pub fn once<T>(
        self,
        read_once: &'static OnceLock<T>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> &'static T {
        if let Some(there) = read_once.get() {
            return there;
        }
        // In a page others go on while the file is waited for, so it is not waited for under the lock of the cell.
        let bytes = self.bytes();
        read_once.get_or_init(|| read(&bytes))
    }
}

#[cfg(not(target_family = "wasm"))]
impl Carried {
    fn bytes(self) -> Cow<'static, [u8]> {
        Cow::Borrowed(match self {
            Carried::OthelloWeights => include_bytes!("othello/weights.bin"),
            Carried::OthelloBook => include_bytes!("othello/book.bin"),
        })
    }
}

#[cfg(target_family = "wasm")]
impl Carried {
    /// Waits for the file, and others go on meanwhile. So nobody may hold a lock that they need.
    fn bytes(self) -> Cow<'static, [u8]> {
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
