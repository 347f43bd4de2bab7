//! Compares screens pixel by pixel with the pictures in tests/golden, which READMEs show, too.
//!
//! On a mismatch, the actual picture and the difference are written to the folder named in the message.
//! QIPAN_GOLDEN=write rewrites the pictures: look at each before committing it. QIPAN_FRAMES=help,tutor
//! limits the test to names with these prefixes.

use std::fs::File;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::common::at_the_board::{At, play_game, seats, still};
use crate::common::data::{names_in, rows};
use crate::common::in_chinese;
use crate::common::pictures::{golden, read_film, unlike_golden, writes_golden};
use crate::common::recorded::{
    FORBIDDEN, cells, full_board, keys_of, keys_of_record, new_othello, recorded_championship,
    recorded_gomoku, to, world_championship,
};
use crate::kept::scratch;
use app::play::profile::{Profile, game_to_text};
use app::play::session::Session;
use app::play::settings::Table;
use app::play::{files, learner as learner_screen, menu, replay};
use games::gomoku::record;
use games::stone::Lost;
use games::{Game, gomoku, othello};
use mind::learner::LearnedWeights;
use mind::learner::arena::Rival;
use mind::learner::gomoku::ByEngine;
use players::tally::GameResult;
use screen::board;
use screen::theme::THEMES;
use store::Store;
use store::memory::{Finished, Memory};
use tempfile::TempDir;
use turbo::dos::film::Film;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, Screen, parse_keys};

/// Starts the program at its menu. Returns the last frame shown within `ms` of the start.
fn shown_at(mut table: At, keys: &str, ms: u64) -> Screen {
    let mut last = Screen::default();
    let (theme, keys) = keys.split_once(": ").unwrap_or((table.settings.theme.name, keys));
    table.settings.theme = THEMES.iter().find(|one| one.name == theme).unwrap();
    let keys = parse_keys(keys).unwrap();
    let mut script = Script::new(keys, |screen, now| {
        if now <= ms {
            last.clone_from(screen);
        }
    });
    let _ = table.run(&mut script, &mut Profile::in_memory(), |session| menu::title(session, &mut None));
    drop(script);
    last
}

/// The frame after the last key.
pub fn shown(keys: &str) -> Screen {
    shown_at(still(), keys, u64::MAX)
}

/// Each picture's name, its colours if they are not the usual ones, and its keys. A word with a dollar sign is
/// an abbreviation of [`expanded`]; `@d3` moves the stone to d3.
const FRAMES: &str = "
menu => nothing
menu-second-line => Down
menu-esc => Esc
set-up-othello => b s c Right b w b Down Left*3 w*2
set-up-gomoku => b s Tab b w Down b w Up*2 b t F6
set-up-impossible => b s Tab b*2
set-up-players => b s Enter Down
set-up-blue => blue: b s Tab b w t F6
set-up-green => green: b s F6
help-set-up => F1 Right*10
help-keys => F1
help-contents => F1 Home
help-search => F1 / o p e n Space t h r e e Enter
options-in-menu => i
learner-plays => b l p
help-files => F1 Right
help-othello => F1 Right*2
help-gomoku => F1 Right*3
help-gomoku-rules => F1 Right*4
help-c-program => F1 Right*5
help-tutor => F1 Right*6
help-learner => F1 Right*7
help-editor => F1 Right*8
help-debugger => F1 Right*12
help-computer => F1 Right*9
help-learning => F1 Right*11
options => o Enter Ctrl+O Down*4
results-empty => b r
openings => b o Down*12
exercises-empty => b x
about => F1 End
learner-empty => b l
othello-start => o Enter
othello-moving => o Enter @d3
othello-move => o Enter @d3 Enter
othello-refused => o Enter $opening @h8 Enter
othello-taken => o Enter @d4 Enter
othello-pass => o Enter Down Enter*61
othello-no-move => o Enter $no-move
othello-end => o Enter $game
ending-othello => o Down*2 Right Enter $game r Esc
othello-hints => o Enter F10 Right m $opening
new-game => o Down Right Down
new-game-friend => o Down Left
friend => o Down Left Enter Down
friend-join => o Down Left Enter Down*3 Enter
friend-links => o Down Left Enter Enter @d3 Enter
standard-pass => o Down*2 Right Enter $no-move
othello-no-values => o Enter $opening F6
values => o Down*2 Right Enter $opening F6
othello-reverse => o Down*2 Right*2 Enter $opening
review => o Enter $game r Down*3
clocks => o Down*2 Right Down*2 Right*6 Enter @d3 Enter @c3 Enter
clocks-review => o Down*2 Right Down*2 Right*6 Enter $opening F10 Right r Right*4
gomoku-values => g Enter $middle F6
gomoku-values-win => g Enter $won F6
gomoku-values-lets => g Enter $won F6 i 8
gomoku-values-blue => blue: g Enter $middle j 1 2 F6
gomoku-values-green => green: g Enter $middle F6
gomoku-values-black => black: g Enter $middle F6
gomoku-review => g Enter $recorded r End Up*2
gomoku-review-green => green: g Enter $won F10 Right r End
othello-question => o Enter $opening Esc
board-menu => o Down*2 Right Enter $opening F10
board-menu-view => g Enter $middle F10 Right Down*3
library => b
new-game-level => o Down Right*6
theme-blue => blue: o Enter $opening @c1
theme-green => green: o Enter $opening @c1
theme-black => black: o Enter $opening @c1
gomoku-start => g Enter
gomoku-moving => g Enter h 8 Enter h 7
gomoku-end => g Enter $five
ending-gomoku => g Enter $recorded r Esc
gomoku-new-game => g Down*2 Right*2 Down Right Down
large-moving => g Down*5 Right Enter k 1 0 Enter j 1 1 Enter t 1 Enter a 1 Enter l 1 7
large-values-blue => blue: g Down*5 Right Enter $middle F6
large-numbers-green => green: g Down*5 Right Enter F10 Right n $many t 1
large-review-black => black: g Down*5 Right Enter $won F10 Right r End
large-end => g Down*5 Right Enter $five
lines => o Down*2 Right Enter @d3 Enter @c5 Enter @b6 Enter Backspace*2 @c3 Enter Backspace*2 @c4 Enter Ctrl+B Left*2 Down*2
gomoku-lines => g Enter h 8 Enter h 7 Enter Backspace i 7 Enter g 9 Enter Backspace f 1 0 Enter Ctrl+B
large-learner => g Down Left*3 Down*4 Right Enter
gomoku-forbidden => g Down*2 Right*2 Enter $forbidden
gomoku-forbidden-refused => green: g Down*2 Right*2 Enter $forbidden i 6 Enter
gomoku-swap2 => g Down*3 Right Enter $three
gomoku-swap2-chosen => g Down*3 Right Enter $three b
gomoku-swap2-level => g Right*12 Down*3 Right Enter
gomoku-numbers => g Enter F10 Right n $many
gomoku-numbers-end => g Enter F10 Right n $five
gomoku-resigned => g Enter h 8 Enter F10 r y
gomoku-digits => g Enter Ctrl+O Down*4 Right Enter $middle
gomoku-players => g Down*2 Right*2 Enter $middle Ctrl+G Down*2
gomoku-blue => blue: g Enter $five
gomoku-green => green: g Enter $five
gomoku-gray => gray: g Enter $five
gomoku-closed => g Enter $five Esc
gomoku-list => g Enter $many PageUp
gomoku-tip => g Enter $middle Shift+F6
standard-gray => gray: o Down*2 Right Enter $opening h 6
gomoku-black => black: g Enter $five

// A characteristic moment of each lesson, and the tutor during games.
beginner-menu => l Down*3
beginner-page => l d
beginner-loop => l d Right F8*60
beginner-ask => l e Tab*2
beginner-asked => l e Tab*2 1 2 0 Enter
beginner-tree => l o Tab F8*30
beginner-tasks => l d Right End Right 2 7 0 Enter Right Enter Right
tutor-menu => l PageDown
tutor-page => l PageDown a
tutor-main => l PageDown b F8*3
tutor-draw => l PageDown c Right*40
tutor-play => l PageDown d F8*14
tutor-map => l PageDown e Right*200
tutor-colour => l PageDown f Tab Right*3
tutor-move => l PageDown g Tab F8*4
tutor-turns => l PageDown h F8*12
tutor-start => l PageDown i F8*12
tutor-direction => l PageDown j Right*56
tutor-stops => l PageDown j Tab Right*60
tutor-ask => l PageDown j Right*8 A
tutor-asked => l PageDown j Right*8 A Enter
tutor-eight => l PageDown k End
tutor-marked => l PageDown k A Space Down Space Right Space Enter
tutor-done => l PageDown k End Right
tutor-edge => l PageDown l Right*14
tutor-folded => l PageDown m Right*60
tutor-failed => l PageDown n End
tutor-tries => l PageDown o F8*14
tutor-scores => l PageDown p Right*120
tutor-end => l PageDown q Right*40
tutor-win => l PageDown q Tab*3 End
tutor-record => l PageDown r Right Right*420 F8*40
tutor-last-player => l PageDown s F8*2 Right*24
tutor-two-judges => l PageDown t Tab End
tutor-wrap => l PageDown u F8*2 Right*12
tutor-wrong => l PageDown u Tab End
tutor-table => l PageDown v F8*6 Right*14
tutor-keys => l PageDown w F8*6
tutor-tree => l PageDown x Tab F8*2 Right*30
tutor-cut => l PageDown y End
tutor-alpha-beta => l PageDown y Tab Right*120
tutor-fours => l PageDown z Tab F8*2
tutor-three-games => l PageDown 1 Tab Right*40
tutor-book => l PageDown 2 Right*60
tutor-weight => l PageDown 3 Right*30
tutor-own => l PageDown 4
tutor-predict => l PageDown 9 Down Space Right Space
tutor-answer => l PageDown 9 Space Down Right Space Enter
tutor-task => l PageDown f End Right End Right y
tutor-hint => l PageDown f End Right End Right y Enter Shift+F6
tutor-not-yet => l PageDown f End Right End Right y Enter Ctrl+F10
tutor-othello => o Enter F5 @d3 Enter Right*29
tutor-gomoku => g Enter $judged F5 f 7 Enter F8*12 Right*9
tutor-blue => blue: l PageDown j Right*56
tutor-green => green: l PageDown j Right*56
tutor-black => black: l PageDown j Right*56
";

/// The screens with golden pictures in Chinese, too.
const CHINESE: &str = "menu options othello-move othello-no-move values review new-game gomoku-review gomoku-forbidden-refused
    set-up-othello help-keys about exercises-empty learner-empty lines beginner-menu beginner-page beginner-asked beginner-tasks tutor-menu tutor-page tutor-colour tutor-direction tutor-asked
    new-game-friend friend friend-join friend-links tutor-task tutor-not-yet tutor-othello replay-step unfinished new-game-level results learner save";

/// The names of all screens of the table, with their keys.
pub fn ways() -> impl Iterator<Item = (String, String)> {
    rows(FRAMES).map(|[name, keys]| (name, expanded(&keys)))
}

type Draw = fn() -> Screen;

/// Each picture's name, and its draw function.
fn pictures() -> Vec<(String, Box<dyn Fn() -> Screen>)> {
    let mut all = Vec::<(String, Box<dyn Fn() -> Screen>)>::new();
    for (name, keys) in ways() {
        all.push((name, Box::new(move || shown(&keys))));
    }
    for [name, keys, ms] in rows(MOVING) {
        let ms = ms.parse().unwrap();
        let shown = move || shown_at(At::default(), &expanded(&keys), ms);
        all.push((name, Box::new(shown)));
    }
    for [name, keys] in rows(REPLAYED) {
        all.push((name, Box::new(move || replayed(&keys))));
    }
    let others: [(&str, Draw); 7] = [
        ("save", saving),
        ("unfinished", || kept("n Down")),
        ("unfinished-discard", || kept("n Down Delete")),
        ("games", || kept("b g Down*2")),
        ("results", results),
        ("learner", || learned("")),
        ("learner-gomoku", || learned("Tab")),
    ];
    all.extend(others.map(|(name, shown)| (name.to_string(), Box::new(shown) as Box<_>)));
    all
}

/// All screens in Chinese, drawn once for the tests of pictures, words and frames.
pub static CHINESE_SCREENS: LazyLock<Vec<(String, Screen)>> = LazyLock::new(|| {
    let pictures = pictures().into_iter();
    let pictures = pictures.map(|(name, shown)| (name, in_chinese(shown)));
    pictures.collect()
});

/// Expands the abbreviations in a row of the table.
fn expanded(keys: &str) -> String {
    let game = &world_championship()[0].moves;
    let recorded = recorded_gomoku(11);
    let names = [
        ("nothing", String::new()),
        ("$opening", keys_of(&game[..24])),
        ("$game", keys_of(game)),
        ("$no-move", keys_of("e6f6g6g7d3h6h8f8")),
        ("$five", keys_of_record("9977888a987b78a8667c69556589686758")),
        ("$judged", keys_of_record("9977888a987b78a8667c695565896867")),
        ("$three", keys_of_record("777888")),
        ("$forbidden", keys_of_record(FORBIDDEN)),
        // Numbers of one, two and three digits.
        ("$many", keys_of_record(&record::text(&full_board()[..131]))),
        ("$recorded", keys_of_record(recorded)),
        ("$middle", keys_of_record(&recorded[..20])),
        ("$won", keys_of_record(&recorded[..60])),
    ];
    let meaning = |word: &str| match word.strip_prefix('@') {
        Some(cell) => to(cell),
        None => {
            let known = names.iter().find(|(name, _)| *name == word);
            known.map_or(word.to_string(), |(_, keys)| keys.clone())
        }
    };
    keys.split(' ').map(meaning).collect::<Vec<_>>().join(" ")
}

/// Each animation frame's name, its keys, and the time in ms: Black's drop takes 400 ms, then the computer
/// waits 220 ms, blinks for 600 ms and turns discs over for 400 ms.
const MOVING: &str = "
turning-100-ms => o Enter @d3 Enter => 100
turning-200-ms => o Enter @d3 Enter => 200
turning-300-ms => o Enter @d3 Enter => 300
computer-thinks => o Down Right*4 Enter @d3 Enter => 500
computer-blinks => o Down Right*4 Enter @d3 Enter => 800
computer-turns-over => o Down Right*4 Enter @d3 Enter => 1320
computer-moved => o Down Right*4 Enter @d3 Enter => 9999
turning-blue => blue: o Enter @d3 Enter => 100
turning-black => black: o Enter @d3 Enter => 300
";

/// Each picture's name, and its keys in the list of the championship's games.
const REPLAYED: &str = "
replay-list => Down*2
replay-found => t a m
replay-step => Enter Right*9
replay-end => Enter End
replay-values => Enter Right*20 F6
";

/// Golden pictures without keys here, or compared elsewhere.
const OTHERS: &str = "editor-start wall wall-class save unfinished unfinished-discard learner learner-gomoku games results film \
original-start original-moving original-end third-game-end third-game-values third-game-review ending-counts \
ending-counted ending-five ending-runs exercise exercise-sent exercise-wrong exercise-right review-played-out \
swap2-refused editor editor-menu editor-mistake editor-selection editor-messages editor-at-error editor-check editor-difference editor-step \
editor-difference-whole \
editor-long-line editor-help editor-help-colours editor-words editor-stepped editor-debug debugger debugger-values debugger-row \
debugger-board debugger-pixel debugger-drew debugger-wrote debugger-evaluate debugger-changed debugger-condition debugger-count \
debugger-stopped debugger-set debugger-refused debugger-calls debugger-moved debugger-fault debugger-waits debugger-over \
debugger-long debugger-heap debugger-why debugger-menu debugger-again editor-file editor-difference-why zh-debugger-why zh-debugger-menu \
    zh-debugger zh-debugger-heap zh-editor-menu zh-editor-messages zh-editor-word c-ball c-clock c-maze crt-off crt-on editor-mistake editor-selection editor-keywords";

/// The frame after the last key in a file of the championship's games.
fn replayed(keys: &str) -> Screen {
    let games = recorded_championship();
    let file = Path::new("world-championship.wtb");
    let (_, last) = still().press(keys, |session| {
        menu::draw(session.console.screen(), session.settings.theme);
        replay::step_through_file(session, file, &games, None)
    });
    last
}

/// The dialog for saving a game.
fn saving() -> Screen {
    let recorded = &recorded_championship()[0];
    let game = &recorded.as_ref().expect("the games are legal").game;
    let (_, last) = still().press("", |session| {
        let game = session.active(game.copy());
        let look = session.look(&game);
        board::draw(session.console.screen(), game.entry.face, &*game, &look);
        let recorded = session.recorded(&game);
        files::save(session, Path::new("games"), &game, &recorded)
    });
    last
}

/// The learner's screen after some games against itself and the engine, which are played once for all
/// pictures.
fn learned(keys: &str) -> Screen {
    static OTHELLO: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut memory = Memory::<LearnedWeights>::nowhere();
        for seed in 0..119 {
            let against = (seed >= 90).then_some(Rival::Mobile);
            let (moves, role) = memory.learner().practise(against, seed);
            let learned = memory.learn(Finished { moves, role, seed }, true);
            assert!(learned.unwrap());
        }
        memory.export()
    });
    static GOMOKU: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut memory = Memory::<ByEngine>::nowhere();
        for seed in 0..10 {
            let (moves, role) = memory.learner().practise(Some(4), seed);
            let learned = memory.learn(Finished { moves, role, seed }, true);
            assert!(learned.unwrap());
        }
        memory.export()
    });
    let (_folder, store) = folder();
    let mut othello = Memory::<LearnedWeights>::of(&store);
    othello.import(OTHELLO.clone()).unwrap();
    let mut gomoku = Memory::<ByEngine>::of(&store);
    gomoku.import(GOMOKU.clone()).unwrap();
    shown_in(store, keys, |session| learner_screen::show(session).map(|_| ()))
}

/// A store in a scratch folder, in memory if possible.
pub fn folder() -> (TempDir, Store) {
    let folder = scratch();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    (folder, store)
}

/// The lists of games in progress, some of them with moves taken back, and of finished games.
fn kept(keys: &str) -> Screen {
    let (folder, store) = folder();
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
        let file = File::options().write(true).open(folder.path().join(slot.name()));
        let then = SystemTime::now() - Duration::from_secs(ago);
        file.unwrap().set_modified(then).unwrap();
        slot
    });
    drop(slots);
    let ended = othello(60);
    assert!(ended.outcome().is_some());
    let mut resigned = othello(30);
    resigned.lose(Lost::Resigned);
    let mut profile = Profile::open(Ok(store.clone()), &mut still().settings);
    for (game, days) in [(&ended, 3), (&resigned, 2)] {
        let then = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
        let then = then.duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
        profile.keep_finished(game, &mut Table { ended: Some(then), ..Table::default() });
    }
    drop(profile);
    shown_in(store, keys, |session| menu::title(session, &mut None))
}

/// The last frame of a program with this store.
fn shown_in(store: Store, keys: &str, program: impl FnOnce(&mut Session<'_>) -> Result<(), Quit>) -> Screen {
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings.clone());
    at.press_keeping(keys, &mut profile, program).1
}

/// The results of some games against the computer.
fn results() -> Screen {
    let (_folder, store) = folder();
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings.clone());
    for (game, opponent, ends) in [
        ("othello", "random", "www"),
        ("othello", "3-pupil", "lllwldwwllww"),
        ("othello", "12-oracle", "lllll"),
        ("gomoku", "learner", "wdwl"),
        ("gomoku", "nboard:an engine of a long name", "ld"),
    ] {
        for end in ends.chars() {
            let ended = match end {
                'w' => GameResult::Won,
                'd' => GameResult::Drawn,
                _ => GameResult::Lost,
            };
            profile.count(game, opponent, ended);
        }
    }
    let shown = at.press_keeping("b r", &mut profile, |session| menu::title(session, &mut None));
    shown.1
}

#[test]
fn help_opens_at_the_page_of_the_current_screen() {
    for (keys, letter) in [
        ("o Enter", "c"),
        ("g Enter h 8 Enter F10 r y r r", "b"),
        ("g Enter h 8 Enter F10 Right r", "l"),
        ("b s", "k"),
        ("b x", "l"),
    ] {
        let help = shown(&format!("{keys} F1"));
        assert!(help == shown(&format!("{keys} F1 {letter}")), "{keys}");
        assert!(help != shown(&format!("{keys} F1 a")), "{keys}");
    }
}

/// Screens that look different in a browser, which has no network for games.
const NETWORK: [&str; 3] = ["friend", "friend-join", "new-game-friend"];

#[test]
fn screens_match_the_golden_pictures() {
    let only = std::env::var("QIPAN_FRAMES").unwrap_or_default();
    let mut wrong = Vec::new();
    let mut compare = |name: &str, shown: &dyn Fn() -> Screen| {
        let is_drawn = !cfg!(target_family = "wasm") || !NETWORK.contains(&name.trim_start_matches("zh-"));
        if is_drawn && only.split(',').any(|begin| name.starts_with(begin)) {
            wrong.extend(unlike_golden(name, &shown()));
        }
    };
    for (name, shown) in pictures() {
        compare(&name, &shown);
    }
    for name in CHINESE.split_whitespace() {
        compare(&format!("zh-{name}"), &|| {
            let mut all = CHINESE_SCREENS.iter();
            let (_, screen) = all.find(|(known, _)| known == name).unwrap();
            screen.clone()
        });
    }
    let wrong = format!("{wrong:#?}");
    assert_eq!(wrong, "[]", "these screens differ from tests/golden");
}

#[test]
fn every_golden_picture_is_tested() {
    let shown = rows(FRAMES).chain(rows(REPLAYED)).map(|[name, _]| name);
    let moving = rows(MOVING).map(|[name, _, _]| name);
    let others = OTHERS.split(' ').map(str::to_string);
    let chinese = CHINESE.split_whitespace().map(|name| format!("zh-{name}"));
    let names: Vec<String> = shown.chain(moving).chain(others).chain(chinese).collect();
    for name in names_in(golden("").parent().unwrap()) {
        let known = names.iter().any(|known| format!("{known}.png") == name);
        assert!(known, "nothing tests {name}");
    }
}

#[test]
fn closing_boxes_restores_the_screen() {
    for (keys, more) in [
        ("", "F1 Right Esc"),
        ("Down*3", "F1 F1"),
        ("b", "b Esc b"),
        ("o Enter Down*3 Right*3 Enter", "Esc n"),
        ("o Enter Down*3 Right*3 Enter", "F10 Right Esc"),
        ("o Enter Down*3 Right*3 Enter", "F2 F1 Down Esc Right Esc"),
        ("g Enter Down*3 Right*3 Enter Down*2", "F10 r Esc"),
        ("g Enter Down*3 Right*3 Enter Down*2", "F1 End Home Space Esc"),
    ] {
        let with = shown(&format!("{keys} {more}"));
        assert!(shown(keys) == with, "'{more}' changes the screen of '{keys}'");
    }
}

#[test]
fn moving_stones_leave_no_trace() {
    for board in ["o", "g"] {
        let still = shown(&format!("{board} Enter Down Enter*9"));
        let round = "Right*14 Down*14 Left*14 Up*14 Down*3 Right*5 Up*9 Left*9";
        let moved = shown(&format!("{board} Enter Down {round} Enter*9"));
        assert!(still == moved, "the stone left a trace on {board}");
    }
}

/// The keys of the film at the top of the README, against level 3.
const FILM: &str = "Down*5 Right*5 Enter Tab*2 Enter Tab Enter Shift+F6 Enter";

#[test]
fn the_readme_film_matches_its_keys() {
    let mut film = Film::default();
    let mut script = Script::new(parse_keys(FILM).unwrap(), |screen, now| film.add(screen, now));
    let mut table = At::default().seated(seats("human", "3", 1));
    let mut game = new_othello(othello::Rules::Standard);
    let _ = play_game(&mut script, &mut game, &mut table, &mut Profile::in_memory());
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
