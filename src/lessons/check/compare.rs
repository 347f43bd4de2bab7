//! Compares each function of a program with ours, using the cases of its exam.

use std::sync::OnceLock;

use super::case::{Case, End, Outcome};
use super::difference::Difference;
use super::exams::{EXAMS, Exam};
use super::first_step::Divergent;
use super::report::{Verdict, Wrong};
use super::run::{Runner, Unfit};
use super::source_match::same_text;
use crate::tutor::scene::{self, Stuck};
use turbo::c::Program;

pub(crate) enum Judged {
    Verdict(Verdict),
    LeftOut(&'static str, Unfit),
    /// A helper function that is wrong or does different work. It counts as wrong only if a function that
    /// calls it is wrong because of it.
    Helper(Verdict),
}

impl Judged {
    pub(crate) fn is_right(&self) -> bool {
        matches!(self, Judged::Verdict(verdict) if verdict.is_right())
    }
}

/// Our function in an exam: its cases, and its outcomes in them. Both are computed once per process.
struct Reference {
    program: Program,
    cases: Vec<Case>,
    outcomes: OnceLock<Vec<Outcome>>,
}

const MOST_PICTURES: usize = 1500;
/// The maximum number of cases that decide whether a function does different work from ours.
const SAMPLE: usize = 60;
/// Sampling stops after this many calls that never return.
const MOST_ENDLESS: usize = 3;

impl Reference {
    fn of(exam: &'static Exam) -> &'static Reference {
        static ALL: [OnceLock<Reference>; EXAMS.len()] = [const { OnceLock::new() }; EXAMS.len()];
        let n = EXAMS.iter().position(|other| std::ptr::eq(other, exam));
        ALL[n.expect("it is one of the exams")].get_or_init(|| {
            let mut cases = (exam.cases)();
            cases.iter_mut().for_each(|case| case.function = exam.function.into());
            Reference { program: scene::program(exam.source), cases, outcomes: OnceLock::new() }
        })
    }

    fn outcomes(&self, exam: &'static Exam) -> &[Outcome] {
        self.outcomes.get_or_init(|| {
            let runner = Runner::new(&self.program, exam, false);
            let mut runner = runner.expect("our own function fits its exam");
            let run = |(n, case)| {
                runner.compares_pictures = n < MOST_PICTURES;
                runner.run(case)
            };
            self.cases.iter().enumerate().map(run).collect()
        })
    }
}

pub(crate) struct Judge<'a> {
    pub(crate) program: &'a Program,
    /// `Some(true)` if the whole program is right, `Some(false)` if it is wrong. `None` if `main` was not
    /// judged or the result does not cover the whole program.
    pub(crate) main_is_right: Option<bool>,
    pub(crate) column_first: bool,
}

impl Judge<'_> {
    pub(crate) fn judge(&mut self, exam: &'static Exam) -> Judged {
        let judged = self.compare(exam);
        if exam.decides {
            self.main_is_right = Some(judged.is_right());
        }
        judged
    }

    fn compare(&self, exam: &'static Exam) -> Judged {
        let ours = Reference::of(exam);
        let of = ours.cases.len();
        let mut runner = match Runner::new(self.program, exam, self.column_first) {
            Ok(runner) => runner,
            Err(why) => {
                let wrong = Verdict::new(exam.function, 0, of, Some(Wrong::Unfit(why.clone())));
                return match (exam.helper, self.main_is_right) {
                    (true, _) => Judged::Helper(wrong),
                    (_, Some(_)) => Judged::LeftOut(exam.function, why),
                    _ => Judged::Verdict(wrong),
                };
            }
        };
        let right = Judged::Verdict(Verdict::new(exam.function, of, of, None));
        if !self.column_first && same_text(&ours.program, self.program, exam.function) {
            return right;
        }
        // If the whole program is right, another function may draw the things that this one does not draw.
        let whole_is_right = self.main_is_right == Some(true);
        let looks = exam.rare || !whole_is_right;
        let pairs = ours.cases.iter().zip(ours.outcomes(exam));
        let programs = [&ours.program, self.program];
        let Some((n, found)) = first_difference(&mut runner, programs, pairs.clone(), looks) else {
            return right;
        };
        let wrong = Verdict::new(exam.function, n, of, Some(found));
        let works = pairs.filter(|(_, ours)| ours.returned != Some(0)).collect();
        let may_differ = exam.helper || whole_is_right;
        let other_work = may_differ
            && differ_mostly(works, |(case, ours)| {
                let theirs = runner.run(case);
                let endless = matches!(theirs.end, End::Stuck(Stuck::Endless(_)));
                (ours.first_difference(&theirs).is_some(), endless)
            });
        match (other_work, exam.helper) {
            (false, _) => Judged::Verdict(wrong),
            (true, true) => Judged::Helper(wrong),
            (true, false) => Judged::LeftOut(exam.function, Unfit::OtherWork),
        }
    }
}

/// Finds the first case in which the program's outcome differs from ours. Returns the index of the case and
/// the difference.
pub(crate) fn first_difference<'a>(
    runner: &mut Runner,
    programs: [&Program; 2],
    pairs: impl Iterator<Item = (&'a Case, &'a Outcome)>,
    looks: bool,
) -> Option<(usize, Wrong)> {
    for (n, (case, ours)) in pairs.enumerate() {
        runner.compares_pictures = looks && n < MOST_PICTURES;
        let theirs = runner.run(case);
        if let Some(turn) = ours.first_difference(&theirs) {
            let found = Difference::find(&Divergent {
                exam: runner.exam,
                case,
                turn,
                column_first: runner.column_first,
                programs,
                outcomes: [ours, &theirs],
            });
            return Some((n, Wrong::Differs(Box::new(found))));
        }
    }
    None
}

/// True if the function differs from ours in most of the sampled calls. `call` runs a call and returns
/// whether its outcome differs and whether it never ends. A function that differs in most calls does
/// different work, because a mistake shows only in some calls.
pub(crate) fn differ_mostly<C>(calls: Vec<C>, mut call: impl FnMut(C) -> (bool, bool)) -> bool {
    let step = calls.len().div_ceil(SAMPLE).max(1);
    let half = calls.len().div_ceil(step) / 2;
    let (mut same, mut other, mut endless) = (0, 0, 0);
    for sample in calls.into_iter().step_by(step) {
        let (differs, never_ends) = call(sample);
        other += usize::from(differs);
        same += usize::from(!differs);
        endless += usize::from(never_ends);
        if same > half || other > half || endless == MOST_ENDLESS {
            break;
        }
    }
    other > same
}
