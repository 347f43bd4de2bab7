//! Games between two windows over the network, and between a window and a page by links.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use screen::panel::write;
use tempfile::TempDir;
use turbo::dos::Screen;

use super::browser::{Browser, Device, Kind};
use super::display::{Display, LEAVE, Window, on_wine, wait_for};
use super::room::room_server::RoomServer;
use super::room::{open, page_folder, reads};

/// Moves the keyboard to the window and types.
pub fn type_in(display: &Display, window: &Window<'_>, keys: &str) {
    display.xdotool(&format!("windowactivate --sync {}", window.id));
    window.has_keyboard();
    display.type_keys(keys);
}

/// The pixels of a letter, as drawn or as in the window at (x,y).
fn dots(at: impl Fn(i32, i32) -> bool) -> Vec<bool> {
    (0..16).flat_map(|y| (0..8).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect()
}

/// Reads the code in the box of the window that waits.
fn code_in(window: &Window<'_>) -> String {
    let letters: Vec<(char, Vec<bool>)> = ('A'..='Z')
        .map(|letter| {
            let mut screen = Screen::default();
            write(&mut screen, 0, 0, 15, &letter.to_string());
            (letter, dots(|x, y| screen.getpixel(x, y) == Some(15)))
        })
        .collect();
    wait_for("the code", || {
        let pixels = window.pixels();
        (0..6)
            .map(|n| {
                let seen = dots(|x, y| pixels[(640 * (208 + y) + 128 + 8 * n + x) as usize] == 0);
                letters.iter().find(|(_, dots)| *dots == seen).map(|(letter, _)| *letter)
            })
            .collect()
    })
}

/// The documents in which the host and the guest save the log of the line. They share a folder.
const DOCUMENTS: [&str; 2] = ["line-host", "line-guest"];

/// The log of the line that a program has saved in this file, if it has at least so many entries.
fn log(document: &Path, entries: usize) -> Option<Vec<String>> {
    let text = fs::read_to_string(document).ok()?;
    let log: Vec<String> =
        text.lines().skip_while(|line| !line.starts_with("start ")).map(str::to_string).collect();
    (log.len() >= entries.max(1)).then_some(log)
}

/// Plays the moves in two windows. One is killed after `kill_after` moves, and comes back.
fn plays(game: &str, moves: &[&str], kill_after: usize) {
    let display = Display::start(1400, 600);
    let folder = TempDir::new().unwrap();
    let data = DOCUMENTS.map(|name| folder.path().join(name));
    let folder = folder.path().to_str().unwrap();
    let open = || display.qipan(&["--speed", "instant", "--data", folder, "--dump"]);
    let mut host = open();
    // The tests run beside each other, so that none waits at the port that the form proposes.
    let address = spelled(&TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string());
    type_in(&display, &host, &format!("{game} Enter w {address} Enter"));
    let code: Vec<String> = code_in(&host).chars().map(|letter| letter.to_lowercase().to_string()).collect();
    let mut guest = open();
    type_in(&display, &guest, &format!("{game} Enter j {address} Space {} Enter", code.join(" ")));
    let [start, _] = data.each_ref().map(|document| wait_for("the start", || log(document, 1)).remove(0));
    let host_is_black = start.starts_with("start h");
    for (n, name) in moves.iter().enumerate() {
        if n == kill_after {
            guest.program.kill().unwrap();
            guest.program.wait().unwrap();
            guest = open();
            let saved = || fs::metadata(&data[1]).unwrap().modified().unwrap();
            let before = saved();
            // The menu's first line goes on with the game.
            type_in(&display, &guest, "Enter");
            wait_for("the friend's return", || (saved() > before).then_some(()));
        }
        let mover = if (n % 2 == 0) == host_is_black { &host } else { &guest };
        type_in(&display, mover, &format!("{} Enter", spelled(name)));
        for document in &data {
            wait_for(name, || log(document, n + 2));
        }
    }
    // The friend agrees to another game, in which the colours change.
    type_in(&display, &host, "a");
    let ends_with = |document: &Path, words: &str| {
        let last = log(document, 1)?.pop()?;
        last.ends_with(words).then_some(())
    };
    wait_for("the wish", || ends_with(&data[1], "ask rematch"));
    type_in(&display, &guest, "y");
    wait_for("the rematch", || ends_with(&data[0], "yes rematch"));
    let mover = if host_is_black { &guest } else { &host };
    // The program asks before the player leaves a friend, and the second Esc says no.
    type_in(&display, mover, "Esc Esc");
    type_in(&display, mover, &format!("{} Enter", spelled(moves[0])));
    for document in &data {
        wait_for("the first move", || ends_with(document, &format!("play {} 0", moves[0])));
    }
    // They agree on a draw. A box at both ends leads to the menu.
    type_in(&display, &host, "F10 f");
    wait_for("the offer", || ends_with(&data[1], "ask draw"));
    type_in(&display, &guest, "y");
    wait_for("the draw", || ends_with(&data[0], "yes draw"));
    for window in [&mut host, &mut guest] {
        type_in(&display, window, "m");
        type_in(&display, window, LEAVE);
        window.time_to_end();
    }
    let printed = [host, guest].map(|window| String::from_utf8(window.end().stdout).unwrap());
    assert_eq!(printed[0], printed[1]);
}

/// The keys that type a text.
pub fn spelled(text: &str) -> String {
    let letters: Vec<String> = text.chars().map(String::from).collect();
    letters.join(" ")
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn two_windows_play_othello_and_one_comes_back() {
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    plays("o Down Left", &moves, 4);
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn two_windows_play_gomoku_and_one_comes_back() {
    let moves = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"];
    plays("g Down Left", &moves, 5);
}

/// Opens the file of a text in the editor and presses keys there.
fn edit<'a>(display: &'a Display, file: &Path, keys: &str) -> Window<'a> {
    let editor = display.qipan(&["edit", file.to_str().unwrap()]);
    display.xdotool(&format!("key --delay 0 {keys}"));
    editor
}

/// Waits for a text that contains `part` on the clipboard of the display, by pasting it in the editor.
fn copied(display: &Display, folder: &Path, part: &str) -> String {
    let file = folder.join("COPIED.C");
    wait_for("the link", || {
        let _ = fs::remove_file(&file);
        let editor = edit(display, &file, "ctrl+v F2");
        let text = wait_for("the pasted text", || fs::read_to_string(&file).ok());
        display.xdotool("key alt+F4");
        editor.end();
        text.contains(part).then(|| text.trim().to_string())
    })
}

/// Plays the moves by links, between a window, which begins, and a page in Firefox.
fn plays_by_links(form: &str, game: &str, moves: &[&str]) {
    // The editor's files have other names there.
    if on_wine() {
        return;
    }
    let (_server, address) = RoomServer::start(env!("CARGO_BIN_EXE_qipan"), &page_folder());
    let (display, folder) = (Display::start(1400, 600), TempDir::new().unwrap());
    let mut page = Browser::open(Kind::Firefox, Device::Desk, folder.path());
    let window = display.qipan(&["--speed", "instant"]);
    type_in(&display, &window, &format!("{form} Down Left Enter Enter"));
    let mut copies = None;
    let closed = |mut editor: Window<'_>| {
        editor.program.kill().unwrap();
        editor.program.wait().unwrap();
    };
    for (n, name) in moves.iter().enumerate() {
        let part = format!("{game}={}", moves[..=n].concat());
        if n % 2 == 0 {
            type_in(&display, &window, &format!("{} Enter", spelled(name)));
            if n + 1 == moves.len() {
                // Esc closes the box with the result.
                type_in(&display, &window, "Esc");
            }
            display.xdotool("key ctrl+k");
            open(&mut page, &format!("http://{address}/{}", copied(&display, folder.path(), &part)));
            continue;
        }
        reads(&mut page, "to move: white");
        page.run("navigator.clipboard.writeText = async (text) => { document.body.dataset.copied = text }; return ''");
        page.press(&[&spelled(name).split(' ').collect::<Vec<_>>()[..], &["Enter"]].concat());
        reads(&mut page, "to move: black");
        page.press(&["Ctrl+k"]);
        let waits = "while (!document.body.dataset.copied) await new Promise((r) => setTimeout(r, 50));";
        let link = page.run(&format!("{waits} return document.body.dataset.copied;"));
        assert!(link.contains(&part), "{link}");
        let file = folder.path().join("LINK.C");
        fs::write(&file, link).unwrap();
        let editor = edit(&display, &file, "shift+End ctrl+c");
        type_in(&display, &window, "");
        display.xdotool("key ctrl+v");
        // The clipboard belongs to the editor until the window has the text.
        copies.replace(editor).into_iter().for_each(closed);
    }
    copies.into_iter().for_each(closed);
    reads(&mut page, "Game over");
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop, xwininfo, Firefox and the page"]
fn a_window_and_a_page_play_othello_by_links() {
    plays_by_links("o", "othello", &["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]);
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop, xwininfo, Firefox and the page"]
fn a_window_and_a_page_play_gomoku_by_links() {
    plays_by_links("g", "gomoku", &["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]);
}
