//! The ground colours to choose from, and what is readable on each.

use crate::dos::bgi::{BLACK, BLUE, GREEN, LIGHTGRAY, WHITE, YELLOW};
use crate::original::Colors;

/// The colours of a game's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What it is called: the ground's colour.
    pub name: &'static str,
    /// Those that the original's functions draw with.
    pub colors: Colors,
    /// What must stand out from the background: the frame around the moving stone's cell.
    pub accent: u8,
}

/// The themes in the order in which the theme key goes through them. The first is the original's.
pub const THEMES: [Theme; 4] = [
    Theme {
        name: "red",
        colors: Colors::ORIGINAL,
        accent: YELLOW,
    },
    Theme {
        name: "blue",
        colors: Colors {
            ground: BLUE,
            grid: LIGHTGRAY,
            text: WHITE,
            black_edge: LIGHTGRAY,
        },
        accent: YELLOW,
    },
    Theme {
        name: "green",
        colors: Colors {
            ground: GREEN,
            grid: BLACK,
            text: BLACK,
            black_edge: BLACK,
        },
        accent: WHITE,
    },
    Theme {
        name: "black",
        colors: Colors {
            ground: BLACK,
            grid: LIGHTGRAY,
            text: WHITE,
            black_edge: LIGHTGRAY,
        },
        accent: YELLOW,
    },
];

impl Theme {
    /// The theme that follows this one, the first after the last.
    pub fn next(&self) -> &'static Theme {
        let here = THEMES.iter().position(|t| t == self);
        &THEMES[here.map_or(0, |i| (i + 1) % THEMES.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dos::bgi::PALETTE;

    /// The contrast of two colours as the Web Content Accessibility Guidelines 2.1 define it, 1 to 21.
    fn contrast(a: u8, b: u8) -> f64 {
        let luminance = |color: u8| {
            let part = |shift: u32| {
                let c = f64::from(PALETTE[usize::from(color)] >> shift & 0xFF) / 255.0;
                match c <= 0.03928 {
                    true => c / 12.92,
                    false => ((c + 0.055) / 1.055).powf(2.4),
                }
            };
            0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) + 0.05
        };
        let (a, b) = (luminance(a), luminance(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn stones_and_text_stand_out_from_every_ground() {
        for theme in THEMES {
            let on_ground = |color| contrast(color, theme.colors.ground);
            assert!(
                on_ground(theme.colors.text) >= 4.5,
                "text on {}",
                theme.name
            );
            assert!(on_ground(theme.accent) >= 3.0, "accent on {}", theme.name);
            assert!(
                on_ground(theme.colors.grid) >= 3.0,
                "grid on {}",
                theme.name
            );
            assert!(on_ground(WHITE) >= 3.0, "white stones on {}", theme.name);
            let black = on_ground(BLACK).max(on_ground(theme.colors.black_edge));
            assert!(black >= 2.5, "black stones on {}", theme.name);
        }
    }

    #[test]
    fn the_theme_key_goes_through_all_and_back_to_the_first() {
        let mut theme = &THEMES[0];
        for expected in ["blue", "green", "black", "red"] {
            theme = theme.next();
            assert_eq!(theme.name, expected);
        }
    }
}
