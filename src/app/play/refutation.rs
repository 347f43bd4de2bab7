//! The refutation of a mistake, played out on the board.

use super::animation::show_step;
use super::dialog;
use super::session::{ActiveGame, Session};
use games::Place;
use players::analysis::ReviewedMove;
use screen::exercise;
use screen::{board, panel};
use turbo::dos::{Console, Quit};
use words::say;

/// The number of moves shown after the mistake.
const MOVES: usize = 6;
/// The pause before each move, in ms.
const PAUSE: u32 = 700;

/// Draws a board without a moving stone, with the last stone marked and a box with this text.
pub(crate) fn draw(session: &mut Session<'_>, game: &ActiveGame, title: &str, text: &str) {
    let mut look = session.look(game);
    // No clock runs during a refutation.
    look.clocks = None;
    let screen = session.console.screen();
    board::draw(screen, game.entry.face, &**game, &look);
    board::mark_last(screen, game.entry.face, &**game, &look);
    exercise::draw(screen, title, text);
    panel::key_line(screen, &[("Esc", say!("Close"))]);
}

/// Plays these moves until a key is pressed.
pub(crate) fn play_out(
    session: &mut Session<'_>,
    game: &ActiveGame,
    moves: &[Place],
    (title, text): (&str, &str),
) -> Result<(), Quit> {
    let mut game = game.clone();
    for place in moves.iter().take(MOVES) {
        let pause = session.settings.speed.scaled(PAUSE);
        if session.console.pause(pause)? {
            break;
        }
        let before = game.clone();
        if !game.play(*place) {
            break;
        }
        show_step(session, &before, &game)?;
        draw(session, &game, title, text);
    }
    Ok(())
}

/// Shows a mistake of a reviewed game and its refutation until a key is pressed. Restores the screen.
pub(crate) fn show(session: &mut Session<'_>, reviewed: &ReviewedMove) -> Result<(), Quit> {
    if !reviewed.is_mistake() {
        let what = say!("This move was not a mistake. ↓ goes to the next mistake.");
        return dialog::tell(&mut session.console, what);
    }
    let game = session.active(reviewed.position());
    let under = session.console.screen().clone();
    let name = game.name_of(reviewed.played);
    let fault = reviewed.fault();
    let text = fault.unwrap_or_else(|| say!("See what follows {name}.", name));
    draw(session, &game, say!("A mistake"), &text);
    let line: Vec<Place> = [reviewed.played].into_iter().chain(reviewed.punished.iter().copied()).collect();
    play_out(session, &game, &line, (say!("A mistake"), &text))?;
    session.console.getkey()?;
    *session.console.screen() = under;
    Ok(())
}
