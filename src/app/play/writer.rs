//! The thread that writes the user's folder and reads it. The window goes on meanwhile: it waits for neither a file nor a lock.
//!
//! It is given orders, and does one after the other. After each it writes what is not written yet, and reports. What cannot be
//! written is tried again at the next order, and now and then without one.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::settings::Settings;
use super::settings_text;
use players::clerk::{Clerk, State};
use players::exercises::{Change, Exercises};
use players::job::{News, wait_for};
use players::tally::{Ended, Tally};
use store::files::read_short_file;
use store::{Document, Slot, Store};
use lessons::tutor::progress::Progress;
use turbo::dos::beside;
use words::say;

/// The name of the document with the commands that the user has agreed to run.
const COMMANDS: &str = "commands";

/// The name of the document that holds how far somebody without a name has got in the lessons. For a student with a name a hyphen and
/// the bytes of the name follow, in hexadecimal digits.
const LESSONS: &str = "lessons";

/// The name of the document that holds how the games against the computer ended.
const RESULTS: &str = "results";

/// The name of the document that holds the exercises.
const EXERCISES: &str = "exercises";

/// How soon something is tried again that could not be written.
const AGAIN: Duration = Duration::from_millis(500);

/// How long the end of the program waits for what another program prevents from being written.
const LEAVING: Duration = Duration::from_secs(2);

/// How often that is tried meanwhile.
const TICK: Duration = Duration::from_millis(20);

/// So much of a damaged document of exercises is looked at, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// A change of a document. The writer repeats it until it succeeds.
type Update = Box<dyn Fn(&Store) -> io::Result<()> + Send>;

/// The state of the writer thread.
pub(crate) struct WriterState {
    pub(crate) store: Store,
    at_board: GameInSlot,
    /// Games that were left before they could be written.
    left: Vec<GameInSlot>,
    settings: Settings,
    settings_kept: Settings,
    /// Updates that are still to be made, in their order.
    updates: Vec<Update>,
    /// Why the settings or a document could not be written.
    failed: Option<Failed>,
    done: u64,
    reported: Report,
    reports: Sender<Report>,
}

/// A game that is to be kept as a text, and its slot. An empty text is no game.
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

    /// Writes the game if it is not written.
    fn write(&mut self, store: &Store) {
        let written = match self.is_kept() {
            true => Ok(()),
            false => write_game(store, &mut self.slot, &self.wanted),
        };
        self.failed = written.err().as_ref().map(Failed::new);
        if self.failed.is_none() {
            self.kept.clone_from(&self.wanted);
        }
    }
}

/// Why something could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    kind: ErrorKind,
    text: String,
}

impl Failed {
    /// Of this error.
    pub fn new(error: &io::Error) -> Failed {
        Failed {
            kind: error.kind(),
            text: error.to_string(),
        }
    }

    /// Is it only that another program holds the folder?
    fn is_busy(&self) -> bool {
        self.kind == ErrorKind::WouldBlock
    }

    /// In a few words, for a line on the screen.
    pub(crate) fn short(&self) -> String {
        match self.is_busy() {
            true => say!("another program holds the folder").to_string(),
            false => self.kind.to_string(),
        }
    }

    /// In full, for a line in the terminal.
    pub(crate) fn long(&self) -> &str {
        &self.text
    }
}

/// How far the thread has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Report {
    done: u64,
    game: Option<Failed>,
    settings: Option<Failed>,
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
            done: 0,
            reported: Report::default(),
            reports,
        }
    }

    /// Replaces the game at the board and the settings. An empty text is no game.
    pub(crate) fn keep(&mut self, game: String, settings: Settings) {
        self.at_board.wanted = game;
        self.settings = settings;
    }

    /// Adds an update, which is made after this order.
    pub(crate) fn update(&mut self, update: impl Fn(&Store) -> io::Result<()> + Send + 'static) {
        self.updates.push(Box::new(update));
    }

    /// The game at the board is left. Its slot is free, as soon as it is written.
    pub(crate) fn leave(&mut self) {
        self.write();
        let left = std::mem::take(&mut self.at_board);
        if !left.is_kept() {
            self.left.push(left);
        }
    }

    /// The game of this slot, as it is kept there, is the one at the board.
    pub(crate) fn take_up(&mut self, slot: Slot, text: String) {
        self.leave();
        self.at_board = GameInSlot {
            slot: Some(slot),
            wanted: text.clone(),
            kept: text,
            failed: None,
        };
    }

    /// Writes everything that is not written yet.
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

    /// Sends a report if it differs from the last one.
    fn report(&mut self) -> &Report {
        let mut games = self.left.iter().chain([&self.at_board]);
        let report = Report {
            done: self.done,
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
    /// A page that is killed loses nothing that was to be kept.
    const AT_ONCE: bool = true;

    /// Of many games that were to be kept meanwhile only the last is written.
    fn rest(&mut self, orders: u64) -> Duration {
        self.done += orders;
        self.write();
        let report = self.report();
        match report.game.is_some() || report.settings.is_some() {
            true => AGAIN,
            false => Duration::MAX,
        }
    }

    fn end(&mut self) {
        let until = Instant::now() + LEAVING;
        loop {
            self.write();
            let report = self.report();
            let failed = [&report.game, &report.settings];
            let is_busy = failed.into_iter().flatten().any(Failed::is_busy);
            if !is_busy || Instant::now() >= until {
                return;
            }
            thread::sleep(TICK);
        }
    }
}

/// Writes a game into its slot, which it gets now if it has none. An empty text deletes it.
fn write_game(store: &Store, slot: &mut Option<Slot>, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return slot.as_ref().map_or(Ok(()), Slot::clear);
    }
    let held = match slot {
        Some(slot) => slot,
        None => slot.insert(store.slot()?),
    };
    match held.write(text) {
        // Somebody has removed the folder: the game gets another place, lest two windows write one.
        Err(error) if error.kind() == ErrorKind::ResourceBusy => {
            slot.insert(store.slot()?).write(text)
        }
        written => written,
    }
}

/// The text of a document, or an empty one where there is none that can be used.
fn text(store: &Store, name: &str) -> io::Result<String> {
    Ok(match store.read(name)? {
        Document::Text(text) => text,
        Document::Missing | Document::Damaged { .. } | Document::Newer => String::new(),
    })
}

/// The commands that the user has agreed to run, a line each.
pub(crate) fn commands(store: &Store) -> io::Result<BTreeSet<String>> {
    let text = text(store, COMMANDS)?;
    Ok(text.lines().map(str::to_string).collect())
}

/// How far the student of this name has got in the lessons.
pub(crate) fn lessons(store: &Store, student: &str) -> io::Result<Progress> {
    Ok(Progress::from_text(&text(store, &lessons_of(student))?))
}

/// All students, and how far each has got.
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

/// The document of a student.
fn lessons_of(student: &str) -> String {
    match student {
        "" => LESSONS.to_string(),
        name => {
            let digits: String = name.bytes().map(|byte| format!("{byte:02x}")).collect();
            format!("{LESSONS}-{digits}")
        }
    }
}

/// Whose document this is.
fn student_of(document: &str) -> Option<String> {
    let digits = document.strip_prefix(LESSONS)?.strip_prefix('-')?;
    let pairs = digits.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()
}

/// Adds progress to that of the student of this name. Another window may have changed it.
pub(crate) fn add_progress(store: &Store, student: &str, made: &Progress) -> io::Result<()> {
    let mut all = lessons(store, student)?;
    all.add(made);
    store.write(&lessons_of(student), &all.to_text())
}

/// How the games against the computer ended.
pub(crate) fn results(store: &Store) -> io::Result<Tally> {
    Ok(Tally::from_text(&text(store, RESULTS)?))
}

/// The exercises. Of a document that was cut off or damaged, the lines that are whole are taken over.
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
pub(crate) fn add_result(store: &Store, game: &str, opponent: &str, ended: Ended) -> io::Result<()> {
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

/// What the thread was asked for.
pub struct Reply<T>(Receiver<T>);

impl<T> Reply<T> {
    pub(crate) fn known(answer: T) -> Reply<T> {
        let (send, asked) = channel();
        let _ = send.send(answer);
        Reply(asked)
    }

    /// What this work finds in a thread of its own, where there are threads. Nobody waits for the thread: it may hang with a file for ever.
    pub fn of(work: impl FnOnce() -> T + Send + 'static) -> Reply<T>
    where
        T: Send + 'static,
    {
        let (send, asked) = channel();
        beside::start(move || {
            // Whoever asked may be gone.
            let _ = send.send(work());
        });
        Reply(asked)
    }

    /// The answer, if it is there.
    pub(crate) fn look(&self) -> News<T> {
        match self.0.try_recv() {
            Ok(answer) => News::Found(answer),
            Err(TryRecvError::Empty) => News::NotYet,
            Err(TryRecvError::Disconnected) => News::Done,
        }
    }

    /// Waits for the answer. None when the thread has failed, or after so long.
    pub fn wait(&self, longest: Duration) -> Option<T> {
        wait_for(&self.0, longest)
    }
}

/// The thread, as the window's side sees it.
pub(crate) struct Writer {
    /// Gone when the last order is given.
    clerk: Option<Clerk<WriterState>>,
    reports: Receiver<Report>,
    given: u64,
    last: Report,
}

impl Writer {
    /// A thread for this store, where these settings are kept already.
    pub(crate) fn start(store: Store, settings: Settings) -> Writer {
        let (send, reports) = channel();
        Writer {
            clerk: Some(Clerk::start(move || WriterState::new(store, settings, send))),
            reports,
            given: 0,
            last: Report::default(),
        }
    }

    /// Gives an order. Nobody waits for it.
    pub(crate) fn order(&mut self, order: impl FnOnce(&mut WriterState) + Send + 'static) {
        // When the thread has failed nothing is kept any more, and the reports say so.
        if let Some(clerk) = &self.clerk {
            clerk.order(order);
        }
        self.given += 1;
    }

    /// Asks for something, when all that was given before is written or has failed.
    pub(crate) fn ask<T: Send + 'static>(
        &mut self,
        about: impl FnOnce(&mut WriterState) -> T + Send + 'static,
    ) -> Reply<T> {
        let (send, asked) = channel();
        self.order(move |desk| {
            desk.write();
            // Whoever asked may be gone.
            let _ = send.send(about(desk));
        });
        Reply(asked)
    }

    /// Hears what the thread has reported meanwhile. True when all orders are done.
    pub(crate) fn look(&mut self) -> bool {
        while let Ok(report) = self.reports.try_recv() {
            self.last = report;
        }
        self.is_done()
    }

    fn is_done(&self) -> bool {
        self.last.done == self.given
    }

    /// Waits until all orders are done. What another program prevents counts as done.
    pub(crate) fn settle(&mut self) {
        while !self.is_done() {
            match self.reports.recv() {
                Ok(report) => self.last = report,
                Err(_) => break,
            }
        }
    }

    /// Why a game is not kept, if one is not.
    pub(crate) fn game_failed(&self) -> Option<&Failed> {
        self.last.game.as_ref()
    }

    /// Why the settings are not kept, if they are not.
    pub(crate) fn settings_failed(&self) -> Option<&Failed> {
        self.last.settings.as_ref()
    }

    /// The last orders are given. Waits until all is kept, some seconds at the most; false when the thread does not come to its end by
    /// then.
    pub(crate) fn end(&mut self) -> bool {
        self.clerk = None;
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
