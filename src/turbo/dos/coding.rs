//! How a file writes its characters: as UTF-8, or in one of the code pages of the machines that C was taught on.

use super::{font, gbk};

/// How a file writes its characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// UTF-8, as everywhere today.
    #[default]
    Utf8,
    /// The PC's: a byte is a character of code page 437.
    Dos,
    /// That of Windows in the west: code page 1252.
    Windows,
    /// That of Chinese machines: GBK, code page 936.
    Chinese,
}

impl Coding {
    /// The coding of a text. What is no UTF-8 is Chinese where all its bytes from A1h on come in pairs that are Chinese characters. Else it
    /// was written under Windows where letters with accents are that in code page 1252, and otherwise under DOS.
    pub fn of(bytes: &[u8]) -> Coding {
        match bytes {
            _ if std::str::from_utf8(bytes).is_ok() => Coding::Utf8,
            _ if is_chinese(bytes) && Coding::Chinese.keeps(bytes) => Coding::Chinese,
            _ if has_accents_of_windows(bytes) => Coding::Windows,
            _ => Coding::Dos,
        }
    }

    /// Does it read these bytes so that it writes them again?
    fn keeps(self, bytes: &[u8]) -> bool {
        let text = self.decode(bytes);
        let written: Option<Vec<Vec<u8>>> = text.chars().map(|c| self.encode(c)).collect();
        written.is_some_and(|written| written.concat() == bytes)
    }

    /// The text for the screen: a sign of two bytes takes two cells, even if the PC has it in one. A byte that makes no sense is seen as a
    /// character of the PC.
    pub(crate) fn shown(self, bytes: &[u8]) -> String {
        if let (Coding::Utf8, Ok(text)) = (self, std::str::from_utf8(bytes)) {
            return text.to_string();
        }
        let mut text = String::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (c, length) = self.first(rest);
            let two = self == Coding::Chinese && length == 2;
            text.push(if two { font::wide(c) } else { c });
            rest = &rest[length..];
        }
        text
    }

    /// The first character of bytes, and how many of them it takes.
    fn first(self, bytes: &[u8]) -> (char, usize) {
        let known = match self {
            _ if bytes[0].is_ascii() => Some((char::from(bytes[0]), 1)),
            Coding::Utf8 => {
                let most = &bytes[..bytes.len().min(4)];
                let valid = most.utf8_chunks().next().map_or("", |chunk| chunk.valid());
                valid.chars().next().map(|c| (c, c.len_utf8()))
            }
            Coding::Chinese => {
                let pair = bytes.first_chunk::<2>();
                // GBK's own pairs may end with an ASCII character, which is seen as that where a hanzi was cut.
                let pair = pair.filter(|[_, trail]| *trail > 0xA0);
                pair.and_then(|pair| gbk::of_pair(*pair)).map(|c| (c, 2))
            }
            Coding::Windows => Some((of_windows(bytes[0]), 1)),
            Coding::Dos => None,
        };
        known.unwrap_or((font::character(bytes[0]), 1))
    }

    /// How many bytes at the end begin a character that lacks the rest.
    pub(crate) fn unfinished(self, bytes: &[u8]) -> usize {
        let high = bytes.iter().rev().take_while(|byte| !byte.is_ascii());
        let mut rest = &bytes[bytes.len() - high.count()..];
        while !rest.is_empty() {
            let lacks_the_rest = match self {
                Coding::Utf8 => std::str::from_utf8(rest)
                    .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none()),
                Coding::Chinese => matches!(rest, [0x81..=0xFE]),
                _ => false,
            };
            if lacks_the_rest {
                return rest.len();
            }
            rest = &rest[self.first(rest).1..];
        }
        0
    }

    /// Do bytes begin with a character of which the first `begun` bytes are not all?
    pub(crate) fn goes_on(self, bytes: &[u8], begun: usize) -> bool {
        let longer = || self.first(bytes).1 > begun || self.unfinished(bytes) == bytes.len();
        bytes.len() > begun && longer()
    }

    /// The characters of a text in this coding.
    pub fn decode(self, bytes: &[u8]) -> String {
        match self {
            Coding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Coding::Dos => bytes.iter().map(|byte| of_dos(*byte)).collect(),
            Coding::Windows => bytes.iter().map(|byte| of_windows(*byte)).collect(),
            Coding::Chinese => gbk::decode(bytes),
        }
    }

    /// The bytes of a character, if there are any.
    pub fn encode(self, c: char) -> Option<Vec<u8>> {
        match self {
            Coding::Utf8 => Some(c.to_string().into_bytes()),
            Coding::Dos => to_dos(c).map(|byte| vec![byte]),
            Coding::Windows => to_windows(c).map(|byte| vec![byte]),
            Coding::Chinese => gbk::encode(c),
        }
    }
}

/// What code page 1252 has from 80h to 9Fh; the rest is as in Unicode.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The character of a byte under Windows.
fn of_windows(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

/// The byte of a character under Windows, if there is one.
fn to_windows(c: char) -> Option<u8> {
    (0..=u8::MAX).find(|byte| of_windows(*byte) == c)
}

/// The byte of a character under DOS, if there is one. What steers stands for itself, and has no picture.
fn to_dos(c: char) -> Option<u8> {
    match c {
        '\0'..='\x7F' => u8::try_from(c).ok(),
        c => font::code(c).filter(|code| !code.is_ascii()),
    }
}

/// The character of a byte under DOS.
fn of_dos(byte: u8) -> char {
    match byte {
        0..=0x7F => char::from(byte),
        byte => font::character(byte),
    }
}

/// Are all bytes from 80h on pairs of GB 2312? Lines that were drawn with the characters of the PC can be that, too; they have the same
/// one three times in a row, and no others.
fn is_chinese(bytes: &[u8]) -> bool {
    let is_pair = |pair: &[u8]| matches!(pair, [0xA1..=0xF7, 0xA1..=0xFE]);
    let mut runs = bytes.split(u8::is_ascii);
    let all = runs.all(|run| run.chunks(2).all(is_pair));
    let is_line = |byte: &u8| byte.is_ascii() || matches!(byte, 0xB0..=0xDF);
    let is_same = |three: &[u8]| !three[0].is_ascii() && three.iter().all(|b| *b == three[0]);
    let is_drawn = bytes.iter().all(is_line) && bytes.windows(3).any(is_same);
    all && !is_drawn
}

/// Are there more letters of code page 1252 beside plain ones than letters of code page 437? The letters of the one are lines and signs in
/// the other.
fn has_accents_of_windows(bytes: &[u8]) -> bool {
    let is_letter = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_alphabetic)
    };
    let (mut windows, mut dos) = (0, 0);
    for (at, byte) in bytes.iter().enumerate() {
        let (before, behind) = (is_letter(at.checked_sub(1)), is_letter(at.checked_add(1)));
        match byte {
            // An apostrophe.
            0x92 if before && behind => windows += 1,
            0xC0..=0xFF if before || behind => windows += 1,
            0x80..=0xA5 if before || behind => dos += 1,
            _ => {}
        }
    }
    windows > dos
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_character_is_known_at_the_end_alone() {
        let utf8 = "棋".as_bytes();
        assert_eq!(Coding::Utf8.unfinished(&utf8[..1]), 1);
        assert_eq!(Coding::Utf8.unfinished(&utf8[..2]), 2);
        assert_eq!(Coding::Utf8.unfinished(utf8), 0);
        assert_eq!(Coding::Utf8.unfinished(&utf8[1..]), 0);
        assert_eq!(Coding::Chinese.unfinished(b"\xC6\xE5"), 0);
        assert_eq!(Coding::Chinese.unfinished(b"\xC6\xE5\xC6"), 1);
        assert_eq!(Coding::Chinese.unfinished(b"\xC6 "), 0);
        assert_eq!(Coding::Dos.unfinished(b"\xC6"), 0);
    }

    #[test]
    fn a_text_is_read_as_what_it_was_written_in() {
        for (text, coding) in [
            ("/* café, naïve, ¿señor? */", Coding::Dos),
            ("/* café, naïve, ¿señor? */", Coding::Windows),
            ("printf(\"Grüße für Jürgen\");", Coding::Dos),
            ("printf(\"Grüße für Jürgen\");", Coding::Windows),
            ("/* l’été */ int x;", Coding::Windows),
            ("puts(\"┌────┐ │  │ └────┘ ═══\");", Coding::Dos),
            ("puts(\"╔══╗║  ║╚══╝\"); /* ▒▒▒▒ */", Coding::Dos),
            ("/* 黑白棋 */ int a; // 下棋的人", Coding::Chinese),
            (
                "printf(\"请输入一个数：\"); /* 人机对弈，五子棋。 */",
                Coding::Chinese,
            ),
            ("int a; /* café 棋 */", Coding::Utf8),
        ] {
            let bytes: Vec<u8> = text
                .chars()
                .flat_map(|c| coding.encode(c).expect("the page has it"))
                .collect();
            assert_eq!(Coding::of(&bytes), coding, "{text}");
            assert_eq!(coding.decode(&bytes), text);
        }
    }

    #[test]
    fn each_page_has_its_characters_and_no_others() {
        for (coding, has, lacks) in [
            (Coding::Dos, '█', '棋'),
            (Coding::Windows, '€', '█'),
            (Coding::Chinese, '棋', 'ß'),
        ] {
            assert!(coding.encode(has).is_some() && coding.encode(lacks).is_none());
        }
    }
}
