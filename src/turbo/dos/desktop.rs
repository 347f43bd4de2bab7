//! The clipboard of the desktop.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use super::clipboard::{Clipboard, Error, MAX_BYTES};

/// The timeout of a call. The program that owns the text may be suspended.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum time that the program waits on exit for the clipboard manager to take over the text.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// The clipboard of the desktop. Its thread starts with the first call and serves the copied text to other
/// programs.
#[derive(Default)]
pub(crate) struct Desktop(OnceLock<Server>);

struct Server {
    requests: Option<Sender<Request>>,
    ended: Mutex<Receiver<()>>,
}

/// A job for the thread; it receives the desktop's clipboard or an error.
type Request = Box<dyn FnOnce(Result<&mut arboard::Clipboard, Error>) + Send>;

impl Desktop {
    /// Runs a function on the thread and waits for its result.
    fn request<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut arboard::Clipboard) -> Result<T, arboard::Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (results, result) = channel();
        let requests = self.0.get_or_init(Server::start).requests.as_ref();
        let request: Request = Box::new(move |desktop| {
            let done = desktop.and_then(|desktop| {
                work(desktop).map_err(|error| match error {
                    arboard::Error::ContentNotAvailable => Error::NoText,
                    _ => Error::Unavailable,
                })
            });
            let _ = results.send(done);
        });
        let sent = requests.ok_or(Error::Unavailable)?.send(request);
        sent.map_err(|_| Error::Unavailable)?;
        result.recv_timeout(TIMEOUT).unwrap_or(Err(Error::Timeout))
    }
}

impl Clipboard for Desktop {
    fn text(&self) -> Result<String, Error> {
        let text = self.request(arboard::Clipboard::get_text)?;
        match text.len() {
            0 => Err(Error::NoText),
            1..=MAX_BYTES => Ok(text),
            _ => Err(Error::TooLong),
        }
    }

    fn put(&self, text: &str) -> Result<(), Error> {
        let text = text.to_string();
        self.request(|desktop| desktop.set_text(text))
    }
}

impl Server {
    fn start() -> Server {
        let (requests, received) = channel::<Request>();
        let (ends, ended) = channel();
        let thread = thread::Builder::new().name("clipboard".to_string());
        // If the thread does not start, all requests fail.
        let _ = thread.spawn(move || {
            let mut desktop = None;
            for request in received {
                if desktop.is_none() {
                    desktop = arboard::Clipboard::new().ok();
                }
                request(desktop.as_mut().ok_or(Error::Unavailable));
            }
            drop(desktop);
            let _ = ends.send(());
        });
        Server { requests: Some(requests), ended: Mutex::new(ended) }
    }
}

/// Waits until the desktop's clipboard manager has taken over the text.
impl Drop for Server {
    fn drop(&mut self) {
        self.requests = None;
        if let Ok(ended) = self.ended.lock() {
            let _ = ended.recv_timeout(EXIT_TIMEOUT);
        }
    }
}
