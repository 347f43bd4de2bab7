//! The rules of the DOS program, by keys through the real loops.

use crate::common::at_the_board::othello;
use crate::common::recorded::{keys_of, to, world_championship};
use games::Game as _;
use games::othello::rules::Map;
use games::othello::{Game, Ply, Rules};
use games::stone::Stone;
use turbo::dos::Quit;

/// The game after the keys, and its board as text.
fn after(keys: &str) -> (Game, String) {
    let game = othello(keys).game;
    let board = game.map().to_string();
    (game, board)
}

#[test]
fn from_the_start_cell_only_down_leads_onto_the_board() {
    for keys in ["Up*3", "Left*3", "Right*3", "Right Left Up"] {
        let (game, board) = after(&format!("{keys} Enter Space {} Enter", to("d3")));
        assert_eq!(game.plies().len(), 1, "after {keys}:\n{board}");
        assert_eq!(game.tries(), 0, "dropping at the start is no try");
    }
}

#[test]
fn arrows_stop_at_each_border() {
    for (keys, there) in [
        ("Down Left*3 Up*3", "a1"),
        ("Down Right*9 Up*2", "h1"),
        ("Down*20 Right*9 Right*9", "h8"),
        ("Down*20 Left*9", "a8"),
        ("Down Up Up Right*7 Down*7 Left*7 Up*7", "a1"),
    ] {
        let refused = othello(&format!("{keys} Enter"));
        let expected = othello(&format!("{} Enter", to(there)));
        assert!(refused.screen == expected.screen, "{keys} is not {there}");
        assert_eq!(refused.game.tries(), 1);
    }
}

#[test]
fn a_stone_cannot_move_back_above_the_board() {
    let (game, board) = after("Down Up*5 Right*3 Down*2 Enter");
    assert_eq!(game.plies().len(), 1, "the stone was not on d3:\n{board}");
}

#[test]
fn space_drops_like_enter() {
    let (space, _) = after(&format!("{} Space", to("d3")));
    let (enter, _) = after(&format!("{} Enter", to("d3")));
    assert_eq!(space, enter);
}

#[test]
fn dropping_on_a_stone_does_not_count_as_a_try() {
    for cell in ["d4", "e4", "d5", "e5"] {
        let (game, board) = after(&format!("{} Enter*9", to(cell)));
        assert_eq!((game.tries(), game.t()), (0, 1), "on {cell}:\n{board}");
        assert_eq!(*game.map(), Map::default());
    }
}

#[test]
fn a_drop_without_effect_counts_as_a_try() {
    for cell in ["a1", "h8", "d6", "e3", "c3"] {
        let (game, _) = after(&format!("{} Enter", to(cell)));
        assert_eq!((game.tries(), game.t()), (1, 1), "on {cell}");
        assert_eq!(*game.map(), Map::default());
    }
}

#[test]
fn the_turn_is_lost_when_the_failed_tries_exceed_the_empty_cells() {
    let (game, _) = after("Down Enter*60");
    assert_eq!((game.tries(), game.tries_allowed()), (60, 60));
    assert_eq!((game.t(), game.to_move()), (1, Some(Stone::Black)));

    let (game, board) = after("Down Enter*61");
    assert_eq!((game.tries(), game.t()), (0, 2));
    assert_eq!(game.to_move(), Some(Stone::White), "\n{board}");
    assert_eq!(game.plies(), [Ply::Pass]);
    assert_eq!(*game.map(), Map::default());
}

#[test]
fn tries_are_counted_from_zero_in_each_turn() {
    let keys = format!("Down Enter*59 Down*2 Right*3 Enter {} Enter*2", to("a1"));
    let (game, board) = after(&keys);
    assert_eq!(game.t(), 2, "\n{board}");
    assert_eq!((game.tries(), game.tries_allowed()), (2, 59));
}

#[test]
fn a_player_can_throw_the_turn_away() {
    let keys = format!("Down Enter*61 {} Enter", to("e3"));
    let (game, board) = after(&keys);
    let expected = "........\n........\n....O...\n...OO...\n...XO...\n........\n........\n........";
    assert_eq!(board, expected);
    assert_eq!(game.to_string().lines().nth(10), Some("moves: --e3"));
}

#[test]
fn after_esc_the_game_stays_as_it_was() {
    let keys = format!("{} Enter Down*2 Esc y Enter*99", to("d3"));
    let played = othello(&keys);
    assert_eq!(played.left, Ok(()));
    assert_eq!(played.game.plies(), [Ply::Drop("d3".parse().unwrap())]);
}

#[test]
fn when_the_keys_run_out_the_window_is_closed() {
    assert_eq!(othello("Down").left, Err(Quit::Closed));
}

#[test]
fn leaving_an_unsaved_game_asks_first() {
    for key in ["Esc", "F10 m"] {
        assert_eq!(othello(key).left, Ok(()));
        let moved = format!("{} Enter {key}", to("d3"));
        assert_eq!(othello(&moved).left, Err(Quit::Closed), "it asks");
        for (answer, left) in [
            ("y", Ok(())),
            ("Down Enter", Ok(())),
            ("Enter", Err(Quit::Closed)),
            ("n", Err(Quit::Closed)),
            ("Esc", Err(Quit::Closed)),
        ] {
            let keys = format!("{moved} {answer}");
            assert_eq!(othello(&keys).left, left, "{keys}");
        }
    }
}

#[test]
fn f2_opens_the_form_for_a_new_game() {
    let moved = format!("{} Enter F2", to("d3"));
    for keys in ["Esc", "Right Down Right Esc"] {
        let (game, _) = after(&format!("{moved} {keys}"));
        assert_eq!(game.plies().len(), 1, "{keys} leaves the game as it was");
    }
    let (game, _) = after(&format!("{moved} Enter n"));
    assert_eq!(game.plies().len(), 1, "nothing keeps the game: it asks");
    let (game, _) = after(&format!("{moved} Enter y"));
    assert_eq!(game, Game::default());
    let (game, _) = after(&format!("{moved} Down*2 Right Enter y"));
    assert_eq!(game, Game::new(Rules::Standard));
}

#[test]
fn after_the_end_review_is_offered_first_and_a_new_game_next() {
    let keys = keys_of("e6f4e3f6g5d6e7f5c5");
    let (game, _) = after(&format!("{keys} Down Enter {} Enter", to("d3")));
    assert_eq!(game.plies(), [Ply::Drop("d3".parse().unwrap())]);
}

#[test]
fn undo_and_redo_cover_moves_passes_and_the_end() {
    let championship = &world_championship()[1];
    let keys = keys_of(&championship.moves);
    let (whole, _) = after(&keys);
    let plies = whole.plies().len();
    assert!(whole.plies().contains(&Ply::Pass), "it has passes");
    let (game, board) = after(&format!("{keys} Backspace*{plies}"));
    assert_eq!((game.t(), *game.map()), (1, Map::default()), "\n{board}");
    let (game, board) = after(&format!("{keys} Backspace*{plies} Ctrl+U*{plies} Ctrl+U"));
    assert_eq!(game, whole, "\n{board}");
    let (game, _) = after(&format!("{keys} Backspace*9 Ctrl+U*4"));
    assert_eq!(game.plies(), &whole.plies()[..plies - 5]);
}

#[test]
fn undo_resets_the_tries() {
    let (game, _) = after(&format!("{} Enter {} Enter*5 Backspace", to("d3"), to("a1")));
    assert_eq!((game.tries(), game.t()), (0, 1));
}

#[test]
fn a_new_move_discards_undone_moves() {
    let keys = format!("{} Enter Backspace {} Enter Ctrl+U", to("d3"), to("c4"));
    let (game, board) = after(&keys);
    let plies = game.plies();
    assert_eq!(plies, [Ply::Drop("c4".parse().unwrap())], "\n{board}");
}

#[test]
fn help_and_colours_do_not_change_the_game() {
    let plain = othello(&format!("{} Enter", to("d3")));
    for keys in ["F1 Esc", "F1 Right Left End Home Enter", "F6"] {
        let other = othello(&format!("{keys} {} Enter", to("d3")));
        assert_eq!(other.game, plain.game, "{keys}");
        assert!(other.screen == plain.screen, "{keys}");
    }
}
