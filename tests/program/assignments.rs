//! A teacher's assignment on the command line, and the results of a class.

use std::fs;

use lessons::check::tasks::task;
use lessons::tutor::course::all;
use tempfile::TempDir;
use turbo::examples::EXAMPLES;

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
    teach("eight", "End Right L i , Space 2 Enter Esc Esc");
    teach("edge", "Esc F2 A n n a Enter Esc Esc");
    teach("edge", "End Right Esc Esc");
    let (printed, _) = qipan(&folder, &["teach", "--score", "--csv", "--data", "kept"]);
    let expected = "name,lesson,done,solved,hints,right,asked\n\
                    Anna,edge,1,0,0,0,0\n\
                    \"Li, 2\",eight,1,0,0,0,0\n";
    assert_eq!(printed, expected);
}

#[test]
fn homework_is_checked_by_the_task_of_its_file_name() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let hand_in = |student: &str, file: &str, text: &str| {
        let of_student = folder.path().join("class").join(student);
        fs::create_dir_all(&of_student).unwrap();
        fs::write(of_student.join(file), text).unwrap();
    };
    let (point, _) = qipan(&folder, &["source", "POINT.C"]);
    let flag =
        "  setcolor(LIGHTGREEN);\n  line(270, 95, 320, 80);\n  line(270, 95, 320, 110);\n  bioskey(0);";
    hand_in("ann", "POINT1.C", &point.replace("  bioskey(0);", flag));
    hand_in("bob", "point1.c", &point);
    let (sky, _) = qipan(&folder, &["source", "SKY.C"]);
    hand_in("bob", "SKY1.C", &sky.replace("(hour >= 18)", "(hour >= 18 && hour < 23)"));
    hand_in("bob", "NOTES.TXT", "none");
    let (printed, status) = qipan(&folder, &["check", "class"]);
    let printed = printed.replace('\\', "/");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "class/ann/POINT1.C: right");
    assert_eq!(lines[1], "class/bob/SKY1.C: right");
    assert!(lines[2].starts_with("class/bob/point1.c: not yet. main(): the pixel (319,80)"), "{printed}");
    let tables =
        ["A flag        1 of 2", "Good night    1 of 1", "class/ann    1 of 1", "class/bob    1 of 2"];
    assert_eq!((&lines[3..], status), (&tables[..], Some(1)), "{printed}");
    let (printed, status) = qipan(&folder, &["check", "class/ann", "--csv"]);
    assert_eq!(status, Some(0));
    assert!(printed.replace('\\', "/").ends_with("class/ann/POINT1.C,main(),right,,\n"), "{printed}");
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(qipan(&folder, &["check", "empty"]), ("qipan: there is no C program\n".to_string(), Some(1)));
}

#[test]
fn the_handout_has_a_page_for_each_lesson_and_replaces_nothing() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let paper = folder.path().join("paper");
    let (printed, status) = qipan(&folder, &["teach", "--handout", "paper"]);
    assert_eq!(
        (&*printed.replace('\\', "/"), status),
        ("Open paper/handout.html in a browser and print it.\n", Some(0))
    );
    let html = fs::read_to_string(paper.join("handout.html")).unwrap();
    assert_eq!(html.matches("<section>").count(), 17, "sixteen lessons and the answers");
    assert!(html.contains("<p>1. line 17: circle(520, 90, 50);<br>line 26:"), "{html}");
    let pictures: Vec<&str> =
        html.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(pictures.len(), 16);
    for picture in pictures {
        assert!(fs::read(paper.join(picture)).unwrap().starts_with(b"\x89PNG"), "{picture}");
    }
    fs::remove_file(paper.join("handout.html")).unwrap();
    let (printed, status) = qipan(&folder, &["teach", "--handout", "paper"]);
    assert!(
        printed.starts_with("qipan: cannot write ") && printed.ends_with("point.png: the file exists\n"),
        "{printed}"
    );
    assert_eq!((status, paper.join("handout.html").exists()), (Some(1), false));
}

#[test]
fn the_gallery_links_each_lesson_and_example_with_a_picture() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    assert_eq!(qipan(&folder, &["teach", "--gallery", "shown"]), (String::new(), Some(0)));
    let shown = folder.path().join("shown");
    let html = fs::read_to_string(shown.join("gallery.html")).unwrap();
    let pictures: Vec<&str> =
        html.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(pictures.len(), EXAMPLES.len() + all().count());
    for picture in pictures {
        let png = fs::read(shown.join(picture)).unwrap();
        let preview = fs::read_to_string(shown.join(picture.replace(".png", ".html"))).unwrap();
        assert!(
            png.starts_with(b"\x89PNG") && preview.contains(&format!("og:image\" content=\"{picture}\""))
        );
        let link = preview.split("url=").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert!(html.contains(&format!("href=\"{link}\"")), "{link}");
    }
}
