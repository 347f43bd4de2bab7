//! A teacher's assignment on the command line, and the results of a class.

use std::fs;

use lessons::check::tasks::task;
use tempfile::TempDir;

use crate::common::program::qipan_in;

/// The output of a command in this folder, and its status.
fn qipan(folder: &TempDir, args: &[&str]) -> (String, Option<i32>) {
    qipan_in(folder.path(), args)
}

#[test]
fn assignments_are_printed_and_check_programs() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let (text, status) = qipan(&folder, &["source", "--task", "tries"]);
    assert_eq!(status, Some(0));
    write("tries.txt", &text);
    let tries = task("tries").unwrap();
    write("anna.c", &tries.solution());
    write("ben.c", &tries.skeleton);
    write("carl.c", "int main(void) { return 0 }\n");
    let check = ["check", "--task", "tries.txt", "anna.c", "ben.c", "carl.c"];
    let (printed, status) = qipan(&folder, &check);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "anna.c: right");
    let words = "ben.c: not yet. With 2 empty cells, after two failed tries: t is ";
    assert!(lines[1].starts_with(words), "{printed}");
    let words = "carl.c: 1 error, the first: Error carl.c 1: ";
    assert!(lines[2].starts_with(words), "{printed}");
    assert_eq!(status, Some(1));
    let (printed, _) = qipan(&folder, &["check", "--json", "--task", "tries.txt", "anna.c"]);
    let words = r#"{"file":"anna.c","task":"Passing: one try too many","right":true,"said":"#;
    assert!(printed.starts_with(words), "{printed}");
}

#[test]
fn edit_finds_the_program_of_an_assignment_beside_it() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let text = "Twice\n# text\nLet Twice double n.\n# program TWICE.C\nint Twice(int n) { return n; }\n\
                # test\ncall Twice(21)\nexpect result = 42\n";
    fs::create_dir(folder.path().join("week")).unwrap();
    write("week/twice.txt", text);
    let edit = ["edit", "--task", "week/twice.txt", "--keys", "Enter F2 Esc"];
    assert_eq!(qipan(&folder, &edit), (String::new(), Some(0)));
    let saved = fs::read_to_string(folder.path().join("week/TWICE.C")).unwrap();
    let end = if cfg!(windows) { "\r\n" } else { "\n" };
    assert_eq!(saved, format!("int Twice(int n) {{ return n; }}{end}"));
    write("wrong.txt", &text.replace("expect", "await"));
    let (printed, status) = qipan(&folder, &["check", "--task", "wrong.txt", "x.c"]);
    let expected = "qipan: wrong.txt, line 8: no line of a test begins with 'await'\n";
    assert_eq!((printed.as_str(), status), (expected, Some(1)));
}

#[test]
fn scores_are_exported_as_csv() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let teach = |lesson: &str, keys: &str| {
        let args = ["teach", "--lesson", lesson, "--data", "kept", "--keys", keys];
        assert_eq!(qipan(&folder, &args).1, Some(0));
    };
    teach("eight", "L i , Space 2 Enter End Right Esc Esc");
    teach("edge", "Esc F2 A n n a Enter Esc Esc");
    teach("edge", "End Right Esc Esc");
    let (printed, _) = qipan(&folder, &["teach", "--score", "--csv", "--data", "kept"]);
    let expected = "name,lesson,done,solved,hints,right,asked\n\
                    Anna,edge,1,0,0,0,0\n\
                    \"Li, 2\",eight,1,0,0,0,0\n";
    assert_eq!(printed, expected);
}
