//! `printf` and its relatives: numbers as text.

use std::iter::Peekable;

/// A value that a format can show.
pub enum Shown {
    Number(i64),
    Text(Vec<u8>),
}

/// Puts values into a format. `value` hands over the next one, as a text if that is asked for.
///
/// # Errors
/// A sentence about what the format has and we do not know, or whatever `value` says.
pub fn format<E: From<String>>(
    format: &[u8],
    mut value: impl FnMut(bool) -> Result<Shown, E>,
) -> Result<Vec<u8>, E> {
    let mut out = Vec::new();
    let mut bytes = format.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let (mut left, mut zeros, mut sign) = (false, false, None);
        while let Some(flag) = bytes.next_if(|b| b"-0+ #".contains(b)) {
            match flag {
                b'-' => left = true,
                b'0' => zeros = true,
                b'+' => sign = Some(b'+'),
                _ => sign = sign.or(Some(b' ')),
            }
        }
        let width = size(&mut bytes);
        let precision = bytes.next_if_eq(&b'.').map(|_| size(&mut bytes));
        let long = bytes.next_if_eq(&b'l').is_some();
        let kind = bytes.next().unwrap_or(b'%');
        let number = |value: Result<Shown, E>| match value? {
            Shown::Number(n) => Ok::<i64, E>(n),
            Shown::Text(_) => Ok(0),
        };
        let unsigned = |n: i64| {
            if long {
                i64::from(n as u32)
            } else {
                i64::from(n as u16)
            }
        };
        let shown = match kind {
            b'%' => {
                out.push(b'%');
                continue;
            }
            b'd' | b'i' => {
                let n = number(value(false))?;
                let n = if long {
                    i64::from(n as i32)
                } else {
                    i64::from(n as i16)
                };
                let mut text = n.unsigned_abs().to_string().into_bytes();
                if let Some(sign) = if n < 0 { Some(b'-') } else { sign } {
                    text.insert(0, sign);
                }
                text
            }
            b'u' => unsigned(number(value(false))?).to_string().into_bytes(),
            b'x' => format!("{:x}", unsigned(number(value(false))?)).into_bytes(),
            b'X' => format!("{:X}", unsigned(number(value(false))?)).into_bytes(),
            b'o' => format!("{:o}", unsigned(number(value(false))?)).into_bytes(),
            b'c' => vec![number(value(false))? as u8],
            b's' => {
                let mut text = match value(true)? {
                    Shown::Text(text) => text,
                    Shown::Number(_) => Vec::new(),
                };
                text.truncate(precision.unwrap_or(usize::MAX));
                zeros = false;
                text
            }
            other => {
                let other = char::from(other).escape_default();
                return Err(format!("A format has %{other}, which is not known here").into());
            }
        };
        let missing = width.saturating_sub(shown.len());
        match (left, zeros) {
            (true, _) => {
                out.extend(&shown);
                out.resize(out.len() + missing, b' ');
            }
            (false, true) => {
                let signs = usize::from(shown.first().is_some_and(|c| b"+- ".contains(c)));
                out.extend(&shown[..signs]);
                out.resize(out.len() + missing, b'0');
                out.extend(&shown[signs..]);
            }
            (false, false) => {
                out.resize(out.len() + missing, b' ');
                out.extend(&shown);
            }
        }
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
pub fn digits(n: i64, base: i64) -> Vec<u8> {
    let base = base.clamp(2, 36) as u64;
    // Only in base 10 a number has a sign.
    let mut rest = match base {
        10 => n.unsigned_abs(),
        _ => u64::from(n as u16),
    };
    let mut text = Vec::new();
    loop {
        let digit = (rest % base) as u32;
        text.push(char::from_digit(digit, base as u32).unwrap_or('0') as u8);
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    if base == 10 && n < 0 {
        text.push(b'-');
    }
    text.reverse();
    text
}
