//! How bytes stand for characters: UTF-8, the PC's code page 437, or what the PCs of China had.

use encoding_rs::GBK;

use super::{font, hanzi};

/// How a text is written in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// What is written today.
    #[default]
    Utf8,
    /// A byte is a character of the PC's code page 437.
    Dos,
    /// Two bytes are a hanzi or a sign. GB2312 is a part of it.
    Gbk,
}

impl Coding {
    /// The coding of a file. What is not UTF-8 is taken for Chinese if all of it can be: bytes from 80h on in pairs, and among the pairs
    /// enough that are no piece of a frame of code page 437.
    ///
    /// ```
    /// use turbo::dos::coding::Coding;
    /// assert_eq!(Coding::of("黑白棋".as_bytes()), Coding::Utf8);
    /// assert_eq!(Coding::of(b"\xBA\xDA\xB0\xD7\xC6\xE5"), Coding::Gbk);
    /// assert_eq!(Coding::of(b"caf\x82"), Coding::Dos);
    /// assert_eq!(Coding::of(b"\xC9\xCD\xCD\xBB"), Coding::Dos);
    /// ```
    pub fn of(bytes: &[u8]) -> Coding {
        if std::str::from_utf8(bytes).is_ok() {
            return Coding::Utf8;
        }
        let (mut pairs, mut hanzi) = (0, 0);
        let mut rest = bytes;
        while let [first, behind @ ..] = rest {
            if first.is_ascii() {
                rest = behind;
                continue;
            }
            let [second, behind @ ..] = behind else {
                return Coding::Dos;
            };
            if hanzi::of_pair([*first, *second]).is_none() {
                return Coding::Dos;
            }
            let frame = 0xB0..=0xDF;
            pairs += 1;
            hanzi += usize::from(!frame.contains(first) || !frame.contains(second));
            rest = behind;
        }
        match 4 * hanzi >= pairs {
            true => Coding::Gbk,
            false => Coding::Dos,
        }
    }

    /// The text that bytes stand for. A byte that makes no sense is a character of code page 437.
    pub fn decode(self, bytes: &[u8]) -> String {
        let mut text = String::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (c, length) = self.first(rest);
            text.push(c);
            rest = &rest[length..];
        }
        text
    }

    /// The same for the screen: a sign of two bytes takes two cells, even if the PC has it in one.
    pub(crate) fn shown(self, bytes: &[u8]) -> String {
        match self {
            Coding::Gbk => {
                let mut text = String::new();
                let mut rest = bytes;
                while !rest.is_empty() {
                    let (c, length) = self.first(rest);
                    text.push(if length == 2 { font::wide(c) } else { c });
                    rest = &rest[length..];
                }
                text
            }
            _ => self.decode(bytes),
        }
    }

    /// The first character of bytes, and how many of them it takes.
    fn first(self, bytes: &[u8]) -> (char, usize) {
        let first = bytes[0];
        if first.is_ascii() {
            return (char::from(first), 1);
        }
        let known = match self {
            Coding::Utf8 => {
                let most = &bytes[..bytes.len().min(4)];
                let valid = most.utf8_chunks().next().map_or("", |chunk| chunk.valid());
                valid.chars().next().map(|c| (c, c.len_utf8()))
            }
            Coding::Gbk => {
                let pair = bytes.first_chunk::<2>();
                pair.and_then(|pair| hanzi::of_pair(*pair)).map(|c| (c, 2))
            }
            Coding::Dos => None,
        };
        known.unwrap_or((font::character(first), 1))
    }

    /// How many bytes at the end begin a character that lacks the rest.
    pub(crate) fn unfinished(self, bytes: &[u8]) -> usize {
        let high = bytes
            .iter()
            .rev()
            .take_while(|byte| !byte.is_ascii())
            .count();
        let mut rest = &bytes[bytes.len() - high..];
        while !rest.is_empty() {
            let goes_on = match self {
                Coding::Utf8 => std::str::from_utf8(rest)
                    .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none()),
                Coding::Gbk => rest.len() == 1 && (0x81..=0xFE).contains(&rest[0]),
                Coding::Dos => false,
            };
            if goes_on {
                return rest.len();
            }
            rest = &rest[self.first(rest).1..];
        }
        0
    }

    /// Do bytes begin with a character of which the first `begun` bytes are not all?
    pub(crate) fn goes_on(self, bytes: &[u8], begun: usize) -> bool {
        bytes.len() > begun
            && (self.first(bytes).1 > begun || self.unfinished(bytes) == bytes.len())
    }

    /// The bytes of a character, if there are any.
    pub fn bytes_of(self, c: char) -> Option<Vec<u8>> {
        match self {
            _ if c.is_ascii() => Some(vec![c as u8]),
            Coding::Utf8 => Some(c.encode_utf8(&mut [0; 4]).as_bytes().to_vec()),
            Coding::Dos => font::code(c).map(|code| vec![code]),
            Coding::Gbk => {
                let text = c.encode_utf8(&mut [0; 4]).to_string();
                let (bytes, _, lost) = GBK.encode(&text);
                let pair = (!lost)
                    .then(|| <[u8; 2]>::try_from(&bytes[..]).ok())
                    .flatten();
                pair.map(Vec::from)
            }
        }
    }

    /// The bytes of a text, with `?` for what has none.
    pub fn encode(self, text: &str) -> Vec<u8> {
        let bytes = text.chars().map(|c| self.bytes_of(c));
        bytes
            .flat_map(|bytes| bytes.unwrap_or(vec![b'?']))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_gbk_comes_back_and_nothing_else_is_taken_for_it() {
        for lead in 0x80..=0xFF {
            for trail in 0x40..=0xFF {
                let text = Coding::Gbk.decode(&[lead, trail]);
                if text.chars().count() == 1 {
                    assert_eq!(Coding::Gbk.encode(&text), [lead, trail], "{text}");
                }
            }
        }
        assert_eq!(Coding::Gbk.bytes_of('é'), Some(vec![0xA8, 0xA6]));
        assert_eq!(Coding::Gbk.bytes_of('한'), None);
    }

    #[test]
    fn a_cut_character_is_known_at_the_end_alone() {
        let unfinished = |coding: Coding, bytes: &[u8]| coding.unfinished(bytes);
        let utf8 = "棋".as_bytes();
        assert_eq!(unfinished(Coding::Utf8, &utf8[..1]), 1);
        assert_eq!(unfinished(Coding::Utf8, &utf8[..2]), 2);
        assert_eq!(unfinished(Coding::Utf8, utf8), 0);
        assert_eq!(unfinished(Coding::Utf8, &utf8[1..]), 0);
        assert_eq!(unfinished(Coding::Gbk, b"\xC6\xE5"), 0);
        assert_eq!(unfinished(Coding::Gbk, b"\xC6\xE5\xC6"), 1);
        assert_eq!(unfinished(Coding::Gbk, b"\xC6 "), 0);
        assert_eq!(unfinished(Coding::Dos, b"\xC6"), 0);
    }
}
