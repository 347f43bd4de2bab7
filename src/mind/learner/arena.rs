//! Matches: how strong the learner is against players that never change.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use chacha20::ChaCha12Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::search::{Effort, best, next};
use super::weights::Weights;
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::cell;
use games::named::{UnknownName, find};

/// How many plies at the start of a match game are random.
const OPENING: u32 = 6;

/// A player that never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// Any legal move.
    Random,
    /// The move that flips the most stones.
    Greedy,
    /// The move after which it has the most moves and corners, and the opponent the fewest.
    Mobile,
}

impl Rival {
    /// All of them, the weakest first.
    pub const ALL: [Rival; 3] = [Rival::Random, Rival::Greedy, Rival::Mobile];
}

/// Its name on the command line.
impl fmt::Display for Rival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rival::Random => "random",
            Rival::Greedy => "greedy",
            Rival::Mobile => "mobile",
        })
    }
}

impl FromStr for Rival {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Rival, UnknownName> {
        find(&Rival::ALL, name, "rival")
    }
}

/// Somebody who plays: the square for a stone in a position that has a move.
pub type Mover<'a> = dyn Fn(Board, &mut ChaCha12Rng) -> u8 + 'a;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The moves and corners of the player to move, minus the opponent's; a corner counts as ten moves.
fn mobility(board: Board) -> i32 {
    let sum = |board: Board| board.moves().count_ones() + 10 * (board.own & CORNERS).count_ones();
    sum(board) as i32 - sum(board.pass()) as i32
}

/// The rival as a player. Where it likes several moves equally, it plays one of them at random.
pub fn rival(rival: Rival) -> Box<Mover<'static>> {
    let likes: fn(Board, u8) -> i32 = match rival {
        Rival::Random => |_, _| 0,
        Rival::Greedy => |board, square| board.flips(cell(square.into())).count_ones() as i32,
        Rival::Mobile => |board, square| {
            let after = board.play(cell(square.into()));
            after.map_or(i32::MIN, |after| -mobility(after))
        },
    };
    Box::new(move |board, random| {
        let squares = squares(board.moves());
        let most = squares.iter().map(|square| likes(board, *square)).max();
        let best = squares
            .iter()
            .filter(|square| Some(likes(board, **square)) == most);
        any(best.fold(0, |mask, square| mask | 1 << square), random)
    })
}

/// A player that uses only these weights and no book.
pub fn by_weights(weights: &Weights, effort: Effort) -> Box<Mover<'_>> {
    Box::new(move |board, random| {
        let found = best(weights, board, !0, effort, random, &|| false);
        found.map_or_else(|| any(board.moves(), random), |found| found.square)
    })
}

fn squares(mask: u64) -> Vec<u8> {
    (0..64).filter(|square| mask >> square & 1 == 1).collect()
}

/// One of these moves at random.
pub fn any(mask: u64, random: &mut ChaCha12Rng) -> u8 {
    *squares(mask).choose(random).expect("the player has a move")
}

/// The games that the first player won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won games.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Lost games.
    pub lost: u32,
}

impl Tally {
    /// Adds a game with this result in discs.
    pub fn add(&mut self, result: i32) {
        let count = match result.signum() {
            1 => &mut self.won,
            0 => &mut self.drawn,
            _ => &mut self.lost,
        };
        *count = count.saturating_add(1);
    }

    /// All games.
    pub fn games(self) -> u32 {
        (self.won)
            .saturating_add(self.drawn)
            .saturating_add(self.lost)
    }

    /// The points in thousandths of the possible ones, with half a point for a draw; 500 without a game.
    pub(crate) fn permille(self) -> u16 {
        match self.games() {
            0 => 500,
            games => {
                let [won, drawn, games] = [self.won, self.drawn, games].map(u64::from);
                ((2000 * won + 1000 * drawn) / (2 * games)).min(1000) as u16
            }
        }
    }
}

/// Plays these games of a match. Each pair of games begins with the same few random moves, and each player has each colour once. The same
/// seed gives the same games.
pub fn play_on(
    tally: &mut Tally,
    first: &Mover<'_>,
    second: &Mover<'_>,
    games: Range<u32>,
    seed: u64,
) {
    for n in games {
        let opening = &mut ChaCha12Rng::seed_from_u64(seed + u64::from(n / 2));
        let random = &mut ChaCha12Rng::seed_from_u64(!(seed + u64::from(n)));
        let black = n % 2 == 0;
        let (mut board, mut blacks_turn, mut ply) = (Board::START, true, 0);
        while board.moves() != 0 {
            let square = match ply {
                0..OPENING => any(board.moves(), opening),
                _ if blacks_turn == black => first(board, random),
                _ => second(board, random),
            };
            let Some((after, other)) = next(board, square) else {
                break;
            };
            board = after;
            blacks_turn ^= other;
            ply += 1;
        }
        let result = board.score();
        let sign = if blacks_turn == black { 1 } else { -1 };
        tally.add(sign * result);
    }
}
