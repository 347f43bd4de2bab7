//! Speed of the window on a display of its own: `cargo bench --bench window`.
//!
//! It needs Linux and the programs Xvfb, openbox, xdotool, xprop and xwininfo. The time from a key to the
//! picture includes the start of xdotool, which the line before it shows separately.

#[path = "../tests/common/display.rs"]
#[allow(dead_code)] // The tests use the rest.
mod display;

use std::time::{Duration, Instant};

use display::Display;

/// The median time of some runs, in ms.
fn median(runs: usize, mut run: impl FnMut() -> Duration) -> f64 {
    let mut times: Vec<Duration> = (0..runs).map(|_| run()).collect();
    times.sort();
    times[runs / 2].as_secs_f64() * 1000.0
}

/// The processor time of a process, from the kernel's statistics.
fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap();
    Duration::from_nanos(stat.split(' ').next().unwrap().parse().unwrap())
}

fn main() {
    // `cargo test --benches` runs this without measuring.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let display = Display::start(1280, 1024);

    let start = median(15, || {
        let before = display.framebuffer();
        let start = Instant::now();
        let mut program = display.program(&["othello"]).spawn().unwrap();
        while display.framebuffer() == before {}
        let took = start.elapsed();
        program.kill().unwrap();
        program.wait().unwrap();
        display::wait_for("the window to go", || (display.framebuffer() == before).then_some(()));
        took
    });
    println!("start to first picture     {start:8.1} ms");

    let mut window = display.qipan(&["othello"]);
    display.type_keys("Down");
    let alone = median(50, || {
        let start = Instant::now();
        display.xdotool("getwindowfocus");
        start.elapsed()
    });
    println!("xdotool alone              {alone:8.1} ms");
    let mut there = false;
    let key = median(50, || {
        std::thread::sleep(Duration::from_millis(30));
        let before = display.framebuffer();
        there = !there;
        let start = Instant::now();
        display.xdotool(if there { "key --delay 0 Down" } else { "key --delay 0 Up" });
        while display.framebuffer() == before {}
        start.elapsed()
    });
    println!("xdotool, key and picture   {key:8.1} ms");

    let id = window.program.id();
    std::thread::sleep(Duration::from_secs(3));
    let before = processor_time(id);
    std::thread::sleep(Duration::from_secs(10));
    let used = (processor_time(id) - before).as_secs_f64() / 10.0 * 100.0;
    println!("processor while waiting    {used:8.3} % of a core");
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let resident = status.lines().find(|line| line.starts_with("VmRSS:"));
    println!("memory                     {}", resident.unwrap().trim_start_matches("VmRSS:").trim());
    window.program.kill().unwrap();
}
