//! Bytes as text.

/// Text in UTF-8, or in ISO-8859-1 when it is not UTF-8. A byte order mark is left out.
pub(super) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_string(),
        Err(_) => latin_1(bytes),
    }
}

/// Text in ISO-8859-1, where each byte is the character of its number.
pub(super) fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}
