//! Records in files: the files beside them, and unreadable files.

use std::fs;
use std::path::Path;

use crate::common::at_the_board::still;
use crate::common::recorded::gomoku_of;
use app::play::explorer::explore;
use app::play::games::ActiveGame;
use app::play::menu;
use app::play::profile::Profile;
use games::gomoku::Rules;
use games::othello;
use store::Store;
use store::games::read_games;
use turbo::dos::Quit;

const WC10: &[u8] = include_bytes!("../../../tests/data/wc10.wtb");

#[test]
fn wthor_names_come_from_sibling_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.WTB");
    fs::write(&file, WC10).unwrap();
    let heading = || read_games(&file).unwrap()[0].clone().unwrap().heading;
    let number = u16::from_le_bytes([WC10[18], WC10[19]]);
    assert_eq!(heading().black, format!("player {number}"));
    let mut players = vec![0; 16];
    for n in 0..=number {
        let name = format!("Ren\u{e9} {n}");
        let mut name: Vec<u8> = name.chars().map(|c| c as u8).collect();
        name.extend([0, b'?', b'?']);
        name.resize(20, 0);
        players.extend(name);
    }
    players[8..10].copy_from_slice(&(number + 1).to_le_bytes());
    let mut tournaments = vec![0; 16 + 26];
    tournaments[8] = 2;
    tournaments.extend(b"World Championship\0\0\0\0\0\0\0\0");
    fs::write(folder.path().join("WTHOR.JOU"), players).unwrap();
    fs::write(folder.path().join("wthor.trn"), tournaments).unwrap();
    assert_eq!(heading().black, format!("Ren\u{e9} {number}"));
    assert_eq!(heading().event, "World Championship");
}

#[test]
fn errors_name_the_unreadable_file() {
    let said = read_games(Path::new("/nowhere/at/all.wtb")).unwrap_err();
    let said = said.to_string();
    let expected = "/nowhere/at/all.wtb: cannot read the file: ";
    assert!(said.starts_with(expected), "{said}");
}

/// A RenLib library with h8, then g8 or i8.
const LIBRARY: &[u8] =
    b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x78\x00\x77\xc0\x79\x40";

/// The rules and the number of stones of the game at the board after these keys, in a folder with the
/// library.
fn played_from_library(folder: &Path, keys: &str) -> Option<(Rules, usize)> {
    let store = Store::open(Some(folder.to_path_buf())).unwrap();
    let games = folder.join("games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("opening.lib"), LIBRARY).unwrap();
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings.clone());
    let mut game = None;
    let _ = at.press_keeping(keys, &mut profile, |session| menu::title(session, &mut game));
    game.map(|game| {
        let game = gomoku_of(game.game);
        (game.setup().rules(), game.pieces().len())
    })
}

#[test]
fn the_rules_of_a_library_are_asked_once() {
    let folder = tempfile::tempdir().unwrap();
    let played = |keys| played_from_library(folder.path(), keys);
    assert_eq!(played("b g Home Enter Enter Esc Esc"), None, "nothing is opened before it is said");
    let chosen = played("b g Home Enter Enter s Home Right Enter");
    assert_eq!(chosen, Some((Rules::Standard, 1)));
    let again = played("b g Home Enter Enter Home Right Enter");
    assert_eq!(again, chosen, "it is not asked again");
}

#[test]
fn the_replay_can_change_a_librarys_rules() {
    let folder = tempfile::tempdir().unwrap();
    let played = |keys| played_from_library(folder.path(), keys);
    let closed = played("b g Home Enter Enter r Home Right*2 o Esc Enter");
    assert_eq!(closed, Some((Rules::Renju, 2)), "Esc changes nothing");
    let changed = played("b g Home Enter Enter Home Right*2 o f Enter");
    assert_eq!(changed, Some((Rules::Freestyle, 2)), "the stones stay on the board");
    let again = played("b g Home Enter Enter Home Right Enter");
    assert_eq!(again, Some((Rules::Freestyle, 1)), "it is kept");
}

/// Plays at the board with a folder that has this file. Returns the number of stones at the end and the note.
fn explored(keys: &str, text: &str) -> (usize, String) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let games = folder.path().join("games");
    fs::create_dir_all(&games).unwrap();
    fs::write(games.join("mine.txt"), text).unwrap();
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings.clone());
    let mut game: Option<ActiveGame> = None;
    let mut noted = String::new();
    let _ = at.press_keeping(keys, &mut profile, |session| {
        let mut begun = session.active(Box::new(othello::Game::new(othello::Rules::Standard)));
        match explore(session, &begun)? {
            Ok(Some(opened)) => begun.game = opened.game,
            Ok(None) => {}
            Err(note) => noted = note,
        }
        game = Some(begun);
        Ok::<(), Quit>(())
    });
    (game.map_or(0, |game| game.t() - 1), noted)
}

#[test]
fn the_explorer_opens_a_game_with_the_position_on_the_board() {
    let games = "f5d6c3d3c4\nd3c5\nh8i9g7\n";
    assert_eq!(
        explored("Enter Enter Home Right Right Enter", games),
        (2, String::new()),
        "the newest of two"
    );
    assert_eq!(explored("Enter Down Enter Home Right*4 Enter", games).0, 4, "the other one");
    assert_eq!(explored("Enter Esc Esc", games), (0, String::new()));
    let (moves, note) = explored("", "h8i9g7\n");
    assert_eq!((moves, &*note), (0, "1 game searched: none has this position."));
}
