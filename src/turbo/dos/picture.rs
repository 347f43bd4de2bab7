//! The screen as the window wants it: in real colours, as large as it fits, with black bars around it.

use super::Screen;
use super::bgi::{HEIGHT, WIDTH};

/// A whole scale that shows the screen at least so large, of the size that would fit, is preferred: nothing is as sharp.
const WHOLE: f64 = 0.85;

/// The part of a line that is dark between two lines of a tube, and how dark it is there, of 256.
const GAP: (f64, f64) = (0.34, 128.0);

#[derive(Default)]
pub(crate) struct Picture {
    /// Are the lines of a tube seen?
    pub(crate) scan_lines: bool,
    /// The size of the window it was made for, in pixels.
    pub(crate) window: (usize, usize),
    /// Its dots, row by row.
    pub(crate) dots: Vec<u32>,
    /// The dots in a row.
    pub(crate) width: usize,
}

impl Picture {
    /// Makes the picture for a window of this size.
    pub(crate) fn compose(&mut self, screen: &Screen, window: (usize, usize)) {
        self.window = window;
        let (w, h) = (window.0.max(1), window.1.max(1));
        let fits = (w as f64 / f64::from(WIDTH)).min(h as f64 / f64::from(HEIGHT));
        let whole = fits.floor().max(1.0);
        match whole >= fits * WHOLE {
            true => self.whole(screen, (w, h), whole as usize),
            false => self.smooth(screen, (w, h), fits),
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
    fn whole(&mut self, screen: &Screen, (w, h): (usize, usize), scale: usize) {
        // minifb stretches exactly when the window is a multiple of the picture, and that saves memory.
        let multiple = |n: &usize| {
            let exact = [w, h, scale].iter().all(|length| length % n == 0);
            exact && !(self.scan_lines && *n > 1)
        };
        let stretch = (1..=scale).rev().find(multiple).unwrap_or(1);
        let (width, height, scale) = (w / stretch, h / stretch, scale / stretch);
        self.clear(width, height);
        let left = width.saturating_sub(WIDTH as usize * scale) / 2;
        let top = height.saturating_sub(HEIGHT as usize * scale) / 2;
        let palette = screen.palette();
        let shown = screen.shown();
        let rows = shown.chunks_exact(WIDTH as usize);
        let lines = rows.flat_map(|row| std::iter::repeat_n(row, scale));
        for (row, dots) in lines.zip(self.dots.chunks_exact_mut(width).skip(top)) {
            let colours = row.iter().map(|c| palette[usize::from(*c)]);
            let wide = colours.flat_map(|rgb| std::iter::repeat_n(rgb, scale));
            for (dot, rgb) in dots[left..].iter_mut().zip(wide) {
                *dot = rgb;
            }
        }
        self.darken(top, HEIGHT as usize * scale);
    }

    /// Darkens what lies between the lines of a tube, where each line has at least one and a half dots.
    fn darken(&mut self, top: usize, high: usize) {
        if !self.scan_lines || 2 * high < 3 * HEIGHT as usize {
            return;
        }
        let rows = self.dots.chunks_exact_mut(self.width).skip(top).take(high);
        for (y, row) in rows.enumerate() {
            let dark = darkness(y, high);
            if dark > 0 {
                row.iter_mut().for_each(|dot| *dot = mixture(*dot, 0, dark));
            }
        }
    }

    /// All pixels are equally large and square: a dot on the border of two is a mixture, by the share that each has of it.
    fn smooth(&mut self, screen: &Screen, (w, h): (usize, usize), scale: f64) {
        self.clear(w, h);
        let along = |pixels: i32| (f64::from(pixels) * scale).round() as usize;
        let (wide, high) = (along(WIDTH).min(w), along(HEIGHT).min(h));
        let (left, top) = ((w - wide) / 2, (h - high) / 2);
        let (columns, rows) = (shares(WIDTH as usize, wide), shares(HEIGHT as usize, high));
        let palette = screen.palette();
        let shown = screen.shown();
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
                    let pixels = &shown[row * WIDTH as usize..][..WIDTH as usize];
                    widen(pixels, &palette, &columns, &mut lines[n]);
                }
            }
            let dots = &mut self.dots[(top + y) * w + left..][..wide];
            match second {
                0 => dots.copy_from_slice(&lines[0]),
                second => {
                    let both = lines[0].iter().zip(&lines[1]);
                    for (dot, (one, two)) in dots.iter_mut().zip(both) {
                        *dot = mixture(*one, *two, second);
                    }
                }
            }
        }
        self.darken(top, high);
    }
}

/// How dark a row of dots is, of 256, where the screen is so many rows high: by the share of it that lies between two lines.
fn darkness(y: usize, high: usize) -> u32 {
    let (gap, darkest) = GAP;
    let line = |y: usize| y as f64 * f64::from(HEIGHT) / high as f64;
    // How much of everything above this lies between lines.
    let between = |y: f64| y.floor() * gap + (y.fract() - (1.0 - gap)).max(0.0);
    let (above, below) = (line(y), line(y + 1));
    let share = (between(below) - between(above)) / (below - above);
    (share * darkest).round() as u32
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
fn widen(pixels: &[u8], palette: &[u32; 16], columns: &[(usize, u32)], line: &mut Vec<u32>) {
    let colour = |pixel: usize| palette[usize::from(pixels[pixel.min(pixels.len() - 1)])];
    let dot = |(pixel, second): &(usize, u32)| match second {
        0 => colour(*pixel),
        second => mixture(colour(*pixel), colour(pixel + 1), *second),
    };
    line.clear();
    line.extend(columns.iter().map(dot));
}

/// Two colours mixed, `second` of 256 parts of the second.
fn mixture(one: u32, two: u32, second: u32) -> u32 {
    if one == two {
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

    #[test]
    fn with_scan_lines_every_line_has_a_dark_end_and_nothing_else_differs() {
        let (mut plain, mut lined) = (Picture::default(), Picture::default());
        lined.scan_lines = true;
        let mut white = Screen::default();
        white.setfillstyle(WHITE);
        white.bar(0, 0, 639, 479);
        for window in [(640, 480), (1280, 960), (1024, 768), (1920, 1440)] {
            plain.compose(&white, window);
            lined.compose(&white, window);
            let scale = window.1 as f64 / 480.0;
            let rows: Vec<u32> = (0..window.1)
                .map(|y| lined.dots[y * window.0 + 7] & 0xFF)
                .collect();
            assert_eq!(lined.dots.len(), window.0 * window.1);
            if scale < 1.5 {
                assert_eq!(lined.dots, stretched(&plain, window));
                continue;
            }
            // The first row of a line is bright, the darkness in all is that of the gaps.
            assert!(rows[0] > 220, "{window:?}: {:?}", &rows[..8]);
            let dark: u32 = rows.iter().map(|light| 255 - light).sum();
            let expected = f64::from(HEIGHT) * scale * GAP.0 * GAP.1;
            assert!(
                (f64::from(dark) / expected - 1.0).abs() < 0.03,
                "{window:?}: {dark}"
            );
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
