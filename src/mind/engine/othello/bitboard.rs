//! The Othello board as two bitboards, one for each player.

use std::fmt;

use games::othello::Cell;
use games::othello::rules::Map;
use games::stone::Stone;

/// A position from the point of view of the player to move.
///
/// Each cell has a bit: a1 is bit 0, b1 bit 1, h1 bit 7, a2 bit 8 and h8 bit 63. The colours are not
/// recorded, because the value for the player to move does not depend on that player's colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub own: u64,
    pub opponent: u64,
}

impl Board {
    /// The start position with black to move.
    pub const START: Board = Board { own: 1 << 28 | 1 << 35, opponent: 1 << 27 | 1 << 36 };

    /// Converts a map to a board from the point of view of the player to move.
    pub fn new(map: &Map, to_move: Stone) -> Board {
        let discs = |stone: Stone| {
            let has = |cell: &Cell| map[cell.row][cell.col] == stone as u8;
            Cell::all().filter(has).map(bit).sum()
        };
        Board { own: discs(to_move), opponent: discs(to_move.other()) }
    }

    /// Converts the board to a map on which the player to move has this colour.
    pub fn map(self, to_move: Stone) -> Map {
        let mut map = Map::EMPTY;
        for (discs, stone) in [(self.own, to_move), (self.opponent, to_move.other())] {
            for cell in Board::cells(discs) {
                map[cell.row][cell.col] = stone as u8;
            }
        }
        map
    }

    /// Iterates over the cells of the set bits, row by row.
    #[inline]
    pub fn cells(mut bits: u64) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let square = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(cell(square))
        })
    }

    #[inline(always)]
    pub fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    #[inline(always)]
    pub fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    #[inline]
    pub fn moves(self) -> u64 {
        moves(self.own, self.opponent)
    }

    /// The discs that a move flips, as bits; 0 if the move is illegal.
    #[inline]
    pub fn flips(self, cell: Cell) -> u64 {
        match self.empty() & bit(cell) {
            0 => 0,
            _ => flips(self.own, self.opponent, cell.row * 8 + cell.col),
        }
    }

    /// Returns the position after a move, with the opponent to move, or `None` if the move is illegal.
    #[inline]
    pub fn play(self, cell: Cell) -> Option<Board> {
        match self.flips(cell) {
            0 => None,
            flips => Some(self.after(cell.row * 8 + cell.col, flips)),
        }
    }

    /// Returns the position after a move that flips these discs, with the opponent to move.
    #[inline(always)]
    pub(super) fn after(self, square: usize, flips: u64) -> Board {
        Board { own: self.opponent ^ flips, opponent: self.own ^ flips ^ 1 << square }
    }

    #[inline(always)]
    pub fn pass(self) -> Board {
        Board { own: self.opponent, opponent: self.own }
    }

    #[inline]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The final score for the player to move if the game ends here, from -64 to 64 discs. Empty cells count
    /// for the winner, as in tournaments.
    #[inline(always)]
    pub fn score(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.empties() as i32
    }

    /// Returns the eight rotations and reflections of the position, the position itself first. Byte swaps
    /// exchange the top and the bottom of the board.
    pub fn symmetries(self) -> [Board; 8] {
        let both = |flip: fn(u64) -> u64, board: Board| Board {
            own: flip(board.own),
            opponent: flip(board.opponent),
        };
        let mut boards = [self; 8];
        for i in 1..8 {
            boards[i] = match i {
                4 => both(flip_diagonal, boards[0]),
                odd if odd % 2 == 1 => both(|bits| bits.swap_bytes().reverse_bits(), boards[i - 1]),
                _ => both(u64::swap_bytes, boards[i - 2]),
            };
        }
        boards
    }

    /// Returns the smallest of [`Board::symmetries`]. It is the same for all rotations and reflections of a
    /// position.
    pub fn canonical(self) -> Board {
        let [first, others @ ..] = self.symmetries();
        others.into_iter().fold(first, Board::min)
    }
}

/// Writes the board as text, with `X` for the player to move.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.map(Stone::Black), f)
    }
}

#[inline]
pub fn bit(cell: Cell) -> u64 {
    1 << (cell.row * 8 + cell.col)
}

/// The cell of a square from 0 to 63.
#[inline]
pub fn cell(square: usize) -> Cell {
    Cell { row: square / 8, col: square % 8 }
}

/// Exchanges rows and columns: b1 becomes a2 (Warren, *Hacker's Delight*, transposing a bit matrix).
fn flip_diagonal(bits: u64) -> u64 {
    let exchange = |bits: u64, mask: u64, distance: u32| {
        let changed = (bits ^ bits << distance) & mask;
        bits ^ changed ^ changed >> distance
    };
    let bits = exchange(bits, 0x0F0F_0F0F_0000_0000, 28);
    let bits = exchange(bits, 0x3333_0000_3333_0000, 14);
    exchange(bits, 0x5500_5500_5500_5500, 7)
}

/// The distances between the bits of neighbouring squares on a line: along a row, down to the left, straight
/// down, and down to the right.
pub(super) const STEPS: [u32; 4] = [1, 7, 8, 9];

/// All cells except columns a and h, where a line to the left or right ends.
pub(super) const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The cells that a line can pass through in each direction of [`STEPS`].
pub(super) const CROSSABLE: [u64; 4] = [INNER, INNER, !0, INNER];

/// The cells from each square to the edge, without the square itself: first in the directions of [`STEPS`],
/// then in the opposite directions.
pub(super) static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let directions = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
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

/// The portable version of [`Board::moves`].
#[inline(always)]
pub(super) fn moves(own: u64, opponent: u64) -> u64 {
    let mut moves = 0;
    for (step, crossable) in STEPS.into_iter().zip(CROSSABLE) {
        moves |= moves_along(step, own, opponent & crossable);
    }
    moves & !(own | opponent)
}

/// Returns the cells where a disc would enclose a line of `crossed` discs that begins next to a disc of
/// `own`, in the directions `step` and `-step`.
///
/// Marks spread from the player's discs over the crossed discs, by one, two and four cells at a time
/// (parallel prefix, Kogge and Stone 1973).
#[inline(always)]
pub(super) fn moves_along(step: u32, own: u64, crossed: u64) -> u64 {
    let mut up = crossed & own << step;
    let mut down = crossed & own >> step;
    up |= crossed & up << step;
    down |= crossed & down >> step;
    let pairs = crossed & crossed << step;
    let (pairs_up, pairs_down) = (pairs, pairs >> step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}

/// The portable version of [`Board::flips`] for an empty square.
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

/// Returns the flips on a ray of ascending squares. They depend on the first cell of the ray that is not an
/// opponent's disc.
#[inline(always)]
pub(super) fn flips_up(ray: u64, own: u64, opponent: u64) -> u64 {
    let others = ray & !opponent;
    let end = others & others.wrapping_neg() & own;
    ray & end.wrapping_sub(u64::from(end != 0))
}

/// Returns the flips on a ray of descending squares.
#[inline(always)]
pub(super) fn flips_down(ray: u64, own: u64, opponent: u64) -> u64 {
    let others = ray & !opponent;
    // The highest bit, or bit 0 if there is none; the next line clears bit 0 in that case.
    let end = (1 << 63) >> ((others | 1).leading_zeros());
    let end = end & own & others;
    ray & (end << 1).wrapping_neg() & u64::from(end != 0).wrapping_neg()
}
