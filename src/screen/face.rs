//! The look of a game: the drawing functions that the game loop calls.

use super::grid::Grid;
use super::theme::Theme;
use games::clock::Clocks;
use games::stone::Stone;
use games::{Game, Place};
use turbo::dos::Screen;
use words::{capitalized, say, translate};

/// Returns the capitalized name of a game in the current language.
pub fn display_name(name: &str) -> String {
    translate(&capitalized(name)).to_string()
}

/// The display options of a game, and the names of its players.
#[derive(Clone, Debug)]
pub struct Look {
    pub theme: &'static Theme,
    /// True if legal moves are shown.
    pub hints: bool,
    /// True if gomoku stones are numbered.
    pub numbers: bool,
    /// True if the edges of the gomoku board show the digits of the record format.
    pub digits: bool,
    /// True if points that renju forbids are marked.
    pub forbidden: bool,
    pub tutor: bool,
    /// True if the board belongs to a lesson; Esc then closes it.
    pub practice: bool,
    /// True in a game over the network, which is played without help.
    pub online: bool,
    pub clocks: Option<Clocks>,
    /// Black's and White's names.
    pub names: [String; 2],
    /// Short names of a word or two.
    pub short_names: [String; 2],
    /// The announcements that Black or White has won.
    pub winners: [String; 2],
    /// True if a computer plays, so names are worth showing.
    pub opponents: bool,
    /// The number of moves by which the move list is scrolled back.
    pub scroll: usize,
    /// The turns in which variations exist.
    pub forks: Vec<usize>,
}

/// The look of one kind of game. The parameter `game` is always of that kind.
pub trait Face: Sync {
    fn grid(&self, game: &dyn Game) -> &'static Grid;

    /// Returns the radius of a stone in pixels.
    fn radius(&self, game: &dyn Game) -> i32;

    fn title(&self, game: &dyn Game) -> String;

    /// Returns true if the game looks as in the DOS program: each stone starts above the board, the last move
    /// is not marked, and no moves are listed.
    fn is_as_in_dos(&self, _: &dyn Game) -> bool {
        false
    }

    /// Returns the starting position of the next stone in pixels: on the last stone, or above the board if
    /// there is none.
    fn begins(&self, game: &dyn Game) -> (i32, i32) {
        let last = (1..game.t()).rev().find_map(|t| game.place_of(t));
        let last = last.filter(|_| !self.is_as_in_dos(game));
        let grid = self.grid(game);
        last.map_or(grid.start(), |(row, col)| grid.centre(row, col))
    }

    /// Returns the name of the last move.
    fn last_move(&self, game: &dyn Game) -> String {
        match game.place_of(game.t() - 1) {
            Some(place) => game.name_of(place),
            None => say!("none||of moves").to_string(),
        }
    }

    /// Draws the background, the board and all stones.
    fn draw_board(&self, screen: &mut Screen, game: &dyn Game, look: &Look);

    /// Draws a small board in the upper left corner for the review. Returns its grid and the radius of its
    /// stones; `None` if the game has no small board.
    fn draw_small(&self, _: &mut Screen, _: &dyn Game, _: &Theme) -> Option<(Grid, i32)> {
        None
    }

    /// Returns the name of the opening, if known.
    fn opening(&self, _: &dyn Game) -> Option<&'static str> {
        None
    }

    fn draw_facts(&self, _: &mut Screen, _: &dyn Game, _: &Look) {}

    /// Draws the moving stone, and the facts beside the board that a failed attempt changes.
    fn draw_moving(&self, screen: &mut Screen, game: &dyn Game, look: &Look, at: (i32, i32));

    /// Redraws the place that the moving stone leaves.
    fn move_color(&self, screen: &mut Screen, game: &dyn Game, look: &Look, at: (i32, i32));

    /// Writes the value of a move on its place, in these colours for letters and ground, and leaves room for the
    /// moving stone and its frame if they are `here`.
    fn draw_value(&self, _: &mut Screen, _: &dyn Game, _: Place, _: &str, _: [u8; 2], _here: bool) {}

    /// Returns the score of a finished game, the winner's first; empty if the game has no score.
    fn score(&self, _: &dyn Game) -> String {
        String::new()
    }

    /// Draws large scores with this centre, above the box of a finished game. Returns their height in pixels; 0
    /// if the game has no score.
    fn draw_scores(&self, _: &mut Screen, _: &dyn Game, _: &Theme, _y: i32) -> i32 {
        0
    }

    /// Marks the decisive stones of a finished game. Returns a few words on how it ended.
    fn draw_end(&self, screen: &mut Screen, game: &dyn Game, look: &Look) -> String;

    /// Draws the closing animation `ms` milliseconds after the end of the game. Returns false once it is
    /// over.
    fn draw_ending(&self, _: &mut Screen, _: &dyn Game, _: &Theme, _ms: u32) -> bool {
        false
    }

    /// Marks the stone centred at this pixel as the last one, during a replay.
    fn mark_last(&self, _: &mut Screen, _: &Theme, _: Stone, _: (i32, i32)) {}

    /// Returns true if discs turn over.
    fn turns_over(&self) -> bool {
        false
    }

    /// Draws discs turning over, with the visible side and the horizontal radius: from the full radius (flat)
    /// to 0 (edge-on).
    fn draw_turning(&self, _: &mut Screen, _: &Theme, _: &[Place], _: Stone, _: i32) {}

    /// Draws a stone with `quarters` (1 to 4) of every four pixels set.
    fn draw_faint(&self, _: &mut Screen, _: &Theme, _: Place, _: Stone, _: usize) {}
}
