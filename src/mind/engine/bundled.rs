//! The large data files of the engines. They are compiled into the program. Only a web page loads them
//! separately, after it has shown its first picture.

use std::borrow::Cow;
use std::sync::OnceLock;

#[derive(Clone, Copy)]
pub(super) enum BundledFile {
    OthelloWeights,
    OthelloBook,
}

impl BundledFile {
    /// Returns the parsed contents of the file. Only the first call parses the file.
    pub fn get_or_parse<T>(self, parsed: &'static OnceLock<T>, parse: impl FnOnce(&[u8]) -> T) -> &'static T {
        if let Some(contents) = parsed.get() {
            return contents;
        }
        // Load before locking the cell: on a web page, other threads run while this one waits for the file.
        let bytes = self.bytes();
        parsed.get_or_init(|| parse(&bytes))
    }

    #[cfg(not(target_family = "wasm"))]
    fn bytes(self) -> Cow<'static, [u8]> {
        Cow::Borrowed(match self {
            BundledFile::OthelloWeights => include_bytes!("othello/weights.bin"),
            BundledFile::OthelloBook => include_bytes!("othello/book.bin"),
        })
    }

    /// Returns the file's bytes, after waiting for the page to load them if necessary. Other threads run
    /// during the wait, so the caller must hold no lock that they need.
    #[cfg(target_family = "wasm")]
    fn bytes(self) -> Cow<'static, [u8]> {
        let path = match self {
            BundledFile::OthelloWeights => "/carried/weights.bin",
            BundledFile::OthelloBook => "/carried/book.bin",
        };
        loop {
            match std::fs::read(path) {
                Ok(bytes) => return bytes.into(),
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        }
    }
}
