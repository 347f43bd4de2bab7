//! Windows: device names, paths, line ends, engines and the registry.
#![cfg(windows)]

use std::fs;
#[cfg(feature = "console")]
use std::io::Write;
use std::path::{Path, PathBuf};
#[cfg(feature = "console")]
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::at_the_board::{seats, still};
use crate::common::program::{out, printed, qipan, qipan_in, run, words};
use crate::common::recorded::{new_othello, to};
use games::othello::Rules;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_qipan");

fn scratch() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Plays f5 and saves the game under this name in the folder.
fn saved(folder: &Path, name: &str) -> (String, Option<i32>) {
    let args = words("othello --rules standard --keys 'f 5 Enter' --save");
    qipan_in(folder, &[&args[..], &[name]].concat())
}

#[test]
fn games_are_saved_at_any_path() {
    let folder = scratch();
    let absolute = folder.path().join("absolute.txt").display().to_string();
    assert!(absolute.contains(":\\"), "{absolute}");
    fs::create_dir(folder.path().join("deep")).unwrap();
    let verbatim = format!(r"\\?\{}", folder.path().join("verbatim.txt").display());
    for name in [
        &absolute,
        r"deep\back.txt",
        "deep/forward.txt",
        r".\deep\..\here.txt",
        "with blanks and é and 棋.txt",
        &verbatim,
    ] {
        assert_eq!(saved(folder.path(), name), (String::new(), Some(0)), "{name}");
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text, "f5\r\n", "{name}");
    }
}

#[test]
fn paths_may_exceed_260_characters() {
    let folder = scratch();
    let deep = (0..6).fold(folder.path().to_path_buf(), |path, _| path.join("x".repeat(50)));
    fs::create_dir_all(&deep).unwrap();
    let file = deep.join("game.txt");
    assert!(file.display().to_string().len() > 300);
    let (said, status) = saved(folder.path(), &file.display().to_string());
    assert_eq!((said.as_str(), status), ("", Some(0)));
    assert_eq!(fs::read_to_string(file).unwrap(), "f5\r\n");
}

/// A part of a path may have 255 characters, and a DOS path 260.
#[test]
fn names_over_255_characters_are_refused() {
    let folder = scratch();
    for long in [256, 300, 33_000] {
        let name = format!("{}.txt", "x".repeat(long - 4));
        let (said, status) = saved(folder.path(), &name);
        assert_eq!(status, Some(1), "{long}: {said}");
        assert_eq!(said.lines().count(), 1, "{long}: {said}");
        assert!(said.starts_with("qipan: "), "{long}: {said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A drive without a backslash after its colon means the current folder there.
#[test]
fn paths_may_start_with_a_drive() {
    let folder = scratch();
    let drive = folder.path().display().to_string()[..2].to_string();
    let (said, status) = saved(folder.path(), &format!("{drive}game.txt"));
    assert_eq!((said.as_str(), status), ("", Some(0)));
    let text = fs::read_to_string(folder.path().join("game.txt")).unwrap();
    assert_eq!(text, "f5\r\n");
}

/// Windows strips final dots and spaces, which would change the extension and so the format.
#[test]
fn names_that_windows_would_shorten_are_refused() {
    let folder = scratch();
    for name in ["game.sgf.", "game.txt ", "game.txt. .", r"shorter.\game.txt"] {
        let (said, status) = saved(folder.path(), name);
        assert_eq!(status, Some(1), "{name}: {said}");
        assert_eq!(said.lines().count(), 1, "{name}: {said}");
        assert!(said.starts_with("qipan: "), "{name}: {said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn device_names_are_refused() {
    let folder = scratch();
    for name in ["CON.txt", "nul.txt", "Aux.sgf", r"deeper\COM1.txt", "LPT1.pgn", "a:b.txt", "a?.txt"] {
        fs::create_dir_all(folder.path().join("deeper")).unwrap();
        let (said, status) = saved(folder.path(), name);
        assert_eq!(status, Some(1), "{name}: {said}");
        assert_eq!(said.lines().count(), 1, "{name}: {said}");
        assert!(said.starts_with("qipan: "), "{name}: {said}");
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 1, "only the folder");
}

#[test]
fn device_sources_are_refused_at_once() {
    for name in ["CON", "NUL", r"\\.\CON"] {
        let started = Instant::now();
        let output = qipan(&["run", name, "--keys", "Esc"]);
        assert_ne!(output.status.code(), Some(0), "{name}");
        assert!(started.elapsed() < Duration::from_secs(30), "{name}");
    }
}

#[test]
fn c_programs_may_have_dos_line_ends_and_any_code_page() {
    let folder = scratch();
    for text in [
        &b"#include <stdio.h>\r\n/* \x82 */\r\nmain() { puts(\"ok\"); }\r\n\x1A"[..],
        b"#include <stdio.h>\r\n/* caf\xE9 */\r\nmain() { puts(\"ok\"); }\r\n",
        b"#include <stdio.h>\r\n/* \xBA\xDA\xB0\xD7\xC6\xE5 */\r\nmain() { puts(\"ok\"); }\r\n\x1A\x1A",
        "\u{FEFF}#include <stdio.h>\r\n/* é */\r\nmain() { puts(\"ok\"); }\r\n".as_bytes(),
    ] {
        fs::write(folder.path().join("P.C"), text).unwrap();
        let (said, status) = qipan_in(folder.path(), &["run", "P.C", "--keys", "Esc"]);
        assert_eq!(status, Some(0), "{said}");
    }
}

#[cfg(feature = "console")]
#[test]
fn the_console_program_behaves_like_the_program() {
    let answer = |program: &str, args: &[&str]| {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(b"name\nquit\n");
        child.wait_with_output().unwrap()
    };
    for args in [
        &["--version"][..],
        &["chess"],
        &["source", "QIPAN.C"],
        &["engine", "gtp"],
        &["check", "no such \"file\" in a\\ folder\\"],
        &["check", "", "\\\\"],
    ] {
        let ours = answer(PROGRAM, args);
        let consoles = answer(env!("CARGO_BIN_EXE_qipan-console"), args);
        assert_eq!(consoles, ours, "{args:?}");
    }
}

/// The program as an engine, in a folder with a space in its name.
fn engine(folder: &Path) -> PathBuf {
    let deep = folder.join("my engines");
    fs::create_dir_all(&deep).unwrap();
    let engine = deep.join("Engine.exe");
    fs::copy(PROGRAM, &engine).unwrap();
    engine
}

#[test]
fn engines_may_have_windows_paths() {
    let folder = scratch();
    let engine = engine(folder.path());
    let white = format!("nboard:\"{}\" engine nboard", engine.display());
    let mut table = still().seated(seats("human", &white, 1));
    let mut game = new_othello(Rules::Standard);
    let _ = table.play(&mut game, &format!("{} Enter", to("f5")));
    let game = game.to_string();
    let moves = game.lines().find_map(|line| line.strip_prefix("moves: "));
    assert_eq!(moves.map(str::len), Some(4), "{game}");
}

#[test]
fn install_registers_the_editor_for_c_files() {
    let said = printed("install");
    assert_eq!(said, "C files are opened with the editor now\n");
    let command = windows_registry::CURRENT_USER
        .open(r"Software\Classes\qipan.C\shell\open\command")
        .and_then(|key| key.get_string(""));
    let command = command.unwrap();
    assert!(command.ends_with("qipan.exe\" edit \"%1\""), "{command}");
    assert_eq!(out(&run("install")), said, "a second time does no harm");
    let said = printed("install --uninstall");
    assert_eq!(said, "C files are no longer opened with the editor\n");
    assert_eq!(out(&run("install --uninstall")), "there was nothing to remove\n");
}
