//! Character encodings of text files: UTF-8, and the code pages of old machines.

use super::{font, gbk};

/// A character encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// Code page 437 of the PC.
    Dos,
    /// Code page 1252 of Western Windows.
    Windows,
    /// GBK, code page 936 of Chinese machines.
    Chinese,
}

/// Decodes UTF-16 if the bytes begin with its mark, or with an ASCII character of it.
pub fn utf_16(bytes: &[u8]) -> Option<String> {
    let (is_big, text) = match bytes {
        [0xFE, 0xFF, text @ ..] => (true, text),
        [0xFF, 0xFE, text @ ..] => (false, text),
        [0, 1..=0x7F, 0, 1..=0x7F, ..] => (true, bytes),
        [1..=0x7F, 0, 1..=0x7F, 0, ..] => (false, bytes),
        _ => return None,
    };
    let unit = |pair: &[u8]| match is_big {
        true => u16::from_be_bytes([pair[0], pair[1]]),
        false => u16::from_le_bytes([pair[0], pair[1]]),
    };
    let units: Vec<u16> = text.chunks_exact(2).map(unit).collect();
    Some(String::from_utf16_lossy(&units))
}

impl Encoding {
    /// Guesses the encoding of a text.
    ///
    /// Text that is not UTF-8 is Chinese if all its bytes of 80h and above belong to pairs of GBK, and at least
    /// half of these pairs are in GB 2312. Otherwise it is code page 1252 or 437, depending on which of them
    /// gives more accented letters.
    pub fn of(bytes: &[u8]) -> Encoding {
        match bytes {
            _ if std::str::from_utf8(bytes).is_ok() => Encoding::Utf8,
            _ if is_chinese(bytes) && Encoding::Chinese.round_trips(bytes) => Encoding::Chinese,
            _ if has_accents_of_windows(bytes) => Encoding::Windows,
            _ => Encoding::Dos,
        }
    }

    /// True if decoding these bytes and encoding them again reproduces them.
    fn round_trips(self, bytes: &[u8]) -> bool {
        let text = self.decode(bytes);
        let written: Option<Vec<Vec<u8>>> = text.chars().map(|c| self.encode(c)).collect();
        written.is_some_and(|written| written.concat() == bytes)
    }

    /// Decodes bytes for the screen. An invalid byte becomes its character in code page 437. In Chinese texts,
    /// characters such as ─ and ● take two cells.
    pub(crate) fn shown(self, bytes: &[u8], is_chinese: bool) -> String {
        let mut text = String::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (c, length) = self.first(rest);
            text.push(if is_chinese && length > 1 { font::wide(c) } else { c });
            rest = &rest[length..];
        }
        text
    }

    /// Decodes the first character, and returns it with its length in bytes.
    fn first(self, bytes: &[u8]) -> (char, usize) {
        let known = match self {
            _ if bytes[0].is_ascii() => Some((char::from(bytes[0]), 1)),
            Encoding::Utf8 => {
                let most = &bytes[..bytes.len().min(4)];
                let valid = most.utf8_chunks().next().map_or("", |chunk| chunk.valid());
                valid.chars().next().map(|c| (c, c.len_utf8()))
            }
            Encoding::Chinese => {
                let pair = bytes.first_chunk::<2>();
                pair.and_then(|pair| gbk::of_pair(*pair)).map(|c| (c, 2))
            }
            Encoding::Windows => Some((of_windows(bytes[0]), 1)),
            Encoding::Dos => None,
        };
        known.unwrap_or((font::character(bytes[0]), 1))
    }

    /// The number of bytes at the end that belong to an incomplete character.
    pub(crate) fn unfinished(self, bytes: &[u8]) -> usize {
        let high = bytes.iter().rev().take_while(|byte| !byte.is_ascii());
        let mut rest = &bytes[bytes.len() - high.count()..];
        while !rest.is_empty() {
            let lacks_the_rest = match self {
                Encoding::Utf8 => std::str::from_utf8(rest)
                    .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none()),
                Encoding::Chinese => matches!(rest, [0x81..=0xFE]),
                _ => false,
            };
            if lacks_the_rest {
                return rest.len();
            }
            rest = &rest[self.first(rest).1..];
        }
        0
    }

    /// True if the first character has more than `begun` bytes, or may have once more input arrives.
    pub(crate) fn goes_on(self, bytes: &[u8], begun: usize) -> bool {
        let longer = || self.first(bytes).1 > begun || self.unfinished(bytes) == bytes.len();
        bytes.len() > begun && longer()
    }

    /// Decodes a text.
    pub fn decode(self, bytes: &[u8]) -> String {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Encoding::Dos => {
                let ascii = |byte: u8| byte.is_ascii().then_some(char::from(byte));
                let character = |byte: &u8| ascii(*byte).unwrap_or(font::character(*byte));
                bytes.iter().map(character).collect()
            }
            Encoding::Windows => bytes.iter().map(|byte| of_windows(*byte)).collect(),
            Encoding::Chinese => gbk::decode(bytes),
        }
    }

    /// Encodes a character, or returns `None` if the encoding lacks it.
    pub fn encode(self, c: char) -> Option<Vec<u8>> {
        match self {
            Encoding::Utf8 => Some(c.to_string().into_bytes()),
            _ if c.is_ascii() => Some(vec![c as u8]),
            Encoding::Dos => Some(vec![font::code(c).filter(|code| !code.is_ascii())?]),
            Encoding::Windows => Some(vec![(0x80..=0xFF).find(|byte| of_windows(*byte) == c)?]),
            Encoding::Chinese => gbk::encode(c),
        }
    }
}

/// The characters of code page 1252 from 80h to 9Fh; its other codes equal Unicode.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The character that a byte encodes in code page 1252.
fn of_windows(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

/// True if all bytes of 80h and above belong to pairs of GBK, and no more of these pairs are outside GB 2312, or
/// look like accented letters, than inside. Lines drawn in code page 437 are excluded: such texts contain the
/// same byte three times in a row, and only bytes from B0h to DFh.
fn is_chinese(bytes: &[u8]) -> bool {
    let is_line = |byte: &u8| byte.is_ascii() || matches!(byte, 0xB0..=0xDF);
    let is_same = |three: &[u8]| !three[0].is_ascii() && three.iter().all(|b| *b == three[0]);
    let is_drawn = bytes.iter().all(is_line) && bytes.windows(3).any(is_same);
    let (mut common, mut rare, mut before, mut rest) = (0, 0, b' ', bytes);
    while let [lead, after @ ..] = rest {
        rest = after;
        if !lead.is_ascii() {
            let [trail, after @ ..] = after else { return false };
            match [*lead, *trail] {
                [0xA1..=0xF7, 0xA1..=0xFE] => common += 1,
                // An accented letter of another code page inside a word.
                [_, b'A'..=b'Z' | b'a'..=b'z'] if before.is_ascii_alphabetic() => rare += 2,
                pair if gbk::of_pair(pair).is_some() => rare += 1,
                _ => return false,
            }
            rest = after;
        }
        before = *lead;
    }
    common >= rare && !is_drawn
}

/// True if more bytes next to ASCII letters are letters of code page 1252 than of code page 437. Letters in
/// one code page are lines and symbols in the other.
fn has_accents_of_windows(bytes: &[u8]) -> bool {
    let is_letter = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
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
    fn only_the_end_of_a_text_has_an_unfinished_character() {
        let utf8 = "棋".as_bytes();
        assert_eq!(Encoding::Utf8.unfinished(&utf8[..1]), 1);
        assert_eq!(Encoding::Utf8.unfinished(&utf8[..2]), 2);
        assert_eq!(Encoding::Utf8.unfinished(utf8), 0);
        assert_eq!(Encoding::Utf8.unfinished(&utf8[1..]), 0);
        assert_eq!(Encoding::Chinese.unfinished(b"\xC6\xE5"), 0);
        assert_eq!(Encoding::Chinese.unfinished(b"\xC6\xE5\xC6"), 1);
        assert_eq!(Encoding::Chinese.unfinished(b"\xC6 "), 0);
        assert_eq!(Encoding::Dos.unfinished(b"\xC6"), 0);
    }

    #[test]
    fn the_encoding_of_a_text_is_recognized() {
        for (text, encoding) in [
            ("/* café, naïve, ¿señor? */", Encoding::Dos),
            ("/* café, naïve, ¿señor? */", Encoding::Windows),
            ("printf(\"Grüße für Jürgen\");", Encoding::Dos),
            ("printf(\"Grüße für Jürgen\");", Encoding::Windows),
            ("/* l’été */ int x;", Encoding::Windows),
            ("puts(\"┌────┐ │  │ └────┘ ═══\");", Encoding::Dos),
            ("puts(\"╔══╗║  ║╚══╝\"); /* ▒▒▒▒ */", Encoding::Dos),
            ("/* 黑白棋 */ int a; // 下棋的人", Encoding::Chinese),
            ("printf(\"请输入一个数：\"); /* 人机对弈，五子棋。 */", Encoding::Chinese),
            ("char *names[] = {\"李喆\", \"朱镕基\", \"王堃\"};", Encoding::Chinese),
            ("/* Jürgen, Hänsel und Gretel */", Encoding::Windows),
            ("int a; /* café 棋 */", Encoding::Utf8),
        ] {
            let bytes: Vec<u8> =
                text.chars().flat_map(|c| encoding.encode(c).expect("the page has it")).collect();
            assert_eq!(Encoding::of(&bytes), encoding, "{text}");
            assert_eq!(encoding.decode(&bytes), text);
        }
    }

    #[test]
    fn code_pages_lack_characters_of_others() {
        for (encoding, has, lacks) in
            [(Encoding::Dos, '█', '棋'), (Encoding::Windows, '€', '█'), (Encoding::Chinese, '棋', 'ß')]
        {
            assert!(encoding.encode(has).is_some() && encoding.encode(lacks).is_none());
        }
    }
}
