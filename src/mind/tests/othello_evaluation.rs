//! The evaluation of the Othello engine, and its weights.

use crate::common::data::{data, shared};
use crate::common::recorded::othello_of;
use std::path::Path;

use games::othello::Ply;
use games::othello::rules::Map;
use games::records::wthor;
use games::stone::Stone;
use mind::engine::othello::{Board, Evaluation, evaluation::DISC};
use mind::engine::packed::BadFile;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// The positions of games that chance plays.
fn positions(games: usize, random: &mut impl Rng) -> Vec<Board> {
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut board = Board::START;
        while !board.is_over() {
            positions.push(board);
            let moves: Vec<_> = Board::cells(board.moves()).collect();
            board = match moves.choose(random) {
                Some(cell) => board.play(*cell).unwrap(),
                None => board.pass(),
            };
        }
    }
    positions
}

/// The position of each game of a `.wtb` file from which the file knows the perfect result, and this result in discs.
fn solved_positions(file: &Path) -> Vec<(Board, f32)> {
    let bytes = std::fs::read(file).unwrap();
    let games = wthor::read(&bytes, &Default::default()).unwrap();
    let scores = wthor::theoretical(&bytes).unwrap();
    let mut samples = Vec::new();
    for (game, theoretical) in games.into_iter().zip(scores) {
        let theoretical = theoretical.unwrap();
        let game = othello_of(game.unwrap().game);
        let (mut board, mut stone) = (Board::START, Stone::Black);
        let mut plies = game.plies().iter();
        while board.empties() > theoretical.empties || board.moves() == 0 {
            board = match plies.next() {
                Some(Ply::Drop(cell)) => board.play(*cell).unwrap(),
                Some(Ply::Pass) => board.pass(),
                None => break,
            };
            stone = stone.other();
        }
        if board.empties() == theoretical.empties {
            let black = 2.0 * f32::from(theoretical.black) - 64.0;
            let score = match stone {
                Stone::Black => black,
                Stone::White => -black,
            };
            samples.push((board, score));
        }
    }
    samples
}

#[test]
fn a_position_is_worth_the_same_turned_and_mirrored() {
    let evaluation = Evaluation::default();
    for board in positions(200, &mut StdRng::seed_from_u64(1)) {
        let value = evaluation.evaluate(board);
        for other in board.symmetries() {
            assert_eq!(evaluation.evaluate(other), value, "{board:?} and {other:?}");
        }
    }
}

#[test]
fn with_colours_exchanged_the_value_for_black_is_that_for_white() {
    let evaluation = Evaluation::default();
    let for_black = |map: &Map, to_move: Stone| match to_move {
        Stone::Black => evaluation.evaluate(Board::new(map, to_move)),
        Stone::White => -evaluation.evaluate(Board::new(map, to_move)),
    };
    for board in positions(50, &mut StdRng::seed_from_u64(2)) {
        let map = board.map(Stone::Black);
        let exchanged = board.map(Stone::White);
        let found = for_black(&exchanged, Stone::White);
        assert_eq!(found, -for_black(&map, Stone::Black), "{map:?}");
    }
}

#[test]
fn values_stay_between_the_worst_and_the_best_score() {
    let evaluation = Evaluation::default();
    for board in positions(200, &mut StdRng::seed_from_u64(3)) {
        let value = evaluation.evaluate(board);
        let possible = -64 * DISC..=64 * DISC;
        assert!(possible.contains(&value), "{value} of {board:?}");
    }
    let won = Board {
        own: 1 << 20,
        opponent: 0,
    };
    assert_eq!(evaluation.evaluate(won), 64 * DISC);
    assert_eq!(evaluation.evaluate(won.pass()), -64 * DISC);
}

#[test]
fn the_programs_weights_are_small_and_undamaged() {
    let bytes = include_bytes!("../../../src/mind/engine/othello/weights.bin");
    assert!(bytes.len() < 3_000_000, "{} bytes", bytes.len());
    assert!(Evaluation::read(bytes).is_ok());
    let mut bad = bytes.to_vec();
    let middle = bad.len() / 2;
    bad[middle] ^= 1;
    assert_eq!(Evaluation::read(&bad).err(), Some(BadFile::Damaged));
    let other = Some(BadFile::Other("weights for Othello"));
    assert_eq!(Evaluation::read(b"weights").err(), other);
    let newer = BadFile::Version { found: 9, read: 1 };
    let text = "the file has version 9, but this program reads version 1";
    assert_eq!(newer.to_string(), text);
}

#[test]
fn the_evaluation_comes_near_the_perfect_result_of_tournament_games() {
    let mean = |samples: &[(Board, f32)]| {
        let evaluation = Evaluation::default();
        let error = |(board, score): &(Board, f32)| {
            (evaluation.evaluate(*board) as f32 / DISC as f32 - score).abs()
        };
        samples.iter().map(error).sum::<f32>() / samples.len() as f32
    };
    let championship = solved_positions(&data("wc10.wtb"));
    assert_eq!(championship.len(), 10);
    let of_championship = mean(&championship);
    assert!(of_championship < CHAMPIONSHIP, "{of_championship}");
    let Some(year) = shared("othello/WTH_2004.wtb") else {
        return;
    };
    let samples = solved_positions(&year);
    assert_eq!(samples.len(), 9113);
    assert!(mean(&samples) < A_YEAR, "{}", mean(&samples));
}

/// More than the mean error on the ten games, in discs.
const CHAMPIONSHIP: f32 = 7.5;

/// More than the mean error on a year of games, in discs.
const A_YEAR: f32 = 6.0;
