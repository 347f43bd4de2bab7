//! The look of a CRT monitor at double size, and the options for it and for the volume.

use crate::common::at_the_board::{play_game, still};
use crate::common::pictures::{assert_golden_dots, golden, read_png};
use crate::common::recorded::new_othello;
use app::play::profile::Profile;
use games::othello::Rules;
use turbo::dos::parse_keys;
use turbo::dos::picture::Picture;
use turbo::dos::script::Script;

/// A part of a picture at double size: the corner of a board with letters.
fn seen(crt: bool) -> Vec<u32> {
    let screen = read_png(&golden("othello-hints")).unwrap();
    let mut picture = Picture::default();
    picture.crt = crt;
    picture.compose(&screen, (1280, 960));
    let scale = picture.width / 640;
    let at = |x: usize, y: usize| picture.dots[y * scale / 2 * picture.width + x * scale / 2];
    (0..300).flat_map(|y| (0..400).map(move |x| at(x, y))).collect()
}

#[test]
fn the_crt_look_matches_its_golden_picture() {
    assert_golden_dots("crt-off", &seen(false), 400);
    assert_golden_dots("crt-on", &seen(true), 400);
}

#[test]
fn the_options_set_the_volume_and_the_crt_look() {
    let tuned = |keys: &str| {
        let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
        let mut game = new_othello(Rules::Standard);
        let _ = play_game(&mut script, &mut game, &mut still(), &mut Profile::in_memory());
        (script.volume(), script.crt())
    };
    assert_eq!(tuned(""), (3, false));
    assert_eq!(tuned("Ctrl+O Right Down*6 Right Enter"), (4, true));
}
