//! The table of results against the computer, with small charts.

use super::face::display_name;
use super::frame::frame;
use super::panel::{self, write};
use super::theme::HOT;
use players::Player;
use players::tally::{GameResult, LAST, Record, WITH_HELP};
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, DARKGRAY, WIDTH};
use words::say;

/// The number of visible lines.
pub const ROWS: usize = 20;
/// The number of characters per line.
const COLUMNS: usize = 72;
/// The distance between the bars of a chart, and their height, in pixels.
const BAR: (i32, i32) = (10, 6);

/// Draws the table over the current screen, starting at line `top`.
pub fn draw(screen: &mut Screen, records: &[Record], top: usize) {
    let rows = records.len().clamp(1, ROWS) + 2;
    let x = (WIDTH - 8 * (COLUMNS as i32 + 2)) / 2;
    let y = 48;
    let title = say!("Games against the computer (* with tips or moves taken back)");
    frame(screen, x, y, COLUMNS, rows, title);
    // Column headings, each with its first column or, if right-aligned, its negated last column.
    let heads = [
        (say!("Game||of a table"), 0),
        (say!("Opponent"), 9),
        (say!("Games"), -36),
        (say!("Won"), -42),
        (say!("Drawn"), -48),
        (say!("Lost"), -54),
        (say!("Last ten"), 56),
    ];
    for (head, at) in heads {
        let at = match at {
            0.. => at,
            end => -end - columns_of(head) as i32,
        };
        write(screen, x + 16 + 8 * at, y + 16, HOT, head);
    }
    if records.is_empty() {
        let text = say!("No game against the computer has ended yet.");
        write(screen, x + 16, y + 48, BLACK, text);
    }
    for (record, row) in records.iter().skip(top).take(ROWS).zip((y + 48..).step_by(16)) {
        let [won, drawn, lost] = record.counts;
        let (opponent, help) = match record.opponent.strip_suffix(WITH_HELP) {
            Some(opponent) => (opponent, "*"),
            None => (&*record.opponent, ""),
        };
        let name = Player::name_from_record(opponent);
        let name = format!("{}{help}", panel::fitting(&name, 19));
        let (game, name) = (display_name(&record.game), panel::padded(&name, 21));
        let (game, games) = (panel::padded(&game, 9), record.games());
        let line = format!("{game}{name}{games:6}{won:6}{drawn:6}{lost:6}");
        write(screen, x + 16, row, BLACK, &line);
        chart(screen, x + 16 + 8 * 56, row + 8, &record.last);
    }
    let keys = [("↑↓", say!("Scroll")), ("F1", say!("Help")), ("Esc", say!("Close"))];
    panel::key_line(screen, &keys);
}

/// Draws the last games from left to right: a win is a bar above the line, a loss one below it, a draw one on
/// it.
fn chart(screen: &mut Screen, x: i32, middle: i32, last: &[GameResult]) {
    let (step, height) = BAR;
    screen.setcolor(DARKGRAY);
    screen.line(x, middle, x + step * LAST as i32 - 3, middle);
    for (ended, left) in last.iter().zip((x..).step_by(step as usize)) {
        let (up, down, colour) = match ended {
            GameResult::Won => (height, 0, HOT),
            GameResult::Drawn => (1, 1, BLACK),
            GameResult::Lost => (0, height, BLACK),
        };
        panel::fill(screen, colour, [left, middle - up, left + step - 4, middle + down]);
    }
}
