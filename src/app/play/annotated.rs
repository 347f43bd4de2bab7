//! The values of the moves that were shown (F6), written into the tree of the game.

use players::computer::Unit;
use players::hints::Hints;
use games::stone::Stone;
use games::tree::{Step, Tree, steps};
use games::{Game, Place};
use words::say;

/// The property of SGF for the value of a position: positive is good for black. In Othello it is discs, in gomoku how many more than 50
/// of 100 games black wins.
const VALUE: &str = "V";

/// The values of the moves of a position, as they were shown.
pub(crate) struct ShownValues {
    pub(crate) steps: Vec<Step>,
    /// What it is worth to black.
    best: f32,
    /// What it is worth to black after each of its moves.
    values: Vec<(Place, f32)>,
}

impl ShownValues {
    /// What is known of this position, if anything is.
    pub(crate) fn of(game: &dyn Game, hints: &Hints) -> Option<ShownValues> {
        let sign = match game.to_move()? {
            Stone::Black => 1.0,
            Stone::White => -1.0,
        };
        let points = hints
            .values()
            .iter()
            .map(|(place, insight)| (*place, insight.value.points()));
        let best = points.clone().map(|(_, points)| points).reduce(f32::max)?;
        Some(ShownValues {
            steps: steps(game),
            best: sign * best,
            values: points
                .map(|(place, points)| (place, sign * points))
                .collect(),
        })
    }

    /// Writes them into the tree, at the position and at those of its moves that were played.
    pub(crate) fn write(&self, tree: &mut Tree) {
        let Some(n) = tree.find_steps(&self.steps) else {
            return;
        };
        tree.say(n, VALUE, text(self.best));
        for (place, value) in &self.values {
            if let Some(child) = tree.child(n, Some(*place)) {
                tree.say(child, VALUE, text(*value));
            }
        }
    }
}

/// A value with a digit after the point, as SGF wants a real number. Adding 0 makes 0.0 of -0.0.
fn text(value: f32) -> String {
    format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0)
}

/// What the tree says that a position is worth, in a few words.
pub(crate) fn in_words(tree: &Tree, n: usize, unit: &Unit) -> Option<String> {
    let value: f32 = tree.said(n, VALUE)?.parse().ok()?;
    Some(match unit.even {
        0.0 => say!("Black {value}", value = format_args!("{:+.1}", value)),
        even if value >= even => say!("Black wins").to_string(),
        even if value <= -even => say!("White wins").to_string(),
        even => say!(
            "Black {even}{unit}",
            even = format_args!("{:.0}", value + even),
            unit = unit.name
        ),
    })
}
