//! Conversion between formats, and files by other programs.

use std::fs;
use std::path::Path;

use games::gomoku;
use games::othello;
use games::records::{self, Recorded, Score, endgames};
use store::games::read_games;
use tempfile::TempDir;

use crate::common::data::data;
use crate::common::program::qipan;
use crate::common::recorded::world_championship;

/// All games of a file without errors.
fn good(file: &Path) -> Vec<Recorded> {
    let games = read_games(file).unwrap().into_iter();
    let good = games.map(|game| game.unwrap_or_else(|error| panic!("{error}")));
    good.collect()
}

fn record(recorded: &Recorded) -> String {
    let game = recorded.game.of::<gomoku::Game>();
    game.unwrap_or_else(|| panic!("{}", recorded.game)).record()
}

fn moves(recorded: &Recorded) -> String {
    let game = recorded.game.of::<othello::Game>();
    let game = game.unwrap_or_else(|| panic!("{}", recorded.game));
    records::transcript::text(game.plies())
}

/// Converts. Returns the status and standard error.
fn convert(args: &[&str]) -> (Option<i32>, String) {
    let args = [&["convert"], args].concat();
    let output = qipan(&args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_string()
}

#[test]
fn the_championship_survives_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let first = data("wc10.wtb");
    let names = ["a.sgf", "b.ggf", "d.pgn", "e.txt"];
    let [sgf, ggf, pgn, txt] = names.map(|name| path(&folder, name));
    let none = (Some(0), String::new());
    let lost = (Some(0), "qipan: sgf has no place for: perfect results (10 games)\n".to_string());
    assert_eq!(convert(&[first.to_str().unwrap(), &sgf]), lost);
    assert_eq!(convert(&[&sgf, &ggf]), none);
    assert_eq!(convert(&[&ggf, &pgn]), none);
    let (status, said) = convert(&[&pgn, &txt]);
    assert_eq!(status, Some(0));
    assert_eq!(said, "qipan: txt has no place for: events (10 games), names (10 games), scores (10 games)\n");
    let original = good(&first);
    for file in [&sgf, &ggf, &pgn, &txt] {
        let games = good(file.as_ref());
        assert_eq!(games.len(), 10, "{file}");
        for (game, expected) in games.iter().zip(world_championship()) {
            assert_eq!(moves(game), expected.moves, "{file}");
            assert_eq!(game.check_score(), Ok(()), "{file}");
        }
    }
    for (game, original) in good(sgf.as_ref()).iter().zip(&original) {
        assert_eq!(game.heading, original.heading);
        let [score, expected] = [game, original].map(|game| game.score.map(Score::difference));
        assert_eq!(score, expected);
    }
}

#[test]
fn explore_counts_the_moves_of_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let [games, data] = ["games", "data"].map(|name| path(&folder, name));
    fs::create_dir(&games).unwrap();
    fs::copy(crate::common::data::data("wc10.wtb"), folder.path().join("games/a.wtb")).unwrap();
    fs::write(folder.path().join("games/b.txt"), "f5d6c3d3c4\nd3c3c4\n").unwrap();
    let run = |args: &[&str]| {
        let output = qipan(&[&["explore", "--data", &data], args].concat());
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, said, _) = run(&[&games]);
    assert_eq!(status, Some(0));
    let mut lines = said.lines();
    assert_eq!(lines.next(), Some("12 games in 2 files"));
    assert!(lines.next().unwrap().starts_with("d3       12 100%  Black "), "{said}");
    assert_eq!(lines.count(), 3, "the last games");
    // d3c3 is f5f6, as seen from the other side.
    let (_, said, _) = run(&[&games, "--at", "f5f6"]);
    assert!(said.lines().nth(1).unwrap().starts_with("e6 "), "{said}");
    for (args, status, words) in [
        (&["nowhere"][..], Some(1), "nowhere"),
        (&[&games, "--at", "f5a1"], Some(2), "a1 turns nothing over"),
        (&[&games, "--game", "chess"], Some(2), "chess"),
    ] {
        let (found, _, said) = run(args);
        assert!(found == status && said.contains(words) && said.lines().count() == 1, "{args:?}: {said}");
    }
    let (status, said, _) = run(&[]);
    assert_eq!((status, &*said), (Some(0), "0 games in 0 files\n"), "no own games yet");
}

#[test]
fn convert_overwrites_files_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let (from, into) = (path(&folder, "a.txt"), path(&folder, "b.sgf"));
    fs::write(&from, "f5d6c3\nh8i9\n").unwrap();
    fs::write(&into, "mine").unwrap();
    let (status, said) = convert(&[&from, &into]);
    assert_eq!(status, Some(1));
    assert!(said.contains("--replace overwrites it"), "{said}");
    assert_eq!(fs::read_to_string(&into).unwrap(), "mine");
    let found = convert(&[&from, &into, "--replace"]);
    assert_eq!(found, (Some(0), String::new()));
    assert_eq!(good(into.as_ref()).len(), 2);
    let (status, said) = convert(&[&from, &path(&folder, "c.ggf")]);
    assert_eq!(status, Some(1), "one of them is gomoku");
    let words = "game 2: gomoku has no place in ggf";
    assert!(said.contains(words), "{said}");
    assert_eq!(good(path(&folder, "c.ggf").as_ref()).len(), 1);
    for (args, words) in [
        (&["x"][..], "convert needs IN"),
        (&[&from, "-"], "--to says the format"),
        (&[&from, "x.lib"], "read but not written"),
        (&[&from, "-", "--to", "wtb"], ".wtb files can be read but not written: choose .txt"),
        (&[&from, "-", "--to", "doc"], "no format is named 'doc'"),
        (&[&from, "x.psq"], "a .psq file has one game, not 2 games"),
        (&[&from, "-", "--to", "sgf", "--game", "3"], "the file has only 2 games"),
    ] {
        let (status, said) = convert(args);
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(matches!(status, Some(1 | 2)), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let output = qipan(&["convert", &from, "-", "--to", "moves", "--game", "2"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "h8i9\n");
}

#[test]
fn several_files_go_into_one() {
    let folder = tempfile::tempdir().unwrap();
    let [psq, txt, all] = ["a.psq", "b.txt", "all.sgf"].map(|name| path(&folder, name));
    fs::write(&psq, "Piskvorky 15x15, 7:0, 0\n8,8,0\none\ntwo\n0\n").unwrap();
    fs::write(&txt, "h8i9\nh8i9h8\n").unwrap();
    let (status, said) = convert(&[&psq, &txt, &all]);
    assert_eq!(status, Some(1), "one game is bad");
    assert!(said.contains("b.txt, game 2, move 3: "), "{said}");
    let games: Vec<String> = good(all.as_ref()).iter().map(record).collect();
    assert_eq!(games, ["77", "7786"]);
    let (status, said) = convert(&[&psq, &txt, "x.txt", "--game", "1"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("of one file"), "{said}");
}

#[test]
fn a_position_can_be_given_in_every_notation() {
    let lines = fs::read_to_string(data("../corpus/endgames/notations.txt")).unwrap();
    for line in lines.lines().filter(|line| !line.starts_with('%')) {
        let args = ["othello", "--keys", "", "--dump", "--rules", "standard"];
        let output = qipan(&[&args[..], &["--position", line]].concat());
        let shown = String::from_utf8_lossy(&output.stdout).replace('\n', "");
        let map = endgames::read_one(line).unwrap().map.to_string();
        assert!(shown.starts_with(&map.replace('\n', "")), "{output:?}");
    }
}
