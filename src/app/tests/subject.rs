//! The descriptions of the screens for a console.

use crate::common::at_the_board::still;
use app::play::editor::Editor;
use app::play::lessons::Tutor;
use app::play::menu;
use app::play::profile::Profile;
use app::play::session::Session;
use app::play::source_file::SourceFile;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen, Subject, parse_keys};

/// A script that records the last subject.
struct Told<F: FnMut(&Screen, u64)> {
    script: Script<F>,
    subject: Subject,
}

impl<F: FnMut(&Screen, u64)> Console for Told<F> {
    fn screen(&mut self) -> &mut Screen {
        self.script.screen()
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.script.key_within(ms)
    }

    fn now(&self) -> u64 {
        self.script.now()
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.script.delay(ms)
    }

    fn kbhit(&mut self) -> bool {
        self.script.kbhit()
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.script.sound(hertz, ms);
    }

    fn set_subject(&mut self, subject: &Subject) {
        self.subject = subject.clone();
    }

    fn real_time(&self) -> bool {
        false
    }
}

/// The subject of the screen after the last key.
fn subject(keys: &str, program: impl FnOnce(&mut Session<'_>) -> Result<(), Quit>) -> Subject {
    let mut console =
        Told { script: Script::new(parse_keys(keys).unwrap(), |_, _| ()), subject: Subject::default() };
    let _ = still().run(&mut console, &mut Profile::in_memory(), program);
    console.subject
}

fn from_the_menu(keys: &str) -> Subject {
    subject(keys, |session| menu::title(session, &mut None))
}

#[test]
fn the_board_describes_moves_rows_and_stone() {
    let told = from_the_menu("o Enter Down*3 Right*3 Enter Down*5 Right*3");
    assert_eq!(told.link, Some(("othello", "d3&rules=original".to_string())));
    let rows = "........\n........\n...X....\n...XX...\n...XO...";
    assert!(told.picture.contains(rows), "{}", told.picture);
    assert_eq!(told.place, "d5");
    let stone = told.cursor.expect("there is a stone to move");
    assert_eq!((stone.at, stone.step), ((240, 280), 40));
    assert_eq!(stone.bounds, [(120, 120), (400, 400)]);
}

#[test]
fn gomoku_links_use_point_names() {
    let told = from_the_menu("g Enter h 8 Enter i 9 Enter");
    assert_eq!(told.link, Some(("gomoku", "h8i9&rules=freestyle.free.black.15x15".to_string())));
}

#[test]
fn a_lesson_describes_its_name_and_line() {
    let told = subject("Right*3", |session| menu::lessons(session, Tutor::at("direction").unwrap()));
    assert_eq!(told.link, Some(("lesson", "direction".to_string())));
    assert!(told.place.starts_with("line "), "{}", told.place);
}

#[test]
fn the_editor_describes_its_text_and_line() {
    let told = subject("m a i n Enter x", |session| {
        let file = SourceFile::of_file(&session.profile, "NEW.C".as_ref());
        Editor::open(file, "").unwrap().run(session)
    });
    assert_eq!(told.link, Some(("c", "main\nx".to_string())));
    assert_eq!(told.place, "line 2: x");
    assert!(told.is_text);
}

#[test]
fn the_menu_has_no_link() {
    assert_eq!(from_the_menu("o Enter Down Esc").link, None);
}
