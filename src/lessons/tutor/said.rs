//! Describes a step in a sentence: the code that ran, the changes that it made, and the reason if there is a
//! note.

use std::fmt;

use super::shows::{Stones, global};
use super::stepper::Stepper;
use super::{is_letter, listed};
use games::othello::Cell;
use turbo::c::{Access, PlaceKind, Value, Variable};
use words::say;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub code: String,
    /// The effect of the step in a few words. Empty if nothing visible changed.
    pub brought: String,
    pub(crate) why: Option<&'static str>,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = match (self.code.as_str(), self.brought.as_str()) {
            ("", brought) => say!("{brought}.", brought),
            (code, "") => say!("{code}.", code),
            (code, brought) => say!("{code}: {brought}.", code, brought),
        };
        f.write_str(&match self.why {
            Some(why) => say!("{said} {why}", said, why),
            None => said,
        })
    }
}

/// Returns the description of the last step, or `None` at the beginning of the scene.
pub fn said(stepper: &Stepper, stones: Stones) -> Option<Said> {
    if let Some(fault) = stepper.fault() {
        return Some(Said { brought: say!("{fault}. The program cannot go on", fault), ..Said::default() });
    }
    let before = stepper.before?;
    let machine = stepper.machine();
    let code = stepper.code(before);
    let why = note(machine.program().file(), &code, machine.condition_result());
    let (code, brought) = if machine.place().is_none() {
        (String::new(), over(stepper, stones))
    } else if machine.depth() > usize::from(before.depth) {
        (String::new(), called(stepper))
    } else if machine.depth() < usize::from(before.depth) {
        (String::new(), came_back(stepper, stones))
    } else if before.kind == PlaceKind::Enter {
        (String::new(), begun(stepper))
    } else if code.parse::<i32>().is_ok() {
        (format!("while ({code})"), say!("always||a loop goes on").to_string())
    } else {
        let brought = match before.kind {
            PlaceKind::Condition => condition(stepper, stones),
            PlaceKind::Statement | PlaceKind::Enter | PlaceKind::Leave => changed(stepper, stones),
        };
        (stepper.call.clone().unwrap_or(code), brought)
    };
    let brought: Vec<&str> =
        [&*brought].into_iter().chain(machine.warned_now()).filter(|s| !s.is_empty()).collect();
    let brought = brought.join(say!("; ||between the parts of a sentence"));
    Some(Said { code, brought, why })
}

fn over(stepper: &Stepper, stones: Stones) -> String {
    let machine = stepper.machine();
    let frames = stepper.frames();
    let function = frames.last().map_or(say!("The program"), |frame| frame.function.as_str());
    let program = machine.program();
    let head = program.function(function).map_or(1, |f| *f.lines.start());
    let returned = match machine.returned() {
        Some(value) if !program.line(head).starts_with("void") => {
            say!("{function} returns {value}", function, value)
        }
        _ => say!("{function} is done", function),
    };
    match stones.array() {
        "" => returned,
        array => say!(
            "{returned}. It has looked at {array} {looks} times",
            returned,
            array,
            looks = stepper.looks()
        ),
    }
}

fn called(stepper: &Stepper) -> String {
    let frames = stepper.frames();
    let [frame, caller, ..] = &frames[..] else { return String::new() };
    let (caller, function) = (&caller.function, &frame.function);
    let program = stepper.machine().program();
    let parameters = program.function(function).map_or(&[][..], |f| &f.parameters);
    let given = frame.variables.iter().filter(|var| parameters.contains(&var.name));
    let given: Vec<String> = given.map(|var| format!("{} = {}", var.name, var.value)).collect();
    match given.is_empty() {
        true => say!("{caller} calls {function}", caller, function),
        false => {
            say!("{caller} calls {function} with {arguments}", caller, function, arguments = listed(&given))
        }
    }
}

fn begun(stepper: &Stepper) -> String {
    let frames = stepper.frames();
    let function = frames.first().map_or(say!("It||a function"), |frame| &frame.function);
    say!("{function} begins", function)
}

/// Describes the return from a function and the changes by the rest of the calling statement, which runs in
/// the same step.
fn came_back(stepper: &Stepper, stones: Stones) -> String {
    let frames = stepper.frames();
    let to = frames.first().map_or("", |frame| frame.function.as_str());
    let line = stepper.line().unwrap_or_default();
    let back = say!("Back in {to}, line {line}", to, line);
    match changed(stepper, stones).as_str() {
        "" => back,
        changed => say!("{back}: {changed}", back, changed),
    }
}

fn condition(stepper: &Stepper, stones: Stones) -> String {
    let answer = match stepper.machine().condition_result() {
        Some(true) => say!("yes||a condition holds"),
        Some(false) => say!("no||a condition does not hold"),
        None => return String::new(),
    };
    match looked_at(stepper, stones) {
        Some(there) => say!("{answer}, {there}", answer, there),
        None => answer.to_string(),
    }
}

/// Describes the board element that the last step read.
fn looked_at(stepper: &Stepper, stones: Stones) -> Option<String> {
    let touched = stepper.touched_now.iter().rfind(|touch| !touch.written)?;
    let value = element(stepper, stones.array(), &touched.index)?;
    Some(match (stones, &touched.index[..]) {
        (Stones::Map(_), &[row, col]) => {
            let name = place_name(stepper, stones, row, col);
            say!("{name} is {stone}", name, stone = stone_name(value))
        }
        (_, index) => {
            let name = format!("{}{}", stones.array(), indices(index));
            say!("{name} is {value}", name, value)
        }
    })
}

fn stone_name(n: i32) -> &'static str {
    match n {
        1 => say!("black||what stands on a place"),
        2 => say!("white||what stands on a place"),
        _ => say!("empty||what stands on a place"),
    }
}

fn indices(index: &[usize]) -> String {
    index.iter().map(|n| format!("[{n}]")).collect()
}

/// Returns the name of a place for players: `d3` in Othello, the digits of column and row in gomoku.
fn place_name(stepper: &Stepper, stones: Stones, row: usize, col: usize) -> String {
    match global(stepper, stones.array()) {
        Some(Value::Array(rows)) if rows.len() == 8 => Cell { row, col }.to_string(),
        _ => format!("{col:x}{row:x}"),
    }
}

fn element(stepper: &Stepper, array: &str, index: &[usize]) -> Option<i32> {
    element_in(global(stepper, array)?, index)?.number()
}

/// Returns the element of an array at the given indices.
pub(crate) fn element_in(mut value: Value, index: &[usize]) -> Option<Value> {
    for n in index {
        let Value::Array(mut elements) = value else { return None };
        if *n >= elements.len() {
            return None;
        }
        value = elements.swap_remove(*n);
    }
    Some(value)
}

fn written(stepper: &Stepper) -> Vec<String> {
    let machine = stepper.machine();
    let touched = machine.touched().into_iter();
    let written = touched.filter(|touch| touch.access == Access::Write);
    let said = written.filter_map(|touch| {
        let value = element_in(machine.variable(&touch.name)?, &touch.indices)?;
        let name = format!("{}{}", touch.name, indices(&touch.indices));
        Some(say!("{name} is {value} now", name, value))
    });
    said.collect()
}

fn changed(stepper: &Stepper, stones: Stones) -> String {
    let mut parts = Vec::new();
    for touch in stepper.touched_now.iter().filter(|touch| touch.written) {
        let Some(value) = element(stepper, stones.array(), &touch.index) else { continue };
        let name = format!("{}{}", stones.array(), indices(&touch.index));
        parts.push(match (stones, &touch.index[..]) {
            (Stones::Map(_), &[row, col]) => say!(
                "{name} is {value} now: {place} is {stone}",
                name,
                value,
                place = place_name(stepper, stones, row, col),
                stone = stone_name(value)
            ),
            _ => say!("{name} is {value} now", name, value),
        });
    }
    if stones == Stones::Picture {
        parts.extend(written(stepper));
    }
    let frames = stepper.frames();
    let locals = frames.first().map_or(&[][..], |frame| &frame.variables[..]);
    let globals = stepper.machine().globals();
    let plain = |var: &&Variable| var.changed && !matches!(var.value, Value::Array(_) | Value::Unset);
    for var in locals.iter().chain(&globals).filter(plain) {
        parts.push(say!("{name} is {value} now", name = var.name, value = var.value));
    }
    parts.truncate(3);
    listed(&parts)
}

/// The notes, in which the tutor explains lines of C.
const NOTES: &str = include_str!("notes.txt");

struct Note {
    files: &'static str,
    code: &'static str,
    /// The result of the condition, if the note applies to one result only.
    branch: Option<bool>,
    sentence: &'static str,
}

/// Returns the notes in the current language. Each note takes two lines. The first line has the sources, a
/// piece of code and its result: `yes`, `no` or `ran`. The second line has the explanation.
fn notes() -> impl Iterator<Item = Note> {
    let notes = words::text("tutor/notes.txt", NOTES);
    let notes = notes.trim_end().split("\n\n");
    notes.map(|note| parse(note).unwrap_or_else(|| panic!("no note: {note}")))
}

fn parse(note: &'static str) -> Option<Note> {
    let (head, sentence) = note.split_once('\n')?;
    let (files, head) = head.split_once(": ")?;
    let (code, branch) = head.rsplit_once(" => ")?;
    let branch = match branch {
        "yes" => Some(true),
        "no" => Some(false),
        "ran" => None,
        _ => return None,
    };
    Some(Note { files, code, branch, sentence })
}

/// Returns the first note that fits a piece of code that has just run. `branch` is the result if the code is
/// a condition.
fn note(file: &str, code: &str, branch: Option<bool>) -> Option<&'static str> {
    let fits = |note: &Note| {
        let said = note.branch.is_none() || note.branch == branch;
        said && note.files.split(' ').any(|name| name == file) && has(code, note.code)
    };
    notes().find(fits).map(|note| note.sentence)
}

/// True if the code contains the piece as whole words. For example, `right++` does not contain `t++`.
fn has(code: &str, piece: &str) -> bool {
    let ends = |before: Option<char>, first: Option<char>| {
        !(before.is_some_and(is_letter) && first.is_some_and(is_letter))
    };
    code.match_indices(piece).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + piece.len()..]);
        ends(before.chars().next_back(), piece.chars().next())
            && ends(piece.chars().next_back(), after.chars().next())
    })
}
