//! `getimage` and `putimage`, and picture files. An image in memory has three words for its size, then two pixels per
//! byte.

use std::io::Cursor;

use super::calls::{LibCall, LibResult};
use super::modes;
use words::say;

/// The size of an image's head, in bytes.
const HEAD: usize = 6;
/// The most bytes that `imagesize` can return. A larger image has [`IN_A_CELL`] pixels in each cell of memory, so that
/// it fits.
const SEGMENT: usize = 65_535;
const IN_A_CELL: usize = 16;
/// The most pixels of a picture file.
const MOST_PIXELS: usize = 4_000_000;
/// The coordinate for which WinBGIm gives a picture its own size.
const OWN_SIZE: i32 = 32_767;

/// The width of a picture and its pixels as red, green and blue, row by row; `None` where it is transparent.
type Picture = (usize, Vec<Option<[i32; 3]>>);

fn decode(bytes: &[u8]) -> Option<Picture> {
    if bytes.starts_with(b"BM") { decode_bmp(bytes) } else { decode_png(bytes) }
}

fn decode_png(bytes: &[u8]) -> Option<Picture> {
    let limits = png::Limits { bytes: 8 * MOST_PIXELS };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    if width.checked_mul(height)? > MOST_PIXELS {
        return None;
    }
    let mut samples = vec![0; reader.output_buffer_size()?];
    let count = reader.next_frame(&mut samples).ok()?.color_type.samples();
    let pixel = |of: &[u8]| {
        let is_opaque = count % 2 == 1 || of[count - 1] >= 128;
        is_opaque.then(|| [0, 1, 2].map(|n| of[if count < 3 { 0 } else { n }].into()))
    };
    Some((width, samples.chunks_exact(count).take(width * height).map(pixel).collect()))
}

/// Decodes a BMP file without compression.
fn decode_bmp(bytes: &[u8]) -> Option<Picture> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let (width, height) = (number(18)?, number(22)? as i32);
    let (bits, compression) = (number(26)? >> 16, number(30)?);
    let rows = height.unsigned_abs() as usize;
    let is_known = matches!((bits, compression), (1 | 4 | 8 | 24 | 32, 0) | (32, 3));
    if !is_known || width == 0 || width.checked_mul(rows)? > MOST_PIXELS {
        return None;
    }
    let (start, palette) = (number(10)?, 14 + number(14)?);
    let bytes_in_row = (width * bits).div_ceil(32) * 4;
    let color = |at: usize| Some([2, 1, 0].map(|n| bytes.get(at + n).copied().unwrap_or(0).into()));
    let mut pixels = Vec::with_capacity(width * rows);
    for n in 0..rows {
        let row = start + bytes_in_row * if height > 0 { rows - 1 - n } else { n };
        let row = row..row.checked_add(bytes_in_row)?;
        bytes.get(row.clone())?;
        pixels.extend((0..width).map(|x| match bits {
            24 | 32 => color(row.start + x * bits / 8),
            _ => {
                let shift = 8 - bits - x * bits % 8;
                let entry = bytes[row.start + x * bits / 8] >> shift & (0xFF >> (8 - bits));
                color(palette + 4 * usize::from(entry))
            }
        }));
    }
    Some((width, pixels))
}

fn combined(new: u8, old: u8, how: i32) -> u8 {
    match how {
        1 => new ^ old,
        2 => new | old,
        3 => new & old,
        4 => !new & 15,
        _ => new,
    }
}

impl LibCall<'_> {
    /// `imagesize`: returns the size of an image on a VGA in bytes, or 65535 if it exceeds a segment.
    pub(crate) fn imagesize(&mut self) -> LibResult {
        let [left, top, right, bottom] = [0, 1, 2, 3].map(|n| self.a[n]);
        let (width, height) = ((right - left).abs() + 1, (bottom - top).abs() + 1);
        Ok((HEAD as i64 + 4 * ((width + 7) / 8) * height).min(SEGMENT as i64))
    }

    pub(crate) fn getimage(&mut self) -> LibResult {
        let [x, y, ..] = self.graphics().view;
        let [left, right] = [0, 2].map(|n| x + self.n(n));
        let [top, bottom] = [1, 3].map(|n| y + self.n(n));
        let (left, right) = (left.min(right), left.max(right));
        let (top, bottom) = (top.min(bottom), top.max(bottom));
        if right - left >= 640 || bottom - top >= 480 {
            return Err(say!("getimage takes at most 640x480 pixels").into());
        }
        let columns = left..=right;
        let screen = self.console.screen();
        let rows = (top..=bottom).flat_map(|y| columns.clone().map(move |x| (x, y)));
        let pixel = |(x, y)| screen.getpixel(x, y).unwrap_or(0);
        let pixels: Vec<u8> = rows.map(pixel).collect();
        self.machine.worked(pixels.len());
        let packed = |two: &[u8]| two[0] | two.get(1).map_or(0, |second| second << 4);
        let packed: Vec<u8> = pixels.chunks(2).map(packed).collect();
        let is_large = HEAD + packed.len() > SEGMENT;
        let room = if is_large { pixels.len().div_ceil(IN_A_CELL) } else { packed.len() };
        let (first, _) = self.machine.memory.rest(self.a[4], HEAD + room)?;
        self.put_numbers(4, "i", &[(right - left).into(), (bottom - top).into(), 0])?;
        if !is_large {
            self.machine.memory.set_bytes(self.a[4] + HEAD as i64, &packed)?;
            return Ok(0);
        }
        for (cell, pixels) in (first + HEAD..).zip(pixels.chunks(IN_A_CELL)) {
            let all = pixels.iter().rfold(0, |all, pixel| all << 4 | i64::from(*pixel));
            self.machine.memory.write(cell, all);
        }
        Ok(0)
    }

    pub(crate) fn putimage(&mut self) -> LibResult {
        let [left, top, ..] = self.graphics().view;
        let (left, top, how) = (left + self.n(0), top + self.n(1), self.n(3));
        let head = self.machine.memory.numbers(self.a[2], "i", 2)?;
        let (width, height) = (head[0] as i32 + 1, head[1] as i32 + 1);
        if !(1..=640).contains(&width) || !(1..=480).contains(&height) {
            return Err(say!("putimage got no image: fill the memory with getimage first").into());
        }
        let count = (width * height) as usize;
        let packed = match HEAD + count.div_ceil(2) > SEGMENT {
            true => {
                let cells = count.div_ceil(IN_A_CELL);
                let (first, _) = self.machine.memory.rest(self.a[2] + HEAD as i64, cells)?;
                let cells = &self.machine.memory.cells[first..first + cells];
                cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
            }
            false => self.machine.memory.bytes(self.a[2] + HEAD as i64, count.div_ceil(2))?,
        };
        self.machine.worked(count);
        let graphics = self.drawing_state();
        graphics.draw(self.console.screen(), |screen| {
            for n in 0..count {
                let pixel = packed[n / 2] >> (4 * (n % 2)) & 15;
                let (x, y) = (left + n as i32 % width, top + n as i32 / width);
                if let Some(old) = screen.getpixel(x, y) {
                    screen.putpixel(x, y, combined(pixel, old, how));
                }
            }
        });
        Ok(0)
    }

    /// `readimagefile` of WinBGIm: shows a picture file in a rectangle.
    pub(crate) fn readimagefile(&mut self) -> LibResult {
        let name = self.file_name(0)?;
        let Ok(Some(file)) = self.find_file(&name) else {
            self.machine.note(say!("readimagefile cannot find the file '{name}'", name));
            return Ok(0);
        };
        let Some((columns, pixels)) = decode(&self.machine.files.files[file].bytes) else {
            self.machine.note(say!(
                "readimagefile cannot read '{name}': it reads PNG and uncompressed BMP files of at most {MOST_PIXELS} pixels",
                name,
                MOST_PIXELS
            ));
            return Ok(0);
        };
        self.machine.worked(pixels.len());
        let graphics = self.drawing_state();
        let rows = pixels.len() / columns;
        let size = |from: usize, to: usize, own: usize| match self.n(to) {
            OWN_SIZE => own as i32,
            to => (to - self.n(from)).unsigned_abs() as i32 + 1,
        };
        let (width, height) = (size(1, 3, columns), size(2, 4, rows));
        let corner = |from: usize, to: usize| self.n(from).min(self.n(to));
        let (left, top) = (graphics.view[0] + corner(1, 3), graphics.view[1] + corner(2, 4));
        graphics.draw(self.console.screen(), |screen| {
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                if screen.getpixel(left + x, top + y).is_none() {
                    continue;
                }
                let scaled = |n: i32, of: i32, count: usize| n as usize * count / of as usize;
                let pixel = pixels[scaled(y, height, rows) * columns + scaled(x, width, columns)];
                if let Some(rgb) = pixel {
                    screen.putpixel(left + x, top + y, modes::nearest(rgb));
                }
            }
        });
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_and_huge_picture_files_are_rejected() {
        let screen = crate::dos::Screen::default();
        let png = screen.png_bytes();
        let (width, pixels) = decode(&png).unwrap();
        assert_eq!((width, pixels.len()), (640, 640 * 480));
        let mut bmp = b"BM\0\0\0\0\0\0\0\0\x3E\0\0\0\x28\0\0\0\x02\0\0\0\x01\0\0\0\x01\0\x01\0".to_vec();
        bmp.resize(54, 0);
        bmp.extend([0, 0, 0, 0, 1, 2, 3, 0, 0x40, 0, 0, 0]);
        assert_eq!(decode(&bmp), Some((2, vec![Some([0; 3]), Some([3, 2, 1])])));
        for file in [png, bmp] {
            for length in 0..file.len().min(200) {
                assert_eq!(decode(&file[..length]), None, "{length}");
            }
            for at in 18..26 {
                let mut huge = file.clone();
                huge[at] = 0x7F;
                assert_eq!(decode(&huge), None, "{at}");
            }
        }
        assert_eq!(decode(b"\xFF\xD8\xFF\xE0 a picture of another kind"), None);
    }
}
