//! The data files of the engines.

use games::gomoku::Rules;
use mind::engine::packed::{BadFile, Header};

#[test]
fn damaged_files_and_other_tags_and_sizes_are_rejected() {
    let mut header = Header { contents: "numbers", name: b"QIPANTRY", version: 3, tag: vec![7, 0, 9] };
    let good = header.write(&[5; 40]);
    for n in 0..good.len() {
        for bit in 0..8 {
            let mut bad = good.clone();
            bad[n] ^= 1 << bit;
            let expected = match n {
                0..8 => BadFile::Other("numbers"),
                8..10 => BadFile::Version { found: 3 ^ 1 << (bit + 8 * (n - 8)), read: 3 },
                _ => BadFile::Damaged,
            };
            let found = header.read(&bad, 40);
            assert_eq!(found, Err(expected), "bit {bit} of byte {n}");
        }
        assert!(header.read(&good[..n], 40).is_err(), "cut off at {n}");
    }
    let longer = [&good[..], &[0]].concat();
    assert_eq!(header.read(&longer, 40), Err(BadFile::Damaged));
    assert_eq!(header.read(&good, 39), Err(BadFile::Sizes("numbers")));
    header.tag = vec![7, 0, 8];
    assert_eq!(header.read(&good, 40), Err(BadFile::Sizes("numbers")));
}

#[test]
fn weights_survive_a_round_trip_and_other_patterns_are_rejected() {
    use mind::engine::othello::weights::{STAGES, read, write};
    const COUNT: usize = 7;
    let numbers = 0..(STAGES * COUNT) as i16;
    let mut weights: Vec<i16> = numbers.map(|n| (n - 70) * 300).collect();
    (weights[3], weights[3 + COUNT]) = (i16::MIN, i16::MAX);
    let file = write(&weights);
    let rejected = Err(BadFile::Sizes("weights for Othello"));
    assert_eq!(read(&file, COUNT + 1), rejected);
    assert_eq!(read(&file, COUNT), Ok(weights));
}

#[test]
fn weights_survive_a_round_trip() {
    use mind::engine::gomoku::weights::{THREAT_VALUES, by_hand, read, rounded, write};
    let black = rounded(&by_hand());
    let mut white = black.clone();
    white[THREAT_VALUES + 7] = -30_000;
    let both = [black.clone(), white];
    assert_eq!(read(&write(&both, Rules::Renju), Rules::Renju), Ok(both));
    let same = [black.clone(), black];
    let file = write(&same, Rules::Freestyle);
    assert_eq!(read(&file, Rules::Standard), Ok(same));
    let rejected = Err(BadFile::Sizes("weights for gomoku"));
    assert_eq!(read(&file, Rules::Renju), rejected);
}
