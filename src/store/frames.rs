//! The binary format of a journal's records. Each has a 12-byte header: its length, its CRC32, and the CRC32
//! of these two fields.

const HEAD: usize = 12;

/// The bits of the length field that encode a record's kind.
const KINDS: u32 = GOES_ON | OF_A_NOTE | STATE;

/// Set if the record was written together with the next one and is valid only with it.
pub(crate) const GOES_ON: u32 = 1 << 31;

/// Set if the record holds the number of the note from which the following records were made.
pub(crate) const OF_A_NOTE: u32 = 1 << 30;

/// Set if the record holds the whole state, which supersedes all earlier records.
pub(crate) const STATE: u32 = 1 << 29;

/// The records found in the bytes of a journal.
#[derive(Default)]
pub(crate) struct Found<'a> {
    pub(crate) records: Vec<(u32, &'a [u8])>,
    /// The number of bytes that belong to no record.
    pub(crate) damaged: usize,
    /// The offset of the end of the last record or damaged part. Bytes after it are an unfinished record.
    pub(crate) end: usize,
}

/// Parses the records. After damage, parsing resumes at the next valid record.
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
            // Keep the intact records of a damaged group, except the one that marks their note as learned: if
            // the power failed during the write, the note may still be there.
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

enum NoRecord {
    /// A record that continues beyond the end of the bytes.
    Unfinished,
    Damaged,
}

/// Parses the record at the start of these bytes into its kind and contents.
fn record(bytes: &[u8]) -> Result<(u32, &[u8]), NoRecord> {
    let (head, rest) = bytes.split_first_chunk::<HEAD>().ok_or(NoRecord::Unfinished)?;
    let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|n| head[at + n]));
    let [length, crc, crc_of_head] = [0, 4, 8].map(word);
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
