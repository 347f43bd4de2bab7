//! Function pointers, declarations, and the arguments of `main`.

use turbo::c::{Debugger, Goal, Halt, Machine, Program, Stop};
use turbo::dos::script::Script;

use crate::c_language::{program, run, said, started};
use crate::common::data::rows;

/// Runs a program and returns its output. Going back must restore all variables at each step.
pub fn printed(source: &str) -> String {
    let mut machine = started(source);
    let mut console = Script::new([], |_, _| ());
    let mut before = Vec::new();
    loop {
        before.push(values(&machine));
        assert!(before.len() < 20_000, "endless program:\n{source}");
        let stop = machine.step(&mut console);
        match stop.unwrap_or_else(|halt| panic!("{halt:?}\n{source}")) {
            Stop::Ended => break,
            Stop::Paused => {}
        }
    }
    let output = machine.output().to_string();
    while machine.step_back(&mut console) {
        let now = values(&machine);
        let steps = machine.steps() as usize;
        assert_eq!(now, before[steps], "back at step {steps} of\n{source}");
    }
    assert_eq!(machine.steps(), 0);
    output
}

/// All variables with their values.
fn values(machine: &Machine) -> Vec<String> {
    let locals = machine.frames().into_iter().flat_map(|f| f.variables);
    let all = machine.globals().into_iter().chain(locals);
    all.map(|v| format!("{} = {}", v.name, v.value)).collect()
}

/// The line and message of a program's fault.
pub fn fault(source: &str) -> String {
    match run(source) {
        Err(Halt::Fault(fault)) => format!("{}: {}", fault.line, fault.text),
        _ => panic!("no fault: {source}"),
    }
}

/// The compiler's messages.
pub fn messages(source: &str) -> String {
    match Program::compile("TEST.C", source) {
        Ok(program) => said(program.warnings()),
        Err(messages) => said(&messages),
    }
}

#[test]
fn calls_through_wrong_pointers_are_reported() {
    const CASES: &str = r"
int (*f)() = 0;\nreturn f(); => 3: The program calls a NULL pointer as a function
int x, (*f)() = (int (*)()) &x;\nreturn f(); => 3: The program calls a pointer that does not point to a function
int (*f)() = one;\nreturn f(1, 2); => 3: The pointer points to 'one', which takes 1 arguments, got 2
double (*f)() = one;\nreturn f(1) > 0; => 3: The pointer points to 'one', which returns int instead of double
int *p = (int *) one;\nreturn *p; => 3: The pointer points to the function 'one', not to a variable
int (*f)() = one;\nf++;\nreturn 0; => 3: A pointer to the function 'one' has no elements
";
    for [body, told] in rows(CASES) {
        let source = format!("int one(int n) {{ return n; }}\nmain() {{ {body} }}");
        assert_eq!(fault(&source), told, "{body}");
    }
}

#[test]
fn function_pointer_arguments_are_checked() {
    const CASES: &str = r"
int f(int a) { return a; } int (*p)(int) = f; main() { return p(1, 2) +\np(); } => Error TEST.C 1: Extra parameter in call to 'p' in function main\nError TEST.C 2: Too few parameters in call to 'p' in function main
int f(int a) { return a; } int (*p)(int, int) = f; => Warning TEST.C 1: Suspicious pointer conversion
int f(); main() { int (*p)() = f; return p(); } => Error TEST.C 1: Undefined symbol 'f': it is declared, but no file defines it in function main
main() { int x; x(1); } => Error TEST.C 1: Call of nonfunction in function main
int f[2](int); => Error TEST.C 1: An array cannot hold functions, but pointers to them
";
    for [source, told] in rows(CASES) {
        assert_eq!(messages(&source), told, "{source}");
    }
}

#[test]
fn functions_with_function_parameters_can_be_called_early() {
    let source = "int one(int n) { return n + 1; } main() { return twice(one, 5); }
        int twice(int (*f)(int), int n) { return f(f(n)); }";
    assert_eq!(run(source).unwrap().returned(), Some(7));
}

#[test]
fn const_pointers_cannot_be_changed() {
    let source = "main() { char *const p = 0; p = 0; }";
    let told = "Error TEST.C 1: Cannot modify a const object in function main";
    assert_eq!(messages(source), told);
}

#[test]
fn main_receives_the_program_name() {
    let source = r#"#include <stdio.h>
int main(int argc, char *argv[], char *env[])
{
  printf("%d %s %d %d", argc, argv[0], argv[1] == NULL, env[0] == NULL);
  return 0;
}
"#;
    assert_eq!(printed(source), "1 TEST.EXE 1 1");
    let old = "main(argc, argv) int argc; char **argv; { return argc; }";
    assert_eq!(run(old).unwrap().returned(), Some(1));
}

#[test]
fn constants_have_the_smallest_fitting_type() {
    let source = r#"#include <stdio.h>
#include <limits.h>
main() { printf("%ld %d %d", LONG_MAX, sizeof(LONG_MAX), sizeof(INT_MAX)); }
"#;
    assert_eq!(printed(source), "2147483647 4 2");
}

#[test]
fn function_pointers_display_function_names() {
    let source = "int f(int a) { return a; } int (*p)(int) = f, (*none)(); double (*q[2])(double);
        main() { int (*(*r)[2])(int) = 0; return 0; }";
    let mut machine = started(source);
    let globals = machine.globals().into_iter();
    let shown: Vec<String> = globals.map(|v| format!("{} {}", v.type_name, v.value)).collect();
    assert_eq!(shown, ["int (*)(int) f", "int (*)() NULL", "double (*[2])(double) {NULL, NULL}"]);
    machine.step(&mut Script::new([], |_, _| ())).unwrap();
    let frame = &machine.frames()[0];
    assert_eq!(frame.variables[0].type_name, "int (*(*)[2])(int)");
}

#[test]
fn atexit_functions_run_in_reverse_order() {
    let end = |end: &str| {
        let source = format!(
            r#"#include <stdio.h>
#include <stdlib.h>
void one(void) {{ printf("one "); }}
void two(void) {{ printf("two "); }}
int main(void) {{ atexit(one); atexit(two); printf("main "); {end}; }}"#
        );
        let machine = run(&source).unwrap();
        assert_eq!(printed(&source), "main two one ");
        machine.returned()
    };
    assert_eq!(end("return 5"), Some(5));
    assert_eq!(end("exit(6)"), Some(6));
}

#[test]
fn library_helpers_are_hidden() {
    let source = "int up(int *a, int *b) { return *a - *b; }
        main() { int a[2]; a[0] = 8; a[1] = 6; qsort(a, 2, sizeof(int), up); return a[0]; }";
    let sorts = program(source);
    let names: Vec<&str> = sorts.functions().iter().map(|f| &*f.name).collect();
    assert_eq!(names, ["up", "main"]);
    let mut debugger = Debugger::new(&sorts).unwrap();
    debugger.go_to(Goal::Line(1), false);
    let frames = debugger.machine().frames();
    let frames: Vec<String> = frames.iter().map(ToString::to_string).collect();
    assert_eq!(frames, ["up(&a[0], &a[1])", "main()"]);
    assert_eq!(debugger.evaluate("a[1]", 1).unwrap().to_string(), "6");
    debugger.go_to(Goal::End, false);
    assert_eq!(debugger.machine().returned(), Some(6));
    let none = source.replace("up);", "0);");
    assert_eq!(fault(&none), "2: The program calls a NULL pointer as a function");
    // The program's own function of that name takes precedence.
    let own = "int qsort(int n) { return n + 1; } main() { return qsort(1); }";
    assert_eq!(run(own).unwrap().returned(), Some(2));
}

#[test]
fn the_address_behind_an_array_is_allowed() {
    const SOURCE: &str = r#"
#include <stdio.h>
int v[4] = { 1, 2, 3, 4 }, *last = &v[4];
int sum(int *p, int *end)
{
  int s = 0;
  while (p < end)
    s += *p++;
  return s;
}
int main(void)
{
  int own[4], m[2][3], *p, n = 3, i = 0;
  char text[5] = "abcd", *c;
  for (p = own; p < &own[4]; p++)
    *p = 2;
  for (p = m[0]; p < &m[1][3]; p++)
    *p = 1;
  for (c = text; c < &text[5] && *c; c++)
    i++;
  p = &own[n + 1];
  printf("%d %d %d %d %d", sum(v, last), sum(own, &own[4]), sum(m[0], &m[n - 2][n]), i, p - own);
  return 0;
}
"#;
    assert_eq!(printed(SOURCE), "10 8 6 4 4");
}
