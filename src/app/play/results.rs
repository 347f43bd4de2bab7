//! The results against the computer: counting, saving and showing them.

use super::dialog::scrolled;
use super::session::{ActiveGame, Session};
use super::wait;
use games::othello::is_reverse;
use games::stone::{Outcome, Stone};
use players::Player;
use players::level::Level;
use players::tally::{GameResult, REVERSE, Tally, WITH_HELP};
use screen::frame::cover;
use screen::tally::{ROWS, draw};
use turbo::dos::{Console, Key, Quit};
use words::say;

/// The number of wins or losses in a row after which another level is suggested.
const IN_A_ROW: usize = 3;

/// Returns the colour of the only person at the board, and the computer opponent.
fn person_and_computer<'a>(session: &'a Session<'_>) -> Option<(Stone, &'a Player)> {
    let seats = &session.table.seats;
    let mut people = Stone::ALL.into_iter().filter(|stone| !seats.of(*stone).is_computer());
    let person = people.next().filter(|_| people.next().is_none())?;
    Some((person, seats.of(person.other())))
}

/// Returns the name under which results are counted. The levels are weaker in reverse Othello.
fn name(game: &ActiveGame) -> &'static str {
    if is_reverse(&**game) { REVERSE } else { game.name() }
}

/// Counts a finished game once, if a person played it against a computer. A game from a position that was set
/// up does not count.
pub(crate) fn count(session: &mut Session<'_>, game: &ActiveGame, outcome: Outcome) {
    if session.table.ended.is_some() || game.is_set_up() {
        return;
    }
    let Some((person, computer)) =
        person_and_computer(session).filter(|(_, other)| **other != Player::Friend)
    else {
        return;
    };
    let ended = match outcome {
        Outcome::Won(stone) if stone == person => GameResult::Won,
        Outcome::Won(_) => GameResult::Lost,
        Outcome::Draw => GameResult::Drawn,
    };
    let mut opponent = computer.name();
    if session.table.helped {
        opponent += WITH_HELP;
    }
    session.profile.count(name(game), &opponent, ended);
}

/// Returns the level to suggest after [`IN_A_ROW`] wins or losses in a row.
pub(crate) fn suggestion(session: &Session<'_>, game: &ActiveGame) -> Option<Level> {
    let (_, computer) = person_and_computer(session)?;
    let Player::Level(level) = computer else {
        return None;
    };
    let record = session.profile.tally().of(name(game), &computer.name())?;
    match record.in_a_row(IN_A_ROW)? {
        GameResult::Won => Level::new(level.number() + 1),
        GameResult::Lost => Level::new(level.number() - 1),
        GameResult::Drawn => None,
    }
}

/// Seats this level as the computer player.
pub(crate) fn take_up(session: &mut Session<'_>, level: Level) {
    if let Some((person, _)) = person_and_computer(session) {
        *session.table.seats.of_mut(person.other()) = Player::Level(level);
    }
}

/// Shows the results until the table is closed. Restores the screen.
pub(crate) fn show(session: &mut Session<'_>) -> Result<(), Quit> {
    let asked = session.profile.all_results();
    let console = &mut session.console;
    let tally = wait::for_answer(console, say!("Reading the results."), &asked)?;
    let tally: Tally = tally.unwrap_or_default();
    let under = console.screen().clone();
    cover(console.screen());
    let last = tally.records.len().saturating_sub(ROWS);
    let mut top = 0;
    loop {
        draw(console.screen(), &tally, top);
        match console.getkey()? {
            Key::Esc | Key::Enter => break,
            key => top = scrolled(key, top, last, ROWS),
        }
    }
    *console.screen() = under;
    Ok(())
}
