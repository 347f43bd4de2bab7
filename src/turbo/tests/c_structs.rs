//! Structs as values, unions and bit fields.

use turbo::c::{Debugger, Goal, Halt};
use turbo::dos::script::Script;

use crate::c_debugger::value;
use crate::c_language::{program, run, said, started};
use crate::c_pointers::{fault, messages};
use crate::common::data::rows;

#[test]
fn a_failed_call_with_a_struct_can_be_undone() {
    let source = "struct s { int n; }; int f(int n, struct s x) { return n + x.n; }
        main()\n{ struct s *p = 0; int a = 1;\nreturn f(a = 3, *p); }";
    let mut machine = started(source);
    let mut console = Script::new([], |_, _| ());
    assert!(matches!(machine.run(&mut console, 100), Err(Halt::Fault(_))));
    assert_eq!(machine.variable("a").unwrap().to_string(), "1");
    assert_eq!(machine.depth(), 1);
}

#[test]
fn struct_type_mismatches_are_reported() {
    const CASES: &str = r#"
p = q; => Incompatible type conversion
g(q); => Type mismatch in parameter 'p' in call to 'g'
g(3); => Type mismatch in parameter 'p' in call to 'g'
printf("%d", p); => A structure cannot be an argument in call to 'printf'
n = g(p); => Illegal structure operation
if (p) n = 1; => Illegal structure operation
g(p).x = 3; => Lvalue required: the result of a function is not a variable
p = n ? p : q; => Incompatible type conversion
{ struct P r = q; } => Incompatible type conversion
made(); => Undefined structure 'R'
"#;
    for [statement, told] in rows(CASES) {
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
    let told = "2: The pointer points to 'take', which takes arguments of other types";
    assert_eq!(fault(by_pointer), told);
}

#[test]
fn uninitialized_members_are_reported_when_read() {
    let source = "struct P { int x, y; }; struct P half() { struct P p; p.x = 1; return p; }
        main() { struct P p;\np = half();\nreturn p.x + p.y; }";
    let machine = run(source).unwrap();
    assert_eq!(machine.returned(), Some(1));
    let told = "Warning TEST.C 4: Possible use of 'p' before definition in function main";
    assert_eq!(said(&machine.warnings()), told);
}

#[test]
fn the_debugger_shows_struct_arguments() {
    let source = "struct P { int x, y; };
        struct P sum(struct P a, struct P b)
        { a.x += b.x; return a; }
        main() { struct P p = {1, 2}, q; q = sum(p, sum(p, p)); return q.x; }";
    let mut debugger = Debugger::new(&program(source)).unwrap();
    debugger.go_to(Goal::Line(3), false);
    assert_eq!(debugger.machine().frames()[0].to_string(), "sum({1, 2}, {1, 2})");
    assert_eq!(debugger.evaluate("b.y + a.x", 0).unwrap().to_string(), "3");
    assert_eq!(debugger.evaluate("p", 1).unwrap().to_string(), "{1, 2}");
    debugger.go_to(Goal::End, false);
    assert_eq!(debugger.machine().returned(), Some(3));
}

#[test]
fn the_bytes_of_a_pointer_are_an_offset_and_a_segment() {
    let source = "char a[4], *p = a; union { char *p; struct { unsigned offset, segment; } at; } u, v;
        main() { u.p = a + 2; v.at = u.at; v.at.offset++; *v.p = 7; p = *(char **)&v; return a[3] * 10 + (p - a); }";
    assert_eq!(run(source).unwrap().returned(), Some(73));
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
    let source = "union Both { int n; char c[2]; } b; struct { int a : 3; unsigned b : 2; } s = {-1, 3};
        main() {
          b.n = 0x4241;
          b.c[1] = 'C';
          return b.n; }";
    let mut debugger = Debugger::new(&program(source)).unwrap();
    debugger.go_to(Goal::Line(4), false);
    let all = |debugger: &Debugger| debugger.machine().globals();
    let before = all(&debugger);
    assert_eq!(before[0].value.to_string(), "{16961, {'A', 'B'}}");
    assert_eq!(before[1].value.to_string(), "{-1, 3}");
    assert_eq!(before[0].type_name, "union Both");
    assert_eq!(value(&debugger, "b.c[0]"), "'A'");
    assert_eq!(value(&debugger, "b.n == 0x4241"), "1");
    assert_eq!(all(&debugger), before);
    debugger.go_to(Goal::Line(5), false);
    assert_eq!(value(&debugger, "b"), "{17217, {'A', 'C'}}");
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
