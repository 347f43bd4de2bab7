//! A running program.

use super::message::Message;
use super::program::Program;
use super::value::{Argument, Frame, Place, Stop, Touch, Value, Variable};
use crate::dos::{Console, Quit};

/// A running program: its memory, its calls, what it drew with, and the way back.
#[derive(Clone)]
pub struct Machine {
    program: Program,
}

/// Why a step was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The program did what C leaves undefined. It stands before that statement and cannot go on.
    Fault(Message),
    /// The console was closed or has no key. The step can be made again later.
    Quit(Quit),
}

impl Machine {
    /// A machine that can go back. Global variables have their first values, and nothing is called.
    pub fn new(program: &Program) -> Machine {
        Machine {
            program: program.clone(),
        }
    }

    /// A machine that cannot go back, and is quicker.
    pub fn without_history(program: &Program) -> Machine {
        Machine::new(program)
    }

    /// Lays a call on the empty call stack.
    ///
    /// # Errors
    /// A call has not ended yet, there is no such function, or the arguments do not fit its parameters.
    pub fn call(&mut self, _function: &str, _arguments: &[Argument]) -> Result<(), Message> {
        Ok(())
    }

    /// Runs to the next stop: there is one before each statement and each condition, one at the head of a function and one at
    /// its closing brace.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn step(&mut self, _console: &mut dyn Console) -> Result<Stop, Halt> {
        Ok(Stop::Over)
    }

    /// Makes `limit` steps, fewer if the call ends before.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn run(&mut self, _console: &mut dyn Console, _limit: u64) -> Result<Stop, Halt> {
        Ok(Stop::Over)
    }

    /// Goes one step back, and the screen with it; false at the beginning. Keys that were read will be read again.
    pub fn back(&mut self, _console: &mut dyn Console) -> bool {
        false
    }

    /// How many steps have been made since [`call`](Machine::call), less those gone back.
    pub fn steps(&self) -> u64 {
        0
    }

    /// Where it stands; `None` when the call is over.
    pub fn place(&self) -> Option<Place<'_>> {
        None
    }

    /// How many calls have not ended.
    pub fn depth(&self) -> usize {
        0
    }

    /// The calls that have not ended, the innermost first.
    pub fn frames(&self) -> Vec<Frame> {
        Vec::new()
    }

    /// The global variables, in the order of the source.
    pub fn globals(&self) -> Vec<Variable> {
        Vec::new()
    }

    /// What a name stands for where the program stands: a variable of the innermost call, or else a global one.
    pub fn variable(&self, _name: &str) -> Option<Value> {
        None
    }

    /// Sets a global variable. Arrays are set whole.
    ///
    /// # Errors
    /// There is no such variable, or the value does not fit it.
    pub fn set_global(&mut self, _name: &str, _value: &Value) -> Result<(), Message> {
        Ok(())
    }

    /// What the call returned, once it is over.
    pub fn returned(&self) -> Option<i32> {
        None
    }

    /// Which elements of arrays the last step read or wrote, in order.
    pub fn touched(&self) -> Vec<Touch> {
        Vec::new()
    }

    /// What the condition gave that the last step looked at.
    pub fn branch(&self) -> Option<bool> {
        None
    }

    /// What the program has printed.
    pub fn output(&self) -> &str {
        ""
    }

    /// What was noticed while running: local variables that were read before they had a value.
    pub fn warnings(&self) -> Vec<Message> {
        Vec::new()
    }

    /// The program that it runs.
    pub fn program(&self) -> &Program {
        &self.program
    }
}
