//! The bytes of memory, and addresses.

use turbo::c::{Debugger, Goal};

use crate::c_language::program;
use crate::c_pointers::printed;
use crate::common::drawn_by;

/// The declarations before `main`, its body, and the output that the system's C compiler gives too, as far as it
/// has such addresses.
const CASES: &str = r#"
| int n = 0x1234; unsigned char *p = (unsigned char *) &n; p[1] = 0x56; printf("%x %x", p[0], n); | 34 5634
| int a[4] = {1, -1, 256, 3}, s = 0, i; unsigned char *p = (unsigned char *) a; for (i = 0; i < 8; i++) s += p[i]; printf("%d", s); | 515
| float f = 1; long l; memcpy(&l, &f, 4); printf("%lx", l); | 3f800000
| double d = -2.5; unsigned char *p = (unsigned char *) &d; printf("%x %x %d", p[7], p[6], p[0]); p[7] = 0x40; printf(" %.1f", d); | c0 4 0 2.5
struct s { char c; int n; double d; } s = {'x', 7, 1.5}, t; | char raw[11]; memcpy(raw, &s, sizeof s); t = *(struct s *) raw; printf("%d %c %d %.1f", sizeof s, t.c, t.n, t.d); | 11 x 7 1.5
struct s { int n; struct s *next; } s = {5, &s}, t; | FILE *f = fopen("X", "wb+"); fwrite(&s, sizeof s, 1, f); rewind(f); fread(&t, sizeof t, 1, f); printf("%d %d", t.n, t.next->n); | 5 5
union u { long l; int h[2]; struct { unsigned low : 4, high : 12; } b; } u; | u.l = 0x12345678; printf("%x %x %x %x", u.h[1], u.b.low, u.b.high, ((char *) &u)[3]); | 1234 8 567 12
| int a = 5; long l = (long) &a; printf("%d %d", *(int *) l, (int *) l == &a); | 5 1
struct s { int x, y; } s = {1, 2}; | int *p = &s.y; printf("%d", ((struct s *) ((char *) p - offsetof(struct s, y)))->x); | 1
| int a[3] = {1, 2, 3}, *p, s = 0; for (p = a + 2; p >= a; p--) s = 10 * s + *p; printf("%d", s); | 321
struct s { int n; char d[1]; }; | struct s *p = malloc(sizeof(struct s) + 5); strcpy(p->d, "hello"); printf("%s %c", p->d, p->d[4]); | hello o
int less(int *a, int *b) { return *a - *b; } | void (*sort)() = qsort; int a[3] = {3, 1, 2}; sort(a, 3, sizeof(int), less); printf("%d%d%d", a[0], a[1], a[2]); | 123
| void *(*copy)() = memcpy; char a[4] = "abc", b[4]; copy(b, a, 4); printf("%s", b); | abc
extern int late[]; int third() { return late[2]; } int late[3] = {1, 2, 3}; | printf("%d", third()); | 3
say(n, text) { printf("%d %s", n, text); } | say(3, "words"); | 3 words
| wchar_t w[] = L"ab"; printf("%d %c", sizeof w, L'c'); | 3 c
| int *p = calloc(2, sizeof(int)); ((char *) p)[3] = 1; p = realloc(p, 8); printf("%d %d", p[0], p[1]); | 0 256
| char *v = MK_FP(0xB800, 160); *v = 'A'; v[1] = 0x1E; printf("%c %x %c", peekb(0xB800, 160), v[1], *(char far *) 0xB80000A0L); | A 1e A
| pokeb(0xB800, 480, 'Z'); movedata(0xB800, 480, 0xB800, 482, 2); printf("%c %x", peekb(0xB800, 482), FP_SEG((void *) 0xB8000001L)); | Z b800
| union REGS r; unsigned char *p = MK_FP(0xA000, 0); r.x.ax = 0x13; int86(0x10, &r, &r); p[320 * 100 + 7] = 12; printf("%d %d", getpixel(7, 100), p[32007u]); | 12 12
| printf("%d %d", peek(0x40, 0x13), peekb(0x40, 0x17)); | 640 0
| int n, m; long l; printf("abc%n de%ln", &n, &l); sscanf("12 x", "%d%n", &m, &m); printf("|%d %ld %d", n, l, m); | abc de|3 6 2
void h(int s) { printf("%d", s); } | signal(SIGINT, h); raise(SIGINT); printf(" %d", signal(SIGINT, SIG_IGN) == SIG_DFL); raise(SIGINT); printf("%d", signal(SIGINT, h) == SIG_IGN); | 2 11
| wchar_t w[9]; char t[9]; printf("%d%d %d", mbtowc(w, "A", 1), mbtowc(w, "", 1), mbstowcs(w, "Hello", 9)); printf("%d%s", wcstombs(t, w, 9), t); printf("%d", wctomb(t, L'x')); | 10 55Hello1
| printf("%s %s %d", setlocale(LC_ALL, ""), localeconv()->decimal_point, setlocale(LC_ALL, "xx") == NULL); | C . 1
int ticks; void interrupt tick(void) { ticks++; } | setvect(0x1C, tick); delay(1000); printf("%d", ticks > 15 && ticks < 20); | 1
"#;

#[test]
fn memory_consists_of_bytes() {
    for case in CASES.trim().lines() {
        let parts: Vec<&str> = case.split(" | ").collect();
        let [before, body, wanted] = parts[..] else {
            let [body, wanted] = parts[..] else { panic!("{case}") };
            assert_eq!(output("", body.trim_start_matches("| ")), wanted, "{case}");
            continue;
        };
        assert_eq!(output(before, body), wanted, "{case}");
    }
}

fn output(before: &str, body: &str) -> String {
    let headers = ["stdio", "stdlib", "string", "stddef", "dos", "graphics", "signal", "locale"];
    let headers: String = headers.iter().map(|name| format!("#include <{name}.h>\n")).collect();
    printed(&format!("{headers}{before}\nmain() {{ {body} return 0; }}"))
}

#[test]
fn a_long_that_printf_takes_for_an_int_is_two_words() {
    let source = "#include <stdio.h>\nmain() { long n = 100000L; printf(\"%d %d %ld\", n, n, n); return 0; }";
    assert_eq!(printed(source), "-31072 1 100000");
    let told = "printf's %d prints half of a long: use %ld";
    assert_eq!(program(source).warnings()[0].text, told);
}

#[test]
fn the_debugger_assigns_another_member_of_a_union() {
    let source =
        "union { long l; int h[2]; } u;\nmain() { u.l = 1;\nu.l = u.l + 1;\nu.l = u.l + 1;\nreturn 0; }";
    let mut debugger = Debugger::new(&program(source)).unwrap();
    debugger.go_to(Goal::Line(4), false);
    debugger.assign("u.h[1] = 2", 0).unwrap();
    assert_eq!(debugger.evaluate("u.l", 0).unwrap().to_string(), "131074");
    debugger.go_to(Goal::End, false);
    assert_eq!(debugger.evaluate("u.l", 0).unwrap().to_string(), "131075");
    debugger.go_to(Goal::Line(4), true);
    assert_eq!(debugger.evaluate("u.h[1]", 0).unwrap().to_string(), "2");
}

#[test]
fn going_back_restores_far_memory() {
    let headers = "#include <dos.h>\n#include <mem.h>";
    for body in [
        "pokeb(0xB800, 165, 0x4F); poke(0xB800, 3998, 0x1E41);",
        "memset(MK_FP(0xB800, 320), 'x', 80);",
        "pokeb(0xB800, 0, 'A'); movedata(0xB800, 0, 0xB800, 1600, 2);",
        "union REGS r; r.x.ax = 0x13; int86(0x10, &r, &r); *(char *) MK_FP(0xA000, 32000) = 9;",
    ] {
        let (screen, _) = drawn_by(headers, body, 1000);
        assert!(screen.pixels().iter().any(|color| *color != 0), "{body}");
    }
}
