#![doc = include_str!("README.md")]

use words::phrase;

/// A short example program in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The DOS file name, such as `BALL.C`.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The source, with English comments.
    pub text: &'static str,
    /// The path of the file within the crate's folder.
    path: &'static str,
}

impl Example {
    /// Returns the source with its comments in the current language. The code is the same, line for line.
    pub fn translated(&self) -> &'static str {
        words::text(self.path, self.text)
    }
}

/// Builds an [`Example`] from a file in this folder.
macro_rules! example {
    ($name:literal, $about:expr) => {
        Example { name: $name, about: $about, text: include_str!($name), path: concat!("examples/", $name) }
    };
}

/// The source that a new program starts with; it draws a circle.
pub fn new_program() -> &'static str {
    words::text("examples/NEW.C", include_str!("NEW.C"))
}

/// The examples, from the simplest to the longest.
pub static EXAMPLES: [Example; 12] = [
    example!("LINE.C", phrase!("a line, and where a point is")),
    example!("SHAPES.C", phrase!("shapes and colours")),
    example!("SINE.C", phrase!("the curves of sine and cosine")),
    example!("BALL.C", phrase!("a bouncing ball")),
    example!("CLOCK.C", phrase!("a clock with three hands")),
    example!("SORT.C", phrase!("bars that sort themselves")),
    example!("MAZE.C", phrase!("a maze that digs itself")),
    example!("LIFE.C", phrase!("the game of life")),
    example!("MANDEL.C", phrase!("the Mandelbrot set")),
    example!("FIREWORK.C", phrase!("fireworks")),
    example!("SNAKE.C", phrase!("a game: snake")),
    example!("PAINT.C", phrase!("painting with the keyboard")),
];
