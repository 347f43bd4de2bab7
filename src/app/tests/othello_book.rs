//! The opening book of the strong Othello levels.

use std::collections::HashSet;

use games::othello;
use players::level::Level;
use players::{Engines, Move, Player, Seats, Thinking};

/// The first cells that a level plays against itself.
fn opening(level: &str, seed: u64, plies: usize) -> String {
    let player = Player::Level(Level::find(level).unwrap());
    let seats = Seats { black: player.clone(), white: player, seed, ..Seats::default() };
    let mut engines = Engines::default();
    let mut game = othello::Game::new(othello::Rules::Standard);
    let mut line = String::new();
    for _ in 0..plies {
        let thinking = Thinking::start(&players::Othello, &seats, &game, false, &mut engines).unwrap();
        let told = &mut |_| ();
        match thinking.answer(&mut engines, told) {
            Some(Ok(Some(Move::Drop((row, col))))) => {
                let cell = othello::Cell { row, col };
                line += &cell.to_string();
                game.drop(cell);
            }
            other => panic!("{other:?}\n{}", game.map()),
        }
    }
    line
}

#[test]
fn strong_levels_vary_their_openings_by_seed() {
    let openings: HashSet<String> = (1..=20).map(|seed| opening("12", seed, 10)).collect();
    assert!(openings.len() >= 16, "{openings:?}");
    assert_eq!(opening("12", 7, 8), opening("12", 7, 8));
}
