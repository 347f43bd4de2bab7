//! Help: the pages behind F1.

use super::dialog::{ask_text, tell};
use games::othello::Position;
use screen::frame::{cover, frame};
use screen::othello::draw_map;
use screen::panel::{self, write, write_lines};
use screen::theme::{HOT, THEMES};
use turbo::dos::bgi::{BLACK, WIDTH};
use turbo::dos::{Console, Key, Quit, Screen};
use words::say;

/// The number of columns in a page.
pub const COLUMNS: usize = 74;
/// The number of lines in a page.
pub const ROWS: usize = 23;
/// The left edge of the text, in pixels.
const LEFT: i32 = 24;
/// The top edge of the first line, in pixels.
const ROW: i32 = 56;

/// Returns the help pages in the current language.
pub fn pages() -> Vec<Page> {
    let mut pages = parted(words::text("play/help.txt", include_str!("help.txt")));
    pages[ABOUT].lines.insert(0, concat!("qipan ", env!("CARGO_PKG_VERSION")));
    pages
}

pub struct Page {
    pub title: &'static str,
    pub lines: Vec<&'static str>,
}

/// The index of the page of keys in `help.txt`. The constants below are the indices of other pages.
pub const KEYS: usize = 0;
pub const FILES: usize = 1;
pub const OTHELLO: usize = 2;
pub const GOMOKU: usize = 3;
pub const TUTOR: usize = 6;
pub const LEARNER: usize = 7;
pub const EDITOR: usize = 8;
pub const COMPUTER: usize = 9;
pub const SET_UP: usize = 10;
pub const LEARNING: usize = 11;
pub const DEBUGGER: usize = 12;
pub const ABOUT: usize = 13;

/// Splits a text into pages. Each page begins with `# ` and its title.
fn parted(text: &'static str) -> Vec<Page> {
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

/// Shows the help, starting with this page, until the user closes it. A table of contents precedes the first
/// page and gives each page a letter. Restores the screen.
pub fn show(console: &mut dyn Console, page: usize) -> Result<(), Quit> {
    let under = console.screen().clone();
    let last = pages().len() - 1;
    let mut page = Some(page);
    let mut sought = String::new();
    loop {
        show_page(console.screen(), page, &sought);
        match console.getkey()? {
            Key::Left | Key::Up | Key::PageUp => page = page.and_then(|page| page.checked_sub(1)),
            Key::Right | Key::Down | Key::PageDown | Key::Space => {
                page = Some(page.map_or(0, |page| (page + 1).min(last)));
            }
            Key::Home => page = None,
            Key::End => page = Some(last),
            Key::Char('/') => search(console, &mut page, &mut sought)?,
            Key::Esc | Key::Enter | Key::F(1) => break,
            key => {
                let letter = key.letter();
                let named = (0..=last).find(|page| letter == Some(letter_of(*page)));
                page = named.or(page);
            }
        }
    }
    *console.screen() = under;
    Ok(())
}

fn letter_of(page: usize) -> char {
    char::from(b'a' + page as u8)
}

/// Draws a page, or the table of contents for `None`, and highlights the lines that contain the search text.
fn show_page(screen: &mut Screen, page: Option<usize>, sought: &str) {
    let keys = [
        ("← →", say!("Page")),
        ("A-N", say!("Its letter")),
        ("Home", say!("Contents")),
        ("/", say!("Search")),
        ("Esc", say!("Close")),
    ];
    let pages = pages();
    match page {
        Some(page) => {
            let Page { title, lines } = &pages[page];
            let title = say!("{title}, page {page} of {pages}", title, page = page + 1, pages = pages.len());
            draw(screen, &title, lines, &keys);
            if page + 1 == pages.len() {
                draw_board(screen);
            }
            let rows = lines.iter().zip((ROW..).step_by(16));
            for (line, row) in rows.filter(|(line, _)| has(line, sought)) {
                write(screen, LEFT, row, HOT, line);
            }
        }
        None => {
            let line = |page| format!("{}  {}", letter_of(page), pages[page].title);
            let lines: Vec<String> = (0..pages.len()).map(line).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            draw(screen, say!("Contents"), &lines, &keys);
        }
    }
}

/// True if the line contains the search text, regardless of case.
fn has(line: &str, sought: &str) -> bool {
    !sought.is_empty() && line.to_ascii_lowercase().contains(&sought.to_ascii_lowercase())
}

/// Asks for a search text and turns to the next page that contains it.
fn search(console: &mut dyn Console, page: &mut Option<usize>, sought: &mut String) -> Result<(), Quit> {
    let hint = say!("Opens the next page with this text.");
    let Some(typed) = ask_text(console, say!("Search the help"), sought, hint, say!("Search"))? else {
        return Ok(());
    };
    let from = page.map_or(0, |page| page + 1);
    let pages = pages();
    let mut places = (from..pages.len()).chain(0..from.min(pages.len()));
    match places.find(|page| pages[*page].lines.iter().any(|line| has(line, &typed))) {
        Some(found) => *page = Some(found),
        None => tell(console, say!("No page contains this text."))?,
    }
    *sought = typed;
    Ok(())
}

/// Draws the board that gave the program its name, below the text of the last page.
fn draw_board(screen: &mut Screen) {
    const CELL: i32 = 20;
    let (x, y) = ((WIDTH - 8 * CELL) / 2, 264);
    panel::fill(screen, THEMES[0].colors.ground, [x - 8, y - 8, x + 8 * CELL + 7, y + 8 * CELL + 7]);
    draw_map(screen, &THEMES[0], (x, y), CELL, &Position::default().map);
}

fn draw(screen: &mut Screen, title: &str, lines: &[&str], keys: &[(&str, &str)]) {
    cover(screen);
    frame(screen, LEFT - 16, ROW - 32, COLUMNS + 2, ROWS + 2, title);
    write_lines(screen, (LEFT, ROW), BLACK, lines);
    panel::key_line(screen, keys);
}
