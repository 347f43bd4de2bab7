//! Copies of a solution with one operator changed, which a task's tests should find.

use super::{Prepared, Task};
use turbo::c::Program;

/// The operators to change, longer ones first, and what to write in their place.
const CHANGES: [(&str, &[&str]); 24] = [
    ("<<", &[]),
    (">>", &[]),
    ("->", &[]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("<=", &["<", ">="]),
    (">=", &[">", "<="]),
    ("+=", &["-="]),
    ("-=", &["+="]),
    ("*=", &["+="]),
    ("/=", &["*="]),
    ("%=", &["/="]),
    ("++", &["--"]),
    ("--", &["++"]),
    ("<", &["<=", ">"]),
    (">", &[">=", "<"]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("*", &["+"]),
    ("/", &["*"]),
    ("%", &["/"]),
    ("!", &[" "]),
];

/// The maximum number of copies.
const MOST: usize = 200;

/// A copy of a solution with one operator changed.
pub struct Mutant {
    /// The line of the solution, from 1, and its text.
    pub line: usize,
    pub text: String,
    pub from: &'static str,
    pub to: &'static str,
}

/// The effect of a task's tests on the copies of its solution.
pub struct Survey {
    pub copies: usize,
    /// The copies that pass all tests.
    pub passing: Vec<Mutant>,
    /// The tests that all copies pass: line in the task file, and name.
    pub idle: Vec<(usize, String)>,
}

impl Task {
    /// Runs the tests on copies of the solution with one operator changed. Returns `None` if there is no
    /// solution or its operators cannot be changed.
    pub fn survey(&self) -> Option<Survey> {
        let Prepared { solution, cases } = self.prepared();
        let source = solution.as_ref()?.source();
        let all = changes(source);
        let step = all.len().div_ceil(MOST).max(1);
        let tests: Vec<_> = cases.chunk_by(|one, other| one.line == other.line).collect();
        let mut fails = vec![false; tests.len()];
        let (mut copies, mut passing) = (0, Vec::new());
        for (at, from, to) in all.into_iter().step_by(step) {
            let copy = format!("{}{to}{}", &source[..at], &source[at + from.len()..]);
            let Ok(copy) = Program::compile(&self.file, &copy) else { continue };
            copies += 1;
            let trial = self.trial(&copy);
            let mut found = false;
            // A test that has already failed for a copy matters only until this copy is found.
            for with_failures in [false, true] {
                for (test, fails) in tests.iter().zip(&mut fails) {
                    if *fails == with_failures && !(found && *fails) {
                        let wrong = test.iter().any(|case| trial.mistake(case).is_some());
                        *fails |= wrong;
                        found |= wrong;
                    }
                }
            }
            if !found {
                let line = source[..at].matches('\n').count();
                let text = source.lines().nth(line).unwrap_or_default().trim().to_string();
                passing.push(Mutant { line: line + 1, text, from, to });
            }
        }
        let idle = tests.iter().zip(fails).filter(|(_, fails)| !fails);
        let idle = idle.map(|(test, _)| (test[0].line, test[0].row.clone())).collect();
        (copies > 0).then_some(Survey { copies, passing, idle })
    }
}

/// The operators of a source that can be changed, each with its place and replacement.
fn changes(source: &str) -> Vec<(usize, &'static str, &'static str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    let mut is_line_start = true;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let skip_to = |end: &str| rest[1..].find(end).map_or(rest.len(), |n| 1 + n + end.len());
        let length = match c {
            '#' if is_line_start => skip_to("\n") - 1,
            '/' if rest.starts_with("/*") => skip_to("*/"),
            '/' if rest.starts_with("//") => skip_to("\n") - 1,
            '"' | '\'' => literal(rest),
            _ => match CHANGES.iter().find(|(from, _)| rest.starts_with(from)) {
                Some((from, to)) => {
                    found.extend(to.iter().map(|to| (at, *from, *to)));
                    from.len()
                }
                None => c.len_utf8(),
            },
        };
        is_line_start = c == '\n' || is_line_start && c.is_whitespace();
        at += length.max(1);
    }
    found
}

/// The length of the string or character constant at the start of a text.
fn literal(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (n, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return n,
            _ if byte == quote && !escaped => return n + 1,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    text.len()
}
