//! The keys that a program can read, and their names in scripts.

use std::fmt;

use super::mouse::Mouse;
use words::say;

/// Defines [`Key`], and the table [`NAMED`] with a row for each named key: its variant, its name in scripts
/// and its code.
macro_rules! keys {
    ($($key:ident, $name:literal, $code:literal;)*) => {
        /// A key as the keyboard buffer delivers it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Key {
            $(#[doc = $name] $key,)*
            /// F1 to F12.
            F(u8),
            /// F1 to F12 with Shift.
            ShiftF(u8),
            /// F1 to F12 with Ctrl.
            CtrlF(u8),
            /// F1 to F12 with Alt.
            AltF(u8),
            /// A letter from a to z with Ctrl, or a capital letter with Ctrl and Shift.
            Ctrl(char),
            /// A letter from a to z or a digit, with Alt.
            Alt(char),
            /// A typed character, never a space or a control character.
            Char(char),
            /// A state of the mouse in a script, never in the keyboard buffer.
            Mouse(Mouse),
        }

        /// The named keys, their names in scripts and their `bioskey` codes, in the order in which messages
        /// list them.
        const NAMED: [(Key, &str, u16); [$($name),*].len()] = [$((Key::$key, $name, $code)),*];
    };
}

keys! {
    Up, "Up", 0x4800;
    Down, "Down", 0x5000;
    Left, "Left", 0x4B00;
    Right, "Right", 0x4D00;
    Home, "Home", 0x4700;
    End, "End", 0x4F00;
    PageUp, "PageUp", 0x4900;
    PageDown, "PageDown", 0x5100;
    Enter, "Enter", 0x1C0D;
    Space, "Space", 0x3920;
    Esc, "Esc", 0x011B;
    Backspace, "Backspace", 0x0E08;
    Insert, "Insert", 0x5200;
    Delete, "Delete", 0x5300;
    Tab, "Tab", 0x0F09;
    ShiftTab, "Shift+Tab", 0x0F00;
    ShiftUp, "Shift+Up", 0x4800;
    ShiftDown, "Shift+Down", 0x5000;
    ShiftLeft, "Shift+Left", 0x4B00;
    ShiftRight, "Shift+Right", 0x4D00;
    ShiftHome, "Shift+Home", 0x4700;
    ShiftEnd, "Shift+End", 0x4F00;
    CtrlUp, "Ctrl+Up", 0x8D00;
    CtrlDown, "Ctrl+Down", 0x9100;
    CtrlLeft, "Ctrl+Left", 0x7300;
    CtrlRight, "Ctrl+Right", 0x7400;
    CtrlHome, "Ctrl+Home", 0x7700;
    CtrlEnd, "Ctrl+End", 0x7500;
    CtrlPageUp, "Ctrl+PageUp", 0x8400;
    CtrlPageDown, "Ctrl+PageDown", 0x7600;
}

/// The prefixes of modifier keys, in lower case.
const MODIFIERS: [&str; 4] = ["ctrl+shift+", "ctrl+", "alt+", "shift+"];

/// The rows of a US PC keyboard: the scan code of the first key, the characters without Shift, and the
/// characters with Shift.
const ROWS: [(u16, &str, &str); 4] = [
    (0x02, "1234567890-=", "!@#$%^&*()_+"),
    (0x10, "qwertyuiop[]", "QWERTYUIOP{}"),
    (0x1E, "asdfghjkl;'`", "ASDFGHJKL:\"~"),
    (0x2B, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
];

/// The maximum number of keys in a script.
const MAX_KEYS: usize = 1_000_000;

impl Key {
    /// Parses the name of a key. Only single characters are case-sensitive.
    pub(crate) fn from_name(name: &str) -> Option<Key> {
        if let Some((key, ..)) = NAMED.iter().find(|(_, n, _)| n.eq_ignore_ascii_case(name)) {
            return Some(*key);
        }
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return (!c.is_control() && !c.is_whitespace()).then_some(Key::Char(c));
        }
        let lower = name.to_ascii_lowercase();
        let modifier = MODIFIERS.into_iter().find(|modifier| lower.starts_with(modifier));
        let rest = &lower[modifier.map_or(0, str::len)..];
        if let Some(number) = rest.strip_prefix('f').filter(|number| !number.is_empty()) {
            let number: u8 = number.parse().ok()?;
            let fits = (1..=12).contains(&number) && rest == format!("f{number}");
            return match modifier.filter(|_| fits) {
                Some("ctrl+") => Some(Key::CtrlF(number)),
                Some("alt+") => Some(Key::AltF(number)),
                Some("shift+") => Some(Key::ShiftF(number)),
                Some(_) => None,
                None => fits.then_some(Key::F(number)),
            };
        }
        let (letter, "") = rest.split_at_checked(1)? else {
            return None;
        };
        let letter = letter.chars().next()?;
        match modifier? {
            "ctrl+" if letter.is_ascii_lowercase() => Some(Key::Ctrl(letter)),
            "ctrl+shift+" if letter.is_ascii_lowercase() => Some(Key::Ctrl(letter.to_ascii_uppercase())),
            "alt+" if letter.is_ascii_alphanumeric() => Some(Key::Alt(letter)),
            _ => None,
        }
    }

    /// Returns the keys that type a text, with Enter for line breaks.
    ///
    /// ```
    /// use turbo::dos::Key;
    /// let keys: Vec<Key> = Key::typing("t ;\n").collect();
    /// assert_eq!(keys, [Key::Char('t'), Key::Space, Key::Char(';'), Key::Enter]);
    /// ```
    pub fn typing(text: &str) -> impl Iterator<Item = Key> {
        text.chars().filter_map(|c| match c {
            ' ' => Some(Key::Space),
            '\n' => Some(Key::Enter),
            '\t' => Some(Key::Tab),
            c => (!c.is_control() && !c.is_whitespace()).then_some(Key::Char(c)),
        })
    }

    /// The value of `bioskey(0)` for this key: the scan code in the high byte and the character in the low
    /// one.
    ///
    /// The scan codes belong to a US keyboard; a character that this keyboard lacks has the scan code 0.
    pub fn bioskey(self) -> u16 {
        let function = |n: u8, [first, eleven]: [u16; 2]| match n {
            1..=10 => (first + u16::from(n) - 1) << 8,
            n => (eleven + u16::from(n) - 11) << 8,
        };
        match self {
            Key::F(n) => function(n, [0x3B, 0x85]),
            Key::ShiftF(n) => function(n, [0x54, 0x87]),
            Key::CtrlF(n) => function(n, [0x5E, 0x89]),
            Key::AltF(n) => function(n, [0x68, 0x8B]),
            Key::Ctrl(c) => scan_code(c) << 8 | u16::from(c as u8 & 0x1F),
            // With Alt, the digit keys have different codes.
            Key::Alt(c) if c.is_ascii_digit() => (scan_code(c) + 0x76) << 8,
            Key::Alt(c) => scan_code(c) << 8,
            Key::Char(c) => scan_code(c) << 8 | u16::from(u8::try_from(c).unwrap_or(b'?')),
            Key::Mouse(_) => 0,
            key => key.row().2,
        }
    }

    /// The row of a named key in [`NAMED`].
    fn row(self) -> &'static (Key, &'static str, u16) {
        let row = NAMED.iter().find(|(key, ..)| *key == self);
        row.expect("all other keys have values")
    }

    pub(super) fn mouse(self) -> Option<Mouse> {
        if let Key::Mouse(mouse) = self { Some(mouse) } else { None }
    }

    /// Returns the key without Shift if it moves a cursor; any other key as it is.
    pub fn without_shift(self) -> Key {
        match self {
            Key::ShiftUp => Key::Up,
            Key::ShiftDown => Key::Down,
            Key::ShiftLeft => Key::Left,
            Key::ShiftRight => Key::Right,
            Key::ShiftHome => Key::Home,
            Key::ShiftEnd => Key::End,
            key => key,
        }
    }

    /// The character in lower case if it is of ASCII, for hot keys that ignore case.
    pub fn letter(self) -> Option<char> {
        match self {
            Key::Char(c) => Some(c.to_ascii_lowercase()),
            _ => None,
        }
    }
}

/// The scan code of the key that types a character on a US keyboard, or 0 if there is none.
fn scan_code(c: char) -> u16 {
    let place = |row: &str| row.chars().position(|on| on == c);
    let mut rows = ROWS.into_iter();
    let code = rows
        .find_map(|(first, plain, shifted)| Some(first + place(plain).or_else(|| place(shifted))? as u16));
    code.unwrap_or(0)
}

/// Writes the key's name as scripts use it.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::F(n) => write!(f, "F{n}"),
            Key::ShiftF(n) => write!(f, "Shift+F{n}"),
            Key::CtrlF(n) => write!(f, "Ctrl+F{n}"),
            Key::AltF(n) => write!(f, "Alt+F{n}"),
            Key::Ctrl(c) if c.is_ascii_uppercase() => write!(f, "Ctrl+Shift+{c}"),
            Key::Ctrl(c) => write!(f, "Ctrl+{}", c.to_ascii_uppercase()),
            Key::Alt(c) => write!(f, "Alt+{}", c.to_ascii_uppercase()),
            Key::Char(c) => write!(f, "{c}"),
            Key::Mouse(Mouse { x, y, buttons }) => write!(f, "Mouse@{x},{y},{buttons}"),
            key => f.write_str(key.row().1),
        }
    }
}

/// A word in a script that names no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKey(pub String);

impl fmt::Display for UnknownKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownKey(word) = self;
        let word = word.escape_debug();
        let names = NAMED.iter().map(|(_, name, _)| *name).filter(|name| !name.contains('+'));
        let names = names.collect::<Vec<_>>().join(" ");
        f.write_str(&say!(
            "no key is named '{word}'; there are {names}, F1 to F12 and single characters, Ctrl+Y, Ctrl+Shift+Z, Ctrl+Left, \
             Alt+C, Shift+F7 and the like, each with *N to repeat it, {MAX_KEYS} keys in all",
            word,
            names,
            MAX_KEYS
        ))
    }
}

impl std::error::Error for UnknownKey {}

/// Parses the keys of a script: names in any case, separated by white space. `NAME*N` repeats the key N
/// times. `Click@320,240`, `Right@320,240`, `Move@320,240` and `Drag@320,240` are events of the mouse.
///
/// ```
/// use turbo::dos::{Key, parse_keys};
/// assert_eq!(parse_keys("Down*2 x F10").unwrap(), [Key::Down, Key::Down, Key::Char('x'), Key::F(10)]);
/// assert_eq!(parse_keys("Dwon").unwrap_err().0, "Dwon");
/// ```
///
/// # Errors
/// If a word names no key, or brings the total above a million keys. The error holds the first such word.
pub fn parse_keys(script: &str) -> Result<Vec<Key>, UnknownKey> {
    let mut keys = Vec::new();
    for word in script.split_whitespace() {
        let (name, times) = match word.rsplit_once('*') {
            Some((name, times)) if !name.is_empty() => (name, times.parse().ok()),
            _ => (word, Some(1)),
        };
        let mouse = Mouse::from_name(name).map(|all| all.into_iter().map(Key::Mouse).collect());
        match (mouse.or_else(|| Some(vec![Key::from_name(name)?])), times) {
            (Some(some), Some(n)) if n <= (MAX_KEYS - keys.len()) / some.len() => {
                keys.extend(some.repeat(n));
            }
            _ => return Err(UnknownKey(word.to_string())),
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_names_parse_back_to_the_same_key() {
        let mut keys: Vec<Key> = NAMED.iter().map(|(key, ..)| *key).collect();
        for of in [Key::F, Key::ShiftF, Key::CtrlF, Key::AltF] {
            keys.extend((1..=12).map(of));
        }
        keys.extend("aZ09*+é".chars().map(Key::Char));
        keys.extend("azAZ".chars().map(Key::Ctrl));
        keys.extend("az09".chars().map(Key::Alt));
        for key in keys {
            assert_eq!(parse_keys(&key.to_string()), Ok(vec![key]));
        }
    }

    #[test]
    fn a_star_repeats_a_key_or_is_a_key() {
        assert_eq!(parse_keys("Up*0 Left*3").unwrap(), [Key::Left; 3]);
        assert_eq!(parse_keys("*").unwrap(), [Key::Char('*')]);
        assert_eq!(parse_keys("**2").unwrap(), [Key::Char('*'); 2]);
        assert_eq!(parse_keys("").unwrap(), []);
    }

    #[test]
    fn the_error_names_the_unknown_word() {
        let words = "Return F0 F13 F01 F+1 Down* Down*x Down*-1 Down*1000001 Left*1000000 Down*99999999999999999999 ab \
            F256 Ctrl+ Ctrl+1 Ctrl+é Ctrl+Enter Alt+Left Alt++ Shift+a Ctrl+F13 Ctrl+Shift+F1 Shift+Ctrl+F";
        for word in words.split(' ') {
            let error = parse_keys(&format!("Up {word} Down")).unwrap_err();
            assert_eq!(error, UnknownKey(word.to_string()));
            let message = error.to_string();
            assert!(message.starts_with(&format!("no key is named '{word}'")));
        }
    }

    #[test]
    fn modifiers_are_part_of_the_name() {
        let keys = parse_keys("ctrl+y Ctrl+Shift+z ALT+c shift+f7 Ctrl+F9*2 ctrl+left F").unwrap();
        let expected = [
            Key::Ctrl('y'),
            Key::Ctrl('Z'),
            Key::Alt('c'),
            Key::ShiftF(7),
            Key::CtrlF(9),
            Key::CtrlF(9),
            Key::CtrlLeft,
            Key::Char('F'),
        ];
        assert_eq!(keys, expected);
    }

    #[test]
    fn bioskey_returns_the_codes_of_a_pc_keyboard() {
        for (names, codes) in [
            ("Up Down Left Right Enter", &[0x4800, 0x5000, 0x4B00, 0x4D00, 0x1C0D][..]),
            ("Space Esc F1 F10 F12", &[0x3920, 0x011B, 0x3B00, 0x4400, 0x8600]),
            ("Shift+F7 Ctrl+F9 Alt+F5", &[0x5A00, 0x6600, 0x6C00]),
            ("a A 1 0 { ? m", &[0x1E61, 0x1E41, 0x0231, 0x0B30, 0x1A7B, 0x353F, 0x326D]),
            ("Ctrl+Y Ctrl+Shift+Z Alt+X", &[0x1519, 0x2C1A, 0x2D00]),
            ("Alt+1 Alt+0", &[0x7800, 0x8100]),
        ] {
            let keys = parse_keys(names).unwrap().into_iter();
            assert_eq!(keys.map(Key::bioskey).collect::<Vec<u16>>(), codes, "{names}");
        }
    }
}
