//! A position: what stands on the board, and who is to move.

use std::fmt;
use std::str::FromStr;
use words::say;

use super::cell::{Cell, Ply};
use super::rules::{can_move, is_legal, turn_over};
use crate::stone::Stone;
use original::Map;

/// The stones on the board and the side to move. The default is the start of the game.
///
/// It is read from text as people write it in mails, in files of problems or in the `BO` of a GGF: 64 cells row by row, `X x * # B b ●` for
/// black, `O o W w ○` for white and `. - _` for an empty cell, then the side to move as a colour or one of those signs. If it is missing,
/// black is to move. Nothing else may follow except the lines that stand under the board of a printed game. White space, `|`, digits and a
/// line of the letters a to h may stand around the cells.
///
/// ```
/// use games::othello::Position;
/// let board = "
///       a b c d e f g h
///     1 - - - - - - - -
///     2 - - - - - - - -
///     3 - - - - - - - -
///     4 - - - O * - - -
///     5 - - - * O - - -
///     6 - - - - - - - -
///     7 - - - - - - - -
///     8 - - - - - - - -
///     Black to move";
/// assert_eq!(board.parse(), Ok(Position::default()));
/// assert_eq!(Position::default().to_string(), "...........................OX......XO........................... X");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stones.
    pub map: Map,
    /// Who is to move.
    pub to_move: Stone,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            map: Map::default(),
            to_move: Stone::Black,
        }
    }
}

impl Position {
    /// The player drops a stone or passes. When the rules do not allow it, nothing changes and the result is false.
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
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// It has fewer cells than a board.
    #[error("{}", say!("a position has 64 cells, but this one has {why}", why = .0))]
    Cells(usize),
    /// It has more.
    #[error("{}", say!("a position has 64 cells, but this one has more"))]
    MoreCells,
    /// A cell has a sign that means nothing.
    #[error("{}", say!("{why}: '{sign}' is not a cell; use X, O and .", why = .0, sign = .1.escape_debug()))]
    Sign(Cell, char),
    /// What stands for the side to move names neither side.
    #[error("{}", say!("the side to move is X or O, not '{shown}'", shown = shown(.0)))]
    Side(String),
    /// Something else comes after the position.
    #[error("{}", say!("after the position comes '{shown}'", shown = shown(.0)))]
    After(String),
}

impl BadPosition {
    /// How many cells of a board the text begins with.
    pub(crate) fn cells(&self) -> usize {
        match self {
            BadPosition::Cells(cells) => *cells,
            BadPosition::Sign(cell, _) => 8 * cell.row + cell.col,
            BadPosition::MoreCells | BadPosition::Side(_) | BadPosition::After(_) => 64,
        }
    }
}

/// The beginning of a text, fit to be quoted in one line.
fn shown(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}

/// A line of the letters over or under a board.
fn is_header(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace());
    letters.flat_map(char::to_lowercase).eq('a'..='h')
}

/// A line that stands under the board where a game is printed.
fn is_of_a_game(line: &str) -> bool {
    let words = ["score:", "tries:", "moves:", "result:"];
    words.iter().any(|word| line.starts_with(word))
}

/// The stones on 64 cells, and what follows them.
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

impl Position {
    /// The position that a file keeps in two fields: 64 cells, and the side to move. The signs are those that
    /// [`Position`] is read from; here neither field may be missing or hold more.
    ///
    /// ```
    /// use games::othello::Position;
    /// let cells = ".".repeat(63);
    /// assert!(Position::from_fields(&format!("{cells}X"), "O").is_ok());
    /// assert!(Position::from_fields(&cells, "X").unwrap_err().to_string().contains("63"));
    /// ```
    ///
    /// # Errors
    /// Which cell is wrong, how many there are, or that there is no such side.
    pub fn from_fields(cells: &str, to_move: &str) -> Result<Position, BadPosition> {
        let (map, rest) = read_map(cells)?;
        if !rest.is_empty() {
            return Err(BadPosition::MoreCells);
        }
        let to_move = read_side(to_move.trim())?;
        Ok(Position { map, to_move })
    }
}

impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Position, BadPosition> {
        let lines = text.lines();
        let lines = lines.filter(|line| !is_header(line) && !is_of_a_game(line));
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

/// The 64 cells and the side to move, in one line.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.to_move {
            Stone::Black => 'X',
            Stone::White => 'O',
        };
        write!(f, "{} {sign}", self.map.to_string().replace('\n', ""))
    }
}
