//! Parses a text diagram into a [`Map`].

use std::str::FromStr;

use crate::map::Map;

/// An error in a text diagram of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMap {
    /// The number of cells is not 64.
    #[error("a board has 64 cells, this one has {0}")]
    Cells(usize),
    /// A character is not a cell.
    #[error("'{}' is not a cell; use X, O and .", .0.escape_debug())]
    Sign(char),
}

/// Parses eight lines of eight `.`, `X` and `O`. White space is ignored.
impl FromStr for Map {
    type Err = BadMap;

    fn from_str(text: &str) -> Result<Map, BadMap> {
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if cells.len() != 64 {
            return Err(BadMap::Cells(cells.len()));
        }
        let mut map = Map::EMPTY;
        for (n, sign) in cells.into_iter().enumerate() {
            map[n / 8][n % 8] = match sign {
                'X' => 1,
                'O' => 2,
                '.' => 0,
                other => return Err(BadMap::Sign(other)),
            };
        }
        Ok(map)
    }
}
