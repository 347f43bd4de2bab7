//! The training of the gomoku network.

use games::gomoku::Rules;
use lab::gomoku::{GENERATIONS, Generation, Model, Sample, Teacher};

fn positions(seeds: std::ops::Range<u64>) -> Vec<Sample> {
    let generation = Generation { nodes: 60, ..GENERATIONS[0] };
    let model = Model::by_hand(Rules::Freestyle);
    let mut teacher = Teacher::new(Rules::Freestyle, &model, generation);
    seeds.flat_map(|seed| teacher.play(seed)).collect()
}

fn fit(positions: &[Sample]) -> Model {
    Model::by_hand(Rules::Freestyle).fit(positions.iter(), 60, &mut |_| ())
}

#[test]
fn weights_depend_only_on_the_games() {
    let first = positions(0..4);
    assert_eq!(first, positions(0..4));
    assert_eq!(positions(2..4)[..], first[first.len() - positions(2..4).len()..]);
    assert_eq!(fit(&first).bytes(), fit(&first).bytes());
    assert_ne!(fit(&first).bytes(), fit(&positions(4..8)).bytes());
}

#[test]
fn trained_weights_predict_unseen_games() {
    let model = fit(&positions(0..120));
    let unseen = positions(1000..1030);
    let (before, after) =
        (Model::by_hand(Rules::Freestyle).errors(unseen.iter()), model.errors(unseen.iter()));
    assert!(after.result < 0.97, "{after:?}");
    assert!(after.result < before.result, "{after:?}");
    assert!(after.moves < before.moves, "{after:?} was {before:?}");
}
