#![doc = include_str!("README.md")]

mod machine;
mod message;
mod program;
mod value;

pub use machine::{Halt, Machine};
pub use message::{Message, Severity};
pub use program::{Function, Program};
pub use value::{Access, Argument, Frame, Place, PlaceKind, Stop, Touch, Value, Variable};

/// Why a running program cannot go on: a [`Message`] with the line at which it stands.
pub type Fault = Message;
