//! Line input from the keyboard with echo, and `scanf`.

use std::iter::Peekable;

use super::calls::{LibCall, LibResult};
use super::code::Pointer;
use super::devices::Devices;
use super::files::STDIN;
use super::machine::Machine;
use super::memory::Trap;
use super::text;
use super::types::{Kind, bits};
use crate::dos::bgi::WIDTH;
use crate::dos::{Key, Screen, font};
use words::say;

/// Ctrl+Z, which ends keyboard input.
const END: u8 = 0x1A;
/// The result of `getchar` and `scanf` at the end of the input.
pub(super) const EOF: i64 = -1;
const MOST_TYPED: usize = 127;

pub(super) enum Source {
    Keyboard,
    File(usize),
    /// A text and the current offset.
    Text(Vec<u8>, usize),
}

/// A conversion of a `scanf` format.
#[derive(Default)]
struct Wanted {
    /// True if `*` discards the value.
    skips: bool,
    width: usize,
    size: Option<u8>,
    letter: u8,
    /// The characters of `%[...]`.
    set: Vec<u8>,
    /// True if the set is negated.
    others: bool,
}

impl LibCall<'_> {
    /// Returns the next character without consuming it; `None` at the end.
    pub(super) fn peek(&mut self, source: &mut Source) -> Result<Option<u8>, Trap> {
        match source {
            Source::Text(text, at) => Ok(text.get(*at).copied()),
            Source::File(n) => Ok(self.peek_file(*n)),
            Source::Keyboard => {
                let Devices { read, pushed, .. } = self.machine.devices;
                if pushed.is_some() {
                    return Ok(pushed);
                }
                if read == self.machine.devices.lines {
                    self.type_line()?;
                }
                let next = self.machine.typed[read];
                Ok((next != END).then_some(next))
            }
        }
    }

    fn advance(&mut self, source: &mut Source) {
        match source {
            Source::Text(_, at) => *at += 1,
            Source::File(n) => self.advance_file(*n),
            Source::Keyboard => {
                let devices = &mut self.machine.devices;
                devices.read += usize::from(devices.pushed.take().is_none());
            }
        }
    }

    pub(super) fn next(&mut self, source: &mut Source) -> Result<Option<u8>, Trap> {
        let next = self.peek(source)?;
        if next.is_some() {
            self.advance(source);
        }
        Ok(next)
    }

    /// Reads a line with echo, or continues a partly typed one.
    fn type_line(&mut self) -> Result<(), Trap> {
        let encoding = self.machine.program.encoding();
        loop {
            self.cursor(true);
            let key = self.next_key()?;
            self.cursor(false);
            let Machine { devices, typed, .. } = &mut *self.machine;
            typed.truncate(devices.typed);
            let begun = devices.typed - devices.lines;
            let hanzi = match key {
                Key::Char(c) if !c.is_ascii() => encoding.encode(c),
                _ => None,
            };
            if let Some(bytes) = hanzi.filter(|bytes| begun + bytes.len() <= MOST_TYPED) {
                typed.extend(&bytes);
                devices.typed = typed.len();
                self.print(&bytes);
                continue;
            }
            match key.bioskey() as u8 {
                c @ (b'\r' | END) => {
                    typed.push(if c == END { END } else { b'\n' });
                    devices.typed = typed.len();
                    devices.lines = typed.len();
                    if c != END {
                        self.print(b"\n");
                    }
                    return Ok(());
                }
                8 if begun > 0 => self.erase_last(),
                c if (c >= b' ' || c == b'\t') && begun < MOST_TYPED => {
                    typed.push(c);
                    devices.typed = typed.len();
                    self.print(&[c]);
                }
                _ => {}
            }
        }
    }

    /// Removes the last character of the line with all its bytes and cells.
    fn erase_last(&mut self) {
        let Machine { program, devices, typed, .. } = &mut *self.machine;
        let encoding = program.encoding();
        let line = program.shown(&typed[devices.lines..devices.typed]);
        let last = line.chars().next_back().unwrap_or(' ');
        let bytes = encoding.encode(font::narrow(last)).map_or(1, |b| b.len());
        typed.truncate(devices.typed - bytes);
        devices.typed = typed.len();
        self.print(&b"\x08 \x08".repeat(font::columns(last)));
    }

    pub(super) fn next_key(&mut self) -> Result<Key, Trap> {
        let machine = &mut *self.machine;
        let key = machine.inputs.key(&mut machine.devices, self.console)?;
        machine.devices.ports.key_seen = false;
        Ok(key)
    }

    /// Draws or erases the cursor.
    fn cursor(&mut self, on: bool) {
        let (column, row) = self.machine.devices.cursor;
        let (x, y) = (8 * i32::from(column), 16 * i32::from(row));
        let colors = self.machine.devices.text.console;
        let screen: &mut Screen = self.console.screen();
        screen.setfillstyle(if on { colors & 15 } else { colors >> 4 });
        screen.bar(x, y + 14, (x + 7).min(WIDTH - 1), y + 15);
    }

    /// Returns the keyboard, or the file that `freopen` gave `stdin`.
    pub(super) fn stdin(&self) -> Source {
        self.own_stream(STDIN).map_or(Source::Keyboard, |_| Source::File(STDIN))
    }

    pub(crate) fn getchar(&mut self) -> LibResult {
        let mut source = self.stdin();
        let next = self.next(&mut source)?;
        Ok(next.map_or(EOF, i64::from))
    }

    pub(super) fn typed_line(&mut self) -> Result<Option<Vec<u8>>, Trap> {
        let mut source = self.stdin();
        let mut line = Vec::new();
        if self.peek(&mut source)?.is_none() {
            return Ok(None);
        }
        while let Some(c) = self.next(&mut source)?.filter(|c| *c != b'\n') {
            line.push(c);
        }
        Ok(Some(line))
    }

    pub(crate) fn gets(&mut self) -> LibResult {
        self.leave_line_of_cin()?;
        if let Some(line) = self.typed_line()? { self.set_text(&line) } else { Ok(0) }
    }

    pub(crate) fn scanf(&mut self) -> LibResult {
        let source = self.stdin();
        self.scan(source, 0)
    }

    pub(crate) fn sscanf(&mut self) -> LibResult {
        let text = self.text(0)?;
        self.scan(Source::Text(text, 0), 1)
    }

    /// Reads values according to the format string in the argument with index `at`, and stores them through
    /// the arguments after it. Returns the number of stored values.
    pub(super) fn scan(&mut self, source: Source, at: usize) -> LibResult {
        let Devices { read, pushed, .. } = self.machine.devices;
        let done = self.scan_fields(source, at);
        if let Err(Trap::Quit(_)) = done {
            // The call is repeated when there are more keys, so it must find the same characters again.
            (self.machine.devices.read, self.machine.devices.pushed) = (read, pushed);
        }
        done
    }

    fn scan_fields(&mut self, mut source: Source, at: usize) -> LibResult {
        let format = self.text(at)?;
        let mut format = format.iter().copied().peekable();
        let (mut argument, mut done, mut taken) = (at, 0, 0);
        while let Some(c) = format.next() {
            if c.is_ascii_whitespace() {
                self.skip_blanks(&mut source, &mut taken)?;
                continue;
            }
            let wanted = match c {
                b'%' if format.peek() != Some(&b'%') => Wanted::read(&mut format)?,
                c => {
                    format.next_if(|next| c == b'%' && *next == b'%');
                    match self.peek(&mut source)? {
                        Some(next) if next == c => self.advance(&mut source),
                        _ => return Ok(done),
                    }
                    continue;
                }
            };
            if !b"c[n".contains(&wanted.letter) {
                self.skip_blanks(&mut source, &mut taken)?;
            }
            let text = match wanted.letter {
                b'n' => Vec::new(),
                _ if self.peek(&mut source)?.is_none() && done == 0 => return Ok(EOF),
                _ => self.field(&wanted, &mut source)?,
            };
            taken += text.len() as i64;
            if text.is_empty() && wanted.letter != b'n' {
                return Ok(done);
            }
            if !wanted.skips {
                argument += 1;
                self.assign(argument, &wanted, &text, taken)?;
                done += i64::from(wanted.letter != b'n');
            }
        }
        Ok(done)
    }

    pub(super) fn skip_blanks(&mut self, source: &mut Source, taken: &mut i64) -> Result<(), Trap> {
        while self.peek(source)?.is_some_and(|c| c.is_ascii_whitespace()) {
            self.advance(source);
            *taken += 1;
        }
        Ok(())
    }

    fn field(&mut self, wanted: &Wanted, source: &mut Source) -> Result<Vec<u8>, Trap> {
        let mut text = Vec::new();
        while text.len() < wanted.width {
            match self.peek(source)? {
                Some(c) if wanted.takes(&text, c) => text.push(c),
                _ => break,
            }
            self.advance(source);
        }
        Ok(text)
    }

    fn assign(&mut self, at: usize, wanted: &Wanted, text: &[u8], taken: i64) -> Result<(), Trap> {
        let name = self.name();
        let Some(pointer) = self.a.get(at).copied() else { return Err(more_values(name)) };
        if pointer != 0 && Pointer::unpack(pointer).base == 0 || self.float_args >> at & 1 == 1 {
            let text = say!("{name} needs the address of a variable: write & before its name", name);
            return Err(text.into());
        }
        match wanted.letter {
            b's' | b'[' => return self.store_text(pointer, text).map(drop),
            b'c' => return self.machine.memory.set_bytes(pointer, text),
            _ => {}
        }
        let (reads, value) = match wanted.letter {
            b'n' => (Kind::Int, taken),
            b'e' | b'f' | b'g' => {
                let value = bits(text::with_point(text).0);
                match wanted.size {
                    Some(b'l' | b'L') => (Kind::Double, value),
                    _ => (Kind::Float, Kind::Double.convert(value, Kind::Float)),
                }
            }
            letter => {
                let unsigned = b"uxo".contains(&letter);
                let kind = match (wanted.size, unsigned) {
                    (Some(b'l'), false) => Kind::Long,
                    (Some(b'l'), true) => Kind::UnsignedLong,
                    (_, false) => Kind::Int,
                    (_, true) => Kind::Unsigned,
                };
                let base = match letter {
                    b'x' => 16,
                    b'o' => 8,
                    b'i' => 0,
                    _ => 10,
                };
                (kind, kind.wrap(text::integer(text, base).0))
            }
        };
        let is = self.machine.kind_at(Pointer::unpack(pointer)).unwrap_or(reads);
        if is.bytes() != reads.bytes() || is.is_real() != reads.is_real() {
            let letter = char::from(wanted.letter);
            let size = wanted.size.map_or(String::new(), |size| char::from(size).to_string());
            self.machine.note(say!(
                "{name}'s %{size}{letter} needs the address of {reads}, but this is the address of {is}",
                name,
                size,
                letter,
                reads = with_article(reads),
                is = with_article(is)
            ));
        }
        self.machine.memory.set_number(pointer, is, reads.convert(value, is))
    }
}

/// Returns the error for a format with more conversions than arguments.
pub(super) fn more_values(name: &str) -> Trap {
    say!("The format of {name} needs more values than it got", name).into()
}

fn with_article(kind: Kind) -> String {
    match kind {
        Kind::Pointer => say!("a pointer").to_string(),
        _ if kind.to_string().starts_with(['i', 'u']) => say!("an {kind}", kind),
        _ => say!("a {kind}", kind),
    }
}

impl Wanted {
    fn read(format: &mut Peekable<impl Iterator<Item = u8>>) -> Result<Wanted, Trap> {
        let mut wanted = Wanted { skips: format.next_if_eq(&b'*').is_some(), ..Wanted::default() };
        while let Some(digit) = format.next_if(u8::is_ascii_digit) {
            wanted.width = (10 * wanted.width + usize::from(digit - b'0')).min(1 << 16);
        }
        wanted.size = format.next_if(|c| b"hlL".contains(c));
        wanted.letter = match format.next().unwrap_or(0) {
            b'E' => b'e',
            b'G' => b'g',
            b'X' => b'x',
            letter => letter,
        };
        if !b"diuxoefgsc[n".contains(&wanted.letter) {
            let letter = char::from(wanted.letter).escape_default();
            return Err(say!("Unknown conversion %{letter} in a format", letter).into());
        }
        if wanted.letter == b'[' {
            wanted.read_set(format);
        }
        if wanted.width == 0 {
            wanted.width = if wanted.letter == b'c' { 1 } else { usize::MAX };
        }
        Ok(wanted)
    }

    fn read_set(&mut self, format: &mut Peekable<impl Iterator<Item = u8>>) {
        self.others = format.next_if_eq(&b'^').is_some();
        while let Some(c) = format.next() {
            if c == b']' && !self.set.is_empty() {
                return;
            }
            let range = c == b'-' && !self.set.is_empty();
            match format.peek() {
                Some(to) if range && *to != b']' => {
                    let from = self.set.last().copied().unwrap_or(0);
                    self.set.extend(from..=*to);
                    format.next();
                }
                _ => self.set.push(c),
            }
        }
    }

    /// True if a character can follow the text read so far.
    fn takes(&self, before: &[u8], c: u8) -> bool {
        let signed = before.is_empty() && matches!(c, b'+' | b'-');
        let digits = before.strip_prefix(b"-").or(before.strip_prefix(b"+")).unwrap_or(before);
        match self.letter {
            b'c' => true,
            b's' => !c.is_ascii_whitespace(),
            b'[' => self.set.contains(&c) != self.others,
            b'e' | b'f' | b'g' => {
                let power = matches!(before.last(), Some(b'e' | b'E'));
                let has = |letters: &[u8]| before.iter().any(|c| letters.contains(c));
                c.is_ascii_digit()
                    || signed
                    || power && matches!(c, b'+' | b'-')
                    || c == b'.' && !has(b".eE")
                    || matches!(c, b'e' | b'E') && has(b"0123456789") && !has(b"eE")
            }
            b'x' | b'i' if digits == b"0" && matches!(c, b'x' | b'X') => true,
            b'x' => c.is_ascii_hexdigit() || signed,
            b'i' if digits.get(1).is_some_and(|c| matches!(c, b'x' | b'X')) => c.is_ascii_hexdigit(),
            b'o' => (b'0'..b'8').contains(&c) || signed,
            _ => c.is_ascii_digit() || signed,
        }
    }
}
