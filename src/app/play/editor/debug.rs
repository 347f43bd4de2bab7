//! F7 and its friends on the text in the editor: the program in it is stepped.

use super::sheet::Editor;
use crate::play::dialog;
use crate::play::session::Session;
use crate::play::tutor::{self, At};
use lessons::tutor::scene::Scene;
use turbo::dos::{Key, Quit};
use words::say;

impl Editor {
    /// Opens the debugger, and there does what this key does, seen from the cursor. The program goes on from where it stands, or begins
    /// if it is over or the text is another; then a step only shows its first line.
    pub(super) fn debug(&mut self, session: &mut Session<'_>, key: Key) -> Result<(), Quit> {
        let stands = self.stepped.line(&self.text()).is_some();
        let is_step = matches!(key, Key::F(7 | 8));
        if !stands {
            self.stepped.at = self.begin(session)?;
        }
        let Some(mut at) = self.stepped.at.take() else {
            return Ok(());
        };
        let title = self.file.name().to_string();
        at.take(&self.stepped.breakpoints, &self.stepped.watches);
        if !is_step {
            at.line = self.text.cursor().line + 1;
        }
        let first = Some(key).filter(|_| stands || !is_step);
        let left = tutor::debug(session, &title, &mut at, first);
        (self.stepped.breakpoints, self.stepped.watches) = at.kept();
        self.go_to_line(at.line);
        self.stepped.at = Some(at);
        left
    }

    /// The program in the text at its start, or `None` if it has errors, which were shown.
    fn begin(&mut self, session: &mut Session<'_>) -> Result<Option<At>, Quit> {
        let Some(program) = self.compile(&mut session.console)? else {
            return Ok(None);
        };
        match Scene::of_main(program, Vec::new()) {
            Ok(scene) => Ok(Some(At::new(scene))),
            Err(why) => {
                dialog::tell(&mut session.console, &why)?;
                Ok(None)
            }
        }
    }

    /// Runs the program: to a breakpoint if there is one or if it is being stepped, and else to its end at the console.
    pub(super) fn run_or_go_on(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let stands = self.stepped.line(&self.text()).is_some();
        match stands || !self.stepped.breakpoints.is_empty() {
            true => self.debug(session, Key::CtrlF(9)),
            false => self.run_program(&mut session.console),
        }
    }

    /// Forgets where the program stands.
    pub(super) fn reset_program(&mut self) {
        self.note = match self.stepped.at.take() {
            Some(_) => say!("F7 and Ctrl+F9 begin the program anew.").to_string(),
            None => say!("No program is being stepped. F7 begins.").to_string(),
        };
    }
}
