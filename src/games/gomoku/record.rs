//! The record string: a game as two hexadecimal digits for each stone, the column and the row.
//!
//! Rules other than freestyle stand before the digits as a word, and so does `white-first` when white begins:
//! `renju 777876`, `standard white-first 7778`. How the players came to their colours is not in it.

use super::forbidden::Forbidden;
use super::judge::{self, Algorithm};
use super::point::{Point, SIZE};
use super::rules::{BlackBegins, Opening, Rules, Setup};
use crate::games::stone::Stone;

/// The word of a record in which white begins.
const WHITE_FIRST: &str = "white-first";

/// What is wrong with a record. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// The digits do not come in pairs; this is how many there are.
    #[error("a record has two digits per stone, but this one has {0} digits")]
    OddLength(usize),
    /// A character that is not a digit from 0 to e, and its place in the string from 1.
    #[error("character {at} of the record is '{}', but the digits are 0 to 9 and a to e", .0.escape_default(), at = .1)]
    Digit(char, usize),
    /// A point that has a stone already, and the number of the second stone.
    #[error("stone {1} is on {0}, where there is already a stone")]
    UsedTwice(Point, usize),
    /// A point that renju forbids to black, the number of the stone, and why.
    #[error("move {1}: {0} is forbidden to Black: {2}")]
    Forbidden(Point, usize, Forbidden),
    /// The number of the first stone after the one that won.
    #[error("stone {0} comes after stone {before} has won the game", before = .0 - 1)]
    AfterWin(usize),
    /// The decisions of the opening do not fit the stones.
    #[error("the choice of colours does not fit the stones")]
    Decision,
    /// The rules before the digits do not go together.
    #[error(transparent)]
    Rules(#[from] BlackBegins),
}

/// Reads the digits of a record of freestyle. They may be in either case, white space around them does not matter, and an empty
/// record is a game without a stone.
///
/// ```
/// use qipan::games::gomoku::record::{parse, text};
/// let pieces = parse("000110112021303140").unwrap();
/// assert_eq!(pieces.iter().map(|p| p.number()).collect::<Vec<_>>(), [0, 1, 15, 16, 30, 31, 45, 46, 60]);
/// assert_eq!(text(&pieces), "000110112021303140");
/// ```
///
/// # Errors
/// The first thing that is wrong with it.
pub fn parse(record: &str) -> Result<Vec<Point>, BadRecord> {
    let mut pieces = Vec::new();
    for (point, n) in parse_points(record)?.into_iter().zip(1..) {
        if pieces.contains(&point) {
            return Err(BadRecord::UsedTwice(point, n));
        }
        if judge::judge(Algorithm::LastStone, &pieces).is_some() {
            return Err(BadRecord::AfterWin(n));
        }
        pieces.push(point);
    }
    Ok(pieces)
}

/// Reads points that need not be a game.
///
/// # Errors
/// The first thing that is wrong with the digits.
pub fn parse_points(digits: &str) -> Result<Vec<Point>, BadRecord> {
    let (mut points, mut column) = (Vec::new(), None);
    for (c, place) in digits.trim().chars().zip(1..) {
        let digit = c.to_digit(16).map(|d| d as usize).filter(|d| *d < SIZE);
        let digit = digit.ok_or(BadRecord::Digit(c, place))?;
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

/// Does a record begin with a word of its rules?
pub fn names_rules(record: &str) -> bool {
    let word = record.split_whitespace().next().unwrap_or_default();
    word == WHITE_FIRST || word.parse::<Rules>().is_ok()
}

/// Reads the words of a record: the rules, and what follows them.
///
/// # Errors
/// The rules do not go together.
pub fn rules_and_rest(record: &str) -> Result<(Setup, &str), BadRecord> {
    let (mut rules, mut first) = (Rules::Freestyle, Stone::Black);
    let mut rest = record.trim_start();
    while names_rules(rest) {
        let word = rest.split_whitespace().next().unwrap_or_default();
        match word.parse() {
            Ok(named) => rules = named,
            Err(_) => first = Stone::White,
        }
        rest = rest[word.len()..].trim_start();
    }
    Ok((Setup::new(rules, first, Opening::Free)?, rest))
}

/// Reads the words and the digits of a record: the rules, and points that need not be a game.
///
/// # Errors
/// The first thing that is wrong with them.
pub fn rules_and_points(record: &str) -> Result<(Setup, Vec<Point>), BadRecord> {
    let (setup, digits) = rules_and_rest(record)?;
    Ok((setup, parse_points(digits)?))
}

/// The record of these stones by these rules, which reads back by [`rules_and_points`].
pub fn text_with_rules(setup: Setup, pieces: &[Point]) -> String {
    let rules = match setup.rules() {
        Rules::Freestyle => String::new(),
        rules => format!("{rules} "),
    };
    let first = match setup.first() {
        Stone::Black => String::new(),
        Stone::White => format!("{WHITE_FIRST} "),
    };
    rules + &first + &text(pieces)
}

/// The digits of these stones.
pub fn text(pieces: &[Point]) -> String {
    pieces.iter().map(Point::to_string).collect()
}
