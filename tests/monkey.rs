//! A million keys that mean nothing, over all there is.

use qipan::dos::Key;
use qipan::dos::script::Script;
use qipan::menu;
use qipan::save::Keeper;
use qipan::table::Table;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Mostly the keys that lead somewhere; Esc and the menu's "Quit" are rare, because they end a run.
fn any_key(random: &mut StdRng) -> Key {
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
        96 => [
            Key::Esc,
            Key::Tab,
            Key::Home,
            Key::End,
            Key::PageUp,
            Key::PageDown,
        ][random.random_range(0..6)],
        _ => Key::Char(char::from(random.random_range(b'!'..=b'~'))),
    }
}

/// Starts the program again whenever the keys have ended it, until all are typed.
fn monkey(seed: u64, keys: usize) {
    let mut random = StdRng::seed_from_u64(seed);
    let keys: Vec<Key> = (0..keys).map(|_| any_key(&mut random)).collect();
    let mut typed = 0;
    while typed < keys.len() {
        let rest = keys[typed..].iter().copied();
        let mut script = Script::new(rest, |_, _| ());
        let _ = menu::title(
            &mut script,
            &mut None,
            &mut Table::default(),
            &mut Keeper::nowhere(),
        );
        typed = keys.len() - script.keys_left();
    }
}

#[test]
fn a_million_random_keys_do_no_harm() {
    std::thread::scope(|scope| {
        for seed in 0..2 {
            scope.spawn(move || monkey(seed, 500_000));
        }
    });
}
