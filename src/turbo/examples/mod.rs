#![doc = include_str!("README.md")]

use words::phrase;

/// A short C program to look at, to run and to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of its file, as it would be under DOS: `BALL.C`.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub about: &'static str,
    /// Its text, with comments in English.
    pub text: &'static str,
    /// Its file below `src`.
    path: &'static str,
}

impl Example {
    /// Its text, with comments in the language that is spoken. It is the same program, line by line.
    pub fn told(&self) -> &'static str {
        words::text(self.path, self.text)
    }
}

/// The example in a file of this folder.
macro_rules! example {
    ($name:literal, $about:expr) => {
        Example {
            name: $name,
            about: $about,
            text: include_str!($name),
            path: concat!("examples/", $name),
        }
    };
}

/// What a new program begins as. It draws a circle.
pub fn new_program() -> &'static str {
    words::text("examples/NEW.C", include_str!("NEW.C"))
}

/// All of them, from the simplest on.
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
