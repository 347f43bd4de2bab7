//! How the games against the computer ended, as a table with a small chart.

use super::face::called;
use super::frame::frame;
use super::panel::{self, write};
use super::theme::HOT;
use players::Player;
use players::tally::{Ended, LAST, Record, WITH_HELP};
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, DARKGRAY, WIDTH};
use words::say;

/// The lines of the table that are seen at once.
pub const ROWS: usize = 20;
/// The characters in a line of the box.
const COLUMNS: usize = 72;
/// How far apart the bars of the chart are, and how high one is, in pixels.
const BAR: (i32, i32) = (10, 6);

/// Draws the table from line `top` on, over what is on the screen.
pub fn draw(screen: &mut Screen, records: &[Record], top: usize) {
    let rows = records.len().clamp(1, ROWS) + 2;
    let x = (WIDTH - 8 * (COLUMNS as i32 + 2)) / 2;
    let y = 48;
    let title = say!("Games against the computer (* with tips or moves taken back)");
    frame(screen, x, y, COLUMNS, rows, title);
    // Each word with where it begins, or, for what stands over a number, ends: in columns.
    let heads = [
        (say!("Game"), 0),
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
    for (record, row) in records
        .iter()
        .skip(top)
        .take(ROWS)
        .zip((y + 48..).step_by(16))
    {
        let [won, drawn, lost] = record.counts;
        let (opponent, help) = match record.opponent.strip_suffix(WITH_HELP) {
            Some(opponent) => (opponent, "*"),
            None => (&*record.opponent, ""),
        };
        let name = Player::called_in_record(opponent);
        let name = format!("{}{help}", panel::fitting(&name, 19));
        let (game, name) = (called(&record.game), panel::padded(&name, 21));
        let (game, games) = (panel::padded(&game, 9), record.games());
        let line = format!("{game}{name}{games:6}{won:6}{drawn:6}{lost:6}");
        write(screen, x + 16, row, BLACK, &line);
        chart(screen, x + 16 + 8 * 56, row + 8, &record.last);
    }
    let keys = [
        ("↑↓", say!("Scroll")),
        ("F1", say!("Help")),
        ("Esc", say!("Close")),
    ];
    panel::key_line(screen, &keys);
}

/// The last games from the left on: a bar above the line was won, one below it was lost, and a draw lies on it.
fn chart(screen: &mut Screen, x: i32, middle: i32, last: &[Ended]) {
    let (step, height) = BAR;
    screen.setcolor(DARKGRAY);
    screen.line(x, middle, x + step * LAST as i32 - 3, middle);
    for (ended, left) in last.iter().zip((x..).step_by(step as usize)) {
        let (up, down, colour) = match ended {
            Ended::Won => (height, 0, HOT),
            Ended::Drawn => (1, 1, BLACK),
            Ended::Lost => (0, height, BLACK),
        };
        screen.setfillstyle(colour);
        screen.bar(left, middle - up, left + step - 4, middle + down);
    }
}
