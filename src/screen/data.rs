//! The values window, which shows all values of a paused program: two-dimensional arrays as boards,
//! one-dimensional ones as rows, structs expanded, and pointers as arrows with their targets.

use std::collections::BTreeSet;

use super::code::WINDOW;
use super::panel;
use turbo::c::{Frame, Heap, Value, Variable};
use turbo::dos::Screen;
use turbo::dos::bgi::{
    BLACK, BLUE, CYAN, Font, LIGHTCYAN, LIGHTGRAY, RED, WHITE, YELLOW, cells_of, columns_of,
};
use words::say;

/// The number of visible lines, and the number of characters in a line.
pub const SEEN: (usize, usize) = (35, 49);
const PITCH: i32 = 10;
/// The depth to which nested arrays, structs and pointers are expanded.
const DEEPEST: usize = 6;
/// The maximum number of lines that are laid out.
pub(super) const MOST: usize = 4000;
/// The maximum number of lines in a table, and of characters in its cells.
const MOST_ROWS: usize = 24;
const WIDEST: usize = 16;

/// The value of [`Named::call`] for the global scope.
pub const GLOBAL: usize = 1 << 20;

/// A C expression in the scope of a call (0 is the innermost).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub call: usize,
    pub expression: String,
}

impl Named {
    /// Creates an expression in the scope of the running function.
    pub fn innermost(expression: &str) -> Named {
        Named { call: 0, expression: expression.to_string() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Heading,
    Name,
    Index,
    Value {
        fresh: bool,
    },
    /// A part of a block of the heap.
    Box {
        fresh: bool,
    },
    /// A lost or freed block, or one that is drawn elsewhere.
    Warning,
}

/// A piece of text of one kind within a line.
#[derive(Clone, Debug)]
pub struct Piece {
    pub line: usize,
    pub column: usize,
    pub(super) text: String,
    kind: Kind,
    /// The expression that the piece belongs to, if the user can choose the piece.
    pub of: Option<Named>,
}

impl Piece {
    pub fn end(&self) -> usize {
        self.column + columns_of(&self.text)
    }

    fn is_tall(&self) -> bool {
        self.text.chars().any(|c| cells_of(c) > 1)
    }
}

/// The state of a program.
pub struct Facts<'a> {
    /// Watched expressions, each with its value or an error.
    pub watches: &'a [(String, Result<Value, String>)],
    /// The call stack, innermost first.
    pub frames: &'a [Frame],
    pub globals: &'a [Variable],
    pub heap: &'a Heap,
    /// The array elements that the last step wrote, such as `Map[3][4]`.
    pub written: &'a [String],
    /// Evaluates an expression.
    pub value: &'a dyn Fn(&Named) -> Option<Value>,
}

/// Lays out all values as pieces of lines.
pub fn sheet(facts: &Facts<'_>) -> Vec<Piece> {
    let mut writer = Writer { facts, pieces: Vec::new(), line: 0, call: 0 };
    if !facts.watches.is_empty() {
        writer.heading(say!("Watches"));
        for (expression, value) in facts.watches {
            match value {
                Ok(value) => writer.variable(0, expression, expression, value, false),
                Err(why) => writer.alone(expression, why),
            }
        }
    }
    for (call, frame) in facts.frames.iter().enumerate() {
        writer.call = call;
        writer.heading(&match call {
            0 => frame.function.clone(),
            _ => say!("{function}, line {line}", function = frame.function, line = frame.line),
        });
        writer.variables(&frame.variables);
        if call == 0 {
            writer.heap(facts.heap);
        }
    }
    writer.call = GLOBAL;
    if !facts.globals.is_empty() {
        writer.heading(say!("Global"));
        writer.variables(facts.globals);
    }
    spread(&mut writer.pieces);
    writer.pieces
}

/// The lines that have Chinese characters, which are twice as high.
fn tall_lines(pieces: &[Piece]) -> BTreeSet<usize> {
    pieces.iter().filter(|piece| piece.is_tall()).map(|piece| piece.line).collect()
}

/// Leaves a line free below each with Chinese characters.
fn spread(pieces: &mut [Piece]) {
    let tall: Vec<usize> = tall_lines(pieces).into_iter().collect();
    for piece in pieces {
        piece.line += tall.partition_point(|line| *line < piece.line);
    }
}

pub(super) struct Writer<'a> {
    facts: &'a Facts<'a>,
    pieces: Vec<Piece>,
    pub(super) line: usize,
    pub(super) call: usize,
}

impl Writer<'_> {
    pub(super) fn piece(&mut self, column: usize, text: impl Into<String>, kind: Kind, of: Option<&str>) {
        let named = |expression: &str| Named { call: self.call, expression: expression.to_string() };
        self.pieces.push(Piece { line: self.line, column, text: text.into(), kind, of: of.map(named) });
    }

    pub(super) fn heading(&mut self, text: &str) {
        self.line += usize::from(self.line > 0);
        self.piece(0, text, Kind::Heading, None);
        self.line += 1;
    }

    /// Adds a watch without a value, and the reason why it has none.
    fn alone(&mut self, expression: &str, why: &str) {
        self.piece(2, expression, Kind::Name, Some(expression));
        self.piece(4 + columns_of(expression), why, Kind::Index, None);
        self.line += 1;
    }

    fn variables(&mut self, variables: &[Variable]) {
        for var in variables {
            self.variable(0, &var.name, &var.name, &var.value, var.changed);
        }
    }

    /// Adds the value of `expression`, preceded by its label.
    fn variable(&mut self, depth: usize, expression: &str, label: &str, value: &Value, new: bool) {
        if depth > DEEPEST || self.line > MOST {
            return;
        }
        match value {
            Value::Array(elements) => self.array(depth, expression, label, elements),
            Value::Struct(members) => {
                self.name(depth, expression, label, "struct");
                self.members(depth + 1, expression, ".", members);
            }
            Value::Pointer(place) => self.pointer(depth, expression, label, place, new),
            value => self.scalar(depth, expression, label, &value.to_string(), new),
        }
    }

    /// Adds the label and type of a value whose parts follow on the next lines.
    fn name(&mut self, depth: usize, expression: &str, label: &str, what: &str) {
        self.piece(2 + 2 * depth, label, Kind::Name, Some(expression));
        let behind = 3 + 2 * depth + columns_of(label);
        self.piece(behind, what, Kind::Index, None);
        self.line += 1;
    }

    fn scalar(&mut self, depth: usize, expression: &str, label: &str, text: &str, fresh: bool) {
        let column = 2 + 2 * depth;
        self.piece(column, label, Kind::Name, None);
        let behind = column + columns_of(label).max(7) + 2;
        self.piece(behind, text, Kind::Value { fresh }, Some(expression));
        self.line += 1;
    }

    fn members(&mut self, depth: usize, of: &str, dot: &str, members: &[(String, Value)]) {
        for (name, value) in members {
            let expression = format!("{of}{dot}{name}");
            let new = self.facts.written.contains(&expression);
            self.variable(depth, &expression, name, value, new);
        }
    }

    /// Adds a pointer and its target.
    fn pointer(&mut self, depth: usize, expression: &str, label: &str, place: &str, new: bool) {
        let text = arrow(place);
        // The drawing of the heap shows its blocks.
        let leads = place.starts_with('&');
        self.scalar(depth, expression, label, &text, new);
        let target = Named { call: self.call, expression: format!("*{expression}") };
        match (self.facts.value)(&target).filter(|_| leads) {
            Some(Value::Struct(members)) => self.members(depth + 1, expression, "->", &members),
            Some(value) => {
                self.variable(depth + 1, &target.expression, &target.expression, &value, false);
            }
            None => {}
        }
    }

    fn array(&mut self, depth: usize, expression: &str, label: &str, elements: &[Value]) {
        let text = Value::Array(elements.to_vec()).to_string();
        let sizes = sizes(elements);
        match text.starts_with('"') {
            true => self.scalar(depth, expression, label, &text, false),
            false => self.name(depth, expression, label, &sizes),
        }
        let is_row = |value: &Value| matches!(value, Value::Array(e) if e.iter().all(is_plain));
        if depth > 0 && text.starts_with('"') {
            // The string has been shown as text.
        } else if elements.iter().all(is_plain) {
            self.row(depth, expression, elements);
        } else if elements.iter().all(is_row) {
            self.board(depth, expression, elements);
        } else if let Some(widths) = table_widths(elements, SEEN.1 - 8 - 2 * depth) {
            self.table(depth, expression, elements, &widths);
        } else {
            for (n, value) in elements.iter().enumerate() {
                let label = format!("[{n}]");
                let element = format!("{expression}{label}");
                self.variable(depth + 1, &element, &label, value, false);
            }
        }
    }

    fn element(&mut self, end: usize, expression: &str, value: &Value) {
        let text = short(value);
        let fresh = self.facts.written.iter().any(|w| w == expression);
        let column = end - columns_of(&text);
        self.piece(column, text, Kind::Value { fresh }, Some(expression));
    }

    /// Adds the elements side by side under their indices, on as many lines as necessary.
    fn row(&mut self, depth: usize, expression: &str, elements: &[Value]) {
        let left = 4 + 2 * depth;
        let numbers = elements.len().saturating_sub(1).to_string().len();
        let width = 1 + elements.iter().map(|e| columns_of(&short(e))).fold(numbers, usize::max);
        let in_a_line = (SEEN.1.saturating_sub(left) / width).max(1);
        for (part, first) in elements.chunks(in_a_line).zip((0..).step_by(in_a_line)) {
            if self.line > MOST {
                return;
            }
            let end = |n: usize| left + width * (n + 1) - 1;
            for n in 0..part.len() {
                let number = (first + n).to_string();
                self.piece(end(n) - number.len(), number, Kind::Index, None);
            }
            self.line += 1;
            for (n, value) in part.iter().enumerate() {
                self.element(end(n), &format!("{expression}[{}]", first + n), value);
            }
            self.line += 1;
        }
    }

    /// Adds an array of structs as a table: a line for each element, under the names of the members.
    fn table(&mut self, depth: usize, expression: &str, elements: &[Value], widths: &[usize]) {
        let left = 5 + 2 * depth + elements.len().to_string().len();
        let column = |n: usize| left + widths[..n].iter().map(|width| width + 2).sum::<usize>();
        for (n, (name, _)) in members(&elements[0]).iter().enumerate() {
            self.piece(column(n), name, Kind::Index, None);
        }
        self.line += 1;
        for (row, element) in elements.iter().enumerate().take(MOST_ROWS) {
            let number = row.to_string();
            self.piece(left - 1 - number.len(), number, Kind::Index, None);
            for (n, (name, value)) in members(element).iter().enumerate() {
                let member = format!("{expression}[{row}].{name}");
                let fresh = self.facts.written.contains(&member);
                self.piece(column(n), cell(value), Kind::Value { fresh }, Some(&member));
            }
            self.line += 1;
        }
        if let Some(more @ 1..) = elements.len().checked_sub(MOST_ROWS) {
            self.piece(left, say!("+{more} more", more), Kind::Index, None);
            self.line += 1;
        }
    }

    /// Adds a two-dimensional array, with row indices on the left and column indices above.
    fn board(&mut self, depth: usize, expression: &str, rows: &[Value]) {
        let cells = |row: &Value| match row {
            Value::Array(cells) => cells.clone(),
            _ => Vec::new(),
        };
        let rows: Vec<Vec<Value>> = rows.iter().map(cells).collect();
        let columns = rows.first().map_or(0, Vec::len);
        let numbers = columns.saturating_sub(1).to_string().len();
        let texts = rows.iter().flatten().map(|cell| columns_of(&short(cell)));
        let widest = texts.fold(numbers, usize::max);
        let left = 4 + 2 * depth + rows.len().saturating_sub(1).to_string().len();
        // Separate columns by an extra space if there is room.
        let wide = left + (widest + 2) * columns <= SEEN.1;
        let width = widest + if wide { 2 } else { 1 };
        let end = |col: usize| left + width * (col + 1);
        for col in 0..columns {
            let number = col.to_string();
            self.piece(end(col) - number.len(), number, Kind::Index, None);
        }
        self.line += 1;
        for (row, cells) in rows.iter().enumerate() {
            let number = row.to_string();
            self.piece(left - number.len(), number, Kind::Index, None);
            for (col, value) in cells.iter().enumerate() {
                self.element(end(col), &format!("{expression}[{row}][{col}]"), value);
            }
            self.line += 1;
        }
    }
}

/// Formats a pointer as an arrow and its target; strings and `NULL` are unchanged.
pub(crate) fn arrow(place: &str) -> String {
    match place.strip_prefix('&').or(place.strip_prefix("DS:")) {
        Some(place) => format!("→ {place}"),
        None => place.to_string(),
    }
}

/// Returns true for a number or pointer.
fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Struct(_))
}

/// Formats a value in a row or on a board: a printable `char` without quotes, and a dot for the 0 that ends a
/// string.
pub(super) fn short(value: &Value) -> String {
    let text = value.to_string();
    match value {
        Value::Char(0) => "·".to_string(),
        Value::Char(_) if text.len() == 3 => text[1..2].to_string(),
        _ => text,
    }
}

fn members(value: &Value) -> &[(String, Value)] {
    match value {
        Value::Struct(members) => members,
        _ => &[],
    }
}

/// Formats a member in a table.
fn cell(value: &Value) -> String {
    let text = match value {
        Value::Array(elements) if elements.iter().all(|e| *e == Value::Unset) => "?".to_string(),
        Value::Pointer(place) => arrow(place),
        value => value.to_string(),
    };
    text.chars().take(WIDEST).collect()
}

/// Returns the widths of the columns in a table of structs, if it fits into `room` columns.
fn table_widths(elements: &[Value], room: usize) -> Option<Vec<usize>> {
    let is_nested = |value: &Value| match value {
        Value::Array(elements) => !elements.iter().all(is_plain),
        value => matches!(value, Value::Struct(_)),
    };
    let names = members(elements.first()?);
    let is_flat = elements.iter().flat_map(members).all(|(_, value)| !is_nested(value));
    let texts = |n: usize| elements.iter().take(MOST_ROWS).filter_map(move |e| members(e).get(n));
    let width = |n: usize| texts(n).map(|(_, value)| columns_of(&cell(value))).max().unwrap_or(0);
    let widths = names.iter().enumerate().map(|(n, (name, _))| width(n).max(columns_of(name)));
    let widths: Vec<usize> = widths.collect();
    let fits = widths.iter().map(|width| width + 2).sum::<usize>() <= room;
    (is_flat && fits && !names.is_empty()).then_some(widths)
}

/// Formats the dimensions of an array in C syntax, such as `[8][8]`.
fn sizes(elements: &[Value]) -> String {
    let inner = match elements.first() {
        Some(Value::Array(inner)) => sizes(inner),
        _ => String::new(),
    };
    format!("[{}]{inner}", elements.len())
}

/// Draws the window, starting at line `top` and column `shift`.
pub(crate) fn draw(
    screen: &mut Screen,
    sheet: &[Piece],
    (top, shift): (usize, usize),
    chosen: Option<usize>,
) {
    let (left, up, right, down) = WINDOW;
    panel::fill(screen, BLUE, [left, up, right, down]);
    panel::outline(screen, WHITE, [left, up, right, down]);
    super::code::title(screen, say!("Values||of variables"));
    screen.settextstyle(Font::Small, 1);
    let lines = top..top + SEEN.0;
    let tall = tall_lines(sheet);
    for (n, piece) in sheet.iter().enumerate() {
        let (from, to) = (piece.column.max(shift), piece.end().min(shift + SEEN.1));
        if !lines.contains(&piece.line) || from >= to {
            continue;
        }
        let x = left + 10 + 8 * (from - shift) as i32;
        let y = up + 9 + PITCH * (piece.line - top) as i32;
        // Small letters stand in the middle of a high line.
        let (y, height) = match (piece.is_tall(), tall.contains(&piece.line)) {
            (true, _) => (y, 16),
            (false, is_tall) => (y + if is_tall { 4 } else { 0 }, 8),
        };
        let (letters, behind) = match piece.kind {
            _ if chosen == Some(n) => (BLUE, WHITE),
            Kind::Value { fresh: true } => (BLACK, LIGHTCYAN),
            Kind::Value { fresh: false } => (WHITE, BLUE),
            Kind::Box { fresh: false } => (BLACK, CYAN),
            Kind::Box { fresh: true } => (BLACK, LIGHTCYAN),
            Kind::Warning => (WHITE, RED),
            Kind::Heading => (LIGHTCYAN, BLUE),
            Kind::Name => (YELLOW, BLUE),
            Kind::Index => (LIGHTGRAY, BLUE),
        };
        panel::fill(screen, behind, [x - 1, y - 1, x + 8 * (to - from) as i32 - 1, y + height]);
        screen.setcolor(letters);
        let seen = piece.text.chars().skip(from - piece.column).take(to - from);
        screen.outtextxy(x, y, &seen.collect::<String>());
        if piece.kind == Kind::Heading {
            let end = x + 8 * (to - from) as i32 + 4;
            screen.line(end, y + height / 2, right - 12, y + height / 2);
        }
    }
    goes_on(screen, sheet, top);
}

/// Draws arrows at the right edge of the window if there are more lines above or below.
fn goes_on(screen: &mut Screen, sheet: &[Piece], top: usize) {
    let (_, up, right, down) = WINDOW;
    let last = sheet.last().map_or(0, |piece| piece.line);
    screen.setcolor(WHITE);
    for (more, y, arrow) in [(top > 0, up + 9, "↑"), (last >= top + SEEN.0, down - 14, "↓")] {
        if more {
            screen.outtextxy(right - 10, y, arrow);
        }
    }
}
