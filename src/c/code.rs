//! What the compiler makes of a source, and the machine runs: operations, stops, functions and variables.

use super::library::Call;
use super::types::{Kind, Type};
use super::value::PlaceKind;

/// An operation. It takes its operands from the stack, the last one first, and leaves what comes out there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// Here the machine can stand still: before this stop.
    Stop(u32),
    Push(i64),
    Drop,
    Dup,
    /// The value of a local variable, by its cell in the frame.
    Local(u32),
    /// The value of a global variable, by its cell in memory.
    Global(u32),
    /// Sets a local variable and leaves its value.
    SetLocal(u32, Kind),
    /// Sets a local variable and leaves nothing.
    PutLocal(u32, Kind),
    SetGlobal(u32, Kind),
    /// Adds to a local variable and leaves nothing.
    AddLocal(u32, i16, Kind),
    /// A pointer to a local variable of so many cells.
    Frame {
        slot: u32,
        cells: u32,
    },
    /// A pointer and an index: a pointer to the element.
    Index {
        count: u32,
        stride: u32,
    },
    /// The same with the index in a local variable.
    IndexLocal {
        slot: u32,
        count: u32,
        stride: u32,
    },
    /// The same, and the element's value.
    IndexLoad {
        count: u32,
        stride: u32,
    },
    /// The sum of two local variables.
    AddLocals(u32, u32, Kind),
    /// A pointer and a number of elements further on.
    Move {
        stride: u32,
    },
    /// A pointer so many cells further on: to a member.
    Member(u32),
    /// Two pointers: how many elements lie between them.
    Distance {
        stride: u32,
    },
    Load,
    /// A pointer and a value: stores it and leaves it.
    Store(Kind),
    /// A pointer: adds to what is there and leaves the new value, or the old one.
    Add1 {
        by: i32,
        kind: Kind,
        after: bool,
    },
    /// Two pointers: copies so many cells from the second to the first.
    Copy(u32),
    /// Arithmetic, wrapped to the kind.
    Add(Kind),
    Sub(Kind),
    Mul(Kind),
    Div(Kind),
    Rem(Kind),
    Shl(Kind),
    Shr,
    And,
    Or,
    Xor,
    Less,
    LessEqual,
    Equal,
    Different,
    Negate(Kind),
    Invert(Kind),
    Not,
    /// Makes a value a truth: 0 or 1.
    Truth,
    Wrap(Kind),
    Jump(u32),
    /// Takes a value and jumps if it is 0.
    IfZero(u32),
    /// Leaves a 0 on the stack and jumps; takes any other value.
    BothOrJump(u32),
    /// Leaves 1 for a value that is not 0 and jumps; takes a 0.
    EitherOrJump(u32),
    /// The end of a condition: the same as `IfZero`, and the debugger says what came out.
    Branch(u32),
    /// Takes a value and jumps by a table.
    Switch(u32),
    Call {
        function: u32,
        arguments: u32,
    },
    Library {
        call: Call,
        arguments: u32,
    },
    /// Ends a function; its value is on the stack.
    Return,
}

/// A place where the machine can stand still.
#[derive(Clone, Debug)]
pub struct StopMark {
    /// The operation.
    pub at: u32,
    pub line: u32,
    pub start: u32,
    pub end: u32,
    pub function: u32,
    pub kind: PlaceKind,
}

/// A variable, and from where to where in the code it can be seen.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub ty: Type,
    /// Its cell in memory, or in its function's frame.
    pub cell: usize,
    /// Does it lie in the frame of a call? Static variables of a function do not.
    pub in_frame: bool,
    pub from: u32,
    pub to: u32,
}

#[derive(Clone, Debug)]
pub struct FunctionCode {
    pub name: String,
    pub first_line: usize,
    pub last_line: usize,
    /// Its first operation; `None` if it was only declared.
    pub entry: Option<u32>,
    pub parameters: Vec<(String, Type)>,
    pub returns: Type,
    /// The cells of a frame.
    pub cells: usize,
    /// Parameters first.
    pub variables: Vec<Declared>,
}

/// A jump table: values with their places, and where everything else goes.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub cases: Vec<(i64, u32)>,
    pub otherwise: u32,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub ops: Vec<Op>,
    pub stops: Vec<StopMark>,
    pub functions: Vec<FunctionCode>,
    pub globals: Vec<Declared>,
    pub tables: Vec<Table>,
    /// What memory holds at the beginning.
    pub memory: Vec<i64>,
}

/// What a cell holds that was given no value.
pub const UNSET: i64 = i64::MIN;

/// A pointer: the first cell of what it points into, how many cells that has, and how far in it points. 0 is NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub base: u32,
    pub cells: u32,
    pub offset: u32,
}

/// No address and no size has more bits.
const BITS: u32 = 20;
const MASK: i64 = (1 << BITS) - 1;

impl Pointer {
    pub fn new(base: usize, cells: usize) -> Pointer {
        Pointer {
            base: base as u32,
            cells: cells as u32,
            offset: 0,
        }
    }

    /// So many cells further in.
    pub fn further(self, cells: usize) -> Pointer {
        Pointer {
            offset: self.offset + cells as u32,
            ..self
        }
    }

    #[inline(always)]
    pub fn pack(self) -> i64 {
        i64::from(self.base) << (2 * BITS) | i64::from(self.cells) << BITS | i64::from(self.offset)
    }

    #[inline(always)]
    pub fn unpack(value: i64) -> Pointer {
        Pointer {
            base: (value >> (2 * BITS) & MASK) as u32,
            cells: (value >> BITS & MASK) as u32,
            offset: (value & MASK) as u32,
        }
    }
}
