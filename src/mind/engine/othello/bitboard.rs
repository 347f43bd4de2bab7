//! The board as two 64-bit numbers.

use std::fmt;

use games::othello::Cell;
use games::othello::rules::Map;
use games::stone::Stone;

/// A position as the player to move sees it: the player's own stones and the opponent's, one bit for each cell.
///
/// a1 is bit 0, b1 bit 1, h1 bit 7, a2 bit 8 and h8 bit 63: the cells row by row, as [`Cell::all`] gives them. No cell
/// has both. It does not say which of the two is black: a position is worth the same to its player either way.
///
/// ```
/// use mind::engine::othello::Board;
/// use games::othello::rules::Map;
/// use games::stone::Stone;
///
/// let board = Board::new(&Map::default(), Stone::Black);
/// let moves: Vec<String> = Board::cells(board.moves()).map(|cell| cell.to_string()).collect();
/// assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
///
/// let after = board.play("d3".parse().unwrap()).unwrap();
/// assert_eq!(after.map(Stone::White), "
///     ........
///     ........
///     ...X....
///     ...XX...
///     ...XO...
///     ........
///     ........
///     ........".parse().unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The stones of the player to move.
    pub own: u64,
    /// The opponent's stones.
    pub opponent: u64,
}

impl Board {
    /// The four stones of the start, black to move.
    pub const START: Board = Board {
        own: 1 << 28 | 1 << 35,
        opponent: 1 << 27 | 1 << 36,
    };

    /// The map as the player of this colour sees it.
    pub fn new(map: &Map, to_move: Stone) -> Board {
        let stones = |stone: Stone| {
            let has = |cell: &Cell| map[cell.row][cell.col] == stone as u8;
            Cell::all().filter(has).map(bit).sum()
        };
        Board {
            own: stones(to_move),
            opponent: stones(to_move.other()),
        }
    }

    /// The map, when the player to move has this colour.
    pub fn map(self, to_move: Stone) -> Map {
        let mut map = Map::EMPTY;
        for (stones, stone) in [(self.own, to_move), (self.opponent, to_move.other())] {
            for cell in Board::cells(stones) {
                map[cell.row][cell.col] = stone as u8;
            }
        }
        map
    }

    /// The cells of a set of bits, row by row.
    #[inline]
    pub fn cells(mut bits: u64) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let square = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(cell(square))
        })
    }

    /// The empty cells.
    #[inline(always)]
    pub fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The number of empty cells.
    #[inline(always)]
    pub fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The cells where the player to move can drop a stone.
    #[inline]
    pub fn moves(self) -> u64 {
        moves(self.own, self.opponent)
    }

    /// The opponent's stones that a stone dropped on the cell turns over; 0 when it cannot be dropped.
    #[inline]
    pub fn flips(self, cell: Cell) -> u64 {
        match self.empty() & bit(cell) {
            0 => 0,
            _ => flips(self.own, self.opponent, cell.row * 8 + cell.col),
        }
    }

    /// The position after a stone on the cell, as the opponent sees it, or `None` when it cannot be dropped.
    #[inline]
    pub fn play(self, cell: Cell) -> Option<Board> {
        match self.flips(cell) {
            0 => None,
            flips => Some(self.after(cell.row * 8 + cell.col, flips)),
        }
    }

    /// The position after a stone on the square that turns these over, as the opponent sees it.
    #[inline(always)]
    pub(super) fn after(self, square: usize, flips: u64) -> Board {
        Board {
            own: self.opponent ^ flips,
            opponent: self.own ^ flips ^ 1 << square,
        }
    }

    /// The same stones with the opponent to move.
    #[inline(always)]
    pub fn pass(self) -> Board {
        Board {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// Can neither player move?
    #[inline]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The result when the game ends here, in discs from the view of the player to move: -64 to 64. The empty cells are
    /// the winner's, as tournaments count.
    #[inline(always)]
    pub fn score(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.empties() as i32
    }

    /// The position turned and mirrored in all eight ways, itself first.
    pub fn symmetries(self) -> [Board; 8] {
        let both = |turn: fn(u64) -> u64, board: Board| Board {
            own: turn(board.own),
            opponent: turn(board.opponent),
        };
        let mut boards = [self; 8];
        for i in 1..8 {
            boards[i] = match i {
                4 => both(flip_diagonal, boards[0]),
                odd if odd % 2 == 1 => both(flip_horizontal, boards[i - 1]),
                _ => both(flip_vertical, boards[i - 2]),
            };
        }
        boards
    }

    /// The smallest of [`Board::symmetries`]: the same for all positions that are equal but for turning and mirroring.
    pub fn canonical(self) -> Board {
        let [first, others @ ..] = self.symmetries();
        others.into_iter().fold(first, Board::min)
    }
}

/// The picture, `X` being the player to move, so that a failing test shows the board.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.map(Stone::Black), f)
    }
}

/// The bit of a cell.
#[inline]
pub fn bit(cell: Cell) -> u64 {
    1 << (cell.row * 8 + cell.col)
}

/// The cell of a square, 0 to 63.
#[inline]
pub fn cell(square: usize) -> Cell {
    Cell {
        row: square / 8,
        col: square % 8,
    }
}

/// Mirrored left to right: a1 and h1 change places.
fn flip_horizontal(bits: u64) -> u64 {
    flip_vertical(bits).reverse_bits()
}

/// Mirrored top to bottom: a1 and a8 change places.
fn flip_vertical(bits: u64) -> u64 {
    bits.swap_bytes()
}

/// Mirrored in the diagonal from a1 to h8: b1 and a2 change places.
///
/// Three exchanges of blocks, of four cells, two and one (Warren, *Hacker's Delight*, transposing a bit matrix).
fn flip_diagonal(bits: u64) -> u64 {
    let exchange = |bits: u64, mask: u64, distance: u32| {
        let changed = (bits ^ bits << distance) & mask;
        bits ^ changed ^ changed >> distance
    };
    let bits = exchange(bits, 0x0F0F_0F0F_0000_0000, 28);
    let bits = exchange(bits, 0x3333_0000_3333_0000, 14);
    exchange(bits, 0x5500_5500_5500_5500, 7)
}

/// The step from a square to the next in the four directions of growing numbers: right, and the three below.
pub(super) const STEPS: [u32; 4] = [1, 7, 8, 9];

/// All cells but those of the columns a and h: over those alone a line can go on to the left or right.
pub(super) const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The stones over which a line of each of [`STEPS`] can go.
pub(super) const WALKABLE: [u64; 4] = [INNER, INNER, !0, INNER];

/// The cells from each square to the border, without itself: in the four directions of [`STEPS`], then in the opposite ones.
pub(super) static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let directions = [
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
        (0, -1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
    ];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (down, right) = directions[direction];
            let (mut row, mut col) = (square as i32 / 8 + down, square as i32 % 8 + right);
            while 0 <= row && row < 8 && 0 <= col && col < 8 {
                rays[square][direction] |= 1 << (row * 8 + col);
                (row, col) = (row + down, col + right);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// [`Board::moves`], for any processor.
#[inline(always)]
pub(super) fn moves(own: u64, opponent: u64) -> u64 {
    let mut moves = 0;
    for (step, walkable) in STEPS.into_iter().zip(WALKABLE) {
        moves |= moves_along(step, own, opponent & walkable);
    }
    moves & !(own | opponent)
}

/// The cells that a line from an own stone over stones to walk over leads to, by this step and back by it.
///
/// The stones next to one of the player's are marked, then those next to the marked ones, in three steps that reach one, two and four
/// cells (parallel prefix, Kogge and Stone 1973); the empty cell behind a mark is a move.
#[inline(always)]
pub(super) fn moves_along(step: u32, own: u64, walk: u64) -> u64 {
    let mut up = walk & own << step;
    let mut down = walk & own >> step;
    up |= walk & up << step;
    down |= walk & down >> step;
    let pairs = walk & walk << step;
    let (pairs_up, pairs_down) = (pairs, pairs >> step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}

/// [`Board::flips`] of an empty square, for any processor: on each ray the first cell that is not the opponent's decides.
#[inline(always)]
pub(super) fn flips(own: u64, opponent: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let mut flips = 0;
    for ray in &rays[..4] {
        flips |= flips_up(*ray, own, opponent);
    }
    for ray in &rays[4..] {
        flips |= flips_down(*ray, own, opponent);
    }
    flips
}

/// The flips on a ray of growing numbers.
#[inline(always)]
pub(super) fn flips_up(ray: u64, own: u64, opponent: u64) -> u64 {
    let others = ray & !opponent;
    let end = others & others.wrapping_neg() & own;
    ray & end.wrapping_sub(u64::from(end != 0))
}

/// The flips on a ray of falling numbers.
#[inline(always)]
pub(super) fn flips_down(ray: u64, own: u64, opponent: u64) -> u64 {
    let others = ray & !opponent;
    // The highest bit; 1 when there is none, which is on no ray that has a cell to walk over.
    let end = (1 << 63) >> ((others | 1).leading_zeros());
    let end = end & own & others;
    ray & (end << 1).wrapping_neg() & u64::from(end != 0).wrapping_neg()
}
