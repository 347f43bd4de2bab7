//! The debugger after 100 million steps: what they take forwards and back, and in memory, and how long it takes to find out who
//! wrote something: `cargo bench --bench debugger`. The clock is that on the wall.

use std::time::{Duration, Instant};

use turbo::c::{Breakpoint, Debugger, Goal, Machine, Program, Stop, Stopped, Watched};
use turbo::dos::unattended::Unattended;

/// Calls, an array and pixels, without end.
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

fn took<T>(what: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let done = what();
    (begun.elapsed(), done)
}

fn says(what: &str, time: Duration) {
    println!("{what:<58}{:>12.3} ms", time.as_secs_f64() * 1e3);
}

/// The most memory that this process ever had, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// Makes some runs; the time that the longest took.
fn longest(times: u32, mut run: impl FnMut(u32)) -> Duration {
    (0..times)
        .map(|n| took(|| run(n)).0)
        .max()
        .unwrap_or_default()
}

/// How many million steps a second a machine makes by itself.
fn speed(mut machine: Machine, steps: u64) -> f64 {
    machine.call("main", &[]).expect("there is a main");
    let mut desk = Unattended::default();
    let (time, stop) = took(|| machine.run(&mut desk, steps));
    assert_eq!(stop, Ok(Stop::At), "it does not end");
    steps as f64 / time.as_secs_f64() / 1e6
}

fn forwards(program: &Program) -> Debugger {
    let mut debugger = Debugger::new(program).expect("there is a main");
    let (time, stopped) = took(|| debugger.go_to(Goal::Step(STEPS), false));
    assert_eq!(stopped, Stopped::There);
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

/// How long it takes at the end of a long run to go back, in several ways.
fn back(debugger: &mut Debugger) {
    says("a step back", longest(1, |_| step_back(debugger)));
    says(
        "the longest of 5,000 more",
        longest(5000, |_| step_back(debugger)),
    );
    let over = longest(200, |_| {
        debugger.go_to(Goal::Over, true);
    });
    says("the longest of 200 steps back over calls", over);
    let leaps = longest(200, |n| {
        let step = u64::from(n * 79 % 200) * (STEPS / 200) + 77_777;
        debugger.go_to(Goal::Step(step), step < debugger.n());
    });
    says(
        "the longest of 200 leaps back and on, all over the run",
        leaps,
    );
    debugger.go_to(Goal::Step(STEPS), false);
    let start = longest(1, |_| {
        debugger.go_to(Goal::End, true);
    });
    says("to the start", start);
    let end = longest(1, |_| {
        debugger.go_to(Goal::Step(STEPS), false);
    });
    says("and to the last step again", end);
}

fn step_back(debugger: &mut Debugger) {
    debugger.go_to(Goal::Into, true);
}

/// How long it takes to find who wrote something, short before the end or at the very beginning.
fn writers(debugger: &mut Debugger) {
    let cell = |text: &str| Watched::Expression(text.to_string(), 0);
    for (what, watched) in [
        ("who wrote n, some steps before", cell("n")),
        ("who wrote late, 300,000 steps before", cell("late")),
        ("who wrote gm, in the first steps", cell("gm")),
        (
            "who wrote a pixel, in the first steps",
            Watched::Pixel(600, 400),
        ),
    ] {
        debugger.go_to(Goal::Step(STEPS), false);
        let (time, found) = took(|| debugger.who_wrote(&watched));
        assert!(matches!(found, Ok(Some(_))), "{found:?}");
        says(what, time);
    }
}

/// How long it takes to go back to where a condition was true in the first steps, and was asked millions of times since.
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
    let (time, stopped) = took(|| debugger.go_to(Goal::Breakpoint, true));
    assert_eq!(stopped, Stopped::There);
    says("to a breakpoint with a condition, in the first steps", time);
}

fn main() {
    // `cargo test` does not measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let program = Program::compile("TURNS.C", TURNS).expect("it compiles");
    let mut debugger = forwards(&program);
    back(&mut debugger);
    writers(&mut debugger);
    breakpoint(&mut debugger, &program);
}
