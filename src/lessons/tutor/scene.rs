//! Scenes. A scene is a few sentences of text, and a call of a C program to step through.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::shows::{Shows, Stones};
use super::sources::source;
use super::stepper::{Stepper, Stopped};
use games::Place;
use turbo::c::PlaceKind::Enter;
use turbo::c::{Argument, Halt, Machine, Message, Program, Stop, Value};
use turbo::dos::Key;
use turbo::dos::headless::Headless;
use words::say;

#[derive(Clone)]
pub enum Part {
    Page(Page),
    Scene(Box<Scene>),
}

impl From<Scene> for Part {
    fn from(scene: Scene) -> Part {
        Part::Scene(Box::new(scene))
    }
}

#[derive(Clone, Debug)]
pub struct Page {
    pub title: String,
    pub paragraphs: Vec<String>,
    pub table: Vec<String>,
}

/// Returns our source with the given name, compiled, with comments in the current language. Each source is
/// compiled only once.
///
/// # Panics
/// If no source has this name, or the source does not compile.
pub fn program(name: &str) -> Program {
    static PROGRAMS: OnceLock<Mutex<HashMap<(&str, &str), Program>>> = OnceLock::new();
    let source = source(name).unwrap_or_else(|| panic!("no source is named {name}"));
    let programs = PROGRAMS.get_or_init(Mutex::default);
    let mut programs = programs.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (source.name, words::current_language());
    let compiled = programs.entry(key).or_insert_with(|| {
        let compiled = Program::compile(source.name, source.translated());
        compiled.unwrap_or_else(|errors| panic!("{name} has errors: {errors:?}"))
    });
    compiled.clone()
}

/// A call of a C function to step through, with an introduction.
#[derive(Clone)]
pub struct Scene {
    /// An introduction of a few sentences, shown before the call.
    pub text: String,
    pub program: Program,
    /// Calls to run before the global variables are set. They draw the board on the program's screen.
    pub(crate) before: Vec<(Cow<'static, str>, Vec<i32>)>,
    pub(crate) then: Vec<(Cow<'static, str>, Vec<i32>)>,
    pub(crate) globals: Vec<(Cow<'static, str>, Value)>,
    pub(crate) ground: Headless,
    pub call: (Cow<'static, str>, Vec<Argument>),
    /// The keys that the program gets before the student is asked to type more.
    pub(crate) keys: Vec<Key>,
    pub(crate) from: Option<Begins>,
    pub shows: &'static Shows,
    /// The text to show at the end instead of the description of the last step. Empty for most scenes.
    pub ending: String,
    pub guess: Option<Vec<Place>>,
    /// True if the scene asks a question about its first step.
    pub asks: bool,
    /// The seed of `rand`, if the scene sets one.
    seed: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begins {
    /// The nth call of this function, from 1. The scene ends when that call returns.
    Function(&'static str, usize),
    /// The moment after this many keys, when the program asks for the next key.
    Keys(usize),
    /// The nth step with this code, from 1.
    Code(&'static str, usize),
}

/// The display for a user's own program, which shows the program's screen in place of a board.
static OWN_SCREEN: Shows = Shows { stones: Stones::Picture, walks: &[] };
/// The display for a user's program that has the board of Othello in `Map`.
static OWN_MAP: Shows = Shows { stones: Stones::Map("Map"), walks: &[] };

impl Scene {
    pub fn new(
        text: impl Into<String>,
        program: Program,
        call: (&'static str, Vec<i32>),
        shows: &'static Shows,
    ) -> Scene {
        Scene {
            text: text.into(),
            program,
            before: Vec::new(),
            then: Vec::new(),
            globals: Vec::new(),
            ground: Headless::default(),
            call: (call.0.into(), numbers(call.1)),
            keys: Vec::new(),
            from: None,
            shows,
            ending: String::new(),
            guess: None,
            asks: false,
            seed: None,
        }
    }

    /// Creates a scene that calls `main` in any program. The program gets the given keys, and then the
    /// student is asked for more.
    ///
    /// # Errors
    /// If the program has no `main`, or `main` takes arguments.
    pub fn of_main(program: Program, keys: Vec<Key>) -> Result<Scene, BadMain> {
        let main = program.function("main").ok_or(BadMain::Missing)?;
        if !main.parameters.is_empty() {
            return Err(BadMain::TakesArguments);
        }
        let text = say!("F7 makes the first step of {file}.", file = program.file());
        let mut scene = Scene::new(text, program, ("main", Vec::new()), &OWN_SCREEN);
        scene.keys = keys;
        Ok(scene)
    }

    /// Creates a scene that calls a user's function after it has set the variables and the seed of `rand`.
    pub fn of_function(
        program: Program,
        globals: Vec<(&'static str, Value)>,
        call: (&'static str, Vec<i32>),
        seed: u32,
    ) -> Scene {
        let shows = if globals.iter().any(|(name, _)| *name == "Map") { &OWN_MAP } else { &OWN_SCREEN };
        let text = say!("F7 makes the first step of {file}.", file = program.file());
        let globals = globals.into_iter().map(|(name, value)| (name.into(), value)).collect();
        Scene { globals, seed: Some(seed), ..Scene::new(text, program, call, shows) }
    }

    /// True if the text explains the scene. For a user's own program, the text only says how to begin.
    pub fn explains(&self) -> bool {
        !std::ptr::eq(self.shows, &OWN_SCREEN) && !std::ptr::eq(self.shows, &OWN_MAP)
    }

    /// Begins the call on a machine. Before that, makes the earlier calls and sets the global variables.
    ///
    /// # Errors
    /// If the program lacks a function or variable that the scene uses, or an earlier call fails.
    fn begin(&self, machine: &mut Machine, desk: &mut Headless) -> Result<(), Stuck> {
        run_calls(machine, desk, &self.before)?;
        if let Some(seed) = self.seed {
            machine.seed(seed);
        }
        for (name, value) in &self.globals {
            machine.set_global(name, value)?;
        }
        run_calls(machine, desk, &self.then)?;
        Ok(machine.call(&self.call.0, &self.call.1)?)
    }

    /// Returns a stepper in which the program is stopped at the beginning of the scene.
    ///
    /// # Panics
    /// If the program lacks a function or variable that the scene uses, or never reaches the beginning of the
    /// scene.
    pub fn stepper(&self) -> Stepper {
        let mut desk = self.ground.clone();
        self.keys.iter().for_each(|key| desk.type_key(*key));
        let mut machine = Machine::new(&self.program);
        let begun = self.begin(&mut machine, &mut desk);
        begun.unwrap_or_else(|why| panic!("the scene cannot begin: {why}"));
        let mut stepper = Stepper::new(machine, desk, self.shows.stones.array());
        if let Some(from) = self.from {
            let mut n = 0;
            let stopped = stepper.skip_until(|stepper| match from {
                Begins::Function(name, nth) => {
                    let place = stepper.machine().place();
                    let entered = place.is_some_and(|at| at.kind == Enter && at.function == name);
                    n += usize::from(entered);
                    n == nth
                }
                Begins::Keys(keys) => stepper.console().keys_read() == keys,
                Begins::Code(code, nth) => {
                    n += usize::from(stepper.next_code() == Some(code));
                    n == nth
                }
            });
            assert_eq!(stopped, Stopped::Reached, "the scene never begins: {from:?}");
            let least = match from {
                Begins::Function(..) => stepper.machine().depth(),
                Begins::Keys(_) | Begins::Code(..) => 0,
            };
            stepper.begin_here(least);
        }
        stepper
    }
}

pub(crate) fn run_calls(
    machine: &mut Machine,
    desk: &mut Headless,
    calls: &[(Cow<'static, str>, Vec<i32>)],
) -> Result<(), Stuck> {
    for (function, arguments) in calls {
        machine.call(function, &numbers(arguments.iter().copied()))?;
        match machine.run(desk, MOST) {
            Ok(Stop::Ended) => {}
            Ok(Stop::Paused) => return Err(Stuck::Endless(function.to_string())),
            Err(Halt::Fault(message)) => return Err(message.into()),
            Err(Halt::Quit(_)) => return Err(Stuck::Waits(function.to_string())),
        }
    }
    Ok(())
}

/// The reason why a program's `main` cannot be stepped through. The message is a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMain {
    #[error("{}", say!("There is no function 'main'."))]
    Missing,
    #[error("{}", say!("Here 'main' takes no arguments."))]
    TakesArguments,
}

/// The reason why a call cannot begin or never returns. The message is a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Stuck {
    #[error("{}", say!("{fault}.", fault = .0))]
    Fault(#[from] Message),
    #[error("{}", say!("{function} never ends.", function = .0))]
    Endless(String),
    #[error("{}", say!("{function} waits for a key.", function = .0))]
    Waits(String),
}

impl Stuck {
    /// Returns the reason, without the file's name and the full stop.
    pub(crate) fn in_file(&self) -> String {
        match self {
            Stuck::Fault(Message { line: 0, text, .. }) => text.clone(),
            Stuck::Fault(Message { line, text, .. }) => say!("line {line}: {message}", line, message = text),
            other => other.to_string(),
        }
    }
}

/// Formats a call in C syntax, such as `QpChange(320, 280, 1)`.
pub fn call_text(function: &str, arguments: &[Argument]) -> String {
    let written = |argument: &Argument| match argument {
        Argument::Int(n) => n.to_string(),
        Argument::Array(elements) => {
            let text = elements.iter().take_while(|n| **n != 0);
            let text: String = text.map(|n| char::from(*n as u8)).collect();
            format!("{text:?}")
        }
    };
    let arguments: Vec<String> = arguments.iter().map(written).collect();
    format!("{function}({})", arguments.join(", "))
}

fn numbers(numbers: impl IntoIterator<Item = i32>) -> Vec<Argument> {
    numbers.into_iter().map(Argument::Int).collect()
}

/// The maximum number of steps of a call that is made before a scene.
const MOST: u64 = 1_000_000;
