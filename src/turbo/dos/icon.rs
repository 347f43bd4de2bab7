//! The icon of the window: four squares with two stones of each colour.

use super::bgi::{self, PALETTE, Screen};

/// The colours of the stones, row by row.
const STONES: [[u8; 2]; 2] = [[bgi::WHITE, bgi::BLACK], [bgi::BLACK, bgi::WHITE]];

/// The geometry of an icon of a given size. The right half mirrors the left one, and the lower half mirrors
/// the upper one.
struct Plan {
    /// The first and the last pixel of the first square, inside the frame. Two pixels separate the squares.
    cell: (i32, i32),
    /// The centre of the first stone.
    middle: i32,
    radius: i32,
}

impl Plan {
    fn new(side: i32) -> Plan {
        // The smallest icon has no frame.
        let cell = (if side < 32 { 0 } else { 2 }, side / 2 - 2);
        let half = (cell.1 - cell.0) / 2;
        Plan { cell, middle: cell.0 + half, radius: half - (side / 32).max(1) }
    }
}

/// The pixels of the icon as 0xRRGGBB, row by row from the top. `side` is its width and height, a multiple of
/// 16 up to 480.
pub(crate) fn pixels(side: i32) -> Vec<u32> {
    let Plan { cell: (first, last), middle, radius } = Plan::new(side);
    let mirrored = |n: i32| side - 1 - n;
    let cells = [(first, last), (mirrored(last), mirrored(first))];
    let middles = [middle, mirrored(middle)];
    let mut screen = Screen::default();
    screen.setfillstyle(bgi::WHITE);
    screen.bar(0, 0, side - 1, side - 1);
    for (row, colors) in STONES.iter().enumerate() {
        for (column, color) in colors.iter().enumerate() {
            screen.setfillstyle(bgi::RED);
            let ((left, right), (top, bottom)) = (cells[column], cells[row]);
            screen.bar(left, top, right, bottom);
            screen.setcolor(*color);
            screen.setfillstyle(*color);
            screen.fillellipse(middles[column], middles[row], radius, radius);
        }
    }
    let dots = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let color = |(x, y)| screen.getpixel(x, y).expect("the icon fits on the screen");
    dots.map(|dot| PALETTE[usize::from(color(dot))]).collect()
}

/// The icon as a PNG file.
pub fn png(side: i32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut png = png::Encoder::new(&mut bytes, side as u32, side as u32);
    png.set_color(png::ColorType::Rgb);
    let rgb = |color: u32| color.to_be_bytes().into_iter().skip(1);
    let colors: Vec<u8> = pixels(side).into_iter().flat_map(rgb).collect();
    png.write_header()
        .and_then(|mut writer| {
            writer.write_image_data(&colors)?;
            writer.finish()
        })
        .expect("writing to memory succeeds, and the data has the announced size");
    bytes
}

/// The icon as an SVG file.
pub fn svg() -> String {
    const SIDE: i32 = 64;
    let Plan { middle, radius, .. } = Plan::new(SIDE);
    let rgb = |color: u8| format!("#{:06x}", PALETTE[usize::from(color)]);
    let (red, white) = (rgb(bgi::RED), rgb(bgi::WHITE));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">\n\
         <path d=\"M0 0h{SIDE}v{SIDE}h-{SIDE}z\" fill=\"{red}\"/>\n\
         <path d=\"M1 1h62v62h-62zM32 0v64M0 32h64\" fill=\"none\" stroke=\"{white}\" stroke-width=\"2\"/>\n"
    );
    let middles = [middle, SIDE - 1 - middle];
    for (y, colors) in middles.iter().zip(STONES) {
        for (x, color) in middles.iter().zip(colors) {
            let color = rgb(color);
            svg += &format!("<circle cx=\"{x}.5\" cy=\"{y}.5\" r=\"{radius}.5\" fill=\"{color}\"/>\n");
        }
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The icon as an ICO file in 16 colours.
    fn ico() -> Vec<u8> {
        const SIDES: [i32; 4] = [16, 32, 48, 256];
        let images = SIDES.map(|side| (side as u8, image(side)));
        let head = [0u16, 1, SIDES.len() as u16].map(u16::to_le_bytes).concat();
        let mut at = head.len() + 16 * SIDES.len();
        let mut entries = Vec::new();
        for (side, image) in &images {
            // The format encodes a side of 256 as 0.
            entries.extend([*side, *side, 16, 0, 1, 0, 4, 0]);
            entries.extend([image.len() as u32, at as u32].map(u32::to_le_bytes).concat());
            at += image.len();
        }
        let images = images.into_iter().flat_map(|(_, image)| image);
        [head, entries, images.collect()].concat()
    }

    /// One size of the icon: a bitmap with four bits per pixel, from the bottom row up, and an empty mask.
    fn image(side: i32) -> Vec<u8> {
        let long = side as u32;
        let head = [40, long, 2 * long, 4 << 16 | 1, 0, 0, 0, 0, 0, 0];
        let head = head.into_iter().chain(PALETTE);
        let mut bytes: Vec<u8> = head.flat_map(u32::to_le_bytes).collect();
        let place = |dot: &u32| PALETTE.iter().position(|color| color == dot).unwrap_or(0) as u8;
        let dots = pixels(side);
        for row in dots.chunks_exact(side as usize).rev() {
            let pairs = row.chunks_exact(2);
            bytes.extend(pairs.map(|pair| place(&pair[0]) << 4 | place(&pair[1])));
        }
        let row_of_mask = (side + 31) / 32 * 4;
        bytes.resize(bytes.len() + (row_of_mask * side) as usize, 0);
        bytes
    }

    /// `QIPAN_GOLDEN=write` rewrites the file.
    #[test]
    fn the_ico_file_is_up_to_date() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/dos/qipan.ico");
        if std::env::var("QIPAN_GOLDEN").is_ok_and(|value| value == "write") {
            std::fs::write(file, ico()).unwrap();
        }
        assert!(std::fs::read(file).unwrap() == ico());
    }

    #[test]
    fn icons_of_all_sizes_are_symmetric() {
        for side in [16, 32, 48, 64, 128, 256] {
            let dots = pixels(side);
            let at = |x: i32, y: i32| dots[(y * side + x) as usize];
            // A half turn leaves the icon unchanged.
            for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
                assert_eq!(at(x, y), at(side - 1 - x, side - 1 - y), "{side}: {x}, {y}");
            }
            // The edge of the first square is red.
            let (red, plan) = (PALETTE[usize::from(bgi::RED)], Plan::new(side));
            let (first, last) = plan.cell;
            for n in first..=last {
                let border = [at(n, first), at(n, last), at(first, n), at(last, n)];
                assert_eq!(border, [red; 4], "{side}: {n}");
            }
            assert_eq!(at(plan.middle, plan.middle), PALETTE[usize::from(bgi::WHITE)]);
        }
    }
}
