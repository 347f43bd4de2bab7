//! The table of results against the computer, with small charts.

use super::face::display_name;
use super::frame::frame;
use super::panel::{self, write};
use super::theme::HOT;
use players::Player;
use players::tally::{GameResult, LAST, REVERSE, Tally, WITH_HELP};
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, DARKGRAY, WIDTH};
use words::say;

/// The number of visible lines.
pub const ROWS: usize = 15;
/// The number of characters per line.
const COLUMNS: usize = 72;
/// The distance between the bars of a chart, and their height, in pixels.
const BAR: (i32, i32) = (10, 6);

/// Draws the table over the current screen, starting at line `top`, and the ratings below it.
pub fn draw(screen: &mut Screen, tally: &Tally, top: usize) {
    let records = &tally.records;
    let rows = records.len().clamp(1, ROWS) + 2;
    let x = (WIDTH - 8 * (COLUMNS as i32 + 2)) / 2;
    let y = 48;
    let title = say!("Games against the computer (* with hints or moves taken back)");
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
        let game = match &*record.game {
            REVERSE => say!("Reverse").to_string(),
            game => display_name(game),
        };
        let (game, name) = (panel::padded(&game, 9), panel::padded(&name, 21));
        let games = record.games();
        let line = format!("{game}{name}{games:6}{won:6}{drawn:6}{lost:6}");
        write(screen, x + 16, row, BLACK, &line);
        chart(screen, x + 16 + 8 * 56, row + 8, &record.last);
    }
    for (n, (game, ratings)) in tally.ratings.iter().take(2).enumerate() {
        draw_ratings(screen, (x + 296 * n as i32, y + 16 * rows as i32 + 48), game, ratings);
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

/// Draws a box with the curve of the ratings in a game, and the lowest and the highest level that it touches.
fn draw_ratings(screen: &mut Screen, (x, y): (i32, i32), game: &str, ratings: &[i32]) {
    let (Some(last), Some(low), Some(high)) = (ratings.last(), ratings.iter().min(), ratings.iter().max())
    else {
        return;
    };
    let level = format!("{:.1}", *last as f32 / 100.0);
    let title = say!("{game}: level {level}", game = display_name(game), level);
    frame(screen, x, y, 35, 3, &title);
    let (low, high) = (low.div_euclid(100), high.div_euclid(100) + 1);
    let (left, top, right, bottom) = (x + 40, y + 20, x + 280, y + 60);
    for (level, y) in [(high, top), (low, bottom)] {
        write(screen, x + 16, y - 8, HOT, &level.to_string());
        screen.setcolor(DARKGRAY);
        screen.line(left, y, right, y);
    }
    let y_of = |rating: i32| bottom - (rating - 100 * low) * (bottom - top) / (100 * (high - low));
    let x_of = |n: usize| left + (right - left) * n as i32 / (ratings.len().max(2) - 1) as i32;
    panel::dot(screen, (x_of(ratings.len() - 1), y_of(*last)), HOT, 3);
    screen.setcolor(HOT);
    for (n, pair) in ratings.windows(2).enumerate() {
        for shift in 0..2 {
            screen.line(x_of(n), y_of(pair[0]) + shift, x_of(n + 1), y_of(pair[1]) + shift);
        }
    }
}
