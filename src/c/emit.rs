//! Expressions: from trees to operations.

use super::code::Op;
use super::expr::{At, Binary, Expr, Node, Unary};
use super::parser::Parser;
use super::types::{Kind, Type};

impl Parser<'_> {
    /// Leaves the value of an expression on the stack.
    pub fn value(&mut self, expr: &Expr) {
        let kind = expr.kind();
        match &expr.node {
            Node::Constant(n) => self.emit(Op::Push(*n)),
            Node::Variable(at, name) if expr.ty.kind().is_some() => match at {
                At::Frame(cell) => {
                    if self.given.insert(*cell) {
                        self.warn(
                            expr.line,
                            format!("Possible use of '{name}' before definition"),
                        );
                    }
                    self.emit(Op::Local(*cell));
                }
                At::Memory(cell) => self.emit(Op::Global(*cell)),
            },
            Node::Variable(..) | Node::Target(_) | Node::Element(..) | Node::Member(..) => {
                self.place(expr);
                if expr.ty.kind().is_some() {
                    self.emit(Op::Load);
                }
            }
            Node::Address(place) => self.place(place),
            Node::Unary(op, operand) => {
                self.value(operand);
                self.emit(match op {
                    Unary::Negate => Op::Negate(kind),
                    Unary::Invert => Op::Invert(kind),
                    Unary::Not => Op::Not,
                });
            }
            Node::Binary(op, left, right) => {
                self.value(left);
                self.value(right);
                let stride = |ty: &Type| ty.target().map_or(1, Type::cells) as u32;
                match op {
                    Binary::Add if left.ty.target().is_some() => {
                        let stride = stride(&left.ty);
                        self.emit(Op::Move { stride });
                    }
                    Binary::Distance => {
                        let stride = stride(&left.ty);
                        self.emit(Op::Distance { stride });
                    }
                    op => self.operation(*op, kind),
                }
            }
            Node::Assign(place, value) => self.assigned(place, value, true),
            Node::Change(place, op, value, reckoned) => {
                self.place(place);
                self.emit(Op::Dup);
                self.emit(Op::Load);
                match reckoned {
                    Kind::Unsigned | Kind::UnsignedLong
                        if !matches!(op, Binary::Shl | Binary::Shr) =>
                    {
                        self.emit(Op::Wrap(*reckoned));
                        self.value(value);
                        self.emit(Op::Wrap(*reckoned));
                    }
                    _ => self.value(value),
                }
                match place.ty.target() {
                    Some(to) => self.emit(Op::Move {
                        stride: to.cells() as u32,
                    }),
                    None => self.operation(*op, *reckoned),
                }
                self.emit(Op::Store(place.kind()));
            }
            Node::Step(place, by, after) => {
                self.place(place);
                self.emit(Op::Add1 {
                    by: *by,
                    kind,
                    after: *after,
                });
            }
            Node::Logic(both, left, right) => {
                self.value(left);
                let end = self.jump(match both {
                    true => Op::BothOrJump(0),
                    false => Op::EitherOrJump(0),
                });
                self.value(right);
                if !right.is_truth() {
                    self.emit(Op::Truth);
                }
                self.land(end);
            }
            Node::Choice(condition, yes, no) => {
                self.value(condition);
                let otherwise = self.jump(Op::IfZero(0));
                self.value(yes);
                self.cast(&yes.ty, &expr.ty);
                let end = self.jump(Op::Jump(0));
                self.land(otherwise);
                self.value(no);
                self.cast(&no.ty, &expr.ty);
                self.land(end);
            }
            Node::Comma(first, second) => {
                self.effect(first);
                self.value(second);
            }
            Node::Cast(operand) => {
                self.value(operand);
                self.cast(&operand.ty, &expr.ty);
            }
            Node::Call(function, arguments) => {
                for argument in arguments {
                    self.value(argument);
                }
                self.emit(Op::Call {
                    function: *function as u32,
                    arguments: arguments.len() as u32,
                });
            }
            Node::Library(call, arguments) => {
                for argument in arguments {
                    self.value(argument);
                }
                self.emit(Op::Library {
                    call: *call,
                    arguments: arguments.len() as u32,
                });
            }
        }
    }

    /// A value of one type made one of another.
    fn cast(&mut self, from: &Type, to: &Type) {
        if let (Some(from), Some(to)) = (from.kind(), to.kind())
            && from != to
            && to != Kind::Pointer
            // What a long holds of an int is the int.
            && (from, to) != (Kind::Int, Kind::Long)
            && (from, to) != (Kind::Char, Kind::Int)
        {
            self.emit(Op::Wrap(to));
        }
    }

    fn operation(&mut self, op: Binary, kind: Kind) {
        self.emit(match op {
            Binary::Add => Op::Add(kind),
            Binary::Sub => Op::Sub(kind),
            Binary::Mul => Op::Mul(kind),
            Binary::Div => Op::Div(kind),
            Binary::Rem => Op::Rem(kind),
            Binary::Shl => Op::Shl(kind),
            Binary::Shr => Op::Shr,
            Binary::And => Op::And,
            Binary::Or => Op::Or,
            Binary::Xor => Op::Xor,
            Binary::Less => Op::Less,
            Binary::LessEqual => Op::LessEqual,
            Binary::Equal => Op::Equal,
            Binary::Different => Op::Different,
            Binary::Distance => Op::Distance { stride: 1 },
        });
    }

    /// Evaluates an expression for what it does.
    pub fn effect(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Assign(place, value) => self.assigned(place, value, false),
            Node::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            Node::Cast(operand) => self.effect(operand),
            Node::Step(place, by, _) => match (&place.node, i16::try_from(*by)) {
                (Node::Variable(At::Frame(cell), name), Ok(by))
                    if place.kind() != Kind::Pointer =>
                {
                    if self.given.insert(*cell) {
                        self.warn(
                            expr.line,
                            format!("Possible use of '{name}' before definition"),
                        );
                    }
                    self.emit(Op::AddLocal(*cell, by, place.kind()));
                }
                _ => {
                    self.value(expr);
                    self.emit(Op::Drop);
                }
            },
            _ => {
                self.value(expr);
                self.emit(Op::Drop);
            }
        }
    }

    /// Stores a value, and leaves it on the stack if it is kept.
    fn assigned(&mut self, place: &Expr, value: &Expr, kept: bool) {
        let Some(kind) = place.ty.kind() else {
            let cells = place.ty.cells() as u32;
            self.place(place);
            self.place(value);
            self.emit(Op::Copy(cells));
            if !kept {
                self.emit(Op::Drop);
            }
            return;
        };
        match place.node {
            Node::Variable(At::Frame(cell), _) => {
                self.value(value);
                self.given.insert(cell);
                match kept {
                    true => self.emit(Op::SetLocal(cell, kind)),
                    false => return self.emit(Op::PutLocal(cell, kind)),
                }
            }
            Node::Variable(At::Memory(cell), _) => {
                self.value(value);
                self.emit(Op::SetGlobal(cell, kind))
            }
            _ => {
                self.place(place);
                self.value(value);
                self.emit(Op::Store(kind))
            }
        };
        if !kept {
            self.emit(Op::Drop);
        }
    }

    /// Leaves a pointer to what an expression names on the stack.
    pub fn place(&mut self, expr: &Expr) {
        let cells = expr.ty.cells();
        if let Some(pointer) = expr.known_place() {
            return self.emit(Op::Push(pointer.pack()));
        }
        match &expr.node {
            Node::Variable(At::Frame(cell), _) => {
                self.given.insert(*cell);
                self.emit(Op::Frame {
                    slot: *cell,
                    cells: cells as u32,
                });
            }
            Node::Target(pointer) => self.value(pointer),
            Node::Element(array, index, count) => {
                self.place(array);
                self.value(index);
                self.emit(Op::Index {
                    count: *count as u32,
                    stride: cells as u32,
                });
            }
            Node::Member(of, cell) => {
                self.place(of);
                if *cell > 0 {
                    self.emit(Op::Member(*cell as u32));
                }
            }
            // An assignment of a struct leaves a pointer, and a text is one.
            _ => self.value(expr),
        }
    }
}
