//! The C program alone.

use crate::common::at_the_board::othello;
use crate::common::pictures::assert_golden;
use crate::common::recorded::{keys_of, to, world_championship};
use games::Game as _;
use games::othello as rules;
use original::{Game, Map, do_score, main, qp_change};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use turbo::dos::script::Script;
use turbo::dos::{Key, Quit, Screen, parse_keys};

/// Plays by keys and passes each frame to `show`. Returns the game, how it was left, and the number of keys
/// left.
fn play(keys: Vec<Key>, show: impl FnMut(&Screen, u64)) -> (Game, Result<(), Quit>, usize) {
    let mut game = Game::default();
    let mut script = Script::new(keys, show);
    let left = main(&mut script, &mut game);
    let rest = script.keys_left();
    (game, left, rest)
}

fn by(keys: &str) -> (Game, Result<(), Quit>, usize) {
    play(parse_keys(keys).unwrap(), |_, _| ())
}

/// The last frame of a game by keys.
fn last_frame(keys: &str) -> Screen {
    let mut last = Screen::default();
    let _ = play(parse_keys(keys).unwrap(), |screen, _| last.clone_from(screen));
    last
}

#[test]
fn frames_match_the_golden_pictures() {
    assert_golden("original-start", &last_frame(""));
    let moves = &world_championship()[0].moves;
    let moving = format!("{} Down*2 Right", keys_of(&moves[..24]));
    assert_golden("original-moving", &last_frame(&moving));
    let (game, left, _) = by(&keys_of(moves));
    assert_eq!(left, Err(Quit::Closed), "it waits for a key in the end");
    assert_golden("original-end", &last_frame(&keys_of(moves)));
    let (_, left, ..) = by(&format!("{} x", keys_of(moves)));
    assert_eq!(left, Ok(()), "{game:?}");
}

#[test]
fn championship_games_end_with_the_recorded_score() {
    for championship in world_championship() {
        let (game, ..) = by(&keys_of(&championship.moves));
        let around = othello(&keys_of(&championship.moves)).game;
        assert_eq!(game.map, *around.map(), "{}", championship.moves);
        assert_eq!(around.to_move(), None, "{}", championship.players);
        assert_eq!(do_score(&game.map), championship.discs, "{game:?}");
    }
}

#[test]
fn random_keys_match_the_rules_of_the_new_program() {
    let mut random = StdRng::seed_from_u64(12);
    use Key::{Down, Enter, Left, Right, Space, Up};
    let keys = [Up, Down, Left, Right, Enter, Space];
    for _ in 0..60 {
        let typed: Vec<Key> =
            (0..random.random_range(1..3000)).map(|_| *keys.choose(&mut random).unwrap()).collect();
        let (game, left, rest) = play(typed.clone(), |_, _| ());
        // A finished game has taken one more key, with which the program around it offers another game.
        let used = typed.len() - rest - usize::from(left.is_ok());
        let names: Vec<String> = typed[..used].iter().map(Key::to_string).collect();
        let around = othello(&names.join(" ")).game;
        assert_eq!(game.map, *around.map());
        let over = around.outcome().is_some();
        assert!(over || game.tries == around.tries(), "{game:?}");
        assert_eq!(game.t + usize::from(over), around.t(), "{game:?}");
    }
}

#[test]
fn a_turn_is_lost_when_the_failed_tries_exceed_the_empty_cells() {
    let (game, ..) = by("Down Enter*60");
    assert_eq!((game.t, game.tries), (1, 60), "{game:?}");
    let (game, ..) = by("Down Enter*61");
    assert_eq!((game.t, game.tries), (2, 0), "{game:?}");
}

#[test]
fn esc_leaves_at_once_and_new_keys_do_nothing() {
    let (game, left, rest) = by("Down Esc Enter Enter");
    assert_eq!((left, rest, game.t), (Ok(()), 2, 1));
    let d3 = to("d3");
    let more = format!("F1 F2 h n Tab Backspace {d3} F9 F5 r s x");
    assert_eq!(by(&d3).0, by(&more).0);
    assert!(last_frame(&d3).pixels() == last_frame(&more).pixels(), "they draw nothing");
}

#[test]
fn qp_change_and_do_score_match_the_rules() {
    let mut random = StdRng::seed_from_u64(4);
    for _ in 0..2000 {
        let mut map = Map::EMPTY;
        for cell in rules::Cell::all() {
            map[cell.row][cell.col] = random.random_range(0..3);
        }
        let (row, col) = (random.random_range(0..8), random.random_range(0..8));
        map[row][col] = 0;
        let t = random.random_range(1..3);
        let (mut after, before) = (map, do_score(&map));
        let yes = qp_change(&mut after, row, col, t);
        let turned = rules::rules::turn_over(&mut map, rules::Cell { row, col }, t);
        assert_eq!((map, yes == 1), (after, !turned.is_empty()));
        let gained = turned.len() + usize::from(yes);
        let (own, own_before) = match t {
            1 => (do_score(&after).0, before.0),
            _ => (do_score(&after).1, before.1),
        };
        assert_eq!(own, own_before + gained, "{after:?}");
    }
}
