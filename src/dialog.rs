//! Menus, questions and boxes in the frames of DOS's text mode.

use std::fmt::Display;

use crate::dos::bgi::{BLACK, GREEN, LIGHTGRAY, RED, WIDTH};
use crate::dos::{Console, Key, Quit, Screen};
use crate::panel::{self, write};
use crate::stone::Outcome;

/// A double frame around `columns` x `rows` characters of 8x16 pixels on a gray ground, with a title in its upper edge
/// and a shadow; (x,y) is the upper left corner of the frame, which adds a character on each side.
pub fn frame(screen: &mut Screen, x: i32, y: i32, columns: usize, rows: usize, title: &str) {
    let (right, bottom) = (x + 8 * (columns as i32 + 2), y + 16 * (rows as i32 + 2));
    screen.setfillstyle(BLACK);
    screen.bar(x + 8, y + 8, right + 7, bottom + 7);
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(x, y, right - 1, bottom - 1);
    let edge = "═".repeat(columns);
    write(screen, x, y, BLACK, &format!("╔{edge}╗"));
    for row in (y + 16..).step_by(16).take(rows) {
        write(screen, x, row, BLACK, "║");
        write(screen, right - 8, row, BLACK, "║");
    }
    write(screen, x, bottom - 16, BLACK, &format!("╚{edge}╝"));
    if !title.is_empty() {
        let title = format!(" {title} ");
        let width = 8 * title.chars().count() as i32;
        let left = x + (right - x - width) / 16 * 8;
        screen.bar(left, y, left + width - 1, y + 15);
        write(screen, left, y, BLACK, &title);
    }
}

/// Who won, beside the board, and how; Enter plays again.
pub fn result(screen: &mut Screen, outcome: Outcome, how: &str) {
    let (left, top) = (panel::LEFT - 16, 340);
    frame(screen, left, top, 20, 4, "Game over");
    let who = match outcome {
        Outcome::Won(stone) => format!("{} wins", stone.name()),
        Outcome::Draw => "A draw".to_string(),
    };
    let centred = |text: &str| left + 8 + (160 - 8 * text.chars().count() as i32) / 2;
    write(screen, centred(&who), top + 16, RED, &who);
    write(screen, centred(how), top + 32, BLACK, how);
    let again = "Enter: play again";
    write(screen, centred(again), top + 64, BLACK, again);
}

/// A line of a menu: its text, and the hot key that chooses it at once, a letter of the text in lower case.
pub type Item<'a> = (&'a str, char);

/// How a menu was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The place of the chosen item, from 0.
    Item(usize),
    /// Esc.
    Closed,
    /// A function key that means nothing to the menu.
    Other(Key),
}

/// A menu in the middle of the screen, its upper edge at y: arrows and Enter, or a hot key. The bar begins on the item
/// `chosen` and stays where it was left; `keys` stand at the bottom meanwhile. The screen is as before when the menu is
/// gone.
///
/// # Errors
/// The window was closed meanwhile.
pub fn choose(
    console: &mut dyn Console,
    y: i32,
    title: &str,
    items: &[Item<'_>],
    keys: &[(&str, &str)],
    chosen: &mut usize,
) -> Result<Choice, Quit> {
    let under = console.screen().clone();
    panel::key_line(console.screen(), keys);
    let widest = items.iter().map(|(text, _)| text.chars().count());
    let columns = widest.max().unwrap_or(0).max(title.chars().count()) + 6;
    let x = (WIDTH - 8 * (columns as i32 + 2)) / 2;
    let last = items.len() - 1;
    let choice = loop {
        let screen = console.screen();
        frame(screen, x, y, columns, items.len(), title);
        for (n, item) in items.iter().enumerate() {
            let row = y + 16 * (n as i32 + 1);
            draw_item(screen, x + 8, row, columns, *item, n == *chosen);
        }
        let key = console.getkey()?;
        let hot = items.iter().position(|(_, hot)| key.letter() == Some(*hot));
        match (key, hot) {
            (_, Some(n)) => {
                *chosen = n;
                break Choice::Item(n);
            }
            (Key::Up | Key::Left, _) => *chosen = chosen.checked_sub(1).unwrap_or(last),
            (Key::Down | Key::Right | Key::Tab, _) => *chosen = (*chosen + 1) % items.len(),
            (Key::Home | Key::PageUp, _) => *chosen = 0,
            (Key::End | Key::PageDown, _) => *chosen = last,
            (Key::Enter | Key::Space, _) => break Choice::Item(*chosen),
            (Key::Esc, _) => break Choice::Closed,
            (Key::F(_), _) => break Choice::Other(key),
            _ => {}
        }
    };
    *console.screen() = under;
    Ok(choice)
}

fn draw_item(
    screen: &mut Screen,
    x: i32,
    y: i32,
    columns: usize,
    (text, hot): Item<'_>,
    chosen: bool,
) {
    if chosen {
        screen.setfillstyle(GREEN);
        screen.bar(x, y, x + 8 * columns as i32 - 1, y + 15);
        write(screen, x + 8, y, BLACK, "►");
    }
    write(screen, x + 24, y, BLACK, text);
    let letter = text.chars().position(|c| c.to_lowercase().eq([hot]));
    if let (Some(n), false) = (letter, chosen) {
        let letter: String = text.chars().skip(n).take(1).collect();
        write(screen, x + 24 + 8 * n as i32, y, RED, &letter);
    }
}

/// A line of a form: what it asks, the answers, and which one is chosen.
pub struct Field<'a> {
    /// What it asks.
    pub label: &'a str,
    /// The answers to choose from.
    pub values: Vec<String>,
    /// The place of the chosen answer.
    pub chosen: usize,
}

impl<'a> Field<'a> {
    /// A line that offers all of these, this one chosen.
    pub fn of<T: Display + PartialEq>(label: &'a str, all: &[T], chosen: &T) -> Field<'a> {
        Field {
            label,
            values: all.iter().map(T::to_string).collect(),
            chosen: all.iter().position(|value| value == chosen).unwrap_or(0),
        }
    }
}

/// A form in the middle of the screen: up and down go from line to line, left and right change the answer. True when it
/// was closed by Enter, false when by Esc. The screen is as before when the form is gone.
///
/// # Errors
/// The window was closed meanwhile.
pub fn fill_in(
    console: &mut dyn Console,
    title: &str,
    fields: &mut [Field<'_>],
) -> Result<bool, Quit> {
    let under = console.screen().clone();
    let keys = [
        ("↑↓", "Line"),
        ("← →", "Change"),
        ("Enter", "Start"),
        ("F1", "Help"),
        ("Esc", "Close"),
    ];
    panel::key_line(console.screen(), &keys);
    let length = |text: &str| text.chars().count();
    let label = fields.iter().map(|f| length(f.label)).max().unwrap_or(0);
    let values = fields.iter().flat_map(|f| &f.values);
    let value = values.map(|v| length(v)).max().unwrap_or(0);
    let columns = label + value + 9;
    let x = (WIDTH - 8 * (columns as i32 + 2)) / 2;
    let mut line = 0;
    let done = loop {
        let screen = console.screen();
        frame(screen, x, 176, columns, fields.len(), title);
        for (n, (field, y)) in fields.iter().zip((192..).step_by(16)).enumerate() {
            let text = format!(
                "{:label$}  ◄ {:value$} ►",
                field.label, field.values[field.chosen]
            );
            draw_item(screen, x + 8, y, columns, (&text, '\0'), n == line);
        }
        let field = &mut fields[line];
        let answers = field.values.len();
        match console.getkey()? {
            Key::Up => line = line.checked_sub(1).unwrap_or(fields.len() - 1),
            Key::Down | Key::Tab => line = (line + 1) % fields.len(),
            Key::Left => field.chosen = (field.chosen + answers - 1) % answers,
            Key::Right | Key::Space => field.chosen = (field.chosen + 1) % answers,
            Key::Enter => break true,
            Key::Esc => break false,
            _ => {}
        }
    };
    *console.screen() = under;
    Ok(done)
}

/// Says something in a box, until a key is pressed.
///
/// # Errors
/// The window was closed meanwhile.
pub fn tell(console: &mut dyn Console, message: &str) -> Result<(), Quit> {
    let under = console.screen().clone();
    let lines = panel::wrapped(message, 60);
    let screen = console.screen();
    frame(screen, 72, 176, 60, lines.len(), "");
    for (line, y) in lines.iter().zip((192..).step_by(16)) {
        write(screen, 80, y, BLACK, line);
    }
    panel::key_line(screen, &[("Esc", "Close")]);
    console.getkey()?;
    *console.screen() = under;
    Ok(())
}

/// Asks a question to be answered by yes or no. The bar begins on "No", which loses nothing, and Esc is no.
///
/// # Errors
/// The window was closed meanwhile.
pub fn ask(console: &mut dyn Console, question: &str) -> Result<bool, Quit> {
    let keys = [
        ("↑↓", "Choose"),
        ("Enter", "Answer"),
        ("F1", "Help"),
        ("Esc", "No"),
    ];
    let items = [("No", 'n'), ("Yes", 'y')];
    let mut chosen = 0;
    loop {
        match choose(console, 208, question, &items, &keys, &mut chosen)? {
            Choice::Item(n) => return Ok(n == 1),
            Choice::Closed => return Ok(false),
            Choice::Other(_) => {}
        }
    }
}
