//! Questions about the next step: the student answers, then the machine makes the step.

use super::scene_view::SceneView;
use crate::play::session::Session;
use ::screen::tutor as screen;
use games::Place;
use lessons::tutor::questions::{self, Question};
use lessons::tutor::stepper::Goal;
use turbo::dos::{Console, Key, Quit};
use words::say;

impl SceneView {
    /// Asks what comes next, then shows it. Returns whether the answer was right, or `None` if there is no
    /// question or no answer.
    pub(crate) fn ask(&mut self, session: &mut Session<'_>, title: &str) -> Result<Option<bool>, Quit> {
        let Some(question) = questions::about(&mut self.stepper, self.scene.shows) else {
            self.note = Some(say!("There is nothing to ask about this step.").to_string());
            return Ok(None);
        };
        self.follow();
        let right = match &question {
            Question::Line { right } => self.ask_line(session, title, &question)?.map(|line| line == *right),
            Question::Value { right, .. } => {
                self.ask_value(session, title, &question)?.map(|value| value == i64::from(*right))
            }
            Question::Stones { right } => self
                .ask_stones(session, title, &question.text())?
                .map(|guess| guess.len() == right.len() && guess.iter().all(|place| right.contains(place))),
        };
        let Some(right) = right else {
            return Ok(None);
        };
        let goal = match question {
            Question::Stones { .. } => Goal::Out,
            _ => Goal::Into,
        };
        self.go(session, goal, false)?;
        self.answered = self.scene.asks;
        let answer = question.answer();
        let note = if right { say!("Right: {answer}.", answer) } else { say!("No: {answer}.", answer) };
        let (rights, asked) = &mut self.score;
        (*rights, *asked) = (*rights + u32::from(right), *asked + 1);
        self.note = Some(match *asked {
            1 => note,
            asked => say!("{note} So far {rights} of {asked} answers are right.", note, rights, asked),
        });
        Ok(Some(right))
    }

    /// Lets the student move the cursor to the line that runs next.
    fn ask_line(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        question: &Question,
    ) -> Result<Option<usize>, Quit> {
        let keys = [
            ("↑↓", say!("Go||with arrows")),
            ("Enter", say!("This line")),
            ("F1", say!("Help")),
            ("Esc", say!("Close")),
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

    /// Lets the student type the next value of a variable.
    fn ask_value(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        question: &Question,
    ) -> Result<Option<i64>, Quit> {
        let keys =
            [("0-9", say!("Type")), ("Enter", say!("Done")), ("F1", say!("Help")), ("Esc", say!("Close"))];
        let mut typed = String::new();
        loop {
            self.note = Some(format!("{} {typed}_", question.text()));
            self.draw(session, title, &keys, None);
            match session.console.getkey()? {
                Key::Char(c) if typed.len() < 9 && (c.is_ascii_digit() || c == '-') => typed.push(c),
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

    /// Lets the student mark the stones that turn over.
    pub(crate) fn ask_stones(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        question: &str,
    ) -> Result<Option<Vec<Place>>, Quit> {
        let keys = [
            ("↑↓←→", say!("Go||with arrows")),
            ("Space", say!("Mark")),
            ("Enter", say!("See")),
            ("F1", say!("Help")),
            ("Esc", say!("Close")),
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
                _ => {}
            }
        }
        (self.note, self.guess) = (None, None);
        Ok(None)
    }
}
