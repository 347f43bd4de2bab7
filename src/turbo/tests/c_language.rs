//! The C language: values, statements, declarations, library calls and compiler messages.

use turbo::c::{Argument, Halt, Machine, Message, Program, Severity, Stop, Value};
use turbo::dos::script::Script;

use crate::common::data::rows;
use crate::common::grown;

/// Compiles a correct source.
pub fn program(source: &str) -> Program {
    Program::compile("TEST.C", source).unwrap_or_else(|messages| panic!("{}\n{source}", said(&messages)))
}

pub fn said(messages: &[Message]) -> String {
    let lines: Vec<String> = messages.iter().map(Message::to_string).collect();
    lines.join("\n")
}

/// Creates a machine that is about to run `main`.
pub fn started(source: &str) -> Machine {
    let mut machine = Machine::new(&program(source));
    machine.call("main", &[]).unwrap();
    machine
}

/// Runs `main` to its end without keys and returns its output.
pub fn output(source: &str) -> String {
    let machine = run(source).unwrap_or_else(|halt| panic!("{halt:?}\n{source}"));
    machine.output().to_string()
}

/// Runs `main` to its end, without keys.
pub fn run(source: &str) -> Result<Machine, Halt> {
    let mut machine = Machine::new(&program(source));
    machine.call("main", &[]).map_err(Halt::Fault)?;
    let mut console = Script::new([], |_, _| ());
    let stop = machine.run(&mut console, 200_000)?;
    assert_eq!(stop, Stop::Ended, "endless program:\n{source}");
    Ok(machine)
}

fn returned(source: &str) -> i32 {
    match run(source) {
        Ok(machine) => machine.returned().unwrap(),
        Err(halt) => panic!("{halt:?}\n{source}"),
    }
}

/// The value of an expression in a program with some variables.
fn is(expression: &str) -> i32 {
    returned(&format!(
        "int a = 7, b = 3, z; unsigned u = 65535u; long l = 100000; char c = 'A';
         int m[3][4] = {{{{1, 2, 3, 4}}, {{5, 6, 7, 8}}, {{9, 10, 11, 12}}}}; char s[] = \"Othello\";
         int f(int x) {{ return x * 10; }}
         int main(void) {{ int *p = &m[1][0], (*row)[4] = m; return {expression}; }}"
    ))
}

#[test]
fn expressions_have_their_c_values() {
    for (expression, value) in [
        ("1 + 2 * 3 - 4 / 2", 5),
        ("(1 + 2) * 3 % 5", 4),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("1 << 3 | 1 << 1 & 3 ^ 1", 11),
        ("0x4800 == 18432", 1),
        ("010 + 'a'", 105),
        ("'\\n' + '\\x41' + '\\101'", 140),
        ("a > b && b > 0 || 0", 1),
        ("!a + !0", 1),
        ("~a & 0xFF", 248),
        ("a > 5 ? b : 100", 3),
        ("a == 7 ? b == 3 ? 1 : 2 : 3", 1),
        ("(a, b, 9)", 9),
        ("z = b = 4, z + b", 8),
        ("a += 3, a -= 1, a *= 2, a /= 3, a %= 4, a", 2),
        ("a <<= 2, a >>= 1, a |= 1, a &= 13, a ^= 2, a", 15),
        ("a++ + ++b, a * 10 + b", 84),
        ("a-- - --b", 5),
        ("32767 + 1", -32768),
        ("a * 10000", 4464),
        ("-32768 / -1", -32768),
        ("u > 0", 1),
        ("u + 1 == 0", 1),
        ("-1 < u", 0),
        ("-1 < 1u", 0),
        ("l / 1000", 100),
        ("l * 100000 == 1410065408", 1),
        ("(int) l", -31072),
        ("(char) 200", -56),
        ("(unsigned char) 200", 200),
        ("c + 1", 66),
        ("c = 300, c", 44),
        ("m[1][2]", 7),
        ("*(*(m + 2) + 3)", 12),
        ("p[3] + *p + p[-1]", 17),
        ("row[2][1]", 10),
        ("*++p", 6),
        ("(*p)++ + *p", 11),
        ("&m[2][0] - p", 4),
        ("m[2] == &m[2][0]", 1),
        ("p < &m[1][1]", 1),
        ("2[m[1]]", 7),
        ("s[0] == 'O' && s[7] == 0", 1),
        ("*\"abc\"", 97),
        ("\"ab\" \"cd\"[2]", 99),
        ("sizeof(int) + sizeof(long) + sizeof(char)", 7),
        ("sizeof m", 24),
        ("sizeof m[0] / sizeof m[0][0]", 4),
        ("sizeof s", 8),
        ("sizeof p", 4),
        ("f(f(2)) - f(1)", 190),
        ("0 && 1 / z", 0),
        ("1 || 1 / z", 1),
        ("abs(-5) + (int) strlen(s)", 12),
        ("strcmp(s, \"Othello\") == 0", 1),
        ("RED + VGAHI + DETECT", 6),
    ] {
        assert_eq!(is(expression), value, "{expression}");
    }
}

/// Bodies of `main` and their return values.
const STATEMENTS: &str = r#"
int i, n = 0; for (i = 0; i < 10; i++) n += i; return n; => 45
int i = 0, n = 0; while (1) { if (++i > 9) break; if (i % 2) continue; n += i; } return n; => 20
int i = 0; do i++; while (i < 5); return i; => 5
int n = 0; for (;;) { n++; if (n == 7) return n; } => 7
int i, j, n = 0; for (i = 0, j = 9; i < j; i++, j--) n++; return n; => 5
int n = 0; switch (2) { case 1: n = 1; case 2: n += 2; case 3: n += 4; break; default: n = 99; } return n; => 6
int n = 0; switch (9) { case 1: n = 1; break; default: n = 5; } return n; => 5
int n = 3; switch (9) { case 1: n = 1; } return n; => 3
int k = 0x8500; switch (k) { case 0x8500: return 7; } return 0; => 7
unsigned u = 65535u; switch (u) { case -1: return 3; } return 0; => 3
long l = 70000; switch (l) { case 4464: return 1; case 70000: return 5; } return 0; => 5
return (int) 0x8500 == 0x8500 && 0x8500 > 0; => 1
int k = 0x8500; return k < 0 && k == 0x8500; => 1
int i, n = 0; for (i = 0; i < 4; i++) switch (i) { case 1: continue; default: n += i; } return n; => 5
int n = 0; again: n++; if (n < 4) goto again; return n; => 4
int n = 1; if (n) if (n == 2) return 3; else return 4; return 5; => 4
int n = 1; { int n = 2; { int n = 3; } n++; } return n; => 1
static int n = 5; n++; return n; => 6
int a[5] = {1, 2}; return a[0] + a[1] * 10 + a[4]; => 21
int x = 4, a[2] = {9, 9}; a[1] = x; return a[0] * 10 + a[1]; => 94
char t[10] = "abc"; t[1] = 'X'; return strcmp(t, "aXc"); => 0
char *names[] = {"one", "three"}; return strlen(names[1]) + sizeof names; => 13
struct point { int x, y; } p, q[2], *r = &q[1]; p.x = 3; p.y = 4; q[1] = p; r->y++; return q[1].x * 10 + r->y; => 35
typedef int row[8]; row map[2]; map[1][7] = 6; return map[1][7] + sizeof(row); => 22
enum { A, B = 5, C } e = C; return e + A; => 6
register int i; const int k = 2; volatile long v = 3; i = k; return i + v; => 5
int a[3], i; memset(a, 0, sizeof a); for (i = 0; i < 3; i++) a[i] += i; return a[2]; => 2
int a[4] = {1,2,3,4}, b[4]; memcpy(b, a, sizeof(a)); return b[3]; => 4
unsigned char c = 255; c++; return c; => 0
int i = 5; while (i --> 0); return i; => -1
int a[2][2][2] = {1,2,3,4,5,6,7,8}; return a[1][0][1]; => 6
int a[][2] = {{1, 2}, {3, 4}, {5}}; return sizeof a + a[2][1]; => 12
;;; return 0; => 0
"#;

#[test]
fn statements_follow_c() {
    for [body, value] in rows(STATEMENTS) {
        let found = returned(&format!("int main(void) {{ {body} }}"));
        assert_eq!(found.to_string(), value, "{body}");
    }
}

/// Programs and the return values of `main`.
const FUNCTIONS: &str = r#"
int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { return f(15); } => 610
int f(x, y) int x, y; { return x * 10 + y; } main() { return f(3, 4); } => 34
main() { return later(20); } later(n) { return n + 1; } => 21
int f(int); int main(void) { return f(2); } int f(int n) { return n * n; } => 4
void set(int *p, int n) { *p = n; } int main(void) { int x; set(&x, 8); return x; } => 8
int sum(int a[8][8]) { a[7][7] = 5; return a[7][7] + a[0][0]; } int m[8][8]; int main(void) { m[0][0] = 1; return sum(m) + m[7][7]; } => 11
int sum(int *a, int n) { int s = 0; while (n--) s += *a++; return s; } int main(void) { int a[] = {1,2,3}; return sum(a, 3); } => 6
long big(void) { return 70000; } int main(void) { return big() / 1000; } => 70
char small(int n) { return n; } int main(void) { return small(257); } => 1
int even(int n); int odd(int n) { return n ? even(n - 1) : 0; } int even(int n) { return n ? odd(n - 1) : 1; } int main(void) { return even(40); } => 1
static int n; int next(void) { static int k = 10; n++; return k++; } int main(void) { next(); next(); return next() * 10 + n; } => 123
char *pick(int n) { return n ? "yes" : "no"; } int main(void) { return pick(1)[0]; } => 121
#define N 8\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define LAST (N - 1)\nint main(void) { return MIN(LAST, 9) * N; } => 56
#define KEY 0x8500\nint is(int k) { switch (k) { case KEY: return k == KEY; } return 0; } int main(void) { return is(KEY); } => 1
#define TWICE(x) x, \\n  x\nint f(int a, int b) { return a * b; } int main(void) { return f(TWICE(6)); } => 36
int main(void) { exit(3); return 4; } => 3
int random(int n) { return n; } int main(void) { return random(77); } => 77
extern int n; int n = 4; int main(void) { return n; } => 4
int main(void) { extern int z; return z + 1; } int z = 4; => 5
int x; int x = 3; static int y; static int y; int a[3]; int a[3]; int main(void) { return x + a[2]; } => 3
cursor[4] = {1, 2, 3, 4}; count; main() { count = cursor[2]; return count; } => 3
const N = 3, M; static K = 4, tab[2] = {5, 6}; extern e; e; volatile v; main() { return N + M + K + tab[1] + e + v; } => 13
typedef struct s s; struct s { struct s1 { int s; } s; } s2; int main(void) { goto s; s: return s2.s.s + 1; } => 1
int f(int ([4])); int f(int a[4]) { return a[3]; } int main(void) { int a[4]; a[3] = 2; return f(a); } => 2
int pascal f(int a) { return a + 1; } int main(void) { int pascal[3][3]; pascal[1][1] = 4; return f(pascal[1][1]); } => 5
int main(void) { switch (3) case 3: return 7; return 1; } => 7
int main(void) { int n = 2; switch (n) case 1: case 2: n = 9; return n; } => 9
#if 0 && (1 / 0) || 1 || (1 / 0)\nint n = 6;\n#endif\n#if 1 ? 0 : 1 % 0\n#else\nint m = 1;\n#endif\nint main(void) { return n + m; } => 7
#include <stdio.h>\n/* a\n comment */ int main(void) // another\n{ return 1; } => 1
"#;

#[test]
fn functions_follow_c() {
    for [source, value] in rows(FUNCTIONS) {
        assert_eq!(returned(&source).to_string(), value, "{source}");
    }
    let as_dos_ends = "int main(void) { return 1; }\x1A";
    assert_eq!(returned(as_dos_ends), 1);
}

/// Calls and their output.
const PRINTED: &str = r#"
printf("%d %5d|%-5d|%05d|%+d", 1, 2, 3, -4, 5) => 1     2|3    |-0004|+5
printf("%u %x %X %o", -1, 255, 255, 8) => 65535 ff FF 10
printf("%ld %lu", 100000L, -1L) => 100000 4294967295
printf("%c%c%%", 'a', 66) => aB%
printf("[%5s][%-5s][%.2s]", "abc", "abc", "abc") => [  abc][abc  ][ab]
puts("line"); putchar('x') => line\nx
char t[20]; sprintf(t, "%d-%d", 3, 4); strcat(t, "!"); printf("%s %u", t, strlen(t)) => 3-4! 4
char t[20]; printf("%s %s %s", itoa(-12, t, 10), itoa(255, t + 5, 16), itoa(5, t + 10, 2)) => -12 ff 101
printf("%d %d", atoi("12x"), atoi("-7")) => 12 -7
"#;

#[test]
fn printf_functions_match_dos() {
    for [call, text] in rows(PRINTED) {
        let source = format!("int main(void) {{ {call}; return 0; }}");
        assert_eq!(run(&source).unwrap().output(), text, "{call}");
    }
}

#[test]
fn random_numbers_repeat_for_a_seed() {
    let source = "int main(void) { srand(1); rand(); rand(); return rand(); }";
    assert_eq!(returned(source), returned(source));
    let source = "int main(void) { int i, n, low = 99, high = -1;
        for (i = 0; i < 200; i++) { n = random(8); if (n < low) low = n; if (n > high) high = n; }
        return low * 10 + high; }";
    assert_eq!(returned(source), 7);
}

#[test]
fn a_void_function_returns_nothing() {
    let mut machine = Machine::new(&program("int g; void f(int n) { g = n; }"));
    machine.call("f", &[Argument::Int(3)]).unwrap();
    let mut console = Script::new([], |_, _| ());
    assert_eq!(machine.run(&mut console, 100), Ok(Stop::Ended));
    assert_eq!(machine.returned(), None);
    assert_eq!(machine.variable("g"), Some(Value::Int(3)));
}

/// C leaves the order of evaluation in `a + f()` open; this machine evaluates from left to right.
#[test]
fn operands_are_evaluated_from_left_to_right() {
    for (expression, value) in [
        ("n + f()", 1 + 5),
        ("f() + n", 5 + 9),
        ("a[0] + f()", 2 + 5),
        ("(a[0] < 3) + f()", 1 + 5),
        ("a[n] = f(), a[1]", 5),
        ("a[n] += f(), a[1]", 3 + 5),
        ("n += f(), n", 1 + 5),
        ("*p + f()", 2 + 5),
        ("*p = f(), a[0]", 5),
        ("n - (n = 4)", 1 - 4),
    ] {
        let source = format!(
            "int n = 1, a[2] = {{2, 3}}, *p = a; int f(void) {{ n = 9; a[0] = 7; p = &a[1]; return 5; }}
             int main(void) {{ return {expression}; }}"
        );
        assert_eq!(returned(&source), value, "{expression}");
    }
}

/// The errors of a wrong source.
fn errors(source: &str) -> Vec<String> {
    let messages = Program::compile("E.C", source).expect_err(source);
    let errors = messages.iter().filter(|m| m.severity == Severity::Error);
    errors.map(Message::to_string).collect()
}

/// Errors in a function whose body begins on line 3, with Turbo C's messages.
const MISTAKES: &str = r"
x = 1\ny = 2; => Statement missing ;
int k\nk = 2; => Declaration missing ;
x = nowhere; => Undefined symbol 'nowhere'
nowhere(1); => Undefined symbol 'nowhere'
int = 3; => Declaration syntax error
x = (1 + ; => Expression syntax
x = 1 + * / 2; => Expression syntax
f(1, 2; => Function call missing )
x = a[1; => Array bounds missing ]
3 = x; => Lvalue required
a = 3; => Lvalue required
f(1)++; => Lvalue required
else x = 1; => Misplaced else
break; => Misplaced break
continue; => Misplaced continue
case 1: x = 2; => Case outside of switch
switch (x) { case 1 x = 2; } => Case statement missing :
switch (x) { case 1: case 1: ; } => Duplicate case
switch (x) { case -1: case 0xFFFF: ; } => Duplicate case
do x++; x = 3; => Do statement must have while
if x == 3) x = 1; => If statement missing (
while x) x = 1; => While statement missing (
for (x = 0, x < 3; x++) ; => For statement missing ;
int k, k; => Multiple declaration for 'k'
f(1); => Too few parameters in call to 'f'
f(1, 2, 3); => Extra parameter in call to 'f'
f(gstruct, 2); => Undefined symbol 'gstruct'
int k[x]; => Constant expression required
x = 'a; => Unterminated string or character constant
x = 1 @ 2; => Illegal character '@' (0x40)
int k[2] = {1, 2, 3}; => Too many initializers
x = 1 / 0; => Division by zero
goto there; => Undefined label 'there'
x = *x; => Invalid indirection
x = x.y; => Structure required on left side of . or ->
float r; r % 2; => Illegal use of floating point
x = a[1.5]; => Illegal use of floating point
int k[2.5]; => Constant expression required
switch (1.5) { } => Switch selection expression must be of integral type
line(1, 2, 3); => Too few parameters in call to 'line'
x = 99999999999; => Numeric constant too large: at most 4294967295
const int k = 1; k = 2; => Cannot modify a const object
";

#[test]
fn compile_errors_match_turbo_c() {
    for [body, text] in rows(MISTAKES) {
        let source =
            format!("int x, y, a[3]; int f(int p, int q) {{ return p + q; }}\nvoid g(void) {{\n{body}\n}}\n");
        let all = errors(&source);
        let wanted = format!("Error E.C 3: {text}");
        assert!(all[0].starts_with(&wanted), "{source}\n{all:#?}");
        assert!(all.len() <= 3, "one mistake, few messages: {source}\n{all:#?}");
    }
}

/// Errors outside functions.
const OUTSIDE: &str = r"
int main(void) {\n  int x;\n  x = 1;\n => Error E.C 3: Compound statement missing } in function main
void f(void)\n{\n  while (1) {\n    f();\n}\n\nint main(void)\n{\n  f();\n}\n => Error E.C 5: Compound statement missing } in function f
#include <nothing.h>\nint main(void) { } => Error E.C 1: Unable to open include file 'nothing.h'
#assert X\n => Error E.C 1: Unknown preprocessor directive: 'assert'
int x;\n#if 1 +\n#endif\n => Error E.C 2: #if needs a constant expression
int x;\n#if 1 / 0\n#endif\n => Error E.C 2: Division by zero
int x;\n#ifdef X\nint y;\n => Error E.C 2: Unexpected end of file in conditional started on line 2
int x;\n#else\n => Error E.C 2: Misplaced else directive
int x;\n#endif\n => Error E.C 2: Misplaced endif directive
#error not yet\nint x;\n => Error E.C 1: Error directive: not yet
struct s { struct t x; };\n => Error E.C 1: Undefined structure 't'
#if 0\nnothing\n#endif\nint main(void) {\n  return x;\n} => Error E.C 5: Undefined symbol 'x' in function main
int x = 1;\nint x = 1;\n => Error E.C 2: Multiple declaration for 'x'
int f(void) { return 1; }\nint f(void) { return 2; }\n => Error E.C 2: Multiple declaration for 'f'
x = 5;\n => Error E.C 1: Declaration syntax error
int main(void) { return half(3.0); }\ndouble half(double x) { return x / 2; }\n => Error E.C 2: Type mismatch in redeclaration of 'half'
/* never closed\n\n => Error E.C 1: Unexpected end of file in comment started on line 1
int a[40000]; => Error E.C 1: Array size too large: at most 65535 bytes
char a[2000000000]; => Error E.C 1: Array size too large: at most 65535 bytes
int a[-1]; => Error E.C 1: Array must have at least one element
char a[60000], b[60000], c[20000]; => Error E.C 1: Too much global data defined in file: at most 131070 bytes
int f(int n);\nint main(void) { return f(1); } => Error E.C 2: Undefined symbol 'f': it is declared, but no file defines it in function main
";

#[test]
fn errors_outside_functions_are_reported() {
    for [source, text] in rows(OUTSIDE) {
        assert_eq!(errors(&source)[0], text, "{source}");
    }
}

#[test]
fn up_to_25_errors_are_reported() {
    let source =
        "main()\n{\n  int x;\n  x = 1\n  y = 2;\n  f(3);\n  x = x +;\n}\nint g(void)\n{\n  return z;\n}\n";
    let told = "Error E.C 4: Statement missing ; in function main
Error E.C 5: Undefined symbol 'y' in function main
Error E.C 6: Undefined symbol 'f' in function main
Error E.C 7: Expression syntax in function main
Error E.C 11: Undefined symbol 'z' in function g";
    assert_eq!(errors(source).join("\n"), told);
    let many = "x = ;\n".repeat(100);
    assert_eq!(errors(&format!("int x; main() {{\n{many}}}")).len(), 25);
}

/// Suspicious programs and their warnings.
const WARNED: &str = "
int main(void) { int a = 1, b = 2; if (a = b) return 1; return 0; } => Possibly incorrect assignment
int main(void) { int x; return x; } => Possible use of 'x' before definition
int f(void) { } int main(void) { return f(); } => Function should return a value
int main(void) { int x = 1; x == 2; return x; } => Code has no effect
int main(void) { int *p; char c; p = &c; return 0; } => Suspicious pointer conversion
int main(void) { int *p; p = 5; return 0; } => Nonportable pointer conversion
";

#[test]
fn suspicious_code_gets_warnings() {
    let warnings = |source: &str| said(program(source).warnings());
    for [source, text] in rows(WARNED) {
        let warned = warnings(&source);
        assert!(warned.contains(&text), "{source}\n{warned}");
    }
    for source in [
        "int main(void) { int a = 1, b = 2; if ((a = b)) return 1; return 0; }",
        "int main(void) { int a, b = 2; if ((a = b) != 0) return 1; return 0; }",
        "main() { }",
        "int f(int n) { if (n) return 1; else return 2; } int main(void) { return f(1); }",
        "int main(void) { int x[2]; x[0] = 1; return x[0]; }",
        "int f(int n) { while (1) { if (n++ > 3) return n; } } int main(void) { return f(1); }",
    ] {
        assert_eq!(warnings(source), "", "{source}");
    }
}

/// Undefined behaviour and its messages.
const UNDEFINED: &str = r#"
i = 8; Map[i][0] = 1; => Array index 8 is outside Map[8]
i = 8; Map[3][i] = 1; => Array index 8 is outside Map[3][8]
i = -1; i = Map[0][i]; => Array index -1 is outside Map[0][8]
int k[4]; i = 4; k[i] = 2; => Array index 4 is outside k[4]
int k[4], *p = k; p[4] = 2; => Array index 4 is outside k[4]
int k[4], *p = k; p += 5; => Array index 5 is outside k[4]
int *p = &Map[0][0]; p += 65; => The pointer leaves Map[8][8]
int *p = 0; *p = 1; => Null pointer assignment
i = 0; i = 5 / i; => Division by zero
i = 0; i = 5 % i; => Division by zero
int *p = gone(); *p = 1; big(); => The pointer points to a variable of a function that has ended
char s[3]; strcpy(s, "abcd"); => "abcd" needs 5 characters: s has 3
char s[3]; sprintf(s, "%d", 12345); => "12345" needs 6 characters: s has 3
int k[4], *p = &k[5]; => Array index 5 is outside k[4]
int k[4]; i = *(&k[4]); => Array index 4 is outside k[4]
int k[4]; scanf("%d", &k[4]); => Array index 4 is outside k[4]
printf("%d"); => The format of printf needs more values than it got
int k[2]; memset(k, 0, 6); => Array index 2 is outside k[2]
"#;

#[test]
fn undefined_behaviour_ends_with_a_message() {
    for [body, text] in rows(UNDEFINED) {
        let source = format!(
            "int Map[8][8], i; int *gone(void) {{ int x = 1; return &x; }} void big(void) {{ }}\nint main(void) {{\n{body}\nreturn 0; }}"
        );
        let Err(Halt::Fault(fault)) = run(&source) else {
            panic!("no fault: {body}");
        };
        assert_eq!(fault.to_string(), format!("Error TEST.C 3: {text} in function main"));
    }
}

/// Recipes for sources that exceed a limit, and the messages.
const LIMITS: &str = "
struct s { char a[40000], b[40000]; }; => Structure size too large: at most 65535 bytes
f() { char a[40000], b[40000]; } => Too many local variables for the stack: at most 60000 bytes
int x = «4000 1 + »1; => Expression too long: at most 4000 operands and operators
int x = «100 (»1«100 )»; => Too many levels of brackets or blocks: at most 100
f() «101 {»«101 }» => Too many levels of brackets or blocks: at most 100
f(«100 a, »z) { } => Too many parameters: at most 32
typedef int t0; «50 typedef t@ *t^;» => Type too deep: at most 40 levels of pointers, arrays and structures
«50 #define M@ M^\\n»int x = M0; => Macros nested too deeply: at most 30 levels
#define M «100001 1 + »\\nint x = M; => Macro expansion too long: at most 200000 tokens
«1048577  » => The source is too large: at most 1048576 bytes
";

#[test]
fn compiler_limits_are_reported() {
    for [recipe, text] in rows(LIMITS) {
        let all = errors(&grown(&recipe));
        assert!(all.iter().any(|error| error.contains(&text)), "{recipe}: {all:#?}");
    }
}

#[test]
fn long_lists_are_accepted() {
    for recipe in [
        "int main(void) { int a = 1; if («900 a == 1 && »a) return 1; else return 0; }",
        "char a[] = { «5000 1, » 1 };",
        "enum { «5000 a@ = @, » };",
        "«5000 char a@[2];»",
        "f(int x) { switch (x) { «5000 case @: » ; } }",
    ] {
        program(&grown(recipe));
    }
}

/// Calls that exceed a limit, and the messages.
const TOO_MUCH: &str = r#"
deep(1); => Stack overflow! 'deep' is called 60001 deep: at most 60000 calls
wide(1); => Stack overflow! 'wide' needs
printf("%s%s%s%s%s%s%s", a, a, a, a, a, a, a); => printf formats at most 65535 bytes at once
sprintf(a, "%.0s%.0s%.0s%.0s%.0s%.0s%.0s", a, a, a, a, a, a, a); => sprintf formats at most 65535 bytes at once
"#;

#[test]
fn machine_limits_are_reported() {
    for [body, text] in rows(TOO_MUCH) {
        let source = format!(
            "char a[10001]; int deep(int n) {{ return deep(n + 1) + 1; }} int wide(int n) {{ char k[20000]; return wide(n + k[0]); }}
            int main(void) {{ memset(a, 'x', 10000); {body} return 0; }}"
        );
        match run(&source) {
            Err(Halt::Fault(fault)) => assert!(fault.text.starts_with(&text), "{}", fault.text),
            _ => panic!("no fault: {body}"),
        }
    }
}

#[test]
fn uninitialized_variables_read_as_0_with_a_warning() {
    let source = "int main(void) {\n  int x, *p = &x;\n  return *p + 5;\n}";
    let machine = run(source).unwrap();
    assert_eq!(machine.returned(), Some(5));
    let expected = "Warning TEST.C 3: Possible use of 'x' before definition in function main";
    assert_eq!(said(&machine.warnings()), expected);
}

#[test]
fn missing_return_values_and_unset_texts_are_reported() {
    let source = "int odd(int n) {\n  if (n % 2)\n    return 1;\n}\nint main(void) {\n  char s[4];\n  odd(2);
  if (odd(3) && odd(4))\n    return 7;\n  return strlen(s);\n}";
    let machine = run(source).unwrap();
    assert_eq!(machine.returned(), Some(0));
    let expected = "Warning TEST.C 8: The program uses the value of a function that returned none in function main\n\
        Warning TEST.C 10: Possible use of 's' before definition in function main";
    assert_eq!(said(&machine.warnings()), expected);
}

#[test]
fn programs_list_functions_and_stops() {
    let program = program(
        "int Map[8][8];\n\nint QpChange(int x, int y)\n{\n  int row;\n\n  row = y;\n  return row + x;\n}\n\nmain()\n{\n  QpChange(1, 2);\n}\n",
    );
    let names: Vec<&str> = program.functions().iter().map(|f| &*f.name).collect();
    assert_eq!(names, ["QpChange", "main"]);
    let function = program.function("QpChange").unwrap();
    let found = (function.lines.clone(), &function.parameters[..]);
    assert_eq!(found, (3..=9, &["x".to_string(), "y".to_string()][..]));
    let stops: Vec<usize> = (0..20).filter(|line| program.stops_at(*line)).collect();
    assert_eq!(stops, [3, 7, 8, 9, 11, 13, 14]);
}

#[test]
fn values_display_in_c_syntax() {
    let source = "int n = -3; char c = 'x'; long l = 70000; char s[8] = \"ab\\\"c\"; int a[2][2] = {{1, 2}, {3, 4}};
        int *p = &a[1][0]; char *t = \"text\"; char *u = s; int *none; struct pt { int x, y; } q = {5, 6}; unsigned w = 65535;
        int main(void) { int never; return n; }";
    let mut machine = started(source);
    let shown = |name: &str| machine.variable(name).unwrap().to_string();
    const CASES: &str = r#"
n => -3
c => 'x'
l => 70000
s => "ab\"c"
a => {{1, 2}, {3, 4}}
p => &a[1][0]
t => "text"
u => &s[0]
none => NULL
q => {5, 6}
w => 65535
"#;
    for [name, text] in rows(CASES) {
        assert_eq!(shown(&name), text);
    }
    let mut console = Script::new([], |_, _| ());
    machine.step(&mut console).unwrap();
    assert_eq!(machine.variable("never"), Some(Value::Unset));
    let globals = machine.globals();
    let declared: Vec<String> = globals.iter().map(|v| v.type_name.clone()).collect();
    assert_eq!(declared[3..6], ["char [8]", "int [2][2]", "int *"]);
}
