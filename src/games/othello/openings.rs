//! The names of the openings, as players of Othello use them, found by the position: the order of the moves does not matter, nor how
//! the board is turned.

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
    /// At most 21 characters.
    pub name: &'static str,
    /// Such as `c4e3`.
    pub moves: &'static str,
}

const NAMES: [(&str, &str); 77] = [
    ("c4c3", "Diagonal"),
    ("c4c3d3c5b2", "X-square"),
    ("c4c3d3c5b3", "Snake, Peasant"),
    ("c4c3d3c5b3f3", "Lysons"),
    ("c4c3d3c5b3f4b5b4c6d6f5", "Pyramid"),
    ("c4c3d3c5b4", "Heath, Tobidashi"),
    ("c4c3d3c5b4d2c2f4d6c6f5e6f7", "Mimura II"),
    ("c4c3d3c5b4d2d6", "Heath-Bat"),
    ("c4c3d3c5b4d2e2", "Iwasaki"),
    ("c4c3d3c5b4e3", "Heath-Chimney"),
    ("c4c3d3c5b5", "Raccoon Dog"),
    ("c4c3d3c5b6", "Rocket"),
    ("c4c3d3c5b6c6b5", "Hamilton"),
    ("c4c3d3c5b6e3", "Lollipop"),
    ("c4c3d3c5d6", "Cow"),
    ("c4c3d3c5d6e3", "Chimney"),
    ("c4c3d3c5d6f4b4", "Bat, Cambridge"),
    ("c4c3d3c5d6f4b4b6b5c6b3", "Bat, Piau 2"),
    ("c4c3d3c5d6f4b4b6b5c6f5", "Melnikov, Piau 1"),
    ("c4c3d3c5d6f4b4c6b5b3b6e3c2a4a5a6d2", "Bat, Kling"),
    ("c4c3d3c5d6f4b4e3b3", "Bat, Kling's other"),
    ("c4c3d3c5d6f4f5", "Rose-v-Toth"),
    ("c4c3d3c5d6f4f5d2", "Tanida"),
    ("c4c3d3c5d6f4f5d2b5", "Aircraft, Feldborg"),
    ("c4c3d3c5d6f4f5d2g4d7", "Sailboat"),
    ("c4c3d3c5d6f4f5e6c6d7", "Maruoka"),
    ("c4c3d3c5d6f4f5e6f6", "Landau"),
    ("c4c3d3c5f6", "Buffalo, Kenichi"),
    ("c4c3d3c5f6e2c6", "Maruoka Buffalo"),
    ("c4c3d3c5f6e3c6f5f4g5", "Tanida Buffalo"),
    ("c4c3d3c5f6f5", "Hokuriku Buffalo"),
    ("c4c3e6c5", "Wing"),
    ("c4c3f5c5", "Semi-Wing"),
    ("c4c5", "Parallel"),
    ("c4e3", "Perpendicular"),
    ("c4e3f4c5d6e6", "Mimura"),
    ("c4e3f4c5d6f3c6", "Shaman, Danish"),
    ("c4e3f4c5d6f3d3", "Inoue"),
    ("c4e3f4c5d6f3d3c3", "Iago"),
    ("c4e3f4c5d6f3e2", "Bhagat"),
    ("c4e3f4c5d6f3e6c3d3e2", "Rose"),
    ("c4e3f4c5d6f3e6c3d3e2b5", "Flat"),
    ("c4e3f4c5d6f3e6c3d3e2b5f5", "Rotating Flat"),
    ("c4e3f4c5d6f3e6c3d3e2b5f5b3", "Murakami"),
    (
        "c4e3f4c5d6f3e6c3d3e2b5f5b4f6c2e7d2c7",
        "Rotating Flat, Kling",
    ),
    ("c4e3f4c5d6f3e6c3d3e2b6f5", "Rose-Birth"),
    ("c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7", "Brightstein"),
    ("c4e3f4c5d6f3e6c3d3e2b6f5g5", "Rose-Birdie"),
    ("c4e3f4c5d6f3e6c3d3e2b6f5g5f6", "Rose-Tamenori-Kling"),
    ("c4e3f4c5d6f3e6c3d3e2d2", "Greenberg, Dawg"),
    ("c4e3f4c5d6f3e6c6", "Ralle"),
    ("c4e3f4c5e6", "Horse"),
    ("c4e3f5b4", "Ganglion, No-Cat"),
    ("c4e3f5b4f3", "Swallow"),
    ("c4e3f5b4f3f4e2e6g5f6d6c6", "No-Cat, main line"),
    ("c4e3f5e6d3", "Italian"),
    ("c4e3f5e6f4", "Cat"),
    ("c4e3f5e6f4c5d6c6f7f3", "Sakaguchi"),
    ("c4e3f5e6f4c5d6c6f7g5g6", "Berner"),
    ("c4e3f6b4", "Bent Ganglion"),
    ("c4e3f6e6f5", "Tiger"),
    ("c4e3f6e6f5c5c3", "Stephenson"),
    ("c4e3f6e6f5c5c3b4", "No-Kung"),
    ("c4e3f6e6f5c5c3b4d6c6b5a6b6c7", "No-Kung, main line"),
    ("c4e3f6e6f5c5c3c6", "Comp'Oth"),
    ("c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2", "F.A.T. Draw"),
    ("c4e3f6e6f5c5c3c6d6", "Lightning Bolt"),
    ("c4e3f6e6f5c5c3g5", "Kung"),
    ("c4e3f6e6f5c5d3", "Leader's Tiger"),
    ("c4e3f6e6f5c5d6", "Brightwell"),
    ("c4e3f6e6f5c5f4g5g4f3c6d3d6", "Ishii"),
    ("c4e3f6e6f5c5f4g5g4f3c6d3d6b3c3b4e2b6", "Tiger, main line"),
    ("c4e3f6e6f5c5f4g6f7", "Rose-Bill"),
    ("c4e3f6e6f5c5f4g6f7d3", "Tamenori"),
    ("c4e3f6e6f5c5f4g6f7g5", "Central Rose-Bill"),
    ("c4e3f6e6f5g6", "Aubrey, Tanaka"),
    ("c4e3f6e6f5g6e7c5", "Aubrey, Feldborg"),
];

/// All of them, those of one family below one another.
pub fn all() -> impl ExactSizeIterator<Item = Opening> {
    NAMES.iter().map(|(moves, name)| Opening { name, moves })
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

/// A position, the same for all that are equal but for turning and mirroring.
type Key = ([u8; 64], Stone);

fn key(map: &Map, to_move: Stone) -> Key {
    let turned = |n: usize| {
        let mut cells = [0; 64];
        for Cell { row, col } in Cell::all() {
            let down = if n & 1 == 0 { row } else { 7 - row };
            let across = if n & 2 == 0 { col } else { 7 - col };
            let at = if n & 4 == 0 {
                8 * down + across
            } else {
                8 * across + down
            };
            cells[at] = map[row][col];
        }
        cells
    };
    let least = (1..8).map(turned).fold(turned(0), Ord::min);
    (least, to_move)
}

/// The openings by their last position, and how many plies the longest has.
static BOOK: LazyLock<(HashMap<Key, Opening>, usize)> = LazyLock::new(|| {
    let mut book = HashMap::new();
    for opening in all() {
        let game = opening.game();
        let to_move = Stone::of_turn(game.t());
        book.insert(key(game.map(), to_move), opening);
    }
    let longest = all().map(|opening| opening.moves.len() / 2).max();
    (book, longest.unwrap_or(0))
});

/// The opening that a game has gone through: the last position that has a name counts. None for a game from another start.
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
    found
}
