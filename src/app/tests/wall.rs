//! The wall with the boards of a room.

use crate::common::pictures::assert_golden;
use games::set_up::SetUp;
use games::stone::Stone;
use games::{Game, gomoku, othello};
use screen::theme::THEMES;
use screen::wall::{Board, draw};
use turbo::dos::Screen;

#[test]
fn a_wall_has_room_for_a_class() {
    let mut boards = Vec::new();
    for n in 0..30 {
        let mut game: Box<dyn Game> = match n % 2 {
            0 => Box::new(othello::Game::new(othello::Rules::Standard)),
            _ => Box::new(gomoku::Game::default()),
        };
        for turn in 0..n {
            let moves = game.moves();
            game.play(moves[moves.len() * (turn % 7) / 7]);
        }
        boards.push(Board {
            position: SetUp::of(&*game).unwrap(),
            players: [if n % 5 == 4 { "Anna Magdalena" } else { "Anna" }, "王小明"].map(String::from),
            to_move: game.player_to_move(),
            winner: Some(Stone::White),
        });
    }
    let mut screen = Screen::default();
    draw(&mut screen, &THEMES[0], "The room", &boards[..6]);
    assert_golden("wall", &screen);
    draw(&mut screen, &THEMES[0], "The room", &boards);
    assert_golden("wall-class", &screen);
}
