//! GBK, code page 936: each Chinese character is encoded as two bytes.
//!
//! The table comes from `encoding_rs`. In a browser page it comes from the browser, so that the page need not
//! download that crate's tables.

pub(super) use system::{decode, encode};

/// The character that two bytes encode, or `None` if they are invalid or reserved for private use.
pub(super) fn of_pair(pair: [u8; 2]) -> Option<char> {
    let text = decode(&pair);
    let mut chars = text.chars();
    let private = '\u{E000}'..='\u{F8FF}';
    let c = chars.next()?;
    let is_known = c != char::REPLACEMENT_CHARACTER && !private.contains(&c);
    (is_known && chars.next().is_none()).then_some(c)
}

#[cfg(not(target_family = "wasm"))]
mod system {
    use encoding_rs::GBK;

    /// Decodes a text, with U+FFFD for invalid bytes.
    pub(in super::super) fn decode(bytes: &[u8]) -> String {
        GBK.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// Encodes a character, or returns `None` if GBK lacks it.
    pub(in super::super) fn encode(c: char) -> Option<Vec<u8>> {
        let mut text = [0; 4];
        let (bytes, _, is_missing) = GBK.encode(c.encode_utf8(&mut text));
        (!is_missing).then(|| bytes.into_owned())
    }
}

#[cfg(target_family = "wasm")]
mod system {
    use std::collections::HashMap;
    use std::sync::LazyLock;

    use super::super::labelled;

    const FIRST: [u8; 2] = [0x81, 0x40];
    /// The number of possible second bytes.
    const ROW: usize = 0xFF - 0x40;
    const EURO: u8 = 0x80;

    /// The characters that all byte pairs encode, row by row, with 0 for invalid pairs.
    static CHARACTERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let trails = |lead| (FIRST[1]..0xFF).flat_map(move |trail| [lead, trail, b'\n']);
        let lines: Vec<u8> = (FIRST[0]..0xFF).flat_map(trails).collect();
        let (text, _) = labelled::decode("gbk", &lines).unwrap_or_default();
        let known = |line: &str| line.parse::<char>().ok().filter(|c| *c != char::REPLACEMENT_CHARACTER);
        text.lines().map(|line| known(line).and_then(|c| u16::try_from(c).ok()).unwrap_or(0)).collect()
    });

    static PAIRS: LazyLock<HashMap<u16, [u8; 2]>> = LazyLock::new(|| {
        let pair = |n: usize| [FIRST[0] + (n / ROW) as u8, FIRST[1] + (n % ROW) as u8];
        let all = CHARACTERS.iter().enumerate();
        all.filter(|(_, c)| **c > 0).map(|(n, c)| (*c, pair(n))).collect()
    });

    fn known([lead, trail]: [u8; 2]) -> Option<char> {
        let row = usize::from(lead.checked_sub(FIRST[0])?);
        let place = usize::from(trail.checked_sub(FIRST[1])?);
        let c = CHARACTERS.get(row * ROW + place).filter(|_| place < ROW).copied()?;
        char::from_u32(c.into()).filter(|c| *c != '\0')
    }

    pub(in super::super) fn decode(bytes: &[u8]) -> String {
        let mut text = String::new();
        let mut rest = bytes;
        while let [first, after @ ..] = rest {
            let pair = after.first().and_then(|second| known([*first, *second]));
            let c = match *first {
                _ if pair.is_some() => pair,
                EURO => Some('€'),
                byte => Some(char::from(byte)).filter(char::is_ascii),
            };
            text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
            rest = &rest[1 + usize::from(pair.is_some())..];
        }
        text
    }

    pub(in super::super) fn encode(c: char) -> Option<Vec<u8>> {
        match c {
            '€' => Some(vec![EURO]),
            c if c.is_ascii() => Some(vec![c as u8]),
            c => PAIRS.get(&u16::try_from(c).ok()?).map(|pair| pair.to_vec()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gbk_round_trips_its_characters_and_rejects_others() {
        for (c, bytes) in
            [('a', &b"a"[..]), ('€', b"\x80"), ('棋', b"\xC6\xE5"), ('丂', b"\x81\x40"), ('。', b"\xA1\xA3")]
        {
            assert_eq!(encode(c).as_deref(), Some(bytes), "{c}");
            assert_eq!(decode(bytes), c.to_string());
        }
        for c in ['ß', '♞', '😀'] {
            assert_eq!(encode(c), None, "{c}");
        }
        assert_eq!(decode(b"\xFF\x41\xC6\xE5\xC6"), "\u{FFFD}A棋\u{FFFD}");
        assert_eq!(of_pair(*b"\xC6\xE5"), Some('棋'));
        // The first pair is invalid, the second is reserved for private use.
        assert_eq!([of_pair(*b"\xFE\xFF"), of_pair(*b"\xAA\xA1")], [None, None]);
    }
}
