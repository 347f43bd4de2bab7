//! The desktop's clipboard.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use super::clipboard::{Clipboard, Error, MOST_BYTES};

/// How long the desktop has to answer. A program that was stopped may own what is to be pasted.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the end of the program waits until what was copied is handed on.
const LEAVING: Duration = Duration::from_millis(300);

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
