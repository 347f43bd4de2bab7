use super::board_keys::key_meanwhile;
use super::dialog::{self, Menu};
use super::game_loop;
use super::online;
use super::session::{ActiveGame, Session};
use super::subject;
use super::turn::{TurnEnd, answer, dropped, out_of_time, run_clock};
use super::tutor::{self, SceneView};
use games::DropResult;
use lessons::tutor::scene::Scene;
use players::c_player::FUNCTION;
use players::level::Level;
use players::{Answer, Engines, Move, Player, SearchLimit, Thinking};
use screen::{board, panel};
use turbo::dos::{Console, Quit};
use words::say;

/// The pause before the computer moves, in ms.
const PAUSE: u32 = 220;
/// The time for which a note about a pass is shown during the computer's turn, in ms.
const ANNOUNCE: u32 = 1500;
/// The keyboard polling interval while the computer thinks, in ms.
const TICK: u32 = 20;

/// Plays the computer's turn: it thinks, waits so that a person can follow, and moves. The keys that move the
/// stone do nothing meanwhile; all others work. `announced` is true if there is a note to read first.
pub(crate) fn computers_turn(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
    engines: &mut Engines,
    announced: bool,
) -> Result<TurnEnd, Quit> {
    session.skip_box();
    subject::tell(session, game, None);
    if *session.table.seats.of(game.player()) == Player::Friend {
        return online::friends_turn(session, game);
    }
    let end = think_and_move(session, game, engines, announced);
    // Time spent on animations and questions does not count for the next player.
    session.start_clock();
    end
}

fn think_and_move(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
    engines: &mut Engines,
    announced: bool,
) -> Result<TurnEnd, Quit> {
    let beside = session.console.real_time();
    let mut seats = session.table.seats.clone();
    if let (Some(clocks), Some(stone)) = (&session.table.clocks, game.player_to_move()) {
        seats.turn = SearchLimit::Left(clocks.of(stone), clocks.increment);
    }
    let Some(thinking) = Thinking::start(game.entry.computer, &seats, &**game, beside, engines) else {
        return Ok(TurnEnd::redraw());
    };
    let pause = session.settings.speed.scaled(PAUSE + if announced { ANNOUNCE } else { 0 });
    let mut waited = 0;
    let mut found = None;
    loop {
        found = found.or_else(|| {
            thinking.answer(engines, &mut |insight| {
                if session.settings.values {
                    let (theme, unit) = (session.settings.theme, game.entry.computer.unit(&**game));
                    board::draw_insight(session.console.screen(), theme, unit, &**game, &insight);
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
        panel::thinking(session.console.screen(), session.settings.theme, waited / 100);
        session.console.pause(TICK)?;
        waited += TICK;
        if !run_clock(session, game) {
            return Ok(out_of_time(session, game));
        }
        while session.console.kbhit() {
            if let Some(end) = key_meanwhile(session, game)? {
                return Ok(end);
            }
        }
    }
}

/// Makes the computer's move, or reports why it has none.
fn computers_move(session: &mut Session<'_>, game: &mut ActiveGame, found: Answer) -> Result<TurnEnd, Quit> {
    let place = match found {
        Ok(Some(Move::Drop(place))) => place,
        Ok(Some(Move::Answer(n))) => {
            let said = answer(&mut session.table, game, n);
            return Ok(TurnEnd::Next(said));
        }
        Ok(None) => {
            let name = game.stone_of_turn(game.t()).name();
            game.lose_turn();
            let text = say!("{name} has no move and loses the turn.", name);
            return Ok(TurnEnd::Next(text));
        }
        Err(why) => return replace_player(session, game, &why.to_string()),
    };
    match session.table.tutor && debug_choice(session, game)? {
        true => game_loop::draw(session, game),
        false => drop(tutor::watch_drop(session, game, place)?),
    }
    let before = game.clone();
    match game.try_to_drop(place) {
        DropResult::Done(placed) => dropped(session, game, &placed, true).map(TurnEnd::Next),
        DropResult::Ignored(why) | DropResult::Failed(why) | DropResult::TurnLost(why) => {
            // The game may have counted the failed attempt.
            *game = before;
            let name = session.table.seats.of(game.player());
            let why = say!("Illegal move by {name}. {why}", name, why);
            replace_player(session, game, &why)
        }
    }
}

/// Opens the debugger where the C program to move begins to choose. Returns false if the player is no C
/// program, or the program cannot begin.
fn debug_choice(session: &mut Session<'_>, game: &ActiveGame) -> Result<bool, Quit> {
    let seats = &session.table.seats;
    let Player::C(program) = seats.of(game.player()) else {
        return Ok(false);
    };
    let title = program.name();
    let call = program.check(&**game).and_then(|()| program.call(&**game, seats.seed_of(&**game)));
    let Ok(call) = call else {
        return Ok(false);
    };
    let scene = Scene::of_function(call.program, call.globals, (FUNCTION, vec![call.turn]), call.seed);
    tutor::debug(session, &title, &mut SceneView::new(scene), None)?;
    Ok(true)
}

/// Asks who replaces an engine that cannot play on. Esc seats a person.
fn replace_player(session: &mut Session<'_>, game: &ActiveGame, why: &str) -> Result<TurnEnd, Quit> {
    dialog::tell(&mut session.console, why)?;
    let mut items = vec![
        (say!("Ask it again"), 'a'),
        (say!("The computer plays on"), 'c'),
        (say!("A person plays on"), 'p'),
    ];
    if matches!(session.table.seats.of(game.player()), Player::C(_)) {
        items.push((say!("Debug its move"), 'd'));
    }
    let keys = dialog::menu_keys(say!("Continue"), say!("A person plays on"));
    let console = &mut session.console;
    let menu = Menu { y: 208, title: say!("Who plays?"), items: &items, keys: &keys };
    let chosen = menu.choose_one(console, 0)?;
    if chosen == Some(3) {
        debug_choice(session, game)?;
        return Ok(TurnEnd::redraw());
    }
    let seat = session.table.seats.of_mut(game.player());
    match chosen {
        Some(0) => {}
        Some(1) => *seat = Player::Level(Level::DEFAULT),
        _ => *seat = Player::Human,
    }
    Ok(TurnEnd::redraw())
}
