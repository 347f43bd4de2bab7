//! A game in a room between the desktop's window and a page in Chromium. Both come back after a restart.

#[path = "../common/room_server.rs"]
pub mod room_server;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

use super::browser::{Browser, Device, Kind};
use super::display::{Display, wait_for};
use super::friends::{spelled, type_in};
use players::line::own_address;
use room_server::RoomServer;

/// Empty once the page's text contains the words, or the text if it never does.
const READS: &str = "
const text = () => ['#text', '#board', '#notice'].map((part) => document.querySelector(part)?.textContent).join();
for (const until = performance.now() + 60_000; performance.now() < until;) {
  if (text().includes(WORDS)) return '';
  await new Promise((resolve) => setTimeout(resolve, 50));
}
return text();";

pub fn reads(page: &mut Browser, words: &str) {
    let text = page.run(&READS.replace("WORDS", &format!("{words:?}")));
    assert!(text.is_empty(), "no {words} in {text}");
}

/// Waits for the program's picture.
const SHOWN: &str =
    "while (!document.documentElement.dataset.shown) await new Promise((r) => setTimeout(r, 50)); return '';";

/// The folder of the page.
pub fn page_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/page");
    assert!(folder.join("index.html").exists(), "no page: run sh src/web/build --tests target/page");
    folder
}

/// Opens an address and waits for the program's picture.
pub fn open(page: &mut Browser, address: &str) {
    // The browser would not load the page again for another part after #.
    page.go("about:blank");
    page.go(address);
    page.run(SHOWN);
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop, xwininfo, Chromium and the page"]
fn a_window_plays_against_a_page() {
    let folder = page_folder();
    let display = Display::start(1400, 600);
    // Browsers let a page at an address of the network save no files.
    let (_server, room) = RoomServer::at(own_address(), env!("CARGO_BIN_EXE_qipan"), &folder);
    let mut watcher = TcpStream::connect(room).unwrap();
    watcher.write_all(b"watch\n").unwrap();
    let mut lines = BufReader::new(watcher).lines().map(Result::unwrap);
    let mut hear = |start: &str| lines.find(|line| line.starts_with(start)).expect("the room goes on");

    let profile = tempfile::tempdir().unwrap();
    let mut page = Browser::open(Kind::Chromium, Device::Desk, profile.path());
    open(&mut page, &format!("http://{room}/"));
    let words = ["Learn C", "Black", "In a room", "Your name", "Who waits", "Your table"];
    let keys = ["Down", "Home Enter", "Down Left Enter", "r", "A n n a Enter", "Enter"];
    for (keys, words) in keys.into_iter().zip(words) {
        page.press(&keys.split(' ').collect::<Vec<_>>());
        reads(&mut page, words);
    }
    hear("host 1 Anna");

    let mut window = display.qipan(&["--speed", "instant"]);
    type_in(
        &display,
        &window,
        &format!("o Down Left Enter r {} Enter B e n Enter", spelled(&room.to_string())),
    );
    // A pixel of the list if it is long enough for a table, and then of the box until the board is there.
    let is_gray = || window.pixels()[640 * 205 + 320] == 0xaa_aaaa;
    wait_for("the table", || is_gray().then_some(()));
    type_in(&display, &window, "Down Down Enter");
    let mut page_moves = hear("log 1 0 ").starts_with("log 1 0 start h");
    wait_for("the board", || (!is_gray()).then_some(()));
    for (n, name) in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"].into_iter().enumerate() {
        let to_move = if n % 2 == 0 { "to move: black" } else { "to move: white" };
        if n == 0 || n == 3 {
            reads(&mut page, to_move);
            let reload = "location.reload(); await new Promise((r) => setTimeout(r, 10_000)); return '';";
            let _ = page.run_unless_left(reload);
            page.run(SHOWN);
            // Before the first move the address holds no game, but the menu goes on with it.
            if n == 0 {
                page.press(&["Down"]);
                reads(&mut page, "Learn C");
                page.press(&["Home", "Enter"]);
            }
            hear("host 1 Anna");
            reads(&mut page, to_move);
        }
        if n == 6 {
            window.program.kill().unwrap();
            window.program.wait().unwrap();
            window = display.qipan(&["--speed", "instant"]);
            let saved = || fs::metadata(display.data().join("line-guest")).unwrap().modified().unwrap();
            let before = saved();
            type_in(&display, &window, "Enter");
            hear("guest 1 Ben");
            wait_for("the board", || (saved() > before).then_some(()));
        }
        let keys = format!("{} Enter", spelled(name));
        if page_moves {
            reads(&mut page, to_move);
            reads(&mut page, "Ben");
            page.press(&keys.split(' ').collect::<Vec<_>>());
        } else {
            type_in(&display, &window, &keys);
        }
        let role = if page_moves { "h" } else { "g" };
        assert_eq!(hear(&format!("log 1 {} ", n + 1)), format!("log 1 {} {role} play {name} 0", n + 1));
        page_moves = !page_moves;
    }
    window.program.kill().unwrap();
    window.program.wait().unwrap();
    // The seat is free again.
    assert_eq!(hear("guest 1"), "guest 1");
}
