//! The tutor: the loop that steps through a C program, key by key.

mod ask;
mod breakpoint;
mod looks;
mod pixel_cursor;
mod scene_view;
mod user_screen;
mod values;
mod watch;
mod who;

use std::collections::BTreeSet;

use super::dialog;
use super::game_loop;
use super::help;
use super::menu_bar::{self, Menu};
use super::session::{ActiveGame, Session};
use super::subject::at_line;
use ::screen::tutor as screen;
use games::Place;
use lessons::tutor::at_the_board;
use lessons::tutor::predict::PREDICT;
use lessons::tutor::scene::{Page, Part, Scene};
use lessons::tutor::stepper::{Goal, Stopped};
pub(crate) use pixel_cursor::PixelCursor;
pub(crate) use scene_view::SceneView;
use turbo::dos::{Console, Key, Quit, Subject};
use words::{phrase, say};

/// The time per step in automatic mode, in ms, from speed 1 to speed 9.
const SPEEDS: [u32; 9] = [2000, 1200, 800, 500, 300, 150, 80, 40, 15];

/// The name under which answers at the board are counted.
pub(crate) const AT_THE_BOARD: &str = "board";

/// The purpose of a session with the tutor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The lesson with this name. The P key leaves it to drop stones, the E key to change the program.
    Lesson(&'static str),
    /// A drop at the board. The D key makes the move, and so does Enter at the end; Esc cancels it.
    Drop,
    /// The answer to a question: the tutor runs automatically, and Enter continues at the end. Esc ends the
    /// questions.
    Answer,
    /// A user's program: Esc returns to the editor.
    Program,
}

impl Purpose {
    /// Returns the name under which answers are counted, if they are counted.
    fn name(self) -> Option<&'static str> {
        match self {
            Purpose::Lesson(name) => Some(name),
            Purpose::Drop => Some(AT_THE_BOARD),
            Purpose::Answer => Some(PREDICT),
            Purpose::Program => None,
        }
    }

    /// Returns the link that opens the lesson again.
    fn link(self) -> Option<(&'static str, String)> {
        match self {
            Purpose::Lesson(name) => Some(("lesson", name.to_string())),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Closed,
    /// The student finished the last part, or skipped the rest with a key.
    Finished,
    /// The student pressed P, to drop stones.
    Play,
    /// The student pressed E, to change the program of this part at this line.
    Edit(usize, usize),
    /// The student pressed F5, which turns the tutor off.
    Off,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) part: usize,
    /// The number of steps made in the part.
    pub(crate) n: u64,
    /// The speed of automatic mode, 1 to 9.
    pub(crate) speed: usize,
    /// The parts that the student has seen to the end.
    pub(crate) seen: BTreeSet<usize>,
}

impl Cursor {
    /// Returns the first of `parts` parts that the student has not seen to the end.
    pub(crate) fn unseen(&self, parts: usize) -> Option<usize> {
        (0..parts).find(|part| !self.seen.contains(part))
    }
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor { part: 0, n: 0, speed: 5, seen: BTreeSet::new() }
    }
}

enum SceneEnd {
    /// Continue at the start of the next part.
    Next,
    /// Continue at the end of the previous part.
    Previous,
    Out(Exit),
}

/// Steps through the parts until the student leaves.
pub(crate) fn walk(
    session: &mut Session<'_>,
    title: &str,
    parts: &[Part],
    cursor: &mut Cursor,
    purpose: Purpose,
) -> Result<Exit, Quit> {
    let mut from_behind = false;
    loop {
        let title = match parts.len() {
            1 => title.to_string(),
            count => say!("{title}, {part} of {count}", title, part = cursor.part + 1, count),
        };
        let more = parts.len() > 1;
        let to = match &parts[cursor.part] {
            Part::Page(page) => {
                cursor.seen.insert(cursor.part);
                read(session, &title, page, (cursor.part > 0, purpose))?
            }
            Part::Scene(scene) => {
                let mut view = SceneView::new((**scene).clone());
                let goal = if from_behind { Goal::End } else { Goal::Step(cursor.n) };
                view.begin_at(session, goal)?;
                let to = Walk { view: &mut view, cursor, title: &title, purpose, more }.step(session)?;
                cursor.n = view.stepper.steps();
                to
            }
        };
        from_behind = false;
        match to {
            SceneEnd::Out(left) => return Ok(left),
            SceneEnd::Next if cursor.part + 1 == parts.len() && purpose != Purpose::Drop => {
                return Ok(Exit::Finished);
            }
            SceneEnd::Next => (cursor.part, cursor.n) = ((cursor.part + 1) % parts.len(), 0),
            SceneEnd::Previous => {
                cursor.part = cursor.part.saturating_sub(1);
                (cursor.n, from_behind) = (0, true);
            }
        }
    }
}

/// Shows a page until a key leaves it.
fn read(
    session: &mut Session<'_>,
    title: &str,
    page: &Page,
    (back, purpose): (bool, Purpose),
) -> Result<SceneEnd, Quit> {
    loop {
        screen::page(session.console.screen(), session.settings.theme, title, page, back);
        session.console.set_subject(&Subject { link: purpose.link(), ..Subject::default() });
        match session.console.getkey()? {
            Key::Right | Key::Space | Key::Down | Key::PageDown | Key::Enter | Key::Tab | Key::F(7 | 8) => {
                return Ok(SceneEnd::Next);
            }
            Key::Left | Key::Up | Key::PageUp | Key::Backspace => return Ok(SceneEnd::Previous),
            Key::Esc => return Ok(SceneEnd::Out(Exit::Closed)),
            _ => {}
        }
    }
}

/// The walk through a scene.
struct Walk<'a> {
    view: &'a mut SceneView,
    cursor: &'a mut Cursor,
    title: &'a str,
    purpose: Purpose,
    /// True if there are parts besides this scene.
    more: bool,
}

impl Walk<'_> {
    /// Steps through the scene until a key leaves it.
    fn step(&mut self, session: &mut Session<'_>) -> Result<SceneEnd, Quit> {
        let mut running = self.purpose == Purpose::Answer;
        if self.view.scene.asks && self.view.stepper.steps() == 0 {
            self.ask(session)?;
        }
        loop {
            let over = self.view.is_over();
            running &= !over;
            if over {
                self.cursor.seen.insert(self.cursor.part);
            }
            if running && !session.console.is_watched() {
                running = false;
                self.view.go(session, Goal::End, false)?;
                continue;
            }
            let keys = self.keys();
            self.view.draw(session, self.title, &keys, running.then_some(self.cursor.speed));
            if running && !session.console.pause(SPEEDS[self.cursor.speed - 1])? {
                running = self.view.go(session, Goal::Into, false)? == Stopped::Reached;
                continue;
            }
            session.console.set_subject(&self.subject());
            let key = match session.console.getkey()? {
                Key::F(10) => match menu_bar::choose(&mut session.console, &MENUS, None, |_| true)? {
                    Some(key) => key,
                    None => continue,
                },
                key => key,
            };
            self.view.note = None;
            if self.purpose != Purpose::Answer {
                self.view.guess = None;
            }
            if let Some(to) = self.scene_end(key) {
                return Ok(to);
            }
            running = self.press(session, key, running)?;
        }
    }

    /// Describes the cursor's line, with the link that opens the program again.
    fn subject(&self) -> Subject {
        let program = self.view.stepper.machine().program();
        Subject {
            link: match self.purpose {
                Purpose::Program => Some(("c", program.source().to_string())),
                purpose => purpose.link(),
            },
            ..at_line(self.view.line, program.line(self.view.line))
        }
    }

    /// Handles a key within the scene. `running` is true in automatic mode. Returns true if automatic mode is on
    /// afterwards.
    fn press(&mut self, session: &mut Session<'_>, key: Key, running: bool) -> Result<bool, Quit> {
        let (over, values) = (self.view.is_over(), self.view.values.open);
        let (view, speed) = (&mut *self.view, &mut self.cursor.speed);
        match (key, key.letter()) {
            (_, Some('a')) => {
                self.ask(session)?;
                return Ok(false);
            }
            (_, Some('+' | '=')) => *speed = (*speed + 1).min(SPEEDS.len()),
            (_, Some('-' | '_')) => *speed = speed.saturating_sub(1).max(1),
            (Key::Esc, _) if values => view.values.open = false,
            (Key::Enter, _) if values => view.who_wrote_chosen(session)?,
            (Key::Delete, _) if values => view.drop_watch(),
            (Key::Enter, _) => {
                if over {
                    view.go(session, Goal::Step(0), true)?;
                    if view.scene.asks {
                        self.ask(session)?;
                        return Ok(false);
                    }
                }
                return Ok(!running);
            }
            (_, Some('r')) if self.purpose == Purpose::Program => {
                view.run_again(session)?;
                return Ok(false);
            }
            (_, Some('t')) => {
                view.note = Some(view.scene.text.clone());
                return Ok(false);
            }
            (_, Some('g')) => {
                let n = dialog::ask_number(&mut session.console, say!("Go to step"))?;
                if let Some(n) = n.map(|n| n.max(0) as u64) {
                    view.go(session, Goal::Step(n), n < view.stepper.steps())?;
                    return Ok(false);
                }
            }
            _ => {
                // In the values window, these keys select another value.
                let selects = values && matches!(key, Key::Left | Key::Right | Key::Home | Key::End);
                let goal = goal(key, view.line).filter(|_| !selects);
                let Some((goal, back)) = goal else {
                    // A key that inspects the program ends automatic mode; a key without a meaning does not.
                    let looks = view.look(session, key)?;
                    return Ok(running && !looks);
                };
                // There is no step before the first and none after the last.
                let stays = if back { view.stepper.steps() == 0 && !over } else { over };
                if stays {
                    self.view.note = self.describe_end();
                } else {
                    view.go(session, goal, back)?;
                }
                return Ok(false);
            }
        }
        Ok(running)
    }

    /// Asks a question and counts the answer.
    fn ask(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let right = self.view.ask(session, self.title)?;
        if let (Some(right), Some(name)) = (right, self.purpose.name()) {
            session.profile.progress_made(|made| made.answer(name, right));
        }
        Ok(())
    }

    /// Returns the exit from the scene that a key chooses, if any.
    fn scene_end(&self, key: Key) -> Option<SceneEnd> {
        let (view, part) = (&self.view, self.cursor.part);
        let over = view.is_over();
        let at_start = view.stepper.steps() == 0 && !over;
        let lesson = matches!(self.purpose, Purpose::Lesson(_));
        Some(match (key, key.letter()) {
            (Key::Esc, _) if view.values.open => return None,
            (Key::Esc, _) => SceneEnd::Out(Exit::Closed),
            // The end of a user's program does not close the debugger.
            _ if self.purpose == Purpose::Program => return None,
            (Key::F(5), _) => SceneEnd::Out(Exit::Off),
            (_, Some('p')) if lesson => SceneEnd::Out(Exit::Play),
            (_, Some('e')) if lesson => SceneEnd::Out(Exit::Edit(part, view.line)),
            (_, Some('d')) if self.purpose == Purpose::Drop => SceneEnd::Out(Exit::Finished),
            (Key::Tab, _) => SceneEnd::Next,
            (Key::Enter, _) if over && !lesson => SceneEnd::Out(Exit::Finished),
            (Key::Right | Key::Space | Key::F(7), _) if over => SceneEnd::Next,
            (Key::Left | Key::Backspace | Key::ShiftF(7), _) if at_start && part > 0 => SceneEnd::Previous,
            _ => return None,
        })
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let over = self.view.is_over();
        if self.view.values.open {
            return VALUES_KEYS.to_vec();
        }
        let enter = match (self.purpose, over) {
            (Purpose::Program, false) if self.view.stepper.line() != Some(self.view.line) => {
                return CURSOR_KEYS.to_vec();
            }
            (Purpose::Program, false) => return PROGRAM_KEYS.to_vec(),
            (Purpose::Program, true) => return END_KEYS.to_vec(),
            (_, false) => say!("Run"),
            (Purpose::Drop, true) => say!("Drop"),
            (Purpose::Answer, true) => say!("Next"),
            (Purpose::Lesson(_), true) => say!("Again"),
        };
        let (drops, lesson) = (self.purpose == Purpose::Drop, matches!(self.purpose, Purpose::Lesson(_)));
        let keys = [
            (over, "←", say!("Step back")),
            (over && (self.more || !drops), "→", say!("Go on")),
            (!over, "F7", say!("Into")),
            (!over, "F8", say!("Over")),
            (!over, "←→", say!("Step")),
            (!over && !drops, "F4", say!("Here")),
            (true, "Enter", enter),
            (!over && drops, "D", say!("Drop")),
            // In a lesson, a step after the last one also goes to the next part.
            (self.more && !lesson, "Tab", say!("Next")),
            (!over && self.purpose != Purpose::Answer, "A", say!("Ask")),
            (lesson, "E", say!("Edit")),
            (true, "F1", say!("Help")),
            (true, "Esc", say!("Close")),
        ];
        keys.into_iter().filter(|(works, ..)| *works).map(|(_, key, what)| (key, what)).collect()
    }

    /// Returns the note for a key that would step beyond the start or the end.
    fn describe_end(&self) -> Option<String> {
        let said = match (self.view.stepper.is_over(), self.view.stepper.fault()) {
            _ if self.purpose != Purpose::Program => return None,
            (true, Some(fault)) => &say!("{fault}. The program cannot continue; ← goes back.", fault),
            (true, None) => say!("The program has ended. ← steps back, Ctrl+F2 restarts it."),
            (false, _) => say!("This is the start of the program."),
        };
        Some(said.to_string())
    }
}

/// Returns the goal of a key, and whether the program runs backwards to it. `line` is the line of the cursor.
fn goal(key: Key, line: usize) -> Option<(Goal, bool)> {
    Some(match (key, key.letter()) {
        (Key::Right | Key::Space | Key::F(7), _) => (Goal::Into, false),
        (Key::Left | Key::Backspace | Key::ShiftF(7), _) => (Goal::Into, true),
        (Key::F(8), _) => (Goal::Over, false),
        (Key::ShiftF(8), _) => (Goal::Over, true),
        (Key::Char('O'), _) => (Goal::Out, true),
        (_, Some('o')) => (Goal::Out, false),
        (Key::F(4), _) => (Goal::Line(line), false),
        (Key::ShiftF(4), _) => (Goal::Line(line), true),
        (Key::CtrlF(9), _) => (Goal::Breakpoint, false),
        (Key::ShiftF(9), _) => (Goal::Breakpoint, true),
        (Key::Home | Key::CtrlF(2), _) => (Goal::Step(0), true),
        (Key::End, _) => (Goal::End, false),
        _ => return None,
    })
}

/// Lets the student mark the stones that the scene's call turns over, and removes the question from the scene.
/// Returns `None` if the student leaves.
pub(crate) fn guess(
    session: &mut Session<'_>,
    title: &str,
    scene: &mut Scene,
) -> Result<Option<Vec<Place>>, Quit> {
    let question = std::mem::replace(&mut scene.text, say!("The program finds the answer.").to_string());
    SceneView::new(scene.clone()).ask_stones(session, title, &question)
}

/// The menus, whose actions are the keys.
const MENUS: [Menu<Key>; 3] = [
    (
        phrase!("Run"),
        &[
            (phrase!("Run"), 'r', "Ctrl+F9", Key::CtrlF(9)),
            (phrase!("Run again with other input"), 'o', "R", Key::Char('r')),
            (phrase!("Program reset"), 'p', "Ctrl+F2", Key::CtrlF(2)),
            (phrase!("Go to cursor"), 'g', "F4", Key::F(4)),
            (phrase!("Trace into"), 't', "F7", Key::F(7)),
            (phrase!("Step over"), 's', "F8", Key::F(8)),
            (phrase!("User screen"), 'u', "Alt+F5", Key::AltF(5)),
        ],
    ),
    (
        phrase!("Back"),
        &[
            (phrase!("Run back"), 'r', "Shift+F9", Key::ShiftF(9)),
            (phrase!("Back to cursor"), 'b', "Shift+F4", Key::ShiftF(4)),
            (phrase!("Trace back"), 't', "Shift+F7", Key::ShiftF(7)),
            (phrase!("Step back over"), 's', "Shift+F8", Key::ShiftF(8)),
        ],
    ),
    (
        phrase!("Debug"),
        &[
            (phrase!("All values"), 'v', "F6", Key::F(6)),
            (phrase!("Who wrote this?"), 'w', "W", Key::Char('w')),
            (phrase!("Why not this line?"), 'y', "Y", Key::Char('y')),
            (phrase!("Evaluate"), 'e', "Ctrl+F4", Key::CtrlF(4)),
            (phrase!("Call stack"), 'c', "Ctrl+F3", Key::CtrlF(3)),
            (phrase!("Add watch"), 'a', "Ctrl+F7", Key::CtrlF(7)),
            (phrase!("Breakpoint"), 'b', "Ctrl+F8", Key::CtrlF(8)),
            (phrase!("Stop if"), 's', "Alt+F8", Key::AltF(8)),
        ],
    ),
];

/// The keys while the program is stopped.
const PROGRAM_KEYS: [(&str, &str); 8] = [
    ("F7", phrase!("Into")),
    ("F8", phrase!("Over")),
    ("←", phrase!("Back")),
    ("Ctrl+F9", phrase!("Run")),
    ("F6", phrase!("Values||of variables")),
    ("W", phrase!("Who wrote")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

/// The keys at the end of the program.
const END_KEYS: [(&str, &str); 7] = [
    ("←", phrase!("Back")),
    ("Ctrl+F2", phrase!("Start||of the program")),
    ("Alt+F5", phrase!("Screen")),
    ("F6", phrase!("Values||of variables")),
    ("W", phrase!("Who wrote")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

/// The keys while the cursor and the program are on different lines.
const CURSOR_KEYS: [(&str, &str); 6] = [
    ("F4", phrase!("Go here")),
    ("Shift+F4", phrase!("Back here")),
    ("Ctrl+F8", phrase!("Break")),
    ("Y", phrase!("Why not?")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

/// The keys in the values window.
const VALUES_KEYS: [(&str, &str); 7] = [
    ("Enter", phrase!("Who wrote")),
    ("F7", phrase!("Into")),
    ("Ctrl+F4", phrase!("Change")),
    ("Ctrl+F7", phrase!("Watch")),
    ("F6", phrase!("Code")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

/// Debugs a program until Esc. `first` is a key to handle at the start.
pub(crate) fn debug(
    session: &mut Session<'_>,
    title: &str,
    view: &mut SceneView,
    first: Option<Key>,
) -> Result<(), Quit> {
    let cursor = &mut Cursor::default();
    let mut walk = Walk { view, cursor, title, purpose: Purpose::Program, more: false };
    session.with_help(help::DEBUGGER, |session| {
        if let Some(key) = first {
            walk.view.draw(session, title, &PROGRAM_KEYS, None);
            walk.press(session, key, false)?;
        }
        walk.step(session).map(drop)
    })
}

/// Debugs a user's program, starting at step `n` of the scene. The scene's text describes the error.
pub(crate) fn step_through(session: &mut Session<'_>, title: &str, scene: Scene, n: u64) -> Result<(), Quit> {
    let mut view = SceneView::new(scene);
    view.begin_at(session, Goal::Step(n))?;
    view.note = Some(view.scene.text.clone());
    debug(session, title, &mut view, None)
}

/// Shows the effect of a drop in advance if the tutor is on and the place is free. Returns true if the move
/// should be made, false if the student closed the tutor.
pub(crate) fn watch_drop(session: &mut Session<'_>, game: &ActiveGame, place: Place) -> Result<bool, Quit> {
    if !session.table.tutor {
        return Ok(true);
    }
    let Some((title, scenes)) = at_the_board::scenes(&**game, place) else {
        return Ok(true);
    };
    let parts: Vec<Part> = scenes.into_iter().map(Part::from).collect();
    let mut cursor = Cursor::default();
    let left = session
        .with_help(help::TUTOR, |session| walk(session, &title, &parts, &mut cursor, Purpose::Drop))?;
    session.table.tutor = left != Exit::Off;
    game_loop::draw(session, game);
    Ok(left != Exit::Closed)
}
