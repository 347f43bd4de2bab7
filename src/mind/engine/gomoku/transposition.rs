//! The transposition table: what the search found out about positions that it has seen. Of two in one place it keeps the deeper.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::coord::Coord;

/// What a value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true one is at least that.
    Lower,
    /// The true one is at most that.
    Upper,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    pub(crate) best: Option<Coord>,
    /// The value for the side to move; a win counts its plies from this position.
    pub(crate) value: i32,
    /// How deep the search went, in parts of a ply.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Was the position on a best line, or near one?
    pub(crate) on_line: bool,
}

/// The bits of what is known: the best move or [`NO_MOVE`], the value, the depth, the bound from 1 on, whether it was on a best line,
/// and the age. All zeros are nothing.
const VALUE: u32 = 16;
const DEPTH: u32 = 32;
const BOUND: u32 = 48;
const ON_LINE: u32 = 50;
const AGE: u32 = 56;
const NO_MOVE: u64 = 0xffff;

/// What is known of a position, for any number of threads at a time. They read and write it without locks: the hash of the position is
/// mixed with what is known, and fits it only as it was written (R. Hyatt and T. Mann, 2002).
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    known: AtomicU64,
}

impl Slot {
    /// The hash of the position, and what is known.
    fn read(&self) -> (u64, u64) {
        let known = self.known.load(Relaxed);
        (self.mixed.load(Relaxed) ^ known, known)
    }

    fn write(&self, hash: u64, known: u64) {
        self.mixed.store(hash ^ known, Relaxed);
        self.known.store(known, Relaxed);
    }
}

/// The slots that share a place in the table, in one line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table is made page by page as it is used, so that a new one costs no time.
const PAGE: usize = 512;

/// How many parts of a ply a search's age is worth.
const OLDER: i32 = 128;
/// A less deep value replaces one of the same position if it is not further behind than this, in parts of a ply.
const BEHIND: i32 = 48;

pub(super) struct TranspositionTable {
    pages: Vec<OnceLock<Box<[Bucket]>>>,
    age: u8,
}

impl TranspositionTable {
    /// A table of at most this many megabytes, and at least one.
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        let fit = (megabytes.max(1) << 20) / size_of::<Bucket>() / PAGE;
        let mut table = TranspositionTable {
            pages: Vec::new(),
            age: 0,
        };
        table.pages.resize_with(1 << fit.ilog2(), OnceLock::new);
        table
    }

    pub(crate) fn clear(&mut self) {
        self.pages.fill_with(OnceLock::new);
        self.age = 0;
    }

    /// A new search begins; what older ones left is overwritten first.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The page of a hash, and the number of its bucket there.
    fn place(&self, hash: u64) -> (&OnceLock<Box<[Bucket]>>, usize) {
        let n = hash as usize;
        let page = (n / PAGE) & (self.pages.len() - 1);
        (&self.pages[page], n % PAGE)
    }

    /// Asks the memory for what is known about a position that [`TranspositionTable::get`] will soon be asked for, without waiting for it.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        if let (page, n) = self.place(hash)
            && let Some(page) = page.get()
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: it reads nothing, and every processor of this kind has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(&page[n]).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    pub(crate) fn get(&self, hash: u64) -> Option<Known> {
        let (page, n) = self.place(hash);
        let mut slots = page.get()?[n].0.iter().map(Slot::read);
        let found = slots.find(|(key, known)| *key == hash && *known != 0)?;
        Some(unpack(found.1))
    }

    /// Keeps what was found out about a position. A known best move is kept when there is no new one.
    pub(crate) fn put(&self, hash: u64, new: Known) {
        let (page, n) = self.place(hash);
        let page = page.get_or_init(|| (0..PAGE).map(|_| Bucket::default()).collect());
        let age = self.age;
        let worth = |slot: &&Slot| match slot.read() {
            (_, 0) => i32::MIN + 1,
            (key, _) if key == hash => i32::MIN,
            (_, known) => {
                let older = age.wrapping_sub((known >> AGE) as u8);
                unpack(known).depth - OLDER * i32::from(older)
            }
        };
        let Some(slot) = page[n].0.iter().min_by_key(worth) else {
            return;
        };
        let (key, known) = slot.read();
        let same = (key == hash && known != 0).then(|| unpack(known));
        if let Some(old) = same
            && new.bound != Bound::Exact
            && new.depth < old.depth - BEHIND
            && (known >> AGE) as u8 == age
        {
            return;
        }
        let best = new.best.or(same.and_then(|old| old.best));
        let best = best.map_or(NO_MOVE, |point| point.index() as u64);
        let known = best
            | u64::from(new.value as u16) << VALUE
            | u64::from(new.depth as u16) << DEPTH
            | (new.bound as u64 + 1) << BOUND
            | u64::from(new.on_line) << ON_LINE
            | u64::from(age) << AGE;
        slot.write(hash, known);
    }
}

fn unpack(known: u64) -> Known {
    let best = known & NO_MOVE;
    Known {
        best: (best != NO_MOVE).then(|| Coord::of_index(best as usize)),
        value: i32::from((known >> VALUE) as i16),
        depth: i32::from((known >> DEPTH) as i16),
        on_line: known >> ON_LINE & 1 == 1,
        bound: match known >> BOUND & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_again() {
        let mut table = TranspositionTable::new(1);
        let best = Some(Coord::new(19, 19));
        for (n, bound) in [Bound::Exact, Bound::Lower, Bound::Upper]
            .into_iter()
            .enumerate()
        {
            let hash = 0x1234_5678_9abc_0000 + n as u64;
            assert_eq!(table.get(hash), None);
            let known = Known {
                best,
                value: -29_999,
                depth: -16,
                bound,
                on_line: n == 1,
            };
            table.put(hash, known);
            assert_eq!(table.get(hash), Some(known));
            let newer = Known {
                best: None,
                value: 7,
                depth: 300,
                ..known
            };
            table.put(hash, newer);
            let kept = Known { best, ..newer };
            assert_eq!(table.get(hash), Some(kept), "the move is kept");
        }
        table.clear();
        assert_eq!(table.get(0x1234_5678_9abc_0000), None);
    }

    #[test]
    fn the_deepest_of_the_latest_search_stay() {
        let mut table = TranspositionTable::new(1);
        let hash = |n: u64| n << 32;
        let so_deep = |depth: i32| Known {
            best: None,
            value: 0,
            depth,
            bound: Bound::Exact,
            on_line: false,
        };
        table.put(hash(99), so_deep(1000));
        for _ in 0..20 {
            table.grow_older();
        }
        for n in 1..=5 {
            table.put(hash(n), so_deep(10 * n as i32));
        }
        let found: Vec<u64> = (1..=5).filter(|n| table.get(hash(*n)).is_some()).collect();
        assert_eq!(found, [2, 3, 4, 5]);
        assert_eq!(table.get(hash(99)), None);
    }
}
