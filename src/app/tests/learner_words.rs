//! What the learner says of its last game.

use screen::learner::gomoku_in_words;
use mind::learner::gomoku::point;
use mind::learner::{Last, Moves, Role};

#[test]
fn of_a_lost_game_of_gomoku_it_says_where_it_was_lost_and_what_comes_next_time() {
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
