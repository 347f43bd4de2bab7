//! A program on trial: each function in the cases of its exam, compared with what ours does.

use std::sync::OnceLock;

use super::bench::{Bench, Unfit};
use super::case::{Case, End, Outcome};
use super::difference::{Difference, Parted};
use super::exams::{EXAMS, Exam};
use super::first_step::Way;
use super::helpers::HELPERS;
use super::same::same;
use super::verdict::{Report, Verdict, Wrong};
use crate::tutor::scene;
use turbo::c::Program;

/// What came out for one function.
pub(crate) enum Judged {
    Verdict(Verdict),
    /// It is not judged by itself, for this reason.
    LeftOut(&'static str, Unfit),
    /// It is a helper that does other work than ours or is wrong; the other functions tell which.
    Helper(Verdict),
}

impl Judged {
    pub(crate) fn is_right(&self) -> bool {
        matches!(self, Judged::Verdict(verdict) if verdict.is_right())
    }
}

/// The cases of an exam, and what ours does in each.
struct Answers {
    program: Program,
    cases: Vec<Case>,
    outcomes: OnceLock<Vec<Outcome>>,
}

pub(crate) fn exam(n: usize) -> &'static Exam {
    EXAMS.get(n).unwrap_or_else(|| &HELPERS[n - EXAMS.len()])
}

/// Does an exam apply to this program, which is meant to be the one of ours named `meant`? Two of our sources may have functions of the
/// same name, and a helper is known by its name only in its own program.
pub(crate) fn is_for(exam: &Exam, program: &Program, meant: &str) -> bool {
    let same = |other: &&Exam| other.function == exam.function;
    let rivals = EXAMS.iter().chain(&HELPERS).filter(same).count() > 1;
    // TABLE.C shares this helper with QIPAN.C.
    let shared = (exam.source, meant) == ("QIPAN.C", "TABLE.C") && exam.function == "TurnOver";
    let own = exam.source == meant || !rivals && !exam.helper || shared;
    program.function(exam.function).is_some() && own
}

/// The cases are made once, and what ours does is found out once.
fn answers(n: usize) -> &'static Answers {
    const ALL: usize = EXAMS.len() + HELPERS.len();
    static ANSWERS: [OnceLock<Answers>; ALL] = [const { OnceLock::new() }; ALL];
    ANSWERS[n].get_or_init(|| {
        let exam = exam(n);
        Answers {
            program: scene::program(exam.source),
            cases: (exam.cases)(),
            outcomes: OnceLock::new(),
        }
    })
}

/// The pictures are compared in this many cases of a function.
const MOST_PICTURES: usize = 1500;
/// This many cases tell whether a function does other work.
const SAMPLE: usize = 60;
/// After this many calls without an end, the calls until then decide.
const MOST_ENDLESS: usize = 3;

impl Answers {
    fn outcomes(&self, exam: &'static Exam) -> &[Outcome] {
        self.outcomes.get_or_init(|| {
            let bench = Bench::new(&self.program, exam);
            let mut bench = bench.expect("our own function fits its exam");
            let run = |(n, case)| {
                bench.look(n < MOST_PICTURES);
                bench.run(case)
            };
            self.cases.iter().enumerate().map(run).collect()
        })
    }
}

/// Judges the functions of a program, one after the other.
pub(crate) struct Judge<'a> {
    pub(crate) program: &'a Program,
    /// Is the whole program right? `None` until `main` has been judged, and where that does not decide.
    pub(crate) main: Option<bool>,
    pub(crate) column_first: bool,
}

impl Judge<'_> {
    pub(crate) fn judge(&mut self, n: usize) -> Judged {
        let exam = exam(n);
        let judged = self.judge_by(exam, answers(n));
        if exam.decides {
            self.main = Some(judged.is_right());
        }
        judged
    }

    fn judge_by(&self, exam: &'static Exam, answers: &'static Answers) -> Judged {
        let of = answers.cases.len();
        let judged = |right, wrong| Verdict {
            function: exam.function,
            right,
            of,
            wrong,
            because: None,
        };
        let verdict = |right, wrong| Judged::Verdict(judged(right, wrong));
        let mut bench = match Bench::new(self.program, exam) {
            Ok(bench) => bench,
            Err(why) if exam.helper => return Judged::Helper(judged(0, Some(Wrong::Unfit(why)))),
            Err(why) if self.main.is_some() => return Judged::LeftOut(exam.function, why),
            Err(why) => return verdict(0, Some(Wrong::Unfit(why))),
        };
        if !self.column_first && same(&answers.program, self.program, exam.function) {
            return verdict(of, None);
        }
        bench.column_first = self.column_first;
        // What a person sees decides: where the whole program is right, another function may draw what this one does not.
        let looks = exam.rare || self.main != Some(true);
        let pairs = answers.cases.iter().zip(answers.outcomes(exam));
        let programs = [&answers.program, self.program];
        let Some((right, found)) = first_difference(&mut bench, programs, pairs, looks) else {
            return verdict(of, None);
        };
        let otherwise =
            (exam.helper || self.main == Some(true)) && works_otherwise(&mut bench, answers, exam);
        let found = judged(right, Some(Wrong::Differs(Box::new(found))));
        match (otherwise, exam.helper) {
            (false, _) => Judged::Verdict(found),
            (true, true) => Judged::Helper(found),
            (true, false) => Judged::LeftOut(exam.function, Unfit::Otherwise),
        }
    }
}

/// The first case in which theirs differs from what ours did, and how.
fn first_difference<'a>(
    bench: &mut Bench,
    programs: [&Program; 2],
    pairs: impl Iterator<Item = (&'a Case, &'a Outcome)>,
    looks: bool,
) -> Option<(usize, Difference)> {
    for (right, (case, ours)) in pairs.enumerate() {
        bench.look(looks && right < MOST_PICTURES);
        let theirs = bench.run(case);
        if let Some(turn) = ours.differs(&theirs) {
            let way = Way {
                exam: bench.exam,
                case,
                turn,
                column_first: bench.column_first,
            };
            let found = Difference::find(&Parted {
                way,
                programs,
                outcomes: [ours, &theirs],
            });
            return Some((right, found));
        }
    }
    None
}

/// Compares a whole program with another one in these cases.
pub(crate) fn judge_cases(
    exam: &'static Exam,
    solution: &Program,
    theirs: &Program,
    cases: &[Case],
) -> Result<Report, Unfit> {
    let mut ours = Bench::new(solution, exam)?;
    let outcomes: Vec<Outcome> = cases.iter().map(|case| ours.run(case)).collect();
    let of = cases.len();
    let (right, wrong) = match Bench::new(theirs, exam) {
        Err(why) => (0, Some(Wrong::Unfit(why))),
        Ok(mut bench) => {
            let pairs = cases.iter().zip(&outcomes);
            match first_difference(&mut bench, [solution, theirs], pairs, true) {
                None => (of, None),
                Some((right, found)) => (right, Some(Wrong::Differs(Box::new(found)))),
            }
        }
    };
    let verdict = Verdict {
        function: exam.function,
        right,
        of,
        wrong,
        because: None,
    };
    Ok(Report {
        verdicts: vec![verdict],
        notes: Vec::new(),
    })
}

/// Does a function differ in most cases in which ours does something? Then it does other work; a mistake would show only now and then.
fn works_otherwise(bench: &mut Bench, answers: &Answers, exam: &'static Exam) -> bool {
    let pairs = answers.cases.iter().zip(answers.outcomes(exam));
    let works: Vec<_> = pairs.filter(|(_, ours)| ours.returned != Some(0)).collect();
    let sample = works.iter().step_by(works.len().div_ceil(SAMPLE).max(1));
    let half = sample.len() / 2;
    let (mut same, mut other, mut endless) = (0, 0, 0);
    for (case, ours) in sample {
        let theirs = bench.run(case);
        match ours.differs(&theirs) {
            None => same += 1,
            Some(_) => other += 1,
        }
        endless += usize::from(theirs.end == End::Endless);
        if same > half || other > half || endless == MOST_ENDLESS {
            break;
        }
    }
    other > same
}
