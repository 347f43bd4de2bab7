//! Reads Othello positions in all supported notations, for the command line, files and pasted text:
//!
//! - 64 cells and the side to move;
//! - OBF, with moves and scores: `O--OOOOX-... X; a2:+38; b1:+4; % comment`;
//! - an entry in a list of the Fédération Française d'Othello: `40|O--OOOOX-...|X|+38|a2|20`;
//! - a board of the Generic Game Server: `[8 -------- ... *]`;
//! - FEN: `8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1`;
//! - a text diagram on several lines;
//! - the final positions of games in GGF or SGF.

use super::text::{decode, name, printable};
use super::{Problem, Recorded, ggf, sgf, sgf_games};
use crate::gomoku;
use crate::othello::rules::{Map, can_move, is_legal};
use crate::othello::{BadPosition, Cell, Position};
use crate::stone::Stone;
use words::say;

/// The maximum size of a list in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The maximum number of games in a text of which the final positions are read.
const MAX_GAMES: usize = 10_000;
/// The command with which NBoard precedes a game.
const SET_GAME: &str = "set game ";

/// A position, with the other data of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// The name that the line gives, or the number of the line.
    pub name: String,
    pub position: Position,
    /// The score after perfect play, for the side to move, in discs.
    pub score: Option<i32>,
    /// The rest of the line after the position, as in OBF: `a2:+38; b1:+4; % comment`.
    pub(super) rest: String,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    #[error("{}", say!("a position is a name, 64 cells and the side to move, with | between them, or OBF"))]
    Fields,
    #[error("{}", say!("nothing may come after the number of empty cells, but '{why}' does", why = .0))]
    More(String),
    #[error(transparent)]
    Position(#[from] BadPosition),
    #[error("{}", say!("the side to move is X or O, not '{why}'", why = .0))]
    Side(String),
    #[error("{}", say!("'{why}' is not a score from -64 to +64", why = .0))]
    Score(String),
    #[error("{}", say!("'{why}' is not a move and its score, as in a1:+2", why = .0))]
    Scored(String),
    #[error("{}", say!("'{why}' is not a move here", why = .0))]
    Move(String),
    /// The number of empty cells that the line states, and the actual number.
    #[error("{}", say!("the line says '{why}' empty cells, the board has {other}", why = .0, other = .1))]
    Empties(String, usize),
    #[error("{}", say!("'{why}' is not a row of FEN, which has p, P and the numbers of empty cells", why = .0))]
    Fen(String),
    #[error("{}", say!("the board has no ]"))]
    Bracket,
    #[error(transparent)]
    Game(#[from] Problem),
}

/// Reads a list of positions. Empty lines and lines that begin with `#` or `%` are ignored. An error comes
/// with its line number, counted from 1.
pub fn read(bytes: &[u8]) -> Result<Vec<Endgame>, (usize, BadLine)> {
    read_text(&decode(bytes).text)
}

pub(super) fn read_text(text: &str) -> Result<Vec<Endgame>, (usize, BadLine)> {
    if is_game(text) {
        let games: Vec<Result<Recorded, Problem>> = match sgf::is_sgf(text) {
            true => sgf_games::read(text, gomoku::Rules::default()).take(MAX_GAMES).collect(),
            false => ggf::read(text).take(MAX_GAMES).collect(),
        };
        let position = |game: Result<Recorded, Problem>| Ok(game?.othello()?.position());
        let read = games.into_iter().zip(1..).map(|(game, n)| match position(game) {
            Ok(position) => Ok(unnamed(position, n, None)),
            Err(why) => Err((n, BadLine::Game(why))),
        });
        return read.collect();
    }
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with(['#', '%']));
    let lines: Vec<(&str, usize)> = lines.collect();
    let (first, first_n) = lines.first().copied().unwrap_or_default();
    match text.parse() {
        // This is a text diagram, or a one-line board followed by the state of a printed game.
        Ok(position) => Ok(vec![unnamed(position, first_n, None)]),
        Err(why) if is_one(first, lines.get(1).map(|(line, _)| *line), &why) => Err((first_n, why.into())),
        Err(_) => {
            let lines = lines.into_iter();
            lines.map(|(line, n)| read_entry(line, n).map_err(|why| (n, why))).collect()
        }
    }
}

fn unnamed(position: Position, n: usize, score: Option<i32>) -> Endgame {
    Endgame { name: n.to_string(), position, score, rest: String::new() }
}

/// True if an invalid text was meant as one position and not as a list. This is judged by the text's first
/// two lines and its error.
fn is_one(first: &str, second: Option<&str>, why: &BadPosition) -> bool {
    let is_line_of_a_list = first.contains([';', '%']) || first.contains('|') && !first.starts_with('|');
    let goes_on = matches!(why, BadPosition::Side(_) | BadPosition::After(_));
    let alone = second.is_some_and(|second| !begins_like_one(second)) || !goes_on;
    !is_line_of_a_list && why.cells() >= 16 && alone
}

/// Reads one position in any notation.
pub fn read_one(text: &str) -> Result<Position, BadLine> {
    let mut all = read_text(text).map_err(|(_, why)| why)?.into_iter();
    match (all.next(), all.next()) {
        (Some(one), None) => Ok(one.position),
        (None, _) => Err(BadLine::Position(BadPosition::Cells(0))),
        (Some(_), Some(_)) => Err(BadLine::Position(BadPosition::MoreCells)),
    }
}

/// True if a text begins with a position: at least 16 valid cells, or a GGS or FEN board.
pub(super) fn begins_like_one(text: &str) -> bool {
    let mut text = text.trim_start();
    while text.starts_with(['#', '%']) {
        let (_, rest) = text.split_once('\n').unwrap_or_default();
        text = rest.trim_start();
    }
    let first = text.lines().next().unwrap_or_default().trim_end();
    if board_of(first).is_ok_and(|board| board.is_some()) || is_fen(first) {
        return true;
    }
    let cells = |text: &str| match text.parse::<Position>() {
        Ok(_) => 64,
        Err(why) => why.cells(),
    };
    let fields = first.split('|').nth(1).map(cells);
    cells(text) >= 16 || first.len() > 64 && fields.is_some_and(|cells| cells >= 16)
}

fn is_game(text: &str) -> bool {
    let text = text.trim_start();
    text.strip_prefix(SET_GAME).unwrap_or(text).starts_with("(;")
}

/// Returns the content of a GGS board or of a GGF `BO` property, or `Ok(None)` for any other line.
fn board_of(line: &str) -> Result<Option<&str>, BadLine> {
    let board = line.strip_prefix("BO").unwrap_or(line).strip_prefix('[');
    match board.filter(|board| board.trim_start().starts_with('8')) {
        Some(board) => board.strip_suffix(']').map(Some).ok_or(BadLine::Bracket),
        None => Ok(None),
    }
}

fn is_fen(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() == 7
}

/// Parses the FEN that Edax writes, with pawns for discs: p is black. Only the first two fields are used.
fn read_fen(line: &str) -> Result<Position, BadLine> {
    let mut fields = line.split_whitespace();
    let rows = fields.next().unwrap_or_default().split('/');
    let mut map = Map::EMPTY;
    for (row, text) in rows.enumerate() {
        let wrong = || BadLine::Fen(excerpt(text));
        let mut col = 0;
        for sign in text.chars() {
            let (stone, cells) = match sign {
                'p' => (1, 1),
                'P' => (2, 1),
                '1'..='8' => (0, sign as u32 - '0' as u32),
                _ => return Err(wrong()),
            };
            for _ in 0..cells {
                *map[row].get_mut(col).ok_or_else(wrong)? = stone;
                col += 1;
            }
        }
        if col != 8 {
            return Err(wrong());
        }
    }
    let to_move = match fields.next() {
        Some("b") => Stone::Black,
        Some("w") => Stone::White,
        side => return Err(BadLine::Side(excerpt(side.unwrap_or_default()))),
    };
    Ok(Position { map, to_move })
}

fn read_entry(line: &str, n: usize) -> Result<Endgame, BadLine> {
    let line = line.trim();
    if let Some(board) = board_of(line)? {
        return Ok(unnamed(board.parse()?, n, None));
    }
    if is_fen(line) {
        return Ok(unnamed(read_fen(line)?, n, None));
    }
    if !line.contains('|') && line.len() >= 64 {
        return read_obf(line, n);
    }
    // Some boards are enclosed by `|`.
    match line.parse() {
        Ok(position) if line.starts_with('|') => Ok(unnamed(position, n, None)),
        _ => read_line(line),
    }
}

/// Shortens a field to at most 30 characters, for a message.
fn excerpt(text: &str) -> String {
    printable(text, 30)
}

/// Parses `name|cells|side to move|score|best moves|empty cells`. The last three fields are optional.
fn read_line(line: &str) -> Result<Endgame, BadLine> {
    let mut fields = line.split('|').map(str::trim);
    let (Some(called), Some(cells), Some(side)) = (fields.next(), fields.next(), fields.next()) else {
        return Err(BadLine::Fields);
    };
    if !matches!(side, "X" | "O") {
        return Err(BadLine::Side(excerpt(side)));
    }
    let position = Position::from_fields(cells, side)?;
    let [score, moves, empties] = [(); 3].map(|()| fields.next().filter(|text| !text.is_empty()));
    if let Some(more) = fields.next() {
        return Err(BadLine::More(excerpt(more)));
    }
    let score = score.map(read_score);
    for text in moves.into_iter().flat_map(|moves| moves.split(',')) {
        read_move(text, &position)?;
    }
    let there = position.map.empties();
    if let Some(text) = empties.filter(|text| text.parse() != Ok(there)) {
        return Err(BadLine::Empties(excerpt(text), there));
    }
    let score = score.transpose()?;
    let called = name(called);
    let scored = moves.zip(score).map_or(String::new(), |(moves, score)| {
        moves.split(',').map(|text| format!("{}:{score:+}; ", text.trim())).collect()
    });
    let rest = if called.is_empty() { scored } else { format!("{scored}% {called}") };
    Ok(Endgame { name: called, position, score, rest })
}

/// Parses `cells side; move:score; move:score; ...`, optionally with a comment after `%`. The score of the
/// position is the best score of a move.
fn read_obf(line: &str, n: usize) -> Result<Endgame, BadLine> {
    let rest = line.find([';', '%']).map_or("", |at| line[at..].trim_start_matches(';'));
    let (line, _comment) = line.split_once('%').unwrap_or((line, ""));
    let mut fields = line.split(';').map(str::trim);
    let position: Position = fields.next().unwrap_or_default().parse()?;
    let mut best = None;
    for field in fields.filter(|field| !field.is_empty()) {
        let parts = field.split_once(':');
        let (mv, score) = parts.ok_or_else(|| BadLine::Scored(excerpt(field)))?;
        read_move(mv, &position)?;
        best = best.max(Some(read_score(score.trim())?));
    }
    Ok(Endgame { rest: rest.trim().to_string(), ..unnamed(position, n, best) })
}

fn read_score(text: &str) -> Result<i32, BadLine> {
    match text.parse() {
        Ok(score @ -64..=64) => Ok(score),
        _ => Err(BadLine::Score(excerpt(text))),
    }
}

/// Checks that a move is legal for the side to move, or for the other side if the side to move must pass.
fn read_move(text: &str, position: &Position) -> Result<(), BadLine> {
    let cell: Option<Cell> = text.trim().parse().ok();
    let side = match can_move(&position.map, position.to_move) {
        true => position.to_move,
        false => position.to_move.other(),
    };
    match cell.is_some_and(|cell| is_legal(&position.map, cell, side as usize)) {
        true => Ok(()),
        false => Err(BadLine::Move(excerpt(text))),
    }
}
