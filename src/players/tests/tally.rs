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
    let text = "othello 1 0 0 w 3-pupil\nothello 1 0\nothello x 0 0 w 1\ngomoku 0 0 1 q 1\n\n";
    assert_eq!(Tally::from_text(text).records().len(), 1);
}
