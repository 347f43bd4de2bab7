//! The last shapes that a C program drew, in words for screen readers.

use std::collections::VecDeque;
use std::fmt;

use words::say;

/// The number of shapes kept.
const MOST: usize = 8;

/// A call of a drawing function.
#[derive(Clone)]
pub(crate) struct Drawing {
    pub(crate) function: &'static str,
    /// The function's numbers, with coordinates of the screen; for a polygon its first point and the number of points.
    pub(crate) numbers: [i32; 6],
    /// The names of the colours of lines and of fills.
    pub(crate) colors: [&'static str; 2],
    pub(crate) text: String,
}

/// The last drawings of a screen, oldest first.
#[derive(Clone, Default)]
pub(super) struct Drawings(VecDeque<Drawing>);

/// Treats all lists as equal, because screens with equal pixels look the same.
impl PartialEq for Drawings {
    fn eq(&self, _: &Drawings) -> bool {
        true
    }
}

impl Eq for Drawings {}

impl Drawings {
    pub(super) fn push(&mut self, drawing: Drawing) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(drawing);
    }

    pub(super) fn pop(&mut self) {
        self.0.pop_back();
    }

    pub(super) fn in_words(&self) -> Vec<String> {
        let said = self.0.iter().map(Drawing::to_string);
        said.filter(|words| !words.is_empty()).collect()
    }
}

/// Writes nothing for other functions, such as `clearviewport`.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, a, b, c, d] = self.numbers;
        let [line, fill] = self.colors.map(str::to_ascii_lowercase);
        let at = format_args!("{x},{y}");
        let to = format_args!("{a},{b}");
        let words = match self.function {
            "line" | "lineto" | "linerel" => say!("line from {at} to {to}, {color}", at, to, color = line),
            "rectangle" => say!("rectangle from {at} to {to}, {color}", at, to, color = line),
            "bar" | "bar3d" => say!("bar from {at} to {to}, {color}", at, to, color = fill),
            "circle" => say!("circle at {at}, radius {radius}, {color}", at, radius = a, color = line),
            "arc" => say!("arc at {at}, radius {radius}, {color}", at, radius = c, color = line),
            "pieslice" => say!("slice at {at}, radius {radius}, {color}", at, radius = c, color = fill),
            "ellipse" => say!("ellipse at {at}, radii {a} and {b}, {color}", at, a = c, b = d, color = line),
            "sector" => say!("slice at {at}, radii {a} and {b}, {color}", at, a = c, b = d, color = fill),
            "fillellipse" => say!("ellipse at {at}, radii {a} and {b}, {color}", at, a, b, color = fill),
            "drawpoly" => say!("polygon from {at}, {n} points, {color}", at, n = a, color = line),
            "fillpoly" => say!("polygon from {at}, {n} points, {color}", at, n = a, color = fill),
            "floodfill" => say!("filled from {at}, {color}", at, color = fill),
            "outtext" | "outtextxy" => say!("“{text}” at {at}, {color}", text = self.text, at, color = line),
            _ => return Ok(()),
        };
        f.write_str(&words)
    }
}
