//! The lessons about the program as a whole and about programs that play and learn, and the assignments that
//! follow.

use super::lesson::Beginning::{Gomoku, Othello};
use super::lesson::{Lesson, lesson};
use super::positions::*;
use crate::tutor::calls::{
    self, BOOK, ERRORS, KEYS, LOOK_AHEAD, MATCHES, SCREEN, WEIGHT, after, drop_on, look_ahead, whole,
};
use crate::tutor::scene::{Begins, Scene, program};
use crate::tutor::shows::Shows;
use games::gomoku;
use turbo::c::Value;
use words::phrase;

const PROGRAM: &str = phrase!("The program");
const LEARNING: &str = phrase!("Programs that play and learn");
const YOURS: &str = phrase!("Programs of your own");

pub(crate) const FIRST: &[Lesson] = &[
    lesson!(PROGRAM, "game", scenes, Othello("")),
    lesson!(PROGRAM, "main", scenes, Othello("")),
    lesson!(PROGRAM, "draw", scenes, Othello("")),
    lesson!(PROGRAM, "play", scenes, Othello("")),
];

pub(crate) const LAST: &[Lesson] = &[
    lesson!(LEARNING, "keys", scenes, Othello("")),
    lesson!(LEARNING, "tree", scenes, Othello("")),
    lesson!(LEARNING, "alpha-beta", scenes, Othello(FOUR_LEFT_1987)),
    lesson!(LEARNING, "fours", scenes, Gomoku(TWO_FOURS)),
    lesson!(LEARNING, "three-games", scenes, Othello("")),
    lesson!(LEARNING, "book", scenes, Othello("")),
    lesson!(LEARNING, "weight", scenes, Othello("")),
];

pub(crate) const OWN: &[Lesson] = &[
    lesson!(YOURS, "own", scenes, Othello("")),
    lesson!(YOURS, "pass-key", scenes, Othello("")),
    lesson!(YOURS, "undo", scenes, Othello("")),
    lesson!(YOURS, "ten", scenes, Othello("")),
    lesson!(YOURS, "contest", scenes, Othello("")),
];

/// Creates a scene that calls `main` in the given file. The scene begins at the nth call of a function.
fn from(file: &str, shows: &'static Shows, function: &'static str, nth: usize) -> Scene {
    let mut scene = Scene::new("", program(file), ("main", Vec::new()), shows);
    scene.from = Some(Begins::Function(function, nth));
    scene
}

fn scenes(lesson: &str) -> Vec<Scene> {
    match lesson {
        "main" => vec![whole("", "Esc", None), whole("", "Esc", Some(Begins::Keys(1)))],
        "draw" => ["DrawQp", "TurnOver"]
            .map(|function| whole("", "Esc", Some(Begins::Function(function, 1))))
            .to_vec(),
        "play" => {
            let two_moves = drop_on("d3") + &drop_on("c3") + "Esc";
            [two_moves.as_str(), ""]
                .map(|keys| whole("", keys, Some(Begins::Function("Playtoplay", 1))))
                .to_vec()
        }
        "keys" => ["Split", "Look"]
            .map(|function| {
                let mut scene = from("KEYS.C", &KEYS, function, 1);
                scene.from = (function == "Look").then_some(Begins::Keys(2));
                scene.keys = calls::keys("a Up Enter Esc");
                scene
            })
            .to_vec(),
        "tree" => vec![from("TREE.C", &SCREEN, "Minimax", 4), from("TREE.C", &SCREEN, "Minimax", 1)],
        "three-games" => {
            let book = (1..=3).map(|nth| from("THREE.C", &MATCHES, "CarryBack", nth));
            let weight = from("THREE.C", &MATCHES, "MoveWeight", 3);
            book.chain([weight]).collect()
        }
        "fours" => {
            let game = gomoku::Game::from_record(CORNER).expect("a lesson's record is right");
            let mut scene = calls::fours("", &game);
            scene.globals.push(("size".into(), Value::Int(5)));
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
            let tree = from("TREE.C", &SCREEN, "AlphaBeta", 1);
            let games = [FOUR_LEFT_1987, FOUR_LEFT].map(look);
            [tree].into_iter().chain(games).collect()
        }
        "book" => (1..=3).map(|nth| from("BOOK.C", &BOOK, "CarryBack", nth)).collect(),
        "contest" => vec![from("MATCH.C", &LOOK_AHEAD, "Greedy", 1)],
        "weight" => {
            vec![from("WEIGHT.C", &ERRORS, "FindErrors", 1), from("WEIGHT.C", &WEIGHT, "MoveWeight", 1)]
        }
        _ => Vec::new(),
    }
}
