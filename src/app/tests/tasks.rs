//! The tasks at the end of the lessons: right changes are told from wrong ones.

use std::collections::BTreeSet;

use app::play::lessons::Tutor;
use app::play::menu;
use app::play::profile::Profile;
use lessons::check::tasks::{Checked, Task, task};
use lessons::tutor::course;
use lessons::tutor::predict::turned;
use lessons::tutor::sources::source;
use turbo::c::Program;
use turbo::dos::Screen;

use crate::common::at_the_board::still;
use crate::common::data::rows;

/// For each task, changes that solve it and changes that only look right: the replaced text and its
/// replacement. The rows of one kind belong together.
const CHANGES: &str = include_str!("tasks/changes.txt");

/// The message about the first wrong change of each task.
const MESSAGES: &str = include_str!("tasks/messages.txt");

/// Replaced texts and their replacements.
type Changes = Vec<[String; 2]>;

/// The changes of a task of this kind.
fn changes(task: &str, kind: &str) -> Changes {
    let all = rows(CHANGES).filter(|[lesson, of, _, _]| lesson == task && of == kind);
    all.map(|[_, _, from, to]| [from, to]).collect()
}

/// The kinds of changes of a task.
fn kinds(task: &str) -> BTreeSet<String> {
    let all = rows(CHANGES).filter(|[lesson, _, _, _]| lesson == task);
    all.map(|[_, kind, _, _]| kind).collect()
}

fn task_of(lesson: &str) -> Task {
    task(lesson).unwrap_or_else(|| panic!("{lesson} has no task"))
}

fn changed(task: &Task, changes: &Changes) -> String {
    let mut text = task.skeleton.clone();
    for [from, to] in changes {
        assert!(text.contains(from), "{} has no {from}", task.file);
        text = text.replace(from, if to == "nothing" { "" } else { to });
    }
    text
}

/// True if a program solves the task, and the message.
fn checked(task: &Task, text: &str) -> (bool, String) {
    let program = Program::compile(&task.file, text);
    let program = program.unwrap_or_else(|errors| panic!("{}: {errors:?}", task.file));
    match task.check(&program) {
        Checked::Right(seen) => (true, seen),
        Checked::Wrong(failure) => {
            // A failing scene can be stepped through.
            if let Some(scene) = &failure.scene {
                scene.stepper();
            }
            (false, failure.text)
        }
    }
}

#[test]
fn every_lesson_has_tasks_and_hints() {
    for lesson in course::all() {
        for (name, _) in lesson.tasks {
            let task = task_of(name);
            assert!(!task.text.is_empty(), "{name}");
            // A lesson for beginners has two tasks, which have titles of their own.
            let (title, hints) =
                if lesson.tasks.len() == 1 { (lesson.title(), 3) } else { (&*task.title, 1) };
            assert_eq!((&*task.title, task.hints.len()), (title, hints), "{name}");
        }
    }
    // The compiler finds a text for each lesson, so these are all.
    let tasks = course::all().map(|lesson| lesson.tasks.len()).sum();
    for (folder, expected) in [("texts", course::all().count()), ("assignments", tasks)] {
        let texts = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons/tutor/");
        let count = std::fs::read_dir(texts.to_string() + folder).unwrap().count();
        assert_eq!(count, expected, "{folder}");
    }
}

/// Changes without an effect on the program.
fn changes_of_nothing(text: &str) -> [String; 3] {
    let spaced = text.replace(" = ", "  =  ").replace("if (", "if(");
    [text.to_string() + "/* Done. */\n", spaced, text.to_string()]
}

#[test]
fn tasks_accept_only_right_changes() {
    for [lesson, said] in rows(MESSAGES) {
        let task = task_of(&lesson);
        for text in changes_of_nothing(&task.skeleton) {
            let unchanged = checked(&task, &text);
            assert!(!unchanged.0, "{lesson} unchanged: {}", unchanged.1);
        }
        let solution = task.solution();
        let seen = checked(&task, &solution);
        assert!(seen.0, "{lesson}, our own solution: {}", seen.1);
        let kinds = kinds(&lesson);
        let wrong = kinds.iter().filter(|kind| kind.starts_with("wrong"));
        assert!(wrong.count() > 1, "{lesson} has too few wrong changes");
        for kind in kinds {
            let seen = checked(&task, &changed(&task, &changes(&lesson, &kind)));
            assert_eq!(seen.0, kind.starts_with("right"), "{lesson}, {kind}: {}", seen.1);
            assert!(!seen.1.contains('{'), "{lesson}: {}", seen.1);
            if kind == "wrong" {
                assert!(seen.1.contains(&said), "{lesson}: {}", seen.1);
            }
        }
    }
    let all = course::all().flat_map(|lesson| lesson.tasks).map(|(name, _)| task_of(name));
    let changes = all.filter(|task| task.marks().is_none());
    assert_eq!(changes.count(), rows::<2>(MESSAGES).count());
}

/// A valid task file.
const TWICE: &str = "\
Twice
# text
Let Twice double n.
# program TWICE.C
#include <stdio.h>
int n;
int Twice(int n) { return n; }
int main(void) { printf(\"%d\", Twice(21)); return 0; }
# test
call Twice(21)
expect result = 42
# test
expect printed = \"42\"
";

/// Errors in a task file: the replaced text, its replacement, and the message.
const ERRORS: &str = include_str!("tasks/errors.txt");

#[test]
fn task_file_errors_name_their_line() {
    let task = Task::read("twice", TWICE).unwrap();
    assert!(!checked(&task, &task.skeleton).0);
    assert!(checked(&task, &task.skeleton.replace("return n;", "return 2 * n;")).0);
    for [from, to, said] in rows(ERRORS) {
        assert!(TWICE.contains(&from), "{from}");
        let to = if to == "nothing" { "" } else { &to };
        let wrong = Task::read("twice", &TWICE.replacen(&from, to, 1));
        let wrong = wrong.map(|task| task.title).unwrap_err().to_string();
        assert!(wrong.starts_with(&said), "{to}: {wrong}");
        assert!(!wrong.contains('\n'), "{wrong}");
    }
}

#[test]
fn endless_and_incomplete_solutions_are_reported() {
    let task = task_of("scores");
    for (from, to, said) in [
        ("  score[1] = 0;", "  while (1) ;\n  score[1] = 0;", "DoScore never ends."),
        ("DoScore", "Count", "DoScore"),
    ] {
        let seen = checked(&task, &task.skeleton.replace(from, to)).1;
        assert!(seen.contains(said), "{seen}");
    }
}

/// The tutor's last frame and the saved data after these keys in a lesson.
fn taught(lesson: &str, keys: &str) -> (Screen, Profile, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let store = store::Store::open(Some(dir.path().to_path_buf()));
    let mut profile = Profile::open(store, &mut app::play::settings::Settings::default());
    let tutor = Tutor::at(lesson).unwrap();
    let (_, last) = still().press_keeping(keys, &mut profile, |session| menu::lessons(session, tutor));
    (last, profile, dir)
}

/// The keys from a lesson to its task, and there to the end of this text.
fn to_text(text: &str) -> String {
    let lines = source("QIPAN.C").unwrap().text.lines();
    let (line, column) = lines.zip(0..).find_map(|(line, n)| Some((n, line.find(text)?))).unwrap();
    let column = column + text.len();
    format!("End Right y Esc Ctrl+Home Down*{line} Home Right*{column} ")
}

#[test]
fn tasks_are_solved_in_the_editor() {
    for (keys, solves) in
        [("= Ctrl+F10", true), ("= F2 Esc", true), ("F2 Esc", false), ("Space 9 Space + Ctrl+F10", false)]
    {
        let (_, profile, _dir) = taught("tries", &(to_text("(tries >") + keys));
        assert_eq!(profile.progress().is_solved("tries"), solves, "{keys}");
    }
}

#[test]
fn a_failing_solution_can_be_stepped_through() {
    let before = taught("tries", &(to_text("(tries >") + "Space 9 Space +")).0;
    let wrong = to_text("(tries >") + "Space 9 Space + Ctrl+F10 Enter ";
    let stepped = taught("tries", &wrong).0;
    let on = taught("tries", &(wrong.clone() + "F8*3")).0;
    assert!(stepped != before && on != stepped);
    let back = taught("tries", &(wrong + "F8*3 Esc")).0;
    assert!(back == before, "the text is as it was");
}

#[test]
fn the_machine_grades_the_question_of_a_lesson() {
    let Some(scene) = task_of("game").marks() else { panic!("the two pages end with a question") };
    let turned = turned(&scene);
    assert!(turned.len() > 2, "{turned:?}");
    let marks: Vec<String> =
        turned.iter().map(|(row, col)| format!("Up*7 Left*7 Down*{row} Right*{col} Space")).collect();
    let keys = format!("Right*2 Down Enter {} Enter Enter", marks.join(" "));
    let right = taught("game", &keys).1;
    assert!(right.progress().is_solved("game"));
    let wrong = taught("game", &keys.replacen("Space", "", 1)).1;
    assert!(!wrong.progress().is_solved("game"));
    assert_eq!(wrong.progress().answers("game"), (0, 1));
}
