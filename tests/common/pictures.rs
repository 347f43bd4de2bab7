//! Reads pictures and compares them with the golden ones.

// Each test program uses some of these.
#![allow(dead_code)]

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use turbo::dos::Screen;
use turbo::dos::bgi::WHITE;

use super::data::top;

/// Reads a picture of [`Screen::png_bytes`].
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

/// Reads a [`Film`](turbo::dos::film::Film): the duration of each frame in ms, and its whole picture.
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

/// Whether to write golden pictures instead of comparing them.
pub fn writes_golden() -> bool {
    std::env::var("QIPAN_GOLDEN").is_ok_and(|value| value == "write")
}

pub fn golden(name: &str) -> PathBuf {
    top().join(format!("tests/golden/{name}.png"))
}

/// Compares a frame with a golden picture, or writes the picture if [`writes_golden`].
pub fn assert_golden(name: &str, screen: &Screen) {
    if let Some(actual) = unlike_golden(name, screen) {
        let (golden, actual) = (golden(name), actual.display());
        panic!("the frame is not {}: {actual}", golden.display());
    }
}

/// Compares a true-colour picture, `width` pixels wide, with a golden one, or writes it if [`writes_golden`].
pub fn assert_golden_dots(name: &str, dots: &[u32], width: usize) {
    let mut bytes = Vec::new();
    let mut png = png::Encoder::new(&mut bytes, width as u32, (dots.len() / width) as u32);
    png.set_color(png::ColorType::Rgb);
    png.set_compression(png::Compression::High);
    let bytes_of = |rgb: &u32| rgb.to_be_bytes()[1..].to_vec();
    let colours: Vec<u8> = dots.iter().flat_map(bytes_of).collect();
    let mut png = png.write_header().unwrap();
    png.write_image_data(&colours).unwrap();
    png.finish().unwrap();
    if writes_golden() {
        std::fs::write(golden(name), &bytes).unwrap();
    }
    let read = |file: &[u8]| {
        let mut png = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut colours = vec![0; png.output_buffer_size().unwrap()];
        png.next_frame(&mut colours).unwrap();
        colours
    };
    let expected = std::fs::read(golden(name)).unwrap_or_default();
    if expected.is_empty() || read(&expected) != colours {
        let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&actual, &bytes).unwrap();
        panic!("the picture is not {name}.png: {}", actual.display());
    }
}

/// Compares a frame with a golden picture. If they differ, writes the frame and a picture of the differences,
/// and returns the frame's path.
pub fn unlike_golden(name: &str, screen: &Screen) -> Option<PathBuf> {
    if writes_golden() {
        std::fs::write(golden(name), screen.png_bytes()).unwrap();
    }
    let expected = read_png(&golden(name));
    if expected.as_ref().map(Screen::pixels) == Some(screen.pixels()) {
        return None;
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let actual = out.join(format!("{name}.png"));
    std::fs::write(&actual, screen.png_bytes()).unwrap();
    if let Some(expected) = &expected {
        let difference = difference(screen, expected);
        let file = out.join(format!("{name}-difference.png"));
        std::fs::write(file, difference.png_bytes()).unwrap();
    }
    Some(actual)
}

/// The differing pixels of two pictures, in white.
fn difference(screen: &Screen, expected: &Screen) -> Screen {
    let mut difference = Screen::default();
    for (at, (a, b)) in (0..).zip(screen.pixels().iter().zip(expected.pixels())) {
        if a != b {
            difference.putpixel(at % 640, at / 640, WHITE);
        }
    }
    difference
}
