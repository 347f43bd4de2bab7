//! The files of WTHOR that name the players and the tournaments.

use super::problem::Problem;
use super::text::name;
use crate::named::{Counted, plural};
use turbo::dos::encoding::Encoding;
use words::{phrase, say};

const HEADER: usize = 16;
// The lengths of the entries, in bytes.
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// The names of players and tournaments, by number. A missing name is replaced by `player 7` or `tournament
/// 7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub(super) players: Vec<String>,
    pub(super) tournaments: Vec<String>,
}

impl Names {
    /// Parses the contents of `WTHOR.JOU` and `WTHOR.TRN`. An empty file has no names.
    pub fn read(jou: &[u8], trn: &[u8]) -> Result<Names, Problem> {
        let names = |bytes: &[u8], size: usize| -> Result<Vec<String>, Problem> {
            if bytes.is_empty() {
                return Ok(Vec::new());
            }
            let header = header(bytes)?;
            let count = u16::from_le_bytes([header[8], header[9]]);
            let what = [phrase!("1 name"), phrase!("{n} names")];
            let entries = entries(bytes, size, count.into(), what)?;
            // Each name is in Latin-1 and ends with a zero byte.
            let text = |entry: &[u8]| {
                Encoding::Windows.decode(entry.split(|byte| *byte == 0).next().unwrap_or_default())
            };
            Ok(entries.map(|entry| name(&text(entry))).collect())
        };
        Ok(Names { players: names(jou, PLAYER)?, tournaments: names(trn, TOURNAMENT)? })
    }
}

/// Returns the header of a file of WTHOR.
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

/// Splits the data after the header into entries, and checks that there are `count` of them.
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
