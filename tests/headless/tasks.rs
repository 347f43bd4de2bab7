//! What there is to change in the C at the end of a lesson: a right change is told from none and from a wrong one.

use qipan::c::Program;
use qipan::dos::script::Script;
use qipan::dos::{Screen, parse_keys};
use qipan::play::keeper::Keeper;
use qipan::play::lessons::Tutor;
use qipan::play::menu;
use qipan::tutor::lessons::lesson;
use qipan::tutor::sources::source;
use qipan::tutor::tasks::{Checked, TASKS, task};

/// For each task, changes that solve it: what is replaced, and by what.
const SOLVED: &[(&str, &[(&str, &str)])] = &[
    (
        "draw",
        &[(
            "setfillstyle(SOLID_FILL, RED);\n  bar(0, 0, 639, 479);",
            "setfillstyle(SOLID_FILL, BLUE);\n  bar(0, 0, 639, 479);",
        )],
    ),
    (
        "colour",
        &[(
            "if (t % 2 == 1) {\n    setcolor(BLACK);",
            "if (t % 2 == 0) {\n    setcolor(BLACK);",
        )],
    ),
    ("start", &[("    x = 120;", "    x = 200;")]),
    (
        "eight",
        &[
            ("if (row < 6 && col < 6) {", "if (0) {"),
            ("if (row < 6 && col > 1) {", "if (0) {"),
            ("if (row > 1 && col > 1) {", "if (0) {"),
            ("if (row > 1 && col < 6) {", "if (0) {"),
        ],
    ),
    ("edge", &[("if (col < 6) {", "if (col + 2 < 8) {")]),
    ("tries", &[("tries > 64", "tries >= 64")]),
    (
        "scores",
        &[(
            "        score[2]++;\n    }",
            "        score[2]++;\n      if (row % 7 == 0 && col % 7 == 0 && Map[row][col] != 0)\n        score[Map[row][col]]++;\n    }",
        )],
    ),
    (
        "wrap",
        &[(
            "    if (!own[next])",
            "    if (abs(next % 15 - (next - step) % 15) > 1)\n      return 0;\n    if (!own[next])",
        )],
    ),
    ("alpha-beta", &[("if (best >= beta) {", "if (0) {")]),
];

fn compiled(file: &str, changes: &[(&str, &str)]) -> Program {
    let mut text = source(file).unwrap().text.to_string();
    for (from, to) in changes {
        assert!(text.contains(from), "{file} has no {from}");
        text = text.replacen(from, to, 1);
    }
    Program::compile(file, &text).unwrap_or_else(|errors| panic!("{file}: {errors:?}"))
}

#[test]
fn every_task_belongs_to_a_lesson_and_its_right_change_is_seen() {
    for task in TASKS {
        assert!(lesson(task.lesson).is_some(), "{}", task.lesson);
        let (_, changes) = SOLVED
            .iter()
            .find(|(name, _)| *name == task.lesson)
            .unwrap();
        let unchanged = (task.check)(&compiled(task.file, &[]));
        assert!(
            matches!(unchanged, Checked::Wrong(_)),
            "{}: {unchanged:?}",
            task.lesson
        );
        let changed = (task.check)(&compiled(task.file, changes));
        assert!(
            matches!(changed, Checked::Right(_)),
            "{}: {changed:?}",
            task.lesson
        );
    }
    assert_eq!(TASKS.len(), SOLVED.len());
}

#[test]
fn a_change_that_goes_wrong_is_told_with_what_was_seen() {
    let wrong = |lesson: &str, changes: &[(&str, &str)]| {
        let task = task(lesson).unwrap();
        match (task.check)(&compiled(task.file, changes)) {
            Checked::Wrong(seen) => seen,
            Checked::Right(seen) => panic!("{lesson} is not solved: {seen}"),
        }
    };
    let over_the_edge = wrong("edge", &[("if (col < 6) {", "if (1) {")]);
    assert!(over_the_edge.contains("QIPAN.C"), "{over_the_edge}");
    let two_diagonals = wrong("eight", &[("if (row < 6 && col < 6) {", "if (0) {")]);
    assert!(two_diagonals.contains("should turn"), "{two_diagonals}");
    let too_cheap = wrong(
        "tries",
        &[("tries > 64 - score[1] - score[2]", "tries > 0")],
    );
    assert!(too_cheap.contains("first failed try"), "{too_cheap}");
    let no_fives = wrong("wrap", &[("    if (!own[next])", "    if (1)")]);
    assert!(no_fives.contains("a five"), "{no_fives}");
    let endless = wrong(
        "scores",
        &[("  score[1] = 0;", "  while (1) ;\n  score[1] = 0;")],
    );
    assert!(endless.contains("does not come to its end"), "{endless}");
}

#[test]
fn a_task_is_done_in_the_editor_at_the_end_of_its_lesson() {
    let dir = tempfile::tempdir().unwrap();
    let store = qipan::store::Store::open(Some(dir.path().to_path_buf()));
    let mut keeper = Keeper::open(store, &mut qipan::play::settings::Settings::default());
    let mut last = Screen::default();
    // To the line of the condition, and an = behind its >.
    let line = source("QIPAN.C")
        .unwrap()
        .text
        .lines()
        .position(|l| l.contains("tries > 64"));
    let column = "          if (tries >".len();
    let keys = format!(
        "Tab End Right y Enter Ctrl+Home Down*{} Home Right*{column} = F2 Esc Enter Enter",
        line.unwrap()
    );
    let keys = keys.replacen("Tab ", "", 1);
    let mut script = Script::new(parse_keys(&keys).unwrap(), |screen, _| {
        last.clone_from(screen)
    });
    let tutor = Tutor::at("tries").unwrap();
    let _ = crate::common::still().run(&mut script, &mut keeper, |session| {
        menu::lessons(session, tutor)
    });
    drop(script);
    let solved = keeper.progress().is_solved("tries");
    if !solved {
        std::fs::write(
            std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("task.png"),
            last.png_bytes(),
        )
        .unwrap();
    }
    assert!(solved, "the task of passing is solved in the editor");
}
