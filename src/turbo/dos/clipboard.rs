//! The clipboard, which exchanges text with other programs.

use std::sync::Mutex;
use words::say;

/// The maximum length of pasted text in bytes.
pub(crate) const MAX_BYTES: usize = 32 << 20;

/// A clipboard error. Its message is a full sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The clipboard is empty or holds no text.
    #[error("{}", say!("There is no text on the clipboard."))]
    NoText,
    /// The text has more than `MAX_BYTES`.
    #[error("{}", say!("There is too much text on the clipboard."))]
    TooLong,
    /// The desktop, or the program that owns the text, does not respond.
    #[error("{}", say!("The clipboard does not respond."))]
    Timeout,
    /// The desktop has no clipboard, or an error occurred.
    #[error("{}", say!("The clipboard is unavailable."))]
    Unavailable,
}

/// A clipboard. A call may wait for other programs, so make it in the background.
pub trait Clipboard: Send + Sync {
    /// Reads the text on the clipboard.
    fn text(&self) -> Result<String, Error>;

    /// Replaces the text on the clipboard.
    fn put(&self, text: &str) -> Result<(), Error>;
}

/// A clipboard in memory that only this program sees.
#[derive(Debug, Default)]
pub(crate) struct MemoryClipboard(Mutex<String>);

impl Clipboard for MemoryClipboard {
    fn text(&self) -> Result<String, Error> {
        let text = self.0.lock().map_err(|_| Error::Unavailable)?.clone();
        Some(text).filter(|text| !text.is_empty()).ok_or(Error::NoText)
    }

    fn put(&self, text: &str) -> Result<(), Error> {
        *self.0.lock().map_err(|_| Error::Unavailable)? = text.to_string();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_clipboard_returns_the_last_text() {
        let clipboard = MemoryClipboard::default();
        assert_eq!(clipboard.text(), Err(Error::NoText));
        assert_eq!(clipboard.put("f5"), Ok(()));
        assert_eq!(clipboard.put("f5d6"), Ok(()));
        assert_eq!(clipboard.text(), Ok("f5d6".to_string()));
    }
}
