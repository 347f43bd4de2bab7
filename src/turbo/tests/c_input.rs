//! Input: lines and `scanf`, the mouse, and ports.

use turbo::c::{Debugger, Goal, Halt, Machine, Program, Stop, Stopped};
use turbo::dos::headless::Headless;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Screen, parse_keys};

use crate::c_language::{said, started};
use crate::common::RecordingConsole;
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
int n; scanf("%d%d", &n); => The format of scanf needs more values than it got
int n; scanf("%k", &n); => Unknown conversion %k in a format
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
    let body = "float f; double d; int n, *p; scanf(\"%d %f %f %d\", &f, &d, &n, &p); printf(\"%.1f %.1f %d\", f, d, n);";
    let mut machine = started(&format!("main() {{ {body} }}"));
    let mut console = Script::new(keys("1 2.5 3 4\n"), |_, _| ());
    assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
    assert!(machine.output().ends_with("1.0 2.5 3"), "{}", machine.output());
    let told = "Warning TEST.C 1: scanf's %d needs the address of an int, but this is the address of a float in function main
Warning TEST.C 1: scanf's %f needs the address of a float, but this is the address of a double in function main
Warning TEST.C 1: scanf's %f needs the address of a float, but this is the address of an int in function main
Warning TEST.C 1: scanf's %d needs the address of an int, but this is the address of a pointer in function main";
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

/// Runs the body of `main` with the events of a script. Returns the output and the last screen.
fn with_mouse(body: &str, events: &str) -> (String, Screen) {
    let source = format!("#include <dos.h>\n#include <graphics.h>\nunion REGS r; {body}");
    let mut machine = started(&source);
    let mut console = Script::new(parse_keys(events).unwrap(), |_, _| ());
    match machine.run(&mut console, 100_000) {
        Ok(Stop::Ended) => (machine.output().to_string(), console.screen().clone()),
        other => panic!("{other:?}: {body}"),
    }
}

#[test]
fn the_mouse_driver_reports_places_and_buttons() {
    // `m` calls the driver and returns BX; `p` prints its registers.
    const DRIVER: &str = "int m(int ax, int bx, int cx, int dx)
        { r.x.ax = ax; r.x.bx = bx; r.x.cx = cx; r.x.dx = dx; int86(0x33, &r, &r); return r.x.bx; }
        void p(int ax, int bx) { m(ax, bx, 0, 0); printf(\"%d %d %d \", r.x.bx, r.x.cx, r.x.dx); }
        void g(void) { int d = 9, n = 2; initgraph(&d, &n, \"\"); }
        void e(void) { int d = 9, n = 0; initgraph(&d, &n, \"\"); }";
    const CASES: &str = r#"
m(0, 0, 0, 0); printf("%u %d", r.x.ax, r.x.bx); => none => 65535 2
g(); m(0, 0, 0, 0); p(3, 0); => none => 0 320 240
g(); p(3, 0); p(3, 0); p(3, 0); => Click@10,20 => 1 10 20 0 10 20 0 10 20
g(); p(3, 0); p(3, 0); => Drag@5,6 Drag@7,8 => 1 5 6 1 7 8
p(3, 0); => Move@100,50 => 0 96 24
e(); p(3, 0); => Move@639,479 => 0 639 199
g(); p(3, 0); p(3, 0); p(5, 0); p(5, 0); p(6, 0); p(5, 1); => Click@9,8 => 1 9 8 0 9 8 1 9 8 0 9 8 1 9 8 0 0 0
g(); p(3, 0); p(3, 0); p(5, 1); => Right@1,2 => 2 1 2 0 1 2 1 1 2
g(); m(7, 0, 200, 100); m(8, 0, 50, 60); p(3, 0); p(3, 0); => Move@5,5 Move@400,400 => 0 100 50 0 200 60
g(); m(4, 0, 30, 40); p(3, 0); => none => 0 30 40
g(); p(0xB, 0); m(0xF, 0, 16, 16); p(0xB, 0); => Move@10,20 Move@20,30 => 0 10 40 0 20 20
g(); struct SREGS s; r.x.ax = 3; int86x(0x33, &r, &r, &s); printf("%d", r.x.cx); => Move@10,20 => 10
"#;
    for [body, events, shown] in rows(CASES) {
        let events = if events == "none" { "" } else { &events };
        let (printed, _) = with_mouse(&format!("{DRIVER} main() {{ {body} }}"), events);
        assert_eq!(printed.trim_end(), shown, "{body}");
    }
}

#[test]
fn winbgim_reports_clicks_and_calls_handlers() {
    const CASES: &str = r#"
int i; for (i = 0; i < 3; i++) printf("%d,%d ", mousex(), mousey()); => Move@5,6 Move@7,8 => 5,6 7,8 7,8
int x, y; printf("%d ", ismouseclick(WM_LBUTTONDOWN)); getmouseclick(WM_LBUTTONDOWN, &x, &y); printf("%d %d %d", x, y, ismouseclick(WM_LBUTTONDOWN)); => Click@5,6 => 1 5 6 0
int x, y; getmouseclick(WM_RBUTTONDOWN, &x, &y); printf("%d", x == NO_CLICK); => none => 1
ismouseclick(WM_MOUSEMOVE); clearmouseclick(WM_RBUTTONDOWN); printf("%d", ismouseclick(WM_RBUTTONDOWN)); => Right@5,6 => 0
registermousehandler(WM_LBUTTONDOWN, f); printf("%c", getch()); => Click@5,6 Click@7,8 a Click@9,9 => (5,6)(7,8)a
registermousehandler(WM_LBUTTONDOWN, f); while (!ismouseclick(WM_RBUTTONDOWN)) { mousex(); delay(1); } => Click@5,6 Click@7,8 Right@1,1 => (5,6)(7,8)
registermousehandler(WM_RBUTTONUP, f); delay(10); delay(10); kbhit(); => Right@5,6 => (5,6)
printf("%c", getch()); => Click@5,6 a => a
int x, y; while (!ismouseclick(WM_LBUTTONDBLCLK)); getmouseclick(WM_LBUTTONDBLCLK, x, y); printf("%d,%d %d %d", x, y, ismouseclick(WM_LBUTTONDOWN), ismouseclick(WM_LBUTTONDBLCLK)); => Click@5,6 Click@7,8 => 7,8 1 0
int i; for (i = 0; i < 9; i++) { mousex(); delay(200); } printf("%d", ismouseclick(WM_RBUTTONDBLCLK)); => Right@5,6 Click@5,6 Right@5,6 Right@20,9 => 0
"#;
    const HANDLER: &str = "void f(int x, int y) { printf(\"(%d,%d)\", x, y); }";
    for [body, events, shown] in rows(CASES) {
        let events = if events == "none" { "" } else { &events };
        let body = format!("{HANDLER} main() {{ initwindow(640, 480); {body} }}");
        assert_eq!(with_mouse(&body, events).0.trim_end(), shown, "{body}");
    }
}

/// Declarations, the body of `main`, the typed keys, and the output.
const INTERRUPTS: &str = r#"
void interrupt key(void) { printf("%x ", inportb(0x60)); outportb(0x20, 0x20); } => setvect(9, key); delay(9); delay(9); kbhit(); delay(9); printf("%d", kbhit()); => a b => 1e 9e 30 b0 0
int n; void interrupt (*old)(); void interrupt key(void) { n++; old(); } => old = getvect(9); setvect(9, key); printf("%c%d ", getch(), n); delay(9); setvect(9, old); printf("%d %c%d", n, getch(), n); => a b => a1 2 b2
int n, ticks; void interrupt tick(void) { ticks++; } void f(int x, int y) { n = x + y; } => setvect(0x1C, tick); setgraphmode(2); registermousehandler(WM_LBUTTONDOWN, f); delay(600); sleep(1); printf("%d %d", n, ticks); => Click@5,6 => 11 29
int n; void interrupt tick(void) { n++; delay(100); } => setvect(8, tick); delay(110); printf("%d", n); => none => 2
long sum; void delay(int n) { sum += n; } void kbhit(void) { } => setvect(0x1C, getvect(0x1C)); delay(3); kbhit(); printf("%ld", sum); => none => 3
void f(int x, int y) { disable(); printf("%d ", x + y); enable(); } => setgraphmode(2); registermousehandler(WM_LBUTTONDOWN, f); printf("%c", getch()); => Click@5,6 x => 11 x
"#;

#[test]
fn interrupt_handlers_run_while_the_program_waits() {
    for [declared, body, keys, shown] in rows(INTERRUPTS) {
        let source = format!("#include <dos.h>\n#include <graphics.h>\n{declared} main() {{ {body} }}");
        let mut machine = started(&source);
        let mut desk = Headless::default();
        let keys = if keys == "none" { "" } else { &keys };
        parse_keys(keys).unwrap().into_iter().for_each(|key| desk.type_key(key));
        assert_eq!(machine.run(&mut desk, 100_000), Ok(Stop::Ended), "{source}");
        assert_eq!(machine.output(), shown, "{source}");
        let steps = machine.steps();
        while machine.step_back(&mut desk) {}
        assert_eq!(machine.run(&mut desk, steps), Ok(Stop::Ended), "{source}");
        assert_eq!(machine.output(), shown, "{source}");
    }
}

#[test]
fn helpers_belong_to_all_files_and_never_clash() {
    let other = "#include <dos.h>\nextern int ticks; void interrupt tick() { ticks++; }
        void start() { setvect(0x1C, tick); } void wait() { delay(1000); }
        void (*vector())() { return getvect(0x1C); } int up(int *a, int *b) { return *a - *b; }
        void order(int *a) { qsort(a, 2, 2, up); }";
    let main = "#include <dos.h>\n#include <graphics.h>\nunion REGS r; void start(), wait(), order(int *), (*vector())();
        int ticks, a[2] = {2, 1}; int delay(unsigned n) { return n; } void last() { } int cmp(int *a, int *b) { return *b - *a; }
        void f(int x, int y) { } void gotoxy(int x, int y) { r.h.ah = 2; r.h.dl = x; r.h.dh = y; int86(0x10, &r, &r); }
        main() { int *p = a; order(a); qsort(a, 2, 2, cmp); p = bsearch(p, a, 2, 2, cmp); start(); atexit(last);
        registermousehandler(0, f); gotoxy(3, 4); while (ticks < 3 && kbhit() == 0) sleep(1);
        printf(\"%d %d %d %d\", wherex(), wherey(), ticks > 2, vector() == getvect(0x1C)); }";
    let program = Program::build(&[("MAIN.C", main), ("OTHER.C", other)], &|_| Ok(None));
    let mut machine = Machine::new(&program.unwrap_or_else(|all| panic!("{}", said(&all))));
    machine.call("main", &[]).unwrap();
    assert_eq!(machine.run(&mut Headless::default(), 100_000), Ok(Stop::Ended));
    assert_eq!(machine.output(), "4 5 1 1");
}

#[test]
fn the_mouse_pointer_is_over_the_picture() {
    let body = |show: &str| {
        format!(
            "void m(int ax) {{ r.x.ax = ax; int86(0x33, &r, &r); }}
            main() {{ int d = 9, n = 2; initgraph(&d, &n, \"\"); m(0); {show}; m(3); return 0; }}"
        )
    };
    let (_, hidden) = with_mouse(&body("m(1); m(2)"), "Move@100,100");
    assert!(hidden.shown().iter().all(|pixel| *pixel == 0));
    let (_, shown) = with_mouse(&body("bar(0, 0, 639, 479); setcolor(4); m(1)"), "Move@100,100");
    let seen = shown.shown();
    let pixel = |x: usize, y: usize| seen[y * 640 + x];
    assert_eq!([(100, 100), (101, 102), (100, 106), (105, 100)].map(|(x, y)| pixel(x, y)), [0, 15, 0, 15]);
    assert_eq!(shown.getpixel(100, 100), Some(15));
    let (_, text) = with_mouse(
        "main() { r.x.ax = 1; int86(0x33, &r, &r); r.x.ax = 3; int86(0x33, &r, &r); }",
        "Move@9,17",
    );
    let lit = text.shown().iter().position(|pixel| *pixel == 15);
    assert_eq!(lit, Some(17 * 640 + 9), "the tip of the arrow is in the corner of a character");
}

#[test]
fn going_back_replays_the_mouse() {
    let source = "#include <graphics.h>\nmain() { int i, x[6]; initwindow(640, 480);
        for (i = 0; i < 6; i++)\n { x[i] = mousex();\n if (ismouseclick(WM_LBUTTONDOWN))\n i = 5; } return x[1]; }";
    let program = Program::compile("MOUSE.C", source).unwrap();
    let mut debugger = Debugger::new(&program).unwrap();
    for event in parse_keys("Move@10,20 Move@30,40 Click@50,60").unwrap() {
        debugger.type_key(event);
    }
    let run = |debugger: &mut Debugger| {
        let mut seen = Vec::new();
        while debugger.go_to(Goal::Line(5), false) == Stopped::Reached {
            seen.push(debugger.evaluate("x[i]", 0).unwrap().to_string());
        }
        (seen, debugger.steps())
    };
    let first = run(&mut debugger);
    assert_eq!(first.0, ["10", "50"]);
    debugger.go_to(Goal::End, true);
    assert_eq!(run(&mut debugger), first);
}

#[test]
fn ports_set_colours_and_tones_and_return_keys() {
    let printed = |body: &str| {
        let mut machine = started(&format!("#include <dos.h>\n#include <conio.h>\nmain() {{ {body} }}"));
        let mut console = Headless::new(keys("ab\n"));
        assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended), "{body}");
        assert_eq!(machine.warnings(), [], "{body}");
        (machine.output().to_string(), console.picture().palette()[1])
    };
    let (out, blue) =
        printed("outportb(0x3C8, 1); outportb(0x3C9, 63); outportb(0x3C9, 20); outportb(0x3C9, 20);");
    assert_eq!((out.as_str(), blue), ("", 0xFF_5555));
    const CASES: &str = r#"
int i; for (i = 0; i < 4; i++) printf("%d ", inportb(0x3DA)); => 9 0 9 0
printf("%d ", inportb(0x60)); printf("%d ", kbhit()); getch(); printf("%d", inportb(0x60)); => 30 1 48
int i; for (i = 0; i < 4; i++) printf("%d ", inportb(0x60)); => 30 48 28 28
outportb(0x61, 3); printf("%d %d", inportb(0x61), inport(0x60)); => 3 798
"#;
    for [body, shown] in rows(CASES) {
        assert_eq!(printed(&body).0.trim_end(), shown, "{body}");
    }
    let source = "#include <dos.h>\nmain() { outportb(0x43, 0xB6); outportb(0x42, 0x97); outportb(0x42, 10);
        outportb(0x61, inportb(0x61) | 3); delay(50); outportb(0x61, inportb(0x61) & ~3); }";
    let mut script = Script::new([], |_, _| ());
    let mut console = RecordingConsole::new(&mut script, None);
    assert_eq!(started(source).run(&mut console, 1000), Ok(Stop::Ended));
    assert_eq!(console.held, [(440, 0), (440, 50), (0, 0)]);
    let source =
        "#include <bios.h>\n#include <dos.h>\nmain() { return 10 * bioskey(2) + peekb(0x40, 0x17); }";
    let mut machine = Machine::without_history(&crate::c_language::program(source));
    machine.call("main", &[]).unwrap();
    assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
    assert_eq!(machine.returned(), Some(22), "the left Shift is down");
}
