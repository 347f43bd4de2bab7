//! The end of a game: the board shows how it came about, with a tune, and an engine begins to look at the moves.

use super::session::{Session, Speed};
use super::tunes;
use screen::panel;
use games::Game;
use turbo::dos::{Console, Quit};
use words::say;

/// How long each picture of it stands, in ms at normal speed.
const STEP: u32 = 20;

/// Shows the end of a game that has just ended, on a board that is drawn; any key ends that. True if the board has to be drawn again.
pub(crate) fn show(session: &mut Session<'_>, game: &dyn Game) -> Result<bool, Quit> {
    let Some(outcome) = game.outcome() else {
        session.analysis = None;
        return Ok(false);
    };
    if !std::mem::take(&mut session.just_ended) {
        return Ok(false);
    }
    // The original ends as it always did, and a lesson's board shows a lesson.
    let as_ever = session.face(game).is_as_in_dos(game) || session.table.practice;
    let has_moves = (1..game.t()).any(|t| game.place_of(t).is_some());
    if !as_ever && has_moves && session.console.real_time() {
        session.analysis = Some(session.analyse(game));
    }
    let shown = !as_ever && moves_pictures(session) && run(session, game)?;
    let tune = tunes::at_end(outcome, &session.table.seats);
    tunes::play(session, tune);
    Ok(shown)
}

/// Does anybody see a picture that moves, and like it?
fn moves_pictures(session: &Session<'_>) -> bool {
    let settings = &session.settings;
    settings.ending && settings.speed != Speed::Instant && session.console.is_watched()
}

/// True if there was something to see.
fn run(session: &mut Session<'_>, game: &dyn Game) -> Result<bool, Quit> {
    // The move is written before it takes long.
    session.keep(game);
    let (face, theme) = (session.face(game), session.settings.theme);
    panel::key_line(
        session.console.screen(),
        &[(say!("Any key"), say!("Go on"))],
    );
    let step = session.settings.speed.scaled(STEP);
    let (began, mut shown) = (session.console.now(), false);
    loop {
        let ms = (session.console.now() - began) * u64::from(STEP) / u64::from(step);
        if !face.draw_ending(session.console.screen(), game, theme, ms as u32) {
            return Ok(shown);
        }
        shown = true;
        if session.console.pause(step)? {
            // The key means only this. A box opens next, in which it would choose something.
            session.console.getkey()?;
            return Ok(true);
        }
    }
}
