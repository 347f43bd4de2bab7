//! Asks for consent before the program runs a command that came from a file, such as another user's saved
//! game.

use super::dialog;
use super::session::Session;
use games::stone::Stone;
use players::Player;
use turbo::dos::Quit;
use words::say;

/// Asks about each engine at the board whose command the user has not approved, and replaces a refused one by
/// a person. Returns a note for the players. The game loop calls this before any engine gets to move, no
/// matter who seated it.
pub(crate) fn of_the_seats(session: &mut Session<'_>) -> Result<Option<String>, Quit> {
    let mut said = None;
    for stone in [Stone::Black, Stone::White] {
        let player = session.table.seats.of(stone).clone();
        if session.trusts(&player) {
            continue;
        }
        let runs = dialog::ask_to_run(&mut session.console, stone.name(), &printable(&player))?;
        session.start_clock();
        match runs {
            true => session.trust(&[player]),
            false => {
                *session.table.seats.of_mut(stone) = Player::Human;
                let name = stone.name();
                said = Some(say!("The command was not run: a person plays {name}.", name));
            }
        }
    }
    Ok(said)
}

/// Formats the command with everything but printable ASCII escaped, so that no character can hide or reorder
/// text.
pub fn printable(player: &Player) -> String {
    let chars = player.to_string();
    let chars = chars.chars().map(|c| match c {
        ' '..='~' => c.to_string(),
        c => c.escape_unicode().to_string(),
    });
    chars.collect()
}
