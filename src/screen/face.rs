//! How a game looks: what the loop at the board asks of it.

use super::grid::Grid;
use super::theme::Theme;
use games::clock::Clocks;
use games::stone::Stone;
use games::{Game, Place};
use turbo::dos::Screen;
use words::{say, told};

/// The name of a game as it begins a line, in the language that is spoken.
pub fn called(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    let capitalized = first.unwrap_or_default() + chars.as_str();
    told(&capitalized).to_string()
}

/// What the players want to see of a game, and their names.
#[derive(Clone, Debug)]
pub struct Look {
    /// The colours.
    pub theme: &'static Theme,
    /// Are the legal moves shown?
    pub hints: bool,
    /// Do the stones show the numbers of their turns?
    pub numbers: bool,
    /// Are the digits of a record shown at the edges of gomoku's board, too?
    pub digits: bool,
    /// Are the places shown where the player to move may not drop a stone?
    pub forbidden: bool,
    /// Is each drop shown step by step?
    pub tutor: bool,
    /// Is it a lesson's board, which Esc closes?
    pub practice: bool,
    /// The players' time, if the game has clocks.
    pub clocks: Option<Clocks>,
    /// What the players of black and white are called.
    pub names: [String; 2],
    /// The same in a word or two.
    pub short_names: [String; 2],
    /// What is said when one of them wins.
    pub winners: [String; 2],
    /// Does a computer play, so that the names tell something?
    pub opponents: bool,
    /// How many moves the list beside the board ends before the last one.
    pub scroll: usize,
    /// The turns in which other moves were played, too.
    pub forks: Vec<usize>,
}

/// How a game looks. Each is asked only about its own game.
pub trait Face: Sync {
    /// Where the board of a game is.
    fn grid(&self, game: &dyn Game) -> &'static Grid;

    /// The radius of a stone in pixels.
    fn radius(&self, game: &dyn Game) -> i32;

    /// The text of the title bar.
    fn title(&self, game: &dyn Game) -> String;

    /// Is the game shown as the DOS program shows it? Then each stone begins above the board, nothing on the board tells which move was
    /// the last, and no moves are listed.
    fn is_as_in_dos(&self, _: &dyn Game) -> bool {
        false
    }

    /// Where the next stone appears: where the last one was dropped, and above the board when there is none.
    fn begins(&self, game: &dyn Game) -> (i32, i32) {
        let last = (1..game.t()).rev().find_map(|t| game.place_of(t));
        let last = last.filter(|_| !self.is_as_in_dos(game));
        let grid = self.grid(game);
        last.map_or(grid.start(), |(row, col)| grid.centre(row, col))
    }

    /// The last move, in a word.
    fn last_move(&self, game: &dyn Game) -> String {
        match game.place_of(game.t() - 1) {
            Some(place) => game.name_of(place),
            None => say!("none||of moves").to_string(),
        }
    }

    /// Draws the ground, the board and all stones.
    fn draw_board(&self, screen: &mut Screen, game: &dyn Game, look: &Look);

    /// Draws a small board with the stones in the upper left corner, for the review. Returns where its places are, and the radius of its
    /// stones. `None` of a game without one.
    fn draw_small(&self, _: &mut Screen, _: &dyn Game, _: &Theme) -> Option<(Grid, i32)> {
        None
    }

    /// The name of the opening that was played.
    fn opening(&self, _: &dyn Game) -> Option<&'static str> {
        None
    }

    /// Writes facts about the game beside the board.
    fn draw_facts(&self, _: &mut Screen, _: &dyn Game, _: &Look) {}

    /// Draws this turn's stone at (x,y), and the facts that a try can change.
    fn draw_moving(&self, screen: &mut Screen, game: &dyn Game, look: &Look, at: (i32, i32));

    /// Restores the place at (x,y) when the moving stone leaves it.
    fn move_color(&self, screen: &mut Screen, game: &dyn Game, look: &Look, at: (i32, i32));

    /// Writes the value of a move on a place, so that it stands out if the move is one of the best.
    fn draw_value(&self, _: &mut Screen, _: &dyn Game, _: &Theme, _: Place, _: &str, _best: bool) {}

    /// Marks what decided a game that is over on the board. Returns how it ended, in a few words.
    fn draw_end(&self, screen: &mut Screen, game: &dyn Game, look: &Look) -> String;

    /// Draws over the board how the game came to its end, so many ms after it. False when there is nothing more to see.
    fn draw_ending(&self, _: &mut Screen, _: &dyn Game, _: &Theme, _ms: u32) -> bool {
        false
    }

    /// Marks the stone at (x,y) as the last one, when a game is stepped through.
    fn mark_last(&self, _: &mut Screen, _: &Theme, _: Stone, _: (i32, i32)) {}

    /// Can the stones show the numbers of their turns?
    fn has_numbers(&self) -> bool {
        false
    }

    /// Do stones turn over?
    fn turns_over(&self) -> bool {
        false
    }

    /// Draws stones that are turning over: `side` is the colour seen, and `xradius` goes from the stone's radius (flat) down to 0
    /// (edge-on) and back.
    fn draw_turning(&self, _: &mut Screen, _: &Theme, _: &[Place], _: Stone, _: i32) {}

    /// Draws a stone faintly: `quarters` (1 to 4) of every four of its pixels are seen.
    fn draw_faint(&self, _: &mut Screen, _: &Theme, _: Place, _: Stone, _: usize) {}
}
