//! The learner's description of its last game.

use mind::learner::gomoku::point;
use mind::learner::{Last, Moves, Role};
use screen::learner::gomoku_in_words;

#[test]
fn names_the_losing_move_of_gomoku_and_the_next_try() {
    let last = Last {
        moves: Moves::from_squares(vec![112, 113, 127]),
        role: Role::White,
        result: 64,
        new_positions: 3,
        next_time: Some((1, 97)),
    };
    let [lost_with, next] = [113, 97].map(|number| point(number).unwrap().name(15));
    let expected = format!(
        "The last game: as White it lost; 3 new positions. It lost with move 2, {lost_with}; next time it will play {next}."
    );
    assert_eq!(gomoku_in_words(&last), expected);
}
