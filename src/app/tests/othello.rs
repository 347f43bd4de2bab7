//! The rules of the DOS program, by keys through the real loops.

use crate::common::{
    at_the_board::othello,
    recorded::{black_wins, cells, keys_of, random_game, to, world_championship},
};
use app::play::game_loop::Leave;
use games::othello::Cell;
use games::othello::rules::{Map, can_move, do_score, legal_moves, qp_change};
use games::othello::{Dropped, Game, Ply, Rules};
use games::stone::{Outcome, Stone};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use turbo::dos::Quit;

/// The game after the keys, and its board as text.
fn after(keys: &str) -> (Game, String) {
    let game = othello(keys).game;
    let board = game.map().to_string();
    (game, board)
}

fn after_moves(moves: &str) -> Game {
    othello(&keys_of(moves)).game
}

#[test]
fn the_game_begins_with_four_stones_and_black_to_move() {
    let (game, board) = after("");
    assert_eq!(
        board,
        "........\n........\n........\n...OX...\n...XO...\n........\n........\n........"
    );
    assert_eq!((game.t(), game.to_move()), (1, Some(Stone::Black)));
    assert_eq!(do_score(game.map()), (2, 2));
    assert_eq!(game.tries_allowed(), 60);
}

#[test]
fn the_row_comes_first_in_map() {
    let map: Map = "
        .X......
        ........
        ........
        ........
        ........
        ........
        ........
        O......."
        .parse()
        .unwrap();
    assert_eq!((map[0][1], map[7][0], map[1][0], map[0][7]), (1, 2, 0, 0));
}

#[test]
fn odd_turns_are_black_and_even_turns_white() {
    let mut game = Game::default();
    for (cell, stone) in cells("f5d6c3d3c4f4").into_iter().zip(1..) {
        assert_eq!(game.to_move(), Some(Stone::of_turn(stone)));
        game.drop(cell);
        let Cell { row, col } = cell;
        assert_eq!(game.map()[row][col], [2, 1][stone % 2], "{:?}", game.map());
    }
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
fn a_stone_that_moves_back_up_stays_in_the_first_row() {
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
fn a_drop_on_a_stone_is_no_try_and_changes_nothing() {
    for cell in ["d4", "e4", "d5", "e5"] {
        let (game, board) = after(&format!("{} Enter*9", to(cell)));
        assert_eq!((game.tries(), game.t()), (0, 1), "on {cell}:\n{board}");
        assert_eq!(*game.map(), Map::default());
    }
}

#[test]
fn a_drop_that_turns_nothing_over_leaves_the_cell_empty_and_counts() {
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
fn a_player_may_throw_the_turn_away_although_there_is_a_move() {
    let keys = format!("Down Enter*61 {} Enter", to("e3"));
    let (game, board) = after(&keys);
    assert_eq!(
        board,
        "........\n........\n....O...\n...OO...\n...XO...\n........\n........\n........"
    );
    assert_eq!(game.to_string().lines().nth(10), Some("moves: --e3"));
}

/// The moves, and the stones that the last of them turns over, found by a program that shares nothing with this one.
const FLIPS: [(&str, &str); 16] = [
    ("c4", "d4"),
    ("c4e3f6b4", "c4d4"),
    ("c4c3", "d4"),
    ("e6f6g6d6c3", "d4e5"),
    ("d3", "d4"),
    ("e6d6c4d3", "d4d5"),
    ("c4e3f3", "e4"),
    ("f5f4g3d6c3h2", "g3f4e5"),
    ("f5", "e5"),
    ("f5f4f3g4", "f4e4"),
    ("f5f6", "e5"),
    ("f5f6d3e3g7", "f6e5"),
    ("e6", "e5"),
    ("e6f4d3e7", "e6e5"),
    ("d3c5b6", "c5"),
    ("e6d6c7f4e3b8", "c7d6e5"),
];

#[test]
fn stones_turn_over_in_each_of_the_eight_directions() {
    for (moves, turned) in FLIPS {
        let (before, last) = moves.split_at(moves.len() - 2);
        let game = after_moves(before);
        let mut expected = *game.map();
        let own = Stone::of_turn(game.t()) as u8;
        for cell in cells(turned).into_iter().chain(cells(last)) {
            expected[cell.row][cell.col] = own;
        }
        assert_eq!(*after_moves(moves).map(), expected, "after {moves}");
    }
}

#[test]
fn stones_turn_over_in_all_eight_directions_at_once() {
    let before = "c4c3f5c5b4a5c2e3b5f6g7d6b6e6f3b3a4b2f7a7a6d2a1g6h5d3b1f8a8g3f2f1e2a2c1g4g1h1e7d8h4h7h6a3c7d1h8g5g8d7g2b8c8h3e8b7";
    let mut game = after_moves(before);
    let Dropped::Flipped(mut turned) = game.drop("c6".parse().unwrap()) else {
        panic!("c6 is legal:{:?}", game.map())
    };
    let mut expected = cells("d6d7c7b7b6b5c5c4d5");
    turned.sort();
    expected.sort();
    assert_eq!(turned, expected);
}

#[test]
fn every_championship_game_ends_with_the_stones_that_were_counted_there() {
    for championship in world_championship() {
        let game = after_moves(&championship.moves);
        let players = &championship.players;
        assert_eq!(game.to_move(), None, "{players}:{:?}", game.map());
        assert_eq!(
            do_score(game.map()),
            championship.discs,
            "{players}:{:?}",
            game.map()
        );
    }
}

#[test]
fn the_game_ends_when_the_board_is_full() {
    let full = &world_championship()[2];
    let game = after_moves(&full.moves);
    assert_eq!(game.tries_allowed(), 0);
    assert_eq!(game.outcome(), Some(Outcome::Won(Stone::White)));
}

#[test]
fn the_game_ends_when_one_side_has_no_stones() {
    let game = after_moves("e6f4e3f6g5d6e7f5c5");
    assert_eq!(do_score(game.map()), (13, 0));
    assert_eq!(game.outcome(), black_wins(), "{:?}", game.map());
    assert_eq!(game.to_move(), None);
}

#[test]
fn the_game_ends_when_neither_side_can_move() {
    let moves = "c4c3e6b4b3b2a1d3c2b1a2d2a4e3f3a5a6g3f2a3h3b5c1f6c5b6c7f5c6a7e2b7g6e1d1g2f1c8b8h1f4h2d8d7a8e7d6g7f8h6h8h4g5";
    let game = after_moves(moves);
    assert_eq!(do_score(game.map()), (49, 8));
    assert_eq!(game.tries_allowed(), 7);
    assert_eq!(game.outcome(), black_wins(), "{:?}", game.map());
}

#[test]
fn equal_stones_are_a_draw() {
    let draw = &world_championship()[3];
    assert_eq!(draw.discs, (32, 32));
    assert_eq!(after_moves(&draw.moves).outcome(), Some(Outcome::Draw));
}

#[test]
fn white_can_win() {
    let wiped_out = "d3c5c6c7b6a6e6f3c4b4b7b8e3f7a3e2d6d7f2g1e7a4f4f5e8f8c8d8c3c2a5a2";
    let game = after_moves(wiped_out);
    assert_eq!(do_score(game.map()), (0, 36));
    assert_eq!(game.outcome(), Some(Outcome::Won(Stone::White)));
}

#[test]
fn esc_leaves_at_once_and_the_game_stays_as_it_was() {
    let played = othello(&format!("{} Enter Down*2 Esc Enter*99", to("d3")));
    assert_eq!(played.left, Ok(Leave::Quit));
    assert_eq!(played.game.plies(), [Ply::Drop("d3".parse().unwrap())]);
}

#[test]
fn when_the_keys_run_out_the_window_is_closed() {
    assert_eq!(othello("Down").left, Err(Quit::Closed));
}

#[test]
fn f10_asks_before_it_leaves_a_game_that_is_under_way() {
    assert_eq!(othello("F10").left, Ok(Leave::Menu));
    let moved = format!("{} Enter F10", to("d3"));
    assert_eq!(othello(&moved).left, Err(Quit::Closed), "it asks");
    for (answer, left) in [
        ("y", Ok(Leave::Menu)),
        ("Down Enter", Ok(Leave::Menu)),
        ("Enter", Err(Quit::Closed)),
        ("n", Err(Quit::Closed)),
        ("Esc", Err(Quit::Closed)),
    ] {
        assert_eq!(othello(&format!("{moved} {answer}")).left, left, "{answer}");
    }
}

#[test]
fn f2_asks_how_the_new_game_is_to_be_played() {
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
fn enter_after_the_end_starts_a_new_game() {
    let keys = keys_of("e6f4e3f6g5d6e7f5c5");
    let (game, _) = after(&format!("{keys} Enter {} Enter", to("d3")));
    assert_eq!(game.plies(), [Ply::Drop("d3".parse().unwrap())]);
}

#[test]
fn undo_and_redo_go_back_and_forth_through_moves_passes_and_the_end() {
    let championship = &world_championship()[1];
    let keys = keys_of(&championship.moves);
    let (whole, _) = after(&keys);
    let plies = whole.plies().len();
    assert!(whole.plies().contains(&Ply::Pass), "it has passes");
    let (game, board) = after(&format!("{keys} Backspace*{plies}"));
    assert_eq!((game.t(), *game.map()), (1, Map::default()), "\n{board}");
    let (game, board) = after(&format!("{keys} Backspace*{plies} r*{plies} R"));
    assert_eq!(game, whole, "\n{board}");
    let (game, _) = after(&format!("{keys} Backspace*9 r*4"));
    assert_eq!(game.plies(), &whole.plies()[..plies - 5]);
}

#[test]
fn undo_starts_the_tries_of_the_turn_anew() {
    let (game, _) = after(&format!(
        "{} Enter {} Enter*5 Backspace",
        to("d3"),
        to("a1")
    ));
    assert_eq!((game.tries(), game.t()), (0, 1));
}

#[test]
fn a_new_move_forgets_what_was_undone() {
    let keys = format!("{} Enter Backspace {} Enter r", to("d3"), to("c4"));
    let (game, board) = after(&keys);
    assert_eq!(
        game.plies(),
        [Ply::Drop("c4".parse().unwrap())],
        "\n{board}"
    );
}

#[test]
fn help_and_colours_leave_the_game_alone() {
    let plain = othello(&format!("{} Enter", to("d3")));
    for keys in ["F1 Esc", "F1 Right Left End Home Enter", "F9 F9 F9 F9 F9"] {
        let other = othello(&format!("{keys} {} Enter", to("d3")));
        assert_eq!(other.game, plain.game, "{keys}");
        assert!(other.screen == plain.screen, "{keys}");
    }
}

#[test]
fn ten_thousand_random_games_keep_the_rules() {
    let mut random = StdRng::seed_from_u64(1);
    for _ in 0..10_000 {
        let game = random_game(|n| random.random_range(0..n));
        let map = game.map();
        let (black, white) = do_score(map);
        let text = map.to_string();
        assert_eq!(black, text.matches('X').count(), "{map:?}");
        assert_eq!(white, text.matches('O').count(), "{map:?}");
        assert_eq!(black + white + game.tries_allowed(), 64, "{map:?}");
        assert!(!can_move(map, Stone::Black) && !can_move(map, Stone::White));
        let drops = game.plies().iter().filter(|p| **p != Ply::Pass).count();
        assert_eq!(black + white, drops + 4, "a move adds one stone:{map:?}");
        let expected = match black.cmp(&white) {
            std::cmp::Ordering::Less => Outcome::Won(Stone::White),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Won(Stone::Black),
        };
        assert_eq!(game.outcome(), Some(expected), "{map:?}");
    }
}

#[test]
fn qp_change_returns_1_exactly_when_something_turned_over() {
    let mut random = StdRng::seed_from_u64(2);
    for _ in 0..300 {
        let mut game = Game::default();
        while let Some(stone) = game.to_move() {
            for cell in Cell::all().filter(|c| game.map()[c.row][c.col] == 0) {
                let mut map = *game.map();
                let yes = qp_change(&mut map, cell.row, cell.col, stone as usize);
                let other = stone.other() as u8;
                let turned = Cell::all()
                    .filter(|c| game.map()[c.row][c.col] == other && map[c.row][c.col] != other)
                    .count() as u8;
                assert_eq!(yes == 1, turned > 0, "{cell}:{:?}", game.map());
                assert_eq!(yes == 1, map != *game.map(), "{cell}:{:?}", game.map());
                let (before, after) = (do_score(game.map()), do_score(&map));
                let gain = i32::from(turned) + i32::from(yes);
                let (own, lost) = match stone {
                    Stone::Black => (after.0 - before.0, before.1 - after.1),
                    Stone::White => (after.1 - before.1, before.0 - after.0),
                };
                assert_eq!(own as i32, gain, "{cell}:{:?}", game.map());
                assert_eq!(lost, usize::from(turned), "{cell}:{:?}", game.map());
            }
            let legal: Vec<Cell> = legal_moves(game.map(), stone).collect();
            match legal.as_slice() {
                [] => break,
                legal => drop(game.drop(legal[random.random_range(0..legal.len())])),
            }
        }
    }
}

/// The number of move sequences of a length, a pass being a move: perft.
fn perft(map: &Map, stone: Stone, plies: usize) -> u64 {
    if plies == 0 {
        return 1;
    }
    let next = |cell: Cell| {
        let mut map = *map;
        qp_change(&mut map, cell.row, cell.col, stone as usize);
        perft(&map, stone.other(), plies - 1)
    };
    let legal: Vec<Cell> = legal_moves(map, stone).collect();
    match (legal.is_empty(), can_move(map, stone.other())) {
        (false, _) => legal.into_iter().map(next).sum(),
        (true, true) => perft(map, stone.other(), plies - 1),
        (true, false) => 1,
    }
}

#[test]
fn the_number_of_move_sequences_is_the_known_one() {
    for (known, plies) in [4, 12, 56, 244, 1396, 8200, 55092].into_iter().zip(1..) {
        assert_eq!(perft(&Map::default(), Stone::Black, plies), known);
    }
}
