//! Compares the Othello rules, which are the C program's, and the bitboard engine with the independent crate
//! `magpie`.

use std::sync::LazyLock;

use crate::common::random_positions;
use games::othello::Cell;
use games::othello::rules::{Map, legal_moves, qp_change};
use games::stone::Stone;
use magpie::othello::{Bitboard, Board as Oracle, Position, Stone as Side};
use mind::engine::othello::{Board, perft};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn side(stone: Stone) -> Side {
    match stone {
        Stone::Black => Side::Black,
        Stone::White => Side::White,
    }
}

/// The cells row by row, converted by their names.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let named = |cell: Cell| Position::try_from(cell.to_string()).expect("is a cell of the board");
    Cell::all().map(named).collect()
});

fn position(cell: Cell) -> Position {
    POSITIONS[8 * cell.row + cell.col]
}

fn oracle(map: &Map) -> Oracle {
    let mut board = Oracle::empty();
    for stone in [Stone::Black, Stone::White] {
        for cell in Cell::all().filter(|cell| map[cell.row][cell.col] == stone as u8) {
            board.place_stone_unchecked(side(stone), Bitboard::from(position(cell)));
        }
    }
    board
}

/// Asserts that the rules, the engine and magpie agree on the moves of a player and on their results. Returns
/// the moves.
fn assert_agreed(map: &Map, stone: Stone) -> Vec<Cell> {
    let (board, oracle_board) = (Board::new(map, stone), oracle(map));
    let legal = oracle_board.moves_for(side(stone));
    let legal: Vec<Cell> = Cell::all().filter(|cell| u64::from(legal) & position(*cell).raw() != 0).collect();
    let about = || format!("{stone} on {map:?}");
    let by_the_rules: Vec<Cell> = legal_moves(map, stone).collect();
    assert_eq!(by_the_rules, legal, "the rules, {}", about());
    let by_the_engine: Vec<Cell> = Board::cells(board.moves()).collect();
    assert_eq!(by_the_engine, legal, "the engine, {}", about());
    for cell in &legal {
        let mut expected = oracle_board.clone();
        expected.play(side(stone), position(*cell));
        let mut after = *map;
        assert_eq!(qp_change(&mut after, cell.row, cell.col, stone as usize), 1);
        assert_eq!(oracle(&after), expected, "the rules, {cell}, {}", about());
        let played = board.play(*cell).expect("the move is legal");
        let after = played.map(stone.other());
        assert_eq!(oracle(&after), expected, "the engine, {cell}, {}", about());
    }
    legal
}

#[test]
fn the_rules_and_the_engine_agree_with_magpie_in_games() {
    let random = &mut StdRng::seed_from_u64(1);
    let mut passes = 0;
    for _ in 0..1000 {
        let (mut map, mut stone, mut passed) = (Map::default(), Stone::Black, false);
        loop {
            match assert_agreed(&map, stone).choose(random) {
                Some(cell) => {
                    qp_change(&mut map, cell.row, cell.col, stone as usize);
                    passes += usize::from(std::mem::take(&mut passed));
                }
                None if passed => break,
                None => passed = true,
            }
            stone = stone.other();
        }
    }
    assert!(passes > 100, "players passed {passes} times");
}

#[test]
fn the_rules_and_the_engine_agree_with_magpie_on_random_boards() {
    let random = &mut StdRng::seed_from_u64(2);
    for _ in 0..10_000 {
        let mut map = Map::EMPTY;
        let empties = random.random_range(1..32);
        for cell in Cell::all() {
            if random.random_range(0..32) >= empties {
                map[cell.row][cell.col] = random.random_range(1..=2);
            }
        }
        assert_agreed(&map, Stone::Black);
        assert_agreed(&map, Stone::White);
    }
}

/// Perft with magpie. A pass is a ply, and a finished game counts once.
fn perft_of_oracle(board: &Oracle, to_move: Side, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(to_move);
    if moves.is_empty() {
        return match board.moves_for(to_move.flip()).is_empty() {
            true => 1,
            false => perft_of_oracle(board, to_move.flip(), depth - 1),
        };
    }
    let after = |position| {
        let mut after = board.clone();
        after.play(to_move, position);
        perft_of_oracle(&after, to_move.flip(), depth - 1)
    };
    moves.hot_bits().map(after).sum()
}

#[test]
fn perft_agrees_with_magpie() {
    for depth in 0..=8 {
        let expected = perft_of_oracle(&Oracle::standard(), Side::Black, depth);
        assert_eq!(perft(Board::START, depth), expected, "{depth} plies");
    }
    let random = &mut StdRng::seed_from_u64(3);
    for _ in 0..200 {
        let empties = random.random_range(6..12);
        let mut game = random_positions(random.random());
        let board = game.find(|board| board.empties() <= empties || board.is_over()).unwrap();
        let oracle = oracle(&board.map(Stone::Black));
        for depth in 0..=6 {
            let expected = perft_of_oracle(&oracle, Side::Black, depth);
            assert_eq!(perft(board, depth), expected, "{depth} plies after {board:?}");
        }
    }
}
