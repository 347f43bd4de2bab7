//! Gomoku: five in a row on 15 x 15 points.
//!
//! [`judge`] tells who has won, in three ways, [`record`] is the string that holds a game, [`screen`] what is drawn, and this
//! file the game that they belong to.

pub mod judge;
pub mod record;
pub mod screen;

use std::fmt;

use crate::stone::{Lost, Outcome, Stone};
use judge::Algorithm;

/// The points in a row, and the rows.
pub const SIZE: usize = 15;

/// A point of the board, as the number p from 0 to 224 that the Gomoku text gives it: p = 15 * column + row.
///
/// Written as in the record string: two hexadecimal digits, the column and the row, each 0 to e.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The point in this row from the top and this column from the left, 0 to 14 each.
    pub fn new(row: usize, col: usize) -> Point {
        assert!(row < SIZE && col < SIZE, "no row {row}, column {col}");
        Point((col * SIZE + row) as u8)
    }

    /// All 225 points, column by column.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..225).map(Point)
    }

    /// p, from 0 to 224.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// p % 15: 0 to 14 from the top.
    pub fn row(self) -> usize {
        self.number() % SIZE
    }

    /// p / 15: 0 to 14 from the left.
    pub fn col(self) -> usize {
        self.number() / SIZE
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}{:x}", self.col(), self.row())
    }
}

/// A game from its first stone on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    pieces: Vec<Point>,
    undone: Vec<Point>,
    lost: Option<(Stone, Lost)>,
}

impl Game {
    /// The game that a record holds.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn from_record(record: &str) -> Result<Game, record::BadRecord> {
        Ok(Game {
            pieces: record::parse(record)?,
            ..Game::default()
        })
    }

    /// The game of a record, with the stones of another record taken back, the one taken back last at its end.
    ///
    /// # Errors
    /// What is wrong with the records, read as one.
    pub fn restored(record: &str, undone: &str) -> Result<Game, record::BadRecord> {
        let mut game = Game::from_record(record)?;
        let undone = record::parse_points(undone)?;
        let all: Vec<Point> = game
            .pieces
            .iter()
            .chain(undone.iter().rev())
            .copied()
            .collect();
        record::parse(&record::text(&all))?;
        game.undone = undone;
        Ok(game)
    }

    /// The stones that were taken back, the one taken back last at the end.
    pub fn undone(&self) -> &[Point] {
        &self.undone
    }

    /// The stones in the order in which they were dropped: the first, third, fifth... are black.
    pub fn pieces(&self) -> &[Point] {
        &self.pieces
    }

    /// The number of the turn, from 1: odd is black's, even is white's.
    pub fn t(&self) -> usize {
        self.pieces.len() + 1
    }

    /// The stone on a point.
    pub fn stone_at(&self, point: Point) -> Option<Stone> {
        let index = self.pieces.iter().position(|p| *p == point)?;
        Some(Stone::of_turn(index + 1))
    }

    /// Who is to move, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Stone> {
        match self.outcome() {
            None => Some(Stone::of_turn(self.t())),
            Some(_) => None,
        }
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.lost {
            Some((stone, _)) => Some(Outcome::Won(stone.other())),
            None => judge::judge(Algorithm::LastStone, &self.pieces, &mut |_| ()),
        }
    }

    /// The player who lost before the end on the board, and how.
    pub fn lost(&self) -> Option<(Stone, Lost)> {
        self.lost
    }

    /// The player to move drops a stone on the point. False where a stone stands already. A new move forgets the undone
    /// ones.
    pub fn drop(&mut self, point: Point) -> bool {
        if self.stone_at(point).is_some() {
            return false;
        }
        self.pieces.push(point);
        self.undone.clear();
        true
    }

    /// The player to move loses, although the game is not over on the board.
    pub fn lose(&mut self, how: Lost) {
        self.lost = self.to_move().map(|stone| (stone, how));
    }

    /// Takes back the last move, or the loss before the end on the board. False when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if self.lost.take().is_some() {
            return true;
        }
        let last = self.pieces.pop();
        self.undone.extend(last);
        last.is_some()
    }

    /// Plays the last undone move again. False when there is none.
    pub fn redo(&mut self) -> bool {
        let next = self.undone.pop();
        self.pieces.extend(next);
        next.is_some()
    }
}

/// The state of the game as text, for people and scripts.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..SIZE {
            for col in 0..SIZE {
                f.write_str(match self.stone_at(Point::new(row, col)) {
                    Some(Stone::Black) => "X",
                    Some(Stone::White) => "O",
                    None => ".",
                })?;
            }
            writeln!(f)?;
        }
        match self.to_move() {
            Some(stone) => writeln!(f, "to move: {stone}")?,
            None => writeln!(f, "to move: nobody")?,
        }
        writeln!(f, "record: {}", record::text(&self.pieces))?;
        match self.outcome() {
            Some(outcome) => write!(f, "result: {outcome}"),
            None => write!(f, "result: none"),
        }
    }
}
