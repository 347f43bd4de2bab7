//! Checks all screens in Chinese for untranslated words and text outside its box.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::data::rows;
use crate::common::in_chinese;
use crate::common::pictures::unlike_golden;
use crate::debugger;
use crate::golden::CHINESE_SCREENS;
use turbo::dos::bgi::{Font, HEIGHT, WIDTH, columns_of};
use turbo::dos::text::TextRun;
use turbo::dos::{Screen, bgi};

/// Latin words that are correct on Chinese screens: names, keys, formats and typed text.
const NAMES: &str = "ABCDEF qipan VGA BIOS Enter Esc Space Tab Home End Del Ins Shift Ctrl Alt PgUp PgDn Backspace Bksp Language English games sgf \
txt ggf othello engine BLACK swap CRT";

/// Screens with C programs or typed words.
const OTHERS: [&str; 9] = [
    "beginner-",
    "tutor-",
    "help-",
    "replay-",
    "about",
    "openings",
    "editor-words",
    "debugger-condition",
    "debugger-waits",
];

/// Screens of the editor and the debugger: name, program and keys.
const PROGRAMS: &str = "
editor => HOUSES.C => Down
editor-file => HOUSES.C => Alt+F
editor-menu => HOUSES.C => Alt+E Down
editor-search => HOUSES.C => Alt+S
editor-run => HOUSES.C => Alt+R
editor-compile => HOUSES.C => Alt+C
editor-debug => HOUSES.C => Alt+D
editor-help => HOUSES.C => Alt+H
editor-messages => HOUSES.C => Ctrl+F i n t Enter End Backspace F9
editor-find => HOUSES.C => Ctrl+F
editor-words => HOUSES.C => Shift+F1
editor-word => HOUSES.C => Ctrl+F f i l l Enter Ctrl+F1
debugger => HOUSES.C => F7 F8*9 F7*4 Ctrl+F7 x + s i z e Enter Ctrl+F7 d r i v e r Enter
debugger-values => CLASS.C => F7 F8*4 F6
debugger-why => POINTERS.C => F7 End Ctrl+F e m p t y Enter Y
debugger-menu => POINTERS.C => F7 F10 Right*2 Down
debugger-again => GUESS.C => F7 End 5 Tab R
debugger-heap => POINTERS.C => Ctrl+F d o n e Enter F4 F6
debugger-pixel => HOUSES.C => F7 F8*9 Alt+F5 Up
debugger-wrote => FIB.C => Ctrl+F r e t u r n Space 0 Enter F4 W c a l l s Enter
debugger-condition => FIB.C => Alt+F8 n
debugger-count => FIB.C => Alt+F8 n Enter 3
debugger-calls => FIB.C => F7*9 Ctrl+F3
debugger-fault => SIEVE.C => F7 End
debugger-waits => GUESS.C => F7 End
debugger-over => GUESS.C => F7 End 3 9 7
";

/// The screens of the editor and the debugger in Chinese.
static PROGRAM_SCREENS: LazyLock<Vec<(String, Screen)>> = LazyLock::new(|| {
    let screens = rows(PROGRAMS).map(|[name, file, keys]| {
        let shown = || debugger::shown(&file, &keys);
        (name, in_chinese(shown))
    });
    screens.collect()
});

/// The Latin words of a text.
fn latin(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2)
}

/// Returns true if the piece belongs to a list, box, title or key line, not to the text of a program.
fn is_interface(name: &str, piece: &TextRun) -> bool {
    let in_program = name.starts_with("editor") || name.starts_with("debugger");
    let in_title = piece.text.trim_end().ends_with(".C");
    let in_box = piece.y == HEIGHT - 16 || piece.ground == bgi::LIGHTGRAY;
    !in_program || in_box && !in_title
}

/// A character of a frame, its pixels row by row, and the first unlit and the first lit one.
type Sign = (char, Vec<bool>, [usize; 2]);

static SIGNS: LazyLock<Vec<Sign>> = LazyLock::new(|| {
    let signs = "╔║╚╝╣↑↓►◄".chars().map(|sign| {
        let mut sample = Screen::default();
        sample.settextstyle(bgi::Font::Tall, 1);
        sample.setcolor(bgi::WHITE);
        sample.outtextxy(0, 0, &sign.to_string());
        let lit = (0..128).map(|n| sample.getpixel(n % 8, n / 8) == Some(bgi::WHITE));
        let lit: Vec<bool> = lit.collect();
        let first = [false, true].map(|wanted| lit.iter().position(|lit| *lit == wanted).unwrap());
        (sign, lit, first)
    });
    signs.collect()
});

/// The positions where text breaks the right edge of a double frame.
fn broken(screen: &Screen) -> Vec<(i32, i32)> {
    let is = |sign: char, x: i32, y: i32| {
        let (_, lit, first) = SIGNS.iter().find(|(known, ..)| *known == sign).unwrap();
        let at = |n: usize| screen.getpixel(x + n as i32 % 8, y + n as i32 / 8);
        let [ground, ink] = first.map(at);
        let mut dots = lit.iter().enumerate();
        ink != ground && dots.all(|(n, lit)| at(n) == if *lit { ink } else { ground })
    };
    let mut found = Vec::new();
    for (x, y) in (0..HEIGHT - 32).flat_map(|y| (0..WIDTH - 24).map(move |x| (x, y))) {
        if !is('╔', x, y) {
            continue;
        }
        let below = (y + 16..HEIGHT - 16).step_by(16);
        let Some(bottom) = below.clone().find(|y| is('╚', x, *y)) else {
            continue;
        };
        let beside = (x + 8..WIDTH - 7).step_by(8);
        let Some(right) = beside.take_while(|x| !is('╚', *x, bottom)).find(|x| is('╝', *x, bottom))
        else {
            continue;
        };
        let rows: Vec<i32> = below.take_while(|y| *y < bottom).collect();
        // Scroll arrows and the ends of horizontal lines belong to the frame.
        let belongs = |y: i32| "║╣↑↓►◄".chars().any(|sign| is(sign, right, y));
        let gaps = rows.iter().filter(|y| !belongs(**y));
        // Many broken rows mean that another box covers this one.
        let gaps: Vec<i32> = gaps.copied().collect();
        if gaps.len() <= 2 {
            found.extend(gaps.iter().map(|y| (right, *y)));
        }
    }
    found
}

/// The English words of a screen, and texts beyond the right edge of the screen.
fn faults(name: &str, screen: &Screen) -> Vec<String> {
    let mut found = Vec::new();
    for piece in screen.text_runs() {
        if !OTHERS.iter().any(|begin| name.starts_with(begin)) && is_interface(name, &piece) {
            let english =
                latin(&piece.text).filter(|word| !NAMES.split_whitespace().any(|known| known == *word));
            found.extend(english.map(|word| format!("{name}: '{word}' in {}", piece.text)));
        }
        let right = piece.x + 8 * columns_of(piece.text.trim_end()) as i32;
        let is_beside_a_board = (464..WIDTH).contains(&piece.x) && (16..HEIGHT - 16).contains(&piece.y);
        if is_beside_a_board && right > WIDTH - 8 {
            found.push(format!("{name}: beyond the edge: {}", piece.text));
        }
    }
    let broken = broken(screen).into_iter();
    found.extend(broken.map(|at| format!("{name}: the frame at {at:?}")));
    found
}

#[test]
fn chinese_screens_have_no_english_words_and_no_text_outside_boxes() {
    let screens = CHINESE_SCREENS.iter().chain(PROGRAM_SCREENS.iter());
    let found: Vec<String> = screens.flat_map(|(name, screen)| faults(name, screen)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn text_over_a_frame_is_detected() {
    let frame = |text: &str| {
        let mut screen = Screen::default();
        screen.settextstyle(bgi::Font::Tall, 1);
        screen.setcolor(bgi::WHITE);
        let lines = ["╔══════╗", "║      ║", "║      ║", "╚══════╝"];
        for (line, y) in lines.iter().zip((40..).step_by(16)) {
            screen.outtextxy(24, y, line);
        }
        screen.outtextxy(32, 56, text);
        screen
    };
    assert_eq!(broken(&frame("棋盘")), []);
    assert_eq!(broken(&frame("棋盘棋盘")), [(80, 56)]);
}

#[test]
fn chinese_editor_and_debugger_match_the_golden_pictures() {
    let golden = [
        "debugger",
        "debugger-heap",
        "debugger-menu",
        "debugger-why",
        "editor-menu",
        "editor-messages",
        "editor-word",
    ];
    let shown = |wanted: &str| PROGRAM_SCREENS.iter().find(|(name, _)| name == wanted).unwrap();
    let wrong = golden.into_iter().filter_map(|name| {
        let (_, screen) = shown(name);
        unlike_golden(&format!("zh-{name}"), screen)
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Collects the characters of all files below a folder.
fn characters(folder: &Path, found: &mut BTreeSet<char>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            characters(&path, found);
        } else if !path.ends_with("page.txt") {
            // The browser draws the texts of the page.
            found.extend(std::fs::read_to_string(path).unwrap().chars());
        }
    }
}

#[test]
fn every_character_of_the_translations_has_a_glyph() {
    let drawn = |c: char| {
        let mut screen = Screen::default();
        screen.settextstyle(Font::Tall, 1);
        screen.outtextxy(0, 0, &c.to_string());
        screen.pixels().to_vec()
    };
    let mut found = BTreeSet::new();
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    for entry in std::fs::read_dir(crates).unwrap() {
        let languages = entry.unwrap().path().join("languages");
        if languages.exists() {
            characters(&languages, &mut found);
        }
    }
    assert!(found.len() > 500, "{} characters", found.len());
    // A private-use character, which no font has.
    let none = drawn('\u{E000}');
    found.retain(|c| !c.is_control() && !"?\u{3000}".contains(*c) && drawn(*c) == none);
    assert!(found.is_empty(), "{found:?}");
}
