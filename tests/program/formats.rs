//! Files that other programs wrote, and games that go from one format into another and back.

use std::fs;
use std::path::Path;

use app::store::games::read_games;
use games::gomoku;
use games::othello::{self, Position};
use games::records::{
    self, Format, Problem, Recorded, Told, Which, endgames, read_as, read_bytes, text_in,
};
use games::tree::{ROOT, Tree, steps};
use tempfile::TempDir;

use crate::common::data::{data, shared};
use crate::common::program::qipan;
use crate::common::recorded::world_championship;

/// All games of a file, which are good.
fn good(file: &Path) -> Vec<Recorded> {
    let games = read_games(file).unwrap().into_iter();
    games
        .map(|game| game.unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

fn read(name: &str, text: &str, which: Option<Which>) -> Vec<Result<Recorded, Problem>> {
    let told = Told {
        which,
        ..Told::default()
    };
    match read_as(name.as_ref(), text.as_bytes(), &Default::default(), told) {
        Ok(games) => games
            .into_iter()
            .map(|game| game.map_err(|error| error.problem))
            .collect(),
        Err(error) => vec![Err(error.problem)],
    }
}

fn one(text: &str, which: Option<Which>) -> Result<Recorded, Problem> {
    let mut games = read("x", text, which);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
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

/// Written as SGF and read again it is the same, with its tree.
fn assert_round_trip(recorded: &Recorded) {
    let text = text_in(Format::Sgf, recorded).unwrap();
    let again = one(&text, None).unwrap_or_else(|why| panic!("{why} in {text}"));
    assert_eq!(again.game.to_string(), recorded.game.to_string(), "{text}");
    assert_eq!(again.heading, recorded.heading, "{text}");
    assert_eq!(again.tree, recorded.tree, "{text}");
    assert_eq!(text_in(Format::Sgf, &again).unwrap(), text);
}

#[test]
fn games_of_quarry_are_read_with_their_results() {
    for (name, score, passes) in [("quarry1.sgf", (48, 15), 4), ("quarry4.sgf", (37, 27), 0)] {
        let games = good(&data("sgf").join(name));
        assert_eq!(games.len(), 1);
        let game = games[0].game.of::<othello::Game>().unwrap();
        let found = game
            .plies()
            .iter()
            .filter(|ply| **ply == othello::Ply::Pass);
        assert_eq!(found.count(), passes, "{name}");
        let (black, white) = score;
        let line = format!("score: {black} {white}");
        assert_eq!(game.to_string().lines().nth(9), Some(&*line), "{name}");
        assert_eq!(games[0].check_score(), Ok(()), "{name}");
        assert_eq!(games[0].heading.black, "GTP GRhino 0.16.1");
        assert_round_trip(&games[0]);
    }
    let Some(folder) = shared("othello/sgf") else {
        return;
    };
    for n in 1..=10 {
        for game in good(&folder.join(format!("quarry{n}.sgf"))) {
            assert_eq!(game.check_score(), Ok(()), "quarry{n}");
            assert_round_trip(&game);
        }
    }
}

#[test]
fn games_of_c_gomoku_cli_are_read_with_every_remark() {
    let games = good(&data("sgf/c-gomoku-cli_fig0.sgf"));
    assert_eq!(games.len(), 4);
    assert!(
        record(&games[0]).starts_with("7787"),
        "{}",
        record(&games[0])
    );
    let tree = games[0].tree.as_ref().unwrap();
    assert_eq!(tree.node(1).comment, "opening move");
    assert_eq!(tree.node(4).comment, "3822ms");
    let said = &tree.node(ROOT).more;
    assert!(
        said.iter()
            .any(|(name, values)| name == "TE" && values[0].contains("Black win") || name == "RO"),
        "{said:?}"
    );
    games.iter().for_each(assert_round_trip);
    let Some(twelve) = shared("gomoku/sgf/c-gomoku-cli_12games.sgf") else {
        return;
    };
    let games = good(&twelve);
    assert_eq!(games.len(), 12);
    games.iter().for_each(assert_round_trip);
}

#[test]
fn sgf_keeps_variations_remarks_and_what_it_does_not_know() {
    let text = fs::read_to_string(data("../corpus/sgf/tree.sgf")).unwrap();
    let games = read("x.sgf", &text, None);
    let tree = games[0].as_ref().unwrap().tree.as_ref().unwrap();
    assert_eq!(tree.node(ROOT).comment, "A remark\nover two lines");
    assert_eq!(tree.children(1).len(), 2);
    assert_eq!(moves(games[0].as_ref().unwrap()), "e6f4e3");
    assert_eq!(games[0].as_ref().unwrap().heading.white, "two ] \\");
    let label = &tree.node(2).more[0];
    assert_eq!(label.1, ["ef:A\\:b", "fd:B"]);
    // Stones that were set are in turn: Black's first, White's first, and so on.
    assert!(record(games[1].as_ref().unwrap()).starts_with("renju 77688667"));
    assert_eq!(moves(games[2].as_ref().unwrap()), "f5d6c3d3", "Edax");
    for game in games[..3].iter().flatten() {
        assert_round_trip(game);
    }
    let said: Vec<String> = games[3..]
        .iter()
        .map(|game| game.as_ref().unwrap_err().to_string())
        .collect();
    assert!(said[0].contains("not dropped in turn"), "{said:?}");
    assert_eq!(said[1], "GM[1] is not supported");
    assert!(said[2].starts_with("line 14: "), "{said:?}");
}

#[test]
fn what_is_wrong_in_sgf_is_named_with_its_place() {
    for (text, words) in [
        (
            "(;GM[2];B[ef];W[aa])",
            "move 2: aa turns nothing over for White",
        ),
        (
            "(;GM[2];B[ef](;W[fd])(;W[aa]))",
            "in a variation, move 2: aa",
        ),
        ("(;GM[2];W[ef])", "White's move, out of turn"),
        (
            "(;GM[2];B[ef];AB[aa])",
            "AB after the beginning is not supported",
        ),
        ("(;GM[4]SZ[21];B[aa])", "a board of size 21"),
        ("(;GM[4]RU[caro];B[aa])", "the rule caro is not supported"),
        ("(;GM[4];B[hh];W[hh])", "move 2: hh already holds a stone"),
        ("(;GM[4];B[hh];W[zz])", "zz is not a move"),
        ("(;GM[4]RU[renju];W[hh])", "Black begins"),
        ("(;FF[4]GM[4]\n;B[hh\n", "line 2: a value has no ]"),
        ("(;FF[4]GM[4]\n;B[hh]x)", "line 2: "),
        ("(;FF[4]GM[4];B[hh](;W[ii]);B[gg])", "expected ( or"),
        ("(;FF[4]GM[4];B[hh]", "cut off"),
    ] {
        let said = one(text, None).unwrap_err().to_string();
        assert!(said.contains(words), "{text}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let deep = "(;FF[4]GM[4]".to_string() + &"(;".repeat(200_000);
    let said = one(&deep, None).unwrap_err().to_string();
    assert!(said.contains("too many variations"), "{said}");
}

#[test]
fn moves_of_gomoku_are_known_as_people_post_them() {
    let Some(file) = shared("gomoku/posstrings.txt") else {
        return;
    };
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    // From the bottom, as posted; and ours.
    let posted = one(lines[0], None).unwrap();
    assert_eq!(record(&posted), lines[2]);
}

#[test]
fn one_text_is_one_game_however_its_moves_are_written() {
    for text in [
        "h8i9g7",
        "H8 I9 G7",
        "h8, i9, g7",
        "1. h8 i9 2. g7",
        "1. h8 2. i9 3. g7",
        "1.h8 i9\n2.g7 *",
        "[Black \"x\"]\n\n1. h8 i9 2. g7 1-0",
        "freestyle h8i9g7",
    ] {
        let read = one(text, None).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(record(&read), "778668", "{text}");
    }
    assert_eq!(record(&one("renju h8i9g7", None).unwrap()), "renju 778668");
    assert_eq!(moves(&one("1. f5 d6 2. c3", None).unwrap()), "f5d6c3");
}

#[test]
fn a_line_that_could_be_both_games_is_asked_for() {
    // The first is Othello, the second cannot be: it begins where no stone turns over.
    assert_eq!(moves(&one("f5d6", None).unwrap()), "f5d6");
    assert_eq!(record(&one("a1b2", None).unwrap()), "0e1d");
    let said = one("f5a1", None).unwrap_err().to_string();
    assert!(
        said.contains("a1 turns nothing over") && said.contains("--game gomoku"),
        "{said}"
    );
    assert_eq!(record(&one("f5a1", Some(Which::Gomoku)).unwrap()), "5a0e");
    let said = one("f5a1", Some(Which::Othello)).unwrap_err().to_string();
    assert_eq!(said, "move 2: a1 turns nothing over for White");
    let said = one("h8i9", Some(Which::Othello)).unwrap_err().to_string();
    assert_eq!(said, "move 1: h8 turns nothing over for Black");
    let said = one("h8h8", None).unwrap_err().to_string();
    assert!(said.contains("h8"), "{said}");
}

#[test]
fn files_of_playok_and_edax_are_read_with_their_headings() {
    let games = good(&data("../corpus/pgn/othello.pgn"));
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].check_score(), Ok(()));
    assert_eq!(
        (&*games[0].heading.white, &*games[0].heading.date),
        ("two", "2020.05.05")
    );
    assert_eq!(games[0].result(), "Black won by 12");
    let tree = games[1].tree.as_ref().unwrap();
    assert_eq!(tree.node(2).comment, "a remark");
    assert_eq!(tree.node(3).comment, "another");
    let gomoku = good(&data("../corpus/pgn/gomoku.pgn"));
    assert_eq!(gomoku.len(), 2);
    assert_eq!(gomoku[0].heading.black, "x");
    for game in games[..1].iter().chain(&gomoku) {
        let text = text_in(Format::Pgn, game).unwrap();
        let again = one(&text, None).unwrap();
        assert_eq!(again.game.to_string(), game.game.to_string(), "{text}");
    }
}

#[test]
fn every_reader_of_positions_reads_the_same_notations() {
    let file = data("../corpus/endgames/notations.txt");
    let bytes = fs::read(&file).unwrap();
    let solved = endgames::read(&bytes).unwrap();
    let replayed = good(&data("../corpus/text/positions.txt"));
    assert_eq!(solved.len(), 4);
    assert_eq!(replayed.len(), 4);
    let lines = String::from_utf8(bytes).unwrap();
    let lines = lines.lines().filter(|line| !line.starts_with('%'));
    for ((endgame, recorded), line) in solved.iter().zip(&replayed).zip(lines) {
        let game = recorded.game.of::<othello::Game>().unwrap();
        assert_eq!(game.start(), endgame.position);
        assert_eq!(endgames::read_one(line), Ok(endgame.position), "{line}");
        let output = qipan(&[
            "othello",
            "--keys",
            "",
            "--dump",
            "--rules",
            "standard",
            "--position",
            line,
        ]);
        let shown = String::from_utf8_lossy(&output.stdout).replace('\n', "");
        assert!(
            shown.starts_with(&endgame.position.map.to_string().replace('\n', "")),
            "{output:?}"
        );
    }
    assert_eq!(solved[1].position, Position::default());
    assert_eq!(solved[3].position, Position::default());
    for (text, words) in [
        ("[8 -------- *", "no ]"),
        ("8/8/8/3Xp3/3pP3/8/8/8 b", "no row of FEN"),
        ("8/8/8/3Pp3/3pP3/8/8/8 x", "side to move"),
        ("(;GM[Othello];B[a1];)", "a1"),
        ("(;FF[4]GM[4];B[aa])", "no game of Othello"),
        ("", "0"),
    ] {
        let said = endgames::read_one(text).unwrap_err().to_string();
        assert!(said.contains(words), "{text}: {said}");
    }
}

#[test]
fn a_library_of_renlib_is_a_tree_with_its_remarks() {
    let games = good(&data("renlib/VCF.lib"));
    let tree = games[0].tree.as_ref().unwrap();
    assert!(
        tree.node(1)
            .comment
            .starts_with("31 VCF positions\nFind all comments"),
        "{:?}",
        tree.node(1)
    );
    assert!(tree.branches());
    assert_round_trip(&games[0]);
    let bytes = fs::read(data("renlib/VCF.lib")).unwrap();
    for length in 0..bytes.len() {
        // A file that ends between two nodes is one whose last line has no end.
        let _ = read_bytes("x.lib".as_ref(), &bytes[..length], &Default::default());
    }
    let newer = [&b"\xffRenLib\xff\x04\x00"[..], &[0xff; 12]].concat();
    let said = read("x.lib", "", None)[0].as_ref().unwrap_err().to_string();
    assert!(said.contains("no library"), "{said}");
    let newer = read_bytes("x.lib".as_ref(), &newer, &Default::default());
    assert!(newer.is_err());
}

#[test]
fn a_tree_keeps_the_first_line_and_adds_what_is_played_instead() {
    let text = "f5d6c3d3c4";
    let mut game = one(text, None).unwrap().game;
    let mut tree = Tree::default();
    let end = tree.grow(&*game);
    assert_eq!(tree.main_line().len(), 5);
    game.undo();
    game.undo();
    assert_eq!(tree.grow(&*game), tree.main_line()[2], "nothing new");
    assert!(game.play((2, 5)));
    let other = tree.grow(&*game);
    assert_eq!(tree.size(), 7);
    assert_eq!(tree.path(end).len(), 5);
    assert_eq!(*tree.main_line().last().unwrap(), end);
    let there = tree.game_at(&*game, end).unwrap();
    assert_eq!(steps(&*there).len(), 5);
    assert_eq!(there.to_string(), one(text, None).unwrap().game.to_string());
    tree.promote(other);
    assert_eq!(*tree.main_line().last().unwrap(), other);
}

/// Converts and returns what it said on standard error.
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
fn the_championship_goes_through_every_format_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let first = data("wc10.wtb");
    let (sgf, ggf, wtb) = (
        path(&folder, "a.sgf"),
        path(&folder, "b.ggf"),
        path(&folder, "c.wtb"),
    );
    let (pgn, txt) = (path(&folder, "d.pgn"), path(&folder, "e.txt"));
    let none = (Some(0), String::new());
    let lost = (
        Some(0),
        "qipan: sgf has no place for: perfect results (10 games)\n".to_string(),
    );
    assert_eq!(convert(&[first.to_str().unwrap(), &sgf]), lost);
    assert_eq!(convert(&[&sgf, &ggf]), none);
    assert_eq!(convert(&[&ggf, &wtb]), none);
    assert_eq!(convert(&[&wtb, &pgn]).0, Some(0));
    let (status, said) = convert(&[&pgn, &txt]);
    assert_eq!(status, Some(0));
    assert_eq!(
        said,
        "qipan: txt has no place for: events (10 games), names (10 games), scores (10 games)\n"
    );
    let original = good(&first);
    for file in [&sgf, &ggf, &wtb, &pgn, &txt] {
        let games = good(file.as_ref());
        assert_eq!(games.len(), 10, "{file}");
        for (game, expected) in games.iter().zip(world_championship()) {
            assert_eq!(moves(game), expected.moves, "{file}");
            assert_eq!(game.check_score(), Ok(()), "{file}");
        }
    }
    for (game, original) in good(wtb.as_ref()).iter().zip(&original) {
        assert_eq!(game.heading, original.heading);
        assert_eq!(game.score, original.score);
    }
}

#[test]
fn a_year_of_the_database_is_the_same_after_sgf_and_back() {
    let Some(year) = shared("othello/WTH_1984.wtb") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (sgf, wtb) = (path(&folder, "1984.sgf"), path(&folder, "1984.wtb"));
    assert_eq!(convert(&[year.to_str().unwrap(), &sgf]).0, Some(0));
    assert_eq!(convert(&[&sgf, &wtb]), (Some(0), String::new()));
    let (before, after) = (good(&year), good(wtb.as_ref()));
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(moves(before), moves(after));
        assert_eq!(
            (&before.heading, before.score),
            (&after.heading, after.score)
        );
    }
    // The moves are byte by byte where they were.
    let (before, after) = (fs::read(&year).unwrap(), fs::read(&wtb).unwrap());
    assert_eq!(before.len(), after.len());
    let moves = |bytes: &[u8]| -> Vec<Vec<u8>> {
        bytes[16..]
            .chunks(68)
            .map(|game| [&game[6..7], &game[8..]].concat())
            .collect()
    };
    assert!(moves(&before) == moves(&after));
}

#[test]
fn names_beside_a_database_keep_their_numbers_and_get_company() {
    let folder = tempfile::tempdir().unwrap();
    let ggf = |name: &str, black: &str, moves: &str| {
        let file = path(&folder, name);
        fs::write(
            &file,
            format!("(;GM[Othello]PB[{black}]PW[two]PC[Cup]{moves};)"),
        )
        .unwrap();
        file
    };
    let over = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
    let one = ggf("one.ggf", "one", over);
    let three = ggf("three.ggf", "Łukasz with a name of 30 letters", over);
    assert_eq!(convert(&[&one, &path(&folder, "1.wtb")]).0, Some(0));
    let (status, said) = convert(&[&three, &path(&folder, "2.wtb")]);
    assert_eq!(status, Some(0));
    assert!(
        said.contains("long names and letters outside Latin-1"),
        "{said}"
    );
    let first = good(path(&folder, "1.wtb").as_ref()).remove(0);
    assert_eq!(
        (&*first.heading.black, &*first.heading.event),
        ("one", "Cup")
    );
    let second = good(path(&folder, "2.wtb").as_ref()).remove(0);
    assert_eq!(second.heading.black, "?ukasz with a name");
    assert_eq!(second.heading.white, "two");
    // A game that goes on has no place there.
    let short = ggf("short.ggf", "one", "B[e6]W[f4]");
    let (status, said) = convert(&[&short, &path(&folder, "3.wtb")]);
    assert_eq!(status, Some(1));
    assert!(
        said.contains("game 1: WTHOR has finished games only"),
        "{said}"
    );
    assert!(!folder.path().join("3.wtb").exists());
}

#[test]
fn convert_writes_over_no_file_unless_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let (from, into) = (path(&folder, "a.txt"), path(&folder, "b.sgf"));
    fs::write(&from, "f5d6c3\nh8i9\n").unwrap();
    fs::write(&into, "mine").unwrap();
    let (status, said) = convert(&[&from, &into]);
    assert_eq!(status, Some(1));
    assert!(said.contains("--replace writes over it"), "{said}");
    assert_eq!(fs::read_to_string(&into).unwrap(), "mine");
    assert_eq!(
        convert(&[&from, &into, "--replace"]),
        (Some(0), String::new())
    );
    assert_eq!(good(into.as_ref()).len(), 2);
    let (status, said) = convert(&[&from, &path(&folder, "c.ggf")]);
    assert_eq!(status, Some(1), "one of them is gomoku");
    assert!(
        said.contains("game 2: gomoku has no place in ggf"),
        "{said}"
    );
    assert_eq!(good(path(&folder, "c.ggf").as_ref()).len(), 1);
    for (args, words) in [
        (&["x"][..], "convert needs IN"),
        (&[&from, "-"], "--to says the format"),
        (&[&from, "x.lib"], "read and not written"),
        (&[&from, "-", "--to", "wtb"], "three files"),
        (&[&from, "-", "--to", "doc"], "no format is named 'doc'"),
        (&[&from, "x.psq"], "a .psq file has one game, not 2 games"),
        (
            &[&from, "-", "--to", "sgf", "--game", "3"],
            "the file has only 2 games",
        ),
    ] {
        let (status, said) = convert(args);
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(
            matches!(status, Some(1 | 2)) && said.lines().count() == 1,
            "{said}"
        );
    }
    let output = qipan(&["convert", &from, "-", "--to", "moves", "--game", "2"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "h8i9\n");
}

#[test]
fn several_files_go_into_one() {
    let folder = tempfile::tempdir().unwrap();
    let (psq, txt, all) = (
        path(&folder, "a.psq"),
        path(&folder, "b.txt"),
        path(&folder, "all.sgf"),
    );
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
fn games_of_the_gomocup_go_into_sgf_and_back() {
    let Some(folder) = shared("gomoku/psq") else {
        return;
    };
    let mut some = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        for game in read_games(&file).into_iter().flatten().flatten() {
            assert_round_trip(&game);
            some += 1;
        }
    }
    assert!(some > 10, "{some}");
}
