//! The computers of the games that come with the program.

use super::computer::Computer;
use super::gomoku::Gomoku;
use super::othello::Othello;
use games::othello::Rules;
use games::{Game, gomoku, othello};

/// The game of this name, among those that come with the program.
pub fn computer_of(name: &str) -> Option<&'static dyn Computer> {
    match name {
        _ if name == othello::KIND.name => Some(&Othello),
        _ if name == gomoku::KIND.name => Some(&Gomoku),
        _ => None,
    }
}

/// The game of this name in the position of an exercise. Where nobody computes, this brings no engine with it.
pub fn game_at(name: &str, position: &str) -> Option<Box<dyn Game>> {
    match name {
        _ if name == othello::KIND.name => {
            let position = position.parse().ok()?;
            Some(Box::new(othello::Game::from_position(
                Rules::Standard,
                position,
            )))
        }
        _ if name == gomoku::KIND.name => Some(Box::new(gomoku::Game::from_record(position).ok()?)),
        _ => None,
    }
}
