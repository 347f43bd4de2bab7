//! Who wrote this? The way back to the step that changed a value or a pixel last.

use super::at::At;
use super::subject::Subject;
use crate::play::dialog;
use crate::play::session::Session;
use crate::screen::data::Named;
use crate::screen::user_screen::{COLORS, as_seen};
use lessons::tutor::stepper::{Goal, Stopped};
use turbo::dos::Quit;

impl At {
    /// Asks about the chosen value.
    pub(super) fn who_wrote_chosen(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        match self.values.named().cloned() {
            Some(named) => self.who_wrote(session, Subject::Value(named)),
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

    /// Goes back to the step that changed it last, and stands before that.
    fn who_wrote(&mut self, session: &mut Session<'_>, subject: Subject) -> Result<(), Quit> {
        let now = self.worth(&subject);
        loop {
            match self.stepper.go_to(Goal::Into, true) {
                Stopped::There if self.worth(&subject) == now => {}
                Stopped::There => break,
                _ => {
                    self.note = Some(format!("Nothing has changed {}.", self.name(&subject)));
                    return Ok(());
                }
            }
        }
        let (name, before) = (self.name(&subject), self.worth(&subject));
        self.note = Some(format!(
            "This line changes {name} from {before} to {now}. W asks who wrote it before."
        ));
        self.asked = Some((self.stepper.n(), subject));
        self.values.open = false;
        let _ = session;
        self.follow();
        Ok(())
    }

    fn worth(&self, subject: &Subject) -> String {
        match subject {
            Subject::Value(named) => self
                .value_of(named)
                .map_or("nothing".to_string(), |value| value.to_string()),
            Subject::Pixel(x, y) => {
                let color = as_seen(self.stepper.desk().picture()).getpixel(*x, *y);
                COLORS[usize::from(color.unwrap_or(0))].to_string()
            }
        }
    }

    fn name(&self, subject: &Subject) -> String {
        match subject {
            Subject::Value(named) => named.expression.clone(),
            Subject::Pixel(x, y) => format!("the pixel {x},{y}"),
        }
    }

    /// Asks for an expression, and who wrote it.
    pub(super) fn ask_who_wrote(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = "A variable or an element, such as t or Map[3][4]. For a pixel: Alt+F5, the arrows and Enter.";
        let console = &mut session.console;
        let typed = dialog::ask_text(console, "Who wrote it?", &self.expression, hint, "Ask")?;
        let Some(expression) = typed.filter(|typed| !typed.trim().is_empty()) else {
            return Ok(());
        };
        self.expression = expression.trim().to_string();
        let named = Named {
            call: 0,
            expression: self.expression.clone(),
        };
        match self.value_of(&named) {
            Ok(_) => self.who_wrote(session, Subject::Value(named)),
            Err(why) => {
                self.note = Some(dialog::sentence(&why));
                Ok(())
            }
        }
    }
}
