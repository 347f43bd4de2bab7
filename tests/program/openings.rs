//! Named and random openings of Othello.

use std::collections::HashMap;
use std::process::Command;

use crate::common::recorded::cells;
use chacha20::ChaCha12Rng;
use games::othello::openings::{all, opening_of};
use games::othello::{self, Cell, Dropped, Position, Rules};
use mind::engine::othello::evaluation::DISC;
use mind::engine::othello::{Board, Limits, Searcher};
use original::Map;
use players::matches::othello_opening;
use rand::SeedableRng;

/// A cell under one of the eight symmetries of the board.
fn turned(Cell { row, col }: Cell, way: usize) -> Cell {
    let row = if way & 1 == 0 { row } else { 7 - row };
    let col = if way & 2 == 0 { col } else { 7 - col };
    match way & 4 {
        0 => Cell { row, col },
        _ => Cell { row: col, col: row },
    }
}

/// The starting position under a symmetry.
fn start(way: usize) -> Position {
    let standard = Position::default();
    let mut map = Map::EMPTY;
    for cell in Cell::all() {
        let there = turned(cell, way);
        map[there.row][there.col] = standard.map[cell.row][cell.col];
    }
    Position { map, ..standard }
}

#[test]
fn openings_are_legal_and_recognized_in_all_symmetries() {
    let mut names = HashMap::new();
    for opening in all() {
        for way in 0..8 {
            let mut game = othello::Game::from_position(Rules::Standard, start(way));
            for cell in cells(opening.moves) {
                let dropped = game.drop(turned(cell, way));
                let is_move = matches!(dropped, Dropped::Flipped(_));
                assert!(is_move, "{opening:?}, {cell} turned by {way}\n{game}");
            }
            assert_eq!(opening_of(&game), Some(opening), "turned by {way}\n{game}");
        }
        assert!(opening.name.chars().count() <= 21, "{opening:?}");
        let found = names.insert(opening.name, opening.moves);
        assert_eq!(found, None, "{opening:?}");
    }
    assert!(names.len() > 70);
}

#[test]
fn the_longest_opening_counts_in_any_move_order() {
    let name = |moves: &str| {
        let mut game = othello::Game::new(Rules::Standard);
        for cell in cells(moves) {
            let is_move = matches!(game.drop(cell), Dropped::Flipped(_));
            assert!(is_move, "{moves} {cell}");
        }
        opening_of(&game).map(|opening| opening.name)
    };
    assert_eq!(name(""), None);
    assert_eq!(name("c4"), None);
    assert_eq!(name("c4c3"), Some("Diagonal"));
    assert_eq!(name("f5f6"), Some("Diagonal"));
    assert_eq!(name("f5d6"), Some("Perpendicular"));
    assert_eq!(name("f5d6c3"), Some("Perpendicular"));
    assert_eq!(name("c4e3f6e6f5"), Some("Tiger"));
    assert_eq!(name("f5d6c3d3c4"), Some("Tiger"));
    assert_eq!(name("f5d6c3d3c4f4c5b3c2"), Some("Rose-Bill"));
}

#[test]
fn a_game_from_another_start_has_no_opening() {
    let position: Position = "
        ........
        ........
        ........
        ...XO...
        ...XO...
        ........
        ........
        ........ X"
        .parse()
        .unwrap();
    let mut game = othello::Game::from_position(Rules::Standard, position);
    let cell = game.legal_moves()[0];
    game.drop(cell);
    assert_eq!(opening_of(&game), None, "{game}");
}

#[test]
fn random_openings_are_balanced_and_differ() {
    let mut searcher = Searcher::new(16).with_selectivity(3);
    let limits = Limits::plies(18);
    let mut seen = Vec::new();
    for seed in 0..6 {
        let game = othello_opening(&mut ChaCha12Rng::seed_from_u64(seed));
        assert_eq!(game.t(), 9, "{game}");
        let othello = game.of::<othello::Game>().unwrap();
        let board = Board::new(othello.map(), game.to_move().unwrap());
        let value = searcher.search(board, limits, &|| false, &mut |_| ()).value;
        assert!(value.abs() <= 2 * DISC, "{value} of {DISC} a disc\n{game}");
        if !seen.contains(&board.canonical()) {
            seen.push(board.canonical());
        }
    }
    assert!(seen.len() > 4);
}

fn dumped(keys: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_qipan"))
        .args(["--speed", "instant", "--dump", "--keys", keys, "--seed", "5"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn moves(keys: &str) -> String {
    let dump = dumped(keys);
    let line = dump.lines().find_map(|line| line.strip_prefix("moves: "));
    line.unwrap_or_else(|| panic!("{keys}:\n{dump}")).to_string()
}

#[test]
fn the_menu_starts_a_game_from_an_opening() {
    let tiger = moves("b o t i g e r Enter Enter Esc");
    assert!(tiger.starts_with("c4e3f6e6f5"), "{tiger}");
    let random = moves("b o Enter Enter Esc");
    assert!(random.len() >= 16, "{random}");
}

#[test]
fn new_games_can_start_with_random_openings() {
    let first = moves("o Up*2 Right Enter");
    assert_eq!(first.len(), 16, "{first}");
    let next = moves("o Up*2 Right Enter F10 r y a");
    assert_eq!(next.len(), 16, "{next}");
    assert_ne!(first, next);
    assert_eq!(moves("o Up*2 Right Enter F2 Up*2 Left Enter y"), "");
}
