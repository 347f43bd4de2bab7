//! The animation that counts the discs at the end of an Othello game: they move into rows from both ends of
//! the board, the way players lay them out by hand.

use super::grid::Grid;
use super::panel;
use super::theme::Theme;
use original::{Map, draw_stone, print_scores};
use turbo::dos::Screen;

/// The pause before counting, in ms.
const PAUSE: u32 = 500;
/// The interval at which the discs of a colour start to move, in ms.
const INTERVAL: u32 = 40;
/// The time that a disc takes to move, in ms.
const FLIGHT: u32 = 360;
/// The pause at the end, in ms.
const REST: u32 = 1200;

/// A disc that moves between two cells, numbered from the upper left.
struct Disc {
    t: u8,
    from: usize,
    to: usize,
    leaves: u32,
}

/// Draws the board and the scores `ms` milliseconds after the end of the game. Returns false once all discs
/// are counted.
pub(super) fn draw(screen: &mut Screen, theme: &Theme, grid: &Grid, map: &Map, ms: u32) -> bool {
    let discs = discs(grid.size, map);
    let ends = discs.iter().map(|disc| disc.leaves + FLIGHT).max();
    if ends.is_none_or(|ends| ms >= ends + REST) {
        return false;
    }
    let half = grid.pitch / 2;
    let (left, top) = (grid.first.0 - half, grid.first.1 - half);
    let side = grid.pitch * grid.size as i32;
    panel::fill(screen, theme.colors.ground, [left, top, left + side, top + side]);
    draw_lines(screen, theme, (left, top), grid.pitch);
    let mut counted = Map::EMPTY;
    let (mut still, mut moving) = (Vec::new(), Vec::new());
    for disc in &discs {
        let gone = ms.saturating_sub(disc.leaves);
        let centre = |n: usize| grid.centre(n / grid.size, n % grid.size);
        match gone {
            0 => still.push((disc.t, centre(disc.from))),
            FLIGHT.. => {
                counted[disc.to / grid.size][disc.to % grid.size] = disc.t;
                still.push((disc.t, centre(disc.to)));
            }
            gone => moving.push((disc.t, between(centre(disc.from), centre(disc.to), gone))),
        }
    }
    // Draw moving discs on top of the others.
    for (t, (x, y)) in still.into_iter().chain(moving) {
        draw_stone(screen, theme.colors, x, y, t.into());
    }
    print_scores(screen, theme.colors, &counted);
    true
}

/// Computes the path of each disc: black discs fill the first cells, white discs the last.
fn discs(size: usize, map: &Map) -> Vec<Disc> {
    let cells = size * size;
    let of = |t: u8, n: usize| map[n / size][n % size] == t;
    let black = (0..cells).filter(|n| of(1, *n)).zip(0..).zip([1].repeat(cells));
    let white = (0..cells).rev().filter(|n| of(2, *n)).zip(0..).zip([2].repeat(cells));
    let disc = |((from, nth), t): ((usize, usize), u8)| Disc {
        t,
        from,
        to: if t == 1 { nth } else { cells - 1 - nth },
        leaves: PAUSE + INTERVAL * nth as u32,
    };
    black.chain(white).map(disc).collect()
}

/// Returns the position of a disc `gone` ms after it starts to move, with smooth acceleration.
fn between(from: (i32, i32), to: (i32, i32), gone: u32) -> (i32, i32) {
    let part = f64::from(gone) / f64::from(FLIGHT);
    let part = part * part * (3.0 - 2.0 * part);
    let along = |from: i32, to: i32| from + (f64::from(to - from) * part).round() as i32;
    (along(from.0, to.0), along(from.1, to.1))
}

/// Draws the lines of an 8x8 board with its upper left corner at (x,y).
pub(super) fn draw_lines(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), cell: i32) {
    screen.setcolor(theme.colors.grid);
    for line in 0..=8 {
        screen.line(x, y + cell * line, x + cell * 8, y + cell * line);
        screen.line(x + cell * line, y, x + cell * line, y + cell * 8);
    }
}
