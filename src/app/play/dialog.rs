//! Menus, questions and forms in DOS text-mode frames.

use std::borrow::Cow;
use std::fmt::Display;
use words::{capitalized, phrase, say, translate};

pub(crate) use super::text_field::ask_text;
use screen::frame::{BESIDE, arrows, cover, frame};
use screen::panel::{self, write, write_lines};
use screen::theme::{BAR, HOT};
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, GREEN, WHITE, WIDTH};
use turbo::dos::{Console, Key, Quit, Screen};

/// The interval at which a menu redraws the picture beside it, in ms.
const LOOK: u32 = 100;

/// Shows a menu in the box beside the board. `top` is the top edge of its first line; the menu stays on the
/// screen afterwards. `beside` is called before each wait for a key. Returns `None` if it stops the menu.
pub(crate) fn choose_beside(
    console: &mut dyn Console,
    top: i32,
    keys: &[(&str, &str)],
    items: &[Item<'_>],
    chosen: &mut usize,
    mut beside: impl FnMut(&mut Screen) -> Background,
) -> Result<Option<Choice>, Quit> {
    panel::key_line(console.screen(), keys);
    select(console, (BESIDE.0 + 8, top), BESIDE.2, items, chosen, &mut beside)
}

/// A menu line: its text and its hot key, a lower-case letter of the text.
pub(crate) type Item<'a> = (&'a str, char);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Item(usize),
    Closed,
    /// A key that the menu does not use.
    Other(Key),
}

/// The background work of a menu that waits for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Background {
    Nothing,
    /// The menu looks again after [`LOOK`].
    GoesOn,
    StopsMenu,
}

/// Returns the key line of a menu, given the actions of Enter and Esc.
pub(crate) const fn menu_keys<'a>(enter: &'a str, esc: &'a str) -> [(&'a str, &'a str); 4] {
    [("↑↓", phrase!("Choose")), ("Enter", enter), ("F1", phrase!("Help")), ("Esc", esc)]
}

/// The key line for menus whose items start something, such as a game.
pub(crate) const STARTS: [(&str, &str); 4] = menu_keys(phrase!("Start"), phrase!("Close"));

/// A menu in the middle of the screen.
#[derive(Clone, Copy)]
pub(crate) struct Menu<'a> {
    /// The top edge, in pixels.
    pub(crate) y: i32,
    pub(crate) title: &'a str,
    pub(crate) items: &'a [Item<'a>],
    /// The key line.
    pub(crate) keys: &'a [(&'a str, &'a str)],
}

impl Menu<'_> {
    /// Lets the user choose with the arrows and Enter, or with a hot key. `chosen` is the bar's position on entry
    /// and on return. Restores the screen.
    pub(crate) fn choose(&self, console: &mut dyn Console, chosen: &mut usize) -> Result<Choice, Quit> {
        let choice = self.choose_while(console, chosen, &mut |_| Background::Nothing)?;
        Ok(choice.unwrap_or(Choice::Closed))
    }

    /// Lets the user choose, and calls `beside` before each wait for a key. Returns `None` if it stops the menu.
    pub(crate) fn choose_while(
        &self,
        console: &mut dyn Console,
        chosen: &mut usize,
        beside: &mut dyn FnMut(&mut Screen) -> Background,
    ) -> Result<Option<Choice>, Quit> {
        let under = console.screen().clone();
        let (first, columns) = self.draw(console.screen(), *chosen);
        let choice = select(console, first, columns, self.items, chosen, beside)?;
        *console.screen() = under;
        Ok(choice)
    }

    /// Lets the user choose, and ignores all other keys. The bar starts on the item `first`. Returns `None` on
    /// Esc.
    pub(crate) fn choose_one(
        &self,
        console: &mut dyn Console,
        mut first: usize,
    ) -> Result<Option<usize>, Quit> {
        loop {
            match self.choose(console, &mut first)? {
                Choice::Item(n) => return Ok(Some(n)),
                Choice::Closed => return Ok(None),
                Choice::Other(_) => {}
            }
        }
    }

    /// Draws the menu. Returns the upper left corner of its first line, and the width in columns.
    pub(crate) fn draw(&self, screen: &mut Screen, chosen: usize) -> ((i32, i32), usize) {
        let Menu { y, title, items, keys } = *self;
        panel::key_line(screen, keys);
        let widest = items.iter().map(|item| columns_of(&label(*item)));
        let columns = widest.max().unwrap_or(0).max(columns_of(translate(title))) + 6;
        let x = (WIDTH - 8 * (columns as i32 + 2)) / 2;
        frame(screen, x, y, columns, items.len(), title);
        draw_items(screen, (x + 8, y + 16), columns, items, chosen);
        ((x + 8, y + 16), columns)
    }
}

/// Draws menu lines from (x,y) down and lets the user choose one. `beside` draws background progress. Returns
/// `None` if it stops the menu.
fn select(
    console: &mut dyn Console,
    (x, y): (i32, i32),
    columns: usize,
    items: &[Item<'_>],
    chosen: &mut usize,
    beside: &mut dyn FnMut(&mut Screen) -> Background,
) -> Result<Option<Choice>, Quit> {
    loop {
        let background = beside(console.screen());
        draw_items(console.screen(), (x, y), columns, items, *chosen);
        let key = match background {
            Background::GoesOn => console.key_within(LOOK)?,
            Background::Nothing => Some(console.getkey()?),
            Background::StopsMenu => return Ok(None),
        };
        if let Some(choice) = key.and_then(|key| choice(key, items, chosen)) {
            return Ok(Some(choice));
        }
    }
}

/// Draws menu lines from (x,y) down.
pub(crate) fn draw_items(
    screen: &mut Screen,
    (x, y): (i32, i32),
    columns: usize,
    items: &[Item<'_>],
    chosen: usize,
) {
    let (width, height) = (8 * columns as i32, 16 * items.len() as i32);
    panel::fill(screen, BAR, [x, y, x + width - 1, y + height - 1]);
    for ((n, item), row) in items.iter().enumerate().zip((y..).step_by(16)) {
        draw_item(screen, x, row, columns, *item, n == chosen);
    }
}

/// Handles a key. Returns the choice that it makes, or `None` if it only moves the bar.
pub(crate) fn choice(key: Key, items: &[Item<'_>], chosen: &mut usize) -> Option<Choice> {
    let last = items.len() - 1;
    let hot = items.iter().position(|(_, hot)| key.letter() == Some(*hot));
    match (key, hot) {
        (_, Some(n)) => {
            *chosen = n;
            return Some(Choice::Item(n));
        }
        (Key::Up | Key::Left, _) => *chosen = chosen.checked_sub(1).unwrap_or(last),
        (Key::Down | Key::Right, _) => *chosen = (*chosen + 1) % items.len(),
        (Key::Home | Key::PageUp, _) => *chosen = 0,
        (Key::End | Key::PageDown, _) => *chosen = last,
        (Key::Enter | Key::Space, _) => return Some(Choice::Item(*chosen)),
        (Key::Esc, _) => return Some(Choice::Closed),
        (key, _) => return Some(Choice::Other(key)),
    }
    None
}

/// Returns the visible text of a menu line. A hot key that is not in the text is appended in parentheses.
pub(crate) fn label((text, hot): Item<'_>) -> Cow<'_, str> {
    let text = translate(text);
    match hot.is_ascii_lowercase() && !text.to_ascii_lowercase().contains(hot) {
        true => format!("{text}({})", hot.to_ascii_uppercase()).into(),
        false => text.into(),
    }
}

fn draw_item(screen: &mut Screen, x: i32, y: i32, columns: usize, item: Item<'_>, chosen: bool) {
    let (text, hot) = (label(item), item.1);
    if chosen {
        panel::fill(screen, GREEN, [x, y, x + 8 * columns as i32 - 1, y + 15]);
        write(screen, x + 8, y, BLACK, "►");
    }
    write(screen, x + 24, y, BLACK, &text);
    let letter = text.char_indices().find(|(_, c)| c.eq_ignore_ascii_case(&hot));
    if let (Some((n, letter)), false) = (letter, chosen) {
        let before = 8 * columns_of(&text[..n]) as i32;
        write(screen, x + 24 + before, y, HOT, &letter.to_string());
    }
}

/// A row of a form: the question, the possible answers, and the chosen one.
#[derive(Default)]
pub(crate) struct Field<'a> {
    pub(crate) label: &'a str,
    pub(crate) values: Vec<String>,
    pub(crate) chosen: usize,
    /// The explanations of the answers. Empty if no answer has one.
    pub(crate) notes: Vec<String>,
}

impl<'a> Field<'a> {
    /// Builds a row with these answers.
    pub fn of<T: Display + PartialEq>(label: &'a str, all: &[T], chosen: &T) -> Field<'a> {
        Field {
            label,
            values: all
                .iter()
                .map(|value| panel::fitting(translate(&value.to_string()), 30).to_string())
                .collect(),
            chosen: all.iter().position(|value| value == chosen).unwrap_or(0),
            notes: Vec::new(),
        }
    }
}

/// Shows a form in the lower half of the screen: Up and Down change the row, Left and Right the answer. `enter`
/// names the action of Enter. `changed` may adapt the other answers to a new one. Returns true on Enter, false on
/// Esc. Restores the screen.
pub(crate) fn fill_in(
    console: &mut dyn Console,
    title: &str,
    enter: &str,
    fields: &mut [Field<'_>],
    changed: &mut dyn FnMut(&mut [Field<'_>]),
) -> Result<bool, Quit> {
    let under = console.screen().clone();
    let keys = [
        ("↑↓", say!("Line||of a form")),
        ("← →", say!("Change")),
        ("Enter", enter),
        ("F1", say!("Help")),
        ("Esc", say!("Cancel")),
    ];
    panel::key_line(console.screen(), &keys);
    let label = fields.iter().map(|f| columns_of(translate(f.label))).max();
    let label = label.unwrap_or(0);
    let values = fields.iter().flat_map(|f| &f.values);
    let value = values.map(|v| columns_of(translate(v))).max().unwrap_or(0);
    let notes = fields.iter().flat_map(|f| &f.notes).map(|note| columns_of(note)).max().unwrap_or(0);
    let columns = (label + value + 9).max(notes + 4);
    let rows = fields.len() + if notes > 0 { 2 } else { 0 };
    let x = (WIDTH - 8 * (columns as i32 + 2)) / 2;
    // A long form starts higher, so that its shadow stays above the key line.
    let top = (448 - 16 * (rows as i32 + 2)).min(264);
    let mut line = 0;
    let done = loop {
        let screen = console.screen();
        frame(screen, x, top, columns, rows, title);
        let note = fields[line].notes.get(fields[line].chosen).map_or("", String::as_str);
        write(screen, x + 16, top + 16 * rows as i32, BLACK, &capitalized(note));
        for (n, (field, y)) in fields.iter().zip((top + 16..).step_by(16)).enumerate() {
            let text = format!(
                "{}  ◄ {} ►",
                panel::padded(translate(field.label), label),
                panel::padded(translate(&field.values[field.chosen]), value)
            );
            draw_item(screen, x + 8, y, columns, (&text, '\0'), n == line);
        }
        let field = &mut fields[line];
        let answers = field.values.len();
        match console.getkey()? {
            Key::Up | Key::ShiftTab => line = line.checked_sub(1).unwrap_or(fields.len() - 1),
            Key::Down | Key::Tab => line = (line + 1) % fields.len(),
            Key::Left => field.chosen = (field.chosen + answers - 1) % answers,
            Key::Right | Key::Space => field.chosen = (field.chosen + 1) % answers,
            Key::Enter => break true,
            Key::Esc => break false,
            _ => {}
        }
        changed(fields);
    };
    *console.screen() = under;
    Ok(done)
}

/// Shows a message in a box until a key is pressed.
pub(crate) fn tell(console: &mut dyn Console, message: &str) -> Result<(), Quit> {
    let under = console.screen().clone();
    let lines = panel::wrapped(translate(message), 60);
    let screen = console.screen();
    frame(screen, 64, 176, 62, lines.len(), "");
    write_lines(screen, (80, 192), BLACK, lines);
    panel::key_line(screen, &[("Esc", say!("Close"))]);
    while let Key::F(_) = console.getkey()? {}
    *console.screen() = under;
    Ok(())
}

/// Returns the result of some work, or tells the reason for its failure. Without a result there is nothing to tell.
pub(crate) fn or_tell<T>(
    console: &mut dyn Console,
    done: Option<Result<T, impl Display>>,
) -> Result<Option<T>, Quit> {
    match done.transpose() {
        Ok(done) => Ok(done),
        Err(why) => tell(console, &why.to_string()).map(|()| None),
    }
}

/// Asks for a number of up to seven digits, which may be negative. Returns `None` on Esc or without input.
/// Restores the screen.
pub(crate) fn ask_number(console: &mut dyn Console, question: &str) -> Result<Option<i64>, Quit> {
    const MOST: usize = 8;
    let under = console.screen().clone();
    panel::key_line(console.screen(), &[("Enter", say!("Done")), ("Esc", say!("Close"))]);
    let columns = columns_of(question) + MOST + 4;
    let x = (WIDTH - 8 * (columns as i32 + 2)) / 2;
    let mut typed = String::new();
    let number = loop {
        frame(console.screen(), x, 176, columns, 1, "");
        let line = format!("{question} {typed}_");
        write(console.screen(), x + 16, 192, BLACK, &line);
        match console.getkey()? {
            Key::Char(c) if typed.len() < MOST && c.is_ascii_digit() => typed.push(c),
            // A sign is allowed only before the digits.
            Key::Char('-') if typed.is_empty() => typed.push('-'),
            Key::Backspace => drop(typed.pop()),
            // Enter does nothing after a sign without digits.
            Key::Enter if typed != "-" => break typed.parse().ok(),
            Key::Esc => break None,
            _ => {}
        }
    };
    *console.screen() = under;
    Ok(number)
}

/// Formats an error as a sentence for a box or a note: `cannot read it` becomes `Cannot read it.`
pub(crate) fn sentence(error: &impl Display) -> String {
    let text = capitalized(&error.to_string());
    if text.ends_with('.') { text } else { text + "." }
}

/// Returns the line that a key scrolls to from line `at`, in a list whose last line is `last` and whose pages
/// have `page` lines.
pub(crate) fn scrolled(key: Key, at: usize, last: usize, page: usize) -> usize {
    let to = match key {
        Key::Up => at.saturating_sub(1),
        Key::Down => at + 1,
        Key::PageUp => at.saturating_sub(page),
        Key::PageDown => at + page,
        Key::Home => 0,
        Key::End => last,
        _ => at,
    };
    to.min(last)
}

/// The number of visible lines in a list, and the number of characters in a line.
const LIST: (usize, usize) = (22, 72);

/// Shows a list, with a heading unless it is empty, from which the user picks a line. Typed letters find the
/// next line that begins with them. `chosen` is the bar's position on entry and on return. Returns `None` on
/// Esc. Restores the screen.
pub(crate) fn pick(
    console: &mut dyn Console,
    (title, heading): (&str, &str),
    lines: &[String],
    chosen: &mut usize,
) -> Result<Option<usize>, Quit> {
    let keys = [
        ("↑↓", say!("Choose")),
        ("Enter", say!("Open")),
        ("A-Z", say!("Find")),
        ("F1", say!("Help")),
        ("Esc", say!("Close")),
    ];
    let (rows, columns) = LIST;
    let under = console.screen().clone();
    cover(console.screen());
    panel::key_line(console.screen(), &keys);
    let (x, y) = ((WIDTH - 8 * (columns as i32 + 2)) / 2, 48);
    let above = usize::from(!heading.is_empty());
    let rows = lines.len().clamp(8, rows - above);
    let last = lines.len().saturating_sub(1);
    let (mut top, mut typed) = (0, String::new());
    let picked = loop {
        *chosen = (*chosen).min(last);
        top = top.clamp((*chosen + 1).saturating_sub(rows), *chosen);
        let screen = console.screen();
        frame(screen, x, y, columns, rows + above, title);
        write(screen, x + 32, y + 16 * above as i32, HOT, heading);
        let first = y + 16 + 16 * above as i32;
        for ((n, line), row) in (top..).zip(&lines[top..]).take(rows).zip((first..).step_by(16)) {
            let line = panel::fitting(line, columns - 4);
            draw_item(screen, x + 8, row, columns, (line, '\0'), n == *chosen);
        }
        arrows(screen, x, first - 16, columns, rows, [top > 0, top + rows <= last]);
        let key = console.getkey()?;
        if !matches!(key, Key::Char(_) | Key::Space) {
            typed.clear();
        }
        match key {
            Key::Left => *chosen = chosen.saturating_sub(rows),
            Key::Right => *chosen += rows,
            Key::Enter if !lines.is_empty() => break Some(*chosen),
            Key::Esc => break None,
            Key::Char(_) | Key::Space => {
                let letter = key.letter().unwrap_or(' ').to_string();
                let begins = |n: &usize, name: &str| lines[*n].to_ascii_lowercase().starts_with(name);
                let from_here = || (0..lines.len()).map(|n| (*chosen + n) % lines.len());
                typed += &letter;
                let found = from_here().find(|n| begins(n, &typed)).or_else(|| {
                    // A new name begins, or the same letter goes to the next line.
                    typed = letter;
                    from_here().skip(1).find(|n| begins(n, &typed))
                });
                *chosen = found.unwrap_or(*chosen);
            }
            key => *chosen = scrolled(key, *chosen, last, rows),
        }
    };
    *console.screen() = under;
    Ok(picked)
}

/// Asks a yes-or-no question. The bar starts on "No", and Esc means no.
pub(crate) fn ask(console: &mut dyn Console, question: &str) -> Result<bool, Quit> {
    let items = [(say!("No"), 'n'), (say!("Yes"), 'y')];
    let menu = Menu { y: 208, title: question, items: &items, keys: &YES_OR_NO };
    Ok(menu.choose_one(console, 0)? == Some(1))
}

const YES_OR_NO: [(&str, &str); 4] = menu_keys(phrase!("Answer"), phrase!("No"));

/// The number of characters in a line of a command, and the maximum number of lines that a box can show.
const COMMAND: (usize, usize) = (68, 16);

/// Asks whether a command from a file may run as the player `who`. Shows the whole command, and refuses one
/// that is too long to show. The bar starts on "No", and Esc means no. Restores the screen.
pub(crate) fn ask_to_run(console: &mut dyn Console, who: &str, command: &str) -> Result<bool, Quit> {
    let (columns, most) = COMMAND;
    let chars: Vec<char> = command.chars().collect();
    let lines: Vec<String> = chars.chunks(columns).map(|line| line.iter().collect()).collect();
    if lines.len() > most {
        let long = say!(
            "The command for {who} has {count} characters. It is too long to show, so it was not run.",
            count = chars.len(),
            who
        );
        tell(console, &long)?;
        return Ok(false);
    }
    let items = [(say!("No, a person plays"), 'n'), (say!("Run it"), 'r')];
    let under = console.screen().clone();
    let (x, y) = (32, 80);
    let screen = console.screen();
    panel::key_line(screen, &YES_OR_NO);
    frame(screen, x, y, 70, lines.len() + 5, say!("Another program"));
    let (left, top) = (x + 16, y + 32);
    write(screen, left, y + 16, BLACK, &say!("This command from a file wants to play {who}:", who));
    let bottom = top + 16 * lines.len() as i32;
    panel::fill(screen, WHITE, [left, top, left + 8 * columns as i32 - 1, bottom - 1]);
    write_lines(screen, (left, top), BLACK, lines);
    write(screen, left, bottom, BLACK, say!("It can do anything on this computer that you can. Run it?"));
    let mut chosen = 0;
    let answer = loop {
        match select(console, (x + 8, bottom + 32), 70, &items, &mut chosen, &mut |_| Background::Nothing)? {
            Some(Choice::Item(n)) => break n == 1,
            Some(Choice::Closed) => break false,
            Some(Choice::Other(_)) | None => {}
        }
    };
    *console.screen() = under;
    Ok(answer)
}
