//! Games that the tests play, and games that were really played.

// Each test program uses some of these.
#![allow(dead_code)]

use games::othello::Cell;
use games::othello::Rules;
use games::othello::rules::can_move;
use games::records::{self, Error, Heading, Recorded, Score, transcript};
use games::stone::{Outcome, Stone};
use games::{Game, gomoku, othello};

/// Any game, as it sits at the board.
pub type AnyGame = Box<dyn Game>;

/// A game, ready to sit down at the board.
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

/// The keys that bring the new stone to a cell, wherever it stands.
pub fn to(cell: &str) -> String {
    let Cell { row, col } = cell.parse().unwrap();
    format!("Down Up*7 Left*7 Down*{row} Right*{col}")
}

/// The cells that a transcript without passes names.
pub fn cells(moves: &str) -> Vec<Cell> {
    let cell = |two: &[u8]| std::str::from_utf8(two).unwrap().parse().unwrap();
    moves.as_bytes().chunks(2).map(cell).collect()
}

/// The keys that play a transcript without passes by the rules of the DOS program: a player who has no move tries the
/// next cell in vain until the turn is lost.
pub fn keys_of(moves: &str) -> String {
    let mut game = othello::Game::default();
    let mut keys = String::new();
    for cell in cells(moves) {
        let there = to(&cell.to_string());
        while game
            .to_move()
            .is_some_and(|stone| !can_move(game.map(), stone))
        {
            let tries = game.tries_allowed() + 1;
            keys += &format!("{there} Enter*{tries} ");
            (0..tries).for_each(|_| drop(game.drop(cell)));
        }
        game.drop(cell);
        keys += &format!("{there} Enter ");
    }
    keys
}

/// The keys that type the name of a point. The columns n and o need Shift, since these letters mean something else.
pub fn keys_of_point(name: &str) -> String {
    let (column, row) = name.split_at(1);
    let column = match column {
        "n" | "o" => column.to_uppercase(),
        _ => column.to_string(),
    };
    let row: Vec<String> = row.chars().map(String::from).collect();
    format!("{column} {}", row.join(" "))
}

/// The keys that play a record of gomoku.
pub fn keys_of_record(record: &str) -> String {
    let pieces = gomoku::record::parse(record, 15).unwrap();
    let keys = |p: &gomoku::Point| format!("{} Enter ", keys_of_point(&p.name(15)));
    pieces.iter().map(keys).collect()
}

/// Black is to move and must not on three points: 22, 89 and ae (columns and rows). The shapes are those of
/// `renju_forbids_the_three_shapes_on_one_board`.
pub const FORBIDDEN: &str = "2110123032502370b690a7b098d0490c592c694c8e6c9e8cbeacceccdeec";

/// A full board without five in a row: pairs of stones, shifted from row to row.
pub fn full_board() -> Vec<gomoku::Point> {
    let black = |p: &gomoku::Point| (p.col() / 2 + p.row()).is_multiple_of(2);
    full_board_of(black)
}

pub fn full_board_of(black: impl Fn(&gomoku::Point) -> bool) -> Vec<gomoku::Point> {
    let (blacks, whites): (Vec<gomoku::Point>, Vec<gomoku::Point>) =
        gomoku::Point::all(15).partition(black);
    assert_eq!((blacks.len(), whites.len()), (113, 112));
    let mut pieces = Vec::new();
    for (n, stone) in blacks.into_iter().enumerate() {
        pieces.push(stone);
        pieces.extend(whites.get(n));
    }
    pieces
}

/// A game of the World Championship, as the French federation's database has it.
pub struct Championship {
    pub players: String,
    pub heading: Heading,
    /// Black's and white's stones on the board in the end.
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

/// The record of a recorded game of gomoku, from 1 on. In the 11th black misses a win by fours with the 31st of 35 stones, and wins with
/// the last.
pub fn recorded_gomoku(n: usize) -> &'static str {
    let line = include_str!("../data/gomoku-games.tsv").lines().nth(n);
    let record = line.and_then(|line| line.split('\t').nth(1));
    record.unwrap_or_else(|| panic!("the table has no game {n}"))
}

/// The games of the World Championship as they are read from a file.
pub fn recorded_championship() -> Vec<Result<Recorded, Error>> {
    let recorded = |game: Championship| {
        let read = transcript::read(&game.moves).expect("the games are legal");
        let played = othello_of(&read.game);
        let (black, white) = records::tournament_score(played.map());
        Recorded {
            score: Some(Score::Discs(black, white)),
            ..Recorded::new(read.game, game.heading)
        }
    };
    let games = world_championship();
    games.into_iter().map(|game| Ok(recorded(game))).collect()
}

/// Plays the legal moves that `pick` chooses (it gets how many there are) until the game is over; passes where there is
/// none.
pub fn random_game(mut pick: impl FnMut(usize) -> usize) -> othello::Game {
    let mut game = othello::Game::default();
    while let Some(stone) = game.to_move() {
        let legal: Vec<Cell> = othello::rules::legal_moves(game.map(), stone).collect();
        match legal.len() {
            0 => pass(&mut game),
            n => drop(game.drop(legal[pick(n)])),
        }
    }
    game
}

/// Loses the turn by failed tries.
fn pass(game: &mut othello::Game) {
    let turn = game.t();
    let free = Cell::all().find(|c| game.map()[c.row][c.col] == 0);
    while game.t() == turn {
        game.drop(free.expect("a game that goes on has empty cells"));
    }
}

pub fn black_wins() -> Option<Outcome> {
    Some(Outcome::Won(Stone::Black))
}
