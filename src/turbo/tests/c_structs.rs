//! Structs as values: assigned, handed over, returned; unions and bit fields.

use turbo::c::{Debugger, Goal, Program};

use crate::c_language::run;
use crate::c_pointers::{fault, messages, printed};

/// gcc's program prints the same.
#[test]
fn structs_are_assigned_handed_over_and_returned_whole() {
    let source = r#"#include <stdio.h>
struct P { int x, y; };
struct L { struct P a, b; char name[6]; double w; } lines[2] = { {{1, 2}, {3, 4}, "one", 1.5}, {5, 6, 7, 8, "two", 2.5} };
typedef struct { int n[3]; } Three;
struct P make(int x, int y) { struct P p; p.x = x; p.y = y; return p; }
struct P add(struct P a, struct P b) { a.x += b.x; a.y += b.y; return a; }
struct L named(struct L l, char c) { l.name[0] = c; return l; }
struct P swapped(struct P p) { return make(p.y, p.x); }
Three three(int a) { Three t; int i; for (i = 0; i < 3; i++) t.n[i] = a + i; return t; }
int sum(Three t, int k) { return t.n[0] + t.n[1] + t.n[2] + k; }
struct P deep(int n) { if (n == 0) return make(0, 1); return add(deep(n - 1), make(1, n)); }
double mixed(int a, struct L l, double d, char c) { return a + l.w + d + c + l.b.y; }
int main(void)
{
  struct P p = make(3, 4), q, r[3] = { {1, 1}, {2, 2} }, *pp = &r[1];
  struct L l = lines[1], both = { make(9, 8), p, "tri" };
  struct P (*f)(int, int) = make, (*g)(struct P) = swapped;
  int i = 0;
  q = p;
  q.x = 7;
  printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
  q = add(p, add(q, *pp));
  printf("%d %d %d\n", q.x, q.y, add(p, q).x + add(q, p).y);
  r[i++] = r[i + 1]; r[2] = make(5, 6);
  printf("%d %d %d\n", i, r[2].x, swapped(r[2]).x);
  printf("%s %s %s\n", lines[0].name, named(lines[0], 'O').name, named(l, 'T').name);
  printf("%d %d %d %s\n", both.a.x, both.a.y, both.b.x, both.name);
  p = i ? q : r[0]; printf("%d %d\n", p.x, (i > 5 ? p : r[1]).y);
  printf("%d %d\n", sum(three(4), 100), three(7).n[2]);
  p = deep(5); printf("%d %d\n", p.x, p.y);
  p = f(1, 2); q = g(p); printf("%d %d %d\n", q.x, q.y, (*g)(q).x);
  printf("%.2f\n", mixed(1, lines[1], 0.25, 2));
  p = q = make(8, 9); printf("%d %d\n", p.x, p.y);
  *pp = lines[0].b; lines[0].a = *pp; printf("%d %d\n", lines[0].a.x, sizeof(struct P) == 2 * sizeof(int));
  lines[1] = lines[0]; lines[0].name[1] = 'X'; printf("%s %s\n", lines[1].name, lines[0].name);
  pp = &lines[1].a; printf("%d\n", (q = *pp, q).x);
  return 0;
}
"#;
    let expected = "\
3 4 7 4\n\
12 10 29\n\
1 5 6\n\
one One Two\n\
9 8 3 tri\n\
12 2\n\
115 9\n\
5 16\n\
2 1 1\n\
13.75\n\
8 9\n\
3 1\n\
one oXe\n\
3\n";
    assert_eq!(printed(source), expected);
}

#[test]
fn what_is_no_struct_of_the_same_type_is_told_where_it_stands() {
    let sources = [
        ("p = q;", "Incompatible type conversion"),
        ("g(q);", "Type mismatch in parameter 'p' in call to 'g'"),
        ("g(3);", "Type mismatch in parameter 'p' in call to 'g'"),
        (
            "printf(\"%d\", p);",
            "A structure is no parameter in call to 'printf'",
        ),
        ("n = g(p);", "Illegal structure operation"),
        ("if (p) n = 1;", "Illegal structure operation"),
        ("g(p).x = 3;", "Cannot modify a const object"),
        ("p = n ? p : q;", "Incompatible type conversion"),
        ("{ struct P r = q; }", "Incompatible type conversion"),
        ("open();", "Undefined structure"),
    ];
    for (statement, told) in sources {
        let source = format!(
            "struct P {{ int x, y; }}; struct Q {{ int x, y; }}; struct R open(void);
            struct P g(struct P p) {{ return p; }}
            void f(struct P p, struct Q q, int n) {{\n{statement}\n}}"
        );
        let first = messages(&source);
        let first = first.lines().find(|line| line.starts_with("Error"));
        let expected = format!("Error TEST.C 4: {told} in function f");
        assert_eq!(first, Some(&*expected), "{statement}");
    }
    let by_pointer = "struct P { int x; }; int take(struct P p) { return p.x; }
        main() { int (*f)() = take; return f(3); }";
    let told = "2: The pointer leads to 'take', which takes arguments of other types";
    assert_eq!(fault(by_pointer), told);
}

#[test]
fn members_of_a_struct_that_were_never_set_are_told_when_they_are_read() {
    let source = "struct P { int x, y; }; struct P half() { struct P p; p.x = 1; return p; }
        main() { struct P p;\np = half();\nreturn p.x + p.y; }";
    let machine = run(source).unwrap();
    assert_eq!(machine.returned(), Some(1));
    let told: Vec<String> = machine.warnings().iter().map(|w| w.to_string()).collect();
    let expected = "Warning TEST.C 4: Possible use of 'p' before definition in function main";
    assert_eq!(told, [expected]);
}

#[test]
fn the_debugger_shows_structs_that_were_handed_over() {
    let source = "struct P { int x, y; };
        struct P sum(struct P a, struct P b)
        { a.x += b.x; return a; }
        main() { struct P p = {1, 2}, q; q = sum(p, sum(p, p)); return q.x; }";
    let mut debugger = Debugger::new(&Program::compile("TEST.C", source).unwrap()).unwrap();
    debugger.go_to(Goal::Line(3), false);
    assert_eq!(
        debugger.machine().frames()[0].to_string(),
        "sum({1, 2}, {1, 2})"
    );
    assert_eq!(debugger.evaluate("b.y + a.x", 0).unwrap().to_string(), "3");
    assert_eq!(debugger.evaluate("p", 1).unwrap().to_string(), "{1, 2}");
    debugger.go_to(Goal::End, false);
    assert_eq!(debugger.machine().returned(), Some(3));
}
