//! In-memory files.

use crate::c_language::run;
use crate::c_pointers::fault;
use crate::common::data::rows;

fn printed(body: &str) -> String {
    let source = format!(
        "#include <stdio.h>\nstruct p {{ int x; char c[3]; float f; }};\nmain() {{ FILE *f, *g; {body} }}"
    );
    let machine = run(&source).unwrap_or_else(|halt| panic!("{halt:?}\n{body}"));
    machine.output().to_string()
}

const WRITTEN: &str =
    "f = fopen(\"a.txt\", \"w\"); fprintf(f, \"%d %s\\nsecond line\\n\", 12, \"abc\"); fclose(f);";

#[test]
fn written_files_can_be_read() {
    const CASES: &str = r#"
int n; char s[9]; f = fopen("A.TXT", "r"); fscanf(f, "%d%s", &n, s); printf("%d/%s", n, s); => 12/abc
char s[40]; f = fopen("a.txt", "rt"); while (fgets(s, 40, f)) printf("[%s]", s); printf("%d", feof(f) != 0); => [12 abc\n][second line\n]1
int c, n = 0; f = fopen("a.txt", "r"); while ((c = fgetc(f)) != EOF) n++; printf("%d %ld", n, ftell(f)); => 19 19
f = fopen("a.txt", "a"); fputs("more", f); fclose(f); f = fopen("a.txt", "r"); fseek(f, -4L, SEEK_END); printf("%c", getc(f)); => m
f = fopen("a.txt", "r+"); fputc('9', f); rewind(f); printf("%c%c", fgetc(f), fgetc(f)); => 92
f = fopen("none", "r"); printf("%d", f == NULL); => 1
printf("%d", remove("a.txt")); printf("%d", fopen("a.txt", "r") == NULL); => 01
f = fopen("a.txt", "r"); g = fopen("b.txt", "w"); fputc(getc(f), g); ungetc('7', f); printf("%c", getc(f)); => 7
f = fopen("NUL", "w"); fputs("x", f); fclose(f); f = fopen("nul", "r"); printf("%d ", fgetc(f)); f = fopen("CON", "w"); fputs("screen", f); => -1 screen
f = fopen("a.txt", "r"); getc(f); ungetc('z', f); printf("%ld%c%c %d", ftell(f), getc(f), getc(f), ungetc(EOF, f)); => 0z2 -1
int n; freopen("A.TXT", "r", stdin); freopen("b.txt", "w", stdout); scanf("%d", &n); printf("%d%c", n + 1, getchar()); puts("x"); fclose(stdout); f = fopen("b.txt", "r"); while ((n = fgetc(f)) != EOF) putchar(n); => 13 x\n
fprintf(stdout, "out"); fprintf(stderr, "err"); fputs("x", stdout); => outerrx
"#;
    for [body, shown] in rows(CASES) {
        assert_eq!(printed(&format!("{WRITTEN}{body}")), shown, "{body}");
    }
}

#[test]
fn fwrite_uses_the_pc_byte_layout() {
    let body = "struct p a[2], b[2]; int n[3]; unsigned char bytes[4];
        a[0].x = 258; strcpy(a[0].c, \"ab\"); a[0].f = 1.5; a[1] = a[0]; a[1].x = -2;
        f = fopen(\"d\", \"wb\"); printf(\"%d\", fwrite(a, sizeof(struct p), 2, f)); printf(\" %ld\", ftell(f)); fclose(f);
        f = fopen(\"d\", \"rb\"); printf(\" %d\", fread(b, sizeof(struct p), 5, f)); printf(\" %d %s %.1f %d\", b[0].x, b[1].c, b[1].f, b[1].x);
        rewind(f); fread(bytes, 1, 4, f); printf(\" %d %d %c%c\", bytes[0], bytes[1], bytes[2], bytes[3]);";
    assert_eq!(printed(body), "2 18 2 258 ab 1.5 -2 2 1 ab");
}

#[test]
fn file_misuse_is_reported() {
    const CASES: &str = r#"
f = fopen("none", "r"); fgetc(f); => fgetc got NULL for a file: fopen could not open it
f = fopen("a", "w"); fclose(f); fputc('a', f); => fputc got a file that is not open
f = fopen("a", "w"); fgetc(f); => fgetc reads from a file that was opened for writing
f = fopen("a", "w"); fwrite(f, 65535u, 65535u, f); => fwrite makes a file too large: at most 1048576 bytes
int n; for (n = 0; n < 17; n++) { f = tmpfile(); fseek(f, 1048000L, SEEK_SET); fputc(1, f); fclose(f); } => fputc makes the files too large: at most 16777216 bytes in total
f = fopen("a", "w"); fclose(f); f = fopen("a", "r"); fputs("a", f); => fputs writes to a file that was opened for reading
"#;
    for [body, told] in rows(CASES) {
        let source = format!("#include <stdio.h>\nmain() {{ FILE *f; {body} }}");
        assert_eq!(fault(&source), format!("2: {told}"), "{body}");
    }
}
