//! The report on a program: a verdict for each function, and notes about the whole program.

use std::borrow::Cow;
use std::fmt;

use super::difference::Difference;
use super::run::Unfit;
use super::tasks::Failure;
use crate::tutor::listed;
use words::say;

#[derive(Clone, Debug, Default)]
pub struct Report {
    pub verdicts: Vec<Verdict>,
    /// Sentences about the whole program, for example that the board is transposed or which functions were
    /// left out.
    pub notes: Vec<String>,
}

impl Report {
    pub fn is_right(&self) -> bool {
        !self.verdicts.is_empty() && self.verdicts.iter().all(Verdict::is_right)
    }

    /// A line such as `7 of 9 right; QpChange: up-left`. A function that is wrong only because of a callee
    /// counts as right.
    pub fn summary(&self) -> String {
        let of = self.verdicts.len();
        let wrong = self.verdicts.iter().filter(|verdict| verdict.is_at_fault());
        let wrong: Vec<String> = wrong.map(Verdict::brief).collect();
        let right = self.verdicts.iter().filter(|verdict| verdict.wrong.is_none()).count();
        match wrong.is_empty() {
            true => say!("{right} of {of} right", right, of),
            false => say!("{right} of {of} right; {wrong}", right, of, wrong = listed(&wrong)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Verdict {
    /// The name of the function, or of a step or test of a task.
    pub function: Cow<'static, str>,
    /// The number of cases before the first one in which the function differs from ours.
    pub right: usize,
    pub of: usize,
    pub wrong: Option<Wrong>,
    /// The callee whose mistake makes this function wrong, if any.
    pub because: Option<Cow<'static, str>>,
}

#[derive(Clone, Debug)]
pub enum Wrong {
    Unfit(Unfit),
    Differs(Box<Difference>),
    /// A test of a task fails.
    Fails(Box<Failure>),
}

impl Verdict {
    pub(super) fn new(
        function: impl Into<Cow<'static, str>>,
        right: usize,
        of: usize,
        wrong: Option<Wrong>,
    ) -> Verdict {
        Verdict { function: function.into(), right, of, wrong, because: None }
    }

    pub fn is_right(&self) -> bool {
        self.wrong.is_none()
    }

    /// True if the function itself is wrong, and not only a function that it calls.
    pub fn is_at_fault(&self) -> bool {
        self.wrong.is_some() && self.because.is_none()
    }

    pub fn difference(&self) -> Option<&Difference> {
        match &self.wrong {
            Some(Wrong::Differs(difference)) => Some(difference),
            _ => None,
        }
    }

    /// The sentence about the mistake, or nothing if there is none.
    pub fn said(&self) -> String {
        match &self.wrong {
            None => String::new(),
            Some(Wrong::Unfit(why)) => why.to_string(),
            Some(Wrong::Differs(difference)) => difference.said.clone(),
            Some(Wrong::Fails(failure)) => failure.text.clone(),
        }
    }

    /// The line where the difference occurs, or 0 if there is none.
    pub(super) fn line(&self) -> usize {
        self.difference().map_or(0, |difference| difference.line)
    }

    /// The function and its mistake in a few words, such as `QpChange: up-left`.
    fn brief(&self) -> String {
        match self.difference() {
            Some(difference) if !difference.brief.is_empty() => {
                format!("{}: {}", self.function, difference.brief)
            }
            _ => self.function.to_string(),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { function, right, of, wrong, because } = self;
        f.write_str(&match (wrong, because) {
            (None, _) => say!("{function}: right on {right} of {of}", function, right, of),
            (Some(Wrong::Unfit(why)), _) => say!("{function}: wrong: {why}", function, why),
            (Some(_), Some(other)) => say!("{function}: wrong, because {other} is", function, other),
            (Some(Wrong::Fails(failure)), None) => {
                say!("{function}: wrong on number {n} of {of}", function, n = right + 1, of)
                    + "\n  "
                    + &failure.text
            }
            (Some(Wrong::Differs(difference)), None) => say!(
                "{function}: wrong on number {n} of {of}, in line {line}",
                function,
                n = right + 1,
                of,
                line = difference.line
            ),
        })
    }
}
