//! `stdarg.h`, `assert.h`, `stddef.h`, `limits.h` and `stdbool.h`.

use crate::c_language::run;
use crate::c_pointers::{fault, messages};
use crate::common::data::rows;

#[test]
fn variadic_misuse_is_reported() {
    let head = "#include <stdarg.h>\nint f(int n, ...)\n{ va_list ap; va_start(ap, n);
        return va_arg(ap, int) + va_arg(ap, int); }\n";
    let told = "4: va_arg asks for an argument that was not given";
    assert_eq!(fault(&format!("{head}main() {{ return f(1, 2); }}")), told);
    let told = "5: 'f' takes any number of arguments, so call it by its name";
    let source = format!("{head}main() {{ int (*g)() = f; return g(1, 2); }}");
    assert_eq!(fault(&source), told);
    const CASES: &str = "
main() { return f(1, 2); } int f(int n, ...) { return n; } => 'f' takes any number of arguments: declare it before the calls
main() { char *list; va_start(list, list); } => va_start is for a function whose parameters end with ...
int f(int n, ...); main() { return f(); } int f(int n, ...) { return n; } => Too few parameters in call to 'f'
";
    for [source, told] in rows(CASES) {
        let first = messages(&source);
        let first = first.lines().next();
        let expected = format!("Error TEST.C 1: {told} in function main");
        assert_eq!(first, Some(&*expected), "{source}");
    }
}

#[test]
fn failed_assertions_are_reported_unless_ndebug() {
    let source = "#include <assert.h>\nmain()\n{\nint x = 1;\nassert(x == 1);\nassert(x > 1 && \"small\");\nreturn 5; }";
    assert_eq!(fault(source), "6: Assertion failed: x > 1 && \"small\"");
    let without = format!("#define NDEBUG\n{source}");
    assert_eq!(run(&without).unwrap().returned(), Some(5));
}

#[test]
fn errors_are_reported_once() {
    const CASES: &str = "
main() { int n = 5, a[n], i; for (i = 0; i < n; i++) a[i] = i; return a[0]; } => Error TEST.C 1: Constant expression required: Turbo C has no arrays of variable size in function main
int f() { return x + x; }\\nint g() { return x; }\\nmain() { return f() + g() + y; } => Error TEST.C 1: Undefined symbol 'x' in function f\\nError TEST.C 3: Undefined symbol 'y' in function main
";
    for [source, told] in rows(CASES) {
        assert_eq!(messages(&source), told, "{source}");
    }
}
