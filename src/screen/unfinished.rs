//! The list of kept games, each with a small board, its players, moves and date.

use super::frame::{arrows, frame};
use super::panel::{self, dot, small_stone_in_box, stone_colour, write};
use super::theme::Theme;
use games::set_up::SetUp;
use games::stone::Stone;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, BROWN, GREEN, HEIGHT, WIDTH};
use words::say;

/// The number of visible games.
pub const ROWS: usize = 6;
/// The number of characters per line.
const COLUMNS: usize = 66;
/// The height of an entry in pixels.
const HIGH: i32 = 64;
/// The maximum side length of an entry's board in pixels.
const PICTURE: i32 = 60;

#[derive(Default)]
pub struct Entry {
    /// The name of the game, or the reason why it cannot be opened.
    pub title: String,
    /// The position, if known.
    pub board: Option<SetUp>,
    /// Black's and White's names.
    pub players: Option<[String; 2]>,
    /// The number of moves, or the result.
    pub moves: String,
    pub when: String,
}

/// Draws the list over the current screen, starting at entry `top`.
pub fn draw(
    screen: &mut Screen,
    theme: &Theme,
    title: &str,
    entries: &[Entry],
    (top, chosen): (usize, usize),
) {
    let rows = entries.len().clamp(1, ROWS);
    let x = (WIDTH - 8 * (COLUMNS as i32 + 2)) / 2;
    let y = (HEIGHT - HIGH * rows as i32 - 32) / 2;
    frame(screen, x, y, COLUMNS, 4 * rows, title);
    let seen = entries.iter().enumerate().skip(top).take(ROWS);
    for ((n, entry), row) in seen.zip((y + 16..).step_by(HIGH as usize)) {
        if n == chosen {
            panel::fill(screen, GREEN, [x + 8, row, x + 8 * COLUMNS as i32 + 7, row + HIGH - 1]);
            write(screen, x + 16, row + 24, BLACK, "►");
        }
        draw_entry(screen, theme, entry, (x + 32, row));
    }
    arrows(screen, x, y, COLUMNS, 4 * rows, [top > 0, top + rows < entries.len()]);
    let keys = [
        ("↑↓", say!("Choose")),
        ("Enter", say!("Open")),
        ("Del", say!("Discard")),
        ("F1", say!("Help")),
        ("Esc", say!("Close")),
    ];
    panel::key_line(screen, &keys);
}

fn draw_entry(screen: &mut Screen, theme: &Theme, entry: &Entry, (x, y): (i32, i32)) {
    if let Some(board) = &entry.board {
        draw_board(screen, board, (x, y + 2), PICTURE);
    }
    let left = x + PICTURE + 20;
    // The reason why a game cannot be opened may take several lines.
    let title = panel::wrapped(&entry.title, 52).into_iter().take(3);
    let top = if entry.when.is_empty() { y + 24 } else { y + 8 };
    panel::write_lines(screen, (left, top), BLACK, title);
    let players = entry.players.iter().flatten();
    for ((name, stone), y) in players.zip(Stone::ALL).zip([y + 24, y + 40]) {
        small_stone_in_box(screen, theme, left + 7, y + 7, stone);
        write(screen, left + 24, y, BLACK, panel::fitting(name, 26));
    }
    let right = left + 8 * 30;
    write(screen, right, y + 24, BLACK, &entry.moves);
    write(screen, right, y + 40, BLACK, &entry.when);
}

/// Draws the board with a few pixels per place, in the middle of a square of `room` pixels.
pub(crate) fn draw_board(screen: &mut Screen, board: &SetUp, (x, y): (i32, i32), room: i32) {
    let size = board.size();
    let cell = room / size as i32;
    let side = cell * size as i32;
    let (x, y) = (x + (room - side) / 2, y + (room - side) / 2);
    panel::fill(screen, BROWN, [x, y, x + side, y + side]);
    panel::outline(screen, BLACK, [x - 1, y - 1, x + side + 1, y + side + 1]);
    for place in (0..size * size).map(|n| (n / size, n % size)) {
        if let Some(stone) = board.at(place) {
            let centre = |n: usize| cell * n as i32 + (cell + 1) / 2;
            let at = (x + centre(place.1), y + centre(place.0));
            dot(screen, at, stone_colour(stone), (cell - 1) / 2);
        }
    }
}
