//! A game in progress is saved whatever happens to the program.

use crate::common::at_the_board::{At, seats};
use crate::common::pictures::read_png;
use crate::common::program::{assert_fails, out, plain, run};
use crate::common::recorded::{AnyGame, boxed, keys_of_record, new_othello, random_game, to};
use app::play::games::GAMES;
use app::play::session::Table;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use app::play::profile::{game_from_text, game_to_text};
use games::Game as _;
use games::clock::Clocks;
use games::gomoku;
use games::othello::{self, Rules};
use players::{Engines, Move, Seats, Thinking};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;

fn read_back(game: &AnyGame, table: &At) -> (AnyGame, At) {
    let text = game_to_text(&**game, table);
    let mut other = At::default();
    match game_from_text(&text, &GAMES, &mut other) {
        Ok(game) => (game.game, other),
        Err(error) => panic!("{error} in:\n{text}"),
    }
}

#[test]
fn saved_games_keep_undone_moves() {
    let mut random = StdRng::seed_from_u64(5);
    for _ in 0..200 {
        let mut game = random_game(|n| random.random_range(0..n));
        for _ in 0..random.random_range(0..70) {
            game.undo();
        }
        if game.to_move().is_some() {
            let free = othello::Cell::all().find(|c| game.map()[c.row][c.col] == 0);
            for _ in 0..random.random_range(0..4) {
                game.drop(free.unwrap());
            }
        }
        let game = boxed(game);
        assert_eq!(&*read_back(&game, &At::default()).0, &*game);
    }
    let mut game = gomoku::Game::from_record("77787988a9b5c6").unwrap();
    game.undo();
    game.undo();
    let game = boxed(game);
    assert_eq!(&*read_back(&game, &At::default()).0, &*game);
}

#[test]
fn saved_games_keep_their_start() {
    let start = "...................X......XX.......XO..........................O O".parse();
    let mut game = othello::Game::from_position(Rules::Original, start.unwrap());
    game.drop("c4".parse().unwrap());
    let game = boxed(game);
    assert_eq!(&*read_back(&game, &At::default()).0, &*game);
}

#[test]
fn saved_games_keep_players_and_clocks() {
    let table = Table {
        seats: seats("random", "human", u64::MAX),
        stone_at: Some((160, 200)),
        clocks: Clocks::new("3+2".parse().unwrap()),
        ..Table::default()
    };
    let table = At { table, ..At::default() };
    let (_, other) = read_back(&new_othello(Rules::Standard), &table);
    assert_eq!(&other.seats, &table.seats);
    assert_eq!(other.stone_at, table.stone_at);
    assert_eq!(other.clocks, table.clocks);
}

#[test]
fn invalid_saves_are_refused() {
    let mut game = othello::Game::new(Rules::Standard);
    for cell in ["d3", "c5", "b6"] {
        game.drop(cell.parse().unwrap());
    }
    game.undo();
    let text = game_to_text(&game, &At::default());
    for (from, into) in [
        ("game othello", "game chess"),
        ("rules standard", "rules funny"),
        ("moves d3 c5", "moves d3 c9"),
        ("moves d3 c5", "moves d3 h8"),
        ("moves d3 c5", "moves d3 d3"),
        ("undone b6", "undone a1"),
        ("tries 0", "tries 59"),
        ("tries 0", "tries -1"),
        ("black human", "black nobody"),
        ("seed 0", "seed x"),
    ] {
        assert!(text.contains(from), "{text}");
        let mut table = At::default();
        let wrong = text.replace(from, into);
        let read = game_from_text(&wrong, &GAMES, &mut table);
        assert!(read.is_err(), "{wrong}");
        assert_eq!(table, At::default());
    }
}

/// Continues a game between computers by at most `stop` plies.
fn play_on(game: &mut AnyGame, seats: &Seats, stop: usize) {
    for _ in 0..stop {
        let Some(thinking) =
            Thinking::start(&players::Othello, seats, &**game, false, &mut Engines::default())
        else {
            return;
        };
        match thinking.answer(&mut Engines::default(), &mut |_| ()).unwrap() {
            Ok(Some(Move::Drop(place))) => drop(game.try_to_drop(place)),
            Ok(Some(Move::Answer(n))) => drop(game.answer(n)),
            Ok(None) => game.lose_turn(),
            Err(why) => panic!("{why}"),
        }
    }
}

#[test]
fn resumed_games_end_in_the_same_way() {
    let mut random = StdRng::seed_from_u64(7);
    for seed in 0..300 {
        let seats = seats("random", "random", seed);
        let rules = [Rules::Original, Rules::Standard][seed as usize % 2];
        let mut whole = new_othello(rules);
        play_on(&mut whole, &seats, usize::MAX);

        let mut game = new_othello(rules);
        let mut table = At::default().seated(seats);
        while game.to_move().is_some() {
            play_on(&mut game, &table.seats, random.random_range(1..30));
            (game, table) = read_back(&game, &table);
        }
        assert_eq!(&*game, &*whole);
    }
}

fn qipan(data: &Path, line: &str) -> Output {
    run(&format!("{line} --data '{}'", data.display()))
}

fn dump(data: &Path, line: &str) -> String {
    let output = qipan(data, &format!("{line} --dump"));
    let code = output.status.code();
    assert_eq!(code, Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A path for a test's own folder that does not exist yet.
fn folder() -> (TempDir, PathBuf) {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = scratch.path().join("data");
    (scratch, data)
}

#[test]
fn continue_restores_the_game() {
    let moves = format!("{} Enter {} Enter {}", to("d3"), to("c3"), to("c4"));
    for leave in ["", "Esc"] {
        let (_scratch, data) = folder();
        let keys = format!("{moves} {leave}");
        let left = dump(&data, &format!("othello --rules standard --keys '{keys}'"));
        // The menu now starts with "Continue".
        assert_eq!(dump(&data, "--keys 'Enter Esc'"), left);
        // The disc is on c4 and only needs to be dropped.
        let dropped = dump(&data, "--keys 'Enter Enter Esc Esc'");
        assert!(dropped.contains("moves: d3c3c4\n"), "{dropped}");
    }
}

#[test]
fn a_finished_game_is_not_offered_again() {
    let (_scratch, data) = folder();
    let five = keys_of_record("000110112021303140");
    let end = dump(&data, &format!("gomoku --keys '{five}'"));
    assert!(end.contains("result: black"), "{end}");
    let fresh = dump(&data, "--keys 'Enter Enter'");
    assert!(fresh.contains("moves: \n"), "not a new Othello:\n{fresh}");
}

#[test]
fn new_games_keep_unfinished_ones() {
    let (_scratch, data) = folder();
    let _ = dump(&data, "gomoku --keys 'Down Enter'");
    let _ = dump(&data, &format!("--keys 'o Enter {} Enter'", to("d3")));
    let newest = dump(&data, "--keys 'n Enter'");
    assert!(newest.contains("moves: d3\n"), "{newest}");
    let other = dump(&data, "--keys 'n Down Enter'");
    assert!(other.contains("record: 00\n"), "{other}");
}

/// The values of this key in all saved games, in the order of slots.
fn kept(data: &Path, word: &str) -> Vec<String> {
    let texts = (1..=9).filter_map(|n| std::fs::read_to_string(data.join(format!("game-{n}"))).ok());
    let of = |text: String| {
        let value = text.lines().find_map(|line| line.strip_prefix(&format!("{word} ")));
        value.unwrap_or("none").to_string()
    };
    texts.map(of).collect()
}

#[test]
fn no_key_loses_a_game_that_has_moves() {
    let game = format!("{} Enter {} Enter {} Enter", to("d3"), to("c3"), to("c4"));
    let new = format!("{} Enter", to("f5"));
    for (keys, left) in [
        (format!("F2 Enter {new}"), vec!["d3 c3 c4", "f5"]),
        (format!("F2 Enter {new} F2 Enter {new}"), vec!["d3 c3 c4", "f5", "f5"]),
        (format!("Esc o Enter {new}"), vec!["d3 c3 c4", "f5"]),
        ("Esc".to_string(), vec!["d3 c3 c4"]),
        ("F2 Esc".to_string(), vec!["d3 c3 c4"]),
        ("Ctrl+O Esc*2".to_string(), vec!["d3 c3 c4"]),
        (format!("Backspace*9 F2 Enter {new}"), vec!["", "f5"]),
        (format!("Backspace*9 Esc o Enter {new}"), vec!["", "f5"]),
        // A finished game makes room for the next.
        (format!("F10 r y a {new}"), vec!["f5"]),
        (format!("F10 r y Backspace F2 Enter {new}"), vec!["d3 c3 c4", "f5"]),
    ] {
        let (_scratch, data) = folder();
        let keys = format!("{game} {keys}");
        let line = format!("othello --rules standard --speed instant --keys '{keys}'");
        let _ = dump(&data, &line);
        assert_eq!(kept(&data, "moves"), left, "{keys}");
    }
}

#[test]
fn undone_moves_can_be_redone_later() {
    let (_scratch, data) = folder();
    let three = keys_of_record("777888");
    let _ = dump(&data, &format!("gomoku --keys '{three} Backspace*3 Esc'"));
    let again = dump(&data, "--keys 'n Ctrl+U*3'");
    assert!(again.contains("record: 777888\n"), "{again}");
}

#[test]
fn undone_computer_moves_can_be_redone_later() {
    let (_scratch, data) = folder();
    let line = "gomoku --black random --speed instant --keys 'a 1 5 Enter a 1 3 Enter a 1 1 Enter'";
    let played = dump(&data, line);
    let back = dump(&data, "--speed instant --keys 'n Backspace*9 Esc'");
    assert_ne!(played, back);
    assert_eq!(dump(&data, "--speed instant --keys 'n Ctrl+U*9'"), played);
}

#[test]
fn unfinished_games_are_listed_opened_and_discarded() {
    let (_scratch, data) = folder();
    for record in ["77", "7788", "778899"] {
        let line = format!("gomoku --keys '{}'", keys_of_record(record));
        let _ = dump(&data, &line);
        // The list is sorted by time, and some file systems have coarse clocks.
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let opened = |keys: &str| {
        let state = dump(&data, &format!("--keys '{keys}'"));
        let record = state.lines().find_map(|line| line.strip_prefix("record: "));
        record.unwrap_or("none").to_string()
    };
    assert_eq!(opened("n Esc"), "none");
    assert_eq!(opened("n Down*2 Enter"), "77");
    assert_eq!(opened("n Delete n Backspace Esc Esc"), "none");
    let found = kept(&data, "record");
    assert_eq!(found, ["77", "7788", "778899"], "it asks first");
    assert_eq!(opened("n Down Delete y Esc"), "none");
    assert_eq!(kept(&data, "record"), ["77", "778899"]);
    assert_eq!(opened("n Backspace y Backspace y g Enter Down*2 Enter"), "01");
    assert_eq!(kept(&data, "record"), ["01"]);
    assert_eq!(opened("n"), "01", "one game is opened at once");
}

#[test]
fn the_settings_are_remembered() {
    let (scratch, data) = folder();
    let picture = scratch.path().join("picture.png");
    let shown = |data: &Path, keys: &str| {
        let picture = picture.display();
        let line = format!("othello --keys '{keys}' --screenshot '{picture}'");
        let _ = dump(data, &line);
        read_png(&scratch.path().join("picture.png")).unwrap()
    };
    let chosen = shown(&data, "Ctrl+O Down*2 Left Down*3 Right*2 Enter");
    assert!(shown(&data, "") == chosen);
    let (_other, fresh) = folder();
    assert!(shown(&fresh, "") != chosen);
}

#[test]
fn numbers_and_sound_are_remembered() {
    let (_scratch, data) = folder();
    let settings = || plain(&std::fs::read_to_string(data.join("settings.conf")).unwrap());
    let _ = dump(&data, "gomoku --keys 'Ctrl+O Left*3 Down*8 Right Enter'");
    assert!(settings().contains("\nnumbers = on\n"), "{}", settings());
    assert!(settings().contains("\nsound = off\n"), "{}", settings());
    let _ = dump(&data, "gomoku --keys 'Ctrl+O Down*8 Left Enter'");
    assert!(settings().contains("\nnumbers = off\n"), "{}", settings());
}

#[test]
fn swap2_games_resume_in_the_opening() {
    let three = keys_of_record("777888");
    let two = keys_of_record("6669");
    for (left, more, decided) in [
        (three.clone(), "b", "black"),
        (format!("{three} b"), "", "black"),
        (format!("{three} t"), &format!("{two} b"), "two black"),
        (format!("{three} t {two}"), "w", "two white"),
    ] {
        let (_scratch, data) = folder();
        let _ = dump(&data, &format!("gomoku --opening swap2 --keys '{left}'"));
        let file = data.join("game-1");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("opening swap2\n"), "{text}");
        let _ = dump(&data, &format!("--keys 'Enter {more}'"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("decided {decided}\n")), "{text}");
    }
}

#[test]
fn the_last_players_are_remembered() {
    let (_scratch, data) = folder();
    // Black becomes the computer, White a person.
    let _ = dump(&data, "--speed instant --keys 'o Right Down*2 Right Enter Esc'");
    for (keys, to_move) in [("o Enter", "white"), ("g Enter", "black"), ("o Enter", "white")] {
        let game = dump(&data, &format!("--speed instant --keys '{keys}'"));
        let expected = format!("to move: {to_move}\n");
        assert!(game.contains(&expected), "after {keys}: {game}");
    }
}

#[test]
fn damaged_saves_are_set_aside() {
    let (_scratch, data) = folder();
    let _ = dump(&data, "gomoku --keys 'Down Enter'");
    let file = data.join("game-1");
    let good = std::fs::read(&file).unwrap();
    std::fs::write(&file, &good[..good.len() / 2]).unwrap();
    let told = dump(&data, "--keys 'n x g Enter Down*2 Enter'");
    assert!(told.contains("record: 01\n"), "{told}");
    let kept = std::fs::read(data.join("game-1.damaged")).unwrap();
    assert_eq!(kept, good[..good.len() / 2]);
}

#[test]
fn an_unwritable_folder_is_reported_once() {
    let (scratch, _) = folder();
    let file = scratch.path().join("file");
    std::fs::write(&file, "").unwrap();
    let keys = format!("{} Enter {} Enter", to("d3"), to("c3"));
    let output = qipan(&file, &format!("othello --keys '{keys}' --dump"));
    assert!(out(&output).contains("moves: d3c3\n"), "{output:?}");
    assert_fails(&output, 1, &["was not saved"]);
}

#[test]
fn scripts_without_a_data_folder_write_nothing() {
    let (scratch, _) = folder();
    let home = scratch.path();
    let output = Command::new(env!("CARGO_BIN_EXE_qipan"))
        .args(["gomoku", "--keys", "Down Enter F9"])
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_dir(home).unwrap().count(), 0);
}
