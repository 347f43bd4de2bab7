//! Reads files and standard input up to a limit.

use std::ffi::OsStr;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

use lessons::text::{Refused, Text};
use store::error_text;
use store::files::{read_short, read_short_file, read_source};
use turbo::dos::encoding::Encoding;

use super::failure::path;
use super::{Failure, failed};
use words::say;

/// The maximum length of a line from standard input, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// Reads a file, or standard input if its name is `-`. Also returns the name to use in messages.
pub fn read(file: &OsStr, most: usize) -> Result<(String, Vec<u8>), Failure> {
    let (name, bytes) = match file == "-" {
        true => (say!("standard input").to_string(), read_short(io::stdin().lock(), most)),
        false => (path(file.as_ref()), read_short_file(file.as_ref(), most)),
    };
    match bytes {
        Ok(bytes) => Ok((name, bytes)),
        Err(error) => Err(failed(say!("cannot read {name}: {error}", name, error = error_text(error)))),
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its line break.
    Text(String),
    /// A skipped line of more than [`LONGEST_LINE`] bytes.
    TooLong,
}

/// Returns an iterator over the lines of an input.
pub fn lines(mut from: impl BufRead) -> impl Iterator<Item = io::Result<Line>> {
    std::iter::from_fn(move || next_line(&mut from).transpose())
}

fn next_line(from: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let most = LONGEST_LINE as u64 + 1;
    if from.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        from.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    let is_marked = line.starts_with(b"\xFF\xFE") || line.starts_with(b"\xFE\xFF");
    if is_marked && line.contains(&0) {
        return Err(io::Error::new(ErrorKind::InvalidData, Refused::Utf16));
    }
    let line = line.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&line);
    Ok(Some(Line::Text(String::from_utf8_lossy(line).into_owned())))
}

/// Reads a C source. Returns its text and encoding, or the reason why it is unusable.
pub(super) fn text(file: &Path) -> Result<(String, Encoding), String> {
    let source = read_source(file);
    let source = source.map_err(|error| say!("cannot be read: {error}", error = error_text(error)))?;
    let text = Text::read(&source).map_err(|why| why.to_string())?;
    Ok((text.text(), text.encoding()))
}
