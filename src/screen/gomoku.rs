//! The look of gomoku: the drawing steps of the original Othello, on a board of points.

use super::face::{Face, Look};
use super::grid::Grid;
use super::panel;
use super::theme::Theme;
use games::Game as AnyGame;
use games::Place;
use games::gomoku::{Decision, Game, LARGEST, Opening, Point, Position, Rules, SIZE, SIZES, digit, record};
use games::stone::{Outcome, Stone};
use turbo::dos::Screen;
use turbo::dos::bgi::Font;
use words::{say, translate};

/// The grid of the standard board: 15x15 points, 24 pixels apart, from (100,100) to (436,436).
const USUAL: Grid = Grid { first: (100, 100), pitch: 24, size: SIZE };
/// The side length of the largest board in pixels: 20 points, 18 pixels apart.
const LONGEST: i32 = 342;

/// The grids, indexed by board size. Boards larger than the standard one have their points closer together
/// and cover about the same area.
static GRIDS: [Grid; LARGEST + 1] = {
    let mut grids = [USUAL; LARGEST + 1];
    let mut size = 0;
    while size < grids.len() {
        grids[size].size = size;
        if size > SIZE {
            let pitch = LONGEST / (size as i32 - 1);
            let more = pitch * (size as i32 - 1) - USUAL.pitch * (SIZE as i32 - 1);
            grids[size].pitch = pitch;
            grids[size].first = (100 - more / 2, 100 - more / 2);
        }
        size += 1;
    }
    grids
};

/// Returns the grid of a board of this size.
///
/// # Panics
/// If the size is not from 5 to 20.
pub fn grid(size: usize) -> &'static Grid {
    assert!(SIZES.contains(&size), "no board of size {size}");
    &GRIDS[size]
}

/// The side length of the small board in pixels: 15 points, 13 pixels apart.
const SMALL: i32 = 182;

pub struct Gomoku;

fn gomoku(game: &dyn AnyGame) -> &Game {
    game.of().expect("this face is gomoku's")
}

impl Face for Gomoku {
    fn grid(&self, game: &dyn AnyGame) -> &'static Grid {
        grid(gomoku(game).size())
    }

    fn radius(&self, game: &dyn AnyGame) -> i32 {
        radius(self.grid(game))
    }

    fn title(&self, game: &dyn AnyGame) -> String {
        let setup = gomoku(game).setup();
        let title = match setup.rules() {
            Rules::Freestyle => say!("Gomoku").to_string(),
            rules => say!("Gomoku, {rules}", rules = translate(&rules.to_string())),
        };
        let title = match setup.opening() {
            Opening::Free => title,
            Opening::Swap2 => say!("{title}, swap2", title),
        };
        match setup.size() {
            SIZE => title,
            n => say!("{title}, {n} x {n}", title, n),
        }
    }

    fn draw_board(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look) {
        let (grid, game) = (self.grid(game), gomoku(game));
        screen.setbkcolor(look.theme.colors.ground);
        screen.cleardevice();
        draw_points(screen, look.theme, grid, game);
        if look.digits {
            draw_digits(screen, look.theme, grid);
        }
        if look.numbers {
            for point in game.pieces() {
                draw_number(screen, look.theme, game, *point);
            }
        }
        if look.forbidden {
            for point in game.all_forbidden() {
                draw_forbidden(screen, look.theme, grid.centre(point.row(), point.col()));
            }
        }
    }

    fn draw_small(&self, screen: &mut Screen, game: &dyn AnyGame, theme: &Theme) -> Option<(Grid, i32)> {
        let game = gomoku(game);
        let lines = game.size() as i32 - 1;
        let grid = Grid { first: (46, 34), pitch: (SMALL / lines).min(SMALL / 14), size: game.size() };
        draw_points(screen, theme, &grid, game);
        Some((grid, radius(&grid)))
    }

    /// Shows the rules and, during a game, the players. In a swap2 opening, shows the first and the second
    /// player, and their colours once the players have chosen them.
    fn draw_facts(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look) {
        let game = gomoku(game);
        let rules = game.setup().rules();
        panel::fact(screen, look.theme, 140, &say!("Rules {rules}", rules = translate(&rules.to_string())));
        if game.outcome().is_some() {
            return;
        }
        if game.setup().opening() != Opening::Swap2 {
            if look.opponents {
                panel::players(screen, look.theme, &look.names, 172);
            }
            return;
        }
        let text = look.theme.colors.text;
        panel::fact(screen, look.theme, 160, say!("Opening swap2"));
        let decided = matches!(game.decisions().last(), Some(Decision::White | Decision::Black));
        let names = Stone::ALL.into_iter().zip(&look.short_names);
        for ((stone, name), y) in names.zip([180, 200]) {
            let name = match (stone == Stone::Black) != game.swapped() {
                true => say!("1st {name}", name),
                false => say!("2nd {name}", name),
            };
            let name = panel::cut(&name, panel::COLUMNS - 3);
            if decided {
                panel::small_stone(screen, look.theme, panel::LEFT + 7, y + 7, stone);
            } else if game.player_to_move() == Some(stone) {
                panel::write(screen, panel::LEFT, y, text, "►");
            }
            panel::write(screen, panel::LEFT + 24, y, text, &name);
        }
    }

    fn draw_moving(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look, (x, y): (i32, i32)) {
        let grid = self.grid(game);
        let place = grid.place(x, y).map(|(row, col)| Point::new(row, col));
        // Don't hide a stone that is already there.
        if place.is_none_or(|point| gomoku(game).stone_at(point).is_none()) {
            let stone = game.stone_of_turn(game.t());
            panel::stone(screen, look.theme, (x, y), stone, radius(grid));
        }
        if place.is_some_and(|point| gomoku(game).forbidden(point).is_some()) {
            draw_forbidden(screen, look.theme, (x, y));
        }
        if (x, y) != grid.start() {
            point_frame(screen, look.theme, grid, (x, y));
        }
    }

    fn move_color(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look, (x, y): (i32, i32)) {
        let (grid, game, theme) = (self.grid(game), gomoku(game), look.theme);
        let reach = reach(grid);
        panel::fill(screen, theme.colors.ground, [x - reach, y - reach, x + reach, y + reach]);
        let Some((row, col)) = grid.place(x, y) else {
            return;
        };
        let (first, last) = (grid.first.0, grid.centre(grid.size - 1, grid.size - 1).0);
        let on_board = |at: i32| ((at - reach).max(first), (at + reach).min(last));
        let ((left, right), (top, bottom)) = (on_board(x), on_board(y));
        screen.setcolor(theme.colors.grid);
        screen.line(left, y, right, y);
        screen.line(x, top, x, bottom);
        let point = Point::new(row, col);
        draw_place(screen, theme, grid, game, point);
        if look.numbers {
            draw_number(screen, theme, game, point);
        }
        if game.forbidden(point).is_some() {
            draw_forbidden(screen, theme, (x, y));
        }
    }

    /// Writes up to three narrow characters, without the percent sign, to keep neighbouring values apart.
    fn draw_value(
        &self,
        screen: &mut Screen,
        game: &dyn AnyGame,
        (row, col): Place,
        text: &str,
        [letters, behind]: [u8; 2],
        here: bool,
    ) {
        let text = text.trim_end_matches('%');
        let grid = self.grid(game);
        let (x, y) = grid.centre(row, col);
        let font = SmallFont::of(grid, text);
        // The patch hides the lines that would seem to strike the figures through.
        let (half, high) = match here {
            true => (font.width(text) / 2, font.height / 2),
            false => (grid.pitch / 2 - 1, font.height / 2 + 3),
        };
        panel::fill(screen, behind, [x - half, y - high, x + half, y + high]);
        small_text(screen, (x, y), text, letters, font);
    }

    /// Draws a line through the five, then replays the game once.
    fn draw_ending(&self, screen: &mut Screen, game: &dyn AnyGame, theme: &Theme, ms: u32) -> bool {
        let (grid, game) = (self.grid(game), gomoku(game));
        let fives = game.winning_lines();
        let begins = if fives.is_empty() { 0 } else { DRAWN + PAUSE };
        let given = game.given().len();
        let dropped = game.pieces().len() - given;
        let runs = REPLAY.min(LONGEST_STEP * dropped as u32);
        if runs == 0 || ms >= begins + runs + PAUSE {
            return false;
        }
        let run = dropped * ms.saturating_sub(begins).min(runs) as usize / runs as usize;
        let seen = if ms < begins { dropped } else { run };
        let reach = grid.pitch / 2;
        let (first, last) = (grid.first, grid.centre(grid.size - 1, grid.size - 1));
        screen.setfillstyle(theme.colors.ground);
        screen.bar(first.0 - reach, first.1 - reach, last.0 + reach, last.1 + reach);
        draw_lines(screen, theme, grid);
        for point in Point::all(grid.size) {
            let there = game.turn_of(point).is_some_and(|t| t <= given + seen);
            let stone = game.stone_at(point).filter(|_| there);
            draw_stone(screen, theme, grid, point, stone);
        }
        if seen == dropped {
            for five in &fives {
                draw_through(screen, theme, grid, five, ms.min(DRAWN));
            }
        }
        true
    }

    /// Marks the winning stones (at their edges if they are numbered) and prints the record of the game.
    fn draw_end(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look) -> String {
        let (grid, game) = (self.grid(game), gomoku(game));
        let radius = radius(grid);
        let ring = match look.numbers {
            true => radius..radius + 2,
            false => radius - 1 - 3 * radius / 10..radius - 1,
        };
        for point in game.winning_stones() {
            let (x, y) = grid.centre(point.row(), point.col());
            if let Some(stone) = game.stone_at(point) {
                // On a stone with a number, a ring would be too thin to see.
                let color = if look.numbers { look.theme.accent } else { look.theme.mark_on(stone) };
                screen.setcolor(color);
                ring.clone().for_each(|radius| screen.circle(x, y, radius));
            }
        }
        let (top, digits, lines) = RECORD;
        panel::fact(screen, look.theme, top - 18, say!("Record"));
        screen.settextstyle(Font::Small, 1);
        screen.setcolor(look.theme.colors.text);
        let mut text: Vec<char> = record::text(game.pieces()).chars().collect();
        if text.len() > digits * lines {
            text.truncate(digits * lines - 4);
            text.extend("...".chars());
        }
        for (line, y) in text.chunks(digits).zip((top..).step_by(8)) {
            screen.outtextxy(panel::LEFT, y, &line.iter().collect::<String>());
        }
        let how = match game.outcome() {
            Some(Outcome::Draw) if game.t() > game.size() * game.size() => {
                say!("The board is full")
            }
            Some(Outcome::Draw) => say!("No points left"),
            _ => match game.winning_lines().iter().map(Vec::len).max() {
                None | Some(..=5) => say!("Five in a row"),
                Some(6) => say!("Six in a row"),
                Some(_) => say!("More than six in a row"),
            },
        };
        how.to_string()
    }
}

/// The radius of a stone on the standard board, in pixels.
const RADIUS: i32 = 10;
/// The time to draw the line through a five, in ms.
const DRAWN: u32 = 600;
/// The pauses before and after the replay, in ms.
const PAUSE: u32 = 700;
/// The maximum length of the replay, in ms.
const REPLAY: u32 = 4000;
/// The maximum interval between stones in the replay, in ms.
const LONGEST_STEP: u32 = 250;
/// The layout of a finished game's record: its top in pixels, the number of digits per line, and the maximum
/// number of lines.
const RECORD: (i32, usize, usize) = (178, 20, 21);

/// Draws the part of the line through a five that is visible after `ms` milliseconds.
fn draw_through(screen: &mut Screen, theme: &Theme, grid: &Grid, five: &[Point], ms: u32) {
    let centre = |point: &Point| grid.centre(point.row(), point.col());
    let ends = (five.iter().min().map(centre), five.iter().max().map(centre));
    let (Some((x, y)), Some(to)) = ends else {
        return;
    };
    let along = |from: i32, to: i32| from + (to - from) * ms as i32 / DRAWN as i32;
    let (right, bottom) = (along(x, to.0), along(y, to.1));
    screen.setcolor(theme.accent);
    for (across, down) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
        screen.line(x + across, y + down, right + across, bottom + down);
    }
}

/// Returns half the width of the area around a point that its stone and marks cover, in pixels.
fn reach(grid: &Grid) -> i32 {
    radius(grid) + 1
}

/// Returns true for star points: the centre of a board of odd size and, on boards larger than 9x9, the points
/// on the fourth line from two edges.
fn is_star(size: usize, point: Point) -> bool {
    let fourth = |n: usize| n == 3 || n + 4 == size;
    let centre = |n: usize| 2 * n + 1 == size;
    let (row, col) = point.place();
    centre(row) && centre(col) || size > 9 && fourth(row) && fourth(col)
}

/// Draws the frame around the moving stone.
pub(super) fn point_frame(screen: &mut Screen, theme: &Theme, grid: &Grid, (x, y): (i32, i32)) {
    let reach = reach(grid);
    panel::outline(screen, theme.accent, [x - reach, y - reach, x + reach, y + reach]);
}

pub(super) fn draw_position(screen: &mut Screen, theme: &Theme, position: &Position) {
    let grid = grid(position.size());
    draw_lines(screen, theme, grid);
    for point in Point::all(grid.size) {
        draw_stone(screen, theme, grid, point, position.stone_at(point));
    }
}

pub(crate) fn draw_points(screen: &mut Screen, theme: &Theme, grid: &Grid, game: &Game) {
    draw_lines(screen, theme, grid);
    for point in Point::all(grid.size) {
        draw_place(screen, theme, grid, game, point);
    }
}

/// Draws the lines and their names: letters for columns, numbers from the bottom for rows.
fn draw_lines(screen: &mut Screen, theme: &Theme, grid: &Grid) {
    let (first, last) = (grid.first, grid.centre(grid.size - 1, grid.size - 1));
    for n in 0..grid.size {
        let (x, y) = grid.centre(n, n);
        screen.setcolor(theme.colors.grid);
        screen.line(first.0, y, last.0, y);
        screen.line(x, first.1, x, last.1);
        screen.settextstyle(Font::Small, 1);
        screen.setcolor(theme.colors.text);
        let name = Point::new(n, n).name(grid.size);
        let (column, row) = name.split_at(1);
        screen.outtextxy(x - 3, last.1 + 14, column);
        let left = first.0 - radius(grid) - 1 - 8 * row.len() as i32;
        screen.outtextxy(left, y - 3, row);
    }
}

/// Draws the digits that records use for columns and rows, above and to the right of the board, in a second
/// colour to set them apart from neighbouring texts.
fn draw_digits(screen: &mut Screen, theme: &Theme, grid: &Grid) {
    let last = grid.centre(grid.size - 1, grid.size - 1);
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.second_text());
    for n in 0..grid.size {
        let (x, y) = grid.centre(n, n);
        let digit = digit(n).to_string();
        screen.outtextxy(x - 3, grid.first.1 - 22, &digit);
        screen.outtextxy(last.0 + 12, y - 3, &digit);
    }
}

pub(crate) fn radius(grid: &Grid) -> i32 {
    RADIUS * grid.pitch / USUAL.pitch
}

/// Draws the stone on a point with its mark, or the star of an empty star point.
pub(crate) fn draw_place(screen: &mut Screen, theme: &Theme, grid: &Grid, game: &Game, point: Point) {
    let stone = game.stone_at(point);
    draw_stone(screen, theme, grid, point, stone);
    if let Some(stone) = stone.filter(|_| game.pieces()[game.given().len()..].last() == Some(&point)) {
        mark_last(screen, theme, grid, point, stone);
    }
}

/// Draws a stone, or a star if the point is an empty star point.
fn draw_stone(screen: &mut Screen, theme: &Theme, grid: &Grid, point: Point, stone: Option<Stone>) {
    let (x, y) = grid.centre(point.row(), point.col());
    match stone {
        Some(stone) => panel::stone(screen, theme, (x, y), stone, radius(grid)),
        None if is_star(grid.size, point) => {
            let radius = if radius(grid) < 5 { 1 } else { 3 };
            panel::dot(screen, (x, y), theme.colors.grid, radius);
        }
        None => {}
    }
}

fn mark_last(screen: &mut Screen, theme: &Theme, grid: &Grid, point: Point, stone: Stone) {
    let at = grid.centre(point.row(), point.col());
    let radius = if radius(grid) < 5 { 1 } else { 2 };
    panel::dot(screen, at, theme.mark_on(stone), radius);
}

/// Bitmaps of the digits, W (win) and L (loss), 5x7 pixels, with rows from the top. Three digits fit on a
/// stone.
static WIDE: [u64; 12] = [
    0b01110_10001_10001_10001_10001_10001_01110,
    0b00100_01100_00100_00100_00100_00100_01110,
    0b01110_10001_00001_00110_01000_10000_11111,
    0b01110_10001_00001_00110_00001_10001_01110,
    0b00010_00110_01010_10010_11111_00010_00010,
    0b11111_10000_11110_00001_00001_10001_01110,
    0b01110_10000_10000_11110_10001_10001_01110,
    0b11111_00001_00010_00100_00100_00100_00100,
    0b01110_10001_10001_01110_10001_10001_01110,
    0b01110_10001_10001_01111_00001_00001_01110,
    0b10001_10001_10001_10101_10101_11011_10001,
    0b10000_10000_10000_10000_10000_10000_11111,
];

/// Draws the stone on a point, if any, with its turn number. The last stone's number has the colour of its
/// mark.
fn draw_number(screen: &mut Screen, theme: &Theme, game: &Game, point: Point) {
    let Some(t) = game.turn_of(point).filter(|t| *t > game.given().len()) else {
        return;
    };
    let grid = grid(game.size());
    let (x, y) = grid.centre(point.row(), point.col());
    let stone = game.stone_of_turn(t);
    panel::stone(screen, theme, (x, y), stone, radius(grid));
    let color = if t + 1 == game.t() { theme.mark_on(stone) } else { panel::stone_colour(stone.other()) };
    let text = t.to_string();
    small_text(screen, (x, y), &text, color, SmallFont::of(grid, &text));
}

/// Writes the number of a point onto its stone at (x,y), on boards with points 13 pixels apart. Three digits
/// use a shorter font, which keeps the edge of the stone intact.
pub(crate) fn number(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), number: usize, stone: Stone) {
    let text = number.to_string();
    let (font, gap) = match text.len() {
        3 => (SmallFont::LOW, 0),
        _ => (SmallFont::NARROW, 1),
    };
    let (half, high) = (font.width(&text) / 2 + gap, font.height / 2);
    panel::fill(screen, theme.stone(stone), [x - half, y - high, x + half, y + high]);
    let color = panel::stone_colour(stone.other());
    small_text(screen, (x, y), &text, color, font);
}

/// Bitmaps of 3x7 pixels, for three characters on a small stone. Each octal digit is a row.
static NARROW: [u64; 12] = [
    0o2555552, 0o2622227, 0o6112447, 0o6112116, 0o5557111, 0o7446116, 0o3446552, 0o7112222, 0o2552552,
    0o2553116, 0o5555775, 0o4444447,
];

/// Bitmaps of 3x5 pixels, for three characters that must not touch the edge of a stone.
static LOW: [u64; 12] = [
    0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71222, 0o75757, 0o75717, 0o55575,
    0o44447,
];

#[derive(Clone, Copy)]
struct SmallFont {
    /// The width of a character with its gap, in pixels.
    pitch: i32,
    height: i32,
    /// The bitmaps of the digits, W and L; the first pixel is the highest bit.
    letters: &'static [u64; 12],
}

impl SmallFont {
    const WIDE: SmallFont = SmallFont { pitch: 6, height: 7, letters: &WIDE };
    const NARROW: SmallFont = SmallFont { pitch: 4, height: 7, letters: &NARROW };
    const LOW: SmallFont = SmallFont { pitch: 4, height: 5, letters: &LOW };

    /// Returns the widest font in which a text of up to three characters fits on a point.
    fn of(grid: &Grid, text: &str) -> SmallFont {
        if 6 * text.len() as i32 + 4 < grid.pitch { SmallFont::WIDE } else { SmallFont::NARROW }
    }

    fn width(self, text: &str) -> i32 {
        self.pitch * text.len() as i32 - 1
    }

    fn bits(self, letter: u8) -> u64 {
        self.letters[match letter {
            b'W' => 10,
            b'L' => 11,
            digit => usize::from(digit.saturating_sub(b'0')).min(9),
        }]
    }
}

/// Writes digits, W and L, centred at (x,y).
fn small_text(screen: &mut Screen, (x, y): (i32, i32), text: &str, color: u8, font: SmallFont) {
    let columns = font.pitch - 1;
    let (left, top) = (x - font.width(text) / 2, y - font.height / 2);
    for (letter, left) in text.bytes().zip((left..).step_by(font.pitch as usize)) {
        let bits = font.bits(letter);
        for (pixel, n) in (0..columns * font.height).rev().zip(0..) {
            if bits >> pixel & 1 == 1 {
                screen.putpixel(left + n % columns, top + n / columns, color);
            }
        }
    }
}

/// Draws a small square with a bar on a point that is forbidden for Black in renju.
fn draw_forbidden(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32)) {
    panel::fill(screen, theme.colors.ground, [x - 4, y - 4, x + 4, y + 4]);
    panel::outline(screen, theme.accent, [x - 4, y - 4, x + 4, y + 4]);
    screen.line(x - 2, y, x + 2, y);
}
