//! `qipan check`: what it prints, and its status.

use lessons::tutor::sources::source;
use std::fs;
use tempfile::TempDir;

use crate::common::program::qipan_in;

fn ours(name: &str) -> &'static str {
    source(name).expect("it is one of ours").text
}

/// A source with the `n`th place of a text replaced, from 0.
fn with(name: &str, n: usize, from: &str, to: &str) -> String {
    let text = ours(name);
    let found = text.match_indices(from).nth(n);
    let (at, _) = found.unwrap_or_else(|| panic!("{name} has no {from}"));
    format!("{}{to}{}", &text[..at], &text[at + from.len()..])
}

/// What `qipan check` prints of these files, and its status.
fn qipan(folder: &TempDir, args: &[&str]) -> (String, Option<i32>) {
    qipan_in(folder.path(), &[&["check"], args].concat())
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// A class: one right program, one wrong one, one that is no C, and one that is something else.
fn class() -> TempDir {
    folder(&[
        ("ANNA.C", ours("TABLE.C")),
        ("BEN.C", &with("TABLE.C", 0, "left < 2", "left < 3")),
        ("CARL.C", "int Map[8][8]\nint t;\n"),
        ("DORA.C", "int main(void) { return 0; }\n"),
    ])
}

#[test]
fn of_one_file_each_function_is_told_with_what_is_wrong() {
    let folder = class();
    let (printed, status) = qipan(&folder, &["ANNA.C"]);
    let expected = "main: right on 2 of 2\nQpChange: right on 10000 of 10000\nTurnOver: right on 256 of 256\nCellsLeft: right on 24 of 24\n";
    assert_eq!((printed.as_str(), status), (expected, Some(0)));
    let (printed, status) = qipan(&folder, &["BEN.C"]);
    assert!(printed.contains("QpChange: wrong on number "), "{printed}");
    assert!(printed.contains(" drops a disc on "), "{printed}");
    assert_eq!(status, Some(1));
    let (printed, status) = qipan(&folder, &[]);
    let words = "qipan: check needs FILE.C; see qipan check --help\n";
    assert_eq!((printed.as_str(), status), (words, Some(2)));
}

#[test]
fn of_a_class_each_file_gets_a_line_and_a_table_counts_the_functions() {
    let folder = class();
    let files = ["ANNA.C", "BEN.C", "CARL.C", "DORA.C", "NONE.C"];
    let (printed, status) = qipan(&folder, &files);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "ANNA.C: 4 of 4 right");
    assert_eq!(lines[1], "BEN.C: 3 of 4 right; QpChange down-right");
    let words = "CARL.C: 1 error, the first: Error CARL.C";
    assert!(lines[2].starts_with(words), "{printed}");
    assert_eq!(lines[3], "DORA.C: none of its functions is one of ours");
    assert!(
        lines[4].starts_with("NONE.C: cannot be read: "),
        "{printed}"
    );
    let table = [
        "main         2 of 2",
        "QpChange     1 of 2",
        "TurnOver     2 of 2",
        "CellsLeft    2 of 2",
    ];
    assert_eq!(lines[5..], table, "{printed}");
    assert_eq!(status, Some(1));
    let (printed, _) = qipan(&folder, &["-v", "ANNA.C", "BEN.C"]);
    assert!(
        printed.contains("\n  QpChange: right on 10000 of 10000\n"),
        "{printed}"
    );
    assert!(printed.contains("\n    Yours: "), "{printed}");
}

#[test]
fn a_class_is_told_as_json_and_as_csv() {
    let folder = class();
    let (printed, status) = qipan(&folder, &["--json", "ANNA.C", "BEN.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    let expected = r#"{"file":"ANNA.C","right":true,"notes":[],"functions":[{"function":"main","right":2,"of":2},{"function":"QpChange","right":10000,"of":10000},{"function":"TurnOver","right":256,"of":256},{"function":"CellsLeft","right":24,"of":24}]}"#;
    assert_eq!(lines[0], expected);
    assert!(lines[1].starts_with(r#"{"file":"BEN.C","right":false,"#));
    assert!(lines[1].contains(r#","board":[""#), "{printed}");
    assert_eq!(status, Some(1));
    let (printed, status) = qipan(&folder, &["--csv", "BEN.C", "CARL.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines[..2],
        ["file,function,verdict,line,what", "BEN.C,main,right,,"]
    );
    let words = "BEN.C,QpChange,wrong,";
    assert!(
        lines[2].starts_with(words) && lines[2].ends_with('"'),
        "{printed}"
    );
    assert!(lines[5].starts_with("CARL.C,,error,1,"), "{printed}");
    assert_eq!(status, Some(1));
}

const SOLUTION: &str = "#include <conio.h>
#include <stdio.h>
int main(void)
{
  int key, n = 0;

  while ((key = getch()) != 27) {
    if (key == '+')
      n++;
    if (key == '-')
      n--;
    printf(\"%d\\n\", n);
  }
  return 0;
}
";

#[test]
fn programs_are_held_against_a_teachers_solution_by_keys_that_it_reads_or_that_are_given() {
    let other = SOLUTION.replace("n++", "n = n + 1").replace("key", "k");
    let folder = folder(&[
        ("TEACHER.C", SOLUTION),
        ("ANNA.C", &other),
        ("BEN.C", &SOLUTION.replace("n--", "n -= 2")),
        ("CARL.C", &SOLUTION.replace("!= 27", "!= 'q'")),
    ]);
    let files = ["--against", "TEACHER.C", "ANNA.C", "BEN.C", "CARL.C"];
    let (printed, status) = qipan(&folder, &files);
    let expected = "ANNA.C: 1 of 1 right\nBEN.C: 0 of 1 right; main printed text\n\
        CARL.C: 0 of 1 right; main waits for a key\nmain    1 of 3\n";
    assert_eq!((printed.as_str(), status), (expected, Some(1)));
    let keys = ["--against", "TEACHER.C", "--keys", "+ + - Esc", "BEN.C"];
    let (printed, _) = qipan(&folder, &keys);
    let words = "  After -, line 3 that it prints is \"0\", and should be \"1\".\n";
    assert!(printed.contains(words), "{printed}");
    let (printed, status) = qipan(
        &folder,
        &["--against", "TEACHER.C", "--keys", "+ +", "BEN.C"],
    );
    assert_eq!(
        (printed.as_str(), status),
        ("main: right on 1 of 1\n", Some(0))
    );
    let (printed, status) = qipan(&folder, &["--keys", "+", "BEN.C"]);
    assert!(printed.contains("--against"), "{printed}");
    assert_eq!(status, Some(2));
}
