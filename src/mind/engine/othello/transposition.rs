//! The transposition table: search results, kept because other move orders may reach the same positions.

use super::bitboard::Board;
use super::evaluation::DISC;
use crate::engine::slot::Slot;

/// A square number that stands for the absence of a move.
pub const NO_MOVE: u8 = 64;

/// A search result: the value is between `lower` and `upper`, which are in hundredths of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub lower: i16,
    pub upper: i16,
    /// The depth in plies. It is the number of empty cells if the search reached the end of the game.
    pub depth: u8,
    /// The selectivity, as an index into `midgame::CONFIDENCE`. 0 if ProbCut pruned nothing.
    pub selectivity: u8,
    /// The best square and the previous best one, or [`NO_MOVE`].
    pub moves: [u8; 2],
}

/// Returns the value if this known range of it makes a search with this window unnecessary, otherwise `None`.
#[inline(always)]
pub(super) fn cutoff((lower, upper): (i32, i32), alpha: i32, beta: i32) -> Option<i32> {
    if lower >= beta || lower == upper {
        return Some(lower);
    }
    (upper <= alpha).then_some(upper)
}

impl Entry {
    /// Returns the range of the final score in discs, or `None` unless the search reached the end of the game
    /// without ProbCut pruning.
    #[inline(always)]
    pub(crate) fn score(&self, empties: u32) -> Option<(i32, i32)> {
        let discs = |value: i16| i32::from(value) / DISC;
        let is_exact = u32::from(self.depth) >= empties && self.selectivity == 0;
        is_exact.then(|| (discs(self.lower), discs(self.upper)))
    }

    /// Packs the entry into one word. The search's generation shares a byte with the selectivity.
    #[inline(always)]
    fn pack(self, generation: u8) -> u64 {
        let [lower, lower_high] = self.lower.to_le_bytes();
        let [upper, upper_high] = self.upper.to_le_bytes();
        let [best, second] = self.moves;
        let written = generation | self.selectivity;
        u64::from_le_bytes([lower, lower_high, upper, upper_high, self.depth, written, best, second])
    }

    #[inline(always)]
    fn unpack(packed: u64) -> Entry {
        let [a, b, c, d, depth, written, best, second] = packed.to_le_bytes();
        Entry {
            lower: i16::from_le_bytes([a, b]),
            upper: i16::from_le_bytes([c, d]),
            depth,
            selectivity: written & 7,
            moves: [best, second],
        }
    }
}

#[inline(always)]
fn generation(packed: u64) -> u8 {
    (packed >> 40) as u8 & !7
}

/// The two slots of a position. They share a cache line. The first keeps the deepest result, the second the
/// latest.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot<2>; 2]);

/// A table of fixed size, which any number of threads can share. Slots hold whole positions, so the table
/// never confuses two positions.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The generation of the current search, in the upper five bits. It is never 0, because 0 marks an empty
    /// slot.
    generation: u8,
}

impl TranspositionTable {
    /// Creates a table of at most this many bytes, but at least 512 buckets. The number of buckets is a power
    /// of two.
    pub fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(512);
        let buckets: usize = 1 << buckets.ilog2();
        TranspositionTable { buckets: (0..buckets).map(|_| Bucket::default()).collect(), generation: 1 << 3 }
    }

    /// Clears the table in constant time: entries of earlier generations no longer count.
    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1 << 3);
        if self.generation == 0 {
            self.buckets.fill_with(Bucket::default);
            self.generation = 1 << 3;
        }
    }

    /// Returns the slots of a position. The hash combines the two halves of a product, which depend on all
    /// bits of both factors (Wang Yi's wyhash).
    #[inline(always)]
    fn slots(&self, board: Board) -> &[Slot<2>; 2] {
        let a = u128::from(board.own ^ 0x9E37_79B9_7F4A_7C15);
        let b = u128::from(board.opponent ^ 0xC2B2_AE3D_27D4_EB4F);
        let product = a * b;
        let bucket = (product as u64 ^ (product >> 64) as u64) as usize & (self.buckets.len() - 1);
        &self.buckets[bucket].0
    }

    /// Returns the packed entry in a slot, if it belongs to this position and this generation.
    #[inline(always)]
    fn matching(&self, (key, packed): ([u64; 2], u64), board: Board) -> Option<u64> {
        let [own, opponent] = key;
        let same = own == board.own && opponent == board.opponent;
        let matches = same && generation(packed) == self.generation;
        matches.then_some(packed)
    }

    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<Entry> {
        for slot in self.slots(board) {
            if let Some(packed) = self.matching(slot.read(), board) {
                return Some(Entry::unpack(packed));
            }
        }
        None
    }

    /// Stores a search result. If the stored result has the same depth and selectivity, the bounds are
    /// merged. A deeper stored result is kept.
    #[inline(always)]
    pub fn put(&self, board: Board, mut entry: Entry) {
        let [first, second] = self.slots(board);
        let (in_first, in_second) = (first.read(), second.read());
        let (slot, same) = if let Some(same) = self.matching(in_first, board) {
            (first, Some(same))
        } else if let Some(same) = self.matching(in_second, board) {
            (second, Some(same))
        } else if entry.depth >= (in_first.1 >> 32) as u8 || generation(in_first.1) != self.generation {
            (first, None)
        } else {
            (second, None)
        };
        if let Some(same) = same {
            let same = Entry::unpack(same);
            if same.depth > entry.depth {
                return;
            }
            // The first best move must be one that reaches the lower bound.
            let mut reaches = true;
            if same.depth == entry.depth && same.selectivity == entry.selectivity {
                reaches = entry.lower >= same.lower;
                entry.lower = entry.lower.max(same.lower);
                entry.upper = entry.upper.min(same.upper);
            }
            if !reaches || entry.moves[0] == NO_MOVE {
                entry.moves = same.moves;
            } else if entry.moves[0] != same.moves[0] {
                entry.moves[1] = same.moves[0];
            } else {
                entry.moves[1] = same.moves[1];
            }
        }
        slot.write([board.own, board.opponent], entry.pack(self.generation));
    }
}
