//! Whole games played by keys: won, lost and drawn games, lost turns, keys that do nothing, and Esc in every
//! kind of situation.

use std::iter::repeat_n;

use rand::RngExt;

use super::{FINALS, cells, random, set_map};
use crate::check::case::Case;
use crate::tutor::calls::{keys, way_to};
use crate::tutor::course::positions::{FULL_1992, SHORTEST};
use games::Game as _;
use games::othello::{Cell, Game, Rules};
use original::{Map, can_move};
use turbo::dos::Key;

/// A game in which White owns all discs after ten moves.
const WHITE_WINS: &str = "f5d6c5f6e6f4c6b6f3g2";

/// A script: keys that do nothing at the start, at each edge and on a disc, then a failed try, and Esc.
const TOUR: &str = "Left Up Right Enter Space x F1 Down Up Left Home Right*7 Right Down*7 Down \
    Left*4 Enter Up*4 Enter Space Left Enter Up Up Space Enter Down Tab Right Esc";

const EARLY_ESC: &str = "Down*3 Right*3 Enter Down*3 Right*2 Space Right Down Esc";

/// The scripts, the fastest first, because the fast ones find most mistakes.
fn scripts() -> Vec<Vec<Key>> {
    let mut random = random(4);
    let mut game = |transcript: &str| played(transcript, random.random_range(0..3));
    let mut scripts = vec![
        [game(SHORTEST), vec![Key::Space]].concat(),
        keys(TOUR),
        lost_turn(),
        vec![Key::Esc],
        keys(EARLY_ESC),
        [game(WHITE_WINS), vec![Key::Esc]].concat(),
        [game(FULL_1992), vec![Key::Enter]].concat(),
    ];
    let others = FINALS.iter().filter(|transcript| **transcript != FULL_1992);
    scripts.extend(others.map(|transcript| [game(transcript), vec![Key::Left]].concat()));
    scripts.splice(5..5, (0..3).map(at_random));
    scripts.extend((3..8).map(at_random));
    scripts
}

pub(crate) fn whole_games() -> Vec<Case> {
    scripts().into_iter().map(Case::of_main).collect()
}

pub(crate) fn games() -> Vec<Case> {
    let start = vec![set_map(&Map::default()), ("t", vec![0]), ("tries", vec![0]), ("score", vec![0, 2, 2])];
    let start = Case::new(start, Vec::new());
    scripts().into_iter().map(|keys| Case { keys, ..start.clone() }).collect()
}

/// Runs of a program that waits for a single key: with that key, and without it.
pub(crate) fn one_key() -> Vec<Case> {
    vec![Case::of_main(vec![Key::Space]), Case::of_main(Vec::new())]
}

pub(crate) fn until_esc() -> Vec<Case> {
    let scripts = ["Esc", "x Up Enter F1 Space Esc", "a Left Left 5 Home Delete Tab Esc", "b Down"];
    scripts.map(|script| Case::of_main(keys(script))).to_vec()
}

/// Returns the keys that play a game. At the start of each disc, `detours` keys that do nothing are added.
fn played(transcript: &str, detours: usize) -> Vec<Key> {
    let mut game = Game::new(Rules::Original);
    let mut keys = Vec::new();
    for cell in cells(transcript) {
        if !can_move(game.map(), game.t()) {
            // The player loses the turn when the number of failed tries exceeds the number of empty cells.
            keys.extend(way_to(cell));
            keys.extend(repeat_n(Key::Enter, game.map().empties()));
            game.lose_turn();
        }
        keys.extend([Key::Up, Key::Left, Key::Right].iter().take(detours));
        keys.extend(way_to(cell));
        game.drop(cell);
    }
    keys
}

/// Keys with which Black loses the first turn by failed tries on a1, White moves, and Black leaves the
/// program.
fn lost_turn() -> Vec<Key> {
    let tries = repeat_n(Key::Enter, Map::default().empties() + 1);
    let white = way_to(Cell { row: 2, col: 4 });
    let keys = [Key::Down].into_iter().chain(tries).chain(white);
    keys.chain([Key::Down, Key::Enter, Key::Esc]).collect()
}

fn at_random(n: u64) -> Vec<Key> {
    let mut random = random(20 + n);
    let keys = (0..150 + 50 * n).map(|_| match random.random_range(0..14) {
        0..2 => Key::Up,
        2..6 => Key::Down,
        6..7 => Key::Left,
        7..9 => Key::Right,
        9..12 => Key::Enter,
        12 => Key::Space,
        _ => Key::Char('z'),
    });
    keys.chain([Key::Esc]).collect()
}
