//! Setting up positions, and the games that begin there.

use crate::common::at_the_board::{At, still};
use crate::common::recorded::{AnyGame, gomoku_of, othello_of};
use app::play::profile::Profile;
use app::play::{help, menu};
use games::Game as _;
use games::gomoku::{self, Point, Rules};
use games::othello::Position;
use games::records::{self, Heading, Recorded, text_for};
use games::stone::Stone;
use players::Player;
use store::Store;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, Screen, parse_keys};

/// A run of the program from the menu: the last game, the table, the last frame, and the clipboard.
struct Run {
    game: Option<AnyGame>,
    at: At,
    screen: Screen,
    copied: String,
}

fn run_with(keys: &str, clipboard: &str, profile: &mut Profile) -> Run {
    // "s" opens the set-up screen from the library.
    let keys = match keys.strip_prefix('s') {
        Some(rest) => format!("b s{rest}"),
        None => keys.to_string(),
    };
    let (mut at, mut game, mut screen) = (still(), None, Screen::default());
    let mut script = Script::new(parse_keys(&keys).unwrap(), |shown, _| screen.clone_from(shown));
    let board = script.clipboard().expect("a script has one");
    board.put(clipboard).unwrap();
    let ended = at.run(&mut script, profile, |session| menu::title(session, &mut game));
    assert!(matches!(ended, Ok(()) | Err(Quit::Closed)));
    drop(script);
    let copied = board.text().unwrap_or_default();
    Run { game: game.map(|game| game.game), at, screen, copied }
}

fn run(keys: &str) -> Run {
    run_with(keys, "", &mut Profile::in_memory())
}

/// The position that the keys set up, as copied text.
fn copied(keys: &str) -> String {
    run(&format!("s {keys} Ctrl+C")).copied
}

/// The eight rows of an Othello position, and the side to move.
fn drawn(line: &str) -> String {
    let position: Position = line.parse().unwrap();
    format!("{}{}", position.map, position.to_move)
}

#[test]
fn space_and_letters_put_stones() {
    // The cursor starts on e5.
    let corner = "Up*9 Left*9";
    for (keys, row) in [
        ("Space", "X......."),
        ("Space*2", "O......."),
        ("Space*3", "........"),
        ("b w B W 1 2", "XOXOXO.."),
        ("b*8", "XXXXXXXX"),
        ("b*3 Left*3 . 0", "..X....."),
        ("b*2 Left*2 Delete", ".X......"),
        ("b w Backspace", "X......."),
        ("b w Backspace*2", "........"),
        ("Right*7 w b", ".......O"),
    ] {
        let line = copied(&format!("c {corner} {keys}"));
        let first: String = line[..8].replace('-', ".");
        assert_eq!(first, row, "{keys}: {line}");
    }
    let line = copied("c Up*9 Left*9 Right*7 w b");
    assert_eq!(&line[8..9], "X", "it goes on in the next row: {line}");
    let line = copied("c Down*9 Right*9 b w");
    assert_eq!(&line[..1], "O", "and from the end to the start");
    assert_eq!(&line[63..64], "X", "and from the end to the start");
}

#[test]
fn t_c_and_s_change_turn_clear_and_reset() {
    let start = drawn(&Position::default().to_string());
    assert_eq!(drawn(&copied("")), start);
    assert_eq!(drawn(&copied("c s")), start);
    assert_eq!(drawn(&copied("c b Backspace*2")), start);
    assert!(copied("t").ends_with(" O"));
    assert_eq!(copied("c"), format!("{} X", "-".repeat(64)));
}

#[test]
fn a_game_begins_at_the_position_with_the_chosen_players() {
    // One more black disc on f5 and one more white disc on f4; White is to move.
    let keys = "s Right b Up Left w t Enter";
    let two = run(&format!("{keys} Enter"));
    let game = othello_of(two.game.unwrap());
    assert_eq!(game.start().to_move, Stone::White, "{game}");
    assert_eq!(game.to_string().matches('X').count(), 3, "{game}");
    assert!(!two.at.seats.has_computer());
    for (answer, black, white) in
        [("Down Right", Player::Human, Player::Random), ("Right", Player::Random, Player::Human)]
    {
        let seats = run(&format!("s Enter {answer} Enter")).at.table.seats;
        assert_eq!((seats.black, seats.white), (black, white));
    }
    let closed = run(&format!("{keys} Esc Esc"));
    assert!(closed.game.is_none(), "so can the question and the editor");
}

#[test]
fn a_note_explains_unplayable_positions() {
    for keys in ["s c", "s Tab b*2", "s Tab b", "s Tab t o*2", "s Tab b*5 w*4 t"] {
        let before = run(keys).screen;
        let after = run(&format!("{keys} Enter"));
        assert!(after.game.is_none(), "{keys}");
        assert!(after.screen == before, "{keys}: nothing happens");
        // The yellow note.
        assert_eq!(before.getpixel(462, 356), Some(14), "{keys}");
    }
    let found = run("s").screen.getpixel(462, 356);
    assert_eq!(found, Some(4), "the start needs no note");
}

#[test]
fn positions_can_be_pasted_in_many_formats() {
    let board = "........\n........\n...X....\n...XX...\n...XO...\n........\n........\n........\nO to move\n";
    for text in [
        "d3",
        "(;GM[Othello]TY[8]BO[8 -------- -------- ---*---- ---**--- ---*O--- -------- -------- -------- O];)",
        board,
    ] {
        let pasted = run_with("s Ctrl+V Ctrl+C", text, &mut Profile::in_memory());
        assert_eq!(drawn(&pasted.copied), drawn(board), "{text}");
    }
    let gomoku = run_with("s Ctrl+V Ctrl+C", "renju 777876", &mut Profile::in_memory()).copied;
    let rows: Vec<&str> = gomoku.lines().collect();
    let expected = [".......X.......", ".......X.......", ".......O......."];
    assert_eq!(rows[6..9], expected);
    assert_eq!(rows[15], "to move: white");
    // The copied text pastes as the same position, and opens as a game.
    let again = run_with("s Ctrl+V Ctrl+C", &gomoku, &mut Profile::in_memory()).copied;
    assert_eq!(again, gomoku);
    let opened = records::read_bytes("".as_ref(), gomoku.as_bytes(), &Default::default()).unwrap();
    assert_eq!(opened[0].as_ref().unwrap().game.t(), 4);
    let wrong = run_with("s Ctrl+V", "no position", &mut Profile::in_memory());
    let found = wrong.screen.getpixel(462, 356);
    assert_eq!(found, Some(14), "a note says what is wrong");
}

#[test]
fn ctrl_p_edits_the_current_position() {
    let there = run("g Enter h 8 Enter i 8 Enter Ctrl+P Ctrl+C").copied;
    assert_eq!(there.lines().nth(7), Some(".......XO......"));
    assert!(there.ends_with("black"), "{there}");
    let back = run("g Enter h 8 Enter i 8 Enter Ctrl+P b*5 Esc");
    assert_eq!(gomoku_of(back.game.unwrap()).pieces().len(), 2);
    assert!(back.screen == run("g Enter h 8 Enter i 8 Enter").screen);
    let begun = run("g Enter h 8 Enter i 8 Enter Ctrl+P b Enter Enter y");
    assert_eq!(gomoku_of(begun.game.unwrap()).given().len(), 2);
}

/// A game of gomoku that begins with five stones.
fn five_stones(keys: &str) -> Run {
    run(&format!("s Tab b w Down b w Up*2 b t Enter Enter {keys}"))
}

#[test]
fn undo_stops_at_the_given_stones() {
    let begun = gomoku_of(five_stones("").game.unwrap());
    assert_eq!((begun.t(), begun.given().len()), (6, 5), "{begun}");
    let game = gomoku_of(five_stones("a 1 5 Enter o 1 Enter Backspace*5").game.unwrap());
    assert_eq!(game, {
        let mut played = begun.clone();
        played.drop(Point::new(0, 0)).unwrap();
        played.drop(Point::new(14, 14)).unwrap();
        while played.undo() {}
        played
    });
    assert_eq!(game.pieces(), begun.pieces());
    let again = five_stones("a 1 5 Enter F10 r y a");
    assert_eq!(again.game.unwrap().t(), 6, "play again begins there, too");
}

#[test]
fn games_from_a_position_are_saved_without_moves() {
    for (keys, t) in
        [("s b Enter Enter", 1), ("s Tab b w Enter Enter", 3), ("s Tab b w Enter Enter a 1 5 Enter", 4)]
    {
        let folder = tempfile::TempDir::new().unwrap();
        let open = || Profile::open(Store::open(Some(folder.path().into())), &mut Default::default());
        let left = run_with(keys, "", &mut open());
        // The first line of the menu continues it.
        let continued = run_with("Enter", "", &mut open()).game.unwrap();
        assert_eq!(continued.t(), t, "{keys}");
        assert!(continued == left.game.unwrap(), "{keys}");
    }
}

#[test]
fn sgf_separates_given_stones_from_moves() {
    let game = five_stones("a 1 5 Enter").game.unwrap();
    let recorded = Recorded::new(game.copy(), Heading::default());
    let text = text_for("x.sgf".as_ref(), &recorded).unwrap();
    assert!(text.contains("AB[") && text.contains("PL[W]"), "{text}");
    let drops = text.matches(";B[").count() + text.matches(";W[").count();
    assert_eq!(drops, 1, "{text}");
    let read = records::read_bytes("x.sgf".as_ref(), text.as_bytes(), &Default::default()).unwrap();
    let read = gomoku_of(read[0].as_ref().unwrap().game.copy());
    assert_eq!(read.t(), game.t());
    let found = gomoku::Position::of(&read);
    assert_eq!(found, gomoku::Position::of(&gomoku_of(game)));
    assert_eq!(read.setup().rules(), Rules::Freestyle);
}

#[test]
fn f6_shows_values_and_f1_the_set_up_page() {
    let plain = run("s").screen;
    let values = run("s F6").screen;
    assert!(plain != values);
    let help = run("s F1").screen;
    let mut page = Screen::default();
    let mut script = Script::new([], |shown, _| page.clone_from(shown));
    let _ = help::show(&mut script, help::SET_UP);
    drop(script);
    let inside = |screen: &Screen| -> Vec<Option<u8>> {
        let places = (24..450).flat_map(|y| (8..630).map(move |x| (x, y)));
        places.map(|(x, y)| screen.getpixel(x, y)).collect()
    };
    assert!(inside(&help) == inside(&page));
}
