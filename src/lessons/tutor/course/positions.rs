//! The positions of the lessons, as moves in Othello and as records in gomoku.

use games::gomoku::{Point, SIZE, record};

/// Returns the first `count` moves or stones of a game.
pub(crate) const fn first(count: usize, game: &str) -> &str {
    game.split_at(2 * count).0
}

/// The last game of the 1992 World Championship, without its last moves.
pub(crate) const FINAL_1992: &str = first(58, FULL_1992);
/// The complete 1992 game, a draw at 32 to 32.
pub(crate) const FULL_1992: &str = "f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6a5a6a3a2g4c7f2d7e7f6g5e2c2f7d1d2c1h6f8f1e1b1h5e8d8c8b8g1b7g7h7g3h2h4h3h8g8h1g2a8a7--a1--b2";
pub(crate) const MIDDLE_1992: &str = first(22, FULL_1992);
pub(crate) const BEFORE_D2_1992: &str = first(19, FULL_1992);
/// The 1987 game up to the move before White's disc on b7.
pub(crate) const BEFORE_B7_1987: &str = first(35, FULL_1987);
/// The complete 1987 game: Black loses by 24 to 40.
pub(crate) const FULL_1987: &str = "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2b7e2d1f1c8h4h3h6h7g7h8b1b2a7a8a1b8g8h2f3f8g2g1h1f2";
/// A complete game of 1982. At the end there are 58 black discs, no white ones and six empty cells.
pub(crate) const ALL_1982: &str = "f5f4e3d6f3g5f6g4e6d7g6h6e7f7g3d3h4d2h5h3e8f8g8g7f2e1d8e2f1g1c8c7h8h7h2g2b7b8a8a7c6b6a6--c5--c4b5a5--b3b4a4--c3--h1--c2--d1";
/// A complete game of 1997. At the end one cell is empty, and neither player can drop a disc on it.
pub(crate) const ALL_1997: &str = "f5f4e3f6d3c4f3c5g4e2d1h4c3f2g3c2g1h3e6d6g5h5c6c7d2c1b1f1e1b2a1b4b3a3a2b5a6a4a5b6a7--c8b8a8b7d7--e7d8e8--g6g7h7f7h8g8f8--h6--g2--h2";
pub(crate) const SHORTEST: &str = "f5d6c5f4e7f6g5e6e3";
/// A game of random moves after which a disc on f4 encloses discs in all eight directions.
pub(crate) const BEFORE_ALL_EIGHT: &str =
    "d3c5c6e3c4c3f2b5f6e6b2g7f3d7b7g3f5g5h4f1e8a8c7a1g4h5h3h2e2d6a4b3f7d1a7b8h8d2e7g2a3a5g1f8b6h6h1c2g6";
pub(crate) const NINE: &str = "000110112021303140";
/// Sixteen stones after which nobody has won.
pub(crate) const SIXTEEN: &str = first(16, SEVENTEEN);
pub(crate) const SEVENTEEN: &str = "9977888a987b78a8667c69556589686758";
/// The trap in the description of gomoku. Black has the points 11 to 15, but 15 is at the top of the next
/// column.
pub(crate) const TRAP: &str = "0bee0ced0dec0eeb10";

pub(crate) const FOUR_LEFT_1987: &str = first(56, FULL_1987);
/// A game of random moves until four cells are empty. A search from there to the end has five cutoffs and two
/// passes.
pub(crate) const FOUR_LEFT: &str = "e6f4g3f6g6g4f3f2f5h3c4b4b3g7g2h2b5e3g8a4f7h8f1d6h5e2d7h6c5b2e1g5a3a5b6c6c1d8a2b1h4d3a1d1a6c2h1g1h7c3d2b7e8c7a8f8";
/// Three black stones in the first row and three in the first column, so that a stone in the corner makes two
/// fours.
pub(crate) const CORNER: &str = "10ee20ec30ea01ce02cc03ca";
pub(crate) const TWO_FOURS: &str = "5747670077e089e98aee";

pub(crate) fn pieces(text: &str) -> Vec<Point> {
    record::parse(text, SIZE).expect("a lesson's record is right")
}
