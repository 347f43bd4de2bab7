//! Winning rows and forbidden points in gomoku.

use crate::common::recorded::{FORBIDDEN, full_board_with_a_last_row};
use crate::common::{read, read_psq};
use games::Game as _;
use games::gomoku::{self, Forbidden, Opening, Point, Refusal, Rules, Setup, record};
use games::records::{Heading, psq};
use games::stone::{Lost, Outcome, Stone};

fn setup(rules: Rules, first: Stone, opening: Opening) -> Setup {
    Setup::new(rules, first, opening).unwrap()
}

fn by(rules: Rules) -> Setup {
    setup(rules, Stone::Black, Opening::Free)
}

/// A game in which a side completes a row with its last stone while the other side's stones are far apart. If
/// renju forbids the last stone, it is missing.
fn row_of(length: usize, side: Stone, setup: Setup) -> gomoku::Game {
    let mut game = gomoku::Game::new(setup);
    let mut own: Vec<Point> = (0..length).map(|col| Point::new(7, 3 + col)).collect();
    own.swap(length / 2, length - 1);
    let mut others = (0..).map(|n| Point::new(1 + n % 2, 2 * (n % 7)));
    let mut own = own.into_iter();
    loop {
        match game.stone_of_turn(game.t()) == side {
            true => match own.next() {
                Some(point) => {
                    if let Err(refusal) = game.drop(point) {
                        assert_eq!(refusal, Refusal::Forbidden(Forbidden::Overline));
                        assert_eq!((setup.rules(), side), (Rules::Renju, Stone::Black));
                        return game;
                    }
                }
                None => return game,
            },
            false if own.len() == 0 => return game,
            false => game.drop(others.next().unwrap()).unwrap(),
        }
    }
}

#[test]
fn five_wins_by_all_rules_and_longer_rows_by_some() {
    use Rules::{Freestyle, Renju, Standard};
    use Stone::{Black, White};
    for (rules, first) in
        [(Freestyle, Black), (Freestyle, White), (Standard, Black), (Standard, White), (Renju, Black)]
    {
        for side in Stone::ALL {
            for (length, wins) in [
                (4, false),
                (5, true),
                (6, rules == Freestyle || (rules, side) == (Renju, White)),
                (9, rules == Freestyle || (rules, side) == (Renju, White)),
            ] {
                let game = row_of(length, side, setup(rules, first, Opening::Free));
                let expected = wins.then_some(Outcome::Won(side));
                assert_eq!(game.outcome(), expected, "{side}, {rules}:\n{game}");
                let marked = game.winning_stones().len();
                assert_eq!(marked, if wins { length } else { 0 }, "{game}");
            }
        }
    }
}

#[test]
fn extending_a_row_of_six_makes_no_five() {
    let mut game = row_of(6, Stone::Black, by(Rules::Standard));
    for record in ["e1", "97", "e3", "a7"] {
        assert_eq!(game.outcome(), None, "{game}");
        let found = game.drop(record::parse_points(record, 15).unwrap()[0]);
        assert_eq!(found, Ok(()));
    }
    assert_eq!(game.outcome(), None, "{game}");
}

#[test]
fn a_game_is_a_draw_when_the_last_point_is_forbidden() {
    let board = full_board_with_a_last_row();
    let game = |rules| gomoku::Game::restored(by(rules), [&board[..224], &[]], [&[], &[]]).unwrap();
    let mut renju = game(Rules::Renju);
    assert_eq!((renju.outcome(), renju.to_move()), (Some(Outcome::Draw), None), "{renju}");
    let overline = Refusal::Forbidden(Forbidden::Overline);
    assert_eq!(renju.drop(board[224]), Err(overline));
    assert_eq!(game(Rules::Standard).to_move(), Some(Stone::Black));
}

#[test]
fn a_game_refuses_forbidden_stones() {
    let at = |row, col| Point::new(row, col);
    let mut game = gomoku::Game::from_record(&format!("renju {FORBIDDEN}")).unwrap();
    let before = game.clone();
    for (point, why) in [
        (at(2, 2), Refusal::Forbidden(Forbidden::DoubleThree)),
        (at(9, 8), Refusal::Forbidden(Forbidden::DoubleFour)),
        (at(14, 10), Refusal::Forbidden(Forbidden::Overline)),
        (at(1, 2), Refusal::Occupied),
    ] {
        assert_eq!(game.drop(point), Err(why));
        assert_eq!(game, before, "a refused stone changes nothing");
    }
    let three = [at(2, 2), at(9, 8), at(14, 10)];
    assert_eq!(game.all_forbidden(), three, "{game}");
    let freestyle = gomoku::Game::from_record(FORBIDDEN).unwrap();
    assert_eq!(freestyle.all_forbidden(), []);
    games::Game::lose(&mut game, Lost::Resigned);
    assert_eq!(game.all_forbidden(), [], "the game is over");
    game = before;
    assert_eq!(game.drop(at(4, 2)), Ok(()));
    assert_eq!(game.all_forbidden(), [], "white may play anywhere");
    assert!(game.undo());
    assert_eq!(game.all_forbidden(), three);
    assert_eq!(game.drop(at(4, 2)), Ok(()));
    assert_eq!(game.forbidden(at(9, 8)), None);
    assert_eq!(game.drop(at(9, 8)), Ok(()));
    let mut won = gomoku::Game::from_record("000110112021303140").unwrap();
    assert_eq!(won.drop(at(7, 7)), Err(Refusal::Over));
    let mut choice = gomoku::Game::new(setup(Rules::Renju, Stone::Black, Opening::Swap2));
    for col in 0..3 {
        assert_eq!(choice.drop(at(0, 5 * col)), Ok(()));
    }
    assert_eq!(choice.drop(at(7, 7)), Err(Refusal::ToDecide));
}

#[test]
fn records_with_forbidden_stones_are_rejected() {
    let record = format!("renju {FORBIDDEN}22");
    let wrong = record::BadRecord::Forbidden(Point::new(2, 2), 31, Forbidden::DoubleThree);
    assert_eq!(gomoku::Game::from_record(&record), Err(wrong.clone()));
    let (setup, all) = record::rules_and_points(&record).unwrap();
    let (pieces, undone) = all.split_at(30);
    let restored = gomoku::Game::restored(setup, [pieces, undone], [&[], &[]]);
    assert_eq!(restored, Err(wrong), "undone stones are checked too");
    let freestyle = gomoku::Game::from_record(&record[6..]).unwrap();
    let psq = psq::text(&freestyle, &Heading::default(), None);
    let wrong = read_psq(&format!("{psq}rules renju\r\n")).unwrap_err();
    let found = wrong.to_string();
    assert_eq!(found, "move 31: 3,3 is forbidden for Black: double three");
}

#[test]
fn records_are_checked_by_their_own_rules() {
    let read = |name: &str, text: &str| read(name, text).unwrap().remove(0);
    // An overline ends a freestyle game.
    let six = record::text(row_of(6, Stone::Black, by(Rules::Standard)).pieces());
    assert!(read("x.txt", &format!("standard {six}e1")).is_ok());
    assert!(read("x.txt", &format!("{six}e1")).is_err());
    let wrong = read("x.txt", &format!("renju {FORBIDDEN}22")).unwrap_err();
    let said = "x.txt, game 1, move 31: 22 is forbidden for Black: double three";
    assert_eq!(wrong.to_string(), said);
    let wrong = read("x.txt", "renju white-first 77").unwrap_err();
    let found = wrong.to_string();
    assert_eq!(found, "x.txt, game 1: Black begins in renju and in swap2");
}
