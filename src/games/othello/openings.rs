//! The names of Othello openings. An opening is found by its position, in any order of moves and any
//! orientation of the board.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::cell::{Cell, Ply};
use super::game::{Game, Rules};
use super::position::Position;
use crate::stone::Stone;

/// An opening, with its moves from the standard starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The name, at most 21 columns wide.
    pub name: &'static str,
    /// The moves without separators, such as `c4e3`. Black moves first.
    pub moves: &'static str,
}

const OPENINGS: &str = include_str!("openings.txt");

/// All openings, grouped by family, with names in the current language.
pub fn all() -> impl Iterator<Item = Opening> {
    let lines = words::text("othello/openings.txt", OPENINGS).lines();
    let lines = lines.filter_map(|line| line.split_once(' '));
    lines.map(|(moves, name)| Opening { name, moves })
}

impl Opening {
    /// Returns a game with the moves of the opening, by the standard rules.
    pub fn game(self) -> Game {
        let mut game = Game::new(Rules::Standard);
        let pairs = (0..self.moves.len()).step_by(2);
        for cell in pairs.filter_map(|at| self.moves[at..at + 2].parse().ok()) {
            game.drop(cell);
        }
        game
    }
}

/// The smallest of a board's eight symmetric forms, with the side to move.
type Key = ([u8; 64], Stone);

fn key(position: Position) -> Key {
    let turned = |n: usize| {
        let mut cells = [0; 64];
        for Cell { row, col } in Cell::all() {
            let down = if n & 1 == 0 { row } else { 7 - row };
            let across = if n & 2 == 0 { col } else { 7 - col };
            let at = if n & 4 == 0 { 8 * down + across } else { 8 * across + down };
            cells[at] = position.map[row][col];
        }
        cells
    };
    let least = (1..8).map(turned).fold(turned(0), Ord::min);
    (least, position.to_move)
}

/// The index in [`all`] of the opening that ends with each position.
static BOOK: LazyLock<HashMap<Key, usize>> =
    LazyLock::new(|| all().map(|opening| key(opening.game().position())).zip(0..).collect());

/// Returns the opening of a game, which is the opening of its last position that has a name. Returns `None`
/// if no position has a name, or if the game began from a non-standard position.
pub fn opening_of(game: &Game) -> Option<Opening> {
    let mut position = game.start();
    if key(position) != key(Position::default()) {
        return None;
    }
    let mut found = None;
    for ply in game.plies() {
        // No opening contains a pass.
        if matches!(ply, Ply::Pass) || !position.play(position.to_move, *ply) {
            break;
        }
        found = BOOK.get(&key(position)).copied().or(found);
    }
    all().nth(found?)
}
