//! Positions of gomoku.

use games::Game as _;
use games::gomoku::position::begins_like_one;
use games::gomoku::{Game, NoGame, Point, Position, Rules};
use games::stone::Stone;

/// A board with the given lines in its upper left corner.
fn board(corner: &str, to_move: Stone) -> Position {
    let mut position = Position::empty(15);
    position.to_move = to_move;
    for (row, line) in corner.split_whitespace().enumerate() {
        for (col, sign) in line.chars().enumerate().filter(|(_, sign)| *sign != '.') {
            let stone = if sign == 'X' { Stone::Black } else { Stone::White };
            position.set(Point::new(row, col), Some(stone));
        }
    }
    position
}

#[test]
fn the_number_of_stones_determines_the_side_to_move() {
    use Stone::{Black, White};
    let too_many = |stone, more| Err(NoGame::TooMany { stone, more });
    for (corner, to_move, expected) in [
        ("", Black, Ok(Black)),
        ("", White, Ok(White)),
        ("XO", White, Ok(White)),
        ("X", White, Ok(Black)),
        ("O", Black, Ok(White)),
        ("X", Black, Err(NoGame::Turn(Black))),
        ("O.X.O", White, Err(NoGame::Turn(White))),
        ("XXO.X", White, too_many(Black, 2)),
        ("OOO.", Black, too_many(White, 3)),
    ] {
        let position = board(corner, to_move);
        let game = position.game(Rules::Freestyle);
        let first = game.as_ref().map(|game| game.setup().first());
        assert_eq!(first, expected.as_ref().copied(), "{corner} {to_move}");
        if let Ok(game) = game {
            assert_eq!(Position::of(&game), position);
        }
    }
}

#[test]
fn a_position_with_a_winning_row_is_not_playable() {
    use Rules::{Freestyle, Renju, Standard};
    for (corner, rules, over) in [
        ("XXXXX OOOO", Freestyle, true),
        ("OOOOO XXXX.X", Freestyle, true),
        ("XXXXXX OOOO.O", Freestyle, true),
        ("XXXXXX OOOO.O", Standard, false),
        ("XXXXXX OOOO.O", Renju, false),
        ("OOOOOO XXXX.XX", Renju, true),
        ("X.... .X... ..X.. ...X. ....X O.OO.O", Freestyle, true),
        ("....X ...X. ..X.. .X... X.... O.OO.O", Freestyle, true),
    ] {
        let game = board(corner, Stone::White).game(rules);
        let found = matches!(game, Err(NoGame::Won(_)));
        assert_eq!(found, over, "{corner} {rules}: {game:?}");
    }
    let last = board("", Stone::White);
    assert!(matches!(last.game(Rules::Renju), Err(NoGame::First(_))));
}

#[test]
fn given_stones_are_in_a_legal_order() {
    // A row of six in which no five may come first.
    let six = board("XXXXXX O.O.O OO", Stone::White).game(Rules::Standard).unwrap();
    let turn = Game::from_record(&six.record()).map(|game| game.t());
    assert_eq!(turn, Ok(12));
}

#[test]
fn drawn_boards_are_read() {
    let mut position = Position::empty(15);
    position.set(Point::new(0, 0), Some(Stone::Black));
    position.set(Point::new(14, 14), Some(Stone::White));
    let plain = position.to_string();
    let wide = plain.replace('.', ". ").replace('X', "X ").replace('O', "O ");
    let lines = plain.lines().take(15).zip(1..);
    let named: String = lines.map(|(line, n)| format!("{n:2} {line}\n")).collect();
    for text in [
        plain.clone(),
        wide,
        plain.replace('.', "-").replace('X', "●"),
        named.clone(),
        format!("   abcdefghijklmno\n{named}"),
    ] {
        assert_eq!(text.parse(), Ok(position.clone()), "{text}");
        assert!(begins_like_one(&text), "{text}");
    }
    let white = plain.replace("black", "white").parse::<Position>().unwrap();
    assert_eq!(white.to_move, Stone::White);
    for (text, why) in
        [(plain.replacen('.', "", 1), "line 1 has 14"), (plain.replace("black", "nobody"), "not 'nobody'")]
    {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
