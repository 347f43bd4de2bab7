//! What the C program draws: `DrawQp`, `SetPlayColor`, `MoveColor`, `PrintScore` and `PlayWin`.

use crate::dos::Screen;
use crate::dos::bgi::{Font, LIGHTRED};
use crate::games::othello::Game;
use crate::games::othello::rules::{Cell, Map, do_score, legal_moves};
use crate::games::stone::{Outcome, Stone};
use crate::play::dialog;
use crate::screen::grid::Grid;
use crate::screen::panel;
use crate::screen::theme::Theme;

/// The board: 8 x 8 cells of 40 x 40 pixels from (100,100) to (420,420).
pub const GRID: Grid = Grid {
    first: (120, 120),
    pitch: 40,
    size: 8,
};

/// The radius of a stone in pixels.
pub const RADIUS: i32 = 15;
/// Where the players' scores stand: a stone each, and the number beside it.
const SCORE_STONES: [(i32, i32); 2] = [(500, 200), (500, 300)];

/// C: `DrawQp()`: draws the board ("qipan", 棋盘) and sets the game up.
///
/// The C function also puts the four stones into `Map` and both scores to 2. Ours draws the stones that `map` holds,
/// which are those four when a game begins ([`Map::default`]): the same function then draws a game that goes on.
#[doc(alias = "DrawQp")]
pub fn draw_qp(screen: &mut Screen, theme: &Theme, map: &Map) {
    screen.setbkcolor(theme.ground);
    screen.cleardevice();
    draw_board(screen, theme, map);
    for (t, (x, y)) in (1..).zip(SCORE_STONES) {
        draw_stone(screen, theme, x, y, t);
    }
    print_scores(screen, theme, map);
}

/// The board and the stones on it, without the scores beside it.
pub fn draw_board(screen: &mut Screen, theme: &Theme, map: &Map) {
    screen.setcolor(theme.grid);
    for line in (100..=420).step_by(40) {
        screen.line(100, line, 420, line);
        screen.line(line, 100, line, 420);
    }
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.text);
    for (n, letter) in ('a'..='h').enumerate() {
        let (x, y) = GRID.centre(n, n);
        screen.outtextxy(x - 4, 426, &letter.to_string());
        screen.outtextxy(86, y - 4, &(n + 1).to_string());
    }
    for row in 0..8 {
        for col in 0..8 {
            let (x, y) = GRID.centre(row, col);
            draw_stone(screen, theme, x, y, map[row][col]);
        }
    }
}

/// C: `SetPlayColor(t)`: sets the colour of the player whose turn `t` it is: black when `t` is odd, white when it is even.
///
/// The numbers in `Map` will do for `t` too: 1 is black's, 2 is white's.
#[doc(alias = "SetPlayColor")]
pub fn set_play_color(screen: &mut Screen, theme: &Theme, t: usize) {
    let (edge, fill) = panel::stone_colours(theme, Stone::of_turn(t));
    screen.setcolor(edge);
    screen.setfillstyle(fill);
}

/// Shows where the player could drop a stone: a `+` on each such cell.
pub fn draw_hints(screen: &mut Screen, theme: &Theme, map: &Map, stone: Stone) {
    for Cell { row, col } in legal_moves(map, stone) {
        let (x, y) = GRID.centre(row, col);
        draw_hint(screen, theme, x, y);
    }
}

/// The `+` of a legal move.
pub fn draw_hint(screen: &mut Screen, theme: &Theme, x: i32, y: i32) {
    screen.setcolor(theme.text);
    for shift in 0..2 {
        screen.line(x - 4, y + shift, x + 5, y + shift);
        screen.line(x + shift, y - 4, x + shift, y + 5);
    }
}

/// Writes on the cell at (x,y) what a move there is worth, in up to four characters.
pub fn draw_value(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), text: &str, color: u8) {
    clear_cell(screen, theme, x, y);
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(color);
    screen.outtextxy(x - 4 * text.len() as i32, y - 4, text);
}

/// Draws stones on their way from one side to the other: the visible side is that of `t`, and `xradius` goes from 15
/// (flat) down to 0 (edge-on) and back.
pub fn draw_turning(screen: &mut Screen, theme: &Theme, cells: &[Cell], t: usize, xradius: i32) {
    for cell in cells {
        let (x, y) = GRID.centre(cell.row, cell.col);
        clear_cell(screen, theme, x, y);
        set_play_color(screen, theme, t);
        screen.fillellipse(x, y, xradius, RADIUS);
    }
}

/// Draws the stone of turn `t` on a cell so faint that `quarters` (1 to 4) of four of its pixels are seen.
pub fn draw_faint(screen: &mut Screen, theme: &Theme, cell: Cell, t: usize, quarters: usize) {
    let (x, y) = GRID.centre(cell.row, cell.col);
    clear_cell(screen, theme, x, y);
    set_play_color(screen, theme, t);
    if let Some(pattern) = FAINT.get(quarters - 1) {
        let (_, fill) = panel::stone_colours(theme, Stone::of_turn(t));
        screen.setbkcolor(theme.ground);
        screen.setcolor(theme.ground);
        screen.setfillpattern(*pattern, fill);
    }
    screen.fillellipse(x, y, RADIUS, RADIUS);
}

/// A quarter, half and three quarters of the dots.
const FAINT: [[u8; 8]; 3] = [
    [0x55, 0x00, 0xAA, 0x00, 0x55, 0x00, 0xAA, 0x00],
    [0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA],
    [0x55, 0xFF, 0xAA, 0xFF, 0x55, 0xFF, 0xAA, 0xFF],
];

/// Leaves nothing within the lines of a cell.
fn clear_cell(screen: &mut Screen, theme: &Theme, x: i32, y: i32) {
    screen.setfillstyle(theme.ground);
    screen.bar(x - 19, y - 19, x + 19, y + 19);
}

/// The stone that a place of `Map` holds, if it holds one.
pub fn draw_stone(screen: &mut Screen, theme: &Theme, x: i32, y: i32, place: u8) {
    if let 1 | 2 = place {
        set_play_color(screen, theme, usize::from(place));
        screen.fillellipse(x, y, RADIUS, RADIUS);
    }
}

/// The stone of turn `t` on its way: in the frame that marks its cell when it is on the board.
pub fn moving_stone(screen: &mut Screen, theme: &Theme, t: usize, x: i32, y: i32) {
    set_play_color(screen, theme, t);
    screen.fillellipse(x, y, RADIUS, RADIUS);
    if (x, y) != GRID.start() {
        screen.setcolor(theme.accent);
        screen.rectangle(x - 18, y - 18, x + 18, y + 18);
        screen.rectangle(x - 17, y - 17, x + 17, y + 17);
    }
}

/// Crosses a stone of so many pixels out: it cannot stay where it is.
pub fn refuse(screen: &mut Screen, x: i32, y: i32, radius: i32) {
    let reach = radius * 4 / 5;
    screen.setcolor(LIGHTRED);
    for shift in -1..=1 {
        screen.line(x - reach + shift, y - reach, x + reach + shift, y + reach);
        screen.line(x - reach + shift, y + reach, x + reach + shift, y - reach);
    }
}

/// C: `MoveColor(x,y)`: puts a cell back as it was when the moving stone leaves it.
///
/// Red (the ground) at the start and on an empty cell, else the stone that `Map` holds. The text calls 1 white and 2
/// black here, against its own convention; ours is 1 black, 2 white, everywhere.
#[doc(alias = "MoveColor")]
pub fn move_color(screen: &mut Screen, theme: &Theme, map: &Map, x: i32, y: i32) {
    clear_cell(screen, theme, x, y);
    if let Some((row, col)) = GRID.place(x, y) {
        draw_stone(screen, theme, x, y, map[row][col]);
    }
}

/// C: `PrintScore(n)`: prints the score of player n (1 is black, 2 is white) at its place.
///
/// The C function takes the number from the global `score` that `DoScore` has counted.
#[doc(alias = "PrintScore")]
pub fn print_score(screen: &mut Screen, theme: &Theme, n: usize, score: usize) {
    let (x, y) = SCORE_STONES[n - 1];
    screen.setfillstyle(theme.ground);
    screen.bar(x + 30, y - 12, x + 30 + 2 * 24, y + 11);
    screen.settextstyle(Font::Small, 3);
    screen.setcolor(theme.text);
    screen.outtextxy(x + 30, y - 11, &score.to_string());
}

/// Both players' scores, counted in `map`.
pub fn print_scores(screen: &mut Screen, theme: &Theme, map: &Map) {
    let (black, white) = do_score(map);
    print_score(screen, theme, 1, black);
    print_score(screen, theme, 2, white);
}

/// C: `PlayWin()`: prints who won.
///
/// The C program has only winners; ours knows draws too.
#[doc(alias = "PlayWin")]
pub fn play_win(screen: &mut Screen, outcome: Outcome, game: &Game) {
    let (black, white) = do_score(game.map());
    let how = match (game.lost(), outcome) {
        (Some((stone, how)), _) => format!("{} {how}", stone.name()),
        (None, Outcome::Won(Stone::White)) => format!("{white} to {black} discs"),
        _ => format!("{black} to {white} discs"),
    };
    dialog::result(screen, outcome, &how);
}

/// Draws a board as a picture in a text: its upper left corner at (x,y), its cells so many pixels wide.
pub fn draw_small(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), cell: i32, map: &Map) {
    screen.setcolor(theme.grid);
    for line in 0..=8 {
        screen.line(x, y + cell * line, x + cell * 8, y + cell * line);
        screen.line(x + cell * line, y, x + cell * line, y + cell * 8);
    }
    for Cell { row, col } in Cell::all() {
        if map[row][col] != 0 {
            set_play_color(screen, theme, map[row][col].into());
            let centre = |n: usize| cell * n as i32 + cell / 2;
            let radius = cell / 2 - 1;
            screen.fillellipse(x + centre(col), y + centre(row), radius, radius);
        }
    }
}
