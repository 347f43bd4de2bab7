//! Boards out of pictures.

use games::stone::Stone;
use mind::engine::gomoku as engine;

/// The engine's board with the stones of a picture: rows of `.XO` from the top left on. Black is to move.
pub fn gomoku_board(rules: engine::Rules, picture: &str) -> engine::Board {
    let mut board = engine::Board::new(15, rules);
    for (row, line) in picture.split_whitespace().enumerate() {
        for (col, letter) in line.chars().enumerate() {
            let place = engine::Coord::new(row, col);
            match letter {
                'X' => board.put(Stone::Black, place),
                'O' => board.put(Stone::White, place),
                _ => {}
            }
        }
    }
    board
}
