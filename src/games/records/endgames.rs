//! Positions of Othello in every notation that is read anywhere: one reader for the command line, for files and for pasted text.
//!
//! A line can hold 64 cells and the side to move, as in scripts; the same with moves and scores, which is OBF,
//! `O--OOOOX-... X; a2:+38; b1:+4; % remark`; an entry of the lists of the Fédération Française d'Othello, `40|O--OOOOX-...|X|+38|a2|20`; a
//! board as the Generic Game Server shows it, `[8 -------- ... *]`; or FEN, `8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1`. A drawn board takes several
//! lines. Of games in GGF or SGF the last positions are read.

use super::text::{decode, name, printable};
use super::{Problem, Recorded, ggf, sgf, sgf_games};
use crate::Game as _;
use crate::othello::rules::{Map, can_move, is_legal};
use crate::othello::{self, BadPosition, Cell, Position};
use crate::stone::Stone;
use words::say;

/// The longest list that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// A position, and what its line says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// What the line calls it.
    pub name: String,
    /// The position.
    pub position: Position,
    /// The result for the side to move under perfect play, in discs, if the line states it.
    pub score: Option<i32>,
}

/// What is wrong with a line of a list. The message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// It does not have the form of a position.
    #[error("{}", say!("a position is a name, 64 cells and the side to move, with | between them, or OBF"))]
    Fields,
    /// It has more than six fields.
    #[error("{}", say!("nothing may come after the number of empty cells, but '{why}' does", why = .0))]
    More(String),
    /// The cells do not make a board.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// The field for the side to move names neither side.
    #[error("{}", say!("the side to move is X or O, not '{why}'", why = .0))]
    Side(String),
    /// The score is not a number from -64 to +64.
    #[error("{}", say!("'{why}' is not a score from -64 to +64", why = .0))]
    Score(String),
    /// In OBF, a part is not a move with its score.
    #[error("{}", say!("'{why}' is not a move and its score, as in a1:+2", why = .0))]
    Scored(String),
    /// One of the best moves is not a move in this position.
    #[error("{}", say!("'{why}' is not a move here", why = .0))]
    Move(String),
    /// The number of empty cells that it states is not the board's.
    #[error("{}", say!("the line says '{why}' empty cells, the board has {other}", why = .0, other = .1))]
    Empties(String, usize),
    /// A row of FEN has a sign that no board of Othello has.
    #[error("{}", say!("'{why}' is not a row of FEN, which has p, P and the numbers of empty cells", why = .0))]
    Fen(String),
    /// A bracket is not closed.
    #[error("{}", say!("the board has no ]"))]
    Bracket,
    /// It is a game, and something is wrong with it.
    #[error("{0}")]
    Game(String),
}

/// Reads a list. Empty lines and those that begin with `#` or `%` are left out. An error comes with the number of its line from 1.
///
/// ```
/// use games::records::endgames::read;
/// let cells = format!("XO{}", "-".repeat(62));
/// let list = format!("# name|cells|side to move|score|best moves|empty cells\ncorner|{cells}|X|+64|c1|62\n");
/// assert_eq!(read(list.as_bytes()).unwrap()[0].score, Some(64));
/// let (n, why) = read(list.replace("c1", "d1").as_bytes()).unwrap_err();
/// assert_eq!((n, why.to_string().as_str()), (2, "'d1' is not a move here"));
/// ```
///
/// # Errors
/// The first bad line, or game.
pub fn read(bytes: &[u8]) -> Result<Vec<Endgame>, (usize, BadLine)> {
    read_text(&decode(bytes))
}

pub(super) fn read_text(text: &str) -> Result<Vec<Endgame>, (usize, BadLine)> {
    if is_game(text) {
        let games = games(text).zip(1..).take(MOST_GAMES);
        let read = games.map(|(position, n)| {
            let position = position.map_err(|why| (n, why))?;
            let name = n.to_string();
            let score = None;
            Ok(Endgame {
                name,
                position,
                score,
            })
        });
        return read.collect();
    }
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with(['#', '%']));
    let lines: Vec<(&str, usize)> = lines.collect();
    let first = lines.first().copied().unwrap_or_default();
    match text.parse() {
        // A drawn board, or a board in one line with the lines of a printed game under it.
        Ok(position) => {
            return Ok(vec![Endgame {
                name: first.1.to_string(),
                position,
                score: None,
            }]);
        }
        Err(why) if is_one(first.0, lines.get(1).map(|(line, _)| *line), &why) => {
            return Err((first.1, why.into()));
        }
        Err(_) => {}
    }
    lines
        .into_iter()
        .map(|(line, n)| read_entry(line, n).map_err(|why| (n, why)))
        .collect()
}

/// Is a bad text meant as one position rather than a list? Its first two lines and what is wrong with it decide.
fn is_one(first: &str, second: Option<&str>, why: &BadPosition) -> bool {
    let is_line_of_a_list =
        first.contains([';', '%']) || first.contains('|') && !first.starts_with('|');
    let goes_on = matches!(why, BadPosition::Side(_) | BadPosition::After(_));
    let alone = second.is_some_and(|second| !begins_like_one(second)) || !goes_on;
    !is_line_of_a_list && why.cells() >= 16 && alone
}

/// The most games whose last positions are read.
const MOST_GAMES: usize = 10_000;

/// Reads one position in any notation, see [`read`].
///
/// ```
/// use games::othello::Position;
/// use games::records::endgames::read_one;
/// let start = Position::default();
/// for text in [
///     "---------------------------O*------*O--------------------------- *",
///     "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]",
///     "---------------------------OX------XO--------------------------- X; d3:+0; c4:+0; % the start",
///     "start|...........................OX......XO...........................|X",
///     "8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1",
///     "set game (;GM[Othello]TY[8];)",
/// ] {
///     assert_eq!(read_one(text), Ok(start), "{text}");
/// }
/// ```
///
/// # Errors
/// What is wrong with the text, or that it holds more than one position.
pub fn read_one(text: &str) -> Result<Position, BadLine> {
    let mut all = read_text(text).map_err(|(_, why)| why)?.into_iter();
    match (all.next(), all.next()) {
        (Some(one), None) => Ok(one.position),
        (None, _) => Err(BadLine::Position(BadPosition::Cells(0))),
        (Some(_), Some(_)) => Err(BadLine::Position(BadPosition::MoreCells)),
    }
}

/// Does a text begin as a position does? Two rows of a board are no accident.
pub(super) fn begins_like_one(text: &str) -> bool {
    let mut text = text.trim_start();
    while text.starts_with(['#', '%']) {
        text = text
            .split_once('\n')
            .map_or("", |(_, rest)| rest)
            .trim_start();
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

/// NBoard's command before a game.
const SET_GAME: &str = "set game ";

fn is_game(text: &str) -> bool {
    let text = text.trim_start();
    text.strip_prefix(SET_GAME)
        .unwrap_or(text)
        .starts_with("(;")
}

/// The last positions of games of Othello.
fn games(text: &str) -> Box<dyn Iterator<Item = Result<Position, BadLine>> + '_> {
    let position = |game: Result<Recorded, Problem>| {
        let recorded = game.map_err(|why| BadLine::Game(why.to_string()))?;
        let game = recorded.game.of::<othello::Game>();
        let game =
            game.ok_or_else(|| BadLine::Game(say!("it is not a game of Othello").to_string()))?;
        Ok(position_of(game))
    };
    match sgf::is_sgf(text) {
        true => Box::new(sgf_games::read(text).map(position)),
        false => Box::new(ggf::games(text).map(position)),
    }
}

pub(super) fn position_of(game: &othello::Game) -> Position {
    Position {
        map: *game.map(),
        to_move: Stone::of_turn(game.t()),
    }
}

/// The inside of a board of the Generic Game Server, or of the `BO` of a game; `None` if the line is neither.
fn board_of(line: &str) -> Result<Option<&str>, BadLine> {
    let line = line.strip_prefix("BO").unwrap_or(line);
    match line.strip_prefix('[') {
        None => Ok(None),
        Some(board) if board.trim_start().starts_with('8') => {
            board.strip_suffix(']').map(Some).ok_or(BadLine::Bracket)
        }
        Some(_) => Ok(None),
    }
}

/// Is this a board in eight parts with slashes between them?
fn is_fen(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() == 7
}

/// Reads a board of Edax's FEN, with pawns for discs: p is black's. Of what follows only the side to move matters.
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
                digit => (
                    0,
                    digit
                        .to_digit(10)
                        .filter(|n| (1..=8).contains(n))
                        .ok_or_else(wrong)?,
                ),
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
    let plain = |position| Endgame {
        name: n.to_string(),
        position,
        score: None,
    };
    if let Some(board) = board_of(line)? {
        return Ok(plain(board.parse()?));
    }
    if is_fen(line) {
        return read_fen(line).map(plain);
    }
    if !line.contains('|') && line.len() >= 64 {
        return read_obf(line, n);
    }
    // A board may stand between two lines.
    match line.parse() {
        Ok(position) if line.starts_with('|') => Ok(plain(position)),
        _ => read_line(line),
    }
}

/// The beginning of a field, fit to be quoted in one line.
fn excerpt(text: &str) -> String {
    printable(text, 30)
}

/// Reads `name|cells|side to move|score|best moves|empty cells`. The last three may be missing or empty.
fn read_line(line: &str) -> Result<Endgame, BadLine> {
    let mut fields = line.split('|').map(str::trim);
    let (Some(called), Some(cells), Some(side)) = (fields.next(), fields.next(), fields.next())
    else {
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
    Ok(Endgame {
        name: name(called),
        position,
        score: score.transpose()?,
    })
}

/// Reads `cells side; move:score; move:score; ...`, with a comment after `%`. The best score is that of the position, which is named by the
/// number of its line.
fn read_obf(line: &str, n: usize) -> Result<Endgame, BadLine> {
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
    Ok(Endgame {
        name: n.to_string(),
        position,
        score: best,
    })
}

fn read_score(text: &str) -> Result<i32, BadLine> {
    match text.parse() {
        Ok(score @ -64..=64) => Ok(score),
        _ => Err(BadLine::Score(excerpt(text))),
    }
}

/// Is this a move for the side to move, or for the other side if the first has none and passes?
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
