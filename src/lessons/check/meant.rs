//! Which of our programs a program is meant to be.

use super::bench::Bench;
use super::case::Case;
use super::exams::EXAMS;
use crate::tutor::scene;
use crate::tutor::sources::SOURCES;
use turbo::c::Program;

/// The name of our source that shares the most functions with the program; empty if none shares any. A program with none of our functions
/// is meant to be QIPAN.C if it begins with the same picture.
pub(crate) fn meant(program: &Program) -> &'static str {
    let names = |program: &Program| -> Vec<String> {
        let functions = program.functions().iter().map(|f| f.name.clone());
        functions.filter(|name| name != "main").collect()
    };
    let theirs = names(program);
    let shared = SOURCES.iter().map(|source| {
        let ours = names(&scene::program(source.name));
        let shared = ours.iter().filter(|name| theirs.contains(name)).count();
        // Of two that share equally many, the one with fewer functions.
        ((shared, usize::MAX - ours.len()), source.name)
    });
    match shared.max() {
        Some(((1.., _), name)) => name,
        _ if begins_like_ours(program) => EXAMS[0].source,
        _ => "",
    }
}

/// Is its picture the same as that of QIPAN.C, when both wait for their first key?
fn begins_like_ours(program: &Program) -> bool {
    let first = |program: &Program| {
        let mut bench = Bench::new(program, &EXAMS[0]).ok()?;
        let seen = bench.run(&Case::default());
        seen.moments[0].picture
    };
    let theirs = first(program);
    theirs.is_some() && theirs == first(&scene::program(EXAMS[0].source))
}
