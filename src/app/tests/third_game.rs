//! A third game at the board, which no file of the program names.

use crate::common::at_the_board::{At, game_loop, seats, still};
use crate::common::pictures::assert_golden;
use crate::common::recorded::AnyGame;
use crate::tic_tac_toe::{GAMES, TicTacToe};
use app::play::menu;
use app::play::profile::{Profile, game_from_text, game_to_text};
use games::stone::{Outcome, Stone};
use players::level::Level;
use store::Store;
use turbo::dos::Screen;

/// Plays by keys at the board. Returns the game and the last frame.
fn play(at: &mut At, profile: &mut Profile, keys: &str) -> (AnyGame, Screen) {
    let mut game: AnyGame = Box::<TicTacToe>::default();
    let (_, last) = at.press_keeping(keys, profile, |session| {
        session.games = &GAMES;
        game_loop(session, &mut game)
    });
    (game, last)
}

/// Five drops: Black fills the first row, White starts the second.
const ROW: &str = "a 1 Enter a 2 Enter b 1 Enter b 2 Enter c 1 Enter";

#[test]
fn the_game_loop_plays_a_third_game() {
    let (game, screen) = play(&mut still(), &mut Profile::in_memory(), ROW);
    assert_eq!(game.outcome(), Some(Outcome::Won(Stone::Black)), "\n{game}");
    assert_eq!(game.to_string(), "XXX\nOO.\n...");
    assert_golden("third-game-end", &screen);
}

#[test]
fn undo_redo_and_refusal_work() {
    let profile = &mut Profile::in_memory();
    let (game, ..) = play(&mut still(), profile, &format!("{ROW} Backspace*3 Ctrl+U"));
    let found = game.to_string();
    assert_eq!(found, "XX.\nO..\n...", "after three back and one forth");
    let (game, ..) = play(&mut still(), profile, "Down Enter*3");
    assert_eq!(game.t(), 2, "\n{game}");
}

#[test]
fn the_random_player_plays_it() {
    for seed in 0..20 {
        let mut at = still().seated(seats("random", "random", seed));
        let (game, ..) = play(&mut at, &mut Profile::in_memory(), "Esc");
        assert!(game.outcome().is_some(), "\n{game}");
    }
    let keys = format!("F1 Esc F5 F6 F7 F8 n F9 h s n Tab Tab F2 Esc F10 Right Esc F12 Right*4 F4 Esc {ROW}");
    let (game, ..) = play(&mut still(), &mut Profile::in_memory(), &keys);
    assert!(game.outcome().is_some(), "\n{game}");
}

#[test]
fn a_level_plays_it_and_punishes_a_mistake() {
    let level = Level::DEFAULT.to_string();
    let mut at = still().seated(seats("human", &level, 0));
    let keys = "a 1 Enter a 2 Enter b 1 Enter";
    let (game, ..) = play(&mut at, &mut Profile::in_memory(), keys);
    let found = game.to_string();
    assert_eq!(found, "XXO\nXO.\nO..", "it stops a3 and takes c1");
    let white_wins = Some(Outcome::Won(Stone::White));
    assert_eq!(game.outcome(), white_wins);
}

#[test]
fn its_moves_have_values_and_tips() {
    // White answered beside the centre rather than in a corner, and loses by force.
    let keys = "b 2 Enter b 1 Enter F6";
    let (_, screen) = play(&mut still(), &mut Profile::in_memory(), keys);
    assert_golden("third-game-values", &screen);
    let keys = "a 1 Enter c 3 Enter Shift+F6 Enter Esc";
    let (game, ..) = play(&mut still(), &mut Profile::in_memory(), keys);
    let found = game.to_string();
    assert_eq!(found, "X..\n...\nX.O", "two corners and a third win");
}

#[test]
fn a_review_finds_the_move_that_lost_it() {
    let keys = format!("{ROW} Esc F10 Right r Down");
    let (_, screen) = play(&mut still(), &mut Profile::in_memory(), &keys);
    assert_golden("third-game-review", &screen);
}

#[test]
fn it_is_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings);
    let keys = "Down Enter Down Enter F3 b 1 Esc";
    let (game, _) = play(&mut at, &mut profile, keys);
    assert_eq!(game.t(), 3, "\n{game}");
    profile.leave();
    // The first line of the menu continues it.
    let mut played = None;
    let _ = still().press_keeping("Enter Enter", &mut profile, |session| {
        session.games = &GAMES;
        menu::title(session, &mut played)
    });
    let played = played.expect("the menu has gone on with the game");
    assert_eq!(played.to_string(), "XX.\nO..\n...", "the stone stood on b1");
    let text = game_to_text(&*played, &at.table);
    let mut other = at.table.clone();
    let read = game_from_text(&text, &GAMES, &mut other).unwrap();
    assert_eq!(&*read, &*played);
}

#[test]
fn sessions_without_it_report_an_unknown_game() {
    let mut at = still();
    let text = "game tic-tac-toe\nmarks 4\nundone\nblack human\nwhite human\nseed 1\n";
    let error = game_from_text(text, &app::play::games::GAMES, &mut at.table).err().unwrap();
    assert_eq!(error.to_string(), "there is no game 'tic-tac-toe'");
    let mut game: AnyGame = Box::<TicTacToe>::default();
    assert!(game.play((1, 1)) && !game.play((1, 1)));
}
