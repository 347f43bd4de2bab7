//! The tutor on the screen: the loop that walks through the steps, key by key.

use super::help;
use super::session::Session;
use crate::dos::{Console, Key, Quit};
use crate::games::gomoku::{Point, Rules};
use crate::games::othello::Cell;
use crate::games::stone::Stone;
use crate::games::{Game, Place, gomoku, othello};
use crate::screen::board;
use crate::screen::tutor::{self as screen, View};
use crate::tutor::scene::{Scene, judges};
use crate::tutor::trace::Trace;

/// How long a step is shown when the tutor runs automatically, in ms, from speed 1 to speed 9.
const SPEEDS: [u32; 9] = [2000, 1200, 800, 500, 300, 150, 80, 40, 15];

/// Why there is something to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To learn: P leaves it to drop stones.
    Lesson,
    /// A stone is about to be dropped: Enter drops it when everything was shown.
    Drop,
    /// The student has answered a question: the tutor runs automatically, and Enter goes on when everything was shown.
    Answer,
}

/// How the tutor was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// By Esc.
    Closed,
    /// By P: the student wants to drop stones.
    Play,
    /// By F5: the tutor is turned off.
    Off,
}

/// Where the student is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The scene.
    pub scene: usize,
    /// How many of its steps were made.
    pub n: usize,
    /// How fast it runs automatically, 1 to 9.
    pub speed: usize,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor {
            scene: 0,
            n: 0,
            speed: 5,
        }
    }
}

impl Cursor {
    /// Goes where the key leads. False if the key is not one of the tutor's.
    fn follow(&mut self, key: Key, scenes: &[Scene]) -> bool {
        let scene = &scenes[self.scene];
        let (first, last) = (self.n == 0, self.n == scene.len());
        match key {
            Key::Right | Key::Space | Key::Down | Key::PageDown if last => {
                if self.scene + 1 < scenes.len() {
                    (self.scene, self.n) = (self.scene + 1, 0);
                }
            }
            Key::Left | Key::Backspace | Key::Up | Key::PageUp if first => {
                if self.scene > 0 {
                    self.scene -= 1;
                    self.n = scenes[self.scene].len();
                }
            }
            Key::Right | Key::Space => self.n += 1,
            Key::Left | Key::Backspace => self.n -= 1,
            Key::Down | Key::PageDown => self.n = scene.next_beginning(self.n),
            Key::Up | Key::PageUp => self.n = scene.previous_beginning(self.n),
            Key::Home => self.n = 0,
            Key::End => self.n = scene.len(),
            Key::Tab => (self.scene, self.n) = ((self.scene + 1) % scenes.len(), 0),
            _ => return false,
        }
        true
    }
}

/// Lets the student walk through the scenes until the student leaves.
///
/// # Errors
/// The window was closed.
pub fn walk(
    session: &mut Session<'_>,
    title: &str,
    scenes: &[Scene],
    cursor: &mut Cursor,
    purpose: Purpose,
) -> Result<Left, Quit> {
    let mut running = purpose == Purpose::Answer;
    loop {
        let scene = &scenes[cursor.scene];
        let over = cursor.n == scene.len();
        running &= !over;
        let keys = keys(purpose, scenes.len() > 1, over);
        let title = match scenes.len() {
            1 => title.to_string(),
            parts => format!("{title}, {} of {parts}", cursor.scene + 1),
        };
        let view = View {
            title,
            scene,
            n: cursor.n,
            running,
            speed: cursor.speed,
            keys: &keys,
        };
        screen::draw(session.console.screen(), session.settings.theme, &view);
        if running && !session.console.pause(SPEEDS[cursor.speed - 1])? {
            cursor.n += 1;
            continue;
        }
        let key = session.console.getkey()?;
        match (key, key.letter()) {
            (Key::Esc, _) => return Ok(Left::Closed),
            (Key::F(5), _) => return Ok(Left::Off),
            (_, Some('p')) if purpose == Purpose::Lesson => return Ok(Left::Play),
            (Key::F(9), _) => session.settings.theme = session.settings.theme.next(),
            (_, Some('+' | '=')) => cursor.speed = (cursor.speed + 1).min(SPEEDS.len()),
            (_, Some('-' | '_')) => cursor.speed = cursor.speed.saturating_sub(1).max(1),
            (Key::Enter, _) if over && purpose != Purpose::Lesson => return Ok(Left::Closed),
            (Key::Enter, _) => {
                running = !running;
                if over {
                    cursor.n = 0;
                }
            }
            _ => running &= !cursor.follow(key, scenes),
        }
    }
}

/// The line of keys. `parts`: there are several scenes. `over`: this is the end of one.
fn keys(purpose: Purpose, parts: bool, over: bool) -> Vec<(&'static str, &'static str)> {
    let enter = match purpose {
        Purpose::Drop if over => "Drop",
        Purpose::Answer if over => "Next",
        _ => "Run",
    };
    let mut keys = vec![
        ("←→", "Step"),
        ("↑↓", "Jump"),
        ("Home End", "Ends"),
        ("Enter", enter),
        ("+-", "Speed"),
    ];
    if parts {
        keys.push(("Tab", "Next"));
    }
    if purpose == Purpose::Lesson {
        keys.push(("P", "Play"));
    }
    if keys.len() < 7 {
        keys.push(("F1", "Help"));
    }
    let esc = match purpose {
        Purpose::Drop => "Drop",
        Purpose::Answer => "Next",
        Purpose::Lesson => "Leave",
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
    let Some((title, scenes)) = scenes(game, place) else {
        return Ok(());
    };
    let page = session.console.turn_to(help::TUTOR);
    let mut cursor = Cursor::default();
    let left = walk(session, &title, &scenes, &mut cursor, Purpose::Drop)?;
    session.console.turn_to(page);
    session.table.tutor = left != Left::Off;
    let (face, look) = (session.face(game), session.look(game));
    board::draw(session.console.screen(), face, game, &look);
    Ok(())
}

/// What there is to watch when a stone is dropped on a free place.
fn scenes(game: &dyn Game, (row, col): Place) -> Option<(String, Vec<Scene>)> {
    let stone = game.stone_of_turn(game.t());
    if let Some(game) = game.of::<othello::Game>() {
        let cell = Cell { row, col };
        if game.map()[row][col] != 0 {
            return None;
        }
        let trace = Trace::qp_change(game.map(), cell, game.t());
        let text = format!(
            "{} drops a stone on {cell} in turn {}. In each of eight directions QpChange looks for {} \
             stones between it and another {stone} one. They turn over.",
            stone.name(),
            game.t(),
            stone.other(),
        );
        let scene = Scene::new(text, vec![trace]);
        return Some((format!("Tutor: {cell}"), vec![scene]));
    }
    let game = game.of::<gomoku::Game>()?;
    let point = Point::new(row, col);
    if game.stone_at(point).is_some() {
        return None;
    }
    let mut pieces = game.pieces().to_vec();
    pieces.push(point);
    let drops = format!("{} drops stone {} on {point}.", stone.name(), pieces.len());
    Some((format!("Tutor: {point}"), judges(&drops, &pieces)))
}
