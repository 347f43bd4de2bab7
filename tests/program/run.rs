//! `qipan run`: running a C program.

use std::process::Command;

use crate::common::data::rows;
use crate::common::pictures::read_png;
use crate::common::program::qipan;
use crate::common::recorded::{keys_of, world_championship};

/// Programs, exit statuses and messages.
const BAD: &str = r"
main()\n{\n  int x;\n  x = 1\n}\n => 1 => Error BAD.C 4: Statement missing ; in function main
int a[3];\nmain()\n{\n  int i = 3;\n  a[i] = 1;\n}\n => 1 => qipan: Error BAD.C 5: Array index 3 is outside a[3] in function main
main()\n{\n  int x = 1;\n  if (x = 2) x++;\n}\n => 0 => Warning BAD.C 4: Possibly incorrect assignment in function main
int f(void) { return 1; } => 1 => qipan: Error BAD.C: There is no function 'main'
";

#[test]
fn run_reports_errors_with_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("BAD.C");
    let run = |source: &str| {
        std::fs::write(&file, source).unwrap();
        let ran = qipan(&["run", file.to_str().unwrap(), "--keys", "x"]);
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    for [source, status, said] in rows(BAD) {
        assert_eq!(run(&source), (status.parse().ok(), format!("{said}\n")));
    }
    assert_eq!(qipan(&["run", "nothing.c"]).status.code(), Some(1));
    let ran = qipan(&["run", "tests/data/c/BALL.C", "--keys", "x y"]);
    assert_eq!(ran.status.code(), Some(0), "a script's keys end a program that only looks for them");
}

#[test]
fn programs_run_in_utf_16_and_with_the_line_ends_of_old_macintoshes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("P.C");
    let source = "\u{FEFF}#include <stdio.h>\nint main(void) { return 0; }\n";
    let utf_16: Vec<u8> = source.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [utf_16, source.replace('\n', "\r").into_bytes()] {
        std::fs::write(&file, bytes).unwrap();
        let ran = qipan(&["run", file.to_str().unwrap(), "--keys", "x"]);
        assert!(ran.status.success() && ran.stderr.is_empty(), "{ran:?}");
    }
}

#[test]
fn screenshots_show_the_last_output() {
    let scratch = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = |name: &str| scratch.path().join(name).display().to_string();
    let shot = file("shot.png");
    let run = |source: &str, more: &[&str]| {
        let source_file = file("P.C");
        std::fs::write(&source_file, source).unwrap();
        let all = [&["run", &source_file, "--keys", "", "--screenshot", &shot], more].concat();
        let ran = qipan(&all);
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let printed = "main() { printf(\"hello\"); return 0; }";
    assert_eq!(run(printed, &[]), (Some(0), String::new()));
    let shown = read_png(shot.as_ref()).expect("a picture was written");
    assert!(shown.pixels().iter().any(|color| *color != 0), "hello is seen");
    std::fs::remove_file(&shot).unwrap();
    let (status, said) = run("int f(void) { return 1; }", &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("There is no function 'main'"), "{said}");
    let (status, said) = run("int f(void) { return 1; }", &["--step"]);
    assert_eq!((status, said.as_str()), (Some(1), "qipan: There is no function 'main'.\n"));
    // Steps have pictures, too.
    assert_eq!(run(printed, &["--step"]), (Some(0), String::new()));
    assert!(read_png(shot.as_ref()).is_some());
}

/// Programs run with the keys `1 Esc`, their exit statuses and messages.
const UNDER_A_SCRIPT: [(&str, i32, &str); 4] = [
    // Keys do not interrupt a long computation.
    (
        "main() { long n; for (n = 0; n < 4000000L; n++) ; n = 1 / (n - 4000000L); }",
        1,
        "qipan: Error P.C 1: Division by zero in function main\n",
    ),
    // A program that polls gets the key in time.
    (
        "main() { int a[1]; while (!kbhit()) ; a[getch() - '0'] = 1; }",
        1,
        "qipan: Error P.C 1: Array index 1 is outside a[1] in function main\n",
    ),
    ("main() { for (;;) delay(1000); }", 0, ""),
    ("main() { while (1) { if (kbhit()) getch(); delay(100); } }", 0, ""),
];

#[test]
fn scripted_keys_wait_for_the_program() {
    let scratch = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = scratch.path().join("P.C").display().to_string();
    let run = |source: &str, keys: &str| {
        std::fs::write(&file, source).unwrap();
        let ran = qipan(&["run", &file, "--keys", keys]);
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    for (source, status, said) in UNDER_A_SCRIPT {
        assert_eq!(run(source, "1 Esc"), (Some(status), said.to_string()), "{source}");
    }
    let endless = "qipan: the program ran for long and asked for no key, so it was stopped\n";
    let source = "main() { for (;;) delay(1000); }";
    assert_eq!(run(source, "1 x"), (Some(1), endless.to_string()));
}

#[test]
fn programs_may_have_several_files_and_headers() {
    let scratch = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    file("own.h", "int half(int n);\n");
    let main = file("A.C", "#include \"own.h\"\nmain() { return half(0); }");
    let other = file("B.C", "#include \"own.h\"\n\nint half(int n) { return 1 / n; }");
    let said = |arguments: &[&str]| {
        let ran = qipan(&[&["run", "--keys", "x"], arguments].concat());
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let told = "qipan: Error B.C 3: Division by zero in function half\n";
    assert_eq!(said(&[&main, &other]), (Some(1), told.to_string()));
    let outside = file("C.C", "#include \"../own.h\"\nmain() { }");
    let told = "Error C.C 1: Include file '../own.h' is outside the folder of the source\n";
    assert_eq!(said(&[&outside]), (Some(1), told.to_string()));
    let device = if cfg!(windows) { "NUL" } else { "/dev/zero" };
    for (name, why) in
        [(device, "it is a pipe or a device, not a file"), (env!("CARGO_TARGET_TMPDIR"), "it is a folder")]
    {
        let told = format!("qipan: cannot read {name}: {why}\n");
        assert_eq!(said(&[name]), (Some(1), told), "{name}");
    }
}

#[test]
fn the_c_and_rust_originals_show_the_same_picture() {
    let scratch = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = |name: &str| scratch.path().join(name);
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/original/QIPAN.C");
    let championship = &world_championship()[0].moves;
    let over = keys_of(championship);
    for keys in ["", "Down*3 Right*3 Enter Down Enter Up", &over] {
        let shot = |name: &str, arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
            command.args(arguments).args(["--keys", keys, "--screenshot"]);
            let ran = command.arg(file(name)).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
            read_png(&file(name)).expect("a picture was written")
        };
        let c = shot("c.png", &["run", source]);
        let rust = shot("rust.png", &["original"]);
        assert!(c.pixels() == rust.pixels(), "after {keys}");
    }
}

#[test]
fn programs_access_only_the_shared_folder() {
    let scratch = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = |name: &str| scratch.path().join(name);
    for folder in ["shared", "shared/deep", "other"] {
        std::fs::create_dir(path(folder)).unwrap();
    }
    for (name, text) in [("shared/a.txt", "old"), ("shared/gone.txt", "x"), ("other/secret.txt", "secret")] {
        std::fs::write(path(name), text).unwrap();
    }
    #[cfg(unix)]
    for (target, link) in [("secret.txt", "shared/link.txt"), ("", "shared/linked")] {
        std::os::unix::fs::symlink(path("other").join(target), path(link)).unwrap();
    }
    let run = |body: &str, more: &[&str]| {
        let source = format!("#include <stdio.h>\nmain() {{ FILE *f; int c; {body} }}");
        std::fs::write(path("P.C"), source).unwrap();
        let program = path("P.C").display().to_string();
        let ran = qipan(&[&["run", &program, "--keys", "Esc"], more].concat());
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let folder = path("shared").display().to_string();
    let shared = ["--files", &folder];
    let body = "f = fopen(\"A.TXT\", \"r+\"); c = getc(f); rewind(f); fputc(c - 'a' + 'A', f); fclose(f);
        f = fopen(\"deep\\\\new.txt\", \"w\"); fputs(\"new\", f); remove(\"gone.txt\");";
    assert_eq!(run(body, &[]).0, Some(1), "without the folder there is no A.TXT");
    assert_eq!(run(body, &shared), (Some(0), String::new()));
    let text = |name: &str| std::fs::read_to_string(path(name)).ok();
    assert_eq!(text("shared/a.txt").as_deref(), Some("Old"));
    assert_eq!(text("shared/deep/new.txt").as_deref(), Some("new"));
    assert_eq!(text("shared/gone.txt"), None);
    let absolute = path("other/secret.txt").display().to_string();
    let names = [
        "../other/secret.txt",
        "deep/../../other/secret.txt",
        &absolute,
        "C:/x",
        "link.txt",
        "linked/secret.txt",
        "linked/new.txt",
    ];
    for name in names.iter().take(if cfg!(unix) { 7 } else { 4 }) {
        for mode in ["r", "w", "a"] {
            let body = format!("c = 0; if (fopen(\"{name}\", \"{mode}\")) return 1 / c; remove(\"{name}\");");
            let (status, said) = run(&body, &shared);
            assert!(status == Some(0) && said.contains("cannot be opened"), "{name} {mode}: {said}");
        }
    }
    assert_eq!(text("other/secret.txt").as_deref(), Some("secret"));
    assert_eq!(std::fs::read_dir(path("other")).unwrap().count(), 1);
    let (status, said) = run("", &["--files", &absolute]);
    assert!(status == Some(1) && said.contains("it is not a folder"), "{said}");
}

/// The page's link to a program with a mistake: `int a[3];`, `main() {`, `  a[5] = 1;`, `}`.
const CART: &[u8] = b"tEXtqipan\0c=y8wrUUiMNo615spNzMzT0FSo5lIACpjGKtgqGFpz1XIBAKcD3WY";

#[test]
fn carts_contain_programs() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let ran = qipan(&[file.to_str().unwrap(), "--keys", ""]);
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let png = |text: &[u8]| {
        let length = (text.len() as u32 - 4).to_be_bytes();
        [b"\x89PNG\r\n\x1A\n", &length[..], text, &[0; 4], b"\0\0\0\0IEND\xAE\x42\x60\x82"].concat()
    };
    let (status, said) = run("CART.PNG", &png(CART));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("CART.PNG 3: Array index 5 is outside a[3]"), "{said}");
    let mut damaged = png(CART);
    damaged[25] ^= 1;
    for bytes in [&damaged[..], &png(b"tEXtTitle\0A picture"), &png(CART)[..20]] {
        let (status, said) = run("OTHER.png", bytes);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("OTHER.png contains no program"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
