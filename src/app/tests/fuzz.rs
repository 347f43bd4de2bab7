//! Inputs that nobody has thought of: the good and bad ones of `tests/corpus`, changed at random. Nothing may panic, nothing against
//! the rules may be taken, and what is read, written and read again must be the same.
//!
//! A thousand inputs for each reader, always the same ones; `QIPAN_FUZZ=1000000` tries a million. An input that breaks a promise is
//! left in the folder for the tests' files, and its name is printed.

use std::fs;
use std::path::Path;

use crate::common::data::{data, files_in};
use app::play::games::GAMES;
use app::play::keeper::{game_from_text, game_to_text};
use app::play::settings::{Settings, Table};
use app::play::settings_text;
use players::Player;
use store::memory::Memory;
use players::protocol::Answer;
use players::protocol::gomocup::{self, Gomocup};
use players::protocol::gtp::Gtp;
use players::protocol::nboard::{self, NBoard};
use screen::theme::THEMES;
use store::Store;
use games::gomoku::judge::{Algorithm, judge};
use games::othello::rules::{can_move, legal_moves};
use games::othello::{self, Ply, Position};
use games::records::wthor_write::Writer;
use games::records::{
    Assumptions, Format, GameName, Recorded, endgames, ggf, read_as, read_bytes, text_for, wthor,
};
use games::stone::Stone;
use games::{Game, gomoku};
use mind::learner::gomoku::ByEngine;
use mind::learner::{Effort, Event, LearnedWeights, LearnerOf, Moves, Role, Skill, Start};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use turbo::dos::parse_keys;

/// How many inputs a reader gets if nobody says.
const TRIALS: u64 = 1000;

/// The longest input, in bytes.
const LONGEST: usize = 1 << 14;

/// What readers look for, to be put where it does not belong: a line each, with the escapes of C.
const WORDS: &str = include_str!("../../../tests/corpus/words.txt");

/// The words as they are meant.
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

/// The inputs of a folder of the corpus.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let files = files_in(&data("../corpus").join(name));
    assert!(!files.is_empty(), "the corpus has no {name}");
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// An input of the corpus with a few things changed.
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

/// Leaves an input that made a test panic where somebody finds it.
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

/// Tries the inputs of the corpus as they are, and then changed; of the usual number of trials one in so many, where each takes long.
/// The test returns whether it took the input; some must be taken.
fn fuzz(name: &str, corpus: &[Vec<u8>], one_in: u64, mut test: impl FnMut(&[u8]) -> bool) {
    let asked = std::env::var("QIPAN_FUZZ")
        .ok()
        .map(|n| n.parse().expect("QIPAN_FUZZ is a number"));
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

/// Nothing in this text does anything to a terminal.
fn assert_plain(text: &str) {
    let harmless = |c: char| {
        !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(text.chars().all(harmless), "{text:?}");
}

/// The same, and it is not long.
fn assert_harmless(text: &str) {
    assert_plain(text);
    assert!(text.chars().count() < 1000, "{text:?}");
}

/// Does every move of the game follow from the rules on the array, and is the board the one after them?
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

/// The moves of a game, and what it began with.
fn line(game: &dyn Game) -> String {
    match game.of::<othello::Game>() {
        Some(game) => format!("{} {:?}", game.start(), game.plies()),
        None => game.to_string(),
    }
}

fn assert_reads_back(recorded: &Recorded) {
    for name in ["x.txt", "x.ggf", "x.psq", "x.sgf", "x.pgn"].map(Path::new) {
        let Ok(text) = text_for(name, recorded) else {
            continue;
        };
        let _ = Format::of(name).unwrap().not_held(recorded);
        // A line of no moves is no line.
        if text.trim().is_empty() {
            continue;
        }
        let read = read_bytes(name, text.as_bytes(), &Default::default());
        let read = read
            .unwrap_or_else(|error| panic!("{error} in {text}"))
            .remove(0);
        let read = read.unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(line(&*read.game), line(&*recorded.game), "{text}");
        if name.ends_with("x.sgf") {
            assert_eq!(read.tree, recorded.tree, "{text}");
        }
        if !name.ends_with("x.txt") && !name.ends_with("x.pgn") {
            // A comma may go where a name has the form of a move.
            let names = |recorded: &Recorded| {
                [&recorded.heading.black, &recorded.heading.white]
                    .map(|name| name.replace(',', " "))
            };
            assert_eq!(names(&read), names(recorded), "{text}");
        }
    }
}

/// Reads the games of a file of this name. Were any good?
fn try_games(name: &str, bytes: &[u8], names: &wthor::Names) -> bool {
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
                for text in [
                    &heading.black,
                    &heading.white,
                    &heading.date,
                    &heading.event,
                ] {
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
                assert_reads_back(recorded);
            }
            Err(error) => assert_harmless(&error.to_string()),
        }
    }
    games.iter().any(Result::is_ok)
}

#[test]
fn files_of_games() {
    let lines = ["text", "ggf", "psq", "position"].map(corpus).concat();
    for (format, name, inputs) in [
        ("text", "x.txt", lines),
        ("sgf", "x.sgf", corpus("sgf")),
        ("psq", "x.psq", corpus("psq")),
    ] {
        fuzz(format, &inputs, 1, |bytes| {
            try_games(name, bytes, &Default::default())
        });
    }
}

#[test]
fn pgn_files() {
    let inputs = [corpus("pgn"), corpus("text")].concat();
    fuzz("pgn", &inputs, 1, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        for game in GameName::ALL {
            let assumed = Assumptions {
                game: Some(game),
                ..Assumptions::default()
            };
            let games = read_as("x".as_ref(), text.as_bytes(), &Default::default(), assumed);
            for error in games.into_iter().flatten().filter_map(Result::err) {
                assert_harmless(&error.to_string());
            }
        }
        try_games("x.pgn", bytes, &Default::default())
    });
}

#[test]
fn libraries_of_renlib() {
    let library = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/renlib/VCF.lib"
    );
    fuzz("lib", &[fs::read(library).unwrap()], 5, |bytes| {
        try_games("x.lib", bytes, &Default::default())
    });
}

#[test]
fn databases_that_are_written() {
    fuzz("wthor written", &corpus("wthor"), 10, |bytes| {
        let games = read_bytes(Path::new("x.wtb"), bytes, &Default::default());
        let mut writer = Writer::new(&[], &[]);
        let games = games.unwrap_or_default().into_iter().flatten();
        let added: Vec<Recorded> = games.filter(|game| writer.add(game).is_ok()).collect();
        let files = writer.finish((2026, 1, 1));
        let names = wthor::Names::read(&files.players, &files.tournaments).unwrap();
        let again = wthor::read(&files.games, &names).unwrap();
        assert_eq!(again.len(), added.len());
        for (game, again) in added.iter().zip(again) {
            let again = again.unwrap();
            assert_eq!(line(&*game.game), line(&*again.game));
            assert_eq!(game.score, again.score);
        }
        !added.is_empty()
    });
}

#[test]
fn ggf_files() {
    fuzz("ggf", &corpus("ggf"), 1, |bytes| {
        if let Ok((map, to_move)) = ggf::last_position(&String::from_utf8_lossy(bytes)) {
            let _ = can_move(&map, to_move);
        }
        try_games("x.ggf", bytes, &Default::default())
    });
}

#[test]
fn wtb_files() {
    fuzz("wthor", &corpus("wthor"), 1, |bytes| {
        let names = wthor::Names::read(bytes, bytes).unwrap_or_default();
        let perfect = wthor::theoretical(bytes).unwrap_or_default();
        for perfect in perfect.into_iter().flatten() {
            assert!(perfect.black <= 64 && perfect.empties <= 60);
        }
        try_games("x.wtb", bytes, &names)
    });
}

#[test]
fn positions() {
    fuzz("position", &corpus("position"), 1, |bytes| {
        let position: Result<Position, _> = String::from_utf8_lossy(bytes).parse();
        match &position {
            Ok(position) => assert_eq!(position.to_string().parse().as_ref(), Ok(position)),
            Err(error) => assert_harmless(&error.to_string()),
        }
        position.is_ok()
    });
}

#[test]
fn lists_of_endgames() {
    fuzz("endgames", &corpus("endgames"), 1, |bytes| {
        let read = endgames::read(bytes);
        match &read {
            Ok(all) => all.iter().for_each(|endgame| {
                assert_harmless(&endgame.name);
                assert!(endgame.score.is_none_or(|score| score.abs() <= 64));
            }),
            Err((_, error)) => assert_harmless(&error.to_string()),
        }
        read.is_ok_and(|all| !all.is_empty())
    });
}

#[test]
fn scripts_of_keys() {
    fuzz("keys", &corpus("keys"), 1, |bytes| {
        let script = String::from_utf8_lossy(bytes);
        match parse_keys(&script) {
            Ok(keys) => {
                assert!(keys.len() <= 1_000_000);
                if keys.len() < 1000 {
                    let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
                    assert_eq!(parse_keys(&names.join(" ")), Ok(keys));
                }
                true
            }
            Err(_) => false,
        }
    });
}

#[test]
fn saved_games() {
    let mut inputs = corpus("save");
    for record in ["", "777876", "renju 777876"] {
        let game = gomoku::Game::from_record(record).unwrap();
        inputs.push(game_to_text(&game, &Table::default()).into_bytes());
    }
    fuzz("save", &inputs, 1, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let mut table = Table::default();
        let game = match game_from_text(&text, &GAMES, &mut table) {
            Ok(game) => game,
            Err(_) => return false,
        };
        assert_legal(&*game);
        let (again, mut same) = (game_to_text(&*game, &table), Table::default());
        let read = game_from_text(&again, &GAMES, &mut same).unwrap();
        assert!(*read == *game && same == table, "{again}");
        true
    });
}

#[test]
fn texts_of_settings() {
    fuzz("settings", &corpus("settings"), 1, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let mut settings = Settings::default();
        let wrong = settings_text::read(&text, &mut settings);
        let changed = settings_text::changed(Some(&text), &settings, &settings);
        assert_eq!(changed, text);
        let mut now = settings.clone();
        now.theme = settings.theme.next();
        now.sound = !settings.sound;
        let four = "4".parse().unwrap();
        now.against_computer
            .insert("othello", (Player::Human, four));
        let after = settings_text::changed(Some(&text), &settings, &now);
        let mut read = Settings::default();
        let still_wrong = settings_text::read(&after, &mut read);
        assert_eq!(read, now, "{text:?} became {after:?}");
        assert!(THEMES.contains(read.theme) && still_wrong.len() <= wrong.len());
        for (n, line) in text.lines().enumerate() {
            let start = line.trim_start_matches('\u{feff}');
            let name = start.split('=').next().unwrap_or_default().trim();
            if !["theme", "sound", "black", "white"].contains(&name) {
                let kept = after.lines().nth(n).map(str::trim_end);
                assert_eq!(kept, Some(line.trim_end()), "{after:?}");
            }
        }
        wrong.is_empty()
    });
}

/// An event reads back, and the learner that is told it can be asked and written.
fn try_event<S: Skill>(learner: &mut LearnerOf<S>, bytes: &[u8]) -> bool {
    let Ok(event) = LearnerOf::<S>::event(bytes) else {
        return false;
    };
    let again = LearnerOf::<S>::event(&event.to_bytes());
    assert_eq!(again.as_ref(), Ok(&event));
    learner.apply(&event);
    let _ = learner.summary();
    true
}

/// A game as the learner of this game writes it down.
fn an_event<S: Skill>(seed: u64) -> Vec<u8> {
    let learner = LearnerOf::<S>::new(Start::Nothing);
    let (moves, role) = learner.practise(None, seed);
    let studied = learner.study(moves, role, true, Effort::TRAINING, seed);
    Event::Game(studied.expect("the game is over")).to_bytes()
}

#[test]
fn events_of_the_learners() {
    let mut inputs = corpus("event");
    inputs.push(an_event::<LearnedWeights>(1));
    let mut learner = LearnerOf::<LearnedWeights>::new(Start::Nothing);
    fuzz("event", &inputs, 4, |bytes| try_event(&mut learner, bytes));
    let mut learner = LearnerOf::<ByEngine>::new(Start::Nothing);
    fuzz("event of gomoku", &[an_event::<ByEngine>(1)], 4, |bytes| {
        try_event(&mut learner, bytes)
    });
}

#[test]
fn journals_and_what_they_are_read_into() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let mut memory = Memory::<LearnedWeights>::of(&store);
    for seed in 1..4 {
        let (moves, role) = memory.learner().practise(None, seed);
        let learned = memory.learn(moves, role, true, Effort::TRAINING, seed);
        learned.expect("the game is over, and is kept");
    }
    let journal = folder.path().join("learner/0.journal");
    let whole = fs::read(&journal).unwrap();
    fuzz("journal", &[whole], 100, |bytes| {
        fs::write(&journal, bytes).unwrap();
        let mut memory = Memory::<LearnedWeights>::of(&store);
        let read = memory.look();
        let damaged = memory.damaged();
        damaged.iter().for_each(|what| assert_harmless(what));
        read.is_ok() && memory.learner().history().games() > 0
    });
}

/// What a learner knows after a few games.
fn small<S: Skill>() -> Vec<u8> {
    let mut learner = LearnerOf::<S>::new(Start::Nothing);
    for seed in 1..4 {
        learner.apply(&LearnerOf::<S>::event(&an_event::<S>(seed)).unwrap());
    }
    learner.to_bytes()
}

fn try_document<S: Skill>(bytes: &[u8]) -> bool {
    let Ok(learner) = LearnerOf::<S>::from_bytes(bytes) else {
        return false;
    };
    let again = learner.to_bytes();
    let read = LearnerOf::<S>::from_bytes(&again).unwrap_or_else(|why| panic!("{why:?}"));
    assert!(read.to_bytes() == again, "it reads back as another");
    let _ = learner.summary();
    // Whatever it knows, it can play and learn.
    let mut learner = read;
    let (moves, role) = learner.practise(None, 1);
    let studied = learner.study(moves, role, true, Effort::TRAINING, 1);
    learner.apply(&Event::Game(studied.expect("the game is over")));
    true
}

#[test]
fn documents_of_the_learners() {
    // Whole ones are longer than other inputs: only their ends are changed, where the history and the book are.
    let whole = small::<LearnedWeights>();
    let (weights, end) = whole.split_at(whole.len().saturating_sub(LONGEST / 2));
    fuzz("learner", &[end.to_vec()], 100, |end| {
        try_document::<LearnedWeights>(&[weights, end].concat())
    });
    fuzz(
        "learner of gomoku",
        &[small::<ByEngine>()],
        100,
        try_document::<ByEngine>,
    );
}

/// Sends the lines of an input to the engine's side of a protocol, which returns its answer, and if it was to think what it then says.
/// All of that must be whole. Did it think?
fn talk<Request>(
    bytes: &[u8],
    mut line: impl FnMut(&str) -> (Answer<Request>, Option<String>),
    is_whole: impl Fn(&str) -> bool,
) -> bool {
    let mut has_thought = false;
    for said in String::from_utf8_lossy(bytes).split('\n') {
        let (answer, played) = line(said);
        has_thought |= matches!(answer, Answer::Think(_));
        if let Answer::Say(text) | Answer::End(text) = answer {
            assert!(text.is_empty() || is_whole(&text), "{said:?}: {text:?}");
        }
        assert!(played.is_none_or(|text| is_whole(&text)), "{said:?}");
    }
    has_thought
}

/// An answer of one line, of a sensible length.
fn is_a_line(text: &str) -> bool {
    text.lines().count() == 1 && text.len() < 2 * LONGEST
}

#[test]
fn talks_with_nboard() {
    fuzz("nboard", &corpus("nboard"), 1, |bytes| {
        let mut nboard = NBoard::default();
        let line = |line: &str| {
            let _ = nboard::stops_thinking(line);
            let answer = nboard.line(line);
            if let Answer::Think(task) = &answer {
                assert!(can_move(&task.position.map, task.position.to_move));
                assert!((1..=60).contains(&task.depth) && task.hints != Some(0));
            }
            (answer, None)
        };
        talk(bytes, line, is_a_line)
    });
}

#[test]
fn talks_in_gtp() {
    fuzz("gtp", &corpus("gtp"), 1, |bytes| {
        let mut gtp = Gtp::default();
        let line = |line: &str| {
            let answer = gtp.line(line);
            let Answer::Think(task) = &answer else {
                return (answer, None);
            };
            let Position { map, to_move } = task.position;
            let cell = legal_moves(&map, to_move).next().expect("there is a move");
            let played = gtp.played(task, cell);
            (answer, Some(played))
        };
        talk(bytes, line, |text| {
            let is_block = text.starts_with(['=', '?']) && text.ends_with('\n');
            is_block && text.len() < 2 * LONGEST
        })
    });
}

#[test]
fn talks_with_a_manager_of_the_gomocup() {
    fuzz("gomocup", &corpus("gomocup"), 1, |bytes| {
        let mut gomocup = Gomocup::default();
        let line = |line: &str| {
            let _ = (gomocup::stops_thinking(line), gomocup::calls_off(line));
            let answer = gomocup.line(line);
            let Answer::Think(task) = &answer else {
                return (answer, None);
            };
            let board = &task.board;
            let mut free = board.points().filter(|p| board.stone_at(*p).is_none());
            let point = free.next().expect("the board is not full");
            let played = gomocup.played(task, point, 0);
            (answer, Some(played))
        };
        talk(bytes, line, is_a_line)
    });
}

/// What programs answer that qipan asks for a move: it is a free place, or there is a reason why it is none.
#[cfg(unix)]
#[test]
fn answers_of_engines() {
    use players::computers::computer_of;
    use players::{Engines, Move, Seats, Thinking};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers");
    let games: [(&str, Box<dyn Game>); 2] = [
        (
            "nboard",
            Box::new(othello::Game::new(othello::Rules::Standard)),
        ),
        (
            "gomocup",
            Box::new(gomoku::Game::from_record("7788").unwrap()),
        ),
    ];
    for (protocol, game) in games {
        let inputs = corpus(&format!("{protocol}-engine"));
        fuzz(&format!("{protocol} engine"), &inputs, 150, |bytes| {
            fs::write(&file, bytes).unwrap();
            let seats = Seats {
                black: format!("{protocol}:cat '{}'", file.display())
                    .parse()
                    .unwrap(),
                patience: 20_000,
                ..Seats::default()
            };
            let engines = &mut Engines::default();
            let thinking = Thinking::start(
                computer_of(game.name()).unwrap(),
                &seats,
                &*game,
                false,
                engines,
            )
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

/// A game of Othello that a learner has seen is the same in its own words.
#[test]
fn moves_of_the_learner() {
    fuzz(
        "moves",
        &[(0..60).collect::<Vec<u8>>(), an_event::<LearnedWeights>(2)],
        1,
        |bytes| {
            let moves = Moves::from_squares(bytes.to_vec());
            assert_eq!(Moves::from_squares(moves.squares().to_vec()), moves);
            let _ = (moves.transcript(10), Role::Both.plays(1), Stone::Black);
            <mind::engine::othello::Board as mind::learner::Position>::line(&moves)
                .is_none_or(|line| line.turns.len() <= 60)
        },
    );
}
