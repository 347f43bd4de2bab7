//! Texts in an encoding that their file names, by the labels of the WHATWG's Encoding Standard.
//!
//! In a browser page the browser decodes them.

/// Decodes a text. Returns it with the number of bytes that the encoding does not define, or `None` if the label
/// is unknown or names UTF-16, in which no label can be found.
///
/// An undefined byte becomes its hexadecimal number, such as `<8F>`; in a page it becomes U+FFFD.
pub fn decode(label: &str, bytes: &[u8]) -> Option<(String, usize)> {
    let label = label.trim();
    // The standard lacks the numbers by which Windows calls some of its code pages.
    let known = match label.trim_start_matches(|c: char| !c.is_ascii_digit()) {
        "932" => "shift_jis",
        "936" => "gbk",
        "949" => "euc-kr",
        "950" => "big5",
        _ => label,
    };
    system::decode(known, bytes)
}

#[cfg(not(target_family = "wasm"))]
mod system {
    use std::fmt::Write as _;

    use encoding_rs::{DecoderResult, Encoding};

    pub(super) fn decode(label: &str, bytes: &[u8]) -> Option<(String, usize)> {
        let encoding = Encoding::for_label_no_replacement(label.as_bytes())?;
        if encoding.name().starts_with("UTF-16") {
            return None;
        }
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let (mut text, mut undefined, mut at) = (String::with_capacity(bytes.len() + 16), 0, 0);
        loop {
            let rest = &bytes[at..];
            let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
            at += read;
            match result {
                DecoderResult::InputEmpty => return Some((text, undefined)),
                DecoderResult::OutputFull => text.reserve(bytes.len() - at + 16),
                DecoderResult::Malformed(length, after) => {
                    let end = at - usize::from(after);
                    for byte in &bytes[end.saturating_sub(length.into())..end] {
                        // Writing to a string cannot fail.
                        let _ = write!(text, "<{byte:02X}>");
                        undefined += 1;
                    }
                }
            }
        }
    }
}

#[cfg(target_family = "wasm")]
mod system {
    mod page {
        #[link(wasm_import_module = "page")]
        unsafe extern "C" {
            /// Decodes bytes to UTF-8. Returns the length of the text, at most three times that of the bytes, or
            /// -1 if the label is unknown.
            pub(super) fn decode(
                label: *const u8,
                label_length: usize,
                bytes: *const u8,
                length: usize,
                text: *mut u8,
            ) -> i32;
        }
    }

    pub(super) fn decode(label: &str, bytes: &[u8]) -> Option<(String, usize)> {
        let mut text = vec![0; 3 * bytes.len()];
        // SAFETY: the page reads these two texts, and writes at most three bytes for each of `bytes`.
        let length = unsafe {
            page::decode(label.as_ptr(), label.len(), bytes.as_ptr(), bytes.len(), text.as_mut_ptr())
        };
        text.truncate(usize::try_from(length).ok()?);
        let text = String::from_utf8(text).ok()?;
        let undefined = text.matches(char::REPLACEMENT_CHARACTER).count();
        Some((text, undefined))
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn undefined_bytes_are_shown_by_number() {
        for (label, bytes, text, undefined) in [
            ("Big5", &b"\xB3\x5C\xA5\x5C\xBB\x5C"[..], "許功蓋", 0),
            ("CP949", b"\xB9\xDA", "박", 0),
            ("iso-8859-1", b"\x93\x80\x94", "“€”", 0),
            ("shift_jis", b"\x92R\xFF[\x92", "坦<FF>[<92>", 2),
            ("GB18030", b"\x819\xEE9", "㐀", 0),
        ] {
            assert_eq!(decode(label, bytes), Some((text.to_string(), undefined)), "{label}");
        }
        for label in ["", "klingon", "UTF-16", "iso-2022-kr"] {
            assert_eq!(decode(label, b"a"), None, "{label}");
        }
    }
}
