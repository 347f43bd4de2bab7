//! The tree of an expression: typed nodes, checked and folded while they are built.

use super::code::{Binary, Pointer, Slot, Space};
use super::types::{Kind, Type};

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) node: Node,
    pub(crate) ty: Type,
    pub(crate) line: usize,
    /// True if the expression has an address but must not be changed.
    pub(crate) constant: bool,
    /// True if the expression itself does something, so that a statement may consist of it.
    pub(crate) acts: bool,
    /// True for an assignment without brackets around it.
    pub(crate) assigns: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Number(i64),
    Variable(Slot),
    /// The object that a pointer points to.
    Target(Box<Expr>),
    /// An element of an array: the array and the index.
    Element(Box<[Expr; 2]>),
    /// The member of a struct or union with this index.
    Member(Box<Expr>, usize),
    /// The address of an object.
    Address(Box<Expr>),
    /// An operator with two operands, which are evaluated from left to right.
    Binary(Operation, Box<[Expr; 2]>),
    Not(Box<Expr>),
    /// The operands of `&&` operators, at least two.
    All(Vec<Expr>),
    /// The operands of `||` operators, at least two.
    Any(Vec<Expr>),
    /// A condition and the two values of `?:`. If it gives a struct, the values are addresses.
    Choice(Box<[Expr; 3]>),
    /// `max` or `min`: the value for which the comparison with the other one holds.
    Pick(Binary, Box<[Expr; 2]>),
    /// The operands of comma operators, at least two.
    Sequence(Vec<Expr>),
    /// An implicit conversion to the type of the expression.
    Convert(Box<Expr>),
    /// A cast, which reports no overflow.
    Cast(Box<Expr>),
    Assign(Box<Assign>),
    /// The value that the object of the innermost [`Assign`] has before the assignment.
    Before,
    Call(Box<Call>),
}

/// The action of an operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    /// Computes or compares numbers of this kind.
    Number(Binary, Kind),
    /// Moves a pointer by a number of elements of this many bytes.
    Move(i32),
    /// Counts the elements of this many bytes between two pointers.
    Distance(i32),
}

#[derive(Clone, Debug)]
pub(crate) struct Assign {
    pub(crate) place: Expr,
    /// The new value, which contains [`Node::Before`] unless the form is `Plain`.
    pub(crate) value: Expr,
    pub(crate) form: AssignForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AssignForm {
    /// `a = b`
    Plain,
    /// `a += b` or `++a`
    Change,
    /// `a++`, which yields the old value
    Postfix,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) callee: CallTarget,
    /// The arguments, in the order of their cells.
    pub(crate) arguments: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) enum CallTarget {
    /// A function of the program, by its index.
    Own(u32),
    /// A function of the library, by its number.
    Library(u16),
    /// The function that a pointer points to, and the index of the call site.
    Pointer(Expr, u32),
}

impl Expr {
    pub(crate) fn new(node: Node, ty: Type, line: usize) -> Expr {
        Expr { node, ty, line, constant: false, acts: false, assigns: false }
    }

    pub(crate) fn number(n: i64, ty: Type, line: usize) -> Expr {
        let n = ty.kind().map_or(n, |kind| kind.wrap(n));
        Expr::new(Node::Number(n), ty, line)
    }

    /// Builds the assignment of a struct.
    pub(crate) fn copy(place: Expr, value: Expr) -> Expr {
        let (ty, line, constant) = (place.ty.clone(), place.line, place.constant);
        let assign = Assign { place, value, form: AssignForm::Plain };
        Expr::new(Node::Assign(Box::new(assign)), ty, line).acting(true).fixed(constant)
    }

    pub(crate) fn known(&self) -> Option<i64> {
        if let Node::Number(n) = self.node { Some(n) } else { None }
    }

    /// The cell of a variable.
    pub(crate) fn slot(&self) -> Option<Slot> {
        if let Node::Variable(slot) = self.node { Some(slot) } else { None }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.known() == Some(0)
    }

    pub(crate) fn is_real(&self) -> bool {
        self.kind().is_real()
    }

    /// True if the expression is an object, which has an address.
    pub(crate) fn is_place(&self) -> bool {
        match self.node {
            Node::Variable(_) | Node::Target(_) | Node::Element(_) | Node::Member(..) => true,
            Node::Call(_) | Node::Choice(_) | Node::Assign(_) | Node::Sequence(_) => self.ty.is_struct(),
            _ => false,
        }
    }

    /// True for the last member of a struct that a pointer points to; a program may have allocated more for it.
    pub(crate) fn ends_object(&self) -> bool {
        let Node::Member(of, n) = &self.node else { return false };
        matches!(of.node, Node::Target(_))
            && matches!(&of.ty, Type::Struct(s) if !s.is_union && n + 1 == s.members.len())
    }

    /// True if the object is the result of a call, or a part of it.
    pub(crate) fn is_result(&self) -> bool {
        match &self.node {
            Node::Call(_) => true,
            Node::Member(of, _) => of.is_result(),
            Node::Element(parts) => parts[0].is_result(),
            _ => false,
        }
    }

    pub(crate) fn is_pointer(&self) -> bool {
        self.ty.target().is_some()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.ty.kind().unwrap_or(Kind::Int)
    }

    /// The comparison of integers or pointers that the expression consists of.
    pub(crate) fn comparison(&self) -> Option<Binary> {
        match self.node {
            Node::Binary(Operation::Number(op, kind), _) if op.compares() && !kind.is_real() => Some(op),
            _ => None,
        }
    }

    /// True if the evaluation can change a variable.
    pub(crate) fn writes(&self) -> bool {
        match &self.node {
            Node::Number(_) | Node::Variable(_) | Node::Before => false,
            Node::Assign(_) | Node::Call(_) => true,
            Node::Member(of, _)
            | Node::Target(of)
            | Node::Address(of)
            | Node::Not(of)
            | Node::Convert(of)
            | Node::Cast(of) => of.writes(),
            Node::Element(parts) | Node::Binary(_, parts) | Node::Pick(_, parts) => {
                parts.iter().any(Expr::writes)
            }
            Node::Choice(parts) => parts.iter().any(Expr::writes),
            Node::All(parts) | Node::Any(parts) | Node::Sequence(parts) => parts.iter().any(Expr::writes),
        }
    }

    /// The value with which `&&` or `||` ends at once, which is the natural one to jump on.
    pub(crate) fn jumps_on(&self) -> bool {
        match &self.node {
            Node::Not(of) => !of.jumps_on(),
            node => matches!(node, Node::Any(_)),
        }
    }

    pub(crate) fn acting(self, acts: bool) -> Expr {
        Expr { acts, ..self }
    }

    pub(crate) fn fixed(self, constant: bool) -> Expr {
        Expr { constant, ..self }
    }

    /// Returns the address of an object.
    pub(crate) fn address(self) -> Expr {
        let (ty, line) = (self.ty.clone().pointer(), self.line);
        let node = match (self.known_address(), self.node) {
            (Some(address), _) => Node::Number(address),
            // The pointer may be a variable, but its value is none.
            (None, Node::Target(pointer)) => Node::Convert(pointer),
            (None, node) => Node::Address(Box::new(Expr { node, ..self })),
        };
        Expr::new(node, ty, line)
    }

    /// Returns the address of an object that is always in the same place.
    pub(crate) fn known_address(&self) -> Option<i64> {
        match &self.node {
            Node::Variable(slot) if slot.space() == Space::Global => {
                Some(Pointer::pack(slot.number(), self.ty.bytes()))
            }
            Node::Target(pointer) => pointer.known(),
            _ => None,
        }
    }

    /// Converts an array to a pointer to its first element, and a function to a pointer.
    pub(crate) fn decayed(self) -> Expr {
        match &self.ty {
            Type::Bits(..) | Type::Bool => {
                let ty = Type::Number(self.kind());
                match self.known() {
                    Some(_) => Expr { ty, ..self },
                    None => self.converted(ty),
                }
            }
            Type::Function(_) => Expr { ty: self.ty.clone().pointer(), ..self },
            Type::Array(of, _) => {
                let ty = of.clone().pointer();
                Expr { ty, ..self.address() }
            }
            _ => self,
        }
    }

    /// Wraps the expression in a conversion.
    pub(crate) fn converted(self, ty: Type) -> Expr {
        let (line, acts) = (self.line, self.acts);
        Expr::new(Node::Convert(Box::new(self)), ty, line).acting(acts)
    }

    /// Returns the number or pointer that initializes a global variable.
    pub(crate) fn initial(&self) -> Option<i64> {
        match &self.node {
            Node::Convert(of) | Node::Cast(of) if of.is_pointer() && self.is_pointer() => of.initial(),
            Node::Address(of) => match (&of.node, &of.ty) {
                (Node::Element(parts), ty) => {
                    let (first, n) = (parts[0].known_address()?, parts[1].known()?);
                    let at = n * ty.bytes() as i64;
                    (at == parts[0].ty.bytes() as i64).then_some(first + at)
                }
                (Node::Member(of, n), _) => match &of.ty {
                    Type::Struct(s) => Some(of.known_address()? + s.members[*n].at as i64),
                    _ => None,
                },
                _ => None,
            },
            _ => self.known(),
        }
    }
}
