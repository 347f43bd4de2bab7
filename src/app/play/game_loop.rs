//! The game at the board: the original's two nested loops and everything that was built around them.

use super::board_keys::other_key;
use super::computer::computers_turn;
use super::consent;
use super::dialog::{self, AFTER, Choice, Item};
use super::keeper::Keeper;
use super::naming::Naming;
use super::openings;
use super::replay::{self, Opened};
use super::results;
use super::session::{Session, Settings, Table};
use super::tunes;
pub use super::turn::Leave;
use super::turn::{AtBoard, Then, answer, dropped, lose, run_clock};
use super::tutor;
use super::values::{self, LOOK};
use crate::players::Engines;
use crate::players::hints::Hints;
use crate::players::level::Level;
use crate::screen::{board, panel};
use games::records::Recorded;
use games::stone::Lost;
use games::{Game, Question, Tried};
use turbo::dos::{Console, Key, Quit};

/// Plays a game until the players leave it.
///
/// These are the two loops of [`original::playtoplay`](original::playtoplay): the outer one changes the player, and in the inner
/// one a player moves the stone and tries to drop it. This inner loop knows more keys (undo, help and others), a finished game waits in
/// it for what comes next, and the computer's turn has a loop of its own.
///
/// However this ends, `game` is then the game that was played last. Each change is kept.
///
/// # Errors
/// The window was closed.
pub fn game_loop(session: &mut Session<'_>, game: &mut AtBoard) -> Result<Leave, Quit> {
    let page = session.entry(&**game).help;
    let page_before = session.console.turn_to(page);
    let left = turns(session, game);
    session.console.turn_to(page_before);
    // The clock has run since the last change.
    session.keep(&**game);
    // The next game is another one, and has no clocks until somebody sets them.
    session.table.minutes = 0;
    left
}

fn turns(session: &mut Session<'_>, game: &mut AtBoard) -> Result<Leave, Quit> {
    let mut said = String::new();
    let mut engines = Engines::new(session.keeper.learner().clone());
    // Has the player closed the box beside the board?
    let mut closed = false;
    let mut naming = Naming::default();
    loop {
        let face = session.face(&**game);
        let mut at = stone_at(session, &**game);
        let mut refused = false;
        let mut note = match said.is_empty() {
            true => warning(session, &**game),
            false => std::mem::take(&mut said),
        };
        draw(session, &**game);
        panel::note(session.console.screen(), session.settings.theme, &note);
        session.keep(&**game);
        if let Some(refused) = consent::of_the_seats(session)? {
            said = refused;
            continue;
        }
        let mut since = session.console.now();
        if session.table.seats.computer_to_move(&**game) {
            match computers_turn(session, game, &mut engines, !note.is_empty())? {
                Then::Leave(leave) => return Ok(leave),
                Then::Say(text) => said = text,
                _ => {}
            }
            continue;
        }
        let mut look = session.look(&**game);
        let question = game.question();
        let outcome = game.outcome();
        let playing = outcome.is_none() && question.is_none();
        closed &= !playing;
        let suggested = results::suggestion(session, &**game);
        let screen = session.console.screen();
        let how = board::mark_end(screen, face, &**game, &look);
        if let (Some(outcome), false) = (outcome, closed) {
            let rows = AFTER.len() + usize::from(suggested.is_some());
            board::draw_result(screen, outcome, &how, &look, rows);
        }
        let mut chosen = 0;
        let mut hints = values::begin(session, &**game);
        loop {
            if playing {
                let screen = session.console.screen();
                if hints.is_some() {
                    board::clear_why(screen, look.theme);
                }
                panel::note(screen, look.theme, &note);
                face.draw_moving(screen, &**game, &look, at);
                if refused {
                    board::refuse(screen, at, face.radius(&**game));
                }
            }
            if session.keeper.keeps() && !session.console.kbhit() {
                // Writing takes longer than drawing, and the effect of the last key should be seen at once. Of a burst of keys only
                // the last place of the stone is kept.
                session.console.delay(0)?;
                session.keep(&**game);
            }
            if let Some(message) = session.keeper.message() {
                note = message;
                continue;
            }
            refused = false;
            let then = match &question {
                _ if !playing && closed => without_box(session, game, &mut since, &mut closed)?,
                Some(question) => {
                    let chosen = (&mut chosen, &mut closed);
                    match decide(session, game, question, &mut since, chosen)? {
                        Then::Say(text) => {
                            said = text;
                            break;
                        }
                        then => then,
                    }
                }
                None if !playing => {
                    game_over(session, game, suggested, (&mut chosen, &mut closed))?
                }
                None => match next_key(session, &**game, &mut since, &mut hints, !note.is_empty())?
                {
                    None => {
                        lose(session, &mut **game, Lost::OutOfTime);
                        Then::Redraw
                    }
                    Some(key @ (Key::Up | Key::Down | Key::Left | Key::Right)) => {
                        naming.forget();
                        Then::MoveTo(face.grid(&**game).step(at, key), String::new())
                    }
                    Some(Key::Enter | Key::Space) => {
                        naming.forget();
                        let tried = try_to_drop(session, game, at)?;
                        // The tutor has the key for the next colour, too.
                        look = session.look(&**game);
                        // The clock stands still while the tutor is watched.
                        since = session.console.now();
                        match tried {
                            Tried::Nothing(text) => Then::Say(text),
                            Tried::Refused(text) => {
                                refused = true;
                                Then::Say(text)
                            }
                            Tried::Passed(text) => {
                                said = text;
                                session.table.stone_at = None;
                                break;
                            }
                            Tried::Done(placed) => {
                                said = dropped(session, &**game, &placed, false)?;
                                break;
                            }
                        }
                    }
                    Some(key) => {
                        let named = match face.is_as_in_dos(&**game) {
                            true => None,
                            false => naming.key(session, &**game, key, at),
                        };
                        match named {
                            Some(then) => then,
                            None => other_key(session, key, game)?,
                        }
                    }
                },
            };
            match then {
                Then::Stay => note.clear(),
                Then::Say(text) => note = text,
                Then::MoveTo(to, text) => {
                    face.move_color(session.console.screen(), &**game, &look, at);
                    at = to;
                    session.table.stone_at = Some(at);
                    note = text;
                }
                Then::Redraw => break,
                Then::Leave(leave) => return Ok(leave),
            }
        }
    }
}

/// Where the moving stone stands, in pixels.
fn stone_at(session: &Session<'_>, game: &dyn Game) -> (i32, i32) {
    let begins = session.face(game).begins(game);
    session.table.stone_at.unwrap_or(begins)
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
            "The learner has no book for this board, and learns nothing.".to_string()
        }
        text => text,
    }
}

/// A person tries to drop the stone at (x,y).
fn try_to_drop(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    (x, y): (i32, i32),
) -> Result<Tried, Quit> {
    let tried = match session.face(&**game).grid(&**game).place(x, y) {
        None => Tried::Nothing("Press ↓ to bring the stone onto the board.".to_string()),
        Some(place) => match tutor::watch_drop(session, &**game, place)? {
            true => game.try_to_drop(place),
            false => return Ok(Tried::Nothing("The stone is not dropped yet.".to_string())),
        },
    };
    if !matches!(tried, Tried::Done(_)) {
        tunes::play(session, tunes::REFUSED);
    }
    Ok(tried)
}

/// A person answers the game's question, in a box beside the board. `chosen` is where the bar stands, `closed` whether Esc has closed the
/// box.
fn decide(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    question: &Question,
    since: &mut u64,
    (chosen, closed): (&mut usize, &mut bool),
) -> Result<Then, Quit> {
    let items: Vec<Item<'_>> = question.choices.clone();
    let theme = session.settings.theme;
    panel::note(session.console.screen(), theme, "");
    let lines = [question.who, "chooses"];
    let console = &mut session.console;
    let choice = dialog::choose_beside(console, theme, question.title, lines, &items, chosen)?;
    if !run_clock(session, &**game, since) {
        lose(session, &mut **game, Lost::OutOfTime);
        return Ok(Then::Redraw);
    }
    Ok(match choice {
        Choice::Item(n) => Then::Say(answer(&mut session.table, &mut **game, n)),
        Choice::Closed => close(closed),
        Choice::Other(key) => match other_key(session, key, game)? {
            // The box covers the place of the note.
            Then::Say(_) => Then::Stay,
            then => then,
        },
    })
}

fn close(closed: &mut bool) -> Then {
    *closed = true;
    Then::Redraw
}

/// The game is over, and the winner's box asks what comes next: also another level, if one is suggested.
fn game_over(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    suggested: Option<Level>,
    (chosen, closed): (&mut usize, &mut bool),
) -> Result<Then, Quit> {
    let level = suggested.map(|level| format!("Try level {}", level.number()));
    let level = level.as_deref().map(|text| (text, 'l'));
    let items: Vec<Item<'_>> = AFTER.into_iter().chain(level).collect();
    Ok(
        match dialog::after_result(&mut session.console, &items, chosen)? {
            Choice::Item(1) => {
                step_through(session, game)?;
                Then::Redraw
            }
            Choice::Item(2) => Then::Leave(Leave::Menu),
            Choice::Item(n) => {
                if let (Some(level), 3) = (suggested, n) {
                    results::take_up(session, level);
                }
                if session.table.tree.branches() {
                    // The lines of this game stay in its slot.
                    session.keeper.leave();
                }
                session.begin();
                match openings::begin(session, &**game)? {
                    Some(new) => *game = new,
                    None => *game = game.anew(),
                }
                Then::Redraw
            }
            Choice::Closed => close(closed),
            Choice::Other(key) => other_key(session, key, game)?,
        },
    )
}

/// Steps through the game at the board. It may be played on from one of its moves.
fn step_through(session: &mut Session<'_>, game: &mut AtBoard) -> Result<(), Quit> {
    let recorded = Recorded {
        game: game.clone(),
        ..session.recorded(&**game)
    };
    if let Some(Opened {
        game: from_here,
        tree,
    }) = replay::step_through(session, &recorded)?
    {
        if from_here.swapped() != game.swapped() {
            session.table.swap();
        }
        *game = from_here;
        session.begin_with(tree);
    }
    Ok(())
}

/// The box beside the board is closed: the whole board is seen. Enter opens the box again, and Esc leaves the board as ever.
fn without_box(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    since: &mut u64,
    closed: &mut bool,
) -> Result<Then, Quit> {
    let screen = session.console.screen();
    panel::note(screen, session.settings.theme, "Enter opens the box again.");
    let key = session.console.getkey()?;
    if !run_clock(session, &**game, since) {
        lose(session, &mut **game, Lost::OutOfTime);
        return Ok(Then::Redraw);
    }
    Ok(match key {
        Key::Enter | Key::Space => {
            *closed = false;
            Then::Redraw
        }
        key => match other_key(session, key, game)? {
            Then::Say(_) => Then::Stay,
            Then::Redraw => {
                *closed = false;
                Then::Redraw
            }
            then => then,
        },
    })
}

/// The next key of the player to move, or `None` when the player's time is up. `since` is the time up to which the clock has run. What
/// the hints find meanwhile is shown; why a move is good or bad only where no note stands.
fn next_key(
    session: &mut Session<'_>,
    game: &dyn Game,
    since: &mut u64,
    hints: &mut Option<Hints>,
    mut noted: bool,
) -> Result<Option<Key>, Quit> {
    while run_clock(session, game, since) {
        let stone_at = stone_at(session, game);
        let mut ms = values::show(session, game, hints, stone_at);
        if !noted {
            values::say_why(session, game, hints.as_ref(), stone_at);
        }
        if let Some(hints) = hints {
            session.note_values(game, hints);
        }
        if session.keeper.is_at_work() {
            ms = Some(ms.unwrap_or(LOOK).min(LOOK));
            if let Some(message) = session.keeper.message() {
                panel::note(session.console.screen(), session.settings.theme, &message);
                noted = true;
            }
        }
        if let (Some(clocks), Some(stone)) = (&session.table.clocks, game.player_to_move()) {
            let tick = clocks.until_next_second(stone);
            ms = Some(ms.unwrap_or(tick).min(tick));
        }
        let Some(ms) = ms else {
            return session.console.getkey().map(Some);
        };
        if let Some(key) = session.console.key_within(ms)? {
            return Ok(run_clock(session, game, since).then_some(key));
        }
    }
    Ok(None)
}

/// Lets a student drop stones on a lesson's board, each shown step by step, until the student leaves it. Nothing is kept.
///
/// # Errors
/// The window was closed.
pub fn practise(session: &mut Session<'_>, game: &mut AtBoard) -> Result<(), Quit> {
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
    left.map(drop)
}
