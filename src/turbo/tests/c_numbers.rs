//! Integer overflow.

use turbo::dos::script::Script;

use crate::c_language::{run, said, started};
use crate::common::data::rows;

/// The overflow notes of a body of `main`.
fn noted(body: &str) -> String {
    let source = format!(
        "int i = 30000, *p = &i; unsigned u = 65000u; long l = 100000; char c = 100; unsigned char d = 200;
         int twice(int n) {{ return n + n; }}\nint main(void) {{ {body} return 0; }}"
    );
    let machine = run(&source).unwrap();
    assert_eq!(said(&machine.warnings()), "", "{body}");
    let texts = machine.overflows().into_iter().map(|m| m.text);
    texts.collect::<Vec<_>>().join("; ")
}

#[test]
fn overflows_are_noted_with_both_values() {
    const CASES: &str = "
i = i + 10000; => The largest int is 32767: 40000 became -25536
i += 10000; => The largest int is 32767: 40000 became -25536
i = 32767; i++; => The largest int is 32767: 32768 became -32768
i = -i - i; => The smallest int is -32768: -60000 became 5536
i = i * 4; => The largest int is 32767: 120000 became -11072
*p = l; => The largest int is 32767: 100000 became -31072
i = 40000; => The largest int is 32767: 40000 became -25536
twice(i); => The largest int is 32767: 60000 became -5536
l = l * l; => The largest long is 2147483647: 10000000000 became 1410065408
c = 1000; => The largest char is 127: 1000 became -24
for (i = 0; i >= 0; i += 1000) ; => The largest int is 32767: 33000 became -32536
";
    for [body, told] in rows(CASES) {
        assert_eq!(noted(&body), told, "{body}");
    }
}

#[test]
fn intended_wrapping_is_not_noted() {
    for body in [
        "u = u + 1000; u++; d = d + 100; d = 300;",
        "i = (int) l; i = (char) i; c = (char) 1000;",
        "i = u; u = -1; u = i;",
        "c = 200; c = 'a' + 100; c = d;",
        "i = 1 << 15; i = i << 4; i = ~i; i = i ^ 0x8000;",
        "i = 0xFFFF; i = 32767 + 1;",
        "i = l / 4; i = l % 1000; l = i * 2L;",
    ] {
        assert_eq!(noted(body), "", "{body}");
    }
}

#[test]
fn overflows_are_noted_once_per_line_until_undone() {
    let source = "int main(void)\n{\n  int i, n = 0;\n  for (i = 0; i < 9; i++)\n    n += 30000;\n  n = 300 * i;\n  return n * n;\n}";
    let mut machine = started(source);
    let mut console = Script::new([], |_, _| ());
    machine.run(&mut console, 1000).unwrap();
    let told = "Warning TEST.C 5: The largest int is 32767: 60000 became -5536 in function main\n\
                Warning TEST.C 7: The largest int is 32767: 7290000 became 15504 in function main";
    assert_eq!(said(&machine.overflows()), told);
    while machine.step_back(&mut console) {}
    assert_eq!(machine.overflows(), []);
}
