//! The output and status of `qipan check`.

use lessons::tutor::sources::source;
use std::fs;
use tempfile::TempDir;

use crate::common::program::{program, qipan_in};

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
    assert_eq!(lines[5..8], table, "{printed}");
    assert_eq!(lines[8..], ["1 file does not compile."]);
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
        ("DORA.C", &SOLUTION.replace("n++", "n+")),
    ]);
    let files = ["--against", "TEACHER.C", "ANNA.C", "BEN.C", "CARL.C", "DORA.C"];
    let (printed, status) = qipan(&folder, &files);
    let expected = "14 inputs take all 6 branches of the solution.\nANNA.C: 1 of 1 right\nBEN.C: 0 of 1 right; main: printed text\n\
        CARL.C: 0 of 1 right; main: waits for a key\n\
        DORA.C: 1 error, the first: Error DORA.C 9: Expression syntax in function main\nmain    1 of 3\n1 file does not compile.\n";
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

/// A solution that reads numbers, and programs of a class.
fn numbers() -> TempDir {
    let solution = "#include <stdio.h>\nint main(void)\n{\n  int a, b;\n  scanf(\"%d%d\", &a, &b);\n  \
        printf(\"%d\", a > 50 ? b : a + b);\n  return 0;\n}\n";
    let task = format!(
        "Numbers\n# text\nAdd.\n# program SUM.C\n{solution}# solution\n{solution}# input two <numbers>\n3\n4\n# hidden secret\nline 60\nline 1\n"
    );
    folder(&[
        ("TEACHER.C", solution),
        ("TASK.TXT", &task),
        ("ANNA.C", &solution.replace("scanf(\"%d%d\", &a, &b)", "scanf(\"%d\", &a); scanf(\"%d\", &b)")),
        ("BEN.C", &solution.replace("a + b", "a - b")),
        ("CARL.C", &solution.replace("  int a", "  /* Mine */\n\n int a")),
        ("DORA.C", &solution.replace("50", "51")),
        ("EVE.C", "int main(void) { return }\n"),
    ])
}

#[test]
fn inputs_are_made_for_a_solution() {
    let folder = numbers();
    let (printed, status) =
        qipan(&folder, &["--against", "TEACHER.C", "ANNA.C", "BEN.C", "CARL.C", "TEACHER.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].ends_with(" inputs take all 2 branches of the solution."), "{printed}");
    assert_eq!(lines[1..2], ["ANNA.C: 1 of 1 right"]);
    assert_eq!(lines[2..4], ["BEN.C: 0 of 1 right; main: printed text", "CARL.C: 1 of 1 right"]);
    assert_eq!(lines[6], "The same program: CARL.C, TEACHER.C.", "{printed}");
    assert_eq!(status, Some(1));
    let (printed, status) = qipan(&folder, &["--against", "TEACHER.C", "DORA.C"]);
    assert!(printed.contains("  After 51 Enter, "), "{printed}");
    assert_eq!(status, Some(1));
    let args = ["--against", "TEACHER.C", "--range", "0..50", "DORA.C"];
    assert_eq!(qipan(&folder, &args).1, Some(0));
    let (printed, status) = qipan(&folder, &["--against", "TEACHER.C", "--range", "5..1", "DORA.C"]);
    assert!(printed.contains("'5..1' is not a range such as 0..100"), "{printed}");
    assert_eq!(status, Some(2));
    let (printed, status) = qipan(&folder, &["--against", "EVE.C", "ANNA.C"]);
    assert!(printed.starts_with("qipan: EVE.C: 1 error, the first: ") && status == Some(1), "{printed}");
}

#[test]
fn a_task_has_all_forms_of_output() {
    let folder = numbers();
    let check = |args: &[&str]| qipan(&folder, &[&["--task", "TASK.TXT"], args].concat());
    let (printed, status) = check(&["ANNA.C", "BEN.C", "DORA.C", "EVE.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    let ben = "BEN.C: not yet. two <numbers>: what is printed is \"-1\", and should be \"7\".";
    assert_eq!((&lines[..3], status), (&["ANNA.C: right", ben, "DORA.C: right"][..], Some(1)));
    assert!(lines[3].starts_with("EVE.C: 1 error"), "{printed}");
    assert_eq!(lines[4..6], ["two <numbers>    2 of 4", "secret           3 of 4"]);
    let files = ["ANNA.C    2 of 2", "BEN.C     1 of 2", "DORA.C    2 of 2", "EVE.C     0 of 2"];
    assert_eq!(lines[6..], files, "a file that does not compile counts");
    let (printed, _) = check(&["-v", "BEN.C"]);
    assert!(printed.starts_with("two <numbers>: wrong on number 1 of 1\n  two <numbers>: "), "{printed}");
    let (printed, _) = check(&["--csv", "ANNA.C", "EVE.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[1..3], ["ANNA.C,two <numbers>,right,,", "ANNA.C,secret,right,,"]);
    assert!(lines[3].starts_with("EVE.C,,error,1,"), "{printed}");
    let (printed, _) = check(&["--json", "BEN.C"]);
    assert!(
        printed.contains(r#""tests":[{"function":"two <numbers>","right":0,"of":1,"said":"#),
        "{printed}"
    );
}

#[test]
fn results_are_written_for_other_graders() {
    let folder = numbers();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let args = ["--task", "TASK.TXT", "BEN.C", "EVE.C", "--junit", "junit.xml", "--film", "films"];
    assert_eq!(qipan(&folder, &args).1, Some(1));
    let junit = read("junit.xml");
    assert!(junit.contains("<testsuite name=\"BEN.C\" tests=\"2\" failures=\"1\">"), "{junit}");
    assert!(junit.contains("<testcase classname=\"BEN.C\" name=\"two &lt;numbers&gt;\">"), "{junit}");
    assert!(junit.contains("is &quot;-1&quot;, and should be"), "{junit}");
    assert!(junit.contains("<testsuite name=\"EVE.C\" tests=\"2\" failures=\"2\">"), "{junit}");
    let film = fs::read(folder.path().join("films/BEN-two--numbers.png")).unwrap();
    assert!(film.windows(4).any(|bytes| bytes == b"acTL"));
    let args = ["check", "--task", "TASK.TXT", "BEN.C", "--result", "result.json"];
    let (printed, status) = qipan_in(folder.path(), &args);
    assert!(printed.contains("--result needs the variable CLASSROOM"), "{printed}");
    assert_eq!(status, Some(1));
    let names = ["CLASSROOM", "ASSIGNMENT", "OWNER", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"];
    let output =
        program().args(args).current_dir(folder.path()).envs(names.map(|name| (name, "x"))).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let result = read("result.json");
    let begin = r#"{"schema":"classroom50/result/v1","classroom":"x","assignment":"x","owner":"x","submission":"x","commit":"x","release":"x","review":"x","datetime":""#;
    assert!(result.starts_with(begin), "{result}");
    let time = result[begin.len()..].split('"').next().unwrap();
    assert!(time.len() == 20 && time.starts_with("20") && time.ends_with('Z'), "{time}");
    let tests = r#""score":1,"max-score":2,"tests":[{"test-name":"two <numbers>","passed":false,"score":0,"max-score":1,"said":"#;
    assert!(result.contains(tests), "{result}");
}

#[test]
fn a_task_is_checked_before_the_class_gets_it() {
    let folder = numbers();
    let (printed, status) = qipan_in(folder.path(), &["task", "TASK.TXT"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines[..2],
        ["The solution passes all tests.", "2 of 3 copies with one operator changed fail a test."]
    );
    assert!(lines[2].starts_with("Warning: no test notices >= for > in line 6: "), "{printed}");
    assert_eq!((lines.len(), status), (3, Some(0)));
    let args = ["task", "TASK.TXT", "--student", "CLASS.TXT"];
    assert_eq!(qipan_in(folder.path(), &args), (String::new(), Some(0)));
    let (printed, _) = qipan(&folder, &["--task", "CLASS.TXT", "-v", "ANNA.C"]);
    assert_eq!(printed, "two <numbers>: right on 1 of 1\n");
}
