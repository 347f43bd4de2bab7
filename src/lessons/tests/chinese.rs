//! Lessons, tasks and the check are translated into Chinese: completely, in the same order, and without
//! English words.

use std::collections::BTreeSet;

use crate::check::{MISTAKES, with};
use crate::common::data::rows;
use lessons::check::check;
use lessons::check::tasks::{Checked, task};
use lessons::tutor::course;
use lessons::tutor::questions::Question;
use lessons::tutor::said::said;
use lessons::tutor::scene::{Part, program};
use lessons::tutor::sources::{SOURCES, source};
use lessons::tutor::stepper::Goal;
use turbo::c::Program;
use turbo::dos::bgi::{cells_of, columns_of};
use words::with_language;

fn in_chinese<T>(what: impl FnOnce() -> T) -> T {
    words::load(&[turbo::TRANSLATIONS, games::TRANSLATIONS, lessons::TRANSLATIONS]);
    with_language("zh", what)
}

fn has_hanzi(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The English words in a text that code does not have. Printed text and comments are in “”, and places of
/// values in braces.
fn english_in(text: &str) -> Vec<&str> {
    const WORDS: [&str; 20] = [
        "the", "is", "and", "should", "of", "it", "to", "with", "in", "stone", "disc", "black", "white",
        "cell", "are", "that", "not", "still", "nothing", "returns",
    ];
    let text = text.split(['“', '”', '{', '}']).step_by(2);
    let words = text.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    words.filter(|word| WORDS.contains(word)).collect()
}

fn assert_chinese(text: &str) {
    assert!(has_hanzi(text), "{text:?} is not Chinese");
    let english = english_in(text);
    assert!(english.is_empty(), "{english:?} is English in {text:?}");
}

/// The translation of a file.
fn translation(path: &str) -> &'static str {
    let found = in_chinese(|| words::translation(path));
    found.unwrap_or_else(|| panic!("{path} is not translated"))
}

/// The heads of the sections that both languages have.
fn heads(text: &str) -> Vec<&str> {
    const READ: [&str; 7] = ["watch", "ending", "read", "text", "hint", "right", "test"];
    let heads = text.lines().filter_map(|line| line.strip_prefix("# "));
    // A question is about the same code in both languages.
    let compared = heads.map(|head| match head.split_once(' ') {
        Some((first, _)) if first != "ask" => first,
        _ => head,
    });
    compared.filter(|head| READ.contains(head) || head.starts_with("ask ")).collect()
}

/// The places in braces.
fn places(text: &str) -> BTreeSet<&str> {
    let open = text.split('{').skip(1);
    open.filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

fn tests_of(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("# test")).collect()
}

#[test]
fn chinese_lessons_have_the_same_parts() {
    let kinds = |parts: &[Part]| -> Vec<String> {
        let kind = |part: &Part| match part {
            Part::Page(page) => format!("page with a table of {}", page.table.len()),
            Part::Scene(scene) => format!("scene, with an ending: {}", !scene.ending.is_empty()),
        };
        parts.iter().map(kind).collect()
    };
    for lesson in course::all() {
        let english = lesson.parts();
        in_chinese(|| {
            let parts = lesson.parts();
            assert_eq!(kinds(&parts), kinds(&english), "{}", lesson.name);
            assert_chinese(lesson.title());
            assert_chinese(lesson.group());
            for part in parts {
                match part {
                    Part::Page(page) => {
                        assert_chinese(&page.title);
                        page.paragraphs.iter().for_each(|text| assert_chinese(text));
                    }
                    Part::Scene(scene) => {
                        assert_chinese(&scene.text);
                        if !scene.ending.is_empty() {
                            assert_chinese(&scene.ending);
                        }
                    }
                }
            }
        });
    }
}

#[test]
fn chinese_lines_are_joined_without_a_blank() {
    let text = translation("tutor/texts/map.txt");
    assert!(text.starts_with("Map：行和列\n"), "{text}");
    let parts = in_chinese(|| course::lesson("eight").unwrap().parts());
    let Part::Scene(scene) = &parts[0] else { panic!("the lesson begins with a page") };
    let text: Vec<char> = scene.text.chars().collect();
    let apart =
        text.windows(3).filter(|three| !three[0].is_ascii() && three[1] == ' ' && !three[2].is_ascii());
    assert_eq!(apart.count(), 0, "{}", scene.text);
}

#[test]
fn translations_have_the_same_section_heads() {
    for lesson in course::all() {
        let tasks = lesson.tasks.iter().map(|(name, _)| format!("tutor/assignments/{name}.txt"));
        for path in tasks.chain([format!("tutor/texts/{}.txt", lesson.name)]) {
            let file = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
            let english = std::fs::read_to_string(file).unwrap();
            assert_eq!(heads(translation(&path)), heads(&english), "{path}");
        }
    }
}

#[test]
fn chinese_notes_belong_to_the_same_code() {
    let split = |text: &'static str| -> Vec<(&str, &str)> {
        let notes = text.trim_end().split("\n\n");
        notes.map(|note| note.split_once('\n').unwrap()).collect()
    };
    let english = split(include_str!("../tutor/notes.txt"));
    let chinese = split(translation("tutor/notes.txt"));
    assert_eq!(chinese.len(), english.len());
    for ((head, sentence), (english, _)) in chinese.into_iter().zip(english) {
        assert_eq!(head, english);
        assert_chinese(sentence);
    }
}

/// The program has the same lines with Chinese comments, and no line is too wide.
fn assert_retold(english: &str, chinese: &str) {
    assert_eq!(chinese.lines().count(), english.lines().count());
    let mut comment = false;
    for (line, same) in chinese.lines().zip(english.lines()) {
        comment |= line.contains("/*");
        assert_eq!(line == same, !comment || same.is_empty(), "{line}");
        assert!(columns_of(line) <= 50, "{line} is too wide");
        let mut signs = line.chars().filter(|c| !c.is_ascii());
        assert_eq!(signs.find(|c| cells_of(*c) != 2), None, "{line}");
        comment &= !line.contains("*/");
    }
}

#[test]
fn our_programs_have_chinese_comments_line_by_line() {
    for source in &SOURCES {
        assert_retold(source.text, in_chinese(|| source.translated()));
    }
}

#[test]
fn a_scene_shows_comments_in_the_spoken_language() {
    let english = program("QIPAN.C");
    let chinese = in_chinese(|| program("QIPAN.C"));
    let ours = source("QIPAN.C").unwrap();
    assert_eq!(english.source(), ours.text);
    assert_eq!(chinese.source(), in_chinese(|| ours.translated()));
    assert!(check(&chinese).is_right());
}

#[test]
fn chinese_tasks_have_the_same_hints_and_tests() {
    for (name, english_text) in course::all().flat_map(|lesson| lesson.tasks) {
        let english = task(name).unwrap();
        let chinese = in_chinese(|| task(name).unwrap());
        for text in [&chinese.title, &chinese.text, &chinese.right] {
            assert_chinese(text);
        }
        // Without a solution of its own a task gives the program as one.
        if english.solution() != english.skeleton {
            assert_eq!(chinese.solution(), english.solution(), "{name}");
        }
        assert_retold(&english.skeleton, &chinese.skeleton);
        assert_eq!(places(&chinese.right), places(&english.right));
        assert_eq!(chinese.hints.len(), english.hints.len());
        for (hint, english) in chinese.hints.iter().zip(&english.hints) {
            // A hint that is only code is the same.
            if hint != english {
                assert_chinese(hint);
            }
        }
        let path = format!("tutor/assignments/{name}.txt");
        let (names, english) = (tests_of(translation(&path)), tests_of(english_text));
        assert_eq!(names.len(), english.len(), "{path}");
        for (name, english) in names.into_iter().zip(english) {
            assert_eq!(places(name), places(english), "{path}");
        }
    }
}

#[test]
fn the_praise_of_a_task_has_the_same_numbers_in_chinese() {
    let said = |name: &str| {
        let task = task(name).unwrap();
        let solution = Program::compile(&task.file, &task.solution()).unwrap();
        match task.check(&solution) {
            Checked::Right(said) => said,
            Checked::Wrong(failure) => panic!("{name}: {}", failure.text),
        }
    };
    let numbers = |text: &str| -> Vec<String> {
        let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-');
        numbers.filter(|number| !number.is_empty()).map(str::to_string).collect()
    };
    let counted = course::all().filter(|lesson| task(lesson.name).unwrap().right.contains('{'));
    for lesson in counted {
        let (english, chinese) = (said(lesson.name), in_chinese(|| said(lesson.name)));
        assert_chinese(&chinese);
        assert_eq!(numbers(&chinese), numbers(&english), "{english} {chinese}");
        assert!(!numbers(&chinese).is_empty(), "{chinese}");
    }
}

#[test]
fn task_failures_are_chinese() {
    for (name, _) in course::all().flat_map(|lesson| lesson.tasks) {
        in_chinese(|| {
            let task = task(name).unwrap();
            if task.marks().is_some() {
                return;
            }
            let given = Program::compile(&task.file, &task.skeleton).unwrap();
            match task.check(&given) {
                Checked::Wrong(failure) => {
                    assert_chinese(&failure.text);
                    // The values in the name of a test are translated, too.
                    let begins = if *name == "end" { "只有白方能走，轮到黑方时：" } else { "" };
                    assert!(failure.text.starts_with(begins), "{}", failure.text);
                }
                Checked::Right(said) => panic!("{name} is solved as it is given: {said}"),
            }
        });
    }
}

#[test]
fn reports_on_steps_are_chinese() {
    for name in ["eight", "end", "two-judges", "fours"] {
        in_chinese(|| {
            for part in course::lesson(name).unwrap().parts() {
                let Part::Scene(scene) = part else { continue };
                let mut stepper = scene.stepper();
                for _ in 0..60 {
                    stepper.go_to(Goal::Into, false);
                    if let Some(said) = said(&stepper, scene.shows.stones) {
                        let text = said.to_string().replace(&said.code, "");
                        assert!(english_in(&text).is_empty(), "{said}");
                        assert!(said.to_string().ends_with('。'), "{said}");
                    }
                }
                stepper.go_to(Goal::End, false);
                let said = said(&stepper, scene.shows.stones).unwrap();
                assert_chinese(&said.to_string());
            }
        });
    }
}

#[test]
fn questions_and_their_answers_are_chinese() {
    in_chinese(|| {
        let questions = [
            Question::Line { right: 7 },
            Question::Value { name: "i".to_string(), right: 3 },
            Question::Stones { right: vec![(0, 0)] },
            Question::Stones { right: vec![(0, 0), (0, 1)] },
        ];
        for question in questions {
            assert_chinese(&question.text());
            assert_chinese(&question.answer());
        }
    });
}

#[test]
fn our_programs_are_described_in_chinese() {
    for source in &SOURCES {
        assert_chinese(in_chinese(|| source.about()));
    }
}

#[test]
fn reports_of_the_check_are_chinese() {
    // Rows with mistakes of different kinds.
    let kinds = |(_, n): &(_, usize)| [6, 8, 14, 17].contains(n) || *n >= 20;
    for ([_, nth, from, to, _, _], _) in rows(MISTAKES).zip(0..).filter(kinds) {
        let text = with("QIPAN.C", nth.parse().unwrap(), &from, &to);
        let program = Program::compile("QIPAN.C", &text).unwrap();
        in_chinese(|| {
            let report = check(&program);
            assert!(!report.is_right(), "{from}");
            assert_chinese(&report.summary());
            report.notes.iter().for_each(|note| assert_chinese(note));
            for verdict in &report.verdicts {
                assert_chinese(&verdict.to_string());
                let Some(difference) = verdict.difference() else {
                    continue;
                };
                for text in [&difference.said, &difference.ours, &difference.theirs] {
                    assert_chinese(text);
                }
                assert!(difference.said.ends_with('。'), "{}", difference.said);
                let told = difference.to_string();
                assert!(english_in(&told).is_empty(), "{told}");
                assert_chinese(&difference.scene(&program).unwrap().text);
            }
        });
    }
}
