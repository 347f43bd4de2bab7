//! Boards out of pictures.

use games::stone::Stone;
use mind::engine::gomoku as engine;

/// The engine's board with the stones of a picture: rows of `.XO` from the top left on, where a number stands for so many empty rows.
/// Black is to move.
pub fn gomoku_board(rules: engine::Rules, picture: &str) -> engine::Board {
    let mut board = engine::Board::new(15, rules);
    let mut row = 0;
    for line in picture.split_whitespace() {
        if let Ok(empty) = line.parse::<usize>() {
            row += empty;
            continue;
        }
        for (col, letter) in line.chars().enumerate() {
            let place = engine::Coord::new(row, col);
            match letter {
                'X' => board.put(Stone::Black, place),
                'O' => board.put(Stone::White, place),
                _ => {}
            }
        }
        row += 1;
    }
    board
}
