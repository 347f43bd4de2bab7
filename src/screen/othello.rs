//! The look of Othello: the original's board, with additions.

use super::count;
use super::face::{Face, Look};
use super::grid::Grid;
use super::panel;
use super::theme::Theme;
use games::Game as AnyGame;
use games::Place;
use games::othello::Cell;
use games::othello::openings::opening_of;
use games::othello::rules::{is_legal, legal_moves};
use games::othello::{Game, Ply, Rules};
use games::stone::{Outcome, Stone};
use original::{self, CELL, Map, RADIUS, do_score, draw_stone, print_scores, set_play_color};
use turbo::dos::Screen;
use turbo::dos::bgi::Font;
use turbo::dos::bgi::columns_of;
use words::say;

/// The board: 8x8 cells of 40x40 pixels from (100,100) to (420,420).
pub(crate) const GRID: Grid = Grid { first: (120, 120), pitch: CELL, size: 8 };

const SMALL: Grid = Grid { first: (36, 52), pitch: 24, size: 8 };

pub struct Othello;

fn othello(game: &dyn AnyGame) -> &Game {
    game.of().expect("this face is Othello's")
}

impl Face for Othello {
    fn grid(&self, _: &dyn AnyGame) -> &'static Grid {
        &GRID
    }

    fn radius(&self, _: &dyn AnyGame) -> i32 {
        RADIUS
    }

    fn title(&self, game: &dyn AnyGame) -> String {
        match othello(game).rules() {
            Rules::Reverse => say!("Reverse Othello: fewer discs win").to_string(),
            Rules::Original | Rules::Standard => say!("Othello").to_string(),
        }
    }

    fn is_as_in_dos(&self, game: &dyn AnyGame) -> bool {
        othello(game).rules() == Rules::Original
    }

    fn last_move(&self, game: &dyn AnyGame) -> String {
        match othello(game).plies().last() {
            Some(Ply::Drop(cell)) => cell.to_string(),
            Some(Ply::Pass) => say!("pass").to_string(),
            None => say!("none||of moves").to_string(),
        }
    }

    fn draw_board(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look) {
        let map = othello(game).map();
        original::draw_qp(screen, look.theme.colors, map);
        draw_names(screen, look.theme);
        if let (Some(stone), true) = (game.to_move(), look.hints) {
            for Cell { row, col } in legal_moves(map, stone) {
                draw_hint(screen, look.theme, GRID.centre(row, col));
            }
        }
        if !self.is_as_in_dos(game) {
            mark_dropped(screen, look.theme, othello(game), None);
        }
    }

    fn draw_small(&self, screen: &mut Screen, game: &dyn AnyGame, theme: &Theme) -> Option<(Grid, i32)> {
        let Grid { first, pitch, .. } = SMALL;
        let (left, top) = (first.0 - pitch / 2, first.1 - pitch / 2);
        draw_map(screen, theme, (left, top), pitch, othello(game).map());
        screen.settextstyle(Font::Small, 1);
        screen.setcolor(theme.colors.text);
        for (n, letter) in (0..).zip('a'..='h') {
            let (x, y) = (left + pitch * n + 9, top + pitch * n + 9);
            screen.outtextxy(x, top + 8 * pitch + 6, &letter.to_string());
            screen.outtextxy(left - 14, y, &(n + 1).to_string());
        }
        Some((SMALL, RADIUS * pitch / CELL))
    }

    fn opening(&self, game: &dyn AnyGame) -> Option<&'static str> {
        let game = othello(game);
        Some(opening_of(game).filter(|_| game.rules() != Rules::Reverse)?.name)
    }

    fn draw_facts(&self, screen: &mut Screen, _: &dyn AnyGame, look: &Look) {
        if look.opponents {
            for (name, y) in look.names.iter().zip([162, 262]) {
                panel::fact(screen, look.theme, y, &panel::cut(name, panel::COLUMNS));
            }
        }
    }

    fn draw_moving(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look, at: (i32, i32)) {
        let game = othello(game);
        print_scores(screen, look.theme.colors, game.map());
        if game.rules() == Rules::Original {
            let (tries, allowed) = (game.tries(), game.tries_allowed());
            let tries = say!("Failed tries {tries} of {allowed}", tries, allowed);
            panel::fact(screen, look.theme, 140, &tries);
        }
        let taken = |(row, col): Place| game.map()[row][col] != 0;
        let occupied = game.rules() != Rules::Original && GRID.place(at.0, at.1).is_some_and(taken);
        match occupied {
            true => cell_frame(screen, look.theme, at),
            false => moving_stone(screen, look.theme, game.t(), at),
        }
    }

    fn move_color(&self, screen: &mut Screen, game: &dyn AnyGame, look: &Look, (x, y): (i32, i32)) {
        let game = othello(game);
        original::move_color(screen, look.theme.colors, game.map(), x, y);
        if game.rules() != Rules::Original {
            mark_dropped(screen, look.theme, game, GRID.place(x, y));
        }
        if let (Some((row, col)), true) = (GRID.place(x, y), look.hints)
            && is_legal(game.map(), Cell { row, col }, game.t())
        {
            draw_hint(screen, look.theme, (x, y));
        }
    }

    fn draw_value(
        &self,
        screen: &mut Screen,
        _: &dyn AnyGame,
        (row, col): Place,
        text: &str,
        [letters, behind]: [u8; 2],
        here: bool,
    ) {
        let (x, y) = GRID.centre(row, col);
        let half = 4 * columns_of(text) as i32;
        // The patch covers a `+`, or an older value on the disc.
        let patch = if here { RADIUS - 1 } else { half };
        panel::fill(screen, behind, [x - patch - 2, y - 6, x + patch, y + 6]);
        screen.settextstyle(Font::Small, 1);
        screen.setcolor(letters);
        screen.outtextxy(x - half, y - 4, text);
    }

    fn score(&self, game: &dyn AnyGame) -> String {
        let (black, white) = do_score(othello(game).map());
        let [first, second] = match game.outcome() {
            Some(Outcome::Won(Stone::White)) => [white, black],
            _ => [black, white],
        };
        say!("{first} to {second}", first, second)
    }

    fn draw_scores(&self, screen: &mut Screen, game: &dyn AnyGame, theme: &Theme, y: i32) -> i32 {
        let (black, white) = do_score(othello(game).map());
        for (t, score, x) in [(1, black, 463), (2, white, 553)] {
            draw_stone(screen, theme.colors, x, y, t);
            screen.settextstyle(Font::Small, 3);
            screen.setcolor(theme.colors.text);
            screen.outtextxy(x + 22, y - 11, &score.to_string());
        }
        40
    }

    fn draw_end(&self, _: &mut Screen, game: &dyn AnyGame, _: &Look) -> String {
        let (black, white) = do_score(othello(game).map());
        match black.abs_diff(white) {
            0 => say!("Equally many discs").to_string(),
            n if othello(game).rules() == Rules::Reverse => say!("{n} fewer discs", n),
            1 => say!("1 disc ahead").to_string(),
            n => say!("{n} discs ahead", n),
        }
    }

    /// Counts the discs, unless a player resigned or ran out of time.
    fn draw_ending(&self, screen: &mut Screen, game: &dyn AnyGame, theme: &Theme, ms: u32) -> bool {
        game.lost().is_none() && count::draw(screen, theme, &GRID, othello(game).map(), ms)
    }

    fn mark_last(&self, screen: &mut Screen, theme: &Theme, stone: Stone, at: (i32, i32)) {
        moving_stone(screen, theme, stone as usize, at);
    }

    fn turns_over(&self) -> bool {
        true
    }

    fn draw_turning(&self, screen: &mut Screen, theme: &Theme, places: &[Place], side: Stone, xradius: i32) {
        for (row, col) in places {
            let (x, y) = GRID.centre(*row, *col);
            clear_cell(screen, theme, x, y);
            set_play_color(screen, theme.colors, side as usize);
            screen.fillellipse(x, y, xradius, RADIUS);
        }
    }

    fn draw_faint(
        &self,
        screen: &mut Screen,
        theme: &Theme,
        (row, col): Place,
        stone: Stone,
        quarters: usize,
    ) {
        let (x, y) = GRID.centre(row, col);
        clear_cell(screen, theme, x, y);
        set_play_color(screen, theme.colors, stone as usize);
        if let Some(pattern) = FAINT.get(quarters - 1) {
            screen.setbkcolor(theme.colors.ground);
            screen.setcolor(theme.colors.ground);
            screen.setfillpattern(*pattern, theme.stone(stone));
        }
        screen.fillellipse(x, y, RADIUS, RADIUS);
    }
}

/// Fill patterns that set a quarter, half and three quarters of the pixels.
const FAINT: [[u8; 8]; 3] = [
    [0x55, 0x00, 0xAA, 0x00, 0x55, 0x00, 0xAA, 0x00],
    [0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA],
    [0x55, 0xFF, 0xAA, 0xFF, 0x55, 0xFF, 0xAA, 0xFF],
];

/// Draws the letters of the columns and the numbers of the rows.
pub(crate) fn draw_names(screen: &mut Screen, theme: &Theme) {
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.colors.text);
    for (n, letter) in ('a'..='h').enumerate() {
        let (x, y) = GRID.centre(n, n);
        screen.outtextxy(x - 4, 426, &letter.to_string());
        screen.outtextxy(86, y - 4, &(n + 1).to_string());
    }
}

/// Draws the `+` that marks a legal move.
fn draw_hint(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32)) {
    screen.setcolor(theme.colors.text);
    for shift in 0..2 {
        screen.line(x - 4, y + shift, x + 5, y + shift);
        screen.line(x + shift, y - 4, x + shift, y + 5);
    }
}

fn clear_cell(screen: &mut Screen, theme: &Theme, x: i32, y: i32) {
    panel::fill(screen, theme.colors.ground, [x - 19, y - 19, x + 19, y + 19]);
}

/// Draws the moving disc of turn `t`, with a frame around its cell once it is on the board.
fn moving_stone(screen: &mut Screen, theme: &Theme, t: usize, at: (i32, i32)) {
    draw_stone(screen, theme.colors, at.0, at.1, t);
    if at != GRID.start() {
        cell_frame(screen, theme, at);
    }
}

/// Draws the frame around the cell of the moving disc. A disc in the cell stays visible.
pub(super) fn cell_frame(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32)) {
    panel::outline(screen, theme.accent, [x - 18, y - 18, x + 18, y + 18]);
    screen.rectangle(x - 17, y - 17, x + 17, y + 17);
}

/// Draws a dot on the disc that was placed last; if `only` is given, only if the disc is on that cell.
fn mark_dropped(screen: &mut Screen, theme: &Theme, game: &Game, only: Option<Place>) {
    let turns = (1..game.t()).rev();
    let Some((row, col)) = turns.into_iter().find_map(|t| games::Game::place_of(game, t)) else {
        return;
    };
    let stone = match game.map()[row][col] {
        1 => Stone::Black,
        _ => Stone::White,
    };
    if only.is_none_or(|only| only == (row, col)) {
        panel::dot(screen, GRID.centre(row, col), theme.mark_on(stone), 3);
    }
}

/// Draws a board with its upper left corner at (x,y) and cells of `cell` pixels.
pub fn draw_map(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), cell: i32, map: &Map) {
    count::draw_lines(screen, theme, (x, y), cell);
    let radius = RADIUS * cell / CELL;
    for Cell { row, col } in Cell::all() {
        if map[row][col] != 0 {
            set_play_color(screen, theme.colors, map[row][col].into());
            let centre = |n: usize| cell * n as i32 + cell / 2;
            screen.fillellipse(x + centre(col), y + centre(row), radius, radius);
        }
    }
}
