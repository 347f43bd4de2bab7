//! The tutor's menu of lessons.

use super::dialog::{self, Choice, Item};
use super::help;
use super::predict::predict;
use super::session::Session;
use super::tutor::{Cursor, Left, Purpose, walk};
use crate::dos::{Console, Key, Quit};
use crate::games::Game;
use crate::screen::tutor as screen;
use crate::tutor::lessons::{LESSONS, Lesson};

/// The menu of lessons, and how far the student has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tutor {
    chosen: usize,
    open: bool,
    cursor: Cursor,
    /// Was the lesson chosen by name? Then there is no menu to go back to.
    named: bool,
}

/// The name of the prediction quiz, which follows those of the lessons.
pub const PREDICT: &str = "predict";

impl Tutor {
    /// Opens the lesson of this name, or [`PREDICT`].
    ///
    /// # Errors
    /// There is no such lesson.
    pub fn at(name: &str) -> Result<Tutor, String> {
        let names = || LESSONS.iter().map(|lesson| lesson.name).chain([PREDICT]);
        let chosen = names().position(|n| n == name).ok_or_else(|| {
            let all: Vec<&str> = names().collect();
            format!(
                "no lesson is named '{}'; there are {}",
                name.escape_debug(),
                all.join(", ")
            )
        })?;
        Ok(Tutor {
            chosen,
            open: true,
            named: true,
            ..Tutor::default()
        })
    }

    /// Shows the menu and the lessons until the student leaves. Returns the game to play if the student wants to drop stones on a
    /// lesson's board; after it, this continues where the student was.
    ///
    /// # Errors
    /// The window was closed.
    pub fn run(&mut self, session: &mut Session<'_>) -> Result<Option<Box<dyn Game>>, Quit> {
        let page = session.console.turn_to(help::TUTOR);
        let left = self.lessons(session);
        session.console.turn_to(page);
        left
    }

    fn lessons(&mut self, session: &mut Session<'_>) -> Result<Option<Box<dyn Game>>, Quit> {
        loop {
            if !self.open {
                if !self.choose(session)? {
                    return Ok(None);
                }
                (self.open, self.cursor.scene, self.cursor.n) = (true, 0, 0);
            }
            match LESSONS.get(self.chosen) {
                Some(lesson) => {
                    let scenes = lesson.scenes();
                    let cursor = &mut self.cursor;
                    if walk(session, lesson.title, &scenes, cursor, Purpose::Lesson)? == Left::Play
                    {
                        return Ok(Some(lesson.game(self.cursor.scene)));
                    }
                }
                None => predict(session)?,
            }
            self.open = false;
            if self.named {
                return Ok(None);
            }
        }
    }

    /// Lets the student choose a lesson. False if the student leaves.
    fn choose(&mut self, session: &mut Session<'_>) -> Result<bool, Quit> {
        let keys = [
            ("↑↓", "Choose"),
            ("Enter", "Begin"),
            ("F1", "Help"),
            ("F9", "Colour"),
            ("Esc", "Leave"),
        ];
        let hot = "abcdefghijklmnopqrstuvwxyz";
        let titles = LESSONS.iter().map(|lesson: &Lesson| lesson.title);
        let lines = titles
            .chain(["What will turn over? Ten positions"])
            .zip(hot.chars());
        let lines: Vec<(String, char)> = lines
            .map(|(title, c)| (format!("{c}  {title}"), c))
            .collect();
        let items: Vec<Item<'_>> = lines.iter().map(|(line, c)| (line.as_str(), *c)).collect();
        loop {
            screen::ground(session.console.screen(), session.settings.theme);
            match dialog::choose(
                &mut session.console,
                72,
                "Lessons",
                &items,
                &keys,
                &mut self.chosen,
            )? {
                Choice::Item(_) => return Ok(true),
                Choice::Closed => return Ok(false),
                Choice::Other(Key::F(9)) => session.settings.theme = session.settings.theme.next(),
                Choice::Other(_) => {}
            }
        }
    }
}
