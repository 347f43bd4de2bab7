//! What is kept of a session: the game in progress and the settings, as small texts in the user's folder.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::dialog::sentence;
use super::games::Entry;
use super::settings::{Settings, Table};
use crate::games::Game;
use crate::games::saved::{Saved, Unclear};
use crate::players::Player;
use crate::players::learner::Learners;
use crate::screen::theme::THEMES;
use crate::store::{Abandoned, Document, Slot, Store};
use crate::tutor::progress::Progress;

/// The name of the settings' document.
const SETTINGS: &str = "settings";
/// The name of the document that holds how far a class has got in the lessons.
const LESSONS: &str = "lessons";

/// The folder for the games that the user saves.
pub const GAMES: &str = "games";

/// A game in progress as text: each line is a word and its value.
///
/// ```
/// use qipan::games::othello::{Game, Rules};
/// use qipan::play::games::GAMES;
/// use qipan::play::keeper::{game_from_text, game_to_text};
/// use qipan::play::settings::Table;
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
    if let Some((x, y)) = table.stone_at {
        text += &format!("stone {x} {y}\n");
    }
    if let Some(clocks) = table.clocks {
        text += &format!("clocks {clocks}\n");
    }
    text
}

/// Reads what [`game_to_text`] wrote: returns the game and sets the table for it.
///
/// # Errors
/// The first thing that is wrong with the text. The table is unchanged then.
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
    set.stone_at = match saved.values("stone")?[..] {
        [x, y] => Some((x, y)).filter(|at| entry.face.grid().has(*at)),
        _ => None,
    };
    set.clocks = match saved.get("clocks") {
        "" => None,
        _ => Some(saved.value("clocks")?),
    };
    *table = set;
    Ok(game)
}

/// The settings as text.
fn settings_to_text(settings: &Settings) -> String {
    let on_or_off = |on| if on { "on" } else { "off" };
    let hints = settings.hints.map_or("auto", on_or_off);
    let sound = on_or_off(settings.sound);
    let numbers = on_or_off(settings.numbers);
    let (black, white) = &settings.one_player;
    format!(
        "theme {}\nhints {hints}\nspeed {}\nsound {sound}\nnumbers {numbers}\nblack {black}\nwhite {white}\n",
        settings.theme.name, settings.speed
    )
}

/// Applies the settings in a text. A line that makes no sense changes nothing.
fn settings_from_text(text: &str, settings: &mut Settings) {
    let saved = Saved::new(text);
    let theme = saved.get("theme");
    if let Some(theme) = THEMES.iter().find(|t| t.name == theme) {
        settings.theme = theme;
    }
    let on_or_off = |word| match saved.get(word) {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    };
    settings.hints = on_or_off("hints").or(settings.hints);
    settings.sound = on_or_off("sound").unwrap_or(settings.sound);
    settings.numbers = on_or_off("numbers").unwrap_or(settings.numbers);
    if let Ok(speed) = saved.value("speed") {
        settings.speed = speed;
    }
    if let (Ok(black), Ok(white)) = (saved.value("black"), saved.value("white")) {
        let players: (Player, Player) = (black, white);
        if players.0.is_computer() || players.1.is_computer() {
            settings.one_player = players;
        }
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Does the game hold moves that would be lost with it? Moves that were taken back count: they can be played again. A
/// game that is over does not: nobody can continue it.
fn worth_keeping(game: &dyn Game) -> bool {
    game.outcome().is_none() && (game.t() > 1 || game.copy().redo())
}

/// A game in progress that nobody is playing at the moment.
pub struct Unfinished {
    /// The name of its document.
    pub name: String,
    /// When it was written last.
    pub saved: SystemTime,
    /// The game and its table, or why it cannot be continued.
    pub game: Result<(Box<dyn Game>, Table), String>,
}

/// Keeps the game in progress and the settings, immediately after each change.
pub struct Keeper {
    store: Option<Store>,
    slot: Option<Slot>,
    learner: Learners,
    /// What was kept last.
    kept: String,
    settings: String,
    /// How far a class has got in the lessons.
    progress: Progress,
    /// What to tell the player, once.
    message: Option<String>,
    /// The first thing that went wrong, in full.
    trouble: Option<String>,
}

impl Keeper {
    /// Keeps nothing.
    pub fn nowhere() -> Keeper {
        Keeper {
            store: None,
            slot: None,
            learner: Learners::default(),
            kept: String::new(),
            settings: String::new(),
            progress: Progress::default(),
            message: None,
            trouble: None,
        }
    }

    /// Keeps everything in the store, and applies the settings found there. If there is no store, the player is told and the game goes
    /// on.
    pub fn open(store: io::Result<Store>, settings: &mut Settings) -> Keeper {
        let mut keeper = Keeper::nowhere();
        let store = match store {
            Ok(store) => store,
            Err(error) => {
                keeper.complain(&error);
                return keeper;
            }
        };
        match store.read(SETTINGS) {
            Ok(Document::Text(text)) => settings_from_text(&text, settings),
            Ok(Document::Damaged { kept_as, .. }) => {
                let name = file_name(&kept_as);
                keeper.message = Some(format!(
                    "The settings were damaged. They are now in {name}."
                ));
            }
            Ok(Document::Missing | Document::Newer) => {}
            Err(error) => keeper.complain(&error),
        }
        if let Ok(Document::Text(text)) = store.read(LESSONS) {
            keeper.progress = Progress::from_text(&text);
        }
        keeper.settings = settings_to_text(settings);
        keeper.learner = Learners::of(&store);
        keeper.store = Some(store);
        keeper
    }

    /// The store it keeps things in.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// The learner whose memory is there.
    pub fn learner(&self) -> &Learners {
        &self.learner
    }

    /// How far a class has got in the lessons.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Changes how far a class has got, and keeps it.
    pub fn progress_made(&mut self, change: impl FnOnce(&mut Progress)) {
        let before = self.progress.clone();
        change(&mut self.progress);
        if let Some(store) = &self.store
            && self.progress != before
            && let Err(error) = store.write(LESSONS, &self.progress.to_text())
        {
            self.complain(&error);
        }
    }

    /// The folder of this name for the user's own files, or what to tell the player when there is none.
    pub fn folder(&self, name: &str) -> Result<PathBuf, String> {
        match &self.store {
            Some(store) => store.folder(name).map_err(|error| sentence(&error)),
            None => Err("There is no folder for files. Name one with --data DIR.".to_string()),
        }
    }

    /// Does it keep anything?
    pub fn keeps(&self) -> bool {
        self.store.is_some()
    }

    /// What to tell the player: each message is returned once.
    pub fn message(&mut self) -> Option<String> {
        self.message.take().or_else(|| self.learner.message())
    }

    /// Keeps the game, or forgets it when it is over or no move of it was ever made, and the settings. What did not change
    /// is not written again; what could not be written is tried again each time.
    pub fn keep(&mut self, game: &dyn Game, table: &Table, settings: &Settings) {
        let settings = settings_to_text(settings);
        if let Some(store) = &self.store
            && settings != self.settings
        {
            match store.write(SETTINGS, &settings) {
                Ok(()) => self.settings = settings,
                Err(error) => self.complain(&error),
            }
        }
        let text = text_to_keep(game, table);
        if self.store.is_some() && text != self.kept {
            match self.write(&text) {
                Ok(()) => self.kept = text,
                Err(error) => self.complain(&error),
            }
        }
    }

    /// Can the game be left without losing anything? It has no moves, or it is kept as it stands.
    pub fn is_safe(&self, game: &dyn Game, table: &Table) -> bool {
        let text = text_to_keep(game, table);
        text.is_empty() || self.store.is_some() && text == self.kept
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return self.slot.as_ref().map_or(Ok(()), Slot::clear);
        }
        if let (Some(store), None) = (&self.store, &self.slot) {
            self.slot = Some(store.slot()?);
        }
        let (Some(store), Some(slot)) = (&self.store, &self.slot) else {
            return Ok(());
        };
        match slot.write(text) {
            // Somebody has removed the folder: the game gets another place, lest two windows write one.
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                let slot = self.slot.insert(store.slot()?);
                slot.write(text)
            }
            written => written,
        }
    }

    /// Reports a failure once, such as a full disk: the game goes on.
    fn complain(&mut self, error: &io::Error) {
        if self.trouble.is_none() {
            self.message = Some(format!("The game was not saved: {}.", error.kind()));
            self.trouble = Some(format!("the game was not saved: {error}"));
        }
    }

    /// The first thing that went wrong, in full, to be printed when the program ends.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Lets go of the game that was kept last. It stays where it is, and the next game gets a slot of its own.
    pub fn leave(&mut self) {
        self.slot = None;
        self.kept.clear();
    }

    /// Is there a game to continue?
    pub fn has_unfinished(&self) -> bool {
        let games = self.store.as_ref().map(Store::abandoned);
        matches!(games, Some(Ok(games)) if !games.is_empty())
    }

    /// The games to go on with, each one of these games; the one that was played last comes first. A damaged one is named
    /// in a message.
    pub fn unfinished(&mut self, games: &[Entry]) -> Vec<Unfinished> {
        let Some(store) = self.store.clone() else {
            return Vec::new();
        };
        let abandoned = store.abandoned().unwrap_or_default().into_iter();
        let read = abandoned.filter_map(|Abandoned { name, saved }| {
            let game = match store.read(&name) {
                Ok(Document::Text(text)) => {
                    let mut table = Table::default();
                    let game = game_from_text(&text, games, &mut table);
                    let unclear = |error| format!("A saved game cannot be read: {error}.");
                    game.map(|game| (game, table)).map_err(unclear)
                }
                Ok(Document::Newer) => Err("A newer qipan saved this game.".to_string()),
                Ok(Document::Missing) => return None,
                Ok(Document::Damaged { kept_as, .. }) => {
                    let name = file_name(&kept_as);
                    self.message = Some(format!("A saved game was damaged. It is now in {name}."));
                    return None;
                }
                Err(error) => Err(format!("A saved game cannot be read: {error}.")),
            };
            Some(Unfinished { name, saved, game })
        });
        read.collect()
    }

    /// Takes up a game that was left, one of these games, and sets the table for it. Where that cannot be done a message says
    /// why, and the game is left where it is.
    pub fn resume(
        &mut self,
        name: &str,
        games: &[Entry],
        table: &mut Table,
    ) -> Option<Box<dyn Game>> {
        let taken = self.take(name)?;
        let read = match taken.read() {
            Ok(Document::Text(text)) => match game_from_text(&text, games, table) {
                Ok(game) => Ok((game, text)),
                Err(error) => Err(format!("A saved game cannot be read: {error}.")),
            },
            Ok(_) => Err("The saved game has changed meanwhile.".to_string()),
            Err(error) => Err(format!("A saved game cannot be read: {error}.")),
        };
        match read {
            Ok((game, text)) => {
                self.kept = text;
                self.slot = Some(taken);
                Some(game)
            }
            Err(why) => {
                self.message = Some(why);
                None
            }
        }
    }

    /// Deletes a game that was left. Where that cannot be done a message says why.
    pub fn discard(&mut self, name: &str) {
        if let Some(slot) = self.take(name)
            && let Err(error) = slot.clear()
        {
            self.message = Some(error.to_string());
        }
    }

    /// The slot of a game that was left; where another window was faster a message says so.
    fn take(&mut self, name: &str) -> Option<Slot> {
        let taken = self.store.as_ref()?.take(name);
        let why = match taken {
            Ok(Some(slot)) => return Some(slot),
            Ok(None) => "Another window has this game.".to_string(),
            Err(error) => error.to_string(),
        };
        self.message = Some(why);
        None
    }
}

/// The text of a game that is worth keeping, nothing for another.
fn text_to_keep(game: &dyn Game, table: &Table) -> String {
    match worth_keeping(game) {
        true => game_to_text(game, table),
        false => String::new(),
    }
}
