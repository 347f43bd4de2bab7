//! Speed of the gomoku engine: `cargo bench --bench gomoku_engine`. An item is a node.

use divan::Bencher;
use divan::counter::ItemsCount;
use games::gomoku::record;
use mind::engine::gomoku::{Board, Coord, Limits, Rules, Searcher};

/// Positions of recorded games after four stones.
fn positions(rules: Rules) -> Vec<Board> {
    let games = include_str!("../tests/data/gomoku-games.tsv").lines();
    let position = |line: &str| {
        let (_, text) = line.split_once('\t').expect("a result and a record");
        let mut board = Board::new(15, rules);
        for point in record::parse(text, 15).expect("a record").into_iter().take(4) {
            board.play(Coord::from(point));
        }
        board
    };
    games.skip(1).take(10).map(position).collect()
}

#[divan::bench(args = [Rules::Freestyle, Rules::Standard, Rules::Renju], sample_count = 5)]
fn search_after_four_stones(bencher: Bencher, rules: Rules) {
    let positions = positions(rules);
    let limits = Limits { nodes: 100_000, ..Limits::NONE };
    let mut searcher = Searcher::new(16);
    let mut run = || -> u64 {
        searcher.forget();
        let mut nodes = |board| searcher.search(board, &limits, &|| false, &mut |_| ()).nodes;
        divan::black_box(&positions).iter().map(&mut nodes).sum()
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}

fn main() {
    divan::main();
}
