//! C expressions: watches, evaluation and assignment.

use super::scene_view::SceneView;
use crate::play::dialog;
use crate::play::session::Session;
use screen::data::Named;
use turbo::c::{Message, Value};
use turbo::dos::Quit;
use words::say;

/// The maximum number of characters of a value in a box.
const MOST: usize = 600;

impl SceneView {
    /// Evaluates an expression in the current state of the program.
    pub(super) fn value_of(&self, named: &Named) -> Result<Value, Message> {
        self.stepper.evaluate(&named.expression, named.call)
    }

    /// Returns the value, or notes the error.
    pub(super) fn noted<T>(&mut self, found: Result<T, Message>) -> Option<T> {
        found.map_err(|message| self.note = Some(dialog::sentence(&message.text))).ok()
    }

    /// Returns the watches with their values.
    pub(super) fn watched(&self) -> Vec<(String, Result<Value, String>)> {
        let watched = |expression: &String| {
            let value = self.value_of(&Named::innermost(expression));
            (expression.clone(), value.map_err(|message| message.text))
        };
        self.watches.iter().map(watched).collect()
    }

    /// Returns the selected value, if the window is open.
    fn chosen(&self) -> Option<&Named> {
        self.values.named().filter(|_| self.values.open)
    }

    /// Asks for an expression. The initial text is the selected expression, or the last one.
    pub(super) fn ask_expression(
        &mut self,
        session: &mut Session<'_>,
        title: &str,
        hint: &str,
        enter: &str,
    ) -> Result<Option<Named>, Quit> {
        let chosen = self.chosen().map(|named| &named.expression);
        let text = chosen.unwrap_or(&self.expression).clone();
        let typed = dialog::ask_text(&mut session.console, title, &text, hint, enter)?;
        let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) else {
            return Ok(None);
        };
        self.expression = typed.trim().to_string();
        Ok(Some(match self.chosen() {
            Some(named) if named.expression == self.expression => named.clone(),
            _ => Named::innermost(&self.expression),
        }))
    }

    /// Asks for an expression to watch.
    pub(super) fn add_watch(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = say!(
            "A C expression: score[1] - score[2], Map[3], *p. In the values window (F6), Del removes a watch."
        );
        if let Some(named) = self.ask_expression(session, say!("Add a watch"), hint, say!("Watch"))? {
            self.watches.push(named.expression);
        }
        Ok(())
    }

    /// Removes the selected watch.
    pub(super) fn drop_watch(&mut self) {
        if let Some(named) = self.values.named() {
            self.watches.retain(|watch| *watch != named.expression);
        }
    }

    /// Asks for an expression, shows its value, and asks for a new one.
    pub(super) fn evaluate(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = say!(
            "A C expression: score[1] - score[2], Map[3], *p. An assignment such as t = 3 changes the value."
        );
        let Some(named) = self.ask_expression(session, say!("Evaluate"), hint, say!("Evaluate"))? else {
            return Ok(());
        };
        let Ok(value) = self.value_of(&named) else {
            self.assign(&named);
            return Ok(());
        };
        let expression = &named.expression;
        let value: String = value.to_string().chars().take(MOST).collect();
        if !self.stepper.can_assign(expression, named.call) {
            let text = say!("{expression} is {value}.", expression, value);
            return dialog::tell(&mut session.console, &text);
        }
        let hint =
            say!("{expression} is {value}. Type a new value, or press Esc to keep it.", expression, value);
        let typed = dialog::ask_text(&mut session.console, say!("Evaluate"), "", &hint, say!("Change"))?;
        if let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) {
            self.assign(&Named { expression: format!("{expression} = {typed}"), ..named });
        }
        Ok(())
    }

    /// Evaluates an assignment.
    fn assign(&mut self, named: &Named) {
        let made = self.stepper.assign(&named.expression, named.call);
        self.note = Some(match made {
            Ok(_) => say!("{expression}: done.", expression = named.expression),
            Err(message) => dialog::sentence(&message.text),
        });
    }
}
