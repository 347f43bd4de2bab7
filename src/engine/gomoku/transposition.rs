//! The transposition table: what the search found out about positions that it has seen. Of two in one place it keeps the deeper.

use super::board::Coord;

/// What a value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least that.
    Lower,
    /// The true one is at most that.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u32,
    /// The best move.
    pub best: Option<Coord>,
    /// The value for the side to move; a win counts its plies from this position.
    pub value: i16,
    /// How deep the search went.
    pub depth: i8,
    /// What the value says.
    pub bound: Bound,
    age: u8,
}

const NOTHING: Entry = Entry {
    key: 0,
    best: None,
    value: 0,
    depth: i8::MIN,
    bound: Bound::Upper,
    age: 0,
};

/// Entries that share a place in the table.
const WAYS: usize = 4;

/// The table.
pub struct Transposition {
    buckets: Vec<[Entry; WAYS]>,
    age: u8,
}

impl Transposition {
    /// A table of at most this many megabytes, and at least one.
    pub fn new(megabytes: usize) -> Transposition {
        let fit = (megabytes.max(1) << 20) / size_of::<[Entry; WAYS]>();
        Transposition {
            buckets: vec![[NOTHING; WAYS]; 1 << fit.ilog2()],
            age: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill([NOTHING; WAYS]);
        self.age = 0;
    }

    /// A new search begins; what older ones left is overwritten first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    /// What is known about a position.
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(hash)];
        let found = bucket.iter().find(|entry| entry.key == key(hash));
        found.filter(|entry| entry.depth != i8::MIN).copied()
    }

    /// Keeps what was found out about a position. A known best move is kept when there is no new one.
    pub fn put(&mut self, hash: u64, best: Option<Coord>, value: i16, depth: i8, bound: Bound) {
        let (n, age) = (self.bucket(hash), self.age);
        let bucket = &mut self.buckets[n];
        let worth = |entry: &Entry| match entry.key == key(hash) {
            true => i32::MIN,
            false => i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age)),
        };
        let Some(entry) = bucket.iter_mut().min_by_key(|entry| worth(entry)) else {
            return;
        };
        let same = entry.key == key(hash);
        if same && bound != Bound::Exact && depth < entry.depth - 3 && entry.age == age {
            return;
        }
        *entry = Entry {
            key: key(hash),
            best: best.or(entry.best.filter(|_| same)),
            value,
            depth,
            bound,
            age,
        };
    }
}

fn key(hash: u64) -> u32 {
    (hash >> 32) as u32
}
