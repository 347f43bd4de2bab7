//! `getimage` and `putimage`. An image in memory has three words for its size, then two pixels per byte.

use super::calls::{LibCall, LibResult};
use words::say;

/// The size of an image's head, in bytes.
const HEAD: usize = 6;
/// The most bytes that `imagesize` can return. A larger image has [`IN_A_CELL`] pixels in each cell of memory, so that
/// it fits.
const SEGMENT: usize = 65_535;
const IN_A_CELL: usize = 16;

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
            return Err(say!("getimage takes at most 640x480 pixels").to_string().into());
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
            let text = say!("putimage got no image: getimage has to fill the memory first");
            return Err(text.to_string().into());
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
}
