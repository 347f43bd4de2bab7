//! Compares the texts of programs: finds our source from which a program was made, and the functions whose
//! text is unchanged.

use std::collections::BTreeSet;

use super::case::Case;
use super::exams::EXAMS;
use super::run::Runner;
use crate::tutor::is_letter;
use crate::tutor::scene;
use crate::tutor::sources::SOURCES;
use turbo::c::{Function, Program};

/// Returns the name of our source that has the most functions in common with the program. If none has any,
/// returns QIPAN.C if the program's first picture is the same, otherwise an empty name.
pub(crate) fn closest_source(program: &Program) -> &'static str {
    let names = |program: &Program| -> Vec<String> {
        let functions = program.functions().iter().map(|f| f.name.clone());
        functions.filter(|name| name != "main").collect()
    };
    let theirs = names(program);
    let shared = SOURCES.iter().map(|source| {
        let ours = names(&scene::program(source.name));
        let shared = ours.iter().filter(|name| theirs.contains(name)).count();
        // In a tie, prefer the source with fewer functions.
        ((shared, usize::MAX - ours.len()), source.name)
    });
    match shared.max() {
        Some(((1.., _), name)) => name,
        _ if begins_like_ours(program) => EXAMS[0].source,
        _ => "",
    }
}

/// True if the program shows the same picture as QIPAN.C when it first waits for a key.
fn begins_like_ours(program: &Program) -> bool {
    let first = |program: &Program| {
        let mut runner = Runner::new(program, &EXAMS[0], false).ok()?;
        runner.run(&Case::of_main(Vec::new())).moments[0].picture
    };
    let theirs = first(program);
    theirs.is_some() && theirs == first(&scene::program(EXAMS[0].source))
}

/// True if a function, its callees and the code outside functions have the same text, ignoring blanks and
/// comments.
pub(crate) fn same_text(ours: &Program, theirs: &Program, function: &str) -> bool {
    let mut functions = theirs.functions().iter();
    if functions.any(|f| text(theirs, f).contains('#')) || outside(ours) != outside(theirs) {
        return false;
    }
    reachable(theirs, function).into_iter().all(|b| {
        let a = ours.function(&b.name);
        a.is_some_and(|a| squeezed(&text(ours, a)) == squeezed(&text(theirs, b)))
    })
}

pub(crate) fn reachable<'a>(program: &'a Program, function: &str) -> Vec<&'a Function> {
    let mut names = BTreeSet::from([function.to_string()]);
    let mut found: Vec<&Function> = program.function(function).into_iter().collect();
    let mut n = 0;
    while let Some(function) = found.get(n) {
        let body = squeezed(&text(program, function));
        for word in identifiers(&body) {
            if let Some(called) = program.function(word)
                && names.insert(word.to_string())
            {
                found.push(called);
            }
        }
        n += 1;
    }
    found
}

/// The identifiers in a part of a source.
pub(crate) fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_letter(c))
}

pub(crate) fn lines_of<'a>(program: &'a Program, function: &Function) -> Vec<&'a str> {
    let lines = program.source().lines().skip(function.lines.start() - 1);
    lines.take(function.lines.clone().count()).collect()
}

fn text(program: &Program, function: &Function) -> String {
    lines_of(program, function).join("\n")
}

fn outside(program: &Program) -> String {
    let inside = |n: usize| program.functions().iter().any(|f| f.lines.contains(&n));
    let lines = program.source().lines().zip(1..).filter(|(_, n)| !inside(*n));
    let lines: Vec<&str> = lines.map(|(line, _)| line).collect();
    squeezed(&lines.join("\n"))
}

/// The text of a program without comments, and without white space outside strings. Programs with equal texts
/// are the same.
pub fn plain_text(program: &Program) -> String {
    without_comments(program.source(), false)
}

/// Removes the comments from a text, and shortens each run of white space.
pub(crate) fn squeezed(text: &str) -> String {
    without_comments(text, true)
}

/// Removes the comments from a text. Outside strings, shortens each run of white space if `keeps_blanks` is true,
/// and removes it otherwise.
fn without_comments(text: &str, keeps_blanks: bool) -> String {
    let mut squeezed = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                let mut last = ' ';
                for c in chars.by_ref() {
                    if (last, c) == ('*', '/') {
                        break;
                    }
                    last = c;
                }
            }
            '"' | '\'' => {
                squeezed.push(c);
                let mut escaped = false;
                for other in chars.by_ref() {
                    squeezed.push(other);
                    if other == c && !escaped {
                        break;
                    }
                    escaped = other == '\\' && !escaped;
                }
            }
            c if c.is_whitespace() && !keeps_blanks => {}
            '\n' if squeezed.ends_with('\n') => {}
            '\n' => squeezed.push('\n'),
            c if c.is_whitespace() => {
                if !squeezed.ends_with(char::is_whitespace) {
                    squeezed.push(' ');
                }
            }
            c => squeezed.push(c),
        }
    }
    squeezed
}
