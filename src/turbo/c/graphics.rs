//! The BGI graphics state, and the drawing functions that [`Screen`] lacks.

use super::modes::{EGA, Mode, VGAHI};
use crate::dos::bgi::{Font, HEIGHT, WHOLE, WIDTH};
use crate::dos::strokes::{CAPITAL, Face, strokes};
use crate::dos::{Screen, bgi, font};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GraphicsState {
    pub(crate) color: u8,
    pub(crate) background: u8,
    pub(crate) palette: [u8; 16],
    /// The number of the fill pattern.
    pub(crate) fill_style: i32,
    /// The rows of the fill pattern.
    pub(crate) fill: [u8; 8],
    pub(crate) fill_color: u8,
    /// The column of the current position, which `lineto` and `outtext` use.
    pub(crate) x: i32,
    /// The row of the current position.
    pub(crate) y: i32,
    /// The style number of lines.
    pub(crate) line_style: i32,
    /// The pixel pattern of lines.
    pub(crate) line: u16,
    /// True if lines are thick.
    pub(crate) thick: bool,
    pub(crate) xor: bool,
    pub(crate) font: i32,
    /// The size of text: 1 to 10, or 0 for the size set by `setusercharsize`.
    pub(crate) size: i32,
    /// The factors of `setusercharsize`: multiplier and divisor of the width, then of the height.
    pub(crate) user: [i32; 4],
    pub(crate) upright: bool,
    /// The horizontal and vertical alignment of text: 0 is left or bottom, 1 centre, 2 right or top.
    pub(crate) justify: (i32, i32),
    /// The viewport: left, top, right and bottom.
    pub(crate) view: [i32; 4],
    pub(crate) clips: bool,
    /// The centre, start and end of the last arc.
    pub(crate) arc: [i32; 6],
    /// The next result of `graphresult`.
    pub(crate) result: i32,
    pub(crate) mode: Mode,
    /// True if the program is in graphics mode.
    pub(crate) begun: bool,
    /// The page that functions draw on.
    pub(crate) active: u8,
    /// The page that is shown.
    pub(crate) visual: u8,
    /// The relative width and height of a pixel.
    pub(crate) aspect: (i32, i32),
}

pub(crate) type Numbers = [i32; 6];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) start: u32,
    pub(crate) length: u16,
    pub(crate) color: u8,
}

/// The patterns `EMPTY_FILL` to `CLOSE_DOT_FILL`; the lowest bit is the left pixel.
const FILLS: [[u8; 8]; 12] = [
    [0; 8],
    [0xFF; 8],
    [0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0],
    [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80],
    [0xE0, 0xC1, 0x83, 0x07, 0x0E, 0x1C, 0x38, 0x70],
    [0xF0, 0x78, 0x3C, 0x1E, 0x0F, 0x87, 0xC3, 0xE1],
    [0xA5, 0xD2, 0x69, 0xB4, 0x5A, 0x2D, 0x96, 0x4B],
    [0xFF, 0x88, 0x88, 0x88, 0xFF, 0x88, 0x88, 0x88],
    [0x81, 0x42, 0x24, 0x18, 0x18, 0x24, 0x42, 0x81],
    [0xCC, 0x33, 0xCC, 0x33, 0xCC, 0x33, 0xCC, 0x33],
    [0x80, 0x00, 0x08, 0x00, 0x80, 0x00, 0x08, 0x00],
    [0x88, 0x00, 0x22, 0x00, 0x88, 0x00, 0x22, 0x00],
];

/// The number of `USER_FILL`, a fill pattern set by the program.
const USER_FILL: i32 = 12;

/// The patterns `SOLID_LINE` to `DASHED_LINE`.
const LINES: [u16; 4] = [0xFFFF, 0xCCCC, 0xFC78, 0xF8F8];

/// The scales of stroked fonts at the sizes 1 to 10: multipliers, then divisors.
const SIZES: [[i32; 10]; 2] = [[3, 2, 3, 1, 4, 5, 2, 5, 3, 4], [5, 3, 4, 1, 3, 3, 1, 2, 1, 1]];

impl Default for GraphicsState {
    fn default() -> GraphicsState {
        GraphicsState::new(VGAHI)
    }
}

impl GraphicsState {
    pub(crate) fn new(mode: Mode) -> GraphicsState {
        GraphicsState {
            color: mode.most,
            background: bgi::BLACK,
            palette: mode.palette(),
            fill_style: 1,
            fill: [0xFF; 8],
            fill_color: mode.most,
            x: 0,
            y: 0,
            line_style: 0,
            line: 0xFFFF,
            thick: false,
            xor: false,
            font: 0,
            size: 1,
            user: [1; 4],
            upright: false,
            justify: (0, 2),
            view: [0, 0, mode.width - 1, mode.height - 1],
            clips: true,
            arc: [0; 6],
            result: 0,
            mode,
            begun: false,
            active: 0,
            visual: 0,
            aspect: mode.aspect(),
        }
    }

    /// The clipping rectangle: left, top, right and bottom.
    fn area(&self) -> [i32; 4] {
        let [left, top, right, bottom] = if self.clips { self.view } else { WHOLE };
        let (width, height) = (self.mode.width, self.mode.height);
        [left.max(0), top.max(0), right.min(width - 1), bottom.min(height - 1)]
    }

    /// Returns the vertical radius with which an ellipse of this horizontal radius looks like a circle.
    fn round(&self, radius: i32) -> i32 {
        let exact = f64::from(radius) * f64::from(self.aspect.0) / f64::from(self.aspect.1);
        exact.round() as i32
    }

    /// Sets a fill pattern whose highest bit is the left pixel.
    pub(crate) fn set_pattern(&mut self, pattern: [u8; 8], color: i32) {
        self.fill = pattern.map(u8::reverse_bits);
        self.fill_style = USER_FILL;
        self.fill_color = color as u8 & self.mode.most;
    }

    pub(crate) fn set_fill(&mut self, pattern: i32, color: i32) {
        if let Some(fill) = usize::try_from(pattern).ok().and_then(|n| FILLS.get(n)) {
            self.set_pattern(*fill, color);
            self.fill_style = pattern;
        }
    }

    pub(crate) fn set_line(&mut self, style: i32, bits: i32, thickness: i32) {
        let known = usize::try_from(style).ok().and_then(|n| LINES.get(n));
        self.line = known.copied().unwrap_or(bits as u16);
        (self.line_style, self.thick) = (style, thickness == 3);
    }

    /// The number of the palette's entries, then their EGA numbers.
    pub(crate) fn palette_settings(&self) -> Vec<i32> {
        let count = usize::from(self.mode.most) + 1;
        let entries = self.palette[..count].iter().map(|n| EGA[usize::from(*n)] as i32);
        std::iter::once(count as i32).chain(entries).collect()
    }

    pub(crate) fn set_text(&mut self, [font, direction, size, ..]: Numbers) {
        if !(0..=10).contains(&font) {
            self.result = -14;
            return;
        }
        (self.font, self.upright) = (font, direction == 1);
        self.size = size.clamp((font == 0).into(), 10);
    }

    pub(crate) fn set_user_size(&mut self, [multx, divx, multy, divy, ..]: Numbers) {
        self.user = [multx, divx.max(1), multy, divy.max(1)];
        if self.font != 0 {
            self.size = 0;
        }
    }

    /// Returns the stroked font closest to the Borland font, and the height of its capitals at size 4.
    fn face(&self) -> Option<(Face, i32)> {
        match self.font {
            0 => None,
            2 => Some((Face::Simplex, 9)),
            4 => Some((Face::Gothic, 32)),
            3 | 5 | 6 | 9 => Some((Face::Simplex, 32)),
            _ => Some((Face::Triplex, 31)),
        }
    }

    /// Scales a length of a stroked font to pixels, vertically if `down` is true.
    fn scaled(&self, length: i32, capital: i32, down: bool) -> i32 {
        let (times, by) = match usize::try_from(self.size - 1) {
            Ok(size) => (SIZES[0][size], SIZES[1][size]),
            Err(_) if down => (self.user[2], self.user[3]),
            Err(_) => (self.user[0], self.user[1]),
        };
        let exact = f64::from(length * capital) * f64::from(times) / f64::from(by * CAPITAL);
        exact.round() as i32
    }

    pub(crate) fn text_width(&self, text: &str) -> i32 {
        let Some((face, capital)) = self.face() else {
            return 8 * self.size * bgi::columns_of(text) as i32;
        };
        let widths = text.chars().map(|c| strokes(face, c).width);
        widths.map(|width| self.scaled(width, capital, false)).sum()
    }

    pub(crate) fn text_height(&self, text: &str) -> i32 {
        match self.face() {
            // Text with hanzi is drawn in the tall font.
            None if font::is_chinese(text) => 16 * self.size,
            None => 8 * self.size,
            Some((_, capital)) => self.scaled(CAPITAL, capital, true),
        }
    }

    pub(crate) fn set_view(&mut self, [left, top, right, bottom, clips, _]: Numbers) {
        self.view = [left, top, right, bottom];
        (self.clips, self.x, self.y) = (clips != 0, 0, 0);
    }

    pub(crate) fn ready(&self, screen: &mut Screen) {
        screen.setcolor(self.color);
        screen.setbkcolor(bgi::BLACK);
        screen.setfillpattern(self.fill, self.fill_color);
        screen.settextstyle(Font::Small, self.size);
    }

    /// Applies size, pages and palette to a screen.
    pub(crate) fn show(&self, screen: &mut Screen) {
        screen.setsize((self.mode.width, self.mode.height));
        screen.setpages(self.active.into(), self.visual.into());
        for (entry, color) in (0..).zip(self.palette) {
            screen.setpalette(entry, color);
        }
    }

    pub(crate) fn draw(&self, screen: &mut Screen, drawing: impl FnOnce(&mut Screen)) {
        self.ready(screen);
        screen.clip(self.area());
        drawing(screen);
        screen.clip(WHOLE);
    }

    pub(crate) fn line(&self, screen: &mut Screen, [x1, y1, x2, y2, ..]: Numbers) {
        if self.line == 0xFFFF && !self.thick && !self.xor {
            return screen.line(x1, y1, x2, y2);
        }
        // A thick line is three lines, side by side across its shorter direction.
        let flat = (x2 - x1).abs() >= (y2 - y1).abs();
        let width = i32::from(self.thick);
        for offset in -width..=width {
            let (dx, dy) = if flat { (0, offset) } else { (offset, 0) };
            for (n, (x, y)) in bgi::points((x1, y1), (x2, y2)) {
                if self.line >> (15 - n % 16) & 1 == 1 {
                    let (x, y) = (x + dx, y + dy);
                    let under = screen.getpixel(x, y).filter(|_| self.xor);
                    screen.putpixel(x, y, under.unwrap_or(0) ^ self.color);
                }
            }
        }
    }

    pub(crate) fn rectangle(&self, screen: &mut Screen, [x1, y1, x2, y2, ..]: Numbers) {
        self.line(screen, [x1, y1, x2, y1, 0, 0]);
        self.line(screen, [x1, y2, x2, y2, 0, 0]);
        self.line(screen, [x1, y1, x1, y2, 0, 0]);
        self.line(screen, [x2, y1, x2, y2, 0, 0]);
    }

    pub(crate) fn bar(&self, screen: &mut Screen, [x1, y1, x2, y2, ..]: Numbers) {
        screen.bar(x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2));
    }

    pub(crate) fn bar3d(&self, screen: &mut Screen, [x1, y1, x2, y2, depth, lid]: Numbers) {
        screen.bar(x1, y1, x2, y2);
        let rise = depth * 3 / 4;
        self.through(screen, &[(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]);
        if depth > 0 {
            let (right, top) = (x2 + depth, y1 - rise);
            self.through(screen, &[(x2, y2), (right, y2 - rise), (right, top)]);
            if lid != 0 {
                self.through(screen, &[(x1, y1), (x1 + depth, top), (right, top), (x2, y1)]);
            }
        }
    }

    pub(crate) fn circle(&self, screen: &mut Screen, [x, y, radius, ..]: Numbers) {
        self.arc(screen, [x, y, 0, 360, radius, 0]);
    }

    pub(crate) fn fillellipse(&self, screen: &mut Screen, [x, y, xradius, yradius, ..]: Numbers) {
        screen.fillellipse(x, y, xradius, yradius);
        if self.thick {
            self.ellipse(screen, [x, y, 0, 360, xradius, yradius]);
        }
    }

    pub(crate) fn arc(&self, screen: &mut Screen, [x, y, from, to, radius, _]: Numbers) {
        self.ellipse(screen, [x, y, from, to, radius, self.round(radius)]);
    }

    pub(crate) fn ellipse(&self, screen: &mut Screen, [x, y, from, to, a, b]: Numbers) {
        if a < 0 || b < 0 {
            return;
        }
        // A thick outline is five outlines, which leaves no gaps.
        let around = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)];
        let count = if self.thick { around.len() } else { 1 };
        for (dx, dy) in &around[..count] {
            let (x, y) = (x + dx, y + dy);
            match to - from {
                360 => screen.ellipse(x, y, a, b, false),
                _ => {
                    for two in curve([x, y, from, to, a, b]).windows(2) {
                        screen.line(two[0].0, two[0].1, two[1].0, two[1].1);
                    }
                }
            }
        }
    }

    pub(crate) fn sector(&self, screen: &mut Screen, numbers: Numbers) {
        let mut points = curve(numbers);
        points.push((numbers[0], numbers[1]));
        self.plain().polygon(screen, &points);
    }

    pub(crate) fn pieslice(&self, screen: &mut Screen, [x, y, from, to, radius, _]: Numbers) {
        self.sector(screen, [x, y, from, to, radius, self.round(radius)]);
    }

    pub(crate) fn putpixel(&self, screen: &mut Screen, [x, y]: [i32; 2], color: i32) {
        screen.clip(self.area());
        let [left, top, ..] = self.view;
        screen.putpixel(left + x, top + y, color as u8 & self.mode.most);
        screen.clip(WHOLE);
    }

    pub(crate) fn clearviewport(&self, screen: &mut Screen, _: Numbers) {
        let [left, top, right, bottom] = self.view;
        screen.setfillstyle(0);
        screen.bar(left, top, right, bottom);
    }

    /// Returns this state with solid lines, because curves ignore line patterns and `XOR_PUT`.
    fn plain(self) -> GraphicsState {
        GraphicsState { line: 0xFFFF, xor: false, ..self }
    }

    pub(crate) fn through(&self, screen: &mut Screen, points: &[(i32, i32)]) {
        for two in points.windows(2) {
            self.line(screen, [two[0].0, two[0].1, two[1].0, two[1].1, 0, 0]);
        }
    }

    pub(crate) fn polygon(&self, screen: &mut Screen, points: &[(i32, i32)]) {
        let closed: Vec<(i32, i32)> = points.iter().chain(points.first()).copied().collect();
        let ys = || points.iter().map(|point| point.1);
        let (top, bottom) = (ys().min().unwrap_or(0), ys().max().unwrap_or(0));
        for y in top.max(0)..bottom.min(HEIGHT) {
            // The number of edges that cross the row at each column; index 0 is for columns left of the
            // screen.
            let mut crossings = [0_u16; WIDTH as usize + 1];
            for two in closed.windows(2) {
                let ((x1, y1), (x2, y2)) = (two[0], two[1]);
                if (y1 <= y) != (y2 <= y) {
                    // Both factors may have 17 bits.
                    let part = i64::from(x2 - x1) * i64::from(y - y1);
                    let x = x1 + (part / i64::from(y2 - y1)) as i32;
                    if let Some(count) = crossings.get_mut((x + 1).max(0) as usize) {
                        *count += 1;
                    }
                }
            }
            let mut begun = None;
            for (x, count) in (-1..).zip(crossings).filter(|(_, count)| *count > 0) {
                let odd = count % 2 == 1;
                let (left, goes_on) = (begun.unwrap_or(x), begun.is_some() != odd);
                begun = goes_on.then_some(left);
                if !goes_on {
                    screen.bar(left, y, x, y);
                }
            }
            if let Some(left) = begun {
                screen.bar(left, y, WIDTH - 1, y);
            }
        }
        self.through(screen, &closed);
    }

    pub(crate) fn floodfill(&self, screen: &mut Screen, [x, y, border, ..]: Numbers) {
        let [first, top, last, bottom] = self.area();
        let mut seen = vec![false; (WIDTH * HEIGHT) as usize];
        let (mut next, mut rows) = (vec![(x, y)], Vec::new());
        while let Some((x, y)) = next.pop() {
            let open = |x: i32| {
                let color = screen.getpixel(x, y);
                let inside = (first..=last).contains(&x) && (top..=bottom).contains(&y);
                inside
                    && color.is_some_and(|color| i32::from(color) != border & 15)
                    && !seen[(y * WIDTH + x) as usize]
            };
            if !open(x) {
                continue;
            }
            let left = (first..x).rev().take_while(|x| open(*x)).last().unwrap_or(x);
            let right = (x..=last).take_while(|x| open(*x)).last().unwrap_or(x);
            seen[(y * WIDTH + left) as usize..=(y * WIDTH + right) as usize].fill(true);
            rows.push((left, right, y));
            next.extend((left..=right).flat_map(|x| [(x, y - 1), (x, y + 1)]));
        }
        for (left, right, y) in rows {
            screen.bar(left, y, right, y);
        }
    }

    pub(crate) fn text(&self, screen: &mut Screen, x: i32, y: i32, text: &str) {
        let (width, height) = (self.text_width(text), self.text_height(text));
        let right = [0, width / 2, width][self.justify.0.clamp(0, 2) as usize];
        let below = [height, height / 2, 0][self.justify.1.clamp(0, 2) as usize];
        // Vertical text is rotated counterclockwise.
        let place = |along: i32, across: i32| match self.upright {
            true => (x - below + across, y + right - along),
            false => (x - right + along, y - below + across),
        };
        if let Some((face, capital)) = self.face() {
            return self.stroked(screen, text, face, capital, place);
        }
        if !self.upright {
            return screen.outtextxy(x - right, y - below, text);
        }
        let mut flat = Screen::default();
        flat.settextstyle(Font::Small, self.size);
        flat.outtextxy(0, 0, text);
        for along in 0..width.min(WIDTH) {
            for across in 0..height.min(HEIGHT) {
                if flat.getpixel(along, across) == Some(bgi::WHITE) {
                    let (x, y) = place(along, across);
                    screen.putpixel(x, y, self.color);
                }
            }
        }
    }

    fn stroked(
        &self,
        screen: &mut Screen,
        text: &str,
        face: Face,
        capital: i32,
        place: impl Fn(i32, i32) -> (i32, i32),
    ) {
        let mut left = 0;
        for c in text.chars() {
            let character = strokes(face, c);
            let dot = |(x, y): &(i32, i32)| {
                let along = left + self.scaled(*x, capital, false);
                place(along, self.scaled(*y, capital, true))
            };
            for line in &character.lines {
                for two in line.windows(2) {
                    let ((x1, y1), (x2, y2)) = (dot(&two[0]), dot(&two[1]));
                    screen.line(x1, y1, x2, y2);
                }
            }
            left += self.scaled(character.width, capital, false);
        }
    }
}

/// Returns the points of an elliptical arc, one per degree, counterclockwise from the angle `from`; 0 degrees
/// is to the right.
fn curve([x, y, from, to, xradius, yradius]: Numbers) -> Vec<(i32, i32)> {
    // Several full turns are the same as one.
    let turn = match to - from {
        0 => 0,
        turn => (turn - 1).rem_euclid(360) + 1,
    };
    (from..=from + turn).map(|degrees| on_curve((x, y), (xradius, yradius), degrees)).collect()
}

pub(crate) fn on_curve((x, y): (i32, i32), radii: (i32, i32), degrees: i32) -> (i32, i32) {
    let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
    let across = (f64::from(radii.0) * cos).round() as i32;
    let up = (f64::from(radii.1) * sin).round() as i32;
    (x + across, y - up)
}

/// Finds the changed pixels and returns their old colours as runs; `first` is the index of the first pixel.
pub(crate) fn changed(before: &[u8], now: &[u8], first: usize) -> Vec<Run> {
    /// Comparing this many pixels at once is faster than comparing each, or whole rows.
    const CHUNK: usize = 64;
    let mut runs: Vec<Run> = Vec::new();
    let chunks = before.chunks(CHUNK).zip(now.chunks(CHUNK)).zip((first..).step_by(CHUNK));
    for ((old, new), start) in chunks.filter(|((old, new), _)| old != new) {
        let pixels = old.iter().zip(new).zip(start..);
        for ((old, _), at) in pixels.filter(|((old, new), _)| old != new) {
            let follows =
                |run: &&mut Run| run.start as usize + usize::from(run.length) == at && run.color == *old;
            match runs.last_mut().filter(follows) {
                Some(run) if run.length < u16::MAX => run.length += 1,
                _ => runs.push(Run { start: at as u32, length: 1, color: *old }),
            }
        }
    }
    runs
}

pub(crate) fn restore(screen: &mut Screen, runs: &[Run]) {
    for run in runs {
        screen.announce(run.color);
        for at in run.start..run.start + u32::from(run.length) {
            let at = at as i32;
            screen.putpixel(at % WIDTH, at / WIDTH, run.color);
        }
    }
}
