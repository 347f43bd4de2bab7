//! The record string: a game as two hexadecimal digits for each stone, the column and the row.
//!
//! Rules other than freestyle stand before the digits as a word, and so do `white-first` when white begins, and the size of a board that is
//! not 15 x 15: `renju 777876`, `standard white-first 7778`, `20x20 99aaj0`. A record does not hold how the players came to their colours.

use super::forbidden::Forbidden;
use super::judge::{self, Algorithm};
use super::point::{Point, SIZE, SIZES, digit};
use super::rules::{BlackBegins, Opening, Rules, Setup};
use crate::stone::Stone;
use words::say;

/// The word of a record in which white begins.
const WHITE_FIRST: &str = "white-first";

/// What is wrong with a record. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// The digits do not come in pairs; this is how many there are.
    #[error("{}", say!("a record has two digits per stone, but this one has {why} digits", why = .0))]
    OddLength(usize),
    /// A character that is not the digit of a row or column, its place in the string from 1, and the size of the board.
    #[error("{}", say!("character {at} of the record is '{escape_default}', but the digits are {digits}", at = .1, escape_default = .0.escape_default(), digits = digits(*.2)))]
    Digit(char, usize, usize),
    /// A board that is too small or too large.
    #[error("{}", say!("a board of {size} is not played: boards are square, with {start} to {end} points in a row", size = .0.escape_debug(), start = SIZES.start(), end = SIZES.end()))]
    Size(String),
    /// A point that has a stone already, and the number of the second stone.
    #[error("{}", say!("stone {other} is on {why}, where there is already a stone", other = .1, why = .0))]
    UsedTwice(Point, usize),
    /// A point that renju forbids to black, the number of the stone, and why.
    #[error("{}", say!("move {other}: {why} is forbidden to Black: {other_2}", other = .1, why = .0, other_2 = .2))]
    Forbidden(Point, usize, Forbidden),
    /// The number of the first stone after the one that won.
    #[error("{}", say!("stone {why} comes after stone {before} has won the game", why = .0, before = .0 - 1))]
    AfterWin(usize),
    /// The decisions of the opening do not fit the stones.
    #[error("{}", say!("the choice of colours does not fit the stones"))]
    Decision,
    /// The rules before the digits do not go together.
    #[error(transparent)]
    Rules(#[from] BlackBegins),
}

/// The digits of the rows of a board, in words.
fn digits(size: usize) -> String {
    match size {
        ..=10 => say!("0 to {digit}", digit = digit(size - 1)),
        size => say!("0 to 9 and a to {digit}", digit = digit(size - 1)),
    }
}

/// Reads the digits of a record of freestyle on a board of `size` x `size` points. They may be in either case, white space around them
/// does not matter, and an empty record is a game without a stone.
///
/// ```
/// use games::gomoku::record::{parse, text};
/// let pieces = parse("000110112021303140", 15).unwrap();
/// assert_eq!(pieces.iter().map(|p| p.number(15)).collect::<Vec<_>>(), [0, 1, 15, 16, 30, 31, 45, 46, 60]);
/// assert_eq!(text(&pieces), "000110112021303140");
/// ```
///
/// # Errors
/// The first thing that is wrong with it.
pub fn parse(record: &str, size: usize) -> Result<Vec<Point>, BadRecord> {
    let mut pieces = Vec::new();
    for (point, n) in parse_points(record, size)?.into_iter().zip(1..) {
        if pieces.contains(&point) {
            return Err(BadRecord::UsedTwice(point, n));
        }
        if judge::judge(Algorithm::LastStone, size, &pieces).is_some() {
            return Err(BadRecord::AfterWin(n));
        }
        pieces.push(point);
    }
    Ok(pieces)
}

/// Reads a record of freestyle that may begin with the size of its board: the size, and the stones as [`parse`] reads them.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn of_freestyle(record: &str) -> Result<(usize, Vec<Point>), BadRecord> {
    let (size, digits) = match first_word(record) {
        Some((word, Word::Size(named), digits)) => (
            named.ok_or_else(|| BadRecord::Size(word.to_string()))?,
            digits,
        ),
        _ => (SIZE, record),
    };
    Ok((size, parse(digits, size)?))
}

/// Reads points of a board of `size` x `size` that need not be a game.
///
/// # Errors
/// The first thing that is wrong with the digits.
pub fn parse_points(digits: &str, size: usize) -> Result<Vec<Point>, BadRecord> {
    let (mut points, mut column) = (Vec::new(), None);
    for (c, place) in digits.trim().chars().zip(1..) {
        let digit = c.to_digit(36).map(|d| d as usize).filter(|d| *d < size);
        let digit = digit.ok_or(BadRecord::Digit(c, place, size))?;
        match column.take() {
            None => column = Some(digit),
            Some(col) => points.push(Point::new(digit, col)),
        }
    }
    match column {
        None => Ok(points),
        Some(_) => Err(BadRecord::OddLength(2 * points.len() + 1)),
    }
}

/// A word before the digits.
enum Word {
    Rules(Rules),
    WhiteFirst,
    Size(Option<usize>),
}

/// The first word of a record, if it is one of its rules, and what follows it.
fn first_word(record: &str) -> Option<(&str, Word, &str)> {
    let record = record.trim_start();
    let (word, rest) = record.split_at(record.find(char::is_whitespace).unwrap_or(record.len()));
    let named = match (word, word.parse()) {
        (WHITE_FIRST, _) => Word::WhiteFirst,
        (_, Ok(rules)) => Word::Rules(rules),
        _ => Word::Size(size(word)?),
    };
    Some((word, named, rest.trim_start()))
}

/// The size that a word such as `20x20` names; the inner `None` is a size that is not played.
fn size(word: &str) -> Option<Option<usize>> {
    let (width, height) = word.split_once('x')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let size = width.parse().ok().filter(|size| SIZES.contains(size));
    (is_number(width) && is_number(height)).then_some(size.filter(|_| width == height))
}

/// Does a record begin with a word of its rules?
pub(crate) fn names_rules(record: &str) -> bool {
    first_word(record).is_some()
}

/// Reads the words of a record: the rules, or `unnamed` where it names none, and what follows them.
pub(crate) fn rules_and_rest(record: &str, unnamed: Rules) -> Result<(Setup, &str), BadRecord> {
    let (mut rules, mut first, mut size) = (unnamed, Stone::Black, SIZE);
    let mut rest = record.trim_start();
    while let Some((word, named, after)) = first_word(rest) {
        match named {
            Word::Rules(named) => rules = named,
            Word::WhiteFirst => first = Stone::White,
            Word::Size(named) => size = named.ok_or_else(|| BadRecord::Size(word.to_string()))?,
        }
        rest = after;
    }
    Ok((Setup::new(rules, first, Opening::Free)?.on(size), rest))
}

/// Reads the words and the digits of a record: the rules, and points that need not be a game.
///
/// # Errors
/// The first thing that is wrong with them.
pub fn rules_and_points(record: &str) -> Result<(Setup, Vec<Point>), BadRecord> {
    let (setup, digits) = rules_and_rest(record, Rules::Freestyle)?;
    Ok((setup, parse_points(digits, setup.size())?))
}

/// The record of these stones by these rules, which reads back by [`rules_and_points`].
pub(crate) fn text_with_rules(setup: Setup, pieces: &[Point]) -> String {
    let size = match setup.size() {
        SIZE => String::new(),
        size => format!("{size}x{size} "),
    };
    let rules = match setup.rules() {
        Rules::Freestyle => String::new(),
        rules => format!("{rules} "),
    };
    let first = match setup.first() {
        Stone::Black => String::new(),
        Stone::White => format!("{WHITE_FIRST} "),
    };
    size + &rules + &first + &text(pieces)
}

/// The digits of these stones.
pub fn text(pieces: &[Point]) -> String {
    pieces.iter().map(Point::to_string).collect()
}
