//! The records in the bytes of a journal: each comes after its length and two checksums.

/// The bytes before a record: its length, its CRC32, and the CRC32 of these two.
const HEAD: usize = 12;

/// The bits of a record's length that say what kind it is.
const KINDS: u32 = GOES_ON | OF_A_NOTE | STATE;

/// The record was written together with the next one; without that one it was not kept.
pub(crate) const GOES_ON: u32 = 1 << 31;

/// The record is the number of the note from which the records after it were made.
pub(crate) const OF_A_NOTE: u32 = 1 << 30;

/// The record is the whole state, to which the records after it are added.
pub(crate) const STATE: u32 = 1 << 29;

/// What is found in the bytes of a journal.
#[derive(Default)]
pub(crate) struct Found<'a> {
    pub(crate) records: Vec<(u32, &'a [u8])>,
    /// How many bytes belong to no record.
    pub(crate) damaged: usize,
    /// The place after the last record and after any damage. What follows is a record whose end was never written.
    pub(crate) end: usize,
}

/// The records in these bytes of a journal. After damage, reading goes on at the next place where a record stands.
pub(crate) fn read(bytes: &[u8]) -> Found<'_> {
    let mut found = Found::default();
    let (mut at, mut together) = (0, Vec::new());
    while at < bytes.len() {
        match record(&bytes[at..]) {
            Ok((kind, record)) => {
                at += HEAD + record.len();
                together.push((kind, record));
                if kind & GOES_ON != 0 {
                    continue;
                }
            }
            Err(NoRecord::Unfinished) => break,
            // Records that were written together with a damaged one are kept. But the note from which they were made may still be there, if
            // the power failed during the write. So the note does not count as learned.
            Err(NoRecord::Damaged) => {
                together.retain(|(kind, _)| kind & OF_A_NOTE == 0);
                let next = (at + 1..bytes.len()).find(|next| record(&bytes[*next..]).is_ok());
                let next = next.unwrap_or(bytes.len());
                found.damaged += next - at;
                at = next;
            }
        }
        found.records.append(&mut together);
        found.end = at;
    }
    found
}

/// Why some bytes do not begin with a record.
enum NoRecord {
    /// They end before the record does.
    Unfinished,
    /// They are not what was written.
    Damaged,
}

/// The record with which these bytes begin, and its kind.
fn record(bytes: &[u8]) -> Result<(u32, &[u8]), NoRecord> {
    let (head, rest) = bytes.split_at_checked(HEAD).ok_or(NoRecord::Unfinished)?;
    let word = |at: usize| {
        head[at..]
            .first_chunk()
            .map(|word| u32::from_le_bytes(*word))
    };
    let [Some(length), Some(crc), Some(crc_of_head)] = [word(0), word(4), word(8)] else {
        return Err(NoRecord::Damaged);
    };
    if crc32fast::hash(&head[..8]) != crc_of_head {
        return Err(NoRecord::Damaged);
    }
    let record = rest.get(..(length & !KINDS) as usize);
    let record = record.ok_or(NoRecord::Unfinished)?;
    match crc32fast::hash(record) == crc {
        true => Ok((length & KINDS, record)),
        false => Err(NoRecord::Damaged),
    }
}

pub(crate) fn framed(kind: u32, record: &[u8]) -> Vec<u8> {
    let length = kind | record.len() as u32;
    let crc = crc32fast::hash(record);
    let mut framed = [length.to_le_bytes(), crc.to_le_bytes()].concat();
    framed.extend(crc32fast::hash(&framed).to_le_bytes());
    framed.extend(record);
    framed
}
