//! Memory of the PC outside the program, to which far pointers lead: the text screen at B800:0000, the picture at
//! A000:0000, and the BIOS's data at 0040:0000.

use super::calls::{LibCall, LibResult};
use super::code::Pointer;
use super::conio;
use super::memory::Trap;
use super::modes::{MCGA, VGAHI};
use super::types::Kind;
use words::say;

const PICTURE: usize = 0xA_0000;
const TEXT: usize = 0xB_8000;
/// The BIOS's count of clock ticks since midnight.
const TICKS: usize = 0x46C;
/// The number of columns of the text screen.
const COLUMNS: usize = 80;

/// The column and the row of a byte in text memory.
fn text_place(at: usize) -> (i32, i32) {
    let n = (at - TEXT) / 2;
    ((n % COLUMNS) as i32, (n / COLUMNS) as i32)
}

impl LibCall<'_> {
    /// Reads or writes a number outside the program. The arguments are its first and last row on the screen, its
    /// linear address, and the new value.
    pub(crate) fn reach_outside(&mut self, kind: Kind, writes: bool) -> LibResult {
        let (first, mut image) = (self.a[2] as usize, kind.image(self.a[3]));
        for (at, shift) in (first..first + kind.bytes()).zip((0..).step_by(8)) {
            match writes {
                true => self.set_outer_byte(at, (image >> shift) as u8)?,
                false => image = image & !(0xFF << shift) | u64::from(self.outer_byte(at)?) << shift,
            }
        }
        Ok(kind.of_image(image))
    }

    /// The rows of pixels that the bytes from a linear address can change.
    pub(crate) fn outer_rows(at: usize, count: usize) -> [i64; 2] {
        let rows = |at: usize| match at {
            TEXT.. => 16 * ((at - TEXT) / (2 * COLUMNS)) as i64,
            // A row has at least 80 bytes.
            PICTURE.. => ((at - PICTURE) / COLUMNS) as i64,
            _ => 0,
        };
        let first = if at >= TEXT { rows(at) } else { 0 };
        [first, rows(at + count) + 15]
    }

    fn outer_byte(&mut self, at: usize) -> Result<u8, Trap> {
        let is_mcga = self.machine.devices.graphics.mode == MCGA;
        Ok(match at {
            TEXT.. => {
                let (column, row) = text_place(at);
                let (code, attribute) = conio::read(self.console.screen(), column, row);
                if at.is_multiple_of(2) { code } else { attribute }
            }
            PICTURE.. if is_mcga => {
                let (x, y) = ((at - PICTURE) % 320, (at - PICTURE) / 320);
                self.console.screen().getpixel(x as i32, y as i32).unwrap_or(0)
            }
            PICTURE.. => {
                let (x, y) = (8 * ((at - PICTURE) % COLUMNS) as i32, ((at - PICTURE) / COLUMNS) as i32);
                let screen = self.console.screen();
                let is_set = |n: i32| screen.getpixel(x + n, y).is_some_and(|color| color != 0);
                (0..8).fold(0, |bits, n| bits << 1 | u8::from(is_set(n)))
            }
            TICKS..0x470 => (self.biostime()? >> (8 * (at - TICKS))) as u8,
            _ => 0,
        })
    }

    fn set_outer_byte(&mut self, at: usize, byte: u8) -> Result<(), Trap> {
        let is_mcga = self.machine.devices.graphics.mode == MCGA;
        match at {
            TEXT.. => {
                let (column, row) = text_place(at);
                let (code, attribute) = conio::read(self.console.screen(), column, row);
                let (code, attribute) = if at.is_multiple_of(2) { (byte, attribute) } else { (code, byte) };
                conio::write_code(self.console.screen(), column, row, code, attribute);
            }
            PICTURE.. if is_mcga => {
                if byte > 15 {
                    self.machine.note(say!(
                        "The screen has 16 colours: of the 256 colours of mode 13h it shows the number modulo 16"
                    ).to_string());
                }
                let (x, y) = ((at - PICTURE) % 320, (at - PICTURE) / 320);
                self.console.screen().putpixel(x as i32, y as i32, byte & 15);
            }
            PICTURE.. => {
                self.machine.note(
                    say!("A byte at A000:0000 sets eight pixels in white or black: this VGA has no planes")
                        .to_string(),
                );
                let (x, y) = (8 * ((at - PICTURE) % COLUMNS) as i32, ((at - PICTURE) / COLUMNS) as i32);
                for n in 0..8 {
                    let color = if byte << n & 0x80 != 0 { 15 } else { 0 };
                    self.console.screen().putpixel(x + n, y, color);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The bytes at a pointer into the program's memory or outside it.
    pub(crate) fn bytes_at(&mut self, pointer: i64, count: usize) -> Result<Vec<u8>, Trap> {
        match Pointer::unpack(pointer).outer_address() {
            Some(at) => (at..at + count).map(|at| self.outer_byte(at)).collect(),
            None => self.machine.memory.bytes(pointer, count),
        }
    }

    pub(crate) fn put_bytes(&mut self, pointer: i64, bytes: &[u8]) -> Result<(), Trap> {
        match Pointer::unpack(pointer).outer_address() {
            Some(at) => (at..).zip(bytes).try_for_each(|(at, byte)| self.set_outer_byte(at, *byte)),
            None => self.machine.memory.set_bytes(pointer, bytes),
        }
    }

    /// `movedata`: copies bytes between far addresses.
    pub(crate) fn movedata(&mut self) -> LibResult {
        let far =
            |n: usize| self.machine.with_object(Pointer::of_number((self.a[n] << 16 | self.a[n + 1]) as u32));
        self.a = vec![far(2), far(0), self.a[4]];
        self.memcpy()?;
        Ok(0)
    }

    /// `_videomode`: selects a graphics mode of the BIOS.
    pub(crate) fn videomode(&mut self) -> LibResult {
        self.begin(if self.n(0) == 0x13 { MCGA } else { VGAHI })
    }
}
