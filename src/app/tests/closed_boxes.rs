//! Checks that no text overwrites the double frame of its box.

use std::sync::LazyLock;

use turbo::dos::Screen;

use crate::common::data::top;
use crate::common::pictures::read_png;
use turbo::dos::bgi::{BLACK, Font, HEIGHT, LIGHTGRAY, WIDTH};

/// The colours of an 8x16 character in a box, by row.
type Glyph = [[u8; 8]; 16];

fn glyph(c: char) -> Glyph {
    let mut screen = Screen::default();
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(0, 0, 7, 15);
    screen.setcolor(BLACK);
    screen.settextstyle(Font::Tall, 1);
    screen.outtextxy(0, 0, &c.to_string());
    std::array::from_fn(|y| screen.pixels()[y * WIDTH as usize..][..8].try_into().unwrap())
}

static GLYPHS: LazyLock<[(char, Glyph); 8]> =
    LazyLock::new(|| ['╔', '╗', '╚', '╝', '═', '║', '↑', '↓'].map(|c| (c, glyph(c))));

/// The part of a frame at (x,y).
fn piece(screen: &Screen, x: i32, y: i32) -> Option<char> {
    let found = GLYPHS.iter().find(|(_, glyph)| shows(screen, (x, y), glyph));
    found.map(|(c, _)| *c)
}

fn shows(screen: &Screen, (x, y): (i32, i32), glyph: &Glyph) -> bool {
    let pixels = &screen.pixels()[(y * WIDTH + x) as usize..];
    // The lowest rows tell a corner from the plain ground at once.
    (0..16).rev().all(|n| pixels[n * WIDTH as usize..][..8] == glyph[n])
}

/// The upper left corners of all boxes.
fn corners(screen: &Screen) -> Vec<(i32, i32)> {
    let rows = (0..=HEIGHT - 16).flat_map(|y| (0..=WIDTH - 8).map(move |x| (x, y)));
    rows.filter(|at| shows(screen, *at, &GLYPHS[0].1)).collect()
}

/// The first missing part of the frame with this upper left corner.
fn gap(screen: &Screen, (x, y): (i32, i32), others: &[(i32, i32)]) -> Option<String> {
    let columns: Vec<i32> = (x..=WIDTH - 8).step_by(8).collect();
    let rows: Vec<i32> = (y..=HEIGHT - 16).step_by(16).collect();
    // A box opened later may cover an edge of this one.
    let covered = |x: i32, y: i32| others.iter().any(|(left, top)| *left <= x + 8 && *top <= y + 16);
    let Some(right) = columns.iter().find(|x| piece(screen, **x, y) == Some('╗')) else {
        return (!covered(columns[1], y)).then(|| format!("no ╗ right of {x},{y}"));
    };
    let Some(bottom) = rows.iter().find(|y| piece(screen, x, **y) == Some('╚')) else {
        return (!covered(x, rows[1])).then(|| format!("no ╚ below {x},{y}"));
    };
    let sides = rows[1..].iter().take_while(|y| *y < bottom);
    let sides = sides.flat_map(|y| [(x, *y, '║'), (*right, *y, '║')]);
    let edge = columns[1..].iter().take_while(|x| *x < right);
    let edge = edge.map(|x| (*x, *bottom, '═'));
    let last = (*right, *bottom, '╝');
    let mut pieces = sides.chain(edge).chain([last]);
    let broken = pieces.find(|(x, y, c)| {
        let found = piece(screen, *x, *y);
        // Arrows in the right edge show that a list continues.
        let arrow = x == right && matches!(found, Some('↑' | '↓'));
        found != Some(*c) && !arrow && !covered(*x, *y)
    });
    broken.map(|(x, y, c)| format!("no {c} at {x},{y}"))
}

/// Panics if the frame of a box on the screen is broken.
pub fn assert_boxes_are_closed(screen: &Screen) {
    let corners = corners(screen);
    for corner in &corners {
        let others: Vec<(i32, i32)> = corners.iter().filter(|c| *c != corner).copied().collect();
        if let Some(gap) = gap(screen, *corner, &others) {
            let file = std::env::temp_dir().join("open_box.png");
            std::fs::write(&file, screen.png_bytes()).unwrap();
            panic!("a box is not closed: {gap}; the screen is in {}", file.display());
        }
    }
}

/// The golden pictures and their names.
fn pictures() -> impl Iterator<Item = (String, Screen)> {
    let files = std::fs::read_dir(top().join("tests/golden")).unwrap();
    files.filter_map(|file| {
        let file = file.unwrap();
        let screen = read_png(&file.path())?;
        Some((file.file_name().to_string_lossy().into_owned(), screen))
    })
}

#[test]
fn golden_pictures_have_closed_boxes() {
    let mut boxes = 0;
    for (_, screen) in pictures() {
        boxes += corners(&screen).len();
        assert_boxes_are_closed(&screen);
    }
    assert!(boxes > 30, "only {boxes} boxes were found");
}

#[test]
fn a_letter_on_any_edge_of_a_box_is_detected() {
    let (_, mut screen) = pictures().find(|(name, _)| name == "menu.png").unwrap();
    let [corner] = corners(&screen)[..] else {
        panic!("the menu is one box");
    };
    let (x, y) = corner;
    let seen = |screen: &Screen, c| {
        let mut pieces =
            (x..WIDTH - 8).step_by(8).flat_map(|x| (y..HEIGHT - 16).step_by(16).map(move |y| (x, y)));
        pieces.find(|(x, y)| piece(screen, *x, *y) == Some(c)).unwrap()
    };
    for c in ['║', '═', '╗', '╚', '╝'] {
        // The upper edge may have a title.
        let (left, top) = match c {
            '═' => (x + 8, seen(&screen, '╚').1),
            c => seen(&screen, c),
        };
        let whole = screen.clone();
        screen.setcolor(BLACK);
        screen.settextstyle(Font::Tall, 1);
        screen.outtextxy(left, top, "x");
        assert!(gap(&screen, corner, &[]).is_some(), "{c} at {left},{top}");
        screen = whole;
    }
}
