//! A scene on the screen: the student's position in it, the runs to other steps, and the drawing.

use super::pixel_cursor::PixelCursor;
use super::values::ValuesWindow;
use crate::play::dialog;
use crate::play::session::Session;
use ::screen::code::{self, Code};
use ::screen::panel;
use ::screen::tutor::{self as screen, Values, View};
use ::screen::user_screen::above_the_keys;
use games::Place;
use lessons::tutor::said::said;
use lessons::tutor::scene::Scene;
use lessons::tutor::shows::Marks;
use lessons::tutor::stepper::{Goal, Run, Stepper, Stopped};
use turbo::c::Watched;
use turbo::dos::{Console, Key, Quit, parse_keys};
use words::say;

/// The keyboard polling interval during a run, in ms.
const SLICE: u64 = 40;
/// The number of steps between checks of the clock. They take a few ms.
const WORK: u32 = 50_000;
/// The maximum number of checks of the clock in a slice.
const PIECES: usize = 16;
/// The number of steps after which a scripted run stops, because nobody can stop it with a key.
const MOST: u64 = 200_000_000;

/// The last answer to "Who wrote this?", and the step to which it led.
#[derive(Clone)]
pub(super) struct LastAnswer {
    pub(super) n: u64,
    pub(super) name: String,
    pub(super) watched: Watched,
}

/// A scene and the student's place in it: the cursor, the watches, the open values and the last question.
pub(crate) struct SceneView {
    pub(crate) scene: Scene,
    pub(crate) stepper: Stepper,
    /// The line of the cursor.
    pub line: usize,
    /// The first visible line.
    top: usize,
    /// A note that replaces the sentence about the last step.
    pub(crate) note: Option<String>,
    /// The stones that the student expects to turn over.
    pub(crate) guess: Option<Vec<Place>>,
    pub(super) watches: Vec<String>,
    pub(super) values: ValuesWindow,
    /// The cursor on the program's screen.
    pub(super) pixel: PixelCursor,
    /// The last search text.
    pub(super) wanted: String,
    /// The last evaluated expression.
    pub(super) expression: String,
    pub(super) asked: Option<LastAnswer>,
    /// True after the answer to the question that the scene asks.
    pub(super) answered: bool,
    /// The numbers of right answers and of all answers to questions about the next step.
    pub(super) score: (u32, u32),
    /// The keys that the program got, in order.
    typed: Vec<Key>,
}

impl SceneView {
    pub(crate) fn new(scene: Scene) -> SceneView {
        let mut view = SceneView {
            stepper: scene.stepper(),
            line: 1,
            top: 1,
            note: None,
            guess: scene.guess.clone(),
            watches: Vec::new(),
            values: ValuesWindow::default(),
            pixel: PixelCursor { at: (320, 240), is_shown: false },
            wanted: String::new(),
            expression: String::new(),
            asked: None,
            answered: false,
            score: (0, 0),
            typed: Vec::new(),
            scene,
        };
        view.follow();
        view
    }

    /// True if the program has ended, or the scene's question is answered.
    pub(super) fn is_over(&self) -> bool {
        self.answered || self.stepper.is_over()
    }

    /// Moves the cursor to the program's current line.
    pub(crate) fn follow(&mut self) {
        let last = || self.stepper.before.map(|before| before.line as usize);
        self.line = self.stepper.line().or_else(last).unwrap_or(self.line);
        self.scroll();
    }

    pub(super) fn scroll(&mut self) {
        let program = self.stepper.machine().program();
        let lines = program.source().lines().count();
        // Show a function whole if it fits into the window.
        let function = program.functions().iter().find(|f| f.lines.contains(&self.line));
        let whole = function.filter(|f| f.lines.end() - f.lines.start() < code::LINES);
        let middle = whole.map_or(self.line, |f| (f.lines.start() + f.lines.end()) / 2);
        self.top = code::top_for(self.line, middle, self.top, lines);
    }

    /// Scrolls just enough to show the cursor.
    pub(super) fn keep_in_sight(&mut self, lines: usize) {
        let least = (self.line + 1).saturating_sub(code::LINES).max(1);
        let most = self.line.min(lines.saturating_sub(code::LINES) + 1).max(least);
        self.top = self.top.clamp(least, most.max(least));
    }

    /// Runs to the goal. A key stops the run. The student types the keys that the program asks for.
    pub fn go(&mut self, session: &mut Session<'_>, goal: Goal, back: bool) -> Result<Stopped, Quit> {
        let mut run = self.stepper.begin(goal, back);
        let stopped = self.travel(session, &mut run, true)?;
        self.follow();
        Ok(stopped)
    }

    /// Puts a key into the program's keyboard buffer.
    pub(super) fn type_key(&mut self, key: Key) {
        self.typed.push(key);
        self.stepper.type_key(key);
    }

    /// Restarts the program with other keys, which the student edits in a line.
    pub(super) fn run_again(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let typed: Vec<String> = self.typed.iter().map(Key::to_string).collect();
        let hint = say!(
            "Keys and words for the program, such as 42 Enter Up*3 Esc. It asks for those that are missing."
        );
        let title = say!("Run again with other input");
        let line = dialog::ask_text(&mut session.console, title, &typed.join(" "), hint, say!("Run"))?;
        let Some(line) = line else { return Ok(()) };
        let letters = |word: &str| word.chars().map(Key::Char).collect();
        let keys =
            line.split_whitespace().flat_map(|word| parse_keys(word).unwrap_or_else(|_| letters(word)));
        let (breakpoints, watches) = self.kept();
        *self = SceneView::new(self.scene.clone());
        self.take(&breakpoints, &watches);
        keys.for_each(|key| self.type_key(key));
        self.go(session, Goal::Breakpoint, false).map(drop)
    }

    /// Goes to a step of the scene or to its end, without asking for keys.
    pub(super) fn begin_at(&mut self, session: &mut Session<'_>, goal: Goal) -> Result<(), Quit> {
        let mut run = self.stepper.begin(goal, false);
        self.travel(session, &mut run, false)?;
        self.follow();
        Ok(())
    }

    /// Runs in slices, so that a key can stop the run. If `asked` is true, the student types the keys that
    /// the program asks for.
    pub(super) fn travel(
        &mut self,
        session: &mut Session<'_>,
        run: &mut Run,
        asked: bool,
    ) -> Result<Stopped, Quit> {
        let (begun, mut slices) = (self.stepper.steps(), 0);
        loop {
            match self.slice(&mut session.console, run) {
                Stopped::Running => {
                    slices += 1;
                    let made = self.stepper.steps().abs_diff(begun);
                    if self.is_stopped(session, made, slices)? {
                        self.note = Some(match made {
                            0 => say!("Stopped. The program has not moved.").to_string(),
                            made => say!("Stopped after {made} steps.", made),
                        });
                        return Ok(Stopped::Running);
                    }
                }
                Stopped::NeedsKey if asked => match self.ask_key(session)? {
                    Some(key) => self.type_key(key),
                    None => return Ok(Stopped::NeedsKey),
                },
                stopped => return Ok(stopped),
            }
        }
    }

    /// Runs for one slice.
    fn slice(&mut self, console: &mut dyn Console, run: &mut Run) -> Stopped {
        let end = console.now() + SLICE;
        for _ in 0..PIECES {
            let stopped = self.stepper.go(run, WORK);
            if stopped != Stopped::Running || console.real_time() && console.now() >= end {
                return stopped;
            }
        }
        Stopped::Running
    }

    /// Shows the progress of a run. Returns true if a key, or the limit for scripted runs, stops the run. The
    /// key has no other effect.
    fn is_stopped(&self, session: &mut Session<'_>, made: u64, slices: u64) -> Result<bool, Quit> {
        if !session.console.real_time() {
            return Ok(slices * PIECES as u64 * u64::from(WORK) >= MOST);
        }
        let note = match made {
            0 => say!("Searching backwards. Any key stops it.").to_string(),
            made => say!("Running: {made} steps so far. Any key stops it.", made),
        };
        screen::note(session.console.screen(), &note);
        let pressed = session.console.pause(1)?;
        if pressed {
            session.console.getkey()?;
        }
        Ok(pressed)
    }

    /// Shows the screen of a program that waits for a key, and asks the student for one. Returns `None` if
    /// the student returns to the code.
    fn ask_key(&mut self, session: &mut Session<'_>) -> Result<Option<Key>, Quit> {
        let keys = [(say!("Any key"), say!("sends it to the program")), ("Tab", say!("Back to the code"))];
        *session.console.screen() = above_the_keys(self.stepper.console().screen_at_wait());
        panel::key_line(session.console.screen(), &keys);
        loop {
            match self.key_and_mouse(session)? {
                Key::Tab => {
                    self.note = Some(say!("The program waits for a key.").to_string());
                    return Ok(None);
                }
                Key::F(1 | 12) => {}
                key => return Ok(Some(key)),
            }
        }
    }

    /// Waits for a key, and passes the mouse to a program that uses it.
    pub(super) fn key_and_mouse(&mut self, session: &mut Session<'_>) -> Result<Key, Quit> {
        while self.stepper.machine().uses_mouse() {
            while let Some(mouse) = session.console.mouse() {
                self.stepper.type_key(Key::Mouse(mouse));
            }
            if let Some(key) = session.console.key_within(20)? {
                return Ok(key);
            }
        }
        session.console.getkey()
    }

    pub(crate) fn draw(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        keys: &[(&str, &str)],
        speed: Option<usize>,
    ) -> Marks {
        if speed.is_none() {
            self.stepper.find_arguments();
        }
        let sheet = self.values.open.then(|| self.sheet());
        let (corner, chosen) = self.values.seen(sheet.as_deref().unwrap_or_default());
        let values = sheet.as_deref().map(|sheet| Values { sheet, corner, chosen });
        let stepper = &self.stepper;
        let steps = match speed {
            Some(speed) => say!("Step {n}, speed {speed}", n = stepper.steps(), speed),
            None => say!("Step {n}", n = stepper.steps()),
        };
        let said = self.said();
        // Keep the instruction visible under another text.
        let text = self.scene.text.as_str();
        let reminds = self.scene.explains() && !said.starts_with(text);
        let instruction = if reminds { text } else { "" };
        let machine = stepper.machine();
        let shows = self.scene.shows;
        let marks = shows.marks(stepper);
        let over = stepper.is_over();
        let place = machine.place();
        let next = place.map(|place| (place.line, (place.columns.start, place.columns.end)));
        let watches = self.watched().into_iter().map(|(expression, value)| {
            (expression, value.map_or("?".to_string(), |value| value.to_string()))
        });
        let view = View {
            title,
            steps: &steps,
            code: Code {
                file: machine.program().file(),
                source: machine.program().source(),
                top: self.top,
                cursor: self.line,
                next,
                breakpoints: stepper.lines(),
            },
            values,
            watches: &watches.collect::<Vec<_>>(),
            stones: shows.stones,
            marks: &marks,
            guess: self.guess.as_deref().map(|guess| (guess, over)),
            stepper,
            said: &said,
            instruction,
            keys,
        };
        screen::draw(session.console.screen(), session.settings.theme, &view);
        marks
    }

    /// Returns the note, or a sentence about the last step.
    fn said(&self) -> String {
        let Scene { shows, text, ending, .. } = &self.scene;
        let stepper = &self.stepper;
        let stops_here = self.stops_here();
        match (self.note.as_ref().or(stops_here.as_ref()), stepper.before) {
            (Some(note), _) => note.clone(),
            (None, None) => text.clone(),
            _ if stepper.is_over() && !ending.is_empty() => ending.clone(),
            _ => said(stepper, shows.stones).map_or(String::new(), |said| said.to_string()),
        }
    }
}
