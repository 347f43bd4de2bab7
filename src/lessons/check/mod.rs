//! The functions of a program, held against ours: the same call in many positions, and what both do.

mod bench;
mod case;
mod difference;
mod exams;
mod first_step;
mod meant;
mod positions;
mod same;
mod shown;
mod verdict;

use std::sync::OnceLock;

use crate::tutor::scene;
use turbo::c::Program;

use bench::Bench;
pub(crate) use bench::Unfit;
pub(crate) use case::Case;
use case::Seen;
pub use difference::Difference;
use difference::Parted;
use exams::{EXAMS, Exam, MAP};
use first_step::Way;
use meant::meant;
use same::same;
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
    let exams = EXAMS.iter().enumerate();
    let fitting: Vec<usize> = exams
        .filter(|(_, exam)| exam.is_for(program, meant))
        .map(|(n, _)| n)
        .collect();
    let mut judge = Judge {
        program,
        main: None,
        column_first: false,
    };
    let judged = |judge: &mut Judge<'_>| -> Vec<Judged> {
        let verdicts = fitting.iter().map(|n| judge.judge(*n));
        verdicts.collect()
    };
    let mut all = judged(&mut judge);
    let wrong = |all: &[Judged], board: bool| {
        let exams = fitting.iter().map(|n| EXAMS[*n].globals.contains(&MAP));
        let pairs = all.iter().zip(exams);
        pairs
            .filter(|(judged, uses)| judged.is_wrong() && (*uses || !board))
            .count()
    };
    let mut notes = Vec::new();
    if wrong(&all, true) > 0 {
        judge.column_first = true;
        let turned = judged(&mut judge);
        if wrong(&turned, false) < wrong(&all, false) {
            all = turned;
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
    /// It is a helper that is none of ours.
    Passed,
}

impl Judged {
    fn is_wrong(&self) -> bool {
        matches!(self, Judged::Verdict(verdict) if !verdict.is_right())
    }
}

/// Finds out which functions are wrong only by what they call, and says once what was left out.
fn report(program: &Program, all: Vec<Judged>, notes: Vec<String>) -> Report {
    let mut report = Report {
        verdicts: Vec::new(),
        notes,
    };
    let mut left_out: Vec<(Unfit, Vec<&str>)> = Vec::new();
    for judged in all {
        match judged {
            Judged::Verdict(verdict) => report.verdicts.push(verdict),
            Judged::LeftOut(function, why) => {
                match left_out.iter_mut().find(|(other, _)| *other == why) {
                    Some((_, functions)) => functions.push(function),
                    None => left_out.push((why, vec![function])),
                }
            }
            Judged::Passed => {}
        }
    }
    let left_out = left_out
        .iter()
        .map(|(why, functions)| format!("Left out: {}: {why}", functions.join(", ")));
    report.notes.extend(left_out);
    let wrong = report.verdicts.iter().filter(|verdict| !verdict.is_right());
    let wrong: Vec<&'static str> = wrong.map(|verdict| verdict.function).collect();
    for verdict in &mut report.verdicts {
        let function = verdict.function;
        let line = verdict.difference().map_or(0, |difference| difference.line);
        let holds = |name: &&&str| {
            **name != function
                && program
                    .function(name)
                    .is_some_and(|f| f.lines.contains(&line))
        };
        verdict.because = wrong.iter().find(holds).copied();
    }
    report
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
        let exam = &EXAMS[n];
        let judged = self.judge_by(exam, answers(n));
        if exam.decides {
            self.main = Some(!judged.is_wrong());
        }
        judged
    }

    fn judge_by(&self, exam: &'static Exam, answers: &'static Answers) -> Judged {
        let of = answers.cases.len();
        let verdict = |right, wrong| {
            Judged::Verdict(Verdict {
                function: exam.function,
                right,
                of,
                wrong,
                because: None,
            })
        };
        let mut bench = match Bench::new(self.program, exam) {
            Ok(bench) => bench,
            Err(_) if exam.helper => return Judged::Passed,
            Err(why) if self.main.is_some() => return Judged::LeftOut(exam.function, why),
            Err(why) => return verdict(0, Some(Wrong::Unfit(why))),
        };
        if same(&answers.program, self.program, exam.function) {
            return verdict(of, None);
        }
        bench.column_first = self.column_first;
        // What a person sees decides: where the whole program is right, another may draw what this one does not.
        let looks = self.main != Some(true);
        let pairs = answers.cases.iter().zip(answers.seen(exam));
        for (right, (case, ours)) in pairs.enumerate() {
            bench.looks = looks && right < MOST_PICTURES;
            let theirs = bench.run(case);
            let Some(turn) = ours.differs(&theirs) else {
                continue;
            };
            let may_differ = exam.helper || self.main == Some(true);
            if may_differ && works_otherwise(&mut bench, answers, exam) {
                return match exam.helper {
                    true => Judged::Passed,
                    false => Judged::LeftOut(exam.function, Unfit::Otherwise),
                };
            }
            let way = Way {
                exam,
                case,
                turn,
                column_first: self.column_first,
            };
            let found = Difference::find(&Parted {
                way,
                programs: [&answers.program, self.program],
                seen: [ours, &theirs],
            });
            return verdict(right, Some(Wrong::Differs(Box::new(found))));
        }
        verdict(of, None)
    }
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
