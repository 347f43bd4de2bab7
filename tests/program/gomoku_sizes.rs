//! Gomoku on boards other than 15 x 15, above all on the Gomocup's 20 x 20.

use crate::common::at_the_board::play;
use crate::common::program::{out, printed, run};
use crate::common::recorded::{AnyGame, gomoku_of, new_gomoku};
use app::play::games::GAMES;
use app::play::profile::{game_from_text, game_to_text};
use app::play::settings::Table;
use games::gomoku::{Point, SIZES, Setup};
use games::stone::Stone;
use screen::gomoku::grid;

fn on(size: usize) -> AnyGame {
    new_gomoku(Setup::default().on(size))
}

#[test]
fn saved_games_keep_their_board_size() {
    let mut game = on(20);
    for place in [(19, 19), (0, 0), (7, 7)] {
        assert!(game.play(place));
    }
    game.undo();
    let text = game_to_text(&*game, &Table::default());
    assert!(text.contains("\nsize 20\n"), "{text}");
    let read = |text: &str| game_from_text(text, &GAMES, &mut Table::default());
    assert_eq!(*read(&text).unwrap(), *game);
    for size in ["21", "4", "0", "-1", "x", "", "15", "99999999999999999999"] {
        let damaged = text.replace("size 20", &format!("size {size}"));
        let why = read(&damaged).err().unwrap().to_string();
        let words = "character 1 of the record is 'j'";
        assert!(why.contains("size") || why.contains(words), "{why}");
    }
    let usual = game_to_text(&*on(15), &Table::default());
    assert!(!usual.contains("size"), "older versions read it: {usual}");
}

#[test]
fn every_board_fits_and_its_points_can_be_reached() {
    for size in SIZES {
        let grid = grid(size);
        let (last, reach) = (grid.centre(size - 1, size - 1), 11);
        assert!(last.0 + reach < 458 && last.1 + reach < 450 + 8, "{grid:?}");
        assert!(grid.first.0 >= 97, "{grid:?}");
        assert!(grid.start().1 - reach > 48, "{grid:?}");
        // Shift types a letter that is also a key.
        let corner = Point::new(size - 1, size - 1).name(size).to_uppercase();
        let signs: String = corner.chars().map(|sign| format!("{sign} ")).collect();
        let far = format!("{signs} Enter Down*30 Left*30 Enter Up*30 Enter");
        let game = gomoku_of(play(on(size), &far).game);
        let record: Vec<Point> =
            vec![Point::new(size - 1, size - 1), Point::new(size - 1, 0), Point::new(0, 0)];
        assert_eq!(game.pieces(), record, "{game}");
    }
}

#[test]
fn the_new_game_dialog_offers_three_sizes_and_keeps_others() {
    let played = play(on(15), "F2 Down*5 Right*2 Enter T 1 Enter");
    assert_eq!(gomoku_of(played.game).record(), "20x20 jj");
    let played = play(on(20), "F2 Down*5 Right Enter O 1 Enter");
    assert_eq!(gomoku_of(played.game).record(), "ee");
    let played = play(on(12), "F2 Enter l 1 Enter");
    assert_eq!(gomoku_of(played.game).record(), "12x12 bb");
}

#[test]
fn size_option_sets_the_board() {
    let dump = printed("gomoku --size 20 --white 2 --keys 'k 1 0 Enter' --dump");
    let record = dump.lines().find(|line| line.starts_with("record"));
    let record = record.unwrap();
    assert!(record.starts_with("record: 20x20 aa"), "{dump}");
    let answered = "record: 20x20 aa99".len();
    assert_eq!(record.len(), answered, "the level has answered: {dump}");
    let dump = printed("gomoku --record '20x20 renju aa' --keys '' --dump");
    assert!(dump.contains("record: 20x20 renju aa\n"), "{dump}");
    let judged = run("judge '20x20 00j001j102j203j304' j0j1j2j3j4 '20x20 0k'");
    assert_eq!(out(&judged), "black\n");
    let said = String::from_utf8_lossy(&judged.stderr);
    for wrong in ["record 2: character 1 of the record is 'j'", "record 3: character 2 of the record is 'k'"]
    {
        assert!(said.contains(wrong), "{said}");
    }
}

#[test]
fn the_position_editor_changes_the_board_size() {
    use games::set_up::SetUp;
    let mut set_up = SetUp::default().other_game();
    set_up.change_size();
    assert_eq!(set_up.size(), 20);
    set_up.put((19, 19), Some(Stone::Black));
    set_up.change_turn();
    let game = gomoku_of(set_up.game().unwrap());
    assert_eq!((game.size(), game.given()), (20, &[Point::new(19, 19)][..]));
    set_up.change_size();
    assert_eq!((set_up.size(), set_up.count(Stone::Black)), (15, 0));
    let mut othello = SetUp::default();
    othello.change_size();
    assert_eq!(othello, SetUp::default());
}
