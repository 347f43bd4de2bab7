//! Reports a difference between two programs, in a box or as two pictures, and offers to step through it.

use crate::play::dialog;
use crate::play::tutor::PixelCursor;
use lessons::check::Difference;
use screen::difference::{View, side_by_side, whole};
use screen::frame::frame;
use screen::panel;
use turbo::c::Program;
use turbo::dos::bgi::{BLACK, WIDTH};
use turbo::dos::{Console, Key, Quit};
use words::say;

/// The y coordinate of the screen's middle, in pixels.
pub(super) const MIDDLE: i32 = 240;

/// The maximum number of characters in a line of a box.
pub(super) const ROOM: usize = 62;

/// Shows a difference. Returns true if the user wants to step through it.
pub(super) fn show(
    console: &mut dyn Console,
    difference: &Difference,
    program: &Program,
) -> Result<bool, Quit> {
    match &difference.pictures {
        None => offer(console, MIDDLE, difference.function, &in_lines(difference)),
        Some(pictures) => {
            let said = [
                difference.said.clone(),
                format!("{}{}", difference.call, difference.about),
                say!("Ours: {ours}", ours = difference.ours),
                say!("Yours: {theirs}", theirs = difference.theirs),
                say!("They diverge in line {line}.", line = difference.line),
            ];
            let view = View {
                title: difference.function,
                pictures,
                areas: &difference.differing_areas(),
                said: &said,
            };
            compare(console, &view, &|pixel| difference.why_missing(program, pixel))
        }
    }
}

/// Shows two pictures side by side, or one of them. Returns true if the user wants to step through the
/// difference.
fn compare(
    console: &mut dyn Console,
    view: &View<'_>,
    why: &dyn Fn((i32, i32)) -> String,
) -> Result<bool, Quit> {
    let under = console.screen().clone();
    let mut seen = None;
    // The cursor begins in the first difference.
    let at =
        view.areas.first().map_or((WIDTH / 2, MIDDLE), |[x1, y1, x2, y2]| ((x1 + x2) / 2, (y1 + y2) / 2));
    let mut cursor = PixelCursor { at, is_shown: false };
    let steps = loop {
        match seen {
            None => side_by_side(console.screen(), view),
            Some(which) => {
                whole(console.screen(), view, which);
                cursor.draw(console.screen());
            }
        }
        match (console.getkey()?, seen) {
            (Key::Enter, Some(_)) if cursor.is_shown => dialog::tell(console, &why(cursor.at))?,
            (Key::Enter | Key::F(7), _) => break true,
            (Key::Esc, None) => break false,
            (Key::Esc, Some(_)) => seen = None,
            (Key::Char('y' | 'Y'), Some(_)) => dialog::tell(console, &why(cursor.at))?,
            (Key::Tab, which) => seen = Some(which.map_or(0, |which| 1 - which)),
            (key, Some(_)) => _ = cursor.key(key),
            _ => {}
        }
    };
    *console.screen() = under;
    Ok(steps)
}

/// Formats a difference as the lines of a box: the description, the call, the board, and both results.
fn in_lines(difference: &Difference) -> Vec<String> {
    let mut lines = panel::wrapped(&difference.said, ROOM);
    lines.extend([format!("{}{}", difference.call, difference.about), String::new()]);
    lines.extend(difference.board.iter().map(|row| format!("    {row}")));
    if !difference.board.is_empty() {
        lines.push(String::new());
    }
    lines.extend(panel::wrapped(&say!("Ours: {ours}", ours = difference.ours), ROOM));
    lines.extend(panel::wrapped(&say!("Yours: {theirs}", theirs = difference.theirs), ROOM));
    lines.truncate(24);
    lines
}

/// Shows the lines in a box whose centre has the y coordinate `middle`. Returns true if the user wants to
/// step through the program.
pub(super) fn offer(
    console: &mut dyn Console,
    middle: i32,
    title: &str,
    lines: &[String],
) -> Result<bool, Quit> {
    let under = console.screen().clone();
    let screen = console.screen();
    let (x, y) = (48, middle - 8 * (lines.len() as i32 + 2));
    frame(screen, x, y, ROOM + 4, lines.len(), title);
    let fitting = lines.iter().map(|line| panel::fitting(line, ROOM));
    panel::write_lines(screen, (x + 24, y + 16), BLACK, fitting);
    panel::key_line(screen, &[("Enter", say!("Step by step")), ("Esc", say!("Close"))]);
    let steps = loop {
        match console.getkey()? {
            Key::Enter => break true,
            Key::Esc => break false,
            _ => {}
        }
    };
    *console.screen() = under;
    Ok(steps)
}
