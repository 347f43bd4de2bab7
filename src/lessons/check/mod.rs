//! The functions of a program compared with ours: the same call in many positions, and what both do.

mod against;
mod bench;
mod case;
mod difference;
mod exams;
mod first_step;
mod helpers;
mod judge;
mod meant;
mod positions;
mod same;
mod shown;
mod verdict;

use turbo::c::Program;

pub use against::{against, scripts_for};
pub use bench::Unfit;
pub use difference::Difference;
use exams::{EXAMS, MAP};
use helpers::HELPERS;
use judge::{Judge, Judged, exam, is_for};
use meant::meant;
use same::reachable;
pub use verdict::{Report, Verdict, Wrong};
use words::say;

/// Compares each function of a program with ours of the same name.
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
        .filter(|(_, exam)| is_for(exam, program, meant))
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
            // The board is turned throughout a program, or not at all.
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

/// Says once what was left out, and finds out which functions are wrong only because of what they call.
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
    let left_out = left_out.iter().map(|(why, functions)| {
        say!(
            "Left out: {functions}: {why}",
            functions = functions.join(", "),
            why
        )
    });
    report.notes.extend(left_out);
    let at = |verdict: &Verdict| verdict.difference().map_or(0, |difference| difference.line);
    // A helper is wrong where another function departs from ours inside it.
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
        // Of two that call each other, neither is the reason for the other.
        let calls_back = |name: &str| reachable(program, name).iter().any(|f| f.name == function);
        let causes = |(name, its_place): &&(&str, Option<String>)| {
            let there = place.as_deref() == Some(*name);
            let same = place == *its_place && !calls_back(name);
            called(name) && place.is_some() && (there || same)
        };
        verdict.because = wrong.iter().rev().find(causes).map(|(name, _)| *name);
    }
    report
}
