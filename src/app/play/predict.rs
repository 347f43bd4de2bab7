//! The quiz "What will turn over?": the student marks stones, then the tutor runs `QpChange` and shows which
//! marks were right.

use super::session::Session;
use super::student;
use super::tutor::{Cursor, Exit, Purpose, guess, walk};
use crate::play::dialog;
use games::Game as _;
use games::othello::Cell;
use games::stone::Stone;
use lessons::tutor::calls::{after, qp_change};
use lessons::tutor::predict::{POSITIONS, PREDICT, Score, turned};
use lessons::tutor::scene::Part;
use turbo::dos::Quit;
use words::say;

/// Asks the ten questions, then reports the score.
pub(crate) fn predict(session: &mut Session<'_>) -> Result<(), Quit> {
    let mut score = Score::default();
    let mut cursor = Cursor { speed: 8, ..Cursor::default() };
    for ((moves, cell), n) in POSITIONS.iter().zip(1..) {
        let game = after(moves);
        let cell: Cell = cell.parse().expect("the question's cell has a name");
        let title = say!("What will turn over? {n} of {value}", n, value = POSITIONS.len());
        let text = question(game.t(), cell);
        let mut scene = qp_change(text, "QIPAN.C", game.map(), cell, game.t());
        let turned = turned(&scene);
        let Some(guess) = guess(session, &title, &mut scene)? else {
            return Ok(());
        };
        let before = score;
        score.add(&guess, &turned);
        let right = score.perfect > before.perfect;
        session.profile.progress_made(|made| made.answer(PREDICT, right));
        scene.ending = say!(
            "{right} of {count} discs right, {forgotten} missed (!), {wrong} wrong (x). Press ← to see why, Enter to continue. So far {perfect} of {n} answers are right.",
            right = score.right - before.right,
            count = turned.len(),
            forgotten = score.forgotten - before.forgotten,
            wrong = score.wrong - before.wrong,
            perfect = score.perfect,
            n
        );
        scene.guess = Some(guess);
        cursor.n = 0;
        let left = walk(session, &title, &[Part::from(scene)], &mut cursor, Purpose::Answer)?;
        if left == Exit::Closed {
            return Ok(());
        }
    }
    student::introduce(session)?;
    session.profile.progress_made(|made| made.finish(PREDICT));
    let Score { perfect, right, forgotten, wrong } = score;
    let message = say!(
        "{perfect} of {value} answers are right. {right} discs were right, {forgotten} missed, {wrong} wrong.",
        perfect,
        value = POSITIONS.len(),
        right,
        forgotten,
        wrong
    );
    dialog::tell(&mut session.console, &message)
}

fn question(t: usize, cell: Cell) -> String {
    let (own, other) = (Stone::of_turn(t), Stone::of_turn(t).other());
    say!(
        "{own} drops a disc on {cell}. Which {other} discs will turn over? Go to each with the arrow keys and mark it with Space. Press Enter for the answer.",
        own = own.name(),
        cell,
        other = other.name()
    )
}
