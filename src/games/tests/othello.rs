//! The rules of Othello.

use crate::common::recorded::{cells, random_game, world_championship};
use games::Game as _;
use games::othello::rules::{Map, can_move, do_score, legal_moves, qp_change};
use games::othello::{Cell, Dropped, Game, Ply, Rules};
use games::records::transcript;
use games::stone::{Outcome, Stone};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The game after the given moves; a player without a move passes.
fn after_moves(moves: &str) -> Game {
    let mut game = Game::default();
    for cell in cells(moves) {
        while game.to_move().is_some() && game.legal_moves().is_empty() {
            game.lose_turn();
        }
        game.drop(cell);
    }
    game
}

/// Moves, and the discs that the last move turns over, computed by another program.
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
fn the_game_ends_when_neither_side_can_move() {
    let [full, draw] = [2, 3].map(|n| world_championship()[n].moves.clone());
    let stuck = "c4c3e6b4b3b2a1d3c2b1a2d2a4e3f3a5a6g3f2a3h3b5c1f6c5b6c7f5c6a7e2b7g6e1d1g2f1c8b8h1f4h2d8d7a8e7d6g7f8h6h8h4g5";
    let wiped_out = "d3c5c6c7b6a6e6f3c4b4b7b8e3f7a3e2d6d7f2g1e7a4f4f5e8f8c8d8c3c2a5a2";
    for (moves, discs, outcome) in [
        (&*full, (24, 40), Outcome::Won(Stone::White)),
        (&*draw, (32, 32), Outcome::Draw),
        ("e6f4e3f6g5d6e7f5c5", (13, 0), Outcome::Won(Stone::Black)),
        (stuck, (49, 8), Outcome::Won(Stone::Black)),
        (wiped_out, (0, 36), Outcome::Won(Stone::White)),
    ] {
        let game = after_moves(moves);
        assert_eq!(do_score(game.map()), discs, "{game}");
        assert_eq!((game.outcome(), game.to_move()), (Some(outcome), None));
        assert_eq!(game.tries_allowed(), 64 - discs.0 - discs.1);
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

/// The number of move sequences of a length (perft). A pass counts as a move.
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
fn a_player_can_move_where_there_is_a_legal_move() {
    let mut random = StdRng::seed_from_u64(3);
    for _ in 0..20_000 {
        // Boards with few and with many discs.
        let density = random.random_range(1..=8);
        let mut map = Map::EMPTY;
        for Cell { row, col } in Cell::all() {
            if random.random_range(0..8) < density {
                map[row][col] = random.random_range(1..=2);
            }
        }
        for stone in Stone::ALL {
            let is_legal = legal_moves(&map, stone).next().is_some();
            assert_eq!(can_move(&map, stone), is_legal, "{stone:?} in {map:?}");
        }
    }
}

#[test]
fn perft_counts_are_correct() {
    for (known, plies) in [4, 12, 56, 244, 1396, 8200, 55092].into_iter().zip(1..) {
        assert_eq!(perft(&Map::default(), Stone::Black, plies), known);
    }
}

#[test]
fn in_reverse_othello_fewer_discs_win() {
    for played in world_championship() {
        let standard = transcript::game(&played.moves).unwrap();
        let text = format!("reverse {}", played.moves);
        let reverse = transcript::game(&text).unwrap();
        assert_eq!((reverse.rules(), reverse.plies()), (Rules::Reverse, standard.plies()));
        let expected = standard.outcome().map(|outcome| match outcome {
            Outcome::Won(stone) => Outcome::Won(stone.other()),
            Outcome::Draw => Outcome::Draw,
        });
        assert_eq!(reverse.outcome(), expected, "{reverse}");
        assert_eq!(transcript::text_of(&reverse), text);
    }
}
