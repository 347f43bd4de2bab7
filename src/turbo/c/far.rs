//! Memory of the PC outside the program, to which far pointers lead: the text screen at B800:0000, the picture at
//! A000:0000, and the BIOS's data at 0040:0000.

use std::ops::Range;

use super::calls::{LibCall, LibResult};
use super::code::{PICTURE, Pointer, TEXT};
use super::conio;
use super::memory::Trap;
use super::modes::MCGA;
use super::types::Kind;
use crate::dos::bgi::HEIGHT;
use crate::dos::font;
use words::say;

/// The BIOS's number of kilobytes of memory, two bytes.
const KILOBYTES: usize = 0x413;
/// The BIOS's byte with the pressed modifier keys.
const MODIFIERS: usize = 0x417;
/// The BIOS's count of clock ticks since midnight.
const TICKS: usize = 0x46C;
/// The number of columns of the text screen.
const COLUMNS: usize = 80;

/// The column and the row of a byte in text memory.
fn text_place(at: usize) -> (i32, i32) {
    let n = (at - TEXT) / 2;
    ((n % COLUMNS) as i32, (n / COLUMNS) as i32)
}

/// The rows of pixels that the bytes from a linear address can change.
fn outer_rows(at: usize, count: usize) -> Range<usize> {
    let row = |at: usize| match at {
        TEXT.. => 16 * ((at - TEXT) / (2 * COLUMNS)),
        // A row has at least 80 bytes.
        PICTURE.. => (at - PICTURE) / COLUMNS,
        _ => 0,
    };
    let first = if at >= TEXT { row(at) } else { 0 };
    first..(row(at + count) + 16).min(HEIGHT as usize)
}

impl LibCall<'_> {
    /// Reads a number at a linear address.
    pub(crate) fn read_outside(&mut self, kind: Kind, at: usize) -> LibResult {
        self.logged(
            |_| 0..0,
            |call| {
                let mut image = 0;
                for (at, shift) in (at..at + kind.bytes()).zip((0..).step_by(8)) {
                    image |= u64::from(call.outer_byte(at)?) << shift;
                }
                Ok(kind.of_image(image))
            },
        )
    }

    /// Writes bytes from a linear address on.
    pub(crate) fn write_outside(&mut self, first: usize, bytes: &[u8]) -> Result<(), Trap> {
        let rows = |_: &Self| outer_rows(first, bytes.len());
        self.logged(rows, |call| {
            (first..).zip(bytes).for_each(|(at, byte)| call.set_outer_byte(at, *byte));
            Ok(0)
        })?;
        Ok(())
    }

    /// The place of a byte of the picture and the number of its pixels: one, or eight in a row.
    fn picture_place(&self, at: usize) -> (i32, i32, i32) {
        let (columns, pixels) = if self.machine.devices.graphics.mode == MCGA { (320, 1) } else { (80, 8) };
        let n = (at - PICTURE) as i32;
        (n % columns * pixels, n / columns, pixels)
    }

    fn outer_byte(&mut self, at: usize) -> Result<u8, Trap> {
        Ok(match at {
            TEXT.. => {
                let (column, row) = text_place(at);
                let (code, attribute) = conio::read(self.console.screen(), column, row);
                if at.is_multiple_of(2) { code } else { attribute }
            }
            PICTURE.. => {
                let (x, y, pixels) = self.picture_place(at);
                let screen = self.console.screen();
                let color = |n: i32| screen.getpixel(x + n, y).unwrap_or(0);
                match pixels {
                    1 => color(0),
                    _ => (0..8).fold(0, |bits, n| bits << 1 | u8::from(color(n) != 0)),
                }
            }
            KILOBYTES..0x415 => 640_u16.to_le_bytes()[at - KILOBYTES],
            MODIFIERS => self.modifiers(),
            TICKS..0x470 => (self.biostime()? >> (8 * (at - TICKS))) as u8,
            _ => 0,
        })
    }

    fn set_outer_byte(&mut self, at: usize, byte: u8) {
        match at {
            TEXT.. => {
                let (column, row) = text_place(at);
                let (code, attribute) = conio::read(self.console.screen(), column, row);
                let (code, attribute) = if at.is_multiple_of(2) { (byte, attribute) } else { (code, byte) };
                let colors = self.machine.devices.text.colors(attribute);
                conio::write(self.console.screen(), column, row, font::character(code), colors);
            }
            PICTURE.. => {
                let (x, y, pixels) = self.picture_place(at);
                let note = match pixels {
                    1 if byte < 16 => "",
                    1 => say!("The screen has 16 colours, so it shows the 256 colours of mode 13h modulo 16"),
                    _ => say!(
                        "A byte at A000:0000 sets eight pixels in white or black: this VGA has no planes"
                    ),
                };
                if !note.is_empty() {
                    self.machine.note(note);
                }
                for n in 0..pixels {
                    let color = match pixels {
                        1 => byte & 15,
                        _ if byte << n & 0x80 != 0 => 15,
                        _ => 0,
                    };
                    self.console.screen().putpixel(x + n, y, color);
                }
            }
            _ => {}
        }
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
            Some(at) => self.write_outside(at, bytes),
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
}
