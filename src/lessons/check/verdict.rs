//! What came out of a check: a verdict for each function, and notes about the whole program.

use std::fmt;

use super::bench::Unfit;
use super::difference::Difference;
use crate::tutor::listed;
use words::say;

/// What came out for a program.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The functions that were judged.
    pub verdicts: Vec<Verdict>,
    /// Notes that are given once, as sentences: how the board is turned, and which functions are left out.
    pub notes: Vec<String>,
}

impl Report {
    /// Was something judged, and all of it right?
    pub fn is_right(&self) -> bool {
        !self.verdicts.is_empty() && self.verdicts.iter().all(Verdict::is_right)
    }

    /// A line: `7 of 9 right; QpChange up-left, PlayWin draw`. A function that is wrong only because of what it calls counts as right.
    pub fn summary(&self) -> String {
        let of = self.verdicts.len();
        let wrong: Vec<&Verdict> = self.verdicts.iter().filter(|v| v.is_at_fault()).collect();
        let right = of - wrong.len();
        let wrong: Vec<String> = wrong.into_iter().map(Verdict::brief).collect();
        match wrong.is_empty() {
            true => say!("{right} of {of} right", right, of),
            false => say!(
                "{right} of {of} right; {wrong}",
                right,
                of,
                wrong = listed(&wrong)
            ),
        }
    }
}

/// What came out for one function.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The function.
    pub function: &'static str,
    /// In how many cases it did what ours does, up to the first where it does not.
    pub right: usize,
    /// How many cases there are.
    pub of: usize,
    /// What went wrong; `None` if it is right.
    pub wrong: Option<Wrong>,
    /// A wrong function that it calls, inside which this one departs from ours.
    pub because: Option<&'static str>,
}

/// How a function is wrong.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// It cannot be called as ours is, or a variable is missing.
    Unfit(Unfit),
    /// It does something different from ours.
    Differs(Box<Difference>),
}

impl Verdict {
    /// Does the function do what ours does?
    pub fn is_right(&self) -> bool {
        self.wrong.is_none()
    }

    /// Is it wrong, and not only because of a function that it calls?
    pub fn is_at_fault(&self) -> bool {
        self.wrong.is_some() && self.because.is_none()
    }

    /// Where it differs from ours, if it does and could be called.
    pub fn difference(&self) -> Option<&Difference> {
        match &self.wrong {
            Some(Wrong::Differs(difference)) => Some(difference),
            _ => None,
        }
    }

    /// What is wrong with it in a few words: `QpChange up-left`.
    fn brief(&self) -> String {
        let brief = self.difference().map_or("", |difference| &difference.brief);
        format!("{} {brief}", self.function).trim_end().to_string()
    }
}

/// A line: `QpChange: right on 10000 of 10000`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict {
            function,
            right,
            of,
            wrong,
            because,
        } = self;
        match (wrong, because) {
            (None, _) => f.write_str(&say!(
                "{function}: right on {right} of {of}",
                function,
                right,
                of
            )),
            (Some(Wrong::Unfit(why)), _) => {
                f.write_str(&say!("{function}: wrong: {why}", function, why))
            }
            (Some(_), Some(other)) => f.write_str(&say!(
                "{function}: wrong, because {other} is",
                function,
                other
            )),
            (Some(Wrong::Differs(difference)), None) => f.write_str(&say!(
                "{function}: wrong on number {n} of {of}, in line {line}",
                function,
                n = right + 1,
                of,
                line = difference.line
            )),
        }
    }
}
