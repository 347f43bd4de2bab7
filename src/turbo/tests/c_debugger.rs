//! The debugger: expressions, breakpoints with conditions, who wrote something, and long runs.

use turbo::c::{Breakpoint, Debugger, Goal, Stopped, Value, Watched};

use crate::c_language::program;

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

/// The line on which a text stands first.
fn line_of(source: &str, text: &str) -> usize {
    let line = source.lines().position(|line| line.contains(text));
    line.expect("there is such a line") + 1
}

/// The program where it comes to the line of a text.
fn at(source: &str, text: &str) -> Debugger {
    let mut debugger = Debugger::new(&program(source)).unwrap();
    let stopped = debugger.go_to(Goal::Line(line_of(source, text)), false);
    assert_eq!(stopped, Stopped::There, "{text}");
    debugger
}

fn value(debugger: &Debugger, text: &str) -> String {
    match debugger.evaluate(text, 0) {
        Ok(value) => value.to_string(),
        Err(message) => format!("error: {}", message.text),
    }
}

#[test]
fn an_expression_is_evaluated_where_the_program_stands() {
    let mut debugger = at(BOARD, "score[t] = n");
    let expected = [
        ("n", "2"),
        ("n * 10 + t", "21"),
        ("Map[1]", "{0, 0, 1, 0}"),
        ("Map[1][2] == black", "1"),
        ("Map[t][t + 1] ? SIZE : -SIZE", "4"),
        ("*p", "2"),
        ("p", "&Map[3][3]"),
        ("p - &Map[3][0]", "3"),
        ("here", "{3, 0, &Map[1][2]}"),
        ("there->x + *there->cell", "4"),
        ("&here", "&here"),
        ("sizeof(struct place)", "6"),
        ("(char)(n + 95)", "'a'"),
        ("name", "\"black\""),
        ("strcmp(name, \"black\") == 0", "1"),
        ("strlen(name) + abs(-3)", "8"),
        ("score[1] - score[2]", "0"),
        ("row, col", "4"),
        ("0x10", "16"),
    ];
    for (text, expected) in expected {
        assert_eq!(value(&debugger, text), expected, "{text}");
    }
    assert_eq!(debugger.evaluate("most", 1), Ok(Value::Int(7)));
    assert_eq!(debugger.evaluate("unset", 1), Ok(Value::Unset));
    let wrong = [
        ("most", "Undefined symbol 'most'"),
        ("n +", "Expression syntax"),
        ("n n", "Expression syntax"),
        ("", "Expression syntax"),
        ("Map[4][0]", "Array index 4 is outside Map[4]"),
        ("n / (t - 1)", "Division by zero"),
        ("*there + 1", "Illegal structure operation"),
        ("there->z", "Undefined symbol 'z'"),
        ("n = 3", "This would change a value"),
        ("n++", "This would change a value"),
        (
            "count(1)",
            "'count' is a function of the program, which is not called here",
        ),
        (
            "printf(\"x\")",
            "'printf' does something, and is not called here",
        ),
    ];
    for (text, expected) in wrong {
        assert_eq!(
            value(&debugger, text),
            format!("error: {expected}"),
            "{text}"
        );
    }
    let n = debugger.n();
    debugger.go_to(Goal::End, false);
    assert_eq!(
        value(&debugger, "score[1]"),
        "2",
        "global variables stay when it is over"
    );
    assert_eq!(value(&debugger, "n"), "error: Undefined symbol 'n'");
    debugger.go_to(Goal::Step(n), true);
    assert_eq!(value(&debugger, "n"), "2", "nothing was changed");
}

/// Steps, a call in each turn, pixels and printed text, without end.
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

/// What can be seen of a debugger.
fn seen(debugger: &Debugger) -> String {
    let machine = debugger.machine();
    let picture = debugger.desk().picture().pixels();
    let drawn = picture
        .iter()
        .zip(1_u64..)
        .map(|(color, n)| u64::from(*color) * n);
    let drawn = drawn.fold(0_u64, u64::wrapping_add);
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {drawn}",
        debugger.n(),
        machine.place(),
        machine.frames(),
        machine.globals(),
        machine.touched(),
        machine.branch(),
    )
}

#[test]
fn each_step_of_a_long_run_is_found_again_as_it_was() {
    let mut debugger = Debugger::new(&program(TURNS)).unwrap();
    let mut steps = vec![
        0, 1, 2, 499, 501, 99_999, 100_000, 100_001, 1_234_567, 2_000_000, 2_000_001,
    ];
    let mut states: Vec<String> = Vec::new();
    for n in &steps {
        assert_eq!(debugger.go_to(Goal::Step(*n), false), Stopped::There);
        states.push(seen(&debugger));
    }
    for (n, state) in steps.iter().zip(&states).rev() {
        assert_eq!(debugger.go_to(Goal::Step(*n), true), Stopped::There);
        assert_eq!(seen(&debugger), *state, "back at step {n}");
    }
    // There and back in great leaps and in slices.
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by_key(|n| n * 7 % 11);
    for n in order {
        let back = steps[n] < debugger.n();
        let mut run = debugger.begin(Goal::Step(steps[n]), back);
        while debugger.go(&mut run, 30_000) == Stopped::Running {}
        assert_eq!(seen(&debugger), states[n], "at step {}", steps[n]);
    }
    steps.clear();
    debugger.go_to(Goal::Step(2_000_000), false);
    for n in (1_998_500..2_000_000).rev() {
        assert_eq!(debugger.go_to(Goal::Into, true), Stopped::There);
        assert_eq!(debugger.n(), n);
    }
    assert_eq!(debugger.go_to(Goal::End, true), Stopped::Start);
    assert_eq!(debugger.go_to(Goal::Into, true), Stopped::Start);
    assert_eq!(seen(&debugger), states[0]);
}
