//! The fast path of machines without history must match the recording machine.

use std::collections::BTreeMap;

use turbo::c::{Breakpoint, Debugger, Goal, Machine, PlaceKind, Program, Stop, Stopped, Value, Watched};
use turbo::dos::script::Script;

const PROGRAMS: &str = r#"
#include <setjmp.h>\njmp_buf p; int d; void down(int n) { d = n; if (n == 4) longjmp(p, n); down(n + 1); } main() { int r = setjmp(p); if (r == 0) down(1); return r * 10 + d; }
int a[5][7]; main() { int i, j, s = 0; for (i = 0; i < 5; i++) for (j = 0; j < 7; j++) a[i][j] = i * j; for (i = 0; i < 5; i++) for (j = 0; j < 7; j++) if (a[i][j] == 6) s += i + j; return s; }
int a[9]; main() { int i, n = 0; for (i = 1; i < 9; i++) a[i] = a[i - 1] + i; while (a[n] < 20) n++; return n * 100 + a[8]; }
char f[50]; main() { int i, k, n = 0; for (i = 2; i < 50; i++) if (!f[i]) { n++; for (k = i + i; k < 50; k += i) f[k] = 1; } return n; }
main() { int i, s = 0; for (i = 0; i < 300; i++) s += 200; return s; }
main() { char c = 0; int i; for (i = 0; i < 250; i++) c++; return c; }
main() { unsigned u = 1; int i; for (i = 0; i < 40; i++) u = u * 25173U + 13849U; return u; }
main() { long n = 1; int i; for (i = 0; i < 40; i++) n = n * 3 - (n >> 2); return n % 10007; }
main() { int i, n, s = 0; for (i = 0; i < 5; i++) { s += n; n = i; } return s; }
int a[4]; main() { int i, s = 0; for (i = 0; i < 9; i++) s += a[i]; return s; }
int a[4][4]; main() { int i, s = 0; for (i = 0; i < 9; i++) if (a[i][i] == 0) s++; return s; }
int a[4][4]; main() { int i = 3, s = 0; while (a[1][i] == 0 && s < 20) { i++; s++; } return s; }
int a[4]; main() { int i; for (i = 3; i > -9; i--) a[i] = i; return 0; }
main() { int i, s = 0; for (i = 3; i > -3; i--) s += 12 / i; return s; }
main() { int i, s = 0; for (i = -32768; i < 32700; i += 37) s ^= i / 7 ^ i % 7 ^ i / 40 ^ i % 40 ^ i / 2 ^ i % 16 ^ i / 32767 ^ i % 32767; return s; }
main() { double x = 0, y; int n = 0; for (y = 0; y < 3; y += 0.25) { x = x * y - y + 1 / (y + 1); if (x != x || x > -1) n++; } return n * 1000 + x * 100; }
main() { float f = 0; int i; for (i = 0; i < 20; i++) f += 0.1; return f * 1e4; }
main() { int a[6], *p, s = 0; for (p = a; p < a + 6; p++) *p = p - a; while (p > a) s = s * 3 + *--p; return s; }
main() { int a[6], *p = a; for (;;) *p++ = 1; }
struct P { int x, y; } p[3]; main() { int i, s = 0; for (i = 0; i < 30; i++) { p[i % 3].y += i; p[i % 3].x -= p[i % 3].y; s ^= p[i % 3].x; } return s; }
union U { int i; char c[2]; } u; main() { int n, s = 0; for (n = 0; n < 500; n++) { u.i = n * 7; s += u.c[0] - u.c[1]; } return s; }
struct B { unsigned low : 3, high : 5; } b; main() { int i; for (i = 0; i < 99; i++) { b.low += 3; b.high += b.low; } return b.low * 100 + b.high; }
int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } main() { return f(12); }
main() { int i, s = 0; for (i = 0; i < 60; i++) { switch (i % 4) { case 0: s++; case 1: s += 2; break; case 3: s -= 5; default: continue; } s *= 2; s %= 1000; } return s; }
main() { int i = 0, s = 0; do { if (i % 3 && i % 5 || i == 30) s += i; } while (++i < 50 && !(s > 700)); return s; }
main() { int i = 0; loop: if (i++ < 20) goto loop; return i; }
int *p; main() { int i, s = 0; for (i = 0; i < 5; i++) s += *p; return s; }
int a[4][4]; main() { int i, j = 1, s = 0; a[2][3] = 5; for (i = 0; i < 3; i++) if (a[i + j][i + 2] == 5) s += i; for (i = 0; i < 9; i++) if (a[i + j][i] == 0) s++; return s; }
int a[4][4]; main() { int i, s = 0; for (i = 3; i > -9; i--) if (a[2][i + 1] == s) s++; return s; }
int a[4][4]; main() { int i, j = 1, s = 0; a[1][2] = 5; for (i = 0; i < 3; i++) if (a[3 - i][i + j] == 5) s += 9; for (i = 3; i > -9; i--) if (a[i - j][j] == s) s++; return s; }
int a[4][4]; main() { int i, j, s = 0; for (i = 0; i < 3; i++) if (a[i + j][i + 1] == 0) s++; return s; }
int g(char c, unsigned u, int *p) { *p += c; return u; } main() { int i, s = 0, t; for (i = 100; i < 200; i++) s ^= g(i, -i, &t) + t; return s; }
int f(int n) { return n * 2; } int s; main() { int i, t = 0, u; for (i = 0; i < 9; i++) { u = f(i); s = f(u); t += s; t -= u; t++; } return t; }
int f(int n) { return n + f(n - 1); } main() { return f(9); }
int f(int n) { int a[70]; a[n] = n; return n == 0 ? 0 : a[n] + f(n - 1); } main() { return f(20); }
int f(int n) { if (n > 3) return n; } main() { int i, s = 0; for (i = 0; i < 6; i++) s += f(i); return s; }
void f(int n, int *a) { a[n]++; } int g(int n) { int a; return n + a; } main() { int a[3], i; for (i = 0; i < 3; i++) a[i] = i; for (i = 0; i < 3; i++) f(i, a); return a[2] + g(a[1]); }
double h(double x) { return x / 2; } long k(long n) { return n * 70000; } main() { int i, s = 0; for (i = 0; i < 9; i++) s += h(i) + k(i) % 7; return s; }
int a[9]; main() { int i, s = 0; for (i = 1; i < 9; i++) { a[i * 2 % 9]++; a[(i + 3) * 5 % 8] += 3; s ^= a[i * 4 % 9 + 0]; } return s; }
main() { int i, s = 0; for (i = 0; i < 900; i++) s ^= i * 50 + 7; for (i = 0; i < 900; i += 9) s ^= i % 70 * 3000 - 9; return s; }
main() { int i, n, s = 0; for (i = 0; i < 5; i++) { s += n % 5 * 2 + 1; n = i; } return s; }
main() { int i, s = 0; unsigned u = 7; for (i = 0; i < 90; i++) { u = (u * 25173U + 13849U) & 65535U; s ^= (u >> 5) % 9U; s ^= (char) (i * 3 + 1); } return s; }
main() { int i, s = 0; for (i = 0; i < 20; i++) { s += (i > 9 ? i : s) * 3 + 1; s %= 500; if (s % 7 == 3) s++; if ((s + 1) / 2 * 3 > 40) s -= 11; } return s; }
main() { int i, s = 0; for (i = 32760; i > 0; i++) s++; return s; }
main() { int i; while (i++ < 5) ; for (i = 9; i-- > 2;) ; for (i = 0; (i += 7) < 99;) ; return i; }
int *f() { int a[3], *p = a; a[1] = 5; return p; } main() { int *p = f(), i; for (i = 0; i < 40; i++) p[i % 3] = i; return *p; }
int *f() { int a = 3, *p = &a; return p; } g(int n) { int b[20]; b[n] = n; return b[n]; } main() { int *p = f(), s; s = g(4); *p = 9; return *p + s; }
int f(int n) { int a, b, c, d, e[30], g, h; a = n; b = a + 1; c = b * 2; d = c - a; e[n] = d; g = e[n] % 5 + 3; h = g; return n > 0 ? f(n - 1) + h : h; } main() { return f(25); }
"#;

/// Runs a program in slices and describes its end, its notes and its number of steps.
fn ends(program: &Program, new: fn(&Program) -> Machine, slice: u64) -> String {
    let mut machine = new(program);
    machine.call("main", &[]).expect("main is defined");
    let mut console = Script::new([], |_, _| ());
    let end = loop {
        match machine.run(&mut console, slice) {
            Ok(Stop::Paused) => {}
            end => break end,
        }
    };
    // Only the recording machine undoes a failed step.
    let steps = end.as_ref().map(|_| machine.steps());
    let notes = [machine.warnings(), machine.overflows()];
    format!("{end:?} {:?} {steps:?} {notes:?}", machine.returned())
}

/// The programs with a statement a line.
fn programs() -> impl Iterator<Item = (String, Program)> {
    PROGRAMS.lines().filter(|line| !line.is_empty()).map(|line| {
        let source = line.replace("\\n", "\n").replace("{ ", "{\n").replace("; ", ";\n");
        let program = Program::compile("Q.C", &source);
        let program = program.unwrap_or_else(|all| panic!("{all:#?}\n{source}"));
        (source, program)
    })
}

#[test]
fn the_fast_path_matches_the_recording_machine() {
    for (source, program) in programs() {
        let wanted = ends(&program, Machine::new, 1_000_000);
        for slice in [1_000_000, 10, 3, 2, 1] {
            let found = ends(&program, Machine::without_history, slice);
            assert_eq!(found, wanted, "in slices of {slice} steps:\n{source}");
        }
    }
}

#[test]
fn slices_end_with_the_right_condition_result() {
    let source = "int a[9];\nmain()\n{\n  int i;\n  for (i = 0; i < 9; i++)\n    if (a[i] == 0 && i > 5)\n      a[i] = 1;\n}\n";
    let program = Program::compile("Q.C", source).expect("the source is correct");
    let mut noted = Machine::new(&program);
    noted.call("main", &[]).expect("main is defined");
    let mut console = Script::new([], |_, _| ());
    while noted.step(&mut console) == Ok(Stop::Paused) {
        let mut quick = Machine::without_history(&program);
        quick.call("main", &[]).expect("main is defined");
        let steps = noted.steps();
        quick.run(&mut console, steps).expect("replaying succeeds");
        let seen = |machine: &Machine| format!("{:?} {:?}", machine.condition_result(), machine.place());
        assert_eq!(seen(&quick), seen(&noted), "after {steps} steps");
    }
}

/// A step of a run: the line, true at the head of a function, and the variables of each frame, outermost last.
/// The global variables are the last frame.
struct Seen {
    line: usize,
    enters: bool,
    frames: Vec<BTreeMap<String, Value>>,
}

fn seen(debugger: &Debugger) -> Seen {
    let machine = debugger.machine();
    let values = |variables: Vec<turbo::c::Variable>| {
        variables.into_iter().map(|variable| (variable.name, variable.value)).collect()
    };
    let frames = machine.frames().into_iter().map(|frame| values(frame.variables));
    Seen {
        line: debugger.line().unwrap_or(0),
        enters: machine.place().is_some_and(|place| place.kind == PlaceKind::Enter),
        frames: frames.chain([values(machine.globals())]).collect(),
    }
}

/// The last step that wrote a variable of a frame, counted from the outermost, by looking at each step.
fn last_write(steps: &[Seen], frame: usize, name: &str) -> Option<usize> {
    let value = |seen: &Seen| seen.frames[seen.frames.len() - 1 - frame].get(name).cloned();
    for (step, pair) in steps.windows(2).enumerate().rev() {
        let now = value(&pair[1]);
        if frame > 0 && pair[1].enters && pair[1].frames.len() == frame + 1 {
            return now.is_some_and(|now| !format!("{now:?}").contains("Unset")).then_some(step);
        }
        // A variable that is not in scope keeps its value.
        let before = value(&pair[0]);
        if before.is_some() && now.is_some() && before != now {
            return Some(step);
        }
    }
    None
}

/// Searches run the fast form between the stop points that matter to them.
#[test]
fn searches_find_the_same_steps_as_a_walk() {
    for (source, program) in programs() {
        let mut debugger = Debugger::new(&program).expect("there is a main");
        let mut steps = vec![seen(&debugger)];
        while steps.len() < 150 && debugger.go_to(Goal::Into, false) == Stopped::Reached {
            steps.push(seen(&debugger));
        }
        let end = steps.len() as u64 - 1;
        let last = steps.last().expect("there is a first step");
        for (frame, variables) in last.frames.iter().rev().enumerate() {
            for (name, value) in variables {
                // The value of a pointer into an ended call is shown by what is there now.
                if matches!(value, Value::Pointer(_)) && source.starts_with("int *f()") {
                    continue;
                }
                debugger.go_to(Goal::Step(end), debugger.steps() > end);
                let index = last.frames.len() - 1 - frame.max(1);
                let found = debugger.who_wrote(&Watched::Expression(name.clone(), index));
                let wanted = last_write(&steps, frame, name).map(|step| step as u64);
                assert_eq!(found, Ok(wanted), "{name} in frame {frame} of\n{source}");
            }
        }
        for line in 1..=source.lines().count() {
            let is_there = |seen: &Seen| seen.line == line;
            debugger.go_to(Goal::Step(end), debugger.steps() > end);
            let back = (debugger.go_to(Goal::Line(line), true) == Stopped::Reached).then(|| debugger.steps());
            let wanted = steps[..end as usize].iter().rposition(is_there);
            assert_eq!(back, wanted.map(|step| step as u64), "back to line {line} of\n{source}");
            debugger.go_to(Goal::End, true);
            if let Some(first) = steps[1..].iter().position(is_there) {
                debugger.go_to(Goal::Line(line), false);
                assert_eq!(debugger.steps(), first as u64 + 1, "on to line {line} of\n{source}");
            }
        }
    }
}

const LONG_RUN: &str = "#include <alloc.h>
struct point { int x, y; } s, *p = &s, *q;
int a[5];
int rest(int n)
{
  return n % 7;
}
main()
{
  int i, k = 0;
  q = malloc(sizeof(struct point));
  for (i = 0; i < 250; i++) {
    s.x = rest(i);
    p->y += s.x;
    q->x = k;
    a[i % 5] = k + i / 50;
    if (s.x == 3)
      k++;
  }
  return k;
}
";

#[test]
fn searches_in_a_long_run_find_the_same_steps_as_a_walk() {
    let program = Program::compile("LONG.C", LONG_RUN).expect("the source is correct");
    let mut debugger = Debugger::new(&program).expect("there is a main");
    let watched = ["s.x", "p->y", "q->x", "a[3]", "k"];
    // The line, and the values of the watched expressions, of each step.
    let mut steps = Vec::new();
    loop {
        let depth = debugger.machine().depth();
        let value = |text: &&str| debugger.evaluate(text, depth - 1).map_or(Value::Unset, |value| value);
        steps.push((debugger.line().unwrap_or(0), watched.each_ref().map(value)));
        if debugger.go_to(Goal::Into, false) != Stopped::Reached {
            break;
        }
    }
    let end = steps.len() as u64 - 1;
    for (n, text) in watched.iter().enumerate() {
        debugger.go_to(Goal::Step(end), debugger.steps() > end);
        let place = debugger.place_of(text, 0).expect("it has a place");
        let is_change = |step: &usize| steps[*step].1[n] != steps[step + 1].1[n];
        let is_object = |step: &usize| n != 2 || steps[step + 1].1[n] != Value::Unset;
        for wanted in (0..end as usize).rev().filter(is_change).filter(is_object).take(60) {
            assert_eq!(debugger.who_wrote(&place), Ok(Some(wanted as u64)), "{text}");
        }
    }
    for (text, condition, count) in
        [("q->x = k", "", 0), ("k++", "k > 20", 0), ("s.x = rest", "i % 3 == 2", 0), ("return n", "", 150)]
    {
        let line = 1 + LONG_RUN.lines().position(|line| line.contains(text)).expect("a line has the text");
        let is_stop = |step: &usize| {
            let (here, values) = &steps[*step];
            *here == line && (condition != "k > 20" || values[4].number() > Some(20))
        };
        let mut wanted: Vec<usize> = (0..steps.len()).filter(is_stop).collect();
        if condition.starts_with('i') {
            // The line runs once for each value of i.
            wanted = wanted.into_iter().skip(2).step_by(3).collect();
        }
        if count > 0 {
            wanted = vec![wanted[count as usize - 1]];
        }
        debugger
            .set_breakpoint(Breakpoint { line, condition: condition.to_string(), count })
            .expect("a statement");
        debugger.go_to(Goal::End, true);
        for step in &wanted {
            assert_eq!(debugger.go_to(Goal::Breakpoint, false), Stopped::Reached, "{text}");
            assert_eq!(debugger.steps(), *step as u64, "{text}");
        }
        assert_eq!(debugger.go_to(Goal::Breakpoint, false), Stopped::Over, "{text}");
        for step in wanted.iter().rev() {
            assert_eq!(debugger.go_to(Goal::Breakpoint, true), Stopped::Reached, "{text}");
            assert_eq!(debugger.steps(), *step as u64, "{text}");
        }
        debugger.remove_breakpoint(line);
    }
}
