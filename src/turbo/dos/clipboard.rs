//! The desktop's clipboard: text that other programs have copied, and text for them.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

/// How long the desktop has to answer. A program that was stopped may own what is to be pasted.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the end of the program waits until what was copied is handed on.
const LEAVING: Duration = Duration::from_millis(300);

/// The most text that is pasted, in bytes.
pub(crate) const MOST_BYTES: usize = 32 << 20;

/// Why there is no text, or no place for one. As text it is a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing was copied, or no text.
    #[error("There is no text on the clipboard.")]
    NoText,
    /// More than `MOST_BYTES`.
    #[error("There is too much text on the clipboard.")]
    TooLong,
    /// The program that owns the text was stopped, or the desktop.
    #[error("The clipboard does not answer.")]
    Silent,
    /// The desktop has none, or it failed.
    #[error("The clipboard cannot be used.")]
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

/// The desktop's, asked by a thread of its own, which begins at the first call and keeps what was copied for other programs.
#[derive(Default)]
pub(crate) struct Desktop(OnceLock<Keeper>);

struct Keeper {
    asks: Option<Sender<Ask>>,
    ended: Mutex<Receiver<()>>,
}

/// What the thread is asked, and where it answers.
enum Ask {
    Text(Sender<Result<String, Error>>),
    Put(String, Sender<Result<(), Error>>),
}

impl Desktop {
    fn ask<T>(&self, ask: impl FnOnce(Sender<Result<T, Error>>) -> Ask) -> Result<T, Error> {
        let keeper = self.0.get_or_init(begin);
        let (answers, answer) = channel();
        let asks = keeper.asks.as_ref().ok_or(Error::Broken)?;
        asks.send(ask(answers)).map_err(|_| Error::Broken)?;
        match answer.recv_timeout(PATIENCE) {
            Ok(answer) => answer,
            Err(_) => Err(Error::Silent),
        }
    }
}

impl Clipboard for Desktop {
    fn text(&self) -> Result<String, Error> {
        let text = self.ask(Ask::Text)?;
        match text.len() {
            0 => Err(Error::NoText),
            1..=MOST_BYTES => Ok(text),
            _ => Err(Error::TooLong),
        }
    }

    fn put(&self, text: &str) -> Result<(), Error> {
        let text = text.to_string();
        self.ask(|answers| Ask::Put(text, answers))
    }
}

fn begin() -> Keeper {
    let (asks, asked) = channel();
    let (ends, ended) = channel();
    // Without a thread nobody takes what is asked, and the caller hears that.
    let _ = thread::Builder::new()
        .name("clipboard".to_string())
        .spawn(move || {
            serve(&asked);
            let _ = ends.send(());
        });
    Keeper {
        asks: Some(asks),
        ended: Mutex::new(ended),
    }
}

fn serve(asked: &Receiver<Ask>) {
    let mut desktop = None;
    while let Ok(ask) = asked.recv() {
        match ask {
            Ask::Text(answers) => {
                let text = with(&mut desktop, arboard::Clipboard::get_text);
                let _ = answers.send(text);
            }
            Ask::Put(text, answers) => {
                let put = with(&mut desktop, |desktop| desktop.set_text(text));
                let _ = answers.send(put);
            }
        }
    }
}

/// Does something with the desktop's clipboard, which is looked for when it is first needed.
fn with<T>(
    desktop: &mut Option<arboard::Clipboard>,
    work: impl FnOnce(&mut arboard::Clipboard) -> Result<T, arboard::Error>,
) -> Result<T, Error> {
    if desktop.is_none() {
        *desktop = arboard::Clipboard::new().ok();
    }
    let Some(desktop) = desktop else {
        return Err(Error::Broken);
    };
    work(desktop).map_err(|error| match error {
        arboard::Error::ContentNotAvailable => Error::NoText,
        _ => Error::Broken,
    })
}

/// What was copied goes to the desktop's clipboard manager, where there is one.
impl Drop for Keeper {
    fn drop(&mut self) {
        self.asks = None;
        if let Ok(ended) = self.ended.lock() {
            let _ = ended.recv_timeout(LEAVING);
        }
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
