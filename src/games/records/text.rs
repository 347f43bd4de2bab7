//! Bytes as text, and foreign text made safe to show.

use turbo::dos::coding::Coding;

/// Text in UTF-8, or in a Chinese code page, or else in ISO-8859-1. A byte order mark is left out, and the Ctrl+Z at the end of a DOS file.
pub(super) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\x1A").unwrap_or(bytes);
    match Coding::of(bytes) {
        Coding::Utf8 => Coding::Utf8
            .decode(bytes)
            .trim_start_matches('\u{feff}')
            .to_string(),
        Coding::Chinese => Coding::Chinese.decode(bytes),
        _ => latin_1(bytes),
    }
}

/// Text in ISO-8859-1, where each byte is the character of its number.
pub(super) fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// The most characters of a name in a record.
const LONGEST_NAME: usize = 200;

/// A name in a record as one line, cut if it is too long, without characters that would confuse a terminal.
pub(super) fn name(text: &str) -> String {
    let plain = text.chars().map(|c| if confuses(c) { ' ' } else { c });
    let short: String = plain.take(LONGEST_NAME).collect();
    short.trim().to_string()
}

/// A text of any number of lines in a record, without characters that would confuse a terminal.
pub(super) fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace(|c| c != '\n' && confuses(c), " ")
}

/// Does the character do something to a terminal, or to the text around it, instead of being seen?
fn confuses(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Foreign text in one line that a terminal can show: what it would obey is written as `\u{1b}`. A text with more than `most` characters
/// loses its middle.
///
/// ```
/// use games::records::printable;
/// assert_eq!(printable("Müller\t\u{1b}[2J", 40), r"Müller\t\u{1b}[2J");
/// assert_eq!(printable("a quite long name of somebody", 11), "a qu...body");
/// ```
pub fn printable(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return visible(text, |_| false);
    }
    let shown = most.saturating_sub(3);
    let first = shown.div_ceil(2);
    let start: String = text.chars().take(first).collect();
    let end: String = text.chars().skip(count - (shown - first)).collect();
    visible(&format!("{start}...{end}"), |_| false)
}

/// [`printable`] for any number of lines, however long.
pub fn printable_lines(text: &str) -> String {
    visible(text, |c| c == '\n')
}

fn visible(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match confuses(c) && !stays(c) {
            true => visible.extend(c.escape_default()),
            false => visible.push(c),
        }
    }
    visible
}
