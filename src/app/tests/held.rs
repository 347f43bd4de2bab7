//! The data folder is locked by another program, which may be suspended: the window never blocks, and nothing
//! is lost.

use std::cell::Cell;
use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::at_the_board::{At, game_loop, still};
use crate::common::recorded::{AnyGame, boxed, keys_of_record};
use app::play::games::GAMES;
use app::play::menu;
use app::play::profile::{Profile, game_from_text};
use app::play::session::Table;
use games::gomoku;
use store::{Document, Store};
use tempfile::TempDir;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen, parse_keys};

/// A data folder locked by another program.
struct Held {
    scratch: TempDir,
    lock: Option<File>,
}

impl Held {
    fn new() -> Held {
        let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let mut held = Held { scratch, lock: None };
        std::fs::create_dir(held.data()).unwrap();
        held.hold();
        held
    }

    fn hold(&mut self) {
        let lock = File::create(self.data().join(".lock")).unwrap();
        lock.lock().unwrap();
        self.lock = Some(lock);
    }

    fn let_go(&mut self) {
        // Dropping the file unlocks again, and Wine then reports that another program has the lock.
        let _ = self.lock.take().unwrap().unlock();
    }

    fn data(&self) -> PathBuf {
        self.scratch.path().join("data")
    }

    fn store(&self) -> Store {
        Store::open(Some(self.data())).unwrap()
    }

    /// The game saved in a slot.
    fn kept(&self, slot: &str) -> Option<AnyGame> {
        match self.store().read(slot).unwrap() {
            Document::Text(text) => Some(game_from_text(&text, &GAMES, &mut Table::default()).unwrap().game),
            Document::Missing => None,
            other => panic!("{other:?}"),
        }
    }
}

/// A console with real or simulated time, which unlocks the folder before key number `let_go`.
struct Machine<'a> {
    script: Script<fn(&Screen, u64)>,
    real: bool,
    began: Instant,
    keys: usize,
    let_go: usize,
    held: &'a mut Held,
    /// The longest time between two calls of the console.
    busy: Cell<Duration>,
    since: Cell<Instant>,
}

impl<'a> Machine<'a> {
    fn new(real: bool, held: &'a mut Held, keys: &str, let_go: usize) -> Machine<'a> {
        Machine {
            script: Script::new(parse_keys(keys).unwrap(), |_, _| ()),
            real,
            began: Instant::now(),
            keys: 0,
            let_go,
            held,
            busy: Cell::default(),
            since: Cell::new(Instant::now()),
        }
    }

    fn called<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.busy.set(self.busy.get().max(self.since.get().elapsed()));
        let result = act(self);
        self.since.set(Instant::now());
        result
    }
}

impl Console for Machine<'_> {
    fn screen(&mut self) -> &mut Screen {
        self.script.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.called(|machine| {
            if machine.keys == machine.let_go {
                machine.held.let_go();
            }
            machine.keys += 1;
            machine.script.getkey()
        })
    }

    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        self.getkey().map(Some)
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.called(|machine| {
            if machine.real {
                std::thread::sleep(Duration::from_millis(u64::from(ms)));
            }
            machine.script.delay(ms)
        })
    }

    fn now(&self) -> u64 {
        match self.real {
            true => self.began.elapsed().as_millis() as u64,
            false => self.script.now(),
        }
    }

    fn kbhit(&mut self) -> bool {
        false
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        self.real
    }
}

fn board() -> AnyGame {
    boxed(gomoku::Game::default())
}

const NEVER: usize = usize::MAX;

/// Plays a game while the folder is locked until key number `let_go`. Returns how it was left, the game, the
/// final error message, and the longest time between two calls of the console.
fn played(
    real: bool,
    held: &mut Held,
    keys: &str,
    let_go: usize,
) -> (Result<(), Quit>, AnyGame, Option<String>, Duration) {
    let (mut game, mut at) = (board(), still());
    let mut profile = Profile::open(Ok(held.store()), &mut at.settings);
    let mut machine = Machine::new(real, held, keys, let_go);
    let left = at.run(&mut machine, &mut profile, |session| game_loop(session, &mut game));
    let busy = machine.busy.get();
    (left, game, profile.finish(), busy)
}

#[test]
fn games_continue_while_the_folder_is_locked_and_are_saved_later() {
    for real in [false, true] {
        let mut held = Held::new();
        let keys = format!("{} F10 Right n", keys_of_record("777888"));
        let let_go = parse_keys(&keys).unwrap().len() - 1;
        let (left, game, trouble, busy) = played(real, &mut held, &keys, let_go);
        assert_eq!(left, Err(Quit::Closed), "all keys were taken");
        println!("busy for {busy:?}");
        assert!(!real || busy < Duration::from_secs(2), "{busy:?}");
        assert_eq!(trouble, None);
        let kept = held.kept("game-1").expect("it is kept");
        assert_eq!(*kept, *game, "{kept}\n{game}");
        assert_eq!(kept.t(), 4);
    }
}

#[test]
fn unsaved_games_are_reported_at_the_end_without_blocking() {
    for real in [false, true] {
        let mut held = Held::new();
        // The program asks before discarding unsaved moves.
        let keys = format!("{} Esc y", keys_of_record("7788"));
        let (left, _, trouble, _) = played(real, &mut held, &keys, NEVER);
        assert_eq!(left, Ok(()));
        let trouble = trouble.expect("it says so");
        assert!(trouble.contains("the game was not saved"), "{trouble}");
        assert!(trouble.contains("another program"), "{trouble}");
    }
}

#[test]
fn games_left_while_the_folder_was_locked_are_saved() {
    for real in [false, true] {
        let mut held = Held::new();
        // The program asks before discarding unsaved moves. Then a second game begins.
        let (first, second) = (keys_of_record("7788"), keys_of_record("66"));
        let keys = format!("{first} F2 Enter y {second}");
        let let_go = parse_keys(&keys).unwrap().len();
        let (_, _, trouble, _) = played(real, &mut held, &keys, let_go);
        assert_eq!(trouble, None);
        let mut kept: Vec<usize> =
            ["game-1", "game-2"].iter().filter_map(|slot| Some(held.kept(slot)?.t())).collect();
        kept.sort_unstable();
        assert_eq!(kept, [2, 3], "real time: {real}");
    }
}

#[test]
fn the_menu_works_while_the_folder_is_locked() {
    for real in [false, true] {
        for keys in ["Esc Esc", "Down*3 F1 Esc Esc Esc", "n Esc Esc Esc", "o Enter Down Enter Esc y Esc Esc"]
        {
            let mut held = Held::new();
            let mut at = At::default();
            at.settings.demo = false;
            let mut profile = Profile::open(Ok(held.store()), &mut at.settings);
            let mut machine = Machine::new(real, &mut held, keys, NEVER);
            let left = at.run(&mut machine, &mut profile, |session| menu::title(session, &mut None));
            assert_eq!(left, Ok(()), "{keys}");
            assert!(!real || machine.busy.get() < Duration::from_secs(2));
        }
    }
}

#[test]
fn unfinished_games_are_found_after_the_folder_is_unlocked() {
    let mut held = Held::new();
    held.let_go();
    let (mut at, mut game) = (still(), board());
    let mut profile = Profile::open(Ok(held.store()), &mut at.settings);
    let keys = keys_of_record("7788");
    let _ = at.press_keeping(&keys, &mut profile, |session| game_loop(session, &mut game));
    drop(profile);
    held.hold();
    let mut profile = Profile::open(Ok(held.store()), &mut at.settings);
    // The first "Continue" reports that the games cannot be listed; the second one finds the game.
    let mut machine = Machine::new(false, &mut held, "n x n Down*3 Enter", 2);
    let _ = at.run(&mut machine, &mut profile, |session| menu::title(session, &mut None));
    assert_eq!(profile.finish(), None);
    assert_eq!(held.kept("game-1").expect("it is there").t(), 4);
}
