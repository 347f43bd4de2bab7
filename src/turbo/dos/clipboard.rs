//! The clipboard: text that other programs have copied, and text for them.

use std::sync::Mutex;
use words::say;

/// The most text that is pasted, in bytes.
pub(crate) const MOST_BYTES: usize = 32 << 20;

/// Why there is no text, or no place for one. As text it is a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing was copied, or no text.
    #[error("{}", say!("There is no text on the clipboard."))]
    NoText,
    /// More than `MOST_BYTES`.
    #[error("{}", say!("There is too much text on the clipboard."))]
    TooLong,
    /// The program that owns the text was stopped, or the desktop.
    #[error("{}", say!("The clipboard does not answer."))]
    Silent,
    /// The desktop has none, or it failed.
    #[error("{}", say!("The clipboard cannot be used."))]
    Broken,
}

/// A clipboard. Each call may wait for other programs: make it where nobody waits for the caller.
pub trait Clipboard: Send + Sync {
    /// The text on it.
    ///
    /// # Errors
    /// There is no text, or no clipboard.
    fn text(&self) -> Result<String, Error>;

    /// Puts a text on it.
    ///
    /// # Errors
    /// There is no clipboard.
    fn put(&self, text: &str) -> Result<(), Error>;
}

/// A clipboard that only this program sees.
#[derive(Debug, Default)]
pub(crate) struct Private(Mutex<String>);

impl Clipboard for Private {
    fn text(&self) -> Result<String, Error> {
        let text = self.0.lock().map_err(|_| Error::Broken)?.clone();
        match text.is_empty() {
            true => Err(Error::NoText),
            false => Ok(text),
        }
    }

    fn put(&self, text: &str) -> Result<(), Error> {
        *self.0.lock().map_err(|_| Error::Broken)? = text.to_string();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_clipboard_gives_back_what_was_put_on_it_last() {
        let clipboard = Private::default();
        assert_eq!(clipboard.text(), Err(Error::NoText));
        assert_eq!(clipboard.put("f5"), Ok(()));
        assert_eq!(clipboard.put("f5d6"), Ok(()));
        assert_eq!(clipboard.text(), Ok("f5d6".to_string()));
    }
}
