//! The sentence that says why a line did not run, with the values of the condition that led away from it.

use super::code::StopMark;
use super::debugger::{Debugger, Run};
use super::lexer::{self, Piece};
use super::value::{PlaceKind, Value};
use super::why_not::{Event, WhyNot};
use words::say;

/// The maximum number of values in a sentence.
const VALUES: usize = 4;

/// The reason why a line did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The sentence.
    pub text: String,
    /// The line of the condition that led away, or of the statement that left before.
    pub line: Option<usize>,
    /// The variables of the condition.
    pub operands: Vec<String>,
    /// True if the line did run, at the step before which the program is now.
    pub ran: bool,
}

impl Debugger {
    /// The reason why a line did not run, after a run that [`begin_why_not`](Debugger::begin_why_not) began.
    pub fn why_not(&self, run: &Run) -> Option<Reason> {
        run.why_not().map(|why| self.reason(why))
    }

    /// Explains the event at the current step.
    fn reason(&self, why: &WhyNot) -> Reason {
        let code = self.machine().program().code();
        let stop = |at: u32| code.stop_before(at as usize);
        let name = |function: &u32| code.functions[*function as usize].name.as_str();
        let line = stop(why.target).line as usize;
        let Some(found) = &why.found else { return self.without_event(why, line) };
        let guard = stop(found.at);
        let (step, on) = (self.steps(), guard.line as usize);
        let because = match found.uncalled.first() {
            Some(function) => say!(
                "Line {line} did not run, because {function} was not called",
                line,
                function = name(function)
            ),
            None => say!("Line {line} did not run", line),
        };
        let whole = self.source_of(guard);
        let (part, event) = match found.event {
            Event::Ran => {
                let text = say!("Line {line} ran last at step {step}.", line, step);
                return Reason { text, line: Some(line), operands: Vec::new(), ran: true };
            }
            Event::Led(_, Some(result)) => {
                let part = self.deciding(&whole, result);
                let was = if result { say!("true||a condition was") } else { say!("false||a condition was") };
                (part.clone(), say!("at step {step} {part} on line {on} was {was}", step, part, on, was))
            }
            Event::Led(..) if guard.kind == PlaceKind::Condition => {
                let value = self.evaluate(&whole, 0).map_or("?".to_string(), |value| value.to_string());
                (
                    whole.clone(),
                    say!(
                        "at step {step} the switch on line {on} went elsewhere, {part} was {value}",
                        step,
                        on,
                        part = whole,
                        value
                    ),
                )
            }
            Event::Led(..) => (whole.clone(), say!("at step {step} line {on} led elsewhere", step, on)),
            Event::Skipped => {
                let part = self.deciding(&whole, false);
                let function = found.uncalled.last().map_or("", name);
                (
                    part.clone(),
                    say!(
                        "at step {step} line {on} ran without calling {function}, by {part}",
                        step,
                        on,
                        function,
                        part
                    ),
                )
            }
        };
        let operands = self.operands(&part);
        let values: Vec<String> = operands
            .iter()
            .filter(|(name, _)| *name != whole)
            .take(VALUES)
            .map(|(name, value)| match value {
                Value::Unset => say!("{name} had no value", name),
                value => say!("{name} was {value}", name, value),
            })
            .collect();
        let event = [vec![event], values].concat().join(say!(", ||between values"));
        let left = match found.event {
            Event::Led(to, _) if to != u32::MAX => self.leaving(stop(to)),
            _ => None,
        };
        let text = match left {
            Some(left) => say!("{because}: {event}, and {left}.", because, event, left),
            None => say!("{because}: {event}.", because, event),
        };
        Reason {
            text,
            line: Some(on),
            operands: operands.into_iter().map(|(name, _)| name).collect(),
            ran: false,
        }
    }

    /// Explains why no branch led away from a line.
    fn without_event(&self, why: &WhyNot, line: usize) -> Reason {
        let code = self.machine().program().code();
        let mut names = why.uncalled.iter().rev().map(|n| code.functions[*n as usize].name.as_str());
        let here = self.line();
        let (text, on) = match (names.next(), names.next(), why.left_at, here) {
            (Some(function), Some(called), ..) => (
                say!(
                    "Line {line} did not run: nothing calls {function}, which would call {called}.",
                    line,
                    function,
                    called
                ),
                None,
            ),
            (Some(function), None, ..) => {
                (say!("Line {line} did not run: nothing calls {function}.", line, function), None)
            }
            (None, _, Some(left), _) => {
                let stop = code.stop_before(left as usize);
                let on = stop.line as usize;
                let left = self.leaving(stop).unwrap_or_else(|| say!("line {on} never ends", on));
                (say!("Line {line} can never run: {left}.", line, left), Some(on))
            }
            _ if self.fault().is_some() => (
                say!(
                    "Line {line} did not run: the program stopped before it. {fault}",
                    line,
                    fault = self.fault().unwrap_or_default()
                ),
                here,
            ),
            (.., Some(on)) => {
                (say!("Line {line} has not run yet: the program is on line {on}.", line, on), here)
            }
            _ => (say!("Line {line} did not run, and no condition led away from it.", line), None),
        };
        Reason { text, line: on, operands: Vec::new(), ran: false }
    }

    /// The source of a statement or condition, without the brackets and the semicolon behind it.
    fn source_of(&self, stop: &StopMark) -> String {
        let line = self.machine().program().line(stop.line as usize);
        let text = line.get(stop.start as usize..(stop.end as usize).min(line.len())).unwrap_or(line);
        let mut depth = 0;
        let end = text.char_indices().find(|(_, c)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth < 0
        });
        let text = &text[..end.map_or(text.len(), |(at, _)| at)];
        text.trim().trim_end_matches(';').trim().to_string()
    }

    /// Says how a statement leaves the way to the lines behind it.
    fn leaving(&self, stop: &StopMark) -> Option<String> {
        let line = stop.line;
        let text = self.source_of(stop);
        let word: String = text.chars().take_while(|c| c.is_ascii_alphabetic() || *c == '_').collect();
        Some(match word.as_str() {
            "return" => say!("line {line} returned first", line),
            "break" => say!("line {line} left the loop or the switch first", line),
            "continue" => say!("line {line} began the next round first", line),
            "goto" => say!("line {line} jumped away first", line),
            "exit" | "_exit" | "abort" => say!("line {line} ended the program first", line),
            _ => return None,
        })
    }

    /// Returns the part of a condition that decided about its result.
    fn deciding(&self, condition: &str, result: bool) -> String {
        let inner = condition.strip_prefix('(').and_then(|c| c.strip_suffix(')'));
        if let Some(inner) = inner.filter(|inner| is_balanced(inner)) {
            return self.deciding(inner.trim(), result);
        }
        // The operator that binds least comes first.
        for (operator, decides) in [("||", true), ("&&", false)] {
            let parts = split(condition, operator);
            if parts.len() < 2 {
                continue;
            }
            if decides != result {
                return condition.to_string();
            }
            for part in parts {
                match self.evaluate(part, 0).map(|value| is_true(&value)) {
                    Ok(Some(holds)) if holds == result => return self.deciding(part, result),
                    Ok(Some(_)) => {}
                    _ => return condition.to_string(),
                }
            }
        }
        condition.to_string()
    }

    /// Returns the arguments of a call, with numbers in place of the expressions that have variables.
    pub(super) fn values_in(&self, arguments: &str) -> Vec<String> {
        let value = |part: &str| match self.operands(part).is_empty() {
            true => part.to_string(),
            false => match self.evaluate(part, 0) {
                Ok(value @ (Value::Int(_) | Value::Long(_) | Value::Char(_) | Value::Real(_))) => {
                    value.to_string()
                }
                _ => part.to_string(),
            },
        };
        split(arguments, ",").into_iter().map(value).collect()
    }

    /// Returns the variables of an expression with their values.
    fn operands(&self, text: &str) -> Vec<(String, Value)> {
        let mut found: Vec<(String, Value)> = Vec::new();
        for name in names(text) {
            let is_scalar = |value: &Value| !matches!(value, Value::Array(_) | Value::Struct(_));
            let is_place = self.place_of(&name, 0).is_ok();
            let value = self.evaluate(&name, 0).or_else(|error| match is_place {
                true => Ok(Value::Unset),
                false => Err(error),
            });
            if let (true, Ok(value)) = (is_place, value)
                && is_scalar(&value)
                && found.iter().all(|(known, _)| *known != name)
            {
                found.push((name, value));
            }
        }
        found
    }
}

fn is_true(value: &Value) -> Option<bool> {
    match value {
        Value::Real(bits) => Some(f64::from_bits(*bits) != 0.0),
        Value::Pointer(place) => Some(place != "NULL"),
        value => value.number().map(|n| n != 0),
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    })
}

/// Splits an expression at an operator outside brackets.
fn split<'a>(text: &'a str, operator: &str) -> Vec<&'a str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0);
    for piece in lexer::pieces(text, 0).pieces {
        depth += nesting(&piece);
        if depth == 0 && piece.is(operator) {
            parts.push(text[begin..piece.start as usize].trim());
            begin = piece.end as usize;
        }
    }
    parts.push(text[begin..].trim());
    parts
}

/// Returns 1 for an opening bracket, -1 for a closing one.
fn nesting(piece: &Piece) -> i32 {
    i32::from(piece.is("(") || piece.is("[")) - i32::from(piece.is(")") || piece.is("]"))
}

/// Returns the names in an expression with their indices and members, and the names in the indices.
fn names(text: &str) -> Vec<String> {
    let pieces = lexer::pieces(text, 0).pieces;
    let mut found = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let (begin, mut inner) = (at, Vec::new());
        at += 1;
        if pieces[begin].word().is_none() {
            continue;
        }
        while let Some(piece) = pieces.get(at) {
            if piece.is(".") || piece.is("->") {
                at += 2;
            } else if piece.is("[") {
                let mut depth = 0;
                let close = pieces[at..].iter().position(|piece| {
                    depth += nesting(piece);
                    depth == 0
                });
                let close = close.map_or(pieces.len() - 1, |n| at + n);
                // The bracket may not be closed.
                let index = text.get(piece.end as usize..pieces[close].start as usize);
                inner.extend(names(index.unwrap_or_default()));
                at = close + 1;
            } else {
                break;
            }
        }
        if !pieces.get(at).is_some_and(|piece| piece.is("(")) {
            let last = &pieces[at.min(pieces.len()) - 1];
            found.push(text[pieces[begin].start as usize..last.end as usize].to_string());
        }
        found.extend(inner);
    }
    found
}
