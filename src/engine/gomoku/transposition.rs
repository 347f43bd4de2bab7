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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The best move.
    pub best: Option<Coord>,
    /// The value for the side to move; a win counts its plies from this position.
    pub value: i16,
    /// How deep the search went, in parts of a ply.
    pub depth: i16,
    /// What the value says.
    pub bound: Bound,
}

/// The bits of a slot's second word: the best move or [`NO_MOVE`], the value, the depth, the bound from 1 on, and the age. A slot of
/// zeros is empty, so that a new table costs no time: the system gives out its memory page by page as it is used.
const VALUE: u32 = 16;
const DEPTH: u32 = 32;
const BOUND: u32 = 48;
const AGE: u32 = 56;
const NO_MOVE: u64 = 0xffff;

/// Entries that share a place in the table, two words each: the hash of the position, and what is known.
const WAYS: usize = 4;
type Bucket = [u64; 2 * WAYS];

/// How many parts of a ply a search's age is worth.
const OLDER: i32 = 128;
/// A less deep value replaces one of the same position if it is not further behind than this, in parts of a ply.
const BEHIND: i16 = 48;

/// The table.
pub struct Transposition {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Transposition {
    /// A table of at most this many megabytes, and at least one.
    pub fn new(megabytes: usize) -> Transposition {
        let fit = (megabytes.max(1) << 20) / size_of::<Bucket>();
        Transposition {
            buckets: vec![[0; 2 * WAYS]; 1 << fit.ilog2()],
            age: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets = vec![[0; 2 * WAYS]; self.buckets.len()];
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
        bucket
            .chunks_exact(2)
            .find(|slot| slot[0] == hash && slot[1] != 0)
            .map(|slot| entry(slot[1]))
    }

    /// Keeps what was found out about a position. A known best move is kept when there is no new one.
    pub fn put(&mut self, hash: u64, best: Option<Coord>, value: i16, depth: i16, bound: Bound) {
        let (n, age) = (self.bucket(hash), self.age);
        let bucket = &mut self.buckets[n];
        let worth = |n: usize| match bucket[2 * n..][..2] {
            [_, 0] => i32::MIN + 1,
            [key, _] if key == hash => i32::MIN,
            [_, known] => {
                let older = age.wrapping_sub((known >> AGE) as u8);
                i32::from(entry(known).depth) - OLDER * i32::from(older)
            }
            _ => i32::MAX,
        };
        let chosen = (0..WAYS).min_by_key(|n| worth(*n)).unwrap_or(0);
        let slot = &mut bucket[2 * chosen..2 * chosen + 2];
        let same = (slot[0] == hash && slot[1] != 0).then(|| entry(slot[1]));
        if let Some(known) = same
            && bound != Bound::Exact
            && depth < known.depth - BEHIND
            && (slot[1] >> AGE) as u8 == age
        {
            return;
        }
        let best = best.or(same.and_then(|known| known.best));
        let best = best.map_or(NO_MOVE, |point| point.index() as u64);
        slot[0] = hash;
        slot[1] = best
            | u64::from(value as u16) << VALUE
            | u64::from(depth as u16) << DEPTH
            | (bound as u64 + 1) << BOUND
            | u64::from(age) << AGE;
    }
}

/// What the second word of a slot says.
fn entry(known: u64) -> Entry {
    let best = known & NO_MOVE;
    Entry {
        best: (best != NO_MOVE).then(|| Coord::of_index(best as usize)),
        value: (known >> VALUE) as i16,
        depth: (known >> DEPTH) as i16,
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
        let mut table = Transposition::new(1);
        let best = Some(Coord::new(19, 19));
        for (n, bound) in [Bound::Exact, Bound::Lower, Bound::Upper]
            .into_iter()
            .enumerate()
        {
            let hash = 0x1234_5678_9abc_0000 + n as u64;
            assert_eq!(table.get(hash), None);
            table.put(hash, best, -29_999, -16, bound);
            let entry = Entry {
                best,
                value: -29_999,
                depth: -16,
                bound,
            };
            assert_eq!(table.get(hash), Some(entry));
            table.put(hash, None, 7, 300, bound);
            let entry = Entry {
                best,
                value: 7,
                depth: 300,
                bound,
            };
            assert_eq!(table.get(hash), Some(entry), "the move is kept");
        }
        table.clear();
        assert_eq!(table.get(0x1234_5678_9abc_0000), None);
    }

    #[test]
    fn the_deepest_of_the_latest_search_stay() {
        let mut table = Transposition::new(1);
        let hash = |n: u64| n << 32;
        table.put(hash(99), None, 0, 1000, Bound::Exact);
        for _ in 0..20 {
            table.grow_older();
        }
        for n in 1..=5 {
            table.put(hash(n), None, 0, 10 * n as i16, Bound::Exact);
        }
        let found: Vec<u64> = (1..=5).filter(|n| table.get(hash(*n)).is_some()).collect();
        assert_eq!(found, [2, 3, 4, 5]);
        assert_eq!(table.get(hash(99)), None);
    }
}
