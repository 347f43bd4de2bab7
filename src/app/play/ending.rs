//! The end of a game: an animation, a tune, and the start of the analysis.

use super::session::{ActiveGame, Session, Speed};
use super::tunes;
use screen::panel;
use turbo::dos::{Console, Quit};
use words::say;

/// The time between two frames at normal speed, in ms.
const STEP: u32 = 20;

/// Animates the end of a game that has just ended. A key stops the animation. Returns true if the board must
/// be redrawn.
pub(crate) fn show(session: &mut Session<'_>, game: &ActiveGame) -> Result<bool, Quit> {
    let Some(outcome) = game.outcome() else {
        session.analysis = None;
        return Ok(false);
    };
    if !std::mem::take(&mut session.just_ended) {
        return Ok(false);
    }
    // The original and a lesson's board have no animated ending.
    let is_plain = game.is_as_in_dos() || session.table.practice;
    let has_moves = (1..game.t()).any(|t| game.place_of(t).is_some());
    if !is_plain && has_moves && session.console.real_time() {
        session.analysis = Some(session.analyse(game));
    }
    let is_animated = session.settings.speed != Speed::Instant && session.console.is_watched();
    let shown = !is_plain && is_animated && run(session, game)?;
    // Keys that were pressed before the box appeared must not choose in it.
    while session.console.real_time() && session.console.kbhit() {
        session.console.getkey()?;
    }
    let tune = tunes::at_end(outcome, &session.table.seats);
    tunes::play(session, tune);
    Ok(shown)
}

/// Runs the animation. Returns true if there was something to show.
fn run(session: &mut Session<'_>, game: &ActiveGame) -> Result<bool, Quit> {
    // Save the last move before the animation.
    session.keep(game);
    let (face, theme) = (game.entry.face, session.settings.theme);
    panel::key_line(session.console.screen(), &[(say!("Any key"), say!("Go on"))]);
    let step = session.settings.speed.scaled(STEP);
    let (began, mut shown) = (session.console.now(), false);
    loop {
        let ms = (session.console.now() - began) * u64::from(STEP) / u64::from(step);
        if !face.draw_ending(session.console.screen(), &**game, theme, ms as u32) {
            return Ok(shown);
        }
        shown = true;
        if session.console.pause(step)? {
            // The key only stops the animation. It must not choose in the box that opens next.
            session.console.getkey()?;
            return Ok(true);
        }
    }
}
