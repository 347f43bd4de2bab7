//! The screen as a picture for a window: in RGB, as large as possible, with black bars around it.

use std::borrow::Cow;

use super::Screen;
use super::bgi::{HEIGHT, WIDTH};

/// A whole scale is sharper, so pictures use it if it is at least this fraction of the largest possible
/// scale.
const WHOLE: f64 = 0.85;

/// The dark fraction of each line on a CRT monitor.
const GAP: f64 = 0.34;
/// The darkness of the dark part of a line, on a scale from 0 to 256.
const DARKEST: f64 = 128.0;
/// The fraction of its light that a pixel gives to each neighbour on a CRT monitor, in 256ths. A value over
/// 64 could exceed white.
const GLOW: u32 = 26;

/// The picture of a screen in a window.
#[derive(Default)]
pub struct Picture {
    /// True if the picture looks like a CRT monitor. Dark lines appear at one and a half dots per pixel or
    /// more.
    pub crt: bool,
    /// The size of the window in dots.
    pub(crate) window: (usize, usize),
    /// The dots as 0xRRGGBB, row by row.
    pub dots: Vec<u32>,
    /// The number of dots in a row.
    pub width: usize,
    /// The size of a pixel of the screen in dots of the window.
    scale: f64,
}

impl Picture {
    /// Turns the look of a CRT monitor on or off. The next [`compose`](Picture::compose) draws it.
    pub(crate) fn set_crt(&mut self, on: bool) {
        if on != self.crt {
            (self.crt, self.window) = (on, (0, 0));
        }
    }

    /// Draws the picture for a window of this size.
    pub fn compose(&mut self, screen: &Screen, window: (usize, usize)) {
        self.window = window;
        let (w, h) = (window.0.max(1), window.1.max(1));
        let fits = (w as f64 / f64::from(WIDTH)).min(h as f64 / f64::from(HEIGHT));
        let whole = fits.floor();
        // A window smaller than the screen gets a smaller picture.
        let is_whole = whole >= (fits * WHOLE).max(1.0);
        // minifb stretches a small picture exactly if the window is a multiple of it, and that saves memory.
        let divides = |n: &usize| [w, h, whole as usize].iter().all(|length| length % n == 0);
        let stretch = match is_whole && !self.crt {
            true => (1..=whole as usize).rev().find(divides).unwrap_or(1),
            false => 1,
        };
        self.scale = if is_whole { whole } else { fits };
        let scale = self.scale / stretch as f64;
        self.draw(&Light::new(screen, self.crt), (w / stretch, h / stretch), scale);
    }

    /// The screen's pixel that is nearest to a dot of the window.
    pub fn pixel_at(&self, (x, y): (f32, f32)) -> (u16, u16) {
        let pixel = |dot: f32, dots: usize, pixels: i32| {
            let margin = (dots as f64 - f64::from(pixels) * self.scale).max(0.0) / 2.0;
            ((f64::from(dot) - margin) / self.scale).clamp(0.0, f64::from(pixels - 1)) as u16
        };
        (pixel(x, self.window.0, WIDTH), pixel(y, self.window.1, HEIGHT))
    }

    /// Draws all pixels as squares of equal size. A dot on the border of two pixels mixes their colours.
    fn draw(&mut self, light: &Light<'_>, (w, h): (usize, usize), scale: f64) {
        self.width = w;
        self.dots.clear();
        // Releases the memory of a larger window.
        self.dots.shrink_to(w * h);
        self.dots.resize(w * h, 0);
        let scaled = |pixels: i32| (f64::from(pixels) * scale).round() as usize;
        let (wide, high) = (scaled(WIDTH), scaled(HEIGHT));
        let (left, top) = (w.saturating_sub(wide) / 2, h.saturating_sub(high) / 2);
        let mut columns = shares(WIDTH as usize, wide);
        columns.truncate(w);
        let rows = shares(HEIGHT as usize, high);
        let mut row = Vec::new();
        let mut lines: [Vec<u32>; 2] = Default::default();
        let mut held = [usize::MAX; 2];
        let dots = self.dots.chunks_exact_mut(w).skip(top);
        for ((y, (upper, part)), dots) in rows.into_iter().enumerate().zip(dots) {
            let lower = (upper + 1).min(HEIGHT as usize - 1);
            if held[0] != upper {
                lines.swap(0, 1);
                held.swap(0, 1);
            }
            for (n, y) in [upper, lower].into_iter().enumerate() {
                if held[n] != y {
                    held[n] = y;
                    light.row(y, &mut row);
                    widen(&row, &columns, &mut lines[n]);
                }
            }
            let dark = if self.crt { darkness(y, high) } else { 0 };
            let dots = &mut dots[left..][..columns.len()];
            if (part, dark) == (0, 0) {
                dots.copy_from_slice(&lines[0]);
                continue;
            }
            for (dot, (one, two)) in dots.iter_mut().zip(lines[0].iter().zip(&lines[1])) {
                *dot = mixture(mixture(*one, *two, part), 0, dark);
            }
        }
    }
}

/// The darkness of a row of dots, from 0 to 256, in a picture of this height.
fn darkness(y: usize, high: usize) -> u32 {
    if 2 * high < 3 * HEIGHT as usize {
        return 0;
    }
    let line = |y: usize| y as f64 * f64::from(HEIGHT) / high as f64;
    let dark_above = |y: f64| y.floor() * GAP + (y.fract() - (1.0 - GAP)).max(0.0);
    let (from, to) = (line(y), line(y + 1));
    let dark_part = (dark_above(to) - dark_above(from)) / (to - from);
    (dark_part * DARKEST).round() as u32
}

/// The colours of a screen. On a CRT monitor each pixel gets light from its neighbours.
struct Light<'a> {
    pixels: Cow<'a, [u8]>,
    palette: [u32; 16],
    /// The light that a pixel of the first colour gets from a neighbour of the second colour.
    glow: Option<[[u32; 16]; 16]>,
}

impl Light<'_> {
    fn new(screen: &Screen, crt: bool) -> Light<'_> {
        let palette = screen.palette();
        let more = |own: u32, other: u32, shift: u32| {
            let part = |rgb: u32| rgb >> shift & 0xFF;
            (part(other).saturating_sub(part(own)) * GLOW / 256) << shift
        };
        let glow =
            |own: u32| palette.map(|other| [0, 8, 16].map(|shift| more(own, other, shift)).iter().sum());
        Light { pixels: screen.shown(), palette, glow: crt.then(|| palette.map(glow)) }
    }

    /// Computes the colours of a row of pixels.
    fn row(&self, y: usize, colours: &mut Vec<u32>) {
        let width = WIDTH as usize;
        let row = |y: usize| &self.pixels[y * width..][..width];
        let own = row(y);
        colours.clear();
        let Some(glow) = &self.glow else {
            colours.extend(own.iter().map(|c| self.palette[usize::from(*c)]));
            return;
        };
        let (above, below) = (row(y.saturating_sub(1)), row((y + 1).min(HEIGHT as usize - 1)));
        colours.extend((0..width).map(|x| {
            let (left, right) = (own[x.saturating_sub(1)], own[(x + 1).min(width - 1)]);
            let glow = &glow[usize::from(own[x])];
            let glow = [left, right, above[x], below[x]].map(|c| glow[usize::from(c)]);
            self.palette[usize::from(own[x])] + glow.iter().sum::<u32>()
        }));
    }
}

/// Returns, for each dot of a line, the pixel in which it begins and its share of the next pixel, from 0 to
/// 256.
fn shares(pixels: usize, dots: usize) -> Vec<(usize, u32)> {
    let share = |dot: usize| {
        let pixel = dot * pixels / dots;
        // The dot ends at (dot + 1) * pixels / dots, and the next pixel begins at pixel + 1.
        let over = ((dot + 1) * pixels).saturating_sub((pixel + 1) * dots);
        (pixel, (over * 256 / pixels) as u32)
    };
    (0..dots).map(share).collect()
}

/// Scales a row of pixels to a line of dots.
fn widen(pixels: &[u32], columns: &[(usize, u32)], line: &mut Vec<u32>) {
    let next = |pixel: usize| pixels[(pixel + 1).min(pixels.len() - 1)];
    let dots = columns.iter();
    line.clear();
    line.extend(dots.map(|(pixel, part)| mixture(pixels[*pixel], next(*pixel), *part)));
}

/// Mixes two colours: `part` 256ths of the second, and the rest of the first.
fn mixture(one: u32, two: u32, part: u32) -> u32 {
    let mixed = |mask: u32| ((one & mask) * (256 - part) + (two & mask) * part) >> 8 & mask;
    mixed(0xFF_00FF) | mixed(0x00_FF00)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dos::bgi::{PALETTE, WHITE, YELLOW};

    /// A screen with a yellow pixel in each corner and in the middle.
    fn dotted() -> Screen {
        let mut screen = Screen::default();
        for (x, y) in [(0, 0), (639, 0), (0, 479), (639, 479), (320, 240)] {
            screen.putpixel(x, y, YELLOW);
        }
        screen
    }

    #[test]
    fn the_picture_is_no_larger_than_the_window() {
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

    /// The picture as minifb stretches it to a window.
    fn stretched(picture: &Picture, (w, h): (usize, usize)) -> Vec<u32> {
        let height = picture.dots.len() / picture.width;
        assert_eq!((w % picture.width, h % height), (0, 0));
        let (sx, sy) = (w / picture.width, h / height);
        (0..w * h).map(|i| picture.dots[i / w / sy * picture.width + i % w / sx]).collect()
    }

    #[test]
    fn a_whole_scale_is_used_where_it_nearly_fills_the_window() {
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
    fn other_scales_fill_the_window_evenly() {
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
        // At scale 8/5 a white column gives as much light as 8/5 of a dot, at any position.
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

    fn with_crt() -> Picture {
        Picture { crt: true, ..Picture::default() }
    }

    #[test]
    fn a_crt_darkens_a_part_of_each_line() {
        let (mut flat, mut crt) = (Picture::default(), with_crt());
        for window in [(640, 480), (1280, 960), (1024, 768), (1920, 1440)] {
            flat.compose(&white(), window);
            crt.compose(&white(), window);
            let dots = stretched(&crt, window);
            if window.1 < 720 {
                assert_eq!(dots, stretched(&flat, window));
                continue;
            }
            let rows = dots.chunks(window.0).map(|row| row[7] & 0xFF);
            let dark: u32 = rows.map(|light| 255 - light).sum();
            let part = f64::from(dark) / (window.1 as f64 * GAP * DARKEST);
            assert!((part - 1.0).abs() < 0.03, "{window:?}: {dark}");
            assert!(dots[7] & 0xFF > 200, "the first row of a line is bright");
        }
    }

    #[test]
    fn pixels_of_a_crt_glow_on_their_neighbours_up_to_white() {
        let mut picture = with_crt();
        picture.compose(&dotted(), (640, 480));
        let green_of = |x: usize, y: usize| picture.dots[y * 640 + x] >> 8 & 0xFF;
        assert_eq!(picture.dots[240 * 640 + 320], PALETTE[usize::from(YELLOW)]);
        let beside = [(319, 240), (321, 240), (320, 239), (320, 241)];
        let glow = beside.map(|(x, y)| green_of(x, y));
        assert!(glow[0] > 0 && glow == [glow[0]; 4], "{glow:?}");
        assert_eq!(green_of(321, 241), 0, "diagonal neighbours stay dark");
        picture.compose(&white(), (640, 480));
        assert!(picture.dots.iter().all(|dot| *dot == 0xFF_FFFF));
    }

    #[test]
    fn dots_of_the_window_belong_to_the_nearest_pixel() {
        let mut picture = Picture::default();
        for (window, dot, pixel) in [
            ((640, 480), (639.0, 479.0), (639, 479)),
            ((1280, 960), (3.0, 2.0), (1, 1)),
            ((1920, 1080), (0.0, 62.0), (0, 1)),
            ((1920, 1080), (325.0, 2000.0), (2, 479)),
            ((1366, 768), (171.0, 767.0), (0, 479)),
        ] {
            picture.compose(&dotted(), window);
            assert_eq!(picture.pixel_at(dot), pixel, "{window:?}");
        }
    }

    #[test]
    fn the_picture_shows_the_visible_page() {
        let mut pages = dotted();
        pages.setpages(1, 0);
        pages.cleardevice();
        for crt in [false, true] {
            let pictures = [&dotted(), &pages].map(|screen| {
                let mut picture = Picture { crt, ..Picture::default() };
                picture.compose(screen, (1280, 960));
                picture.dots
            });
            assert!(pictures[0] == pictures[1]);
        }
    }

    #[test]
    fn a_small_window_shows_the_whole_screen() {
        for window in [(639, 479), (320, 240), (480, 900), (900, 100), (1, 1), (0, 0)] {
            let mut picture = Picture::default();
            picture.compose(&white(), window);
            let scale = (window.0 as f64 / 640.0).min(window.1 as f64 / 480.0);
            let dots = (640.0 * scale).round() * (480.0 * scale).round();
            let lit = picture.dots.iter().filter(|dot| **dot == PALETTE[usize::from(WHITE)]).count();
            assert!(window.0 < 2 || lit == dots as usize, "{window:?}: {lit} of {dots}");
        }
    }
}
