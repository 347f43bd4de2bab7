//! Matches against opponents that never change, to measure the learner's strength.

use chacha20::ChaCha12Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::position::{Position, Set};
use super::search::{Effort, SearchContext, best};
use super::weights::Weights;
use crate::bytes::encoded;
use crate::engine::othello::bitboard::cell;
use crate::engine::othello::{Board, CORNERS};
use games::named::names;
use words::{phrase, say};

/// The number of random plies at the start of a match game.
const OPENING: u32 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    Random,
    /// Flips as many discs as possible.
    Greedy,
    /// Maximizes the number of its own moves and corners, and minimizes the opponent's.
    Mobile,
}

names!(
    Rival,
    say!("rival"),
    [Random = phrase!("random"), Greedy = phrase!("greedy"), Mobile = phrase!("mobile")]
);

/// A player: a function that returns the square of its move. The position must have at least one legal move.
pub type Mover<'a> = dyn Fn(Board, &mut ChaCha12Rng) -> u8 + 'a;

/// Returns the mobility of the player to move minus that of the opponent. A player's mobility is the number
/// of legal moves plus ten for each occupied corner.
fn mobility(board: Board) -> i32 {
    let sum = |board: Board| board.moves().count_ones() + 10 * (board.own & CORNERS).count_ones();
    sum(board) as i32 - sum(board.pass()) as i32
}

/// Creates a rival that chooses randomly among the moves that it considers equally good.
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
        let moves = || [board.moves()].squares();
        let most = moves().map(|square| likes(board, square)).max();
        let best = moves().filter(|square| Some(likes(board, *square)) == most);
        any(best.fold(0, |mask, square| mask | 1 << square), random)
    })
}

/// Creates a player that uses these weights and no book.
pub fn by_weights(weights: &Weights, effort: Effort) -> Box<Mover<'_>> {
    Box::new(move |board, random| {
        let stop = &|| false;
        let found = best(weights, board, !0, &mut SearchContext { effort, random, stop });
        found.map_or_else(|| any(board.moves(), random), |found| found.square)
    })
}

/// Chooses a random move from a set.
pub fn any(mask: u64, random: &mut ChaCha12Rng) -> u8 {
    let squares: Vec<u8> = [mask].squares().collect();
    *squares.choose(random).expect("the player has a move")
}

/// The results of the first player in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Tally {
    /// Adds a game with this result, which is in discs for the first player.
    pub fn add(&mut self, result: i32) {
        let count = match result.signum() {
            1 => &mut self.won,
            0 => &mut self.drawn,
            _ => &mut self.lost,
        };
        *count = count.saturating_add(1);
    }

    pub fn games(self) -> u32 {
        [self.won, self.drawn, self.lost].into_iter().fold(0, u32::saturating_add)
    }

    /// The score in thousandths, with half a point for a draw; 500 before the first game.
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

encoded!(Tally { won, drawn, lost });

/// Plays a match and returns the first player's results. The two games of a pair start with the same random
/// moves and have the colours reversed. The same seed gives the same games. Calls `rest` after each game.
pub fn play(first: &Mover<'_>, second: &Mover<'_>, games: u32, seed: u64, rest: &dyn Fn()) -> Tally {
    let mut tally = Tally::default();
    for n in 0..games {
        let opening = &mut ChaCha12Rng::seed_from_u64(seed + u64::from(n / 2));
        let random = &mut ChaCha12Rng::seed_from_u64(!(seed + u64::from(n)));
        let first_side = if n % 2 == 0 { 1 } else { -1 };
        let line = Board::play_out(|board, side, n| {
            Some(match n {
                0..OPENING => any(board.moves(), opening),
                _ if side == first_side => first(board, random),
                _ => second(board, random),
            })
        });
        tally.add(first_side * line.result);
        rest();
    }
    tally
}
