//! The sentence that says why a line did not run, with the values of the condition that led away from it.

use super::code::StopMark;
use super::debugger::Debugger;
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
    /// Explains the event at the current step.
    pub(super) fn reason(&self, why: &WhyNot) -> Reason {
        let code = self.machine().program().code();
        let stop = |at: u32| code.stop_before(at as usize);
        let name = |function: &u32| code.functions[*function as usize].name.as_str();
        let line = stop(why.target).line as usize;
        let Some(found) = &why.found else {
            return self.without_event(why, line);
        };
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
                let left = self.leaving(stop).unwrap_or_else(|| say!("line {on} never comes to its end", on));
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

/// Splits an expression at an operator outside brackets and quotes.
fn split<'a>(text: &'a str, operator: &str) -> Vec<&'a str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0);
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in text.char_indices() {
        match quote {
            _ if std::mem::take(&mut escaped) => {}
            Some(_) if c == '\\' => escaped = true,
            Some(open) if open == c => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None => depth += i32::from("([".contains(c)) - i32::from(")]".contains(c)),
            Some(_) => {}
        }
        if quote.is_none() && depth == 0 && at >= begin && text[at..].starts_with(operator) {
            parts.push(text[begin..at].trim());
            begin = at + operator.len();
        }
    }
    parts.push(text[begin..].trim());
    parts
}

/// Returns the names in an expression with their indices and members, and the names in the indices.
fn names(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let is_letter = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if matches!(bytes[at], b'"' | b'\'') {
            let quote = bytes[at];
            at += 1;
            while at < bytes.len() && bytes[at] != quote {
                at += 1 + usize::from(bytes[at] == b'\\');
            }
            at += 1;
        } else if bytes[at].is_ascii_digit() {
            while at < bytes.len() && is_letter(bytes[at]) {
                at += 1;
            }
        } else if is_letter(bytes[at]) {
            let begin = at;
            let mut inner = Vec::new();
            while at < bytes.len() {
                let rest = &text[at..];
                if is_letter(bytes[at]) || bytes[at] == b'.' {
                    at += 1;
                } else if rest.starts_with("->") {
                    at += 2;
                } else if bytes[at] == b'[' {
                    let mut depth = 0;
                    let end = rest.bytes().position(|c| {
                        depth += i32::from(c == b'[') - i32::from(c == b']');
                        depth == 0
                    });
                    let end = end.unwrap_or(rest.len() - 1);
                    inner.extend(names(&rest[1..end]));
                    at += end + 1;
                } else {
                    break;
                }
            }
            if !text[at..].trim_start().starts_with('(') {
                found.push(text[begin..at].to_string());
            }
            found.extend(inner);
        } else {
            at += 1;
        }
    }
    found
}
