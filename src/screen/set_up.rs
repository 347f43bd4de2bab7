//! The screen for setting up a position: the board, the stone counts and the keys.

use super::grid::Grid;
use super::panel::{self, write};
use super::theme::Theme;
use super::{gomoku, othello};
use games::set_up::SetUp;
use games::stone::Stone;
use original::CELL;
use turbo::dos::Screen;
use words::{phrase, say, translate};

/// The keys listed beside the board.
const KEYS: [(&str, &str); 11] = [
    ("Space", phrase!("change it")),
    ("B 1", phrase!("black, go on")),
    ("W 2", phrase!("white, go on")),
    (". 0", phrase!("empty, go on")),
    ("T", phrase!("whose turn")),
    ("C S", phrase!("clear, start")),
    (phrase!("Bksp"), phrase!("undo")),
    ("Tab", phrase!("the other game")),
    ("O", phrase!("other rules")),
    ("Ctrl+C", phrase!("copy")),
    ("Ctrl+V", phrase!("paste")),
];

pub fn grid(set_up: &SetUp) -> &'static Grid {
    match set_up {
        SetUp::Othello(..) => &othello::GRID,
        SetUp::Gomoku(position, _) => gomoku::grid(position.size()),
    }
}

/// Draws the whole screen, with the cursor at the pixel position `at`.
pub fn draw(screen: &mut Screen, theme: &Theme, set_up: &SetUp, at: (i32, i32), note: &str) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    let title = match set_up {
        SetUp::Othello(position, _) => {
            othello::draw_map(screen, theme, (100, 100), CELL, &position.map);
            othello::draw_names(screen, theme);
            othello::cell_frame(screen, theme, at);
            say!("Othello: set up a position")
        }
        SetUp::Gomoku(position, _) => {
            gomoku::draw_position(screen, theme, position);
            gomoku::point_frame(screen, theme, grid(set_up), at);
            say!("Gomoku: set up a position")
        }
    };
    panel::title_bar(screen, title);
    panel::turn_label(screen, theme, Some(set_up.to_move()));
    let counts = Stone::ALL.map(|stone| match (set_up, set_up.count(stone)) {
        (SetUp::Othello(..), 1) => say!("1 disc").to_string(),
        (SetUp::Othello(..), number) => say!("{number} discs", number),
        (SetUp::Gomoku(..), 1) => say!("1 stone").to_string(),
        (SetUp::Gomoku(..), n) => say!("{n} stones", n),
    });
    panel::players(screen, theme, &counts, 56);
    panel::fact(screen, theme, 100, &say!("Rules: {rules}", rules = translate(&set_up.rules().to_string())));
    for ((key, what), y) in KEYS.into_iter().zip((132..).step_by(17)) {
        let what = translate(what);
        write(screen, panel::LEFT, y, theme.colors.text, key);
        write(screen, panel::LEFT + 56, y, theme.colors.text, what);
    }
    panel::note(screen, theme, note);
    let keys = [
        ("↑↓←→", say!("Go||with arrows")),
        ("Space", say!("Change")),
        ("T", say!("Turn||whose it is")),
        ("F6", say!("Values")),
        ("Enter", say!("Play")),
        ("F1", say!("Help")),
        ("Esc", say!("Close")),
    ];
    panel::key_line(screen, &keys);
}
