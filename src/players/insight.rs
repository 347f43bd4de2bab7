//! An engine's opinion of a position, in a form that both games share.

use std::fmt;
use std::ops::Neg;

use games::Place;
use mind::engine::othello::evaluation::DISC;
use mind::engine::{gomoku, othello};

/// The value of a position or a move for one side. The displayed form has at most four characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Othello: the expected lead in discs.
    Discs(f32),
    /// Gomoku: the expected number of wins in 100 games.
    Chance(f32),
    /// Gomoku: the number of plies to a forced win (positive) or to a forced loss (negative or 0).
    Win(i32),
}

impl Value {
    /// Converts an engine value to a chance, using a logistic function of scale 200.
    fn of_gomoku(value: i32, win_in: Option<i32>) -> Value {
        match win_in {
            Some(plies) => Value::Win(plies),
            None => Value::Chance(100.0 / (1.0 + (-value as f32 / 200.0).exp())),
        }
    }

    /// The value relative to an even position: discs, or percentage points above 50. The value for the other
    /// side is the negation.
    pub fn points(self) -> f32 {
        match self {
            Value::Discs(discs) => discs,
            Value::Chance(chance) => chance - 50.0,
            Value::Win(1..) => 50.0,
            Value::Win(_) => -50.0,
        }
    }

    /// Returns [`Value::points`] with a bonus for early wins and late losses.
    pub fn rank(self) -> f32 {
        let sooner = match self {
            Value::Win(plies @ 1..) => 1.0 / plies as f32,
            Value::Win(plies) => -1.0 / (1 - plies) as f32,
            _ => 0.0,
        };
        self.points() + sooner
    }

    /// Converts a position's value for the opponent to the value of the move that leads to the position.
    pub fn of_move(self) -> Value {
        match self {
            Value::Win(plies @ 1..) => Value::Win(-1 - plies),
            Value::Win(plies) => Value::Win(1 - plies),
            value => -value,
        }
    }

    /// True if the value is a forced win for the side.
    pub(crate) fn wins(self) -> bool {
        matches!(self, Value::Win(1..))
    }

    /// True if the value is a forced win for the opponent.
    pub fn loses(self) -> bool {
        matches!(self, Value::Win(..=0))
    }
}

/// Returns the value for the other side.
impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        match self {
            Value::Discs(discs) => Value::Discs(-discs),
            Value::Chance(chance) => Value::Chance(100.0 - chance),
            Value::Win(plies) => Value::Win(-plies),
        }
    }
}

/// Formats discs as `+1.5` or `+12`, chances as `62%`, and a win in 7 and a loss in 6 plies as `W7` and `L6`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // Add 0.0 to turn -0.0 into 0.0.
            Value::Discs(discs) if discs.abs() < 9.95 => {
                write!(f, "{:+.1}", (discs * 10.0).round() / 10.0 + 0.0)
            }
            Value::Discs(discs) => write!(f, "{discs:+.0}"),
            // Never display an unproven value as 0% or 100%.
            Value::Chance(chance) => write!(f, "{:.0}%", chance.clamp(1.0, 99.0)),
            Value::Win(plies @ 1..) => write!(f, "W{plies}"),
            Value::Win(plies) => write!(f, "L{}", -plies),
        }
    }
}

/// An engine's opinion of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// The search depth in plies.
    pub depth: u32,
    /// The value for the side to move.
    pub value: Value,
    /// True if the value is proven.
    pub exact: bool,
    /// The moves of both sides that the engine expects.
    pub line: Vec<Place>,
}

impl Insight {
    /// Creates an insight with the value of a finished game.
    pub(crate) fn result(value: Value) -> Insight {
        Insight { depth: 0, value, exact: true, line: Vec::new() }
    }
}

impl From<&othello::Report> for Insight {
    fn from(report: &othello::Report) -> Insight {
        Insight {
            depth: report.depth.into(),
            value: Value::Discs(report.value as f32 / DISC as f32),
            exact: report.exact,
            line: report.line.iter().map(|cell| cell.place()).collect(),
        }
    }
}

impl From<&gomoku::Report> for Insight {
    fn from(report: &gomoku::Report) -> Insight {
        Insight {
            depth: report.depth,
            value: Value::of_gomoku(report.value, report.win_in),
            exact: report.win_in.is_some(),
            line: report.pv.iter().map(|place| place.point().place()).collect(),
        }
    }
}
