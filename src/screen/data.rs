//! All values of a program that stands still, in a window: an array of two dimensions as a board, one of one dimension as a row, a
//! struct opened, and what a pointer points at behind an arrow.

use super::code::WINDOW;
use turbo::c::{Frame, Value, Variable};
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, BLUE, Font, LIGHTCYAN, LIGHTGRAY, WHITE, YELLOW, columns_of};
use words::say;

/// How many lines of the values are seen at once, and how many characters of a line.
pub const SEEN: (usize, usize) = (35, 49);
/// The height of a line in pixels.
const PITCH: i32 = 10;
/// How far arrays and structs inside each other, and pointers to pointers, are opened.
const DEEPEST: usize = 6;
/// More lines than anybody looks through.
const MOST: usize = 4000;

/// No call: from here only what every function sees is seen.
pub const GLOBAL: usize = 1 << 20;

/// Something of a program that has a value: an expression of C, and the call that it is seen from, 0 for the innermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub call: usize,
    pub expression: String,
}

impl Named {
    /// What an expression names in the function that runs.
    pub fn innermost(expression: &str) -> Named {
        Named {
            call: 0,
            expression: expression.to_string(),
        }
    }
}

/// What a piece of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Heading,
    Name,
    Index,
    Value { fresh: bool },
}

/// A piece of a line.
#[derive(Clone, Debug)]
pub struct Piece {
    pub line: usize,
    pub column: usize,
    text: String,
    kind: Kind,
    /// What it is the value or the name of, if it can be chosen.
    pub of: Option<Named>,
}

impl Piece {
    pub fn end(&self) -> usize {
        self.column + columns_of(&self.text)
    }
}

/// What there is to see of a program.
pub struct Facts<'a> {
    /// The expressions that are watched, each with its value or why it has none.
    pub watches: &'a [(String, Result<Value, String>)],
    /// The calls, the innermost first.
    pub frames: &'a [Frame],
    pub globals: &'a [Variable],
    /// The elements of arrays that the last step wrote: `Map[3][4]`.
    pub written: &'a [String],
    /// What an expression is worth that is seen from a call.
    pub value: &'a dyn Fn(&Named) -> Option<Value>,
}

/// All of it, as pieces of lines from above.
pub fn sheet(facts: &Facts<'_>) -> Vec<Piece> {
    let mut writer = Writer {
        facts,
        pieces: Vec::new(),
        line: 0,
        call: 0,
    };
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
            _ => say!(
                "{function}, line {line}",
                function = frame.function,
                line = frame.line
            ),
        });
        writer.variables(&frame.variables);
    }
    writer.call = GLOBAL;
    if !facts.globals.is_empty() {
        writer.heading(say!("Global"));
        writer.variables(facts.globals);
    }
    writer.pieces
}

struct Writer<'a> {
    facts: &'a Facts<'a>,
    pieces: Vec<Piece>,
    line: usize,
    call: usize,
}

impl Writer<'_> {
    fn piece(&mut self, column: usize, text: impl Into<String>, kind: Kind, of: Option<&str>) {
        let named = |expression: &str| Named {
            call: self.call,
            expression: expression.to_string(),
        };
        self.pieces.push(Piece {
            line: self.line,
            column,
            text: text.into(),
            kind,
            of: of.map(named),
        });
    }

    fn heading(&mut self, text: &str) {
        self.line += usize::from(self.line > 0);
        self.piece(0, text, Kind::Heading, None);
        self.line += 1;
    }

    /// Something that is only said: why a watch has no value.
    fn alone(&mut self, expression: &str, why: &str) {
        self.piece(2, expression, Kind::Name, Some(expression));
        self.piece(4 + columns_of(expression), why, Kind::Index, None);
        self.line += 1;
    }

    fn variables(&mut self, variables: &[Variable]) {
        for var in variables {
            self.variable(0, &var.name, &var.name, &var.value, var.fresh);
        }
    }

    /// A value that C calls `expression`, behind its label.
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

    /// The label of something that is opened below it, and what kind of thing it is.
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

    /// Where a pointer points, and what stands there.
    fn pointer(&mut self, depth: usize, expression: &str, label: &str, place: &str, new: bool) {
        let text = arrow(place);
        let leads = text.starts_with('→');
        self.scalar(depth, expression, label, &text, new);
        let target = Named {
            call: self.call,
            expression: format!("*{expression}"),
        };
        match (self.facts.value)(&target).filter(|_| leads) {
            Some(Value::Struct(members)) => self.members(depth + 1, expression, "->", &members),
            Some(value) => {
                self.variable(
                    depth + 1,
                    &target.expression,
                    &target.expression,
                    &value,
                    false,
                );
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
            // The text says it all.
        } else if elements.iter().all(is_plain) {
            self.row(depth, expression, elements);
        } else if elements.iter().all(is_row) {
            self.board(depth, expression, elements);
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

    /// The elements side by side, under their numbers, in as many lines as they need.
    fn row(&mut self, depth: usize, expression: &str, elements: &[Value]) {
        let left = 4 + 2 * depth;
        let numbers = elements.len().saturating_sub(1).to_string().len();
        let width = 1 + elements
            .iter()
            .map(|e| columns_of(&short(e)))
            .fold(numbers, usize::max);
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

    /// Rows below each other, with their numbers on the left and those of the columns above.
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
        // Columns stand apart where there is room.
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

/// Where a pointer points, behind an arrow; a text or `NULL` as it is.
pub(crate) fn arrow(place: &str) -> String {
    match place.strip_prefix('&') {
        Some(place) => format!("→ {place}"),
        None => place.to_string(),
    }
}

/// Is it one number, or a pointer?
fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Struct(_))
}

/// A value in a row or on a board: of a `char` that can be written, the character alone, and a dot for the 0 that ends a text.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match value {
        Value::Char(0) => "·".to_string(),
        Value::Char(_) if text.len() == 3 => text[1..2].to_string(),
        _ => text,
    }
}

/// The sizes of an array as C writes them: `[8][8]`.
fn sizes(elements: &[Value]) -> String {
    let inner = match elements.first() {
        Some(Value::Array(inner)) => sizes(inner),
        _ => String::new(),
    };
    format!("[{}]{inner}", elements.len())
}

/// Draws the window: the first line and column that are seen, and which piece is chosen.
pub(crate) fn draw(
    screen: &mut Screen,
    sheet: &[Piece],
    (top, shift): (usize, usize),
    chosen: Option<usize>,
) {
    let (left, up, right, down) = WINDOW;
    screen.setfillstyle(BLUE);
    screen.bar(left, up, right, down);
    screen.setcolor(WHITE);
    screen.rectangle(left, up, right, down);
    super::code::title(screen, say!("Values"));
    screen.settextstyle(Font::Small, 1);
    let lines = top..top + SEEN.0;
    for (n, piece) in sheet.iter().enumerate() {
        let (from, to) = (piece.column.max(shift), piece.end().min(shift + SEEN.1));
        if !lines.contains(&piece.line) || from >= to {
            continue;
        }
        let x = left + 10 + 8 * (from - shift) as i32;
        let y = up + 9 + PITCH * (piece.line - top) as i32;
        let (letters, behind) = match piece.kind {
            _ if chosen == Some(n) => (BLUE, WHITE),
            Kind::Value { fresh: true } => (BLACK, LIGHTCYAN),
            Kind::Value { fresh: false } => (WHITE, BLUE),
            Kind::Heading => (LIGHTCYAN, BLUE),
            Kind::Name => (YELLOW, BLUE),
            Kind::Index => (LIGHTGRAY, BLUE),
        };
        screen.setfillstyle(behind);
        screen.bar(x - 1, y - 1, x + 8 * (to - from) as i32 - 1, y + 8);
        screen.setcolor(letters);
        let seen = piece.text.chars().skip(from - piece.column).take(to - from);
        screen.outtextxy(x, y, &seen.collect::<String>());
        if piece.kind == Kind::Heading {
            let end = x + 8 * (to - from) as i32 + 4;
            screen.line(end, y + 4, right - 12, y + 4);
        }
    }
    goes_on(screen, sheet, top);
}

/// Arrows at the right edge show that there is more above or below.
fn goes_on(screen: &mut Screen, sheet: &[Piece], top: usize) {
    let (_, up, right, down) = WINDOW;
    let last = sheet.last().map_or(0, |piece| piece.line);
    screen.setcolor(WHITE);
    for (more, y, arrow) in [
        (top > 0, up + 9, "↑"),
        (last >= top + SEEN.0, down - 14, "↓"),
    ] {
        if more {
            screen.outtextxy(right - 10, y, arrow);
        }
    }
}
