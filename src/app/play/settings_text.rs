//! The table of settings, from which the options screen and the file `settings.conf` are generated.

use std::collections::HashMap;
use std::fmt;

use super::dialog::Field;
use super::settings::{Settings, Speed};
use screen::theme::THEMES;
use words::{phrase, say, translate};

/// The first lines of a new file, above the list of settings.
const TOP: &str = "\
# How you like qipan. Each line is a name, = and a value. A line that begins with # is a comment.
# qipan updates the values that you change while you play, and leaves all other lines alone.
#
";

/// A setting. One with an empty name is not in the file; one with an empty label is not on the options
/// screen.
struct Setting {
    name: &'static str,
    label: &'static str,
    purpose: &'static str,
    kind: Kind,
}

enum Kind {
    Choice {
        /// Each value as it appears in the file and on the options screen.
        values: fn() -> Vec<(&'static str, &'static str)>,
        chosen: fn(&Settings) -> usize,
        choose: fn(&mut Settings, usize),
    },
    Student,
}

macro_rules! choice {
    ($name:expr, $label:expr, $purpose:expr, $values:expr, $chosen:expr, $choose:expr) => {
        Setting {
            name: $name,
            label: $label,
            purpose: $purpose,
            kind: Kind::Choice { values: $values, chosen: $chosen, choose: $choose },
        }
    };
}

macro_rules! switch {
    ($name:expr, $label:expr, $purpose:expr, $field:ident) => {
        choice!($name, $label, $purpose, off_and_on, |s| s.$field.into(), |s, n| s.$field = n == 1)
    };
}

fn off_and_on() -> Vec<(&'static str, &'static str)> {
    vec![("off", phrase!("off")), ("on", phrase!("on"))]
}

/// All settings, in the order of the options screen and of a new file.
static SETTINGS: [Setting; 12] = [
    choice!(
        "sound",
        phrase!("Sound"),
        phrase!("volume of the PC speaker's clicks and beeps"),
        || vec![("off", phrase!("off")), ("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5")],
        |settings| if settings.sound { settings.volume.into() } else { 0 },
        |settings, n| {
            settings.sound = n > 0;
            settings.volume = if n > 0 { n as u8 } else { settings.volume };
        }
    ),
    choice!(
        "speed",
        phrase!("Speed"),
        phrase!("speed of the animations; instant: no animated ending either"),
        || Speed::ALL.map(|speed| (speed.name(), speed.name())).to_vec(),
        |settings| position(Speed::ALL, settings.speed),
        |settings, n| settings.speed = Speed::ALL[n]
    ),
    choice!(
        "hints",
        phrase!("Legal moves"),
        phrase!("mark Othello's legal moves"),
        || vec![("off", phrase!("off")), ("on", phrase!("on")), ("auto", phrase!("against the computer")),],
        |settings| settings.hints.map_or(2, usize::from),
        |settings, n| settings.hints = (n < 2).then_some(n == 1)
    ),
    choice!(
        "",
        phrase!("Values of the moves"),
        phrase!("show the computer's opinion of each move, as F6 does"),
        || vec![
            ("off", phrase!("off")),
            ("best", phrase!("on, gomoku: best five")),
            ("all", phrase!("on, gomoku: all"))
        ],
        |settings| usize::from(settings.values) + usize::from(settings.values && settings.all_values),
        |settings, n| (settings.values, settings.all_values) = (n > 0, n > 1)
    ),
    choice!(
        "digits",
        phrase!("Coordinates"),
        phrase!("coordinates of gomoku, or also the digits of its records"),
        || vec![("off", "h8"), ("on", phrase!("h8 and 77"))],
        |settings| settings.digits.into(),
        |settings, n| settings.digits = n == 1
    ),
    choice!(
        "theme",
        phrase!("Colours"),
        phrase!("background colour"),
        || THEMES.each_ref().map(|theme| (theme.name, theme.name)).to_vec(),
        |settings| position(THEMES.each_ref().map(|theme| theme.name), settings.theme.name),
        |settings, n| settings.theme = &THEMES[n]
    ),
    switch!("crt", phrase!("CRT"), phrase!("lines and glow of an old screen"), crt),
    choice!(
        "language",
        phrase!("Language"),
        phrase!("language of the program"),
        languages,
        |settings| languages().iter().position(|(tag, _)| Some(*tag) == settings.language).unwrap_or(0),
        |settings, n| settings.language = n.checked_sub(1).map(|_| languages()[n].0)
    ),
    switch!(
        "numbers",
        phrase!("Numbers on stones"),
        phrase!("write the numbers of the moves on gomoku's stones"),
        numbers
    ),
    switch!("demo", phrase!("Demo"), phrase!("let a game play itself behind the menu after a minute"), demo),
    switch!("keywords", "", "show keywords and comments in colours in the editor", keywords),
    Setting {
        name: "student",
        label: "",
        purpose: "whose progress in the lessons is kept",
        kind: Kind::Student,
    },
];

fn position<T: PartialEq>(all: impl IntoIterator<Item = T>, value: T) -> usize {
    all.into_iter().position(|other| other == value).unwrap_or(0)
}

fn languages() -> Vec<(&'static str, &'static str)> {
    [("auto", say!("as the system"))].into_iter().chain(super::language::languages()).collect()
}

/// Builds the rows for these settings on the options screen.
pub(crate) fn fields(settings: &Settings) -> Vec<Field<'static>> {
    let field = |setting: &Setting| match setting.kind {
        Kind::Choice { values, chosen, .. } if !setting.label.is_empty() => {
            let values: Vec<String> = values().into_iter().map(|(_, shown)| shown.to_string()).collect();
            let notes = vec![translate(setting.purpose).to_string(); values.len()];
            Some(Field { label: setting.label, values, chosen: chosen(settings), notes })
        }
        _ => None,
    };
    SETTINGS.iter().filter_map(field).collect()
}

/// Applies the values chosen in the rows of [`fields`].
pub(crate) fn choose(settings: &mut Settings, rows: &[Field<'_>]) {
    let setters = SETTINGS.iter().filter_map(|setting| match setting.kind {
        Kind::Choice { choose, .. } if !setting.label.is_empty() => Some(choose),
        _ => None,
    });
    for (choose, row) in setters.zip(rows) {
        choose(settings, row.chosen);
    }
}

impl Setting {
    fn possible(&self) -> String {
        match self.kind {
            Kind::Choice { values, .. } => {
                values().into_iter().map(|(value, _)| value).collect::<Vec<_>>().join(", ")
            }
            Kind::Student => "a name, none, or ask".to_string(),
        }
    }

    fn write(&self, settings: &Settings) -> String {
        match self.kind {
            Kind::Choice { values, chosen, .. } => values()[chosen(settings)].0.to_string(),
            Kind::Student => match settings.student.as_deref() {
                None => "ask".to_string(),
                Some("") => "none".to_string(),
                Some(name) => name.to_string(),
            },
        }
    }

    fn read(&self, value: &str, settings: &mut Settings) -> Result<(), String> {
        match self.kind {
            Kind::Choice { values, choose, .. } => {
                let found = values().iter().position(|(known, _)| *known == value);
                let wrong =
                    || format!("{} is one of {}, not '{}'", self.name, self.possible(), value.escape_debug());
                choose(settings, found.ok_or_else(wrong)?);
            }
            Kind::Student => {
                settings.student = match value {
                    "ask" => None,
                    "none" => Some(String::new()),
                    name => Some(name.to_string()),
                };
            }
        }
        Ok(())
    }

    fn differs(&self, before: &Settings, now: &Settings) -> bool {
        self.write(before) != self.write(now)
    }
}

/// A line of the settings that has no effect. Its message is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// The line's number, from 1.
    pub line: usize,
    why: String,
}

impl fmt::Display for InvalidLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

fn in_file() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| !setting.name.is_empty())
}

/// Reads a line into the settings. Returns the setting that it changes, or the reason why it changes none.
/// Returns `None` for an empty line or a comment.
fn read_line(line: &str, settings: &mut Settings) -> Option<Result<&'static Setting, String>> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let Some((name, value)) = line.split_once('=') else {
        return Some(Err("a setting is a name, = and a value".to_string()));
    };
    let (name, value) = (name.trim(), value.trim());
    // The volume may be left out.
    let value = if (name, value) == ("sound", "on") { "3" } else { value };
    let Some(setting) = in_file().find(|setting| setting.name == name) else {
        let names: Vec<&str> = in_file().map(|setting| setting.name).collect();
        let (name, names) = (name.escape_debug(), names.join(", "));
        return Some(Err(format!("there is no setting '{name}'; the settings are {names}")));
    };
    Some(setting.read(value, settings).map(|()| setting))
}

/// Applies the settings in a text, and returns the lines that have no effect. The first line for a setting
/// counts.
///
/// ```
/// use app::play::settings::Settings;
/// use app::play::settings_text::read;
/// let mut settings = Settings::default();
/// let wrong = read("# mine\ntheme = blue\nsound = loud\n", &mut settings);
/// assert_eq!(settings.theme.name, "blue");
/// assert_eq!(wrong[0].to_string(), "line 3: sound is one of off, 1, 2, 3, 4, 5, not 'loud'");
/// ```
pub fn read(text: &str, settings: &mut Settings) -> Vec<InvalidLine> {
    let (mut wrong, mut first) = (Vec::new(), HashMap::new());
    for (text, line) in text.lines().zip(1..) {
        let mut now = settings.clone();
        let why = match read_line(text, &mut now) {
            None => continue,
            Some(Err(why)) => why,
            Some(Ok(setting)) => match *first.entry(setting.name).or_insert(line) {
                first if first < line => format!("line {first} already sets {}", setting.name),
                _ => {
                    *settings = now;
                    continue;
                }
            },
        };
        wrong.push(InvalidLine { line, why });
    }
    wrong
}

/// True if two settings differ in the file.
pub(crate) fn differ(one: &Settings, other: &Settings) -> bool {
    in_file().any(|setting| setting.differs(one, other))
}

/// Updates the lines of the settings that differ between `before` and `now`, and leaves all other lines
/// alone. Without a text, returns a new one with all settings.
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
        let about = |setting: &Setting| {
            let (name, values) = (setting.name, setting.possible());
            format!("# {name:12} = {values:30} {}\n", setting.purpose)
        };
        let line = |setting: &Setting| format!("{} = {}\n", setting.name, setting.write(now));
        return format!(
            "{TOP}{}\n{}",
            in_file().map(about).collect::<String>(),
            in_file().map(line).collect::<String>()
        );
    };
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_string).collect();
    for setting in in_file().filter(|setting| setting.differs(before, now)) {
        let value = setting.write(now);
        let names_it = |line: &&mut String| {
            let read = read_line(line, &mut Settings::default());
            matches!(read, Some(Ok(found)) if found.name == setting.name)
        };
        match lines.iter_mut().find(names_it) {
            Some(line) => {
                let ending = &line[line.trim_end().len()..];
                let name = line.split('=').next().unwrap_or_default().trim_end();
                *line = format!("{name} = {value}{ending}");
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
