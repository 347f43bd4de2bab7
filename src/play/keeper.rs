//! What is kept of a session: the game in progress and the settings, as small texts in the user's folder.

use std::io;
use std::path::{Path, PathBuf};

use super::games::Entry;
use super::settings::{Settings, Table};
use crate::games::Game;
use crate::games::saved::{Saved, Unclear};
use crate::players::Player;
use crate::players::learner::Learners;
use crate::screen::theme::THEMES;
use crate::store::{Document, Slot, Store};

/// The name of the settings' document.
const SETTINGS: &str = "settings";

/// The folder for the games that the user saves.
pub const GAMES: &str = "games";

/// A game in progress as text: lines of a word and what it stands for.
///
/// ```
/// use qipan::games::othello::{Game, Rules};
/// use qipan::play::games::GAMES;
/// use qipan::play::keeper::{game_from_text, game_to_text};
/// use qipan::play::settings::Table;
/// let (game, mut table) = (Game::new(Rules::Standard), Table::default());
/// let text = game_to_text(&game, &table);
/// assert!(text.starts_with("game othello\nrules standard\n"));
/// assert!(*game_from_text(&text, &GAMES, &mut table).unwrap() == game as _);
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

/// Reads what [`game_to_text`] wrote: gives the game back, and sets the table for it.
///
/// # Errors
/// The first thing that is wrong with the text; the table is as it was then.
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

/// Sets what the text says; a line that makes no sense changes nothing.
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

/// Keeps the game in progress and the settings, at once after each change.
pub struct Keeper {
    store: Option<Store>,
    slot: Option<Slot>,
    learner: Learners,
    /// What was kept last.
    kept: String,
    settings: String,
    /// What there is to say to the player, once.
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
            message: None,
            trouble: None,
        }
    }

    /// Keeps everything in the store, and sets what the settings there say. Where there is no store the player
    /// hears of it, and the game goes on.
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
                keeper.message = Some(format!("The settings were damaged and are now {name}."));
            }
            Ok(Document::Missing | Document::Newer) => {}
            Err(error) => keeper.complain(&error),
        }
        keeper.settings = settings_to_text(settings);
        keeper.learner = Learners::of(&store);
        keeper.store = Some(store);
        keeper
    }

    /// Where it keeps things.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// The learner who remembers there.
    pub fn learner(&self) -> &Learners {
        &self.learner
    }

    /// The folder for the user's own files of this name, or what there is to say when there is none.
    pub fn folder(&self, name: &str) -> Result<PathBuf, String> {
        match &self.store {
            Some(store) => store.folder(name).map_err(|error| error.to_string()),
            None => Err("there is no folder for files; name one with --data DIR".to_string()),
        }
    }

    /// Does it keep anything?
    pub fn keeps(&self) -> bool {
        self.store.is_some()
    }

    /// What there is to say to the player: each message is given out once.
    pub fn message(&mut self) -> Option<String> {
        self.message.take().or_else(|| self.learner.message())
    }

    /// Keeps the game, or forgets it when it is over or has not begun, and the settings. What did not change is not
    /// written again.
    pub fn keep(&mut self, game: &dyn Game, table: &Table, settings: &Settings) {
        let settings = settings_to_text(settings);
        if let Some(store) = &self.store
            && settings != self.settings
        {
            // What could not be written is tried again at the next key.
            let written = store.write(SETTINGS, &settings);
            if written.is_ok() {
                self.settings = settings;
            }
            self.note(written);
        }
        let text = match game.under_way() {
            true => game_to_text(game, table),
            false => String::new(),
        };
        if self.store.is_some() && text != self.kept {
            let written = self.write(&text);
            if written.is_ok() {
                self.kept = text;
            }
            self.note(written);
        }
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

    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.complain(&error);
        }
    }

    /// A full disk is spoken of once: the game goes on.
    fn complain(&mut self, error: &io::Error) {
        if self.trouble.is_none() {
            self.message = Some(format!("The game is not saved: {}.", error.kind()));
            self.trouble = Some(format!("the game was not saved: {error}"));
        }
    }

    /// The first thing that went wrong, in full, for a line after the program's end.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Lets go of the game that was kept last, which stays where it is: the next one gets a slot of its own.
    pub fn leave(&mut self) {
        self.slot = None;
        self.kept.clear();
    }

    /// Is there a game to go on with?
    pub fn has_unfinished(&self) -> bool {
        let games = self.store.as_ref().map(Store::abandoned);
        matches!(games, Some(Ok(games)) if !games.is_empty())
    }

    /// Takes up the game that was played last, one of these games, and sets the table for it. A game that cannot be read is named in a
    /// message and left where it is.
    pub fn resume(&mut self, games: &[Entry], table: &mut Table) -> Option<Box<dyn Game>> {
        let store = self.store.clone()?;
        for abandoned in store.abandoned().ok()? {
            let Ok(Some(slot)) = store.take(&abandoned.name) else {
                continue;
            };
            let text = match slot.read() {
                Ok(Document::Text(text)) => text,
                Ok(Document::Damaged { kept_as, .. }) => {
                    let name = file_name(&kept_as);
                    self.message = Some(format!("A saved game was damaged and is now {name}."));
                    continue;
                }
                _ => continue,
            };
            match game_from_text(&text, games, table) {
                Ok(game) => {
                    self.kept = text;
                    self.slot = Some(slot);
                    return Some(game);
                }
                Err(error) => self.message = Some(format!("A saved game is unclear: {error}")),
            }
        }
        None
    }
}
