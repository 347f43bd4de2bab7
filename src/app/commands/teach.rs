//! `qipan teach`: the tutor, and the progress of a class.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use words::say;

use crate::play::lessons::{Tutor, names};
use crate::play::menu;
use lessons::tutor::course::all;
use lessons::tutor::predict::PREDICT;
use lessons::tutor::progress::Progress;

use super::failure::cell;
use super::gallery::write_gallery;
use super::handout::write_handout;
use super::options::Options;
use super::{Failure, print, usage};

#[derive(clap::Args)]
pub(crate) struct Teach {
    /// Open this lesson, or predict for the quiz.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(names()))]
    lesson: Option<String>,
    /// Print each student's progress: lessons, tasks, right answers.
    #[arg(long)]
    score: bool,
    /// With --score: print CSV, a line for each student and lesson.
    #[arg(long, requires = "score")]
    csv: bool,
    /// Write the course "C from the beginning" to this folder for printing: handout.html, with a page of A4
    /// for each lesson, and its pictures.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lesson", "score"])]
    handout: Option<PathBuf>,
    /// Write pictures and previews of all lessons and examples to this folder beside the page for browsers:
    /// gallery.html, and a page to share for each.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lesson", "score", "handout"])]
    gallery: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(asked: Teach) -> Result<(), Failure> {
    let Teach { lesson, options, .. } = asked;
    if let Some(folder) = asked.handout {
        return write_handout(&folder);
    }
    if let Some(folder) = asked.gallery {
        return write_gallery(&folder);
    }
    match lesson {
        _ if asked.csv => print_table(&options.students()?),
        _ if asked.score => print_scores(&options.students()?),
        lesson => {
            let tutor = lesson.map_or(Ok(Tutor::default()), |name| Tutor::at(&name));
            let tutor = tutor.map_err(usage)?;
            options.run(|session| {
                menu::lessons(session, tutor)?;
                menu::title(session, &mut None)
            })
        }
    }
}

/// Prints the totals of each student.
fn print_scores(students: &[(String, Progress)]) -> Result<(), Failure> {
    for (name, progress) in
        students.iter().filter(|(name, known)| name.is_empty() || !known.names().is_empty())
    {
        let names: Vec<&str> = names().collect();
        let done = names.iter().filter(|name| progress.is_done(name)).count();
        let solved = progress.names().into_iter().filter(|name| progress.is_solved(name)).count();
        let (right, asked) = progress.all_answers();
        let totals = say!(
            "lessons done: {done} of {count}, tasks solved: {solved}, right answers: {right} of {asked}",
            done,
            count = names.len(),
            solved,
            right,
            asked
        );
        print(&if name.is_empty() { totals } else { format!("{name}: {totals}") })?;
    }
    Ok(())
}

/// Lists a student's lessons in course order, followed by other tasks.
fn in_order(progress: &Progress) -> Vec<&str> {
    let known = progress.names();
    let tasks = all().flat_map(|lesson| lesson.tasks).map(|(name, _)| *name);
    let ours: Vec<&str> = tasks.chain([PREDICT]).collect();
    let mut names: Vec<&str> = ours.iter().copied().filter(|name| known.contains(name)).collect();
    names.extend(known.into_iter().filter(|name| !ours.contains(name)));
    names
}

/// Prints CSV with a line for each student and lesson.
fn print_table(students: &[(String, Progress)]) -> Result<(), Failure> {
    print(&"name,lesson,done,solved,hints,right,asked")?;
    for (student, progress) in students {
        let student = cell(student);
        for name in in_order(progress) {
            let (right, asked) = progress.answers(name);
            let (done, solved) = (progress.is_done(name), progress.is_solved(name));
            let [done, solved] = [done, solved].map(u8::from);
            let hints = progress.hints(name);
            print(&format!("{student},{name},{done},{solved},{hints},{right},{asked}"))?;
        }
    }
    Ok(())
}
