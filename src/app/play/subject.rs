//! What a screen with a board is about, for a link to it, for a finger, and for who does not see it; and one with code.

use super::session::Session;
use games::Game;
use games::records::line_of;
use turbo::dos::{Console, MovingStone, Subject};
use words::say;

/// Tells the console which game is seen, and where the moving stone stands, in pixels.
pub(crate) fn tell(session: &mut Session<'_>, game: &dyn Game, stone_at: Option<(i32, i32)>) {
    let subject = Subject {
        link: line_of(game).map(|moves| (game.name(), moves)),
        ..at_board(session, game, stone_at)
    };
    session.console.set_subject(&subject);
}

/// The board and the stone above or on it.
pub(crate) fn at_board(
    session: &Session<'_>,
    game: &dyn Game,
    stone_at: Option<(i32, i32)>,
) -> Subject {
    let grid = session.face(game).grid(game);
    let last = grid.size - 1;
    let stone = stone_at.map(|at| MovingStone {
        at,
        pitch: grid.pitch,
        board: [grid.first, grid.centre(last, last)],
    });
    let place = match stone_at.map(|(x, y)| grid.place(x, y)) {
        Some(Some(place)) => game.name_of(place),
        Some(None) => say!("above the board").to_string(),
        None => String::new(),
    };
    Subject {
        board: game.to_string(),
        place,
        stone,
        ..Subject::default()
    }
}

/// A line of code, from 1 on.
pub(crate) fn at_line(line: usize, code: &str) -> Subject {
    Subject {
        place: say!("line {line}: {code}", line, code = code.trim()),
        line: Some(line),
        ..Subject::default()
    }
}
