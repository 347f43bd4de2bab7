//! The keys that debug the program in the editor.

use super::sheet::Editor;
use crate::play::dialog;
use crate::play::session::Session;
use crate::play::tutor::{self, SceneView};
use lessons::tutor::scene::Scene;
use turbo::c::Breakpoint;
use turbo::dos::{Key, Quit};
use words::say;

impl Editor {
    /// Opens the debugger and handles this key there. The program continues where it stopped, but restarts if
    /// it has ended or its text has changed. After a restart, a step key only shows the first line.
    pub(super) fn debug(&mut self, session: &mut Session<'_>, key: Key) -> Result<(), Quit> {
        let stands = self.stepped.line(&self.text).is_some();
        let is_step = matches!(key, Key::F(7 | 8));
        if !stands {
            self.stepped.view = self.begin(session)?;
        }
        let Some(mut view) = self.stepped.view.take() else {
            return Ok(());
        };
        let title = self.file.name().to_string();
        view.take(&self.stepped.breakpoints, &self.stepped.watches);
        if !is_step {
            view.line = self.text.cursor().line + 1;
        }
        let first = Some(key).filter(|_| stands || !is_step);
        let left = tutor::debug(session, &title, &mut view, first);
        (self.stepped.breakpoints, self.stepped.watches) = view.kept();
        self.go_to_line(view.line);
        self.stepped.view = Some(view);
        left
    }

    /// Starts the program in the editor. If it has errors, shows them and returns `None`.
    fn begin(&mut self, session: &mut Session<'_>) -> Result<Option<SceneView>, Quit> {
        let Some(program) = self.compile(&mut session.console)? else {
            return Ok(None);
        };
        let scene = Scene::of_main(program, Vec::new());
        Ok(dialog::or_tell(&mut session.console, Some(scene))?.map(SceneView::new))
    }

    /// Runs the program: in the debugger if it has breakpoints or is already being debugged, otherwise to its
    /// end.
    pub(super) fn run_or_go_on(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let stands = self.stepped.line(&self.text).is_some();
        match stands || !self.stepped.breakpoints.is_empty() {
            true => self.debug(session, Key::CtrlF(9)),
            false => self.run_program(&mut session.console, false),
        }
    }

    /// Toggles the breakpoint on the cursor's line.
    pub(super) fn toggle_breakpoint(&mut self) {
        let line = self.text.cursor().line + 1;
        let breakpoints = &mut self.stepped.breakpoints;
        if breakpoints.remove(&line).is_none() {
            breakpoints.insert(line, Breakpoint { line, ..Breakpoint::default() });
        }
    }

    /// Ends the debugged program.
    pub(super) fn reset_program(&mut self) {
        self.note = match self.stepped.view.take() {
            Some(_) => say!("F7 and Ctrl+F9 restart the program.").to_string(),
            None => say!("No program is being debugged. F7 starts one.").to_string(),
        };
    }
}
