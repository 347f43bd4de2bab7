//! Who wrote this? The way back to the step that changed a value or a pixel last.

use super::at::At;
use super::subject::Subject;
use crate::play::dialog;
use crate::play::session::Session;
use crate::screen::user_screen::{COLORS, as_seen};
use lessons::tutor::stepper::Stopped;
use turbo::c::Watched;
use turbo::dos::Quit;

/// The most characters of two values in a note.
const MOST: usize = 160;

impl At {
    /// Asks about the chosen value.
    pub(super) fn who_wrote_chosen(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        match self.values.named().cloned() {
            Some(named) => {
                let subject = Subject::value(&named, &self.stepper.frames());
                self.who_wrote(session, subject)
            }
            None => Ok(()),
        }
    }

    /// Asks about the pixel at the cursor of the program's screen.
    pub(super) fn who_drew(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let (x, y) = self.pixel;
        self.who_wrote(session, Subject::Pixel(x, y))
    }

    /// Asks once more about the same where the last answer has led, and elsewhere for an expression.
    pub(super) fn who_wrote_again(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        match self.asked.clone() {
            Some((n, subject)) if n == self.stepper.n() => self.who_wrote(session, subject),
            _ => self.ask_who_wrote(session),
        }
    }

    fn ask_who_wrote(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = "A variable or an element, such as t or Map[3][4]. For a pixel: Alt+F5, the arrows and Enter.";
        match self.ask_expression(session, "Who wrote it?", hint, "Ask")? {
            Some(named) => {
                let subject = Subject::value(&named, &self.stepper.frames());
                self.who_wrote(session, subject)
            }
            None => Ok(()),
        }
    }

    /// Goes back to where the program stands before the step that changed it last.
    fn who_wrote(&mut self, session: &mut Session<'_>, subject: Subject) -> Result<(), Quit> {
        let name = match &subject {
            Subject::Value { expression, .. } => expression.clone(),
            Subject::Pixel(x, y) => format!("the pixel {x},{y}"),
        };
        let begun = match self.seen(&subject) {
            Some(seen) => self.stepper.debugger().begin_who_wrote(&seen),
            None => return self.say(format!("{name} is not there before this.")),
        };
        let mut run = match begun {
            Ok(run) => run,
            Err(message) => return self.say(dialog::sentence(&message.text)),
        };
        let now = self.worth(&subject);
        match self.travel(session, &mut run, false)? {
            Stopped::There => {
                let change = match (self.worth(&subject), now) {
                    (Some(before), Some(now)) if before.len() + now.len() < MOST => {
                        format!("changes {name} from {before} to {now}")
                    }
                    (None, Some(now)) if now.len() < MOST => format!("makes {name}: {now}"),
                    _ => format!("changes {name}"),
                };
                self.note = Some(format!("This step {change}. W asks who wrote it before."));
                self.asked = Some((self.stepper.n(), subject));
                self.values.open = false;
            }
            Stopped::Running => {}
            _ => self.note = Some(format!("No step has changed {name}.")),
        }
        self.follow();
        Ok(())
    }

    fn say(&mut self, note: String) -> Result<(), Quit> {
        self.note = Some(note);
        Ok(())
    }

    /// What it is for the machine, where the program stands.
    fn seen(&self, subject: &Subject) -> Option<Watched> {
        match subject {
            Subject::Value { expression, call } => {
                let named = Subject::named(expression, *call, self.stepper.frames().len())?;
                Some(Watched::Expression(named.expression, named.call))
            }
            Subject::Pixel(x, y) => Some(Watched::Pixel(*x, *y)),
        }
    }

    /// Its value or its colour, if it has one where the program stands.
    fn worth(&self, subject: &Subject) -> Option<String> {
        match subject {
            Subject::Value { expression, call } => {
                let named = Subject::named(expression, *call, self.stepper.frames().len())?;
                self.value_of(&named).ok().map(|value| value.to_string())
            }
            Subject::Pixel(x, y) => {
                let color = as_seen(self.stepper.desk().picture()).getpixel(*x, *y)?;
                Some(COLORS[usize::from(color)].to_string())
            }
        }
    }
}
