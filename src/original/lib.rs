#![doc = include_str!("README.md")]

mod map;
mod picture;

use std::cmp::Ordering;

pub use map::Map;
pub use picture::BadMap;
use turbo::dos::bgi::{BLACK, Font, RED, WHITE};
use turbo::dos::{Console, Key, Quit, Screen};

/// The pixel position of each new stone: above the first cell, outside the board.
pub const START: (i32, i32) = (120, 80);
/// The width and height of a cell, in pixels.
pub const CELL: i32 = 40;
/// The radius of a stone, in pixels.
pub const RADIUS: i32 = 15;
/// The pixel positions of the stones next to black's and white's scores.
const SCORES: [(i32, i32); 2] = [(500, 200), (500, 300)];

/// The colours of the screen. [`Colors::ORIGINAL`] has those of the C program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors {
    /// The background of the screen and of empty cells.
    pub ground: u8,
    /// The lines of the board.
    pub grid: u8,
    pub text: u8,
    pub black: u8,
    /// The outline of a black stone.
    pub black_edge: u8,
}

impl Colors {
    /// A red background with white lines.
    pub const ORIGINAL: Colors =
        Colors { ground: RED, grid: WHITE, text: WHITE, black: BLACK, black_edge: BLACK };
}

/// The C program's global variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    pub map: Map,
    /// The number of the turn, from 1: black plays odd turns, white even ones. After the game, the number of
    /// turns played.
    pub t: usize,
    /// The number of failed attempts in this turn.
    pub tries: usize,
}

/// C: `main()`: calls `initgraph`, `DrawQp` and `Playtoplay`, waits for a key, calls `closegraph`.
///
/// Ours: the caller opens and closes the console. At the end `qipan original --dump` prints `game`.
///
/// # Errors
/// If the user closes the window.
pub fn main(console: &mut dyn Console, game: &mut Game) -> Result<(), Quit> {
    *game = Game::default();
    draw_qp(console.screen(), Colors::ORIGINAL, &game.map);
    if playtoplay(console, game)? {
        console.getkey()?;
    }
    Ok(())
}

/// C: `DrawQp()`: draws the board ("qipan", 棋盘) and sets up the game: four stones, both scores 2.
///
/// Ours: [`Map::default`] sets up the `Map`, so this function can draw a game at any point.
#[doc(alias = "DrawQp")]
pub fn draw_qp(screen: &mut Screen, colors: Colors, map: &Map) {
    screen.setbkcolor(colors.ground);
    screen.cleardevice();
    screen.setcolor(colors.grid);
    for line in (100..=420).step_by(40) {
        screen.line(100, line, 420, line);
        screen.line(line, 100, line, 420);
    }
    draw_stones(screen, colors, map);
    for (t, (x, y)) in (1..).zip(SCORES) {
        draw_stone(screen, colors, x, y, t);
    }
    print_scores(screen, colors, map);
}

/// C: `Playtoplay()`: plays the game in two nested loops. The outer loop changes the player. In the inner
/// loop the player moves the stone and tries to drop it. Esc leaves the game at once.
///
/// Ours: returns false after Esc. The game ends when neither side can move, which includes a full board and a
/// side without stones. The program in the description would loop forever then.
///
/// # Errors
/// If the user closes the window.
#[doc(alias = "Playtoplay")]
pub fn playtoplay(console: &mut dyn Console, game: &mut Game) -> Result<bool, Quit> {
    let colors = Colors::ORIGINAL;
    while can_move(&game.map, 1) || can_move(&game.map, 2) {
        game.t += 1;
        game.tries = 0;
        let (mut x, mut y) = START;
        loop {
            print_scores(console.screen(), colors, &game.map);
            draw_stone(console.screen(), colors, x, y, game.t);
            match console.getkey()? {
                Key::Esc => return Ok(false),
                Key::Enter | Key::Space if y != START.1 => {
                    let (row, col) = ((y - 120) / 40, (x - 120) / 40);
                    let (row, col) = (row as usize, col as usize);
                    if game.map[row][col] == 1 || game.map[row][col] == 2 {
                        continue;
                    }
                    if qp_change(&mut game.map, row, col, game.t) == 1 {
                        break;
                    }
                    game.tries += 1;
                    // The description says "exceeds". Some listings of the program test >= and end the turn
                    // one attempt earlier.
                    if game.tries > game.map.empties() {
                        break;
                    }
                }
                key => {
                    move_color(console.screen(), colors, &game.map, x, y);
                    (x, y) = step(x, y, key);
                }
            }
        }
        move_color(console.screen(), colors, &game.map, x, y);
        draw_stones(console.screen(), colors, &game.map);
    }
    print_scores(console.screen(), colors, &game.map);
    play_win(console.screen(), colors, &game.map);
    Ok(true)
}

/// Returns the position of the stone at (x,y) after an arrow key. The stone cannot leave the board, and from
/// the start only Down moves it.
pub fn step(x: i32, y: i32, key: Key) -> (i32, i32) {
    let to = match key {
        Key::Up => (x, y - CELL),
        Key::Down => (x, y + CELL),
        Key::Left => (x - CELL, y),
        Key::Right => (x + CELL, y),
        _ => (x, y),
    };
    let on_board = (120..=400).contains(&to.0) && (120..=400).contains(&to.1);
    if on_board { to } else { (x, y) }
}

/// C: `SetPlayColor(t)`: sets the drawing colour for turn `t`: black if `t` is odd, white if it is even.
///
/// Ours: the same. The numbers in `Map` work as `t` too: 1 is black, 2 is white.
#[doc(alias = "SetPlayColor")]
pub fn set_play_color(screen: &mut Screen, colors: Colors, t: usize) {
    let (edge, fill) = match t % 2 {
        1 => (colors.black_edge, colors.black),
        _ => (WHITE, WHITE),
    };
    screen.setcolor(edge);
    screen.setfillstyle(fill);
}

/// Draws a stone at (x,y) in the colour of turn `t`.
pub fn draw_stone(screen: &mut Screen, colors: Colors, x: i32, y: i32, t: usize) {
    set_play_color(screen, colors, t);
    screen.fillellipse(x, y, RADIUS, RADIUS);
}

pub fn draw_stones(screen: &mut Screen, colors: Colors, map: &Map) {
    for (row, y) in (0..8).zip((120..).step_by(40)) {
        for (col, x) in (0..8).zip((120..).step_by(40)) {
            if map[row][col] != 0 {
                draw_stone(screen, colors, x, y, map[row][col].into());
            }
        }
    }
}

/// C: `MoveColor(x,y)`: restores the cell that the moving stone leaves: clears it to red, then redraws the
/// stone in `Map`, if there is one.
///
/// Ours: the same. The description calls 1 white and 2 black here, against its own convention.
#[doc(alias = "MoveColor")]
pub fn move_color(screen: &mut Screen, colors: Colors, map: &Map, x: i32, y: i32) {
    screen.setfillstyle(colors.ground);
    screen.bar(x - 19, y - 19, x + 19, y + 19);
    if y != START.1 {
        let place = map[((y - 120) / 40) as usize][((x - 120) / 40) as usize];
        if place == 1 || place == 2 {
            draw_stone(screen, colors, x, y, place.into());
        }
    }
}

/// The eight directions as (row, column) steps, in the order in which [`qp_change`] tests them: right first,
/// as in the description, then clockwise.
pub const DIRECTIONS: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// C: `QpChange(x,y,t)`: drops a stone at (x,y) in turn `t` and turns over the stones that it encloses.
/// Returns `yes`: 1 if the board changed, else 0. In each of the eight directions it walks over the
/// opponent's stones. If it reaches a stone of its own colour, it turns over the stones in between. It skips
/// a direction with fewer than two cells left (in the description, it looks to the right "only in the first
/// six of the eight columns").
///
/// Ours: takes the row and column, and uses one loop over a table instead of eight blocks of code.
/// [`playtoplay`] does the drawing. If the board changed, this function also puts down the dropped stone. The
/// cell must be empty.
///
/// ```
/// use original::{Map, qp_change};
/// let mut map = Map::default();
/// assert_eq!(qp_change(&mut map, 2, 3, 1), 1);
/// assert_eq!(map, "
///     ........
///     ........
///     ...X....
///     ...XX...
///     ...XO...
///     ........
///     ........
///     ........".parse().unwrap());
/// assert_eq!(qp_change(&mut map, 0, 0, 2), 0);
/// ```
#[doc(alias = "QpChange")]
pub fn qp_change(map: &mut Map, row: usize, col: usize, t: usize) -> u8 {
    let own = if t % 2 == 1 { 1 } else { 2 };
    let mut yes = 0;
    for (down, right) in DIRECTIONS {
        let left = cells_left(row, down).min(cells_left(col, right));
        if left < 2 {
            continue;
        }
        let at = |n: usize, step: isize, i: usize| n.wrapping_add_signed(step * i as isize);
        let mut i = 1;
        while i < left && map[at(row, down, i)][at(col, right, i)] == 3 - own {
            i += 1;
        }
        if map[at(row, down, i)][at(col, right, i)] == own {
            for i in 1..i {
                map[at(row, down, i)][at(col, right, i)] = own;
                yes = 1;
            }
        }
    }
    if yes == 1 {
        map[row][col] = own;
    }
    yes
}

/// The number of cells beyond row or column `n` in a direction: 7, which limits nothing, if the direction
/// stays in that row or column.
fn cells_left(n: usize, step: isize) -> usize {
    match step {
        1 => 7 - n,
        -1 => n,
        _ => 7,
    }
}

/// True if the player of turn `t` has a legal move.
pub fn can_move(map: &Map, t: usize) -> bool {
    let legal = |n: usize| map[n / 8][n % 8] == 0 && qp_change(&mut map.clone(), n / 8, n % 8, t) == 1;
    (0..64).any(legal)
}

/// C: `DoScore()`: counts both players' stones in `Map`.
///
/// Ours: returns black's and white's count. The C program writes them to the global variable `score`.
#[doc(alias = "DoScore")]
pub fn do_score(map: &Map) -> (usize, usize) {
    let (mut black, mut white) = (0, 0);
    for row in 0..8 {
        for col in 0..8 {
            match map[row][col] {
                1 => black += 1,
                2 => white += 1,
                _ => {}
            }
        }
    }
    (black, white)
}

/// C: `PrintScore(n)`: prints the score of player `n` (1 is black, 2 is white).
///
/// Ours: takes the score as a parameter. The C program reads it from the global variable `score`.
#[doc(alias = "PrintScore")]
pub(crate) fn print_score(screen: &mut Screen, colors: Colors, n: usize, score: usize) {
    let (x, y) = SCORES[n - 1];
    screen.setfillstyle(colors.ground);
    screen.bar(x + 30, y - 12, x + 30 + 2 * 24, y + 11);
    screen.settextstyle(Font::Small, 3);
    screen.setcolor(colors.text);
    screen.outtextxy(x + 30, y - 11, &score.to_string());
}

/// Counts and prints both players' scores.
pub fn print_scores(screen: &mut Screen, colors: Colors, map: &Map) {
    let (black, white) = do_score(map);
    print_score(screen, colors, 1, black);
    print_score(screen, colors, 2, white);
}

/// C: `PlayWin()`: prints the winner.
///
/// Ours: also prints a draw.
#[doc(alias = "PlayWin")]
pub(crate) fn play_win(screen: &mut Screen, colors: Colors, map: &Map) {
    let (black, white) = do_score(map);
    let text = match black.cmp(&white) {
        Ordering::Greater => "Black wins",
        Ordering::Less => "White wins",
        Ordering::Equal => "A draw",
    };
    screen.settextstyle(Font::Small, 2);
    screen.setcolor(colors.text);
    screen.outtextxy(470, 392, text);
}
