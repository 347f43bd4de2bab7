//! The in-memory files and streams of `stdio.h`. Going back undoes writes.

use super::calls::{LibCall, LibResult};
use super::code::Pointer;
use super::disk::{self, File, FileChange, LARGEST, MOST_BYTES, Stream};
use super::history::Change;
use super::input::{EOF, Source};
use super::memory::Trap;
use super::text;
use super::types::Kind;
use crate::dos::encoding::Encoding;
use crate::dos::hanzi;
use words::say;

/// The address of the first stream; no variable has this address.
const FIRST: usize = (1 << 20) - 64;
/// The index of `stdin`.
pub(super) const STDIN: usize = 0;
/// The index of `stdout`.
pub(super) const STDOUT: usize = 1;
/// The index of `stdprn`, the printer, whose output is lost.
const STDPRN: usize = 3;
const STANDARD: [&str; 4] = ["stdin", "stdout", "stderr", "stdprn"];
/// The maximum number of open streams, including the four standard streams.
const MOST_OPEN: usize = 20;

pub(crate) fn standard(name: &str) -> Option<i64> {
    Some(pointer(STANDARD.iter().position(|known| *known == name)?))
}

pub(super) fn pointer(stream: usize) -> i64 {
    Pointer::pack(FIRST + stream, 1)
}

impl LibCall<'_> {
    fn log_file_change(&mut self, change: FileChange) {
        if let Some(history) = &mut self.machine.memory.history {
            history.rare(Change::Files(Box::new(change)));
        }
    }

    fn set_stream(&mut self, n: usize, stream: Option<Stream>) {
        let streams = &mut self.machine.files.streams;
        if streams.len() <= n {
            streams.resize(n + 1, None);
        }
        let old = std::mem::replace(&mut streams[n], stream);
        self.log_file_change(FileChange::Stream(n, old));
    }

    /// Moves an open stream and clears its end-of-file flag.
    fn move_stream(&mut self, n: usize, stream: Stream, at: usize) {
        self.set_stream(n, Some(Stream { at, ended: false, pushed: None, ..stream }));
    }

    /// Writes bytes into a file at an offset; if `cut` is true, the file ends after them.
    pub(super) fn set_bytes(&mut self, n: usize, at: usize, new: &[u8], cut: bool) {
        self.set_flags(n, |file| file.changed = true);
        let bytes = &mut self.machine.files.files[n].bytes;
        let length = bytes.len();
        let end = at + new.len();
        let from = at.min(length);
        let old_end = if cut { length } else { end.min(length) };
        let old = bytes[from..old_end.max(from)].to_vec();
        bytes.resize(if cut { end } else { end.max(length) }, 0);
        bytes[at..end].copy_from_slice(new);
        let total = self.machine.files.total - length + self.machine.files.files[n].bytes.len();
        self.machine.files.total = total;
        self.log_file_change(FileChange::Bytes(n, from, old, length));
    }

    /// Changes a file's flags and logs the old ones.
    pub(super) fn set_flags(&mut self, n: usize, change: impl FnOnce(&mut File)) {
        let file = &mut self.machine.files.files[n];
        let (removed, changed) = (file.removed, file.changed);
        change(file);
        if (file.removed, file.changed) != (removed, changed) {
            self.log_file_change(FileChange::Flags(n, removed, changed));
        }
    }

    pub(super) fn file_name(&mut self, at: usize) -> Result<String, Trap> {
        let name = String::from_utf8_lossy(&self.text(at)?).replace('\\', "/");
        Ok(name.trim_start_matches("./").to_string())
    }

    /// Finds a file in memory, or loads it from the folder. An error of the folder becomes a warning.
    pub(super) fn find_file(&mut self, name: &str) -> Result<Option<usize>, ()> {
        if let Some(n) = self.machine.files.known(name) {
            return Ok(Some(n).filter(|n| !self.machine.files.files[*n].removed));
        }
        let folder = self.machine.files.folder.clone();
        match folder.map_or(Ok(None), |folder| folder.read(name)) {
            Ok(bytes) => {
                let bytes = bytes.or_else(|| self.font_file(name));
                Ok(bytes.map(|bytes| self.new_file(name, bytes)))
            }
            Err(error) => {
                self.machine.note(error.to_string());
                Err(())
            }
        }
    }

    /// Returns the font of Chinese DOS, which has the characters of GB 2312, if this is the name of its file.
    fn font_file(&mut self, name: &str) -> Option<Vec<u8>> {
        let file = name.rsplit(['/', ':']).next()?;
        file.eq_ignore_ascii_case("HZK16").then(|| {
            if self.machine.program.encoding() == Encoding::Utf8 {
                self.machine.note(say!(
                    "HZK16 has the order of GB2312, but this source is in UTF-8: save it as GBK to find its hanzi there"
                ));
            }
            hanzi::hzk16()
        })
    }

    fn new_file(&mut self, name: &str, bytes: Vec<u8>) -> usize {
        let n =
            self.machine.files.add(File { name: name.to_string(), bytes, removed: false, changed: false });
        self.log_file_change(FileChange::New);
        n
    }

    /// Sets `errno`, if the program declares it.
    pub(super) fn set_errno(&mut self, number: i64) -> Result<(), Trap> {
        if let Ok(pointer) = self.declared("errno") {
            self.machine.memory.set_number(pointer, Kind::Int, number)?;
        }
        Ok(())
    }

    /// Returns the number of the stream that an argument points to. The first four are the standard streams.
    pub(super) fn stream(&self, at: usize) -> Result<usize, Trap> {
        let given = self.a.get(at).copied().unwrap_or(0);
        let n = (0..MOST_OPEN).find(|n| pointer(*n) == given);
        let streams = &self.machine.files.streams;
        let open = |n: &usize| *n < STANDARD.len() || streams.get(*n).is_some_and(Option::is_some);
        let name = self.name();
        match (n.filter(open), given) {
            (Some(n), _) => Ok(n),
            (None, 0) => Err(say!("{name} got NULL for a file: fopen could not open it", name).into()),
            _ => Err(say!("{name} got a file that is not open", name).into()),
        }
    }

    /// Returns a stream of a file; `None` for a standard stream, unless `freopen` gave it a file.
    pub(super) fn own_stream(&self, n: usize) -> Option<Stream> {
        self.machine.files.streams.get(n).copied().flatten()
    }

    /// Opens the file that the first two arguments name. Returns the result of `open`, or the pointer to a standard
    /// stream. Sets `errno` if the file cannot be opened.
    pub(crate) fn open_file(&mut self, open: impl FnOnce(&mut Self, Stream) -> LibResult) -> LibResult {
        let name = self.file_name(0)?;
        let mode = self.text(1)?;
        let both = mode.contains(&b'+');
        let kind = mode.first().copied().unwrap_or(0);
        let device = disk::device(&name);
        match device {
            Some("PRN") => return Ok(pointer(STDPRN)),
            Some("CON") => return Ok(pointer(if kind == b'r' { STDIN } else { STDOUT })),
            _ => {}
        }
        if name.is_empty() || !b"rwa".contains(&kind) {
            self.set_errno(if name.is_empty() { 2 } else { 19 })?;
            return Ok(0);
        }
        let file = match self.find_file(&name) {
            _ if device.is_some() => self.create_file(&name),
            Ok(Some(file)) => file,
            Ok(None) if kind != b'r' => self.create_file(&name),
            found => {
                self.set_errno(if found.is_ok() { 2 } else { 5 })?;
                return Ok(0);
            }
        };
        if kind == b'w' {
            self.set_bytes(file, 0, &[], true);
        }
        let (reads, writes, appends) = (kind == b'r' || both, kind != b'r' || both, kind == b'a');
        open(self, Stream { reads, writes, appends, ..Stream::both_ways(file) })
    }

    /// Creates an empty file, or empties an existing or removed one.
    pub(super) fn create_file(&mut self, name: &str) -> usize {
        let known = self.machine.files.known(name);
        let n = known.unwrap_or_else(|| self.new_file(name, Vec::new()));
        self.set_flags(n, |file| (file.removed, file.changed) = (false, true));
        self.set_bytes(n, 0, &[], true);
        n
    }

    pub(crate) fn open_stream(&mut self, stream: Stream) -> LibResult {
        let is_free = |n: &usize| self.own_stream(*n).is_none();
        let Some(n) = (STANDARD.len()..MOST_OPEN).find(is_free) else {
            self.set_errno(4)?;
            return Ok(0);
        };
        self.set_stream(n, Some(stream));
        Ok(pointer(n))
    }

    pub(crate) fn freopen(&mut self) -> LibResult {
        let stream = self.stream(2)?;
        self.set_stream(stream, None);
        self.open_file(|call, file| {
            call.set_stream(stream, Some(file));
            Ok(call.a[2])
        })
    }

    pub(crate) fn tmpfile(&mut self) -> LibResult {
        let name = self.free_name();
        let file = self.create_file(&name);
        self.open_stream(Stream::both_ways(file))
    }

    fn free_name(&self) -> String {
        let n = self.machine.files.files.len();
        let mut names = (n + 1..).map(|n| format!("TMP{n}.$$$"));
        names.find(|name| self.machine.files.known(name).is_none()).unwrap_or_default()
    }

    pub(crate) fn tmpnam(&mut self) -> LibResult {
        let name = self.free_name();
        match self.a[0] {
            0 => self.return_text(&name),
            _ => self.set_text(name.as_bytes()),
        }
    }

    pub(crate) fn fclose(&mut self) -> LibResult {
        let n = self.stream(0)?;
        if self.own_stream(n).is_some() {
            self.set_stream(n, None);
        }
        Ok(0)
    }

    fn count_open(&self) -> usize {
        self.machine.files.streams.iter().skip(STANDARD.len()).flatten().count()
    }

    /// `flushall`: returns the number of open streams, including the standard streams.
    pub(crate) fn flushall(&mut self) -> LibResult {
        Ok((STANDARD.len() + self.count_open()) as i64)
    }

    /// `fcloseall`: returns the number of closed streams.
    pub(crate) fn fcloseall(&mut self) -> LibResult {
        let count = self.count_open();
        for n in STANDARD.len()..self.machine.files.streams.len() {
            if self.machine.files.streams[n].is_some() {
                self.set_stream(n, None);
            }
        }
        Ok(count as i64)
    }

    /// Returns the value of `errno`, or "no such file" if the program does not declare it.
    pub(super) fn errno(&self) -> LibResult {
        match self.declared("errno") {
            Ok(pointer) => self.machine.memory.number(pointer, Kind::Int),
            Err(_) => Ok(2),
        }
    }

    pub(crate) fn perror(&mut self) -> LibResult {
        let errno = self.errno()?;
        let mut text = self.text(0)?;
        text.extend(format!(": {}\n", text::error(errno)).bytes());
        Ok(self.print(&text))
    }

    /// `remove`: deletes a file and returns 0 if it existed.
    pub(crate) fn remove(&mut self) -> LibResult {
        let name = self.file_name(0)?;
        let Ok(Some(file)) = self.find_file(&name) else { return self.fails(2) };
        self.set_bytes(file, 0, &[], true);
        self.set_flags(file, |file| file.removed = true);
        Ok(0)
    }

    /// `rename`: returns 0 if the old file existed and the new one did not.
    pub(crate) fn rename(&mut self) -> LibResult {
        let (old, new) = (self.file_name(0)?, self.file_name(1)?);
        let found = (self.find_file(&old), self.find_file(&new));
        let (Ok(Some(from)), Ok(None)) = found else {
            return self.fails(if found.0 == Ok(None) { 2 } else { 5 });
        };
        let bytes = self.machine.files.files[from].bytes.clone();
        let to = self.create_file(&new);
        self.set_bytes(to, 0, &bytes, true);
        self.remove()
    }

    /// `access`: returns 0 if a file exists.
    pub(crate) fn access(&mut self) -> LibResult {
        let name = self.file_name(0)?;
        if let Ok(Some(_)) = self.find_file(&name) { Ok(0) } else { self.fails(2) }
    }

    pub(crate) fn fileno(&mut self) -> LibResult {
        Ok(self.stream(0)? as i64)
    }

    pub(crate) fn filelength(&mut self) -> LibResult {
        let stream = usize::try_from(self.a[0]).ok().and_then(|n| self.own_stream(n));
        Ok(stream.map_or(EOF, |stream| self.machine.files.files[stream.file].bytes.len() as i64))
    }

    pub(super) fn source(&mut self, at: usize) -> Result<Source, Trap> {
        let n = self.stream(at)?;
        match self.own_stream(n) {
            Some(stream) if stream.reads => Ok(Source::File(n)),
            None if n == STDIN => Ok(Source::Keyboard),
            _ => {
                let value = self.name();
                Err(say!("{value} reads from a file that was opened for writing", value).into())
            }
        }
    }

    pub(super) fn peek_file(&mut self, n: usize) -> Option<u8> {
        let stream = self.machine.files.streams[n]?;
        let bytes = &self.machine.files.files[stream.file].bytes;
        let next = stream.pushed.or_else(|| bytes.get(stream.at).copied());
        if next.is_none() && !stream.ended {
            let ended = true;
            self.set_stream(n, Some(Stream { ended, ..stream }));
        }
        next
    }

    pub(super) fn advance_file(&mut self, n: usize) {
        if let Some(stream) = self.machine.files.streams[n] {
            let at = stream.at + usize::from(stream.pushed.is_none());
            self.set_stream(n, Some(Stream { at, pushed: None, ..stream }));
        }
    }

    pub(crate) fn write_to(&mut self, at: usize, bytes: &[u8]) -> LibResult {
        let stream = self.stream(at)?;
        self.write_stream(stream, bytes)
    }

    /// Writes bytes and returns their number.
    pub(super) fn write_stream(&mut self, n: usize, bytes: &[u8]) -> LibResult {
        let Some(stream) = self.own_stream(n) else {
            if n != STDPRN {
                self.print(bytes);
            }
            return Ok(bytes.len() as i64);
        };
        if !stream.writes {
            let value = self.name();
            return Err(say!("{value} writes to a file that was opened for reading", value).into());
        }
        let length = self.machine.files.files[stream.file].bytes.len();
        let at = if stream.appends { length } else { stream.at };
        let end = at + bytes.len();
        self.check_size(end)?;
        if self.machine.files.total + end.saturating_sub(length) > MOST_BYTES {
            let name = self.name();
            return Err(say!(
                "{name} makes the files too large: at most {MOST_BYTES} bytes in total",
                name,
                MOST_BYTES
            )
            .into());
        }
        self.machine.worked(bytes.len());
        self.set_bytes(stream.file, at, bytes, false);
        self.set_stream(n, Some(Stream { at: end, pushed: None, ..stream }));
        Ok(bytes.len() as i64)
    }

    /// # Errors
    /// If no file may have this many bytes.
    fn check_size(&self, bytes: usize) -> Result<(), Trap> {
        let value = self.name();
        match bytes > LARGEST {
            true => {
                Err(say!("{value} makes a file too large: at most {LARGEST} bytes", value, LARGEST).into())
            }
            false => Ok(()),
        }
    }

    pub(crate) fn fgetc(&mut self) -> LibResult {
        let mut source = self.source(0)?;
        self.next(&mut source).map(|c| c.map_or(EOF, i64::from))
    }

    /// `ungetc`: puts back one character, which need not be the one that was read.
    pub(crate) fn ungetc(&mut self) -> LibResult {
        let (c, n) = (self.a[0], self.stream(1)?);
        let pushed = Some(c as u8);
        match self.own_stream(n) {
            _ if c == EOF => Ok(EOF),
            Some(stream) if stream.reads && stream.pushed.is_none() => {
                self.set_stream(n, Some(Stream { pushed, ended: false, ..stream }));
                Ok(c)
            }
            None if n == STDIN && self.machine.devices.pushed.is_none() => {
                self.machine.devices.pushed = pushed;
                Ok(c)
            }
            _ => Ok(EOF),
        }
    }

    /// `fgets`: reads a line with its newline, up to the buffer's size.
    pub(crate) fn fgets(&mut self) -> LibResult {
        let mut source = self.source(2)?;
        let room = self.a[1].max(1) as usize - 1;
        let mut line = Vec::new();
        while line.len() < room && line.last() != Some(&b'\n') {
            let Some(c) = self.next(&mut source)? else { break };
            line.push(c);
        }
        if line.is_empty() { Ok(0) } else { self.set_text(&line) }
    }

    /// `getw`: reads two bytes as an int.
    pub(crate) fn getw(&mut self) -> LibResult {
        let mut source = self.source(0)?;
        match (self.next(&mut source)?, self.next(&mut source)?) {
            (Some(low), Some(high)) => Ok(i16::from_le_bytes([low, high]).into()),
            _ => Ok(EOF),
        }
    }

    pub(crate) fn fputs(&mut self) -> LibResult {
        let text = self.text(0)?;
        self.write_to(1, &text)?;
        Ok(0)
    }

    pub(crate) fn fprintf(&mut self) -> LibResult {
        let text = self.formatted(1)?;
        self.write_to(0, &text)
    }

    pub(crate) fn fscanf(&mut self) -> LibResult {
        let source = self.source(0)?;
        self.scan(source, 1)
    }

    pub(crate) fn fwrite(&mut self) -> LibResult {
        let (size, count) = (self.a[1] as usize, self.a[2] as usize);
        self.check_size(size * count)?;
        let bytes = self.machine.memory.bytes(self.a[0], size * count)?;
        self.write_to(3, &bytes)?;
        Ok(count as i64)
    }

    pub(crate) fn fread(&mut self) -> LibResult {
        let (size, count) = (self.a[1] as usize, self.a[2] as usize);
        let mut source = self.source(3)?;
        let mut bytes = Vec::new();
        while bytes.len() < size * count {
            match self.next(&mut source)? {
                Some(c) => bytes.push(c),
                None => break,
            }
        }
        self.machine.memory.set_bytes(self.a[0], &bytes)?;
        Ok((bytes.len() / size.max(1)) as i64)
    }

    pub(crate) fn fseek(&mut self) -> LibResult {
        let n = self.stream(0)?;
        let Some(stream) = self.own_stream(n) else { return Ok(EOF) };
        let from = match self.a[2] {
            0 => 0,
            1 => stream.position(),
            _ => self.machine.files.files[stream.file].bytes.len(),
        };
        let Ok(at) = usize::try_from(from as i64 + self.a[1]) else { return Ok(EOF) };
        self.move_stream(n, stream, at.min(LARGEST));
        Ok(0)
    }

    /// `fgetpos`: stores the position that `ftell` returns.
    pub(crate) fn fgetpos(&mut self) -> LibResult {
        let at = self.ftell()?;
        self.put(1, Kind::Long, at)
    }

    pub(crate) fn fsetpos(&mut self) -> LibResult {
        let at = self.pointed_to(1, Kind::Long)?;
        self.a = vec![self.a[0], at, 0];
        self.fseek()
    }

    pub(crate) fn clearerr(&mut self) -> LibResult {
        let n = self.stream(0)?;
        if let Some(stream) = self.own_stream(n) {
            self.move_stream(n, stream, stream.at);
        }
        Ok(0)
    }

    pub(crate) fn rewind(&mut self) -> LibResult {
        self.a = vec![self.a[0], 0, 0];
        self.fseek()
    }

    pub(crate) fn ftell(&mut self) -> LibResult {
        let n = self.stream(0)?;
        Ok(self.own_stream(n).map_or(0, |stream| stream.position() as i64))
    }

    pub(crate) fn feof(&mut self) -> LibResult {
        let n = self.stream(0)?;
        Ok(self.own_stream(n).is_some_and(|stream| stream.ended).into())
    }

    /// `fflush`: for `stdin`, discards the typed input.
    pub(crate) fn fflush(&mut self) -> LibResult {
        if self.a[0] != 0 && self.stream(0)? == 0 {
            self.machine.devices.read = self.machine.devices.lines;
            self.machine.devices.pushed = None;
        }
        Ok(0)
    }
}
