//! Speed of the learner with a full book: `cargo bench --bench learner`.
//!
//! The book has a million positions of random games, which share few positions.

use std::sync::LazyLock;

use chacha20::ChaCha12Rng;
use divan::Bencher;
use mind::engine::othello::Board;
use mind::learner::arena::any;
use mind::learner::{Effort, Event, Learner, Moves, Role, Start, next};
use rand::SeedableRng;

fn random_game(seed: u64) -> Moves {
    let random = &mut ChaCha12Rng::seed_from_u64(seed);
    let (mut board, mut squares) = (Board::START, Vec::new());
    while board.moves() != 0 {
        let square = any(board.moves(), random);
        squares.push(square);
        board = next(board, square).map_or(board, |(after, _)| after);
    }
    Moves::from_squares(squares)
}

fn studied(learner: &Learner, seed: u64, role: Role, effort: Effort) -> Event {
    let studied = learner.study(random_game(seed), role, true, effort, seed, &|| false);
    Event::Game(studied.expect("the game is over"))
}

/// A learner with a full book.
static FULL: LazyLock<Learner> = LazyLock::new(|| {
    let mut learner = Learner::new(Start::Nothing);
    let (mut seed, mut most) = (0, 0);
    while learner.book().positions() >= most && learner.book().positions() < 999_900 {
        most = learner.book().positions();
        learner.apply(&studied(&learner, seed, Role::Nobody, Effort::TRAINING));
        seed += 1;
    }
    eprintln!("{most} positions, {seed} games, {} bytes", learner.to_bytes().len());
    learner
});

#[divan::bench(max_time = 5)]
fn load_a_million_positions(bencher: Bencher) {
    let bytes = FULL.to_bytes();
    bencher.bench(|| Learner::from_bytes(&bytes).map(|learner| learner.book().positions()));
}

#[divan::bench(max_time = 5)]
fn save_a_million_positions(bencher: Bencher) {
    LazyLock::force(&FULL);
    bencher.bench(|| FULL.to_bytes().len());
}

#[divan::bench(max_time = 5)]
fn learn_a_game_of_a_full_book(bencher: Bencher) {
    let mut learner = FULL.clone();
    let mut seed = 1_000_000;
    bencher.bench_local(|| {
        seed += 1;
        let event = studied(&learner, seed, Role::Nobody, Effort::TRAINING);
        learner.apply(&event);
    });
}

#[divan::bench(args = [Effort::TRAINING, Effort::PLAY], max_time = 5)]
fn study_a_game(bencher: Bencher, effort: Effort) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        studied(&FULL, seed, Role::Both, effort)
    });
}

#[divan::bench(max_time = 5)]
fn play_a_training_game(bencher: Bencher) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        FULL.practise(None, seed)
    });
}

#[divan::bench(max_time = 5)]
fn trial(bencher: Bencher) {
    bencher.bench(|| FULL.trial(1));
}

fn main() {
    divan::main();
}
