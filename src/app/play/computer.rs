//! The computer's turn.

use super::board_keys::other_key;
use super::dialog::{self, Choice};
use super::session::Session;
use super::turn::{AtBoard, Then, answer, dropped, lose, run_clock};
use super::tutor;
use crate::players::level::Level;
use crate::players::{Answer, Engines, Move, Player, Thinking};
use crate::screen::{board, panel};
use games::stone::Lost;
use games::{Game, Tried};
use turbo::dos::{Console, Quit};

/// How long the computer waits before it moves, in ms.
const PAUSE: u32 = 220;
/// How long a pass is announced before the computer goes on, in ms.
const ANNOUNCE: u32 = 1500;
/// How often the keyboard is checked while the computer plays, in ms.
const TICK: u32 = 20;

/// The computer's turn: it thinks, waits a little so that a person can follow, and moves. Meanwhile the keys that move a stone do
/// nothing; all others work at once.
pub fn computers_turn(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    engines: &mut Engines,
    announce: bool,
) -> Result<Then, Quit> {
    let beside = session.console.real_time();
    let computer = session.computer(&**game);
    let Some(thinking) = Thinking::start(computer, &session.table.seats, &**game, beside, engines)
    else {
        return Ok(Then::Stay);
    };
    let pause = session
        .settings
        .speed
        .scaled(PAUSE + if announce { ANNOUNCE } else { 0 });
    let mut waited = 0;
    let mut found = None;
    let began = session.console.now();
    let mut since = began;
    loop {
        if !run_clock(session, &**game, &mut since) {
            lose(session, &mut **game, Lost::OutOfTime);
            return Ok(Then::Redraw);
        }
        found = found.or_else(|| {
            thinking.answer(engines, &mut |insight| {
                if session.settings.values {
                    let (theme, ms) = (session.settings.theme, session.console.now() - began);
                    board::draw_insight(session.console.screen(), theme, &**game, &insight, ms);
                }
            })
        });
        if waited >= pause
            && let Some(found) = found.take()
        {
            let remark = engines.take_remark();
            return Ok(match (computers_move(session, game, found)?, remark) {
                (Then::Say(text), Some(remark)) => Then::Say(format!("{remark} {text}")),
                (then, _) => then,
            });
        }
        panel::thinking(
            session.console.screen(),
            session.settings.theme,
            waited / 100,
        );
        session.console.pause(TICK)?;
        waited += TICK;
        while session.console.kbhit() {
            let key = session.console.getkey()?;
            match other_key(session, key, game)? {
                Then::Stay => {}
                Then::Say(text) => {
                    panel::note(session.console.screen(), session.settings.theme, &text);
                }
                then => return Ok(then),
            }
        }
    }
}

/// Makes the move that the computer has found, or deals with the reason why it cannot play.
fn computers_move(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    found: Answer,
) -> Result<Then, Quit> {
    let place = match found {
        Ok(Some(Move::Drop(place))) => place,
        Ok(Some(Move::Answer(n))) => {
            return Ok(Then::Say(answer(&mut session.table, &mut **game, n)));
        }
        Ok(None) => {
            let name = game.stone_of_turn(game.t()).name();
            game.lose_turn();
            let text = format!("{name} has no move and tries until the turn is lost.");
            return Ok(Then::Say(text));
        }
        Err(why) => return replace_player(session, &**game, &why.to_string()),
    };
    tutor::watch_drop(session, &**game, place)?;
    let before = game.clone();
    match game.try_to_drop(place) {
        Tried::Done(placed) => dropped(session, &**game, &placed, true).map(Then::Say),
        Tried::Nothing(why) | Tried::Refused(why) | Tried::Passed(why) => {
            *game = before;
            let name = session.table.seats.of(game.player());
            let why = format!("Wrong move by {name}. {why}");
            replace_player(session, &**game, &why)
        }
    }
}

/// Another program cannot play on: asks who takes its place. Without an answer it is a person.
fn replace_player(session: &mut Session<'_>, game: &dyn Game, why: &str) -> Result<Then, Quit> {
    dialog::tell(&mut session.console, why)?;
    let items = [
        ("Ask it again", 'a'),
        ("The computer plays on", 'c'),
        ("A person plays on", 'p'),
    ];
    let keys = [
        ("↑↓", "Choose"),
        ("Enter", "Continue"),
        ("F1", "Help"),
        ("Esc", "A person plays on"),
    ];
    let choice = loop {
        match dialog::choose(
            &mut session.console,
            208,
            "Who plays?",
            &items,
            &keys,
            &mut 0,
        )? {
            Choice::Other(_) => {}
            choice => break choice,
        }
    };
    let seat = session.table.seats.of_mut(game.player());
    match choice {
        Choice::Item(0) => {}
        Choice::Item(1) => *seat = Player::Level(Level::DEFAULT),
        _ => *seat = Player::Human,
    }
    Ok(Then::Redraw)
}
