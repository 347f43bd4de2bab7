//! Limits the computing time between two keyboard polls on every screen.

use app::play::editor::Editor;
use app::play::lessons::Tutor;
use app::play::menu;
use app::play::profile::Profile;
use app::play::source_file::SourceFile;
use lessons::tutor::course::all;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rustix::time::{ClockId, clock_gettime};
use tempfile::TempDir;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen, parse_keys};

use crate::common::at_the_board::At;
use crate::golden::ways;
use crate::monkey::{ESCAPES, any_key, harmless};

/// The limit between two polls in ms of thread CPU time. The slowest screen takes 200 ms in a test build; the
/// rest allows for slow machines.
const MOST: u64 = 400;

/// A console that measures the CPU time of this thread between two keyboard polls. Other threads and waiting
/// do not count.
struct Counting<F: FnMut(&Screen, u64)> {
    script: Script<F>,
    looked: u64,
    longest: u64,
    /// The previous key.
    last: Option<Key>,
    worst: Option<(Key, Screen)>,
    waits: u32,
}

/// The CPU time of this thread in ms.
fn computed() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000
}

impl<F: FnMut(&Screen, u64)> Counting<F> {
    fn new(script: Script<F>) -> Counting<F> {
        Counting { script, looked: computed(), longest: 0, last: None, worst: None, waits: 0 }
    }

    fn look(&mut self) {
        let now = computed();
        if now - self.looked > self.longest {
            self.longest = now - self.looked;
            let screen = self.script.screen().clone();
            self.worst = self.last.map(|key| (key, screen));
        }
        self.looked = computed();
    }

    fn typed(&mut self, key: Result<Key, Quit>) -> Result<Key, Quit> {
        self.look();
        self.last = key.ok();
        key
    }
}

impl<F: FnMut(&Screen, u64)> Console for Counting<F> {
    fn screen(&mut self) -> &mut Screen {
        self.script.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.look();
        let key = self.script.getkey();
        let key = key.map(|key| harmless(key, self.script.screen()));
        self.typed(key)
    }

    /// Returns no key three times out of four, so that background work can show its results.
    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.look();
        self.waits += 1;
        if !self.waits.is_multiple_of(4) {
            std::thread::yield_now();
            self.script.delay(ms)?;
            return Ok(None);
        }
        self.getkey().map(Some)
    }

    fn now(&self) -> u64 {
        self.script.now()
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.look();
        self.script.delay(ms)
    }

    fn kbhit(&mut self) -> bool {
        self.look();
        self.waits += 1;
        self.waits.is_multiple_of(50)
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        true
    }
}

/// Types the keys at the title screen or in a lesson, and checks the time between polls.
fn assert_it_looks(lesson: Option<&str>, keys: &[Key]) {
    let mut console = Counting::new(Script::new(keys.iter().copied(), |_, _| ()));
    let mut table = At::default();
    table.seats.patience = 1;
    // The console never waits for a minute.
    table.settings.demo = false;
    let _ = table.run(&mut console, &mut Profile::in_memory(), |session| {
        if let Some(name) = lesson {
            menu::lessons(session, Tutor::at(name).unwrap())?;
        }
        menu::title(session, &mut None)
    });
    let longest = console.longest;
    if longest > MOST {
        let (key, screen) = console.worst.unwrap();
        let file = std::env::temp_dir().join("qipan-does-not-look.png");
        std::fs::write(&file, screen.png_bytes()).unwrap();
        panic!("{lesson:?}: {longest} ms after {key:?} of {keys:?}; the screen is {}", file.display());
    }
}

#[test]
fn every_lesson_polls_the_keyboard_while_computing() {
    let scripts = [
        "Enter Enter Enter Enter Enter",
        "End Left End Enter Tab Left End Tab Tab Left Left",
        "Right Right A Enter Enter F8 F8 A Enter Enter Shift+F8 F4 Ctrl+F9 Shift+F9 Home",
        "Tab End A Enter Tab End Backspace O Shift+F7 G 5 0 0 0 Enter G 1 Enter Alt+F5 Enter",
    ];
    // Lessons are alike, so each gets one of the scripts.
    for (lesson, keys) in all().zip(scripts.iter().cycle()) {
        assert_it_looks(Some(lesson.name), &parse_keys(keys).unwrap());
    }
}

/// An endless program with slow steps.
const ENDLESS: &str = "#include <graphics.h>
main()
{
  int driver = DETECT, mode;
  long n = 0;
  initgraph(&driver, &mode, \"\");
  for (;;) {
    n++;
    if (n % 1000 == 0) {
      setfillstyle(SOLID_FILL, n / 1000);
      bar(0, 0, 639, 479);
    }
  }
}
";

#[test]
fn the_debugger_polls_the_keyboard_in_an_endless_program() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("ENDLESS.C");
    std::fs::write(&file, ENDLESS).unwrap();
    let keys = "F7 End x Left*3 Shift+F8 Right F6 End Enter x W x Ctrl+F7 n % 7 Enter Alt+F5 Up Enter x W x \
                Down Alt+F8 n = = 5 0 0 Enter Enter Shift+F9 x Ctrl+F9 x Home End x G 9 9 9 9 9 Enter x Esc Esc";
    let keys = parse_keys(keys).unwrap();
    let mut console = Counting::new(Script::new(keys, |_, _| ()));
    let _ = At::default().run(&mut console, &mut Profile::in_memory(), |session| {
        let file = SourceFile::of_file(&session.profile, &file);
        Editor::open(file, "").unwrap().run(session)
    });
    let longest = console.longest;
    assert!(longest <= MOST, "{longest} ms after {:?}", console.worst.map(|(key, _)| key));
}

/// Types random keys on every screen number `step` from number `first` on.
fn type_at_random_on(first: usize, step: usize) {
    let random = &mut StdRng::seed_from_u64(100 + first as u64);
    for (_, keys) in ways().skip(first).step_by(step) {
        let keys = keys.split_once(": ").map_or(&*keys, |(_, keys)| keys);
        let mut keys = parse_keys(keys).unwrap();
        keys.extend((0..60).map(|_| any_key(random)));
        keys.extend([Key::Esc; ESCAPES]);
        assert_it_looks(None, &keys);
    }
}

#[test]
fn some_screens_poll_the_keyboard_under_random_keys() {
    type_at_random_on(0, 10);
}

#[test]
#[ignore = "takes minutes"]
fn every_screen_polls_the_keyboard_under_random_keys() {
    const THREADS: usize = 2;
    std::thread::scope(|scope| {
        for first in 0..THREADS {
            scope.spawn(move || type_at_random_on(first, THREADS));
        }
    });
}
