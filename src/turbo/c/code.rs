//! The output of the compiler: operations, stops, functions and variables.

use std::collections::BTreeMap;

use super::memory::{Memory, Tag};
use super::types::{Kind, Type, bits};
use super::value::PlaceKind;
use words::say;

/// A binary operator.
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

/// All binary operators: sign, precedence and operation. `a += b` has the precedence of `=`.
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

    /// True if the operator is arithmetic, rather than a comparison or a bitwise operator.
    pub(crate) fn is_of_numbers(self) -> bool {
        matches!(self, Add | Sub | Mul | Div | Rem)
    }

    pub(crate) fn shifts(self) -> bool {
        matches!(self, Shl | Shr)
    }

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

    /// Evaluates the operator in 64 bits, without wrapping the result to the C type. Returns `None` for a
    /// division by zero.
    #[inline(always)]
    pub(crate) fn eval(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Add => a.wrapping_add(b),
            Sub => a.wrapping_sub(b),
            Mul => a.wrapping_mul(b),
            Div | Rem if b == 0 => return None,
            Div => a.wrapping_div(b),
            Rem => a.wrapping_rem(b),
            // The processor uses only the lower five bits of the shift count.
            Shl => a.wrapping_shl(b as u32 & 31),
            Shr => a >> (b as u32 & 31),
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            compared => i64::from(compared.holds(a, b)),
        })
    }

    /// Evaluates the operator on floating-point numbers. Returns the bits of the result, or a truth value for
    /// a comparison; `None` if the operator needs integers.
    pub(crate) fn eval_real(self, a: f64, b: f64) -> Option<i64> {
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
        // A mask with one bit each for less, equal and greater avoids branches.
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

/// The memory area of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global,
    /// The variables of the current call.
    Local,
    /// The intermediate values of the current call.
    Temporary,
    Constant,
}

/// A memory cell: its space and its index within that space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(u32);

impl Slot {
    pub(crate) fn new(space: Space, number: usize) -> Slot {
        Slot((space as u32) << 30 | number as u32)
    }

    pub(crate) fn space(self) -> Space {
        [Space::Global, Space::Local, Space::Temporary, Space::Constant][(self.0 >> 30) as usize]
    }

    pub(crate) fn number(self) -> usize {
        (self.0 & 0x3FFF_FFFF) as usize
    }

    /// Returns the cell's address, given the first cell of each space.
    #[inline(always)]
    pub(crate) fn cell(self, spaces: &[usize; 4]) -> usize {
        spaces[(self.0 >> 30) as usize] + (self.0 & 0x3FFF_FFFF) as usize
    }

    /// True if statements can change the cell.
    pub(crate) fn is_variable(self) -> bool {
        matches!(self.space(), Space::Global | Space::Local)
    }
}

/// An operation. The result, if any, goes to the first slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    /// A stop point.
    Stop,
    /// Copies and wraps a number, and reports an overflow.
    Set(Slot, Kind, Slot),
    /// Copies and wraps a number silently.
    Cast(Slot, Kind, Slot),
    /// Adds two ints. This frequent operation has its own opcode for speed.
    Add(Slot, Slot, Slot),
    /// Evaluates an operator and wraps the result.
    Binary(Slot, Kind, Binary, Slot, Slot),
    /// Evaluates an operator on floating-point numbers.
    Real(Slot, Binary, Slot, Slot),
    Convert(Slot, Kind, Kind, Slot),
    /// Compares two numbers and jumps on the result.
    Test(Test),
    Jump(u32),
    /// Jumps to the target that the table with this index gives for the value in the slot.
    Switch(Slot, u32),
    /// Makes a pointer to a local variable of this many bytes.
    Address(Slot, Slot, u32),
    Element(Slot, Element),
    Get(Slot, Kind, Element),
    /// Stores a value in an array element.
    Put(Kind, Element, Slot),
    Load(Slot, Kind, Slot),
    Store(Kind, Slot, Slot),
    /// Stores the value in the second slot in a bit field: its width and first bit in the word that the pointer
    /// in the first slot points to.
    StoreBits(Slot, Slot, u8, u8),
    /// Copies this many bytes from the second pointer's target to the first pointer's target.
    Copy(Slot, Slot, u32),
    /// Sets this many bytes to 0.
    Clear(Slot, u32),
    /// Moves a pointer by a number of elements of this many bytes.
    Move(Slot, Slot, Slot, i32),
    /// Counts the elements between two pointers.
    Distance(Slot, Slot, Slot, i32),
    /// Calls a function whose arguments start at the second slot.
    Call(Slot, u32, Slot, FloatArgs),
    /// Calls through the function pointer in the second slot, at the call site with this number.
    CallAt(Slot, Slot, Slot, u32),
    /// Calls a library function with this many arguments.
    Library(Slot, u16, u16, Slot, FloatArgs),
    Return(Slot),
    /// Returns the struct of this many bytes that the pointer in the slot points to.
    ReturnBytes(Slot, u32),
    /// Returns from a non-void function without a value.
    ReturnNone,
}

/// The set of a call's arguments that are floating-point numbers; the lowest bit is the first argument.
pub(crate) type FloatArgs = u32;

/// Returns the set for arguments of these types.
pub(crate) fn float_args<'a>(arguments: impl Iterator<Item = &'a Type>) -> FloatArgs {
    arguments.take(32).zip(0..).map(|(ty, n)| FloatArgs::from(ty.is_real()) << n).sum()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Test {
    pub(crate) op: Binary,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) to: u32,
    /// True if the test jumps when the comparison holds, false if it jumps when the comparison does not hold.
    pub(crate) holds: bool,
    pub(crate) tells: BranchSense,
}

/// An element of an array with `count` elements of `stride` bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Element {
    pub(crate) pointer: Slot,
    pub(crate) index: Slot,
    pub(crate) count: u16,
    pub(crate) stride: u16,
}

/// The result of an `if` or loop condition that the jump of a test implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BranchSense {
    Nothing,
    TrueIfJumps,
    /// The condition is false if the test jumps.
    FalseIfJumps,
}

impl Op {
    pub(crate) fn result(&mut self) -> Option<&mut Slot> {
        match self {
            Op::Set(to, ..) | Op::Cast(to, ..) | Op::Add(to, ..) | Op::Binary(to, ..) => Some(to),
            Op::Move(to, ..) | Op::Distance(to, ..) => Some(to),
            Op::Real(to, ..) | Op::Convert(to, ..) => Some(to),
            Op::Address(to, ..) | Op::Element(to, _) | Op::Get(to, ..) | Op::Load(to, ..) => Some(to),
            Op::Call(to, ..) | Op::CallAt(to, ..) | Op::Library(to, ..) => Some(to),
            _ => None,
        }
    }

    pub(crate) fn jump(&mut self) -> Option<&mut u32> {
        if let Op::Jump(to) | Op::Test(Test { to, .. }) = self { Some(to) } else { None }
    }

    /// True if the operation can change a variable.
    pub(crate) fn writes(mut self) -> bool {
        let calls = matches!(self, Op::Call(..) | Op::CallAt(..) | Op::Library(..));
        let stores = matches!(self, Op::Store(..) | Op::StoreBits(..) | Op::Put(..) | Op::Copy(..));
        calls || stores || self.result().is_some_and(|to| to.is_variable())
    }
}

/// A stop point in the code.
#[derive(Clone, Debug)]
pub(crate) struct StopMark {
    pub(crate) at: u32,
    pub(crate) line: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) function: u32,
    pub(crate) kind: PlaceKind,
}

/// A variable and the operations at which it is in scope.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// The first cell. Static variables of functions are in global memory.
    pub(crate) slot: Slot,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionCode {
    pub(crate) name: String,
    pub(crate) first_line: usize,
    pub(crate) last_line: usize,
    /// The first operation; `None` for a function that is only declared.
    pub(crate) entry: Option<u32>,
    pub(crate) parameters: Vec<(String, Type)>,
    /// True if the function is defined without a prototype.
    pub(crate) is_old: bool,
    /// The number of named parameters of a variadic function.
    pub(crate) named: Option<usize>,
    pub(crate) returns: Type,
    /// The tags of the frame's variables.
    pub(crate) tags: Vec<Tag>,
    pub(crate) temporaries: usize,
    pub(crate) variables: Vec<Declared>,
}

impl FunctionCode {
    /// The number of cells for variables.
    pub(crate) fn cells(&self) -> usize {
        self.tags.len()
    }

    /// True if the function is a library helper.
    pub(crate) fn is_hidden(&self) -> bool {
        self.first_line == 0
    }
}

/// A call through a function pointer: its argument types and the expected return type.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) arguments: Vec<Type>,
    pub(crate) float_args: FloatArgs,
    pub(crate) returns: Type,
}

impl Site {
    /// Checks that a function can be called at this site.
    ///
    /// # Errors
    /// If the function does not match the site; the error is a sentence.
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
                "The pointer points to '{name}', which takes {takes} arguments, got {given}",
                name,
                takes,
                given
            ));
        }
        let mut pairs = parameters.iter().zip(&self.arguments);
        if pairs.any(|((_, ty), given)| !ty.passes_for(given, false))
            || self.arguments.iter().skip(takes).any(Type::is_struct)
        {
            return Err(say!("The pointer points to '{name}', which takes arguments of other types", name));
        }
        let wanted = &self.returns;
        match returns.passes_for(wanted, true) {
            true => Ok(()),
            false => Err(say!(
                "The pointer points to '{name}', which returns {returns} instead of {wanted}",
                name,
                returns,
                wanted
            )),
        }
    }
}

/// A jump table of a `switch`: values with their targets, and the default target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) cases: BTreeMap<i64, u32>,
    pub(crate) otherwise: u32,
}

impl Table {
    /// Returns the jump target for a value. It is not inlined, because that would slow down the main loop.
    #[inline(never)]
    pub(crate) fn target(&self, value: i64) -> usize {
        *self.cases.get(&value).unwrap_or(&self.otherwise) as usize
    }

    pub(crate) fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        self.cases.values().chain([&self.otherwise]).map(|to| *to as usize)
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
    /// The initial global memory.
    pub(crate) memory: Memory,
    pub(crate) constants: Vec<i64>,
    /// The library functions whose addresses are taken.
    pub(crate) pointed_at: Vec<(u16, &'static str)>,
    pub(crate) at_end: Vec<usize>,
    /// The function that calls the program's handlers of events.
    pub(crate) events: Option<usize>,
    pub(crate) allocates: bool,
    /// The first cell of the heap.
    pub(crate) heap: usize,
}

impl Code {
    /// Returns the stop point at an operation, or the last one before it.
    pub(crate) fn stop_before(&self, at: usize) -> &StopMark {
        let after = self.stops.partition_point(|stop| stop.at as usize <= at);
        &self.stops[after.saturating_sub(1)]
    }
}

/// The content of an uninitialized cell: zero when wrapped to any integer type, an invalid pointer, and a NaN
/// that no operation produces.
pub(crate) const UNSET: i64 = 0x7FF8_D05D_0000_0000;

/// A pointer: the first cell of its object, the object's size, and the offset within it. NULL is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) base: u32,
    pub(crate) bytes: u32,
    pub(crate) offset: u32,
}

/// Memory of the PC outside the program: the linear addresses of the BIOS's data, the picture and the text screen.
const BIOS: usize = 0x400;
pub(crate) const PICTURE: usize = 0xA_0000;
pub(crate) const TEXT: usize = 0xB_8000;
/// Each area with its size.
const OUTSIDE: [(usize, usize); 3] = [(BIOS, 256), (PICTURE, 65_536), (TEXT, 4000)];

/// The linear address of the program's first cell. Its offset is too large for most numbers that a program mistakes
/// for a pointer.
const PROGRAM: usize = 0x2_8000;

/// Returns the linear address that a segment and an offset stand for.
fn linear(far: i64) -> usize {
    let far = far as u32;
    ((far >> 16) << 4) as usize + (far & 0xFFFF) as usize
}

/// The width of the size and offset fields of a pointer, in bits.
const BITS: u32 = 20;
const MASK: i64 = (1 << BITS) - 1;

impl Pointer {
    /// Packs a pointer to an object of this many bytes into one number. Adding to the number moves the
    /// pointer. A pointer before its object has an offset above all sizes.
    pub(crate) fn pack(base: usize, bytes: usize) -> i64 {
        (base as i64) << (2 * BITS) | (bytes as i64) << BITS
    }

    #[inline(always)]
    pub(crate) fn unpack(value: i64) -> Pointer {
        Pointer {
            base: (value >> (2 * BITS)) as u32 & 0xFF_FFFF,
            bytes: (value >> BITS & MASK) as u32,
            offset: (value & MASK) as u32,
        }
    }

    /// The offset in bytes, which is negative for a pointer before its object.
    pub(crate) fn signed_offset(self) -> i64 {
        i64::from(self.offset) << (64 - BITS) >> (64 - BITS)
    }

    /// The size of the object in bytes.
    pub(crate) fn size(self) -> i64 {
        // A negative offset borrows from the size.
        i64::from(self.bytes) + i64::from(self.signed_offset() < 0)
    }

    /// Returns the pointer to memory outside the program that a far address stands for.
    pub(crate) fn outside(value: i64) -> Option<i64> {
        let linear = linear(value);
        let area = OUTSIDE.into_iter().find(|area| (area.0..area.0 + area.1).contains(&linear))?;
        Some(Pointer::pack(FAR + area.0, area.1) + (linear - area.0) as i64)
    }

    /// Returns a pointer that holds a number and has no object.
    pub(crate) fn of_number(number: u32) -> i64 {
        let high = (number >> BITS) as usize;
        let base = if high == 0 { 0 } else { NUMBERS + high };
        Pointer::pack(base, 0) | i64::from(number) & MASK
    }

    /// Returns a pointer to an offset in the program's segment, without its object.
    pub(crate) fn near(offset: i64) -> i64 {
        Pointer::of_number(((PROGRAM & 0xF_0000) << 12) as u32 | u32::from(offset as u16))
    }

    /// True if the pointer holds a number that may be an address.
    pub(crate) fn is_number(self) -> bool {
        self.base as usize >= NUMBERS || self.base == 0 && self.offset > 0xFFFF
    }

    /// Returns the cell that a far address stands for.
    pub(crate) fn cell_at(value: i64) -> Option<usize> {
        linear(value).checked_sub(PROGRAM)
    }

    /// The linear address of a pointer to memory outside the program.
    pub(crate) fn outer_address(self) -> Option<usize> {
        let base = (self.base as usize).checked_sub(FAR).filter(|_| (self.base as usize) < NUMBERS)?;
        Some(base + self.offset as usize)
    }

    /// Returns a pointer's bytes in memory as a number: a segment and an offset.
    pub(crate) fn far(value: i64) -> i64 {
        if value.unsigned_abs() <= u32::MAX.into() {
            return value;
        }
        let pointer = Pointer::unpack(value);
        if let Some(high) = (pointer.base as usize).checked_sub(NUMBERS) {
            return (high as i64) << BITS | i64::from(pointer.offset);
        }
        if pointer.outer_address().is_some() {
            let segment = (pointer.base as usize - FAR) >> 4;
            return (segment as i64) << 16 | i64::from(pointer.offset);
        }
        let linear = i64::from(pointer.base) + pointer.signed_offset() + PROGRAM as i64;
        (linear & 0xF_0000) << 12 | linear & 0xFFFF
    }
}

/// The target of a function pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    /// A function of the program.
    Own(usize),
    Library(u16),
}

/// The address of the program's first function, after all memory.
const FUNCTIONS: usize = 1 << BITS;
/// The address of the library's first function.
const LIBRARY: usize = FUNCTIONS + (1 << (BITS - 1));
/// The address of the memory outside the program.
const FAR: usize = 2 << BITS;
/// The address of the pointers that hold numbers.
const NUMBERS: usize = 0x70_0000;

impl Callee {
    pub(crate) fn pointer(self) -> i64 {
        match self {
            Callee::Own(n) => Pointer::pack(FUNCTIONS + n, 0),
            Callee::Library(n) => Pointer::pack(LIBRARY + usize::from(n), 0),
        }
    }

    /// Returns the function that a pointer points to.
    pub(crate) fn of(pointer: i64) -> Option<Callee> {
        let base = Pointer::unpack(pointer).base as usize;
        match base.checked_sub(LIBRARY) {
            Some(n) => Some(Callee::Library(u16::try_from(n).ok()?)),
            None => base.checked_sub(FUNCTIONS).map(Callee::Own),
        }
    }
}
