//! Foreign text reaches the terminal only as plain text, and endless input is refused.
#![cfg(unix)]

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::data::rows;
use crate::common::program::{qipan, qipan_reading};

/// Bytes that clear a terminal, name its window, colour it and reverse its text, and bytes that are not
/// UTF-8.
const HOSTILE: &[u8] = b"a\x1b[2J\x1b]0;b\x07\rc\x08\x9bd\xc2\x9be\xe2\x80\xaef\x7fg\th";

fn hostile() -> String {
    String::from_utf8_lossy(HOSTILE).into_owned()
}

/// Whether a terminal shows it as it is.
fn is_harmless(said: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(said) else {
        return false;
    };
    let harmless = |c: char| c == '\n' || !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}');
    text.chars().all(harmless) && text.lines().all(|line| line.len() < 4000)
}

/// Splits a command at spaces. `HOSTILE` is the text above, and FILE is the file.
fn arguments(command: &str, file: &Path) -> Vec<OsString> {
    let words = command.split(' ').map(|word| {
        let mut bytes = Vec::new();
        for (n, part) in word.split("HOSTILE").enumerate() {
            bytes.extend((n > 0).then_some(HOSTILE).into_iter().flatten());
            bytes.extend(part.replace("FILE", "\0").bytes());
        }
        let named = file.as_os_str().to_os_string().into_vec();
        let at = bytes.iter().position(|byte| *byte == 0);
        if let Some(at) = at {
            bytes.splice(at..=at, named);
        }
        OsString::from_vec(bytes)
    });
    words.collect()
}

/// Command lines; every space separates two arguments.
const COMMANDS: &str = "\
HOSTILE
--HOSTILE
othello --keys HOSTILE
othello --keys  --black HOSTILE
othello --keys  --black nboard:HOSTILE
othello --keys  --rules HOSTILE
othello --keys  --position HOSTILE
othello --keys  --clock HOSTILE
othello --keys  --seed HOSTILE
othello --keys  --speed HOSTILE
othello --keys  --hints HOSTILE
othello --keys  --data FILE
othello --keys  --data FILE/HOSTILE
othello --keys  --screenshot FILE/HOSTILE
othello --keys  --frames FILE/HOSTILE
othello --keys  --save FILE.x
othello --keys  --save FILE/HOSTILE.txt
gomoku --keys  --record HOSTILE
gomoku --keys  --opening HOSTILE
gomoku --keys  --first HOSTILE
original --keys HOSTILE
original --HOSTILE
teach --lesson HOSTILE
judge HOSTILE
judge -
judge --algorithm HOSTILE 77
replay --check FILE
replay --check -
replay --dump FILE
replay --dump FILE --game HOSTILE
replay --check FILE.missing
convert FILE - --to sgf
convert FILE - --to pgn
convert FILE - --to HOSTILE
convert FILE FILE/HOSTILE.sgf
convert FILE.missing - --to ggf
engine HOSTILE
engine nboard
engine gtp
engine gomocup
learner HOSTILE
learner show --data FILE
learner show --data FILE.folder
learner import FILE --data FILE.folder
learner import FILE.missing --data FILE.folder
learner export FILE/HOSTILE --data FILE.folder
learner train --against HOSTILE
learner reset --from HOSTILE";

/// Files that each reader accepts as far as possible.
fn contents() -> Vec<(&'static str, Vec<u8>)> {
    let hostile = hostile();
    let corpus =
        |name: &str| fs::read(format!("{}/tests/corpus/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut wthor = corpus("wthor/perfect-255.wtb");
    wthor[16 + 8] = 0x1b;
    vec![
        ("txt", HOSTILE.to_vec()),
        ("txt", format!("f5{hostile}\n77{hostile}\nrenju {hostile}\noriginal {hostile}").into_bytes()),
        ("txt", [&corpus("position/line.txt")[..], HOSTILE].concat()),
        ("ggf", format!("(;GM[Othello]PB[{hostile}]PW[{hostile}]TY[8]RE[{hostile}];)(;GM[{hostile}];)(;{hostile}").into_bytes()),
        ("psq", format!("Piskvorky 15x15, 11:11, 0\n{hostile},{hostile},0\n").into_bytes()),
        ("psq", format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{hostile}\n{hostile}\n-1\n{hostile}").into_bytes()),
        ("wtb", wthor),
        ("sgf", format!("(;FF[4]GM[2]PB[{hostile}]RE[{hostile}]C[{hostile}]XX[{hostile}];B[ef]C[{hostile}])(;FF[4]GM[4];B[{hostile}])").into_bytes()),
        ("pgn", format!("[Black \"{hostile}\"]\n\n1. f5 {{{hostile}}} {hostile}\n").into_bytes()),
        ("lib", [&b"\xffRenLib\xff\x03\x00"[..], &[0xff; 10], &[0x78, 0x48], HOSTILE, &[0, 0, 0]].concat()),
        ("txt", format!("ping {hostile}\nset game {hostile}\nmove {hostile}\n{hostile}\nset name {hostile}\n").into_bytes()),
        ("txt", format!("1 {hostile}\nknown_command {hostile}\n9 play b {hostile}\n").into_bytes()),
        ("txt", format!("START 15\nBOARD\n{hostile}\nINFO rule {hostile}\n{hostile}\nTURN {hostile}\n").into_bytes()),
    ]
}

#[test]
fn foreign_text_is_made_safe_for_terminals() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("here")).unwrap();
    for (n, (ending, bytes)) in contents().iter().enumerate() {
        let name = [format!("{n}").as_bytes(), HOSTILE, b".", ending.as_bytes()].concat();
        let here = folder.path().join("here");
        let file = here.join(PathBuf::from(OsString::from_vec(name)));
        fs::write(&file, bytes).unwrap();
        for command in COMMANDS.lines() {
            // Commands that ignore the file run once.
            if n > 0 && !command.contains("FILE") && !command.ends_with('-') && !command.starts_with("engine")
            {
                continue;
            }
            let output = qipan_reading(bytes, &arguments(command, &file));
            let (out, err) = (&output.stdout, &output.stderr);
            let said = format!("{}\n{}", out.escape_ascii(), err.escape_ascii());
            assert!(is_harmless(out), "{command} of file {n}:\n{said}");
            assert!(is_harmless(err), "{command} of file {n}:\n{said}");
            let status = output.status.code();
            assert!(matches!(status, Some(0..=2)), "{command}: {output:?}");
            let lines = String::from_utf8_lossy(err);
            let named = lines.lines().all(|line| line.starts_with("qipan: "));
            assert!(named, "{command}: {lines}");
        }
    }
}

/// Runs a command with 1.5 GB of memory, which each of these would exceed without its limit.
fn with_little_memory(script: &str) -> Output {
    let qipan = env!("CARGO_BIN_EXE_qipan");
    Command::new("sh")
        .args(["-c", &format!("ulimit -v 1500000; {}", script.replace("qipan", qipan))])
        .output()
        .unwrap()
}

/// Commands with endless or too long input, and their error messages.
const ENDLESS: &str = "
qipan replay --check /dev/zero => longer than 32 MB
qipan replay --check - < /dev/zero => longer than 32 MB
yes f5 | qipan replay --check - => longer than 32 MB
yes '(;)' | head -c 20000000 | qipan replay --check - => more than 200000 games
yes f5 | head -c 20000000 | qipan replay --check - => more than 200000 games
qipan learner import /dev/zero --data DATA => longer than
head -c 9000000 /dev/zero | qipan judge - => line 1: it has more than 65536 bytes
qipan original --keys 'x*1000000 y' => 1000000 keys in all
";

#[test]
fn endless_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for [script, words] in rows(ENDLESS) {
        let script = script.replace("DATA", &folder.path().display().to_string());
        let output = with_little_memory(&script);
        let said = String::from_utf8_lossy(&output.stderr);
        let all = said.lines();
        let lines: Vec<&str> = all.filter(|line| line.starts_with("qipan: ")).collect();
        assert_eq!(lines.len(), 1, "{script}: {said}");
        assert!(lines[0].contains(&words), "{script}: {said}");
        let status = output.status.code();
        assert!(matches!(status, Some(1 | 2)), "{script}: {output:?}");
    }
}

#[test]
fn engines_skip_endless_lines() {
    for (protocol, question, answer) in
        [("nboard", "ping 1", "pong 1"), ("gtp", "name", "= qipan"), ("gomocup", "START 15", "OK")]
    {
        let script =
            format!("(head -c 300000000 /dev/zero; echo; echo '{question}') | qipan engine {protocol}");
        let output = with_little_memory(&script);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.trim_end() == answer, "{protocol}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, "qipan: a line of more than 65536 bytes is left out\n");
    }
}

#[test]
fn counts_of_one_are_singular() {
    let folder = tempfile::tempdir().unwrap();
    let (data, game) = (folder.path().join("data"), folder.path().join("game.txt"));
    fs::write(&game, "e6f4e3f6g5d6e7f5c5\n").unwrap();
    let (data, game) = (data.to_str().unwrap(), game.to_str().unwrap());
    for (line, words) in [
        (format!("learner train --games 1 --data {data}"), "1 game in "),
        (format!("learner import {game} --data {data}"), "1 game in "),
        (format!("replay --check {game}"), "1 game, all as recorded"),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let output = qipan(&args);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(words), "{args:?}: {output:?}");
        assert!(!said.contains("1 games"), "{said}");
        assert!(!said.contains("1 positions"), "{said}");
    }
    let picture = Path::new("learner.png");
    assert!(!picture.exists(), "nobody has asked for a picture");
}
