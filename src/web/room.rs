//! The room: tables for the people in one network. It passes lines between the two ends of each table, and knows
//! no rules of games. The README of `players/line` describes its lines.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use players::line::{Lines, Refusal, SILENCE};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// The maximum number of connections.
pub const MOST_PEOPLE: usize = 70;
/// The maximum number of tables, some of which wait for their players to come back.
const MOST_TABLES: usize = 100;
/// The maximum length of a name in bytes.
const NAME: usize = 30;
/// The maximum number of entries of a game that the room remembers.
const MOST_ENTRIES: usize = 2000;
/// The maximum number of messages on their way to a connection. A connection with more is dropped.
const QUEUE: usize = 256;
/// The time after which a table without players is removed.
const EMPTY: Duration = Duration::from_secs(60);

const HOST: usize = 0;
const GUEST: usize = 1;

/// A connection: lines over TCP, or in the messages of a WebSocket.
pub(crate) enum Stream {
    Lines(TcpStream),
    Web(Box<WebSocket<TcpStream>>),
}

impl Stream {
    /// A WebSocket whose handshake is done.
    pub(crate) fn web(stream: TcpStream) -> Stream {
        let limits = WebSocketConfig::default().max_message_size(Some(1 << 10)).max_frame_size(Some(1 << 10));
        Stream::Web(WebSocket::from_raw_socket(stream, Role::Server, Some(limits)).into())
    }

    /// The other half: one reads, and the other one writes.
    fn half(&self) -> Option<Stream> {
        Some(match self {
            Stream::Lines(stream) => Stream::Lines(stream.try_clone().ok()?),
            Stream::Web(socket) => Stream::web(socket.get_ref().try_clone().ok()?),
        })
    }

    fn tcp(&self) -> &TcpStream {
        match self {
            Stream::Lines(stream) => stream,
            Stream::Web(socket) => socket.get_ref(),
        }
    }

    fn read(&mut self) -> Option<Vec<u8>> {
        match self {
            Stream::Lines(stream) => {
                let mut bytes = [0; 256];
                let count = stream.read(&mut bytes).ok().filter(|count| *count > 0)?;
                Some(bytes[..count].to_vec())
            }
            Stream::Web(socket) => match socket.read().ok()? {
                Message::Text(text) => Some(text.as_bytes().to_vec()),
                _ => None,
            },
        }
    }

    fn write(&mut self, lines: String) -> Option<()> {
        match self {
            Stream::Lines(stream) => stream.write_all(lines.as_bytes()).ok(),
            Stream::Web(socket) => socket.send(Message::text(lines)).ok(),
        }
    }
}

/// Sends queued lines until the queue closes, then closes the connection.
fn write(mut stream: Stream, lines: &Receiver<String>) {
    while let Ok(lines) = lines.recv() {
        if stream.write(lines).is_none() {
            break;
        }
    }
    let _ = stream.tcp().shutdown(Shutdown::Both);
}

/// Tells a connection why it ends.
fn refuse<T>(queue: &SyncSender<String>, why: &Refusal) -> Option<T> {
    let _ = queue.try_send(format!("{}\n", why.line().unwrap_or_default()));
    None
}

/// A connection and the lines that arrive on it.
struct Reader(Stream, Lines);

impl Reader {
    /// Waits for the next line. `None` if the connection has ended or breaks a limit.
    fn next(&mut self) -> Option<String> {
        let line = self.1.next(|| self.0.read())?;
        (!line.contains(char::is_control)).then_some(line)
    }
}

#[derive(Default)]
pub(crate) struct Room(Mutex<State>);

#[derive(Default)]
struct State {
    /// The tables by their codes.
    tables: BTreeMap<String, Table>,
    /// The connections that watch all tables.
    watchers: Vec<SyncSender<String>>,
    people: usize,
    /// The number of seats taken so far.
    seats: u64,
    /// The number of tables so far.
    count: u64,
}

struct Table {
    number: u64,
    offer: String,
    /// The last host and the last guest.
    people: [Person; 2],
    seats: [Option<Seat>; 2],
    /// The guest's greeting, which the host has to get.
    greeting: String,
    log: Vec<String>,
    /// The time when the last player left.
    empty: Instant,
}

#[derive(Clone, Default, PartialEq)]
struct Person {
    /// A secret, by which the room recognizes a player who comes back.
    key: String,
    name: String,
}

struct Seat {
    number: u64,
    queue: SyncSender<String>,
}

impl Table {
    /// The lines that describe the table.
    fn lines(&self, code: &str) -> String {
        let n = self.number;
        let names = [self.name(HOST), self.name(GUEST)];
        let log = self.log.iter().enumerate().map(|(k, entry)| format!("log {n} {k} {entry}\n"));
        format!("table {n} {code} {}\n{}{}{}", self.offer, names[0], names[1], log.collect::<String>())
    }

    /// The line that says who sits in a seat.
    fn name(&self, side: usize) -> String {
        let seat = ["host", "guest"][side];
        let name = if self.seats[side].is_some() { &self.people[side].name } else { "" };
        format!("{seat} {} {name}", self.number).trim_end().to_string() + "\n"
    }
}

impl State {
    /// Tells all watchers. Drops those that do not keep up.
    fn tell(&mut self, lines: &str) {
        self.watchers.retain(|watcher| watcher.try_send(lines.to_string()).is_ok());
    }

    /// Removes tables without players.
    fn tidy(&mut self) {
        let mut ends = String::new();
        self.tables.retain(|_, table| {
            let is_empty = table.seats.iter().all(Option::is_none);
            let is_gone = is_empty && (table.log.is_empty() || table.empty.elapsed() > EMPTY);
            if is_gone {
                ends += &format!("end {}\n", table.number);
            }
            !is_gone
        });
        if !ends.is_empty() {
            self.tell(&ends);
        }
    }

    /// Seats a player and returns the number of the seat, or refuses. The host brings an offer, and the guest a
    /// greeting.
    fn sit(
        &mut self,
        (code, side): (&str, usize),
        person: Person,
        text: &str,
        queue: SyncSender<String>,
    ) -> Option<u64> {
        if !self.tables.contains_key(code) {
            // A guest who has begun a game waits for its host. Nobody else can know the code.
            if side == GUEST && text.split(' ').nth(3) == Some("0") {
                return refuse(&queue, &Refusal::Code);
            }
            if self.tables.len() >= MOST_TABLES {
                return refuse(&queue, &Refusal::Full);
            }
            self.count += 1;
            let table = Table {
                number: self.count,
                offer: String::new(),
                people: Default::default(),
                seats: [None, None],
                greeting: String::new(),
                log: Vec::new(),
                empty: Instant::now(),
            };
            self.tables.insert(code.to_string(), table);
        }
        self.seats += 1;
        let table = self.tables.get_mut(code)?;
        // The codes of all tables are public, so a player without a secret word cannot return.
        let last = &table.people[side];
        let is_known = *last == Person::default() || (last.key == person.key && !person.key.is_empty());
        let is_free = table.seats[side].is_none() && (side == GUEST && table.log.is_empty());
        if !is_known && !is_free {
            return refuse(&queue, &Refusal::Taken);
        }
        if table.seats[side].is_some() {
            // The player has a new connection. The other one connects again, too.
            table.seats = [None, None];
        }
        table.people[side] = person;
        table.seats[side] = Some(Seat { number: self.seats, queue });
        match side {
            HOST => table.offer = text.to_string(),
            _ => table.greeting = text.to_string(),
        }
        if let [Some(host), Some(guest)] = &table.seats {
            let [name, other] = table.people.each_ref().map(|person| format!("name {}\n", person.name));
            let _ = host.queue.try_send(format!("{other}{}\n", table.greeting));
            let _ = guest.queue.try_send(name);
        }
        let lines = table.lines(code);
        self.tell(&lines);
        Some(self.seats)
    }

    /// Handles a player's line. Returns false if the seat is not the player's any more.
    fn pass(&mut self, (code, side): (&str, usize), number: u64, line: &str) -> bool {
        let Some(table) = self.tables.get_mut(code) else { return false };
        let Some(own) = table.seats[side].as_ref().filter(|own| own.number == number) else { return false };
        let sent = match &table.seats[1 - side] {
            Some(other) => other.queue.try_send(format!("{line}\n")),
            None if line == "ping" => own.queue.try_send("pong\n".to_string()),
            None => Ok(()),
        };
        let n = table.log.len();
        let entry = line.strip_prefix(&format!("log {n} ")).filter(|_| side == HOST && n < MOST_ENTRIES);
        let news = entry.map(|entry| format!("log {} {n} {entry}\n", table.number));
        table.log.extend(entry.map(str::to_string));
        news.into_iter().for_each(|news| self.tell(&news));
        sent.is_ok()
    }

    /// A player leaves a seat. Without the other one a connection means nothing, so both end.
    fn leave(&mut self, (code, side): (&str, usize), number: u64) {
        let Some(table) = self.tables.get_mut(code) else { return };
        if table.seats[side].as_ref().is_some_and(|own| own.number == number) {
            table.seats = [None, None];
            table.empty = Instant::now();
            let names = table.name(HOST) + &table.name(GUEST);
            self.tell(&names);
            self.tidy();
        }
    }
}

impl Room {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Serves a connection until it ends.
    pub(crate) fn serve(self: &Arc<Self>, stream: Stream) -> Option<()> {
        stream.tcp().set_read_timeout(Some(SILENCE)).ok()?;
        stream.tcp().set_write_timeout(Some(SILENCE)).ok()?;
        let _ = stream.tcp().set_nodelay(true);
        let (queue, queued) = sync_channel(QUEUE);
        let writing = stream.half()?;
        let writer = thread::spawn(move || write(writing, &queued));
        let lines = Reader(stream, Lines::default());
        let people = {
            let mut state = self.state();
            state.people += 1;
            state.people
        };
        if people > MOST_PEOPLE {
            refuse(&queue, &Refusal::Full)
        } else {
            self.greeted(lines, queue)
        };
        self.state().people -= 1;
        // The writer sends the rest and closes.
        let _ = writer.join();
        Some(())
    }

    /// Reads the first lines of a connection, and does what they ask for until the connection ends.
    fn greeted(&self, mut lines: Reader, queue: SyncSender<String>) -> Option<()> {
        let mut line = lines.next()?;
        let mut person = Person { key: String::new(), name: "?".to_string() };
        if let Some((key, name)) = line.strip_prefix("room ").and_then(|rest| rest.split_once(' ')) {
            let longest = name.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| *end <= NAME);
            let name = name[..longest.last().unwrap_or_default()].to_string();
            person = Person { key: key.to_string(), name };
            line = lines.next()?;
        }
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        let (code, side, text) = match words[..] {
            ["watch"] => return self.watch(lines, &queue),
            ["table", code, ..] => (code, HOST, line.splitn(3, ' ').nth(2).unwrap_or_default()),
            ["qipan", _, code, ..] => (code, GUEST, &line[..]),
            _ => return refuse(&queue, &Refusal::Wrong(line)),
        };
        let number = {
            let mut state = self.state();
            state.tidy();
            // From here on only the seat has the queue, so that the connection ends with it.
            state.sit((code, side), person, text, queue)?
        };
        while let Some(line) = lines.next()
            && self.state().pass((code, side), number, &line)
        {}
        self.state().leave((code, side), number);
        None
    }

    /// Tells a connection about all tables, and about everything that happens.
    fn watch(&self, mut lines: Reader, queue: &SyncSender<String>) -> Option<()> {
        {
            let mut state = self.state();
            state.tidy();
            let all: String = state.tables.iter().map(|(code, table)| table.lines(code)).collect();
            let _ = queue.try_send(all + "all\n");
            state.watchers.push(queue.clone());
        }
        while lines.next().is_some_and(|line| line == "ping") {
            self.state().tidy();
            queue.try_send("pong\n".to_string()).ok()?;
        }
        None
    }
}
