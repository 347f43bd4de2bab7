//! Speed of the three judges of gomoku by the length of the game: `cargo bench --bench judge`.
//!
//! The Gomoku text claims that checking only the lines of the last stone takes half the work of checking all
//! stones, and that it does not grow with the game unless the judge collects the player's stones first.

use divan::Bencher;
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::{Point, record};

/// The first stones of a full board without five in a row. Every prefix is an unfinished game.
fn pieces(stones: usize) -> Vec<Point> {
    let black = |p: &Point| (p.col() / 2 + p.row()).is_multiple_of(2);
    let (blacks, whites): (Vec<Point>, Vec<Point>) = Point::all(15).partition(black);
    let pairs = blacks.into_iter().zip(whites).flat_map(|(b, w)| [b, w]);
    let pieces: Vec<Point> = pairs.take(stones).collect();
    assert!(record::parse(&record::text(&pieces), 15).is_ok());
    pieces
}

const ALGORITHMS: [Algorithm; 3] = [Algorithm::AllStones, Algorithm::LastStone, Algorithm::DirectionTable];

/// The constant is the index of the algorithm: all stones, last stone, direction table.
#[divan::bench(args = [9, 25, 49, 100, 224], consts = [0, 1, 2])]
fn judge_game<const ALGORITHM: usize>(bencher: Bencher, stones: usize) {
    let pieces = pieces(stones);
    bencher.bench(|| judge(ALGORITHMS[ALGORITHM], 15, divan::black_box(&pieces)));
}

fn main() {
    divan::main();
}
