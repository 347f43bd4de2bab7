//! A game at the board: Othello or gomoku, as the loops of `Playtoplay` see it.

use std::fmt;

use crate::dos::{Console, Quit, Screen};
use crate::grid::Grid;
use crate::othello::rules::{Cell, can_move, is_legal};
use crate::othello::{Dropped, Ply, Rules};
use crate::panel;
use crate::stone::{Outcome, Stone};
use crate::table::{Speed, Table};
use crate::theme::Theme;
use crate::{gomoku, help, othello};

/// One of the two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// A game of Othello.
    Othello(othello::Game),
    /// A game of gomoku.
    Gomoku(gomoku::Game),
}

/// What became of a try to drop a stone: is the turn over, and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It was no try.
    Nothing(String),
    /// A failed try: the stone is crossed out.
    Refused(String),
    /// It was one failed try too many: the turn is over.
    Passed(String),
    /// The stone stands, and the turn is over.
    Done(Drop),
}

/// A stone that was dropped: where, in which turn, and what turned over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drop {
    cell: (usize, usize),
    t: usize,
    turned: Vec<Cell>,
}

impl Game {
    /// A game of Othello from the start.
    pub fn othello(rules: Rules) -> Game {
        Game::Othello(othello::Game::new(rules))
    }

    /// A game of the same kind, by the same rules, from the start.
    pub fn anew(&self) -> Game {
        match self {
            Game::Othello(game) => Game::othello(game.rules()),
            Game::Gomoku(_) => Game::Gomoku(gomoku::Game::default()),
        }
    }

    /// Where its board is on the screen.
    pub fn grid(&self) -> &'static Grid {
        match self {
            Game::Othello(_) => &othello::screen::GRID,
            Game::Gomoku(_) => &gomoku::screen::GRID,
        }
    }

    /// The help page that explains it.
    pub fn help_page(&self) -> usize {
        match self {
            Game::Othello(_) => help::OTHELLO,
            Game::Gomoku(_) => help::GOMOKU,
        }
    }

    /// The number of the turn, from 1.
    pub fn t(&self) -> usize {
        match self {
            Game::Othello(game) => game.t(),
            Game::Gomoku(game) => game.t(),
        }
    }

    /// Who is to move, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Stone> {
        match self {
            Game::Othello(game) => game.to_move(),
            Game::Gomoku(game) => game.to_move(),
        }
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Game::Othello(game) => game.outcome(),
            Game::Gomoku(game) => game.outcome(),
        }
    }

    /// It has begun and is not over: leaving it would lose something.
    pub fn under_way(&self) -> bool {
        self.t() > 1 && self.to_move().is_some()
    }

    /// The player to move tries to drop the stone that stands at (x,y).
    pub fn try_to_drop(&mut self, x: i32, y: i32) -> Tried {
        let Some((row, col)) = self.grid().place(x, y) else {
            return Tried::Nothing("Press ↓ to bring the stone onto the board.".to_string());
        };
        let t = self.t();
        let done = |turned| {
            Tried::Done(Drop {
                cell: (row, col),
                t,
                turned,
            })
        };
        let taken = |place: &dyn fmt::Display| format!("There is a stone on {place} already.");
        match self {
            Game::Othello(game) => {
                let cell = Cell { row, col };
                let opponent = Stone::of_turn(game.t()).other().name();
                match game.drop(cell) {
                    Dropped::Occupied => Tried::Nothing(taken(&cell)),
                    Dropped::Failed => Tried::Refused(format!("Nothing turns over at {cell}.")),
                    Dropped::Passed => Tried::Passed(format!(
                        "Too many failed tries: the turn goes to {opponent}."
                    )),
                    Dropped::Flipped(turned) => done(turned),
                }
            }
            Game::Gomoku(game) => {
                let point = gomoku::Point::new(row, col);
                match game.drop(point) {
                    true => done(Vec::new()),
                    false => Tried::Nothing(taken(&point)),
                }
            }
        }
    }

    /// The computer has no move, and the rules have it try until the turn is lost. What there is to say about that.
    pub fn lose_turn(&mut self) -> String {
        let name = Stone::of_turn(self.t()).name();
        if let Game::Othello(game) = self {
            game.lose_turn();
        }
        format!("{name} has no move and tries until the turn is lost.")
    }

    /// Takes the last move back. False when there is none.
    pub fn undo(&mut self) -> bool {
        match self {
            Game::Othello(game) => game.undo(),
            Game::Gomoku(game) => game.undo(),
        }
    }

    /// Plays the last undone move again. False when there is none.
    pub fn redo(&mut self) -> bool {
        match self {
            Game::Othello(game) => game.redo(),
            Game::Gomoku(game) => game.redo(),
        }
    }

    /// What the player to move should know before the first try, or nothing.
    pub fn warning(&self) -> String {
        match (self, self.to_move()) {
            (Game::Othello(game), Some(stone)) if !can_move(game.map(), stone) => {
                let name = stone.name();
                let tries = game.tries_allowed() + 1;
                format!("{name} has no move. Failed try {tries} passes the turn.")
            }
            _ => String::new(),
        }
    }

    /// Says that the turn changed by itself after the last move, or nothing.
    pub fn passed_by_itself(&self) -> String {
        match (self, self.to_move()) {
            (Game::Othello(game), Some(stone)) if game.plies().last() == Some(&Ply::Pass) => {
                let (name, passed) = (stone.name(), stone.other().name());
                format!("{passed} has no move: the turn goes to {name}.")
            }
            _ => String::new(),
        }
    }

    /// Draws the whole screen of the game, but for the moving stone.
    pub fn draw(&self, screen: &mut Screen, table: &Table) {
        let theme = table.theme;
        match self {
            Game::Othello(game) => {
                othello::screen::draw_qp(screen, theme, game.map());
                if let (Some(stone), true) = (self.to_move(), self.hints(table)) {
                    othello::screen::draw_hints(screen, theme, game.map(), stone);
                }
                panel::title_bar(screen, "Othello");
                let keys = [
                    ("F1", "Help"),
                    ("F2", "New"),
                    ("F9", "Colour"),
                    ("F10", "Menu"),
                    ("Bksp", "Undo"),
                    ("R", "Redo"),
                    ("H", "Hints"),
                    ("Esc", "Quit"),
                ];
                panel::key_line(screen, &keys);
                let last = game.plies().last();
                draw_turn(
                    screen,
                    theme,
                    self.t(),
                    self.to_move(),
                    last.map(ply_in_words),
                );
            }
            Game::Gomoku(game) => {
                gomoku::screen::draw_board(screen, theme, game);
                panel::title_bar(screen, "Gomoku");
                let keys = [
                    ("F1", "Help"),
                    ("F2", "New"),
                    ("F8", "Resign"),
                    ("F9", "Colour"),
                    ("F10", "Menu"),
                    ("Bksp", "Undo"),
                    ("R", "Redo"),
                    ("Esc", "Quit"),
                ];
                panel::key_line(screen, &keys);
                let last = game.pieces().last();
                draw_turn(
                    screen,
                    theme,
                    self.t(),
                    self.to_move(),
                    last.map(ToString::to_string),
                );
            }
        }
        panel::turn_label(screen, theme, self.to_move());
    }

    /// Draws what each try changes, and the stone of this turn at (x,y).
    pub fn draw_moving(&self, screen: &mut Screen, theme: &Theme, x: i32, y: i32) {
        match self {
            Game::Othello(game) => {
                othello::screen::print_scores(screen, theme, game.map());
                let (tries, allowed) = (game.tries(), game.tries_allowed());
                let tries = format!("Failed tries {tries} of {allowed}");
                panel::fact(screen, theme, 140, &tries);
                othello::screen::moving_stone(screen, theme, game.t(), x, y);
            }
            Game::Gomoku(game) => gomoku::screen::moving_stone(screen, theme, game.t(), x, y),
        }
    }

    /// Puts the place at (x,y) back as it was when the moving stone leaves it.
    pub fn move_color(&self, screen: &mut Screen, table: &Table, x: i32, y: i32) {
        let theme = table.theme;
        match self {
            Game::Othello(game) => {
                othello::screen::move_color(screen, theme, game.map(), x, y);
                if let (Some((row, col)), true) = (self.grid().place(x, y), self.hints(table))
                    && is_legal(game.map(), Cell { row, col }, game.t())
                {
                    othello::screen::draw_hint(screen, theme, x, y);
                }
            }
            Game::Gomoku(game) => gomoku::screen::move_color(screen, theme, game, x, y),
        }
    }

    /// Are the legal moves shown? Not where the computer is to move.
    fn hints(&self, table: &Table) -> bool {
        table.hints && !table.seats.computer_to_move(self)
    }

    /// Shows a move: the computer's stone blinks, and what it encloses turns over, 200 ms to the edge-on position and
    /// 200 ms back, all stones at once.
    ///
    /// # Errors
    /// The window was closed meanwhile.
    pub fn show_drop(
        &self,
        console: &mut dyn Console,
        table: &Table,
        drop: &Drop,
        computers: bool,
    ) -> Result<(), Quit> {
        if let (Game::Othello(_), false) = (self, table.speed == Speed::Instant) {
            let cell = Cell {
                row: drop.cell.0,
                col: drop.cell.1,
            };
            if computers {
                blink(console, table, cell, drop.t)?;
            }
            othello::screen::draw_turning(console.screen(), table.theme, &[cell], drop.t, 15);
            turn_over(console, table, &drop.turned, drop.t)?;
        }
        Ok(())
    }

    /// Prints who won.
    pub fn play_win(&self, screen: &mut Screen, theme: &Theme, outcome: Outcome) {
        match self {
            Game::Othello(game) => othello::screen::play_win(screen, outcome, game.map()),
            Game::Gomoku(game) => gomoku::screen::play_win(screen, theme, outcome, game),
        }
    }
}

/// The stone fades three times, so that a person sees where the computer has gone.
fn blink(console: &mut dyn Console, table: &Table, cell: Cell, t: usize) -> Result<(), Quit> {
    for quarters in [4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1] {
        othello::screen::draw_faint(console.screen(), table.theme, cell, t, quarters);
        console.delay(table.speed.scaled(50))?;
    }
    Ok(())
}

/// The stones that turn `t` encloses turn over.
fn turn_over(
    console: &mut dyn Console,
    table: &Table,
    turned: &[Cell],
    t: usize,
) -> Result<(), Quit> {
    const STEPS: i32 = 10;
    let step = table.speed.scaled(200) / STEPS as u32;
    for n in 0..2 * STEPS {
        let from_edge_on = (STEPS - n).abs();
        // A stone that turns evenly looks as wide as the sine of its angle to the edge-on position.
        let angle = f64::from(from_edge_on) / f64::from(STEPS) * std::f64::consts::FRAC_PI_2;
        let xradius = (15.0 * angle.sin()).round() as i32;
        let side = if n < STEPS { t + 1 } else { t };
        let screen = console.screen();
        othello::screen::draw_turning(screen, table.theme, turned, side, xradius);
        console.delay(step)?;
    }
    Ok(())
}

fn ply_in_words(ply: &Ply) -> String {
    match ply {
        Ply::Drop(cell) => cell.to_string(),
        Ply::Pass => "pass".to_string(),
    }
}

/// The number of the turn, or of all turns in the end, and the last move.
fn draw_turn(
    screen: &mut Screen,
    theme: &Theme,
    t: usize,
    to_move: Option<Stone>,
    last: Option<String>,
) {
    let turn = match to_move {
        Some(_) => format!("Turn {t}"),
        None => format!("Turns {}", t - 1),
    };
    panel::fact(screen, theme, 100, &turn);
    let last = last.unwrap_or_else(|| "none".to_string());
    panel::fact(screen, theme, 120, &format!("Last move {last}"));
}

/// The state of the game as text, for people and scripts.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Game::Othello(game) => game.fmt(f),
            Game::Gomoku(game) => game.fmt(f),
        }
    }
}
