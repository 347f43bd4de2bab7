//! `qipan contest`, and C programs as players.

use std::fs;
use tempfile::TempDir;

use crate::common::pictures::read_film;
use crate::common::program::{program, qipan_in};
use lessons::check::tasks::task;
use lessons::tutor::sources::source;
use turbo::c::{Machine, Program, Stop};
use turbo::dos::headless::Headless;

/// A folder with the players among the examples, and with these files.
fn folder(examples: &[&str], files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for name in examples {
        fs::write(folder.path().join(name), source(name).expect(name).text).unwrap();
    }
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The output and status of `qipan contest` in this folder.
fn contest(folder: &TempDir, args: &[&str]) -> (String, Option<i32>) {
    qipan_in(folder.path(), &[&["contest"], args].concat())
}

/// The names in the table's order, each with its points.
fn ranks(printed: &str) -> Vec<(String, f64)> {
    let rows = printed.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
    let rows = rows.take_while(|cells| cells[0].parse::<usize>().is_ok());
    rows.map(|cells| (cells[1].to_string(), cells[2].parse().unwrap())).collect()
}

const OTHELLO: [&str; 4] = ["RANDOM.C", "GREEDY.C", "CORNER.C", "AHEAD.C"];

#[test]
fn the_examples_are_better_the_more_they_know() {
    let folder = folder(&OTHELLO, &[]);
    let (printed, status) = contest(&folder, &[&OTHELLO[..], &["1"]].concat());
    assert_eq!(status, Some(0), "{printed}");
    let ranks = ranks(&printed);
    let names: Vec<&str> = ranks.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["AHEAD.C", "CORNER.C", "1-greedy", "GREEDY.C", "RANDOM.C"], "{printed}");
    // Each pair plays 20 games.
    assert_eq!(ranks.iter().map(|(_, points)| points).sum::<f64>(), 200.0);
    assert!(printed.contains("\nAHEAD.C beats level 1.\nCORNER.C beats level 1.\n"), "{printed}");
    let two = ["RANDOM.C", "CORNER.C", "--csv"];
    assert_eq!(contest(&folder, &two), contest(&folder, &two), "the results are the same on each run");
}

/// Programs that cannot play on, and the sentence about each.
const FAIL: [(&str, &str, &str); 5] = [
    ("LOOP.C", "while (1)\n    ;", "LOOP.C 4: More than 5000000 steps for a move."),
    ("ILLEGAL.C", "return 27;", "ILLEGAL.C chose d4, which is not a legal move."),
    ("FAR.C", "return -70;", "FAR.C chose -70, which is not a legal move."),
    ("FAULT.C", "return Map[t + 7][0];", "Error FAULT.C 4: Array index "),
    ("KEY.C", "return bioskey(0);", "KEY.C 4: The program waits for a key."),
];

#[test]
fn a_failing_program_loses_its_games_and_nothing_else() {
    let texts = FAIL.map(|(name, code, _)| {
        (name, format!("#include <bios.h>\nint Map[8][8];\nint Choose(int t)\n{{ {code} }}\n"))
    });
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, &**text)).collect();
    let folder = folder(&["GREEDY.C"], &files);
    for (name, _, why) in FAIL {
        let (printed, status) = contest(&folder, &["GREEDY.C", name]);
        assert_eq!(status, Some(0), "{printed}");
        assert_eq!(ranks(&printed), [("GREEDY.C".to_string(), 20.0), (name.to_string(), 0.0)]);
        let said = format!("{name} lost ");
        assert!(printed.contains(&said) && printed.contains(why), "{printed}");
        assert!(printed.contains("against GREEDY.C, opening 1, turn 10."), "{printed}");
    }
}

#[test]
fn bad_files_get_a_line_each_and_the_others_play() {
    let bad = [
        ("BAD.C", "int Map[8][8]\nint x;\n"),
        ("NOT.C", "int Map[8][8];\nint main(void) { return 0; }\n"),
        ("TWO.C", "int Map[8][8];\nint Choose(int t, int n) { return t + n; }\n"),
    ];
    let folder = folder(&["GREEDY.C", "RANDOM.C", "LINES.C"], &bad);
    let files = ["GREEDY.C", "BAD.C", "NOT.C", "TWO.C", "LINES.C", "NONE.C", "RANDOM.C"];
    let (printed, status) = contest(&folder, &files);
    assert_eq!(status, Some(1));
    assert_eq!(ranks(&printed).len(), 2, "{printed}");
    for line in [
        "Error BAD.C 1: Declaration missing ;.",
        "NOT.C has no function int Choose(int t).",
        "TWO.C has no function int Choose(int t).",
        "LINES.C does not play Othello: it has no int Map[8][8].",
        "NONE.C cannot be read: ",
    ] {
        assert_eq!(printed.matches(line).count(), 1, "{line}: {printed}");
    }
    let (printed, status) = contest(&folder, &["BAD.C", "GREEDY.C"]);
    assert_eq!(status, Some(1));
    assert!(printed.ends_with("Declaration missing ;.\n"), "{printed}");
    assert!(contest(&folder, &["GREEDY.C"]).0.ends_with("qipan: a contest needs two players\n"));
    let (printed, status) = contest(&folder, &["GREEDY.C", "human"]);
    assert_eq!((&*printed, status), ("qipan: human plays no contests; see qipan contest --help\n", Some(2)));
}

#[test]
fn gomoku_has_contests_with_csv_and_a_film() {
    let folder = folder(&["LINES.C"], &[]);
    let (printed, status) = contest(&folder, &["--gomoku", "--csv", "--film", "F.png", "LINES.C", "random"]);
    assert_eq!(status, Some(0), "{printed}");
    let rows: Vec<Vec<&str>> = printed.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), "black,white,opening,winner,turns,why");
    assert_eq!(rows.len(), 21);
    let won = rows[1..].iter().filter(|row| row[3] == (if row[0] == "LINES.C" { "black" } else { "white" }));
    assert_eq!(won.count(), 20, "{printed}");
    let film = read_film(&fs::read(folder.path().join("F.png")).unwrap());
    let turns: usize = rows[1][4].parse().unwrap();
    assert_eq!(film.len(), turns + 1);
}

#[test]
fn a_c_program_plays_at_the_board() {
    let folder = folder(&["GREEDY.C", "CORNER.C", "LINES.C"], &[]);
    let play = |args: &[&str]| qipan_in(folder.path(), args).0;
    let args = ["othello", "--black", "GREEDY.C", "--white", "CORNER.C", "--keys", "", "--dump"];
    let printed = play(&args);
    assert!(printed.contains("to move: nobody"), "{printed}");
    assert_eq!(play(&args), printed);
    let printed = play(&["gomoku", "--black", "LINES.C", "--white", "random", "--keys", "", "--dump"]);
    assert!(printed.contains("\nresult: black"), "{printed}");
    // A missing program is reported, and Esc seats a person.
    let keys = "Enter Esc Down*3 Right*3 Enter";
    let printed = play(&["othello", "--black", "NONE.C", "--keys", keys, "--rules", "standard", "--dump"]);
    assert!(printed.contains("moves: d3"), "{printed}");
}

#[test]
fn the_form_seats_a_c_program_that_plays_this_game() {
    let play = |file: &str, after: &str| {
        let folder = folder(&["GREEDY.C", "LINES.C"], &[]);
        let keys = format!("o Down Left*2 Enter {file} Enter {after}");
        qipan_in(folder.path(), &["--keys", &keys, "--dump"]).0
    };
    let printed = play("g", "c 4 Enter");
    assert!(printed.contains("moves: c4c3"), "{printed}");
    // LINES.C plays gomoku. After the message the form is shown again, where Random takes White.
    let printed = play("l", "Enter Down Right*3 Enter c 4 Enter");
    assert!(printed.contains("moves: c4"), "{printed}");
}

#[test]
fn the_debugger_opens_at_the_move_of_a_c_program() {
    let folder = folder(&["GREEDY.C"], &[]);
    let picture = |keys: &str, file: &str| {
        let mut command = program();
        command.args(["othello", "--black", "GREEDY.C", "--keys", keys, "--screenshot", file, "--dump"]);
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        (fs::read(folder.path().join(file)).unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    // F5 turns the tutor on, and D leaves it at the person's drop. The next move of the program is debugged before it is made.
    let moves = "c 3 Enter d";
    let (debugger, before) = picture(&format!("F5 {moves}"), "A.png");
    let (after_steps, _) = picture(&format!("F5 {moves} F7*5"), "B.png");
    let (_, after) = picture(&format!("F5 {moves} F7*5 Esc"), "C.png");
    assert_ne!(debugger, after_steps);
    assert_eq!(before.lines().find(|line| line.starts_with("moves: ")).unwrap().len(), "moves: d3c3".len());
    assert_eq!(after.lines().find(|line| line.starts_with("moves: ")).unwrap().len(), "moves: d3c3xx".len());
}

#[test]
fn the_lessons_program_plays_the_games_of_a_contest() {
    let task = task("contest").unwrap();
    for (text, wins) in [(&task.skeleton, 5), (&task.solution(), 19)] {
        let program = Program::compile(&task.file, text).unwrap();
        let mut machine = Machine::without_history(&program);
        machine.call("Wins", &[]).unwrap();
        while machine.run(&mut Headless::default(), 1_000_000) != Ok(Stop::Ended) {}
        assert_eq!(machine.returned(), Some(wins));
        let folder = folder(&["GREEDY.C"], &[(&task.file, text)]);
        let (printed, _) = contest(&folder, &[&task.file, "GREEDY.C"]);
        let row = printed.lines().find(|line| line.contains(&task.file)).unwrap();
        assert_eq!(row.split_whitespace().nth(3), Some(&*wins.to_string()), "{printed}");
    }
}
