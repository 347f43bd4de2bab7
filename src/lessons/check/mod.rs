//! The functions of a program, held against ours: the same call in many positions, and what both do.

mod against;
mod bench;
mod case;
mod difference;
mod exams;
mod first_step;
mod helpers;
mod meant;
mod positions;
mod same;
mod shown;
mod verdict;

use std::sync::OnceLock;

use crate::tutor::scene;
use turbo::c::Program;

pub use against::{against, scripts_for};
use bench::Bench;
pub(crate) use bench::Unfit;
pub(crate) use case::Case;
use case::Seen;
pub use difference::Difference;
use difference::Parted;
use exams::{EXAMS, Exam, MAP};
use first_step::Way;
use helpers::HELPERS;
use meant::meant;
use same::{reachable, same};
pub use verdict::{Report, Verdict, Wrong};

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
/// let report = check(&Program::compile("WRONG.C", &wrong).unwrap());
/// let score = report.verdicts.iter().find(|verdict| verdict.function == "DoScore").unwrap();
/// let difference = score.difference().unwrap();
/// let line = wrong.lines().nth(difference.line - 1).unwrap();
/// assert_eq!(line.trim(), "score[2] = 0;");
/// ```
pub fn check(program: &Program) -> Report {
    let meant = meant(program);
    let exams = EXAMS.iter().chain(&HELPERS).enumerate();
    let fitting: Vec<usize> = exams
        .filter(|(_, exam)| exam.is_for(program, meant))
        .map(|(n, _)| n)
        .collect();
    let mut judge = Judge {
        program,
        main: None,
        column_first: false,
    };
    let mut all: Vec<Judged> = fitting.iter().map(|n| judge.judge(*n)).collect();
    let mut notes = Vec::new();
    let board = (0..all.len()).filter(|n| exam(fitting[*n]).globals.contains(&MAP));
    let board: Vec<usize> = board.collect();
    if board.iter().any(|n| !all[*n].is_right()) {
        judge.column_first = true;
        let mut turned = Vec::new();
        for n in &board {
            let other = judge.judge(fitting[*n]);
            // It is so throughout, or not at all.
            if all[*n].is_right() && !other.is_right() {
                break;
            }
            turned.push(other);
        }
        let right = |judged: &Judged| usize::from(judged.is_right());
        let before: usize = board.iter().map(|n| right(&all[*n])).sum();
        if turned.len() == board.len() && turned.iter().map(right).sum::<usize>() > before {
            for (n, other) in board.into_iter().zip(turned) {
                all[n] = other;
            }
            notes.push("Map's first index is the column here.".to_string());
        }
    }
    report(program, all, notes)
}

/// What came out for one function.
enum Judged {
    Verdict(Verdict),
    /// It is not judged by itself, for this reason.
    LeftOut(&'static str, Unfit),
    /// It is a helper that does other work than ours, or something wrong: the others tell.
    Helper(Verdict),
}

impl Judged {
    fn is_right(&self) -> bool {
        matches!(self, Judged::Verdict(verdict) if verdict.is_right())
    }
}

/// Says once what was left out, and finds out which functions are wrong only by what they call.
fn report(program: &Program, all: Vec<Judged>, notes: Vec<String>) -> Report {
    let mut report = Report {
        verdicts: Vec::new(),
        notes,
    };
    let mut left_out: Vec<(Unfit, Vec<&str>)> = Vec::new();
    let mut helpers = Vec::new();
    for judged in all {
        match judged {
            Judged::Verdict(verdict) => report.verdicts.push(verdict),
            Judged::LeftOut(function, why) => {
                match left_out.iter_mut().find(|(other, _)| *other == why) {
                    Some((_, functions)) => functions.push(function),
                    None => left_out.push((why, vec![function])),
                }
            }
            Judged::Helper(verdict) => helpers.push(verdict),
        }
    }
    let left_out = left_out
        .iter()
        .map(|(why, functions)| format!("Left out: {}: {why}", functions.join(", ")));
    report.notes.extend(left_out);
    let at = |verdict: &Verdict| verdict.difference().map_or(0, |difference| difference.line);
    // A helper is wrong where another function goes another way in it.
    helpers.retain(|helper| {
        let lines = program.function(helper.function).map(|f| f.lines.clone());
        let lines = lines.filter(|_| helper.difference().is_some());
        let mut lines_of_others = report.verdicts.iter().map(at);
        lines_of_others.any(|line| lines.as_ref().is_some_and(|lines| lines.contains(&line)))
    });
    report.verdicts.extend(helpers);
    let inside = |line: usize| {
        let mut functions = program.functions().iter();
        functions
            .find(|f| f.lines.contains(&line))
            .map(|f| f.name.clone())
    };
    let wrong = report.verdicts.iter().filter(|verdict| !verdict.is_right());
    let wrong: Vec<_> = wrong
        .map(|verdict| (verdict.function, inside(at(verdict))))
        .collect();
    for verdict in report
        .verdicts
        .iter_mut()
        .filter(|verdict| !verdict.is_right())
    {
        let (function, place) = (verdict.function, inside(at(verdict)));
        let called = reachable(program, function);
        let called = |name: &str| name != function && called.iter().any(|f| f.name == name);
        let causes = |(name, its_place): &&(&str, Option<String>)| {
            called(name)
                && place.is_some()
                && (place.as_deref() == Some(*name) || place == *its_place)
        };
        verdict.because = wrong.iter().rev().find(causes).map(|(name, _)| *name);
    }
    report
}

/// The cases of an exam, and what ours does in each.
struct Answers {
    program: Program,
    cases: Vec<Case>,
    seen: OnceLock<Vec<Seen>>,
}

fn exam(n: usize) -> &'static Exam {
    EXAMS.get(n).unwrap_or_else(|| &HELPERS[n - EXAMS.len()])
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
            seen: OnceLock::new(),
        }
    })
}

/// In so many cases of a function the pictures are compared.
const MOST_PICTURES: usize = 1500;
/// So many cases tell whether a function does its work otherwise.
const SAMPLE: usize = 60;

impl Answers {
    fn seen(&self, exam: &'static Exam) -> &[Seen] {
        self.seen.get_or_init(|| {
            let bench = Bench::new(&self.program, exam);
            let mut bench = bench.expect("our own function fits its exam");
            let run = |(n, case)| {
                bench.looks = n < MOST_PICTURES;
                bench.run(case)
            };
            self.cases.iter().enumerate().map(run).collect()
        })
    }
}

/// Judges the functions of a program, one after the other.
struct Judge<'a> {
    program: &'a Program,
    /// Is the whole program right? Known once `main` was judged, if that decides.
    main: Option<bool>,
    column_first: bool,
}

impl Judge<'_> {
    fn judge(&mut self, n: usize) -> Judged {
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
        // What a person sees decides: where the whole program is right, another may draw what this one does not.
        let looks = exam.rare || self.main != Some(true);
        let pairs = answers.cases.iter().zip(answers.seen(exam));
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
    pairs: impl Iterator<Item = (&'a Case, &'a Seen)>,
    looks: bool,
) -> Option<(usize, Difference)> {
    for (right, (case, ours)) in pairs.enumerate() {
        bench.looks = looks && right < MOST_PICTURES;
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
                seen: [ours, &theirs],
            });
            return Some((right, found));
        }
    }
    None
}

/// Holds a whole program against another one in these cases.
fn judge_cases(
    exam: &'static Exam,
    solution: &Program,
    theirs: &Program,
    cases: &[Case],
) -> Result<Report, Unfit> {
    let mut ours = Bench::new(solution, exam)?;
    let seen: Vec<Seen> = cases.iter().map(|case| ours.run(case)).collect();
    let of = cases.len();
    let (right, wrong) = match Bench::new(theirs, exam) {
        Err(why) => (0, Some(Wrong::Unfit(why))),
        Ok(mut bench) => {
            let pairs = cases.iter().zip(&seen);
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

/// Does a function differ in most cases in which ours does something? Then it is no mistake, which shows now and then, but other work.
fn works_otherwise(bench: &mut Bench, answers: &Answers, exam: &'static Exam) -> bool {
    let pairs = answers.cases.iter().zip(answers.seen(exam));
    let works: Vec<_> = pairs.filter(|(_, ours)| ours.returned != Some(0)).collect();
    let sample = works.iter().step_by(works.len().div_ceil(SAMPLE).max(1));
    let (mut all, mut other) = (0, 0);
    for (case, ours) in sample {
        all += 1;
        other += usize::from(ours.differs(&bench.run(case)).is_some());
    }
    2 * other > all
}
