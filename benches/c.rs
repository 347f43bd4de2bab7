//! The C machine beside gcc -O0, tcc and CPython, with the same programs (`c/`): `cargo bench --bench c`. What is not installed is left
//! out. All of them run in turns, and what counts is processor time, which other programs change less than the clock on the wall.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use turbo::c::{Debugger, Goal, Machine, Program, Stop, Stopped};
use turbo::dos::unattended::Unattended;

/// A round is measured so often; the middle one counts.
const TIMES: usize = 5;
/// How long a measurement takes at least, in ticks of the system's clock.
const LEAST: f64 = 40.0;

/// The same program in C and in Python. Both work for so many rounds and end with the same number.
struct Task {
    name: &'static str,
    c: String,
    python: &'static str,
}

fn tasks() -> [Task; 5] {
    let task = |name, c: &str, python| Task {
        name,
        c: c.to_string(),
        python,
    };
    [
        Task {
            name: "QpChange on 10,000 boards",
            c: qp_change() + include_str!("c/qpchange.c"),
            python: include_str!("c/qpchange.py"),
        },
        task(
            "a sieve",
            include_str!("c/sieve.c"),
            include_str!("c/sieve.py"),
        ),
        task(
            "Mandelbrot in double",
            include_str!("c/mandelbrot.c"),
            include_str!("c/mandelbrot.py"),
        ),
        task(
            "putpixel and floodfill",
            include_str!("c/pixels.c"),
            include_str!("c/pixels.py"),
        ),
        task(
            "a bubble sort of bars",
            include_str!("c/bubble.c"),
            include_str!("c/bubble.py"),
        ),
    ]
}

/// `QpChange` and `TurnOver` of the original, which draw nothing here.
fn qp_change() -> String {
    let source = include_str!("../src/original/QIPAN.C");
    let begin = source.find("int QpChange(int x, int y, int t)\n{");
    let end = source.find("int CanMove(int t)\n{");
    let functions = &source[begin.expect("it is there")..end.expect("it follows")];
    let functions = functions.replace("  PutStone(120 + 40 * col, 120 + 40 * row, t);\n", "");
    format!("int Map[8][8];\nvoid TurnOver(int row, int col, int t);\n{functions}")
}

/// Somebody who does so many rounds of a task, and says what comes out.
type Runner<'a> = Box<dyn Fn(u32) -> String + 'a>;

fn compiled(task: &Task, rounds: u32) -> Program {
    let source = format!("{}int main(void) {{ return work({rounds}); }}\n", task.c);
    Program::compile("TASK.C", &source).unwrap_or_else(|why| panic!("{}: {why:?}", task.name))
}

fn alone(task: &Task, rounds: u32, new: fn(&Program) -> Machine) -> String {
    let mut machine = new(&compiled(task, rounds));
    machine.call("main", &[]).expect("there is a main");
    let mut desk = Unattended::default();
    while machine.run(&mut desk, 1_000_000) == Ok(Stop::At) {}
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

/// A task that a compiler of this computer has built, or `None` where there is no such compiler.
fn built(folder: &Path, compiler: &[&str], n: usize, task: &Task) -> Option<PathBuf> {
    let [source, program] =
        ["c", "out"].map(|end| folder.join(format!("{}{n}.{end}", compiler[0])));
    let main = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char *argv[])\n{\n  \
                printf(\"%d\\n\", argc > 1 ? work(atoi(argv[1])) : 0);\n  return 0;\n}\n";
    fs::write(&source, format!("{}{main}", task.c)).expect("the folder is there");
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).arg("-w").arg("-I");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/c"));
    command.arg("-o").arg(&program).arg(&source);
    let said = command.status().ok()?;
    assert!(said.success(), "{command:?}");
    Some(program)
}

fn said(command: &mut Command) -> Option<String> {
    let said = command.stderr(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&said.stdout).trim().to_string())
}

/// Whoever can do a task here, by their names.
fn runners<'a>(folder: &Path, n: usize, task: &'a Task) -> BTreeMap<&'static str, Runner<'a>> {
    let mut runners: BTreeMap<&str, Runner<'_>> = BTreeMap::new();
    let without = |rounds| alone(task, rounds, Machine::without_history);
    runners.insert("without", Box::new(without));
    runners.insert("back", Box::new(|rounds| in_debugger(task, rounds)));
    let noted = |rounds| alone(task, rounds, Machine::new);
    runners.insert("noted", Box::new(noted));
    for (name, compiler) in [("gcc", &["gcc", "-O0"][..]), ("tcc", &["tcc"])] {
        if let Some(program) = built(folder, compiler, n, task) {
            let run = move |rounds: u32| said(Command::new(&program).arg(rounds.to_string()));
            runners.insert(name, Box::new(move |rounds| run(rounds).expect("it runs")));
        }
    }
    let python =
        |rounds: u32| said(Command::new("python3").args(["-c", task.python, &rounds.to_string()]));
    if python(0).is_some() {
        runners.insert(
            "python",
            Box::new(move |rounds| python(rounds).expect("it runs")),
        );
    }
    runners
}

/// The processor time of this process and of the children it waited for, in ticks of the system's clock.
fn ticks() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("this is Linux");
    // Behind the name in brackets: user and system time, then those of the children.
    let fields = stat.rsplit(')').next().expect("it has fields");
    let times = fields.split_whitespace().skip(11).take(4);
    times
        .map(|time| time.parse::<f64>().expect("a number"))
        .sum()
}

/// The ticks of so many rounds, less those of none: starting up does not count.
fn spent(run: &Runner<'_>, rounds: u32) -> f64 {
    let begin = ticks();
    run(0);
    let between = ticks();
    run(rounds);
    (ticks() - between) - (between - begin)
}

/// How many rounds take long enough to be measured. An `int` of the machine counts no further than to 32,767.
fn enough(run: &Runner<'_>) -> u32 {
    let mut rounds = 1;
    while rounds < 16_384 && spent(run, rounds) < LEAST {
        rounds *= 2;
    }
    rounds
}

fn middle(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Measures a task and prints its line: the time of a round, and how many times that of the others it is.
fn race(folder: &Path, n: usize, task: &Task) {
    let runners = runners(folder, n, task);
    let answers: BTreeMap<&str, String> =
        runners.iter().map(|(name, run)| (*name, run(1))).collect();
    let first = &answers["without"];
    assert!(
        answers.values().all(|answer| answer == first),
        "{answers:?}"
    );
    let rounds: BTreeMap<&str, u32> = runners
        .iter()
        .map(|(name, run)| (*name, enough(run)))
        .collect();
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
        Some(middle(pairs.map(|(ours, theirs)| ours / theirs).collect()))
    };
    let cell = |ratio: Option<f64>| ratio.map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
    print!("{:<27}", task.name);
    for ours in ["without", "back", "noted"] {
        let ms = middle(times[ours].clone()) * 10.0;
        let [gcc, tcc, python] = ["gcc", "tcc", "python"].map(|theirs| cell(ratio(ours, theirs)));
        print!(" |{ms:>8.2} ms {gcc:>7} {tcc:>7} {python:>6}");
    }
    println!();
}

fn main() {
    // `cargo test --benches` only looks whether it runs.
    if std::env::args().all(|word| word != "--bench") {
        return;
    }
    if !Path::new("/proc/self/stat").exists() {
        return println!("Processor time is only known on Linux.");
    }
    let folder = TempDir::new().expect("there is a folder for what is temporary");
    println!(
        "A round of each task, and how many times as long it takes as with gcc -O0, tcc and CPython\n"
    );
    let head = |what: &str| format!(" | {what:<34}");
    let heads = [
        "without the way back",
        "in the debugger",
        "each change noted",
    ]
    .map(head);
    println!("{:27}{}", "", heads.concat());
    for (n, task) in tasks().iter().enumerate() {
        race(folder.path(), n, task);
    }
}
