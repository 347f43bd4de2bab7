//! Positions of gomoku.

use std::fmt;
use std::str::FromStr;
use words::say;

use super::point::{LARGEST, LINES, Line, Point, SIZE, SIZES, write_board};
use super::rules::{BlackBegins, Rules};
use crate::stone::Stone;

/// The stones on the board and the side to move, but not the order of the moves. The default is an empty
/// 15x15 board with black to move.
///
/// [`fmt::Display`] writes a line for each row, with `X` for black, `O` for white and `.` for free points,
/// and then the side to move. The parser also accepts spaces, `*`, `#`, `B` or `●` for black, `W` or `○` for
/// white, `-`, `_` or `+` for free points, and row and column names around the board. If the side to move is
/// missing, it is the side with fewer stones, or black if the numbers are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: usize,
    stones: Vec<Option<Stone>>,
    pub to_move: Stone,
}

impl Default for Position {
    fn default() -> Position {
        Position::empty(SIZE)
    }
}

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// A row whose number of points differs from the number of rows.
    #[error("{}", say!("a board of {lines} lines has {lines} points in each, but line {n} has {points}", lines = .lines, n = .n, points = .points))]
    Line {
        lines: usize,
        /// The number of the row's line, from 1.
        n: usize,
        points: usize,
    },
    #[error("{}", say!("a board of gomoku has {start} to {end} lines, but this one has {lines}", start = SIZES.start(), end = SIZES.end(), lines = .0))]
    Lines(usize),
    #[error("{}", say!("the side to move is X or O, not '{value}'", value = .0.escape_debug()))]
    Side(String),
}

/// The reason why no game can begin from a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// One colour has at least two more stones than the other.
    #[error("{}", say!("{stone} has {more} more stones: one more is the most, as players take turns", stone = .stone.name(), more = .more))]
    TooMany { stone: Stone, more: usize },
    /// The side to move already has one stone more than the other side.
    #[error("{}", say!("{value} has one stone more, so {other} is to move", value = .0.name(), other = .0.other().name()))]
    Turn(Stone),
    #[error("{}", say!("{value} has won: the game is over", value = .0.name()))]
    Won(Stone),
    #[error("{}", say!("the board is full: the game is over"))]
    Full,
    /// The number of stones shows that white began, which is against the rules.
    #[error(transparent)]
    First(#[from] BlackBegins),
}

impl Position {
    /// An empty board of `size` x `size` points with black to move.
    pub fn empty(size: usize) -> Position {
        assert!(SIZES.contains(&size), "no board of size {size}");
        Position { size, stones: vec![None; size * size], to_move: Stone::Black }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn stone_at(&self, point: Point) -> Option<Stone> {
        self.stones[point.number(self.size)]
    }

    /// Places a stone on a point, or clears the point if `stone` is `None`.
    pub fn set(&mut self, point: Point, stone: Option<Stone>) {
        self.stones[point.number(self.size)] = stone;
    }

    /// The points with stones of the given colour, row by row.
    pub(super) fn stones(&self, of: Stone) -> Vec<Point> {
        let size = self.size;
        let places = (0..size).flat_map(|row| (0..size).map(move |col| Point::new(row, col)));
        places.filter(|point| self.stone_at(*point) == Some(of)).collect()
    }

    /// The colour that has a winning row, if any.
    pub(super) fn winner(&self, rules: Rules) -> Option<Stone> {
        Point::all(self.size).find_map(|point| {
            let stone = self.stone_at(point)?;
            let wins = |line: &Line| rules.wins(stone, self.row(point, *line).length);
            LINES.iter().any(wins).then_some(stone)
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, self.size, |point| self.stone_at(point))?;
        write!(f, "to move: {}", self.to_move)
    }
}

/// Parses a row of a text diagram, with or without a row number. Returns `None` if the line is not a row.
fn points(line: &str) -> Option<Vec<Option<Stone>>> {
    let line = line.trim();
    let row_name = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|';
    let line = line.trim_matches(row_name);
    let signs = line.chars().filter(|c| !c.is_whitespace() && *c != '|');
    // Some people draw free points as crosses.
    let stone = |sign| match sign {
        '+' => Some(None),
        sign => Stone::of_sign(sign),
    };
    let points: Option<Vec<_>> = signs.map(stone).collect();
    points.filter(|points| points.len() >= 5)
}

/// True if a text begins with two rows of a text diagram that are equally long. Rows of eight are taken for
/// Othello.
pub fn begins_like_one(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    // The first line may have the column names.
    let lines = lines.take(3).skip_while(|line| points(line).is_none());
    let lengths = lines.map(|line| points(line).map_or(0, |points| points.len()));
    let lengths: Vec<usize> = lengths.take(2).collect();
    matches!(lengths[..], [9..=LARGEST, next] if next == lengths[0])
}

impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Position, BadPosition> {
        let (mut rows, mut told) = (Vec::new(), None);
        for line in text.lines().map(str::trim) {
            if let Some(points) = points(line) {
                rows.push(points);
            } else if let Some(side) = side(line) {
                told = Some(side?);
            }
        }
        let lines = rows.len();
        if !SIZES.contains(&lines) {
            return Err(BadPosition::Lines(lines));
        }
        let mut position = Position::empty(lines);
        for (row, stones) in rows.into_iter().enumerate() {
            let (n, points) = (row + 1, stones.len());
            if points != lines {
                return Err(BadPosition::Line { lines, n, points });
            }
            for (col, stone) in stones.into_iter().enumerate() {
                position.set(Point::new(row, col), stone);
            }
        }
        let [black, white] = Stone::ALL.map(|stone| position.stones(stone).len());
        let next = if black > white { Stone::White } else { Stone::Black };
        position.to_move = told.unwrap_or(next);
        Ok(position)
    }
}

/// Parses a line that names the side to move, such as `to move: black`, `White to move` or `X`. Returns
/// `None` for any other line.
fn side(line: &str) -> Option<Result<Stone, BadPosition>> {
    let line = line.to_ascii_lowercase();
    let word = line
        .strip_prefix("to move")
        .map(|rest| rest.trim_start_matches(':').trim())
        .or_else(|| line.strip_suffix("to move").map(str::trim));
    let said = match word {
        Some(word) => word,
        None if line.chars().count() == 1 => &line,
        None => return None,
    };
    Some(Stone::named(said).ok_or_else(|| BadPosition::Side(said.chars().take(20).collect())))
}
