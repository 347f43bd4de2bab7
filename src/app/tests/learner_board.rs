//! The learner at the board: the window never blocks while another program locks the learner's memory, and no
//! game is lost.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::common::at_the_board::{At, play_game, seats, still};
use crate::common::data::names_in;
use crate::common::recorded::{AnyGame, new_othello, othello_of, world_championship};
use crate::golden::folder;
use app::play::profile::Profile;
use app::play::{learner as learner_screen, menu};
use games::gomoku;
use games::othello::Rules;
use games::records::transcript;
use mind::learner::{History, LearnedWeights, Moves, Role};
use players::learner::{Learners, NoMove};
use players::{Gomoku, Othello, Stop, computer::Computer};
use store::Store;
use store::memory::{Finished, Memory};
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen, parse_keys};

/// A timeout that even a busy machine does not reach.
const LONG: Duration = Duration::from_secs(60);

/// Trains the Othello learner with three games.
fn trained(store: &Store) {
    let mut memory = Memory::<LearnedWeights>::of(store);
    for seed in 0..3 {
        let (moves, role) = memory.learner().practise(None, seed);
        let learned = memory.learn(Finished { moves, role, seed }, true);
        assert!(learned.unwrap());
    }
}

/// A thread that keeps the journal of the Othello learner locked.
struct Holder {
    release: Sender<()>,
    thread: JoinHandle<bool>,
}

impl Holder {
    fn new(store: &Store) -> Holder {
        let mut journal = store.journal("learner");
        let (release, released): (_, Receiver<()>) = channel();
        let (holds, held) = channel();
        let thread = std::thread::spawn(move || {
            let _held = journal.hold().unwrap();
            holds.send(()).unwrap();
            released.recv_timeout(LONG).is_ok()
        });
        held.recv().unwrap();
        Holder { release, thread }
    }

    /// Unlocks the journal, which was locked until now.
    fn release(self) {
        self.release.send(()).expect("somebody waited for it");
        assert!(self.thread.join().unwrap());
    }
}

/// A console with real time. `press` gets each screen and may return a key.
struct RealTime<F> {
    screen: Screen,
    press: F,
    waiting: Option<Key>,
    began: Instant,
}

impl<F: FnMut(&Screen) -> Option<Key>> RealTime<F> {
    fn new(press: F) -> RealTime<F> {
        RealTime { screen: Screen::default(), press, waiting: None, began: Instant::now() }
    }
}

impl<F: FnMut(&Screen) -> Option<Key>> Console for RealTime<F> {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        loop {
            if let Some(key) = self.key_within(1)? {
                return Ok(key);
            }
        }
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        if self.began.elapsed() > LONG {
            return Err(Quit::Closed);
        }
        if !self.kbhit() {
            std::thread::sleep(Duration::from_millis(ms.into()));
        }
        Ok(self.waiting.take())
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        std::thread::sleep(Duration::from_millis(ms.into()));
        match self.began.elapsed() > LONG {
            true => Err(Quit::Closed),
            false => Ok(()),
        }
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn kbhit(&mut self) -> bool {
        self.waiting = self.waiting.take().or_else(|| (self.press)(&self.screen));
        self.waiting.is_some()
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        true
    }
}

/// A console that returns these keys without delay.
fn typed(keys: &str) -> RealTime<impl FnMut(&Screen) -> Option<Key>> {
    let mut keys = parse_keys(keys).unwrap().into_iter();
    RealTime::new(move |_| keys.next())
}

fn known(learners: &Learners) -> History {
    let known = learners.look().wait(Duration::MAX);
    known.expect("its thread answers").history.clone()
}

fn finished() -> AnyGame {
    let game = transcript::read(&world_championship()[0].moves).unwrap().game;
    assert!(game.outcome().is_some());
    game
}

/// Runs the learner's screen of a store on this console.
fn show(at: &mut At, console: &mut dyn Console, store: &Store) -> Result<(), Quit> {
    let mut profile = Profile::open(Ok(store.clone()), &mut at.settings.clone());
    at.run(console, &mut profile, learner_screen::show).map(|_| ())
}

#[test]
fn the_learner_screen_responds_while_its_memory_is_locked() {
    let (_scratch, store) = folder();
    trained(&store);
    let mut expected = Screen::default();
    let mut script = Script::new([], |screen, _| expected.clone_from(screen));
    let _ = show(&mut still(), &mut script, &store);
    drop(script);

    let holder = Holder::new(&store);
    let mut at = still();
    let left = show(&mut at, &mut typed("Tab Tab Esc"), &store);
    assert_eq!(left, Ok(()));

    let (mut holder, mut frames) = (Some(holder), 0);
    let mut console = RealTime::new(|screen: &Screen| {
        frames += 1;
        if frames == 3 {
            assert!(screen.pixels() != expected.pixels(), "it is not read yet");
            holder.take().unwrap().release();
        }
        (screen.pixels() == expected.pixels()).then_some(Key::Esc)
    });
    let left = show(&mut still(), &mut console, &store);
    assert_eq!(left, Ok(()), "what it knows is never shown");
}

#[test]
fn the_menu_responds_while_the_memory_is_locked() {
    let (_scratch, store) = folder();
    let holder = Holder::new(&store);
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings);
    let mut console = typed("l Tab Esc Down Up l Esc Esc Esc");
    let left = at.run(&mut console, &mut profile, |session| menu::title(session, &mut None));
    assert_eq!(left, Ok(()));
    drop(profile);
    holder.release();
}

#[test]
fn a_game_responds_while_the_learner_waits_for_its_memory() {
    let (_scratch, store) = folder();
    let holder = Holder::new(&store);
    let mut at = still().seated(seats("learner", "human", 0));
    let mut profile = Profile::open(Ok(store), &mut at.settings);
    let mut game = new_othello(Rules::Standard);
    let mut console = typed("h h F1 Esc Esc");
    let left = play_game(&mut console, &mut game, &mut at, &mut profile);
    assert_eq!(left, Ok(()));
    assert!(!game.under_way(), "it could not move");
    drop(profile);
    holder.release();
}

#[test]
fn the_learner_reports_a_memory_locked_for_too_long() {
    let (_scratch, store) = folder();
    let holder = Holder::new(&store);
    let learners = Learners::of(&store);
    let game = new_othello(Rules::Standard);
    let chosen = |ms, stops: bool| {
        let stop = Stop::default();
        if stops {
            stop.set();
        }
        Othello.learned(&learners, &*game, 1, ms, &stop)
    };
    assert_eq!(chosen(30, false), Some(Err(NoMove::Busy)));
    assert_eq!(chosen(60_000, true), Some(Ok(None)));
    holder.release();
    let found = chosen(60_000, false);
    assert!(matches!(found, Some(Ok(Some(_)))), "{found:?}");
}

/// The number of journal files with this extension.
fn files(scratch: &Path, end: &str) -> usize {
    let names = names_in(&scratch.join("learner")).into_iter();
    names.filter(|name| name.ends_with(end)).count()
}

#[test]
fn games_finished_while_the_memory_is_locked_are_learned_once() {
    let (scratch, store) = folder();
    let holder = Holder::new(&store);
    let learners = Learners::of(&store);
    Othello.game_over(&learners, &*finished(), Role::Black, 1, true);
    // The program ends.
    drop(learners);
    assert_eq!(files(scratch.path(), ".note"), 1, "the game is safe");
    holder.release();
    for _ in 0..2 {
        assert_eq!(known(&Learners::of(&store)).played, 1);
    }
    assert_eq!(files(scratch.path(), ".note"), 0);
}

#[test]
fn notes_teach_the_same_as_immediate_learning() {
    let (_one, one) = folder();
    let (_other, other) = folder();
    trained(&one);
    trained(&other);
    let game = othello_of(finished());
    let finished = Finished { moves: Moves::new(game.plies()), role: Role::White, seed: 5 };
    finished.leave::<LearnedWeights>(&one).unwrap();
    let mut left = Memory::<LearnedWeights>::of(&one);
    left.catch_up().unwrap();
    let mut at_once = Memory::<LearnedWeights>::of(&other);
    assert!(at_once.learn(finished, false).unwrap());
    assert!(left.learner() == at_once.learner());
}

#[test]
fn gomoku_games_go_to_the_gomoku_learner() {
    let (_scratch, store) = folder();
    let holder = Holder::new(&store);
    let record = "000110112021303140";
    let game = gomoku::Game::from_record(record).unwrap();
    let learners = Learners::of(&store);
    Gomoku.game_over(&learners, &game, Role::White, 1, true);
    drop(learners);
    holder.release();
    let learners = Learners::of(&store);
    let gomoku = learners.look_at_gomoku().wait(Duration::MAX);
    assert_eq!(gomoku.unwrap().history.played, 1);
    assert_eq!(known(&learners).games(), 0);
    assert_eq!(learners.message(), None);
}
