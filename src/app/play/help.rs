//! Help: the pages that F1 opens anywhere, and the box about the program.

use super::dialog::{ask_text, tell};
use screen::frame::{cover, frame};
use screen::panel::{self, write};
use screen::theme::HOT;
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit, Screen};
use words::say;

/// The characters in a line of a page, and the lines on it.
const COLUMNS: usize = 74;
const ROWS: usize = 23;
/// Where the first line begins, in pixels.
const LEFT: i32 = 24;
const ROW: i32 = 56;

/// What F1 shows, in the language that is spoken.
fn pages() -> Vec<Page> {
    parted(words::text("play/help.txt", include_str!("help.txt")))
}

/// What the menu's "About" shows, below the name and the version.
fn about_pages() -> Vec<Page> {
    parted(words::text("play/about.txt", include_str!("about.txt")))
}

struct Page {
    title: &'static str,
    lines: Vec<&'static str>,
}

/// The place of the page about keys in `help.txt`.
pub const KEYS: usize = 0;
/// The place of the page about menus, files and recorded games.
pub const FILES: usize = 1;
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

/// The pages of a text: each begins with its title behind `# `.
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

/// Shows the pages, beginning with one of them, until the help is closed. Before the first one stand the contents, which give each page a
/// letter. Restores the screen.
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

/// The letter that opens a page.
fn letter_of(page: usize) -> char {
    char::from(b'a' + page as u8)
}

/// Draws a page, or the contents. The lines with what is sought stand out.
fn show_page(screen: &mut Screen, page: Option<usize>, sought: &str) {
    let keys = [
        ("← →", say!("Page")),
        ("A-M", say!("Its letter")),
        ("Home", say!("Contents")),
        ("/", say!("Search")),
        ("Esc", say!("Close")),
    ];
    let pages = pages();
    match page {
        Some(page) => {
            let Page { title, lines } = &pages[page];
            let title = say!(
                "{title}, page {page} of {pages}",
                title,
                page = page + 1,
                pages = pages.len()
            );
            draw(screen, &title, lines, &keys);
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

/// Is this in the line? Capital letters are as good as small ones.
fn has(line: &str, sought: &str) -> bool {
    !sought.is_empty() && line.to_lowercase().contains(&sought.to_lowercase())
}

/// Asks for words, and turns to the next page that has them.
fn search(
    console: &mut dyn Console,
    page: &mut Option<usize>,
    sought: &mut String,
) -> Result<(), Quit> {
    let hint = say!("The next page that has these words is opened.");
    let Some(typed) = ask_text(
        console,
        say!("Search the help"),
        sought,
        hint,
        say!("Search"),
    )?
    else {
        return Ok(());
    };
    let from = page.map_or(0, |page| page + 1);
    let pages = pages();
    let mut places = (from..pages.len()).chain(0..from.min(pages.len()));
    match places.find(|page| pages[*page].lines.iter().any(|line| has(line, &typed))) {
        Some(found) => *page = Some(found),
        None => tell(console, say!("No page has these words."))?,
    }
    *sought = typed;
    Ok(())
}

/// Shows what the program is until a key is pressed.
pub(crate) fn about(console: &mut dyn Console) -> Result<(), Quit> {
    let under = console.screen().clone();
    let Page { title, lines } = &about_pages()[0];
    let version = concat!("qipan ", env!("CARGO_PKG_VERSION"));
    let lines = [&[version], &lines[..]].concat();
    draw(console.screen(), title, &lines, &[("Esc", say!("Close"))]);
    while let Key::F(_) = console.getkey()? {}
    *console.screen() = under;
    Ok(())
}

fn draw(screen: &mut Screen, title: &str, lines: &[&str], keys: &[(&str, &str)]) {
    cover(screen);
    frame(screen, LEFT - 16, ROW - 32, COLUMNS + 2, ROWS + 2, title);
    for (line, row) in lines.iter().zip((ROW..).step_by(16)) {
        write(screen, LEFT, row, BLACK, line);
    }
    panel::key_line(screen, keys);
}

#[cfg(test)]
mod tests {
    use super::*;
    use turbo::dos::bgi::columns_of;

    #[test]
    fn every_line_of_the_help_fits_its_page() {
        let english = pages().len();
        for (tag, _) in super::super::language::languages() {
            words::speaking(tag, || {
                assert_eq!(pages().len(), english, "{tag}");
                for page in pages().iter().chain(&about_pages()) {
                    assert!(page.lines.len() <= ROWS, "{} is too long", page.title);
                    for line in &page.lines {
                        assert!(columns_of(line) <= COLUMNS, "too wide: {line}");
                    }
                }
            });
        }
    }

    #[test]
    fn the_pages_stand_where_their_places_say() {
        for (place, title) in [
            (KEYS, "Keys"),
            (FILES, "Menus and files"),
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
            assert_eq!(pages()[place].title, title);
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
            for line in pages()[page]
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
