#![doc = include_str!("README.md")]

mod breakpoints;
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
mod input;
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
mod timeline;
mod types;
mod unit;
mod value;
mod values;
mod watch;

pub use breakpoints::Breakpoint;
pub use debugger::{Debugger, Goal, Run, Stopped, Watched};
pub use machine::{Halt, Machine};
pub use message::{Message, Severity};
pub use program::{Function, Program};
pub use value::{Access, Argument, Frame, Place, PlaceKind, Stop, Touch, Value, Variable};
