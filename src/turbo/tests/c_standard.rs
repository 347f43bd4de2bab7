//! `stdarg.h`, `assert.h`, `stddef.h`, `limits.h` and `stdbool.h`.

use crate::common::data::rows;
use crate::c_language::run;
use crate::c_pointers::{fault, messages, printed};

/// gcc's output is the same.
#[test]
fn variadic_functions_work() {
    let source = r#"#include <stdio.h>
#include <stdarg.h>
#include <assert.h>
struct P { int x, y; };
int sum(int count, ...)
{
  va_list ap; int n = 0;
  va_start(ap, count);
  while (count-- > 0) n += va_arg(ap, int);
  va_end(ap);
  return n;
}
void say(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  printf("[");
  vprintf(format, ap);
  printf("]");
  va_end(ap);
}
char *text(char *to, char *format, ...)
{
  va_list ap;
  va_start(ap, format); vsprintf(to, format, ap); va_end(ap);
  return to;
}
double mixed(char *kinds, struct P p, ...)
{
  va_list ap; double d = p.x;
  va_start(ap, p);
  for (; *kinds; kinds++)
    switch (*kinds)
    {
      case 'i': d += va_arg(ap, int); break;
      case 'd': d += va_arg(ap, double); break;
      case 'p': p = va_arg(ap, struct P); d += p.x * 100 + p.y; break;
      case 's': printf("%s ", va_arg(ap, char *)); break;
    }
  va_end(ap);
  return d;
}
int through(va_list ap) { return va_arg(ap, int) + va_arg(ap, int); }
int both(int n, ...) { va_list ap; va_start(ap, n); return through(ap) * n; }
int main(void)
{
  char s[40]; struct P p = {1, 2}, q = {3, 4};
  printf("%d %d %d\n", sum(3, 1, 2, 3), sum(0), sum(2, sum(1, 5), 6));
  say("%d %s %.1f %c", 5, "five", 5.5, 'v'); say("none"); printf("\n");
  printf("%s\n", text(s, "%d-%d", 7, 8));
  printf("%.2f\n", mixed("idps", p, 10, 0.25, q, "end"));
  printf("%d\n", both(2, 3, 4));
  assert(p.x == 1);
  return 0;
  return 0;
}
"#;
    let expected = "6 0 11\n[5 five 5.5 v][none]\n7-8\nend 315.25\n14\n";
    assert_eq!(printed(source), expected);
}

#[test]
fn variadic_misuse_is_reported() {
    let head = "#include <stdarg.h>\nint f(int n, ...)\n{ va_list ap; va_start(ap, n);
        return va_arg(ap, int) + va_arg(ap, int); }\n";
    let told = "4: va_arg asks for an argument that was not given";
    assert_eq!(fault(&format!("{head}main() {{ return f(1, 2); }}")), told);
    let told = "5: 'f' takes any number of arguments, and is called by its name here";
    let source = format!("{head}main() {{ int (*g)() = f; return g(1, 2); }}");
    assert_eq!(fault(&source), told);
    const CASES: &str = "
main() { return f(1, 2); } int f(int n, ...) { return n; } => 'f' takes any number of arguments: its declaration comes before its calls
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
fn offsetof_and_limits_are_defined() {
    let source = r#"#include <stdio.h>
#include <stddef.h>
#include <limits.h>
struct P { char c; int n; struct { long l; char s[3]; } in; } p;
int main(void)
{
  printf("%d %d %d\n", offsetof(struct P, n), offsetof(struct P, in), offsetof(struct P, in.s));
  printf("%u %ld %lu %d %d\n", UINT_MAX, LONG_MIN, ULONG_MAX, UCHAR_MAX, CHAR_BIT);
  return 0;
}
"#;
    let expected = "1 3 7\n65535 -2147483648 4294967295 255 8\n";
    assert_eq!(printed(source), expected);
}

#[test]
fn bool_values_are_0_or_1() {
    let source = r#"#include <stdio.h>
#include <stdbool.h>
bool even(int n) { return n & 6; }
int shown(bool b) { return b; }
struct S { bool on; char c; } s = { 7, 'x' };
bool all[3] = { 2, 0, true };
int main(void)
{
  bool b = 256, c = 0.25, d;
  int n = 512, *p = &n;
  d = p;
  printf("%d %d %d %d %d\n", b, c, d, s.on, (int) sizeof(bool));
  b = n; b++; s.on = b - 1; d = !b; c = (bool) 0.5;
  printf("%d %d %d %d %d\n", b, s.on, d, c, all[0] + all[1] + all[2]);
  printf("%d %d %d\n", even(4), shown(42), (_Bool) n);
  return 0;
}
"#;
    assert_eq!(printed(source), "1 1 1 1 1\n1 0 0 1 2\n1 1 1\n");
}

#[test]
fn variable_length_arrays_are_reported_once() {
    let source = "main() { int n = 5, a[n], i; for (i = 0; i < n; i++) a[i] = i; return a[0]; }";
    let told = "Constant expression required: Turbo C has no arrays whose size is found while the program runs";
    assert_eq!(
        messages(source),
        format!("Error TEST.C 1: {told} in function main")
    );
}

#[test]
fn undeclared_names_are_reported_once_per_file() {
    let source =
        "int f() { return x + x; }\nint g() { return x; }\nmain() { return f() + g() + y; }";
    let told = "Error TEST.C 1: Undefined symbol 'x' in function f\n\
                Error TEST.C 3: Undefined symbol 'y' in function main";
    assert_eq!(messages(source), told);
}
