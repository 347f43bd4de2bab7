//! Is a function the same as ours, letter for letter, with everything that it calls? Then it need not be run, because it does what ours
//! does.

use std::collections::BTreeSet;

use turbo::c::{Function, Program};

/// Is the function the same in both programs, with the functions that it calls and all that stands outside functions? Blanks and comments
/// do not count.
pub(crate) fn same(ours: &Program, theirs: &Program, function: &str) -> bool {
    let directives = theirs
        .functions()
        .iter()
        .any(|f| text(theirs, f).contains('#'));
    if directives || outside(ours) != outside(theirs) {
        return false;
    }
    reachable(theirs, function).into_iter().all(|b| {
        let a = ours.function(&b.name);
        a.is_some_and(|a| squeezed(&text(ours, a)) == squeezed(&text(theirs, b)))
    })
}

/// A function and all that it calls, as far as the program defines it.
pub(crate) fn reachable<'a>(program: &'a Program, function: &str) -> Vec<&'a Function> {
    let mut names = BTreeSet::from([function.to_string()]);
    let mut found: Vec<&Function> = program.function(function).into_iter().collect();
    let mut n = 0;
    while let Some(function) = found.get(n) {
        let body = squeezed(&text(program, function));
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for word in body.split(|c| !is_letter(c)) {
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

pub(crate) fn lines_of<'a>(program: &'a Program, function: &Function) -> Vec<&'a str> {
    let lines = program.source().lines().skip(function.lines.start() - 1);
    lines.take(function.lines.clone().count()).collect()
}

fn text(program: &Program, function: &Function) -> String {
    lines_of(program, function).join("\n")
}

fn outside(program: &Program) -> String {
    let inside = |n: usize| program.functions().iter().any(|f| f.lines.contains(&n));
    let lines = program.source().lines().zip(1..);
    let lines: Vec<&str> = lines
        .filter(|(_, n)| !inside(*n))
        .map(|(line, _)| line)
        .collect();
    squeezed(&lines.join("\n"))
}

/// The text without comments, and with one blank where there were several.
fn squeezed(text: &str) -> String {
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
