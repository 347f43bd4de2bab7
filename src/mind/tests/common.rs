//! Helpers that several of these tests share.

#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/recorded.rs"]
pub mod recorded;

use std::collections::HashMap;

use games::stone::Stone;
use mind::engine::gomoku as engine;
use mind::engine::othello::Board;
use mind::learner::position::Set;
use mind::learner::{Effort, Event, LearnerOf, Moves, Position as _, Role, Skill};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// The positions of random games of Othello, without end.
pub fn random_positions(seed: u64) -> impl Iterator<Item = Board> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut board = Board::START;
    std::iter::from_fn(move || {
        let position = board;
        let moves: Vec<_> = Board::cells(board.moves()).collect();
        board = match moves.choose(&mut random) {
            Some(cell) => board.play(*cell).unwrap(),
            None if board.is_over() => Board::START,
            None => board.pass(),
        };
        Some(position)
    })
}

/// The engine's board with the stones of a picture and black to move. The picture has rows of `.XO` from the
/// top left; a number stands for so many empty rows.
pub fn gomoku_board(rules: engine::Rules, picture: &str) -> engine::Board {
    let mut board = engine::Board::new(15, rules);
    let mut row = 0;
    for line in picture.split_whitespace() {
        if let Ok(empty) = line.parse::<usize>() {
            row += empty;
            continue;
        }
        for (col, letter) in line.chars().enumerate() {
            let point = engine::Coord::new(row, col);
            match letter {
                'X' => board.put(Stone::Black, point),
                'O' => board.put(Stone::White, point),
                _ => {}
            }
        }
        row += 1;
    }
    board
}

/// The learner plays a game against an opponent and learns from it. Returns the moves, and the result for the
/// learner.
pub fn play_and_learn<S: Skill>(
    learner: &mut LearnerOf<S>,
    opponent: &mut dyn FnMut(S::Position) -> u8,
    role: Role,
    seed: u64,
) -> (Moves, i32) {
    let effort = Effort::TRAINING;
    let (mut position, mut side, mut squares) = (S::Position::START, 1, Vec::new());
    while position.moves() != Set::EMPTY {
        let square = match role.plays(side) {
            true => learner.choose(position, effort, seed + squares.len() as u64, &|| false).unwrap(),
            false => opponent(position),
        };
        let (after, other) = position.next(square).expect("the move is legal");
        squares.push(square);
        (position, side) = (after, if other { -side } else { side });
    }
    let moves = Moves::from_squares(squares);
    let studied = learner.study(moves.clone(), role, false, effort, seed, &|| false);
    learner.apply(&Event::Game(studied.expect("the game is over")));
    (moves, i32::from(*learner.history().recent.back().unwrap()))
}

/// Plays games from one seed after the other, and asserts that the learner does not lose one twice. Returns
/// the results.
pub fn play_games<S: Skill>(
    learner: &mut LearnerOf<S>,
    opponent: &mut dyn FnMut(S::Position) -> u8,
    role: Role,
    games: u64,
) -> Vec<i32> {
    let mut lost = HashMap::new();
    let mut play = |n| {
        let (moves, result) = play_and_learn(learner, opponent, role, 1000 * n);
        if result < 0 {
            let line = S::Position::line(&moves).unwrap();
            let turns = line.turns.iter();
            let game: Vec<_> =
                turns.map(|turn| turn.board.canonical()).chain([line.end.canonical()]).collect();
            let before = lost.insert(game, n);
            assert_eq!(before, None, "game {n} as {role:?} was lost before: {moves:?}");
        }
        result
    };
    (0..games).map(&mut play).collect()
}
