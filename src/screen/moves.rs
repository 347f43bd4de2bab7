//! The list of moves to the left of the board.

use super::panel::{self, stone, write};
use super::theme::Theme;
use games::Game;
use turbo::dos::Screen;

/// The top edge of the first line, in pixels.
const TOP: i32 = 72;
pub const LINES: usize = 22;

/// Draws the most recent moves, scrolled back by `scroll` moves. The turns in `forks`, which have variations,
/// are marked.
pub fn draw(screen: &mut Screen, theme: &Theme, game: &dyn Game, scroll: usize, forks: &[usize]) {
    panel::fill(screen, theme.colors.ground, [0, TOP, 71, TOP + 16 * LINES as i32 - 1]);
    let last = (game.t() - 1).saturating_sub(scroll);
    let first = (last.saturating_sub(LINES) + 1).max(game.restarted().t());
    for (t, y) in (first..=last).zip((TOP..).step_by(16)) {
        stone(screen, theme, (4, y + 8), game.stone_of_turn(t), 4);
        let name = game.place_of(t).map(|place| game.name_of(place));
        let fork = if forks.contains(&t) { '├' } else { ' ' };
        let (number, name) = match name {
            Some(name) => (number(game, t).to_string(), name),
            None => (String::new(), "--".to_string()),
        };
        write(screen, 10, y, theme.colors.text, &format!("{number:>3}"));
        // A gap of half a character on each side keeps the name apart from the stone and the board.
        write(screen, 33, y, theme.colors.text, &format!("{fork}{name}"));
    }
}

/// Returns the number of the move in turn `t`, not counting passes.
pub fn number(game: &dyn Game, t: usize) -> usize {
    let passes = (game.restarted().t()..t).filter(|t| game.place_of(*t).is_none());
    t - passes.count()
}

/// Returns the maximum scroll offset, which puts the first move in the first line.
pub fn furthest(game: &dyn Game) -> usize {
    (game.t() - game.restarted().t()).saturating_sub(LINES)
}
