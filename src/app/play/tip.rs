//! The tip: the engine's choice of move.

use super::session::Session;
use super::turn::Effect;
use players::hints::Hints;
use games::Game;
use turbo::dos::{Console, Quit};
use words::say;

/// The engine's thinking time, in ms.
const LOOK: u64 = 800;
/// The interval between two checks of the engine, in ms.
const TICK: u32 = 50;

/// Moves the stone to the engine's choice. Any key ends the search.
pub(crate) fn tip(session: &mut Session<'_>, game: &dyn Game) -> Result<Effect, Quit> {
    if game.outcome().is_some() || game.question().is_some() {
        return Ok(Effect::Nothing);
    }
    if session.table.seats.computer_to_move(game) {
        return Ok(Effect::note(say!("It is the computer's turn.")));
    }
    let (beside, patience) = (session.console.real_time(), session.table.seats.patience);
    let Some(mut hints) = Hints::start(session.computer(game), game, beside, patience) else {
        return Ok(Effect::note(say!("The computer has no suggestion here.")));
    };
    session.say(say!("The computer is looking for a move."));
    let end = session.console.now() + LOOK;
    while hints.update() && session.console.now() < end {
        if session.console.pause(TICK)? {
            break;
        }
    }
    let rank = |(_, one): &&(_, players::insight::Insight)| one.value.rank();
    let best = hints
        .values()
        .iter()
        .max_by(|a, b| rank(a).total_cmp(&rank(b)));
    let Some(((row, col), _)) = best else {
        return Ok(Effect::note(say!("The computer has no suggestion here.")));
    };
    session.table.helped = true;
    let name = game.name_of((*row, *col));
    let note = say!(
        "The computer would try {name}. Enter drops the stone there.",
        name
    );
    Ok(Effect::MoveStone(
        session.face(game).grid(game).centre(*row, *col),
        note,
    ))
}
