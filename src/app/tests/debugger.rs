//! The debugger, driven by keys: stepping both ways, values, watches, breakpoints, "Who wrote this?".

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::at_the_board::still;
use crate::common::data::{data, files_in};
use crate::common::pictures::assert_golden;
use app::play::editor::Editor;
use app::play::profile::Profile;
use app::play::source_file::SourceFile;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use turbo::dos::script::Script;
use turbo::dos::{Key, Screen, parse_keys};

/// The programs for beginners.
fn programs() -> Vec<PathBuf> {
    files_in(&data("c/beginners"))
}

fn program(name: &str) -> PathBuf {
    data("c/beginners").join(name)
}

/// The frames that the editor shows with a file while these keys are typed.
fn frames(file: &Path, keys: &str) -> Vec<Screen> {
    let mut frames = Vec::new();
    let mut script = Script::new(parse_keys(keys).unwrap(), |screen, _| {
        frames.push(screen.clone());
    });
    let _ = still().run(&mut script, &mut Profile::in_memory(), |session| {
        let file = SourceFile::of_file(&session.profile, file);
        Editor::open(file, "").unwrap().run(session)
    });
    drop(script);
    frames
}

/// The last frame with one of the programs for beginners.
pub fn shown(file: &str, keys: &str) -> Screen {
    let last = frames(&program(file), keys).pop();
    last.expect("the editor shows something")
}

/// The last frame with this source.
fn shown_of(source: &str, keys: &str) -> Screen {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("OWN.C");
    fs::write(&file, source).unwrap();
    frames(&file, keys).pop().expect("the editor shows something")
}

/// The pixels outside the code window, whose scroll position can differ.
fn around_the_code(frame: &Screen) -> Vec<u8> {
    let rows = frame.pixels().chunks_exact(640).enumerate();
    let seen = rows.map(|(y, row)| if y < 389 { &row[..222] } else { row });
    seen.collect::<Vec<_>>().concat()
}

/// Asserts that two key sequences lead to the same frame.
fn assert_same(file: &str, one: &str, other: &str) {
    assert!(shown(file, one) == shown(file, other), "in {file} '{one}' and '{other}' lead to two frames");
}

#[test]
fn stepping_back_restores_each_frame() {
    assert!(programs().len() >= 10);
    for file in programs() {
        let frames = frames(&file, "F7 K 3 K 9 K 7 F7*15 Shift+F7*14");
        let last = frames.len() - 1;
        for n in 0..14 {
            assert!(
                around_the_code(&frames[last - n]) == around_the_code(&frames[last - 28 + n]),
                "{}: step {} is another on the way back",
                file.display(),
                n + 1
            );
        }
    }
}

#[test]
fn the_debugger_shows_picture_watches_and_variables() {
    let keys = "F7 F8*9 F7*4 Ctrl+F7 x + s i z e Enter Ctrl+F7 d r i v e r Enter";
    assert_golden("debugger", &shown("HOUSES.C", keys));
}

#[test]
fn the_values_window_shows_boards_rows_structs_and_pointers() {
    let best = "Ctrl+F r e t u r n Space b e s t Enter F4 F6";
    assert_golden("debugger-values", &shown("CLASS.C", best));
    let row = "Ctrl+F t = Space * Enter Enter F4 F6";
    assert_golden("debugger-row", &shown("SORT.C", row));
    let board = "F7 F8*40 F6 PageDown Up*3 Right*2";
    assert_golden("debugger-board", &shown("LIFE.C", board));
    assert_golden("debugger-heap", &shown("POINTERS.C", "Ctrl+F d o n e Enter F4 F6"));
}

#[test]
fn long_values_scroll_and_long_rows_wrap() {
    let text: String = (0..9).map(|n| format!("{n} is a digit, ")).collect();
    let source =
        format!("char *text = \"{text}\";\nint a[300];\nmain()\n{{\n  a[299] = 12345;\n  return 0;\n}}\n");
    let end = shown_of(&source, "F7 End F6 End");
    assert_golden("debugger-long", &end);
    let beginning = shown_of(&source, "F7 End F6 End Home");
    assert!(beginning == shown_of(&source, "F7 End F6"), "Home leads back");
}

#[test]
fn enter_on_a_pixel_goes_back_to_its_drawing() {
    // The roof of the third house.
    let at = "Ctrl+F g e t c h Enter F4 Alt+F5 Up Ctrl+Left Left*4";
    assert_golden("debugger-pixel", &shown("HOUSES.C", at));
    assert_golden("debugger-drew", &shown("HOUSES.C", &format!("{at} Enter")));
}

#[test]
fn w_goes_back_from_change_to_change() {
    let calls = "Ctrl+F r e t u r n Space 0 Enter F4 W c a l l s Enter";
    assert_golden("debugger-wrote", &shown("FIB.C", calls));
    let first = shown("FIB.C", &format!("{calls} W*60 W*60"));
    assert!(first != shown("FIB.C", calls));
    // In the window of values, Enter asks about the selected one.
    let chosen = "Ctrl+F r e t u r n Space 0 Enter F4 F6 End Enter";
    assert!(shown("FIB.C", chosen) == shown("FIB.C", calls));
}

#[test]
fn y_goes_back_to_the_condition_that_led_away() {
    let why = "F7 End Ctrl+F e m p t y Enter Y";
    assert_golden("debugger-why", &shown("POINTERS.C", why));
    let menu = "F7 F10 Right*2 Down*3";
    assert_golden("debugger-menu", &shown("POINTERS.C", menu));
    assert_same("POINTERS.C", why, "F7 End Ctrl+F e m p t y Enter F10 d y");
}

#[test]
fn the_program_runs_again_with_other_keys() {
    assert_golden("debugger-again", &shown("GUESS.C", "F7 End 5 Tab R"));
    assert_same("GUESS.C", "F7 End 5 Tab R 3 Space 9 Enter", "F7 End 3 9");
}

#[test]
fn only_a_place_in_memory_gets_a_new_value() {
    let asked = |expression: &str| shown("POINTERS.C", &format!("F7 F8*9 Ctrl+F4 {expression} Enter"));
    assert!(asked("i") != asked("i Enter 5"));
    // The box with the value closes at any key.
    let code = shown("POINTERS.C", "F7 F8*9");
    assert!(shown("POINTERS.C", "F7 F8*9 Ctrl+F4 i + 1 Enter Esc").pixels() == code.pixels());
}

#[test]
fn expressions_can_be_evaluated_and_assigned() {
    let shown_value = "Ctrl+F c o u n t Space = Space 0 Enter F4 F7*40 Ctrl+F4 p r i m e [ 4 ] + i Enter";
    assert_golden("debugger-evaluate", &shown("SIEVE.C", shown_value));
    let changed = "F7 F8*3 Ctrl+F4 s c o r e = 5 Enter";
    let source = "int score;\nmain()\n{\n  score = 1;\n  score++;\n  return score;\n}\n";
    assert_golden("debugger-changed", &shown_of(source, changed));
    // A value typed in the second box has the same effect.
    let end = |keys: &str| shown_of(source, &format!("{keys} End Left Right"));
    assert!(end(changed) == end("F7 F8*3 Ctrl+F4 s c o r e Enter 5 Enter"));
    assert!(end(changed) != end("F7 F8*3"));
    // Going back before the change and forward again repeats it.
    assert!(end(changed) == end(&format!("{changed} Home")));
}

#[test]
fn breakpoints_accept_conditions_and_counts() {
    let line = "Ctrl+F c a l l s + + Enter";
    let asked = format!("{line} Alt+F8 n = = 2");
    assert_golden("debugger-condition", &shown("FIB.C", &asked));
    assert_golden("debugger-count", &shown("FIB.C", &format!("{asked} Enter 3")));
    let stopped = shown("FIB.C", &format!("{asked} Enter 3 Enter Ctrl+F9"));
    assert_golden("debugger-stopped", &stopped);
    // Running back from the end stops there too.
    let back = format!("{asked} Enter 3 Enter End Shift+F9");
    assert!(around_the_code(&shown("FIB.C", &back)) == around_the_code(&stopped));
    let set = shown("FIB.C", &format!("{asked} Enter 3 Enter"));
    assert_golden("debugger-set", &set);
    let wrong = shown("FIB.C", &format!("{line} Alt+F8 n + Enter Enter"));
    assert_golden("debugger-refused", &wrong);
}

#[test]
fn the_call_stack_shows_the_arguments() {
    let deep = "Ctrl+F c a l l s + + Enter Alt+F8 n = = 2 Enter 3 Enter Ctrl+F9 Ctrl+F3";
    assert_golden("debugger-calls", &shown("FIB.C", deep));
}

#[test]
fn a_fault_shows_its_line_and_allows_stepping_back() {
    assert_golden("debugger-fault", &shown("SIEVE.C", "F7 End"));
    let stands = "Ctrl+F p r i m e [ j ] Enter";
    assert_same("SIEVE.C", "F7 End Left*2 Right", &format!("{stands} F7 End Left"));
}

#[test]
fn typed_keys_survive_stepping_back() {
    assert_golden("debugger-waits", &shown("GUESS.C", "F7 End"));
    let guessed = shown("GUESS.C", "F7 End 3 9 7");
    assert_golden("debugger-over", &guessed);
    assert!(shown("GUESS.C", "F7 End 3 9 7 Home End") == guessed);
    // A key can be typed in advance, even one that has a meaning in the debugger.
    assert!(shown("GUESS.C", "F7 K 3 K 9 K 7 End") == guessed);
}

#[test]
fn the_editor_continues_the_debugged_program() {
    let stands = "Down*7 Ctrl+F8 F7 F7*3 Esc";
    assert_golden("editor-stepped", &shown("FIB.C", stands));
    assert_same("FIB.C", "F7 F7*3 Esc F7", "F7 F7*4");
    assert_same("FIB.C", "F7 F7*3 Esc Ctrl+F2 F7", "F7");
    // A changed text is another program.
    assert_same("FIB.C", "F7 F7*3 Esc Space Backspace Ctrl+F2 F7", "F7");
    assert_golden("editor-debug", &shown("FIB.C", "Alt+D"));
}

#[test]
fn editor_breakpoints_move_with_their_lines() {
    let source = "main()\n{\n  int i;\n\n  i = 1;\n  i = 2;\n  return i;\n}\n";
    let stopped = shown_of(source, "Down*5 Ctrl+F8 Ctrl+F9");
    let same = shown_of(source, "Down*5 Ctrl+F8 Ctrl+Home Ctrl+F9");
    assert!(stopped == same, "the cursor's line does not matter");
    // Inserting a line above it and deleting one again restores its line.
    let moved = shown_of(source, "Down*5 Ctrl+F8 Ctrl+Home Enter Up Ctrl+Y Ctrl+F9");
    assert!(stopped == moved, "it moves with its line");
    let elsewhere = shown_of(source, "Down*5 Ctrl+F8 Up Ctrl+Y Ctrl+F9");
    assert_golden("debugger-moved", &elsewhere);
    let taken_away = shown_of(source, "Down*5 Ctrl+F8 Ctrl+F8 Ctrl+F9");
    assert!(taken_away != stopped, "without one it runs to its end");
}

#[test]
fn the_user_screen_keeps_the_programs_palette() {
    let source = "#include <graphics.h>\nmain()\n{\n  int d = DETECT, m;\n  initgraph(&d, &m, \"\");\n  \
                  setpalette(1, YELLOW);\n  setfillstyle(SOLID_FILL, BLUE);\n  bar(0, 0, 639, 300);\n  \
                  return 0;\n}\n";
    let seen = shown_of(source, "F7 End Alt+F5");
    assert_eq!(seen.getpixel(20, 20), Some(14), "blue is yellow here");
    let after = shown_of(source, "F7 End Alt+F5 Esc");
    let usual = Screen::default().palette();
    assert_eq!(after.palette(), usual, "the debugger's own colours stay");
    let after = shown_of(source, "Ctrl+F9");
    assert_eq!(after.palette(), usual, "and so do those of the editor");
}

#[test]
fn random_keys_do_not_crash_the_debugger() {
    let random = &mut StdRng::seed_from_u64(39);
    let steps = "F7 F7 F8 F4 Left Right Up Down Shift+F7 Shift+F8 Shift+F4 Ctrl+F9 Shift+F9 Home End O Enter";
    let looks =
        "F6 F6 W Enter Delete Ctrl+F8 Alt+F8 Ctrl+F3 Alt+F5 Ctrl+F7 Ctrl+F4 Ctrl+Q f i [ 3 Tab K Esc Ctrl+Up";
    let keys = parse_keys(&format!("{steps} {looks}")).unwrap();
    for file in programs() {
        let any = |_| keys[random.random_range(0..keys.len())];
        let typed: Vec<Key> = (0..400).map(any).collect();
        let mut script = Script::new(typed, |_, _| ()).unwatched();
        still().run(&mut script, &mut Profile::in_memory(), |session| {
            let file = SourceFile::of_file(&session.profile, &file);
            let mut editor = Editor::open(file, "").unwrap();
            while editor.run(session).is_ok() {}
        });
        assert_eq!(script.keys_left(), 0, "{}", file.display());
    }
}
