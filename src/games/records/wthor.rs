//! Reads `.wtb` files of WTHOR, the database of Othello tournaments of the Fédération Française d'Othello.
//!
//! A file has a header of 16 bytes and then 68 bytes for each game. Numbers are little-endian.

use super::format::{Dates, Format, Stores, Write};
use super::othello_replay::OthelloReplay;
use super::wthor_names::{HEADER, entries, header};
use super::{GameName, Heading, Problem, Recorded, Score};
use crate::named::GAMES;
use crate::othello::{Cell, Position, Rules};

pub use super::wthor_names::Names;
use words::say;

/// Only the extension identifies a file, because its first bytes are a date.
pub(super) const WTB: Format = Format {
    extension: "wtb",
    games: &[GameName::Othello],
    recommended: false,
    extension_decides: true,
    detect: |_| false,
    read: |source| read(source.bytes, source.names),
    write: Write::Database,
    many_games: true,
    stores: Stores {
        dates: Dates::Year,
        ..Stores::HEADING
    },
};

/// The number of bytes for a game.
pub(super) const GAME: usize = 68;

/// Reads the games of a `.wtb` file.
pub fn read(bytes: &[u8], names: &Names) -> Result<Vec<Result<Recorded, Problem>>, Problem> {
    let header = header(bytes)?;
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let year = match u16::from_le_bytes([header[10], header[11]]) {
        0 => String::new(),
        year => year.to_string(),
    };
    match header[12] {
        0 | 8 => {}
        size => return Err(Problem::Variant(say!("a board of {size}x{size}", size))),
    }
    match header[13] {
        0 => {}
        1 => return Err(Problem::variant(say!("a file of solitaires"))),
        kind => return Err(Problem::Variant(say!("a file of kind {kind}", kind))),
    }
    let games = entries(bytes, GAME, count.into(), GAMES)?;
    Ok(games.map(|game| read_game(game, &year, names)).collect())
}

/// The score of a game after perfect play from a given position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerfectScore {
    /// The number of empty cells in the position.
    pub empties: u32,
    /// Black's discs at the end, with the empty cells given to the winner.
    pub black: u8,
}

/// Reads the perfect scores, which programs computed for the database, in the order of [`read`].
pub fn perfect_scores(bytes: &[u8]) -> Result<Vec<Result<PerfectScore, Problem>>, Problem> {
    read(bytes, &Names::default())?;
    let (header, games) = bytes.split_at(HEADER);
    let empties = match header[14] {
        0 => 22,
        empties @ ..=60 => empties.into(),
        empties => {
            return Err(Problem::Malformed(say!(
                "the perfect results are those with {empties} empty cells, but there are never more than 60",
                empties
            )));
        }
    };
    let score = |game: &[u8]| match game[7] {
        black @ ..=64 => Ok(PerfectScore { empties, black }),
        black => Err(Problem::Malformed(say!(
            "Black's perfect result is {black}, but it cannot be more than 64",
            black
        ))),
    };
    Ok(games.chunks_exact(GAME).map(score).collect())
}

fn read_game(game: &[u8], year: &str, names: &Names) -> Result<Recorded, Problem> {
    let number = |at: usize| usize::from(u16::from_le_bytes([game[at], game[at + 1]]));
    let heading = Heading {
        black: names.player(number(2)),
        white: names.player(number(4)),
        date: year.to_string(),
        event: names.tournament(number(0)),
    };
    let black = usize::from(game[6]);
    let Some(white) = 64_usize.checked_sub(black) else {
        let what = say!("Black's score is {black}, but it cannot be more than 64", black);
        return Err(Problem::Malformed(what));
    };
    let moves = &game[8..];
    let end = moves.iter().rposition(|byte| *byte != 0);
    let mut replay = OthelloReplay::new(Rules::Standard, Position::default());
    for byte in &moves[..end.map_or(0, |last| last + 1)] {
        match cell(*byte) {
            Some(cell) => replay.drop(&cell.to_string(), cell, None)?,
            None => replay.play(&byte.to_string(), None)?,
        }
    }
    let mut recorded = replay.recorded(heading, Some(Score::Discs(black, white)));
    recorded.left_out.push(say!("perfect results"));
    Ok(recorded)
}

/// Decodes a move: 10 * row + column, from 1.
fn cell(byte: u8) -> Option<Cell> {
    let line = |n: u8| (1..=8).contains(&n).then(|| usize::from(n - 1));
    Some(Cell {
        row: line(byte / 10)?,
        col: line(byte % 10)?,
    })
}
