//! The settings as a text that a person may edit: lines of a name, `=` and a value, and comments.

use std::fmt;
use std::str::FromStr;

use super::settings::{Settings, Speed, USUAL_PLAYERS};
use players::Player;
use screen::theme::THEMES;
use games::named::{UnknownName, find};
use games::stone::Stone;
use games::{gomoku, othello};
use turbo::dos::picture::Strength;

/// What a new text begins with, before the list of what may stand in it.
const TOP: &str = "\
# How you like qipan. Each line is a name, = and a value; what begins with # is a comment.
# qipan changes the values that you change while you play, and leaves all other lines as they are.
#
";

struct Setting {
    name: &'static str,
    values: &'static str,
    what: &'static str,
    write: fn(&Settings) -> String,
    read: fn(&str, &mut Settings) -> Result<(), String>,
}

/// All of them, in the order of a new text.
const SETTINGS: [Setting; 17] = [
    Setting {
        name: "theme",
        values: "red, blue, green, black, gray",
        what: "the colour of the ground",
        write: |settings| settings.theme.name.to_string(),
        read: |value, settings| {
            let theme = THEMES.iter().find(|theme| theme.name == value);
            let unknown = || UnknownName {
                what: "theme",
                name: value.to_string(),
                names: THEMES.iter().map(|theme| theme.name.to_string()).collect(),
            };
            settings.theme = theme.ok_or_else(|| unknown().to_string())?;
            Ok(())
        },
    },
    Setting {
        name: "hints",
        values: "auto, on or off",
        what: "mark the legal moves of Othello; auto: against the computer",
        write: |settings| settings.hints.map_or("auto", on_or_off).to_string(),
        read: |value, settings| {
            let values = ["auto", "on", "off"];
            let value = find(&values, value, "value of hints").map_err(|e| e.to_string())?;
            settings.hints = (value != "auto").then_some(value == "on");
            Ok(())
        },
    },
    Setting {
        name: "speed",
        values: "instant, fast or normal",
        what: "how fast stones turn over",
        write: |settings| settings.speed.to_string(),
        read: |value, settings| parse::<Speed>(value).map(|speed| settings.speed = speed),
    },
    Setting {
        name: "ending",
        values: "on or off",
        what: "count the discs at the end of a game, or run through it",
        write: |settings| on_or_off(settings.ending).to_string(),
        read: |value, settings| switch(value).map(|on| settings.ending = on),
    },
    Setting {
        name: "sound",
        values: "on or off",
        what: "click and beep like a PC speaker",
        write: |settings| on_or_off(settings.sound).to_string(),
        read: |value, settings| switch(value).map(|on| settings.sound = on),
    },
    Setting {
        name: "volume",
        values: "1 to 5",
        what: "how loud",
        write: |settings| settings.volume.to_string(),
        read: |value, settings| {
            let value = find(&["1", "2", "3", "4", "5"], value, "volume");
            settings.volume = parse(value.map_err(|error| error.to_string())?)?;
            Ok(())
        },
    },
    Setting {
        name: "tube",
        values: "off, weak, medium or strong",
        what: "lines and glow of a tube in the window",
        write: |settings| settings.tube.strength.to_string(),
        read: |value, settings| {
            let found = find(&Strength::ALL, value, "tube").map_err(|error| error.to_string());
            found.map(|strength| settings.tube.strength = strength)
        },
    },
    Setting {
        name: "curved",
        values: "on or off",
        what: "the glass of that tube",
        write: |settings| on_or_off(settings.tube.curved).to_string(),
        read: |value, settings| switch(value).map(|on| settings.tube.curved = on),
    },
    Setting {
        name: "bios",
        values: "on or off",
        what: "count the memory before the menu",
        write: |settings| on_or_off(settings.bios).to_string(),
        read: |value, settings| switch(value).map(|on| settings.bios = on),
    },
    Setting {
        name: "numbers",
        values: "on or off",
        what: "number the stones of gomoku",
        write: |settings| on_or_off(settings.numbers).to_string(),
        read: |value, settings| switch(value).map(|on| settings.numbers = on),
    },
    Setting {
        name: "digits",
        values: "on or off",
        what: "show a record's digits at the edges of gomoku's board",
        write: |settings| on_or_off(settings.digits).to_string(),
        read: |value, settings| switch(value).map(|on| settings.digits = on),
    },
    Setting {
        name: "language",
        values: "auto, en or zh",
        what: "what the program speaks; auto: as the system does",
        write: |settings| settings.language.unwrap_or("auto").to_string(),
        read: |value, settings| {
            let tags = super::language::languages().map(|(tag, _)| tag);
            let all: Vec<&str> = std::iter::once("auto").chain(tags).collect();
            let tag = find(&all, value, "language").map_err(|e| e.to_string())?;
            settings.language = Some(tag).filter(|tag| *tag != "auto");
            Ok(())
        },
    },
    Setting {
        name: "student",
        values: "a name, none, or ask",
        what: "whose progress in the lessons is kept",
        write: |settings| match settings.student.as_deref() {
            None => "ask".to_string(),
            Some("") => "none".to_string(),
            Some(name) => name.to_string(),
        },
        read: |value, settings| {
            settings.student = match value {
                "ask" => None,
                "none" => Some(String::new()),
                name => Some(name.to_string()),
            };
            Ok(())
        },
    },
    Setting {
        name: "black",
        values: "as for --black, or ask",
        what: "who plays Black in Othello against the computer",
        write: |settings| seated(settings, &OTHELLO, Stone::Black),
        read: |value, settings| seat(value, settings, &OTHELLO, Stone::Black),
    },
    Setting {
        name: "white",
        values: "as for --white, or ask",
        what: "who plays White in it",
        write: |settings| seated(settings, &OTHELLO, Stone::White),
        read: |value, settings| seat(value, settings, &OTHELLO, Stone::White),
    },
    Setting {
        name: "gomoku-black",
        values: "as for --black, or ask",
        what: "who plays Black in gomoku against the computer",
        write: |settings| seated(settings, &GOMOKU, Stone::Black),
        read: |value, settings| seat(value, settings, &GOMOKU, Stone::Black),
    },
    Setting {
        name: "gomoku-white",
        values: "as for --white, or ask",
        what: "who plays White in it",
        write: |settings| seated(settings, &GOMOKU, Stone::White),
        read: |value, settings| seat(value, settings, &GOMOKU, Stone::White),
    },
];

/// The two settings that say who plays a game against the computer. They go together.
struct Pair {
    game: &'static str,
    names: [&'static str; 2],
}

const OTHELLO: Pair = Pair {
    game: othello::KIND.name,
    names: ["black", "white"],
};
const GOMOKU: Pair = Pair {
    game: gomoku::KIND.name,
    names: ["gomoku-black", "gomoku-white"],
};

/// What stands where nobody has chosen a level yet.
const ASK: &str = "ask";

fn seated(settings: &Settings, pair: &Pair, stone: Stone) -> String {
    match (settings.against_computer.get(pair.game), stone) {
        (None, _) => ASK.to_string(),
        (Some((black, _)), Stone::Black) => black.to_string(),
        (Some((_, white)), Stone::White) => white.to_string(),
    }
}

fn seat(value: &str, settings: &mut Settings, pair: &Pair, stone: Stone) -> Result<(), String> {
    if value == ASK {
        return Ok(());
    }
    let player = parse(value)?;
    let all = &mut settings.against_computer;
    let (black, white) = all.entry(pair.game).or_insert(USUAL_PLAYERS);
    match stone {
        Stone::Black => *black = player,
        Stone::White => *white = player,
    }
    Ok(())
}

fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn switch(value: &str) -> Result<bool, String> {
    let value = find(&["on", "off"], value, "switch").map_err(|error| error.to_string())?;
    Ok(value == "on")
}

fn parse<T: FromStr<Err: ToString>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| error.to_string())
}

/// A line of the settings that is not followed. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Its number from 1.
    pub line: usize,
    /// What is wrong with it.
    pub(crate) why: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// A line's name and value; nothing for an empty line or a comment.
fn name_and_value(line: &str) -> Option<Result<(&str, &str), String>> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let parts = line.split_once('=');
    let parts = parts.map(|(name, value)| (name.trim(), value.trim()));
    Some(parts.ok_or_else(|| "a setting is a name, = and a value".to_string()))
}

/// Reads a line into the settings. Returns which setting it is; nothing for an empty line or a comment.
fn read_line(line: &str, settings: &mut Settings) -> Option<Result<&'static Setting, String>> {
    // Once all games had the same players, and a setting of its own said whether to ask.
    if matches!(name_and_value(line), Some(Ok(("ask-level", _)))) {
        return None;
    }
    let read = |(name, value): (&str, &str)| {
        let names = SETTINGS.map(|setting| setting.name);
        let name = find(&names, name, "setting").map_err(|error| error.to_string())?;
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        let setting = setting.ok_or_else(|| "this setting is not there".to_string())?;
        (setting.read)(value, settings).map(|()| setting)
    };
    Some(name_and_value(line)?.and_then(read))
}

/// Applies the settings in a text. What is wrong is left out, and returned; of two lines for a setting the first one holds.
///
/// ```
/// use app::play::settings::Settings;
/// use app::play::settings_text::read;
/// let mut settings = Settings::default();
/// let wrong = read("# mine\ntheme = blue\nsound = loud\n", &mut settings);
/// assert_eq!(settings.theme.name, "blue");
/// assert_eq!(wrong[0].to_string(), "line 3: no switch is named 'loud'; there are on, off");
/// ```
pub fn read(text: &str, settings: &mut Settings) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let mut read: Vec<(&str, usize)> = Vec::new();
    let players = settings.against_computer.clone();
    for (text, line) in text.lines().zip(1..) {
        let before = settings.clone();
        let why = match read_line(text, settings) {
            None => continue,
            Some(Ok(setting)) => match read.iter().find(|(name, _)| *name == setting.name) {
                None => {
                    read.push((setting.name, line));
                    continue;
                }
                Some((name, first)) => {
                    *settings = before;
                    format!("line {first} already says what {name} is")
                }
            },
            Some(Err(why)) => why,
        };
        wrong.push(Wrong { line, why });
    }
    for Pair { game, names } in [OTHELLO, GOMOKU] {
        if settings.against_computer.get(game) != Some(&(Player::Human, Player::Human)) {
            continue;
        }
        settings.against_computer.remove(game);
        let before = players.get_key_value(game);
        settings
            .against_computer
            .extend(before.map(|(game, pair)| (*game, pair.clone())));
        let of_players = |(name, _): &&(&str, usize)| names.contains(name);
        let last = read.iter().rfind(of_players).map_or(1, |(_, line)| *line);
        let why = "Black and White are human, but one of them must be the computer".to_string();
        wrong.push(Wrong { line: last, why });
    }
    wrong.sort_by_key(|wrong| wrong.line);
    wrong
}

/// Do they differ in anything that is written down?
pub(crate) fn differ(one: &Settings, other: &Settings) -> bool {
    SETTINGS
        .iter()
        .any(|setting| (setting.write)(one) != (setting.write)(other))
}

/// The text, in which what has changed from `before` to `now` is as it is now. All other lines stay as they are. A new text has
/// all settings.
///
/// ```
/// use app::play::settings::Settings;
/// use app::play::settings_text::changed;
/// let (before, mut now) = (Settings::default(), Settings::default());
/// now.sound = false;
/// assert_eq!(changed(Some("# too loud\nsound = on\ncolour = mauve\n"), &before, &now), "# too loud\nsound = off\ncolour = mauve\n");
/// assert!(changed(None, &before, &now).contains("\nsound = off\n"));
/// ```
pub fn changed(text: Option<&str>, before: &Settings, now: &Settings) -> String {
    let Some(text) = text else {
        return new_text(now);
    };
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_string).collect();
    for setting in &SETTINGS {
        let pair = [OTHELLO, GOMOKU]
            .into_iter()
            .find(|pair| pair.names.contains(&setting.name));
        let has_changed = match pair {
            Some(Pair { game, .. }) => {
                before.against_computer.get(game) != now.against_computer.get(game)
            }
            None => (setting.write)(before) != (setting.write)(now),
        };
        if !has_changed {
            continue;
        }
        let value = (setting.write)(now);
        let names_it = |line: &&mut String| {
            let read = read_line(line, &mut Settings::default());
            matches!(read, Some(Ok(found)) if found.name == setting.name)
        };
        match lines.iter_mut().find(names_it) {
            Some(line) => {
                let ending = &line[line.trim_end().len()..];
                let name = line.split('=').next().unwrap_or_default();
                *line = format!("{}= {value}{ending}", spaced(name));
            }
            None => {
                if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
                    *last += end;
                }
                lines.push(format!("{} = {value}{end}", setting.name));
            }
        }
    }
    lines.concat()
}

/// The name of a line with at least a space behind it, as it was indented.
fn spaced(name: &str) -> String {
    match name.ends_with(char::is_whitespace) {
        true => name.to_string(),
        false => format!("{name} "),
    }
}

fn new_text(settings: &Settings) -> String {
    let mut text = TOP.to_string();
    for Setting {
        name, values, what, ..
    } in &SETTINGS
    {
        text += &format!("# {name:12} = {values:30} {what}\n");
    }
    text += "\n";
    for setting in &SETTINGS {
        text += &format!("{} = {}\n", setting.name, (setting.write)(settings));
    }
    text
}
