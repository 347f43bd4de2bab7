//! The way back: what each step changed, in the order in which it did.

use super::devices::Devices;
use super::graphics::Run;

/// A call that has not ended.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub function: u32,
    /// The first cell of its frame.
    pub base: u32,
    /// The operation to which it returns.
    pub back: u32,
    /// How many operands wait for what it returns.
    pub operands: u32,
}

/// What takes a change back.
pub enum Change {
    /// A cell of memory held this.
    Cell(usize, i64),
    /// A place on the stack of operands held this.
    Operand(usize, i64),
    /// A call began.
    Entered,
    /// This call ended.
    Left(Call),
    /// The devices were like this.
    Devices(Devices),
    /// The screen had these pixels.
    Pixels(Vec<Run>),
}

/// Where a step began.
#[derive(Clone, Copy)]
pub struct Mark {
    pub at: u32,
    pub operands: u32,
    entries: u32,
    sides: u32,
}

/// A change in twelve bytes: which cell it was, and what the cell held.
#[derive(Clone, Copy)]
struct Entry(u32, u32, u32);

const ENTERED: u32 = u32::MAX;
const SIDE: u32 = u32::MAX - 1;
/// Above this a cell is a place on the stack of operands.
const OPERAND: u32 = 1 << 31;

/// What is rarer and takes more room.
#[derive(Clone)]
enum Side {
    Left(Call),
    Devices(Box<Devices>),
    Pixels(Box<[Run]>),
}

/// When a history takes more bytes than this, its older half is forgotten.
const MOST_BYTES: usize = 96 << 20;

/// The changes of all steps so far.
#[derive(Clone, Default)]
pub struct History {
    marks: Vec<Mark>,
    entries: Vec<Entry>,
    sides: Vec<Side>,
    side_bytes: usize,
}

impl History {
    /// A step begins here.
    pub fn mark(&mut self, at: u32, operands: usize) {
        if self.bytes() > MOST_BYTES {
            self.forget_half();
        }
        self.marks.push(Mark {
            at,
            operands: operands as u32,
            entries: self.entries.len() as u32,
            sides: self.sides.len() as u32,
        });
    }

    /// How many steps can be gone back.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        self.marks.len() * size_of::<Mark>()
            + self.entries.len() * size_of::<Entry>()
            + self.side_bytes
    }

    fn forget_half(&mut self) {
        let half = self.marks.len() / 2;
        let Mark { entries, sides, .. } = self.marks[half];
        self.marks.drain(..half);
        self.entries.drain(..entries as usize);
        self.sides.drain(..sides as usize);
        for mark in &mut self.marks {
            mark.entries -= entries;
            mark.sides -= sides;
        }
        self.side_bytes = self.sides.iter().map(Side::bytes).sum();
    }

    #[inline(always)]
    pub fn cell(&mut self, cell: usize, old: i64) {
        self.entries
            .push(Entry(cell as u32, old as u32, (old >> 32) as u32));
    }

    pub fn operand(&mut self, at: usize, old: i64) {
        self.cell(at | OPERAND as usize, old);
    }

    pub fn entered(&mut self) {
        self.entries.push(Entry(ENTERED, 0, 0));
    }

    pub fn left(&mut self, call: Call) {
        self.side(Side::Left(call));
    }

    pub fn devices(&mut self, devices: Devices) {
        self.side(Side::Devices(Box::new(devices)));
    }

    pub fn pixels(&mut self, runs: Vec<Run>) {
        self.side(Side::Pixels(runs.into()));
    }

    fn side(&mut self, side: Side) {
        self.entries.push(Entry(SIDE, 0, 0));
        self.side_bytes += side.bytes();
        self.sides.push(side);
    }

    /// The cells that the last step wrote, with what they held before it.
    pub fn last_cells(&self) -> impl Iterator<Item = (usize, i64)> {
        let from = self.marks.last().map_or(0, |mark| mark.entries as usize);
        let cells = self.entries[from..]
            .iter()
            .filter(|entry| entry.0 < OPERAND);
        cells.map(|Entry(cell, low, high)| (*cell as usize, joined(*low, *high)))
    }

    /// Takes the last change out, if it belongs to the last step.
    pub fn undo(&mut self) -> Option<Change> {
        let mark = self.marks.last()?;
        if self.entries.len() <= mark.entries as usize {
            return None;
        }
        let Entry(cell, low, high) = self.entries.pop()?;
        if cell == ENTERED {
            return Some(Change::Entered);
        }
        if cell == SIDE {
            let side = self.sides.pop()?;
            self.side_bytes -= side.bytes();
            return Some(match side {
                Side::Left(call) => Change::Left(call),
                Side::Devices(devices) => Change::Devices(*devices),
                Side::Pixels(runs) => Change::Pixels(runs.into_vec()),
            });
        }
        let old = joined(low, high);
        Some(match cell & OPERAND {
            0 => Change::Cell(cell as usize, old),
            _ => Change::Operand((cell & !OPERAND) as usize, old),
        })
    }

    /// Takes the last step out; its changes have been taken back.
    pub fn unmark(&mut self) -> Option<Mark> {
        self.marks.pop()
    }
}

impl Side {
    fn bytes(&self) -> usize {
        size_of::<Side>()
            + match self {
                Side::Left(_) => 0,
                Side::Devices(_) => size_of::<Devices>(),
                Side::Pixels(runs) => size_of_val(&**runs),
            }
    }
}

fn joined(low: u32, high: u32) -> i64 {
    (u64::from(high) << 32 | u64::from(low)) as i64
}
