#![doc = include_str!("README.md")]

use words::phrase;

/// A short C program to look at, to run and to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of its file, as it would be under DOS: `BALL.C`.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub about: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Example {
    /// Its text with comments in the language that is spoken.
    pub fn spoken(&self) -> &'static str {
        words::text(&format!("turbo/examples/{}", self.name), self.text)
    }
}

/// What a new program begins as. It draws a circle.
pub fn new_program() -> &'static str {
    words::text("turbo/examples/NEW.C", include_str!("NEW.C"))
}

/// All of them, from the simplest on.
pub static EXAMPLES: [Example; 12] = [
    Example {
        name: "LINE.C",
        about: phrase!("a line, and where a point is"),
        text: include_str!("LINE.C"),
    },
    Example {
        name: "SHAPES.C",
        about: phrase!("shapes and colours"),
        text: include_str!("SHAPES.C"),
    },
    Example {
        name: "SINE.C",
        about: phrase!("the curves of sine and cosine"),
        text: include_str!("SINE.C"),
    },
    Example {
        name: "BALL.C",
        about: phrase!("a bouncing ball"),
        text: include_str!("BALL.C"),
    },
    Example {
        name: "CLOCK.C",
        about: phrase!("a clock with three hands"),
        text: include_str!("CLOCK.C"),
    },
    Example {
        name: "SORT.C",
        about: phrase!("bars that sort themselves"),
        text: include_str!("SORT.C"),
    },
    Example {
        name: "MAZE.C",
        about: phrase!("a maze that digs itself"),
        text: include_str!("MAZE.C"),
    },
    Example {
        name: "LIFE.C",
        about: phrase!("the game of life"),
        text: include_str!("LIFE.C"),
    },
    Example {
        name: "MANDEL.C",
        about: phrase!("the Mandelbrot set"),
        text: include_str!("MANDEL.C"),
    },
    Example {
        name: "FIREWORK.C",
        about: phrase!("fireworks"),
        text: include_str!("FIREWORK.C"),
    },
    Example {
        name: "SNAKE.C",
        about: phrase!("a game: snake"),
        text: include_str!("SNAKE.C"),
    },
    Example {
        name: "PAINT.C",
        about: phrase!("painting with the keyboard"),
        text: include_str!("PAINT.C"),
    },
];
