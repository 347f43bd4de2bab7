//! The editor in the colours of Turbo C: yellow on blue, with a menu line at the top and the key line at the
//! bottom.

use std::collections::BTreeSet;
use words::say;

use super::panel::{self, write};
use super::{code, menu_bar};
use lessons::text::{At, Text, column_behind};
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{self, BLACK, BLUE, CYAN, HEIGHT, LIGHTGRAY, RED, WHITE, WIDTH, YELLOW};
use turbo::dos::{Cursor, Screen};

/// The number of visible columns.
pub const COLUMNS: usize = 78;
/// The number of visible lines without and with the message window.
pub const ROWS: [usize; 2] = [25, 17];
/// The number of visible messages.
pub(crate) const MESSAGES: usize = 7;

pub struct View<'a> {
    /// The names of the menus.
    pub menus: &'a [&'a str],
    pub name: &'a str,
    pub text: &'a Text,
    /// The first visible line and column, from 0.
    pub corner: (usize, usize),
    /// The start and end of the selection.
    pub marked: Option<(At, At)>,
    /// The line of the chosen message, from 0.
    pub pointed_at: Option<usize>,
    /// The next line of the program being debugged, from 0.
    pub stands: Option<usize>,
    /// The lines with breakpoints, from 1.
    pub breakpoints: &'a BTreeSet<usize>,
    /// The title, lines and chosen line of the message window.
    pub messages: Option<(&'a str, &'a [String], usize)>,
    pub keys: &'a [(&'a str, &'a str)],
    /// A note that replaces the key line, unless it is empty.
    pub note: &'a str,
    /// True if keywords and comments have colours of their own.
    pub keywords: bool,
}

impl View<'_> {
    pub(crate) fn rows(&self) -> usize {
        ROWS[usize::from(self.messages.is_some())]
    }
}

pub fn draw(screen: &mut Screen, view: &View<'_>) {
    menu_bar::draw(screen, view.menus, None);
    panel::fill(screen, BLUE, [0, 16, WIDTH - 1, HEIGHT - 17]);
    let edge = "═".repeat(COLUMNS);
    in_frame(screen, 0, 1, &format!("╔{edge}╗"));
    title(screen, 1, say!("Edit"));
    for n in 2..28 {
        in_frame(screen, 0, n, "║");
        in_frame(screen, 79, n, "║");
    }
    in_frame(screen, 0, 28, &format!("╚{edge}╝"));
    status(screen, view);
    let mut comment = false;
    let (above, below) = view.text.lines().split_at(view.corner.0);
    if view.keywords {
        above.iter().for_each(|text| drop(code::colours(text, &mut comment, true)));
    }
    for (text, n) in below.iter().zip(0..view.rows()) {
        let columns = shown(text);
        let colours = match view.keywords {
            true => code::colours(&columns, &mut comment, true),
            false => vec![YELLOW; columns.len()],
        };
        line(screen, view, n, &columns, &colours);
    }
    if let Some((heading, lines, chosen)) = view.messages {
        messages(screen, heading, lines, chosen);
    }
    cursor(screen, view);
    match view.note {
        "" => panel::key_line(screen, view.keys),
        note => {
            let lines = panel::wrapped(note, COLUMNS);
            let top = HEIGHT - 16 * lines.len() as i32;
            panel::fill(screen, LIGHTGRAY, [0, top, WIDTH - 1, HEIGHT - 1]);
            panel::write_lines(screen, (8, top), BLACK, lines);
        }
    }
}

/// Returns the pixel position of the cursor at a visible column and row, both from 0.
pub fn cursor_at(seen: (usize, usize)) -> Cursor {
    let centre = |(column, row): (usize, usize)| (8 * column as i32 + 12, 16 * row as i32 + 56);
    Cursor { at: centre(seen), step: 8, bounds: [centre((0, 0)), centre((COLUMNS - 1, ROWS[0] - 1))] }
}

/// Writes text at a column and row of the 80x30 text screen, both from 0.
pub(super) fn row(screen: &mut Screen, column: usize, row: usize, color: u8, text: &str) {
    write(screen, 8 * column as i32, 16 * row as i32, color, text);
}

/// Writes a title centred on a horizontal edge of the frame.
fn title(screen: &mut Screen, at: usize, title: &str) {
    let title = format!(" {title} ");
    in_frame(screen, (80 - columns_of(&title)) / 2, at, &title);
}

/// Writes over a part of the frame.
fn in_frame(screen: &mut Screen, column: usize, row: usize, text: &str) {
    let (x, y) = (8 * column as i32, 16 * row as i32);
    panel::fill(screen, BLUE, [x, y, x + 8 * columns_of(text) as i32 - 1, y + 15]);
    write(screen, x, y, WHITE, text);
}

/// Writes the status line: cursor position, mode and file.
fn status(screen: &mut Screen, view: &View<'_>) {
    let at = view.text.cursor();
    let column = view.text.column(at) + 1;
    let mode = if view.text.inserting { say!("Insert") } else { say!("Overtype") };
    let place = say!(
        "Line {line} Col {column} {mode}",
        line = format_args!("{:<6}", at.line + 1),
        column = format_args!("{:<6}", column),
        mode
    );
    row(screen, 3, 2, WHITE, &place);
    let mark = if view.text.is_changed() { "*" } else { "" };
    // Show the end of a long name.
    let name: Vec<char> = view.name.chars().collect();
    let name: String = name[name.len().saturating_sub(36)..].iter().collect();
    let name = format!("{mark}{name}");
    row(screen, 77 - columns_of(&name), 2, WHITE, &name);
}

/// The placeholder in the second column of a hanzi.
const COVERED: char = '\0';

/// Returns the characters of a line, indexed by screen column.
fn shown(line: &[char]) -> Vec<char> {
    let mut columns = Vec::new();
    for c in line {
        let behind = column_behind(columns.len(), c);
        let (first, rest) = match c {
            '\t' => (' ', ' '),
            // Make characters without a glyph visible.
            c if c.is_control() => ('¤', COVERED),
            c => (*c, COVERED),
        };
        columns.push(first);
        columns.resize(behind, rest);
    }
    columns
}

/// Joins columns into a text. A hanzi that is cut in half becomes a space.
fn text_of(columns: &[char]) -> String {
    let whole = |n: usize| match columns[n] {
        COVERED if n == 0 => Some(' '),
        COVERED => None,
        c if n + 1 == columns.len() && bgi::cells_of(c) > 1 => Some(' '),
        c => Some(c),
    };
    (0..columns.len()).filter_map(whole).collect()
}

/// Draws the visible line `n`, from 0, with a colour for each column.
fn line(screen: &mut Screen, view: &View<'_>, n: usize, columns: &[char], colours: &[u8]) {
    let (top, left) = view.corner;
    let number = top + n;
    let y = 16 * (n as i32 + 3);
    let stops = view.breakpoints.contains(&(number + 1));
    let (color, ground) = match view.pointed_at == Some(number) || stops {
        _ if view.stands == Some(number) => (BLACK, CYAN),
        true => (WHITE, RED),
        false => (YELLOW, BLUE),
    };
    panel::fill(screen, ground, [8, y, WIDTH - 9, y + 15]);
    let behind = &columns[left.min(columns.len())..];
    let seen = &behind[..behind.len().min(COLUMNS)];
    row(screen, 1, n + 3, color, &text_of(seen));
    let mut column = 0;
    for run in colours[columns.len() - behind.len()..][..seen.len()].chunk_by(|one, other| one == other) {
        if color == YELLOW && run[0] != YELLOW {
            row(screen, 1 + column, n + 3, run[0], &text_of(&seen[column..column + run.len()]));
        }
        column += run.len();
    }
    if let Some((from, to)) = view.marked
        && (from.line..=to.line).contains(&number)
    {
        let first = if number == from.line { view.text.column(from) } else { 0 };
        // The selection shows a line break as a blank.
        let last = if number == to.line { view.text.column(to) } else { columns.len() + 1 };
        let (first, last) = (first.max(left), last.min(left + COLUMNS));
        if first < last {
            screen.setfillstyle(CYAN);
            let x = |column: usize| 8 * (column - left + 1) as i32;
            screen.bar(x(first), y, x(last) - 1, y + 15);
            let marked = &seen[first - left..seen.len().min(last - left)];
            write(screen, x(first), y, BLACK, &text_of(marked));
        }
    }
    // Arrows in the frame show that the line continues.
    for (goes_on, column, arrow) in
        [(left > 0 && !columns.is_empty(), 0, "◄"), (columns.len() > left + COLUMNS, 79, "►")]
    {
        if goes_on {
            in_frame(screen, column, n + 3, arrow);
        }
    }
}

/// Draws the cursor: an underline, or a block in overtype mode.
fn cursor(screen: &mut Screen, view: &View<'_>) {
    let at = view.text.cursor();
    let (top, left) = view.corner;
    let column = view.text.column(at);
    let seen = (left..left + COLUMNS).contains(&column) && (top..top + view.rows()).contains(&at.line);
    if !seen {
        return;
    }
    let (x, y) = (8 * (column - left + 1) as i32, 16 * (at.line - top + 3) as i32);
    let under = shown(&view.text.lines()[at.line]).get(column).copied();
    let under = under.unwrap_or(' ');
    let right = x + 8 * bgi::cells_of(under) as i32 - 1;
    screen.setfillstyle(WHITE);
    match view.text.inserting {
        true => screen.bar(x, y + 14, right, y + 15),
        false => {
            screen.bar(x, y, right, y + 15);
            write(screen, x, y, BLUE, &under.to_string());
        }
    }
}

/// Draws the message window in the lower part of the frame.
fn messages(screen: &mut Screen, heading: &str, lines: &[String], chosen: usize) {
    let first = 28 - MESSAGES;
    let edge = "═".repeat(COLUMNS);
    in_frame(screen, 0, first - 1, &format!("╠{edge}╣"));
    title(screen, first - 1, heading);
    let rows = lines.iter().enumerate();
    let rows =
        rows.flat_map(|(n, text)| panel::wrapped(text, COLUMNS - 2).into_iter().map(move |row| (n, row)));
    let rows: Vec<(usize, String)> = rows.collect();
    let begin = rows.iter().position(|(n, _)| *n == chosen).unwrap_or(0);
    let end = rows.iter().rposition(|(n, _)| *n == chosen).map_or(0, |n| n + 1);
    let top = end.saturating_sub(MESSAGES).min(begin);
    for (at, (n, text)) in (first..).zip(rows.iter().skip(top).take(MESSAGES)) {
        if *n == chosen {
            panel::fill(screen, CYAN, [8, 16 * at as i32, WIDTH - 9, 16 * at as i32 + 15]);
        }
        let color = if *n == chosen { BLACK } else { WHITE };
        row(screen, 2, at, color, text);
    }
    for (goes_on, at, arrow) in [(top > 0, first, "↑"), (top + MESSAGES < rows.len(), 27, "↓")] {
        if goes_on {
            in_frame(screen, 79, at, arrow);
        }
    }
}
