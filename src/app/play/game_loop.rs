//! The game at the board: the original's two nested loops. What a person does in a turn is in `person.rs`, what the computer does in
//! `computer.rs`.

use super::computer::computers_turn;
use super::consent;
use super::ending;
use super::keeper::Keeper;
use super::person::{Person, PersonsTurn};
use super::session::{Session, Settings, Table};
use super::turn::{AtBoard, Effect, TurnEnd};
use players::Engines;
use screen::board;
use games::Game;
use games::clock::Allowed;
use turbo::dos::{Console, Quit};
use words::say;

/// Plays a game until the players leave it.
///
/// These are the two loops of [`original::playtoplay`]: the outer one changes the player, and in the inner
/// one a player moves the stone and tries to drop it. This inner loop knows more keys (undo, help and others), a finished game waits in
/// it for what comes next, and the computer's turn has a loop of its own.
///
/// However this ends, `game` is then the game that was played last. Each change is kept.
pub fn game_loop(session: &mut Session<'_>, game: &mut AtBoard) -> Result<(), Quit> {
    let page = session.entry(&**game).help;
    let page_before = session.console.turn_to(page);
    let left = turns(session, game);
    session.console.turn_to(page_before);
    // The clock has run since the last change.
    session.keep(&**game);
    // The next game is another one, and has no clocks until somebody sets them.
    session.table.time = Allowed::default();
    left
}

/// The outer loop: the next player.
fn turns(session: &mut Session<'_>, game: &mut AtBoard) -> Result<(), Quit> {
    let mut engines = Engines::new(session.keeper.learner().clone());
    let mut person = Person::default();
    let mut note = String::new();
    session.start_clock();
    loop {
        if note.is_empty() {
            note = warning(session, &**game);
        }
        draw(session, &**game);
        if ending::show(session, &**game)? {
            draw(session, &**game);
        }
        session.say(&note);
        session.keep(&**game);
        // However a player has come to sit here, its command is asked about before it is run.
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

/// The inner loop: a person presses keys until the turn has ended.
fn persons_turn(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    person: &mut Person,
    note: String,
) -> Result<TurnEnd, Quit> {
    let mut turn = PersonsTurn::begin(session, &**game, person, note);
    loop {
        turn.show(session, &**game)?;
        if let Some(message) = session.keeper.message() {
            // It is shown before the next key is waited for.
            turn.note = message;
            continue;
        }
        match turn.key(session, game)? {
            Effect::Nothing => turn.note.clear(),
            Effect::Note(text) => turn.note = text,
            Effect::MoveStone(to, text) => {
                turn.move_stone(session, &**game, to);
                turn.note = text;
            }
            Effect::Ends(end) => return Ok(end),
        }
    }
}

/// Draws the whole screen of the game except the moving stone.
fn draw(session: &mut Session<'_>, game: &dyn Game) {
    let (face, look) = (session.face(game), session.look(game));
    board::draw(session.console.screen(), face, game, &look);
}

/// What to tell the players before the next move, or nothing: also that the learner is on a board that it does not know, when it begins.
fn warning(session: &Session<'_>, game: &dyn Game) -> String {
    let begins = game.t() <= 2 && session.table.seats.learner().is_some();
    match game.warning() {
        text if text.is_empty() && begins && !session.computer(game).knows_board(game) => {
            say!("The learner has no book for this board, and learns nothing.").to_string()
        }
        text => text,
    }
}

/// Lets a student drop stones on a lesson's board, each shown step by step, until the student leaves it. Nothing is kept.
pub(crate) fn practise(session: &mut Session<'_>, game: &mut AtBoard) -> Result<(), Quit> {
    let practice = Table {
        seats: session.table.seats.for_people(),
        tutor: true,
        practice: true,
        ..Table::default()
    };
    let settings = session.settings.clone();
    session.settings.values = false;
    let table = std::mem::replace(&mut session.table, practice);
    let keeper = std::mem::replace(&mut session.keeper, Keeper::nowhere());
    let left = game_loop(session, game);
    let theme = session.settings.theme;
    session.settings = Settings { theme, ..settings };
    (session.table, session.keeper) = (table, keeper);
    left
}
