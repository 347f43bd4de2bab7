//! The user's profile: the game in progress, the settings, the results, the exercises and the progress.
//!
//! A writer thread reads and writes the files, so the window never waits for a disk.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use words::{fill, phrase, say, translate};

use super::games::{ActiveGame, Entry};
use super::settings::{GameStart, Settings, Table};
use super::settings_text;
use super::writer::{self, Failed, Report, Writer, WriterState};
use games::Game;
use games::clock::TimeControl;
use games::saved::{BadSave, Saved};
use games::stone::Lost;
use games::tree_text;
use lessons::tutor::progress::Progress;
use players::exercises::{Change, Exercises};
use players::job::Reply;
use players::learner::Learners;
use players::tally::{GameResult, Tally};
use store::{Abandoned, Document, Store};

/// The name of the folder for saved games.
pub(crate) const GAMES: &str = "games";

/// The words for the names of the people in a saved game.
const NAMES: [&str; 2] = ["name", "friend"];

/// Writes a game in progress as text: a word and its value on each line.
///
/// ```
/// use games::othello::{Game, Rules};
/// use app::play::games::GAMES;
/// use app::play::profile::{game_from_text, game_to_text};
/// use app::play::settings::Table;
/// let (game, mut table) = (Game::new(Rules::Standard), Table::default());
/// let text = game_to_text(&game, &table);
/// assert!(text.starts_with("game othello\nrules standard\n"));
/// assert_eq!(game_from_text(&text, &GAMES, &mut table).unwrap().of::<Game>(), Some(&game));
/// ```
pub fn game_to_text(game: &dyn Game, table: &Table) -> String {
    let lines = game.save().into_iter();
    let mut text: String = lines.map(|(word, value)| format!("{word} {value}\n")).collect();
    let seats = &table.seats;
    text += &format!("black {}\nwhite {}\nseed {}\n", seats.black, seats.white, seats.seed);
    for (word, name) in NAMES.iter().zip(&seats.names).filter(|(_, name)| !name.is_empty()) {
        text += &format!("{word} {name}\n");
    }
    match game.lost() {
        Some((_, Lost::Resigned)) => text += "lost resigned\n",
        Some((_, Lost::OutOfTime)) => text += "lost time\n",
        None => {}
    }
    if table.helped {
        text += "helped yes\n";
    }
    if let Some((x, y)) = table.stone_at {
        text += &format!("stone {x} {y}\n");
    }
    if let Some(clocks) = table.clocks {
        text += &format!("clocks {clocks}\n");
    }
    if table.time != TimeControl::default() {
        text += &format!("time {}\n", table.time);
    }
    match table.begins {
        GameStart::Standard => {}
        GameStart::Random => text += "begins random\n",
        GameStart::Named(n) => text += &format!("begins {n}\n"),
    }
    if !table.tree.adds_nothing_to(game) {
        text += &format!("lines {}\n", tree_text::text(&table.tree));
    }
    text
}

/// Parses the text of [`game_to_text`]. Returns the game and sets up the table for it.
pub fn game_from_text(text: &str, games: &'static [Entry], table: &mut Table) -> Result<ActiveGame, BadSave> {
    let saved = Saved::new(text);
    let entry = games.iter().find(|entry| entry.kind.name == saved.get("game"));
    let entry = entry.ok_or_else(|| BadSave::Game(saved.get("game").to_string()))?;
    let mut game = ActiveGame { game: (entry.kind.read)(&saved)?, entry };
    match saved.get("lost") {
        "resigned" => game.game.lose(Lost::Resigned),
        "time" => game.game.lose(Lost::OutOfTime),
        _ => {}
    }
    let mut set = table.clone();
    set.seats.black = saved.value("black")?;
    set.seats.white = saved.value("white")?;
    set.seats.seed = saved.value("seed")?;
    set.seats.names = NAMES.map(|word| saved.get(word).to_string());
    set.helped = saved.get("helped") == "yes";
    set.stone_at = match saved.values("stone")?[..] {
        [x, y] => Some((x, y)).filter(|at| game.grid().has(*at)),
        _ => None,
    };
    set.clocks = saved.optional("clocks")?;
    set.time = saved.optional("time")?.unwrap_or_default();
    set.begins = match saved.get("begins") {
        "" => GameStart::Standard,
        "random" => GameStart::Random,
        _ => GameStart::Named(saved.value("begins")?),
    };
    let lines = saved.get("lines");
    let tree = tree_text::read(lines, game.grid().size);
    set.tree = tree.ok_or_else(|| BadSave::Line("lines".to_string(), lines.to_string()))?;
    *table = set;
    Ok(game)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The reason why an unfinished game cannot be resumed or discarded. The message is a whole sentence.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// A game that a newer version of the program saved.
    #[error("{}", say!("A newer version of qipan saved this game."))]
    Newer,
    /// A game with malformed text.
    #[error("{}", say!("A saved game cannot be read: {why}.", why = .0))]
    Unclear(#[from] BadSave),
    /// A game that the system cannot read or delete.
    #[error("{}", say!("A saved game cannot be read: {why}.", why = .0))]
    Unreadable(#[from] io::Error),
    /// A damaged game, which was moved to the file with this name.
    #[error("{}", say!("A saved game was damaged and moved to {why}.", why = .0))]
    Damaged(String),
    /// A game that was changed or deleted after it was listed.
    #[error("{}", say!("The saved game has changed in the meantime."))]
    Changed,
    /// A game that another window has resumed.
    #[error("{}", say!("This game is open in another window."))]
    Taken,
}

/// A kept game that nobody is playing at the moment.
pub struct Kept {
    /// The document of an unfinished game, or the time of a finished game's end, in ms.
    pub(crate) name: String,
    /// The time of the game's last change.
    pub(crate) saved: SystemTime,
    /// The game and its table, or the reason why the game cannot be opened.
    pub game: Result<(ActiveGame, Table), ResumeError>,
}

/// The kept games that nobody is playing.
#[derive(Default)]
pub struct Listing {
    /// The unfinished games and then the finished ones, each most recent first.
    pub games: Vec<Kept>,
    /// A message for the user, for example about a damaged game.
    pub(crate) message: Option<String>,
}

pub(crate) struct Resumed {
    pub(crate) game: ActiveGame,
    pub(crate) table: Table,
    text: String,
}

/// The user's data, which is saved after each change.
#[derive(Default)]
pub struct Profile {
    store: Option<Store>,
    writer: Option<Writer>,
    learner: Learners,
    /// The text of the game that the writer received last.
    game: String,
    settings: Settings,
    /// The errors in the settings file, one line each.
    wrong: Vec<String>,
    /// The name of the current student.
    student: String,
    /// The current student's progress.
    progress: Progress,
    /// The results against the computer.
    tally: Tally,
    exercises: Exercises,
    /// The text of the last new game of each kind.
    last: BTreeMap<&'static str, String>,
    /// The engine commands that the user approved.
    commands: BTreeSet<String>,
    /// True if calls return before the data is written.
    beside: bool,
    /// True if the user has been told that something cannot be saved.
    complained: bool,
    /// A message for the user, shown once.
    message: Option<String>,
    /// The reason why the store could not be opened or the settings could not be read.
    unusable: Option<String>,
}

impl Profile {
    /// Creates a profile that is never saved.
    pub fn in_memory() -> Profile {
        Profile::default()
    }

    /// Opens the store and applies its settings. Without a store the user gets a message and the game
    /// continues.
    pub fn open(store: io::Result<Store>, settings: &mut Settings) -> Profile {
        let mut profile = Profile::in_memory();
        let store = match store {
            Ok(store) => store.impatient(),
            Err(error) => {
                let failed = Failed::new(&error);
                profile.message = Some(say!("The game was not saved: {short}.", short = failed.short()));
                profile.unusable = Some(say!("the game was not saved: {long}", long = failed.long()));
                return profile;
            }
        };
        if let Err(error) = profile.read_settings(&store, settings) {
            let why = Failed::new(&error);
            profile.message = Some(say!("The settings cannot be read: {short}.", short = why.short()));
            profile.unusable = Some(say!("the settings were not read: {long}", long = why.long()));
        }
        profile.student = settings.student.clone().unwrap_or_default();
        profile.progress = writer::lessons(&store, &profile.student).unwrap_or_default();
        profile.tally = writer::results(&store).unwrap_or_default();
        profile.exercises = writer::exercises(&store).unwrap_or_default();
        // Without this document the program asks about each command again.
        profile.commands = writer::commands(&store).unwrap_or_default();
        profile.settings = settings.clone();
        profile.learner = Learners::of(&store);
        profile.writer = Some(Writer::start(store.clone(), profile.settings.clone()));
        profile.store = Some(store);
        profile
    }

    fn read_settings(&mut self, store: &Store, settings: &mut Settings) -> io::Result<()> {
        let Some(text) = store.settings()? else {
            return Ok(());
        };
        let wrong = settings_text::read(&text, settings);
        let file = store.settings_file();
        let name = file_name(&file);
        self.message = match &wrong[..] {
            [] => None,
            [one] => Some(say!("Line {line} of {name} is invalid.", line = one.line, name)),
            more => Some(say!("{count} lines of {name} are invalid.", count = more.len(), name)),
        };
        let named = |wrong| format!("{}, {wrong}", file.display());
        self.wrong = wrong.iter().map(named).collect();
        Ok(())
    }

    /// Returns the errors in the settings file, one line each, for the terminal.
    pub(crate) fn wrong_settings(&self) -> &[String] {
        &self.wrong
    }

    /// Makes calls return before the data is written, because a window must not wait.
    pub(crate) fn beside(&mut self) {
        self.beside = true;
    }

    pub(crate) fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    pub fn learner(&self) -> &Learners {
        &self.learner
    }

    /// Returns the text of the last new game of this kind, or an empty text.
    pub(crate) fn last(&mut self, kind: &'static str) -> Reply<String> {
        match self.last.get(kind) {
            Some(text) => Reply::known(text.clone()),
            None => self.ask(String::new(), move |state| {
                writer::text(&state.store, &format!("last-{kind}")).unwrap_or_default()
            }),
        }
    }

    /// Remembers the text of a new game of this kind.
    pub(crate) fn remember(&mut self, kind: &'static str, text: String) {
        self.last.insert(kind, text.clone());
        self.update(move |store| store.write(&format!("last-{kind}"), &text));
    }

    /// True if the user approved this engine command.
    pub(crate) fn approves(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Remembers that the user approved these commands.
    pub(crate) fn agree(&mut self, commands: Vec<String>) {
        self.commands.extend(commands.iter().cloned());
        self.update(move |store| writer::add_commands(store, &commands));
    }

    /// Returns the current student's progress.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Reads the progress of a student.
    pub(crate) fn progress_of(&mut self, name: &str) -> Reply<Progress> {
        let name = name.to_string();
        self.ask(Progress::default(), move |state| writer::lessons(&state.store, &name).unwrap_or_default())
    }

    /// Makes this the current student.
    pub(crate) fn study_as(&mut self, name: &str, progress: Progress) {
        if self.student != name {
            (self.student, self.progress) = (name.to_string(), progress);
        }
    }

    /// Changes the current student's progress and saves it.
    pub(crate) fn progress_made(&mut self, change: impl FnOnce(&mut Progress)) {
        let before = self.progress.clone();
        change(&mut self.progress);
        if self.progress != before {
            let (student, made) = (self.student.clone(), self.progress.clone());
            self.update(move |store| writer::add_progress(store, &student, &made));
        }
    }

    /// Returns the results against the computer, except those that other windows have added.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Counts a finished game against a computer.
    pub fn count(&mut self, game: &'static str, opponent: &str, ended: GameResult) {
        self.tally.add(game, opponent, ended);
        let opponent = opponent.to_string();
        self.update(move |store| writer::add_result(store, game, &opponent, ended));
    }

    /// Returns the exercises, except those that other windows have added.
    pub fn exercises(&self) -> &Exercises {
        &self.exercises
    }

    /// Applies changes to the exercises and saves them.
    pub fn exercise(&mut self, changes: Vec<Change>) {
        if !changes.is_empty() {
            changes.iter().for_each(|change| self.exercises.change(change));
            self.update(move |store| writer::change_exercises(store, &changes));
        }
    }

    /// Reads all results against the computer, including those of other windows.
    pub(crate) fn all_results(&mut self) -> Reply<Tally> {
        let known = self.tally.clone();
        self.ask(known.clone(), move |state| writer::results(&state.store).unwrap_or(known))
    }

    /// Saves changed settings while there is no game at the board.
    pub(crate) fn keep_settings(&mut self, settings: &Settings) {
        if settings_text::differ(settings, &self.settings) {
            self.settings = settings.clone();
            let (game, settings) = (self.game.clone(), settings.clone());
            self.order(move |state| state.keep(game, settings));
        }
    }

    pub(crate) fn keeps(&self) -> bool {
        self.store.is_some()
    }

    /// Returns each message for the user once.
    pub(crate) fn message(&mut self) -> Option<String> {
        self.read_reports();
        self.message.take().or_else(|| self.learner.message())
    }

    /// Saves the game and the settings if they have changed. Deletes a game that is not worth saving, such as
    /// one without moves. Every call retries failed writes.
    pub fn keep(&mut self, game: &dyn Game, table: &Table, settings: &Settings) {
        let game = text_to_keep(game, table);
        self.read_reports();
        let failed = self.failed().is_some();
        let differ = game != self.game || settings_text::differ(settings, &self.settings);
        if self.writer.is_some() && (failed || differ) {
            (self.game, self.settings) = (game.clone(), settings.clone());
            let settings = settings.clone();
            self.order(move |state| state.keep(game, settings));
        }
    }

    /// True if the writer has carried out all orders, successfully or not.
    pub(crate) fn is_settled(&mut self) -> bool {
        self.writer.as_mut().is_none_or(Writer::look)
    }

    /// True if a write is pending, so that a message may arrive without a key.
    pub(crate) fn has_pending_writes(&mut self) -> bool {
        !self.is_settled() || self.failed().is_some()
    }

    /// True if the user can leave the game without losing anything: it has no moves, or its current state is
    /// saved.
    pub fn is_safe(&mut self, game: &dyn Game, table: &Table) -> bool {
        let text = text_to_keep(game, table);
        let kept = text == self.game && self.is_settled();
        let writer = self.writer.as_ref();
        text.is_empty() || kept && writer.is_some_and(|writer| writer.last.game.is_none())
    }

    fn order(&mut self, order: impl FnOnce(&mut WriterState) + Send + 'static) {
        if let Some(writer) = &mut self.writer {
            writer.order(order);
            if !self.beside {
                writer.settle();
            }
        }
        self.read_reports();
    }

    /// Changes the store in the background. A failed change is tried again.
    pub(crate) fn update(&mut self, update: impl Fn(&Store) -> io::Result<()> + Send + 'static) {
        self.order(move |state| state.update(update));
    }

    /// Returns the reason why the game or the settings were not saved, and the messages that report it on the
    /// board and on the terminal.
    fn failed(&self) -> Option<(&Failed, [&'static str; 2])> {
        const GAME: [&str; 2] =
            [phrase!("The game was not saved: {short}."), phrase!("the game was not saved: {long}")];
        const SETTINGS: [&str; 2] = [
            phrase!("The settings were not saved: {short}."),
            phrase!("the settings were not saved: {long}"),
        ];
        let Report { game, settings, .. } = &self.writer.as_ref()?.last;
        let game = game.as_ref().map(|why| (why, GAME));
        game.or(settings.as_ref().map(|why| (why, SETTINGS)))
    }

    /// Reads the writer's reports. A failure such as a full disk produces one message; the game continues.
    fn read_reports(&mut self) {
        self.is_settled();
        match self.failed() {
            Some((why, [said, _])) if !self.complained => {
                self.message = Some(fill(translate(said), &[("short", &why.short())]));
                self.complained = true;
            }
            None if self.complained => {
                self.message = Some(say!("Everything has been saved.").to_string());
                self.complained = false;
            }
            _ => {}
        }
    }

    /// Returns the message for the terminal at the end of the program if something was not saved.
    pub fn trouble(&mut self) -> Option<String> {
        self.is_settled();
        match self.failed() {
            Some((why, [_, said])) => Some(fill(translate(said), &[("long", &why.long())])),
            None => self.unusable.clone(),
        }
    }

    /// Finishes all writing. Waits a few seconds at most, and returns a message if something could not be
    /// saved.
    pub fn finish(mut self) -> Option<String> {
        let ended = self.writer.as_mut().is_none_or(Writer::end);
        let trouble = match ended {
            true => self.trouble(),
            false => Some(say!("the game was not saved: the folder does not respond").to_string()),
        };
        self.writer = None;
        trouble
    }

    /// Releases the current game's slot. The game stays there, and the next game gets a new slot.
    pub fn leave(&mut self) {
        self.game.clear();
        self.order(WriterState::leave);
    }

    fn ask<T: Send + 'static>(
        &mut self,
        otherwise: T,
        about: impl FnOnce(&mut WriterState) -> T + Send + 'static,
    ) -> Reply<T> {
        match &mut self.writer {
            Some(writer) => writer.ask(about),
            None => Reply::known(otherwise),
        }
    }

    /// Asks the store whether there is a game to continue. The answer is also true if the store cannot tell.
    pub(crate) fn has_unfinished(&mut self) -> Reply<bool> {
        self.ask(false, |state| state.store.abandoned().map_or(true, |games| !games.is_empty()))
    }

    /// Lists the unfinished games, and with `finished` the finished ones after them.
    pub fn kept(&mut self, games: &'static [Entry], finished: bool) -> Reply<Listing> {
        self.ask(Listing::default(), move |state| list(&state.store, games, finished))
    }

    /// Keeps a finished game in the list of games, and notes the time of its end on the table.
    pub fn keep_finished(&mut self, game: &dyn Game, table: &mut Table) {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
        let ended = *table.ended.get_or_insert_with(now);
        let text = game_to_text(game, table);
        self.update(move |store| writer::keep_finished(store, ended, &text));
    }

    /// Resumes an unfinished game, or shows a finished one, and sets up this table for it. On an error the
    /// game stays where it is.
    pub(crate) fn resume(
        &mut self,
        name: &str,
        games: &'static [Entry],
        mut table: Table,
    ) -> Reply<Result<Resumed, ResumeError>> {
        let name = name.to_string();
        self.ask(Err(ResumeError::Changed), move |state| {
            if let Ok(ended) = name.parse() {
                let all = writer::finished(&state.store)?;
                let (_, text) = all.into_iter().find(|one| one.0 == ended).ok_or(ResumeError::Changed)?;
                let game = game_from_text(&text, games, &mut table)?;
                table.ended = Some(ended);
                return Ok(Resumed { game, table, text: String::new() });
            }
            let slot = state.store.take(&name)?.ok_or(ResumeError::Taken)?;
            let Document::Text(text) = slot.read()? else {
                return Err(ResumeError::Changed);
            };
            let game = game_from_text(&text, games, &mut table)?;
            state.take_up(slot, text.clone());
            Ok(Resumed { game, table, text })
        })
    }

    /// Makes a resumed game the current one.
    pub(crate) fn resumed(&mut self, resumed: Resumed) -> (ActiveGame, Table) {
        self.game = resumed.text;
        (resumed.game, resumed.table)
    }

    /// Deletes a kept game.
    pub(crate) fn discard(&mut self, name: &str) -> Reply<Result<(), ResumeError>> {
        let name = name.to_string();
        self.ask(Err(ResumeError::Changed), move |state| {
            if let Ok(ended) = name.parse() {
                return Ok(writer::keep_finished(&state.store, ended, "")?);
            }
            let slot = state.store.take(&name)?.ok_or(ResumeError::Taken)?;
            Ok(slot.clear()?)
        })
    }
}

/// Writes everything and releases the game for other windows.
impl Drop for Profile {
    fn drop(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.end();
        }
    }
}

/// Returns the text of a game that is worth saving: it has moves, possibly taken back, or a position that was set
/// up. A finished game is not worth saving, unless it has variations. Its text is empty.
fn text_to_keep(game: &dyn Game, table: &Table) -> String {
    let is_worth_it = match game.outcome() {
        None if table.drawn => false,
        // The seat in a room is worth keeping from the start.
        None if !table.seats.names[1].is_empty() => true,
        None => game.t() > 1 || game.is_set_up() || game.copy().redo() || table.tree.size() > 1,
        Some(_) => table.tree.branches(),
    };
    if is_worth_it { game_to_text(game, table) } else { String::new() }
}

/// Lists the kept games in the store. The message names a damaged one.
fn list(store: &Store, games: &'static [Entry], finished: bool) -> Listing {
    let read = |text: &str| {
        let mut table = Table::default();
        let game = game_from_text(text, games, &mut table);
        game.map(|game| (game, table)).map_err(ResumeError::Unclear)
    };
    let mut listing = Listing::default();
    let abandoned = match store.abandoned() {
        Ok(abandoned) => abandoned,
        Err(error) => {
            let why = Failed::new(&error);
            listing.message = Some(say!("The games cannot be listed: {short}.", short = why.short()));
            return listing;
        }
    };
    for Abandoned { name, saved } in abandoned {
        let game = match store.read(&name) {
            Ok(Document::Text(text)) => read(&text),
            Ok(Document::Newer) => Err(ResumeError::Newer),
            Ok(Document::Missing) => continue,
            Ok(Document::Damaged { kept_as }) => {
                listing.message = Some(ResumeError::Damaged(file_name(&kept_as)).to_string());
                continue;
            }
            Err(error) => Err(ResumeError::Unreadable(error)),
        };
        listing.games.push(Kept { name, saved, game });
    }
    if finished {
        for (ended, text) in writer::finished(store).unwrap_or_default() {
            let saved = UNIX_EPOCH + Duration::from_millis(ended);
            listing.games.push(Kept { name: ended.to_string(), saved, game: read(&text) });
        }
    }
    listing
}
