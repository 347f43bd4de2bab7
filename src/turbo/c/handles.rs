//! `io.h`: files by DOS handle. A handle is the number of a stream of `stdio.h`.

use super::calls::{LibCall, LibResult};
use super::disk::Stream;
use super::files;
use super::input::EOF;

/// The flags `O_WRONLY`, `O_RDWR`, `O_CREAT`, `O_TRUNC`, `O_EXCL` and `O_APPEND` of `open`.
const WRITES: i64 = 2;
const BOTH: i64 = 4;
const CREATES: i64 = 0x100;
const EMPTIES: i64 = 0x200;
const NEW: i64 = 0x400;
const APPENDS: i64 = 0x800;

impl LibCall<'_> {
    /// Replaces the handle in the first argument with its stream pointer and runs an action. Returns -1 and sets
    /// `errno` if the handle is not open.
    pub(crate) fn on_handle(&mut self, action: impl FnOnce(&mut Self) -> LibResult) -> LibResult {
        let number = usize::try_from(self.a[0]).unwrap_or(usize::MAX);
        self.a[0] = files::pointer(number.min(usize::from(u16::MAX)));
        if self.stream(0).is_ok() { action(self) } else { self.fails(6) }
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
        let (reads, writes, appends) = (!asks(WRITES), asks(WRITES | BOTH), asks(APPENDS));
        self.numbered(Stream { reads, writes, appends, ..Stream::both_ways(file) })
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

    /// `read` and `write`: call `fread` and `fwrite`. The compiler appends the buffer's type as an argument.
    pub(crate) fn with_handle(&mut self, action: fn(&mut LibCall) -> LibResult) -> LibResult {
        self.on_handle(|call| {
            let [stream, buffer, count] = [0, 1, 2].map(|n| call.a[n]);
            call.a = vec![buffer, 1, count, stream];
            if count == 0 { Ok(0) } else { action(call) }
        })
    }

    /// `eof`: returns 1 if the position is at the end.
    pub(crate) fn eof(&mut self) -> LibResult {
        self.on_handle(|call| {
            let n = call.stream(0)?;
            Ok(call.own_stream(n).map_or(0, |stream| {
                i64::from(stream.at >= call.machine.files.files[stream.file].bytes.len())
            }))
        })
    }
}
