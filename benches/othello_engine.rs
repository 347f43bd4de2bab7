//! Speed of the Othello engine: `cargo bench --bench othello_engine`. An item is a node.

use divan::Bencher;
use divan::counter::ItemsCount;
use games::othello::Position;
use mind::engine::othello::{Board, Evaluation, Limits, Searcher, perft, solve};

/// A published endgame problem from 40 to 44.
fn problem(number: &str) -> Board {
    let lines = include_str!("../tests/data/ffo-40-44.txt").lines();
    let fields: Vec<&str> = lines
        .map(|line| line.split('|').collect())
        .find(|fields: &Vec<&str>| fields[0] == number)
        .expect("the file has the problem");
    let position = Position::from_fields(fields[1], fields[2]).expect("a position");
    Board::new(&position.map, position.to_move)
}

#[divan::bench(args = [6, 8, 10], sample_count = 10)]
fn positions_after(bencher: Bencher, plies: u8) {
    let count = || perft(divan::black_box(Board::START), plies);
    bencher.counter(ItemsCount::new(count())).bench(count);
}

#[divan::bench(args = ["40", "41", "42", "44"], sample_count = 3)]
fn solve_problem(bencher: Bencher, number: &str) {
    let run = || solve(divan::black_box(problem(number)), 64).nodes;
    bencher.counter(ItemsCount::new(run())).bench(run);
}

#[divan::bench(args = [4, 8, 12], sample_count = 10)]
fn search_from_the_start(bencher: Bencher, depth: u8) {
    let mut searcher = Searcher::new(16);
    let limits = Limits::plies(depth);
    let mut run = || {
        let board = divan::black_box(Board::START);
        searcher.search(board, limits, &|| false, &mut |_| ()).nodes
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}

/// Evaluates the positions two plies after a problem.
#[divan::bench(args = ["40", "44"])]
fn evaluate(bencher: Bencher, number: &str) {
    let evaluation = Evaluation::default();
    let after = |board: &Board| -> Vec<Board> {
        Board::cells(board.moves()).map(|cell| board.play(cell).expect("a legal move")).collect()
    };
    let boards: Vec<Board> = after(&problem(number)).iter().flat_map(after).collect();
    let run = || -> i32 {
        let values = divan::black_box(&boards).iter().map(|board| evaluation.evaluate(*board));
        values.sum()
    };
    bencher.counter(ItemsCount::new(boards.len())).bench(run);
}

/// The cost of the first use of the evaluation.
#[divan::bench(sample_count = 20)]
fn unpack_the_weights() -> Evaluation {
    let bytes = include_bytes!("../src/mind/engine/othello/weights.bin");
    Evaluation::read(divan::black_box(bytes)).expect("valid weights")
}

fn main() {
    divan::main();
}
