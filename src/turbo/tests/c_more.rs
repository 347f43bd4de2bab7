//! Further features: heap, images, linked structs, and `#if`.

use turbo::c::{Machine, Stop};
use turbo::dos::Console;
use turbo::dos::script::Script;

use crate::c_language::{output, program, run, said};
use crate::c_pointers::fault;
use crate::common::data::rows;
use crate::common::drawn_by;

#[test]
fn malloc_and_free_manage_typed_elements() {
    const CASES: &str = r#"
int n, *p = (int *) malloc(5 * sizeof(int)); for (n = 0; n < 5; n++) p[n] = n * n; printf("%d", p[4] + p[0]); => 16
char *s = malloc(6); strcpy(s, "hello"); printf("%s", s); free(s); => hello
int *p = calloc(3, sizeof(int)); printf("%d%d%d", p[0], p[1], p[2]); => 000
double *d = malloc(2 * sizeof(double)); d[1] = 2.5; printf("%.1f", d[1]); => 2.5
char *s = strdup("abc"); strrev(s); printf("%s", s); => cba
int *p = malloc(2 * sizeof(int)); p[1] = 7; p = realloc(p, 4 * sizeof(int)); p[3] = 1; printf("%d", p[1] + p[3]); => 8
int n; char *p; for (n = 0; n < 9000; n++) { p = malloc(100); p[99] = 1; free(p); } printf("%d", n); => 9000
int n = 0; while (malloc(30000)) n++; printf("%d", n); => 4
"#;
    for [body, shown] in rows(CASES) {
        let source = format!("#include <stdlib.h>\nmain() {{ {body} }}");
        assert_eq!(output(&source), shown, "{body}");
    }
}

#[test]
fn heap_misuse_is_reported() {
    const CASES: &str = "
int *p = malloc(5 * sizeof(int)); p[5] = 1; => The pointer leaves its object
int *p = malloc(4); free(p); free(p); => free of memory that was freed before
int x; free(&x); => free of something that did not come from malloc
int *p = malloc(60000u), *q = malloc(60000u), *r = malloc(60000u); *r = 1; => Null pointer assignment
";
    for [body, told] in rows(CASES) {
        let source = format!("#include <stdlib.h>\nmain() {{ {body} }}");
        assert_eq!(fault(&source), format!("2: {told}"));
    }
    const WARNED: &str = "
int *p = malloc(4); return *p; => The program reads memory from malloc that has no value yet
int *p = malloc(4); *p = 1; free(p); return *p; => The program reads memory that was freed
";
    for [body, told] in rows(WARNED) {
        let machine = run(&format!("main() {{ {body} }}")).unwrap();
        let told = format!("Warning TEST.C 1: {told} in function main");
        assert_eq!(said(&machine.warnings()), told, "{body}");
    }
}

#[test]
fn structs_can_point_to_their_own_type() {
    let tree = "struct b; struct a { struct b *up; int n; }; struct b { struct a down[2]; int n; };
        main() { struct b x; x.n = 3; x.down[1].up = &x; x.down[1].up->down[0].n = 4; printf(\"%d\", x.down[1].up->n + x.down[0].n); }";
    assert_eq!(output(tree), "7");
}

/// Drawing calls that use a saved image, a place, and the colour that it has afterwards.
const IMAGES: &str = "
putimage(10, 10, p, XOR_PUT); => 15 12 => 0
putimage(100, 100, p, NOT_PUT); => 105 102 => 11
setfillstyle(1, 9); bar(0, 0, 99, 99); putimage(10, 10, p, OR_PUT); => 15 12 => 13
setfillstyle(1, 5); bar(0, 0, 99, 99); putimage(10, 10, p, AND_PUT); => 15 12 => 4
putimage(635, 470, p, COPY_PUT); => 639 474 => 4
";

#[test]
fn getimage_and_putimage_copy_areas() {
    let picture = |how: &str| {
        let body = format!(
            "int d = DETECT, m; void *p; initgraph(&d, &m, \"\"); setfillstyle(1, RED); bar(10, 10, 20, 14); putpixel(12, 12, WHITE);
            p = malloc(imagesize(10, 10, 20, 14)); getimage(10, 10, 20, 14, p); {how}"
        );
        drawn_by("#include <graphics.h>", &body, 100_000).0
    };
    let copy = picture("putimage(100, 200, p, COPY_PUT);");
    for (x, y) in (9..22).flat_map(|x| (9..16).map(move |y| (x, y))) {
        assert_eq!(copy.getpixel(x, y), copy.getpixel(x + 90, y + 190), "{x},{y}");
    }
    for [how, place, color] in rows(IMAGES) {
        let (x, y) = place.split_once(' ').unwrap();
        let found = picture(&how).getpixel(x.parse().unwrap(), y.parse().unwrap());
        assert_eq!(found, color.parse().ok(), "{how}");
    }
}

#[test]
fn deep_recursion_can_fill_a_shape() {
    let source = "#include <graphics.h>
        void fill(int x, int y) { if (getpixel(x, y) != 0) return; putpixel(x, y, 4); fill(x + 1, y); fill(x - 1, y); fill(x, y + 1); fill(x, y - 1); }
        main() { int d = 9, m = 2; initgraph(&d, &m, \"\"); rectangle(0, 0, 151, 151); fill(70, 70); }";
    let mut machine = Machine::without_history(&program(source));
    machine.call("main", &[]).unwrap();
    let mut console = Script::new([], |_, _| ());
    assert_eq!(machine.run(&mut console, 10_000_000), Ok(Stop::Ended));
    let red = console.screen().pixels().iter().filter(|pixel| **pixel == 4).count();
    assert_eq!(red, 150 * 150);
}

#[test]
fn conditional_compilation_selects_branches() {
    const CASES: &str = r"
#define A 3\n#if A > 2 && defined(A) && !defined B\nint x = 1;\n#else\nint x = 2 +;\n#endif\n => 1
#ifdef A\nint x = 1;\n#elif 0x10 == 16\nint x = 2;\n#else\nint x = 3;\n#endif\n => 2
#ifndef A\n#if 0\n#if 1\nint x = 9;\n#endif\n#else\nint x = 4;\n#endif\n#endif\n => 4
#if 1\nint x = 5;\n#elif 1\nint x = 6;\n#else\nwhat is this\n#endif /* 1 */\n => 5
#define F(a) (a * 2)\n#if F(3) == 6 ? 1 : 0\nint x = 6;\n#endif\n#if UNKNOWN\n#error no\n#endif\n#pragma warn\n => 6
";
    for [source, shown] in rows(CASES) {
        let source = format!("{source}main() {{ printf(\"%d\", x); }}");
        assert_eq!(output(&source), shown, "{source}");
    }
}

#[test]
fn scripted_runs_begin_at_noon_in_1991() {
    const CASES: &str = r#"
time_t t = time(NULL); printf("%s", ctime(&t)); => Tue Jan  1 12:00:00 1991\n
time_t t; struct tm *now; delay(61000u); time(&t); now = localtime(&t); printf("%d:%02d:%02d %d", now->tm_hour, now->tm_min, now->tm_sec, now->tm_year); => 12:01:01 91
struct time t; struct date d; gettime(&t); getdate(&d); printf("%d:%d %d.%d.%d", t.ti_hour, t.ti_min, d.da_day, d.da_mon, d.da_year); => 12:0 1.1.1991
"#;
    for [body, shown] in rows(CASES) {
        let source = format!("#include <time.h>\n#include <dos.h>\nmain() {{ {body} }}");
        assert_eq!(output(&source), shown, "{body}");
    }
}

#[test]
fn tolerated_mistakes_get_warnings() {
    let source = "void f() { return 1; }\nvoid main() { f(1, 2); printf(\"on\"); return 0; }";
    assert_eq!(output(source), "on");
    let told = "Warning TEST.C 1: Void functions may not return a value in function f
Warning TEST.C 2: Void functions may not return a value in function main
Warning TEST.C 2: Extra parameter in call to 'f' in function main";
    assert_eq!(said(program(source).warnings()), told);
}

#[test]
fn initializers_can_use_their_own_variable() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nstruct node { int value; struct node *next; };
        struct node ring[] = { { 5, &ring[1] }, { 6, ring } }, only = { 7, &only };
        main() { static struct node own = { 8, &own }; struct node *p = (struct node *) malloc(sizeof *p), *q; int n = 1;
        q = malloc(sizeof(*q)); p->value = 3; p->next = q; q->value = 4; { int m = n, n = m + 1; printf(\"%d \", n); }
        printf(\"%d %d \", p->next->value, sizeof *p);
        printf(\"%d %d %d\", ring[0].next->next->next->value, only.next->value, own.next->value); }";
    let program = program(source);
    assert!(program.warnings().is_empty(), "{:?}", program.warnings());
    assert_eq!(output(source), "2 4 6 6 7 8");
}

#[test]
fn int86_supports_bios_and_dos() {
    const CASES: &str = r#"
r.x.ax = 9; int86(0x33, &r, &r); printf("%u", r.x.ax); => 9 => Function 0x9 of the mouse driver is missing here
int86(0x12, &r, &r); printf("%u", r.x.ax); int86(0x11, &r, &r); printf(" %d", r.x.ax == biosequip()); => 640 1 => none
r.h.ah = 2; r.h.dh = 4; r.h.dl = 9; r.h.bh = 0; int86(0x10, &r, &r); printf("%d,%d", wherex(), wherey()); => 10,5 => none
r.h.ah = 0x2C; int86(0x21, &r, &r); printf("%d:%02d", r.h.ch, r.h.cl); => 12:00 => none
r.h.ah = 9; r.h.al = 65; r.h.bl = 0x1E; r.x.cx = 2; int86(0x10, &r, &r); r.x.ax = 0x0E41; int86(0x10, &r, &r); r.h.ah = 0x2C; intdos(&r, &r); printf(" %x %c %d", peekb(0xB800, 3), peekb(0xB800, 2), r.h.ch); => A 1e A 12 => none
r.h.ah = 0x12; r.h.al = 1; int86(0x15, &r, &r); printf("on"); => on => This machine ignores interrupt 0x15 with AH = 0x12
"#;
    for [asked, shown, noted] in rows(CASES) {
        let source = format!("#include <dos.h>\n#include <bios.h>\nmain() {{ union REGS r; {asked} }}");
        let machine = run(&source).unwrap_or_else(|halt| panic!("{halt:?}\n{source}"));
        assert_eq!(machine.output(), shown, "{asked}");
        let warnings = machine.warnings();
        assert_eq!(warnings.len(), usize::from(noted != "none"), "{asked}");
        assert!(warnings.iter().all(|w| w.text.starts_with(&noted)), "{warnings:?} about {asked}");
    }
}
