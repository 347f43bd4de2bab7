//! What these tests share with those of other crates.

use turbo::c::{Machine, Program, Stop};
use turbo::dos::coding::Coding;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen};

#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/pictures.rs"]
pub mod pictures;

/// What the body of a program behind these headers leaves on the screen, and what it prints, in so many steps at most. The way back leaves
/// nothing.
pub fn drawn_by(headers: &str, body: &str, steps: u64) -> (Screen, String) {
    drawn_in(Coding::Utf8, headers, body, steps)
}

/// The same for a program in another coding.
pub fn drawn_in(coding: Coding, headers: &str, body: &str, steps: u64) -> (Screen, String) {
    let source = format!("{headers}\nmain() {{ {body} }}");
    let program = Program::build_in(coding, &[("DRAW.C", &source)], &|_| Ok(None));
    let program = program.unwrap_or_else(|all| panic!("{all:#?}"));
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    let mut console = Script::new([], |_, _| ());
    assert_eq!(machine.run(&mut console, steps), Ok(Stop::Ended), "{body}");
    let (screen, printed) = (console.screen().clone(), machine.output().to_string());
    while machine.step_back(&mut console) {}
    let empty = console.screen().shown().iter().all(|pixel| *pixel == 0);
    assert!(empty, "the way back leaves something of {body}");
    (screen, printed)
}

/// A console that notes the tones that are held. It can say that a key waits only after some time, also to a program that does nothing
/// but ask.
pub struct Watched<'a> {
    console: &'a mut dyn Console,
    /// From when on, in ms, a key is said to wait; `None` where the console itself says it.
    keys_from: Option<u64>,
    /// The frequency of each tone in hertz, and its ms.
    pub held: Vec<(u32, u32)>,
}

impl<'a> Watched<'a> {
    pub fn new(console: &'a mut dyn Console, keys_from: Option<u64>) -> Self {
        Watched {
            console,
            keys_from,
            held: Vec::new(),
        }
    }
}

impl Console for Watched<'_> {
    fn screen(&mut self) -> &mut Screen {
        self.console.screen()
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.console.key_within(ms)
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.console.delay(ms)
    }

    fn now(&self) -> u64 {
        self.console.now()
    }

    fn kbhit(&mut self) -> bool {
        match self.keys_from {
            Some(ms) => self.now() >= ms,
            None => self.console.kbhit(),
        }
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.console.sound(hertz, ms);
    }

    fn hold(&mut self, hertz: u32, ms: u32) {
        self.held.push((hertz, ms));
    }

    fn real_time(&self) -> bool {
        false
    }
}
