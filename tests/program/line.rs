//! Games over the network between two programs, and with a program in Python.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use crate::common::program::{assert_fails, program_that_ends_with_the_test as program, run};
use crate::common::recorded::world_championship;
use games::othello::Ply;
use games::records::transcript;

/// The keys that make moves by their names, such as `f 5 Enter`.
fn keys<'a>(moves: impl Iterator<Item = &'a str>) -> String {
    let spelled = moves.map(|name| {
        let letters: Vec<String> = name.chars().map(String::from).collect();
        format!("{} Enter", letters.join(" "))
    });
    spelled.collect::<Vec<_>>().join(" ")
}

/// The moves of a championship game without a forced pass.
fn othello() -> Vec<String> {
    let passes = |moves: &str| transcript::game(moves).unwrap().plies().contains(&Ply::Pass);
    let game = world_championship().into_iter().find(|game| !passes(&game.moves)).unwrap();
    let letters: Vec<char> = game.moves.chars().collect();
    letters.chunks(2).map(|name| name.iter().collect()).collect()
}

fn of_black(moves: &[String]) -> impl Iterator<Item = &str> {
    moves.iter().step_by(2).map(String::as_str)
}

fn of_white(moves: &[String]) -> impl Iterator<Item = &str> {
    moves.iter().skip(1).step_by(2).map(String::as_str)
}

fn start(args: &[&str]) -> Child {
    let mut command = program();
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Starts a host. Returns it with its output, the address and the code.
fn host(args: &[&str]) -> (Child, BufReader<impl Read + use<>>, String, String) {
    let mut child = start(args);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let (address, code) = line.trim_end().split_once(' ').unwrap_or_else(|| panic!("{line}"));
    (child, output, address.to_string(), code.to_string())
}

fn rest(mut child: Child, mut output: impl Read) -> String {
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    child.wait().unwrap();
    text
}

#[test]
fn two_programs_play_a_whole_game_of_othello() {
    let moves = othello();
    let (black, white) = (keys(of_black(&moves)), keys(of_white(&moves)));
    let (child, output, address, code) = host(&["othello", "--wait", "--keys", &black, "--dump"]);
    let guest = start(&["othello", "--join", &address, &code, "--keys", &white, "--dump"]);
    let guest = guest.wait_with_output().unwrap();
    let printed = rest(child, output);
    let expected = format!("moves: {}\n", moves.concat());
    assert!(printed.contains(&expected), "{printed}");
    assert_eq!(String::from_utf8_lossy(&guest.stdout), printed);
}

/// In this game the host passes, so the guest, who waits for the host after each move, moves twice in a row.
#[test]
fn a_pass_loses_no_move() {
    let plies = |moves: &str| transcript::game(moves).unwrap().plies().to_vec();
    let games = world_championship().into_iter();
    let moves = games
        .map(|game| game.moves)
        .find(|moves| plies(moves).iter().step_by(2).any(|ply| *ply == Ply::Pass))
        .unwrap();
    let of = |side: usize| {
        let plies = plies(&moves).into_iter().skip(side).step_by(2).filter(|ply| *ply != Ply::Pass);
        let names: Vec<String> = plies.map(|ply| ply.to_string()).collect();
        keys(names.iter().map(String::as_str))
    };
    let (child, output, address, code) = host(&["othello", "--wait", "--keys", &of(0), "--dump"]);
    let guest = start(&["othello", "--join", &address, &code, "--keys", &of(1), "--dump"]);
    let guest = guest.wait_with_output().unwrap();
    let printed = rest(child, output);
    assert!(printed.contains("result: "), "{printed}");
    assert!(!printed.contains("result: none"), "{printed}");
    assert_eq!(String::from_utf8_lossy(&guest.stdout), printed);
}

#[test]
fn two_programs_play_renju_with_swap2() {
    // The first player puts three stones, the second takes White. The first cannot set up a position, and
    // resigns.
    let first = "h 8 Enter h 9 Enter j 1 0 Enter a 1 Enter Ctrl+P a 2 Enter F10 r y";
    let second = "w d 1 Enter d 2 Enter d 3 Enter";
    let args = ["gomoku", "--rules", "renju", "--opening", "swap2"];
    let (child, output, address, code) = host(&[&args[..], &["--wait", "--keys", first, "--dump"]].concat());
    let guest = start(&["gomoku", "--join", &address, &code, "--keys", second, "--dump"]);
    let guest = guest.wait_with_output().unwrap();
    let printed = rest(child, output);
    assert!(printed.contains("result: white"), "{printed}");
    assert_eq!(String::from_utf8_lossy(&guest.stdout), printed);
}

/// Plays a game against the program in Python, which is the guest with this bit.
fn with_python(bit: &str, cut: Option<&str>) {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("SKIPPED: there is no python3");
        return;
    }
    let moves = othello();
    let own = if bit == "0" { keys(of_black(&moves)) } else { keys(of_white(&moves)) };
    let (child, output, address, code) = host(&["othello", "--wait", "--keys", &own, "--dump"]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/line.py");
    let mut python = Command::new("python3");
    python.args([script, &address, &code, bit, "othello", &moves.join(" ")]).args(cut);
    let python = python.output().unwrap();
    assert!(python.status.success(), "{python:?}");
    let log = String::from_utf8(python.stdout).unwrap();
    assert_eq!(log.lines().count(), moves.len() + 1, "{log}");
    let printed = rest(child, output);
    assert!(printed.contains(&format!("moves: {}\n", moves.concat())), "{printed}");
}

#[test]
fn a_hundred_lines_of_python_are_the_other_end() {
    with_python("0", None);
    with_python("1", None);
}

#[test]
fn python_comes_back_after_a_lost_connection() {
    for cut in ["3", "6", "17", "40"] {
        with_python("1", Some(cut));
    }
}

#[test]
fn wrong_options_of_the_network_are_explained() {
    for (line, words) in [
        ("othello --wait nowhere --keys ''", "nowhere"),
        ("othello --join 127.0.0.1:1 ABC --keys ''", "'ABC' is not a code of six letters"),
        ("othello --wait --code ABCDE1 --keys ''", "'ABCDE1' is not a code of six letters"),
        ("othello --code ABCDEF --keys ''", "--wait"),
        ("othello --join 127.0.0.1 ABCDEF --keys ''", "127.0.0.1"),
    ] {
        assert_fails(&run(line), 2, &[words]);
    }
    assert_fails(&run("othello --wait 192.0.2.1:4040 --keys ''"), 1, &["192.0.2.1:4040"]);
}

#[test]
fn a_game_goes_on_after_both_programs_were_killed() {
    let moves = othello();
    let folder = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (one, other) = (data("host"), data("guest"));
    // The host stops before its eleventh move, and the guest waits for it.
    let (black, white) = (keys(of_black(&moves[..20])), keys(of_white(&moves)));
    let (child, output, address, code) = host(&["othello", "--wait", "--keys", &black, "--data", &one]);
    let mut guest = start(&["othello", "--join", &address, &code, "--keys", &white, "--data", &other]);
    rest(child, output);
    guest.kill().unwrap();
    guest.wait().unwrap();
    let (black, white) = (keys(of_black(&moves[20..])), keys(of_white(&moves[20..])));
    let again = ["othello", "--wait", &address, "--code", &code, "--keys", &black, "--data", &one, "--dump"];
    let (child, output, address, _) = host(&again);
    let guest = start(&["othello", "--join", &address, &code, "--keys", &white, "--data", &other, "--dump"]);
    let guest = guest.wait_with_output().unwrap();
    let printed = rest(child, output);
    assert!(printed.contains(&format!("moves: {}\n", moves.concat())), "{printed}");
    assert_eq!(String::from_utf8_lossy(&guest.stdout), printed);
}

#[test]
fn a_link_opens_its_game() {
    let printed = |line: &str| String::from_utf8(run(line).stdout).unwrap();
    let args = "--keys '' --dump";
    assert!(printed(&format!("https://example.org/#othello=f5d6c3 {args}")).contains("moves: f5d6c3\n"));
    let renju = printed(&format!("'#gomoku=h8i9&rules=renju.free.black.15x15' {args}"));
    assert!(renju.contains("to move: black") && renju.contains("record: "), "{renju}");
    let wrong = run(&format!("#othello=f5f6a1 {args}"));
    assert_fails(&wrong, 2, &["move 3 of the link, a1, is against the rules"]);
    assert_fails(&run(&format!("othello --link f5d6 {args}")), 2, &["there is no game in this link"]);
}
