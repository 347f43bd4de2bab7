//! Othello games that begin with a named opening, or with a random even one.

use chacha20::ChaCha12Rng;
use rand::SeedableRng;

use super::dialog::{self, Field};
use super::session::{ActiveGame, Session};
use super::settings::GameStart;
use super::wait;
use games::Game;
use games::othello::openings::{Opening, all};
use players::matches::othello_opening;
use screen::panel;
use turbo::dos::Quit;
use words::{phrase, say};

const LOOKING: &str = phrase!("Looking for an even opening.");

/// Lets the user choose an opening. Returns `None` if the user closes the list.
pub(crate) fn choose(session: &mut Session<'_>) -> Result<Option<GameStart>, Quit> {
    let random = say!("Random: eight moves, after which neither side is ahead").to_string();
    let lines: Vec<String> = [random].into_iter().chain(all().map(line_of)).collect();
    let mut chosen = match session.table.begins {
        GameStart::Named(n) => n + 1,
        GameStart::Standard | GameStart::Random => 0,
    };
    let title = say!("Othello from an opening");
    let picked = dialog::pick(&mut session.console, (title, ""), &lines, &mut chosen)?;
    Ok(picked.map(|n| n.checked_sub(1).map_or(GameStart::Random, GameStart::Named)))
}

/// Formats an opening's line in the list: its name and its first moves.
fn line_of(opening: Opening) -> String {
    let most = 42;
    let moves = match opening.moves.len() > most {
        true => format!("{}...", &opening.moves[..most]),
        false => opening.moves.to_string(),
    };
    format!("{}{moves}", panel::padded(opening.name, 22))
}

/// The starting positions in a form, and its row. Of the named openings it has only the chosen one.
pub(crate) fn field(chosen: GameStart) -> (Vec<GameStart>, Field<'static>) {
    let mut begins = vec![GameStart::Standard, GameStart::Random];
    let mut values = [say!("standard||opening"), say!("random||opening")].map(String::from).to_vec();
    if let GameStart::Named(n) = chosen {
        begins.push(chosen);
        values.extend(all().nth(n).map(|opening| opening.name.to_string()));
    }
    let chosen = begins.iter().position(|begin| *begin == chosen).unwrap_or(0);
    (begins, Field { label: say!("Opening||Othello"), values, chosen, ..Field::default() })
}

/// Begins a game by the same rules from the starting position that the table names. The table's seed
/// determines a random opening. Returns `None` if the user stops waiting.
pub(crate) fn begin(session: &mut Session<'_>, game: &dyn Game) -> Result<Option<ActiveGame>, Quit> {
    let begun = match session.table.begins {
        GameStart::Standard => Some(game.restarted()),
        GameStart::Named(n) => {
            let opening = all().nth(n).map(|opening| Box::new(opening.game()) as Box<dyn Game>);
            Some(opening.unwrap_or_else(|| game.restarted()))
        }
        GameStart::Random => {
            let seed = session.table.seats.seed;
            let draw = move || othello_opening(&mut ChaCha12Rng::seed_from_u64(seed));
            wait::for_work(&mut session.console, LOOKING, draw)?
        }
    };
    Ok(begun.map(|game| session.active(game)))
}
