//! Expressions of C: those that are watched, and one that is evaluated and given another value.

use super::at::At;
use crate::play::dialog;
use crate::play::session::Session;
use crate::screen::data::Named;
use turbo::c::Value;
use turbo::dos::Quit;

impl At {
    /// What an expression is worth where the program stands.
    pub(super) fn value_of(&self, named: &Named) -> Result<Value, String> {
        let frames = self.stepper.frames();
        let globals = self.stepper.machine().globals();
        let locals = frames.get(named.call).map_or(&[][..], |f| &f.variables);
        let mut all = locals.iter().rev().chain(&globals);
        let found = all.find(|var| var.name == named.expression);
        found
            .map(|var| var.value.clone())
            .ok_or(format!("{} is not seen here", named.expression))
    }

    /// The watched expressions with their values.
    pub(super) fn watched(&self) -> Vec<(String, Result<Value, String>)> {
        let watched = |expression: &String| {
            let named = Named {
                call: 0,
                expression: expression.clone(),
            };
            (expression.clone(), self.value_of(&named))
        };
        self.watches.iter().map(watched).collect()
    }

    /// The expression that a box begins with: the one that is chosen, or that was evaluated last.
    fn proposed(&self) -> &str {
        match self.values.named() {
            Some(named) if self.values.open => &named.expression,
            _ => &self.expression,
        }
    }

    /// Asks for an expression to be watched.
    pub(super) fn add_watch(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = "Any expression of C, such as score[1] - score[2], Map[3] or *p. In the window of the values (F6) Del takes a watch away.";
        let console = &mut session.console;
        let typed = dialog::ask_text(console, "Add a watch", self.proposed(), hint, "Watch")?;
        if let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) {
            self.watches.push(typed.trim().to_string());
        }
        Ok(())
    }

    /// Takes the chosen watch away, if one is chosen.
    pub(super) fn drop_watch(&mut self) {
        if let Some(named) = self.values.named() {
            self.watches.retain(|watch| *watch != named.expression);
        }
    }
}
