//! A film: frames and the times at which they appear, as one animated PNG, which every web browser plays.

use png::{BlendOp, DisposeOp};

use super::Screen;
use super::bgi::{HEIGHT, PALETTE, WIDTH};

/// How long a frame is seen, in ms, after which the program went on at the same time: it waited for a key, and keys of a script come at
/// once. Nobody could follow that.
const KEY: u64 = 300;
/// How long the last frame is seen before the film begins again, in ms.
const LAST: u64 = 2500;

struct Frame {
    /// Its left, top, width and height in pixels; left and width are even.
    place: [usize; 4],
    /// Two pixels in a byte.
    dots: Vec<u8>,
    /// How long it is seen, in ms.
    ms: u64,
}

/// The frames so far. Of each only the rectangle is held in which it differs from the one before.
#[derive(Default)]
pub struct Film {
    frames: Vec<Frame>,
    /// How the last frame looks, a place in [`PALETTE`] for each pixel, and when it appeared.
    last: Vec<u8>,
    since: u64,
}

impl Film {
    /// Adds what is shown from this time on, in ms. A frame like the last one only lets that be seen longer.
    pub fn add(&mut self, screen: &Screen, now: u64) {
        let looks = looks(screen);
        let Some(place) = changed(&self.last, &looks) else {
            return;
        };
        self.end_last(now);
        let dots = dots(&looks, place);
        self.frames.push(Frame { place, dots, ms: 0 });
        (self.last, self.since) = (looks, now);
    }

    fn end_last(&mut self, now: u64) {
        if let Some(last) = self.frames.last_mut() {
            last.ms = match now - self.since {
                0 => KEY,
                ms => ms,
            };
        }
    }

    /// How many frames it has.
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// The film as a file, which begins again after its end; `None` without a frame.
    pub fn png_bytes(mut self) -> Option<Vec<u8>> {
        self.frames.last_mut()?.ms = LAST;
        let mut bytes = Vec::new();
        self.write(&mut bytes)
            .expect("memory takes all bytes, and every frame lies on the screen");
        Some(bytes)
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let mut png = png::Encoder::new(bytes, WIDTH as u32, HEIGHT as u32);
        png.set_color(png::ColorType::Indexed);
        png.set_depth(png::BitDepth::Four);
        let colours = PALETTE
            .iter()
            .flat_map(|rgb| rgb.to_be_bytes()[1..].to_vec());
        png.set_palette(colours.collect::<Vec<u8>>());
        png.set_compression(png::Compression::High);
        png.set_animated(self.frames.len() as u32, 0)?;
        png.set_blend_op(BlendOp::Source)?;
        png.set_dispose_op(DisposeOp::None)?;
        let mut png = png.write_header()?;
        for Frame { place, dots, ms } in &self.frames {
            let [left, top, width, height] = place.map(|length| length as u32);
            // The place and the size may at no time reach beyond the screen together.
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

/// How each pixel looks, as a place in [`PALETTE`].
fn looks(screen: &Screen) -> Vec<u8> {
    let looks = screen.palette().map(|rgb| {
        let place = PALETTE.iter().position(|colour| *colour == rgb);
        place.unwrap_or_default() as u8
    });
    let shown = screen.shown();
    let pixels = shown.iter();
    pixels.map(|colour| looks[usize::from(*colour)]).collect()
}

/// The rectangle in which two pictures differ; the whole screen where there is none before.
fn changed(before: &[u8], after: &[u8]) -> Option<[usize; 4]> {
    let (width, height) = (WIDTH as usize, HEIGHT as usize);
    if before.is_empty() {
        return Some([0, 0, width, height]);
    }
    let rows = before.chunks_exact(width).zip(after.chunks_exact(width));
    let differing = rows
        .enumerate()
        .filter(|(_, (before, after))| before != after);
    let mut found: Option<[usize; 4]> = None;
    for (y, (before, after)) in differing {
        let differs = |x: &usize| before[*x] != after[*x];
        let left = (0..width).find(differs).unwrap_or(0);
        let right = (0..width).rfind(differs).unwrap_or(0);
        let [l, t, r, _] = found.unwrap_or([left, y, right, y]);
        found = Some([l.min(left), t, r.max(right), y]);
    }
    let [left, top, right, bottom] = found?;
    let (left, end) = (left & !1, (right | 1) + 1);
    Some([left, top, end - left, bottom + 1 - top])
}

/// The pixels of a rectangle, two in a byte.
fn dots(looks: &[u8], [left, top, width, height]: [usize; 4]) -> Vec<u8> {
    let rows = looks.chunks_exact(WIDTH as usize).skip(top).take(height);
    let pixels = rows.flat_map(|row| row[left..left + width].chunks_exact(2));
    pixels.map(|two| two[0] << 4 | two[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dos::bgi::{RED, YELLOW};

    /// The frames of a film: how long each is seen, in ms, its place, and its first pixel.
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
    fn a_frame_holds_what_has_changed_and_is_seen_until_the_next() {
        let mut film = Film::default();
        let mut screen = Screen::default();
        film.add(&screen, 0);
        screen.putpixel(101, 50, RED);
        film.add(&screen, 40);
        film.add(&screen, 60);
        // The program waits for a key: no time passes.
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
    fn a_film_without_a_frame_is_no_file() {
        assert_eq!(Film::default().png_bytes(), None);
    }
}
