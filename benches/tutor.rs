//! Speed of the original's functions in play, and of the tutor: `cargo bench --bench tutor`.

use divan::{Bencher, black_box};
use games::Game as _;
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::{Point, record};
use games::othello::Cell;
use games::othello::rules::{Map, qp_change};
use lessons::tutor::course::lesson;
use lessons::tutor::scene::{Part, Scene};
use lessons::tutor::stepper::Goal;

/// The positions of a World Championship game with each empty cell, for which play calls `QpChange`.
fn questions() -> Vec<(Map, Cell, usize)> {
    let table = include_str!("../tests/data/world-championship.tsv");
    let moves = table.lines().nth(1).and_then(|line| line.split('\t').nth(5));
    let mut game = games::othello::Game::default();
    let mut questions = Vec::new();
    for cell in moves.unwrap().as_bytes().chunks(2) {
        let empty = Cell::all().filter(|c| game.map()[c.row][c.col] == 0);
        questions.extend(empty.map(|cell| (*game.map(), cell, game.t())));
        game.drop(std::str::from_utf8(cell).unwrap().parse().unwrap());
    }
    questions
}

#[divan::bench]
fn qp_change_as_in_play(bencher: Bencher) {
    let questions = questions();
    bencher.bench_local(|| {
        let ask = |(map, Cell { row, col }, t): &(Map, Cell, usize)| {
            u32::from(qp_change(&mut map.clone(), *row, *col, *t))
        };
        black_box(&questions).iter().map(ask).sum::<u32>()
    });
}

fn pieces() -> Vec<Point> {
    record::parse("9977888a987b78a8667c69556589686758", 15).unwrap()
}

#[divan::bench]
fn judge_as_in_play(bencher: Bencher) {
    let pieces = pieces();
    bencher.bench_local(|| judge(Algorithm::LastStone, 15, black_box(&pieces)));
}

/// The first scene of a lesson.
fn scene(name: &str) -> Scene {
    let parts = lesson(name).unwrap().parts();
    let scene = parts.into_iter().find_map(|part| match part {
        Part::Scene(scene) => Some(*scene),
        Part::Page(_) => None,
    });
    scene.unwrap()
}

#[divan::bench(args = ["direction", "last-player", "alpha-beta"])]
fn lesson_to_its_end_and_back(bencher: Bencher, name: &str) {
    let scene = scene(name);
    bencher.bench_local(|| {
        let mut stepper = scene.stepper();
        stepper.go_to(Goal::End, false);
        stepper.go_to(Goal::Step(0), true);
        stepper.steps()
    });
}

/// Computes the marks on the board and the sentence about the last step.
#[divan::bench(args = ["direction", "last-player"])]
fn marks_and_sentence(bencher: Bencher, name: &str) {
    let scene = scene(name);
    let mut stepper = scene.stepper();
    stepper.go_to(Goal::End, false);
    bencher.bench_local(|| {
        let said = lessons::tutor::said::said(&stepper, scene.shows.stones);
        (scene.shows.marks(&stepper), said)
    });
}

fn main() {
    divan::main();
}
