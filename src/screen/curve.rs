//! The curve of a finished game: the lead after each move, and the decisive moves.

use super::frame::BESIDE;
use super::moves::number;
use super::panel::{self, COLUMNS, dot, stone_colour};
use super::theme::Theme;
use players::analysis::{ReviewedMove, deciding};
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, DARKGRAY, Font, LIGHTGRAY, RED, WIDTH};
use words::say;

/// The top edge of the curve, or of the large scores above it, in pixels.
pub const TOP: i32 = 144;
/// The height of the two lines of text below the curve, in pixels.
const WORDS: i32 = 40;
/// The width of the sides' names to the left of the curve, in pixels.
const NAMES: i32 = 52;

/// Draws the curve of the `moves` reviewed so far, out of `drops` moves in total, between two pixel rows: from
/// the first one to the top edge of a box.
pub fn draw(screen: &mut Screen, theme: &Theme, moves: &[ReviewedMove], drops: usize, [top, edge]: [i32; 2]) {
    panel::fill(screen, theme.colors.ground, [BESIDE.0, top, WIDTH - 1, edge - 1]);
    let (left, right) = (BESIDE.0, BESIDE.0 + 8 * (BESIDE.2 as i32 + 2) - 1);
    let bottom = edge - WORDS - 8;
    panel::fill(screen, LIGHTGRAY, [left, top, right, bottom]);
    panel::outline(screen, BLACK, [left, top, right, bottom]);
    let middle = (top + bottom) / 2;
    screen.setcolor(DARKGRAY);
    screen.line(left + 1, middle, right - 1, middle);
    screen.settextstyle(Font::Small, 1);
    screen.outtextxy(left + 4, top + 4, say!("Black"));
    screen.outtextxy(left + 4, bottom - 11, say!("White"));
    let done = moves.len() == drops;
    let decided = if done { deciding(moves) } else { Vec::new() };
    let words = match done {
        true => names(moves, &decided),
        false => say!("Move {count} of {drops}", count = moves.len(), drops),
    };
    let heading = match decided[..] {
        _ if !done => say!("Reviewed so far"),
        [] => "",
        _ => say!("Deciding moves"),
    };
    panel::write_lines(screen, (left, bottom + 8), theme.colors.text, [heading, &words]);
    let Some(scale) = scale(moves) else {
        return;
    };
    let at = |n: usize| {
        let part = moves[n].value.points().clamp(-scale, scale) / scale;
        let high = (middle - top - 6) as f32;
        let wide = right - left - NAMES - 8;
        let x = left + NAMES + wide * n as i32 / (drops.max(2) - 1) as i32;
        (x, middle - (part * high).round() as i32)
    };
    screen.setcolor(BLACK);
    for n in 1..moves.len() {
        let ((x, y), (next_x, next_y)) = (at(n - 1), at(n));
        screen.line(x, y, next_x, next_y);
        screen.line(x, y + 1, next_x, next_y + 1);
    }
    for n in decided {
        dot(screen, at(n), RED, 5);
        dot(screen, at(n), stone_colour(moves[n].stone), 3);
    }
}

/// Returns the smallest scale that fits the values of all these moves, or else the largest scale.
pub(super) fn scale(moves: &[ReviewedMove]) -> Option<f32> {
    let scales = moves.first()?.unit().scales;
    let most = moves.iter().map(|m| m.value.points().abs());
    let most = most.fold(0.0, f32::max);
    let enough = scales.iter().find(|scale| most <= **scale);
    enough.or(scales.last()).copied()
}

/// Formats the numbers and names of the moves at the indices `of`, as many as fit on a line.
fn names(moves: &[ReviewedMove], of: &[usize]) -> String {
    let mut line = String::new();
    for n in of {
        let one = &moves[*n];
        let name = format!("{} {}", number(&*one.before, one.before.t()), one.before.name_of(one.played));
        if line.len() + 2 + name.len() <= COLUMNS + 1 {
            line += if line.is_empty() { "" } else { "  " };
            line += &name;
        }
    }
    if line.is_empty() { say!("No mistakes").to_string() } else { line }
}
