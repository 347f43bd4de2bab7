//! Recorded games on the screen: saving, opening, stepping and playing on.

use std::path::Path;
use std::process::Output;

use crate::common::at_the_board::{game_loop, still};
use crate::common::pictures::golden;
use crate::common::program::{plain, program, qipan, qipan_reading};
use crate::common::recorded::{
    AnyGame, boxed, gomoku_of, keys_of, recorded_championship, to, world_championship,
};
use app::play::profile::Profile;
use app::play::replay::{step_through, step_through_file};
use games::Game as _;
use games::othello;
use games::records::{self, Recorded};
use store::games::read_games;
use tempfile::TempDir;
use turbo::dos::clipboard;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, parse_keys};

/// Steps through the first championship game. Returns the game to play on with.
fn stepped(keys: &str) -> Result<Option<AnyGame>, Quit> {
    let recorded = recorded_championship().remove(0).unwrap();
    let (opened, _) = still().press(keys, |session| step_through(session, &recorded));
    opened.map(|opened| opened.map(|opened| opened.game))
}

/// The number of moves before the position to play on from.
fn moves_after(keys: &str) -> usize {
    let game = stepped(&format!("{keys} Enter")).unwrap();
    game.expect("Enter plays on").t() - 1
}

#[test]
fn keys_step_within_a_recorded_game() {
    // This game has two passes.
    let all = 62;
    for (keys, moves) in [
        ("", 0),
        ("Right*9", 9),
        ("Right*9 Left*2", 7),
        ("Left", 0),
        ("End", all),
        ("End Right", all),
        ("End Home", 0),
        ("PageDown", 10),
        ("Right*3 PageDown", 10),
        ("PageDown*2 PageUp", 10),
        ("PageDown*9", all),
        ("PageDown PageUp*3", 0),
        ("Space Down", 2),
        ("Space Down Up Backspace", 0),
    ] {
        assert_eq!(moves_after(keys), moves, "after '{keys}'");
    }
    let right = (0..=all).map(|n| moves_after(&format!("Right*{n}")));
    let moves: Vec<usize> = right.collect();
    assert!(moves.is_sorted(), "Right goes on: {moves:?}");
    assert_eq!(moves.last(), Some(&all));
}

#[test]
fn r_reviews_the_record_and_esc_returns() {
    let shown = |keys: &str| {
        let recorded = records::transcript::read("f5d6").unwrap();
        let (_, last) = still().press(keys, |session| step_through(session, &recorded));
        last
    };
    let there = shown("Right");
    assert!(shown("Right r") != there);
    assert!(shown("Right r End Esc") == there);
    assert!(shown("Right r Right Esc Right") == shown("Right*2"));
}

#[test]
fn steps_show_the_recorded_positions() {
    let Ok(recorded) = recorded_championship().remove(0) else { panic!("the games are legal") };
    let mut boards = Vec::new();
    let mut game = recorded.game.clone();
    while game.undo() {
        boards.push(game.clone());
    }
    for (there, n) in boards.iter().rev().zip(0..).step_by(4) {
        let forward = stepped(&format!("Right*{n} Enter")).unwrap().unwrap();
        let back = stepped(&format!("End Left*{} Enter", boards.len() - n)).unwrap();
        assert_eq!(forward.to_string(), there.to_string());
        assert_eq!(back.unwrap().to_string(), there.to_string());
    }
}

#[test]
fn unfinished_games_start_at_the_beginning() {
    let recorded = records::transcript::read("f5d6c3").unwrap();
    let keys = "Right*2 Home End Enter";
    let (game, _) = still().press(keys, |session| step_through(session, &recorded));
    let game = game.map(|opened| opened.map(|opened| opened.game));
    assert_eq!(game, Ok(Some(recorded.game)));
}

#[test]
fn later_moves_can_be_redone_after_playing_on() {
    let game = stepped("Right*20 Enter").unwrap().unwrap();
    let mut again = game.clone();
    while again.redo() {}
    let recorded = recorded_championship().remove(0).unwrap();
    assert_eq!(again.to_string(), recorded.game.to_string());
}

#[test]
fn esc_returns_to_the_list_of_games() {
    let games = recorded_championship();
    let through = |keys: &str| {
        let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
        let file = Path::new("championship.wtb");
        let left = still().run(&mut script, &mut Profile::in_memory(), |session| {
            step_through_file(session, file, &games, None)
        });
        (left.map(|opened| opened.map(|opened| opened.game.to_string())), script.keys_left())
    };
    let of = |n: usize| {
        let recorded = games[n].as_ref();
        recorded.map(|recorded| recorded.game.to_string()).ok()
    };
    assert_eq!(through("Esc"), (Ok(None), 0));
    assert_eq!(through("Enter Right Esc Esc"), (Ok(None), 0));
    assert_eq!(through("Enter Esc Down*2 Enter End Enter"), (Ok(of(2)), 0));
    assert_eq!(through("Up End PageDown Enter End Enter"), (Ok(of(9)), 0));
    assert_eq!(through("b h Enter End Enter"), (Ok(of(2)), 0));
    assert_eq!(through("b h z Home Enter End Enter"), (Ok(of(0)), 0));
}

#[test]
fn bad_games_do_not_hide_good_ones() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, "f5d6c3\nf5a1\nf5f6").unwrap();
    let games = read_games(&file).unwrap();
    let keys = "Down Enter Enter Down Enter End Enter";
    let (game, _) = still().press(keys, |session| step_through_file(session, &file, &games, None));
    let game = game.map(|opened| opened.map(|opened| opened.game));
    assert_eq!(game, Ok(Some(games[2].as_ref().unwrap().game.clone())));
}

/// Runs the program with these keys and data folder, then `more` arguments.
fn run(folder: &TempDir, command: &str, keys: &str, more: &[&str]) -> Output {
    let data = folder.path().to_str().unwrap();
    let command = (!command.is_empty()).then_some(command);
    let mut args: Vec<&str> = command.into_iter().collect();
    args.extend(["--speed", "instant", "--keys", keys, "--data", data]);
    let output = qipan(&[&args, more].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{keys}");
    output
}

fn dumped(folder: &TempDir, command: &str, keys: &str) -> String {
    let output = run(folder, command, keys, &["--dump"]);
    String::from_utf8(output.stdout).unwrap()
}

fn saved(folder: &TempDir, name: &str) -> String {
    let text = std::fs::read_to_string(folder.path().join("games").join(name)).unwrap();
    match name.ends_with(".txt") {
        true => plain(&text),
        false => text,
    }
}

fn drop_at(cell: &str) -> String {
    format!("{} Enter", to(cell))
}

#[test]
fn a_game_is_saved_under_the_next_free_name_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let keys = format!("{} F3 Enter {} F3 Enter", drop_at("d3"), drop_at("c3"));
    run(&folder, "othello", &keys, &[]);
    assert_eq!(saved(&folder, "othello-1.txt"), "d3\n");
    assert_eq!(saved(&folder, "othello-2.txt"), "d3c3\n");
    // The first line of the list is the parent folder.
    let dump = dumped(&folder, "gomoku", "F4 Down*2 Enter End Enter");
    assert!(dump.contains("moves: d3c3\n"), "{dump}");
    let dump = dumped(&folder, "", "b g Home Enter o t Down Enter End Enter");
    assert!(dump.contains("moves: d3c3\n"), "{dump}");
}

#[test]
fn closing_a_record_returns_to_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let keys = format!("{} F3 Enter {} F3 Enter", drop_at("d3"), drop_at("c3"));
    run(&folder, "othello", &keys, &[]);
    let dump = dumped(&folder, "gomoku", "F4 Enter Esc Down Enter End Enter");
    assert!(dump.contains("moves: d3c3\n"), "{dump}");
}

#[test]
fn the_extension_sets_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let game = &world_championship()[0];
    let keys = format!("{} F3 End Backspace*3 g g f Enter", keys_of(&game.moves));
    run(&folder, "othello", &keys, &[]);
    let ggf = saved(&folder, "othello-1.ggf");
    let words = "(;GM[Othello]PB[human]PW[human]RE[+4]";
    assert!(ggf.starts_with(words), "{ggf}");
    let keys = "Down Enter F3 Backspace*13 m y Space o n e . p s q Enter";
    run(&folder, "gomoku", keys, &[]);
    assert!(saved(&folder, "my one.psq").starts_with("Piskvorky 15x15"));
    run(&folder, "gomoku", "Down Enter F3 Backspace*13 a Enter", &[]);
    assert_eq!(saved(&folder, "a.txt"), "00\n");
}

#[test]
fn invalid_names_can_be_corrected() {
    let folder = tempfile::tempdir().unwrap();
    for wrong in ["", ".", ". .", "a / b", "/ a", "a . w t b"] {
        let keys = format!("Down Enter F3 Backspace*13 {wrong} Enter*2 Backspace*13 x Enter");
        run(&folder, "gomoku", &keys, &[]);
        assert_eq!(saved(&folder, "x.txt"), "00\n", "after '{wrong}'");
        let games = std::fs::read_dir(folder.path().join("games")).unwrap();
        assert_eq!(games.count(), 1, "after '{wrong}'");
        std::fs::remove_file(folder.path().join("games/x.txt")).unwrap();
    }
}

#[test]
fn files_are_overwritten_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "gomoku", "Down Enter F3 Backspace*13 x Enter", &[]);
    let again = "Down*2 Enter F3 Backspace*13 x Enter";
    run(&folder, "gomoku", &format!("{again} n"), &[]);
    assert_eq!(saved(&folder, "x.txt"), "00\n");
    run(&folder, "gomoku", &format!("{again} y"), &[]);
    assert_eq!(saved(&folder, "x.txt"), "01\n");
}

#[test]
fn lost_turns_are_saved_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "othello", "Down Enter*61 Down Enter F3 Enter", &[]);
    assert_eq!(saved(&folder, "othello-1.txt"), "original --\n");
    let keys = "F4 Down Enter End Enter Down*3 Right*4 Enter";
    let dump = dumped(&folder, "gomoku", keys);
    assert!(dump.contains("to move: black\n"), "{dump}");
    assert!(dump.contains("moves: --e3\n"), "{dump}");
    // GGF cannot hold it, and the dialog stays open.
    let keys = "Down Enter*61 F3 End Backspace*3 g g f Enter*2";
    run(&folder, "othello", keys, &[]);
    assert!(!folder.path().join("games/othello-2.ggf").exists());
}

#[test]
fn opening_a_record_keeps_the_current_game() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "gomoku", "Down Enter F3 Enter F2 Enter", &[]);
    let keys = format!("{} F4 Down Enter End Enter Esc n Enter", drop_at("d3"));
    // The opened gomoku was played last.
    let dump = dumped(&folder, "othello", &keys);
    assert!(dump.contains("record: 00\n"), "{dump}");
    let dump = dumped(&folder, "", "n Down Enter");
    assert!(dump.contains("moves: d3\n"), "{dump}");
}

#[test]
fn without_a_data_folder_nothing_is_written() {
    let here = tempfile::tempdir().unwrap();
    let mut command = program();
    command.args(["othello", "--dump", "--keys"]);
    command.arg(format!("{} F3 F4 F12 Down*3", drop_at("d3")));
    let output = command.current_dir(here.path()).output().unwrap();
    let dump = String::from_utf8_lossy(&output.stdout);
    assert!(dump.contains("moves: d3\n"), "{dump}");
    assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 0);
}

#[test]
fn the_file_dialog_shows_folders_and_games() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    std::fs::create_dir(&below).unwrap();
    std::fs::write(below.join("x.txt"), "f5d6").unwrap();
    std::fs::write(below.join("a.png"), "no game").unwrap();
    std::fs::write(below.join(".a.txt"), "hidden").unwrap();
    // Goes up from the game folder, into "below", and to its only file after "..".
    let keys = "F4 Enter b e Enter Down*9 Enter End Enter";
    let dump = dumped(&folder, "gomoku", keys);
    assert!(dump.contains("moves: f5d6\n"), "{dump}");
}

#[test]
fn unreadable_files_keep_the_current_game() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    for (name, bytes) in [
        ("empty.txt", &b""[..]),
        ("empty.wtb", &[0; 16]),
        ("cut.wtb", &[1; 30]),
        ("wrong.txt", b"f5f5"),
        ("noise.psq", &[200; 999]),
    ] {
        let file = games.join(name);
        std::fs::write(&file, bytes).unwrap();
        let keys = format!("{} F4 Down Enter Esc*2 {}", drop_at("d3"), drop_at("c3"));
        // One Esc closes the message or an empty list, the other the list of files.
        let dump = dumped(&folder, "othello", &keys);
        assert!(dump.contains("moves: d3"), "{name}: {dump}");
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn replay_opens_a_game_to_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let wc10 = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wc10.wtb");
    let keys = "End Left*3 Enter F3 Enter";
    run(&folder, "replay", keys, &["--game", "3", wc10]);
    let moves = &world_championship()[2].moves;
    let found = saved(&folder, "othello-1.txt");
    assert_eq!(found.trim(), &moves[..moves.len() - 6]);
}

#[test]
fn replay_remembers_the_rules_of_a_library() {
    let folder = tempfile::tempdir().unwrap();
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/renlib/VCF.lib");
    let data = folder.path().to_str().unwrap();
    let said = |args: &[&str], keys: &str| {
        let all = [&["replay", library, "--data", data, "--keys", keys], args].concat();
        let output = qipan(&all);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let usual = said(&[], "Right");
    assert!(usual.contains("with freestyle rules, since it names none"), "{usual}");
    let changed = said(&[], "Right o r Esc");
    assert_eq!(changed, usual);
    let kept = said(&[], "Right");
    assert!(kept.contains("with renju rules, as chosen before"), "{kept}");
    assert_eq!(said(&["--rules", "standard"], "Right"), "");
}

#[test]
fn games_can_be_pasted_on_standard_input() {
    for (pasted, expected) in [
        ("F5 d6\nC3", "moves: f5d6"),
        ("f5d6c3", "moves: f5d6c3"),
        ("(;GM[Othello]B[f5];)", "moves: f5"),
        ("7778", "record: 7778"),
    ] {
        let output = qipan_reading(pasted.as_bytes(), &["replay", "-", "--dump"]);
        let dump = String::from_utf8_lossy(&output.stdout);
        assert!(dump.contains(expected), "{pasted}: {dump}");
    }
}

#[test]
fn save_writes_the_game_that_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.psq");
    let save = ["--save", file.to_str().unwrap()];
    run(&folder, "gomoku", "Down Enter", &save);
    let read = read_games(&file).unwrap().remove(0);
    let Ok(Recorded { game, .. }) = read else { panic!("{read:?}") };
    assert_eq!(games::gomoku::record::text(gomoku_of(game).pieces()), "00");
    let wrong = qipan(&["gomoku", "--keys", "", "--save", "x.ggf"]);
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert_eq!(said, "qipan: x.ggf: the name of the file must end in .txt, .moves, .pgn, .sgf or .psq\n");
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn f12_saves_a_picture_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    for keys in ["F12", "F1 F12", "o F12", "o Enter F2 F12", "h F12", "b F12", "g F12"] {
        run(&folder, "", keys, &[]);
    }
    let keys = format!("o Enter {} F12", drop_at("d3"));
    run(&folder, "", &keys, &[]);
    let picture = |n: usize| folder.path().join(format!("pictures/qipan-{n:03}.png"));
    for (n, name) in [(8, "othello-move"), (1, "menu")] {
        assert!(std::fs::read(picture(n)).unwrap() == std::fs::read(golden(name)).unwrap());
    }
}

#[test]
fn a_transcript_with_thrown_turns_reads_back() {
    let mut game = othello::Game::default();
    for (ply, n) in ["f5", "--", "--", "f4", "--", "f6"].iter().zip(1..) {
        match ply.parse() {
            Ok(cell) => assert!(matches!(game.drop(cell), othello::Dropped::Flipped(_)), "{n}"),
            Err(_) => game.lose_turn(),
        }
        let text = records::transcript::text_of(&game);
        let read = records::transcript::read(&text).unwrap();
        assert_eq!(read.game.to_string(), boxed(game.clone()).to_string());
    }
}

/// Pastes a text at the gomoku board, plays on with these keys, and copies the game.
fn pasted(text: &str, keys: &str) -> (String, Result<String, clipboard::Error>) {
    let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
    let clipboard = script.clipboard().expect("a script has a clipboard");
    clipboard.put(text).unwrap();
    let mut game = boxed(games::gomoku::Game::default());
    let _ = still().run(&mut script, &mut Profile::in_memory(), |session| game_loop(session, &mut game));
    (game.to_string(), clipboard.text())
}

#[test]
fn games_and_positions_are_pasted_and_copied() {
    let (game, copied) = pasted("1. f5 d6 2. c3", "Ctrl+V End Enter Ctrl+C");
    assert!(game.contains("moves: f5d6c3"), "{game}");
    assert_eq!(copied.as_deref(), Ok("f5d6c3"));
    let text = "(;FF[4]GM[4]RU[renju];B[hh](;W[ih])(;W[gh]))";
    let (game, copied) = pasted(text, "Ctrl+V End Enter Ctrl+C");
    assert!(game.contains("record: renju 7787\n"), "{game}");
    assert_eq!(copied.as_deref(), Ok("renju h8i8"));
    let board = "[8 -------- -------- -------- ---O*--- ---**--- ----*--- -------- -------- O]";
    let (game, copied) = pasted(board, "Ctrl+V End Enter Ctrl+C");
    assert!(game.contains("to move: white"), "{game}");
    assert!(copied.unwrap().starts_with("(;GM[Othello]"));
}

#[test]
fn invalid_pastes_change_nothing() {
    for text in ["", "f5f5", "no game", "(;FF[4]GM[1];B[aa])"] {
        let (game, copied) = pasted(text, "Ctrl+V Esc Down Enter Ctrl+V");
        assert!(!game.contains("moves:"), "{text}: {game}");
        assert_eq!(copied.unwrap_or_default(), text);
    }
    let (_, copied) = pasted("kept", "Ctrl+C");
    let found = copied.as_deref();
    assert_eq!(found, Ok("kept"), "without a move nothing is copied");
}

/// The game to play on with after these keys in a record with variations.
fn in_variations(keys: &str) -> String {
    let text = "(;FF[4]GM[2];B[f5]C[A remark](;W[d6];B[c3];W[d3])(;W[f6];B[e6])(;W[f4];B[e3]))";
    let path = Path::new("x.sgf");
    let games = records::read_bytes(path, text.as_bytes(), &Default::default()).unwrap();
    let recorded = games[0].as_ref().unwrap();
    let (game, _) = still().press(keys, |session| step_through(session, recorded));
    let game = game.unwrap().expect("Enter plays on").game.to_string();
    let moves = game.lines().find(|line| line.starts_with("moves: "));
    moves.unwrap()["moves: ".len()..].to_string()
}

#[test]
fn v_lists_lines_and_enter_selects_one() {
    for (keys, moves) in [
        ("Home Right*2 Enter", "f5d6"),
        ("Home Right*2 v Right Enter Enter", "f5f6"),
        ("Home Right*2 v Right Enter Right Enter", "f5f6e6"),
        ("Home Right*2 v Right*2 Enter Right Enter", "f5f4e3"),
        ("Home Right*2 v Right*2 Left*2 Enter End Enter", "f5d6c3d3"),
        ("Home Right*2 v Right Enter End Home Right Enter", "f5"),
        ("Home Right*2 v Right Esc Right Enter", "f5d6c3"),
        ("Home Right*2 v Right v Right Enter", "f5d6c3"),
        ("Home v End Right Enter Enter", "f5f6e6"),
        ("Home v Right*9 Down*9 Up Enter Enter", "f5f4"),
        ("Home v c Down c Esc Down PageDown Enter Enter", "f5d6c3d3"),
        ("Home v Enter Enter", ""),
    ] {
        assert_eq!(in_variations(keys), moves, "{keys}");
    }
}

#[test]
fn names_that_cannot_be_read_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("wc10.wtb");
    std::fs::copy("tests/data/wc10.wtb", &games).unwrap();
    std::fs::create_dir(folder.path().join("WTHOR.JOU")).unwrap();
    let checked = qipan(&["replay", "--check", games.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(said.contains("WTHOR.JOU: cannot read the file") && said.lines().count() == 1, "{said}");
}
