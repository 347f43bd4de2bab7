//! Files, which live in memory for one run: `fopen` and what is done with a stream. A step back takes back what was written.

use super::calls::{Done, World};
use super::code::{Pointer, UNSET};
use super::disk::{FileChange, Stream};
use super::history::Change;
use super::input::{EOF, Source};
use super::memory::Trouble;
use super::types::{Kind, Type, bits, real};

/// The address of the first stream, which no variable has.
const FIRST: usize = (1 << 20) - 64;
/// `stdin`, `stdout`, `stderr` and `stdprn`.
const STANDARD: [&str; 4] = ["stdin", "stdout", "stderr", "stdprn"];
/// How many streams there can be at once, those of the machine included.
const MOST_OPEN: usize = 20;
/// How large a file can become, in bytes.
const LARGEST: usize = 1 << 20;

/// The pointer that a name of `stdio.h` stands for.
pub(crate) fn standard(name: &str) -> Option<i64> {
    let n = STANDARD.iter().position(|known| *known == name)?;
    Some(pointer(n))
}

fn pointer(stream: usize) -> i64 {
    Pointer::pack(FIRST + stream, 1)
}

impl World<'_> {
    fn file_changed(&mut self, change: FileChange) {
        if let Some(history) = &mut self.machine.memory.history {
            history.rare(Change::Files(Box::new(change)));
        }
    }

    fn set_stream(&mut self, n: usize, stream: Option<Stream>) {
        let old = std::mem::replace(&mut self.machine.files.streams[n], stream);
        self.file_changed(FileChange::Stream(n, old));
    }

    /// Puts bytes into a file from a place on, and cuts off what lies behind them if that is wanted.
    fn set_bytes(&mut self, file: usize, at: usize, new: &[u8], cut: bool) {
        let (name, bytes) = &mut self.machine.files.files[file];
        let (name, length) = (name.clone(), bytes.len());
        let end = at + new.len();
        let old_end = if cut { length } else { end.min(length) };
        let old = bytes[at.min(length)..old_end.max(at.min(length))].to_vec();
        bytes.resize(if cut { end } else { end.max(length) }, 0);
        bytes[at..end].copy_from_slice(new);
        let from = at.min(length);
        self.file_changed(FileChange::Bytes(file, name, from, old, length));
    }

    /// The number of the stream that an argument points to. The first four are the machine's own.
    fn stream(&self, at: usize) -> Result<usize, Trouble> {
        let given = self.a.get(at).copied().unwrap_or(0);
        let n = (0..MOST_OPEN).find(|n| pointer(*n) == given);
        let open = |n: &usize| match n.checked_sub(STANDARD.len()) {
            None => true,
            Some(n) => self
                .machine
                .files
                .streams
                .get(n)
                .is_some_and(Option::is_some),
        };
        let name = self.name;
        match (n.filter(open), given) {
            (Some(n), _) => Ok(n),
            (None, 0) => Err(format!("{name} got NULL for a file: fopen could not open it").into()),
            _ => Err(format!("{name} got a file that is not open").into()),
        }
    }

    fn own(&self, stream: usize) -> Option<(usize, Stream)> {
        let n = stream.checked_sub(STANDARD.len())?;
        Some((n, self.machine.files.streams[n]?))
    }

    pub(crate) fn fopen(&mut self) -> Done {
        let name = String::from_utf8_lossy(&self.text(0)?).to_ascii_uppercase();
        let mode = self.text(1)?;
        let both = mode.contains(&b'+');
        let kind = mode.first().copied().unwrap_or(0);
        if name.is_empty() || !b"rwa".contains(&kind) {
            return Ok(0);
        }
        let files = &mut self.machine.files;
        let known = files.files.iter().position(|(known, _)| *known == name);
        let file = match known {
            Some(file) => file,
            None if kind == b'r' => return Ok(0),
            None => {
                files.files.push((name, Vec::new()));
                let file = files.files.len() - 1;
                self.file_changed(FileChange::New);
                file
            }
        };
        if kind == b'w' {
            self.set_bytes(file, 0, &[], true);
        }
        let stream = Stream {
            file,
            at: 0,
            reads: kind == b'r' || both,
            writes: kind != b'r' || both,
            appends: kind == b'a',
            ended: false,
        };
        let streams = &mut self.machine.files.streams;
        let free = streams.iter().position(Option::is_none);
        let n = free.unwrap_or(streams.len());
        if n + STANDARD.len() >= MOST_OPEN {
            return Ok(0);
        }
        if free.is_none() {
            streams.push(None);
        }
        self.set_stream(n, Some(stream));
        Ok(pointer(n + STANDARD.len()))
    }

    pub(crate) fn fclose(&mut self) -> Done {
        let stream = self.stream(0)?;
        if let Some((n, _)) = self.own(stream) {
            self.set_stream(n, None);
        }
        Ok(0)
    }

    /// `perror`: the one reason for which a file cannot be opened here.
    pub(crate) fn perror(&mut self) -> Done {
        let mut text = self.text(0)?;
        text.extend(b": No such file or directory\n");
        Ok(self.print(&text))
    }

    /// `remove`: 0 if the file was there.
    pub(crate) fn remove(&mut self) -> Done {
        let name = String::from_utf8_lossy(&self.text(0)?).to_ascii_uppercase();
        let mut files = self.machine.files.files.iter();
        let Some(file) = files.position(|(known, _)| *known == name) else {
            return Ok(EOF);
        };
        self.set_bytes(file, 0, &[], true);
        // It keeps its place, and has no name that could be opened.
        self.machine.files.files[file].0.clear();
        Ok(0)
    }

    /// The source of characters that an argument is.
    pub(super) fn source(&mut self, at: usize) -> Result<Source, Trouble> {
        let stream = self.stream(at)?;
        match self.own(stream) {
            Some((n, stream)) if stream.reads => Ok(Source::File(n)),
            None if stream == 0 => Ok(Source::Keyboard),
            _ => Err(format!(
                "{} reads from a file that was opened for writing",
                self.name
            )
            .into()),
        }
    }

    pub(super) fn peek_file(&mut self, n: usize) -> Option<u8> {
        let stream = self.machine.files.streams[n]?;
        let next = self.machine.files.files[stream.file]
            .1
            .get(stream.at)
            .copied();
        if next.is_none() && !stream.ended {
            let ended = true;
            self.set_stream(n, Some(Stream { ended, ..stream }));
        }
        next
    }

    pub(super) fn advance_file(&mut self, n: usize) {
        if let Some(stream) = self.machine.files.streams[n] {
            let at = stream.at + 1;
            self.set_stream(n, Some(Stream { at, ..stream }));
        }
    }

    /// Writes bytes to the stream of an argument.
    fn write_to(&mut self, at: usize, bytes: &[u8]) -> Result<(), Trouble> {
        let stream = self.stream(at)?;
        let Some((n, stream)) = self.own(stream) else {
            if stream != 3 {
                self.print(bytes);
            }
            return Ok(());
        };
        if !stream.writes {
            return Err(
                format!("{} writes to a file that was opened for reading", self.name).into(),
            );
        }
        let length = self.machine.files.files[stream.file].1.len();
        let at = if stream.appends { length } else { stream.at };
        if at + bytes.len() > LARGEST {
            return Err(format!(
                "{} makes a file too large: at most {LARGEST} bytes",
                self.name
            )
            .into());
        }
        self.machine.worked(bytes.len());
        self.set_bytes(stream.file, at, bytes, false);
        let at = at + bytes.len();
        self.set_stream(n, Some(Stream { at, ..stream }));
        Ok(())
    }

    pub(crate) fn fgetc(&mut self) -> Done {
        let mut source = self.source(0)?;
        self.next(&mut source).map(|c| c.map_or(EOF, i64::from))
    }

    pub(crate) fn ungetc(&mut self) -> Done {
        let stream = self.stream(1)?;
        match self.own(stream) {
            Some((n, stream)) if stream.at > 0 => {
                let (at, ended) = (stream.at - 1, false);
                self.set_stream(
                    n,
                    Some(Stream {
                        at,
                        ended,
                        ..stream
                    }),
                );
                Ok(self.a[0])
            }
            None if stream == 0 && self.machine.devices.read > 0 => {
                self.machine.devices.read -= 1;
                Ok(self.a[0])
            }
            _ => Ok(EOF),
        }
    }

    /// `fgets`: a line with its end, as far as there is room.
    pub(crate) fn fgets(&mut self) -> Done {
        let mut source = self.source(2)?;
        let room = self.a[1].max(1) as usize - 1;
        let mut line = Vec::new();
        while line.len() < room && line.last() != Some(&b'\n') {
            match self.next(&mut source)? {
                Some(c) => line.push(c),
                None => break,
            }
        }
        match line.is_empty() {
            true => Ok(0),
            false => self.set_text(&line),
        }
    }

    pub(crate) fn fputc(&mut self) -> Done {
        self.write_to(1, &[self.a[0] as u8])?;
        Ok(self.a[0])
    }

    pub(crate) fn fputs(&mut self) -> Done {
        let text = self.text(0)?;
        self.write_to(1, &text)?;
        Ok(0)
    }

    pub(crate) fn fprintf(&mut self) -> Done {
        let text = self.formatted(1)?;
        self.write_to(0, &text)?;
        Ok(text.len() as i64)
    }

    pub(crate) fn fscanf(&mut self) -> Done {
        let source = self.source(0)?;
        self.scan(source, 1)
    }

    /// The kinds of number that an element of `fread` and `fwrite` is made of. The compiler hands over what the pointer points to.
    fn kinds(&self) -> Vec<Kind> {
        let code = self.machine.program.code();
        let ty = code.types.get(self.a[4] as usize).cloned();
        let mut kinds = Vec::new();
        kinds_of(&ty.unwrap_or(Type::Number(Kind::UnsignedChar)), &mut kinds);
        kinds
    }

    pub(crate) fn fwrite(&mut self) -> Done {
        let (size, count) = (self.a[1] as usize, self.a[2] as usize);
        let kinds = self.kinds();
        let mut bytes = Vec::new();
        let (first, _) = self.machine.memory.rest(self.a[0], 1)?;
        for (cell, kind) in (first..).zip(kinds.iter().cycle()) {
            if bytes.len() >= size * count {
                break;
            }
            let held = self
                .machine
                .memory
                .cells
                .get(cell)
                .copied()
                .unwrap_or(UNSET);
            let held = if held == UNSET { 0 } else { held };
            match kind {
                Kind::Float => bytes.extend((real(held) as f32).to_le_bytes()),
                kind => bytes.extend(&held.to_le_bytes()[..kind.bytes()]),
            }
        }
        bytes.truncate(size * count);
        self.write_to(3, &bytes)?;
        Ok(count as i64)
    }

    pub(crate) fn fread(&mut self) -> Done {
        let (size, count) = (self.a[1] as usize, self.a[2] as usize);
        let (kinds, mut source) = (self.kinds(), self.source(3)?);
        let mut bytes = Vec::new();
        while bytes.len() < size * count {
            match self.next(&mut source)? {
                Some(c) => bytes.push(c),
                None => break,
            }
        }
        let mut rest = &bytes[..];
        let (first, room) = self.machine.memory.rest(self.a[0], 1)?;
        for (cell, kind) in (first..first + room).zip(kinds.iter().cycle()) {
            let Some((own, others)) = rest.split_at_checked(kind.bytes()) else {
                break;
            };
            rest = others;
            let mut eight = [0; 8];
            eight[..own.len()].copy_from_slice(own);
            let value = match kind {
                Kind::Float => bits(f32::from_le_bytes([own[0], own[1], own[2], own[3]]).into()),
                kind => kind.wrap(i64::from_le_bytes(eight)),
            };
            self.machine.memory.write(cell, value);
        }
        Ok((bytes.len() / size.max(1)) as i64)
    }

    pub(crate) fn fseek(&mut self) -> Done {
        let stream = self.stream(0)?;
        let Some((n, stream)) = self.own(stream) else {
            return Ok(EOF);
        };
        let from = match self.a[2] {
            0 => 0,
            1 => stream.at,
            _ => self.machine.files.files[stream.file].1.len(),
        };
        let Ok(at) = usize::try_from(from as i64 + self.a[1]) else {
            return Ok(EOF);
        };
        let (at, ended) = (at.min(LARGEST), false);
        self.set_stream(
            n,
            Some(Stream {
                at,
                ended,
                ..stream
            }),
        );
        Ok(0)
    }

    /// `rewind`: back to the beginning.
    pub(crate) fn rewind(&mut self) -> Done {
        self.a.truncate(1);
        self.a.extend([0, 0]);
        self.fseek()
    }

    pub(crate) fn ftell(&mut self) -> Done {
        let stream = self.stream(0)?;
        Ok(self.own(stream).map_or(0, |(_, stream)| stream.at as i64))
    }

    pub(crate) fn feof(&mut self) -> Done {
        let stream = self.stream(0)?;
        Ok(self
            .own(stream)
            .is_some_and(|(_, stream)| stream.ended)
            .into())
    }

    /// `fflush`: of `stdin`, what was typed and not read is forgotten.
    pub(crate) fn fflush(&mut self) -> Done {
        if self.a[0] != 0 && self.stream(0)? == 0 {
            self.machine.devices.read = self.machine.devices.lines;
        }
        Ok(0)
    }
}

fn kinds_of(ty: &Type, kinds: &mut Vec<Kind>) {
    match ty {
        Type::Array(of, count) => (0..*count).for_each(|_| kinds_of(of, kinds)),
        Type::Struct(s) => s.members.iter().for_each(|m| kinds_of(&m.ty, kinds)),
        Type::Void | Type::Function(_) => kinds.push(Kind::UnsignedChar),
        Type::Pointer(_) => kinds.push(Kind::Unsigned),
        Type::Number(kind) | Type::Bits(kind, _) => kinds.push(*kind),
    }
}
