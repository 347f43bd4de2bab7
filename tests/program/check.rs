//! The output and status of `qipan check`.

use lessons::tutor::sources::source;
use std::fs;
use tempfile::TempDir;

use crate::common::program::qipan_in;

/// TABLE.C with one text replaced, and without `QpChange`, which takes long to check.
fn table(from: &str, to: &str) -> String {
    let text = source("TABLE.C").expect("the program has it").text;
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1).replace("QpChange", "Change")
}

/// The output and status of `qipan check` in this folder.
fn qipan(folder: &TempDir, args: &[&str]) -> (String, Option<i32>) {
    qipan_in(folder.path(), &[&["check"], args].concat())
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// A class: a right program, a wrong one, one that does not compile, and one without known functions.
fn class() -> TempDir {
    folder(&[
        ("ANNA.C", &table("", "")),
        ("BEN.C", &table("7 - n", "6 - n")),
        ("CARL.C", "int Map[8][8]\nint t;\n"),
        ("DORA.C", "int main(void) { return 0; }\n"),
    ])
}

#[test]
fn each_function_of_a_single_file_is_explained() {
    let folder = class();
    let text = source("TABLE.C").unwrap().text;
    fs::write(folder.path().join("EVE.C"), text.replace("left < 2", "left < 3")).unwrap();
    let (printed, status) = qipan(&folder, &["ANNA.C"]);
    let expected = "main: right on 2 of 2\nTurnOver: right on 256 of 256\nCellsLeft: right on 24 of 24\n";
    assert_eq!((printed.as_str(), status), (expected, Some(0)));
    let (printed, status) = qipan(&folder, &["EVE.C"]);
    assert!(printed.contains("QpChange: wrong on number "), "{printed}");
    assert!(printed.contains(" drops a disc on "), "{printed}");
    assert_eq!(status, Some(1));
    let (printed, status) = qipan(&folder, &[]);
    let words = "qipan: check needs FILE.C; see qipan check --help\n";
    assert_eq!((printed.as_str(), status), (words, Some(2)));
}

#[test]
fn a_class_gets_a_line_for_each_file_and_a_table_of_functions() {
    let folder = class();
    let (printed, status) = qipan(&folder, &["ANNA.C", "BEN.C", "CARL.C", "DORA.C", "NONE.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "ANNA.C: 3 of 3 right");
    assert!(lines[1].starts_with("BEN.C: 2 of 3 right; CellsLeft"), "{printed}");
    assert!(lines[2].starts_with("CARL.C: 1 error, the first: Error CARL.C"), "{printed}");
    assert_eq!(lines[3], "DORA.C: it has none of the functions to check");
    assert!(lines[4].starts_with("NONE.C: cannot be read: "), "{printed}");
    let table = ["main         2 of 2", "TurnOver     2 of 2", "CellsLeft    1 of 2"];
    assert_eq!(lines[5..], table, "{printed}");
    assert_eq!(status, Some(1));
    let (printed, _) = qipan(&folder, &["-v", "ANNA.C", "BEN.C"]);
    assert!(printed.contains("\n  TurnOver: right on 256 of 256\n"), "{printed}");
    assert!(printed.contains("\n    Yours: "), "{printed}");
}

#[test]
fn json_and_csv_report_each_function() {
    let folder = class();
    let (printed, status) = qipan(&folder, &["--json", "ANNA.C", "BEN.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    let expected = r#"{"file":"ANNA.C","right":true,"notes":[],"functions":[{"function":"main","right":2,"of":2},{"function":"TurnOver","right":256,"of":256},{"function":"CellsLeft","right":24,"of":24}]}"#;
    assert_eq!(lines[0], expected);
    assert!(lines[1].starts_with(r#"{"file":"BEN.C","right":false,"#), "{printed}");
    assert!(lines[1].contains(r#","board":["#), "{printed}");
    assert_eq!(status, Some(1));
    let (printed, status) = qipan(&folder, &["--csv", "BEN.C", "CARL.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[..2], ["file,function,verdict,line,what", "BEN.C,main,right,,"]);
    assert!(lines[3].starts_with("BEN.C,CellsLeft,wrong,"), "{printed}");
    assert!(lines[4].starts_with("CARL.C,,error,1,"), "{printed}");
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
fn programs_are_compared_with_a_teachers_solution() {
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
    let (printed, status) = qipan(&folder, &["--against", "TEACHER.C", "--keys", "+ +", "BEN.C"]);
    assert_eq!((printed.as_str(), status), ("main: right on 1 of 1\n", Some(0)));
    let (printed, status) = qipan(&folder, &["--keys", "+", "BEN.C"]);
    assert!(printed.contains("--against"), "{printed}");
    assert_eq!(status, Some(2));
}
