//! Recordings of the screen as animated PNG files.

use png::{BlendOp, DisposeOp};

use super::Screen;
use super::bgi::{PALETTE, WIDTH, png_encoder};

/// The duration in milliseconds of a frame that waits for a key. The keys of a script come without delay,
/// which is too fast for a viewer.
const KEY: u64 = 300;
/// The duration of the last frame in milliseconds.
const LAST: u64 = 2500;

struct Frame {
    /// The left edge, top edge, width and height in pixels. The left edge and the width are even.
    place: [usize; 4],
    /// The pixels, two per byte.
    dots: Vec<u8>,
    /// The duration in milliseconds.
    ms: u64,
}

/// A recording. Each frame holds only the rectangle that has changed.
pub struct Film {
    /// The width of the pictures in pixels, an even number.
    width: usize,
    frames: Vec<Frame>,
    /// The pixels of the last frame as indices in [`PALETTE`].
    last: Vec<u8>,
    /// The time of the last frame in milliseconds.
    since: u64,
}

impl Default for Film {
    fn default() -> Film {
        Film::of_width(WIDTH as usize)
    }
}

impl Film {
    /// Creates a recording of pictures with this width, which is an even number.
    pub fn of_width(width: usize) -> Film {
        Film { width, frames: Vec::new(), last: Vec::new(), since: 0 }
    }

    /// Adds a frame that appears at the time `now`, in milliseconds. A frame equal to the last one extends
    /// it.
    pub fn add(&mut self, screen: &Screen, now: u64) {
        self.add_pixels(screen.as_shown().pixels().to_vec(), now);
    }

    /// Adds a frame that is given by its pixels, as indices in [`PALETTE`]. All frames have the same size.
    pub fn add_pixels(&mut self, looks: Vec<u8>, now: u64) {
        let Some(place) = changed(&self.last, &looks, self.width) else {
            return;
        };
        if let Some(last) = self.frames.last_mut() {
            last.ms = match now - self.since {
                0 => KEY,
                ms => ms,
            };
        }
        let dots = dots(&looks, place, self.width);
        self.frames.push(Frame { place, dots, ms: 0 });
        (self.last, self.since) = (looks, now);
    }

    /// The number of frames.
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// The recording as a PNG file that plays in a loop, or `None` if there are no frames.
    pub fn png_bytes(mut self) -> Option<Vec<u8>> {
        self.frames.last_mut()?.ms = LAST;
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("writing to memory succeeds, and every frame is inside the screen");
        Some(bytes)
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let size = (self.width, self.last.len() / self.width);
        let mut png = png_encoder(bytes, size, &PALETTE);
        png.set_compression(png::Compression::High);
        png.set_animated(self.frames.len() as u32, 0)?;
        png.set_blend_op(BlendOp::Source)?;
        png.set_dispose_op(DisposeOp::None)?;
        let mut png = png.write_header()?;
        for Frame { place, dots, ms } in &self.frames {
            let [left, top, width, height] = place.map(|length| length as u32);
            // The encoder checks position and size after each of these calls.
            png.set_frame_position(0, 0)?;
            png.set_frame_dimension(width, height)?;
            png.set_frame_position(left, top)?;
            let (time, parts) = match u16::try_from(*ms) {
                Ok(ms) => (ms, 1000),
                Err(_) => (u16::try_from(ms / 1000).unwrap_or(u16::MAX), 1),
            };
            png.set_frame_delay(time, parts)?;
            png.write_image_data(dots)?;
        }
        png.finish()
    }
}

/// The rectangle around all differences of two pictures, or the whole picture if `before` is empty.
fn changed(before: &[u8], after: &[u8], width: usize) -> Option<[usize; 4]> {
    let height = after.len() / width;
    if before.is_empty() {
        return Some([0, 0, width, height]);
    }
    let pixels = before.iter().zip(after).enumerate();
    let changed = pixels.filter(|(_, (before, after))| before != after);
    let places = changed.map(|(n, _)| (n % width, n / width));
    let boxes = places.map(|(x, y)| [x, y, x, y]);
    let [left, top, right, bottom] = boxes.reduce(|[l, t, r, _], [x, y, ..]| [l.min(x), t, r.max(x), y])?;
    let (left, end) = (left & !1, (right | 1) + 1);
    Some([left, top, end - left, bottom + 1 - top])
}

/// The pixels of a rectangle, two per byte.
fn dots(looks: &[u8], [left, top, width, height]: [usize; 4], whole: usize) -> Vec<u8> {
    let rows = looks.chunks_exact(whole).skip(top).take(height);
    let pixels = rows.flat_map(|row| row[left..left + width].chunks_exact(2));
    pixels.map(|two| two[0] << 4 | two[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dos::bgi::{RED, YELLOW};

    /// Returns the duration in milliseconds, the position and the first pixel of each frame.
    fn read(bytes: &[u8]) -> Vec<(u16, [u32; 4], u8)> {
        let mut png = png::Decoder::new(std::io::Cursor::new(bytes));
        png.set_transformations(png::Transformations::IDENTITY);
        let mut png = png.read_info().unwrap();
        let count = png.info().animation_control().unwrap().num_frames;
        let mut dots = vec![0; png.output_buffer_size().unwrap()];
        let frame = |_| {
            png.next_frame(&mut dots).unwrap();
            let at = png.info().frame_control().unwrap();
            assert_eq!(at.delay_den, 1000);
            let place = [at.x_offset, at.y_offset, at.width, at.height];
            (at.delay_num, place, dots[0] >> 4)
        };
        (0..count).map(frame).collect()
    }

    #[test]
    fn frames_hold_changes_and_last_until_the_next_frame() {
        let mut film = Film::default();
        let mut screen = Screen::default();
        film.add(&screen, 0);
        screen.putpixel(101, 50, RED);
        film.add(&screen, 40);
        film.add(&screen, 60);
        // No time passes while the program waits for a key.
        screen.putpixel(100, 51, YELLOW);
        screen.putpixel(103, 52, YELLOW);
        film.add(&screen, 100);
        screen.setpalette(RED, YELLOW);
        film.add(&screen, 100);
        assert_eq!(film.frames(), 4);
        let read = read(&film.png_bytes().unwrap());
        assert_eq!(
            read,
            [
                (40, [0, 0, 640, 480], 0),
                (60, [100, 50, 2, 1], 0),
                (KEY as u16, [100, 51, 4, 2], YELLOW),
                (LAST as u16, [100, 50, 2, 1], 0),
            ]
        );
    }

    #[test]
    fn an_empty_film_gives_no_file() {
        assert_eq!(Film::default().png_bytes(), None);
    }
}
