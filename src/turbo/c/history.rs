//! The undo log: the changes of each step, in order.

use super::devices::Devices;
use super::disk::FileChange;
use super::graphics::Run;
use super::memory::Tag;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) function: u32,
    pub(crate) base: u32,
    /// The first cell after the call's variables.
    pub(crate) temporaries: u32,
    pub(crate) back: u32,
    /// The cell that receives the return value.
    pub(crate) to: u32,
}

/// A change, stored as the data needed to undo it.
#[derive(Clone)]
pub(crate) enum Change {
    /// A memory cell and its old value.
    Cell(usize, i64),
    /// A memory cell and its old tag.
    Tag(usize, Tag),
    Entered,
    Left(Call),
    /// The old state of the devices.
    Devices(Box<Devices>),
    Files(Box<FileChange>),
    /// The old colours of the changed pixels.
    Pixels(Box<[Run]>),
    /// A shape that screen readers name.
    Drew,
}

#[derive(Clone, Copy)]
struct Mark {
    at: u32,
    entries: u32,
    rare: u32,
}

/// A memory change in twelve bytes: the cell and the two halves of its old value.
#[derive(Clone, Copy)]
struct Entry(u32, u32, u32);

/// Marks an entry whose change is the last one in `rare`, which holds the larger kinds of changes.
const RARE: u32 = u32::MAX;
/// Marks an entry with the old tag of a cell.
const TAG: u32 = 1 << 31;

/// The default size at which a history discards its older half, in bytes.
const MOST_BYTES: usize = 96 << 20;

#[derive(Clone)]
pub(crate) struct History {
    most_bytes: usize,
    marks: Vec<Mark>,
    entries: Vec<Entry>,
    rare: Vec<Change>,
    rare_bytes: usize,
}

impl Default for History {
    fn default() -> History {
        History::of(MOST_BYTES)
    }
}

impl History {
    /// Creates a history that discards its older half when it exceeds `most_bytes`.
    pub(crate) fn of(most_bytes: usize) -> History {
        History { most_bytes, marks: Vec::new(), entries: Vec::new(), rare: Vec::new(), rare_bytes: 0 }
    }

    pub(crate) fn mark(&mut self, at: usize) {
        if self.bytes() > self.most_bytes {
            self.forget_half();
        }
        self.marks.push(Mark {
            at: at as u32,
            entries: self.entries.len() as u32,
            rare: self.rare.len() as u32,
        });
    }

    pub(crate) fn len(&self) -> usize {
        self.marks.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        let marks = self.marks.len() * size_of::<Mark>();
        marks + self.entries.len() * size_of::<Entry>() + self.rare_bytes
    }

    fn forget_half(&mut self) {
        let half = self.marks.len() / 2;
        let Mark { entries, rare, .. } = self.marks[half];
        self.marks.drain(..half);
        self.entries.drain(..entries as usize);
        self.rare.drain(..rare as usize);
        for mark in &mut self.marks {
            mark.entries -= entries;
            mark.rare -= rare;
        }
        self.rare_bytes = self.rare.iter().map(Change::bytes).sum();
    }

    #[inline(always)]
    pub(crate) fn cell(&mut self, cell: usize, old: i64) {
        self.entries.push(Entry(cell as u32, old as u32, (old >> 32) as u32));
    }

    pub(crate) fn tag(&mut self, cell: usize, old: Tag) {
        self.entries.push(Entry(cell as u32 | TAG, old.0.into(), 0));
    }

    pub(crate) fn rare(&mut self, change: Change) {
        self.entries.push(Entry(RARE, 0, 0));
        self.rare_bytes += change.bytes();
        self.rare.push(change);
    }

    pub(crate) fn last_cells(&self) -> impl Iterator<Item = (usize, i64)> {
        let from = self.marks.last().map_or(0, |mark| mark.entries as usize);
        let cells = self.entries[from..].iter().filter(|entry| entry.0 & TAG == 0);
        cells.map(|entry| (entry.0 as usize, entry.held()))
    }

    pub(crate) fn undo(&mut self) -> Option<Change> {
        if self.entries.len() <= self.marks.last()?.entries as usize {
            return None;
        }
        let entry = self.entries.pop()?;
        if entry.0 == RARE {
            let change = self.rare.pop()?;
            self.rare_bytes -= change.bytes();
            return Some(change);
        }
        Some(match entry.0 & TAG {
            0 => Change::Cell(entry.0 as usize, entry.held()),
            _ => Change::Tag((entry.0 & !TAG) as usize, Tag(entry.1 as u8)),
        })
    }

    /// Removes the last step, whose changes are already undone, and returns its first operation.
    pub(crate) fn unmark(&mut self) -> Option<usize> {
        self.marks.pop().map(|mark| mark.at as usize)
    }
}

impl Entry {
    fn held(&self) -> i64 {
        (u64::from(self.2) << 32 | u64::from(self.1)) as i64
    }
}

impl Change {
    fn bytes(&self) -> usize {
        size_of::<Change>()
            + match self {
                Change::Devices(_) => size_of::<Devices>(),
                Change::Pixels(runs) => size_of_val(&**runs),
                Change::Files(change) => change.bytes(),
                _ => 0,
            }
    }
}
