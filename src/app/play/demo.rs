//! The demo: the computer plays against itself until a key is pressed.

use super::animation::show_drop;
use super::game_loop;
use super::session::{Session, Table};
use games::DropResult;
use games::othello::{Game, Rules};
use players::level::Level;
use players::{Engines, Move, Player, Seats, Thinking};
use screen::panel;
use turbo::dos::{Console, Quit};
use words::say;

/// The time without a key after which the demo begins, in ms.
const IDLE: u32 = 60_000;
/// The pause before each move, and after the game, in ms.
const PAUSES: [u32; 2] = [1000, 5000];

/// Waits for a key, which stays in the keyboard buffer. Plays the demo meanwhile, unless it is off or the
/// computer runs on its battery. Returns true if the demo has changed the screen.
pub(crate) fn until_key(session: &mut Session<'_>) -> Result<bool, Quit> {
    let console = &session.console;
    if !session.settings.demo || !console.real_time() || !console.is_watched() {
        return Ok(false);
    }
    while !session.console.pause(IDLE)? {
        if !store::power::on_battery() {
            play(session)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Plays one game after another until a key is pressed.
fn play(session: &mut Session<'_>) -> Result<(), Quit> {
    let player = || Player::Level(Level::DEFAULT);
    let seats = Seats { black: player(), white: player(), seed: session.console.now(), ..Seats::default() };
    let table = std::mem::replace(&mut session.table, Table { seats, ..Table::default() });
    let mut engines = Engines::new(session.profile.learner().clone());
    let new = |session: &Session<'_>| session.active(Box::new(Game::new(Rules::Standard)));
    let mut game = new(session);
    loop {
        game_loop::draw(session, &game);
        panel::key_line(session.console.screen(), &[(say!("Any key"), say!("Menu"))]);
        if session.console.pause(PAUSES[usize::from(game.outcome().is_some())])? {
            break;
        }
        let seats = &mut session.table.seats;
        let thinking = Thinking::start(game.entry.computer, seats, &*game, false, &mut engines);
        let answer = thinking.and_then(|thinking| thinking.answer(&mut engines, &mut |_| ()));
        let before = game.clone();
        match answer {
            Some(Ok(Some(Move::Drop(place)))) => {
                if let DropResult::Done(placed) = game.try_to_drop(place) {
                    show_drop(session, &before, &placed, true)?;
                }
            }
            _ => {
                seats.seed += 1;
                game = new(session);
            }
        }
    }
    session.console.getkey()?;
    session.table = table;
    Ok(())
}
