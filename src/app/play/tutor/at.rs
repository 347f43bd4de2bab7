//! A scene on the screen: where the student stands in it, the way to another step, and what is seen there.

use crate::play::dialog;
use crate::play::session::Session;
use crate::screen::code::{self, Code};
use crate::screen::panel;
use crate::screen::tutor::{self as screen, View};
use games::Place;
use lessons::tutor::said::said;
use lessons::tutor::scene::Scene;
use lessons::tutor::shows::Marks;
use lessons::tutor::stepper::{Goal, Stepper, Stopped};
use turbo::dos::{Console, Key, Quit};

/// After so many steps a run looks whether a key was pressed.
const CHUNK: u32 = 20_000;
/// A run that takes more steps than this is stopped.
const MOST: u64 = 3_000_000;

/// Where the student is in a scene.
pub(crate) struct At<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) stepper: Stepper,
    /// The line of the cursor, and the first that is seen.
    pub line: usize,
    top: usize,
    /// What to say instead of what the last step did.
    pub(crate) note: Option<String>,
    /// The stones that the student thinks will turn over.
    pub(crate) guess: Option<Vec<Place>>,
    /// Has the student typed keys for the program? They are in its history alone.
    typed: bool,
}

impl<'a> At<'a> {
    /// At this step of the scene, or at its end.
    pub(crate) fn new(scene: &'a Scene, n: u64, end: bool) -> At<'a> {
        let mut stepper = scene.stepper();
        let goal = if end { Goal::End } else { Goal::Step(n) };
        stepper.go_to(goal, false);
        let mut at = At {
            scene,
            stepper,
            line: 1,
            top: 1,
            note: None,
            guess: scene.guess.clone(),
            typed: false,
        };
        at.follow();
        at
    }

    /// Goes to the beginning at once, however far it is on the way back.
    fn begin_again(&mut self) {
        let breakpoints = self.stepper.breakpoints().clone();
        self.stepper = self.scene.stepper();
        for line in breakpoints {
            self.stepper.toggle_breakpoint(line);
        }
    }

    /// Puts the cursor where the program stands.
    pub(crate) fn follow(&mut self) {
        let last = || self.stepper.before().map(|before| before.line as usize);
        self.line = self.stepper.line().or_else(last).unwrap_or(self.line);
        self.scroll();
    }

    fn scroll(&mut self) {
        let program = self.stepper.machine().program();
        let lines = program.source().lines().count();
        // A function that fits into the window is shown whole.
        let function = program
            .functions()
            .iter()
            .find(|f| f.lines.contains(&self.line));
        let whole = function.filter(|f| f.lines.end() - f.lines.start() < code::LINES);
        let middle = whole.map_or(self.line, |f| (f.lines.start() + f.lines.end()) / 2);
        self.top = code::top_for(self.line, middle, self.top, lines);
    }

    /// The keys that look at something without a step. False if the key is none of them.
    pub(crate) fn look(&mut self, session: &mut Session<'_>, key: Key) -> Result<bool, Quit> {
        let lines = self.stepper.machine().program().source().lines().count();
        let page = code::LINES - 1;
        match (key, key.letter()) {
            (Key::Up, _) => self.line = self.line.saturating_sub(1).max(1),
            (Key::Down, _) => self.line = (self.line + 1).min(lines),
            (Key::PageUp, _) => self.line = self.line.saturating_sub(page).max(1),
            (Key::PageDown, _) => self.line = (self.line + page).min(lines),
            (Key::CtrlF(8), _) | (_, Some('b')) => {
                if !self.stepper.toggle_breakpoint(self.line) {
                    self.note = Some(format!(
                        "Nothing begins on line {}: it cannot stop there.",
                        self.line
                    ));
                }
            }
            (Key::AltF(5), _) | (_, Some('u')) => {
                session
                    .console
                    .screen()
                    .clone_from(self.stepper.desk().picture());
                while let Key::F(_) = session.console.getkey()? {}
            }
            (Key::CtrlF(3), _) | (_, Some('c')) => {
                let calls = self.stepper.frames();
                let calls = calls.iter().map(|frame| {
                    let values = frame.variables.iter();
                    let values: Vec<String> = values
                        .map(|var| format!("{} {}", var.name, var.value))
                        .collect();
                    format!(
                        "{}, line {}: {}",
                        frame.function,
                        frame.line,
                        values.join(", ")
                    )
                });
                let calls: Vec<String> = calls.collect();
                if !calls.is_empty() {
                    dialog::pick(&mut session.console, "Call stack", &calls, &mut 0)?;
                }
            }
            _ => return Ok(false),
        }
        self.keep_in_sight(lines);
        Ok(true)
    }

    /// Scrolls as little as shows the cursor.
    fn keep_in_sight(&mut self, lines: usize) {
        let least = (self.line + 1).saturating_sub(code::LINES).max(1);
        let most = self
            .line
            .min(lines.saturating_sub(code::LINES) + 1)
            .max(least);
        self.top = self.top.clamp(least, most.max(least));
    }

    /// Goes where the goal is. A key stops it on the way, and the program is given keys when it asks for one.
    pub fn go(
        &mut self,
        session: &mut Session<'_>,
        goal: Goal,
        back: bool,
    ) -> Result<Stopped, Quit> {
        if goal == Goal::Step(0) && back && !self.typed {
            self.begin_again();
        }
        let mut run = self.stepper.begin(goal, back);
        let end = self.stepper.n() + MOST;
        let stopped = loop {
            match self.stepper.go(&mut run, CHUNK) {
                Stopped::Running if self.stepper.n() > end => {
                    self.note = Some(format!("It has made {MOST} steps and is not there."));
                    break Stopped::Running;
                }
                Stopped::Running if session.console.kbhit() => break Stopped::Running,
                Stopped::Running => {}
                Stopped::NeedsKey => match self.ask_key(session)? {
                    Some(key) => {
                        self.stepper.type_key(key);
                        self.typed = true;
                    }
                    None => break Stopped::NeedsKey,
                },
                stopped => break stopped,
            }
        };
        self.follow();
        Ok(stopped)
    }

    /// The program waits for a key: shows its screen and asks the student. `None` if the student goes back to the code.
    fn ask_key(&mut self, session: &mut Session<'_>) -> Result<Option<Key>, Quit> {
        let keys = [
            ("Any key", "goes to the program"),
            ("Tab", "Back to the code"),
        ];
        session
            .console
            .screen()
            .clone_from(self.stepper.desk().picture());
        panel::key_line(session.console.screen(), &keys);
        loop {
            match session.console.getkey()? {
                Key::Tab => {
                    self.note = Some("The program waits for a key.".to_string());
                    return Ok(None);
                }
                Key::F(1 | 12) => {}
                key => return Ok(Some(key)),
            }
        }
    }

    pub(crate) fn draw(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        keys: &[(&str, &str)],
        speed: Option<usize>,
    ) -> Marks {
        let Scene {
            shows,
            text,
            ending,
            ..
        } = self.scene;
        let stepper = &self.stepper;
        let steps = match speed {
            Some(speed) => format!("Step {}, speed {speed}", stepper.n()),
            None => format!("Step {}", stepper.n()),
        };
        let said = match (&self.note, stepper.before()) {
            (Some(note), _) => note.clone(),
            (None, None) => text.clone(),
            _ if stepper.is_over() && !ending.is_empty() => ending.clone(),
            _ => said(stepper, shows.stones).map_or(String::new(), |said| said.to_string()),
        };
        // Where something else is said, the instruction stays in reach.
        let instruction = if said.starts_with(text.as_str()) {
            ""
        } else {
            text
        };
        let machine = stepper.machine();
        let marks = shows.marks(stepper);
        let over = stepper.is_over();
        let place = machine.place();
        let next = place.map(|place| (place.line, (place.columns.start, place.columns.end)));
        let view = View {
            title,
            steps: &steps,
            code: Code {
                file: machine.program().file(),
                source: machine.program().source(),
                top: self.top,
                cursor: self.line,
                next,
                breakpoints: stepper.breakpoints(),
            },
            stones: shows.stones,
            marks: &marks,
            guess: self.guess.as_deref().map(|guess| (guess, over)),
            picture: stepper.desk().picture(),
            frames: &stepper.frames(),
            touched: &machine.touched(),
            globals: &machine.globals(),
            said: &said,
            instruction,
            wrong: stepper.fault().is_some(),
            keys,
        };
        screen::draw(session.console.screen(), session.settings.theme, &view);
        marks
    }
}
