//! The C programs are real: C compilers take them, and the original in C plays as the one in Rust does, call
//! by call, key by key and pixel by pixel.

use crate::cc::{Built, compilers};
use crate::common::data::rows;
use crate::common::recorded::{keys_of, world_championship};
use crate::in_machine::compiled;
use games::Game as _;
use games::othello::{self, Cell, Rules};
use lessons::tutor::course::BEGINNER;
use lessons::tutor::scene::Part;
use lessons::tutor::sources::SOURCES;
use original::{self, Game, START, do_score, step};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use turbo::c::{Halt, Machine, Stop, Value};
use turbo::dos::bgi::Font;
use turbo::dos::headless::Headless;
use turbo::dos::script::Script;
use turbo::dos::{Key, Screen, parse_keys};

/// The lines that the built original writes for these keys.
fn typed(built: &Built, keys: &[Key]) -> String {
    String::from_utf8(built.run(codes(keys))).unwrap()
}

/// The input of a built program for these keys.
fn codes(keys: &[Key]) -> Vec<u8> {
    let codes = keys.iter().map(|key| format!("{}\n", key.bioskey()));
    codes.collect::<String>().into_bytes()
}

fn draw(screen: &mut Screen, call: &str) {
    let (name, rest) = call.split_once(' ').unwrap_or((call, ""));
    let numbers: Vec<i32> = rest.split(' ').map_while(|n| n.parse().ok()).collect();
    let n = |at: usize| numbers[at];
    match name {
        "initgraph" => *screen = Screen::default(),
        "setcolor" => screen.setcolor(n(0) as u8),
        "setfillstyle" => {
            assert_eq!(n(0), 1, "SOLID_FILL");
            screen.setfillstyle(n(1) as u8);
        }
        "bar" => screen.bar(n(0), n(1), n(2), n(3)),
        "line" => screen.line(n(0), n(1), n(2), n(3)),
        "fillellipse" => screen.fillellipse(n(0), n(1), n(2), n(3)),
        "settextstyle" => {
            assert_eq!((n(0), n(1)), (0, 0), "DEFAULT_FONT, HORIZ_DIR");
            screen.settextstyle(Font::Small, n(2));
        }
        "outtextxy" => {
            let text = rest.splitn(3, ' ').nth(2).unwrap();
            screen.outtextxy(n(0), n(1), text);
        }
        "closegraph" => {}
        _ => panic!("the original has no {call}"),
    }
}

/// The original in Rust, one turn at a time. Between two turns its loop keeps only the `Game`.
#[derive(Default)]
struct Turns {
    /// The game before this turn.
    before: Game,
    /// The keys of this turn.
    keys: Vec<Key>,
}

impl Turns {
    /// The global variables after one more key, or at the start, as the recorder writes them.
    fn after(&mut self, key: Option<Key>) -> String {
        self.keys.extend(key);
        let mut game = self.before.clone();
        let mut script = Script::new(self.keys.iter().copied(), |_, _| ());
        // The call ends when the script is used up.
        let _ = original::playtoplay(&mut script, &mut game);
        if game.t > self.before.t + 1 {
            self.before = Game { t: game.t - 1, ..game.clone() };
            self.keys.clear();
        }
        let cells = Cell::all().map(|Cell { row, col }| game.map[row][col].to_string());
        let (black, white) = do_score(&game.map);
        let map: String = cells.collect();
        format!("state {map} {} {} {black} {white}", game.t, game.tries)
    }
}

fn fingerprint(screen: &Screen) -> u32 {
    crc32fast::hash(screen.pixels())
}

/// The state of the C machine in the form of the recorder.
fn state_line(machine: &Machine) -> String {
    let value = |name: &str| machine.variable(name).unwrap();
    let (Value::Array(rows), Value::Array(score)) = (value("Map"), value("score")) else {
        panic!("Map and score are no arrays");
    };
    let row = |row: &Value| match row {
        Value::Array(cells) => cells.iter().map(Value::to_string).collect(),
        other => other.to_string(),
    };
    let map: String = rows.iter().map(row).collect();
    format!("state {map} {} {} {} {}", value("t"), value("tries"), score[1], score[2])
}

/// Runs the original in the C machine. Returns the same lines as [`typed`], and a fingerprint of the picture
/// at each wait for a key.
fn in_machine(keys: &[Key]) -> (String, Vec<u32>) {
    let mut machine = Machine::without_history(&compiled("QIPAN.C"));
    machine.note_library_calls();
    machine.call("main", &[]).unwrap();
    let (mut console, mut keys) = (Headless::default(), keys.iter());
    let (mut lines, mut pictures, mut noted) = (Vec::new(), Vec::new(), 0);
    loop {
        let ran = machine.run(&mut console, u64::MAX);
        let calls = &machine.library_calls()[noted..];
        noted += calls.len();
        let drawing = |call: &&String| !call.starts_with("bioskey") && !call.starts_with("sprintf");
        lines.extend(calls.iter().filter(drawing).cloned());
        match ran {
            Ok(Stop::Ended) => break,
            Ok(Stop::Paused) => panic!("it stands still"),
            Err(Halt::Fault(message)) => panic!("{message}"),
            Err(Halt::Quit(_)) => {
                lines.extend([state_line(&machine), "bioskey 0".to_string()]);
                pictures.push(fingerprint(console.picture()));
                match keys.next() {
                    Some(key) => console.type_key(*key),
                    None => break,
                }
            }
        }
    }
    assert_eq!(machine.warnings(), []);
    (lines.join("\n") + "\n", pictures)
}

/// Plays the keys in the built C program, in the C machine and in the Rust original. Both C programs must
/// make the same calls, and all three must have the same pictures and variables before each key.
fn assert_same(built: &Built, keys: &[Key]) {
    let lines = typed(built, keys);
    let (machine, pictures) = in_machine(keys);
    for (n, (cc, machine)) in lines.lines().zip(machine.lines()).enumerate() {
        assert_eq!(cc, machine, "call {n} by the compiler and in the machine");
    }
    assert_eq!(lines, machine, "one of them ended early");
    let (mut lines, mut screen) = (lines.lines(), Screen::default());
    let (mut turns, mut read) = (Turns::default(), 0_usize);
    let mut script = Script::new(keys.iter().copied(), |frame, _| {
        loop {
            match lines.next() {
                Some("bioskey 0") => break,
                Some(state) if state.starts_with("state ") => {
                    let last = read.checked_sub(1).map(|n| keys[n]);
                    assert_eq!(state, turns.after(last), "C and Rust after {:?}", &keys[..read]);
                }
                Some(call) => draw(&mut screen, call),
                None => panic!("the C program has ended after {:?}", &keys[..read]),
            }
        }
        assert!(frame.pixels() == screen.pixels(), "another picture after {:?}", &keys[..read]);
        let seen = pictures.get(read).copied();
        assert_eq!(seen, Some(fingerprint(frame)), "in the machine");
        read += 1;
    });
    // Both end when there are no keys left, and also after Esc or after the last key of a game that is over.
    let _ = original::main(&mut script, &mut Game::default());
    drop(script);
    let rest: Vec<&str> = lines.collect();
    assert!(matches!(rest[..], [] | ["closegraph"]), "{rest:?}");
}

/// A random game: most moves turn something over, others go anywhere, and some keys do nothing.
fn keys_by_chance(random: &mut StdRng) -> Vec<Key> {
    let mut game = othello::Game::new(Rules::Original);
    let ((mut x, mut y), mut keys) = (START, Vec::new());
    let others = [Key::Home, Key::Tab, Key::F(1), Key::Char('x')];
    let arrows = [Key::Up, Key::Down, Key::Left, Key::Right];
    while game.to_move().is_some() {
        let legal = game.legal_moves();
        let to = match legal.choose(random) {
            Some(cell) if random.random_ratio(4, 5) => *cell,
            _ => Cell { row: random.random_range(0..8), col: random.random_range(0..8) },
        };
        let goal = (120 + 40 * to.col as i32, 120 + 40 * to.row as i32);
        let turn = game.t();
        while game.t() == turn {
            let key = match random.random_range(0..30) {
                0 => *others.choose(random).unwrap(),
                1 | 2 => *arrows.choose(random).unwrap(),
                3 => Key::Space,
                _ if y < 120 => Key::Down,
                _ if x < goal.0 => Key::Right,
                _ if x > goal.0 => Key::Left,
                _ if y < goal.1 => Key::Down,
                _ if y > goal.1 => Key::Up,
                _ => Key::Enter,
            };
            keys.push(key);
            (x, y) = step(x, y, key);
            if matches!(key, Key::Enter | Key::Space) && y != START.1 {
                game.drop(Cell { row: (y as usize - 120) / 40, col: (x as usize - 120) / 40 });
                break;
            }
        }
        if game.t() != turn {
            (x, y) = START;
        }
    }
    match random.random_range(0..4) {
        // Some games are left.
        0 => {
            keys.truncate(random.random_range(0..keys.len()));
            keys.push(Key::Esc);
        }
        1 => keys.truncate(random.random_range(0..keys.len())),
        _ => keys.push(Key::Enter),
    }
    keys
}

#[test]
fn program_lines_fit_a_narrow_window() {
    for source in &SOURCES {
        for (line, n) in source.text.lines().zip(1..) {
            let plain = line.bytes().all(|b| (b' '..=b'~').contains(&b));
            assert!(plain && line.len() <= 50, "{} {n}: {line}", source.name);
        }
    }
}

/// Small programs and their output.
const PRINTED: &str = r"
UNGUARD.C => Black has won. (That is wrong!)\n
FOURS.C => Black wins: 87 97 88 86 8b\n
LASTMOVE.C => The position is worth -16.\n11 positions, 2 moves cut off.\n
WUZIQI.C => All stones: black has won.\nLast stone: black has won.\nTable: black has won.\n
THREE.C => Game 1: the start is 1, the weight 0.\nGame 2: the start is -1, the weight -25.\nGame 3: the start is 1, the weight -43.\n
BOOK.C => Black won: the start is worth 64 discs.\n10 looked at, 10 changed.\nWith another move after c5: the start is worth 0 discs.\n4 looked at, 4 changed.\nWhite won: the start is worth -64 discs.\n11 looked at, 11 changed.\n
WEIGHT.C => The weight before: 4647000\nThe weight after: 9706692\n
";

#[test]
fn every_compiler_builds_every_program_without_warnings() {
    for cc in compilers() {
        for source in &SOURCES {
            let built = Built::program(cc, source.name);
            if let Some([name, expected]) = rows(PRINTED).find(|[name, _]| name == source.name) {
                let output = built.run(Vec::new());
                assert_eq!(String::from_utf8_lossy(&output), expected, "{name}, {cc}");
            }
        }
    }
}

/// The calls and the output of a program in the C machine, in the form of the recorder.
fn recorded(name: &str, keys: &[Key]) -> String {
    let mut machine = Machine::without_history(&compiled(name));
    machine.note_library_calls();
    machine.call("main", &[]).unwrap();
    let mut desk = Headless::new(keys.iter().copied());
    let ran = machine.run(&mut desk, u64::MAX);
    assert!(matches!(ran, Ok(Stop::Ended)), "{name}: {ran:?}");
    let calls = machine.library_calls().iter();
    let written = calls.filter(|call| {
        let name = call.split(' ').next().unwrap_or_default();
        !["sprintf", "printf", "fprintf", "fscanf", "fopen", "fclose", "strlen", "malloc"].contains(&name)
    });
    let lines: String = written.map(|call| format!("{call}\n")).collect();
    lines + machine.output()
}

#[test]
fn keys_and_tree_make_the_same_calls_in_the_machine() {
    let keys = parse_keys("x Up Enter Down Esc").unwrap();
    for (name, keys, said) in [
        ("KEYS.C", &keys[..], "5 keys, 0 without a character.\n"),
        ("TREE.C", &[], "The game is worth 5.\nMinimax looks at 8 ends, alpha-beta at 5.\n"),
    ] {
        let here = recorded(name, keys);
        assert!(here.ends_with(said), "{name}: {here}");
        for cc in compilers() {
            let output = Built::program(cc, name).run(codes(keys));
            assert_eq!(String::from_utf8_lossy(&output), here, "{name}, {cc}");
        }
    }
}

#[test]
fn programs_for_beginners_make_the_same_calls_in_the_machine() {
    // Random numbers differ from compiler to compiler.
    for lesson in BEGINNER.iter().filter(|lesson| lesson.name != "random") {
        let Some(Part::Scene(scene)) = lesson.parts().into_iter().nth(1) else {
            panic!("{} has no program", lesson.name)
        };
        let name = scene.program.file();
        let keys = parse_keys(if name == "ROLL.C" { "Up*3 Right Down*2 Left Esc" } else { "Enter" }).unwrap();
        let output = Built::program("cc", name).run(codes(&keys));
        assert_eq!(String::from_utf8_lossy(&output), recorded(name, &keys), "{name}");
    }
}

/// Plays random games with all three.
fn assert_same_games(built: &Built, seed: u64, count: usize) {
    let mut random = StdRng::seed_from_u64(seed);
    (0..count).for_each(|_| assert_same(built, &keys_by_chance(&mut random)));
}

#[test]
fn the_c_original_plays_like_the_rust_one() {
    let built = Built::program("cc", "QIPAN.C");
    assert_same_games(&built, 1, 10);
    let championship = &world_championship()[0].moves;
    assert_same(&built, &parse_keys(&format!("{} Space", keys_of(championship))).unwrap());
}

#[test]
#[ignore = "60 games"]
fn the_c_original_plays_60_games_like_the_rust_one() {
    assert_same_games(&Built::program("cc", "QIPAN.C"), 2, 60);
}
