//! The transposition table: what the search has found out about positions that it may reach again by other moves.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::bitboard::Board;
use super::evaluation::DISC;

/// No square: where a slot has no move.
pub(super) const NOWHERE: u8 = 64;

/// What is known of a position: its value lies from `lower` to `upper`, in parts of a [`DISC`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    /// How many plies the search looked ahead: as many as there are empty cells when it saw the end of the game.
    pub(crate) depth: u8,
    /// How much was left out by selection: 0 nothing.
    pub(crate) selectivity: u8,
    /// The best square and the one that was best before, or [`NOWHERE`].
    pub(crate) moves: [u8; 2],
}

/// What a value in this range says to a search between these two, if it says enough.
#[inline(always)]
pub(super) fn answer((lower, upper): (i32, i32), alpha: i32, beta: i32) -> Option<i32> {
    if lower >= beta || lower == upper {
        return Some(lower);
    }
    (upper <= alpha).then_some(upper)
}

impl Known {
    /// The range of the score, in discs, when this was searched to the end of the game.
    #[inline(always)]
    pub(crate) fn score(&self, empties: u32) -> Option<(i32, i32)> {
        let discs = |value: i16| i32::from(value) / DISC;
        let to_the_end = u32::from(self.depth) >= empties && self.selectivity == 0;
        to_the_end.then(|| (discs(self.lower), discs(self.upper)))
    }

    /// All of it in one number, with the number of the search in the upper bits of the selectivity's byte.
    #[inline(always)]
    fn pack(self, search: u8) -> u64 {
        let [lower, lower_high] = self.lower.to_le_bytes();
        let [upper, upper_high] = self.upper.to_le_bytes();
        let [best, second] = self.moves;
        let written = search | self.selectivity;
        u64::from_le_bytes([
            lower, lower_high, upper, upper_high, self.depth, written, best, second,
        ])
    }

    #[inline(always)]
    fn unpack(packed: u64) -> Known {
        let [a, b, c, d, depth, written, best, second] = packed.to_le_bytes();
        Known {
            lower: i16::from_le_bytes([a, b]),
            upper: i16::from_le_bytes([c, d]),
            depth,
            selectivity: written & 7,
            moves: [best, second],
        }
    }
}

/// 24 bytes: a position with what is known of it.
///
/// Threads read and write slots without locks. So that nobody reads half of what one has written and half of what another
/// has, the stones are mixed with the rest, and fit together only as they were written (Hyatt and Mann, *A lock-less
/// transposition-table implementation for parallel search*, 2002).
#[derive(Default)]
struct Slot {
    own: AtomicU64,
    opponent: AtomicU64,
    known: AtomicU64,
}

#[derive(Clone, Copy)]
struct SlotContent {
    board: Board,
    known: u64,
}

impl SlotContent {
    /// The number of the search that wrote it, in the upper five bits.
    #[inline(always)]
    fn search(self) -> u8 {
        (self.known >> 40) as u8 & !7
    }

    #[inline(always)]
    fn depth(self) -> u8 {
        (self.known >> 32) as u8
    }
}

/// Spreads each bit over many, so that two different numbers seldom differ in few bits.
#[inline(always)]
fn spread(packed: u64) -> u64 {
    packed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Slot {
    #[inline(always)]
    fn read(&self) -> SlotContent {
        let known = self.known.load(Relaxed);
        let mixed = spread(known);
        SlotContent {
            board: Board {
                own: self.own.load(Relaxed) ^ mixed,
                opponent: self.opponent.load(Relaxed) ^ mixed,
            },
            known,
        }
    }

    #[inline(always)]
    fn write(&self, board: Board, known: u64) {
        let mixed = spread(known);
        self.own.store(board.own ^ mixed, Relaxed);
        self.opponent.store(board.opponent ^ mixed, Relaxed);
        self.known.store(known, Relaxed);
    }
}

/// The two places of a position, in one line of the processor's cache. The first keeps what was searched deepest, the second takes
/// everything.
#[derive(Default)]
#[repr(align(64))]
struct Places([Slot; 2]);

/// A table of fixed size, for any number of threads at a time. A slot holds the whole position, so no position is ever taken for another.
pub(super) struct TranspositionTable {
    places: Vec<Places>,
    /// The number of the search, in the upper five bits; never 0, which is that of an empty slot.
    search: u8,
}

impl TranspositionTable {
    /// A table of at most this many bytes. The number of places is a power of two, and at least 512.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let places = (bytes / size_of::<Places>()).max(512);
        let places: usize = 1 << places.ilog2();
        TranspositionTable {
            places: (0..places).map(|_| Places::default()).collect(),
            search: 1 << 3,
        }
    }

    /// Forgets everything. It takes no time: slots that an earlier search wrote no longer count.
    pub(crate) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1 << 3);
        if self.search == 0 {
            self.places.fill_with(Places::default);
            self.search = 1 << 3;
        }
    }

    /// The product of two 64-bit numbers, its halves laid over each other, mixes all bits of both (Wang Yi's wyhash).
    #[inline(always)]
    fn slots(&self, board: Board) -> &[Slot; 2] {
        let a = u128::from(board.own ^ 0x9E37_79B9_7F4A_7C15);
        let b = u128::from(board.opponent ^ 0xC2B2_AE3D_27D4_EB4F);
        let product = a * b;
        let place = (product as u64 ^ (product >> 64) as u64) as usize & (self.places.len() - 1);
        &self.places[place].0
    }

    /// Is this the position, and from this search?
    #[inline(always)]
    fn is_about(&self, read: SlotContent, board: Board) -> bool {
        read.board == board && read.search() == self.search
    }

    #[inline(always)]
    pub(crate) fn get(&self, board: Board) -> Option<Known> {
        for slot in self.slots(board) {
            let read = slot.read();
            if self.is_about(read, board) {
                return Some(Known::unpack(read.known));
            }
        }
        None
    }

    /// Writes what is now known of the position.
    ///
    /// Bounds of the same depth and selectivity are joined with those that are there.
    #[inline(always)]
    pub(crate) fn put(&self, board: Board, mut known: Known) {
        let [first, second] = self.slots(board);
        let (in_first, in_second) = (first.read(), second.read());
        let (slot, same) = if self.is_about(in_first, board) {
            (first, Some(in_first))
        } else if self.is_about(in_second, board) {
            (second, Some(in_second))
        } else if known.depth >= in_first.depth() || in_first.search() != self.search {
            (first, None)
        } else {
            (second, None)
        };
        if let Some(same) = same {
            let same = Known::unpack(same.known);
            if same.depth > known.depth {
                return;
            }
            // The first move is one that reaches the lower bound.
            let mut reaches = true;
            if same.depth == known.depth && same.selectivity == known.selectivity {
                reaches = known.lower >= same.lower;
                known.lower = known.lower.max(same.lower);
                known.upper = known.upper.min(same.upper);
            }
            if !reaches || known.moves[0] == NOWHERE {
                known.moves = same.moves;
            } else if known.moves[0] != same.moves[0] {
                known.moves[1] = same.moves[0];
            } else {
                known.moves[1] = same.moves[1];
            }
        }
        slot.write(board, known.pack(self.search));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known {
        lower: -64,
        upper: 2,
        depth: 9,
        selectivity: 0,
        moves: [19, NOWHERE],
    };

    #[test]
    fn bounds_of_the_same_depth_are_joined() {
        let table = TranspositionTable::new(0);
        table.put(Board::START, KNOWN);
        let (lower, upper, moves) = (-4, 64, [26, NOWHERE]);
        let more = Known {
            lower,
            upper,
            moves,
            ..KNOWN
        };
        table.put(Board::START, more);
        let joined = Known {
            lower: -4,
            upper: 2,
            moves: [26, 19],
            ..KNOWN
        };
        assert_eq!(table.get(Board::START), Some(joined));
        let deeper = Known { depth: 10, ..more };
        table.put(Board::START, deeper);
        assert_eq!(table.get(Board::START).map(|known| known.upper), Some(64));
    }

    #[test]
    fn a_full_table_keeps_the_deepest_until_the_next_search() {
        let mut table = TranspositionTable::new(0);
        let deepest = Known { depth: 60, ..KNOWN };
        let fill = |table: &mut TranspositionTable| {
            for n in 0..100_000 {
                let board = Board {
                    own: n,
                    opponent: !n,
                };
                table.put(board, KNOWN);
            }
        };
        table.put(Board::START, deepest);
        fill(&mut table);
        assert_eq!(table.get(Board::START), Some(deepest));
        table.forget();
        fill(&mut table);
        assert_eq!(table.get(Board::START), None);
    }

    #[test]
    fn nothing_is_found_again_after_any_number_of_searches() {
        let mut table = TranspositionTable::new(0);
        table.put(Board::START, KNOWN);
        for search in 1..100 {
            table.forget();
            assert_eq!(table.get(Board::START), None, "in search {search}");
        }
    }
}
