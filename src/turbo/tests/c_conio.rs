//! `conio.h` in text mode: windows, colours and pieces of the screen.

use turbo::c::{Machine, Program, Stop};
use turbo::dos::Screen;
use turbo::dos::script::Script;

use crate::common::data::rows;
use crate::common::drawn_by;

/// Runs the body of a program; returns its screen and its output.
fn run(body: &str) -> (Screen, String) {
    drawn_by("#include <conio.h>", body, 20_000)
}

/// Pairs of programs that draw the same picture.
const SAME: &str = "
textmode(C80); window(11, 3, 12, 4); cprintf(\"ABCDE\"); => textmode(C80); gotoxy(11, 3); cputs(\"CD\"); gotoxy(11, 4); cputs(\"E\");
textmode(C80); cputs(\"one\\x0Atwo\\x0D\"); putch(120); => textmode(C80); cputs(\"one\"); gotoxy(4, 2); cputs(\"two\"); gotoxy(1, 2); cputs(\"x\");
cputs(\"abcdef\"); gotoxy(3, 1); clreol(); => cputs(\"ab\");
cputs(\"a\"); gotoxy(1, 2); cputs(\"b\"); gotoxy(1, 1); delline(); => cputs(\"b\");
cputs(\"a\"); gotoxy(1, 2); cputs(\"b\"); gotoxy(1, 1); insline(); => gotoxy(1, 2); cputs(\"a\"); gotoxy(1, 3); cputs(\"b\");
window(5, 5, 9, 9); cputs(\"gone\"); clrscr(); putch('x'); => gotoxy(5, 5); putch('x');
textcolor(4); highvideo(); putch('x'); => textattr(12); putch('x');
textcolor(YELLOW); normvideo(); putch('x'); => putch('x');
cputs(\"Ab\"); movetext(1, 1, 2, 1, 5, 7); => cputs(\"Ab\"); gotoxy(5, 7); cputs(\"Ab\");
char b[8]; textattr(30); cputs(\"Ab\"); gettext(1, 1, 2, 1, b); puttext(5, 7, 6, 7, b); => textattr(30); cputs(\"Ab\"); gotoxy(5, 7); cputs(\"Ab\");
int b[2]; textattr(30); cputs(\"Ab\"); gettext(1, 1, 2, 1, b); puttext(5, 7, 6, 7, b); => textattr(30); cputs(\"Ab\"); gotoxy(5, 7); cputs(\"Ab\");
textcolor(RED); printf(\"plain\"); => printf(\"plain\");
gotoxy(81, 1); gotoxy(0, 4); putch('x'); => putch('x');
";

#[test]
fn equivalent_conio_calls_draw_the_same_picture() {
    for [one, other] in rows(SAME) {
        let same = run(&one).0.shown() == run(&other).0.shown();
        assert!(same, "{one} is not {other}");
    }
}

const SAID: &str = "
char b[4]; textattr(30); cputs(\"Ab\"); gettext(1, 1, 2, 1, b); printf(\" %d %d %d %d\", b[0], b[1], b[2], b[3]); => Ab 65 30 98 30
window(3, 4, 20, 10); gotoxy(2, 5); printf(\"%d %d\", wherex(), wherey()); => 2 5
struct text_info i; textmode(C80); window(3, 4, 20, 10); textattr(30); gettextinfo(&i); printf(\"%d %d %d\", i.winleft, i.winbottom, i.attribute); => 3 10 30
struct text_info i; textmode(C40); gettextinfo(&i); printf(\"%d %d %d\", i.screenwidth, i.screenheight, i.curx); => 40 25 1
printf(\"%d %d\", BLINK, C4350); => 128 64
";

#[test]
fn conio_queries_return_the_screen_state() {
    for [body, wanted] in rows(SAID) {
        assert_eq!(run(&body).1, wanted, "{body}");
    }
}

#[test]
fn text_uses_foreground_and_background_colours() {
    let (screen, _) = run("textcolor(YELLOW); textbackground(BLUE); putch(219); putch(' ');");
    assert_eq!([0, 8].map(|x| screen.getpixel(x, 0)), [Some(14), Some(1)]);
}

#[test]
fn blinking_text_shows_and_hides_as_on_a_vga() {
    for (body, blinks) in [
        ("textcolor(YELLOW + BLINK); textbackground(BLUE); putch('M');", true),
        ("pokeb(0xB800, 0, 'M'); pokeb(0xB800, 1, 0x9E);", true),
        ("char c[] = \"M\\x9E\"; puttext(1, 1, 1, 1, c);", true),
        ("textattr(0x9E); putch('M'); gotoxy(1, 1); textattr(0x1E); putch('M');", false),
        ("textattr(0x9E); putch('M'); clrscr(); textattr(0x1E); putch('M');", false),
    ] {
        let source = format!(
            "#include <conio.h>\n#include <dos.h>\nmain() {{ char d[2]; {body} delay(600); gettext(1, 1, 1, 1, d);
            printf(\" %c%x%d\", d[0], d[1] & 255, getpixel(0, 3)); }}"
        );
        let program = Program::compile("BLINK.C", &source).unwrap();
        let (mut machine, mut frames) = (Machine::new(&program), Vec::new());
        machine.call("main", &[]).unwrap();
        let mut console = Script::new([], |screen, ms| {
            frames.push((ms, screen.shown().iter().filter(|p| **p == 14).count()))
        });
        assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended), "{body}");
        let read = if blinks { "M9e14" } else { "M1e14" };
        assert!(machine.output().ends_with(read), "{body} {}", machine.output());
        while machine.step_back(&mut console) {}
        drop(console);
        let (times, lit): (Vec<u64>, Vec<usize>) = frames.into_iter().unzip();
        assert_eq!(times, if blinks { vec![0, 229, 458] } else { vec![0] }, "{body}");
        assert!(lit[0] > 20 && (!blinks || lit[1] == 0 && lit[2] == lit[0]), "{body} {lit:?}");
    }
}

#[test]
fn text_of_25_rows_fills_the_window() {
    let (screen, _) = run("textmode(C80); textbackground(RED); clrscr();");
    assert!(screen.shown().iter().all(|pixel| *pixel == 4));
}
