//! Texts in boxes: the help, typed text, commands to run, the age of a game.

use std::time::{Duration, SystemTime};

use app::play::consent::printable;
use app::play::help::{
    ABOUT, COLUMNS, COMPUTER, DEBUGGER, EDITOR, FILES, GOMOKU, KEYS, LEARNER, LEARNING, OTHELLO, ROWS,
    SET_UP, TUTOR, pages,
};
use app::play::text_field::ask_text;
use app::play::unfinished::ago;
use players::Player;
use turbo::dos::bgi::columns_of;
use turbo::dos::headless::Headless;
use turbo::dos::{Key, parse_keys};

#[test]
fn every_line_of_the_help_fits_its_page() {
    words::load(&app::TRANSLATIONS);
    let english = pages().len();
    for (tag, _) in words::languages() {
        words::with_language(tag, || {
            assert_eq!(pages().len(), english, "{tag}");
            for page in &pages() {
                assert!(page.lines.len() <= ROWS, "{} is too long", page.title);
                for line in &page.lines {
                    assert!(columns_of(line) <= COLUMNS, "too wide: {line}");
                }
            }
        });
    }
}

#[test]
fn each_constant_is_the_index_of_its_page() {
    for (place, title) in [
        (KEYS, "Keys"),
        (FILES, "Menus and files"),
        (OTHELLO, "Othello"),
        (GOMOKU, "Gomoku"),
        (TUTOR, "The tutor"),
        (LEARNER, "The learner"),
        (EDITOR, "The editor"),
        (COMPUTER, "Against the computer"),
        (SET_UP, "Setting up a position"),
        (LEARNING, "Lines, openings, exercises"),
        (DEBUGGER, "The debugger"),
        (ABOUT, "About"),
    ] {
        assert_eq!(pages()[place].title, title);
    }
}

/// The text after these keys and Enter.
fn after(text: &str, keys: &str) -> String {
    let keys = parse_keys(keys).unwrap().into_iter().chain([Key::Enter]);
    ask_text(&mut Headless::new(keys), "", text, "", "").unwrap().unwrap()
}

#[test]
fn the_first_character_replaces_the_name_and_an_arrow_keeps_it() {
    assert_eq!(after("game-001", "m i n e"), "mine");
    assert_eq!(after("game-001", "Backspace m"), "m");
    assert_eq!(after("game-001", "Left 2"), "game-0021");
    assert_eq!(after("game-001", "End x"), "game-001x");
}

#[test]
fn characters_come_and_go_at_the_cursor() {
    assert_eq!(after("", "a c Left b Home Delete End d"), "bcd");
    assert_eq!(after("abc", "Left*2 Backspace Delete Right*9 Left*9 x"), "xc");
    assert_eq!(after("é ü", "Left Backspace"), "éü");
}

#[test]
fn nothing_in_a_command_hides() {
    let player: Player = "nboard:sh -c 'a\u{202e}b\u{a0}é'".parse().unwrap();
    assert_eq!(printable(&player), "nboard:sh -c 'a\\u{202e}b\\u{a0}\\u{e9}'");
}

#[test]
fn how_long_ago_is_told_in_the_largest_unit() {
    let now = SystemTime::now();
    for (seconds, text) in [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (7200, "2 hours ago"),
        (86_400, "1 day ago"),
        (86_400 * 29, "29 days ago"),
        (86_400 * 364, "12 months ago"),
        (86_400 * 800, "2 years ago"),
    ] {
        assert_eq!(ago(now - Duration::from_secs(seconds), now), text);
    }
    assert_eq!(ago(now + Duration::from_secs(9), now), "just now");
}
