//! The C machine forwards and backwards, on real and broken programs.

use std::fs;
use std::path::Path;

use crate::common::data::{files_in, rows, top};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use turbo::c::{Access, Argument, Frame, Halt, Machine, PlaceKind, Program, Stop, Touch, Value, Variable};
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen, parse_keys};

use crate::c_language::{program, said, started};
use crate::common::{RecordingConsole, grown};

const QIPAN: &str = include_str!("../../../src/original/QIPAN.C");
/// The C programs of this repository with their names.
fn sources() -> Vec<(String, String)> {
    let folders = ["src/original", "src/lessons/tutor/sources", "src/turbo/tests/programs"];
    let files = folders.iter().flat_map(|folder| files_in(&top().join(folder)));
    let programs = files.filter(|file| file.extension().is_some_and(|end| end == "C"));
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_string();
    let programs = programs.map(|file| (name(&file), fs::read_to_string(&file).unwrap()));
    programs.chain(crate::c_cpp::sources()).collect()
}

fn compiled(name: &str, source: &str) -> Program {
    Program::compile(name, source).unwrap_or_else(|messages| panic!("{}", said(&messages)))
}

fn script(keys: &str) -> Script<impl FnMut(&Screen, u64)> {
    Script::new(parse_keys(keys).unwrap(), |_, _| ())
}

/// The visible state of a machine.
#[derive(Debug, PartialEq)]
struct Seen {
    at: Option<(usize, std::ops::Range<usize>, String, PlaceKind)>,
    frames: Vec<Frame>,
    globals: Vec<Variable>,
    touched: Vec<Touch>,
    branch: Option<bool>,
    output: String,
    returned: Option<i32>,
    steps: u64,
}

fn seen(machine: &Machine) -> Seen {
    let at = machine.place();
    Seen {
        at: at.map(|p| (p.line, p.columns, p.function.to_string(), p.kind)),
        frames: machine.frames(),
        globals: machine.globals(),
        touched: machine.touched(),
        branch: machine.condition_result(),
        output: machine.output().to_string(),
        returned: machine.returned(),
        steps: machine.steps(),
    }
}

/// Runs forwards, then backwards, then randomly, and compares each state with the first run.
fn back_and_forth(name: &str, source: &str, keys: &str, most: usize) {
    let mut machine = Machine::new(&compiled(name, source));
    let mut console = script(keys);
    machine.call("main", &[]).unwrap();
    let mut states = vec![(seen(&machine), console.screen().clone())];
    loop {
        let stop = machine.step(&mut console);
        if stop != Ok(Stop::Paused) && stop != Ok(Stop::Ended) {
            break;
        }
        states.push((seen(&machine), console.screen().clone()));
        if stop == Ok(Stop::Ended) || states.len() > most {
            break;
        }
    }
    let compare = |machine: &Machine, screen: &Screen| {
        let (state, picture) = &states[machine.steps() as usize];
        assert_eq!(seen(machine), *state, "{name}, step {}", machine.steps());
        let same = screen.pixels() == picture.pixels() && screen.palette() == picture.palette();
        assert!(same, "{name}, the screen after step {}", machine.steps());
    };
    compare(&machine, console.screen());
    while machine.step_back(&mut console) {
        compare(&machine, console.screen());
    }
    assert_eq!(machine.steps(), 0, "{name}");
    let mut random = StdRng::seed_from_u64(3);
    for _ in 0..60 {
        for _ in 0..random.random_range(0..states.len()) {
            if machine.steps() as usize + 1 < states.len() {
                machine.step(&mut console).unwrap();
            }
        }
        compare(&machine, console.screen());
        for _ in 0..random.random_range(0..states.len()) {
            machine.step_back(&mut console);
        }
        compare(&machine, console.screen());
    }
}

#[test]
fn going_back_restores_the_original_game() {
    back_and_forth("QIPAN.C", QIPAN, "Down*3 Right*3 Enter Down Enter", 1500);
}

#[test]
fn going_back_restores_small_programs() {
    for (name, source) in sources() {
        back_and_forth(&name, &source, "Esc", 400);
    }
    let mixed = "a Up b F1 Esc";
    for (keys, source) in [
        (mixed, "int fib(int n) { int a, b; if (n < 2) return n; a = fib(n - 1); b = fib(n - 2); return a + b; }
         int twice(int n) { return fib(n) + fib(n - 1) * fib(2); } main() { int r; r = 1 + twice(5) * twice(4); printf(\"%d\\n\", r); }"),
        (mixed, "#include <graphics.h>\nmain() { int d = 0, m, i; initgraph(&d, &m, \"\"); for (i = 0; i < 20; i++) { setcolor(i % 16);
         line(i, 0, 639 - i, 479); setbkcolor(i % 7); printf(\"%d \", i); if (i == 10) cleardevice(); outtextxy(i, i, \"x\"); } setfillstyle(4, 5);
         floodfill(300, 10, 15); fillellipse(100, 100, 30, 20); exit(i); }"),
        (mixed, "main() { int k, n = 0; while ((k = getch()) != 27) { if (k == 0) n += getch(); else n += k; if (kbhit()) n++; if (bioskey(1)) n++; } return n; }"),
        (mixed, "int a[4]; struct p { int x, y; } s, t; main() { int i, *q = a; srand(3); for (i = 0; i < 4; i++) *q++ = random(9); memset(a, 0, sizeof a); s.x = 3; t = s; t.y++; { char z[9] = \"abc\"; z[0]++; } delay(30); sound(440); delay(20); nosound(); return t.x; }"),
        ("b a", "main() { int a, b; a = getch(); b = getch(); return a * 2 - b; }"),
        ("6 Space 7 Enter", "main() { int a, b; scanf(\"%d\", &a); scanf(\"%d\", &b); printf(\"%d\", a * b); return a + b; }"),
        ("", "#include <setjmp.h>\njmp_buf place; int depth; void down(int n) { depth = n; if (n == 4) longjmp(place, n); down(n + 1); }
         main() { int r = setjmp(place); if (r == 0) down(1); return r * 10 + depth; }"),
        ("", "#include <stdio.h>\nmain() { FILE *f; char s[20]; f = fopen(\"a.txt\", \"w\"); fprintf(f, \"%d %s\\n\", 12, \"abc\"); fclose(f);
         f = fopen(\"a.txt\", \"r+\"); fputs(\"34\", f); rewind(f); fgets(s, 20, f); printf(\"%s\", s); fclose(f); remove(\"a.txt\"); }"),
        ("", "#include <stdio.h>\nmain() { write(1, \"ab\\n\", 3); _write(2, \"c\", 1); fwrite(\"de\", 1, 2, stdout); putw(16705, stdout); }"),
        ("a b Enter c d e Enter", "#include <stdio.h>\nmain() { char s[9]; read(0, s, 9); fread(s, 1, 2, stdin); return s[0] + getw(stdin); }"),
        ("", "#include <dos.h>\nmain() { union REGS r; r.x.ax = 0xE78; int86(16, &r, &r); r.h.ah = 2; r.h.dl = 'y'; intdos(&r, &r);
         r.x.ax = 19; int86(16, &r, &r); pokeb(0xA000, 3, 4); outportb(0x3C8, 4); outportb(0x3C9, 1); outportb(0x3C9, 2); outportb(0x3C9, 3); }"),
    ] {
        back_and_forth("SMALL.C", source, keys, 600);
    }
}

#[test]
fn the_c_and_rust_originals_draw_the_same_pictures() {
    let keys =
        parse_keys("Down*3 Right*3 Enter Down*3 Right*2 Enter Down Enter Left Down*2 Enter Esc").unwrap();
    let mut frames: [Vec<Screen>; 2] = [Vec::new(), Vec::new()];
    let [c, rust] = &mut frames;
    let mut console = Script::new(keys.clone(), |screen: &Screen, _| c.push(screen.clone()));
    let mut machine = Machine::without_history(&compiled("QIPAN.C", QIPAN));
    machine.call("main", &[]).unwrap();
    assert_eq!(machine.run(&mut console, 1_000_000), Ok(Stop::Ended));
    drop(console);
    let mut console = Script::new(keys, |screen: &Screen, _| rust.push(screen.clone()));
    original::main(&mut console, &mut original::Game::default()).unwrap();
    drop(console);
    assert_eq!(frames[0].len(), frames[1].len());
    for (n, (c, rust)) in frames[0].iter().zip(&frames[1]).enumerate() {
        assert!(c.pixels() == rust.pixels(), "after {n} keys");
    }
}

#[test]
fn functions_can_be_called_on_a_prepared_board() {
    let mut machine = Machine::new(&compiled("QIPAN.C", QIPAN));
    let mut cells = vec![vec![Value::Int(0); 8]; 8];
    for (row, col, stone) in [(3, 3, 2), (3, 4, 1), (4, 3, 1), (4, 4, 2)] {
        cells[row][col] = Value::Int(stone);
    }
    let rows = cells.into_iter().map(Value::Array).collect();
    machine.set_global("Map", &Value::Array(rows)).unwrap();
    let mut console = script("");
    let arguments = [120 + 40 * 3, 120 + 40 * 2, 1].map(Argument::Int);
    machine.call("QpChange", &arguments).unwrap();
    assert_eq!(machine.place().unwrap().kind, PlaceKind::Enter);
    let mut touched = Vec::new();
    while machine.step(&mut console).unwrap() == Stop::Paused {
        touched.extend(machine.touched());
    }
    let found = (machine.returned(), machine.depth(), machine.place());
    assert_eq!(found, (Some(1), 0, None));
    let Some(Value::Array(rows)) = machine.variable("Map") else { panic!() };
    assert_eq!(rows[3].to_string(), "{0, 0, 0, 1, 1, 0, 0, 0}");
    let all = touched.iter();
    let wrote: Vec<&Touch> = all.filter(|t| t.access == Access::Write).collect();
    let found = (wrote.len(), &*wrote[0].name, &wrote[0].indices[..]);
    assert_eq!(found, (1, "Map", &[3, 3][..]));
    let mut reads = touched.iter().filter(|t| t.access == Access::Read);
    assert!(reads.any(|t| t.indices == [2, 4]));
    assert!(machine.set_global("Map", &Value::Int(3)).is_err());
    assert!(machine.set_global("nothing", &Value::Int(3)).is_err());
    assert!(machine.call("QpChange", &arguments[..2]).is_err());
    assert!(machine.call("nothing", &[]).is_err());
}

#[test]
fn arrays_can_be_passed_as_arguments() {
    let source =
        "int sum(int a[8][8], int n) { int i, s = 0; for (i = 0; i < n; i++) s += a[i][i]; return s; }";
    let mut machine = Machine::new(&program(source));
    let board: Vec<i32> = (0..64).collect();
    machine.call("sum", &[Argument::Array(board), Argument::Int(3)]).unwrap();
    let mut console = script("");
    let mut touched = Vec::new();
    while machine.step(&mut console).unwrap() == Stop::Paused {
        touched.extend(machine.touched().into_iter().map(|t| (t.name, t.indices)));
    }
    assert_eq!(machine.returned(), Some(9 + 18));
    assert_eq!(touched[2], ("a".to_string(), vec![2, 2]));
    let too_short = [Argument::Array(vec![1; 9]), Argument::Int(3)];
    assert!(machine.call("sum", &too_short).is_err());
}

#[test]
fn every_statement_and_condition_is_a_stop() {
    let source = "int f(int n)\n{\n  if (n > 1)\n    n--;\n  return n;\n}\nmain()\n{\n  int i, k;\n  for (i = 0; i < 2; i++)\n    k = f(i) + 1;\n}\n";
    let mut machine = started(source);
    let mut console = script("");
    let mut stops = Vec::new();
    loop {
        let place = machine.place().unwrap();
        let line = source.lines().nth(place.line - 1).unwrap();
        stops.push(format!("{} {:?} {}", place.line, place.kind, &line[place.columns]));
        if machine.step(&mut console) == Ok(Stop::Ended) {
            break;
        }
    }
    let turn = "11 Statement k = f(i) + 1;|1 Enter f(int n)|3 Condition n > 1|5 Statement return n;\
                |10 Statement i++|10 Condition i < 2";
    let begin = "7 Enter main()|10 Statement i = 0|10 Condition i < 2";
    assert_eq!(stops.join("|"), [begin, turn, turn, "12 Leave }"].join("|"));
}

#[test]
fn frames_show_variables_and_changes() {
    let source = "int g;\nint f(int n)\n{\n  int k;\n  k = n * 2;\n  g = k;\n  return k;\n}\nmain()\n{\n  int r = 1;\n  r = f(r);\n}\n";
    let mut machine = started(source);
    let mut console = script("");
    while machine.place().unwrap().line != 6 {
        machine.step(&mut console).unwrap();
    }
    let shown = |frame: &Frame| {
        let variables = frame.variables.iter();
        let shown: Vec<String> = variables
            .map(|v| format!("{}={}{}", v.name, v.value, if v.changed { "*" } else { "" }))
            .collect();
        format!("{} {}: {}", frame.function, frame.line, shown.join(" "))
    };
    let frames: Vec<String> = machine.frames().iter().map(shown).collect();
    assert_eq!(frames, ["f 6: n=1 k=2*", "main 12: r=1"]);
    assert!(!machine.globals()[0].changed);
    machine.step(&mut console).unwrap();
    assert!(machine.globals()[0].changed);
    assert_eq!(machine.variable("k"), Some(Value::Int(2)));
    assert_eq!(machine.variable("r"), None);
}

#[test]
fn steps_that_lack_a_key_can_be_retried() {
    let source = "main() { int k, n = 1; n = n + 1, k = bioskey(0); return k == 0x4800 ? n : 0; }";
    for mut machine in [Machine::new(&program(source)), Machine::without_history(&program(source))] {
        machine.call("main", &[]).unwrap();
        let found = machine.run(&mut script(""), 100);
        assert_eq!(found, Err(Halt::Quit(Quit::Closed)));
        assert_eq!(machine.place().map(|p| p.line), Some(1));
        let found = machine.run(&mut script(""), 100);
        assert_eq!(found, Err(Halt::Quit(Quit::Closed)));
        assert_eq!(machine.run(&mut script("Up"), 100), Ok(Stop::Ended));
        assert_eq!(machine.returned(), Some(2));
    }
}

#[test]
fn faults_leave_the_machine_before_the_statement() {
    let source = "int g, a[3];\nmain()\n{\n  g = 1;\n  g = 2, a[g + 1] = 5;\n}\n";
    let mut machine = started(source);
    let mut console = script("");
    let Err(Halt::Fault(fault)) = machine.run(&mut console, 100) else { panic!() };
    let expected = "Error TEST.C 5: Array index 3 is outside a[3] in function main";
    assert_eq!(fault.to_string(), expected);
    assert_eq!(machine.place().unwrap().line, 5);
    assert_eq!(machine.variable("g"), Some(Value::Int(1)));
    assert!(machine.step(&mut console).is_err(), "a fault prevents further steps");
    assert!(machine.step_back(&mut console), "a fault allows going back");
    assert_eq!(machine.variable("g"), Some(Value::Int(0)));
}

#[test]
fn endless_programs_end_at_the_limit() {
    for body in
        ["for (;;) ;", "while (1) ;", "do ; while (1);", "again: goto again;", "for (;;) main();", "main();"]
    {
        let source = format!("main() {{ {body} }}");
        let mut machine = Machine::without_history(&program(&source));
        machine.call("main", &[]).unwrap();
        let ended = machine.run(&mut script(""), 50_000);
        match ended {
            Ok(Stop::Paused) => assert_eq!(machine.steps(), 50_000),
            Err(Halt::Fault(fault)) => assert!(fault.text.starts_with("Stack overflow!")),
            other => panic!("{other:?}: {body}"),
        }
    }
}

#[test]
fn a_million_undo_steps_need_less_than_100_mb() {
    let source = "int a[100]; int next(int n) { int k; k = n * 3; return k % 100; }
        main() { int i, n = 7; for (;;) for (i = 0; i < 100; i++) { n = next(n + i); a[n] += i; if (a[n] > 50) a[n] = 0; } }";
    let mut machine = started(source);
    let mut console = script("");
    assert_eq!(machine.run(&mut console, 1_000_000), Ok(Stop::Paused));
    assert_eq!(machine.steps_back(), 1_000_000);
    let bytes = machine.history_bytes();
    assert!(bytes < 60 << 20, "{bytes} bytes");
    machine.run(&mut console, 4_000_000).unwrap();
    let bytes = machine.history_bytes();
    assert!(bytes < 100 << 20, "{bytes} bytes");
    let (steps, back) = (machine.steps(), machine.steps_back() as u64);
    assert!(back >= 1_000_000 && back < steps);
    while machine.step_back(&mut console) {}
    let found = machine.steps();
    assert_eq!(found, steps - back, "the oldest steps are dropped");
}

/// A source with a few random changes.
fn mutated(source: &str, random: &mut StdRng) -> String {
    let mut bytes = source.as_bytes().to_vec();
    let words: Vec<&str> = source.split_whitespace().collect();
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..bytes.len());
        let end = (at + random.random_range(0..12)).min(bytes.len());
        let signs = b"(){}[];,*&+-=<>!?:\"'#%/0123456789abcx \n\\";
        match random.random_range(0..5) {
            0 => bytes[at] = signs[random.random_range(0..signs.len())],
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, words[random.random_range(0..words.len())].bytes())),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = random.random_range(0..bytes.len());
                drop(bytes.splice(to..to, piece));
            }
            _ => bytes.insert(at, random.random_range(0..=255)),
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Prints the source that a test works on if it crashes.
struct Shown<'a>(&'a str);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// Compiles and runs broken sources, and goes back in them.
fn survive(count: usize, seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    let (sources, mut ran, mut faults) = (sources(), 0, 0);
    for n in 0..count {
        let (name, source) = &sources[n % sources.len()];
        let source = mutated(source, &mut random);
        let _shown = Shown(&source);
        let Ok(program) = Program::compile(name, &source) else {
            continue;
        };
        ran += 1;
        let mut machine = Machine::new(&program);
        let mut console = script("Down*3 Right*3 Enter Down x Esc");
        if machine.call("main", &[]).is_err() {
            continue;
        }
        let ended = machine.run(&mut console, 3_000);
        faults += usize::from(matches!(ended, Err(Halt::Fault(_))));
        let _ = (machine.frames(), machine.globals(), machine.touched());
        for _ in 0..100 {
            machine.step_back(&mut console);
        }
        let _ = machine.run(&mut console, 200);
    }
    assert!(ran > count / 50, "{ran} of {count} ran, {faults} faults");
}

/// Tries 2,000 reproducible sources; `QIPAN_FUZZ=1000000` tries a million in about ten minutes on two cores.
#[test]
fn broken_sources_never_crash() {
    let asked = std::env::var("QIPAN_FUZZ");
    let count = asked.map_or(2_000, |n| n.parse().expect("QIPAN_FUZZ is a number"));
    std::thread::scope(|scope| {
        for seed in 0..2 {
            scope.spawn(move || survive(count / 2, 100 + seed));
        }
    });
}

/// Recipes for senseless or greedy programs.
const NONSENSE: &str = r#"
main() { int x; x = «5000 (»1«5000 )»; }
main() { int x; x = «5000 -»1; }
main() { int x; x = «5000 f(»1«5000 )»; }
main() { return «300000 f(»1; }
main() { «5000 {» }
main() { «5000 if (1) » ; }
main() { int x = 1; x = «50000 x + »1; }
int a[2] = «9000 {»;
int «9000 *»x;
int x«9000 [1]»;
#define A A A A A A\n#define B A A A A\n#define C B B B B B B\n#define D C C C C C C\n#define E D D D D D D\n#define F E E E E E E\n#define G F F F F F\nint x = G G G;
struct s { struct s x; };
struct s { «20000 struct { » int a; «20000 } x;» };
int a[30000][30000][30000];
«10000 "»
«1000 \0\x01\x7fé棋»
«2000 int f(a, b, »
main() { printf("%9999999999d", 1); }
main() { char *p; p = (char *) 12345; *p = 1; }
main() { for (;;) printf("on and on "); }
main() { int x = 1; x <<= 99; x >>= -1; x = 1 << 64; return x; }
"#;

#[test]
fn huge_nonsense_never_crashes() {
    for [recipe] in rows(NONSENSE) {
        let source = grown(&recipe).replace("\\0\\x01\\x7f", "\0\u{1}\u{7f}");
        if let Ok(program) = Program::compile("BIG.C", &source) {
            let mut machine = Machine::new(&program);
            let called = machine.call("main", &[]);
            let _ = called.map(|()| machine.run(&mut script(""), 5000));
        }
    }
}

/// Recipes for sources of up to a megabyte, and their messages.
const LONG: &str = r#"
main() { «f(» => Too many levels
main() { «{» => Too many levels
main() { int x = 1; «if (x) x = 2; else »; } => none
char a[] = {«1,»1}; => none
main() { char a[] = {«1,»1}; } => none
char *p = «"a"»; => none
main() { int x; «int a@; x = a@; »} => none
«char a@;» => none
«f@() {}»main() {«f@();»} => none
main() {«a@: goto a@;»} => none
main() { int x = 1; switch (x) {«case @:»; } } => none
struct s {«char a@;»} s; main() {«s.a@ = 1;»} => none
struct s {«char a@;»} s[2]; main() {«s[1] = s[0];»} => none
struct s0 { int a; };«struct s^{struct s@ a;};» => Type too deep
typedef int t0;«typedef t@*t^;» => Type too deep
f(«a@,»x)«int a@;»{} => Too many parameters
f(«int a@,»int x) {} main() {«f();»} => Too many parameters
#define A0 1\n«#define A^ A@\n»int x = A9; => none
#define A A A\nchar x[] = {«A,»}; => Undefined symbol 'A'
#define F(x) x\nint y = «F(» => Macro argument list of 'F' is missing )
#define F(x) x\nchar y[] = {«F(1),»}; => none
#define F(«a@,»x) «a@ »\nint y = F(1); => The macro 'F' has too many parameters: at most 100
#define F(x) «x »\nint y = F(«1+»1); => Macro expansion too long
«/* */ //\n»«/*» => Unexpected end of file in comment
#define A0\n«29 #define A^ A@ A@\n»int x = A29; => Macro expansion too long
"#;

#[test]
fn compile_time_is_linear_in_the_source() {
    for [recipe, told] in rows(LONG) {
        let all = match Program::compile("LONG.C", &grown(&recipe)) {
            Ok(_) => "none".to_string(),
            Err(all) => said(&all),
        };
        assert!(all.contains(&told), "{recipe}: {all}");
    }
}

/// On this machine, `setbkcolor(RED)` turns black discs red, as on a PC; the Rust port differs.
#[test]
fn setbkcolor_recolours_everything_in_colour_0() {
    let source = "#include <graphics.h>\nmain() { int d = DETECT, m; initgraph(&d, &m, \"\"); setbkcolor(RED); setcolor(BLACK); circle(100, 100, 15); getch(); }";
    let mut machine = started(source);
    let mut console = Script::new([Key::Enter], |_, _| ());
    while machine.place().is_some_and(|place| place.columns.start < 140) {
        machine.step(&mut console).unwrap();
    }
    assert_eq!(console.screen().palette()[0], 0xAA0000);
    assert_eq!(console.screen().getpixel(85, 100), Some(0));
    while machine.step_back(&mut console) {}
    assert_eq!(console.screen().palette()[0], 0);
}

/// Loop bodies, and the most repetitions that may count as 50,000 steps of work.
const MUCH: &str = r#"
x++; => 50000
printf("%9999d", 1); => 600
printf("%9999d%9999d%9999d%9999d%9999d", 1, 1, 1, 1, 1); => 120
putchar(10); => 1100
puts(a); => 20
sprintf(b, "%.0s%.0s%.0s%.0s", a, a, a, a); => 500
memset(a, 'x', 9000); => 800
memcpy(b, a, 9000); => 800
memset(b, 1, 9000), memset(b, 1, 9000), memset(b, 1, 9000), memset(b, 1, 9000); => 200
strcpy(b, a); => 500
b[0] = 0, strcat(b, a); => 800
strlen(a); => 800
strcmp(a, a); => 500
strncpy(b, a, 9000); => 500
s = t; => 800
Large(); => 1500
printf("%d ", 1); => 40000
putpixel(1, 1, 1); => 50000
bar(0, 0, 639, 479); => 1000
fillellipse(320, 240, 320, 240); => 1000
circle(320, 240, 32767); => 50
line(0, 0, 639, 479); => 10000
arc(320, 240, 0, 300, 200); => 1000
pieslice(320, 240, 0, 300, 200); => 100
floodfill(1, 1, 15); => 50
fillpoly(1000, p); => 10
drawpoly(1000, p); => 20
outtextxy(0, 0, a); => 20
cleardevice(); => 1000
"#;

#[test]
fn expensive_calls_end_a_slice_early() {
    for [body, most] in rows(MUCH) {
        let source = format!(
            "struct s {{ char z[9000]; }} s, t; char a[9001], b[9001]; int p[2000];
            void Large(void) {{ int z[9000]; }}
            main() {{ int x = 0; memset(a, 'x', 9000); for (;;) {{ {body} }} }}"
        );
        let mut machine = Machine::without_history(&program(&source));
        machine.call("main", &[]).unwrap();
        assert_eq!(machine.run_slice(&mut script(""), 50_000), Ok(Stop::Paused), "{body}");
        let steps = machine.steps();
        assert!(steps <= most.parse().unwrap(), "{steps} steps: {body}");
        machine.run(&mut script(""), 30).unwrap();
        assert_eq!(machine.steps(), steps + 30, "run makes all steps: {body}");
    }
}

#[test]
fn long_steps_are_interrupted_and_resumed() {
    let source = format!("int n; main() {{ {}; }}", ["n++, floodfill(1, 1, 15)"; 30].join(", "));
    let mut machine = Machine::without_history(&program(&source));
    machine.call("main", &[]).unwrap();
    let mut slices = 1;
    while machine.run_slice(&mut script(""), 1000) == Ok(Stop::Paused) {
        slices += 1;
    }
    assert!(slices > 2, "{slices} slices");
    let n = machine.globals()[0].value.to_string();
    assert_eq!(n, "30", "in {slices} slices");
}

#[test]
fn tones_last_until_nosound() {
    let source = "main() { sound(440); getch(); delay(20); sound(880); nosound(); delay(20); }";
    let mut machine = Machine::new(&compiled("TONE.C", source));
    machine.call("main", &[]).unwrap();
    let mut script = script("a");
    let mut console = RecordingConsole::new(&mut script, None);
    assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
    assert_eq!(console.held, [(440, 0), (440, 20), (880, 0), (0, 0)]);
    while machine.step_back(&mut console) {}
    assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
    assert_eq!(console.held[4..], console.held[..4], "the replay holds the same tones");
}
