//! A page of the reference, in the colours of Turbo C's help: on cyan, and what is a program as in the editor.

use super::panel::write;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, BLUE, CYAN, HEIGHT, WHITE, WIDTH, YELLOW};

/// How many lines are seen at once, and how many characters one has.
pub const ROWS: usize = 26;
pub const COLUMNS: usize = 76;

/// A line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// How something is written.
    Written(String),
    /// What is said about it.
    Said(String),
    /// A line of a program.
    Code(String),
}

/// Draws the lines of a page from line `top` on.
pub fn draw(screen: &mut Screen, title: &str, lines: &[Line], top: usize) {
    screen.setfillstyle(CYAN);
    screen.bar(0, 16, WIDTH - 1, HEIGHT - 17);
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
                screen.setfillstyle(BLUE);
                screen.bar(8, y, WIDTH - 9, y + 15);
                row(screen, 2, n, YELLOW, text);
            }
        }
    }
}

/// Writes from a column and a row of the text screen on, both counted from 0.
fn row(screen: &mut Screen, column: usize, row: usize, color: u8, text: &str) {
    write(screen, 8 * column as i32, 16 * row as i32, color, text);
}
