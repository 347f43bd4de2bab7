//! The move values that F6 shows, and their storage in the game tree.

use games::stone::Stone;
use games::tree::{Step, Tree, steps};
use games::{Game, Place};
use players::computer::Unit;
use players::hints::Hints;
use words::say;

/// The SGF property for the value of a position. Positive is good for Black. The unit is discs in Othello,
/// and in gomoku the number of Black's wins in 100 games minus 50.
const VALUE: &str = "V";

/// The values of the moves in a position, as the board showed them.
pub(crate) struct ShownValues {
    pub(crate) steps: Vec<Step>,
    /// The value of the position for Black.
    best: f32,
    /// For each move, the value for Black after the move.
    values: Vec<(Place, f32)>,
}

impl ShownValues {
    /// Takes the values from the hints. Returns `None` if there are no values yet.
    pub(crate) fn of(game: &dyn Game, hints: &Hints) -> Option<ShownValues> {
        let sign = match game.to_move()? {
            Stone::Black => 1.0,
            Stone::White => -1.0,
        };
        let points = hints.values.iter().map(|(place, insight)| (*place, insight.value.points()));
        let best = points.clone().map(|(_, points)| points).reduce(f32::max)?;
        Some(ShownValues {
            steps: steps(game),
            best: sign * best,
            values: points.map(|(place, points)| (place, sign * points)).collect(),
        })
    }

    /// Writes the values into the tree: the position's value at its own node, and each played move's value at
    /// the node after the move.
    pub(crate) fn write(&self, tree: &mut Tree) {
        let Some(n) = tree.find_steps(&self.steps) else {
            return;
        };
        tree.set_property(n, VALUE, text(self.best));
        for (place, value) in &self.values {
            if let Some(child) = tree.child(n, Some(*place)) {
                tree.set_property(child, VALUE, text(*value));
            }
        }
    }
}

/// Formats a value with one decimal, as an SGF real number. Adding 0 turns -0.0 into 0.0.
fn text(value: f32) -> String {
    format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0)
}

/// Describes the value that the tree stores for a position.
pub(crate) fn in_words(tree: &Tree, n: usize, unit: &Unit) -> Option<String> {
    let value: f32 = tree.property(n, VALUE)?.parse().ok()?;
    Some(match unit.even {
        0.0 => say!("Black {value}", value = format_args!("{:+.1}", value)),
        even if value >= even => say!("Black wins").to_string(),
        even if value <= -even => say!("White wins").to_string(),
        even => say!("Black {even}{unit}", even = format_args!("{:.0}", value + even), unit = unit.name),
    })
}
