//! The parts of C++ that students mix into C.

use turbo::c::{Debugger, Goal, Halt, Machine, Message, Program, Stop, Stopped};
use turbo::dos::Key;
use turbo::dos::script::Script;

use crate::c_language::said;
use crate::common::data::rows;

const HEADERS: &str = "#include <iostream>\n#include <iomanip>\nusing namespace std;\n";

fn compiled(source: &str) -> Result<Program, Vec<Message>> {
    Program::compile("TEST.CPP", source)
}

/// Creates a machine that is about to run `main` of a correct source.
fn started(source: &str) -> Machine {
    let program = compiled(source).unwrap_or_else(|messages| panic!("{}\n{source}", said(&messages)));
    assert!(program.warnings().is_empty(), "{}\n{source}", said(program.warnings()));
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    machine
}

/// Runs a program with typed lines, and returns its output with their echo.
fn output(source: &str, typed: &str) -> String {
    let mut machine = started(source);
    let keys = typed.chars().map(|c| if c == '\n' { Key::Enter } else { Key::Char(c) });
    let mut console = Script::new(keys, |_, _| ());
    assert_eq!(machine.run(&mut console, 200_000), Ok(Stop::Ended), "{source}");
    let shown = machine.output().to_string();
    while machine.step_back(&mut console) {}
    assert_eq!(machine.output(), "", "{source}");
    shown
}

/// Declarations at file level, the body of `main`, and the output. The outputs are those of g++.
const PROGRAMS: &str = r#"
 => cout << 1 << ' ' << 'a' << "text" << 2.5 << true << (3 < 2); => 1 atext2.510
 => cout << 1.0 << ' ' << 1e10 << ' ' << 1.0 / 3 << ' ' << 100000.0 << ' ' << 1234567.0; => 1 1e+10 0.333333 100000 1.23457e+06
 => cout << fixed << setprecision(2) << 3.14159 << ' ' << 2.0f; => 3.14 2.00
 => cout << setw(5) << 42 << '|' << left << setw(5) << "ab" << '|' << setfill('*') << right << setw(4) << 7; =>    42|ab   |***7
 => cout << hex << 255 << oct << 8 << dec << 9 << boolalpha << false << showpos << 3; => ff109false+3
 => cout.width(4); cout.fill('0'); cout << 7; cout.precision(3); cout << 3.14159; cout.put('!'); => 00073.14!
 => char text[] = "a word"; cout.write(text + 2, 4); => word
 => int n, *p = &n; char s[20]; sprintf(s, "0x%p", p); cout << (s[2] == '8') << (p == &n) << (int *) 0; => 110x0000
struct S { int n; S(int k) { n = k; } S(char *t) { n = t[0]; } }; S g(int i) { return i; } void f(S s) { cout << s.n; } => S a = 5; f(7); f("A"); a = 9; cout << a.n; a = "B"; cout << a.n << g(4).n; => 7659664
 => cout.setf(ios::fixed, ios::floatfield); cout << 0.5; => 0.500000
 => int n = 3; int &r = n; r++; cout << n << r; => 44
void swap2(int &a, int &b) { int t = a; a = b; b = t; } => int x = 1, y = 2; swap2(x, y); cout << x << y; swap(x, y); cout << x << y; => 2112
int &at(int *a, int i) { return a[i]; } => int a[3] = { 1, 2, 3 }; at(a, 1) = 9; cout << a[1]; => 9
int len(const int &n) { return n; } => cout << len(5) << len('a'); => 597
struct P { int x, y; }; void move(P &p, int by = 2) { p.x += by; } => P p = { 1, 2 }; move(p); move(p, 5); P *q = &p; cout << q->x << p.y; => 82
int f(int a, int b = 2, int c = 3) { return 100 * a + 10 * b + c; } => cout << f(1) << f(1, 5) << f(1, 5, 7); => 123153157
int area(int a) { return a * a; } int area(int a, int b) { return a * b; } double area(double r) { return r / 2; } => cout << area(3) << area(2, 4) << area(3.0); => 981.5
void say(char) { cout << "char"; } void say(const char *) { cout << "text"; } void say(int) { cout << "int"; } => say('a'); say("b"); say(1); => chartextint
const int N = 3; enum Color { RED, GREEN = 5 }; => int a[N + 1]; const int K = 2; char b[K]; Color c = GREEN; cout << sizeof(a) / sizeof(a[0]) << sizeof(b) << c; => 425
 => for (int i = 0; i < 2; i++) cout << i; for (int i = 5; i < 7; i++) { int k = i; cout << k; } => 0156
 => bool ok = 7; ok = !ok; if (not ok and true) cout << int(3.9) << char(65) << float(1) / 2 << static_cast<int>('a'); => 3A0.597
 => int *p = new int(5), *a = new int[3]; a[2] = 1; cout << *p + a[2]; delete p; delete[] a; p = nullptr; cout << (p == NULL); => 61
struct Node { int v; Node *next; }; => Node *all = 0; for (int i = 0; i < 3; i++) { Node *n = new Node; n->v = i; n->next = all; all = n; } while (all) { Node *n = all; cout << n->v; all = n->next; delete n; } => 210
class A { int x; public: A(int n = 4) : x(n) {} int get() const { return x; } A &add(int n) { x += n; return *this; } }; => A a, b(5), c = A(6), *p = new A(7); cout << a.get() << b.add(3).add(1).get() << c.get() << p->get() << A(1).get(); => 49671
class A { int n; void one(); public: void two() { one(); this->one(); } int n2() { return n; } A(); }; A::A() { n = 0; } void A::one() { n++; } => A a; a.two(); cout << a.n2(); => 2
class C { static int count; static const int TWO = 2; char s[TWO]; public: C() { count++; } static int total() { return count; } static const int MOST = 9; }; int C::count = 0; => C a, b[3]; cout << C::total() << a.total() << C::MOST; => 449
class L { int n; public: L(int k) : n(k) { cout << '+' << n; } ~L() { cout << '-' << n; } }; void f(int n) { L l(n); if (n > 1) return; cout << 'e'; } => { L a(1); L b(2); } f(3); f(1); for (int i = 7; i < 9; i++) { L c(i); if (i == 7) continue; break; } => +1+2-2-1+3-3+1e-1+7-7+8-8
class P { public: int n; P() { n = 1; cout << 'p'; } P(int k) : n(k) {} ~P() { cout << n; } }; class W { P b; P a; public: W() : a(2) { cout << 'w'; } ~W() { cout << 'd'; } }; => W *w = new W; delete w; P *all = new P[3]; all[2].n = 7; delete[] all; P b[2]; => pwd21ppp711pp11
class P { public: int n; P(int k) { n = k; } P(const P &p) { n = p.n + 1; } }; P g(10); int v = g.n + 1; => P a(1), b(a), c = b; cout << a.n << b.n << c.n << g.n << v; => 1231011
class P { int n; public: P(int k) : n(k) { cout << '+' << n; } P(const P &p) : n(p.n) { cout << 'c' << n; } ~P() { cout << '-' << n; } int get() const { return n; } }; P global(9); P pass(P p) { cout << 'p'; return p; } P make(int n) { P p(n); return p; } P now(int n) { return P(n); } P same() { return global; } => P a(1); pass(a).get(); cout << '|'; P b = make(2); P c = now(3); now(4); cout << '|'; P d = same(); cout << P(5).get() << '|'; if (P(6).get() == 6) cout << '!'; const P &r = P(7); int k = P(8).get() + 1; cout << k; exit(r.get()); => +9+1c1pc1-1-1|+2+3+4-4|c9+55|-5+6-6!+7+8-89-9
class P { public: int n; P(int k) { n = k; } ~P() { cout << n; } }; void f(P p) { p.n++; } P *g; => P a(1); f(a); f(P(5)); { P all[2] = { P(7), P(8) }; } cout << '|'; g = new P(3); f(*g); delete g; cout << '|'; return 0; => 2687|43|1
extern "C" { int twice(int n) { return n + n; } } extern "C" int more(int n) { return n + 1; } class A { int n; public: A() { n = 1; } int get() { return n; } }; A a; => if (int k = twice(3)) cout << k; else cout << k - 1; if (int k = more(-1)) cout << 'x'; else cout << k; int left = 3; while (int k = left--) cout << k; switch (int k = a.get()) { case 1: cout << 'a' << k; } => 60321a1
class T { int n; public: T(int k) : n(k) { cout << '+' << n; } ~T() { cout << '-' << n; } int get() { return n; } }; => bool ok = T(1).get() == 1 && T(2).get() == 2; cout << '|'; if (ok && T(3).get() == 3) cout << '!'; while (T(0).get() || T(6).get() == 7) ; => +1+2-2-1|+3-3!+0+6-6-0
class Q { int n; Q(const Q &); public: explicit Q(int k) : n(k) {} int get() { return n; } }; => Q q(4); cout << q.get() << hex << showbase << 255 << oct << 8 << noshowbase << 8; => 40xff01010
class D { public: int x = 3; double y = 0.5; enum { ON = 8 }; struct Item { int k; }; Item i; }; => D d; d.i.k = 2; D::Item j; j = d.i; cout << d.x << d.y << D::ON << j.k; => 30.582
class T { int v; void friend peek(T &t); public: T() : v(6) {} }; void peek(T &t) { cout << t.v; } => T t; peek(t); => 6
 => int a, b = 3; b > 2 ? a = 1 : a = 2; cout << a; b > 3 ? a = 1 : a = 2; cout << a; => 12
class T; class T { int v; friend int peek(T &t); public: T() : v(6) {} }; int peek(T &t) { return t.v; } => T t; cout << peek(t); => 6
class S { int d[4], top; public: S() : top(0) {} void push(int v) { d[top++] = v; } int pop() { return d[--top]; } bool empty() { return !top; } }; => S s; s.push(1); s.push(2); while (!s.empty()) cout << s.pop(); std::cout << std::endl; => 21\n
 => cout << abs(-2.5) << abs(-3) << abs(-70000L); => 2.5370000
"#;

/// The programs of `PROGRAMS`, each with a name.
pub fn sources() -> impl Iterator<Item = (String, String)> {
    rows(PROGRAMS).map(|[declarations, body, _]| {
        ("TEST.CPP".to_string(), format!("{HEADERS}{declarations}\nint main() {{ {body} }}"))
    })
}

#[test]
fn programs_print_what_cpp_prints() {
    for ((_, source), [_, _, shown]) in sources().zip(rows(PROGRAMS)) {
        assert_eq!(output(&source, ""), shown, "{source}");
    }
}

/// The body of `main`, what is typed, and the output with the echo.
const INPUTS: &str = r#"
int n; char c; double d; long l; cin >> n >> c >> d >> l; cout << n << c << d << l; => 5 x\n2.5 70000\n => 5 x\n2.5 70000\n5x2.570000
char s[10], t[10]; cin >> s; cin.ignore(); cin.getline(t, 10); cout << s << '|' << t; => ab\nc d e\n => ab\nc d e\nab|c d e
char s[10]; getline(cin, s); int c = cin.get(); cout << s << char(c); => a b\nz\n => a b\nz\na bz
int n, sum = 0; while (cin >> n) sum += n; cout << sum << cin.fail(); cin.clear(); cin.ignore(9, 10); cin >> n; cout << n; => 1 2 x\n7\n => 1 2 x\n317\n7
int a[2]; for (int i = 0; i < 2; i++) cin >> a[i]; if (!(cin >> a[0])) cout << "no"; cout << a[1]; => 4 5 q\n => 4 5 q\nno5
"#;

#[test]
fn cin_reads_what_is_typed() {
    for [body, typed, shown] in rows(INPUTS) {
        let source = format!("{HEADERS}int main() {{ {body} }}");
        assert_eq!(output(&source, &typed), shown, "{source}");
    }
}

/// Sources and their first messages.
const MISTAKES: &str = r#"
class B {}; class A : public B {}; => 4: 'A' inherits from another class, but this machine has no inheritance: make the base a member
template <class T> T f(T x) { return x; } => 4: This machine has no templates: write the function or the class for one type
class A { public: A operator+(A b); }; => 4: This machine has no operator overloading: replace operator+ with a function that has a name
int main() { try { } catch (...) { } } => 4: This machine has no exceptions: a function can return a value that reports the mistake
int main() { vector<int> v; } => 4: 'vector' belongs to the STL, which this machine lacks: use an array, or a list of structures
int main() { string s; } => 4: 'string' is a class of the STL, which this machine lacks: use an array, char name[80]
int main() { ofstream f("a"); } => 4: 'ofstream' is a stream for files, which this machine lacks: use fopen, fprintf and fscanf
class A { int x; }; int main() { A a;\na.x = 1; } => 5: 'A::x' is private: only the functions of the class can use it in function main
class A { public: A(int n) {} }; int main() { A a; } => 4: Too few parameters in call to 'A' in function main
class A { public: void f() {} }; int main() { A a;\na.f; } => 5: 'f' is a function of the class: write f( ) in function main
class A { public: void f(); };\nvoid A::g() {} => 5: 'A::g' is not declared in the class
void f(int &x) {}\nint main() { f(5); } => 5: A reference needs a variable, not a value without a name in function main
void f(int &x) {} int main() { double d = 1;\nf(d); } => 5: The reference is to int, but this is double in function main
void f(int x) {} void f(double x) {}\nint main() { f("a"); } => 5: No function 'f' takes these arguments: (char *) in function main
class P { public: P(const P &p) {} }; void f(P p) {} int main() {\nf(5); } => 5: Incompatible type conversion in function main
int main() { int &r; } => 4: The reference 'r' refers to nothing: write = and a variable after its name in function main
struct P { int x; } p; int main() { cout << p; } => 4: cout cannot show a whole 'P': show its members one by one in function main
int main() { int n;\ncout >> n; } => 5: cout takes <<, and cin takes >> in function main
int main() { cout << "a" << x; } => 4: Undefined symbol 'x' in function main
"#;

#[test]
fn mistakes_get_one_helpful_message() {
    for [source, told] in rows(MISTAKES) {
        let messages = compiled(&format!("{HEADERS}{source}")).expect_err(&source);
        assert_eq!(messages[0].to_string(), format!("Error TEST.CPP {told}"), "{source}");
        assert_eq!(messages.len(), 1, "{}\n{source}", said(&messages));
    }
}

#[test]
fn an_object_deleted_twice_is_a_mistake_of_delete() {
    let mut machine = started("int main() { int *p = new int; delete p; delete p; }");
    let Err(Halt::Fault(told)) = machine.run(&mut Script::new([], |_, _| ()), 1000) else {
        panic!("it is deleted twice");
    };
    assert_eq!(told.to_string(), "Error TEST.CPP 1: delete of memory that was freed before in function main");
}

#[test]
fn every_missing_part_of_cpp_is_named_once() {
    let source = format!("{HEADERS}int main() {{\nstring s;\nvector<int> v;\nstring t;\n}}");
    let messages = compiled(&source).expect_err("nothing of the STL is here");
    let lines: Vec<usize> = messages.iter().map(|message| message.line).collect();
    assert_eq!(lines, [5, 6], "{}", said(&messages));
}

#[test]
fn cpp_in_a_c_file_gets_one_warning() {
    let sources = [
        (
            "#include <iostream.h>\nint main() { bool b = true; cout << b; }",
            "This is C++, which this machine accepts: name the file .cpp",
        ),
        (
            "\nint f(int &x) { return x; } int main() { int n = 1; for (int i = 0; i < 2; i++) f(n); }",
            "This is C++, which this machine accepts: name the file .cpp",
        ),
        (
            "\nint main() { const int n = 2; int a[n]; a[1] = 0; return a[1]; }",
            "A const variable is a constant in C++, which this machine accepts: C has #define in function main",
        ),
    ];
    for ((source, told), line) in sources.into_iter().zip([1, 2, 2]) {
        let program = Program::compile("TEST.C", source).unwrap();
        assert_eq!(said(program.warnings()), format!("Warning TEST.C {line}: {told}"), "{source}");
    }
}

#[test]
fn the_debugger_shows_methods_and_references() {
    let source = "class Ball { int x; public: Ball(int n) : x(n) {}\nvoid move(int &by)\n{\nx += by;\n}\n};
        int main() { int step = 3; Ball b(4); b.move(step); return 0; }";
    let mut debugger = Debugger::new(&compiled(source).unwrap()).unwrap();
    assert_eq!(debugger.go_to(Goal::Line(4), false), Stopped::Reached);
    let frames = debugger.machine().frames();
    assert_eq!(frames[0].to_string(), "Ball::move(&b, 3)");
    let types: Vec<&str> = frames[0].variables.iter().map(|v| v.type_name.as_str()).collect();
    assert_eq!(types, ["Ball *", "int &"]);
    for (text, value) in [("x", "4"), ("this->x + by", "7"), ("*this", "{4}"), ("&by", "&step")] {
        assert_eq!(debugger.evaluate(text, 0).unwrap().to_string(), value, "{text}");
    }
}

#[test]
fn an_unfinished_using_line_may_end_the_file() {
    for source in ["using namespace", "using namespace std", "using std::"] {
        assert!(turbo::c::Program::compile("A.CPP", source).is_ok(), "{source}");
    }
}
