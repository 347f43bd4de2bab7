//! What an engine thinks of a position, in words that both games share.

use std::fmt;
use std::ops::Neg;

use games::Place;
use mind::engine::othello::evaluation::DISC;
use mind::engine::{gomoku, othello};

/// What a position or a move is worth to a side. Written in at most four characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Othello: so many discs are expected to be ahead in the end.
    Discs(f32),
    /// Gomoku: so many of 100 games like this are expected to be won.
    Chance(f32),
    /// Gomoku: five comes by force, in so many plies: the side's own, or where it is not positive the opponent's.
    Win(i32),
}

impl Value {
    /// What the gomoku engine's value means: 200 of it are one unit of the logistic function.
    fn of_gomoku(value: i32, win_in: Option<i32>) -> Value {
        match win_in {
            Some(plies) => Value::Win(plies),
            None => Value::Chance(100.0 / (1.0 + (-value as f32 / 200.0).exp())),
        }
    }

    /// Discs, or how many more than 50 of 100 games: 0 where neither side is better, and the other side has as many less.
    pub fn points(self) -> f32 {
        match self {
            Value::Discs(discs) => discs,
            Value::Chance(chance) => chance - 50.0,
            Value::Win(1..) => 50.0,
            Value::Win(_) => -50.0,
        }
    }

    /// The same, but a win that comes sooner is better, and a loss that comes later.
    pub fn rank(self) -> f32 {
        let sooner = match self {
            Value::Win(plies @ 1..) => 1.0 / plies as f32,
            Value::Win(plies) => -1.0 / (1 - plies) as f32,
            _ => 0.0,
        };
        self.points() + sooner
    }

    /// What a move is worth that leads to a position worth this to the opponent.
    pub fn of_move(self) -> Value {
        match self {
            Value::Win(plies @ 1..) => Value::Win(-1 - plies),
            Value::Win(plies) => Value::Win(1 - plies),
            value => -value,
        }
    }

    /// Does the side win by force?
    pub(crate) fn wins(self) -> bool {
        matches!(self, Value::Win(1..))
    }

    /// Does the opponent?
    pub fn loses(self) -> bool {
        matches!(self, Value::Win(..=0))
    }
}

/// What it is worth to the other side.
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

/// `+1.5` and `+12` discs, `62%` of all games, `W7` and `L6`: a win and a loss in so many plies.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // Adding 0 makes 0.0 of -0.0.
            Value::Discs(discs) if discs.abs() < 9.95 => {
                write!(f, "{:+.1}", (discs * 10.0).round() / 10.0 + 0.0)
            }
            Value::Discs(discs) => write!(f, "{discs:+.0}"),
            // What is not proven is never all of them, nor none.
            Value::Chance(chance) => write!(f, "{:.0}%", chance.clamp(1.0, 99.0)),
            Value::Win(plies @ 1..) => write!(f, "W{plies}"),
            Value::Win(plies) => write!(f, "L{}", -plies),
        }
    }
}

/// What a computer player thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// How many plies it looked ahead.
    pub depth: u32,
    /// What the position is worth to the side to move.
    pub value: Value,
    /// Neither player can better the value.
    pub exact: bool,
    /// How many positions it looked at.
    pub nodes: u64,
    /// The moves that both are expected to play.
    pub line: Vec<Place>,
}

impl Insight {
    /// How a game has ended.
    pub(crate) fn result(value: Value) -> Insight {
        Insight {
            depth: 0,
            value,
            exact: true,
            nodes: 0,
            line: Vec::new(),
        }
    }
}

impl From<&othello::Report> for Insight {
    fn from(report: &othello::Report) -> Insight {
        Insight {
            depth: report.depth.into(),
            value: Value::Discs(report.value as f32 / DISC as f32),
            exact: report.exact,
            nodes: report.nodes,
            line: report
                .line
                .iter()
                .map(|cell| (cell.row, cell.col))
                .collect(),
        }
    }
}

impl From<&gomoku::Report> for Insight {
    fn from(report: &gomoku::Report) -> Insight {
        Insight {
            depth: report.depth,
            value: Value::of_gomoku(report.value, report.win_in),
            exact: report.win_in.is_some(),
            nodes: report.nodes,
            line: report
                .pv
                .iter()
                .map(|place| (place.row(), place.col()))
                .collect(),
        }
    }
}
