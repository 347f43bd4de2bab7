//! `printf` and its relatives: numbers as text.

use std::iter::Peekable;

/// Puts values into a format. `value` hands over the next one, and `text` the text at a pointer.
///
/// # Errors
/// A sentence about what the format has and we do not know, or whatever `value` and `text` say.
pub(crate) fn format<E: From<String>>(
    format: &[u8],
    mut value: impl FnMut() -> Result<i64, E>,
    mut text: impl FnMut(i64) -> Result<Vec<u8>, E>,
) -> Result<Vec<u8>, E> {
    let mut out = Vec::new();
    let mut bytes = format.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' || bytes.next_if_eq(&b'%').is_some() {
            out.push(byte);
            continue;
        }
        let (mut left, mut zeros, mut sign) = (false, false, "");
        while let Some(flag) = bytes.next_if(|b| b"-0+ #".contains(b)) {
            match flag {
                b'-' => left = true,
                b'0' => zeros = true,
                b'+' => sign = "+",
                b' ' if sign.is_empty() => sign = " ",
                _ => {}
            }
        }
        let width = size(&mut bytes);
        let precision = bytes.next_if_eq(&b'.').map(|_| size(&mut bytes));
        let long = bytes.next_if_eq(&b'l').is_some();
        let kind = bytes.next().unwrap_or(0);
        if !b"diuxXocs".contains(&kind) {
            let kind = char::from(kind).escape_default();
            return Err(format!("A format has %{kind}, which is not known here").into());
        }
        let n = value()?;
        let signed = if long { n as i32 } else { (n as i16).into() };
        let unsigned = if long { n as u32 } else { (n as u16).into() };
        let shown = match kind {
            b'd' | b'i' if signed < 0 => signed.to_string().into_bytes(),
            b'd' | b'i' => format!("{sign}{signed}").into_bytes(),
            b'u' => unsigned.to_string().into_bytes(),
            b'x' => format!("{unsigned:x}").into_bytes(),
            b'X' => format!("{unsigned:X}").into_bytes(),
            b'o' => format!("{unsigned:o}").into_bytes(),
            b'c' => vec![n as u8],
            _ => {
                zeros = false;
                let mut text = text(n)?;
                text.truncate(precision.unwrap_or(usize::MAX));
                text
            }
        };
        let missing = width.saturating_sub(shown.len());
        let signs = usize::from(shown.first().is_some_and(|c| b"+- ".contains(c)));
        let (before, pad, after) = match (left, zeros) {
            (true, _) => (shown.len(), b' ', 0),
            (false, true) => (signs, b'0', shown.len() - signs),
            (false, false) => (0, b' ', shown.len()),
        };
        out.extend(&shown[..before]);
        out.resize(out.len() + missing, pad);
        out.extend(&shown[shown.len() - after..]);
    }
    Ok(out)
}

/// The number that stands in a format, at most 200.
fn size(bytes: &mut Peekable<impl Iterator<Item = u8>>) -> usize {
    let mut n = 0;
    while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
        n = (n * 10 + usize::from(digit - b'0')).min(200);
    }
    n
}

/// A number in a base from 2 to 36, as `itoa` writes it.
pub(crate) fn digits(n: i64, base: i64) -> Vec<u8> {
    let base = base.clamp(2, 36) as u32;
    // Only in base 10 a number has a sign.
    let mut rest = match base {
        10 => n.unsigned_abs() as u32,
        _ => u32::from(n as u16),
    };
    let mut text = Vec::new();
    while rest > 0 || text.is_empty() {
        text.extend(char::from_digit(rest % base, base).map(|digit| digit as u8));
        rest /= base;
    }
    if base == 10 && n < 0 {
        text.push(b'-');
    }
    text.reverse();
    text
}

/// The number at the beginning of a text, as `atoi` reads it.
pub(crate) fn number(text: &[u8]) -> i64 {
    let text = text.trim_ascii_start();
    let minus = text.first() == Some(&b'-');
    let digits = &text[usize::from(minus || text.first() == Some(&b'+'))..];
    let digits = digits.iter().take_while(|c| c.is_ascii_digit());
    let n = digits.fold(0_i64, |n, c| {
        n.wrapping_mul(10).wrapping_add(i64::from(c - b'0'))
    });
    i64::from(if minus { n.wrapping_neg() } else { n } as i16)
}
