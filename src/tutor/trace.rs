//! What an algorithm did, as a list of steps, and how everything stands after each of them.
//!
//! A [`Trace`] runs the algorithm once, with a watcher that writes its steps down. A [`State`] is what those steps add up to:
//! it is made of the position before and the steps alone and runs no rule itself, so going back is as exact as going on.

mod fours;
mod learning;
mod look_ahead;

pub use learning::{Carry, Correction, Did, Leaf, in_discs};
pub use look_ahead::Looked;

use super::listing::{self, Line, Listing};
use crate::dos::Key;
use crate::engine::gomoku::vcf;
pub use crate::games::Place;
use crate::games::gomoku::judge::{self, Algorithm, Guard, judge};
use crate::games::gomoku::{self, Point, record};
use crate::games::named::plural;
use crate::games::othello;
use crate::games::othello::Cell;
use crate::games::stone::{Outcome, Stone};
use crate::original::{CELL, DIRECTIONS, Map, START, step};
use crate::tutor::watched::{self, ChangeStep, EndStep, ScoreStep, TryStep};

/// One step of what is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Of `QpChange`.
    Change(ChangeStep),
    /// Of `DoScore`.
    Score(ScoreStep),
    /// All is counted.
    ScoreDone,
    /// A turn begins.
    Begin(usize),
    /// The moving stone goes to (x,y).
    Move(i32, i32),
    /// Of a try to drop it.
    Try(TryStep),
    /// Of the question whether the game is over.
    End(EndStep),
    /// Of reading a record.
    Record(record::Step),
    /// The record is read.
    RecordRead,
    /// Of a judge of gomoku.
    Judge(judge::Step),
    /// Of a result on its way back through the learner's book.
    Carry(Carry),
    /// Of a game that moves a weight of the learner's.
    Correct(Correction),
    /// Of the search for a win by fours.
    Fours(vcf::Step),
    /// The search is over; was a win found?
    FoursDone(bool),
    /// Of an alpha-beta search.
    Look(Looked),
}

impl Step {
    /// Does something new begin here that a key leads to at once: a direction, a row, a stone, a turn?
    pub fn begins(self) -> bool {
        match self {
            Step::Change(step) => {
                matches!(step, ChangeStep::Direction(_) | ChangeStep::Return(_))
            }
            Step::Score(step) => matches!(step, ScoreStep::Row(_)),
            Step::Begin(_) | Step::Move(..) => true,
            Step::Try(step) => matches!(step, TryStep::AtStart(_)),
            Step::End(step) => !matches!(step, EndStep::Try(..)),
            Step::Record(step) => matches!(step, record::Step::Col(_)),
            Step::ScoreDone | Step::RecordRead | Step::FoursDone(_) => true,
            Step::Look(step) => step.begins(),
            Step::Fours(step) => matches!(step, vcf::Step::AtMost(_) | vcf::Step::Four(_)),
            Step::Judge(step) => matches!(
                step,
                judge::Step::Stone(_) | judge::Step::Direction(..) | judge::Step::Return(_)
            ),
            Step::Carry(step) => matches!(step, Carry::Look(_) | Carry::Done(_)),
            Step::Correct(step) => step.begins(),
        }
    }
}

/// The stones on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// Othello's.
    Othello(Map),
    /// Gomoku's, in the order in which they were dropped.
    Gomoku(Vec<Point>),
    /// Othello's in positions of the learner's book: those of a game in its order, and then others that its result reaches.
    Book(Vec<Leaf>),
}

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    Change(Cell, usize),
    Score,
    Turns(usize),
    End,
    Record,
    /// Is there a five, according to the last stone's judge?
    Judge(Algorithm, Guard, bool),
    Carry,
    Correct,
    /// A win by fours is looked for, for this side.
    Fours(Stone),
    /// The end of a game is searched for this side.
    LookAhead(Stone),
}

/// The centre of a cell, in pixels.
fn centre(row: usize, col: usize) -> (i32, i32) {
    (
        START.0 + CELL * col as i32,
        START.1 + CELL * (row as i32 + 1),
    )
}

/// The row and column of the cell whose centre is (x,y); `None` at the start.
fn cell_at((x, y): (i32, i32)) -> Option<(usize, usize)> {
    let row = ((y - START.1) / CELL).checked_sub(1)?;
    Some((usize::try_from(row).ok()?, ((x - START.0) / CELL) as usize))
}

/// A run of an algorithm on a position.
#[derive(Clone, Debug)]
pub struct Trace {
    run: Run,
    before: Board,
    steps: Vec<Step>,
}

impl Trace {
    /// `QpChange` for the stone of turn `t` on an empty cell.
    pub fn qp_change(map: &Map, cell: Cell, t: usize) -> Trace {
        let mut steps = Vec::new();
        let mut watch = |step| steps.push(Step::Change(step));
        watched::qp_change(&mut map.clone(), cell, t, &mut watch);
        Trace {
            run: Run::Change(cell, t),
            before: Board::Othello(*map),
            steps,
        }
    }

    /// `DoScore`.
    pub fn do_score(map: &Map) -> Trace {
        let mut steps = Vec::new();
        watched::do_score(map, &mut |step| steps.push(Step::Score(step)));
        steps.push(Step::ScoreDone);
        Trace {
            run: Run::Score,
            before: Board::Othello(*map),
            steps,
        }
    }

    /// The question whether a game is over, and who won.
    pub fn outcome(game: &othello::Game) -> Trace {
        let mut steps = Vec::new();
        watched::outcome(game, &mut |step| steps.push(Step::End(step)));
        Trace {
            run: Run::End,
            before: Board::Othello(*game.map()),
            steps,
        }
    }

    /// Turns of Othello as `Playtoplay` has them. Each word of the script is an arrow key, Enter, or the name of a cell
    /// to which several arrow keys have brought the stone.
    pub fn turns(game: &othello::Game, script: &str) -> Trace {
        let mut steps = vec![Step::Begin(game.t())];
        let before = Board::Othello(*game.map());
        let mut game = game.clone();
        let (run, mut at) = (Run::Turns(game.t()), START);
        for word in script.split_whitespace() {
            let t = game.t();
            if word == "Enter" {
                // Of QpChange only what it did to the board: its own trace has the rest.
                let cell = cell_at(at).map(|(row, col)| Cell { row, col });
                watched::try_to_drop(&mut game, cell, &mut |step| match step {
                    TryStep::QpChange(
                        ChangeStep::Turn(_) | ChangeStep::Put(_) | ChangeStep::Return(_),
                    ) => steps.push(Step::Try(step)),
                    TryStep::QpChange(_) => {}
                    _ => steps.push(Step::Try(step)),
                });
            } else if let Ok(Cell { row, col }) = word.parse() {
                at = centre(row, col);
                steps.push(Step::Move(at.0, at.1));
            } else {
                let key = match word {
                    "Up" => Key::Up,
                    "Down" => Key::Down,
                    "Left" => Key::Left,
                    _ => Key::Right,
                };
                at = step(at.0, at.1, key);
                steps.push(Step::Move(at.0, at.1));
            }
            if game.t() != t {
                steps.push(Step::Begin(game.t()));
                at = START;
            }
        }
        Trace { run, before, steps }
    }

    /// Reading the points of a record, which is a right one.
    pub fn record(digits: &str) -> Trace {
        let mut steps = Vec::new();
        let mut watch = |step| steps.push(Step::Record(step));
        // A wrong digit ends the steps.
        let _ = record::parse_points_watched(digits, &mut watch);
        steps.push(Step::RecordRead);
        Trace {
            run: Run::Record,
            before: Board::Gomoku(Vec::new()),
            steps,
        }
    }

    /// A judge at work on these stones, with or without the guard of [`judge::all_stones`].
    pub fn judge(pieces: &[Point], algorithm: Algorithm, guard: Guard) -> Trace {
        let mut steps = Vec::new();
        let watch = &mut |step| steps.push(Step::Judge(step));
        match guard {
            Guard::On => drop(judge(algorithm, pieces, watch)),
            Guard::Off => drop(judge::all_stones(pieces, guard, watch)),
        }
        Trace {
            run: Run::Judge(algorithm, guard, judge::last_stone(pieces, &mut |_| ())),
            before: Board::Gomoku(pieces.to_vec()),
            steps,
        }
    }

    /// Its steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The number of its steps. There is a state more: the one before the first.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Does it have no steps?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Is there a stone on the place before it runs?
    pub fn has_stone(&self, (row, col): Place) -> bool {
        match &self.before {
            Board::Othello(map) => map[row][col] != 0,
            Board::Gomoku(pieces) => pieces.contains(&Point::new(row, col)),
            Board::Book(_) => false,
        }
    }

    /// Does it look in eight directions?
    pub fn scans(&self) -> bool {
        matches!(self.run, Run::Change(..) | Run::Judge(..))
    }

    /// The function that is run, as lines.
    pub fn listing(&self) -> &'static Listing {
        match self.run {
            Run::Change(..) => &listing::QP_CHANGE,
            Run::Score => &listing::DO_SCORE,
            Run::Turns(_) => &listing::PLAYTOPLAY,
            Run::End => &listing::OVER,
            Run::Record => &listing::RECORD,
            Run::Judge(algorithm, guard, _) => listing::of_judge(algorithm, guard),
            Run::Carry => &listing::CARRY_BACK,
            Run::Correct => &listing::LEARN,
            Run::Fours(_) => &listing::VCF,
            Run::LookAhead(_) => &listing::LOOK,
        }
    }

    /// How the function is called.
    pub fn call(&self) -> String {
        match self.run {
            Run::Change(Cell { row, col }, t) => {
                let (x, y) = centre(row, col);
                format!("QpChange({x},{y},{t})")
            }
            Run::Score => "DoScore()".to_string(),
            Run::Turns(_) => "Playtoplay()".to_string(),
            Run::End => "over()".to_string(),
            Run::Record => "read(s)".to_string(),
            Run::Fours(_) => "vcf()".to_string(),
            Run::LookAhead(_) => "look(-65,65)".to_string(),
            Run::Judge(algorithm, Guard::On, _) => algorithm.to_string().replace('-', " "),
            Run::Judge(algorithm, Guard::Off, _) => {
                format!("{} without guard", algorithm.to_string().replace('-', " "))
            }
            Run::Carry => "carry_back(game)".to_string(),
            Run::Correct => "learn(game,result)".to_string(),
        }
    }

    /// How everything stands after `n` steps; after the last one if there are fewer.
    pub fn state(&self, n: usize) -> State {
        let mut state = State::before(self);
        let n = n.min(self.len());
        for (step, done) in self.steps[..n].iter().zip(1..) {
            state.speaks = done == n;
            state.take(*step);
        }
        state
    }

    /// The states after 0, 1, 2... steps.
    pub fn states(&self) -> impl Iterator<Item = State> {
        let mut state = State::before(self);
        let first = state.clone();
        let rest = self.steps.iter().map(move |step| {
            state.take(*step);
            state.clone()
        });
        std::iter::once(first).chain(rest)
    }

    /// After how many steps the next direction, row, stone or turn begins; all of them when there is none.
    pub fn next_beginning(&self, n: usize) -> usize {
        let later = self.steps.iter().zip(1..).skip(n);
        let mut begins = later.filter(|(step, _)| step.begins());
        begins.next().map_or(self.len(), |(_, at)| at)
    }

    /// The same backwards; 0 when there is none.
    pub fn previous_beginning(&self, n: usize) -> usize {
        let earlier = self.steps.iter().zip(1..n).rev();
        let mut begins = earlier.filter(|(step, _)| step.begins());
        begins.next().map_or(0, |(_, at)| at)
    }
}

/// A variable of the original, its value, and whether the last step has set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Its name.
    pub name: &'static str,
    /// Its value, once it has one: without the point, if it has decimals.
    pub value: Option<i64>,
    /// How many of its digits stand behind the point.
    pub decimals: usize,
    /// Has the last step set it?
    pub fresh: bool,
}

impl Var {
    /// The value as it is written; nothing when there is none.
    pub fn text(&self) -> String {
        match (self.value, self.decimals) {
            (None, _) => String::new(),
            (Some(value), 0) => value.to_string(),
            (Some(value), decimals) => {
                let value = value as f64 / 10_f64.powi(decimals as i32);
                format!("{value:.decimals$}")
            }
        }
    }
}

/// What came out in a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sector {
    /// It was not looked at yet.
    #[default]
    Unknown,
    /// It is looked at now.
    Now,
    /// It was not looked at.
    Skipped,
    /// So many stones.
    Stones(usize),
}

/// A direction that is searched: where it begins, its steps of rows down and columns to the right, and how many places it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ray {
    /// Where it begins.
    pub from: Place,
    /// One step: rows down, columns to the right.
    pub step: (isize, isize),
    /// How many places it reaches.
    pub reach: usize,
}

impl Ray {
    /// The place that is i steps away.
    pub fn at(&self, i: usize) -> Place {
        let along = |n: usize, step: isize| n.wrapping_add_signed(step * i as isize);
        (
            along(self.from.0, self.step.0),
            along(self.from.1, self.step.1),
        )
    }
}

/// How everything stands after some steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    run: Run,
    /// The stones on the board.
    pub board: Board,
    /// What the lines do that are lit.
    pub lit: Line,
    /// The variables.
    pub vars: Vec<Var>,
    /// What was counted: its name, and how often.
    pub counters: Vec<(&'static str, usize)>,
    /// The stone that stands on a cell or moves, and is not in `Map` (yet): where, in pixels, and in which turn.
    pub moving: Option<(i32, i32, usize)>,
    /// Was it crossed out: nothing turned over?
    pub refused: bool,
    /// The direction that is looked along.
    pub ray: Option<Ray>,
    /// The place that is looked at.
    pub look: Option<Place>,
    /// The stones that were walked over in this direction.
    pub walked: Vec<Place>,
    /// The cells of a pattern.
    pub framed: Vec<Place>,
    /// The stones that will turn over or have, and those of a five.
    pub ringed: Vec<Place>,
    /// What came out in each direction: by rows down and columns to the right, each plus one.
    pub compass: [[Sector; 3]; 3],
    /// What the last step did, and why.
    pub said: String,
    /// The answer is not the right one.
    pub wrong: bool,
    /// Is what is done put into words? Only the last of many steps is read.
    speaks: bool,
    /// The number of the direction, or of the stone that turns over in it.
    nth: usize,
}

const RIGHT: &str = "right";

/// What a direction is called.
pub fn direction_name(step: (isize, isize)) -> &'static str {
    match step {
        (0, 1) => RIGHT,
        (1, 1) => "down right",
        (1, 0) => "down",
        (1, -1) => "down left",
        (0, -1) => "left",
        (-1, -1) => "up left",
        (-1, 0) => "up",
        _ => "up right",
    }
}

impl State {
    fn before(trace: &Trace) -> State {
        let (names, counters, said): (&[&str], &[&str], String) = match trace.run {
            Run::Change(cell, t) => (
                &[
                    "t", "x", "y", "row", "col", "own", "d", "left", "n", "i", "p", "yes",
                ],
                &["looked at", "turned", "compared"],
                format!("{} on {cell}.", Stone::of_turn(t).name()),
            ),
            Run::Score => (
                &["row", "col", "p", "score[1]", "score[2]"],
                &["looked at"],
                "Both scores begin at 0.".to_string(),
            ),
            Run::Turns(_) => (
                &["t", "x", "y", "row", "col", "tries", "empty"],
                &["drops", "tries"],
                "The game runs in two loops.".to_string(),
            ),
            Run::End => (
                &["t", "row", "col", "score[1]", "score[2]"],
                &["QpChange"],
                "Can anybody still move?".to_string(),
            ),
            Run::Record => (
                &["col", "row", "p", "n"],
                &["stones"],
                "A record is read: two digits per stone.".to_string(),
            ),
            Run::Judge(algorithm, guard, _) => (
                match algorithm {
                    Algorithm::AllStones if guard == Guard::Off => &["p", "step", "i", "p+i*step"],
                    Algorithm::AllStones => &["p", "r", "c", "step", "i", "p+i*step"],
                    Algorithm::LastStone => &["p", "step", "i", "p+i*step", "n"],
                    Algorithm::DirectionTable => {
                        &["p", "j", "dx", "dy", "step", "i", "p+i*step", "n"]
                    }
                },
                &["collected", "taken up", "looked at", "compared"],
                "Who has won?".to_string(),
            ),
            Run::Carry => learning::CARRIED.before(),
            Run::Correct => learning::CORRECTED.before(),
            Run::LookAhead(side) => (
                &["depth", "alpha", "beta", "best", "v"],
                &["looked at", "cut off"],
                format!("How does it end if {} moves?", side.name()),
            ),
            Run::Fours(side) => (
                &["n", "p", "q"],
                &["tried", "back"],
                format!("Can {} win by fours alone?", side.name()),
            ),
        };
        let var = |name: &&'static str| Var {
            name,
            value: None,
            decimals: 0,
            fresh: false,
        };
        let mut state = State {
            run: trace.run,
            board: trace.before.clone(),
            lit: Line::Call,
            vars: names.iter().map(var).collect(),
            counters: counters.iter().map(|name| (*name, 0)).collect(),
            moving: None,
            refused: false,
            ray: None,
            look: None,
            walked: Vec::new(),
            framed: Vec::new(),
            ringed: Vec::new(),
            compass: Default::default(),
            said,
            wrong: false,
            speaks: true,
            nth: 0,
        };
        match trace.run {
            Run::Change(Cell { row, col }, t) => {
                let (x, y) = centre(row, col);
                state.moving = Some((x, y, t));
                state.set("t", t);
                state.set("x", x);
                state.set("y", y);
                state.set("row", row);
                state.set("col", col);
                state.set("own", Stone::of_turn(t) as u8);
                state.set("yes", 0);
            }
            Run::Score => {
                state.set("score[1]", 0);
                state.set("score[2]", 0);
            }
            Run::Record => state.set("n", 0),
            Run::Turns(_)
            | Run::End
            | Run::Judge(..)
            | Run::Fours(_)
            | Run::LookAhead(_)
            | Run::Carry
            | Run::Correct => {}
        }
        state
    }

    /// The value of a variable, if it has one.
    pub fn var(&self, name: &str) -> Option<i64> {
        self.vars.iter().find(|var| var.name == name)?.value
    }

    /// The value of a variable that is never negative, 0 when it has none.
    fn number(&self, name: &str) -> usize {
        let value = self.var(name).map(usize::try_from);
        value.and_then(Result::ok).unwrap_or(0)
    }

    /// How often something was counted.
    pub fn counted(&self, name: &str) -> usize {
        let counter = self.counters.iter().find(|(n, _)| *n == name);
        counter.map_or(0, |(_, times)| *times)
    }

    fn set(&mut self, name: &str, value: impl TryInto<i64>) {
        if let Some(var) = self.vars.iter_mut().find(|var| var.name == name) {
            (var.value, var.fresh) = (value.try_into().ok(), true);
        }
    }

    /// The same with this many digits after the point.
    fn set_decimal(&mut self, name: &str, value: f32, decimals: usize) {
        self.set(
            name,
            (f64::from(value) * 10_f64.powi(decimals as i32)).round() as i64,
        );
        for var in self.vars.iter_mut().filter(|var| var.name == name) {
            var.decimals = decimals;
        }
    }

    fn forget(&mut self, names: &[&str]) {
        for var in &mut self.vars {
            if names.contains(&var.name) {
                var.value = None;
            }
        }
    }

    fn count(&mut self, name: &str, times: usize) {
        if let Some((_, n)) = self.counters.iter_mut().find(|(n, _)| *n == name) {
            *n += times;
        }
    }

    /// Does what the step did.
    fn take(&mut self, step: Step) {
        for var in &mut self.vars {
            var.fresh = false;
        }
        match step {
            Step::Change(step) => self.take_change(step),
            Step::Score(step) => self.take_score(step),
            Step::ScoreDone => {
                self.lit = Line::Return;
                (self.ray, self.look) = (None, None);
                let (black, white) = (self.number("score[1]"), self.number("score[2]"));
                self.say(|| format!("Black has {black} stones, White {white}."));
            }
            Step::Begin(t) => self.begin(t),
            Step::Move(x, y) => self.move_to(x, y),
            Step::Try(step) => self.take_try(step),
            Step::End(step) => self.take_end(step),
            Step::Record(step) => self.take_record(step),
            Step::RecordRead => {
                self.lit = Line::Return;
                self.look = None;
                self.say(|| "The end of the record.");
            }
            Step::Judge(step) => self.take_judge(step),
            Step::Carry(step) => self.take_carry(step),
            Step::Correct(step) => self.take_correction(step),
            Step::Fours(step) => self.take_fours(step),
            Step::FoursDone(found) => self.fours_done(found),
            Step::Look(step) => self.take_look(step),
        }
    }

    /// Notes what the step did, if anybody will read it.
    fn say<S: Into<String>>(&mut self, text: impl FnOnce() -> S) {
        if self.speaks {
            self.said = text().into();
        }
    }

    fn map(&mut self) -> &mut Map {
        match &mut self.board {
            Board::Othello(map) => map,
            _ => unreachable!("a step of Othello on another board"),
        }
    }

    fn pieces(&mut self) -> &mut Vec<Point> {
        match &mut self.board {
            Board::Gomoku(pieces) => pieces,
            _ => unreachable!("a step of gomoku on another board"),
        }
    }

    /// Whose stones it looks for.
    pub fn own(&self) -> Stone {
        match (&self.run, &self.board) {
            (Run::Change(_, t), _) => Stone::of_turn(*t),
            (Run::Fours(side), _) => *side,
            (_, Board::Gomoku(pieces)) => Stone::of_turn(pieces.len()),
            _ => Stone::of_turn(self.number("t")),
        }
    }

    fn sector(&mut self, (down, right): (isize, isize)) -> &mut Sector {
        &mut self.compass[(down + 1) as usize][(right + 1) as usize]
    }

    /// What came out in the direction of the ray.
    fn settle(&mut self, sector: Sector) {
        if let Some(ray) = self.ray {
            *self.sector(ray.step) = sector;
        }
    }

    fn take_change(&mut self, step: ChangeStep) {
        use ChangeStep as Step;
        let Run::Change(cell, _) = self.run else {
            return;
        };
        match step {
            Step::Direction(d) => {
                self.lit = Line::Direction;
                self.forget(&["left", "n", "i", "p"]);
                self.set("d", d);
                self.walked.clear();
                self.look = None;
                self.ray = Some(Ray {
                    from: (cell.row, cell.col),
                    step: DIRECTIONS[d],
                    reach: 0,
                });
                self.settle(Sector::Now);
                let name = direction_name(DIRECTIONS[d]);
                self.say(|| format!("Direction {d} of 0 to 7: {name}."));
            }
            Step::Left(left) => {
                self.lit = Line::Left;
                self.set("left", left);
                self.count("compared", 1);
                if let Some(ray) = &mut self.ray {
                    ray.reach = left;
                    let name = direction_name(ray.step);
                    let cells = plural(left, "cell");
                    self.say(|| format!("{cells} left going {name}."));
                }
            }
            Step::Skip => {
                self.lit = Line::Skip;
                self.settle(Sector::Skipped);
                self.say(|| "Skipped: fewer than two cells are left.");
            }
            Step::Look(cell) => {
                self.lit = Line::Look;
                let i = self.number("i") + 1;
                let place = self.map()[cell.row][cell.col];
                self.set("n", 0);
                self.set("i", i);
                self.set("p", place);
                self.look = Some((cell.row, cell.col));
                self.count("looked at", 1);
                self.count("compared", if place == 0 { 1 } else { 2 });
                if place == self.own().other() as u8 {
                    self.walked.push((cell.row, cell.col));
                    let name = self.own().other();
                    self.say(|| format!("{cell} is {name}, the opponent's colour: go on."));
                } else {
                    self.say(|| format!("What is on {cell}?"));
                }
            }
            Step::Edge => {
                self.lit = Line::Edge;
                self.walked.clear();
                self.settle(Sector::Stones(0));
                self.say(|| "The edge: nothing is enclosed.");
            }
            Step::Empty => {
                self.lit = Line::Empty;
                self.walked.clear();
                self.settle(Sector::Stones(0));
                self.say(|| "An empty cell: nothing is enclosed.");
            }
            Step::Own(n) => {
                self.lit = Line::Own;
                self.set("n", n);
                self.nth = 0;
                self.settle(Sector::Stones(n));
                self.ringed.append(&mut self.walked);
                self.say(|| match n {
                    0 => "One of its own is next to it: nothing is enclosed.".to_string(),
                    1 => "One of its own: 1 stone is enclosed.".to_string(),
                    n => format!("One of its own: {n} stones are enclosed."),
                });
            }
            Step::Turn(cell) => {
                self.lit = Line::Turn;
                let own = self.own();
                self.map()[cell.row][cell.col] = own as u8;
                self.nth += 1;
                self.set("i", self.nth);
                self.set("yes", 1);
                self.count("turned", 1);
                self.look = Some((cell.row, cell.col));
                self.say(|| format!("{cell} turns over and is now {own}."));
            }
            Step::Put(cell) => {
                self.lit = Line::Put;
                let own = self.own();
                self.map()[cell.row][cell.col] = own as u8;
                (self.ray, self.look, self.moving) = (None, None, None);
                self.count("compared", 1);
                self.say(|| format!("The dropped stone stays on {cell}."));
            }
            Step::Return(yes) => {
                self.lit = Line::Return;
                (self.ray, self.look) = (None, None);
                match yes {
                    1 => self.say(|| "Returns 1: the board has changed."),
                    _ => {
                        self.count("compared", 1);
                        self.refused = true;
                        self.say(|| "Returns 0: nothing is enclosed. The try has failed.");
                    }
                }
            }
        }
    }

    fn take_score(&mut self, step: ScoreStep) {
        match step {
            ScoreStep::Row(row) => {
                self.lit = Line::Row;
                self.forget(&["col", "p"]);
                self.set("row", row);
                self.ray = Some(Ray {
                    from: (row, 0),
                    step: (0, 1),
                    reach: 7,
                });
                self.look = None;
                self.say(|| format!("Row {row}: Map[{row}][0] to Map[{row}][7]."));
            }
            ScoreStep::Look(Cell { row, col }) => {
                self.lit = Line::Look;
                let place = self.map()[row][col];
                self.set("col", col);
                self.set("p", place);
                self.count("looked at", 1);
                self.look = Some((row, col));
                let what = match place {
                    1 => "1, black",
                    2 => "2, white",
                    _ => "0, empty",
                };
                self.say(|| format!("Map[{row}][{col}] is {what}."));
            }
            ScoreStep::Count(stone) => {
                self.lit = Line::Count(stone as u8);
                let name = match stone {
                    Stone::Black => "score[1]",
                    Stone::White => "score[2]",
                };
                let score = self.number(name) + 1;
                self.set(name, score);
                self.ringed.extend(self.look);
                self.say(|| format!("{name} becomes {score}."));
            }
        }
    }

    fn begin(&mut self, t: usize) {
        self.lit = Line::Begin;
        let (x, y) = START;
        self.forget(&["row", "col"]);
        self.set("t", t);
        self.set("x", x);
        self.set("y", y);
        self.set("tries", 0);
        let empties = self.map().empties();
        self.set("empty", empties);
        (self.moving, self.refused, self.look) = (Some((x, y, t)), false, None);
        self.ringed.clear();
        let odd = if t % 2 == 1 { "odd" } else { "even" };
        let name = Stone::of_turn(t).name();
        self.say(|| format!("t is {t}, {odd}: {name} moves, from (120,80)."));
    }

    fn move_to(&mut self, x: i32, y: i32) {
        self.lit = Line::Move;
        self.set("x", x);
        self.set("y", y);
        self.refused = false;
        if let Some((mx, my, _)) = &mut self.moving {
            (*mx, *my) = (x, y);
        }
        match cell_at((x, y)) {
            Some((row, col)) => {
                self.set("row", row);
                self.set("col", col);
                self.look = Some((row, col));
                let cell = Cell { row, col };
                self.say(|| format!("({x},{y}) is Map[{row}][{col}], cell {cell}."));
            }
            None => {
                self.look = None;
                self.say(|| "Only Down leads away from the start: the stone stays.");
            }
        }
    }

    fn take_try(&mut self, step: TryStep) {
        match step {
            TryStep::AtStart(at_start) => {
                self.lit = Line::AtStart;
                self.count("drops", 1);
                self.say(|| match at_start {
                    true => "y is 80, the start cell: no drop, and no try.",
                    false => "y is not 80: the stone is on the board.",
                });
            }
            TryStep::Occupied(cell, occupied) => {
                self.lit = Line::Occupied;
                let Cell { row, col } = cell;
                self.say(|| match occupied {
                    true => format!("There is a stone on {cell}: no drop, and no try."),
                    false => format!("Map[{row}][{col}] is 0: {cell} is free."),
                });
            }
            TryStep::QpChange(step) => {
                self.lit = Line::QpChange;
                let own = self.own();
                match step {
                    ChangeStep::Turn(cell) => {
                        self.map()[cell.row][cell.col] = own as u8;
                        self.ringed.push((cell.row, cell.col));
                        self.say(|| format!("QpChange: {cell} turns over."));
                    }
                    ChangeStep::Put(cell) => {
                        self.map()[cell.row][cell.col] = own as u8;
                        self.moving = None;
                        self.say(|| format!("QpChange: the stone stays on {cell}."));
                    }
                    ChangeStep::Return(1) => self.say(|| "QpChange returns 1: the turn is over."),
                    _ => {
                        self.refused = true;
                        self.say(|| "QpChange returns 0: nothing turns over.");
                    }
                }
            }
            TryStep::Failed(tries, empties) => {
                self.lit = Line::Failed;
                self.set("tries", tries);
                self.set("empty", empties);
                self.count("tries", 1);
                self.say(|| match tries > empties {
                    true => format!(
                        "Failed try {tries}: more than {}.",
                        plural(empties, "empty cell")
                    ),
                    false => format!(
                        "Failed try {tries}: not more than {}.",
                        plural(empties, "empty cell")
                    ),
                });
            }
            TryStep::Lost => {
                self.lit = Line::Lost;
                let name = self.own().name();
                self.say(|| format!("{name} loses the turn. This is how to pass."));
            }
        }
    }

    fn take_end(&mut self, step: EndStep) {
        match step {
            EndStep::Player(stone) => {
                self.lit = Line::Player;
                self.forget(&["row", "col"]);
                self.set("t", stone as u8);
                (self.look, self.moving, self.refused) = (None, None, false);
                self.walked.clear();
                self.say(|| format!("Can {} move?", stone.name()));
            }
            EndStep::Try(cell, legal) => {
                self.lit = Line::Try;
                let Cell { row, col } = cell;
                self.set("row", row);
                self.set("col", col);
                self.count("QpChange", 1);
                let (x, y) = centre(row, col);
                let name = self.own();
                self.moving = Some((x, y, name as usize));
                self.refused = !legal;
                self.look = Some((row, col));
                let yes = u8::from(legal);
                self.say(|| format!("{} on {cell}: QpChange returns {yes}.", name.name()));
            }
            EndStep::Score(black, white) => {
                self.lit = Line::Score;
                self.set("score[1]", black);
                self.set("score[2]", white);
                (self.look, self.moving, self.refused) = (None, None, false);
                self.say(|| format!("Nobody can move. Black has {black}, White {white}."));
            }
            EndStep::Over(outcome) => {
                (self.look, self.moving, self.refused) = (None, None, false);
                self.lit = match outcome {
                    None => Line::GoesOn,
                    Some(Outcome::Won(stone)) => Line::Winner(stone as u8),
                    Some(Outcome::Draw) => Line::Winner(0),
                };
                self.say(|| match outcome {
                    None => "There is a move: the game goes on.".to_string(),
                    Some(Outcome::Won(stone)) => {
                        format!("The game is over: {} wins.", stone.name())
                    }
                    Some(Outcome::Draw) => "The game is over: a draw.".to_string(),
                });
            }
        }
    }

    fn take_record(&mut self, step: record::Step) {
        match step {
            record::Step::Col(col) => {
                self.lit = Line::Col;
                self.forget(&["row", "p"]);
                self.set("col", col);
                self.look = None;
                self.ray = Some(Ray {
                    from: (0, col),
                    step: (1, 0),
                    reach: 14,
                });
                self.say(|| format!("The first digit is {col:x}: column {col}."));
            }
            record::Step::Row(row) => {
                self.lit = Line::Digit;
                self.set("row", row);
                let col = self.number("col");
                self.look = Some((row, col));
                self.say(|| format!("The second digit is {row:x}: row {row}."));
            }
            record::Step::Point(point) => {
                self.lit = Line::Point;
                self.ray = None;
                self.pieces().push(point);
                let n = self.pieces().len();
                let (p, col, row) = (point.number(), point.col(), point.row());
                self.set("p", p);
                self.set("n", n);
                self.count("stones", 1);
                let name = Stone::of_turn(n);
                self.say(|| format!("15*{col}+{row} is {p}: stone {n}, {name}."));
            }
        }
    }

    fn take_judge(&mut self, step: judge::Step) {
        use judge::Step;
        let Run::Judge(algorithm, guard, has_five) = self.run else {
            return;
        };
        let place = |p: Point| (p.row(), p.col());
        match step {
            Step::Collect(p) => {
                self.lit = Line::Collect;
                self.look = Some(place(p));
                self.count("collected", 1);
                let name = self.own().name();
                self.say(|| format!("{p} is {name}'s: it goes into own."));
            }
            Step::Stone(p) => {
                self.lit = Line::Stone;
                self.forget(&["step", "i", "p+i*step", "n"]);
                self.set("p", p.number());
                self.set("r", p.row());
                self.set("c", p.col());
                self.count("taken up", 1);
                (self.look, self.nth) = (Some(place(p)), 0);
                self.walked.clear();
                self.compass = Default::default();
                self.ray = Some(Ray {
                    from: place(p),
                    step: (0, 0),
                    reach: 0,
                });
                self.say(|| format!("The stone on {p}, p = {}.", p.number()));
            }
            Step::Direction(down, right) => {
                let way = self.nth % 8;
                self.nth += 1;
                self.lit = match algorithm {
                    Algorithm::DirectionTable => Line::Way(way as u8 % 2),
                    _ => Line::Way(way as u8),
                };
                if algorithm == Algorithm::AllStones || way.is_multiple_of(2) {
                    self.walked.clear();
                    self.forget(&["n"]);
                }
                self.forget(&["i", "p+i*step"]);
                self.set("step", down + gomoku::SIZE as isize * right);
                self.set("j", way);
                self.set("dx", down);
                self.set("dy", right);
                if algorithm == Algorithm::AllStones && guard == Guard::On {
                    self.count("compared", 1);
                }
                if let Some(ray) = &mut self.ray {
                    (ray.step, ray.reach) = ((down, right), 0);
                    let on = |n: usize| n < gomoku::SIZE;
                    let inside = |i| on(ray.at(i).0) && on(ray.at(i).1);
                    ray.reach = (1..=4).take_while(|i| inside(*i)).count();
                    self.look = Some(ray.from);
                }
                self.settle(Sector::Now);
                self.say(|| format!("Going {}.", direction_name((down, right))));
            }
            Step::Skip => {
                self.settle(Sector::Skipped);
                self.say(|| "Skipped: fewer than four are left.");
            }
            Step::Look(p, own) => {
                self.lit = Line::Look;
                let i = self.number("i") + 1;
                self.set("i", i);
                self.set("p+i*step", p.number());
                self.count("looked at", 1);
                self.count("compared", 1);
                self.look = Some(place(p));
                let wrapped = self.ray.is_some_and(|ray| ray.at(i) != place(p));
                if own {
                    self.walked.push(place(p));
                }
                let here = match (own, wrapped) {
                    (true, false) => "one of its own",
                    (false, false) => "none of its own",
                    (true, true) => "one of its own, but in the next column",
                    (false, true) => "none of its own, and in another column",
                };
                self.say(|| format!("{p}, number {}: {here}.", p.number()));
            }
            Step::Off(number) => {
                self.lit = Line::Look;
                let i = self.number("i") + 1;
                self.set("i", i);
                self.set("p+i*step", number);
                self.count("compared", 1);
                self.look = None;
                self.say(|| format!("{number} is not on the board: none of its own."));
            }
            Step::Run(run) => {
                let broken = match algorithm {
                    Algorithm::AllStones => run < 4,
                    _ => self.number("i") > run,
                };
                self.lit = if broken { Line::Broken } else { Line::Whole };
                self.settle(Sector::Stones(run));
                let before = self.number("n");
                self.set("n", before + run);
                let stones = format!("{run} of its own");
                self.say(|| match (broken, run) {
                    (true, 0) => "None of its own is next to it.".to_string(),
                    (true, _) => format!("{stones}, then none."),
                    (false, 4) => "4 of its own: with p itself, five.".to_string(),
                    (false, 0) => "The edge: nothing there.".to_string(),
                    (false, _) => format!("The edge, after {stones}."),
                });
            }
            Step::Line(count) => {
                let line = (self.nth - 1) / 2;
                self.lit = match algorithm {
                    Algorithm::DirectionTable => Line::Line(0),
                    _ => Line::Line(line as u8),
                };
                self.count("compared", 1);
                self.say(|| match count >= 4 {
                    true => format!("{count} both ways: with p, five or more."),
                    false => format!("{count} both ways: fewer than four."),
                });
            }
            Step::Return(five) => {
                self.wrong = five != has_five;
                self.judged(algorithm, five);
            }
        }
    }

    fn judged(&mut self, algorithm: Algorithm, five: bool) {
        self.lit = match (algorithm, five, self.nth) {
            (Algorithm::LastStone, _, 0) => Line::Call,
            (Algorithm::LastStone, _, way) => Line::Line(((way - 1) / 2) as u8),
            (_, true, _) => Line::Five,
            (_, false, _) => Line::Return,
        };
        let name = self.own().name();
        if five {
            self.ringed.extend(self.ray.map(|ray| ray.from));
            self.ringed.append(&mut self.walked);
        }
        (self.ray, self.look) = (None, None);
        let wrong = self.wrong;
        self.say(|| match (five, wrong) {
            (true, true) => format!("WRONG: it says {name} has won, but there is no five."),
            (true, false) => format!("Returns 1: {name} has won."),
            (false, _) => format!("Returns 0: {name} has not won."),
        });
    }
}
