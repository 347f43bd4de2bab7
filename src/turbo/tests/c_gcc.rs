//! Random C89 programs whose output must be that of the system's C compiler.

use std::fs;
use std::process::Command;

use turbo::c::{Machine, Program, Stop};
use turbo::dos::script::Script;

/// The types of Turbo C's size, and the formats that differ.
const HEAD: &str = r#"
#include <stdio.h>
#include <string.h>
#ifdef __TURBOC__
typedef int I; typedef unsigned U; typedef long L; typedef unsigned long M;
#define LD "ld"
#define LU "lu"
#define LX "lx"
#else
#pragma pack(1)
typedef short I; typedef unsigned short U; typedef int L; typedef unsigned M;
#define LD "d"
#define LU "u"
#define LX "x"
#endif
typedef signed char C; typedef unsigned char B; typedef double D;
struct S { I x; C c; L y; U low : 5, high : 11; B t[3]; D d; };
union V { L n; I h[2]; B b[8]; D d; struct { B one; I two; } in; };
struct S gs; union V gv; I ga[6]; L gl; D gd; char gt[24]; B gb[4];
struct S turned(struct S s, I n) { s.x = (I) (s.x + n); s.t[n & 1] = (B) s.y; s.high = (U) n; return s; }
L sum(B *at, I n) { L all = 0; while (n-- > 0) all = (L) ((M) all * 31 + *at++); return all; }
I deep(I n, I *to) { if (n <= 0) return *to; *to = (I) (*to ^ n); return (I) (deep((I) (n - 1), to) + n); }
"#;

/// A source of random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn of<'a>(&mut self, these: &[&'a str]) -> &'a str {
        these[self.roll(these.len())]
    }

    fn number(&mut self) -> String {
        let n = [0, 1, 2, 7, 31, 100, 255, 256, 1000, 12_345, 32_767][self.roll(11)];
        if self.roll(4) == 0 { format!("(-{n})") } else { n.to_string() }
    }

    /// An object of type `I`, with the index of an array in its bounds.
    fn int(&mut self) -> String {
        let at = self.roll(6);
        let plain = ["i", "j", "s.x", "*p", "r.x", "gs.x", "v.h[0]", "v.h[1]", "gv.h[1]", "v.in.two", "q->x"];
        match self.roll(14) {
            0 => format!("a[{at}]"),
            1 => "ga[j & 3]".to_string(),
            2 => format!("p[{}]", self.roll(3)),
            _ => self.of(&plain).to_string(),
        }
    }

    fn long(&mut self) -> String {
        self.of(&["l", "k", "s.y", "gl", "v.n", "gv.n", "q->y", "r.y"]).to_string()
    }

    fn byte(&mut self) -> String {
        let (three, eight) = (self.roll(3), self.roll(8));
        match self.roll(9) {
            0 => format!("s.t[{three}]"),
            1 => format!("v.b[{eight}]"),
            2 => format!("gv.b[{eight}]"),
            3 => format!("((B *) &s)[{eight}]"),
            4 => format!("((B *) a)[{eight}]"),
            5 => format!("((B *) &l)[{}]", three + 1),
            6 => format!("gb[{three}]"),
            7 => format!("((B *) &{})[{}]", self.of(&["i", "s.y", "gl"]), self.roll(2)),
            _ => "b".to_string(),
        }
    }

    fn real(&mut self) -> String {
        self.of(&["d", "s.d", "gd", "q->d"]).to_string()
    }

    /// A value of type `I`.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.roll(5) {
                0 => self.number(),
                1 => format!("(I) {}", self.byte()),
                2 => "(I) c".to_string(),
                3 => format!("(I) {}", self.of(&["s.low", "s.high", "r.high", "q->low"])),
                _ => self.int(),
            };
        }
        let (one, two) = (self.value(depth - 1), self.value(depth - 1));
        match self.roll(14) {
            0..=3 => format!("(I) ({one} {} {two})", self.of(&["+", "-", "*", "&", "|", "^"])),
            4 => format!("(I) ({one} {} (I) (({two} & 7) + 1))", self.of(&["/", "%"])),
            5 => format!("(I) ({one} {} ({two} & 7))", self.of(&["<<", ">>"])),
            6 => format!("({one} {} {two})", self.of(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"])),
            7 => format!("({one} ? {two} : {})", self.value(depth - 1)),
            8 => format!("(I) {}{one}", self.of(&["~", "!", "-"])),
            9 => format!("(I) {}", self.wide(depth - 1)),
            10 => format!("(I) (p - a + {one})"),
            11 => format!("(I) strlen(t) + ({one} {} {two})", self.of(&["<", "=="])),
            12 => format!("(I) ({} {} {})", self.double(depth - 1), self.of(&["<", ">="]), self.double(0)),
            _ => {
                format!("(I) memcmp(&s, &r, {})", 1 + self.roll(7)).replace("(I) memcmp", "sign(memcmp") + ")"
            }
        }
    }

    /// A value of type `L`.
    fn wide(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.long();
        }
        let (one, two) = (self.wide(depth - 1), self.wide(depth - 1));
        match self.roll(8) {
            0..=2 => format!("(L) ((M) {one} {} (M) {two})", self.of(&["+", "-", "*", "&", "^"])),
            3 => format!("(L) {}", self.value(depth - 1)),
            4 => format!("({one} {} (L) (({two} & 15) + 1))", self.of(&["/", "%"])),
            5 => format!("(L) ((M) {one} {} ({} & 15))", self.of(&["<<", ">>"]), self.value(0)),
            6 => format!("sum((B *) &{}, {})", self.of(&["s", "a", "gv", "r"]), 1 + self.roll(8)),
            _ => format!("(L) (U) {}", self.value(depth - 1)),
        }
    }

    fn double(&mut self, depth: usize) -> String {
        let one = if depth > 0 { self.double(depth - 1) } else { self.real() };
        match self.roll(6) {
            0 => one,
            1 => format!("({one} {} {})", self.of(&["+", "-"]), self.real()),
            2 => format!("({one} * 0.5)"),
            3 => format!("({one} / 4)"),
            4 => format!("(D) {}", self.value(0)),
            _ => format!("({one} + {})", self.of(&["0.25", "1e3", "-2.5", "3"])),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let deeper = depth.saturating_sub(1);
        match self.roll(if depth == 0 { 21 } else { 25 }) {
            0..=3 => format!("{} = {};", self.int(), self.value(2)),
            4 | 5 => format!("{} = {};", self.long(), self.wide(2)),
            6..=8 => format!("{} = (B) {};", self.byte(), self.value(1)),
            9 => format!("{} = {};", self.real(), self.double(1)),
            10 => format!("p = a + ({} & 3);", self.value(1)),
            11 => format!("{} = (U) {};", self.of(&["s.low", "s.high", "r.low", "q->high"]), self.value(1)),
            12 => {
                let one = self.of(&["r = s", "s = *q", "*q = r", "v = gv", "gv = v", "q = &gs", "q = &s"]);
                format!("{one};")
            }
            13 => format!("s = turned({}, {});", self.of(&["s", "r", "*q"]), self.value(1)),
            14 => {
                let to = self.of(&["&s", "a", "&v", "ga", "&r", "&gl - 0"]);
                let bytes = if to == "&gl - 0" { 4 } else { 1 + self.roll(8) };
                format!("mem{}(({to}), {}, {bytes});", "cpy", self.of(&["&gs", "gt", "&gv", "gb + 0"]))
                    .replace("gb + 0", "t")
            }
            15 => {
                format!("memset({}, {}, {});", self.of(&["&v", "a", "s.t"]), self.roll(256), 1 + self.roll(3))
            }
            16 => format!("sprintf(t, \"%{}d\", {});", self.of(&["", "5", "-4", "03", "+"]), self.value(1)),
            17 => format!("c = (C) {}; b = (B) c;", self.value(1)),
            18 => format!("{} {}= {};", self.int(), self.of(&["+", "-", "^", "|", "&"]), self.value(0)),
            19 => format!(
                "{} = deep((I) ({} & 7), {});",
                self.int(),
                self.value(0),
                self.of(&["&i", "p", "&s.x", "ga + 2"])
            ),
            20 => format!(
                "strcpy(gt, \"{}\"); strcat(gt, t); t[{}] = 0;",
                self.of(&["", "x", "yes"]),
                3 + self.roll(3)
            ),
            21 | 22 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                self.value(1),
                self.statement(deeper),
                self.statement(deeper)
            ),
            23 => format!(
                "for (n{depth} = 0; n{depth} < {}; n{depth}++) {{ {} }}",
                1 + self.roll(3),
                self.statement(deeper)
            ),
            _ => format!(
                "switch ({} & 3) {{ case 0: {} case 1: {} break; default: {} }}",
                self.value(0),
                self.statement(deeper),
                self.statement(deeper),
                self.statement(deeper)
            ),
        }
    }

    fn function(&mut self, number: usize) -> String {
        let mut body = String::new();
        for _ in 0..12 {
            body += &format!("  {}\n", self.statement(2));
        }
        format!(
            "void f{number}(void)
{{
  I i = {number}, j = 3, a[6] = {{ 1, -2, 300 }}, *p = a + 1, n1, n2;
  L l = 70000, k = -5; C c = -3; B b = 200; D d = 1.5;
  struct S s = {{ 5, 'c', 100000, 3, 77, {{ 1, 2, 3 }}, 2.25 }}, r, *q = &s;
  union V v; char t[40] = \"\";
  v.d = 0; v.n = 66000; r = s; strcpy(t, \"abc\"); gs = s; gv = v; gl = l; gd = 0.5;
  memset(ga, 0, sizeof ga); memset(gb, 9, sizeof gb); strcpy(gt, \"turbo c 2.0 was fast\");
{body}
  printf(\"{number}: %d %d %\" LD \" %\" LD \" %d %d %.4g\", i, j, l, k, c, b, d);
  printf(\" %x %\" LX \" %\" LX \" %\" LX \" %u %d\", (U) p[0], sum((B *) &s, 14), sum((B *) &r, 14), sum((B *) a, 12), s.low, q == &s);
  printf(\" %\" LX \" %\" LX \" %\" LU \" %.4g %s\\n\", sum((B *) &v, 8), sum((B *) &gs, 14), (M) gl, s.d + gd, t);
}}
"
        )
    }
}

fn program(seed: u64, functions: usize) -> String {
    let mut dice = Dice(seed);
    let all: String = (0..functions).map(|n| dice.function(n)).collect();
    let calls: String = (0..functions).map(|n| format!("  f{n}();\n")).collect();
    format!(
        "{HEAD}I sign(int n) {{ return (I) (n < 0 ? -1 : n > 0); }}\n{all}int main(void)\n{{\n{calls}  return 0;\n}}\n"
    )
}

/// Compares this many programs of 40 functions; `QIPAN_PROGRAMS` gives another number.
#[test]
fn random_programs_print_what_the_system_s_compiler_lets_them_print() {
    let number = std::env::var("QIPAN_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (source, built) = (folder.path().join("source.c"), folder.path().join("built"));
    for seed in 1..=number {
        let text = program(seed, 40);
        fs::write(&source, &text).unwrap();
        let mut cc = Command::new("cc");
        let said = cc.args(["-w", "-fwrapv", "-O0", "-o"]).arg(&built).arg(&source).output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let wanted = String::from_utf8_lossy(&Command::new(&built).output().unwrap().stdout).into_owned();
        let compiled =
            Program::compile("RANDOM.C", &text).unwrap_or_else(|all| panic!("seed {seed}: {all:?}"));
        let mut machine = Machine::without_history(&compiled);
        machine.call("main", &[]).unwrap();
        let ended = machine.run(&mut Script::new([], |_, _| ()), 10_000_000);
        let differs = wanted.lines().zip(machine.output().lines()).find(|(one, two)| one != two);
        let told = |line: &str| {
            let number = line.split(':').next().unwrap_or_default();
            let from = text.find(&format!("void f{number}(")).unwrap_or(0);
            text[from..].split("\nvoid ").next().unwrap_or_default().to_string()
        };
        assert!(differs.is_none(), "seed {seed}: {differs:#?}\n{}", told(differs.unwrap().0));
        assert_eq!(
            ended,
            Ok(Stop::Ended),
            "seed {seed}, after {}",
            machine.output().lines().last().unwrap_or("")
        );
    }
}
