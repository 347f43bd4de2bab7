//! Structs as values, unions and bit fields.

use turbo::c::{Debugger, Goal, Program};

use crate::common::data::rows;
use crate::c_language::run;
use crate::c_pointers::{fault, messages, printed};

/// gcc's output is the same.
#[test]
fn structs_are_copied_whole() {
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
fn struct_type_mismatches_are_reported() {
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
        (
            "g(p).x = 3;",
            "Lvalue required: what a function returns has no place of its own",
        ),
        ("p = n ? p : q;", "Incompatible type conversion"),
        ("{ struct P r = q; }", "Incompatible type conversion"),
        ("made();", "Undefined structure 'R'"),
    ];
    for (statement, told) in sources {
        let source = format!(
            "struct P {{ int x, y; }}; struct Q {{ int x, y; }}; struct R made(void);
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
fn uninitialized_members_are_reported_when_read() {
    let source = "struct P { int x, y; }; struct P half() { struct P p; p.x = 1; return p; }
        main() { struct P p;\np = half();\nreturn p.x + p.y; }";
    let machine = run(source).unwrap();
    assert_eq!(machine.returned(), Some(1));
    let told: Vec<String> = machine.warnings().iter().map(|w| w.to_string()).collect();
    let expected = "Warning TEST.C 4: Possible use of 'p' before definition in function main";
    assert_eq!(told, [expected]);
}

#[test]
fn the_debugger_shows_struct_arguments() {
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

/// gcc's output is the same.
#[test]
fn unions_share_bytes_and_bit_fields_wrap() {
    let source = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
union Both { short n; unsigned char c[2]; };
struct Words { unsigned short ax, bx; };
struct Halves { unsigned char al, ah, bl, bh; };
union Regs { struct Words x; struct Halves h; };
union Value { short n; char *text; float f; char s[6]; };
struct Tagged { char kind; union Value value; } things[3] = { {'n', {7}} };
struct Date { unsigned short day : 5; unsigned short month : 4; unsigned short year : 7; } today = { 24, 11, 26 };
struct Flags { unsigned short a : 1, b : 3; short s : 4; unsigned short : 0; unsigned short c : 9; } flags;
union Word { unsigned short all; struct Date date; };
union Real { float f; unsigned char b[4]; };
union Regs turned(union Regs r) { unsigned char c = r.h.al; r.h.al = r.h.ah; r.h.ah = c; return r; }
int main(void)
{
  union Both b, *p = &b, other;
  union Regs r;
  union Word w;
  union Real f;
  int i;
  struct Date d;
  b.n = 0x1234;
  printf("%x %x\n", b.c[0], b.c[1]);
  b.c[0] = 0x56;
  printf("%x %x\n", b.n, p->c[1]);
  p->n = -2; other = *p;
  printf("%d %d %d\n", b.c[0], other.c[1], other.n + b.c[0]);
  r.x.ax = 0x4C01; r.x.bx = 7; r = turned(r);
  printf("%x %x %x %d\n", r.x.ax, r.h.ah, r.h.al, r.h.bl);
  r.h.bh = 1; printf("%u %d\n", r.x.bx, (int) sizeof(union Regs));
  things[1].kind = 's'; strcpy(things[1].value.s, "hello");
  things[2].kind = 'f'; things[2].value.f = 2.5;
  for (i = 0; i < 3; i++)
    switch (things[i].kind)
    {
      case 'n': printf("%d ", things[i].value.n); break;
      case 's': printf("%s ", things[i].value.s); break;
      case 'f': printf("%.1f\n", things[i].value.f); break;
    }
  things[0].value.text = "text"; things[1] = things[0]; printf("%s\n", things[1].value.text);
  printf("%d.%d.%d %d\n", today.day, today.month, today.year, (int) sizeof(struct Date));
  d = today; d.day += 10; d.month++; d.year = 200; printf("%d %d %d\n", d.day, d.month, d.year);
  flags.a = 3; flags.b = 9; flags.s = 9; flags.c = 511; flags.s--;
  printf("%d %d %d %d %d\n", flags.a, flags.b, flags.s, flags.c, (int) sizeof flags);
  printf("%d %d\n", flags.a = 2, flags.b++ + flags.b);
  w.date = today; printf("%x\n", w.all);
  w.all = 0xFFFF; printf("%d %d %d\n", w.date.day, w.date.month, w.date.year);
  f.f = 1.5; printf("%x %x %x %x\n", f.b[0], f.b[1], f.b[2], f.b[3]);
  f.b[3] = 0xC0; printf("%.3f\n", f.f);
  p = malloc(2 * sizeof(union Both)); p[1].n = 258; printf("%d %d\n", p[1].c[0], p[1].c[1]);
  memset(p, 0, 2 * sizeof(union Both)); printf("%d\n", p[1].n);
  memset(&today, 0, sizeof today); printf("%d %d\n", today.day, today.year);
  b.c[0] = 1; b.c[1] = 2; printf("%d\n", b.c[0] + b.n);
  return 0;
}
"#;
    let expected = "\
34 12\n\
1256 12\n\
254 255 252\n\
14c 1 4c 7\n\
263 4\n\
7 hello 2.5\n\
text\n\
24.11.26 2\n\
2 12 72\n\
1 1 -8 511 4\n\
0 3\n\
3578\n\
31 15 127\n\
0 0 c0 3f\n\
-6.000\n\
2 1\n\
0\n\
0 0\n\
514\n";
    assert_eq!(printed(source), expected);
}

#[test]
fn reading_pointer_bytes_is_reported() {
    let source = "union { char *p; int n; } u; main() { u.p = \"a\"; return u.n; }";
    let machine = run(source).unwrap();
    assert_eq!(machine.returned(), Some(0));
    let told: Vec<String> = machine.warnings().iter().map(|w| w.to_string()).collect();
    let expected = "'u' holds a pointer, and the bytes of one are not known here";
    assert_eq!(
        told,
        [format!("Warning TEST.C 1: {expected} in function main")]
    );
}

#[test]
fn union_and_bit_field_errors_are_reported_once() {
    const CASES: &str = "
struct B { int a : 20; int b; } x; => 1: A bit field has 1 to 16 bits
struct C { long a : 2; }; => 1: Bit fields must be signed or unsigned int
union U u; => 1: Undefined structure 'U'
union U { } u = { 1 }; => 1: Declaration syntax error
union U { int x, x; }; => 1: Multiple declaration for 'x'
struct D { int a : 3; } d; int *p = &d.a; => 1: A bit field has no address
union E { int x; } e; struct E { int x; } f; main() { e = f; } => 1: Incompatible type conversion in function main
union E { int x; } e; main() { e.y = 1; } => 1: Undefined symbol 'y' in function main
";
    for [source, told] in rows(CASES) {
        assert_eq!(messages(&source), format!("Error TEST.C {told}"), "{source}");
    }
}

#[test]
fn inspecting_a_union_changes_nothing() {
    let source =
        "union Both { int n; char c[2]; } b; struct { int a : 3; unsigned b : 2; } s = {-1, 3};
        main() {
          b.n = 0x4241;
          b.c[1] = 'C';
          return b.n; }";
    let mut debugger = Debugger::new(&Program::compile("TEST.C", source).unwrap()).unwrap();
    debugger.go_to(Goal::Line(4), false);
    let all = |debugger: &Debugger| debugger.machine().globals();
    let before = all(&debugger);
    assert_eq!(before[0].value.to_string(), "{16961, {'A', 'B'}}");
    assert_eq!(before[1].value.to_string(), "{-1, 3}");
    assert_eq!(before[0].type_name, "union Both");
    assert_eq!(debugger.evaluate("b.c[0]", 0).unwrap().to_string(), "'A'");
    assert_eq!(
        debugger.evaluate("b.n == 0x4241", 0).unwrap().to_string(),
        "1"
    );
    assert_eq!(all(&debugger), before);
    debugger.go_to(Goal::Line(5), false);
    assert_eq!(
        debugger.evaluate("b", 0).unwrap().to_string(),
        "{17217, {'A', 'C'}}"
    );
    debugger.assign("b.c[0] = 'Z'", 0).unwrap();
    debugger.go_to(Goal::End, false);
    assert_eq!(debugger.machine().returned(), Some(0x435A));
    debugger.go_to(Goal::Line(4), true);
    assert_eq!(all(&debugger)[0].value.to_string(), "{16961, {'A', 'B'}}");
}

#[test]
fn union_members_can_index_each_other() {
    let source = "union U { int i; char a[4]; struct { int b[2]; } s; } u, *p = &u;
        main() { u.i = 1; u.a[2] = 7; u.a[3] = 0; p->s.b[1] += 1; return u.a[u.i] * 1000 + p->s.b[p->i] + p->a[p->a[0]]; }";
    let machine = run(source).unwrap_or_else(|halt| panic!("{halt:?}"));
    assert_eq!(machine.returned(), Some(8));
    assert!(machine.warnings().is_empty(), "{:?}", machine.warnings());
}
