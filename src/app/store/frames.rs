//! The records in the bytes of a journal: each stands behind its length and two checksums.

/// The bytes before a record: its length, its CRC32, and the CRC32 of these two.
const HEAD: usize = 12;

/// The bits of a record's length that say what it is.
const KINDS: u32 = GOES_ON | OF_A_NOTE | STATE;

/// It was written together with the next one: without that it was not kept.
pub(crate) const GOES_ON: u32 = 1 << 31;

/// It is the number of a note that the records behind it were made of.
pub(crate) const OF_A_NOTE: u32 = 1 << 30;

/// It is the whole state, which the records behind it are added to.
pub(crate) const STATE: u32 = 1 << 29;

/// What is found in the bytes of a journal.
#[derive(Default)]
pub(crate) struct Found<'a> {
    pub(crate) records: Vec<(u32, &'a [u8])>,
    /// How many bytes are no record.
    pub(crate) damaged: usize,
    /// Behind the last record, and behind what is damaged: what comes then is a record whose end was never written.
    pub(crate) end: usize,
}

/// The records of these bytes of a journal. Behind damage it goes on with the next place where a record stands.
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
            // What was written together with something damaged was kept. But the note that it was made of may still be there, if the power
            // failed while it was written. So the note does not count as learned.
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

/// Why some bytes begin with no record.
enum NoRecord {
    /// They end before the record does.
    Unfinished,
    /// They are not what was written.
    Damaged,
}

/// The record that these bytes begin with, and what it is.
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
