//! The screen as the window wants it: in real colours, as large as it fits, with black bars around it.

use std::borrow::Cow;
use std::fmt;
use std::iter::repeat_n;
use words::phrase;

use super::Screen;
use super::bgi::{HEIGHT, WIDTH};

/// A whole scale that shows the screen at least so large, of the size that would fit, is preferred: nothing is as sharp.
const WHOLE: f64 = 0.85;

/// The part of a line that is dark between two lines of a tube.
const GAP: f64 = 0.34;
/// How much larger a curved screen would be in its corners than in the middle of its sides.
const BULGE: f32 = 0.03;

/// How much is seen of the tube of an old screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// Nothing: all is as sharp as it can be.
    #[default]
    Off,
    /// A little.
    Weak,
    /// As on a good screen of the time.
    Medium,
    /// As on a bad one.
    Strong,
}

impl Strength {
    /// All of them, from none on.
    pub const ALL: [Strength; 4] = [
        Strength::Off,
        Strength::Weak,
        Strength::Medium,
        Strength::Strong,
    ];

    /// Its name, in one word.
    pub fn name(self) -> &'static str {
        match self {
            Strength::Off => phrase!("off"),
            Strength::Weak => phrase!("weak"),
            Strength::Medium => phrase!("medium"),
            Strength::Strong => phrase!("strong"),
        }
    }

    /// How dark it is between two lines, and how much light a pixel gets from each of its four neighbours, of 256. More than 64 would
    /// be brighter than white.
    fn darkness_and_glow(self) -> (f64, u32) {
        match self {
            Strength::Off => (0.0, 0),
            Strength::Weak => (72.0, 12),
            Strength::Medium => (128.0, 26),
            Strength::Strong => (184.0, 44),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The tube behind the glass: its dark lines, its glow, and its curve. None is seen where the strength is off, and no lines and no curve
/// where a pixel has fewer than one and a half dots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tube {
    /// How much is seen of its lines and its glow.
    pub strength: Strength,
    /// Is the glass curved?
    pub curved: bool,
}

/// The picture of a screen in a window.
#[derive(Default)]
pub struct Picture {
    /// The tube that is seen.
    pub(crate) tube: Tube,
    /// The size of the window it was made for, in pixels.
    pub(crate) window: (usize, usize),
    /// Its dots, row by row, as `0xRRGGBB`.
    pub dots: Vec<u32>,
    /// The dots in a row.
    pub width: usize,
}

impl Picture {
    /// The picture of a screen with this tube, for no window yet.
    pub fn new(tube: Tube) -> Picture {
        Picture {
            tube,
            ..Picture::default()
        }
    }

    /// Makes the picture for a window of this size.
    pub fn compose(&mut self, screen: &Screen, window: (usize, usize)) {
        self.window = window;
        let (w, h) = (window.0.max(1), window.1.max(1));
        let fits = (w as f64 / f64::from(WIDTH)).min(h as f64 / f64::from(HEIGHT));
        let whole = fits.floor().max(1.0);
        let is_whole = whole >= fits * WHOLE;
        let light = Light::of(screen, self.tube.strength);
        let has_lines = self.tube.strength != Strength::Off && fits >= 1.5;
        match (has_lines && self.tube.curved, is_whole) {
            (true, _) => self.curved(&light, (w, h), if is_whole { whole } else { fits }),
            (false, true) => self.whole(&light, (w, h), whole as usize),
            (false, false) => self.smooth(&light, (w, h), fits),
        }
    }

    /// A black picture of this size.
    fn clear(&mut self, width: usize, height: usize) {
        self.width = width;
        self.dots.clear();
        // What a larger window needed is given back.
        self.dots.shrink_to(width * height);
        self.dots.resize(width * height, 0);
    }

    /// Each pixel is a square of `scale` dots.
    fn whole(&mut self, light: &Light<'_>, (w, h): (usize, usize), scale: usize) {
        // minifb stretches exactly when the window is a multiple of the picture, and that saves memory.
        let multiple = |n: &usize| {
            let exact = [w, h, scale].iter().all(|length| length % n == 0);
            exact && !(light.glows && *n > 1)
        };
        let stretch = (1..=scale).rev().find(multiple).unwrap_or(1);
        let (width, height, scale) = (w / stretch, h / stretch, scale / stretch);
        self.clear(width, height);
        let left = width.saturating_sub(WIDTH as usize * scale) / 2;
        let top = height.saturating_sub(HEIGHT as usize * scale) / 2;
        let dark = self.darkness(HEIGHT as usize * scale);
        let mut row = Vec::new();
        let rows = self.dots.chunks_exact_mut(width).skip(top);
        for (y, dots) in rows.take(HEIGHT as usize * scale).enumerate() {
            if y % scale == 0 {
                light.row(y / scale, &mut row);
            }
            let dark = dark.get(y).copied().unwrap_or(0);
            let wide = row
                .iter()
                .flat_map(|rgb| repeat_n(mixture(*rgb, 0, dark), scale));
            for (dot, rgb) in dots[left..].iter_mut().zip(wide) {
                *dot = rgb;
            }
        }
    }

    /// How dark each row of dots is, of 256, where the screen is so many rows high. Empty where no lines are seen.
    fn darkness(&self, high: usize) -> Vec<u32> {
        let (darkest, _) = self.tube.strength.darkness_and_glow();
        if darkest == 0.0 || 2 * high < 3 * HEIGHT as usize {
            return Vec::new();
        }
        let line = |y: usize| y as f64 * f64::from(HEIGHT) / high as f64;
        let dark = |y| (between_lines(line(y), line(y + 1)) * darkest).round() as u32;
        (0..high).map(dark).collect()
    }

    /// All pixels are equally large and square: a dot on the border of two is a mixture, by the share that each has of it.
    fn smooth(&mut self, light: &Light<'_>, (w, h): (usize, usize), scale: f64) {
        self.clear(w, h);
        let along = |pixels: i32| (f64::from(pixels) * scale).round() as usize;
        let (wide, high) = (along(WIDTH).min(w), along(HEIGHT).min(h));
        let (left, top) = ((w - wide) / 2, (h - high) / 2);
        let (columns, rows) = (shares(WIDTH as usize, wide), shares(HEIGHT as usize, high));
        let dark = self.darkness(high);
        let mut lit = Vec::new();
        let mut lines: [Vec<u32>; 2] = Default::default();
        let mut held = [usize::MAX; 2];
        for (y, (row, second)) in rows.into_iter().enumerate() {
            let next = (row + 1).min(HEIGHT as usize - 1);
            if held[0] != row {
                lines.swap(0, 1);
                held.swap(0, 1);
            }
            for (n, row) in [row, next].into_iter().enumerate() {
                if held[n] != row {
                    held[n] = row;
                    light.row(row, &mut lit);
                    widen(&lit, &columns, &mut lines[n]);
                }
            }
            let dots = &mut self.dots[(top + y) * w + left..][..wide];
            let dark = dark.get(y).copied().unwrap_or(0);
            let both = lines[0].iter().zip(&lines[1]);
            for (dot, (one, two)) in dots.iter_mut().zip(both) {
                *dot = mixture(mixture(*one, *two, second), 0, dark);
            }
        }
    }

    /// As it is seen on a curved glass: the middle of each side touches the edge, and the corners do not.
    fn curved(&mut self, light: &Light<'_>, (w, h): (usize, usize), scale: f64) {
        self.clear(w, h);
        let along = |pixels: i32| (f64::from(pixels) * scale).round() as usize;
        let (wide, high) = (along(WIDTH).min(w), along(HEIGHT).min(h));
        let (left, top) = ((w - wide) / 2, (h - high) / 2);
        let (mut lit, mut row) = (Vec::new(), Vec::new());
        for y in 0..HEIGHT as usize {
            light.row(y, &mut row);
            lit.extend_from_slice(&row);
        }
        // How dark a dot is that begins so many 256ths of a line below its upper edge.
        let (darkest, _) = self.tube.strength.darkness_and_glow();
        let dark = |n: u32| {
            let from = f64::from(n) / 256.0;
            let to = from + f64::from(HEIGHT) / high as f64;
            (between_lines(from, to) * darkest).round() as u32
        };
        let dark: Vec<u32> = (0..256).map(dark).collect();
        // Where a dot is, from the middle on, in halves of the side.
        let from_middle = |n: usize, of: usize| (2 * n + 1) as f32 / of as f32 - 1.0;
        let across: Vec<(f32, f32)> = (0..wide)
            .map(|x| from_middle(x, wide))
            .map(|x| (x * WIDTH as f32 / 2.0, 1.0 + BULGE * x * x))
            .collect();
        let side = WIDTH as f32 / wide as f32;
        let in_256ths = 256.0 / side;
        for y in 0..high {
            let down = from_middle(y, high);
            let (wider, down) = (1.0 + BULGE * down * down, down * HEIGHT as f32 / 2.0);
            let dots = &mut self.dots[(top + y) * w + left..][..wide];
            for (dot, (x, taller)) in dots.iter_mut().zip(&across) {
                let x = x * wider + WIDTH as f32 / 2.0;
                let y = down * taller + HEIGHT as f32 / 2.0;
                if x < 0.0 || x >= WIDTH as f32 || y < 0.0 || y >= HEIGHT as f32 {
                    continue;
                }
                // The upper left corner of the dot.
                let (x, y) = ((x - side / 2.0).max(0.0), (y - side / 2.0).max(0.0));
                // As signed numbers of 32 bits the processor has them at once.
                let (column, line) = (x as i32, y as i32);
                let at = (line * WIDTH + column) as usize;
                let over = (x - column as f32 + side - 1.0).max(0.0) * in_256ths;
                let next = lit.get(at + 1).copied().unwrap_or(0);
                let colour = mixture(lit[at], next, over as i32 as u32);
                let below = (y - line as f32) * 256.0;
                *dot = mixture(colour, 0, dark[below as i32 as usize & 0xFF]);
            }
        }
    }
}

/// The share that is dark of what lies from one place to another, in lines from the top.
fn between_lines(from: f64, to: f64) -> f64 {
    let above = |y: f64| y.floor() * GAP + (y.fract() - (1.0 - GAP)).max(0.0);
    (above(to) - above(from)) / (to - from)
}

/// The colours of a screen, with the light that each pixel gets from its neighbours.
struct Light<'a> {
    pixels: Cow<'a, [u8]>,
    palette: [u32; 16],
    glows: bool,
    /// What is added to a pixel of the first colour for a neighbour of the second.
    added: [[u32; 16]; 16],
}

impl Light<'_> {
    fn of(screen: &Screen, strength: Strength) -> Light<'_> {
        let palette = screen.palette();
        let (_, glow) = strength.darkness_and_glow();
        let more = |own: u32, other: u32, shift: u32| {
            let part = |rgb: u32| rgb >> shift & 0xFF;
            (part(other).saturating_sub(part(own)) * glow / 256) << shift
        };
        let added = palette.map(|own| {
            palette.map(|other| [0, 8, 16].map(|shift| more(own, other, shift)).iter().sum())
        });
        Light {
            pixels: screen.shown(),
            palette,
            glows: glow > 0,
            added,
        }
    }

    /// The colours of a row.
    fn row(&self, y: usize, colours: &mut Vec<u32>) {
        let width = WIDTH as usize;
        let row = |y: usize| &self.pixels[y * width..][..width];
        let own = row(y);
        colours.clear();
        if !self.glows {
            colours.extend(own.iter().map(|c| self.palette[usize::from(*c)]));
            return;
        }
        let (above, below) = (
            row(y.saturating_sub(1)),
            row((y + 1).min(HEIGHT as usize - 1)),
        );
        colours.extend((0..width).map(|x| {
            let (left, right) = (own[x.saturating_sub(1)], own[(x + 1).min(width - 1)]);
            let added = &self.added[usize::from(own[x])];
            let added = [left, right, above[x], below[x]].map(|c| added[usize::from(c)]);
            self.palette[usize::from(own[x])] + added.iter().sum::<u32>()
        }));
    }
}

/// For each dot of a line: the pixel in which it begins, and how much of it lies in the next pixel, of 256.
fn shares(pixels: usize, dots: usize) -> Vec<(usize, u32)> {
    let share = |dot: usize| {
        let pixel = dot * pixels / dots;
        // The dot ends at (dot + 1) * pixels / dots, and the next pixel begins at pixel + 1.
        let over = ((dot + 1) * pixels).saturating_sub((pixel + 1) * dots);
        (pixel, (over * 256 / pixels) as u32)
    };
    (0..dots).map(share).collect()
}

/// A row of pixels as a line of dots.
fn widen(pixels: &[u32], columns: &[(usize, u32)], line: &mut Vec<u32>) {
    let next = |pixel: usize| pixels[(pixel + 1).min(pixels.len() - 1)];
    line.clear();
    line.extend(
        columns
            .iter()
            .map(|(pixel, second)| mixture(pixels[*pixel], next(*pixel), *second)),
    );
}

/// Two colours mixed, `second` of 256 parts of the second.
fn mixture(one: u32, two: u32, second: u32) -> u32 {
    if one == two || second == 0 {
        return one;
    }
    let part = |mask: u32| {
        let (one, two) = (u64::from(one & mask), u64::from(two & mask));
        let (first, second) = (u64::from(256 - second), u64::from(second));
        ((one * first + two * second) >> 8) as u32 & mask
    };
    part(0xFF_00FF) | part(0x00_FF00)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dos::bgi::{PALETTE, WHITE, YELLOW};

    /// A screen with a dot in each corner, and one in the middle.
    fn dotted() -> Screen {
        let mut screen = Screen::default();
        for (x, y) in [(0, 0), (639, 0), (0, 479), (639, 479), (320, 240)] {
            screen.putpixel(x, y, YELLOW);
        }
        screen
    }

    #[test]
    fn the_picture_takes_no_more_memory_than_the_window_needs() {
        let mut picture = Picture::default();
        for (window, most) in [
            ((8000, 8000), 2000 * 2000),
            ((8001, 7999), 8001 * 7999),
            ((1279, 961), 1279 * 961),
            ((640, 480), 640 * 480),
        ] {
            picture.compose(&dotted(), window);
            assert!(picture.dots.capacity() <= most, "{window:?}");
        }
    }

    /// The window that minifb would show for a picture: each dot stretched.
    fn stretched(picture: &Picture, (w, h): (usize, usize)) -> Vec<u32> {
        let height = picture.dots.len() / picture.width;
        assert_eq!((w % picture.width, h % height), (0, 0));
        let (sx, sy) = (w / picture.width, h / height);
        (0..w * h)
            .map(|i| picture.dots[i / w / sy * picture.width + i % w / sx])
            .collect()
    }

    #[test]
    fn where_a_whole_scale_nearly_fills_the_window_it_is_whole() {
        for (window, scale, left, top) in [
            ((640, 480), 1, 0, 0),
            ((1280, 960), 2, 0, 0),
            ((1920, 1080), 2, 320, 60),
            ((1921, 1441), 3, 0, 0),
            ((1930, 1450), 3, 5, 5),
            ((2560, 1440), 3, 320, 0),
        ] {
            let mut picture = Picture::default();
            picture.compose(&dotted(), window);
            let dots = stretched(&picture, window);
            let yellow = PALETTE[usize::from(YELLOW)];
            let lit: Vec<usize> = (0..dots.len()).filter(|i| dots[*i] == yellow).collect();
            assert_eq!(lit.len(), 5 * scale * scale, "{window:?}");
            assert_eq!(lit[0], top * window.0 + left, "{window:?}");
            let last = (top + 480 * scale - 1) * window.0 + left + 640 * scale - 1;
            assert_eq!(lit.last(), Some(&last), "{window:?}");
        }
    }

    #[test]
    fn elsewhere_it_fills_the_window_and_every_pixel_has_the_same_share() {
        let mut screen = Screen::default();
        screen.setfillstyle(WHITE);
        screen.bar(0, 0, 639, 479);
        let mut picture = Picture::default();
        for (window, filled) in [
            ((1366, 768), 1024 * 768),
            ((1279, 960), 1279 * 959),
            ((800, 600), 800 * 600),
            ((800, 4000), 800 * 600),
        ] {
            picture.compose(&screen, window);
            let white = PALETTE[usize::from(WHITE)];
            let lit = picture.dots.iter().filter(|dot| **dot == white).count();
            assert_eq!(lit, filled, "{window:?}");
        }
        // At 8/5 a white column between black ones is seen as 8/5 of a dot, wherever it is.
        for x in [0, 1, 2, 3, 4, 317, 638] {
            let mut screen = Screen::default();
            screen.line(x, 0, x, 479);
            picture.compose(&screen, (1024, 768));
            let light: u32 = picture.dots[..1024].iter().map(|dot| dot & 0xFF).sum();
            assert!(light.abs_diff(255 * 8 / 5) <= 3, "column {x}: {light}");
        }
    }

    fn white() -> Screen {
        let mut white = Screen::default();
        white.setfillstyle(WHITE);
        white.bar(0, 0, 639, 479);
        white
    }

    #[test]
    fn with_a_tube_every_line_has_a_dark_end_by_its_strength_and_nothing_else_differs() {
        for strength in Strength::ALL {
            let (mut plain, mut lined) = (Picture::default(), Picture::default());
            lined.tube.strength = strength;
            for window in [(640, 480), (1280, 960), (1024, 768), (1920, 1440)] {
                plain.compose(&white(), window);
                lined.compose(&white(), window);
                let scale = window.1 as f64 / 480.0;
                let dots = stretched(&lined, window);
                if scale < 1.5 || strength == Strength::Off {
                    assert_eq!(dots, stretched(&plain, window));
                    continue;
                }
                let rows: Vec<u32> = (0..window.1)
                    .map(|y| dots[y * window.0 + 7] & 0xFF)
                    .collect();
                // The first row of a line is bright, the darkness in all is that of the gaps.
                let (darkest, _) = strength.darkness_and_glow();
                assert!(rows[0] > 200, "{window:?}: {:?}", &rows[..8]);
                let dark: u32 = rows.iter().map(|light| 255 - light).sum();
                let expected = f64::from(HEIGHT) * scale * GAP * darkest;
                let part = f64::from(dark) / expected;
                assert!((part - 1.0).abs() < 0.03, "{window:?}: {dark}");
            }
        }
    }

    #[test]
    fn a_bright_pixel_glows_on_its_neighbours_and_white_is_no_brighter_than_white() {
        let mut picture = Picture::default();
        let mut last = 0;
        for strength in Strength::ALL {
            picture.tube.strength = strength;
            picture.compose(&dotted(), (640, 480));
            let green_of = |x: usize, y: usize| picture.dots[y * 640 + x] >> 8 & 0xFF;
            assert_eq!(picture.dots[240 * 640 + 320], PALETTE[usize::from(YELLOW)]);
            let beside = [(319, 240), (321, 240), (320, 239), (320, 241)];
            let glow = beside.map(|(x, y)| green_of(x, y));
            assert!(glow.iter().all(|light| *light == glow[0]), "{glow:?}");
            assert_eq!(green_of(321, 241), 0, "nothing is lit across a corner");
            assert!(glow[0] > last || strength == Strength::Off, "{strength}");
            last = glow[0];
            picture.compose(&white(), (640, 480));
            assert!(picture.dots.iter().all(|dot| *dot == 0xFF_FFFF));
        }
    }

    #[test]
    fn a_tube_shows_the_page_that_is_seen_and_not_the_one_that_is_drawn_on() {
        let mut pages = dotted();
        pages.setpages(1, 0);
        pages.cleardevice();
        for strength in Strength::ALL {
            let tube = Tube {
                strength,
                curved: false,
            };
            let pictures = [&dotted(), &pages].map(|screen| {
                let mut picture = Picture::new(tube);
                picture.compose(screen, (1280, 960));
                picture.dots
            });
            assert!(pictures[0] == pictures[1], "{strength}");
        }
    }

    #[test]
    fn on_a_curved_glass_the_sides_touch_the_edge_and_only_the_corners_are_black() {
        let mut picture = Picture::new(Tube {
            strength: Strength::Weak,
            curved: true,
        });
        for window in [(1280, 960), (1920, 1440), (1024, 768), (1400, 1050)] {
            picture.compose(&white(), window);
            let scale = (window.0 / 640).max(1);
            let (w, h) = window;
            let lit = |x: usize, y: usize| picture.dots[y * w + x] != 0;
            let (left, top) = match w % 640 {
                0 => (0, 0),
                _ => (
                    (0..w).position(|x| lit(x, h / 2)).unwrap(),
                    (0..h).position(|y| lit(w / 2, y)).unwrap(),
                ),
            };
            assert!(left < 70 && top < 60, "{window:?}");
            assert!(lit(left, h / 2) && lit(w / 2, top), "{window:?}");
            assert!(
                lit(w - 1 - left, h / 2) && lit(w / 2, h - 1 - top),
                "{window:?}"
            );
            assert!(
                !lit(left, top) && !lit(w - 1 - left, h - 1 - top),
                "{window:?}"
            );
            let black = picture.dots.iter().filter(|dot| **dot == 0).count();
            let bars = w * h - (w - 2 * left) * (h - 2 * top);
            assert!((black - bars) * 25 < w * h, "{window:?} {scale}: {black}");
        }
    }

    #[test]
    fn a_window_smaller_than_the_screen_shows_its_upper_left_part() {
        for window in [(639, 479), (100, 900), (900, 100), (1, 1), (0, 0)] {
            let mut picture = Picture::default();
            picture.compose(&dotted(), window);
            let left = window.0.saturating_sub(640) / 2;
            let top = window.1.saturating_sub(480) / 2;
            let yellow = PALETTE[usize::from(YELLOW)];
            assert_eq!(picture.dots[top * picture.width + left], yellow);
        }
    }
}
