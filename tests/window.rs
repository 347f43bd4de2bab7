//! The window itself, on a display of its own: needs the programs Xvfb, openbox, xdotool, xprop and xwininfo, and is run by
//! `cargo test -- --include-ignored`.

mod common;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{keys_of, othello, world_championship};
use qipan::dos::bgi::PALETTE;
use qipan::dos::{Screen, parse_keys};

/// An X display that only this test sees, with a window manager.
struct Display {
    xvfb: Child,
    openbox: Child,
    name: String,
    framebuffer: PathBuf,
    width: usize,
}

impl Display {
    fn start(width: usize, height: usize) -> Display {
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("display-{:?}", std::thread::current().id()));
        std::fs::create_dir_all(&dir).unwrap();
        let mut xvfb = Command::new("Xvfb")
            .args([
                "-nocursor",
                "-noreset",
                "-displayfd",
                "1",
                "-fbdir",
                dir.to_str().unwrap(),
            ])
            .args(["-screen", "0", &format!("{width}x{height}x24")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed");
        let mut number = String::new();
        BufReader::new(xvfb.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        let name = format!(":{}", number.trim());
        let openbox = Command::new("openbox")
            .args([
                "--startup",
                "xprop -root -f QIPAN_READY 8s -set QIPAN_READY yes",
            ])
            .env("DISPLAY", &name)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("openbox is installed");
        let display = Display {
            xvfb,
            openbox,
            name,
            framebuffer: dir.join("Xvfb_screen0"),
            width,
        };
        // A window that comes before the window manager is ready is never managed, and gets no keys.
        wait_for("the window manager", || {
            let ready = display.run("xprop", "-root QIPAN_READY");
            ready.contains("yes").then_some(())
        });
        display
    }

    /// What one of X's little programs answers.
    fn run(&self, program: &str, args: &str) -> String {
        let output = Command::new(program)
            .args(args.split_whitespace())
            .env("DISPLAY", &self.name)
            .stderr(Stdio::null())
            .output()
            .unwrap_or_else(|error| panic!("{program} is not installed: {error}"));
        String::from_utf8(output.stdout).unwrap()
    }

    fn xdotool(&self, args: &str) -> String {
        self.run("xdotool", args)
    }

    /// Types the keys of a script, without a pause.
    fn type_keys(&self, script: &str) {
        let names =
            parse_keys(script)
                .unwrap()
                .into_iter()
                .map(|key| match key.to_string().as_str() {
                    "Enter" => "Return".to_string(),
                    "Space" => "space".to_string(),
                    "Backspace" => "BackSpace".to_string(),
                    "Esc" => "Escape".to_string(),
                    name => name.to_string(),
                });
        let names: Vec<String> = names.collect();
        for some in names.chunks(500) {
            self.xdotool(&format!("key --delay 0 {}", some.join(" ")));
        }
    }

    /// Starts the program and waits for its window to have the keyboard.
    fn qipan(&self, args: &[&str]) -> Window<'_> {
        let mut program = Command::new(env!("CARGO_BIN_EXE_qipan"))
            .args(args)
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            // Names an input-method server that does not run.
            .env("XMODIFIERS", "@im=ibus")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let id = wait_for("the window", || {
            assert_eq!(program.try_wait().unwrap(), None, "the program ended");
            let found = self.xdotool("search --onlyvisible --name ^qipan$");
            found.lines().next().map(str::to_string)
        });
        // Keys that are typed while the window manager moves the focus reach nobody.
        wait_for("the keyboard", || {
            let active = ["getactivewindow", "getwindowfocus"].map(|ask| self.xdotool(ask));
            active.iter().all(|w| w.trim() == id).then_some(())
        });
        Window {
            program,
            display: self,
            id,
        }
    }
}

/// Asks until there is an answer, ten seconds at most.
fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        let waited = start.elapsed();
        assert!(waited < Duration::from_secs(10), "{what} does not come");
        sleep(Duration::from_millis(20));
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in [&mut self.openbox, &mut self.xvfb] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The program's window on a display.
struct Window<'a> {
    program: Child,
    display: &'a Display,
    id: String,
}

impl Window<'_> {
    /// Left, top, width and height of the window's inside.
    fn place(&self) -> [usize; 4] {
        let text = self.display.run("xwininfo", &format!("-id {}", self.id));
        let names = [
            "Absolute upper-left X:",
            "Absolute upper-left Y:",
            "Width:",
            "Height:",
        ];
        names.map(|name| {
            let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
            line.expect("the window is there").trim().parse().unwrap()
        })
    }

    /// What the display shows of the window, 0xRRGGBB for each pixel.
    fn pixels(&self) -> Vec<u32> {
        // The file is an X window dump: a header of big-endian words, colours, and then the picture.
        let dump = std::fs::read(&self.display.framebuffer).unwrap();
        let word = |n: usize| u32::from_be_bytes(dump[4 * n..4 * n + 4].try_into().unwrap());
        let start = (word(0) + 12 * word(19)) as usize;
        let [left, top, width, height] = self.place();
        let pixel = |x: usize, y: usize| {
            let at = start + 4 * (y * self.display.width + x);
            u32::from_le_bytes(dump[at..at + 4].try_into().unwrap()) & 0xFF_FFFF
        };
        (0..width * height)
            .map(|i| pixel(left + i % width, top + i / width))
            .collect()
    }

    /// Waits until the display shows the screen at this scale in the middle of the window, on black.
    fn shows(&self, screen: &Screen, scale: usize) {
        wait_for("the picture", || {
            let [_, _, width, height] = self.place();
            (self.pixels() == picture(screen, scale, width, height)).then_some(())
        });
    }
    /// Waits for the program to end.
    fn end(self) -> Output {
        self.program.wait_with_output().unwrap()
    }

    /// Types Esc and waits for the end; the state that --dump printed.
    fn dump(self) -> String {
        self.display.type_keys("Esc");
        let output = self.end();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The screen at a scale in the middle of a window of this size, on black.
fn picture(screen: &Screen, scale: usize, width: usize, height: usize) -> Vec<u32> {
    let left = width.saturating_sub(640 * scale) / 2;
    let top = height.saturating_sub(480 * scale) / 2;
    let dot = |x: usize, y: usize| {
        let (x, y) = (x.checked_sub(left)? / scale, y.checked_sub(top)? / scale);
        let color = screen.getpixel(x as i32, y as i32)?;
        Some(PALETTE[usize::from(color)])
    };
    (0..width * height)
        .map(|i| dot(i % width, i / width).unwrap_or(0))
        .collect()
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_whole_game_in_the_window_ends_in_the_frame_that_the_script_shows() {
    let display = Display::start(1280, 1024);
    let keys = keys_of(&world_championship()[0].moves);
    let played = othello(&keys);
    let window = display.qipan(&["othello", "--dump"]);
    display.type_keys(&keys);
    window.shows(&played.screen, 1);
    assert_eq!(window.dump(), format!("{}\n", played.game));
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_burst_of_keys_loses_none_and_keeps_their_order() {
    let display = Display::start(800, 600);
    let burst = "Down Enter Right Down Left Enter Right Up Right Enter".to_string();
    let burst = [burst.as_str(); 20].join(" ");
    assert_eq!(parse_keys(&burst).unwrap().len(), 200);
    for _ in 0..5 {
        let window = display.qipan(&["gomoku", "--dump"]);
        display.type_keys(&burst);
        assert_eq!(window.dump(), format!("{}\n", common::gomoku(&burst).game));
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn closing_the_window_in_mid_game_ends_the_program_with_status_0() {
    let display = Display::start(800, 600);
    for keys in [
        "Down*3 Right*3 Enter",
        "Down*3 Right*3 Enter F1",
        "Down*3 Right*3 Enter F10",
    ] {
        let window = display.qipan(&["othello", "--dump"]);
        display.type_keys(keys);
        display.xdotool("key alt+F4");
        let output = window.end();
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains("moves: d3\n"));
        assert!(output.stderr.is_empty());
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_window_that_another_program_destroys_is_a_closed_one() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["gomoku", "--dump"]);
    display.type_keys("Down Enter");
    window.shows(&common::gomoku("Down Enter").screen, 1);
    display.xdotool(&format!("windowclose {}", window.id));
    let output = window.end();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("record: 00\n"));
    assert!(output.stderr.is_empty());
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn when_the_display_dies_the_game_is_printed_and_the_status_is_1() {
    let mut display = Display::start(800, 600);
    let window = display.qipan(&["othello", "--dump"]);
    display.type_keys("Down*3 Right*3 Enter");
    window.shows(&othello("Down*3 Right*3 Enter").screen, 1);
    let program = window.program;
    display.xvfb.kill().unwrap();
    let output = program.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("--keys"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("moves: d3\n"));
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn the_picture_stays_at_a_whole_scale_when_the_window_is_resized() {
    let display = Display::start(1600, 1200);
    let screen = othello("").screen;
    let window = display.qipan(&["othello"]);
    assert_eq!(
        window.place()[2..],
        [1280, 960],
        "it opens as large as fits"
    );
    window.shows(&screen, 2);
    for (width, height, scale) in [
        (1279, 960, 1),
        (1401, 1003, 2),
        (700, 1100, 1),
        (640, 480, 1),
    ] {
        display.xdotool(&format!("windowsize {} {width} {height}", window.id));
        window.shows(&screen, scale);
    }
    window.dump();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_window_that_was_hidden_is_drawn_again() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["othello"]);
    let screen = othello("").screen;
    window.shows(&screen, 1);
    // The window draws more often right after it was opened.
    sleep(Duration::from_secs(2));
    display.xdotool(&format!(
        "windowunmap {0} sleep 0.2 windowmap {0} sleep 0.2",
        window.id
    ));
    window.shows(&screen, 1);
    wait_for("the keyboard", || {
        (display.xdotool("getwindowfocus").trim() == window.id).then_some(())
    });
    window.dump();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_held_arrow_repeats_until_it_is_let_go() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["gomoku", "--dump"]);
    display.type_keys("Down");
    display.xdotool("keydown Right sleep 0.8 keyup Right");
    display.type_keys("Enter");
    let dump = window.dump();
    let record = dump.lines().find_map(|line| line.strip_prefix("record: "));
    let column = record.unwrap()[..1].to_string();
    let column = usize::from_str_radix(&column, 16).unwrap();
    assert!((3..14).contains(&column), "it moved {column} points");
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn the_keypad_moves_and_drops() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["gomoku", "--dump"]);
    display.xdotool("key --delay 0 KP_Down KP_Right KP_Right KP_Next KP_Enter");
    display.xdotool("key --delay 0 KP_2 KP_3 KP_6 KP_9 KP_4 KP_8 KP_2 space");
    let dump = window.dump();
    assert!(dump.contains("record: 3121\n"), "{dump}");
}
