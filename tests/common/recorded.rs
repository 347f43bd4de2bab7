//! Games for the tests, some of them real.

// Each test program uses some of these.
#![allow(dead_code)]

use games::othello::{Cell, Rules};
use games::records::{self, Error, Heading, Recorded, Score, transcript};
use games::stone::{Outcome, Stone};
use games::{Game, gomoku, othello};

pub type AnyGame = Box<dyn Game>;

pub fn boxed(game: impl Game) -> AnyGame {
    Box::new(game)
}

pub fn new_othello(rules: Rules) -> AnyGame {
    boxed(othello::Game::new(rules))
}

pub fn new_gomoku(setup: gomoku::Setup) -> AnyGame {
    boxed(gomoku::Game::new(setup))
}

pub fn othello_of(game: impl AsRef<dyn Game>) -> othello::Game {
    let game = game.as_ref();
    let inner = game.of().cloned();
    inner.unwrap_or_else(|| panic!("this is no Othello:\n{game}"))
}

pub fn gomoku_of(game: impl AsRef<dyn Game>) -> gomoku::Game {
    let game = game.as_ref();
    let inner = game.of().cloned();
    inner.unwrap_or_else(|| panic!("this is no gomoku:\n{game}"))
}

/// The keys that move the new stone to a cell from anywhere.
pub fn to(cell: &str) -> String {
    let Cell { row, col } = cell.parse().unwrap();
    format!("Down Up*7 Left*7 Down*{row} Right*{col}")
}

/// The cells of a transcript without passes.
pub fn cells(moves: &str) -> Vec<Cell> {
    let cell = |two: &[u8]| std::str::from_utf8(two).unwrap().parse().unwrap();
    moves.as_bytes().chunks(2).map(cell).collect()
}

/// The keys that play a transcript without passes by the original rules. A player without a move tries the
/// next cell until the turn is lost.
pub fn keys_of(moves: &str) -> String {
    let mut game = othello::Game::default();
    let mut keys = String::new();
    for cell in cells(moves) {
        let there = to(&cell.to_string());
        while game.to_move().is_some() && game.legal_moves().is_empty() {
            let tries = game.tries_allowed() + 1;
            keys += &format!("{there} Enter*{tries} ");
            (0..tries).for_each(|_| drop(game.drop(cell)));
        }
        game.drop(cell);
        keys += &format!("{there} Enter ");
    }
    keys
}

/// The keys that type the name of a point. The columns n and o need Shift, because the plain letters are
/// commands.
pub fn keys_of_point(name: &str) -> String {
    let (column, row) = name.split_at(1);
    let row: Vec<String> = row.chars().map(String::from).collect();
    format!("{column} {}", row.join(" "))
}

/// The keys that play a record of gomoku.
pub fn keys_of_record(record: &str) -> String {
    let pieces = gomoku::record::parse(record, 15).unwrap();
    let keys = |p: &gomoku::Point| format!("{} Enter ", keys_of_point(&p.name(15)));
    pieces.iter().map(keys).collect()
}

/// A game in which renju forbids three points for black: 22, 89 and ae (column and row).
pub const FORBIDDEN: &str = "2110123032502370b690a7b098d0490c592c694c8e6c9e8cbeacceccdeec";

/// Pairs of stones that are shifted from row to row.
fn in_pairs(p: &gomoku::Point) -> bool {
    (p.col() / 2 + p.row()).is_multiple_of(2)
}

/// A full board without five in a row.
pub fn full_board() -> Vec<gomoku::Point> {
    full_board_of(in_pairs)
}

/// A full board on which black's last stone, in row 0 and column 3, makes the only winning row: six stones.
pub fn full_board_with_a_last_row() -> Vec<gomoku::Point> {
    let mut pieces = full_board_of(|p| match (p.row(), p.col()) {
        (0, 2 | 3) => true,
        (14, 0 | 4) => false,
        _ => in_pairs(p),
    });
    let last = pieces.iter().position(|p| *p == gomoku::Point::new(0, 3)).unwrap();
    (last..224).step_by(2).for_each(|n| pieces.swap(n, n + 2));
    pieces
}

fn full_board_of(black: impl Fn(&gomoku::Point) -> bool) -> Vec<gomoku::Point> {
    let (blacks, whites): (Vec<gomoku::Point>, Vec<gomoku::Point>) = gomoku::Point::all(15).partition(black);
    assert_eq!((blacks.len(), whites.len()), (113, 112));
    let mut pieces = Vec::new();
    for (n, stone) in blacks.into_iter().enumerate() {
        pieces.push(stone);
        pieces.extend(whites.get(n));
    }
    pieces
}

/// A game of the World Championship, from the French federation's database.
pub struct Championship {
    pub players: String,
    pub heading: Heading,
    /// Black's and white's final discs on the board.
    pub discs: (usize, usize),
    pub moves: String,
}

pub fn world_championship() -> Vec<Championship> {
    let table = include_str!("../data/world-championship.tsv");
    let games = table.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [year, _, black, white, discs, moves] = fields[..] else {
            panic!("a line has six fields: {line}")
        };
        let (b, w) = discs.split_once('-').unwrap();
        Championship {
            players: format!("{black} and {white}, {year}"),
            heading: Heading {
                black: black.to_string(),
                white: white.to_string(),
                date: year.to_string(),
                event: "World Championship".to_string(),
            },
            discs: (b.parse().unwrap(), w.parse().unwrap()),
            moves: moves.to_string(),
        }
    });
    games.collect()
}

/// The record of a gomoku game, numbered from 1. In game 11 black misses a win by fours with stone 31 and
/// wins with stone 35.
pub fn recorded_gomoku(n: usize) -> &'static str {
    let line = include_str!("../data/gomoku-games.tsv").lines().nth(n);
    let record = line.and_then(|line| line.split('\t').nth(1));
    record.unwrap_or_else(|| panic!("the table has no game {n}"))
}

/// The World Championship games as records.
pub fn recorded_championship() -> Vec<Result<Recorded, Error>> {
    let recorded = |game: Championship| {
        let played = transcript::game(&game.moves).expect("the games are legal");
        let (black, white) = records::tournament_score(played.map());
        Recorded { score: Some(Score::Discs(black, white)), ..Recorded::new(boxed(played), game.heading) }
    };
    let games = world_championship();
    games.into_iter().map(|game| Ok(recorded(game))).collect()
}

/// Plays a game to its end. `pick` chooses the index of a legal move from their number.
pub fn random_game(mut pick: impl FnMut(usize) -> usize) -> othello::Game {
    let mut game = othello::Game::default();
    while let Some(stone) = game.to_move() {
        let legal: Vec<Cell> = othello::rules::legal_moves(game.map(), stone).collect();
        match legal.len() {
            0 => game.lose_turn(),
            n => drop(game.drop(legal[pick(n)])),
        }
    }
    game
}

pub fn black_wins() -> Option<Outcome> {
    Some(Outcome::Won(Stone::Black))
}
