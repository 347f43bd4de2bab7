//! Training: the engine plays games against itself, and the weights are fitted to what their positions were worth and to the moves that
//! were found best. A generation plays with the weights of the one before.
//!
//! The same rules, seed and sizes give the same weights, bit for bit: each game has its own random numbers, and all sums are made in one
//! order.

mod fit;
mod games;
mod sample;

pub use fit::{Errors, Model};
pub use games::{GENERATIONS, Generation, Teacher};
pub use sample::Sample;

#[cfg(test)]
mod tests {
    use super::*;
    use ::games::gomoku::Rules;

    fn positions(seeds: std::ops::Range<u64>) -> Vec<Sample> {
        let generation = Generation {
            nodes: 60,
            ..GENERATIONS[0]
        };
        let model = Model::by_hand(Rules::Freestyle);
        let mut teacher = Teacher::new(Rules::Freestyle, &model, generation);
        seeds.flat_map(|seed| teacher.play(seed)).collect()
    }

    fn fit(positions: &[Sample]) -> Model {
        Model::by_hand(Rules::Freestyle).fit(positions.iter(), 60, &mut |_| ())
    }

    #[test]
    fn the_same_games_give_the_same_weights_and_others_give_others() {
        let first = positions(0..4);
        assert_eq!(first, positions(0..4));
        assert_eq!(
            positions(2..4)[..],
            first[first.len() - positions(2..4).len()..]
        );
        assert_eq!(fit(&first).bytes(), fit(&first).bytes());
        assert_ne!(fit(&first).bytes(), fit(&positions(4..8)).bytes());
    }

    #[test]
    fn what_was_learned_foretells_games_that_were_not_seen() {
        let model = fit(&positions(0..120));
        let unseen = positions(1000..1030);
        let (before, after) = (
            Model::by_hand(Rules::Freestyle).errors(unseen.iter()),
            model.errors(unseen.iter()),
        );
        assert!(
            after.result < 0.97 && after.result < before.result,
            "{after:?}"
        );
        assert!(after.moves < before.moves, "{after:?} was {before:?}");
    }
}
