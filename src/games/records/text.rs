//! Text encodings of files, and functions that make text from other programs safe for terminals.

use std::fmt::Write as _;

use turbo::dos::encoding::{Encoding, utf_16};
use turbo::dos::labelled;
use words::{phrase, say};

use crate::named::plural;

/// A decoded text, with notes for the user about its encoding. Most texts need none.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) notes: Vec<String>,
}

impl Decoded {
    /// Adds a note unless it is there already.
    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Decodes a file. A byte order mark decides the encoding, then the label in each game's `CA`; otherwise it is
/// guessed. Removes the mark and the final Ctrl+Z of a DOS file.
///
/// A byte that the encoding does not define becomes its hexadecimal number, such as `<8F>`.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    let mut decoded = Decoded::default();
    let bytes = bytes.strip_suffix(b"\x1A").unwrap_or(bytes);
    if let Some(text) = utf_16(bytes) {
        decoded.text = text;
        decoded.note(say!("read as {encoding}", encoding = "UTF-16"));
        return decoded;
    }
    let marked = bytes.strip_prefix(b"\xEF\xBB\xBF");
    let bytes = marked.unwrap_or(bytes);
    let labels = if marked.is_some() { Vec::new() } else { labels(bytes) };
    let mut end = bytes.len();
    let mut parts = Vec::new();
    for (begin, label) in labels.iter().rev() {
        parts.push((&bytes[*begin..end], Some(*label)));
        end = *begin;
    }
    parts.push((&bytes[..end], None));
    for (bytes, label) in parts.into_iter().rev() {
        let text = label.and_then(|label| by_label(bytes, label, &mut decoded));
        let text = text.unwrap_or_else(|| guessed(bytes, &mut decoded));
        decoded.text += &text;
    }
    decoded
}

/// The labels of encodings in `CA`, each with the place where its game begins. Equal labels in a row are one.
///
/// In none of the encodings does a byte of `(;CA[` occur within another character.
fn labels(bytes: &[u8]) -> Vec<(usize, &str)> {
    const MOST: usize = 40;
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut after = 0;
    while let Some(n) = bytes[after..].windows(3).position(|three| three == b"CA[") {
        let (at, begun) = (after + n, after);
        after = at + 3;
        let value = &bytes[after..bytes.len().min(after + MOST)];
        let end = value.iter().position(|byte| *byte == b']');
        let label = end.and_then(|end| std::str::from_utf8(&value[..end]).ok());
        let is_whole = !bytes[..at].last().is_some_and(u8::is_ascii_uppercase);
        let begin = bytes[begun..at].windows(2).rposition(|two| two == b"(;");
        if let (Some(label), Some(begin), true) = (label, begin, is_whole)
            && found.last().is_none_or(|(_, last)| *last != label)
        {
            found.push((if found.is_empty() { 0 } else { begun + begin }, label));
        }
    }
    found
}

/// Decodes a text whose file names this encoding. Returns `None` if the encoding is unknown, or if it does not fit
/// and a guess does.
fn by_label(bytes: &[u8], label: &str, decoded: &mut Decoded) -> Option<String> {
    let (text, undefined) = match labelled::decode(label, bytes) {
        Some(known) => known,
        None => {
            let label = printable(label, 20);
            decoded.note(say!("{label} is not a known encoding", label));
            return None;
        }
    };
    if undefined > 0 {
        let label = printable(label, 20);
        if matches!(Encoding::of(bytes), Encoding::Utf8 | Encoding::Chinese) {
            decoded.note(say!("the text is not {label}, as it says", label));
            return None;
        }
        note_undefined(undefined, &label, decoded);
    }
    Some(text)
}

fn note_undefined(undefined: usize, encoding: &str, decoded: &mut Decoded) {
    let count = plural(undefined, [phrase!("1 byte"), phrase!("{n} bytes")]);
    decoded.note(say!("{count} outside {encoding}, kept as numbers such as <8F>", count, encoding));
}

/// Decodes UTF-8, GBK or windows-1252, whichever fits. A guess is noted.
pub(super) fn guessed(bytes: &[u8], decoded: &mut Decoded) -> String {
    let encoding = match Encoding::of(bytes) {
        Encoding::Utf8 => return Encoding::Utf8.decode(bytes),
        Encoding::Chinese => (Encoding::Chinese, "GBK"),
        _ => (Encoding::Windows, "windows-1252"),
    };
    // One damaged byte does not make another encoding of a UTF-8 file.
    let (mut text, mut known, mut undefined) = (String::new(), 0, 0);
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        known += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "<{byte:02X}>");
            undefined += 1;
        }
    }
    if known >= 2 * undefined {
        note_undefined(undefined, "UTF-8", decoded);
        return text;
    }
    decoded.note(say!("read as {encoding}", encoding = encoding.1));
    encoding.0.decode(bytes)
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
        if is_control(c) { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped
}
