//! What there is to watch: a few sentences, and a C program that is stepped through.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::shows::Shows;
use super::sources::source;
use super::stepper::{Goal, Stepper, Stopped};
use crate::c::{Argument, Machine, PlaceKind, Program, Value};
use crate::dos::Key;
use crate::dos::unattended::Unattended;
use crate::games::Place;

/// A part of a lesson.
#[derive(Clone, Debug)]
pub enum Part {
    /// To read.
    Page(Page),
    /// To step through.
    Scene(Box<Scene>),
}

impl std::convert::From<Scene> for Part {
    fn from(scene: Scene) -> Part {
        Part::Scene(Box::new(scene))
    }
}

/// Something to read: paragraphs.
#[derive(Clone, Debug)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// Its paragraphs.
    pub paragraphs: Vec<String>,
}

/// The source of this name as a program.
///
/// # Panics
/// There is no such source, or it has errors.
pub fn program(name: &str) -> Program {
    static PROGRAMS: OnceLock<Mutex<HashMap<&'static str, Program>>> = OnceLock::new();
    let source = source(name).unwrap_or_else(|| panic!("no source is named {name}"));
    let programs = PROGRAMS.get_or_init(Mutex::default);
    let mut programs = programs.lock().unwrap_or_else(PoisonError::into_inner);
    let compiled = programs.entry(source.name).or_insert_with(|| {
        let compiled = Program::compile(source.name, source.text);
        compiled.unwrap_or_else(|errors| panic!("{name} has errors: {errors:?}"))
    });
    compiled.clone()
}

/// Something to watch: a few sentences, and a call of a C function.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What there is to see.
    pub text: String,
    /// The program.
    pub program: Program,
    /// A function that runs to its end before, so that the program's screen shows its board.
    pub before: Option<&'static str>,
    /// What global variables hold when the call begins.
    pub globals: Vec<(&'static str, Value)>,
    /// The function that is called, and its arguments.
    pub call: (&'static str, Vec<i32>),
    /// The keys that the program gets; after them it asks the student.
    pub keys: Vec<Key>,
    /// Where the scene begins, if not with the call.
    pub from: Option<From>,
    /// What the board shows.
    pub shows: &'static Shows,
    /// What is said at the end instead of what the last step did, if there is anything to say.
    pub ending: String,
    /// The stones that the student thinks will turn over.
    pub guess: Option<Vec<Place>>,
}

/// Where in a program a scene begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Where this function begins for the n-th time, from 1. It ends where that one returns.
    Function(&'static str, usize),
    /// After this many keys, before the next is asked for.
    Keys(usize),
}

impl Scene {
    /// A scene of a call, without anything before it.
    pub fn new(
        text: impl Into<String>,
        program: Program,
        call: (&'static str, Vec<i32>),
        shows: &'static Shows,
    ) -> Scene {
        Scene {
            text: text.into(),
            program,
            before: None,
            globals: Vec::new(),
            call,
            keys: Vec::new(),
            from: None,
            shows,
            ending: String::new(),
            guess: None,
        }
    }

    /// The program, where the scene begins.
    ///
    /// # Panics
    /// The program lacks a function or variable that the scene names, or never comes to its beginning.
    pub fn stepper(&self) -> Stepper {
        let mut desk = Unattended::new(self.keys.iter().copied());
        let mut machine = Machine::new(&self.program);
        if let Some(before) = self.before {
            let laid = machine.call(before, &[]);
            laid.unwrap_or_else(|error| panic!("{before} cannot be called: {error}"));
            let ran = machine.run(&mut desk, MOST);
            ran.unwrap_or_else(|halt| panic!("{before} does not run: {halt:?}"));
        }
        for (name, value) in &self.globals {
            let set = machine.set_global(name, value);
            set.unwrap_or_else(|error| panic!("{name} cannot be set: {error}"));
        }
        let (function, arguments) = &self.call;
        let arguments: Vec<Argument> = arguments.iter().copied().map(Argument::Int).collect();
        let laid = machine.call(function, &arguments);
        laid.unwrap_or_else(|error| panic!("{function} cannot be called: {error}"));
        let mut stepper = Stepper::new(machine, desk, self.shows.stones.array());
        if let Some(from) = self.from {
            let mut n = 0;
            loop {
                let place = stepper.machine().place();
                let entered = place.is_some_and(|place| {
                    let name = matches!(from, From::Function(name, _) if name == place.function);
                    name && place.kind == PlaceKind::Enter
                });
                n += usize::from(entered);
                let there = match from {
                    From::Function(_, nth) => n == nth,
                    From::Keys(keys) => stepper.keys_taken() == keys,
                };
                if there {
                    break;
                }
                let stopped = stepper.go_to(Goal::Into, false);
                assert_eq!(stopped, Stopped::There, "the scene never begins: {from:?}");
            }
            let least = match from {
                From::Function(..) => stepper.machine().depth(),
                From::Keys(_) => 0,
            };
            stepper.begin_here(least);
        }
        stepper
    }
}

/// More steps than anything takes that runs before a scene.
const MOST: u64 = 1_000_000;
