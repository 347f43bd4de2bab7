//! The files of names beside a WTHOR database, and the form that all its files have.

use super::Problem;
use super::text::{latin_1, name};
use crate::named::{Counted, plural};
use words::{phrase, say};

pub(super) const HEADER: usize = 16;

/// The names that the games refer to by number. A number without a name reads `player 7` or `tournament 7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Names {
    /// The names in `WTHOR.JOU` and `WTHOR.TRN`, which hold 20 bytes for each player and 26 for each tournament after a header like that of
    /// the games. An empty file has no names.
    ///
    /// # Errors
    /// [`Problem::Malformed`] for a file that is cut off or too long for its number of names.
    pub fn read(jou: &[u8], trn: &[u8]) -> Result<Names, Problem> {
        let names = |bytes: &[u8], size: usize| -> Result<Vec<String>, Problem> {
            if bytes.is_empty() {
                return Ok(Vec::new());
            }
            let header = header(bytes)?;
            let count = u16::from_le_bytes([header[8], header[9]]);
            let name = |entry: &[u8]| {
                let text = entry.split(|byte| *byte == 0).next().unwrap_or_default();
                name(&latin_1(text))
            };
            let entries = entries(
                bytes,
                size,
                count.into(),
                [phrase!("1 name"), phrase!("{n} names")],
            )?;
            Ok(entries.map(name).collect())
        };
        Ok(Names {
            players: names(jou, 20)?,
            tournaments: names(trn, 26)?,
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

/// What every file of the database begins with.
pub(super) fn header(bytes: &[u8]) -> Result<&[u8; HEADER], Problem> {
    bytes.first_chunk().ok_or_else(|| {
        let length = bytes.len();
        Problem::Malformed(say!(
            "the file is cut off: it has {length} bytes, but its header alone has {HEADER}",
            length,
            HEADER
        ))
    })
}

/// What stands after the header, in pieces of this size: as many as the header says.
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
