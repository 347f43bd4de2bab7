//! The thread that reads and writes the user's folder. The window never waits for a file or a lock.
//!
//! The thread carries out orders in turn. After each batch of orders it writes everything that is pending,
//! and sends a report. It retries failed writes after the next order, and at regular intervals.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;

use super::settings::Settings;
use super::settings_text;
use lessons::tutor::progress::Progress;
use players::actor::{Actor, State};
use players::exercises::{Change, Exercises};
use players::job::Reply;
use players::tally::{GameResult, Tally};
use store::files::read_short_file;
use store::{Document, Slot, Store};
use words::say;

const COMMANDS: &str = "commands";

/// The name of the document with the progress of a student without a name. For a named student, a hyphen and
/// the bytes of the student's name in hexadecimal follow.
const LESSONS: &str = "lessons";

const RESULTS: &str = "results";

const EXERCISES: &str = "exercises";

/// The interval between attempts at a failed write.
const AGAIN: Duration = Duration::from_millis(500);

/// The maximum time to wait at the end of the program for writes that another program blocks.
const LEAVING: Duration = Duration::from_secs(2);

/// The interval between attempts at a blocked write at the end of the program.
const TICK: Duration = Duration::from_millis(20);

/// The maximum number of bytes to read from a damaged exercise file.
const MOST_BYTES: usize = 16 << 20;

/// A change to a document. The thread retries it until it succeeds.
type Update = Box<dyn Fn(&Store) -> io::Result<()> + Send>;

/// The state of the writer thread.
pub(crate) struct WriterState {
    pub(crate) store: Store,
    at_board: GameInSlot,
    /// Games that were left before they could be saved.
    left: Vec<GameInSlot>,
    settings: Settings,
    settings_kept: Settings,
    /// Pending updates, in order.
    updates: Vec<Update>,
    /// The reason why the settings or a document could not be written.
    failed: Option<Failed>,
    reported: Report,
    reports: Sender<Report>,
}

/// The text of a game and its slot. An empty text means no game.
#[derive(Default)]
struct GameInSlot {
    slot: Option<Slot>,
    wanted: String,
    kept: String,
    failed: Option<Failed>,
}

impl GameInSlot {
    fn is_kept(&self) -> bool {
        self.wanted == self.kept
    }

    /// Writes the game if it has changed.
    fn write(&mut self, store: &Store) {
        let written = if self.is_kept() { Ok(()) } else { write_game(store, &mut self.slot, &self.wanted) };
        self.failed = written.err().as_ref().map(Failed::new);
        if self.failed.is_none() {
            self.kept.clone_from(&self.wanted);
        }
    }
}

/// The reason why something could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    kind: ErrorKind,
    text: String,
}

impl Failed {
    pub fn new(error: &io::Error) -> Failed {
        Failed { kind: error.kind(), text: error.to_string() }
    }

    /// True if another program has locked the folder.
    fn is_busy(&self) -> bool {
        self.kind == ErrorKind::WouldBlock
    }

    /// Returns a short message for the screen.
    pub(crate) fn short(&self) -> String {
        match self.is_busy() {
            true => say!("another program is using the folder").to_string(),
            false => self.kind.to_string(),
        }
    }

    /// Returns the full message for the terminal.
    pub(crate) fn long(&self) -> &str {
        &self.text
    }
}

/// A report on the thread's progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    done: u64,
    /// The reason why a game could not be written.
    pub(crate) game: Option<Failed>,
    /// The reason why the settings or a document could not be written.
    pub(crate) settings: Option<Failed>,
}

impl WriterState {
    fn new(store: Store, settings: Settings, reports: Sender<Report>) -> WriterState {
        WriterState {
            store,
            at_board: GameInSlot::default(),
            left: Vec::new(),
            settings: settings.clone(),
            settings_kept: settings,
            updates: Vec::new(),
            failed: None,
            reported: Report::default(),
            reports,
        }
    }

    /// Replaces the game at the board and the settings. An empty text means no game.
    pub(crate) fn keep(&mut self, game: String, settings: Settings) {
        self.at_board.wanted = game;
        self.settings = settings;
    }

    /// Adds an update, which the thread makes after this order.
    pub(crate) fn update(&mut self, update: impl Fn(&Store) -> io::Result<()> + Send + 'static) {
        self.updates.push(Box::new(update));
    }

    /// Leaves the game at the board. Its slot becomes free once the game is written.
    pub(crate) fn leave(&mut self) {
        self.write();
        let left = std::mem::take(&mut self.at_board);
        if !left.is_kept() {
            self.left.push(left);
        }
    }

    /// Makes the game in this slot the game at the board.
    pub(crate) fn take_up(&mut self, slot: Slot, text: String) {
        self.leave();
        self.at_board = GameInSlot { slot: Some(slot), wanted: text.clone(), kept: text, failed: None };
    }

    /// Writes everything that is pending.
    fn write(&mut self) {
        let (store, kept, now) = (&self.store, &mut self.settings_kept, &self.settings);
        self.failed = None;
        if settings_text::differ(now, kept) {
            match store.change_settings(|text| settings_text::changed(text, kept, now)) {
                Ok(()) => kept.clone_from(now),
                Err(error) => self.failed = Some(Failed::new(&error)),
            }
        }
        self.updates.retain(|update| {
            let error = update(store).err();
            self.failed = self.failed.take().or(error.as_ref().map(Failed::new));
            error.is_some()
        });
        for game in self.left.iter_mut().chain([&mut self.at_board]) {
            game.write(store);
        }
        self.left.retain(|left| !left.is_kept());
    }

    /// Reports that this number of orders were carried out, unless nothing has changed.
    fn report(&mut self, orders: u64) -> &Report {
        let mut games = self.left.iter().chain([&self.at_board]);
        let report = Report {
            done: self.reported.done + orders,
            game: games.find_map(|game| game.failed.clone()),
            settings: self.failed.clone(),
        };
        if report != self.reported {
            self.reported = report.clone();
            // At the end of the program the receiver may be gone.
            let _ = self.reports.send(report);
        }
        &self.reported
    }
}

impl State for WriterState {
    /// True, because a browser can close a page at any time.
    const AT_ONCE: bool = true;

    /// Writes after a batch of orders, so that only the last state of a game is written.
    fn rest(&mut self, orders: u64) -> Duration {
        self.write();
        let report = self.report(orders);
        if report.game.is_some() || report.settings.is_some() { AGAIN } else { Duration::MAX }
    }

    fn end(&mut self) {
        let until = Instant::now() + LEAVING;
        loop {
            self.write();
            let report = self.report(0);
            let failed = [&report.game, &report.settings];
            let is_busy = failed.into_iter().flatten().any(Failed::is_busy);
            if !is_busy || Instant::now() >= until {
                return;
            }
            thread::sleep(TICK);
        }
    }
}

/// Writes a game into its slot, and takes a slot if the game has none. An empty text deletes the game.
fn write_game(store: &Store, slot: &mut Option<Slot>, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return slot.as_ref().map_or(Ok(()), Slot::clear);
    }
    let held = match slot {
        Some(slot) => slot,
        None => slot.insert(store.slot()?),
    };
    match held.write(text) {
        // The folder was removed. Take another slot, so that two windows never write to the same slot.
        Err(error) if error.kind() == ErrorKind::ResourceBusy => slot.insert(store.slot()?).write(text),
        written => written,
    }
}

/// The document with the finished games: for each a line `ended`, the lines of the game and an empty line.
const FINISHED: &str = "finished";

/// The maximum number of finished games that are kept.
const MOST_FINISHED: usize = 500;

/// Adds the text of a game that ended at this time in ms, or replaces the game of that time. An empty text
/// removes it.
pub(crate) fn keep_finished(store: &Store, ended: u64, game: &str) -> io::Result<()> {
    let before = text(store, FINISHED)?;
    let own = format!("ended {ended}\n");
    let mut games: Vec<&str> =
        before.split_inclusive("\n\n").filter(|game| !game.starts_with(&own)).collect();
    let added = format!("{own}{game}\n");
    if !game.is_empty() {
        games.push(&added);
    }
    let surplus = games.len().saturating_sub(MOST_FINISHED);
    store.write(FINISHED, &games[surplus..].concat())
}

/// Reads the finished games, newest first, each with the time at which it ended, in ms.
pub(crate) fn finished(store: &Store) -> io::Result<Vec<(u64, String)>> {
    let text = text(store, FINISHED)?;
    let game = |game: &str| {
        let (ended, game) = game.strip_prefix("ended ")?.split_once('\n')?;
        Some((ended.parse().ok()?, game.to_string()))
    };
    let mut games: Vec<_> = text.split_inclusive("\n\n").filter_map(game).collect();
    games.reverse();
    Ok(games)
}

/// Reads the text of a document. Returns an empty text if the document is missing, damaged or too new.
pub(crate) fn text(store: &Store, name: &str) -> io::Result<String> {
    Ok(match store.read(name)? {
        Document::Text(text) => text,
        Document::Missing | Document::Damaged { .. } | Document::Newer => String::new(),
    })
}

/// Reads the approved commands, which are stored one per line.
pub(crate) fn commands(store: &Store) -> io::Result<BTreeSet<String>> {
    let text = text(store, COMMANDS)?;
    Ok(text.lines().map(str::to_string).collect())
}

/// Reads a student's progress.
pub(crate) fn lessons(store: &Store, student: &str) -> io::Result<Progress> {
    Ok(Progress::from_text(&text(store, &lessons_of(student))?))
}

/// Reads the names and the progress of all students.
pub(crate) fn students(store: &Store) -> io::Result<Vec<(String, Progress)>> {
    let mut students = vec![String::new()];
    let names = store.names()?;
    students.extend(names.iter().filter_map(|name| student_of(name)));
    students.sort();
    let all = students.into_iter().map(|student| {
        let progress = lessons(store, &student)?;
        Ok((student, progress))
    });
    all.collect()
}

/// Returns the name of a student's document.
fn lessons_of(student: &str) -> String {
    match student {
        "" => LESSONS.to_string(),
        name => format!("{LESSONS}-{}", HEXLOWER.encode(name.as_bytes())),
    }
}

/// Returns the name of the student to whom a document belongs.
fn student_of(document: &str) -> Option<String> {
    let digits = document.strip_prefix(LESSONS)?.strip_prefix('-')?;
    String::from_utf8(HEXLOWER.decode(digits.as_bytes()).ok()?).ok()
}

/// Merges progress into a student's document, which another window may have changed.
pub(crate) fn add_progress(store: &Store, student: &str, made: &Progress) -> io::Result<()> {
    let mut all = lessons(store, student)?;
    all.add(made);
    store.write(&lessons_of(student), &all.to_text())
}

/// Reads the results against the computer.
pub(crate) fn results(store: &Store) -> io::Result<Tally> {
    Ok(Tally::from_text(&text(store, RESULTS)?))
}

/// Reads the exercises. Recovers the complete lines of a damaged document.
pub fn exercises(store: &Store) -> io::Result<Exercises> {
    Ok(match store.read(EXERCISES)? {
        Document::Text(text) => Exercises::from_text(&text),
        Document::Damaged { kept_as } => {
            let bytes = read_short_file(&kept_as, MOST_BYTES)?;
            let saved = Exercises::from_text(&String::from_utf8_lossy(&bytes));
            store.write(EXERCISES, &saved.to_text())?;
            saved
        }
        Document::Missing | Document::Newer => Exercises::default(),
    })
}

pub(crate) fn change_exercises(store: &Store, changes: &[Change]) -> io::Result<()> {
    let mut all = exercises(store)?;
    changes.iter().for_each(|change| all.change(change));
    store.write(EXERCISES, &all.to_text())
}

/// Counts a game against this opponent.
pub(crate) fn add_result(store: &Store, game: &str, opponent: &str, ended: GameResult) -> io::Result<()> {
    let mut all = results(store)?;
    all.add(game, opponent, ended);
    store.write(RESULTS, &all.to_text())
}

pub(crate) fn add_commands(store: &Store, new: &[String]) -> io::Result<()> {
    let mut all = commands(store)?;
    all.extend(new.iter().cloned());
    let text: String = all.iter().map(|line| format!("{line}\n")).collect();
    store.write(COMMANDS, &text)
}

/// The window's handle to the writer thread.
pub(crate) struct Writer {
    /// `None` after the last order.
    actor: Option<Actor<WriterState>>,
    reports: Receiver<Report>,
    given: u64,
    pub(crate) last: Report,
}

impl Writer {
    /// Starts a thread for this store. `settings` are the settings in the file.
    pub(crate) fn start(store: Store, settings: Settings) -> Writer {
        let (send, reports) = channel();
        Writer {
            actor: Some(Actor::start(move || WriterState::new(store, settings, send))),
            reports,
            given: 0,
            last: Report::default(),
        }
    }

    /// Gives an order and returns at once.
    pub(crate) fn order(&mut self, order: impl FnOnce(&mut WriterState) + Send + 'static) {
        // If the thread fails, nothing more is saved, and the reports say so.
        if let Some(actor) = &self.actor {
            actor.order(order);
        }
        self.given += 1;
    }

    /// Asks a question. The thread answers it after all earlier orders.
    pub(crate) fn ask<T: Send + 'static>(
        &mut self,
        about: impl FnOnce(&mut WriterState) -> T + Send + 'static,
    ) -> Reply<T> {
        let (send, asked) = Reply::pending();
        self.order(move |desk| {
            desk.write();
            // The receiver may be gone.
            let _ = send.send(about(desk));
        });
        asked
    }

    /// Reads the reports. Returns true if all orders are done.
    pub(crate) fn look(&mut self) -> bool {
        while let Ok(report) = self.reports.try_recv() {
            self.last = report;
        }
        self.is_done()
    }

    fn is_done(&self) -> bool {
        self.last.done == self.given
    }

    /// Waits until all orders are done. An order that another program blocks counts as done.
    pub(crate) fn settle(&mut self) {
        while !self.is_done() {
            match self.reports.recv() {
                Ok(report) => self.last = report,
                Err(_) => break,
            }
        }
    }

    /// Ends the thread and waits for it, a few seconds at most. Returns false if it has not ended by then.
    pub(crate) fn end(&mut self) -> bool {
        self.actor = None;
        let until = Instant::now() + 2 * LEAVING;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.reports.recv_timeout(left) {
                Ok(report) => self.last = report,
                Err(RecvTimeoutError::Disconnected) => return self.is_done(),
                Err(RecvTimeoutError::Timeout) => return false,
            }
        }
    }
}
