//! The quiz: ten positions. In each, the student predicts which discs turn over.

use super::scene::Scene;
use super::stepper::Goal;
use games::Place;

pub const PREDICT: &str = "predict";

/// For each question, the moves before it and the cell of the next disc, from World Championship games.
pub const POSITIONS: [(&str, &str); 10] = [
    ("", "d3"),
    ("f5d6", "c3"),
    ("f5d6c5f4e3", "c6"),
    ("f5d6c3d3c4f4f6f3", "g4"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4", "b4"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6", "a5"),
    ("f5d6c3d3c4f4f6f3g4g3e6b3f2e3e2c5c6e7c7h4g5h5g6d2", "b6"),
    ("f5f4e3d6f3g5f6g4e6d7g6h6e7f7g3d3h4d2h5h3e8f8g8g7f2e1d8e2f1g1c8", "c7"),
    (
        "f5d6c3d3c4f4f6f3g4g3e6b3f2e3e2c5c6e7c7h4g5h5g6d2b6d7b4e1e8a4d8b5c2f8g8f7a6a5a3b8g7a7h3b1d1a2g2b2a1",
        "c1",
    ),
    (
        "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2b7e2d1f1c8h4h3h6h7g7h8b1b2a7a8a1b8g8",
        "f8",
    ),
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
