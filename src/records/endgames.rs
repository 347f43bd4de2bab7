//! Positions to be played to their end, as the lists of the Fédération Française d'Othello have them:
//! `40|O--OOOOX-...|X|+38|a2|20`, a line each.

use super::text::{decode, name, printable};
use crate::games::othello::rules::{can_move, is_legal};
use crate::games::othello::{BadPosition, Cell, Position};

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

/// What is wrong with a line. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// It has not the form of one.
    #[error("a position is a name, 64 cells and the side to move, with | between them")]
    Fields,
    /// It has more fields than six.
    #[error("nothing comes after the number of empty cells, but here comes '{0}'")]
    More(String),
    /// The cells are no board.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// Nobody is to move.
    #[error("the side to move is X or O, not '{0}'")]
    Side(String),
    /// The score is none.
    #[error("'{0}' is not a score from -64 to +64")]
    Score(String),
    /// One of the best moves is none.
    #[error("'{0}' is not a move here")]
    Move(String),
    /// The number of empty cells is not that of the board.
    #[error("the line says '{0}' empty cells, the board has {1}")]
    Empties(String, usize),
}

/// Reads a list. Empty lines and those that begin with `#` are left out. An error comes with the number of its line from 1.
///
/// ```
/// use qipan::records::endgames::read;
/// let cells = format!("XO{}", "-".repeat(62));
/// let list = format!("# name|cells|side to move|score|best moves|empty cells\ncorner|{cells}|X|+64|c1|62\n");
/// assert_eq!(read(list.as_bytes()).unwrap()[0].score, Some(64));
/// let (n, why) = read(list.replace("c1", "d1").as_bytes()).unwrap_err();
/// assert_eq!((n, why.to_string().as_str()), (2, "'d1' is not a move here"));
/// ```
///
/// # Errors
/// The first bad line.
pub fn read(bytes: &[u8]) -> Result<Vec<Endgame>, (usize, BadLine)> {
    let text = decode(bytes);
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, n)| read_line(line).map_err(|why| (n, why)))
        .collect()
}

/// The beginning of a field, fit for a line of text.
fn excerpt(text: &str) -> String {
    printable(text, 30)
}

/// Reads `name|cells|side to move|score|best moves|empty cells`, of which the last three may be missing or empty.
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
    let score = score.map(|text| match text.parse() {
        Ok(score @ -64..=64) => Ok(score),
        _ => Err(BadLine::Score(excerpt(text))),
    });
    for text in moves.into_iter().flat_map(|moves| moves.split(',')) {
        let cell: Option<Cell> = text.trim().parse().ok();
        // A side without a move passes.
        let side = match can_move(&position.map, position.to_move) {
            true => position.to_move,
            false => position.to_move.other(),
        };
        let side = side as usize;
        if !cell.is_some_and(|cell| is_legal(&position.map, cell, side)) {
            return Err(BadLine::Move(excerpt(text)));
        }
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
