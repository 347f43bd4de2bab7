//! Games by links, and the form of a game with a friend.

use crate::common::at_the_board::still;
use app::play::games::GAMES;
use app::play::menu;
use app::play::profile::{Profile, game_from_text, game_to_text};
use app::play::settings::Table;
use games::othello::{Game, Rules};
use games::records::line_of;
use games::stone::Stone;
use players::{Player, Seats};
use turbo::dos::script::Script;
use turbo::dos::{Console, Screen, parse_keys};

/// The game, the clipboard and the screen after the last key.
struct Seen {
    moves: String,
    players: [Player; 2],
    copied: String,
    text: String,
}

/// Presses the keys in the menu with this text on the clipboard.
fn seen(clipboard: &str, keys: &str) -> Seen {
    let (mut at, mut game, mut screen) = (still(), None, Screen::default());
    let mut script = Script::new(parse_keys(keys).unwrap(), |shown, _| screen.clone_from(shown));
    let board = script.clipboard().expect("a script has one");
    board.put(clipboard).unwrap();
    let _ = at.run(&mut script, &mut Profile::in_memory(), |session| menu::title(session, &mut game));
    drop(script);
    let moves = game.and_then(|game| line_of(&*game.game)).unwrap_or_default();
    let text: Vec<String> = screen.text_runs().iter().map(|piece| piece.text.trim().to_string()).collect();
    let (seats, copied) = (&at.table.seats, board.text().unwrap_or_default());
    Seen { moves, players: [seats.black.clone(), seats.white.clone()], copied, text: text.join(" ") }
}

/// Starts a game by links, in which the friend is White. The form changes to the standard rules.
const BY_LINKS: &str = "o Down Left Enter Enter";

#[test]
fn a_game_by_links_gives_each_side_its_colour() {
    let sent = seen("", &format!("{BY_LINKS} d 3 Enter Ctrl+K")).copied;
    assert_eq!(sent, "#othello=d3&rules=standard&black=friend&white=human");
    let taken = seen(&sent, "Ctrl+V c 3 Enter Ctrl+K");
    assert_eq!(taken.players, [Player::Friend, Player::Human]);
    assert_eq!(taken.copied, "#othello=d3c3&rules=standard&black=human&white=friend");
    let answered = seen(&taken.copied, &format!("{BY_LINKS} d 3 Enter Ctrl+V"));
    assert_eq!((answered.moves.as_str(), &answered.players), ("d3c3", &[Player::Human, Player::Friend]));
}

#[test]
fn nobody_moves_for_the_friend() {
    let seen = seen("", &format!("{BY_LINKS} d 3 Enter c 3 Enter Space Down Enter"));
    assert_eq!(seen.moves, "d3");
}

#[test]
fn an_older_or_impossible_link_changes_nothing() {
    let played = format!("{BY_LINKS} d 3 Enter");
    for (link, why) in [
        ("#othello=d3&rules=standard", "The board already shows"),
        ("#othello=d3d3&rules=standard", "Move 2 of the link, d3, is against"),
    ] {
        let seen = seen(link, &format!("{played} Ctrl+V"));
        assert_eq!(seen.moves, "d3", "{link}");
        assert!(seen.text.contains(why), "{link}: {}", seen.text);
    }
    let older = seen("#othello=d3&rules=standard", "Ctrl+V c 3 Enter Ctrl+V");
    assert_eq!(older.moves, "d3c3");
    assert!(older.text.contains("You have played on"), "{}", older.text);
    let other = seen("no link", "Ctrl+V");
    assert!(other.text.contains("no is not a move"), "{}", other.text);
}

/// A record, the board and a saved game call both players as the room did.
#[test]
fn people_in_a_room_have_names() {
    let names = ["Anna", "Ben Li"].map(String::from);
    let seats = Seats { black: Player::Friend, names, ..Seats::default() };
    let mut table = Table { seats, ..Table::default() };
    let heading = table.seats.heading();
    assert_eq!((heading.black.as_str(), heading.white.as_str()), ("Ben Li", "Anna"));
    assert_eq!(Stone::ALL.map(|stone| table.seats.winner_in_words(stone)), ["Ben Li wins", "You win"]);
    let (game, mut read) = (Game::new(Rules::Standard), Table::default());
    game_from_text(&game_to_text(&game, &table), &GAMES, &mut read).unwrap();
    assert_eq!(read.seats, table.seats);
    table.seats.white = "club".parse().unwrap();
    table.seats.black = Player::Human;
    assert_eq!(Stone::ALL.map(|stone| table.seats.display_name(stone)), ["Anna", "Level 7, club"]);
    table.seats.names = Default::default();
    assert_eq!(table.seats.display_name(Stone::Black), "Human");
}

#[test]
fn a_wrong_address_or_code_is_told_in_a_box() {
    let form = "o Down Left Enter";
    for (keys, why) in [
        ("w w h e r e Enter", "'where' is not an ADDRESS:PORT"),
        ("j h o s t Enter", "'' is not a code of six letters"),
        ("j h o s t Space A B C D E F Enter", "host:"),
    ] {
        let text = seen("", &format!("{form} {keys}")).text;
        assert!(text.to_lowercase().contains(&why.to_lowercase()), "{keys}: {text}");
    }
}
