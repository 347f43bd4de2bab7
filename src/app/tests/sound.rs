//! The sounds of the PC speaker and their times.

use crate::common::at_the_board::{At, play_game, seats, still};
use crate::common::recorded::{AnyGame, boxed, keys_of, keys_of_record, new_othello, to, world_championship};
use app::play::profile::Profile;
use app::play::tunes::{CLICK, DRAW, LOST, Note, REFUSED, WON, at_end};
use games::gomoku;
use games::othello::Rules;
use games::stone::{Outcome, Stone};
use turbo::dos::parse_keys;
use turbo::dos::script::Script;

/// The tones that the keys cause at this table, with their times.
fn sounds_at(mut table: At, mut game: AnyGame, keys: &str) -> Vec<(u32, u32, u64)> {
    let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
    let _ = play_game(&mut script, &mut game, &mut table, &mut Profile::in_memory());
    script.sounds().to_vec()
}

/// The tones of a game for two.
fn notes(game: AnyGame, keys: &str) -> Vec<Note> {
    let sounds = sounds_at(still(), game, keys);
    let notes = sounds.into_iter();
    notes.map(|(hertz, ms, _)| (hertz, ms)).collect()
}

fn othello(keys: &str) -> Vec<Note> {
    notes(new_othello(Rules::Original), keys)
}

fn gomoku(keys: &str) -> Vec<Note> {
    notes(boxed(gomoku::Game::default()), keys)
}

#[test]
fn a_dropped_stone_clicks_and_moving_it_is_silent() {
    assert_eq!(othello("Down*8 Right*7 Up*7 Left*7 Ctrl+B Esc F1 Esc"), []);
    assert_eq!(othello(&format!("{} Enter", to("d3"))), CLICK);
    assert_eq!(gomoku("Down Enter Down Enter"), [CLICK, CLICK].concat());
}

#[test]
fn a_refused_drop_gives_a_low_tone() {
    let found = othello(&format!("{} Enter", to("a1")));
    assert_eq!(found, REFUSED, "nothing turns");
    let found = othello(&format!("{} Enter", to("d4")));
    assert_eq!(found, REFUSED, "on a stone");
    assert_eq!(othello("Enter"), REFUSED, "outside the board");
    assert_eq!(gomoku("Down Enter Enter"), [CLICK, REFUSED].concat());
    let found = othello("Down Enter*61");
    assert_eq!(found, [REFUSED; 61].concat(), "the turn is lost");
}

#[test]
fn the_final_tune_plays_once() {
    let moves = "e6f4e3f6g5d6e7f5c5";
    let expected = [&[CLICK; 9][..], &[WON]].concat().concat();
    assert_eq!(othello(&keys_of(moves)), expected);
    let found = othello(&format!("{} Esc F1 Esc", keys_of(moves)));
    assert_eq!(found, expected);
    let five = keys_of_record("000110112021303140");
    assert_eq!(gomoku(&five), expected);
    assert_eq!(gomoku("Down Enter F10 r y"), [CLICK, WON].concat(), "resigned");
}

#[test]
fn stepping_forward_through_a_game_clicks_and_going_back_is_silent() {
    let keys = keys_of("e6f4e3f6g5d6e7f5c5");
    let played = othello(&keys);
    let stepped = othello(&format!("{keys} r r Right*3 Left*2 End Home Esc"));
    assert_eq!(stepped[played.len()..], [CLICK; 3].concat());
}

#[test]
fn a_draw_has_its_own_tune() {
    let draw = &world_championship()[3];
    assert_eq!(draw.discs, (32, 32));
    let notes = othello(&keys_of(&draw.moves));
    assert!(notes.ends_with(&[CLICK, DRAW].concat()), "{notes:?}");
}

#[test]
fn losing_to_the_computer_plays_the_sad_tune() {
    for (black, white, tune) in [
        ("human", "human", WON),
        ("human", "random", WON),
        ("random", "human", LOST),
        ("random", "random", WON),
    ] {
        let seats = seats(black, white, 0);
        let found = at_end(Outcome::Won(Stone::Black), &seats);
        assert_eq!(found, tune, "{seats:?}");
        assert_eq!(at_end(Outcome::Draw, &seats), DRAW);
    }
}

#[test]
fn the_click_comes_before_the_animation() {
    let table = At::default().seated(seats("human", "random", 0));
    let game = new_othello(Rules::Standard);
    let sounds = sounds_at(table, game, &format!("{} Enter", to("d3")));
    let times: Vec<u64> = sounds.iter().map(|(.., at)| *at).collect();
    // Black's stones turn over for 400 ms, then the computer waits 220 ms.
    assert_eq!(times, [0, 620]);
}

#[test]
fn the_options_turn_the_sound_off() {
    let drop = format!("{} Enter", to("d3"));
    // The volume is 3 of 5.
    assert_eq!(othello(&format!("Ctrl+O Left*3 Enter {drop}")), []);
    assert_eq!(othello(&format!("Ctrl+O Left*2 Enter {drop}")), CLICK);
}
