//! The simulated picture tube at double size, its options, and the memory count at startup.

use crate::common::at_the_board::{play_game, still};
use crate::common::pictures::{assert_golden, assert_golden_dots, golden, read_png};
use crate::common::recorded::new_othello;
use crate::one_player::Clock;
use app::play::bios;
use app::play::keeper::Keeper;
use app::play::settings::{Settings, Speed};
use games::othello::Rules;
use turbo::dos::picture::{Picture, Strength, Tube};
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, parse_keys};

/// A part of a picture at double size: the corner of a board with letters.
fn seen(tube: Tube) -> Vec<u32> {
    let screen = read_png(&golden("othello-hints")).unwrap();
    let mut picture = Picture::new(tube);
    picture.compose(&screen, (1280, 960));
    let scale = picture.width / 640;
    let at = |x: usize, y: usize| picture.dots[y * scale / 2 * picture.width + x * scale / 2];
    (0..300)
        .flat_map(|y| (0..400).map(move |x| at(x, y)))
        .collect()
}

#[test]
fn each_tube_strength_matches_its_golden_picture() {
    for strength in Strength::ALL {
        let tube = Tube {
            strength,
            curved: false,
        };
        assert_golden_dots(&format!("tube-{strength}"), &seen(tube), 400);
    }
    let curved = Tube {
        strength: Strength::Medium,
        curved: true,
    };
    assert_golden_dots("tube-curved", &seen(curved), 400);
}

#[test]
fn the_options_set_the_volume_and_the_tube() {
    let tuned = |keys: &str| {
        let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
        let mut game = new_othello(Rules::Standard);
        let _ = play_game(&mut script, &mut game, &mut still(), &mut Keeper::nowhere());
        script.tuned()
    };
    assert_eq!(tuned(""), (3, Tube::default()));
    let strong = Tube {
        strength: Strength::Strong,
        curved: true,
    };
    let keys = "o Down*5 Right Down*6 Left Down Right Enter";
    assert_eq!(tuned(keys), (4, strong));
}

/// Runs the memory count with these settings and timed keys.
fn counted(settings: Settings, keys: &[(u64, &str)]) -> Clock {
    let mut clock = Clock::of(keys);
    clock.real_time = true;
    let mut at = still();
    at.settings = settings;
    let left = at.run(&mut clock, &mut Keeper::nowhere(), bios::show);
    assert_eq!(left, Ok(()));
    clock
}

/// A key after the end of the count.
const LATE: (u64, &str) = (5000, "x");

#[test]
fn the_memory_count_takes_a_second() {
    let mut whole = counted(Settings::default(), &[LATE]);
    let ms = whole.now();
    assert!((800..1200).contains(&ms), "{ms} ms");
    assert_golden("bios", whole.screen());
}

#[test]
fn any_key_ends_the_memory_count_and_is_consumed() {
    let mut clock = counted(Settings::default(), &[(300, "x"), (300, "y")]);
    let ms = clock.now();
    assert!((300..=320).contains(&ms), "{ms} ms");
    assert_eq!(clock.getkey(), Ok(Key::Char('y')), "X is taken, Y is not");
    assert_golden("bios-counts", clock.screen());
}

#[test]
fn the_memory_count_can_be_turned_off() {
    let off = Settings {
        bios: false,
        ..Settings::default()
    };
    assert_eq!(counted(off, &[LATE]).now(), 0, "an option turns it off");
    let instant = Settings {
        speed: Speed::Instant,
        ..Settings::default()
    };
    assert_eq!(counted(instant, &[LATE]).now(), 0, "nothing moves");
    // A script is never held up.
    let mut script = Script::new([], |_, _| panic!("it shows nothing"));
    let mut at = still();
    at.settings = Settings::default();
    let left = at.run(&mut script, &mut Keeper::nowhere(), bios::show);
    assert_eq!((left, script.now()), (Ok(()), 0));
}
