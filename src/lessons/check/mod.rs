//! The functions of a program, held against ours: the same call in many positions, and what both do.

mod bench;
mod case;
mod difference;
mod exams;
mod first_step;
mod positions;
mod same;

use std::fmt;
use std::sync::OnceLock;

use crate::tutor::sources::source;
use turbo::c::Program;

use bench::Bench;
pub(crate) use bench::Unfit;
pub(crate) use case::Case;
use case::Seen;
pub use difference::Difference;
use exams::{EXAMS, Exam};
use same::same;

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
}

/// How a function is wrong.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// It cannot be called as ours is, or a variable is missing: a sentence.
    Unfit(Unfit),
    /// It does something else than ours.
    Differs(Box<Difference>),
}

impl Verdict {
    /// Does the function do what ours does?
    pub fn is_right(&self) -> bool {
        self.wrong.is_none()
    }

    /// Where it differs from ours, if it does and could be called.
    pub fn difference(&self) -> Option<&Difference> {
        match &self.wrong {
            Some(Wrong::Differs(difference)) => Some(difference),
            _ => None,
        }
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
        } = self;
        match wrong {
            None => write!(f, "{function}: right on {right} of {of}"),
            Some(Wrong::Unfit(why)) => write!(f, "{function}: wrong: {why}"),
            Some(Wrong::Differs(difference)) => {
                write!(f, "{function}: wrong on number {} of {of}", right + 1)?;
                write!(f, ", in line {}", difference.line)
            }
        }
    }
}

/// Holds each function of a program against ours that we have as well.
///
/// ```
/// # use turbo::c::Program;
/// use lessons::check::check;
/// use lessons::tutor::sources::source;
/// let ours = source("QIPAN.C").unwrap().text;
/// let wrong = ours.replace("score[1] = 0;", "");
/// # let wrong = wrong.replace("int QpChange(", "int Changed(").replace("QpChange(x, y", "Changed(x, y");
/// # let wrong = wrong.replace("Playtoplay(", "Play(").replace("MoveColor(", "Clear(");
/// let verdicts = check(&Program::compile("WRONG.C", &wrong).unwrap());
/// let score = verdicts.iter().find(|verdict| verdict.function == "DoScore").unwrap();
/// let difference = score.difference().unwrap();
/// let line = wrong.lines().nth(difference.line - 1).unwrap();
/// assert_eq!(line.trim(), "score[2] = 0;");
/// ```
pub fn check(program: &Program) -> Vec<Verdict> {
    let exams = EXAMS.iter().enumerate();
    let fitting = exams.filter(|(_, exam)| exam.is_for(program));
    fitting.map(|(n, exam)| judge(program, n, exam)).collect()
}

/// The cases of an exam, and what ours does in each.
struct Answers {
    program: Program,
    cases: Vec<Case>,
    seen: OnceLock<Vec<Seen>>,
}

/// The cases are made once, and what ours does is found out once.
fn answers(n: usize) -> &'static Answers {
    static ANSWERS: [OnceLock<Answers>; EXAMS.len()] = [const { OnceLock::new() }; EXAMS.len()];
    ANSWERS[n].get_or_init(|| {
        let exam = &EXAMS[n];
        let program = ours(exam);
        Answers {
            program,
            cases: (exam.cases)(),
            seen: OnceLock::new(),
        }
    })
}

impl Answers {
    fn seen(&self, exam: &'static Exam) -> &[Seen] {
        self.seen.get_or_init(|| {
            let bench = Bench::new(&self.program, exam);
            let mut bench = bench.expect("our own function fits its exam");
            self.cases.iter().map(|case| bench.run(case)).collect()
        })
    }
}

fn ours(exam: &Exam) -> Program {
    let text = source(exam.source).expect("it is one of ours").text;
    Program::compile(exam.source, text).expect("our own programs are right C")
}

fn judge(program: &Program, n: usize, exam: &'static Exam) -> Verdict {
    let answers = answers(n);
    let of = answers.cases.len();
    let verdict = |right, wrong| Verdict {
        function: exam.function,
        right,
        of,
        wrong,
    };
    let mut bench = match Bench::new(program, exam) {
        Ok(bench) => bench,
        Err(why) => return verdict(0, Some(Wrong::Unfit(why))),
    };
    if same(&answers.program, program, exam.function) {
        return verdict(of, None);
    }
    let pairs = answers.cases.iter().zip(answers.seen(exam));
    for (right, (case, ours)) in pairs.enumerate() {
        let theirs = bench.run(case);
        if theirs != *ours {
            let found = Difference::find(exam, [&answers.program, program], case, [ours, &theirs]);
            return verdict(right, Some(Wrong::Differs(Box::new(found))));
        }
    }
    verdict(of, None)
}
