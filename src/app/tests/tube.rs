//! The simulated picture tube at double size, its options, and the memory count at startup.

use crate::common::at_the_board::{play_game, still};
use crate::common::pictures::{assert_golden_dots, golden, read_png};
use crate::common::recorded::new_othello;
use app::play::keeper::Keeper;
use games::othello::Rules;
use turbo::dos::picture::{Picture, Strength, Tube};
use turbo::dos::script::Script;
use turbo::dos::parse_keys;

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
            ..Tube::default()
        };
        assert_golden_dots(&format!("tube-{strength}"), &seen(tube), 400);
    }
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
    let crt = Tube {
        strength: Strength::Medium,
        ..Tube::default()
    };
    let keys = "o Down*5 Right Down*6 Right Enter";
    assert_eq!(tuned(keys), (4, crt));
}
