//! The wall: the boards of all tables of a room, for a projector.

use super::panel::{self, small_stone_in_box, write};
use super::theme::Theme;
use super::unfinished::draw_board;
use games::set_up::SetUp;
use games::stone::Stone;
use turbo::dos::Screen;
use turbo::dos::bgi::{HEIGHT, WIDTH};

/// The space between two boards in a row in pixels.
const GAP: i32 = 16;
/// The height of the space below a board with both names, in pixels.
const NAMES: i32 = 44;
/// The width of the stone before a name in pixels.
const STONE: i32 = 18;

pub struct Board {
    pub position: SetUp,
    /// Black's and White's names.
    pub players: [String; 2],
    /// `None` after the end.
    pub to_move: Option<Stone>,
    pub winner: Option<Stone>,
}

/// Draws the boards as large as the screen allows. At most 32 fit.
pub fn draw(screen: &mut Screen, theme: &Theme, title: &str, boards: &[Board]) {
    panel::ground(screen, theme, title);
    let room = HEIGHT - 32;
    let side = |columns: i32| WIDTH / columns - GAP;
    let rows = |columns: i32| room / (side(columns) + NAMES);
    let fits = |columns: &i32| columns * rows(*columns) >= boards.len() as i32;
    let columns = (2..8).find(fits).unwrap_or(8);
    let (side, rows) = (side(columns), rows(columns));
    for (board, n) in boards.iter().zip(0..columns * rows) {
        let x = WIDTH / columns * (n % columns) + GAP / 2;
        let y = 16 + room / rows * (n / columns) + 4;
        draw_board(screen, &board.position, (x, y), side);
        draw_names(screen, theme, board, (x, y + side + 4), side + GAP - 2);
    }
}

/// Writes both names, with the stone of the player to move or the winner.
fn draw_names(screen: &mut Screen, theme: &Theme, board: &Board, (x, y): (i32, i32), width: i32) {
    let shown = board.to_move.or(board.winner);
    for ((name, stone), y) in board.players.iter().zip(Stone::ALL).zip([y, y + 16]) {
        if shown == Some(stone) {
            small_stone_in_box(screen, theme, x + 7, y + 8, stone);
        }
        write(screen, x + STONE, y, theme.colors.text, &panel::cut(name, ((width - STONE) / 8) as usize));
    }
}
