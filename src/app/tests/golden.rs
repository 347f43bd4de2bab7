//! The screen, pixel by pixel: what the keys show must be the picture of that name in tests/golden, which README shows
//! too.
//!
//! Where it is not, the picture and the difference are written to the folder that the message names. With
//! QIPAN_GOLDEN=write the pictures are written anew: look at each before you commit it. QIPAN_FRAMES=help,tutor looks only at those
//! whose names begin so.

use crate::common::at_the_board::At;
use app::screen::board;
use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::common::{
    at_the_board::{play_game, still},
    pictures::{golden, read_film, unlike_golden, writes_golden},
    recorded::{
        cells, full_board, keys_of, keys_of_record, new_othello, recorded_championship,
        recorded_gomoku, to, world_championship,
    },
};
use app::play::keeper::{Keeper, game_to_text};
use app::play::session::Session;
use app::play::settings::Table;
use app::play::{files, learner as learner_screen, menu, replay};
use app::players::Seats;
use app::players::memory::Memory;
use app::players::tally::Ended;
use app::store::Store;
use games::gomoku::record;
use games::{Game, gomoku, othello};
use mind::learner::arena::Rival;
use mind::learner::gomoku::ByEngine;
use mind::learner::{Effort, LearnedWeights};
use tempfile::TempDir;
use turbo::dos::film::Film;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, Screen, parse_keys};

/// What shows a frame.
type Shown = Box<dyn Fn() -> Screen>;

/// The program from its menu on, at this table: the last frame that it shows until so many ms after the start.
fn shown_at(mut table: At, keys: &str, ms: u64) -> Screen {
    let mut last = Screen::default();
    let keys = parse_keys(keys).unwrap();
    let mut script = Script::new(keys, |screen, now| {
        if now <= ms {
            last.clone_from(screen);
        }
    });
    let _ = table.run(&mut script, &mut Keeper::nowhere(), |session| {
        menu::title(session, &mut None)
    });
    drop(script);
    last
}

/// The frame that it shows when the keys are used up.
fn shown(keys: &str) -> Screen {
    shown_at(still(), keys, u64::MAX)
}

/// Each picture's name and the keys that lead to it.
fn frames() -> Vec<(&'static str, String)> {
    let othello = |keys: &str| format!("o {keys}");
    let gomoku = |keys: &str| format!("g {keys}");
    let game = &world_championship()[0].moves;
    let opening = keys_of(&game[..24]);
    let five = keys_of_record("9977888a987b78a8667c69556589686758");
    let renju = |keys: &str| format!("g F2 Down*2 Right*2 Enter {keys}");
    let swap2 = |keys: &str| format!("g F2 Down*3 Right Enter {keys}");
    let large = |keys: &str| format!("g F2 Down*5 Right Enter {keys}");
    // Stones of one, two and three digits.
    let many = keys_of_record(&record::text(&full_board()[..131]));
    let recorded = recorded_gomoku(11);
    let (middle, won) = (
        keys_of_record(&recorded[..20]),
        keys_of_record(&recorded[..60]),
    );
    vec![
        ("menu", String::new()),
        ("menu-second-line", "Down".into()),
        ("set-up-othello", "s c Right b w b Down Left*3 w*2".into()),
        ("set-up-gomoku", "s Tab b w Down b w Up*2 b t F6".into()),
        ("set-up-impossible", "s Tab b*2".into()),
        ("set-up-players", "s Enter Down".into()),
        ("set-up-blue", "F9 s Tab b w t F6".into()),
        ("set-up-green", "F9*2 s F6".into()),
        ("help-set-up", "F1 End Left".into()),
        ("help-keys", "F1".into()),
        ("help-files", "F1 Right".into()),
        ("help-othello", "F1 Right*2".into()),
        ("help-gomoku", "F1 Right*3".into()),
        ("help-gomoku-rules", "F1 Right*4".into()),
        ("help-c-program", "F1 Right*5".into()),
        ("help-tutor", "F1 Right*6".into()),
        ("help-learner", "F1 Right*7".into()),
        ("help-editor", "F1 Right*8".into()),
        ("help-computer", "F1 Right*9".into()),
        ("help-learning", "F1 End".into()),
        ("options", othello("o Down*4")),
        ("results-empty", "r".into()),
        ("openings", "f Down*12".into()),
        ("exercises-empty", "x".into()),
        ("about", "a".into()),
        ("learner-empty", "l".into()),
        ("othello-start", othello("")),
        ("othello-moving", othello(&to("d3"))),
        ("othello-move", othello(&format!("{} Enter", to("d3")))),
        (
            "othello-refused",
            othello(&format!("{opening} {} Enter", to("h8"))),
        ),
        ("othello-taken", othello(&format!("{} Enter", to("d4")))),
        ("othello-pass", othello("Down Enter*61")),
        ("othello-no-move", othello(&keys_of("e6f6g6g7d3h6h8f8"))),
        ("othello-end", othello(&keys_of(game))),
        ("othello-hints", othello(&format!("h {opening}"))),
        ("new-game", othello("F2 Down Right Down")),
        (
            "standard-pass",
            othello(&format!(
                "F2 Down*2 Right Enter {}",
                keys_of("e6f6g6g7d3h6h8f8")
            )),
        ),
        ("values", othello(&format!("{opening} F6"))),
        ("review", othello(&format!("{} F7 Down*3", keys_of(game)))),
        ("gomoku-values", gomoku(&format!("{middle} F6"))),
        ("gomoku-values-win", gomoku(&format!("{won} F6"))),
        ("gomoku-values-lets", gomoku(&format!("{won} F6 8 7"))),
        ("gomoku-values-blue", gomoku(&format!("F9 {middle} 9 3 F6"))),
        ("gomoku-values-green", gomoku(&format!("F9*2 {middle} F6"))),
        ("gomoku-values-black", gomoku(&format!("F9*3 {middle} F6"))),
        (
            "gomoku-review",
            gomoku(&format!("{} F7 End Up*2", keys_of_record(recorded))),
        ),
        ("gomoku-review-green", gomoku(&format!("F9*2 {won} F7 End"))),
        ("othello-question", othello(&format!("{opening} F10"))),
        ("theme-blue", othello(&format!("F9 {opening} {}", to("c1")))),
        (
            "theme-green",
            othello(&format!("F9*2 {opening} {}", to("c1"))),
        ),
        (
            "theme-black",
            othello(&format!("F9*3 {opening} {}", to("c1"))),
        ),
        ("gomoku-start", gomoku("")),
        ("gomoku-moving", gomoku("7 7 Enter 7 8")),
        ("gomoku-end", gomoku(&five)),
        (
            "gomoku-new-game",
            gomoku("F2 Down*2 Right*2 Down Right Down"),
        ),
        (
            "large-moving",
            large("a a Enter 9 9 Enter j j Enter 0 j Enter b 3"),
        ),
        ("large-values-blue", large(&format!("F9 {middle} F6"))),
        ("large-numbers-green", large(&format!("F9*2 n {many} j j"))),
        ("large-review-black", large(&format!("F9*3 {won} F7 End"))),
        ("large-end", large(&five)),
        ("large-learner", "g F2 Down Left Down*4 Right Enter".into()),
        (
            "gomoku-forbidden",
            renju(&keys_of_record(crate::common::recorded::FORBIDDEN)),
        ),
        (
            "gomoku-forbidden-refused",
            renju(&format!(
                "F9*2 {} 8 9 Enter",
                keys_of_record(crate::common::recorded::FORBIDDEN)
            )),
        ),
        ("gomoku-swap2", swap2(&keys_of_record("777888"))),
        (
            "gomoku-swap2-chosen",
            swap2(&(keys_of_record("777888") + "b")),
        ),
        (
            "gomoku-swap2-level",
            "g F2 Right*12 Down*3 Right Enter".into(),
        ),
        ("gomoku-numbers", gomoku(&format!("n {many}"))),
        ("gomoku-numbers-end", gomoku(&format!("n {five}"))),
        ("gomoku-resigned", gomoku("7 7 Enter F8 y")),
        ("gomoku-blue", gomoku(&format!("F9 {five}"))),
        ("gomoku-green", gomoku(&format!("F9*2 {five}"))),
        ("gomoku-gray", gomoku(&format!("F9*4 {five}"))),
        ("gomoku-closed", gomoku(&format!("{five} Esc"))),
        ("gomoku-list", gomoku(&format!("{many} PageUp"))),
        ("gomoku-tip", gomoku(&format!("{middle} t"))),
        (
            "standard-gray",
            othello(&format!("F2 Down*2 Right Enter F9*4 {opening} h 6")),
        ),
        ("gomoku-black", gomoku(&format!("F9*3 {five}"))),
    ]
}

/// The most telling moment of each lesson of the tutor, and what F5 shows in a game.
fn tutor_frames() -> Vec<(&'static str, String)> {
    let lesson = |letter: &str, keys: &str| format!("t {letter} {keys}");
    vec![
        ("tutor-menu", "t".into()),
        ("tutor-page", lesson("a", "")),
        ("tutor-main", lesson("b", "F8*3")),
        ("tutor-draw", lesson("c", "Right*40")),
        ("tutor-play", lesson("d", "F8*14")),
        ("tutor-map", lesson("e", "Right*200")),
        ("tutor-colour", lesson("f", "Tab Right*3")),
        ("tutor-move", lesson("g", "Tab F8*4")),
        ("tutor-turns", lesson("h", "F8*12")),
        ("tutor-start", lesson("i", "F8*12")),
        ("tutor-direction", lesson("j", "Right*56")),
        ("tutor-stops", lesson("j", "Tab Right*60")),
        ("tutor-ask", lesson("j", "Right*8 A")),
        ("tutor-asked", lesson("j", "Right*8 A Enter")),
        ("tutor-eight", lesson("k", "End")),
        (
            "tutor-marked",
            lesson("k", "A Space Down Space Right Space Enter"),
        ),
        ("tutor-done", lesson("k", "End Right")),
        ("tutor-edge", lesson("l", "Right*14")),
        ("tutor-folded", lesson("m", "Right*60")),
        ("tutor-failed", lesson("n", "End")),
        ("tutor-tries", lesson("o", "F8*14")),
        ("tutor-scores", lesson("p", "Right*120")),
        ("tutor-end", lesson("q", "Right*40")),
        ("tutor-win", lesson("q", "Tab*3 End")),
        ("tutor-record", lesson("r", "Right Right*420 F8*40")),
        ("tutor-last-player", lesson("s", "F8*2 Right*24")),
        ("tutor-two-judges", lesson("t", "Tab End")),
        ("tutor-wrap", lesson("u", "F8*2 Right*12")),
        ("tutor-wrong", lesson("u", "Tab End")),
        ("tutor-table", lesson("v", "F8*6 Right*14")),
        ("tutor-fours", lesson("w", "Tab F8*2")),
        ("tutor-alpha-beta", lesson("x", "Right*120")),
        ("tutor-book", lesson("y", "Right*60")),
        ("tutor-weight", lesson("z", "Right*30")),
        ("tutor-predict", lesson("1", "Down Space Right Space")),
        ("tutor-answer", lesson("1", "Space Down Right Space Enter")),
        ("tutor-othello", format!("o F5 {} Enter Right*29", to("d3"))),
        (
            "tutor-gomoku",
            format!(
                "g {} F5 5 8 Enter F8*12 Right*9",
                keys_of_record("9977888a987b78a8667c695565896867")
            ),
        ),
        ("tutor-blue", format!("F9 {}", lesson("j", "Right*56"))),
        ("tutor-green", format!("F9*2 {}", lesson("j", "Right*56"))),
        ("tutor-black", format!("F9*3 {}", lesson("j", "Right*56"))),
    ]
}

/// Each moving picture's name, the keys that lead to it, and the time: black drops a stone, which takes 400 ms, and the
/// computer waits 220 ms, blinks for 600 ms and turns stones over for 400 ms.
fn moving_frames() -> Vec<(&'static str, String, u64)> {
    let drop = format!("{} Enter", to("d3"));
    let two = format!("o {drop}");
    let one = format!("c {drop}");
    vec![
        ("turning-100-ms", two.clone(), 100),
        ("turning-200-ms", two.clone(), 200),
        ("turning-300-ms", two.clone(), 300),
        ("computer-thinks", one.clone(), 500),
        ("computer-blinks", one.clone(), 800),
        ("computer-turns-over", one.clone(), 1320),
        ("computer-moved", one, 9999),
        ("turning-blue", format!("F9 {two}"), 100),
        ("turning-black", format!("F9*3 {two}"), 300),
    ]
}

/// Each picture's name, and the keys that lead to it from the list of the championship's games.
const REPLAYED: [(&str, &str); 5] = [
    ("replay-list", "Down*2"),
    ("replay-found", "t a m"),
    ("replay-step", "Enter Right*9"),
    ("replay-end", "Enter End"),
    ("replay-values", "Enter Right*20 F6"),
];

/// The frame that a file of the championship's games shows when the keys are used up.
fn replayed(keys: &str) -> Screen {
    let games = recorded_championship();
    let file = Path::new("world-championship.wtb");
    let (_, last) = still().press(keys, |session| {
        menu::draw(session.console.screen(), session.settings.theme);
        replay::step_through_file(session, file, &games, None)
    });
    last
}

/// The dialog that saves a game of Othello in a folder.
fn saving() -> Screen {
    let recorded = &recorded_championship()[0];
    let game = &recorded.as_ref().expect("the games are legal").game;
    let (_, last) = still().press("", |session| {
        let (face, look) = (session.face(&**game), session.look(&**game));
        board::draw(session.console.screen(), face, &**game, &look);
        let recorded = session.recorded(&**game);
        files::save(session, Path::new("games"), &**game, &recorded)
    });
    last
}

/// The learner's screen when it has played itself and the engine a few times.
fn learned(keys: &str) -> Screen {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let mut memory = Memory::<LearnedWeights>::of(&store);
    for seed in 0..119 {
        let against = (seed >= 90).then_some(Rival::Mobile);
        let (moves, role) = memory.learner().practise(against, seed);
        let learned = memory.learn(moves, role, true, Effort::TRAINING, seed);
        assert!(learned.unwrap());
    }
    let mut memory = Memory::<ByEngine>::of(&store);
    for seed in 0..10 {
        let (moves, role) = memory.learner().practise(Some(4), seed);
        let learned = memory.learn(moves, role, true, Effort::TRAINING, seed);
        assert!(learned.unwrap());
    }
    shown_in(store, keys, learner_screen::show)
}

/// The list of the games that were left, some of them with moves taken back.
fn unfinished(keys: &str) -> Screen {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let championship = cells(&world_championship()[0].moves);
    let othello = |drops: usize| {
        let mut game = othello::Game::new(othello::Rules::Standard);
        for cell in &championship[..drops] {
            game.drop(*cell);
        }
        game
    };
    let gomoku = gomoku::Game::from_record(&recorded_gomoku(11)[..46]).unwrap();
    let mut taken_back = othello(9);
    while taken_back.undo() {}
    let (hours, days) = (3600, 24 * 3600);
    let games: [(&dyn Game, &str, &str, u64); 5] = [
        (&othello(20), "human", "5", 100),
        (&othello(1), "human", "human", 5 * hours),
        (&gomoku, "learner", "human", 30 * hours),
        (&taken_back, "random", "human", 12 * days),
        (&othello(30), "human", "nboard:/usr/bin/engine", 500 * days),
    ];
    let slots = games.map(|(game, black, white, ago)| {
        let mut table = Table::default();
        table.seats.black = black.parse().unwrap();
        table.seats.white = white.parse().unwrap();
        let slot = store.slot().unwrap();
        slot.write(&game_to_text(game, &table)).unwrap();
        let file = File::options()
            .write(true)
            .open(folder.path().join(slot.name()));
        let then = SystemTime::now() - Duration::from_secs(ago);
        file.unwrap().set_modified(then).unwrap();
        slot
    });
    drop(slots);
    shown_in(store, keys, |session| menu::title(session, &mut None))
}

/// The last frame of a program that finds this folder.
fn shown_in(
    store: Store,
    keys: &str,
    program: impl FnOnce(&mut Session<'_>) -> Result<(), Quit>,
) -> Screen {
    let mut at = still();
    let mut keeper = Keeper::open(Ok(store), &mut at.settings.clone());
    at.press_keeping(keys, &mut keeper, program).1
}

/// The question before somebody's first game against the computer.
fn asked_for_the_level(keys: &str) -> Screen {
    let mut at = still();
    at.settings.asks_level = true;
    shown_at(at, keys, u64::MAX)
}

/// How some dozen games against the computer ended.
fn results() -> Screen {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let mut at = still();
    let mut keeper = Keeper::open(Ok(store), &mut at.settings.clone());
    for (game, opponent, ends) in [
        ("othello", "random", "www"),
        ("othello", "3-pupil", "lllwldwwllww"),
        ("othello", "12-oracle", "lllll"),
        ("gomoku", "learner", "wdwl"),
        ("gomoku", "nboard:an engine of a long name", "ld"),
    ] {
        for end in ends.chars() {
            let ended = match end {
                'w' => Ended::Won,
                'd' => Ended::Drawn,
                _ => Ended::Lost,
            };
            keeper.count(game, opponent, ended);
        }
    }
    let shown = at.press_keeping("r", &mut keeper, |session| menu::title(session, &mut None));
    shown.1
}

#[test]
fn the_screen_shows_the_golden_frames() {
    let mut wrong = Vec::new();
    let still = frames().into_iter().chain(tutor_frames());
    let still =
        still.map(|(name, keys)| -> (&str, Shown) { (name, Box::new(move || shown(&keys))) });
    let moving = moving_frames().into_iter();
    let moving = moving.map(|(name, keys, ms)| -> (&str, Shown) {
        (name, Box::new(move || shown_at(At::default(), &keys, ms)))
    });
    let replayed =
        REPLAYED.map(|(name, keys)| -> (&str, Shown) { (name, Box::new(move || replayed(keys))) });
    let more: [(&str, Shown); 8] = [
        ("save", Box::new(saving)),
        ("unfinished", Box::new(|| unfinished("n Down"))),
        (
            "unfinished-discard",
            Box::new(|| unfinished("n Down Delete")),
        ),
        ("level", Box::new(|| asked_for_the_level("c Down"))),
        ("level-gomoku", Box::new(|| asked_for_the_level("m Down*6"))),
        ("results", Box::new(results)),
        ("learner", Box::new(|| learned(""))),
        ("learner-gomoku", Box::new(|| learned("Tab"))),
    ];
    let only = std::env::var("QIPAN_FRAMES").unwrap_or_default();
    let wanted = |name: &str| only.split(',').any(|begin| name.starts_with(begin));
    let all = still.chain(moving).chain(replayed).chain(more);
    for (name, screen) in all.filter(|(name, _)| wanted(name)) {
        wrong.extend(unlike_golden(name, &screen()));
    }
    assert!(
        wrong.is_empty(),
        "these frames are not the ones in tests/golden: {wrong:#?}"
    );
}

#[test]
fn every_golden_frame_is_shown_by_some_keys() {
    let still = frames().into_iter().chain(tutor_frames());
    let still = still.map(|(name, _)| name);
    let moving = moving_frames().into_iter().map(|(name, ..)| name);
    let more = REPLAYED.map(|(name, _)| name).into_iter().chain([
        "save",
        "unfinished",
        "unfinished-discard",
        "learner",
        "learner-gomoku",
        "level",
        "level-gomoku",
        "results",
        "film",
        "original-start",
        "original-moving",
        "original-end",
        "third-game-end",
        "lines",
        "gomoku-lines",
        "exercise",
        "exercise-wrong",
        "exercise-right",
        "review-played-out",
        "swap2-refused",
        "third-game-values",
        "third-game-review",
        "editor",
        "editor-menu",
        "editor-messages",
        "editor-at-error",
        "editor-check",
        "editor-difference",
        "editor-step",
        "editor-long-line",
        "c-ball",
        "c-clock",
        "c-maze",
    ]);
    let names = still.chain(moving).chain(more);
    let names: Vec<String> = names.map(|n| format!("{n}.png")).collect();
    let folder = golden("").parent().unwrap().to_path_buf();
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&name), "no keys lead to {name}");
    }
}

#[test]
fn closing_help_about_and_questions_brings_back_what_was_there() {
    for (keys, more) in [
        ("", "F1 Right Esc"),
        ("Down*3", "F1 F1"),
        ("a Esc", "a Enter"),
        ("o Down*3 Right*3 Enter", "F10 n"),
        ("o Down*3 Right*3 Enter", "F2 F1 Down Esc Right Esc"),
        ("g Down*3 Right*3 Enter Down*2", "F8 Esc"),
        ("g Down*3 Right*3 Enter Down*2", "F1 End Home Space Esc"),
    ] {
        let with = shown(&format!("{keys} {more}"));
        assert!(
            shown(keys) == with,
            "'{keys}' is not the same after '{more}'"
        );
    }
}

#[test]
fn a_stone_leaves_no_trace_where_it_moved() {
    for board in ["o", "g"] {
        let still = shown(&format!("{board} Down Enter*9"));
        let round = "Right*14 Down*14 Left*14 Up*14 Down*3 Right*5 Up*9 Left*9";
        let moved = shown(&format!("{board} Down {round} Enter*9"));
        assert!(still == moved, "the stone left a trace on {board}");
    }
}

/// The keys of the film that README begins with, against level 3.
const FILM: &str = "Down*5 Right*5 Enter Tab*2 Enter Tab Enter t Enter";

#[test]
fn the_film_that_readme_begins_with_is_what_its_keys_show() {
    let mut film = Film::default();
    let mut script = Script::new(parse_keys(FILM).unwrap(), |screen, now| {
        film.add(screen, now)
    });
    let mut table = At::default().seated(Seats {
        white: "3".parse().unwrap(),
        seed: 1,
        ..Seats::default()
    });
    let mut game = new_othello(othello::Rules::Standard);
    let _ = play_game(&mut script, &mut game, &mut table, &mut Keeper::nowhere());
    drop(script);
    assert_eq!(game.t(), 9, "four moves of each\n{game}");
    let bytes = film.png_bytes().unwrap();
    let film = golden("film");
    if writes_golden() {
        std::fs::write(&film, &bytes).unwrap();
    }
    let (shown, expected) = (read_film(&bytes), read_film(&std::fs::read(&film).unwrap()));
    assert_eq!(shown.len(), expected.len());
    for (n, (shown, expected)) in shown.iter().zip(&expected).enumerate() {
        assert_eq!(shown.0, expected.0, "the time of frame {n}");
        assert!(shown.1 == expected.1, "frame {n}");
    }
    let seconds: f64 = shown.iter().map(|(ms, _)| f64::from(*ms) / 1000.0).sum();
    assert!((8.0..20.0).contains(&seconds), "{seconds} s");
    assert!(bytes.len() < 150_000, "{} bytes", bytes.len());
}
