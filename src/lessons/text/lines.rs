//! The text in the editor: its lines, its cursor, and its form in a file.

use turbo::dos::bgi;
use turbo::dos::encoding::{Encoding, utf_16};
use words::say;

/// The distance between tab stops, in columns.
pub const TAB: usize = 8;
const LONGEST: usize = 1 << 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The index of the line, from 0.
    pub line: usize,
    /// The number of characters before the position in its line.
    pub col: usize,
}

/// The reason why a file cannot be edited or a character cannot be typed. The message can end a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("{}", say!("it is not text: it has a byte 0"))]
    NoText,
    #[error("{}", say!("it is UTF-16; save it as UTF-8"))]
    Utf16,
    #[error("{}", say!("it is longer than {value} KB", value = LONGEST / 1024))]
    TooLong,
    /// A character that the code page of a file not in UTF-8 does not have.
    #[error("{}", say!("the code page of this file has no character {c}", c = .0))]
    NotOfPage(char),
}

#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(crate) at: At,
    pub(crate) removed: Vec<char>,
    pub(crate) inserted: Vec<char>,
    pub(crate) cursor: At,
    pub(crate) goes_on: bool,
}

#[derive(Clone, Debug)]
pub struct Text {
    pub(super) lines: Vec<Vec<char>>,
    pub(super) cursor: At,
    /// The column to which the up and down keys return the cursor in lines that are long enough.
    pub(super) goal: usize,
    /// True if typed characters are inserted; false if they overwrite existing characters.
    pub inserting: bool,
    pub(super) done: Vec<Edit>,
    pub(super) undone: Vec<Edit>,
    saved: Vec<Vec<char>>,
    pub(super) encoding: Encoding,
    /// True if the file begins with a UTF-8 byte order mark.
    mark: bool,
    /// The end of each line in the file.
    ending: &'static str,
    /// In a DOS file, the bytes from Ctrl+Z to the end.
    behind: Vec<u8>,
}

impl Text {
    pub fn new(text: &str) -> Text {
        let lines = split(text.chars());
        Text {
            saved: lines.clone(),
            lines,
            cursor: At::default(),
            goal: 0,
            inserting: true,
            done: Vec::new(),
            undone: Vec::new(),
            encoding: Encoding::Utf8,
            mark: false,
            ending: ENDING,
            behind: Vec::new(),
        }
    }

    /// Reads a file in UTF-8 or code page 437, 1252 or 936. [`bytes`](Text::bytes) returns the same bytes.
    /// The lines end with CR LF, or CR, if every line of the file did. Ctrl+Z ends the text, as under DOS.
    ///
    /// ```
    /// use lessons::text::Text;
    /// let file = b"/* caf\x82 */\r\nint t;\r\n";
    /// let text = Text::read(file).unwrap();
    /// assert_eq!(text.text(), "/* café */\nint t;\n");
    /// assert_eq!(text.bytes(), file);
    /// ```
    ///
    /// # Errors
    /// If the file is not a text file or is too long.
    pub fn read(bytes: &[u8]) -> Result<Text, Refused> {
        if bytes.len() > LONGEST {
            return Err(Refused::TooLong);
        }
        if utf_16(bytes).is_some() {
            return Err(Refused::Utf16);
        }
        if bytes.contains(&0) {
            return Err(Refused::NoText);
        }
        let (mark, text, behind) = parts(bytes);
        let encoding = Encoding::of(text);
        let text = encoding.decode(text);
        let ending = ending(&text);
        Ok(Text {
            encoding,
            mark: !mark.is_empty(),
            ending,
            behind: behind.to_vec(),
            ..Text::new(&text.replace(ending, "\n"))
        })
    }

    pub fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| line.iter().collect());
        lines.collect::<Vec<String>>().join("\n")
    }

    /// The text between two positions.
    pub fn between(&self, from: At, to: At) -> String {
        let mut lines: Vec<&[char]> = self.lines[from.line..=to.line].iter().map(Vec::as_slice).collect();
        let last = lines.len() - 1;
        lines[last] = &lines[last][..to.col];
        lines[0] = &lines[0][from.col..];
        let lines = lines.into_iter().map(|line| line.iter().collect());
        lines.collect::<Vec<String>>().join("\n")
    }

    pub fn bytes(&self) -> Vec<u8> {
        let text = self.text().replace('\n', self.ending);
        let mark = if self.mark { MARK } else { b"" };
        let bytes = match self.encoding {
            Encoding::Utf8 => text.into_bytes(),
            encoding => {
                let encoded = text.chars().map(|c| encoding.encode(c).unwrap_or(b"?".to_vec()));
                encoded.flatten().collect()
            }
        };
        [mark, &bytes, &self.behind].concat()
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The lines without line breaks. There is always at least one line.
    pub fn lines(&self) -> &[Vec<char>] {
        &self.lines
    }

    pub fn cursor(&self) -> At {
        self.cursor
    }

    /// The screen column of a position, from 0. A Chinese character takes two columns.
    pub fn column(&self, at: At) -> usize {
        let line = &self.lines[at.line];
        line[..at.col.min(line.len())].iter().fold(0, column_behind)
    }

    /// The word at the cursor or directly before it. Empty if there is none.
    pub fn word(&self) -> String {
        let At { line, col } = self.cursor;
        let (before, behind) = self.lines[line].split_at(col);
        let is_part = |c: &&char| c.is_alphanumeric() || **c == '_';
        let begins = before.len() - before.iter().rev().take_while(is_part).count();
        let ends = col + behind.iter().take_while(is_part).count();
        self.lines[line][begins..ends].iter().collect()
    }

    pub fn is_changed(&self) -> bool {
        self.lines != self.saved
    }

    pub fn saved(&mut self) {
        self.saved.clone_from(&self.lines);
    }

    /// Finds text within a line. Searches from a position to the end, then from the start of the text.
    pub fn find(&self, wanted: &[char], from: At) -> Option<At> {
        if wanted.is_empty() {
            return None;
        }
        let lines = self.lines.len();
        (0..=lines).find_map(|n| {
            let line = (from.line + n) % lines;
            let first = if n == 0 { from.col } else { 0 };
            let last = if n == lines { from.col } else { usize::MAX };
            let mut places = self.lines[line].windows(wanted.len()).enumerate();
            let (col, _) = places.find(|(col, here)| *col >= first && *col < last && *here == wanted)?;
            Some(At { line, col })
        })
    }
}

pub(super) fn split(text: impl Iterator<Item = char>) -> Vec<Vec<char>> {
    let mut lines = vec![Vec::new()];
    for c in text {
        match c {
            '\n' => lines.push(Vec::new()),
            c => lines.last_mut().expect("there is a line").push(c),
        }
    }
    lines
}

/// Returns the column after a character that begins in the given column. Columns are counted from 0.
pub fn column_behind(column: usize, c: &char) -> usize {
    match c {
        '\t' => column + TAB - column % TAB,
        c => column + bgi::cells_of(*c),
    }
}

/// The byte order mark that some Windows editors write at the beginning of a file.
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Splits a file into its byte order mark, its text, and its bytes from Ctrl+Z on.
fn parts(file: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let end = file.iter().position(|byte| *byte == 0x1A);
    let (text, behind) = file.split_at(end.unwrap_or(file.len()));
    let mark = if text.starts_with(MARK) { MARK.len() } else { 0 };
    let (mark, text) = text.split_at(mark);
    (mark, text, behind)
}

/// The system's end of a line.
const ENDING: &str = if cfg!(windows) { "\r\n" } else { "\n" };

/// The end of the lines in a text. Other line breaks belong to the lines.
fn ending(text: &str) -> &'static str {
    match text.matches('\n').count() {
        // As on the Macintosh before 2001.
        0 if text.contains('\r') => "\r",
        0 => ENDING,
        ends if text.matches("\r\n").count() == ends => "\r\n",
        _ => "\n",
    }
}

/// Decodes a source file after detecting its encoding. Bytes that are not text become arbitrary characters.
pub fn decode(file: &[u8]) -> (String, Encoding) {
    if let Some(text) = utf_16(file) {
        return (text, Encoding::Utf8);
    }
    let (_, text, _) = parts(file);
    let encoding = Encoding::of(text);
    let text = encoding.decode(text);
    match ending(&text) {
        "\r" => (text.replace('\r', "\n"), encoding),
        _ => (text, encoding),
    }
}
