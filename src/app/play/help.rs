//! Help: the pages that F1 opens anywhere, and the box about the program.

use crate::screen::frame::{cover, frame};
use crate::screen::panel::{self, write};
use std::sync::LazyLock;
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit, Screen};

/// The characters in a line of a page, and the lines on it.
const COLUMNS: usize = 74;
const ROWS: usize = 23;

/// What F1 shows: a page begins with its title behind `# `.
static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| pages(include_str!("help.txt")));

/// What the menu's "About" shows, below the name and the version.
static ABOUT: LazyLock<Vec<Page>> = LazyLock::new(|| pages(include_str!("about.txt")));

struct Page {
    title: &'static str,
    lines: Vec<&'static str>,
}

/// The place of the page about keys in `help.txt`.
pub const KEYS: usize = 0;
/// The place of the page about Othello.
pub(crate) const OTHELLO: usize = 2;
/// The place of the page about gomoku.
pub(crate) const GOMOKU: usize = 3;
/// The place of the page about the tutor.
pub(crate) const TUTOR: usize = 6;
/// The place of the page about the learner.
pub(crate) const LEARNER: usize = 7;
/// The place of the page about the editor.
pub(crate) const EDITOR: usize = 8;
/// The place of the page about the computer as an opponent.
pub(crate) const COMPUTER: usize = 9;
/// The place of the page about positions that are set up by hand.
pub const SET_UP: usize = 10;
/// The place of the page about lines, openings and exercises.
pub(crate) const LEARNING: usize = 11;
/// The place of the page about the debugger.
pub(crate) const DEBUGGER: usize = 12;

fn pages(text: &'static str) -> Vec<Page> {
    let pages = text.strip_prefix("# ").unwrap_or(text).split("\n\n# ");
    pages
        .map(|page| {
            let mut lines = page.lines();
            let title = lines.next().unwrap_or_default();
            let lines = lines.collect();
            Page { title, lines }
        })
        .collect()
}

/// Shows the pages, beginning with one of them, until the help is closed. Restores the screen.
pub fn show(console: &mut dyn Console, mut page: usize) -> Result<(), Quit> {
    let under = console.screen().clone();
    loop {
        let Page { title, lines } = &PAGES[page];
        let title = format!("{title}, page {} of {}", page + 1, PAGES.len());
        draw(
            console.screen(),
            &title,
            lines,
            &[("← →", "Page"), ("Esc", "Close")],
        );
        match console.getkey()? {
            Key::Left | Key::Up | Key::PageUp => page = page.saturating_sub(1),
            Key::Right | Key::Down | Key::PageDown | Key::Space => {
                page = (page + 1).min(PAGES.len() - 1);
            }
            Key::Home => page = 0,
            Key::End => page = PAGES.len() - 1,
            Key::Esc | Key::Enter | Key::F(1) => break,
            _ => {}
        }
    }
    *console.screen() = under;
    Ok(())
}

/// Shows what the program is until a key is pressed.
pub(crate) fn about(console: &mut dyn Console) -> Result<(), Quit> {
    let under = console.screen().clone();
    let Page { title, lines } = &ABOUT[0];
    let version = concat!("qipan ", env!("CARGO_PKG_VERSION"));
    let lines = [&[version], &lines[..]].concat();
    draw(console.screen(), title, &lines, &[("Esc", "Close")]);
    while let Key::F(_) = console.getkey()? {}
    *console.screen() = under;
    Ok(())
}

fn draw(screen: &mut Screen, title: &str, lines: &[&str], keys: &[(&str, &str)]) {
    let (x, y) = (8, 24);
    cover(screen);
    frame(screen, x, y, COLUMNS + 2, ROWS + 2, title);
    for (line, row) in lines.iter().zip((y + 32..).step_by(16)) {
        write(screen, x + 16, row, BLACK, line);
    }
    panel::key_line(screen, keys);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_help_fits_its_page() {
        for page in PAGES.iter().chain(&*ABOUT) {
            assert!(page.lines.len() <= ROWS, "{} is too long", page.title);
            for line in &page.lines {
                assert!(line.chars().count() <= COLUMNS, "too wide: {line}");
            }
        }
    }

    #[test]
    fn the_pages_stand_where_their_places_say() {
        for (place, title) in [
            (KEYS, "Keys"),
            (OTHELLO, "Othello"),
            (GOMOKU, "Gomoku"),
            (TUTOR, "The tutor"),
            (LEARNER, "The learner"),
            (EDITOR, "The editor"),
            (COMPUTER, "Against the computer"),
            (SET_UP, "A position by hand"),
            (LEARNING, "Lines, openings, exercises"),
            (DEBUGGER, "The debugger"),
        ] {
            assert_eq!(PAGES[place].title, title);
        }
    }

    #[test]
    fn the_tutors_readme_knows_each_key_of_its_pages() {
        const README: &str = include_str!("../../lessons/tutor/README.md");
        let is_row = |line: &&str| line.starts_with("| ");
        let rows = README
            .lines()
            .skip_while(|line| !line.starts_with("| key "));
        let keys = rows.take_while(|line| line.starts_with('|')).filter(is_row);
        let keys = keys.filter_map(|row| row.split('|').nth(1));
        let words = |text: &str| -> Vec<String> {
            let words = text.split([' ', ',', ';']);
            words
                .map(str::to_string)
                .filter(|word| !word.is_empty())
                .collect()
        };
        let known: Vec<String> = keys.flat_map(words).collect();
        for (page, column) in [(TUTOR, 20), (DEBUGGER, 16)] {
            for line in PAGES[page]
                .lines
                .iter()
                .filter(|line| line.starts_with("  "))
            {
                let keys: String = line.chars().take(column).collect();
                for key in words(&keys) {
                    assert!(known.contains(&key), "{key} is missing");
                }
            }
        }
    }
}
