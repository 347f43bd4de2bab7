//! The bar with the names of the menus at the top of the screen.

use super::panel::{self, write};
use super::theme::{BAR, HOT};
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, GREEN, WIDTH, columns_of};
use words::{say, translate};

/// Returns the left edge of the name of menu `n` in pixels.
pub fn left(names: &[&str], n: usize) -> i32 {
    let before = names[..n].iter().map(|name| columns_of(&label(name).1) as i32 + 3);
    16 + 8 * before.sum::<i32>()
}

/// Draws the names and highlights the chosen one. The first letter of each English name is its hot key.
pub fn draw(screen: &mut Screen, names: &[&str], chosen: Option<usize>) {
    panel::fill(screen, BAR, [0, 0, WIDTH - 1, 15]);
    for (n, name) in names.iter().enumerate() {
        let x = left(names, n);
        let (hot, text) = label(name);
        if chosen == Some(n) {
            panel::fill(screen, GREEN, [x - 8, 0, x + 8 * columns_of(&text) as i32 + 7, 15]);
        }
        write(screen, x, 0, BLACK, &text);
        if chosen != Some(n) {
            write(screen, x + 8 * hot as i32, 0, HOT, &name[..1]);
        }
    }
    write(screen, WIDTH - 72, 0, HOT, "F1");
    write(screen, WIDTH - 48, 0, BLACK, say!("Help"));
}

/// Returns the column of the hot key in a name, and the name in the current language. A translated name ends
/// with the English letter in parentheses.
fn label(name: &str) -> (usize, String) {
    match translate(name) {
        same if same == name => (0, name.to_string()),
        other => (columns_of(other) + 1, format!("{other}({})", &name[..1])),
    }
}
