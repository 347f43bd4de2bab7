//! Teachers' own assignments: wrong programs are found, right ones are accepted, and a teacher's mistakes are
//! reported.

use std::collections::BTreeMap;

use lessons::check::tasks::{Checked, Task, student_copy};
use lessons::check::{Answers, against, inputs_for};
use turbo::c::Program;
use turbo::dos::Key;

use crate::common::data::rows;

const SOLUTIONS: [(&str, &str); 5] = [
    ("numbers", include_str!("teacher/numbers.c")),
    ("strings", include_str!("teacher/strings.c")),
    ("bars", include_str!("teacher/bars.c")),
    ("ball", include_str!("teacher/ball.c")),
    ("records", include_str!("teacher/records.c")),
];

const CHANGES: &str = include_str!("teacher/changes.txt");

fn compiled(text: &str) -> Program {
    Program::compile("A.C", text).unwrap_or_else(|messages| panic!("{messages:?}\n{text}"))
}

fn answers(solution: &Program) -> Answers {
    Answers::new(solution, &inputs_for(solution, None).scripts).unwrap()
}

/// Copies of a solution: what each change makes of it, and the text. The changes to a right copy belong
/// together.
fn copies(name: &str, solution: &str) -> Vec<(String, String)> {
    let mut right: BTreeMap<String, String> = BTreeMap::new();
    let mut copies = Vec::new();
    for [of, kind, from, to] in rows(CHANGES).filter(|[of, _, _, _]| of == name) {
        let to = if to == "nothing" { "" } else { &to };
        let text = right.get(&kind).map_or(solution, String::as_str);
        assert!(text.contains(&from), "{of} has no {from}");
        let changed = text.replacen(&from, to, 1);
        match kind.as_str() {
            "wrong" => copies.push((format!("wrong: {from} => {to}"), changed)),
            _ => drop(right.insert(kind, changed)),
        }
    }
    copies.extend(right);
    copies
}

#[test]
fn wrong_programs_are_found_and_right_ones_accepted() {
    let mut missed = Vec::new();
    for (name, text) in SOLUTIONS {
        let solution = compiled(text);
        let answers = answers(&solution);
        let copies = copies(name, text);
        assert!(copies.len() > 7, "{name} has too few changes");
        for (change, text) in copies {
            let report = against(&answers, &compiled(&text));
            if report.is_right() == change.starts_with("wrong") {
                missed.push(format!("{name}, {change}: {}", report.verdicts[0]));
            }
            let said = report.verdicts[0].difference().map_or(String::new(), ToString::to_string);
            for othello in ["??", "game", "disc", "board"] {
                assert!(!said.contains(othello), "{name}, {change}: {said}");
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn inputs_take_every_branch() {
    for (name, branches) in [("numbers", (14, 14)), ("strings", (16, 16)), ("ball", (22, 22))] {
        let (_, text) = SOLUTIONS.iter().find(|(solution, _)| *solution == name).unwrap();
        let inputs = inputs_for(&compiled(text), None);
        assert_eq!((inputs.branches, &inputs.missed[..]), (branches, &[][..]), "{name}");
    }
    // Nothing calls grade, which begins in line 5.
    let bars = inputs_for(&compiled(SOLUTIONS[2].1), None);
    assert_eq!((bars.branches, bars.missed[0]), ((6, 12), 5));
    let seven =
        "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n);\nif (n == 777)\nputs(\"seven\"); }";
    assert_eq!(inputs_for(&compiled(seven), None).branches, (2, 2));
    let reads = |body: &str| {
        let source = format!("#include <stdio.h>\nint main(void) {{ int a; scanf(\"%d\", &a); {body} }}");
        inputs_for(&compiled(&source), Some((0, 100))).branches
    };
    assert_eq!(reads("if (a > 3 && a < 5 || a == 77) puts(\"here\");"), (6, 6));
    assert_eq!(reads("if (a > 3 && a < 3) puts(\"here\");"), (3, 4));
    assert_eq!(reads("puts(a > 200 ? \"far\" : \"near\");"), (1, 2));
    assert_eq!(
        reads("switch (a) { case 7: puts(\"7\"); case 8: break; case -8: break; default: puts(\"?\"); }"),
        (3, 4)
    );
    assert_eq!(inputs_for(&compiled(seven), Some((0, 100))).missed, [4]);
    let silent = inputs_for(&compiled("int main(void) { return 0; }"), None);
    assert_eq!(silent.to_string(), "The solution reads no input.");
}

#[test]
fn typed_numbers_stay_in_the_range() {
    let source = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\", n * 300); }";
    for keys in inputs_for(&compiled(source), Some((-3, 40))).scripts {
        let typed: String = keys.iter().filter(|key| **key != Key::Enter).map(Key::to_string).collect();
        assert!((-3..=40).contains(&typed.parse::<i32>().unwrap()), "{typed}");
    }
}

/// Compares a program with a solution, both without their includes.
fn is_right(solution: &str, program: &str) -> bool {
    let [solution, program] = [solution, program].map(|text| {
        compiled(&format!(
            "#include <stdio.h>\n#include <conio.h>\n#include <graphics.h>\nint main(void)\n{{\n{text}\n}}"
        ))
    });
    against(&answers(&solution), &program).is_right()
}

#[test]
fn a_key_at_the_end_counts_only_for_pictures() {
    let draws = "int d = DETECT, m; initgraph(&d, &m, \"\"); circle(50, 50, 20);";
    let prints = "int n; scanf(\"%d\", &n); printf(\"%d\", n);";
    let with = |text: &str, end: &str| format!("{text} {end}");
    assert!(is_right(prints, &with(prints, "getch();")));
    assert!(is_right(&with(prints, "getch();"), prints));
    assert!(!is_right(prints, &with(prints, "printf(\"!\"); getch();")));
    assert!(!is_right(prints, &with(prints, "getch(); printf(\"!\");")));
    assert!(is_right(&with(draws, "getch(); closegraph();"), &with(draws, "getch();")));
    assert!(!is_right(&with(draws, "getch();"), draws));
    assert!(!is_right(&with(draws, "getch();"), &with(draws, "closegraph(); getch();")));
}

#[test]
fn blanks_at_the_ends_of_lines_do_not_count() {
    let solution = "int n; printf(\"Number: \"); scanf(\"%d\", &n); printf(\"%d \\n\", 2 * n);";
    assert!(is_right(solution, "int n; printf(\"Number:\"); scanf(\"%d\", &n); printf(\"%d\", 2 * n);"));
    assert!(!is_right(solution, "int n; printf(\"Number\"); scanf(\"%d\", &n); printf(\"%d\", 2 * n);"));
    assert!(!is_right(solution, "int n; printf(\"Number:\"); scanf(\"%d\", &n); printf(\" %d\", 2 * n);"));
    // A program that echoes the typed digits itself prints them twice.
    assert!(!is_right(
        solution,
        "int n; printf(\"Number: \"); scanf(\"%d\", &n); printf(\"%d\\n%d\", n, 2 * n);"
    ));
}

#[test]
fn formats_with_separators_get_them() {
    let date = "int d, m; if (scanf(\"%d/%d\", &d, &m) == 2) printf(\"%d\", d + m); else printf(\"bad\");";
    assert!(!is_right(date, &date.replace("d + m", "d - m")));
    let sum = "int a, b; char c; scanf(\"%d%c%d\", &a, &c, &b); if (c == '+') printf(\"%d\", a + b);";
    assert!(!is_right(sum, &sum.replace("a + b", "a * b")));
}

/// A task about bars: its solution ends before the tests.
fn task(solution: &str, tests: &str) -> Result<Task, String> {
    let text = format!(
        "Half\n# text\nWrite half and main.\n# program HALF.C\nint main(void) {{ return 0; }}\n# solution\n{solution}\n{tests}"
    );
    let task = Task::read("half", &text).map_err(|why| why.to_string())?;
    task.verify().map_err(|why| why.to_string()).map(|()| task)
}

const HALF: &str = "#include <stdio.h>\nchar grade(int n) { if (n >= 40) return 'C'; return 'F'; }\n\
    double half(int n) { return n / 2.0; }\n\
    int main(void) { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", a > b ? a : b); return 0; }\n";

#[test]
fn mistakes_of_the_teacher_are_reported() {
    for (solution, tests, said) in [
        (HALF, "# test\ncall half(3)\nexpect result = 2", "line 12: the solution fails the test 'half(3)': "),
        (HALF, "# test\ncall third(3)", "line 12: the solution fails the test 'third(3)': "),
        (HALF, "# test\ncall half(3, 4)", "line 12: the solution fails the test 'half(3, 4)': "),
        (
            "int main(void) { for (;;); }",
            "# test x\ncall main()",
            "line 8: the solution fails the test 'x': ",
        ),
        ("int main(void) { int a[2]; return a[5]; }", "# test x\ncall main()", "line 8: the solution fails"),
        ("int main(void) { return x; }", "# test\ncall main()", "line 6: the program does not compile: "),
        (HALF, "# ignore 1 2\n# test\ncall half(3)", "line 12: 'ignore 1 2' is not of the form"),
        (HALF, "# sealed\nxyz\n# test\ncall half(3)", "line 12: the sealed solution is damaged"),
    ] {
        let wrong = task(solution, tests).map(|task| task.title).unwrap_err();
        assert!(wrong.starts_with(said), "{tests}: {wrong}");
        assert!(!wrong.contains('\n'), "{wrong}");
    }
}

#[test]
fn a_solution_that_always_fails_is_reported() {
    let scanf = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n);";
    let ends = |text: &str| Answers::new(&compiled(text), &inputs_for(&compiled(text), None).scripts);
    let endless = [format!("{scanf} for (;;); }}"), "int main(void) { for (;;); }".to_string()];
    for text in endless {
        let wrong = ends(&text).map(|answers| answers.count()).unwrap_err().to_string();
        assert_eq!(wrong, "main never ends.");
    }
    assert!(ends("int f(void) { return 1; }").is_err());
    // Some numbers are allowed to fail.
    let answers = ends(&format!("{scanf} printf(\"%d\", 10 / n); return 0; }}")).unwrap();
    assert!(answers.count() > 5);
}

fn said(task: &Task, program: &str) -> String {
    match task.check(&compiled(program)) {
        Checked::Right(_) => "right".to_string(),
        Checked::Wrong(failure) => failure.text,
    }
}

#[test]
fn results_are_told_in_their_type() {
    let grade = task(HALF, "# test\ncall grade(40)").unwrap();
    let wrong = HALF.replace(">= 40", "> 40");
    assert_eq!(said(&grade, &wrong), "grade(40): what grade returns is 'F', and should be 'C'.");
    assert_eq!(said(&grade, &HALF.replace("char grade", "int grade")), "right");
    let given = task(HALF, "# test\ncall grade(40)\nexpect result = 67").unwrap();
    assert_eq!(said(&given, &wrong), "grade(40): what grade returns is 'F', and should be 'C'.");
    let half = task(HALF, "# test\ncall half(3)").unwrap();
    let wrong = HALF.replace("n / 2.0", "n / 2");
    assert_eq!(said(&half, &wrong), "half(3): what half returns is 1, and should be 1.5.");
}

#[test]
fn a_task_takes_lines_of_input() {
    let task = task(HALF, "# input two numbers\n3\n-4\n# hidden the same\nline 7\nline 7\n").unwrap();
    assert_eq!(
        said(&task, &HALF.replace("scanf(\"%d%d\", &a, &b)", "scanf(\"%d\", &a); scanf(\"%d\", &b)")),
        "right"
    );
    assert_eq!(said(&task, &HALF.replace("int main", "void main").replace("return 0;", "")), "right");
    let wrong = said(&task, &HALF.replace("a > b", "a < b"));
    assert_eq!(wrong, "two numbers: what is printed is \"-4\", and should be \"3\".");
    let wrong = said(&task, &HALF.replace("a > b ? a : b", "a == b ? 0 : a > b ? a : b"));
    assert_eq!(wrong, "the hidden test 'the same' fails.");
}

#[test]
fn ignored_areas_may_differ() {
    let draws = "#include <graphics.h>\n#include <conio.h>\nint main(void) { int d = DETECT, m; initgraph(&d, &m, \"\");\n\
        bar(10, 10, 20, 20); outtextxy(300, 300, \"Ann\"); getch(); return 0; }\n";
    let task = task(draws, "# ignore 290 290 400 320\n# test\ncompare picture\n").unwrap();
    assert_eq!(said(&task, &draws.replace("Ann", "Ben")), "right");
    assert_ne!(said(&task, &draws.replace("20, 20", "20, 21")), "right");
}

#[test]
fn tests_without_an_effect_are_found() {
    let tests = "# test none\nline 5\nline 5\n# test one\nline 1\nline 2\n# test\ncall grade(40)\n";
    let survey = task(HALF, tests).unwrap().survey().unwrap();
    let passing: Vec<(usize, &str, &str)> = survey.passing.iter().map(|m| (m.line, m.from, m.to)).collect();
    let expected = [(2, ">=", "<="), (3, "/", "*"), (4, ">", ">=")];
    assert_eq!((survey.copies, &passing[..]), (5, &expected[..]));
    assert_eq!(survey.idle, [(12, "none".to_string())]);
}

#[test]
fn the_copy_for_students_hides_solution_and_hidden_tests() {
    let tests = "# test\ncall grade(40)\n# hidden\ncall half(3)\n";
    let task = task(HALF, tests).unwrap();
    let text = format!(
        "Half\n# text\nX.\n# program HALF.C\nint main(void) {{ return 0; }}\n# solution\n{HALF}\n{tests}"
    );
    let copy = student_copy(&task, &text);
    for secret in ["hidden", "half", "n >= 40"] {
        assert!(!copy.contains(secret), "{copy}");
    }
    let copy = Task::read("copy", &copy).unwrap();
    assert_eq!(said(&copy, HALF), "right");
    assert_eq!(said(&copy, &HALF.replace("n / 2.0", "0")), "right");
    assert_ne!(said(&copy, &HALF.replace(">= 40", "> 40")), "right");
}

#[test]
fn a_wrong_picture_has_a_film() {
    let (_, bars) = SOLUTIONS[2];
    let solution = compiled(bars);
    let theirs = compiled(&bars.replace("GREEN : RED", "RED : GREEN"));
    let report = against(&answers(&solution), &theirs);
    let film = report.verdicts[0].difference().unwrap().film(Some(&solution), &theirs).unwrap();
    let mut png = png::Decoder::new(std::io::Cursor::new(film)).read_info().unwrap();
    let frames = png.info().animation_control().unwrap().num_frames;
    // The five typed numbers have one digit each.
    assert_eq!((png.info().width, frames), (1280, 11));
    png.next_frame(&mut vec![0; png.output_buffer_size().unwrap()]).unwrap();
    let grade = task(HALF, "# test\ncall grade(40)").unwrap();
    let wrong = compiled(&HALF.replace(">= 40", "> 40"));
    let Checked::Wrong(failure) = grade.check(&wrong) else { panic!("it is wrong") };
    assert_eq!(grade.film(&failure, &wrong), None);
}
