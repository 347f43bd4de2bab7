//! C programs with Chinese text, in UTF-8 and in GBK.

use std::fs;
use std::path::Path;

use turbo::c::{Machine, Program, Stop};
use turbo::dos::encoding::Encoding;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Screen, parse_keys};

use crate::common::data::{files_in, rows};
use crate::common::drawn_in;

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
fn outtextxy_and_textwidth_support_hanzi() {
    let body = "int d = DETECT, m; initgraph(&d, &m, \"\"); outtextxy(100, 100, \"棋\"); printf(\"%d\", textwidth(\"棋盘\"));";
    for encoding in [Encoding::Utf8, Encoding::Chinese] {
        let (screen, printed) = run(encoding, body);
        assert_eq!(printed, "32");
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
