//! Exercises: positions from the user's own games in which to find a better move.

use super::animation::show_drop;
use super::collect;
use super::dialog::{self, Choice, Menu};
use super::files;
use super::help;
use super::naming::Naming;
use super::refutation::{draw, play_out};
use super::session::{ActiveGame, Session, Table};
use super::subject;
use super::tunes;
use super::turn::Effect;
use super::wait;
use games::{DropResult, Place};
use players::analysis::{ReviewedMove, judge};
use players::exercises::{Change, Exercise};
use players::job::Job;
use screen::panel;
use turbo::dos::{Console, Key, Quit, Subject};
use words::say;

/// Shows the menu of exercises until it is closed.
pub(crate) fn show(session: &mut Session<'_>) -> Result<(), Quit> {
    let mut chosen = 0;
    loop {
        let exercises = session.profile.exercises();
        let due = exercises.due(session.hour());
        let title =
            say!("Exercises: {count} due today, {open} in total", count = due.len(), open = exercises.open());
        let items = [(say!("Practise"), 'p'), (say!("Review my kept games"), 'k')];
        let menu = Menu { y: 208, title: &title, items: &items, keys: &dialog::STARTS };
        let console = &mut session.console;
        match menu.choose(console, &mut chosen)? {
            Choice::Item(0) if due.is_empty() => {
                let text = say!(
                    "Nothing is due today. Review a game (F10, View): each of your mistakes becomes an exercise. It is done once you solve it at the first try on two days."
                );
                dialog::tell(console, text)?;
            }
            Choice::Item(0) => practise(session, &due)?,
            Choice::Item(_) => collect::look_through(session)?,
            Choice::Closed => return Ok(()),
            Choice::Other(_) => {}
        }
    }
}

/// Lets the user solve these exercises in turn. Restores the screen.
pub fn practise(session: &mut Session<'_>, exercises: &[Exercise]) -> Result<(), Quit> {
    with_board_aside(session, |session| solve(session, exercises))
}

/// Lets the user solve this one exercise. Restores the screen.
pub fn open(session: &mut Session<'_>, exercise: &Exercise) -> Result<(), Quit> {
    with_board_aside(session, |session| solve_one(session, exercise, say!("Exercise")).map(drop))
}

/// Puts the game at the board aside while `solve` runs, and restores the screen.
fn with_board_aside(
    session: &mut Session<'_>,
    solve: impl FnOnce(&mut Session<'_>) -> Result<(), Quit>,
) -> Result<(), Quit> {
    let alone = Table { seats: session.table.seats.for_people(), ..Table::default() };
    let table = std::mem::replace(&mut session.table, alone);
    let under = session.console.screen().clone();
    let solved = session.with_help(help::LEARNING, solve);
    session.table = table;
    session.profile.keep_settings(&session.settings);
    *session.console.screen() = under;
    solved
}

fn solve(session: &mut Session<'_>, exercises: &[Exercise]) -> Result<(), Quit> {
    for (exercise, n) in exercises.iter().zip(1..) {
        let title = say!("Exercise {n} of {count}", n, count = exercises.len());
        if !solve_one(session, exercise, &title)? {
            return Ok(());
        }
    }
    let open = session.profile.exercises().open();
    let text = match open {
        0 => say!("All exercises are done. Well played!").to_string(),
        open => say!("That was all for today. Exercises that will come back: {open}.", open),
    };
    dialog::tell(&mut session.console, &text)
}

fn task(exercise: &Exercise, game: &ActiveGame) -> String {
    let unit = game.entry.computer.unit(&**game);
    let own = game.player().name();
    let played = exercise.place(&**game).map(|place| game.name_of(place));
    let played = played.unwrap_or_else(|| exercise.played.clone());
    match exercise.lost >= unit.mistake {
        true => say!(
            "{own} played {played} here, which cost {amount}. Find a better move!",
            own,
            played,
            amount = unit.amount(exercise.lost, unit.digits)
        ),
        false => say!("{own} played {played} here and missed something. Find a better move!", own, played),
    }
}

/// Shows one exercise until it is solved or skipped. Returns false if the user stops.
fn solve_one(session: &mut Session<'_>, exercise: &Exercise, title: &str) -> Result<bool, Quit> {
    let Some(game) = exercise.game() else {
        return Ok(true);
    };
    let game = &session.active(game);
    let face = game.entry.face;
    let (mut at, mut naming) = (face.begins(&**game), Naming::default());
    let (mut said, mut first) = (task(exercise, game), true);
    let keys = [
        ("↑↓← →", say!("Move")),
        ("Enter", say!("Drop")),
        ("PgDn", say!("Next")),
        ("Ctrl+C", say!("Copy")),
        ("F1", say!("Help")),
        ("Esc", say!("Close")),
    ];
    let mut waiting = None;
    loop {
        let look = session.look(game);
        draw(session, game, title, &said);
        panel::key_line(session.console.screen(), &keys);
        face.draw_moving(session.console.screen(), &**game, &look, at);
        let subject =
            Subject { link: Some(("exercise", exercise.to_send())), ..subject::at_board(game, Some(at)) };
        session.console.set_subject(&subject);
        match waiting.take().map_or_else(|| session.console.getkey(), Ok)? {
            Key::Esc => return Ok(false),
            Key::PageDown => return Ok(true),
            Key::Ctrl('c') => {
                let copied = say!(
                    "The line is on the clipboard. Send it to a friend: qipan exercise 'LINE' opens it."
                );
                said = files::copy_text(session, exercise.to_send(), copied)?;
            }
            key @ (Key::Up | Key::Down | Key::Left | Key::Right) => {
                naming.forget();
                at = game.grid().step(at, key);
            }
            Key::Enter | Key::Space => {
                naming.forget();
                let Some(place) = game.grid().place(at.0, at.1) else {
                    continue;
                };
                let mut after = game.clone();
                let placed = match after.try_to_drop(place) {
                    DropResult::Done(placed) => placed,
                    DropResult::Ignored(why) | DropResult::Failed(why) | DropResult::TurnLost(why) => {
                        tunes::play(session, tunes::REFUSED);
                        said = why;
                        continue;
                    }
                };
                show_drop(session, game, &placed, false)?;
                draw(session, &after, title, say!("The computer checks the move."));
                let Some(judged) = judged(session, game, place)? else {
                    continue;
                };
                if judged.is_good() {
                    return right(session, exercise, &judged, (&after, title), first);
                }
                first = false;
                said = wrong(session, &judged, &after, title)?;
                waiting = Some(session.console.getkey()?).filter(|key| *key != Key::Enter);
            }
            key => {
                if let Some(Effect::MoveStone(to, _)) = naming.key(game, key, at) {
                    at = to;
                }
            }
        }
    }
}

/// Returns the engine's judgement of a move, or `None` if Esc stopped the engine.
fn judged(session: &mut Session<'_>, game: &ActiveGame, place: Place) -> Result<Option<ReviewedMove>, Quit> {
    let (beside, ms) = (session.console.real_time(), session.table.seats.patience);
    let (computer, copy) = (game.entry.computer, game.copy());
    let job = Job::within(beside, ms, move |stop, tell| {
        judge(computer, &*copy, place, stop).into_iter().for_each(tell);
    });
    let news = wait::for_job(&mut session.console, &job, |_| ())?;
    Ok(news.found())
}

/// Confirms a good move. Only a first try counts as a solution. Returns false if the user stops.
fn right(
    session: &mut Session<'_>,
    exercise: &Exercise,
    judged: &ReviewedMove,
    (after, title): (&ActiveGame, &str),
    first: bool,
) -> Result<bool, Quit> {
    if first {
        let solved = Change::Solved(exercise.clone(), session.hour());
        session.profile.exercise(vec![solved]);
    }
    let name = after.name_of(judged.played);
    let mut own = session.profile.exercises().all().iter();
    let again = match (first, exercise.solved.is_empty()) {
        // The exercise came from somebody else.
        _ if !own.any(|own| own.is_same(exercise)) => "",
        (true, true) => say!(" It comes back on another day."),
        (true, false) => say!(" You have solved it on two days: it is done."),
        (false, _) => say!(" It comes back, since this was not your first try."),
    };
    draw(session, after, title, &say!("Right, {name} is good!{again}", name, again));
    let keys = [("Enter", say!("Next")), ("Esc", say!("Close"))];
    panel::key_line(session.console.screen(), &keys);
    loop {
        match session.console.getkey()? {
            Key::Esc => return Ok(false),
            Key::Enter | Key::Space | Key::PageDown => return Ok(true),
            _ => {}
        }
    }
}

/// Explains a bad move and plays out its refutation until a key is pressed. Returns the text for the next
/// try.
fn wrong(
    session: &mut Session<'_>,
    judged: &ReviewedMove,
    after: &ActiveGame,
    title: &str,
) -> Result<String, Quit> {
    let name = after.name_of(judged.played);
    let unit = judged.unit();
    let lost = unit.amount(judged.lost, unit.digits);
    let text = say!("No: {name} costs {lost}. See what follows.", name, lost);
    draw(session, after, title, &text);
    play_out(session, after, &judged.punished, (title, &text))?;
    panel::key_line(session.console.screen(), &[("Enter", say!("Try again"))]);
    Ok(match judged.fault() {
        Some(reason) => say!("{reason} Try another move!", reason),
        None => say!("Not {name}. Try another move!", name),
    })
}
