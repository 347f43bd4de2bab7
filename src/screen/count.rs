//! How the discs of Othello are counted, as players do it by hand: they run together into rows that fill the board from both ends.

use super::grid::Grid;
use super::theme::Theme;
use original::{Map, draw_stone, print_scores};
use turbo::dos::Screen;

/// How long the end of the game is seen before it is counted, in ms.
const STANDS: u32 = 500;
/// How long after a disc the next one of its colour leaves, and how long each is on its way, in ms.
const NEXT: u32 = 40;
const WAY: u32 = 360;
/// How long the rows are seen, in ms.
const RESTS: u32 = 1200;

/// A disc on its way from one cell to another, both counted from the upper left one.
struct Disc {
    t: u8,
    from: usize,
    to: usize,
    leaves: u32,
}

/// Draws the board and the scores so many ms after the end of the game. False when all is counted.
pub(super) fn draw(screen: &mut Screen, theme: &Theme, grid: &Grid, map: &Map, ms: u32) -> bool {
    let discs = discs(grid.size, map);
    let ends = discs.iter().map(|disc| disc.leaves + WAY).max();
    if ends.is_none_or(|ends| ms >= ends + RESTS) {
        return false;
    }
    let half = grid.pitch / 2;
    let (left, top) = (grid.first.0 - half, grid.first.1 - half);
    let side = grid.pitch * grid.size as i32;
    screen.setfillstyle(theme.colors.ground);
    screen.bar(left, top, left + side, top + side);
    draw_lines(screen, theme, (left, top), grid.pitch);
    let mut counted = Map::EMPTY;
    let (mut still, mut moving) = (Vec::new(), Vec::new());
    for disc in &discs {
        let gone = ms.saturating_sub(disc.leaves);
        let centre = |n: usize| grid.centre(n / grid.size, n % grid.size);
        match gone {
            0 => still.push((disc.t, centre(disc.from))),
            WAY.. => {
                counted[disc.to / grid.size][disc.to % grid.size] = disc.t;
                still.push((disc.t, centre(disc.to)));
            }
            gone => moving.push((disc.t, between(centre(disc.from), centre(disc.to), gone))),
        }
    }
    // Those that move are above the others.
    for (t, (x, y)) in still.into_iter().chain(moving) {
        draw_stone(screen, theme.colors, x, y, t.into());
    }
    print_scores(screen, theme.colors, &counted);
    true
}

/// Black's discs go to the first cells, White's to the last ones.
fn discs(size: usize, map: &Map) -> Vec<Disc> {
    let cells = size * size;
    let of = |t: u8, n: usize| map[n / size][n % size] == t;
    let black = (0..cells)
        .filter(|n| of(1, *n))
        .zip(0..)
        .zip([1].repeat(cells));
    let white = (0..cells)
        .rev()
        .filter(|n| of(2, *n))
        .zip(0..)
        .zip([2].repeat(cells));
    let disc = |((from, nth), t): ((usize, usize), u8)| Disc {
        t,
        from,
        to: if t == 1 { nth } else { cells - 1 - nth },
        leaves: STANDS + NEXT * nth as u32,
    };
    black.chain(white).map(disc).collect()
}

/// Where a disc is that has been on its way for so many ms. It begins and ends slowly.
fn between(from: (i32, i32), to: (i32, i32), gone: u32) -> (i32, i32) {
    let part = f64::from(gone) / f64::from(WAY);
    let part = part * part * (3.0 - 2.0 * part);
    let along = |from: i32, to: i32| from + (f64::from(to - from) * part).round() as i32;
    (along(from.0, to.0), along(from.1, to.1))
}

/// The lines of a board of eight cells in a row; its upper left corner is at (x,y).
pub(super) fn draw_lines(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), cell: i32) {
    screen.setcolor(theme.colors.grid);
    for line in 0..=8 {
        screen.line(x, y + cell * line, x + cell * 8, y + cell * line);
        screen.line(x + cell * line, y, x + cell * line, y + cell * 8);
    }
}
