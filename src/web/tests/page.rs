//! The page in real browsers, as built by `sh src/web/build --tests target/page`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;

use encoding_rs::GBK;
use tempfile::TempDir;
use web::Server;

use crate::browser::{Browser, Device, Kind};

mod axe;
mod files;
mod offline;
mod pictures;
mod sizes;

/// The folder of the repository.
fn top() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Serves the page until the end of the tests, and returns its address.
fn served() -> String {
    let page = top().join("target/page");
    assert!(page.join("index.html").exists(), "no page: run sh src/web/build --tests target/page");
    serve(&page)
}

/// Serves a folder and returns its address.
fn serve(folder: &Path) -> String {
    let server = Server::open(folder, ([127, 0, 0, 1], 0).into()).unwrap();
    let address = server.address().unwrap();
    thread::spawn(move || server.run());
    address
}

/// The folder of the page's scripts, which is named after its version.
fn version() -> String {
    let page = fs::read_dir(top().join("target/page")).unwrap();
    let names = page.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.into_iter().find(|name| name.starts_with("v-")).expect("the page has a version")
}

/// Serves a page with a changed script.
fn served_with(folder: &TempDir, name: &str, change: impl Fn(&str) -> String) -> String {
    let version = version();
    fs::create_dir(folder.path().join(&version)).unwrap();
    for below in ["", &version] {
        let files = fs::read_dir(top().join("target/page").join(below)).unwrap();
        let files = files.map(|file| file.unwrap().path());
        for file in files.filter(|file| file.is_file()) {
            let copy = folder.path().join(below).join(file.file_name().unwrap());
            fs::copy(file, copy).unwrap();
        }
    }
    let changed = folder.path().join(version).join(name);
    let text = change(&fs::read_to_string(&changed).unwrap());
    // The server prefers compressed files.
    for ending in [".gz", ".br"] {
        let _ = fs::remove_file(changed.with_file_name(format!("{name}{ending}")));
    }
    fs::write(changed, text).unwrap();
    serve(folder.path())
}

/// Runs a trial in all installed browsers on this device.
fn in_each(device: Device, trial: impl Fn(&mut Page) + Sync) {
    in_each_at(&served(), device, trial);
}

/// Runs a trial in all installed browsers at once, each on a thread with the browser's name.
fn in_each_at(address: &str, device: Device, trial: impl Fn(&mut Page) + Sync) {
    let trial = &trial;
    thread::scope(|scope| {
        for kind in Kind::installed() {
            let run = move || trial(&mut Page::open(kind, device, address));
            let named = thread::Builder::new().name(format!("{kind:?}"));
            named.spawn_scoped(scope, run).unwrap();
        }
    });
}

/// A page in a browser.
struct Page {
    kind: Kind,
    device: Device,
    browser: Browser,
    address: String,
    profile: TempDir,
}

/// The maximum number of pages in which a condition is awaited.
const MOST_PAGES: usize = 3;

/// Functions for all scripts. The timeout suits a busy machine.
const TOOLS: &str = "
const PATIENCE = 180_000;
const found = async (what) => {
  for (const until = performance.now() + PATIENCE; performance.now() < until;) {
    const it = await what();
    if (it) return it;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return '';
};
const script = (name) => import(new URL(name, document.querySelector('script[src]').src));
const words = () => ['#text', '#board', '#spoken', '#notice'].map((part) => document.querySelector(part)?.textContent).join('\\n');
";

impl Page {
    fn open(kind: Kind, device: Device, address: &str) -> Page {
        let profile = tempfile::tempdir().unwrap();
        let browser = Browser::open(kind, device, profile.path());
        let address = address.to_string();
        let mut page = Page { kind, device, browser, address, profile };
        page.go("");
        page
    }

    /// Opens a link, given by the part after the address.
    fn go(&mut self, part: &str) {
        // The browser would not reload the page for another part after #.
        self.browser.go("about:blank");
        self.browser.go(&format!("{}{part}", self.address));
        self.wait("document.documentElement.dataset.shown || !document.querySelector('#notice').hidden");
    }

    fn run(&mut self, body: &str) -> String {
        self.browser.run(&format!("{TOOLS} {body}"))
    }

    /// Waits for a condition in the page.
    fn wait(&mut self, condition: &str) {
        let script = format!("{TOOLS} return await found(() => {condition}) ? 'so' : words()");
        // If the page is left, the condition is meant for the next one.
        let said = (0..MOST_PAGES).find_map(|_| self.browser.run_unless_left(&script)).unwrap_or_default();
        assert_eq!(said, "so", "{:?} timed out waiting for {condition}", self.kind);
    }

    /// Waits for a text on the screen, on the board or below the picture.
    fn reads(&mut self, text: &str) {
        self.wait(&format!("words().includes({text:?})"));
    }

    /// Waits until the screen shows a golden picture at any scale.
    fn shows(&mut self, name: &str) {
        let script = format!(
            "
            const golden = await createImageBitmap(await (await fetch('golden/{name}.png')).blob());
            const pixels = (picture) => {{
              const small = new OffscreenCanvas(640, 480).getContext('2d');
              small.imageSmoothingEnabled = false;
              small.drawImage(picture, 0, 0, 640, 480);
              return small.getImageData(0, 0, 640, 480).data;
            }};
            const wanted = pixels(golden);
            let wrong = 0;
            await found(() => {{
              const seen = pixels(document.querySelector('canvas'));
              wrong = seen.reduce((count, value, n) => count + (value !== wanted[n]), 0);
              return wrong === 0;
            }});
            return `${{wrong}} of {name}`;"
        );
        assert_eq!(self.run(&script), format!("0 of {name}"), "{:?}", self.kind);
    }

    fn press(&mut self, keys: &str) {
        let keys: Vec<&str> = keys.split(' ').collect();
        self.browser.press(&keys);
    }

    /// Skips the start-up animation and waits for the menu.
    fn menu(&mut self) {
        self.press("Down");
        self.reads("Learn C");
        self.press("Home");
    }

    /// Starts a game of Othello from the menu and plays d3.
    fn play_d3(&mut self) {
        self.menu();
        self.press("Enter");
        self.reads("Black");
        self.press("Enter");
        self.reads("above the board");
        self.press("Down Down Right Right Right Down Enter");
        self.reads("to move: white");
    }

    /// The link to a text of this kind.
    fn link_to(&mut self, kind: &str, text: &str) -> String {
        self.run(&format!(
            "const {{ linkTo }} = await script('links.js');
             return linkTo('{kind}', {text:?});"
        ))
    }
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn keys_play_a_game_and_copy_its_link() {
    in_each(Device::Desk, |page| {
        page.menu();
        page.shows("menu");
        page.play_d3();
        page.press("Alt+l");
        page.reads("#othello=d3");
        page.go("#othello=f5d6c3");
        page.reads("Move 3 of 3");
        page.press("End");
        page.reads("Row 4: d4 black, e4 black");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn friends_play_by_links() {
    in_each(Device::Desk, |page| {
        page.menu();
        page.press("Enter");
        page.reads("Black");
        page.press("Down Left Enter");
        page.reads("above the board");
        page.press("d 3 Enter");
        page.reads("to move: white");
        page.wait("location.hash === '#othello=d3&rules=standard&black=human&white=friend'");
        page.reads("Ctrl+K copies");
        // The link that Ctrl+K copies, as tests of the board know.
        page.go("#othello=d3&rules=standard&black=friend&white=human");
        page.reads("to move: white");
        page.press("c 3 Enter");
        page.wait("location.hash === '#othello=d3c3&rules=standard&black=friend&white=human'");
        page.go("#gomoku=h8!0&rules=freestyle.free.black.15x15");
        page.reads("move 2 of the link, !0, is against the rules");
    });
}

/// The next line about the tables of a room that begins so.
fn line_with(wall: &mut impl BufRead, start: &str) -> String {
    let lines = wall.lines().map(|line| line.unwrap());
    lines.into_iter().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no {start}"))
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn two_pages_play_in_a_room_and_a_third_watches() {
    let server = Server::open(&top().join("target/page"), ([127, 0, 0, 1], 0).into()).unwrap().with_room();
    let address = server.address().unwrap();
    thread::spawn(move || server.run());
    let room = address.trim_start_matches("http://").trim_end_matches('/');
    let mut watcher = TcpStream::connect(room).unwrap();
    watcher.write_all(b"watch\n").unwrap();
    let mut watcher = BufReader::new(watcher);
    let kinds: Vec<Kind> = Kind::installed().collect();
    let (Some(first), Some(last)) = (kinds.first(), kinds.last()) else { return };
    let mut pages = [first, last].map(|kind| Page::open(*kind, Device::Desk, &address));
    for (page, name) in pages.iter_mut().zip(["A n n a", "B e n"]) {
        page.menu();
        page.press("Enter");
        page.reads("Black");
        page.press("Down Left Enter");
        page.reads("In a room");
        page.press("r");
        page.reads("Your name");
        page.press(&format!("{name} Enter"));
        page.reads("Who waits in the room");
        if name == "B e n" {
            page.reads("Anna: standard");
            page.press("Down Down");
        }
        page.press("Enter");
        page.reads(if name == "B e n" { "to move" } else { "Your table: standard" });
    }
    let start = line_with(&mut watcher, "log 1 0 ");
    let black = usize::from(start.starts_with("log 1 0 start g"));
    let played = "log 1 1 h play e6 0".replace('h', if black == 0 { "h" } else { "g" });
    pages[black].reads("to move: black");
    pages[black].reads(["Ben", "Anna"][black]);
    pages[black].press("e 6 Enter");
    line_with(&mut watcher, &played);
    pages[1 - black].reads("to move: white");
    pages[1 - black].press("f 4 Enter");
    line_with(&mut watcher, "log 1 2 ");
    pages[black].reads("Row 4: d4 white, e4 white, f4 white");
    let [page, _] = &mut pages;
    page.go("#room");
    page.reads("Ben");
}

/// A packed program that prints `six times seven is 42` and waits.
const PROGRAM: &str = "HcrBCkBAEAbg-zzF30rtSo4cVt5FdjDFkllS8u7Kd_4yicNyBkarKchWzR2tvUTr8BAA7IfENFqjciPJygrliyNEkQdTokaBxvn_TpyGuT-s8_TSB5SH8cE";

/// The text file of an assignment.
const TASK: &str = "\
Twice
# text
Let Twice double n.
# program TWICE.C
int Twice(int n) { return n; }
int main(void) { return 0; }
# test
call Twice(21)
expect result = 42
";

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn lessons_and_programs_open_from_links() {
    in_each(Device::Desk, |page| {
        page.go("#lesson=direction");
        page.reads("QpChange: one direction");
        page.press("Right Right");
        page.reads("Step 2");
        page.go(&format!("#c={PROGRAM}"));
        page.reads("printf");
        page.go(&format!("#c={PROGRAM}&run"));
        page.reads("six times seven is 42");
        page.go(&format!("#c={PROGRAM}&embed"));
        page.reads("printf");
        page.run("document.querySelector('#bar [data-key=Right]').click(); return ''");
        page.reads("Step 1");
        page.go("#lesson=direction&embed");
        page.reads("QpChange: one direction");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_task_an_exercise_and_the_original_open_from_a_link() {
    in_each(Device::Desk, |page| {
        let task = page.link_to("task", TASK);
        page.go(&task);
        // The cursor covers the first letter.
        page.reads("nt Twice(int n)");
        page.reads("Let Twice double n.");
        page.go("#exercise=gomoku%2078%2020.0%2077%2020af");
        page.reads("Here: ");
        page.wait("document.querySelector('#board').textContent.includes('h8 black')");
        page.go("#original");
        page.shows("original-start");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_workshop_redirects_links_that_it_cannot_open() {
    in_each(Device::Desk, |page| {
        page.go("workshop.html");
        page.reads("What do you want to edit?");
        page.press("Esc");
        page.reads("C from the beginning");
        page.press("Esc");
        page.reads("What do you want to edit?");
        page.go(&format!("workshop.html#c={PROGRAM}"));
        page.reads("printf");
        page.press("Ctrl+F9");
        page.reads("six times seven is 42");
        page.go("workshop.html#lesson=direction");
        page.reads("QpChange: one direction");
        page.go("workshop.html#original");
        page.shows("original-start");
        page.wait("location.pathname.endsWith('workshop.html')");
        page.go("workshop.html#othello=f5d6c3");
        page.reads("Move 3 of 3");
        page.wait("location.pathname.endsWith('index.html')");
    });
}

/// A program with a Chinese text.
const CHINESE: &str = "#include <stdio.h>\nint main(void) {\n  puts(\"棋盘\");\n}\n";

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn chinese_characters_appear_after_their_download() {
    in_each(Device::Desk, |page| {
        let link = page.link_to("c", CHINESE);
        page.go(&format!("workshop.html{link}"));
        page.reads("棋盘");
        page.wait("document.querySelector('#notice').hidden");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_browser_and_encoding_rs_agree_on_gbk() {
    let pair = |lead: u8, trail: u8| {
        let pair = [lead, trail];
        let text = GBK.decode_without_bom_handling_and_without_replacement(&pair);
        let units: Vec<u16> = text.unwrap_or_default().encode_utf16().collect();
        if let [unit] = units[..] { unit } else { 0 }
    };
    let row = |lead| (0x40..0xFF).map(move |trail| pair(lead, trail));
    let elsewhere: Vec<u16> = (0x81..0xFF).flat_map(row).collect();
    in_each(Device::Desk, |page| {
        let there = page.run(
            "const bytes = [];
             for (let lead = 0x81; lead < 0xff; lead++) {
               for (let trail = 0x40; trail < 0xff; trail++) bytes.push(lead, trail, 0x0a);
             }
             const lines = new TextDecoder('gbk').decode(Uint8Array.from(bytes)).split('\\n').slice(0, -1);
             return lines.map((text) => text.length === 1 && text !== '\\ufffd' ? text.charCodeAt(0) : 0).join(' ');",
        );
        let there: Vec<u16> = there.split(' ').map(|unit| unit.parse().unwrap()).collect();
        let differs = |n: &usize| elsewhere[*n] != there[*n];
        let differ: Vec<_> = (0..elsewhere.len()).filter(differs).collect();
        assert!(differ.is_empty(), "{:?}: {differ:?}", page.kind);
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_damaged_link_shows_an_error_and_opens_the_menu() {
    in_each(Device::Desk, |page| {
        for damaged in
            ["#c=AAAA", "#task=x", "#othello=z99", "#gomoku=!", "#exercise=--help", "#lesson=--help"]
        {
            page.go(damaged);
            page.reads("This link is damaged");
        }
        page.go("#lesson=nonsense");
        page.reads("cannot be opened");
        page.go("#nonsense");
        page.reads("names nothing");
        page.menu();
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_game_survives_a_reload_and_a_killed_browser() {
    in_each(Device::Desk, |page| {
        page.play_d3();
        page.go("");
        page.menu();
        page.reads("Continue");
        page.browser.kill();
        page.browser = Browser::open(page.kind, page.device, page.profile.path());
        page.go("");
        page.menu();
        page.reads("Continue");
        page.press("Home Enter");
        page.reads("to move: white");
    });
}

/// Drops the archive in `window.saved` on the page, after adding a number to a byte of the first file's name.
fn drop_archive(page: &mut Page, added: u8) {
    page.run(&format!(
        "const bytes = new Uint8Array(await window.saved.arrayBuffer());
         bytes[32] += {added};
         const files = new DataTransfer();
         files.items.add(new File([bytes], 'saved.zip'));
         window.confirm = () => true;
         window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files }}));
         return '';"
    ));
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn an_archive_restores_all_files_unless_it_is_damaged() {
    in_each(Device::Desk, |page| {
        page.play_d3();
        page.run(
            "HTMLAnchorElement.prototype.click = () => {};
             URL.createObjectURL = (archive) => { window.saved = archive; return ''; };
             return '';",
        );
        page.press("Alt+k");
        page.reads("Everything is saved");
        page.press("Esc");
        page.reads("Learn C");
        drop_archive(page, 1);
        page.reads("Nothing has changed");
        page.press("Home Enter");
        page.reads("to move: white");
        page.press("Down Down Down Right Right Enter");
        page.reads("to move: black");
        drop_archive(page, 0);
        page.wait("!document.querySelector('#text').textContent.includes('to move')");
        page.menu();
        page.reads("Continue");
        page.press("Home Enter");
        page.reads("to move: white");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_second_tab_warns_that_it_saves_nothing() {
    in_each(Device::Desk, |page| {
        page.browser.second_tab();
        page.go("");
        page.reads("so this one saves nothing");
        page.menu();
        page.wait("document.querySelector('#tools').textContent.includes('Nothing is saved')");
    });
}

/// Replaces the browser's file system with one that has room for 1000 bytes.
const NARROW: &str = "
const files = {};
const size = () => Object.values(files).reduce((sum, { bytes }) => sum + bytes.length, 0);
class Narrow {
  bytes = new Uint8Array();
  getSize() { return this.bytes.length; }
  flush() {}
  read(into) { into.set(this.bytes); }
  truncate(length) { this.bytes = this.bytes.slice(0, length); }
  write(some, { at }) {
    const larger = new Uint8Array(Math.max(this.bytes.length, at + some.length));
    if (size() - this.bytes.length + larger.length > 1000) throw new Error('no room');
    larger.set(this.bytes);
    larger.set(some, at);
    this.bytes = larger;
    return some.length;
  }
}
const folder = { getFileHandle: async (name) => ({ createSyncAccessHandle: async () => files[name] ??= new Narrow() }) };
Object.defineProperty(navigator.storage, 'getDirectory', { value: async () => folder, configurable: true });
";

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn saved_files_survive_a_full_disk() {
    in_each(Device::Desk, |page| {
        let kept = page.run(&format!(
            "{NARROW}
            const {{ Journal }} = await script('journal.js');
            const told = [];
            const keep = (journal, path, length, value) => {{
              try {{
                journal.keep(path, new Uint8Array(length).fill(value));
                told.push('kept');
              }} catch {{
                told.push('no');
              }}
            }};
            let journal = await Journal.open();
            for (const value of [1, 2]) keep(journal, 'game', 300, value);
            keep(journal, 'program', 300, 3);
            keep(journal, 'other', 300, 4);
            keep(journal, 'note', 1, 5);
            journal = await Journal.open();
            keep(journal, 'more', 1, 6);
            journal = await Journal.open();
            return [...told, ...[...journal.files].map(([path, bytes]) => `${{path}} ${{bytes.length}} ${{bytes[0]}}`)].join(', ');"
        ));
        let expected = "kept, kept, kept, no, kept, kept, game 300 2, program 300 3, note 1 5, more 1 6";
        assert_eq!(kept, expected, "{:?}", page.kind);
        let kept = page.run(&format!(
            "{NARROW}
            const {{ Journal }} = await script('journal.js');
            let journal = await Journal.open();
            for (let value = 1; value < 4; value++) journal.keep('game', new Uint8Array(200).fill(value));
            journal.keep('program', new Uint8Array(400).fill(4));
            journal = await Journal.open();
            return [...journal.files].map(([path, bytes]) => `${{path}} ${{bytes[0]}}`).join(', ');"
        ));
        assert_eq!(kept, "game 3, program 4", "{:?}: rewriting makes room", page.kind);
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn screen_readers_get_places_lines_and_boxes() {
    let spoken = |page: &mut Page, text: &str| {
        page.wait(&format!("document.querySelector('#spoken').textContent.includes({text:?})"));
    };
    in_each(Device::Desk, |page| {
        page.menu();
        page.press("Enter Enter");
        page.reads("Here: above the board");
        page.press("Down Down Right Right Right Down");
        spoken(page, "d3 empty");
        page.press("Down");
        spoken(page, "d4 white");
        page.go(&format!("#c={PROGRAM}"));
        page.reads("printf");
        page.press("Down");
        spoken(page, "line 2");
        page.press("a b c");
        page.reads("abc");
        page.press("F1");
        spoken(page, "The editor, page");
        page.wait("!document.querySelector('#spoken').textContent.includes('abc')");
        let draws = "main() { int d = 0, m; initgraph(&d, &m, \"\"); circle(320, 240, 50); outtextxy(9, 9, \"Hi\"); getch(); }";
        let link = page.link_to("c", draws);
        page.go(&format!("workshop.html{link}&run"));
        spoken(page, "circle at 320,240, radius 50, white. “Hi” at 9,9, white");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_keyboard_with_word_prediction_types_each_letter_once() {
    in_each(Device::Phone, |page| {
        page.go(&format!("#c={PROGRAM}"));
        page.reads("printf");
        page.run("document.querySelector('[data-does=keyboard]').click(); return ''");
        for word in ["i", "in", "ints", "int"] {
            let end = word.len();
            let told = format!(r#"{{"text":"{word}","selectionStart":{end},"selectionEnd":{end}}}"#);
            if !page.browser.devtools("Input.imeSetComposition", &told) {
                return;
            }
        }
        page.browser.devtools("Input.insertText", r#"{"text":"int "}"#);

        page.reads("Col 5");
        page.wait("/int +#include/.test(document.querySelector('#text').textContent)");
    });
}

/// Taps a pixel of the screen.
fn tap(page: &mut Page, x: i32, y: i32) {
    let place = page.run(&format!(
        "const {{ x, y, width }} = document.querySelector('canvas').getBoundingClientRect();
         return [{x}, {y}].map((at, n) => Math.round([x, y][n] + at * width / 640)).join(' ');"
    ));
    let place: Vec<i32> = place.split(' ').map(|n| n.parse().unwrap()).collect();
    page.browser.tap(place[0], place[1]);
}

#[test]
#[ignore = "needs Firefox and the page"]
fn the_computer_plays_in_a_browser_without_suspension() {
    if !Kind::Firefox.is_installed() {
        return;
    }
    let mut page = Page::open(Kind::Firefox, Device::Old, &served());
    let can = page.run("return String('Suspending' in WebAssembly)");
    assert_eq!(can, "false");
    page.menu();
    page.press("Enter");
    page.reads("Black");
    // The computer is White, and the rules are the usual ones.
    page.press("Down Right Enter");
    page.reads("above the board");
    page.press("Down Down Right Right Right Down Enter");
    page.reads("Move 3");
}

/// A game from tests/data/wc10_transcripts.txt.
const WHOLE_GAME: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";

/// Opens a game and starts its review when the threads are ready.
fn reviews(page: &mut Page, game: &str) {
    page.go(&format!("#othello={game}"));
    page.reads("Move ");
    page.wait("document.documentElement.dataset.threads");
    page.press("r");
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn threads_review_a_game_while_keys_still_work() {
    in_each(Device::Desk, |page| {
        reviews(page, WHOLE_GAME);
        page.wait("document.documentElement.dataset.threads > 0");
        page.press("Esc Right");
        page.reads("Move 1 of");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_review_works_without_threads() {
    // A script that fails to load, and one that fails to start the program.
    for start in ["import ", "const files = "] {
        let folder = tempfile::tempdir().unwrap();
        let address = served_with(&folder, "helper.js", |text| {
            assert!(text.contains(start), "{text}");
            text.replacen(start, &format!("throw 1; {start}"), 1)
        });
        in_each_at(&address, Device::Desk, |page| {
            reviews(page, "f5d6c3d3c4");
            page.reads("A mistake costs");
            page.wait("document.documentElement.dataset.threads === '0'");
        });
    }
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_first_picture_comes_before_the_rest_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let address = served_with(&folder, "loading.js", |text| {
        let comes = "program.then(() => compiled(REST))";
        assert!(text.contains(comes), "{text}");
        text.replace(comes, "new Promise((resolve) => window.comes = resolve).then(() => compiled(REST))")
    });
    in_each_at(&address, Device::Desk, |page| {
        for link in ["workshop.html", ""] {
            page.go(link);
            page.wait("document.documentElement.dataset.shown");
        }
        // The key waits for the rest.
        page.press("Down");
        page.run("window.comes(); return ''");
        page.reads("Learn C");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_failing_thread_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |text: &str| {
        let works = "primary.wasi_thread_start(thread, start)";
        assert!(text.contains(works), "{text}");
        text.replace(works, "throw new Error('it broke')")
    };
    let address = served_with(&folder, "helper.js", fails);
    in_each_at(&address, Device::Desk, |page| {
        reviews(page, WHOLE_GAME);
        page.wait("document.body.innerText.includes('it broke')");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_finger_plays_on_a_phone_held_upright_or_sideways() {
    for (device, fits) in [
        (Device::Phone, "canvas.right <= innerWidth"),
        (Device::Sideways, "canvas.right <= keys.left && canvas.bottom <= innerHeight"),
    ] {
        in_each(device, |page| {
            page.menu();
            page.wait("getComputedStyle(document.querySelector('#keys')).display !== 'none'");
            page.wait(&format!(
                "(([canvas, keys]) => {fits} && [canvas.x, canvas.y].every((at) => Math.abs(at * devicePixelRatio - Math.round(at * devicePixelRatio)) < 0.1))(['canvas', '#keys'].map((part) => document.querySelector(part).getBoundingClientRect()))"
            ));
            page.press("Enter");
            page.reads("Black");
            page.press("Enter");
            page.reads("above the board");
            // The row of keys has its final size only now.
            page.wait("[...document.querySelectorAll('#keys button')].some(({ textContent }) => textContent.startsWith('F10'))");
            tap(page, 240, 200);
            page.reads("to move: white");
        });
    }
}

/// Code with lines of different lengths, an indent and an empty line.
const LINES: &str = "/* One */\n#include <stdio.h>\n\nint main(void) {\n  puts(\"一二\");\n  return 0;\n}\n";

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_finger_moves_the_cursor_in_the_editor_and_opens_its_menus() {
    for device in [Device::Phone, Device::Chinese] {
        in_each(device, |page| {
            let link = page.link_to("c", LINES);
            page.go(&format!("workshop.html{link}"));
            page.wait("/[ 行]1[ 列]/.test(words())");
            // The page now knows that the cursor is in a text.
            page.wait("document.querySelector('#board').textContent");
            // Taps on the right half of a Chinese character, after one, after the end of a line, and on an
            // empty line.
            for (line, cell, column) in
                [(4, 4, 5), (5, 5, 6), (5, 9, 9), (5, 10, 11), (1, 39, 10), (3, 8, 1), (7, 0, 1)]
            {
                // The text starts in the second column of the third row.
                tap(page, 8 + 8 * cell + 4, 32 + 16 * (line - 1) + 16 + 8);
                page.wait(&format!("/(Line|行) {line} +(Col|列) {column}\\b/.test(words())"));
            }
            tap(page, 100, 8);
            page.wait("/Ctrl\\+Z/.test(words())");
        });
    }
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_drag_selects_text_in_the_editor() {
    in_each(Device::Desk, |page| {
        let link = page.link_to("c", LINES);
        page.go(&format!("workshop.html{link}"));
        page.reads("main(void)");
        page.wait("document.querySelector('#board').textContent");
        // From the c of include to the a of main.
        page.run(
            "const canvas = document.querySelector('canvas');
             const { x, y, width, height } = canvas.getBoundingClientRect();
             const send = (type, column, line) => canvas.dispatchEvent(new PointerEvent(type, {
               isPrimary: true, button: 0, clientX: x + (8 * column + 4) * width / 640, clientY: y + (40 + 16 * line) * height / 480,
             }));
             send('pointerdown', 4, 2);
             for (const [column, line] of [[9, 2], [12, 3], [6, 4]]) {
               send('pointermove', column, line);
               await new Promise((resolve) => setTimeout(resolve, 20));
             }
             send('pointerup', 6, 4);
             return '';",
        );
        page.reads("Line 4");
        page.wait("/Line 4 +Col 6/.test(words())");
        page.press("Backspace");
        page.reads("#inain(void)");
        page.press("Ctrl+z");
        page.reads("int main(void)");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_page_uses_the_language_of_the_browser_and_the_program() {
    in_each(Device::Chinese, |page| {
        page.press("Down");
        page.reads("棋");
        page.wait("document.querySelector('[data-does=share]').textContent === '分享'");
        page.wait("document.documentElement.lang.startsWith('zh')");
        page.wait("document.querySelector('canvas').getAttribute('aria-label').includes('程序的屏幕')");
        page.press("Home Enter");
        page.reads("黑方");
        page.press("Enter");
        page.reads("第 4 行：d4 白");
        page.go("#c=AAAA");
        page.reads("链接已损坏");
        page.go("#lesson=direction&embed");
        page.wait("document.querySelector('#bar [data-key=Enter]').textContent === '▶ 运行'");
        page.go("workshop.html");
        page.reads("选择要编辑的程序");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn buttons_play_a_lesson_inside_another_page() {
    in_each(Device::Desk, |page| {
        let around = format!("{}tests/around.html", page.address);
        page.browser.go(&around);
        page.wait(
            "frames[0].document.querySelector('#text')?.textContent.includes('QpChange: one direction')",
        );
        // The outer page keeps the focus and its scroll position.
        page.wait("document.activeElement === document.body && scrollY === 0");
        page.run("frames[0].document.querySelector('#bar [data-key=Right]').click(); frames[0].document.querySelector('#bar [data-key=Right]').click(); return ''");
        page.wait("frames[0].document.querySelector('#text').textContent.includes('Step 2')");
        page.wait("scrollY === 0");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_private_window_plays_and_warns_that_its_files_are_lost() {
    in_each(Device::Private, |page| {
        page.play_d3();
        if page.kind == Kind::Firefox {
            page.wait("document.querySelector('#kept').textContent === 'Saved until this tab closes'");
        }
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_page_contacts_only_its_own_server() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    other.set_nonblocking(true).unwrap();
    let port = other.local_addr().unwrap().port();
    in_each(Device::Desk, |page| {
        page.menu();
        let asked = page.run(
            "const all = performance.getEntriesByType('resource').map(({ name }) => name);
             return all.filter((name) => !name.startsWith(location.origin) && !name.startsWith('data:')).join(' ');",
        );
        assert_eq!(asked, "", "{:?}", page.kind);
        let told = page.run(&format!(
            "return fetch('http://127.0.0.1:{port}/', {{ mode: 'no-cors' }}).then(() => 'sent', () => 'refused')"
        ));
        assert_eq!(told, "refused", "{:?}", page.kind);
    });
    assert!(other.accept().is_err(), "the page contacted another server");
}
