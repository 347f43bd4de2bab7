//! Expressions as trees, with their types. What is constant is reckoned at once.

use super::code::Pointer;
use super::library::Call;
use super::types::{INT, Kind, Type};

/// Where a variable lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// In the frame of the call: the cell.
    Frame(u32),
    /// In memory: the cell.
    Memory(u32),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub node: Node,
    pub ty: Type,
    pub line: usize,
    /// May it not be assigned to, though it has a place?
    pub constant: bool,
}

#[derive(Clone, Debug)]
pub enum Node {
    Constant(i64),
    Variable(At, String),
    /// What a pointer points to.
    Target(Box<Expr>),
    /// An element of an array that has a place: array, index, number of elements.
    Element(Box<Expr>, Box<Expr>, usize),
    /// A member, so many cells into a struct.
    Member(Box<Expr>, usize),
    /// The address of something, or the array as a pointer to its first element.
    Address(Box<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    /// `a += b`: place, operator, operand, and the kind in which it is reckoned.
    Change(Box<Expr>, Binary, Box<Expr>, Kind),
    /// `a++`: place, what is added, and whether the old value is the result.
    Step(Box<Expr>, i32, bool),
    /// `&&` if the flag is set, else `||`.
    Logic(bool, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Cast(Box<Expr>),
    Call(usize, Vec<Expr>),
    Library(Call, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Negate,
    Invert,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
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
    Equal,
    Different,
    /// The elements between two pointers.
    Distance,
}

impl Expr {
    pub fn new(node: Node, ty: Type, line: usize) -> Expr {
        Expr {
            node,
            ty,
            line,
            constant: false,
        }
    }

    pub fn number(n: i64, ty: Type, line: usize) -> Expr {
        let n = ty.kind().map_or(n, |kind| kind.wrap(n));
        Expr::new(Node::Constant(n), ty, line)
    }

    /// The number, if it is known already.
    pub fn known(&self) -> Option<i64> {
        match self.node {
            Node::Constant(n) => Some(n),
            _ => None,
        }
    }

    /// Has it a place that can be assigned to or pointed at?
    pub fn is_place(&self) -> bool {
        match &self.node {
            Node::Variable(..) | Node::Target(_) => true,
            Node::Element(array, ..) | Node::Member(array, _) => array.is_place(),
            // A text lies in memory.
            Node::Constant(_) => matches!(self.ty, Type::Array(..)),
            _ => false,
        }
    }

    /// Would anything be missing if it were not there?
    pub fn has_effect(&self) -> bool {
        match &self.node {
            Node::Assign(..)
            | Node::Change(..)
            | Node::Step(..)
            | Node::Call(..)
            | Node::Library(..) => true,
            Node::Comma(_, b) | Node::Cast(b) => b.has_effect(),
            Node::Logic(_, _, b) => b.has_effect(),
            Node::Choice(_, a, b) => a.has_effect() || b.has_effect(),
            _ => false,
        }
    }

    /// Where it lies, if that is known already.
    pub fn known_place(&self) -> Option<Pointer> {
        match &self.node {
            Node::Variable(At::Memory(cell), _) => {
                Some(Pointer::new(*cell as usize, self.ty.cells()))
            }
            Node::Element(array, index, count) => {
                let (place, index) = (array.known_place()?, index.known()?);
                let inside = (0..*count as i64).contains(&index);
                inside.then(|| place.further(index as usize * self.ty.cells()))
            }
            Node::Member(of, cell) => Some(of.known_place()?.further(*cell)),
            _ => None,
        }
    }

    /// Is it 0 or 1 in any case?
    pub fn is_truth(&self) -> bool {
        use Binary::{Different, Equal, Less, LessEqual};
        match &self.node {
            Node::Logic(..) | Node::Unary(Unary::Not, _) => true,
            Node::Binary(op, ..) => matches!(op, Different | Equal | Less | LessEqual),
            _ => false,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.known() == Some(0)
    }

    pub fn kind(&self) -> Kind {
        self.ty.kind().unwrap_or(Kind::Int)
    }

    /// `-a`, `~a` or `!a` of a number.
    pub fn unary(op: Unary, operand: Expr) -> Expr {
        let (line, kind) = (operand.line, operand.kind().with(Kind::Int));
        let ty = match op {
            Unary::Not => INT,
            _ => Type::Number(kind),
        };
        let known = operand.known().map(|n| match op {
            Unary::Negate => n.wrapping_neg(),
            Unary::Invert => !n,
            Unary::Not => i64::from(n == 0),
        });
        match known {
            Some(n) => Expr::number(n, ty, line),
            None => Expr::new(Node::Unary(op, Box::new(operand)), ty, line),
        }
    }

    /// An operation of two numbers; `None` if it divides by zero.
    pub fn binary(op: Binary, left: Expr, right: Expr, line: usize) -> Option<Expr> {
        let kind = match op {
            Binary::Shl | Binary::Shr => left.kind().with(Kind::Int),
            _ => left.kind().with(right.kind()),
        };
        let compares = matches!(
            op,
            Binary::Less | Binary::LessEqual | Binary::Equal | Binary::Different
        );
        let ty = if compares { INT } else { Type::Number(kind) };
        // Only in an unsigned type does a negative number change before the operation.
        let fit = |operand: Expr| match kind {
            Kind::Unsigned | Kind::UnsignedLong if !matches!(op, Binary::Shl | Binary::Shr) => {
                operand.cast(Type::Number(kind))
            }
            _ => operand,
        };
        let (left, right) = (fit(left), fit(right));
        if let (Some(a), Some(b)) = (left.known(), right.known()) {
            return reckon(op, a, b).map(|n| Expr::number(n, ty, line));
        }
        if matches!(op, Binary::Div | Binary::Rem) && right.is_zero() {
            return None;
        }
        Some(Expr::new(
            Node::Binary(op, Box::new(left), Box::new(right)),
            ty,
            line,
        ))
    }

    /// The same value in another type.
    pub fn cast(self, ty: Type) -> Expr {
        let line = self.line;
        match self.node {
            _ if self.ty == ty => self,
            Node::Constant(n) => Expr::number(n, ty, line),
            _ => Expr::new(Node::Cast(Box::new(self)), ty, line),
        }
    }
}

/// What an operation gives before it wraps; `None` for a division by zero.
pub fn reckon(op: Binary, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub | Binary::Distance => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Div if b == 0 => return None,
        Binary::Rem if b == 0 => return None,
        Binary::Div => a.wrapping_div(b),
        Binary::Rem => a.wrapping_rem(b),
        // A PC's processor takes the lower five bits of the distance.
        Binary::Shl => a.wrapping_shl(b as u32 & 31),
        Binary::Shr => a >> (b as u32 & 31),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Less => i64::from(a < b),
        Binary::LessEqual => i64::from(a <= b),
        Binary::Equal => i64::from(a == b),
        Binary::Different => i64::from(a != b),
    })
}
