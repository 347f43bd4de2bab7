//! Random changes of the inputs in `tests/corpus`. No reader may panic, accept illegal moves or break a
//! promise of the fuzzer's targets.
//!
//! Each reader gets the same thousand inputs on every run; `QIPAN_FUZZ=1000000` tries a million. The test
//! saves a failing input in the folder for test files and prints its name.

#[path = "../../lab/tests/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

use crate::common::data::{data, files_in};
use games::gomoku::judge::{Algorithm, judge};
use games::othello::{self, Ply};
use games::records::{read_bytes, wthor_names};
use games::{Game, gomoku};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use targets::TARGETS;

/// The default number of inputs per reader.
const TRIALS: u64 = 1000;

/// The longest input, in bytes.
const LONGEST: usize = 1 << 14;

/// Words with a meaning for the readers, one per line, with C escapes.
const WORDS: &str = include_str!("../../../tests/corpus/words.txt");

/// The words with their escapes resolved.
fn words() -> Vec<String> {
    let escapes = [
        ("\\\\", "\u{1}"),
        ("\\n", "\n"),
        ("\\r", "\r"),
        ("\\t", "\t"),
        ("\\e", "\u{1b}"),
        ("\\0", "\0"),
        ("\\u{feff}", "\u{feff}"),
        ("\u{1}", "\\"),
    ];
    let meant = |word: &str| {
        let escapes = escapes.iter();
        escapes.fold(word.to_string(), |word, (from, to)| word.replace(from, to))
    };
    WORDS.lines().map(meant).collect()
}

/// The inputs in a folder of the corpus.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let files = files_in(&data("../corpus").join(name));
    assert!(!files.is_empty(), "the corpus has no {name}");
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// An input of the corpus with one to four random changes.
fn changed(corpus: &[Vec<u8>], words: &[String], random: &mut StdRng) -> Vec<u8> {
    let mut bytes = corpus[random.random_range(0..corpus.len())].clone();
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(0..=bytes.len());
        let end = random.random_range(at..=bytes.len().min(at + 40));
        match random.random_range(0..9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = random.random(),
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let copy = bytes[at..end].to_vec();
                let copies = copy.repeat(random.random_range(1..=8));
                bytes.splice(at..at, copies);
            }
            5 => {
                let other = &corpus[random.random_range(0..corpus.len())];
                let from = random.random_range(0..=other.len());
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            _ => {
                let word = &words[random.random_range(0..words.len())];
                let replaced = if random.random() { at..end } else { at..at };
                bytes.splice(replaced, word.bytes());
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

/// Saves the input of a test that panics.
struct Witness<'a> {
    name: &'a str,
    input: &'a [u8],
}

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}", self.name));
            let _ = fs::write(&file, self.input);
            eprintln!("this input of {} did it: {}", self.name, file.display());
        }
    }
}

/// Tests the inputs of the corpus, and then changed ones. `one_in` reduces their number for slow readers.
/// `test` returns whether it accepted the input; at least one must be accepted.
fn fuzz(name: &str, corpus: &[Vec<u8>], one_in: u64, mut test: impl FnMut(&[u8]) -> bool) {
    let asked = std::env::var("QIPAN_FUZZ").ok().map(|n| n.parse().expect("QIPAN_FUZZ is a number"));
    let trials = (asked.unwrap_or(TRIALS) / one_in).max(10);
    let mut random = StdRng::seed_from_u64(name.bytes().map(u64::from).sum());
    let mut taken = 0;
    let mut trial = |input: &[u8]| {
        let _witness = Witness { name, input };
        taken += u64::from(test(input));
    };
    corpus.iter().for_each(|input| trial(input));
    let words = words();
    for _ in 0..trials {
        trial(&changed(corpus, &words, &mut random));
    }
    println!("{name}: {trials} inputs, {taken} of them taken");
    assert!(taken > 0, "no input of {name} was taken");
}

/// Asserts that a text is harmless on a terminal.
fn assert_plain(text: &str) {
    let harmless =
        |c: char| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert!(text.chars().all(harmless), "{text:?}");
}

/// Asserts that a text is short and harmless on a terminal.
fn assert_harmless(text: &str) {
    assert_plain(text);
    assert!(text.chars().count() < 1000, "{text:?}");
}

/// Asserts that every move follows the rules on the array, and that the board is the result.
fn assert_legal(game: &dyn Game) {
    if let Some(game) = game.of::<othello::Game>() {
        let mut position = game.start();
        for ply in game.plies() {
            let mover = position.to_move;
            if *ply == Ply::Pass && game.rules() == othello::Rules::Original {
                position.to_move = mover.other();
                continue;
            }
            assert!(position.play(mover, *ply), "{ply} in\n{game}");
        }
        assert_eq!(position.map, *game.map(), "{game}");
    } else if let Some(game) = game.of::<gomoku::Game>() {
        let pieces = game.pieces();
        for (n, point) in pieces.iter().enumerate() {
            assert!(!pieces[..n].contains(point), "{point} twice in\n{game}");
            if game.setup().rules() == gomoku::Rules::Freestyle {
                let over = judge(Algorithm::AllStones, 15, &pieces[..n]);
                assert_eq!(over, None, "stone {} comes after the end of\n{game}", n + 1);
            }
        }
    }
}

/// Reads the games of a file of this name. Returns whether any is valid.
fn try_games(name: &str, bytes: &[u8], names: &wthor_names::Names) -> bool {
    let games = match read_bytes(Path::new(name), bytes, names) {
        Ok(games) => games,
        Err(error) => {
            assert_harmless(&error.to_string());
            return false;
        }
    };
    assert!(games.len() <= bytes.len().max(1));
    for game in &games {
        match game {
            Ok(recorded) => {
                let heading = &recorded.heading;
                for text in [&heading.black, &heading.white, &heading.date, &heading.event] {
                    assert_harmless(text);
                }
                let result = recorded.result();
                assert!(result.chars().count() <= 19, "{result}");
                let _ = recorded.check_score();
                if let Some(tree) = &recorded.tree {
                    for n in 0..tree.size() {
                        tree.node(n).comment.lines().for_each(assert_plain);
                    }
                }
                assert_legal(&*recorded.game);
            }
            Err(error) => assert_harmless(&error.to_string()),
        }
    }
    games.iter().any(Result::is_ok)
}

#[test]
fn changed_game_files_are_read_safely() {
    let lines = ["text", "ggf", "psq", "position"].map(corpus).concat();
    for (format, name, inputs) in [
        ("text", "x.txt", lines),
        ("sgf", "x.sgf", corpus("sgf")),
        ("psq", "x.psq", corpus("psq")),
        ("pgn", "x.pgn", [corpus("pgn"), corpus("text")].concat()),
        ("ggf", "x.ggf", corpus("ggf")),
        ("wthor", "x.wtb", corpus("wthor")),
    ] {
        fuzz(format, &inputs, 1, |bytes| {
            let names = wthor_names::Names::read(bytes, bytes).unwrap_or_default();
            try_games(name, bytes, &names)
        });
    }
}

#[test]
fn changed_renlib_libraries_are_read_safely() {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/renlib/VCF.lib");
    fuzz("lib", &[fs::read(library).unwrap()], 5, |bytes| try_games("x.lib", bytes, &Default::default()));
}

/// The readers that a target of the fuzzer checks: a folder of the corpus, the target, and the first byte
/// that selects the reader.
const READERS: [(&str, &str, u8); 10] = [
    ("gomocup", "protocols", 0),
    ("nboard", "protocols", 1),
    ("gtp", "protocols", 2),
    ("position", "protocols", 3),
    ("endgames", "protocols", 5),
    ("ggf", "protocols", 6),
    ("keys", "protocols", 7),
    ("save", "save", 0),
    ("settings", "save", 1),
    ("event", "save", 4),
];

#[test]
fn changed_inputs_hold_in_the_fuzzers_targets() {
    for (folder, name, reader) in READERS {
        let (_, target) = TARGETS.iter().find(|(target, _)| *target == name).unwrap();
        fuzz(folder, &corpus(folder), 4, |bytes| {
            target(&[&[reader], bytes].concat());
            true
        });
    }
}

/// The answers of engines: each is a free place or an error with a harmless text.
#[cfg(unix)]
#[test]
fn changed_engine_answers_are_checked() {
    use players::computers::computer_of;
    use players::{Engines, Move, Seats, Thinking};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers");
    let games: [(&str, Box<dyn Game>); 2] = [
        ("nboard", Box::new(othello::Game::new(othello::Rules::Standard))),
        ("gomocup", Box::new(gomoku::Game::from_record("7788").unwrap())),
    ];
    for (protocol, game) in games {
        let inputs = corpus(&format!("{protocol}-engine"));
        fuzz(&format!("{protocol} engine"), &inputs, 150, |bytes| {
            fs::write(&file, bytes).unwrap();
            let seats = Seats {
                black: format!("{protocol}:cat '{}'", file.display()).parse().unwrap(),
                patience: 20_000,
                ..Seats::default()
            };
            let engines = &mut Engines::default();
            let thinking = Thinking::start(computer_of(game.name()).unwrap(), &seats, &*game, false, engines)
                .expect("it is the engine's turn");
            match thinking.answer(engines, &mut |_| ()).unwrap() {
                Ok(Some(Move::Drop(place))) => {
                    let size = if protocol == "nboard" { 8 } else { 15 };
                    assert!(place.0 < size && place.1 < size);
                    true
                }
                Ok(_) => false,
                Err(why) => {
                    assert_harmless(&why.to_string());
                    false
                }
            }
        });
    }
}
