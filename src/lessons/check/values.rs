//! The values and keys that a program's source suggests as inputs.

use std::collections::BTreeSet;

use rand::RngExt;

use super::matter::number;
use super::source_match::{identifiers, squeezed};
use crate::tutor::is_letter;
use turbo::c::Program;
use turbo::dos::{Key, parse_keys};

const KEYS: &str = "Up Down Left Right Enter Space Esc Tab Backspace Home End PageUp PageDown Insert Delete \
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 a b c d e f g h i j k l m n o p q r s t u v w x y z \
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - * / . ,";

/// The number of inputs of a script that are equal or in order. The others are random.
const MOST_EQUAL: usize = 10;
/// The maximum number of values of a kind.
const MOST_VALUES: usize = 40;
/// A kind of input. The number selects the values for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Integer,
    Real,
    Character,
    Word,
    Line,
    Key,
}

/// The way in which a script chooses its values.
#[derive(Clone, Copy)]
pub(super) enum Style {
    /// The value with this index, again and again.
    Same(usize),
    /// The numbers from the first one, in steps of the second one.
    Counting(i32, i32),
    Random,
    /// One of the first values, as a rule, which are small numbers.
    Small,
}

/// The values that scripts are made of.
pub(super) struct Values {
    /// The values of each kind of text.
    texts: [Vec<String>; 5],
    pub(super) keys: Vec<Key>,
    range: Option<(i32, i32)>,
    /// True if the program reads to the end of its input.
    pub(super) to_the_end: bool,
}

impl Values {
    pub(super) fn of(program: &Program, range: Option<(i32, i32)>) -> Values {
        let source = &squeezed(program.source());
        let inside = |n: f64| range.is_none_or(|(least, most)| (least.into()..=most.into()).contains(&n));
        let mut numbers = vec![5, 1, 2, 0, 3, 10, 7, -1, 100, -5];
        numbers.extend(range.into_iter().flat_map(|(least, most)| [least, most]));
        for n in constants(source) {
            numbers.extend([n, n + 1, n - 1]);
        }
        numbers.retain(|n| inside((*n).into()));
        let mut reals: Vec<String> = ["0.5", "2.25", "-1.5"].map(str::to_string).into();
        let decimals = source.split(|c: char| !(c.is_ascii_digit() || c == '.'));
        reals.extend(decimals.filter(|word| word.contains('.')).map(str::to_string));
        reals.extend(numbers.iter().take(MOST_VALUES / 2).map(i32::to_string));
        reals.retain(|word| word.parse().is_ok_and(inside));
        let quoted = |mark: char| {
            let texts =
                source.split(mark).skip(1).step_by(2).filter(|text| !text.contains(['%', '\\', '\n']));
            texts.filter(|text| (1..12).contains(&text.len()) && text.is_ascii()).map(str::to_string)
        };
        let compared = source.split("cmp").skip(1).filter_map(|rest| rest.split('"').nth(1));
        let lines =
            ["hello", "Anna", "level", "a", "Hello World", "  two  blanks", "aabb", "The old 12 cats.", "Ab"];
        let lines: Vec<String> = compared
            .chain(lines)
            .map(str::to_string)
            .chain(quoted('"'))
            .filter(|line| line.len() < 20)
            .collect();
        let words = lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_string).collect();
        let characters = ["a", "5", "Z", "+"].map(str::to_string).into_iter();
        let characters =
            characters.chain(quoted('\'').filter(|text| text.len() == 1 && text != " ")).collect();
        let mut texts = [numbers.iter().map(i32::to_string).collect(), reals, characters, words, lines];
        for texts in &mut texts {
            let mut known = BTreeSet::new();
            texts.retain(|text| known.insert(text.clone()));
            texts.truncate(MOST_VALUES);
        }
        let loops = ["EOF", "while (scanf", "while(scanf", "while (gets", "while(gets"];
        let to_the_end = loops.iter().any(|text| source.contains(text));
        Values { texts, keys: keys_read(source), range, to_the_end }
    }

    pub(super) fn count(&self, kind: Kind) -> usize {
        self.texts.get(kind as usize).map_or(self.keys.len(), Vec::len)
    }

    /// Chooses the `n`th value of a script among `count` values.
    pub(super) fn index(style: Style, n: usize, count: usize, random: &mut impl RngExt) -> usize {
        // A long input should come to its end, which is often one of the first values.
        let style = if n < MOST_EQUAL { style } else { Style::Random };
        match style {
            Style::Random if n >= MOST_EQUAL && random.random_range(0..3) == 0 => {
                random.random_range(0..count.min(4))
            }
            Style::Same(at) => at % count,
            Style::Counting(..) => n % count,
            Style::Small if random.random_range(0..4) > 0 => random.random_range(0..count.min(7)),
            Style::Random | Style::Small => random.random_range(0..count),
        }
    }

    pub(super) fn text(&self, kind: Kind, style: Style, n: usize, random: &mut impl RngExt) -> String {
        match (kind, style) {
            (Kind::Integer | Kind::Real, Style::Counting(from, step)) if n < MOST_EQUAL => {
                let wanted = from + step * n as i32;
                self.range.map_or(wanted, |(least, most)| wanted.clamp(least, most)).to_string()
            }
            _ => {
                let texts = self.texts.get(kind as usize).filter(|texts| !texts.is_empty());
                texts.map_or("0".into(), |texts| texts[Values::index(style, n, texts.len(), random)].clone())
            }
        }
    }
}

/// The numbers in a source, those that are compared first.
fn constants(source: &str) -> Vec<i32> {
    let (mut numbers, mut at) = (Vec::new(), 0);
    for word in source.split_inclusive(|c| !is_letter(c)) {
        let before = source[..at].trim_end();
        let compared = ["<", ">", "<=", ">=", "==", "!=", "case", "%"].iter().any(|s| before.ends_with(s));
        let number = word.trim_end_matches(|c| !is_letter(c)).parse().ok();
        numbers.extend(number.filter(|n| (0..30_000).contains(n)).map(|n| (!compared, n)));
        at += word.len();
    }
    numbers.sort_by_key(|(other, _)| *other);
    numbers.into_iter().map(|(_, n)| n).collect()
}

/// The keys whose codes or characters occur in a source, and all digits if the first one occurs. A few usual
/// keys if none occur.
fn keys_read(source: &str) -> Vec<Key> {
    let numbers: BTreeSet<u16> =
        identifiers(source).filter_map(|word| u16::try_from(number(word)?).ok()).collect();
    let characters: BTreeSet<&str> = source.split('\'').skip(1).step_by(2).collect();
    let by_scan_code = source.contains("getch");
    let read = |key: &Key| {
        let code = key.bioskey();
        let [scan, character] = code.to_be_bytes();
        let named = key.letter().is_some_and(|c| {
            let one = [c, c.to_ascii_uppercase()].map(String::from);
            one.iter().any(|c| characters.contains(c.as_str()))
        });
        let is_plain = key.letter().is_some() || *key == Key::Space;
        let by_number = match character {
            0 => by_scan_code && numbers.contains(&scan.into()),
            character => !is_plain && numbers.contains(&character.into()),
        };
        let digit = key.letter().is_some_and(|c| c.is_ascii_digit());
        let of_digits = digit && (characters.contains("0") || numbers.contains(&u16::from(b'0')));
        numbers.contains(&code)
            || named
            || of_digits
            || by_number
            || *key == Key::Space && characters.contains(" ")
    };
    let all = parse_keys(KEYS).unwrap_or_default();
    let found: Vec<Key> = all.into_iter().filter(read).collect();
    if found.is_empty() { parse_keys("Space Enter 5 0 a").unwrap_or_default() } else { found }
}
