//! Positions set up by hand.

use games::Game;
use games::othello;
use games::set_up::SetUp;
use games::stone::Stone;

use crate::common::message;

#[test]
fn an_othello_position_needs_a_legal_move() {
    let mut set_up = SetUp::default();
    assert!(set_up.game().is_ok());
    set_up.clear();
    let over = "nobody can move here: the game is over";
    assert_eq!(message(set_up.game()), over);
    set_up.put((0, 0), Some(Stone::Black));
    set_up.put((0, 1), Some(Stone::White));
    set_up.change_turn();
    // White has no move, so black begins.
    let game = set_up.game().unwrap();
    assert_eq!(game.to_move(), Some(Stone::Black));
    assert_eq!(game.moves(), [(0, 2)]);
    assert!(game.is_set_up());
}

#[test]
fn errors_in_a_gomoku_position_say_how_to_fix_them() {
    let mut set_up = SetUp::default().other_game();
    set_up.put((7, 7), Some(Stone::Black));
    let expected = "Black has one stone more, so White is to move; T changes that";
    assert_eq!(message(set_up.game()), expected);
    set_up.change_turn();
    let game = set_up.game().unwrap();
    assert_eq!((game.t(), game.to_move()), (2, Some(Stone::White)));
    set_up.put((7, 7), Some(Stone::White));
    set_up.change_turn();
    set_up.change_rules();
    let rules = set_up.rules();
    assert!(set_up.game().is_ok(), "white may begin by {rules}");
    set_up.change_rules();
    let expected = "Black begins in renju and in swap2; T changes that";
    assert_eq!(message(set_up.game()), expected);
}

#[test]
fn a_position_can_be_taken_from_a_game() {
    let mut game: Box<dyn Game> = Box::new(othello::Game::new(othello::Rules::Standard));
    game.play((2, 3));
    let set_up = SetUp::of(&*game).unwrap();
    let found = [Stone::Black, Stone::White].map(|stone| set_up.count(stone));
    assert_eq!(found, [4, 1]);
    assert_eq!(set_up.to_move(), Stone::White);
    assert_eq!(set_up.game().unwrap().moves(), game.moves());
}
