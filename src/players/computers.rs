//! The computers of the supplied games.

use super::computer::Computer;
use super::gomoku::Gomoku;
use super::othello::Othello;
use games::othello::Rules;
use games::{Game, gomoku, othello};

/// Returns the computer for the game with this name.
pub fn computer_of(name: &str) -> Option<&'static dyn Computer> {
    match name {
        _ if name == othello::KIND.name => Some(&Othello),
        _ if name == gomoku::KIND.name => Some(&Gomoku),
        _ => None,
    }
}

/// Creates a game with this name from the position of an exercise. No engine is linked with this function,
/// which keeps the workshop's page small.
pub fn game_at(name: &str, position: &str) -> Option<Box<dyn Game>> {
    match name {
        _ if name == othello::KIND.name => {
            let position = position.parse().ok()?;
            Some(Box::new(othello::Game::from_position(Rules::Standard, position)))
        }
        _ if name == gomoku::KIND.name => Some(Box::new(gomoku::Game::from_record(position).ok()?)),
        _ => None,
    }
}
