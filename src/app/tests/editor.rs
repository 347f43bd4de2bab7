//! The editor: text, keys, drafts, and running programs in it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::at_the_board::still;
use crate::common::data::names_in;
use crate::common::pictures::assert_golden;
use app::play::editor::{self, Editor};
use app::play::menu;
use app::play::profile::Profile;
use app::play::session::Session;
use app::play::source_file::SourceFile;
use lessons::text::{At, Refused, Text, Way};
use lessons::tutor::sources::source;
use store::Store;
use tempfile::TempDir;
use turbo::dos::bgi::YELLOW;
use turbo::dos::script::Script;
use turbo::dos::{Key, Quit, Screen, parse_keys};

fn at(line: usize, col: usize) -> At {
    At { line, col }
}

/// A text with the cursor at this position.
fn text_at(text: &str, line: usize, col: usize) -> Text {
    let mut text = Text::new(text);
    text.go_to(at(line, col));
    text
}

#[test]
fn typing_inserts_or_overwrites_and_enter_indents() {
    let mut text = text_at("  if (a)\n", 0, 8);
    text.enter();
    "  b++;".chars().for_each(|c| text.type_char(c).unwrap());
    assert_eq!(text.text(), "  if (a)\n    b++;\n");
    text.go(Way::LineStart);
    text.enter();
    let found = text.text();
    assert_eq!(found, "  if (a)\n\n    b++;\n", "the indent is not lost");
    text.inserting = false;
    text.go_to(at(0, 2));
    "do".chars().for_each(|c| text.type_char(c).unwrap());
    assert_eq!(text.text(), "  do (a)\n\n    b++;\n");
}

#[test]
fn lines_and_words_are_deleted_and_inserted() {
    let mut text = text_at("int t;\nint tries;\nint n;", 1, 4);
    text.delete_line();
    assert_eq!(text.text(), "int t;\nint n;");
    assert_eq!(text.cursor(), at(1, 0));
    text.delete_line();
    assert_eq!(text.text(), "int t;\n");
    text.go_to(at(0, 0));
    text.insert_line();
    assert_eq!(text.text(), "\nint t;\n");
    assert_eq!(text.cursor(), at(0, 0));
    let mut text = text_at("yes = tries++ + 1;", 0, 0);
    for left in ["= tries++ + 1;", "tries++ + 1;", "++ + 1;", "+ + 1;", "+ 1;"] {
        text.delete_word();
        assert_eq!(text.text(), left);
    }
    let mut text = text_at("a\n  b", 0, 1);
    text.delete_word();
    assert_eq!(text.text(), "a  b", "at the end of a line its end goes");
}

#[test]
fn every_change_can_be_undone_and_redone() {
    let ours = source("QIPAN.C").unwrap().text;
    let mut text = Text::new(ours);
    let mut states = vec![text.text()];
    let changes: [fn(&mut Text); 9] = [
        |text| text.go_to(At { line: 40, col: 5 }),
        Text::delete_line,
        Text::enter,
        Text::delete_word,
        |text| text.type_char('x').unwrap(),
        Text::backspace,
        Text::delete,
        Text::tab,
        |text| text.set("int main(void) { return 0; }\n"),
    ];
    for change in changes {
        change(&mut text);
        if text.text() != *states.last().unwrap() {
            states.push(text.text());
        }
    }
    assert!(states.len() > 7, "{}", states.len());
    let last = states.len() - 1;
    for state in states[..last].iter().rev() {
        assert!(text.undo());
        assert_eq!(text.text(), *state);
    }
    assert!(!text.undo() && !text.is_changed());
    for state in &states[1..] {
        assert!(text.redo());
        assert_eq!(text.text(), *state);
    }
    assert!(!text.redo());
}

#[test]
fn undo_removes_a_typed_word_at_once() {
    let mut text = text_at("", 0, 0);
    "tries".chars().for_each(|c| text.type_char(c).unwrap());
    text.go(Way::Left);
    text.go(Way::Right);
    "++".chars().for_each(|c| text.type_char(c).unwrap());
    text.undo();
    assert_eq!(text.text(), "tries");
    text.undo();
    assert_eq!(text.text(), "");
}

#[test]
fn the_cursor_moves_by_words_and_keeps_its_column() {
    let mut text = text_at("int QpChange(int x);\n\n    return yes;", 0, 0);
    let mut stops = Vec::new();
    for _ in 0..6 {
        text.go(Way::WordRight);
        stops.push(text.cursor());
    }
    let words = [at(0, 4), at(0, 13), at(0, 17), at(2, 4), at(2, 11), at(2, 15)];
    assert_eq!(stops, words);
    for stop in words[..5].iter().rev() {
        text.go(Way::WordLeft);
        assert_eq!(text.cursor(), *stop);
    }
    text.go_to(at(0, 12));
    text.go_lines(1);
    assert_eq!(text.cursor(), at(1, 0));
    text.go_lines(1);
    assert_eq!(text.cursor(), at(2, 12));
    text.go_lines(99);
    assert_eq!(text.cursor(), at(2, 12));
}

#[test]
fn find_wraps_around_at_the_end() {
    let text = Text::new("own = 1;\nother = own;\n");
    let own: Vec<char> = "own".chars().collect();
    assert_eq!(text.find(&own, at(0, 0)), Some(at(0, 0)));
    assert_eq!(text.find(&own, at(0, 1)), Some(at(1, 8)));
    assert_eq!(text.find(&own, at(1, 9)), Some(at(0, 0)));
    assert_eq!(text.find(&['z'], at(0, 0)), None);
    assert_eq!(text.find(&[], at(0, 0)), None);
}

#[test]
fn a_file_is_written_as_it_was_read() {
    let every_dos_byte: Vec<u8> = (1..=255).collect();
    for file in [
        &b"int t;\r\nint n;\r\n"[..],
        b"int t;\r\nint n;\n",
        b"int t;\rint n;\r",
        b"a\rb\n\x1a",
        "/* gr\u{fc}n, \u{68cb}\u{76d8} */\n".as_bytes(),
        &every_dos_byte,
        b"",
        b"\n\n",
        b"\tint t;",
    ] {
        assert_eq!(Text::read(file).unwrap().bytes(), file);
    }
    assert_eq!(Text::read(b"a\0b").unwrap_err(), Refused::NoText);
    assert_eq!(Text::read(b"\xFF\xFEa\0").unwrap_err(), Refused::Utf16);
    assert_eq!(Text::read(b"int t;\rint n;\r").unwrap().text(), "int t;\nint n;\n");
    let found = Text::read(&vec![b' '; 2 << 20]).unwrap_err();
    assert_eq!(found, Refused::TooLong);
    let mut dos = Text::read(b"\x81\n").unwrap();
    assert_eq!(dos.type_char('棋'), Err(Refused::NotOfPage('棋')));
    dos.type_char('ä').unwrap();
    assert_eq!(dos.bytes(), b"\x84\x81\n");
}

/// The user's data folder and the editor in it.
struct Bench {
    folder: TempDir,
    screen: Screen,
    text: String,
    /// True if the user left the editor.
    left: bool,
}

impl Bench {
    fn new() -> Bench {
        Bench {
            folder: TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap(),
            screen: Screen::default(),
            text: String::new(),
            left: false,
        }
    }

    /// Opens QIPAN.C in the editor, types the keys, and stops the machine after the last one.
    fn press(&mut self, keys: impl IntoIterator<Item = Key>) -> &mut Bench {
        let store = Store::open(Some(self.folder.path().to_path_buf())).unwrap();
        let mut shown = Screen::default();
        let mut script = Script::new(keys, |screen, _| shown.clone_from(screen));
        let mut at = still();
        let mut profile = Profile::open(Ok(store), &mut at.settings.clone());
        let edited = at.run(&mut script, &mut profile, |session| {
            editor::edit(session, "QIPAN.C", source("QIPAN.C").unwrap().text, 1)
        });
        drop(script);
        self.screen = shown;
        self.left = edited.is_ok();
        self.text = edited.unwrap_or_default();
        self
    }

    fn keys(&mut self, keys: &str) -> &mut Bench {
        self.press(parse_keys(keys).unwrap())
    }

    fn saved(&self) -> Option<String> {
        let text = fs::read_to_string(self.folder.path().join("c/QIPAN.C")).ok()?;
        Some(text.replace("\r\n", "\n"))
    }

    /// The names in the folder, without the lock.
    fn names(&self) -> Vec<String> {
        let names = names_in(self.folder.path()).into_iter();
        names.filter(|name| name != ".lock").collect()
    }
}

#[test]
fn drafts_survive_a_crash_until_f2_saves() {
    let mut bench = Bench::new();
    bench.press(Key::typing("/* mine */").chain([Key::Enter, Key::Up]));
    assert_eq!(bench.saved(), None);
    assert!(bench.names()[0].starts_with("draft-"), "{:?}", bench.names());
    bench.keys("Esc");
    let mine = bench.text.clone();
    assert!(mine.starts_with("/* mine */\n/* QIPAN.C"), "{mine}");
    bench.keys("F2 Esc");
    assert_eq!(bench.saved().as_deref(), Some(mine.as_str()));
    assert_eq!(bench.names(), ["c"], "the draft is not needed any more");
    bench.keys("Ctrl+R y Esc");
    assert_eq!(bench.text, source("QIPAN.C").unwrap().text);
    bench.keys("Ctrl+Z Esc");
    assert_eq!(bench.text, mine, "going back to ours can be taken back");
}

#[test]
fn replace_asks_at_each_match() {
    let mut bench = Bench::new();
    let asked = [parse_keys("Ctrl+Q A").unwrap(), Key::typing("Map\nBrett\n").collect()].concat();
    bench.press([asked, parse_keys("n y a Esc").unwrap()].concat());
    let ours = source("QIPAN.C").unwrap().text;
    assert_eq!(bench.text.matches("Map").count(), 1);
    let brett = bench.text.matches("Brett").count();
    assert_eq!(brett, ours.matches("Map").count() - 1);
}

#[test]
fn enter_goes_to_the_line_of_a_listed_error() {
    let mut bench = Bench::new();
    // Delete the semicolon after int Map[8][8].
    bench.keys("Ctrl+F i n t Space M a p Enter End Backspace F9");
    assert_golden("editor-messages", &bench.screen);
    let mut bench = Bench::new();
    bench.keys("Ctrl+F i n t Space M a p Enter End Backspace Ctrl+Home F9 Enter");
    assert_golden("editor-at-error", &bench.screen);
}

#[test]
fn the_edited_program_runs_like_the_original() {
    let mut bench = Bench::new();
    bench.keys("Ctrl+F9 Down*3 Right*3 Enter");
    let mut script_screen = Screen::default();
    let keys = parse_keys("Down*3 Right*3 Enter").unwrap();
    let mut script = Script::new(keys, |screen, _| script_screen.clone_from(screen));
    let mut game = original::Game::default();
    let _ = original::main(&mut script, &mut game);
    drop(script);
    assert_eq!(bench.screen.pixels(), script_screen.pixels());
    bench.keys("Ctrl+F9 Down*3 Right*3 Enter Esc Esc");
    assert!(bench.left);
}

#[test]
fn endless_programs_can_be_stopped() {
    for stop in ["Esc", "Ctrl+F2", "Ctrl+C"] {
        let mut bench = Bench::new();
        let clear = std::iter::repeat_n(Key::Ctrl('y'), 440);
        let endless = Key::typing("int main(void) { for (;;) ; }");
        let keys = parse_keys(&format!("Ctrl+F9 {stop} Esc")).unwrap();
        bench.press(clear.chain(endless).chain(keys));
        assert!(bench.left, "{stop}");
        assert!(bench.text.starts_with("int main(void)"), "{stop}");
    }
}

#[test]
fn a_program_runs_from_the_list_of_its_warnings() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("WARNS.C");
    fs::write(&file, "int main(void)\n{\n  int i = 0;\n  if (i = 1) i = 2;\n  return i;\n}\n").unwrap();
    let shown = |keys: &str| {
        let runs = edited(&file, keys).text_runs();
        runs.iter().map(|run| run.text.to_string()).collect::<Vec<_>>().join("\n")
    };
    assert!(shown("F9").contains("No errors, but warnings"), "{}", shown("F9"));
    assert!(shown("F9 Ctrl+F9").contains("The program has ended"), "{}", shown("F9 Ctrl+F9"));
}

#[test]
fn the_check_leads_to_the_wrong_step() {
    let mut bench = Bench::new();
    // QpChange stops one cell too early at the first edge.
    let wrong = "Ctrl+F c o l Space < Space 6 Enter Backspace 5 Ctrl+F10";
    bench.keys(wrong);
    assert_golden("editor-check", &bench.screen);
    let mut bench = Bench::new();
    bench.keys(&format!("{wrong} Enter"));
    assert_golden("editor-difference", &bench.screen);
    let mut bench = Bench::new();
    bench.keys(&format!("{wrong} Enter Tab Tab"));
    assert_golden("editor-difference-whole", &bench.screen);
    let mut bench = Bench::new();
    bench.keys(&format!("{wrong} Enter Tab Right Y"));
    assert_golden("editor-difference-why", &bench.screen);
    let mut bench = Bench::new();
    bench.keys(&format!("{wrong} Enter Enter"));
    assert_golden("editor-step", &bench.screen);
    // Esc returns to the list, and another one to the unchanged text.
    let mut listed = Bench::new();
    listed.keys(wrong);
    let back = format!("{wrong} Enter Enter Right*3 Left*9 Esc");
    let back_there = Bench::new().keys(&back).screen.pixels() == listed.screen.pixels();
    assert!(back_there, "Esc leads back to the list");
    bench.keys(&format!("{back} Esc Esc"));
    assert!(bench.left && bench.text.contains("if (col < 5)"));
}

#[test]
fn the_editor_looks_like_turbo_c() {
    let mut bench = Bench::new();
    bench.keys("Ctrl+F Q p C h a n g e ( i n t Enter Ctrl+L");
    assert_golden("editor", &bench.screen);
    bench.keys("Alt+E Down");
    assert_golden("editor-menu", &bench.screen);
    let mut bench = Bench::new();
    bench.keys("F10 Enter");
    assert_golden("editor-file", &bench.screen);
}

#[test]
fn shift_selects_and_a_typed_letter_replaces_the_selection() {
    let mut text = text_at("int a;\nint b;\nint c;", 0, 4);
    assert_eq!(text.between(at(0, 4), at(2, 3)), "a;\nint b;\nint");
    text.delete_range(at(0, 4), at(2, 3));
    text.insert("x\r\ny\rz").unwrap();
    assert_eq!(text.text(), "int x\ny\nz c;");
    let first = |keys: &str| Bench::new().keys(keys).text.lines().next().unwrap().to_string();
    let ours = first("Esc");
    assert_eq!(first("Shift+Right*3 x Esc"), format!("x{}", &ours[3..]));
    assert_eq!(first("Right*3 Shift+Home Delete Esc"), &ours[3..]);
    assert_eq!(first("Shift+End Backspace Esc"), "");
    // Any other movement ends the selection.
    assert_eq!(first("Shift+Right*3 Right x Esc"), format!("{}x{}", &ours[..4], &ours[4..]));
    let mut bench = Bench::new();
    bench.keys("Down*7 Right*3 Shift+Down*3 Shift+Left");
    assert_golden("editor-selection", &bench.screen);
}

#[test]
fn the_edit_menu_colours_keywords_and_comments() {
    let lines = [
        "/* for a comment",
        "   that goes on: while */",
        "int main(void)  // int",
        "{",
        "    char *text = \"for /* no comment */ \\\" int\";  /* 注释 */",
        "    return text[0] == '\\'' || text[0] == '\"' ? 1 : 0;",
        "}",
    ];
    let mut bench = Bench::new();
    fs::create_dir(bench.folder.path().join("c")).unwrap();
    fs::write(bench.folder.path().join("c/QIPAN.C"), lines.join("\n")).unwrap();
    bench.keys("Alt+E k");
    assert_golden("editor-keywords", &bench.screen);
}

#[test]
fn control_with_an_arrow_scrolls() {
    let place = |keys: &str| {
        Bench::new().keys(keys).screen.text_runs().iter().map(|run| run.text.clone()).collect::<Vec<_>>()
    };
    // The cursor leaves its line only at the edge.
    assert!(place("Down*5 Ctrl+Down*2").iter().any(|text| text.starts_with("Line 6")));
    assert!(place("Down*5 Ctrl+Down*9").iter().any(|text| text.starts_with("Line 10")));
    assert!(place("Down*30 Ctrl+Up*9").iter().any(|text| text.starts_with("Line 25")));
}

#[test]
fn one_key_goes_to_the_next_mistake_and_marks_its_word() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("WRONG.C");
    fs::write(&file, "main()\n{\n  int i;\n\n  if (i > 0) i = nn;\n  i = ;\n}\n").unwrap();
    assert_golden("editor-mistake", &edited(&file, "Alt+F7"));
    let line = |keys: &str| {
        edited(&file, keys).text_runs().iter().find(|run| run.text.starts_with("Line")).unwrap().text.clone()
    };
    assert!(line("Alt+F7*2").starts_with("Line 6"), "{}", line("Alt+F7*2"));
    assert!(line("Alt+F7*3").starts_with("Line 5"));
}

#[test]
fn the_menu_bar_is_reached_by_f10_letters_and_arrows() {
    let screen = |keys: &str| Bench::new().keys(keys).screen.clone();
    let edit = screen("Alt+E");
    for keys in
        ["F10 e", "F10 Right Down", "F10 Enter Right", "Alt+S Left", "Alt+F Down Right", "F10 Left*6 Up"]
    {
        assert!(screen(keys).pixels() == edit.pixels(), "{keys}");
    }
    // Esc and F10 close the menus, and a shortcut works while they are open.
    let text = |keys: &str| Bench::new().keys(keys).text.clone();
    assert_eq!(text("Ctrl+Y Esc"), text("F10 Esc Alt+E F10 F10 s Ctrl+Y Esc"));
    assert_eq!(text("Ctrl+Y Esc"), text("F10 e d Esc"));
}

#[test]
fn the_file_menu_makes_opens_and_copies_programs() {
    let mut bench = Bench::new();
    bench.keys("F10 f a M I N E . C Enter Esc");
    assert!(bench.folder.path().join("c/MINE.C").is_file(), "{:?}", bench.names());
    // A new program has an editor of its own, which leads back.
    let mut bench = Bench::new();
    bench.keys("F10 f n Ctrl+Y F2 Enter Esc Esc");
    assert!(bench.left && bench.folder.path().join("c/NONAME.C").is_file());
}

#[test]
fn a_long_line_scrolls_sideways() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file: PathBuf = folder.path().join("LONG.C");
    let line: String = (0..30).map(|n| format!("/* {n:4} */")).collect();
    fs::write(&file, format!("{line}\n\tint t;\nshort\n")).unwrap();
    let shown = edited(&file, "End");
    assert_golden("editor-long-line", &shown);
}

/// The last frame of editing a file.
fn edited(file: &Path, keys: &str) -> Screen {
    let (_, shown) = still().press(keys, |session| {
        let file = SourceFile::of_file(&session.profile, file);
        Editor::open(file, "").unwrap().run(session)
    });
    shown
}

#[test]
fn ctrl_f1_opens_help_with_a_runnable_example() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("A.C");
    fs::write(&file, "  circle(320, 240, 100);\n  setcolor(YELLOW);\n").unwrap();
    let page = edited(&file, "Right*4 Ctrl+F1");
    assert_golden("editor-help", &page);
    let behind = edited(&file, "Right*8 Ctrl+F1");
    assert!(behind.pixels() == page.pixels(), "just behind a word");
    let run = edited(&file, "Right*4 Ctrl+F1 Enter");
    assert_eq!(run.getpixel(420, 240), Some(YELLOW), "the circle is drawn");
    let back = edited(&file, "Right*4 Ctrl+F1 Enter Space");
    assert!(back.pixels() == page.pixels(), "a key leads back to the page");
    let closed = edited(&file, "Right*4 Ctrl+F1 Enter Space Esc");
    assert!(closed.pixels() == edited(&file, "Right*4").pixels(), "Esc closes it");
    let colours = edited(&file, "Down Ctrl+Right*2 Ctrl+F1");
    assert_golden("editor-help-colours", &colours);
}

#[test]
fn the_word_index_opens_near_an_unknown_word() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("A.C");
    fs::write(&file, "putpixels circle").unwrap();
    assert_golden("editor-words", &edited(&file, "Ctrl+F1"));
    let puts = edited(&file, "Ctrl+F1 Enter");
    assert!(puts.pixels() == edited(&file, "Shift+F1 p u t s Enter").pixels());
    let circle = edited(&file, "Ctrl+Right Ctrl+F1");
    let found = edited(&file, "Ctrl+F1 Enter Shift+F1 c i r Enter");
    assert!(found.pixels() == circle.pixels(), "the index leads on from a page");
}

/// The last frame of the editor's first screen with this data folder.
fn begun(data: &Path, folder: Option<&Path>, keys: &str) -> Screen {
    last_frame(data, keys, |session| editor::start(session, folder))
}

/// The last frame of a program with this data folder.
fn last_frame(data: &Path, keys: &str, program: impl FnOnce(&mut Session<'_>) -> Result<(), Quit>) -> Screen {
    let store = Store::open(Some(data.to_path_buf())).unwrap();
    let mut shown = Screen::default();
    let keys = parse_keys(keys).unwrap();
    let mut script = Script::new(keys, |screen, _| shown.clone_from(screen));
    let mut at = still();
    let mut profile = Profile::open(Ok(store), &mut at.settings.clone());
    let _ = at.run(&mut script, &mut profile, program);
    drop(script);
    shown
}

#[test]
fn the_menu_leads_to_the_editor_and_back() {
    let bench = Bench::new();
    let data = bench.folder.path();
    let menu = |keys: &str| last_frame(data, keys, |session| menu::title(session, &mut None));
    assert_golden("editor-start", &menu("e"));
    assert!(menu("e Enter Esc*2").pixels() == menu("e Esc").pixels());
    assert!(menu("e Esc F1").pixels() == menu("F1").pixels());
}

#[test]
fn the_first_screen_offers_new_examples_and_recent_files() {
    let bench = Bench::new();
    let data = bench.folder.path();
    let first = begun(data, None, "");
    assert_golden("editor-start", &first);
    let back = begun(data, None, "Enter Ctrl+F9 Enter Esc");
    assert!(back.pixels() == first.pixels(), "Esc leads back to the list");
    // After saving, the ball is among the user's files.
    begun(data, None, "b a l Enter F2 Esc");
    let file = data.join("c").join("BALL.C");
    assert!(fs::read_to_string(&file).unwrap().starts_with("/* BALL.C"));
    let last = fs::read_to_string(data.join("last-c")).unwrap();
    assert_eq!(last.lines().nth(1).map(Path::new), Some(&*file));
    let opened = begun(data, None, "Down*2 Enter");
    assert!(opened.pixels() == begun(data, None, "b a l Enter").pixels());
}

#[test]
fn new_programs_get_a_free_name() {
    let bench = Bench::new();
    let data = bench.folder.path();
    begun(data, None, "Enter F2 Enter Esc");
    begun(data, None, "Enter / * F2 Enter Esc");
    let begins = |name: &str| fs::read_to_string(data.join("c").join(name)).unwrap();
    assert!(begins("NONAME.C").starts_with("/* A new"));
    assert!(begins("NONAME1.C").starts_with("/*/* A new"));
}

#[test]
fn an_unsaved_program_is_on_the_list() {
    let bench = Bench::new();
    let data = bench.folder.path();
    let list = |keys: &str| {
        let screen = begun(data, None, keys);
        screen.text_runs().iter().map(|piece| piece.text.to_string()).collect::<String>()
    };
    assert!(!list("Enter Esc").contains("NONAME"), "a program without changes is not kept");
    assert!(list("Enter / * Esc").contains("NONAME.C"));
    assert!(list("Enter / * Esc").contains("NONAME1.C"), "a new program does not take the draft over");
    begun(data, None, "Down*2 Enter F2 B A L L . C Enter Esc");
    assert!(data.join("c/BALL.C").is_file() && list("").contains("BALL.C"));
    assert!(!list("").contains("NONAME1.C"), "a saved program has no draft under its old name");
}

#[test]
fn open_starts_at_the_most_recent_file() {
    let bench = Bench::new();
    let programs = bench.folder.path().join("programs");
    fs::create_dir_all(programs.join("more")).unwrap();
    for name in ["A.C", "B.C", "notes.txt"] {
        fs::write(programs.join(name), format!("/* {name} */\n")).unwrap();
    }
    let data = bench.folder.path().join("data");
    let (a, b) = (programs.join("A.C"), programs.join("B.C"));
    let first = begun(&data, Some(&programs), "Enter");
    assert!(first.pixels() == edited(&a, "").pixels(), "the first file");
    let next = begun(&data, Some(&programs), "Down Enter");
    assert!(next.pixels() == edited(&b, "").pixels(), "the next one");
    let closed = begun(&data, Some(&programs), "Down Enter Esc");
    let list = begun(&data, Some(&programs), "Down");
    assert!(closed.pixels() == list.pixels(), "back to where one was");
    let last = begun(&data, None, "o p Enter Enter");
    assert!(last.pixels() == edited(&b, "").pixels(), "the last file");
}
