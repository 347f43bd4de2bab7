//! What drawing costs: `cargo bench --bench redraw`.

use divan::Bencher;
use qipan::dos::Screen;
use qipan::games::Game;
use qipan::games::{gomoku, othello};
use qipan::play::table::Table;

/// A board in the middle of a game.
fn game(name: &str) -> Game {
    if name == "gomoku" {
        let record = "9977888a987b78a8667c695565896867";
        return Game::Gomoku(gomoku::Game::from_record(record).unwrap());
    }
    let mut game = othello::Game::default();
    for cell in ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "g4", "g3"] {
        game.drop(cell.parse().unwrap());
    }
    Game::Othello(game)
}

/// The whole screen, as after an undo or a change of colour.
#[divan::bench(args = ["othello", "gomoku"])]
fn full_redraw(bencher: Bencher, name: &str) {
    let game = game(name);
    let table = Table::default();
    let mut screen = Screen::default();
    bencher.bench_local(|| game.draw(divan::black_box(&mut screen), &table));
}

/// What one arrow key changes: the place that the stone leaves, the stone, the scores.
#[divan::bench(args = ["othello", "gomoku"])]
fn one_step_of_the_stone(bencher: Bencher, name: &str) {
    let game = game(name);
    let table = Table::default();
    let mut screen = Screen::default();
    game.draw(&mut screen, &table);
    let (x, y) = game.grid().first;
    bencher.bench_local(|| {
        game.move_color(divan::black_box(&mut screen), &table, x, y);
        game.draw_moving(&mut screen, table.theme, x, y);
    });
}

fn main() {
    divan::main();
}
