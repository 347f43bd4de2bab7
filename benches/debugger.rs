//! Speed and memory of the debugger after 100 million steps: running forwards and backwards, and finding the
//! step that wrote a value: `cargo bench --bench debugger`. Times are wall-clock times.

use std::time::{Duration, Instant};

use turbo::c::{Breakpoint, Debugger, Goal, Machine, Program, Stop, Stopped, Watched};
use turbo::dos::headless::Headless;

/// An endless program with calls, an array and pixels.
const TURNS: &str = r#"
#include <graphics.h>
int Map[8][8], odd, late;

int next(int n)
{
  int k;

  k = n * 3 + 1;
  if (k & 1)
    odd++;
  return k % 64;
}

main()
{
  int gd = DETECT, gm, n = 7;
  long turn;

  initgraph(&gd, &gm, "");
  putpixel(600, 400, RED);
  for (turn = 0; ; turn++) {
    n = next(n + turn % 50);
    Map[n / 8][n % 8] = turn % 7;
    if (turn % 1000 == 999)
      putpixel(turn / 1000 % 640, turn / 640000, 1 + turn / 1000 % 15);
    if (turn % 30000 == 29999)
      late = turn / 30000;
  }
}
"#;
const STEPS: u64 = 100_000_000;

fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}

fn print_time(label: &str, time: Duration) {
    println!("{label:<58}{:>12.3} ms", time.as_secs_f64() * 1e3);
}

/// The peak memory of this process in MB, on systems that report it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// The time of the longest of some runs.
fn longest(times: u32, mut run: impl FnMut(u32)) -> Duration {
    (0..times).map(|n| timed(|| run(n)).0).max().unwrap_or_default()
}

/// The speed of a machine without debugger, in million steps a second.
fn speed(mut machine: Machine, steps: u64) -> f64 {
    machine.call("main", &[]).expect("there is a main");
    let mut console = Headless::default();
    let (time, stop) = timed(|| machine.run(&mut console, steps));
    assert_eq!(stop, Ok(Stop::Paused), "it does not end");
    steps as f64 / time.as_secs_f64() / 1e6
}

fn forwards(program: &Program) -> Debugger {
    let mut debugger = Debugger::new(program).expect("there is a main");
    let (time, stopped) = timed(|| debugger.go_to(Goal::Step(STEPS), false));
    assert_eq!(stopped, Stopped::Reached);
    let millions = STEPS as f64 / time.as_secs_f64() / 1e6;
    println!("{STEPS} steps: {millions:.1} million a second in the debugger");
    println!("kept for the way back: {} MB", debugger.bytes() >> 20);
    if let Some(peak) = peak() {
        println!("the most that the process took: {peak} MB");
    }
    let alone = speed(Machine::without_history(program), STEPS);
    let noted = speed(Machine::new(program), STEPS / 10);
    println!("the machine alone: {alone:.1}; with each change noted: {noted:.1} million a second");
    debugger
}

/// Measures several ways of going back at the end of a long run.
fn back(debugger: &mut Debugger) {
    print_time("a step back", longest(1, |_| step_back(debugger)));
    print_time("the longest of 5,000 more", longest(5000, |_| step_back(debugger)));
    let over = longest(200, |_| {
        debugger.go_to(Goal::Over, true);
    });
    print_time("the longest of 200 steps back over calls", over);
    let leaps = longest(200, |n| {
        let step = u64::from(n * 79 % 200) * (STEPS / 200) + 77_777;
        debugger.go_to(Goal::Step(step), step < debugger.steps());
    });
    print_time("the longest of 200 leaps back and forth over the run", leaps);
    debugger.go_to(Goal::Step(STEPS), false);
    let start = longest(1, |_| {
        debugger.go_to(Goal::End, true);
    });
    print_time("to the start", start);
    let end = longest(1, |_| {
        debugger.go_to(Goal::Step(STEPS), false);
    });
    print_time("and to the last step again", end);
}

fn step_back(debugger: &mut Debugger) {
    debugger.go_to(Goal::Into, true);
}

/// Measures finding the step that wrote a value, shortly before the end and near the beginning.
fn writers(debugger: &mut Debugger) {
    let cell = |text: &str| Watched::Expression(text.to_string(), 0);
    for (what, watched) in [
        ("the writer of n, some steps before", cell("n")),
        ("the writer of late, 300,000 steps before", cell("late")),
        ("the writer of gm, in the first steps", cell("gm")),
        ("the writer of a pixel, in the first steps", Watched::Pixel(600, 400)),
    ] {
        debugger.go_to(Goal::Step(STEPS), false);
        let (time, found) = timed(|| debugger.who_wrote(&watched));
        assert!(matches!(found, Ok(Some(_))), "{found:?}");
        print_time(what, time);
    }
}

/// Measures going back to a breakpoint whose condition was true only in the first steps.
fn breakpoint(debugger: &mut Debugger, program: &Program) {
    let mut lines = (1..).zip(program.source().lines());
    let line = lines.find(|(_, line)| line.contains("n = next"));
    let breakpoint = Breakpoint {
        line: line.expect("there is such a line").0,
        condition: "turn == 3 && n > 0".to_string(),
        count: 0,
    };
    debugger.go_to(Goal::Step(STEPS), false);
    debugger.set_breakpoint(breakpoint).expect("it can be read");
    let (time, stopped) = timed(|| debugger.go_to(Goal::Breakpoint, true));
    assert_eq!(stopped, Stopped::Reached);
    print_time("to a breakpoint with a condition, in the first steps", time);
}

fn main() {
    // `cargo test --benches` runs this without measuring.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let program = Program::compile("TURNS.C", TURNS).expect("it compiles");
    let mut debugger = forwards(&program);
    back(&mut debugger);
    writers(&mut debugger);
    breakpoint(&mut debugger, &program);
}
