//! The course "C from the beginning": no lesson needs parts of C that were not introduced.

use std::collections::BTreeSet;

use lessons::check::tasks::task;
use lessons::tutor::course::BEGINNER;
use lessons::tutor::questions::about;
use lessons::tutor::scene::{BadMain, Part, Scene};
use lessons::tutor::sources::source;
use turbo::c::Program;

/// The words after which `*` and `&` belong to the operand that follows.
const TYPES: [&str; 6] = ["int", "char", "void", "return", "FILE", "struct"];

const OPERATORS: [&str; 18] = [
    "->", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "<<", ">>", "][",
    "={",
];

/// The words and signs of C in a program: keywords, operators, library functions and constants. Names of the
/// program itself are left out.
fn parts_of_c(source: &str) -> BTreeSet<String> {
    let mut text = String::new();
    // Comments and the contents of strings do not count.
    for (n, piece) in source.split("/*").enumerate() {
        text += if n == 0 { piece } else { piece.split_once("*/").unwrap().1 };
    }
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match c {
            '"' => 2 + rest[1..].find('"').unwrap(),
            '\'' => 2 + rest[1..].find('\'').unwrap(),
            '#' if rest.starts_with("#include") => rest.find('\n').unwrap(),
            '#' => "#define".len(),
            _ if word > 0 => word,
            _ => OPERATORS.iter().find(|operator| rest.starts_with(**operator)).map_or(1, |o| o.len()),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        let is_operand = tokens.last().is_some_and(|last| {
            !TYPES.contains(&last.as_str())
                && (last.ends_with(|c: char| c.is_alphanumeric() || ")]".contains(c)))
        });
        match token {
            "*" if !is_operand => tokens.push("*p".into()),
            "&" if !is_operand => tokens.push("&x".into()),
            "{" if tokens.last().is_some_and(|last| last == "=") => tokens.push("={".into()),
            _ if c == '"' || c == '\'' => tokens.push(c.to_string()),
            _ if token.starts_with("#include") => tokens.push("#include".into()),
            _ if token.starts_with("0x") => tokens.push("0x".into()),
            _ if c.is_whitespace() => {}
            _ => tokens.push(token.into()),
        }
    }
    let mut own = BTreeSet::new();
    for window in tokens.windows(3) {
        let declares = TYPES.contains(&window[0].as_str()) || window[0] == "#define" || window[0] == "*p";
        let names = [",", ";", "=", "[", ")", "("].contains(&window[2].as_str());
        let follows = [",", "*p"].contains(&window[0].as_str()) && names;
        if (declares || follows) && window[1] != "main" && window[0] != "return" {
            own.insert(window[1].clone());
        }
    }
    let in_struct = tokens.windows(2).filter(|pair| pair[0] == "." || pair[0] == "->");
    own.extend(in_struct.map(|pair| pair[1].clone()));
    let is_library = |token: &str, next: &str| {
        let known =
            ["int", "char", "void", "return", "if", "else", "for", "while", "do", "switch", "case", "main"];
        let words = ["struct", "break", "continue", "sizeof", "FILE", "default", "static", "long", "double"];
        known.contains(&token) || words.contains(&token) || next == "(" || token.to_uppercase() == token
    };
    let next = tokens.iter().skip(1).map(String::as_str).chain([""]);
    let found = tokens.iter().zip(next).filter(|(token, next)| {
        let is_word = token.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_number = token.starts_with(|c: char| c.is_ascii_digit()) && *token != "0x";
        !is_word && !is_number
            || is_word && is_library(token, next) && (!own.contains(*token) || *token == "FILE")
    });
    found.map(|(token, _)| token.clone()).collect()
}

#[test]
fn lessons_use_only_what_was_introduced() {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut missing = Vec::new();
    let mut check = |name: &str, source: &str, known: &BTreeSet<String>| {
        let new = parts_of_c(source).into_iter().filter(|part| !known.contains(part));
        missing.extend(new.map(|part| format!("{name}: {part}")));
    };
    for lesson in BEGINNER {
        let before = known.len();
        known.extend(lesson.introduces().map(str::to_string));
        let introduced = lesson.introduces().count();
        assert_eq!(known.len() - before, introduced, "{} introduces something twice", lesson.name);
        for part in lesson.parts() {
            let Part::Scene(scene) = part else { continue };
            check(lesson.name, scene.program.source(), &known);
        }
        for (name, _) in lesson.tasks {
            let task = task(name).unwrap();
            check(name, &task.skeleton, &known);
            check(name, &task.solution(), &known);
        }
    }
    // A student who has done the course can read the original.
    check("QIPAN.C", source("QIPAN.C").unwrap().text, &known);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert_eq!(parts_of_c("int a[3] = { 1 }, *p = &a[1]; b = c * d;").len(), 11);
}

#[test]
fn every_lesson_asks_two_questions() {
    for lesson in BEGINNER {
        let mut asked = 0;
        for part in lesson.parts() {
            let Part::Scene(scene) = part else { continue };
            let Scene { asks, shows, .. } = *scene;
            if asks {
                let question = about(&mut scene.stepper(), shows);
                let question = question.unwrap_or_else(|| panic!("{} has nothing to ask", lesson.name));
                println!("{}: {} {}", lesson.name, question.text(), question.answer());
                asked += 1;
            }
        }
        assert_eq!(asked, 2, "{}", lesson.name);
    }
}

#[test]
fn every_lesson_ends_with_a_picture() {
    for lesson in BEGINNER {
        let picture = lesson.picture().unwrap();
        let colors: BTreeSet<u8> = picture.pixels().iter().copied().collect();
        let drawn = picture.pixels().iter().filter(|color| **color != 0).count();
        assert!(
            colors.len() > 2 && drawn > 1500,
            "{}: {} colours, {drawn} pixels",
            lesson.name,
            colors.len()
        );
    }
}

#[test]
fn solutions_of_tasks_run_without_warnings() {
    for (name, _) in BEGINNER.iter().flat_map(|lesson| lesson.tasks) {
        let task = task(name).unwrap();
        task.verify().unwrap_or_else(|why| panic!("{name}: {why}"));
        let program = Program::compile(&task.file, &task.solution()).unwrap();
        assert_eq!(program.warnings(), [], "{name}");
        assert!(matches!(Scene::of_main(program, Vec::new()), Ok(_) | Err(BadMain::TakesArguments)));
    }
}
