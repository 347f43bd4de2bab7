//! Records in files: what lies beside them, and what cannot be read.

use std::fs;
use std::path::Path;

use app::store::games::read_games;

const WC10: &[u8] = include_bytes!("../../../tests/data/wc10.wtb");

#[test]
fn wthor_names_come_from_the_files_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.WTB");
    fs::write(&file, WC10).unwrap();
    let heading = || read_games(&file).unwrap()[0].clone().unwrap().heading;
    let number = u16::from_le_bytes([WC10[18], WC10[19]]);
    assert_eq!(heading().black, format!("player {number}"));
    let mut players = vec![0; 16];
    for n in 0..=number {
        let name = format!("Ren\u{e9} {n}");
        let mut name: Vec<u8> = name.chars().map(|c| c as u8).collect();
        name.extend([0, b'?', b'?']);
        name.resize(20, 0);
        players.extend(name);
    }
    players[8..10].copy_from_slice(&(number + 1).to_le_bytes());
    let mut tournaments = vec![0; 16 + 26];
    tournaments[8] = 2;
    tournaments.extend(b"World Championship\0\0\0\0\0\0\0\0");
    fs::write(folder.path().join("WTHOR.JOU"), players).unwrap();
    fs::write(folder.path().join("wthor.trn"), tournaments).unwrap();
    assert_eq!(heading().black, format!("Ren\u{e9} {number}"));
    assert_eq!(heading().event, "World Championship");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let said = read_games(Path::new("/nowhere/at/all.wtb")).unwrap_err();
    let said = said.to_string();
    let expected = "/nowhere/at/all.wtb: cannot read the file: ";
    assert!(said.starts_with(expected), "{said}");
}
