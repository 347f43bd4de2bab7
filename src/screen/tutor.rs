//! The screen of the tutor and the debugger: the board or the program's picture, the variables, the code or
//! all values, and the description of the last step.

use super::code::{self, Code};
use super::data::{self, Piece};
use super::frame::frame;
use super::heap;
use super::marks::{self, COMPASS, Guess};
use super::panel::{self, wrapped, write, write_lines};
use super::theme::{HOT, Theme};
use games::Place;
use lessons::tutor::scene::Page;
use lessons::tutor::shows::{Marks, Stones};
use lessons::tutor::stepper::Stepper;
use turbo::c::{Access, Frame, Heap, Value, Variable};
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, DARKGRAY, Font, HEIGHT, LIGHTRED, WHITE, WIDTH, YELLOW};
use words::say;

pub struct View<'a> {
    pub title: &'a str,
    /// The step counter at the right end of the title bar.
    pub steps: &'a str,
    pub code: Code<'a>,
    /// The values window; if present, it replaces the code.
    pub values: Option<Values<'a>>,
    /// Watched expressions and their values.
    pub watches: &'a [(String, String)],
    /// The variables in which the program keeps its stones.
    pub stones: Stones,
    pub marks: &'a Marks,
    /// The stones that the student predicts will turn over.
    pub guess: Guess<'a>,
    /// The program.
    pub stepper: &'a Stepper,
    pub said: &'a str,
    /// The scene's instruction, shown below the description of the last step; empty if the description already gives it.
    pub instruction: &'a str,
    pub keys: &'a [(&'a str, &'a str)],
}

/// The visible part of the values window.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    pub sheet: &'a [Piece],
    /// The first visible line and column.
    pub corner: (usize, usize),
    pub chosen: Option<usize>,
}

/// The edges of the box with the description, in pixels: left, top, right, bottom.
const SAID: (i32, i32, i32, i32) = (8, 393, 633, 460);
/// The number of lines of a description.
pub const SAID_LINES: usize = 4;
/// The number of characters per line of a description, without and with the compass.
pub const SAID_COLUMNS: (usize, usize) = (76, 68);
/// The left edge of the variables in pixels, and the number of characters per line.
const VARIABLES: (i32, usize) = (8, 25);
/// The number of spaces between two values on a line.
const GAP: usize = 3;
/// The bottom edge of the variables, in pixels.
const BOTTOM: i32 = 388;

pub fn draw(screen: &mut Screen, theme: &Theme, view: &View<'_>) {
    panel::ground(screen, theme, view.title);
    let right = WIDTH - 8 - 8 * columns_of(view.steps) as i32;
    write(screen, right, 0, BLACK, view.steps);
    let globals = view.stepper.machine().globals();
    let below = match view.stones {
        Stones::Nowhere(names, count) => table(screen, theme, view, &globals, names, count),
        Stones::Picture => {
            miniature(screen, theme, &view.stepper.console().picture().as_shown(), (8, 24));
            24 + HEIGHT / 3 + 10
        }
        _ if view.marks.stones.is_empty() => 24,
        stones => {
            let numbers = matches!(stones, Stones::Record(..));
            marks::draw(screen, theme, view.marks, numbers, view.guess);
            let grid = marks::grid(view.marks.stones.len());
            let last = grid.centre(grid.size - 1, grid.size - 1).1;
            last + if grid.size == 8 { 28 } else { 12 }
        }
    };
    variables(screen, theme, view, &globals, below);
    match view.values {
        Some(values) => data::draw(screen, values.sheet, values.corner, values.chosen),
        None => code::draw(screen, &view.code),
    }
    said(screen, view);
    panel::key_line(screen, view.keys);
}

/// Draws a text page. `back` is true if there is a previous page.
pub fn page(screen: &mut Screen, theme: &Theme, title: &str, page: &Page, back: bool) {
    panel::ground(screen, theme, title);
    frame(screen, 24, 32, PAGE.0 + 4, PAGE.1, &page.title);
    let mut y = 64;
    for paragraph in &page.paragraphs {
        y = 16 + write_lines(screen, (48, y), BLACK, wrapped(paragraph, PAGE.0));
    }
    write_lines(screen, (48, y), BLACK, &page.table);
    let keys = [("→", say!("Go on")), ("←", say!("Back")), ("F1", say!("Help")), ("Esc", say!("Close"))];
    let keys = keys.into_iter().filter(|(key, _)| back || *key != "←");
    panel::key_line(screen, &keys.collect::<Vec<_>>());
}

/// The number of characters per line, and the number of lines on a page.
pub const PAGE: (usize, usize) = (68, 23);

/// Draws the description of the last step, with the compass beside it.
fn said(screen: &mut Screen, view: &View<'_>) {
    let (left, top, right, bottom) = SAID;
    let colors = if view.stepper.fault().is_some() { [LIGHTRED, WHITE] } else { [YELLOW, DARKGRAY] };
    let columns = match view.marks.compass {
        Some(_) => SAID_COLUMNS.1,
        None => SAID_COLUMNS.0,
    };
    let free = SAID_LINES.saturating_sub(wrapped(view.said, columns).len());
    let mut reminder = wrapped(&say!("T: {text}", text = view.instruction), columns);
    if reminder.len() > free {
        reminder = vec![say!("T shows again what this is about.").to_string()];
    }
    if free == 0 || view.instruction.is_empty() {
        reminder.clear();
    }
    panel::note_in(screen, SAID, left + 8, colors, ("", columns));
    let top_of_reminder = bottom - 16 * reminder.len() as i32;
    let above = (left + 1, top + 1, right - 1, top_of_reminder - 1);
    panel::note_in(screen, above, left + 8, [colors[0]; 2], (view.said, columns));
    write_lines(screen, (left + 8, top_of_reminder), HOT, reminder);
    marks::compass(screen, view.marks, (right - COMPASS - 4, top + 4));
}

/// Shows a note in place of the description.
pub fn note(screen: &mut Screen, text: &str) {
    let x = SAID.0 + 8;
    panel::note_in(screen, SAID, x, [YELLOW, DARKGRAY], (text, SAID_COLUMNS.0));
}

/// Draws the program's screen at a third of its size. Takes the middle pixel of each nine, so that characters
/// of triple size keep their shape, but prefers dots and thin lines, which would otherwise vanish.
pub(super) fn miniature(screen: &mut Screen, theme: &Theme, picture: &Screen, (left, top): (i32, i32)) {
    let (width, height) = (WIDTH / 3, HEIGHT / 3);
    let counted = times(picture.pixels());
    let ground = (0..16).max_by_key(|color| counted[usize::from(*color)]);
    let ground = ground.unwrap_or(BLACK);
    panel::outline(screen, theme.colors.grid, [left - 1, top - 1, left + width, top + height]);
    for y in 0..height {
        for x in 0..width {
            let nine = (0..9).map(|n| (3 * x + n % 3, 3 * y + n / 3));
            let middle = picture.getpixel(3 * x + 1, 3 * y + 1).unwrap_or(ground);
            if nine.clone().all(|(x, y)| picture.getpixel(x, y) == Some(middle)) {
                screen.putpixel(left + x, top + y, middle);
                continue;
            }
            // A dot counts twice, because nothing else has its colour there.
            let dots = nine.clone().filter_map(|at| dot(picture, at));
            let thin: Vec<u8> = nine.filter_map(|at| thin(picture, at)).chain(dots).collect();
            let line = times(&thin).into_iter().zip(0..);
            let line = line.filter(|(n, color)| *n > 1 && *color != ground);
            let line = line.max().map(|(_, color)| color);
            screen.putpixel(left + x, top + y, line.unwrap_or(middle));
        }
    }
}

/// Returns the colour of a pixel if no pixel around it has the same.
fn dot(picture: &Screen, (x, y): (i32, i32)) -> Option<u8> {
    let color = picture.getpixel(x, y);
    let nine = (0..9).map(|n| (x + n % 3 - 1, y + n / 3 - 1));
    color.filter(|_| nine.filter(|(x, y)| picture.getpixel(*x, *y) == color).count() == 1)
}

/// Returns the colour of a pixel if it belongs to a line one or two pixels thick.
fn thin(picture: &Screen, (x, y): (i32, i32)) -> Option<u8> {
    let color = picture.getpixel(x, y);
    let beside = |right: i32, down: i32| {
        let same = |n: &i32| picture.getpixel(x + n * right, y + n * down) == color;
        (1..=2).take_while(same).count() + (1..=2).take_while(|n| same(&-n)).count()
    };
    color.filter(|_| beside(1, 0) < 2 || beside(0, 1) < 2)
}

/// Draws the student's picture and the expected one side by side at the top of the screen.
pub fn two_pictures(screen: &mut Screen, theme: &Theme, theirs: &Screen, ours: &Screen) {
    const TOP: i32 = 24;
    let (width, height) = (WIDTH / 3, HEIGHT / 3);
    for (picture, left, name) in [(theirs, 64, say!("Yours")), (ours, 363, say!("Expected"))] {
        frame(screen, left - 16, TOP - 8, 28, 11, name);
        panel::fill(screen, BLACK, [left - 1, TOP + 15, left + width, TOP + 16 + height]);
        miniature(screen, theme, picture, (left, TOP + 16));
    }
}

/// Counts the pixels of each colour.
fn times(pixels: &[u8]) -> [u32; 16] {
    let mut times = [0; 16];
    for color in pixels {
        times[usize::from(*color & 15)] += 1;
    }
    times
}

/// Draws arrays as columns of a table, with a line for each of the first `count` elements. Returns the y
/// below the table.
fn table(
    screen: &mut Screen,
    theme: &Theme,
    view: &View<'_>,
    globals: &[Variable],
    names: &[&str],
    count: &str,
) -> i32 {
    let touched = view.stepper.machine().touched();
    let global = |name: &str| globals.iter().find(|var| var.name == name);
    let count = global(count).and_then(|var| var.value.number()).unwrap_or(0);
    let count = usize::try_from(count).unwrap_or(0).min(TABLE);
    let (left, columns) = VARIABLES;
    // Columns are as wide as their widest text and share the remaining space.
    let widest = |name: &&str| {
        let elements = match global(name).map(|var| &var.value) {
            Some(Value::Array(elements)) => &elements[..count.min(elements.len())],
            _ => &[],
        };
        let texts = elements.iter().map(|value| value.to_string().len());
        texts.chain([name.len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = names.iter().map(widest).collect();
    let used = 2 + widths.iter().sum::<usize>();
    let gap = (columns.saturating_sub(used) / names.len()).clamp(1, 4);
    let end = |n: usize| {
        let before: usize = widths[..=n].iter().map(|width| width + gap).sum();
        left + 8 * (2 + before) as i32
    };
    for (n, name) in names.iter().enumerate() {
        let x = end(n) - 8 * columns_of(name) as i32;
        write(screen, x, 24, theme.colors.text, name);
    }
    screen.settextstyle(Font::Small, 1);
    for row in 0..count {
        let y = 44 + 10 * row as i32;
        screen.setcolor(theme.colors.text);
        screen.outtextxy(left, y, &row.to_string());
        for (n, name) in names.iter().enumerate() {
            let Some(Value::Array(elements)) = global(name).map(|var| &var.value) else {
                continue;
            };
            let text = elements.get(row).map_or(String::new(), Value::to_string);
            let fresh = touched
                .iter()
                .any(|touch| touch.name == **name && touch.indices == [row] && touch.access == Access::Write);
            let [letters, behind] = theme.letters(fresh);
            let x = end(n) - 8 * columns_of(&text) as i32;
            panel::fill(screen, behind, [x - 1, y - 1, end(n) - 1, y + 8]);
            screen.setcolor(letters);
            screen.outtextxy(x, y, &text);
        }
    }
    44 + 10 * count as i32 + 8
}

/// The maximum number of lines in a table.
const TABLE: usize = 18;

/// A line in the list of variables.
enum Row {
    Heading(String),
    /// One or two variables: name, value, and whether the value has just changed.
    Values(Vec<(String, String, bool)>),
}

/// Draws the watches, the calls with their variables (innermost first) and the global variables.
fn variables(screen: &mut Screen, theme: &Theme, view: &View<'_>, globals: &[Variable], top: i32) {
    let room = ((BOTTOM - top) / 16) as usize;
    let hidden = [view.stones.array(), view.stones.points()];
    let heap = view.stepper.machine().heap_graph();
    let is_shown = |var: &&Variable| !hidden.contains(&var.name.as_str()) && is_small(&var.value);
    let mut last = rows(globals.iter().filter(is_shown), &heap, None);
    last.truncate(room.saturating_sub(6).max(2));
    if !last.is_empty() {
        last.insert(0, Row::Heading(say!("Global").to_string()));
    }
    let mut all = watches(view.watches);
    for (n, frame) in view.stepper.frames().iter().enumerate() {
        let mut own = vec![Row::Heading(heading(frame, n))];
        own.extend(rows(frame.variables.iter(), &heap, Some(n)));
        let left = room.saturating_sub(all.len() + last.len());
        // If a caller's variables do not fit, show only its heading.
        if own.len() > left && n > 0 {
            own.truncate(1);
        }
        own.truncate(left);
        all.extend(own);
    }
    all.extend(last);
    all.truncate(room);
    for (row, y) in all.iter().zip((top..).step_by(16)) {
        draw_row(screen, theme, row, y);
    }
}

fn watches(watches: &[(String, String)]) -> Vec<Row> {
    let mut rows = Vec::new();
    if !watches.is_empty() {
        rows.push(Row::Heading(say!("Watches").to_string()));
    }
    let row = |name: &str, value: &str| Row::Values(vec![(name.into(), value.into(), false)]);
    for (name, value) in watches {
        // Put a long expression on a line above its value.
        if columns_of(name) + columns_of(value) < VARIABLES.1 {
            rows.push(row(name, value));
        } else {
            rows.extend([row(name, ""), row("", value)]);
        }
    }
    rows
}

fn heading(frame: &Frame, n: usize) -> String {
    match n {
        0 => frame.function.clone(),
        _ => say!("{function}, line {line}", function = frame.function, line = frame.line),
    }
}

/// Returns true if a value fits on a few lines.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.len() <= 12 && elements.iter().all(|e| e.number().is_some()),
        _ => true,
    }
}

/// Formats a value, with the elements of an array separated by spaces.
fn text(value: &Value) -> String {
    match value {
        Value::Array(elements) if elements.iter().all(|e| matches!(e, Value::Int(_) | Value::Long(_))) => {
            let elements: Vec<String> = elements.iter().map(Value::to_string).collect();
            elements.join(" ")
        }
        Value::Array(elements) if elements.iter().all(|e| *e == Value::Unset) => "?".to_string(),
        Value::Pointer(place) => data::arrow(place),
        value => value.to_string(),
    }
}

/// Arranges variables in lines: two short ones side by side, a long one alone.
fn rows<'a>(variables: impl Iterator<Item = &'a Variable>, blocks: &Heap, call: Option<usize>) -> Vec<Row> {
    let half = (VARIABLES.1 - GAP) / 2;
    let mut rows: Vec<Row> = Vec::new();
    let mut open = false;
    for var in variables {
        let list = || heap::in_line(blocks, call, &var.name);
        let is_pointer = matches!(var.value, Value::Pointer(_));
        let value = is_pointer.then(list).flatten().unwrap_or_else(|| text(&var.value));
        let name = var.name.clone();
        let short = columns_of(&name) + columns_of(&value) < half;
        let cell = (name, value, var.changed);
        match rows.last_mut() {
            Some(Row::Values(cells)) if open && short => {
                cells.push(cell);
                open = false;
            }
            _ => {
                rows.push(Row::Values(vec![cell]));
                open = short;
            }
        }
    }
    rows
}

fn draw_row(screen: &mut Screen, theme: &Theme, row: &Row, y: i32) {
    let (left, columns) = VARIABLES;
    match row {
        Row::Heading(text) => {
            let text = panel::fitting(text, columns);
            write(screen, left, y, theme.colors.text, text);
            let from = left + 8 * columns_of(text) as i32 + 6;
            screen.setcolor(theme.colors.grid);
            screen.line(from, y + 7, left + 8 * columns as i32, y + 7);
        }
        Row::Values(cells) => {
            let half = (columns - GAP) / 2;
            let alone = cells.len() == 1 && columns_of(&cells[0].0) + columns_of(&cells[0].1) >= half;
            for ((name, value, fresh), n) in cells.iter().zip(0..) {
                let width = if alone { columns } else { half };
                let x = left + 8 * (n * (half + GAP)) as i32;
                write(screen, x, y, theme.colors.text, name);
                let room = width.saturating_sub(columns_of(name) + 1);
                let value = &panel::cut_list(value, room);
                let [letters, behind] = theme.letters(*fresh);
                let end = x + 8 * width as i32;
                let left = end - 8 * columns_of(value) as i32;
                panel::fill(screen, behind, [left - 1, y, end - 1, y + 15]);
                write(screen, left, y, letters, value);
            }
        }
    }
}

/// Draws the cursor for marking stones.
pub fn draw_cursor(screen: &mut Screen, theme: &Theme, place: Place) {
    marks::frame(screen, theme, &marks::OTHELLO, place);
}
