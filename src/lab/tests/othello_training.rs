//! The training of the Othello evaluation.

use lab::othello::{Data, Model, Sample, Teacher, generations, least_squares};
use mind::engine::othello::evaluation::DISC;
use mind::engine::othello::{Board, Evaluation, PLACEMENTS};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

#[test]
fn training_games_are_legal_with_exact_endings() {
    for generation in &generations(1)[..2] {
        let mut teacher = Teacher::new(Model::zero().evaluation(), *generation);
        for seed in 0..20 {
            let samples = teacher.play(&mut StdRng::seed_from_u64(seed));
            let last = samples.last().expect("chance plays on to the end in none of these games");
            let end = Board::cells(last.board.moves()).map(|cell| last.board.play(cell).unwrap());
            let scores = end.filter(|board| board.is_over()).map(|board| -board.score() as f32);
            let score = scores.reduce(f32::max).expect("the game ends with this move");
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

#[test]
fn fitted_models_generalize() {
    // The player's discs on the main diagonals minus the opponent's, which the patterns can express exactly.
    let value = |board: Board| {
        let on = |stones: u64| (stones & 0x8142_2418_1824_4281).count_ones() as f32;
        2.0 * (on(board.own) - on(board.opponent))
    };
    let random = &mut StdRng::seed_from_u64(6);
    let mut samples = |count: usize| -> Vec<Sample> {
        let boards = (0..count).map(|_| {
            let occupied = random.random::<u64>() & random.random::<u64>();
            let own = occupied & random.random::<u64>();
            Board { own, opponent: occupied & !own }
        });
        let samples = boards.map(|board| Sample { board, score: value(board) });
        samples.collect()
    };
    let model = Model::fit(samples(20_000).iter(), 30, &mut |_| ());
    let evaluation = model.evaluation();
    let unseen = samples(5_000);
    let mean = |error: &dyn Fn(&Sample) -> f32| unseen.iter().map(error).sum::<f32>() / 5_000.0;
    let of_nothing = mean(&|sample| sample.score.abs());
    let of_the_model =
        mean(&|sample| (evaluation.evaluate(sample.board) as f32 / DISC as f32 - sample.score).abs());
    assert!(of_the_model < of_nothing / 3.0, "{of_the_model} discs of {of_nothing}");
    assert!(Evaluation::read(&model.bytes()).is_ok());
}

#[test]
fn a_weight_that_no_position_has_stays_as_in_the_stage_before() {
    let row = [0; PLACEMENTS + 1];
    let data = Data { rows: vec![row; 1000], scores: vec![10.0; 1000] };
    let found = least_squares(&data, &[0.0, 3.5], vec![0.0, 3.5], 16);
    assert_eq!(found[1], 3.5);
    assert!((found[0] * row.len() as f32 - 10.0).abs() < 0.1, "{found:?}");
}
