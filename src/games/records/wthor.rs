//! Reads `.wtb` files of WTHOR, the database of Othello tournaments published by the Fédération Française
//! d'Othello.
//!
//! Game files and name files have a 16-byte header, followed by entries of equal length. Numbers are
//! little-endian.

use super::format::{Format, Stores};
use super::problem::malformed;
use super::replay::OthelloReplay;
use super::wthor_names::{Names, entries, header};
use super::{GameName, Heading, Problem, Recorded, Score};
use crate::named::GAMES;
use crate::othello::{Cell, Position, Rules};
use words::say;

/// The files are identified by their extension alone, because their first bytes are a date.
pub(super) const WTB: Format = Format {
    extension: "wtb",
    games: &[GameName::Othello],
    recommended: false,
    extension_decides: true,
    detect: |_| false,
    read: |source| read(source.bytes, source.names),
    write: None,
    many_games: true,
    stores: Stores::HEADING,
};

/// The length of an entry in bytes.
const GAME: usize = 68;

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

fn read_game(game: &[u8], year: &str, names: &Names) -> Result<Recorded, Problem> {
    let named = |names: &[String], what: &str, at: usize| {
        let n = usize::from(u16::from_le_bytes([game[at], game[at + 1]]));
        names.get(n).cloned().unwrap_or_else(|| format!("{what} {n}"))
    };
    let heading = Heading {
        black: named(&names.players, "player", 2),
        white: named(&names.players, "player", 4),
        date: year.to_string(),
        event: named(&names.tournaments, "tournament", 0),
    };
    let black = usize::from(game[6]);
    let Some(white) = 64_usize.checked_sub(black) else {
        return malformed(say!("Black's score is {black}, but it cannot be more than 64", black));
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

/// Decodes a move: 10 * row + column, both counted from 1.
fn cell(byte: u8) -> Option<Cell> {
    let line = |n: u8| (1..=8).contains(&n).then(|| usize::from(n - 1));
    Some(Cell { row: line(byte / 10)?, col: line(byte % 10)? })
}
