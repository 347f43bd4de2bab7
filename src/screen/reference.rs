//! A page of the C reference in the colours of Turbo C's help: cyan, with program lines as in the editor.

use super::editor::row;
use super::panel;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, BLUE, CYAN, HEIGHT, WHITE, WIDTH, YELLOW};

/// The number of visible lines.
pub const ROWS: usize = 26;
/// The number of characters in a line.
pub const COLUMNS: usize = 76;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Syntax, or a declaration.
    Written(String),
    /// A line of explanation.
    Said(String),
    /// A line of a program.
    Code(String),
}

/// Draws a page, starting at line `top`.
pub fn draw(screen: &mut Screen, title: &str, lines: &[Line], top: usize) {
    panel::fill(screen, CYAN, [0, 16, WIDTH - 1, HEIGHT - 17]);
    let title = format!(" {title} ");
    let edge = "═".repeat(COLUMNS + 2);
    row(screen, 0, 1, WHITE, &format!("╔{title:═^0$}╗", COLUMNS + 2));
    row(screen, 0, ROWS + 2, WHITE, &format!("╚{edge}╝"));
    let more = [(top > 0, 0, "↑"), (top + ROWS < lines.len(), ROWS - 1, "↓")];
    for n in 0..ROWS {
        let arrow = more.iter().find(|(is_there, at, _)| *is_there && *at == n);
        row(screen, 0, n + 2, WHITE, "║");
        row(screen, 79, n + 2, WHITE, arrow.map_or("║", |more| more.2));
    }
    for (line, n) in lines[top..].iter().take(ROWS).zip(2..) {
        match line {
            Line::Written(text) => row(screen, 2, n, WHITE, text),
            Line::Said(text) => row(screen, 2, n, BLACK, text),
            Line::Code(text) => {
                let y = 16 * n as i32;
                panel::fill(screen, BLUE, [8, y, WIDTH - 9, y + 15]);
                row(screen, 2, n, YELLOW, text);
            }
        }
    }
}
