//! The screen of a program being debugged, with a cursor that magnifies a pixel.

use super::frame::frame;
use super::panel::{self, write};
use super::theme::HOT;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, COLORS, HEIGHT, WHITE, WIDTH};
use words::say;

const ROW: i32 = 16;
/// The number of magnified pixels on each side of the cursor.
const AROUND: i32 = 5;
/// The width and height of a magnified pixel, in pixels.
const LARGE: i32 = 8;

/// Returns [`Screen::as_shown`], scrolled up by a line if the last row has text, which the key line would
/// cover.
pub fn above_the_keys(picture: &Screen) -> Screen {
    let mut seen = picture.as_shown();
    let last = &seen.pixels()[(WIDTH * (HEIGHT - ROW)) as usize..];
    let is_text = last.contains(&BLACK) && last.iter().any(|color| *color != BLACK);
    if is_text {
        seen.scroll(ROW as usize);
    }
    seen
}

/// Draws the cursor at a pixel, and a box in the opposite corner with the surrounding pixels and the colour.
pub fn pixel(screen: &mut Screen, (x, y): (i32, i32)) {
    let under = screen.clone();
    let at = |dx: i32, dy: i32| under.getpixel(x + dx, y + dy);
    cross(screen, (x, y));
    let left = if x < WIDTH / 2 { WIDTH - 240 } else { 8 };
    let top = if y < HEIGHT / 2 { HEIGHT - 160 } else { 8 };
    frame(screen, left, top, 26, 7, "");
    let side = LARGE * (2 * AROUND + 1);
    let (corner_x, corner_y) = (left + 16, top + 24);
    for (dx, dy) in (-AROUND..=AROUND).flat_map(|dy| (-AROUND..=AROUND).map(move |dx| (dx, dy))) {
        let (x, y) = (corner_x + LARGE * (dx + AROUND), corner_y + LARGE * (dy + AROUND));
        panel::fill(screen, at(dx, dy).unwrap_or(BLACK), [x, y, x + LARGE - 1, y + LARGE - 1]);
    }
    panel::outline(screen, BLACK, [corner_x - 1, corner_y - 1, corner_x + side, corner_y + side]);
    let middle = LARGE * AROUND;
    for (far, color) in [(1, BLACK), (2, WHITE)] {
        screen.setcolor(color);
        screen.rectangle(
            corner_x + middle - far,
            corner_y + middle - far,
            corner_x + middle + LARGE - 1 + far,
            corner_y + middle + LARGE - 1 + far,
        );
    }
    let color = at(0, 0).map_or("", |color| COLORS[usize::from(color)]);
    let texts = [
        (BLACK, format!("{x},{y}")),
        (BLACK, color.to_string()),
        (BLACK, String::new()),
        (HOT, "Enter".to_string()),
        (BLACK, say!("find the line").to_string()),
    ];
    for ((color, text), row) in texts.iter().zip((corner_y..).step_by(16)) {
        write(screen, corner_x + side + 6, row, *color, panel::fitting(text, 13));
    }
}

/// Draws a cross of four strokes that leave the pixel itself free.
fn cross(screen: &mut Screen, (x, y): (i32, i32)) {
    for (color, far) in [(BLACK, 1), (WHITE, 0)] {
        screen.setcolor(color);
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            for side in -far..=far {
                let (sx, sy) = (x + dy * side, y + dx * side);
                screen.line(sx + 3 * dx, sy + 3 * dy, sx + 9 * dx, sy + 9 * dy);
            }
        }
    }
}
