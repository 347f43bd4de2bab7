#![doc = include_str!("README.md")]

mod against;
mod case;
mod compare;
mod difference;
mod exams;
mod film;
mod first_step;
mod inputs;
mod matter;
mod missing;
mod positions;
mod report;
mod run;
mod shown;
mod source_match;
pub mod tasks;
mod values;

use std::borrow::Cow;

use turbo::c::Program;

pub use against::{Answers, against};
use compare::{Judge, Judged};
pub use difference::Difference;
use exams::{EXAMS, Exam, MAP};
pub use inputs::{Inputs, inputs_for};
pub use matter::UnknownMatter;
pub use report::{Report, Verdict, Wrong};
pub use run::Unfit;
pub use source_match::plain_text;
use source_match::{closest_source, reachable};
use words::say;

/// Compares each function of a program with our function of the same name.
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
    let source = closest_source(program);
    let exams = EXAMS.iter().filter(|exam| exam.applies_to(program, source));
    let exams: Vec<&'static Exam> = exams.collect();
    let mut judge = Judge { program, main_is_right: None, column_first: false };
    let mut all: Vec<Judged> = exams.iter().map(|exam| judge.judge(exam)).collect();
    let mut notes = Vec::new();
    let uses_board = |n: &usize| exams[*n].globals().any(|global| *global == MAP);
    let board: Vec<usize> = (0..all.len()).filter(uses_board).collect();
    if board.iter().any(|n| !all[*n].is_right()) {
        judge.column_first = true;
        let mut turned = Vec::new();
        for n in &board {
            let other = judge.judge(exams[*n]);
            // The board is transposed in all functions of a program, or in none.
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
            notes.push(say!("Map's first index is the column here.").to_string());
        }
    }
    report(program, all, notes)
}

/// Collects the verdicts and notes, and finds the functions that are wrong only because they call a wrong
/// function.
fn report(program: &Program, all: Vec<Judged>, notes: Vec<String>) -> Report {
    let mut report = Report { verdicts: Vec::new(), notes };
    let mut left_out: Vec<(Unfit, Vec<&str>)> = Vec::new();
    let mut helpers = Vec::new();
    for judged in all {
        match judged {
            Judged::Verdict(verdict) => report.verdicts.push(verdict),
            Judged::Helper(verdict) => helpers.push(verdict),
            Judged::LeftOut(function, why) => match left_out.iter_mut().find(|(other, _)| *other == why) {
                Some((_, functions)) => functions.push(function),
                None => left_out.push((why, vec![function])),
            },
        }
    }
    for (why, functions) in left_out {
        let functions = functions.join(", ");
        report.notes.push(say!("Left out: {functions}: {why}", functions, why));
    }
    // A helper counts as wrong if the difference of another function from ours occurs inside the helper.
    helpers.retain(|helper| {
        let function = program.function(&helper.function).filter(|_| helper.line() > 0);
        let mut lines = report.verdicts.iter().map(Verdict::line);
        lines.any(|line| function.is_some_and(|function| function.lines.contains(&line)))
    });
    report.verdicts.extend(helpers);
    let function_at = |line: usize| {
        let mut functions = program.functions().iter();
        functions.find(|f| f.lines.contains(&line)).map(|f| f.name.clone())
    };
    let wrong = report.verdicts.iter().filter(|verdict| !verdict.is_right());
    let wrong: Vec<(Cow<'static, str>, Option<String>)> =
        wrong.map(|verdict| (verdict.function.clone(), function_at(verdict.line()))).collect();
    let calls = |caller: &str, name: &str| {
        caller != name && reachable(program, caller).iter().any(|f| f.name == name)
    };
    for verdict in report.verdicts.iter_mut().filter(|verdict| !verdict.is_right()) {
        let (function, place) = (&verdict.function, function_at(verdict.line()));
        let is_cause = |(name, its_place): &&(Cow<'static, str>, Option<String>)| {
            let there = place.as_deref() == Some(name);
            // If two functions call each other, neither causes the other's mistake.
            let same_place = place == *its_place && !calls(name, function);
            calls(function, name) && place.is_some() && (there || same_place)
        };
        verdict.because = wrong.iter().rev().find(is_cause).map(|(name, _)| name.clone());
    }
    report
}
