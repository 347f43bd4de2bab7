//! The games of Othello that are learned from.

use lab::othello::{Model, Teacher, generations};
use mind::engine::othello::Board;
use rand::SeedableRng;
use rand::rngs::StdRng;

#[test]
fn a_game_to_learn_from_is_legal_and_its_end_exactly_valued() {
    for generation in &generations(1)[..2] {
        let mut teacher = Teacher::new(Model::zero().evaluation(), *generation);
        for seed in 0..20 {
            let samples = teacher.play(&mut StdRng::seed_from_u64(seed));
            let last = samples
                .last()
                .expect("chance plays on to the end in none of these games");
            let end = Board::cells(last.board.moves()).map(|cell| last.board.play(cell).unwrap());
            let scores = end
                .filter(|board| board.is_over())
                .map(|board| -board.score() as f32);
            let score = scores
                .reduce(f32::max)
                .expect("the game ends with this move");
            assert!((score - last.score).abs() < 0.001, "{last:?}");
            for pair in samples.windows(2) {
                let [before, after] = [pair[0].board, pair[1].board];
                let reached = match before.moves() {
                    0 => before.pass() == after,
                    moves => Board::cells(moves).any(|cell| before.play(cell) == Some(after)),
                };
                assert!(reached, "{before:?} {after:?}");
                if pair[0].is_exact() && before.moves() != 0 {
                    assert!((pair[0].score + pair[1].score).abs() < 0.001, "{pair:?}");
                }
            }
        }
    }
}
