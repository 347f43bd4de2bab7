//! The icon: a corner of the board with two stones of each colour.

use super::bgi::{self, PALETTE, Screen};

/// The side that the lengths below are of.
const SIDE: i32 = 64;
/// How far the stones lie from each other, and the first ones from the corner.
const CELL: i32 = SIDE / 2;
/// The radius of a stone.
const RADIUS: i32 = 12;
/// Where the stones lie, in cells, and their colours.
const STONES: [(i32, i32, u8); 4] = [
    (0, 0, bgi::WHITE),
    (1, 1, bgi::WHITE),
    (1, 0, bgi::BLACK),
    (0, 1, bgi::BLACK),
];

/// The icon with this many pixels to a side, at most 480: its rows from the top, each pixel 0xRRGGBB.
pub fn pixels(side: i32) -> Vec<u32> {
    let mut screen = Screen::default();
    screen.setfillstyle(bgi::RED);
    screen.bar(0, 0, side - 1, side - 1);
    screen.rectangle(0, 0, side - 1, side - 1);
    screen.line(side / 2, 0, side / 2, side - 1);
    screen.line(0, side / 2, side - 1, side / 2);
    let radius = side * RADIUS / SIDE;
    for (x, y, color) in STONES {
        screen.setcolor(color);
        screen.setfillstyle(color);
        let center = |cell| side * (2 * cell + 1) / 4;
        screen.fillellipse(center(x), center(y), radius, radius);
    }
    let dots = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let color = |(x, y)| screen.getpixel(x, y).expect("lies on the screen");
    dots.map(|dot| PALETTE[usize::from(color(dot))]).collect()
}

/// The same as a PNG file.
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
        .expect("memory takes all bytes, and there are as many as the size says");
    bytes
}

/// The icon as an SVG file, which has any size.
pub fn svg() -> String {
    let rgb = |color: u8| format!("#{:06x}", PALETTE[usize::from(color)]);
    let (red, white) = (rgb(bgi::RED), rgb(bgi::WHITE));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">\n\
         <path d=\"M0 0h{SIDE}v{SIDE}h-{SIDE}z\" fill=\"{red}\"/>\n\
         <path d=\"M.5 .5h63v63h-63zM{CELL}.5 0v{SIDE}M0 {CELL}.5h{SIDE}\" fill=\"none\" stroke=\"{white}\"/>\n"
    );
    for (x, y, color) in STONES {
        let (x, y, color) = (x * CELL + CELL / 2, y * CELL + CELL / 2, rgb(color));
        svg += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{color}\"/>\n");
    }
    svg + "</svg>\n"
}
