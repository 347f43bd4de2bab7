//! Text encodings of files, and functions that make text from other programs safe for terminals.

use turbo::dos::encoding::Encoding;

/// Decodes UTF-8, a Chinese code page or ISO-8859-1. Removes a byte order mark and the final Ctrl+Z of a DOS
/// file.
pub(super) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\x1A").unwrap_or(bytes);
    match Encoding::of(bytes) {
        Encoding::Utf8 => Encoding::Utf8.decode(bytes).trim_start_matches('\u{feff}').to_string(),
        Encoding::Chinese => Encoding::Chinese.decode(bytes),
        _ => latin_1(bytes),
    }
}

pub(super) fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

const MAX_NAME: usize = 200;

/// Makes a name safe for terminals: a single line of at most 200 characters, without control characters.
pub(super) fn name(text: &str) -> String {
    let plain = text.chars().map(|c| if is_control(c) { ' ' } else { c });
    let short: String = plain.take(MAX_NAME).collect();
    short.trim().to_string()
}

/// Makes a text safe for terminals. The line breaks stay.
pub(super) fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace(|c| c != '\n' && is_control(c), " ")
}

/// True if a character is not visible but controls the terminal or the direction of the text.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Escapes the control characters of a text. If the text has more than `most` characters, shortens it in the
/// middle.
///
/// ```
/// use games::records::printable;
/// assert_eq!(printable("Müller\t\u{1b}[2J", 40), r"Müller\t\u{1b}[2J");
/// assert_eq!(printable("a quite long name of somebody", 11), "a qu...body");
/// ```
pub fn printable(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return escape(text);
    }
    let shown = most.saturating_sub(3);
    let first = shown.div_ceil(2);
    let start: String = text.chars().take(first).collect();
    let end: String = text.chars().skip(count - (shown - first)).collect();
    escape(&format!("{start}...{end}"))
}

/// Escapes the control characters of a text except line breaks.
pub fn printable_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(escape).collect();
    lines.join("\n")
}

fn escape(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    for c in line.chars() {
        match is_control(c) {
            true => escaped.extend(c.escape_default()),
            false => escaped.push(c),
        }
    }
    escaped
}
