//! The animation of a drop: stones fade and turn over.

use std::f64::consts::FRAC_PI_2;

use super::session::{ActiveGame, Session, Speed};
use super::tunes;
use games::{DropResult, Placed};
use turbo::dos::{Console, Quit};

/// Animates a move, with a click. The computer's stone blinks first. Then all enclosed stones turn over
/// together: at normal speed they take 200 ms to turn edge-on and 200 ms to turn flat again. A key stops the
/// animation and stays in the keyboard buffer; the caller must redraw the board.
pub(crate) fn show_drop(
    session: &mut Session<'_>,
    game: &ActiveGame,
    placed: &Placed,
    computers: bool,
) -> Result<(), Quit> {
    tunes::play(session, tunes::CLICK);
    let face = game.entry.face;
    if !face.turns_over() || session.settings.speed == Speed::Instant {
        return Ok(());
    }
    let (place, stone) = (placed.place, placed.stone);
    if computers {
        // The stone fades three times to show a person where the computer has moved.
        for quarters in [4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1] {
            let theme = session.settings.theme;
            face.draw_faint(session.console.screen(), theme, place, stone, quarters);
            if session.console.pause(session.settings.speed.scaled(50))? {
                return Ok(());
            }
        }
    }
    let theme = session.settings.theme;
    face.draw_turning(session.console.screen(), theme, &[place], stone, face.radius(&**game));
    turn_over(session, game, placed)
}

/// Animates the move between the positions `before` and `after`.
pub(crate) fn show_step(
    session: &mut Session<'_>,
    before: &ActiveGame,
    after: &ActiveGame,
) -> Result<(), Quit> {
    if let Some(place) = after.place_of(before.t())
        && let DropResult::Done(placed) = before.copy().try_to_drop(place)
    {
        show_drop(session, before, &placed, false)?;
    }
    Ok(())
}

/// Animates the stones that a move turns over.
fn turn_over(session: &mut Session<'_>, game: &ActiveGame, placed: &Placed) -> Result<(), Quit> {
    const STEPS: i32 = 10;
    let (face, theme) = (game.entry.face, session.settings.theme);
    let step = session.settings.speed.scaled(200) / STEPS as u32;
    for n in 0..2 * STEPS {
        let from_edge_on = (STEPS - n).abs();
        // The visible width of a stone that turns at a constant rate is proportional to the sine of its angle
        // from the edge-on position.
        let angle = f64::from(from_edge_on) / f64::from(STEPS) * FRAC_PI_2;
        let xradius = (f64::from(face.radius(&**game)) * angle.sin()).round() as i32;
        let side = if n < STEPS { placed.stone.other() } else { placed.stone };
        face.draw_turning(session.console.screen(), theme, &placed.turned, side, xradius);
        if session.console.pause(step)? {
            return Ok(());
        }
    }
    Ok(())
}
