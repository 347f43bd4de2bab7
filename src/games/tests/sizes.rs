//! Gomoku on boards other than 15 x 15; the Gomocup uses 20 x 20.

use crate::common::data::rows;
use crate::common::recorded::gomoku_of;
use crate::common::{message, read_only, read_psq};
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::record::{BadRecord, of_freestyle};
use games::gomoku::{Game, Point, Position, Rules, SIZES};
use games::records::{Assumptions, Recorded, position_in, text_for};
use games::stone::{Outcome, Stone};

/// Reads the only game of a file, or its error message.
fn read(name: &str, text: &str) -> Result<Recorded, String> {
    read_only(name, text, Assumptions::default()).map_err(|problem| problem.to_string())
}

#[test]
fn judges_find_every_five_on_every_board() {
    for size in SIZES {
        for step in [1, size - 1, size, size + 1] {
            for first in 0..size * size - 4 * step {
                let point = |n| Point::of_number(first + n * step, size);
                let black: Vec<Point> = (0..5).map(point).collect();
                // Numbers that continue in the next column are not a row.
                let is_row = black.windows(2).all(|pair| {
                    let (a, b) = (pair[0], pair[1]);
                    a.row().abs_diff(b.row()) <= 1 && a.col().abs_diff(b.col()) <= 1
                });
                let expected = is_row.then_some(Outcome::Won(Stone::Black));
                // These stones cannot make five in a row.
                let white = Point::all(size).filter(|point| !black.contains(point)).step_by(3);
                let white: Vec<Point> = white.take(4).collect();
                for last in 0..5 {
                    let mut pieces = black.clone();
                    pieces.swap(4, last);
                    (0..4).for_each(|n| pieces.insert(2 * n + 1, white[n]));
                    for algorithm in Algorithm::ALL {
                        let judged = judge(algorithm, size, &pieces);
                        assert_eq!(judged, expected, "{size}: {black:?}");
                    }
                }
            }
        }
    }
}

/// Records with invalid boards or points, and their error messages.
const NO_RECORDS: &str = "
21x21 00 => a board of 21x21 is not played: boards are square, with 5 to 20 points in a row
4x4 00 => a board of 4x4 is not played
20x19 00 => a board of 20x19 is not played
99999999999999999999x9 00 => is not played
20x20 0k => character 2 of the record is 'k', but the digits are 0 to 9 and a to j
9x9 09 => character 2 of the record is '9', but the digits are 0 to 8
0f => character 2 of the record is 'f', but the digits are 0 to 9 and a to e
";

#[test]
fn records_name_unusual_board_sizes() {
    for record in ["20x20 00jjaa", "20x20 renju aa", "16x16 standard white-first ff0f", "5x5 40", "77"] {
        assert_eq!(Game::from_record(record).unwrap().record(), record);
        let drawn = read("x.txt", record).unwrap().game.to_string();
        let size = Game::from_record(record).unwrap().size();
        assert_eq!(drawn.lines().count(), size + 3);
    }
    assert_eq!(Game::from_record("20x20 JJ").unwrap().record(), "20x20 jj");
    for [record, why] in rows(NO_RECORDS) {
        let said = Game::from_record(&record).unwrap_err().to_string();
        assert!(said.contains(&why), "{record}: {said}");
    }
    assert_eq!(of_freestyle("20x20 jj"), Ok((20, vec![Point::new(19, 19)])));
    assert_eq!(of_freestyle("renju 77"), Err(BadRecord::Digit('r', 1, 15)));
}

#[test]
fn psq_and_sgf_files_name_the_board_size() {
    let at =
        |size: usize, x: usize, y: usize| format!("Piskvorky {size}x{size}, 11:11, 0\n{x},{y},0\na\nb\n-1\n");
    for size in SIZES {
        let game = gomoku_of(read_psq(&at(size, size, 1)).unwrap().game);
        assert_eq!(game.size(), size);
        assert_eq!(game.pieces(), &[Point::new(0, size - 1)][..]);
        let outside = read_psq(&at(size, size + 1, 1)).unwrap_err().to_string();
        assert_eq!(outside, format!("move 1: {},1 is not a move", size + 1));
        let column = char::from(b'a' + size as u8 - 1);
        let sgf = format!("(;GM[4]SZ[{size}];B[{column}a])");
        assert_eq!(gomoku_of(read("x.sgf", &sgf).unwrap().game), game);
    }
    let two = "(;GM[4]SZ[20:20]RU[1];B[t20];W[a1])";
    let record = gomoku_of(read("x.sgf", two).unwrap().game).record();
    assert_eq!(record, "20x20 standard j00j");
    for size in ["21", "4", "20:19", "20:", "x", "-5"] {
        let said = read("x.sgf", &format!("(;GM[4]SZ[{size}];B[aa])")).unwrap_err();
        assert_eq!(said, format!("a board of size {size} is not supported"));
    }
}

#[test]
fn rows_are_counted_from_the_bottom_of_each_board() {
    let game = gomoku_of(read("x.txt", "20x20 standard t1a20k10").unwrap().game);
    assert_eq!(game.record(), "20x20 standard jj00aa");
    let recorded = Recorded::new(Box::new(game), Default::default());
    let text = text_for("x.moves".as_ref(), &recorded).unwrap();
    assert_eq!(text, "20x20 standard t1a20k10\n");
    let expected = "PGN cannot say by which rules or on which board gomoku was played";
    assert_eq!(message(text_for("x.pgn".as_ref(), &recorded)), expected);
    let words = "u1 is not a move";
    assert!(read("x.txt", "20x20 u1").unwrap_err().contains(words));
}

#[test]
fn the_lines_of_a_drawn_board_give_its_size() {
    for size in SIZES {
        let mut position = Position::empty(size);
        position.set(Point::new(size - 1, 0), Some(Stone::Black));
        position.set(Point::new(0, size - 1), Some(Stone::White));
        let text = position.to_string();
        assert_eq!(text.parse(), Ok(position.clone()), "{text}");
        if size > 8 {
            let found = position_in(&text).unwrap();
            assert_eq!((found.size(), found.text()), (size, text.clone()));
        }
        let game = position.game(Rules::Standard).unwrap();
        assert_eq!(Position::of(&game), position);
        let cut = text.lines().skip(1).collect::<Vec<_>>().join("\n");
        let expected = match size {
            5 => "5 to 20 lines, but this one has 4".to_string(),
            size => format!("{} points in each, but line 1 has {size}", size - 1),
        };
        assert!(message(cut.parse::<Position>()).ends_with(&expected));
    }
}

#[test]
fn assumed_rules_apply_to_records_without_rules() {
    let six = "1,1,0\n1,3,0\n2,1,0\n2,3,0\n3,1,0\n3,3,0\n5,1,0\n5,3,0\n6,1,0\n7,3,0\n4,1,0\n9,9,0\n";
    let psq = format!("Piskvorky 20x20, 11:11, 0\n{six}a\nb\n-1\n");
    let by = |rules: Rules, name: &str, text: &str| {
        let recorded = read_only(name, text, Assumptions { rules, game: None });
        recorded.map(|recorded| gomoku_of(recorded.game).setup().rules())
    };
    let said = message(by(Rules::Freestyle, "x.psq", &psq));
    assert_eq!(said, "move 12: 9,9 comes after the end of the game");
    let named = format!("{psq}0,Standard1\n");
    for (rules, name, text, by_rules) in [
        (Rules::Standard, "x.psq", &*psq, Rules::Standard),
        // The file's own rules take precedence.
        (Rules::Renju, "x.psq", &named, Rules::Standard),
        (Rules::Renju, "x", "freestyle 77", Rules::Freestyle),
        (Rules::Renju, "x", "77", Rules::Renju),
        (Rules::Renju, "x", "h8", Rules::Renju),
        (Rules::Renju, "x", "1. h8 i9", Rules::Renju),
        (Rules::Renju, "x", "(;GM[4];B[hh])", Rules::Renju),
    ] {
        assert_eq!(by(rules, name, text), Ok(by_rules), "{text}");
    }
}
