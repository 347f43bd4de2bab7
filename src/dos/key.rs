//! The keys that a program can get, and how a script names them.

use std::fmt;

/// A key as the keyboard buffer delivers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Enter, also on the keypad.
    Enter,
    /// The space bar.
    Space,
    /// Escape.
    Esc,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Tab.
    Tab,
    /// F1 to F12.
    F(u8),
    /// A typed character, never a space or a control character.
    Char(char),
}

/// The named keys of a script, in the order in which messages list them.
const NAMES: [(&str, Key); 14] = [
    ("Up", Key::Up),
    ("Down", Key::Down),
    ("Left", Key::Left),
    ("Right", Key::Right),
    ("Home", Key::Home),
    ("End", Key::End),
    ("PageUp", Key::PageUp),
    ("PageDown", Key::PageDown),
    ("Enter", Key::Enter),
    ("Space", Key::Space),
    ("Esc", Key::Esc),
    ("Backspace", Key::Backspace),
    ("Delete", Key::Delete),
    ("Tab", Key::Tab),
];

/// The most keys of a script: they are held in memory.
const MOST_KEYS: usize = 1_000_000;

impl Key {
    fn from_name(name: &str) -> Option<Key> {
        if let Some((_, key)) = NAMES.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            return Some(*key);
        }
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return (!c.is_control() && !c.is_whitespace()).then_some(Key::Char(c));
        }
        let number: u8 = name.strip_prefix(['F', 'f'])?.parse().ok()?;
        ((1..=12).contains(&number) && name.len() == 1 + number.to_string().len())
            .then_some(Key::F(number))
    }

    /// The letter of a character key, in lower case: a hot key answers to either case.
    pub fn letter(self) -> Option<char> {
        match self {
            Key::Char(c) => c.to_lowercase().next(),
            _ => None,
        }
    }
}

/// As a script names it.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::F(n) => write!(f, "F{n}"),
            Key::Char(c) => write!(f, "{c}"),
            key => {
                let (name, _) = NAMES.iter().find(|(_, k)| k == key).expect("is named");
                f.write_str(name)
            }
        }
    }
}

/// A word in a script that does not name a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKey(pub String);

impl fmt::Display for UnknownKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownKey(word) = self;
        let word = word.escape_debug();
        write!(f, "no key is named '{word}'; there are")?;
        for (name, _) in NAMES {
            write!(f, " {name}")?;
        }
        write!(
            f,
            ", F1 to F12 and single characters, each with *N to repeat it, {MOST_KEYS} keys in all"
        )
    }
}

impl std::error::Error for UnknownKey {}

/// Reads the keys of a script: names in any case, separated by white space; `NAME*N` is the key N times.
///
/// ```
/// use qipan::dos::{Key, parse_keys};
/// assert_eq!(parse_keys("Down*2 x F10").unwrap(), [Key::Down, Key::Down, Key::Char('x'), Key::F(10)]);
/// assert_eq!(parse_keys("Dwon").unwrap_err().0, "Dwon");
/// ```
///
/// # Errors
/// The first word that does not name a key, or goes beyond a million keys.
pub fn parse_keys(script: &str) -> Result<Vec<Key>, UnknownKey> {
    let mut keys = Vec::new();
    for word in script.split_whitespace() {
        let (name, times) = match word.rsplit_once('*') {
            Some((name, times)) if !name.is_empty() => (name, times.parse().ok()),
            _ => (word, Some(1)),
        };
        match (Key::from_name(name), times) {
            (Some(key), Some(n)) if n <= MOST_KEYS - keys.len() => {
                keys.extend(std::iter::repeat_n(key, n));
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
    fn every_key_reads_back_from_its_name() {
        let mut keys: Vec<Key> = NAMES.iter().map(|(_, key)| *key).collect();
        keys.extend((1..=12).map(Key::F));
        keys.extend("aZ09*+é".chars().map(Key::Char));
        for key in keys {
            assert_eq!(parse_keys(&key.to_string()), Ok(vec![key]));
        }
    }

    #[test]
    fn a_star_repeats_and_is_a_key_of_its_own() {
        assert_eq!(parse_keys("Up*0 Left*3").unwrap(), [Key::Left; 3]);
        assert_eq!(parse_keys("*").unwrap(), [Key::Char('*')]);
        assert_eq!(parse_keys("**2").unwrap(), [Key::Char('*'); 2]);
        assert_eq!(parse_keys("").unwrap(), []);
    }

    #[test]
    fn a_word_that_names_no_key_is_named_in_the_message() {
        for word in [
            "Return",
            "F0",
            "F13",
            "F01",
            "F+1",
            "Down*",
            "Down*x",
            "Down*-1",
            "Down*1000001",
            "Left*1000000",
            "Down*99999999999999999999",
            "ab",
            "F256",
        ] {
            let error = parse_keys(&format!("Up {word} Down")).unwrap_err();
            assert_eq!(error, UnknownKey(word.to_string()));
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("no key is named '{word}'"))
            );
        }
    }
}
