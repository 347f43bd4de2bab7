//! A description of the screen for links, touch input and screen readers: the board, or a line of code.

use super::session::{ActiveGame, Session};
use games::records::line_of;
use players::link;
use turbo::dos::{Console, Cursor, Subject};
use words::say;

/// Describes the game and the position of the moving stone to the console. The link opens the game at the board.
pub(crate) fn tell(session: &mut Session<'_>, game: &ActiveGame, stone_at: Option<(i32, i32)>) {
    let seats = &session.table.seats;
    let link = link::write(&**game, &[seats.black.clone(), seats.white.clone()]);
    let after = link.and_then(|link| link.split_once('=').map(|(_, moves)| moves.to_string()));
    let link = after.or_else(|| line_of(&**game)).map(|moves| (game.name(), moves));
    let subject = Subject { link, ..at_board(game, stone_at) };
    session.console.set_subject(&subject);
}

/// Describes a game that is stepped through. Its link opens it in the same way.
pub(crate) fn tell_record(session: &mut Session<'_>, game: &ActiveGame) {
    let link = line_of(&**game).map(|moves| (game.name(), moves));
    session.console.set_subject(&Subject { link, ..at_board(game, None) });
}

/// Describes the board and the moving stone.
pub(crate) fn at_board(game: &ActiveGame, stone_at: Option<(i32, i32)>) -> Subject {
    let grid = game.grid();
    let last = grid.size - 1;
    let cursor =
        stone_at.map(|at| Cursor { at, step: grid.pitch, bounds: [grid.first, grid.centre(last, last)] });
    let place = match stone_at.map(|(x, y)| grid.place(x, y)) {
        Some(Some(place)) => game.name_of(place),
        Some(None) => say!("above the board").to_string(),
        None => String::new(),
    };
    Subject { picture: game.to_string(), place, cursor, ..Subject::default() }
}

/// Describes a line of code, numbered from 1.
pub(crate) fn at_line(line: usize, code: &str) -> Subject {
    Subject {
        place: say!("line {line}: {code}", line, code = code.trim()),
        line: Some(line),
        ..Subject::default()
    }
}
