//! The colour themes, with colours that are readable on each background.

use games::stone::Stone;
use original::Colors;
use turbo::dos::bgi::{BLACK, BLUE, DARKGRAY, GREEN, LIGHTGRAY, RED, WHITE, YELLOW};
use words::phrase;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name of the background colour.
    pub name: &'static str,
    /// The colours of the original's drawing functions.
    pub colors: Colors,
    /// The colour of the frame around the moving stone; it stands out from the background.
    pub accent: u8,
    /// The colours of marks on a black and on a white stone.
    pub(crate) marks: [u8; 2],
    /// The letter and background colours of emphasized text: on some backgrounds no second letter colour is
    /// readable.
    pub(crate) strong: [u8; 2],
}

/// The background of bars and boxes.
pub const BAR: u8 = LIGHTGRAY;
/// The colour of keys on bars and boxes. DOS programs use red, but that is hard to read on gray.
pub const HOT: u8 = BLUE;

/// The themes in the order of the options. The first has the original's background, with
/// a light edge around black stones. The last avoids red and green, for colour-blind players.
pub const THEMES: [Theme; 5] = [
    Theme { colors: Colors { black_edge: LIGHTGRAY, ..Colors::ORIGINAL }, ..on_dark(phrase!("red"), RED) },
    on_dark(phrase!("blue"), BLUE),
    Theme {
        name: phrase!("green"),
        colors: Colors { ground: GREEN, grid: BLACK, text: BLACK, black: BLACK, black_edge: BLACK },
        accent: WHITE,
        marks: [YELLOW, RED],
        strong: [BLACK, WHITE],
    },
    on_dark(phrase!("black"), BLACK),
    Theme { marks: [YELLOW, BLUE], ..on_dark(phrase!("gray"), DARKGRAY) },
];

/// Returns a theme with a dark background.
const fn on_dark(name: &'static str, ground: u8) -> Theme {
    let black = if ground == BLACK { DARKGRAY } else { BLACK };
    Theme {
        name,
        colors: Colors { ground, grid: LIGHTGRAY, text: WHITE, black, black_edge: LIGHTGRAY },
        accent: YELLOW,
        marks: [YELLOW, RED],
        strong: [YELLOW, ground],
    }
}

impl Theme {
    /// Returns the letter and background colours of text, optionally emphasized.
    pub fn letters(&self, strong: bool) -> [u8; 2] {
        if strong { self.strong } else { [self.colors.text, self.colors.ground] }
    }

    /// Returns a second letter colour, or the normal one if no other is readable.
    pub(crate) fn second_text(&self) -> u8 {
        match self.strong {
            [letters, behind] if behind == self.colors.ground => letters,
            _ => self.colors.text,
        }
    }

    /// Returns the colour of a stone.
    pub(crate) fn stone(&self, stone: Stone) -> u8 {
        match stone {
            Stone::Black => self.colors.black,
            Stone::White => WHITE,
        }
    }

    /// Returns the colour of marks on a stone.
    pub(crate) fn mark_on(&self, stone: Stone) -> u8 {
        self.marks[stone as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turbo::dos::bgi::{CYAN, LIGHTCYAN, LIGHTGREEN, LIGHTRED, PALETTE};

    /// Returns the contrast of two colours as the Web Content Accessibility Guidelines 2.1 define it, from 1
    /// to 21.
    fn contrast(a: u8, b: u8) -> f64 {
        let luminance = |color: u8| {
            let part = |shift: u32| {
                let c = f64::from(PALETTE[usize::from(color)] >> shift & 0xFF) / 255.0;
                if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) + 0.05
        };
        let (a, b) = (luminance(a), luminance(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn stones_and_text_are_visible_in_every_theme() {
        for theme in THEMES {
            let Colors { ground, grid, text, black, black_edge } = theme.colors;
            let edge = if contrast(black, ground) >= 3.0 { black } else { black_edge };
            let [letters, behind] = theme.strong;
            for (what, color, ground, least) in [
                ("text", text, ground, 4.5),
                ("second text", theme.second_text(), ground, 4.5),
                ("strong text", letters, behind, 4.5),
                ("accent", theme.accent, ground, 3.0),
                ("grid", grid, ground, 3.0),
                ("white stones", WHITE, ground, 3.0),
                ("black stones", edge, ground, 3.0),
                ("marks on black", theme.mark_on(Stone::Black), black, 3.0),
                ("numbers on black", WHITE, black, 4.5),
                ("marks on white", theme.mark_on(Stone::White), WHITE, 3.0),
            ] {
                let contrast = contrast(color, ground);
                assert!(contrast >= least, "{what}, {}: {contrast}", theme.name);
            }
            assert_ne!(black, ground, "{}", theme.name);
            assert_ne!(theme.strong, [text, ground]);
        }
    }

    #[test]
    fn text_on_bars_boxes_and_notes_is_readable() {
        for (letters, ground) in [
            (BLACK, BAR),
            (HOT, BAR),
            // Menu bar, notes, input line.
            (BLACK, GREEN),
            (BLACK, YELLOW),
            (BLACK, WHITE),
            // Run-time errors, the compass of directions, numbers on stones.
            (BLACK, LIGHTRED),
            (BLACK, LIGHTGREEN),
            (WHITE, BLACK),
            // Code and editor: text, comment, frame, current line, selection, heading, breakpoint, chosen
            // value.
            (YELLOW, BLUE),
            (LIGHTGRAY, BLUE),
            (WHITE, BLUE),
            (BLACK, CYAN),
            (BLACK, LIGHTCYAN),
            (LIGHTCYAN, BLUE),
            (WHITE, RED),
            (BLUE, WHITE),
        ] {
            let contrast = contrast(letters, ground);
            assert!(contrast >= 4.5, "{letters} on {ground}: {contrast:.1}");
        }
    }

    #[test]
    fn marks_are_visible_on_stones_and_boxes() {
        for (mark, ground) in [
            // Refused stones and answers to a question.
            (LIGHTRED, BLACK),
            (LIGHTRED, WHITE),
            (LIGHTGREEN, BLACK),
            (GREEN, WHITE),
            (RED, WHITE),
            // Ticks, mistakes and bars in boxes.
            (DARKGRAY, BAR),
            (RED, BAR),
            (HOT, BAR),
        ] {
            let contrast = contrast(mark, ground);
            assert!(contrast >= 3.0, "{mark} on {ground}: {contrast:.1}");
        }
    }

    /// Returns a colour as seen with deuteranopia, by the matrix of Viénot, Brettel and Mollon (1999).
    fn without_green(color: u8) -> [f64; 3] {
        let part = |shift: u32| f64::from(PALETTE[usize::from(color)] >> shift & 0xFF);
        let (r, g, b) = (part(16), part(8), part(0));
        [0.29275 * r + 0.70725 * g, 0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b]
    }

    #[test]
    fn the_gray_theme_works_for_the_colour_blind() {
        let gray = THEMES[4];
        let Colors { ground, text, .. } = gray.colors;
        for (one, other) in [
            (ground, text),
            (ground, gray.accent),
            (ground, gray.colors.grid),
            (BLACK, gray.mark_on(Stone::Black)),
            (WHITE, gray.mark_on(Stone::White)),
        ] {
            let parts = without_green(one).into_iter().zip(without_green(other));
            let apart: f64 = parts.map(|(a, b)| (a - b).powi(2)).sum();
            assert!(apart.sqrt() > 100.0, "{one} and {other}: {apart}");
        }
    }
}
