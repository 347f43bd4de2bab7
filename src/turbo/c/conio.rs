//! Text on the screen: that of `printf`, and `conio.h` with its windows, colours and copies of screen areas. Only the
//! pixels record the text, so reading it back means recognizing the characters by their shapes.

use std::borrow::Cow;

use super::calls::{LibCall, LibResult};
use super::devices::{NORMAL, PartialChar, TextWindow};
use super::graphics::GraphicsState;
use super::input::EOF;
use super::machine::Machine;
use super::modes::Mode;
use super::types::Kind;
use crate::dos::Screen;
use crate::dos::bgi::{Font, WIDTH};
use crate::dos::encoding::Encoding;
use crate::dos::font::{self, TallGlyph};
use crate::dos::hanzi;

const WIDE: i32 = 8;
const HIGH: i32 = 16;
/// The code of the character that fills its cell.
const FULL: u8 = 0xDB;

fn corner(column: i32, row: i32) -> (i32, i32) {
    (WIDE * column, HIGH * row)
}

fn clear(screen: &mut Screen, [left, top, right, bottom]: [i32; 4], ground: u8) {
    let (x, y) = corner(left, top);
    let (end_x, end_y) = corner(right + 1, bottom + 1);
    screen.setfillstyle(ground);
    screen.bar(x, y, end_x - 1, end_y - 1);
}

pub(super) fn write(screen: &mut Screen, column: i32, row: i32, c: char, (ink, ground): (u8, u8)) {
    clear(screen, [column, row, column + wide(c) - 1, row], ground);
    let (x, y) = corner(column, row);
    screen.settextstyle(Font::Tall, 1);
    screen.setcolor(ink);
    screen.outtextxy(x, y, c.encode_utf8(&mut [0; 4]));
}

fn wide(c: char) -> i32 {
    font::columns(c) as i32
}

fn copy(screen: &mut Screen, [left, top, right, bottom]: [i32; 4], column: i32, row: i32) {
    let ((x, y), (end_x, end_y)) = (corner(left, top), corner(right + 1, bottom + 1));
    screen.copy([x, y, end_x - 1, end_y - 1], corner(column, row));
}

/// Returns a glyph of the pixels in a cell that have the colour `ink`.
fn dots(screen: &Screen, column: i32, row: i32, ink: u8) -> TallGlyph {
    let (x, y) = corner(column, row);
    std::array::from_fn(|dy| {
        (0..WIDE).map(|dx| u8::from(screen.pixel(x + dx, y + dy as i32) == Some(ink)) << dx).sum()
    })
}

/// Returns the colour of the top left pixel of `cells` adjacent cells, and the first colour that differs.
fn colors(screen: &Screen, column: i32, row: i32, cells: i32) -> (u8, Option<u8>) {
    let (x, y) = corner(column, row);
    let color = |dx: i32, dy: i32| screen.pixel(x + dx, y + dy).unwrap_or(0);
    let first = color(0, 0);
    let mut all = (0..HIGH).flat_map(|dy| (0..WIDE * cells).map(move |dx| (dx, dy)));
    let other = all.find(|(dx, dy)| color(*dx, *dy) != first);
    (first, other.map(|(dx, dy)| color(dx, dy)))
}

/// Recognizes the character in a cell. Returns its code and attribute.
pub(super) fn read(screen: &Screen, column: i32, row: i32) -> (u8, u8) {
    let (first, other) = colors(screen, column, row, 1);
    let Some(other) = other else {
        return if first < 0x80 { (b' ', first << 4 | NORMAL) } else { (FULL, first) };
    };
    let found = either_way(first, other, |ink| font::code_of(&dots(screen, column, row, ink)));
    found.unwrap_or((b'?', attribute(other, first)))
}

/// The attribute of text in these colours; that of blinking text is its colour.
fn attribute(ink: u8, ground: u8) -> u8 {
    if ink < 0x80 { ground << 4 | ink } else { ink }
}

/// Tries both colours as ink and returns the first match with its attribute.
fn either_way<T>(first: u8, other: u8, find: impl Fn(u8) -> Option<T>) -> Option<(T, u8)> {
    let ways = [(other, first), (first, other)];
    ways.into_iter().find_map(|(ink, ground)| Some((find(ink)?, attribute(ink, ground))))
}

/// Recognizes a hanzi in two cells. Returns a code and attribute for each cell.
fn read_hanzi(screen: &Screen, column: i32, row: i32) -> Option<[(u8, u8); 2]> {
    let (first, other) = colors(screen, column, row, 2);
    let (codes, attribute) = either_way(first, other?, |ink| {
        let cells = [column, column + 1].map(|column| dots(screen, column, row, ink));
        let bytes = Encoding::Chinese.encode(hanzi::char_of(&cells)?)?;
        <[u8; 2]>::try_from(bytes).ok()
    })?;
    Some(codes.map(|code| (code, attribute)))
}

impl LibCall<'_> {
    fn append_output(&mut self, text: &str) {
        let Machine { output, devices, .. } = &mut *self.machine;
        output.truncate(devices.printed);
        // Limit the memory of a program that prints endlessly.
        if output.len() < 1 << 20 {
            output.extend(text.chars().map(font::narrow));
        }
        devices.printed = output.len();
    }

    /// Prepends the incomplete character left by the previous call to new bytes, and moves the cursor back
    /// over its cells.
    fn with_partial<'b>(&mut self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let (encoding, partial) = (self.machine.program.encoding(), self.machine.devices.partial);
        let begun = partial.bytes();
        if begun.is_empty() {
            return bytes.into();
        }
        let whole = [begun, bytes].concat();
        let cursor = &mut self.machine.devices.cursor;
        if partial.is_before(*cursor) && encoding.goes_on(&whole, begun.len()) {
            cursor.0 -= begun.len() as u8;
            return whole.into();
        }
        self.append_output(&self.machine.program.shown(begun));
        bytes.into()
    }

    /// Appends the displayed text to the program's output, except for an incomplete character at the end.
    /// Stores the bytes of that character, each of which occupies a cell until the rest arrives.
    fn append_complete(&mut self, bytes: &[u8], mut shown: String) {
        let partial = self.machine.program.encoding().unfinished(bytes);
        for _ in 0..partial {
            shown.pop();
        }
        self.append_output(&shown);
        let end = bytes.len() - partial;
        let devices = &mut self.machine.devices;
        devices.partial = PartialChar::of(&bytes[end..], devices.cursor);
    }

    /// Prints on the screen, ignoring the text window. Returns the number of bytes.
    pub(crate) fn print(&mut self, bytes: &[u8]) -> i64 {
        let whole = self.with_partial(bytes);
        let text = self.machine.program.shown(&whole);
        self.machine.worked(64 * whole.len());
        let devices = &mut self.machine.devices;
        let colors = (devices.text.console & 15, devices.text.console >> 4);
        let columns = (devices.graphics.mode.width / WIDE) as u8;
        let rows = (devices.graphics.mode.height / HIGH) as usize;
        let (mut column, mut row) = (devices.cursor.0, usize::from(devices.cursor.1));
        let mut shown = Vec::new();
        for c in text.chars() {
            match c {
                '\n' => (column, row) = (0, row + 1),
                '\r' => column = 0,
                '\t' => column = (column / 8 + 1) * 8,
                '\u{8}' => column = column.saturating_sub(1),
                '\u{7}' => {}
                c => {
                    let wide = font::columns(c) as u8;
                    if column + wide > columns {
                        (column, row) = (0, row + 1);
                    }
                    shown.push((column, row, c));
                    column += wide;
                }
            }
            if column >= columns {
                (column, row) = (0, row + 1);
            }
        }
        // Don't draw rows that scroll off the screen.
        let gone = (row + 1).saturating_sub(rows);
        devices.cursor = (column, (row - gone) as u8);
        let screen = self.console.screen();
        if gone > 0 {
            screen.scroll(HIGH as usize * gone);
            let empty = [0, rows.saturating_sub(gone) as i32, WIDTH / WIDE - 1, rows as i32 - 1];
            clear(screen, empty, colors.1);
            self.machine.worked(6400);
        }
        for (column, row, c) in shown {
            if let Some(row) = row.checked_sub(gone) {
                write(screen, column.into(), row as i32, c, colors);
            }
        }
        self.append_complete(&whole, text);
        bytes.len() as i64
    }

    fn ends(&self) -> (i32, i32) {
        let mode = self.machine.devices.graphics.mode;
        (mode.width / WIDE - 1, mode.height / HIGH - 1)
    }

    fn area(&self) -> [i32; 4] {
        let (right, bottom) = self.ends();
        let [l, t, r, b] = self.machine.devices.text.area.map(i32::from);
        [l.min(right), t.min(bottom), r.min(right), b.min(bottom)]
    }

    /// The cursor position relative to the screen.
    fn cursor_position(&self) -> (i32, i32) {
        let (column, row) = self.machine.devices.cursor;
        (column.into(), row.into())
    }

    fn move_cursor(&mut self, column: i32, row: i32) -> LibResult {
        self.machine.devices.cursor = (column as u8, row as u8);
        Ok(0)
    }

    /// `textmode`: selects 25 rows of 80 or 40 characters. Modes with 43 or 50 rows get the 30 rows that fit.
    pub(crate) fn textmode(&mut self) -> LibResult {
        let mode = Mode::text(self.n(0));
        self.machine.devices.text = TextWindow::default();
        *self.graphics() = GraphicsState::new(mode);
        self.machine.devices.graphics.show(self.console.screen());
        self.clear()
    }

    pub(crate) fn window(&mut self) -> LibResult {
        if let Some(area) = self.rectangle() {
            self.machine.devices.text.area = area.map(|n| n as u8);
            self.move_cursor(area[0], area[1])?;
        }
        Ok(0)
    }

    pub(crate) fn attribute(&mut self, change: fn(u8, u8) -> u8) -> LibResult {
        let n = self.n(0) as u8;
        let attribute = &mut self.machine.devices.text.attribute;
        *attribute = change(*attribute, n);
        Ok(0)
    }

    pub(crate) fn clrscr(&mut self) -> LibResult {
        let area = self.area();
        self.clear_area(area);
        self.move_cursor(area[0], area[1])
    }

    fn clear_area(&mut self, area: [i32; 4]) {
        let (_, ground) = self.text_colors();
        clear(self.console.screen(), area, ground);
    }

    pub(crate) fn clreol(&mut self) -> LibResult {
        let ([_, _, right, _], (column, row)) = (self.area(), self.cursor_position());
        self.clear_area([column, row, right, row]);
        Ok(0)
    }

    /// The colours of text and background.
    fn text_colors(&self) -> (u8, u8) {
        let text = &self.machine.devices.text;
        text.colors(text.attribute)
    }

    /// Deletes the cursor's row if `up` is true; otherwise inserts an empty row there.
    pub(crate) fn shift(&mut self, up: bool) -> LibResult {
        let row = self.cursor_position().1;
        self.shift_from(row, up);
        Ok(0)
    }

    fn shift_from(&mut self, row: i32, up: bool) {
        let [left, _, right, bottom] = self.area();
        let (from, to, last, empty) = match up {
            true => (row + 1, row, bottom, bottom),
            false => (row, row + 1, bottom - 1, row),
        };
        if from <= last {
            copy(self.console.screen(), [left, from, right, last], left, to);
        }
        self.clear_area([left, empty, right, empty]);
    }

    pub(crate) fn gotoxy(&mut self) -> LibResult {
        let [left, top, right, bottom] = self.area();
        let (column, row) = (left + self.n(0) - 1, top + self.n(1) - 1);
        if (left..=right).contains(&column) && (top..=bottom).contains(&row) {
            self.move_cursor(column, row)?;
        }
        Ok(0)
    }

    pub(crate) fn wherex(&self) -> LibResult {
        Ok((self.cursor_position().0 - self.area()[0] + 1).into())
    }

    pub(crate) fn wherey(&self) -> LibResult {
        Ok((self.cursor_position().1 - self.area()[1] + 1).into())
    }

    pub(crate) fn cputs(&mut self) -> LibResult {
        let text = self.text(0)?;
        self.write_in_window(&text);
        Ok(0)
    }

    pub(crate) fn putch(&mut self) -> LibResult {
        self.write_in_window(&[self.a[0] as u8]);
        Ok(self.a[0])
    }

    /// `cgets`: reads a line into a buffer, whose first two characters are the size limit and the length.
    pub(crate) fn cgets(&mut self) -> LibResult {
        let most = self.pointed_to(0, Kind::UnsignedChar)?;
        let mut line = self.typed_line()?.unwrap_or_default();
        line.truncate((most as u8).saturating_sub(1).into());
        self.a[0] += 1;
        self.put(0, Kind::UnsignedChar, line.len() as i64)?;
        self.a[0] += 1;
        self.put_text(0, &line)
    }

    /// `getpass`: reads up to eight characters without echo.
    pub(crate) fn getpass(&mut self) -> LibResult {
        self.cputs()?;
        let mut word = String::new();
        loop {
            match self.next_key()?.bioskey() as u8 {
                b'\r' => break,
                8 => drop(word.pop()),
                c if c >= b' ' && word.len() < 8 => word.push(char::from(c)),
                _ => {}
            }
        }
        self.return_text(&word)
    }

    /// `ungetch`: returns a character to the keyboard for the next `getch`.
    pub(crate) fn ungetch(&mut self) -> LibResult {
        if self.machine.devices.second.is_some() {
            return Ok(EOF);
        }
        self.machine.devices.second = Some(self.a[0] as u8);
        Ok(self.a[0])
    }

    /// Scrolls the window by a row if `row` is below it. Returns the row after scrolling.
    fn scroll_to(&mut self, row: i32) -> i32 {
        let [_, top, _, bottom] = self.area();
        if row > bottom {
            self.shift_from(top, true);
        }
        row.min(bottom)
    }

    /// Writes text inside the window in the window's colours. A line feed moves down and keeps the column.
    /// Returns the number of bytes.
    pub(crate) fn write_in_window(&mut self, bytes: &[u8]) -> i64 {
        let whole = self.with_partial(bytes);
        let text = self.machine.program.shown(&whole);
        let [left, top, right, bottom] = self.area();
        let colors = self.text_colors();
        let (column, row) = self.cursor_position();
        let (mut column, mut row) = (column.clamp(left, right), row.clamp(top, bottom));
        for c in text.chars() {
            match c {
                '\n' => row += 1,
                '\r' => column = left,
                '\u{8}' => column = (column - 1).max(left),
                '\u{7}' => {}
                c => {
                    // A hanzi that does not fit into the line moves to the next line.
                    if column + wide(c) > right + 1 && column > left {
                        (column, row) = (left, self.scroll_to(row + 1));
                    }
                    write(self.console.screen(), column, row, c, colors);
                    column += wide(c);
                }
            }
            if column > right {
                (column, row) = (left, row + 1);
            }
            row = self.scroll_to(row);
        }
        self.machine.devices.cursor = (column as u8, row as u8);
        self.append_complete(&whole, text);
        self.machine.worked(64 * whole.len());
        bytes.len() as i64
    }

    pub(crate) fn gettextinfo(&mut self) -> LibResult {
        let (right, bottom) = self.ends();
        let attributes = [self.machine.devices.text.attribute, NORMAL, 3];
        let mut numbers = self.area().map(|n| i64::from(n) + 1).to_vec();
        numbers.extend(attributes.map(i64::from));
        numbers.extend([bottom, right].map(|n| i64::from(n) + 1));
        numbers.extend([self.wherex()?, self.wherey()?]);
        self.put_numbers(0, "b", &numbers)
    }

    /// Returns the rectangle of characters that the first four arguments give, if it is on the screen.
    fn rectangle(&self) -> Option<[i32; 4]> {
        let (last, lowest) = self.ends();
        let [l, t, r, b] = [0, 1, 2, 3].map(|n| self.n(n) - 1);
        (l >= 0 && t >= 0 && l <= r && t <= b && r <= last && b <= lowest).then_some([l, t, r, b])
    }

    pub(crate) fn gettext(&mut self) -> LibResult {
        let Some([left, top, right, bottom]) = self.rectangle() else { return Ok(0) };
        let is_chinese = self.machine.program.encoding() == Encoding::Chinese;
        let screen = self.console.screen();
        let mut found: Vec<(u8, u8)> = Vec::new();
        for row in top..=bottom {
            let mut column = left;
            while column <= right {
                let two = (is_chinese && column < right).then(|| read_hanzi(screen, column, row)).flatten();
                let cells = two.map_or_else(|| vec![read(screen, column, row)], Vec::from);
                column += cells.len() as i32;
                found.extend(cells);
            }
        }
        self.machine.worked(128 * found.len());
        let bytes: Vec<u8> = found.into_iter().flat_map(|(code, colors)| [code, colors]).collect();
        self.machine.memory.set_bytes(self.a[4], &bytes)?;
        Ok(1)
    }

    pub(crate) fn puttext(&mut self) -> LibResult {
        let Some([left, top, right, bottom]) = self.rectangle() else { return Ok(0) };
        let width = right - left + 1;
        let count = (width * (bottom - top + 1)) as usize;
        let bytes = self.machine.memory.bytes(self.a[4], 2 * count)?;
        self.machine.worked(128 * count);
        let cells: Vec<(u8, u8)> = bytes.chunks_exact(2).map(|two| (two[0], two[1])).collect();
        let encoding = self.machine.program.encoding();
        for (row, cells) in (top..).zip(cells.chunks(width as usize)) {
            let mut column = left;
            for same in cells.chunk_by(|a, b| a.1 == b.1) {
                let bytes: Vec<u8> = same.iter().map(|(code, _)| *code).collect();
                let text = match encoding {
                    Encoding::Chinese => self.machine.program.shown(&bytes),
                    _ => bytes.iter().map(|code| font::character(*code)).collect(),
                };
                let colors = self.machine.devices.text.colors(same[0].1);
                for c in text.chars() {
                    write(self.console.screen(), column, row, c, colors);
                    column += wide(c);
                }
            }
        }
        Ok(1)
    }

    pub(crate) fn movetext(&mut self) -> LibResult {
        let (last, lowest) = self.ends();
        let (column, row) = (self.n(4) - 1, self.n(5) - 1);
        let Some([left, top, right, bottom]) = self.rectangle() else { return Ok(0) };
        if column < 0 || row < 0 || column + right - left > last || row + bottom - top > lowest {
            return Ok(0);
        }
        copy(self.console.screen(), [left, top, right, bottom], column, row);
        Ok(1)
    }
}
