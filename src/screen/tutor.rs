//! What the tutor draws: the board with the algorithm's marks, the listing, the variables, and what the last step did.

use crate::dos::Screen;
use crate::dos::bgi::{
    BLACK, BLUE, CYAN, DARKGRAY, Font, GREEN, LIGHTGRAY, LIGHTGREEN, LIGHTRED, RED, WHITE, WIDTH,
    YELLOW,
};
use crate::games::gomoku::{self, Point, record};
use crate::games::othello::Cell;
use crate::games::othello::rules::{Map, do_score};
use crate::games::stone::Stone;
use crate::original::{CELL as CELL_WIDTH, Colors, RADIUS, draw_stone, set_play_color};
use crate::screen::board::refuse;
use crate::screen::gomoku::mark_colour;
use crate::screen::grid::Grid;
use crate::screen::panel::{self, title_bar, wrapped, write};
use crate::screen::theme::Theme;
use crate::tutor::listing::{Line, Listing};
use crate::tutor::scene::Scene;
use crate::tutor::trace::{Board, Leaf, Place, Ray, Sector, State, Trace, in_discs};

/// What is on the screen.
#[derive(Debug)]
pub struct View<'a> {
    /// What stands in the title bar.
    pub title: String,
    /// What is watched.
    pub scene: &'a Scene,
    /// After how many steps.
    pub n: usize,
    /// Does it run automatically?
    pub running: bool,
    /// How fast, 1 to 9.
    pub speed: usize,
    /// The line of keys.
    pub keys: &'a [(&'a str, &'a str)],
}

/// How many characters a line of a scene's text has.
pub const TEXT_COLUMNS: usize = 78;
/// How many lines it may have: usually, and when a stone waits above the board.
pub const TEXT_LINES: (usize, usize) = (4, 3);
/// How many characters a line of a listing may have, beside Othello's board and beside gomoku's.
pub const LISTING_COLUMNS: (usize, usize) = (25, 23);
/// How many positions of the learner's book are shown.
pub const BOOK_LEAVES: usize = 12;
/// How many lines a listing may have.
pub const LISTING_LINES: usize = 26;

/// How far apart the lines of a listing are, in pixels.
const PITCH: i32 = 10;
/// The upper edge of the listing's box, in pixels.
const LISTING_TOP: i32 = 94;
/// The upper and lower edge of the box that says what the last step did, in pixels.
const SAID: (i32, i32) = (370, 441);
/// The left edge of the variables, in pixels.
const STRIP: i32 = 2;
/// The two boards of a scene with two judges.
const BOARDS: [Grid; 2] = [
    Grid {
        first: (40, 116),
        pitch: 18,
        size: gomoku::SIZE,
    },
    Grid {
        first: (366, 116),
        pitch: 18,
        size: gomoku::SIZE,
    },
];

/// Draws the whole screen.
pub fn draw(screen: &mut Screen, theme: &Theme, view: &View<'_>) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    title_bar(screen, &view.title);
    let right = match view.running {
        true => format!("Step {}/{}, speed {}", view.n, view.scene.len(), view.speed),
        false => format!("Step {}/{}", view.n, view.scene.len()),
    };
    write(screen, WIDTH - 8 - 8 * right.len() as i32, 0, BLACK, &right);
    for (line, y) in wrapped(&view.scene.text, TEXT_COLUMNS)
        .iter()
        .zip((18..).step_by(16))
    {
        write(screen, 8, y, theme.colors.text, line);
    }
    match &view.scene.traces[..] {
        [trace] => draw_one(screen, theme, view.scene, trace, view.n),
        traces => {
            for (trace, grid) in traces.iter().zip(&BOARDS) {
                draw_beside(screen, theme, grid, trace, view.n);
            }
        }
    }
    timeline(screen, theme, view);
    panel::key_line(screen, view.keys);
}

/// What surrounds the menu of lessons.
pub fn ground(screen: &mut Screen, theme: &Theme) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    title_bar(screen, "Tutor");
    let text = "Watch the original algorithm think, step by step";
    write(
        screen,
        (WIDTH - 8 * text.len() as i32) / 2,
        36,
        theme.colors.text,
        text,
    );
}

/// How far the run has got, above the line of keys.
fn timeline(screen: &mut Screen, theme: &Theme, view: &View<'_>) {
    let (left, right, y) = (8, WIDTH - 9, 460);
    screen.setcolor(theme.colors.text);
    screen.line(left, y, right, y);
    let far = (right - left) as usize * view.n / view.scene.len().max(1);
    screen.setfillstyle(theme.accent);
    screen.bar(left, y - 1, left + far as i32, y + 1);
}

/// One run: board, listing, variables.
fn draw_one(screen: &mut Screen, theme: &Theme, scene: &Scene, trace: &Trace, n: usize) {
    let state = trace.state(n);
    let (left, columns, values) = match &state.board {
        Board::Othello(map) => {
            crate::screen::othello::draw_map(screen, theme, (100, 100), CELL_WIDTH, map);
            crate::screen::othello::draw_names(screen, theme);
            draw_othello_marks(screen, theme, &state, map);
            if scene.mirror {
                draw_mirror(screen, theme, &state);
            }
            if let Some(guess) = &scene.guess {
                draw_guess(screen, &state, map, guess, n == trace.len());
            }
            (428, LISTING_COLUMNS.0, 76)
        }
        Board::Gomoku(pieces) => {
            draw_gomoku(screen, theme, &crate::screen::gomoku::GRID, &state, pieces);
            (450, LISTING_COLUMNS.1, 68)
        }
        Board::Book(leaves) => {
            draw_book(screen, theme, &state, leaves);
            (428, LISTING_COLUMNS.0, 76)
        }
    };
    draw_listing(screen, left, columns, trace.listing(), state.lit);
    let mut said = state.said.clone();
    if let (true, Some((row, col))) = (scene.mirror, state.look) {
        let (row, col) = (col, row);
        said += &format!(" Column first: Map[{row}][{col}], {}.", Cell { row, col });
    }
    draw_said(screen, left, 638, SAID, &said, state.wrong);
    if let Board::Othello(map) = &state.board {
        let (black, white) = do_score(map);
        let scores = format!("score[1]={black} score[2]={white}");
        write(screen, left + 6, SAID.1 + 2, theme.colors.text, &scores);
    }
    let y = draw_vars(screen, theme, &state, values, 100);
    let y = match trace.scans() {
        true => draw_compass(screen, theme, &state, y + 8) + 8,
        false => y + 8,
    };
    draw_counters(screen, theme, &state, values, y);
}

/// A box as in Turbo C's editor, with a bar behind the lit lines.
fn draw_listing(screen: &mut Screen, left: i32, columns: usize, listing: &Listing, lit: Line) {
    let bottom = LISTING_TOP + 8 + PITCH * LISTING_LINES as i32;
    screen.setfillstyle(BLUE);
    screen.bar(left, LISTING_TOP, WIDTH - 2, bottom);
    screen.setcolor(LIGHTGRAY);
    screen.rectangle(left, LISTING_TOP, WIDTH - 2, bottom);
    screen.settextstyle(Font::Small, 1);
    let width = screen.textwidth(listing.file) + 16;
    let middle = (left + WIDTH - 2 - width) / 2;
    screen.setfillstyle(BLUE);
    screen.bar(middle, LISTING_TOP - 3, middle + width, LISTING_TOP + 4);
    screen.setcolor(WHITE);
    screen.outtextxy(middle + 8, LISTING_TOP - 4, listing.file);
    let x = left + (WIDTH - 1 - left - 8 * columns as i32) / 2;
    for ((text, does), y) in listing
        .lines
        .iter()
        .zip((LISTING_TOP + 7..).step_by(PITCH as usize))
    {
        let bright = *does == lit && lit != Line::Still;
        if bright {
            screen.setfillstyle(CYAN);
            screen.bar(left + 1, y - 1, WIDTH - 3, y + PITCH - 2);
        }
        screen.setcolor(if bright { BLACK } else { YELLOW });
        screen.outtextxy(x, y, text);
    }
}

/// What the last step did, as a note.
fn draw_said(
    screen: &mut Screen,
    left: i32,
    right: i32,
    (top, bottom): (i32, i32),
    said: &str,
    wrong: bool,
) {
    screen.setfillstyle(if wrong { LIGHTRED } else { YELLOW });
    screen.bar(left, top, right, bottom);
    screen.setcolor(if wrong { WHITE } else { DARKGRAY });
    screen.rectangle(left, top, right, bottom);
    let columns = (right - left - 10) / 8;
    let mut lines = wrapped(said, columns as usize);
    lines.truncate(((bottom - top) / 16) as usize);
    let mut y = top + (bottom - top + 1 - 16 * lines.len() as i32) / 2;
    for line in lines {
        write(screen, left + 6, y, BLACK, &line);
        y += 16;
    }
}

/// The variables from y on; where they end.
fn draw_vars(screen: &mut Screen, theme: &Theme, state: &State, right: i32, mut y: i32) -> i32 {
    for var in &state.vars {
        write(screen, STRIP, y, theme.colors.text, var.name);
        if var.name.len() > 5 {
            y += 16;
        }
        let color = if var.fresh {
            theme.accent
        } else {
            theme.colors.text
        };
        let value = var.text();
        let x = right - 8 * value.len() as i32;
        write(screen, x, y, color, &value);
        y += 16;
    }
    y
}

/// What came out in the eight directions around the stone; where it ends.
fn draw_compass(screen: &mut Screen, theme: &Theme, state: &State, top: i32) -> i32 {
    const SIDE: i32 = 24;
    let left = STRIP;
    for (row, y) in state.compass.iter().zip((top..).step_by(SIDE as usize)) {
        for (sector, x) in row.iter().zip((left..).step_by(SIDE as usize)) {
            if (x, y) == (left + SIDE, top + SIDE) {
                continue;
            }
            let (fill, color, text) = match sector {
                Sector::Unknown => (theme.colors.ground, theme.colors.text, String::new()),
                Sector::Now => (theme.accent, BLACK, "?".to_string()),
                Sector::Skipped => (theme.colors.ground, theme.colors.text, "─".to_string()),
                Sector::Stones(0) => (theme.colors.ground, theme.colors.text, "0".to_string()),
                Sector::Stones(n) => (CYAN, BLACK, n.to_string()),
            };
            screen.setfillstyle(fill);
            screen.bar(x, y, x + SIDE, y + SIDE);
            screen.setcolor(theme.colors.grid);
            screen.rectangle(x, y, x + SIDE, y + SIDE);
            write(screen, x + 9, y + 5, color, &text);
        }
    }
    let own = state.own();
    set_play_color(screen, theme.colors, own as usize);
    screen.fillellipse(left + SIDE * 3 / 2, top + SIDE * 3 / 2, 7, 7);
    top + 3 * SIDE
}

/// The text as a label: with a capital.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// The counters.
fn draw_counters(screen: &mut Screen, theme: &Theme, state: &State, right: i32, mut y: i32) {
    for (name, times) in &state.counters {
        screen.settextstyle(Font::Small, 1);
        screen.setcolor(theme.colors.text);
        screen.outtextxy(STRIP, y, &capitalised(name));
        let times = times.to_string();
        write(
            screen,
            right - 8 * times.len() as i32,
            y + 9,
            theme.colors.text,
            &times,
        );
        y += 26;
    }
}

/// The direction being searched: an arrow under the stones.
fn draw_ray(screen: &mut Screen, theme: &Theme, grid: &Grid, ray: &Ray) {
    if ray.reach == 0 {
        return;
    }
    let (x1, y1) = grid.centre(ray.from.0, ray.from.1);
    let (row, col) = ray.at(ray.reach);
    let (x2, y2) = grid.centre(row, col);
    let (dx, dy) = (ray.step.1 as i32, ray.step.0 as i32);
    let beyond = grid.pitch / 2 - 3;
    let (x2, y2) = (x2 + dx * beyond, y2 + dy * beyond);
    screen.setcolor(theme.accent);
    // Three pixels on a straight line look as thick as five on a diagonal.
    let thick = if dx == 0 || dy == 0 { 1 } else { 2 };
    for shift in -thick..=thick {
        let (sx, sy) = if dy == 0 { (0, shift) } else { (shift, 0) };
        screen.line(x1 + sx, y1 + sy, x2 + sx, y2 + sy);
    }
    // The head's two strokes go back from the tip, one on each side.
    let size = grid.pitch / 5;
    let strokes = match (dx, dy) {
        (0, dy) => [(-1, -dy), (1, -dy)],
        (dx, 0) => [(-dx, -1), (-dx, 1)],
        (dx, dy) => [(-dx, 0), (0, -dy)],
    };
    for (sx, sy) in strokes {
        for shift in 0..3 {
            let (x, y) = (x2 - dx * shift, y2 - dy * shift);
            screen.line(x, y, x + sx * size, y + sy * size);
        }
    }
}

fn draw_othello_marks(screen: &mut Screen, theme: &Theme, state: &State, map: &Map) {
    let grid = &crate::screen::othello::GRID;
    if let Some(ray) = &state.ray {
        draw_ray(screen, theme, grid, ray);
        for (row, col) in (0..=ray.reach).map(|i| ray.at(i)) {
            let (x, y) = grid.centre(row, col);
            if map[row][col] != 0 {
                draw_stone(screen, theme.colors, x, y, map[row][col].into());
            }
        }
    }
    if let Some((x, y, t)) = state.moving {
        draw_stone(screen, theme.colors, x, y, t);
        if (x, y) != grid.start() {
            screen.setcolor(theme.colors.text);
            screen.rectangle(x - 18, y - 18, x + 18, y + 18);
        }
        if state.refused {
            refuse(screen, (x, y), RADIUS);
        }
    }
    for (row, col) in &state.ringed {
        if let Some(stone) = stone_of(map[*row][*col]) {
            let (x, y) = grid.centre(*row, *col);
            draw_ring(screen, x, y, 10, stone);
        }
    }
    for (row, col) in &state.walked {
        if let Some(stone) = stone_of(map[*row][*col]) {
            let (x, y) = grid.centre(*row, *col);
            draw_dot(screen, x, y, 4, mark_colour(stone));
        }
    }
    for place in state.look.iter().chain(&state.framed) {
        draw_look(screen, theme, grid, *place);
    }
}

/// Positions of the learner's book as small boards, each with its value before the game and now.
fn draw_book(screen: &mut Screen, theme: &Theme, state: &State, leaves: &[Leaf]) {
    const CELL: i32 = 8;
    const SIDE: i32 = 8 * CELL;
    for (n, leaf) in leaves.iter().take(BOOK_LEAVES).enumerate() {
        let (x, y) = (84 + 115 * (n as i32 % 3), 94 + 84 * (n as i32 / 3));
        crate::screen::othello::draw_map(screen, theme, (x, y), CELL, &leaf.map);
        let now = state.look == Some((n, 0));
        if now || leaf.waits {
            screen.setcolor(if now { theme.accent } else { theme.colors.text });
            for beyond in if now { 1..=3 } else { 2..=2 } {
                let (right, bottom) = (x + SIDE + beyond, y + SIDE + beyond);
                screen.rectangle(x - beyond, y - beyond, right, bottom);
            }
        }
        let beside = x + SIDE + 5;
        write(screen, beside, y, theme.colors.text, &leaf.name);
        if let Some(stone) = leaf.to_move {
            set_play_color(screen, theme.colors, stone as usize);
            screen.fillellipse(beside + 30, y + 7, 5, 5);
        }
        let before = leaf.before.map_or("New".to_string(), in_discs);
        write(screen, beside, y + 22, theme.colors.text, &before);
        if let Some(value) = leaf.now {
            write(screen, beside, y + 40, theme.accent, &in_discs(value));
        }
    }
    let legend = "Before, now: discs for the player to move";
    write(screen, 84, 424, theme.colors.text, legend);
}

fn stone_of(place: u8) -> Option<Stone> {
    match place {
        1 => Some(Stone::Black),
        2 => Some(Stone::White),
        _ => None,
    }
}

fn draw_ring(screen: &mut Screen, x: i32, y: i32, radius: i32, stone: Stone) {
    screen.setcolor(mark_colour(stone));
    for radius in radius - 2..=radius {
        screen.circle(x, y, radius);
    }
}

fn draw_dot(screen: &mut Screen, x: i32, y: i32, radius: i32, color: u8) {
    screen.setcolor(color);
    screen.setfillstyle(color);
    screen.fillellipse(x, y, radius, radius);
}

/// The frame around the place being looked at.
fn draw_look(screen: &mut Screen, theme: &Theme, grid: &Grid, (row, col): Place) {
    let (x, y) = grid.centre(row, col);
    let half = grid.pitch / 2 - if grid.pitch < 40 { 1 } else { 2 };
    screen.setcolor(theme.accent);
    for half in [half, half - 1] {
        screen.rectangle(x - half, y - half, x + half, y + half);
    }
}

/// A frame of dots around the cell that is meant when row and column are swapped.
fn draw_mirror(screen: &mut Screen, theme: &Theme, state: &State) {
    let Some((row, col)) = state.look else {
        return;
    };
    let (x, y) = crate::screen::othello::GRID.centre(col, row);
    let dots = |from: i32| (from - 14..=from + 14).step_by(4);
    screen.setfillstyle(theme.colors.text);
    for (side, along) in [(-14, x), (14, x)].into_iter() {
        for at in dots(along) {
            screen.bar(at, y + side, at + 1, y + side + 1);
        }
    }
    for side in [-14, 14] {
        for at in dots(y) {
            screen.bar(x + side, at, x + side + 1, at + 1);
        }
    }
}

/// A question mark on each stone that the student expects to turn over; at the end, which were right, wrong or missed.
fn draw_guess(screen: &mut Screen, state: &State, map: &Map, guess: &[Place], over: bool) {
    let grid = &crate::screen::othello::GRID;
    for place in guess.iter().chain(&state.ringed) {
        let Some(stone) = stone_of(map[place.0][place.1]) else {
            continue;
        };
        let (x, y) = grid.centre(place.0, place.1);
        let (guessed, turns) = (guess.contains(place), state.ringed.contains(place));
        let (right, wrong) = match stone {
            Stone::Black => (LIGHTGREEN, LIGHTRED),
            Stone::White => (GREEN, RED),
        };
        if !over {
            if guessed {
                write(screen, x - 3, y - 7, mark_colour(stone), "?");
            }
            continue;
        }
        // The mark replaces the ring.
        set_play_color(screen, Colors::ORIGINAL, stone as usize);
        screen.fillellipse(x, y, 12, 12);
        match (guessed, turns) {
            (true, true) => draw_tick(screen, x, y, right),
            (true, false) => draw_cross(screen, x, y, wrong),
            _ => write(screen, x - 3, y - 7, wrong, "!"),
        }
    }
}

fn draw_tick(screen: &mut Screen, x: i32, y: i32, color: u8) {
    screen.setcolor(color);
    for shift in -1..=1 {
        screen.line(x - 7, y + shift, x - 2, y + 5 + shift);
        screen.line(x - 2, y + 5 + shift, x + 7, y - 6 + shift);
    }
}

fn draw_cross(screen: &mut Screen, x: i32, y: i32, color: u8) {
    screen.setcolor(color);
    for shift in -1..=1 {
        screen.line(x - 6 + shift, y - 6, x + 6 + shift, y + 6);
        screen.line(x - 6 + shift, y + 6, x + 6 + shift, y - 6);
    }
}

/// The cursor that marks stones.
pub fn draw_cursor(screen: &mut Screen, theme: &Theme, place: Place) {
    draw_look(screen, theme, &crate::screen::othello::GRID, place);
}

/// A board of gomoku with a judge's marks.
fn draw_gomoku(screen: &mut Screen, theme: &Theme, grid: &Grid, state: &State, pieces: &[Point]) {
    let game = gomoku::Game::from_record(&record::text(pieces)).unwrap_or_default();
    crate::screen::gomoku::draw_points(screen, theme, grid, &game);
    let radius = crate::screen::gomoku::radius(grid);
    if let Some(ray) = &state.ray {
        draw_ray(screen, theme, grid, ray);
        for (row, col) in (0..=ray.reach).map(|i| ray.at(i)) {
            crate::screen::gomoku::draw_place(screen, theme, grid, &game, Point::new(row, col));
        }
    }
    let stone = state.own();
    for (row, col) in &state.ringed {
        let (x, y) = grid.centre(*row, *col);
        draw_ring(screen, x, y, radius - 1, stone);
    }
    for (row, col) in &state.walked {
        let (x, y) = grid.centre(*row, *col);
        draw_dot(screen, x, y, radius / 3, mark_colour(stone));
    }
    if let Some(ray) = &state.ray {
        let (x, y) = grid.centre(ray.from.0, ray.from.1);
        let half = grid.pitch / 2 - 1;
        screen.setcolor(theme.colors.text);
        screen.rectangle(x - half, y - half, x + half, y + half);
    }
    if let Some(place) = state.look {
        draw_look(screen, theme, grid, place);
    }
}

/// One of two runs side by side: its board, the lit lines, what it did and what it counted.
fn draw_beside(screen: &mut Screen, theme: &Theme, grid: &Grid, trace: &Trace, n: usize) {
    let state = trace.state(n);
    let Board::Gomoku(pieces) = &state.board else {
        return;
    };
    let (left, right) = (grid.first.0 - 26, grid.first.0 + 14 * grid.pitch + 8);
    let done = n >= trace.len();
    let judge = capitalised(&trace.call());
    let title = match done {
        true => format!("{judge}: done after {}", trace.len()),
        false => judge,
    };
    write(screen, left + 4, 88, theme.colors.text, &title);
    draw_gomoku(screen, theme, grid, &state, pieces);
    let top = grid.centre(gomoku::SIZE - 1, 0).1 + 26;
    screen.setfillstyle(BLUE);
    screen.bar(left, top, right, top + 11);
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(YELLOW);
    let columns = (right - left) / 8 - 1;
    let code = trace.listing().code_within(state.lit, columns as usize);
    screen.outtextxy(left + 4, top + 2, &code);
    draw_said(
        screen,
        left,
        right,
        (top + 12, top + 30),
        &state.said,
        state.wrong,
    );
    let looked = format!("Looked at {:4}", state.counted("looked at"));
    let compared = format!("Compared {:4}", state.counted("compared"));
    write(
        screen,
        left + 4,
        top + 32,
        theme.colors.text,
        &format!("{looked}   {compared}"),
    );
}
