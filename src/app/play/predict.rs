//! What will turn over? The student marks the stones, then the tutor runs `QpChange` and shows which marks were right.

use super::session::Session;
use super::tutor::{Cursor, Exit, Purpose, guess, walk};
use crate::play::dialog;
use games::Game as _;
use games::othello::Cell;
use games::stone::Stone;
use lessons::tutor::calls::{after, qp_change};
use lessons::tutor::predict::{POSITIONS, PREDICT, Score, turned};
use lessons::tutor::scene::Part;
use turbo::dos::Quit;

/// Asks the ten questions, then says how many answers were right.
pub(crate) fn predict(session: &mut Session<'_>) -> Result<(), Quit> {
    let mut score = Score::default();
    let mut cursor = Cursor {
        speed: 8,
        ..Cursor::default()
    };
    for ((moves, cell), n) in POSITIONS.iter().zip(1..) {
        let game = after(moves);
        let cell: Cell = cell.parse().expect("the question's cell has a name");
        let title = format!("What will turn over? {n} of {}", POSITIONS.len());
        let text = question(game.t(), cell, score, n - 1);
        let mut scene = qp_change(text, "QIPAN.C", game.map(), cell, game.t());
        let turned = turned(&scene);
        let Some(guess) = guess(session, &title, &scene)? else {
            return Ok(());
        };
        let before = score;
        score.add(&guess, &turned);
        let right = score.perfect > before.perfect;
        session
            .keeper
            .progress_made(|made| made.answer(PREDICT, right));
        scene.ending = format!(
            "{} of {} stones right, {} missed (!), {} wrong (x). Press ← to go back and see why, Enter to go on. \
             So far {} of {n} answers are right.",
            score.right - before.right,
            turned.len(),
            score.forgotten - before.forgotten,
            score.wrong - before.wrong,
            score.perfect,
        );
        scene.guess = Some(guess);
        cursor.n = 0;
        let left = walk(
            session,
            &title,
            &[Part::from(scene)],
            &mut cursor,
            Purpose::Answer,
        )?;
        if left == Exit::Closed {
            return Ok(());
        }
    }
    session.keeper.progress_made(|made| made.finish(PREDICT));
    let Score {
        perfect,
        right,
        forgotten,
        wrong,
    } = score;
    let message = format!(
        "{perfect} of {} answers are right. {right} stones were right, {forgotten} missed, {wrong} wrong.",
        POSITIONS.len()
    );
    dialog::tell(&mut session.console, &message)
}

fn question(t: usize, cell: Cell, score: Score, asked: usize) -> String {
    let (own, other) = (Stone::of_turn(t), Stone::of_turn(t).other());
    let so_far = match asked {
        0 => String::new(),
        n => format!(" So far {} of {n} answers are right.", score.perfect),
    };
    format!(
        "{} drops a stone on {cell}. Which {other} stones will turn over? Go to each with the arrow keys and mark it with \
         Space. Enter shows what the stone does.{so_far}",
        own.name(),
    )
}
