//! The text that is read off the screen.

use turbo::dos::reading::{Piece, read};

use crate::common::pictures::{golden, read_png};

/// The lines of a golden picture: pieces in the same row, side by side.
fn lines(name: &str) -> Vec<String> {
    let pieces = read(&read_png(&golden(name)).unwrap());
    let rows = pieces.chunk_by(|a, b| a.y == b.y);
    let line = |row: &[Piece]| {
        let texts: Vec<&str> = row.iter().map(|piece| piece.text.trim()).collect();
        texts.join(" ")
    };
    rows.map(line).collect()
}

fn assert_reads(name: &str, wanted: &[&str]) {
    let lines = lines(name);
    for wanted in wanted {
        assert!(
            lines.iter().any(|line| line.contains(wanted)),
            "{wanted:?} is not read in {name}.png, but\n{}",
            lines.join("\n")
        );
    }
}

#[test]
fn a_menu_is_read_with_its_line_of_keys() {
    assert_reads(
        "menu",
        &[
            "Othello and gomoku for a VGA screen",
            "↑↓ Choose Enter Start F1 Help F9 Colour Esc Quit",
        ],
    );
}

#[test]
fn what_stands_beside_a_board_is_read_and_stones_are_not() {
    assert_reads("othello-moving", &["Black to move"]);
    let lines = lines("gomoku-end");
    let odd = lines.iter().find(|line| line.contains(['·', '■', '°']));
    assert_eq!(odd, None, "a stone was taken for a character");
}

#[test]
fn code_is_read_line_by_line() {
    assert_reads(
        "debugger",
        &["int driver = DETECT, mode, i;", "setcolor(color);"],
    );
}

#[test]
fn the_keys_in_the_line_of_keys_have_a_colour_of_their_own() {
    let pieces = read(&read_png(&golden("menu")).unwrap());
    let bottom: Vec<(&str, u8)> = pieces
        .iter()
        .filter(|piece| piece.y == 464)
        .map(|piece| (piece.text.trim(), piece.ink))
        .collect();
    let (key, key_ink) = bottom[0];
    let (what, what_ink) = bottom[1];
    assert_eq!((key, what), ("↑↓", "Choose"));
    assert_ne!(key_ink, what_ink);
}
