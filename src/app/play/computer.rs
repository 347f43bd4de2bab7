//! The computer's turn.

use super::board_keys::other_key;
use super::dialog;
use super::session::Session;
use super::subject;
use super::turn::{AtBoard, Effect, TurnEnd, answer, dropped, out_of_time, run_clock};
use super::tutor;
use players::level::Level;
use players::{Answer, Engines, Move, Player, Thinking, Turn};
use screen::{board, panel};
use games::{Game, Tried};
use turbo::dos::{Console, Quit};
use words::say;

/// How long the computer waits before it moves, in ms.
const PAUSE: u32 = 220;
/// How long a pass is announced before the computer goes on, in ms.
const ANNOUNCE: u32 = 1500;
/// How often the keyboard is checked while the computer plays, in ms.
const TICK: u32 = 20;

/// The computer's turn: it thinks, waits a little so that a person can follow, and moves. Meanwhile the keys that move a stone do
/// nothing; all others work at once. `announced` is whether a note has to be read before.
pub(crate) fn computers_turn(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    engines: &mut Engines,
    announced: bool,
) -> Result<TurnEnd, Quit> {
    // A person may have had a box open until a moment ago.
    session.start_clock();
    subject::tell(session, &**game, None);
    let end = think_and_move(session, game, engines, announced);
    // Nor does the next player pay for what was shown or asked meanwhile.
    session.start_clock();
    end
}

fn think_and_move(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    engines: &mut Engines,
    announced: bool,
) -> Result<TurnEnd, Quit> {
    let beside = session.console.real_time();
    let computer = session.computer(&**game);
    let mut seats = session.table.seats.clone();
    if let (Some(clocks), Some(stone)) = (&session.table.clocks, game.player_to_move()) {
        seats.turn = Turn::Left(clocks.of(stone), clocks.increment);
    }
    let Some(thinking) = Thinking::start(computer, &seats, &**game, beside, engines) else {
        return Ok(TurnEnd::redraw());
    };
    let pause = session
        .settings
        .speed
        .scaled(PAUSE + if announced { ANNOUNCE } else { 0 });
    let mut waited = 0;
    let mut found = None;
    let began = session.console.now();
    loop {
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
            let end = computers_move(session, game, found)?;
            return Ok(match (end, remark) {
                (TurnEnd::Next(text), Some(remark)) => TurnEnd::Next(format!("{remark} {text}")),
                (end, _) => end,
            });
        }
        panel::thinking(
            session.console.screen(),
            session.settings.theme,
            waited / 100,
        );
        session.console.pause(TICK)?;
        waited += TICK;
        if !run_clock(session, &**game) {
            return Ok(out_of_time(session, &mut **game));
        }
        while session.console.kbhit() {
            let key = session.console.getkey()?;
            let effect = other_key(session, key, game)?;
            // A key may have opened a box, and the computer could not move before it was closed.
            session.start_clock();
            match effect {
                Effect::Ends(end) => return Ok(end),
                Effect::Note(text) => session.say(&text),
                // The stone is not a person's to move now.
                Effect::Nothing | Effect::MoveStone(..) => {}
            }
        }
    }
}

/// Makes the move that the computer has found, or deals with the reason why it cannot play.
fn computers_move(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    found: Answer,
) -> Result<TurnEnd, Quit> {
    let place = match found {
        Ok(Some(Move::Drop(place))) => place,
        Ok(Some(Move::Answer(n))) => {
            let said = answer(&mut session.table, &mut **game, n);
            return Ok(TurnEnd::Next(said));
        }
        Ok(None) => {
            let name = game.stone_of_turn(game.t()).name();
            game.lose_turn();
            let text = say!("{name} has no move and tries until the turn is lost.", name);
            return Ok(TurnEnd::Next(text));
        }
        Err(why) => return replace_player(session, &**game, &why.to_string()),
    };
    tutor::watch_drop(session, &**game, place)?;
    let before = game.clone();
    match game.try_to_drop(place) {
        Tried::Done(placed) => dropped(session, &**game, &placed, true).map(TurnEnd::Next),
        Tried::Nothing(why) | Tried::Refused(why) | Tried::Passed(why) => {
            // What it tried may have counted.
            *game = before;
            let name = session.table.seats.of(game.player());
            let why = say!("Wrong move by {name}. {why}", name, why);
            replace_player(session, &**game, &why)
        }
    }
}

/// Another program cannot play on: asks who takes its place. Without an answer it is a person.
fn replace_player(session: &mut Session<'_>, game: &dyn Game, why: &str) -> Result<TurnEnd, Quit> {
    dialog::tell(&mut session.console, why)?;
    let items = [
        (say!("Ask it again"), 'a'),
        (say!("The computer plays on"), 'c'),
        (say!("A person plays on"), 'p'),
    ];
    let keys = [
        ("↑↓", say!("Choose")),
        ("Enter", say!("Continue")),
        ("F1", say!("Help")),
        ("Esc", say!("A person plays on")),
    ];
    let console = &mut session.console;
    let chosen = dialog::choose_one(console, 208, say!("Who plays?"), &items, &keys, 0)?;
    let seat = session.table.seats.of_mut(game.player());
    match chosen {
        Some(0) => {}
        Some(1) => *seat = Player::Level(Level::DEFAULT),
        _ => *seat = Player::Human,
    }
    Ok(TurnEnd::redraw())
}
