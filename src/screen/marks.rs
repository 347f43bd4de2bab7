//! The board beside a running program, with marks for the places that the program reads, scans and changes.

use super::board::refuse;
use super::gomoku::number;
use super::grid::Grid;
use super::panel::{self, write};
use super::theme::Theme;
use games::Place;
use games::stone::Stone;
use lessons::tutor::shows::{Marks, Sector};
use original::{Colors, set_play_color};
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, CYAN, Font, GREEN, LIGHTGREEN, LIGHTRED, RED, WHITE};

pub(crate) const OTHELLO: Grid = Grid { first: (34, 48), pitch: 20, size: 8 };
pub(crate) const GOMOKU: Grid = Grid { first: (27, 44), pitch: 13, size: 15 };

/// The stones that a student predicts will turn over, and whether the answer has been shown.
pub(crate) type Guess<'a> = Option<(&'a [Place], bool)>;

/// Returns the grid of a board with `size` rows.
pub(crate) fn grid(size: usize) -> &'static Grid {
    if size == 8 { &OTHELLO } else { &GOMOKU }
}

/// Draws the board with its marks. If `numbers` is true, gomoku stones show the numbers of their points.
pub(crate) fn draw(screen: &mut Screen, theme: &Theme, marks: &Marks, numbers: bool, guess: Guess<'_>) {
    let grid = grid(marks.stones.len());
    lines(screen, theme, grid);
    names(screen, theme, grid);
    if let (Some((from, _)), Some(to)) = (marks.place, marks.ray) {
        ray(screen, theme, grid, from, to);
    }
    for (row, stones) in marks.stones.iter().enumerate() {
        for (col, stone) in stones.iter().enumerate() {
            if let Some(stone) = stone_of(*stone) {
                let at = grid.centre(row, col);
                panel::stone(screen, theme, at, stone, radius(grid));
            }
        }
    }
    if let Some(((row, col), own)) = marks.place {
        let at = grid.centre(row, col);
        if marks.stones[row][col] == 0
            && let Some(stone) = stone_of(own)
        {
            panel::stone(screen, theme, at, stone, radius(grid));
            if marks.refused {
                refuse(screen, at, radius(grid));
            }
        }
        screen.setcolor(theme.colors.text);
        let half = grid.pitch / 2 - 1;
        screen.rectangle(at.0 - half, at.1 - half, at.0 + half, at.1 + half);
    }
    if !matches!(guess, Some((_, true))) {
        rings_and_dots(screen, theme, grid, marks, numbers);
    }
    if let Some((guess, over)) = guess {
        draw_guess(screen, theme, grid, marks, (guess, over));
    }
    if let Some(place) = marks.look {
        frame(screen, theme, grid, place);
    }
    if numbers {
        draw_numbers(screen, theme, grid, marks);
    }
}

/// Writes the number of its point on each stone.
fn draw_numbers(screen: &mut Screen, theme: &Theme, grid: &Grid, marks: &Marks) {
    for (row, stones) in marks.stones.iter().enumerate() {
        for (col, stone) in stones.iter().enumerate() {
            if let Some(stone) = stone_of(*stone) {
                number(screen, theme, grid.centre(row, col), 15 * col + row, stone);
            }
        }
    }
}

/// Draws a ring on each stone that was turned over, and a dot on each that was scanned (or a thick ring around it, if
/// it has a number).
fn rings_and_dots(screen: &mut Screen, theme: &Theme, grid: &Grid, marks: &Marks, numbers: bool) {
    let stone = |place: &Place| stone_of(marks.stones[place.0][place.1]);
    for place in &marks.rings {
        if let Some(stone) = stone(place) {
            let (x, y) = grid.centre(place.0, place.1);
            screen.setcolor(theme.mark_on(stone));
            for inner in 2..=3 {
                screen.circle(x, y, radius(grid) - inner);
            }
        }
    }
    for place in &marks.dots {
        if let Some(stone) = stone(place) {
            let (x, y) = grid.centre(place.0, place.1);
            if numbers {
                screen.setcolor(theme.accent);
                for radius in radius(grid)..=radius(grid) + 1 {
                    screen.circle(x, y, radius);
                }
            } else {
                panel::dot(screen, (x, y), theme.mark_on(stone), 2);
            }
        }
    }
}

/// Draws the lines between cells or through points.
fn lines(screen: &mut Screen, theme: &Theme, grid: &Grid) {
    let (count, before) = match grid.size {
        8 => (9, grid.pitch / 2),
        size => (size as i32, 0),
    };
    let (left, top) = (grid.first.0 - before, grid.first.1 - before);
    let far = grid.pitch * (count - 1);
    screen.setcolor(theme.colors.grid);
    for n in 0..count {
        let along = grid.pitch * n;
        screen.line(left, top + along, left + far, top + along);
        screen.line(left + along, top, left + along, top + far);
    }
}

/// Writes the code's row and column numbers above and to the left of the board. For Othello, also writes the
/// coordinates that players use (letters for columns, numbers from 1 for rows) below and to the right of it.
fn names(screen: &mut Screen, theme: &Theme, grid: &Grid) {
    screen.settextstyle(Font::Small, 1);
    let before = if grid.size == 8 { grid.pitch / 2 } else { 7 };
    let last = grid.centre(grid.size - 1, grid.size - 1);
    for n in 0..grid.size {
        let (x, y) = grid.centre(n, n);
        let code = format!("{n:x}");
        screen.setcolor(theme.second_text());
        screen.outtextxy(x - 3, grid.first.1 - before - 10, &code);
        screen.outtextxy(grid.first.0 - before - 12, y - 3, &code);
        if grid.size == 8 {
            let letter = char::from(b'a' + n as u8).to_string();
            screen.setcolor(theme.colors.text);
            screen.outtextxy(x - 3, last.1 + before + 4, &letter);
            screen.outtextxy(last.0 + before + 6, y - 3, &(n + 1).to_string());
        }
    }
}

fn radius(grid: &Grid) -> i32 {
    if grid.size == 8 { 8 } else { 6 }
}

fn stone_of(place: u8) -> Option<Stone> {
    match place {
        1 => Some(Stone::Black),
        2 => Some(Stone::White),
        _ => None,
    }
}

/// Draws an arrow under the stones along the direction being scanned.
fn ray(screen: &mut Screen, theme: &Theme, grid: &Grid, from: Place, to: Place) {
    let ((x1, y1), (x2, y2)) = (grid.centre(from.0, from.1), grid.centre(to.0, to.1));
    let (dx, dy) = ((x2 - x1).signum(), (y2 - y1).signum());
    let beyond = grid.pitch / 2 - 2;
    let (x2, y2) = (x2 + dx * beyond, y2 + dy * beyond);
    screen.setcolor(theme.accent);
    // A diagonal needs an extra pixel to look as thick as a straight line.
    let thick = if dx == 0 || dy == 0 { 0..=1 } else { 0..=2 };
    for shift in thick {
        let (sx, sy) = if dy == 0 { (0, shift) } else { (shift, 0) };
        screen.line(x1 + sx, y1 + sy, x2 + sx, y2 + sy);
    }
    // The arrowhead: two strokes back from the tip.
    let size = grid.pitch / 4;
    let strokes = match (dx, dy) {
        (0, dy) => [(-1, -dy), (1, -dy)],
        (dx, 0) => [(-dx, -1), (-dx, 1)],
        (dx, dy) => [(-dx, 0), (0, -dy)],
    };
    for (sx, sy) in strokes {
        for shift in 0..2 {
            let (x, y) = (x2 - dx * shift, y2 - dy * shift);
            screen.line(x, y, x + sx * size, y + sy * size);
        }
    }
}

/// Draws the frame around the place being read, or around the cursor for marking stones.
pub(crate) fn frame(screen: &mut Screen, theme: &Theme, grid: &Grid, (row, col): Place) {
    let (x, y) = grid.centre(row, col);
    let half = grid.pitch / 2;
    screen.setcolor(theme.accent);
    for half in [half, half - 1] {
        screen.rectangle(x - half, y - half, x + half, y + half);
    }
}

/// Draws a question mark on each stone that the student predicts will turn over; afterwards, marks the right,
/// wrong and missed ones.
fn draw_guess(
    screen: &mut Screen,
    theme: &Theme,
    grid: &Grid,
    marks: &Marks,
    (guess, over): (&[Place], bool),
) {
    for place in guess.iter().chain(&marks.rings) {
        let Some(stone) = stone_of(marks.stones[place.0][place.1]) else {
            continue;
        };
        let (x, y) = grid.centre(place.0, place.1);
        let (guessed, turns) = (guess.contains(place), marks.rings.contains(place));
        let (right, wrong) = match stone {
            Stone::Black => (LIGHTGREEN, LIGHTRED),
            Stone::White => (GREEN, RED),
        };
        if !over {
            if guessed {
                write(screen, x - 3, y - 7, theme.mark_on(stone), "?");
            }
            continue;
        }
        set_play_color(screen, Colors::ORIGINAL, stone as usize);
        screen.fillellipse(x, y, radius(grid) - 1, radius(grid) - 1);
        match (guessed, turns) {
            (true, true) => tick(screen, x, y, right),
            (true, false) => cross(screen, x, y, wrong),
            _ => write(screen, x - 3, y - 7, wrong, "!"),
        }
    }
}

/// Draws a tick, which means right or done.
pub(crate) fn tick(screen: &mut Screen, x: i32, y: i32, color: u8) {
    screen.setcolor(color);
    for shift in 0..=1 {
        screen.line(x - 4, y + shift, x - 1, y + 3 + shift);
        screen.line(x - 1, y + 3 + shift, x + 4, y - 4 + shift);
    }
}

fn cross(screen: &mut Screen, x: i32, y: i32, color: u8) {
    screen.setcolor(color);
    for shift in 0..=1 {
        screen.line(x - 4 + shift, y - 4, x + 3 + shift, y + 4);
        screen.line(x - 4 + shift, y + 4, x + 3 + shift, y - 4);
    }
}

/// The width and height of the compass in pixels.
pub(crate) const COMPASS: i32 = 60;

/// Draws the result of the scan in each of the eight directions around the stone.
pub(crate) fn compass(screen: &mut Screen, marks: &Marks, (left, top): (i32, i32)) {
    const SIDE: i32 = COMPASS / 3;
    let Some(sectors) = &marks.compass else {
        return;
    };
    for (row, y) in sectors.iter().zip((top..).step_by(SIDE as usize)) {
        for (sector, x) in row.iter().zip((left..).step_by(SIDE as usize)) {
            if (x, y) == (left + SIDE, top + SIDE) {
                continue;
            }
            let (fill, text) = match sector {
                Sector::Unknown => (WHITE, String::new()),
                Sector::Now => (LIGHTGREEN, "?".to_string()),
                Sector::Skipped => (WHITE, "─".to_string()),
                Sector::Stones(0) => (WHITE, "0".to_string()),
                Sector::Stones(n) => (CYAN, n.to_string()),
            };
            panel::fill(screen, fill, [x, y, x + SIDE, y + SIDE]);
            panel::outline(screen, BLACK, [x, y, x + SIDE, y + SIDE]);
            write(screen, x + 7, y + 3, BLACK, &text);
        }
    }
    if let Some(stone) = marks.place.and_then(|(_, own)| stone_of(own)) {
        set_play_color(screen, Colors::ORIGINAL, stone as usize);
        screen.setcolor(BLACK);
        screen.fillellipse(left + SIDE * 3 / 2, top + SIDE * 3 / 2, 7, 7);
    }
}
