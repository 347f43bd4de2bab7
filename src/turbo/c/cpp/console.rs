//! The library functions of `cout` and `cin`.

use super::super::calls::{LibCall, LibResult};
use super::super::code::Pointer;
use super::super::files::STDOUT;
use super::super::input::EOF;
use super::super::memory::Trap;
use super::super::text::format;
use super::super::types::Kind;

/// The flags of the class `ios`, by bit.
pub(super) const FLAGS: &str =
    "left right internal dec oct hex scientific fixed showpoint uppercase showpos boolalpha showbase";
const LEFT: i64 = 1;
const OCT: i64 = 1 << 4;
const HEX: i64 = 1 << 5;
const SCIENTIFIC: i64 = 1 << 6;
const FIXED: i64 = 1 << 7;
const SHOWPOINT: i64 = 1 << 8;
const UPPERCASE: i64 = 1 << 9;
const SHOWPOS: i64 = 1 << 10;
const BOOLALPHA: i64 = 1 << 11;
const SHOWBASE: i64 = 1 << 12;
/// The flags that exclude each other.
pub(super) const SIDES: i64 = 0b111;
pub(super) const BASES: i64 = 0b111 << 3;
pub(super) const FLOATS: i64 = SCIENTIFIC | FIXED;

/// The state of `cout` and `cin`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stream {
    flags: i64,
    /// The width of the next output only.
    width: usize,
    /// 6 if there is none.
    precision: Option<usize>,
    /// A space if there is none.
    fill: Option<u8>,
    /// True after an input that failed, until `clear`.
    failed: bool,
    ended: bool,
    /// True if `cin` has read a part of the last line.
    within_line: bool,
}

/// The maximum width or precision.
const WIDEST: usize = 1_000;

impl Stream {
    fn has(&self, flag: i64) -> bool {
        self.flags & flag != 0
    }

    /// Returns the format of `printf` for a value of this kind.
    fn format(&self, letter: u8) -> String {
        let plus = if self.has(SHOWPOS) { "+" } else { "" };
        let case = |letter: char| if self.has(UPPERCASE) { letter.to_ascii_uppercase() } else { letter };
        let base = if self.has(SHOWBASE) { "#" } else { "" };
        let long = if b"lU".contains(&letter) { "l" } else { "" };
        match letter {
            b'd' => {
                let point = if self.has(SHOWPOINT) { "#" } else { "" };
                let letter = if self.has(FIXED) { 'f' } else { 'g' };
                let letter = case(if self.has(SCIENTIFIC) { 'e' } else { letter });
                format!("%{plus}{point}.{}{letter}", self.precision.unwrap_or(6))
            }
            b'p' => "0x%p".to_string(),
            b'c' => "%c".to_string(),
            _ if self.has(HEX) => format!("%{base}{long}{}", case('x')),
            _ if self.has(OCT) => format!("%{base}{long}o"),
            b'u' | b'U' => format!("%{long}u"),
            _ => format!("%{plus}{long}d"),
        }
    }
}

impl LibCall<'_> {
    fn next_typed(&mut self) -> Result<Option<u8>, Trap> {
        let mut source = self.stdin();
        self.peek(&mut source)
    }

    fn console_stream(&mut self) -> &mut Stream {
        &mut self.machine.devices.stream
    }

    /// `_cout`: writes a value; the first argument is the letter of its kind.
    pub(crate) fn cout(&mut self) -> LibResult {
        let (letter, value) = (self.a[0] as u8, self.a[1]);
        let stream = *self.console_stream();
        let mut shown = match letter {
            b's' if value == 0 => Vec::new(),
            b's' => self.text(1)?,
            b'b' if stream.has(BOOLALPHA) => (if value == 0 { &b"false"[..] } else { b"true" }).to_vec(),
            _ => format(
                stream.format(letter).as_bytes(),
                |_| Ok::<i64, Trap>(if letter == b'p' { Pointer::far(value) } else { value }),
                |_| Ok(Vec::new()),
                |_| (),
            )?,
        };
        let missing = stream.width.saturating_sub(shown.len());
        let at = if stream.has(LEFT) { shown.len() } else { 0 };
        shown.splice(at..at, std::iter::repeat_n(stream.fill.unwrap_or(b' '), missing));
        self.console_stream().width = 0;
        self.write_stream(STDOUT, &shown)?;
        Ok(0)
    }

    /// `_stream`: changes or asks for the state of a stream; the first argument is a letter.
    pub(crate) fn stream_state(&mut self) -> LibResult {
        let (letter, value) = (self.a[0] as u8, self.a[1]);
        let size = value.clamp(0, WIDEST as i64) as usize;
        let stream = self.console_stream();
        match letter {
            b'n' => return self.write_stream(STDOUT, b"\n").map(|_| 0),
            b'w' => self.console_stream().width = size,
            b'p' => self.console_stream().precision = Some(size),
            b'c' => self.console_stream().fill = Some(value as u8),
            b'+' => {
                let group = [SIDES, BASES, FLOATS].into_iter().find(|group| value & group != 0);
                stream.flags = stream.flags & !group.unwrap_or(0) | value;
            }
            b'-' => stream.flags &= !value,
            b'C' => (stream.failed, stream.ended) = (false, false),
            b'!' => return Ok(stream.failed.into()),
            b'?' => return Ok((!stream.failed && !stream.ended).into()),
            b'e' => return Ok(stream.ended.into()),
            b'g' => return self.getchar(),
            b'k' => return Ok(self.next_typed()?.map_or(EOF, i64::from)),
            b's' => {
                let mut source = self.stdin();
                self.skip_blanks(&mut source, &mut 0)?;
            }
            _ => {}
        }
        Ok(0)
    }

    /// `_cin`: reads a value by a format of `scanf`, unless an earlier input failed.
    pub(crate) fn cin(&mut self) -> LibResult {
        if self.console_stream().failed {
            return Ok(0);
        }
        let format = self.text(0)?;
        let read = self.scanf()?;
        self.console_stream().within_line = true;
        self.console_stream().failed = read != 1;
        self.console_stream().ended = read == EOF;
        if read == 0 && !format.ends_with(b"c") && !format.ends_with(b"s") {
            let kind = self.machine.kind_at(Pointer::unpack(self.a[1]));
            self.put(1, kind.unwrap_or(Kind::Int), 0)?;
        }
        Ok(0)
    }

    /// Skips the rest of the line that `cin` has begun, because in Turbo C++ `gets` reads the next line.
    pub(crate) fn leave_line_of_cin(&mut self) -> Result<(), Trap> {
        if std::mem::take(&mut self.console_stream().within_line) {
            while ![EOF, i64::from(b'\n')].contains(&self.getchar()?) {}
        }
        Ok(())
    }

    /// `_getline`: reads up to a character, which the last argument takes or leaves, or until the array is full.
    pub(crate) fn cin_line(&mut self) -> LibResult {
        let room = (self.a[1] as usize).saturating_sub(1);
        let (end, takes) = (self.a[2] as u8, self.a[3] != 0);
        self.console_stream().within_line = false;
        let mut line = Vec::new();
        if !self.console_stream().failed {
            let next = loop {
                match self.next_typed()? {
                    Some(c) if c != end && line.len() < room => {
                        self.getchar()?;
                        line.push(c);
                    }
                    next => break next,
                }
            };
            if takes && next == Some(end) {
                self.getchar()?;
            }
            let stream = self.console_stream();
            stream.ended |= next.is_none();
            stream.failed = next.map_or(line.is_empty(), |c| takes && c != end);
        }
        self.put_text(0, &line)?;
        Ok(0)
    }

    /// `_ignore`: skips characters up to the one in the second argument.
    pub(crate) fn cin_ignore(&mut self) -> LibResult {
        let end = self.a[1];
        self.console_stream().within_line = false;
        for _ in 0..self.a[0] {
            let c = self.getchar()?;
            if c == EOF || c == end {
                break;
            }
        }
        Ok(0)
    }
}
