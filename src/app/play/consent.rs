//! A command that comes from a file, such as a game that somebody else has saved, is run only when the user agrees.

use super::dialog;
use super::session::Session;
use players::Player;
use games::stone::Stone;
use turbo::dos::Quit;
use words::say;

/// Asks about each other program at the board that the user has not agreed to run; a person takes the place of one that is refused.
/// Returns what to tell the players. However a player has come to sit, nothing asks it for a move before.
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
                said = Some(say!(
                    "The command was not run: a person plays {name}.",
                    name
                ));
            }
        }
    }
    Ok(said)
}

/// The command as it can be read: what is no printable ASCII shows its number, so that nothing hides or turns around.
fn printable(player: &Player) -> String {
    let chars = player.to_string();
    let chars = chars.chars().map(|c| match c {
        ' '..='~' => c.to_string(),
        c => c.escape_unicode().to_string(),
    });
    chars.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_command_hides() {
        let player: Player = "nboard:sh -c 'a\u{202e}b\u{a0}é'".parse().unwrap();
        assert_eq!(
            printable(&player),
            "nboard:sh -c 'a\\u{202e}b\\u{a0}\\u{e9}'"
        );
    }
}
