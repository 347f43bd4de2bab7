//! The formatting of `printf`, and conversions between numbers and text.

use std::iter::Peekable;

use super::types::real;

/// The kind of argument that a conversion needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Real,
    /// A pointer to a string.
    Text,
    /// An integer or a character.
    Other,
    /// A pointer to the number that gets this count of characters, and true if that is a long.
    Count(usize, bool),
}

/// The flags, width, precision and size of a conversion.
#[derive(Default)]
struct Spec {
    left: bool,
    zeros: bool,
    /// The sign of a non-negative number: `+`, a blank, or nothing.
    sign: &'static str,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    long: bool,
}

/// The maximum width or precision.
const WIDEST: i64 = 10_000;

/// Formats arguments like `printf`: `value` returns the next argument, and `text` the string at a pointer.
/// Copies unknown conversions and passes them to `unknown`.
///
/// # Errors
/// If `value` or `text` fails.
pub(crate) fn format<E>(
    format: &[u8],
    mut value: impl FnMut(Wanted) -> Result<i64, E>,
    mut text: impl FnMut(i64) -> Result<Vec<u8>, E>,
    mut unknown: impl FnMut(&[u8]),
) -> Result<Vec<u8>, E> {
    let mut out = Vec::new();
    let mut bytes = format.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' || bytes.next_if_eq(&b'%').is_some() {
            out.push(byte);
            continue;
        }
        let begun = format.len() - bytes.len() - 1;
        let spec = Spec::read(&mut bytes, &mut value)?;
        let kind = bytes.next().unwrap_or(0);
        let shown = match kind {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => spec.integer(kind, value(Wanted::Other)?),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => spec.with_point(kind, real(value(Wanted::Real)?)),
            b'c' => vec![value(Wanted::Other)? as u8],
            b's' => {
                let mut text = text(value(Wanted::Text)?)?;
                text.truncate(spec.precision.unwrap_or(usize::MAX));
                text
            }
            b'n' => {
                value(Wanted::Count(out.len(), spec.long))?;
                continue;
            }
            _ => {
                let conversion = &format[begun..format.len() - bytes.len()];
                out.extend(conversion);
                unknown(conversion);
                continue;
            }
        };
        // A precision sets the number of an integer's digits, so the flag 0 has no effect.
        let zeros = match kind {
            b'c' | b's' => false,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => spec.precision.is_none(),
            _ => true,
        };
        spec.pad(&shown, zeros, &mut out);
    }
    Ok(out)
}

/// Returns the letter of each conversion in a format, and whether it is for a long. A `*` counts as one for an int.
pub(crate) fn conversions(format: &[u8]) -> Vec<(u8, bool)> {
    let mut bytes = format.iter().copied().peekable();
    let mut found = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'%' || bytes.next_if_eq(&b'%').is_some() {
            continue;
        }
        let mut stars = 0;
        let spec = Spec::read(&mut bytes, &mut |_| {
            stars += 1;
            Ok::<i64, ()>(0)
        });
        found.extend((0..stars).map(|_| (b'd', false)));
        found.extend(bytes.next().zip(spec.ok()).map(|(letter, spec)| (letter, spec.long)));
    }
    found
}

impl Spec {
    fn read<E>(
        bytes: &mut Peekable<impl Iterator<Item = u8>>,
        value: &mut impl FnMut(Wanted) -> Result<i64, E>,
    ) -> Result<Spec, E> {
        let mut spec = Spec::default();
        while let Some(flag) = bytes.next_if(|b| b"-0+ #".contains(b)) {
            match flag {
                b'-' => spec.left = true,
                b'0' => spec.zeros = true,
                b'+' => spec.sign = "+",
                b'#' => spec.alternate = true,
                _ if spec.sign.is_empty() => spec.sign = " ",
                _ => {}
            }
        }
        let width = size(bytes, value)?;
        spec.left |= width < 0;
        spec.width = width.unsigned_abs() as usize;
        if bytes.next_if_eq(&b'.').is_some() {
            spec.precision = usize::try_from(size(bytes, value)?).ok();
        }
        while let Some(size) = bytes.next_if(|b| b"hlL".contains(b)) {
            spec.long |= size == b'l';
        }
        Ok(spec)
    }

    fn integer(&self, kind: u8, n: i64) -> Vec<u8> {
        let (signed, unsigned) = match self.long {
            true => (n as i32, n as u32),
            false => ((n as i16).into(), (n as u16).into()),
        };
        let (sign, mut digits) = match kind {
            b'd' | b'i' => (if signed < 0 { "-" } else { self.sign }, signed.unsigned_abs().to_string()),
            b'x' | b'X' => (if self.alternate && unsigned > 0 { "0x" } else { "" }, format!("{unsigned:x}")),
            b'p' => ("", format!("{:04X}", n as u16)),
            b'o' => ("", format!("{unsigned:o}")),
            _ => ("", unsigned.to_string()),
        };
        if let Some(least) = self.precision {
            if least == 0 && n == 0 {
                digits.clear();
            }
            digits.insert_str(0, &"0".repeat(least.saturating_sub(digits.len())));
        }
        if kind == b'o' && self.alternate && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let text = [sign.as_bytes(), digits.as_bytes()].concat();
        if kind == b'X' { text.to_ascii_uppercase() } else { text }
    }

    fn with_point(&self, kind: u8, n: f64) -> Vec<u8> {
        let sign = if n.is_sign_negative() { "-" } else { self.sign };
        let precision = self.precision.unwrap_or(6);
        let n = n.abs();
        let digits = match kind.to_ascii_lowercase() {
            _ if n.is_nan() => "nan".to_string(),
            _ if n.is_infinite() => "inf".to_string(),
            b'e' => exponential(n, precision),
            b'g' => general_to(n, precision, self.alternate),
            _ => format!("{n:.precision$}"),
        };
        let point = self.alternate && !digits.contains(['.', 'n']);
        let digits = digits + if point { "." } else { "" };
        let text = [sign.as_bytes(), digits.as_bytes()].concat();
        if kind.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text }
    }

    /// Pads a conversion to its width with blanks, or with zeros after the sign if it has the flag 0 and allows
    /// `zeros`.
    fn pad(&self, shown: &[u8], zeros: bool, out: &mut Vec<u8>) {
        let missing = self.width.saturating_sub(shown.len());
        let signs = shown.iter().take_while(|c| b"+- ".contains(c)).count();
        let hexadecimal = shown[signs..].starts_with(b"0x") || shown[signs..].starts_with(b"0X");
        let (before, pad) = match (self.left, self.zeros && zeros) {
            (true, _) => (shown.len(), b' '),
            (false, true) => (signs + if hexadecimal { 2 } else { 0 }, b'0'),
            (false, false) => (0, b' '),
        };
        out.extend(&shown[..before]);
        out.resize(out.len() + missing, pad);
        out.extend(&shown[before..]);
    }
}

fn size<E>(
    bytes: &mut Peekable<impl Iterator<Item = u8>>,
    value: &mut impl FnMut(Wanted) -> Result<i64, E>,
) -> Result<i64, E> {
    if bytes.next_if_eq(&b'*').is_some() {
        return Ok(i64::from(value(Wanted::Other)? as i16).clamp(-WIDEST, WIDEST));
    }
    let mut n = 0;
    while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
        n = (n * 10 + i64::from(digit - b'0')).min(WIDEST);
    }
    Ok(n)
}

fn exponential(n: f64, precision: usize) -> String {
    let text = format!("{n:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{exponent:0>2}")
}

/// Formats a number like `%g` with this many significant digits; `zeros` keeps trailing zeros.
pub(crate) fn general_to(n: f64, digits: usize, zeros: bool) -> String {
    let digits = digits.max(1);
    let long = exponential(n, digits - 1);
    let (mantissa, exponent) = long.split_once('e').unwrap_or((&long, "0"));
    let power: i64 = exponent.parse().unwrap_or(0);
    let (number, exponent) = match (-4..digits as i64).contains(&power) {
        true => {
            let behind = (digits as i64 - 1 - power) as usize;
            (format!("{n:.behind$}"), String::new())
        }
        false => (mantissa.to_string(), format!("e{exponent}")),
    };
    let number = match number.contains('.') && !zeros {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => &number,
    };
    format!("{number}{exponent}")
}

pub(crate) fn general(n: f64) -> String {
    String::from_utf8_lossy(&Spec::default().with_point(b'g', n)).into_owned()
}

pub(crate) fn digits(n: i64, base: i64) -> Vec<u8> {
    let base = base.clamp(2, 36) as u32;
    let mut rest = n.unsigned_abs() as u32;
    let mut text = Vec::new();
    while rest > 0 || text.is_empty() {
        text.extend(char::from_digit(rest % base, base).map(|digit| digit as u8));
        rest /= base;
    }
    if n < 0 {
        text.push(b'-');
    }
    text.reverse();
    text
}

/// Parses the integer at the beginning of a text like `strtol`. Returns the integer and its length in bytes.
/// With base 0, a prefix of 0x or 0 selects the base.
pub(crate) fn integer(text: &[u8], base: i64) -> (i64, usize) {
    let blanks = text.len() - text.trim_ascii_start().len();
    let sign = usize::from(matches!(text.get(blanks), Some(b'+' | b'-')));
    let begun = blanks + sign;
    let hexadecimal = matches!(text[begun..], [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit());
    let (begun, base) = match base {
        0 | 16 if hexadecimal => (begun + 2, 16),
        0 if text.get(begun) == Some(&b'0') => (begun, 8),
        0 => (begun, 10),
        base => (begun, base.clamp(2, 36) as u32),
    };
    let digits = text[begun..].iter().map_while(|c| char::from(*c).to_digit(base));
    let (n, count) = digits.fold((0_i64, 0), |(n, count), digit| {
        let n = n.saturating_mul(base.into()).saturating_add(digit.into());
        (n, count + 1)
    });
    let n = if text.get(blanks) == Some(&b'-') { -n } else { n };
    (n, if count > 0 { begun + count } else { 0 })
}

/// Returns the digits of a non-negative number and the position of its decimal point. `count` limits the
/// digits in total if `in_all` is true, otherwise those after the point.
pub(crate) fn digits_of(n: f64, count: usize, in_all: bool) -> (String, i64) {
    let is_normal = n > 0.0 && n.is_finite();
    let point = if is_normal { n.log10().floor() as i64 + 1 } else { 0 };
    let wanted = count as i64 + if in_all { 0 } else { point };
    if wanted <= 0 {
        return (String::new(), point);
    }
    let long = format!("{n:.*e}", wanted as usize - 1);
    let (mantissa, power) = long.split_once('e').unwrap_or((&long, "0"));
    let power: i64 = power.parse().unwrap_or(0);
    let point = if n > 0.0 { power + 1 } else { point };
    (mantissa.replace('.', ""), point)
}

/// The error number of an argument for which a function has no result.
pub(crate) const DOMAIN: i64 = 33;
/// The error number of a result that its type cannot hold.
pub(crate) const RANGE: i64 = 34;

/// Returns the text of `strerror` for an error number of Turbo C.
pub(crate) fn error(number: i64) -> &'static str {
    match number {
        0 => "Error 0",
        2 => "No such file or directory",
        4 => "Too many open files",
        5 => "Permission denied",
        6 => "Bad file number",
        8 => "Not enough memory",
        19 => "Invalid argument",
        DOMAIN => "Math argument",
        RANGE => "Result too large",
        35 => "File already exists",
        _ => "Unknown error",
    }
}

/// Parses the floating-point number at the beginning of a text like `atof`. Returns the number and its length
/// in bytes.
pub(crate) fn with_point(text: &[u8]) -> (f64, usize) {
    let blanks = text.len() - text.trim_ascii_start().len();
    let digits = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let count = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        (at + count, count)
    };
    let sign = usize::from(matches!(text.get(blanks), Some(b'+' | b'-')));
    let (mut at, mut count) = digits(blanks + sign);
    if text.get(at) == Some(&b'.') {
        let (behind, more) = digits(at + 1);
        (at, count) = (behind, count + more);
    }
    if count == 0 {
        return (0.0, 0);
    }
    if let Some(b'e' | b'E') = text.get(at) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let (behind, power) = digits(at + 1 + sign);
        at = if power > 0 { behind } else { at };
    }
    let number = String::from_utf8_lossy(&text[blanks..at]);
    (number.parse().unwrap_or(0.0), at)
}
