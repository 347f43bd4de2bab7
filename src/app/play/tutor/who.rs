//! The question "Who wrote this?", which goes back to the last step that changed a value or a pixel.

use super::scene_view::{LastAnswer, SceneView};
use crate::play::session::Session;
use lessons::tutor::stepper::Stopped;
use screen::data::{GLOBAL, Named};
use turbo::c::{Goal, Watched};
use turbo::dos::Quit;
use turbo::dos::bgi::COLORS;
use words::say;

/// The maximum total length of the values in a note, in bytes.
const MOST: usize = 160;

/// In a long call stack, the search for a variable covers only this number of the innermost and of the
/// outermost calls.
const NEAR: usize = 16;

impl SceneView {
    /// Goes back to just before the last step that changed the selected value.
    pub(super) fn who_wrote_chosen(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let named = self.values.named().cloned();
        named.map_or(Ok(()), |named| self.who_wrote_value(session, &named))
    }

    /// Goes back to just before the last step that changed the pixel under the cursor on the program's
    /// screen.
    pub(super) fn who_drew(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let (x, y) = self.pixel.at;
        let name = say!("the pixel {x},{y}", x, y);
        self.who_wrote(session, name, Watched::Pixel(x, y))
    }

    /// Repeats the last question if the program is at the step to which its answer led; otherwise asks for an
    /// expression.
    pub(super) fn who_wrote_again(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = say!(
            "A variable or an element, such as t or Map[3][4]. For a pixel: Alt+F5, the arrows and Enter."
        );
        match self.asked.clone() {
            Some(LastAnswer { n, name, watched }) if n == self.stepper.steps() => {
                self.who_wrote(session, name, watched)
            }
            _ => match self.ask_expression(session, say!("Who wrote it?"), hint, say!("Ask"))? {
                Some(named) => self.who_wrote_value(session, &named),
                None => Ok(()),
            },
        }
    }

    /// Goes back to the last step at which the cursor's line could have run but did not, and says why.
    pub(super) fn why_not(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let begun = self.stepper.begin_why_not(self.line);
        let Some(mut run) = self.noted(begun) else { return Ok(()) };
        let stopped = self.travel(session, &mut run, false)?;
        if stopped == Stopped::Running {
            return Ok(());
        }
        self.note = self.stepper.why_not(&run).map(|reason| reason.text);
        self.values.open = false;
        if stopped == Stopped::Reached {
            self.follow();
        }
        Ok(())
    }

    fn who_wrote_value(&mut self, session: &mut Session<'_>, named: &Named) -> Result<(), Quit> {
        let Named { call, expression } = named;
        let place = self.stepper.place_of(expression, *call);
        let watched = self.noted(place);
        watched.map_or(Ok(()), |watched| self.who_wrote(session, expression.clone(), watched))
    }

    /// Goes back to just before the last step that changed the watched value or pixel.
    fn who_wrote(&mut self, session: &mut Session<'_>, name: String, watched: Watched) -> Result<(), Quit> {
        let begun = self.stepper.begin_who_wrote(&watched);
        let Some(mut run) = self.noted(begun) else { return Ok(()) };
        match self.travel(session, &mut run, false)? {
            Stopped::Reached => {
                let before = self.current_value(&name, &watched);
                // The value is described as it was right after the step.
                self.stepper.go_to(Goal::Into, false);
                let now = self.current_value(&name, &watched);
                self.stepper.go_to(Goal::Into, true);
                let change = match (before, now) {
                    (Some(before), Some(now)) if before.len() + now.len() < MOST => {
                        say!("changes {name} from {before} to {now}", name, before, now)
                    }
                    (None, Some(now)) if now.len() < MOST => say!("makes {name}: {now}", name, now),
                    _ => say!("changes {name}", name),
                };
                let wrote = match watched {
                    Watched::Pixel(..) => say!("drew"),
                    _ => say!("wrote"),
                };
                self.note = Some(say!("This step {change}. W asks who {wrote} it before.", change, wrote));
                let n = self.stepper.steps();
                self.asked = Some(LastAnswer { n, name, watched });
                self.values.open = false;
            }
            Stopped::Running => {}
            _ => self.note = Some(say!("No earlier step changed {name}.", name)),
        }
        self.follow();
        Ok(())
    }

    /// Returns the current value of a watched variable, or the current colour of a pixel, if it has one.
    fn current_value(&self, name: &str, watched: &Watched) -> Option<String> {
        if let Watched::Pixel(x, y) = watched {
            let color = self.stepper.console().picture().as_shown().getpixel(*x, *y)?;
            return Some(COLORS[usize::from(color)].to_string());
        }
        // The same name can mean another variable in another call.
        let is_it = |call: &usize| {
            let place = self.stepper.place_of(name, *call);
            place.is_ok_and(|place| place == *watched)
        };
        let count = self.stepper.frames().len();
        let is_near_an_end = |call: &usize| *call < NEAR || call + NEAR >= count;
        let mut calls = (0..count).filter(is_near_an_end).chain([GLOBAL]);
        let call = calls.find(is_it)?;
        let expression = name.to_string();
        let value = self.value_of(&Named { call, expression }).ok()?;
        Some(value.to_string())
    }
}
