//! The review of a game: waiting for the engine, and stepping through the moves.

use super::collect::{self, Own};
use super::dialog;
use super::exercises;
use super::refutation;
use super::session::Session;
use super::wait;
use crate::players::analysis::{Reviewed, review};
use crate::players::cores;
use crate::players::exercises::{Change, Exercise};
use crate::players::job::{Job, News};
use crate::screen::review::{draw, draw_progress};
use games::Game;
use turbo::dos::{Console, Key, Quit, Screen};

/// Shows the review of a game until it is closed, with a progress bar while the engine works. A script gives the engine as much time as
/// the players have patience. The mistakes of the user's own become exercises, which are offered at the end. Restores the screen. False if
/// the game has no move.
pub fn show(session: &mut Session<'_>, game: &dyn Game, own: Own) -> Result<bool, Quit> {
    if !(1..game.t()).any(|t| game.place_of(t).is_some()) {
        return Ok(false);
    }
    let under = session.console.screen().clone();
    let moves = look_at(session, game)?;
    if !moves.is_empty() {
        let changes = collect::changes(game, &moves, own);
        let found: Vec<Exercise> = changes.iter().filter_map(Change::found).collect();
        session.keeper.exercise(changes);
        step_through(session, &moves, &found)?;
    }
    *session.console.screen() = under;
    Ok(true)
}

/// Has the engine look at the game. Esc stops it, and then nothing is shown.
fn look_at(session: &mut Session<'_>, game: &dyn Game) -> Result<Vec<Reviewed>, Quit> {
    let (computer, ms) = (session.computer(game), session.table.seats.patience);
    let console = &mut session.console;
    let drops = (1..game.t())
        .filter(|t| game.place_of(*t).is_some())
        .count();
    let copy = game.copy();
    let beside = console.real_time();
    let job = Job::within(beside, ms, move |stop, tell| {
        review(computer, &*copy, cores::of_work(beside), stop, tell);
    });
    let mut moves = Vec::new();
    loop {
        let show = |screen: &mut Screen| draw_progress(screen, moves.len(), drops);
        match wait::for_job(console, &job, show)? {
            News::Found(found) => moves.push(found),
            News::Done => return Ok(moves),
            News::NotYet => return Ok(Vec::new()),
        }
    }
}

/// Steps through the moves: Right and Left, Home and End; Down and Up go to the next and the previous mistake. P plays out what follows
/// a mistake, and E practises the mistakes that were found. Where they are kept, it is asked at the end whether to do so.
fn step_through(
    session: &mut Session<'_>,
    moves: &[Reviewed],
    found: &[Exercise],
) -> Result<(), Quit> {
    let is_mistake = |n: &usize| moves[*n].is_mistake();
    let last = moves.len() - 1;
    let face = session.face(&*moves[0].before);
    let mut n = 0;
    loop {
        let theme = session.settings.theme;
        draw(session.console.screen(), face, theme, moves, n);
        match session.console.getkey()? {
            Key::Right | Key::Space => n = (n + 1).min(last),
            Key::Left | Key::Backspace => n = n.saturating_sub(1),
            Key::Home => n = 0,
            Key::End => n = last,
            Key::Down | Key::PageDown => n = (n + 1..=last).find(is_mistake).unwrap_or(n),
            Key::Up | Key::PageUp => n = (0..n).rev().find(is_mistake).unwrap_or(n),
            Key::Esc | Key::Enter | Key::F(7) => break,
            key if key.letter() == Some('p') => refutation::show(session, &moves[n])?,
            key if key.letter() == Some('e') => return practise(session, found),
            _ => {}
        }
    }
    let due = due(session, found);
    let question = match due.len() {
        0 => return Ok(()),
        1 => "Practise your mistake now?".to_string(),
        n => format!("Practise your {n} mistakes now?"),
    };
    match session.keeper.keeps() && dialog::ask(&mut session.console, &question)? {
        true => exercises::practise(session, &due),
        false => Ok(()),
    }
}

/// Those of these exercises that wait to be solved.
fn due(session: &Session<'_>, found: &[Exercise]) -> Vec<Exercise> {
    let due = session.keeper.exercises().due(session.hour()).into_iter();
    due.filter(|one| found.iter().any(|found| found.is_same(one)))
        .collect()
}

fn practise(session: &mut Session<'_>, found: &[Exercise]) -> Result<(), Quit> {
    match &due(session, found)[..] {
        [] => dialog::tell(
            &mut session.console,
            "No mistake of yours waits here today.",
        ),
        due => exercises::practise(session, due),
    }
}
