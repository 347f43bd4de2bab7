//! The opening book.

use std::collections::HashSet;

use chacha20::ChaCha12Rng;
use mind::engine::othello::Board;
use mind::engine::othello::book::Book;
use rand::{RngExt, SeedableRng};

#[test]
fn a_move_within_the_book_has_the_value_of_the_best_reply() {
    let book = Book::bundled();
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut inner = 0;
    for _ in 0..300 {
        let mut board = Board::START;
        while let Some(moves) = book.moves(board) {
            for (cell, value) in &moves {
                let after = board.play(*cell).unwrap();
                if let Some(answers) = book.moves(after) {
                    assert_eq!(*value, -answers[0].1, "after {cell}:\n{board:?}");
                    inner += 1;
                }
            }
            let (cell, _) = moves[random.random_range(0..moves.len())];
            board = board.play(cell).unwrap();
        }
    }
    assert!(inner > 2000, "only {inner} moves lead to a position of the book");
}

#[test]
fn symmetric_positions_have_the_same_values() {
    let book = Book::bundled();
    let mut board = Board::START;
    for _ in 0..6 {
        let values = |board: Board| -> Vec<i32> {
            let moves = book.moves(board).unwrap_or_default();
            moves.iter().map(|(_, value)| *value).collect()
        };
        for turned in board.symmetries() {
            assert_eq!(values(turned), values(board), "{board:?}");
        }
        let (best, _) = book.moves(board).unwrap()[0];
        board = board.play(best).unwrap();
    }
}

#[test]
fn choices_vary_within_the_allowed_error() {
    let book = Book::bundled();
    let mut random = ChaCha12Rng::seed_from_u64(2);
    let mut chosen = HashSet::new();
    for _ in 0..200 {
        let mut board = Board::START;
        let mut line = String::new();
        while let Some((cell, value)) = book.choose(board, 50, &mut random) {
            let best = book.moves(board).unwrap()[0].1;
            assert!(best - value <= 50, "{cell} is worth {value}, not {best}:\n{board:?}");
            line += &cell.to_string();
            board = board.play(cell).unwrap();
        }
        chosen.insert(line);
    }
    assert!(chosen.len() > 60, "only {} openings of 200", chosen.len());
}
