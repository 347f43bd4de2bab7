//! An input line in a box.

use screen::frame::frame;
use screen::panel::{self, write, write_lines};
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, GREEN, WHITE, WIDTH};
use turbo::dos::{Console, Key, Quit, Screen};
use words::say;

/// The width of the box, in columns.
const COLUMNS: usize = 60;
/// The number of visible characters of the text.
const SEEN: usize = COLUMNS - 4;

/// Asks for a line of text in a box, with a hint below it. The first typed character replaces the initial
/// `text`, unless the user moves the cursor first. `enter` names the action of Enter. Returns `None` on Esc.
/// Restores the screen.
pub fn ask_text(
    console: &mut dyn Console,
    title: &str,
    text: &str,
    hint: &str,
    enter: &str,
) -> Result<Option<String>, Quit> {
    let hints = panel::wrapped(hint, SEEN);
    let under = console.screen().clone();
    let keys = [
        ("Enter", enter),
        ("← →", say!("Move")),
        ("Del", say!("Delete")),
        ("F1", say!("Help")),
        ("Esc", say!("Cancel")),
    ];
    panel::key_line(console.screen(), &keys);
    let (x, y) = ((WIDTH - 8 * (COLUMNS as i32 + 2)) / 2, 176);
    let text: Vec<char> = text.chars().collect();
    let mut field = TextField { cursor: text.len(), whole: !text.is_empty(), text };
    let done = loop {
        let screen = console.screen();
        frame(screen, x, y, COLUMNS, hints.len() + 4, title);
        field.draw(screen, x + 16, y + 32);
        write_lines(screen, (x + 24, y + 64), BLACK, &hints);
        match console.text_key()? {
            Key::Enter => break Some(field.text.into_iter().collect()),
            Key::Esc => break None,
            key => field.key(key),
        }
    };
    *console.screen() = under;
    Ok(done)
}

struct TextField {
    text: Vec<char>,
    /// The index of the character at the cursor. A new character is inserted before it.
    cursor: usize,
    /// True if the next character replaces the whole text.
    whole: bool,
}

impl TextField {
    fn key(&mut self, key: Key) {
        let whole = self.whole;
        match key {
            Key::Char(c) => self.insert(c),
            Key::Space => self.insert(' '),
            Key::Backspace | Key::Delete if whole => self.clear(),
            Key::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            Key::Delete if self.cursor < self.text.len() => drop(self.text.remove(self.cursor)),
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.text.len(),
            _ => return,
        }
        self.whole = false;
    }

    fn insert(&mut self, c: char) {
        if self.whole {
            self.clear();
        }
        self.text.insert(self.cursor, c);
        self.cursor += 1;
    }

    fn clear(&mut self) {
        self.text.clear();
        self.cursor = 0;
    }

    /// Draws the visible part of the text with the cursor. Text that the next character replaces is green.
    fn draw(&self, screen: &mut Screen, x: i32, y: i32) {
        panel::fill(screen, WHITE, [x, y, x + 8 * (SEEN as i32 + 2) - 1, y + 15]);
        let hidden = (self.cursor + 1).saturating_sub(SEEN);
        let seen: String = self.text.iter().skip(hidden).take(SEEN).collect();
        if self.whole {
            let end = x + 8 + 8 * columns_of(&seen) as i32;
            panel::fill(screen, GREEN, [x + 8, y, end - 1, y + 15]);
        }
        write(screen, x + 8, y, BLACK, &seen);
        let cursor = x + 8 + 8 * (self.cursor - hidden) as i32;
        panel::fill(screen, BLACK, [cursor, y + 13, cursor + 7, y + 14]);
    }
}
