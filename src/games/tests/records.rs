//! Formats of game records, with real games and damaged files.

use std::fs;

use crate::common::data::{data, rows, shared};
use crate::common::recorded::{black_wins, gomoku_of, othello_of, world_championship};
use crate::common::{message, read, read_file, read_only, read_psq};
use games::Game as _;
use games::gomoku;
use games::othello::{self, Position, Rules};
use games::records::{Assumptions, Early, Heading, Problem, Recorded, Score, WrongMove, text_for};
use games::records::{ggf, psq, transcript, wthor, wthor_names};
use games::stone::{Lost, Stone};
use games::tree::ROOT;

const WC10: &[u8] = include_bytes!("../../../tests/data/wc10.wtb");

/// The rows of the standard starting position in GGF.
const ROWS: &str = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";

fn as_othello(recorded: &Recorded) -> othello::Game {
    othello_of(&recorded.game)
}

fn as_gomoku(recorded: &Recorded) -> gomoku::Game {
    gomoku_of(&recorded.game)
}

fn gomoku_record(recorded: &Recorded) -> String {
    gomoku::record::text(as_gomoku(recorded).pieces())
}

fn championship_games() -> Vec<othello::Game> {
    let games = world_championship().into_iter();
    let read = games.map(|game| transcript::read(&game.moves).unwrap());
    read.map(|recorded| as_othello(&recorded)).collect()
}

fn gomoku_games() -> Vec<gomoku::Game> {
    let table = include_str!("../../../tests/data/gomoku-games.tsv");
    let lines = table.lines();
    let records = lines.skip(1).map(|line| line.split_once('\t').unwrap().1);
    let games = records.map(|record| gomoku::Game::from_record(record).unwrap());
    games.collect()
}

fn wthor_games(bytes: &[u8]) -> Vec<Result<Recorded, Problem>> {
    wthor::read(bytes, &wthor_names::Names::default()).unwrap()
}

/// A copy with one byte replaced.
fn with(bytes: &[u8], at: usize, byte: u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] = byte;
    bytes
}

/// A transcript with all passes.
fn written(game: &othello::Game) -> String {
    game.plies().iter().map(ToString::to_string).collect()
}

/// Reads the only game of a GGF text.
fn ggf_game(text: &str) -> Result<Recorded, Problem> {
    let mut games: Vec<_> = ggf::read(text).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

#[test]
fn wthor_contains_the_championship_games() {
    let games = read("x.wtb", WC10).unwrap();
    assert_eq!(games.len(), 10);
    for (game, expected) in games.iter().zip(world_championship()) {
        let game = game.as_ref().unwrap();
        let end = as_othello(game);
        let text = transcript::text(end.plies());
        assert_eq!(text, expected.moves, "{}", expected.players);
        assert_eq!(game.check_score(), Ok(()), "{}", expected.players);
        let (black, white) = expected.discs;
        let score = format!("score: {black} {white}");
        assert_eq!(end.to_string().lines().nth(9), Some(score.as_str()));
    }
}

#[test]
fn wthor_gives_the_empty_cells_to_the_winner() {
    let games = wthor_games(WC10);
    // 58-0 and 62-1 on the board.
    assert_eq!(games[1].as_ref().unwrap().score, Some(Score::Discs(64, 0)));
    assert_eq!(games[4].as_ref().unwrap().score, Some(Score::Discs(63, 1)));
    for (game, black, words) in [
        (0, 35, "the record says 35-29, the board 34-30"),
        (0, 65, "65"),
        (1, 58, "the record says 58-6, the board 64-0"),
        (4, 62, "the record says 62-2, the board 63-1"),
    ] {
        let changed = wthor_games(&with(WC10, 16 + 68 * game + 6, black)).swap_remove(game);
        let said = message(changed.and_then(|changed| changed.check_score()));
        assert!(said.contains(words), "{said}");
    }
    let mut cut = WC10.to_vec();
    cut[16 + 8 + 40..16 + 68].fill(0);
    let checked = wthor_games(&cut)[0].as_ref().unwrap().check_score();
    assert_eq!(checked, Err(Problem::Unfinished(Score::Discs(34, 30))));
}

#[test]
fn wthor_files_have_numbers_for_names_and_one_year() {
    let number = |at: usize| u16::from_le_bytes([WC10[at], WC10[at + 1]]);
    let heading = wthor_games(WC10).remove(0).unwrap().heading;
    assert_eq!(heading.black, format!("player {}", number(18)));
    assert_eq!(heading.white, format!("player {}", number(20)));
    assert_eq!(heading.event, format!("tournament {}", number(16)));
    let [low, high] = 2004_u16.to_le_bytes();
    let games = wthor_games(&with(&with(WC10, 10, low), 11, high));
    let mut dates = games.iter().map(|game| &game.as_ref().unwrap().heading.date);
    assert!(dates.all(|date| date == "2004"));
    assert_eq!(read("x.WTB", with(&WC10[..16], 4, 0)), Ok(Vec::new()), "no game");
}

#[test]
fn wthor_files_of_other_games_are_rejected() {
    let read = |at, byte| wthor::read(&with(WC10, at, byte), &wthor_names::Names::default());
    for (at, byte, why) in [
        (12, 10, "a board of 10x10 is not supported"),
        (13, 1, "a file of solitaires is not supported"),
        (13, 2, "a file of kind 2 is not supported"),
    ] {
        assert_eq!(message(read(at, byte)), why);
    }
    assert!(read(12, 0).is_ok() && read(12, 8).is_ok());
}

#[test]
fn truncated_wthor_files_are_rejected() {
    let read = |bytes: &[u8]| wthor::read(bytes, &wthor_names::Names::default());
    for length in 0..WC10.len() {
        let said = message(read(&WC10[..length]));
        let bytes = format!("{length} bytes");
        assert!(said.contains("cut off") && said.contains(&bytes), "{length}: {said}");
    }
    let said = message(read(&[WC10, &[0]].concat()));
    assert!(said.contains("697 bytes") && said.contains("696"), "{said}");
    let mut huge = WC10.to_vec();
    huge[4..8].fill(255);
    assert!(read(&huge).is_err());
}

#[test]
fn a_bad_wthor_game_does_not_hide_the_others() {
    let at = 16 + 68 * 2 + 8;
    for (byte, n, words) in [
        (11, 5, "a1 turns nothing over for Black"),
        (WC10[at], 5, "f5 is already occupied"),
        (99, 5, "99 is not a move"),
        (0, 5, "0 is not a move"),
    ] {
        let games = read("x.wtb", with(WC10, at + n - 1, byte)).unwrap();
        for (game, i) in games.iter().zip(1..) {
            assert_eq!(game.is_ok(), i != 3, "game {i}");
        }
        let found = games[2].as_ref().unwrap_err().to_string();
        assert_eq!(found, format!("x.wtb, game 3, move {n}: {words}"));
    }
}

#[test]
fn transcripts_accept_all_notations_of_passes() {
    let mut passes = 0;
    for game in championship_games() {
        let written = written(&game);
        passes += written.matches("--").count();
        for pass in ["", "--", "pass", "pa", "ps", "PASS", "PA", " Ps\t"] {
            let text = written.replace("--", pass);
            let found = transcript::read(&text).unwrap();
            assert_eq!(as_othello(&found), game, "{text}");
        }
        let upper = transcript::text(game.plies()).to_uppercase();
        assert_eq!(as_othello(&transcript::read(&upper).unwrap()), game);
        let spaced = game.plies().iter().map(|ply| format!("  {ply}\t"));
        let spaced = spaced.collect::<String>() + "\r\n";
        assert_eq!(as_othello(&transcript::read(&spaced).unwrap()), game);
    }
    assert_eq!(passes, 19);
}

#[test]
fn a_transcript_file_has_one_game_per_line() {
    let games = read_file(&data("wc10_transcripts.txt"));
    let games: Vec<_> = games.iter().map(|game| as_othello(game.as_ref().unwrap())).collect();
    assert_eq!(games, championship_games());
}

#[test]
fn illegal_moves_are_reported_with_their_number() {
    let end = &world_championship()[0].moves;
    let after_end = format!("{end}a1");
    let pass_after_end = format!("{end}pass");
    for (moves, n, text, why) in [
        ("f5d6x9", 3, "x9", WrongMove::NoMove),
        ("f5d", 2, "d", WrongMove::NoMove),
        ("f5é6", 2, "é6", WrongMove::NoMove),
        ("f5d6f5", 3, "f5", WrongMove::Occupied),
        ("f5a1", 2, "a1", WrongMove::TurnsNothing(Stone::White)),
        ("pass", 1, "pass", WrongMove::CanMove(Stone::Black)),
        ("f5PA", 2, "PA", WrongMove::CanMove(Stone::White)),
        (&after_end, 61, "a1", WrongMove::AfterEnd),
        (&pass_after_end, 61, "pass", WrongMove::AfterEnd),
    ] {
        let text = text.to_string();
        let expected = Problem::Move { n, text, why };
        assert_eq!(transcript::read(moves), Err(expected), "{moves}");
    }
}

#[test]
fn a_forced_pass_is_written_at_most_once() {
    let game = &championship_games()[0];
    let text = written(game);
    let twice = text.replacen("--", "----", 1);
    let n = text.find("--").unwrap() / 2 + 2;
    let said = message(transcript::read(&twice));
    let expected = format!("move {n}: -- is not allowed while");
    assert!(said.starts_with(&expected), "{said}");
}

#[test]
fn bad_lines_do_not_hide_later_games() {
    let text = "f5d6c3\n\nf5f5\r\n  \nF5 D6\n778768\nhello\nf5";
    let games = read("games.txt", text).unwrap();
    let bad: Vec<usize> = (1..=6).filter(|n| games[n - 1].is_err()).collect();
    assert_eq!((games.len(), bad), (6, vec![2, 5]));
    let found = games[1].as_ref().unwrap_err().to_string();
    assert_eq!(found, "games.txt, game 2, move 2: f5 is already occupied");
    assert_eq!(gomoku_record(games[3].as_ref().unwrap()), "778768");
}

#[test]
fn characters_tell_transcripts_from_records() {
    for (line, is_gomoku) in [
        ("778768", true),
        ("0a1b", true),
        ("aabb", true),
        ("E0e1", true),
        ("c4c3", false),
        ("f5d6", false),
        ("psps", false),
    ] {
        let game = read("game.txt", line).unwrap().remove(0).ok();
        let read_gomoku = game.is_some_and(|game| game.game.of::<gomoku::Game>().is_some());
        assert_eq!(read_gomoku, is_gomoku, "{line}");
    }
    for (line, words) in [
        ("77876", "two digits per stone"),
        ("7787f7", "'f'"),
        ("7777", "stone 2"),
        ("f5d6c", "move 3: c is not a move"),
    ] {
        let said = message(read("game.txt", line).unwrap().remove(0));
        assert!(said.contains("game 1") && said.contains(words), "{said}");
    }
}

#[test]
fn unfinished_ggf_games_have_no_score() {
    let game = as_othello(&transcript::read("f5d6c3").unwrap());
    let text = ggf::text(&game, &Heading::default(), None);
    let expected = format!("(;GM[Othello]TY[8]BO[8 {ROWS} *]B[f5]W[d6]B[c3];)");
    assert_eq!(text, expected);
    assert_eq!(ggf_game(&text).unwrap().score, None);
}

#[test]
fn white_space_in_ggf_boards_is_optional() {
    let rows = ROWS.replace(' ', "");
    for board in [format!("8 {ROWS} *"), format!("8 {rows} *"), format!("8{rows}*")] {
        let text = format!("(;GM[Othello]TY[8]BO[{board}]B[F5//2.64]W[d6/-0.5/0.01];)");
        let game = ggf_game(&text).unwrap();
        assert_eq!(transcript::text(as_othello(&game).plies()), "f5d6");
    }
    for board in [
        format!("8 {} *", ROWS.replacen("-", "?", 1)),
        format!("8 {ROWS} - *"),
        "4 ---- -O*- -*O- ---- *".to_string(),
        String::new(),
    ] {
        let text = format!("(;GM[Othello]TY[8]BO[{board}]B[F5];)");
        let is_variant = matches!(ggf_game(&text), Err(Problem::Variant(_)));
        assert!(is_variant, "{text}");
    }
}

#[test]
fn ggf_stores_other_starting_positions_and_transcripts_do_not() {
    let start = "........ ........ ..XXX... ...XX... ...OX... ........ ........ ........ O".parse();
    let mut game = othello::Game::from_position(Rules::Standard, start.unwrap());
    game.drop("f3".parse().unwrap());
    game.drop("g3".parse().unwrap());
    let text = ggf::text(&game, &Heading::default(), None);
    assert!(text.ends_with(" O]W[f3]B[g3];)"), "{text}");
    let read = ggf_game(&text).unwrap();
    assert_eq!(as_othello(&read), game);

    assert!(text_for("a.ggf".as_ref(), &read).is_ok());
    let said = message(text_for("a.txt".as_ref(), &read));
    assert!(said.contains("save the game as .ggf"), "{said}");
}

#[test]
fn a_pasted_position_becomes_a_game() {
    let letters = "  a b c d e f g h";
    let empty = |n: usize| format!("{n} . . . . . . . . {n}\n");
    let above: String = (1..4).map(empty).collect();
    let below: String = (6..9).map(empty).collect();
    let middle = "4 . . . O X . . . 4\n5 . . . X X X . . 5\n";
    let board = format!("{letters}\n{above}{middle}{below}{letters}\nWhite to move");
    let same = [
        board.replace('.', "-").replace('X', "*"),
        board,
        format!("|{0}...OX...|...XXX..|{0} o", "........|".repeat(3)),
        "-".repeat(27) + "WB------BBB" + &"-".repeat(26) + " w",
    ];
    for text in same {
        let game = as_othello(&read_only("pasted", &text, Default::default()).unwrap());
        assert_eq!(game.to_move(), Some(Stone::White), "{text}");
        let mut played = othello::Game::new(Rules::Standard);
        played.drop("f5".parse().unwrap());
        assert_eq!(game.map(), played.map(), "{text}");
        assert_eq!(game.t(), 2);
    }
    for (bad, why) in
        [("XO".repeat(31), "64 cells"), ("XO".repeat(32) + " z", "side to move"), ("XQ".repeat(32), "'Q'")]
    {
        let said = bad.parse::<Position>().unwrap_err().to_string();
        assert!(said.contains(why), "{bad}: {said}");
    }
}

#[test]
fn ggf_variants_are_rejected() {
    assert_eq!(message(ggf_game("(;GM[Chess]B[f5];)")), "GM[Chess] is not supported");
    for variant in ["TY[4]", "TY[10]", "TY[8a]", "TY[s88]", "TY[8r]"] {
        let said = message(ggf_game(&format!("(;GM[Othello]{variant}B[f5];)")));
        assert_eq!(said, format!("{variant} is not supported"));
    }
    for variant in ["8k", "s8r20", "8kr20", "s8", "8b"] {
        let text = format!("(;GM[Othello]RE[+1.5]TY[{variant}]BO[8 {ROWS} *]B[f5];)");
        assert_eq!(text_for("x.ggf".as_ref(), &ggf_game(&text).unwrap()).unwrap(), text + "\n");
    }
    assert!(message(ggf_game("(;TY[8]B[f5];)")).contains("GM[Othello]"));
}

#[test]
fn ggf_scores_show_why_a_game_ended_early() {
    let score = |re: &str| ggf_game(&format!("(;GM[Othello]RE[{re}]B[f5];)")).map(|g| g.score);
    for (re, expected) in [
        ("+12", Score::Difference(12)),
        ("-2.000", Score::Difference(-2)),
        ("0", Score::Difference(0)),
        ("+64.00:r", Score::Early(64, Early::Resigned)),
        ("-10:t", Score::Early(-10, Early::OutOfTime)),
        ("+4.0:s", Score::Early(4, Early::Agreed)),
    ] {
        assert_eq!(score(re), Ok(Some(expected)), "{re}");
    }
    for re in ["", "?", "+12.5"] {
        assert_eq!(score(re), Ok(None), "{re}");
    }
    for re in ["65", "nan", "inf", "B+3", "+3:x", ":r", "1e99"] {
        assert_eq!(message(score(re)), format!("RE[{re}] is not a score"));
    }
}

#[test]
fn ggf_scores_may_exclude_the_empty_cells() {
    // 58-0 on the board, six empties.
    let game = &championship_games()[1];
    let text = ggf::text(game, &Heading::default(), None);
    assert!(text.contains("RE[+64]"), "{text}");
    let check = |re: &str| ggf_game(&text.replace("+64", re)).unwrap().check_score();
    assert_eq!(check("+64"), Ok(()));
    assert_eq!(check("+58"), Ok(()));
    assert_eq!(check("+2:r"), Ok(()), "not decided by the board");
    assert_eq!(message(check("-64")), "the record says -64, the board 64-0");
    assert_eq!(message(check("+60")), "the record says +60, the board 64-0");
    let under_way = ggf_game("(;GM[Othello]RE[+2]B[f5];)").unwrap();
    assert!(message(under_way.check_score()).contains("not over"));
}

#[test]
fn ggf_moves_must_be_in_turn() {
    let found = message(ggf_game("(;GM[Othello]B[f5]B[d6];)"));
    assert_eq!(found, "move 2: d6 is Black's move, out of turn");
    let found = message(ggf_game("(;GM[Othello]B[f5]W[pa];)"));
    assert_eq!(found, "move 2: pa is not allowed while White has a move");
    let game = &championship_games()[0];
    let text = ggf::text(game, &Heading::default(), None);
    let upper = text.replace("[pass]", "[PA//0.38]");
    assert_eq!(as_othello(&ggf_game(&upper).unwrap()), *game);
    let left_out = text.replace("W[pass]", "").replace("B[pass]", "");
    assert_ne!(left_out, text);
    assert_eq!(as_othello(&ggf_game(&left_out).unwrap()), *game);
    let by_the_other = text.replace("W[pass]", "x[pass]").replace("B[pass]", "W[pass]");
    let by_the_other = by_the_other.replace("x[pass]", "B[pass]");
    assert!(message(ggf_game(&by_the_other)).contains("pass is not allowed while"));
}

#[test]
fn a_bad_ggf_game_does_not_hide_the_others() {
    let good = |name: &str| format!("(;GM[Othello]PB[{name}]TY[8]B[f5];)");
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(good);
    let text = format!("1 {a}\n2 {b}{c}\n1 (;GM[Othello]PB[cut]B[f5\n1 {d}\n(;GM[Othello]B[f5]7[;)\n{e}");
    let games = read("x.GGF", text).unwrap();
    let expected = ["a", "b", "c", "cut off", "d", "7[;)", "e"];
    assert_eq!(games.len(), expected.len());
    for (game, expected) in games.into_iter().zip(expected) {
        match game {
            Ok(game) => assert_eq!(game.heading.black, expected),
            Err(error) => assert!(error.to_string().contains(expected), "{error}"),
        }
    }
}

#[test]
fn truncated_ggf_games_are_rejected() {
    let text = ggf::text(&championship_games()[3], &Heading::default(), None);
    for length in 0..text.len() {
        let games: Vec<_> = ggf::read(&text[..length]).collect();
        assert!(games.iter().all(Result::is_err), "{length}");
        assert_eq!(games.len(), usize::from(length >= 2), "{length}");
    }
}

#[test]
fn psq_files_have_dos_or_unix_lines() {
    for game in gomoku_games() {
        let text = psq::text(&game, &Heading::default(), None);
        assert_eq!(text.lines().count() + 1, text.split("\r\n").count());
        for text in [text.replace('\r', ""), text] {
            assert_eq!(as_gomoku(&read_psq(&text).unwrap()), game, "{text}");
        }
    }
}

#[test]
fn psq_endings_of_tournaments_and_of_piskvork_are_read() {
    // Only tournaments write the names. The last number is the reason for the end.
    for (end, names) in [
        ("-1\n", ["", ""]),
        ("one.exe\ntwo.ZIP\n0\n", ["one.exe", "two.ZIP"]),
        ("homo-1\npbrain.exe\n15\n", ["homo-1", "pbrain.exe"]),
        ("7\n8\n-1\n", ["7", "8"]),
    ] {
        let text = format!("Piskvorky 15x15, 7:0, 0\n8,8,456\n9,8,65\n{end}");
        let read = read_psq(&text).unwrap();
        assert_eq!(gomoku_record(&read), "7787", "columns come first, from 1: {end}");
        assert_eq!([&*read.heading.black, &*read.heading.white], names);
    }
}

#[test]
fn psq_boards_of_unsupported_sizes_are_rejected() {
    for size in ["21x21", "19x15", "15", "150x15", "4x4", "020x020"] {
        let text = format!("Piskvorky {size}, 11:11, 0\n1,1,0\na\nb\n-1\n");
        let said = message(read_psq(&text));
        let expected = format!("a board of {size} instead of 5x5 to 20x20 is not supported");
        assert_eq!(said, expected);
    }
    assert!(message(read_psq("1,1,0\n")).contains("Piskvorky 15x15"));
}

/// The moves of a psq file and the error message. FIVE is a won game.
const WRONG_STONES: &str = r"
8,8,0\n8,8,3\n => move 2: 8,8 is already occupied
8,8,0\n0,0,3\n => move 2: 0,0 is not a move
8,8,0\n-1,0,3\n => move 2: -1,0 is not a move
16,1,0\n => move 1: 16,1 is not a move
1,16,0\n => move 1: 1,16 is not a move
-9223372036854775808,1,0\n => move 1: -9223372036854775808,1 is not a move
FIVE5,2,0\n => move 10: 5,2 comes after the end of the game
";

#[test]
fn illegal_psq_moves_are_reported() {
    let five = "1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n5,1,0\n";
    for [moves, said] in rows(WRONG_STONES) {
        let moves = moves.replace("FIVE", five);
        let text = format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n-1\n");
        assert_eq!(message(read_psq(&text)), said);
    }
    let won = format!("Piskvorky 15x15, 11:11, 0\n{five}a\nb\n-1\n");
    let won = read_psq(&won).unwrap();
    assert_eq!(as_gomoku(&won).outcome(), black_wins());
}

#[test]
fn truncated_psq_files_are_rejected() {
    let heading = Heading { black: "one".to_string(), white: "two".to_string(), ..Heading::default() };
    let text = psq::text(&gomoku_games()[0], &heading, None);
    let whole = text.trim_end().len();
    for length in 0..whole {
        assert!(read_psq(&text[..length]).is_err(), "{}", &text[..length]);
    }
    assert!(read_psq(&text[..whole]).is_ok());
}

#[test]
fn files_without_games_are_rejected() {
    for name in ["x.ggf", "x.txt"] {
        let said = read(name, "\n \n").unwrap_err().to_string();
        assert_eq!(said, format!("{name}: there is no game in the file"));
    }
}

#[test]
fn iso_8859_1_and_byte_order_marks_are_read() {
    let latin = b"(;GM[Othello]PB[Ren\xe9]B[f5];)";
    let games = read("x.ggf", latin).unwrap();
    assert_eq!(games[0].as_ref().unwrap().heading.black, "René");
    let games = read("x.txt", b"\xef\xbb\xbff5d6").unwrap();
    assert!(games[0].is_ok());
}

#[test]
fn whole_wthor_years_have_correct_scores() {
    for (name, count, unfinished) in [("WTH_1984.wtb", 587, 8), ("WTH_2004.wtb", 9113, 0)] {
        let Some(file) = shared(&format!("othello/{name}")) else {
            continue;
        };
        let games = read_file(&file);
        assert_eq!(games.len(), count, "{name}");
        let mut broken_off = 0;
        for (game, n) in games.iter().zip(1..) {
            let game = game.as_ref().unwrap_or_else(|error| panic!("{error}"));
            match game.check_score() {
                Ok(()) => {}
                Err(Problem::Unfinished(_)) => broken_off += 1,
                Err(error) => panic!("{name}, game {n}: {error}"),
            }
            let words = "player ";
            assert!(!game.heading.black.starts_with(words), "{name}, game {n}");
        }
        assert_eq!(broken_off, unfinished, "{name}");
    }
}

#[test]
fn ggs_games_have_correct_scores() {
    if let Some(file) = shared("othello/ggf/ntest_TestGames.ggf") {
        let games = read_file(&file);
        assert_eq!(games.len(), 12);
        for game in games {
            let game = game.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.check_score(), Ok(()));
            assert!(as_othello(&game).outcome().is_some());
            assert!(game.score.is_some() && game.heading.event == "GGS/os");
        }
    }
    if let Some(file) = shared("othello/ggf/nboard_test2_variants.ggf") {
        let games = read_file(&file);
        let kinds = games.iter().flatten().filter_map(|game| game.tree.as_ref()?.property(ROOT, "TY"));
        assert_eq!(kinds.collect::<Vec<_>>(), ["8kr20"]);
    }
}

/// Invalid endings of a psq file and their error messages.
const REFUSED_ENDS: &str = r"
rules renjuu => the rule renjuu is not supported
1,Caro => the rule caro is not supported
rules renju\nrules standard => names two rules, renju and standard
rules renju\nrules renju x => the rule 'renju x' is not supported
1,Standard1\n1,Standard1 => goes on after its end, with 1,Standard1
8,8,0 => goes on after its end
hello => goes on after its end, with hello
";

#[test]
fn psq_rules_come_from_the_tournament_or_our_line() {
    let read = |end: &str| {
        let begin = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\na\nb\n-1\n";
        read_psq(&format!("{begin}{end}"))
    };
    use gomoku::Rules::{Freestyle, Renju, Standard};
    for (end, rules, event) in [
        ("", Freestyle, ""),
        ("0,Standard1\r\n", Standard, "Standard1"),
        ("2,Renju", Renju, "Renju"),
        ("1,Freestyle2", Freestyle, "Freestyle2"),
        ("1,Fastgame", Freestyle, "Fastgame"),
        ("1,The cup, our own\nrules renju", Renju, "The cup, our own"),
        ("rules standard\n1,Standard1\n\n", Standard, "Standard1"),
        ("1,Renju\nrules standard", Standard, "Renju"),
    ] {
        let recorded = read(end).unwrap();
        assert_eq!(as_gomoku(&recorded).setup().rules(), rules, "{end}");
        assert_eq!(recorded.heading.event, event);
    }
    for [end, said] in rows(REFUSED_ENDS) {
        let problem = message(read(&end));
        assert!(problem.contains(&said), "{end}: {problem}");
    }
    let begins = |last: &str| read_psq(&format!("Piskvorky 15x15, 11:11{last}\n8,8,0\na\nb\n-1\n"));
    assert!(message(begins(", 2")).contains("ends with 2, not 0 or 1"));
    assert!(begins("").is_ok());
}

#[test]
fn text_after_a_position_is_rejected() {
    let cells = format!("{}OX......XO{}", ".".repeat(27), ".".repeat(27));
    let read = |text: String| crate::common::read("x.txt", text).unwrap().remove(0);
    for good in
        ["", "X", " X", " O to move", "\nto move: white", "\nBlack to move\n", " X\nmoves: f5\nresult: none"]
    {
        assert!(read(format!("{cells}{good}")).is_ok(), "{good}");
    }
    for (bad, said) in [
        (" X junk", "after the position comes 'junk'"),
        (" X to move to", "after the position comes 'to move to'"),
        (" X\nf5 d6", "after the position comes 'f5 d6'"),
        (" Z", "the side to move is X or O, not 'Z'"),
        ("...", "the side to move is X or O"),
    ] {
        let error = message(read(format!("{cells}{bad}")));
        assert!(error.contains(said), "{bad}: {error}");
    }
    let error = message(read(cells[..60].to_string()));
    assert!(error.contains("64 cells, but this one has 60"), "{error}");
}

#[test]
fn wthor_name_files_with_wrong_counts_are_rejected() {
    let jou = |count: u8, names: &[u8]| {
        let mut bytes = vec![0; 16];
        bytes[8] = count;
        bytes.extend(names);
        wthor_names::Names::read(&bytes, &[])
    };
    let name = b"Somebody\x1b[2J\0\0\0\0\0\0\0\0";
    assert!(jou(1, name).is_ok() && jou(0, &[]).is_ok());
    for count in [0, 2] {
        let said = jou(count, name).unwrap_err().to_string();
        assert!(said.contains("name"), "{said}");
    }
}

#[test]
fn gomocup_games_have_the_expected_results() {
    let Some(table) = shared("gomoku/psq_expected.tsv") else {
        return;
    };
    for line in fs::read_to_string(table).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [rules, file, board, plies, winner, illegal, ..] = fields[..] else {
            panic!("a line has eight fields: {line}")
        };
        let Some(path) = shared(&format!("gomoku/psq/{rules}__{file}")) else {
            continue;
        };
        let game = read_file(&path).remove(0);
        match game {
            Err(error) if !illegal.is_empty() => {
                let Problem::Move { n, ref text, .. } = error.problem else { panic!("{error}") };
                assert!(illegal.contains(&format!("({text})")), "{line}: {error}");
                let file = fs::read_to_string(&path).unwrap();
                let named = file.lines().nth(n).unwrap();
                assert!(named.starts_with(&format!("{text},")), "{line}: {error}");
            }
            // Black lost by a forbidden move.
            Err(error) => {
                let Problem::Move { n, why, .. } = error.problem else { panic!("{error}") };
                let forbidden = matches!(why, WrongMove::Forbidden(_));
                assert!(rules == "Renju" && forbidden, "{line}: {error}");
                assert!((n..=n + 1).contains(&plies.parse().unwrap()), "{line}");
            }
            Ok(game) => {
                let game = as_gomoku(&game);
                assert_eq!(game.size().to_string(), board, "{line}");
                assert_eq!(game.pieces().len().to_string(), plies, "{line}");
                let outcome = game.outcome().map(|outcome| outcome.to_string());
                let winner = match (winner, plies) {
                    ("None", "225") => Some("draw"),
                    ("None", _) => None,
                    (winner, _) => Some(winner),
                };
                assert_eq!(outcome.as_deref(), winner, "{line}");
            }
        }
    }
}

#[test]
fn results_name_the_winner_in_at_most_19_characters() {
    use Early::{Agreed, OutOfTime, Resigned};
    for (score, words) in [
        (Score::Discs(48, 16), "Black won 48-16"),
        (Score::Discs(16, 48), "White won 48-16"),
        (Score::Discs(32, 32), "Draw 32-32"),
        (Score::Difference(-12), "White won by 12"),
        (Score::Difference(0), "Draw"),
        (Score::Early(64, Resigned), "White resigned"),
        (Score::Early(-10, OutOfTime), "White won on time"),
        (Score::Early(4, Agreed), "Black won by 4"),
        (Score::Early(0, Agreed), "Draw"),
    ] {
        assert_eq!(score.in_words(), words);
        assert!(words.len() <= 19, "{words}");
    }
    let recorded = |game: &str| transcript::read(game).unwrap();
    assert_eq!(recorded("e6f4e3f6g5d6e7f5c5").result(), "Black won 13-0");
    assert_eq!(recorded("e6f4e3f6").result(), "Not finished");
    for (how, words) in [(Lost::Resigned, "Black resigned"), (Lost::OutOfTime, "White won on time")] {
        let mut lost = recorded("e6f4");
        lost.game.lose(how);
        assert_eq!(lost.result(), words);
    }
}

#[test]
fn only_some_formats_store_reverse_othello() {
    let moves = &world_championship()[0].moves;
    let game = transcript::read(&format!("reverse {moves}")).unwrap();
    for name in ["a.txt", "a.sgf"] {
        let text = text_for(name.as_ref(), &game).unwrap();
        assert_eq!(
            as_othello(&read_only(name, &text, Assumptions::default()).unwrap()).rules(),
            Rules::Reverse,
            "{text}"
        );
    }
    for name in ["a.ggf", "a.pgn"] {
        let problem = text_for(name.as_ref(), &game).unwrap_err();
        assert!(problem.to_string().contains("cannot record reverse Othello"), "{problem}");
    }
    assert_eq!(game.final_score(), None);
    assert_eq!(game.result(), "White won 30-34");
}

#[test]
fn sgf_stores_the_rules_of_othello_and_gives_them_back() {
    for rules in [Rules::Original, Rules::Standard, Rules::Reverse] {
        let mut game = othello::Game::new(rules);
        game.drop("f5".parse().unwrap());
        let text = text_for("a.sgf".as_ref(), &Recorded::new(Box::new(game), Heading::default())).unwrap();
        let read = read_only("a.sgf", &text, Assumptions::default()).unwrap();
        assert_eq!(as_othello(&read).rules(), rules, "{text}");
    }
}
