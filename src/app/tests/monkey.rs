//! Random keys in the whole program.

use crate::closed_boxes::assert_boxes_are_closed;
use crate::common::at_the_board::At;
use crate::golden::shown;
use app::play::games::GAMES;
use app::play::menu;
use app::play::profile::{Profile, game_from_text, game_to_text};
use app::play::settings::Table;
use games::Game;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use screen::panel;
use turbo::dos::bgi::WIDTH;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen};
use words::{ENGLISH, say, with_language};

/// A console on which a key is often waiting, so that the random keys interrupt animations.
struct Impatient<F: FnMut(&Screen, u64)>(Script<F>, u32);

impl<F: FnMut(&Screen, u64)> Impatient<F> {
    /// Checks the screen from time to time.
    fn look(&mut self) {
        if self.0.keys_left().is_multiple_of(LOOKS_AT) {
            assert_boxes_are_closed(self.0.screen());
        }
    }
}

impl<F: FnMut(&Screen, u64)> Console for Impatient<F> {
    fn screen(&mut self) -> &mut Screen {
        self.0.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.look();
        let key = self.0.getkey()?;
        Ok(harmless(key, self.0.screen()))
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.look();
        let key = self.0.key_within(ms)?;
        Ok(key.map(|key| harmless(key, self.0.screen())))
    }

    fn now(&self) -> u64 {
        self.0.now()
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.0.delay(ms)
    }

    fn kbhit(&mut self) -> bool {
        self.1 += 1;
        !self.1.is_multiple_of(3)
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.0.sound(hertz, ms);
    }

    fn real_time(&self) -> bool {
        false
    }
}

/// A random key, mostly one with an effect. Esc and the menu's "Quit" are rare, because they end a run.
pub fn any_key(random: &mut StdRng) -> Key {
    match random.random_range(0..100) {
        0..50 => [Key::Up, Key::Down, Key::Left, Key::Right][random.random_range(0..4)],
        50..75 => Key::Enter,
        75..78 => Key::Space,
        78..84 => Key::Backspace,
        84..86 => Key::Ctrl('u'),
        86..88 => Key::ShiftF(6),
        88..96 => match random.random_range(1..=12) {
            // With the tutor on, most keys would go into stepping.
            5 if random.random_range(0..10) > 0 => Key::F(9),
            n => Key::F(n),
        },
        96 => {
            use Key::{End, Esc, Home, PageDown, PageUp, Tab};
            [Esc, Tab, Home, End, PageUp, PageDown][random.random_range(0..6)]
        }
        _ => Key::Char(char::from(random.random_range(b'!'..=b'~'))),
    }
}

/// A rectangle of the screen: left, top, right, bottom.
pub type Part = (i32, i32, i32, i32);

/// The title bar.
const BAR: Part = (0, 0, WIDTH, 16);

/// True if two screens are equal in a rectangle.
pub fn same(part: Part, a: &Screen, b: &Screen) -> bool {
    let (left, top, right, bottom) = part;
    (top..bottom).all(|y| {
        let row = (y * WIDTH + left) as usize..(y * WIDTH + right) as usize;
        a.pixels()[row.clone()] == b.pixels()[row]
    })
}

/// Replaces a random key by Esc in the list of C programs: random keys must not edit files outside the test's
/// folder.
pub fn harmless(key: Key, screen: &Screen) -> Key {
    let mut list = Screen::default();
    panel::title_bar(&mut list, say!("C programs"));
    match same(BAR, &list, screen) {
        true => Key::Esc,
        false => key,
    }
}

/// The number of keys between two checks of the screen.
const LOOKS_AT: usize = 50;
/// The number of random keys before Esc has to leave the program.
const RUN: usize = 1000;
/// More than the program has nested screens.
pub const ESCAPES: usize = 40;

/// Asserts that a game reads back as it was saved, move by move.
fn assert_legal(game: &dyn Game, table: &Table) {
    let text = game_to_text(game, table);
    let mut read = Table::default();
    let again = game_from_text(&text, &GAMES, &mut read).map(|game| game_to_text(&*game, &read));
    assert_eq!(again.as_ref(), Ok(&text));
}

/// The keys that leave everything: Esc, and "yes" for a game that would be lost. The number of Escs before a
/// "yes" is odd, then even, because an even number would close the question, and games between computers take
/// a key per turn.
const OUT: [Key; 9] = {
    const ESC: Key = Key::Esc;
    const YES: Key = Key::Char('y');
    [ESC, YES, ESC, ESC, ESC, YES, ESC, ESC, ESC]
};

/// Types random keys, then the keys that leave the program. Restarts the program whenever it ends early.
fn run(random: &mut StdRng) {
    let mut keys: Vec<Key> = (0..RUN).map(|_| any_key(random)).collect();
    keys.extend(OUT.repeat(ESCAPES));
    let mut typed = 0;
    while typed < RUN {
        let rest = keys[typed..].iter().copied();
        let mut script = Impatient(Script::new(rest, |_, _| ()), 0);
        let mut table = At::default();
        // Strong opponents must not take long.
        table.seats.patience = 1;
        let mut game = None;
        let left =
            table.run(&mut script, &mut Profile::in_memory(), |session| menu::title(session, &mut game));
        assert_eq!(left, Ok(()), "Esc leads out after {keys:?}");
        if let Some(game) = &game {
            assert_legal(&**game, &table);
        }
        typed = keys.len() - script.0.keys_left();
    }
}

fn monkey(seed: u64, keys: usize) {
    let mut random = StdRng::seed_from_u64(seed);
    (0..keys / RUN).for_each(|_| run(&mut random));
}

/// Types this many keys in two threads.
fn monkeys(keys: usize) {
    std::thread::scope(|scope| {
        for seed in 0..2 {
            scope.spawn(move || monkey(seed, keys / 2));
        }
    });
}

#[test]
fn thirty_thousand_random_keys_do_no_harm() {
    monkeys(30_000);
}

#[test]
fn random_keys_never_open_files_outside() {
    words::load(&app::TRANSLATIONS);
    for language in [ENGLISH, "zh"] {
        let list = with_language(language, || harmless(Key::Enter, &shown("e")));
        assert_eq!(list, Key::Esc);
        let menu = with_language(language, || harmless(Key::Enter, &shown("e Esc")));
        assert_eq!(menu, Key::Enter);
    }
}
