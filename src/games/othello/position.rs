//! Positions of Othello.

use std::fmt;
use std::str::FromStr;
use words::say;

use super::cell::{Cell, Ply};
use super::rules::{Map, can_move, is_legal, turn_over};
use crate::stone::Stone;

/// The discs on the board and the side to move. The default is the standard starting position.
///
/// The parser accepts the forms that people use in e-mails, problem files and GGF's `BO`: 64 cells row by
/// row, with `X x * # B b ●` for black, `O o W w ○` for white and `. - _` for empty, and then the side to
/// move as a colour or one of these characters. If the side is missing, black moves. White space, `|`, digits
/// and a line of the letters a to h may surround the cells. The only lines that may follow are those that a
/// printed game has below its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub map: Map,
    pub to_move: Stone,
}

impl Default for Position {
    fn default() -> Position {
        Position { map: Map::default(), to_move: Stone::Black }
    }
}

impl Position {
    /// Plays a ply. Returns false and changes nothing if the standard rules forbid it.
    pub fn play(&mut self, stone: Stone, ply: Ply) -> bool {
        let legal = match ply {
            Ply::Drop(cell) => is_legal(&self.map, cell, stone as usize),
            Ply::Pass => !can_move(&self.map, stone),
        };
        if legal {
            if let Ply::Drop(cell) = ply {
                turn_over(&mut self.map, cell, stone as usize);
            }
            self.to_move = stone.other();
        }
        legal
    }

    /// Parses a position from two fields: 64 cells and the side to move. Neither field may be missing or have
    /// extra characters.
    pub fn from_fields(cells: &str, to_move: &str) -> Result<Position, BadPosition> {
        let (map, rest) = read_map(cells)?;
        if !rest.is_empty() {
            return Err(BadPosition::MoreCells);
        }
        let to_move = read_side(to_move.trim())?;
        Ok(Position { map, to_move })
    }
}

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    #[error("{}", say!("a position has 64 cells, but this one has {why}", why = .0))]
    Cells(usize),
    #[error("{}", say!("a position has 64 cells, but this one has more"))]
    MoreCells,
    #[error("{}", say!("{why}: '{sign}' is not a cell; use X, O and .", why = .0, sign = .1.escape_debug()))]
    Sign(Cell, char),
    #[error("{}", say!("the side to move is X or O, not '{shown}'", shown = shown(.0)))]
    Side(String),
    #[error("{}", say!("after the position comes '{shown}'", shown = shown(.0)))]
    After(String),
}

impl BadPosition {
    /// The number of valid cells before the error.
    pub(crate) fn cells(&self) -> usize {
        match self {
            BadPosition::Cells(cells) => *cells,
            BadPosition::Sign(cell, _) => 8 * cell.row + cell.col,
            BadPosition::MoreCells | BadPosition::Side(_) | BadPosition::After(_) => 64,
        }
    }
}

/// Returns the first 20 characters of a text, escaped to fit on one line.
fn shown(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}

/// True if a line of a printed game is not part of its board: the column letters, or the state below the
/// board.
fn is_decoration(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace());
    let is_header = letters.map(|c| c.to_ascii_lowercase()).eq('a'..='h');
    let keys = ["score:", "tries:", "moves:", "result:"];
    is_header || keys.iter().any(|key| line.starts_with(key))
}

/// Parses 64 cells. Returns the map and the rest of the text.
fn read_map(text: &str) -> Result<(Map, &str), BadPosition> {
    let ignored = |c: char| c.is_whitespace() || c.is_ascii_digit() || c == '|';
    let mut rest = text.trim_start_matches(ignored);
    let mut map = Map::EMPTY;
    for (cell, n) in Cell::all().zip(0..) {
        let mut signs = rest.chars();
        let sign = signs.next().ok_or(BadPosition::Cells(n))?;
        let stone = Stone::of_sign(sign).ok_or(BadPosition::Sign(cell, sign))?;
        map[cell.row][cell.col] = stone.map_or(0, |stone| stone as u8);
        rest = signs.as_str().trim_start_matches(ignored);
    }
    Ok((map, rest))
}

fn read_side(word: &str) -> Result<Stone, BadPosition> {
    Stone::named(word).ok_or_else(|| BadPosition::Side(word.to_string()))
}

impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Position, BadPosition> {
        let lines = text.lines().filter(|line| !is_decoration(line));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        let (map, rest) = read_map(&text)?;
        let rest = rest.trim_start_matches("to move").trim_start_matches(':');
        let rest = rest.trim();
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let to_move = match word {
            "" => Stone::Black,
            word => read_side(word)?,
        };
        match after.trim() {
            "" | "to move" => Ok(Position { map, to_move }),
            after => Err(BadPosition::After(after.to_string())),
        }
    }
}

/// Writes the 64 cells and the side to move on one line.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.to_move {
            Stone::Black => 'X',
            Stone::White => 'O',
        };
        write!(f, "{} {sign}", self.map.to_string().replace('\n', ""))
    }
}
