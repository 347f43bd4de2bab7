//! The tutor on the screen: the loop that steps through a C program, key by key.

use super::dialog;
use super::help;
use super::session::Session;
use crate::dos::{Console, Key, Quit};
use crate::games::gomoku::Rules;
use crate::games::stone::Stone;
use crate::games::{Game, Place, gomoku, othello};
use crate::screen::code::{self, Code};
use crate::screen::tutor::{self as screen, View};
use crate::screen::{board, panel};
use crate::tutor::at_the_board;
use crate::tutor::predict::PREDICT;
use crate::tutor::questions::{self, Question};
use crate::tutor::said::said;
use crate::tutor::scene::{Page, Part, Scene};
use crate::tutor::shows::Marks;
use crate::tutor::stepper::{Goal, Stepper, Stopped};

/// How long a step is shown when the tutor runs automatically, in ms, from speed 1 to speed 9.
const SPEEDS: [u32; 9] = [2000, 1200, 800, 500, 300, 150, 80, 40, 15];
/// After so many steps a run looks whether a key was pressed.
const CHUNK: u32 = 20_000;
/// A run that takes more steps than this is stopped.
const MOST: u64 = 3_000_000;

/// Under which name answers at the board are counted.
pub const AT_THE_BOARD: &str = "board";

/// Why there is something to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To learn, in the lesson of this name: P leaves it to drop stones.
    Lesson(&'static str),
    /// A stone is about to be dropped: Enter drops it when everything was shown.
    Drop,
    /// The student has answered a question: the tutor runs automatically, and Enter goes on when everything was shown.
    Answer,
}

impl Purpose {
    /// Under which name answers to questions are counted.
    fn name(self) -> &'static str {
        match self {
            Purpose::Lesson(name) => name,
            Purpose::Drop => AT_THE_BOARD,
            Purpose::Answer => PREDICT,
        }
    }
}

/// How the tutor was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// By Esc.
    Closed,
    /// After the last part.
    Finished,
    /// By P: the student wants to drop stones.
    Play,
    /// By F5: the tutor is turned off.
    Off,
}

/// Where the student is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The part of the lesson.
    pub part: usize,
    /// How many of its steps were made.
    pub n: u64,
    /// How fast it runs automatically, 1 to 9.
    pub speed: usize,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor {
            part: 0,
            n: 0,
            speed: 5,
        }
    }
}

/// Where to go from a part.
enum To {
    /// To the start of the next part.
    Next,
    /// To the end of the part before.
    Previous,
    /// Out of the tutor.
    Out(Left),
}

/// Lets the student walk through the parts until the student leaves.
///
/// # Errors
/// The window was closed.
pub fn walk(
    session: &mut Session<'_>,
    title: &str,
    parts: &[Part],
    cursor: &mut Cursor,
    purpose: Purpose,
) -> Result<Left, Quit> {
    let mut from_behind = false;
    loop {
        let title = match parts.len() {
            1 => title.to_string(),
            count => format!("{title}, {} of {count}", cursor.part + 1),
        };
        let more = parts.len() > 1;
        let to = match &parts[cursor.part] {
            Part::Page(page) => read(session, &title, page)?,
            Part::Scene(scene) => {
                let mut at = At::new(scene, cursor.n, from_behind);
                let to = at.walk(session, &title, cursor, purpose, more)?;
                cursor.n = at.stepper.n();
                to
            }
        };
        from_behind = false;
        match to {
            To::Out(left) => return Ok(left),
            To::Next if cursor.part + 1 == parts.len() && purpose != Purpose::Drop => {
                return Ok(Left::Finished);
            }
            To::Next => (cursor.part, cursor.n) = ((cursor.part + 1) % parts.len(), 0),
            To::Previous => {
                cursor.part = cursor.part.saturating_sub(1);
                (cursor.n, from_behind) = (0, true);
            }
        }
    }
}

/// Shows a page until a key leads on.
fn read(session: &mut Session<'_>, title: &str, page: &Page) -> Result<To, Quit> {
    loop {
        screen::page(
            session.console.screen(),
            session.settings.theme,
            title,
            page,
        );
        match session.console.getkey()? {
            Key::Right
            | Key::Space
            | Key::Down
            | Key::PageDown
            | Key::Enter
            | Key::Tab
            | Key::F(7 | 8) => {
                return Ok(To::Next);
            }
            Key::Left | Key::Up | Key::PageUp | Key::Backspace => return Ok(To::Previous),
            Key::Esc => return Ok(To::Out(Left::Closed)),
            Key::F(9) => session.settings.theme = session.settings.theme.next(),
            _ => {}
        }
    }
}

/// Where the student is in a scene.
struct At<'a> {
    scene: &'a Scene,
    stepper: Stepper,
    /// The line of the cursor, and the first that is seen.
    line: usize,
    top: usize,
    /// What to say instead of what the last step did.
    note: Option<String>,
    /// The stones that the student thinks will turn over.
    guess: Option<Vec<Place>>,
}

impl<'a> At<'a> {
    /// At this step of the scene, or at its end.
    fn new(scene: &'a Scene, n: u64, end: bool) -> At<'a> {
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
        };
        at.follow();
        at
    }

    /// Puts the cursor where the program stands.
    fn follow(&mut self) {
        let last = || self.stepper.before().map(|before| before.line as usize);
        self.line = self.stepper.line().or_else(last).unwrap_or(self.line);
        self.scroll();
    }

    fn scroll(&mut self) {
        let program = self.stepper.machine().program();
        let lines = program.source().lines().count();
        // Of a function that fits into the window, all is shown.
        let function = program
            .functions()
            .iter()
            .find(|f| f.lines.contains(&self.line));
        let whole = function.filter(|f| f.lines.end() - f.lines.start() < code::LINES);
        let middle = whole.map_or(self.line, |f| (f.lines.start() + f.lines.end()) / 2);
        self.top = code::top_for(self.line, middle, self.top, lines);
    }

    fn walk(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        cursor: &mut Cursor,
        purpose: Purpose,
        more: bool,
    ) -> Result<To, Quit> {
        let mut running = purpose == Purpose::Answer;
        loop {
            let over = self.stepper.is_over();
            running &= !over;
            let keys = keys(purpose, more, over);
            self.draw(session, title, &keys, running.then_some(cursor.speed));
            if running && !session.console.pause(SPEEDS[cursor.speed - 1])? {
                running = self.go(session, Goal::Into, false)? == Stopped::There;
                continue;
            }
            let key = session.console.getkey()?;
            self.note = None;
            if purpose != Purpose::Answer {
                self.guess = None;
            }
            let (goal, back) = match (key, key.letter()) {
                (Key::Esc, _) => return Ok(To::Out(Left::Closed)),
                (Key::F(5), _) => return Ok(To::Out(Left::Off)),
                (_, Some('p')) if matches!(purpose, Purpose::Lesson(_)) => {
                    return Ok(To::Out(Left::Play));
                }
                (_, Some('a')) => {
                    running = false;
                    if let Some(right) = self.ask(session, title)? {
                        let name = purpose.name();
                        session
                            .keeper
                            .progress_made(|made| made.answer(name, right));
                    }
                    continue;
                }
                (Key::Tab, _) => return Ok(To::Next),
                (Key::Enter, _) if over && !matches!(purpose, Purpose::Lesson(_)) => {
                    return Ok(To::Out(Left::Closed));
                }
                (Key::Right | Key::Space | Key::F(7), _) if over => return Ok(To::Next),
                (Key::Left | Key::Backspace | Key::ShiftF(7), _)
                    if self.stepper.n() == 0 && !over =>
                {
                    if cursor.part > 0 {
                        return Ok(To::Previous);
                    }
                    continue;
                }
                (Key::F(9), _) => {
                    session.settings.theme = session.settings.theme.next();
                    continue;
                }
                (_, Some('+' | '=')) => {
                    cursor.speed = (cursor.speed + 1).min(SPEEDS.len());
                    continue;
                }
                (_, Some('-' | '_')) => {
                    cursor.speed = cursor.speed.saturating_sub(1).max(1);
                    continue;
                }
                (Key::Enter, _) => {
                    running = !running;
                    if over {
                        self.go(session, Goal::Step(0), true)?;
                    }
                    continue;
                }
                (Key::Right | Key::Space | Key::F(7), _) => (Goal::Into, false),
                (Key::Left | Key::Backspace | Key::ShiftF(7), _) => (Goal::Into, true),
                (Key::F(8), _) => (Goal::Over, false),
                (Key::ShiftF(8), _) => (Goal::Over, true),
                (Key::Char('O'), _) => (Goal::Out, true),
                (_, Some('o')) => (Goal::Out, false),
                (Key::F(4), _) => (Goal::Line(self.line), false),
                (Key::ShiftF(4), _) => (Goal::Line(self.line), true),
                (Key::CtrlF(9), _) => (Goal::Breakpoint, false),
                (Key::ShiftF(9), _) => (Goal::Breakpoint, true),
                (Key::Home | Key::CtrlF(2), _) => (Goal::Step(0), true),
                (Key::End, _) => (Goal::End, false),
                (_, Some('g')) => match dialog::ask_number(&mut session.console, "Go to step")? {
                    Some(n) => {
                        let n = n.max(0) as u64;
                        (Goal::Step(n), n < self.stepper.n())
                    }
                    None => continue,
                },
                (key, _) => {
                    running &= !self.look(session, key)?;
                    continue;
                }
            };
            running = false;
            self.go(session, goal, back)?;
        }
    }

    /// The keys that look at something without a step. False if the key is none of them.
    fn look(&mut self, session: &mut Session<'_>, key: Key) -> Result<bool, Quit> {
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
    fn go(&mut self, session: &mut Session<'_>, goal: Goal, back: bool) -> Result<Stopped, Quit> {
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
                    Some(key) => self.stepper.type_key(key),
                    None => break Stopped::NeedsKey,
                },
                stopped => break stopped,
            }
        };
        self.follow();
        Ok(stopped)
    }

    /// Asks what comes next, and shows it. Returns whether the answer was right, `None` where there is nothing to ask, or the student
    /// does not answer.
    fn ask(&mut self, session: &mut Session<'_>, title: &str) -> Result<Option<bool>, Quit> {
        let Some(question) = questions::about(&mut self.stepper, self.scene.shows) else {
            self.note = Some("There is nothing to ask about this step.".to_string());
            return Ok(None);
        };
        self.follow();
        let right = match &question {
            Question::Line { right } => self
                .ask_line(session, title, &question)?
                .map(|line| line == *right),
            Question::Value { right, .. } => self
                .ask_value(session, title, &question)?
                .map(|value| value == i64::from(*right)),
            Question::Stones { right } => {
                self.ask_stones(session, title, &question.text())?
                    .map(|guess| {
                        guess.len() == right.len()
                            && guess.iter().all(|place| right.contains(place))
                    })
            }
        };
        let Some(right) = right else {
            return Ok(None);
        };
        let goal = match question {
            Question::Stones { .. } => Goal::Out,
            _ => Goal::Into,
        };
        self.go(session, goal, false)?;
        let verdict = if right { "Right" } else { "No" };
        self.note = Some(format!("{verdict}: {}.", question.answer()));
        Ok(Some(right))
    }

    /// The student goes to the line that runs next.
    fn ask_line(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        question: &Question,
    ) -> Result<Option<usize>, Quit> {
        let keys = [
            ("↑↓", "Go"),
            ("Enter", "This line"),
            ("F1", "Help"),
            ("Esc", "Close"),
        ];
        loop {
            self.note = Some(question.text());
            self.draw(session, title, &keys, None);
            match session.console.getkey()? {
                Key::Enter | Key::Space => return Ok(Some(self.line)),
                Key::Esc => break,
                key => {
                    self.look(session, key)?;
                }
            }
        }
        self.note = None;
        self.follow();
        Ok(None)
    }

    /// The student types what a variable will be.
    fn ask_value(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        question: &Question,
    ) -> Result<Option<i64>, Quit> {
        let keys = [
            ("0-9", "Type"),
            ("Enter", "Done"),
            ("F1", "Help"),
            ("Esc", "Close"),
        ];
        let mut typed = String::new();
        loop {
            self.note = Some(format!("{} {typed}_", question.text()));
            self.draw(session, title, &keys, None);
            match session.console.getkey()? {
                Key::Char(c) if typed.len() < 9 && (c.is_ascii_digit() || c == '-') => {
                    typed.push(c)
                }
                Key::Backspace => drop(typed.pop()),
                Key::Enter => {
                    if let Ok(value) = typed.parse() {
                        return Ok(Some(value));
                    }
                }
                Key::Esc => break,
                _ => {}
            }
        }
        self.note = None;
        Ok(None)
    }

    /// The student marks the stones that turn over.
    fn ask_stones(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        question: &str,
    ) -> Result<Option<Vec<Place>>, Quit> {
        let keys = [
            ("↑↓←→", "Go"),
            ("Space", "Mark"),
            ("Enter", "See"),
            ("F1", "Help"),
            ("Esc", "Close"),
        ];
        let mut at: Place = (3, 3);
        let mut guess: Vec<Place> = Vec::new();
        loop {
            self.guess = Some(guess.clone());
            self.note = Some(question.to_string());
            let marks = self.draw(session, title, &keys, None);
            screen::draw_cursor(session.console.screen(), session.settings.theme, at);
            match session.console.getkey()? {
                Key::Up => at.0 = at.0.saturating_sub(1),
                Key::Down => at.0 = (at.0 + 1).min(7),
                Key::Left => at.1 = at.1.saturating_sub(1),
                Key::Right => at.1 = (at.1 + 1).min(7),
                Key::Space => match guess.iter().position(|place| *place == at) {
                    Some(marked) => drop(guess.remove(marked)),
                    None if marks.stones[at.0][at.1] != 0 => guess.push(at),
                    None => {}
                },
                Key::Enter => return Ok(Some(guess)),
                Key::Esc => break,
                Key::F(9) => session.settings.theme = session.settings.theme.next(),
                _ => {}
            }
        }
        (self.note, self.guess) = (None, None);
        Ok(None)
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

    fn draw(
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
            wrong: stepper.fault().is_some(),
            keys,
        };
        screen::draw(session.console.screen(), session.settings.theme, &view);
        marks
    }
}

/// Lets the student mark the stones that the scene's call turns over, until Enter is pressed. `None` if the student leaves.
///
/// # Errors
/// The window was closed.
pub fn guess(
    session: &mut Session<'_>,
    title: &str,
    scene: &Scene,
) -> Result<Option<Vec<Place>>, Quit> {
    At::new(scene, 0, false).ask_stones(session, title, &scene.text)
}

/// The line of keys. `more`: there are several parts. `over`: this is the end of one.
fn keys(purpose: Purpose, more: bool, over: bool) -> Vec<(&'static str, &'static str)> {
    let enter = match purpose {
        Purpose::Drop if over => "Drop",
        Purpose::Answer if over => "Next",
        _ => "Run",
    };
    let mut keys = vec![
        ("F7", "Into"),
        ("F8", "Over"),
        ("←→", "Step"),
        ("F4", "Here"),
        ("Enter", enter),
    ];
    if more {
        keys.push(("Tab", "Next"));
    }
    if purpose != Purpose::Answer {
        keys.push(("A", "Ask"));
    }
    keys.push(("F1", "Help"));
    let esc = match purpose {
        Purpose::Drop => "Drop",
        Purpose::Answer => "Next",
        Purpose::Lesson(_) => "Leave",
    };
    keys.push(("Esc", esc));
    keys
}

/// Why the tutor cannot show the drops of a game; `None` if it can. Of gomoku it teaches freestyle in which Black begins, as its source
/// text does.
pub fn why_not(game: &dyn Game) -> Option<&'static str> {
    if game.of::<othello::Game>().is_some() {
        return None;
    }
    let Some(game) = game.of::<gomoku::Game>() else {
        return Some("The tutor does not teach this game.");
    };
    let setup = game.setup();
    let taught = setup.rules() == Rules::Freestyle && setup.first() == Stone::Black;
    (!taught).then_some("The tutor teaches only freestyle in which Black begins.")
}

/// Shows what the drop of a stone will do, if the tutor is on and the place is free. Then the move is made like any other.
///
/// # Errors
/// The window was closed.
pub fn watch_drop(session: &mut Session<'_>, game: &dyn Game, place: Place) -> Result<(), Quit> {
    if !session.table.tutor {
        return Ok(());
    }
    let Some((title, scenes)) = at_the_board::scenes(game, place) else {
        return Ok(());
    };
    let parts: Vec<Part> = scenes.into_iter().map(Part::from).collect();
    let page = session.console.turn_to(help::TUTOR);
    let mut cursor = Cursor::default();
    let left = walk(session, &title, &parts, &mut cursor, Purpose::Drop)?;
    session.console.turn_to(page);
    session.table.tutor = left != Left::Off;
    let (face, look) = (session.face(game), session.look(game));
    board::draw(session.console.screen(), face, game, &look);
    Ok(())
}
