//! What the compiler makes of a source, and the machine runs: operations, stops, functions and variables.

use std::collections::BTreeMap;

use super::types::{Kind, Type, bits};
use super::value::PlaceKind;
use words::say;

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Different,
}

use Binary::*;

/// All operators between two operands: the sign, how tightly it binds, and what it reckons. `a += b` binds as `=` does.
pub(crate) const OPERATORS: [(&str, u8, Option<Binary>); 31] = [
    (",", 1, None),
    ("=", 2, None),
    ("+=", 2, Some(Add)),
    ("-=", 2, Some(Sub)),
    ("*=", 2, Some(Mul)),
    ("/=", 2, Some(Div)),
    ("%=", 2, Some(Rem)),
    ("<<=", 2, Some(Shl)),
    (">>=", 2, Some(Shr)),
    ("&=", 2, Some(And)),
    ("|=", 2, Some(Or)),
    ("^=", 2, Some(Xor)),
    ("?", 3, None),
    ("||", 4, None),
    ("&&", 5, None),
    ("|", 6, Some(Or)),
    ("^", 7, Some(Xor)),
    ("&", 8, Some(And)),
    ("==", 9, Some(Equal)),
    ("!=", 9, Some(Different)),
    ("<", 10, Some(Less)),
    ("<=", 10, Some(LessEqual)),
    (">", 10, Some(Greater)),
    (">=", 10, Some(GreaterEqual)),
    ("<<", 11, Some(Shl)),
    (">>", 11, Some(Shr)),
    ("+", 12, Some(Add)),
    ("-", 12, Some(Sub)),
    ("*", 13, Some(Mul)),
    ("/", 13, Some(Div)),
    ("%", 13, Some(Rem)),
];

impl Binary {
    pub(crate) fn compares(self) -> bool {
        self as u8 >= Less as u8
    }

    /// Does it reckon with what its operands mean, and not with their bits?
    pub(crate) fn is_of_numbers(self) -> bool {
        matches!(self, Add | Sub | Mul | Div | Rem)
    }

    pub(crate) fn shifts(self) -> bool {
        matches!(self, Shl | Shr)
    }

    /// The comparison that holds when this one does not.
    pub(crate) fn opposite(self) -> Binary {
        match self {
            Less => GreaterEqual,
            LessEqual => Greater,
            Greater => LessEqual,
            GreaterEqual => Less,
            Equal => Different,
            _ => Equal,
        }
    }

    /// What it gives before it wraps; `None` for a division by zero.
    #[inline(always)]
    pub(crate) fn reckon(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Add => a.wrapping_add(b),
            Sub => a.wrapping_sub(b),
            Mul => a.wrapping_mul(b),
            Div | Rem if b == 0 => return None,
            Div => a.wrapping_div(b),
            Rem => a.wrapping_rem(b),
            // A PC's processor takes the lower five bits of the distance.
            Shl => a.wrapping_shl(b as u32 & 31),
            Shr => a >> (b as u32 & 31),
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            compared => i64::from(compared.holds(a, b)),
        })
    }

    /// What it gives between two numbers with a decimal point: one of these, or the truth of a comparison. `None` where it makes no
    /// sense.
    pub(crate) fn reckon_real(self, a: f64, b: f64) -> Option<i64> {
        let truth = |holds: bool| i64::from(holds);
        Some(match self {
            Add => bits(a + b),
            Sub => bits(a - b),
            Mul => bits(a * b),
            Div => bits(a / b),
            Less => truth(a < b),
            LessEqual => truth(a <= b),
            Greater => truth(a > b),
            GreaterEqual => truth(a >= b),
            Equal => truth(a == b),
            Different => truth(a != b),
            Rem | Shl | Shr | And | Or | Xor => return None,
        })
    }

    #[inline(always)]
    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        // A bit each for less, equal and greater: no branch for each comparison.
        let bits = match self {
            Less => 0b001,
            LessEqual => 0b011,
            Greater => 0b100,
            GreaterEqual => 0b110,
            Equal => 0b010,
            _ => 0b101,
        };
        bits >> (1 + a.cmp(&b) as i32) & 1 == 1
    }
}

/// The four stretches of memory in which an operation finds its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global,
    /// The variables of the running call.
    Local,
    /// What that call keeps between two operations.
    Temporary,
    Constant,
}

/// A cell of memory: its space, and its number in there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(u32);

impl Slot {
    pub(crate) fn new(space: Space, number: usize) -> Slot {
        Slot((space as u32) << 30 | number as u32)
    }

    pub(crate) fn space(self) -> Space {
        [
            Space::Global,
            Space::Local,
            Space::Temporary,
            Space::Constant,
        ][(self.0 >> 30) as usize]
    }

    pub(crate) fn number(self) -> usize {
        (self.0 & 0x3FFF_FFFF) as usize
    }

    /// The cell of memory, if the spaces begin at these cells.
    #[inline(always)]
    pub(crate) fn cell(self, spaces: &[usize; 4]) -> usize {
        spaces[(self.0 >> 30) as usize] + (self.0 & 0x3FFF_FFFF) as usize
    }

    /// Can a statement change what it holds?
    pub(crate) fn is_variable(self) -> bool {
        matches!(self.space(), Space::Global | Space::Local)
    }
}

/// An operation. The slot for what comes out stands first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    /// Here the machine can stand still.
    Stop,
    /// Copies a number and wraps it, which is noted if it did not fit.
    Set(Slot, Kind, Slot),
    /// The same for a number that is meant to wrap.
    Cast(Slot, Kind, Slot),
    /// The sum of two ints. It is the most frequent operation, and quicker by itself.
    Add(Slot, Slot, Slot),
    /// Reckons, and wraps what comes out.
    Binary(Slot, Kind, Binary, Slot, Slot),
    /// The same between two numbers with a decimal point.
    Real(Slot, Binary, Slot, Slot),
    /// A number of the first kind as one of the second.
    Convert(Slot, Kind, Kind, Slot),
    /// Compares two numbers and jumps if the comparison holds, or if it does not.
    Test(Test),
    Jump(u32),
    /// Jumps by the table of this number.
    Switch(Slot, u32),
    /// A pointer to a local variable of so many cells.
    Address(Slot, Slot, u32),
    /// A pointer to an element of an array.
    Element(Slot, Element),
    Get(Slot, Element),
    /// Puts a value there.
    Put(Element, Slot),
    /// Puts a member of the union to use to which the pointer in the slot leads: the number of its type, and of the member.
    Member(Slot, u32, u32),
    /// What a pointer points to.
    Load(Slot, Slot),
    /// Puts a value where a pointer points.
    Store(Slot, Slot),
    /// Copies so many cells to where the first pointer points from where the second one does.
    Copy(Slot, Slot, u32),
    /// Sets so many cells to 0.
    Clear(Slot, u32),
    /// A pointer so many elements further on, each of so many cells.
    Move(Slot, Slot, Slot, i32),
    /// A pointer to nothing in particular as one to values that take so many bytes and cells.
    Typed(Slot, Slot, u32, u32),
    /// How many elements lie between two pointers.
    Distance(Slot, Slot, Slot, i32),
    /// Calls a function; its arguments lie side by side from the second slot on.
    Call(Slot, u32, Slot, Reals),
    /// Calls what the pointer in the second slot leads to, as the site of this number says.
    CallAt(Slot, Slot, Slot, u32),
    /// Calls a function of the library with so many arguments.
    Library(Slot, u16, u16, Slot, Reals),
    Return(Slot),
    /// Returns a struct of so many cells, to which the pointer in the slot leads.
    ReturnCells(Slot, u32),
    /// Returns from a function that owes a value and gives none.
    ReturnNone,
}

/// Which arguments of a call have a decimal point: a bit for each, the lowest for the first.
pub(crate) type Reals = u32;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Test {
    pub(crate) op: Binary,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) to: u32,
    /// Does it jump if the comparison holds, or if it does not?
    pub(crate) holds: bool,
    pub(crate) tells: Tells,
}

/// An element of an array of `count` elements, each of `stride` cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Element {
    pub(crate) pointer: Slot,
    pub(crate) index: Slot,
    pub(crate) count: u16,
    pub(crate) stride: u16,
}

/// What a test says about the condition of an `if` or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tells {
    Nothing,
    HoldsIfItJumps,
    /// The condition does not hold if it jumps.
    FailsIfItJumps,
}

impl Op {
    pub(crate) fn result(&mut self) -> Option<&mut Slot> {
        match self {
            Op::Set(to, ..) | Op::Cast(to, ..) | Op::Add(to, ..) | Op::Binary(to, ..) => Some(to),
            Op::Move(to, ..) | Op::Distance(to, ..) => Some(to),
            Op::Real(to, ..) | Op::Convert(to, ..) | Op::Typed(to, ..) => Some(to),
            Op::Address(to, ..) | Op::Element(to, _) | Op::Get(to, _) | Op::Load(to, _) => Some(to),
            Op::Call(to, ..) | Op::CallAt(to, ..) | Op::Library(to, ..) => Some(to),
            _ => None,
        }
    }

    pub(crate) fn jump(&mut self) -> Option<&mut u32> {
        match self {
            Op::Jump(to) | Op::Test(Test { to, .. }) => Some(to),
            _ => None,
        }
    }

    /// Can it change a variable?
    pub(crate) fn writes(mut self) -> bool {
        let calls = matches!(self, Op::Call(..) | Op::CallAt(..) | Op::Library(..));
        let stores = matches!(
            self,
            Op::Store(..) | Op::Put(..) | Op::Copy(..) | Op::Member(..)
        );
        calls || stores || self.result().is_some_and(|to| to.is_variable())
    }
}

/// A place where the machine can stand still.
#[derive(Clone, Debug)]
pub(crate) struct StopMark {
    pub(crate) at: u32,
    pub(crate) line: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) function: u32,
    pub(crate) kind: PlaceKind,
}

/// A variable, and from where to where in the code it can be seen.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// Its first cell. The static variables of a function are global.
    pub(crate) slot: Slot,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct FunctionCode {
    pub(crate) name: String,
    /// From 1.
    pub(crate) first_line: usize,
    pub(crate) last_line: usize,
    /// Its first operation; `None` if it was only declared.
    pub(crate) entry: Option<u32>,
    pub(crate) parameters: Vec<(String, Type)>,
    /// How many parameters have a name, if it takes any number of arguments behind them.
    pub(crate) named: Option<usize>,
    pub(crate) returns: Type,
    /// The cells of its variables, and those between operations.
    pub(crate) cells: usize,
    pub(crate) temporaries: usize,
    pub(crate) variables: Vec<Declared>,
}

impl FunctionCode {
    /// Is it the library's own, which nobody sees?
    pub(crate) fn is_hidden(&self) -> bool {
        self.first_line == 0
    }
}

/// A place where something is called by a pointer: the types of the arguments, and of what is expected.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) arguments: Vec<Type>,
    pub(crate) reals: Reals,
    pub(crate) returns: Type,
}

impl Site {
    /// Can a function be called here?
    ///
    /// # Errors
    /// A sentence about what does not fit.
    pub(crate) fn fits(
        &self,
        name: &str,
        parameters: &[(String, Type)],
        more: bool,
        returns: &Type,
    ) -> Result<(), String> {
        let (takes, given) = (parameters.len(), self.arguments.len());
        if given < takes || given > takes && !more {
            return Err(say!(
                "The pointer leads to '{name}', whose number of arguments is {takes} and not {given}",
                name,
                takes,
                given
            ));
        }
        let mut pairs = parameters.iter().zip(&self.arguments);
        let is_struct = |ty: &Type| matches!(ty, Type::Struct(_));
        if pairs.any(|((_, ty), given)| !ty.passes_for(given, false))
            || self.arguments.iter().skip(takes).any(is_struct)
        {
            return Err(say!(
                "The pointer leads to '{name}', which takes arguments of other types",
                name
            ));
        }
        let wanted = &self.returns;
        match returns.passes_for(wanted, true) {
            true => Ok(()),
            false => Err(say!(
                "The pointer leads to '{name}', which gives {returns}, and {wanted} is expected",
                name,
                returns,
                wanted
            )),
        }
    }
}

/// A jump table: values with their places, and where everything else goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) cases: BTreeMap<i64, u32>,
    pub(crate) otherwise: u32,
}

impl Table {
    /// Where a value leads. Kept out of the machine's loop, which is slower if it holds the search.
    #[inline(never)]
    pub(crate) fn target(&self, value: i64) -> usize {
        *self.cases.get(&value).unwrap_or(&self.otherwise) as usize
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) stops: Vec<StopMark>,
    pub(crate) functions: Vec<FunctionCode>,
    pub(crate) globals: Vec<Declared>,
    pub(crate) tables: Vec<Table>,
    pub(crate) sites: Vec<Site>,
    /// What global memory holds at the beginning.
    pub(crate) memory: Vec<i64>,
    pub(crate) constants: Vec<i64>,
    /// The types of elements that `fread` and `fwrite` are about, and unions.
    pub(crate) types: Vec<Type>,
    /// How many cells a byte of memory from `malloc` needs at most.
    pub(crate) spread: usize,
    /// The functions of the library to which pointers may lead, by their numbers.
    pub(crate) pointed_at: Vec<(u16, &'static str)>,
    /// What is called when the program has ended.
    pub(crate) at_end: Option<usize>,
    /// Does it ask for memory with `malloc` and its relatives?
    pub(crate) allocates: bool,
}

impl Code {
    /// The stop that stands at an operation, or the last one before it.
    pub(crate) fn stop_before(&self, at: usize) -> &StopMark {
        let after = self.stops.partition_point(|stop| stop.at as usize <= at);
        &self.stops[after.saturating_sub(1)]
    }
}

/// What a cell holds that was given no value: no pointer, 0 as an integer of any width, and with a decimal point no number, of a
/// kind that nothing reckons.
pub(crate) const UNSET: i64 = 0x7FF8_D05D_0000_0000;

/// A pointer: the first cell of what it points into, how many cells that has, and how far in it points. 0 is NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) base: u32,
    pub(crate) cells: u32,
    pub(crate) offset: u32,
}

/// No address in memory and no size has more bits.
const BITS: u32 = 20;
const MASK: i64 = (1 << BITS) - 1;

impl Pointer {
    /// A pointer to the first of so many cells, in one number. Adding to it moves it on.
    pub(crate) fn pack(base: usize, cells: usize) -> i64 {
        (base as i64) << (2 * BITS) | (cells as i64) << BITS
    }

    #[inline(always)]
    pub(crate) fn unpack(value: i64) -> Pointer {
        Pointer {
            base: (value >> (2 * BITS)) as u32 & 0xFF_FFFF,
            cells: (value >> BITS & MASK) as u32,
            offset: (value & MASK) as u32,
        }
    }
}

/// A function to which a pointer leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    /// One of the program's own.
    Own(usize),
    Library(u16),
}

/// Pointers to functions lead to addresses behind all memory, the library's behind the program's.
const FUNCTIONS: usize = 1 << BITS;
const LIBRARY: usize = FUNCTIONS + (1 << (BITS - 1));

impl Callee {
    pub(crate) fn pointer(self) -> i64 {
        match self {
            Callee::Own(n) => Pointer::pack(FUNCTIONS + n, 0),
            Callee::Library(n) => Pointer::pack(LIBRARY + usize::from(n), 0),
        }
    }

    /// What a pointer leads to, if it is a function that the program may call.
    pub(crate) fn of(pointer: i64) -> Option<Callee> {
        let base = Pointer::unpack(pointer).base as usize;
        match base.checked_sub(LIBRARY) {
            Some(n) => Some(Callee::Library(u16::try_from(n).ok()?)),
            None => base.checked_sub(FUNCTIONS).map(Callee::Own),
        }
    }
}
