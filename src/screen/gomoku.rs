//! How gomoku looks: the same steps as the original's Othello, on a board of points.

use super::face::{Face, Look};
use super::grid::Grid;
use super::panel;
use super::theme::Theme;
use crate::dos::Screen;
use crate::dos::bgi::{BLACK, Font, WHITE};
use crate::games;
use crate::games::gomoku::{Decision, Game, Opening, Point, Position, Rules, SIZE, record};
use crate::games::stone::{Outcome, Stone};
use crate::original::set_play_color;

/// The board: 15 x 15 points, 24 pixels apart, from (100,100) to (436,436).
pub const GRID: Grid = Grid {
    first: (100, 100),
    pitch: 24,
    size: SIZE,
};

/// How gomoku looks.
pub struct Gomoku;

fn gomoku(game: &dyn games::Game) -> &Game {
    game.of().expect("this face is gomoku's")
}

impl Face for Gomoku {
    fn grid(&self) -> &'static Grid {
        &GRID
    }

    fn radius(&self) -> i32 {
        RADIUS
    }

    fn title(&self, game: &dyn games::Game) -> String {
        match gomoku(game).setup().rules() {
            Rules::Freestyle => "Gomoku".to_string(),
            rules => format!("Gomoku, {rules}"),
        }
    }

    fn has_numbers(&self) -> bool {
        true
    }

    fn draw_board(&self, screen: &mut Screen, game: &dyn games::Game, look: &Look) {
        let game = gomoku(game);
        screen.setbkcolor(look.theme.colors.ground);
        screen.cleardevice();
        draw_points(screen, look.theme, &GRID, game);
        if look.numbers {
            for point in game.pieces() {
                draw_number(screen, look.theme, game, *point);
            }
        }
        if look.forbidden {
            for point in game.all_forbidden() {
                draw_forbidden(screen, look.theme, GRID.centre(point.row(), point.col()));
            }
        }
    }

    /// Who plays, unless the record of a finished game stands there. During a game with the opening swap2: the first and the second player,
    /// and the colours that they have so far.
    fn draw_facts(&self, screen: &mut Screen, game: &dyn games::Game, look: &Look) {
        let game = gomoku(game);
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
        panel::fact(screen, look.theme, 148, "Opening swap2");
        let decided = matches!(
            game.decisions().last(),
            Some(Decision::White | Decision::Black)
        );
        for ((stone, name), y) in Stone::ALL.into_iter().zip(&look.names).zip([172, 192]) {
            let number = match (stone == Stone::Black) != game.swapped() {
                true => "1st",
                false => "2nd",
            };
            let name = format!("{number} {name}");
            let name: String = name.chars().take(panel::COLUMNS - 3).collect();
            if decided {
                panel::small_stone(screen, look.theme, panel::LEFT + 7, y + 7, stone);
            } else if game.player_to_move() == Some(stone) {
                panel::write(screen, panel::LEFT, y, text, "►");
            }
            panel::write(screen, panel::LEFT + 24, y, text, &name);
        }
    }

    fn draw_moving(
        &self,
        screen: &mut Screen,
        game: &dyn games::Game,
        look: &Look,
        (x, y): (i32, i32),
    ) {
        let place = GRID.place(x, y).map(|(row, col)| Point::new(row, col));
        // A stone that lies there stays in sight.
        if place.is_none_or(|point| gomoku(game).stone_at(point).is_none()) {
            let stone = game.stone_of_turn(game.t());
            set_play_color(screen, look.theme.colors, stone as usize);
            screen.fillellipse(x, y, RADIUS, RADIUS);
        }
        if (x, y) != GRID.start() {
            point_frame(screen, look.theme, (x, y));
        }
    }

    fn move_color(
        &self,
        screen: &mut Screen,
        game: &dyn games::Game,
        look: &Look,
        (x, y): (i32, i32),
    ) {
        let (game, theme) = (gomoku(game), look.theme);
        screen.setfillstyle(theme.colors.ground);
        screen.bar(x - REACH, y - REACH, x + REACH, y + REACH);
        let Some((row, col)) = GRID.place(x, y) else {
            return;
        };
        let on_board = |from: i32, to: i32| (from.max(100), to.min(436));
        let (left, right) = on_board(x - REACH, x + REACH);
        let (top, bottom) = on_board(y - REACH, y + REACH);
        screen.setcolor(theme.colors.grid);
        screen.line(left, y, right, y);
        screen.line(x, top, x, bottom);
        let point = Point::new(row, col);
        draw_place(screen, theme, &GRID, game, point);
        if look.numbers {
            draw_number(screen, theme, game, point);
        }
        if game.forbidden(point).is_some() {
            draw_forbidden(screen, theme, (x, y));
        }
    }

    /// Up to three narrow characters, between which and the next point's there is room. The percent sign is left out.
    fn draw_value(
        &self,
        screen: &mut Screen,
        theme: &Theme,
        (x, y): (i32, i32),
        text: &str,
        best: bool,
    ) {
        let text = text.trim_end_matches('%');
        let [letters, behind] = theme.letters(best);
        let half = 3 * text.len() as i32 + 1;
        screen.setfillstyle(behind);
        screen.bar(x - half, y - 5, x + half, y + 5);
        small_text(screen, (x, y), text, letters);
    }

    /// Marks the winning stones, at their edges if their numbers are shown, and prints the record of the game.
    fn draw_end(&self, screen: &mut Screen, game: &dyn games::Game, look: &Look) -> String {
        let game = gomoku(game);
        let ring = match look.numbers {
            true => RADIUS - 2..RADIUS,
            false => RADIUS - 4..RADIUS - 1,
        };
        for point in game.winning_stones() {
            let (x, y) = GRID.centre(point.row(), point.col());
            if let Some(stone) = game.stone_at(point) {
                screen.setcolor(look.theme.mark_on(stone));
                ring.clone().for_each(|radius| screen.circle(x, y, radius));
            }
        }
        let (top, digits) = RECORD;
        panel::fact(screen, look.theme, top - 18, "Record");
        screen.settextstyle(Font::Small, 1);
        screen.setcolor(look.theme.colors.text);
        let text: Vec<char> = record::text(game.pieces()).chars().collect();
        for (line, y) in text.chunks(digits).zip((top..).step_by(8)) {
            screen.outtextxy(panel::LEFT, y, &line.iter().collect::<String>());
        }
        let how = match game.outcome() {
            Some(Outcome::Draw) if game.t() > SIZE * SIZE => "The board is full",
            Some(Outcome::Draw) => "No point is left",
            _ => "Five in a row",
        };
        how.to_string()
    }
}

/// The radius of a stone in pixels.
const RADIUS: i32 = 10;
/// How far around a point its stone and marks reach, in pixels.
const REACH: i32 = 11;
/// Rows and columns of the star points: the four of the corners cross, and the centre stands alone.
const STARS: [(usize, usize); 5] = [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)];
/// Where the record of a finished game stands, in pixels from the top, and the digits in a line of it.
const RECORD: (i32, usize) = (160, 20);

/// The frame around the point of the moving stone.
pub(super) fn point_frame(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32)) {
    screen.setcolor(theme.accent);
    screen.rectangle(x - REACH, y - REACH, x + REACH, y + REACH);
}

/// The board with the stones of a position.
pub(super) fn draw_position(screen: &mut Screen, theme: &Theme, position: &Position) {
    draw_lines(screen, theme, &GRID);
    for point in Point::all() {
        draw_stone(screen, theme, &GRID, point, position.stone_at(point));
    }
}

/// The board, wherever the grid has it, and the stones on it.
pub fn draw_points(screen: &mut Screen, theme: &Theme, grid: &Grid, game: &Game) {
    draw_lines(screen, theme, grid);
    for point in Point::all() {
        draw_place(screen, theme, grid, game, point);
    }
}

/// The lines of the board and their names.
fn draw_lines(screen: &mut Screen, theme: &Theme, grid: &Grid) {
    let (first, last) = (grid.first, grid.centre(SIZE - 1, SIZE - 1));
    for n in 0..SIZE {
        let (x, y) = grid.centre(n, n);
        screen.setcolor(theme.colors.grid);
        screen.line(first.0, y, last.0, y);
        screen.line(x, first.1, x, last.1);
        screen.settextstyle(Font::Small, 1);
        screen.setcolor(theme.colors.text);
        let digit = format!("{n:x}");
        screen.outtextxy(x - 3, last.1 + 14, &digit);
        screen.outtextxy(first.0 - 22, y - 3, &digit);
    }
}

/// The radius of a stone on a board: 10 pixels, where its points are 24 apart.
pub fn radius(grid: &Grid) -> i32 {
    RADIUS * grid.pitch / GRID.pitch
}

/// What stands on a point: a stone with its mark, or a star.
pub fn draw_place(screen: &mut Screen, theme: &Theme, grid: &Grid, game: &Game, point: Point) {
    let stone = game.stone_at(point);
    draw_stone(screen, theme, grid, point, stone);
    if let Some(stone) = stone.filter(|_| last_dropped(game) == Some(&point)) {
        mark_last(screen, theme, grid.centre(point.row(), point.col()), stone);
    }
}

/// A stone on a point, or the star that is seen without one.
fn draw_stone(screen: &mut Screen, theme: &Theme, grid: &Grid, point: Point, stone: Option<Stone>) {
    let (x, y) = grid.centre(point.row(), point.col());
    match stone {
        Some(stone) => {
            let radius = radius(grid);
            set_play_color(screen, theme.colors, stone as usize);
            screen.fillellipse(x, y, radius, radius);
        }
        None if STARS.contains(&(point.row(), point.col())) => {
            screen.setcolor(theme.colors.grid);
            screen.setfillstyle(theme.colors.grid);
            screen.fillellipse(x, y, 3, 3);
        }
        None => {}
    }
}

/// The stone that was dropped last.
fn last_dropped(game: &Game) -> Option<&Point> {
    game.pieces()[game.given().len()..].last()
}

fn mark_last(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), stone: Stone) {
    let mark = theme.mark_on(stone);
    screen.setcolor(mark);
    screen.setfillstyle(mark);
    screen.fillellipse(x, y, 2, 2);
}

/// The letters of forced wins and losses, like the digits.
const WIN: [u8; 7] = [
    0b10001, 0b10001, 0b10001, 0b10101, 0b10101, 0b11011, 0b10001,
];
const LOSS: [u8; 7] = [
    0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111,
];
/// The digits of the numbers on stones, 5 x 7 pixels, five bits to a row. Three digits fit on a stone.
const DIGITS: [[u8; 7]; 10] = [
    [
        0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110,
    ],
    [
        0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110,
    ],
    [
        0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111,
    ],
    [
        0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110,
    ],
    [
        0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010,
    ],
    [
        0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110,
    ],
    [
        0b01110, 0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110,
    ],
    [
        0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b00100, 0b00100,
    ],
    [
        0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110,
    ],
    [
        0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00001, 0b01110,
    ],
];

/// Draws the stone on a point with the number of its turn instead of a mark. The last stone's number has the mark's colour. Draws
/// nothing where there is no stone.
fn draw_number(screen: &mut Screen, theme: &Theme, game: &Game, point: Point) {
    let Some(t) = game.turn_of(point).filter(|t| *t > game.given().len()) else {
        return;
    };
    let (x, y) = GRID.centre(point.row(), point.col());
    let stone = game.stone_of_turn(t);
    set_play_color(screen, theme.colors, stone as usize);
    screen.fillellipse(x, y, RADIUS, RADIUS);
    let color = match stone {
        _ if t + 1 == game.t() => theme.mark_on(stone),
        Stone::Black => WHITE,
        Stone::White => BLACK,
    };
    number(screen, (x, y), t, color);
}

/// Writes a number of up to three digits onto the stone at (x,y).
pub fn number(screen: &mut Screen, at: (i32, i32), number: usize, color: u8) {
    small_text(screen, at, &number.to_string(), color);
}

/// Writes digits, W and L around (x,y), 6 pixels each.
fn small_text(screen: &mut Screen, (x, y): (i32, i32), text: &str, color: u8) {
    let left = x - (6 * text.len() as i32 - 1) / 2;
    for (letter, left) in text.bytes().zip((left..).step_by(6)) {
        let rows = match letter {
            b'W' => WIN,
            b'L' => LOSS,
            digit => DIGITS[usize::from(digit.saturating_sub(b'0')).min(9)],
        };
        for (bits, row) in rows.into_iter().zip(y - 3..) {
            let columns = (0..5).filter(|col| bits >> (4 - col) & 1 == 1);
            columns.for_each(|col| screen.putpixel(left + col, row, color));
        }
    }
}

/// Marks the point at (x,y), which is forbidden to black in renju: a small square with a bar.
fn draw_forbidden(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32)) {
    screen.setfillstyle(theme.colors.ground);
    screen.bar(x - 4, y - 4, x + 4, y + 4);
    screen.setcolor(theme.accent);
    screen.rectangle(x - 4, y - 4, x + 4, y + 4);
    screen.line(x - 2, y, x + 2, y);
}
