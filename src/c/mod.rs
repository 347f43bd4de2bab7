#![doc = include_str!("README.md")]

mod code;
mod declarations;
mod emit;
mod expr;
mod expressions;
mod lexer;
mod library;
mod machine;
mod message;
mod parser;
mod program;
mod statements;
mod types;
mod unit;
mod value;

pub use machine::{Halt, Machine};
pub use message::{Message, Severity};
pub use program::{Function, Program};
pub use value::{Access, Argument, Frame, Place, PlaceKind, Stop, Touch, Value, Variable};

/// Why a running program cannot go on: a [`Message`] with the line at which it stands.
pub type Fault = Message;
