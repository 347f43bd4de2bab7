//! Modes, pages, settings and fonts of `graphics.h`.

use turbo::c::{Debugger, Goal, Machine, Program, Stop};
use turbo::dos::Screen;
use turbo::dos::headless::Headless;
use turbo::dos::script::Script;

use crate::c_language::{program, said};
use crate::common::data::rows;
use crate::common::drawn_by;

/// Runs the body of a program; returns its screen and its output.
fn run(body: &str) -> (Screen, String) {
    drawn_by("#include <graphics.h>\n#include <conio.h>", body, 20_000)
}

/// The bounding box of all visible pixels: left, top, right and bottom.
fn seen(screen: &Screen) -> [usize; 4] {
    let shown = screen.shown();
    let lit = (0..shown.len()).filter(|at| shown[*at] != 0);
    let none = [640, 480, 0, 0];
    lit.fold(none, |[left, top, right, bottom], at| {
        let (x, y) = (at % 640, at / 640);
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    })
}

#[test]
fn shapes_and_texts_are_described_in_words() {
    let begin = "int d = 0, m, p[6] = {1, 2, 9, 2, 9, 8}; initgraph(&d, &m, \"\"); setcolor(RED);";
    let body = "setviewport(20, 10, 600, 400, 1); circle(300, 230, 50); setviewport(0, 0, 639, 479, 1);
        setfillstyle(SOLID_FILL, GREEN); bar(1, 2, 30, 40); moveto(5, 5); lineto(6, 7); fillpoly(3, p);
        settextstyle(3, 0, 4); outtextxy(100, 200, \"Hello\"); putpixel(1, 1, BLUE); clearviewport();";
    let words = [
        "circle at 320,240, radius 50, red",
        "bar from 1,2 to 30,40, green",
        "line from 5,5 to 6,7, red",
        "polygon from 1,2, 3 points, green",
        "“Hello” at 100,200, red",
    ];
    assert_eq!(run(&format!("{begin} line(0, 0, 9, 9); cleardevice(); {body}")).0.drawings(), words);
    // Only the last shapes are kept.
    let many = run(&format!("{begin} for (d = 0; d < 99; d++) circle(d, 0, 1);")).0.drawings();
    assert_eq!((many.len(), &*many[7]), (8, "circle at 98,0, radius 1, red"));
}

#[test]
fn steps_back_forget_the_shapes_that_they_erase() {
    let source = "#include <graphics.h>\nmain() { int d = 0, m;\ninitgraph(&d, &m, \"\");\ncircle(9, 9, 5);\nline(0, 0, 9, 9);\n}";
    let mut debugger = Debugger::new(&Program::compile("TEST.C", source).unwrap()).unwrap();
    debugger.go_to(Goal::Line(6), false);
    assert_eq!(debugger.console().picture().drawings().len(), 2);
    debugger.go_to(Goal::Line(5), true);
    assert_eq!(debugger.console().picture().drawings(), ["circle at 9,9, radius 5, white"]);
    debugger.go_to(Goal::Line(6), false);
    assert_eq!(debugger.console().picture().drawings().len(), 2);
    // A step back over a later call keeps the shapes of an earlier one.
    let program = "#include <graphics.h>\nvoid Draw() { int d = 0, m; initgraph(&d, &m, \"\"); circle(9, 9, 5); }\nint One() { return 1; }";
    let mut machine = Machine::new(&Program::compile("TEST.C", program).unwrap());
    let mut console = Headless::default();
    for call in ["Draw", "One"] {
        machine.call(call, &[]).unwrap();
        machine.run(&mut console, 100).unwrap();
    }
    while machine.step_back(&mut console) {}
    assert_eq!(console.picture().drawings(), ["circle at 9,9, radius 5, white"]);
}

/// Driver and mode, and their properties.
const MODES: &str = "
CGA, CGAC0 => 319 199 3 320 x 200 CGA C0 3 8333
CGA, CGAHI => 639 199 1 640 x 200 CGA 1 4166
MCGA, MCGAHI => 639 479 1 640 x 480 MCGA 1 10000
EGA, EGALO => 639 199 15 640 x 200 EGA 15 4166
EGA, EGAHI => 639 349 15 640 x 350 EGA 15 7291
EGA64, EGA64HI => 639 349 3 640 x 350 EGA 3 7291
EGAMONO, EGAMONOHI => 639 349 1 640 x 350 EGA 1 7291
ATT400, ATT400HI => 639 399 1 640 x 400 AT&T 1 8333
VGA, VGAMED => 639 349 15 640 x 350 VGA 15 7291
VGA, VGAHI => 639 479 15 640 x 480 VGA 15 10000
";

#[test]
fn modes_report_size_and_colours() {
    for [mode, wanted] in rows(MODES) {
        let (driver, number) = mode.split_once(", ").unwrap();
        let body = format!(
            "int d = {driver}, m = {number}, a, b; initgraph(&d, &m, \"\"); getaspectratio(&a, &b);
            printf(\"%d %d %d %s %d %d\", getmaxx(), getmaxy(), getmaxcolor(), getmodename(m), getcolor(), a);
            cleardevice(); rectangle(0, 0, getmaxx(), getmaxy());"
        );
        let (screen, printed) = run(&body);
        assert_eq!(printed, wanted, "{mode}");
        assert_eq!(seen(&screen), [0, 0, 639, 479], "{mode} fills the window");
    }
}

#[test]
fn circles_are_round_in_every_mode() {
    for mode in ["CGA, m = CGAC1", "EGA, m = EGALO", "VGA, m = VGAMED"] {
        let body = format!("int d = {mode}; initgraph(&d, &m, \"\"); circle(160, 100, 60);");
        let [left, top, right, bottom] = seen(&run(&body).0);
        let (width, height) = ((right - left) as i32, (bottom - top) as i32);
        assert!((width - height).abs() <= 4, "{mode}: {width} by {height}");
    }
}

const SAID: &str = "
int d = DETECT, m; initgraph(&d, &m, \"\"); printf(\"%d %d %d\", d, m, graphresult()); => 9 2 0
int d = VGA, m = 7; initgraph(&d, &m, \"\"); printf(\"%d %d %d\", d, graphresult(), graphresult()); => -10 -10 0
int d = HERCMONO, m = 0; initgraph(&d, &m, \"\"); printf(\"%s\", grapherrormsg(graphresult())); => Graphics hardware not detected
printf(\"%s\", grapherrormsg(grInvalidFontNum)); => Invalid font number
int l, h; getmoderange(VGA, &l, &h); printf(\"%d %d \", l, h); getmoderange(99, &l, &h); printf(\"%d\", l); => 0 2 -1
struct linesettingstype l; setlinestyle(4, 0x1234, 3); getlinesettings(&l); printf(\"%d %x %d\", l.linestyle, l.upattern, l.thickness); => 4 1234 3
struct fillsettingstype f; setfillstyle(5, 6); getfillsettings(&f); printf(\"%d %d\", f.pattern, f.color); => 5 6
char p[8] = {1, 2, 3, 4, 5, 6, 7, 8}, q[8]; setfillpattern(p, 4); getfillpattern(q); printf(\"%d %d\", q[0], q[7]); => 1 8
struct palettetype *p = getdefaultpalette(); printf(\"%d %d %d\", p->size, p->colors[6], p->colors[15]); => 16 20 63
struct palettetype p; setpalette(1, EGA_BROWN); getpalette(&p); printf(\"%d %d\", p.colors[1], getpalettesize()); => 20 16
int d = DETECT, m; initgraph(&d, &m, \"\"); setgraphmode(EGAHI); printf(\"%d %d %d\", getmaxy(), getgraphmode(), getmaxmode()); => 349 1 2
settextstyle(TRIPLEX_FONT, 0, 4); printf(\"%d \", textheight(\"A\")); settextstyle(SMALL_FONT, 0, 4); printf(\"%d\", textheight(\"A\")); => 31 9
settextstyle(3, 0, 4); printf(\"%d \", textheight(\"A\")); setusercharsize(2, 1, 3, 1); printf(\"%d\", textheight(\"A\")); => 32 96
int d = 9, m = 2; struct arccoordstype a; initgraph(&d, &m, \"\"); arc(100, 100, 0, 90, 50); getarccoords(&a); printf(\"%d,%d %d,%d\", a.xstart, a.ystart, a.xend, a.yend); => 150,100 100,50
int d = 9, m = 2; struct viewporttype v; initgraph(&d, &m, \"\"); setviewport(10, 20, 30, 40, 0); getviewsettings(&v); printf(\"%d %d %d\", v.left, v.bottom, v.clip); => 10 40 0
struct textsettingstype t; settextstyle(0, 1, 3); gettextsettings(&t); printf(\"%d %d\", t.direction, t.charsize); => 1 3
struct palettetype p; getpalette(&p); printf(\"%d %d\", p.size, p.colors[4]); => 16 4
printf(\"%d %d %d\", COLOR(250, 0, 0), COLOR(255, 255, 255), mousex()); => 4 15 0
";

#[test]
fn graphics_queries_return_settings_and_errors() {
    for [body, wanted] in rows(SAID) {
        assert_eq!(run(&body).1, wanted, "{body}");
    }
}

#[test]
fn hidden_pages_can_be_drawn() {
    let begin = "int d = VGA, m = VGAMED; initgraph(&d, &m, \"\");";
    let hidden = run(&format!("{begin} setactivepage(1); bar(10, 10, 20, 20);")).0;
    assert_eq!(seen(&hidden), [640, 480, 0, 0]);
    let both = format!(
        "{begin} setactivepage(1); bar(10, 0, 20, 349); setactivepage(0); bar(50, 0, 60, 349); setvisualpage(1);"
    );
    assert_eq!(seen(&run(&both).0), [10, 0, 20, 479]);
}

#[test]
fn floodfill_stays_in_the_viewport() {
    let body = "int d = DETECT, m; initgraph(&d, &m, \"\"); setviewport(100, 100, 150, 140, 1); floodfill(5, 5, WHITE);";
    assert_eq!(seen(&run(body).0), [100, 100, 150, 140]);
}

#[test]
fn stroked_letters_scale_with_the_size() {
    for (size, height) in [(1, 19), (4, 31), (7, 62), (10, 124)] {
        let body = format!(
            "int d = 0, m; initgraph(&d, &m, \"\"); settextstyle(1, 0, {size}); outtextxy(100, 100, \"H\");"
        );
        let [_, top, _, bottom] = seen(&run(&body).0);
        assert_eq!((top, bottom), (100, 100 + height), "size {size}");
        let turned = body.replace("(1, 0,", "(1, 1,");
        let [left, _, right, _] = seen(&run(&turned).0);
        assert_eq!((left, right), (100, 100 + height), "size {size} upwards");
    }
}

#[test]
fn thick_outlines_are_three_pixels_wide_without_gaps() {
    let begin = "int d = 0, m; initgraph(&d, &m, \"\"); setlinestyle(0, 0, 3);";
    for (shape, turned) in [
        ("circle(320, 240, R)", 360),
        ("arc(320, 240, 0, 90, R)", 90),
        ("ellipse(320, 240, 0, 360, R, R)", 360),
        ("setfillstyle(0, 0); fillellipse(320, 240, R, R)", 360),
    ] {
        for radius in [5, 20, 77, 150] {
            let shape = shape.replace('R', &radius.to_string());
            let (screen, _) = run(&format!("{begin} {shape};"));
            for (x, y) in (100..540).flat_map(|x| (60..420).map(move |y| (x, y))) {
                let (right, up) = (f64::from(x - 320), f64::from(240 - y));
                let away = (right.hypot(up) - f64::from(radius)).abs();
                let inside = turned == 360 || right >= 0.0 && up >= 0.0;
                let lit = screen.getpixel(x, y) != Some(0);
                assert!(lit || away > 0.7 || !inside, "{shape} has a hole at {x},{y}");
                assert!(!lit || away < 2.5, "{shape} has a spot at {x},{y}");
            }
        }
    }
}

#[test]
fn arc_angles_wrap_around() {
    let draw = |angles: &str| {
        let body = format!("int d = 0, m; initgraph(&d, &m, \"\"); arc(320, 240, {angles}, 100);");
        run(&body).0.pixels().to_vec()
    };
    assert!(draw("300, 400") == draw("-60, 40"));
    assert!(draw("0, 360") == draw("90, 450"));
    assert!(draw("350, 10") == draw("350, 370"));
}

#[test]
fn drawing_twice_with_xor_erases() {
    for (declared, shape) in [
        ("int p[8] = {10, 10, 90, 20, 50, 90, 10, 10};", "drawpoly(4, p);"),
        ("", "rectangle(10, 10, 90, 90);"),
        ("", "setlinestyle(0, 0, 3); line(10, 10, 90, 50);"),
    ] {
        let begin = format!("int d = 0, m; {declared} initgraph(&d, &m, \"\"); setwritemode(XOR_PUT);");
        let once = run(&format!("{begin} {shape}")).0;
        assert_ne!(seen(&once), [640, 480, 0, 0], "{shape}");
        let twice = run(&format!("{begin} {shape} {shape}")).0;
        assert_eq!(seen(&twice), [640, 480, 0, 0], "{shape}");
    }
}

#[test]
fn drawing_before_initgraph_is_reported() {
    let told = |source: &str, function: &str| {
        let mut machine = Machine::new(&program(source));
        machine.call(function, &[]).unwrap();
        let mut console = Script::new([], |_, _| ());
        assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
        (machine.returned(), said(&machine.warnings()))
    };
    let sentence = "Warning TEST.C 2: Graphics not initialized (use initgraph) in function main";
    let source = "int main(void) {\n line(0, 0, 9, 9);\n return graphresult(); }";
    assert_eq!(told(source, "main"), (Some(-1), sentence.to_string()));
    let after = "int main(void) {\n int d = 0, m; initgraph(&d, &m, \"\"); closegraph();\n circle(9, 9, 5); return graphresult(); }";
    assert_eq!(told(after, "main").0, Some(-1));
    // A function called alone draws on the current screen.
    let alone = "int draw(void) { line(0, 0, 9, 9); return graphresult(); }";
    assert_eq!(told(alone, "draw"), (Some(0), String::new()));
}

/// The functions of Borland's reference for `graphics.h`, except two that are callbacks.
const REFERENCE: &str = "arc bar bar3d circle cleardevice clearviewport closegraph detectgraph drawpoly ellipse fillellipse fillpoly \
    floodfill getarccoords getaspectratio getbkcolor getcolor getdefaultpalette getdrivername getfillpattern getfillsettings \
    getgraphmode getimage getlinesettings getmaxcolor getmaxmode getmaxx getmaxy getmodename getmoderange getpalette getpalettesize \
    getpixel gettextsettings getviewsettings getx gety graphdefaults grapherrormsg graphresult imagesize initgraph installuserdriver \
    installuserfont line linerel lineto moverel moveto outtext outtextxy pieslice putimage putpixel rectangle registerbgidriver \
    registerbgifont restorecrtmode sector setactivepage setallpalette setaspectratio setbkcolor setcolor setfillpattern setfillstyle \
    setgraphbufsize setgraphmode setlinestyle setpalette setrgbpalette settextjustify settextstyle setusercharsize setviewport \
    setvisualpage setwritemode textheight textwidth";

#[test]
fn every_graphics_function_of_borlands_reference_exists() {
    let all: Vec<&str> = REFERENCE.split_whitespace().collect();
    let table = include_str!("../c/GRAPHICS.md");
    let mut differing = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert!(differing.all(|name| all.contains(&name)), "GRAPHICS.md names another function");
    for name in all {
        let messages = Program::compile("CALL.C", &format!("main() {{ {name}(); }}"));
        let unknown = messages.is_err_and(|all| said(&all).contains("Undefined"));
        assert!(!unknown, "{name} is not in the library");
    }
}
