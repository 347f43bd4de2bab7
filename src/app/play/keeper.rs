//! What is kept of a session: the game in progress and the settings, as small texts in the user's folders.
//!
//! They are written and read by a thread, the writer, so the window never waits for a folder.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use words::{filled, phrase, say, told};

use super::games::Entry;
use super::settings::{Settings, Table};
use super::settings_text;
use super::writer::{self, WriterState, Failed, Reply, Writer};
use players::exercises::{Change, Exercises};
use players::learner::Learners;
use players::tally::{Ended, Tally};
use store::{Abandoned, Document, Store};
use games::Game;
use games::clock::Allowed;
use games::saved::{Saved, Unclear};
use games::tree_text;
use lessons::tutor::progress::Progress;

/// The folder for the games that the user saves.
pub(crate) const GAMES: &str = "games";

/// A game in progress as text: each line is a word and its value.
///
/// ```
/// use games::othello::{Game, Rules};
/// use app::play::games::GAMES;
/// use app::play::keeper::{game_from_text, game_to_text};
/// use app::play::settings::Table;
/// let (game, mut table) = (Game::new(Rules::Standard), Table::default());
/// let text = game_to_text(&game, &table);
/// assert!(text.starts_with("game othello\nrules standard\n"));
/// assert_eq!(game_from_text(&text, &GAMES, &mut table).unwrap().of::<Game>(), Some(&game));
/// ```
pub fn game_to_text(game: &dyn Game, table: &Table) -> String {
    let lines = game.save().into_iter();
    let mut text: String = lines
        .map(|(word, value)| format!("{word} {value}\n"))
        .collect();
    let seats = &table.seats;
    text += &format!(
        "black {}\nwhite {}\nseed {}\n",
        seats.black, seats.white, seats.seed
    );
    if table.helped {
        text += "helped yes\n";
    }
    if let Some((x, y)) = table.stone_at {
        text += &format!("stone {x} {y}\n");
    }
    if let Some(clocks) = table.clocks {
        text += &format!("clocks {clocks}\n");
    }
    if table.time != Allowed::default() {
        text += &format!("time {}\n", table.time);
    }
    if !table.tree.adds_nothing_to(game) {
        text += &format!("lines {}\n", tree_text::text(&table.tree));
    }
    text
}

/// Reads what [`game_to_text`] wrote: returns the game and sets the table for it.
pub fn game_from_text(
    text: &str,
    games: &[Entry],
    table: &mut Table,
) -> Result<Box<dyn Game>, Unclear> {
    let saved = Saved::new(text);
    let entry = games
        .iter()
        .find(|entry| entry.kind.name == saved.get("game"));
    let entry = entry.ok_or_else(|| Unclear::Game(saved.get("game").to_string()))?;
    let game = (entry.kind.read)(&saved)?;
    let mut set = table.clone();
    set.seats.black = saved.value("black")?;
    set.seats.white = saved.value("white")?;
    set.seats.seed = saved.value("seed")?;
    set.helped = saved.get("helped") == "yes";
    set.stone_at = match saved.values("stone")?[..] {
        [x, y] => Some((x, y)).filter(|at| entry.face.grid(&*game).has(*at)),
        _ => None,
    };
    set.clocks = match saved.get("clocks") {
        "" => None,
        _ => Some(saved.value("clocks")?),
    };
    set.time = match saved.get("time") {
        "" => Allowed::default(),
        _ => saved.value("time")?,
    };
    let lines = saved.get("lines");
    let tree = tree_text::read(lines, entry.face.grid(&*game).size);
    set.tree = tree.ok_or_else(|| Unclear::Line("lines".to_string(), lines.to_string()))?;
    *table = set;
    Ok(game)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Does the game hold moves that would be lost with it, or a position that somebody has set up? Moves that were taken back count: they
/// can be played again. A game that is over does not, for nobody can continue it, unless it has other lines.
fn worth_keeping(game: &dyn Game, table: &Table) -> bool {
    match game.outcome() {
        None => game.t() > 1 || game.is_set_up() || game.copy().redo() || table.tree.size() > 1,
        Some(_) => table.tree.branches(),
    }
}

/// Why there is no folder for the user's own files. As text it is a sentence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoFolder {
    /// The user stopped waiting.
    #[error("")]
    Stopped,
    #[error("{}", say!("There is no folder for files. Name one with --data DIR."))]
    Nowhere,
    #[error("{}", say!("There is no folder for files: {why}.", why = .0))]
    NotMade(#[from] io::Error),
}

/// Why a game that was left cannot be continued or discarded. As text it is a sentence.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// A newer qipan saved it.
    #[error("{}", say!("A newer qipan saved this game."))]
    Newer,
    /// It is not what a qipan would have written.
    #[error("{}", say!("A saved game cannot be read: {why}.", why = .0))]
    Unclear(#[from] Unclear),
    /// The system does not let it be read or deleted.
    #[error("{}", say!("A saved game cannot be read: {why}.", why = .0))]
    Unreadable(#[from] io::Error),
    /// It was damaged, and is now in the file of this name.
    #[error("{}", say!("A saved game was damaged. It is now in {why}.", why = .0))]
    Damaged(String),
    /// Somebody has written or deleted it since it was listed.
    #[error("{}", say!("The saved game has changed meanwhile."))]
    Changed,
    /// Another window was faster.
    #[error("{}", say!("Another window has this game."))]
    Taken,
}

/// A game in progress that nobody is playing at the moment.
pub struct Unfinished {
    pub(crate) name: String,
    /// When it was written last.
    pub(crate) saved: SystemTime,
    /// The game and its table, or why it cannot be continued.
    pub game: Result<(Box<dyn Game>, Table), Unusable>,
}

/// The games in progress that nobody is playing.
#[derive(Default)]
pub struct Listing {
    /// The one that was played last comes first.
    pub games: Vec<Unfinished>,
    /// What to tell the player, such as which game was damaged.
    pub(crate) message: Option<String>,
}

/// A game that was taken up again.
pub(crate) struct Resumed {
    pub(crate) game: Box<dyn Game>,
    pub(crate) table: Table,
    text: String,
}

/// Keeps the game in progress and the settings, immediately after each change.
#[derive(Default)]
pub struct Keeper {
    store: Option<Store>,
    writer: Option<Writer>,
    learner: Learners,
    /// What is to be kept.
    game: String,
    settings: Settings,
    /// What is wrong with the settings, a line each.
    wrong: Vec<String>,
    /// Under which name somebody studies, and how far that one has got in the lessons.
    student: String,
    progress: Progress,
    /// How the games against the computer ended.
    tally: Tally,
    /// The positions that come back until they are solved.
    exercises: Exercises,
    /// The commands that the user had agreed to run before.
    commands: BTreeSet<String>,
    /// Does the program go on before a thing is written?
    beside: bool,
    /// Does the player know that something cannot be kept?
    complained: bool,
    /// What to tell the player, once.
    message: Option<String>,
    /// Why nothing is kept at all.
    nowhere: Option<Failed>,
    /// Why the settings could not be read.
    unread: Option<Failed>,
}

impl Keeper {
    /// Keeps nothing.
    pub fn nowhere() -> Keeper {
        Keeper::default()
    }

    /// Keeps everything in the store, and applies the settings found there. If there is no store, the player is told and the game goes
    /// on.
    pub fn open(store: io::Result<Store>, settings: &mut Settings) -> Keeper {
        let mut keeper = Keeper::nowhere();
        let store = match store {
            Ok(store) => store.impatient(),
            Err(error) => {
                let failed = Failed::new(&error);
                keeper.message = Some(say!(
                    "The game was not saved: {short}.",
                    short = failed.short()
                ));
                keeper.nowhere = Some(failed);
                return keeper;
            }
        };
        if let Err(error) = keeper.read_settings(&store, settings) {
            let why = Failed::new(&error);
            keeper.message = Some(say!(
                "The settings cannot be read: {short}.",
                short = why.short()
            ));
            keeper.unread = Some(why);
        }
        keeper.student = settings.student.clone().unwrap_or_default();
        keeper.progress = writer::lessons(&store, &keeper.student).unwrap_or_default();
        keeper.tally = writer::results(&store).unwrap_or_default();
        keeper.exercises = writer::exercises(&store).unwrap_or_default();
        // Without the document each command is asked about again.
        keeper.commands = writer::commands(&store).unwrap_or_default();
        keeper.settings = settings.clone();
        keeper.learner = Learners::of(&store);
        keeper.writer = Some(Writer::start(store.clone(), keeper.settings.clone()));
        keeper.store = Some(store);
        keeper
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
            [one] => Some(say!(
                "Line {line} of {name} is wrong.",
                line = one.line,
                name
            )),
            more => Some(say!(
                "{count} lines of {name} are wrong.",
                count = more.len(),
                name
            )),
        };
        let named = |wrong| format!("{}, {wrong}", file.display());
        self.wrong = wrong.iter().map(named).collect();
        Ok(())
    }

    /// What is wrong with the settings, a line each, to be printed when the program begins.
    pub(crate) fn wrong_settings(&self) -> &[String] {
        &self.wrong
    }

    /// From now on nobody waits until something is written: the window has to go on. Before, each thing is written when a call returns.
    pub(crate) fn beside(&mut self) {
        self.beside = true;
    }

    /// The store it keeps things in.
    pub(crate) fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// The learner whose memory is there.
    pub fn learner(&self) -> &Learners {
        &self.learner
    }

    /// The commands of other programs that the user had agreed to run before the program began.
    pub(crate) fn commands(&self) -> &BTreeSet<String> {
        &self.commands
    }

    /// Remembers that the user has agreed to run these commands.
    pub(crate) fn agree(&mut self, commands: Vec<String>) {
        self.update(move |store| writer::add_commands(store, &commands));
    }

    /// How far the student has got in the lessons.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// How far the student of this name has got.
    pub(crate) fn progress_of(&mut self, name: &str) -> Reply<Progress> {
        let name = name.to_string();
        self.ask(Progress::default(), move |state| {
            writer::lessons(&state.store, &name).unwrap_or_default()
        })
    }

    /// From now on the student of this name studies, who has got so far.
    pub(crate) fn study_as(&mut self, name: &str, progress: Progress) {
        if self.student != name {
            (self.student, self.progress) = (name.to_string(), progress);
        }
    }

    /// Changes how far the student has got, and keeps it.
    pub(crate) fn progress_made(&mut self, change: impl FnOnce(&mut Progress)) {
        let before = self.progress.clone();
        change(&mut self.progress);
        if self.progress != before {
            let (student, made) = (self.student.clone(), self.progress.clone());
            self.update(move |store| writer::add_progress(store, &student, &made));
        }
    }

    /// How the games against the computer ended, as far as this program knows.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// One more game against a computer has ended.
    pub fn count(&mut self, game: &'static str, opponent: &str, ended: Ended) {
        self.tally.add(game, opponent, ended);
        let opponent = opponent.to_string();
        self.update(move |store| writer::add_result(store, game, &opponent, ended));
    }

    /// The exercises, as far as this program knows.
    pub fn exercises(&self) -> &Exercises {
        &self.exercises
    }

    /// Something has happened to the exercises.
    pub fn exercise(&mut self, changes: Vec<Change>) {
        if !changes.is_empty() {
            changes
                .iter()
                .for_each(|change| self.exercises.change(change));
            self.update(move |store| writer::change_exercises(store, &changes));
        }
    }

    /// How all games against the computer ended, also those in other windows.
    pub(crate) fn all_results(&mut self) -> Reply<Tally> {
        let known = self.tally.clone();
        self.ask(known.clone(), move |state| {
            writer::results(&state.store).unwrap_or(known)
        })
    }

    /// Keeps the settings, if they have changed, where there is no game at the board.
    pub(crate) fn keep_settings(&mut self, settings: &Settings) {
        if settings_text::differ(settings, &self.settings) {
            self.settings = settings.clone();
            let (game, settings) = (self.game.clone(), settings.clone());
            self.order(move |state| state.keep(game, settings));
        }
    }

    /// The folder of this name for the user's own files.
    pub(crate) fn folder(&self, name: &str) -> Reply<Result<PathBuf, NoFolder>> {
        match (&self.store, name.to_string()) {
            (Some(store), name) => {
                let store = store.clone();
                Reply::of(move || Ok(store.folder(&name)?))
            }
            (None, _) => Reply::known(Err(NoFolder::Nowhere)),
        }
    }

    pub(crate) fn keeps(&self) -> bool {
        self.store.is_some()
    }

    /// What to tell the player: each message is returned once.
    pub(crate) fn message(&mut self) -> Option<String> {
        self.hear();
        self.message.take().or_else(|| self.learner.message())
    }

    /// Keeps the game, or forgets it when it is over or no move of it was ever made, and the settings. What did not change
    /// is not written again; what could not be written is tried again each time.
    pub fn keep(&mut self, game: &dyn Game, table: &Table, settings: &Settings) {
        let game = text_to_keep(game, table);
        self.hear();
        let failed = self.failed().is_some();
        let differ = game != self.game || settings_text::differ(settings, &self.settings);
        if self.writer.is_some() && (failed || differ) {
            (self.game, self.settings) = (game.clone(), settings.clone());
            let settings = settings.clone();
            self.order(move |state| state.keep(game, settings));
        }
    }

    /// Is everything written, as far as it can be?
    pub(crate) fn is_settled(&mut self) -> bool {
        self.writer.as_mut().is_none_or(Writer::look)
    }

    /// Is something not written yet? Then a message may come without a key.
    pub(crate) fn is_at_work(&mut self) -> bool {
        !self.is_settled() || self.failed().is_some()
    }

    /// Can the game be left without losing anything? It has no moves, or it is kept as it stands.
    pub fn is_safe(&mut self, game: &dyn Game, table: &Table) -> bool {
        let text = text_to_keep(game, table);
        let kept = text == self.game && self.is_settled();
        let writer = self.writer.as_ref();
        text.is_empty() || kept && writer.is_some_and(|writer| writer.game_failed().is_none())
    }

    fn order(&mut self, order: impl FnOnce(&mut WriterState) + Send + 'static) {
        if let Some(writer) = &mut self.writer {
            writer.order(order);
            if !self.beside {
                writer.settle();
            }
        }
        self.hear();
    }

    fn update(&mut self, update: impl Fn(&Store) -> io::Result<()> + Send + 'static) {
        self.order(move |state| state.update(update));
    }

    /// Why the game or else the settings were not saved, with what is said of it at the board and at the end.
    fn failed(&self) -> Option<(&Failed, [&'static str; 2])> {
        const GAME: [&str; 2] = [
            phrase!("The game was not saved: {short}."),
            phrase!("the game was not saved: {long}"),
        ];
        const SETTINGS: [&str; 2] = [
            phrase!("The settings were not saved: {short}."),
            phrase!("the settings were not saved: {long}"),
        ];
        let writer = self.writer.as_ref()?;
        let game = writer.game_failed().map(|why| (why, GAME));
        game.or(writer.settings_failed().map(|why| (why, SETTINGS)))
    }

    /// Hears what the writer says. A failure, such as a full disk, is told once: the game goes on.
    fn hear(&mut self) {
        self.is_settled();
        match self.failed() {
            Some((why, [said, _])) if !self.complained => {
                self.message = Some(filled(told(said), &[("short", &why.short())]));
                self.complained = true;
            }
            None if self.complained => {
                self.message = Some(say!("Everything is saved now.").to_string());
                self.complained = false;
            }
            _ => {}
        }
    }

    /// What is not kept, and why, to be printed when the program ends.
    pub fn trouble(&mut self) -> Option<String> {
        self.is_settled();
        if let Some(why) = &self.nowhere {
            return Some(say!("the game was not saved: {long}", long = why.long()));
        }
        if let Some((why, [_, said])) = self.failed() {
            return Some(filled(told(said), &[("long", &why.long())]));
        }
        let unread = self.unread.as_ref()?;
        Some(say!(
            "the settings were not read: {long}",
            long = unread.long()
        ))
    }

    /// The program ends. Waits some seconds at the most for what is not written yet; what is not kept then, and why.
    pub fn finish(mut self) -> Option<String> {
        let ended = self.writer.as_mut().is_none_or(Writer::end);
        let trouble = match ended {
            true => self.trouble(),
            false => Some(say!("the game was not saved: the folder does not answer").to_string()),
        };
        self.writer = None;
        trouble
    }

    /// Lets go of the game that was kept last. It stays where it is, and the next game gets a slot of its own.
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

    /// Is there a game to continue? If that cannot be told, there may be one.
    pub(crate) fn has_unfinished(&mut self) -> Reply<bool> {
        self.ask(false, |state| {
            state.store
                .abandoned()
                .map_or(true, |games| !games.is_empty())
        })
    }

    /// The games to go on with, each one of these games.
    pub fn unfinished(&mut self, games: &'static [Entry]) -> Reply<Listing> {
        self.ask(Listing::default(), move |state| list(&state.store, games))
    }

    /// Takes up a game that was left, one of these games, and sets this table for it. Where that cannot be done the game is left where it
    /// is.
    pub(crate) fn resume(
        &mut self,
        name: &str,
        games: &'static [Entry],
        mut table: Table,
    ) -> Reply<Result<Resumed, Unusable>> {
        let name = name.to_string();
        self.ask(Err(Unusable::Changed), move |state| {
            let slot = state.store.take(&name)?.ok_or(Unusable::Taken)?;
            let Document::Text(text) = slot.read()? else {
                return Err(Unusable::Changed);
            };
            let game = game_from_text(&text, games, &mut table)?;
            state.take_up(slot, text.clone());
            Ok(Resumed { game, table, text })
        })
    }

    /// This game is the one at the board now.
    pub(crate) fn resumed(&mut self, resumed: Resumed) -> (Box<dyn Game>, Table) {
        self.game = resumed.text;
        (resumed.game, resumed.table)
    }

    /// Deletes a game that was left.
    pub(crate) fn discard(&mut self, name: &str) -> Reply<Result<(), Unusable>> {
        let name = name.to_string();
        self.ask(Err(Unusable::Changed), move |state| {
            let slot = state.store.take(&name)?.ok_or(Unusable::Taken)?;
            Ok(slot.clear()?)
        })
    }
}

/// The program ends, or a test: what is to be kept is written, and other windows can have the game.
impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.end();
        }
    }
}

/// The text of a game that is worth keeping, nothing for another.
fn text_to_keep(game: &dyn Game, table: &Table) -> String {
    match worth_keeping(game, table) {
        true => game_to_text(game, table),
        false => String::new(),
    }
}

/// The games of the store that nobody is playing. A damaged one is named in the message.
fn list(store: &Store, games: &[Entry]) -> Listing {
    let mut listing = Listing::default();
    let abandoned = match store.abandoned() {
        Ok(abandoned) => abandoned,
        Err(error) => {
            let why = Failed::new(&error);
            listing.message = Some(say!(
                "The games cannot be listed: {short}.",
                short = why.short()
            ));
            return listing;
        }
    };
    for Abandoned { name, saved } in abandoned {
        let game = match store.read(&name) {
            Ok(Document::Text(text)) => {
                let mut table = Table::default();
                let game = game_from_text(&text, games, &mut table);
                game.map(|game| (game, table)).map_err(Unusable::Unclear)
            }
            Ok(Document::Newer) => Err(Unusable::Newer),
            Ok(Document::Missing) => continue,
            Ok(Document::Damaged { kept_as }) => {
                listing.message = Some(Unusable::Damaged(file_name(&kept_as)).to_string());
                continue;
            }
            Err(error) => Err(Unusable::Unreadable(error)),
        };
        listing.games.push(Unfinished { name, saved, game });
    }
    listing
}
