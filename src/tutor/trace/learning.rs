//! Two runs of the learner: a result that travels back through its book, and a game that moves a weight.

use std::collections::HashMap;

use super::{Board, Line, Place, Run, State, Step, Trace, plural};
use crate::engine::othello;
use crate::engine::othello::bitboard::cell;
use crate::engine::othello::evaluation::DISC;
use crate::games::othello::Cell;
use crate::games::othello::rules::Map;
use crate::games::stone::Stone;
use crate::learner::book::Travel;
use crate::learner::{
    Effort, Event, Learner, Moved, Moves, Role, Start, Tuning, Weights, pattern_at,
};

/// A position of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its stones, as they stood in the first game that came to it.
    pub map: Map,
    /// Who is to move, or `None` when the game is over.
    pub to_move: Option<Stone>,
    /// The move that led to it; nothing for the start.
    pub name: String,
    /// What it was worth to the player to move before the game, in hundredths of a disc; `None` when the book did not know it.
    pub before: Option<i16>,
    /// What it is worth now, once it was looked at.
    pub now: Option<i16>,
    /// Is it still to be looked at?
    pub waits: bool,
}

/// A step of the way back. Positions are numbers of leaves, values hundredths of a disc for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carry {
    /// A position of the game waits; was it in the book before?
    Wait(usize, bool),
    /// The position with the fewest empty cells is looked at.
    Look(usize),
    /// Its result is certain.
    Certain(i16),
    /// A move that was played leads to a leaf, if it is one that is shown, and is worth this.
    Played(Option<usize>, i16),
    /// The alternative promises this.
    Alternative(i16),
    /// It was worth this and is worth that now; the games alone say the third, and something of all this is new.
    Worth(i16, i16, i16, bool),
    /// A position before it waits.
    Above(usize),
    /// Nothing waits any more. What will be played next time, and in which position of the game.
    Done(Option<(usize, Cell)>),
}

/// A step of the learning of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// The position that it is about.
    map: Map,
    /// The player to move in it.
    side: Stone,
    /// How many moves were made before.
    moves: usize,
    /// The cells on which the pattern of the weight is found, a bit each.
    cells: u64,
    /// What is done.
    pub did: Did,
}

/// What is done in it: what the learner's own function tells, and its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Did {
    /// What it tells.
    Told(Tuning),
    /// It is done. What the weight was before the game, and what it is now.
    Done(f32, f32),
}

impl Correction {
    /// Does something new begin here?
    pub(super) fn begins(self) -> bool {
        use Tuning::{Correct, Predicted, Rate};
        match self.did {
            Did::Told(told) => matches!(told, Predicted(..) | Rate(_) | Correct(..)),
            Did::Done(..) => true,
        }
    }
}

/// A value in hundredths of a disc as discs: `+3.5`.
pub fn in_discs(value: i16) -> String {
    format!("{:+.1}", f32::from(value) / DISC as f32)
}

/// Names of variables and counters, and what is said at first.
pub(super) struct Begin(
    &'static [&'static str],
    &'static [&'static str],
    &'static str,
);

/// Before a result is carried back.
pub(super) static CARRIED: Begin = Begin(
    &["moves", "empty", "w", "waits"],
    &["looked at", "changed"],
    "A game is over, and its result goes into the book.",
);

/// Before a game is learned from.
pub(super) static CORRECTED: Begin = Begin(
    &["moves", "target", "v", "error[p]", "factor", "weight"],
    &["corrected"],
    "A game is over. One weight is watched.",
);

impl Begin {
    pub(super) fn before(&self) -> (&'static [&'static str], &'static [&'static str], String) {
        (self.0, self.1, self.2.to_string())
    }
}

/// The map of a position whose player to move is on this side, 1 for black.
fn shown(board: othello::Board, side: i32) -> (Map, Stone) {
    let stone = if side == 1 {
        Stone::Black
    } else {
        Stone::White
    };
    (board.map(stone), stone)
}

impl Trace {
    /// The result of the last of these games goes into the book that the others have made; the learner has played these sides
    /// in all of them. `None` when there is no game, or one is not over.
    pub fn carry_back(games: &[Moves], role: Role) -> Option<Trace> {
        let (last, earlier) = games.split_last()?;
        let line = last.line()?;
        let mut learner = Learner::new(Start::Nothing);
        let mut leaves: HashMap<othello::Board, Leaf> = HashMap::new();
        let mut order: Vec<othello::Board> = Vec::new();
        for game in games {
            let line = game.line()?;
            let ends = line.turns.last().map_or(1, |step| -step.side);
            let positions = line.turns.iter().map(|step| (step.board, step.side));
            let moves = line
                .turns
                .iter()
                .map(|step| cell(step.square.into()).to_string());
            let names = std::iter::once(String::new()).chain(moves);
            order.clear();
            for ((board, side), name) in positions.chain([(line.end, ends)]).zip(names) {
                let (map, stone) = shown(board, side);
                let leaf = Leaf {
                    map,
                    to_move: (!board.is_over()).then_some(stone),
                    name,
                    before: None,
                    now: None,
                    waits: false,
                };
                order.push(board.canonical());
                leaves.entry(board.canonical()).or_insert(leaf);
            }
        }
        let study = |learner: &Learner, game: &Moves| {
            learner.study(game.clone(), role, true, Effort::TRAINING, 0)
        };
        for game in earlier {
            let lesson = study(&learner, game)?;
            learner.apply(&Event::Game(lesson));
        }
        let before = learner.book().clone();
        let lesson = study(&learner, last)?;
        let mut told = Vec::new();
        before
            .clone()
            .add_watched(&line, &lesson.facts, &mut |step| told.push(step));
        for step in &told {
            if let Travel::Look(board) = step
                && !order.contains(board)
            {
                order.push(*board);
            }
        }
        learner.apply(&Event::Game(lesson));
        let next_time = learner.history().last.as_ref()?.next_time;
        let next_time = next_time.map(|(n, square)| (n, cell(square.into())));
        let leaf = |board: &othello::Board| order.iter().position(|other| other == board);
        let step = |told: &Travel| {
            Some(match told {
                Travel::Met(board, known) => Carry::Wait(leaf(board)?, *known),
                Travel::Look(board) => Carry::Look(leaf(board)?),
                Travel::Solved(worth) => Carry::Certain(worth.value),
                Travel::Played(board, worth) => Carry::Played(leaf(board), worth.value),
                Travel::Alternative(found) => Carry::Alternative(found.value as i16),
                Travel::Worth(before, now) => {
                    let known = i16::from(now.known) * DISC as i16;
                    Carry::Worth(before.value, now.value, known, before != now)
                }
                Travel::Above(board) => Carry::Above(leaf(board)?),
            })
        };
        let steps = told.iter().filter_map(step).chain([Carry::Done(next_time)]);
        Some(Trace {
            run: Run::Carry,
            steps: steps.map(Step::Carry).collect(),
            before: Board::Book(
                order
                    .iter()
                    .map(|board| Leaf {
                        before: before.look_up(*board).map(|entry| entry.worth.value),
                        ..leaves[board].clone()
                    })
                    .collect(),
            ),
        })
    }

    /// The last of these games moves the weights that the others have made, one of which is watched: of those of patterns without
    /// an empty cell the one that goes the furthest. `None` when there is no such game, or one is not over.
    pub fn one_weight(games: &[Moves]) -> Option<Trace> {
        let mut weights = Weights::new(Start::Nothing);
        let mut told = Vec::new();
        let mut positions: Vec<(othello::Board, i32)> = Vec::new();
        for game in games {
            let line = game.line()?;
            positions = line
                .turns
                .iter()
                .map(|step| (step.board, step.side))
                .collect();
            told.clear();
            weights.learn_watched(&positions, line.result, &mut |step| told.push(step));
        }
        let mut ways: HashMap<usize, Way> = HashMap::new();
        let mut at = 0;
        for step in &told {
            match step {
                Tuning::Correct(n, _) => at = *n,
                Tuning::Moved(moved) => {
                    let cells = cells(moved.place);
                    let board = positions[at].0;
                    if cells & !(board.own | board.opponent) == 0 {
                        let way = ways.entry(moved.weight).or_insert(Way {
                            before: moved.before,
                            now: moved.before,
                            found: Vec::new(),
                        });
                        way.now = moved.now;
                        way.found.push((at, cells));
                    }
                }
                _ => {}
            }
        }
        let furthest = ways.iter().max_by(|(n, one), (m, other)| {
            let far = |way: &Way| (way.now - way.before).abs();
            far(one).total_cmp(&far(other)).then(m.cmp(n))
        });
        let (watched, Way { before, now, found }) = furthest?;
        let mut steps = Vec::new();
        let mut at = positions.len() - 1;
        let correction = |at: usize, cells: u64, did: Did| {
            let (map, side) = shown(positions[at].0, positions[at].1);
            Step::Correct(Correction {
                map,
                side,
                moves: at,
                cells,
                did,
            })
        };
        for step in told {
            let mut here = None;
            match step {
                Tuning::Predicted(n, _) | Tuning::Correct(n, _) => at = n,
                Tuning::Moved(moved) if moved.weight != *watched => continue,
                Tuning::Moved(moved) => here = Some(cells(moved.place)),
                _ => {}
            }
            let all = found.iter().filter(|(n, _)| *n == at);
            let all = all.fold(0, |all, (_, cells)| all | cells);
            if matches!(step, Tuning::Correct(..)) && all == 0 {
                continue;
            }
            steps.push(correction(at, here.unwrap_or(all), Did::Told(step)));
        }
        steps.push(correction(at, 0, Did::Done(*before, *now)));
        Some(Trace {
            run: Run::Correct,
            before: Board::Othello(shown(positions.last()?.0, 1).0),
            steps,
        })
    }
}

/// How far a game moves a weight.
struct Way {
    before: f32,
    now: f32,
    /// Where its pattern is found: the number of the position, and the cells.
    found: Vec<(usize, u64)>,
}

/// The cells of a pattern, a bit each.
fn cells(place: usize) -> u64 {
    let squares = pattern_at(place).iter();
    squares.fold(0, |cells, square| cells | 1 << square)
}

impl State {
    fn leaves(&mut self) -> &mut Vec<Leaf> {
        match &mut self.board {
            Board::Book(leaves) => leaves,
            _ => unreachable!("a step of the book on another board"),
        }
    }

    /// The position before the move, or after it, in words.
    fn leaf_name(&mut self, n: usize) -> String {
        let leaf = &self.leaves()[n];
        match leaf.name.as_str() {
            "" => "The start".to_string(),
            name => format!("After {name}"),
        }
    }

    /// Who moves in the position that is looked at: in the last one nobody, but the result is somebody's.
    fn carrier(&mut self) -> String {
        let n = self.look.map_or(0, |(n, _)| n);
        let to_move = self.leaves()[n].to_move;
        to_move.map_or("the player", Stone::name).to_string()
    }

    pub(super) fn take_carry(&mut self, step: Carry) {
        match step {
            Carry::Wait(n, known) => {
                self.lit = Line::Wait;
                self.leaves()[n].waits = true;
                let name = self.leaf_name(n);
                self.say(|| match known {
                    true => format!("{name}: it is in the book already and waits."),
                    false => format!("{name}: it is new in the book and waits."),
                });
            }
            Carry::Look(n) => {
                self.lit = Line::Fewest;
                self.forget(&["w"]);
                self.look = Some((n, 0));
                self.leaves()[n].waits = false;
                let empty = self.leaves()[n].map.empties();
                self.set("moves", 60 - empty);
                self.set("empty", empty);
                self.count("looked at", 1);
                let name = self.leaf_name(n);
                let cells = plural(empty, "empty cell");
                self.say(|| format!("{name}: {cells}, the fewest of all that wait."));
            }
            Carry::Certain(value) => {
                self.lit = Line::Certain;
                self.set_decimal("w", f32::from(value) / DISC as f32, 1);
                self.say(|| format!("The result is certain: {}.", in_discs(value)));
            }
            Carry::Played(n, value) => {
                self.lit = Line::Played;
                self.at_least(value);
                let name = n.map(|n| self.leaves()[n].name.clone());
                let who = self.carrier();
                let value = in_discs(value);
                self.say(|| match name {
                    Some(name) => format!("{name} was played: {value} for {who}."),
                    None => format!("Another move was played: {value} for {who}."),
                });
            }
            Carry::Alternative(value) => {
                self.lit = Line::Alternative;
                self.at_least(value);
                let who = self.carrier();
                self.say(|| format!("A move not played yet promises {who} {}.", in_discs(value)));
            }
            Carry::Worth(before, now, known, changed) => {
                let (n, _) = self.look.unwrap_or_default();
                self.leaves()[n].now = Some(now);
                let new = self.leaves()[n].before.is_none();
                self.set_decimal("w", f32::from(now) / DISC as f32, 1);
                self.lit = if changed { Line::Worth } else { Line::Same };
                self.count("changed", usize::from(changed));
                let (was, is) = (in_discs(before), in_discs(now));
                self.say(|| match (changed, new) {
                    (false, _) => format!("{is}, as before: nothing to carry further."),
                    (_, true) => format!("It is worth {is}."),
                    _ if before == now => {
                        format!(
                            "{is}, as before, but the games alone now say {}.",
                            in_discs(known)
                        )
                    }
                    _ => format!("It was worth {was} and is now worth {is}."),
                });
            }
            Carry::Above(n) => {
                self.lit = Line::Above;
                self.leaves()[n].waits = true;
                let name = self.leaf_name(n);
                self.say(|| format!("{name}: it leads here, so it waits."));
            }
            Carry::Done(next_time) => {
                self.lit = Line::Return;
                self.look = None;
                let name = next_time.map(|(n, _)| match self.leaves()[n].name.as_str() {
                    "" => "at the start".to_string(),
                    name => format!("after {name}"),
                });
                self.say(|| match (next_time, name) {
                    (Some((_, cell)), Some(name)) => {
                        format!("Nothing waits. Next time it plays {cell} {name}.")
                    }
                    _ => "Nothing waits.".to_string(),
                });
            }
        }
        let waits = self.leaves().iter().filter(|leaf| leaf.waits).count();
        self.set("waits", waits);
    }

    /// The best so far is at least this.
    fn at_least(&mut self, value: i16) {
        let best = self.var("w").unwrap_or(i64::MIN);
        let value = f32::from(value) / DISC as f32;
        if (value * 10.0).round() as i64 > best {
            self.set_decimal("w", value, 1);
        }
    }

    pub(super) fn take_correction(&mut self, step: Correction) {
        let Correction {
            map,
            side,
            moves,
            cells,
            did,
        } = step;
        self.board = Board::Othello(map);
        let name = side.name();
        let bits = (0..64).filter(|square| cells >> square & 1 == 1);
        self.framed = bits.map(cell).map(|c| (c.row, c.col) as Place).collect();
        self.set("moves", moves);
        match did {
            Did::Told(Tuning::Predicted(_, value)) => {
                self.lit = Line::Predict;
                self.forget(&["error[p]", "target"]);
                self.set_decimal("v", value, 2);
                self.say(|| {
                    format!("{name} to move: all the weights together predict {value:+.2} discs.")
                });
            }
            Did::Told(Tuning::Error(target, error)) => {
                self.lit = Line::Error;
                self.set_decimal("target", target, 2);
                self.set_decimal("error[p]", error, 2);
                self.say(|| {
                    format!("It should be {target:+.2} for {name}: the error is {error:+.2}.")
                });
            }
            Did::Told(Tuning::Target(target)) => {
                self.lit = Line::Target;
                // The numbers of a position are its player's.
                let own = if side == Stone::Black {
                    target
                } else {
                    -target
                };
                self.set_decimal("target", own, 2);
                self.say(|| format!("The one before learns from {own:+.2} for {name}: mostly what came, partly what was predicted."));
            }
            Did::Told(Tuning::Rate(rate)) => {
                self.lit = Line::Factor;
                self.forget(&["target", "v", "error[p]"]);
                self.set_decimal("factor", rate, 6);
                self.say(|| {
                    format!("Each weight moves by {rate:.6} of the error: 0.06 shared among all patterns.")
                });
            }
            Did::Told(Tuning::Correct(_, error)) => {
                self.lit = Line::Again;
                self.set_decimal("error[p]", error, 2);
                let places = plural(cells.count_ones() as usize, "cell");
                self.say(|| {
                    format!(
                        "The pattern is found on {places}. The position's error was {error:+.2}."
                    )
                });
            }
            Did::Told(Tuning::Moved(moved)) => {
                self.lit = Line::Weight;
                self.set_decimal("weight", moved.now, 5);
                self.count("corrected", 1);
                let Moved { before, now, .. } = moved;
                let way = now - before;
                self.say(|| {
                    format!(
                        "factor*error is {way:+.5}: the weight goes from {before:+.5} to {now:+.5}."
                    )
                });
            }
            Did::Done(before, now) => {
                self.lit = Line::Return;
                self.say(|| {
                    format!("One game moved the weight from {before:+.5} to {now:+.5} discs.")
                });
            }
        }
    }
}
