//! Helpers for the tests.

use turbo::c::{Machine, Program, Stop};
use turbo::dos::encoding::Encoding;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen};

#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/pictures.rs"]
pub mod pictures;

/// Runs the body of a program after these headers, in at most `steps` steps; returns its screen and output.
/// Going back must clear the screen.
pub fn drawn_by(headers: &str, body: &str, steps: u64) -> (Screen, String) {
    drawn_in(Encoding::Utf8, headers, body, steps)
}

/// Like [`drawn_by`], for sources in another encoding.
pub fn drawn_in(encoding: Encoding, headers: &str, body: &str, steps: u64) -> (Screen, String) {
    let source = format!("{headers}\nmain() {{ {body} }}");
    let program = Program::build_in(encoding, &[("DRAW.C", &source)], &|_| Ok(None));
    let program = program.unwrap_or_else(|all| panic!("{all:#?}"));
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    let mut console = Script::new([], |_, _| ());
    assert_eq!(machine.run(&mut console, steps), Ok(Stop::Ended), "{body}");
    let (screen, printed) = (console.screen().clone(), machine.output().to_string());
    while machine.step_back(&mut console) {}
    let empty = console.screen().shown().iter().all(|pixel| *pixel == 0);
    assert!(empty, "going back does not clear the screen: {body}");
    (screen, printed)
}

/// A console that records held tones, and may report a key only after some time, even to a program that only
/// polls.
pub struct RecordingConsole<'a> {
    console: &'a mut dyn Console,
    /// The time in ms from which a key is reported; `None` to ask the wrapped console.
    keys_from: Option<u64>,
    /// The frequency in hertz and the duration in ms of each tone.
    pub held: Vec<(u32, u32)>,
}

impl<'a> RecordingConsole<'a> {
    pub fn new(console: &'a mut dyn Console, keys_from: Option<u64>) -> Self {
        RecordingConsole { console, keys_from, held: Vec::new() }
    }
}

impl Console for RecordingConsole<'_> {
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

    fn modifiers(&self) -> u8 {
        2
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

/// Runs a function in Chinese.
pub fn in_chinese<T>(run: impl FnOnce() -> T) -> T {
    words::load(&[turbo::TRANSLATIONS]);
    words::with_language("zh", run)
}

/// A source from a recipe. A piece between « and » is repeated as often as the number at its beginning says,
/// or 29,000 times. `@` becomes the number of the repetition, and `^` the next number.
pub fn grown(recipe: &str) -> String {
    let repeated = |piece: &str| -> String {
        let counted = piece.split_once(' ').and_then(|(n, rest)| Some((n.parse().ok()?, rest)));
        let (count, piece) = counted.unwrap_or((29_000, piece));
        let numbered = |n: usize| piece.replace('@', &n.to_string()).replace('^', &(n + 1).to_string());
        (0..count).map(numbered).collect()
    };
    let pieces = recipe.split(['«', '»']).enumerate();
    pieces.map(|(n, piece)| if n % 2 == 1 { repeated(piece) } else { piece.to_string() }).collect()
}
