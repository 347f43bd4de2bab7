//! Game records: two digits for each stone, its column and its row.
//!
//! Non-standard rules are named before the digits: `renju 777876`, `standard white-first 7778`, `20x20
//! 99aaj0`. A record does not store the swap2 decisions.

use super::forbidden::Forbidden;
use super::judge::{self, Algorithm};
use super::point::{Point, SIZE, SIZES, digit};
use super::rules::{BlackBegins, Opening, Rules, Setup};
use crate::stone::Stone;
use words::say;

const WHITE_FIRST: &str = "white-first";

/// An error in a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// The number of digits, which is odd.
    #[error("{}", say!("a record has two digits per stone, but this one has {why} digits", why = .0))]
    OddLength(usize),
    /// An invalid character, its position from 1, and the size of the board.
    #[error("{}", say!("character {at} of the record is '{escape_default}', but the digits are {digits}", at = .1, escape_default = .0.escape_default(), digits = digits(*.2)))]
    Digit(char, usize, usize),
    #[error("{}", say!("a board of {size} is not played: boards are square, with {start} to {end} points in a row", size = .0.escape_debug(), start = SIZES.start(), end = SIZES.end()))]
    Size(String),
    /// A point that is used twice, and the number of the second stone on it.
    #[error("{}", say!("stone {other} is on {why}, where there is already a stone", other = .1, why = .0))]
    UsedTwice(Point, usize),
    #[error("{}", say!("move {other}: {why} is forbidden for Black: {other_2}", other = .1, why = .0, other_2 = .2))]
    Forbidden(Point, usize, Forbidden),
    /// The number of the first stone after the winning one.
    #[error("{}", say!("stone {why} comes after stone {before} has won the game", why = .0, before = .0 - 1))]
    AfterWin(usize),
    /// The swap2 decisions do not match the stones.
    #[error("{}", say!("the choice of colours does not fit the stones"))]
    Decision,
    #[error(transparent)]
    Rules(#[from] BlackBegins),
}

/// The valid digits for a board of this size, in words.
fn digits(size: usize) -> String {
    match size {
        ..=10 => say!("0 to {digit}", digit = digit(size - 1)),
        size => say!("0 to 9 and a to {digit}", digit = digit(size - 1)),
    }
}

/// Parses the digits of a freestyle game on a board of `size` x `size` points. Letters may be in either case.
/// An empty record is a game without stones.
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

/// Parses the record of a freestyle game, which may begin with the board size. Returns the size and the
/// points.
pub fn of_freestyle(record: &str) -> Result<(usize, Vec<Point>), BadRecord> {
    let (size, digits) = match first_word(record)? {
        Some((Word::Size(size), digits)) => (size, digits),
        _ => (SIZE, record),
    };
    Ok((size, parse(digits, size)?))
}

/// Parses the points of a record for a board of `size` x `size` points. The points need not form a legal
/// game.
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

enum Word {
    Rules(Rules),
    WhiteFirst,
    Size(usize),
}

/// Parses the first word of a record if it names a rule. Returns the word and the rest of the record.
fn first_word(record: &str) -> Result<Option<(Word, &str)>, BadRecord> {
    let record = record.trim_start();
    let (word, rest) = record.split_at(record.find(char::is_whitespace).unwrap_or(record.len()));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let named = match (word, word.parse(), word.split_once('x')) {
        (WHITE_FIRST, ..) => Word::WhiteFirst,
        (_, Ok(rules), _) => Word::Rules(rules),
        (.., Some((width, height))) if is_number(width) && is_number(height) => {
            let size = width.parse().ok().filter(|_| width == height);
            let size = size.filter(|size| SIZES.contains(size));
            Word::Size(size.ok_or_else(|| BadRecord::Size(word.to_string()))?)
        }
        _ => return Ok(None),
    };
    Ok(Some((named, rest.trim_start())))
}

/// True if a record begins with a word that names a rule.
pub(crate) fn names_rules(record: &str) -> bool {
    !matches!(first_word(record), Ok(None))
}

/// Parses the words at the beginning of a record that name its rules. `default` applies if there are none.
/// Returns the rules and the rest of the record.
pub(crate) fn rules_and_rest(record: &str, default: Rules) -> Result<(Setup, &str), BadRecord> {
    let (mut rules, mut first, mut size) = (default, Stone::Black, SIZE);
    let mut rest = record.trim_start();
    while let Some((word, after)) = first_word(rest)? {
        match word {
            Word::Rules(named) => rules = named,
            Word::WhiteFirst => first = Stone::White,
            Word::Size(named) => size = named,
        }
        rest = after;
    }
    Ok((Setup::new(rules, first, Opening::Free)?.on(size), rest))
}

/// Parses the rules and the points of a record. The points need not form a legal game.
pub fn rules_and_points(record: &str) -> Result<(Setup, Vec<Point>), BadRecord> {
    let (setup, digits) = rules_and_rest(record, Rules::Freestyle)?;
    Ok((setup, parse_points(digits, setup.size())?))
}

/// The record of a game, with words that name its rules. [`rules_and_points`] parses it.
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

/// The digits for the given stones.
pub fn text(pieces: &[Point]) -> String {
    pieces.iter().map(Point::to_string).collect()
}
