//! Gomoku by keys, through the real loops.

use crate::common::at_the_board::{gomoku, play};
use crate::common::recorded::{black_wins, boxed, keys_of_record};
use games::Game as _;
use games::gomoku;
use games::gomoku::record::text;
use games::stone::{Lost, Outcome, Stone};

#[test]
fn stones_are_dropped_on_the_points_that_the_keys_reach() {
    for record in ["00", "e0", "0e", "ee", "77787988", "000110112021303140"] {
        let played = gomoku(&keys_of_record(record));
        assert_eq!(text(played.game.pieces()), record);
        let opened = play(boxed(gomoku::Game::from_record(record).unwrap()), "");
        assert!(played.screen == opened.screen, "{record} looks different");
    }
}

#[test]
fn arrows_stop_at_the_borders_of_the_board() {
    for (keys, there) in [
        ("Down Left Up*2", "00"),
        ("Down Right*20", "e0"),
        ("Down*20 Left", "0e"),
        ("Down*20 Right*20", "ee"),
    ] {
        let game = gomoku(&format!("{keys} Enter")).game;
        assert_eq!(text(game.pieces()), there);
    }
    let game = gomoku("Up Left Right Enter Space").game;
    assert_eq!(game.pieces(), [], "the start is no point");
}

#[test]
fn taken_points_refuse_a_second_stone() {
    let game = gomoku("Down Enter Enter*3 Right Enter").game;
    assert_eq!(text(game.pieces()), "0010");
}

#[test]
fn resigning_asks_first_and_loses_the_game() {
    let game = gomoku("Down Enter F10 r Enter").game;
    assert_eq!(game.outcome(), None, "the first answer is no");
    let game = gomoku("Down Enter F10 r y").game;
    assert_eq!(game.outcome(), black_wins());
    assert_eq!(game.lost(), Some((Stone::White, Lost::Resigned)));
    let game = gomoku("Down Enter F10 r y Backspace").game;
    assert_eq!(game.outcome(), None, "it can be taken back");
    let game = gomoku("F10 r y").game;
    assert_eq!(game.outcome(), Some(Outcome::Won(Stone::White)));
}

#[test]
fn a_finished_game_accepts_no_stone_but_undo() {
    let keys = keys_of_record("000110112021303140");
    let game = gomoku(&format!("{keys} Down Right F10 r y Backspace")).game;
    assert_eq!(text(game.pieces()), "0001101120213031");
    let game = gomoku(&format!("{keys} a Down Enter")).game;
    assert_eq!(text(game.pieces()), "00", "A plays again");
}

#[test]
fn undo_and_redo_take_any_number_of_moves() {
    let keys = keys_of_record("7778798887");
    for (more, left) in [
        ("Backspace*2", "777879"),
        ("Backspace*9", ""),
        ("Backspace*5 Ctrl+U*3", "777879"),
        ("Backspace*5 Ctrl+U*9", "7778798887"),
        ("Backspace*2 a 1 5 Enter Ctrl+U", "77787900"),
    ] {
        let game = gomoku(&format!("{keys} {more}")).game;
        assert_eq!(text(game.pieces()), left, "after {more}");
    }
}
