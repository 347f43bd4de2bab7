//! The board.

use std::fmt;
use std::ops::{Index, IndexMut};

/// C: `int Map[8][8]`: the stones on the board. 1 is black, 2 is white, anything else is empty.
///
/// The row comes first: `map[0][1]` is the second cell of the first row, `map[7][0]` is the lower left
/// corner. The description says so, but its code writes `Map[(x-120)/40][(y-120)/40]`, with the column first.
/// Since it uses the same order everywhere, that program plays correctly on a board mirrored in its diagonal.
///
/// [`fmt::Display`] writes eight lines of `.`, `X` (black) and `O` (white):
///
/// ```
/// use original::Map;
/// assert_eq!(Map::default().to_string(), "\
/// ........
/// ........
/// ........
/// ...OX...
/// ...XO...
/// ........
/// ........
/// ........");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Map([[u8; 8]; 8]);

impl Map {
    pub const EMPTY: Map = Map([[0; 8]; 8]);

    /// The number of empty cells.
    pub fn empties(&self) -> usize {
        self.0.iter().flatten().filter(|place| **place == 0).count()
    }
}

/// The standard starting position with four stones.
impl Default for Map {
    fn default() -> Map {
        let mut map = Map::EMPTY;
        (map[3][3], map[3][4]) = (2, 1);
        (map[4][3], map[4][4]) = (1, 2);
        map
    }
}

impl Index<usize> for Map {
    type Output = [u8; 8];

    fn index(&self, row: usize) -> &[u8; 8] {
        &self.0[row]
    }
}

impl IndexMut<usize> for Map {
    fn index_mut(&mut self, row: usize) -> &mut [u8; 8] {
        &mut self.0[row]
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |place: &u8| [".", "X", "O"][usize::from(*place)];
        let lines = self.0.map(|row| row.each_ref().map(sign).concat());
        f.write_str(&lines.join("\n"))
    }
}

/// Writes the board as a text diagram, for failing tests.
impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}
