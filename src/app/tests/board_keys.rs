//! The keys at the board that the DOS program lacked: names, Tab, tips, options, closable boxes, results.

use crate::common::at_the_board::{At, game_loop, gomoku, seats, still};
use crate::common::recorded::{
    AnyGame, boxed, full_board, keys_of_record, new_gomoku, new_othello, othello_of, to,
};
use crate::one_player::Clock;
use app::play::games::GAMES;
use app::play::menu;
use app::play::naming::next;
use app::play::profile::Profile;
use games::Game as _;
use games::gomoku::Rules::Freestyle;
use games::gomoku::record::text;
use games::gomoku::{Opening, Setup};
use games::othello::Rules;
use games::stone::{Lost, Stone};
use players::Player;
use players::tally::{GameResult, Tally};
use store::{Document, Store};
use turbo::dos::{Quit, Screen};

/// Plays by keys at the table. Returns how it was left, the game, the table and the last frame.
fn play(mut at: At, mut game: AnyGame, keys: &str) -> (Result<(), Quit>, AnyGame, At, Screen) {
    let (left, last) = at.play(&mut game, keys);
    (left, game, at, last)
}

fn moves(rules: Rules, keys: &str) -> String {
    let game = othello_of(play(still(), new_othello(rules), keys).1);
    game.plies().iter().map(ToString::to_string).collect()
}

fn against(opponent: &str) -> At {
    still().seated(seats("human", opponent, 0))
}

#[test]
fn typing_a_name_moves_the_stone_there() {
    assert_eq!(moves(Rules::Standard, "f 5 Enter f 4 Enter"), "f5f4");
    assert_eq!(moves(Rules::Standard, "F 5 Enter"), "f5");
    let found = moves(Rules::Standard, "d 9 d 3 Enter");
    assert_eq!(found, "d3", "there is no d9");
    let found = moves(Rules::Standard, "d Right 3 Enter");
    assert_eq!(found, "", "an arrow ends the name");
    let found = moves(Rules::Original, "f 5 Enter");
    assert_eq!(found, "", "the original knows no names");
    let record = |keys: &str| text(gomoku(keys).game.pieces());
    assert_eq!(record("h 8 Enter O 1 5 Enter o 8 Enter n 5 Enter"), "77e0e7da");
    assert_eq!(record("h 1 h 2 Enter h 1 Enter"), "7d7e", "each row is met on the way");
}

#[test]
fn a_french_keyboard_types_rows_without_shift() {
    let points = |keys: &str| text(gomoku(keys).game.pieces());
    assert_eq!(points("h _ Enter h & \" Enter h & à Enter"), "777275");
    assert_eq!(moves(Rules::Standard, "f ( Enter"), "f5");
}

#[test]
fn tab_cycles_through_legal_cells() {
    for (keys, cell) in
        [("Tab", "d3"), ("Tab*2", "c4"), ("Tab*5", "d3"), ("Shift+Tab", "e6"), ("Tab*3 Shift+Tab", "c4")]
    {
        let found = moves(Rules::Standard, &format!("{keys} Enter"));
        assert_eq!(found, cell, "{keys}");
    }
    assert_eq!(moves(Rules::Original, "Tab Enter"), "");
    assert_eq!(text(gomoku("Tab Enter Tab Enter").game.pieces()), "7787");
}

#[test]
fn tab_goes_row_by_row_and_round() {
    let places = [(2, 3), (4, 1), (2, 5)];
    for (here, after, before) in [
        (None, (2, 3), (4, 1)),
        (Some((2, 3)), (2, 5), (4, 1)),
        (Some((2, 4)), (2, 5), (2, 3)),
        (Some((4, 1)), (2, 3), (2, 5)),
    ] {
        assert_eq!(next(&places, here, true), Some(after), "after {here:?}");
        assert_eq!(next(&places, here, false), Some(before), "before {here:?}");
    }
    assert_eq!(next(&[], Some((0, 0)), true), None);
}

#[test]
fn a_new_stone_starts_at_the_last_drop() {
    let shown = |keys: &str| play(still(), new_othello(Rules::Standard), keys).3;
    assert!(shown("d 3 Enter") == shown("d 3 Enter Right Left"));
    assert_eq!(moves(Rules::Standard, "d 3 Enter Left Enter"), "d3c3");
    let found = moves(Rules::Original, "Down*3 Right*3 Enter Left Enter");
    assert_eq!(found, "d3");
}

#[test]
fn a_tip_moves_the_stone_without_dropping_it() {
    let (_, game, at, _) = play(still(), new_othello(Rules::Standard), "Shift+F6");
    assert_eq!(game.t(), 1, "\n{game}");
    assert!(at.stone_at.is_some());
    assert_eq!(moves(Rules::Standard, "Shift+F6 Enter").len(), 2);
    let keys = keys_of_record("777088618952");
    let game = gomoku(&format!("{keys} Shift+F6 Enter")).game;
    assert_eq!(game.t(), 8);
}

#[test]
fn esc_closes_the_box_of_a_finished_game_and_then_leaves() {
    let five = keys_of_record("000110112021303140");
    let (boxed_up, closed) = (gomoku(&five), gomoku(&format!("{five} Esc")));
    assert_eq!(boxed_up.left, Err(Quit::Closed), "the keys are used up");
    let left = closed.left;
    assert_eq!(left, Err(Quit::Closed), "Esc has closed the box only");
    assert!(boxed_up.screen != closed.screen);
    let again = gomoku(&format!("{five} Esc Enter"));
    assert!(boxed_up.screen == again.screen, "Enter opens it again");
    let left = gomoku(&format!("{five} Esc Esc")).left;
    assert_eq!(left, Ok(()));
}

#[test]
fn esc_closes_the_box_of_swap2_and_then_leaves() {
    let swap2 = || {
        let setup = Setup::new(Freestyle, Stone::Black, Opening::Swap2);
        new_gomoku(setup.unwrap())
    };
    let three = keys_of_record("777888");
    let asked = play(still(), swap2(), &three).3;
    let (left, game, _, closed) = play(still(), swap2(), &format!("{three} Esc"));
    assert_eq!(left, Err(Quit::Closed), "Esc has closed the box only");
    assert!(game.question().is_some(), "it answers nothing");
    assert!(asked != closed);
    let again = play(still(), swap2(), &format!("{three} Esc Enter")).3;
    assert!(asked == again, "Enter opens it again");
    let (_, game, ..) = play(still(), swap2(), &format!("{three} Esc Enter b"));
    assert!(game.question().is_none() && game.swapped());
    let (left, ..) = play(still(), swap2(), &format!("{three} Esc Esc y"));
    assert_eq!(left, Ok(()));
}

#[test]
fn page_keys_scroll_the_list_of_moves() {
    let moves = text(&full_board()[..40]);
    let keys = |n: usize, more: &str| format!("{} {more}", keys_of_record(&moves[..2 * n]));
    let list = |keys: &str| {
        let screen = gomoku(keys).screen;
        let rows = screen.pixels().chunks_exact(640).skip(72).take(22 * 16);
        rows.map(|row| row[..72].to_vec()).collect::<Vec<_>>()
    };
    let last = list(&keys(40, ""));
    // The list shows 22 of 40 moves: the first ones after 18 lines, in halves of a page.
    let first = list(&keys(22, ""));
    assert!(last != first);
    assert!(list(&keys(40, "PageUp*2")) == first);
    assert!(list(&keys(40, "PageUp*9")) == first, "the list ends there");
    assert!(list(&keys(40, "PageUp")) == list(&keys(29, "")));
    assert!(list(&keys(40, "PageUp*9 PageDown*2")) == last);
    assert!(list(&keys(40, "PageDown")) == last);
    let one_more = format!("PageUp*2 {}", keys_of_record(&moves[78..]));
    assert!(list(&keys(39, &one_more)) == last, "a new move is seen");
    let short = list(&keys(5, ""));
    assert!(list(&keys(5, "PageUp")) == short, "a short list stays");
}

#[test]
fn clocks_apply_only_to_their_game() {
    let clocks_after = |keys: &str| {
        let mut at = still();
        let _ = at.press(keys, |session| menu::title(session, &mut None));
        at.clocks
    };
    let set = "o Up Right Enter Down*3 Right*3 Enter";
    assert!(clocks_after(set).is_some());
    let again = clocks_after(&format!("{set} F10 r y a"));
    assert!(again.is_some(), "played again");
    let found = clocks_after(&format!("{set} Esc y g Enter"));
    assert_eq!(found, None, "another game");
}

#[test]
fn results_are_counted_once_per_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let played = |at: &mut At, keys: &str| {
        let mut profile = Profile::open(Ok(store.clone()), &mut at.settings.clone());
        let mut game = boxed(games::gomoku::Game::default());
        let _ = at.press_keeping(keys, &mut profile, |session| game_loop(session, &mut game));
    };
    // A resignation that is taken back and repeated counts as one game. Then comes another game.
    let beginner = &mut against("2");
    played(beginner, "h 8 Enter F10 r y Backspace F10 r y a F10 r y");
    played(&mut against("random"), "h 8 Enter F10 r y");
    played(&mut still(), "h 8 Enter F10 r y");
    let Document::Text(kept) = store.read("results").unwrap() else { panic!("the results are kept") };
    assert_eq!(kept, "gomoku 0 0 2 ll 2-beginner\ngomoku 0 0 1 l random\nrating gomoku 85 72\n");
    let tally = Tally::from_text(&kept);
    assert_eq!(tally.of("gomoku", "random").unwrap().last, [GameResult::Lost]);
}

#[test]
fn after_three_losses_in_a_row_a_lower_level_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let after = |losses: usize, key: &str| {
        let mut at = against("3");
        let mut profile = Profile::open(Ok(store.clone()), &mut at.settings.clone());
        let keys = format!("{} {key}", ["F10 r y"; 9][..losses].join(" a "));
        let mut game = boxed(games::gomoku::Game::default());
        let _ = at.press_keeping(&keys, &mut profile, |session| game_loop(session, &mut game));
        at.seats.of(Stone::White).clone()
    };
    let level = |n: &str| n.parse::<Player>().unwrap();
    assert_eq!(after(2, "l"), level("3"), "two are too few");
    assert_eq!(after(1, "l"), level("2"), "the third");
}

#[test]
fn the_form_remembers_the_last_game_of_each_kind() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let played = |keys: &str| {
        let mut at = still();
        let mut profile = Profile::open(Ok(store.clone()), &mut at.settings);
        let mut game = None;
        let _ = at.press_keeping(keys, &mut profile, |session| menu::title(session, &mut game));
        let rules = game.map(|game| game.game.save()[1].1.clone());
        (rules, at.table.seats.white, at.table.clocks.is_some())
    };
    let (rules, white) = (|rules: &str| Some(rules.to_string()), "5".parse().unwrap());
    assert_eq!(played("o Enter"), (rules("original"), Player::Human, false), "the DOS program");
    assert_eq!(played("o Down Right Left Enter").0, rules("original"), "two people again");
    let first = played("o Down Right*6 Down*3 Right Enter");
    assert_eq!(first, (rules("standard"), white, true));
    assert_eq!(played("o Enter"), first);
    assert_eq!(played("g Enter").1, Player::Human, "gomoku has its own");
    assert_eq!(played("o Enter"), first);
    assert_eq!(played("o Down*2 Left Up Right Enter").0, rules("original"), "a choice stays");
}

#[test]
fn letters_are_explained_under_the_originals_rules() {
    let shown = |keys: &str| play(still(), new_othello(Rules::Original), keys).3;
    assert!(shown("f") != shown(""));
    assert!(shown("f 5") == shown("f"));
}

#[test]
fn finished_games_are_kept_in_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings);
    let five = keys_of_record("000110112021303140");
    let mut game = None;
    let keys = format!("g Enter {five} Esc Esc b g");
    let _ = at.press_keeping(&keys, &mut profile, |session| menu::title(session, &mut game));
    let kept = |profile: &mut Profile| {
        let kept = profile.kept(&GAMES, true).wait(std::time::Duration::from_secs(10)).unwrap().games;
        kept.into_iter().map(|kept| kept.game.unwrap().0.t()).collect::<Vec<_>>()
    };
    assert_eq!(kept(&mut profile), [10]);
    // The list begins with the line for files.
    let _ = at.press_keeping("b g Enter", &mut profile, |session| menu::title(session, &mut game));
    assert!(game.as_ref().unwrap().outcome().is_some());
    let _ = at.press_keeping("b g Enter Backspace*3 b 1 Enter", &mut profile, |session| {
        menu::title(session, &mut game)
    });
    assert_eq!(game.unwrap().t(), 8, "it can be played on");
    let _ = at.press_keeping("b g Down Delete y", &mut profile, |session| menu::title(session, &mut None));
    assert_eq!(kept(&mut profile), [8], "the finished game is deleted");
    let mut game = None;
    let resigned = "g Enter h 8 Enter F10 r y Esc Esc b g Down Enter";
    let _ = at.press_keeping(resigned, &mut profile, |session| menu::title(session, &mut game));
    assert_eq!(game.unwrap().lost(), Some((Stone::White, Lost::Resigned)));
}

#[test]
fn esc_twice_quits_the_menu() {
    let left = |keys: &[(u64, &str)]| {
        let mut clock = Clock::of(keys);
        still().run(&mut clock, &mut Profile::in_memory(), |session| menu::title(session, &mut None))
    };
    assert_eq!(left(&[(0, "Esc Esc")]), Ok(()));
    assert_eq!(left(&[(0, "Esc"), (1900, "Esc")]), Ok(()));
    let stays = Err(Quit::Closed);
    let late = left(&[(0, "Esc"), (2100, "Esc")]);
    assert_eq!(late, stays, "the second one comes too late");
    let between = left(&[(0, "Esc Down Esc")]);
    assert_eq!(between, stays, "another key takes the first one back");
    let (mut game, mut clock) = (None, Clock::of(&[(0, "Esc g Enter h 8 Enter")]));
    let left = still().run(&mut clock, &mut Profile::in_memory(), |session| menu::title(session, &mut game));
    assert_eq!((left, game.map(|game| game.t())), (stays, Some(2)), "and does what it always does");
}

#[test]
fn backspace_and_esc_drop_a_half_typed_name() {
    assert_eq!(moves(Rules::Standard, "f 5 Enter d Backspace f 4 Enter"), "f5f4");
    assert_eq!(moves(Rules::Standard, "f 5 Enter d Esc f 4 Enter"), "f5f4");
}

#[test]
fn the_menu_continues_the_game_that_esc_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut at = still();
    let store = Store::open(Some(folder.path().to_path_buf()));
    let mut profile = Profile::open(store, &mut at.settings);
    let keys = "g Enter h 8 Enter Esc Enter i 7 Enter";
    let mut game = None;
    let _ = at.press_keeping(keys, &mut profile, |session| menu::title(session, &mut game));
    let game = game.expect("one was played").game;
    assert_eq!(game.t(), 3, "\n{game}");
}

#[test]
fn moving_the_stone_leaves_no_trace() {
    let around = format!("{} Right*7 Down*7 Left*7 Up*7 Tab*3 Shift+Tab", to("a1"));
    for rest in ["d 3", "a 1", "e 4"] {
        let start = || new_othello(Rules::Standard);
        let (.., there) = play(still(), start(), &format!("d 3 Enter {rest}"));
        let keys = format!("d 3 Enter {around} {rest}");
        let (.., moved) = play(still(), start(), &keys);
        assert!(there == moved, "on {rest}");
    }
}

#[test]
fn number_input_accepts_only_numbers() {
    // The third lesson on the second page has steps to go to.
    let shown = |keys: &str| {
        let keys = format!("l PageDown c {keys}");
        still().press(&keys, |session| menu::title(session, &mut None)).1
    };
    assert!(shown("g 5 - Enter") == shown("g 5 Enter"));
    assert!(shown("g 5 Enter") != shown("g 6 Enter"));
    assert!(shown("g - Enter") == shown("g -"), "it stays open");
    let before_the_first = shown("g - Enter 5 Enter");
    assert!(before_the_first == shown("g 0 Enter"), "there is no such step");
    assert!(shown("Right g Enter") == shown("Right"), "nothing typed");
    assert!(shown("Right g 5 Esc") == shown("Right"));
}
