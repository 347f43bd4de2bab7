//! How a game looks: what the loop at the board asks of it.

use super::grid::Grid;
use super::theme::Theme;
use crate::dos::Screen;
use crate::games::clock::Clocks;
use crate::games::stone::Stone;
use crate::games::{Game, Place};

/// What the players want to see of a game, and who they are.
#[derive(Clone, Debug)]
pub struct Look {
    /// The colours.
    pub theme: &'static Theme,
    /// Are the legal moves shown?
    pub hints: bool,
    /// Do the stones show the numbers of their turns?
    pub numbers: bool,
    /// Are the places shown where the player to move must not drop a stone?
    pub forbidden: bool,
    /// Is each drop shown step by step?
    pub tutor: bool,
    /// The players' time, if the game has clocks.
    pub clocks: Option<Clocks>,
    /// What the players of black and white are called.
    pub names: [String; 2],
}

/// How a game looks. Each is asked only about its own game.
pub trait Face: Sync {
    /// Where the board is.
    fn grid(&self) -> &'static Grid;

    /// The radius of a stone in pixels.
    fn radius(&self) -> i32;

    /// What stands in the title bar.
    fn title(&self, game: &dyn Game) -> String;

    /// The key that only this game has, and what it does.
    fn key(&self) -> (&'static str, &'static str) {
        ("F8", "Resign")
    }

    /// What was played last, in a word.
    fn last_move(&self, game: &dyn Game) -> String {
        match game.place_of(game.t() - 1) {
            Some(place) => game.name_of(place),
            None => "none".to_string(),
        }
    }

    /// Draws the ground, the board and all stones.
    fn draw_board(&self, screen: &mut Screen, game: &dyn Game, look: &Look);

    /// Writes what is to be known about the game beside the board.
    fn draw_facts(&self, _: &mut Screen, _: &dyn Game, _: &Look) {}

    /// Draws what each try changes, and the stone of this turn at (x,y).
    fn draw_moving(&self, screen: &mut Screen, game: &dyn Game, look: &Look, at: (i32, i32));

    /// Puts the place at (x,y) back as it was when the moving stone leaves it.
    fn move_color(&self, screen: &mut Screen, game: &dyn Game, look: &Look, at: (i32, i32));

    /// Writes on the place at (x,y) what a move there is worth.
    fn draw_value(&self, _: &mut Screen, _: &Theme, _: (i32, i32), _: &str, _: u8) {}

    /// Marks what decided the game, which is over on the board. How it ended, in a few words.
    fn draw_end(&self, screen: &mut Screen, game: &dyn Game, look: &Look) -> String;

    /// Marks the stone at (x,y), which was dropped last, where a game is stepped through.
    fn mark_last(&self, _: &mut Screen, _: &Theme, _: Stone, _: (i32, i32)) {}

    /// Can the stones show the numbers of their turns?
    fn has_numbers(&self) -> bool {
        false
    }

    /// Do stones turn over?
    fn turns_over(&self) -> bool {
        false
    }

    /// Draws stones on their way from one side to the other: `side` is seen, and `xradius` goes from that of the stone (flat) down to 0
    /// (edge-on) and back.
    fn draw_turning(&self, _: &mut Screen, _: &Theme, _: &[Place], _: Stone, _: i32) {}

    /// Draws a stone so faint that `quarters` (1 to 4) of four of its pixels are seen.
    fn draw_faint(&self, _: &mut Screen, _: &Theme, _: Place, _: Stone, _: usize) {}
}
