//! Progress in the lessons is saved per student.

use std::path::Path;

use app::play::lessons::Tutor;
use app::play::menu;
use app::play::profile::Profile;
use app::play::settings::Settings;
use store::{Document, Store};

use crate::common::at_the_board::{At, still};

fn store(folder: &Path) -> Store {
    Store::open(Some(folder.to_path_buf())).unwrap()
}

/// Presses keys in a lesson with this data folder. Returns the student's name afterwards.
fn study(folder: &Path, lesson: &str, keys: &str) -> Option<String> {
    let mut settings = Settings { student: None, ..still().settings };
    let mut profile = Profile::open(Ok(store(folder)), &mut settings);
    let mut at = At::with(settings);
    let tutor = Tutor::at(lesson).unwrap();
    let _ = at.press_keeping(keys, &mut profile, |session| menu::lessons(session, tutor));
    at.settings.student
}

/// The text of a student's document.
fn kept(folder: &Path, document: &str) -> String {
    match store(folder).read(document).unwrap() {
        Document::Text(text) => text,
        other => format!("{other:?}"),
    }
}

/// The documents of Li and of a student without a name.
const LI: &str = "lessons-4c69";
const NOBODY: &str = "lessons";

#[test]
fn the_students_name_is_asked_once_at_the_end_of_the_first_lesson() {
    let dir = tempfile::tempdir().unwrap();
    let name = study(dir.path(), "eight", "End Right L i Enter Esc");
    assert_eq!(name.as_deref(), Some("Li"));
    assert_eq!(kept(dir.path(), LI), "done eight\n");
    // The keys go straight to the lesson.
    let name = study(dir.path(), "edge", "End Right Esc");
    assert_eq!(name.as_deref(), Some("Li"));
    assert_eq!(kept(dir.path(), LI), "done edge\ndone eight\n");
    assert_eq!(kept(dir.path(), NOBODY), "Missing");
}

#[test]
fn students_have_separate_progress() {
    let dir = tempfile::tempdir().unwrap();
    let name = study(dir.path(), "eight", "End Right Esc*2");
    assert_eq!(name.as_deref(), Some(""));
    assert_eq!(kept(dir.path(), NOBODY), "done eight\n");
    let name = study(dir.path(), "edge", "Esc F2 L i Enter l End Right Esc");
    assert_eq!(name.as_deref(), Some("Li"));
    assert_eq!(kept(dir.path(), LI), "done edge\n");
    let name = study(dir.path(), "map", "Esc F2 Delete Enter m End Right Esc");
    assert_eq!(name.as_deref(), Some(""));
    assert_eq!(kept(dir.path(), NOBODY), "done eight\ndone folded\n");
    assert_eq!(kept(dir.path(), LI), "done edge\n");
}
