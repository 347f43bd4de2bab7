//! A game in progress and the settings as small texts, and where they are kept.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::games::Game;
use crate::games::gomoku::{self, Setup, record};
use crate::games::othello::{self, Position};
use crate::play::table::Table;
use crate::players::Player;
use crate::players::pupil::Pupil;
use crate::screen::theme::THEMES;
use crate::store::{Document, Slot, Store};

/// The name of the settings' document.
const SETTINGS: &str = "settings";

/// The folder for the games that the user saves.
pub const GAMES: &str = "games";

/// A game in progress as text: lines of a word and what it stands for.
///
/// ```
/// use qipan::games::Game;
/// use qipan::games::othello::Rules;
/// use qipan::play::save::{game_from_text, game_to_text};
/// use qipan::play::table::Table;
/// let (game, table) = (Game::othello(Rules::Standard), Table::default());
/// let text = game_to_text(&game, &table);
/// assert!(text.starts_with("game othello\nrules standard\n"));
/// assert_eq!(game_from_text(&text, &mut Table::default()), Ok(game));
/// ```
pub fn game_to_text(game: &Game, table: &Table) -> String {
    let mut text = match game {
        Game::Othello(game) => format!(
            "game othello\nrules {}\nstart {}\nmoves {}\nundone {}\ntries {}\n",
            game.rules(),
            game.start(),
            words(game.plies()),
            words(game.undone()),
            game.tries()
        ),
        Game::Gomoku(game) => format!(
            "game gomoku\nrecord {}\nundone {}\nrules {}\nfirst {}\nopening {}\ndecided {}\nundecided {}\n",
            record::text(game.pieces()),
            record::text(game.undone()),
            game.setup().rules(),
            game.setup().first(),
            game.setup().opening(),
            words(game.decisions()),
            words(game.undone_decisions())
        ),
    };
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

fn words<T: ToString>(all: &[T]) -> String {
    let words: Vec<String> = all.iter().map(T::to_string).collect();
    words.join(" ")
}

/// What the words of a line say.
fn read_words<T: FromStr<Err: ToString>>(words: &str) -> Result<Vec<T>, String> {
    let read = |word: &str| word.parse().map_err(|wrong: T::Err| wrong.to_string());
    words.split_whitespace().map(read).collect()
}

/// The lines of a text by their first words.
fn fields(text: &str) -> HashMap<&str, &str> {
    let pair = |line| str::split_once(line, ' ').unwrap_or((line, ""));
    text.lines().map(pair).collect()
}

/// What a line of the text says, or what is wrong with it.
fn value<T: FromStr>(fields: &HashMap<&str, &str>, name: &str) -> Result<T, String> {
    let text = fields
        .get(name)
        .ok_or(format!("there is no line '{name}'"))?;
    text.parse()
        .map_err(|_| format!("the line '{name} {text}' makes no sense"))
}

/// The same, and what holds where there is no such line.
fn value_or<T: FromStr>(fields: &HashMap<&str, &str>, name: &str, or: T) -> Result<T, String> {
    match fields.contains_key(name) {
        true => value(fields, name),
        false => Ok(or),
    }
}

/// Reads what [`game_to_text`] wrote: gives the game back, and seats its players at the table.
///
/// # Errors
/// The first thing that is wrong with the text; the table is as it was then.
pub fn game_from_text(text: &str, table: &mut Table) -> Result<Game, String> {
    let fields = fields(text);
    let get = |name: &str| fields.get(name).copied().unwrap_or_default();
    let game = match get("game") {
        "othello" => {
            let (moves, undone) = (read_words(get("moves"))?, read_words(get("undone"))?);
            let (rules, tries) = (value(&fields, "rules")?, value(&fields, "tries")?);
            // Games were kept without the line before they could begin anywhere.
            let start = match get("start") {
                "" => Position::default(),
                start => start.parse()?,
            };
            let game = othello::Game::restored(rules, start, &moves, &undone, tries);
            Game::Othello(game.map_err(|n| format!("ply {n} is against the rules"))?)
        }
        "gomoku" => {
            let points = |name| record::parse_points(get(name)).map_err(|bad| bad.to_string());
            let (pieces, undone) = (points("record")?, points("undone")?);
            let (decided, undecided) = (read_words(get("decided"))?, read_words(get("undecided"))?);
            let game =
                gomoku::Game::restored(setup(&fields)?, [&pieces, &undone], [&decided, &undecided]);
            Game::Gomoku(game.map_err(|bad| bad.to_string())?)
        }
        other => return Err(format!("there is no game '{}'", other.escape_debug())),
    };
    let mut seated = table.clone();
    seated.seats.black = value(&fields, "black")?;
    seated.seats.white = value(&fields, "white")?;
    seated.seats.seed = value(&fields, "seed")?;
    seated.stone_at = match get("stone").split_once(' ') {
        Some((x, y)) => {
            let wrong = |_| "the moving stone is nowhere".to_string();
            let at = (x.parse().map_err(wrong)?, y.parse().map_err(wrong)?);
            Some(at).filter(|at| game.grid().has(*at))
        }
        None => None,
    };
    seated.clocks = match get("clocks") {
        "" => None,
        clocks => Some(clocks.parse()?),
    };
    *table = seated;
    Ok(game)
}

/// The rules of a game of gomoku; a text of an older version has no lines for them.
fn setup(fields: &HashMap<&str, &str>) -> Result<Setup, String> {
    let start = Setup::default();
    Setup::new(
        value_or(fields, "rules", start.rules())?,
        value_or(fields, "first", start.first())?,
        value_or(fields, "opening", start.opening())?,
    )
    .map_err(|why| why.to_string())
}

/// The settings as text.
fn settings_to_text(table: &Table) -> String {
    let on_or_off = |on| if on { "on" } else { "off" };
    let hints = table.hints.map_or("auto", on_or_off);
    let sound = on_or_off(table.sound);
    let numbers = on_or_off(table.numbers);
    let (black, white) = &table.one_player;
    format!(
        "theme {}\nhints {hints}\nspeed {}\nsound {sound}\nnumbers {numbers}\nblack {black}\nwhite {white}\n",
        table.theme.name, table.speed
    )
}

/// Sets what the text says; a line that makes no sense changes nothing.
fn settings_from_text(text: &str, table: &mut Table) {
    let fields = fields(text);
    let theme = fields.get("theme").copied();
    if let Some(theme) = THEMES.iter().find(|t| Some(t.name) == theme) {
        table.theme = theme;
    }
    let on_or_off = |name| match fields.get(name).copied() {
        Some("on") => Some(true),
        Some("off") => Some(false),
        _ => None,
    };
    table.hints = on_or_off("hints").or(table.hints);
    table.sound = on_or_off("sound").unwrap_or(table.sound);
    table.numbers = on_or_off("numbers").unwrap_or(table.numbers);
    if let Ok(speed) = value(&fields, "speed") {
        table.speed = speed;
    }
    if let (Ok(black), Ok(white)) = (value(&fields, "black"), value(&fields, "white")) {
        let players: (Player, Player) = (black, white);
        if players.0.is_computer() || players.1.is_computer() {
            table.one_player = players;
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
    learner: Pupil,
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
            learner: Pupil::default(),
            kept: String::new(),
            settings: String::new(),
            message: None,
            trouble: None,
        }
    }

    /// Keeps everything in the store, and sets what its settings say at the table. Where there is no store the player
    /// hears of it, and the game goes on.
    pub fn open(store: io::Result<Store>, table: &mut Table) -> Keeper {
        let mut keeper = Keeper::nowhere();
        let store = match store {
            Ok(store) => store,
            Err(error) => {
                keeper.complain(&error);
                return keeper;
            }
        };
        match store.read(SETTINGS) {
            Ok(Document::Text(text)) => settings_from_text(&text, table),
            Ok(Document::Damaged { kept_as, .. }) => {
                let name = file_name(&kept_as);
                keeper.message = Some(format!("The settings were damaged and are now {name}."));
            }
            Ok(Document::Missing | Document::Newer) => {}
            Err(error) => keeper.complain(&error),
        }
        keeper.settings = settings_to_text(table);
        keeper.learner = Pupil::of(&store);
        keeper.store = Some(store);
        keeper
    }

    /// Where it keeps things.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// The learner who remembers there.
    pub fn learner(&self) -> &Pupil {
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
    pub fn keep(&mut self, game: &Game, table: &Table) {
        let settings = settings_to_text(table);
        if let Some(store) = &self.store
            && settings != self.settings
        {
            let written = store.write(SETTINGS, &settings);
            self.settings = settings;
            self.note(written);
        }
        let text = match game.under_way() {
            true => game_to_text(game, table),
            false => String::new(),
        };
        if self.store.is_some() && text != self.kept {
            let written = self.write(&text);
            self.kept = text;
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
        self.slot.as_ref().map_or(Ok(()), |slot| slot.write(text))
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

    /// Takes up the game that was played last, and seats its players. A game that cannot be read is named in a message
    /// and left where it is.
    pub fn resume(&mut self, table: &mut Table) -> Option<Game> {
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
            match game_from_text(&text, table) {
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
