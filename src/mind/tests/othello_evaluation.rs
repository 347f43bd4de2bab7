//! The evaluation of the Othello engine, and its weights.

use crate::common::data::{data, shared};
use crate::common::random_positions;
use crate::common::recorded::othello_of;
use std::path::Path;

use chacha20::ChaCha12Rng;
use games::othello::Ply;
use games::records::wthor;
use games::stone::Stone;
use mind::engine::othello::pattern::{ALL_PLACEMENTS, PatternIndices, SET};
use mind::engine::othello::{Board, Evaluation, evaluation::DISC};
use mind::engine::packed::BadFile;
use rand::{RngExt, SeedableRng};

/// The positions of a `.wtb` file with a known score after perfect play, and these scores in discs.
fn solved_positions(file: &Path) -> Vec<(Board, f32)> {
    let bytes = std::fs::read(file).unwrap();
    let games = wthor::read(&bytes, &Default::default()).unwrap();
    // The score after perfect play follows six bytes of names and the final score.
    let (empties, scores) = (u32::from(bytes[14]), bytes[16..].chunks(68).map(|game| game[7]));
    let mut samples = Vec::new();
    for (game, theoretical) in games.into_iter().zip(scores) {
        let game = othello_of(game.unwrap().game);
        let (mut board, mut stone) = (Board::START, Stone::Black);
        let mut plies = game.plies().iter();
        while board.empties() > empties || board.moves() == 0 {
            board = match plies.next() {
                Some(Ply::Drop(cell)) => board.play(*cell).unwrap(),
                Some(Ply::Pass) => board.pass(),
                None => break,
            };
            stone = stone.other();
        }
        if board.empties() == empties {
            let black = 2.0 * f32::from(theoretical) - 64.0;
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
fn symmetric_positions_have_the_same_value() {
    let evaluation = Evaluation::default();
    for board in random_positions(1).take(12_000) {
        let value = evaluation.evaluate(board);
        for other in board.symmetries() {
            assert_eq!(evaluation.evaluate(other), value, "{board:?} and {other:?}");
        }
    }
}

#[test]
fn values_are_possible_scores() {
    let evaluation = Evaluation::default();
    for board in random_positions(3).take(12_000) {
        let value = evaluation.evaluate(board);
        let possible = -64 * DISC..=64 * DISC;
        assert!(possible.contains(&value), "{value} of {board:?}");
    }
    let won = Board { own: 1 << 20, opponent: 0 };
    assert_eq!(evaluation.evaluate(won), 64 * DISC);
    assert_eq!(evaluation.evaluate(won.pass()), -64 * DISC);
}

#[test]
fn the_bundled_weights_are_small_and_valid() {
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
fn the_evaluation_is_close_to_perfect_scores_of_tournament_positions() {
    let mean = |samples: &[(Board, f32)]| {
        let evaluation = Evaluation::bundled();
        let error =
            |(board, score): &(Board, f32)| (evaluation.evaluate(*board) as f32 / DISC as f32 - score).abs();
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

/// The maximum mean error on the ten games, in discs.
const CHAMPIONSHIP: f32 = 7.5;

/// The maximum mean error on a year of games, in discs.
const A_YEAR: f32 = 6.0;

fn digit(board: Board, square: u8) -> usize {
    1 + (board.own >> square & 1) as usize - (board.opponent >> square & 1) as usize
}

#[test]
fn indices_equal_those_read_cell_by_cell() {
    let random = &mut ChaCha12Rng::seed_from_u64(3);
    for _ in 0..10_000 {
        let occupied = random.random::<u64>() | random.random::<u64>();
        let own = occupied & random.random::<u64>();
        let opponent = occupied & !own;
        let board = Board { own, opponent };
        let PatternIndices(numbers) = PatternIndices::new(board);
        for (place, number) in ALL_PLACEMENTS.iter().zip(numbers.0) {
            let squares = &place.squares[..SET[place.kind].size];
            let digits = squares.iter().rev();
            let expected = digits.fold(0, |number, square| 3 * number + digit(board, *square));
            assert_eq!(usize::from(number), expected, "{squares:?} of {board:?}");
        }
    }
}
