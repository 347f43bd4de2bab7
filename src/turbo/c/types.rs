//! C types, and the wrapping of numbers.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

use super::code::Pointer;
use super::memory::Tag;
use words::say;

/// A scalar type: its width and signedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Char,
    UnsignedChar,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    /// A `float`, rounded and stored as the bits of a double.
    Float,
    /// A `double`, stored as its bits.
    Double,
    /// A pointer; uses all bits.
    Pointer,
}

impl Kind {
    #[inline(always)]
    pub(crate) fn wrap(self, n: i64) -> i64 {
        if self == Kind::Int {
            return n as i16 as i64;
        }
        // Shifts avoid a branch per kind.
        let free = [56, 56, 48, 48, 32, 32, 0, 0, 0][self as usize];
        if self.is_unsigned() { ((n as u64) << free >> free) as i64 } else { n << free >> free }
    }

    /// Returns the kind for a letter in a list of kinds: `c` char, `b` unsigned char, `i` int, `u` unsigned, `l` long,
    /// `d` double, `p` pointer. The library's table has more letters for ints and pointers.
    pub(crate) fn of_letter(letter: u8) -> Kind {
        match letter {
            b'c' => Kind::Char,
            b'b' => Kind::UnsignedChar,
            b'u' => Kind::Unsigned,
            b'l' => Kind::Long,
            b'd' => Kind::Double,
            b'a' | b'f' | b'o' | b'p' | b'r' | b's' => Kind::Pointer,
            _ => Kind::Int,
        }
    }

    pub(crate) fn overflowed(self, n: i64, became: i64) -> String {
        let most = (1_i64 << (8 * self.bytes() - 1)) - 1;
        let (kind, least) = (self, -most - 1);
        match n < 0 {
            true => say!("The smallest {kind} is {least}: {n} became {became}", kind, least, n, became),
            false => say!("The largest {kind} is {most}: {n} became {became}", kind, most, n, became),
        }
    }

    pub(crate) fn with(self, other: Kind) -> Kind {
        match self.max(other).max(Kind::Int) {
            Kind::Float => Kind::Double,
            kind => kind,
        }
    }

    pub(crate) fn convert(self, n: i64, to: Kind) -> i64 {
        let n = if self == Kind::Pointer && to != Kind::Pointer { Pointer::far(n) } else { n };
        match (self.is_real(), to) {
            (false, Kind::Pointer) if self != Kind::Pointer => {
                Pointer::outside(n).unwrap_or_else(|| Pointer::of_number(n as u32))
            }
            (false, Kind::Float | Kind::Double) => Kind::Double.convert(bits(n as f64), to),
            (true, Kind::Float) => bits(f64::from(real(n) as f32)),
            (true, Kind::Double | Kind::Pointer) => n,
            (true, to) => to.wrap(real(n) as i64),
            (false, to) => to.wrap(n),
        }
    }

    pub(crate) fn is_real(self) -> bool {
        matches!(self, Kind::Float | Kind::Double)
    }

    pub(crate) fn bytes(self) -> usize {
        match self {
            Kind::Char | Kind::UnsignedChar => 1,
            Kind::Int | Kind::Unsigned => 2,
            Kind::Long | Kind::UnsignedLong | Kind::Float | Kind::Pointer => 4,
            Kind::Double => 8,
        }
    }

    pub(crate) fn is_unsigned(self) -> bool {
        matches!(self, Kind::UnsignedChar | Kind::Unsigned | Kind::UnsignedLong)
    }

    /// Returns the bytes of a number in memory, the lowest first.
    pub(crate) fn image(self, n: i64) -> u64 {
        match self {
            Kind::Float => (real(n) as f32).to_bits().into(),
            Kind::Pointer => Pointer::far(n) as u64,
            _ => n as u64,
        }
    }

    /// Returns the number that consists of these bytes.
    pub(crate) fn of_image(self, image: u64) -> i64 {
        match self {
            Kind::Float => bits(f32::from_bits(image as u32).into()),
            Kind::Pointer => Pointer::of_number(image as u32),
            _ => self.wrap(image as i64),
        }
    }

    pub(crate) fn fits(self, to: Kind) -> bool {
        let wider = self.bytes() < to.bytes() && (self.is_unsigned() || !to.is_unsigned());
        let alike = self.is_real() == to.is_real() && self != Kind::Pointer && to != Kind::Pointer;
        self == to || alike && wider
    }
}

#[inline(always)]
pub(crate) fn real(cell: i64) -> f64 {
    f64::from_bits(cell as u64)
}

#[inline(always)]
pub(crate) fn bits(n: f64) -> i64 {
    n.to_bits() as i64
}

pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) is_union: bool,
    /// True for a type of C++, which is written without `struct`.
    pub(crate) is_class: bool,
    members: OnceLock<Members>,
}

#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// The offset in bytes.
    pub(crate) at: usize,
}

#[derive(Default)]
pub(crate) struct Members {
    pub(crate) members: Vec<Member>,
    pub(crate) numbers: HashMap<String, usize>,
    pub(crate) bytes: usize,
    /// The nesting depth; see [`Type::levels`].
    pub(crate) levels: usize,
}

impl Struct {
    pub(crate) fn open(name: String, is_union: bool, is_class: bool) -> Struct {
        let members = OnceLock::new();
        Struct { name, is_union, is_class, members }
    }

    pub(crate) fn word(&self) -> &'static str {
        if self.is_union { "union" } else { "struct" }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.members.get().is_none()
    }

    pub(crate) fn close(&self, members: Members) {
        // This fails only for a closed struct, which the compiler never parses again.
        let _ = self.members.set(members);
    }
}

impl Deref for Struct {
    type Target = Members;

    fn deref(&self) -> &Members {
        static NONE: LazyLock<Members> = LazyLock::new(Members::default);
        self.members.get().unwrap_or(&NONE)
    }
}

/// Two structs are equal if they have the same declaration, or come from the same header.
impl PartialEq for Struct {
    fn eq(&self, other: &Struct) -> bool {
        let members = |of: &Members| -> Vec<(String, usize)> {
            of.members.iter().map(|m| (m.name.clone(), m.at)).collect()
        };
        std::ptr::eq(self, other)
            || self.name == other.name
                && self.is_union == other.is_union
                && self.bytes == other.bytes
                && members(self) == members(other)
    }
}

impl Eq for Struct {}

/// Omits the members, which may refer back to the struct.
impl fmt::Debug for Struct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word(), self.name)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) returns: Type,
    pub(crate) parameters: Option<Vec<Type>>,
    pub(crate) more: bool,
}

impl Signature {
    fn agrees(&self, other: &Signature) -> bool {
        let known = self.parameters.as_ref().zip(other.parameters.as_ref());
        self.returns == other.returns
            && known.is_none_or(|(own, others)| own == others && self.more == other.more)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Void,
    Number(Kind),
    /// A bit field: its width, and the bit of a 16-bit word at which it begins.
    Bits(Kind, u8, u8),
    Bool,
    Pointer(Box<Type>),
    /// A reference of C++, stored as a pointer; true if its target must not be changed.
    Reference(Box<Type>, bool),
    Array(Box<Type>, usize),
    Struct(Arc<Struct>),
    Function(Arc<Signature>),
}

pub(crate) const INT: Type = Type::Number(Kind::Int);
pub(crate) const CHAR: Type = Type::Number(Kind::Char);

/// A declaration without a type declares an `int`.
impl Default for Type {
    fn default() -> Type {
        INT
    }
}

impl Type {
    pub(crate) fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Number(kind) => kind.bytes(),
            Type::Bits(..) => 2,
            Type::Pointer(_) | Type::Reference(..) => 4,
            Type::Array(of, n) => of.bytes().saturating_mul(*n),
            Type::Struct(s) => s.bytes,
        }
    }

    /// Appends a tag for each byte of a variable.
    pub(crate) fn tags(&self, out: &mut Vec<Tag>) {
        let first = out.len();
        match self {
            Type::Array(of, n) => {
                let mut one = Vec::new();
                of.tags(&mut one);
                (0..*n).for_each(|_| out.extend_from_slice(&one));
            }
            Type::Struct(s) if s.is_union => out.resize(first + s.bytes, Tag::BYTE),
            Type::Struct(s) => {
                out.resize(first + s.bytes, Tag::BYTE.fixed());
                for member in (***s).members.iter().filter(|m| !matches!(m.ty, Type::Bits(..))) {
                    let mut own = Vec::new();
                    member.ty.tags(&mut own);
                    out[first + member.at..first + member.at + own.len()].copy_from_slice(&own);
                }
            }
            Type::Void | Type::Function(_) | Type::Bits(..) => out.resize(first + self.bytes(), Tag::BYTE),
            ty => out.extend(ty.kind().into_iter().flat_map(Tag::of).map(Tag::fixed)),
        }
    }

    /// Returns the types in the type's declarator.
    fn inner(&self) -> Vec<&Type> {
        match self {
            Type::Pointer(of) | Type::Reference(of, _) | Type::Array(of, _) => vec![of],
            Type::Function(signature) => {
                signature.parameters.iter().flatten().chain([&signature.returns]).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn levels(&self) -> usize {
        match self {
            Type::Struct(s) => s.levels,
            ty => 1 + ty.inner().into_iter().map(Type::levels).max().unwrap_or(0),
        }
    }

    /// The number of types that the type consists of, including itself.
    pub(crate) fn parts(&self) -> usize {
        1 + self.inner().into_iter().map(Type::parts).sum::<usize>()
    }

    pub(crate) fn differs(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Void, _) | (_, Type::Void) => false,
            (Type::Function(one), Type::Function(two)) => !one.agrees(two),
            _ => self != other,
        }
    }

    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Type::Number(kind) | Type::Bits(kind, ..) => Some(*kind),
            Type::Bool => Some(Kind::UnsignedChar),
            Type::Pointer(_) | Type::Reference(..) => Some(Kind::Pointer),
            _ => None,
        }
    }

    pub(crate) fn is_real(&self) -> bool {
        self.kind().is_some_and(Kind::is_real)
    }

    pub(crate) fn is_struct(&self) -> bool {
        matches!(self, Type::Struct(_))
    }

    pub(crate) fn target(&self) -> Option<&Type> {
        if let Type::Pointer(to) | Type::Array(to, _) = self { Some(to) } else { None }
    }

    pub(crate) fn element(&self) -> &Type {
        match self {
            Type::Array(of, _) => of.element(),
            ty => ty,
        }
    }

    pub(crate) fn bounds(&self) -> String {
        match self {
            Type::Array(of, n) => format!("[{n}]{}", of.bounds()),
            _ => String::new(),
        }
    }

    /// True if values of the two types are stored alike. With `by_point`, floating-point numbers count as
    /// different from other values.
    pub(crate) fn passes_for(&self, other: &Type, by_point: bool) -> bool {
        match (self, other) {
            (Type::Struct(one), Type::Struct(two)) => one == two,
            (Type::Struct(_), _) | (_, Type::Struct(_)) => false,
            _ => !by_point || self.is_real() == other.is_real(),
        }
    }

    pub(crate) fn in_parameters(self) -> Type {
        match self {
            Type::Array(of, _) => of.pointer(),
            Type::Function(_) => self.pointer(),
            ty => ty,
        }
    }

    fn declared(&self, name: String) -> String {
        let alone = match self {
            Type::Void => "void".to_string(),
            Type::Number(kind) | Type::Bits(kind, ..) => kind.to_string(),
            Type::Bool => "_Bool".to_string(),
            Type::Struct(s) if s.is_class => s.name.clone(),
            Type::Struct(s) => format!("{} {}", s.word(), s.name),
            Type::Reference(to, _) => return to.declared(format!("&{name}")),
            Type::Array(of, n) => return of.declared(format!("{name}[{n}]")),
            Type::Pointer(to) => {
                return to.declared(match **to {
                    Type::Array(..) | Type::Function(_) => format!("(*{name})"),
                    _ => format!("*{name}"),
                });
            }
            Type::Function(signature) => {
                let mut parameters: Vec<String> = match &signature.parameters {
                    Some(list) if list.is_empty() => vec!["void".to_string()],
                    list => list.iter().flatten().map(Type::to_string).collect(),
                };
                parameters.extend(signature.more.then(|| "...".to_string()));
                let list = parameters.join(", ");
                return signature.returns.declared(format!("{name}({list})"));
            }
        };
        if name.is_empty() { alone } else { format!("{alone} {name}") }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Char => "char",
            Kind::UnsignedChar => "unsigned char",
            Kind::Int | Kind::Pointer => "int",
            Kind::Unsigned => "unsigned",
            Kind::Long => "long",
            Kind::UnsignedLong => "unsigned long",
            Kind::Float => "float",
            Kind::Double => "double",
        })
    }
}

/// Formats the type as in a cast: `int`, `char *`, `int [8][8]`, `int (*)(int)`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.declared(String::new()))
    }
}

/// Wraps a number to the width of a bit field.
pub(crate) fn narrowed(kind: Kind, width: u8, number: i64) -> i64 {
    let number = number & ((1 << width) - 1);
    if kind.is_unsigned() || number >> (width - 1) == 0 { number } else { number - (1 << width) }
}
