//! C's types, and how a number wraps to each.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};
use words::say;

/// A type of number: how wide it is, and whether it has a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Char,
    UnsignedChar,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    /// A number with a decimal point. Its cell holds the bits of a double; those of a `float` have been rounded.
    Float,
    Double,
    /// A pointer, which takes all bits.
    Pointer,
}

impl Kind {
    /// Wraps a number, silently, as C does. Those with a decimal point stay as they are.
    #[inline(always)]
    pub(crate) fn wrap(self, n: i64) -> i64 {
        if self == Kind::Int {
            return n as i16 as i64;
        }
        // By shifts, which take no branch for each kind.
        let free = [56, 56, 48, 48, 32, 32, 0, 0, 0][self as usize];
        match self.is_unsigned() {
            true => ((n as u64) << free >> free) as i64,
            false => n << free >> free,
        }
    }

    /// A sentence about a number that did not fit, and what it became.
    pub(crate) fn overflowed(self, n: i64, became: i64) -> String {
        let most = (1_i64 << (8 * self.bytes() - 1)) - 1;
        let kind = match self {
            Kind::Int => say!("An {kind}", kind = self),
            _ => say!("A {kind}", kind = self),
        };
        match n < 0 {
            true => say!(
                "{kind} holds at least {most}: {n} became {became}",
                kind,
                most = -most - 1,
                n,
                became
            ),
            false => say!(
                "{kind} holds at most {most}: {n} became {became}",
                kind,
                most,
                n,
                became
            ),
        }
    }

    /// The type in which two numbers are reckoned together.
    pub(crate) fn with(self, other: Kind) -> Kind {
        match self.max(other).max(Kind::Int) {
            Kind::Float => Kind::Double,
            kind => kind,
        }
    }

    /// The same number in another type, as near as it comes.
    pub(crate) fn convert(self, n: i64, to: Kind) -> i64 {
        match (self.is_real(), to) {
            (false, Kind::Float | Kind::Double) => Kind::Double.convert(bits(n as f64), to),
            (true, Kind::Float) => bits(f64::from(real(n) as f32)),
            (true, Kind::Double | Kind::Pointer) => n,
            (true, to) => to.wrap(real(n) as i64),
            (false, to) => to.wrap(n),
        }
    }

    /// Does it have a decimal point?
    pub(crate) fn is_real(self) -> bool {
        matches!(self, Kind::Float | Kind::Double)
    }

    /// How many bytes it takes on the PC.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Kind::Char | Kind::UnsignedChar => 1,
            Kind::Int | Kind::Unsigned | Kind::Pointer => 2,
            Kind::Long | Kind::UnsignedLong | Kind::Float => 4,
            Kind::Double => 8,
        }
    }

    pub(crate) fn is_unsigned(self) -> bool {
        matches!(
            self,
            Kind::UnsignedChar | Kind::Unsigned | Kind::UnsignedLong
        )
    }

    /// Is each of its numbers the same in the other type?
    pub(crate) fn fits(self, to: Kind) -> bool {
        let wider = self.bytes() < to.bytes() && (self.is_unsigned() || !to.is_unsigned());
        let alike = self.is_real() == to.is_real() && self != Kind::Pointer;
        self == to || to == Kind::Pointer || alike && wider
    }
}

/// The number with a decimal point that a cell holds.
#[inline(always)]
pub(crate) fn real(cell: i64) -> f64 {
    f64::from_bits(cell as u64)
}

/// What a cell holds for a number with a decimal point.
#[inline(always)]
pub(crate) fn bits(n: f64) -> i64 {
    n.to_bits() as i64
}

/// A `struct` or a `union`. Pointers may lead to one whose members are not known yet.
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) is_union: bool,
    members: OnceLock<Members>,
}

#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// How many cells into it.
    pub(crate) at: usize,
    /// How many bytes into it on the PC, and how many bits.
    pub(crate) byte: usize,
    pub(crate) shift: u8,
}

#[derive(Default)]
pub(crate) struct Members {
    pub(crate) members: Vec<Member>,
    /// The number of each member by its name.
    pub(crate) numbers: HashMap<String, usize>,
    /// What all members take together.
    pub(crate) cells: usize,
    pub(crate) bytes: usize,
    /// See [`Type::levels`].
    pub(crate) levels: usize,
}

impl Struct {
    pub(crate) fn open(name: String, is_union: bool) -> Struct {
        let members = OnceLock::new();
        Struct {
            name,
            is_union,
            members,
        }
    }

    /// `struct` or `union`.
    pub(crate) fn word(&self) -> &'static str {
        if self.is_union { "union" } else { "struct" }
    }

    /// Are its members not known yet?
    pub(crate) fn is_open(&self) -> bool {
        self.members.get().is_none()
    }

    pub(crate) fn close(&self, members: Members) {
        // One that is closed is never read again.
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

/// Two are the same if they were declared as one, or by a header in several files.
impl PartialEq for Struct {
    fn eq(&self, other: &Struct) -> bool {
        let members = |of: &Members| -> Vec<(String, usize)> {
            let members = of.members.iter();
            members.map(|m| (m.name.clone(), m.at)).collect()
        };
        std::ptr::eq(self, other)
            || self.name == other.name
                && self.is_union == other.is_union
                && self.bytes == other.bytes
                && members(self) == members(other)
    }
}

impl Eq for Struct {}

/// Its members may lead back to it.
impl fmt::Debug for Struct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word(), self.name)
    }
}

/// What a function takes and gives.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) returns: Type,
    /// `None` where nothing is said of them.
    pub(crate) parameters: Option<Vec<Type>>,
    /// Does it take any number of arguments behind them?
    pub(crate) more: bool,
}

impl Signature {
    /// Can a function of the other kind be called as one of this?
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
    /// A member of so many bits.
    Bits(Kind, u8),
    /// 0 or 1.
    Bool,
    Pointer(Box<Type>),
    Array(Box<Type>, usize),
    Struct(Arc<Struct>),
    Function(Arc<Signature>),
}

pub(crate) const INT: Type = Type::Number(Kind::Int);
pub(crate) const CHAR: Type = Type::Number(Kind::Char);

impl Type {
    pub(crate) fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    /// How many cells of memory it takes: one for each number and each pointer.
    pub(crate) fn cells(&self) -> usize {
        match self {
            Type::Void | Type::Number(_) | Type::Bits(..) | Type::Bool => 1,
            Type::Pointer(_) | Type::Function(_) => 1,
            Type::Array(of, n) => of.cells().saturating_mul(*n),
            Type::Struct(s) => s.cells,
        }
    }

    /// How many bytes it takes on the PC: what `sizeof` says.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Number(kind) => kind.bytes(),
            Type::Bits(..) | Type::Pointer(_) => 2,
            Type::Array(of, n) => of.bytes().saturating_mul(*n),
            Type::Struct(s) => s.bytes,
        }
    }

    /// How many types stand inside of each other.
    pub(crate) fn levels(&self) -> usize {
        match self {
            Type::Void | Type::Number(_) | Type::Bits(..) | Type::Bool => 1,
            Type::Pointer(of) | Type::Array(of, _) => 1 + of.levels(),
            Type::Struct(s) => s.levels,
            Type::Function(signature) => {
                let parameters = signature.parameters.iter().flatten();
                let deepest = parameters.chain([&signature.returns]).map(Type::levels);
                1 + deepest.max().unwrap_or(0)
            }
        }
    }

    /// How many types it is written with.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Type::Void | Type::Number(_) | Type::Bits(..) | Type::Bool | Type::Struct(_) => 1,
            Type::Pointer(of) | Type::Array(of, _) => 1 + of.parts(),
            Type::Function(signature) => {
                let parameters = signature.parameters.iter().flatten();
                1 + parameters
                    .chain([&signature.returns])
                    .map(Type::parts)
                    .sum::<usize>()
            }
        }
    }

    /// Do pointers to this and to the other lead to different things?
    pub(crate) fn differs(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Void, _) | (_, Type::Void) => false,
            (Type::Function(one), Type::Function(two)) => !one.agrees(two),
            _ => self != other,
        }
    }

    /// The kind of number that a cell of this type holds; `None` for what takes several cells, and for void.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Type::Number(kind) | Type::Bits(kind, _) => Some(*kind),
            Type::Bool => Some(Kind::UnsignedChar),
            Type::Pointer(_) => Some(Kind::Pointer),
            _ => None,
        }
    }

    /// What a pointer or an array has at its place.
    pub(crate) fn target(&self) -> Option<&Type> {
        match self {
            Type::Pointer(to) | Type::Array(to, _) => Some(to),
            _ => None,
        }
    }

    /// The numbers in a row, for an array the type of the elements in the end.
    pub(crate) fn element(&self) -> &Type {
        match self {
            Type::Array(of, _) => of.element(),
            ty => ty,
        }
    }

    /// The bounds of an array as C writes them: `[8][8]`.
    pub(crate) fn bounds(&self) -> String {
        match self {
            Type::Array(of, n) => format!("[{n}]{}", of.bounds()),
            _ => String::new(),
        }
    }

    /// Does a value of this type take the same cells as one of the other, where a decimal point counts or not?
    pub(crate) fn passes_for(&self, other: &Type, by_point: bool) -> bool {
        let is_real = |ty: &Type| by_point && ty.kind().is_some_and(Kind::is_real);
        match (self, other) {
            (Type::Struct(one), Type::Struct(two)) => one == two,
            (Type::Struct(_), _) | (_, Type::Struct(_)) => false,
            _ => is_real(self) == is_real(other),
        }
    }

    /// The type that a parameter has: an array or a function is a pointer there.
    pub(crate) fn in_parameters(self) -> Type {
        match self {
            Type::Array(of, _) => of.pointer(),
            Type::Function(_) => self.pointer(),
            ty => ty,
        }
    }

    /// Its declaration, without a name or with what stands in the place of one.
    fn declared(&self, name: String) -> String {
        let alone = match self {
            Type::Void => "void".to_string(),
            Type::Number(kind) | Type::Bits(kind, _) => kind.to_string(),
            Type::Bool => "_Bool".to_string(),
            Type::Struct(s) => format!("{} {}", s.word(), s.name),
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
        match name.is_empty() {
            true => alone,
            false => format!("{alone} {name}"),
        }
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

/// As in a cast: `int`, `char *`, `int [8][8]`, `int (*)(int)`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.declared(String::new()))
    }
}
