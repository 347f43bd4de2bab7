//! Debugger: expressions, breakpoints, writes, and long runs.

use turbo::c::{Breakpoint, Debugger, Goal, Stopped, Value, Watched};
use turbo::dos::Key;

use crate::c_language::program;
use crate::common::data::rows;

const BOARD: &str = "
#define SIZE 4
enum stone { none, black, white };
struct place { int x, y; int *cell; };
int Map[SIZE][SIZE];
int score[3];
char name[8] = \"black\";
struct place here, *there = &here;

int count(int t)
{
  int row, col, n = 0;
  int *p;

  for (row = 0; row < SIZE; row++)
    for (col = 0; col < SIZE; col++) {
      p = &Map[row][col];
      if (*p == t)
        n++;
    }
  score[t] = n;
  return n;
}

main()
{
  int unset, most = 7;

  here.x = 3;
  here.cell = &Map[1][2];
  Map[1][2] = black;
  Map[2][1] = black;
  Map[3][3] = white;
  count(black);
  count(white);
  most = score[1] - score[2];
  return most;
}
";

/// The number of the first line that contains a text.
fn line_of(source: &str, text: &str) -> usize {
    let line = source.lines().position(|line| line.contains(text));
    line.expect("a line contains the text") + 1
}

/// A debugger stopped at the first line that contains a text.
fn at(source: &str, text: &str) -> Debugger {
    let mut debugger = Debugger::new(&program(source)).unwrap();
    let stopped = debugger.go_to(Goal::Line(line_of(source, text)), false);
    assert_eq!(stopped, Stopped::Reached, "{text}");
    debugger
}

pub fn value(debugger: &Debugger, text: &str) -> String {
    match debugger.evaluate(text, 0) {
        Ok(value) => value.to_string(),
        Err(message) => format!("error: {}", message.text),
    }
}

#[test]
fn expressions_are_evaluated_at_the_current_stop() {
    let mut debugger = at(BOARD, "score[t] = n");
    const CASES: &str = r#"
n => 2
n * 10 + t => 21
Map[1] => {0, 0, 1, 0}
Map[1][2] == black => 1
Map[t][t + 1] ? SIZE : -SIZE => 4
*p => 2
p => &Map[3][3]
p - &Map[3][0] => 3
here => {3, 0, &Map[1][2]}
there->x + *there->cell => 4
&here => &here
sizeof(struct place) => 8
(char)(n + 95) => 'a'
name => "black"
strcmp(name, "black") == 0 => 1
strlen(name) + abs(-3) => 8
score[1] - score[2] => 0
row, col => 4
0x10 => 16
most => error: Undefined symbol 'most'
n + => error: Expression syntax
n n => error: Expression syntax
 => error: Expression syntax
Map[4][0] => error: Array index 4 is outside Map[4]
n / (t - 1) => error: Division by zero
*there + 1 => error: Illegal structure operation
there->z => error: Undefined symbol 'z'
n = 3 => error: This would change a value
n++ => error: This would change a value
count(1) => error: 'count' is a function of the program, which cannot be called here
printf("x") => error: 'printf' has side effects, so it cannot be called here
"#;
    for [text, expected] in rows(CASES) {
        assert_eq!(value(&debugger, &text), expected, "{text}");
    }
    assert_eq!(debugger.evaluate("most", 1), Ok(Value::Int(7)));
    assert_eq!(debugger.evaluate("unset", 1), Ok(Value::Unset));
    let n = debugger.steps();
    debugger.go_to(Goal::End, false);
    assert_eq!(value(&debugger, "score[1]"), "2", "global variables remain after the end");
    assert_eq!(value(&debugger, "n"), "error: Undefined symbol 'n' (no function is running)");
    debugger.go_to(Goal::Step(n), true);
    assert_eq!(value(&debugger, "n"), "2", "evaluating changed nothing");
}

/// An endless program with a call per turn, pixels and printed text.
const TURNS: &str = "
#include <graphics.h>
int last, a[100], odd;

int next(int n)
{
  int k;

  k = n * 3 + 1;
  if (k & 1)
    odd++;
  return k % 100;
}

main()
{
  int gd = DETECT, gm, n = 7;
  long turn;

  initgraph(&gd, &gm, \"\");
  for (turn = 0; ; turn++) {
    n = next(n + turn % 50);
    if (n < 0)
      n = -n;
    a[n] += turn % 7;
    if (turn % 1000 == 999)
      putpixel(turn / 1000 % 640, turn / 640000, 1 + turn / 1000 % 15);
    if (turn % 30000 == 29999)
      last = turn / 30000;
  }
}
";

/// The visible state of a debugger, as text.
fn seen(debugger: &Debugger) -> String {
    let machine = debugger.machine();
    let picture = debugger.console().picture().pixels();
    let drawn = picture.iter().zip(1_u64..).map(|(color, n)| u64::from(*color) * n);
    let drawn = drawn.fold(0_u64, u64::wrapping_add);
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {drawn}",
        debugger.steps(),
        machine.place(),
        machine.frames(),
        machine.globals(),
        machine.touched(),
        machine.condition_result(),
    )
}

#[test]
fn every_step_of_a_long_run_can_be_restored() {
    let mut debugger = Debugger::new(&program(TURNS)).unwrap();
    let mut steps = vec![0, 1, 2, 499, 501, 99_999, 100_000, 100_001, 1_234_567, 2_000_000, 2_000_001];
    let mut states: Vec<String> = Vec::new();
    for n in &steps {
        assert_eq!(debugger.go_to(Goal::Step(*n), false), Stopped::Reached);
        states.push(seen(&debugger));
    }
    for (n, state) in steps.iter().zip(&states).rev() {
        assert_eq!(debugger.go_to(Goal::Step(*n), true), Stopped::Reached);
        assert_eq!(seen(&debugger), *state, "back at step {n}");
    }
    // Go to the steps in mixed order, in slices.
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by_key(|n| n * 7 % 11);
    for n in order {
        let back = steps[n] < debugger.steps();
        let mut run = debugger.begin(Goal::Step(steps[n]), back);
        while debugger.go(&mut run, 30_000) == Stopped::Running {}
        assert_eq!(seen(&debugger), states[n], "at step {}", steps[n]);
    }
    steps.clear();
    debugger.go_to(Goal::Step(2_000_000), false);
    for n in (1_998_500..2_000_000).rev() {
        assert_eq!(debugger.go_to(Goal::Into, true), Stopped::Reached);
        assert_eq!(debugger.steps(), n);
    }
    let bytes = debugger.bytes();
    assert!(bytes < 30 << 20, "{bytes} bytes");
    assert_eq!(debugger.go_to(Goal::End, true), Stopped::Start);
    assert_eq!(debugger.go_to(Goal::Into, true), Stopped::Start);
    assert_eq!(seen(&debugger), states[0]);
}

/// The writes to an object, last one first: the line, and the value of an expression before it.
fn writers(debugger: &mut Debugger, watched: &Watched, shown: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    while let Ok(Some(_)) = debugger.who_wrote(watched) {
        found.push((debugger.line().unwrap(), value(debugger, shown)));
    }
    found
}

#[test]
fn who_wrote_finds_all_writes_in_reverse_order() {
    let mut debugger = at(BOARD, "return most");
    let n = debugger.steps();
    for (text, expected) in [
        ("Map[2][1]", &[("Map[2][1] = black", "0")][..]),
        ("score", &[("score[t] = n", "{0, 2, 0}"), ("score[t] = n", "{0, 0, 0}")]),
        ("most", &[("most = score", "7"), ("unset, most = 7", "?")]),
    ] {
        debugger.go_to(Goal::Step(n), false);
        let place = debugger.place_of(text, 0).unwrap();
        let expected = expected.iter().map(|(line, value)| (line_of(BOARD, line), value.to_string()));
        assert_eq!(writers(&mut debugger, &place, text), expected.collect::<Vec<_>>());
        assert!(debugger.steps() < n, "the program is at the first write");
    }
    debugger.go_to(Goal::Step(n), false);
    let mut asked = |text: &str| debugger.who_wrote(&Watched::Expression(text.to_string(), 0));
    assert_eq!(asked("unset"), Ok(None), "no step wrote it");
    assert_eq!(asked("most + 1").unwrap_err().text, "'most + 1' has no place in memory");
    assert_eq!(debugger.steps(), n, "the program did not move");
}

#[test]
fn who_wrote_a_parameter_finds_its_call() {
    let mut debugger = at(BOARD, "score[t] = n");
    debugger.go_to(Goal::Out, false);
    let stopped = debugger.go_to(Goal::Line(line_of(BOARD, "n = 0;")), false);
    assert_eq!(stopped, Stopped::Reached);
    assert_eq!(value(&debugger, "t"), "2", "in the second call");
    let place = debugger.place_of("t", 0).unwrap();
    let call = line_of(BOARD, "count(white)");
    assert_eq!(writers(&mut debugger, &place, "Map[3][3]"), [(call, "2".into())]);
}

const DRAWING: &str = "
#include <graphics.h>
main()
{
  int gd = DETECT, gm, x;

  initgraph(&gd, &gm, \"\");
  setfillstyle(SOLID_FILL, BLUE);
  bar(10, 10, 30, 30);
  for (x = 0; x < 40; x++)
    putpixel(x, 20, RED);
  setfillstyle(SOLID_FILL, RED);
  bar(0, 20, 5, 20);
  setpalette(BLUE, GREEN);
  putpixel(100, 100, BLACK);
}
";

#[test]
fn who_wrote_a_pixel_finds_visible_changes() {
    let mut debugger = Debugger::new(&program(DRAWING)).unwrap();
    let mut asked = |x, y, shown| {
        debugger.go_to(Goal::End, false);
        writers(&mut debugger, &Watched::Pixel(x, y), shown)
    };
    let [bar, dot] = ["bar(10, 10", "putpixel(x, 20"].map(|text| line_of(DRAWING, text));
    assert_eq!(asked(20, 20, "x"), [(dot, "20".into()), (bar, "?".into())]);
    assert_eq!(asked(3, 20, "x"), [(dot, "3".into())], "drawing red on red changes nothing");
    let palette = line_of(DRAWING, "setpalette");
    assert_eq!(asked(20, 11, "gd"), [(palette, "9".into()), (bar, "9".into())]);
    assert_eq!(asked(100, 100, "x"), [], "drawing black on black changes nothing");
    assert_eq!(asked(700, 500, "x"), [], "pixels outside the screen never change");
}

fn breakpoint(line: usize, condition: &str, count: u64) -> Breakpoint {
    Breakpoint { line, condition: condition.to_string(), count }
}

/// The values of an expression at all stops of a breakpoint. Backwards, the stops must be the same.
fn stops(debugger: &mut Debugger, breakpoint: Breakpoint, shown: &str) -> Vec<String> {
    debugger.set_breakpoint(breakpoint).unwrap();
    let [there, back] = [false, true].map(|back| {
        let mut stops = Vec::new();
        while debugger.go_to(Goal::Breakpoint, back) == Stopped::Reached {
            stops.push(value(debugger, shown));
        }
        stops
    });
    assert!(back.iter().rev().eq(&there), "{back:?} after {there:?}");
    there
}

#[test]
fn breakpoints_check_conditions_and_hit_counts() {
    let mut debugger = Debugger::new(&program(BOARD)).unwrap();
    let line = line_of(BOARD, "n++");
    let shown = "row * 10 + col";
    let white = "t == white || Map[row][col] == 1 && row > 1";
    assert_eq!(stops(&mut debugger, breakpoint(line, "", 0), shown), ["12", "21", "33"]);
    assert_eq!(stops(&mut debugger, breakpoint(line, white, 0), shown), ["21", "33"]);
    assert_eq!(stops(&mut debugger, breakpoint(line, "", 2), shown), ["21"]);
    // Hits count from the first step, even if the breakpoint is set later.
    debugger.go_to(Goal::End, false);
    debugger.set_breakpoint(breakpoint(line, "row > 1", 2)).unwrap();
    assert_eq!(debugger.go_to(Goal::Breakpoint, true), Stopped::Reached);
    assert_eq!(value(&debugger, shown), "33");
    assert_eq!(debugger.breakpoint(line).unwrap().count, 2);
    assert!(debugger.remove_breakpoint(line) && debugger.lines().is_empty());
    for (line, condition, told) in [
        (1, "", "No statement begins on line 1, so the program cannot stop there"),
        (line, "most", "Undefined symbol 'most'"),
        (line, "n = 3", "This would change a value"),
        (line, "here", "Not an allowed type"),
    ] {
        let error = debugger.set_breakpoint(breakpoint(line, condition, 0)).unwrap_err();
        assert_eq!(error.text, told);
    }
}

#[test]
fn conditions_work_at_any_call_depth() {
    let source =
        "int deep(int n) { int a[100]; a[n % 100] = n;\n if (n == 0) return 0;\n return deep(n - 1) + 1;\n}
        main() { deep(200); }";
    let mut debugger = Debugger::new(&program(source)).unwrap();
    let condition = "n % 50 == 0 && a[n % 100] == n";
    let found = stops(&mut debugger, breakpoint(3, condition, 0), "n");
    assert_eq!(found, ["200", "150", "100", "50"]);
}

#[test]
fn assignments_are_repeated_after_going_back() {
    let mut debugger = at(BOARD, "count(black)");
    let n = debugger.steps();
    assert_eq!(debugger.assign("Map[0][0] = Map[0][1] = 1", 0), Ok(Value::Int(1)));
    assert_eq!(debugger.assign("most++, here.x = -5", 0), Ok(Value::Int(-5)));
    assert_eq!(value(&debugger, "here.x + most"), "3");
    let wrong = debugger.assign("Map[4][0] = 1", 0).unwrap_err();
    assert_eq!(wrong.text, "Array index 4 is outside Map[4]");
    for _ in 0..2 {
        assert_eq!(debugger.go_to(Goal::End, false), Stopped::Over);
        assert_eq!(value(&debugger, "score"), "{0, 4, 1}");
        assert_eq!(debugger.machine().returned(), Some(3));
        debugger.go_to(Goal::Step(n - 1), true);
        assert_eq!(value(&debugger, "Map[0]"), "{0, 0, 0, 0}");
        debugger.go_to(Goal::Into, false);
        assert_eq!(value(&debugger, "Map[0]"), "{1, 1, 0, 0}");
        debugger.go_to(Goal::Step(0), true);
    }
    // Going back drops the later assignment.
    debugger.go_to(Goal::Step(n - 1), false);
    debugger.assign("Map[3][0] = 1", 0).unwrap();
    debugger.go_to(Goal::End, false);
    assert_eq!(value(&debugger, "score"), "{0, 3, 1}");
    let mut debugger = at(BOARD, "score[t] = n");
    debugger.assign("most = 100", 1).unwrap();
    let found = debugger.evaluate("most", 1);
    assert_eq!(found, Ok(Value::Int(100)), "in the calling function");
}

#[test]
fn assignments_survive_snapshots() {
    let mut debugger = Debugger::new(&program(TURNS)).unwrap();
    debugger.go_to(Goal::Step(1_000_000), false);
    debugger.assign("odd = -30000", 0).unwrap();
    debugger.go_to(Goal::Step(1_500_000), false);
    let then = seen(&debugger);
    for n in [1_000_000, 999_999, 1_400_000, 0, 1_499_000] {
        debugger.go_to(Goal::Step(n), n < debugger.steps());
        debugger.go_to(Goal::Step(1_500_000), false);
        assert_eq!(seen(&debugger), then, "from step {n} on");
    }
    let mut never = Debugger::new(&program(TURNS)).unwrap();
    never.go_to(Goal::Step(1_500_000), false);
    assert_ne!(seen(&never), then);
}

const KEYS: &str = "
#include <bios.h>
#include <conio.h>
#include <dos.h>
#include <time.h>
int keys[10], waits[10], times[10];

main()
{
  int n;
  long turn, polls = 0;

  for (n = 0; n < 5; n++) {
    keys[n] = bioskey(0);
    for (turn = 0; turn < 20000; turn++) {
      polls += kbhit();
      if (turn % 1000 == 0)
        delay(7);
    }
    waits[n] = polls;
    times[n] = clock();
  }
}
";

#[test]
fn replay_repeats_keys_and_times() {
    let mut debugger = Debugger::new(&program(KEYS)).unwrap();
    let mut run = debugger.begin(Goal::End, false);
    let mut keys = [Key::Enter, Key::Up, Key::Char('x'), Key::F(1), Key::Esc].into_iter();
    let mut stopped = Vec::new();
    loop {
        match debugger.go(&mut run, 40_000) {
            Stopped::NeedsKey => {
                stopped.push(debugger.steps());
                // Type some keys before the program asks for them.
                debugger.type_key(keys.next().unwrap());
                if stopped.len() == 2 {
                    debugger.type_key(keys.next().unwrap());
                }
            }
            Stopped::Running => {}
            other => break assert_eq!(other, Stopped::Over),
        }
    }
    assert_eq!(stopped.len(), 4);
    let (n, then) = (debugger.steps(), seen(&debugger));
    assert_ne!(value(&debugger, "waits"), "{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}");
    for from in [0, n / 2, n - 1, stopped[2] - 1, stopped[2], stopped[2] + 1] {
        debugger.go_to(Goal::Step(from), true);
        assert_eq!(debugger.steps(), from);
        assert_eq!(debugger.go_to(Goal::End, false), Stopped::Over);
        assert_eq!(seen(&debugger), then, "from step {from} on");
    }
    assert!(debugger.bytes() < 10 << 20, "{} bytes", debugger.bytes());
}

#[test]
fn faults_reappear_and_can_be_left_backwards() {
    let source = "int a[3]; int at(long n) { return n == 300000; }
        main() { long n;\n for (n = 0; ; n++)\n a[at(n) * 3] = 1; }";
    let mut debugger = Debugger::new(&program(source)).unwrap();
    let fault = "Error TEST.C 4: Array index 3 is outside a[3] in function main";
    for _ in 0..2 {
        assert_eq!(debugger.go_to(Goal::End, false), Stopped::Fault(fault.into()));
        assert_eq!(debugger.line(), Some(1), "the fault is inside the function");
        assert!(debugger.is_over() && debugger.fault().is_some());
        assert_eq!(value(&debugger, "n"), "300000");
        let n = debugger.steps();
        assert_eq!(debugger.go_to(Goal::Into, true), Stopped::Reached);
        let found = (debugger.steps(), debugger.fault());
        assert_eq!(found, (n, None), "the first step back only clears the fault");
        assert_eq!(debugger.go_to(Goal::Over, true), Stopped::Reached);
    }
    debugger.go_to(Goal::End, false);
    debugger.assign("n = -1000", 0).unwrap();
    assert!(!debugger.is_over(), "the assignment removes the fault");
    assert_eq!(debugger.go_to(Goal::Over, false), Stopped::Reached);
}

#[test]
fn values_can_be_assigned_after_the_end() {
    let mut debugger = Debugger::new(&program(BOARD)).unwrap();
    debugger.go_to(Goal::End, false);
    debugger.assign("score[0] = 5", 0).unwrap();
    debugger.go_to(Goal::Into, true);
    assert_eq!(value(&debugger, "score"), "{0, 2, 1}");
    debugger.go_to(Goal::End, true);
    assert_eq!(debugger.go_to(Goal::End, false), Stopped::Over);
    assert_eq!(value(&debugger, "score"), "{5, 2, 1}");
}

#[test]
fn over_and_out_work_backwards_across_long_calls() {
    let source =
        "long sum; int work(int n) { long k;\n for (k = 0; k < 200000; k++)\n sum += n;\n return n;\n}
        main() { int a;\n a = work(3);\n a += work(4);\n return a; }";
    let mut debugger = Debugger::new(&program(source)).unwrap();
    let line = |debugger: &Debugger| (debugger.line().unwrap(), debugger.machine().depth());
    debugger.go_to(Goal::Line(7), false);
    let before = debugger.steps();
    debugger.go_to(Goal::Over, false);
    assert_eq!(line(&debugger), (8, 1));
    assert_eq!(debugger.go_to(Goal::Over, true), Stopped::Reached);
    assert_eq!((line(&debugger), debugger.steps()), ((7, 1), before));
    debugger.go_to(Goal::End, false);
    // In slices; the program stays in place until the goal is found.
    let n = debugger.steps();
    let mut run = debugger.begin(Goal::Line(7), true);
    let mut slices = 0;
    while debugger.go(&mut run, 50_000) == Stopped::Running {
        assert_eq!(debugger.steps(), n);
        slices += 1;
    }
    assert!(slices > 20, "{slices} slices");
    assert_eq!(debugger.steps(), before);
    debugger.go_to(Goal::Step(before + 300_000), false);
    assert_eq!(line(&debugger).1, 2);
    assert_eq!(debugger.go_to(Goal::Out, true), Stopped::Reached);
    assert_eq!((line(&debugger), debugger.steps()), ((7, 1), before));
}

#[test]
fn pointers_show_targets_and_frames_show_arguments() {
    let source = "struct pair { int x, y; char name[4]; }; struct pair one, row[3]; int Map[8][8]; char *text = \"ab\";
        int look(int *p, struct pair *q, char c, int (*line)[8]) {\n return *p + q->y + line[1][0];\n }
        main() { int here = 1, *p = &here, n[3], *end = n + 3; char *c = &row[1].name[2];
        look(&row[2].y, &row[1], 'q', &Map[3]); look(p, &one, 'r', Map); }";
    let mut debugger = Debugger::new(&program(source)).unwrap();
    let mut seen = |texts: &[&str]| {
        debugger.go_to(Goal::Line(3), false);
        let frames = debugger.machine().frames();
        let calls: Vec<String> = frames.iter().map(ToString::to_string).collect();
        let values = texts.iter().map(|text| value(&debugger, text));
        (calls.join(" in "), values.collect::<Vec<_>>().join(" "))
    };
    let (calls, values) = seen(&["p", "q", "&q->name", "&q->name[1]", "line", "line[1]", "text", "*q"]);
    assert_eq!(calls, "look(&row[2].y, &row[1], 'q', &Map[3]) in main()");
    let expected =
        "&row[2].y &row[1] &row[1].name &row[1].name[1] &Map[3] {0, 0, 0, 0, 0, 0, 0, 0} \"ab\" {0, 0, \"\"}";
    assert_eq!(values, expected);
    let (calls, values) = seen(&["p", "q", "&q->x", "(char *)0"]);
    assert_eq!(calls, "look(&here, &one, 'r', &Map[0]) in main()");
    assert_eq!(values, "&here &one &one.x NULL");
    debugger.go_to(Goal::Out, false);
    assert_eq!(value(&debugger, "c"), "&row[1].name[2]");
    assert_eq!(value(&debugger, "end"), "&n[3]", "a pointer may point behind the last element");
}

/// Calls in a loop, recursive calls, and two calls on a line.
const CALLS: &str = "int sum; int twice(int n) { return 2 * n; }
int down(int n)
{
  if (n == 0)
    return 0;
  sum += twice(n) + twice(n - 1);
  return down(n - 1);
}
main()
{
  int i;
  for (i = 0; i < 6; i++)
    down(i);
  return twice(sum) - twice(1);
}
";

/// The depth and line at each step of a run.
fn depths_and_lines(source: &str) -> Vec<(usize, usize)> {
    let mut debugger = Debugger::new(&program(source)).unwrap();
    let mut all = Vec::new();
    while let Some(line) = debugger.line() {
        all.push((debugger.machine().depth(), line));
        debugger.go_to(Goal::Into, false);
    }
    all
}

#[test]
fn goals_match_a_step_by_step_search() {
    let all = depths_and_lines(CALLS);
    assert!(all.len() > 100, "{} steps", all.len());
    let mut debugger = Debugger::new(&program(CALLS)).unwrap();
    debugger.toggle_breakpoint(line_of(CALLS, "return 0;"));
    let stops = |n: &usize| all[*n].1 == line_of(CALLS, "return 0;");
    for from in 0..all.len() {
        let depth = all[from].0;
        for goal in [Goal::Over, Goal::Out, Goal::Line(6), Goal::Breakpoint] {
            let holds = |n: &usize| {
                stops(n)
                    || match goal {
                        Goal::Over => all[*n].0 <= depth,
                        Goal::Out => all[*n].0 < depth,
                        Goal::Line(line) => all[*n].1 == line,
                        _ => false,
                    }
            };
            for back in [false, true] {
                let start = Goal::Step(from as u64);
                debugger.go_to(start, from < debugger.steps() as usize);
                let (found, missed) = match back {
                    false => ((from + 1..all.len()).find(holds), (Stopped::Over, all.len())),
                    true => ((0..from).rev().find(holds), (Stopped::Start, 0)),
                };
                let expected = found.map_or(missed, |n| (Stopped::Reached, n));
                let stopped = debugger.go_to(goal, back);
                let at = debugger.steps() as usize;
                assert_eq!((stopped, at), expected, "{goal:?} from step {from}, back: {back}");
            }
        }
    }
}

/// Writes a file and reads it.
const FILES: &str = "#include <stdio.h>
int n, x, sum;
int main(void)
{
  FILE *f;

  f = fopen(\"N.TXT\", \"w\");
  for (n = 0; n < 500; n++)
    fprintf(f, \"%d\\n\", n);
  fclose(f);
  f = fopen(\"N.TXT\", \"r\");
  while (fscanf(f, \"%d\", &x) == 1)
    sum += x % 7;
  fclose(f);
  return 0;
}
";

#[test]
fn going_back_restores_files() {
    let mut debugger = Debugger::new(&program(FILES)).unwrap();
    assert_eq!(debugger.go_to(Goal::End, false), Stopped::Over);
    let (n, then) = (debugger.steps(), seen(&debugger));
    assert_eq!(value(&debugger, "sum"), "1494");
    for from in [0, n / 3, n / 2, 2 * n / 3, n - 1] {
        debugger.go_to(Goal::Step(from), true);
        assert_eq!(debugger.steps(), from);
        assert_eq!(debugger.go_to(Goal::End, false), Stopped::Over);
        assert_eq!(seen(&debugger), then, "from step {from} on");
    }
}
