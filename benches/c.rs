//! The C machine: `QpChange` of `QIPAN.C` in it and in Python, and what a step costs with and without the way back:
//! `cargo bench --bench c`. Python is left out where there is no `python3`. On Linux the two are compared first, in pairs and by
//! processor time, which other programs on the machine change less than the clock on the wall.

use std::process::{Command, Stdio};

use divan::{Bencher, black_box};
use turbo::c::{Machine, Program, Stop};
use turbo::dos::script::Script;

const QIPAN: &str = include_str!("../src/original/QIPAN.C");
/// Asks `QpChange` for the 1st to the 64th cell of some boards, round and round; what comes out is how often it said 1.
const DRIVER: &str = "
int Count(int times)
{
  int n, i, found = 0;
  unsigned seed = 1;

  for (n = 0; n < times; n++) {
    if (n % 16 == 0)
      for (i = 0; i < 64; i++) {
        seed = seed * 25173 + 13849;
        Map[i / 8][i % 8] = (seed >> 8) % 3;
      }
    found += QpChange(120 + 40 * (n % 8), 120 + 40 * (n / 8 % 8), 1 + n % 2);
  }
  return found;
}
";
const PYTHON: &str = include_str!("c_qpchange.py");
/// The positions of a round. `int` has 16 bits.
const POSITIONS: u32 = 10_000;

fn program() -> Program {
    // Nothing is drawn, neither here nor in Python.
    let source = QIPAN.replace("  PutStone(120 + 40 * col, 120 + 40 * row, t);\n", "");
    Program::compile("QIPAN.C", &(source + DRIVER)).expect("it compiles")
}

/// How often `QpChange` changed the board.
fn count(machine: &mut Machine) -> i32 {
    let times = turbo::c::Argument::Int(POSITIONS as i32);
    machine
        .call("Count", &[times])
        .expect("there is such a function");
    let mut console = Script::new([], |_, _| ());
    while machine.run(&mut console, 1_000_000) == Ok(Stop::At) {}
    machine.returned().expect("it has ended")
}

#[divan::bench]
fn qp_change_10_000_times(bencher: Bencher) {
    let program = program();
    bencher.bench_local(|| count(&mut Machine::without_history(black_box(&program))));
}

#[divan::bench]
fn qp_change_10_000_times_with_the_way_back(bencher: Bencher) {
    let program = program();
    bencher.bench_local(|| count(&mut Machine::new(black_box(&program))));
}

#[divan::bench(sample_count = 5)]
fn qp_change_10_000_times_in_python(bencher: Bencher) {
    bencher.bench_local(|| python(POSITIONS));
}

/// What Python's start alone takes, to be subtracted.
#[divan::bench(sample_count = 5)]
fn python_starts(bencher: Bencher) {
    bencher.bench_local(|| python(0));
}

fn python(times: u32) -> Option<String> {
    let mut command = Command::new("python3");
    command.args(["-c", PYTHON, &times.to_string()]);
    let said = command.stderr(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&said.stdout).trim().to_string())
}

#[divan::bench]
fn compile_the_original(bencher: Bencher) {
    bencher.bench_local(|| Program::compile("QIPAN.C", black_box(QIPAN)));
}

#[divan::bench]
fn a_thousand_steps_back(bencher: Bencher) {
    let mut machine = Machine::new(&program());
    let mut console = Script::new([], |_, _| ());
    let times = turbo::c::Argument::Int(POSITIONS as i32);
    machine
        .call("Count", &[times])
        .expect("there is such a function");
    bencher.bench_local(|| {
        machine.run(&mut console, 1000).expect("it goes on");
        (0..1000).filter(|_| machine.back(&mut console)).count()
    });
}

/// The processor time of this process and of the children it waited for, in ticks of the system's clock.
fn ticks() -> Option<[f64; 2]> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name in brackets: user and system time, then those of the children.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let time = |n: usize| {
        Some(fields.get(n)?.parse::<f64>().ok()? + fields.get(n + 1)?.parse::<f64>().ok()?)
    };
    Some([time(11)?, time(13)?])
}

/// How much of Python's processor time ours is, pair by pair. Python's start does not count.
fn compare(program: &Program) -> Option<Vec<f64>> {
    const ROUNDS: u32 = 20;
    let pair = |_| {
        let begin = ticks()?;
        for _ in 0..ROUNDS {
            count(&mut Machine::without_history(program));
        }
        let ours = ticks()?[0] - begin[0];
        let starts = ticks()?[1];
        python(0)?;
        let python_begins = ticks()?[1];
        python(ROUNDS * POSITIONS)?;
        let theirs = ticks()?[1] - python_begins - (python_begins - starts);
        Some(ours / theirs)
    };
    let mut ratios = (0..7).map(pair).collect::<Option<Vec<f64>>>()?;
    ratios.sort_by(f64::total_cmp);
    Some(ratios)
}

fn main() {
    let program = program();
    let ours = count(&mut Machine::without_history(&program));
    if let Some(python) = python(POSITIONS) {
        assert_eq!(ours.to_string(), python, "the same lines find the same");
    }
    if let Some(ratios) = compare(&program) {
        println!(
            "The C machine takes {:.2} of CPython's time ({ratios:.2?})",
            ratios[3]
        );
    }
    divan::main();
}
