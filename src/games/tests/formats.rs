//! Files of other programs, and conversions between formats.

use std::fs;
use std::path::Path;

use games::othello::{self, Position, Rules};
use games::records::{
    Assumptions, Format, GameName, Heading, Problem, Recorded, endgames, text_for, transcript,
};
use games::set_up::SetUp;
use games::tree::{ROOT, Tree, steps};

use crate::common::data::{data, rows, shared};
use crate::common::recorded::{gomoku_of, new_gomoku, new_othello, othello_of};
use crate::common::{message, read, read_file, read_only};

/// The games of a file without errors.
fn good(file: &Path) -> Vec<Recorded> {
    let games = read_file(file).into_iter();
    games.map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn one(text: &str, game: Option<GameName>) -> Result<Recorded, Problem> {
    read_only("x", text, Assumptions { game, ..Assumptions::default() })
}

fn record(recorded: &Recorded) -> String {
    gomoku_of(&recorded.game).record()
}

fn moves(recorded: &Recorded) -> String {
    transcript::text(othello_of(&recorded.game).plies())
}

/// Asserts that SGF preserves a game and its tree.
fn assert_round_trip(recorded: &Recorded) {
    let text = text_for("x.sgf".as_ref(), recorded).unwrap();
    let again = one(&text, None).unwrap_or_else(|why| panic!("{why} in {text}"));
    assert_eq!(again.game.to_string(), recorded.game.to_string(), "{text}");
    assert_eq!(again.heading, recorded.heading, "{text}");
    assert_eq!(again.tree, recorded.tree, "{text}");
    assert_eq!(text_for("x.sgf".as_ref(), &again).unwrap(), text);
}

/// The comment, the name of Black and the notes of the only game in an SGF file.
fn texts_of(bytes: &[u8]) -> (String, String, String) {
    let recorded = read("x.sgf", bytes).unwrap().remove(0).unwrap();
    let tree = recorded.tree.as_ref().expect("a comment");
    let comment = (0..tree.size()).map(|n| &*tree.node(n).comment).collect();
    // The text is UTF-8 from now on.
    let written = text_for("x.sgf".as_ref(), &recorded).unwrap();
    assert!(written.contains("CA[UTF-8]"));
    let again = one(&written, None).unwrap();
    assert!(again == recorded && again.notes.is_empty(), "{written}");
    (comment, recorded.heading.black, recorded.notes.join("; "))
}

#[test]
fn sgf_names_its_encoding() {
    let sgf = |label: &str, text: &[u8]| {
        let label = if label.is_empty() { String::new() } else { format!("CA[{label}]") };
        let parts = [&b"(;GM[4]"[..], label.as_bytes(), b"PB[", text, b"];B[hh]C[", text, b"])"];
        texts_of(&parts.concat())
    };
    for (label, bytes, text, note) in [
        // The second byte of each of these letters is that of a backslash.
        ("Big5", &b"\xB3\x5C\xA5\x5C\xBB\x5C"[..], "許功蓋", ""),
        ("Shift_JIS", b"\x83\x5C\x94\x5C\x95\x5C", "ソ能表", ""),
        ("EUC-JP", b"\xBB\xB3\xC5\xC4", "山田", ""),
        ("EUC-KR", b"\xB9\xDA\xC1\xA4\xC8\xAF", "박정환", ""),
        ("windows-1251", b"\xC8\xE2\xE0\xED\xEE\xE2", "Иванов", ""),
        ("KOI8-R", b"\xE9\xD7\xC1\xCE\xCF\xD7", "Иванов", ""),
        ("ISO-8859-2", b"Tom\xE1\xB9 \xAEi\xBEka", "Tomáš Žižka", ""),
        ("GB18030", b"\xCD\xF5\x819\xEE9", "王㐀", ""),
        ("windows-1252", b"it\x92s \x93good\x94 \x96 5\x80", "it’s “good” – 5€", ""),
        ("ISO-8859-1", b"J\xFCrgen \x93M\xFCller\x94", "Jürgen “Müller”", ""),
        ("cp949", b"\xB9\xDA", "박", ""),
        ("UTF-8", "王小明".as_bytes(), "王小明", ""),
        ("", "박정환".as_bytes(), "박정환", ""),
        ("", b"it\x92s \x93good\x94", "it’s “good”", "read as windows-1252"),
        ("", b"\xCD\xF5\xD0\xA1\xC3\xF7", "王小明", "read as GBK"),
        ("UTF-8", b"\xCD\xF5\xD0\xA1\xC3\xF7", "王小明", "the text is not UTF-8, as it says; read as GBK"),
        ("klingon", b"\xCD\xF5", "王", "klingon is not a known encoding; read as GBK"),
        ("Shift_JIS", b"\x92R\xFF.", "坦<FF>.", "2 bytes outside Shift_JIS, kept as numbers such as <8F>"),
        (
            "",
            b"\xE7\x8E\x8B\xE5\xB0\x8F\xE6\x98\x8E\xE6",
            "王小明<E6>",
            "2 bytes outside UTF-8, kept as numbers such as <8F>",
        ),
    ] {
        let text = text.to_string();
        assert_eq!(sgf(label, bytes), (text.clone(), text, note.to_string()), "{label}");
    }
}

#[test]
fn each_game_of_a_file_has_its_own_encoding() {
    let sgf = [&b"(;GM[4]CA[Big5]PB[\xA5\x5C];B[hh])\n(;GM[4]CA[GBK]PB[\xCD\xF5];B[hh](;W[aa])(;W[bb]))"[..]];
    let games = read("x.sgf", sgf.concat()).unwrap();
    let names: Vec<_> = games.iter().map(|game| &*game.as_ref().unwrap().heading.black).collect();
    assert_eq!(names, ["功", "王"]);
}

#[test]
fn utf_16_is_read() {
    let sgf = "(;GM[4]CA[UTF-16]PB[박정환];B[hh]C[王])";
    let [big, little] = [u16::to_be_bytes, u16::to_le_bytes].map(|bytes| {
        let units = sgf.encode_utf16().flat_map(bytes);
        units.collect::<Vec<u8>>()
    });
    for bytes in [[&b"\xFE\xFF"[..], &big].concat(), [&b"\xFF\xFE"[..], &little].concat(), big, little] {
        let (comment, black, notes) = texts_of(&bytes);
        assert_eq!((&*comment, &*black, &*notes), ("王", "박정환", "read as UTF-16"));
    }
}

#[test]
fn small_mistakes_in_sgf_are_mended_with_a_note() {
    for (sgf, moves, notes) in [
        ("(GM[4];B[hh];W[ii])", "7788", "line 1: there was no ; after ("),
        ("(;GM[4];B[hh](W[ii];B[jj])\n(;W[aa]))", "778899", "line 1: there was no ; after ("),
        ("(;GM[4];B[hh]KO;W[ii]\nTE)", "7788", "line 1: KO has no value; line 2: TE has no value"),
    ] {
        let recorded = one(sgf, None).unwrap_or_else(|why| panic!("{why}: {sgf}"));
        assert_eq!((record(&recorded), recorded.notes.join("; ")), (moves.to_string(), notes.to_string()));
        assert_eq!(one(&text_for("x.sgf".as_ref(), &recorded).unwrap(), None).unwrap().notes, [""; 0]);
    }
    for wrong in ["(GM[4]B[hh]", "(;GM[4];B[hh](ii))", "(a remark)"] {
        assert!(one(wrong, None).is_err(), "{wrong}");
    }
}

#[test]
fn othello_with_another_opening_is_called_gomoku() {
    let recorded = one("e3f5e6f4", None).unwrap();
    assert_eq!(recorded.notes, ["read as gomoku; --game othello reads Othello"]);
    assert_eq!(one("f5d6", None).unwrap().notes, [""; 0]);
    assert_eq!(one("h8i9", None).unwrap().notes, ["read as gomoku; --game othello reads Othello"; 0]);
}

#[test]
fn quarrys_games_have_correct_scores() {
    for (name, score, passes) in [("quarry1.sgf", (48, 15), 4), ("quarry4.sgf", (37, 27), 0)] {
        let games = good(&data("sgf").join(name));
        assert_eq!(games.len(), 1);
        let game = games[0].game.of::<othello::Game>().unwrap();
        let plies = game.plies();
        let found = plies.iter().filter(|ply| **ply == othello::Ply::Pass);
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
fn comments_of_c_gomoku_cli_are_read() {
    let games = good(&data("sgf/c-gomoku-cli_fig0.sgf"));
    assert_eq!(games.len(), 4);
    let first = record(&games[0]);
    assert!(first.starts_with("7787"), "{first}");
    let tree = games[0].tree.as_ref().unwrap();
    assert_eq!(tree.node(1).comment, "opening move");
    assert_eq!(tree.node(4).comment, "3822ms");
    let properties = &tree.node(ROOT).properties;
    let is_known = |(name, values): &(String, Vec<String>)| {
        name == "TE" && values[0].contains("Black win") || name == "RO"
    };
    assert!(properties.iter().any(is_known), "{properties:?}");
    games.iter().for_each(assert_round_trip);
    let Some(twelve) = shared("gomoku/sgf/c-gomoku-cli_12games.sgf") else {
        return;
    };
    let games = good(&twelve);
    assert_eq!(games.len(), 12);
    games.iter().for_each(assert_round_trip);
}

#[test]
fn sgf_keeps_variations_comments_and_unknown_properties() {
    let text = fs::read_to_string(data("../corpus/sgf/tree.sgf")).unwrap();
    let games = read("x.sgf", text).unwrap();
    let tree = games[0].as_ref().unwrap().tree.as_ref().unwrap();
    assert_eq!(tree.node(ROOT).comment, "A remark\nover two lines");
    assert_eq!(tree.children(1).len(), 2);
    assert_eq!(moves(games[0].as_ref().unwrap()), "e6f4e3");
    assert_eq!(games[0].as_ref().unwrap().heading.white, "two ] \\");
    let label = &tree.node(2).properties[0];
    assert_eq!(label.1, ["ef:A\\:b", "fd:B"]);
    // Setup stones count as moves, black and white in turn.
    assert!(record(games[1].as_ref().unwrap()).starts_with("renju 77688667"));
    assert_eq!(moves(games[2].as_ref().unwrap()), "f5d6c3d3", "Edax");
    for game in games[..3].iter().flatten() {
        assert_round_trip(game);
    }
    for (game, words) in games[3..].iter().zip(["not dropped in turn", "GM[1] is not", "line 14: "]) {
        let said = game.as_ref().unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
}

/// Bad SGF games and their error messages.
const WRONG_SGF: &str = r"
(;GM[2];B[ef];W[aa]) => move 2: aa turns nothing over for White
(;GM[2];B[ef](;W[fd])(;W[aa])) => in a variation, move 2: aa
(;GM[2];W[ef]) => White's move, out of turn
(;GM[2];B[ef];AB[aa]) => AB after the beginning is not supported
(;GM[4]SZ[21];B[aa]) => a board of size 21
(;GM[4]RU[caro];B[aa]) => the rule caro is not supported
(;GM[4];B[hh];W[hh]) => move 2: hh is already occupied
(;GM[4];B[hh];W[zz]) => zz is not a move
(;GM[4]RU[renju];W[hh]) => Black begins
(;FF[4]GM[4]\n;B[hh\n => line 2: a value has no ]
(;FF[4]GM[4]\n;B[hh]x) => line 2: 
(;FF[4]GM[4];B[hh](;W[ii]);B[gg]) => expected ( or
(;FF[4]GM[4];B[hh] => cut off
";

#[test]
fn sgf_errors_name_their_place() {
    for [text, words] in rows(WRONG_SGF) {
        let said = message(one(&text, None));
        assert!(said.contains(&words), "{text}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let deep = "(;FF[4]GM[4]".to_string() + &"(;".repeat(200_000);
    let said = message(one(&deep, None));
    assert!(said.contains("too many variations"), "{said}");
}

#[test]
fn moves_are_read_in_all_notations() {
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
fn ambiguous_lines_are_othello_or_an_error() {
    // The second line is not Othello, because its first move would be illegal.
    assert_eq!(moves(&one("f5d6", None).unwrap()), "f5d6");
    assert_eq!(record(&one("a1b2", None).unwrap()), "0e1d");
    assert_eq!(record(&one("f5a1", Some(GameName::Gomoku)).unwrap()), "5a0e");
    for (line, game, words) in [
        ("f5a1", None, "a1 turns nothing over for White; as gomoku it can be played: say --game gomoku"),
        ("f5a1", Some(GameName::Othello), "move 2: a1 turns nothing over for White"),
        ("h8i9", Some(GameName::Othello), "move 1: h8 turns nothing over for Black"),
        ("h8h8", None, "h8"),
    ] {
        let said = message(one(line, game));
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn pgn_tags_of_playok_and_edax_are_read() {
    let games = good(&data("../corpus/pgn/othello.pgn"));
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].check_score(), Ok(()));
    assert_eq!(&*games[0].heading.white, "two");
    assert_eq!(&*games[0].heading.date, "2020.05.05");
    assert_eq!(games[0].result(), "Black won by 12");
    let tree = games[1].tree.as_ref().unwrap();
    assert_eq!(tree.node(2).comment, "a remark");
    assert_eq!(tree.node(3).comment, "another");
    let gomoku = good(&data("../corpus/pgn/gomoku.pgn"));
    assert_eq!(gomoku.len(), 2);
    assert_eq!(gomoku[0].heading.black, "x");
    for game in games[..1].iter().chain(&gomoku) {
        let text = text_for("x.pgn".as_ref(), game).unwrap();
        let again = one(&text, None).unwrap();
        assert_eq!(again.game.to_string(), game.game.to_string(), "{text}");
    }
}

#[test]
fn all_position_readers_accept_the_same_notations() {
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
    }
    assert_eq!(solved[1].position, Position::default());
    let corner = format!("corner|XO{}|X|+64|c1|62", "-".repeat(62));
    assert_eq!(endgames::read(corner.as_bytes()).unwrap()[0].score, Some(64));
    let start = endgames::read_one("set game (;GM[Othello]TY[8];)");
    assert_eq!(start, Ok(Position::default()));
    assert_eq!(solved[3].position, Position::default());
    for (text, words) in [
        (&*corner.replace("c1", "d1"), "'d1' is not a move here"),
        ("[8 -------- *", "no ]"),
        ("8/8/8/3Xp3/3pP3/8/8/8 b", "not a row of FEN"),
        ("8/8/8/3Pp3/3pP3/8/8/8 x", "side to move"),
        ("(;GM[Othello];B[a1];)", "a1"),
        ("(;FF[4]GM[4];B[aa])", "not a game of Othello"),
        ("", "0"),
    ] {
        let said = message(endgames::read_one(text));
        assert!(said.contains(words), "{text}: {said}");
    }
}

#[test]
fn a_renlib_library_becomes_a_tree() {
    let games = good(&data("renlib/VCF.lib"));
    let tree = games[0].tree.as_ref().unwrap();
    let said = &tree.node(1).comment;
    assert!(said.starts_with("31 VCF positions\nFind all comments"), "{said}");
    assert!(tree.branches());
    assert_round_trip(&games[0]);
    let bytes = fs::read(data("renlib/VCF.lib")).unwrap();
    for length in 0..bytes.len() {
        // A file that is cut between two nodes may be read; it must not panic.
        let _ = read("x.lib", &bytes[..length]);
    }
    let newer = [&b"\xffRenLib\xff\x04\x00"[..], &[0xff; 12]].concat();
    assert!(message(read("x.lib", "")).contains("not a library"));
    assert!(read("x.lib", newer).is_err());
}

#[test]
fn libraries_of_renlib_3_6_keep_titles_labels_and_marks() {
    let bytes = [
        &b"\xffRenLib\xff\x03\x04"[..],
        &[0xff; 10],
        // The root has a comment, and RenLib opens the library there.
        &[0x00, 0x08 | 0x04],
        b"\xBB\xA8\xD4\xC2\x08\xB1\xD8\xCA\xA4\0",
        // h8 has a label; the second byte of the extension says so.
        &[0x78, 0x01, 0x00, 0x01],
        b"A\0",
        // After h8 a mark at i7, a pass with a move after it, and a label at g7 without a move.
        &[0x89, 0x80 | 0x40 | 0x10, 0x00, 0x80, 0x88, 0x40, 0x87, 0x40 | 0x02 | 0x01, 0x00, 0x01],
        b"B:\0\0",
    ]
    .concat();
    let games = read("x.lib", &bytes).unwrap();
    let game = games[0].as_ref().unwrap();
    let tree = game.tree.as_ref().unwrap();
    assert_eq!(tree.node(ROOT).comment, "花月\n必胜");
    let sgf = Format::of("x.sgf".as_ref()).unwrap().text(game).unwrap();
    let (root, moves) = sgf.split_once("\n;").unwrap();
    assert!(root.ends_with("LB[hh:A]C[花月\n必胜]"), "{root}");
    assert_eq!(moves, "B[hh]LB[gi:B\\:];W[ii]MA[ii])\n");
    assert_eq!(game.left_out, ["where RenLib begins", "moves after a pass"]);
    assert_eq!(game.notes, ["read as GBK"]);
}

#[test]
fn a_tree_adds_new_moves_as_variations() {
    let text = "f5d6c3d3c4";
    let mut game = one(text, None).unwrap().game;
    let mut tree = Tree::default();
    let end = tree.add_game(&*game);
    assert_eq!(tree.main_line().len(), 5);
    game.undo();
    game.undo();
    assert_eq!(tree.add_game(&*game), tree.main_line()[2], "nothing new");
    assert!(game.play((2, 5)));
    let other = tree.add_game(&*game);
    assert_eq!(tree.size(), 7);
    assert_eq!(tree.path(end).len(), 5);
    assert_eq!(*tree.main_line().last().unwrap(), end);
    let there = tree.game_at(&*game, end).unwrap();
    assert_eq!(steps(&*there).len(), 5);
    assert_eq!(there.to_string(), one(text, None).unwrap().game.to_string());
    tree.promote(other);
    assert_eq!(*tree.main_line().last().unwrap(), other);
}

/// Finished and unfinished games of both kinds.
fn games_to_write() -> Vec<Recorded> {
    let over = ["e6f4e3f6g5d6e7f5c5", "000110112021303140"].map(|text| one(text, None).unwrap());
    let mut begun = [new_othello(Rules::Standard), new_gomoku(Default::default())];
    for game in &mut begun {
        assert!(game.play((4, 5)) && game.play((5, 3)));
    }
    let begun = begun.map(|game| Recorded::new(game, Heading::default()));
    over.into_iter().chain(begun).collect()
}

#[test]
fn each_format_detects_and_reads_what_it_writes() {
    for format in Format::ALL {
        let mut some = format.write.is_none();
        for recorded in games_to_write() {
            let Ok(text) = format.text(&recorded) else {
                continue;
            };
            some = true;
            for name in [format!("x.{format}"), "pasted".to_string()] {
                let read = read(&name, &text).unwrap().remove(0);
                let read = read.unwrap_or_else(|error| panic!("{format}: {error}"));
                let position = |recorded: &Recorded| SetUp::of(&*recorded.game);
                assert_eq!(position(&read), position(&recorded), "{name} as {format}");
                if !format.unsupported(&recorded).contains(&"moves") {
                    assert_eq!(*read.game, *recorded.game, "{name} as {format}");
                }
            }
        }
        assert!(some, "{format} writes nothing");
    }
}

#[test]
fn a_long_line_of_brackets_is_parsed_quickly() {
    // If each bracket were parsed to the end of the line, this would take hours.
    for bracket in ["[", "C[x]", "(;GM[2]", "[Black \"x"] {
        let line = format!("1. f5 {}", bracket.repeat(1_000_000));
        let why = message(read_only("x.pgn", &line, Assumptions::default()));
        assert!(why.contains("expected move 2"), "{bracket}: {why}");
    }
}
