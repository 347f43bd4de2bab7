//! A run of an alpha-beta search of the end of a game of Othello.

use super::{Board, Line, Run, State, Step, Trace, plural};
use crate::engine::othello;
use crate::engine::othello::evaluation::DISC;
use crate::games::othello::rules::{Map, turn_over};
use crate::games::stone::Stone;
use crate::learner::{SearchEvent, Start, Weights, look_ahead};

/// More discs than any result.
const INFINITE: i32 = 65;

/// A step of the search, and how everything stands after it. Values are discs for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    look: SearchEvent,
    map: Map,
    /// The player to move.
    side: Stone,
    depth: usize,
    /// The stones that were dropped on the way to it.
    dropped: usize,
    alpha: i32,
    beta: i32,
    best: i32,
}

impl Looked {
    /// Does a position begin or end?
    pub(super) fn begins(self) -> bool {
        matches!(self.look, SearchEvent::Enter(..) | SearchEvent::Worth(_))
    }

    /// What was done.
    pub fn look(self) -> SearchEvent {
        self.look
    }
}

impl Trace {
    /// The end of a game by alpha-beta search, for the side to move.
    pub fn look_ahead(map: &Map, side: Stone) -> Trace {
        let board = othello::Board::new(map, side);
        let mut steps = Vec::new();
        // The positions from the first one to the one that is looked at, as they were entered.
        let mut above: Vec<Looked> = Vec::new();
        let mut next = (*map, side, 0);
        let mut watch = |look| {
            if let SearchEvent::Enter(alpha, beta) = look {
                above.push(Looked {
                    look,
                    map: next.0,
                    side: next.1,
                    depth: above.len(),
                    dropped: next.2,
                    alpha: alpha / DISC,
                    beta: beta / DISC,
                    best: -INFINITE,
                });
            }
            let Some(here) = above.last_mut() else {
                return;
            };
            here.look = look;
            match look {
                SearchEvent::Enter(..) | SearchEvent::Over | SearchEvent::Cut(_) => {}
                SearchEvent::Pass => next = (here.map, here.side.other(), here.dropped),
                SearchEvent::Play(cell) => {
                    let mut map = here.map;
                    turn_over(&mut map, cell, here.side as usize);
                    next = (map, here.side.other(), here.dropped + 1);
                }
                SearchEvent::Back(_, best) | SearchEvent::Worth(best) => here.best = best / DISC,
            }
            let mut step = *here;
            if let SearchEvent::Play(_) = look {
                step.map = next.0;
            }
            steps.push(Step::Look(step));
            if let SearchEvent::Worth(_) = look {
                above.pop();
            }
        };
        let weights = Weights::new(Start::Nothing);
        let (most, plies) = (INFINITE * DISC, board.empties());
        look_ahead(&weights, board, -most, most, plies, &mut watch);
        Trace {
            run: Run::LookAhead(side),
            before: Board::Othello(*map),
            steps,
        }
    }
}

impl State {
    pub(super) fn take_look(&mut self, step: Looked) {
        let Looked { map, side, .. } = step;
        let name = side.name();
        *self.map() = map;
        self.set("depth", step.depth as i64);
        self.set("alpha", step.alpha);
        self.set("beta", step.beta);
        self.set("best", step.best);
        self.forget(&["v"]);
        self.look = None;
        self.ringed.truncate(step.dropped);
        match step.look {
            SearchEvent::Enter(alpha, beta) => {
                self.lit = Line::Begin;
                self.count("looked at", 1);
                let (alpha, beta) = (alpha / DISC, beta / DISC);
                self.say(|| {
                    format!("{name} to move: values between {alpha:+} and {beta:+} matter.")
                });
            }
            SearchEvent::Pass => {
                self.lit = Line::Pass;
                self.say(|| format!("{name} has no move and passes."));
            }
            SearchEvent::Over => {
                self.lit = Line::Score;
                self.say(|| format!("The game is over: the score for {name}."));
            }
            SearchEvent::Play(cell) => {
                self.lit = Line::Try;
                self.ringed.push((cell.row, cell.col));
                self.look = Some((cell.row, cell.col));
                self.say(|| format!("{name} tries {cell}."));
            }
            SearchEvent::Back(value, best) => {
                self.lit = Line::Back;
                let value = value / DISC;
                self.set("v", value);
                let best = best / DISC;
                self.say(|| {
                    format!("Back: it was worth {value:+} to {name}. The best so far is {best:+}.")
                });
            }
            SearchEvent::Cut(left) => {
                self.lit = Line::Cut;
                self.count("cut off", left);
                let other = side.other().name();
                let (best, least) = (step.best, -step.beta);
                let left = match left {
                    0 => "It was the last move.".to_string(),
                    left => format!("It cuts off {}.", plural(left, "move")),
                };
                self.say(|| {
                    format!("{best:+} is enough: {other} has {least:+} elsewhere and will avoid this. {left}")
                });
            }
            SearchEvent::Worth(_) => {
                self.lit = Line::Return;
                let best = step.best;
                self.say(|| format!("The position is worth {best:+} to {name}."));
            }
        }
    }
}
