//! What will turn over? The student marks the stones, then the tutor runs `QpChange` and shows what was right.

use super::lessons::after;
use super::trace::{Place, Trace};
use super::{Cursor, Purpose, Scene, View, screen, walk};
use crate::dialog;
use crate::dos::{Console, Key, Quit};
use crate::othello::rules::Cell;
use crate::stone::Stone;
use crate::table::Table;

/// The moves before each question, and the cell of the stone that is dropped: from games of World Championships.
pub const POSITIONS: [(&str, &str); 10] = [
    ("", "d3"),
    ("f5d6", "c3"),
    ("f5d6c5f4e3", "c6"),
    ("f5d6c3d3c4f4f6f3", "g4"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4", "b4"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6", "a5"),
    ("f5d6c3d3c4f4f6f3g4g3e6b3f2e3e2c5c6e7c7h4g5h5g6d2", "b6"),
    (
        "f5f4e3d6f3g5f6g4e6d7g6h6e7f7g3d3h4d2h5h3e8f8g8g7f2e1d8e2f1g1c8",
        "c7",
    ),
    (
        "f5d6c3d3c4f4f6f3g4g3e6b3f2e3e2c5c6e7c7h4g5h5g6d2b6d7b4e1e8a4d8b5c2f8g8f7a6a5a3b8g7a7h3b1d1a2g2b2a1",
        "c1",
    ),
    (
        "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2b7e2d1f1c8h4h3h6h7g7h8b1b2a7a8a1b8g8",
        "f8",
    ),
];

/// The student's answers: how many were right as a whole, and how many stones were right, forgotten and wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Questions with every stone right.
    pub perfect: usize,
    /// Stones that were marked and turn over.
    pub right: usize,
    /// Stones that turn over and were not marked.
    pub forgotten: usize,
    /// Stones that were marked and stay.
    pub wrong: usize,
}

impl Score {
    /// Takes an answer in; `turned` are the stones that turn over.
    pub fn add(&mut self, guess: &[Place], turned: &[Place]) {
        let right = guess.iter().filter(|place| turned.contains(place)).count();
        let (wrong, forgotten) = (guess.len() - right, turned.len() - right);
        self.perfect += usize::from(wrong == 0 && forgotten == 0);
        self.right += right;
        self.wrong += wrong;
        self.forgotten += forgotten;
    }
}

/// Asks the ten questions, and says how many answers were right.
///
/// # Errors
/// The window was closed meanwhile.
pub fn predict(console: &mut dyn Console, table: &mut Table) -> Result<(), Quit> {
    let mut score = Score::default();
    let mut cursor = Cursor {
        speed: 7,
        ..Cursor::default()
    };
    for ((moves, cell), n) in POSITIONS.iter().zip(1..) {
        let game = after(moves);
        let cell = cell.parse().expect("the question's cell has a name");
        let trace = Trace::qp_change(game.map(), cell, game.t());
        let turned = trace.state(trace.len()).ringed;
        let title = format!("What will turn over? {n} of {}", POSITIONS.len());
        let mut scene = Scene::new(question(game.t(), cell, score, n - 1), vec![trace]);
        let Some(guess) = ask(console, table, &title, &mut scene)? else {
            return Ok(());
        };
        let before = score;
        score.add(&guess, &turned);
        scene.text = format!(
            "{} of {} stones right, {} forgotten (!), {} wrong (x). ← goes back to see why, Enter goes on. \
             So far {} of {n} answers are right.",
            score.right - before.right,
            turned.len(),
            score.forgotten - before.forgotten,
            score.wrong - before.wrong,
            score.perfect,
        );
        cursor.n = 0;
        walk(
            console,
            table,
            &title,
            &[scene],
            &mut cursor,
            Purpose::Answer,
        )?;
    }
    let Score {
        perfect,
        right,
        forgotten,
        wrong,
    } = score;
    let message = format!(
        "{perfect} of {} answers are right. {right} stones right, {forgotten} forgotten, {wrong} wrong.",
        POSITIONS.len()
    );
    dialog::tell(console, &message)
}

fn question(t: usize, cell: Cell, score: Score, asked: usize) -> String {
    let (own, other) = (Stone::of_turn(t), Stone::of_turn(t).other());
    let so_far = match asked {
        0 => String::new(),
        n => format!(" So far {} of {n} answers are right.", score.perfect),
    };
    format!(
        "{} drops a stone on {cell}. Which {other} stones will turn over? Go to each with the arrows and mark it with \
         Space; Enter shows what {own}'s stone does.{so_far}",
        own.name(),
    )
}

/// Lets the student mark stones until Enter; `None` when he leaves.
fn ask(
    console: &mut dyn Console,
    table: &mut Table,
    title: &str,
    scene: &mut Scene,
) -> Result<Option<Vec<Place>>, Quit> {
    let keys = [
        ("↑↓←→", "Go"),
        ("Space", "Mark"),
        ("Enter", "See"),
        ("F1", "Help"),
        ("F9", "Colour"),
        ("Esc", "Leave"),
    ];
    let mut at: Place = (3, 3);
    loop {
        let guess = scene.guess.get_or_insert_default().clone();
        let view = View {
            title: title.to_string(),
            scene,
            n: 0,
            running: false,
            speed: 0,
            keys: &keys,
        };
        screen::draw(console.screen(), table.theme, &view);
        screen::draw_cursor(console.screen(), table.theme, at);
        match console.getkey()? {
            Key::Up => at.0 = at.0.saturating_sub(1),
            Key::Down => at.0 = (at.0 + 1).min(7),
            Key::Left => at.1 = at.1.saturating_sub(1),
            Key::Right => at.1 = (at.1 + 1).min(7),
            Key::Space => {
                let guess = scene.guess.get_or_insert_default();
                match guess.iter().position(|place| *place == at) {
                    Some(marked) => drop(guess.remove(marked)),
                    None if scene.traces[0].has_stone(at) => guess.push(at),
                    None => {}
                }
            }
            Key::Enter => return Ok(Some(guess)),
            Key::Esc => return Ok(None),
            Key::F(9) => table.theme = table.theme.next(),
            _ => {}
        }
    }
}
