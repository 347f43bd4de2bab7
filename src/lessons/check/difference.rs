//! Where a function first goes another way than ours, as a position and as a step.

use std::fmt;

use super::bench::{Bench, Unfit};
use super::case::{Case, End, Seen, filled};
use super::exams::{Exam, Sees};
use super::first_step::first_step;
use super::positions;
use crate::tutor::scene::{Scene, call_text};
use games::othello::Cell;
use turbo::c::{Argument, Machine, Program};
use turbo::dos::Console;

/// The first position in which a function differs from ours.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The function.
    pub function: &'static str,
    /// The call, as C writes it: `QpChange(240, 200, 5)`.
    pub call: String,
    /// What the call means: whose stone is dropped where. Nothing for most functions.
    pub about: String,
    /// The board before it, in lines of `.XO`; none where there is no board.
    pub board: Vec<String>,
    /// What ours does.
    pub ours: String,
    /// What theirs does.
    pub theirs: String,
    /// The first step that goes another way: so many steps are made before it.
    pub step: u64,
    /// The line of that step in the checked program.
    pub line: usize,
    /// What is set before the call, and the keys.
    pub(crate) case: Case,
    exam: &'static Exam,
}

/// As lines for people: the call, the board, what ours does and what theirs does.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {}{}", self.call, self.about)?;
        for row in &self.board {
            writeln!(f, "    {row}")?;
        }
        writeln!(f, "  Ours:  {}", self.ours)?;
        writeln!(f, "  Yours: {}", self.theirs)?;
        write!(
            f,
            "  It goes another way in line {}, after {} steps.",
            self.line, self.step
        )
    }
}

impl Difference {
    /// Describes what is different in a case, in which our program and theirs did this.
    pub(super) fn find(
        exam: &'static Exam,
        programs: [&Program; 2],
        case: &Case,
        [ours, theirs]: [&Seen; 2],
    ) -> Difference {
        let (step, line) = first_step(exam, programs, case, [ours, theirs]);
        // Of a game that is played by keys, the board is shown as it was before the key that makes the difference.
        let turn = ours
            .states
            .iter()
            .zip(&theirs.states)
            .position(|(a, b)| a != b);
        let turn = turn.unwrap_or(ours.states.len().min(theirs.states.len()) - 1);
        let before = match turn.checked_sub(1) {
            Some(before) => case.after(exam.watched(), &ours.states[before]),
            None => case.clone(),
        };
        let mut about = about(exam, case);
        if !case.keys.is_empty() && turn > 0 {
            about = format!(", key {turn}: {}", case.keys[turn - 1]);
        }
        Difference {
            function: exam.function,
            call: call_text(exam.function, &case.arguments),
            about,
            board: board(&before),
            ours: told(exam, &before, ours, theirs, turn),
            theirs: told(exam, &before, theirs, ours, turn),
            step,
            line,
            case: case.clone(),
            exam,
        }
    }

    /// The call, to be stepped through in the checked program: before step [`step`](Difference::step) it goes another way.
    ///
    /// # Errors
    /// The program is not the one that was checked, and does not fit.
    pub fn scene(&self, program: &Program) -> Result<Scene, Unfit> {
        let mut bench = Bench::new(program, self.exam)?;
        let mut machine = Machine::without_history(program);
        bench.lay(&self.case, &mut machine)?;
        let globals = Machine::without_history(program).globals().into_iter();
        let set = globals.filter_map(|global| {
            let (name, numbers) = self
                .case
                .set
                .iter()
                .find(|(name, _)| *name == global.name)?;
            Some((
                (*name).into(),
                filled(&global.value, &mut numbers.iter().copied()),
            ))
        });
        let text = format!(
            "Here yours goes another way. {}{} Ours: {}. Yours: {}.",
            self.call, self.about, self.ours, self.theirs
        );
        let call = (self.function, Vec::new());
        let mut scene = Scene::new(text, program.clone(), call, self.exam.shows);
        scene.globals = set.collect();
        scene.ground.screen().clone_from(bench.desk.picture());
        scene.call.1.clone_from(&self.case.arguments);
        scene.keys.clone_from(&self.case.keys);
        Ok(scene)
    }
}

fn about(exam: &Exam, case: &Case) -> String {
    use Argument::Int;
    let colour = |t: i32| if t % 2 == 1 { "Black" } else { "White" };
    let cell = |x: &i32, y: &i32| Cell {
        row: ((y - 120) / 40) as usize,
        col: ((x - 120) / 40) as usize,
    };
    match (exam.function, &case.arguments[..]) {
        ("QpChange", [Int(x), Int(y), Int(t)]) => {
            format!(": {} drops a stone on {}.", colour(*t), cell(x, y))
        }
        ("MoveColor", [_, Int(80)]) => ": the stone leaves its start.".to_string(),
        ("MoveColor", [Int(x), Int(y)]) => format!(": the stone leaves {}.", cell(x, y)),
        ("CanMove" | "SetPlayColor", [Int(t)]) => format!(": {}.", colour(*t)),
        ("Solve", []) => case
            .of("t")
            .map_or(String::new(), |t| format!(": {} to move.", colour(t[0]))),
        ("PlayWin" | "PrintScore", _) => case.of("score").map_or(String::new(), |score| {
            format!(": Black {}, White {}.", score[1], score[2])
        }),
        _ => String::new(),
    }
}

/// The board in lines of `.XO`.
fn board(case: &Case) -> Vec<String> {
    let sign = |n: &i32| match n {
        0 => '.',
        1 => 'X',
        2 => 'O',
        _ => '?',
    };
    let (numbers, side) = match (case.of("Map"), case.of("Board")) {
        (Some(_), _) if positions::map(case) == original::Map::EMPTY => return Vec::new(),
        (Some(map), _) => (map, 8),
        (None, Some(board)) => (board, 15),
        (None, None) => return Vec::new(),
    };
    numbers
        .chunks(side)
        .map(|row| row.iter().map(sign).collect())
        .collect()
}

/// What a call did, in words: first what the other did not do, or did otherwise.
fn told(exam: &Exam, before: &Case, seen: &Seen, other: &Seen, turn: usize) -> String {
    let mut parts = Vec::new();
    if let Some(state) = seen.states.get(turn) {
        parts.extend(changes(exam, before, state, other.states.get(turn)));
    }
    let last = turn + 1 >= seen.states.len();
    match &seen.end {
        _ if !last => {}
        End::Over if seen.returned.is_some() => {
            parts.push(format!("returns {}", seen.returned.unwrap_or_default()));
        }
        End::Over if !before.keys.is_empty() => parts.push("the game ends".to_string()),
        End::Over => {}
        End::Waits => parts.push("waits for the next key".to_string()),
        End::Endless => parts.push("never ends".to_string()),
        End::Fault(why) => parts.push(format!("stops: {why}")),
    }
    if seen.screen != other.screen && seen.states == other.states && exam.sees != Sees::Nothing {
        parts.push("the screen shows something else".to_string());
    }
    match parts.is_empty() {
        true => "changes nothing".to_string(),
        false => parts.join("; "),
    }
}

fn cell_name(n: usize) -> String {
    let (row, col) = (n / 8, n % 8);
    Cell { row, col }.to_string()
}

/// What a call changed in the variables that matter.
fn changes(exam: &Exam, before: &Case, state: &[i32], other: Option<&Vec<i32>>) -> Vec<String> {
    const MOST: usize = 16;
    let mut parts = Vec::new();
    let mut from = 0;
    for (name, sizes) in exam.watched() {
        let length: usize = sizes.iter().product();
        let Some(now) = state.get(from..from + length) else {
            break;
        };
        let theirs = other.and_then(|other| other.get(from..from + length));
        from += length;
        let was = before.of(name).unwrap_or_default();
        let changed: Vec<usize> = (0..length)
            .filter(|i| {
                was.get(*i) != Some(&now[*i]) || theirs.is_some_and(|theirs| theirs[*i] != now[*i])
            })
            .collect();
        if changed.is_empty() {
            continue;
        }
        if *name == "Map" {
            for (stone, n) in [("black", 1), ("white", 2), ("empty", 0)] {
                let cells = changed.iter().filter(|i| now[**i] == n);
                let cells: Vec<String> = cells.map(|i| cell_name(*i)).collect();
                if !cells.is_empty() {
                    let cells = &cells[..cells.len().min(MOST)];
                    parts.push(format!("{} {stone}", cells.join(" ")));
                }
            }
            continue;
        }
        let element = |i: &usize| match sizes {
            [] => format!("{name} is {}", now[*i]),
            [_] => format!("{name}[{i}] is {}", now[*i]),
            [_, row, ..] => format!("{name}[{}][{}] is {}", i / row, i % row, now[*i]),
        };
        parts.extend(changed.iter().take(MOST / 4).map(element));
    }
    parts
}
