//! Runs a C program at the console. The program owns the screen and the keys, and the user can stop it.

use std::collections::VecDeque;
use std::sync::Arc;

use turbo::c::{Folder, Halt, Machine, Message, Program, Stop};
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Mouse, Quit, Screen, Subject};

/// The number of steps that the program runs between checks of the keyboard. They take a few ms.
const SLICE: u64 = 50_000;
/// The time after which an unread Esc stops a program that asks for keys, in ms. It stops other programs at once.
const PATIENCE: u64 = 1000;
/// A program that prints this many bytes and reads no key is taken to print endlessly.
const MOST_PRINTED: usize = 20_000;
/// The maximum number of slices for which a scripted run lets the program run without asking for a key.
const SLICES: u64 = 4000;
/// The maximum time for which a scripted run lets the program run without asking for a key, in ms on the
/// script's clock.
const LONGEST: u64 = 10 * 60 * 1000;
/// The interval at which a scripted run types a key for a program that only polls the keyboard, in ms on the
/// script's clock.
const TYPES_EVERY: u64 = 1000;
/// The number of polls after which a scripted run types a key even before [`TYPES_EVERY`] has passed.
const QUESTIONS: u64 = 2000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramEnd {
    Over,
    /// Undefined behaviour, or a missing `main`.
    Fault(Message),
    /// The program of a scripted run ran too long without asking for a key.
    Endless,
    /// The user stopped the program with Ctrl+F2 or Ctrl+C, or with an Esc that the program did not read.
    Stopped,
}

/// The outcome of a run.
pub struct RunReport {
    pub ended: Result<ProgramEnd, Quit>,
    pub warnings: Vec<Message>,
    /// True if the screen changed after the program last waited for a key.
    pub unseen: bool,
    /// The files that the program wrote, and those that it removed, which have no bytes.
    pub files: Vec<(String, Option<Vec<u8>>)>,
}

/// Runs `main` on a black screen. Without a folder the program's files are kept in memory.
pub fn run(console: &mut dyn Console, program: &Program, folder: Option<Arc<dyn Folder>>) -> RunReport {
    let mut machine = Machine::without_history(program);
    if let Some(folder) = folder {
        machine.open_folder(folder);
    }
    let mut seen = Screen::default();
    let ended = match machine.call("main", &[]) {
        Ok(()) => {
            *console.screen() = Screen::default();
            let link = Some(("c", program.source().to_string()));
            console.set_subject(&Subject { link, ..Subject::default() });
            to_its_end(console, &mut machine, &mut seen)
        }
        Err(fault) => Ok(ProgramEnd::Fault(fault)),
    };
    // The program may have left the speaker on.
    console.hold(0, 0);
    console.screen().pointer = None;
    let pixels = console.screen().pixels();
    RunReport {
        ended,
        warnings: [machine.warnings(), machine.overflows()].concat(),
        unseen: pixels != seen.pixels() && pixels.iter().any(|color| *color != BLACK),
        files: machine
            .written_files()
            .map(|(name, bytes)| (name.to_string(), bytes.map(<[u8]>::to_vec)))
            .collect(),
    }
}

/// Runs the machine until the program ends or is stopped. Stores the picture at its last wait for a key in
/// `seen`.
fn to_its_end(
    console: &mut dyn Console,
    machine: &mut Machine,
    seen: &mut Screen,
) -> Result<ProgramEnd, Quit> {
    let mut keyboard = Keyboard {
        console,
        buffer: VecDeque::new(),
        seen,
        esc: None,
        asked_at: None,
        slices: 0,
        printed: None,
        since: 0,
        typed: 0,
        asked: 0,
        over: false,
        is_endless: false,
        stopped: false,
    };
    loop {
        match machine.run_slice(&mut keyboard, SLICE) {
            Ok(Stop::Ended) => return Ok(ProgramEnd::Over),
            Ok(Stop::Paused) => keyboard.look(machine.output().len())?,
            Err(Halt::Fault(fault)) => return Ok(ProgramEnd::Fault(fault)),
            Err(Halt::Quit(_)) if keyboard.stopped => {}
            Err(Halt::Quit(quit)) => return Err(quit),
        }
        if keyboard.is_endless {
            return Ok(ProgramEnd::Endless);
        }
        if keyboard.stopped {
            return Ok(ProgramEnd::Stopped);
        }
    }
}

/// A console with a keyboard buffer of its own, which detects the keys that stop the program before the
/// program reads them.
struct Keyboard<'a> {
    console: &'a mut dyn Console,
    buffer: VecDeque<Key>,
    seen: &'a mut Screen,
    /// The time at which Esc was pressed, in ms.
    esc: Option<u64>,
    /// The time at which the program last asked for a key, in ms.
    asked_at: Option<u64>,
    /// The number of slices since the program last read a key.
    slices: u64,
    /// The length of the output when the program last read a key.
    printed: Option<usize>,
    /// The time at which the program last read a key, in ms.
    since: u64,
    /// The time at which the script last typed a key, in ms.
    typed: u64,
    /// The number of polls since the script last typed a key.
    asked: u64,
    /// True if the script has run out of keys.
    over: bool,
    is_endless: bool,
    stopped: bool,
}

impl Keyboard<'_> {
    fn heard(&mut self, key: Key) {
        match key {
            Key::CtrlF(2) | Key::Ctrl('c') => self.stopped = true,
            Key::Esc => self.esc = self.esc.or(Some(self.console.now())),
            _ => {}
        }
        self.buffer.push_back(key);
    }

    /// Checks the keyboard after a slice, when the output has this length, and shows the picture.
    fn look(&mut self, printed: usize) -> Result<(), Quit> {
        self.slices += 1;
        let prints_endlessly = printed - *self.printed.get_or_insert(printed) > MOST_PRINTED;
        if self.over {
            return Err(Quit::Closed);
        }
        if self.console.real_time() {
            while let Some(key) = self.console.key_within(0)? {
                self.heard(key);
            }
            self.stopped |= self.esc_stops() || self.esc.is_some() && prints_endlessly;
        } else if prints_endlessly || self.slices >= SLICES || self.console.now() >= self.since + LONGEST {
            self.type_the_rest();
        }
        Ok(())
    }

    /// True if Esc was pressed, and the program has had the time to read it.
    fn esc_stops(&self) -> bool {
        self.esc.is_some_and(|since| {
            let asks = self.asked_at.is_some_and(|at| at + PATIENCE >= since);
            self.console.now().saturating_sub(since) >= if asks { PATIENCE } else { 0 }
        })
    }

    /// Types the script's remaining keys until one stops the program.
    fn type_the_rest(&mut self) {
        while !self.stopped
            && let Ok(key) = self.console.getkey()
        {
            self.heard(key);
            self.stopped |= self.esc.is_some();
        }
        self.is_endless = !self.stopped;
    }

    fn taken(&mut self) {
        (self.slices, self.since, self.printed) = (0, self.console.now(), None);
        if !self.buffer.contains(&Key::Esc) {
            self.esc = None;
        }
    }
}

impl Console for Keyboard<'_> {
    fn getkey(&mut self) -> Result<Key, Quit> {
        self.asked_at = Some(self.console.now());
        if self.buffer.is_empty() {
            self.seen.clone_from(self.console.screen());
            let key = self.console.getkey()?;
            self.heard(key);
        }
        match self.buffer.pop_front() {
            Some(key) if !self.stopped => {
                self.taken();
                Ok(key)
            }
            _ => Err(Quit::Closed),
        }
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        if self.buffer.is_empty() {
            match self.console.key_within(ms)? {
                Some(key) => self.heard(key),
                None => return Ok(None),
            }
        }
        self.getkey().map(Some)
    }

    /// Only keys that stop the program interrupt the delay.
    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        if self.over {
            return Err(Quit::Closed);
        }
        if !self.console.real_time() {
            return self.console.delay(ms);
        }
        let end = self.console.now() + u64::from(ms);
        loop {
            let left = end.saturating_sub(self.console.now());
            // An Esc that the program does not read stops it in a delay, too.
            let left = if self.esc.is_some() { left.min(50) } else { left };
            if let Some(key) = self.console.key_within(left as u32)? {
                self.heard(key);
            }
            self.stopped |= self.esc_stops();
            if self.stopped {
                return Err(Quit::Closed);
            }
            if self.console.now() >= end {
                return Ok(());
            }
        }
    }

    fn kbhit(&mut self) -> bool {
        let now = self.console.now();
        self.asked_at = Some(now);
        self.asked += 1;
        let in_time = now >= self.typed + TYPES_EVERY || self.asked >= QUESTIONS;
        if !self.console.real_time() && self.buffer.is_empty() && in_time {
            (self.typed, self.asked) = (now, 0);
            match self.console.getkey() {
                Ok(key) => self.heard(key),
                Err(_) => self.over = true,
            }
        }
        !self.buffer.is_empty() || self.console.kbhit()
    }

    /// A scripted run ends a program that only asks for the mouse, like one that only asks for keys.
    fn mouse(&mut self) -> Option<Mouse> {
        let mouse = self.console.mouse();
        if mouse.is_some() {
            self.taken()
        } else {
            _ = self.kbhit()
        }
        mouse
    }

    forward! {
        fn screen(&mut self) -> &mut Screen;
        fn sound(&mut self, hertz: u32, ms: u32);
        fn hold(&mut self, hertz: u32, ms: u32);
        fn now(&self) -> u64;
        fn modifiers(&self) -> u8;
        fn real_time(&self) -> bool;
        fn is_watched(&self) -> bool;
    }
}
