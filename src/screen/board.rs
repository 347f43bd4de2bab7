//! Either game on the screen: the board with what stands around it, the moving stone, stones that turn over.

use crate::dos::{Console, Quit, Screen};
use crate::games::gomoku;
use crate::games::gomoku::{Decision, Opening};
use crate::games::othello::Ply;
use crate::games::othello::rules::{Cell, is_legal};
use crate::games::stone::{Outcome, Stone};
use crate::games::{Drop, Game, Place};
use crate::play::table::{Speed, Table};
use crate::play::tunes;
use crate::players::hints::Hints;
use crate::players::insight::{Insight, Value};
use crate::screen::othello::RADIUS;
use crate::screen::theme::Theme;
use crate::screen::{self, panel};

impl Game {
    /// Draws the whole screen of the game, but for the moving stone.
    pub fn draw(&self, screen: &mut Screen, table: &Table) {
        let theme = table.theme;
        let (title, key, last) = match self {
            Game::Othello(game) => {
                screen::othello::draw_qp(screen, theme, game.map());
                if let (Some(stone), true) = (self.to_move(), self.hints(table)) {
                    screen::othello::draw_hints(screen, theme, game.map(), stone);
                }
                (
                    "Othello",
                    ("H", "Hints"),
                    game.plies().last().map(ply_in_words),
                )
            }
            Game::Gomoku(game) => {
                screen::gomoku::draw_board(screen, theme, game);
                if table.numbers {
                    for point in game.pieces() {
                        screen::gomoku::draw_number(screen, theme, game, *point);
                    }
                }
                if !table.seats.computer_to_move(self) {
                    for (row, col) in self.all_forbidden() {
                        let (x, y) = self.grid().centre(row, col);
                        screen::gomoku::draw_forbidden(screen, theme, x, y);
                    }
                }
                draw_setup(screen, table, game);
                let last = game.pieces().last().map(ToString::to_string);
                ("Gomoku", ("F8", "Resign"), last)
            }
        };
        let title = match self {
            Game::Gomoku(game) if game.setup().rules() != gomoku::Rules::Freestyle => {
                format!("{title}, {}", game.setup().rules())
            }
            _ => title.to_string(),
        };
        let title = match table.tutor {
            true => format!("{title}, the tutor is on"),
            false => title,
        };
        panel::title_bar(screen, &title);
        panel::turn_label(screen, theme, self.to_move());
        let turn = match self.to_move() {
            Some(_) => format!("Turn {}", self.t()),
            None => format!("Turns {}", self.t() - 1),
        };
        panel::fact(screen, theme, 100, &turn);
        let last = last.unwrap_or_else(|| "none".to_string());
        panel::fact(screen, theme, 120, &format!("Last move {last}"));
        if let (Some(clocks), Some(_)) = (&table.clocks, self.to_move()) {
            panel::clocks(screen, theme, clocks);
        }
        let keys = [
            ("F1", "Help"),
            ("F2", "New"),
            ("F3", "Save"),
            ("F4", "Open"),
            ("F5", "Tutor"),
            key,
            ("Bksp", "Undo"),
            ("F10", "Menu"),
            ("Esc", "Quit"),
        ];
        panel::key_line(screen, &keys);
    }

    /// Draws what each try changes, and the stone of this turn at (x,y).
    pub fn draw_moving(&self, screen: &mut Screen, theme: &Theme, x: i32, y: i32) {
        match self {
            Game::Othello(game) => {
                screen::othello::print_scores(screen, theme, game.map());
                let (tries, allowed) = (game.tries(), game.tries_allowed());
                let tries = format!("Failed tries {tries} of {allowed}");
                panel::fact(screen, theme, 140, &tries);
                screen::othello::moving_stone(screen, theme, game.t(), x, y);
            }
            Game::Gomoku(game) => {
                let stone = game.stone_of_turn(game.t());
                screen::gomoku::moving_stone(screen, theme, stone, x, y);
            }
        }
    }

    /// Crosses the stone at (x,y) out: it cannot stay where it is.
    pub fn refuse(&self, screen: &mut Screen, x: i32, y: i32) {
        let radius = match self {
            Game::Othello(_) => RADIUS,
            Game::Gomoku(_) => screen::gomoku::radius(self.grid()),
        };
        screen::othello::refuse(screen, x, y, radius);
    }

    /// Puts the place at (x,y) back as it was when the moving stone leaves it.
    pub fn move_color(&self, screen: &mut Screen, table: &Table, x: i32, y: i32) {
        let theme = table.theme;
        match self {
            Game::Othello(game) => {
                screen::othello::move_color(screen, theme, game.map(), x, y);
                if let (Some((row, col)), true) = (self.grid().place(x, y), self.hints(table))
                    && is_legal(game.map(), Cell { row, col }, game.t())
                {
                    screen::othello::draw_hint(screen, theme, x, y);
                }
            }
            Game::Gomoku(game) => {
                screen::gomoku::move_color(screen, theme, game, x, y);
                let Some((row, col)) = self.grid().place(x, y) else {
                    return;
                };
                if table.numbers {
                    let point = gomoku::Point::new(row, col);
                    screen::gomoku::draw_number(screen, theme, game, point);
                }
                if self.forbidden(row, col).is_some() {
                    screen::gomoku::draw_forbidden(screen, theme, x, y);
                }
            }
        }
    }

    /// Are the legal moves shown? Not where the computer is to move.
    fn hints(&self, table: &Table) -> bool {
        table.shows_hints() && !table.seats.computer_to_move(self)
    }

    /// Shows a move, with a click: the computer's stone blinks, and what it encloses turns over, 200 ms to the edge-on position and
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
        tunes::play(console, table, tunes::CLICK);
        if let (Game::Othello(_), false) = (self, table.speed == Speed::Instant) {
            let (row, col) = drop.place;
            let cell = Cell { row, col };
            if computers {
                blink(console, table, cell, drop.t)?;
            }
            screen::othello::draw_turning(console.screen(), table.theme, &[cell], drop.t, RADIUS);
            turn_over(console, table, &drop.turned, drop.t)?;
        }
        Ok(())
    }

    /// Prints who won.
    pub fn play_win(&self, screen: &mut Screen, table: &Table, outcome: Outcome) {
        match self {
            Game::Othello(game) => screen::othello::play_win(screen, outcome, game),
            Game::Gomoku(game) => {
                screen::gomoku::play_win(screen, table.theme, outcome, game, table.numbers);
            }
        }
    }
}

/// Who plays what in a game with the opening Swap2, while it goes on: the first and the second player, behind the colours that
/// they have by now.
fn draw_setup(screen: &mut Screen, table: &Table, game: &gomoku::Game) {
    if game.setup().opening() != Opening::Swap2 || game.to_move().is_none() {
        return;
    }
    panel::fact(screen, table.theme, 148, "Opening swap2");
    let decided = matches!(
        game.decisions().last(),
        Some(Decision::White | Decision::Black)
    );
    for (stone, y) in Stone::ALL.into_iter().zip([172, 192]) {
        let number = match (stone == Stone::Black) != game.swapped() {
            true => "1st",
            false => "2nd",
        };
        let name = format!("{number} {}", table.seats.of(stone));
        let name: String = name.chars().take(panel::COLUMNS - 3).collect();
        if decided {
            panel::small_stone(screen, table.theme, panel::LEFT + 7, y + 7, stone);
        } else if game.player_to_move() == Some(stone) {
            panel::write(screen, panel::LEFT, y, table.theme.text, "►");
        }
        panel::write(screen, panel::LEFT + 24, y, table.theme.text, &name);
    }
}

/// Where it stands what the engine thinks, in pixels from the top; there are two lines.
const INSIGHT: i32 = 320;

impl Game {
    /// Writes on each place what a move there is worth, but not where the moving stone stands at (x,y), and how deep the
    /// engine has looked.
    pub fn draw_values(
        &self,
        screen: &mut Screen,
        theme: &Theme,
        hints: &Hints,
        (x, y): (i32, i32),
    ) {
        let values = hints.values();
        let ranks = values.iter().map(|(_, insight)| insight.value.rank());
        let best = ranks.reduce(f32::max);
        for ((row, col), insight) in values {
            let at = self.grid().centre(*row, *col);
            if at != (x, y) {
                let value = insight.value;
                let color = match Some(value.rank()) == best {
                    true => theme.accent,
                    false => theme.text,
                };
                self.draw_value(screen, theme, at, &value.to_string(), color);
            }
        }
        // What is exact cannot be looked at any deeper.
        let depth = |insight: &Insight| (insight.exact, insight.depth);
        if let Some((_, insight)) = values.iter().min_by_key(|(_, insight)| depth(insight)) {
            let depth = depth_in_words(insight);
            panel::fact(screen, theme, INSIGHT, &format!("Values, {depth}"));
        }
    }

    fn draw_value(
        &self,
        screen: &mut Screen,
        theme: &Theme,
        at: (i32, i32),
        text: &str,
        color: u8,
    ) {
        match self {
            Game::Othello(_) => screen::othello::draw_value(screen, theme, at, text, color),
            Game::Gomoku(_) => screen::gomoku::draw_value(screen, theme, at, text, color),
        }
    }

    /// What the computer thinks of the position, and how many positions it looks at in a second.
    pub fn draw_insight(&self, screen: &mut Screen, theme: &Theme, insight: &Insight, ms: u64) {
        let text = match insight.value {
            Value::Win(plies @ 1..) => format!("wins in {plies} plies"),
            Value::Win(plies) => format!("loses in {} plies", -plies),
            value => {
                let depth = depth_in_words(insight);
                format!("{depth} {value} {}k/s", insight.nodes / ms.max(1))
            }
        };
        panel::fact(screen, theme, INSIGHT, &text);
        let line = self.line_of(&insight.line, panel::COLUMNS);
        panel::fact(screen, theme, INSIGHT + 16, &line);
    }

    /// The names of places in so many characters.
    pub fn line_of(&self, places: &[Place], columns: usize) -> String {
        let names: Vec<String> = places.iter().map(|place| self.name_of(*place)).collect();
        names.join(" ").chars().take(columns).collect()
    }
}

fn depth_in_words(insight: &Insight) -> String {
    match insight.exact {
        true => "exact".to_string(),
        false => format!("depth {}", insight.depth),
    }
}

/// The stone fades three times, so that a person sees where the computer has gone.
fn blink(console: &mut dyn Console, table: &Table, cell: Cell, t: usize) -> Result<(), Quit> {
    for quarters in [4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1] {
        screen::othello::draw_faint(console.screen(), table.theme, cell, t, quarters);
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
        let xradius = (f64::from(RADIUS) * angle.sin()).round() as i32;
        let side = if n < STEPS { t + 1 } else { t };
        let screen = console.screen();
        screen::othello::draw_turning(screen, table.theme, turned, side, xradius);
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
