//! The lessons about the program as a whole, and those about programs that play and learn.

use super::lesson::Beginning::{Gomoku, Othello};
use super::lesson::{Lesson, lesson};
use super::positions::*;
use crate::tutor::calls::{self, BOOK, ERRORS, WEIGHT, after, drop_on, look_ahead, whole};
use crate::tutor::scene::{Begins, Scene, program};
use games::gomoku;

const PROGRAM: &str = "The program";
const LEARNING: &str = "Programs that play and learn";

/// The lessons before all others.
pub(crate) const FIRST: &[Lesson] = &[
    lesson!(PROGRAM, "game", scenes, Othello("")),
    lesson!(PROGRAM, "main", scenes, Othello("")),
    lesson!(PROGRAM, "draw", scenes, Othello("")),
    lesson!(PROGRAM, "play", scenes, Othello("")),
];

/// The lessons after all others.
pub(crate) const LAST: &[Lesson] = &[
    lesson!(LEARNING, "fours", scenes, Gomoku(TWO_FOURS)),
    lesson!(LEARNING, "alpha-beta", scenes, Othello(FOUR_LEFT_1987)),
    lesson!(LEARNING, "book", scenes, Othello("")),
    lesson!(LEARNING, "weight", scenes, Othello("")),
];

/// What there is to watch in a lesson.
fn scenes(lesson: &str) -> Vec<Scene> {
    match lesson {
        "main" => vec![
            whole("", "Esc", None),
            whole("", "Esc", Some(Begins::Keys(1))),
        ],
        "draw" => ["DrawQp", "TurnOver"]
            .map(|function| whole("", "Esc", Some(Begins::Function(function, 1))))
            .to_vec(),
        "play" => {
            let two_moves = drop_on("d3") + &drop_on("c3") + "Esc";
            [two_moves.as_str(), ""]
                .map(|keys| whole("", keys, Some(Begins::Function("Playtoplay", 1))))
                .to_vec()
        }
        "fours" => {
            let game = gomoku::Game::from_record(TWO_FOURS).expect("a lesson's record is right");
            let scene = calls::fours("", &game);
            let mut attack = scene.clone();
            attack.from = Some(Begins::Function("Four", 1));
            vec![scene, attack]
        }
        "alpha-beta" => {
            let look = |moves| {
                let mut scene = look_ahead("", &after(moves));
                scene.from = Some(Begins::Function("Look", 1));
                scene
            };
            [FOUR_LEFT_1987, FOUR_LEFT].map(look).to_vec()
        }
        "book" => {
            let scene = |nth| {
                let mut scene = Scene::new("", program("BOOK.C"), ("main", Vec::new()), &BOOK);
                scene.from = Some(Begins::Function("CarryBack", nth));
                scene
            };
            (1..=3).map(scene).collect()
        }
        "weight" => {
            let mut errors = Scene::new("", program("WEIGHT.C"), ("main", Vec::new()), &ERRORS);
            errors.from = Some(Begins::Function("FindErrors", 1));
            let mut moves = errors.clone();
            moves.shows = &WEIGHT;
            moves.from = Some(Begins::Function("MoveWeight", 1));
            vec![errors, moves]
        }
        _ => Vec::new(),
    }
}
