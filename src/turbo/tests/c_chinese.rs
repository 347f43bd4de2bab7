//! C programs with Chinese text, in UTF-8 and in GBK.

use std::fs;
use std::path::Path;

use turbo::c::{Machine, Program, Stop};
use turbo::dos::bgi::{BLACK, GREEN, LIGHTGREEN, YELLOW};
use turbo::dos::encoding::Encoding;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Screen, parse_keys};

use crate::common::data::{files_in, rows};
use crate::common::{drawn_in, in_chinese};

const HEADERS: &str = "#include <conio.h>
#include <graphics.h>
#include <stdio.h>
#include <string.h>";

fn run(encoding: Encoding, body: &str) -> (Screen, String) {
    drawn_in(encoding, HEADERS, body, 20_000)
}

/// The texts recognized on the screen, separated by `|`.
fn seen(screen: &Screen) -> String {
    let pieces = screen.text_runs().into_iter();
    let texts: Vec<String> = pieces.map(|piece| piece.text.trim_end().to_string()).collect();
    texts.join("|")
}

/// Pairs of programs that draw the same picture.
const SAME: &str = "
printf(\"黑白棋\"); => textcolor(LIGHTGRAY); cputs(\"黑白棋\");
printf(\"黑白棋\"); => char s[] = \"黑白棋\"; int n; for (n = 0; s[n]; n++) putchar(s[n]);
printf(\"黑白棋\"); => char s[] = \"黑白棋\"; int n; for (n = 0; s[n]; n++) putch(s[n]);
gotoxy(80, 1); cputs(\"棋a\"); => gotoxy(1, 2); cputs(\"棋a\");
printf(\"%79s棋\", \"\"); => printf(\"%79s\", \"\"); gotoxy(1, 2); printf(\"棋\");
";

#[test]
fn equivalent_hanzi_output_draws_the_same_picture() {
    for encoding in [Encoding::Utf8, Encoding::Chinese] {
        for [one, other] in rows(SAME) {
            let (one_picture, other_picture) = (run(encoding, &one).0, run(encoding, &other).0);
            let same = one_picture.shown() == other_picture.shown();
            let (one_seen, other_seen) = (seen(&one_picture), seen(&other_picture));
            assert!(same, "{one} is not {other}: {one_seen} {other_seen}");
        }
    }
}

#[test]
fn strlen_counts_bytes_of_the_source_encoding() {
    for (encoding, length) in [(Encoding::Utf8, "6"), (Encoding::Chinese, "4")] {
        let (_, printed) = run(encoding, "printf(\"%d\", strlen(\"黑白\"));");
        assert_eq!(printed, length);
    }
}

#[test]
fn printed_hanzi_are_recognized_on_the_screen() {
    for encoding in [Encoding::Utf8, Encoding::Chinese] {
        let (screen, printed) = run(encoding, "printf(\"五子棋 v1.0，黑先\\n\");");
        assert_eq!(seen(&screen), "五子棋 v1.0，黑先");
        assert_eq!(printed, "五子棋 v1.0，黑先\n");
    }
}

#[test]
fn half_a_hanzi_prints_as_a_pc_character() {
    let cut = "char s[8]; strncpy(s, \"黑白\", 3); s[3] = 0; printf(\"%s!\", s);";
    // The first byte of 白 is B0h.
    assert_eq!(run(Encoding::Chinese, cut).1, "黑░!");
}

#[test]
fn gbk_box_characters_take_two_columns() {
    let (screen, printed) =
        run(Encoding::Chinese, "printf(\"┌─┬─┐\\n│黑│白│\\n└─┴─┘\"); printf(\"%d\", wherex());");
    assert_eq!(printed, "┌─┬─┐\n│黑│白│\n└─┴─┘11");
    // The vertical line continues from row to row.
    for y in 8..40 {
        assert_eq!(screen.getpixel(40, y), Some(7), "row {y}");
    }
}

#[test]
fn gettext_and_puttext_restore_hanzi() {
    let box_ = "char b[160]; cputs(\"黑白棋盘\"); gettext(1, 1, 20, 2, b); clrscr(); cputs(\"box\"); puttext(1, 1, 20, 2, b);";
    let (given_back, _) = run(Encoding::Chinese, box_);
    let (first, _) = run(Encoding::Chinese, "cputs(\"黑白棋盘\");");
    assert_eq!(seen(&given_back), "黑白棋盘");
    assert!(given_back.shown() == first.shown());
}

#[test]
fn backspace_removes_whole_hanzi_from_input() {
    for (encoding, length) in [(Encoding::Utf8, 5), (Encoding::Chinese, 4)] {
        let source = "#include <stdio.h>\nmain() { char s[20]; gets(s); printf(\"%s %d\", s, strlen(s)); }";
        let program = Program::build_in(encoding, &[("TYPED.C", source)], &|_| Ok(None)).unwrap();
        let mut machine = Machine::new(&program);
        machine.call("main", &[]).unwrap();
        let keys = parse_keys("黑 白 棋 Backspace*2 a b Enter").unwrap();
        let mut console = Script::new(keys, |_, _| ());
        assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
        let shown = seen(console.screen());
        assert_eq!(shown, format!("黑ab|黑ab {length}"), "{encoding:?}");
    }
}

#[test]
fn outtextxy_textwidth_and_textheight_support_hanzi() {
    let body = "int d = DETECT, m; initgraph(&d, &m, \"\"); outtextxy(100, 100, \"棋\"); printf(\"%d %d %d\", textwidth(\"棋盘\"), textheight(\"棋盘\"), textheight(\"a\"));";
    for encoding in [Encoding::Utf8, Encoding::Chinese] {
        let (screen, printed) = run(encoding, body);
        assert_eq!(printed, "32 16 8");
        assert!(seen(&screen).contains('棋'));
    }
}

/// Runs the programs in `chinese/`, half of them in GB2312, and compares the final screens.
#[test]
fn chinese_programs_show_the_expected_screens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chinese");
    let programs = files_in(&folder).into_iter();
    let mut all = String::new();
    for file in programs.filter(|file| file.extension().is_some_and(|end| end == "C")) {
        let bytes = fs::read(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let (encoding, source) = (Encoding::of(&bytes), Encoding::of(&bytes).decode(&bytes));
        let program = Program::build_in(encoding, &[(&name, &source)], &|_| Ok(None));
        let program = program.unwrap_or_else(|why| panic!("{name}: {why:#?}"));
        let mut machine = Machine::new(&program);
        machine.call("main", &[]).unwrap();
        let keys = [Key::Char('棋'), Key::Enter, Key::Enter];
        let mut console = Script::new(keys, |_, _| ());
        assert_eq!(machine.run(&mut console, 100_000), Ok(Stop::Ended), "{name}");
        all += &format!("{name}, {encoding:?}\n");
        let pieces = console.screen().text_runs();
        for row in pieces.chunk_by(|a, b| a.y == b.y) {
            let texts: Vec<&str> = row.iter().map(|piece| piece.text.trim_end()).collect();
            all += &format!("  {}\n", texts.join("|"));
        }
    }
    let wanted = include_str!("chinese/seen.txt");
    assert!(all == wanted, "not as in chinese/seen.txt:\n{all}");
}

#[test]
fn gbk_is_read_and_shown_whole() {
    // 李喆, 朱镕基: 喆 (86B4h) and 镕 (E946h) are outside GB 2312.
    let source = b"#include <stdio.h>\nmain() { printf(\"\xC0\xEE\x86\xB4, \xD6\xEC\xE9\x46\xBB\xF9\"); }";
    let encoding = Encoding::of(source);
    assert_eq!(encoding, Encoding::Chinese);
    let program = Program::build_in(encoding, &[("GBK.C", &encoding.decode(source))], &|_| Ok(None));
    let program = program.unwrap();
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    let mut console = Script::new([], |_, _| ());
    assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
    assert_eq!(machine.output(), "李喆, 朱镕基");
    assert_eq!(seen(console.screen()), "李喆, 朱镕基");
    let by_bytes =
        "char s[] = \"镕a\"; int n; for (n = 0; s[n]; n++) putchar(s[n]); printf(\"%d\", wherex());";
    assert_eq!(run(Encoding::Chinese, by_bytes).1, "镕a4");
}

/// Programs that draw the same picture in UTF-8 as in GBK.
const SAME_IN_UTF8: &str = "
printf(\"┌─┬─┐\\x0A│黑│●│○■★\\x0A└─┴─┘\"); printf(\"%d\", wherex());
cputs(\"┏━━┓\\x0D\\x0A┃贪吃蛇┃╔═╗\"); gotoxy(3, 3); cputs(\"■○●·×÷\"); cprintf(\"%d\", wherex());
int d = DETECT, m; initgraph(&d, &m, \"\"); outtextxy(8, 8, \"○─棋→\"); printf(\"%d\", textwidth(\"○─棋→\"));
";

#[test]
fn chinese_utf8_programs_have_the_columns_of_gbk() {
    for [body] in rows(SAME_IN_UTF8) {
        let [(utf8, printed), (gbk, other)] = [Encoding::Utf8, Encoding::Chinese].map(|e| run(e, &body));
        assert_eq!(printed, other);
        assert!(utf8.shown() == gbk.shown(), "{body}");
    }
}

#[test]
fn frames_of_other_utf8_programs_keep_one_column() {
    assert_eq!(run(Encoding::Utf8, "printf(\"┌─○\"); printf(\"%d\", wherex());").1, "┌─○4");
}

#[test]
fn hzk16_has_the_glyphs_of_outtextxy() {
    let begin = "int d = DETECT, m; initgraph(&d, &m, \"\"); setcolor(YELLOW);";
    let exercise = format!(
        "FILE *f; unsigned char b[32]; char *s = \"棋，啊\"; int x = 0, i, j; {begin}
        f = fopen(\"C:\\\\UCDOS\\\\hzk16\", \"rb\");
        for (; *s; s += 2, x += 16) {{
          fseek(f, (((unsigned char) s[0] - 0xA1) * 94L + ((unsigned char) s[1] - 0xA1)) * 32L, SEEK_SET);
          fread(b, 32, 1, f);
          for (i = 0; i < 16; i++) for (j = 0; j < 16; j++)
            if (b[2 * i + j / 8] & 0x80 >> j % 8) putpixel(x + j, i, YELLOW);
        }}"
    );
    let drawn = run(Encoding::Chinese, &exercise).0;
    let written = run(Encoding::Chinese, &format!("{begin} outtextxy(0, 0, \"棋，啊\");")).0;
    assert!(drawn.shown() == written.shown());
    assert!(drawn.shown().contains(&YELLOW));
}

#[test]
fn upright_hanzi_are_whole() {
    let write = |direction: u8| {
        let body = format!(
            "int d = DETECT, m; initgraph(&d, &m, \"\"); settextstyle(0, {direction}, 2); outtextxy(100, 200, \"竖排\");"
        );
        run(Encoding::Chinese, &body).0
    };
    let (flat, upright) = (write(0), write(1));
    for (along, across) in (0..64).flat_map(|along| (0..32).map(move |across| (along, across))) {
        let turned = upright.getpixel(100 + across, 200 - along);
        assert_eq!(turned, flat.getpixel(100 + along, 200 + across), "{along} {across}");
    }
}

/// Runs a program with a key; returns its screen, output and warnings.
fn run_with_key(source: &str) -> (Screen, String, Vec<String>) {
    let program = Program::compile("CONSOLE.C", source).unwrap_or_else(|all| panic!("{all:#?}"));
    let mut machine = Machine::new(&program);
    machine.call("main", &[]).unwrap();
    let mut console = Script::new([Key::Enter], |_, _| ());
    assert_eq!(machine.run(&mut console, 1000), Ok(Stop::Ended));
    let warnings = program.warnings().iter().chain(&machine.warnings()).map(|w| w.text.clone()).collect();
    (console.screen().clone(), machine.output().to_string(), warnings)
}

#[test]
fn system_knows_the_commands_of_student_programs() {
    let before = "#include <stdio.h>\n#include <stdlib.h>\n#include <conio.h>\nmain() { ";
    for (body, printed) in [
        ("system(\"pause\");", "Press any key to continue . . . \n"),
        ("printf(\"棋\"); system(\"pause\");", "棋请按任意键继续. . . \n"),
        ("printf(\"a\"); system(\"pause>nul\"); printf(\"b\");", "ab"),
        (
            "system(\"title 学生管理\"); system(\"mode con cols=80 lines=30\"); system(\"CLS\"); printf(\"a\");",
            "a",
        ),
        ("Sleep(100); _kbhit(); printf(\"%d\", _getch());", "13"),
        ("printf(\"%d%d\", system(\"color AA\"), system(\"color 0A\"));", "10"),
    ] {
        let (_, output, warnings) = run_with_key(&format!("{before}{body} }}"));
        assert_eq!((&*output, warnings), (printed, vec![]), "{body}");
    }
    let colors = "printf(\"█\"); system(\"color 2A\"); printf(\"█\\n\"); system(\"color 0A\"); cputs(\"█\");";
    let (screen, ..) = run_with_key(&format!("{before}{colors} }}"));
    let found = [(0, 0), (8, 0), (16, 0), (0, 16)].map(|(x, y)| screen.getpixel(x, y));
    assert_eq!(found, [LIGHTGREEN, LIGHTGREEN, BLACK, LIGHTGREEN].map(Some));
    let scrolled = "int n; system(\"color 2A\"); for (n = 0; n < 99; n++) puts(\"\");";
    let (screen, ..) = run_with_key(&format!("{before}{scrolled} }}"));
    assert!(screen.shown().iter().all(|color| *color == GREEN));
}

/// Wrong programs with the English and the Chinese text of their only message.
const ONLY_MESSAGES: &str = r#"
int a，b; return 0; => Chinese punctuation ，: type , => 中文标点“，”：请改用 ,
printf（"%d", 1）；return 0； => Chinese punctuation （: type ( => 中文标点“（”：请改用 (
int a = 1; if (a ＝= 3) a = 1； => Chinese punctuation ＝: type = => 中文标点“＝”：请改用 =
return　0; => Full-width space: type an ordinary one => 全角空格：请改用半角空格
return １; => Full-width character １: type 1 => 全角字符“１”：请改用 1
printf(“中文引号 %d”, 3); => Illegal character '“' (0xa1): write a string in double quotes (") => 非法字符 '“'（0xa1）：字符串要写在两个 " 之间
printf("你好”); => Illegal character '”' (0xa1): write a string in double quotes (") => 非法字符 '”'（0xa1）：字符串要写在两个 " 之间
char c = ‘a’; return c; => Illegal character '‘' (0xa1): write a character in single quotes (') => 非法字符 '‘'（0xa1）：字符要写在两个 ' 之间
／／ 注释 => Chinese punctuation ／: type / => 中文标点“／”：请改用 /
int a【3】; a【0】 = 1; => Chinese punctuation 【: type [ => 中文标点“【”：请改用 [
return 0；} int f（int a）｛ return a；｝ int g() { return 0; => Chinese punctuation ；: type ; => 中文标点“；”：请改用 ;
int n; scanf_s("%d", &n); => 'scanf_s' belongs to Visual C++: use the function without _s => 'scanf_s' 是 Visual C++ 的函数：Turbo C 用不带 _s 的
char s[9]; gets_s(s, 9); => 'gets_s' belongs to Visual C++: use the function without _s => 'gets_s' 是 Visual C++ 的函数：Turbo C 用不带 _s 的
wprintf(L"a"); => 'wprintf' is newer than Turbo C: use arrays of char for Chinese text => 'wprintf' 是 C 语言后来才有的：Turbo C 用 char 数组存放汉字
long long x = 1; long long y = x; printf("%ld", y); => long long is newer than Turbo C: here it is a long of 32 bits => long long 是 C 语言后来才有的：这里按 32 位的 long 处理
int x; initgraph(600, 400); BeginBatchDraw(); solidcircle(x, x, 20); => 'initgraph(width, height)' belongs to EasyX, but this machine has BGI: use int gd = DETECT, gm; initgraph(&gd, &gm, ""); => 'initgraph(width, height)' 是 EasyX 的函数，本机用 BGI：请改用 int gd = DETECT, gm; initgraph(&gd, &gm, "");
IMAGE bk; setfillcolor(RGB(255, 200, 0)); solidcircle(1, 2, 20); => 'setfillcolor' belongs to EasyX, but this machine has BGI: use setfillstyle => 'setfillcolor' 是 EasyX 的函数，本机用 BGI：请改用 setfillstyle
"#;

fn messages(source: &str) -> Vec<String> {
    let found = match Program::build_in(Encoding::Chinese, &[("P.C", source)], &|_| Ok(None)) {
        Ok(program) => program.warnings().to_vec(),
        Err(messages) => messages,
    };
    found.into_iter().map(|message| message.text).collect()
}

#[test]
fn mistakes_of_chinese_beginners_get_one_message() {
    for [body, english, chinese] in rows(ONLY_MESSAGES) {
        let source = format!("#include <stdio.h>\n#include <graphics.h>\nint main()\n{{\n{body}\n}}\n");
        assert_eq!(messages(&source), [english], "{body}");
        assert_eq!(in_chinese(|| messages(&source)), [chinese], "{body}");
    }
}

#[test]
fn headers_of_other_compilers_get_one_message() {
    let open = |header: &str, why: &str| format!("Unable to open include file '{header}': {why}");
    let no_need = "Chinese text does not need it";
    for (header, text) in [
        ("wchar.h", open("wchar.h", no_need)),
        ("GL/glut.h", open("GL/glut.h", "it belongs to OpenGL, but this machine has BGI, with graphics.h")),
        ("easyx.h", open("easyx.h", "it belongs to EasyX, but this machine has BGI, with graphics.h")),
    ] {
        let source = format!("#include <{header}>\nint main() {{ ExMessage m; setlinecolor(1); return 0; }}");
        assert_eq!(messages(&source), [text]);
    }
}
