//! `qipan run`: runs a C program on the machine.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::failure::say;
use super::options::Machine;
use super::{Failure, failed};
use crate::c::{Halt, Machine as CMachine, Program, Stop};
use crate::dos::{Console, Key, Quit, Screen};
use crate::store::files::read_file;

/// How many steps a program makes between two looks at the keyboard: some ms.
const BETWEEN: u64 = 100_000;
/// A program that has asked for no key for so long is stopped by Esc.
const DEAF: Duration = Duration::from_secs(1);
/// A script ends a program that goes on without a key or a delay for so many steps.
const MOST_IN_SCRIPT: u64 = 50_000_000;
/// To a program that only looks whether a key waits, a script types one each second of its clock.
const TYPES_EVERY: u64 = 1000;

/// The program to run.
#[derive(clap::Args)]
pub struct Run {
    /// The C program.
    #[arg(value_name = "FILE.C")]
    file: PathBuf,
    #[command(flatten)]
    machine: Machine,
}

/// Compiles and runs a file.
pub fn run(Run { file, machine }: Run) -> Result<(), Failure> {
    let program = compile(&file)?;
    let mut fault = None;
    let ran = machine.run(|console| {
        let mut desk = Desk::new(console);
        match start(&program, &mut desk) {
            Err(Halt::Quit(quit)) => Err(quit),
            Err(Halt::Fault(message)) => {
                fault = Some(message.to_string());
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    });
    ran?;
    match fault {
        Some(fault) => Err(Failure::Failed(fault)),
        None => Ok(()),
    }
}

/// Reads and compiles a source. Its messages go to standard error.
fn compile(file: &Path) -> Result<Program, Failure> {
    let shown = file.display();
    let bytes = read_file(file).map_err(|error| failed(format!("cannot read {shown}: {error}")))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match Program::compile(&name, &String::from_utf8_lossy(&bytes)) {
        Ok(program) => {
            program.warnings().iter().for_each(|message| say(&message));
            Ok(program)
        }
        Err(messages) => {
            messages.iter().for_each(|message| say(&message));
            Err(Failure::Told(1))
        }
    }
}

/// Runs the program to its end.
fn start(program: &Program, desk: &mut Desk) -> Result<(), Halt> {
    let mut machine = CMachine::without_history(program);
    machine.call("main", &[]).map_err(Halt::Fault)?;
    let ran = loop {
        match machine.run(desk, BETWEEN) {
            Ok(Stop::At) => desk.look_up(machine.steps()).map_err(Halt::Quit)?,
            Ok(Stop::Over) => break Ok(()),
            Err(halt) => break Err(halt),
        }
    };
    machine.warnings().iter().for_each(|message| say(&message));
    ran
}

/// The machine as its user sees it: one can stop a program that does not ask for keys, and a script types keys into one that
/// only looks for them.
struct Desk<'a> {
    console: &'a mut dyn Console,
    /// The keys that were taken from the console and not asked for yet.
    typed: VecDeque<Key>,
    /// When the program asked for a key last.
    asked: Instant,
    /// When a script typed a key last, by its clock.
    pressed: u64,
    /// Has a script run out of keys?
    over: bool,
}

impl<'a> Desk<'a> {
    fn new(console: &'a mut dyn Console) -> Desk<'a> {
        Desk {
            console,
            typed: VecDeque::new(),
            asked: Instant::now(),
            pressed: 0,
            over: false,
        }
    }

    /// Shows the screen and sees whether the user wants to stop.
    fn look_up(&mut self, steps: u64) -> Result<(), Quit> {
        if !self.console.real_time() {
            return match steps < MOST_IN_SCRIPT {
                true => Ok(()),
                false => Err(Quit::Closed),
            };
        }
        self.console.pause(1)?;
        while self.console.kbhit() {
            self.typed.push_back(self.console.getkey()?);
        }
        match self.asked.elapsed() >= DEAF && self.typed.contains(&Key::Esc) {
            true => Err(Quit::Closed),
            false => Ok(()),
        }
    }
}

impl Console for Desk<'_> {
    fn screen(&mut self) -> &mut Screen {
        self.console.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        let key = match self.typed.pop_front() {
            Some(key) => Ok(key),
            None => self.console.getkey(),
        };
        self.asked = Instant::now();
        key
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        match self.typed.pop_front() {
            Some(key) => Ok(Some(key)),
            None => self.console.key_within(ms),
        }
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        if self.over {
            return Err(Quit::Closed);
        }
        self.console.delay(ms)
    }

    fn now(&self) -> u64 {
        self.console.now()
    }

    fn kbhit(&mut self) -> bool {
        self.asked = Instant::now();
        if self.console.real_time() {
            return !self.typed.is_empty() || self.console.kbhit();
        }
        if self.typed.is_empty() && self.console.now() >= self.pressed + TYPES_EVERY {
            self.pressed = self.console.now();
            match self.console.getkey() {
                Ok(key) => self.typed.push_back(key),
                Err(_) => self.over = true,
            }
        }
        !self.typed.is_empty()
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.console.sound(hertz, ms);
    }

    fn real_time(&self) -> bool {
        self.console.real_time()
    }
}
