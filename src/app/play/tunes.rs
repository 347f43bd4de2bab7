//! The tunes that the speaker plays.

use super::session::Session;
use games::stone::Outcome;
use players::Seats;
use turbo::dos::Console;

/// A frequency in hertz, 0 for a rest, and a duration in ms.
pub type Note = (u32, u32);

/// The sound of a stone that lands on the board.
pub const CLICK: &[Note] = &[(1000, 5)];
/// The sound for a stone that cannot be dropped.
pub const REFUSED: &[Note] = &[(150, 120)];
/// The tune after a person won.
pub const WON: &[Note] = &[(523, 90), (659, 90), (784, 90), (1047, 200)];
/// The tune after a person lost to the computer.
pub const LOST: &[Note] = &[(392, 140), (330, 140), (262, 240)];
pub const DRAW: &[Note] = &[(523, 140), (0, 40), (523, 140)];

/// Plays notes on the speaker, unless the sound is off.
pub fn play(session: &mut Session<'_>, notes: &[Note]) {
    if session.settings.sound {
        for (hertz, ms) in notes {
            session.console.sound(*hertz, *ms);
        }
    }
}

/// Returns the tune for the end of a game. It is sad only if a person lost to the computer.
pub fn at_end(outcome: Outcome, seats: &Seats) -> &'static [Note] {
    match outcome {
        Outcome::Draw => DRAW,
        Outcome::Won(stone) if seats.of(stone).is_computer() && seats.has_human() => LOST,
        Outcome::Won(_) => WON,
    }
}
