//! Calls of C functions that a student can step through, in lessons and at the board, and how the board
//! displays them.

use std::iter::repeat_n;
use words::say;

use super::scene::{Begins, Scene, program};
use super::shows::{At, Shows, Stones, Walk, Ways};
use games::Game as _;
use games::gomoku::{self, Point, SIZE};
use games::othello::{self, Cell, Ply, Position, Rules};
use original::Map;
use turbo::c::{Argument, Value};
use turbo::dos::{Key, parse_keys};

const fn walk(function: &'static str, at: At, stone: &'static str, ways: Ways) -> Walk {
    Walk { function, at, stone, ways }
}

const fn shows(stones: Stones, walks: &'static [Walk]) -> Shows {
    Shows { stones, walks }
}

pub(crate) static QIPAN: Shows = shows(
    Stones::Map("Map"),
    &[
        walk("QpChange", At::RowCol("row", "col"), "t", Ways::All),
        walk("Encloses", At::RowCol("row", "col"), "t", Ways::Now),
        walk("MoveColor", At::Pixels("x", "y"), "", Ways::None),
        walk("Playtoplay", At::Pixels("x", "y"), "t", Ways::None),
    ],
);
pub(crate) static SCREEN: Shows = shows(Stones::Picture, &[]);
pub(crate) static KEYS: Shows = shows(Stones::Map(""), &[]);
/// The display for `THREE.C`, which shows the worth of each number of matches.
pub(crate) static MATCHES: Shows = shows(Stones::Nowhere(&["worth"], "positions"), &[]);
pub(crate) static BOOK: Shows = shows(Stones::Nowhere(&["empty", "worth", "waits"], "positions"), &[]);
/// The display for `WEIGHT.C`, which shows the positions of a game and their errors.
pub(crate) static ERRORS: Shows = shows(Stones::Nowhere(&["side", "v", "error"], "positions"), &[]);
/// The display for `WEIGHT.C`, which shows the errors and how often the weight's pattern occurs in each
/// position.
pub(crate) static WEIGHT: Shows = shows(Stones::Nowhere(&["error", "found"], "positions"), &[]);
pub(crate) static JUDGES: Shows = shows(
    Stones::Record("p", "n", "own"),
    &[
        walk("Five", At::Point("q"), "n", Ways::Now),
        walk("AllStones", At::Point("q"), "n", Ways::None),
        walk("LastStone", At::Point("q"), "n", Ways::All),
        walk("Table", At::Point("q"), "n", Ways::All),
    ],
);
pub(crate) static RECORD: Shows =
    shows(Stones::Map("Board"), &[walk("ReadRecord", At::RowCol("row", "col"), "", Ways::None)]);
pub(crate) static FOURS: Shows = shows(Stones::Map("Board"), &[]);
pub(crate) static LOOK_AHEAD: Shows =
    shows(Stones::Map("Map"), &[walk("Drop", At::RowCol("row", "col"), "t", Ways::Now)]);

/// Returns the Othello game after the given moves.
///
/// # Panics
/// If a move is illegal or its text is not the name of a cell.
pub fn after(moves: &str) -> othello::Game {
    played(moves).unwrap_or_else(|why| panic!("{why}"))
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMoves {
    #[error("{}", say!("move {n} of {moves} is not the name of a cell", n, moves))]
    NoCell { n: usize, moves: String },
    #[error("{}", say!("move {n} of {moves} is against the rules", n, moves))]
    AgainstTheRules { n: usize, moves: String },
}

/// Returns the Othello game after the given moves.
///
/// # Errors
/// If a move is illegal or its text is not the name of a cell.
pub(crate) fn played(moves: &str) -> Result<othello::Game, BadMoves> {
    let plies = moves.as_bytes().chunks(2).zip(1..).map(|(ply, n)| {
        let ply = std::str::from_utf8(ply).unwrap_or_default().parse();
        ply.map_err(|_| BadMoves::NoCell { n, moves: moves.to_string() })
    });
    let plies: Vec<Ply> = plies.collect::<Result<_, BadMoves>>()?;
    let first = |n: usize| othello::Game::restored(Rules::Original, Position::default(), &plies[..n], &[], 0);
    first(plies.len()).map_err(|_| {
        let n = (1..plies.len()).find(|n| first(*n).is_err()).unwrap_or(plies.len());
        BadMoves::AgainstTheRules { n, moves: moves.to_string() }
    })
}

/// Returns the keys that move a new disc from its start to a cell and drop it there.
pub(crate) fn way_to(cell: Cell) -> impl Iterator<Item = Key> {
    keys(&drop_on(&cell.to_string())).into_iter()
}

pub(crate) fn keys(text: &str) -> Vec<Key> {
    parse_keys(text).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Returns the keys that play the given moves. A player who cannot move loses the turn by failed tries.
pub(crate) fn keys_of(moves: &str) -> Result<Vec<Key>, BadMoves> {
    let mut position = Position::default();
    let mut keys = Vec::new();
    for ply in played(moves)?.plies() {
        let map = &position.map;
        match ply {
            Ply::Drop(cell) => keys.extend(way_to(*cell)),
            Ply::Pass => {
                let free = Cell::all().find(|cell| map[cell.row][cell.col] == 0);
                keys.extend(free.into_iter().flat_map(way_to));
                keys.extend(repeat_n(Key::Enter, map.empties()));
            }
        }
        position.play(position.to_move, *ply);
    }
    Ok(keys)
}

/// Selects the display for a function of a C file. `seen` is true if the picture that the function draws is
/// compared.
pub(crate) fn shown_of(file: &str, function: &str, seen: bool) -> &'static Shows {
    match (file, function) {
        ("QIPAN.C" | "TABLE.C", _) if !seen => &QIPAN,
        (_, "QpChange" | "Encloses" | "OnBoard" | "CanMove" | "DoScore") if !seen => &QIPAN,
        ("WUZIQI.C", "Digit" | "ReadRecord") => &RECORD,
        ("WUZIQI.C" | "UNGUARD.C", _) => &JUDGES,
        ("FOURS.C", _) => &FOURS,
        ("LASTMOVE.C" | "MATCH.C", _) => &LOOK_AHEAD,
        ("KEYS.C", _) => &KEYS,
        ("THREE.C", _) => &MATCHES,
        ("BOOK.C", _) => &BOOK,
        ("WEIGHT.C", _) => &ERRORS,
        _ => &SCREEN,
    }
}

/// Returns the pixel in the middle of a cell.
pub(crate) fn middle(Cell { row, col }: Cell) -> (i32, i32) {
    (120 + 40 * col as i32, 120 + 40 * row as i32)
}

fn ints(numbers: impl IntoIterator<Item = i32>) -> Value {
    Value::Array(numbers.into_iter().map(Value::Int).collect())
}

/// Returns the value of the variable `Map` in QIPAN.C.
pub fn map_value(map: &Map) -> Value {
    let row = |row: usize| ints(map[row].map(i32::from));
    Value::Array((0..8).map(row).collect())
}

/// Creates a scene in which `QpChange` of the given file drops the disc of turn `t` on a cell.
pub fn qp_change(text: impl Into<String>, file: &str, map: &Map, cell: Cell, t: usize) -> Scene {
    let (x, y) = middle(cell);
    let call = ("QpChange", vec![x, y, t as i32]);
    let mut scene = Scene::new(text, program(file), call, &QIPAN);
    let (black, white) = original::do_score(map);
    scene.globals = vec![("Map".into(), map_value(map))];
    // TABLE.C does not draw a board, and has no turn and no score.
    if scene.program.function("DrawQp").is_some() {
        scene.before = vec![("DrawQp".into(), Vec::new())];
        for Cell { row, col } in Cell::all().filter(|c| map[c.row][c.col] != 0) {
            let place = [row, col, map[row][col].into()].map(|n| n as i32);
            scene.before.push(("TurnOver".into(), place.to_vec()));
        }
        scene.then = [1, 2].map(|n| ("PrintScore".into(), vec![n])).to_vec();
        scene.globals.extend([
            ("t".into(), Value::Int(t as i32)),
            ("score".into(), ints([0, black as i32, white as i32])),
        ]);
    }
    scene
}

/// Creates a scene in which `QpChange` of the given file drops the next disc of a game after the given moves.
pub(crate) fn next_drop(file: &str, moves: &str, name: &str) -> Scene {
    let game = after(moves);
    let cell = name.parse().unwrap_or_else(|_| panic!("{name} is no cell"));
    qp_change("", file, game.map(), cell, game.t())
}

pub(crate) fn on_map(text: impl Into<String>, call: (&'static str, Vec<i32>), game: &othello::Game) -> Scene {
    let corner = Cell { row: 0, col: 0 };
    let mut scene = qp_change(text, "QIPAN.C", game.map(), corner, game.t());
    scene.call = (call.0.into(), call.1.into_iter().map(Argument::Int).collect());
    scene
}

pub(crate) fn whole(text: impl Into<String>, keys: &str, from: Option<Begins>) -> Scene {
    let mut scene = Scene::new(text, program("QIPAN.C"), ("main", Vec::new()), &SCREEN);
    scene.keys = self::keys(keys);
    scene.from = from;
    scene
}

pub fn play_on(text: impl Into<String>, game: &othello::Game, keys: &str) -> Scene {
    let mut scene = on_map(text, ("Playtoplay", Vec::new()), game);
    // The program's loop adds 1 before the turn begins.
    scene.globals[1] = ("t".into(), Value::Int(game.t() as i32 - 1));
    scene.keys = self::keys(keys);
    scene
}

/// Displays the program's own screen in place of the board.
pub(crate) fn on_screen(mut scene: Scene) -> Scene {
    scene.shows = &SCREEN;
    scene
}

/// Returns the keys that move a new disc to a cell and drop it there, as text.
pub(crate) fn drop_on(cell: &str) -> String {
    let Cell { row, col } = cell.parse().unwrap_or_else(|_| panic!("{cell} is no cell"));
    format!("Down*{} Right*{col} Enter ", row + 1)
}

/// Creates a scene in which a judge in `WUZIQI.C` or `UNGUARD.C` is called for the given stones on a 15x15
/// board.
pub fn judge(text: impl Into<String>, file: &str, function: &'static str, pieces: &[Point]) -> Scene {
    let mut scene = Scene::new(text, program(file), (function, Vec::new()), &JUDGES);
    scene.globals = record_values(pieces).map(|(name, value)| (name.into(), value)).into();
    scene
}

/// Returns the values of the variables `p` and `n` in WUZIQI.C for the given stones on a 15x15 board.
pub fn record_values(pieces: &[Point]) -> [(&'static str, Value); 2] {
    let points = pieces.iter().map(|point| point.number(SIZE) as i32);
    let points = points.chain(std::iter::repeat(0)).take(225);
    [("p", ints(points)), ("n", Value::Int(pieces.len() as i32))]
}

/// Creates a scene in which the side to move in a game on a 15x15 board searches for a win by fours.
pub fn fours(text: impl Into<String>, game: &gomoku::Game) -> Scene {
    let side = game.stone_of_turn(game.t()) as i32;
    let mut scene = Scene::new(text, program("FOURS.C"), ("Fours", vec![side]), &FOURS);
    let stone = |row, col| game.stone_at(Point::new(row, col)).map_or(0, |stone| stone as i32);
    let row = |row: usize| ints((0..15).map(|col| stone(row, col)));
    scene.globals = vec![("Board".into(), Value::Array((0..15).map(row).collect()))];
    scene
}

pub fn look_ahead(text: impl Into<String>, game: &othello::Game) -> Scene {
    let call = ("Solve", Vec::new());
    let mut scene = Scene::new(text, program("LASTMOVE.C"), call, &LOOK_AHEAD);
    scene.globals = vec![("Map".into(), map_value(game.map())), ("t".into(), Value::Int(game.t() as i32))];
    scene
}
