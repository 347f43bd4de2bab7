//! All screens in Chinese: nothing on them is English that could be Chinese, and nothing leaves its box.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use crate::common::data::rows;
use crate::common::in_chinese;
use crate::common::pictures::unlike_golden;
use crate::{debugger, golden};
use turbo::dos::bgi::{Font, HEIGHT, WIDTH, columns_of};
use turbo::dos::reading::{self, Piece};
use turbo::dos::{Screen, bgi};

/// Latin words that stand on Chinese screens: names, keys, formats, and what is typed.
const NAMES: &str = "qipan VGA BIOS Enter Esc Space Tab Home End Del Ins Shift Ctrl Alt PgUp PgDn Backspace Bksp Language English games sgf \
txt ggf othello engine BLACK";

/// Screens with programs, or words that a person types.
const OTHERS: [&str; 8] = [
    "tutor-",
    "help-",
    "replay-",
    "about",
    "openings",
    "editor-words",
    "debugger-condition",
    "debugger-waits",
];

/// Screens of the editor and of the debugger: each name, the program, and the keys.
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
debugger-pixel => HOUSES.C => F7 F8*9 Alt+F5 Up
debugger-wrote => FIB.C => Ctrl+F r e t u r n Space 0 Enter F4 W c a l l s Enter
debugger-condition => FIB.C => Alt+F8 n
debugger-count => FIB.C => Alt+F8 n Enter 3
debugger-calls => FIB.C => F7*9 Ctrl+F3
debugger-fault => SIEVE.C => F7 End
debugger-waits => GUESS.C => F7 End
debugger-over => GUESS.C => F7 End 3 9 7
";

/// The screens of the editor and of the debugger in Chinese.
fn programs() -> impl Iterator<Item = (String, Screen)> {
    rows(PROGRAMS).map(|[name, file, keys]| {
        let shown = || debugger::shown(&file, &keys);
        (name, in_chinese(shown))
    })
}

/// All screens in Chinese, which several tests look at.
static SCREENS: LazyLock<Vec<(String, Screen)>> = LazyLock::new(|| {
    let pictures = golden::pictures().into_iter();
    let pictures = pictures.map(|(name, shown)| (name, in_chinese(shown)));
    pictures.chain(programs()).collect()
});

/// The Latin words of a text.
fn latin(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| word.len() > 2)
}

/// Does this piece belong to a list, a box, a title or a line of keys, and not to the text of a program?
fn is_said(name: &str, piece: &Piece) -> bool {
    let in_program = name.starts_with("editor") || name.starts_with("debugger");
    let in_title = piece.text.trim_end().ends_with(".C");
    let in_box = piece.y == HEIGHT - 16 || piece.ground == bgi::LIGHTGRAY;
    !in_program || in_box && !in_title
}

/// The rows of characters in which the right edge of a double frame is broken by something that is no other frame.
fn broken(screen: &Screen) -> Vec<(i32, i32)> {
    let signs = "╔║╚╝╣↑↓►◄".chars().map(|sign| {
        let mut sample = Screen::default();
        sample.settextstyle(bgi::Font::Tall, 1);
        sample.setcolor(bgi::WHITE);
        sample.outtextxy(0, 0, &sign.to_string());
        let lit = (0..128).map(|n| sample.getpixel(n % 8, n / 8) == Some(bgi::WHITE));
        (sign, lit.collect::<Vec<bool>>())
    });
    let signs: Vec<(char, Vec<bool>)> = signs.collect();
    let is = |sign: char, x: i32, y: i32| {
        let (_, lit) = signs.iter().find(|(known, _)| *known == sign).unwrap();
        let at = |n: usize| screen.getpixel(x + n as i32 % 8, y + n as i32 / 8);
        let colour = |wanted: bool| at(lit.iter().position(|lit| *lit == wanted).unwrap());
        let (ink, ground) = (colour(true), colour(false));
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
        let Some(right) = beside
            .take_while(|x| !is('╚', *x, bottom))
            .find(|x| is('╝', *x, bottom))
        else {
            continue;
        };
        let rows: Vec<i32> = below.take_while(|y| *y < bottom).collect();
        // The arrows of a list and the ends of a line across stand in a frame, too.
        let belongs = |y: i32| "║╣↑↓►◄".chars().any(|sign| is(sign, right, y));
        let gaps = rows.iter().filter(|y| !belongs(**y));
        // Where another box lies over this one, many rows are broken.
        let gaps: Vec<i32> = gaps.copied().collect();
        if gaps.len() <= 2 {
            found.extend(gaps.iter().map(|y| (right, *y)));
        }
    }
    found
}

#[test]
fn no_screen_has_an_english_word_in_chinese() {
    let mut found = BTreeMap::<String, Vec<String>>::new();
    let is_other = |name: &str| OTHERS.iter().any(|begin| name.starts_with(begin));
    for (name, screen) in SCREENS.iter().filter(|(name, _)| !is_other(name)) {
        for piece in reading::read(screen) {
            for word in latin(&piece.text).filter(|_| is_said(name, &piece)) {
                if !NAMES.split_whitespace().any(|known| known == word) {
                    let line = format!("{name}: {}", piece.text);
                    found.entry(word.to_string()).or_default().push(line);
                }
            }
        }
    }
    let told: Vec<String> = found
        .iter()
        .map(|(word, at)| format!("{word} ({}): {}", at.len(), at[0]))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn a_text_over_the_edge_of_a_frame_is_found() {
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
fn no_text_in_chinese_leaves_its_box() {
    let mut found = Vec::new();
    for (name, screen) in SCREENS.iter() {
        let broken = broken(screen).into_iter();
        found.extend(broken.map(|at| format!("{name}: the frame at {at:?}")));
        for piece in reading::read(screen) {
            let right = piece.x + 8 * columns_of(piece.text.trim_end()) as i32;
            // What stands beside a board ends before the edge of the screen.
            if (464..WIDTH).contains(&piece.x)
                && (16..HEIGHT - 16).contains(&piece.y)
                && right > WIDTH - 8
            {
                found.push(format!("{name}: {}", piece.text));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_editor_and_the_debugger_show_the_golden_frames_in_chinese() {
    let golden = ["debugger", "editor-menu", "editor-messages", "editor-word"];
    let shown = |wanted: &str| SCREENS.iter().find(|(name, _)| name == wanted).unwrap();
    let wrong = golden.into_iter().filter_map(|name| {
        let (_, screen) = shown(name);
        unlike_golden(&format!("zh-{name}"), screen)
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The characters of all files below a folder.
fn characters(folder: &Path, found: &mut BTreeSet<char>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            characters(&path, found);
        } else if !path.ends_with("page.txt") {
            // What the page says a browser draws.
            found.extend(std::fs::read_to_string(path).unwrap().chars());
        }
    }
}

#[test]
fn each_character_of_the_languages_has_a_picture() {
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
    // A character of no face.
    let none = drawn('\u{E000}');
    found.retain(|c| !c.is_control() && !"?\u{3000}".contains(*c) && drawn(*c) == none);
    assert!(found.is_empty(), "{found:?}");
}
