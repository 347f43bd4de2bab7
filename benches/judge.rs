//! The three judges of gomoku on games of growing length: `cargo bench --bench judge`.
//!
//! The Gomoku text claims that looking along the lines of the last stone does about half the work of looking at all
//! stones, and that without the step that collects the player's stones it does not grow with the game.

use divan::Bencher;
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::{Point, record};

/// A full board without five in a row, so that every prefix of it is a game that goes on.
fn pieces(stones: usize) -> Vec<Point> {
    let black = |p: &Point| (p.col() / 2 + p.row()).is_multiple_of(2);
    let (blacks, whites): (Vec<Point>, Vec<Point>) = Point::all(15).partition(black);
    let pairs = blacks.into_iter().zip(whites).flat_map(|(b, w)| [b, w]);
    let pieces: Vec<Point> = pairs.take(stones).collect();
    assert!(record::parse(&record::text(&pieces), 15).is_ok());
    pieces
}

#[divan::bench(args = [9, 25, 49, 100, 224])]
fn all_stones(bencher: Bencher, stones: usize) {
    run(bencher, Algorithm::AllStones, stones);
}

#[divan::bench(args = [9, 25, 49, 100, 224])]
fn last_stone(bencher: Bencher, stones: usize) {
    run(bencher, Algorithm::LastStone, stones);
}

#[divan::bench(args = [9, 25, 49, 100, 224])]
fn direction_table(bencher: Bencher, stones: usize) {
    run(bencher, Algorithm::DirectionTable, stones);
}

fn run(bencher: Bencher, algorithm: Algorithm, stones: usize) {
    let pieces = pieces(stones);
    bencher.bench(|| judge(algorithm, 15, divan::black_box(&pieces)));
}

fn main() {
    divan::main();
}
