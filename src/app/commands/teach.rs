//! `qipan teach`: the tutor, its steps as text, and the progress of a class.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use words::say;

use crate::play::lessons::Tutor;
use crate::play::menu;
use games::Game as _;
use games::gomoku::judge::Algorithm;
use games::gomoku::{self, SIZE, record};
use games::othello::{self, Ply};
use games::records::transcript;
use lessons::tutor::calls;
use lessons::tutor::course::{all, lesson};
use lessons::tutor::predict::PREDICT;
use lessons::tutor::progress::Progress;
use lessons::tutor::said::said;
use lessons::tutor::scene::{Part, Scene, call_text};
use lessons::tutor::stepper::{Goal, Stopped};

use super::handout::write_handout;
use super::options::Options;
use super::{Failure, print, usage};

#[derive(clap::Args)]
pub(crate) struct Teach {
    /// Open this lesson, or predict for the quiz.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(lessons()))]
    lesson: Option<String>,
    /// With --lesson: print the steps of the lesson's scenes, one per line.
    #[arg(long)]
    steps: bool,
    /// Print each student's progress: lessons, tasks, hints, right answers.
    #[arg(long)]
    score: bool,
    /// With --score: print CSV, a line for each student and lesson.
    #[arg(long, requires = "score")]
    csv: bool,
    /// Print QpChange's steps for each move of a transcript, one per line.
    #[arg(long, value_name = "MOVES")]
    trace: Option<String>,
    /// With --trace: print another algorithm's steps. all-stones, last-stone, direction-table: a judge of
    /// gomoku; vcf: the search for a win by fours (MOVES is a gomoku record); alpha-beta: the search of an
    /// Othello endgame.
    #[arg(long, value_name = "NAME", value_parser = watched())]
    algorithm: Option<Watched>,
    /// Write the course "C from the beginning" to this folder for printing: handout.html, with a page of A4
    /// for each lesson, and its pictures.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lesson", "score", "trace"])]
    handout: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

/// Returns the names of all lessons and of the quiz.
fn lessons() -> impl Iterator<Item = &'static str> {
    all().map(|lesson| lesson.name).chain([PREDICT])
}

pub(crate) fn run(asked: Teach) -> Result<(), Failure> {
    let Teach { lesson, options, .. } = asked;
    if let Some(folder) = asked.handout {
        return write_handout(&folder);
    }
    match (asked.trace, asked.algorithm) {
        (Some(moves), None) => trace_othello(&moves),
        (Some(moves), Some(Watched::LookAhead)) => trace_look_ahead(&moves),
        (Some(record), Some(Watched::Fours)) => trace_fours(&record),
        (Some(record), Some(Watched::Judge(algorithm))) => trace_judge(&record, algorithm),
        (None, Some(_)) => Err(usage(say!("--algorithm needs --trace"))),
        (None, None) => match lesson {
            Some(name) if asked.steps => trace_lesson(&name),
            None if asked.steps => Err(usage(say!("--steps needs --lesson"))),
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
        },
    }
}

/// Prints the progress of each student under the student's name.
fn print_scores(students: &[(String, Progress)]) -> Result<(), Failure> {
    for (name, progress) in
        students.iter().filter(|(name, known)| name.is_empty() || !known.names().is_empty())
    {
        if !name.is_empty() {
            print(&format!("\n{name}:"))?;
        }
        print_score(progress)?;
    }
    Ok(())
}

/// Prints a student's progress: a line for each lesson with activity, then the totals.
fn print_score(progress: &Progress) -> Result<(), Failure> {
    for name in in_order(progress) {
        let (right, asked) = progress.answers(name);
        let mut facts = Vec::new();
        if progress.is_done(name) {
            facts.push(say!("done||a lesson").to_string());
        }
        if progress.is_solved(name) {
            facts.push(say!("task solved").to_string());
        }
        match progress.hints(name) {
            0 => {}
            1 => facts.push(say!("1 hint").to_string()),
            n => facts.push(say!("{n} hints", n)),
        }
        if asked > 0 {
            facts.push(say!("{right} of {asked} answers right", right, asked));
        }
        print(&format!("{name:12} {}", facts.join(say!(", ||between the parts of a sentence"))))?;
    }
    let names: Vec<&str> = lessons().collect();
    let done = names.iter().filter(|name| progress.is_done(name)).count();
    let solved = progress.names().into_iter();
    let solved = solved.filter(|name| progress.is_solved(name)).count();
    let (right, asked) = progress.all_answers();
    print(&say!(
        "{done} of {count} lessons done, {solved} tasks solved, {right} of {asked} answers right",
        done,
        count = names.len(),
        solved,
        right,
        asked
    ))
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
        let student = match student.contains([',', '"']) {
            true => format!("\"{}\"", student.replace('"', "\"\"")),
            false => student.clone(),
        };
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

/// Prints the steps of the endgame search after an Othello transcript.
fn trace_look_ahead(moves: &str) -> Result<(), Failure> {
    const MOST: usize = 8;
    let game = transcript::game(moves).map_err(usage)?;
    match game.to_move() {
        Some(_) if game.map().empties() <= MOST => print_steps(moves, &calls::look_ahead("", &game)),
        Some(_) => Err(usage(say!("the end is searched with at most {MOST} empty cells", MOST))),
        None => Err(usage(say!("the game of this transcript is over"))),
    }
}

/// Prints the steps of `QpChange` for each move of a transcript.
fn trace_othello(moves: &str) -> Result<(), Failure> {
    let game = transcript::game(moves).map_err(usage)?;
    let mut before = othello::Game::new(game.rules());
    for ply in game.plies() {
        match ply {
            Ply::Drop(cell) => {
                let t = before.t();
                let scene = calls::qp_change("", "QIPAN.C", before.map(), *cell, t);
                print_steps(&format!("t={t} {cell}"), &scene)?;
                before.drop(*cell);
            }
            Ply::Pass => {
                print(&say!("t={t} passes", t = before.t()))?;
                before.lose_turn();
            }
        }
    }
    Ok(())
}

/// An algorithm to trace instead of `QpChange`.
#[derive(Clone, Copy)]
enum Watched {
    Judge(Algorithm),
    /// The search for a win by fours.
    Fours,
    /// The alpha-beta search of an Othello endgame.
    LookAhead,
}

/// Parses the name of an algorithm.
fn watched() -> impl TypedValueParser<Value = Watched> {
    let others = [("vcf", Watched::Fours), ("alpha-beta", Watched::LookAhead)];
    let others = others.map(|(name, watched)| (name.to_string(), watched));
    let judges = Algorithm::ALL.map(|judge| (judge.to_string(), Watched::Judge(judge)));
    let all = [&judges[..], &others].concat();
    let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
    PossibleValuesParser::new(names).try_map(move |name| {
        let found = all.iter().find(|(known, _)| *known == name);
        found.map(|(_, watched)| *watched).ok_or(say!("there is no algorithm of this name"))
    })
}

/// Prints a judge's steps after the last stone of a record.
fn trace_judge(text: &str, algorithm: Algorithm) -> Result<(), Failure> {
    let pieces = record::parse(text, SIZE).map_err(usage)?;
    let function = match algorithm {
        Algorithm::AllStones => "AllStones",
        Algorithm::LastStone => "LastStone",
        Algorithm::DirectionTable => "Table",
    };
    let scene = calls::judge("", "WUZIQI.C", function, &pieces);
    print_steps(&record::text(&pieces), &scene)
}

/// Prints the steps of the search for a win by fours after a record.
fn trace_fours(text: &str) -> Result<(), Failure> {
    let game = gomoku::Game::from_record(text).map_err(usage)?;
    if game.to_move().is_none() {
        return Err(usage(say!("the game of this record is over")));
    }
    if game.size() != SIZE {
        return Err(usage(say!("the C program has only a board of 15x15")));
    }
    print_steps(&record::text(game.pieces()), &calls::fours("", &game))
}

/// Prints the steps of all scenes of a lesson.
fn trace_lesson(name: &str) -> Result<(), Failure> {
    let parts = lesson(name).map_or(Vec::new(), |lesson| lesson.parts());
    let scenes = parts.into_iter().filter_map(|part| match part {
        Part::Scene(scene) => Some(scene),
        Part::Page(_) => None,
    });
    let scenes: Vec<Box<Scene>> = scenes.collect();
    if scenes.is_empty() {
        return Err(usage(say!("the lesson {name} has no steps", name)));
    }
    scenes.iter().try_for_each(|scene| print_steps(name, scene))
}

/// Prints the call, then a line for each step: number, source line, code, effect.
fn print_steps(what: &str, scene: &Scene) -> Result<(), Failure> {
    let call = call_text(&scene.call.0, &scene.call.1);
    print(&format!("{what} {call}"))?;
    let mut stepper = scene.stepper();
    loop {
        let stopped = stepper.go_to(Goal::Into, false);
        let line = stepper.before().map_or(0, |before| before.line);
        if stopped == Stopped::NeedsKey {
            return print(&say!("      it waits for a key"));
        }
        if let Some(said) = said(&stepper, scene.shows.stones) {
            let (n, code) = (stepper.steps(), &said.code);
            let text = format!("{n:5} {line:4}  {code:40}  {}", said.brought);
            print(&text.trim_end())?;
        }
        if stopped != Stopped::Reached {
            return Ok(());
        }
    }
}
