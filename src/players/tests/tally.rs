//! The results against the computer.

use players::tally::{GameResult, LAST, Tally};

#[test]
fn ten_games_are_remembered_and_all_are_counted() {
    let mut tally = Tally::default();
    for n in 0..15 {
        let ended = if n < 12 { GameResult::Lost } else { GameResult::Won };
        tally.add("gomoku", "nboard: an engine", ended);
    }
    let record = tally.of("gomoku", "nboard: an engine").unwrap();
    assert_eq!((record.games(), record.counts), (15, [3, 0, 12]));
    assert_eq!(record.last.len(), LAST);
    assert_eq!(record.in_a_row(3), Some(GameResult::Won));
    assert_eq!(record.in_a_row(4), None);
    assert_eq!(record.in_a_row(11), None, "so many are not remembered");
    assert_eq!(Tally::from_text(&tally.to_text()), tally);
}

#[test]
fn lines_that_make_no_sense_are_left_out() {
    let text = "othello 1 0 0 w 3-pupil\nothello 1 0\nothello x 0 0 w 1\ngomoku 0 0 1 q 1\nrating gomoku 1 x\nrating othello 99999\n";
    let tally = Tally::from_text(text);
    assert_eq!((tally.records.len(), tally.ratings.len()), (1, 0));
}

#[test]
fn ratings_rise_and_fall_with_the_levels_that_are_beaten() {
    let mut tally = Tally::default();
    for _ in 0..100 {
        tally.add("othello", "4-club", GameResult::Won);
        tally.add("othello", "6-master", GameResult::Lost);
    }
    let ratings = &tally.ratings["othello"];
    let last = ratings.last().unwrap();
    assert!((450..550).contains(last), "between the two: {ratings:?}");
    assert!(ratings.len() < 100, "old ones are forgotten");
    let before = tally.ratings.clone();
    tally.add("othello", "4-club with help", GameResult::Won);
    tally.add("othello", "learner", GameResult::Won);
    assert_eq!(tally.ratings, before);
    assert_eq!(Tally::from_text(&tally.to_text()), tally);
}
