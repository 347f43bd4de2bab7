//! Speed of drawing: `cargo bench --bench redraw`.

use app::play::games::GAMES;
use divan::{Bencher, black_box};
use games::{Game, gomoku, othello};
use screen::board;
use screen::face::{Face, Look};
use screen::theme::THEMES;
use turbo::dos::Screen;
use turbo::dos::picture::Picture;

const LOOK: Look = Look {
    theme: &THEMES[0],
    hints: false,
    numbers: false,
    digits: false,
    forbidden: true,
    tutor: false,
    practice: false,
    online: false,
    clocks: None,
    names: [String::new(), String::new()],
    short_names: [String::new(), String::new()],
    winners: [String::new(), String::new()],
    opponents: false,
    scroll: 0,
    forks: Vec::new(),
};

/// A game in its middle, with its face.
fn game(name: &str) -> (Box<dyn Game>, &'static dyn Face) {
    if name == "gomoku" {
        let record = "9977888a987b78a8667c695565896867";
        let game = gomoku::Game::from_record(record).unwrap();
        return (Box::new(game), GAMES[1].face);
    }
    let mut game = othello::Game::default();
    for cell in ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "g4", "g3"] {
        game.drop(cell.parse().unwrap());
    }
    (Box::new(game), GAMES[0].face)
}

/// Draws the whole screen, as after an undo or a change of colours.
#[divan::bench(args = ["othello", "gomoku"])]
fn full_redraw(bencher: Bencher, name: &str) {
    let (game, face) = game(name);
    let mut screen = Screen::default();
    bencher.bench_local(|| board::draw(black_box(&mut screen), face, &*game, &LOOK));
}

/// Draws the change by an arrow key: the old point, the moving stone and the scores.
#[divan::bench(args = ["othello", "gomoku"])]
fn one_step_of_the_stone(bencher: Bencher, name: &str) {
    let (game, face) = game(name);
    let mut screen = Screen::default();
    board::draw(&mut screen, face, &*game, &LOOK);
    let at = face.grid(&*game).first;
    bencher.bench_local(|| {
        face.move_color(black_box(&mut screen), &*game, &LOOK, at);
        face.draw_moving(&mut screen, &*game, &LOOK, at);
    });
}

/// The picture for the window at scale 1, 2 and 3, with and without the look of a CRT monitor.
#[divan::bench(args = [1, 2, 3], consts = [false, true])]
fn picture<const CRT: bool>(bencher: Bencher, scale: usize) {
    let (game, face) = game("othello");
    let mut screen = Screen::default();
    board::draw(&mut screen, face, &*game, &LOOK);
    let mut picture = Picture::default();
    picture.crt = CRT;
    // One more dot prevents a smaller picture that minifb would stretch.
    let window = (640 * scale + 1, 480 * scale + 1);
    bencher.bench_local(|| picture.compose(black_box(&screen), window));
}

fn main() {
    divan::main();
}
