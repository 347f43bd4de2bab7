//! The transposition table of the gomoku search.

use std::sync::OnceLock;

use super::coord::Coord;
use crate::engine::slot::Slot;

/// The relation of the stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true value is at least the stored one.
    Lower,
    /// The true value is at most the stored one.
    Upper,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    pub best: Option<Coord>,
    /// The value for the side to move. The plies of a win are counted from the stored position.
    pub value: i32,
    /// The depth in units of 1/`search::PLY` ply.
    pub depth: i32,
    pub bound: Bound,
    /// True if the position was on or near a principal variation.
    pub near_pv: bool,
}

// The bit positions of the fields of a packed entry. The lowest bits hold the best move or NO_MOVE. An empty
// entry is 0.
const VALUE: u32 = 16;
const DEPTH: u32 = 32;
/// The bound is stored as a number from 1 to 3.
const BOUND: u32 = 48;
const NEAR_PV: u32 = 50;
const AGE: u32 = 56;
const NO_MOVE: u64 = 0xffff;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        self.best.map_or(NO_MOVE, |point| point.index() as u64)
            | u64::from(self.value as u16) << VALUE
            | u64::from(self.depth as u16) << DEPTH
            | (self.bound as u64 + 1) << BOUND
            | u64::from(self.near_pv) << NEAR_PV
            | u64::from(age) << AGE
    }

    fn unpack(packed: u64) -> Entry {
        let best = packed & NO_MOVE;
        Entry {
            best: (best != NO_MOVE).then(|| Coord::of_index(best as usize)),
            value: i32::from((packed >> VALUE) as i16),
            depth: i32::from((packed >> DEPTH) as i16),
            near_pv: packed >> NEAR_PV & 1 == 1,
            bound: match packed >> BOUND & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }
}

/// The slots that a hash can use. They fill one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot<1>; 4]);

/// The number of buckets in a page. Pages are allocated on first use, so a new table costs no time.
const PAGE: usize = 512;

/// The depth, in units of 1/16 ply, that an entry loses with each search after it was stored.
const AGE_PENALTY: i32 = 128;
/// The largest depth, in units of 1/16 ply, by which a result may be shallower than the stored result of the
/// same position that it replaces.
const SHALLOWER: i32 = 48;

pub struct TranspositionTable {
    pages: Vec<OnceLock<Box<[Bucket]>>>,
    age: u8,
}

impl TranspositionTable {
    /// Creates a table of at most this many megabytes, but at least one.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let fit = (megabytes.max(1) << 20) / size_of::<Bucket>() / PAGE;
        let mut table = TranspositionTable { pages: Vec::new(), age: 0 };
        table.pages.resize_with(1 << fit.ilog2(), OnceLock::new);
        table
    }

    pub fn clear(&mut self) {
        self.pages.fill_with(OnceLock::new);
        self.age = 0;
    }

    /// Starts a new search. From now on, entries of older searches are overwritten first.
    pub fn increment_age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Returns the page for a hash, and the index of its bucket in that page.
    fn locate(&self, hash: u64) -> (&OnceLock<Box<[Bucket]>>, usize) {
        let n = hash as usize;
        let page = (n / PAGE) & (self.pages.len() - 1);
        (&self.pages[page], n % PAGE)
    }

    /// Starts loading a position's bucket into the cache, to speed up a later [`TranspositionTable::get`].
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        if let (page, n) = self.locate(hash)
            && let Some(page) = page.get()
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch does not access memory, and every x86-64 processor supports it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(&page[n]).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    pub fn get(&self, hash: u64) -> Option<Entry> {
        let (page, n) = self.locate(hash);
        let mut slots = page.get()?[n].0.iter().map(Slot::read);
        let (_, packed) = slots.find(|(key, packed)| *key == [hash] && *packed != 0)?;
        Some(Entry::unpack(packed))
    }

    /// Stores a result in the position's own slot, an empty slot or the slot with the shallowest and oldest
    /// entry, in this order of preference. If the result has no best move, the position's stored best move
    /// remains.
    pub fn put(&self, hash: u64, new: Entry) {
        let (page, n) = self.locate(hash);
        let page = page.get_or_init(|| (0..PAGE).map(|_| Bucket::default()).collect());
        let age = self.age;
        let worth = |slot: &&Slot<1>| match slot.read() {
            (_, 0) => i32::MIN + 1,
            (key, _) if key == [hash] => i32::MIN,
            (_, packed) => {
                let older = age.wrapping_sub((packed >> AGE) as u8);
                Entry::unpack(packed).depth - AGE_PENALTY * i32::from(older)
            }
        };
        let Some(slot) = page[n].0.iter().min_by_key(worth) else {
            return;
        };
        let (key, packed) = slot.read();
        let same = (key == [hash] && packed != 0).then(|| Entry::unpack(packed));
        if let Some(old) = same
            && new.bound != Bound::Exact
            && new.depth < old.depth - SHALLOWER
            && (packed >> AGE) as u8 == age
        {
            return;
        }
        let best = new.best.or(same.and_then(|old| old.best));
        slot.write([hash], Entry { best, ..new }.pack(age));
    }
}
