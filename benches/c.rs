//! Compares the C machine with gcc -O0, tcc and CPython on the programs in `c/`: `cargo bench --bench c`. It
//! omits compilers that are not installed. All run in turns. It measures processor time, which depends less
//! on other programs than wall-clock time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use turbo::c::{Debugger, Goal, Machine, Program, Stop, Stopped};
use turbo::dos::headless::Headless;

/// The number of measurements, of which the median counts.
const TIMES: usize = 5;
/// The minimum length of a measurement, in clock ticks of the system.
const LEAST: f64 = 40.0;

/// A program in C and in Python. Both run a given number of rounds and return the same number.
struct Task {
    name: &'static str,
    c: String,
    python: &'static str,
}

fn tasks() -> [Task; 5] {
    macro_rules! task {
        ($name:literal, $before:expr, $file:literal) => {
            Task {
                name: $name,
                c: $before + include_str!(concat!("c/", $file, ".c")),
                python: include_str!(concat!("c/", $file, ".py")),
            }
        };
    }
    [
        task!("QpChange on 10,000 boards", qp_change(), "qpchange"),
        task!("a sieve", String::new(), "sieve"),
        task!("Mandelbrot in double", String::new(), "mandelbrot"),
        task!("putpixel and floodfill", String::new(), "pixels"),
        task!("a bubble sort of bars", String::new(), "bubble"),
    ]
}

/// `QpChange` and `TurnOver` of the original, without drawing.
fn qp_change() -> String {
    let source = include_str!("../src/original/QIPAN.C");
    let begin = source.find("int QpChange(int x, int y, int t)\n{");
    let end = source.find("int CanMove(int t)\n{");
    let functions = &source[begin.expect("it is there")..end.expect("it follows")];
    let functions = functions.replace("  PutStone(120 + 40 * col, 120 + 40 * row, t);\n", "");
    format!("int Map[8][8];\nvoid TurnOver(int row, int col, int t);\n{functions}")
}

/// Runs some rounds of a task and returns the printed result.
type Runner<'a> = Box<dyn Fn(u32) -> String + 'a>;

fn compiled(task: &Task, rounds: u32) -> Program {
    let source = format!("{}int main(void) {{ return work({rounds}); }}\n", task.c);
    Program::compile("TASK.C", &source).unwrap_or_else(|why| panic!("{}: {why:?}", task.name))
}

fn alone(task: &Task, rounds: u32, new: fn(&Program) -> Machine) -> String {
    let mut machine = new(&compiled(task, rounds));
    machine.call("main", &[]).expect("there is a main");
    let mut console = Headless::default();
    while machine.run(&mut console, 1_000_000) == Ok(Stop::Paused) {}
    shown(machine.returned())
}

fn in_debugger(task: &Task, rounds: u32) -> String {
    let mut debugger = Debugger::new(&compiled(task, rounds)).expect("there is a main");
    assert_eq!(debugger.go_to(Goal::End, false), Stopped::Over);
    shown(debugger.machine().returned())
}

fn shown(returned: Option<i32>) -> String {
    returned.expect("it comes to its end").to_string()
}

/// Builds a task with a compiler of this computer. `None` if there is no such compiler.
fn built(folder: &Path, compiler: &[&str], n: usize, task: &Task) -> Option<PathBuf> {
    let [source, program] = ["c", "out"].map(|end| folder.join(format!("{}{n}.{end}", compiler[0])));
    let main = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char *argv[])\n{\n  \
                printf(\"%d\\n\", argc > 1 ? work(atoi(argv[1])) : 0);\n  return 0;\n}\n";
    fs::write(&source, format!("{}{main}", task.c)).expect("the folder is there");
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).arg("-w").arg("-I");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/c"));
    command.arg("-o").arg(&program).arg(&source);
    let status = command.status().ok()?;
    assert!(status.success(), "{command:?}");
    Some(program)
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The available runners of a task, by name.
fn runners<'a>(folder: &Path, n: usize, task: &'a Task) -> BTreeMap<&'static str, Runner<'a>> {
    let mut runners: BTreeMap<&str, Runner<'_>> = BTreeMap::new();
    let without = |rounds| alone(task, rounds, Machine::without_history);
    runners.insert("without", Box::new(without));
    runners.insert("debugger", Box::new(|rounds| in_debugger(task, rounds)));
    let recorded = |rounds| alone(task, rounds, Machine::new);
    runners.insert("recorded", Box::new(recorded));
    for (name, compiler) in [("gcc", &["gcc", "-O0"][..]), ("tcc", &["tcc"])] {
        if let Some(program) = built(folder, compiler, n, task) {
            let run = move |rounds: u32| output(Command::new(&program).arg(rounds.to_string()));
            runners.insert(name, Box::new(move |rounds| run(rounds).expect("it runs")));
        }
    }
    let python = |rounds: u32| output(Command::new("python3").args(["-c", task.python, &rounds.to_string()]));
    if python(0).is_some() {
        runners.insert("python", Box::new(move |rounds| python(rounds).expect("it runs")));
    }
    runners
}

/// The processor time of this process and its finished children, in clock ticks of the system.
fn ticks() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("this is Linux");
    // The user and system times of the process and of its children come after the name in brackets.
    let fields = stat.rsplit(')').next().expect("it has fields");
    let times = fields.split_whitespace().skip(11).take(4);
    times.map(|time| time.parse::<f64>().expect("a number")).sum()
}

/// The ticks of some rounds without those of starting up.
fn spent(run: &Runner<'_>, rounds: u32) -> f64 {
    let begin = ticks();
    run(0);
    let between = ticks();
    run(rounds);
    (ticks() - between) - (between - begin)
}

/// The number of rounds that takes long enough to measure, but fits into the machine's 16-bit `int`.
fn enough(run: &Runner<'_>) -> u32 {
    let mut rounds = 1;
    while rounds < 16_384 && spent(run, rounds) < LEAST {
        rounds *= 2;
    }
    rounds
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Measures a task and prints the time of a round with its ratios to the other compilers.
fn race(folder: &Path, n: usize, task: &Task) {
    let runners = runners(folder, n, task);
    let answers: BTreeMap<&str, String> = runners.iter().map(|(name, run)| (*name, run(1))).collect();
    let first = &answers["without"];
    assert!(answers.values().all(|answer| answer == first), "{answers:?}");
    let rounds: BTreeMap<&str, u32> = runners.iter().map(|(name, run)| (*name, enough(run))).collect();
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for _ in 0..TIMES {
        for (name, run) in &runners {
            let time = spent(run, rounds[name]) / f64::from(rounds[name]);
            times.entry(*name).or_default().push(time);
        }
    }
    let ratio = |ours: &str, theirs: &str| {
        let theirs = times.get(theirs)?;
        let pairs = times[ours].iter().zip(theirs);
        Some(median(pairs.map(|(ours, theirs)| ours / theirs).collect()))
    };
    let cell = |ratio: Option<f64>| ratio.map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
    print!("{:<27}", task.name);
    for ours in ["without", "debugger", "recorded"] {
        let ms = median(times[ours].clone()) * 10.0;
        let [gcc, tcc, python] = ["gcc", "tcc", "python"].map(|theirs| cell(ratio(ours, theirs)));
        print!(" |{ms:>8.2} ms {gcc:>7} {tcc:>7} {python:>6}");
    }
    println!();
}

fn main() {
    // `cargo test --benches` runs this without measuring.
    if std::env::args().all(|word| word != "--bench") {
        return;
    }
    if !Path::new("/proc/self/stat").exists() {
        return println!("Processor time is available only on Linux.");
    }
    let folder = TempDir::new().expect("a temporary folder");
    println!("Time of a round, and its ratio to gcc -O0, tcc and CPython\n");
    let head = |text: &str| format!(" | {text:<34}");
    let heads = ["without history", "in the debugger", "each change recorded"].map(head);
    println!("{:27}{}", "", heads.concat());
    for (n, task) in tasks().iter().enumerate() {
        race(folder.path(), n, task);
    }
}
