//! Drawings of C programs.

use turbo::c::{Machine, Program};
use turbo::dos::script::Script;
use turbo::dos::{Console, Screen, parse_keys};

use crate::common::data::{data, rows};
use crate::common::drawn_by;
use crate::common::pictures::assert_golden;

/// The screen after some steps of a program, or at its end, or when no keys are left.
fn drawn(name: &str, keys: &str, steps: u64) -> Screen {
    let source = std::fs::read_to_string(data("c").join(name)).unwrap();
    let program = Program::compile(name, &source).unwrap_or_else(|all| panic!("{all:#?}"));
    assert_eq!(program.warnings(), []);
    let mut machine = Machine::without_history(&program);
    machine.call("main", &[]).unwrap();
    let mut console = Script::new(parse_keys(keys).unwrap(), |_, _| ());
    let _ = machine.run(&mut console, steps);
    assert_eq!(machine.warnings(), []);
    console.screen().clone()
}

#[test]
fn a_ball_a_clock_and_a_maze_are_drawn() {
    assert_golden("c-ball", &drawn("BALL.C", "", 6016));
    assert_golden("c-clock", &drawn("CLOCK.C", "", 3000));
    assert_golden("c-maze", &drawn("MAZE.C", "Enter", 100_000));
}

/// Runs C drawing calls and returns the screen.
fn with(calls: &str) -> Screen {
    let body = format!("int d = DETECT, m, p[8]; initgraph(&d, &m, \"\"); {calls}");
    drawn_by("#include <graphics.h>", &body, 10_000).0
}

fn lit(screen: &Screen, color: u8) -> usize {
    let pixels = screen.pixels();
    pixels.iter().filter(|pixel| **pixel == color).count()
}

#[test]
fn bgi_calls_match_screen_methods() {
    let mut screen = Screen::default();
    screen.setcolor(14);
    screen.setfillstyle(4);
    screen.line(3, 4, 200, 77);
    screen.rectangle(300, 10, 400, 90);
    screen.bar(10, 100, 60, 150);
    screen.circle(200, 200, 50);
    screen.fillellipse(400, 200, 30, 15);
    screen.outtextxy(20, 300, "Othello");
    screen.putpixel(5, 5, 9);
    let calls = "setcolor(YELLOW); setfillstyle(SOLID_FILL, RED); line(3, 4, 200, 77); rectangle(300, 10, 400, 90);
        bar(10, 100, 60, 150); circle(200, 200, 50); fillellipse(400, 200, 30, 15); outtextxy(20, 300, \"Othello\"); putpixel(5, 5, 9);";
    assert!(with(calls).pixels() == screen.pixels());
    let moved = "moveto(10, 10); lineto(50, 10); linerel(0, 40); moverel(-40, 0); lineto(10, 10);";
    let drawn = "line(10, 10, 50, 10); line(50, 10, 50, 50); line(10, 50, 10, 10);";
    assert!(with(moved).pixels() == with(drawn).pixels());
}

/// Drawing calls, a colour, and its number of pixels.
const LIT: &str = "
setwritemode(XOR_PUT); line(0, 0, 99, 50); line(0, 0, 99, 50); => 15 => 0
setlinestyle(DOTTED_LINE, 0, 1); line(0, 0, 63, 0); => 15 => 32
setlinestyle(SOLID_LINE, 0, THICK_WIDTH); line(10, 10, 19, 10); => 15 => 30
rectangle(10, 10, 20, 20); setfillstyle(1, 4); floodfill(15, 15, WHITE); => 4 => 81
p[0] = p[1] = 10; p[2] = 20; p[3] = 10; p[4] = p[5] = 20; p[6] = 10; p[7] = 20; setfillstyle(1, 4); fillpoly(4, p); => 4 => 81
p[0] = p[1] = 10; p[2] = 20; p[3] = 10; p[4] = p[5] = 20; p[6] = 10; p[7] = 20; setfillstyle(1, 4); fillpoly(4, p); => 15 => 40
setviewport(100, 100, 110, 110, 1); setfillstyle(1, 2); bar(-5, -5, 50, 50); => 2 => 121
setviewport(-10, 470, 9, 500, 1); setfillstyle(1, 2); bar(0, 0, 639, 479); => 2 => 100
setviewport(100, 100, 110, 110, 1); line(-5, 0, 50, 0); setviewport(0, 0, 639, 479, 1); line(0, 0, 9, 0); => 15 => 21
p[0] = -99; p[2] = 700; p[4] = 700; p[5] = 9; p[6] = -99; p[7] = 9; setcolor(4); setfillstyle(1, 2); fillpoly(4, p); => 2 => 5120
setfillstyle(HATCH_FILL, 3); bar(0, 0, 7, 7); => 3 => 28
";

#[test]
fn additional_bgi_calls_draw() {
    for [calls, color, count] in rows(LIT) {
        let found = lit(&with(&calls), color.parse().unwrap());
        assert_eq!(found.to_string(), count, "{calls}");
    }
    let right = with("settextjustify(RIGHT_TEXT, BOTTOM_TEXT); outtextxy(80, 80, \"AB\");");
    assert!(right.pixels() == with("outtextxy(64, 72, \"AB\");").pixels());
    let up = with("settextstyle(DEFAULT_FONT, VERT_DIR, 1); outtextxy(100, 100, \"AB\");");
    assert_eq!(lit(&up, 15), lit(&with("outtextxy(64, 72, \"AB\");"), 15));
}
