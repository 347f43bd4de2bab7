#![doc = include_str!("README.md")]

mod calls;
mod code;
mod compiler;
mod debugger;
mod declarations;
mod devices;
mod evaluate;
mod execute;
mod expressions;
mod graphics;
mod history;
mod inspect;
mod lexer;
mod library;
mod machine;
mod memory;
mod message;
mod operands;
mod program;
mod statements;
mod text;
mod types;
mod unit;
mod value;
mod values;

pub use debugger::{Breakpoint, Debugger, Goal, Run, Stopped, Watched};
pub use machine::{Halt, Machine};
pub use message::{Message, Severity};
pub use program::{Function, Program};
pub use value::{Access, Argument, Frame, Place, PlaceKind, Stop, Touch, Value, Variable};
