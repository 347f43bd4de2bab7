//! The structure of all files of a WTHOR database, and its files of names.

use super::Problem;
use super::text::{latin_1, name};
use crate::named::{Counted, plural};
use words::{phrase, say};

pub(super) const HEADER: usize = 16;
/// The number of bytes for a player's name.
pub(super) const PLAYER: usize = 20;
/// The number of bytes for a tournament's name.
pub(super) const TOURNAMENT: usize = 26;

/// The names of players and tournaments by number. A missing name reads `player 7` or `tournament 7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Names {
    /// Parses `WTHOR.JOU` and `WTHOR.TRN`. An empty file has no names.
    pub fn read(jou: &[u8], trn: &[u8]) -> Result<Names, Problem> {
        let names = |bytes: &[u8], size: usize| -> Result<Vec<String>, Problem> {
            if bytes.is_empty() {
                return Ok(Vec::new());
            }
            let header = header(bytes)?;
            let count = u16::from_le_bytes([header[8], header[9]]);
            let what = [phrase!("1 name"), phrase!("{n} names")];
            let entries = entries(bytes, size, count.into(), what)?;
            Ok(entries.map(|entry| name(&latin_1(until_zero(entry)))).collect())
        };
        Ok(Names {
            players: names(jou, PLAYER)?,
            tournaments: names(trn, TOURNAMENT)?,
        })
    }

    pub(super) fn player(&self, n: usize) -> String {
        let name = self.players.get(n).cloned();
        name.unwrap_or_else(|| format!("player {n}"))
    }

    pub(super) fn tournament(&self, n: usize) -> String {
        let name = self.tournaments.get(n).cloned();
        name.unwrap_or_else(|| format!("tournament {n}"))
    }
}

/// The bytes of a name without its padding.
pub(super) fn until_zero(entry: &[u8]) -> &[u8] {
    entry.split(|byte| *byte == 0).next().unwrap_or_default()
}

pub(super) fn header(bytes: &[u8]) -> Result<&[u8; HEADER], Problem> {
    bytes.first_chunk().ok_or_else(|| {
        let length = bytes.len();
        Problem::Malformed(say!(
            "the file is cut off: it has {length} bytes, but its header alone has {size}",
            length,
            size = HEADER
        ))
    })
}

/// Splits the data after the header into entries. Checks that their number is `count`.
pub(super) fn entries<'a>(
    bytes: &'a [u8],
    size: usize,
    count: u64,
    what: Counted,
) -> Result<std::slice::ChunksExact<'a, u8>, Problem> {
    let (length, expected) = (bytes.len() as u64, HEADER as u64 + size as u64 * count);
    if length != expected {
        let entries = plural(count as usize, what);
        return Err(Problem::Malformed(match length < expected {
            true => say!(
                "the file is cut off: it has {length} bytes, but with {entries} it should have {expected}",
                length,
                entries,
                expected
            ),
            false => say!(
                "the file goes on after its end: it has {length} bytes, but with {entries} it should have {expected}",
                length,
                entries,
                expected
            ),
        }));
    }
    Ok(bytes[HEADER..].chunks_exact(size))
}
