//! The screen, and the functions of Turbo C's `graphics.h` (the Borland Graphics Interface) under their
//! original names.

use std::borrow::Cow;
use std::fmt;

use super::drawing::{Drawing, Drawings};
use super::font;
use super::text::{TextLayer, TextRun};

/// The width of the screen in pixels.
pub const WIDTH: i32 = 640;
/// The height of the screen in pixels.
pub const HEIGHT: i32 = 480;

/// Defines a constant for each colour, equal to its position in the list, and [`COLORS`], the list of their
/// names.
macro_rules! colors {
    ($($color:ident)*) => {
        colors!(@numbered 0; $($color)*);
        /// The names of the 16 colours in `graphics.h`, by number.
        pub const COLORS: [&str; 16] = [$(stringify!($color)),*];
    };
    (@numbered $number:expr; $color:ident $($rest:ident)*) => {
        #[doc = concat!("The index of `", stringify!($color), "` in [`PALETTE`].")]
        pub const $color: u8 = $number;
        colors!(@numbered $number + 1; $($rest)*);
    };
    (@numbered $number:expr;) => {};
}

colors! {
    BLACK BLUE GREEN CYAN RED MAGENTA BROWN LIGHTGRAY
    DARKGRAY LIGHTBLUE LIGHTGREEN LIGHTCYAN LIGHTRED LIGHTMAGENTA YELLOW WHITE
}

/// The width of a text in character cells: two for a Chinese character, one for any other character.
///
/// ```
/// assert_eq!(turbo::dos::bgi::columns_of("黑白棋 8x8"), 10);
/// ```
pub fn columns_of(text: &str) -> usize {
    text.chars().map(font::columns).sum()
}

/// The width of a character in cells, 1 or 2.
pub fn cells_of(c: char) -> usize {
    font::columns(c)
}

/// The 16 default colours of an EGA or VGA card as 0xRRGGBB.
pub const PALETTE: [u32; 16] = [
    0x000000, 0x0000AA, 0x00AA00, 0x00AAAA, 0xAA0000, 0xAA00AA, 0xAA5500, 0xAAAAAA, 0x555555, 0x5555FF,
    0x55FF55, 0x55FFFF, 0xFF5555, 0xFF55FF, 0xFFFF55, 0xFFFFFF,
];

/// A character set for [`Screen::settextstyle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    /// 8x8 pixels: BGI's `DEFAULT_FONT`.
    Small,
    /// 8x16 pixels, as in VGA's text mode.
    Tall,
}

/// A VGA screen of 640x480 pixels in 16 colours, black at first.
///
/// The origin is the upper left corner; x grows to the right and y downwards. Drawing outside the screen is
/// clipped.
#[derive(Clone, PartialEq, Eq)]
pub struct Screen {
    pixels: Vec<u8>,
    palette: [u8; 16],
    color: u8,
    bkcolor: u8,
    fillcolor: u8,
    fillpattern: [u8; 8],
    font: Font,
    charsize: i32,
    /// The left, top, right and bottom edges of the rectangle to which drawing is clipped.
    clip: [i32; 4],
    /// The resolution: the size of the upper left part that the monitor stretches over the whole screen.
    size: (i32, i32),
    text: TextLayer,
    drawings: Drawings,
    /// The saved pixels of each page; those of the active page are in `pixels`.
    pages: Vec<Vec<u8>>,
    active: usize,
    visual: usize,
    /// True if a pixel may blink.
    may_blink: bool,
    /// True while blinking pixels show their background.
    is_off: bool,
    /// The tip of the mouse pointer if it is visible. It is not part of the pixels.
    pub pointer: Option<(i32, i32)>,
}

/// The lowest pixel that blinks: this, plus 16 times its background, plus its colour, like an attribute of text mode.
const BLINKING: u8 = 0x80;
/// The time in milliseconds for which blinking pixels show each of their colours: 16 frames of a VGA.
const BLINK: u64 = 229;

/// The left, top, right and bottom edges of the screen.
pub(crate) const WHOLE: [i32; 4] = [0, 0, WIDTH - 1, HEIGHT - 1];

const SOLID: [u8; 8] = [0xFF; 8];

impl Default for Screen {
    fn default() -> Screen {
        Screen {
            pixels: vec![BLACK; (WIDTH * HEIGHT) as usize],
            palette: std::array::from_fn(|color| color as u8),
            color: WHITE,
            bkcolor: BLACK,
            fillcolor: WHITE,
            fillpattern: SOLID,
            font: Font::Small,
            charsize: 1,
            clip: WHOLE,
            size: (WIDTH, HEIGHT),
            text: TextLayer::default(),
            drawings: Drawings::default(),
            pages: Vec::new(),
            active: 0,
            visual: 0,
            may_blink: false,
            is_off: false,
            pointer: None,
        }
    }
}

/// Omits the pixels.
impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Screen").finish_non_exhaustive()
    }
}

impl Screen {
    /// The active page's pixels, row by row: colour numbers from 0 to 15, or from 128 on pixels that blink, whose lower
    /// four bits are the colour.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The pixels of the visible page with the mouse pointer. A smaller resolution is stretched over the whole
    /// screen.
    pub fn shown(&self) -> Cow<'_, [u8]> {
        let mut page = self.visible_page(self.is_off);
        if let Some(tip) = self.pointer {
            draw_pointer(page.to_mut(), tip);
        }
        page
    }

    /// The pixels of the visible page; blinking ones show their background if `is_off` is true.
    fn visible_page(&self, is_off: bool) -> Cow<'_, [u8]> {
        let mut page = self.stretched_page();
        if self.may_blink && page.iter().any(|pixel| *pixel >= BLINKING) {
            for pixel in page.to_mut().iter_mut().filter(|pixel| **pixel >= BLINKING) {
                *pixel = if is_off { *pixel >> 4 & 7 } else { *pixel & 15 };
            }
        }
        page
    }

    /// Chooses the colour of blinking pixels for a time in milliseconds. Returns the time to the next change, if any
    /// pixel blinks.
    pub(crate) fn blink(&mut self, now: u64) -> Option<u64> {
        let blinks = self.may_blink && self.pixels.iter().any(|pixel| *pixel >= BLINKING);
        self.is_off = blinks && now / BLINK % 2 == 1;
        blinks.then_some(BLINK - now % BLINK)
    }

    /// Announces a pixel that may blink.
    pub(crate) fn announce(&mut self, color: u8) {
        self.may_blink |= color >= BLINKING;
    }

    fn stretched_page(&self) -> Cow<'_, [u8]> {
        let saved = self.pages.get(self.visual);
        let page = saved.filter(|_| self.visual != self.active);
        let page = page.unwrap_or(&self.pixels);
        if self.size == (WIDTH, HEIGHT) {
            return Cow::Borrowed(page);
        }
        let (width, height) = self.size;
        let row = |y: i32| {
            let start = y * height / HEIGHT * WIDTH;
            (0..WIDTH).map(move |x| page[(start + x * width / WIDTH) as usize])
        };
        (0..HEIGHT).flat_map(row).collect()
    }

    /// Returns a screen that looks the same but uses the default palette.
    pub fn as_shown(&self) -> Screen {
        let (text, drawings) = (self.text.clone(), self.drawings.clone());
        let mut screen = Screen { text, drawings, ..Screen::default() };
        for (pixel, color) in screen.pixels.iter_mut().zip(self.shown().iter()) {
            *pixel = self.palette[usize::from(*color & 15)];
        }
        screen
    }

    /// The visible text in the tall font, from top to bottom and from left to right, without box-drawing
    /// characters.
    pub fn text_runs(&self) -> Vec<TextRun> {
        self.text.runs(&self.visible_page(false))
    }

    /// The last shapes that a C program drew, in words, oldest first.
    pub fn drawings(&self) -> Vec<String> {
        self.drawings.in_words()
    }

    /// Records a shape for [`drawings`](Screen::drawings).
    pub(crate) fn drew(&mut self, drawing: Drawing) {
        self.drawings.push(drawing);
    }

    /// Forgets the last shape.
    pub(crate) fn forget_drawing(&mut self) {
        self.drawings.pop();
    }

    /// Sets the resolution: the size of the upper left part that is stretched over the screen.
    pub(crate) fn setsize(&mut self, size: (i32, i32)) {
        self.size = size;
    }

    /// Selects the page to draw on and the page to show.
    pub(crate) fn setpages(&mut self, active: usize, visual: usize) {
        let last = active.max(visual);
        if last > 0 && self.pages.len() <= last {
            self.pages.resize(last + 1, vec![BLACK; self.pixels.len()]);
        }
        if active != self.active {
            self.pages[self.active].clone_from(&self.pixels);
            self.pixels.clone_from(&self.pages[active]);
        }
        (self.active, self.visual) = (active, visual);
    }

    /// The colour number at (x,y), or `None` outside the screen.
    #[inline]
    pub fn getpixel(&self, x: i32, y: i32) -> Option<u8> {
        self.pixel(x, y).map(|pixel| pixel & 15)
    }

    /// The colour number at (x,y), or from 128 on a pixel that blinks.
    #[inline]
    pub(crate) fn pixel(&self, x: i32, y: i32) -> Option<u8> {
        let inside = (0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y);
        inside.then(|| self.pixels[(y * WIDTH + x) as usize])
    }

    /// Shows everything drawn in `color` as another colour of [`PALETTE`]. Both arguments are 0 to 15.
    pub fn setpalette(&mut self, color: u8, looks: u8) {
        self.palette[usize::from(color & 15)] = looks & 15;
    }

    /// The index in [`PALETTE`] of the colour that a pixel shows, or `None` outside the screen.
    pub(crate) fn looks(&self, x: i32, y: i32) -> Option<u8> {
        let color = self.getpixel(x, y)?;
        Some(self.palette[usize::from(color & 15)])
    }

    /// The current 16 colours as 0xRRGGBB.
    pub fn palette(&self) -> [u32; 16] {
        self.palette.map(|looks| PALETTE[usize::from(looks)])
    }

    /// Sets the colour of the pixel at (x,y).
    pub fn putpixel(&mut self, x: i32, y: i32, color: u8) {
        if let Some((_, row)) = self.clipped(x, x, y) {
            row[0] = color;
        }
    }

    /// Sets the colour of lines, outlines and text.
    pub fn setcolor(&mut self, color: u8) {
        self.announce(color);
        self.color = color;
    }

    /// Sets the colour that [`cleardevice`](Screen::cleardevice) fills with.
    ///
    /// BGI turns palette entry 0 into the background colour, so on a red background everything drawn in
    /// `BLACK` turns red. This function does not change black; [`setpalette`](Screen::setpalette) does what
    /// BGI did.
    pub fn setbkcolor(&mut self, color: u8) {
        self.bkcolor = color;
    }

    /// Sets a solid fill colour for `bar` and `fillellipse`: BGI's `SOLID_FILL`.
    pub fn setfillstyle(&mut self, color: u8) {
        self.setfillpattern(SOLID, color);
    }

    /// Sets an 8x8 fill pattern, given as eight rows from the top: 1 bits are drawn in `color`, 0 bits in the
    /// background colour.
    pub fn setfillpattern(&mut self, pattern: [u8; 8], color: u8) {
        self.fillpattern = pattern;
        self.fillcolor = color;
    }

    /// Sets the font, and the size of its characters as a multiple of the normal size.
    pub fn settextstyle(&mut self, font: Font, charsize: i32) {
        self.font = font;
        self.charsize = charsize.max(1);
    }

    /// Restricts drawing to a rectangle.
    pub(crate) fn clip(&mut self, [left, top, right, bottom]: [i32; 4]) {
        let [_, _, most_x, most_y] = WHOLE;
        self.clip = [left.max(0), top.max(0), right.min(most_x), bottom.min(most_y)];
    }

    /// Fills the screen with the background colour.
    pub fn cleardevice(&mut self) {
        self.pixels.fill(self.bkcolor);
        self.drawings = Drawings::default();
    }

    /// Moves the picture up by `rows` rows of pixels and fills the bottom with black.
    pub fn scroll(&mut self, rows: usize) {
        let rows = rows.min(HEIGHT as usize) as i32;
        self.copy([0, rows, WIDTH - 1, HEIGHT - 1], (0, 0));
        let left = ((HEIGHT - rows) * WIDTH) as usize;
        self.pixels[left..].fill(BLACK);
    }

    /// Copies a rectangle so that the upper left corner of the copy is at (x,y). Source and target must be
    /// inside the screen.
    pub(crate) fn copy(&mut self, [left, top, right, bottom]: [i32; 4], (x, y): (i32, i32)) {
        let mut copy_row = |row: i32| {
            let start = row * WIDTH;
            let to = (row - top + y) * WIDTH + x;
            let from = (start + left) as usize..=(start + right) as usize;
            self.pixels.copy_within(from, to as usize);
        };
        // The order keeps rows from being overwritten before they are copied.
        match y <= top {
            true => (top..=bottom).for_each(&mut copy_row),
            false => (top..=bottom).rev().for_each(&mut copy_row),
        }
        self.text.copy([left, top, right, bottom], (x, y));
    }

    /// Draws a line, both ends included.
    pub fn line(&mut self, x1: i32, y1: i32, x2: i32, y2: i32) {
        if y1 == y2 {
            return self.row(x1.min(x2), x1.max(x2), y1, self.color);
        }
        for (_, (x, y)) in points((x1, y1), (x2, y2)) {
            self.putpixel(x, y, self.color);
        }
    }

    /// Draws the outline of a rectangle, both corners included.
    pub fn rectangle(&mut self, left: i32, top: i32, right: i32, bottom: i32) {
        self.line(left, top, right, top);
        self.line(left, bottom, right, bottom);
        self.line(left, top, left, bottom);
        self.line(right, top, right, bottom);
    }

    /// Fills a rectangle, both corners included, without an outline.
    pub fn bar(&mut self, left: i32, top: i32, right: i32, bottom: i32) {
        for y in top.max(0)..=bottom.min(HEIGHT - 1) {
            self.fill_row(left, right, y);
        }
    }

    /// Draws a circle with the same outline as [`fillellipse`](Screen::fillellipse).
    pub fn circle(&mut self, x: i32, y: i32, radius: i32) {
        self.ellipse(x, y, radius, radius, false);
    }

    /// Draws a filled ellipse of 2 * `xradius` + 1 by 2 * `yradius` + 1 pixels, with an outline in the
    /// drawing colour.
    ///
    /// An `xradius` of 0 gives a vertical line.
    pub fn fillellipse(&mut self, x: i32, y: i32, xradius: i32, yradius: i32) {
        self.ellipse(x, y, xradius, yradius, true);
    }

    /// Draws an ellipse. The pixel at (dx,dy) from the centre is inside when dx²/(a²+a) + dy²/(b²+b) is at
    /// most 1, where a and b are the radii.
    ///
    /// This adds half a pixel to each radius, so a circle of radius 15 has 749 pixels, as in other BGI
    /// libraries.
    pub(crate) fn ellipse(&mut self, x: i32, y: i32, xradius: i32, yradius: i32, filled: bool) {
        if xradius < 0 || yradius < 0 {
            return;
        }
        let squared = |r: i32| (i64::from(r) * (i64::from(r) + 1)).max(1);
        let (a, b) = (squared(xradius), squared(yradius));
        let inside = |dx: i32, dy: i32| i64::from(dx).pow(2) * b + i64::from(dy).pow(2) * a <= a * b;
        let (mut w, mut beyond) = (-1, None);
        for dy in (0..=yradius).rev() {
            // Rows grow wider towards the middle.
            while w < xradius && inside(w + 1, dy) {
                w += 1;
            }
            if w < 0 {
                continue;
            }
            // The outline covers each row's last pixel and all pixels without a neighbour in the next outer
            // row.
            let hidden = beyond.map_or(-1, |o: i32| o.min(w - 1));
            for row in [y - dy, y + dy] {
                if filled && hidden >= 0 {
                    self.fill_row(x - hidden, x + hidden, row);
                }
                self.row(x - w, x - hidden - 1, row, self.color);
                self.row(x + hidden + 1, x + w, row, self.color);
            }
            beyond = Some(w);
        }
    }

    /// Writes a line of text in the drawing colour with its upper left corner at (x,y). The background is not
    /// drawn. A text with Chinese characters uses the tall font, because they are 16 pixels high.
    pub fn outtextxy(&mut self, x: i32, y: i32, text: &str) {
        let mut left = x;
        let is_tall = self.font == Font::Tall || font::is_chinese(text);
        for c in text.chars() {
            if !is_tall {
                left = self.cell(left, y, font::glyph(c));
                continue;
            }
            if self.charsize == 1 {
                self.text.write(left, y, c);
            }
            for rows in font::tall_cells(c) {
                left = self.cell(left, y, rows);
            }
        }
    }

    /// Draws one cell of a character and returns the left edge of the next cell.
    fn cell(&mut self, left: i32, y: i32, rows: &[u8]) -> i32 {
        let dot = self.charsize;
        for (bits, top) in rows.iter().zip((y..).step_by(dot as usize)) {
            let mut bits = u32::from(*bits);
            while bits != 0 {
                let first = bits.trailing_zeros();
                let end = first + (bits >> first).trailing_ones();
                for row in top..top + dot {
                    let right = left + end as i32 * dot - 1;
                    self.row(left + first as i32 * dot, right, row, self.color);
                }
                bits &= u32::MAX << end;
            }
        }
        left.saturating_add(8 * dot)
    }

    /// The width of a text in the current text style, in pixels.
    pub fn textwidth(&self, text: &str) -> i32 {
        columns_of(text) as i32 * 8 * self.charsize
    }

    /// Fills part of a row with the pattern, which is aligned to the screen's upper left corner.
    fn fill_row(&mut self, left: i32, right: i32, y: i32) {
        let bits = self.fillpattern[y.rem_euclid(8) as usize];
        if bits == 0xFF {
            return self.row(left, right, y, self.fillcolor);
        }
        let (on, off) = (self.fillcolor, self.bkcolor);
        let Some((first, row)) = self.clipped(left, right, y) else {
            return;
        };
        let bits = bits.rotate_right(first as u32 % 8);
        let colors: [u8; 8] = std::array::from_fn(|n| if bits >> n & 1 == 1 { on } else { off });
        let (eights, rest) = row.as_chunks_mut();
        eights.fill(colors);
        rest.copy_from_slice(&colors[..rest.len()]);
    }

    fn row(&mut self, left: i32, right: i32, y: i32, color: u8) {
        if let Some((_, row)) = self.clipped(left, right, y) {
            row.fill(color);
        }
    }

    /// The left edge and the pixels of the part of a row that is inside the clip rectangle.
    #[inline]
    fn clipped(&mut self, left: i32, right: i32, y: i32) -> Option<(i32, &mut [u8])> {
        let (left, right) = (left.max(self.clip[0]), right.min(self.clip[2]));
        let reached = (self.clip[1]..=self.clip[3]).contains(&y) && left <= right;
        reached.then(|| {
            let start = y * WIDTH;
            let row = (start + left) as usize..=(start + right) as usize;
            (left, &mut self.pixels[row])
        })
    }

    /// Encodes the visible page as a PNG file with 16 palette colours.
    pub fn png_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let png = png_encoder(&mut bytes, (WIDTH as usize, HEIGHT as usize), &self.palette());
        let pairs = self.shown();
        let pairs: Vec<u8> = pairs.chunks_exact(2).map(|p| p[0] << 4 | p[1]).collect();
        png.write_header()
            .and_then(|mut writer| {
                writer.write_image_data(&pairs)?;
                writer.finish()
            })
            .expect("writing to memory succeeds, and the data has the announced size");
        bytes
    }
}

/// Creates a PNG encoder for pictures of the screen's size, with four bits per pixel.
pub(super) fn png_encoder<'a>(
    bytes: &'a mut Vec<u8>,
    (width, height): (usize, usize),
    palette: &[u32],
) -> png::Encoder<'a, &'a mut Vec<u8>> {
    let mut png = png::Encoder::new(bytes, width as u32, height as u32);
    png.set_color(png::ColorType::Indexed);
    png.set_depth(png::BitDepth::Four);
    let rgb = palette.iter().flat_map(|rgb| rgb.to_be_bytes()[1..].to_vec());
    png.set_palette(rgb.collect::<Vec<u8>>());
    png
}

/// The points of a line from one end to the other, both included, each with its index on the line.
///
/// Points that are off the screen along the line's longer axis are skipped.
pub fn points((x1, y1): (i32, i32), (x2, y2): (i32, i32)) -> impl Iterator<Item = (i32, (i32, i32))> {
    let (dx, dy) = ((x2 - x1).abs(), -(y2 - y1).abs());
    let (sx, sy) = ((x2 - x1).signum(), (y2 - y1).signum());
    let flat = dx >= -dy;
    let (longer, shorter) = (dx.max(-dy), dx.min(-dy));
    let (from, sign, most) = if flat { (x1, sx, WIDTH - 1) } else { (y1, sy, HEIGHT - 1) };
    let (before, after) = if sign < 0 { (from - most, from) } else { (-from, most - from) };
    let first = before.max(0);
    // The offset along the shorter axis at the first point.
    let twice = 2 * i64::from(longer).max(1);
    let aside = ((2 * i64::from(shorter) * i64::from(first) + i64::from(longer)) / twice) as i32;
    let (right, down) = if flat { (first, aside) } else { (aside, first) };
    let (mut x, mut y) = (x1 + sx * right, y1 + sy * down);
    let (right, down) = (i64::from(right), i64::from(down));
    let mut error = (i64::from(dx + dy) + right * i64::from(dy) + down * i64::from(dx)) as i32;
    (first..=longer.min(after)).map(move |n| {
        let point = (n, (x, y));
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            x += sx;
        }
        if twice <= dx {
            error += dx;
            y += sy;
        }
        point
    })
}

/// The rows of the DOS driver's arrow. Of each 32 bits, the upper 16 are 0 for the arrow's pixels, and the lower
/// 16 are 1 for the white ones.
const ARROW: [u32; 16] = [
    0x3FFF0000, 0x1FFF4000, 0x0FFF6000, 0x07FF7000, 0x03FF7800, 0x01FF7C00, 0x00FF7E00, 0x007F7F00,
    0x003F7F80, 0x001F7C00, 0x01FF6C00, 0x00FF4600, 0x30FF0600, 0xF87F0300, 0xF87F0300, 0xFCFF0000,
];

/// Draws the pointer with its tip at (x,y).
fn draw_pointer(pixels: &mut [u8], (x, y): (i32, i32)) {
    for (bits, y) in ARROW.into_iter().zip(y..HEIGHT) {
        for (n, x) in (0..16).zip(x..WIDTH) {
            if bits << n >> 31 == 0 {
                let white = bits << (n + 16) >> 31 == 1;
                pixels[(y * WIDTH + x) as usize] = if white { WHITE } else { BLACK };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rectangle of the screen as text, with `#` for `color` and `.` for other colours.
    fn picture(screen: &Screen, left: i32, top: i32, right: i32, bottom: i32, color: u8) -> String {
        (top..=bottom)
            .map(|y| {
                (left..=right)
                    .map(|x| match screen.getpixel(x, y) == Some(color) {
                        true => '#',
                        false => '.',
                    })
                    .collect::<String>()
                    + "\n"
            })
            .collect()
    }

    #[test]
    fn a_circle_of_radius_15_has_749_pixels() {
        let mut screen = Screen::default();
        screen.fillellipse(50, 50, 15, 15);
        let rows: Vec<usize> =
            (35..=50).map(|y| picture(&screen, 0, y, 99, y, WHITE).matches('#').count()).collect();
        assert_eq!(rows, [7, 13, 17, 19, 21, 23, 25, 27, 27, 29, 29, 29, 31, 31, 31, 31]);
        assert_eq!(screen.pixels().iter().filter(|p| **p == WHITE).count(), 749);
    }

    #[test]
    fn circles_are_symmetric() {
        for radius in 0..40 {
            let mut screen = Screen::default();
            screen.setfillstyle(RED);
            screen.fillellipse(100, 100, radius, radius);
            for dy in -radius - 1..=radius + 1 {
                for dx in -radius - 1..=radius + 1 {
                    let at = |dx, dy| screen.getpixel(100 + dx, 100 + dy);
                    assert_eq!(at(dx, dy), at(-dx, dy));
                    assert_eq!(at(dx, dy), at(dx, -dy));
                    assert_eq!(at(dx, dy), at(dy, dx), "radius {radius} at {dx},{dy}");
                }
            }
        }
    }

    #[test]
    fn the_outline_encloses_a_filled_ellipse() {
        for (a, b) in [(15, 15), (10, 15), (1, 15), (15, 2), (0, 0), (30, 7)] {
            let mut screen = Screen::default();
            screen.setcolor(YELLOW);
            screen.setfillstyle(RED);
            screen.fillellipse(100, 100, a, b);
            for y in 100 - b..=100 + b {
                for x in 100 - a..=100 + a {
                    if screen.getpixel(x, y) == Some(RED) {
                        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                            assert_ne!(screen.getpixel(x + dx, y + dy), Some(BLACK));
                        }
                    }
                }
            }
            assert_eq!(screen.getpixel(100, 100 - b), Some(YELLOW));
            assert_eq!(screen.getpixel(100, 100 + b), Some(YELLOW));
            assert_eq!(screen.getpixel(100 - a, 100), Some(YELLOW));
            assert_eq!(screen.getpixel(100 + a, 100), Some(YELLOW));
        }
    }

    #[test]
    fn an_ellipse_of_width_0_is_a_line() {
        let mut screen = Screen::default();
        screen.fillellipse(50, 50, 0, 15);
        assert_eq!(picture(&screen, 49, 34, 51, 66, WHITE), {
            let line = ".#.\n".repeat(31);
            format!("...\n{line}...\n")
        });
    }

    /// All points of a line, computed from one end.
    fn all_points((x1, y1): (i32, i32), (x2, y2): (i32, i32)) -> Vec<(i32, i32)> {
        let (dx, dy) = ((x2 - x1).abs(), -(y2 - y1).abs());
        let (mut x, mut y, mut error) = (x1, y1, dx + dy);
        let mut found = vec![(x, y)];
        while (x, y) != (x2, y2) {
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                x += (x2 - x1).signum();
            }
            if twice <= dx {
                error += dx;
                y += (y2 - y1).signum();
            }
            found.push((x, y));
        }
        found
    }

    #[test]
    fn clipping_does_not_change_the_points_of_a_line() {
        let places = [-32_768, -641, -7, 0, 3, 239, 479, 480, 639, 640, 1003, 32_767];
        let ends = || places.iter().flat_map(|x| places.iter().map(|y| (*x, *y)));
        let on_screen = |(x, y): &(i32, i32)| (0..WIDTH).contains(x) && (0..HEIGHT).contains(y);
        for (from, to) in ends().flat_map(|from| ends().step_by(5).map(move |to| (from, to))) {
            let all = all_points(from, to);
            let found: Vec<(i32, (i32, i32))> = points(from, to).collect();
            assert!(found.len() <= 640, "{from:?} to {to:?}");
            for (n, point) in &found {
                assert_eq!(all[*n as usize], *point, "point {n} of {from:?} to {to:?}");
            }
            let seen = found.iter().filter(|(_, point)| on_screen(point)).count();
            let visible = all.iter().filter(|point| on_screen(point)).count();
            assert_eq!(seen, visible, "{from:?} to {to:?}");
        }
    }

    #[test]
    fn drawing_outside_the_screen_is_clipped() {
        let mut screen = Screen::default();
        screen.bar(-10, -10, WIDTH + 10, HEIGHT + 10);
        assert!(screen.pixels().iter().all(|p| *p == WHITE));
        screen.setcolor(RED);
        screen.line(-50, -50, WIDTH + 50, HEIGHT + 50);
        screen.rectangle(-1, -1, WIDTH, HEIGHT);
        screen.fillellipse(0, 0, 900, 3);
        screen.fillellipse(WIDTH, HEIGHT, 3, 900);
        screen.circle(-20, 5, -1);
        screen.outtextxy(WIDTH - 4, HEIGHT - 4, "clipped");
        screen.outtextxy(-100, -4, "clipped");
        screen.putpixel(i32::MAX, i32::MIN, RED);
        assert_eq!(screen.getpixel(-1, 0), None);
        assert_eq!(screen.getpixel(0, HEIGHT), None);
    }

    #[test]
    fn both_fonts_draw_their_own_pictures() {
        let mut screen = Screen::default();
        screen.outtextxy(0, 0, "A");
        screen.settextstyle(Font::Tall, 1);
        screen.outtextxy(8, 0, "g");
        assert_eq!(
            picture(&screen, 0, 0, 7, 7, WHITE),
            "..##....\n.####...\n##..##..\n##..##..\n######..\n##..##..\n##..##..\n........\n"
        );
        assert_eq!(
            picture(&screen, 8, 3, 15, 14, WHITE),
            "........\n........\n.###.##.\n##..##..\n##..##..\n##..##..\n##..##..\n##..##..\n.#####..\n....##..\n##..##..\n.####...\n"
        );
    }

    #[test]
    fn text_scales_by_whole_factors() {
        for (font, height) in [(Font::Small, 8), (Font::Tall, 16)] {
            let screens = [1, 2, 3].map(|size| {
                let mut screen = Screen::default();
                screen.settextstyle(font, size);
                screen.outtextxy(0, 0, "A");
                assert_eq!(screen.textwidth("AB"), 16 * size);
                screen
            });
            for (screen, size) in screens.iter().zip(1..) {
                for (x, y) in (0..8 * size).flat_map(|x| (0..height * size).map(move |y| (x, y))) {
                    let original = screens[0].getpixel(x / size, y / size);
                    assert_eq!(screen.getpixel(x, y), original);
                }
            }
        }
    }

    #[test]
    fn fill_patterns_use_both_colours() {
        let mut screen = Screen::default();
        screen.setbkcolor(BLUE);
        screen.setfillpattern([0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA], YELLOW);
        screen.bar(8, 8, 23, 23);
        let dots = |color| screen.pixels().iter().filter(|p| **p == color).count();
        assert_eq!((dots(YELLOW), dots(BLUE)), (128, 128));
        assert_eq!(picture(&screen, 8, 8, 11, 9, YELLOW), "#.#.\n.#.#\n");
    }

    #[test]
    fn frames_and_arrows_have_pictures_and_unknown_characters_do_not() {
        for font in [Font::Small, Font::Tall] {
            let draw = |text: &str| {
                let mut screen = Screen::default();
                screen.settextstyle(font, 1);
                screen.outtextxy(0, 0, text);
                screen
            };
            for c in "═║╔╗╚╝─│┌┐└┘█▓▒░é↑↓→←►◄".chars() {
                assert!(draw(&c.to_string()) != draw("?"), "{c} has no picture");
                assert!(draw(&c.to_string()) != draw(" "), "{c} is blank");
            }
            assert!(draw("한") == draw("?"));
        }
    }
}
