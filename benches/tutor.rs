//! What the algorithms of the original cost in play, and what the tutor's steps and pictures cost: `cargo bench --bench tutor`.

use divan::{Bencher, black_box};
use qipan::dos::Screen;
use qipan::games::gomoku::judge::{Algorithm, Guard, Step as Look, judge};
use qipan::games::gomoku::{Point, record};
use qipan::games::othello::Cell;
use qipan::games::othello::rules::{Map, qp_change};
use qipan::screen::theme::THEMES;
use qipan::screen::tutor::{self as screen, View};
use qipan::tutor::lessons::LESSONS;
use qipan::tutor::scene::Scene;
use qipan::tutor::trace::Trace;
use qipan::tutor::watched;

/// Every position of a World Championship's game, with every empty cell: what play asks `QpChange` for.
fn questions() -> Vec<(Map, Cell, usize)> {
    let table = include_str!("../tests/data/world-championship.tsv");
    let moves = table
        .lines()
        .nth(1)
        .and_then(|line| line.split('\t').nth(5));
    let mut game = qipan::games::othello::Game::default();
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

#[divan::bench]
fn qp_change_kept_as_steps(bencher: Bencher) {
    let questions = questions();
    bencher.bench_local(|| {
        let mut steps = Vec::new();
        for (map, cell, t) in black_box(&questions) {
            watched::qp_change(&mut map.clone(), *cell, *t, &mut |step| steps.push(step));
        }
        steps
    });
}

fn pieces() -> Vec<Point> {
    record::parse("9977888a987b78a8667c69556589686758").unwrap()
}

#[divan::bench]
fn judge_as_in_play(bencher: Bencher) {
    let pieces = pieces();
    bencher.bench_local(|| judge(Algorithm::LastStone, black_box(&pieces), &mut |_| ()));
}

#[divan::bench]
fn judge_watched_through_a_pointer(bencher: Bencher) {
    let pieces = pieces();
    bencher.bench_local(|| {
        let mut nothing: Box<dyn FnMut(Look)> = black_box(Box::new(|_| ()));
        judge(Algorithm::LastStone, black_box(&pieces), &mut nothing)
    });
}

/// The state after the last step, which the tutor makes anew for each picture.
#[divan::bench]
fn last_state_of_the_longest_lesson(bencher: Bencher) {
    let trace = Trace::judge(
        &record::parse("9977888a987b78a8667c695565896867").unwrap(),
        Algorithm::AllStones,
        Guard::On,
    );
    bencher.bench_local(|| black_box(&trace).state(trace.len()));
}

#[divan::bench(args = ["direction", "last-player", "two-judges"])]
fn picture(bencher: Bencher, name: &str) {
    let lesson = LESSONS.iter().find(|lesson| lesson.name == name).unwrap();
    let scene: Scene = lesson.scenes().remove(0);
    let view = View {
        title: lesson.title.to_string(),
        scene: &scene,
        n: scene.len(),
        running: false,
        speed: 5,
        keys: &[],
    };
    let mut picture = Screen::default();
    bencher.bench_local(|| screen::draw(black_box(&mut picture), &THEMES[0], &view));
}

fn main() {
    divan::main();
}
