//! Keyboard input: lines and `scanf`.

use turbo::c::{Halt, Stop};
use turbo::dos::headless::Headless;
use turbo::dos::script::Script;
use turbo::dos::{Key, Screen};

use crate::c_language::{said, started};
use crate::common::data::rows;

/// Converts a text to keys; `\n` is Enter, `<` Backspace and `~` Ctrl+Z.
fn keys(text: &str) -> Vec<Key> {
    let key = |c| match c {
        '\n' => Key::Enter,
        '<' => Key::Backspace,
        ' ' => Key::Space,
        '~' => Key::Ctrl('z'),
        c => Key::Char(c),
    };
    text.chars().map(key).collect()
}

/// Runs the body of `main` with typed input and returns all output, including the echo.
fn printed(body: &str, typed: &str) -> String {
    let source = format!("#include <stdio.h>\nmain() {{ {body} }}");
    let mut machine = started(&source);
    let mut console = Script::new(keys(typed), |_, _| ());
    match machine.run(&mut console, 100_000) {
        Ok(Stop::Ended) => machine.output().to_string(),
        other => panic!("{other:?}: {body}"),
    }
}

#[test]
fn scanf_follows_its_format() {
    const CASES: &str = r#"
int a, b; printf("%d", scanf("%d%d", &a, &b)); printf(" %d %d", a, b); => 12 -34\n => 2 12 -34
float f; double d; scanf("%f %lf", &f, &d); printf("%.2f %.3f", f, d); => 2.5 1e-2\n => 2.50 0.010
char s[20]; int n; scanf("%s %d", s, &n); printf("%s/%d", s, n); => abc\n\n  7\n => abc/7
char c, d; scanf("%c%c", &c, &d); printf("%d %d", c, d); => x\n => 120 10
int h, m; printf("%d", scanf("%d:%d", &h, &m)); printf(" %d %d", h, m); => 12:30\n => 2 12 30
int n = 5; printf("%d", scanf("%d", &n)); printf(" %d", n); => abc\n => 0 5
int n = 5; printf("%d", scanf("%d", &n)); printf(" %d", n); => ~ => -1 5
int a; long b; unsigned c; scanf("%x %ld %u", &a, &b, &c); printf("%d %ld %u", a, b, c); => ff 123456 65535\n => 255 123456 65535
char s[20], t[20]; scanf("%[a-c]%[^\012]", s, t); printf("%s|%s", s, t); => abcd e\n => abc|d e
int a, b; scanf("%2d%*d %d", &a, &b); printf("%d %d", a, b); => 12345 6\n => 12 6
int a, n; scanf("%i%n", &a, &n); printf("%d %d", a, n); => 0x1F\n => 31 4
char s[20]; gets(s); printf("[%s]", s); => two words\n => [two words]
int c, n = 0; while ((c = getchar()) != '\012') n += c; printf("%d", n); => AB\n => 131
int a; char s[9]; scanf("%d", &a); gets(s); printf("%d[%s]", a, s); => 7\n => 7[]
int n; scanf("%d", &n); printf("%d", n); => 19<<<42\n => 42
int d, m; float f; char s[9]; printf("%d", sscanf("12.5.x 3.25", "%d.%d.%s %f", &d, &m, s, &f)); printf(" %d %d %s %.2f", d, m, s, f); => none => 4 12 5 x 3.25
"#;
    for [body, typed, shown] in rows(CASES) {
        let all = printed(&body, &typed);
        let end = all.rsplit_once('\n').map_or(&*all, |(_, end)| end);
        assert_eq!(end, shown, "{body}");
    }
}

#[test]
fn scanf_reports_missing_addresses() {
    const CASES: &str = r#"
int *n = 0; scanf("%d", n); => Null pointer assignment
int n; scanf("%d%d", &n); => The format of scanf asks for more values than there are
int n; scanf("%k", &n); => A format has %k, which is not known here
"#;
    for [body, told] in rows(CASES) {
        let mut machine = started(&format!("main() {{ {body} }}"));
        let mut console = Script::new(keys("1 2\n"), |_, _| ());
        let Err(Halt::Fault(fault)) = machine.run(&mut console, 1000) else {
            panic!("no fault: {body}");
        };
        assert_eq!(fault.text, told, "{body}");
    }
}

#[test]
fn scanf_converts_mismatched_types_with_a_warning() {
    let body =
        "float f; double d; int n; scanf(\"%d %f %f\", &f, &d, &n); printf(\"%.1f %.1f %d\", f, d, n);";
    let mut machine = started(&format!("main() {{ {body} }}"));
    let mut console = Script::new(keys("1 2.5 3\n"), |_, _| ());
    assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
    assert!(machine.output().ends_with("1.0 2.5 3"), "{}", machine.output());
    let told = "Warning TEST.C 1: scanf's %d is for the address of an int, and this is one of a float in function main
Warning TEST.C 1: scanf's %f is for the address of a float, and this is one of a double in function main
Warning TEST.C 1: scanf's %f is for the address of a float, and this is one of an int in function main";
    assert_eq!(said(&machine.warnings()), told);
}

#[test]
fn partly_typed_lines_are_visible() {
    let source = "main() { char s[9]; printf(\"Name: \"); scanf(\"%s\", s); return s[1]; }";
    let mut machine = started(source);
    let mut desk = Headless::new(keys("An"));
    desk.keep_screen_at_wait();
    assert!(matches!(machine.run(&mut desk, 100), Err(Halt::Quit(_))));
    let lit = |screen: &Screen| {
        let places = (0..14).flat_map(|y| (48..64).map(move |x| (x, y)));
        places.filter(|(x, y)| screen.getpixel(*x, *y) != Some(0)).count()
    };
    assert!(lit(desk.screen_at_wait()) > 10);
    // The failed step left nothing behind and can be retried with a key.
    assert_eq!(lit(desk.picture()), 0);
    desk.type_key(Key::Enter);
    assert_eq!(machine.run(&mut desk, 100), Ok(Stop::Ended));
    assert_eq!(machine.returned(), Some(i32::from(b'n')));
}
