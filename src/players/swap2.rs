//! The computer in the Swap2 opening.

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::level::Level;
use super::player::Player;
use super::task::Task;
use games::Game as _;
use games::gomoku::{Game, Opening, Point};
use mind::engine::gomoku::swap2;

/// Returns the computer's next point among the first three stones. They come from an opening that the seed
/// selects, rotates and mirrors. Returns `None` under other opening rules, and if the stones so far are not
/// from that opening.
pub(super) fn open(game: &Game, seed: u64) -> Option<Point> {
    if game.setup().opening() != Opening::Swap2 {
        return None;
    }
    let opening = swap2::opening(game.size(), seed);
    let points = opening.map(|coord| coord.point());
    points.strip_prefix(game.pieces())?.first().copied()
}

/// The index of the choice to play White.
const WHITE: usize = 0;
/// The index of the choice to play Black.
const BLACK: usize = 1;

/// Chooses the colour that the level's engine prefers. The random player chooses at random. `look` returns
/// the engine's value for the player to decide.
///
/// The computer never places two more stones. The other player would then take the better side, so by the
/// engine's own values the two stones gain nothing.
pub(super) fn decide(
    player: &Player,
    game: &Game,
    task: &mut Task<'_>,
    look: impl Fn(Level, &Game, &mut Task<'_>) -> i32,
) -> usize {
    if *player == Player::Random {
        let mut random = ChaCha12Rng::seed_from_u64(task.seed_of(game.t()));
        return random.random_range(0..game.possible_decisions().len());
    }
    let level = match player {
        Player::Level(level) => *level,
        _ => Level::DEFAULT,
    };
    if look(level, game, task) >= 0 { WHITE } else { BLACK }
}
