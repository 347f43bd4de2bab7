//! The parts of C++ that students mix into C.
//!
//! The compiler builds the same tree as for C: a reference is a pointer that is followed at each use, a method is a
//! function with the first parameter `this`, and `cout << x` calls a library function.

mod classes;
mod console;
mod dialect;
mod objects;
mod operands;
mod overloads;
mod streams;

use std::collections::{HashMap, HashSet};

use super::code::{Slot, Space};
use super::compiler::Symbol;
use super::tree::{Expr, Node};
use super::types::{Kind, Type};
use classes::{Class, OpenClass};
use overloads::Parameters;

pub(crate) use console::Stream;
pub(crate) use dialect::{absent, is_cplusplus, is_name_of_cplusplus, prepare, proof};

/// The state of the compiler for C++: classes, overloads, and the objects in scope.
#[derive(Default)]
pub(crate) struct Cpp {
    /// True while a C++ file is compiled.
    pub(crate) on: bool,
    classes: HashMap<String, Class>,
    /// The class whose members are being declared.
    open: Option<OpenClass>,
    /// The class of the method that is being compiled.
    pub(crate) class: Option<String>,
    /// The functions with each name; a method's name begins with its class and `::`.
    overloads: HashMap<String, Vec<usize>>,
    parameters: HashMap<usize, Parameters>,
    /// The objects in scope that have a destructor, with their expressions.
    pub(crate) objects: Vec<Expr>,
    /// The number of them that are parameters.
    pub(crate) parameter_objects: usize,
    /// The objects without a name that the current expression has built.
    pub(crate) unnamed: Vec<Expr>,
    /// The objects at file level, which end with the program.
    globals: Vec<Expr>,
    /// The constants whose value is known, which C++ accepts as the size of an array.
    constants: Vec<(Slot, i64)>,
    /// The value of the last initializer, if it is a constant.
    pub(crate) initial: Option<i64>,
    /// True while a value is converted to an object.
    converts: bool,
    /// True while a constant expression is parsed.
    pub(crate) in_constant: bool,
    /// The values that global variables get before `main` begins: offset, type and value.
    pub(crate) late: Vec<(usize, Type, Expr)>,
    /// The variables that a `for` has declared. Turbo C++ knows them behind it.
    pub(crate) of_loops: HashMap<String, Symbol>,
    /// The expressions that run before `main` begins.
    startup: Vec<Expr>,
    /// The hidden function that runs them.
    startup_function: Option<usize>,
}

impl Cpp {
    /// Forgets the functions that only the file that ends can call.
    pub(crate) fn forget(&mut self, own: &HashSet<String>) {
        self.overloads.retain(|name, _| !own.contains(name));
    }

    /// Forgets what belongs to the last function.
    pub(crate) fn enter_function(&mut self) {
        self.objects.clear();
        self.unnamed.clear();
        self.of_loops.clear();
        self.constants.retain(|(slot, _)| slot.space() == Space::Global);
    }

    /// Keeps the value of a constant variable.
    pub(crate) fn keep_constant(&mut self, slot: Slot, kind: Option<Kind>) {
        if let (Some(n), Some(kind)) = (self.initial, kind.filter(|kind| !kind.is_real())) {
            self.constants.push((slot, kind.wrap(n)));
        }
    }

    fn open_class(&mut self) -> Option<&mut Class> {
        self.classes.get_mut(&self.open.as_ref()?.name)
    }
}

/// Joins expressions; the last one gives the value.
fn sequence(parts: Vec<Expr>, ty: Type, line: usize) -> Expr {
    Expr::new(Node::Sequence(parts), ty, line).acting(true)
}
