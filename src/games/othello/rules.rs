//! The rules as the C program has them: `Map`, `QpChange` and `DoScore`. No pixels.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::games::stone::Stone;

/// A cell of the board.
///
/// Written as players do: the column a to h from the left, then the row 1 to 8 from the top.
///
/// ```
/// use qipan::games::othello::rules::Cell;
/// let cell: Cell = "d3".parse().unwrap();
/// assert_eq!(cell, Cell { row: 2, col: 3 });
/// assert_eq!(cell.to_string(), "d3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// 0 to 7 from the top.
    pub row: usize,
    /// 0 to 7 from the left.
    pub col: usize,
}

impl Cell {
    /// All 64 cells, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..64).map(|n| Cell {
            row: n / 8,
            col: n % 8,
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.col as u8) as char, self.row + 1)
    }
}

/// Reads `d3` or `D3`.
impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Cell, String> {
        match text.to_ascii_lowercase().as_bytes() {
            [col @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok(Cell {
                row: usize::from(row - b'1'),
                col: usize::from(col - b'a'),
            }),
            _ => Err(format!("'{text}' is no cell: a1 to h8 are")),
        }
    }
}

/// C: `int Map[8][8]`: the stones on the board. 1 is black, 2 is white, anything else is empty.
///
/// The row comes first: `map[0][1]` is the second cell of the first row, `map[7][0]` the lower left corner. The
/// DOS text says so in words, but its code writes `Map[(x-120)/40][(y-120)/40]`, where the column comes first: x grows along a
/// row. A program that reads and writes in the same wrong order plays correctly on a board reflected in its diagonal, which
/// is why the mistake could stay.
///
/// As text a map is eight lines of `.`, `X` (black) and `O` (white):
///
/// ```
/// use qipan::games::othello::rules::Map;
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
    /// A board without stones.
    pub const EMPTY: Map = Map([[0; 8]; 8]);

    /// The number of empty cells.
    pub fn empties(&self) -> usize {
        self.0.iter().flatten().filter(|place| **place == 0).count()
    }
}

/// The four stones of the start: d4 and e5 white, e4 and d5 black.
impl Default for Map {
    fn default() -> Map {
        let mut map = Map::EMPTY;
        map[3][3] = Stone::White as u8;
        map[3][4] = Stone::Black as u8;
        map[4][3] = Stone::Black as u8;
        map[4][4] = Stone::White as u8;
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
        for (row, n) in self.0.iter().zip(0..) {
            if n > 0 {
                writeln!(f)?;
            }
            for place in row {
                f.write_str(match place {
                    1 => "X",
                    2 => "O",
                    _ => ".",
                })?;
            }
        }
        Ok(())
    }
}

/// The picture, so that a failing test shows the board.
impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

/// Reads eight lines of eight `.`, `X` and `O`; white space around the lines does not matter.
impl FromStr for Map {
    type Err = String;

    fn from_str(text: &str) -> Result<Map, String> {
        let places: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if places.len() != 64 {
            return Err(format!("a board has 64 cells, this one {}", places.len()));
        }
        let mut map = Map::EMPTY;
        for (cell, c) in Cell::all().zip(places) {
            map[cell.row][cell.col] = match c {
                'X' => 1,
                'O' => 2,
                '.' => 0,
                _ => return Err(format!("'{c}' at {cell} is neither . nor X nor O")),
            };
        }
        Ok(map)
    }
}

/// The eight directions from a cell as (row, column) steps, in the order in which [`qp_change`] looks: right first, as
/// the DOS text does, then clockwise.
pub const DIRECTIONS: [(isize, isize); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// One step of [`qp_change`], for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It turns to this direction, an index into [`DIRECTIONS`].
    Direction(usize),
    /// So many cells are left in the direction.
    Left(usize),
    /// They are fewer than two: nothing could be enclosed.
    Skip,
    /// It looks at a cell.
    Look(Cell),
    /// It stops looking: there is no further cell.
    Edge,
    /// It stops looking at an empty cell.
    Empty,
    /// It stops looking at a stone of its own, having walked over this many of the opponent's.
    Own(usize),
    /// It turns this stone over.
    Turn(Cell),
    /// It puts the dropped stone down.
    Put(Cell),
    /// It returns `yes`.
    Return(u8),
}

/// C: `QpChange(x,y,t)`: turns over what a stone dropped at (x,y) in turn `t` encloses, and returns `yes`.
///
/// The C function looks in the eight directions from the cell. In each it walks over the opponent's stones until an
/// empty cell, the edge or a stone of its own; in the last case it turns over all it walked over. A direction with
/// fewer than two cells left is not looked at ("only in the first six of the eight columns is the right looked at").
/// It returns 1 if the board changed, else 0.
///
/// Ours takes the cell and not its pixels, gets `Map` as an argument, goes through the directions in one loop over a
/// table instead of eight, and tells `watch` of each step: play passes a closure that does nothing or notes the turned
/// stones, a teacher's program shows them all. It also puts the dropped stone down when it returns 1; the C program
/// does so before and takes it away again.
///
/// The cell must be empty: the caller looks, as `Playtoplay` does.
///
/// ```
/// use qipan::games::othello::rules::{Map, qp_change};
/// let mut map = Map::default();
/// assert_eq!(qp_change(&mut map, "d3".parse().unwrap(), 1, &mut |_| ()), 1);
/// assert_eq!(map, "
///     ........
///     ........
///     ...X....
///     ...XX...
///     ...XO...
///     ........
///     ........
///     ........".parse().unwrap());
/// assert_eq!(qp_change(&mut map, "a1".parse().unwrap(), 2, &mut |_| ()), 0);
/// ```
#[doc(alias = "QpChange")]
pub fn qp_change(map: &mut Map, cell: Cell, t: usize, watch: &mut impl FnMut(Step)) -> u8 {
    let own = Stone::of_turn(t) as u8;
    let mut yes = 0;
    for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
        watch(Step::Direction(direction));
        let reach = left_in(cell.row, down).min(left_in(cell.col, right));
        watch(Step::Left(reach));
        if reach < 2 {
            watch(Step::Skip);
            continue;
        }
        let at = |i: usize| Cell {
            row: cell.row.wrapping_add_signed(down * i as isize),
            col: cell.col.wrapping_add_signed(right * i as isize),
        };
        let enclosed = look_along((1..=reach).map(at), map, own, watch);
        for i in 1..=enclosed {
            let Cell { row, col } = at(i);
            map[row][col] = own;
            watch(Step::Turn(at(i)));
            yes = 1;
        }
    }
    if yes == 1 {
        map[cell.row][cell.col] = own;
        watch(Step::Put(cell));
    }
    watch(Step::Return(yes));
    yes
}

/// Walks along the cells over the opponent's stones; how many it enclosed.
fn look_along(
    cells: impl Iterator<Item = Cell>,
    map: &Map,
    own: u8,
    watch: &mut impl FnMut(Step),
) -> usize {
    for (cell, walked) in cells.zip(0..) {
        watch(Step::Look(cell));
        match map[cell.row][cell.col] {
            0 => {
                watch(Step::Empty);
                return 0;
            }
            stone if stone == own => {
                watch(Step::Own(walked));
                return walked;
            }
            _ => {}
        }
    }
    watch(Step::Edge);
    0
}

/// How many cells there are from line `n` (a row or column) in a direction; a direction that stays in the line
/// does not limit.
fn left_in(n: usize, direction: isize) -> usize {
    match direction {
        1 => 7 - n,
        -1 => n,
        _ => 7,
    }
}

/// The cells where the player could drop a stone, row by row.
pub fn legal_moves(map: &Map, stone: Stone) -> impl Iterator<Item = Cell> {
    let t = stone as usize;
    Cell::all().filter(move |cell| is_legal(map, *cell, t))
}

/// Could the stone of turn `t` be dropped on the cell?
pub fn is_legal(map: &Map, cell: Cell, t: usize) -> bool {
    map[cell.row][cell.col] == 0 && qp_change(&mut map.clone(), cell, t, &mut |_| ()) == 1
}

/// Is there a cell where the player could drop a stone?
pub fn can_move(map: &Map, stone: Stone) -> bool {
    can_move_watched(map, stone, &mut |_, _| ())
}

/// [`can_move`], told to `watch`: each empty cell that is tried, row by row, and whether something would turn over. The
/// first such cell is the last one that is tried.
pub fn can_move_watched(map: &Map, stone: Stone, watch: &mut impl FnMut(Cell, bool)) -> bool {
    let mut empty = Cell::all().filter(|cell| map[cell.row][cell.col] == 0);
    empty.any(|cell| {
        let legal = is_legal(map, cell, stone as usize);
        watch(cell, legal);
        legal
    })
}

/// One step of [`do_score`], for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreStep {
    /// It comes to this row.
    Row(usize),
    /// It looks at a cell.
    Look(Cell),
    /// It counts the stone there for its player.
    Count(Stone),
}

/// C: `DoScore()`: counts both players' stones in `Map`. Black's first.
///
/// The C function writes them to a global `score`; ours returns them.
#[doc(alias = "DoScore")]
pub fn do_score(map: &Map) -> (usize, usize) {
    do_score_watched(map, &mut |_| ())
}

/// [`do_score`], each step told to `watch`.
pub fn do_score_watched(map: &Map, watch: &mut impl FnMut(ScoreStep)) -> (usize, usize) {
    let (mut black, mut white) = (0, 0);
    for row in 0..8 {
        watch(ScoreStep::Row(row));
        for col in 0..8 {
            watch(ScoreStep::Look(Cell { row, col }));
            match map[row][col] {
                1 => {
                    black += 1;
                    watch(ScoreStep::Count(Stone::Black));
                }
                2 => {
                    white += 1;
                    watch(ScoreStep::Count(Stone::White));
                }
                _ => {}
            }
        }
    }
    (black, white)
}
