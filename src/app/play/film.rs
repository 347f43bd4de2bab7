//! A game saved as an animation.

use super::session::Session;
use screen::board;
use games::Game;
use turbo::dos::film::Film;
use turbo::dos::{Quit, Screen};

/// The time for which the animation shows each position, in ms.
const STANDS: u64 = 700;

/// Saves the game as an animation in the folder for pictures, and reports where.
pub(crate) fn save(session: &mut Session<'_>, game: &dyn Game) -> Result<(), Quit> {
    let (face, look) = (session.face(game), session.look(game));
    let mut at = game.copy();
    while at.undo() {}
    let (mut film, mut screen, mut now) = (Film::default(), Screen::default(), 0);
    loop {
        let is_last = at.t() == game.t();
        let seen = if is_last { game } else { &*at };
        board::draw(&mut screen, face, seen, &look);
        board::mark_end(&mut screen, face, seen, &look);
        film.add(&screen, now);
        now += STANDS;
        if is_last || !at.redo() {
            break;
        }
    }
    session.console.keep_picture(move || film.png_bytes())
}
