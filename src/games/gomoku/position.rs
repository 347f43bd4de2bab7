//! A position: which stones stand where, and who is to move. It does not hold the order in which they came.

use std::fmt;
use std::str::FromStr;
use words::say;

use super::game::Game;
use super::picture;
use super::point::{LARGEST, LINES, Line, Point, SIZE, SIZES};
use super::rules::{BlackBegins, Opening, Rules, Setup};
use crate::Game as _;
use crate::stone::Stone;

/// The stones on the board and the side to move. The default is the empty board of 15 x 15 points with black to move.
///
/// As text it is what people draw: for each row a line of `X` for black, `O` for white and `.`, then who is to move. A text that is read
/// may have spaces, `*`, `#`, `B` or `●` for black, `W` or `○` for white, `-`, `_` or `+` for free points, and the names of rows and
/// columns around the board. If it does not say who is to move, the side with fewer stones is, or black when both have as many.
///
/// ```
/// use games::gomoku::{Game, Position, Rules};
/// let game = Game::from_record("777876").unwrap();
/// let position = Position::of(&game);
/// assert_eq!(position.to_string().parse(), Ok(position.clone()));
/// assert_eq!(Position::of(&position.game(Rules::Freestyle).unwrap()), position);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: usize,
    stones: Vec<Option<Stone>>,
    /// Who is to move.
    pub to_move: Stone,
}

impl Default for Position {
    fn default() -> Position {
        Position::empty(SIZE)
    }
}

/// Why a text is not a position. The message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// A line has fewer points than the board has lines, or more.
    #[error("{}", say!("a board of {lines} lines has {lines} points in each, but line {n} has {points}", lines = .lines, n = .n, points = .points))]
    Line {
        /// How many lines there are.
        lines: usize,
        /// The number of the line, from 1.
        n: usize,
        /// How many points it has.
        points: usize,
    },
    /// It has too few lines, or too many.
    #[error("{}", say!("a board of gomoku has {start} to {end} lines, but this one has {lines}", start = SIZES.start(), end = SIZES.end(), lines = .0))]
    Lines(usize),
    /// The line that says who is to move names neither side.
    #[error("{}", say!("the side to move is X or O, not '{value}'", value = .0.escape_debug()))]
    Side(String),
}

/// Why no game can go on from a position. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// One colour has so many more stones that the players cannot have taken turns.
    #[error("{}", say!("{stone} has {more} more stones: one more is the most, as players take turns", stone = .stone.name(), more = .more))]
    TooMany {
        /// Whose stones.
        stone: Stone,
        /// How many more.
        more: usize,
    },
    /// The colour with one stone more is to move.
    #[error("{}", say!("{value} has one stone more, so {other} is to move", value = .0.name(), other = .0.other().name()))]
    Turn(Stone),
    /// Somebody has won already.
    #[error("{}", say!("{value} has won: the game is over", value = .0.name()))]
    Won(Stone),
    /// The board is full.
    #[error("{}", say!("the board is full: the game is over"))]
    Full,
    /// White began, which these rules do not allow.
    #[error(transparent)]
    First(#[from] BlackBegins),
}

impl Position {
    /// An empty board of `size` x `size` points, black to move.
    ///
    /// # Panics
    /// When the size is not from 5 to 20.
    pub fn empty(size: usize) -> Position {
        assert!(SIZES.contains(&size), "no board of size {size}");
        Position {
            size,
            stones: vec![None; size * size],
            to_move: Stone::Black,
        }
    }

    /// The position that a game has reached.
    pub fn of(game: &Game) -> Position {
        let mut position = Position {
            to_move: game.stone_of_turn(game.t()),
            ..Position::empty(game.size())
        };
        for (point, t) in game.pieces().iter().zip(1..) {
            position.set(*point, Some(game.stone_of_turn(t)));
        }
        position
    }

    /// The number of points in a row of the board, which is also the number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What stands on a point.
    pub fn stone_at(&self, point: Point) -> Option<Stone> {
        self.stones[point.number(self.size)]
    }

    /// Puts a stone on a point, or empties it.
    pub fn set(&mut self, point: Point, stone: Option<Stone>) {
        self.stones[point.number(self.size)] = stone;
    }

    /// The points with stones of a colour, row by row.
    pub(crate) fn stones(&self, of: Stone) -> Vec<Point> {
        let size = self.size;
        let places = (0..size).flat_map(|row| (0..size).map(move |col| Point::new(row, col)));
        places
            .filter(|point| self.stone_at(*point) == Some(of))
            .collect()
    }

    /// The game that goes on from here. Its stones stood there from the start, so that none of them can be taken back.
    ///
    /// # Errors
    /// Why no game by these rules can come here and go on.
    pub fn game(&self, rules: Rules) -> Result<Game, NoGame> {
        let [black, white] = Stone::ALL.map(|stone| self.stones(stone));
        let (stone, more) = match black.len() >= white.len() {
            true => (Stone::Black, black.len() - white.len()),
            false => (Stone::White, white.len() - black.len()),
        };
        let first = match more {
            0 => self.to_move,
            1 if self.to_move == stone => return Err(NoGame::Turn(stone)),
            1 => stone,
            more => return Err(NoGame::TooMany { stone, more }),
        };
        if let Some(winner) = self.winner(rules) {
            return Err(NoGame::Won(winner));
        }
        if black.len() + white.len() == self.size * self.size {
            return Err(NoGame::Full);
        }
        let setup = Setup::new(rules, first, Opening::Free)?.on(self.size);
        let (mine, theirs) = match first {
            Stone::Black => (black, white),
            Stone::White => (white, black),
        };
        Ok(Game::from_stones(setup, in_turn(setup, mine, theirs)))
    }

    /// Who has a row that wins by these rules.
    fn winner(&self, rules: Rules) -> Option<Stone> {
        let wins = |point: Point, line: Line| {
            let stone = self.stone_at(point)?;
            let at = |n| {
                let point = point.along(self.size, line, n)?;
                (self.stone_at(point) == Some(stone)).then_some(())
            };
            let run = (0..).take_while(|n| at(*n).is_some()).count();
            (at(-1).is_none() && rules.wins(stone, run)).then_some(stone)
        };
        let mut all = Point::all(self.size);
        all.find_map(|point| LINES.into_iter().find_map(|line| wins(point, line)))
    }
}

/// The stones of both players one after the other, as far as possible in an order in which the rules permit each and none wins, because
/// other programs know a game only by its moves.
fn in_turn(setup: Setup, mut mine: Vec<Point>, mut theirs: Vec<Point>) -> Vec<Point> {
    let mut game = Game::new(setup);
    let mut all = Vec::new();
    while !mine.is_empty() || !theirs.is_empty() {
        let left = match all.len() % 2 {
            0 => &mut mine,
            _ => &mut theirs,
        };
        let fits = left.iter().position(|point| {
            let mut after = game.clone();
            after.drop(*point).is_ok() && after.winning_stones().is_empty()
        });
        let point = left.remove(fits.unwrap_or(0));
        all.push(point);
        game = Game::from_stones(setup, all.clone());
    }
    all
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        picture::write(f, self.size, |point| self.stone_at(point))?;
        write!(f, "to move: {}", self.to_move)
    }
}

/// The points in a line of a drawn board; `None` if it is not such a line. The name of the row may stand before or after it.
fn points(line: &str) -> Option<Vec<Option<Stone>>> {
    let line = line.trim();
    let row_name = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|';
    let line = line.trim_matches(row_name);
    let signs = line.chars().filter(|c| !c.is_whitespace() && *c != '|');
    let points: Option<Vec<_>> = signs.map(stone).collect();
    points.filter(|points| points.len() >= 5)
}

/// What a sign stands for, as [`Stone::of_sign`] has it; some people draw free points as crosses.
fn stone(sign: char) -> Option<Option<Stone>> {
    match sign {
        '+' => Some(None),
        sign => Stone::of_sign(sign),
    }
}

/// Is this the beginning of a drawn board of gomoku? Two such lines are no accident. A board with lines of eight is one of Othello.
pub fn begins_like_one(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    // The names of the columns may stand above it.
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
        let next = if black > white {
            Stone::White
        } else {
            Stone::Black
        };
        position.to_move = told.unwrap_or(next);
        Ok(position)
    }
}

/// Who is to move according to a line such as `to move: black`, `White to move` or `X`, if it is one.
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
