//! The transposition table: what the search has found out about positions that it may reach again by other moves.

use super::bitboard::Board;
use super::evaluation::DISC;

/// No square: where a slot has no move.
pub(super) const NOWHERE: u8 = 64;

/// What is known of a position: its value lies from `lower` to `upper`, in parts of a [`DISC`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// At least this.
    pub lower: i16,
    /// At most this.
    pub upper: i16,
    /// How many plies the search looked ahead: as many as there are empty cells when it saw the end of the game.
    pub depth: u8,
    /// How much was left out by selection: 0 nothing.
    pub selectivity: u8,
    /// The best square and the one that was best before, or [`NOWHERE`].
    pub moves: [u8; 2],
}

impl Known {
    /// The range of the score, in discs, when this was searched to the end of the game.
    #[inline(always)]
    pub fn score(&self, empties: u32) -> Option<(i32, i32)> {
        let discs = |value: i16| i32::from(value) / DISC;
        let to_the_end = u32::from(self.depth) >= empties && self.selectivity == 0;
        to_the_end.then(|| (discs(self.lower), discs(self.upper)))
    }
}

/// 24 bytes: a position with what is known of it.
#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    lower: i16,
    upper: i16,
    depth: u8,
    /// The selectivity in the lowest three bits, above them the number of the search that wrote the slot.
    written: u8,
    moves: [u8; 2],
}

impl Slot {
    /// Own and opponent's stones on the same cells: no position.
    const FREE: Slot = Slot {
        board: Board {
            own: !0,
            opponent: !0,
        },
        lower: 0,
        upper: 0,
        depth: 0,
        written: 0,
        moves: [NOWHERE; 2],
    };

    #[inline(always)]
    fn known(&self) -> Known {
        Known {
            lower: self.lower,
            upper: self.upper,
            depth: self.depth,
            selectivity: self.written & 7,
            moves: self.moves,
        }
    }
}

/// A table of fixed size. A slot holds the whole position, so no position is ever taken for another.
///
/// A position has two places. The first keeps what was searched deepest, the second takes everything.
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
    /// The number of the search, in the upper five bits; never 0, which is that of [`Slot::FREE`].
    search: u8,
}

impl TranspositionTable {
    /// A table of at most this many bytes. The number of slots is a power of two, and at least 1024.
    pub fn new(bytes: usize) -> TranspositionTable {
        let slots = (bytes / size_of::<Slot>()).max(1024);
        let slots = 1 << slots.ilog2();
        TranspositionTable {
            slots: vec![Slot::FREE; slots],
            search: 1 << 3,
        }
    }

    /// Forgets everything. It takes no time: slots that an earlier search wrote no longer count.
    pub fn forget(&mut self) {
        self.search = self.search.wrapping_add(1 << 3);
        if self.search == 0 {
            self.slots.fill(Slot::FREE);
            self.search = 1 << 3;
        }
    }

    /// Does the slot hold the position?
    #[inline(always)]
    fn holds(&self, place: usize, board: Board) -> bool {
        let slot = &self.slots[place];
        slot.board == board && slot.written & !7 == self.search
    }

    /// The first of the two places; the other differs in the lowest bit.
    ///
    /// The product of two 64-bit numbers, its halves laid over each other, mixes all bits of both (Wang Yi's wyhash).
    #[inline(always)]
    fn place(&self, board: Board) -> usize {
        let a = u128::from(board.own ^ 0x9E37_79B9_7F4A_7C15);
        let b = u128::from(board.opponent ^ 0xC2B2_AE3D_27D4_EB4F);
        let product = a * b;
        (product as u64 ^ (product >> 64) as u64) as usize & (self.slots.len() - 1)
    }

    /// What is known of the position.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<Known> {
        let place = self.place(board);
        let places = [place, place ^ 1];
        let found = places.iter().find(|i| self.holds(**i, board))?;
        Some(self.slots[*found].known())
    }

    /// Writes what is now known of the position.
    ///
    /// Bounds of the same depth and selectivity are joined with those that are there.
    #[inline(always)]
    pub fn put(&mut self, board: Board, known: Known) {
        let place = self.place(board);
        let first = &self.slots[place];
        let (at, same) = if self.holds(place, board) {
            (place, true)
        } else if self.holds(place ^ 1, board) {
            (place ^ 1, true)
        } else if known.depth >= first.depth || first.written & !7 != self.search {
            (place, false)
        } else {
            (place ^ 1, false)
        };
        let written = self.search | known.selectivity;
        let slot = &mut self.slots[at];
        let mut new = Slot {
            board,
            lower: known.lower,
            upper: known.upper,
            depth: known.depth,
            written,
            moves: known.moves,
        };
        if same {
            if slot.depth > known.depth {
                return;
            }
            if slot.depth == known.depth && slot.written & 7 == known.selectivity {
                new.lower = new.lower.max(slot.lower);
                new.upper = new.upper.min(slot.upper);
            }
            if new.moves[0] == NOWHERE {
                new.moves = slot.moves;
            } else if new.moves[0] != slot.moves[0] {
                new.moves[1] = slot.moves[0];
            } else {
                new.moves[1] = slot.moves[1];
            }
        }
        *slot = new;
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
    fn what_was_put_is_found_and_nothing_else() {
        let mut table = TranspositionTable::new(0);
        table.put(Board::START, KNOWN);
        assert_eq!(table.get(Board::START), Some(KNOWN));
        assert_eq!(table.get(Board::START.pass()), None);
        table.forget();
        assert_eq!(table.get(Board::START), None);
    }

    #[test]
    fn bounds_of_the_same_depth_are_joined() {
        let mut table = TranspositionTable::new(0);
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
