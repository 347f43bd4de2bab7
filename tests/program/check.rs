//! `qipan check`: what it prints, and its status.

use lessons::tutor::sources::source;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

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
    let output = Command::new(env!("CARGO_BIN_EXE_qipan"))
        .arg("check")
        .args(args)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

#[test]
fn the_command_prints_a_line_for_each_file_and_function_and_its_status_is_the_verdict() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("ANNA.C", ours("TABLE.C"));
    write("BEN.C", &with("TABLE.C", 0, "left < 2", "left < 3"));
    write("CARL.C", "int Map[8][8]\nint t;\n");
    write("DORA.C", "int main(void) { return 0; }\n");
    let (printed, status) = qipan(&folder, &["ANNA.C"]);
    assert_eq!(printed, "QpChange: right on 10000 of 10000\n");
    assert_eq!(status, Some(0));
    let (printed, status) = qipan(&folder, &["ANNA.C", "BEN.C", "CARL.C", "DORA.C", "NONE.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "ANNA.C: QpChange: right on 10000 of 10000");
    let words = "BEN.C: QpChange: wrong on number ";
    assert!(lines[1].starts_with(words), "{printed}");
    let words = "CARL.C: 1 errors, the first: Error CARL.C";
    assert!(lines[2].starts_with(words), "{printed}");
    assert_eq!(lines[3], "DORA.C: none of its functions is one of ours");
    let words = "NONE.C: cannot be read: ";
    assert!(lines[4].starts_with(words), "{printed}");
    assert_eq!(status, Some(1));
    let (printed, status) = qipan(&folder, &["--json", "ANNA.C", "BEN.C"]);
    let lines: Vec<&str> = printed.lines().collect();
    let expected = r#"{"file":"ANNA.C","right":true,"functions":[{"function":"QpChange","right":10000,"of":10000}]}"#;
    assert_eq!(lines[0], expected);
    assert!(lines[1].starts_with(
        r#"{"file":"BEN.C","right":false,"functions":[{"function":"QpChange","right":"#
    ));
    assert!(lines[1].contains(r#","board":[""#), "{printed}");
    assert_eq!(status, Some(1));
    let (printed, status) = qipan(&folder, &[]);
    assert_eq!(
        printed,
        "qipan: check needs FILE.C; see qipan check --help\n"
    );
    assert_eq!(status, Some(2));
}
