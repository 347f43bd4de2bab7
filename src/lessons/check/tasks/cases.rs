//! The cases of a task's tests. Each is a call, with variables to set before it and values to compare after
//! it.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::error::{Mistake, TaskError};
use super::{Prepared, Task, Test};
use crate::check::case::{Case, Outcome, fill, line_keys};
use crate::check::exams::TASK;
use crate::check::matter::{Fact, Matter, element_of, number};
use crate::check::run::{Runner, globals};
use crate::tutor::calls::{self, keys_of, map_value, played};
use crate::tutor::numbers_in;
use crate::tutor::scene::{Scene, call_text};
use crate::tutor::shows::Shows;
use games::Game as _;
use games::othello::{self, Cell};
use turbo::c::{Argument, Machine, Program, Value};
use turbo::dos::parse_keys;
use words::say;

#[derive(Debug)]
pub(super) struct TestCase {
    /// The name of the case in the language of the task's text.
    pub(super) name: String,
    /// The name of the test, with placeholders if it has several cases.
    pub(super) row: String,
    pub(super) case: Case,
    /// The step of the task that the case belongs to, from 1. It is 0 before the first step.
    pub(super) step: usize,
    /// The line of the test in the task file.
    pub(super) line: usize,
    /// True if the students do not see the test.
    pub(super) hidden: bool,
    pub(super) expected: Vec<Fact>,
    /// The way in which the tutor's board shows the call.
    pub(super) shows: &'static Shows,
    /// The outcome of the solution, computed on first use.
    pub(super) ours: OnceLock<Outcome>,
}

const MOST_CASES: usize = 10_000;
const MOST_VALUES: i32 = 10_000;

impl Task {
    /// Returns the call that turns over the discs to mark, if the task is a question about the board.
    pub fn marks(&self) -> Option<Scene> {
        let program = self.program().ok().filter(|_| self.marks)?;
        let test = self.prepared().cases.first()?;
        let mut runner = Runner::new(&program, &TASK, false).ok()?;
        runner.scene(&test.case, test.name.clone(), test.shows).ok()
    }

    fn program(&self) -> Result<Program, TaskError> {
        let program = Program::compile(&self.file, &self.solution());
        program.map_err(|messages| {
            let first = messages.first().map_or(String::new(), ToString::to_string);
            let begins = self.solution.as_ref().map_or(self.begins, |(line, _)| *line);
            Mistake::NotCompiled(first).at(begins)
        })
    }

    /// Makes the cases of the task's tests.
    ///
    /// # Errors
    /// If a line of a test is wrong, or the solution does not compile.
    pub(super) fn prepare(&self) -> Result<Prepared, TaskError> {
        let program = self.program()?;
        let mut cases = Vec::new();
        for test in &self.tests {
            cases.extend(test.cases(self, &program)?);
            if cases.len() > MOST_CASES {
                return Err(Mistake::TooMany(MOST_CASES).at(test.line));
            }
        }
        let solution = self.solution.as_ref().map(|_| program);
        Ok(Prepared { solution, cases })
    }

    pub(super) fn prepared(&self) -> &Prepared {
        let prepare = || self.prepare().expect("the file was right when it was read");
        self.prepared.get_or_init(prepare)
    }
}

/// A variant of a test while its `each` lines are being expanded: the values of the names, and the lines so
/// far.
#[derive(Clone, Default)]
struct Variant {
    bound: Vec<(String, String)>,
    lines: Vec<(usize, String)>,
    game: Option<othello::Game>,
}

impl Variant {
    fn bind(&mut self, name: &str, value: impl ToString) {
        self.bound.push((format!("{{{name}}}"), value.to_string()));
    }

    /// Returns the line with the names replaced by their values.
    fn filled(&self, line: &str) -> String {
        let bound = self.bound.iter();
        bound.fold(line.to_string(), |line, (name, value)| line.replace(name, value))
    }

    /// Returns the test's name with the values filled in, in the language of the task's text.
    fn name(&self, test: &Test) -> String {
        let bound = self.bound.iter();
        bound.fold(test.name.clone(), |text, (name, value)| {
            let shown = test.values.iter().find(|(english, _)| english == value);
            text.replace(name, shown.map_or(value, |(_, shown)| shown))
        })
    }
}

impl Test {
    fn cases(&self, task: &Task, program: &Program) -> Result<Vec<TestCase>, TaskError> {
        let mut variants = vec![Variant::default()];
        for (line, text) in &self.lines {
            let mut next = Vec::new();
            for mut variant in variants {
                let text = variant.filled(text);
                if let Some(each) = text.strip_prefix("each ") {
                    next.extend(each_of(&variant, each).map_err(|why| why.at(*line))?);
                    continue;
                }
                if let Some(moves) = text.strip_prefix("moves") {
                    let game = played(moves.trim());
                    let game = game.map_err(|why| Mistake::from(why).at(*line))?;
                    variant.bind("t", game.t());
                    variant.bind("before", game.t() - 1);
                    variant.game = Some(game);
                } else {
                    variant.lines.push((*line, text));
                }
                next.push(variant);
            }
            variants = next;
        }
        variants.iter().map(|variant| self.case(variant, task, program)).collect()
    }

    fn case(&self, variant: &Variant, task: &Task, program: &Program) -> Result<TestCase, TaskError> {
        let mut lines = Lines {
            case: Case::of_main(Vec::new()),
            globals: Globals { first: globals(&Machine::without_history(program)), changed: Vec::new() },
            expected: Vec::new(),
        };
        if let Some(game) = &variant.game {
            lines.globals.set_game(game);
        }
        for (line, text) in &variant.lines {
            lines.take(text).map_err(|why| why.at(*line))?;
        }
        let Lines { mut case, globals, expected } = lines;
        if case.matters.is_empty() && expected.is_empty() {
            case.matters.clone_from(&task.matters);
            if case.matters.is_empty() && !task.marks {
                if task.solution.is_none() {
                    return Err(Mistake::ExpectsNothing.at(self.line));
                }
                case.matters = vec![Matter::Printed, Matter::Picture];
                if case.function != "main" {
                    case.matters.insert(0, Matter::Result);
                }
            }
        }
        let seen = case.matters.iter().any(Matter::is_seen);
        if let Some(game) = variant.game.as_ref().filter(|_| seen) {
            let scene = calls::on_map("", ("DoScore", Vec::new()), game);
            case.ground = Some(scene.stepper().console().picture().clone());
        }
        case.ignored.clone_from(&task.ignored);
        let set = globals.changed.iter().cloned();
        case.set = set.map(|(name, value)| (name, numbers_in(&value))).collect();
        let mut name = variant.name(self);
        if name.is_empty() {
            name = call_text(&case.function, &case.arguments);
        }
        let fact = |(matter, value): &(Matter, String)| Fact {
            name: matter.name(&case.function),
            value: value.clone(),
            seen: false,
        };
        let facts = expected.iter().map(fact).collect();
        case.matters.extend(expected.into_iter().map(|(matter, _)| matter));
        let is_known = |name: &str| globals.first.iter().any(|(first, _)| first == name);
        if let Some(name) =
            case.matters.iter().find_map(|matter| matter.variable().filter(|name| !is_known(name)))
        {
            return Err(Mistake::NoGlobal(name.to_string()).at(self.line));
        }
        Ok(TestCase {
            row: if self.name.contains('{') { self.name.clone() } else { name.clone() },
            name,
            step: self.step,
            line: self.line,
            hidden: self.hidden,
            expected: facts,
            shows: calls::shown_of(&task.file, &case.function, seen),
            case,
            ours: OnceLock::new(),
        })
    }
}

/// Expands an `each` line into variants: `NAME in A | B | C`, `X, Y in 1, 2 | 3, 4`, `NAME in 1..9`, `NAME in
/// 'a'..'z'` or `cell in free`.
fn each_of(variant: &Variant, each: &str) -> Result<Vec<Variant>, Mistake> {
    let wrong = || Mistake::Each(each.to_string());
    let (names, values) = each.split_once(" in ").ok_or_else(wrong)?;
    let (names, values) = (names.trim(), values.trim());
    if (names, values) == ("cell", "free") {
        let map = variant.game.as_ref().ok_or(Mistake::NoMoves)?.map();
        let free = Cell::all().filter(|cell| map[cell.row][cell.col] == 0);
        return Ok(free.map(|cell| on_cell(variant, cell)).collect());
    }
    let values: Vec<String> = match values.split_once("..") {
        Some((first, last)) => {
            let (from, to) = number(first).zip(number(last)).ok_or_else(wrong)?;
            let value = |n: i32| match u8::try_from(n) {
                Ok(c) if first.starts_with('\'') => format!("'{}'", char::from(c)),
                _ => n.to_string(),
            };
            (from..=to.min(from.saturating_add(MOST_VALUES))).map(value).collect()
        }
        None => values.split('|').map(|value| value.trim().to_string()).collect(),
    };
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let bound = values.into_iter().map(|value| {
        let values: Vec<&str> = match names.len() {
            1 => vec![&value],
            _ => value.split(',').map(str::trim).collect(),
        };
        let count = names.len();
        if values.len() != count {
            return Err(Mistake::Values { value, count });
        }
        let mut variant = variant.clone();
        for (name, value) in names.iter().zip(&values) {
            variant.bind(name, value);
        }
        Ok(variant)
    });
    bound.collect()
}

fn on_cell(variant: &Variant, cell: Cell) -> Variant {
    let mut variant = variant.clone();
    variant.bind("cell", cell);
    variant.bind("row", cell.row);
    variant.bind("col", cell.col);
    let (x, y) = calls::middle(cell);
    variant.bind("x", x);
    variant.bind("y", y);
    variant
}

struct Lines {
    case: Case,
    globals: Globals,
    expected: Vec<(Matter, String)>,
}

impl Lines {
    fn take(&mut self, line: &str) -> Result<(), Mistake> {
        let case = &mut self.case;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "call" => (case.function, case.arguments) = call(rest)?,
            "before" => {
                let (function, arguments) = call(rest)?;
                let number = |argument: &Argument| match argument {
                    Argument::Int(n) => Ok(*n),
                    Argument::Array(_) => Err(Mistake::OnlyNumbers),
                };
                let arguments: Result<Vec<i32>, Mistake> = arguments.iter().map(number).collect();
                case.before.push((function, arguments?));
            }
            "keys" => case.keys.extend(parse_keys(rest)?),
            "line" => case.keys.extend(line_keys(rest)),
            "drops" => case.keys.extend(keys_of(rest)?),
            "set" => self.globals.set(rest)?,
            "compare" => case.matters.extend(Matter::list(rest)?),
            "expect" => {
                let wrong = || Mistake::Expect(line.to_string());
                let (what, value) = rest.split_once('=').ok_or_else(wrong)?;
                let value = match value.trim() {
                    "waiting" => say!("waiting for a key").to_string(),
                    "over" => say!("over||a call").to_string(),
                    value => number(value).map_or(value.to_string(), |n| n.to_string()),
                };
                let matter = Matter::read(what.trim())?;
                let mut value = value.as_str();
                // Line breaks at the end of a text do not count.
                while let Some(shorter) = value.strip_suffix("\\n\"").filter(|_| matter == Matter::Printed) {
                    value = shorter;
                }
                let quote = if value.starts_with('"') && !value.ends_with('"') { "\"" } else { "" };
                self.expected.push((matter, format!("{value}{quote}")));
            }
            _ => return Err(Mistake::Line(word.to_string())),
        }
        Ok(())
    }
}

/// Parses a call in C syntax, such as `QpChange(320, 200, 1)`.
fn call(text: &str) -> Result<(Cow<'static, str>, Vec<Argument>), Mistake> {
    let wrong = || Mistake::Call(text.to_string());
    let (function, rest) = text.split_once('(').ok_or_else(wrong)?;
    let inside = rest.trim_end().strip_suffix(')').ok_or_else(wrong)?;
    let function = element_of(function.trim()).filter(|(_, indices)| indices.is_empty());
    let (function, _) = function.ok_or_else(wrong)?;
    let text_of = |text: &str| Some(text.strip_prefix('"')?.strip_suffix('"')?.to_string());
    let argument = |text: &str| match (number(text), text_of(text)) {
        (Some(n), _) => Ok(Argument::Int(n)),
        (None, Some(text)) => Ok(Argument::Array(text.bytes().chain([0]).map(i32::from).collect())),
        (None, None) => Err(wrong()),
    };
    let arguments: Result<Vec<Argument>, Mistake> =
        between_commas(inside).into_iter().map(argument).collect();
    Ok((function.into(), arguments?))
}

/// Splits the arguments of a call. A comma in quotation marks does not separate arguments.
fn between_commas(text: &str) -> Vec<&str> {
    let (mut arguments, mut begins, mut quoted) = (Vec::new(), 0, false);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => quoted = !quoted,
            // Skip the character and the closing quotation mark.
            '\'' if !quoted => drop(chars.nth(1)),
            ',' if !quoted => {
                arguments.push(text[begins..at].trim());
                begins = at + 1;
            }
            _ => {}
        }
    }
    arguments.push(text[begins..].trim());
    arguments.retain(|argument| !argument.is_empty());
    arguments
}

/// The global variables of a program, and the variables that a test changes.
struct Globals {
    first: Vec<(String, Value)>,
    changed: Vec<(Cow<'static, str>, Value)>,
}

impl Globals {
    fn value_mut(&mut self, name: &str) -> Option<&mut Value> {
        if !self.changed.iter().any(|(changed, _)| changed == name) {
            let (_, value) = self.first.iter().find(|(first, _)| first == name)?;
            self.changed.push((name.to_string().into(), value.clone()));
        }
        let changed = self.changed.iter_mut().find(|(changed, _)| changed == name);
        changed.map(|(_, value)| value)
    }

    /// Executes an assignment: `Map[3][4] = 1`, or `p = 1 2 3`, which sets the first elements of an array.
    fn set(&mut self, text: &str) -> Result<(), Mistake> {
        let wrong = || Mistake::Set(text.to_string());
        let (what, numbers) = text.split_once('=').ok_or_else(wrong)?;
        let (name, indices) = element_of(what.trim()).ok_or_else(wrong)?;
        let numbers = numbers.split_whitespace().map(|text| number(text).ok_or_else(wrong));
        let numbers: Vec<i32> = numbers.collect::<Result<_, Mistake>>()?;
        let mut element = self.value_mut(&name);
        for n in indices {
            element = match element {
                Some(Value::Array(values)) => values.get_mut(n),
                _ => None,
            };
        }
        let missing = || Mistake::NoGlobal(what.trim().to_string());
        fill(element.ok_or_else(missing)?, &mut numbers.into_iter());
        Ok(())
    }

    /// Sets the variables of `QIPAN.C` to the position of a game, as far as the program has them.
    fn set_game(&mut self, game: &othello::Game) {
        let (black, white) = original::do_score(game.map());
        let score = Value::Array([0, black, white].map(|n| Value::Int(n as i32)).to_vec());
        let map = map_value(game.map());
        for (name, new) in [("Map", map), ("t", Value::Int(game.t() as i32)), ("score", score)] {
            if let Some(value) = self.value_mut(name) {
                *value = new;
            }
        }
    }
}
