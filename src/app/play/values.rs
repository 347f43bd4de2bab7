//! Shows the values of the moves on the board while the program waits for a key, and gives tips.

use super::session::{ActiveGame, Session};
use super::turn::Effect;
use games::stone::Stone;
use players::hints::Hints;
use screen::board;
use turbo::dos::{Console, Key, Quit};
use words::say;

/// The engine polling interval while a key is awaited, in ms.
pub(crate) const LOOK: u32 = 100;

/// Starts the evaluation of this position if the setting is on.
pub fn begin(session: &Session<'_>, game: &ActiveGame) -> Option<Hints> {
    let (beside, patience) = (session.console.real_time(), session.table.seats.patience);
    let is_alone = session.online.is_none() || game.outcome().is_some();
    // The original has no values.
    match session.settings.values && is_alone && !game.is_as_in_dos() {
        true => Hints::start(game.entry.computer, &**game, beside, patience),
        false => None,
    }
}

/// Draws the known values, except at `stone_at`, the position of the moving stone in pixels. Returns the time
/// in ms after which there may be more, or `None` if all values are final.
pub(crate) fn show(
    session: &mut Session<'_>,
    game: &ActiveGame,
    hints: &mut Option<Hints>,
    stone_at: (i32, i32),
    moving: Option<Stone>,
) -> Option<u32> {
    let more = show_on_board(session, game, hints, (stone_at, moving));
    if let Some(hints) = hints {
        let (theme, unit) = (session.settings.theme, game.entry.computer.unit(&**game));
        board::draw_depth(session.console.screen(), theme, unit, hints);
    }
    more
}

/// Explains the move at the stone's position, or else the best move, in the area for notes.
pub(crate) fn say_why(
    session: &mut Session<'_>,
    game: &ActiveGame,
    hints: Option<&Hints>,
    stone_at: (i32, i32),
) {
    if let Some(hints) = hints {
        let theme = session.settings.theme;
        let screen = session.console.screen();
        board::draw_why(screen, (game.entry.face, &**game), theme, hints, stone_at);
    }
}

/// Draws the values as [`show`] does, without the search depth beside the board.
pub(crate) fn show_on_board(
    session: &mut Session<'_>,
    game: &ActiveGame,
    hints: &mut Option<Hints>,
    stone: ((i32, i32), Option<Stone>),
) -> Option<u32> {
    let hints = hints.as_mut()?;
    let more = hints.update();
    let (look, all) = (session.look(game), session.settings.all_values);
    board::draw_values(session.console.screen(), game.entry.face, &**game, &look, hints, all, stone);
    more.then_some(LOOK)
}

/// Waits for a key and shows the values that arrive meanwhile. Explains the move unless a note is shown.
pub(crate) fn key(
    session: &mut Session<'_>,
    game: &ActiveGame,
    hints: &mut Option<Hints>,
    stone_at: (i32, i32),
    noted: bool,
) -> Result<Key, Quit> {
    key_while(session, |session| {
        let more = show(session, game, hints, stone_at, None);
        if !noted {
            say_why(session, game, hints.as_ref(), stone_at);
        }
        more
    })
}

/// Waits for a key. Calls `show`, which returns the time in ms until its next call, or `None` for no further
/// call.
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

/// The engine's thinking time for a tip, in ms.
const THINKING: u64 = 800;
/// The engine polling interval for a tip, in ms.
const TICK: u32 = 50;

/// Moves the stone to the engine's choice. Any key ends the search.
pub(crate) fn tip(session: &mut Session<'_>, game: &ActiveGame) -> Result<Effect, Quit> {
    if game.outcome().is_some() || game.question().is_some() {
        return Ok(Effect::Nothing);
    }
    if session.table.seats.computer_to_move(&**game) {
        return Ok(Effect::note(say!("It is the computer's turn.")));
    }
    let (beside, patience) = (session.console.real_time(), session.table.seats.patience);
    let Some(mut hints) = Hints::start(game.entry.computer, &**game, beside, patience) else {
        return Ok(Effect::note(say!("The computer has no suggestion here.")));
    };
    session.say(say!("The computer is looking for a move."));
    let end = session.console.now() + THINKING;
    while hints.update() && session.console.now() < end {
        if session.console.pause(TICK)? {
            break;
        }
    }
    let Some(&((row, col), _)) = hints.best() else {
        return Ok(Effect::note(say!("The computer has no suggestion here.")));
    };
    session.table.helped = true;
    let name = game.name_of((row, col));
    let note = say!("The computer would try {name}. Press Enter to drop it there.", name);
    Ok(Effect::MoveStone(game.grid().centre(row, col), note))
}
