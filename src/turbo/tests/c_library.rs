//! The functions of the standard headers.

use turbo::c::{Machine, Program, Stop};
use turbo::dos::Key;
use turbo::dos::script::Script;

use crate::common::data::rows;

const HEADERS: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <ctype.h>\n#include <conio.h>\n\
    #include <time.h>\n#include <dos.h>\n#include <dir.h>\n#include <io.h>\n#include <bios.h>\n#include <process.h>\n#include <math.h>\n\
    #include <fcntl.h>\n#include <sys/stat.h>\n#include <setjmp.h>\n#include <values.h>\n\
    int compare(int *a, int *b) { return *a - *b; }\n";

/// Runs a body with typed keys; returns its output and notes. Going back and running again must give the same
/// output.
fn run(body: &str, keys: &[Key]) -> (String, Vec<String>) {
    let source = format!("{HEADERS}main() {{ {body} }}");
    let program = Program::compile("LIB.C", &source).unwrap_or_else(|all| panic!("{all:#?}\n{body}"));
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    let mut console = Script::new(keys.iter().copied(), |_, _| ());
    assert_eq!(machine.run(&mut console, 20_000), Ok(Stop::Ended), "{body}");
    let printed = machine.output().to_string();
    let notes = machine.warnings().into_iter().map(|warning| warning.text);
    let notes = notes.collect();
    // Going back must undo every change.
    while machine.step_back(&mut console) {}
    assert_eq!(machine.run(&mut console, 20_000), Ok(Stop::Ended), "{body}");
    assert_eq!(machine.output(), printed, "after going back: {body}");
    (printed, notes)
}

const SHOWN: &str = r#"
printf("%d %d", strspn("xyxz", "xy"), strcspn("hello", "lo")); => 3 2
printf("%s %d", strpbrk("hello", "lo"), strpbrk("hello", "z") == NULL); => llo 1
char s[20], *p; strcpy(s, ",a,,bc;d"); for (p = strtok(s, ",;"); p; p = strtok(NULL, ",;")) printf("[%s]", p); => [a][bc][d]
char s[9]; strcpy(s, "  "); printf("%d", strtok(s, " ") == NULL); => 1
char s[9]; strcpy(s, "Hello"); printf("%s %s %s", strset(s, '*'), strnset(s, '-', 2), strrev(s)); => ***-- ***-- ***--
printf("%d %d %d", strnicmp("ABc", "abd", 2), strncmpi("a", "B", 1) < 0, strcmp("a", "B") > 0); => 0 1 1
printf("%d %d", memcmp("abc", "abd", 3) < 0, memicmp("ABC", "abc", 3)); => 1 0
char s[9]; printf("%s", memchr("hello", 'l', 5)); printf(" %d", memchr("hello", 'z', 5) == NULL); => llo 1
char s[9], *p; p = memccpy(s, "a.b", '.', 9); *p = 0; printf("%s %d", s, p - s); => a. 2
int a[2] = {1, 2}, b[2] = {1, 3}; printf("%d %d", memcmp(a, b, 2), memcmp(a, b, 4) < 0); => 0 1
printf("%s|", strerror(2)); printf("%s", strerror(34)); => No such file or directory|Result too large
char s[20]; printf("%s ", itoa(-255, s, 16)); printf("%s ", ltoa(-70000L, s, 10)); printf("%s ", ltoa(70000L, s, 16)); printf("%s", ultoa(4000000000UL, s, 10)); => ff01 -70000 11170 4000000000
char *end; printf("%ld", strtol("  -0x1Fz", &end, 0)); printf(" %s %ld %ld", end, strtol("777", NULL, 8), strtol("99999999999", &end, 10)); => -31 z 511 2147483647
errno = 0; sqrt(-1.0); printf("%d ", errno); errno = 0; exp(1000.0); printf("%d ", errno); errno = 0; strtol("99999999999", NULL, 10); printf("%d", errno); => 33 34 34
char *end; printf("%.2f", strtod("2.5e1abc", &end)); printf(" %s", end); => 25.00 abc
printf("%ld %d %ld", atol("70000x"), atoi(" -12.5"), atol("1e3")); => 70000 -12 1
char s[20]; int point, minus; printf("%s ", gcvt(3.25, 5, s)); printf("%s", ecvt(-31.4159, 4, &point, &minus)); printf(" %d %d ", point, minus); printf("%s %d", fcvt(31.4159, 2, &point, &minus), point); => 3.25 3142 2 1 3142 2
printf("%u %u %lx", _rotl(0x8001, 1), _rotr(1, 1), _lrotl(0x80000000L, 4)); => 3 32768 8
double c[3] = {1, 2, 3}; printf("%.1f", poly(2.0, 2, c)); => 17.0
printf("%d %d %c %c", isascii(200), toascii(193), _toupper('x'), _tolower('X')); => 0 65 X x
struct tm t = {0, 0, 12, 32, 0, 91}; long n = mktime(&t); printf("%ld %d %d %d", n, t.tm_mon, t.tm_mday, t.tm_wday); => 665409600 1 1 5
long n = 662731200L; char s[60]; printf("%d ", strftime(s, 60, "%A %d %B %Y, %I:%M %p, day %j of %y", gmtime(&n))); printf("%s", s); => 48 Tuesday 01 January 1991, 12:00 PM, day 001 of 91
long n = 0; char s[4]; printf("%d", strftime(s, 4, "%Y", gmtime(&n))); => 0
struct date d; struct time t; unixtodos(662731265L, &d, &t); printf("%d-%d-%d %d:%d:%d %ld", d.da_year, d.da_mon, d.da_day, t.ti_hour, t.ti_min, t.ti_sec, dostounix(&d, &t)); => 1991-1-1 12:1:5 662731265
printf("%ld %d", biostime(0, 0L), biosmemory()); => 786240 640
char d[3], p[66], f[9], e[5], s[80]; printf("%d", fnsplit("C:\\TC\\HELLO.C", d, p, f, e)); printf(" %s|%s|%s|%s ", d, p, f, e); fnmerge(s, d, p, f, e); printf("%s ", s); fnmerge(s, "A", "X", "Y", "Z"); printf("%s", s); => 30 C:|\TC\|HELLO|.C C:\TC\HELLO.C A:X\Y.Z
printf("%s %d %s", getcwd(NULL, 80), getdisk(), getenv("PATH") == NULL ? "no" : "yes"); => C:\ 2 no
FILE *f = fopen("none", "r"); printf("%d %d ", errno, errno == ENOENT); perror("none"); => 2 1 none: No such file or directory
FILE *f = fopen("a.txt", "w"); fputs("abc", f); fclose(f); printf("%d %d %d %d", rename("a.txt", "b.txt"), access("a.txt", 0), access("B.TXT", 0), rename("no", "c")); => 0 -1 0 -1
FILE *f = tmpfile(); long at; putw(-300, f); fputs("xy", f); rewind(f); printf("%d", getw(f)); fgetpos(f, &at); printf(" %ld %c", at, getc(f)); fsetpos(f, &at); printf(" %c %ld", getc(f), filelength(fileno(f))); => -300 2 x x 4
FILE *f = fopen("a", "w"), *g = fopen("b", "w"); printf("%d %d %d", flushall(), fcloseall(), fcloseall()); => 6 2 0
FILE *f = fopen("a", "w"); fputc('q', f); f = freopen("a", "r", f); printf("%c", getc(f)); getc(f); printf("%d", feof(f) != 0); clearerr(f); printf("%d", feof(f)); => q10
struct ffblk b; int n; fclose(fopen("one.c", "w")); fclose(fopen("two.h", "w")); fputs("12345", fopen("three.c", "w")); for (n = findfirst("*.C", &b, 0); n == 0; n = findnext(&b)) printf("%s %ld/", b.ff_name, b.ff_fsize); printf("%d", errno); => one.c 0/three.c 5/2
struct ffblk b; fclose(fopen("README", "w")); printf("%d%d%d", findfirst("*.*", &b, 0), findfirst("R??D*", &b, 0), findfirst("?", &b, 0)); => 00-1
char s[13]; strcpy(s, "XXXXXX"); printf("%d", strlen(mktemp(s))); printf(" %s %d", searchpath("none") ? "there" : "nowhere", strlen(tmpnam(NULL)) > 3); => 6 nowhere 1
div_t d = div(17, 5); ldiv_t l = ldiv(-100000L, 7L); printf("%d %d %ld %ld", d.quot, d.rem, l.quot, l.rem); => 3 2 -14285 -5
int div = 7; printf("%d", div / 2); => 3
int a = 3, b = 8; printf("%d %d %.1f %ld", max(a, b), min(a++, b), max(2.5, a), min(-1L, b)); => 8 3 4.0 -1
int a[5] = {2, 3, 5}, key = 7; unsigned n = 3; printf("%d ", lfind(&key, a, &n, sizeof(int), compare) == NULL); lsearch(&key, a, &n, sizeof(int), compare); printf("%u %d %d", n, a[3], (int *) lfind(&key, a, &n, sizeof(int), compare) - a); => 1 4 7 3
struct complex z; z.x = 3; z.y = 4; printf("%.1f %.4f", cabs(z), M_2_SQRTPI); => 5.0 1.1284
char s[7] = ""; swab("badcfe", s, 6); printf("%s %d ", s, strcoll("a", "b") < 0); printf("%u ", strxfrm(s, "abcdef", 4)); printf("%s", s); => abcdef 1 6 abc
char s[6]; setmem(s, 5, '*'); movmem("ab", s, 2); s[5] = 0; printf("%s %d", s, MAXINT); => ab*** 32767
int f = creat("a.txt", S_IWRITE), n[2] = {7, -8}, m[2]; printf("%d ", write(f, n, sizeof n)); lseek(f, 2L, SEEK_SET); printf("%d %d %ld ", read(f, m, 2), m[0], tell(f)); printf("%d %d %d", eof(f), close(f), close(f)); => 4 2 -8 4 1 0 -1
int f = open("b.txt", O_CREAT | O_WRONLY | O_BINARY, S_IREAD); write(f, "abc", 3); close(f); printf("%d %d ", open("b.txt", O_CREAT | O_EXCL), errno); f = open("b.txt", O_RDWR | O_APPEND); write(f, "d", 1); printf("%ld %d %d", lseek(f, 0L, SEEK_END), open("none", O_RDONLY), isatty(f)); => -1 35 4 -1 0
write(1, "out", 3); printf(" %d", write(9, "x", 1)); => out -1
jmp_buf b; int n = 0, r = setjmp(b); n++; if (r < 3) longjmp(b, r + 1); printf("%d %d", n, r); => 4 3
jmp_buf b; if (setjmp(b) == 0) longjmp(b, 0); else printf("back"); => back
static jmp_buf b; static int n; int r = setjmp(b); if (r < 3) { n += 4; longjmp(b, n); } printf("%d %d", r, n); => 4 4
"#;

#[test]
fn library_functions_match_borlands_reference() {
    for [body, wanted] in rows(SHOWN) {
        assert_eq!(run(&body, &[]).0.trim_end(), wanted, "{body}");
    }
}

#[test]
fn printf_prints_unknown_conversions_as_they_are() {
    for (body, wanted, conversion) in [
        ("printf(\"50%\");", "50%", "%"),
        ("printf(\"num%=3 is %d\", 2);", "num%=3 is 2", "%="),
        ("printf(\"%-5k|\");", "%-5k|", "%-5k"),
    ] {
        let note =
            format!("printf prints {conversion} unchanged, because C has no such conversion: %% prints a %");
        assert_eq!(run(body, &[]), (wanted.to_string(), vec![note]), "{body}");
    }
}

#[test]
fn lines_and_passwords_are_read() {
    let keys = [Key::Char('a'), Key::Char('b'), Key::Char('c'), Key::Enter];
    for (body, printed) in [
        ("char s[9]; s[0] = 3; printf(\"\\n%s %d\", cgets(s), s[1]);", "abc\n\nab 2"),
        ("printf(\"%s\", getpass(\"Word: \"));", "Word: abc"),
        ("ungetch('x'); printf(\"%d%c%c\", kbhit(), getch(), getch());", "1xa"),
        ("fputchar(fgetchar());", "abc\na"),
    ] {
        assert_eq!(run(body, &keys).0, printed, "{body}");
    }
}

#[test]
fn exit_functions_and_system_work() {
    assert_eq!(run("printf(\"a\"); _exit(1); printf(\"b\");", &[]).0, "a");
    assert_eq!(run("abort();", &[]).0, "Abnormal program termination\n");
    let body = "printf(\"x\"); system(\"pause\"); system(\"CLS\");";
    let (printed, notes) = run(body, &[Key::Enter]);
    assert_eq!(printed, "xPress any key to continue . . . \n");
    assert!(notes.is_empty(), "{notes:?}");
    let (_, notes) = run("system(\"dir\");", &[]);
    let told = "system runs only \"cls\" and \"pause\" here, because this machine has no DOS";
    assert_eq!(notes, [told]);
}
