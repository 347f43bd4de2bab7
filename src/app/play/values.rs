//! The values of the moves on the board, while the program waits for a key.

use super::session::Session;
use players::hints::Hints;
use screen::board;
use games::Game;
use turbo::dos::{Console, Key, Quit};

/// How often the engine is checked for news, in ms.
pub(crate) const LOOK: u32 = 100;

/// The values of the moves of this position, if a person wants to see them.
pub fn begin(session: &Session<'_>, game: &dyn Game) -> Option<Hints> {
    let (beside, patience) = (session.console.real_time(), session.table.seats.patience);
    // The original shows none.
    match session.settings.values && !session.face(game).is_as_in_dos(game) {
        true => Hints::start(session.computer(game), game, beside, patience),
        false => None,
    }
}

/// Shows what is known of the values, except on the place in pixels where the stone stands. How long until there may be more, in ms;
/// `None` when there will be nothing more.
pub(crate) fn show(
    session: &mut Session<'_>,
    game: &dyn Game,
    hints: &mut Option<Hints>,
    stone_at: (i32, i32),
) -> Option<u32> {
    let more = show_on_board(session, game, hints, stone_at);
    if let Some(hints) = hints {
        let theme = session.settings.theme;
        board::draw_depth(session.console.screen(), theme, hints);
    }
    more
}

/// Says where notes stand why the move to the place of the stone, or else the best move, is good or bad.
pub(crate) fn say_why(
    session: &mut Session<'_>,
    game: &dyn Game,
    hints: Option<&Hints>,
    stone_at: (i32, i32),
) {
    if let Some(hints) = hints {
        let (face, theme) = (session.face(game), session.settings.theme);
        let screen = session.console.screen();
        board::draw_why(screen, (face, game), theme, hints, stone_at);
    }
}

/// The same without the line beside the board that says how deep the engine has looked.
pub(crate) fn show_on_board(
    session: &mut Session<'_>,
    game: &dyn Game,
    hints: &mut Option<Hints>,
    stone_at: (i32, i32),
) -> Option<u32> {
    let hints = hints.as_mut()?;
    let more = hints.update();
    let (face, theme) = (session.face(game), session.settings.theme);
    board::draw_values(session.console.screen(), face, game, theme, hints, stone_at);
    more.then_some(LOOK)
}

/// Waits for a key and shows what becomes known meanwhile; in the place of a note, unless there is one, why a move is good or bad.
pub(crate) fn key(
    session: &mut Session<'_>,
    game: &dyn Game,
    hints: &mut Option<Hints>,
    stone_at: (i32, i32),
    noted: bool,
) -> Result<Key, Quit> {
    key_while(session, |session| {
        let more = show(session, game, hints, stone_at);
        if !noted {
            say_why(session, game, hints.as_ref(), stone_at);
        }
        more
    })
}

/// Waits for a key. What `show` shows is shown again after the time that it returns, in ms; with `None` it is all that there is.
pub(crate) fn key_while(
    session: &mut Session<'_>,
    mut show: impl FnMut(&mut Session<'_>) -> Option<u32>,
) -> Result<Key, Quit> {
    loop {
        let key = match show(session) {
            Some(ms) => session.console.key_within(ms)?,
            None => Some(session.console.getkey()?),
        };
        if let Some(key) = key {
            return Ok(key);
        }
    }
}
