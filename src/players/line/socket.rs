//! The sockets of the line, in threads of their own: nobody who looks at the game waits for the network.

#[cfg(target_family = "wasm")]
mod page;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

use super::end::{End, LONGEST, Refusal, Speaker};
use super::table::Action;
use words::say;

/// The maximum number of connections of a host.
const MOST_CONNECTIONS: usize = 10;
/// The maximum number of lines that an end reads in a second.
const MOST_LINES: u32 = 20;
/// The time after which a silent connection is dropped.
pub const SILENCE: Duration = Duration::from_secs(30);
/// The time without a line after which an end sends one.
const PING: Duration = Duration::from_secs(10);
/// The interval at which threads check whether they are needed.
const TICK: Duration = Duration::from_millis(50);
/// The longest wait for the last line to be sent.
const FAREWELL: Duration = Duration::from_millis(500);
/// The delay of the answer to the first wrong code. It doubles with each one, up to the longest.
const WRONG_CODE: Duration = Duration::from_millis(250);
const LONGEST_DELAY: Duration = Duration::from_secs(20);

/// The state of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not connected yet, or not any more; the line connects again by itself.
    Waits,
    Connected,
    /// The other end refuses, or sent something wrong; the guest does not try again.
    Ended(Refusal),
}

/// The reason why the host cannot be reached. Displayed as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreached {
    #[error("{}", say!("Nobody waits there yet. Trying again."))]
    Refused,
    #[error("{}", say!("The address does not answer. Trying again."))]
    Silent,
}

/// Returns this computer's address in its network, or the loopback address without a network.
pub fn own_address() -> IpAddr {
    // No packet is sent: the system only looks up the route.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    socket.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |own| own.ip())
}

/// A running line. The threads end when it is dropped.
pub struct Line<S: Speaker = End> {
    shared: Arc<Shared<S>>,
    /// The host's own address.
    address: Option<SocketAddr>,
    /// The host's thread that accepts connections.
    accepts: Option<JoinHandle<()>>,
    #[cfg(target_family = "wasm")]
    page: Option<Mutex<page::Link>>,
}

struct Shared<S> {
    /// The end, and the queue of the current connection.
    state: Mutex<State<S>>,
    /// The number of changes so far.
    changes: AtomicU64,
    connections: AtomicUsize,
    /// The number of threads that write.
    writers: AtomicUsize,
    wrong_codes: AtomicU32,
    stop: AtomicBool,
}

struct State<S> {
    end: S,
    status: Status,
    /// The number of the current connection. Threads of earlier ones have nothing to say.
    current: u64,
    stream: Option<TcpStream>,
    /// The reason why the guest's last attempt to connect failed.
    failure: Option<Unreached>,
    to_send: Option<Sender<String>>,
}

impl<S: Speaker> State<S> {
    fn send(&mut self, lines: Vec<String>) {
        if let Some(to_send) = &self.to_send {
            // Fails if the connection is lost.
            lines.into_iter().for_each(|line| drop(to_send.send(line)));
        }
    }

    /// Ends the current connection.
    fn drop_connection(&mut self) {
        self.to_send = None;
        self.end.disconnected();
        if let Some(stream) = self.stream.take() {
            let _ = stream.shutdown(Shutdown::Read);
        }
    }
}

impl<S: Speaker> Drop for Line<S> {
    fn drop(&mut self) {
        #[cfg(target_family = "wasm")]
        if let Some(page) = &self.page {
            page.lock().unwrap_or_else(PoisonError::into_inner).send();
        }
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.state().drop_connection();
        // The last line is often the move that ends the game.
        let since = Instant::now();
        while self.shared.writers.load(Ordering::Relaxed) > 0 && since.elapsed() < FAREWELL {
            sleep(TICK / 10);
        }
        // The next line can wait at the same port.
        self.accepts.take().map(JoinHandle::join);
    }
}

impl Line<End> {
    /// Waits for the guest at an address. Port 0 is any free port.
    ///
    /// # Errors
    /// If the address is not this machine's, or in use.
    pub fn wait(address: SocketAddr, end: End) -> io::Result<Line> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let mut line = Line::new(end, Some(listener.local_addr()?));
        let shared = line.shared.clone();
        line.accepts = Some(spawn(move || accept(&shared, &listener)));
        Ok(line)
    }

    /// The address at which others reach the host.
    pub fn address(&self) -> Option<SocketAddr> {
        let mut address = self.address?;
        if address.ip().is_unspecified() {
            address.set_ip(own_address());
        }
        Some(address)
    }

    /// Acts for this end's player. Returns false if the rules do not allow the action now.
    pub fn act(&self, action: Action) -> bool {
        let mut state = self.shared().state();
        let lines = state.end.act(action);
        self.shared.changed();
        let done = lines.is_some();
        state.send(lines.unwrap_or_default());
        done
    }
}

impl<S: Speaker> Line<S> {
    fn new(end: S, address: Option<SocketAddr>) -> Line<S> {
        Line {
            shared: Shared::new(end),
            address,
            accepts: None,
            #[cfg(target_family = "wasm")]
            page: None,
        }
    }

    /// Returns the shared state, in a page after everything that has arrived.
    fn shared(&self) -> &Shared<S> {
        #[cfg(target_family = "wasm")]
        if let Some(page) = &self.page {
            page.lock().unwrap_or_else(PoisonError::into_inner).pump(&self.shared);
        }
        &self.shared
    }

    /// Connects to the room of the page's server, as often as necessary.
    #[cfg(target_family = "wasm")]
    pub fn join(_: SocketAddr, end: S) -> Line<S> {
        let page = Some(Mutex::new(page::Link::new()));
        Line { shared: Shared::new(end), address: None, accepts: None, page }
    }

    /// Connects to a host or a room, as often as necessary: a second after each failure.
    #[cfg(not(target_family = "wasm"))]
    pub fn join(address: SocketAddr, end: S) -> Line<S> {
        let line = Line::new(end, None);
        let shared = line.shared.clone();
        spawn(move || {
            while !shared.stops() && !matches!(shared.state().status, Status::Ended(_)) {
                match TcpStream::connect_timeout(&address, SILENCE / 6) {
                    Ok(stream) => shared.serve(stream, None, Lines::default()),
                    Err(why) => {
                        shared.state().failure = Some(match why.kind() {
                            ErrorKind::ConnectionRefused => Unreached::Refused,
                            _ => Unreached::Silent,
                        })
                    }
                }
                sleep(Duration::from_secs(1));
            }
        });
        line
    }

    /// The reason why the guest is not connected, if the last attempt failed.
    pub fn failure(&self) -> Option<Unreached> {
        self.shared().state().failure
    }

    /// Looks at the game.
    pub fn see<T>(&self, look: impl FnOnce(&S) -> T) -> T {
        look(&self.shared().state().end)
    }

    pub fn status(&self) -> Status {
        self.shared().state().status.clone()
    }

    /// A number that grows with each change of the game or the status.
    pub fn changes(&self) -> u64 {
        self.shared().changes.load(Ordering::Relaxed)
    }
}

/// Accepts connections until the line is dropped.
fn accept(shared: &Arc<Shared<End>>, listener: &TcpListener) {
    while !shared.stops() {
        match listener.accept() {
            Ok((stream, _)) if shared.connections.load(Ordering::Relaxed) < MOST_CONNECTIONS => {
                shared.connections.fetch_add(1, Ordering::Relaxed);
                let shared = shared.clone();
                spawn(move || {
                    if let Some((stream, greeting, lines)) = shared.greeted(stream) {
                        shared.serve(stream, Some(greeting), lines);
                    }
                    shared.connections.fetch_sub(1, Ordering::Relaxed);
                });
            }
            // Dropping the stream closes it.
            Ok(_) => {}
            Err(_) => sleep(TICK),
        }
    }
}

impl Shared<End> {
    /// The host: reads the greeting, which must come first and have the right code, so that nobody else
    /// disturbs the game. Returns the stream with what it has sent.
    fn greeted(&self, mut stream: TcpStream) -> Option<(TcpStream, String, Lines)> {
        let mut lines = Lines::default();
        let greeting = lines.next_of(&mut stream, &|| self.stops())?;
        let refusal = self.state().end.greeting_refusal(&greeting);
        if let Some(refusal) = refusal {
            if refusal == Refusal::Code {
                let before = self.wrong_codes.fetch_add(1, Ordering::Relaxed);
                sleep((WRONG_CODE * 2_u32.pow(before.min(8))).min(LONGEST_DELAY));
            }
            if let Some(line) = refusal.line() {
                let _ = stream.write_all(format!("{line}\n").as_bytes());
            }
            return None;
        }
        Some((stream, greeting, lines))
    }
}

impl<S: Speaker> Shared<S> {
    fn new(end: S) -> Arc<Shared<S>> {
        let state =
            State { end, status: Status::Waits, current: 0, stream: None, failure: None, to_send: None };
        Arc::new(Shared {
            state: Mutex::new(state),
            changes: AtomicU64::new(0),
            connections: AtomicUsize::new(0),
            writers: AtomicUsize::new(0),
            wrong_codes: AtomicU32::new(0),
            stop: AtomicBool::new(false),
        })
    }

    fn state(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// Begins a connection with a queue of lines to send, and returns its number.
    fn opened(&self, stream: Option<TcpStream>, to_send: Sender<String>) -> u64 {
        let mut state = self.state();
        state.drop_connection();
        state.current += 1;
        (state.stream, state.to_send) = (stream, Some(to_send));
        let lines = state.end.connected();
        state.send(lines);
        state.current
    }

    /// Handles a line. Returns an error if the connection has to end, with the reason if it is this end's.
    fn received(&self, own: u64, line: &str) -> Result<(), Option<Refusal>> {
        let mut state = self.state();
        if state.current != own {
            return Err(None);
        }
        match state.end.line(line) {
            Ok(answer) => {
                state.send(answer);
                state.status = if state.end.is_connected() { Status::Connected } else { Status::Waits };
                drop(state);
                self.changed();
                Ok(())
            }
            Err(why) => {
                state.send(why.line().map(str::to_string).into_iter().collect());
                Err(Some(why))
            }
        }
    }

    /// Ends a connection, unless there is a later one.
    fn closed(&self, own: u64, ended: Option<Refusal>) {
        let mut state = self.state();
        if state.current == own {
            let ended = ended.filter(|why| state.end.gives_up(why));
            state.drop_connection();
            state.status = ended.map_or(Status::Waits, Status::Ended);
        }
        drop(state);
        self.changed();
    }

    /// Carries lines between a connection and the end until the connection is lost. `first` is a line that was
    /// read before.
    fn serve(self: &Arc<Self>, mut stream: TcpStream, mut first: Option<String>, mut lines: Lines) {
        let (Ok(reading), Ok(writing)) = (stream.try_clone(), stream.try_clone()) else { return };
        let (to_send, sent) = channel::<String>();
        let own = self.opened(Some(reading), to_send);
        self.writers.fetch_add(1, Ordering::Relaxed);
        let shared = self.clone();
        let writer = spawn(move || {
            write(writing, &sent);
            shared.writers.fetch_sub(1, Ordering::Relaxed);
        });
        let stops = || self.stops() || self.state().current != own;
        let mut ended = None;
        while let Some(line) = first.take().or_else(|| lines.next_of(&mut stream, &stops)) {
            if let Err(why) = self.received(own, &line) {
                ended = why;
                break;
            }
        }
        self.closed(own, ended);
        // The writer sends the rest and closes.
        let _ = writer.join();
    }
}

/// Writes lines until the queue is closed, and pings in between.
fn write(mut stream: TcpStream, lines: &std::sync::mpsc::Receiver<String>) {
    let _ = stream.set_write_timeout(Some(SILENCE));
    loop {
        let line = match lines.recv_timeout(PING) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => "ping".to_string(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if stream.write_all(format!("{line}\n").as_bytes()).is_err() {
            break;
        }
    }
    let _ = stream.shutdown(Shutdown::Both);
}

/// The lines that arrive on a connection, within the limits of the protocol.
#[derive(Default)]
pub struct Lines {
    bytes: Vec<u8>,
    /// The beginning of the current second, and the number of lines in it.
    second: Option<(Instant, u32)>,
}

impl Lines {
    /// Takes the next line from the bytes that `read` returns. Returns `None` when `read` does, or if the line
    /// is too long or no text.
    pub fn next(&mut self, mut read: impl FnMut() -> Option<Vec<u8>>) -> Option<String> {
        let end = loop {
            match self.bytes.iter().take(LONGEST).position(|byte| *byte == b'\n') {
                Some(end) => break end,
                None if self.bytes.len() >= LONGEST => return None,
                None => self.bytes.extend(read()?),
            }
        };
        let line = self.bytes.drain(..=end).collect();
        let line = String::from_utf8(line).ok()?;
        self.keep_pace();
        Some(line.trim_end_matches(['\r', '\n']).to_string())
    }

    /// Waits for the next line. Returns `None` at the end too, if the connection was silent for too long, or if
    /// `stops` returns true.
    fn next_of(&mut self, stream: &mut TcpStream, stops: &dyn Fn() -> bool) -> Option<String> {
        stream.set_nonblocking(false).ok()?;
        stream.set_read_timeout(Some(TICK)).ok()?;
        let since = Instant::now();
        self.next(|| {
            let mut bytes = [0; 256];
            while !stops() && since.elapsed() < SILENCE {
                match stream.read(&mut bytes) {
                    Ok(count) => return (count > 0).then(|| bytes[..count].to_vec()),
                    Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                    Err(_) => break,
                }
            }
            None
        })
    }

    /// Waits if there were too many lines in this second. The other end's lines stay in the system's buffers.
    fn keep_pace(&mut self) {
        let second = Duration::from_secs(1);
        let (since, count) =
            self.second.filter(|(since, _)| since.elapsed() < second).unwrap_or((Instant::now(), 0));
        self.second = Some((since, count + 1));
        if count + 1 == MOST_LINES {
            sleep(second.saturating_sub(since.elapsed()));
        }
    }
}
