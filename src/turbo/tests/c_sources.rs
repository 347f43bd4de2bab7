//! Preprocessor lines, user headers, and programs of several files.

use turbo::c::{Machine, Message, Program, Stop};
use turbo::dos::script::Script;

use crate::c_language::{output, program, said};
use crate::common::data::rows;

/// Definitions, a printed text, and its output.
const MACROS: &str = r#"
#define S(x) #x => S(a + "b\012") => a + "b\012"
#define S(x) #x => S( a   +b ) => a +b
#define S(x) #x\n#define T(x) S(x)\n#define N 0x10 => T(N) => 0x10
#define S(x) #x\n#define N 0x10 => S(N) => N
#define J(a, b) a ## b\nchar *left = "joined"; => J(le, ft) => joined
#define J(a, b) a ## b\n#define S(x) #x\n#define T(x) S(x) => T(J(1, .5)) => 1.5
#define J(a, b) a ## b\n#define S(x) #x\n#define T(x) S(x) => T(J(, x)J(y, )) => xy
#define f(x) "f" x\n#define g f => g("x") => fx
char *a = "itself";\n#define a (a) => a => itself
#define S(x) #x\n#define x y\n#define y x\n#define T(a) S(a) => T(x y) => x y
#define ONE(a, b) a\\n "-" b => ONE(\n"x",\n"y") => x-y
#define LIST(first, ...) first #__VA_ARGS__ => LIST("a", b, c) => ab, c
#define NONE() "none" => NONE() => none
#define X 1\n#undef X\n#ifndef X\n#define X "again"\n#endif => X => again
#define NOTHING => __DATE__ __TIME__ => Jan  1 199112:00:00
#define NOTHING => __FILE__ => TEST.C
"#;

#[test]
fn macros_expand_as_in_c() {
    for [definitions, text, shown] in rows(MACROS) {
        let source = format!("{definitions}\nmain() {{ printf(\"%s\", {text}); }}");
        assert_eq!(output(&source), shown, "{source}");
    }
}

#[test]
fn preprocessor_lines_are_followed() {
    for (source, shown) in [
        (
            "#define HERE __LINE__\nmain() {\n printf(\"%d \", HERE);\n#line 100 \"other.c\"\n printf(\"%d %s\", __LINE__, __FILE__); }",
            "3 100 other.c",
        ),
        (
            "#if defined(__TURBOC__) && __MSDOS__ && !defined NOTHING\n#if 0\n'\n#elif __STDC__ == 1\n#define A 1\n#else\n#error no\n#endif\n#else\n#error no\n#endif\n#pragma once\nmain() { printf(\"%d\", A\n#ifdef A\n+ 1\n#endif\n); }",
            "2",
        ),
        // Text after the name of a header is ignored.
        (
            "#include <stdio.h>#include <string.h>\n#include \"math.h\" for sin\nmain() { printf(\"%d\", sin(0.0) == 0); }",
            "1",
        ),
    ] {
        assert_eq!(output(source), shown, "{source}");
    }
}

/// Sources and their first messages.
const MISTAKES: &str = r#"
#define F(a, b) a\nint x = F(1); => Error A.C 2: Wrong number of arguments for the macro 'F': 1 instead of 2
#define F(a) a\nint x = F(1; => Error A.C 2: Macro argument list of 'F' is missing )
#define J(a, b) a ## b\nint x = J(+, x); => Error A.C 2: ## cannot join '+' and 'x' into one token
#define X 1\n#define X 2\nint x = X => Warning A.C 2: Redefinition of 'X' is not identical
#define F(a+b) a => Error A.C 1: The parameters of the macro 'F' must be names separated by commas
#line x => Error A.C 1: #line needs a line number
int x;\n#error not here => Error A.C 2: Error directive: not here
#if 0\n#else\n#else\n#endif => Error A.C 3: Misplaced else directive
#include <iostream>\nint main() {\ncout << x; } => Warning A.C 1: This is C++, which this machine accepts: name the file .cpp
#include <stdio.h>\nusing namespace std;\nint main() { return x; } => Warning A.C 2: This is C++, which this machine accepts: name the file .cpp
int x;\nclass A : public B { }; => Error A.C 2: 'A' inherits from another class, but this machine has no inheritance: make the base a member
main() { extern int x;\nreturn x; } => Error A.C 2: Undefined symbol 'x': it is extern, but no file defines it
"#;

#[test]
fn preprocessor_errors_have_their_line() {
    for [source, told] in rows(MISTAKES) {
        let messages = Program::compile("A.C", &source).expect_err(&source);
        assert_eq!(messages[0].to_string(), told, "{source}");
    }
}

#[test]
fn line_comments_get_one_warning() {
    let source = "int x; // one\nmain() { x = 1; // two\n int y; y = 2; }";
    let told = "Warning TEST.C 1: Turbo C has no comments that begin with //";
    assert_eq!(said(program(source).warnings()), told);
}

/// Builds a program of several files with the given headers.
fn built(files: &[(&str, &str)], headers: &[(&str, &str)]) -> Result<Program, Vec<Message>> {
    Program::build(files, &|wanted| {
        let found = headers.iter().find(|(name, _)| *name == wanted);
        Ok(found.map(|(_, text)| (*text).to_string()))
    })
}

fn translate(files: &[(&str, &str)], headers: &[(&str, &str)]) -> String {
    said(&built(files, headers).expect_err("the program is wrong"))
}

#[test]
fn files_share_non_static_names() {
    let main = "#include \"shape.h\"\nstatic int n = 1; int total = 10; extern int list[3];\nstatic int own(void) { return n; }\n\
                main() { struct shape s; int a = own(); s.x = 4; grow(&s); total += s.x; printf(\"%d %d %d %d\", a, s.x, total, list[2]); }";
    let other = "#include \"shape.h\"\nextern int total; static int n = 7; int list[3] = {1, 2, 3};\nstatic int own(void) { return n * 2; }\n\
                 int grow(struct shape *s) { s->x += own(); total++; return s->x; }";
    let header =
        "#ifndef SHAPE\n#define SHAPE\nstruct shape { int x; };\nint grow(struct shape *s);\n#endif\n";
    let files = [("MAIN.C", main), ("OTHER.C", other)];
    let program = built(&files, &[("shape.h", header)]).unwrap_or_else(|all| panic!("{}", said(&all)));
    assert_eq!(program.warnings(), []);
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    let mut console = Script::new([], |_, _| ());
    let mut places = Vec::new();
    while machine.step(&mut console).unwrap() != Stop::Ended {
        let place = machine.place().unwrap();
        let (file, line) = program.place(place.line);
        assert!(!program.line(place.line).is_empty(), "{file} {line}");
        places.push((file.to_string(), line));
    }
    assert_eq!(machine.output(), "1 18 29 3");
    assert!(places.contains(&("OTHER.C".to_string(), 4)), "{places:?}");
}

#[test]
fn program_functions_override_library_functions() {
    let main = "int max(int a, int b); int read(int n);\nmain() { printf(\"%d %d\", max(3, 9), read(4)); }";
    let other =
        "int max(int a, int b) { return a > b ? a * 100 : b * 100; }\nint read(int n) { return n * 7; }";
    for files in [[("A.C", main), ("B.C", other)], [("B.C", other), ("A.C", main)]] {
        let program = built(&files, &[]).unwrap_or_else(|all| panic!("{}", said(&all)));
        let mut machine = Machine::new(&program);
        machine.call("main", &[]).unwrap();
        let mut console = Script::new([], |_, _| ());
        while machine.step(&mut console).unwrap() != Stop::Ended {}
        assert_eq!(machine.output(), "900 28");
    }
}

#[test]
fn all_files_of_a_program_can_include_the_same_headers() {
    let headers = ["stdio", "stdlib", "string", "conio", "graphics", "time", "dos", "errno"];
    let includes: String = headers.iter().map(|header| format!("#include <{header}.h>\n")).collect();
    let main = format!("{includes}int f(void);\nint main(void) {{ errno = 3; return f(); }}");
    let other =
        format!("{includes}int f(void) {{ time_t t = 0; return 10 * errno + strlen(ctime(&t)) / 20; }}");
    let program = built(&[("A.C", &main), ("B.C", &other)], &[]);
    let program = program.unwrap_or_else(|all| panic!("{}", said(&all)));
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    assert_eq!(machine.run(&mut Script::new([], |_, _| ()), 1000), Ok(Stop::Ended));
    assert_eq!(machine.returned(), Some(31));
}

#[test]
fn errors_name_their_file() {
    let main = ("A.C", "#include \"sub/own.h\"\nmain() { return x; }");
    let own = [("sub/own.h", "#include \"deep.h\"\nint y\nint x;"), ("sub/deep.h", "int z = 1;\nint w = ;")];
    let first = translate(&[main], &own);
    assert!(first.starts_with("Error sub/deep.h 2: Expression syntax"), "{first}");
    let two = [("A.C", "int f(void) { return 1; }"), ("B.C", "int f(void) { return 2; }\nmain() { }")];
    assert_eq!(translate(&two, &[]), "Error B.C 1: Multiple declaration for 'f'");
    let circle = [("a.h", "#include \"b.h\"\n"), ("b.h", "#include \"a.h\"\n")];
    let first = translate(&[("A.C", "#include \"a.h\"\n")], &circle);
    assert!(first.contains("Files include each other in a circle: \"a.h\" includes \"b.h\""), "{first}");
    let large = " ".repeat((1 << 20) + 1);
    let first = translate(&[("A.C", "\n#include \"large.h\"\n")], &[("large.h", &large)]);
    assert_eq!(first, "Error A.C 2: The source is too large: at most 1048576 bytes");
}
