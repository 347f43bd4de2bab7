//! Pictures: how they are read, and the golden ones that they are compared with.

// Each test program uses some of these.
#![allow(dead_code)]

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use turbo::dos::Screen;

use super::data::top;

/// A picture that [`Screen::png_bytes`] made.
pub fn read_png(file: &Path) -> Option<Screen> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(file).ok()?));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut bytes).ok()?;
    let info = (frame.width, frame.height, frame.color_type, frame.bit_depth);
    if info != (640, 480, png::ColorType::Indexed, png::BitDepth::Four) {
        return None;
    }
    let mut screen = Screen::default();
    let colours = bytes.iter().flat_map(|b| [b >> 4, b & 15]);
    for (color, at) in colours.zip(0..) {
        screen.putpixel(at % 640, at / 640, color);
    }
    Some(screen)
}

/// A film that [`Film`](turbo::dos::film::Film) made: how long each frame is seen, in ms, and the whole picture.
pub fn read_film(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
    let mut png = png::Decoder::new(std::io::Cursor::new(bytes));
    png.set_transformations(png::Transformations::IDENTITY);
    let mut png = png.read_info().unwrap();
    let count = png.info().animation_control().unwrap().num_frames;
    let mut bytes = vec![0; png.output_buffer_size().unwrap()];
    let mut picture = vec![0; 640 * 480];
    let frame = |_| {
        png.next_frame(&mut bytes).unwrap();
        let at = *png.info().frame_control().unwrap();
        assert_eq!(at.delay_den, 1000);
        let [left, top, width, height] =
            [at.x_offset, at.y_offset, at.width, at.height].map(|length| length as usize);
        let dots: Vec<u8> = bytes.iter().flat_map(|b| [b >> 4, b & 15]).collect();
        let rows = picture.chunks_exact_mut(640).skip(top).take(height);
        for (row, dots) in rows.zip(dots.chunks_exact(width)) {
            row[left..left + width].copy_from_slice(dots);
        }
        (at.delay_num, picture.clone())
    };
    (0..count).map(frame).collect()
}

/// The frame is the golden one of this name, or is written where that is asked for.
pub fn assert_golden(name: &str, screen: &Screen) {
    let golden = top().join(format!("tests/golden/{name}.png"));
    if std::env::var("QIPAN_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&golden, screen.png_bytes()).unwrap();
    }
    let expected = read_png(&golden);
    if expected.is_none_or(|expected| expected.pixels() != screen.pixels()) {
        let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&actual, screen.png_bytes()).unwrap();
        panic!(
            "the frame is not {}: {}",
            golden.display(),
            actual.display()
        );
    }
}
