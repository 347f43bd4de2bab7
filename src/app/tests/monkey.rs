//! Keys that mean nothing, over all there is.

use crate::closed_boxes::assert_boxes_are_closed;
use crate::common::at_the_board::At;
use crate::golden::shown;
use app::play::games::GAMES;
use app::play::keeper::{Keeper, game_from_text, game_to_text};
use app::play::menu;
use app::play::settings::Table;
use screen::panel;
use games::Game;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use turbo::dos::bgi::WIDTH;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen};
use words::{ENGLISH, say, speaking};

/// A machine on which keys are often waiting: the monkey does not watch what goes on by itself to its end.
struct Impatient<F: FnMut(&Screen, u64)>(Script<F>, u32);

impl<F: FnMut(&Screen, u64)> Impatient<F> {
    /// Looks at the screen now and then.
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

/// Mostly the keys that lead somewhere; Esc and the menu's "Quit" are rare, because they end a run.
pub fn any_key(random: &mut StdRng) -> Key {
    match random.random_range(0..100) {
        0..50 => [Key::Up, Key::Down, Key::Left, Key::Right][random.random_range(0..4)],
        50..75 => Key::Enter,
        75..78 => Key::Space,
        78..84 => Key::Backspace,
        84..88 => Key::Char('r'),
        88..96 => match random.random_range(1..=12) {
            // With the tutor on most keys would go into watching.
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

/// The bar at the top, with the title.
const BAR: Part = (0, 0, WIDTH, 16);

/// Do two screens show the same there?
pub fn same(part: Part, a: &Screen, b: &Screen) -> bool {
    let (left, top, right, bottom) = part;
    let mut rows = top..bottom;
    rows.all(|y| (left..right).all(|x| a.getpixel(x, y) == b.getpixel(x, y)))
}

/// The key that is typed where a random one would be this. From the list of C programs Esc leads away: those that are opened there may lie
/// anywhere, and random keys would write into them.
pub fn harmless(key: Key, screen: &Screen) -> Key {
    let mut list = Screen::default();
    panel::title_bar(&mut list, say!("C programs"));
    match same(BAR, &list, screen) {
        true => Key::Esc,
        false => key,
    }
}

/// The screen is looked at before each key of so many.
const LOOKS_AT: usize = 50;
/// How many random keys are typed before Esc has to lead out.
const RUN: usize = 1000;
/// More often than the program has screens on top of one another.
pub const ESCAPES: usize = 40;

/// A game that the rules allow can be told move by move: it reads back as it was written.
fn assert_legal(game: &dyn Game, table: &Table) {
    let text = game_to_text(game, table);
    let mut read = Table::default();
    let again = game_from_text(&text, &GAMES, &mut read).map(|game| game_to_text(&*game, &read));
    assert_eq!(again.as_ref(), Ok(&text));
}

/// How everything is left: Esc, and a yes where a game that is not kept would be lost. Three of the one stand before a yes, then four: after
/// an even number the question would be gone, and games between computers take a key at each turn.
const OUT: [Key; 9] = {
    const ESC: Key = Key::Esc;
    const YES: Key = Key::Char('y');
    [ESC, YES, ESC, ESC, ESC, YES, ESC, ESC, ESC]
};

/// Types the random keys, and then those that lead out until the program ends. Starts the program again whenever the keys have ended it
/// before.
fn run(random: &mut StdRng) {
    let mut keys: Vec<Key> = (0..RUN).map(|_| any_key(random)).collect();
    keys.extend(OUT.repeat(ESCAPES));
    let mut typed = 0;
    while typed < RUN {
        let rest = keys[typed..].iter().copied();
        let mut script = Impatient(Script::new(rest, |_, _| ()), 0);
        let mut table = At::default();
        // It may choose any opponent, and is not to wait for the strong ones.
        table.seats.patience = 1;
        let mut game = None;
        let left = table.run(&mut script, &mut Keeper::nowhere(), |session| {
            menu::title(session, &mut game)
        });
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

/// Types so many keys, one half of them beside the other.
fn monkeys(keys: usize) {
    std::thread::scope(|scope| {
        for seed in 0..2 {
            scope.spawn(move || monkey(seed, keys / 2));
        }
    });
}

#[test]
fn sixty_thousand_random_keys_do_no_harm() {
    monkeys(60_000);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_random_keys_do_no_harm() {
    monkeys(100_000);
}

#[test]
fn random_keys_open_no_program_that_lies_anywhere() {
    words::load(&app::TRANSLATIONS);
    for language in [ENGLISH, "zh"] {
        let list = speaking(language, || harmless(Key::Enter, &shown("e")));
        assert_eq!(list, Key::Esc);
        let menu = speaking(language, || harmless(Key::Enter, &shown("e Esc")));
        assert_eq!(menu, Key::Enter);
    }
}
