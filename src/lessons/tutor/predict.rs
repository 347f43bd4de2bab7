//! The quiz: ten positions. In each, the student predicts which discs turn over.

use super::course::positions::{ALL_1982, FULL_1987, FULL_1992, first};
use super::scene::Scene;
use super::stepper::Goal;
use games::Place;

pub const PREDICT: &str = "predict";

/// The moves of a game.
const GAME: &str =
    "f5d6c3d3c4f4f6f3g4g3e6b3f2e3e2c5c6e7c7h4g5h5g6d2b6d7b4e1e8a4d8b5c2f8g8f7a6a5a3b8g7a7h3b1d1a2g2b2a1";

/// For each question, the moves before it and the cell of the next disc, from World Championship games.
pub const POSITIONS: [(&str, &str); 10] = [
    ("", "d3"),
    ("f5d6", "c3"),
    ("f5d6c5f4e3", "c6"),
    (first(8, GAME), "g4"),
    (first(12, FULL_1987), "b4"),
    (first(17, FULL_1992), "a5"),
    (first(24, GAME), "b6"),
    (first(31, ALL_1982), "c7"),
    (GAME, "c1"),
    (first(53, FULL_1987), "f8"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of questions that were answered without a mistake.
    pub perfect: usize,
    /// The number of discs that were marked and turn over.
    pub right: usize,
    /// The number of discs that turn over but were not marked.
    pub forgotten: usize,
    /// The number of discs that were marked but do not turn over.
    pub wrong: usize,
}

impl Score {
    pub fn add(&mut self, guess: &[Place], turned: &[Place]) {
        let right = guess.iter().filter(|place| turned.contains(place)).count();
        let (wrong, forgotten) = (guess.len() - right, turned.len() - right);
        self.perfect += usize::from(wrong == 0 && forgotten == 0);
        self.right += right;
        self.wrong += wrong;
        self.forgotten += forgotten;
    }
}

pub fn turned(scene: &Scene) -> Vec<Place> {
    let mut stepper = scene.stepper();
    stepper.go_to(Goal::End, false);
    scene.shows.marks(&stepper).rings
}
