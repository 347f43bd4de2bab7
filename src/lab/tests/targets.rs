//! The fuzzing targets, which panic when a property does not hold for an input.

#[path = "../../app/commands/cart.rs"]
mod cart;
#[path = "../../../tests/common/read_back.rs"]
mod read_back;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::LazyLock;

use app::play::games::GAMES;
use app::play::profile::{game_from_text, game_to_text};
use app::play::settings::{Settings, Table};
use app::play::settings_text;
use games::Game;
use games::gomoku::{Game as Gomoku, Opening, Rules, Setup};
use games::othello::{Cell, Game as Othello, Position, Rules as OthelloRules};
use games::records::{Assumptions, Format, GameName, endgames, ggf, position_in, read_as, wthor_names};
use games::stone::Stone;
use lessons::text::{At, Text, Way};
use lessons::tutor::progress::Progress;
use mind::engine::othello::{Board, Limits, Searcher};
use mind::engine::{gomoku, othello};
use mind::learner::gomoku::ByEngine;
use mind::learner::{Effort, Event, LearnedWeights, LearnerOf, Position as _, Skill, Start};
use players::exercises::{Exercise, Exercises};
use players::line::{Action, End, LONGEST, Offer, Speaker, Wish};
use players::link;
use players::protocol::Answer;
use players::protocol::gomocup::Gomocup;
use players::protocol::gtp::Gtp;
use players::protocol::nboard::NBoard;
use screen::theme::THEMES;
use store::Store;
use store::memory::Memory;
use turbo::c::{Machine, Program, Stop};
use turbo::dos::parse_keys;
use turbo::dos::script::Script;

use read_back::assert_only_unsupported_data_is_lost;

pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 8] = [
    ("records", records),
    ("c", c),
    ("machine", machine),
    ("editor", editor),
    ("protocols", protocols),
    ("line", line),
    ("links", links),
    ("save", save),
];

/// The number of games of a file that are written again.
const GAMES_OF_A_FILE: usize = 3;

/// The first byte selects the format and assumptions, the rest is a file. Its games must survive writing and
/// reading in every format that can hold them.
fn records(bytes: &[u8]) {
    let Some((first, file)) = bytes.split_first() else {
        return;
    };
    let first = usize::from(*first);
    let (format, first) = (first % Format::ALL.len(), first / Format::ALL.len());
    let (game, rules) = (first % 3, first / 3);
    let name = format!("x.{}", Format::ALL[format]);
    let assumed = Assumptions {
        game: [None, Some(GameName::Othello), Some(GameName::Gomoku)][game],
        rules: Rules::ALL[rules % Rules::ALL.len()],
    };
    let names = wthor_names::Names::read(file, file).unwrap_or_default();
    let games = read_as(Path::new(&name), file, &names, assumed);
    for recorded in games.into_iter().flatten().flatten().take(GAMES_OF_A_FILE) {
        let _ = (recorded.result(), recorded.check_score());
        assert_only_unsupported_data_is_lost(&recorded);
    }
}

/// The compiler accepts a source or reports errors.
fn c(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    match Program::compile("X.C", &source) {
        Ok(program) => assert_eq!(program.source(), source),
        Err(messages) => assert!(!messages.is_empty(), "it says nothing about {source}"),
    }
}

/// The most steps of a program.
const STEPS: u64 = 200_000;
/// The most steps with history, which cost more for graphics, and the number to take back.
const STEPS_KEPT: u64 = 5000;
const STEPS_BACK: usize = 100;

/// A running program may fail. With history it returns to the same state after steps back and forward.
fn machine(bytes: &[u8]) {
    let Ok(program) = Program::compile("X.C", &String::from_utf8_lossy(bytes)) else {
        return;
    };
    let keys = parse_keys("1 2 Up Left Enter y n Space a Esc").unwrap();
    let console = || Script::new(keys.clone(), |_, _| ());
    let mut machine = Machine::without_history(&program);
    if machine.call("main", &[]).is_err() {
        return;
    }
    let _ = machine.run(&mut console(), STEPS);

    let (mut machine, mut console) = (Machine::new(&program), console());
    machine.call("main", &[]).unwrap();
    // After a fault or the last key no step can be repeated.
    let Ok(stop) = machine.run(&mut console, STEPS_KEPT) else {
        while machine.step_back(&mut console) {}
        return;
    };
    let seen = |machine: &Machine| {
        let globals = format!("{:?}", machine.globals());
        (machine.steps(), machine.output().to_string(), globals)
    };
    let before = seen(&machine);
    let steps = 0..STEPS_BACK;
    let back = steps.take_while(|_| machine.step_back(&mut console)).count();
    let mut again = stop;
    for _ in 0..back {
        again = machine.step(&mut console).unwrap();
    }
    assert!(seen(&machine) == before, "after {back} steps back and on");
    assert_eq!(again == Stop::Ended, stop == Stop::Ended);
}

/// A file, and edits after a byte 0: undo restores the text, and redo the edits.
fn editor(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0);
    let (file, keys) = bytes.split_at(end.unwrap_or(bytes.len()));
    let Ok(mut text) = Text::read(file) else {
        return;
    };
    assert_eq!(text.bytes(), file);
    let first = text.text();
    for key in keys.chunks_exact(2) {
        edit(&mut text, key[0], key[1]);
        let At { line, col } = text.cursor();
        let here = &text.lines()[line];
        assert!(col <= here.len(), "the cursor stands in the line");
    }
    let last = text.text();
    let undone = std::iter::from_fn(|| text.undo().then_some(())).count();
    assert_eq!(text.text(), first, "after undo");
    assert!(!text.is_changed());
    (0..undone).for_each(|_| assert!(text.redo()));
    assert_eq!(text.text(), last, "after redo");
}

/// Applies an edit. The second number is its amount or character.
fn edit(text: &mut Text, key: u8, more: u8) {
    const WAYS: [Way; 8] = [
        Way::Left,
        Way::Right,
        Way::WordLeft,
        Way::WordRight,
        Way::LineStart,
        Way::LineEnd,
        Way::Start,
        Way::End,
    ];
    match key % 20 {
        0 => text.tab(),
        1 => text.enter(),
        2 => text.backspace(),
        3 => text.delete(),
        4 => text.delete_word(),
        5 => text.delete_line(),
        6 => text.delete_to_end(),
        7 => text.insert_line(),
        8 => drop(text.undo()),
        9 => drop(text.redo()),
        10 => text.inserting = !text.inserting,
        11 => text.go_lines(isize::from(more.cast_signed())),
        12 => text.go_to(At { line: usize::from(more >> 4), col: usize::from(more & 15) }),
        13 => {
            let wanted = [char::from(more)];
            if let Some(at) = text.find(&wanted, text.cursor()) {
                assert_eq!(text.lines()[at.line][at.col], wanted[0]);
                text.put(at, 1, &['x', '\n', '\t'][..usize::from(more % 4)]);
            }
        }
        14 => {
            let part: String = text.text().chars().skip(more.into()).collect();
            text.set(&part);
        }
        15 | 16 => text.go(WAYS[usize::from(more % 8)]),
        _ if more != b'\n' => drop(text.type_char(char::from(more))),
        _ => {}
    }
}

/// The first byte selects a protocol, which reads the rest line by line, or a reader of positions.
fn protocols(bytes: &[u8]) {
    let Some((reader, rest)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    match reader % 8 {
        0 => talk_with_gomocup(&text),
        1 => talk_with_nboard(&text),
        2 => talk_in_gtp(&text),
        3 => {
            if let Ok(position) = text.parse::<Position>() {
                assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
            }
        }
        4 => drop(position_in(&text)),
        5 => {
            for endgame in endgames::read(rest).into_iter().flatten() {
                assert!(endgame.score.is_none_or(|score| score.abs() <= 64));
            }
        }
        6 => drop(ggf::last_position(&text)),
        _ => {
            if let Ok(keys) = parse_keys(&text)
                && keys.len() < 1000
            {
                let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
                assert_eq!(parse_keys(&names.join(" ")), Ok(keys));
            }
        }
    }
}

/// The most searches in a conversation.
const THOUGHTS: usize = 3;

/// The engine's move after a short search.
fn best(searcher: &mut Searcher, position: &Position) -> Cell {
    let limits = Limits { depth: 2, exact_from: 4, probable_from: 4 };
    let board = Board::new(&position.map, position.to_move);
    let report = searcher.search(board, limits, &|| false, &mut |_| ());
    let cell = report.best.expect("there is a move");
    assert!(board.play(cell).is_some(), "{cell} in\n{position}");
    cell
}

fn talk_with_gomocup(text: &str) {
    let mut gomocup = Gomocup::default();
    let mut searcher = gomoku::Searcher::new(1);
    let limits = gomoku::Limits { depth: 3, nodes: 300 };
    let mut thoughts = 0;
    for line in text.lines() {
        match gomocup.line(line) {
            Answer::Think(task) if thoughts < THOUGHTS => {
                thoughts += 1;
                let report = searcher.search(&task.board, &limits, &|| false, &mut |_| ());
                assert_eq!(task.board.stone_at(report.best), None);
                gomocup.played(&task, report.best, report.value);
            }
            Answer::Say(said) => assert_eq!(said.lines().count(), 1, "{line:?}: {said:?}"),
            _ => {}
        }
    }
}

fn talk_with_nboard(text: &str) {
    let mut nboard = NBoard::default();
    let mut searcher = othello::Searcher::new(1);
    let mut thoughts = 0;
    for line in text.lines() {
        match nboard.line(line) {
            Answer::Think(task) if thoughts < THOUGHTS => {
                thoughts += 1;
                best(&mut searcher, &task.position);
            }
            Answer::Say(said) => assert_eq!(said.lines().count(), 1, "{line:?}: {said:?}"),
            _ => {}
        }
    }
}

fn talk_in_gtp(text: &str) {
    let mut gtp = Gtp::default();
    let mut searcher = othello::Searcher::new(1);
    let mut thoughts = 0;
    for line in text.lines() {
        match gtp.line(line) {
            Answer::Think(task) if thoughts < THOUGHTS => {
                thoughts += 1;
                let cell = best(&mut searcher, &task.position);
                let played = gtp.played(&task, cell);
                assert!(played.starts_with('='), "{played:?}");
            }
            Answer::Say(said) => assert!(said.starts_with(['=', '?']), "{line:?}: {said:?}"),
            _ => {}
        }
    }
}

/// The most lines of a conversation.
const LINES: usize = 60;
const CODE: &str = "QWERTY";

/// The first byte selects the game and the end that reads the lines; after the greetings if another bit is set. A
/// line that begins with `>` is an action of this end. An end keeps its game when it refuses a line, and finds the
/// game again from its log.
fn line(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    let game: &dyn Game = match first >> 2 & 3 {
        0 => &Othello::new(OthelloRules::Standard),
        1 => &Othello::new(OthelloRules::Original),
        2 => &Gomoku::new(Setup::new(Rules::Renju, Stone::Black, Opening::Free).unwrap()),
        _ => &Gomoku::new(Setup::new(Rules::Standard, Stone::Black, Opening::Swap2).unwrap()),
    };
    let time = if first >> 4 & 1 == 0 { "none" } else { "5+3" };
    let offer = Offer::new(game, time.parse().unwrap()).unwrap();
    let mut ends = [End::host(CODE, offer, [1; 16]), End::guest(CODE, game.name(), [first >> 5; 16])];
    let reader = usize::from(first & 1);
    let mut sent = VecDeque::new();
    for from in [0, 1] {
        sent.extend(ends[from].connected().into_iter().map(|line| (1 - from, line)));
    }
    while let Some((to, line)) = sent.pop_front().filter(|_| first >> 1 & 1 == 1) {
        let lines = ends[to].line(&line).unwrap();
        sent.extend(lines.into_iter().map(|line| (1 - to, line)));
    }
    let end = &mut ends[reader];
    for line in text.lines().take(LINES) {
        let before = (end.log().to_vec(), format!("{:?}", end.table()));
        let said = match line.strip_prefix('>') {
            Some(own) => act(end, own).unwrap_or_default(),
            None => end.line(line).unwrap_or_else(|_| {
                assert!((end.log().to_vec(), format!("{:?}", end.table())) == before, "{line:?} was refused");
                end.disconnected();
                end.connected()
            }),
        };
        for line in said {
            assert!(line.len() < LONGEST && !line.chars().any(char::is_control), "it sends {line:?}");
        }
    }
    let again = End::guest(CODE, game.name(), [3; 16]).resumed(end.log()).unwrap();
    assert_eq!(format!("{:?}", again.table()), format!("{:?}", end.table()));
}

/// Acts for the player of an end: a move by its number among the possible ones, or another action.
fn act(end: &mut End, own: &str) -> Option<Vec<String>> {
    let game = &end.table()?.game;
    let action = match own.bytes().next()? {
        b'r' => Action::Resign,
        b't' => Action::OutOfTime,
        b'p' => Action::Pass,
        b'u' => Action::Ask(Wish::Undo),
        b'd' => Action::Ask(Wish::Draw),
        b'n' => Action::Ask(Wish::Rematch),
        b'U' => Action::Agree(Wish::Undo),
        b'D' => Action::Agree(Wish::Draw),
        b'N' => Action::Agree(Wish::Rematch),
        b'-' => Action::Refuse(Wish::Undo),
        n @ b'0'..=b'9' => Action::Answer(usize::from(n - b'0'), 0),
        n => Action::Play(game.name_of(*game.moves().get(usize::from(n.saturating_sub(b'A')))?), 0),
    };
    end.act(action)
}

/// The first byte selects a link with a game, or a cart. What can be read stays the same when it is
/// written and read again.
fn links(bytes: &[u8]) {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";
    let Some((kind, rest)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    match kind % 3 {
        0 => {
            let link = format!("#{text}");
            let Some(Ok(game)) = link::parse(&link) else {
                return;
            };
            if let Some(written) = link::write(&*game, &link::players(&link)) {
                let again = link::parse(&written).unwrap().unwrap_or_else(|why| panic!("{why}: {written}"));
                assert!(*again == *game, "{text} became {written}");
            }
        }
        1 => drop(cart::program(&[SIGNATURE, rest].concat())),
        _ => {
            let chunk = |text: &str| {
                let length = (text.len() as u32 + 6).to_be_bytes();
                [&length[..], b"tEXtqipan\0", text.as_bytes(), &[0; 4]].concat()
            };
            // The second byte gives the length of the source, the others belong to the letters after it.
            let (length, rest) = rest.split_first().unwrap_or((&0, rest));
            let (source, more) = rest.split_at(rest.len().min(usize::from(*length)));
            let link = cart::link(source);
            let whole = [SIGNATURE, &chunk(&link)].concat();
            assert!(cart::is_png(&whole));
            assert_eq!(cart::program(&whole).as_deref(), Some(source));
            let damaged = link + &String::from_utf8_lossy(more);
            drop(cart::program(&[SIGNATURE, &chunk(&damaged)].concat()));
        }
    }
}

/// The first byte selects the kind of document. It stays the same when written and read again.
fn save(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    match kind % 10 {
        0 => saved_game(&text),
        1 => settings(&text),
        2 => {
            let again = Exercises::from_text(&text).to_text();
            let exercises = Exercises::from_text(&again);
            assert_eq!(exercises.to_text(), again);
            for line in exercises.all().iter().map(Exercise::to_send) {
                assert_eq!(Exercise::sent(&line).unwrap().to_send(), line);
            }
        }
        3 => {
            let again = Progress::from_text(&text).to_text();
            assert_eq!(Progress::from_text(&again).to_text(), again);
        }
        4 => event::<LearnedWeights>(rest),
        5 => event::<ByEngine>(rest),
        6 => document::<LearnedWeights>(&OF_OTHELLO, rest),
        7 => document::<ByEngine>(&OF_GOMOKU, rest),
        8 => journal(rest),
        _ => journal(&framed(rest)),
    }
}

fn saved_game(text: &str) {
    let mut table = Table::default();
    let Ok(game) = game_from_text(text, &GAMES, &mut table) else {
        return;
    };
    let (again, mut same) = (game_to_text(&*game, &table), Table::default());
    let read = game_from_text(&again, &GAMES, &mut same).unwrap();
    assert!(*read == *game && same == table, "{again}");
}

fn settings(text: &str) {
    let mut settings = Settings::default();
    settings_text::read(text, &mut settings);
    assert_eq!(settings_text::changed(Some(text), &settings, &settings), text);
    let mut now = settings.clone();
    now.theme = if settings.theme == &THEMES[0] { &THEMES[1] } else { &THEMES[0] };
    now.sound = !settings.sound;
    let after = settings_text::changed(Some(text), &settings, &now);
    let mut read = Settings::default();
    settings_text::read(&after, &mut read);
    assert_eq!(read, now, "{text:?} became {after:?}");
}

fn event<S: Skill>(bytes: &[u8]) {
    if let Ok(event) = LearnerOf::<S>::event(bytes) {
        let again = LearnerOf::<S>::event(&event.to_bytes());
        assert_eq!(again.as_ref(), Ok(&event));
        let mut learner = LearnerOf::<S>::new(Start::Nothing);
        learner.apply(&event);
        let _ = learner.summary();
    }
}

static OF_OTHELLO: LazyLock<Vec<u8>> = LazyLock::new(learned::<LearnedWeights>);
static OF_GOMOKU: LazyLock<Vec<u8>> = LazyLock::new(learned::<ByEngine>);

/// The learner's knowledge after a game.
fn learned<S: Skill>() -> Vec<u8> {
    let mut learner = LearnerOf::<S>::new(Start::Nothing);
    let (moves, role) = learner.practise(None, 1);
    let studied = learner.study(moves, role, true, Effort::TRAINING, 1, &|| false);
    learner.apply(&Event::Game(studied.expect("the game is over")));
    learner.to_bytes()
}

/// A document is long, so the first two bytes give the length of its end that the rest replaces.
fn document<S: Skill>(whole: &[u8], bytes: &[u8]) {
    let Some((cut, end)) = bytes.split_first_chunk() else {
        return;
    };
    let kept = whole.len().saturating_sub(u16::from_le_bytes(*cut).into());
    let Ok(learner) = LearnerOf::<S>::from_bytes(&[&whole[..kept], end].concat()) else {
        return;
    };
    let again = learner.to_bytes();
    let read = LearnerOf::<S>::from_bytes(&again).expect("it was written as it is read");
    assert!(read.to_bytes() == again, "it reads back differently");
    let _ = (read.summary(), read.choose(S::Position::START, Effort::TRAINING, 1, &|| false));
}

/// A journal of framed records, each preceded by its kind and length.
fn framed(mut bytes: &[u8]) -> Vec<u8> {
    let mut journal = Vec::new();
    while let [kind, length, rest @ ..] = bytes {
        let (record, after) = rest.split_at(rest.len().min((*length).into()));
        let kinds = u32::from(kind >> 5) << 29;
        let length = kinds | record.len() as u32;
        let head = [length, crc32fast::hash(record)].map(u32::to_le_bytes);
        journal.extend(head.concat());
        journal.extend(crc32fast::hash(&head.concat()).to_le_bytes());
        journal.extend(record);
        bytes = after;
    }
    journal
}

/// A damaged journal is read up to the damage, and always with the same result.
fn journal(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join(ByEngine::NAME);
    std::fs::create_dir(&journal).unwrap();
    std::fs::write(journal.join(".lock"), "").unwrap();
    std::fs::write(journal.join("0.journal"), bytes).unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let (mut memory, mut again) = (Memory::<ByEngine>::of(&store), Memory::<ByEngine>::of(&store));
    assert_eq!(memory.look().is_ok(), again.look().is_ok());
    assert!(memory.learner().to_bytes() == again.learner().to_bytes());
    let _ = memory.catch_up();
}
