//! The parts around a board: title bar, turn, facts, notes and key line, in areas that the original leaves
//! empty.

use crate::theme::{BAR, HOT, Theme};
use games::clock::Clocks;
use games::stone::Stone;
use original::set_play_color;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, DARKGRAY, Font, HEIGHT, WHITE, WIDTH, YELLOW};
use turbo::dos::bgi::{cells_of, columns_of};
use words::{say, translate};

/// The left edge of facts and notes, in pixels.
pub const LEFT: i32 = 464;
/// The number of characters in a line of facts and notes.
pub(crate) const COLUMNS: usize = 21;

/// The height of a text line and of a one-line bar, in pixels.
const LINE: i32 = 16;
/// The rectangle of a note, with room for four lines.
const NOTE: (i32, i32, i32, i32) = (LEFT - 6, 352, LEFT + 8 * COLUMNS as i32 + 5, 352 + 71);

/// Fills a rectangle, given by its left, top, right and bottom edges.
pub fn fill(screen: &mut Screen, color: u8, [left, top, right, bottom]: [i32; 4]) {
    screen.setfillstyle(color);
    screen.bar(left, top, right, bottom);
}

/// Draws the outline of a rectangle, given by its left, top, right and bottom edges.
pub(crate) fn outline(screen: &mut Screen, color: u8, [left, top, right, bottom]: [i32; 4]) {
    screen.setcolor(color);
    screen.rectangle(left, top, right, bottom);
}

/// Writes a line of 8x16 characters with its upper left corner at (x,y).
pub fn write(screen: &mut Screen, x: i32, y: i32, color: u8, text: &str) {
    screen.settextstyle(Font::Tall, 1);
    screen.setcolor(color);
    screen.outtextxy(x, y, text);
}

/// Writes lines from top to bottom, beginning at (x,y). Returns the y of the next line.
pub fn write_lines<T: AsRef<str>>(
    screen: &mut Screen,
    (x, y): (i32, i32),
    color: u8,
    lines: impl IntoIterator<Item = T>,
) -> i32 {
    let mut next = y;
    for line in lines {
        write(screen, x, next, color, line.as_ref());
        next += LINE;
    }
    next
}

/// Clears the screen and writes the title.
pub fn ground(screen: &mut Screen, theme: &Theme, title: &str) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    title_bar(screen, title);
}

/// Draws the top bar with the name of the program and a title.
pub fn title_bar(screen: &mut Screen, title: &str) {
    fill(screen, BAR, [0, 0, WIDTH - 1, LINE - 1]);
    write(screen, 8, 0, HOT, "qipan");
    let title = translate(title);
    let centred = (WIDTH - 8 * columns_of(title) as i32) / 2;
    write(screen, centred, 0, BLACK, title);
}

/// Draws the bottom line: pairs of a key and its function, at least 8 pixels apart.
pub fn key_line(screen: &mut Screen, keys: &[(&str, &str)]) {
    fill(screen, BAR, [0, HEIGHT - LINE, WIDTH - 1, HEIGHT - 1]);
    let length = |text: &str| 8 * columns_of(text) as i32;
    let words: i32 = keys.iter().map(|(k, what)| length(translate(k)) + 8 + length(translate(what))).sum();
    let gaps = keys.len() as i32 + 1;
    let gap = ((WIDTH - words) / gaps).min(24);
    debug_assert!(gap >= 8, "the line of keys is too long: {keys:?}");
    let mut x = (WIDTH - words - gap * (gaps - 2)) / 2;
    for (key, what) in keys {
        let (key, what) = (translate(key), translate(what));
        write(screen, x, HEIGHT - LINE, HOT, key);
        write(screen, x + length(key) + 8, HEIGHT - LINE, BLACK, what);
        x += length(key) + 8 + length(what) + gap;
    }
}

/// Shows the side to move above the board: Black on the left, White on the right.
pub fn turn_label(screen: &mut Screen, theme: &Theme, to_move: Option<Stone>) {
    const Y: i32 = 40;
    fill(screen, theme.colors.ground, [100, Y - 8, 436, Y + 8]);
    let (x, text) = match to_move {
        Some(Stone::Black) => (124, say!("Black to move")),
        Some(Stone::White) => (291, say!("White to move")),
        None => (224, say!("Game over")),
    };
    write(screen, x, Y - 8, theme.colors.text, text);
    if let Some(stone) = to_move {
        let x = if stone == Stone::Black { 108 } else { 411 };
        small_stone(screen, theme, x, Y, stone);
    }
}

/// Draws step `n` of the spinner that shows that the computer is thinking.
pub fn thinking(screen: &mut Screen, theme: &Theme, n: u32) {
    let sign = ["|", "/", "─", "\\"][n as usize % 4];
    fill(screen, theme.colors.ground, [260, 32, 267, 47]);
    write(screen, 260, 32, theme.colors.text, sign);
}

pub(crate) fn stone(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), stone: Stone, radius: i32) {
    set_play_color(screen, theme.colors, stone as usize);
    screen.fillellipse(x, y, radius, radius);
}

/// Draws a stone the size of a character, centred at (x,y).
pub(crate) fn small_stone(screen: &mut Screen, theme: &Theme, x: i32, y: i32, stone: Stone) {
    self::stone(screen, theme, (x, y), stone, 7);
}

/// Draws a dot centred at (x,y).
pub(crate) fn dot(screen: &mut Screen, (x, y): (i32, i32), color: u8, radius: i32) {
    screen.setcolor(color);
    screen.setfillstyle(color);
    screen.fillellipse(x, y, radius, radius);
}

/// Draws a small stone with a black edge, visible on bars and boxes.
pub fn small_stone_in_box(screen: &mut Screen, theme: &Theme, x: i32, y: i32, stone: Stone) {
    small_stone(screen, theme, x, y, stone);
    screen.setcolor(BLACK);
    screen.circle(x, y, 7);
}

/// Writes the names of Black and White as two facts beside the board, the first at the pixel row `y`.
pub(crate) fn players(screen: &mut Screen, theme: &Theme, names: &[String; 2], y: i32) {
    for ((stone, name), y) in Stone::ALL.into_iter().zip(names).zip([y, y + 20]) {
        fact(screen, theme, y, "");
        small_stone(screen, theme, LEFT + 7, y + 7, stone);
        write(screen, LEFT + 24, y, theme.colors.text, &cut(name, COLUMNS - 3));
    }
}

pub(crate) fn stone_colour(stone: Stone) -> u8 {
    match stone {
        Stone::Black => BLACK,
        Stone::White => WHITE,
    }
}

/// Replaces the fact beside the board at the pixel row `y`.
pub fn fact(screen: &mut Screen, theme: &Theme, y: i32, text: &str) {
    fill(screen, theme.colors.ground, [LEFT, y, WIDTH - 1, y + LINE - 1]);
    write(screen, LEFT, y, theme.colors.text, text);
}

/// Shows both players' time and the increment per move at the right end of the title bar.
pub fn clocks(screen: &mut Screen, theme: &Theme, clocks: &Clocks) {
    fill(screen, BAR, [LEFT, 0, WIDTH - 1, LINE - 1]);
    for (stone, x) in [(Stone::Black, LEFT), (Stone::White, LEFT + 72)] {
        small_stone_in_box(screen, theme, x + 7, 7, stone);
        write(screen, x + 20, 0, BLACK, &clocks.shown(stone));
    }
    if clocks.increment > 0 {
        let more = format!("+{}", clocks.increment / 1000);
        write(screen, LEFT + 144, 0, BLACK, &more);
    }
}

/// Shows a note of up to four lines beside the board. An empty text removes it.
pub fn note(screen: &mut Screen, theme: &Theme, text: &str) {
    let (left, top, right, bottom) = NOTE;
    if text.is_empty() {
        fill(screen, theme.colors.ground, [left, top, right, bottom]);
    } else {
        note_in(screen, NOTE, LEFT, [YELLOW, DARKGRAY], (text, COLUMNS));
    }
}

/// Draws a note of up to four lines, vertically centred in a rectangle; `x` is the left edge of the text.
pub(crate) fn note_in(
    screen: &mut Screen,
    (left, top, right, bottom): (i32, i32, i32, i32),
    x: i32,
    [ground, edge]: [u8; 2],
    (text, columns): (&str, usize),
) {
    fill(screen, ground, [left, top, right, bottom]);
    outline(screen, edge, [left, top, right, bottom]);
    let mut lines = wrapped(text, columns);
    lines.truncate(4);
    let y = top + (bottom - top + 1 - LINE * lines.len() as i32) / 2;
    write_lines(screen, (x, y), BLACK, lines);
}

/// Wraps a text to `columns` columns. Breaks lines between words or beside hanzi, and inside a word only if
/// the word is longer than a line.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut spaced = false;
    for piece in pieces(text) {
        if piece == " " {
            spaced = true;
            continue;
        }
        if piece == "\n" {
            lines.push(String::new());
            continue;
        }
        let line = lines.last_mut().expect("has a line");
        let space = if spaced && !line.is_empty() { " " } else { "" };
        spaced = false;
        if columns_of(line) + space.len() + columns_of(piece) <= columns {
            *line += space;
            *line += piece;
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        let mut rest = piece;
        while columns_of(rest) > columns {
            let fits = fitting(rest, columns);
            rest = &rest[fits.len()..];
            lines.last_mut().expect("has a line").push_str(fits);
            lines.push(String::new());
        }
        lines.last_mut().expect("has a line").push_str(rest);
    }
    lines
}

/// Splits a text into pieces that stay together on a line: spaces, words, and hanzi with punctuation that
/// must not start or end a line.
fn pieces(text: &str) -> Vec<&str> {
    let sticks_behind = |c: char| "，。：；？！、”’）》】…".contains(c);
    let sticks_before = |c: char| "“‘（《【".contains(c);
    let mut pieces = Vec::new();
    let mut begin = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let wide = |c: char| cells_of(c) == 2;
        let parts = match last {
            None => false,
            Some(last) if char::is_whitespace(last) || c.is_whitespace() => true,
            Some(last) => (wide(last) || wide(c)) && !sticks_behind(c) && !sticks_before(last),
        };
        if parts {
            pieces.push(&text[begin..at]);
            begin = at;
        }
        last = Some(c);
    }
    pieces.push(&text[begin..]);
    let space = |piece: &str| !piece.is_empty() && piece.trim().is_empty();
    let pieces = pieces.into_iter();
    pieces.map(|piece| if space(piece) && piece != "\n" { " " } else { piece }).collect()
}

/// Returns the longest prefix of a text that fits into `columns` columns.
pub fn fitting(text: &str, columns: usize) -> &str {
    let mut room = columns;
    let end = text.char_indices().find(|(_, c)| {
        let left = room.checked_sub(cells_of(*c));
        left.inspect(|left| room = *left).is_none()
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// Cuts a text that is longer than `columns` columns, and marks the cut with two dots.
pub fn cut(text: &str, columns: usize) -> String {
    match columns_of(text) <= columns {
        true => text.to_string(),
        false => format!("{}..", fitting(text, columns.saturating_sub(2)).trim_end()),
    }
}

/// Cuts a list of values that is longer than `columns` columns between two values, and marks the cut with dots.
pub(crate) fn cut_list(text: &str, columns: usize) -> String {
    if columns_of(text) <= columns {
        return text.to_string();
    }
    let start = fitting(text, columns.saturating_sub(3));
    let whole = start.rfind(' ').map_or(start, |at| &start[..at]);
    format!("{whole}...")
}

/// Pads a text with spaces to `columns` columns.
pub fn padded(text: &str, columns: usize) -> String {
    let spaces = columns.saturating_sub(columns_of(text));
    format!("{text}{}", " ".repeat(spaces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_text_between_words() {
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("to be or not", 5), ["to be", "or", "not"]);
        assert_eq!(wrapped("to be or not", 6), ["to be", "or not"]);
        assert_eq!(wrapped("to becoming", 5), ["to", "becom", "ing"]);
    }

    #[test]
    fn wraps_hanzi_anywhere_except_at_punctuation() {
        assert_eq!(wrapped("黑白棋和 gomoku。", 8), ["黑白棋和", "gomoku。"]);
        assert_eq!(wrapped("黑白棋。", 6), ["黑白", "棋。"]);
        assert_eq!(wrapped("黑白（棋）", 6), ["黑白", "（棋）"]);
        assert_eq!(wrapped("按Enter键", 7), ["按Enter", "键"]);
    }
}
