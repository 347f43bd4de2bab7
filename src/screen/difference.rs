//! Compares the expected picture with the student's, side by side or one at a time, with frames around the
//! differences.

use super::panel::{self, key_line, title_bar, wrapped, write};
use super::theme::BAR;
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, HEIGHT, LIGHTGREEN, WIDTH};
use words::{phrase, say};

/// The top of the two small pictures in pixels.
const TOP: i32 = 32;
/// The width and height of a small picture in pixels.
const HALF: [i32; 2] = [WIDTH / 2, HEIGHT / 2];
const NAMES: [&str; 2] = [phrase!("Ours"), phrase!("Yours")];
const KEYS: [(&str, &str); 3] = [
    ("Tab", phrase!("The whole picture, ours and yours")),
    ("Enter", phrase!("Step by step")),
    ("Esc", phrase!("Close")),
];
const TO_THE_OTHER: [&str; 2] = [phrase!("To yours"), phrase!("To ours")];
/// The number of characters per line of the text below the pictures.
const COLUMNS: usize = 77;

pub struct View<'a> {
    pub title: &'a str,
    /// The expected picture and the student's.
    pub pictures: &'a [Screen; 2],
    /// The differing rectangles: left, top, right, bottom.
    pub areas: &'a [[i32; 4]],
    pub said: &'a [String],
}

/// Draws both pictures at half size, with the text below.
pub fn side_by_side(screen: &mut Screen, view: &View<'_>) {
    panel::fill(screen, BAR, [0, 0, WIDTH - 1, HEIGHT - 1]);
    title_bar(screen, view.title);
    let [width, height] = HALF;
    for (n, picture) in (0..).zip(view.pictures) {
        let left = n * width;
        let name = NAMES[n as usize];
        write(screen, left + (width - 8 * columns_of(name) as i32) / 2, 16, BLACK, name);
        for y in 0..height {
            for x in 0..width {
                let color = picture.getpixel(2 * x, 2 * y).unwrap_or(BLACK);
                screen.putpixel(left + x, TOP + y, color);
            }
        }
        for area in view.areas {
            let [x1, y1, x2, y2] = area.map(|n| n / 2);
            frame(screen, [left + x1, TOP + y1, left + x2, TOP + y2]);
        }
    }
    screen.setcolor(BLACK);
    screen.line(width - 1, TOP, width - 1, TOP + height - 1);
    let lines = view.said.iter().flat_map(|said| wrapped(said, COLUMNS));
    let room = (HEIGHT - 16 - TOP - height) / 16 - 1;
    for (line, n) in lines.zip(0..room) {
        write(screen, 8, TOP + height + 8 + 16 * n, BLACK, &line);
    }
    key_line(screen, &KEYS);
}

/// Draws one of the pictures at full size.
pub fn whole(screen: &mut Screen, view: &View<'_>, which: usize) {
    let other = view.pictures[which].pixels().chunks(WIDTH as usize);
    for (row, y) in other.zip(0..) {
        for (color, x) in row.iter().zip(0..) {
            screen.putpixel(x, y, *color);
        }
    }
    for area in view.areas {
        frame(screen, *area);
    }
    let keys = [
        ("Tab", TO_THE_OTHER[which]),
        ("Y", say!("Why not this pixel?")),
        ("Enter", say!("Step by step")),
        ("Esc", say!("Back||to the menu")),
    ];
    key_line(screen, &keys);
    write(screen, 8, HEIGHT - 16, BLACK, NAMES[which]);
}

/// Draws a frame of two pixels around a rectangle.
fn frame(screen: &mut Screen, [left, top, right, bottom]: [i32; 4]) {
    screen.setcolor(LIGHTGREEN);
    for n in 1..=2 {
        screen.rectangle(left - n, top - n, right + n, bottom + n);
    }
}
