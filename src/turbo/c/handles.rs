//! `io.h`: files by DOS handle. A handle is the number of a stream of `stdio.h`.

use super::calls::{LibCall, LibResult};
use super::disk::Stream;
use super::files;
use super::input::EOF;
use super::memory::Trap;

/// The `O_WRONLY` flag of `open`.
const WRITES: i64 = 2;
/// The `O_RDWR` flag of `open`.
const BOTH: i64 = 4;
/// The `O_CREAT` flag of `open`.
const CREATES: i64 = 0x100;
/// The `O_TRUNC` flag of `open`.
const EMPTIES: i64 = 0x200;
/// The `O_EXCL` flag of `open`.
const NEW: i64 = 0x400;
/// The `O_APPEND` flag of `open`.
const APPENDS: i64 = 0x800;

impl LibCall<'_> {
    /// Replaces the handle in the first argument with its stream pointer. Returns false and sets `errno` if
    /// the handle is not open.
    fn resolve_handle(&mut self) -> Result<bool, Trap> {
        let number = usize::try_from(self.a[0]).unwrap_or(usize::MAX);
        self.a[0] = files::pointer(number.min(usize::from(u16::MAX)));
        let is_open = self.stream(0).is_ok();
        if !is_open {
            self.set_errno(6)?;
        }
        Ok(is_open)
    }

    /// Opens a stream and returns its handle, or -1.
    fn numbered(&mut self, stream: Stream) -> LibResult {
        match self.open_stream(stream)? {
            0 => Ok(EOF),
            pointer => {
                self.a[0] = pointer;
                self.fileno()
            }
        }
    }

    pub(crate) fn open(&mut self) -> LibResult {
        let (name, how) = (self.file_name(0)?, self.a[1]);
        let asks = |bit: i64| how & bit != 0;
        let known = self.find_file(&name).unwrap_or_default();
        let file = match known {
            Some(_) if asks(CREATES) && asks(NEW) => return self.fails(35),
            Some(file) if asks(EMPTIES) => {
                self.set_bytes(file, 0, &[], true);
                file
            }
            Some(file) => file,
            None if asks(CREATES) && !name.is_empty() => self.create_file(&name),
            None => return self.fails(2),
        };
        self.numbered(Stream {
            file,
            at: 0,
            reads: !asks(WRITES),
            writes: asks(WRITES | BOTH),
            appends: asks(APPENDS),
            ended: false,
            pushed: None,
        })
    }

    /// Sets `errno` and returns -1.
    pub(super) fn fails(&mut self, number: i64) -> LibResult {
        self.set_errno(number)?;
        Ok(EOF)
    }

    /// `creat`: creates an empty file for reading and writing. `creatnew` fails if the file exists.
    pub(crate) fn creat(&mut self, new: bool) -> LibResult {
        let name = self.file_name(0)?;
        if new && self.find_file(&name) != Ok(None) {
            return self.fails(35);
        }
        if name.is_empty() {
            return self.fails(2);
        }
        let file = self.create_file(&name);
        self.numbered(Stream::both_ways(file))
    }

    pub(crate) fn close(&mut self) -> LibResult {
        match self.resolve_handle()? {
            true => self.fclose(),
            false => Ok(EOF),
        }
    }

    /// `read` and `write`: call `fread` and `fwrite`. The compiler appends the buffer's type as an argument.
    pub(crate) fn with_handle(&mut self, action: fn(&mut LibCall) -> LibResult) -> LibResult {
        if !self.resolve_handle()? {
            return Ok(EOF);
        }
        let [stream, buffer, count] = [0, 1, 2].map(|n| self.a[n]);
        self.a = vec![buffer, 1, count, stream];
        match count {
            0 => Ok(0),
            _ => action(self),
        }
    }

    pub(crate) fn lseek(&mut self) -> LibResult {
        match self.resolve_handle()? && self.fseek()? == 0 {
            true => self.ftell(),
            false => Ok(EOF),
        }
    }

    pub(crate) fn tell(&mut self) -> LibResult {
        match self.resolve_handle()? {
            true => self.ftell(),
            false => Ok(EOF),
        }
    }

    /// `eof`: returns 1 if the position is at the end.
    pub(crate) fn eof(&mut self) -> LibResult {
        if !self.resolve_handle()? {
            return Ok(EOF);
        }
        let stream = self.stream(0)?;
        Ok(self.own_stream(stream).map_or(0, |(_, stream)| {
            let length = self.machine.files.files[stream.file].bytes.len();
            i64::from(stream.at >= length)
        }))
    }

    /// `isatty`: returns 1 if the handle is one of the standard streams.
    pub(crate) fn isatty(&mut self) -> LibResult {
        Ok(i64::from((0..4).contains(&self.a[0])))
    }
}
