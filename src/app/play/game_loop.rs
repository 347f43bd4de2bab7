//! The game at the board: the original's two nested loops. `person.rs` handles a person's turn, `computer.rs`
//! the computer's.

use super::computer::computers_turn;
use super::consent;
use super::ending;
use super::online;
use super::person::{Person, PersonsTurn};
use super::profile::Profile;
use super::session::{ActiveGame, Session, Settings, Table};
use super::turn::{Effect, TurnEnd};
use games::clock::TimeControl;
use players::Engines;
use screen::board;
use turbo::dos::{Console, Quit};
use words::say;

/// Plays a game until the players leave it.
///
/// The two loops are those of [`original::playtoplay`]: the outer one changes the player, and in the inner
/// one a player moves the stone and tries to drop it. This inner loop has more keys (undo, help and others),
/// it also handles a finished game, and the computer's turn has a loop of its own.
///
/// Afterwards `game` is the last game that was played. Every change is saved.
pub fn game_loop(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<(), Quit> {
    let left = session.with_help(game.entry.help, |session| turns(session, game));
    (session.online, session.console.running) = (None, None);
    // The clock has run since the last save.
    session.keep(game);
    // The next game has no clocks unless somebody sets them.
    session.table.time = TimeControl::default();
    left
}

/// Runs the outer loop, which changes the player.
fn turns(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<(), Quit> {
    let mut engines = Engines::new(session.profile.learner().clone());
    let mut person = Person::default();
    let mut note = String::new();
    session.start_clock();
    loop {
        let told = online::sync(session, game)?;
        if !told.is_empty() {
            note = told;
        }
        if note.is_empty() {
            note = warning(session, game);
        }
        draw(session, game);
        if online::leaves_after_draw(session, game)? {
            return Ok(());
        }
        if ending::show(session, game)? {
            draw(session, game);
        }
        session.say(&note);
        session.keep(game);
        // Ask before running an engine, no matter who seated it.
        if let Some(refused) = consent::of_the_seats(session)? {
            note = refused;
            continue;
        }
        let end = match session.table.seats.computer_to_move(&**game) {
            true => computers_turn(session, game, &mut engines, !note.is_empty())?,
            false => persons_turn(session, game, &mut person, note)?,
        };
        match end {
            TurnEnd::Next(said) => note = said,
            TurnEnd::Leave => return Ok(()),
        }
    }
}

/// Runs the inner loop, which handles a person's keys until the turn ends.
fn persons_turn(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
    person: &mut Person,
    note: String,
) -> Result<TurnEnd, Quit> {
    let mut turn = PersonsTurn::begin(session, game, person, note);
    loop {
        if turn.note.is_empty() {
            turn.note = online::standing(session);
        }
        turn.show(session, game)?;
        if let Some(message) = session.profile.message() {
            // Show the message before waiting for a key.
            turn.note = message;
            continue;
        }
        match turn.key(session, game)? {
            Effect::Nothing => turn.note.clear(),
            Effect::Note(text) => turn.note = text,
            Effect::MoveStone(to, text) => {
                let screen = session.console.screen();
                game.entry.face.move_color(screen, &**game, &turn.look, turn.stone_at);
                turn.stone_at = to;
                session.table.stone_at = Some(to);
                turn.note = text;
            }
            Effect::Ends(end) => return Ok(end),
        }
    }
}

/// Draws the whole screen of the game except the moving stone.
pub(crate) fn draw(session: &mut Session<'_>, game: &ActiveGame) {
    let look = session.look(game);
    board::draw(session.console.screen(), game.entry.face, &**game, &look);
}

/// Returns the warning to show before the next move, or an empty text. At the start it also warns if the
/// learner has no book for this board.
fn warning(session: &Session<'_>, game: &ActiveGame) -> String {
    let begins = game.t() <= 2 && session.table.seats.learner().is_some();
    match game.warning() {
        text if text.is_empty() && begins && !game.entry.computer.knows_board(&**game) => {
            say!("The learner has no book for this board and will not learn.").to_string()
        }
        text => text,
    }
}

/// Lets a student drop stones on a lesson's board, each shown step by step, until the student leaves. Nothing
/// is saved.
pub(crate) fn practise(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<(), Quit> {
    let practice =
        Table { seats: session.table.seats.for_people(), tutor: true, practice: true, ..Table::default() };
    let settings = session.settings.clone();
    session.settings.values = false;
    let table = std::mem::replace(&mut session.table, practice);
    let profile = std::mem::replace(&mut session.profile, Profile::in_memory());
    let left = game_loop(session, game);
    let theme = session.settings.theme;
    session.settings = Settings { theme, ..settings };
    (session.table, session.profile) = (table, profile);
    left
}
