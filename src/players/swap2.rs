//! How the computer plays the opening Swap2.

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::level::Level;
use super::player::Player;
use super::task::Task;
use games::Game as _;
use games::gomoku::{Game, Opening, Point};
use mind::engine::gomoku::swap2;

/// The point of the next of the first three stones, which the computer puts; the same seed gives the same opening. It is turned
/// or mirrored by chance. `None` in another opening, and when somebody else has begun with other stones.
pub(super) fn open(game: &Game, seed: u64) -> Option<Point> {
    if game.setup().opening() != Opening::Swap2 {
        return None;
    }
    let opening = swap2::opening(game.size(), seed);
    let points = opening.map(|coord| coord.point());
    points.strip_prefix(game.pieces())?.first().copied()
}

/// The numbers of the choices: to take white, or black.
const WHITE: usize = 0;
const BLACK: usize = 1;

/// What the computer decides about the colours: it takes the side that the engine of a level prefers.
///
/// It never puts two more stones. Whatever they are, the other player then takes the better side, so that by the engine's own
/// values they gain nothing. `look` asks the engine what the position is worth to the player. The player who plays at random decides at random.
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
    match look(level, game, task) {
        0.. => WHITE,
        _ => BLACK,
    }
}
