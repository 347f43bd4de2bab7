//! The film of a mistake: the pictures of the checked program beside the right ones, up to the first difference.

use super::case::Case;
use super::run::Runner;
use turbo::dos::Screen;
use turbo::dos::bgi::{Font, HEIGHT, LIGHTGRAY, WHITE, WIDTH, YELLOW};
use turbo::dos::film::Film;
use words::say;

/// The height of the line above the pictures.
const HEAD: usize = 18;
/// The time between two pictures in milliseconds.
const APART: u64 = 400;
/// The maximum number of pictures. Only the last ones of a longer run are shown.
const MOST: usize = 60;

/// Makes an animated PNG file of a case, up to the wait after its first `keys` keys. Returns `None` if the last
/// pictures are equal.
pub(super) fn film([ours, theirs]: [&mut Runner; 2], case: &Case, keys: usize) -> Option<Vec<u8>> {
    let mut frames = [theirs.frames(case, keys), ours.frames(case, keys)];
    let count = frames.iter().map(Vec::len).min().filter(|count| *count > 0)?;
    frames.iter_mut().for_each(|frames| frames.truncate(count));
    let [theirs, ours] = &mut frames;
    let area = difference(&theirs[count - 1], &ours[count - 1])?;
    for picture in [&mut theirs[count - 1], &mut ours[count - 1]] {
        frame(picture, area);
    }
    let heads = [say!("The program"), say!("As it should be")].map(head);
    let mut film = Film::of_width(2 * WIDTH as usize);
    for (theirs, ours, time) in theirs.iter().zip(ours.iter()).zip(0..).map(|((a, b), n)| (a, b, n * APART)) {
        if time >= count.saturating_sub(MOST) as u64 * APART {
            let mut pixels = beside(&heads[0], &heads[1], HEAD);
            pixels.extend(beside(&theirs.as_shown(), &ours.as_shown(), HEIGHT as usize));
            film.add_pixels(pixels, time);
        }
    }
    film.png_bytes()
}

/// The area around all pixels that differ: left, top, right and bottom.
fn difference(one: &Screen, other: &Screen) -> Option<[i32; 4]> {
    let pixels = one.pixels().iter().zip(other.pixels()).zip(0..);
    let wrong = pixels.filter(|((one, other), _)| one != other).map(|(_, n)| (n % WIDTH, n / WIDTH));
    wrong.map(|(x, y)| [x, y, x, y]).reduce(|[l, t, r, b], [x, y, ..]| [l.min(x), t, r.max(x), b.max(y)])
}

fn frame(picture: &mut Screen, [left, top, right, bottom]: [i32; 4]) {
    picture.setcolor(YELLOW);
    for n in 2..4 {
        let [left, top] = [left, top].map(|edge| (edge - n).max(0));
        picture.rectangle(left, top, (right + n).min(WIDTH - 1), (bottom + n).min(HEIGHT - 1));
    }
}

fn head(text: &str) -> Screen {
    let mut screen = Screen::default();
    screen.settextstyle(Font::Tall, 1);
    screen.setcolor(WHITE);
    screen.outtextxy(8, 1, text);
    screen.as_shown()
}

/// The first rows of two pictures, side by side, with a line between them.
fn beside(left: &Screen, right: &Screen, rows: usize) -> Vec<u8> {
    let [left, right] = [left, right].map(|screen| screen.pixels().chunks(WIDTH as usize));
    let row = |(left, right): (&[u8], &[u8])| [&left[..left.len() - 1], &[LIGHTGRAY], right].concat();
    left.zip(right).take(rows).flat_map(row).collect()
}
