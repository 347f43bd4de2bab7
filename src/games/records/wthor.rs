//! WTHOR, the database of Othello tournaments that the Fédération Française d'Othello keeps: `.wtb` files.
//!
//! A file is a header of 16 bytes and 68 bytes for each game; numbers are little-endian.

use super::format::{Dates, Format, Holds, Write};
use super::othello_replay::OthelloReplay;
use super::wthor_names::{HEADER, entries, header};
use super::{GameName, Heading, Problem, Recorded, Score};
use crate::named::OF_GAMES;
use crate::othello::{Cell, Position, Rules};

pub use super::wthor_names::Names;
use words::say;

/// The format of the WTHOR database. The bytes begin with a date, so only the name of a file says what it is.
pub(super) const WTB: Format = Format {
    ending: "wtb",
    games: &[GameName::Othello],
    offered: false,
    known_by_ending: true,
    begins: |_| false,
    read: |source| read(source.bytes, source.names),
    write: Write::Database,
    many_games: true,
    holds: Holds {
        dates: Dates::Year,
        ..Holds::HEADING
    },
};

pub(super) const GAME: usize = 68;

/// Reads the games of a `.wtb` file.
///
/// # Errors
/// [`Problem::Malformed`] for a file that is cut off or too long for its number of games, [`Problem::Variant`] for one that
/// holds solitaires or a board other than 8x8. A move that cannot be played is the error of its game.
pub fn read(bytes: &[u8], names: &Names) -> Result<Vec<Result<Recorded, Problem>>, Problem> {
    let header = header(bytes)?;
    let count = u64::from(u32::from_le_bytes([
        header[4], header[5], header[6], header[7],
    ]));
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
        1 => return Err(Problem::Variant(say!("a file of solitaires").to_string())),
        kind => return Err(Problem::Variant(say!("a file of kind {kind}", kind))),
    }
    let games = entries(bytes, GAME, count, OF_GAMES)?;
    Ok(games.map(|game| read_game(game, &year, names)).collect())
}

/// What a game was worth from some point on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theoretical {
    /// How many cells were empty.
    pub empties: u32,
    /// Black's discs at the end if both had played perfectly from there, the empties given to the winner.
    pub black: u8,
}

/// How the games of a `.wtb` file would have ended under perfect play, in the order of [`read`]: programs have worked
/// this out for the database.
///
/// # Errors
/// As [`read`], and where more than 60 cells would be empty. A score of more than 64 discs is the error of its game.
pub fn theoretical(bytes: &[u8]) -> Result<Vec<Result<Theoretical, Problem>>, Problem> {
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
        black @ ..=64 => Ok(Theoretical { empties, black }),
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
        let what = say!(
            "Black's score is {black}, but it cannot be more than 64",
            black
        );
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

/// Column and ten times the row, each 1 to 8.
fn cell(byte: u8) -> Option<Cell> {
    let line = |n: u8| (1..=8).contains(&n).then(|| usize::from(n - 1));
    Some(Cell {
        row: line(byte / 10)?,
        col: line(byte % 10)?,
    })
}
