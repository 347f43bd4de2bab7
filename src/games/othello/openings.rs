//! The names of the openings, as players of Othello use them, found by the position: neither the order of the moves nor how the board is
//! turned matters.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::cell::{Cell, Ply};
use super::game::{Game, Rules};
use super::position::Position;
use crate::Game as _;
use crate::stone::Stone;
use original::Map;

/// An opening: what it is called and its moves from the usual start, black's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// It takes at most 21 cells.
    pub name: &'static str,
    /// The moves, such as `c4e3`.
    pub moves: &'static str,
}

/// A line for each: its moves, and what it is called.
const OPENINGS: &str = include_str!("openings.txt");

/// All openings, those of one family one after the other, with their names in the language that is spoken.
pub fn all() -> impl Iterator<Item = Opening> {
    let lines = words::text("othello/openings.txt", OPENINGS).lines();
    let lines = lines.filter_map(|line| line.split_once(' '));
    lines.map(|(moves, name)| Opening { name, moves })
}

impl Opening {
    /// A game that begins with it, by the standard rules.
    ///
    /// ```
    /// use games::othello::openings::all;
    /// let tiger = all().find(|opening| opening.name == "Tiger").unwrap();
    /// assert_eq!(tiger.game().plies().len(), 5);
    /// ```
    pub fn game(self) -> Game {
        let mut game = Game::new(Rules::Standard);
        for cell in self.cells() {
            game.drop(cell);
        }
        game
    }

    fn cells(self) -> impl Iterator<Item = Cell> {
        let pairs = (0..self.moves.len()).step_by(2);
        pairs.filter_map(move |at| self.moves[at..at + 2].parse().ok())
    }
}

/// A position, the same for all that differ only by turning and mirroring the board.
type Key = ([u8; 64], Stone);

fn key(map: &Map, to_move: Stone) -> Key {
    let turned = |n: usize| {
        let mut cells = [0; 64];
        for Cell { row, col } in Cell::all() {
            let down = if n & 1 == 0 { row } else { 7 - row };
            let across = if n & 2 == 0 { col } else { 7 - col };
            let (row_there, col_there) = if n & 4 == 0 {
                (down, across)
            } else {
                (across, down)
            };
            cells[8 * row_there + col_there] = map[row][col];
        }
        cells
    };
    let least = (1..8).map(turned).fold(turned(0), Ord::min);
    (least, to_move)
}

/// The places of the openings in [`all`] by their last position, and how many plies the longest has.
static BOOK: LazyLock<(HashMap<Key, usize>, usize)> = LazyLock::new(|| {
    let mut book = HashMap::new();
    for (n, opening) in all().enumerate() {
        let game = opening.game();
        let to_move = Stone::of_turn(game.t());
        book.insert(key(game.map(), to_move), n);
    }
    let longest = all().map(|opening| opening.moves.len() / 2).max();
    (book, longest.unwrap_or(0))
});

/// The opening that a game has gone through: the last position that has a name counts. `None` for a game from another start.
pub fn opening_of(game: &Game) -> Option<Opening> {
    let usual = Position::default();
    let mut position = game.start();
    if key(&position.map, position.to_move) != key(&usual.map, usual.to_move) {
        return None;
    }
    let (book, longest) = &*BOOK;
    let mut found = None;
    for ply in game.plies().iter().take(*longest) {
        // A turn that was thrown away belongs to no opening.
        if matches!(ply, Ply::Pass) || !position.play(position.to_move, *ply) {
            break;
        }
        let here = book.get(&key(&position.map, position.to_move));
        found = here.copied().or(found);
    }
    all().nth(found?)
}
