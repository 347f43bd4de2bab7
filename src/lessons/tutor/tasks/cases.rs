//! The tests of a task, one by one: each is a call, with the variables that it finds and what matters after it.

use std::borrow::Cow;

use super::facts::{Matter, element_of};
use super::task::{Task, Test};
use super::unclear::Unclear;
use crate::tutor::calls::{self, keys_of, map_value, played};
use crate::tutor::scene::{Scene, call_text};
use games::Game as _;
use games::othello::{self, Cell};
use turbo::c::{Argument, Machine, Program, Value};
use turbo::dos::parse_keys;
use turbo::dos::unattended::Unattended;
use words::say;

/// A case of a test.
pub(super) struct Case {
    pub(super) scene: Scene,
    /// How many steps of the task begin before it.
    pub(super) step: usize,
    pub(super) matters: Vec<Matter>,
    /// What the task itself expects for some of them.
    pub(super) expected: Vec<(Matter, String)>,
}

impl Task {
    /// For a task without a program: the scene whose call turns over the stones that have to be marked.
    pub fn marks(&self) -> Option<Scene> {
        let case = self.cases().ok()?.into_iter().next()?;
        self.marks.then_some(case.scene)
    }

    /// The tests, one by one.
    ///
    /// # Errors
    /// A line of a test is wrong, or the solution does not compile.
    pub(super) fn cases(&self) -> Result<Vec<Case>, Unclear> {
        let (begins, text) = match &self.solution {
            None => (self.begins, &self.skeleton),
            Some((line, text)) => (*line, text),
        };
        let program = Program::compile(&self.file, text);
        let program = program.map_err(|messages| {
            let first = messages.first().map_or(String::new(), ToString::to_string);
            Unclear::new(begins, say!("the program does not compile: {first}", first))
        })?;
        let mut cases = Vec::new();
        for test in &self.tests {
            cases.extend(test.cases(self, &program)?);
            if cases.len() > MOST_CASES {
                let text = say!("there are more than {most} tests", most = MOST_CASES);
                return Err(Unclear::new(test.line, text));
            }
        }
        Ok(cases)
    }
}

/// More cases than a task needs.
const MOST_CASES: usize = 10_000;

/// A test while its `each` lines are worked through: the values of the names, and the lines so far.
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

    /// The name of the test with the values in it, in the language of the task's text.
    fn shown(&self, test: &Test) -> String {
        let bound = self.bound.iter();
        bound.fold(test.name.clone(), |text, (name, value)| {
            let mut translated = test.values.iter();
            let shown = translated.find(|(english, _)| english == value);
            text.replace(name, shown.map_or(value, |(_, shown)| shown))
        })
    }

    fn filled(&self, text: &str) -> String {
        let bound = self.bound.iter();
        bound.fold(text.to_string(), |text, (name, value)| {
            text.replace(name, value)
        })
    }
}

impl Test {
    /// All cases that the `each` lines make of the test.
    pub(super) fn cases(&self, task: &Task, program: &Program) -> Result<Vec<Case>, Unclear> {
        let mut variants = vec![Variant::default()];
        for (line, text) in &self.lines {
            let fail = |why: String| Unclear::new(*line, why);
            let mut next = Vec::new();
            for mut variant in variants {
                let text = variant.filled(text);
                if let Some(each) = text.strip_prefix("each ") {
                    next.extend(each_of(&variant, each).map_err(fail)?);
                    continue;
                }
                if let Some(moves) = text.strip_prefix("moves") {
                    let game = played(moves.trim()).map_err(fail)?;
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
        let cases = variants
            .iter()
            .map(|variant| self.case(variant, task, program));
        cases.collect()
    }

    fn case(&self, variant: &Variant, task: &Task, program: &Program) -> Result<Case, Unclear> {
        let scene = Scene::new("", program.clone(), ("main", Vec::new()), &calls::SCREEN);
        let mut case = Case {
            scene,
            step: self.step,
            matters: Vec::new(),
            expected: Vec::new(),
        };
        let mut globals = Globals::of(program);
        if let Some(game) = &variant.game {
            globals.play(game);
        }
        for (line, text) in &variant.lines {
            let taken = case.take(text, &mut globals);
            taken.map_err(|why| Unclear::new(*line, why))?;
        }
        let told = !case.matters.is_empty() || !case.expected.is_empty();
        if !told {
            case.matters.clone_from(&task.matters);
        }
        if !told && case.matters.is_empty() && !self_evident(task) {
            let text = say!("this test expects nothing, and there is no solution to compare with");
            return Err(Unclear::new(self.line, text));
        }
        if !told && case.matters.is_empty() && !task.marks {
            case.matters = vec![Matter::Result, Matter::Printed, Matter::Picture];
        }
        let seen = case.matters.iter().any(Matter::is_seen);
        let scene = &mut case.scene;
        scene.globals = globals.changed;
        scene.shows = calls::shown_of(&task.file, &scene.call.0, seen);
        scene.text = variant.shown(self);
        if scene.text.is_empty() {
            scene.text = call_text(&scene.call.0, &scene.call.1);
        }
        if let Some(game) = variant.game.as_ref().filter(|_| seen) {
            scene.ground = drawn(game);
        }
        Ok(case)
    }
}

/// Does a solution say what should come out, or does the machine answer a question?
fn self_evident(task: &Task) -> bool {
    task.solution.is_some() || task.marks
}

/// The variants that `NAME in A | B | C`, `X, Y in 1, 2 | 3, 4`, `NAME in 1..9`, `NAME in 'a'..'z'` or `cell in free` makes.
fn each_of(variant: &Variant, each: &str) -> Result<Vec<Variant>, String> {
    let unclear = || {
        say!(
            "'each {each}' is not of the form 'each NAME in A | B | C'",
            each
        )
    };
    let (name, values) = each.split_once(" in ").ok_or_else(unclear)?;
    let (name, values) = (name.trim(), values.trim());
    if (name, values) == ("cell", "free") {
        let game = variant.game.as_ref();
        let game = game.ok_or(say!("'moves' must stand before 'each cell in free'"))?;
        let free = Cell::all().filter(|cell| game.map()[cell.row][cell.col] == 0);
        return Ok(free.map(|cell| on_cell(variant, cell)).collect());
    }
    let values: Vec<String> = match values.split_once("..") {
        Some((first, last)) => {
            let ends = (
                number(first).ok_or_else(unclear)?,
                number(last).ok_or_else(unclear)?,
            );
            let is_char = first.starts_with('\'');
            let value = |n: i32| match u8::try_from(n) {
                Ok(c) if is_char => format!("'{}'", char::from(c)),
                _ => n.to_string(),
            };
            (ends.0..=ends.1.min(ends.0.saturating_add(MOST)))
                .map(value)
                .collect()
        }
        None => values
            .split('|')
            .map(|value| value.trim().to_string())
            .collect(),
    };
    let names: Vec<&str> = name.split(',').map(str::trim).collect();
    let bound = values.into_iter().map(|value| {
        let values: Vec<&str> = match names.len() {
            1 => vec![&value],
            _ => value.split(',').map(str::trim).collect(),
        };
        let mut variant = variant.clone();
        for (name, value) in names.iter().zip(&values) {
            variant.bind(name, value);
        }
        let count = names.len();
        (values.len() == count).then_some(variant).ok_or_else(|| {
            say!(
                "'{value}' is not {count} values between commas",
                value,
                count
            )
        })
    });
    bound.collect()
}

/// More values than a range needs.
const MOST: i32 = 10_000;

fn on_cell(variant: &Variant, cell: Cell) -> Variant {
    let mut variant = variant.clone();
    variant.bind("cell", cell);
    variant.bind("row", cell.row);
    variant.bind("col", cell.col);
    variant.bind("x", 120 + 40 * cell.col);
    variant.bind("y", 120 + 40 * cell.row);
    variant
}

impl Case {
    /// Reads a line of a test.
    fn take(&mut self, line: &str, globals: &mut Globals) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "call" => self.scene.call = call(rest)?,
            "before" => {
                let (function, arguments) = call(rest)?;
                let number = |argument: &Argument| match argument {
                    Argument::Int(n) => Ok(*n),
                    Argument::Array(_) => Err(say!("a call before takes numbers only").to_string()),
                };
                let arguments: Result<Vec<i32>, String> = arguments.iter().map(number).collect();
                self.scene.then.push((function, arguments?));
            }
            "keys" => {
                let keys = parse_keys(rest).map_err(|wrong| wrong.to_string())?;
                self.scene.keys.extend(keys);
            }
            "drops" => self.scene.keys.extend(keys_of(rest)?),
            "set" => globals.set(rest)?,
            "compare" => self.matters.extend(Matter::list(rest)?),
            "expect" => {
                let unclear = || say!("'{line}' is not of the form 'expect WHAT = VALUE'", line);
                let (what, value) = rest.split_once('=').ok_or_else(unclear)?;
                let value = value.trim();
                let value = match value {
                    "waiting" => say!("waiting for a key").to_string(),
                    "over" => say!("over||a call").to_string(),
                    _ => number(value).map_or(value.to_string(), |n| n.to_string()),
                };
                self.expected.push((Matter::read(what.trim())?, value));
            }
            _ => return Err(say!("no line of a test begins with '{word}'", word)),
        }
        Ok(())
    }
}

/// A call as C writes it: `QpChange(320, 200, 1)`.
fn call(text: &str) -> Result<(Cow<'static, str>, Vec<Argument>), String> {
    let unclear = || say!("'{text}' is not a call", text);
    let (function, rest) = text.split_once('(').ok_or_else(unclear)?;
    let inside = rest.trim_end().strip_suffix(')').ok_or_else(unclear)?;
    let (function, none) = element_of(function.trim()).ok_or_else(unclear)?;
    if !none.is_empty() {
        return Err(unclear());
    }
    let text_of = |text: &str| Some(text.strip_prefix('"')?.strip_suffix('"')?.to_string());
    let argument = |text: &str| match (number(text), text_of(text)) {
        (Some(n), _) => Ok(Argument::Int(n)),
        (None, Some(text)) => {
            let bytes = text.bytes().chain([0]).map(i32::from);
            Ok(Argument::Array(bytes.collect()))
        }
        (None, None) => Err(unclear()),
    };
    let arguments = between_commas(inside).into_iter();
    let arguments: Result<Vec<Argument>, String> = arguments.map(argument).collect();
    Ok((function.into(), arguments?))
}

/// The arguments of a call. A comma in quotes belongs to its text.
fn between_commas(text: &str) -> Vec<&str> {
    let (mut arguments, mut begins, mut quoted) = (Vec::new(), 0, false);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => quoted = !quoted,
            // A character, and the quote after it.
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

/// A number as C writes it: `12`, `-1`, `0x1C0D`, `'a'`.
fn number(text: &str) -> Option<i32> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix('\'') {
        let mut chars = rest.chars();
        let c = chars.next().filter(char::is_ascii)?;
        return (chars.as_str() == "'").then_some(c as i32);
    }
    match text.strip_prefix("0x") {
        Some(digits) => i32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The global variables of a program, and those that a test changes.
struct Globals {
    first: Vec<(String, Value)>,
    changed: Vec<(Cow<'static, str>, Value)>,
}

impl Globals {
    fn of(program: &Program) -> Globals {
        let globals = Machine::without_history(program).globals().into_iter();
        Globals {
            first: globals.map(|global| (global.name, global.value)).collect(),
            changed: Vec::new(),
        }
    }

    /// The variable of this name, which the caller will change.
    fn of_name(&mut self, name: &str) -> Option<&mut Value> {
        if !self.changed.iter().any(|(changed, _)| changed == name) {
            let (_, value) = self.first.iter().find(|(first, _)| first == name)?;
            self.changed.push((name.to_string().into(), value.clone()));
        }
        let changed = self.changed.iter_mut().find(|(changed, _)| changed == name);
        changed.map(|(_, value)| value)
    }

    /// `Map[3][4] = 1`, or `p = 1 2 3`: the elements of an array in their order, as many as are given.
    fn set(&mut self, text: &str) -> Result<(), String> {
        let unclear = || say!("'set {text}' is not of the form 'set NAME = NUMBERS'", text);
        let (what, numbers) = text.split_once('=').ok_or_else(unclear)?;
        let (name, indices) = element_of(what.trim()).ok_or_else(unclear)?;
        let numbers = numbers
            .split_whitespace()
            .map(|text| number(text).ok_or_else(unclear));
        let numbers: Result<Vec<i32>, String> = numbers.collect();
        let missing = || {
            say!(
                "the program has no global variable '{name}'",
                name = what.trim()
            )
        };
        let value = self.of_name(&name).ok_or_else(missing)?;
        let element = indices.iter().try_fold(value, |value, n| match value {
            Value::Array(values) => values.get_mut(*n),
            _ => None,
        });
        fill(element.ok_or_else(missing)?, &mut numbers?.into_iter());
        Ok(())
    }

    /// The position of a game of Othello, in the variables of `QIPAN.C` that the program has.
    fn play(&mut self, game: &othello::Game) {
        let (black, white) = original::do_score(game.map());
        let score = Value::Array([0, black, white].map(|n| Value::Int(n as i32)).to_vec());
        for (name, new) in [
            ("Map", map_value(game.map())),
            ("t", Value::Int(game.t() as i32)),
            ("score", score),
        ] {
            if let Some(value) = self.of_name(name) {
                *value = new;
            }
        }
    }
}

/// Gives the numbers to a value and its elements, one after the other.
fn fill(value: &mut Value, numbers: &mut impl Iterator<Item = i32>) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| fill(value, numbers)),
        Value::Char(c) => *c = numbers.next().map_or(*c, |n| n as i8),
        Value::Int(n) | Value::Long(n) => *n = numbers.next().unwrap_or(*n),
        _ => {}
    }
}

/// The board of a game as `QIPAN.C` draws it.
fn drawn(game: &othello::Game) -> Unattended {
    let scene = calls::on_map("", ("DoScore", Vec::new()), game);
    let mut desk = scene.desk();
    let laid = scene.lay(&mut Machine::without_history(&scene.program), &mut desk);
    laid.unwrap_or_else(|why| panic!("our own board is drawn: {why}"));
    desk
}
