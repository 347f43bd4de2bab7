//! Tests of the window on a separate X display. They need Xvfb, openbox, xdotool, xprop and xwininfo, and
//! `cargo test -- --include-ignored` runs them.

#![cfg(unix)] // X displays and their programs.

#[path = "../../src/web/tests/browser.rs"]
#[expect(dead_code, reason = "the tests of the page use the rest")]
mod browser;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/display.rs"]
mod display;
mod friends;
mod room;

use std::fs;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::at_the_board::{gomoku, othello, play};
use common::recorded::{keys_of, new_othello, world_championship};
use display::{Display, wait_for};
use games::othello::Rules;

/// Waits until a condition holds, for at most ten seconds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    wait_for(what, || holds().then_some(()));
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_game_in_the_window_ends_like_a_scripted_one_despite_a_silent_sound_server() {
    let mut display = Display::start(1280, 1024);
    let folder = tempfile::tempdir().unwrap();
    display.sound_server = folder.path().join("native");
    let server = UnixListener::bind(&display.sound_server).unwrap();
    let keys = keys_of(&world_championship()[0].moves);
    let played = othello(&keys);
    let window = display.qipan(&["othello", "--speed", "instant", "--dump"]);
    display.type_keys(&keys);
    window.shows(&played.screen, 1);
    if !display::on_wine() {
        server.accept().expect("the program connects to the sound server");
    }
    // The first Esc closes the box with the result.
    display.type_keys("Esc");
    assert_eq!(window.dump(), format!("{}\n", played.game));
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn bursts_of_keys_keep_their_order() {
    let display = Display::start(800, 600);
    // More keys would end the game and change the picture.
    let burst = ["Down Enter Right Down Left Enter Right Up Right Enter"; 11].join(" ");
    for _ in 0..5 {
        let window = display.qipan(&["gomoku", "--dump"]);
        display.type_keys(&burst);
        let played = gomoku(&burst);
        // Esc would replace keys that are still in the buffer.
        window.shows(&played.screen, 1);
        assert_eq!(window.dump(), format!("{}\n", played.game));
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn esc_and_closing_work_at_once_after_three_thousand_keys() {
    let display = Display::start(800, 600);
    // Wine handles only some hundred keys a second.
    let times = if display::on_wine() { 30 } else { 300 };
    let keys = ["Down Enter Right Enter Up Enter Left Enter F6 Shift+F6"].repeat(times).join(" ");
    for (game, closes) in [("othello", false), ("gomoku", false), ("othello", true)] {
        let mut window = display.qipan(&[game]);
        display.type_keys(&keys);
        // Keys are dropped while the program is behind, so the game differs from run to run, and so does the
        // number of boxes that Esc closes.
        let since = Instant::now();
        wait_until("the program's end", || {
            display.xdotool(if closes { "key alt+F4" } else { "key Escape" });
            window.program.try_wait().unwrap().is_some()
        });
        let waited = since.elapsed();
        assert_eq!(window.end().status.code(), Some(0));
        assert!(waited < Duration::from_secs(1), "{game} took {waited:?}");
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
#[cfg(target_os = "linux")] // Memory is read from /proc.
fn shrinking_a_huge_window_releases_its_picture() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["othello"]);
    let screen = othello("").screen;
    window.shows(&screen, 1);
    let resize = |width: usize, height: usize| {
        display.xdotool(&format!("windowsize {} {width} {height}", window.id));
        wait_until("the size", || {
            let geometry = display.xdotool(&format!("getwindowgeometry {}", window.id));
            geometry.contains(&format!("{width}x{height}"))
        });
        sleep(Duration::from_secs(2));
    };
    let megabytes = || {
        let status = fs::read_to_string(format!("/proc/{}/status", window.program.id()));
        let status = status.unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.unwrap().split_whitespace().next().unwrap();
        kilobytes.parse::<usize>().unwrap() / 1024
    };
    let mut used = vec![megabytes()];
    for (width, height) in [(8000, 8000), (7999, 7997), (640, 480)] {
        resize(width, height);
        used.push(megabytes());
    }
    // minifb never releases its own copy of the picture, 244 MiB.
    assert!(used[1] < 320 && used[3] < 280, "MiB at each size: {used:?}");
    window.dump();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn closing_the_window_in_a_game_exits_with_status_0() {
    let display = Display::start(800, 600);
    for last in ["", " F1", " F10"] {
        let keys = format!("Down*3 Right*3 Enter{last}");
        let mut window = display.qipan(&["othello", "--dump"]);
        display.type_keys(&keys);
        window.shows(&othello(&keys).screen, 1);
        // The window manager may miss the first key.
        wait_for("the close button", || {
            display.xdotool("key alt+F4 sleep 0.2");
            window.program.try_wait().unwrap()
        });
        let output = window.end();
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains("moves: d3\n"));
        assert!(output.stderr.is_empty());
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_window_destroyed_by_another_program_counts_as_closed() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["gomoku", "--dump"]);
    display.type_keys("Down Enter");
    window.shows(&gomoku("Down Enter").screen, 1);
    display.xdotool(&format!("windowclose {}", window.id));
    let output = window.end();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("record: 00\n"));
    assert!(output.stderr.is_empty());
}

/// The final state when the program continues with the saved data and these keys.
fn continued(display: &Display, keys: &str) -> String {
    let data = display.data();
    let args = ["--data", data.to_str().unwrap(), "--dump", "--keys", keys];
    let output = display.program(&args).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The program's output when its display dies at once or at rest. The game must be saved.
#[cfg(target_os = "linux")]
fn printed_when_the_display_dies(at_rest: bool) -> String {
    let keys = "Down*3 Right*3 Enter";
    let mut display = Display::start(800, 600);
    let window = display.qipan(&["othello", "--dump"]);
    display.type_keys(keys);
    window.shows(&othello(keys).screen, 1);
    let mut program = window.program;
    // The program saves the game just after drawing it.
    sleep(Duration::from_millis(500));
    if at_rest {
        // At first the window draws more often.
        sleep(Duration::from_millis(1500));
        wait_until("a rest", || is_at_rest(program.id()));
    }
    display.xvfb.kill().unwrap();
    wait_for("the program's end", || program.try_wait().unwrap());
    let output = program.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("display"), "{said}");
    let kept = continued(&display, "Enter");
    assert!(kept.contains("moves: d3\n"), "{kept}");
    String::from_utf8(output.stdout).unwrap()
}

/// Whether the program waits in `ppoll`, as it does between two pictures. While Xlib sends a picture it waits
/// otherwise, and ends the program if the display dies.
#[cfg(target_os = "linux")]
fn is_at_rest(process: u32) -> bool {
    let ppoll = match std::env::consts::ARCH {
        "x86_64" => "271 ",
        _ => "73 ",
    };
    let call = fs::read_to_string(format!("/proc/{process}/syscall"));
    call.is_ok_and(|call| call.starts_with(ppoll))
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
#[cfg(target_os = "linux")] // The system call is read from /proc.
fn a_lost_display_prints_the_game_and_exits_with_status_1() {
    let printed = printed_when_the_display_dies(true);
    assert!(printed.contains("moves: d3\n"), "{printed}");
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
#[cfg(target_os = "linux")]
fn a_display_lost_during_a_picture_loses_no_game() {
    for _ in 0..3 {
        let printed = printed_when_the_display_dies(false);
        assert!(printed.is_empty() || printed.contains("moves: d3\n"));
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_display_with_too_few_colours_exits_with_status_1() {
    for depth in [8, 15, 16] {
        let display = Display::with_depth(640, 480, depth);
        let output = display.program(&["othello"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(&format!("a depth of {depth} bits")), "{said}");
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_resized_window_keeps_a_whole_scale() {
    let display = Display::start(1600, 1200);
    let screen = othello("").screen;
    let window = display.qipan(&["othello"]);
    assert_eq!(window.place()[2..], [1280, 960], "the largest size that fits");
    window.shows(&screen, 2);
    for (width, height, scale) in [(740, 560, 1), (1401, 1003, 2), (700, 1100, 1), (640, 480, 1)] {
        display.xdotool(&format!("windowsize {} {width} {height}", window.id));
        window.shows(&screen, scale);
    }
    window.dump();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn the_window_takes_the_place_that_windows_suggests_for_another_scale() {
    if !display::on_wine() {
        return;
    }
    let display = Display::start(1600, 1200);
    let screen = othello("").screen;
    let window = display.qipan(&["othello"]);
    window.shows(&screen, 2);
    let program = for_windows("other_scale");
    for (place, scale) in [("20 30 700 540", 1), ("60 40 1400 1060", 2)] {
        let mut asked = display.by_wine(&program);
        asked.arg("qipan").args(place.split(' '));
        assert!(asked.status().unwrap().success());
        window.shows(&screen, scale);
    }
    let [left, top, width, height] = window.place();
    assert!(left >= 60 && top >= 40 && left + width <= 1460 && top + height <= 1100);
    window.dump();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn errors_appear_in_a_box_without_a_console() {
    let Ok(program) = std::env::var("QIPAN_EXE") else {
        return;
    };
    let display = Display::start(800, 600);
    let mut opened = display.by_wine(for_windows("from_a_folder"));
    let mut opened = opened.arg(format!("Z:{program} chess")).spawn().unwrap();
    wait_until("the box", || !display.xdotool("search --onlyvisible --name ^qipan$").is_empty());
    assert_eq!(opened.try_wait().unwrap(), None, "the box waits");
    let status = wait_for("the end", || {
        display.xdotool("key Return");
        opened.try_wait().unwrap()
    });
    assert_eq!(status.code(), Some(2));
}

/// The space that selects a candidate reaches the window as a handled key.
#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn the_selection_key_of_an_input_method_types_nothing() {
    if !display::on_wine() {
        return;
    }
    let display = Display::start(800, 600);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("X.C");
    let window = display.qipan(&["edit", &format!("Z:{}", file.display())]);
    let mut writes = display.by_wine(for_windows("writes_hanzi"));
    assert!(writes.arg("qipan").status().unwrap().success());
    display.type_keys("x");
    let saved = wait_for("the file", || {
        display.type_keys("F2");
        fs::read_to_string(&file).ok()
    });
    assert_eq!(saved.trim_end(), "你好x");
    display.xdotool("key alt+F4");
    window.end();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn f11_and_alt_enter_toggle_full_screen() {
    let display = Display::start(1366, 768);
    let window = display.qipan(&["othello", "--dump"]);
    let class = display.run("xprop", &format!("-id {} WM_CLASS", window.id));
    let known = match display::on_wine() {
        true => "\"qipan.exe\"",
        false => "\"qipan\", \"Qipan\"",
    };
    assert!(class.contains(known), "{class}");
    let before = window.place();
    for key in ["F11", "alt+Return"] {
        display.xdotool(&format!("key {key}"));
        wait_until("the whole screen", || window.place() == [0, 0, 1366, 768]);
        // Only the bars on both sides, the black discs and the letters are black.
        wait_until("the picture", || {
            let lit = window.pixels().into_iter().filter(|dot| *dot != 0).count();
            lit > 1024 * 768 * 97 / 100
        });
        display.xdotool(&format!("key {key}"));
        wait_until("the window", || window.place()[2..] == before[2..]);
    }
    assert!(window.dump().contains("moves: \n"), "the keys do nothing else");
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_hidden_or_minimised_window_is_drawn_again_in_its_place() {
    let display = Display::start(1600, 1200);
    let window = display.qipan(&["othello", "--dump"]);
    let screen = othello("").screen;
    window.shows(&screen, 2);
    // At first the window draws more often.
    sleep(Duration::from_secs(2));
    let id = &window.id;
    display.xdotool(&format!("windowunmap {id} sleep 0.2 windowmap {id} sleep 0.2"));
    window.shows(&screen, 2);
    window.has_keyboard();
    let place = window.place();
    for _ in 0..2 {
        display.xdotool(&format!("windowminimize {id}"));
        wait_until("the minimised window", || {
            display.run("xwininfo", &format!("-id {id}")).contains("IsUnMapped")
        });
        display.xdotool(&format!("windowactivate {id}"));
        window.has_keyboard();
        window.shows(&screen, 2);
        assert_eq!(window.place(), place);
    }
    window.dump();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_held_arrow_repeats_until_its_release() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["gomoku", "--dump"]);
    display.type_keys("Down");
    display.xdotool("keydown Right sleep 0.8 keyup Right");
    display.type_keys("Enter");
    let screens: Vec<_> =
        (3..14).map(|points| gomoku(&format!("Down Right*{points} Enter")).screen).collect();
    window.shows_one_of(&screens, 1);
    window.dump();
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn the_keypad_moves_and_drops() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["gomoku", "--dump"]);
    display.xdotool("key --delay 0 KP_Down KP_Right KP_Right KP_Next KP_Enter");
    display.xdotool("key --delay 0 KP_2 KP_3 KP_6 KP_9 KP_4 KP_8 KP_2 space");
    let arrows = "Down Right*3 Down Enter Down*2 Right*2 Up Right Left Up Down Space";
    // Esc would replace keys that are still in the buffer.
    window.shows(&gomoku(arrows).screen, 1);
    let dump = window.dump();
    assert!(dump.contains("record: 3152\n"), "{dump}");
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn the_computer_plays_the_same_in_the_window_and_in_a_script() {
    let display = Display::start(800, 600);
    let args = ["othello", "--rules", "standard", "--white", "random", "--seed", "5"];
    let keys = "Down*3 Right*3 Enter";
    let picture = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("computer.png");
    let without = Command::new(env!("CARGO_BIN_EXE_qipan"))
        .args(args)
        .args(["--dump", "--keys", keys, "--screenshot"])
        .arg(&picture)
        .output()
        .unwrap();
    let window = display.qipan(&[&args[..], &["--dump"]].concat());
    display.type_keys(keys);
    window.shows(&common::pictures::read_png(&picture).unwrap(), 1);
    assert_eq!(window.dump().as_bytes(), without.stdout);
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn a_killed_game_continues() {
    let display = Display::start(800, 600);
    let mut window = display.qipan(&["othello", "--rules", "standard", "--speed", "instant"]);
    let keys = "Down*3 Right*3 Enter Down*3 Right*2 Enter Down*4";
    display.type_keys(keys);
    let left = play(new_othello(Rules::Standard), keys);
    window.shows(&left.screen, 1);
    // The program saves the game just after drawing it.
    sleep(Duration::from_millis(300));
    window.program.kill().unwrap();
    window.program.wait().unwrap();
    wait_until("the window to go", || display.xdotool("search --name ^qipan$").is_empty());
    let window = display.qipan(&["--speed", "instant", "--dump"]);
    display.type_keys("Enter");
    window.shows(&left.screen, 1);
    assert_eq!(window.dump(), format!("{}\n", left.game));
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn two_windows_save_separate_games() {
    let display = Display::start(1400, 600);
    let windows = ["Down Enter", "Down*2 Enter"].map(|keys| {
        let window = display.qipan(&["gomoku"]);
        display.type_keys(keys);
        window.shows(&gomoku(keys).screen, 1);
        window
    });
    // The program saves the game just after drawing it.
    sleep(Duration::from_millis(500));
    for mut window in windows {
        window.program.kill().unwrap();
        window.program.wait().unwrap();
    }
    for (keys, record) in [("n Enter", "record: 01\n"), ("n Down Enter", "record: 00\n")] {
        let state = continued(&display, keys);
        assert!(state.contains(record), "{state}");
    }
}

/// Faulty engines as shell scripts: silent, flooding with lines, sending an endless line, playing an illegal
/// move, exiting, and forking. `bad_engine.c` has the same for Windows.
const BAD_ENGINES: [(&str, &str); 6] = [
    ("silent", "sleep 300"),
    ("flooding", "yes"),
    ("endless", "tr '\\0' x < /dev/zero"),
    ("illegal", "while read x; do echo '=== a1'; done"),
    ("dying", "read x"),
    ("forking", "for i in $(seq 100); do setsid sleep 300 & done; wait"),
];

/// Builds a program for Windows from a file in this folder.
fn for_windows(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window");
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.exe"));
    let built = Command::new("x86_64-w64-mingw32-gcc")
        .arg(format!("{folder}/{name}.c"))
        .arg("-o")
        .arg(&program)
        .status();
    assert!(built.expect("mingw-w64 is installed").success());
    program
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn keys_work_while_a_faulty_engine_is_to_move() {
    let display = Display::start(800, 600);
    // Only the line of keys shows that help is open: the rest of the picture may change meanwhile.
    let help = othello("F1").screen;
    let on_windows = display::on_wine().then(|| for_windows("bad_engine"));
    for (name, script) in BAD_ENGINES {
        let engine = match &on_windows {
            Some(program) => format!("nboard:Z:{} {name}", program.display()),
            None => format!("nboard:sh -c '{}'", script.replace('\'', r"'\''")),
        };
        let window = display.qipan(&["othello", "--speed", "instant", "--white", &engine]);
        display.type_keys(&keys_of("d3"));
        sleep(Duration::from_millis(300));
        for (key, opens) in [("F1", true), ("Esc", false)].repeat(5) {
            display.type_keys(key);
            let typed = Instant::now();
            while window.has_keys_of(&help) != opens {
                let waited = typed.elapsed();
                assert!(waited < Duration::from_secs(5), "{name}: no response");
            }
        }
        display.xdotool("key alt+F4");
        assert_eq!(window.end().status.code(), Some(0), "{name}");
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn ctrl_c_stops_a_program_without_output_or_input() {
    let display = Display::start(800, 600);
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("ON.C");
    for text in [
        "main() { for (;;); }",
        "#include <conio.h>\nmain() { while (!kbhit()); for (;;); }",
        "main() { for (;;) printf(\"%9999d%9999d\", 1, 1); }",
    ] {
        fs::write(&source, text).unwrap();
        for wait in [1600, 1900, 2200] {
            let mut window = display.qipan(&["run", source.to_str().unwrap()]);
            sleep(Duration::from_millis(wait));
            display.xdotool("key ctrl+c");
            let waited = window.time_to_end();
            assert_eq!(window.end().status.code(), Some(0), "{text}");
            assert!(waited < Duration::from_millis(500), "{text}: {waited:?}");
        }
    }
}

#[test]
#[ignore = "needs Xvfb, openbox, xdotool, xprop and xwininfo"]
fn only_the_first_click_shows_a_note() {
    let display = Display::start(800, 600);
    let window = display.qipan(&["othello", "--speed", "instant"]);
    let keys = othello("").screen;
    let comes = |keys_are_there: bool| {
        wait_until("the line of keys", || window.has_keys_of(&keys) == keys_are_there);
    };
    // A real click takes some time.
    let click = || display.xdotool("mousemove 400 300 mousedown 1 sleep 0.1 mouseup 1");
    comes(true);
    click();
    comes(false);
    comes(true);
    click();
    sleep(Duration::from_millis(500));
    assert!(window.has_keys_of(&keys), "the note appears once");
}
