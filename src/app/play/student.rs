//! The student's name, under which progress is saved. The program asks at the end of the first lesson; the list
//! of lessons can change it.

use super::dialog;
use super::session::Session;
use super::wait;
use turbo::dos::Quit;
use words::say;

/// The maximum length of a name, in bytes. It is limited because the name becomes part of a file name.
const LONGEST: usize = 60;

/// Asks for the name, unless the student was asked before or nothing is saved. The student keeps what was
/// made before.
pub(crate) fn introduce(session: &mut Session<'_>) -> Result<(), Quit> {
    if session.settings.student.is_none() && session.profile.keeps() {
        let made = session.profile.progress().clone();
        ask(session)?;
        session.profile.progress_made(|all| all.add(&made));
    }
    Ok(())
}

/// Asks for the name and loads the progress under it. Esc changes nothing.
pub(crate) fn ask(session: &mut Session<'_>) -> Result<(), Quit> {
    let hint = say!("Your progress in the lessons is saved under this name. It can be empty.");
    let now = session.settings.student.clone().unwrap_or_default();
    let asked = dialog::ask_text(&mut session.console, say!("Your name"), &now, hint, say!("Done"))?;
    let name = plain(&asked.unwrap_or(now));
    let reply = session.profile.progress_of(&name);
    let waiting = say!("Reading the progress of this student.");
    let found = wait::for_answer(&mut session.console, waiting, &reply)?;
    session.profile.study_as(&name, found.unwrap_or_default());
    session.settings.student = Some(name);
    session.profile.keep_settings(&session.settings);
    Ok(())
}

/// Cleans up a name: one line, single spaces, no control characters.
fn plain(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let mut plain: String = words.join(" ");
    plain.retain(|c| !c.is_control());
    while plain.len() > LONGEST {
        plain.pop();
    }
    plain.trim_end().to_string()
}
